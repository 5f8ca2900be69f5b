#include "kinematics/body_kinematics.h"

#include "geometry/geometry.h"

/* The model's frames with d/dt in other variables; angular velocities of free frames are
 * expressed in them. */
static vv_frames frames_in(vv_ctx *c, const vv_system *s, const vv_symbol_map *velocities,
                           const vv_symbol_map *rates) {
    vv_frames f = s->m->frames;
    f.frame = VV_ARRAY(c, vv_frame, f.n + 1);
    for (int i = 0; f.frame && i < f.n; i++) {
        f.frame[i] = s->m->frames.frame[i];
        if (f.frame[i].kind != VV_FRAME_MATRIX) continue;
        for (int k = 0; k < 3; k++) {
            vv_expr raw = vv_symbol_map_apply(c, &s->maps.to_raw, f.frame[i].spin[k]);
            f.frame[i].spin[k] = vv_symbol_map_apply(c, velocities, raw);
        }
    }
    f.nrates = rates->n;
    f.symbol = rates->from;
    f.rate = rates->to;
    return f;
}

static bool has_root(vv_ctx *c, vv_vec v) {
    for (int i = 0; i < v.n; i++)
        if (vv_expr_contains_op(c, 3, v.part[i].x, VV_SQRT)) return true;
    return false;
}

/* If a body rolls, the velocity of its centre is that of the support plus the rotation about the
 * contact: the constraint is used directly, which is permitted where velocities are not varied
 * (T would forbid it). Not if the lever arm contains a root, which its rates would carry along. */
static bool rolled_velocity(vv_ctx *c, const vv_system *s, const vv_frames *f, int body,
                            vv_vec *out) {
    const vv_model *m = s->m;
    const vv_body *b = &m->body[body];
    for (int i = 0; i < m->nrollings; i++) {
        const vv_rolling *r = &m->rolling[i];
        vv_vec turn;
        vv_vec arm = vv_vec_sub(c, b->centre, r->at);
        if (r->body != body || has_root(c, arm)) continue;
        vv_vec support = vv_vec_symbol_map_apply(
            c, &s->maps.to_speeds,
            vv_vec_symbol_map_apply(c, &s->maps.to_raw, r->support_velocity));
        vv_vec spin = vv_vec_flatten(c, vv_frame_angular_velocity(c, f, b->frame));
        if (!vv_vec_cross(c, f, spin, arm, &turn)) continue;
        *out = vv_vec_flatten(c, vv_vec_add(c, support, turn));
        return true;
    }
    return false;
}

static bool find_rotation(vv_ctx *c, const vv_frames *f, const vv_body *b, vv_body_kinematics *m) {
    for (int i = 0; i < 9; i++) m->turns |= !vv_is_zero(b->inertia[i]);
    for (int i = 0; i < 3; i++) m->w[i] = m->alpha[i] = m->inertia[i] = m->gyro[i] = VV_ZERO;
    return !m->turns || vv_vec_components(c, f, vv_frame_angular_velocity(c, f, b->frame),
                                          b->inertia_frame, m->w);
}

/* alpha = dw/dt + angular velocity of the axes x w */
static bool finish_rotation(vv_ctx *c, const vv_frames *f, const vv_body *b, vv_body_kinematics *m,
                            const vv_expr *rate) {
    vv_expr spin[3], rel[3], Iw[3];
    if (!m->turns) return true;
    if (!vv_vec_components(c, f, vv_frame_angular_velocity(c, f, b->inertia_frame),
                           b->inertia_frame, spin))
        return false;
    vv_cross3(c, spin, m->w, rel);
    for (int i = 0; i < 3; i++) m->alpha[i] = vv_add(c, rate[i], rel[i]);
    vv_matvec3(c, b->inertia, m->w, Iw);
    vv_matvec3(c, b->inertia, m->alpha, m->inertia);
    vv_cross3(c, m->w, Iw, m->gyro);
    return true;
}

/* Velocities, accelerations and angular velocities of all bodies, each kind in one pass over
 * shared subexpressions. */
static vv_status fill(vv_ctx *c, const vv_system *s, bool rolled, vv_kinematics *m) {
    int n = s->m->nbodies;
    vv_vec *v = VV_ARRAY(c, vv_vec, n + 1);
    vv_expr *w = VV_ARRAY(c, vv_expr, 3 * n + 1);
    m->body = VV_ARRAY(c, vv_body_kinematics, n + 1);
    if (!m->frames.frame || !v || !w || !m->body) return vv_ctx_status(c);
    for (int i = 0; i < n; i++) v[i] = s->m->body[i].centre;
    vv_vec_rate_all(c, &m->frames, n, v, v);
    for (int i = 0; i < n; i++) {
        if (!rolled || !rolled_velocity(c, s, &m->frames, i, &v[i])) v[i] = vv_vec_flatten(c, v[i]);
        m->body[i].velocity = v[i];
        if (!find_rotation(c, &m->frames, &s->m->body[i], &m->body[i]))
            return vv_ctx_fail(c, VV_E_BEYOND);
        for (int k = 0; k < 3; k++) w[3 * i + k] = m->body[i].w[k];
    }
    vv_vec_rate_all(c, &m->frames, n, v, v);
    vv_total_derivative(c, m->frames.nrates, m->frames.symbol, m->frames.rate, 3 * n, w, w);
    for (int i = 0; i < n; i++) {
        m->body[i].acceleration = v[i];
        if (!finish_rotation(c, &m->frames, &s->m->body[i], &m->body[i], w + 3 * i))
            return vv_ctx_fail(c, VV_E_BEYOND);
    }
    return vv_ctx_status(c);
}

vv_status vv_kinematics_in_speeds(vv_ctx *c, const vv_system *s, vv_kinematics *out) {
    *out = (vv_kinematics){.frames = frames_in(c, s, &s->maps.to_speeds, &s->maps.speed_rates)};
    out->rate = s->rate;
    out->rate_rate = s->rate_rate;
    return fill(c, s, true, out);
}

vv_frames vv_frames_in_coordinates(vv_ctx *c, const vv_system *s) {
    return frames_in(c, s, &s->maps.to_coordinates, &s->maps.coordinate_rates);
}

vv_status vv_kinematics_in_coordinates(vv_ctx *c, const vv_system *s, vv_kinematics *out) {
    *out = (vv_kinematics){.frames = vv_frames_in_coordinates(c, s)};
    out->rate = s->qd;
    out->rate_rate = s->qdd;
    return fill(c, s, false, out);
}
