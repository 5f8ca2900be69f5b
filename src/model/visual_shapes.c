/* Purely visual shapes as stated: what carries them, where, and how large. */
#include "model/elaborate.h"

/* A size is a constant length that is not certainly absent. */
static bool read_size(elaborator *el, const vv_node *n, const vv_env *env, const char *name,
                      vv_expr *out) {
    *out = vv_eval_scalar(el, n, env);
    if (!out->id) return false;
    if (!vv_is_zero(vv_eval_time_derivative(el, *out))) {
        vv_diag_hint(
            el->c, vv_model_error(el, VV_D_VISUAL, n->span, "the size %s of a shape changes", name),
            "a shape is rigid: write its size in parameters, or use a rope, whose ends move");
        return false;
    }
    vv_dimension_check_add(el, *out, n->span, VV_QUANTITY_LENGTH);
    if (!vv_certainly_negative(el, *out) && !vv_is_zero(*out)) return true;
    vv_model_error(el, VV_D_VISUAL, n->span, "the size %s of a shape is positive", name);
    return false;
}

static bool read_vector(elaborator *el, const vv_node *n, const vv_env *env, vv_vec *out) {
    return !n ||
           (vv_eval_vector(el, n, env, out) && vv_check_frames_related(el, n->span, *out, *out));
}

/* The body, frame or world that carries it; the default place is its centre or origin. */
static bool read_carrier(elaborator *el, const vv_node *n, const vv_env *env, vv_visual *v) {
    vv_vec unused;
    v->body = -1;
    if (!n) return true;
    if (!vv_eval_support_velocity(el, n, env, vv_vec_zero(), &unused, &v->frame, &v->body))
        return false;
    v->at = v->body >= 0 ? el->m->body[v->body].centre : el->m->frames.frame[v->frame].origin;
    return true;
}

static bool read_place(elaborator *el, const vv_node *n, const vv_env *env, vv_visual *v) {
    vv_node *const *kid = n->kid;
    v->has_axis = kid[VV_VISUAL_ALONG] != NULL;
    v->has_ends = kid[VV_VISUAL_FROM] != NULL;
    return read_carrier(el, kid[VV_VISUAL_ON], env, v) &&
           read_vector(el, kid[VV_VISUAL_AT], env, &v->at) &&
           read_vector(el, kid[VV_VISUAL_ALONG], env, &v->axis) &&
           read_vector(el, kid[VV_VISUAL_FROM], env, &v->at) &&
           read_vector(el, kid[VV_VISUAL_TO], env, &v->to);
}

void vv_state_visual(elaborator *el, const vv_node *n, const vv_env *env) {
    const vv_visual_kind *k = &vv_visual_kinds[n->flag];
    vv_visual v = {.name = n->name, .kind = k->name, .span = n->span};
    bool ok = read_place(el, n, env, &v);
    for (int i = 0; i < k->nsizes; i++)
        ok &= read_size(el, n->kid[VV_VISUAL_SIZES + i], env, k->size[i], &v.size[i]);
    vv_visual *out = ok ? VV_PUSH(el, el->m->visual, el->m->nvisuals, el->visualcap) : NULL;
    if (out) *out = v;
}
