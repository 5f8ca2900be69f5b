/* Certified Floquet multipliers of  M y'' + G y' + K y = 0  with coefficients of period P
 * [Floquet1883]: the solution after one period is enclosed by Taylor series with a bound on the
 * remainder, in ball arithmetic; its eigenvalues are isolated.
 *
 * Multipliers of modulus 1 cannot be enclosed inside or on the circle by themselves. If the
 * equations are Lagrange's (Helmholtz's conditions: M = M^T, G + G^T = 2 M', K - K^T = (G -
 * G^T)'/2), the flow is symplectic and the characteristic polynomial is p(ρ) = ρ^n r(ρ + 1/ρ):
 * multipliers are distinct and on the circle iff r has n distinct real roots between -2 and 2. */
#ifndef VV_EQUATIONS_STABILITY_FLOQUET_MULTIPLIERS_H
#define VV_EQUATIONS_STABILITY_FLOQUET_MULTIPLIERS_H

#include "equations/stability/linearized_equations.h"
#include "equations/stability/stability_theorems.h"
#include "model/model.h"

typedef enum vv_multiplier_place {
    VV_MULTIPLIERS_UNKNOWN,
    VV_MULTIPLIERS_INSIDE,    /* all inside the unit circle */
    VV_MULTIPLIERS_OUTSIDE,   /* one is outside */
    VV_MULTIPLIERS_ON_CIRCLE, /* of each decoupled part: all inside, or all on it and distinct */
} vv_multiplier_place;

typedef struct vv_multipliers {
    vv_multiplier_place place;
    const char *why; /* unknown: one sentence, or NULL */
    bool by_values;  /* the parameter values were used */
    int n;           /* multipliers listed: all, or none if they could not be isolated */
    double re[2 * VV_DETERMINANT_MAX], im[2 * VV_DETERMINANT_MAX];
    double largest; /* the largest modulus of those listed */
} vv_multipliers;

/* m->n <= VV_DETERMINANT_MAX. period: of M, G and K, for all parameter values or at those stated.
 */
vv_status vv_multipliers_find(vv_ctx *c, const vv_model *model, const vv_facts *f,
                              const vv_linearized *m, vv_expr period, vv_multipliers *out);
/* Do the directions of the speeds change with time at the position? Then y is not the integral of
 * y' along them, and there are no such equations. */
bool vv_directions_move(vv_ctx *c, const vv_system *s, const vv_facts *f, vv_position_evaluator *at,
                        const void *data);

#endif
