/* Position of a contact and what it places: the support's point and normal, the body's point
 * from its centre, the conditions between them. [AppellHadamard1899, note I, nos. 1-3] */
#include <string.h>

#include "geometry/geometry.h"
#include "model/contacts.h"
#include "algebra/algebra.h"

/* ---- the support's side --------------------------------------------------------------------- */

bool vv_surface_carrier(elaborator *el, const vv_def *surface, int *frame, vv_vec *origin) {
    const vv_node *ref = surface->node->kid[0];
    const char *key = vv_def_key(el, ref, surface->env);
    vv_def *b = key ? vv_def_find(el, SPACE_BODY, key) : NULL;
    *frame = key ? vv_eval_frame(el, ref, surface->env, true) : -1;
    if (*frame < 0) return false;
    *origin = b ? el->m->body[b->index].centre : el->m->frames.frame[*frame].origin;
    return true;
}

/* The frame of the Darboux trihedron at the contact parameters q. */
static int trihedron_frame(elaborator *el, const vv_trihedron *t, int parent, vv_span span) {
    vv_frame f = {.kind = VV_FRAME_MATRIX, .parent = parent, .span = span};
    for (int i = 0; i < 9; i++) f.matrix[i] = t->axis[i % 3][i / 3];
    vv_expr zero[3] = {VV_ZERO, VV_ZERO, VV_ZERO};
    memcpy(f.spin, zero, sizeof zero);
    return vv_frame_add(el->c, &el->m->frames, f);
}

static vv_expr by_rates(elaborator *el, const vv_expr k[2], const vv_expr *q, int n) {
    vv_expr sum = VV_ZERO;
    for (int i = 0; i < n; i++)
        sum = vv_add(el->c, sum, vv_mul(el->c, k[i], vv_eval_time_derivative(el, q[i])));
    return sum;
}

vv_trihedron vv_trihedron_at(elaborator *el, const vv_surface_def *s, int n, const vv_expr *q,
                             vv_expr x[3]) {
    vv_trihedron t = s->trihedron;
    vv_subst(el->c, n, s->shape.u, q, (int)(sizeof t / sizeof(vv_expr)), (vv_expr *)(void *)&t,
             (vv_expr *)(void *)&t);
    vv_subst(el->c, n, s->shape.u, q, 3, s->shape.x, x);
    return t;
}

static void rotation(elaborator *el, const vv_trihedron *t, const vv_expr *q, int n, bool back,
                     vv_expr out[3]) {
    out[0] = by_rates(el, t->p, q, n);
    out[1] = by_rates(el, t->q, q, n);
    out[2] = by_rates(el, t->r, q, n);
    for (int i = 0; i < 3 && back; i++) out[i] = vv_neg(el->c, out[i]);
}

typedef struct ground {
    bool plane, chart;
    int frame; /* carrier */
    int axes;  /* x, y in the tangent plane if it is a chart */
    vv_vec point, normal;
    vv_vec tangent[2]; /* unit vectors, except for a chart */
    vv_vec drift;      /* chart: velocity of the contact point relative to the support */
} ground;

/* With respect to the i-th parameter, not normalized: contact conditions are shorter than with
 * unit vectors. */
static vv_vec derivative(elaborator *el, const vv_surface_def *s, int frame, const vv_expr *q,
                         int i) {
    vv_ctx *c = el->c;
    vv_expr d[3];
    for (int j = 0; j < 3; j++) d[j] = vv_diff(c, s->shape.x[j], s->shape.u[i]);
    vv_subst(c, 2, s->shape.u, q, 3, d, d);
    return vv_vec_make(c, frame, d[0], d[1], d[2]);
}

static bool support_chart(elaborator *el, vv_surface_contact *k, ground *s) {
    vv_ctx *c = el->c;
    const vv_surface_def *on = vv_surface_def_of(el, k->on);
    vv_expr x[3], w[3];
    vv_trihedron t = vv_trihedron_at(el, on, 2, k->other, x);
    s->axes = trihedron_frame(el, &t, s->frame, k->node->span);
    if (s->axes < 0) return false;
    rotation(el, &t, k->other, 2, false, w);
    memcpy(el->m->frames.frame[s->axes].spin, w, sizeof w);
    s->chart = true;
    s->point = vv_vec_add(c, k->origin, vv_vec_make(c, s->frame, x[0], x[1], x[2]));
    s->normal = vv_vec_axis(c, s->axes, 2);
    for (int i = 0; i < 2; i++) s->tangent[i] = derivative(el, on, s->frame, k->other, i);
    s->drift = vv_vec_make(c, s->axes, by_rates(el, t.xi, k->other, 2),
                           by_rates(el, t.eta, k->other, 2), VV_ZERO);
    return true;
}

void vv_tangent_directions(elaborator *el, int frame, const vv_expr n[3], vv_vec out[2]) {
    vv_ctx *c = el->c;
    for (int i = 0; i < 3; i++)
        if (vv_is_const(c, n[i]) && !vv_is_zero(n[i]) && vv_is_zero(n[(i + 1) % 3]) &&
            vv_is_zero(n[(i + 2) % 3])) {
            for (int j = 0; j < 2; j++) out[j] = vv_vec_axis(c, frame, (i + 1 + j) % 3);
            return;
        }
    int axis = vv_is_zero(n[0]) ? 0 : vv_is_zero(n[1]) ? 1 : 0;
    vv_expr e[3] = {VV_ZERO, VV_ZERO, VV_ZERO}, a[3], b[3];
    e[axis] = VV_ONE;
    vv_cross3(c, n, e, a);
    vv_expr length = vv_sqrt(c, vv_factored_if_shorter(c, vv_dot3(c, a, a)));
    for (int i = 0; i < 3; i++) a[i] = vv_div(c, a[i], length);
    vv_cross3(c, n, a, b);
    out[0] = vv_vec_make(c, frame, a[0], a[1], a[2]);
    out[1] = vv_vec_make(c, frame, b[0], b[1], b[2]);
}

static void support_plane(elaborator *el, const vv_surface_contact *k, ground *s) {
    const vv_surface *on = &vv_surface_def_of(el, k->on)->shape;
    s->plane = true;
    s->axes = s->frame;
    s->normal = vv_vec_make(el->c, s->frame, on->normal[0], on->normal[1], on->normal[2]);
    vv_tangent_directions(el, s->frame, on->normal, s->tangent);
}

static void touch(vv_surface_contact *k, vv_expr value, const char *text) {
    if (k->nfinite == MOST_CONTACT_EQUATIONS) return;
    k->finite_text[k->nfinite] = text;
    k->finite[k->nfinite++] = value;
}

/* The contact point lies on a surface given by an equation, whatever the pose. */
static void add_surface_equation(elaborator *el, vv_surface_contact *k, const vv_def *surface,
                                 vv_expr F) {
    if (k->nfinite < MOST_CONTACT_EQUATIONS) k->finite_lies[k->nfinite] = true;
    touch(k, F, vv_format(el->c, "the contact lies on %s", surface->key));
}

/* Not normalized, without roots: used in contact conditions. */
static void tangents_of_gradient(elaborator *el, int frame, const vv_expr g[3], vv_vec out[2]) {
    vv_ctx *c = el->c;
    vv_expr e[3] = {VV_ONE, VV_ZERO, VV_ZERO}, a[3], b[3];
    vv_cross3(c, g, e, a);
    vv_cross3(c, g, a, b);
    out[0] = vv_vec_make(c, frame, a[0], a[1], a[2]);
    out[1] = vv_vec_make(c, frame, b[0], b[1], b[2]);
}

static void support_equation(elaborator *el, vv_surface_contact *k, ground *s) {
    vv_ctx *c = el->c;
    const vv_surface *on = &vv_surface_def_of(el, k->on)->shape;
    vv_expr g[3], gradient[3], F = on->F;
    vv_surface_gradient(c, on, gradient);
    vv_subst(c, 3, on->at, k->other, 3, gradient, gradient);
    vv_subst(c, 3, on->at, k->other, 1, &F, &F);
    vv_expr length = vv_sqrt(c, vv_dot3(c, gradient, gradient));
    for (int i = 0; i < 3; i++) g[i] = vv_div(c, gradient[i], length);
    s->axes = s->frame;
    s->normal = vv_vec_make(c, s->frame, g[0], g[1], g[2]);
    s->point =
        vv_vec_add(c, k->origin, vv_vec_make(c, s->frame, k->other[0], k->other[1], k->other[2]));
    vv_expr d[3];
    for (int i = 0; i < 3; i++) d[i] = vv_eval_time_derivative(el, k->other[i]);
    s->drift = vv_vec_make(c, s->frame, d[0], d[1], d[2]);
    tangents_of_gradient(el, s->frame, gradient, s->tangent);
    add_surface_equation(el, k, k->on, F);
}

static bool place_support(elaborator *el, vv_surface_contact *k, ground *s) {
    if (!vv_surface_carrier(el, k->on, &s->frame, &k->origin)) return false;
    const vv_surface *on = &vv_surface_def_of(el, k->on)->shape;
    k->support_frame = s->frame;
    if (on->gauss == VV_GAUSS_PLANE && k->frame_stated)
        support_plane(el, k, s);
    else if (on->has_chart)
        return support_chart(el, k, s);
    else
        support_equation(el, k, s);
    return true;
}

/* ---- the body's side ------------------------------------------------------------------------ */

/* A body of revolution has the same surface in axes that do not spin with it. */
static int nonspinning_axes(const vv_frames *f, const vv_surface *s, int frame) {
    while (f->frame[frame].kind == VV_FRAME_ROTATION &&
           f->frame[frame].axis == vv_surface_revolution_axis(s) && f->frame[frame].parent >= 0)
        frame = f->frame[frame].parent;
    return frame;
}

static bool no_relation(elaborator *el, const vv_surface_contact *k) {
    vv_surface_contact_error(el, k->node->span,
                             "a frame declared with 'turning' has only an angular velocity",
                             "the relative position of the two surfaces is unknown");
    return false;
}

/* By the normal, rho(m) with m = -n; for a sphere without the body's axes. */
static bool own_by_normal(elaborator *el, vv_surface_contact *k, const ground *s, vv_expr *H) {
    vv_ctx *c = el->c;
    const vv_frames *f = &el->m->frames;
    const vv_surface *by = &vv_surface_def_of(el, k->by)->shape;
    vv_expr n[3], m[3], rho[3];
    if (by->gauss == VV_GAUSS_QUADRIC && by->round) {
        vv_expr a = vv_signed_root(c, by->square[0]), from;
        vv_vec centre = vv_vec_make(c, k->frame, by->centre[0], by->centre[1], by->centre[2]);
        if (vv_vec_is_zero(centre)) centre = vv_vec_zero();
        if (by->hollow) a = vv_neg(c, a);
        if (!vv_vec_dot(c, f, centre, s->normal, &from)) return no_relation(el, k);
        k->rho = vv_vec_sub(c, centre, vv_vec_scale(c, a, s->normal));
        *H = vv_sub(c, a, from);
        return true;
    }
    int axes = nonspinning_axes(f, by, k->frame);
    if (!vv_vec_components(c, f, s->normal, axes, n)) return no_relation(el, k);
    for (int i = 0; i < 3; i++) m[i] = vv_neg(c, n[i]);
    if (!vv_gauss_map_inverse(c, by, m, rho, H)) return false;
    k->rho = vv_vec_make(c, axes, rho[0], rho[1], rho[2]);
    return true;
}

/* By parameters: the tangents of the body's surface are orthogonal to the support's normal. */
static bool own_by_parameters(elaborator *el, vv_surface_contact *k, const ground *s) {
    vv_ctx *c = el->c;
    const vv_surface *by = &vv_surface_def_of(el, k->by)->shape;
    vv_expr n[3], x[3];
    if (!vv_vec_components(c, &el->m->frames, s->normal, k->frame, n)) return no_relation(el, k);
    vv_subst(c, k->nown, by->u, k->own, 3, by->x, x);
    for (int i = 0; i < k->nown; i++) {
        vv_expr d[3];
        for (int j = 0; j < 3; j++) d[j] = vv_diff(c, by->x[j], by->u[i]);
        vv_subst(c, k->nown, by->u, k->own, 3, d, d);
        touch(k, vv_dot3(c, d, n), vv_format(c, "%s touches %s", k->by->key, k->on->key));
    }
    k->rho = vv_vec_make(c, k->frame, x[0], x[1], x[2]);
    return true;
}

/* By three coordinates on its equation: the support's tangents are orthogonal to the gradient. */
static bool own_by_equation(elaborator *el, vv_surface_contact *k, const ground *s) {
    vv_ctx *c = el->c;
    const vv_surface *by = &vv_surface_def_of(el, k->by)->shape;
    vv_expr g[3], F = by->F, t[3];
    vv_surface_gradient(c, by, g);
    vv_subst(c, 3, by->at, k->own, 3, g, g);
    vv_subst(c, 3, by->at, k->own, 1, &F, &F);
    for (int i = 0; i < 2; i++) {
        if (!vv_vec_components(c, &el->m->frames, s->tangent[i], k->frame, t))
            return no_relation(el, k);
        touch(k, vv_dot3(c, g, t), vv_format(c, "%s touches %s", k->by->key, k->on->key));
    }
    add_surface_equation(el, k, k->by, F);
    k->rho = vv_vec_make(c, k->frame, k->own[0], k->own[1], k->own[2]);
    return true;
}

/* Velocity of the contact point in the body, unless it is a sphere. */
static vv_vec own_drift(elaborator *el, const vv_surface_contact *k) {
    vv_vec v = vv_vec_zero();
    for (int i = 0; i < k->rho.n; i++) {
        const vv_vec_part *part = &k->rho.part[i];
        vv_expr d[3];
        for (int j = 0; j < 3; j++) d[j] = vv_eval_time_derivative(el, part->x[j]);
        v = vv_vec_add(el->c, v, vv_vec_make(el->c, part->frame, d[0], d[1], d[2]));
    }
    return v;
}

/* ---- placing -------------------------------------------------------------------------------- */

static int turned(elaborator *el, int parent, vv_expr angle, int axis) {
    vv_frame f = {.kind = VV_FRAME_ROTATION, .parent = parent, .angle = angle, .axis = axis};
    return vv_frame_add(el->c, &el->m->frames, f);
}

/* From the support's trihedron to the body: turned by φ about the normal, reversed, back from
 * the body's own trihedron. For a curve: ω about the normal, θ about the tangent. */
static bool place_by_trihedra(elaborator *el, vv_surface_contact *k, const ground *s) {
    vv_ctx *c = el->c;
    const vv_surface_def *by = vv_surface_def_of(el, k->by);
    vv_expr x[3], w[3];
    vv_trihedron t = vv_trihedron_at(el, by, k->nown, k->own, x);
    int f = turned(el, s->axes, k->angle[0], 2);
    if (f >= 0) f = turned(el, f, by->shape.curve ? k->angle[1] : vv_pi(c), 0);
    if (f < 0) return false;
    vv_frame back = {.kind = VV_FRAME_MATRIX,
                     .parent = f,
                     .spin_in_parent = true,
                     .span = k->node->span,
                     .name = k->body->key};
    for (int i = 0; i < 9; i++) back.matrix[i] = t.axis[i / 3][i % 3];
    rotation(el, &t, k->own, k->nown, true, w);
    memcpy(back.spin, w, sizeof w);
    k->frame = vv_frame_add(c, &el->m->frames, back);
    if (k->frame < 0) return false;
    k->rho = vv_vec_make(c, k->frame, x[0], x[1], x[2]);
    vv_vec drift = vv_vec_make(c, f, by_rates(el, t.xi, k->own, k->nown),
                               by_rates(el, t.eta, k->own, k->nown), VV_ZERO);
    k->slip = vv_vec_sub(c, s->drift, drift);
    k->has_slip = true;
    return true;
}

/* The slip of a sphere: velocity of the contact point on the support, and of its centre about
 * it. */
static bool slip_of_sphere(elaborator *el, vv_surface_contact *k, const ground *s) {
    vv_ctx *c = el->c;
    const vv_frames *f = &el->m->frames;
    const vv_surface *by = &vv_surface_def_of(el, k->by)->shape;
    vv_expr a = vv_signed_root(c, by->square[0]);
    if (by->hollow) a = vv_neg(c, a);
    vv_vec turn = vv_vec_sub(c, vv_frame_angular_velocity(c, f, s->axes),
                             vv_frame_angular_velocity(c, f, k->frame)),
           v;
    if (!vv_vec_cross(c, f, turn, vv_vec_scale(c, a, s->normal), &v)) return false;
    k->slip = vv_vec_add(c, s->drift, v);
    return k->has_slip = true;
}

/* Heights above a plane: the centre is above the foot (u, v), or is stated. */
static bool on_plane(elaborator *el, vv_surface_contact *k, const ground *s, vv_expr H,
                     bool has_H) {
    vv_ctx *c = el->c;
    const vv_frames *f = &el->m->frames;
    vv_expr above, height = vv_surface_def_of(el, k->on)->shape.distance;
    if (!has_H) {
        if (!vv_vec_dot(c, f, k->rho, s->normal, &H)) return no_relation(el, k);
        H = vv_neg(c, H);
    }
    height = vv_add(c, height, H);
    if (!k->centre_stated) {
        k->centre = vv_vec_add(c, k->origin, vv_vec_scale(c, height, s->normal));
        for (int i = 0; i < 2; i++)
            k->centre = vv_vec_add(c, k->centre, vv_vec_scale(c, k->other[i], s->tangent[i]));
    } else {
        vv_vec apart = vv_vec_sub(c, k->centre, k->origin);
        if (!vv_vec_dot(c, f, apart, s->normal, &above)) return no_relation(el, k);
        vv_expr gap = vv_sub(c, above, height);
        touch(k, gap, vv_format(c, "%s touches %s", k->by->key, k->on->key));
        k->apart = vv_vec_scale(c, gap, s->normal);
    }
    k->at = vv_vec_add(c, k->centre, k->rho);
    return true;
}

/* On any other surface: the centre follows from the contact, or three constraints relate them. */
static bool on_surface(elaborator *el, vv_surface_contact *k, const ground *s) {
    vv_ctx *c = el->c;
    k->at = s->point;
    if (!k->centre_stated) {
        k->centre = vv_vec_sub(c, s->point, k->rho);
        return true;
    }
    vv_expr x[3];
    vv_vec apart = vv_vec_sub(c, vv_vec_add(c, k->centre, k->rho), s->point);
    if (!vv_vec_components(c, &el->m->frames, apart, s->frame, x)) return no_relation(el, k);
    k->apart = apart;
    for (int i = 0; i < 3; i++)
        touch(k, x[i],
              vv_format(c, "%s touches %s, along %s.%c", k->by->key, k->on->key,
                        vv_frame_name(el->m, s->frame), 'x' + i));
    return true;
}

static bool place_oriented(elaborator *el, vv_surface_contact *k, const ground *s) {
    const vv_surface *by = &vv_surface_def_of(el, k->by)->shape;
    vv_expr H = VV_POISON;
    bool normal = vv_surface_has_gauss_inverse(by);
    bool ok = normal          ? own_by_normal(el, k, s, &H)
              : by->has_chart ? own_by_parameters(el, k, s)
                              : own_by_equation(el, k, s);
    if (!ok) return false;
    if (s->plane) return on_plane(el, k, s, H, normal);
    if (!on_surface(el, k, s)) return false;
    if (k->centre_stated) return true;
    if (s->chart && by->gauss == VV_GAUSS_QUADRIC && by->round) return slip_of_sphere(el, k, s);
    if (k->rho.n == 1 && k->rho.part[0].frame == k->frame) {
        k->slip = vv_vec_sub(el->c, s->drift, own_drift(el, k));
        k->has_slip = true;
    }
    return true;
}

static bool place(elaborator *el, vv_surface_contact *k) {
    ground s = {.frame = -1};
    if (!place_support(el, k, &s)) return false;
    k->axes = s.axes;
    k->normal = s.normal;
    if (k->frame_stated) return place_oriented(el, k, &s);
    return place_by_trihedra(el, k, &s) && on_surface(el, k, &s);
}

bool vv_surface_contact_place_body(elaborator *el, vv_surface_contact *k, int frame) {
    if (k->state == 2) return k->ok;
    if (k->state == 1) {
        vv_surface_contact_error(el, k->node->span, "give one of the bodies coordinates of its own",
                                 "the contacts define these bodies' positions circularly");
        return k->ok = false;
    }
    k->state = 1;
    k->frame = frame;
    k->ok = place(el, k) && vv_ctx_ok(el->c);
    k->state = 2;
    return k->ok;
}
