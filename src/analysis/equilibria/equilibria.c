/* Equilibria: all of them in closed form if the equilibrium equations can be solved. */
#include <string.h>

#include "analysis/equilibria/small_motions.h"
#include "equations/equations.h"
#include "formalism/formalism.h"

static void put_condition(vv_document *d, vv_expr e) {
    vv_document_definition(d, "condition", e, VV_POISON,
                           "must not be negative, otherwise it does not exist");
}

/* Found by search, which has proved that exactly one zero lies within the digits. */
static vv_status put_found(vv_document *d, const vv_system *s, const vv_equilibrium *e, int k) {
    vv_document_begin(d, "position", true, NULL);
    vv_document_verdict(
        d, "verdict", vv_format(d->c, "position %d is an equilibrium", k + 1), "proved",
        "by ball arithmetic: exactly one lies within these digits (Krawczyk)", NULL);
    vv_document_argue(d, e->argument);
    vv_equilibrium_put_values(d, s, e);
    vv_document_end(d);
    return VV_OK;
}

/* Coordinates that occur in the equations and stay open: infinitely many equilibria. */
static void put_family(vv_document *d, const vv_system *s, const vv_equilibria *all,
                       const vv_equilibrium *e) {
    const char *names = NULL;
    for (int a = 0; a < s->nq; a++) {
        bool open = vv_same(e->q[a], s->q[a]);
        for (int i = 0; i < all->nfree; i++) open &= all->free[i] != a;
        for (int i = 0; i < e->nfunctions; i++) /* given by the value of a function */
            open &= !vv_depends(d->c, e->function[i], 1, &s->q[a]);
        const char *name = vv_symbol_get(d->c, s->q[a])->name;
        if (open) names = names ? vv_format(d->c, "%s, %s", names, name) : name;
    }
    if (names) vv_document_paragraph(d, "family", "a continuous family: any value of %s", names);
}

/* One equilibrium: values of the coordinates that are not free, proved on the equilibrium
 * equations. Counted in *inside if it lies in the stated box. */
static vv_status put_position(vv_ctx *c, const vv_study *study, vv_document *d,
                              const vv_equilibria *all, int k, int *inside) {
    const vv_equilibrium *e = &all->list[k];
    const vv_system *s = e->chart ? e->chart->s : study->s;
    vv_expr *at = VV_ARRAY(c, vv_expr, all->nforces + 1);
    int n = all->nforces;
    vv_proof p;
    if (!at) return vv_ctx_status(c);
    if (e->nnumbers) {
        ++*inside;
        return put_found(d, s, e, k);
    }
    memcpy(at, all->force, (size_t)n * sizeof *at);
    if (e->chart && (n = vv_equilibrium_equations(c, e->chart, &at)) < 0) return vv_ctx_status(c);
    vv_equilibrium_substitute_all(c, s, e, n, at);
    if (vv_ctx_status(c) == VV_E_MODEL) { /* the speeds are singular there */
        vv_ctx_clear_failure(c);
        return VV_OK;
    }
    if (vv_prove_zero(c, &s->facts, n, at, study->how, &p) != VV_OK) return vv_ctx_status(c);
    if (p.verdict == VV_REFUTED) return VV_OK;
    vv_document_begin(d, "position", true, NULL);
    vv_status status = VV_E_BEYOND;
    const char *what = vv_format(c, "position %d is an equilibrium", k + 1);
    if (e->degenerate)
        vv_document_verdict(d, "verdict", what, "not decided",
                            "the equilibrium equations hold, but the kinetic energy is degenerate "
                            "there: displacements that these coordinates do not represent may do "
                            "work; use other coordinates",
                            NULL);
    else
        status = vv_topic_verdict(d, "verdict", what, &p, NULL);
    vv_equilibrium_put_values(d, s, e);
    for (int i = 0; i < e->nconditions; i++)
        if (vv_study_sign(c, study, e->condition[i]) != VV_POSITIVE)
            put_condition(d, e->condition[i]);
    put_family(d, s, all, e);
    bool exists = vv_equilibrium_exists(c, study, e), within = true;
    if (!exists)
        vv_document_paragraph(d, "remark", "it does not exist for the given parameter values");
    for (int a = 0; a < s->nq && exists; a++) within &= vv_equilibrium_is_in_box(c, study, e, a);
    if (!within) vv_document_paragraph(d, "remark", "outside the stated box");
    *inside += exists && within;
    vv_document_end(d);
    return status;
}

/* Remark on the singular set of the speeds or of the coordinates. */
static void put_singular_set(vv_document *d, const vv_equilibria *all) {
    if (!all->apart) return;
    if (vv_is_poison(all->singular))
        vv_document_paragraph(d, "apart",
                              "nothing is known about positions where the coordinates, speeds, "
                              "constraints or forces are singular");
    else
        vv_document_equation(d, "apart", "apart", all->singular, VV_ZERO, VV_POISON,
                             "the speeds are singular where this holds: nothing is known there");
}

/* Says that these are all, or why this is not claimed. */
static vv_status put_others(vv_document *d, const vv_system *s, const vv_equilibria *all) {
    if (all->complete) {
        vv_document_paragraph(
            d, "complete", "%s",
            all->n ? "there are no others, for generic parameter values (angles in (-pi, pi])"
                   : vv_equilibria_none_reason(d->c, all));
        put_singular_set(d, all);
        for (int k = 0; k < all->nborder; k++) {
            vv_document_begin(d, "border", true, NULL);
            vv_document_paragraph(
                d, "remark",
                "the equilibrium equations hold here too, but the assumptions exclude it:");
            vv_equilibrium_put_values(d, s, &all->border[k]);
            vv_document_end(d);
        }
        return VV_OK;
    }
    if (all->searched && all->left == 0) {
        vv_document_paragraph(
            d, "complete", "%s in the box %s: proved by ball arithmetic, %ld evaluations",
            all->n ? "there are no others" : "there is no equilibrium", all->box, all->boxes);
        return VV_OK;
    }
    if (all->family) {
        vv_document_equation(d, "family", "family", all->unsolved, VV_ZERO, VV_POISON,
                             "infinitely many: every position where this holds is an equilibrium");
        vv_document_paragraph(d, "complete", "there may be others");
        return VV_E_BEYOND;
    }
    if (!vv_is_poison(all->unsolved))
        vv_document_equation(d, "unsolved", "unsolved", all->unsolved, VV_ZERO, VV_POISON, NULL);
    if (all->searched)
        vv_document_paragraph(d, "complete",
                              "there may be others in the box %s: after %ld evaluations %d "
                              "sub-boxes remain undecided, one near %s: a degenerate equilibrium, "
                              "a family, a point where forces are undefined, or nothing",
                              all->box, all->boxes, all->left, all->near ? all->near : "?");
    else
        vv_document_paragraph(d, "complete", "there may be others: not every factor was solved; %s",
                              all->hindrance ? all->hindrance : "");
    return VV_E_BEYOND;
}

static void put_everywhere(vv_document *d) {
    vv_document_paragraph(d, "complete",
                          "every position is an equilibrium: no force acts along the directions "
                          "that the constraints allow");
}

/* Everything found. */
static vv_status put_all(vv_ctx *c, const vv_study *study, vv_document *d,
                         const vv_equilibria *all) {
    const vv_system *s = study->s;
    vv_status status = VV_OK;
    int inside = 0;
    if (all->complete && all->n == 1 && all->nfree == s->nq) {
        put_everywhere(d);
        return VV_OK;
    }
    vv_expr *list = VV_ARRAY(c, vv_expr, all->nfree + 1);
    if (!list) return vv_ctx_status(c);
    for (int i = 0; i < all->nfree; i++) list[i] = s->q[all->free[i]];
    if (all->nfree && (all->n || !all->complete))
        vv_document_list(d, "indifferent", "indifferent in", all->nfree, list);
    for (int k = 0; k < all->n && vv_ctx_tick(c); k++)
        if (put_position(c, study, d, all, k, &inside) == VV_E_BEYOND) status = VV_E_BEYOND;
    if (put_others(d, s, all) == VV_E_BEYOND) status = VV_E_BEYOND;
    bool asked = false;
    for (int i = 0; i < s->m->nboxes; i++)
        asked |= vv_symbol_get(c, s->m->box[i].symbol)->kind == VV_SYM_COORDINATE &&
                 vv_symbol_get(c, s->m->box[i].symbol)->order == 0;
    if (asked && inside == 0 && status == VV_OK && (all->complete || all->searched)) {
        vv_document_paragraph(d, "empty", "there is none in the stated box");
        return VV_E_NO;
    }
    return status;
}

static vv_status put_still(vv_ctx *c, const vv_study *given, vv_document *d) {
    vv_equilibria all;
    vv_study still = *given;
    still.eq = vv_study_unforced_equations(c, given);
    if (!still.eq) return vv_ctx_status(c);
    vv_status status = vv_equilibria_find(c, &still, &all);
    if (status == VV_E_BEYOND && vv_ctx_ok(c))
        vv_document_paragraph(d, "remark", "the forces at rest depend on time");
    if (status == VV_OK && all.everywhere) {
        put_everywhere(d);
        return vv_ctx_status(c);
    }
    return status == VV_OK ? put_all(c, &still, d, &all) : status;
}

/* ---- servos -------------------------------------------------------------------------------- */

static const vv_equations *by_speeds(vv_ctx *c, const vv_system *s) {
    vv_equations *eq = VV_NEW(c, vv_equations);
    const char *why;
    return eq && vv_formalism_run(c, vv_formalism_for(VV_FORMALISM_SPEEDS), s, eq, &why) == VV_OK
               ? eq
               : NULL;
}

static vv_status say_why(vv_document *d, const char *why) {
    vv_document_paragraph(d, "remark", "%s", why);
    return vv_ctx_ok(d->c) ? VV_E_BEYOND : vv_ctx_status(d->c);
}

/* P = 0 on the displacements on which the servos do no work, and the holonomic constraints
 * [Appell1896, no. 470; M-SERVO-EQUIL]. */
static vv_status put_servo(vv_ctx *c, const vv_study *study, vv_document *d) {
    const vv_system *s = study->s;
    vv_study own = *study;
    vv_servo_forces e;
    vv_equilibria all;
    own.eq = by_speeds(c, s);
    if (!own.eq || vv_servo_forces_find(c, s, own.eq, &e) != VV_OK)
        return say_why(d, "no equations of motion could be derived");
    if (e.restless) {
        vv_document_paragraph(d, "remark", "no position is an equilibrium: %s", e.restless);
        return VV_OK;
    }
    int n = e.nrest;
    vv_expr *force = VV_ARRAY(c, vv_expr, n + s->nrows + s->servo.r + s->nfindings + 1);
    if (!force) return vv_ctx_status(c);
    memcpy(force, e.rest, (size_t)n * sizeof *force);
    for (int r = 0; r < s->nrows; r++)
        if (s->row[r].kind == VV_ROW_HOLONOMIC) force[n++] = s->row[r].finite;
    for (int r = 0; r < s->servo.r; r++)
        if (s->servo.row[r].finite.id) force[n++] = s->servo.row[r].finite;
    n += vv_system_implied_constraints(c, s, force + n);
    vv_status status = vv_equilibria_solve(c, &own, n, force, &all);
    if (status == VV_E_BEYOND && vv_ctx_ok(c)) return say_why(d, "the constraints depend on time");
    return status == VV_OK ? put_all(c, &own, d, &all) : status;
}

/* The same constraints maintained by contacts: the displacements satisfy them all. */
static vv_status put_contact(vv_ctx *c, const vv_study *study, vv_document *d) {
    vv_model *model = VV_NEW(c, vv_model);
    vv_system *twin = VV_NEW(c, vv_system);
    vv_diag_mark before = vv_diag_get_mark(c); /* its constraints have already been reported on */
    if (!model || !twin || vv_model_servos_as_contacts(c, study->s->m, model) != VV_OK)
        return vv_ctx_status(c);
    vv_status status = vv_system_build(c, model, twin);
    vv_diag_rollback(c, before);
    if (status == VV_E_MODEL) vv_ctx_clear_failure(c);
    vv_study own = *study;
    own.s = twin;
    own.eq = status == VV_OK && twin->freedom > 0 && twin->speeds_ok ? by_speeds(c, twin) : NULL;
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    if (!own.eq) {
        say_why(d, "kept by contacts, the constraints leave no motion or cannot hold");
        return VV_OK;
    }
    return put_still(c, &own, d);
}

/* Servos and contacts in comparison. */
static vv_status put_comparison(vv_ctx *c, const vv_study *study, vv_document *d) {
    if (study->s->servo.refusal) return say_why(d, study->s->servo.refusal);
    vv_document_begin(d, "servo", false, "By servo");
    vv_status first = put_servo(c, study, d);
    vv_document_end(d);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    vv_document_begin(d, "contact", false, "The same constraints kept by contacts");
    vv_status second = put_contact(c, study, d);
    vv_document_end(d);
    return first == VV_OK || second == VV_E_BEYOND ? second : first;
}

static vv_status fill(vv_ctx *c, const vv_study *study, vv_document *d) {
    return study->s->nservos ? put_comparison(c, study, d) : put_still(c, study, d);
}

const vv_topic vv_topic_equilibria = {
    .name = "equilibria",
    .title = "Equilibria",
    .text = "where the mechanism can stay at rest, in closed form, each proved",
    .needs = VV_NEEDS_MOTION | VV_NEEDS_LINEAR | VV_TAKES_SERVOS,
    .fill = fill,
};
