#include "report/simplify/simplify.h"

#include "report/render/render.h"
#include "report/simplify/term_grouping.h"

static vv_expr present_as(const vv_simplifier *w, vv_expr e, bool expand, bool *compound) {
    vv_atoms *a = vv_simplifier_atoms(w, e, expand);
    vv_rational_function q;
    vv_term_groups g;
    vv_cheapest b = VV_CHEAPEST;
    if (a && vv_rational_function_of(a, e, &q)) {
        *compound = vv_atoms_compound(a);
        if (vv_poly_is_zero(a->ring, q.n)) {
            b.e = VV_ZERO;
        } else if (vv_poly_has_velocities(a, q.d) || !vv_term_groups_collect(a, q.n, &g)) {
            b.e = vv_shortest_form(a, q);
        } else {
            vv_expr part[VV_TERM_CLASSES];
            for (int i = 0; i < VV_TERM_CLASSES; i++)
                part[i] = vv_term_groups_sum(w, a, &g, q.d, (vv_term_class)i);
            vv_cheapest_offer(w->c, &b, vv_sum(w->c, VV_TERM_CLASSES, part));
            bool moving = !vv_is_zero(part[VV_TERM_ACCELERATION]);
            vv_cheapest_offer(w->c, &b,
                              moving ? vv_simplifier_common_factor(w, b.e)
                                     : vv_simplifier_reshape(w, b.e));
        }
    }
    vv_atoms_free(a);
    return b.e;
}

/* Offers forms of e, whose angles were shifted by t (NULL: unchanged). */
static void offer_forms(const vv_simplifier *w, vv_expr e, const vv_eliminated_angle *t,
                        vv_cheapest *b) {
    bool compound = false;
    vv_expr form = present_as(w, e, false, &compound);
    vv_cheapest_offer(w->c, b, vv_simplifier_restore_angle(w, t, form));
    if (!compound) return;
    form = present_as(w, e, true, &compound);
    vv_cheapest_offer(w->c, b, vv_simplifier_restore_angle(w, t, form));
}

vv_status vv_simplify(vv_ctx *c, const vv_simplify_options *options, vv_expr e, vv_expr *out) {
    long effort = options && options->effort ? options->effort : VV_SIMPLIFY_EFFORT;
    vv_simplifier w = vv_simplifier_new(c, options, &effort);
    *out = e;
    if (vv_is_poison(e) || vv_simplifier_too_large(&w, e)) return vv_ctx_status(c);
    vv_mark mark = vv_arena_mark(c);
    vv_expr given = e;
    e = vv_simplifier_roots(&w, e);
    /* at equal cost the grouped form is better than an accidental one */
    vv_cheapest b = {e, vv_format_cost(c, e, w.most_tokens) + 1};
    vv_eliminated_angle t;
    vv_expr still = vv_simplifier_eliminate_angle(&w, e, &t);
    if (!vv_same(still, e)) offer_forms(&w, still, &t, &b);
    offer_forms(&w, e, NULL, &b);
    if (!vv_same(b.e, given) && vv_simplifier_proves_zero(&w, vv_sub(c, b.e, given))) *out = b.e;
    vv_arena_release(c, mark);
    return vv_ctx_status(c);
}
