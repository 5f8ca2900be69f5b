/* Small motions under forces of given frequencies. */
#ifndef VV_ANALYSIS_DRIVE_H
#define VV_ANALYSIS_DRIVE_H

#include "analysis/forced/harmonic_terms.h"
#include "analysis/linear/linear.h"

/* The perturbations of one frequency and phase: b cos(ω t + α). */
typedef struct vv_harmonic_force {
    vv_expr frequency, phase;
    vv_expr *b; /* its amplitude along each direction (n) */
} vv_harmonic_force;

/* The perturbations at an equilibrium, at most VV_HARMONICS_MOST; -1 if one is not a sum of
 * harmonic terms, with its text in *no (NULL if there are too many or memory is exhausted). */
int vv_harmonic_forces_find(vv_ctx *c, const vv_study *study, const vv_equilibrium *at,
                            vv_harmonic_force *out, const char **no);

enum { VV_HARMONIC_RESPONSE_MOST = VV_LINEAR_MATRICES_MOST };
/* (K - ω^2 M + i ω G) z = b in doubles, n <= VV_HARMONIC_RESPONSE_MOST; false when singular. */
bool vv_harmonic_response(int n, const double *M, const double *G, const double *K, const double *b,
                          double frequency, double *re, double *im);

#endif
