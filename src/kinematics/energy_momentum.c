/* Sums over the bodies: kinetic energy, momentum, and angular momentum about the world's origin. */
#include "geometry/geometry.h"
#include "kinematics/body_kinematics.h"

vv_status vv_kinematics_kinetic_energy(vv_ctx *c, const vv_system *s, const vv_kinematics *m,
                                       vv_expr *T) {
    int nb = s->m->nbodies;
    vv_expr *t = VV_ARRAY(c, vv_expr, 2 * nb + 1), v2, Iw[3];
    *T = VV_POISON;
    if (!t) return vv_ctx_status(c);
    for (int i = 0; i < nb; i++) {
        const vv_body_kinematics *b = &m->body[i];
        if (!vv_vec_dot(c, &m->frames, b->velocity, b->velocity, &v2)) return VV_E_BEYOND;
        vv_matvec3(c, s->m->body[i].inertia, b->w, Iw);
        t[2 * i] = vv_half(c, vv_mul(c, s->m->body[i].mass, v2));
        t[2 * i + 1] = b->turns ? vv_half(c, vv_dot3(c, b->w, Iw)) : VV_ZERO;
    }
    *T = vv_sum(c, 2 * nb, t);
    return vv_ctx_status(c);
}

vv_status vv_kinematics_momentum(vv_ctx *c, const vv_system *s, const vv_kinematics *m,
                                 vv_expr P[3], vv_expr K[3]) {
    vv_vec p = vv_vec_zero(), k = vv_vec_zero();
    for (int i = 0; i < s->m->nbodies; i++) {
        const vv_body *b = &s->m->body[i];
        vv_vec own = vv_vec_scale(c, b->mass, m->body[i].velocity), moment;
        vv_expr Iw[3];
        p = vv_vec_add(c, p, own);
        if (!vv_vec_cross(c, &m->frames, b->centre, own, &moment)) return VV_E_BEYOND;
        k = vv_vec_add(c, k, moment);
        if (!m->body[i].turns) continue;
        vv_matvec3(c, b->inertia, m->body[i].w, Iw);
        k = vv_vec_add(c, k, vv_vec_make(c, b->inertia_frame, Iw[0], Iw[1], Iw[2]));
    }
    enum { WORLD = 0 };
    bool done = vv_vec_components(c, &m->frames, p, WORLD, P) &&
                vv_vec_components(c, &m->frames, k, WORLD, K);
    return done ? vv_ctx_status(c) : VV_E_BEYOND;
}
