/* Formulas in the components of a direction along a free frame, instead of the frame's Euler
 * parameters e0, e1, e2, e3. With the direction along axis k of the frame that it is fixed in and
 * (i, j, k) cyclic,
 *     v_i = 2 (e_i e_k - e0 e_j), v_j = 2 (e_j e_k + e0 e_i), v_k = 1 - 2 (e_i^2 + e_j^2).
 * What depends on v alone does not change when the body is turned about the direction, so that e_k
 * may be zero; then e_i = v_j/(2 e0), e_j = -v_i/(2 e0), e0^2 = (1 + v_k)/2. */
#include <string.h>

#include "expr/dag.h"
#include "report/simplify/term_grouping.h"

/* A direction in terms of a unit vector of Euler parameters: v = sign * that of axis k above. */
typedef struct frame_axis {
    const vv_unit_vector *e;
    int i, j, k, sign;
} frame_axis;

static vv_expr twice(vv_ctx *c, vv_expr a, vv_expr b) {
    return vv_scale(c, vv_rat_int(2), vv_mul(c, a, b));
}

/* The components of axis k of the world along the frame, in the order of its axes. */
static void components(vv_ctx *c, const vv_expr *e, int i, int j, int k, vv_expr v[4]) {
    v[i] = vv_sub(c, twice(c, e[i], e[k]), twice(c, e[0], e[j]));
    v[j] = vv_add(c, twice(c, e[j], e[k]), twice(c, e[0], e[i]));
    v[k] = vv_sub(c, VV_ONE, vv_add(c, twice(c, e[i], e[i]), twice(c, e[j], e[j])));
}

static bool find_axis(const vv_simplifier *w, const vv_direction_symbols *d, frame_axis *out) {
    vv_ctx *c = w->c;
    for (int u = 0; w->facts && u < w->facts->nunits; u++)
        for (int n = 0; n < 6; n++) {
            int k = 1 + n / 2, sign = n % 2 ? -1 : 1, i = k % 3 + 1, j = i % 3 + 1;
            vv_expr v[4], zero[3];
            components(c, w->facts->unit[u].x, i, j, k, v);
            for (int a = 0; a < 3; a++)
                zero[a] =
                    sign > 0 ? vv_sub(c, d->value[a], v[a + 1]) : vv_add(c, d->value[a], v[a + 1]);
            vv_proof p;
            if (w->facts->unit[u].n != 4 || !vv_depends(c, d->value[0], 4, w->facts->unit[u].x) ||
                vv_prove_zero(c, w->facts, 3, zero, NULL, &p) != VV_OK || p.verdict != VV_PROVED)
                continue;
            *out = (frame_axis){&w->facts->unit[u], i, j, k, sign};
            return true;
        }
    return false;
}

static vv_expr component(const vv_direction_symbols *d, vv_expr e) {
    for (int i = 0; i < 3; i++)
        if (vv_same(e, d->value[i])) return d->symbol[i];
    return e;
}

/* e with the components replaced where they stand as wholes; `arguments`: only as arguments of
 * functions, as in h(γ1, γ2, γ3). */
static vv_expr replace_whole(vv_ctx *c, const vv_direction_symbols *d, bool arguments, vv_expr e) {
    int count;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &count);
    uint32_t nodes = vv_expr_count(c);
    vv_expr *as = order ? VV_ARRAY(c, vv_expr, nodes) : NULL;
    for (int n = 0; as && n < count; n++) {
        vv_expr x = {order[n]};
        int arity = vv_is_const(c, x) || vv_symbol_get(c, x) ? 0 : vv_expr_arity(c, x);
        vv_expr *child = VV_ARRAY(c, vv_expr, arity + 1);
        if (!child) return VV_POISON;
        for (int i = 0; i < arity; i++) {
            vv_expr own = vv_expr_child(c, x, i), by = component(d, own);
            bool takes = !arguments || vv_expr_op(c, x) == VV_FUNC;
            child[i] = takes && !vv_same(own, by) ? by : as[own.id];
        }
        as[x.id] = arity ? vv_expr_rebuild(c, x.id, child) : x;
    }
    return as ? arguments ? as[e.id] : component(d, as[e.id]) : VV_POISON;
}

/* ---- one polynomial ------------------------------------------------------------------------ */

/* The variables of e0, e1, e2, e3 and of a symbol that marks the terms to be dropped. */
typedef struct variables {
    int e[4], mark;
} variables;

static vv_expr power(vv_ctx *c, vv_expr e, int k) { return vv_pow_int(c, e, k); }

/* e0^a e_i^b e_j^m, b < 2, in the components; poison if it is no function of them. */
static vv_expr in_components(vv_ctx *c, const vv_direction_symbols *d, const frame_axis *x, int a,
                             int b, int m) {
    vv_rat half = vv_rat_make(c, x->sign, 2);
    int rest = a - b - m;
    if (rest < 0 || rest % 2) return VV_POISON;
    vv_expr vi = vv_scale(c, vv_rat_neg(c, half), d->symbol[x->i - 1]),
            vj = vv_scale(c, half, d->symbol[x->j - 1]),
            square = vv_add(c, vv_scale(c, half, d->symbol[x->k - 1]),
                            vv_rational(c, vv_rat_make(c, 1, 2)));
    return vv_mul(c, vv_mul(c, power(c, vj, b), power(c, vi, m)), power(c, square, rest / 2));
}

/* p without the marked terms, with e_k = 0. */
static vv_poly still(vv_atoms *a, vv_poly p, const variables *v, int k) {
    int n = vv_poly_terms(a->ring, p), *x = VV_ARRAY(a->c, int, a->n + 1);
    vv_poly out = vv_poly_int(a->ring, 0);
    for (int i = 0; x && i < n; i++) {
        vv_rat coefficient = vv_poly_term(a->ring, p, i, x);
        if (x[v->mark] || x[v->e[k]]) continue;
        out = vv_poly_add(a->ring, out, vv_poly_monomial(a->ring, coefficient, x));
    }
    return x ? out : VV_POLY_NONE;
}

/* 1 - e0^2 - e_j^2, which is e_i^2 where e_k = 0 */
static vv_poly square_left(vv_atoms *a, const variables *v, int j) {
    vv_polyring *r = a->ring;
    vv_poly one = vv_poly_sub(r, vv_poly_int(r, 1), vv_poly_pow(r, vv_poly_var(r, v->e[0]), 2));
    return vv_poly_sub(r, one, vv_poly_pow(r, vv_poly_var(r, v->e[j]), 2));
}

static vv_expr polynomial(vv_atoms *a, vv_poly p, const variables *v, const vv_direction_symbols *d,
                          const frame_axis *x) {
    vv_ctx *c = a->c;
    p = still(a, p, v, x->k);
    if (p < 0) return VV_POISON;
    if (vv_poly_degree(a->ring, p, v->e[x->i]) > 1)
        p = vv_poly_reduce_square(a->ring, p, v->e[x->i], square_left(a, v, x->j));
    int n = p < 0 ? 0 : vv_poly_terms(a->ring, p), *at = VV_ARRAY(c, int, a->n + 1);
    vv_expr *term = VV_ARRAY(c, vv_expr, n + 1);
    if (p < 0 || !at || !term) return VV_POISON;
    for (int i = 0; i < n; i++) {
        vv_rat k = vv_poly_term(a->ring, p, i, at);
        vv_expr angle = in_components(c, d, x, at[v->e[0]], at[v->e[x->i]], at[v->e[x->j]]);
        if (vv_is_poison(angle)) return VV_POISON;
        for (int m = 0; m < 4; m++) at[v->e[m]] = 0;
        term[i] = vv_mul(c, vv_atoms_monomial(a, k, at), angle);
    }
    return vv_sum(c, n, term);
}

static bool find_variables(const vv_atoms *a, const vv_expr *e, vv_expr mark, variables *out) {
    for (int k = 0; k < 4; k++) out->e[k] = -1;
    out->mark = -1;
    for (int v = 0; v < a->n; v++) {
        if (vv_same(a->atom[v], mark)) out->mark = v;
        for (int k = 0; k < 4; k++)
            if (vv_same(a->atom[v], e[k])) out->e[k] = v;
    }
    return out->mark >= 0 && out->e[0] >= 0 && out->e[1] >= 0 && out->e[2] >= 0 && out->e[3] >= 0;
}

/* The quotient of what numerator and denominator are in the components. */
static vv_expr convert(const vv_simplifier *w, const vv_direction_symbols *d, const frame_axis *x,
                       vv_expr e) {
    vv_ctx *c = w->c;
    vv_expr mark = vv_symbol_new(c, "mark", VV_SYM_OTHER);
    vv_expr all = vv_add(c, e, vv_mul(c, mark, vv_sum(c, 4, x->e->x))), out = VV_POISON;
    vv_atoms *a = vv_atoms_new(c, all, false, w->most_nodes, w->most_terms, w->effort);
    vv_rational_function q;
    variables v;
    if (a && find_variables(a, x->e->x, mark, &v) && vv_rational_function_of(a, all, &q)) {
        vv_expr n = polynomial(a, q.n, &v, d, x), below = polynomial(a, q.d, &v, d, x);
        if (!vv_is_poison(n) && !vv_is_poison(below) && !vv_is_zero(below))
            out = vv_div(c, n, below);
    }
    vv_atoms_free(a);
    return out;
}

vv_expr vv_simplify_by_direction(vv_ctx *c, const vv_simplify_options *options,
                                 const vv_direction_symbols *d, vv_expr e) {
    long effort = VV_SIMPLIFY_EFFORT;
    vv_simplifier w = vv_simplifier_new(c, options, &effort);
    frame_axis x;
    vv_expr out = vv_is_poison(e) ? e : replace_whole(c, d, false, e);
    if (vv_is_poison(out) || !find_axis(&w, d, &x) || !vv_depends(c, e, 4, x.e->x))
        return VV_POISON;
    if (vv_depends(c, out, 4, x.e->x)) out = convert(&w, d, &x, out);
    if (vv_is_poison(out) || vv_depends(c, out, 4, x.e->x) || vv_simplifier_too_large(&w, out))
        return VV_POISON;
    return vv_simplifier_proves_zero(&w, vv_sub(c, out, e)) ? out : VV_POISON;
}

vv_expr vv_simplify_arguments_by_direction(vv_ctx *c, const vv_direction_symbols *d, vv_expr e) {
    return vv_is_poison(e) ? e : replace_whole(c, d, true, e);
}
