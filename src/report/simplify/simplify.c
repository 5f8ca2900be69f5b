#include "report/simplify/simplify.h"

#include "report/render/format_expression.h"
#include "report/simplify/term_grouping.h"

static vv_expr present_as(const vv_presenter *w, vv_expr e, bool expand, bool *compound) {
    vv_atoms *a = vv_atoms_new(w->c, e, expand, w->most_nodes, w->most_terms, w->effort);
    vv_quotient q;
    vv_groups g;
    vv_best b = VV_BEST;
    if (a && vv_quotient_of(a, e, &q)) {
        *compound = vv_atoms_compound(a);
        if (vv_poly_is_zero(a->ring, q.n)) {
            b.e = VV_ZERO;
        } else if (vv_groups_move(a, q.d) || !vv_groups_of(a, q.n, &g)) {
            b.e = vv_shorten(a, q);
        } else {
            vv_expr part[VV_PARTS];
            for (int i = 0; i < VV_PARTS; i++) part[i] = vv_groups_sum(w, a, &g, q.d, (vv_part)i);
            vv_best_offer(w->c, &b, vv_sum(w->c, VV_PARTS, part));
            bool moving = !vv_is_zero(part[VV_ACCELERATIONS]);
            vv_best_offer(w->c, &b,
                          moving ? vv_presenter_common_factor(w, b.e)
                                 : vv_presenter_reshape(w, b.e));
        }
    }
    vv_atoms_free(a);
    return b.e;
}

/* Forms of e, whose angles were turned by t (NULL: as they stand). */
static void offer_forms(const vv_presenter *w, vv_expr e, const vv_turned *t, vv_best *b) {
    bool compound = false;
    vv_expr form = present_as(w, e, false, &compound);
    vv_best_offer(w->c, b, vv_presenter_turned_back(w, t, form));
    if (!compound) return;
    form = present_as(w, e, true, &compound);
    vv_best_offer(w->c, b, vv_presenter_turned_back(w, t, form));
}

vv_status vv_present(vv_ctx *c, const vv_present_options *options, vv_expr e, vv_expr *out) {
    long effort = VV_PRESENT_EFFORT;
    vv_presenter w = vv_presenter_start(c, options, &effort);
    *out = e;
    if (vv_is_poison(e) || vv_presenter_refuses(&w, e)) return vv_ctx_status(c);
    vv_mark mark = vv_arena_mark(c);
    /* at equal cost the grouped form is better than an accidental one */
    vv_best b = {e, vv_format_cost(c, e, w.most_tokens) + 1};
    vv_turned t;
    vv_expr still = vv_presenter_turned(&w, e, &t);
    if (!vv_same(still, e)) offer_forms(&w, still, &t, &b);
    offer_forms(&w, e, NULL, &b);
    if (!vv_same(b.e, e) && vv_presenter_proves(&w, vv_sub(c, b.e, e))) *out = b.e;
    vv_arena_release(c, mark);
    return vv_ctx_status(c);
}
