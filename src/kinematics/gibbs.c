/* The energy of acceleration S in the speeds [Appell1896, nos. 465-467].
 *
 * Per body (the analogue of Koenig): S = 1/2 m a_G^2 + 1/2 alpha.I alpha + alpha.(omega x I omega), alpha the absolute
 * derivative of omega; the tensor may be along axes that do not turn with the body. Terms free of the
 * accelerations are kept where that is cheaper than finding them. */
#include "kinematics/system.h"

/* The model's frames with d/dt in the variables q, w. */
static vv_frames frames_by_speeds(vv_ctx *c, const vv_system *s) {
    vv_frames f = s->m->frames;
    f.frame = VV_ARRAY(c, vv_frame, f.n + 1);
    for (int i = 0; f.frame && i < f.n; i++) {
        f.frame[i] = s->m->frames.frame[i];
        if (f.frame[i].kind != VV_FRAME_MATRIX) continue;
        for (int k = 0; k < 3; k++) {
            vv_expr raw = vv_subst_map(c, &s->to_raw, f.frame[i].spin[k]);
            f.frame[i].spin[k] = vv_subst_map(c, &s->to_speeds, raw);
        }
    }
    f.nrates = s->speed_rates.n;
    f.symbol = s->speed_rates.from;
    f.rate = s->speed_rates.to;
    return f;
}

/* Velocity of the centre. Where the body rolls on something, it is the velocity of the support plus the
 * turn about the contact: the constraint used at once, which S permits (T would not). */
static vv_vec centre_velocity(vv_ctx *c, const vv_system *s, const vv_frames *f, int body) {
    const vv_model *m = s->m;
    const vv_body *b = &m->body[body];
    for (int i = 0; i < m->nrollings; i++) {
        const vv_rolling *r = &m->rolling[i];
        vv_vec turn;
        if (r->body != body) continue;
        bool whole = true; /* all three relations of this rolling must act or hold */
        for (int k = 0; k < s->nfindings; k++)
            if (s->finding[k].kind == VV_FOUND_CONTRADICTORY) whole = false;
        if (!whole) continue;
        vv_vec support = vv_vec_subst_map(c, &s->to_speeds, vv_vec_subst_map(c, &s->to_raw, r->support_velocity));
        if (!vv_vec_cross(c, f, vv_vec_tidy(c, vv_frame_spin(c, f, b->frame)), vv_vec_sub(c, b->centre, r->at), &turn)) continue;
        return vv_vec_tidy(c, vv_vec_add(c, support, turn));
    }
    return vv_vec_tidy(c, vv_vec_rate(c, f, b->centre));
}

static void cross3(vv_ctx *c, const vv_expr a[3], const vv_expr b[3], vv_expr out[3]) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = vv_sub(c, vv_mul(c, a[j], b[k]), vv_mul(c, a[k], b[j]));
    }
}

static void apply3(vv_ctx *c, const vv_expr I[9], const vv_expr x[3], vv_expr out[3]) {
    for (int i = 0; i < 3; i++) {
        vv_expr t[3];
        for (int j = 0; j < 3; j++) t[j] = vv_mul(c, I[3 * i + j], x[j]);
        out[i] = vv_sum(c, 3, t);
    }
}

static vv_expr dot3(vv_ctx *c, const vv_expr a[3], const vv_expr b[3]) {
    vv_expr t[3];
    for (int i = 0; i < 3; i++) t[i] = vv_mul(c, a[i], b[i]);
    return vv_sum(c, 3, t);
}

static bool rotation_part(vv_ctx *c, const vv_frames *f, const vv_body *b, vv_expr *out) {
    vv_expr w[3], spin[3], rel[3], alpha[3], Iw[3], Ia[3], gyro[3];
    *out = VV_ZERO;
    bool turns = false;
    for (int i = 0; i < 9; i++) turns |= !vv_is_zero(b->inertia[i]);
    if (!turns) return true;
    if (!vv_vec_in(c, f, vv_frame_spin(c, f, b->frame), b->inertia_frame, w)) return false;
    if (!vv_vec_in(c, f, vv_frame_spin(c, f, b->inertia_frame), b->inertia_frame, spin)) return false;
    /* absolute derivative of omega, components along axes that turn with `spin` */
    vv_rate(c, f->nrates, f->symbol, f->rate, 3, w, alpha);
    cross3(c, spin, w, rel);
    for (int i = 0; i < 3; i++) alpha[i] = vv_add(c, alpha[i], rel[i]);
    apply3(c, b->inertia, w, Iw);
    apply3(c, b->inertia, alpha, Ia);
    cross3(c, w, Iw, gyro);
    *out = vv_add(c, vv_scale(c, vv_rat_make(c, 1, 2), dot3(c, alpha, Ia)), dot3(c, alpha, gyro));
    return true;
}

/* A kinetic energy given outright: S = 1/2 a.M a + a.h with M a + h = E(T), a = q'' [M-S-STRUCT]. */
static vv_expr given_part(vv_ctx *c, const vv_system *s) {
    const vv_model *m = s->m;
    if (!m->has_kinetic) return VV_ZERO;
    int nq = s->nq;
    vv_expr T = vv_subst_map(c, &s->to_coordinates, vv_subst_map(c, &s->to_raw, m->kinetic));
    vv_expr *p = VV_ARRAY(c, vv_expr, nq + 1), *pd = VV_ARRAY(c, vv_expr, nq + 1), *Ma = VV_ARRAY(c, vv_expr, nq + 1),
            *dq = VV_ARRAY(c, vv_expr, nq + 1);
    if (!p || !pd || !Ma || !dq) return VV_POISON;
    vv_gradient(c, T, nq, s->qd, p);
    vv_gradient(c, T, nq, s->q, dq);
    vv_rate(c, s->coordinate_rates.n, s->coordinate_rates.from, s->coordinate_rates.to, nq, p, pd);
    vv_rate(c, nq, s->qd, s->qdd, nq, p, Ma);
    vv_expr sum = VV_ZERO;
    for (int i = 0; i < nq; i++) {
        vv_expr e = vv_sub(c, vv_sub(c, pd[i], dq[i]), vv_scale(c, vv_rat_make(c, 1, 2), Ma[i]));
        sum = vv_add(c, sum, vv_mul(c, s->qdd[i], e));
    }
    vv_subst(c, nq, s->qdd, s->rate_rate, 1, &sum, &sum);
    vv_subst(c, nq, s->qd, s->rate, 1, &sum, &sum);
    return sum;
}

vv_status vv_system_gibbs(vv_ctx *c, const vv_system *s, vv_expr *S) {
    const vv_model *m = s->m;
    vv_frames f = frames_by_speeds(c, s);
    vv_expr *t = VV_ARRAY(c, vv_expr, 2 * m->nbodies + 2);
    int n = 0;
    if (!f.frame || !t) return vv_ctx_status(c);
    for (int i = 0; i < m->nbodies && vv_ctx_ok(c); i++) {
        vv_vec a = vv_vec_rate(c, &f, centre_velocity(c, s, &f, i));
        vv_expr a2, turn;
        if (!vv_vec_dot(c, &f, a, a, &a2) || !rotation_part(c, &f, &m->body[i], &turn)) return vv_ctx_fail(c, VV_E_BEYOND);
        t[n++] = vv_scale(c, vv_rat_make(c, 1, 2), vv_mul(c, m->body[i].mass, a2));
        t[n++] = turn;
    }
    t[n++] = given_part(c, s);
    *S = vv_sum(c, n, t);
    return vv_ctx_status(c);
}
