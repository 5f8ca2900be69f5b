/* Positions of equilibrium: all of them in symbols where the equations of rest can be solved. */
#include "analysis/small.h"

static void put_condition(vv_document *d, vv_expr e) {
    vv_document_definition(d, "condition", e, VV_POISON, "not negative, else it does not exist");
}

/* One position: values of the coordinates that are not free, proved on the equations of rest. */
static vv_status put_position(vv_ctx *c, const vv_study *study, vv_document *d,
                              const vv_equilibria *all, int k) {
    const vv_system *s = study->s;
    const vv_equilibrium *e = &all->list[k];
    vv_expr *at = VV_ARRAY(c, vv_expr, all->nforces + 1);
    vv_proof p;
    if (!at) return vv_ctx_status(c);
    for (int i = 0; i < all->nforces; i++) at[i] = vv_at_equilibrium(c, s, e, all->force[i]);
    if (vv_ctx_status(c) == VV_E_MODEL) { /* the speeds are singular there */
        vv_ctx_forgive(c);
        return VV_OK;
    }
    if (vv_prove_zero(c, &s->facts, all->nforces, at, study->how, &p) != VV_OK)
        return vv_ctx_status(c);
    if (p.verdict == VV_REFUTED) return VV_OK;
    vv_document_begin(d, "position", true, NULL);
    vv_status status = vv_topic_verdict(
        d, "verdict", vv_format(c, "position %d is one of equilibrium", k + 1), &p, NULL);
    for (int i = 0; i < s->nq; i++)
        if (!vv_same(e->q[i], s->q[i])) vv_document_definition(d, "value", s->q[i], e->q[i], NULL);
    for (int i = 0; i < e->nconditions; i++) put_condition(d, e->condition[i]);
    if (!vv_position_exists(c, study, e))
        vv_document_paragraph(d, "remark", "with the parameters' values it does not exist");
    vv_document_end(d);
    return status;
}

static vv_status fill(vv_ctx *c, const vv_study *study, vv_document *d) {
    const vv_system *s = study->s;
    vv_equilibria all;
    vv_status status = vv_equilibria_find(c, study, &all);
    if (status == VV_E_BEYOND && vv_ctx_ok(c))
        vv_document_paragraph(d, "remark",
                              "the forces at rest are not polynomials in the coordinates, "
                              "their sines and cosines, or contain the time");
    if (status != VV_OK) return status;
    if (all.complete && all.n == 1 && all.nfree == s->nq) {
        vv_document_paragraph(d, "complete",
                              "every position is one of equilibrium: no force acts on "
                              "the directions that the constraints leave");
        return VV_OK;
    }
    vv_expr *list = VV_ARRAY(c, vv_expr, all.nfree + 1);
    if (!list) return vv_ctx_status(c);
    for (int i = 0; i < all.nfree; i++) list[i] = s->q[all.free[i]];
    if (all.nfree) vv_document_list(d, "indifferent", "indifferent in", all.nfree, list);
    for (int k = 0; k < all.n && vv_ctx_tick(c); k++)
        if (put_position(c, study, d, &all, k) == VV_E_BEYOND) status = VV_E_BEYOND;
    if (all.complete) {
        vv_document_paragraph(d, "complete", "%s",
                              all.n ? "there are no others, for general values of the parameters "
                                      "(angles in (-pi, pi])"
                                    : "there is no position of equilibrium for general values of "
                                      "the parameters");
        return status;
    }
    vv_document_paragraph(d, "complete", "there may be others: not every factor was solved");
    if (!vv_is_poison(all.unsolved))
        vv_document_equation(d, "unsolved", "unsolved", all.unsolved, VV_ZERO, VV_POISON, NULL);
    return VV_E_BEYOND;
}

const vv_topic vv_topic_equilibria = {
    .name = "equilibria",
    .title = "Positions of equilibrium",
    .text = "where the mechanism can stay at rest, in symbols, each proved",
    .needs = VV_NEEDS_MOTION | VV_NEEDS_LINEAR,
    .fill = fill,
};
