#include "analysis/linear/damped_modes.h"

#include "analysis/linear/characteristic_exponents.h"
#include "algebra/algebra.h"

enum { MOST = VV_DETERMINANT_MAX, DEGREE = 4 };

typedef struct work {
    vv_ctx *c;
    vv_document *d;
    const vv_study *study;
    const vv_equilibrium *at;
    vv_expr lambda;
    const char *letter; /* of the exponent */
} work;

/* With its numerical value if the parameters have values. kind: its key in the document. */
static void put(work *w, const char *kind, const char *name, vv_expr e, const char *what) {
    double low, high;
    if (!vv_is_const(w->c, e) && vv_study_bounds(w->c, w->study, w->at, e, &low, &high))
        what = vv_format(w->c, "%.15g%s%s", 0.5 * (low + high), *what ? ", " : "", what);
    vv_document_definition(w->d, kind, vv_symbol_new(w->c, name, VV_SYM_OTHER), e,
                           *what ? what : NULL);
}

static void put_square(work *w, vv_expr rho) {
    vv_sign sign = vv_study_sign(w->c, w->study, rho);
    put(w, "square", "frequency^2", rho,
        vv_is_zero(rho)       ? "no oscillation to this order"
        : sign == VV_POSITIVE ? "an oscillation"
        : sign == VV_NEGATIVE ? "no oscillation"
                              : "an oscillation where this is positive");
}

/* k2 λ^2 + k1 λ + k0: exp(-decay t) times an oscillation. */
static void put_one(work *w, const vv_expr *k) {
    vv_ctx *c = w->c;
    vv_expr decay = vv_div(c, k[1], vv_mul(c, vv_int(c, 2), k[2]));
    if (!vv_is_zero(decay))
        put(w, "decay", "decay", decay, "exp(-decay*t) is a factor of the motion");
    put_square(w, vv_sub(c, vv_div(c, k[0], k[2]), vv_mul(c, decay, decay)));
}

/* k4 λ^4 + k2 λ^2 + k0, ρ = -λ^2 */
static void put_two(work *w, const vv_expr *k) {
    vv_ctx *c = w->c;
    vv_expr under =
                vv_sub(c, vv_mul(c, k[2], k[2]), vv_mul(c, vv_int(c, 4), vv_mul(c, k[0], k[4]))),
            leg = vv_sqrt_factored(c, under), half = vv_div(c, vv_ratio(c, 1, 2), k[4]);
    const char *what = vv_study_sign(c, w->study, under) == VV_POSITIVE
                           ? "an oscillation where this is positive"
                           : "an oscillation where this is real and positive";
    put(w, "square", "frequency^2", vv_mul(c, half, vv_sub(c, k[2], leg)), what);
    put(w, "square", "frequency^2", vv_mul(c, half, vv_add(c, k[2], leg)), what);
}

static void put_factor(work *w, vv_expr f) {
    vv_ctx *c = w->c;
    vv_expr k[DEGREE + 1];
    bool known = vv_is_zero(vv_taylor_coefficients(c, f, w->lambda, DEGREE + 1, k));
    int degree = DEGREE;
    while (known && degree && vv_is_zero(k[degree])) degree--;
    bool below = known && vv_study_sign(c, w->study, k[degree]) == VV_NEGATIVE;
    for (int i = 0; i <= degree && below; i++) k[i] = vv_neg(c, k[i]); /* the smaller root first */
    if (known && degree == 1)
        put(w, "exponent", "exponent", vv_neg(c, vv_div(c, k[0], k[1])), "");
    else if (known && degree == 2)
        put_one(w, k);
    else if (known && degree == 4 && vv_is_zero(k[1]) && vv_is_zero(k[3]))
        put_two(w, k);
    else
        vv_document_equation(
            w->d, "characteristic", w->letter, f, VV_ZERO, VV_POISON,
            vv_format(c, "its roots %s are exponents: exp(%s*t)", w->letter, w->letter));
}

bool vv_damped_modes_put(vv_ctx *c, const vv_study *study, vv_document *d, const vv_linearized *m,
                         const vv_equilibrium *at) {
    work w = {.c = c, .d = d, .study = study, .at = at};
    vv_expr a[2 * MOST + 1], t[2 * MOST + 1];
    vv_factors f;
    if (m->n > MOST || !vv_characteristic_polynomial(c, &study->s->facts, m, a)) return false;
    w.letter = vv_exponent_letter(c, study->s->m);
    w.lambda = vv_symbol_new(c, w.letter, VV_SYM_OTHER);
    for (int i = 0; i <= 2 * m->n; i++) t[i] = vv_mul(c, a[i], vv_pow_int(c, w.lambda, i));
    if (!vv_factorise(c, vv_sum(c, 2 * m->n + 1, t), &f) || vv_rat_sign(f.number) == 0)
        return false;
    for (int i = 0; i < f.n && vv_ctx_ok(c); i++) {
        if (!vv_depends(c, f.factor[i], 1, &w.lambda) || f.power[i] < 0) continue;
        put_factor(&w, f.factor[i]);
        if (f.power[i] > 1)
            vv_document_paragraph(d, "multiple", "a root of multiplicity %d", f.power[i]);
    }
    return vv_ctx_ok(c);
}
