/* Contacts of surfaces: what `rolling B by S on T` places and constrains. T gives the contact
 * point by its parameters (u, v), or by three coordinates on its equation, or, if it is a plane,
 * only the height of the body. S gives the contact point from the body's centre: by the normal
 * if its Gauss map has an explicit inverse, otherwise by parameters and the condition that the
 * normals are opposite. A body without a frame is placed as by Hadamard, by the parameters on
 * both surfaces and the angle between the trihedra. [AppellHadamard1899, note I, nos. 1-3] */
#include "model/contacts.h"

#include <string.h>

void vv_surface_contact_error(elaborator *el, vv_span at, const char *hint, const char *what) {
    vv_diag_hint(el->c, vv_model_error(el, VV_D_CONTACT, at, "%s", what), "%s", hint);
}

/* ---- contact coordinates -------------------------------------------------------------------- */

static vv_def *surface_named(elaborator *el, const vv_node *ref, const vv_env *env) {
    const char *key = vv_def_key(el, ref, env);
    vv_def *d = key ? vv_def_find(el, SPACE_SURFACE, key) : NULL;
    if (key && !d) vv_model_unknown_name(el, SPACE_SURFACE, key, ref->span);
    return d && vv_define(el, d) ? d : NULL;
}

/* Value of a parameter at this contact, unless it is a new name. */
static vv_expr stated(elaborator *el, const vv_node *n, const vv_env *env) {
    if (n->kind == VV_N_NAME || n->kind == VV_N_INDEX) {
        const char *key = vv_def_key(el, n, env);
        if (!key || !vv_def_find(el, SPACE_SCALAR, key)) return VV_POISON;
    }
    return vv_eval_scalar(el, n, env);
}

static bool coordinates(elaborator *el, const vv_surface_contact *k, const vv_node *names,
                        const char *const *given, const char *const *otherwise, int n,
                        vv_expr *out) {
    if (names && names->n != n) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_CONTACT, names->span,
                                    "this contact has %d coordinate%s here, not %d", n,
                                    n == 1 ? "" : "s", names->n),
                     n ? "name that many, or none" : "leave the names out");
        return false;
    }
    for (int i = 0; i < n; i++) {
        if (names && (out[i] = stated(el, names->kid[i], k->env)).id) continue;
        if (names && names->kid[i]->kind != VV_N_NAME && names->kid[i]->kind != VV_N_INDEX)
            return false; /* reported */
        const char *key = names               ? vv_def_key(el, names->kid[i], k->env)
                          : given && given[i] ? given[i]
                                              : otherwise[i];
        const vv_node *at = names ? names->kid[i] : k->node;
        if (!key || !(out[i] = vv_surface_contact_coordinate(el, key, at, k->env)).id) return false;
    }
    return true;
}

/* Number of parameters of the contact on either side. */
static bool count(elaborator *el, vv_surface_contact *k) {
    const vv_surface *by = &vv_surface_def_of(el, k->by)->shape,
                     *on = &vv_surface_def_of(el, k->on)->shape;
    if (on->curve || (!on->has_chart && !on->has_equation)) {
        vv_surface_contact_error(
            el, k->node->kid[VV_ROLLING_ON]->span,
            "the support is a surface given by parameters, an equation or a name",
            on->curve ? "a body rolls on a surface, not on a curve"
                      : "a support function is allowed for the rolling body only");
        return false;
    }
    if (!k->frame_stated && !by->has_chart) {
        vv_surface_contact_error(el, k->body->span,
                                 "add frame F to the body, with frame F = world free (p, q, r)",
                                 "the orientation of the body is not stated, and its surface has "
                                 "no parameters to determine it");
        return false;
    }
    if (!k->frame_stated && k->centre_stated) {
        vv_surface_contact_error(el, k->body->span,
                                 "state both the frame and the centre, or neither",
                                 "the centre of the body is stated but not its frame");
        return false;
    }
    if (!k->frame_stated && !on->has_chart && on->gauss != VV_GAUSS_PLANE) {
        vv_surface_contact_error(
            el, k->node->kid[VV_ROLLING_ON]->span,
            "state it by parameters, or state the body's frame",
            "a body placed by the contact alone needs a support with parameters");
        return false;
    }
    bool plane = on->gauss == VV_GAUSS_PLANE;
    k->nangles = k->frame_stated ? 0 : by->curve ? 2 : 1;
    k->nown = k->frame_stated && vv_surface_has_gauss_inverse(by) ? 0
              : by->has_chart                                     ? (by->curve ? 1 : 2)
                                                                  : 3;
    k->nother = plane && k->centre_stated ? 0 : plane || on->has_chart ? 2 : 3;
    return true;
}

static bool name_coordinates(elaborator *el, vv_surface_contact *k) {
    static const char *const OTHER[3] = {"u", "v", "w"}, *const OWN[3] = {"u1", "v1", "w1"},
                             *const ANGLE[2][2] = {{"φ", NULL}, {"ω", "θ"}}, *const ARC[1] = {"l"};
    const vv_node *n = k->node;
    const vv_surface_def *by = vv_surface_def_of(el, k->by), *on = vv_surface_def_of(el, k->on);
    bool curve = by->shape.curve;
    return coordinates(el, k, n->kid[VV_ROLLING_ON_NAMES], k->nother == 2 ? on->name : NULL, OTHER,
                       k->nother, k->other) &&
           coordinates(el, k, n->kid[VV_ROLLING_BY_NAMES], k->nown < 3 ? by->name : NULL,
                       curve ? ARC : OWN, k->nown, k->own) &&
           coordinates(el, k, n->kid[VV_ROLLING_ANGLE], NULL, ANGLE[curve], k->nangles, k->angle);
}

/* The surfaces it names, and whether they can touch. */
static bool read_contact(elaborator *el, vv_surface_contact *k) {
    const vv_node *n = k->node;
    k->by = surface_named(el, n->kid[VV_ROLLING_BY], k->env);
    k->on = surface_named(el, n->kid[VV_ROLLING_ON], k->env);
    if (!k->by || !k->on) return false;
    const char *owner = vv_def_key(el, k->by->node->kid[0], k->by->env);
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
    vv_surface_contact k = {.node = n, .env = env, .frame = -1, .support_frame = -1};
    const char *body = vv_def_key(el, n->kid[VV_ROLLING_BODY], env);
    k.body = body ? vv_def_find(el, SPACE_BODY, body) : NULL;
    if (body && !k.body) vv_model_unknown_name(el, SPACE_BODY, body, n->kid[VV_ROLLING_BODY]->span);
    if (!k.body) el->contact_faulty = true;
    if (!k.body) return;
    k.centre_stated = k.body->node->kid[2] || vv_surface_contact_of_body(el, k.body);
    k.frame_stated = k.body->node->kid[3] || vv_surface_contact_of_body(el, k.body);
    if (!read_contact(el, &k)) {
        k.state = 2; /* reported: nothing more is said about it */
        el->contact_faulty = true;
    }
    vv_surface_contact *place = VV_PUSH(el, el->contact, el->ncontacts, el->contacts_capacity);
    if (place) *place = k;
}

/* A body with a surface but without a centre lacks its contact, and therefore the coordinates. */
static void find_missing(elaborator *el) {
    bool surfaces = false;
    for (int i = 0; i < el->ndefs; i++) surfaces |= el->order[i]->kind == DEF_SURFACE;
    for (int i = 0; surfaces && !el->contact_faulty && i < el->ndefs; i++) {
        const vv_def *d = el->order[i];
        if (d->kind != DEF_BODY || d->node->kid[2] || vv_surface_contact_of_body(el, d)) continue;
        vv_model_unplaced_body(el, d);
        el->contact_faulty = true;
    }
}

void vv_declare_surface_contacts(elaborator *el) {
    vv_unroll_statements(el, declare_contact);
    find_missing(el);
}

vv_surface_contact *vv_surface_contact_of_body(elaborator *el, const vv_def *body) {
    for (int i = 0; i < el->ncontacts; i++) {
        vv_surface_contact *k = &el->contact[i];
        if (k->body == body && !(k->centre_stated && k->frame_stated)) return k;
    }
    return NULL;
}

/* ---- the statement -------------------------------------------------------------------------- */

static vv_surface_contact *contact_of_statement(elaborator *el, const vv_node *n,
                                                const vv_env *env) {
    const char *body = vv_def_key(el, n->kid[VV_ROLLING_BODY], env);
    for (int i = 0; body && i < el->ncontacts; i++) {
        vv_surface_contact *k = &el->contact[i];
        if (k->node == n && !strcmp(k->body->key, body)) return k;
    }
    return NULL;
}

vv_vec vv_surface_contact_slip(elaborator *el, const vv_surface_contact *k, const vv_rolling *r) {
    vv_ctx *c = el->c;
    const vv_frames *f = &el->m->frames;
    vv_vec turn = vv_vec_zero();
    if (k->has_slip) return k->slip;
    vv_vec_cross(c, f, vv_frame_angular_velocity(c, f, k->frame), k->rho, &turn);
    vv_vec own = vv_vec_add(c, vv_vec_rate(c, f, el->m->body[r->body].centre), turn);
    return vv_vec_sub(c, own, r->support_velocity);
}

static void push_finite(elaborator *el, const vv_surface_contact *k, vv_rolling *r) {
    r->apart = k->apart;
    r->on_plane = vv_surface_def_of(el, k->on)->shape.gauss == VV_GAUSS_PLANE && k->frame_stated;
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

/* Is n along an axis of the frame? */
static bool is_axis(elaborator *el, vv_vec n, int frame) {
    vv_expr x[3];
    int along = 0;
    if (!vv_vec_components(el->c, &el->m->frames, n, frame, x)) return false;
    for (int i = 0; i < 3; i++) along += vv_is_zero(x[i]) ? 0 : vv_is_const(el->c, x[i]) ? 1 : 3;
    return along == 1;
}

/* Axes fixed in the support, two of them in its plane. */
static int axes_across(elaborator *el, const vv_surface_contact *k) {
    vv_ctx *c = el->c;
    const vv_frames *f = &el->m->frames;
    vv_expr n[3], t[3];
    vv_vec tangent[2];
    vv_frame own = {.kind = VV_FRAME_MATRIX, .parent = k->support_frame, .span = k->node->span};
    if (!vv_vec_components(c, f, k->normal, k->support_frame, n)) return k->support_frame;
    vv_tangent_directions(el, k->support_frame, n, tangent);
    for (int i = 0; i < 2; i++) {
        if (!vv_vec_components(c, f, tangent[i], k->support_frame, t)) return k->support_frame;
        for (int j = 0; j < 3; j++) own.matrix[3 * j + i] = t[j];
    }
    for (int j = 0; j < 3; j++) own.matrix[3 * j + 2] = n[j], own.spin[j] = VV_ZERO;
    return vv_frame_add(c, &el->m->frames, own);
}

/* Along the trihedron of a chart; on a plane, among the axes that include the normal, those in
 * which the slip is shortest, so that a constraint that holds identically is a single one and
 * not a combination that may vanish during the motion. */
static int axes_of_relations(elaborator *el, const vv_surface_contact *k, vv_vec slip,
                             const char **name) {
    const vv_frames *f = &el->m->frames;
    bool chart = k->axes != k->support_frame,
         plane = vv_surface_def_of(el, k->on)->shape.gauss == VV_GAUSS_PLANE;
    int axes = chart ? k->axes : vv_vec_cheapest_frame(f, slip);
    *name = k->on->key;
    if (chart) return axes;
    if (plane && !is_axis(el, k->normal, axes)) axes = k->support_frame;
    if (plane && !is_axis(el, k->normal, axes)) return axes_across(el, k);
    *name = vv_frame_name(el->m, axes);
    return axes;
}

void vv_state_contact(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_surface_contact *k = contact_of_statement(el, n, env);
    vv_rolling r = {.span = n->span, .support_body = -1, .normal_stated = true};
    if (!k || (r.body = vv_eval_body(el, n->kid[VV_ROLLING_BODY], env)) < 0) return;
    const vv_body *b = &el->m->body[r.body];
    if (k->centre_stated) k->centre = b->centre;
    if (!vv_surface_contact_place_body(el, k, b->frame)) return;
    r.at = k->at;
    r.normal = k->normal;
    if (!vv_eval_support_velocity(el, k->on->node->kid[0], k->on->env, r.at, &r.support_velocity,
                                  &r.support_frame, &r.support_body) ||
        !vv_elaborate_friction(el, n, env, &r))
        return;
    if (r.support_body == r.body) {
        vv_model_error(el, VV_D_KIND, n->kid[VV_ROLLING_ON]->span, "a body cannot roll on itself");
        return;
    }
    r.kept = k->nfinite > 0;
    r.label = vv_format(el->c, "rolling of %s by %s on %s", b->name, k->by->key, k->on->key);
    push_finite(el, k, &r);
    vv_surface_contact_add_guards(el, k);
    vv_vec slip = vv_surface_contact_slip(el, k, &r);
    const char *name = NULL;
    int axes = axes_of_relations(el, k, slip, &name);
    vv_push_rolling(el, n, &r, slip, axes, name);
}

/* Events of surfaces follow those of the model, whose numbering is visible to the reader. */
void vv_move_quiet_events_last(elaborator *el) {
    vv_model *m = el->m;
    int n = 0;
    vv_model_event *all = VV_ARRAY(el->c, vv_model_event, m->nwhens + 1);
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
        const vv_surface_def *s = vv_surface_def_of(el, d);
        vv_surface *own = VV_NEW(el->c, vv_surface);
        const char *key = vv_def_key(el, d->node->kid[0], d->env);
        const vv_def *b = key ? vv_def_find(el, SPACE_BODY, key) : NULL;
        vv_stated_surface k = {.name = d->key, .body = b ? b->index : -1, .shape = own};
        for (int j = 0; j < 2; j++) k.parameter[j] = s->name[j] ? s->name[j] : j ? "v" : "u";
        if (!own || s->shape.curve || !vv_surface_carrier(el, d, &k.frame, &k.origin)) continue;
        *own = s->shape;
        m->surface[m->nsurfaces++] = k;
    }
}
