/* The equations of a start in the making, and the way onto them. For initial.c, which says in which
 * order things are tried. */
#ifndef VV_SIMULATE_INITIAL_ASSEMBLY_H
#define VV_SIMULATE_INITIAL_ASSEMBLY_H

#include <math.h>

#include "numeric/dense_vector.h"
#include "simulate/formulation/dynamics.h"

/* Equations on nq unknown numbers, first to last the more willing to give way. The numbers, and
 * what the equations leave, are those of units in which they are about 1 (scaling.c): limits need
 * not know whether a model is of molecules or of planets. */
typedef struct assembly {
    const vv_dynamics *f;
    vv_ctx *c;
    int nq, nrows;
    int rank; /* of the rows where all of them hold: off that, more may be independent */
    const vv_constraint_row **row;
    vv_tape *tape; /* in: q, q', t.  out: g or f (nrows), coefficients (nrows*nq) */
    double *scratch, *in, *out;
    vv_tape *masses; /* in: q, q', t.  out: W (nq*nq); NULL before it is asked for  */
    double *masses_scratch, *masses_out;
    double *value;  /* q, q'                                              (2 nq) */
    double *wanted; /* as stated                                          (2 nq) */
    bool *stated;   /*                                                    (2 nq) */
    int nspeeds;    /* stated speeds                                             */
    int nidle;      /* behind them: speeds that are 0 unless something says otherwise,   */
    int ndeclared;  /* of these, first, the declared ones                                 */
    const vv_assignment **speed;
    vv_tape *speeds; /* of all. in: q, q', t.  out: value (n), by q' (n*nq), wanted (n) */
    double *speeds_scratch, *speeds_out;
    int *willing; /* coordinates, the most willing to stay 0 first        (nq) */
    bool *led;    /* those whose rates rather follow from others          (nq) */
    double *basis, *lhs;
    bool *soft;  /* rows that dry friction keeps where what is stated allows it             */
    bool *open;  /* contacts that begin apart                                    (contacts) */
    double *gap; /* by so much; 0: they part                                     (contacts) */
    bool *guess; /* coordinates of a contact, which the pose of the bodies gives       (nq) */
    bool yield;  /* guesses give way before anything else that is stated                    */
    int level;   /* where the unknowns begin in value: 0 positions, nq velocities           */
    /* powers of two: a value as the model has it is unit * value, and what an equation leaves,
     * row_unit * out; of speeds likewise. All 1 unless the model is very large or very small. */
    double *unit, *row_unit, *speed_unit; /* (2 nq), (rows), (speeds)                       */
    bool scaled;        /* one of them may not be 1                                          */
    vv_dimension *kind; /* coordinates of the same are measured together               (nq) */
} assembly;

/* ---- what is stated (stated_values.c) ---------------------------------------------------------
 */

/* Values, guesses and speeds that the model states or leaves at 0. */
void vv_assembly_read_stated_values(assembly *a);
/* Of the level that is built: which rates are the first to stay 0, the last to be led. */
void vv_assembly_prioritize(assembly *a);
/* Is everything stated as it was stated, the constraints aside? */
bool vv_assembly_is_as_stated(const assembly *a, bool positions);
/* What is stated must not be moved far, speeds by no more of the largest of them. */
bool vv_assembly_is_near_stated(assembly *a, bool positions, double t);
/* Positions by no more than this share of their size as they are found: the unit of length may be
 * anything, that of angles is 1. */
bool vv_assembly_positions_within(assembly *a, double t, double far);
/* A stated value moved by less may be what is left of its digits. */
#define VV_ASSEMBLY_ROUNDED 0.02

/* ---- tapes (assembly_build.c) ---------------------------------------------------------------- */

/* n expressions of q, q', t; *scratch NULL on refusal of memory. */
vv_tape *vv_assembly_tape(assembly *a, int n, const vv_expr *out, double **scratch);
/* Residuals of one level, coefficients of the velocities. */
bool vv_assembly_build(assembly *a, bool positions);
/* The mass matrix, which few starts ask for; speeds. */
bool vv_assembly_build_mass_matrix(assembly *a);
bool vv_assembly_build_speeds(assembly *a);

/* ---- numbers (scaling.c) -----------------------------------------------------------------------
 */

/* The tapes at the values. */
void vv_assembly_evaluate(assembly *a, double t);
/* Units of the coordinates, found from what is stated of them or, where that is 0, from how far
 * they must go; those of the rates from the stated ones; and of the equations of the level. */
void vv_assembly_scale(assembly *a, double t);
/* Does a whole turn of this coordinate change nothing in the equations? */
bool vv_assembly_is_angle(assembly *a, int i, double t);

/* What is wanted of the speeds, when their tape has run. */
static inline const double *vv_assembly_wanted_speeds(const assembly *a) {
    return a->speeds_out + (a->nspeeds + a->nidle) * (a->nq + 1);
}

/* ---- steps (assembly.c) ---------------------------------------------------------------------- */

/* The equation k.x = b joins those accepted before when it is independent of them. */
bool vv_assembly_accept_row(assembly *a, int *n, const double *k, double b, double *rhs);
/* A contact's relation along its normal may vanish where the run begins but for rounding, beside
 * those across it: it has no direction of its own then. */
bool vv_assembly_row_vanishes(const assembly *a, int r);
/* Change of the values of a level: constraints first, then what is stated, what friction would
 * keep, then zeros: declared speeds, rates, speeds of free frames, rates that these lead. *kept:
 * all that is stated could be kept. */
bool vv_assembly_prioritized_step(assembly *a, bool positions, double *dx, bool *kept);
/* The change to those values on the linearised constraints that differ least from `from`, in the
 * measure of the masses. Both as shares of their largest entries: small masses beside long lengths
 * are no rounding. */
bool vv_assembly_mass_weighted_step(assembly *a, const double *from, double *dx);

/* ---- onto the equations (assembly_newton.c) -------------------------------------------------- */

/* Largest residual of the constraints; *at says which. NaN counts as the largest. */
double vv_assembly_residual(const assembly *a, int *at);
/* By such steps, the weighted or the ordered ones, from the values that stand; *kept as above.
 * false: they do not end on the constraints. */
bool vv_assembly_newton(assembly *a, bool positions, double t, bool weighted, bool *kept);
/* Positions by a line search, near enough for these steps. */
bool vv_assembly_line_search(assembly *a, double t);

/* ---- other starts (multistart.c, separated_contacts.c, rates_from_speeds.c,
 * degenerate_constraints.c) -------------
 */

/* Where a constraint does not feel a coordinate that is 0 (x^2 + y^2 = l^2): tries from either
 * side. One position is the start; several are for the user to choose from. exactly: with all that
 * is stated as it is stated. */
bool vv_assembly_multistart(assembly *a, double t, bool exactly);
/* What is stated was moved by more than rounding: perhaps something that is not stated can make
 * room for it, though zeros do not lead there. false: there are several such positions. */
bool vv_assembly_multistart_if_moved(assembly *a, double t);
/* What is stated comes first: where it can all stay when contacts may be apart, and they are, on
 * the side to which they may part, they begin so, and the level is built anew. false: none does. */
bool vv_assembly_separate_contacts(assembly *a, bool positions, double t);
/* They are apart from the first step on; those that only move off part there. */
void vv_assembly_apply_separated_contacts(const assembly *a);
/* A relation that vanishes where the motion begins, and not beside it, holds all the same: rates
 * that are not stated are those that the speeds tell. false: a diagnostic says which one
 * contradicts. */
bool vv_assembly_rates_from_speeds(assembly *a, double t, const double *state, double *rates);
/* Does each finite constraint act along its derivatives at the positions found? false: a diagnostic
 * names one that holds only where they vanish. */
bool vv_assembly_constraints_are_regular(assembly *a, double t);

#endif
