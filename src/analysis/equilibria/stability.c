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

/* ---- certificates: signs in the box of an equilibrium found by a search -----------------------
 */

enum { MOST = VV_DETERMINANT_MAX };

/* Leading minors of A; false: one does not have the sign. */
static bool minors_have_sign(work *w, int n, const vv_expr *A, vv_sign sign, vv_expr *minor) {
    vv_expr part[MOST * MOST];
    bool all = true;
    for (int m = 1; m <= n && all; m++) {
        for (int i = 0; i < m * m; i++) part[i] = A[i / m * n + i % m];
        minor[m - 1] = vv_determinant(w->c, m, part);
        all = vv_study_sign_at(w->c, w->study, w->at, minor[m - 1]) == sign;
    }
    return all;
}

static void put_in_box(work *w, vv_proof_record *r, const char *key, int n, const vv_expr *e) {
    vv_expr *own = VV_ARRAY(w->c, vv_expr, n + 1);
    if (!own) return;
    for (int i = 0; i < n; i++) own[i] = e[i];
    vv_equilibrium_put_in_box(w->c, w->study, w->at, n, own);
    vv_proof_record_list(r, key, n, own);
}

/* Which equation of the search, the first list of its record, each force is; false: none. */
static bool find_forces(work *w, int n, const vv_expr *force, vv_expr *which) {
    vv_ctx *c = w->c;
    const vv_system *s = w->study->s;
    const vv_record_list *system = &w->at->argument->list[0];
    bool all = true;
    for (int i = 0; i < n && all; i++) {
        vv_expr e;
        int k = 0;
        vv_subst_zero(c, s->n, s->w, 1, &force[i], &e);
        e = vv_with_parameter_values(c, s->m, e);
        while (k < system->n && !vv_vanishes(c, NULL, vv_sub(c, e, system->e[k]))) k++;
        all = k < system->n;
        which[i] = vv_int(c, k);
    }
    return all;
}

static bool is_plain(const work *w, const vv_linearized *m, const vv_stability *k) {
    const vv_system *s = w->study->s;
    bool plain = w->at->argument && !k->argument && m->n == s->n && m->n <= MOST &&
                 !k->nindifferent && !s->worked && !w->study->servo;
    for (int i = 0; i < s->nrows; i++) plain &= s->row[i].kind == VV_ROW_HOLONOMIC;
    for (int i = 0; i < m->n * m->n && plain; i++)
        plain = vv_is_zero(m->G[i]) &&
                vv_same(m->K[i], m->K[i % m->n * m->n + i / m->n]); /* off the position, too */
    return plain;
}

/* K is definite in the box, or its first entry is negative. */
static void argue_in_box(work *w, const vv_linearized *m, vv_stability *k) {
    vv_ctx *c = w->c;
    const vv_system *s = w->study->s;
    bool minimum = k->verdict == VV_PROVED;
    int n = m->n, row = 0;
    vv_expr minor[MOST], mass[MOST], which[MOST], rows[MOST], zero[MOST];
    if (k->verdict == VV_UNDECIDED || !vv_proof_is_recorded(c) || !is_plain(w, m, k)) return;
    const vv_equations *eq = vv_study_unforced_equations(c, w->study);
    while (!minimum && row < n - 1 &&
           vv_study_sign_at(c, w->study, w->at, m->K[row * (n + 1)]) != VV_NEGATIVE)
        row++;
    if (!eq || !find_forces(w, n, eq->rhs, which) ||
        !minors_have_sign(w, minimum ? n : 1, minimum ? m->K : &m->K[row * (n + 1)],
                          minimum ? VV_POSITIVE : VV_NEGATIVE, minor) ||
        !minors_have_sign(w, n, m->M, VV_POSITIVE, mass))
        return;
    for (int i = 0; i < n; i++) rows[i] = vv_int(c, minimum ? i : row), zero[i] = VV_ZERO;
    vv_facts f = {.nrules = n, .from = s->w, .to = zero};
    k->argument = vv_equilibrium_box_argument(
        c, minimum ? "minimum of energy" : "no minimum of energy", &f, k->verdict, w->at);
    vv_proof_record_list(k->argument, "by", n, which);
    vv_proof_record_list(k->argument, "rows", minimum ? n : 1, rows);
    vv_proof_record_list(k->argument, "coordinate", s->nq, s->q);
    vv_proof_record_list(k->argument, "speed", n, s->w);
    put_in_box(w, k->argument, "stiffness", n * n, m->K);
    put_in_box(w, k->argument, "force", n, eq->rhs);
    put_in_box(w, k->argument, "direction", n * s->nq, s->direction);
    put_in_box(w, k->argument, "minors", minimum ? n : 1, minor);
    if (minimum) return;
    put_in_box(w, k->argument, "mass", n * n, m->M);
    put_in_box(w, k->argument, "mass_minors", n, mass);
    put_in_box(w, k->argument, "damping", n * n, m->G);
}

/* ---- the report -------------------------------------------------------------------------------
 */

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
    argue_in_box(&w, &own, &k);
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
