/* Every body in its moving frame, the axes in which its inertia is stated: rotation P, Q, R of
 * the axes, velocity u, v, w of the centre, rotation p, q, r of the body, momentum and angular
 * momentum, resultant and moment of all forces from their rates in moving axes, the energy of
 * acceleration, and, if it rolls, the moments of the applied forces about the contact. Each is
 * proved against an independent derivation [AppellHadamard1899, nos. 2-8; Appell1896, nos.
 * 465-467; M-TRI-VEL, M-TRI-FIXDIR, M-TRI-ACC, M-MOMENTUM, M-EULER-MOVING, M-FREE-SOLID,
 * M-S-SOLID, M-S-STRUCT, M-CONTACT-MOMENT]. */
#include <string.h>

#include "analysis/analysis.h"
#include "kinematics/kinematics.h"
#include "geometry/geometry.h"

/* One body along its axes, in the variables of the motion. */
typedef struct solid {
    const vv_body *b;
    const vv_body_kinematics *k;
    int axes;
    vv_expr turn[3];      /* P, Q, R */
    vv_expr v[3];         /* u, v, w */
    vv_expr w[3], wd[3];  /* p, q, r and their rates along the axes */
    vv_expr sigma[3];     /* I ω */
    vv_expr force[3];     /* M (v' + Ω × v) */
    vv_expr moment[3];    /* σ' + Ω × σ */
    vv_vec given, torque; /* gravity and loads at the centre */
} solid;

typedef struct work {
    vv_ctx *c;
    vv_document *d;
    const vv_study *study;
    const vv_system *s;
    vv_kinematics motion;
    bool by_speeds;
    vv_status status;
} work;

/* ---- the report ---------------------------------------------------------------------------- */

/* Appell's letters, or others if the model uses one of these otherwise. */
typedef struct letters {
    const char *name[3], *other[3];
} letters;
static const letters AXES = {{"P", "Q", "R"}, {"Ω_x", "Ω_y", "Ω_z"}},
                     VELOCITY = {{"u", "v", "w"}, {"v_x", "v_y", "v_z"}},
                     ROTATION = {{"p", "q", "r"}, {"ω_x", "ω_y", "ω_z"}},
                     GRAVITY = {{"g_x", "g_y", "g_z"}, {"g_1", "g_2", "g_3"}},
                     SIGMA = {{"σ_x", "σ_y", "σ_z"}, {"σ_1", "σ_2", "σ_3"}},
                     RESULTANT = {{"X", "Y", "Z"}, {"F_x", "F_y", "F_z"}},
                     MOMENT = {{"S_x", "S_y", "S_z"}, {"G_x", "G_y", "G_z"}},
                     CONTACT = {{"L", "M", "N"}, {"L_x", "L_y", "L_z"}};

/* The model's symbol of this name, poison if none. */
static vv_expr taken(work *w, const char *name) {
    const vv_model *m = w->s->m;
    for (int i = 0; i < m->nparameters + m->nq + m->nspeeds; i++) {
        int k = i - m->nparameters, v = k - m->nq;
        vv_expr e = k < 0   ? m->parameter[i].symbol
                    : v < 0 ? m->coordinate[k].q
                            : m->speed[v].symbol;
        if (!strcmp(vv_symbol_get(w->c, e)->name, name)) return e;
    }
    return VV_POISON;
}

static const char *const *names(work *w, const letters *l, const vv_expr x[3]) {
    for (int i = 0; i < 3; i++) {
        vv_expr e = taken(w, l->name[i]);
        if (e.id && !vv_same(e, x[i])) return l->other;
    }
    return l->name;
}

static void put_vector(work *w, const char *key, const letters *l, const vv_expr x[3],
                       const char *text) {
    const char *const *name = names(w, l, x);
    for (int i = 0; i < 3; i++)
        vv_document_definition(w->d, key, vv_symbol_new(w->c, name[i], VV_SYM_OTHER), x[i],
                               i ? NULL : text);
}

static void decide(work *w, const char *key, const char *what, int n, const vv_expr *zero) {
    vv_proof p;
    if (vv_prove_zero(w->c, &w->s->facts, n, zero, w->study->how, &p) != VV_OK) return;
    if (vv_topic_verdict(w->d, key, what, &p, NULL) != VV_OK) w->status = VV_E_BEYOND;
}

static bool same(work *w, const vv_expr a[3], const vv_expr b[3], int n) {
    for (int i = 0; i < n; i++)
        if (!vv_vanishes(w->c, &w->s->facts, vv_sub(w->c, a[i], b[i]))) return false;
    return true;
}

static void rate3(work *w, const vv_expr x[3], vv_expr out[3]) {
    const vv_frames *f = &w->motion.frames;
    vv_total_derivative(w->c, f->nrates, f->symbol, f->rate, 3, x, out);
}

/* x' + Ω × x, the rate of a vector from its components along moving axes */
static void moving_rate(work *w, const vv_expr turn[3], const vv_expr x[3], vv_expr out[3]) {
    vv_expr rate[3], swept[3];
    rate3(w, x, rate);
    vv_cross3(w->c, turn, x, swept);
    for (int i = 0; i < 3; i++) out[i] = vv_add(w->c, rate[i], swept[i]);
}

/* ---- one body ------------------------------------------------------------------------------ */

static vv_vec in_motion(work *w, vv_vec v) {
    const vv_system *s = w->s;
    v = vv_vec_symbol_map_apply(w->c, &s->maps.to_raw, v);
    return vv_vec_symbol_map_apply(w->c,
                                   w->by_speeds ? &s->maps.to_speeds : &s->maps.to_coordinates, v);
}

/* Gravity, and the loads on this body or at its centre. */
static void given_forces(work *w, int body, solid *k) {
    const vv_model *m = w->s->m;
    k->given = vv_vec_scale(w->c, k->b->mass, m->gravity);
    k->torque = vv_vec_zero();
    for (int i = 0; i < m->nloads; i++) {
        const vv_load *l = &m->load[i];
        if (l->is_torque && l->body == body)
            k->torque = vv_vec_add(w->c, k->torque, in_motion(w, l->torque));
        vv_vec arm = vv_vec_sub(w->c, l->at, k->b->centre), moment;
        bool own = l->material && l->body == body;
        if (!l->is_torque && (own || (!l->material && vv_vec_is_zero(arm))))
            k->given = vv_vec_add(w->c, k->given, in_motion(w, l->force));
        if (!l->is_torque && own && vv_vec_cross(w->c, &m->frames, arm, l->force, &moment))
            k->torque = vv_vec_add(w->c, k->torque, in_motion(w, moment));
    }
}

static bool read_solid(work *w, int body, solid *k) {
    vv_ctx *c = w->c;
    const vv_frames *f = &w->motion.frames;
    *k = (solid){.b = &w->s->m->body[body], .k = &w->motion.body[body]};
    k->axes = k->k->turns ? k->b->inertia_frame : vv_vec_cheapest_frame(f, k->k->velocity);
    if (!vv_vec_components(c, f, vv_frame_angular_velocity(c, f, k->axes), k->axes, k->turn) ||
        !vv_vec_components(c, f, k->k->velocity, k->axes, k->v))
        return false;
    for (int i = 0; i < 3; i++) k->w[i] = k->k->w[i];
    rate3(w, k->w, k->wd);
    vv_matvec3(c, k->b->inertia, k->w, k->sigma);
    moving_rate(w, k->turn, k->v, k->force);
    for (int i = 0; i < 3; i++) k->force[i] = vv_mul(c, k->b->mass, k->force[i]);
    moving_rate(w, k->turn, k->sigma, k->moment);
    given_forces(w, body, k);
    return vv_ctx_ok(c);
}

static void put_kinematics(work *w, const solid *k) {
    vv_document_fact(w->d, "axes", "axes", vv_frame_name(w->s->m, k->axes));
    put_vector(w, "trihedron", &AXES, k->turn, "rotation of the axes");
    put_vector(w, "velocity", &VELOCITY, k->v, "velocity of the centre");
    if (!k->k->turns) return;
    put_vector(w, "rotation", &ROTATION, k->w, "rotation of the body");
    const char *kind = same(w, k->turn, k->w, 3)   ? "fixed in the body (Euler's equations)"
                       : same(w, k->turn, k->w, 2) ? "with the axis of a body of revolution"
                                                   : "neither fixed in the body nor on its axis";
    vv_document_fact(w->d, "kind", "the axes are", kind);
}

/* The acceleration in moving axes against the second derivative of the position in the world. */
static void put_acceleration(work *w, const solid *k) {
    vv_ctx *c = w->c;
    const vv_frames *f = &w->motion.frames;
    vv_expr x[3], a[3], J[3];
    if (!vv_vec_components(c, f, k->b->centre, 0, x)) return;
    rate3(w, x, a);
    rate3(w, a, a);
    moving_rate(w, k->turn, k->v, J);
    if (!vv_vec_components(c, f, vv_vec_make(c, k->axes, J[0], J[1], J[2]), 0, J)) return;
    for (int i = 0; i < 3; i++) J[i] = vv_sub(c, J[i], a[i]);
    decide(
        w, "acceleration",
        "the acceleration V' + Ω × V in the moving axes is the second derivative of the position",
        3, J);
}

/* The world origin seen from the axes: x' + Ω × x + V = 0. */
static void put_fixed_point(work *w, const solid *k) {
    vv_expr x[3], rate[3];
    vv_vec from = vv_vec_sub(w->c, vv_vec_zero(), k->b->centre);
    if (!vv_vec_components(w->c, &w->motion.frames, from, k->axes, x)) return;
    moving_rate(w, k->turn, x, rate);
    for (int i = 0; i < 3; i++) rate[i] = vv_add(w->c, rate[i], k->v[i]);
    decide(w, "fixed_point", "the world's origin is fixed: x' + Ω × x + V = 0", 3, rate);
}

/* Components of gravity along the axes: a fixed direction. */
static void put_direction(work *w, const solid *k) {
    vv_expr g[3], rate[3];
    if (vv_vec_is_zero(w->s->m->gravity) ||
        !vv_vec_components(w->c, &w->motion.frames, w->s->m->gravity, k->axes, g))
        return;
    put_vector(w, "gravity", &GRAVITY, g, "gravity along the axes");
    moving_rate(w, k->turn, g, rate);
    decide(w, "direction", "its direction is fixed: the components satisfy g' + Ω × g = 0", 3,
           rate);
}

/* σ = dT/d(p, q, r) with p, q, r as variables. */
static void put_momentum(work *w, const solid *k) {
    vv_ctx *c = w->c;
    const char *const *name = names(w, &ROTATION, k->w);
    vv_expr x[3], Ix[3], p[3];
    put_vector(w, "angular_momentum", &SIGMA, k->sigma, "angular momentum about the centre");
    for (int i = 0; i < 3; i++) x[i] = vv_symbol_new(c, name[i], VV_SYM_SPEED);
    vv_matvec3(c, k->b->inertia, x, Ix);
    vv_expr T = vv_half(c, vv_dot3(c, x, Ix));
    vv_document_named(w->d, "T", "2*T", "2 T", vv_scale(c, vv_rat_int(2), T));
    vv_gradient(c, T, 3, x, p);
    vv_subst(c, 3, x, k->w, 3, p, p);
    for (int i = 0; i < 3; i++) p[i] = vv_sub(c, p[i], k->sigma[i]);
    decide(w, "momentum",
           "the angular momentum is the derivative of this T with respect to the angular velocity",
           3, p);
}

/* ---- forces -------------------------------------------------------------------------------- */

static void put_balances(work *w, const solid *k) {
    vv_ctx *c = w->c;
    vv_expr rest[3];
    put_vector(w, "resultant", &RESULTANT, k->force,
               "resultant of all forces on it, reactions included: m (V' + Ω × V)");
    if (!k->k->turns) return;
    put_vector(w, "moment", &MOMENT, k->moment, "their moment about the centre: σ' + Ω × σ");
    for (int i = 0; i < 3; i++)
        rest[i] = vv_sub(c, k->moment[i], vv_add(c, k->k->inertia[i], k->k->gyro[i]));
    decide(w, "moment_rate", "σ' + Ω × σ is I α + ω × I ω", 3, rest);
}

/* 2 S of the rotation by Appell's formula with P, Q, R [Appell1896, no. 466 (12); M-S-SOLID]. */
static vv_expr turning_gibbs(work *w, const solid *k) {
    vv_ctx *c = w->c;
    const vv_expr *I = k->b->inertia;
    vv_expr t[6];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, l = (i + 2) % 3;
        vv_expr swept = vv_sub(c, vv_mul(c, k->turn[j], k->w[l]), vv_mul(c, k->turn[l], k->w[j]));
        vv_expr h = vv_add(c, vv_mul(c, vv_sub(c, I[4 * l], I[4 * j]), vv_mul(c, k->w[j], k->w[l])),
                           vv_mul(c, I[4 * i], swept));
        t[2 * i] = vv_mul(c, I[4 * i], vv_mul(c, k->wd[i], k->wd[i]));
        t[2 * i + 1] = vv_scale(c, vv_rat_int(2), vv_mul(c, h, k->wd[i]));
    }
    return vv_sum(c, 6, t);
}

static bool is_principal(const vv_expr I[9]) {
    for (int i = 0; i < 9; i++)
        if (i % 4 && !vv_is_zero(I[i])) return false;
    return true;
}

/* Both forms of S, differentiated with respect to the accelerations: terms free of these may
 * differ. */
static void put_gibbs(work *w, const solid *k) {
    vv_ctx *c = w->c;
    int n = w->by_speeds ? w->s->n : w->s->nq;
    const vv_expr *x = w->by_speeds ? w->s->wd : w->s->qdd;
    vv_expr own = vv_add(c, vv_half(c, vv_dot3(c, k->k->alpha, k->k->inertia)),
                         vv_dot3(c, k->k->alpha, k->k->gyro)),
            *d = VV_ARRAY(c, vv_expr, n + 1);
    if (!d || !is_principal(k->b->inertia)) return;
    vv_expr S2 = turning_gibbs(w, k);
    vv_document_named(w->d, "S", "2*S", "2 S", S2);
    vv_gradient(c, vv_sub(c, vv_half(c, S2), own), n, x, d);
    decide(w, "gibbs",
           "this 2*S of the rotation about the centre is α.I α + 2 α.(ω × I ω), up to terms "
           "without accelerations",
           n, d);
}

/* ---- contact ------------------------------------------------------------------------------- */

/* d(F.v)/dw with F held fixed. */
static bool add_work(work *w, vv_vec F, vv_vec v, vv_rat sign, vv_expr *sum) {
    vv_ctx *c = w->c;
    int n = w->s->n, home = vv_vec_cheapest_frame(&w->motion.frames, v);
    vv_expr f[3], x[3], *J = VV_ARRAY(c, vv_expr, 3 * n + 1);
    if (!v.n || !F.n) return true;
    if (!J || !vv_vec_components(c, &w->motion.frames, v, home, x) ||
        !vv_vec_components(c, &w->motion.frames, F, home, f))
        return false;
    vv_jacobian(c, 3, x, n, w->s->w, J);
    for (int i = 0; i < n; i++)
        for (int a = 0; a < 3; a++)
            sum[i] = vv_add(c, sum[i], vv_scale(c, sign, vv_mul(c, f[a], J[a * n + i])));
    return true;
}

/* The virtual work of the applied forces on the speeds is that of their moment about the contact
 * on the rotation, and of their resultant on the motion of the support. */
static void put_contact(work *w, const solid *k, const vv_rolling *r) {
    vv_ctx *c = w->c;
    const vv_frames *f = &w->motion.frames;
    vv_rat plus = vv_rat_int(1), minus = vv_rat_int(-1);
    vv_vec arm = vv_vec_sub(c, k->b->centre, r->at), moment, spin;
    vv_expr L[3], *rest = VV_ARRAY(c, vv_expr, w->s->n + 1);
    if (!rest || !vv_vec_cross(c, f, arm, k->given, &moment)) return;
    moment = vv_vec_add(c, moment, k->torque);
    if (!vv_vec_components(c, f, moment, k->axes, L)) return;
    put_vector(w, "contact", &CONTACT, L, "moments of the applied forces about the contact");
    spin = vv_vec_make(c, k->axes, k->w[0], k->w[1], k->w[2]);
    for (int i = 0; i < w->s->n; i++) rest[i] = VV_ZERO;
    if (add_work(w, k->given, vv_vec_rate(c, f, k->b->centre), plus, rest) &&
        add_work(w, k->torque, spin, plus, rest) && add_work(w, moment, spin, minus, rest) &&
        add_work(w, k->given, in_motion(w, r->support_velocity), minus, rest))
        decide(w, "contact_work",
               vv_vec_is_zero(r->support_velocity)
                   ? "the power of these forces on the speeds equals that of these moments on the "
                     "rotation"
                   : "the power of these forces on the speeds equals that of these moments on the "
                     "rotation plus that of their resultant on the motion of the support",
               w->s->n, rest);
}

/* ---- entry point --------------------------------------------------------------------------- */

static void put_solid(work *w, int body) {
    solid k;
    const vv_model *m = w->s->m;
    const char *name = m->body[body].name;
    const char *title = name ? name : vv_format(w->c, "body %d", body + 1);
    if (!title || !read_solid(w, body, &k)) return;
    vv_document_begin(w->d, "body", true, title);
    put_kinematics(w, &k);
    put_acceleration(w, &k);
    put_fixed_point(w, &k);
    put_direction(w, &k);
    if (k.k->turns) put_momentum(w, &k);
    put_balances(w, &k);
    if (k.k->turns) put_gibbs(w, &k);
    for (int i = 0; w->by_speeds && i < m->nrollings; i++)
        if (m->rolling[i].body == body && k.k->turns) put_contact(w, &k, &m->rolling[i]);
    vv_document_end(w->d);
}

/* dq'/dV: the rates of Euler parameters are not independent, those of a rotation keep their norm
 * (nq x nv); NULL without free frames, where V are the q'. */
static vv_expr *rates_by_velocities(work *w) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    vv_expr *J = s->m->nfree ? VV_MATRIX(c, vv_expr, s->nq, s->nv) : NULL;
    for (int a = 0; J && a < s->nq; a++) {
        vv_expr rate = s->m->coordinate[a].internal
                           ? vv_symbol_map_time_derivative(c, &s->maps.raw_rates, s->q[a])
                           : s->qd[a];
        vv_gradient(c, rate, s->nv, s->v, J + a * s->nv);
    }
    return J;
}

/* out = J^T A with a matrix of nq rows, in place of A; its number of rows. */
static int along_velocities(work *w, const vv_expr *J, int cols, vv_expr *A) {
    int nq = w->s->nq, nv = w->s->nv;
    vv_expr *out = J ? VV_MATRIX(w->c, vv_expr, nv, cols) : NULL;
    if (!out) return nq;
    for (int i = 0; i < nv * cols; i++) {
        out[i] = VV_ZERO;
        for (int a = 0; a < nq; a++)
            out[i] =
                vv_add(w->c, out[i], vv_mul(w->c, J[a * nv + i / cols], A[a * cols + i % cols]));
    }
    memcpy(A, out, (size_t)(nv * cols) * sizeof *A);
    return nv;
}

static void transpose(int rows, int cols, const vv_expr *A, vv_expr *out) {
    for (int i = 0; i < rows * cols; i++) out[i % cols * rows + i / cols] = A[i];
}

/* The quadratic coefficients of S and T; only along the velocities of rotations if there are free
 * frames. */
static void put_quadratic_part(work *w, const vv_expr *J, const vv_expr *g) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    int nq = s->nq, n = nq * nq;
    vv_expr *p = VV_ARRAY(c, vv_expr, nq + 1), *M = VV_ARRAY(c, vv_expr, n + 1),
            *H = VV_ARRAY(c, vv_expr, n + 1);
    if (!p || !M || !H) return;
    vv_jacobian(c, nq, g, nq, s->qdd, H);
    vv_gradient(c, s->T, nq, s->qd, p);
    vv_jacobian(c, nq, p, nq, s->qd, M);
    for (int i = 0; i < n; i++) H[i] = vv_sub(c, H[i], M[i]);
    int rows = along_velocities(w, J, nq, H);
    transpose(rows, nq, H, M);
    along_velocities(w, J, rows, M);
    decide(w, "structure", "the quadratic coefficients of q'' in S are those of q' in T",
           rows * rows, M);
}

/* S is quadratic in q'', with the coefficients of T; the coefficients of q'' in its linear part
 * are of degree at most two in q' [Appell1896, no. 465; M-S-STRUCT]. */
static void put_structure(work *w) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    int nq = s->nq;
    vv_kinematics motion;
    vv_expr S, *g = VV_ARRAY(c, vv_expr, nq + 1), *p = VV_ARRAY(c, vv_expr, nq + 1),
               *J = rates_by_velocities(w);
    if (!g || !p || vv_kinematics_in_coordinates(c, s, &motion) != VV_OK ||
        vv_kinematics_gibbs_function(c, s, &motion, &S) != VV_OK)
        return;
    vv_gradient(c, S, nq, s->qdd, g);
    put_quadratic_part(w, J, g);
    vv_subst_zero(c, nq, s->qdd, nq, g, g);
    /* E (E - 1) (E - 2) with Euler's operator E = q' d/dq' annihilates polynomials of degree two */
    for (int degree = 0; degree < 3; degree++) {
        vv_total_derivative(c, nq, s->qd, s->qd, nq, g, p);
        for (int a = 0; a < nq; a++) g[a] = vv_sub(c, p[a], vv_scale(c, vv_rat_int(degree), g[a]));
    }
    int n = along_velocities(w, J, 1, g);
    decide(w, "degree",
           "the coefficients of terms linear in q'' in S are of degree at most 2 in q'", n, g);
}

static vv_status fill(vv_ctx *c, const vv_study *study, vv_document *d) {
    work w = {.c = c, .d = d, .study = study, .s = study->s, .by_speeds = study->s->speeds_ok};
    vv_status found = w.by_speeds ? vv_kinematics_in_speeds(c, study->s, &w.motion)
                                  : vv_kinematics_in_coordinates(c, study->s, &w.motion);
    if (found != VV_OK) return vv_ctx_status(c);
    for (int b = 0; b < study->s->m->nbodies && vv_ctx_tick(c); b++) put_solid(&w, b);
    if (vv_ctx_ok(c)) put_structure(&w);
    return vv_ctx_ok(c) ? w.status : vv_ctx_status(c);
}

const vv_topic vv_topic_solids = {
    .name = "solids",
    .title = "Bodies in moving trihedra",
    .text = "every body along moving axes: rotations, momenta, forces, energy of acceleration",
    .needs = VV_NEEDS_BODIES | VV_NEEDS_FREEDOM,
    .fill = fill,
};
