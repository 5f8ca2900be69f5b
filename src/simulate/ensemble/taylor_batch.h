/* Several motions of one system in SIMD lanes: each has a Taylor stepper of its own; their
 * matrices, series and steps are computed in the lanes of vectors. A motion takes the same steps as
 * it would alone, bit for bit. */
#ifndef VV_SIMULATE_ENSEMBLE_TAYLOR_BATCH_H
#define VV_SIMULATE_ENSEMBLE_TAYLOR_BATCH_H

#include "evaluate/jit/jit.h"
#include "simulate/integrate/integrate.h"

enum { VV_TAYLOR_BATCH_MAX_LANES = 8 };
typedef struct vv_taylor_batch {
    int lanes;
    double tolerance;
    vv_dynamics flow[VV_TAYLOR_BATCH_MAX_LANES];  /* the system, and what each needs when alone */
    vv_stepper member[VV_TAYLOR_BATCH_MAX_LANES]; /* state and step of each */
    vv_stepper *at[VV_TAYLOR_BATCH_MAX_LANES];    /* the members; or others of the same system
                                                   * in their places */
    vv_jet *jet;
    int expansions; /* so far, up to the number at which further compilation pays off */
    bool spoilt;    /* a lane contains NaN, which its next motion would inherit */
    double *work;   /* all series: coefficient k of value i, interleaved by lane */
    vv_jit *matrix;
    double *in, *out, *scratch; /* of the matrices                                        */
    double *low, *least, *size, *ahead, *h,
        *pivots;    /* of the steppers, in lanes; h: 0 before a first step */
    double *nobody; /* dummy for unused results */
    double *terms,
        *shortest; /* as vv_taylor_last_terms, in lanes; the index that limits the step */
} vv_taylor_batch;

/* As many lanes as the processor has, at most `most`; out->lanes 1: this system supports none, the
 * members are still valid. false if out of memory. The dynamics are only read. */
bool vv_taylor_batch_new(const vv_dynamics *f, double tolerance, int most, vv_taylor_batch *out);
/* Expands every member that is `alive`, like vv_taylor_expand for each. Its series are valid until
 * the next call. */
void vv_taylor_batch_expand(vv_taylor_batch *b, const bool *alive, vv_step_fault *fault);

#endif
