/* Arguments as sums of rational multiples of products, modulo a prime. For verify/ only. */
#ifndef VV_VERIFY_TERMS_H
#define VV_VERIFY_TERMS_H

#include "verify/prime_lane.h"

enum { VV_MOST_TERMS = 64 };

typedef struct vv_terms {
    int n;
    bool full; /* there were more */
    mpq_t q[VV_MOST_TERMS];
    mpz_t v[VV_MOST_TERMS];
} vv_terms;

void vv_terms_init(vv_terms *t);
void vv_terms_clear(vv_terms *t);
/* Adds q v; equal and opposite values are merged. */
void vv_terms_add(const vv_lane *l, vv_terms *t, const mpq_t q, const mpz_t v);
void vv_terms_add_all(const vv_lane *l, vv_terms *t, const mpq_t q, const vv_terms *x);
void vv_terms_multiply(const vv_lane *l, vv_terms *t, const vv_terms *x);
/* The node as such a sum; as one term if it has too many. */
void vv_terms_of(vv_lane *l, int node, vv_terms *out);
/* log|node| in the same way, over logarithms of its factors; false if a factor is 0. */
bool vv_terms_of_log(vv_lane *l, int node, vv_terms *out);

/* Random numbers as functions of what they belong to: the same for the same values. */
void vv_lane_draw(const vv_lane *l, int tag, int n, const mpz_t *of, mpz_t out);
/* x or -x, whichever is smaller; true if -x. */
bool vv_lane_fold(const vv_lane *l, mpz_t x);
void vv_lane_draw_log(vv_lane *l, const mpz_t x, mpz_t out);
void vv_lane_draw_odd(const vv_lane *l, int tag, const mpz_t x, mpz_t out);
int vv_lane_resolve(const vv_lane *l, int node); /* what the rules put in its place */

enum {
    VV_T_SYMBOL = 1,
    VV_T_PI,
    VV_T_CIRCLE,
    VV_T_GROWTH,
    VV_T_LOG,
    VV_T_ASIN,
    VV_T_ATAN,
    VV_T_ATAN2,
    VV_T_FUNCTION,
    VV_T_BRANCH
};

#endif
