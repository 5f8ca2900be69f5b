/* Shapes of bodies from their contacts and inertias. */
#include <math.h>

#include "scene/scene_data.h"
#include "scene/scene_tolerances.h"

static double dot3(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* ---- wheels and spheres -------------------------------------------------------------------- */

/* In row i: from the centre to the contact, along the body's axes. */
static void lever(const vv_scene_body *b, const vv_scene_track *contact, int i, double out[3]) {
    double at[3], p[3], x[3], y[3], d[3];
    vv_scene_track_at(&b->pose.at, i, at);
    vv_scene_track_at(contact, i, p);
    vv_scene_track_at(&b->pose.x, i, x);
    vv_scene_track_at(&b->pose.y, i, y);
    for (int k = 0; k < 3; k++) d[k] = p[k] - at[k];
    double z[] = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
    out[0] = dot3(d, x), out[1] = dot3(d, y), out[2] = dot3(d, z);
}

/* The rolling radius if it is constant, and the axis of a wheel: the one to which the lever
 * stays perpendicular; -1 if there is none or more than one. */
static double rolling_radius(const vv_scene *k, int body, int *axis) {
    for (int j = 0; j < k->ncontacts; j++) {
        const vv_scene_contact *c = &k->contact[j];
        if (c->body != body || !k->body[body].pose.at.x[0]) continue;
        double radius = 0, off[3] = {0};
        bool same = k->run.rows > 2;
        for (int i = 0; i < k->run.rows && same; i++) {
            double d[3];
            lever(&k->body[body], &c->at, i, d);
            double r = sqrt(dot3(d, d));
            if (i == 0) radius = r;
            same = fabs(r - radius) <= VV_SCENE_SAME_RADIUS * radius;
            for (int a = 0; a < 3; a++) off[a] = fmax(off[a], fabs(d[a]));
        }
        int flat = 0;
        *axis = -1;
        for (int a = 0; a < 3; a++)
            if (off[a] <= VV_SCENE_SAME_RADIUS * radius) *axis = a, flat++;
        if (flat != 1) *axis = -1;
        if (same && radius > 0) return radius;
    }
    return 0;
}

/* ---- ellipsoids ---------------------------------------------------------------------------- */

/* Eigenvalues and eigenvectors (columns of v) of a symmetric matrix by Jacobi rotations. */
static void diagonalise(double a[9], double v[9]) {
    enum { SWEEPS = 30 };
    for (int i = 0; i < 9; i++) v[i] = i % 4 == 0;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int p = 0; p < 2; p++)
            for (int q = p + 1; q < 3; q++) {
                if (!(fabs(a[3 * p + q]) > VV_SCENE_DIAGONAL)) continue;
                double t = (a[4 * q] - a[4 * p]) / (2 * a[3 * p + q]);
                t = (t < 0 ? -1 : 1) / (fabs(t) + sqrt(t * t + 1));
                double c = 1 / sqrt(t * t + 1), s = t * c;
                for (int k = 0; k < 3; k++) { /* columns, then rows */
                    double x = a[3 * k + p], y = a[3 * k + q];
                    a[3 * k + p] = c * x - s * y, a[3 * k + q] = s * x + c * y;
                    x = v[3 * k + p], y = v[3 * k + q];
                    v[3 * k + p] = c * x - s * y, v[3 * k + q] = s * x + c * y;
                }
                for (int k = 0; k < 3; k++) {
                    double x = a[3 * p + k], y = a[3 * q + k];
                    a[3 * p + k] = c * x - s * y, a[3 * q + k] = s * x + c * y;
                }
            }
}

/* Position relative to the body's centre, along its axes, if it is fixed in the body. */
static bool fixed_offset(const vv_scene *k, const vv_body *b, vv_vec place, double out[3]) {
    vv_expr x[3];
    int n;
    vv_vec d = vv_vec_sub(k->c, place, b->centre);
    if (!vv_vec_components(k->c, &k->s->m->frames, d, b->frame, x)) return false;
    vv_expr *symbol = vv_expr_symbols(k->c, 3, x, &n);
    for (int i = 0; symbol && i < n; i++)
        if (vv_symbol_get(k->c, symbol[i])->kind != VV_SYM_PARAMETER) return false;
    for (int i = 0; symbol && i < 3; i++) {
        out[i] = vv_parameter_value(k->c, k->s->m, x[i]);
        if (!isfinite(out[i])) return false;
    }
    return symbol != NULL;
}

/* For a body in plane motion only one moment is known, which a rod can have as well as a disc. It
 * is drawn as a thin bar along the farthest of the points stated as fixed in it, usually a joint:
 * as long as the uniform one with this moment, or up to that point; else as a uniform disc. */
static bool planar_shape(const vv_scene *k, const vv_body *b, double mass, vv_body_shape *f) {
    const vv_model *m = k->s->m;
    double moment = vv_parameter_value(k->c, m, b->inertia[4 * b->planar_axis]), far = 0, d[3];
    for (int i = -1; i < m->npoints; i++) { /* the world origin first */
        vv_vec at = i < 0 ? vv_vec_zero() : m->point[i].at;
        if (!fixed_offset(k, b, at, d)) continue;
        d[b->planar_axis] = 0;
        double length = sqrt(dot3(d, d));
        if (!(length > far * (1 + VV_SCENE_SAME_RADIUS))) continue;
        far = length;
        f->joint = vv_vec_sub(k->c, at, b->centre);
        f->joint_fixed = vv_vec_is_zero(vv_vec_rate(k->c, &m->frames, at));
        for (int j = 0; j < 3; j++) f->half[j] = d[j] / length;
    }
    double half = fmax(far, sqrt(3 * moment / mass));
    for (int j = 0; j < 3; j++) f->half[j] *= half;
    f->kind = far > 0 ? VV_BODY_SHAPE_BAR : VV_BODY_SHAPE_DISC;
    f->axis = b->planar_axis;
    f->radius = sqrt(2 * moment / mass);
    return moment > 0 && isfinite(half);
}

/* The solid ellipsoid of mass m with moments A, B, C: its semi-axes are the square roots of 5 (B
 * + C - A)/(2 m), ... One vanishes for a flat body and is given a small value. */
static bool ellipsoid(const vv_scene *k, int body, double mass, vv_body_shape *f) {
    const vv_body *b = &k->s->m->body[body];
    double a[9], most = 0;
    for (int i = 0; i < 9; i++) a[i] = vv_parameter_value(k->c, k->s->m, b->inertia[i]);
    for (int i = 0; i < 9; i++)
        if (!isfinite(a[i])) return false;
    diagonalise(a, f->axes);
    double sum = a[0] + a[4] + a[8];
    for (int i = 0; i < 3; i++) {
        double square = 5 * (sum - 2 * a[4 * i]) / (2 * mass);
        f->semi[i] = square > 0 ? sqrt(square) : 0;
        most = fmax(most, f->semi[i]);
    }
    for (int i = 0; i < 3; i++) f->semi[i] = fmax(f->semi[i], 0.06 * most);
    f->kind = VV_BODY_SHAPE_ELLIPSOID;
    return most > 0 && isfinite(most);
}

/* ---- entry point --------------------------------------------------------------------------- */

/* A thin hoop has the moment m r^2 about its axis, a disc half of it; this is in between. */
static const double HOOP_FROM = 0.72;

/* What does not turn is seen as a particle: its moments play no part. */
static bool turns(const vv_scene *k, const vv_body *b) {
    return b->frame > 0 &&
           !vv_vec_is_zero(vv_frame_angular_velocity(k->c, &k->s->m->frames, b->frame));
}

static void shape(vv_scene *k, int i) {
    const vv_body *b = &k->s->m->body[i];
    vv_body_shape *f = &k->body[i].form;
    int axis = -1;
    double mass = vv_parameter_value(k->c, k->s->m, b->mass);
    double radius = b->frame >= 0 ? rolling_radius(k, i, &axis) : 0;
    *f = (vv_body_shape){.kind = VV_BODY_SHAPE_POINT, .axis = axis, .radius = radius};
    if (radius > 0 && axis >= 0) {
        double moment = vv_parameter_value(k->c, k->s->m, b->inertia[4 * axis]);
        bool hoop = moment / (mass * radius * radius) > HOOP_FROM;
        f->kind = hoop ? VV_BODY_SHAPE_HOOP : VV_BODY_SHAPE_DISC;
    } else if (radius > 0) {
        f->kind = VV_BODY_SHAPE_SPHERE;
    } else if (turns(k, b) && mass > 0 &&
               !(b->planar ? planar_shape(k, b, mass, f) : ellipsoid(k, i, mass, f))) {
        f->kind = VV_BODY_SHAPE_POINT;
    }
}

/* Size of a point: a visible fraction of the extent of the motion. */
static double point_size(const vv_scene *k) {
    double low[3] = {1e300, 1e300, 1e300}, high[3] = {-1e300, -1e300, -1e300}, most = 0;
    for (int b = 0; b < k->nbodies; b++)
        for (int i = 0; i < k->run.rows && k->body[b].pose.at.x[0]; i++)
            for (int a = 0; a < 3; a++) {
                double v = k->body[b].pose.at.x[a][i];
                if (isfinite(v)) low[a] = fmin(low[a], v), high[a] = fmax(high[a], v);
            }
    for (int a = 0; a < 3; a++) most = fmax(most, high[a] - low[a]);
    return most > 0 && most < 1e300 ? VV_SCENE_POINT_SIZE * most : VV_SCENE_POINT_LONE;
}

void vv_scene_find_shapes(vv_scene *k) {
    double size = point_size(k);
    for (int i = 0; i < k->nbodies; i++) {
        shape(k, i);
        if (k->body[i].form.kind == VV_BODY_SHAPE_POINT) k->body[i].form.radius = size;
    }
}
