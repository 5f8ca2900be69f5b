#include "analysis/integrals/motion_kinds.h"

#include "analysis/solve/solve.h"
#include "equations/stability/stability.h"
#include "algebra/algebra.h"

/* The functions u: where each is minimal and maximal, and the limits of a motion bounded about
 * the maximum, about the minimum. */
typedef enum form { SQUARE, COSINE, SINE, FORMS } form;
static const struct {
    const char *low, *high, *about_high, *about_low;
} PLACES[FORMS] = {
    [SQUARE] = {"0 or pi", "-pi/2 or pi/2", "β and pi - β, or half a turn further",
                "-β and β, or half a turn further"},
    [COSINE] = {"pi", "0", "-β and β", "β and 2*pi - β"},
    [SINE] = {"-pi/2", "pi/2", "β and pi - β", "-pi - β and β"},
};

typedef struct kinds {
    vv_ctx *c;
    const vv_facts *f;
    vv_expr q;
    form u;
    vv_expr p, r;      /* P and Q */
    vv_expr low, high; /* P u + Q at the minimal and the maximal u */
} kinds;

/* Syntactically, and by the facts about its factors. */
static vv_sign plain_sign(const kinds *k, vv_expr e) {
    vv_sign sign = vv_known_sign(k->c, e), other = vv_known_sign(k->c, vv_neg(k->c, e));
    if (sign == VV_POSITIVE || sign == VV_NEGATIVE) return sign;
    return other == VV_POSITIVE ? VV_NEGATIVE : vv_sign_given_facts(k->c, k->f, e);
}

/* e = P u + Q. */
static bool read(kinds *k, vv_expr e) {
    vv_ctx *c = k->c;
    vv_expr q = k->q;
    vv_expr sine = vv_symbol_new(c, "s", VV_SYM_OTHER),
            cosine = vv_symbol_new(c, "c", VV_SYM_OTHER), a[3],
            from[2] = {vv_sin(c, q), vv_cos(c, q)}, to[2] = {sine, cosine};
    vv_subst(c, 2, from, to, 1, &e, &e);
    bool has_sine = vv_depends(c, e, 1, &sine), has_cosine = vv_depends(c, e, 1, &cosine);
    if (vv_depends(c, e, 1, &q) || has_sine == has_cosine) return false;
    int degree = vv_polynomial_coefficients(c, e, has_sine ? sine : cosine, 2, a);
    if (degree < 1 || (degree == 2 && !vv_vanishes(c, k->f, a[1]))) return false;
    k->u = degree == 2 ? SQUARE : has_sine ? SINE : COSINE;
    k->p = a[degree], k->r = a[0];
    if (degree == 2 && has_cosine) /* P cos^2 + Q = -P sin^2 + P + Q */
        k->r = vv_add(c, k->r, k->p), k->p = vv_neg(c, k->p);
    k->low = k->u == SQUARE ? k->r : vv_sub(c, k->r, k->p);
    k->high = vv_add(c, k->r, k->p);
    return vv_ctx_ok(c);
}

/* Also for P u + Q: between its values at the extremes of u. */
static vv_sign sign_of(const kinds *k, vv_expr e) {
    vv_sign sign = plain_sign(k, e);
    kinds other = *k;
    if (sign == VV_POSITIVE || sign == VV_NEGATIVE || !read(&other, e)) return sign;
    vv_sign low = plain_sign(k, other.low), high = plain_sign(k, other.high);
    return low == high && (low == VV_POSITIVE || low == VV_NEGATIVE) ? low : VV_ANY_SIGN;
}

/* The only factor of F that can vanish, with the sign of the remaining ones; poison otherwise. */
static vv_expr changing_factor(kinds *k, vv_expr F) {
    vv_factors x;
    vv_expr found = VV_POISON;
    if (!vv_factorise(k->c, F, &x) || vv_rat_sign(x.number) == 0) return VV_POISON;
    bool negative = vv_rat_sign(x.number) < 0;
    for (int i = 0; i < x.n; i++) {
        vv_sign sign = sign_of(k, x.factor[i]);
        if (x.power[i] < 0 && x.power[i] % 2 == 0) continue; /* a square, where F is finite */
        if (sign == VV_NEGATIVE && x.power[i] % 2) negative = !negative;
        if (sign == VV_POSITIVE || sign == VV_NEGATIVE) continue;
        if (x.power[i] != 1 || !vv_is_poison(found) || !vv_depends(k->c, x.factor[i], 1, &k->q))
            return VV_POISON;
        found = x.factor[i];
    }
    return negative && !vv_is_poison(found) ? vv_neg(k->c, found) : found;
}

/* A product of factors of known sign, as factoring leaves them. */
static vv_sign sign_of_product(const kinds *k, vv_expr e) {
    vv_factors x;
    if (!vv_factorise(k->c, e, &x)) return VV_ANY_SIGN;
    int sign = vv_rat_sign(x.number);
    for (int i = 0; i < x.n; i++) {
        vv_sign one = sign_of(k, x.factor[i]);
        if (x.power[i] % 2 == 0 || one == VV_POSITIVE) continue;
        if (one != VV_NEGATIVE) return VV_ANY_SIGN;
        sign = -sign;
    }
    return sign > 0 ? VV_POSITIVE : sign < 0 ? VV_NEGATIVE : VV_ANY_SIGN;
}

/* The sign of P in every state where it is nonzero: of a number, or of a sum of squares of
 * speeds with factors of one sign. */
static vv_sign common_sign(kinds *k, const vv_system *s, int n, const vv_expr *constant,
                           const vv_expr *by_state) {
    vv_ctx *c = k->c;
    vv_expr p = k->p;
    vv_subst(c, n, constant, by_state, 1, &p, &p);
    if (!vv_depends(c, p, s->n, s->w)) return sign_of_product(k, p);
    vv_expr rest = p, half = vv_ratio(c, 1, 2);
    vv_sign all = VV_ANY_SIGN;
    for (int i = 0; i < s->n; i++) {
        vv_expr a = vv_mul(c, half, vv_diff(c, vv_diff(c, p, s->w[i]), s->w[i]));
        if (vv_vanishes(c, k->f, a)) continue;
        vv_sign sign = sign_of_product(k, a);
        if (sign == VV_ANY_SIGN || (all != VV_ANY_SIGN && sign != all)) return VV_ANY_SIGN;
        all = sign;
        rest = vv_sub(c, rest, vv_mul(c, a, vv_pow_int(c, s->w[i], 2)));
    }
    return vv_vanishes(c, k->f, rest) ? all : VV_ANY_SIGN;
}

static void put_case(vv_document *d, const char *when, const char *what) {
    vv_document_fact(d, "case", when, what);
}

/* The cases in which F is larger at the maximum of u, or at its minimum. */
static void put_bounded(kinds *k, vv_document *d, const char *name, bool up) {
    vv_ctx *c = k->c;
    const char *less = up ? "N0" : "N1", *more = up ? "N1" : "N0",
               *held = up ? PLACES[k->u].about_high : PLACES[k->u].about_low,
               *end = up ? PLACES[k->u].low : PLACES[k->u].high;
    put_case(d, vv_format(c, "%s < 0 < %s", less, more),
             vv_format(c, "%s oscillates between %s", name, held));
    put_case(d, vv_format(c, "%s = 0 < %s", less, more),
             vv_format(c, "asymptotic: %s tends to %s, or rests there", name, end));
}

static void put(kinds *k, vv_document *d, vv_sign sign) {
    vv_ctx *c = k->c;
    const char *name = vv_symbol_get(c, k->q)->name;
    vv_expr low = vv_symbol_new(c, "N0", VV_SYM_OTHER), high = vv_symbol_new(c, "N1", VV_SYM_OTHER),
            beta = vv_symbol_new(c, "β", VV_SYM_OTHER), sine = vv_sin(c, beta),
            u = k->u == SQUARE ? vv_pow_int(c, sine, 2)
                : k->u == SINE ? sine
                               : vv_cos(c, beta);
    vv_document_begin(d, "kinds", false, "Kinds of motion");
    vv_document_definition(
        d, "low", low, k->low,
        vv_format(c, "has the sign of %s'^2 at %s = %s", name, name, PLACES[k->u].low));
    vv_document_definition(
        d, "high", high, k->high,
        vv_format(c, "has the sign of %s'^2 at %s = %s", name, name, PLACES[k->u].high));
    vv_document_definition(d, "turning", u, vv_neg(c, vv_div(c, k->r, k->p)),
                           "turning points of the motion");
    put_case(d, "N0 > 0, N1 > 0", vv_format(c, "%s runs monotonically through every value", name));
    if (sign != VV_NEGATIVE) put_bounded(k, d, name, true);
    if (sign != VV_POSITIVE) put_bounded(k, d, name, false);
    vv_document_end(d);
}

void vv_motion_kinds_put(vv_document *d, const vv_system *s, vv_expr q, vv_expr F, int n,
                         const vv_expr *constant, const vv_expr *by_state) {
    kinds k = {.c = d->c, .f = &s->facts, .q = q};
    vv_expr e = changing_factor(&k, F);
    if (vv_is_poison(e) || !read(&k, e)) return;
    put(&k, d, common_sign(&k, s, n, constant, by_state));
}
