#include "algebra/exact_form.h"

/* ---- one variable -------------------------------------------------------------------------- */

/* Integral with respect to x of (a x + b)^n with a symbolic exponent n, assumed not to be -1. */
static vv_expr integrate_symbolic(vv_ctx *c, vv_expr e, vv_expr x) {
    vv_expr u = vv_expr_child(c, e, 0), n = vv_add(c, vv_expr_child(c, e, 1), VV_ONE),
            a = vv_diff(c, u, x);
    if (vv_is_zero(a) || vv_is_zero(n) || vv_depends(c, a, 1, &x) || vv_depends(c, n, 1, &x))
        return VV_POISON;
    return vv_div(c, vv_mul(c, e, u), vv_mul(c, n, a));
}

/* The root of a product of even powers without absolute values, otherwise unchanged. */
static vv_expr root_of(vv_ctx *c, vv_expr e) {
    vv_rat k;
    vv_expr u = vv_split_rational(c, e, &k), out = vv_sqrt(c, vv_rational(c, k));
    if (vv_expr_op(c, u) != VV_MUL) return vv_mul(c, out, vv_sqrt(c, u));
    for (int i = 0; i < vv_expr_arity(c, u); i++) {
        vv_expr b = vv_expr_child(c, u, i);
        int power = vv_expr_exponent(c, u, i);
        out = vv_mul(c, out, vv_pow_int(c, b, power / 2));
        if (power % 2) out = vv_mul(c, out, vv_pow_int(c, vv_sqrt(c, b), power % 2));
    }
    return out;
}

/* Integral with respect to x of 1/u, u = p x^2 + q x + r without real roots: an arc tangent. */
static vv_expr integrate_inverse(vv_ctx *c, vv_expr u, vv_expr x) {
    vv_expr du = vv_diff(c, u, x), p = vv_diff(c, du, x), /* 2 p */
        q = vv_subst1(c, du, x, VV_ZERO), r = vv_subst1(c, u, x, VV_ZERO);
    if (!p.id || !q.id || !r.id || vv_is_zero(p) || vv_depends(c, p, 1, &x)) return VV_POISON;
    vv_expr square =
        vv_sub(c, vv_mul(c, vv_int(c, 2), vv_mul(c, p, r)), vv_mul(c, q, q)); /* 4 p r - q^2 */
    vv_sign sign = vv_known_sign(c, square);
    if (sign != VV_POSITIVE && sign != VV_NONNEGATIVE) return VV_POISON;
    vv_expr root = root_of(c, square), slope = vv_div(c, du, root);
    return vv_div(c, vv_mul(c, vv_int(c, 2), vv_call(c, VV_ATAN, 1, &slope)), root);
}

/* Integral with respect to x of one factor b^k. */
static vv_expr integrate_power(vv_ctx *c, vv_expr b, int k, vv_expr x, bool angles) {
    vv_op op = vv_expr_op(c, b);
    if (op == VV_POW) return k == 1 ? integrate_symbolic(c, b, x) : VV_POISON;
    vv_expr u = vv_same(b, x) || op == VV_ADD || op == VV_MUL ? b : vv_expr_child(c, b, 0),
            a = vv_diff(c, u, x);
    if (angles && k == -1 && vv_same(b, u) && op == VV_ADD && vv_depends(c, a, 1, &x))
        return integrate_inverse(c, u, x);
    if (vv_is_zero(a) || vv_depends(c, a, 1, &x)) return VV_POISON; /* only for a x + b */
    if (vv_same(b, u)) {
        vv_expr F = k == -1 ? vv_call(c, VV_LOG, 1, &u)
                            : vv_scale(c, vv_rat_make(c, 1, k + 1), vv_pow_int(c, u, k + 1));
        return vv_div(c, F, a);
    }
    if (k == -2 && op == VV_COS) return vv_div(c, vv_call(c, VV_TAN, 1, &u), a);
    if (k != 1) return VV_POISON;
    if (op == VV_SIN) return vv_div(c, vv_neg(c, vv_cos(c, u)), a);
    if (op == VV_COS) return vv_div(c, vv_sin(c, u), a);
    if (op == VV_EXP) return vv_div(c, b, a);
    return VV_POISON;
}

/* Exponent of u in a product. */
static int exponent_in(vv_ctx *c, vv_expr e, vv_expr u) {
    if (vv_same(e, u)) return 1;
    for (int i = 0; vv_expr_op(c, e) == VV_MUL && i < vv_expr_arity(c, e); i++)
        if (vv_same(vv_expr_child(c, e, i), u)) return vv_expr_exponent(c, e, i);
    return 0;
}

/* u^k u' with one of the factors as u, up to a constant: sin x cos x, cos x/sin x, and with a
 * root x/sqrt(x^2 + y^2). */
static vv_expr integrate_pair(vv_ctx *c, vv_expr e, vv_expr x) {
    for (int i = 0; i < vv_expr_arity(c, e); i++) {
        vv_expr u = vv_expr_child(c, e, i);
        vv_expr du = vv_diff(c, u, x);
        if (vv_is_zero(du)) continue;
        vv_expr rest = vv_div(c, e, du);
        int k = exponent_in(c, rest, u);
        rest = vv_div(c, rest, vv_pow_int(c, u, k));
        if (vv_depends(c, rest, 1, &x)) continue;
        vv_expr F = k == -1 ? vv_call(c, VV_LOG, 1, &u)
                            : vv_scale(c, vv_rat_make(c, 1, k + 1), vv_pow_int(c, u, k + 1));
        return vv_mul(c, rest, F);
    }
    return VV_POISON;
}

/* Integral of a product whose dependence on x is one of: none, a power, sin, cos or exp of a x +
 * b, or f(u) u'. [M-GENFORCE]: exactness is decided first, so a missing rule only means "no
 * closed form found". */
static vv_expr integrate_term(vv_ctx *c, vv_expr e, vv_expr x, bool angles) {
    if (!vv_depends(c, e, 1, &x)) return vv_mul(c, e, x);
    if (vv_expr_op(c, e) != VV_MUL)
        return vv_same(e, x) || vv_expr_arity(c, e) == 1 || vv_expr_op(c, e) == VV_POW
                   ? integrate_power(c, e, 1, x, angles)
                   : VV_POISON;
    vv_expr rest = VV_ONE, inner = VV_POISON;
    for (int i = 0; i < vv_expr_arity(c, e); i++) {
        vv_expr b = vv_expr_child(c, e, i);
        int k = vv_expr_exponent(c, e, i);
        if (!vv_depends(c, b, 1, &x)) {
            rest = vv_mul(c, rest, vv_pow_int(c, b, k));
            continue;
        }
        if (inner.id) return integrate_pair(c, e, x);
        inner = integrate_power(c, b, k, x, angles);
        if (!inner.id) return integrate_pair(c, e, x);
    }
    return vv_mul(c, rest, inner);
}

static vv_expr integrate(vv_ctx *c, vv_expr e, vv_expr x, bool angles) {
    enum { MOST_TERMS = 200 };
    e = vv_flatten_sum(c, e, MOST_TERMS);
    if (vv_expr_op(c, e) != VV_ADD) return integrate_term(c, e, x, angles);
    vv_expr sum = VV_ZERO;
    for (int i = 0; i < vv_expr_arity(c, e); i++) {
        vv_expr t = integrate_term(c, vv_expr_child(c, e, i), x, angles);
        if (!t.id) return VV_POISON;
        sum = vv_add(c, sum, vv_scale(c, vv_expr_coefficient(c, e, i), t));
    }
    return sum;
}

/* ---- exact forms --------------------------------------------------------------------------- */

static vv_expr curl_of(vv_ctx *c, const vv_expr *x, const vv_expr *a, int i, int j) {
    return vv_sub(c, vv_diff(c, a[i], x[j]), vv_diff(c, a[j], x[i]));
}

vv_truth vv_form_is_closed(vv_ctx *c, const vv_facts *f, int n, const vv_expr *x,
                           const vv_expr *a) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            vv_expr curl = curl_of(c, x, a, i, j);
            vv_truth zero = vv_is_zero(curl) ? VV_TRUE : vv_is_identically_zero(c, f, curl);
            if (zero != VV_TRUE) return zero;
        }
    return VV_TRUE;
}

/* One variable at a time: integrates what the function so far does not explain. */
static vv_expr potential(vv_ctx *c, const vv_facts *f, int n, const vv_expr *x, const vv_expr *a,
                         bool angles) {
    vv_expr U = VV_ZERO;
    for (int i = 0; i < n; i++) {
        vv_expr rest = vv_sub(c, a[i], vv_diff(c, U, x[i]));
        if (vv_vanishes(c, f, rest)) continue;
        vv_expr more = integrate(c, rest, x[i], angles);
        if (!more.id) return VV_POISON;
        U = vv_add(c, U, more);
    }
    for (int i = 0; i < n; i++) {
        vv_expr rest = vv_sub(c, a[i], vv_diff(c, U, x[i]));
        if (!vv_vanishes(c, f, rest)) return VV_POISON;
    }
    return U;
}

/* An angle is not a force function: it is multivalued. */
vv_expr vv_form_potential(vv_ctx *c, const vv_facts *f, int n, const vv_expr *x, const vv_expr *a) {
    return potential(c, f, n, x, a, false);
}

/* ---- integrating factors ------------------------------------------------------------------- */

/* e as a function of x[j] alone; poison if it is not one. */
static vv_expr of_one(vv_ctx *c, const vv_facts *f, int n, const vv_expr *x, int j, vv_expr e) {
    for (int i = 0; i < n; i++) {
        if (i == j || !vv_depends(c, e, 1, &x[i])) continue;
        if (!vv_vanishes(c, f, vv_diff(c, e, x[i]))) return VV_POISON;
        e = vv_subst1(c, e, x[i], VV_ONE); /* any value will do except a pole */
        if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
        if (!e.id) return VV_POISON;
    }
    return e;
}

/* exp(G), powers kept as powers: exp(k log u) = u^k for integer k. */
static vv_expr exponential(vv_ctx *c, vv_expr G) {
    vv_rat k;
    vv_expr u = vv_split_rational(c, G, &k);
    if (vv_expr_op(c, u) == VV_LOG && vv_rat_is_int(k) && k.num > -9 && k.num < 9)
        return vv_pow_int(c, vv_expr_child(c, u, 0), (int)k.num);
    return vv_call(c, VV_EXP, 1, &G);
}

/* A form this large has no factor that our rules would find, and its derivatives are larger. */
static bool is_large(vv_ctx *c, int n, const vv_expr *e) {
    enum { LARGEST = 1000 };
    int nodes = 0;
    vv_mark mark = vv_arena_mark(c);
    vv_expr_topological_order(c, n, e, &nodes);
    vv_arena_release(c, mark);
    return nodes > LARGEST;
}

/* A factor that depends on x[j] only: (d mu/dx_j) a_k = mu (da_j/dx_k - da_k/dx_j) for all k. */
static vv_expr factor_of_one(vv_ctx *c, const vv_facts *f, int n, const vv_expr *x,
                             const vv_expr *a, int j) {
    for (int k = 0; k < n; k++) {
        if (k == j || vv_is_zero(a[k])) continue;
        vv_expr curl = curl_of(c, x, a, j, k), ratio = vv_div(c, curl, a[k]), slope = VV_POISON;
        if (!is_large(c, 1, &ratio)) slope = of_one(c, f, n, x, j, ratio);
        if (!slope.id) return VV_POISON;
        if (vv_vanishes(c, f, slope)) return VV_POISON;
        vv_expr G = integrate(c, slope, x[j], false);
        return G.id ? exponential(c, G) : VV_POISON;
    }
    return VV_POISON;
}

/* Only a proof counts: the search for a refuting point may take long. */
static bool is_closed(vv_ctx *c, const vv_facts *f, int n, const vv_expr *x, const vv_expr *a) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (!vv_vanishes(c, f, curl_of(c, x, a, i, j))) return false;
    return true;
}

static bool try_factor(vv_ctx *c, const vv_facts *f, int n, const vv_expr *x, const vv_expr *a,
                       vv_expr mu, vv_expr *g) {
    vv_expr *b = VV_ARRAY(c, vv_expr, n + 1);
    if (!b || !mu.id) return false;
    for (int i = 0; i < n; i++) b[i] = vv_mul(c, mu, a[i]);
    if (!is_closed(c, f, n, x, b)) return false;
    *g = potential(c, f, n, x, b, true);
    return g->id && vv_ctx_ok(c);
}

bool vv_form_integrating_factor(vv_ctx *c, const vv_facts *f, int n, const vv_expr *x,
                                const vv_expr *a, vv_expr *g, vv_expr *mu) {
    enum { MOST = 16 };
    vv_expr *b = VV_ARRAY(c, vv_expr, n + 1);
    if (!b || n > MOST) return false;
    bool large = is_large(c, n, a);
    /* first the form itself, then divided by each of its coefficients */
    for (int k = -1; k < n && vv_ctx_tick(c); k++) {
        if (k >= 0 && vv_is_zero(a[k])) continue;
        vv_expr by = k < 0 ? VV_ONE : vv_div(c, VV_ONE, a[k]);
        for (int i = 0; i < n; i++) b[i] = i == k ? VV_ONE : vv_mul(c, by, a[i]);
        *mu = by;
        if (try_factor(c, f, n, x, b, VV_ONE, g)) return true;
        if (large) return false;
        for (int j = n - 1; j >= 0; j--) {
            vv_expr one = factor_of_one(c, f, n, x, b, j);
            *mu = vv_mul(c, by, one);
            if (try_factor(c, f, n, x, b, one, g)) return true;
        }
    }
    return false;
}
