/* A position in a box of the unknowns. */
#include "verify/build.h"
#include "verify/interval.h"
#include "verify/premises.h"

enum { MOST = VV_BUILD_MOST };

static bool is_constant(vv_premise_check *c, int node, int by) {
    int slope = vv_build_derivative(c->k, node, by);
    return slope >= 0 && vv_premise_is_zero(c, slope);
}

void vv_premise_isolated_zero(vv_premise_check *c) {
    const vv_theorem_data *t = c->t;
    int n = t->system.n, count = 0;
    vv_list slopes = {n * n, (int[MOST * MOST]){0}};
    bool fits = n && n <= MOST && t->unknown.n == n && t->middle.n == n && t->radius.n == 1 &&
                vv_premise_symbols(c, &t->unknown) && c->k->node[t->radius.at[0]].op == VV_N_NUM;
    for (int i = 0; i < n && fits; i++) fits = c->k->node[t->middle.at[i]].op == VV_N_NUM;
    for (int i = 0; i < n * c->f->to.n && fits; i++) /* derivatives are made as if no rules held */
        fits = is_constant(c, c->f->to.at[i / n], t->unknown.at[i % n]);
    if (!fits) {
        vv_premise_unfit(c);
        return;
    }
    for (int i = 0; i < n * n; i++)
        slopes.at[i] = vv_build_derivative(c->k, t->system.at[i / n], t->unknown.at[i % n]);
    for (int i = 0; i < n * n; i++) count += slopes.at[i] >= 0;
    if (count < n * n)
        vv_premise_fail(c, VV_OPEN, "an expression has no derivative");
    else if (!vv_interval_isolates(c->k, c->p, &slopes))
        vv_premise_fail(c, VV_FAILS, "Newton's operator does not map the box into itself");
}

void vv_premises_in_box(vv_premise_check *c) {
    const vv_theorem_data *t = c->t;
    int which;
    for (int i = 0; i < t->force.n; i++) {
        if (t->by.n != t->force.n ||
            !vv_premise_integer(c, &t->by, i, 0, t->system.n - 1, &which)) {
            vv_premise_unfit(c);
            return;
        }
        vv_premise_equal(c, t->force.at[i], t->system.at[which]);
    }
    vv_premise_isolated_zero(c);
    c->boxed = true;
}

/* What is at most `bound` in a box. */
void vv_premises_of_small_quantities(vv_premise_check *c) {
    const vv_theorem_data *t = c->t;
    if (t->bound.n != 1 || !t->goal.n) vv_premise_unfit(c);
    if (c->found.word == VV_HOLDS) vv_premise_isolated_zero(c);
    c->boxed = true;
    for (int i = 0; i < t->goal.n && c->found.word == VV_HOLDS; i++)
        for (int side = -1; side <= 1; side += 2)
            vv_premise_sign(c, vv_build_sum(c->k, t->bound.at[0], side, t->goal.at[i]), 1, true);
}
