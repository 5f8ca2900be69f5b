/* Kinetic energy of the bodies, in the raw velocity variables [Koenig; Appell1896, no. 446]. */
#include "model/elaborate.h"

static vv_expr quadratic(vv_ctx *c, const vv_expr I[9], const vv_expr w[3]) {
    vv_expr t[9];
    int n = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            t[n++] = vv_product(c, 3, (vv_expr[]){I[3 * i + j], w[i], w[j]});
    return vv_sum(c, n, t);
}

vv_expr vv_kinetic_energy(vv_ctx *c, const vv_model *m) {
    if (m->whole_kinetic.id) return m->whole_kinetic;
    vv_expr sum = m->has_kinetic ? m->kinetic : VV_ZERO;
    vv_expr *t = VV_ARRAY(c, vv_expr, 2 * m->nbodies + 1);
    vv_rat half = vv_rat_make(c, 1, 2);
    vv_vec *v = VV_ARRAY(c, vv_vec, m->nbodies + 1);
    int n = 0;
    if (!t || !v) return VV_POISON;
    for (int i = 0; i < m->nbodies; i++) v[i] = m->body[i].centre;
    vv_vec_rate_all(c, &m->frames, m->nbodies, v, v);
    for (int i = 0; i < m->nbodies; i++) {
        const vv_body *b = &m->body[i];
        vv_expr v2, w[3];
        if (!vv_vec_dot(c, &m->frames, v[i], v[i], &v2)) return VV_POISON;
        t[n++] = vv_scale(c, half, vv_mul(c, b->mass, v2));
        bool turns = false;
        for (int k = 0; k < 9; k++) turns |= !vv_is_zero(b->inertia[k]);
        if (!turns) continue;
        if (!vv_vec_components(c, &m->frames, vv_frame_angular_velocity(c, &m->frames, b->frame),
                               b->inertia_frame, w))
            return VV_POISON;
        t[n++] = vv_scale(c, half, quadratic(c, b->inertia, w));
    }
    if (!vv_is_zero(sum)) t[n++] = sum;
    return vv_sum(c, n, t);
}
