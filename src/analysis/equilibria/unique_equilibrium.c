#include "analysis/equilibria/unique_equilibrium.h"

#include "analysis/equilibria/small_motions.h"
#include "equations/equations.h"

typedef struct choice {
    vv_ctx *c;
    const vv_study *study;
    const vv_equilibria *all;
    int n, outside;
    const vv_equilibrium *first;
    const char *names; /* "at θ = 0 or at θ = pi" */
} choice;

/* Is the expression a number, for all parameter values? */
static bool is_number(vv_ctx *c, vv_expr e) {
    int n;
    return vv_expr_symbols(c, 1, &e, &n) && n == 0;
}

/* Outside the stated box for all parameter values. */
static bool is_outside(const choice *h, const vv_equilibrium *e) {
    for (int a = 0; a < h->study->s->nq; a++)
        if (is_number(h->c, e->q[a]) && !vv_equilibrium_is_in_box(h->c, h->study, e, a))
            return true;
    return false;
}

/* Elimination may add spurious roots, and a condition may never hold; where the speeds are
 * singular nothing is known, and the configuration counts. */
static bool does_not_exist(const choice *h, const vv_equilibrium *e) {
    vv_ctx *c = h->c;
    const vv_study *study = h->study;
    vv_proof p = {.verdict = VV_UNDECIDED};
    vv_expr *at = VV_ARRAY(c, vv_expr, h->all->nforces + 1);
    for (int i = 0; i < e->nconditions; i++)
        if (vv_study_sign(c, study, e->condition[i]) == VV_NEGATIVE) return true;
    for (int i = 0; at && i < h->all->nforces; i++)
        at[i] = vv_equilibrium_substitute(c, study->s, e, h->all->force[i]);
    if (vv_ctx_status(c) == VV_E_MODEL) {
        vv_ctx_clear_failure(c);
        return false;
    }
    return at && vv_prove_zero(c, &study->s->facts, h->all->nforces, at, study->how, &p) == VV_OK &&
           p.verdict == VV_REFUTED;
}

static void choose(choice *h) {
    enum { MOST_NAMED = 4 };
    for (int k = 0; k < h->all->n && vv_ctx_tick(h->c); k++) {
        const vv_equilibrium *e = &h->all->list[k];
        if (does_not_exist(h, e)) continue;
        if (is_outside(h, e)) {
            h->outside++;
            continue;
        }
        const char *one = vv_format(h->c, "at %s", vv_equilibrium_text(h->c, h->study->s, e));
        if (!h->n++)
            h->first = e, h->names = one;
        else if (h->n <= MOST_NAMED)
            h->names = vv_format(h->c, "%s, or %s", h->names, one);
    }
}

/* Why the claim cannot be decided at this equilibrium, or NULL. */
static const char *hindrance(const choice *h, const vv_equilibrium *e) {
    vv_ctx *c = h->c;
    const vv_system *s = h->study->s;
    int given = 0;
    for (int a = 0; a < s->nq; a++) {
        given += !vv_same(e->q[a], s->q[a]);
        if (vv_depends(c, e->q[a], s->m->ninputs, s->m->input))
            return vv_format(c, "the equilibrium depends on an input, %s: name one after `at`",
                             h->names);
    }
    if (e->nfunctions)
        return "the equilibrium is where a general function takes a value: name it after `at`";
    if (given + h->all->nfree < s->nq || !given)
        return "there are infinitely many equilibria: name one after `at`";
    for (int i = 0; i < e->nconditions; i++)
        if (vv_study_sign(c, h->study, e->condition[i]) != VV_POSITIVE)
            return vv_format(c,
                             "the only equilibrium, %s, does not exist for all parameter values: "
                             "name it after `at`, with its condition after `if`",
                             h->names);
    return NULL;
}

/* As if the equilibrium had been named. */
static vv_status decide_there(const choice *h, const vv_claim *k, vv_proof *out) {
    const vv_system *s = h->study->s;
    vv_claim named = *k;
    vv_expr *at = VV_ARRAY(h->c, vv_expr, s->nq + 1);
    if (!at) return vv_ctx_status(h->c);
    for (int a = 0; a < s->nq; a++)
        if (!vv_same(h->first->q[a], s->q[a]))
            at[named.nat++] = vv_sub(h->c, s->q[a], h->first->q[a]);
    named.at = at;
    const vv_study *there = h->first->chart ? h->first->chart : h->study;
    return vv_claim_decide(h->c, there->s, there->eq, &named, there->how, out);
}

/* Why the equilibria themselves are unknown, or NULL. */
static const char *unknown(vv_ctx *c, vv_status status, const vv_equilibria *all,
                           const vv_claim *k) {
    if (status != VV_OK) return "the forces at rest depend on time: there is no equilibrium";
    if (k->nwhen) return "conditions with `=` may change the equilibria: name one after `at`";
    if (all->apart)
        return "there may be other equilibria where the speeds are singular: name one after `at`";
    if (all->complete) return NULL;
    if (all->searched)
        return "the equilibria are known only numerically: `study stability` judges them for the "
               "given parameter values";
    if (all->n == 0) return vv_equilibria_none_reason(c, all);
    return "there may be equilibria other than those found: name one after `at`";
}

vv_status vv_unique_equilibrium_decide(vv_ctx *c, const vv_study *study, const vv_claim *k,
                                       vv_proof *out, const char **remark) {
    vv_equilibria all;
    *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    vv_status status = vv_equilibria_find(c, study, &all);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    choice h = {.c = c, .study = study, .all = &all};
    if ((*remark = unknown(c, status, &all, k))) return VV_OK;
    choose(&h);
    const char *where = h.outside ? " in the stated box" : "";
    if (h.n == 0)
        *remark = vv_format(c, "there is no equilibrium%s", where);
    else if (h.n > 1)
        *remark = vv_format(c, "there are %d equilibria%s: say which, %s", h.n, where, h.names);
    else if (!(*remark = hindrance(&h, h.first))) {
        *remark = vv_format(c, "%s, the only equilibrium%s", h.names, where);
        return decide_there(&h, k, out);
    }
    return vv_ctx_status(c);
}
