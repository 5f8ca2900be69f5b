#include "verify/interval.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "verify/verify_tolerances.h"
#define VV_KERNEL_SLOTS /* are here */
#include "verify/arb_slot.h"

#if VV_LAZY
#define FILL(f)                                                                                    \
    __typeof__(vv_kernel_slot_##f) vv_kernel_slot_##f =                                            \
        (__typeof__(vv_kernel_slot_##f))vv_library_not_loaded;
VV_KERNEL_FUNCTIONS(FILL)
#define NAME(f) #f,
#define SLOT(f) (void (**)(void)) & vv_kernel_slot_##f,
static const char *const names[] = {VV_KERNEL_FUNCTIONS(NAME)};
static void (**const slots[])(void) = {VV_KERNEL_FUNCTIONS(SLOT)};
static vv_library library = {.file = VV_SONAME_FLINT,
                             .n = (int)(sizeof names / sizeof *names),
                             .name = names,
                             .slot = slots};
#else
static vv_library library = {.file = VV_SONAME_FLINT};
#endif

bool vv_interval_ready(vv_ctx *c) { return vv_library_require(c, &library); }

enum { OWN_POINTS = 4, MANY_POINTS = 60, MOST_DRAWS = 400, OWN_BITS = 256, LAST_BITS = 2048 };

typedef struct real {
    const vv_certificate *k;
    const vv_premises *f;
    const vv_statement *at; /* a witness; NULL: random values */
    const vv_list *order;
    int *place;
    arb_ptr v;
    arb_ptr *vector;
    slong bits;
    unsigned char key[32];
    int point;
    int nfunctions, *function;  /* func nodes with values so far */
    const char *why;            /* a value is missing or contradicts another */
    const vv_theorem_data *box; /* a box of unknowns; NULL: none */
    bool wide;                  /* the box, not its middle */
} real;

/* ---- making ---------------------------------------------------------------------------------- */

static arb_ptr new_balls(vv_ctx *c, int n) {
    arb_ptr v = VV_ARRAY(c, arb_struct, n + 1);
    for (int i = 0; v && i < n; i++) arb_init(v + i);
    return v;
}

static void free_balls(arb_ptr v, int n) {
    for (int i = 0; v && i < n; i++) arb_clear(v + i);
}

static bool real_make(real *r, const vv_certificate *k, const vv_premises *f, const vv_list *order,
                      const vv_statement *at) {
    vv_ctx *c = k->c;
    *r = (real){.k = k, .f = f, .at = at, .order = order, .bits = OWN_BITS};
    r->place = VV_ARRAY(c, int, k->nnodes + 1);
    r->vector = VV_ARRAY(c, arb_ptr, order->n + 1);
    r->function = VV_ARRAY(c, int, order->n + 1);
    r->v = new_balls(c, order->n);
    if (!r->place || !r->vector || !r->function || !r->v) return false;
    for (int i = 0; i < order->n; i++) {
        const vv_graph_node *d = &k->node[order->at[i]];
        r->place[order->at[i]] = i;
        if (d->op == VV_N_SOLVE && !(r->vector[i] = new_balls(c, d->n - 1))) return false;
    }
    return !getentropy(r->key, sizeof r->key);
}

static void real_free(real *r) {
    for (int i = 0; r->vector && i < r->order->n; i++)
        if (r->vector[i]) free_balls(r->vector[i], r->k->node[r->order->at[i]].n - 1);
    free_balls(r->v, r->order->n);
}

static arb_ptr ball(const real *r, int node) { return r->v + r->place[node]; }

static void set_rational(const real *r, arb_ptr out, const mpq_t q) {
    fmpz_t n, d;
    fmpz_init(n), fmpz_init(d);
    fmpz_set_mpz(n, mpq_numref(q)), fmpz_set_mpz(d, mpq_denref(q));
    arb_fmpz_div_fmpz(out, n, d, r->bits);
    fmpz_clear(n), fmpz_clear(d);
}

/* ---- values of symbols and general functions --------------------------------------------------
 */

static vv_s_sign sign_at(const real *r, int node) {
    const vv_graph_node *d = &r->k->node[node];
    for (int i = 0; i < r->f->positive.n; i++)
        if (r->f->positive.at[i] == node) return VV_S_POSITIVE;
    return d->op == VV_N_SYM ? r->k->sign[d->which] : VV_S_ANY;
}

/* Small rationals of three magnitudes. */
static void draw(const real *r, int node, arb_ptr out) {
    static const long scale[] = {32, 128, 8};
    unsigned char data[48], hash[32];
    vv_s_sign sign = sign_at(r, node);
    mpq_t q;
    memcpy(data, r->key, 32);
    for (int i = 0; i < 8; i++)
        data[32 + i] = (unsigned char)(r->point >> (i < 4 ? 8 * i : 31)),
                  data[40 + i] = (unsigned char)(node >> (i < 4 ? 8 * i : 31));
    vv_sha256(data, sizeof data, hash);
    long n = 1 + (hash[0] + 256L * hash[1]) % 97;
    bool minus =
        sign == VV_S_NEGATIVE || ((sign == VV_S_ANY || sign == VV_S_NONZERO) && hash[2] & 1);
    mpq_init(q);
    mpq_set_si(q, minus ? -n : n, (unsigned long)scale[r->point % 3]);
    mpq_canonicalize(q);
    set_rational(r, out, q);
    mpq_clear(q);
}

/* The index of a node in the witness; -1 if it has no value. */
static int stated(const real *r, int node) {
    for (int i = 0; i < r->at->point.n; i++)
        if (r->at->point.at[i] == node) return i;
    return -1;
}

/* An unknown in its box; nothing else is free there. */
static void set_in_box(real *r, int node, arb_ptr out) {
    const vv_theorem_data *t = r->box;
    arb_t wide;
    int i = 0;
    while (i < t->unknown.n && t->unknown.at[i] != node) i++;
    if (i == t->unknown.n) {
        r->why = "the system has other unknowns";
        arb_indeterminate(out);
        return;
    }
    arb_init(wide);
    set_rational(r, out, r->k->node[t->middle.at[i]].factor[0]);
    set_rational(r, wide, r->k->node[t->radius.at[0]].factor[0]);
    if (r->wide) arb_add_error(out, wide);
    arb_clear(wide);
}

/* What the witness does not state is free: it drops out where the rules hold. */
static void set_free(real *r, int node, arb_ptr out) {
    if (r->box) {
        set_in_box(r, node, out);
        return;
    }
    int i = r->at ? stated(r, node) : -1;
    if (i >= 0)
        set_rational(r, out, r->at->value[i]);
    else
        draw(r, node, out);
}

static bool same_function(const real *r, int a, int b) {
    const vv_graph_node *x = &r->k->node[a], *y = &r->k->node[b];
    if (x->which != y->which) return false;
    for (int i = 0; i < x->n; i++)
        if (x->number[i] != y->number[i] ||
            !arb_overlaps(ball(r, x->child[i]), ball(r, y->child[i])))
            return false;
    return true;
}

/* Equal derivatives at points that are not certainly different are equal. */
static void set_function(real *r, int node, arb_ptr out) {
    for (int i = 0; i < r->nfunctions; i++) {
        int other = r->function[i];
        if (!same_function(r, node, other)) continue;
        arb_set(out, ball(r, other));
        int a = r->at ? stated(r, node) : -1, b = r->at ? stated(r, other) : -1;
        if (a >= 0 && b >= 0 && mpq_cmp(r->at->value[a], r->at->value[b]))
            r->why = "a function has two values at one point";
        return;
    }
    set_free(r, node, out);
    r->function[r->nfunctions++] = node;
}

/* ---- one node -------------------------------------------------------------------------------- */

static void sum(const real *r, const vv_graph_node *d, arb_ptr out) {
    arb_t q;
    arb_init(q);
    arb_zero(out);
    for (int i = 0; i < d->n; i++) {
        set_rational(r, q, d->factor[i]);
        arb_mul(q, q, ball(r, d->child[i]), r->bits);
        arb_add(out, out, q, r->bits);
    }
    arb_clear(q);
}

static void product(const real *r, const vv_graph_node *d, arb_ptr out) {
    arb_t x;
    arb_init(x);
    arb_set_si(out, 1);
    for (int i = 0; i < d->n; i++) {
        arb_pow_ui(x, ball(r, d->child[i]), (ulong)labs((long)d->number[i]), r->bits);
        if (d->number[i] < 0)
            arb_div(out, out, x, r->bits);
        else
            arb_mul(out, out, x, r->bits);
    }
    arb_clear(x);
}

static void compare(const real *r, const vv_graph_node *d, arb_ptr out) {
    arb_srcptr x = ball(r, d->child[0]), y = ball(r, d->child[1]);
    bool strict = d->op == VV_N_LESS;
    if (strict ? arb_lt(x, y) : arb_le(x, y))
        arb_set_si(out, 1);
    else if (strict ? arb_le(y, x) : arb_lt(y, x))
        arb_zero(out);
    else
        arb_indeterminate(out);
}

static void piecewise(const real *r, const vv_graph_node *d, arb_ptr out) {
    for (int i = 0; i + 1 < d->n; i += 2) {
        arb_srcptr condition = ball(r, d->child[i]);
        if (!arb_is_finite(condition)) {
            arb_indeterminate(out);
            return;
        }
        if (arb_contains_zero(condition)) continue;
        arb_set(out, ball(r, d->child[i + 1]));
        return;
    }
    arb_set(out, ball(r, d->child[d->n - 1]));
}

static double middle(arb_srcptr x) { return fabs(arf_get_d(arb_midref(x), ARF_RND_NEAR)); }

/* Swaps a certain pivot, the largest, to the place q, q; false if none is certainly not zero. */
static bool pivot(arb_ptr a, int n, int m, int q, int columns) {
    int best = -1;
    double size = 0;
    for (int i = q; i < n; i++)
        for (int j = q; j < columns; j++)
            if (arb_is_finite(a + i * m + j) && !arb_contains_zero(a + i * m + j) &&
                (best < 0 || middle(a + i * m + j) > size))
                best = i * m + j, size = middle(a + best);
    if (best < 0) return false;
    for (int j = 0; j < m; j++) arb_swap(a + best / m * m + j, a + q * m + j);
    for (int i = 0; i < n && best % m != q; i++) arb_swap(a + i * m + best % m, a + i * m + q);
    return true;
}

static void clear_below(arb_ptr a, int n, int m, int q, slong bits) {
    arb_t t, u;
    arb_init(t), arb_init(u);
    for (int i = q + 1; i < n; i++) {
        arb_div(t, a + i * m + q, a + q * m + q, bits);
        for (int j = q; j < m; j++) {
            arb_mul(u, t, a + q * m + j, bits);
            arb_sub(a + i * m + j, a + i * m + j, u, bits);
        }
    }
    arb_clear(t), arb_clear(u);
}

/* n rows of n + 1. Rows are pivots only; a pivot that may be zero spoils the result. */
static void solve_rows(int n, arb_ptr a, arb_ptr out, slong bits) {
    int m = n + 1;
    arb_t t;
    arb_init(t);
    for (int q = 0; q < n; q++) {
        if (!pivot(a, n, m, q, q + 1)) arb_indeterminate(a + q * m + q);
        clear_below(a, n, m, q, bits);
    }
    for (int q = n - 1; q >= 0; q--) {
        arb_set(out + q, a + q * m + n);
        for (int j = q + 1; j < n; j++) {
            arb_mul(t, a + q * m + j, out + j, bits);
            arb_sub(out + q, out + q, t, bits);
        }
        arb_div(out + q, out + q, a + q * m + q, bits);
    }
    arb_clear(t);
}

static void solve(real *r, const vv_graph_node *d, arb_ptr out) {
    const vv_graph_node *f = &r->k->node[d->child[0]];
    int n = f->which, m = n + 1;
    arb_ptr a = malloc(sizeof *a * (size_t)(n * m));
    if (!a) return;
    for (int i = 0; i < n * m; i++) {
        arb_init(a + i);
        arb_set(a + i, ball(r, i % m < n ? f->child[i / m * n + i % m] : d->child[i / m + 1]));
    }
    solve_rows(n, a, out, r->bits);
    free_balls(a, n * m);
    free(a);
}

static void apply(vv_node_op op, arb_ptr out, arb_srcptr x, arb_srcptr y, slong bits) {
    switch ((int)op) {
    case VV_N_PI: arb_const_pi(out, bits); break;
    case VV_N_POW: arb_pow(out, x, y, bits); break;
    case VV_N_SIN: arb_sin(out, x, bits); break;
    case VV_N_COS: arb_cos(out, x, bits); break;
    case VV_N_TAN: arb_tan(out, x, bits); break;
    case VV_N_EXP: arb_exp(out, x, bits); break;
    case VV_N_LOG: arb_log(out, x, bits); break;
    case VV_N_SQRT: arb_sqrt(out, x, bits); break;
    case VV_N_ASIN: arb_asin(out, x, bits); break;
    case VV_N_ACOS: arb_acos(out, x, bits); break;
    case VV_N_ATAN: arb_atan(out, x, bits); break;
    case VV_N_SINH: arb_sinh(out, x, bits); break;
    case VV_N_COSH: arb_cosh(out, x, bits); break;
    case VV_N_TANH: arb_tanh(out, x, bits); break;
    case VV_N_ABS: arb_abs(out, x); break;
    case VV_N_SIGN: arb_sgn(out, x); break;
    case VV_N_ATAN2: arb_atan2(out, x, y, bits); break;
    case VV_N_MIN: arb_min(out, x, y, bits); break;
    case VV_N_MAX: arb_max(out, x, y, bits); break;
    default: arb_indeterminate(out);
    }
}

static void step(real *r, int node, int at) {
    const vv_graph_node *d = &r->k->node[node];
    arb_ptr out = r->v + at;
    switch ((int)d->op) {
    case VV_N_NUM: set_rational(r, out, d->factor[0]); break;
    case VV_N_SYM: set_free(r, node, out); break;
    case VV_N_FUNC: set_function(r, node, out); break;
    case VV_N_ADD: sum(r, d, out); break;
    case VV_N_MUL: product(r, d, out); break;
    case VV_N_LESS:
    case VV_N_LESSEQ: compare(r, d, out); break;
    case VV_N_PIECEWISE: piecewise(r, d, out); break;
    case VV_N_SOLVE: solve(r, d, r->vector[at]); break;
    case VV_N_COMP: arb_set(out, r->vector[r->place[d->child[0]]] + d->which); break;
    case VV_N_FACTOR: break;
    default:
        apply(d->op, out, d->n ? ball(r, d->child[0]) : NULL,
              d->n > 1 ? ball(r, d->child[1]) : NULL, r->bits);
    }
}

static void run(real *r) {
    r->nfunctions = 0;
    r->why = NULL;
    for (int i = 0; i < r->order->n; i++) {
        int node = r->order->at[i], to = vv_rule_target(r->f, node);
        if (to == node)
            step(r, node, i);
        else
            arb_set(r->v + i, ball(r, to));
    }
}

/* ---- facts ----------------------------------------------------------------------------------- */

static bool has_sign(vv_s_sign sign, arb_srcptr x) {
    switch (sign) {
    case VV_S_POSITIVE: return arb_is_positive(x);
    case VV_S_NEGATIVE: return arb_is_negative(x);
    case VV_S_NONNEGATIVE: return arb_is_nonnegative(x);
    case VV_S_NONZERO: return !arb_contains_zero(x);
    case VV_S_ANY: break;
    }
    return true;
}

/* What does not hold at the point, or NULL. */
static const char *violated(const real *r) {
    for (int i = 0; i < r->f->positive.n; i++)
        if (!arb_is_positive(ball(r, r->f->positive.at[i])))
            return "an assumption e > 0 does not hold at the point";
    for (int i = 0; i < r->f->nonzero.n; i++) {
        arb_srcptr x = ball(r, r->f->nonzero.at[i]);
        if (!arb_is_finite(x) || arb_contains_zero(x))
            return "an assumption that something is not zero does not hold at the point";
    }
    for (int i = 0; i < r->f->from.n; i++)
        if (!arb_is_finite(ball(r, r->f->from.at[i])))
            return "the point does not lie on the constraint manifold";
    for (int i = 0; i < r->order->n; i++) {
        const vv_graph_node *d = &r->k->node[r->order->at[i]];
        if (d->op == VV_N_SYM && !has_sign(r->k->sign[d->which], r->v + i))
            return "a symbol does not have its declared sign at the point";
    }
    return r->why;
}

/* First the witness: functions take their values from it. */
static vv_list *order_of(const vv_certificate *k, const vv_premises *f, const vv_list *of,
                         const vv_list *point) {
    int n = 0, most = point->n + of->n + f->positive.n + f->nonzero.n + f->from.n,
        *roots = VV_ARRAY(k->c, int, most + 1);
    const vv_list *const all[] = {point, of, &f->positive, &f->nonzero, &f->from};
    if (!roots) return NULL;
    for (int j = 0; j < 5; j++)
        for (int i = 0; i < all[j]->n; i++) roots[n++] = all[j]->at[i];
    return vv_certificate_order(k, f, n, roots);
}

/* Does it depend on symbols of constraints that the rules do not solve? Points need not satisfy
 * these. */
static bool is_open(const vv_certificate *k, const vv_premises *f, const vv_list *of) {
    if (!f->open.n) return false;
    const vv_list *a = vv_certificate_order(k, f, of->n, of->at),
                  *b = vv_certificate_order(k, NULL, f->open.n, f->open.at);
    for (int i = 0; a && b && i < a->n; i++)
        for (int j = 0; j < b->n; j++)
            if (a->at[i] == b->at[j] && k->node[a->at[i]].op == VV_N_SYM) return true;
    return !a || !b;
}

/* ---- answers --------------------------------------------------------------------------------- */

static bool differs(const real *r, const vv_list *of, int *unused, bool *finite) {
    bool nonzero = false;
    (void)unused;
    *finite = true;
    for (int i = 0; i < of->n; i++) {
        *finite &= arb_is_finite(ball(r, of->at[i])) != 0;
        nonzero |= !arb_contains_zero(ball(r, of->at[i]));
    }
    return nonzero && *finite;
}

/* Looks at own random points that satisfy the facts, until the question is answered; *points: how
 * many did not. */
typedef bool question(const real *r, const vv_list *of, int *data, bool *finite);

static bool ask(const vv_certificate *k, int facts, const vv_list *of, question *q, int *data,
                int most, int *points) {
    const vv_premises *f = &k->facts[facts];
    vv_mark mark = vv_arena_mark(k->c);
    bool answered = false, finite;
    real r;
    *points = 0;
    vv_list *order = is_open(k, f, of) ? NULL : order_of(k, f, of, &(vv_list){0});
    if (order && real_make(&r, k, f, order, NULL))
        for (; r.point < MOST_DRAWS && *points < most && vv_ctx_tick(k->c); r.point++) {
            run(&r);
            if (violated(&r)) continue;
            answered = q(&r, of, data, &finite);
            if (answered) break;
            *points += finite;
        }
    if (order) real_free(&r);
    vv_arena_release(k->c, mark);
    return answered;
}

bool vv_interval_refutes(const vv_certificate *k, const vv_statement *p, int *points) {
    return ask(k, p->facts, &p->of, differs, NULL, OWN_POINTS, points);
}

static bool has_that_sign(const real *r, const vv_list *of, int *sign, bool *finite) {
    bool all = *finite = true;
    for (int i = 0; i < of->n; i++) {
        arb_srcptr x = ball(r, of->at[i]);
        *finite &= arb_is_finite(x) != 0;
        all &= *sign > 0   ? arb_is_positive(x)
               : *sign < 0 ? arb_is_negative(x)
                           : !arb_contains_zero(x);
    }
    return *finite && all;
}

bool vv_interval_finds_signs(const vv_certificate *k, int facts, const vv_list *of, int sign) {
    int points;
    return ask(k, facts, of, has_that_sign, &sign, MANY_POINTS, &points);
}

bool vv_interval_finds_sign(const vv_certificate *k, int facts, int node, int sign) {
    return vv_interval_finds_signs(k, facts, &(vv_list){1, &node}, sign);
}

/* Number of certain pivots of a matrix. */
static int certain_rank(const real *r, const vv_list *of, int m) {
    int n = of->n / m, rank = 0;
    arb_ptr a = new_balls(r->k->c, of->n);
    for (int i = 0; a && i < of->n; i++) arb_set(a + i, ball(r, of->at[i]));
    while (a && rank < n && rank < m && pivot(a, n, m, rank, m))
        clear_below(a, n, m, rank++, r->bits);
    free_balls(a, of->n);
    return rank;
}

/* data: the number of columns, the best rank so far */
static bool improves_rank(const real *r, const vv_list *of, int *data, bool *finite) {
    int rank = certain_rank(r, of, data[0]);
    *finite = true;
    if (rank > data[1]) data[1] = rank;
    return false;
}

int vv_interval_rank(const vv_certificate *k, int facts, const vv_list *of, int columns) {
    int points, data[2] = {columns, 0};
    ask(k, facts, of, improves_rank, data, OWN_POINTS, &points);
    return data[1];
}

/* The value at a witness must be that of the certificate, to the digits of a double. */
static vv_point_answer compare_residual(const real *r, const vv_statement *p, const char **why) {
    arb_srcptr x = ball(r, p->of.at[p->which]);
    if (!arb_is_finite(x) || arb_contains_zero(x)) {
        *why = "the value at the witness is not certainly different from 0";
        return VV_POINT_FALSE;
    }
    double value = arf_get_d(arb_midref(x), ARF_RND_NEAR);
    if (fabs(value - p->residual) <= VV_WITNESS_AGREES * fabs(value)) return VV_POINT_TRUE;
    *why = vv_format(r->k->c, "the value at the witness is %.17g, not %.17g", value, p->residual);
    return VV_POINT_FALSE;
}

static vv_point_answer look(real *r, const vv_statement *p, int rank, const char **why) {
    run(r);
    if ((*why = violated(r))) return VV_POINT_FALSE;
    if (p->kind == VV_K_ZERO) return compare_residual(r, p, why);
    *why = "no minor of the matrix is certainly different from 0 at the witness";
    return certain_rank(r, &p->of, p->columns) > rank ? VV_POINT_TRUE : VV_POINT_FALSE;
}

vv_point_answer vv_interval_check_witness(const vv_certificate *k, const vv_statement *p, int rank,
                                          const char **why) {
    const vv_premises *f = &k->facts[p->facts];
    vv_list one = {1, (int[]){p->which >= 0 ? p->of.at[p->which] : 0}};
    const vv_list *of = p->kind == VV_K_ZERO ? &one : &p->of;
    vv_point_answer out = VV_POINT_FALSE;
    real r;
    if (p->which < 0) return *why = "it does not say which expression is not zero", VV_POINT_FALSE;
    if (is_open(k, f, of)) return *why = "its point need not satisfy the constraints", out;
    vv_list *order = order_of(k, f, of, &p->point);
    if (!order) return *why = "its rules go in a circle", out;
    if (real_make(&r, k, f, order, p))
        for (r.point = 0; r.point < MANY_POINTS && out != VV_POINT_TRUE; r.point++)
            for (r.bits = OWN_BITS; r.bits <= LAST_BITS && out != VV_POINT_TRUE; r.bits *= 8)
                out = look(&r, p, rank, why);
    real_free(&r);
    return out;
}

/* ---- isolated zeros -------------------------------------------------------------------------- */

/* middle - J(box)^-1 f(middle) within the interior of the box: |x| < radius for each component. */
static bool newton_maps_inside(real *r, const vv_theorem_data *t, const vv_list *slopes) {
    int n = t->system.n, m = n + 1;
    arb_ptr a = new_balls(r->k->c, n * m), x = new_balls(r->k->c, n);
    arb_t radius;
    arb_init(radius);
    bool inside = a && x;
    for (r->wide = false; inside && !r->wide; r->wide = true) {
        run(r);
        for (int i = 0; i < n; i++) arb_set(a + i * m + n, ball(r, t->system.at[i]));
    }
    run(r);
    for (int i = 0; inside && i < n * n; i++)
        arb_set(a + i / n * m + i % n, ball(r, slopes->at[i]));
    if (inside) solve_rows(n, a, x, r->bits);
    set_rational(r, radius, r->k->node[t->radius.at[0]].factor[0]);
    for (int i = 0; inside && i < n; i++) {
        arb_abs(x + i, x + i);
        inside = arb_is_finite(x + i) && arb_lt(x + i, radius);
    }
    arb_clear(radius);
    free_balls(a, n * m), free_balls(x, n);
    return inside && !r->why;
}

bool vv_interval_isolates(const vv_certificate *k, const vv_statement *p, const vv_list *slopes) {
    const vv_premises *f = &k->facts[p->facts];
    real r = {0};
    vv_list *order = order_of(k, f, &p->data->system, slopes);
    if (!order || !real_make(&r, k, f, order, NULL)) return false;
    r.box = p->data;
    bool inside = newton_maps_inside(&r, p->data, slopes) && !violated(&r);
    real_free(&r);
    return inside;
}

int vv_interval_sign_in_box(const vv_certificate *k, const vv_statement *p, int node) {
    const vv_premises *f = &k->facts[p->facts];
    real r = {0};
    int sign = 0;
    vv_list *order = node < 0 ? NULL : vv_certificate_order(k, f, 1, &node);
    if (!order || !real_make(&r, k, f, order, NULL)) return 0;
    r.box = p->data, r.wide = true;
    run(&r);
    if (r.why)
        sign = 2;
    else if (arb_is_finite(ball(&r, node)))
        sign = arb_is_positive(ball(&r, node)) - arb_is_negative(ball(&r, node));
    real_free(&r);
    return sign;
}
