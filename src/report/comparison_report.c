/* The output of `compare`: what two mechanisms have in common and what not. */
#include "report/comparison_report.h"

#include "report/report.h"

static const char *const WHICH[] = {"first", "second"};

typedef struct comparison {
    vv_document *d;
    const vv_system_comparison *p;
    const vv_prove_options *o;
    vv_simplify_options how;
} comparison;

static const char *word_of(const vv_proof *p) {
    return p->verdict == VV_PROVED    ? "the same"
           : p->verdict == VV_REFUTED ? "differs"
                                      : "not decided";
}

static void put(comparison *k, const char *key, const char *what, const char *word,
                const char *remark, const vv_proof *proof) {
    vv_proof *own = VV_NEW(k->d->c, vv_proof);
    if (!own) return;
    *own = *proof;
    vv_document_verdict(k->d, key, what, word, remark, proof->verdict == VV_UNDECIDED ? NULL : own);
}

/* ---- energies ---- */

/* Is the difference of these zero? If not, the function is shown of both. */
static vv_verdict put_function(comparison *k, const char *key, const char *letter,
                               const char *latex, const char *what, const vv_expr compared[2],
                               const vv_expr function[2]) {
    vv_ctx *c = k->d->c;
    vv_proof proof;
    vv_expr difference = vv_sub(c, compared[0], compared[1]);
    vv_prove_zero(c, &k->p->facts, 1, &difference, k->o, &proof);
    put(k, key, what, word_of(&proof), NULL, &proof);
    for (int i = 0; i < 2 && proof.verdict != VV_PROVED; i++) {
        vv_expr shown;
        vv_simplify(c, &k->how, function[i], &shown);
        vv_document_named(k->d, key, vv_format(c, "%s, %s", letter, WHICH[i]),
                          vv_format(c, "%s_{\\mathrm{%s}}", latex, WHICH[i]), shown);
    }
    return proof.verdict;
}

static bool put_energies(comparison *k, bool *same_S) {
    const vv_paired_system *a = &k->p->side[0], *b = &k->p->side[1];
    const vv_expr T[] = {a->T, b->T}, U[] = {a->U, b->U}, S[] = {a->S, b->S},
                  power[] = {a->power, b->power};
    vv_document_begin(k->d, "energies", false, "Energies");
    bool same = put_function(k, "T", "T", "T", "kinetic energy T", T, T) == VV_PROVED;
    same &= put_function(k, "U", "U", "U", "force function U, up to a function of the time", power,
                         U) == VV_PROVED;
    *same_S =
        put_function(k, "S", "S", "S", "energy of acceleration S, its terms with accelerations", S,
                     S) == VV_PROVED;
    vv_document_end(k->d);
    return same;
}

/* ---- rates ---- */

/* Those of the coordinates that do not serve as speeds: constraints may give them differently. */
static void put_rates(comparison *k, int *differ, int *open) {
    const vv_system_comparison *p = k->p;
    vv_ctx *c = k->d->c;
    if (p->nshared == p->freedom) return;
    vv_document_begin(k->d, "rates", false, "Rates of shared coordinates");
    for (int i = 0; i < p->nshared && vv_ctx_ok(c); i++) {
        const vv_expr rate[] = {p->side[0].rate[i], p->side[1].rate[i]};
        const char *name = vv_symbol_get(c, p->shared[i])->name;
        bool chosen = false;
        for (int j = 0; j < p->freedom; j++)
            chosen |= vv_same(p->speed[j], vv_symbol_rate(c, p->shared[i]));
        if (chosen) continue;
        vv_verdict v = put_function(
            k, "rate", vv_format(c, "%s'", name), vv_format(c, "%s'", vv_name_latex(c, name)),
            vv_format(c, "%s' in the rates of the others", name), rate, rate);
        *differ += v == VV_REFUTED;
        *open += v == VV_UNDECIDED;
    }
    vv_document_end(k->d);
}

/* ---- equations ---- */

/* Counts the equations of a side that do not follow from the other, and those undecided. */
static void put_side(comparison *k, const vv_compared_mechanism *m, int side, int *differ,
                     int *open) {
    vv_ctx *c = k->d->c;
    const vv_report_options how = {.title = m->s->m->title, .facts = &m->s->facts};
    vv_document_begin(k->d, WHICH[side], false,
                      vv_format(c, "Equations of the %s: %s", WHICH[side], m->name));
    vv_report_equations(k->d, m->eq, &how);
    for (int i = 0; i < k->p->side[side].n && vv_ctx_ok(c); i++) {
        vv_proof proof;
        vv_system_comparison_follows(c, k->p, side, i, k->o, &proof);
        put(k, "equation",
            vv_format(c, "equation %d follows from those of the %s", i + 1, WHICH[1 - side]),
            proof.verdict == VV_PROVED    ? "yes"
            : proof.verdict == VV_REFUTED ? "no"
                                          : "not decided",
            NULL, &proof);
        *differ += proof.verdict == VV_REFUTED;
        *open += proof.verdict == VV_UNDECIDED;
    }
    vv_document_end(k->d);
}

static void put_lists(comparison *k, const vv_compared_mechanism m[2]) {
    const vv_system_comparison *p = k->p;
    vv_document_fact(k->d, "first", "first", m[0].name);
    vv_document_fact(k->d, "second", "second", m[1].name);
    if (p->nshared) vv_document_list(k->d, "shared", "coordinates of both", p->nshared, p->shared);
    for (int i = 0; i < 2; i++)
        if (p->side[i].nonly)
            vv_document_list(k->d, vv_format(k->d->c, "only_%s", WHICH[i]),
                             vv_format(k->d->c, "only of the %s", WHICH[i]), p->side[i].nonly,
                             p->side[i].only);
}

static void put_values(comparison *k, const vv_compared_mechanism m[2]) {
    vv_ctx *c = k->d->c;
    for (int i = 0; i < k->p->ndiffering; i++)
        vv_document_paragraph(
            k->d, "value", "The value of %s is not the same in both: each has its own below.",
            vv_symbol_get(c, m[0].s->m->parameter[k->p->differing[i]].symbol)->name);
}

/* What the equations do not say. */
static void put_limits(comparison *k, const vv_compared_mechanism m[2]) {
    bool events = false;
    for (int i = 0; i < 2; i++) events |= m[i].s->m->nwhens || m[i].s->m->nguards;
    if (events)
        vv_document_paragraph(k->d, "limits", "%s",
                              "Events, and contacts that slip or open, are not compared.");
}

static vv_status conclude(comparison *k, bool only_S, int differ, int open) {
    const char *shared = "the motions of the shared coordinates";
    if (differ) {
        vv_document_verdict(k->d, "equations", "equations of motion", "differ", NULL, NULL);
        if (only_S)
            vv_document_paragraph(
                k->d, "remark", "%s",
                "T and U are the same and the equations are not: T and U alone do "
                "not determine the motion when a constraint is nonholonomic; S "
                "does [Appell, no. 469].");
        return VV_E_NO;
    }
    vv_document_verdict(k->d, "equations", "equations of motion", open ? "not decided" : "the same",
                        open ? NULL : shared, NULL);
    return open ? VV_E_BEYOND : VV_OK;
}

vv_status vv_report_comparison(vv_document *d, const vv_compared_mechanism m[2],
                               const vv_system_comparison *p, const vv_prove_options *o) {
    comparison k = {d, p, o, {.facts = &p->facts}};
    int differ = 0, open = 0;
    put_lists(&k, m);
    put_values(&k, m);
    if (p->refusal || p->other) {
        vv_document_verdict(d, "equations", "equations of motion",
                            p->other ? "differ" : "not compared", p->other ? p->other : p->refusal,
                            NULL);
        return p->other ? VV_E_NO : VV_E_BEYOND;
    }
    bool same_S, same = put_energies(&k, &same_S);
    put_rates(&k, &differ, &open);
    for (int i = 0; i < 2; i++) put_side(&k, &m[i], i, &differ, &open);
    put_limits(&k, m);
    return conclude(&k, same && !same_S, differ, open);
}
