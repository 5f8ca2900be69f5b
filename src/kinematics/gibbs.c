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

/* Velocities of the centres. Where a body rolls on something, it is the velocity of the support plus the
 * turn about the contact: the constraint used at once, which S permits (T would not). */
static bool rolled_velocity(vv_ctx *c, const vv_system *s, const vv_frames *f, int body, vv_vec *out) {
    const vv_model *m = s->m;
    const vv_body *b = &m->body[body];
    for (int i = 0; i < m->nrollings; i++) {
        const vv_rolling *r = &m->rolling[i];
        vv_vec turn;
        if (r->body != body) continue;
        vv_vec support = vv_vec_subst_map(c, &s->to_speeds, vv_vec_subst_map(c, &s->to_raw, r->support_velocity));
        if (!vv_vec_cross(c, f, vv_vec_tidy(c, vv_frame_spin(c, f, b->frame)), vv_vec_sub(c, b->centre, r->at), &turn)) continue;
        *out = vv_vec_tidy(c, vv_vec_add(c, support, turn));
        return true;
    }
    return false;
}

static vv_vec *centre_accelerations(vv_ctx *c, const vv_system *s, const vv_frames *f) {
    int n = s->m->nbodies;
    vv_vec *v = VV_ARRAY(c, vv_vec, n + 1);
    if (!v) return NULL;
    for (int i = 0; i < n; i++) v[i] = s->m->body[i].centre;
    vv_vecs_rate(c, f, n, v, v);
    for (int i = 0; i < n; i++)
        if (!rolled_velocity(c, s, f, i, &v[i])) v[i] = vv_vec_tidy(c, v[i]);
    vv_vecs_rate(c, f, n, v, v);
    return v;
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

/* Rotation of one body along the axes of its tensor: omega, then its rate, filled in for all at once. */
typedef struct turning { vv_expr w[3], spin[3], rate[3]; bool turns; } turning;

static bool find_turning(vv_ctx *c, const vv_frames *f, const vv_body *b, turning *t) {
    for (int i = 0; i < 9; i++) t->turns |= !vv_is_zero(b->inertia[i]);
    for (int i = 0; i < 3; i++) t->w[i] = t->spin[i] = VV_ZERO;
    if (!t->turns) return true;
    return vv_vec_in(c, f, vv_frame_spin(c, f, b->frame), b->inertia_frame, t->w) &&
           vv_vec_in(c, f, vv_frame_spin(c, f, b->inertia_frame), b->inertia_frame, t->spin);
}

static turning *find_turnings(vv_ctx *c, const vv_system *s, const vv_frames *f) {
    int n = s->m->nbodies;
    turning *t = VV_ARRAY(c, turning, n + 1);
    vv_expr *w = VV_ARRAY(c, vv_expr, 3 * n + 1);
    if (!t || !w) return NULL;
    for (int i = 0; i < n; i++) {
        if (!find_turning(c, f, &s->m->body[i], &t[i])) return NULL;
        for (int k = 0; k < 3; k++) w[3 * i + k] = t[i].w[k];
    }
    vv_rate(c, f->nrates, f->symbol, f->rate, 3 * n, w, w);
    for (int i = 0; i < 3 * n; i++) t[i / 3].rate[i % 3] = w[i];
    return t;
}

static vv_expr rotation_part(vv_ctx *c, const vv_body *b, const turning *t) {
    vv_expr rel[3], alpha[3], Iw[3], Ia[3], gyro[3];
    if (!t->turns) return VV_ZERO;
    /* absolute derivative of omega, components along axes that turn with `spin` */
    cross3(c, t->spin, t->w, rel);
    for (int i = 0; i < 3; i++) alpha[i] = vv_add(c, t->rate[i], rel[i]);
    apply3(c, b->inertia, t->w, Iw);
    apply3(c, b->inertia, alpha, Ia);
    cross3(c, t->w, Iw, gyro);
    return vv_add(c, vv_scale(c, vv_rat_make(c, 1, 2), dot3(c, alpha, Ia)), dot3(c, alpha, gyro));
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
    vv_vec *a = f.frame ? centre_accelerations(c, s, &f) : NULL;
    turning *turn = a ? find_turnings(c, s, &f) : NULL;
    int n = 0;
    if (!t || !turn) return vv_ctx_fail(c, VV_E_BEYOND);
    for (int i = 0; i < m->nbodies && vv_ctx_ok(c); i++) {
        vv_expr a2;
        if (!vv_vec_dot(c, &f, a[i], a[i], &a2)) return vv_ctx_fail(c, VV_E_BEYOND);
        t[n++] = vv_scale(c, vv_rat_make(c, 1, 2), vv_mul(c, m->body[i].mass, a2));
        t[n++] = rotation_part(c, &m->body[i], &turn[i]);
    }
    t[n++] = given_part(c, s);
    *S = vv_sum(c, n, t);
    return vv_ctx_status(c);
}
