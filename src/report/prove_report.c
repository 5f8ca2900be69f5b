/* The output of `prove`: do the methods agree on this system, and does each claim hold? */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analysis/equilibria/equilibria.h"
#include "analysis/constraints/constraints.h"
#include "formalism/formalism.h"
#include "report/servo_report.h"
#include "report/stated_values.h"
#include "report/system_report.h"

typedef struct tally {
    int proved, refuted, undecided;
    int stated;       /* proved ones that hold at the stated values, not proved in general */
    vv_at_values *at; /* NULL: no values are stated */
    bool exceptional; /* the stated values are already exceptional for the equations */
    const char *word; /* of the next verdict; NULL: as usual */
    uint64_t seed;    /* of the random points, the same for all */
} tally;

static const char *word_of(const vv_proof *p) {
    return p->verdict == VV_PROVED    ? "proved"
           : p->verdict == VV_REFUTED ? "refuted"
                                      : "not decided";
}

static void put(vv_document *d, const char *key, const char *what, const vv_proof *p,
                const char *remark, tally *t) {
    vv_proof *own = VV_NEW(d->c, vv_proof);
    if (!own) return;
    *own = *p;
    if (p->seed) t->seed = p->seed;
    if (p->verdict == VV_PROVED)
        t->proved++;
    else if (p->verdict == VV_REFUTED)
        t->refuted++;
    else
        t->undecided++;
    t->stated += p->verdict == VV_PROVED && t->word;
    vv_document_verdict(d, key, what, t->word ? t->word : word_of(p), remark, own);
    t->word = NULL;
}

/* Up to this many methods are listed pairwise; more are shown as a matrix. */
enum { FEW_METHODS = 3 };

/* One cell: how the pair was decided. */
static const char *cell(vv_ctx *c, const vv_proof *p) {
    if (p->verdict == VV_REFUTED) return "NO";
    if (p->verdict != VV_PROVED) return "?";
    return p->means == VV_MEANS_EXACT ? "exact" : vv_format(c, "2^%.0f", ceil(p->log2_bound));
}

/* Rows and columns are methods; columns are numbered so that the table fits a page. */
static void put_matrix(vv_document *d, int m, const char **name, const vv_proof *p) {
    int columns = m + 1;
    const char **cells = VV_MATRIX(d->c, const char *, m + 1, columns);
    if (!cells) return;
    cells[0] = "method";
    for (int k = 0; k < m; k++) cells[k + 1] = vv_format(d->c, "%d", k + 1);
    for (int i = 0; i < m; i++) {
        const char **row = cells + (i + 1) * columns;
        row[0] = vv_format(d->c, "%d %s", i + 1, name[i]);
        for (int k = 0; k < m; k++)
            row[k + 1] = k == i ? "-" : k < i ? "" : cell(d->c, &p[i * m + k]);
    }
    for (int i = 0; i < (m + 1) * columns; i++)
        if (!cells[i]) return;
    vv_document_table(d, "matrix", "pairs: proved exactly, or with this error probability", columns,
                      m, cells);
}

/* The methods that apply. */
static int applied(vv_ctx *c, int n, const vv_method_result *method, const vv_equations ***eq,
                   const char ***name) {
    int m = 0;
    *eq = VV_ARRAY(c, const vv_equations *, n + 1);
    *name = VV_ARRAY(c, const char *, n + 1);
    for (int i = 0; *eq && *name && i < n; i++) {
        if (!method[i].equations) continue;
        (*eq)[m] = method[i].equations;
        (*name)[m++] = method[i].name;
    }
    return m;
}

static int find_name(int n, const char *const *name, const char *which) {
    for (int i = 0; i < n; i++)
        if (!strcmp(name[i], which)) return i;
    return -1;
}

/* Pairs that the proofs for general values do not settle at the stated ones. */
static void settle_pairs(vv_document *d, int m, const char **name, const vv_prove_options *o,
                         bool exceptional, tally *t, vv_proof *p, const char **word,
                         const char **remark) {
    bool settled = true;
    for (int i = 0; i < m; i++)
        for (int k = i + 1; k < m; k++)
            settled &= vv_verdict_covers_values(&p[i * m + k], false, exceptional);
    if (!t->at || settled || !vv_at_values_ready(t->at)) return;
    const vv_equations **eq;
    const char **own;
    int n = applied(d->c, t->at->n, t->at->method, &eq, &own);
    vv_proof *there = VV_MATRIX(d->c, vv_proof, n, n);
    if (!there || vv_equations_prove_all_equivalent(d->c, t->at->s, n, eq, o, there) != VV_OK)
        return;
    for (int i = 0; i < m; i++)
        for (int k = i + 1; k < m; k++) {
            int a = find_name(n, own, name[i]), b = find_name(n, own, name[k]), at = i * m + k;
            if (a >= 0 && b >= 0)
                p[at] = vv_verdict_combine(d->c, t->at, &p[at], &there[a * n + b], &word[at],
                                           &remark[at]);
        }
}

static void put_pairs(vv_document *d, const vv_system *s, int n, const vv_method_result *method,
                      const vv_prove_options *o, tally *t) {
    const vv_equations **eq;
    const char **name, **word = VV_MATRIX(d->c, const char *, n, n),
                       **remark = VV_MATRIX(d->c, const char *, n, n);
    vv_proof *p = VV_MATRIX(d->c, vv_proof, n, n);
    int m = applied(d->c, n, method, &eq, &name), before = vv_values_exceptions(d->c);
    if (!vv_ctx_ok(d->c)) return;
    vv_ctx_report_progress(d->c, "do the methods agree?", -1);
    if (vv_equations_prove_all_equivalent(d->c, s, m, eq, o, p) != VV_OK) return;
    bool exceptional = t->exceptional || vv_values_exceptions(d->c) > before;
    settle_pairs(d, m, name, o, exceptional, t, p, word, remark);
    for (int i = 0; i < m; i++)
        for (int k = i + 1; k < m; k++) {
            const char *what = vv_format(d->c, "%s = %s", name[i], name[k]);
            t->word = word[i * m + k];
            put(d, "pair", what ? what : "", &p[i * m + k], remark[i * m + k], t);
            if (m > FEW_METHODS && p[i * m + k].verdict == VV_PROVED) vv_document_data_only(d);
        }
    if (m > FEW_METHODS) put_matrix(d, m, name, p);
    if (m < 2)
        vv_document_paragraph(
            d, "remark", "%s",
            !m       ? "no method applies"
            : n == 1 ? "only one method was requested: there is nothing to compare it with"
                     : "only one method applies: there is nothing to compare it with");
}

static void put_constraints(vv_document *d, const vv_system *s, const vv_prove_options *o,
                            tally *t) {
    vv_proof p, there;
    const char *remark = NULL;
    int before = vv_values_exceptions(d->c);
    if (!s->speeds_ok || !s->nrows || vv_system_prove_constraints(d->c, s, o, &p) != VV_OK) return;
    bool exceptional = t->exceptional || vv_values_exceptions(d->c) > before;
    if (t->at && !vv_verdict_covers_values(&p, false, exceptional) && vv_at_values_ready(t->at) &&
        t->at->s->speeds_ok && vv_system_prove_constraints(d->c, t->at->s, o, &there) == VV_OK)
        p = vv_verdict_combine(d->c, t->at, &p, &there, &t->word, &remark);
    put(d, "constraints",
        "the velocities satisfy the constraints, and the constraint forces do no work on them", &p,
        remark, t);
}

static void put_methods(vv_document *d, const vv_system *s, int n, const vv_method_result *method,
                        const vv_prove_options *o, tally *t) {
    vv_document_begin(d, "agreement", false, "Do the methods agree?");
    for (int i = 0; i < n; i++)
        if (!method[i].equations)
            vv_document_verdict(d, "not_applicable", method[i].name, "does not apply",
                                method[i].refusal, NULL);
    put_constraints(d, s, o, t);
    put_pairs(d, s, n, method, o, t);
    vv_document_end(d);
}

/* In the system's own speeds? */
static bool by_speeds(const vv_system *s, const vv_equations *e) {
    bool same = e && e->n == s->n && !e->canonical;
    for (int i = 0; same && i < s->n; i++) same = vv_same(e->w[i], s->w[i]);
    return same;
}

/* With servos, an equilibrium, its frequencies and its stability are those of the closed-loop
 * system. */
static bool on_closed_loop(vv_ctx *c, const vv_system *s, const vv_claim *k,
                           vv_servo_motion *kept) {
    bool position = k->kind == VV_CLAIM_EQUILIBRIUM || k->kind == VV_CLAIM_FREQUENCY ||
                    k->kind == VV_CLAIM_STABLE;
    if (!s->nservos || !position || !k->nat || !s->has_T || s->freedom <= 0) return false;
    return vv_servo_motion_make(c, s, kept) == NULL && vv_ctx_ok(c);
}

/* A singular mass matrix: equations and first integrals are decided on the equations of lower order
 * together with the others. */
static vv_status decide_determined(vv_document *d, const vv_system *s, const vv_claim *k,
                                   const vv_prove_options *o, vv_proof *out) {
    const vv_formalism *f = vv_formalism_find("appell");
    vv_equations *eq = VV_NEW(d->c, vv_equations);
    const char *why;
    if (!f || !eq) return vv_ctx_status(d->c);
    if (!s->n || vv_formalism_run(d->c, f, s, eq, &why) != VV_OK) eq = NULL;
    return vv_claim_decide(d->c, s, eq, k, o, out);
}

static bool on_lower_order(const vv_system *s, const vv_claim *k) {
    return s->determined && (k->kind == VV_CLAIM_EQUATION || k->kind == VV_CLAIM_INTEGRAL);
}

/* Decides by the preferred record; what conditions on the state imply is found in some forms of
 * the equations and not in others, so the other records are tried too. */
static vv_status decide(vv_document *d, const vv_system *s, int n, const vv_method_result *method,
                        const vv_equations *eq, const vv_claim *k, const vv_prove_options *o,
                        vv_proof *out) {
    vv_servo_motion kept;
    if (on_lower_order(s, k)) return decide_determined(d, s->determined, k, o, out);
    if (on_closed_loop(d->c, s, k, &kept)) return vv_claim_decide(d->c, kept.s, kept.eq, k, o, out);
    vv_status status = vv_claim_decide(d->c, s, eq, k, o, out);
    for (int i = 0; i < n && k->nwhen; i++) {
        if (status != VV_OK || out->verdict != VV_UNDECIDED) break;
        if (method[i].equations != eq && by_speeds(s, method[i].equations))
            status = vv_claim_decide(d->c, s, method[i].equations, k, o, out);
    }
    bool position = k->kind == VV_CLAIM_EQUILIBRIUM || k->kind == VV_CLAIM_FREQUENCY ||
                    k->kind == VV_CLAIM_STABLE;
    return status == VV_OK && position ? vv_chart_decide_claim(d->c, s, eq, k, o, out) : status;
}

/* Stability without a configuration, on equations from which equilibria can be found. */
static bool needs_unique_equilibrium(const vv_system *s, const vv_equations *eq,
                                     const vv_claim *k) {
    return k->kind == VV_CLAIM_STABLE && !k->nat && s->speeds_ok && s->n && !s->massless &&
           !s->nservos && by_speeds(s, eq) && !eq->nmultipliers;
}

/* The i-th claim by these equations. */
static vv_status decide_claim(vv_document *d, const vv_system *s, int n,
                              const vv_method_result *method, const vv_equations *eq, int i,
                              const vv_prove_options *o, vv_proof *out, const char **remark) {
    const vv_claim *k = &s->m->claim[i];
    vv_study study = {.s = s, .eq = eq, .how = o};
    bool alone = needs_unique_equilibrium(s, eq, k),
         later = k->kind == VV_CLAIM_LATER || (k->kind == VV_CLAIM_STABLE && !k->nat);
    *remark = k->undefined            ? k->undefined
              : later && !alone && eq ? "no method for this kind of claim yet"
                                      : NULL;
    return alone ? vv_unique_equilibrium_decide(d->c, &study, k, out, remark)
                 : decide(d, s, n, method, eq, k, o, out);
}

static const vv_equations *preferred(vv_document *d, const vv_system *s, int n,
                                     const vv_method_result *method);

/* The verdict on the model: at the stated values, where that for general ones leaves it open. */
static vv_status settle_claim(vv_document *d, const vv_claim *k, int i, bool exceptional,
                              const vv_prove_options *o, tally *t, vv_proof *p,
                              const char **remark) {
    vv_at_values *at = t->at;
    vv_proof there;
    const char *reason = NULL;
    if (!at || vv_verdict_covers_values(p, k->negated, exceptional) ||
        !vv_claim_admits_values(d->c, k))
        return vv_ctx_status(d->c);
    bool ready = vv_at_values_ready(at);
    const char *why = !ready ? at->why : at->s->m->claim[i].undefined;
    if (why) {
        *p = vv_verdict_undefined(d->c, ready ? "claim" : "model", why, p, remark);
        return vv_ctx_status(d->c);
    }
    const vv_equations *eq = preferred(d, at->s, at->n, at->method);
    if (decide_claim(d, at->s, at->n, at->method, eq, i, o, &there, &reason) != VV_OK)
        return vv_ctx_status(d->c);
    *p = vv_verdict_combine(d->c, at, p, &there, &t->word, remark);
    return vv_ctx_status(d->c);
}

static void put_claims(vv_document *d, const vv_system *s, int n, const vv_method_result *method,
                       const vv_equations *eq, const vv_prove_options *o, tally *t) {
    if (s->m->nclaims == 0) return;
    vv_document_begin(d, "claims", false, "Claims");
    for (int i = 0; i < s->m->nclaims && vv_ctx_tick(d->c); i++) {
        vv_ctx_report_progress(d->c, "claims", (double)i / s->m->nclaims);
        const vv_claim *k = &s->m->claim[i];
        vv_proof p;
        const char *remark = NULL;
        int before = vv_values_exceptions(d->c);
        if (decide_claim(d, s, n, method, eq, i, o, &p, &remark) != VV_OK) return;
        bool exceptional = t->exceptional || vv_values_exceptions(d->c) > before;
        if (settle_claim(d, k, i, exceptional, o, t, &p, &remark) != VV_OK) return;
        put(d, "claim", k->text, &p, remark, t);
    }
    vv_document_end(d);
}

static const char *names_of(vv_ctx *c, const vv_system *s) {
    const char *text = "";
    for (int i = 0; i < s->servo.k && text; i++)
        text = vv_format(c, "%s%s%s", text, i ? ", " : "",
                         vv_symbol_get(c, s->q[s->servo.driven[i]])->name);
    return text ? text : "";
}

/* Theorems about all servo systems, proved on this one [M-SERVO-ENERGY, M-SERVO-INERT]. */
static void put_servos(vv_document *d, const vv_system *s, const vv_equations *eq,
                       const vv_prove_options *o, tally *t) {
    vv_energy_balance b;
    vv_proof p;
    if (!s->nservos || !eq) return;
    vv_document_begin(d, "servos", false, "Servos");
    vv_report_servo_count(d, s);
    if (vv_servo_forces_energy_balance(d->c, s, eq, o, &b) == VV_OK && b.applies)
        put(d, "servo_energy",
            b.all_in_energy ? "the power of the servos is the rate of T - U"
                            : "the power of the servos and of the forces that are not in U is the "
                              "rate of T - U",
            &b.proof, NULL, t);
    if (vv_prove_servo_inertia_irrelevant(d->c, s, o, &p)) {
        const char *what = vv_format(d->c,
                                     "the inertia and forces of the parts that depend on %s alone "
                                     "do not influence the motion of the rest",
                                     names_of(d->c, s));
        put(d, "servo_inert", what ? what : "", &p, NULL, t);
    }
    vv_document_end(d);
}

/* Claims are decided on the equations in the system's own speeds if they exist. */
static const vv_equations *preferred(vv_document *d, const vv_system *s, int n,
                                     const vv_method_result *method) {
    const vv_equations *eq = NULL;
    for (int i = 0; i < n; i++) {
        const vv_equations *e = method[i].equations;
        if (e && e->w == s->w && (!eq || e->nmultipliers < eq->nmultipliers)) eq = e;
    }
    for (int i = 0; i < n && !eq; i++)
        if (by_speeds(s, method[i].equations)) eq = method[i].equations;
    for (int i = 0; i < n && !eq; i++)
        if (method[i].equations) {
            eq = vv_equations_in_speeds(d->c, s, method[i].equations);
            if (!eq && s->nservos) eq = method[i].equations;
        }
    if (eq && eq->nmultipliers && !s->nservos) { /* reactions and multipliers drop out */
        const vv_equations *e = vv_equations_in_speeds(d->c, s, eq);
        if (e) eq = e;
    }
    return eq;
}

static void put_summary(vv_document *d, const tally *t) {
    const char *stated = "";
    if (t->stated) stated = vv_format(d->c, " (%d of them at the stated values only)", t->stated);
    vv_document_fact(d, "summary", "summary",
                     vv_format(d->c, "%d proved%s, %d refuted, %d not decided", t->proved, stated,
                               t->refuted, t->undecided));
    if (t->seed)
        vv_document_fact(
            d, "seed", "seed",
            vv_format(d->c, "%" PRIu64 " (reproducible with visviva prove --seed)", t->seed));
}

vv_status vv_report_verdicts(vv_document *d, const vv_system *s, int n,
                             const vv_method_result *method, const vv_prove_options *o,
                             vv_at_values *at) {
    tally t = {.at = vv_values_stated(d->c) ? at : NULL};
    const vv_equations *eq = preferred(d, s, n, method);
    t.exceptional = vv_values_exceptions(d->c) > 0;
    put_methods(d, s, n, method, o, &t);
    put_servos(d, s, eq, o, &t);
    put_claims(d, s, n, method, eq, o, &t);
    put_summary(d, &t);
    if (vv_ctx_status(d->c) != VV_OK) return vv_ctx_status(d->c);
    return t.refuted ? VV_E_NO : t.undecided ? VV_E_BEYOND : VV_OK;
}
