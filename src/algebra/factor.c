#include "algebra/factor.h"

#include <math.h>

#include "algebra/rational_function.h"

enum { MOST_NODES = 3000, MOST_TERMS = 2000 };

static vv_expr from_poly(vv_atoms *a, vv_poly p) {
    int *exponent = VV_ARRAY(a->c, int, a->n + 1), terms = vv_poly_terms(a->ring, p);
    vv_expr sum = VV_ZERO;
    for (int i = 0; exponent && i < terms; i++) {
        vv_rat k = vv_poly_term(a->ring, p, i, exponent);
        sum = vv_add(a->c, sum, vv_atoms_monomial(a, k, exponent));
    }
    return exponent ? sum : VV_POISON;
}

/* Adds the factors of a polynomial, each raised to this power times its multiplicity. */
static bool add_factors(vv_atoms *a, vv_poly p, int power, vv_rat *number, vv_factors *out) {
    vv_poly *factor;
    int n, *multiplicity;
    if (vv_poly_factor(a->ring, p, number, &n, &factor, &multiplicity) != VV_OK ||
        out->n + n > VV_FACTORS_MAX)
        return false;
    for (int i = 0; i < n; i++) {
        out->factor[out->n] = from_poly(a, factor[i]);
        out->power[out->n++] = power * multiplicity[i];
    }
    return vv_ctx_ok(a->c);
}

bool vv_factorise(vv_ctx *c, vv_expr e, vv_factors *out) {
    long effort = 1000000;
    vv_atoms *a = vv_atoms_new(c, e, true, MOST_NODES, MOST_TERMS, &effort);
    vv_rational_function q;
    vv_rat above, below;
    *out = (vv_factors){.n = 0};
    if (a) a->remember = true;
    bool done = a && vv_rational_function_of(a, e, &q);
    if (done) {
        q.n = vv_atoms_reduce(a, q.n, false);
        done = add_factors(a, q.n, 1, &above, out) && add_factors(a, q.d, -1, &below, out);
    }
    if (done) out->number = vv_rat_div(c, above, below);
    vv_atoms_free(a);
    return done && vv_ctx_ok(c);
}

/* The numerator of e as a polynomial, with s^2 reduced. */
static vv_poly numerator(vv_atoms *a, vv_expr e) {
    vv_rational_function q;
    return vv_rational_function_of(a, e, &q) ? vv_atoms_reduce(a, q.n, false) : VV_POLY_NONE;
}

/* Eliminates variable v from p and q; a polynomial free of v is itself a consequence. */
static vv_poly without(vv_polyring *r, vv_poly p, vv_poly q, int v) {
    if (p < 0 || q < 0) return VV_POLY_NONE;
    if (vv_poly_degree(r, p, v) <= 0) return p;
    if (vv_poly_degree(r, q, v) <= 0) return q;
    return vv_poly_resultant(r, p, q, v);
}

/* On the circle of an angle: eliminates s from both, or from one of them and s^2 + c^2 = 1, then
 * c. */
static vv_poly without_angle(vv_polyring *r, const vv_angle *angle, vv_poly p, vv_poly q) {
    vv_poly s = vv_poly_var(r, angle->sine), k = vv_poly_var(r, angle->cosine),
            circle = vv_poly_sub(r, vv_poly_add(r, vv_poly_mul(r, s, s), vv_poly_mul(r, k, k)),
                                 vv_poly_int(r, 1));
    bool first = vv_poly_degree(r, p, angle->sine) > 0;
    if (!first && vv_poly_degree(r, q, angle->sine) <= 0) /* both in terms of the cosine only */
        return without(r, p, q, angle->cosine);
    vv_poly both = without(r, p, q, angle->sine),
            one = without(r, first ? p : q, circle, angle->sine);
    return without(r, both, one, angle->cosine);
}

vv_expr vv_resultant(vv_ctx *c, vv_expr e, vv_expr f, vv_expr x) {
    long effort = 1000000;
    vv_expr mark = vv_symbol_new(c, "mark", VV_SYM_OTHER), out = VV_POISON;
    vv_expr both = vv_add(c, e, vv_mul(c, mark, f)); /* contains the atoms of both */
    vv_atoms *a = vv_atoms_new(c, both, true, MOST_NODES, MOST_TERMS, &effort);
    if (!a) return VV_POISON;
    vv_poly p = numerator(a, e), q = numerator(a, f), r = VV_POLY_NONE;
    if (p >= 0 && q >= 0) {
        for (int i = 0; i < a->nangles; i++)
            if (vv_same(a->angle[i].unit, x)) r = without_angle(a->ring, &a->angle[i], p, q);
        for (int i = 0; i < a->n && r < 0; i++)
            if (vv_same(a->atom[i], x)) r = without(a->ring, p, q, i);
    }
    if (r >= 0 && !vv_poly_is_zero(a->ring, r)) out = from_poly(a, r);
    vv_atoms_free(a);
    return vv_ctx_ok(c) && out.id && !vv_depends(c, out, 1, &x) ? out : VV_POISON;
}

vv_expr vv_factored(vv_ctx *c, vv_expr e) {
    vv_factors f;
    if (vv_is_const(c, e) || !vv_factorise(c, e, &f)) return e;
    vv_expr x = vv_rational(c, f.number);
    for (int i = 0; i < f.n; i++) x = vv_mul(c, x, vv_pow_int(c, f.factor[i], f.power[i]));
    return x;
}

vv_expr vv_primitive_part(vv_ctx *c, vv_expr e) {
    vv_factors f;
    if (vv_is_const(c, e) || !vv_factorise(c, e, &f)) return e;
    int sign = vv_rat_sign(f.number);
    if (sign == 0 || fabs(vv_rat_double(f.number)) <= 1) return e;
    vv_expr x = vv_int(c, sign);
    for (int i = 0; i < f.n; i++) x = vv_mul(c, x, vv_pow_int(c, f.factor[i], f.power[i]));
    return x;
}

vv_expr vv_sqrt_factored(vv_ctx *c, vv_expr e) {
    vv_factors f;
    vv_rat root, rest;
    if (!vv_factorise(c, e, &f) || vv_rat_sign(f.number) <= 0) return vv_sqrt(c, e);
    vv_rat_split_square(c, f.number, &root, &rest);
    vv_expr outside = vv_rational(c, root), inside = vv_rational(c, rest);
    for (int i = 0; i < f.n; i++) {
        bool odd = f.power[i] % 2 != 0;
        int half = (f.power[i] - (odd ? 1 : 0)) / 2; /* rounds towards minus infinity for odd
                                                      * ones */
        vv_sign sign = vv_known_sign(c, f.factor[i]);
        vv_expr base = sign == VV_POSITIVE || half % 2 == 0 ? f.factor[i]
                                                            : vv_call(c, VV_ABS, 1, &f.factor[i]);
        outside = vv_mul(c, outside, vv_pow_int(c, base, half));
        if (odd) inside = vv_mul(c, inside, f.factor[i]);
    }
    return vv_mul(c, outside, vv_sqrt(c, inside));
}

vv_expr vv_sqrt_of_squares(vv_ctx *c, vv_expr e) {
    vv_factors f;
    vv_rat root, rest;
    if (vv_is_const(c, e) || !vv_factorise(c, e, &f) || vv_rat_sign(f.number) <= 0)
        return vv_sqrt(c, e);
    vv_rat_split_square(c, f.number, &root, &rest);
    bool square = vv_rat_is_one(rest);
    for (int i = 0; i < f.n; i++) square &= f.power[i] % 2 == 0;
    return square ? vv_sqrt_factored(c, e) : vv_sqrt(c, e);
}
