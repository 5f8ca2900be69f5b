/* Small motions under harmonic forces, and their matrices in doubles. */
#ifndef VV_ANALYSIS_FORCED_HARMONIC_FORCING_H
#define VV_ANALYSIS_FORCED_HARMONIC_FORCING_H

#include "analysis/forced/harmonic_terms.h"
#include "analysis/equilibria/small_motions.h"
#include "evaluate/tape/tape.h"

/* The perturbations of one frequency and phase: b cos(ω t + α). */
typedef struct vv_harmonic_force {
    vv_expr frequency, phase;
    vv_expr *b; /* its amplitude along each direction (n) */
} vv_harmonic_force;

/* The perturbations at an equilibrium, at most VV_HARMONICS_MOST; -1 if one is not a sum of
 * harmonic terms, with its text in *no (NULL if there are too many or memory is exhausted). */
int vv_harmonic_forces_find(vv_ctx *c, const vv_study *study, const vv_equilibrium *at,
                            vv_harmonic_force *out, const char **no);

enum { VV_HARMONIC_RESPONSE_MOST = 20 };
/* (K - ω^2 M + i ω G) z = b in doubles, n <= VV_HARMONIC_RESPONSE_MOST; false when singular. */
bool vv_harmonic_response(int n, const double *M, const double *G, const double *K, const double *b,
                          double frequency, double *re, double *im);

/* M, G, K and `more` as functions of `in`, all other symbols at the model's values. */
typedef struct vv_linear_matrices {
    int n;
    vv_tape *tape;
    double *scratch, *M, *G, *K, *more;
} vv_linear_matrices;

/* False if a symbol has no value (*why names it) or memory is exhausted. An equilibrium known
 * only numerically is not moved: *why says so if an input would shift it. */
bool vv_linear_matrices_open(vv_ctx *c, const vv_study *study, const vv_linearized *m,
                             const vv_equilibrium *at, int nin, const vv_expr *in, int nmore,
                             const vv_expr *more, vv_linear_matrices *out, const char **why);
/* Fills M, G, K, more; NaN where undefined. */
void vv_linear_matrices_evaluate(const vv_linear_matrices *x, const double *in);

#endif
