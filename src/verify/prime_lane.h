/* One evaluation modulo one prime. For verify/ only. */
#ifndef VV_VERIFY_PRIME_LANE_H
#define VV_VERIFY_PRIME_LANE_H

#include "verify/statement.h"

typedef enum { VV_LANE_GOOD, VV_LANE_DIVISION, VV_LANE_NO_ROOT, VV_LANE_BEYOND } vv_lane_end;

typedef struct vv_pair {
    mpz_t of, is;
} vv_pair;

typedef struct vv_lane {
    const vv_certificate *k;
    const vv_premises *f;
    const vv_list *order;
    int *place;     /* of a node in the order; -1 */
    mpz_t *value;   /* by place */
    mpz_t **vector; /* solutions, by place */
    mpz_t p;
    unsigned char key[32];   /* of its random numbers */
    bool require;            /* the facts e > 0 must hold */
    bool *chooses, *refused; /* by place: a sign was chosen; a root did not exist */
    double *reach;           /* by place: degree of its circle points and exponentials */
    int ninverses, *inverse; /* nodes asin, acos, atan, atan2 with a value */
    int nlogs, room;
    int at;       /* the place of the node that is evaluated */
    vv_pair *log; /* log|of| = is */
} vv_lane;

bool vv_lane_make(vv_lane *l, const vv_certificate *k, const vv_premises *f, const vv_list *order);
void vv_lane_free(vv_lane *l);
/* A random prime of this many bits. */
void vv_lane_draw_prime(vv_lane *l, int bits);
void vv_lane_draw_key(vv_lane *l);
vv_lane_end vv_lane_run(vv_lane *l);
/* A bound on degrees and logarithms of heights of the expressions, after a run. */
double vv_lane_degree(const vv_lane *l, const vv_list *roots);
/* Number of signs that points choose: each pattern of them must be met. */
int vv_lane_choices(const vv_lane *l);
/* Rank of the first `rows` rows; destroys nothing. */
int vv_lane_rank(const vv_lane *l, const vv_list *of, int rows, int columns);

#endif
