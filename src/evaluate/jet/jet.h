/* Taylor jets over a tape: every value of the tape as a power series in time, computed
 * coefficient by coefficient.
 * A plan is made from a tape: each value gets a variable, i.e. a row of Taylor coefficients;
 * auxiliary values (the cosine with a sine, 1 + t^2 with a tangent) are variables, too. The
 * caller writes coefficient k of the inputs and requests coefficient k of everything.
 * Inputs may be `late`: their newest coefficient follows from the results (an acceleration from
 * the residual). It is left 0, the results are solved for it, and vv_jet_correct then updates
 * the variables that depend on it, at the price of one product each instead of a convolution.
 * Branches (abs, sign, min, max, conditions) are decided at order 0; the variables that decide
 * them are listed, so that a step can end where one changes sign. */
#ifndef VV_EVALUATE_JET_JET_H
#define VV_EVALUATE_JET_JET_H

#include "evaluate/tape/tape.h"

/* x' is the derivative of the series x; k: coefficient; ka, kb: constants of the instruction. */
typedef enum vv_jet_op {
    VV_JET_LINEAR,    /* out = ka a + kb b */
    VV_JET_MUL,       /* out = a b */
    VV_JET_MADD,      /* out = ka a b + kb c */
    VV_JET_DIV,       /* out = a / b */
    VV_JET_EXP,       /* out = exp a */
    VV_JET_SINCOS,    /* out = sin a, second = cos a; if not equal to a: b = out', c = - second' */
    VV_JET_SINHCOSH,  /* out = sinh a, second = cosh a */
    VV_JET_TAN,       /* out = tan a (ka 1) or tanh a (ka -1), second = 1 + ka out^2 */
    VV_JET_SQRT,      /* out = sqrt a */
    VV_JET_POWER,     /* out = a ^ ka */
    VV_JET_PRIMITIVE, /* out' = ka a' / b; at order 0 the operation `kind` of a: log, asin, ... */
    VV_JET_ATAN2,     /* out = atan2(a, b), c = a^2 + b^2 */
    VV_JET_ABS,       /* out = |a| */
    VV_JET_MINMAX,    /* out = a where ka c < 0, otherwise b */
    VV_JET_STEP_FUNCTION, /* out = the operation `kind` of a and b at order 0, then constant */
    VV_JET_CHOOSE,        /* out = b where a is not 0, otherwise c */
    VV_JET_RATE,          /* out = ka a' + kb b, or a'' (times 2); in closed motions only */
    VV_JET_FACTOR,        /* order-0 matrix of system `system` */
    VV_JET_SOLVE          /* out .. = solution of `system` for the variables args[first ..] */
} vv_jet_op;

typedef struct vv_jet_instruction {
    vv_jet_op op;
    vv_tape_op kind;
    uint32_t out, second, a, b, c;
    double ka, kb;
    int times;      /* RATE; otherwise 0 */
    int system;     /* FACTOR, SOLVE */
    uint32_t first; /* SOLVE: operands in args */
    uint32_t angle,
        acceleration; /* RATE, if not 0: ka (c angle')' + kb b, angle'' = acceleration */
} vv_jet_instruction;

typedef struct vv_jet_system {
    int n;
    const uint32_t *entry; /* variables of the matrix, row-major (n*n) */
    size_t lu;             /* offsets in the work array of its factor, pivots and a vector */
} vv_jet_system;

enum { VV_JET_STAGES = 4 };

/* exp, tanh, sinh, cosh with a large argument: the contribution when the function leaves
 * saturation is too small to be seen in its first Taylor coefficients. */
typedef struct vv_jet_saturation {
    uint32_t argument;
    double from; /* below -from, or if `both` beyond it on either side */
    bool both;
} vv_jet_saturation;

typedef struct vv_jet {
    int nin, nout;
    int order, stride; /* highest order; coefficients from one variable to the next */
    int lanes;         /* SIMD lanes: the coefficient of lane l is at k*lanes + l */
    int ncells;        /* the last inputs, which the jet fetches itself with order 0 */
    const double *const *cell;
    int nvariables; /* inputs first, then constants */
    int nconstants;
    const double *constant;
    int ninstructions;
    const vv_jet_instruction *instruction;
    int nlate_inputs;
    const int *late_input;
    int nlate; /* instructions that depend on late inputs, by index */
    const int *late;
    const uint32_t *out; /* variables of the results (nout) */
    int nswitches;
    const uint32_t *change; /* variables whose sign selects a branch (nswitches) */
    const int *made_by;     /* the instruction that computes each variable, -1: none; NULL without
                             * switches (nvariables) */
    int nwide;
    const vv_jet_saturation *wide; /* (nwide) */
    int nsystems;
    const vv_jet_system *system;
    const uint32_t *args;
    size_t delta, doubles;    /* offset of the corrections; size of the work array in doubles */
    struct vv_jet_code *code; /* vector kernels and JIT-compiled code; NULL: rule by rule */
    int closed;               /* number of unknowns of a closed motion that has code; 0: none */
    int depth;   /* closed motion: 2 if variables run ahead of the accelerations, otherwise 0 */
    int nangles; /* closed motion: coordinates whose sine and cosine the caller already has */
    const int *angle;
    const uint8_t *lead;      /* by how many orders it runs ahead (nvariables) */
    int sweep[VV_JET_STAGES]; /* ends of the stages of its instructions: rates, lead 2, 1, 0 */
} vv_jet;

/* The plan for orders 0 .. order, owned by the context; NULL on refusal of memory. late (nin)
 * may be NULL: none. With `code`, uses JIT-compiled code and vector kernels if available,
 * otherwise rule by rule. The tape must outlive it. */
vv_jet *vv_jet_build(vv_ctx *c, const vv_tape *t, int order, const bool *late, bool code);

/* A closed motion: the jet determines its own accelerations. Inputs: q (nq), w (n), w' (n),
 * multipliers (m), others, rates. Results: q' (nq); residuals (n), linear in w', the multipliers
 * and the rates; then constraints (m) on speeds (ahead 1) or positions (ahead 2), whose series
 * must vanish; last the values of which the rates are first or second derivatives or mere
 * aliases, and which may contain other rates. The jet eliminates the rates from its inputs and
 * these values from its results. */
typedef struct vv_jet_dae {
    int nq, n, m;
    const uint8_t *ahead; /* (m) */
    const bool *filled;   /* which entries of the factors, or without multipliers of the inverse,
                           * may be nonzero; NULL: all (square of n + m). A constraint with none
                           * does not affect the motion */
    int nrates;
    const uint8_t *times; /* order of the derivative; 0: alias only (nrates) */
} vv_jet_dae;
/* For vv_jet_expand only, and only if j->closed. */
vv_jet *vv_jet_build_dae(vv_ctx *c, const vv_tape *t, int order, const vv_jet_dae *closure,
                         int lanes);
/* Coefficients 0 .. orders - 1 of w' and the multipliers, and up to `orders` of q and w, from
 * those of order 0 of q and w, all those of the other inputs, and a matrix (n + m, row-major).
 * r: the residuals and the derivatives of the constraints with the unknowns u = 0. m = 0: u is
 * the matrix times r. Otherwise the matrix holds triangular factors: below the diagonal, row by
 * row, r_i += a_ij r_j; then from the last row upwards u_i = a_ii r_i plus a_ij u_j over j > i.
 * orders <= j->order. */
double *vv_jet_matrix(const vv_jet *j, double *work);
/* Where sine and cosine of each of j->angle must be stored, together with the matrix. */
double *vv_jet_sines(const vv_jet *j, double *work);
/* All orders of a small motion in one unrolled program (in lanes with convolutions interleaved),
 * bit-identical: worthwhile after a thousand steps or so. */
void vv_jet_unroll(vv_ctx *c, vv_jet *j);
void vv_jet_expand(const vv_jet *j, int orders, double *work);

/* Prints the plan of the jet, for --trace=jet. */
void vv_jet_trace(vv_ctx *c, const vv_jet *j);

/* Call once for a work array of j->doubles. */
void vv_jet_prepare(const vv_jet *j, double *work);
/* The cells as inputs that do not vary with time; vv_jet_expand and order 0 begin with this. */
void vv_jet_fetch_cells(const vv_jet *j, double *work);
/* Coefficient k of every variable from coefficients 0 .. k of the inputs; lower orders must have
 * been computed before. */
void vv_jet_compute_order(const vv_jet *j, int k, double *work);
/* Call after the coefficients k of late inputs were changed from 0 to their values. */
void vv_jet_correct(const vv_jet *j, int k, double *work);

/* The rounding of variable v at order 0, where it is a sum whose terms cancel. */
double vv_jet_rounding(const vv_jet *j, const double *work, uint32_t v);

/* Coefficients of input i and of result i. */
static inline double *vv_jet_input(const vv_jet *j, double *work, int i) {
    return work + (size_t)i * (size_t)j->stride * (size_t)j->lanes;
}
static inline const double *vv_jet_result(const vv_jet *j, const double *work, int i) {
    return work + (size_t)j->out[i] * (size_t)j->stride * (size_t)j->lanes;
}

#endif
