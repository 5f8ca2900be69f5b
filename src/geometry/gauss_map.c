/* Inverse Gauss map: the point of a surface from its normal, where it is explicit. */
#include "geometry/surface.h"
#include "geometry/vec3.h"
#include "prove/prove.h"

int vv_surface_revolution_axis(const vv_surface *s) {
    if (s->gauss == VV_GAUSS_RING) return s->axis;
    bool quadric = s->gauss == VV_GAUSS_QUADRIC && vv_is_zero(s->centre[0]) &&
                   vv_is_zero(s->centre[1]) && vv_same(s->square[0], s->square[1]);
    return quadric || s->gauss == VV_GAUSS_SUPPORT ? 2 : -1;
}

/* Sum (x_i - c_i)^2 / a_i^2 = 1: x = c + (a_i^2 m_i) / sqrt(sum a_i^2 m_i^2), minus if the
 * material is outside. */
static void quadric(vv_ctx *c, const vv_surface *s, const vv_expr m[3], vv_expr rho[3],
                    vv_expr *H) {
    vv_expr t[3], across[3];
    for (int i = 0; i < 3; i++) across[i] = vv_mul(c, s->square[i], m[i]);
    vv_expr root = s->round ? vv_signed_root(c, s->square[0]) : VV_POISON;
    if (!s->round) {
        for (int i = 0; i < 3; i++) t[i] = vv_mul(c, across[i], m[i]);
        root = vv_sqrt(c, vv_sum(c, 3, t));
    }
    vv_expr from = vv_dot3(c, s->centre, m), signed_root = s->hollow ? vv_neg(c, root) : root;
    for (int i = 0; i < 3; i++) {
        vv_expr part = s->round ? vv_mul(c, signed_root, m[i]) : vv_div(c, across[i], signed_root);
        rho[i] = vv_add(c, s->centre[i], part);
    }
    *H = vv_add(c, from, signed_root);
}

/* The length of the component of m orthogonal to an axis; the root is resolved for a perfect
 * square: sin(θ) for a rotation by θ. */
static vv_expr across_axis(vv_ctx *c, const vv_expr m[3], int axis) {
    vv_expr a = m[(axis + 1) % 3], b = m[(axis + 2) % 3];
    return vv_signed_root(c, vv_add(c, vv_mul(c, a, a), vv_mul(c, b, b)));
}

/* A ring of radius R about k: x = R (m across k)/|m across k| + b m + height k. */
static void ring(vv_ctx *c, const vv_surface *s, const vv_expr m[3], vv_expr rho[3], vv_expr *H) {
    vv_expr length = across_axis(c, m, s->axis), along = m[s->axis];
    for (int i = 0; i < 3; i++) {
        vv_expr place = i == s->axis ? s->height : vv_mul(c, s->ring, vv_div(c, m[i], length));
        rho[i] = vv_add(c, place, vv_mul(c, s->thick, m[i]));
    }
    *H = vv_add(c, vv_add(c, vv_mul(c, s->ring, length), s->thick), vv_mul(c, s->height, along));
}

/* The angle with this cosine and sine. */
static vv_expr angle_of(vv_ctx *c, vv_expr co, vv_expr si) {
    if (vv_expr_op(c, co) == VV_COS) {
        vv_expr w = vv_expr_child(c, co, 0);
        if (vv_same(si, vv_sin(c, w))) return w;
    }
    return vv_call(c, VV_ACOS, 1, &co);
}

/* ζ = f(θ), θ the angle of the inward normal N = -m with z: x = -f N - f' dN/dθ.
 * [AppellHadamard1899, no. 16] */
static void by_support(vv_ctx *c, const vv_surface *s, const vv_expr m[3], vv_expr rho[3],
                       vv_expr *H) {
    vv_expr N[3], si = across_axis(c, m, 2), co = vv_neg(c, m[2]);
    for (int i = 0; i < 3; i++) N[i] = vv_neg(c, m[i]);
    vv_expr theta = angle_of(c, co, si), f = vv_subst1(c, s->support, s->angle, theta),
            slope = vv_subst1(c, vv_diff(c, s->support, s->angle), s->angle, theta);
    for (int i = 0; i < 3; i++) {
        vv_expr turn = i == 2 ? vv_neg(c, si) : vv_mul(c, co, vv_div(c, N[i], si));
        rho[i] = vv_neg(c, vv_add(c, vv_mul(c, f, N[i]), vv_mul(c, slope, turn)));
    }
    *H = f;
}

bool vv_gauss_map_inverse(vv_ctx *c, const vv_surface *s, const vv_expr m[3], vv_expr rho[3],
                          vv_expr *H) {
    switch (s->gauss) {
    case VV_GAUSS_QUADRIC: quadric(c, s, m, rho, H); return true;
    case VV_GAUSS_RING: ring(c, s, m, rho, H); return true;
    case VV_GAUSS_SUPPORT: by_support(c, s, m, rho, H); return true;
    case VV_GAUSS_NONE:
    case VV_GAUSS_PLANE: break;
    }
    return false;
}
