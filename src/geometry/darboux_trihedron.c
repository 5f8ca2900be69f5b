/* Darboux trihedron of a chart. [Darboux1889, book V, chap. II; AppellHadamard1899, note I, no.
 * 1] */
#include <string.h>

#include "geometry/surface.h"
#include "geometry/vec3.h"
#include "prove/prove.h"
#include "algebra/algebra.h"

static bool vanishes(vv_ctx *c, vv_expr e) { return vv_is_zero(e) || vv_vanishes(c, NULL, e); }

/* (1 - cos w)(1 + cos w) is sin(w)^2, which a factorization in cos w does not show: the sign
 * with which f g is the square of a sine, or 0. */
static int square_of_sine(vv_ctx *c, vv_expr f, vv_expr g, vv_expr *sine) {
    int n;
    uint32_t *order = vv_expr_topological_order(c, 1, &f, &n);
    vv_expr product = vv_mul(c, f, g);
    for (int i = 0; order && i < n; i++) {
        vv_expr e = {order[i]};
        if (vv_expr_op(c, e) != VV_COS) continue;
        *sine = vv_sin(c, vv_expr_child(c, e, 0));
        vv_expr square = vv_mul(c, *sine, *sine);
        if (vanishes(c, vv_sub(c, product, square))) return 1;
        if (vanishes(c, vv_add(c, product, square))) return -1;
    }
    return 0;
}

static bool factors_of(vv_ctx *c, vv_expr e, vv_factors *f) {
    if (!vv_factorise(c, e, f)) return false;
    for (int i = 0; i < f->n; i++)
        for (int j = i + 1; j < f->n; j++) {
            vv_expr sine;
            if (f->power[i] != f->power[j] || vv_expr_op(c, f->factor[i]) != VV_ADD) continue;
            int sign = square_of_sine(c, f->factor[i], f->factor[j], &sine);
            if (!sign) continue;
            if (sign < 0 && f->power[i] % 2) f->number = vv_rat_mul(c, f->number, vv_rat_int(-1));
            f->factor[i] = sine;
            f->power[i] *= 2;
            f->factor[j] = f->factor[--f->n];
            f->power[j] = f->power[f->n];
            break;
        }
    return true;
}

vv_expr vv_factored_if_shorter(vv_ctx *c, vv_expr e) {
    vv_factors f;
    if (!e.id || vv_is_const(c, e) || !factors_of(c, e, &f)) return e;
    vv_expr product = vv_product_powers(c, f.n, f.factor, f.power);
    product = vv_scale(c, f.number, product);
    int before, after;
    if (!product.id || !vv_expr_topological_order(c, 1, &e, &before) ||
        !vv_expr_topological_order(c, 1, &product, &after))
        return e;
    return after <= before ? product : e;
}

/* x^2 y^4 as it stands: x y^2, without determining any signs. */
static bool plain_root(vv_ctx *c, vv_expr e, vv_expr *out) {
    vv_rat k, root, rest;
    vv_expr product = vv_split_rational(c, e, &k);
    if (vv_expr_op(c, product) != VV_MUL || vv_rat_sign(k) <= 0) return false;
    vv_rat_split_square(c, k, &root, &rest);
    if (!vv_rat_is_one(rest)) return false;
    *out = vv_rational(c, root);
    for (int i = 0; i < vv_expr_arity(c, product); i++) {
        int power = vv_expr_exponent(c, product, i);
        if (power % 2) return false;
        *out = vv_mul(c, *out, vv_pow_int(c, vv_expr_child(c, product, i), power / 2));
    }
    return true;
}

vv_expr vv_signed_root(vv_ctx *c, vv_expr e) {
    vv_factors f;
    vv_rat root, rest;
    vv_expr plain;
    if (e.id && plain_root(c, e, &plain)) return plain;
    if (!e.id || vv_is_const(c, e) || !factors_of(c, e, &f) || vv_rat_sign(f.number) <= 0)
        return vv_sqrt(c, e);
    vv_rat_split_square(c, f.number, &root, &rest);
    vv_expr outside = vv_rational(c, root), inside = vv_rational(c, rest);
    for (int i = 0; i < f.n; i++) {
        bool odd = f.power[i] % 2 != 0;
        int half = (f.power[i] - (odd ? 1 : 0)) / 2;
        outside = vv_mul(c, outside, vv_pow_int(c, f.factor[i], half));
        if (odd) inside = vv_mul(c, inside, f.factor[i]);
    }
    if (vv_is_const(c, inside) || !vv_is_const(c, outside))
        return vv_mul(c, outside, vv_sqrt(c, vv_factored_if_shorter(c, inside)));
    return vv_sqrt(c, vv_factored_if_shorter(c, e));
}

static void derivative(vv_ctx *c, const vv_expr x[3], vv_expr by, vv_expr out[3]) {
    for (int i = 0; i < 3; i++) out[i] = vv_diff(c, x[i], by);
}

static void divide(vv_ctx *c, const vv_expr x[3], vv_expr by, vv_expr out[3]) {
    for (int i = 0; i < 3; i++) out[i] = vv_factored_if_shorter(c, vv_div(c, x[i], by));
}

/* Any axes whose first is the fixed direction t. */
static void about_line(vv_ctx *c, vv_trihedron *out) {
    for (int k = 2; k >= 0; k--) {
        vv_expr axis[3] = {VV_ZERO, VV_ZERO, VV_ZERO}, n[3];
        axis[k] = VV_ONE;
        vv_cross3(c, axis, out->axis[0], n);
        vv_expr length = vv_signed_root(c, vv_factored_if_shorter(c, vv_dot3(c, n, n)));
        if (vanishes(c, length)) continue;
        divide(c, n, length, out->axis[1]);
        break;
    }
    vv_cross3(c, out->axis[0], out->axis[1], out->axis[2]);
}

/* Tangent, principal normal, binormal; the angular velocity has torsion along the first and
 * curvature along the last. */
static bool along_curve(vv_ctx *c, const vv_surface *s, vv_trihedron *out) {
    vv_expr d[3], dd[3], ddd[3], b[3];
    derivative(c, s->x, s->u[0], d);
    derivative(c, d, s->u[0], dd);
    derivative(c, dd, s->u[0], ddd);
    out->E = vv_factored_if_shorter(c, vv_dot3(c, d, d));
    if (vanishes(c, out->E)) return false;
    vv_expr speed = out->area = out->xi[0] = vv_signed_root(c, out->E);
    divide(c, d, speed, out->axis[0]);
    vv_cross3(c, d, dd, b);
    vv_expr square = vv_factored_if_shorter(c, vv_dot3(c, b, b));
    if (vanishes(c, square)) {
        about_line(c, out);
        return true;
    }
    vv_expr length = vv_signed_root(c, square);
    divide(c, b, length, out->axis[2]);
    vv_cross3(c, out->axis[2], out->axis[0], out->axis[1]);
    for (int i = 0; i < 3; i++) out->axis[1][i] = vv_factored_if_shorter(c, out->axis[1][i]);
    out->r[0] = vv_factored_if_shorter(c, vv_div(c, length, vv_pow_int(c, speed, 2)));
    vv_expr torsion = vv_div(c, vv_dot3(c, b, ddd), square);
    out->p[0] = vv_factored_if_shorter(c, vv_mul(c, torsion, speed));
    return true;
}

/* p, q, r from the fundamental forms and their derivatives: r by Christoffel's symbols. */
static void rotations(vv_ctx *c, const vv_surface *s, vv_trihedron *t) {
    vv_expr E = t->E, F = t->F, W = t->area, ratio = vv_div(c, F, E), half = vv_ratio(c, 1, 2),
            form[3] = {t->L, t->M, t->N};
    for (int i = 0; i < 2; i++) {
        /* e2 = (xi / W) (x_v - (F / E) x_u), so e2' . n and -e1' . n */
        vv_expr across = vv_sub(c, form[i + 1], vv_mul(c, ratio, form[i]));
        t->p[i] = vv_factored_if_shorter(c, vv_div(c, vv_mul(c, t->xi[0], across), W));
        t->q[i] = vv_factored_if_shorter(c, vv_neg(c, vv_div(c, form[i], t->xi[0])));
    }
    vv_expr Eu = vv_diff(c, E, s->u[0]), Ev = vv_diff(c, E, s->u[1]), Fu = vv_diff(c, F, s->u[0]),
            Gu = vv_diff(c, t->G, s->u[0]);
    vv_expr a =
        vv_sub(c, vv_sub(c, Fu, vv_mul(c, half, Ev)), vv_mul(c, half, vv_mul(c, ratio, Eu)));
    vv_expr b = vv_mul(c, half, vv_sub(c, Gu, vv_mul(c, ratio, Ev)));
    t->r[0] = vv_factored_if_shorter(c, vv_div(c, a, W));
    t->r[1] = vv_factored_if_shorter(c, vv_div(c, b, W));
}

bool vv_trihedron_of(vv_ctx *c, const vv_surface *s, vv_trihedron *out) {
    vv_expr a[3], b[3], n[3], aa[3], ab[3], bb[3], zero = VV_ZERO;
    *out = (vv_trihedron){.xi = {zero, zero},
                          .eta = {zero, zero},
                          .p = {zero, zero},
                          .q = {zero, zero},
                          .r = {zero, zero}};
    if (!s->has_chart) return false;
    if (s->curve) return along_curve(c, s, out) && vv_ctx_ok(c);
    derivative(c, s->x, s->u[0], a);
    derivative(c, s->x, s->u[1], b);
    derivative(c, a, s->u[0], aa);
    derivative(c, a, s->u[1], ab);
    derivative(c, b, s->u[1], bb);
    out->E = vv_factored_if_shorter(c, vv_dot3(c, a, a));
    out->F = vv_factored_if_shorter(c, vv_dot3(c, a, b));
    out->G = vv_factored_if_shorter(c, vv_dot3(c, b, b));
    if (vanishes(c, out->F)) out->F = VV_ZERO;
    vv_expr square = vv_sub(c, vv_mul(c, out->E, out->G), vv_mul(c, out->F, out->F));
    if (vanishes(c, square)) return false;
    vv_expr xi = out->xi[0] = vv_signed_root(c, out->E);
    vv_expr W = vv_is_zero(out->F) ? vv_mul(c, xi, vv_signed_root(c, out->G))
                                   : vv_signed_root(c, vv_factored_if_shorter(c, square));
    out->area = W;
    if (s->side < 0) W = vv_neg(c, W);
    vv_cross3(c, a, b, n);
    divide(c, a, xi, out->axis[0]);
    divide(c, n, W, out->axis[2]);
    vv_cross3(c, out->axis[2], out->axis[0], out->axis[1]);
    for (int i = 0; i < 3; i++) out->axis[1][i] = vv_factored_if_shorter(c, out->axis[1][i]);
    out->xi[1] = vv_factored_if_shorter(c, vv_div(c, out->F, xi));
    out->eta[1] = vv_factored_if_shorter(c, vv_div(c, W, xi));
    out->L = vv_factored_if_shorter(c, vv_div(c, vv_dot3(c, aa, n), W));
    out->M = vv_factored_if_shorter(c, vv_div(c, vv_dot3(c, ab, n), W));
    out->N = vv_factored_if_shorter(c, vv_div(c, vv_dot3(c, bb, n), W));
    vv_trihedron turned = *out;
    turned.area = W;
    rotations(c, s, &turned);
    memcpy(out->p, turned.p, sizeof out->p);
    memcpy(out->q, turned.q, sizeof out->q);
    memcpy(out->r, turned.r, sizeof out->r);
    return vv_ctx_ok(c);
}

vv_expr vv_gauss_curvature(vv_ctx *c, const vv_trihedron *t) {
    vv_expr above = vv_sub(c, vv_mul(c, t->L, t->N), vv_mul(c, t->M, t->M)),
            below = vv_sub(c, vv_mul(c, t->E, t->G), vv_mul(c, t->F, t->F));
    return vv_factored_if_shorter(c, vv_div(c, above, below));
}

vv_expr vv_mean_curvature(vv_ctx *c, const vv_trihedron *t) {
    vv_expr above = vv_sub(c, vv_add(c, vv_mul(c, t->E, t->N), vv_mul(c, t->G, t->L)),
                           vv_scale(c, vv_rat_int(2), vv_mul(c, t->F, t->M))),
            below = vv_sub(c, vv_mul(c, t->E, t->G), vv_mul(c, t->F, t->F));
    return vv_factored_if_shorter(c, vv_scale(c, vv_rat_make(c, 1, 2), vv_div(c, above, below)));
}

/* The normal changes by dn = (q, -p) when the point moves by (ξ, η): k = -dn/dx. */
void vv_curvature_matrix(vv_ctx *c, const vv_trihedron *t, vv_expr out[3]) {
    vv_expr skew = vv_div(c, t->xi[1], t->xi[0]);
    out[0] = vv_neg(c, vv_div(c, t->q[0], t->xi[0]));
    out[1] = vv_div(c, t->p[0], t->xi[0]);
    out[2] = vv_div(c, vv_sub(c, t->p[1], vv_mul(c, t->p[0], skew)), t->eta[1]);
}

void vv_surface_gradient(vv_ctx *c, const vv_surface *s, vv_expr out[3]) {
    for (int i = 0; i < 3; i++) out[i] = vv_diff(c, s->F, s->at[i]);
}
