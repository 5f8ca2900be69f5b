/* The equations of consistent initialization, and their solution. For initial.c, which defines the
 * order of attempts. */
#ifndef VV_SIMULATE_INITIAL_ASSEMBLY_H
#define VV_SIMULATE_INITIAL_ASSEMBLY_H

#include <math.h>

#include "numeric/numeric.h"
#include "simulate/formulation/formulation.h"

/* Equations for nq unknowns, in decreasing priority. Unknowns and residuals are in units in which
 * they are about 1 (scaling.c), so that limits apply to models of molecules and of planets
 * alike. */
typedef struct assembly {
    const vv_dynamics *f;
    vv_ctx *c;
    int nq, nrows;
    int rank; /* of the rows on the constraint manifold: elsewhere it may be higher */
    const vv_constraint_row **row;
    vv_tape *tape; /* in: q, q', t.  out: g or f (nrows), Jacobian (nrows*nq) */
    double *scratch, *in, *out;
    vv_tape *masses; /* in: q, q', t.  out: W (nq*nq); NULL until needed            */
    double *masses_scratch, *masses_out;
    double *value;  /* q, q'                                              (2 nq) */
    double *wanted; /* as stated                                          (2 nq) */
    bool *stated;   /*                                                    (2 nq) */
    int nspeeds;    /* stated speeds                                             */
    int nidle;      /* after them: speeds that are 0 unless something determines them    */
    int ndeclared;  /* the first of these: declared speeds                                */
    const vv_assignment **speed;
    vv_tape *speeds; /* of all. in: q, q', t.  out: value (n), by q' (n*nq), wanted (n) */
    double *speeds_scratch, *speeds_out;
    int *willing;        /* coordinates, the first to stay 0 first               (nq) */
    bool *led;           /* coordinates whose rates should follow from others    (nq) */
    double *basis, *lhs; /* of the equations accepted; NULL: there are none (nq*nq) */
    bool *soft;  /* rows that dry friction holds if the stated values allow it              */
    bool *open;  /* contacts separated at the start                              (contacts) */
    double *gap; /* their gap; 0: they are about to separate                     (contacts) */
    bool *guess; /* contact coordinates, determined by the pose of the bodies          (nq) */
    bool yield;  /* guesses give way before any other stated value                          */
    int level;   /* offset of the unknowns in value: 0 positions, nq velocities             */
    /* Powers of two: a value in the units of the model is unit * value, and a residual row_unit *
     * out; likewise for speeds. All 1 unless the model is very large or very small. */
    double *unit, *row_unit, *speed_unit; /* (2 nq), (rows), (speeds)                       */
    bool scaled;        /* one of them may differ from 1                                     */
    vv_dimension *kind; /* coordinates of the same kind are scaled together            (nq) */
} assembly;

/* Does anything but the stated values and zeros determine this level? */
static inline bool vv_assembly_has_equations(const assembly *a, bool positions) {
    return a->nrows || (!positions && a->nspeeds + a->nidle);
}

/* ---- stated values (stated_values.c) --------------------------------------------------------- */

/* Values, guesses and speeds that the model states or leaves at 0. */
void vv_assembly_read_stated_values(assembly *a);
/* For the current level: which rates are the first to stay 0, and the last to follow from
 * others. */
void vv_assembly_prioritize(assembly *a);
/* Are all stated values kept, constraints aside? */
bool vv_assembly_is_as_stated(const assembly *a, bool positions);
/* Stated values must not be moved far, speeds relative to the largest of them. */
bool vv_assembly_is_near_stated(assembly *a, bool positions, double t);
/* Are positions moved by no more than this fraction of their size at the solution? The unit of
 * length may be anything, that of angles is 1. */
bool vv_assembly_positions_within(assembly *a, double t, double far);
/* A smaller change of a stated value may be due to its rounded digits. */
#define VV_ASSEMBLY_ROUNDED 0.02

/* ---- tapes (assembly_build.c) ---------------------------------------------------------------- */

/* n expressions in q, q', t; *scratch NULL if out of memory. */
vv_tape *vv_assembly_tape(assembly *a, int n, const vv_expr *out, double **scratch);
/* Residuals of one level, and their Jacobian with respect to the velocities. */
bool vv_assembly_build(assembly *a, bool positions);
/* The mass matrix, which few initializations need; speeds. */
bool vv_assembly_build_mass_matrix(assembly *a);
bool vv_assembly_build_speeds(assembly *a);

/* ---- evaluation and scaling (scaling.c) ------------------------------------------------------ */

/* Evaluates the tapes at the current values. */
void vv_assembly_evaluate(assembly *a, double t);
/* Units of the coordinates, from their stated values or, if these are 0, from how far they must
 * move; of the rates, from the stated ones; and of the equations of the level. */
void vv_assembly_scale(assembly *a, double t);
/* Are the equations periodic in this coordinate? */
bool vv_assembly_is_angle(assembly *a, int i, double t);

/* What is wanted of the speeds, when their tape has run. */
static inline const double *vv_assembly_wanted_speeds(const assembly *a) {
    return a->speeds_out + (a->nspeeds + a->nidle) * (a->nq + 1);
}

/* ---- steps (assembly.c) ---------------------------------------------------------------------- */

/* Accepts the equation k.x = b if it is independent of those accepted before. */
bool vv_assembly_accept_row(assembly *a, int *n, const double *k, double b, double *rhs);
/* At the start a contact's normal row may vanish, up to rounding, compared with its tangential
 * rows: it then has no direction of its own. */
bool vv_assembly_row_vanishes(const assembly *a, int r);
/* Change of the values of a level: constraints first, then stated values, what friction would hold,
 * then zeros: declared speeds, rates, speeds of free frames, rates that follow from these. *kept:
 * all stated values could be kept. */
bool vv_assembly_prioritized_step(assembly *a, bool positions, double *dx, bool *kept);
/* The change to the values on the linearized constraints nearest to `from`, in the mass metric.
 * Both are scaled by their largest entries: masses small compared with lengths are not rounding. */
bool vv_assembly_mass_weighted_step(assembly *a, const double *from, double *dx);

/* ---- Newton's method (assembly_newton.c) ----------------------------------------------------- */

/* Largest residual of the constraints; *at: its index. NaN counts as the largest. */
double vv_assembly_residual(const assembly *a, int *at);
/* Iterates such steps, weighted or prioritized, from the current values; *kept as above. false: no
 * convergence to the constraints. */
bool vv_assembly_newton(assembly *a, bool positions, double t, bool weighted, bool *kept);
/* Positions by a line search, close enough for these steps. */
bool vv_assembly_line_search(assembly *a, double t);

/* ---- further attempts (multistart.c, separated_contacts.c, ...) ------------------------------ */

/* Where a constraint is insensitive to a coordinate that is 0 (x^2 + y^2 = l^2): tries both sides.
 * A single position is the start; of several the user has to choose. exactly: all stated values are
 * kept. */
bool vv_assembly_multistart(assembly *a, double t, bool exactly);
/* Stated values were moved by more than rounding: perhaps values that are not stated can make room
 * for them, though starting these from 0 does not lead there. false: there are several such
 * positions. */
bool vv_assembly_multistart_if_moved(assembly *a, double t);
/* Stated values come first: if all can be kept with contacts separated, and these are separated on
 * the admissible side, they start so, and the level is rebuilt. false: none does. */
bool vv_assembly_separate_contacts(assembly *a, bool positions, double t);
/* Marks them as separated from the first step on; those at zero gap with an opening velocity
 * separate there. */
void vv_assembly_apply_separated_contacts(const assembly *a);
/* A constraint that vanishes at the start but not nearby still holds: rates that are not stated
 * follow from the speeds. false: a diagnostic names a contradicting rate. */
bool vv_assembly_rates_from_speeds(assembly *a, double t, const double *state, double *rates);
/* Does each holonomic constraint have a nonzero gradient at the positions found? false: a
 * diagnostic names one that holds only where its gradient vanishes. */
bool vv_assembly_constraints_are_regular(assembly *a, double t);

#endif
