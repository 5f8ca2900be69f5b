/* Random models: all methods of the table that apply give the same equations, and a fault injected
 * in any of them is refuted. "Undecided" is a failure.
 *
 * The two sides share little: lagrange and multipliers start from the kinetic energy
 * (model/kinetic_energy.c), appell from the energy of acceleration (kinematics/gibbs_appell.c).
 * Forces, which all methods share, are checked against claims in the text itself: U term by
 * term, and power of the applied forces = rate of T - U. A failing model is printed with its
 * seed; t_random_models SEED repeats it alone. */
#include <stdlib.h>

#include "equations/equivalence.h"
#include "planted_fault.h"
#include "formalism/formalism.h"
#include "lang/parser.h"
#include "random_model.h"
#include "tap.h"

enum { MOST_METHODS = 64 };

typedef struct subject {
    vv_ctx *c;
    uint64_t seed;
    const char *kind;
    int freedom; /* by construction */
    char *text;
    vv_tree tree;
    vv_model model;
    vv_system system;
    int nmethods;
    vv_equations method[MOST_METHODS];
} subject;

static bool load(subject *s) {
    vv_ctx *c = s->c;
    if (vv_parse(c, "random.vv", s->text, strlen(s->text), &s->tree) != VV_OK) return false;
    if (vv_model_build(c, &s->tree, 0, NULL, &s->model) != VV_OK) return false;
    if (vv_system_build(c, &s->model, &s->system) != VV_OK) return false;
    for (int i = 0; i < vv_formalism_count() && s->nmethods < MOST_METHODS; i++) {
        const char *why;
        vv_status status =
            vv_formalism_run(c, vv_formalism_at(i), &s->system, &s->method[s->nmethods], &why);
        if (status == VV_OK)
            s->nmethods++;
        else if (status != VV_E_BEYOND || !vv_ctx_ok(c))
            return false;
    }
    return true;
}

/* All methods agree, and the velocities satisfy the constraints; NULL, or what went wrong. */
static const char *disagreement(subject *s) {
    vv_ctx *c = s->c;
    vv_proof p;
    if (s->system.freedom != s->freedom)
        return vv_format(c, "%d degrees of freedom, not %d", s->system.freedom, s->freedom);
    if (s->nmethods < 2) return "fewer than two methods apply";
    if (vv_system_prove_constraints(c, &s->system, NULL, &p) != VV_OK || p.verdict != VV_PROVED)
        return vv_format(c, "the constraints: %s", vv_proof_text(c, &p));
    for (int i = 1; i < s->nmethods; i++) { /* each with the one before: agreement is transitive */
        const vv_equations *a = &s->method[i - 1], *b = &s->method[i];
        if (vv_equations_prove_equivalent(c, &s->system, a, b, NULL, &p) != VV_OK ||
            p.verdict != VV_PROVED)
            return vv_format(c, "%s = %s: %s", a->method, b->method, vv_proof_text(c, &p));
    }
    return NULL;
}

/* The claims of the text about its own energy and powers, on the equations in the system's
 * speeds. */
static const char *false_claim(subject *s) {
    vv_ctx *c = s->c;
    const vv_equations *eq = NULL;
    for (int i = 0; i < s->nmethods; i++)
        if (s->method[i].w == s->system.w) eq = &s->method[i];
    for (int i = 0; i < s->model.nclaims; i++) {
        vv_proof p;
        if (vv_claim_decide(c, &s->system, eq, &s->model.claim[i], NULL, &p) != VV_OK ||
            p.verdict != VV_PROVED)
            return vv_format(c, "%s: %s", s->model.claim[i].text, vv_proof_text(c, &p));
    }
    return NULL;
}

/* Does the fault change the virtual work? A term that vanishes on the constraint manifold, or a
 * force that does no work on any remaining motion, is not a fault: the equations are then
 * equivalent. */
static bool matters(subject *s, const vv_equations *good, const vv_equations *bad) {
    vv_ctx *c = s->c;
    int n = s->system.n;
    vv_expr *x = VV_ARRAY(c, vv_expr, n + 1), *y = VV_ARRAY(c, vv_expr, n + 1);
    if (!x || !y || vv_equations_project(c, &s->system, good, x) != VV_OK ||
        vv_equations_project(c, &s->system, bad, y) != VV_OK)
        return false;
    for (int i = 0; i < n; i++)
        if (vv_is_identically_zero(c, &s->system.facts, vv_sub(c, x[i], y[i])) == VV_FALSE)
            return true;
    return false;
}

/* A record with a fault in one residual; false if none was found that changes anything. */
static bool plant(subject *s, int method, fault_kind kind, vv_equations *bad) {
    vv_ctx *c = s->c;
    const vv_equations *good = &s->method[method];
    for (int tries = 0; tries < 40; tries++) {
        *bad = *good;
        bad->residual = VV_ARRAY(c, vv_expr, good->nequations + 1);
        if (!bad->residual) return false;
        memcpy(bad->residual, good->residual, (size_t)good->nequations * sizeof(vv_expr));
        int i = (int)random_below(good->nequations);
        bad->residual[i] = fault_in(c, good->residual[i], kind);
        if (!vv_ctx_ok(c))
            vv_ctx_clear_failure(c); /* the fault made a divisor vanish */
        else if (bad->residual[i].id && !vv_same(bad->residual[i], good->residual[i]) &&
                 matters(s, good, bad))
            return true;
    }
    return false;
}

/* One fault in each method; NULL if all are refuted by every other method. */
static const char *unnoticed(subject *s, fault_kind kind) {
    vv_ctx *c = s->c;
    vv_equations bad;
    vv_proof p;
    for (int i = 0; i < s->nmethods; i++) {
        if (!plant(s, i, kind, &bad))
            return vv_format(c, "%s: no fault could be planted", s->method[i].method);
        int k = (i + 1) % s->nmethods;
        if (vv_equations_prove_equivalent(c, &s->system, &bad, &s->method[k], NULL, &p) != VV_OK ||
            p.verdict != VV_REFUTED)
            return vv_format(c, "%s with %s against %s: %s", s->method[i].method, fault_name[kind],
                             s->method[k].method, vv_proof_text(c, &p));
    }
    return NULL;
}

static void explain(subject *s, const char *why) {
    diag("model 0x%llx: %s", (unsigned long long)s->seed, why ? why : "(no memory)");
    if (vv_diag_errors(s->c)) diag("%s", vv_diag_text(s->c, false));
    diag("%s", s->text);
}

static void one_model(uint64_t seed, bool show) {
    subject *s = calloc(1, sizeof *s);
    if (!s) exit(1);
    s->seed = seed;
    s->c = vv_ctx_new(NULL);
    s->text = random_model(seed, &s->kind, &s->freedom);
    tap_random_state = seed;
    const char *name = s->kind, *why;
    unsigned long long id = seed;
    fault_kind kind = (fault_kind)(seed % FAULT_KINDS);
    if (show) diag("%s", s->text);
    if (!load(s)) {
        fail("model 0x%llx (%s) is understood and derived", id, name);
        explain(s, vv_status_text(vv_ctx_status(s->c)));
    } else {
        if (!ok(!(why = disagreement(s)),
                "model 0x%llx (%s): %d degrees of freedom, %d methods agree", id, name, s->freedom,
                s->nmethods))
            explain(s, why);
        if (s->model.nclaims &&
            !ok(!(why = false_claim(s)),
                "model 0x%llx (%s): power of the given forces is the rate of the energy", id, name))
            explain(s, why);
        if (!ok(!(why = unnoticed(s, kind)), "model 0x%llx (%s): %s in each is refuted", id, name,
                fault_name[kind]))
            explain(s, why);
    }
    vv_ctx_free(s->c);
    free(s->text);
    free(s);
}

int main(int argc, char **argv) {
    if (argc > 1) {
        one_model(strtoull(argv[1], NULL, 0), true);
        return done_testing();
    }
    uint64_t base = seed_random(465);
    for (long i = 0, n = effort(500); i < n; i++) one_model(base * 1000003u + (uint64_t)i, false);
    return done_testing();
}
