/* Queries about a contact: contact(S), normal(S), slip(S), pivoting(S), rolling(S), trace(S).
 * [AppellHadamard1899, no. 8] */
#include <string.h>

#include "model/elaborate.h"

/* A contact as seen by queries, whether stated by surfaces or by a point. */
typedef struct view {
    int body_frame, support_frame;
    vv_vec at, normal, slip; /* normal as stated, not normalized; empty if unknown */
    vv_vec own, other;       /* the contact from the origin of either surface's axes */
} view;

/* The contact that involves the surface or body named by `ref`. */
static vv_surface_contact *contact_at(elaborator *el, const vv_node *ref, const vv_env *env,
                                      bool *support) {
    const char *key = vv_def_key(el, ref, env);
    vv_surface_contact *found = NULL;
    for (int i = 0; key && i < el->ncontacts; i++) {
        vv_surface_contact *k = &el->contact[i];
        if (!k->by || !k->on) continue;
        bool own = !strcmp(k->by->key, key) || !strcmp(k->body->key, key),
             other = !strcmp(k->on->key, key);
        if ((!own && !other) || (found && !own)) continue;
        found = k;
        *support = other;
    }
    return found;
}

static bool view_surfaces(elaborator *el, vv_surface_contact *k, view *out) {
    if (!vv_define(el, k->body)) return false;
    const vv_body *b = &el->m->body[k->body->index];
    if (k->centre_stated) k->centre = b->centre;
    if (!vv_surface_contact_place_body(el, k, b->frame)) return false;
    vv_rolling r = {.body = k->body->index};
    if (!vv_eval_support_velocity(el, k->on->node->kid[0], k->on->env, k->at, &r.support_velocity,
                                  &r.support_frame, &r.support_body))
        return false;
    *out = (view){k->frame,
                  k->support_frame,
                  k->at,
                  k->normal,
                  vv_surface_contact_slip(el, k, &r),
                  k->rho,
                  vv_vec_sub(el->c, k->at, k->origin)};
    return true;
}

/* `rolling B on K at P` with this B; NULL if none. */
static const vv_node *point_contact(elaborator *el, const char *body) {
    for (int i = 0; body && i < el->tree->n; i++) {
        const vv_node *n = el->tree->statement[i];
        if (n->kind != VV_N_ROLLING || n->kid[VV_ROLLING_BY] ||
            n->kid[VV_ROLLING_BODY]->kind != VV_N_NAME)
            continue;
        if (!strcmp(n->kid[VV_ROLLING_BODY]->name, body)) return n;
    }
    return NULL;
}

static bool view_point(elaborator *el, const vv_node *n, view *out) {
    vv_ctx *c = el->c;
    const vv_frames *f = &el->m->frames;
    vv_vec velocity, turn;
    int support, body = vv_eval_body(el, n->kid[VV_ROLLING_BODY], NULL), frame;
    if (body < 0 || !vv_eval_vector(el, n->kid[VV_ROLLING_AT], NULL, &out->at) ||
        !vv_eval_support_velocity(el, n->kid[VV_ROLLING_ON], NULL, out->at, &velocity, &frame,
                                  &support))
        return false;
    const vv_body *b = &el->m->body[body];
    out->body_frame = b->frame, out->support_frame = frame;
    out->own = vv_vec_sub(c, out->at, b->centre);
    out->other =
        vv_vec_sub(c, out->at, support >= 0 ? el->m->body[support].centre : f->frame[frame].origin);
    if (!vv_vec_cross(c, f, vv_frame_angular_velocity(c, f, b->frame), out->own, &turn))
        return false;
    out->slip = vv_vec_sub(c, vv_vec_add(c, vv_vec_rate(c, f, b->centre), turn), velocity);
    if (n->kid[VV_ROLLING_NORMAL])
        return vv_eval_vector(el, n->kid[VV_ROLLING_NORMAL], NULL, &out->normal);
    for (int i = 0; i < el->tree->n && frame == 0; i++) /* opposite to gravity on the world */
        if (el->tree->statement[i]->kind == VV_N_GRAVITY &&
            vv_eval_vector(el, el->tree->statement[i]->kid[0], NULL, &out->normal))
            out->normal = vv_vec_scale(c, VV_MINUS_ONE, out->normal);
    return true;
}

static vv_value relative_spin(elaborator *el, const view *k, bool pivoting) {
    vv_ctx *c = el->c;
    const vv_frames *f = &el->m->frames;
    vv_expr along, square;
    vv_vec turn = vv_vec_sub(c, vv_frame_angular_velocity(c, f, k->body_frame),
                             vv_frame_angular_velocity(c, f, k->support_frame));
    if (!k->normal.n || !vv_vec_dot(c, f, turn, k->normal, &along) ||
        !vv_vec_dot(c, f, k->normal, k->normal, &square))
        return (vv_value){.kind = VALUE_BAD};
    square = vv_factored_if_shorter(c, square);
    if (pivoting)
        return (vv_value){.kind = VALUE_SCALAR, .s = vv_div(c, along, vv_signed_root(c, square))};
    vv_vec part = vv_vec_scale(c, vv_div(c, along, square), k->normal);
    return (vv_value){.kind = VALUE_VECTOR, .v = vv_vec_sub(c, turn, part)};
}

/* The contact point in the axes that carry the surface: its curve on that body. */
static vv_value trace(elaborator *el, const view *k, bool support) {
    vv_expr x[3];
    if (!vv_vec_components(el->c, &el->m->frames, support ? k->other : k->own,
                           support ? k->support_frame : k->body_frame, x))
        return (vv_value){.kind = VALUE_BAD};
    return (vv_value){.kind = VALUE_VECTOR, .v = vv_vec_make(el->c, 0, x[0], x[1], x[2])};
}

static bool view_of(elaborator *el, const vv_node *n, const vv_env *env, view *out, bool *support) {
    bool named = n->n == 1 && (n->kid[0]->kind == VV_N_NAME || n->kid[0]->kind == VV_N_INDEX);
    vv_surface_contact *k = named ? contact_at(el, n->kid[0], env, support) : NULL;
    if (k) return view_surfaces(el, k, out);
    const vv_node *point = named ? point_contact(el, vv_def_key(el, n->kid[0], env)) : NULL;
    if (point) return view_point(el, point, out);
    if (el->contact_faulty) return false;
    vv_diag_hint(
        el->c,
        vv_model_error(el, VV_D_CONTACT, n->span,
                       "%s(...) asks about a surface or a body that takes part in a contact",
                       n->name),
        strcmp(n->name, "normal")
            ? "name the surface after `by` or the rolling body: %s(S)"
            : "name the surface after `by` or the rolling body: %s(S); N(P) is the normal reaction "
              "at P",
        n->name);
    return false;
}

/* contact(S), normal(S), slip(S), pivoting(S), rolling(S), trace(S) */
vv_value vv_eval_contact_query(elaborator *el, const vv_node *n, const vv_env *env) {
    bool support = false;
    view k = {0};
    if (!view_of(el, n, env, &k, &support)) return (vv_value){.kind = VALUE_BAD};
    if (!strcmp(n->name, "contact")) return (vv_value){.kind = VALUE_VECTOR, .v = k.at};
    if (!strcmp(n->name, "slip")) return (vv_value){.kind = VALUE_VECTOR, .v = k.slip};
    if (!strcmp(n->name, "trace")) return trace(el, &k, support);
    if (!k.normal.n) {
        vv_diag_hint(
            el->c,
            vv_model_error(el, VV_D_NORMAL, n->span, "the normal of this contact is unknown"),
            "add normal world.z to the rolling statement");
        return (vv_value){.kind = VALUE_BAD};
    }
    if (!strcmp(n->name, "normal")) return (vv_value){.kind = VALUE_VECTOR, .v = k.normal};
    return relative_spin(el, &k, !strcmp(n->name, "pivoting"));
}
