/* Derivatives: forward along a rate map, and reverse for gradients. Both are plain loops over the
 * sub-DAG. The derivative of a solution x = A^-1 b is A^-1 (b' - A' x), with the same factor. */
#include "expr/table.h"

/* The product with its i-th child differentiated: node / child_i, times the exponent and `by`. One
 * product is built, not the partial derivative first: this is the inner loop of every derivation.
 */
static vv_expr product_partial(vv_ctx *c, vv_expr e, int i, vv_expr by) {
    int n = vv_expr_arity(c, e), own = vv_expr_exponent(c, e, i), m = 0;
    enum { SMALL = 12 };
    vv_expr small_f[SMALL + 1];
    int small_k[SMALL + 1];
    vv_mark mark = vv_arena_mark(c);
    vv_expr *f = n <= SMALL ? small_f : VV_ARRAY(c, vv_expr, n + 1);
    int *k = n <= SMALL ? small_k : VV_ARRAY(c, int, n + 1);
    if (!f || !k) return VV_POISON;
    for (int j = 0; j < n; j++) {
        f[m] = vv_expr_child(c, e, j);
        k[m] = vv_expr_exponent(c, e, j) - (i == j);
        m += k[m] != 0;
    }
    if (by.id != VV_ONE.id) f[m] = by, k[m++] = 1;
    vv_expr out = m == 1 && k[0] == 1 ? f[0] : vv_product_powers(c, m, f, k);
    if (n > SMALL) vv_arena_release(c, mark);
    return vv_scale(c, vv_rat_int(own), out);
}

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
    vv_expr out = vv_apply(c, vv_expr_function(c, e), k, a);
    vv_arena_release(c, m);
    return out;
}

/* Which of two values min or max takes, as 1 or 0, for child i. */
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

/* d e / d child_i for scalar nodes; VV_ZERO for conditions. */
static vv_expr partial(vv_ctx *c, vv_expr e, int i) {
    vv_op op = vv_expr_op(c, e);
    vv_expr x = vv_expr_child(c, e, 0);
    if (op >= VV_SIN && op <= VV_SIGN) return vv_elementary_derivative(c, op, x, e);
    switch ((int)op) {
    case VV_ADD: return vv_rational(c, vv_expr_coefficient(c, e, i));
    case VV_MUL: return product_partial(c, e, i, VV_ONE);
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

/* ---- forward ------------------------------------------------------------------------------- */

/* Derivative of the vector A^-1 b; d(child) is read from the pass. Result: n expressions. */
static vv_expr *rate_of_solution(vv_ctx *c, const vv_expr_table *t, vv_expr solve) {
    int n = vv_expr_size(c, solve);
    vv_expr factor = vv_expr_child(c, solve, 0);
    vv_expr *dx = VV_ARRAY(c, vv_expr, n), *b = VV_ARRAY(c, vv_expr, n),
            *x = VV_ARRAY(c, vv_expr, n);
    vv_expr *term = VV_ARRAY(c, vv_expr, n + 1);
    vv_rat *k = VV_ARRAY(c, vv_rat, n + 1);
    if (!dx || !b || !x || !term || !k) return NULL;
    for (uint32_t i = 0; i < (uint32_t)n; i++) {
        uint32_t w[2] = {solve.id, i};
        x[i] = vv_intern(c, VV_COMP, 1, 2, w);
    }
    for (int i = 0; i < n; i++) {
        term[0] = (vv_expr){t->memo[vv_expr_child(c, solve, i + 1).id]};
        k[0] = vv_rat_int(1);
        for (int j = 0; j < n; j++) {
            vv_expr da = {t->memo[vv_expr_child(c, factor, i * n + j).id]};
            term[j + 1] = vv_mul(c, da, x[j]);
            k[j + 1] = vv_rat_int(-1);
        }
        b[i] = vv_sum_scaled(c, n + 1, k, term);
    }
    vv_solve(c, n, factor, b, dx);
    return dx;
}

/* Derivative of a node met in this pass; a node not met does not depend on the symbols. */
static vv_expr known_rate(const vv_expr_table *t, uint32_t id) {
    return vv_pass_has(t, id) ? (vv_expr){t->memo[id]} : VV_ZERO;
}

static vv_expr rate_of_node(vv_ctx *c, const vv_expr_table *t, uint32_t id, vv_expr *scratch,
                            vv_rat *k) {
    vv_expr e = {id};
    int n = (int)t->node[id].n, m = 0;
    vv_op op = (vv_op)t->node[id].op;
    for (int i = 0; i < n; i++) {
        vv_expr d = known_rate(t, vv_words(t, id)[i]);
        if (vv_is_zero(d)) continue;
        k[m] = op == VV_ADD ? vv_expr_coefficient(c, e, i) : vv_rat_int(1);
        scratch[m++] = op == VV_ADD   ? d
                       : op == VV_MUL ? product_partial(c, e, i, d)
                                      : vv_mul(c, partial(c, e, i), d);
    }
    return m == 1 ? vv_scale(c, k[0], scratch[0]) : vv_sum_scaled(c, m, k, scratch);
}

vv_status vv_rate(vv_ctx *c, int npairs, const vv_expr *symbol, const vv_expr *rate, int n,
                  const vv_expr *in, vv_expr *out) {
    vv_mark mark = vv_arena_mark(c);
    int count, cap = 16, nvec = 0;
    uint32_t *order = vv_expr_order(c, n, in, &count);
    vv_expr_table *t = order ? vv_pass_begin(c) : NULL;
    vv_expr **vec = VV_ARRAY(c, vv_expr *, count + 1); /* rates of SOLVE nodes */
    vv_expr *scratch = VV_ARRAY(c, vv_expr, cap);
    vv_rat *k_scratch = VV_ARRAY(c, vv_rat, cap);
    if (!t || !vec || !scratch || !k_scratch) {
        for (int i = 0; i < n; i++) out[i] = VV_POISON;
        return vv_ctx_status(c);
    }
    uint32_t epoch = t->epoch;
    for (int i = 0; i < npairs; i++)
        if (symbol[i].id) vv_pass_set(t, symbol[i].id, rate[i].id);
    for (int i = 0; i < count && scratch && vv_ctx_ok(c); i++) {
        uint32_t id = order[i];
        if (t->stamp[id] == epoch) continue;
        vv_op op = (vv_op)t->node[id].op;
        int m = (int)t->node[id].n;
        uint32_t d = VV_ZERO.id;
        if (op == VV_SOLVE) {
            bool constant = true; /* memo of FACTOR: ZERO iff all entries are constant */
            for (int k = 0; k < m; k++) constant &= t->memo[vv_words(t, id)[k]] == VV_ZERO.id;
            vec[nvec] = constant ? NULL : rate_of_solution(c, t, (vv_expr){id});
            vv_pass_set(t, id, constant ? VV_ZERO.id : (uint32_t)nvec++);
            continue;
        }
        if (op == VV_COMP) {
            uint32_t s = t->memo[vv_words(t, id)[0]];
            bool constant = true;
            vv_expr solve = {vv_words(t, id)[0]};
            for (int k = 0; k < vv_expr_arity(c, solve); k++)
                constant &= t->memo[vv_expr_child(c, solve, k).id] == VV_ZERO.id;
            if (!constant && vec[s]) d = vec[s][vv_expr_component(c, (vv_expr){id})].id;
        } else if (op == VV_FACTOR) {
            for (int k = 0; k < m; k++)
                if (t->memo[vv_words(t, id)[k]] != VV_ZERO.id)
                    d = VV_ONE.id; /* only "not constant" */
        } else if (m && op != VV_CONST && op != VV_SYM) {
            if (m > cap) {
                scratch = VV_ARRAY(c, vv_expr, cap = 2 * m);
                k_scratch = VV_ARRAY(c, vv_rat, cap);
            }
            if (!scratch || !k_scratch) break;
            d = rate_of_node(c, t, id, scratch, k_scratch).id;
        }
        vv_pass_set(t, id, d);
    }
    for (int i = 0; i < n; i++)
        out[i] = vv_ctx_ok(c) && in[i].id ? (vv_expr){t->memo[in[i].id]} : VV_POISON;
    vv_arena_release(c, mark);
    return vv_ctx_status(c);
}

vv_expr vv_diff(vv_ctx *c, vv_expr e, vv_expr symbol) {
    vv_expr out = VV_POISON, one = VV_ONE;
    vv_rate(c, 1, &symbol, &one, 1, &e, &out);
    return out;
}

/* ---- Jacobian ------------------------------------------------------------------------------ */

/* Nodes that depend on a symbol, children first; NULL when a SOLVE is among them. */
static uint32_t *active_nodes(vv_ctx *c, int m, const vv_expr *symbol, int n, const vv_expr *in,
                              int *count, int *widest) {
    int total;
    uint32_t *order = vv_expr_order(c, n, in, &total);
    vv_expr_table *t = order ? vv_pass_begin(c) : NULL;
    *count = 0, *widest = 1;
    if (!t) return NULL;
    for (int i = 0; i < m; i++)
        if (symbol[i].id) vv_pass_set(t, symbol[i].id, 1);
    for (int i = 0; i < total; i++) {
        const vv_enode *d = &t->node[order[i]];
        bool leaf = d->op == VV_CONST || d->op == VV_SYM, active = false;
        for (uint32_t k = 0; !leaf && k < d->n && !active; k++)
            active = vv_pass_has(t, t->word[d->first + k]);
        if (!active) continue;
        if (d->op == VV_SOLVE || d->op == VV_FACTOR) return NULL;
        vv_pass_set(t, order[i], 1);
        if ((int)d->n > *widest) *widest = (int)d->n;
        order[(*count)++] = order[i];
    }
    return order;
}

vv_status vv_jacobian(vv_ctx *c, int n, const vv_expr *in, int m, const vv_expr *symbol,
                      vv_expr *out) {
    vv_mark mark = vv_arena_mark(c);
    int count, widest;
    for (int i = 0; i < n * m; i++) out[i] = VV_POISON;
    uint32_t *active = active_nodes(c, m, symbol, n, in, &count, &widest);
    if (!active) {
        for (int i = 0; i < n && vv_ctx_ok(c); i++) vv_gradient(c, in[i], m, symbol, out + i * m);
        return vv_ctx_status(c);
    }
    vv_expr *scratch = VV_ARRAY(c, vv_expr, widest);
    vv_rat *k = VV_ARRAY(c, vv_rat, widest);
    vv_expr_table *t = vv_table(c);
    for (int j = 0; j < m && scratch && k && vv_ctx_ok(c); j++) {
        vv_pass_begin(c);
        if (symbol[j].id) vv_pass_set(t, symbol[j].id, VV_ONE.id);
        for (int i = 0; i < count; i++) {
            vv_expr d = rate_of_node(c, t, active[i], scratch, k);
            if (!vv_is_zero(d)) vv_pass_set(t, active[i], d.id);
        }
        for (int i = 0; i < n; i++) out[i * m + j] = in[i].id ? known_rate(t, in[i].id) : VV_POISON;
    }
    vv_arena_release(c, mark);
    return vv_ctx_status(c);
}

/* ---- reverse ------------------------------------------------------------------------------- */

/* Contributions to a node's adjoint, a linked list until the node is reached. */
typedef struct share {
    vv_expr value;
    int component;
    struct share *next;
} share;

typedef struct reverse {
    vv_ctx *c;
    vv_expr_table *t;
    int count;
    const uint32_t *order;
    bool *active;    /* depends on a target       (count) */
    share **adjoint; /* contributions             (count) */
} reverse;

static void contribute(reverse *r, uint32_t id, int component, vv_expr value) {
    uint32_t at = r->t->memo[id];
    if (!r->active[at] || vv_is_zero(value)) return;
    share *s = VV_NEW(r->c, share);
    if (!s) return;
    *s = (share){value, component, r->adjoint[at]};
    r->adjoint[at] = s;
}

/* Sum of the contributions to one component (0 for scalars). */
static vv_expr collect(reverse *r, int at, int component) {
    const share *only = r->adjoint[at];
    if (only && !only->next && only->component == component) return only->value;
    int n = 0;
    for (share *s = r->adjoint[at]; s; s = s->next) n += s->component == component;
    vv_expr *v = VV_ARRAY(r->c, vv_expr, n + 1);
    if (!v) return VV_POISON;
    int m = n; /* list is newest first: restore the order of contribution */
    for (share *s = r->adjoint[at]; s; s = s->next)
        if (s->component == component) v[--m] = s->value;
    return vv_sum(r->c, n, v);
}

/* x = A^-1 b: b-bar = A^-T x-bar, A-bar = -b-bar x^T. */
static void reverse_solution(reverse *r, int at) {
    vv_ctx *c = r->c;
    vv_expr solve = {r->order[at]}, factor = vv_expr_child(c, solve, 0);
    int n = vv_expr_size(c, solve);
    vv_expr *xbar = VV_ARRAY(c, vv_expr, n), *bbar = VV_ARRAY(c, vv_expr, n),
            *at_ = VV_ARRAY(c, vv_expr, n * n);
    if (!xbar || !bbar || !at_) return;
    for (int i = 0; i < n; i++) xbar[i] = collect(r, at, i);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) at_[j * n + i] = vv_expr_child(c, factor, i * n + j);
    vv_solve(c, n, vv_factor(c, n, at_), xbar, bbar);
    for (uint32_t i = 0; i < (uint32_t)n; i++) {
        contribute(r, vv_expr_child(c, solve, (int)i + 1).id, 0, bbar[i]);
        for (uint32_t j = 0; j < (uint32_t)n; j++) {
            uint32_t w[2] = {solve.id, j};
            vv_expr xj = vv_intern(c, VV_COMP, 1, 2, w);
            contribute(r, vv_expr_child(c, factor, (int)(i * (uint32_t)n + j)).id, 0,
                       vv_neg(c, vv_mul(c, bbar[i], xj)));
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
    vv_expr e = {id}, bar = collect(r, at, 0);
    int n = (int)r->t->node[id].n;
    if (op == VV_COMP) {
        contribute(r, vv_words(r->t, id)[0], vv_expr_component(r->c, e), bar);
        return;
    }
    for (int i = 0; i < n; i++) {
        uint32_t child = vv_words(r->t, id)[i];
        if (!r->active[r->t->memo[child]]) continue;
        vv_expr part = op == VV_ADD   ? vv_scale(r->c, vv_expr_coefficient(r->c, e, i), bar)
                       : op == VV_MUL ? product_partial(r->c, e, i, bar)
                                      : vv_mul(r->c, bar, partial(r->c, e, i));
        contribute(r, child, 0, part);
    }
}

vv_status vv_gradient(vv_ctx *c, vv_expr e, int n, const vv_expr *symbol, vv_expr *out) {
    for (int i = 0; i < n; i++) out[i] = e.id ? VV_ZERO : VV_POISON;
    vv_mark mark = vv_arena_mark(c);
    reverse r = {.c = c};
    r.order = vv_expr_order(c, 1, &e, &r.count);
    r.t = r.order ? vv_pass_begin(c) : NULL;
    r.active = VV_ARRAY(c, bool, r.count + 1);
    r.adjoint = VV_ARRAY(c, share *, r.count + 1);
    if (!r.t || !r.active || !r.adjoint) {
        for (int i = 0; i < n; i++) out[i] = VV_POISON;
        return vv_ctx_status(c);
    }
    for (int i = 0; i < r.count; i++) vv_pass_set(r.t, r.order[i], (uint32_t)i);
    for (int i = 0; i < n; i++)
        if (symbol[i].id && vv_pass_has(r.t, symbol[i].id))
            r.active[r.t->memo[symbol[i].id]] = true;
    for (int i = 0; i < r.count; i++) {
        vv_op op = (vv_op)r.t->node[r.order[i]].op;
        if (op == VV_SYM || op == VV_CONST) continue;
        for (uint32_t k = 0; k < r.t->node[r.order[i]].n && !r.active[i]; k++)
            r.active[i] = r.active[r.t->memo[vv_words(r.t, r.order[i])[k]]];
    }
    if (r.count) contribute(&r, e.id, 0, VV_ONE);
    for (int i = r.count - 1; i >= 0 && vv_ctx_ok(c); i--) reverse_node(&r, i);
    for (int i = 0; i < n && !vv_ctx_ok(c); i++) out[i] = VV_POISON;
    for (int i = 0; i < n && vv_ctx_ok(c); i++)
        if (symbol[i].id && vv_pass_has(r.t, symbol[i].id))
            out[i] = collect(&r, (int)r.t->memo[symbol[i].id], 0);
    vv_arena_release(c, mark);
    return vv_ctx_status(c);
}
