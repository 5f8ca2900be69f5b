/* Stability of the equilibria [Appell1896, no. 449; M-LEJEUNE]:
 * equations/stability/stability_theorems.h lists the theorems. This file reports the verdict,
 * with the conditions as inequalities and their truth at the parameter values. */
#include "analysis/equilibria/energy_bounds.h"
#include "analysis/equilibria/small_motions.h"
#include "equations/stability/stability.h"

typedef struct work {
    vv_ctx *c;
    vv_document *d;
    const vv_study *study;
    const vv_equilibrium *at;
    vv_status status;
} work;

static vv_expr at_position(vv_ctx *c, vv_expr e, const void *data) {
    const work *w = data;
    return vv_equilibrium_substitute(c, w->study->s, w->at, e);
}

/* The directions on which no force depends, by the names of their speeds. */
static const char *names_of(work *w, const vv_stability *k) {
    const char *text = NULL;
    for (int i = 0; i < k->nindifferent; i++) {
        const vv_symbol *s = vv_symbol_get(w->c, w->study->s->w[k->indifferent[i]]);
        const char *name =
            s->kind == VV_SYM_COORDINATE ? s->name : vv_format(w->c, "the speed %s", s->name);
        text = text ? vv_format(w->c, "%s, %s", text, name) : name;
    }
    return text;
}

typedef enum { OPEN, HOLD, VIOLATED } truth_at_values;

/* Do the conditions hold at the parameter values? */
static truth_at_values conditions_at_values(work *w, const vv_stability *k) {
    int positive = 0, negative = 0;
    for (int i = 0; i < k->nconditions; i++) {
        vv_sign sign = vv_study_sign_at(w->c, w->study, w->at, k->condition[i]);
        positive += sign == VV_POSITIVE;
        negative += sign == VV_NEGATIVE;
    }
    if (k->negative) return OPEN;
    if (positive == k->nconditions) return HOLD;
    bool others_count = k->reduced && positive + negative < k->nconditions;
    return negative && !others_count ? VIOLATED : OPEN;
}

/* True: the parameter values violate a condition. */
static bool put_conditions(work *w, const vv_stability *k) {
    truth_at_values truth = conditions_at_values(w, k);
    for (int i = 0; i < k->nconditions; i++)
        vv_document_greater(w->d, "condition", k->condition[i], VV_ZERO, NULL);
    if (!k->linear_only)
        vv_document_paragraph(
            w->d, "remark", "if all of them hold: stable; if one is reversed%s: %s",
            k->reduced && !k->one_way ? " and none vanishes" : "",
            k->one_way
                ? "the force function has no maximum, and Dirichlet's theorem does not decide"
            : k->maximum ? "the force function has no maximum, and the motion departs"
                         : "unstable");
    const char *what = k->linear_only ? "the linearized motions stay bounded" : "stable";
    if (truth == HOLD || (truth == VIOLATED && !k->one_way))
        vv_document_fact(w->d, "by_values", "for the given parameter values",
                         truth == VIOLATED ? "unstable" : what);
    return truth == VIOLATED;
}

/* For an equilibrium known numerically, the signs of the conditions are too. */
static void evaluate_conditions(work *w, vv_stability *k) {
    if (!w->at->nnumbers || k->verdict != VV_UNDECIDED || !k->nconditions) return;
    truth_at_values truth = conditions_at_values(w, k);
    if (truth == VIOLATED && k->one_way) {
        k->why = "the force function has no maximum, by ball arithmetic, and Dirichlet's theorem "
                 "does not decide";
        k->maximum = false;
    } else if (truth == VIOLATED) {
        k->verdict = VV_REFUTED;
        k->why = "the linearized motion grows (Lyapunov); signs by ball arithmetic";
    } else if (truth == HOLD && !k->linear_only) {
        k->verdict = VV_PROVED;
        k->why = vv_format(w->c, "%s, which hold by ball arithmetic", k->why);
    }
    if (truth != OPEN) k->nconditions = 0;
}

/* False: unstable at the parameter values. */
static bool put_verdict(work *w, const vv_stability *k) {
    const char *what = k->asymptotic ? "asymptotically stable" : "stable", *others = names_of(w, k);
    bool under = k->verdict == VV_UNDECIDED && k->nconditions;
    /* conditions for the linear motions to be bounded do not make it stable */
    const char *word = k->verdict == VV_PROVED    ? "proved"
                       : k->verdict == VV_REFUTED ? "refuted"
                       : under && !k->linear_only ? "under conditions"
                                                  : "not decided";
    vv_document_verdict(w->d, "verdict", what, word, k->why, NULL);
    vv_document_argue(w->d, k->argument);
    if (others && (k->verdict == VV_PROVED || (under && k->maximum)))
        vv_document_paragraph(w->d, "some_only",
                              "only with respect to the directions in which a force acts: nothing "
                              "restrains %s, which may drift",
                              others);
    bool violated = under && put_conditions(w, k);
    if (k->verdict == VV_UNDECIDED && (!under || k->linear_only)) w->status = VV_E_BEYOND;
    return !violated;
}

static vv_status visit(vv_ctx *c, const vv_study *study, vv_document *d, const vv_linearized *m,
                       const vv_equilibrium *at) {
    work w = {.c = c, .d = d, .study = study, .at = at};
    vv_stability k;
    vv_linearized own = *m;
    vv_facts f;
    if (!vv_equilibrium_facts(c, study->s, at, &f)) return vv_ctx_status(c);
    if (study->servo && !m->rough) { /* the mass matrix has no definite sign, unlike that of T */
        if (!vv_linearized_solve(c, &f, &own) && vv_ctx_ok(c)) {
            vv_document_paragraph(
                d, "remark", "not decided: the accelerations are indeterminate at this position");
            return VV_E_BEYOND;
        }
    }
    own.digits = at->nnumbers > 0;
    if (!vv_ctx_ok(c) ||
        vv_stability_decide(c, study->s, study->eq, &f, &own, at_position, &w, &k) != VV_OK)
        return vv_ctx_status(c);
    evaluate_conditions(&w, &k);
    bool possible = put_verdict(&w, &k);
    if (k.verdict == VV_PROVED) vv_energy_bound_put(c, study, d, at);
    if (k.maximum && (k.verdict == VV_PROVED || (k.nconditions && possible)))
        vv_speed_bounds_put(c, study, d, at);
    if (at->nconditions && k.verdict != VV_UNDECIDED)
        vv_document_paragraph(d, "remark", "where it exists, boundary excluded");
    return w.status;
}

static vv_status fill(vv_ctx *c, const vv_study *study, vv_document *d) {
    return vv_small_motions_each(c, study, d, visit);
}

const vv_topic vv_topic_stability = {
    .name = "stability",
    .title = "Stability of equilibrium",
    .text = "is each equilibrium stable, and by which theorem?",
    .needs = VV_NEEDS_MOTION | VV_NEEDS_LINEAR | VV_TAKES_SERVO_MOTION,
    .fill = fill,
};
