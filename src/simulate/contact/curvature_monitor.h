/* Two surfaces that touch at one point on the way: whether they still fit there. */
#ifndef VV_SIMULATE_FIT_H
#define VV_SIMULATE_FIT_H

#include "base/buffer.h"
#include "simulate/integrate/stepper.h"

/* Begins as zeros. */
typedef struct vv_fit {
    const vv_machine *of; /* the flow's own, for which this was built */
    vv_tape *tape;        /* in: as the flow's.  out: the model's guards */
    double *in, *out, *scratch;
    bool *told; /*                                               (guards) */
} vv_fit;

/* Near the contact the gap between two surfaces is a quadratic form of their relative curvature
 * (guards of the kind FIT: its trace, its determinant). Over the step of length dt, whose series
 * stand: where it ceases to be positive definite is told with its time, once for each pair. */
void vv_fit_step(vv_fit *w, const vv_stepper *s, double dt, vv_buffer *account);
void vv_fit_keep(vv_fit *w, const vv_flow *f, vv_keep *k);

#endif
