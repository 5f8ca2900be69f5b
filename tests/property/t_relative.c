/* The methods of relative motion start from different primitives: a fault injected in one of
 * them shows in the methods that read it and in no other. The frame of the model rotates
 * nonuniformly and its origin is driven, so that nothing vanishes by accident. */
#include "kinematics/relative_motion.h"

#include "equations/equivalence.h"
#include "formalism/formalism.h"
#include "lang/parser.h"
#include "tap.h"

static const char *const MODEL =
    "parameter m, k, A, B, C, E, g\n"
    "coordinate x, y, z, ψ, θ, φ\n"
    "function f(t), h(t), a(t), b(t)\n"
    "frame lorry = world at f(t)*world.x + h(t)*world.z turned a(t) about z, b(t) about x\n"
    "frame S = lorry turned ψ about z, θ about x, φ about z\n"
    "point G = lorry.origin + x*lorry.x + y*lorry.y + z*S.z\n"
    "body solid: mass m, centre G, frame S, inertia ((A, E, 0), (E, B, 0), (0, 0, C))\n"
    "mass k at G + y*S.x\n"
    "gravity -g*world.z\n";

typedef enum fault_place {
    IN_CARRIED,      /* V_O + ω × OG of a body */
    IN_ACCELERATION, /* J_O */
    IN_RATE,         /* dω/dt */
    IN_TURN,         /* ω along the tensor's axes */
    IN_W,            /* relative rotation of a body */
    PLACES
} fault_place;

static const char *const PLACE[] = {"V_O + ω × OG", "J_O", "dω/dt", "ω along the body", "Ω"};

static bool starts_from(const char *method, fault_place p) {
    switch (p) {
    case IN_CARRIED: return !strcmp(method, "absolute");
    case IN_ACCELERATION: return !strcmp(method, "fictitious") || !strcmp(method, "gilbert");
    case IN_RATE: return !strcmp(method, "fictitious");
    case IN_TURN:
    case IN_W: return true;
    case PLACES: break;
    }
    return false;
}

static vv_relative_motion faulty(vv_ctx *c, const vv_system *s, fault_place p) {
    vv_relative_motion r = *s->relative;
    int nb = s->m->nbodies;
    r.body = VV_ARRAY(c, vv_relative_body, nb + 1);
    memcpy(r.body, s->relative->body, (size_t)nb * sizeof *r.body);
    vv_rat twice = vv_rat_int(2);
    if (p == IN_CARRIED) r.body[0].carried = vv_vec_scale(c, vv_int(c, 2), r.body[0].carried);
    for (int i = 0; i < 3; i++) {
        if (p == IN_ACCELERATION) r.acceleration[i] = vv_scale(c, twice, r.acceleration[i]);
        if (p == IN_RATE) r.rate[i] = vv_scale(c, twice, r.rate[i]);
        if (p == IN_TURN) r.body[0].turn[i] = vv_scale(c, twice, r.body[0].turn[i]);
        if (p == IN_W) r.body[0].w[i] = vv_scale(c, twice, r.body[0].w[i]);
    }
    return r;
}

static void compare(vv_ctx *c, const vv_system *s, fault_place p) {
    vv_relative_motion r = faulty(c, s, p);
    vv_system f = *s;
    f.relative = &r;
    for (int i = 0; i < vv_formalism_count(); i++) {
        const vv_formalism *k = vv_formalism_at(i);
        vv_equations good, bad;
        vv_proof proof;
        const char *why;
        if (!k->relative || vv_formalism_run(c, k, s, &good, &why) != VV_OK) continue;
        bool seen = starts_from(k->name, p);
        ok(vv_formalism_run(c, k, &f, &bad, &why) == VV_OK &&
               vv_equations_prove_equivalent(c, s, &good, &bad, NULL, &proof) == VV_OK &&
               proof.verdict == (seen ? VV_REFUTED : VV_PROVED),
           "a fault in %s is %s by %s", PLACE[p], seen ? "seen" : "not seen", k->name);
    }
}

/* Each against Lagrange's equations with multipliers, from the absolute T of the model. */
static void agree(vv_ctx *c, const vv_system *s) {
    vv_equations reference, own;
    const char *why;
    int n = 0;
    ok(vv_formalism_run(c, vv_formalism_find("multipliers"), s, &reference, &why) == VV_OK,
       "multipliers apply");
    for (int i = 0; i < vv_formalism_count(); i++) {
        const vv_formalism *k = vv_formalism_at(i);
        vv_proof proof;
        if (!k->relative || vv_formalism_run(c, k, s, &own, &why) != VV_OK) continue;
        n++;
        ok(vv_equations_prove_equivalent(c, s, &reference, &own, NULL, &proof) == VV_OK &&
               proof.verdict == VV_PROVED,
           "%s agrees with the absolute motion", k->name);
    }
    ok(n == 3, "three methods apply (%d)", n);
}

int main(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_tree tree;
    vv_model model;
    vv_system s;
    bool understood = vv_parse(c, "lorry", MODEL, strlen(MODEL), &tree) == VV_OK &&
                      vv_model_build(c, &tree, 0, NULL, &model) == VV_OK &&
                      vv_system_build(c, &model, &s) == VV_OK &&
                      vv_system_set_relative_frame(c, &s, "lorry") == VV_OK;
    ok(understood, "the model is understood");
    if (understood) agree(c, &s);
    for (int p = 0; understood && p < PLACES; p++) compare(c, &s, (fault_place)p);
    vv_ctx_free(c);
    return done_testing();
}
