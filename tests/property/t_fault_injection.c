/* Each method computes from its own primitive: a fault injected in one primitive shows in the
 * methods that start from it, and in no other.
 *
 * Faults are injected in what the methods read, after the system is built: in the kinetic energy T,
 * or in the inertia of a body, from which S, the inertia forces and the vector balances are formed.
 * Every method is then compared with itself as derived from the sound system.
 *
 * Then one term is dropped where it is formed: the gyroscopic term in S, a Hamel coefficient g,
 * dT/dq in Lagrange's expressions. Every method is compared with the sound equations with
 * multipliers; exactly the methods listed must be refuted. */
#include "equations/equivalence.h"
#include "formalism/formalism.h"
#include "model_file.h"
#include "tap.h"

typedef enum fault_place { IN_T, IN_BODY } fault_place;

/* T in quasi-velocities is formed from the bodies anew. */
static bool forms_T_itself(const char *method) {
    return !strcmp(method, "hamel") || !strcmp(method, "poschl");
}

/* Does a method start from this primitive? Tzénoff's start from both, if there are dependent
 * coordinates. */
static bool starts_from(const char *method, fault_place place, bool dependent) {
    static const char *const bodies[] = {"dalembert", "kane", "appell", "gauss", "newton_euler"};
    if (!strncmp(method, "tzenoff", strlen("tzenoff")) && dependent) return true;
    if (forms_T_itself(method)) return place == IN_BODY;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        if (!strcmp(method, bodies[i])) return place == IN_BODY;
    return place == IN_T;
}

/* The system with T changed where one coordinate enters it, or with the mass and moments of
 * inertia of one body changed. */
static vv_system faulty(vv_ctx *c, const vv_system *s, fault_place place, vv_model *m) {
    vv_system f = *s;
    if (place == IN_T) {
        int a = s->nq - 1;
        for (int i = 0; i < s->nq; i++)
            if (!vv_is_zero(vv_diff(c, s->T, s->q[i]))) a = i;
        f.T = vv_subst1(c, s->T, s->q[a], vv_scale(c, vv_rat_int(2), s->q[a]));
        return f;
    }
    *m = *s->m;
    m->body = VV_ARRAY(c, vv_body, m->nbodies + 1);
    if (!m->body) return f;
    memcpy(m->body, s->m->body, (size_t)m->nbodies * sizeof *m->body);
    for (int k = 0; k < 9; k += 4)
        m->body[0].inertia[k] = vv_scale(c, vv_rat_int(3 + k), m->body[0].inertia[k]);
    m->body[0].mass = vv_scale(c, vv_rat_int(5), m->body[0].mass);
    f.m = m;
    return f;
}

static void one_model(const char *path, fault_place place) {
    vv_ctx *c = vv_ctx_new(NULL);
    char *text = file_text(path);
    vv_tree tree;
    vv_model model, changed;
    vv_system s;
    const char *why;
    if (!text || vv_parse(c, path, text, strlen(text), &tree) != VV_OK ||
        vv_model_build(c, &tree, 0, NULL, &model) != VV_OK ||
        vv_system_build(c, &model, &s) != VV_OK) {
        fail("%s is understood", path);
        return;
    }
    vv_system f = faulty(c, &s, place, &changed);
    for (int i = 0; i < vv_formalism_count(); i++) {
        vv_equations good, bad;
        vv_proof p;
        const vv_formalism *k = vv_formalism_at(i);
        if (forms_T_itself(k->name) && place == IN_T) continue;
        if (vv_formalism_run(c, k, &s, &good, &why) != VV_OK ||
            vv_formalism_run(c, k, &f, &bad, &why) != VV_OK)
            continue;
        bool seen = starts_from(k->name, place, s.n < s.nq);
        ok(vv_equations_prove_equivalent(c, &s, &good, &bad, NULL, &p) == VV_OK &&
               p.verdict == (seen ? VV_REFUTED : VV_PROVED),
           "%s: a fault in %s is %s by %s", path, place == IN_T ? "T" : "a body",
           seen ? "seen" : "not seen", k->name);
    }
    free(text);
    vv_ctx_free(c);
}

/* A term dropped or changed, and the methods that must detect it on a model. */
typedef struct omission {
    const char *path;
    vv_test_fault fault;
    const char *noticed; /* names, each between blanks */
} omission;

static const omission OMISSIONS[] = {
    {"models/book/hoop.vv", VV_FAULT_GYROSCOPIC, " appell gauss "},
    {"models/book/hoop.vv", VV_FAULT_HAMEL_COEFFICIENT, " hamel poschl "},
    /* T in p, q, r does not contain the coordinates: Hamel's equations are not affected */
    {"models/book/hoop.vv", VV_FAULT_ENERGY_GRADIENT,
     " multipliers nielsen maggi udwadia_kalaba correction tzenoff tzenoff9 hadamard "},
    {"models/book/twosystems_first.vv", VV_FAULT_GYROSCOPIC, " appell gauss "},
    {"models/book/twosystems_first.vv", VV_FAULT_HAMEL_COEFFICIENT, " hamel poschl "},
    {"models/book/twosystems_first.vv", VV_FAULT_ENERGY_GRADIENT,
     " multipliers nielsen maggi udwadia_kalaba correction tzenoff tzenoff9 hadamard hamel "},
    {"models/book/euler.vv", VV_FAULT_GYROSCOPIC, " appell gauss "},
    {"models/book/euler.vv", VV_FAULT_HAMEL_COEFFICIENT, " hamel poschl "},
    {"models/book/euler.vv", VV_FAULT_ENERGY_GRADIENT,
     " lagrange multipliers nielsen maggi udwadia_kalaba correction tzenoff tzenoff9 hadamard "},
};

static void one_omission(const omission *o) {
    vv_ctx *c = vv_ctx_new(NULL);
    char *text = file_text(o->path), name[64];
    vv_tree tree;
    vv_model model;
    vv_system s;
    vv_equations sound, faulty;
    const char *why;
    vv_proof p;
    int methods = 0;
    if (!text || vv_parse(c, o->path, text, strlen(text), &tree) != VV_OK ||
        vv_model_build(c, &tree, 0, NULL, &model) != VV_OK ||
        vv_system_build(c, &model, &s) != VV_OK ||
        vv_formalism_run(c, vv_formalism_find("multipliers"), &s, &sound, &why) != VV_OK) {
        fail("%s is understood", o->path);
        return;
    }
    vv_system f = s;
    f.faults = o->fault;
    for (int i = 0; i < vv_formalism_count(); i++) {
        const vv_formalism *k = vv_formalism_at(i);
        if (vv_formalism_run(c, k, &f, &faulty, &why) != VV_OK) continue;
        snprintf(name, sizeof name, " %s ", k->name);
        bool seen = strstr(o->noticed, name) != NULL;
        ok(vv_equations_prove_equivalent(c, &s, &sound, &faulty, NULL, &p) == VV_OK &&
               p.verdict == (seen ? VV_REFUTED : VV_PROVED),
           "%s, fault %u: %s is %s", o->path, (unsigned)o->fault, k->name,
           seen ? "refuted" : "not touched");
        methods++;
    }
    ok(methods >= 10, "%s: %d methods were looked at", o->path, methods);
    free(text);
    vv_ctx_free(c);
}

/* A fault that leaves the motion unchanged: in a constraint force, which drops out, and in the
 * closed form of a multiplier, which the others do not have. Each is refuted on its own, modulo
 * random primes and exactly. */
static void one_reaction(const char *path, const char *method, bool closed_form) {
    static const vv_prove_options EXACT = {.want_exact = true};
    vv_ctx *c = vv_ctx_new(NULL);
    char *text = file_text(path);
    vv_tree tree;
    vv_model model;
    vv_system s;
    vv_equations sound, faulty, other;
    const char *why;
    vv_proof p;
    if (!text || vv_parse(c, path, text, strlen(text), &tree) != VV_OK ||
        vv_model_build(c, &tree, 0, NULL, &model) != VV_OK ||
        vv_system_build(c, &model, &s) != VV_OK ||
        vv_formalism_run(c, vv_formalism_find("appell"), &s, &other, &why) != VV_OK ||
        vv_formalism_run(c, vv_formalism_find(method), &s, &sound, &why) != VV_OK) {
        fail("%s is understood", path);
        return;
    }
    int at = closed_form ? sound.n : 0;
    faulty = sound;
    faulty.residual = VV_ARRAY(c, vv_expr, sound.nequations + 1);
    memcpy(faulty.residual, sound.residual, (size_t)sound.nequations * sizeof *sound.residual);
    faulty.residual[at] =
        vv_add(c, faulty.residual[at], closed_form ? vv_int(c, 1) : sound.lambda[0]);
    for (int i = 0; i < 2; i++) {
        const vv_prove_options *o = i ? &EXACT : NULL;
        ok(vv_equations_prove_equivalent(c, &s, &other, &sound, o, &p) == VV_OK &&
               p.verdict == VV_PROVED,
           "%s: %s agrees%s", path, method, i ? ", exactly" : "");
        ok(vv_equations_prove_equivalent(c, &s, &other, &faulty, o, &p) == VV_OK &&
               p.verdict == VV_REFUTED,
           "%s: a fault in %s of %s is seen%s", path,
           closed_form ? "the closed form of a multiplier" : "the force of a constraint", method,
           i ? ", exactly" : "");
    }
    free(text);
    vv_ctx_free(c);
}

/* The probability that one of two proofs errs is at most the sum of both. */
static void both(void) {
    vv_proof exact = {.means = VV_MEANS_EXACT},
             random = {.means = VV_MEANS_MODULAR, .log2_bound = -120},
             better = {.means = VV_MEANS_MODULAR, .log2_bound = -150};
    vv_proof a = vv_proof_conjunction(&random, &random), b = vv_proof_conjunction(&better, &random),
             d = vv_proof_conjunction(&exact, &better), e = vv_proof_conjunction(&exact, &exact);
    ok(a.log2_bound >= -119, "two proofs of the same bound: twice the bound");
    ok(b.log2_bound >= -120 && b.log2_bound <= -119, "two of different bounds: about the larger");
    ok(d.means == VV_MEANS_MODULAR && d.log2_bound == -150, "an exact one adds nothing");
    ok(e.means == VV_MEANS_EXACT, "two exact ones are exact");
}

int main(void) {
    static const char *const models[] = {"models/book/hoop.vv", "models/top.vv",
                                         "models/rolling_disc.vv"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        one_model(models[i], IN_T);
        one_model(models[i], IN_BODY);
    }
    for (size_t i = 0; i < sizeof OMISSIONS / sizeof *OMISSIONS; i++) one_omission(&OMISSIONS[i]);
    one_reaction("models/book/hoop.vv", "multipliers", false);
    one_reaction("models/pendulum_cartesian.vv", "multipliers", false);
    one_reaction("models/book/hoop.vv", "udwadia_kalaba", true);
    one_reaction("models/pendulum_cartesian.vv", "udwadia_kalaba", true);
    both();
    return done_testing();
}
