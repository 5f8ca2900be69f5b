#include "report/simplify/term_grouping.h"

#include <string.h>

#include "report/render/render.h"
#include "algebra/algebra.h"

enum { MOST_TOKENS = 12000, MOST_NODES = 3000, MOST_TERMS = 3000, MOST_COLLECTED = 60 };

vv_simplifier vv_simplifier_new(vv_ctx *c, const vv_simplify_options *o, long *effort) {
    vv_simplifier w = {c, NULL, MOST_TOKENS, MOST_NODES, MOST_TERMS, effort, false, false};
    if (!o) return w;
    w.facts = o->facts;
    if (o->most_tokens) w.most_tokens = o->most_tokens;
    if (o->most_nodes) w.most_nodes = o->most_nodes;
    if (o->most_terms) w.most_terms = o->most_terms;
    w.keep_factors = o->keep_factors || o->keep_scale;
    w.keep_scale = o->keep_scale;
    return w;
}

vv_atoms *vv_simplifier_atoms(const vv_simplifier *w, vv_expr e, bool expand) {
    vv_atoms *a = vv_atoms_new(w->c, e, expand, w->most_nodes, w->most_terms, w->effort);
    if (a && w->facts) vv_atoms_set_units(a, w->facts->nunits, w->facts->unit);
    return a;
}

bool vv_simplifier_proves_zero(const vv_simplifier *w, vv_expr zero) {
    vv_proof p;
    if (vv_is_poison(zero)) return false;
    return vv_prove_zero(w->c, w->facts, 1, &zero, NULL, &p) == VV_OK && p.verdict == VV_PROVED;
}

bool vv_simplifier_too_large(const vv_simplifier *w, vv_expr e) {
    return vv_format_cost(w->c, e, w->most_tokens) > w->most_tokens;
}

/* ---- one coefficient ----------------------------------------------------------------------- */

vv_expr vv_simplifier_reshape(const vv_simplifier *w, vv_expr e) {
    vv_atoms *a = vv_simplifier_atoms(w, e, false);
    vv_rational_function q;
    vv_expr out = VV_POISON;
    if (a && vv_rational_function_of(a, e, &q) && vv_poly_terms(a->ring, q.n) <= MOST_COLLECTED)
        out = vv_shortest_form(a, q);
    vv_atoms_free(a);
    return out;
}

vv_expr vv_simplifier_common_factor(const vv_simplifier *w, vv_expr e) {
    vv_rat k;
    vv_expr out = vv_simplifier_reshape(w, e);
    return vv_expr_op(w->c, vv_split_rational(w->c, out, &k)) == VV_MUL ? out : VV_POISON;
}

static vv_expr coefficient(const vv_simplifier *w, vv_atoms *a, vv_rational_function q) {
    vv_cheapest b = VV_CHEAPEST;
    vv_cheapest_offer(w->c, &b, vv_shortest_form(a, q));
    for (int mixed = 1; mixed >= 0; mixed--) {
        vv_expr e = vv_trig_contract(a, q, mixed);
        if (!vv_is_poison(e)) vv_cheapest_offer(w->c, &b, vv_simplifier_reshape(w, e));
    }
    return b.e;
}

/* ---- grouping ------------------------------------------------------------------------------ */

static vv_term_class part_of(const vv_atoms *a, const int *e) {
    vv_term_class p = VV_TERM_OTHER;
    for (int v = 0; v < a->nmoving; v++) {
        if (!e[v]) continue;
        const vv_symbol *s = vv_symbol_get(a->c, a->atom[v]);
        if (vv_symbol_role_of(s) == VV_HAS_ACCELERATION) return VV_TERM_ACCELERATION;
        p = VV_TERM_SPEED;
    }
    return p;
}

/* Terms with the same monomial in speeds and accelerations are adjacent, since these variables
 * weigh most. */
bool vv_term_groups_collect(vv_atoms *a, vv_poly p, vv_term_groups *out) {
    vv_polyring *r = a->ring;
    int n = vv_poly_terms(r, p), *e = VV_ARRAY(a->c, int, a->n + 1);
    out->at = VV_ARRAY(a->c, vv_term_group, n + 1);
    out->n = 0;
    if (!out->at || !e) return false;
    for (int i = 0; i < n; i++) {
        vv_rat k = vv_poly_term(r, p, i, e);
        vv_term_group *g = out->n ? &out->at[out->n - 1] : NULL;
        if (!g || memcmp(g->monomial, e, (size_t)a->nmoving * sizeof *e) != 0) {
            g = &out->at[out->n++];
            *g = (vv_term_group){VV_ARRAY(a->c, int, a->n + 1), vv_poly_int(r, 0), part_of(a, e)};
            if (!g->monomial) return out->n = 0, false;
            memcpy(g->monomial, e, (size_t)a->nmoving * sizeof *e);
        }
        memset(e, 0, (size_t)a->nmoving * sizeof *e);
        g->coefficient = vv_poly_add(r, g->coefficient, vv_poly_monomial(r, k, e));
    }
    return true;
}

bool vv_poly_has_velocities(vv_atoms *a, vv_poly p) {
    for (int v = 0; v < a->nmoving; v++)
        if (vv_poly_degree(a->ring, p, v) > 0) return true;
    return false;
}

vv_expr vv_term_groups_sum(const vv_simplifier *w, vv_atoms *a, const vv_term_groups *g, vv_poly d,
                           vv_term_class which) {
    vv_expr *term = VV_ARRAY(w->c, vv_expr, g->n + 1);
    int n = 0;
    for (int i = 0; term && i < g->n; i++) {
        const vv_term_group *x = &g->at[i];
        if (x->part != which) continue;
        vv_expr k = coefficient(w, a, (vv_rational_function){x->coefficient, d});
        term[n++] = vv_mul(w->c, vv_atoms_monomial(a, vv_rat_int(1), x->monomial), k);
    }
    if (!term) return VV_POISON;
    vv_cheapest b = VV_CHEAPEST;
    vv_cheapest_offer(w->c, &b, vv_sum(w->c, n, term));
    bool whole = which == VV_TERM_ACCELERATION; /* each acceleration occurs once */
    if (n > 1)
        vv_cheapest_offer(
            w->c, &b, whole ? vv_simplifier_common_factor(w, b.e) : vv_simplifier_reshape(w, b.e));
    return b.e;
}
