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
#include "numeric/numeric.h"
#include "evaluate/jit/jit.h"
#include "evaluate/evaluate.h"
#include "kinematics/kinematics.h"
#include "simulate/formulation/kkt.h"
#include "simulate/formulation/coulomb.h"

/* Constraint rows whose series have to vanish `shift` orders ahead. */
typedef struct vv_dynamics_constraints {
    int n, shift;
    int *row; /* of the equations                                   (n) */
    vv_jet *jet;
    double *work; /* inputs: q, w, t                                        */
} vv_dynamics_constraints;

/* Taylor coefficients of the solution at a state. */
typedef struct vv_dynamics_series {
    vv_jet *jet;    /* of the residual, or `closed` until there is need of it                  */
    double *work;   /* of jet                                                                  */
    vv_jet *closed; /* of it and the constraints, all orders in one call; NULL: none           */
    double *closed_work;    /* NULL: not closed                                                 */
    const bool *filled;     /* entries of the matrix that may differ from 0, by its closure     */
    int expansions;         /* by the closed jets, as long as they are counted                  */
    double *coefficients;   /* of q, w, w', multipliers, t: in work or closed_work, or in lanes */
    int stride;             /* from one of a value to the next: 1, or the number of lanes       */
    const vv_jet *in_lanes; /* the jets in lanes, where they are there                         */
} vv_dynamics_series;

/* Entries of the mass or KKT matrix at a state. */
typedef struct vv_dynamics_entries {
    vv_jit *code; /* in: q, w, t.  out: the matrix of the motion, then of each direction its
                     derivative */
    double *scratch, *out;
    double *sines;     /* of angles, for closed jets                                           */
    double *residuals; /* of finite constraints, then velocities, evaluated with it; or NULL   */
} vv_dynamics_entries;

/* A mass matrix of blocks that are not coupled: those of a net are as small as its particles. */
typedef struct vv_matrix_blocks {
    int n;                 /* 0: it is inverted as a whole                                       */
    const int *first;      /* of each block in `row`                                      (n + 1) */
    const int *row;        /* rows, block by block, each in its order                             */
    const int *of;         /* the block of each row                                          (n) */
    double *own, *scratch; /* of one block: its entries, its inverse; (VV_INVERT_SPD_SCRATCH)   */
} vv_matrix_blocks;

/* What is known of the matrix, and what has been made of it. */
typedef struct vv_matrix_state {
    bool symmetric;        /* by its expressions                                               */
    bool constant;         /* the same at every state                                          */
    bool constant_inverse; /* whose inverse is in the closed jets                              */
    bool for_series;       /* the next factor is wanted by the stepper by series               */
    bool factored;         /* kkt.a holds its factors                                          */
    bool inverted;         /* what vv_jet_expand needs of it is in the closed jets             */
} vv_matrix_state;

typedef struct vv_dynamics {
    /* description */
    vv_ctx *c;
    const vv_system *s;
    vv_parameter_values fixed;
    const vv_equations *eq;
    const struct vv_variational *variational; /* whose equations these are, or NULL            */
    const vv_equations *unextended; /* without the free parameters among the coordinates       */
    bool multipliers;
    int nfree;    /* the last so many coordinates are parameters (free_parameters.h)           */
    int nq, n, m; /* coordinates, speeds, multipliers                                          */
    int nown;     /* speeds of the motion itself: n without variational equations              */
    int order;    /* of the series                                                             */
    vv_tape *residual; /* in: q, w, w', lambda, t.  out: q' (nq), residual (n), Coulomb's laws or
                          constraints */
    vv_dynamics_constraints finite, velocity; /* empty with minimal speeds                     */
    vv_coulomb *coulomb;                      /* friction, with its state; NULL: none          */
    /* state */
    vv_dynamics_series taylor;
    vv_dynamics_entries entries;
    vv_matrix_state matrix_state;
    vv_matrix_blocks blocks;
    vv_kkt kkt;       /* of the motion itself: (n + m) x (n + m)                               */
    int nan_equation; /* that was not a number, -1                                             */
    int nan_order;    /* and of which coefficient                                              */
    /* scratch */
    double *in;    /* q, w, t                                                                  */
    double *x;     /* unknowns                                                                 */
    double *block; /* two vectors of the size of kkt; of variations also a matrix              */
    double *sweep; /* (VV_INVERT_SPD_SCRATCH), NULL with blocks                                */
} vv_dynamics;

/* VV_E_MODEL or VV_E_BEYOND with a diagnostic if the equations cannot be evaluated. */
vv_status vv_dynamics_build(vv_ctx *c, const vv_system *s, const vv_equations *eq, int order,
                            vv_dynamics *out);
/* Room for what f->entries.code gives, for a flow that shares it with others. */
bool vv_dynamics_allocate_matrices(vv_dynamics *f);
/* Options; each may be NULL. */
typedef struct vv_dynamics_options {
    vv_coulomb *coulomb;                      /* dry friction                                    */
    const struct vv_variational *variational; /* eq are the equations of a variation             */
    const vv_parameter_values *fixed;         /* other values of the parameters than the model's */
    const vv_equations *unextended; /* eq are these with parameters among the coordinates */
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
/* Of value i; f->taylor.stride from each to the next. */
static inline const double *vv_dynamics_coefficients(const vv_dynamics *f, int i) {
    return f->taylor.coefficients +
           (size_t)i * (size_t)f->taylor.jet->stride * (size_t)f->taylor.stride;
}
static inline void vv_dynamics_copy_coefficients(const vv_dynamics *f, int i, int n, double *to) {
    const double *c = vv_dynamics_coefficients(f, i);
    for (int k = 0; k < n; k++, c += f->taylor.stride) to[k] = *c;
}
static inline void vv_dynamics_use_coefficients(vv_dynamics *f, double *coefficients, int stride) {
    f->taylor.coefficients = coefficients, f->taylor.stride = stride;
}
/* The jet whose work array holds them. */
static inline const vv_jet *vv_dynamics_active_jet(const vv_dynamics *f) {
    if (f->taylor.stride > 1) return f->taylor.in_lanes;
    return f->taylor.closed && f->taylor.coefficients == f->taylor.closed_work ? f->taylor.closed
                                                                               : f->taylor.jet;
}
/* The jets whose series hold what switches or saturates: the active one, then, unless it contains
 * the constraints, those of the constraint rows. A servo relation is in none but these. Returns how
 * many. */
enum { VV_DYNAMICS_JETS = 3 };
typedef struct vv_dynamics_jet {
    const vv_jet *jet;
    const double *work;
    int stride; /* from one coefficient to the next */
} vv_dynamics_jet;
int vv_dynamics_list_jets(const vv_dynamics *f, vv_dynamics_jet out[VV_DYNAMICS_JETS]);
/* Does some branch (abs, sign, min, max, a condition), or some saturated function, limit a step? */
bool vv_dynamics_switches(const vv_dynamics *f);
bool vv_dynamics_saturates(const vv_dynamics *f);
/* Copies series from the SIMD lanes to the dynamics' own work array, where evaluation at many
 * points of a step is faster. */
void vv_dynamics_gather_lanes(vv_dynamics *f);
/* May several motions be expanded in SIMD lanes? */
static inline bool vv_dynamics_supports_lanes(const vv_dynamics *f) {
    return f->taylor.closed_work && !f->m && !f->variational;
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
/* Inputs of f->taylor.jet: q, w, w', multipliers, t. */
static inline int vv_dynamics_count_inputs(const vv_dynamics *f) {
    return f->nq + 2 * f->n + f->m + 1;
}
/* Builds the part of the series that is built on first use. false if out of memory. */
bool vv_dynamics_ensure_jet(vv_dynamics *f);
/* Name of input i: θ, θ', u1, λ1. */
const char *vv_dynamics_input_name(const vv_dynamics *f, int i);

/* An expression of the model as one in q, w, w', t and multipliers. */
vv_status vv_dynamics_express(const vv_dynamics *f, int n, const vv_expr *in, vv_expr *out);
/* Replaces constraint forces in expressions by their values, as far as these are determined. */
vv_status vv_dynamics_insert_reactions(const vv_dynamics *f, int n, vv_expr *e);
/* The force of the support at a contact, in the world's axes; false with *why. */
bool vv_dynamics_reaction(const vv_dynamics *f, vv_vec at, vv_expr out[3], const char **why);
/* Why a constraint force in the expressions has no value; NULL if all have one. */
const char *vv_dynamics_missing_reaction(const vv_dynamics *f, int n, const vv_expr *e);
/* A tape with the inputs of f->taylor.jet. */
vv_tape *vv_dynamics_tape(const vv_dynamics *f, int n, const vv_expr *out);
/* A tape with the inputs q, w, t. */
vv_tape *vv_dynamics_state_tape(const vv_dynamics *f, int n, const vv_expr *out);
/* Was constraint r found to be redundant? Where one is omitted its companions must be kept: a
 * holonomic constraint that is not among the equations would not be enforced through its velocity,
 * whose residual is a different one. */
static inline bool vv_dynamics_is_redundant(const vv_dynamics *f, int r) {
    bool plain = !f->coulomb && !f->eq->chosen && !f->s->nservos;
    return plain && f->s->nkept && r >= f->s->nkept;
}
/* The first row of its statement if one of its rows is redundant: the rows of a contact are
 * velocities along axes, one of which may vanish at the start by itself. */
int vv_dynamics_row_group(const vv_dynamics *f, int r);
/* The motion itself and its variations; if everything depends on time alone there are no speeds. */
static inline int vv_dynamics_count_directions(const vv_dynamics *f) {
    return f->nown > 0 ? f->n / f->nown : 1;
}
/* Is the rate of each coordinate a speed? */
static inline bool vv_dynamics_rates_are_speeds(const vv_dynamics *f) {
    bool same = f->n == f->nq;
    for (int i = 0; same && i < f->n; i++) same = vv_same(f->eq->rate[i], f->eq->w[i]);
    return same;
}
/* Is row r of the equations inactive now? */
static inline bool vv_dynamics_is_released(const vv_dynamics *f, int r) {
    return f->coulomb && f->coulomb->released[r];
}

#endif
