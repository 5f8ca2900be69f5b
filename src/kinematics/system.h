/* The common basis of all formalisms: energies, forces and constraint rows of one mechanism, its
 * degrees of freedom, and its generalized speeds.
 *
 * There are three sets of velocity variables:
 *   raw         V: the rates q' of ordinary coordinates and the speeds of free frames;
 *   coordinate  q': the same with the speeds of free frames expressed by Euler parameters;
 *   speeds      w: as many as degrees of freedom, declared or chosen; V = V(q, w, t). */
#ifndef VV_KINEMATICS_SYSTEM_H
#define VV_KINEMATICS_SYSTEM_H

#include "kinematics/constraint_row.h"
#include "kinematics/servo_constraints.h"
#include "model/model.h"

enum {
    VV_D_CONTRADICTION = 401,
    VV_D_REDUNDANT,
    VV_D_IDENTICAL,
    VV_D_NO_FREEDOM,
    VV_D_SPEEDS_FEW,
    VV_D_SPEEDS_DEPENDENT,
    VV_D_NO_MECHANICS,
    VV_D_SPEED_NONLINEAR,
    VV_D_HEIGHT,
    VV_D_MASSLESS,
    VV_D_SERVO_MANY,
    VV_D_SERVO_FEW,
    VV_D_SERVO_SINGULAR,
    VV_D_RELATIVE,
    VV_D_LINDELOF,
    VV_D_SPEEDS_MEET,
    VV_D_DISGUISED,
    VV_D_NO_DIRECTION,
    VV_D_REACTION_FORCE,
    VV_D_SEVERAL_SHEETS,
    VV_D_SHEETS_MEET
};

typedef enum vv_constraint_finding_kind {
    VV_FINDING_IDENTICAL,
    VV_FINDING_REDUNDANT,
    VV_FINDING_CONTRADICTORY
} vv_constraint_finding_kind;

typedef struct vv_constraint_finding {
    vv_constraint_finding_kind kind;
    int constraint;   /* index in the model */
    const char *text; /* one sentence */
} vv_constraint_finding;

typedef struct vv_symbol_map {
    int n;
    vv_expr *from, *to;
} vv_symbol_map; /* a rate or substitution map */

/* Faults that tests inject into certain terms, to see which methods depend on them; 0 otherwise. */
typedef enum vv_test_fault {
    VV_FAULT_GYROSCOPIC = 1,        /* S without alpha . (w x I w) */
    VV_FAULT_HAMEL_COEFFICIENT = 2, /* the first nonzero Hamel coefficient, doubled */
    VV_FAULT_ENERGY_GRADIENT = 4,   /* E(T) without dT/dq */
} vv_test_fault;

/* Substitutions between the variables in which a system is written. */
typedef struct vv_system_maps {
    vv_symbol_map to_raw;           /* declared speeds and their rates -> raw variables       */
    vv_symbol_map to_coordinates;   /* speeds of free frames -> q, q'                         */
    vv_symbol_map to_speeds;        /* V -> functions of q, w, t                              */
    vv_symbol_map raw_rates;        /* d/dt in raw variables: q, V, t                         */
    vv_symbol_map coordinate_rates; /* q -> q', q' -> q'', t -> 1                             */
    vv_symbol_map speed_rates;      /* q -> q'(w), w -> w', t -> 1                            */
} vv_system_maps;

/* Coordinates given by the others through finite constraints. */
typedef struct vv_elimination {
    bool complete; /* all constraints are finite and solved for coordinates: Lagrange's equations
                      without multipliers apply                                              */
    const char *refusal;     /* why it is not, one sentence                                       */
    int n;                   /* coordinates eliminated                                            */
    vv_expr *symbol, *value; /*                                                        (n x 1) */
    int nleft;
    vv_expr *left; /* coordinates left                                             (nleft x 1) */
} vv_elimination;

/* A law outside of the equations by which inputs follow the state: it sets their cells. */
typedef struct vv_feedback {
    void *data;
    void (*apply)(void *data, double t, const double *state); /* q, w */
} vv_feedback;

typedef struct vv_system {
    const vv_model *m;

    /* coordinates */
    int nq;
    vv_expr *q, *qd, *qdd; /*                                                         (nq x 1) */
    vv_facts facts;        /* the model's, and the finite constraints solved                   */
    bool manifold_solved;  /* the rules of facts cover all finite constraints                  */
    vv_expr *solved; /* (m->nconstraints) a finite constraint under the rules for those before it,
                      * when its own was found; poison otherwise */
    vv_system_maps maps;

    /* energies and forces, in coordinate variables */
    int nv;
    vv_expr *v; /* raw velocity symbols V                                             (nv x 1) */
    bool has_T;
    vv_expr T, U;
    vv_expr T_degree[3]; /* parts of T by degree in q'                                         */
    vv_expr *Q;          /* generalised forces that are not in U                      (nq x 1) */
    vv_expr *Q_work;     /* of them those stated by virtual work ...                  (nq x 1) */
    vv_expr *Q_raw;      /* ... and those of loads, by V                              (nv x 1) */
    int napplied; /* symbols of constraint forces on which Q depends, linearly, and what they are by
                     the equations of motion, in q, q', q'', t (kinematics/constraint_forces.h) */
    vv_expr *applied, *applied_value; /*                                         (napplied x 1) */
    bool sought;                      /* these values are being derived */
    bool weighted; /* the balance is projected with weights: without them nothing is determined */

    /* constraints */
    int nrows; /* that act, norms of free frames last                                          */
    int nkept; /* where redundant ones follow them: how many are independent in general, else 0 */
    vv_constraint_row *row;
    int rank, freedom; /* of the rows on V; nv - rank                                          */
    int nfindings;     /* constraints that do not act, and why                                 */
    vv_constraint_finding *finding;
    vv_elimination elimination;
    int nservos;     /* stated                                                                 */
    vv_servos servo; /* those that act; all zero without any                                   */
    bool worked;     /* servos keep some of the rows: their forces work
                        (analysis/constraints/servo_motion.h) */
    const vv_feedback *feedback; /* NULL: inputs do not depend on the state */
    bool massless; /* the mass matrix is singular: accelerations are not determined          */
    bool of_lower_order; /* it is such a mechanism as the next one                             */
    const struct vv_system *determined; /* if massless: the same mechanism with the equations
                        that contain no accelerations as constraints, if they determine the
                        motion; else NULL (kinematics/degenerate_inertia.h)                    */

    /* independent speeds */
    int n;
    bool speeds_ok;            /* all constraints are linear in the velocities                 */
    vv_expr *w, *wd;           /* speeds and their rates                               (n x 1) */
    vv_expr *speed;            /* w in coordinate variables                            (n x 1) */
    vv_expr *determining;      /* speeds, then constraint rows, by V                 (nv x nv) */
    vv_expr *rate, *rate_rate; /* q', q'' in q, w, w', t                              (nq x 1) */
    vv_expr *direction;        /* dq = direction^T dw:  d q'_a / d w_i                (n x nq) */
    const vv_expr *at; /* the position at which the speeds were chosen, or NULL       (nq x 1) */

    const struct vv_relative_motion
        *relative;   /* a frame chosen (kinematics/relative_motion.h), or NULL */
    unsigned faults; /* of vv_test_fault, for tests only */
} vv_system;

/* Builds the system; VV_E_MODEL with diagnostics if the constraints contradict each other or the
 * speeds do not determine the velocities. Adds notes and warnings for redundant and identical
 * constraints. */
vv_status vv_system_build(vv_ctx *c, const vv_model *m, vv_system *out);

/* The same mechanism in rates of coordinates that are independent at a position, whatever speeds
 * are declared; VV_E_BEYOND if the constraints are dependent there, or with servos. */
vv_status vv_system_in_local_rates(vv_ctx *c, const vv_system *s, const vv_expr *at,
                                   vv_system *out);

/* Forces that depend on constraint forces (kinematics/constraint_forces.h). */
vv_status vv_system_resolve_reaction_forces(vv_ctx *c, vv_system *s);
/* d/dt dT/dq' - d(T + U)/dq - Q of each coordinate as if free: the force that the constraints exert
 * on it, in q, q', q'', t. (nq) */
vv_status vv_system_balance(vv_ctx *c, const vv_system *s, vv_expr *out);
/* Warns if the mass matrix is singular along the motions that the constraints allow. */
vv_status vv_system_check_mass_matrix(vv_ctx *c, vv_system *s);
/* Adds a note if rolling keeps a contact coordinate at its initial value. */
vv_status vv_system_note_constant_heights(vv_ctx *c, vv_system *s);
/* Warns if a kinetic energy stated directly lacks a velocity that was eliminated by constraints
 * which must not be used in it. */
vv_status vv_system_check_lindelof(vv_ctx *c, const vv_system *s);
/* Determinant of the declared speeds and the constraints with respect to the velocities: where
 * it vanishes the speeds are dependent. Poison without declared speeds, or if there are too many
 * velocities. */
vv_expr vv_speed_determinant(vv_ctx *c, const vv_system *s);
/* Of an n*n matrix, without division; for small n. */
vv_expr vv_determinant_by_minors(vv_ctx *c, int n, const vv_expr *a);
/* Reports errors for what equations of motion need: no degree of freedom; no energies, bodies or
 * masses. */
vv_status vv_system_check_movable(vv_ctx *c, const vv_system *s);
/* Do time-dependent constraints move the mechanism, even if they leave no degree of freedom? */
bool vv_system_is_driven(vv_ctx *c, const vv_system *s);
vv_status vv_system_check_mechanics(vv_ctx *c, const vv_system *s);

/* The model with these values in place of its inputs: any expressions of the language. */
const vv_model *vv_model_with_inputs(vv_ctx *c, const vv_model *m, const vv_expr *value);
/* The system with these values in place of its inputs, constants or their own symbols. Shares
 * everything but forces with s. */
vv_status vv_system_with_inputs(vv_ctx *c, const vv_system *s, const vv_expr *value,
                                vv_system *out);
/* The system without inputs: all of them are 0. */
vv_status vv_system_without_inputs(vv_ctx *c, const vv_system *s, vv_system *out);

/* Reports an error: a holonomic constraint whose derivatives vanish wherever it holds. */
void vv_diag_vanishing_gradient(vv_ctx *c, vv_span span, const char *label);
/* Holonomic constraints that are no longer active because others were found to imply them near
 * some position, and that do not follow from the rules of the facts: they hold wherever the
 * mechanism can be. Room for nfindings; returns their number. */
int vv_system_implied_constraints(vv_ctx *c, const vv_system *s, vv_expr *out);

/* steps of vv_system_build */
vv_status vv_system_build_rows(vv_ctx *c, vv_system *s);
vv_status vv_system_build_servos(vv_ctx *c, vv_system *s);
vv_status vv_system_choose_speeds(vv_ctx *c, vv_system *s);
/* What these steps found, for --trace=rows and --trace=speeds. */
void vv_system_trace_rows(vv_ctx *c, const vv_system *s);
void vv_system_trace_speeds(vv_ctx *c, const vv_system *s);
vv_status vv_system_servo_actions(vv_ctx *c, vv_system *s);
vv_status vv_system_hidden_constraints(vv_ctx *c, vv_system *s);
/* Virtual displacements in coordinates on which neither contacts nor servos do work, one per
 * speed that (9) leaves: n - j rows of nq; returns their number. */
int vv_servo_virtual_displacements(vv_ctx *c, const vv_system *s, vv_expr *out);
void vv_system_eliminate_coordinates(vv_ctx *c, vv_system *s);
/* Adds rules to facts that put a point on g = 0; false if no symbol can be solved for. */
bool vv_manifold_add_rule(vv_ctx *c, const vv_model *m, vv_facts *facts, vv_expr g);
/* Adds rules for the Euler parameters of the free frame whose first is the coordinate `first`:
 * their ratios to one of them, the base, stand for them (Rodrigues's parameters where that is e0).
 * Every ratio belongs to a rotation, and the direction cosines are rational in them. beside: the
 * first parameter of another frame, with rules already, to which the rotation is taken relative; -1
 * for none. */
void vv_manifold_add_ratios(vv_ctx *c, const vv_model *m, vv_facts *facts, int first, int base,
                            int beside);
/* The same for a constraint of the system itself: left open if it cannot be solved. */
void vv_manifold_add_constraint(vv_ctx *c, vv_system *s, vv_expr g);
vv_expr vv_facts_rewrite(vv_ctx *c, const vv_facts *f, vv_expr e);

/* dT/dx of a kinetic energy with respect to n coordinates, as needed in Lagrange's equations. */
void vv_kinetic_energy_gradient(vv_ctx *c, const vv_system *s, vv_expr T, int n, const vv_expr *x,
                                vv_expr *out);

vv_expr vv_symbol_map_time_derivative(vv_ctx *c, const vv_symbol_map *r, vv_expr e);
vv_expr vv_symbol_map_apply(vv_ctx *c, const vv_symbol_map *r, vv_expr e);
/* An expression of the model in q, q' and q'': declared speeds and those of free frames are
 * replaced. */
vv_expr vv_expr_in_coordinates(vv_ctx *c, const vv_system *s, vv_expr e);
vv_vec vv_vec_symbol_map_apply(vv_ctx *c, const vv_symbol_map *r, vv_vec v);

#endif
