/* Expressions: one hash-consed DAG per context.
 *
 * A vv_expr is an index, copied freely and compared by id. Children have smaller ids than parents,
 * so a pass over a sub-DAG is a plain loop (vv_expr_topological_order) without recursion. Index 0
 * is poison: operations on poison return poison, like NaN; vv_ctx_status gives the reason.
 *
 * Normal form maintained by the constructors:
 *   ADD  sum of coefficient * child: rational coefficients, children sorted by id, not flattened:
 *        a nested sum stays a child (only its rational factor moves to the coefficient). A
 *        rational multiple k*x is an ADD with one child; the constant term has the child ONE.
 *   MUL  monic product of child^exponent: nonzero integer exponents, children sorted, flattened.
 *   sin, cos, ... of a negated argument or one shifted by a multiple of pi/2 are folded.
 *   sqrt(x)^2 is x; sqrt(k^2 x) is k sqrt(x) for rational k. */
#ifndef VV_EXPR_EXPR_H
#define VV_EXPR_EXPR_H

#include "base/base.h"
#include "exact/exact.h"

typedef struct vv_expr {
    uint32_t id;
} vv_expr;
#define VV_POISON ((vv_expr){0})
#define VV_ZERO ((vv_expr){1})
#define VV_ONE ((vv_expr){2})
#define VV_MINUS_ONE ((vv_expr){3})
static inline bool vv_same(vv_expr a, vv_expr b) { return a.id == b.id; }
static inline bool vv_is_poison(vv_expr a) { return a.id == 0; }
static inline bool vv_is_zero(vv_expr a) { return a.id == 1; } /* structurally zero */

typedef enum vv_op {
#define X(name, arity, text, latex) VV_##name,
#include "expr/ops.def"
#undef X
    VV_OP_COUNT
} vv_op;

int vv_op_arity(vv_op op);
const char *vv_op_text(vv_op op);
const char *vv_op_latex(vv_op op);
/* The operation with this name (sin, atan2, ...); false if there is none. */
bool vv_op_by_name(const char *name, vv_op *out);

/* ---- symbols ------------------------------------------------------------------------------- */

typedef enum vv_symbol_kind {
    VV_SYM_PARAMETER,
    VV_SYM_COORDINATE, /* q; its rates q', q'' are symbols of the same kind, order 1, 2 */
    VV_SYM_SPEED,      /* a declared or chosen quasi-velocity; its rates likewise */
    VV_SYM_TIME,
    VV_SYM_MULTIPLIER,
    VV_SYM_OTHER, /* internal unknowns, bound variables */
} vv_symbol_kind;

typedef enum vv_sign { VV_ANY_SIGN, VV_POSITIVE, VV_NEGATIVE, VV_NONNEGATIVE, VV_NONZERO } vv_sign;

typedef struct vv_symbol {
    const char *name; /* canonical, without primes */
    vv_symbol_kind kind;
    int order;      /* 0 for q, 1 for q', ... */
    vv_expr base;   /* the order-0 symbol */
    vv_expr rate;   /* order+1, or poison if not yet created */
    vv_sign sign;   /* as declared by `assume` */
    vv_expr stated; /* a parameter's value in the model, a constant; poison if it has none */
    int index;      /* index among the symbols */
    int cell;       /* number of its cell among all, from 1; 0: it has none */
} vv_symbol;

vv_expr vv_symbol_new(vv_ctx *c, const char *name, vv_symbol_kind kind); /* always a new symbol */
vv_expr vv_symbol_rate(vv_ctx *c, vv_expr symbol);                       /* q -> q' (created
                                                                          * once) */
const vv_symbol *vv_symbol_get(vv_ctx *c, vv_expr e);                    /* NULL if not a symbol */
void vv_symbol_set_sign(vv_ctx *c, vv_expr symbol, vv_sign sign);
void vv_symbol_set_stated(vv_ctx *c, vv_expr symbol, vv_expr value);
/* Tapes that are built from now on read the value of this symbol from the cell at each run: an
 * input that is held, a parameter that is set often. It is constant along a motion as far as
 * series are concerned. The cell outlives the tapes. Once for a symbol. */
bool vv_symbol_set_cell(vv_ctx *c, vv_expr symbol, const double *cell);
/* All cells, by number. */
const double *const *vv_symbol_cells(vv_ctx *c, int *n);
/* Does any symbol have a stated value? Then provers look whether what they decide for general
 * values holds at these, and count the exceptions: decisions that are otherwise there, or that
 * divide by what vanishes there. */
bool vv_values_stated(vv_ctx *c);
/* certain: it is known to be otherwise; else it is not known to hold there. */
void vv_values_add_exception(vv_ctx *c, bool certain);
int vv_values_exceptions(vv_ctx *c);
int vv_values_certain_exceptions(vv_ctx *c);
/* Forgets the exceptions since a mark: of work on which no answer rests, such as pictures. */
typedef struct vv_values_mark {
    int all, certain;
} vv_values_mark;
vv_values_mark vv_values_get_mark(vv_ctx *c);
void vv_values_rollback(vv_ctx *c, vv_values_mark mark);
/* Does e depend on a symbol with a stated value? */
bool vv_values_occur(vv_ctx *c, vv_expr e);
/* e with the stated values in place of the symbols; poison if it is not defined there. */
vv_expr vv_values_insert(vv_ctx *c, vv_expr e);

/* ---- general (user) functions -------------------------------------------------------------- */

typedef struct vv_function {
    const char *name;
    int arity;
} vv_function;
int vv_function_new(vv_ctx *c, const char *name, int arity); /* index, -1 on failure */
const vv_function *vv_function_get(vv_ctx *c, int function);
/* f differentiated orders[i] times with respect to argument i (orders NULL: not at all). */
vv_expr vv_function_apply(vv_ctx *c, int function, const int *orders, const vv_expr *args);

/* ---- constructors -------------------------------------------------------------------------- */

vv_expr vv_int(vv_ctx *c, int64_t n);
vv_expr vv_ratio(vv_ctx *c, int64_t num, int64_t den);
vv_expr vv_rational(vv_ctx *c, vv_rat r);
vv_expr vv_pi(vv_ctx *c);

vv_expr vv_add(vv_ctx *c, vv_expr a, vv_expr b);
vv_expr vv_sub(vv_ctx *c, vv_expr a, vv_expr b);
vv_expr vv_neg(vv_ctx *c, vv_expr a);
vv_expr vv_mul(vv_ctx *c, vv_expr a, vv_expr b);
vv_expr vv_div(vv_ctx *c, vv_expr a, vv_expr b); /* a structural zero as divisor: poison,
                                                  * VV_E_MODEL */
vv_expr vv_scale(vv_ctx *c, vv_rat k, vv_expr a);
vv_expr vv_pow_int(vv_ctx *c, vv_expr a, int k);
vv_expr vv_pow(vv_ctx *c, vv_expr base, vv_expr exponent); /* any exponent */
/* Ids grow in the order of construction, and C leaves open in which order arguments are evaluated:
 * these calls evaluate the last operand first whatever the compiler, so that all of them build the
 * same DAG and print the same. */
#define VV_LAST_FIRST(f, A, B, c, a, b) VV_LAST_FIRST_(f, A, B, c, a, b, __COUNTER__)
#define VV_LAST_FIRST_(f, A, B, c, a, b, n) VV_LAST_FIRST__(f, A, B, c, a, b, n)
#define VV_LAST_FIRST__(f, A, B, c, a, b, n)                                                       \
    __extension__({                                                                                \
        B last_##n = b;                                                                            \
        A first_##n = a;                                                                           \
        f(c, first_##n, last_##n);                                                                 \
    })
#define vv_add(c, a, b) VV_LAST_FIRST(vv_add, vv_expr, vv_expr, c, a, b)
#define vv_sub(c, a, b) VV_LAST_FIRST(vv_sub, vv_expr, vv_expr, c, a, b)
#define vv_mul(c, a, b) VV_LAST_FIRST(vv_mul, vv_expr, vv_expr, c, a, b)
#define vv_div(c, a, b) VV_LAST_FIRST(vv_div, vv_expr, vv_expr, c, a, b)
#define vv_pow(c, a, b) VV_LAST_FIRST(vv_pow, vv_expr, vv_expr, c, a, b)

vv_expr vv_sum(vv_ctx *c, int n, const vv_expr *terms);
vv_expr vv_sum_scaled(vv_ctx *c, int n, const vv_rat *coefficients, const vv_expr *terms);
vv_expr vv_product(vv_ctx *c, int n, const vv_expr *factors);
vv_expr vv_product_powers(vv_ctx *c, int n, const vv_expr *factors, const int *exponents);
/* Elementary functions and other operations with plain children (SIN ... PIECEWISE). PIECEWISE
 * children: condition, value, condition, value, ..., otherwise; conditions are LESS or LESSEQ. */
vv_expr vv_call(vv_ctx *c, vv_op op, int n, const vv_expr *args);
static inline vv_expr vv_sin(vv_ctx *c, vv_expr a) { return vv_call(c, VV_SIN, 1, &a); }
static inline vv_expr vv_cos(vv_ctx *c, vv_expr a) { return vv_call(c, VV_COS, 1, &a); }
static inline vv_expr vv_sqrt(vv_ctx *c, vv_expr a) { return vv_call(c, VV_SQRT, 1, &a); }

/* Linear systems without expansion. FACTOR is the factored n x n matrix (row-major), SOLVE the
 * vector A^-1 b, COMP one component of it. vv_solve solves immediately if A is 1x1 or
 * triangular; out may be rhs, and is poison on failure. */
vv_expr vv_factor(vv_ctx *c, int n, const vv_expr *matrix);
vv_status vv_solve(vv_ctx *c, int n, vv_expr factor, const vv_expr *rhs, vv_expr *out);
/* The unknowns of n expressions that are linear in them and have the values - rhs where these are
 * 0, by elimination along the graph of the expressions, without their matrix, which should be
 * symmetric and definite: as many operations as links for a chain. false, with nothing in out: they
 * are not linear node by node, a pivot is 0, or it would take as long as by the matrix. */
bool vv_solve_along_graph(vv_ctx *c, int n, const vv_expr *in, const vv_expr *unknown,
                          const vv_expr *rhs, vv_expr *out);

/* ---- reading ------------------------------------------------------------------------------- */

vv_op vv_expr_op(vv_ctx *c, vv_expr e);
int vv_expr_arity(vv_ctx *c, vv_expr e); /* number of children */
vv_expr vv_expr_child(vv_ctx *c, vv_expr e, int i);
vv_rat vv_expr_rational(vv_ctx *c, vv_expr e);           /* of a CONST */
vv_rat vv_expr_coefficient(vv_ctx *c, vv_expr e, int i); /* ADD: of child i */
int vv_expr_exponent(vv_ctx *c, vv_expr e, int i);       /* MUL: of child i */
int vv_expr_function(vv_ctx *c, vv_expr e);              /* FUNC: function index */
int vv_expr_func_order(vv_ctx *c, vv_expr e, int i);     /* FUNC: order of the derivative with
                                                          * respect to argument i */
int vv_expr_component(vv_ctx *c, vv_expr e);             /* COMP: which component */
int vv_expr_size(vv_ctx *c, vv_expr e);                  /* FACTOR, SOLVE: n */
bool vv_is_const(vv_ctx *c, vv_expr e);
/* e = k * rest with rational k; rest is not an ADD with one child. */
vv_expr vv_split_rational(vv_ctx *c, vv_expr e, vv_rat *k);

/* Multiplies nested sums out by their rational factors: a canonical linear combination; returns
 * e itself if that has more than `most` terms. */
vv_expr vv_flatten_sum(vv_ctx *c, vv_expr e, int most);
/* Sign implied by declared signs and structure; VV_ANY_SIGN if unknown. */
vv_sign vv_known_sign(vv_ctx *c, vv_expr e);

uint32_t vv_expr_count(vv_ctx *c); /* number of nodes in the table */
/* The ids reachable from the roots, children first; *n of them. In the arena; NULL on refusal. */
uint32_t *vv_expr_topological_order(vv_ctx *c, int nroots, const vv_expr *roots, int *n);
/* The same, children first, in an order that depends only on the structure of the expressions
 * and the order of declarations, not on the order of construction. Printed numbering follows it,
 * so that every compiler prints the same text. */
uint32_t *vv_expr_canonical_order(vv_ctx *c, int nroots, const vv_expr *roots, int *n);
/* Does the operation occur below the roots? */
bool vv_expr_contains_op(vv_ctx *c, int nroots, const vv_expr *roots, vv_op op);
bool vv_depends(vv_ctx *c, vv_expr e, int n, const vv_expr *symbols); /* on any of them */
/* Degree (>= 0) of e if it is homogeneous in the symbols, as far as sums and products show it
 * without expansion; otherwise -1. */
int vv_homogeneous_degree(vv_ctx *c, vv_expr e, int n, const vv_expr *symbols);
/* All symbols that occur in the roots, ascending by id, in the arena. */
vv_expr *vv_expr_symbols(vv_ctx *c, int nroots, const vv_expr *roots, int *n);

/* ---- passes (each treats several expressions at once, sharing the work) --------------------
 * Every result is filled in: with poison where the pass fails or an input is poison. */

/* Simultaneous replacement of nodes (symbols, FUNC nodes, any) from[i] by to[i]. out may be in. */
vv_status vv_subst(vv_ctx *c, int npairs, const vv_expr *from, const vv_expr *to, int n,
                   const vv_expr *in, vv_expr *out);
vv_expr vv_subst1(vv_ctx *c, vv_expr e, vv_expr from, vv_expr to);
/* The same with nx symbols set to zero: the part of an expression free of velocities,
 * accelerations or multipliers. out may be in. */
vv_status vv_subst_zero(vv_ctx *c, int nx, const vv_expr *x, int n, const vv_expr *in,
                        vv_expr *out);
/* Total derivative along a rate map: sum over pairs of (d in / d symbol[i]) * rate[i]. Symbols
 * without a pair are constants. d/dt is such a map: q -> q', q' -> q'', t -> 1. */
vv_status vv_total_derivative(vv_ctx *c, int npairs, const vv_expr *symbol, const vv_expr *rate,
                              int n, const vv_expr *in, vv_expr *out);
vv_expr vv_diff(vv_ctx *c, vv_expr e, vv_expr symbol); /* partial derivative */
/* Taylor coefficients k[d] of x^d, d < n, of e about x = 0. Returns the remainder divided by
 * x^n, at an intermediate point: zero if e is a polynomial of degree below n (not merely one in
 * each of several branches). */
vv_expr vv_taylor_coefficients(vv_ctx *c, vv_expr e, vv_expr x, int n, vv_expr *k);
/* All partial derivatives of one expression by reverse mode; the cost does not depend on n. */
vv_status vv_gradient(vv_ctx *c, vv_expr e, int n, const vv_expr *symbol, vv_expr *out);
/* n x m partial derivatives at once by forward mode, visiting for each symbol only the nodes
 * that depend on it. Better than gradients if rows share nodes, as the equations of a chain do. */
vv_status vv_jacobian(vv_ctx *c, int n, const vv_expr *in, int m, const vv_expr *symbol,
                      vv_expr *out);
/* The lower triangle of a square one, the rest of which is known by symmetry: out[i*n + j], i >= j.
 * The same nodes as by vv_jacobian; fit for many symbols. */
vv_status vv_jacobian_lower(vv_ctx *c, int n, const vv_expr *in, const vv_expr *symbol,
                            vv_expr *out);

/* Plain text for debugging and fallback printing (parenthesized where needed, parseable). */
void vv_expr_write(vv_ctx *c, vv_expr e, vv_buffer *out);
/* The same, cut after a few lines: for traces. */
void vv_expr_write_brief(vv_ctx *c, vv_expr e, vv_buffer *out);

#endif
