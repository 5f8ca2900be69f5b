/* Refutation: expressions at random rational points in ball arithmetic. For prove/ only. Works
 * on the expressions as they stand, without the rewriting of prover_program.c, and therefore
 * checks it, too. General functions take free values: equal derivatives at indistinguishable
 * points are equal, all others are independent, and some smooth function realizes them. */
#ifndef VV_PROVE_REFUTE_H
#define VV_PROVE_REFUTE_H

#include "exact/exact.h"
#include "prove/prove.h"

/* Test at a point where slots root[0 .. n-1] hold the values of the expressions; true refutes.
 * `scratch` is the first of the extra slots. */
typedef bool vv_ball_test(vv_balls *b, int n, const int *root, int scratch, void *data, int *which,
                          double *residual);

/* Tries points until the test succeeds; then fills in the witness and returns true. */
bool vv_refute(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, uint64_t seed, int extra,
               vv_ball_test *test, void *data, vv_proof *out);
/* The same with points that walk from where the facts hold to where the test succeeds: one of
 * the expressions negative or, `all`, all of them positive. For thin sets that random points
 * miss. */
typedef struct vv_refute_walk {
    bool all;
    vv_ball_test *test;
    void *data;
} vv_refute_walk;
bool vv_refute_by_walk(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, uint64_t seed,
                       const vv_refute_walk *w, vv_proof *out);

/* Is some root certainly nonzero? */
bool vv_ball_roots_differ(vv_balls *b, int n, const int *root, int scratch, void *data, int *which,
                          double *residual);

#endif
