/* Monitors whether two surfaces in point contact remain compatible during the motion. */
#ifndef VV_SIMULATE_CONTACT_CURVATURE_MONITOR_H
#define VV_SIMULATE_CONTACT_CURVATURE_MONITOR_H

#include "base/base.h"
#include "simulate/integrate/integrate.h"

/* Zero-initialized. */
typedef struct vv_curvature_monitor {
    const vv_jit *of; /* that of the dynamics for which this was built */
    vv_tape *tape;    /* in: as the tapes of the dynamics.  out: the model's guards */
    double *in, *out, *scratch;
    bool *told; /*                                               (guards) */
} vv_curvature_monitor;

/* Near the contact the gap between two surfaces is the quadratic form of their relative curvature
 * (guards of kind FIT: its trace and its determinant). Over the step of length dt, whose series are
 * current: reports when the form ceases to be positive definite, once for each pair. */
void vv_curvature_monitor_step(vv_curvature_monitor *w, const vv_stepper *s, double dt,
                               vv_buffer *account);
void vv_curvature_monitor_serialize(vv_curvature_monitor *w, const vv_dynamics *f,
                                    vv_serializer *k);

#endif
