/* The Gibbs–Appell function S, Appell's energy of acceleration [Appell1896, nos. 465-467], in
 * the speeds or in the coordinates as if unconstrained. */
#include "kinematics/body_kinematics.h"
#include "geometry/geometry.h"

/* 1/2 alpha.I alpha + alpha.(w x I w) */
static vv_expr rotation_part(vv_ctx *c, const vv_system *s, const vv_body_kinematics *m) {
    if (!m->turns) return VV_ZERO;
    vv_expr gyration = s->faults & VV_FAULT_GYROSCOPIC ? VV_ZERO : vv_dot3(c, m->alpha, m->gyro);
    return vv_add(c, vv_half(c, vv_dot3(c, m->alpha, m->inertia)), gyration);
}

vv_status vv_stated_inertia_forces(vv_ctx *c, const vv_system *s, vv_expr *out) {
    int nq = s->nq;
    vv_expr *p = VV_ARRAY(c, vv_expr, nq + 1), *dq = VV_ARRAY(c, vv_expr, nq + 1);
    for (int i = 0; i < nq; i++) out[i] = VV_ZERO;
    if (!s->m->has_kinetic || !p || !dq) return vv_ctx_status(c);
    vv_expr T = vv_expr_in_coordinates(c, s, s->m->kinetic);
    vv_gradient(c, T, nq, s->qd, p);
    vv_gradient(c, T, nq, s->q, dq);
    vv_total_derivative(c, s->maps.coordinate_rates.n, s->maps.coordinate_rates.from,
                        s->maps.coordinate_rates.to, nq, p, out);
    for (int i = 0; i < nq; i++) out[i] = vv_sub(c, out[i], dq[i]);
    return vv_ctx_status(c);
}

/* S = 1/2 a.M a + a.h of an energy stated directly: a.E(T) less half of a.M a [M-S-STRUCT]. */
static vv_expr stated_part(vv_ctx *c, const vv_system *s, const vv_kinematics *m) {
    int nq = s->nq;
    if (!s->m->has_kinetic) return VV_ZERO;
    vv_expr *E = VV_ARRAY(c, vv_expr, nq + 1), *Ma = VV_ARRAY(c, vv_expr, nq + 1), sum = VV_ZERO;
    if (!E || !Ma || vv_stated_inertia_forces(c, s, E) != VV_OK) return VV_POISON;
    vv_total_derivative(c, nq, s->qdd, s->qdd, nq, E,
                        Ma); /* E is linear in q'': its part of first degree */
    for (int i = 0; i < nq; i++)
        sum = vv_add(c, sum, vv_mul(c, s->qdd[i], vv_sub(c, E[i], vv_half(c, Ma[i]))));
    vv_subst(c, nq, s->qdd, m->rate_rate, 1, &sum, &sum);
    vv_subst(c, nq, s->qd, m->rate, 1, &sum, &sum);
    return sum;
}

vv_status vv_kinematics_gibbs_function(vv_ctx *c, const vv_system *s, const vv_kinematics *m,
                                       vv_expr *S) {
    int nb = s->m->nbodies, n = 0;
    vv_expr *t = VV_ARRAY(c, vv_expr, 2 * nb + 2), a2;
    *S = VV_POISON;
    if (!t) return vv_ctx_status(c);
    for (int i = 0; i < nb; i++) {
        const vv_body_kinematics *b = &m->body[i];
        if (!vv_vec_dot(c, &m->frames, b->acceleration, b->acceleration, &a2))
            return vv_ctx_fail(c, VV_E_BEYOND);
        t[n++] = vv_half(c, vv_mul(c, s->m->body[i].mass, a2));
        t[n++] = rotation_part(c, s, b);
    }
    t[n++] = stated_part(c, s, m);
    *S = vv_sum(c, n, t);
    return vv_ctx_status(c);
}
