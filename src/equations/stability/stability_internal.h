/* What the theorems on the stability of a position work on; for stability_theorems.c and
 * stability_*.c. */
#ifndef VV_EQUATIONS_STABILITY_STABILITY_INTERNAL_H
#define VV_EQUATIONS_STABILITY_STABILITY_INTERNAL_H

#include "equations/stability/stability_theorems.h"

enum { VV_STABILITY_MAX_DIRECTIONS = VV_DETERMINANT_MAX }; /* directions */

/* The position, without the directions that no force depends on. */
typedef struct work {
    vv_ctx *c;
    const vv_system *s;
    const vv_equations *eq;
    const vv_facts *f, *everywhere; /* at the position, and wherever the system is */
    vv_position_evaluator *at;
    const void *data;
    vv_stability *out;
    int n, row[VV_STABILITY_MAX_DIRECTIONS]; /* directions that count, among the speeds */
    vv_linearized m;
    vv_expr M[VV_STABILITY_MAX_DIRECTIONS * VV_STABILITY_MAX_DIRECTIONS],
        G[VV_STABILITY_MAX_DIRECTIONS * VV_STABILITY_MAX_DIRECTIONS],
        K[VV_STABILITY_MAX_DIRECTIONS * VV_STABILITY_MAX_DIRECTIONS];
    vv_expr
        D[VV_STABILITY_MAX_DIRECTIONS * VV_STABILITY_MAX_DIRECTIONS]; /* the symmetric part of G */
    bool dissipates, gyroscopic, symmetric; /* D, G - D do not vanish; K is symmetric */
    bool digits;                            /* signs are known by numbers, none is sought */
    const struct work *whole;               /* these are a part that moves by itself; or NULL */
    bool stays, idle; /* by the roots the linear motions stay near, whatever the parameters; or all
                         roots are 0 */
    bool flat;        /* what the energy does not depend on is left out too */
    bool turned;      /* G - D does not vanish between these and the directions left out */
    bool finite;      /* all constraints are */
    bool lone;        /* they are not, but leave one direction: the motion is along a curve */
    bool regular;     /* T2 is definite, all directions counted */
    bool degenerate;  /* it may be that T2 never is             */
    bool indefinite;  /* it has negative squares, as stated: with -U it bounds nothing */
    vv_energy_conservation energy;
} work;

/* The verdict and its reason; true. */
bool vv_stability_set_verdict(work *w, vv_verdict verdict, const char *why);
/* D, and of which kind G and K are; of a part not known before. */
void vv_stability_classify(work *w);
/* What is left of the conditions when their signs are looked at: 1 all hold, -1 one is violated, 0
 * not known. Known ones are dropped, the others reduced to what decides them beside those before.
 */
int vv_stability_check_conditions(work *w);
/* What no force depends on stays at rest when it is: then the rest moves as if it were not there.
 */
bool vv_stability_ignorable_decoupled(const work *w);

/* ---- by the energy (stability_energy.c); false: nothing follows ------------------------------ */

/* With the energy kept or lost. */
bool vv_stability_by_energy(work *w);
/* Relations between velocities: the energy still bounds the coordinates that -(U + T0) depends on,
 * where it has a strict minimum in all of them. */
bool vv_stability_by_potential(work *w);
/* Energy and momenta kept: a strict maximum of the force function that they leave is enough, also
 * for other values of the momenta [Lyapunov1892]. Without gyroscopic terms it is necessary. */
bool vv_stability_by_momenta(work *w, const vv_linearized *m);
/* Relations between velocities, but the directions they leave move the coordinates of the second
 * derivatives of -(U + T0) in every way: these take the place of K. */
bool vv_stability_use_potential_hessian(work *w, const vv_linearized *m);
/* Energy kept, no gyroscopic terms: K positive is necessary and sufficient, up to its border. */
void vv_stability_by_minors(work *w);

/* ---- by the roots (stability_roots.c) -------------------------------------------------------- */

/* By the roots of the characteristic equation. */
void vv_stability_by_roots(work *w);

#endif
