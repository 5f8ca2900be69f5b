#include "equations/small.h"

#include <string.h>

#include "rewrite/factor.h"

void vv_clear_zeros(vv_ctx *c, const vv_facts *f, int n, vv_expr *e) {
    for (int i = 0; i < n; i++)
        if (!vv_is_const(c, e[i]) && vv_vanishes(c, f, e[i])) e[i] = VV_ZERO;
}

/* Minors of the first rows by sets of columns. */
vv_expr vv_determinant(vv_ctx *c, int n, const vv_expr *m) {
    vv_expr minor[1 << VV_DETERMINANT_MOST] = {VV_ONE};
    for (int set = 1; set < 1 << n; set++) {
        int r = __builtin_popcount((unsigned)set) - 1;
        minor[set] = VV_ZERO;
        for (int k = 0; k < n; k++) {
            if (!(set >> k & 1)) continue;
            vv_expr t = vv_mul(c, m[r * n + k], minor[set & ~(1 << k)]);
            bool odd = __builtin_popcount((unsigned)set >> (k + 1)) & 1;
            minor[set] = odd ? vv_sub(c, minor[set], t) : vv_add(c, minor[set], t);
        }
    }
    return minor[(1 << n) - 1];
}

/* Unknowns that hang together in the zeros of M are solved apart: the quotients stay short. */
static int block(int n, const vv_expr *M, bool *done, int *at) {
    int k = 0;
    for (int i = 0; i < n && !k; i++)
        if (!done[i]) at[k++] = i, done[i] = true;
    for (int i = 0; i < k; i++)
        for (int j = 0; j < n; j++) {
            bool tied = !vv_is_zero(M[at[i] * n + j]) || !vv_is_zero(M[j * n + at[i]]);
            if (tied && !done[j]) at[k++] = j, done[j] = true;
        }
    return k;
}

bool vv_solve_by_determinants(vv_ctx *c, const vv_facts *f, int n, const vv_expr *M, int k,
                              const vv_expr *B, vv_expr *X) {
    bool done[VV_DETERMINANT_MOST] = {false};
    int at[VV_DETERMINANT_MOST];
    for (int m; n <= VV_DETERMINANT_MOST && (m = block(n, M, done, at)) > 0;) {
        vv_expr part[VV_DETERMINANT_MOST * VV_DETERMINANT_MOST], other[sizeof part / sizeof *part];
        for (int i = 0; i < m * m; i++) part[i] = M[at[i / m] * n + at[i % m]];
        vv_expr whole = vv_determinant(c, m, part);
        if (vv_is_zero(whole) || vv_is_identically_zero(c, f, whole) != VV_FALSE) return false;
        for (int j = 0; j < k; j++)
            for (int x = 0; x < m; x++) {
                memcpy(other, part, (size_t)(m * m) * sizeof *part);
                for (int i = 0; i < m; i++) other[i * m + x] = B[at[i] * k + j];
                X[at[x] * k + j] = vv_div(c, vv_determinant(c, m, other), whole);
            }
    }
    return n <= VV_DETERMINANT_MOST && vv_ctx_ok(c);
}

bool vv_small_solve(vv_ctx *c, const vv_facts *f, vv_small *m) {
    int n = m->n;
    vv_expr *G = VV_MATRIX(c, vv_expr, n, n), *K = VV_MATRIX(c, vv_expr, n, n),
            *one = VV_MATRIX(c, vv_expr, n, n);
    if (!G || !K || !one || n > VV_DETERMINANT_MOST ||
        !vv_solve_by_determinants(c, f, n, m->M, n, m->G, G) ||
        !vv_solve_by_determinants(c, f, n, m->M, n, m->K, K))
        return false;
    for (int i = 0; i < n * n; i++) one[i] = i % (n + 1) ? VV_ZERO : VV_ONE;
    vv_clear_zeros(c, f, n * n, G);
    vv_clear_zeros(c, f, n * n, K);
    m->M = one, m->G = G, m->K = K;
    return true;
}

/* ---- signs --------------------------------------------------------------------------------- */

static bool same_up_to_number(vv_ctx *c, vv_expr a, vv_expr b, int *sign) {
    vv_rat k, l;
    a = vv_split_rational(c, vv_flatten_sum(c, a, 16), &k);
    b = vv_split_rational(c, vv_flatten_sum(c, b, 16), &l);
    *sign = vv_rat_sign(k) * vv_rat_sign(l);
    return vv_same(a, b);
}

/* p > 0 by assumption: what that says of e, when p is e times factors of known sign. */
static vv_sign told_by(vv_ctx *c, vv_expr p, vv_expr e) {
    vv_factors f;
    int sign, left = 0, s;
    if (same_up_to_number(c, p, e, &s)) return s > 0 ? VV_POSITIVE : VV_NEGATIVE;
    if (vv_is_const(c, p) || !vv_factorise(c, p, &f)) return VV_ANY_SIGN;
    sign = vv_rat_sign(f.number);
    for (int i = 0; i < f.n; i++) {
        vv_sign known = vv_known_sign(c, f.factor[i]);
        if (f.power[i] % 2 == 0) continue; /* p > 0: it does not vanish */
        if (known == VV_NEGATIVE) sign = -sign;
        if (known == VV_POSITIVE || known == VV_NEGATIVE) continue;
        if (!same_up_to_number(c, f.factor[i], e, &s)) return VV_ANY_SIGN;
        sign *= s;
        left++;
    }
    return left != 1 ? VV_ANY_SIGN : sign > 0 ? VV_POSITIVE : VV_NEGATIVE;
}

/* e = p k + rest with a number k > 0 and rest not negative, p assumed positive; rest may exceed
 * further assumptions, so many of them: a - c where a > b > c. */
static bool exceeds(vv_ctx *c, const vv_facts *f, vv_expr p, vv_expr e, int further) {
    static const int tries[][2] = {{1, 1}, {2, 1}, {1, 2}, {3, 1}, {1, 3}, {4, 1}, {1, 4}};
    enum { MOST_FACTS = 12 };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        vv_expr rest = vv_sub(c, e, vv_mul(c, vv_ratio(c, tries[i][0], tries[i][1]), p));
        rest = vv_flatten_sum(c, rest, 16);
        vv_sign s = vv_known_sign(c, rest);
        if (s == VV_POSITIVE || s == VV_NONNEGATIVE) return true;
        int shared = 0;
        for (int k = 0; k < f->npositive && further && i == 0 && f->npositive <= MOST_FACTS; k++) {
            vv_expr other = f->positive[k];
            if (vv_symbol_get(c, other) || vv_same(other, p)) continue;
            vv_expr *x = vv_expr_symbols(c, 1, &other, &shared);
            if (x && vv_depends(c, rest, shared, x) && exceeds(c, f, other, rest, further - 1))
                return true;
        }
    }
    return false;
}

/* p > 0 says that x lies above (*side 1) or below (-1) a multiple of pi: that multiple. */
static bool bound_by(vv_ctx *c, vv_expr p, vv_expr x, int *side, vv_rat *bound) {
    vv_expr slope = vv_diff(c, p, x), rest = vv_subst1(c, p, x, VV_ZERO);
    if (!vv_is_const(c, slope) || vv_is_zero(slope)) return false;
    vv_rat k = vv_expr_rational(c, slope);
    vv_expr unit = vv_split_rational(c, vv_flatten_sum(c, rest, 16), bound);
    if (!vv_is_zero(rest) && !vv_same(unit, vv_pi(c))) return false;
    if (vv_is_zero(rest)) *bound = vv_rat_int(0);
    *bound = vv_rat_neg(c, vv_rat_div(c, *bound, k));
    *side = vv_rat_sign(k);
    return true;
}

/* The sine or cosine of an angle that is assumed to lie in a half turn where it has one sign. */
static vv_sign of_angle(vv_ctx *c, const vv_facts *f, vv_expr e) {
    vv_op op = vv_expr_op(c, e);
    if (!f || (op != VV_SIN && op != VV_COS)) return VV_ANY_SIGN;
    vv_expr x = vv_expr_child(c, e, 0);
    vv_rat low = vv_rat_int(-9), high = vv_rat_int(9), at;
    int side;
    if (!vv_symbol_get(c, x)) return VV_ANY_SIGN;
    if (vv_known_sign(c, x) == VV_POSITIVE) low = vv_rat_int(0);
    if (vv_known_sign(c, x) == VV_NEGATIVE) high = vv_rat_int(0);
    for (int i = 0; i < f->npositive; i++) {
        if (!vv_depends(c, f->positive[i], 1, &x) || !bound_by(c, f->positive[i], x, &side, &at))
            continue;
        if (side > 0 && vv_rat_cmp(c, at, low) > 0) low = at;
        if (side < 0 && vv_rat_cmp(c, at, high) < 0) high = at;
    }
    for (int half = -2; half <= 2; half++) { /* positive in (from, from + 1) pi for even ones */
        vv_rat from = op == VV_SIN ? vv_rat_int(half) : vv_rat_make(c, 2 * half - 1, 2);
        vv_rat to = vv_rat_add(c, from, vv_rat_int(1));
        if (vv_rat_cmp(c, low, from) >= 0 && vv_rat_cmp(c, high, to) <= 0)
            return half % 2 == 0 ? VV_POSITIVE : VV_NEGATIVE;
    }
    return VV_ANY_SIGN;
}

/* 1 + cos x and cos x - 1 where sin x is known not to vanish, and the like: strictly. */
static vv_sign of_one_and_angle(vv_ctx *c, const vv_facts *f, vv_expr e) {
    if (vv_expr_op(c, e) != VV_ADD || vv_expr_arity(c, e) != 2) return VV_ANY_SIGN;
    for (int i = 0; i < 2; i++) {
        vv_expr wave = vv_expr_child(c, e, 1 - i);
        vv_op op = vv_expr_op(c, wave);
        vv_rat one = vv_expr_coefficient(c, e, i), by = vv_expr_coefficient(c, e, 1 - i);
        if (!vv_same(vv_expr_child(c, e, i), VV_ONE) || (op != VV_SIN && op != VV_COS)) continue;
        vv_expr x = vv_expr_child(c, wave, 0), other = op == VV_SIN ? vv_cos(c, x) : vv_sin(c, x);
        bool larger = vv_rat_cmp(c, vv_rat_mul(c, one, one), vv_rat_mul(c, by, by)) >= 0;
        if (!larger || of_angle(c, f, other) == VV_ANY_SIGN) return VV_ANY_SIGN;
        return vv_rat_sign(one) > 0 ? VV_POSITIVE : VV_NEGATIVE;
    }
    return VV_ANY_SIGN;
}

static vv_sign assumed(vv_ctx *c, const vv_facts *f, vv_expr e);

/* Of one sign where it is at both ends: e is linear in u, which lies between 0 and 1. */
static vv_sign between_ends(vv_ctx *c, const vv_facts *f, vv_expr e, vv_expr u, vv_expr low,
                            vv_expr high) {
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_forgive(c); /* a pole at an end */
    if (vv_is_poison(low) || vv_is_poison(high)) return VV_ANY_SIGN;
    vv_expr line = vv_add(c, low, vv_mul(c, u, vv_sub(c, high, low)));
    if (!vv_vanishes(c, NULL, vv_sub(c, e, line))) return VV_ANY_SIGN;
    vv_sign a = assumed(c, f, vv_flatten_sum(c, low, 16)),
            b = assumed(c, f, vv_flatten_sum(c, high, 16));
    if (a == b && (a == VV_POSITIVE || a == VV_NEGATIVE)) return a;
    bool above =
        (a == VV_POSITIVE || a == VV_NONNEGATIVE) && (b == VV_POSITIVE || b == VV_NONNEGATIVE);
    return above ? VV_NONNEGATIVE : VV_ANY_SIGN;
}

/* By the range of a sine or cosine, or of its square: l - r cos x with l > r > 0, A + B - B
 * sin(x)^2. */
static vv_sign by_range(vv_ctx *c, const vv_facts *f, vv_expr e) {
    enum { MOST_WAVES = 3, MOST_NODES = 60 };
    int n = 0, waves = 0;
    vv_expr wave[MOST_WAVES];
    uint32_t *id = vv_expr_order(c, 1, &e, &n);
    for (int i = 0; id && i < n && n <= MOST_NODES; i++) {
        vv_op op = vv_expr_op(c, (vv_expr){id[i]});
        if (op != VV_SIN && op != VV_COS) continue;
        if (waves == MOST_WAVES) return VV_ANY_SIGN;
        wave[waves++] = (vv_expr){id[i]};
    }
    vv_sign sign = VV_ANY_SIGN;
    for (int i = 0; i < waves && sign == VV_ANY_SIGN && vv_ctx_tick(c); i++) {
        vv_expr u = wave[i], high = vv_subst1(c, e, u, VV_ONE), half = vv_ratio(c, 1, 2);
        sign = between_ends(c, f, e, vv_mul(c, half, vv_add(c, VV_ONE, u)),
                            vv_subst1(c, e, u, vv_int(c, -1)), high);
        if (sign == VV_ANY_SIGN)
            sign = between_ends(c, f, e, vv_mul(c, u, u), vv_subst1(c, e, u, VV_ZERO), high);
    }
    return sign;
}

static vv_sign by_factors(vv_ctx *c, const vv_facts *facts, vv_expr e);

/* p + q sqrt(u), p and q of opposite signs: that of the larger, by p^2 - q^2 u. */
static vv_sign by_square(vv_ctx *c, const vv_facts *f, vv_expr e) {
    enum { MOST_NODES = 60 };
    int n = 0;
    uint32_t *id = vv_expr_order(c, 1, &e, &n);
    for (int i = 0; id && i < n && n <= MOST_NODES && vv_ctx_tick(c); i++) {
        vv_expr root = {id[i]};
        if (vv_expr_op(c, root) != VV_SQRT) continue;
        vv_expr p = vv_subst1(c, e, root, VV_ZERO), q = vv_sub(c, vv_subst1(c, e, root, VV_ONE), p),
                u = vv_expr_child(c, root, 0);
        if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_forgive(c); /* it divides */
        if (vv_is_poison(p) || vv_is_poison(q) ||
            !vv_vanishes(c, NULL, vv_sub(c, e, vv_add(c, p, vv_mul(c, q, root)))))
            continue;
        vv_sign a = assumed(c, f, vv_flatten_sum(c, p, 16)),
                b = assumed(c, f, vv_flatten_sum(c, q, 16));
        bool apart =
            (a == VV_POSITIVE && b == VV_NEGATIVE) || (a == VV_NEGATIVE && b == VV_POSITIVE);
        if (!apart) continue;
        vv_expr more = vv_sub(c, vv_mul(c, p, p), vv_mul(c, vv_mul(c, q, q), u));
        vv_sign larger = by_factors(c, f, more);
        if (larger == VV_POSITIVE || larger == VV_NEGATIVE) return larger == VV_POSITIVE ? a : b;
    }
    return VV_ANY_SIGN;
}

static vv_sign assumed(vv_ctx *c, const vv_facts *f, vv_expr e) {
    vv_sign sign = vv_known_sign(c, e);
    if (sign == VV_NONNEGATIVE && vv_expr_op(c, e) == VV_SQRT) /* of what is assumed positive */
        return vv_sign_under(c, f, vv_expr_child(c, e, 0)) == VV_POSITIVE ? VV_POSITIVE : sign;
    if (sign == VV_ANY_SIGN) sign = of_angle(c, f, e);
    if (sign == VV_ANY_SIGN || sign == VV_NONNEGATIVE) {
        vv_sign strict = of_one_and_angle(c, f, e);
        if (strict != VV_ANY_SIGN) return strict;
    }
    for (int i = 0; f && i < f->npositive && sign == VV_ANY_SIGN; i++)
        sign = told_by(c, f->positive[i], e);
    for (int i = 0; f && f->strict && i < f->npositive && sign == VV_NONNEGATIVE; i++)
        if (told_by(c, f->positive[i], e) == VV_POSITIVE) return VV_POSITIVE;
    for (int i = 0; f && i < f->npositive && sign == VV_ANY_SIGN; i++) {
        enum { FURTHER = 2 };
        if (exceeds(c, f, f->positive[i], e, FURTHER)) return VV_POSITIVE;
        if (exceeds(c, f, f->positive[i], vv_neg(c, e), FURTHER)) return VV_NEGATIVE;
    }
    if (sign == VV_ANY_SIGN) sign = by_range(c, f, e);
    return sign == VV_ANY_SIGN ? by_square(c, f, e) : sign;
}

/* The sign by that of the factors. */
static vv_sign by_factors(vv_ctx *c, const vv_facts *facts, vv_expr e) {
    vv_factors f;
    if (!vv_factorise(c, e, &f)) return assumed(c, facts, e);
    int sign = vv_rat_sign(f.number);
    bool may_vanish = false;
    for (int i = 0; i < f.n && sign; i++) {
        vv_sign s = assumed(c, facts, f.factor[i]);
        bool odd = f.power[i] % 2 != 0;
        if (odd && s == VV_ANY_SIGN &&
            vv_known_sign(c, vv_neg(c, f.factor[i])) == VV_NONNEGATIVE) /* cos x - 1 */
            s = VV_NONNEGATIVE, sign = -sign;
        if (odd && s == VV_NEGATIVE) sign = -sign;
        if (s == VV_POSITIVE || s == VV_NEGATIVE || (!odd && s == VV_NONZERO)) continue;
        if (f.power[i] > 0 && (!odd || s == VV_NONNEGATIVE))
            may_vanish = true;
        else if (odd)
            sign = 0; /* what divides does not vanish */
    }
    if (may_vanish) return sign > 0 ? VV_NONNEGATIVE : VV_ANY_SIGN;
    return sign > 0 ? VV_POSITIVE : sign < 0 ? VV_NEGATIVE : VV_ANY_SIGN;
}

/* p = a x + b or a x^2 + b is positive: x by p, so that e is one in p. Poison where p is no such
 * expression, or e is not even in x. */
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

/* A polynomial in symbols, numbers of any kind as coefficients. */
static bool is_polynomial(vv_ctx *c, vv_expr e) {
    int n = 0;
    uint32_t *id = vv_expr_order(c, 1, &e, &n);
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
    return vv_find_signs(c, NULL, 1, &e, 1, 0, &p)    ? VV_POSITIVE
           : vv_find_signs(c, NULL, 1, &e, -1, 0, &p) ? VV_NEGATIVE
                                                      : VV_ANY_SIGN;
}

/* A polynomial in positive symbols all of whose coefficients have one sign; *left of them may be
 * looked at. */
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

/* With the squares of positive symbols in place of those under roots, which then are none. */
static void without_roots(vv_ctx *c, int count, vv_expr *e) {
    int nodes = 0, k = 0, n = 0;
    uint32_t *id = vv_expr_order(c, count, e, &nodes);
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

/* e or -e is some q, not negative, times a number and something positive. */
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

/* The sign of e by what it is on the border of an assumption p > 0 and by how it changes from
 * there: with x < 2 - sqrt(2) as x = 2 - sqrt(2) - ε, x^2 - 4 x + 2 is ε^2 + 2 sqrt(2) ε. The q are
 * not negative, nor is x where it is declared positive. */
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
        for (int k = 0; k < nknown; k++) there[k] = vv_essence(c, NULL, there[k]);
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
    bool low_met[4], high_met[4]; /* it may lie on the bound */
} bounds;

/* p >= 0 as a bound: p = a x + b, or a x^2 + b of the square, or a x + b of it where the bound of x
 * is positive. */
static void add_bound(vv_ctx *c, vv_expr p, vv_expr x, bool met, bounds *out) {
    vv_expr a = vv_diff(c, p, x);
    bool linear = !vv_depends(c, a, 1, &x), even = false;
    if (!linear && out->square) {
        vv_expr slope = a;
        a = vv_mul(c, vv_ratio(c, 1, 2), vv_diff(c, a, x));
        even = !vv_depends(c, a, 1, &x) &&
               vv_vanishes(c, NULL, vv_sub(c, slope, vv_mul(c, vv_int(c, 2), vv_mul(c, a, x))));
    }
    vv_sign sign = linear || even ? by_factors(c, NULL, a) : VV_ANY_SIGN;
    if (sign != VV_POSITIVE && sign != VV_NEGATIVE) return;
    vv_expr value = vv_neg(c, vv_div(c, vv_subst1(c, p, x, VV_ZERO), a));
    if (linear && out->square) {
        if (by_factors(c, NULL, value) != VV_POSITIVE) return;
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

/* e with this value for x or its square: what all terms of its factors say. */
static vv_sign sign_at_value(vv_ctx *c, vv_expr x, bool square, vv_expr value, vv_expr e,
                             int *left) {
    vv_expr there = vv_subst1(c, e, x, square ? vv_sqrt(c, value) : value);
    vv_factors f;
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_forgive(c); /* a pole there */
    if (vv_is_poison(there)) return VV_ANY_SIGN;
    without_roots(c, 1, &there);
    if (!vv_factorise(c, there, &f)) return VV_ANY_SIGN;
    int sign = vv_rat_sign(f.number);
    for (int k = 0; k < f.n && sign; k++) {
        vv_sign s = by_all_terms(c, f.factor[k], left);
        sign = s == VV_ANY_SIGN ? 0 : s == VV_NEGATIVE && f.power[k] % 2 ? -sign : sign;
    }
    return sign > 0 ? VV_POSITIVE : sign < 0 ? VV_NEGATIVE : VV_ANY_SIGN;
}

/* (low + high τ)/(1 + τ), τ > 0, is what lies between; the bounds themselves where they can be met.
 */
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

/* The only symbol of e lies between two numbers: halved until the terms of each part tell, and with
 * them the places where it was halved. */
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

/* The sign of e where assumptions, and q >= 0, keep a symbol between two bounds: 1 - 27 μ (1 - μ)
 * for 1/10 < μ < 1/2. One that is positive has a bound of its own, and its square. */
static vv_sign between(vv_ctx *c, const vv_facts *f, int nq, const vv_expr *q, vv_expr e) {
    enum { MOST_TERMS = 200, MOST_SYMBOLS = 6, HALVINGS = 6 };
    int n = 0, left = MOST_TERMS;
    vv_expr *x = vv_expr_symbols(c, 1, &e, &n);
    if (n == 1) left *= 10; /* powers of one symbol are few */
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

static bool is_plain(vv_ctx *c, vv_expr e) { return vv_is_const(c, e) || vv_symbol_get(c, e); }

/* ---- by several assumptions ---------------------------------------------------------------- */

/* A symbol x, none that was put in before, by what the assumption p > 0, linear in it, is: into n
 * expressions. */
static void put_excess(vv_ctx *c, vv_expr p, int n, vv_expr *e) {
    int symbols = 0;
    vv_expr *x = vv_expr_symbols(c, 1, &p, &symbols);
    for (int i = symbols - 1; x && i >= 0; i--) {
        vv_expr a = vv_diff(c, p, x[i]);
        if (vv_symbol_get(c, x[i])->kind == VV_SYM_OTHER || vv_depends(c, a, 1, &x[i])) continue;
        vv_sign sign = by_factors(c, NULL, a);
        if (sign != VV_POSITIVE && sign != VV_NEGATIVE) continue;
        vv_expr excess = vv_symbol_new(c, "ε", VV_SYM_OTHER);
        vv_symbol_set_sign(c, excess, VV_POSITIVE);
        vv_expr value = vv_div(c, vv_sub(c, excess, vv_subst1(c, p, x[i], VV_ZERO)), a);
        vv_subst(c, 1, &x[i], &value, n, e, e);
        return;
    }
}

/* By what the assumptions together leave: with k2 - k1 = ε and 2 μ k - k2 + k1 = 2 δ the sum k1 -
 * k2
 * - 2 μ k is -2 ε - 2 δ. Put in one after another, from each as the first, until there is a sign.
 */
static vv_sign by_assumptions(vv_ctx *c, const vv_facts *f, vv_expr e) {
    enum { MOST = 6, MOST_TERMS = 200 };
    int n = 0, symbols = 0, left = MOST_TERMS;
    vv_expr all[MOST], in[MOST + 1], *x = vv_expr_symbols(c, 1, &e, &symbols);
    for (int i = 0; x && i < 2 * f->npositive; i++) { /* those of single symbols first */
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

vv_sign vv_sign_beside(vv_ctx *c, const vv_facts *f, int n, const vv_expr *q, vv_expr e) {
    vv_sign sign = VV_ANY_SIGN;
    for (int i = 0; i < f->npositive && sign == VV_ANY_SIGN; i++)
        if (!is_plain(c, f->positive[i])) sign = from_border(c, f->positive[i], n, q, e);
    if (sign == VV_ANY_SIGN) sign = between(c, f, n, q, e);
    return sign == VV_ANY_SIGN ? by_assumptions(c, f, e) : sign;
}

vv_sign vv_sign_under(vv_ctx *c, const vv_facts *f, vv_expr e) {
    vv_sign sign = by_factors(c, f, e);
    bool plain = is_plain(c, e);
    for (int i = 0; f && i < f->npositive && sign == VV_ANY_SIGN && !plain; i++) {
        if (is_plain(c, f->positive[i])) continue;
        sign = by_factors(c, NULL, vv_div(c, e, f->positive[i])); /* a product of several factors */
        if (sign == VV_NONNEGATIVE) sign = VV_ANY_SIGN;
    }
    return sign == VV_ANY_SIGN && f && !plain ? vv_sign_beside(c, f, 0, NULL, e) : sign;
}

vv_expr vv_essence(vv_ctx *c, const vv_facts *facts, vv_expr e) {
    vv_factors f;
    if (!vv_factorise(c, e, &f)) return e;
    int sign = vv_rat_sign(f.number);
    vv_expr out = VV_ONE;
    for (int i = 0; i < f.n; i++) {
        vv_sign s = assumed(c, facts, f.factor[i]);
        bool odd = f.power[i] % 2 != 0;
        if (odd && s == VV_NEGATIVE) sign = -sign;
        if (s == VV_POSITIVE || s == VV_NEGATIVE || (!odd && s == VV_NONZERO)) continue;
        if (!odd && f.power[i] < 0) continue;
        out = vv_mul(c, out, vv_pow_int(c, f.factor[i], odd ? 1 : 2));
    }
    return sign < 0 ? vv_neg(c, out) : sign == 0 ? VV_ZERO : out;
}

/* ---- symmetric matrices -------------------------------------------------------------------- */

typedef struct square {
    vv_ctx *c;
    const vv_facts *f;
    int n;
    vv_expr a[VV_DETERMINANT_MOST * VV_DETERMINANT_MOST];
} square;

static void remove_row(square *q, int k) {
    int n = q->n, w = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i != k && j != k) q->a[w++] = q->a[i * n + j];
    q->n = n - 1;
}

/* A - A_k A_k^T / A_kk without row and column k. */
static void eliminate(square *q, int k) {
    int n = q->n;
    vv_expr d = q->a[k * n + k], row[VV_DETERMINANT_MOST];
    for (int j = 0; j < n; j++) row[j] = q->a[k * n + j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (!vv_is_zero(row[i]) && !vv_is_zero(row[j]))
                q->a[i * n + j] =
                    vv_sub(q->c, q->a[i * n + j], vv_div(q->c, vv_mul(q->c, row[i], row[j]), d));
    remove_row(q, k);
    vv_clear_zeros(q->c, q->f, q->n * q->n, q->a);
}

/* Rows i and j with 0 on the diagonal and b beside it: x y b is one positive and one negative
 * square; x -> x + y makes a pivot of it. */
static bool mix(square *q) {
    int n = q->n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (i == j || vv_is_zero(q->a[i * n + j])) continue;
            vv_sign s = vv_sign_under(q->c, q->f, q->a[i * n + j]);
            if (s != VV_POSITIVE && s != VV_NEGATIVE) continue;
            for (int k = 0; k < n; k++)
                q->a[i * n + k] = vv_add(q->c, q->a[i * n + k], q->a[j * n + k]);
            for (int k = 0; k < n; k++)
                q->a[k * n + i] = vv_add(q->c, q->a[k * n + i], q->a[k * n + j]);
            return true;
        }
    return false;
}

static int find_pivot(square *q, vv_sign *sign, bool *all_zero, bool *diagonal_zero) {
    int n = q->n;
    *all_zero = *diagonal_zero = true;
    for (int i = 0; i < n * n; i++) *all_zero &= vv_is_zero(q->a[i]);
    for (int k = 0; k < n; k++) {
        if (vv_is_zero(q->a[k * n + k])) continue;
        *diagonal_zero = false;
        *sign = vv_sign_under(q->c, q->f, q->a[k * n + k]);
        if (*sign == VV_POSITIVE || *sign == VV_NEGATIVE) return k;
    }
    return -1;
}

bool vv_inertia_of(vv_ctx *c, const vv_facts *f, int n, const vv_expr *A, vv_inertia *out) {
    square q = {.c = c, .f = f, .n = n};
    *out = (vv_inertia){0};
    if (n > VV_DETERMINANT_MOST) return false;
    memcpy(q.a, A, (size_t)(n * n) * sizeof *A);
    vv_clear_zeros(c, f, n * n, q.a);
    while (q.n && vv_ctx_tick(c)) {
        bool all_zero, diagonal_zero;
        vv_sign sign = VV_ANY_SIGN;
        int k = find_pivot(&q, &sign, &all_zero, &diagonal_zero);
        if (all_zero) {
            out->zero += q.n;
            return true;
        }
        if (k >= 0) {
            *(sign == VV_POSITIVE ? &out->positive : &out->negative) += 1;
            eliminate(&q, k);
        } else if (!diagonal_zero || !mix(&q)) {
            return false;
        }
    }
    return vv_ctx_ok(c);
}

/* ---- the characteristic equation ----------------------------------------------------------- */

bool vv_characteristic(vv_ctx *c, const vv_facts *f, const vv_small *m, vv_expr *out) {
    int n = m->n;
    vv_expr a[VV_DETERMINANT_MOST * VV_DETERMINANT_MOST], x = vv_symbol_new(c, "λ", VV_SYM_OTHER);
    if (n > VV_DETERMINANT_MOST) return false;
    for (int i = 0; i < n * n; i++)
        a[i] = vv_add(c, m->K[i], vv_mul(c, x, vv_add(c, m->G[i], vv_mul(c, x, m->M[i]))));
    vv_expand(c, vv_determinant(c, n, a), x, 2 * n + 1, out);
    vv_clear_zeros(c, f, 2 * n + 1, out);
    return vv_ctx_ok(c);
}

vv_expr vv_force_square(vv_ctx *c, const vv_facts *f, int n, const vv_expr *M, const vv_expr *F) {
    vv_expr x[VV_DETERMINANT_MOST], sum = VV_ZERO;
    if (n > VV_DETERMINANT_MOST || !vv_solve_by_determinants(c, f, n, M, 1, F, x)) return VV_POISON;
    for (int i = 0; i < n; i++) sum = vv_add(c, sum, vv_mul(c, F[i], x[i]));
    return vv_factored(c, sum);
}
