/* Working data of the stability theorems; for stability_theorems.c and stability_*.c. */
#ifndef VV_EQUATIONS_STABILITY_STABILITY_INTERNAL_H
#define VV_EQUATIONS_STABILITY_STABILITY_INTERNAL_H

#include "equations/stability/stability_theorems.h"
#include "equations/stability/time_dependence.h"

enum { VV_STABILITY_MAX_DIRECTIONS = VV_DETERMINANT_MAX }; /* directions */

/* The linearization at the equilibrium, without the directions on which no force depends. */
typedef struct work {
    vv_ctx *c;
    const vv_system *s;
    const vv_equations *eq;
    const vv_facts *f, *everywhere; /* at the equilibrium, and everywhere */
    vv_position_evaluator *at;
    const void *data;
    vv_stability *out;
    int n, row[VV_STABILITY_MAX_DIRECTIONS]; /* indices of the directions considered, among the
                                                speeds */
    vv_linearized m;
    const vv_linearized *all; /* of all directions */
    vv_expr M[VV_STABILITY_MAX_DIRECTIONS * VV_STABILITY_MAX_DIRECTIONS],
        G[VV_STABILITY_MAX_DIRECTIONS * VV_STABILITY_MAX_DIRECTIONS],
        K[VV_STABILITY_MAX_DIRECTIONS * VV_STABILITY_MAX_DIRECTIONS];
    vv_expr
        D[VV_STABILITY_MAX_DIRECTIONS * VV_STABILITY_MAX_DIRECTIONS]; /* the symmetric part of G */
    bool dissipates, gyroscopic, symmetric; /* D, G - D are nonzero; K is symmetric */
    const vv_time_dependence *time;         /* NULL: the equations are free of it */
    bool linear;                 /* the equations are, with coefficients that depend on the time */
    bool kinked;                 /* only first derivatives of the forces are known to exist */
    bool digits;                 /* signs are known numerically; no symbolic ones are derived */
    const struct work *whole;    /* set if these directions are a decoupled subsystem; or NULL */
    bool linearly_bounded, idle; /* by the eigenvalues, linear motions are bounded for all parameter
                         values; or all eigenvalues are 0 */
    bool flat;          /* directions on which the energy does not depend are omitted too */
    bool turned;        /* G - D couples these to the omitted directions */
    bool holonomic;     /* all constraints are holonomic */
    bool one_direction; /* they are not, but leave one direction: the motion is along a curve */
    bool regular;       /* T2 is definite in all directions */
    bool degenerate;    /* T2 may be degenerate everywhere */
    bool indefinite;    /* T2 as stated has negative squares: with -U it gives no bound */
    vv_energy_conservation energy;
} work;

/* Stores the verdict and its reason; returns true. */
bool vv_stability_set_verdict(work *w, vv_verdict verdict, const char *why);
/* Computes D and classifies G and K; for a subsystem not classified before. */
void vv_stability_classify(work *w);
/* Examines the signs of the conditions: 1 all hold, -1 one is violated, 0 unknown. Those known
 * are dropped, the others reduced to what decides them given the preceding ones. */
int vv_stability_check_conditions(work *w);
/* Ignorable directions stay at rest if they start at rest; then the others move as if decoupled. */
bool vv_stability_ignorable_decoupled(const work *w);

/* ---- by energy (stability_energy.c); false: inconclusive ------------------------------------- */

/* The energy is conserved or dissipated. */
bool vv_stability_by_energy(work *w);
bool vv_stability_is_gyroscopic(const work *w);
/* No force is linear: the form of lowest order of the force function (stability_forms.c). */
bool vv_stability_by_lowest_form(work *w);
/* Nonholonomic constraints: the energy still bounds the coordinates on which -(U + T0) depends,
 * if it has a strict minimum in all of them. */
bool vv_stability_by_potential(work *w);
/* Energy and momenta are conserved: a strict maximum of the reduced force function suffices,
 * also for other values of the momenta [Lyapunov1892]. Without gyroscopic terms it is necessary. */
bool vv_stability_by_momenta(work *w, const vv_linearized *m);
/* Nonholonomic constraints whose free directions span all variations of the coordinates in the
 * Hessian of -(U + T0): that Hessian replaces K. */
bool vv_stability_use_potential_hessian(work *w, const vv_linearized *m);
/* Energy conserved, no gyroscopic terms: K positive definite is necessary and sufficient, up to
 * the boundary. */
void vv_stability_by_minors(work *w);

/* ---- certificates (stability_argument.c); nothing is done unless proofs are recorded --------- */

/* The potential energy has a strict minimum in the directions considered, or a maximum in one of
 * them: the second variation and the minors that show it. */
void vv_stability_argue_energy(work *w, bool minimum);
/* A strict minimum in n coordinates x, by the Hessian H of V, whose gradient is `slope`. */
void vv_stability_argue_potential(work *w, int n, const vv_expr *x, const vv_expr *slope,
                                  const vv_expr *H);

/* The same in many directions, all of them: the pivots of K or, without a minimum, a negative
 * diagonal entry; those of M. */
void vv_stability_argue_pivots(work *w, bool minimum);

/* One direction is left, and its force function has a strict maximum of order + 1. */
void vv_stability_argue_higher_order(work *w, int order);
/* The uniform motion with speeds in the ratio `by`, of the directions considered. */
void vv_stability_argue_drift(work *w, const vv_expr *by);
/* That of one coordinate, on whose speed no force and no other acceleration acts. */
void vv_stability_argue_uniform(work *w, int speed, int coordinate);
/* The exponents of n blocks of directions, all of them; of: the block of each. */
void vv_stability_argue_roots(work *w, int n, const int *of);

/* ---- forces without derivatives (stability_nonsmooth.c) -------------------------------------- */

void vv_stability_without_derivatives(work *w);
/* One coordinate: forces that depend on it alone have a force function, given or not. */
vv_energy_conservation vv_energy_conservation_of_one(vv_ctx *c, const vv_system *s,
                                                     const vv_facts *f);

/* ---- by Floquet multipliers (stability_multipliers.c) ---------------------------------------- */

/* Equations that depend on the time; all directions are considered. */
void vv_stability_by_multipliers(work *w);

/* ---- by eigenvalues (stability_roots.c) ------------------------------------------------------ */

/* From the roots of the characteristic polynomial. */
void vv_stability_by_roots(work *w);
/* Are the equations of motion themselves linear, in value and without branches? Their
 * coefficients may depend on the time. */
bool vv_stability_is_linear(const work *w);

#endif
