/* The modular prover: programs run at random points until chance is excluded. For prove/ only. */
#ifndef VV_PROVE_MODULAR_H
#define VV_PROVE_MODULAR_H

#include "prove/modular_point.h"

/* log2 of the probability that a program whose roots are not all zero shows zeros in one lane; with
 * minors = k for k x k minors of the roots. 0: no bound can be given. */
double vv_lane_error(vv_ctx *c, const vv_program *p, int minors);

typedef struct vv_modular {
    vv_verdict verdict; /* REFUTED here means: not zero in the ring of independent quantities */
    double log2_bound;
    int lanes;    /* successful ones */
    int which;    /* first root found not to vanish */
    bool certain; /* REFUTED: the quantities are independent, so it is not zero at all */
} vv_modular;

/* A question asked of every successful lane; false ends with REFUTED. */
typedef bool vv_lane_test(const vv_program *p, const vv_lane *lane, void *data, int *which);

/* Run lanes until the test failed once or the bound is reached. */
vv_status vv_modular_run(vv_ctx *c, const vv_program *p, uint64_t seed, double bound_log2,
                         int minors, vv_lane_test *test, void *data, vv_modular *out);
/* All roots zero? */
bool vv_lane_roots_vanish(const vv_program *p, const vv_lane *lane, void *data, int *which);

#endif
