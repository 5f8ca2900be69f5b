/* Newton-Euler vector balances of every body in moving frames: m (V' + Ω × V) = F + R for its
 * centre and σ' + Ω × σ = M + C about it, with the reactions R and C as unknowns; they do no
 * work on the displacements that the constraints leave [AppellHadamard1899, nos. 5, 7;
 * M-EULER-MOVING, M-FREE-SOLID]. Forces must be stated on bodies. */
#include <string.h>

#include "formalism/formalism.h"
#include "formalism/equation_builder.h"
#include "geometry/geometry.h"

typedef struct balances {
    vv_ctx *c;
    const vv_system *s;
    vv_equations *out;
    vv_kinematics motion;
    int n;
    vv_expr *inertia, *force; /* m a or dσ/dt, and the applied force or moment */
    vv_expr *velocity;        /* the conjugate component of v or ω, in the speeds */
    const char **name, **text;
} balances;

/* ---- hypotheses ---------------------------------------------------------------------------- */

/* The body on whose centre or material a force acts, or which a torque turns; -1: none. */
static int body_at(vv_ctx *c, const vv_model *m, const vv_load *l) {
    if (l->is_torque || l->material) return l->body;
    for (int b = 0; b < m->nbodies; b++)
        if (vv_vec_is_zero(vv_vec_sub(c, m->body[b].centre, l->at))) return b;
    return -1;
}

static const char *refusal(vv_ctx *c, const vv_system *s) {
    const vv_model *m = s->m;
    if (!s->speeds_ok) return vv_refuse_nonlinear(c, s);
    if (m->has_kinetic)
        return "a kinetic energy is stated directly: there are no bodies to balance";
    for (int a = 0; a < m->nq; a++)
        if (!vv_is_zero(m->work[a])) return "a force is stated by its virtual work, not on a body";
    for (int i = 0; i < m->nloads; i++)
        if (body_at(c, m, &m->load[i]) < 0)
            return m->load[i].is_torque ? "a torque acts on a frame that carries no body"
                                        : "a force acts at a point that is not the centre of a "
                                          "body, and not on the material of one";
    if (m->napparent > 1) return "apparent gravity is stated more than once";
    vv_vec g = vv_vec_add(c, m->gravity, m->apparent);
    vv_expr U = vv_sub(c, m->force_function, m->centrifugal), h;
    for (int b = 0; b < m->nbodies; b++) {
        if (!vv_vec_dot(c, &m->frames, g, m->body[b].centre, &h))
            return "the direction of gravity is unknown";
        U = vv_sub(c, U, vv_mul(c, m->body[b].mass, h));
    }
    bool gravity = vv_is_zero(U) || vv_vanishes(c, &m->facts, U);
    return gravity ? NULL : "a force function other than gravity has no known point of application";
}

/* ---- balances ------------------------------------------------------------------------------ */

static vv_vec in_speeds(const balances *k, vv_vec v) {
    return vv_vec_symbol_map_apply(k->c, &k->s->maps.to_speeds,
                                   vv_vec_symbol_map_apply(k->c, &k->s->maps.to_raw, v));
}

/* Apparent gravity includes the centrifugal force on every mass element: it adds to M g the
 * force M ω × (ω × r) at the centre, r from the world origin, and the couple ω × I ω
 * [M-REL-EARTH]. */
static vv_vec apparent(const balances *k, int body, bool torque) {
    const vv_model *m = k->s->m;
    const vv_body *b = &m->body[body];
    const vv_frames *f = &k->motion.frames;
    vv_vec w = m->apparent_spin, drag, inward;
    vv_expr x[3], Ix[3], couple[3];
    if (torque) {
        if (!vv_vec_components(k->c, f, w, b->inertia_frame, x)) return vv_vec_zero();
        vv_matvec3(k->c, b->inertia, x, Ix);
        vv_cross3(k->c, x, Ix, couple);
        return vv_vec_make(k->c, b->inertia_frame, couple[0], couple[1], couple[2]);
    }
    if (!vv_vec_cross(k->c, f, w, b->centre, &drag) || !vv_vec_cross(k->c, f, w, drag, &inward))
        return vv_vec_zero();
    return vv_vec_scale(k->c, b->mass, vv_vec_add(k->c, m->apparent, inward));
}

/* About the centre of its body. */
static vv_vec moment_of(const balances *k, const vv_load *l) {
    const vv_model *m = k->s->m;
    vv_vec moment = vv_vec_zero();
    if (l->is_torque) return l->torque;
    if (l->material)
        vv_vec_cross(k->c, &m->frames, vv_vec_sub(k->c, l->at, m->body[l->body].centre), l->force,
                     &moment);
    return moment;
}

/* Force or torque of the loads on one body. */
static vv_vec applied_load(const balances *k, int body, bool torque) {
    const vv_model *m = k->s->m;
    vv_vec F = torque ? vv_vec_zero() : vv_vec_scale(k->c, m->body[body].mass, m->gravity);
    if (m->napparent) F = vv_vec_add(k->c, F, apparent(k, body, torque));
    for (int i = 0; i < m->nloads; i++) {
        const vv_load *l = &m->load[i];
        if (body_at(k->c, m, l) != body || (l->is_torque && !torque)) continue;
        F = vv_vec_add(k->c, F, in_speeds(k, torque ? moment_of(k, l) : l->force));
    }
    return F;
}

/* One vector balance along the axes of a frame; components that vanish identically are omitted. */
static bool add_balance(balances *k, int body, int frame, const vv_expr inertia[3],
                        const vv_expr v[3], bool torque) {
    static const char *const axis[] = {"x", "y", "z"};
    const vv_model *m = k->s->m;
    bool named = m->body[body].name && !strchr(m->body[body].name, '[');
    const char *who = named ? m->body[body].name : vv_format(k->c, "%d", body + 1);
    vv_expr F[3];
    if (!vv_vec_components(k->c, &k->motion.frames, applied_load(k, body, torque), frame, F))
        return false;
    for (int i = 0; i < 3; i++) {
        if (vv_is_zero(inertia[i]) && vv_is_zero(F[i]) && vv_is_zero(v[i])) continue;
        k->inertia[k->n] = inertia[i];
        k->force[k->n] = F[i];
        k->velocity[k->n] = v[i];
        k->name[k->n] = vv_format(k->c, "%s_%s_%s", torque ? "C" : "R", who ? who : "", axis[i]);
        k->text[k->n++] =
            vv_format(k->c, "%s on %s%s, along %s.%s",
                      torque ? "moment of the reactions about the centre" : "reaction",
                      named ? "" : "body ", who ? who : "", vv_frame_name(m, frame), axis[i]);
    }
    return true;
}

/* Rate of a vector from its components along moving axes, x' + Ω × x [M-TRI-ACC,
 * M-EULER-MOVING]. */
static bool moving_rate(balances *k, int axes, const vv_expr x[3], vv_expr out[3]) {
    const vv_frames *f = &k->motion.frames;
    vv_expr turn[3], rate[3], swept[3];
    if (!vv_vec_components(k->c, f, vv_frame_angular_velocity(k->c, f, axes), axes, turn))
        return false;
    vv_total_derivative(k->c, f->nrates, f->symbol, f->rate, 3, x, rate);
    vv_cross3(k->c, turn, x, swept);
    for (int i = 0; i < 3; i++) out[i] = vv_add(k->c, rate[i], swept[i]);
    return true;
}

/* Records steps: the motion of one body along moving axes, V or ω with the vector whose rate is
 * taken. */
static void record_step(balances *k, int body, int axes, const vv_expr x[3],
                        const vv_expr sigma[3]) {
    static const char *const v[] = {"v_x", "v_y", "v_z"}, *const w[] = {"ω_x", "ω_y", "ω_z"},
                             *const s[] = {"σ_x", "σ_y", "σ_z"}, *const O[] = {"Ω_x", "Ω_y", "Ω_z"};
    const vv_model *m = k->s->m;
    const vv_frames *f = &k->motion.frames;
    vv_expr turn[3];
    const char *title =
        vv_format(k->c, sigma ? "Rotation of %s" : "Velocity of %s",
                  m->body[body].name ? m->body[body].name : vv_format(k->c, "body %d", body + 1));
    const char *text = vv_format(
        k->c,
        sigma ? "In the axes of %s: angular velocity Ω of the axes, angular velocity ω and angular "
                "momentum σ of the body about its centre:"
              : "In the axes of %s: angular velocity Ω of the axes, velocity v of the centre:",
        vv_frame_name(m, axes));
    if (!title || !text ||
        !vv_vec_components(k->c, f, vv_frame_angular_velocity(k->c, f, axes), axes, turn))
        return;
    vv_derivation_begin(k->c, k->out, title, text);
    for (int i = 0; i < 3; i++) vv_derivation_value(k->c, k->out, O[i], turn[i]);
    for (int i = 0; i < 3; i++) vv_derivation_value(k->c, k->out, sigma ? w[i] : v[i], x[i]);
    for (int i = 0; sigma && i < 3; i++) vv_derivation_value(k->c, k->out, s[i], sigma[i]);
}

/* m (V' + Ω × V) of one body along the axes in which its velocity is shortest. */
static bool add_momentum(balances *k, int b) {
    const vv_body_kinematics *x = &k->motion.body[b];
    int home = vv_vec_cheapest_frame(&k->motion.frames, x->velocity);
    vv_expr v[3], a[3];
    /* a centre at rest has no axes of its own: use those of the body if the force is not known
     * in the world's */
    if (!x->velocity.n &&
        !vv_vec_components(k->c, &k->motion.frames, applied_load(k, b, false), home, a))
        home = k->s->m->body[b].inertia_frame;
    if (!vv_vec_components(k->c, &k->motion.frames, x->velocity, home, v) ||
        !moving_rate(k, home, v, a))
        return false;
    for (int i = 0; i < 3; i++) a[i] = vv_mul(k->c, k->s->m->body[b].mass, a[i]);
    record_step(k, b, home, v, NULL);
    return add_balance(k, b, home, a, v, false);
}

static bool has_torque(const balances *k, int body) {
    const vv_model *m = k->s->m;
    for (int i = 0; i < m->nloads; i++)
        if ((m->load[i].is_torque || m->load[i].material) && m->load[i].body == body) return true;
    return false;
}

/* σ' + Ω × σ about the centre along the principal axes, in which the inertia tensor is constant.
 * A body without moments of inertia still transmits the torque that acts on it. */
static bool add_rotation(balances *k, int b) {
    const vv_body_kinematics *x = &k->motion.body[b];
    const vv_frames *f = &k->motion.frames;
    const vv_body *body = &k->s->m->body[b];
    int axes = body->inertia_frame;
    vv_expr sigma[3], a[3], w[3] = {x->w[0], x->w[1], x->w[2]};
    if (!x->turns && !has_torque(k, b)) return true;
    if (!x->turns &&
        !vv_vec_components(k->c, f, vv_frame_angular_velocity(k->c, f, body->frame), axes, w))
        return false;
    vv_matvec3(k->c, body->inertia, w, sigma);
    record_step(k, b, axes, w, sigma);
    return moving_rate(k, axes, sigma, a) && add_balance(k, b, axes, a, w, true);
}

static vv_status fill(balances *k) {
    for (int b = 0; b < k->s->m->nbodies; b++)
        if (!add_momentum(k, b) || !add_rotation(k, b)) return VV_E_BEYOND;
    return vv_ctx_status(k->c);
}

/* ---- record -------------------------------------------------------------------------------- */

/* Balances first, each dual to its velocity component; then, for each speed, the work of the
 * reactions. */
static void equations(balances *k, vv_equations *out) {
    vv_ctx *c = k->c;
    int n = k->s->n;
    vv_expr *J = VV_MATRIX(c, vv_expr, k->n, n), *t = VV_ARRAY(c, vv_expr, k->n + n + 1);
    if (!J || !t) return;
    vv_jacobian(c, k->n, k->velocity, n, k->s->w, J);
    for (int i = 0; i < k->n; i++) {
        out->lambda[i] = vv_symbol_new(c, k->name[i] ? k->name[i] : "R", VV_SYM_MULTIPLIER);
        out->residual[i] = vv_sub(c, vv_sub(c, k->inertia[i], k->force[i]), out->lambda[i]);
        for (int j = 0; j < n; j++) t[j] = vv_mul(c, J[i * n + j], k->s->speed[j]);
        out->dual[i] = vv_sum(c, n, t);
    }
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < k->n; i++) t[i] = vv_mul(c, J[i * n + j], out->lambda[i]);
        out->residual[k->n + j] = vv_sum(c, k->n, t);
        out->dual[k->n + j] = k->s->speed[j];
    }
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int most = 6 * s->m->nbodies + 1;
    balances k = {.c = c, .s = s, .out = out};
    k.inertia = VV_ARRAY(c, vv_expr, most);
    k.force = VV_ARRAY(c, vv_expr, most);
    k.velocity = VV_ARRAY(c, vv_expr, most);
    k.name = VV_ARRAY(c, const char *, most);
    k.text = VV_ARRAY(c, const char *, most);
    if (!vv_ctx_ok(c) || vv_equations_init_in_speeds(c, s, out) != VV_OK) return vv_ctx_status(c);
    if (vv_kinematics_in_speeds(c, s, &k.motion) != VV_OK) return vv_ctx_status(c);
    vv_status status = fill(&k);
    if (status != VV_OK) return status;
    out->nequations = k.n + s->n;
    out->nmultipliers = k.n;
    out->test = NULL;
    out->residual = VV_ARRAY(c, vv_expr, out->nequations + 1);
    out->dual = VV_ARRAY(c, vv_expr, out->nequations + 1);
    out->lambda = VV_ARRAY(c, vv_expr, k.n + 1);
    out->row_of_lambda = VV_ARRAY(c, vv_constraint_row *, k.n + 1);
    out->lambda_text = k.text;
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    equations(&k, out);
    vv_derivation_law(c, out,
                      "m (v' + Ω × v) = F + R and σ' + Ω × σ = M + C for every body in its axes, R "
                      "and C the reactions; then their power on each speed:");
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_newton_euler = {
    .name = "newton_euler",
    .title = "Newton's and Euler's balances of every body",
    .source = "Appell, Les mouvements de roulement, nos. 5, 7",
    .primitive = "vector balances in moving trihedra, reactions as unknowns",
    .refusal = refusal,
    .derive = derive,
};
