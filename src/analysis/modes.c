/* Frequencies of the small motions about each position of equilibrium: roots of det(K - ρ M) = 0,
 * ρ the square of an angular frequency [Appell1896, no. 450; M-SMALL-1, M-SMALL-2, M-SMALL-K]. In
 * symbols where the equation splits into factors of degree one or two in ρ. */
#include "analysis/small.h"
#include "rewrite/factor.h"

typedef struct work {
    vv_ctx *c;
    vv_document *d;
    const vv_study *study;
    vv_status status;
} work;

/* k0 + k1 ρ + k2 ρ^2: its degree, or -1 when it is higher. */
static int coefficients(vv_ctx *c, vv_expr e, vv_expr rho, vv_expr k[3]) {
    int degree = 0;
    for (int d = 0; d < 3; d++) {
        k[d] = vv_subst1(c, e, rho, VV_ZERO);
        e = vv_mul(c, vv_ratio(c, 1, d + 1), vv_diff(c, e, rho));
        if (!vv_is_zero(k[d])) degree = d;
    }
    return vv_is_zero(e) ? degree : -1;
}

static const char *kind(vv_sign sign) {
    return sign == VV_POSITIVE   ? "an oscillation"
           : sign == VV_NEGATIVE ? "no oscillation: the motion leaves the position"
                                 : "an oscillation where it is positive";
}

static void put_root(work *w, vv_expr rho, vv_sign sign) {
    vv_expr r = vv_symbol_new(w->c, "frequency^2", VV_SYM_OTHER);
    vv_document_definition(w->d, "square", r, rho,
                           vv_is_zero(rho) ? "no oscillation to this order" : kind(sign));
}

/* Both roots are real, M being positive: their product and sum tell the signs. */
static void put_pair(work *w, const vv_expr k[3]) {
    vv_ctx *c = w->c;
    vv_expr under =
                vv_sub(c, vv_mul(c, k[1], k[1]), vv_mul(c, vv_int(c, 4), vv_mul(c, k[0], k[2]))),
            leg = vv_sqrt_factored(c, under), half = vv_div(c, vv_ratio(c, 1, 2), k[2]);
    vv_sign lead = vv_sign_of(c, w->study, k[2]),
            product = vv_sign_of(c, w->study, vv_div(c, k[0], k[2])),
            sum = vv_sign_of(c, w->study, vv_neg(c, vv_div(c, k[1], k[2])));
    vv_sign first = product == VV_POSITIVE ? sum : VV_ANY_SIGN, second = first;
    if (product == VV_NEGATIVE && lead != VV_ANY_SIGN) {
        first = lead == VV_POSITIVE ? VV_NEGATIVE : VV_POSITIVE;
        second = lead;
    }
    put_root(w, vv_mul(c, half, vv_neg(c, vv_add(c, k[1], leg))), first);
    put_root(w, vv_mul(c, half, vv_sub(c, leg, k[1])), second);
}

static void put_factor(work *w, vv_expr f, vv_expr rho) {
    vv_ctx *c = w->c;
    vv_expr k[3];
    int degree = coefficients(c, f, rho, k);
    if (degree == 1) {
        vv_expr root = vv_neg(c, vv_div(c, k[0], k[1]));
        put_root(w, root, vv_sign_of(c, w->study, root));
    }
    if (degree == 2) put_pair(w, k);
    if (degree >= 0) return;
    vv_document_equation(w->d, "characteristic", "ρ", f, VV_ZERO, VV_POISON,
                         "its roots ρ are the squares of the angular frequencies");
}

static void put_modes(work *w, const vv_small *m) {
    vv_ctx *c = w->c;
    int n = m->n;
    vv_expr a[VV_DETERMINANT_MOST * VV_DETERMINANT_MOST], rho = vv_symbol_new(c, "ρ", VV_SYM_OTHER);
    vv_factors f;
    for (int i = 0; i < n * n; i++) a[i] = vv_sub(c, m->K[i], vv_mul(c, rho, m->M[i]));
    bool done = vv_factorise(c, vv_determinant(c, n, a), &f);
    if (!done || vv_rat_sign(f.number) == 0) {
        vv_document_paragraph(w->d, "remark", "%s",
                              done ? "the kinetic energy is degenerate at this position: the small "
                                     "motions are not given by the terms of second order"
                                   : "the characteristic equation is too large for symbols");
        w->status = VV_E_BEYOND;
        return;
    }
    bool any = false;
    for (int i = 0; i < f.n; i++) {
        any |= vv_depends(c, f.factor[i], 1, &rho);
        if (f.power[i] < 0 || !vv_depends(c, f.factor[i], 1, &rho)) continue;
        put_factor(w, f.factor[i], rho);
        if (f.power[i] > 1)
            vv_document_paragraph(w->d, "multiplicity",
                                  "a root %d times; no terms grow with the time", f.power[i]);
    }
    if (!any)
        vv_document_paragraph(w->d, "remark", "the kinetic energy is degenerate at this position");
}

static vv_status visit(vv_ctx *c, const vv_study *study, vv_document *d, const vv_small *m,
                       const vv_equilibrium *at) {
    work w = {.c = c, .d = d, .study = study};
    (void)at;
    if (!m->conservative || m->n > VV_DETERMINANT_MOST) {
        vv_document_paragraph(d, "remark", "not decided: %s",
                              m->conservative ? "too many degrees of freedom for symbols"
                                              : "forces depend on the velocities, or have no "
                                                "force function");
        return VV_E_BEYOND;
    }
    put_modes(&w, m);
    return w.status;
}

static vv_status fill(vv_ctx *c, const vv_study *study, vv_document *d) {
    return vv_small_each(c, study, d, visit);
}

const vv_topic vv_topic_modes = {
    .name = "modes",
    .title = "Small motions about equilibrium",
    .text = "frequencies of the small oscillations, in symbols",
    .needs = VV_NEEDS_MOTION | VV_NEEDS_LINEAR,
    .fill = fill,
};
