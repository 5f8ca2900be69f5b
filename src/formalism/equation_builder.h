/* Building blocks shared by the formalisms: initializing records, applied forces along the
 * speeds, velocities in independent rates. No equation of motion is derived here. */
#ifndef VV_FORMALISM_EQUATION_BUILDER_H
#define VV_FORMALISM_EQUATION_BUILDER_H

#include "equations/equations.h"
#include "kinematics/kinematics.h"

/* Why a method with velocities linear in the speeds does not apply; NULL if it does. */
const char *vv_refuse_nonlinear(vv_ctx *c, const vv_system *s);
/* The same for a method that separates dependent from independent coordinates
 * (kinematics/coordinate_partition.h). */
const char *vv_refuse_partition(vv_ctx *c, const vv_system *s);

/* Initializes a record in the speeds of the system; the caller fills in the residuals. */
vv_status vv_equations_init_in_speeds(vv_ctx *c, const vv_system *s, vv_equations *out);
/* The same in all coordinates as if free, with a multiplier for each constraint row. */
vv_status vv_equations_init_with_multipliers(vv_ctx *c, const vv_system *s, vv_equations *out);
/* residual_a = inertia_a - Q_a - sum lambda_s A_sa; applied forces as in
 * vv_generalized_forces_on_coordinates. */
void vv_equations_set_residuals(vv_ctx *c, const vv_system *s, const vv_expr *inertia,
                                const vv_expr *Q, vv_equations *out);

/* Servos [Appell1896, no. 470; M-SERVO-10]: adds their unknown efforts to the applied forces,
 * through their work on the displacements `test` of the record, and their constraints to the
 * equations. */
vv_status vv_equations_add_servos(vv_ctx *c, const vv_system *s, vv_equations *out);

/* E_a(L) = d/dt dL/dq'_a - dL/dq_a, in q, q', q''; the derivatives are recorded as steps, with L
 * denoted by `letter`. (nq) */
vv_status vv_lagrange_operator(vv_ctx *c, const vv_system *s, const char *letter, vv_expr L,
                               vv_equations *record, vv_expr *out);
/* e without the terms free of n symbols, for display: S without the terms free of accelerations. */
vv_expr vv_drop_terms_free_of(vv_ctx *c, vv_expr e, int n, const vv_expr *x);
/* Records steps: velocities, accelerations and rotations of the bodies along their axes, if they
 * are few. */
void vv_derivation_bodies(vv_ctx *c, const vv_system *s, const vv_kinematics *m, vv_equations *out);
/* Records a step: the applied forces Q_x. */
void vv_derivation_forces(vv_ctx *c, vv_equations *out, int n, const vv_expr *x, const vv_expr *Q);

/* Adds a definition to be printed before the equations under this title. */
void vv_equations_add_definition(vv_ctx *c, const vv_model *m, vv_equations *out,
                                 const char *letter, vv_expr value, const char *title);

/* Adds a sentence to be printed with the equations. */
void vv_equations_add_note(vv_ctx *c, vv_equations *out, const char *text);

/* Virtual work of forces on coordinates along n displacements, sum F_a direction_ia: converts
 * forces on the coordinates to forces on the speeds. (n, nq, n x nq; out n, not F) */
void vv_virtual_work_on(vv_ctx *c, int n, int nq, const vv_expr *F, const vv_expr *direction,
                        vv_expr *out);
/* All applied forces on the coordinates, dU/dq_a + Q_a, in q, q'. (nq) */
vv_status vv_generalized_forces_on_coordinates(vv_ctx *c, const vv_system *s, vv_expr *out);
/* Their virtual work on dw, in q, w. (n) */
vv_status vv_generalized_forces_on_speeds(vv_ctx *c, const vv_system *s, vv_expr *out);

/* The power of forces held fixed while it is differentiated with respect to velocities, so that
 * all generalized forces come from one pass. */
typedef struct vv_power {
    int n;
    vv_expr *held, *value, *term;
} vv_power;
vv_power vv_power_start(vv_ctx *c, int most); /* most: vectors */
void vv_power_add(vv_ctx *c, vv_power *p, const vv_expr F[3], const vv_expr v[3]);
/* sum F . dv/dx for n velocity variables x. */
vv_status vv_power_generalized_forces(vv_ctx *c, const vv_power *p, int n, const vv_expr *x,
                                      vv_expr *out);

/* Virtual work of the inertia forces of all bodies on the variations of n velocity variables x
 * of a motion, with the sign reversed: sum m a . dv/dx + (I alpha + w x I w) . dw/dx. */
vv_status vv_inertia_virtual_work(vv_ctx *c, const vv_system *s, const vv_kinematics *m, int n,
                                  const vv_expr *x, vv_expr *out);

/* M x = b, where M has a symmetric zero pattern: solves each block of coupled unknowns
 * separately, up to two by Cramer's rule, larger ones as SOLVE nodes. out may be b. */
vv_status vv_solve_block_diagonal(vv_ctx *c, int n, const vv_expr *M, const vv_expr *b,
                                  vv_expr *out);

/* Initializes a record in the independent rates. */
vv_status vv_equations_init_by_partition(vv_ctx *c, const vv_coordinate_partition *k,
                                         vv_equations *out);

/* A system with holonomic constraints solved for the remaining coordinates (lagrange_ok). */
typedef struct vv_reduced_system {
    int n;
    vv_expr *u, *ud, *udd; /* independent coordinates and their rates              (n) */
    vv_expr T, U;          /* in u, u', t */
    vv_expr *Q;            /* forces not in U, on u (n) */
    vv_expr *p;            /* momenta dT/du', linear in u'                         (n) */
    vv_expr *value;        /* q in u, t                                            (nq) */
} vv_reduced_system;

/* Also stores test, rate and rate_rate (in u', u'') and the eliminated coordinates in the
 * record. */
vv_status vv_reduced_system_build(vv_ctx *c, const vv_system *s, vv_reduced_system *out,
                                  vv_equations *record);
/* The velocities x = u'[at[i]] of k coordinates in terms of their momenta p: M x = p - (dT/du'
 * at x = 0); the others are kept. False if T does not determine them. */
bool vv_velocities_by_momenta(vv_ctx *c, const vv_system *s, const vv_reduced_system *r, int k,
                              const int *at, const vv_expr *p, vv_expr *out);
/* A symbol of this name, extended until the model has none of that name. */
vv_expr vv_fresh_symbol(vv_ctx *c, const vv_model *m, const char *name, vv_symbol_kind kind);
/* The momentum of q: LETTER_q. */
vv_expr vv_momentum_symbol(vv_ctx *c, const vv_model *m, const char *letter, vv_expr q);

#endif
