/* Named surfaces, and recognition of surfaces from an equation or a curve. */
#include <string.h>

#include "geometry/surface.h"
#include "geometry/vec3.h"
#include "prove/prove.h"

/* R (cos u, sin u), z: common to the surfaces of revolution. */
static void revolve(vv_ctx *c, vv_surface *s, vv_expr radius, vv_expr z, vv_expr about) {
    s->x[0] = vv_mul(c, radius, vv_cos(c, about));
    s->x[1] = vv_mul(c, radius, vv_sin(c, about));
    s->x[2] = z;
}

static void semi_axes(vv_ctx *c, vv_surface *s, vv_expr a, vv_expr b, vv_expr k) {
    vv_expr axis[3] = {a, b, k};
    s->gauss = VV_GAUSS_QUADRIC;
    s->round = vv_same(a, b) && vv_same(b, k);
    for (int i = 0; i < 3; i++) {
        s->centre[i] = VV_ZERO;
        s->square[i] = vv_mul(c, axis[i], axis[i]);
    }
    /* colatitude u, longitude v */
    vv_expr si = vv_sin(c, s->u[0]);
    s->x[0] = vv_mul(c, a, vv_mul(c, si, vv_cos(c, s->u[1])));
    s->x[1] = vv_mul(c, b, vv_mul(c, si, vv_sin(c, s->u[1])));
    s->x[2] = vv_mul(c, k, vv_cos(c, s->u[0]));
}

static void plane(vv_ctx *c, vv_surface *s, const vv_expr *size) {
    (void)c;
    (void)size;
    s->x[0] = s->u[0], s->x[1] = s->u[1], s->x[2] = VV_ZERO;
    s->gauss = VV_GAUSS_PLANE;
    s->normal[0] = s->normal[1] = s->distance = VV_ZERO;
    s->normal[2] = VV_ONE;
}

static void sphere(vv_ctx *c, vv_surface *s, const vv_expr *size) {
    semi_axes(c, s, size[0], size[0], size[0]);
}

static void ellipsoid(vv_ctx *c, vv_surface *s, const vv_expr *size) {
    semi_axes(c, s, size[0], size[1], size[2]);
}

static void cylinder(vv_ctx *c, vv_surface *s, const vv_expr *size) {
    revolve(c, s, size[0], s->u[1], s->u[0]);
}

/* u the azimuth, v the distance from the apex; opens upwards */
static void cone(vv_ctx *c, vv_surface *s, const vv_expr *size) {
    revolve(c, s, vv_mul(c, s->u[1], vv_sin(c, size[0])), vv_mul(c, s->u[1], vv_cos(c, size[0])),
            s->u[0]);
}

/* u the azimuth, v about the ring */
static void torus(vv_ctx *c, vv_surface *s, const vv_expr *size) {
    revolve(c, s, vv_add(c, size[0], vv_mul(c, size[1], vv_cos(c, s->u[1]))),
            vv_mul(c, size[1], vv_sin(c, s->u[1])), s->u[0]);
    s->gauss = VV_GAUSS_RING;
    s->axis = 2;
    s->ring = size[0], s->thick = size[1], s->height = VV_ZERO;
}

/* z = (u^2 + v^2)/2R */
static void paraboloid(vv_ctx *c, vv_surface *s, const vv_expr *size) {
    vv_expr sum = vv_add(c, vv_mul(c, s->u[0], s->u[0]), vv_mul(c, s->u[1], s->u[1]));
    s->x[0] = s->u[0], s->x[1] = s->u[1];
    s->x[2] = vv_div(c, sum, vv_scale(c, vv_rat_int(2), size[0]));
}

static const struct {
    const char *name;
    void (*make)(vv_ctx *, vv_surface *, const vv_expr *);
} NAMED[] = {
    {"plane", plane}, {"sphere", sphere},       {"cylinder", cylinder},     {"cone", cone},
    {"torus", torus}, {"ellipsoid", ellipsoid}, {"paraboloid", paraboloid},
};

bool vv_surface_from_name(vv_ctx *c, const char *name, const vv_expr *size, bool inside,
                          vv_surface *out) {
    for (size_t i = 0; i < sizeof NAMED / sizeof *NAMED; i++) {
        if (strcmp(NAMED[i].name, name)) continue;
        out->has_chart = true;
        out->side = inside ? -1 : 1;
        NAMED[i].make(c, out, size);
        out->hollow = inside;
        if (inside && out->gauss == VV_GAUSS_RING) out->gauss = VV_GAUSS_NONE;
        if (inside && out->gauss == VV_GAUSS_PLANE) out->normal[2] = VV_MINUS_ONE;
        return vv_ctx_ok(c);
    }
    return false;
}

/* ---- equations ------------------------------------------------------------------------------ */

static vv_expr at_origin(vv_ctx *c, const vv_surface *s, vv_expr e) {
    vv_expr out = VV_POISON;
    vv_subst_zero(c, 3, s->at, 1, &e, &out);
    return out;
}

static void recognise_plane(vv_ctx *c, vv_surface *s, const vv_expr gradient[3]) {
    vv_expr square[3];
    for (int i = 0; i < 3; i++) square[i] = vv_mul(c, gradient[i], gradient[i]);
    vv_expr length = vv_sqrt(c, vv_sum(c, 3, square));
    s->gauss = VV_GAUSS_PLANE;
    for (int i = 0; i < 3; i++) s->normal[i] = vv_div(c, gradient[i], length);
    s->distance = vv_neg(c, vv_div(c, at_origin(c, s, s->F), length));
}

/* sum A_i x_i^2 + 2 b_i x_i + k: centre -b/A, squares of the semi-axes (sum b^2/A - k)/A. */
static void recognise_quadric(vv_ctx *c, vv_surface *s, const vv_expr gradient[3]) {
    vv_expr A[3], level = vv_neg(c, at_origin(c, s, s->F));
    for (int i = 0; i < 3; i++) {
        A[i] = vv_scale(c, vv_rat_make(c, 1, 2), vv_diff(c, gradient[i], s->at[i]));
        vv_expr b = vv_scale(c, vv_rat_make(c, 1, 2), at_origin(c, s, gradient[i]));
        s->centre[i] = vv_neg(c, vv_div(c, b, A[i]));
        level = vv_add(c, level, vv_div(c, vv_mul(c, b, b), A[i]));
    }
    s->gauss = VV_GAUSS_QUADRIC;
    s->round = vv_same(A[0], A[1]) && vv_same(A[1], A[2]);
    s->hollow = vv_known_sign(c, A[0]) == VV_NEGATIVE;
    for (int i = 0; i < 3; i++) s->square[i] = vv_factored_if_shorter(c, vv_div(c, level, A[i]));
}

void vv_surface_from_equation(vv_ctx *c, vv_surface *s) {
    vv_expr g[3];
    bool flat = true, along_axes = true;
    vv_surface_gradient(c, s, g);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            vv_expr h = vv_diff(c, g[i], s->at[j]);
            bool zero = vv_is_zero(h) || vv_vanishes(c, NULL, h);
            flat &= zero;
            along_axes &= i == j ? !zero && !vv_depends(c, h, 3, s->at) : zero;
            for (int k = 0; k < i && i == j; k++) { /* saddles and the like have no explicit map */
                vv_sign a = vv_known_sign(c, vv_diff(c, g[k], s->at[k])), b = vv_known_sign(c, h);
                along_axes &= !((a == VV_POSITIVE && b == VV_NEGATIVE) ||
                                (a == VV_NEGATIVE && b == VV_POSITIVE));
            }
        }
    s->has_equation = true;
    if (flat)
        recognise_plane(c, s, g);
    else if (along_axes)
        recognise_quadric(c, s, g);
}

void vv_surface_from_curve(vv_ctx *c, vv_surface *s) {
    s->curve = s->has_chart = true;
    s->side = 1;
    for (int axis = 0; axis < 3; axis++) {
        vv_expr a = s->x[(axis + 1) % 3], b = s->x[(axis + 2) % 3];
        vv_expr square = vv_factored_if_shorter(c, vv_add(c, vv_mul(c, a, a), vv_mul(c, b, b)));
        bool moves = vv_depends(c, a, 1, &s->u[0]); /* a point on the axis is not a ring */
        if (!moves || vv_depends(c, square, 1, &s->u[0]) || vv_depends(c, s->x[axis], 1, &s->u[0]))
            continue;
        s->gauss = VV_GAUSS_RING;
        s->axis = axis;
        s->ring = vv_signed_root(c, square);
        s->thick = VV_ZERO;
        s->height = s->x[axis];
    }
}
