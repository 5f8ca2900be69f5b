/* Derivatives: forward along a rate map, and reverse for gradients. Both are plain loops over
 * the sub-DAG. The derivative of a solution x = A^-1 b is A^-1 (b' - A' x), with the same
 * factor. */
#include "expr/dag.h"

static vv_expr function_partial(vv_ctx *c, vv_expr e, int i) {
    int n = vv_expr_arity(c, e);
    vv_mark m = vv_arena_mark(c);
    vv_expr *a = VV_ARRAY(c, vv_expr, n);
    int *k = VV_ARRAY(c, int, n);
    if (!a || !k) return VV_POISON;
    for (int j = 0; j < n; j++) {
        a[j] = vv_expr_child(c, e, j);
        k[j] = vv_expr_func_order(c, e, j) + (i == j);
    }
    vv_expr out = vv_function_apply(c, vv_expr_function(c, e), k, a);
    vv_arena_release(c, m);
    return out;
}

/* Indicator (1 or 0) that min or max selects child i. */
static vv_expr chosen(vv_ctx *c, vv_expr e, int i) {
    vv_expr ab[2] = {vv_expr_child(c, e, 0), vv_expr_child(c, e, 1)};
    vv_expr less = vv_call(c, VV_LESS, 2, ab);
    bool first = (vv_expr_op(c, e) == VV_MIN) == (i == 0);
    vv_expr args[3] = {less, first ? VV_ONE : VV_ZERO, first ? VV_ZERO : VV_ONE};
    return vv_call(c, VV_PIECEWISE, 3, args);
}

/* piecewise(cond, 1 or 0, ...) that selects branch i */
static vv_expr branch_indicator(vv_ctx *c, vv_expr e, int i) {
    int n = vv_expr_arity(c, e);
    vv_mark m = vv_arena_mark(c);
    vv_expr *a = VV_ARRAY(c, vv_expr, n);
    if (!a) return VV_POISON;
    for (int j = 0; j < n; j++) {
        bool value = j % 2 == 1 || j == n - 1;
        a[j] = !value ? vv_expr_child(c, e, j) : i == j ? VV_ONE : VV_ZERO;
    }
    vv_expr out = vv_call(c, VV_PIECEWISE, n, a);
    vv_arena_release(c, m);
    return out;
}

/* d e / d child_i for scalar nodes other than sums and products; VV_ZERO for conditions. */
static vv_expr partial(vv_ctx *c, vv_expr e, int i) {
    vv_op op = vv_expr_op(c, e);
    vv_expr x = vv_expr_child(c, e, 0);
    if (op >= VV_SIN && op <= VV_SIGN) return vv_elementary_derivative(c, op, x, e);
    switch ((int)op) {
    case VV_FUNC: return function_partial(c, e, i);
    case VV_MIN:
    case VV_MAX: return chosen(c, e, i);
    case VV_PIECEWISE: {
        bool value = i % 2 == 1 || i == vv_expr_arity(c, e) - 1;
        return value ? branch_indicator(c, e, i) : VV_ZERO;
    }
    case VV_POW: { /* b^k */
        vv_expr k = vv_expr_child(c, e, 1);
        return i == 0 ? vv_product(c, 2, (vv_expr[]){vv_div(c, k, x), e})
                      : vv_mul(c, vv_call(c, VV_LOG, 1, &x), e);
    }
    case VV_ATAN2: { /* atan2(y, x): (x dy - y dx) / (x^2 + y^2) */
        vv_expr y = x, xx = vv_expr_child(c, e, 1);
        vv_expr r2 = vv_add(c, vv_mul(c, xx, xx), vv_mul(c, y, y));
        return i == 0 ? vv_div(c, xx, r2) : vv_neg(c, vv_div(c, y, r2));
    }
    default: return VV_ZERO; /* LESS, LESSEQ: constant almost everywhere */
    }
}

/* by * d e / d child_i */
static vv_term chain(vv_ctx *c, const vv_expr_table *t, uint32_t e, int i, vv_term by) {
    const vv_expr_node *d = &t->node[e];
    if (d->op == VV_MUL) return vv_product_partial(c, e, i, by);
    if (d->op == VV_ADD)
        return (vv_term){by.id, vv_const_mul(c, t->word[d->first + d->n + (uint32_t)i], by.k)};
    vv_expr part = partial(c, (vv_expr){e}, i);
    return vv_term_of(t, vv_mul(c, part, vv_term_expr(c, by)));
}

/* ---- forward ------------------------------------------------------------------------------- */

/* A pass over the nodes that depend on the symbols; the memo of a visited node is the index of
 * its derivative. */
typedef struct forward {
    vv_ctx *c;
    vv_expr_table *t;
    vv_term *rate;    /* for FACTOR: 0 or not; for SOLVE: 0 or the index of its vector as id */
    vv_expr **vector; /* derivatives of the SOLVE nodes */
    int nvectors;
    vv_term *scratch;
    uint32_t room;
} forward;

/* Derivative of a node; a node not visited does not depend on the symbols. */
static vv_term known_rate(const forward *f, uint32_t id) {
    return vv_expr_pass_has(f->t, id) ? f->rate[f->t->memo[id]] : VV_TERM_ZERO;
}
static bool is_zero(vv_term a) { return a.k == VV_ZERO.id; }

/* Derivative of the vector A^-1 b; d(child) is read from the pass. Result: n expressions. */
static vv_expr *rate_of_solution(const forward *f, vv_expr solve) {
    vv_ctx *c = f->c;
    int n = vv_expr_size(c, solve);
    vv_expr factor = vv_expr_child(c, solve, 0);
    vv_expr *dx = VV_ARRAY(c, vv_expr, n), *b = VV_ARRAY(c, vv_expr, n),
            *x = VV_ARRAY(c, vv_expr, n);
    vv_expr *term = VV_ARRAY(c, vv_expr, n + 1);
    vv_rat *k = VV_ARRAY(c, vv_rat, n + 1);
    if (!dx || !b || !x || !term || !k) return NULL;
    for (uint32_t i = 0; i < (uint32_t)n; i++) {
        uint32_t w[2] = {solve.id, i};
        x[i] = vv_expr_intern(c, VV_COMP, 1, 2, w);
    }
    for (int i = 0; i < n; i++) {
        term[0] = vv_term_expr(c, known_rate(f, vv_expr_child(c, solve, i + 1).id));
        k[0] = vv_rat_int(1);
        for (int j = 0; j < n; j++) {
            vv_term da = known_rate(f, vv_expr_child(c, factor, i * n + j).id);
            term[j + 1] = vv_mul(c, vv_term_expr(c, da), x[j]);
            k[j + 1] = vv_rat_int(-1);
        }
        b[i] = vv_sum_scaled(c, n + 1, k, term);
    }
    vv_solve(c, n, factor, b, dx);
    return dx;
}

/* Derivative of a scalar node from those of its children. */
static vv_term rate_of_node(forward *f, uint32_t id) {
    vv_expr_table *t = f->t;
    uint32_t n = t->node[id].n;
    int m = 0;
    if (n > f->room) {
        f->room = 2 * n;
        f->scratch = VV_ARRAY(f->c, vv_term, f->room);
    }
    if (!f->scratch) return (vv_term){0, 0};
    for (uint32_t i = 0; i < n; i++) {
        vv_term d = known_rate(f, vv_expr_words(t, id)[i]);
        if (!is_zero(d)) f->scratch[m++] = chain(f->c, t, id, (int)i, d);
    }
    return m == 1 ? f->scratch[0] : vv_sum_terms(f->c, m, f->scratch);
}

static bool is_still(const forward *f, uint32_t id) {
    for (uint32_t i = 0; i < f->t->node[id].n; i++)
        if (!is_zero(known_rate(f, vv_expr_words(f->t, id)[i]))) return false;
    return true;
}

static vv_term rate_of_any(forward *f, uint32_t id) {
    vv_expr_table *t = f->t;
    vv_op op = (vv_op)t->node[id].op;
    if (op == VV_FACTOR) return is_still(f, id) ? VV_TERM_ZERO : VV_TERM_ONE;
    if (op == VV_SOLVE) {
        if (is_still(f, id)) return VV_TERM_ZERO;
        f->vector[f->nvectors] = rate_of_solution(f, (vv_expr){id});
        return (vv_term){(uint32_t)f->nvectors++, VV_ONE.id};
    }
    if (op != VV_COMP) return rate_of_node(f, id);
    vv_term solve = known_rate(f, vv_expr_words(t, id)[0]);
    if (is_zero(solve)) return VV_TERM_ZERO;
    const vv_expr *dx = f->vector[solve.id];
    return dx ? vv_term_of(t, dx[vv_expr_component(f->c, (vv_expr){id})]) : (vv_term){0, 0};
}

/* order: the nodes that depend on the symbols, children first. */
static vv_status rate_in_order(vv_ctx *c, int npairs, const vv_expr *symbol, const vv_expr *rate,
                               int count, const uint32_t *order, int n, const vv_expr *in,
                               vv_expr *out) {
    vv_mark mark = vv_arena_mark(c);
    if (order && !count) { /* all constant */
        for (int i = 0; i < n; i++) out[i] = in[i].id ? VV_ZERO : VV_POISON;
        vv_arena_release(c, mark);
        return vv_ctx_status(c);
    }
    forward f = {.c = c, .t = order ? vv_expr_pass_begin(c) : NULL, .room = 16};
    f.rate = VV_ARRAY_UNINIT(c, vv_term, count + npairs + 1);
    f.vector = VV_ARRAY_UNINIT(c, vv_expr *, count + 1);
    f.scratch = VV_ARRAY(c, vv_term, f.room);
    if (!f.t || !f.rate || !f.vector || !f.scratch) {
        for (int i = 0; i < n; i++) out[i] = VV_POISON;
        return vv_ctx_status(c);
    }
    for (int i = 0; i < npairs; i++) {
        f.rate[count + i] = vv_term_of(f.t, rate[i]);
        if (symbol[i].id) vv_expr_pass_set(f.t, symbol[i].id, (uint32_t)(count + i));
    }
    for (int i = 0; i < count && vv_ctx_ok(c); i++) {
        if (vv_expr_pass_has(f.t, order[i])) continue;
        f.rate[i] = rate_of_any(&f, order[i]);
        vv_expr_pass_set(f.t, order[i], (uint32_t)i);
    }
    for (int i = 0; i < n; i++) {
        bool known = vv_ctx_ok(c) && in[i].id;
        out[i] = known ? vv_term_expr(c, known_rate(&f, in[i].id)) : VV_POISON;
    }
    vv_arena_release(c, mark);
    return vv_ctx_status(c);
}

vv_status vv_total_derivative(vv_ctx *c, int npairs, const vv_expr *symbol, const vv_expr *rate,
                              int n, const vv_expr *in, vv_expr *out) {
    vv_mark mark = vv_arena_mark(c);
    int count;
    uint32_t *order = vv_expr_topological_order_of(c, npairs, symbol, n, in, &count);
    vv_status status = rate_in_order(c, npairs, symbol, rate, count, order, n, in, out);
    vv_arena_release(c, mark);
    return status;
}

vv_expr vv_diff(vv_ctx *c, vv_expr e, vv_expr symbol) {
    vv_expr out = VV_POISON, one = VV_ONE;
    vv_total_derivative(c, 1, &symbol, &one, 1, &e, &out);
    return out;
}

/* Does x select a branch of e? Then derivatives at 0 are not valid everywhere. */
static bool has_branch(vv_ctx *c, vv_expr e, vv_expr x) {
    int n = 0;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &n);
    for (int i = 0; order && i < n; i++) {
        vv_expr node = {order[i]};
        vv_op op = vv_expr_op(c, node);
        bool branches =
            op == VV_ABS || op == VV_SIGN || op == VV_MIN || op == VV_MAX || op == VV_PIECEWISE;
        if (branches && vv_depends(c, node, 1, &x)) return true;
    }
    return !order;
}

vv_expr vv_taylor_coefficients(vv_ctx *c, vv_expr e, vv_expr x, int n, vv_expr *k) {
    bool branches = has_branch(c, e, x);
    for (int d = 0; d < n; d++) {
        k[d] = vv_subst1(c, e, x, VV_ZERO);
        e = vv_mul(c, vv_ratio(c, 1, d + 1), vv_diff(c, e, x));
    }
    return branches && vv_is_zero(e) ? VV_ONE : e;
}

/* ---- Jacobian ------------------------------------------------------------------------------ */

/* One order for all columns if it can be filtered for each. */
vv_status vv_jacobian(vv_ctx *c, int n, const vv_expr *in, int m, const vv_expr *symbol,
                      vv_expr *out) {
    vv_mark mark = vv_arena_mark(c);
    int all = 0;
    vv_expr *column = VV_ARRAY(c, vv_expr, n + 1);
    bool sifted = m > 1 && vv_expr_order_can_filter(c, m, symbol);
    uint32_t *order = sifted ? vv_expr_topological_order_of(c, m, symbol, n, in, &all) : NULL,
             *own = order ? VV_ARRAY_UNINIT(c, uint32_t, all + 1) : NULL;
    for (int i = 0; i < n * m; i++) out[i] = VV_POISON;
    for (int j = 0; j < m && column && vv_ctx_tick(c); j++) {
        vv_expr one = VV_ONE;
        int count = own ? vv_expr_order_filter(c, symbol[j], all, order, own) : 0;
        if (own)
            rate_in_order(c, 1, &symbol[j], &one, count, own, n, in, column);
        else
            vv_total_derivative(c, 1, &symbol[j], &one, n, in, column);
        for (int i = 0; i < n; i++) out[i * m + j] = column[i];
    }
    vv_arena_release(c, mark);
    return vv_ctx_status(c);
}

/* The sub-DAG of many functions, by positions in its order: the children of each node among them,
 * and the last function that each is part of. */
typedef struct cone {
    int count;
    const uint32_t *order;
    int *first, *child; /* (count + 1, all) */
    int *last;          /* (count) */
    bool *holds;        /* scratch (count) */
    uint32_t *own;      /* scratch (count) */
} cone;

static bool cone_new(vv_ctx *c, int n, const vv_expr *in, int m, const vv_expr *symbol, cone *out) {
    int all = 0, count = 0;
    const uint32_t *order = vv_expr_topological_order_of(c, m, symbol, n, in, &count);
    vv_expr_table *t = order ? vv_expr_pass_begin(c) : NULL;
    *out = (cone){.count = count, .order = order};
    if (!t) return false;
    for (int p = 0; p < count; p++) all += (int)t->node[out->order[p]].n;
    out->first = VV_ARRAY_UNINIT(c, int, count + 1), out->child = VV_ARRAY_UNINIT(c, int, all + 1);
    out->last = VV_ARRAY_UNINIT(c, int, count + 1), out->holds = VV_ARRAY(c, bool, count + 1);
    out->own = VV_ARRAY_UNINIT(c, uint32_t, count + 1);
    if (!vv_ctx_ok(c)) return false;
    for (int p = all = 0; p < count; p++) {
        uint32_t id = out->order[p];
        vv_expr_pass_set(t, id, (uint32_t)p);
        out->first[p] = all, out->last[p] = -1;
        for (uint32_t i = 0; i < t->node[id].n; i++)
            if (vv_expr_pass_has(t, vv_expr_words(t, id)[i]))
                out->child[all++] = (int)t->memo[vv_expr_words(t, id)[i]];
    }
    out->first[count] = all;
    for (int i = 0; i < n; i++)
        if (vv_expr_pass_has(t, in[i].id)) out->last[t->memo[in[i].id]] = i;
    for (int p = count; p-- > 0;)
        for (int e = out->first[p]; e < out->first[p + 1]; e++)
            if (out->last[out->child[e]] < out->last[p]) out->last[out->child[e]] = out->last[p];
    return true;
}

/* The nodes that depend on a symbol, of functions from one on: into k->own. */
static int cone_filter(cone *k, vv_expr symbol, int from) {
    int n = 0;
    for (int p = 0; p < k->count; p++) {
        bool holds = k->order[p] == symbol.id;
        for (int e = k->first[p]; e < k->first[p + 1] && !holds; e++) holds = k->holds[k->child[e]];
        k->holds[p] = holds;
        if (holds && k->last[p] >= from) k->own[n++] = k->order[p];
    }
    return n;
}

vv_status vv_jacobian_lower(vv_ctx *c, int n, const vv_expr *in, const vv_expr *symbol,
                            vv_expr *out) {
    vv_mark mark = vv_arena_mark(c);
    vv_expr *column = VV_ARRAY(c, vv_expr, n + 1), one = VV_ONE;
    cone k = {0};
    bool known = column && cone_new(c, n, in, n, symbol, &k);
    for (int j = 0; j < n; j++) {
        int count = known && vv_ctx_tick(c) ? cone_filter(&k, symbol[j], j) : 0;
        if (known) rate_in_order(c, 1, &symbol[j], &one, count, k.own, n - j, in + j, column);
        for (int i = j; i < n; i++) out[i * n + j] = known ? column[i - j] : VV_POISON;
    }
    vv_arena_release(c, mark);
    return vv_ctx_status(c);
}

/* ---- reverse ------------------------------------------------------------------------------- */

/* Contributions to a node's adjoint, a linked list until the node is reached. */
typedef struct share {
    vv_term value;
    int component;
    struct share *next;
} share;

typedef struct reverse {
    vv_ctx *c;
    vv_expr_table *t;
    int count;
    const uint32_t *order; /* nodes that depend on a target; the memo of a node is its index here */
    share **adjoint;       /* contributions (count) */
} reverse;

static void contribute(reverse *r, uint32_t id, int component, vv_term value) {
    if (!vv_expr_pass_has(r->t, id) || value.k == VV_ZERO.id) return;
    share *s = VV_NEW(r->c, share), **list = &r->adjoint[r->t->memo[id]];
    if (!s) return;
    *s = (share){value, component, *list};
    *list = s;
}

/* Sum of the contributions to one component (0 for scalars). */
static vv_term collect(reverse *r, int at, int component) {
    const share *only = r->adjoint[at];
    if (only && !only->next && only->component == component) return only->value;
    int n = 0;
    for (share *s = r->adjoint[at]; s; s = s->next) n += s->component == component;
    vv_term *v = VV_ARRAY(r->c, vv_term, n + 1);
    if (!v) return (vv_term){0, 0};
    int m = n; /* the list is newest first: restore the order of contribution */
    for (share *s = r->adjoint[at]; s; s = s->next)
        if (s->component == component) v[--m] = s->value;
    return vv_sum_terms(r->c, n, v);
}

/* x = A^-1 b: b-bar = A^-T x-bar, A-bar = -b-bar x^T. */
static void reverse_solution(reverse *r, int at) {
    vv_ctx *c = r->c;
    vv_expr solve = {r->order[at]}, factor = vv_expr_child(c, solve, 0);
    int n = vv_expr_size(c, solve);
    vv_expr *xbar = VV_ARRAY(c, vv_expr, n), *bbar = VV_ARRAY(c, vv_expr, n),
            *at_ = VV_MATRIX(c, vv_expr, n, n);
    if (!xbar || !bbar || !at_) return;
    for (int i = 0; i < n; i++) xbar[i] = vv_term_expr(c, collect(r, at, i));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) at_[j * n + i] = vv_expr_child(c, factor, i * n + j);
    vv_solve(c, n, vv_factor(c, n, at_), xbar, bbar);
    for (uint32_t i = 0; i < (uint32_t)n; i++) {
        contribute(r, vv_expr_child(c, solve, (int)i + 1).id, 0, vv_term_of(r->t, bbar[i]));
        for (uint32_t j = 0; j < (uint32_t)n; j++) {
            uint32_t w[2] = {solve.id, j};
            vv_expr xj = vv_expr_intern(c, VV_COMP, 1, 2, w);
            contribute(r, vv_expr_child(c, factor, (int)(i * (uint32_t)n + j)).id, 0,
                       vv_term_of(r->t, vv_neg(c, vv_mul(c, bbar[i], xj))));
        }
    }
}

static void reverse_node(reverse *r, int at) {
    uint32_t id = r->order[at];
    vv_op op = (vv_op)r->t->node[id].op;
    if (op == VV_SYM || op == VV_FACTOR || !r->adjoint[at]) return;
    if (op == VV_SOLVE) {
        reverse_solution(r, at);
        return;
    }
    vv_term bar = collect(r, at, 0);
    if (op == VV_COMP) {
        contribute(r, vv_expr_words(r->t, id)[0], vv_expr_component(r->c, (vv_expr){id}), bar);
        return;
    }
    for (uint32_t i = 0; i < r->t->node[id].n; i++) {
        uint32_t child = vv_expr_words(r->t, id)[i];
        if (vv_expr_pass_has(r->t, child))
            contribute(r, child, 0, chain(r->c, r->t, id, (int)i, bar));
    }
}

vv_status vv_gradient(vv_ctx *c, vv_expr e, int n, const vv_expr *symbol, vv_expr *out) {
    for (int i = 0; i < n; i++) out[i] = e.id ? VV_ZERO : VV_POISON;
    vv_mark mark = vv_arena_mark(c);
    reverse r = {.c = c};
    r.order = vv_expr_topological_order_of(c, n, symbol, 1, &e, &r.count);
    r.t = r.order ? vv_expr_pass_begin(c) : NULL;
    r.adjoint = VV_ARRAY(c, share *, r.count + 1);
    if (!r.t || !r.adjoint) {
        for (int i = 0; i < n; i++) out[i] = VV_POISON;
        return vv_ctx_status(c);
    }
    for (int i = 0; i < r.count; i++) vv_expr_pass_set(r.t, r.order[i], (uint32_t)i);
    contribute(&r, e.id, 0, VV_TERM_ONE);
    for (int i = r.count - 1; i >= 0 && vv_ctx_ok(c); i--) reverse_node(&r, i);
    for (int i = 0; i < n && !vv_ctx_ok(c); i++) out[i] = VV_POISON;
    for (int i = 0; i < n && vv_ctx_ok(c); i++)
        if (symbol[i].id && vv_expr_pass_has(r.t, symbol[i].id))
            out[i] = vv_term_expr(c, collect(&r, (int)r.t->memo[symbol[i].id], 0));
    vv_arena_release(c, mark);
    return vv_ctx_status(c);
}

/* ---- degree -------------------------------------------------------------------------------- */

/* From the degrees of the visited children; the others have degree 0. */
static int64_t degree_of(const vv_expr_table *t, uint32_t id) {
    enum { MOST = 1 << 20 }; /* no sum of products of degrees overflows */
    const vv_expr_node *d = &t->node[id];
    const uint32_t *w = t->word + d->first;
    int64_t sum = 0;
    if (d->op != VV_ADD && d->op != VV_MUL) return -1;
    for (uint32_t i = 0; i < d->n; i++) {
        int64_t child = vv_expr_pass_has(t, w[i]) ? (int32_t)t->memo[w[i]] : 0;
        if (child < 0 || (d->op == VV_ADD && i > 0 && child != sum)) return -1;
        sum = d->op == VV_ADD ? child : sum + child * (int32_t)w[d->n + i];
        if (sum < -MOST || sum > MOST) return -1;
    }
    return sum < 0 ? -1 : sum;
}

int vv_homogeneous_degree(vv_ctx *c, vv_expr e, int n, const vv_expr *symbols) {
    vv_mark mark = vv_arena_mark(c);
    int count, degree = -1;
    uint32_t *order = e.id ? vv_expr_topological_order_of(c, n, symbols, 1, &e, &count) : NULL;
    vv_expr_table *t = order ? vv_expr_pass_begin(c) : NULL;
    for (int i = 0; t && i < n; i++) vv_expr_pass_set(t, symbols[i].id, 1);
    for (int i = 0; t && i < count; i++)
        if (!vv_expr_pass_has(t, order[i]))
            vv_expr_pass_set(t, order[i], (uint32_t)degree_of(t, order[i]));
    if (t) degree = vv_expr_pass_has(t, e.id) ? (int32_t)t->memo[e.id] : 0;
    vv_arena_release(c, mark);
    return degree;
}
