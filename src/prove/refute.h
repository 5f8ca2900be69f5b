/* Refutation: expressions at random rational points in ball arithmetic. For prove/ only.
 *
 * Works on the expressions as they stand, without the rewriting of prover_program.c, and so also
 * checks it. General functions take free values: equal derivatives at points that cannot be told
 * apart are equal, all others are independent, which some smooth function realises. */
#ifndef VV_PROVE_REFUTE_H
#define VV_PROVE_REFUTE_H

#include "exact/ball.h"
#include "prove/prove.h"

/* Asked at a point where the expressions have the values of slots root[0 .. n-1]; true refutes.
 * `scratch` is the first of the extra slots. */
typedef bool vv_ball_test(vv_balls *b, int n, const int *root, int scratch, void *data, int *which,
                          double *residual);

/* Tries points until the test succeeds; then fills the witness and gives true. */
bool vv_refute(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, uint64_t seed, int extra,
               vv_ball_test *test, void *data, vv_proof *out);
/* The same with points that walk from where the facts hold to where the test is met: one of the
 * expressions negative or, `all`, all of them positive. For thin sets that no draw finds. */
typedef struct vv_refute_walk {
    bool all;
    vv_ball_test *test;
    void *data;
} vv_refute_walk;
bool vv_refute_by_walk(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, uint64_t seed,
                       const vv_refute_walk *w, vv_proof *out);

/* Some root certainly not zero? */
bool vv_ball_roots_differ(vv_balls *b, int n, const int *root, int scratch, void *data, int *which,
                          double *residual);

#endif
