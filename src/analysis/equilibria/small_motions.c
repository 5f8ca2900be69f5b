#include "analysis/equilibria/small_motions.h"

#include <math.h>

#include "base/base.h"
#include "numeric/numeric.h"
#include "equations/stability/stability.h"

/* rhs = 0 at rest and M, rhs are functions of q, w: only the first derivatives of rhs remain.
 * All entries are evaluated at the equilibrium together, since they share most subexpressions. */
static void derivatives(vv_ctx *c, const vv_study *study, const vv_equilibrium *at,
                        vv_linearized *o) {
    const vv_system *s = study->s;
    const vv_equations *eq = study->eq;
    int n = s->n, all = n * n;
    vv_expr *by_q = VV_ARRAY(c, vv_expr, s->nq + 1), *by_w = VV_ARRAY(c, vv_expr, n + 1),
            *t = VV_ARRAY(c, vv_expr, s->nq + 1), *x = VV_MATRIX(c, vv_expr, 3 * n, n);
    if (!by_q || !by_w || !t || !x) return;
    for (int i = 0; i < n; i++) {
        vv_gradient(c, eq->rhs[i], s->nq, s->q, by_q);
        vv_gradient(c, eq->rhs[i], n, s->w, by_w);
        for (int j = 0; j < n; j++) {
            for (int a = 0; a < s->nq; a++) t[a] = vv_mul(c, by_q[a], s->direction[j * s->nq + a]);
            x[i * n + j] = eq->matrix[i * n + j];
            x[all + i * n + j] = by_w[j];
            x[2 * all + i * n + j] = vv_sum(c, s->nq, t);
        }
    }
    vv_equilibrium_substitute_all(c, s, at, 3 * all, x);
    for (int i = 0; i < all; i++) {
        o->M[i] = x[i];
        o->G[i] = vv_neg(c, x[all + i]);
        o->K[i] = vv_neg(c, x[2 * all + i]);
    }
}

/* All rates vanish with the speeds, in every configuration. */
bool vv_rates_are_homogeneous(vv_ctx *c, const vv_system *s) {
    for (int a = 0; a < s->nq; a++) {
        vv_expr e = s->rate[a];
        vv_subst_zero(c, s->n, s->w, 1, &e, &e);
        if (!vv_is_zero(e) && !vv_vanishes(c, &s->facts, e)) return false;
    }
    return true;
}

typedef struct place {
    const vv_system *s;
    const vv_equilibrium *at;
} place;

static vv_expr at_place(vv_ctx *c, vv_expr e, const void *data) {
    const place *p = data;
    return vv_equilibrium_substitute(c, p->s, p->at, e);
}

vv_status vv_small_motions_make(vv_ctx *c, const vv_study *study, const vv_equilibrium *at,
                                vv_linearized *out) {
    const vv_facts *f = &study->s->facts;
    place there = {study->s, at};
    int n = study->s->n;
    *out = (vv_linearized){.n = n, .conservative = true};
    out->M = VV_MATRIX(c, vv_expr, n, n);
    out->G = VV_MATRIX(c, vv_expr, n, n);
    out->K = VV_MATRIX(c, vv_expr, n, n);
    if (!out->M || !out->G || !out->K) return vv_ctx_status(c);
    if (study->eq->nunknowns != n || !vv_rates_are_homogeneous(c, study->s)) return VV_E_BEYOND;
    out->rough = vv_force_is_nonsmooth(c, study->s, f, study->eq, at_place, &there, &out->kinked);
    if (out->rough) return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
    derivatives(c, study, at, out);
    if (vv_ctx_status(c) == VV_E_MODEL) { /* the speeds are singular at this equilibrium */
        vv_ctx_clear_failure(c);
        return VV_E_BEYOND;
    }
    vv_clear_zeros(c, f, n * n, out->M);
    vv_clear_zeros(c, f, n * n, out->G);
    vv_clear_zeros(c, f, n * n, out->K);
    vv_linearized_settle_time(c, f, study->s->m, out);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            vv_expr skew = vv_sub(c, out->K[i * n + j], out->K[j * n + i]);
            out->conservative &= vv_is_zero(out->G[i * n + j]) && vv_vanishes(c, f, skew);
        }
    return vv_ctx_status(c);
}

const char *vv_deviation_name(vv_ctx *c, const vv_system *s, int i) {
    const vv_symbol *w = vv_symbol_get(c, s->w[i]);
    return w->kind == VV_SYM_COORDINATE ? w->name : vv_format(c, "the integral of %s", w->name);
}

const char *vv_deviation_latex(vv_ctx *c, const vv_system *s, int i) {
    const vv_symbol *w = vv_symbol_get(c, s->w[i]);
    const char *name = vv_name_latex(c, w->name);
    return w->kind == VV_SYM_COORDINATE ? name : vv_format(c, "\\int %s", name ? name : "w");
}

static const vv_equations *undisturbed(vv_ctx *c, const vv_study *study, int ninputs) {
    const vv_system *s = study->s;
    const vv_model *m = s->m;
    vv_equations *eq = VV_NEW(c, vv_equations);
    if (!eq) return NULL;
    *eq = *study->eq;
    if (!m->nperturbations && !ninputs) return eq;
    eq->rhs = VV_ARRAY(c, vv_expr, eq->nunknowns + 1);
    if (!eq->rhs) return NULL;
    for (int i = 0; i < eq->nunknowns; i++) {
        vv_expr e = study->eq->rhs[i];
        for (int k = 0; k < m->nperturbations && i < s->n;
             k++) /* its virtual work along direction i */
            for (int a = 0; a < s->nq; a++) {
                vv_expr by = vv_mul(c, vv_diff(c, m->perturbation[k].on, s->q[a]),
                                    s->direction[i * s->nq + a]);
                e = vv_sub(c, e, vv_mul(c, m->perturbation[k].force, by));
            }
        vv_subst_zero(c, ninputs, m->input, 1, &e, &e);
        if (m->nperturbations && vv_depends(c, e, 1, &m->t)) e = vv_flatten_sum(c, e, 1000);
        if (m->nperturbations && vv_depends(c, e, 1, &m->t) &&
            vv_is_free_of_time(c, &s->facts, m->t, e))
            e = vv_subst1(c, e, m->t, VV_ZERO); /* it cancels, though the expression contains it */
        eq->rhs[i] = e;
    }
    return vv_ctx_ok(c) ? eq : NULL;
}

const vv_equations *vv_study_unforced_equations(vv_ctx *c, const vv_study *study) {
    return undisturbed(c, study, study->s->m->ninputs);
}

const vv_equations *vv_study_unperturbed_equations(vv_ctx *c, const vv_study *study) {
    return undisturbed(c, study, 0);
}

static void put_multipliers(vv_ctx *c, vv_document *d, const vv_multipliers *k) {
    for (int i = 0; i < k->n; i++)
        vv_document_definition(
            d, "multiplier", vv_symbol_new(c, vv_format(c, "ρ_%d", i + 1), VV_SYM_OTHER), VV_POISON,
            vv_format(c, "%.10g %c %.10g i, modulus %.10g", vv_unsigned_zero(k->re[i]),
                      k->im[i] < 0 ? '-' : '+', fabs(k->im[i]), hypot(k->re[i], k->im[i])));
    vv_document_paragraph(d, "accuracy", "Floquet multipliers%s, enclosed by ball arithmetic",
                          k->by_values ? " for the given parameter values" : "");
}

/* Linearized equations that depend on the time have no frequencies; they may have multipliers. */
static vv_status put_time(vv_ctx *c, const vv_study *study, vv_document *d, const vv_linearized *m,
                          const vv_equilibrium *at) {
    const vv_system *s = study->s;
    place there = {s, at};
    vv_time_dependence time = vv_time_dependence_of(c, s, study->eq, &s->facts);
    vv_multipliers k = {.why = NULL};
    bool possible = time.kind == VV_TIME_PERIODIC && !s->worked && m->n <= VV_DETERMINANT_MAX &&
                    !vv_directions_move(c, s, &s->facts, at_place, &there);
    vv_document_paragraph(d, "time", "%s: there are no natural frequencies",
                          vv_time_dependence_text(c, &time));
    if (possible && vv_multipliers_find(c, s->m, &s->facts, m, time.period, &k) == VV_OK && k.n) {
        put_multipliers(c, d, &k);
        return vv_ctx_status(c);
    }
    if (k.why) vv_document_paragraph(d, "remark", "not decided: %s", k.why);
    return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
}

vv_status vv_small_motions_put_hindrance(vv_ctx *c, const vv_study *study, vv_document *d,
                                         const vv_linearized *m, const vv_equilibrium *at) {
    if (!m->rough) return put_time(c, study, d, m, at);
    vv_document_paragraph(d, "remark",
                          "not decided: a force has no derivatives at this position; it switches "
                          "branches, or a root or a power begins there");
    return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
}

/* ---- one position after another ------------------------------------------------------------ */

void vv_equilibrium_begin_section(vv_document *d, const vv_study *study, const vv_equilibrium *e,
                                  int k) {
    vv_document_begin(d, "position", true, vv_format(d->c, "Position %d", k + 1));
    vv_equilibrium_put_values(d, study->s, e);
    vv_study_put_matrix(d, study, e, "q", study->s->nq, 1, e->q, NULL);
}

void vv_equilibrium_put_values(vv_document *d, const vv_system *s, const vv_equilibrium *e) {
    for (int i = 0; i < s->nq; i++) {
        const vv_enclosed_number *number = NULL;
        for (int k = 0; k < e->nnumbers; k++)
            if (vv_same(e->q[i], e->number[k].symbol)) number = &e->number[k];
        if (number)
            vv_document_definition(d, "value", s->q[i], VV_POISON, number->text);
        else if (!vv_same(e->q[i], s->q[i]))
            vv_document_definition(d, "value", s->q[i], e->q[i], NULL);
    }
    for (int i = 0; i < e->nfunctions; i++)
        vv_document_definition(d, "where", e->function[i], e->function_value[i], "it lies here");
}

/* Rest at the boundary of an assumed range: coordinates such as polar ones are singular there. */
static void put_border(vv_ctx *c, const vv_study *study, vv_document *d, const vv_equilibria *all) {
    const vv_system *s = study->s;
    for (int k = 0; k < all->nborder && vv_ctx_tick(c); k++) {
        vv_linearized m;
        vv_document_begin(d, "border", true, "On the boundary of the assumptions");
        vv_equilibrium_put_values(d, s, &all->border[k]);
        bool made = vv_small_motions_make(c, study, &all->border[k], &m) == VV_OK &&
                    m.n <= VV_DETERMINANT_MAX;
        vv_expr det = made ? vv_determinant(c, m.n, m.M) : VV_POISON;
        bool degenerate =
            made && (vv_is_zero(det) || vv_is_identically_zero(c, &s->facts, det) == VV_TRUE);
        vv_document_paragraph(
            d, "remark",
            "the equilibrium equations hold here too, but the assumptions exclude it%s",
            degenerate ? ": the kinetic energy is degenerate there (the discriminant of T "
                         "vanishes); use other coordinates, such as x, y instead of polar ones"
                       : "");
        vv_document_end(d);
    }
}

/* There is no equilibrium, or none is known. */
static vv_status put_none(vv_ctx *c, const vv_study *study, vv_document *d,
                          const vv_equilibria *all) {
    vv_document_paragraph(d, all->complete ? "none" : "remark", "%s",
                          vv_equilibria_none_reason(c, all));
    if (!all->complete) return VV_E_BEYOND;
    put_border(c, study, d, all);
    return vv_ctx_status(c);
}

static vv_status one(vv_ctx *c, const vv_study *study, vv_document *d, vv_equilibrium *at,
                     vv_small_motions_visit *visit) {
    if (at->chart) study = at->chart;
    if (!vv_equilibrium_exists(c, study, at)) {
        vv_document_paragraph(d, "remark", "it does not exist for the given parameter values");
        return VV_OK;
    }
    vv_linearized *m = at->small ? NULL : VV_NEW(c, vv_linearized);
    if (m && (vv_small_motions_make(c, study, at, m) == VV_OK || m->rough))
        at->small = m; /* reused by other topics */
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    if (at->small) return visit(c, study, d, at->small, at);
    vv_document_paragraph(
        d, "remark",
        "not decided: the coordinates or speeds are singular at this position, or something moves "
        "while the speeds vanish");
    return VV_E_BEYOND;
}

vv_status vv_small_motions_each(vv_ctx *c, const vv_study *given, vv_document *d,
                                vv_small_motions_visit *visit) {
    vv_equilibria all;
    vv_study still = *given, *study = &still;
    still.eq = vv_study_unforced_equations(c, given);
    if (!still.eq) return vv_ctx_status(c);
    vv_status status = vv_equilibria_find(c, study, &all), worst = VV_OK;
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    if (status != VV_OK) all.complete = false;
    if (status != VV_OK || all.n == 0) return put_none(c, study, d, &all);
    for (int k = 0; k < all.n && vv_ctx_tick(c); k++) {
        vv_equilibrium_begin_section(d, study, &all.list[k], k);
        vv_status answer = one(c, study, d, &all.list[k], visit);
        if (answer == VV_E_BEYOND || (answer == VV_E_NO && worst == VV_OK)) worst = answer;
        vv_document_end(d);
    }
    return vv_ctx_ok(c) ? worst : vv_ctx_status(c);
}
