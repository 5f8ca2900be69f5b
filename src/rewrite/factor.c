#include "rewrite/factor.h"

#include "rewrite/quotient.h"

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

/* Adds the factors of a polynomial, each to this power times its multiplicity. */
static bool add_factors(vv_atoms *a, vv_poly p, int power, vv_rat *number, vv_factors *out) {
    vv_poly *factor;
    int n, *multiplicity;
    if (vv_poly_factor(a->ring, p, number, &n, &factor, &multiplicity) != VV_OK ||
        out->n + n > VV_FACTORS_MOST)
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
    vv_quotient q;
    vv_rat above, below;
    *out = (vv_factors){.n = 0};
    bool done = a && vv_quotient_of(a, e, &q);
    if (done) {
        q.n = vv_atoms_reduce(a, q.n, false);
        done = add_factors(a, q.n, 1, &above, out) && add_factors(a, q.d, -1, &below, out);
    }
    if (done) out->number = vv_rat_div(c, above, below);
    vv_atoms_free(a);
    return done && vv_ctx_ok(c);
}

vv_expr vv_sqrt_factored(vv_ctx *c, vv_expr e) {
    vv_factors f;
    vv_rat root, rest;
    if (!vv_factorise(c, e, &f) || vv_rat_sign(f.number) <= 0) return vv_sqrt(c, e);
    vv_rat_split_square(c, f.number, &root, &rest);
    vv_expr outside = vv_rational(c, root), inside = vv_rational(c, rest);
    for (int i = 0; i < f.n; i++) {
        bool odd = f.power[i] % 2 != 0;
        int half = (f.power[i] - (odd ? 1 : 0)) / 2; /* towards minus infinity for odd ones */
        vv_sign sign = vv_known_sign(c, f.factor[i]);
        vv_expr base = sign == VV_POSITIVE || half % 2 == 0 ? f.factor[i]
                                                            : vv_call(c, VV_ABS, 1, &f.factor[i]);
        outside = vv_mul(c, outside, vv_pow_int(c, base, half));
        if (odd) inside = vv_mul(c, inside, f.factor[i]);
    }
    return vv_mul(c, outside, vv_sqrt(c, inside));
}

vv_expr vv_norm_of_square(vv_ctx *c, vv_expr e) {
    vv_factors f;
    vv_rat root, rest;
    if (vv_is_const(c, e) || !vv_factorise(c, e, &f) || vv_rat_sign(f.number) <= 0)
        return vv_sqrt(c, e);
    vv_rat_split_square(c, f.number, &root, &rest);
    bool square = vv_rat_is_one(rest);
    for (int i = 0; i < f.n; i++) square &= f.power[i] % 2 == 0;
    return square ? vv_sqrt_factored(c, e) : vv_sqrt(c, e);
}
