/* Relative motion with fictitious forces: E(T_r) = Q + R, where R are the generalized forces of
 * -m a_e, with a_e = J_O + ω' × r + ω × (ω × r), and of -2 m ω × v [Appell1896, no. 456;
 * M-REL-FICT]. On a body, the former give the resultant at its centre and the moment -(I ω' + ω
 * × I ω); the latter -2 M ω × v_G and 2 Ω × J ω with J = ½ tr I - I, where Ω is its rotation
 * seen from the frame. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"
#include "kinematics/kinematics.h"
#include "geometry/geometry.h"

typedef enum force_kind { TRANSPORT, CORIOLIS } force_kind;

static const char *refusal(vv_ctx *c, const vv_system *s) {
    (void)c;
    return vv_relative_refusal(s);
}

static vv_vec along(vv_ctx *c, const vv_relative_motion *r, const vv_expr x[3]) {
    return vv_vec_make(c, r->frame, x[0], x[1], x[2]);
}

/* The acceleration that, times -m, is the force at the centre. */
static bool acceleration(vv_ctx *c, const vv_relative_motion *r, const vv_relative_body *b,
                         force_kind kind, vv_vec *out) {
    const vv_frames *f = &r->frames;
    vv_vec w = along(c, r, r->spin), drag, inward, euler;
    if (kind == CORIOLIS) {
        bool known = vv_vec_cross(c, f, w, b->velocity, out);
        *out = vv_vec_scale(c, vv_int(c, 2), *out);
        return known;
    }
    if (!vv_vec_cross(c, f, w, b->place, &drag) || !vv_vec_cross(c, f, w, drag, &inward) ||
        !vv_vec_cross(c, f, along(c, r, r->rate), b->place, &euler))
        return false;
    *out = vv_vec_add(c, along(c, r, r->acceleration), vv_vec_add(c, euler, inward));
    return true;
}

static void moment(vv_ctx *c, const vv_expr I[9], const vv_relative_body *b, force_kind kind,
                   vv_expr out[3]) {
    vv_expr Iw[3], x[3], y[3];
    vv_matvec3(c, I, b->turn, Iw);
    if (kind == TRANSPORT) {
        vv_matvec3(c, I, b->turn_rate, x);
        vv_cross3(c, b->turn, Iw, y);
        for (int i = 0; i < 3; i++) out[i] = vv_neg(c, vv_add(c, x[i], y[i]));
        return;
    }
    vv_expr trace = vv_sum(c, 3, (vv_expr[]){I[0], I[4], I[8]});
    for (int i = 0; i < 3; i++) /* 2 J ω */
        x[i] = vv_sub(c, vv_mul(c, trace, b->turn[i]), vv_scale(c, vv_rat_int(2), Iw[i]));
    vv_cross3(c, b->w, x, out);
}

/* Generalized forces of one kind. (nq) */
static vv_status forces(vv_ctx *c, const vv_system *s, force_kind kind, vv_expr *out) {
    const vv_relative_motion *r = s->relative;
    vv_power p = vv_power_start(c, 2 * s->m->nbodies);
    for (int i = 0; i < s->m->nbodies && vv_ctx_ok(c); i++) {
        const vv_relative_body *b = &r->body[i];
        vv_vec a;
        vv_expr F[3], v[3];
        int home = vv_vec_cheapest_frame(&r->frames, b->velocity);
        if (!acceleration(c, r, b, kind, &a)) return VV_E_BEYOND;
        if (b->velocity.n && (!vv_vec_components(c, &r->frames, a, home, F) ||
                              !vv_vec_components(c, &r->frames, b->velocity, home, v)))
            return VV_E_BEYOND;
        for (int k = 0; b->velocity.n && k < 3; k++)
            F[k] = vv_neg(c, vv_mul(c, s->m->body[i].mass, F[k]));
        if (b->velocity.n) vv_power_add(c, &p, F, v);
        if (!b->turns) continue;
        moment(c, s->m->body[i].inertia, b, kind, F);
        vv_power_add(c, &p, F, b->w);
    }
    return vv_power_generalized_forces(c, &p, s->nq, s->qd, out);
}

/* Names the nonzero forces of one kind. */
static void name_forces(vv_ctx *c, const vv_system *s, vv_equations *out, const char *letter,
                        const vv_expr *R) {
    for (int a = 0; a < s->nq; a++) {
        if (vv_vanishes(c, &s->facts, R[a])) continue;
        const char *name = vv_format(c, "%s_%s", letter, vv_symbol_get(c, s->q[a])->name);
        if (name) vv_equations_add_definition(c, s->m, out, name, R[a], out->definitions_title);
    }
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->nq;
    vv_expr *E = VV_ARRAY(c, vv_expr, n + 1), *Q = VV_ARRAY(c, vv_expr, n + 1),
            *Re = VV_ARRAY(c, vv_expr, n + 1), *Rc = VV_ARRAY(c, vv_expr, n + 1);
    if (!E || !Q || !Re || !Rc || vv_equations_init_with_multipliers(c, s, out) != VV_OK)
        return vv_ctx_status(c);
    vv_expr T_r = vv_relative_kinetic_energy(c, s);
    vv_derivation_begin(c, out, "Relative energy", "As an observer in the frame sees it:");
    vv_derivation_value(c, out, "T_r", T_r);
    vv_lagrange_operator(c, s, "T_r", T_r, out, E);
    vv_generalized_forces_on_coordinates(c, s, Q);
    vv_derivation_forces(c, out, n, s->q, Q);
    vv_status status = forces(c, s, TRANSPORT, Re);
    if (status == VV_OK) status = forces(c, s, CORIOLIS, Rc);
    if (status != VV_OK) return status;
    vv_derivation_begin(c, out, "Fictitious forces",
                        "Virtual work of the transport and Coriolis forces:");
    vv_derivation_components(c, out, "R_e", n, s->q, Re);
    vv_derivation_components(c, out, "R_c", n, s->q, Rc);
    vv_derivation_law(c, out,
                      "d/dt(∂T_r/∂q') - ∂T_r/∂q = Q + R_e + R_c for each coordinate, with the "
                      "constraint forces:");
    for (int a = 0; a < n; a++) Q[a] = vv_sum(c, 3, (vv_expr[]){Q[a], Re[a], Rc[a]});
    vv_equations_set_residuals(c, s, E, Q, out);
    vv_equations_add_definition(c, s->m, out, "T_r", T_r,
                                "Relative energy; transport forces R_e and Coriolis forces R_c");
    name_forces(c, s, out, "R_e", Re);
    name_forces(c, s, out, "R_c", Rc);
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_fictitious = {
    .name = "fictitious",
    .title = "Relative motion: transport and Coriolis forces",
    .source = "Appell, Traité II, no. 456",
    .primitive = "T_r and the inertia forces of the moving axes",
    .relative = true,
    .servos = VV_SERVOS_ADDED,
    .refusal = refusal,
    .derive = derive,
};
