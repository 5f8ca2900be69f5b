/* Relations between general functions and parameters. Each is oriented towards one derivative
 * and becomes a rule; its first and second derivatives with respect to the arguments are rules,
 * too. If two rules determine the same derivative, their difference is a relation of its own
 * [Riquier, Janet]: the prover takes points from the rules, and points that violate a
 * consequence would refute what is true. */
#include "model/elaborate.h"

enum { MOST = 256 }; /* consequences of one relation */

/* Relations still to be processed. */
typedef struct queue {
    int n;
    vv_expr e[MOST];
} queue;

/* e is linear in the node x: e = a x + b. */
static bool solve_for(elaborator *el, vv_expr e, vv_expr x, vv_expr *value) {
    vv_ctx *c = el->c;
    vv_expr u = vv_symbol_new(c, "u", VV_SYM_OTHER), f = vv_subst1(c, e, x, u),
            a = vv_diff(c, f, u);
    if (vv_depends(c, a, 1, &u) || vv_is_identically_zero(c, NULL, a) != VV_FALSE) return false;
    *value = vv_neg(c, vv_div(c, vv_subst1(c, f, u, VV_ZERO), a));
    return value->id != 0;
}

static int total_order(vv_ctx *c, vv_expr e) {
    int sum = 0;
    for (int i = 0; i < vv_expr_arity(c, e); i++) sum += vv_expr_func_order(c, e, i);
    return sum;
}

static void push_rule(elaborator *el, queue *todo, vv_expr from, vv_expr to) {
    vv_facts *f = &el->m->facts;
    for (int i = 0; i < f->nrules; i++)
        if (vv_same(f->from[i], from)) {
            if (todo->n < MOST) todo->e[todo->n++] = vv_sub(el->c, f->to[i], to);
            return;
        }
    int cap = el->rulecap;
    if (!vv_array_grow(el, (void **)(uintptr_t)&f->from, f->nrules, &cap, sizeof from)) return;
    if (!vv_array_grow(el, (void **)(uintptr_t)&f->to, f->nrules, &el->rulecap, sizeof to)) return;
    ((vv_expr *)(uintptr_t)f->from)[f->nrules] = from;
    ((vv_expr *)(uintptr_t)f->to)[f->nrules++] = to;
}

/* Reduced by the previous relations; false if it is then trivial or contradictory. */
static bool reduces_to_new(elaborator *el, const vv_node *n, vv_expr *e) {
    const vv_facts *f = &el->m->facts;
    for (int i = 0; i < VV_PROVE_MAX_ROUNDS && f->nrules; i++) {
        vv_expr was = *e;
        vv_subst(el->c, f->nrules, f->from, f->to, 1, &was, e);
        if (vv_same(was, *e)) break;
    }
    int count;
    vv_truth zero = vv_is_identically_zero(el->c, NULL, *e);
    vv_expr_symbols(el->c, 1, e, &count);
    if (zero == VV_FALSE && count == 0)
        vv_model_error(el, VV_D_RELATION, n->span,
                       f->nrules ? "this relation contradicts those before it"
                                 : "this relation is false");
    return zero != VV_TRUE && !(zero == VV_FALSE && count == 0);
}

/* Replaces arguments of f that are not symbols (direction cosines, lets) by new symbols in
 * copies of f and its value; back[] undoes it. False if a copy still contains one of them. */
static bool free_arguments(elaborator *el, vv_expr *f, vv_expr *value, vv_expr *arg,
                           vv_expr *back) {
    vv_ctx *c = el->c;
    int n = vv_expr_arity(c, *f), m = 0;
    vv_expr *from = VV_ARRAY(c, vv_expr, 2 * n + 1), *to = VV_ARRAY(c, vv_expr, 2 * n + 1),
            pair[2] = {*f, *value};
    if (!from || !to) return false;
    for (int i = 0; i < n; i++) {
        back[i] = arg[i] = vv_expr_child(c, *f, i);
        if (vv_symbol_get(c, arg[i])) continue;
        arg[i] = vv_symbol_new(c, "u", VV_SYM_OTHER);
        from[m] = back[i], to[m++] = arg[i];
        from[m] = vv_neg(c, back[i]), to[m++] = vv_neg(c, arg[i]);
    }
    vv_subst(c, m, from, to, 2, pair, pair);
    *f = pair[0], *value = pair[1];
    for (int i = 0; i < m; i += 2) {
        int count;
        vv_expr *hidden = vv_expr_symbols(c, 1, &from[i], &count);
        for (int k = 0; hidden && k < count; k++)
            if (vv_symbol_get(c, hidden[k])->kind != VV_SYM_PARAMETER &&
                vv_depends(c, *value, 1, &hidden[k]))
                return false;
    }
    return true;
}

static void push_derivatives(elaborator *el, queue *todo, vv_expr f, vv_expr value) {
    vv_ctx *c = el->c;
    int n = vv_expr_arity(c, f);
    vv_expr *arg = VV_ARRAY(c, vv_expr, n + 1), *back = VV_ARRAY(c, vv_expr, n + 1), d[4];
    if (!arg || !back || !free_arguments(el, &f, &value, arg, back)) return;
    for (int i = 0; i < n; i++) {
        d[0] = vv_diff(c, f, arg[i]), d[1] = vv_diff(c, value, arg[i]);
        vv_subst(c, n, arg, back, 2, d, d + 2);
        push_rule(el, todo, d[2], d[3]);
        for (int k = i; k < n; k++) {
            vv_expr second[2] = {vv_diff(c, d[0], arg[k]), vv_diff(c, d[1], arg[k])};
            vv_subst(c, n, arg, back, 2, second, second);
            push_rule(el, todo, second[0], second[1]);
        }
    }
}

/* One ranking for all: a rule's value ranks below the node it replaces, so that rewriting
 * terminates. By total order, then by function, then by the orders of the arguments; parameters
 * below functions. */
static bool ranks_above(vv_ctx *c, vv_expr x, vv_expr y) {
    bool fx = vv_expr_op(c, x) == VV_FUNC, fy = vv_expr_op(c, y) == VV_FUNC;
    if (!fx || !fy) return fx;
    int d = total_order(c, x) - total_order(c, y);
    if (!d) d = vv_expr_function(c, x) - vv_expr_function(c, y);
    for (int i = 0; !d && i < vv_expr_arity(c, x); i++)
        d = vv_expr_func_order(c, x, i) - vv_expr_func_order(c, y, i);
    return d > 0;
}

/* Solves for the highest-ranking node in which the relation is linear. */
static bool orient(elaborator *el, vv_expr e, vv_expr *best, vv_expr *value) {
    vv_ctx *c = el->c;
    int count;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &count);
    *best = VV_POISON;
    for (int i = 0; order && i < count; i++) {
        vv_expr x = {order[i]}, v;
        const vv_symbol *s = vv_symbol_get(c, x);
        if (vv_expr_op(c, x) != VV_FUNC && !(s && s->kind == VV_SYM_PARAMETER)) continue;
        if (best->id && !ranks_above(c, x, *best)) continue;
        if (solve_for(el, e, x, &v)) *best = x, *value = v;
    }
    return best->id != 0;
}

void vv_state_relation(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_ctx *c = el->c;
    queue *todo = VV_NEW(c, queue);
    vv_expr best = VV_POISON, value = VV_POISON;
    if (!todo || !vv_eval_equation(el, n->kid[0], env, &todo->e[0])) return;
    todo->n = 1;
    for (int i = 0; i < todo->n && vv_ctx_tick(c); i++) {
        if (!reduces_to_new(el, n->kid[0], &todo->e[i])) continue;
        if (orient(el, todo->e[i], &best, &value)) {
            push_rule(el, todo, best, value);
            if (vv_expr_op(c, best) == VV_FUNC) push_derivatives(el, todo, best, value);
        } else if (i == 0) {
            vv_diag_hint(
                c,
                vv_model_error(el, VV_D_RELATION, n->kid[0]->span,
                               "the relation cannot be solved for a function or a parameter"),
                "it must contain one of them linearly");
        }
    }
}
