/* Two surfaces that touch at one point on the way: whether they still fit there. */
#ifndef VV_SIMULATE_CONTACT_CURVATURE_MONITOR_H
#define VV_SIMULATE_CONTACT_CURVATURE_MONITOR_H

#include "base/buffer.h"
#include "simulate/integrate/stepper.h"

/* Begins as zeros. */
typedef struct vv_curvature_monitor {
    const vv_jit *of; /* the flow's own, for which this was built */
    vv_tape *tape;    /* in: as the flow's.  out: the model's guards */
    double *in, *out, *scratch;
    bool *told; /*                                               (guards) */
} vv_curvature_monitor;

/* Near the contact the gap between two surfaces is a quadratic form of their relative curvature
 * (guards of the kind FIT: its trace, its determinant). Over the step of length dt, whose series
 * stand: where it ceases to be positive definite is told with its time, once for each pair. */
void vv_curvature_monitor_step(vv_curvature_monitor *w, const vv_stepper *s, double dt,
                               vv_buffer *account);
void vv_curvature_monitor_serialize(vv_curvature_monitor *w, const vv_dynamics *f,
                                    vv_serializer *k);

#endif
