/* Elementary functions: foldings that keep arguments canonical and values exact. */
#include "expr/dag.h"

static vv_expr node1(vv_ctx *c, vv_op op, vv_expr a) { return vv_expr_intern(c, op, 1, 1, &a.id); }

static vv_op op_of(vv_ctx *c, vv_expr e) { return (vv_op)vv_expr_table_get(c)->node[e.id].op; }
static vv_expr arg_of(vv_ctx *c, vv_expr e, int i) { return vv_expr_child(c, e, i); }

/* ---- certain signs ------------------------------------------------------------------------- */

enum { DEEPEST = 6 }; /* depth of the search for signs */

static vv_sign sign_of_product(vv_ctx *c, vv_expr e, int depth);
static vv_sign sign_of_sum(vv_ctx *c, vv_expr e, int depth);

/* A product of sines, cosines and hyperbolic tangents: between -1 and 1. */
static bool is_within_one(vv_ctx *c, vv_expr e) {
    bool product = op_of(c, e) == VV_MUL;
    for (int i = 0; i < (product ? vv_expr_arity(c, e) : 1); i++) {
        vv_op op = op_of(c, product ? arg_of(c, e, i) : e);
        if (op != VV_SIN && op != VV_COS && op != VV_TANH) return false;
        if (product && vv_expr_exponent(c, e, i) < 0) return false;
    }
    return true;
}

static vv_sign sign_at(vv_ctx *c, vv_expr e, int depth) {
    if (!e.id || depth > DEEPEST) return VV_ANY_SIGN;
    switch ((int)op_of(c, e)) {
    case VV_CONST: {
        int s = vv_rat_sign(vv_expr_rational(c, e));
        return s > 0 ? VV_POSITIVE : s < 0 ? VV_NEGATIVE : VV_NONNEGATIVE;
    }
    case VV_PI:
    case VV_EXP:
    case VV_COSH: return VV_POSITIVE;
    case VV_SYM: return vv_symbol_get(c, e)->sign;
    case VV_ABS: {
        vv_sign s = sign_at(c, arg_of(c, e, 0), depth + 1);
        return s == VV_ANY_SIGN || s == VV_NONNEGATIVE ? VV_NONNEGATIVE : VV_POSITIVE;
    }
    case VV_SQRT:
        return sign_at(c, arg_of(c, e, 0), depth + 1) == VV_POSITIVE ? VV_POSITIVE : VV_NONNEGATIVE;
    case VV_POW:
        return sign_at(c, arg_of(c, e, 0), depth + 1) == VV_POSITIVE ? VV_POSITIVE : VV_ANY_SIGN;
    case VV_MUL: return sign_of_product(c, e, depth);
    case VV_ADD: return sign_of_sum(c, e, depth);
    default: return VV_ANY_SIGN;
    }
}

/* A lower bound of a sum: at least `value`, greater if `strict`. */
typedef struct least {
    bool known, strict;
    vv_rat value;
} least;

/* Adds a term k a, where a has sign s: numbers count by value, sines by their range, positive
 * terms only make the bound strict. */
static void add_term(vv_ctx *c, least *sum, vv_rat k, vv_expr a, vv_sign s) {
    bool up = vv_rat_sign(k) > 0;
    if (a.id == VV_ONE.id)
        sum->value = vv_rat_add(c, sum->value, k);
    else if (up ? s == VV_POSITIVE || s == VV_NONNEGATIVE : s == VV_NEGATIVE)
        sum->strict |= s != VV_NONNEGATIVE;
    else if (is_within_one(c, a))
        sum->value = vv_rat_add(c, sum->value, up ? vv_rat_neg(c, k) : k);
    else
        sum->known = false;
}

/* Adds all terms of a sum and its nested sums, times `by`, to the lower bounds of the sum and
 * its negative. */
static void add_terms(vv_ctx *c, vv_expr e, vv_rat by, int depth, least *up, least *down) {
    for (int i = 0; i < vv_expr_arity(c, e) && (up->known || down->known); i++) {
        vv_expr a = arg_of(c, e, i);
        vv_rat k = vv_rat_mul(c, by, vv_expr_coefficient(c, e, i));
        if (op_of(c, a) == VV_ADD && depth < DEEPEST) {
            add_terms(c, a, k, depth + 1, up, down);
            continue;
        }
        vv_sign s = sign_at(c, a, depth + 1);
        add_term(c, up, k, a, s);
        add_term(c, down, vv_rat_neg(c, k), a, s);
    }
}

static vv_sign sign_of_sum(vv_ctx *c, vv_expr e, int depth) {
    least up = {.known = true, .value = vv_rat_int(0)}, down = up;
    if (vv_expr_arity(c, e) == 1 && sign_at(c, arg_of(c, e, 0), depth + 1) == VV_NONZERO)
        return VV_NONZERO;
    add_terms(c, e, vv_rat_int(1), depth, &up, &down);
    int above = vv_rat_sign(up.value), below = vv_rat_sign(down.value);
    if (up.known && above >= 0) return up.strict || above > 0 ? VV_POSITIVE : VV_NONNEGATIVE;
    return down.known && (below > 0 || (below == 0 && down.strict)) ? VV_NEGATIVE : VV_ANY_SIGN;
}

static vv_sign sign_of_product(vv_ctx *c, vv_expr e, int depth) {
    bool negative = false, zero = false;
    for (int i = 0; i < vv_expr_arity(c, e); i++) {
        vv_sign s = sign_at(c, arg_of(c, e, i), depth + 1);
        bool even = vv_expr_exponent(c, e, i) % 2 == 0;
        if (even) {
            zero |= s == VV_ANY_SIGN || s == VV_NONNEGATIVE;
            continue;
        }
        if (s == VV_ANY_SIGN || s == VV_NONZERO) return VV_ANY_SIGN;
        negative ^= s == VV_NEGATIVE;
        zero |= s == VV_NONNEGATIVE;
    }
    if (zero) return negative ? VV_ANY_SIGN : VV_NONNEGATIVE;
    return negative ? VV_NEGATIVE : VV_POSITIVE;
}

vv_sign vv_known_sign(vv_ctx *c, vv_expr e) { return sign_at(c, e, 0); }

/* ---- arguments ----------------------------------------------------------------------------- */

/* The argument's first coefficient is negative: its negation is the canonical representative. */
static bool looks_negative(vv_ctx *c, vv_expr e) {
    if (vv_is_const(c, e)) return vv_rat_sign(vv_expr_rational(c, e)) < 0;
    return op_of(c, e) == VV_ADD && vv_rat_sign(vv_expr_coefficient(c, e, 0)) < 0;
}

static vv_expr negate_flat(vv_ctx *c, vv_expr e) {
    return vv_flatten_sum(c, vv_neg(c, e), VV_ARGUMENT_TERMS);
}

/* Removes a rational multiple of pi from a flat sum and returns it. */
static vv_rat take_pi(vv_ctx *c, vv_expr *e) {
    vv_expr pi = vv_pi(c);
    if (vv_same(*e, pi)) {
        *e = VV_ZERO;
        return vv_rat_int(1);
    }
    if (!e->id || op_of(c, *e) != VV_ADD) return vv_rat_int(0);
    for (int i = 0; i < vv_expr_arity(c, *e); i++)
        if (vv_same(arg_of(c, *e, i), pi)) {
            vv_rat k = vv_expr_coefficient(c, *e, i);
            *e = vv_flatten_sum(c, vv_sub(c, *e, vv_scale(c, k, pi)), VV_ARGUMENT_TERMS);
            return k;
        }
    return vv_rat_int(0);
}

/* sin or cos of r*pi for r = 0, 1/6, 1/4, 1/3, (1/2): poison if not tabulated. */
static vv_expr special_angle(vv_ctx *c, bool sine, vv_rat r) {
    if (r.den == 0 || 12 % r.den != 0 || r.num < 0 || r.num > r.den) return VV_POISON;
    int64_t k = r.num * (12 / r.den); /* in twelfths */
    if (!sine) k = 6 - k;             /* cos x = sin(pi/2 - x) */
    bool negative = k < 0;
    if (negative) k = -k;
    vv_expr v = VV_POISON;
    if (k > 6) k = 12 - k;
    if (k == 0) v = VV_ZERO;
    if (k == 2) v = vv_ratio(c, 1, 2);
    if (k == 3) v = vv_scale(c, vv_rat_make(c, 1, 2), vv_sqrt(c, vv_int(c, 2)));
    if (k == 4) v = vv_scale(c, vv_rat_make(c, 1, 2), vv_sqrt(c, vv_int(c, 3)));
    if (k == 6) v = VV_ONE;
    return negative && v.id ? vv_neg(c, v) : v;
}

/* sin and cos of inverse functions are algebraic. */
static vv_expr sin_cos_of_inverse(vv_ctx *c, bool sine, vv_expr inverse) {
    vv_op op = op_of(c, inverse);
    if (op != VV_ASIN && op != VV_ACOS && op != VV_ATAN && op != VV_ATAN2) return VV_POISON;
    vv_expr u = arg_of(c, inverse, 0), u2 = vv_mul(c, u, u);
    if (op == VV_ATAN2) { /* atan2(y, x) */
        vv_expr x = arg_of(c, inverse, 1);
        vv_expr r = vv_sqrt(c, vv_add(c, vv_mul(c, x, x), u2));
        return vv_div(c, sine ? u : x, r);
    }
    if (op == VV_ATAN) return vv_div(c, sine ? u : VV_ONE, vv_sqrt(c, vv_add(c, VV_ONE, u2)));
    if ((op == VV_ASIN) == sine) return u;
    return vv_sqrt(c, vv_sub(c, VV_ONE, u2));
}

/* The same for an integer multiple k of an inverse function: (cos + i sin)^k by products. */
static vv_expr sin_cos_of_multiple(vv_ctx *c, bool sine, vv_expr a) {
    enum { MOST = 12 };
    vv_rat k;
    vv_expr inverse = vv_split_rational(c, a, &k), s = sin_cos_of_inverse(c, true, inverse),
            real = VV_ONE, imaginary = VV_ZERO;
    if (!s.id || !vv_rat_is_int(k) || k.num < 1 || k.num > MOST) return VV_POISON;
    vv_expr o = sin_cos_of_inverse(c, false, inverse);
    for (int64_t i = 0; i < k.num; i++) {
        vv_expr next = vv_sub(c, vv_mul(c, real, o), vv_mul(c, imaginary, s));
        imaginary = vv_add(c, vv_mul(c, real, s), vv_mul(c, imaginary, o));
        real = next;
    }
    return sine ? imaginary : real;
}

static vv_expr sin_or_cos(vv_ctx *c, bool sine, vv_expr a) {
    if (op_of(c, a) == VV_SYM) return node1(c, sine ? VV_SIN : VV_COS, a);
    a = vv_flatten_sum(c, a, VV_ARGUMENT_TERMS);
    vv_rat r = take_pi(c, &a);
    if (!a.id) return VV_POISON;
    /* quarter turns: r = q/2 + rest, 0 <= rest < 1/2 */
    int64_t q = 0;
    if (r.den != 0 && r.num < INT64_MAX / 4 &&
        r.num > -(INT64_MAX / 4)) { /* beyond: left in the argument */
        int64_t twice = 2 * r.num;
        q = twice / r.den - (twice % r.den < 0);
        r = vv_rat_sub(c, r, vv_rat_make(c, q, 2));
    }
    int turn = (int)((sine ? q : q + 1) & 3); /* cos x = sin(x + pi/2) */
    bool negative = turn >= 2, as_sine = (turn & 1) == 0;
    vv_expr v;
    if (vv_is_zero(a) && (v = special_angle(c, as_sine, r)).id) return negative ? vv_neg(c, v) : v;
    a = vv_add(c, a, vv_scale(c, r, vv_pi(c)));
    if (looks_negative(c, a)) {
        a = negate_flat(c, a);
        negative ^= as_sine;
    }
    if (!a.id) return VV_POISON;
    v = sin_cos_of_multiple(c, as_sine, a);
    if (!v.id) v = node1(c, as_sine ? VV_SIN : VV_COS, a);
    return negative ? vv_neg(c, v) : v;
}

static vv_expr tangent(vv_ctx *c, vv_expr a) {
    a = vv_flatten_sum(c, a, VV_ARGUMENT_TERMS);
    vv_expr rest = a;
    vv_rat r = take_pi(c, &rest);
    if (op_of(c, a) == VV_ATAN) return arg_of(c, a, 0);
    if (vv_rat_sign(r) != 0 || op_of(c, a) == VV_ASIN || op_of(c, a) == VV_ACOS ||
        op_of(c, a) == VV_ATAN2)
        return vv_div(c, sin_or_cos(c, true, a), sin_or_cos(c, false, a));
    if (vv_is_zero(a)) return VV_ZERO;
    return looks_negative(c, a) ? vv_neg(c, node1(c, VV_TAN, negate_flat(c, a)))
                                : node1(c, VV_TAN, a);
}

/* ---- roots and absolute values ------------------------------------------------------------- */

static vv_expr absolute(vv_ctx *c, vv_expr a) {
    vv_rat k;
    vv_expr u = vv_split_rational(c, a, &k);
    if (vv_rat_sign(k) < 0) k = vv_rat_neg(c, k);
    if (u.id == VV_ONE.id) return vv_rational(c, k);
    vv_sign s = vv_known_sign(c, u);
    if (s == VV_NEGATIVE)
        u = vv_neg(c, u);
    else if (s != VV_POSITIVE && s != VV_NONNEGATIVE)
        u = node1(c, VV_ABS, u);
    return vv_scale(c, k, u);
}

static vv_expr square_root(vv_ctx *c, vv_expr a) {
    vv_rat k, root, rest;
    vv_expr u = vv_split_rational(c, a, &k);
    if (vv_is_zero(a)) return a;
    if (vv_rat_sign(k) < 0) { /* keep the sign inside: -x may well be positive */
        k = vv_rat_neg(c, k);
        u = vv_neg(c, u);
    }
    vv_rat_split_square(c, k, &root, &rest);
    vv_expr out = vv_rational(c, root);
    if (op_of(c, u) == VV_MUL) { /* extract even powers */
        vv_expr inside = VV_ONE;
        int n = vv_expr_arity(c, u);
        for (int i = 0; i < n; i++) {
            int e = vv_expr_exponent(c, u, i);
            vv_expr b = arg_of(c, u, i), half = vv_pow_int(c, b, e / 2);
            if (e / 2 % 2 != 0) half = absolute(c, half);
            out = vv_mul(c, out, half);
            if (e % 2) inside = vv_mul(c, inside, vv_pow_int(c, b, e % 2));
        }
        u = inside;
    }
    u = vv_scale(c, rest, u);
    return u.id == VV_ONE.id ? out : vv_mul(c, out, node1(c, VV_SQRT, u));
}

static vv_expr signum(vv_ctx *c, vv_expr a) {
    vv_rat k;
    vv_expr u = vv_split_rational(c, a, &k);
    int s = vv_rat_sign(k);
    vv_sign known = vv_known_sign(c, u);
    if (vv_is_zero(a)) return VV_ZERO;
    if (known == VV_POSITIVE) return vv_int(c, s);
    if (known == VV_NEGATIVE) return vv_int(c, -s);
    return vv_scale(c, vv_rat_int(s), node1(c, VV_SIGN, u));
}

/* ---- the others ---------------------------------------------------------------------------- */

/* The angle up to a quarter turn with this sine or tangent, in twelfths of pi: by its square,
 * because a root may be in the numerator or in the denominator. -1: not tabulated. */
static int known_twelfths(vv_ctx *c, vv_op inverse, vv_expr a) {
    static const int TWELFTHS[] = {0, 2, 3, 4, 6},
                     SINE[][2] = {{0, 1}, {1, 4}, {1, 2}, {3, 4}, {1, 1}},
                     TANGENT[][2] = {{0, 1}, {1, 3}, {1, 1}, {3, 1}};
    int n = inverse == VV_ATAN ? 4 : 5;
    const int(*known)[2] = inverse == VV_ATAN ? TANGENT : SINE;
    if (!vv_is_zero(a) && vv_known_sign(c, a) != VV_POSITIVE) return -1;
    vv_expr square = vv_mul(c, a, a);
    for (int i = 0; i < n; i++)
        if (vv_same(square, vv_ratio(c, known[i][0], known[i][1]))) return TWELFTHS[i];
    return -1;
}

static vv_expr odd(vv_ctx *c, vv_op op, vv_expr a) {
    if (vv_is_zero(a)) return VV_ZERO;
    int k = op == VV_ASIN || op == VV_ATAN ? known_twelfths(c, op, a) : -1;
    if (k > 0) return vv_scale(c, vv_rat_make(c, k, 12), vv_pi(c));
    return looks_negative(c, a) ? vv_neg(c, odd(c, op, negate_flat(c, a))) : node1(c, op, a);
}

/* pi/2 minus the arc sine, if that is known. */
static vv_expr arc_cosine(vv_ctx *c, vv_expr a) {
    bool negative = looks_negative(c, a);
    int k = known_twelfths(c, VV_ASIN, negative ? negate_flat(c, a) : a);
    if (k < 0) return node1(c, VV_ACOS, a);
    return vv_scale(c, vv_rat_make(c, negative ? 6 + k : 6 - k, 12), vv_pi(c));
}

/* exp(k log u) is u^k. */
static vv_expr exponential(vv_ctx *c, vv_expr a) {
    vv_rat k;
    vv_expr u = vv_split_rational(c, a, &k);
    if (vv_is_zero(a)) return VV_ONE;
    return op_of(c, u) == VV_LOG ? vv_pow(c, arg_of(c, u, 0), vv_rational(c, k))
                                 : node1(c, VV_EXP, a);
}

static vv_expr elementary(vv_ctx *c, vv_op op, vv_expr a) {
    switch ((int)op) {
    case VV_SIN: return sin_or_cos(c, true, a);
    case VV_COS: return sin_or_cos(c, false, a);
    case VV_TAN: return tangent(c, a);
    case VV_SQRT: return square_root(c, a);
    case VV_ABS: return absolute(c, a);
    case VV_SIGN: return signum(c, a);
    case VV_ACOS: return arc_cosine(c, a);
    case VV_EXP: a = vv_flatten_sum(c, a, VV_ARGUMENT_TERMS); return exponential(c, a);
    case VV_LOG:
        if (a.id == VV_ONE.id) return VV_ZERO;
        return op_of(c, a) == VV_EXP ? arg_of(c, a, 0) : node1(c, op, a);
    case VV_COSH:
        a = vv_flatten_sum(c, a, VV_ARGUMENT_TERMS);
        if (vv_is_zero(a)) return VV_ONE;
        return node1(c, op, looks_negative(c, a) ? negate_flat(c, a) : a);
    default:
        return odd(c, op,
                   op == VV_SINH || op == VV_TANH ? vv_flatten_sum(c, a, VV_ARGUMENT_TERMS) : a);
    }
}

static vv_expr min_or_max(vv_ctx *c, vv_op op, vv_expr a, vv_expr b) {
    if (vv_same(a, b)) return a;
    if (vv_is_const(c, a) && vv_is_const(c, b)) {
        bool less = vv_rat_cmp(c, vv_expr_rational(c, a), vv_expr_rational(c, b)) < 0;
        return less == (op == VV_MIN) ? a : b;
    }
    uint32_t w[2] = {a.id < b.id ? a.id : b.id, a.id < b.id ? b.id : a.id};
    return vv_expr_intern(c, op, 2, 2, w);
}

/* Drops decided conditions; otherwise the node as given. */
static vv_expr piecewise(vv_ctx *c, int n, const vv_expr *args) {
    vv_mark m = vv_arena_mark(c);
    uint32_t *w = VV_ARRAY(c, uint32_t, n);
    int k = 0;
    if (!w || n % 2 == 0) return VV_POISON;
    for (int i = 0; i + 1 < n; i += 2) {
        vv_expr a = arg_of(c, args[i], 0), b = arg_of(c, args[i], 1);
        if (vv_is_const(c, a) && vv_is_const(c, b)) {
            int cmp = vv_rat_cmp(c, vv_expr_rational(c, a), vv_expr_rational(c, b));
            if (cmp > 0 || (cmp == 0 && op_of(c, args[i]) == VV_LESS)) continue;
            w[k++] = args[i + 1].id; /* certainly taken: the last one */
            goto done;
        }
        w[k++] = args[i].id;
        w[k++] = args[i + 1].id;
    }
    w[k++] = args[n - 1].id;
done:;
    vv_expr e =
        k == 1 ? (vv_expr){w[0]} : vv_expr_intern(c, VV_PIECEWISE, (uint32_t)k, (uint32_t)k, w);
    vv_arena_release(c, m);
    return e;
}

vv_expr vv_call(vv_ctx *c, vv_op op, int n, const vv_expr *args) {
    if (!vv_expr_table_get(c)) return VV_POISON;
    for (int i = 0; i < n; i++)
        if (!args[i].id) return VV_POISON;
    if (op >= VV_SIN && op <= VV_SIGN) return elementary(c, op, args[0]);
    if (op == VV_MIN || op == VV_MAX) return min_or_max(c, op, args[0], args[1]);
    if (op == VV_PIECEWISE) return piecewise(c, n, args);
    uint32_t w[2] = {args[0].id, n > 1 ? args[1].id : 0};
    if (n == 2 && (op == VV_LESS || op == VV_LESSEQ || op == VV_ATAN2))
        return vv_expr_intern(c, op, 2, 2, w);
    vv_ctx_fail(c, VV_E_INTERNAL);
    return VV_POISON;
}

/* ---- derivatives --------------------------------------------------------------------------- */

static vv_expr one_minus_square(vv_ctx *c, vv_expr x, int sign) { /* 1 - sign x^2 */
    return vv_sub(c, VV_ONE, vv_scale(c, vv_rat_int(sign), vv_mul(c, x, x)));
}

vv_expr vv_elementary_derivative(vv_ctx *c, vv_op op, vv_expr x, vv_expr self) {
    switch ((int)op) {
    case VV_SIN: return node1(c, VV_COS, x); /* the argument is already in its final form */
    case VV_COS: return vv_neg(c, node1(c, VV_SIN, x));
    case VV_TAN: return vv_add(c, VV_ONE, vv_mul(c, self, self));
    case VV_EXP: return self;
    case VV_LOG: return vv_pow_int(c, x, -1);
    case VV_SQRT: return vv_scale(c, vv_rat_make(c, 1, 2), vv_pow_int(c, self, -1));
    case VV_ASIN: return vv_pow_int(c, vv_sqrt(c, one_minus_square(c, x, 1)), -1);
    case VV_ACOS: return vv_neg(c, vv_pow_int(c, vv_sqrt(c, one_minus_square(c, x, 1)), -1));
    case VV_ATAN: return vv_pow_int(c, one_minus_square(c, x, -1), -1);
    case VV_SINH: return vv_call(c, VV_COSH, 1, &x);
    case VV_COSH: return vv_call(c, VV_SINH, 1, &x);
    case VV_TANH: return one_minus_square(c, self, 1);
    case VV_ABS: return vv_call(c, VV_SIGN, 1, &x);
    case VV_SIGN: return VV_ZERO; /* away from the jump */
    default: vv_ctx_fail(c, VV_E_INTERNAL); return VV_POISON;
    }
}
