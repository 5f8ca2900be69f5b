/* Lyapunov exponents: how fast neighbouring motions separate.
 *
 * After each step the free variational directions are orthogonalized, first to last, in the
 * Euclidean norm of dq and dw; the sums of the logarithms of their norms, divided by the time, are
 * the exponents, largest first [Benettin1980]. */
#ifndef VV_SIMULATE_RUN_LYAPUNOV_H
#define VV_SIMULATE_RUN_LYAPUNOV_H

#include "simulate/integrate/integrate.h"

typedef struct vv_lyapunov {
    int n;                /* exponents                                           */
    int first;            /* direction of the first, counted from 1              */
    double *sum, *middle; /* of the logarithms; up to half of the time       (n) */
    double *basis;        /* the directions as unit vectors             (n*size) */
    double begin, half, end;
    int lost; /* directions dependent on earlier ones: there are no more exponents  */
} vv_lyapunov;

/* For the free directions of the variational equations; n is 0 without. false if out of memory. */
bool vv_lyapunov_new(const vv_dynamics *f, double until, vv_lyapunov *out);
/* After a step, or (`begin`) at the start of the motion: the directions become orthonormal. */
void vv_lyapunov_step(vv_lyapunov *l, vv_stepper *s, bool begin);
/* Its part of a checkpoint. */
void vv_lyapunov_serialize(vv_lyapunov *l, vv_serializer *k);
void vv_lyapunov_report(const vv_lyapunov *l, vv_buffer *account);

#endif
