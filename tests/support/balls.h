/* Values of expressions in ball arithmetic, for tests: at a random point, or of constants. */
#ifndef VV_TESTS_SUPPORT_BALLS_H
#define VV_TESTS_SUPPORT_BALLS_H

#include "prove/refute.h"
#include "tap.h"

typedef struct ball_values {
    int n;
    double *mid;
    double radius; /* the largest */
} ball_values;

/* Takes the values at the first point where all are defined, and stops there. */
static inline bool ball_take(vv_balls *b, int n, const int *root, int scratch, void *data,
                             int *which, double *residual) {
    (void)scratch;
    ball_values *v = data;
    v->n = n;
    v->radius = 0;
    for (int i = 0; i < n; i++) {
        v->mid[i] = vv_ball_midpoint_double(b, root[i]);
        double r = vv_ball_radius(b, root[i]);
        if (r > v->radius) v->radius = r;
    }
    *which = 0;
    *residual = 0;
    return true;
}

/* Values at a random rational point whose coordinates are doubles (returned in *p); false if no
 * point in the domain was found. mid has room for n. */
static inline bool ball_at_random(vv_ctx *c, int n, const vv_expr *e, uint64_t seed, double *mid,
                                  vv_proof *p) {
    ball_values v = {.mid = mid};
    return vv_refute(c, NULL, n, e, seed, 0, ball_take, &v, p);
}

/* Values of expressions without symbols, rounded to double; false if undefined. */
static inline bool ball_constants(vv_ctx *c, int n, const vv_expr *e, double *mid) {
    ball_values v = {.mid = mid};
    vv_proof p;
    return vv_refute(c, NULL, n, e, 1, 0, ball_take, &v, &p) && v.radius < 1e-20;
}

#endif
