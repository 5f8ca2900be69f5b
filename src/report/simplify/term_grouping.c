#include "report/simplify/term_grouping.h"

#include <string.h>

#include "report/render/format_expression.h"
#include "algebra/print_layout.h"

enum { MOST_TOKENS = 12000, MOST_NODES = 3000, MOST_TERMS = 3000, MOST_COLLECTED = 60 };

vv_presenter vv_presenter_start(vv_ctx *c, const vv_present_options *o, long *effort) {
    vv_presenter w = {c, NULL, MOST_TOKENS, MOST_NODES, MOST_TERMS, effort, false};
    if (!o) return w;
    w.facts = o->facts;
    if (o->most_tokens) w.most_tokens = o->most_tokens;
    if (o->most_nodes) w.most_nodes = o->most_nodes;
    if (o->most_terms) w.most_terms = o->most_terms;
    w.keep_factors = o->keep_factors;
    return w;
}

bool vv_presenter_proves(const vv_presenter *w, vv_expr zero) {
    vv_proof p;
    if (vv_is_poison(zero)) return false;
    return vv_prove_zero(w->c, w->facts, 1, &zero, NULL, &p) == VV_OK && p.verdict == VV_PROVED;
}

bool vv_presenter_refuses(const vv_presenter *w, vv_expr e) {
    return vv_format_cost(w->c, e, w->most_tokens) > w->most_tokens;
}

/* ---- one coefficient ----------------------------------------------------------------------- */

vv_expr vv_presenter_reshape(const vv_presenter *w, vv_expr e) {
    vv_atoms *a = vv_atoms_new(w->c, e, false, w->most_nodes, w->most_terms, w->effort);
    vv_quotient q;
    vv_expr out = VV_POISON;
    if (a && vv_quotient_of(a, e, &q) && vv_poly_terms(a->ring, q.n) <= MOST_COLLECTED)
        out = vv_shorten(a, q);
    vv_atoms_free(a);
    return out;
}

vv_expr vv_presenter_common_factor(const vv_presenter *w, vv_expr e) {
    vv_rat k;
    vv_expr out = vv_presenter_reshape(w, e);
    return vv_expr_op(w->c, vv_split_rational(w->c, out, &k)) == VV_MUL ? out : VV_POISON;
}

static vv_expr coefficient(const vv_presenter *w, vv_atoms *a, vv_quotient q) {
    vv_best b = VV_BEST;
    vv_best_offer(w->c, &b, vv_shorten(a, q));
    for (int mixed = 1; mixed >= 0; mixed--) {
        vv_expr e = vv_contract(a, q, mixed);
        if (!vv_is_poison(e)) vv_best_offer(w->c, &b, vv_presenter_reshape(w, e));
    }
    return b.e;
}

/* ---- grouping ------------------------------------------------------------------------------ */

static vv_part part_of(const vv_atoms *a, const int *e) {
    vv_part p = VV_OTHERS;
    for (int v = 0; v < a->nmoving; v++) {
        if (!e[v]) continue;
        const vv_symbol *s = vv_symbol_get(a->c, a->atom[v]);
        if (vv_symbol_content(s) == VV_HAS_ACCELERATION) return VV_ACCELERATIONS;
        p = VV_SPEEDS;
    }
    return p;
}

/* Terms of one monomial in the moving variables are neighbours, since these are the heaviest. */
bool vv_groups_of(vv_atoms *a, vv_poly p, vv_groups *out) {
    vv_polyring *r = a->ring;
    int n = vv_poly_terms(r, p), *e = VV_ARRAY(a->c, int, a->n + 1);
    out->at = VV_ARRAY(a->c, vv_group, n + 1);
    out->n = 0;
    if (!out->at || !e) return false;
    for (int i = 0; i < n; i++) {
        vv_rat k = vv_poly_term(r, p, i, e);
        vv_group *g = out->n ? &out->at[out->n - 1] : NULL;
        if (!g || memcmp(g->monomial, e, (size_t)a->nmoving * sizeof *e) != 0) {
            g = &out->at[out->n++];
            *g = (vv_group){VV_ARRAY(a->c, int, a->n + 1), vv_poly_int(r, 0), part_of(a, e)};
            if (!g->monomial) return out->n = 0, false;
            memcpy(g->monomial, e, (size_t)a->nmoving * sizeof *e);
        }
        memset(e, 0, (size_t)a->nmoving * sizeof *e);
        g->coefficient = vv_poly_add(r, g->coefficient, vv_poly_monomial(r, k, e));
    }
    return true;
}

bool vv_groups_move(vv_atoms *a, vv_poly p) {
    for (int v = 0; v < a->nmoving; v++)
        if (vv_poly_degree(a->ring, p, v) > 0) return true;
    return false;
}

vv_expr vv_groups_sum(const vv_presenter *w, vv_atoms *a, const vv_groups *g, vv_poly d,
                      vv_part which) {
    vv_expr *term = VV_ARRAY(w->c, vv_expr, g->n + 1);
    int n = 0;
    for (int i = 0; term && i < g->n; i++) {
        const vv_group *x = &g->at[i];
        if (x->part != which) continue;
        vv_expr k = coefficient(w, a, (vv_quotient){x->coefficient, d});
        term[n++] = vv_mul(w->c, vv_atoms_monomial(a, vv_rat_int(1), x->monomial), k);
    }
    if (!term) return VV_POISON;
    vv_best b = VV_BEST;
    vv_best_offer(w->c, &b, vv_sum(w->c, n, term));
    bool whole = which == VV_ACCELERATIONS; /* each acceleration stands once */
    if (n > 1)
        vv_best_offer(w->c, &b,
                      whole ? vv_presenter_common_factor(w, b.e) : vv_presenter_reshape(w, b.e));
    return b.e;
}
