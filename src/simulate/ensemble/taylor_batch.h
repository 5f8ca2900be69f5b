/* Several motions of one system side by side: each a Taylor stepper of its own, their matrices,
 * series and steps computed in the lanes of vectors. A motion takes the same steps here as alone,
 * to the bit. */
#ifndef VV_SIMULATE_ENSEMBLE_TAYLOR_BATCH_H
#define VV_SIMULATE_ENSEMBLE_TAYLOR_BATCH_H

#include "evaluate/jit/jit.h"
#include "simulate/integrate/taylor.h"

enum { VV_TAYLOR_BATCH_MAX_LANES = 8 };
typedef struct vv_taylor_batch {
    int lanes;
    double tolerance;
    vv_dynamics
        flow[VV_TAYLOR_BATCH_MAX_LANES]; /* the system and what each needs where it goes alone */
    vv_stepper member[VV_TAYLOR_BATCH_MAX_LANES]; /* state and step of each */
    vv_stepper *at[VV_TAYLOR_BATCH_MAX_LANES]; /* the members; or others of the same system in their
                                                  places */
    vv_jet *jet;
    int expansions; /* so far, up to as many as make it pay to have other code for them */
    bool spoilt;    /* a lane has what is no number, which its next motion would meet */
    double *work; /* series of all: coefficient k of value i in lane l behind those of the others */
    vv_jit *matrix;
    double *in, *out, *scratch; /* of the matrices                                        */
    double *low, *least, *size, *ahead, *h,
        *pivots;    /* of the steppers, in lanes; h: 0 before a first step */
    double *nobody; /* for what is not asked for */
    double *terms,
        *shortest; /* as vv_taylor_last_terms, in lanes; the number that limits the step */
} vv_taylor_batch;

/* As many as the processor has lanes for, at most `most`; out->lanes 1: this system has none, the
 * members are still good. false on refusal of memory. The flow is only read. */
bool vv_taylor_batch_new(const vv_dynamics *f, double tolerance, int most, vv_taylor_batch *out);
/* Expand every member that is `alive`: as vv_taylor_expand for each. What stands in its series
 * lasts until the next time. */
void vv_taylor_batch_expand(vv_taylor_batch *b, const bool *alive, vv_step_fault *fault);

#endif
