/* The modular prover: programs run at random points until chance is excluded. For prove/ only. */
#ifndef VV_PROVE_MODULAR_PROVER_H
#define VV_PROVE_MODULAR_PROVER_H

#include "prove/modular_point.h"

/* log2 of the probability that a program whose roots are not all zero shows zeros in one lane; with
 * minors = k for k x k minors of the roots. 0: no bound can be given. */
double vv_modular_error_bound(vv_ctx *c, const vv_prover_program *p, int minors);

typedef struct vv_modular_result {
    vv_verdict verdict; /* REFUTED here means: not zero in the ring of independent quantities */
    double log2_bound;
    int lanes;    /* successful ones */
    int which;    /* first root found not to vanish */
    bool certain; /* REFUTED: the quantities are independent, so it is not zero at all */
} vv_modular_result;

/* A question asked of every successful lane; false ends with REFUTED. */
typedef bool vv_modular_test(const vv_prover_program *p, const vv_modular_point *lane, void *data,
                             int *which);

/* Run lanes until the test failed once or the bound is reached. */
vv_status vv_modular_run(vv_ctx *c, const vv_prover_program *p, uint64_t seed, double bound_log2,
                         int minors, vv_modular_test *test, void *data, vv_modular_result *out);
/* All roots zero? */
bool vv_modular_roots_vanish(const vv_prover_program *p, const vv_modular_point *lane, void *data,
                             int *which);

#endif
