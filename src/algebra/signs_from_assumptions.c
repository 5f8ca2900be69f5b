/* Signs from several assumptions together: from the boundary of one, between two bounds, one
 * substituted into another. */
#include "algebra/signs.h"
#include "algebra/factor.h"

/* ---- from a boundary ------------------------------------------------------------------------ */

/* p = a x + b or a x^2 + b is positive: expresses x by p, so that e becomes a function of p.
 * Poison if p has another form, or e is not even in x. */
static vv_expr by_excess(vv_ctx *c, vv_expr p, vv_expr x, vv_expr excess, vv_expr e) {
    vv_expr a = vv_diff(c, p, x);
    bool linear = !vv_depends(c, a, 1, &x);
    if (!linear) {
        vv_expr slope = a, other = vv_subst1(c, e, x, vv_neg(c, x));
        a = vv_mul(c, vv_ratio(c, 1, 2), vv_diff(c, slope, x));
        vv_expr rest = vv_sub(c, slope, vv_mul(c, vv_int(c, 2), vv_mul(c, a, x)));
        if (vv_depends(c, a, 1, &x) || !vv_vanishes(c, NULL, rest) ||
            !vv_vanishes(c, NULL, vv_sub(c, e, other)))
            return VV_POISON;
    }
    if (vv_vanishes(c, NULL, a)) return VV_POISON;
    vv_expr value = vv_div(c, vv_sub(c, excess, vv_subst1(c, p, x, VV_ZERO)), a);
    return vv_subst1(c, e, x, linear ? value : vv_sqrt(c, value));
}

/* A polynomial in symbols; constants of any kind as coefficients. */
static bool is_polynomial(vv_ctx *c, vv_expr e) {
    int n = 0;
    uint32_t *id = vv_expr_topological_order(c, 1, &e, &n);
    for (int i = 0; id && i < n; i++) {
        vv_expr node = {id[i]};
        vv_op op = vv_expr_op(c, node);
        int symbols = 0;
        vv_expr_symbols(c, 1, &node, &symbols);
        if (!symbols || vv_symbol_get(c, node) || op == VV_ADD) continue;
        if (op != VV_MUL) return false;
        for (int k = 0; k < vv_expr_arity(c, node); k++)
            if (vv_expr_exponent(c, node, k) < 0) return false;
    }
    return id != NULL;
}

static vv_sign number_sign(vv_ctx *c, vv_expr e) {
    vv_proof p;
    return vv_sign_witness_find(c, NULL, 1, &e, 1, 0, &p)    ? VV_POSITIVE
           : vv_sign_witness_find(c, NULL, 1, &e, -1, 0, &p) ? VV_NEGATIVE
                                                             : VV_ANY_SIGN;
}

/* A polynomial in positive symbols all of whose coefficients have one sign; at most *left of
 * them are examined. */
static vv_sign by_terms(vv_ctx *c, vv_expr e, int *left) {
    int n = 0;
    vv_expr *x = vv_expr_symbols(c, 1, &e, &n);
    vv_sign sign = VV_ANY_SIGN;
    if (!x || n == 0) return number_sign(c, e);
    if (vv_symbol_get(c, x[0])->sign != VV_POSITIVE) return VV_ANY_SIGN;
    for (int d = 1; !vv_is_zero(e) && !vv_vanishes(c, NULL, e); d++) {
        vv_expr term = vv_subst1(c, e, x[0], VV_ZERO);
        bool none = vv_is_zero(term) || vv_vanishes(c, NULL, term);
        vv_sign s = none                             ? sign
                    : --*left < 0 || !vv_ctx_tick(c) ? VV_ANY_SIGN
                                                     : by_terms(c, term, left);
        if (!none && (s == VV_ANY_SIGN || (sign != VV_ANY_SIGN && s != sign))) return VV_ANY_SIGN;
        sign = s;
        e = vv_mul(c, vv_ratio(c, 1, d), vv_diff(c, e, x[0]));
    }
    return sign;
}

/* Replaces symbols under roots by squares of positive symbols, which removes the roots. */
static void without_roots(vv_ctx *c, int count, vv_expr *e) {
    int nodes = 0, k = 0, n = 0;
    uint32_t *id = vv_expr_topological_order(c, count, e, &nodes);
    vv_expr *root = VV_ARRAY(c, vv_expr, nodes + 1), *to = VV_ARRAY(c, vv_expr, nodes + 1);
    for (int i = 0; id && root && i < nodes; i++)
        if (vv_expr_op(c, (vv_expr){id[i]}) == VV_SQRT) root[k++] = (vv_expr){id[i]};
    vv_expr *x = k ? vv_expr_symbols(c, k, root, &n) : NULL;
    for (int i = 0; x && i < n; i++)
        if (vv_symbol_get(c, x[i])->sign != VV_POSITIVE) return;
    for (int i = 0; x && i < n; i++) {
        vv_expr square = vv_mul(c, x[i], x[i]);
        vv_subst(c, 1, &x[i], &square, count, e, e);
        vv_subst(c, 1, &x[i], &square, k, root, root);
    }
    for (int i = 0; to && i < k && n; i++)
        to[i] = vv_expr_op(c, root[i]) == VV_SQRT
                    ? vv_sqrt_factored(c, vv_expr_child(c, root[i], 0))
                    : root[i];
    if (to && n) vv_subst(c, k, root, to, count, e, e);
}

static vv_sign by_all_terms(vv_ctx *c, vv_expr e, int *left) {
    vv_factors f;
    if (!vv_factorise(c, e, &f)) return VV_ANY_SIGN;
    int sign = vv_rat_sign(f.number);
    for (int k = 0; k < f.n && sign; k++) {
        vv_sign s = is_polynomial(c, f.factor[k]) ? by_terms(c, f.factor[k], left) : VV_ANY_SIGN;
        sign = s == VV_ANY_SIGN ? 0 : s == VV_NEGATIVE && f.power[k] % 2 ? -sign : sign;
    }
    return sign > 0 ? VV_POSITIVE : sign < 0 ? VV_NEGATIVE : VV_ANY_SIGN;
}

/* e or -e is some nonnegative q times a number and something positive. */
static vv_sign beyond(vv_ctx *c, int n, const vv_expr *q, vv_expr e, int *left) {
    static const int tries[][2] = {{1, 1}, {2, 1}, {1, 2}};
    for (int i = 0; i < 6 * n; i++) {
        const int *k = tries[i / 2 % 3];
        vv_expr rest =
            vv_sub(c, i % 2 ? vv_neg(c, e) : e, vv_mul(c, vv_ratio(c, k[0], k[1]), q[i / 6]));
        if (by_all_terms(c, rest, left) == VV_POSITIVE) return i % 2 ? VV_NEGATIVE : VV_POSITIVE;
    }
    return VV_ANY_SIGN;
}

/* The sign of e from its value on the boundary of an assumption p > 0 and its change from there:
 * with x < 2 - sqrt(2) as x = 2 - sqrt(2) - ε, x^2 - 4 x + 2 is ε^2 + 2 sqrt(2) ε. The q are
 * nonnegative, and so is x if it is declared positive. */
static vv_sign from_border(vv_ctx *c, vv_expr p, int nq, const vv_expr *q, vv_expr e) {
    enum { MOST_TERMS = 200, MOST = 4 };
    int n = 0, left = MOST_TERMS;
    vv_expr there[MOST + 2];
    vv_factors f;
    vv_expr *x = vv_expr_symbols(c, 1, &p, &n), excess = vv_symbol_new(c, "ε", VV_SYM_OTHER);
    vv_symbol_set_sign(c, excess, VV_POSITIVE);
    for (int i = 0; x && i < n && left > 0 && nq <= MOST && vv_ctx_tick(c); i++) {
        bool known = vv_depends(c, e, 1, &x[i]);
        for (int k = 0; k <= nq && known; k++) {
            there[k] = by_excess(c, p, x[i], excess, k < nq ? q[k] : e);
            known = there[k].id;
        }
        if (!known) continue;
        int nknown = nq;
        if (vv_symbol_get(c, x[i])->sign == VV_POSITIVE) {
            there[nq + 1] = there[nq];
            there[nq] = by_excess(c, p, x[i], excess, x[i]);
            if (!there[nq].id) there[nq] = by_excess(c, p, x[i], excess, vv_mul(c, x[i], x[i]));
            nknown++;
        }
        without_roots(c, nknown + 1, there);
        for (int k = 0; k < nknown; k++) there[k] = vv_sign_deciding_part(c, NULL, there[k]);
        if (!vv_factorise(c, there[nknown], &f)) continue;
        int sign = vv_rat_sign(f.number);
        for (int k = 0; k < f.n && sign; k++) {
            vv_sign s = by_all_terms(c, f.factor[k], &left);
            if (s == VV_ANY_SIGN) s = beyond(c, nknown, there, f.factor[k], &left);
            sign = s == VV_ANY_SIGN ? 0 : s == VV_NEGATIVE && f.power[k] % 2 ? -sign : sign;
        }
        if (sign) return sign > 0 ? VV_POSITIVE : VV_NEGATIVE;
    }
    return VV_ANY_SIGN;
}

/* ---- between two bounds -------------------------------------------------------------------- */

/* Bounds of a positive symbol x, or of its square. */
typedef struct bounds {
    bool square;
    int nlow, nhigh;
    vv_expr low[4], high[4];
    bool low_met[4], high_met[4]; /* the bound may be attained */
} bounds;

/* p >= 0 as a bound: p = a x + b, or a x^2 + b for the square, or a x + b for the square if the
 * bound of x is positive. */
static void add_bound(vv_ctx *c, vv_expr p, vv_expr x, bool met, bounds *out) {
    vv_expr a = vv_diff(c, p, x);
    bool linear = !vv_depends(c, a, 1, &x), even = false;
    if (!linear && out->square) {
        vv_expr slope = a;
        a = vv_mul(c, vv_ratio(c, 1, 2), vv_diff(c, a, x));
        even = !vv_depends(c, a, 1, &x) &&
               vv_vanishes(c, NULL, vv_sub(c, slope, vv_mul(c, vv_int(c, 2), vv_mul(c, a, x))));
    }
    vv_sign sign = linear || even ? vv_sign_by_factors(c, NULL, a) : VV_ANY_SIGN;
    if (sign != VV_POSITIVE && sign != VV_NEGATIVE) return;
    vv_expr value = vv_neg(c, vv_div(c, vv_subst1(c, p, x, VV_ZERO), a));
    if (linear && out->square) {
        if (vv_sign_by_factors(c, NULL, value) != VV_POSITIVE) return;
        value = vv_mul(c, value, value);
    }
    if (sign == VV_POSITIVE && out->nlow < 4) {
        out->low_met[out->nlow] = met;
        out->low[out->nlow++] = value;
    } else if (sign == VV_NEGATIVE && out->nhigh < 4) {
        out->high_met[out->nhigh] = met;
        out->high[out->nhigh++] = value;
    }
}

/* Sign of e with this value for x or its square, from all terms of its factors. */
static vv_sign sign_at_value(vv_ctx *c, vv_expr x, bool square, vv_expr value, vv_expr e,
                             int *left) {
    vv_expr there = vv_subst1(c, e, x, square ? vv_sqrt(c, value) : value);
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c); /* a pole there */
    if (vv_is_poison(there)) return VV_ANY_SIGN;
    without_roots(c, 1, &there);
    return by_all_terms(c, there, left);
}

/* (low + high τ)/(1 + τ), τ > 0, covers the interior; the bounds themselves if they can be
 * attained. */
static vv_sign within(vv_ctx *c, vv_expr x, const bounds *b, int low, int high, vv_expr e,
                      int *left) {
    vv_expr tau = vv_symbol_new(c, "τ", VV_SYM_OTHER);
    vv_symbol_set_sign(c, tau, VV_POSITIVE);
    vv_expr value =
        vv_div(c, vv_add(c, b->low[low], vv_mul(c, b->high[high], tau)), vv_add(c, VV_ONE, tau));
    vv_sign sign = sign_at_value(c, x, b->square, value, e, left);
    if (sign == VV_ANY_SIGN ||
        (b->low_met[low] && sign_at_value(c, x, b->square, b->low[low], e, left) != sign) ||
        (b->high_met[high] && sign_at_value(c, x, b->square, b->high[high], e, left) != sign))
        return VV_ANY_SIGN;
    return sign;
}

/* The only symbol of e lies between two numbers: bisects until the terms of each part decide,
 * including the points of bisection. */
static vv_sign divided(vv_ctx *c, vv_expr x, const bounds *b, int low, int high, vv_expr e,
                       int depth, int *left) {
    vv_sign sign = within(c, x, b, low, high, e, left);
    if (sign != VV_ANY_SIGN || depth == 0 || *left <= 0 || !vv_ctx_tick(c)) return sign;
    vv_expr mid = vv_mul(c, vv_ratio(c, 1, 2), vv_add(c, b->low[low], b->high[high]));
    sign = sign_at_value(c, x, false, mid, e, left);
    if (sign == VV_ANY_SIGN) return sign;
    bounds first = {.nlow = 1, .nhigh = 1, .low = {b->low[low]}, .high = {mid}}, second = first;
    first.low_met[0] = b->low_met[low];
    second.low[0] = mid, second.high[0] = b->high[high];
    second.high_met[0] = b->high_met[high];
    return divided(c, x, &first, 0, 0, e, depth - 1, left) == sign &&
                   divided(c, x, &second, 0, 0, e, depth - 1, left) == sign
               ? sign
               : VV_ANY_SIGN;
}

/* The sign of e if assumptions, and q >= 0, keep a symbol between two bounds: 1 - 27 μ (1 - μ)
 * for 1/10 < μ < 1/2. A positive symbol has a bound of its own, and so has its square. */
static vv_sign between(vv_ctx *c, const vv_facts *f, int nq, const vv_expr *q, vv_expr e) {
    enum { MOST_TERMS = 200, MOST_SYMBOLS = 6, HALVINGS = 6 };
    int n = 0, left = MOST_TERMS;
    vv_expr *x = vv_expr_symbols(c, 1, &e, &n);
    if (n == 1) left *= 10; /* a single symbol has few powers */
    for (int i = 0; x && n <= MOST_SYMBOLS && i < 2 * n && left > 0 && vv_ctx_tick(c); i++) {
        vv_expr y = x[i / 2];
        bool positive = vv_symbol_get(c, y)->sign == VV_POSITIVE;
        bounds b = {.square = i % 2, .low = {VV_ZERO}, .nlow = positive};
        if (b.square && !positive) continue;
        if (b.square && !vv_vanishes(c, NULL, vv_sub(c, e, vv_subst1(c, e, y, vv_neg(c, y)))))
            continue;
        for (int k = 0; k < f->npositive + nq; k++) {
            vv_expr p = k < f->npositive ? f->positive[k] : q[k - f->npositive];
            if ((!positive || !vv_same(p, y)) && vv_depends(c, p, 1, &y))
                add_bound(c, p, y, k >= f->npositive, &b);
        }
        for (int low = b.nlow - 1; low >= 0; low--)
            for (int high = 0; high < b.nhigh; high++) {
                bool numbers = n == 1 && !b.square && vv_is_const(c, b.low[low]) &&
                               vv_is_const(c, b.high[high]);
                vv_sign sign = divided(c, y, &b, low, high, e, numbers ? HALVINGS : 0, &left);
                if (sign != VV_ANY_SIGN) return sign;
            }
    }
    return VV_ANY_SIGN;
}

/* ---- from several assumptions --------------------------------------------------------------- */

/* Substitutes for a symbol x, not one introduced before, using the assumption p > 0, which is
 * linear in x: in n expressions. */
static void put_excess(vv_ctx *c, vv_expr p, int n, vv_expr *e) {
    int symbols = 0;
    vv_expr *x = vv_expr_symbols(c, 1, &p, &symbols);
    for (int i = symbols - 1; x && i >= 0; i--) {
        vv_expr a = vv_diff(c, p, x[i]);
        if (vv_symbol_get(c, x[i])->kind == VV_SYM_OTHER || vv_depends(c, a, 1, &x[i])) continue;
        vv_sign sign = vv_sign_by_factors(c, NULL, a);
        if (sign != VV_POSITIVE && sign != VV_NEGATIVE) continue;
        vv_expr excess = vv_symbol_new(c, "ε", VV_SYM_OTHER);
        vv_symbol_set_sign(c, excess, VV_POSITIVE);
        vv_expr value = vv_div(c, vv_sub(c, excess, vv_subst1(c, p, x[i], VV_ZERO)), a);
        vv_subst(c, 1, &x[i], &value, n, e, e);
        return;
    }
}

/* By successive substitution of the assumptions: with k2 - k1 = ε and 2 μ k - k2 + k1 = 2 δ the
 * sum k1 - k2 - 2 μ k is -2 ε - 2 δ. Tries each assumption as the first one, until there is a
 * sign. */
static vv_sign by_assumptions(vv_ctx *c, const vv_facts *f, vv_expr e) {
    enum { MOST = 6, MOST_TERMS = 200 };
    int n = 0, symbols = 0, left = MOST_TERMS;
    vv_expr all[MOST], in[MOST + 1], *x = vv_expr_symbols(c, 1, &e, &symbols);
    for (int i = 0; x && i < 2 * f->npositive; i++) { /* single-symbol assumptions first */
        vv_expr p = f->positive[i % f->npositive];
        const vv_symbol *plain = vv_symbol_get(c, p);
        if (!plain == (i < f->npositive) || (plain && plain->sign == VV_POSITIVE) ||
            !vv_depends(c, p, symbols, x))
            continue;
        if (n == MOST) return VV_ANY_SIGN;
        all[n++] = p;
    }
    for (int first = 0; first < n && n > 1; first++) {
        for (int i = 0; i < n; i++) in[i] = all[(first + i) % n];
        in[n] = e;
        for (int i = 0; i < n && left > 0 && vv_ctx_tick(c); i++) {
            put_excess(c, in[i], n - i, in + i + 1);
            vv_sign sign = by_all_terms(c, in[n], &left);
            if (sign != VV_ANY_SIGN) return sign;
        }
    }
    return VV_ANY_SIGN;
}

vv_sign vv_sign_for_nonnegative(vv_ctx *c, const vv_facts *f, int n, const vv_expr *q, vv_expr e) {
    vv_sign sign = VV_ANY_SIGN;
    for (int i = 0; i < f->npositive && sign == VV_ANY_SIGN; i++)
        if (!vv_sign_is_plain(c, f->positive[i])) sign = from_border(c, f->positive[i], n, q, e);
    if (sign == VV_ANY_SIGN) sign = between(c, f, n, q, e);
    return sign == VV_ANY_SIGN ? by_assumptions(c, f, e) : sign;
}
