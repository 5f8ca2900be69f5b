/* Exponents of Lyapunov: how fast neighbouring motions separate.
 *
 * The free directions of a variation are made orthogonal after each step, first to last, in the
 * sum of the squares of dq and dw; the logarithms of the lengths they had, summed, over the time
 * are the exponents, largest first [Benettin1980]. */
#ifndef VV_SIMULATE_RUN_LYAPUNOV_H
#define VV_SIMULATE_RUN_LYAPUNOV_H

#include "simulate/integrate/stepper.h"

typedef struct vv_lyapunov {
    int n;                /* exponents                                           */
    int first;            /* direction of the first of them, counted from 1      */
    double *sum, *middle; /* of the logarithms; up to half of the time       (n) */
    double *basis;        /* the directions as unit vectors             (n*size) */
    double begin, half, end;
    int lost; /* directions that depend on those before: there are no more          */
} vv_lyapunov;

/* Of the free directions of the flow's variation; n is 0 without. false on refusal of memory. */
bool vv_lyapunov_new(const vv_dynamics *f, double until, vv_lyapunov *out);
/* A step was taken, or (`begin`) the motion begins: the directions become unit vectors. */
void vv_lyapunov_step(vv_lyapunov *l, vv_stepper *s, bool begin);
/* Its part of a checkpoint. */
void vv_lyapunov_serialize(vv_lyapunov *l, vv_serializer *k);
void vv_lyapunov_report(const vv_lyapunov *l, vv_buffer *account);

#endif
