/* Modular prover: runs programs at random points until the error bound is reached. For prove/
 * only. */
#ifndef VV_PROVE_MODULAR_PROVER_H
#define VV_PROVE_MODULAR_PROVER_H

#include "prove/modular_point.h"

/* log2 of the probability that one lane gives zeros although not all roots of the program
 * vanish; with minors = k, for k x k minors of the roots. 0: no bound is known. */
double vv_modular_error_bound(vv_ctx *c, const vv_prover_program *p, int minors);

typedef struct vv_modular_result {
    vv_verdict verdict; /* REFUTED means: not zero in the ring of independent quantities */
    double log2_bound;
    int lanes;    /* number of successful lanes */
    int which;    /* first root found nonzero */
    bool certain; /* REFUTED: the quantities are known to be independent, so it is nonzero over
                   * the reals */
} vv_modular_result;

/* Test applied to every successful lane; false ends with REFUTED. */
typedef bool vv_modular_test(const vv_prover_program *p, const vv_modular_point *lane, void *data,
                             int *which);

/* Runs lanes until the test fails or the bound is reached. */
vv_status vv_modular_run(vv_ctx *c, const vv_prover_program *p, uint64_t seed, double bound_log2,
                         int minors, vv_modular_test *test, void *data, vv_modular_result *out);
/* The test at a point where the parameters have their stated values. VV_UNKNOWN if no such point
 * was found, if a value is not rational, or if a function or root depends on one: it may have a
 * special value there. *any: does a symbol with a stated value occur at all? */
vv_truth vv_modular_at_values(vv_ctx *c, const vv_prover_program *p, uint64_t seed,
                              vv_modular_test *test, void *data, bool *any);
/* Are all roots zero? */
bool vv_modular_roots_vanish(const vv_prover_program *p, const vv_modular_point *lane, void *data,
                             int *which);

#endif
