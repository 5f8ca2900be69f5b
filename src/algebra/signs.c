#include "algebra/signs.h"

#include "algebra/factor.h"

static bool same_up_to_number(vv_ctx *c, vv_expr a, vv_expr b, int *sign) {
    vv_rat k, l;
    a = vv_split_rational(c, vv_flatten_sum(c, a, 16), &k);
    b = vv_split_rational(c, vv_flatten_sum(c, b, 16), &l);
    *sign = vv_rat_sign(k) * vv_rat_sign(l);
    return vv_same(a, b);
}

/* Given p > 0: what this implies for e, if p is e times factors of known sign. */
static vv_sign implied_sign(vv_ctx *c, vv_expr p, vv_expr e) {
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

/* e = k p + rest with a number k > 0 and rest nonnegative, p assumed positive; rest may exceed
 * up to `further` other assumptions: a - c if a > b > c. */
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

/* p > 0 means that x is above (*side 1) or below (-1) a multiple of pi: that multiple. */
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

/* The sine or cosine of an angle assumed to lie in a half turn in which it has one sign. */
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

/* 1 + cos x and cos x - 1 if sin x is known not to vanish, and the like: strictly. */
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

/* Of one sign if it is so at both ends: e is linear in u, which lies between 0 and 1. */
static vv_sign between_ends(vv_ctx *c, const vv_facts *f, vv_expr e, vv_expr u, vv_expr low,
                            vv_expr high) {
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c); /* a pole at an end */
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
    uint32_t *id = vv_expr_topological_order(c, 1, &e, &n);
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

/* p + q sqrt(u), p and q of opposite signs: the sign of the larger one, by p^2 - q^2 u. */
static vv_sign by_square(vv_ctx *c, const vv_facts *f, vv_expr e) {
    enum { MOST_NODES = 60 };
    int n = 0;
    uint32_t *id = vv_expr_topological_order(c, 1, &e, &n);
    for (int i = 0; id && i < n && n <= MOST_NODES && vv_ctx_tick(c); i++) {
        vv_expr root = {id[i]};
        if (vv_expr_op(c, root) != VV_SQRT) continue;
        vv_expr p = vv_subst1(c, e, root, VV_ZERO), q = vv_sub(c, vv_subst1(c, e, root, VV_ONE), p),
                u = vv_expr_child(c, root, 0);
        if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c); /* a divisor */
        if (vv_is_poison(p) || vv_is_poison(q) ||
            !vv_vanishes(c, NULL, vv_sub(c, e, vv_add(c, p, vv_mul(c, q, root)))))
            continue;
        vv_sign a = assumed(c, f, vv_flatten_sum(c, p, 16)),
                b = assumed(c, f, vv_flatten_sum(c, q, 16));
        bool apart =
            (a == VV_POSITIVE && b == VV_NEGATIVE) || (a == VV_NEGATIVE && b == VV_POSITIVE);
        if (!apart) continue;
        vv_expr more = vv_sub(c, vv_mul(c, p, p), vv_mul(c, vv_mul(c, q, q), u));
        vv_sign larger = vv_sign_by_factors(c, f, more);
        if (larger == VV_POSITIVE || larger == VV_NEGATIVE) return larger == VV_POSITIVE ? a : b;
    }
    return VV_ANY_SIGN;
}

static vv_sign assumed(vv_ctx *c, const vv_facts *f, vv_expr e) {
    vv_sign sign = vv_known_sign(c, e);
    if (sign == VV_NONNEGATIVE && vv_expr_op(c, e) == VV_SQRT) /* part of something assumed
                                                                * positive */
        return vv_sign_given_facts(c, f, vv_expr_child(c, e, 0)) == VV_POSITIVE ? VV_POSITIVE
                                                                                : sign;
    if (sign == VV_ANY_SIGN) sign = of_angle(c, f, e);
    if (sign == VV_ANY_SIGN || sign == VV_NONNEGATIVE) {
        vv_sign strict = of_one_and_angle(c, f, e);
        if (strict != VV_ANY_SIGN) return strict;
    }
    for (int i = 0; f && i < f->npositive && sign == VV_ANY_SIGN; i++)
        sign = implied_sign(c, f->positive[i], e);
    for (int i = 0; f && f->strict && i < f->npositive && sign == VV_NONNEGATIVE; i++)
        if (implied_sign(c, f->positive[i], e) == VV_POSITIVE) return VV_POSITIVE;
    for (int i = 0; f && i < f->npositive && sign == VV_ANY_SIGN; i++) {
        enum { FURTHER = 2 };
        if (exceeds(c, f, f->positive[i], e, FURTHER)) return VV_POSITIVE;
        if (exceeds(c, f, f->positive[i], vv_neg(c, e), FURTHER)) return VV_NEGATIVE;
    }
    if (sign == VV_ANY_SIGN) sign = by_range(c, f, e);
    return sign == VV_ANY_SIGN ? by_square(c, f, e) : sign;
}

/* A symbol without which something assumed positive could not be so: n in C^2 n^2 > 4 A k. */
static bool is_needed(vv_ctx *c, const vv_facts *f, vv_expr x) {
    for (int i = 0; f && vv_symbol_get(c, x) && i < f->npositive; i++) {
        if (!vv_depends(c, f->positive[i], 1, &x)) continue;
        vv_expr rest = vv_neg(c, vv_subst1(c, f->positive[i], x, VV_ZERO));
        if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c); /* a divisor */
        if (vv_is_poison(rest)) continue;
        if (vv_sign_by_factors(c, NULL, rest) == VV_POSITIVE)
            return true; /* so also on its boundary */
    }
    return false;
}

vv_sign vv_sign_by_factors(vv_ctx *c, const vv_facts *facts, vv_expr e) {
    vv_factors f;
    if (!vv_factorise(c, e, &f)) return assumed(c, facts, e);
    int sign = vv_rat_sign(f.number);
    bool may_vanish = false;
    for (int i = 0; i < f.n && sign; i++) {
        vv_sign s = assumed(c, facts, f.factor[i]);
        bool odd = f.power[i] % 2 != 0;
        if (!odd && s == VV_ANY_SIGN && is_needed(c, facts, f.factor[i])) s = VV_NONZERO;
        if (odd && s == VV_ANY_SIGN &&
            vv_known_sign(c, vv_neg(c, f.factor[i])) == VV_NONNEGATIVE) /* cos x - 1 */
            s = VV_NONNEGATIVE, sign = -sign;
        if (odd && s == VV_NEGATIVE) sign = -sign;
        if (s == VV_POSITIVE || s == VV_NEGATIVE || (!odd && s == VV_NONZERO)) continue;
        if (f.power[i] > 0 && (!odd || s == VV_NONNEGATIVE))
            may_vanish = true;
        else if (odd)
            sign = 0; /* a divisor does not vanish */
    }
    if (may_vanish) return sign > 0 ? VV_NONNEGATIVE : VV_ANY_SIGN;
    return sign > 0 ? VV_POSITIVE : sign < 0 ? VV_NEGATIVE : VV_ANY_SIGN;
}

vv_sign vv_sign_given_facts(vv_ctx *c, const vv_facts *f, vv_expr e) {
    vv_sign sign = vv_sign_by_factors(c, f, e);
    bool plain = vv_sign_is_plain(c, e);
    for (int i = 0; f && i < f->npositive && sign == VV_ANY_SIGN && !plain; i++) {
        if (vv_sign_is_plain(c, f->positive[i])) continue;
        sign = vv_sign_by_factors(c, NULL,
                                  vv_div(c, e, f->positive[i])); /* a product of several factors */
        if (sign == VV_NONNEGATIVE) sign = VV_ANY_SIGN;
    }
    return sign == VV_ANY_SIGN && f && !plain ? vv_sign_for_nonnegative(c, f, 0, NULL, e) : sign;
}

bool vv_sign_never_positive(vv_ctx *c, const vv_facts *f, vv_expr e) {
    vv_sign s = vv_sign_given_facts(c, f, vv_neg(c, e));
    return s == VV_POSITIVE || s == VV_NONNEGATIVE;
}

vv_expr vv_sign_deciding_part(vv_ctx *c, const vv_facts *facts, vv_expr e) {
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
