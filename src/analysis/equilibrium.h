/* Positions of equilibrium in symbols: the forces on the directions the constraints leave vanish at
 * rest [Appell1896, no. 449; M-EQUIL].
 *
 * The equations of rest are turned into polynomials in the coordinates and in the sines and cosines
 * of single angles; these are factored over the rationals, and each factor is solved for a
 * coordinate in which it is linear, or an angle that it gives by its sine, cosine or tangent, or by
 * a quadratic in its cosine. Angles are taken in (-pi, pi]. */
#ifndef VV_ANALYSIS_EQUILIBRIUM_H
#define VV_ANALYSIS_EQUILIBRIUM_H

#include "analysis/topic.h"

enum { VV_EQUILIBRIA_MOST = 64, VV_CONDITIONS_MOST = 8 };

typedef struct vv_equilibrium {
    vv_expr *q; /* of each coordinate its value; the symbol itself where it is free (nq) */
    int nconditions;
    vv_expr condition[VV_CONDITIONS_MOST]; /* >= 0, else there is no such position */
} vv_equilibrium;

typedef struct vv_equilibria {
    int nforces;
    vv_expr *force; /* at rest; finite constraints behind them (nforces)         */
    int nfree;
    int *free; /* coordinates that occur in none of these                         */
    int n;
    vv_equilibrium *list;
    bool complete;    /* every factor was solved: there are no others, for general values */
    vv_expr unsolved; /* a factor that was not, or poison                                */
} vv_equilibria;

/* VV_E_BEYOND when the forces at rest are no polynomials of that kind, or depend on the time. */
vv_status vv_equilibria_find(vv_ctx *c, const vv_study *study, vv_equilibria *out);
/* An expression at one of them, at rest. */
vv_expr vv_at_equilibrium(vv_ctx *c, const vv_system *s, const vv_equilibrium *e, vv_expr x);

#endif
