/* Contacts of surfaces: what `rolling B by S on T` places and binds.
 *
 * T gives the point of contact by its parameters (u, v), or by three coordinates on its equation,
 * or, where it is a plane, the height of the body alone. S gives the contact from the body's
 * centre: by the normal where Gauss's map has an explicit inverse, otherwise by parameters and the
 * condition that the normals are opposed. A body without a frame is placed as Hadamard does, by the
 * parameters on both and the angle of the trihedra. [AppellHadamard1899, note I, nos. 1-3] */
#include <string.h>

#include "geometry/three.h"
#include "model/elaborate.h"
#include "rewrite/factor.h"

static const vv_surface_def *shape_of(const elaborator *el, const vv_def *d) {
    return &el->surface[d->index];
}

static void fault(elaborator *el, vv_span at, const char *hint, const char *what) {
    vv_diag_hint(el->c, vv_model_error(el, VV_D_CONTACT, at, "%s", what), "%s", hint);
}

/* ---- coordinates of contact ----------------------------------------------------------------- */

static vv_def *surface_named(elaborator *el, const vv_node *ref, const vv_env *env) {
    const char *key = vv_key_of(el, ref, env);
    vv_def *d = key ? vv_def_find(el, SPACE_SURFACE, key) : NULL;
    if (key && !d) vv_unknown_name(el, SPACE_SURFACE, key, ref->span);
    return d && vv_define(el, d) ? d : NULL;
}

/* What a parameter is at this contact, where that is no new name. */
static vv_expr stated(elaborator *el, const vv_node *n, const vv_env *env) {
    if (n->kind == VV_N_NAME || n->kind == VV_N_INDEX) {
        const char *key = vv_key_of(el, n, env);
        if (!key || !vv_def_find(el, SPACE_SCALAR, key)) return VV_POISON;
    }
    return vv_eval_scalar(el, n, env);
}

static bool coordinates(elaborator *el, const vv_contact *k, const vv_node *names,
                        const char *const *given, const char *const *otherwise, int n,
                        vv_expr *out) {
    if (names && names->n != n) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_CONTACT, names->span,
                                    "this contact has %d coordinate%s here, not %d", n,
                                    n == 1 ? "" : "s", names->n),
                     n ? "name so many, or none" : "leave the names away");
        return false;
    }
    for (int i = 0; i < n; i++) {
        if (names && (out[i] = stated(el, names->kid[i], k->env)).id) continue;
        if (names && names->kid[i]->kind != VV_N_NAME && names->kid[i]->kind != VV_N_INDEX)
            return false; /* reported */
        const char *key = names               ? vv_key_of(el, names->kid[i], k->env)
                          : given && given[i] ? given[i]
                                              : otherwise[i];
        const vv_node *at = names ? names->kid[i] : k->node;
        if (!key || !(out[i] = vv_contact_coordinate(el, key, at, k->env)).id) return false;
    }
    return true;
}

static bool explicit_map(const vv_surface *s) {
    return s->gauss != VV_GAUSS_NONE && s->gauss != VV_GAUSS_PLANE;
}

/* How many parameters the contact has on either side. */
static bool count(elaborator *el, vv_contact *k) {
    const vv_surface *by = &shape_of(el, k->by)->shape, *on = &shape_of(el, k->on)->shape;
    if (on->curve || (!on->has_chart && !on->has_equation)) {
        fault(el, k->node->kid[VV_ROLLING_ON]->span,
              "the support is a surface with parameters, by an equation or by a name",
              on->curve ? "a body rolls on a surface, not on a curve"
                        : "a support function serves the rolling body only");
        return false;
    }
    if (!k->frame_stated && !by->has_chart) {
        fault(el, k->body->span, "add frame F to the body, with frame F = world free (p, q, r)",
              "the orientation of the body is not stated, and its surface has no parameters to "
              "give it");
        return false;
    }
    if (!k->frame_stated && k->centre_stated) {
        fault(el, k->body->span, "state both the frame and the centre, or neither",
              "the centre of the body is stated but not its frame");
        return false;
    }
    if (!k->frame_stated && !on->has_chart && on->gauss != VV_GAUSS_PLANE) {
        fault(el, k->node->kid[VV_ROLLING_ON]->span,
              "state it by parameters, or state the body's frame",
              "a body placed by the contact alone needs a support with parameters");
        return false;
    }
    bool plane = on->gauss == VV_GAUSS_PLANE;
    k->nangles = k->frame_stated ? 0 : by->curve ? 2 : 1;
    k->nown = k->frame_stated && explicit_map(by) ? 0 : by->has_chart ? (by->curve ? 1 : 2) : 3;
    k->nother = plane && k->centre_stated ? 0 : plane || on->has_chart ? 2 : 3;
    return true;
}

static bool name_coordinates(elaborator *el, vv_contact *k) {
    static const char *const OTHER[3] = {"u", "v", "w"}, *const OWN[3] = {"u1", "v1", "w1"},
                             *const ANGLE[2][2] = {{"φ", NULL}, {"ω", "θ"}}, *const ARC[1] = {"l"};
    const vv_node *n = k->node;
    const vv_surface_def *by = shape_of(el, k->by), *on = shape_of(el, k->on);
    bool curve = by->shape.curve;
    return coordinates(el, k, n->kid[VV_ROLLING_ON_NAMES], k->nother == 2 ? on->name : NULL, OTHER,
                       k->nother, k->other) &&
           coordinates(el, k, n->kid[VV_ROLLING_BY_NAMES], k->nown < 3 ? by->name : NULL,
                       curve ? ARC : OWN, k->nown, k->own) &&
           coordinates(el, k, n->kid[VV_ROLLING_ANGLE], NULL, ANGLE[curve], k->nangles, k->angle);
}

/* The surfaces it names, and whether they can touch. */
static bool read_contact(elaborator *el, vv_contact *k) {
    const vv_node *n = k->node;
    k->by = surface_named(el, n->kid[VV_ROLLING_BY], k->env);
    k->on = surface_named(el, n->kid[VV_ROLLING_ON], k->env);
    if (!k->by || !k->on) return false;
    const char *owner = vv_key_of(el, k->by->node->kid[0], k->by->env);
    if (!owner || strcmp(owner, k->body->key)) {
        vv_model_error(el, VV_D_CONTACT, n->kid[VV_ROLLING_BY]->span,
                       "'%s' is a surface of '%s', not of '%s'", k->by->key, owner ? owner : "",
                       k->body->key);
        return false;
    }
    return count(el, k) && name_coordinates(el, k);
}

static void declare_contact(elaborator *el, const vv_node *n, const vv_env *env) {
    if (n->kind != VV_N_ROLLING || !n->kid[VV_ROLLING_BY]) return;
    vv_contact k = {.node = n, .env = env, .frame = -1, .support_frame = -1};
    const char *body = vv_key_of(el, n->kid[VV_ROLLING_BODY], env);
    k.body = body ? vv_def_find(el, SPACE_BODY, body) : NULL;
    if (body && !k.body) vv_unknown_name(el, SPACE_BODY, body, n->kid[VV_ROLLING_BODY]->span);
    if (!k.body) return;
    k.centre_stated = k.body->node->kid[2] || vv_contact_placing(el, k.body);
    k.frame_stated = k.body->node->kid[3] || vv_contact_placing(el, k.body);
    if (!read_contact(el, &k)) k.state = 2; /* reported: nothing more is said of it */
    vv_contact *place = VV_PUSH(el, el->contact, el->ncontacts, el->contacts_capacity);
    if (place) *place = k;
}

void vv_declare_contacts(elaborator *el) { vv_unroll(el, declare_contact); }

vv_contact *vv_contact_placing(elaborator *el, const vv_def *body) {
    for (int i = 0; i < el->ncontacts; i++) {
        vv_contact *k = &el->contact[i];
        if (k->body == body && !(k->centre_stated && k->frame_stated)) return k;
    }
    return NULL;
}

/* ---- the support's side --------------------------------------------------------------------- */

static bool carrier(elaborator *el, const vv_def *surface, int *frame, vv_vec *origin) {
    const vv_node *ref = surface->node->kid[0];
    const char *key = vv_key_of(el, ref, surface->env);
    vv_def *b = key ? vv_def_find(el, SPACE_BODY, key) : NULL;
    *frame = key ? vv_eval_frame(el, ref, surface->env, true) : -1;
    if (*frame < 0) return false;
    *origin = b ? el->m->body[b->index].centre : el->m->frames.frame[*frame].origin;
    return true;
}

/* The frame of Darboux's trihedron, at the parameters q of the contact. */
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
        sum = vv_add(el->c, sum, vv_mul(el->c, k[i], vv_time_rate(el, q[i])));
    return sum;
}

/* Everything of the trihedron with the contact's coordinates for the surface's parameters. */
static vv_trihedron at_contact(elaborator *el, const vv_surface_def *s, int n, const vv_expr *q,
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
    int frame; /* that carries it                                          */
    int axes;  /* x, y along the tangent plane where it is a chart         */
    vv_vec point, normal;
    vv_vec tangent[2]; /* along unit axes but for a chart                  */
    vv_vec drift;      /* chart: velocity of the contact relative to the support   */
} ground;

/* By the i-th parameter, of any length: in conditions of contact shorter than along the axes. */
static vv_vec derivative(elaborator *el, const vv_surface_def *s, int frame, const vv_expr *q,
                         int i) {
    vv_ctx *c = el->c;
    vv_expr d[3];
    for (int j = 0; j < 3; j++) d[j] = vv_diff(c, s->shape.x[j], s->shape.u[i]);
    vv_subst(c, 2, s->shape.u, q, 3, d, d);
    return vv_vec_make(c, frame, d[0], d[1], d[2]);
}

static bool support_chart(elaborator *el, vv_contact *k, ground *s) {
    vv_ctx *c = el->c;
    const vv_surface_def *on = shape_of(el, k->on);
    vv_expr x[3], w[3];
    vv_trihedron t = at_contact(el, on, 2, k->other, x);
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

/* Two directions across n: coordinate axes where n is one, else made from them. */
static void across(elaborator *el, int frame, const vv_expr n[3], vv_vec out[2]) {
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
    vv_expr length = vv_sqrt(c, vv_tidy_factors(c, vv_dot3(c, a, a)));
    for (int i = 0; i < 3; i++) a[i] = vv_div(c, a[i], length);
    vv_cross3(c, n, a, b);
    out[0] = vv_vec_make(c, frame, a[0], a[1], a[2]);
    out[1] = vv_vec_make(c, frame, b[0], b[1], b[2]);
}

static void support_plane(elaborator *el, const vv_contact *k, ground *s) {
    const vv_surface *on = &shape_of(el, k->on)->shape;
    s->plane = true;
    s->axes = s->frame;
    s->normal = vv_vec_make(el->c, s->frame, on->normal[0], on->normal[1], on->normal[2]);
    across(el, s->frame, on->normal, s->tangent);
}

static void touch(vv_contact *k, vv_expr value, const char *text) {
    if (k->nfinite == MOST_CONTACT_EQUATIONS) return;
    k->finite_text[k->nfinite] = text;
    k->finite[k->nfinite++] = value;
}

/* The contact lies on the surface of an equation, whatever the pose. */
static void lie_on(elaborator *el, vv_contact *k, const vv_def *surface, vv_expr F) {
    if (k->nfinite < MOST_CONTACT_EQUATIONS) k->finite_lies[k->nfinite] = true;
    touch(k, F, vv_format(el->c, "the contact lies on %s", surface->key));
}

/* Of any length, without roots: they stand in conditions of contact. */
static void tangents_of_gradient(elaborator *el, int frame, const vv_expr g[3], vv_vec out[2]) {
    vv_ctx *c = el->c;
    vv_expr e[3] = {VV_ONE, VV_ZERO, VV_ZERO}, a[3], b[3];
    vv_cross3(c, g, e, a);
    vv_cross3(c, g, a, b);
    out[0] = vv_vec_make(c, frame, a[0], a[1], a[2]);
    out[1] = vv_vec_make(c, frame, b[0], b[1], b[2]);
}

static void support_equation(elaborator *el, vv_contact *k, ground *s) {
    vv_ctx *c = el->c;
    const vv_surface *on = &shape_of(el, k->on)->shape;
    vv_expr g[3], gradient[3], F = on->F;
    vv_equation_gradient(c, on, gradient);
    vv_subst(c, 3, on->at, k->other, 3, gradient, gradient);
    vv_subst(c, 3, on->at, k->other, 1, &F, &F);
    vv_expr length = vv_sqrt(c, vv_dot3(c, gradient, gradient));
    for (int i = 0; i < 3; i++) g[i] = vv_div(c, gradient[i], length);
    s->axes = s->frame;
    s->normal = vv_vec_make(c, s->frame, g[0], g[1], g[2]);
    s->point =
        vv_vec_add(c, k->origin, vv_vec_make(c, s->frame, k->other[0], k->other[1], k->other[2]));
    vv_expr d[3];
    for (int i = 0; i < 3; i++) d[i] = vv_time_rate(el, k->other[i]);
    s->drift = vv_vec_make(c, s->frame, d[0], d[1], d[2]);
    tangents_of_gradient(el, s->frame, gradient, s->tangent);
    lie_on(el, k, k->on, F);
}

static bool place_support(elaborator *el, vv_contact *k, ground *s) {
    if (!carrier(el, k->on, &s->frame, &k->origin)) return false;
    const vv_surface *on = &shape_of(el, k->on)->shape;
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

/* A body of revolution has the same surface along axes that do not spin with it. */
static int quiet_axes(const vv_frames *f, const vv_surface *s, int frame) {
    while (f->frame[frame].kind == VV_FRAME_TURN && f->frame[frame].axis == vv_surface_axis(s) &&
           f->frame[frame].parent >= 0)
        frame = f->frame[frame].parent;
    return frame;
}

static bool no_relation(elaborator *el, const vv_contact *k) {
    fault(el, k->node->span, "only the rotation of a frame declared with 'turning' is given",
          "the relative position of the two surfaces is not known");
    return false;
}

/* By the normal, rho(m) with m = -n; of a sphere without going through the body's axes. */
static bool own_by_normal(elaborator *el, vv_contact *k, const ground *s, vv_expr *H) {
    vv_ctx *c = el->c;
    const vv_frames *f = &el->m->frames;
    const vv_surface *by = &shape_of(el, k->by)->shape;
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
    int axes = quiet_axes(f, by, k->frame);
    if (!vv_vec_in(c, f, s->normal, axes, n)) return no_relation(el, k);
    for (int i = 0; i < 3; i++) m[i] = vv_neg(c, n[i]);
    if (!vv_gauss_point(c, by, m, rho, H)) return false;
    k->rho = vv_vec_make(c, axes, rho[0], rho[1], rho[2]);
    return true;
}

/* By parameters: the tangents of the body's surface lie across the support's normal. */
static bool own_by_parameters(elaborator *el, vv_contact *k, const ground *s) {
    vv_ctx *c = el->c;
    const vv_surface *by = &shape_of(el, k->by)->shape;
    vv_expr n[3], x[3];
    if (!vv_vec_in(c, &el->m->frames, s->normal, k->frame, n)) return no_relation(el, k);
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

/* By three coordinates on its equation: the support's tangents lie across the gradient. */
static bool own_by_equation(elaborator *el, vv_contact *k, const ground *s) {
    vv_ctx *c = el->c;
    const vv_surface *by = &shape_of(el, k->by)->shape;
    vv_expr g[3], F = by->F, t[3];
    vv_equation_gradient(c, by, g);
    vv_subst(c, 3, by->at, k->own, 3, g, g);
    vv_subst(c, 3, by->at, k->own, 1, &F, &F);
    for (int i = 0; i < 2; i++) {
        if (!vv_vec_in(c, &el->m->frames, s->tangent[i], k->frame, t)) return no_relation(el, k);
        touch(k, vv_dot3(c, g, t), vv_format(c, "%s touches %s", k->by->key, k->on->key));
    }
    lie_on(el, k, k->by, F);
    k->rho = vv_vec_make(c, k->frame, k->own[0], k->own[1], k->own[2]);
    return true;
}

/* Velocity of the contact in the body, for what is not round. */
static vv_vec own_drift(elaborator *el, const vv_contact *k) {
    vv_vec v = vv_vec_zero();
    for (int i = 0; i < k->rho.n; i++) {
        const vv_part *part = &k->rho.part[i];
        vv_expr d[3];
        for (int j = 0; j < 3; j++) d[j] = vv_time_rate(el, part->x[j]);
        v = vv_vec_add(el->c, v, vv_vec_make(el->c, part->frame, d[0], d[1], d[2]));
    }
    return v;
}

/* ---- placing -------------------------------------------------------------------------------- */

static int turned(elaborator *el, int parent, vv_expr angle, int axis) {
    vv_frame f = {.kind = VV_FRAME_TURN, .parent = parent, .angle = angle, .axis = axis};
    return vv_frame_add(el->c, &el->m->frames, f);
}

/* From the support's trihedron to the body: turned φ about the normal, upside down, back from the
 * body's own trihedron. Of a curve: ω about the normal, θ about the tangent. */
static bool place_by_trihedra(elaborator *el, vv_contact *k, const ground *s) {
    vv_ctx *c = el->c;
    const vv_surface_def *by = shape_of(el, k->by);
    vv_expr x[3], w[3];
    vv_trihedron t = at_contact(el, by, k->nown, k->own, x);
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

/* The slip of a sphere: velocity of the contact on the support, and its centre's about it. */
static bool slip_of_sphere(elaborator *el, vv_contact *k, const ground *s) {
    vv_ctx *c = el->c;
    const vv_frames *f = &el->m->frames;
    const vv_surface *by = &shape_of(el, k->by)->shape;
    vv_expr a = vv_signed_root(c, by->square[0]);
    if (by->hollow) a = vv_neg(c, a);
    vv_vec turn = vv_vec_sub(c, vv_frame_spin(c, f, s->axes), vv_frame_spin(c, f, k->frame)), v;
    if (!vv_vec_cross(c, f, turn, vv_vec_scale(c, a, s->normal), &v)) return false;
    k->slip = vv_vec_add(c, s->drift, v);
    return k->has_slip = true;
}

/* Heights above a plane: the centre stands over the foot (u, v), or is stated. */
static bool on_plane(elaborator *el, vv_contact *k, const ground *s, vv_expr H, bool has_H) {
    vv_ctx *c = el->c;
    const vv_frames *f = &el->m->frames;
    vv_expr above, height = shape_of(el, k->on)->shape.distance;
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

/* On any other surface: the centre by the contact, or three relations between them. */
static bool on_surface(elaborator *el, vv_contact *k, const ground *s) {
    vv_ctx *c = el->c;
    k->at = s->point;
    if (!k->centre_stated) {
        k->centre = vv_vec_sub(c, s->point, k->rho);
        return true;
    }
    vv_expr x[3];
    vv_vec apart = vv_vec_sub(c, vv_vec_add(c, k->centre, k->rho), s->point);
    if (!vv_vec_in(c, &el->m->frames, apart, s->frame, x)) return no_relation(el, k);
    k->apart = apart;
    for (int i = 0; i < 3; i++)
        touch(k, x[i],
              vv_format(c, "%s touches %s, along %s.%c", k->by->key, k->on->key,
                        vv_frame_name(el->m, s->frame), 'x' + i));
    return true;
}

static bool place_oriented(elaborator *el, vv_contact *k, const ground *s) {
    const vv_surface *by = &shape_of(el, k->by)->shape;
    vv_expr H = VV_POISON;
    bool normal = explicit_map(by);
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

static bool place(elaborator *el, vv_contact *k) {
    ground s = {.frame = -1};
    if (!place_support(el, k, &s)) return false;
    k->axes = s.axes;
    k->normal = s.normal;
    if (k->frame_stated) return place_oriented(el, k, &s);
    return place_by_trihedra(el, k, &s) && on_surface(el, k, &s);
}

bool vv_contact_place(elaborator *el, vv_contact *k, int frame) {
    if (k->state == 2) return k->ok;
    if (k->state == 1) {
        fault(el, k->node->span, "let one of the bodies be placed by its own coordinates",
              "the contacts place these bodies by one another");
        return k->ok = false;
    }
    k->state = 1;
    k->frame = frame;
    k->ok = place(el, k) && vv_ctx_ok(el->c);
    k->state = 2;
    return k->ok;
}

/* ---- the statement -------------------------------------------------------------------------- */

static vv_contact *contact_of_statement(elaborator *el, const vv_node *n, const vv_env *env) {
    const char *body = vv_key_of(el, n->kid[VV_ROLLING_BODY], env);
    for (int i = 0; body && i < el->ncontacts; i++) {
        vv_contact *k = &el->contact[i];
        if (k->node == n && !strcmp(k->body->key, body)) return k;
    }
    return NULL;
}

vv_vec vv_contact_slip(elaborator *el, const vv_contact *k, const vv_rolling *r) {
    vv_ctx *c = el->c;
    const vv_frames *f = &el->m->frames;
    vv_vec turn = vv_vec_zero();
    if (k->has_slip) return k->slip;
    vv_vec_cross(c, f, vv_frame_spin(c, f, k->frame), k->rho, &turn);
    vv_vec own = vv_vec_add(c, vv_vec_rate(c, f, el->m->body[r->body].centre), turn);
    return vv_vec_sub(c, own, r->support_velocity);
}

static void push_finite(elaborator *el, const vv_contact *k, vv_rolling *r) {
    r->apart = k->apart;
    r->on_plane = shape_of(el, k->on)->shape.gauss == VV_GAUSS_PLANE && k->frame_stated;
    for (int i = 0; i < k->nother + k->nown; i++)
        r->place[r->nplaces++] = i < k->nother ? k->other[i] : k->own[i - k->nother];
    for (int i = 0; i < k->nfinite; i++) {
        vv_constraint g = {.kind = VV_CON_EQUATION,
                           .value = k->finite[i],
                           .rolling = -1,
                           .span = k->node->span,
                           .text = k->finite_text[i],
                           .label = k->finite_text[i],
                           .touch = el->m->nrollings + 1,
                           .lies = k->finite_lies[i]};
        vv_push_constraint(el, g);
    }
}

/* ---- edges and singular points of a chart --------------------------------------------------- */

static void push_guard(elaborator *el, vv_guard guard) {
    vv_guard *g = VV_PUSH(el, el->m->guard, el->m->nguards, el->gdcap);
    if (g) *g = guard;
}

/* One side of `u in (a, b)`: positive inside; a run stops where it vanishes. */
static void guard_edge(elaborator *el, const vv_def *surface, const char *name, vv_expr inside,
                       const vv_node *at) {
    const char *edge = vv_format(el->c, "%s = %s", name, vv_source_text(el, at->span));
    const char *text = edge ? vv_format(el->c, "%s ends at %s", surface->key, edge) : NULL;
    vv_when w = {.value = inside, .direction = -1, .stop = true, .text = text, .span = at->span};
    vv_when *place = VV_PUSH(el, el->m->when, el->m->nwhens, el->whcap);
    if (place) *place = w;
    push_guard(el, (vv_guard){VV_GUARD_EDGE, inside, surface->key, edge, at->span});
}

static void guard_limits(elaborator *el, const vv_def *surface, const vv_expr *q, int n) {
    const vv_surface_def *s = shape_of(el, surface);
    const vv_node *node = surface->node;
    for (int i = node->kind == VV_N_CURVE ? 3 : 7; i < node->n; i++) {
        const vv_node *box = node->kid[i];
        const char *name =
            box->kid[0]->kind == VV_N_PRIME ? NULL : vv_key_of(el, box->kid[0], surface->env);
        int which = 0;
        while (which < n && (!name || !s->name[which] || strcmp(name, s->name[which]))) which++;
        vv_expr low = vv_eval_scalar(el, box->kid[1], surface->env),
                high = vv_eval_scalar(el, box->kid[2], surface->env);
        if (!low.id || !high.id) return;
        if (which == n) {
            fault(el, box->kid[0]->span, "limit the parameters that the surface names",
                  "this is no parameter of the surface");
            return;
        }
        guard_edge(el, surface, name, vv_sub(el->c, q[which], low), box->kid[1]);
        guard_edge(el, surface, name, vv_sub(el->c, high, q[which]), box->kid[2]);
    }
}

/* Whether the curvature of the surface is infinite where f vanishes. */
static bool is_tip(elaborator *el, const vv_trihedron *t, vv_expr f) {
    vv_factors bend;
    for (int i = 0; i < 2; i++) {
        vv_expr e = i ? vv_mean_curvature(el->c, t) : vv_gauss_curvature(el->c, t);
        if (!e.id || !vv_factorise(el->c, e, &bend)) continue;
        for (int j = 0; j < bend.n; j++)
            if (bend.power[j] < 0 && vv_same(bend.factor[j], f)) return true;
    }
    return false;
}

/* At a pole the parameters of a sphere are singular, not the sphere, and a motion goes on. The
 * apex of a cone is a point of the surface itself: a run stops there. */
static void guard_tips(elaborator *el, const vv_def *surface, const vv_expr *q) {
    const vv_surface_def *s = shape_of(el, surface);
    vv_factors area;
    if (!vv_factorise(el->c, s->trihedron.area, &area)) return;
    for (int i = 0; i < area.n; i++) {
        vv_expr f = area.factor[i];
        vv_sign sign = vv_known_sign(el->c, f);
        if (sign == VV_POSITIVE || sign == VV_NEGATIVE || sign == VV_NONZERO) continue;
        if (!vv_depends(el->c, f, 2, s->shape.u) || !is_tip(el, &s->trihedron, f)) continue;
        vv_subst(el->c, 2, s->shape.u, q, 1, &f, &f);
        const char *text = vv_format(el->c, "the contact reaches a point of %s", surface->key);
        text = text ? vv_format(el->c, "%s where its curvature is infinite", text) : NULL;
        vv_when w = {.value = f, .stop = true, .quiet = true, .text = text, .span = surface->span};
        vv_when *place = VV_PUSH(el, el->m->when, el->m->nwhens, el->whcap);
        if (place) *place = w;
    }
}

static void guard_surface(elaborator *el, const vv_contact *k, const vv_def *surface,
                          const vv_expr *q, int n) {
    const vv_surface_def *s = shape_of(el, surface);
    if (!q || !n || n > 2 || !s->has_trihedron) return;
    guard_limits(el, surface, q, n);
    if (surface == k->on && k->axes == k->support_frame) return; /* the plane has no chart here */
    vv_expr area = s->trihedron.area;
    if (n == 2) /* of any units */
        area = vv_div(el->c, vv_scale(el->c, vv_rat_int(2), area),
                      vv_add(el->c, s->trihedron.E, s->trihedron.G));
    vv_subst(el->c, n, s->shape.u, q, 1, &area, &area);
    if (!vv_is_const(el->c, area))
        push_guard(el, (vv_guard){VV_GUARD_AREA, area, surface->key, NULL, k->node->span});
    if (n == 2) guard_tips(el, surface, q);
}

/* Curvature as a quadratic form. */
typedef vv_expr form[3][3];

/* The body's curvature by Hadamard's parameters: that of its own trihedron, turned φ and upside
 * down. */
static void own_turned(elaborator *el, const vv_contact *k, form out) {
    vv_ctx *c = el->c;
    vv_expr x[3], b[3], co = vv_cos(c, k->angle[0]), si = vv_sin(c, k->angle[0]);
    vv_trihedron t = at_contact(el, shape_of(el, k->by), 2, k->own, x);
    vv_curvature_matrix(c, &t, b);
    vv_expr cc = vv_mul(c, co, co), ss = vv_mul(c, si, si), cs = vv_mul(c, co, si),
            two = vv_scale(c, vv_rat_int(2), vv_mul(c, cs, b[1]));
    out[0][0] = vv_add(c, vv_add(c, vv_mul(c, cc, b[0]), two), vv_mul(c, ss, b[2]));
    out[0][1] = out[1][0] =
        vv_add(c, vv_mul(c, cs, vv_sub(c, b[0], b[2])), vv_mul(c, vv_sub(c, ss, cc), b[1]));
    out[1][1] = vv_add(c, vv_sub(c, vv_mul(c, ss, b[0]), two), vv_mul(c, cc, b[2]));
}

/* Of an equation: - d²F/|dF|, along the axes in which it stands. */
static void form_of_equation(elaborator *el, const vv_surface *s, const vv_expr *q, form out) {
    vv_ctx *c = el->c;
    vv_expr g[3];
    vv_equation_gradient(c, s, g);
    vv_expr length = vv_sqrt(c, vv_dot3(c, g, g));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out[i][j] = vv_neg(c, vv_div(c, vv_diff(c, g[i], s->at[j]), length));
    vv_subst(c, 3, s->at, q, 9, out[0], out[0]);
}

/* Of a chart: its curvature along the axes of its trihedron, along those in which it stands. */
static void form_of_chart(elaborator *el, const vv_surface_def *s, const vv_expr *q, form out) {
    vv_ctx *c = el->c;
    vv_expr x[3], b[3];
    vv_trihedron t = at_contact(el, s, 2, q, x);
    vv_curvature_matrix(c, &t, b);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            vv_expr *e = t.axis[0], *f = t.axis[1],
                    mixed = vv_add(c, vv_mul(c, e[i], f[j]), vv_mul(c, f[i], e[j]));
            out[i][j] = vv_mul(c, b[0], vv_mul(c, e[i], e[j]));
            out[i][j] = vv_add(c, out[i][j], vv_mul(c, b[1], mixed));
            out[i][j] = vv_add(c, out[i][j], vv_mul(c, b[2], vv_mul(c, f[i], f[j])));
        }
}

/* Sum x²/a² = 1 where its normal is n: |d(sum)/2| is 1/root(sum a² n²). Of a sphere a plain 1/a. */
static bool form_of_quadric(elaborator *el, const vv_contact *k, form out) {
    vv_ctx *c = el->c;
    const vv_surface *s = &shape_of(el, k->by)->shape;
    vv_expr n[3], t[3], root = s->round ? vv_signed_root(c, s->square[0]) : VV_POISON;
    if (!s->round) {
        if (!vv_vec_in(c, &el->m->frames, k->normal, k->frame, n)) return false;
        for (int i = 0; i < 3; i++) t[i] = vv_mul(c, s->square[i], vv_mul(c, n[i], n[i]));
        root = vv_sqrt(c, vv_sum(c, 3, t));
    }
    for (int i = 0; i < 3; i++) {
        vv_expr bend = s->round ? vv_pow_int(c, root, -1) : vv_div(c, root, s->square[i]);
        for (int j = 0; j < 3; j++) out[i][j] = VV_ZERO;
        out[i][i] = s->hollow ? bend : vv_neg(c, bend);
    }
    return true;
}

/* A form along the body's axes, along others: T A T', T their directions in the body. */
static bool turn_form(elaborator *el, const vv_contact *k, int axes, form a) {
    vv_ctx *c = el->c;
    vv_expr T[3][3], half[3][3];
    for (int i = 0; i < 3; i++)
        if (!vv_vec_in(c, &el->m->frames, vv_vec_axis(c, axes, i), k->frame, T[i])) return false;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) half[i][j] = vv_dot3(c, T[i], a[j]); /* a is symmetric */
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) a[i][j] = vv_dot3(c, half[i], T[j]);
    return true;
}

/* The body's curvature towards its outside, along the axes of the contact. False where it is not
 * known. */
static bool own_form(elaborator *el, const vv_contact *k, form out) {
    const vv_surface_def *by = shape_of(el, k->by);
    if (by->shape.curve) return false;
    if (!k->frame_stated) return own_turned(el, k, out), true;
    if (by->shape.gauss == VV_GAUSS_QUADRIC && !k->nown) {
        if (!form_of_quadric(el, k, out)) return false;
        return by->shape.round || turn_form(el, k, k->axes, out);
    }
    if (k->nown == 2 && by->has_trihedron)
        form_of_chart(el, by, k->own, out);
    else if (k->nown == 3 && by->shape.has_equation)
        form_of_equation(el, &by->shape, k->own, out);
    else
        return false;
    return turn_form(el, k, k->axes, out);
}

/* The support's. */
static bool other_form(elaborator *el, const vv_contact *k, form out) {
    const vv_surface_def *on = shape_of(el, k->on);
    vv_expr x[3], b[3];
    if (k->axes == k->support_frame) {
        if (k->nother != 3 || !on->shape.has_equation) return false;
        form_of_equation(el, &on->shape, k->other, out);
        return true;
    }
    if (!on->has_trihedron) return false;
    vv_trihedron t = at_contact(el, on, 2, k->other, x);
    vv_curvature_matrix(el->c, &t, b);
    out[0][0] = b[0], out[0][1] = out[1][0] = b[1], out[1][1] = b[2];
    return true;
}

/* Trace and determinant of a form among the directions across the unit vector n: tr A - n A n and
 * n adj(A) n. */
static void across_normal(vv_ctx *c, form a, const vv_expr n[3], vv_expr *trace, vv_expr *det) {
    vv_expr d[3], m[3], adj[3];
    *trace = vv_add(c, a[0][0], vv_add(c, a[1][1], a[2][2]));
    for (int i = 0; i < 3; i++) m[i] = vv_dot3(c, a[i], n);
    *trace = vv_sub(c, *trace, vv_dot3(c, m, n));
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) { /* cofactors of a[i][j], signs by the cyclic order */
            int p = (i + 1) % 3, q = (i + 2) % 3, r = (j + 1) % 3, s = (j + 2) % 3;
            adj[j] = vv_sub(c, vv_mul(c, a[p][r], a[q][s]), vv_mul(c, a[p][s], a[q][r]));
        }
        d[i] = vv_dot3(c, adj, n);
    }
    *det = vv_dot3(c, d, n);
}

/* Near the contact the gap is -(κ_own + κ_other)/2 in every direction: trace and determinant. */
static void guard_fit(elaborator *el, const vv_contact *k) {
    vv_ctx *c = el->c;
    form own, other;
    vv_expr n[3], trace, det;
    bool chart = k->axes != k->support_frame;
    int size = chart ? 2 : 3;
    if (shape_of(el, k->on)->shape.curve || !other_form(el, k, other) || !own_form(el, k, own))
        return;
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) own[i][j] = vv_neg(c, vv_add(c, own[i][j], other[i][j]));
    if (chart) {
        trace = vv_add(c, own[0][0], own[1][1]);
        det = vv_sub(c, vv_mul(c, own[0][0], own[1][1]), vv_mul(c, own[0][1], own[0][1]));
    } else {
        if (!vv_vec_in(c, &el->m->frames, k->normal, k->axes, n)) return;
        across_normal(c, own, n, &trace, &det);
    }
    const char *both = vv_format(c, "%s' and '%s", k->by->key, k->on->key);
    push_guard(el, (vv_guard){VV_GUARD_FIT, trace, both, NULL, k->node->span});
    push_guard(el, (vv_guard){VV_GUARD_FIT, det, both, NULL, k->node->span});
}

/* Whether n lies along an axis of the frame. */
static bool is_axis(elaborator *el, vv_vec n, int frame) {
    vv_expr x[3];
    int along = 0;
    if (!vv_vec_in(el->c, &el->m->frames, n, frame, x)) return false;
    for (int i = 0; i < 3; i++) along += vv_is_zero(x[i]) ? 0 : vv_is_const(el->c, x[i]) ? 1 : 3;
    return along == 1;
}

/* Axes fixed in the support, two along its plane. */
static int axes_across(elaborator *el, const vv_contact *k) {
    vv_ctx *c = el->c;
    const vv_frames *f = &el->m->frames;
    vv_expr n[3], t[3];
    vv_vec tangent[2];
    vv_frame own = {.kind = VV_FRAME_MATRIX, .parent = k->support_frame, .span = k->node->span};
    if (!vv_vec_in(c, f, k->normal, k->support_frame, n)) return k->support_frame;
    across(el, k->support_frame, n, tangent);
    for (int i = 0; i < 2; i++) {
        if (!vv_vec_in(c, f, tangent[i], k->support_frame, t)) return k->support_frame;
        for (int j = 0; j < 3; j++) own.matrix[3 * j + i] = t[j];
    }
    for (int j = 0; j < 3; j++) own.matrix[3 * j + 2] = n[j], own.spin[j] = VV_ZERO;
    return vv_frame_add(c, &el->m->frames, own);
}

/* Along the trihedron of a chart; on a plane along the axes in which the slip is shortest of those
 * that have the normal for an axis, so that what holds by itself is one relation and not a
 * combination that may vanish on the way. */
static int axes_of_relations(elaborator *el, const vv_contact *k, vv_vec slip, const char **name) {
    const vv_frames *f = &el->m->frames;
    bool chart = k->axes != k->support_frame,
         plane = shape_of(el, k->on)->shape.gauss == VV_GAUSS_PLANE;
    int axes = chart ? k->axes : vv_vec_home(f, slip);
    *name = k->on->key;
    if (chart) return axes;
    if (plane && !is_axis(el, k->normal, axes)) axes = k->support_frame;
    if (plane && !is_axis(el, k->normal, axes)) return axes_across(el, k);
    *name = vv_frame_name(el->m, axes);
    return axes;
}

void vv_state_contact(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_contact *k = contact_of_statement(el, n, env);
    vv_rolling r = {.span = n->span, .support_body = -1, .normal_stated = true};
    if (!k || (r.body = vv_eval_body(el, n->kid[VV_ROLLING_BODY], env)) < 0) return;
    const vv_body *b = &el->m->body[r.body];
    if (k->centre_stated) k->centre = b->centre;
    if (!vv_contact_place(el, k, b->frame)) return;
    r.at = k->at;
    r.normal = k->normal;
    if (!vv_support_velocity(el, k->on->node->kid[0], k->on->env, r.at, &r.support_velocity,
                             &r.support_frame, &r.support_body) ||
        !vv_read_friction(el, n, env, &r))
        return;
    if (r.support_body == r.body) {
        vv_model_error(el, VV_D_KIND, n->kid[VV_ROLLING_ON]->span, "a body cannot roll on itself");
        return;
    }
    r.kept = k->nfinite > 0;
    r.label = vv_format(el->c, "rolling of %s by %s on %s", b->name, k->by->key, k->on->key);
    push_finite(el, k, &r);
    guard_surface(el, k, k->on, k->nother == 2 ? k->other : NULL, 2);
    guard_surface(el, k, k->by, k->own, k->nown);
    guard_fit(el, k);
    vv_vec slip = vv_contact_slip(el, k, &r);
    const char *name = NULL;
    int axes = axes_of_relations(el, k, slip, &name);
    vv_push_rolling(el, n, &r, slip, axes, name);
}

/* What the surfaces watch comes behind what the model does, whose numbers are the reader's. */
void vv_quiet_last(elaborator *el) {
    vv_model *m = el->m;
    int n = 0;
    vv_when *all = VV_ARRAY(el->c, vv_when, m->nwhens + 1);
    for (int quiet = 0; all && quiet < 2; quiet++)
        for (int i = 0; i < m->nwhens; i++)
            if (m->when[i].quiet == (quiet == 1)) all[n++] = m->when[i];
    for (int i = 0; i < n; i++) m->when[i] = all[i];
}

/* ---- for pictures --------------------------------------------------------------------------- */

void vv_collect_surfaces(elaborator *el) {
    vv_model *m = el->m;
    int most = 0;
    for (int i = 0; i < el->ndefs; i++) most += el->order[i]->kind == DEF_SURFACE;
    m->surface = VV_ARRAY(el->c, vv_stated_surface, most + 1);
    for (int i = 0; i < el->ndefs && m->surface && vv_ctx_ok(el->c); i++) {
        const vv_def *d = el->order[i];
        if (d->kind != DEF_SURFACE || !d->ok) continue;
        const vv_surface_def *s = shape_of(el, d);
        vv_surface *own = VV_NEW(el->c, vv_surface);
        const char *key = vv_key_of(el, d->node->kid[0], d->env);
        const vv_def *b = key ? vv_def_find(el, SPACE_BODY, key) : NULL;
        vv_stated_surface k = {.name = d->key, .body = b ? b->index : -1, .shape = own};
        for (int j = 0; j < 2; j++) k.parameter[j] = s->name[j] ? s->name[j] : j ? "v" : "u";
        if (!own || s->shape.curve || !carrier(el, d, &k.frame, &k.origin)) continue;
        *own = s->shape;
        m->surface[m->nsurfaces++] = k;
    }
}
