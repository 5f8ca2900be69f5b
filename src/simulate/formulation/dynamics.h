/* The dynamics of a motion: the equations of one system in one formulation, and the Taylor series
 * of their solution at a state.
 *
 * Formulations: minimal speeds, q' = B w + b and M(q) w' = f (Appell, Kane); constrained (KKT)
 * form, all coordinates as if free with a multiplier for each constraint. Both in residual form:
 * the equations are evaluated on series whose newest acceleration coefficient is 0, and one solve
 * with the order-0 matrix, factored once, corrects it (ARCHITECTURE.md, "Integration"). A holonomic
 * constraint is not differentiated: its Taylor coefficient k + 2 has to vanish, that of a
 * nonholonomic one k + 1. */
#ifndef VV_SIMULATE_FORMULATION_DYNAMICS_H
#define VV_SIMULATE_FORMULATION_DYNAMICS_H

#include "equations/equations.h"
#include "evaluate/jet/jet.h"
#include "numeric/lu.h"
#include "evaluate/jit/jit.h"
#include "evaluate/equation_tapes.h"
#include "kinematics/system.h"
#include "simulate/formulation/kkt.h"
#include "simulate/formulation/coulomb.h"

/* Constraint rows whose series have to vanish `shift` orders ahead. */
typedef struct vv_dynamics_constraints {
    int n, shift;
    int *row; /* of the equations                                   (n) */
    vv_jet *jet;
    double *work; /* inputs: q, w, t                                        */
} vv_dynamics_constraints;

typedef struct vv_dynamics {
    vv_ctx *c;
    const vv_system *s;
    vv_parameter_values fixed;
    const vv_equations *eq;
    const struct vv_variational *variation; /* whose equations these are (variational.h), or NULL */
    const vv_equations *without; /* the same without the parameters among the coordinates */
    bool multipliers;
    int loose;    /* the last so many coordinates are parameters (free_parameters.h)         */
    int nq, n, m; /* coordinates, speeds, multipliers                         */
    int own;      /* speeds of the motion itself: n without a variation       */
    int order;    /* of the series                                            */
    vv_tape
        *residual; /* in: q, w, w', lambda, t.  out: q' (nq), residual (n), of laws or relations */
    vv_jet *jet;   /* of it, or `closed` until there is need of it              */
    double *work;
    vv_jet *closed; /* of it and the relations, all orders in one go; NULL or not closed: none */
    const bool *filled; /* as its closure has it */
    double *closed_work;
    double *series; /* coefficients of q, w, w', multipliers, t: in one or the other work      */
    int apart;      /* how far those of one value stand: 1, or how many lanes there are       */
    const vv_jet *beside; /* the jets in lanes, where they stand there                        */
    vv_dynamics_constraints finite, velocity; /* empty with minimal speeds                        */
    vv_jit *matrix;                           /* in: q, w, t.  out: that of the motion, then of each
                                                     direction its derivative                         */
    double *matrix_scratch, *matrices, *sines; /* sines: those that closed jets ask for */
    double *residuals; /* of finite relations, then velocities, found with the matrix; or NULL */
    vv_coulomb *laws;  /* dry friction; NULL: none                                     */
    vv_kkt kkt;        /* of the motion itself, n + m of it                              */
    double *block;     /* scratch: vectors and a matrix of its size                      */
    double *sweep;     /* scratch: of VV_INVERT_SPD_SCRATCH                                       */
    bool by_series;    /* who wants the factor next is the stepper by series                     */
    bool factored;     /* kkt.a holds its factors                                             */
    bool inverted;     /* what vv_jet_expand needs of it stands in the closed jets           */
    int expansions;    /* by the closed jets, as long as they are counted                    */
    bool symmetric;    /* by its expressions: nobody need look at the numbers            */
    bool constant, known; /* the matrix is the same everywhere; its inverse stands there      */
    double *in, *x;       /* scratch: q, w, t; unknowns                               */
    int neither;          /* number of the equation that was not a number, -1         */
    int failed;           /* and of the coefficient where this was                    */
} vv_dynamics;

/* VV_E_MODEL or VV_E_BEYOND with a diagnostic if the equations cannot be evaluated. */
vv_status vv_dynamics_build(vv_ctx *c, const vv_system *s, const vv_equations *eq, int order,
                            vv_dynamics *out);
/* Allocates the results of f->matrix, for dynamics that share it with others. */
bool vv_dynamics_allocate_matrices(vv_dynamics *f);
/* Options; each may be NULL. */
typedef struct vv_dynamics_options {
    vv_coulomb *laws;                       /* dry friction                                    */
    const struct vv_variational *variation; /* eq are variational equations                    */
    const vv_parameter_values *fixed;       /* parameter values other than the model's */
    const vv_equations *without;            /* eq without the parameters among the coordinates */
} vv_dynamics_options;
vv_status vv_dynamics_build_with(vv_ctx *c, const vv_system *s, const vv_equations *eq, int order,
                                 vv_dynamics_options with, vv_dynamics *out);
typedef enum vv_dynamics_fault {
    VV_DYNAMICS_OK,
    VV_DYNAMICS_NAN,
    VV_DYNAMICS_SINGULAR
} vv_dynamics_fault;
/* The matrix at a state (q, w), in f->kkt.a; then factors it or, if it is far from singular,
 * inverts it for the closed jets. */
vv_dynamics_fault vv_dynamics_evaluate_matrix(vv_dynamics *f, const double *state, double t);
vv_dynamics_fault vv_dynamics_factor(vv_dynamics *f);
/* All Taylor coefficients at a state whose matrix was just factored: q (nq), w (n), w' (n),
 * multipliers (m). */
vv_dynamics_fault vv_dynamics_expand_series(vv_dynamics *f, const double *state, double t);
/* Order 0 only: accelerations and multipliers. */
vv_dynamics_fault vv_dynamics_accelerations(vv_dynamics *f, const double *state, double t);
/* Of value i; with stride f->apart. */
static inline const double *vv_dynamics_coefficients(const vv_dynamics *f, int i) {
    return f->series + (size_t)i * (size_t)f->jet->stride * (size_t)f->apart;
}
static inline void vv_dynamics_copy_coefficients(const vv_dynamics *f, int i, int n, double *to) {
    const double *c = vv_dynamics_coefficients(f, i);
    for (int k = 0; k < n; k++, c += f->apart) to[k] = *c;
}
static inline void vv_dynamics_use_coefficients(vv_dynamics *f, double *series, int apart) {
    f->series = series, f->apart = apart;
}
/* The jet whose work array holds them. */
static inline const vv_jet *vv_dynamics_active_jet(const vv_dynamics *f) {
    if (f->apart > 1) return f->beside;
    return f->closed && f->series == f->closed_work ? f->closed : f->jet;
}
/* Copies series from the SIMD lanes to the dynamics' own work array, where evaluation at many
 * points of a step is faster. */
void vv_dynamics_gather_lanes(vv_dynamics *f);
/* May several motions be expanded in SIMD lanes? */
static inline bool vv_dynamics_supports_lanes(const vv_dynamics *f) {
    return f->closed_work && !f->m && !f->variation;
}
/* A mass matrix whose pivots lost six digits is left to the factorization. */
#define VV_DYNAMICS_LEAST_PIVOT 0x1p-20
/* f->x holds the right-hand sides of all equations, then of the constraints; if some constraints
 * are redundant, those in the matrix are brought to its order. */
void vv_dynamics_select_rhs(vv_dynamics *f);
/* Then replaces them by the solution, with the current factors. */
void vv_dynamics_solve(vv_dynamics *f);
/* The residual of a holonomic constraint at a state. atan2 does not count whole turns: they are
 * removed from a constraint on such an angle. */
vv_expr vv_dynamics_position_residual(vv_ctx *c, const vv_constraint_row *row);
/* Inputs of f->jet: q, w, w', multipliers, t. */
static inline int vv_dynamics_count_inputs(const vv_dynamics *f) {
    return f->nq + 2 * f->n + f->m + 1;
}
/* Builds the part of the series that is built on first use. false if out of memory. */
bool vv_dynamics_ensure_jet(vv_dynamics *f);
/* Name of input i: θ, θ', u1, λ1. */
const char *vv_dynamics_input_name(const vv_dynamics *f, int i);

/* An expression of the model as one in q, w, w', t and multipliers. */
vv_status vv_dynamics_express(const vv_dynamics *f, int n, const vv_expr *in, vv_expr *out);
/* A tape with the inputs of f->jet. */
vv_tape *vv_dynamics_tape(const vv_dynamics *f, int n, const vv_expr *out);
/* A tape with the inputs q, w, t. */
vv_tape *vv_dynamics_state_tape(const vv_dynamics *f, int n, const vv_expr *out);
/* Was constraint r found to be redundant? Where one is omitted its companions must be kept: a
 * holonomic constraint that is not among the equations would not be enforced through its velocity,
 * whose residual is a different one. */
static inline bool vv_dynamics_is_redundant(const vv_dynamics *f, int r) {
    bool plain = !f->laws && !f->eq->chosen && !f->s->nservos;
    return plain && f->s->nkept && r >= f->s->nkept;
}
/* The first row of its statement if one of its rows is redundant: the rows of a contact are
 * velocities along axes, one of which may vanish at the start by itself. */
int vv_dynamics_row_group(const vv_dynamics *f, int r);
/* The motion itself and its variations; if everything depends on time alone there are no speeds. */
static inline int vv_dynamics_count_directions(const vv_dynamics *f) {
    return f->own > 0 ? f->n / f->own : 1;
}
/* Is the rate of each coordinate a speed? */
static inline bool vv_dynamics_rates_are_speeds(const vv_dynamics *f) {
    bool same = f->n == f->nq;
    for (int i = 0; same && i < f->n; i++) same = vv_same(f->eq->rate[i], f->eq->w[i]);
    return same;
}
/* Is row r of the equations inactive now? */
static inline bool vv_dynamics_is_released(const vv_dynamics *f, int r) {
    return f->laws && f->laws->released[r];
}

#endif
