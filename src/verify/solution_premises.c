/* All solutions of equations in several unknowns, by cases: a tree. Each case adds to its parent an
 * equation or the value of an unknown, and is closed by the cases below it, or since the goals
 * vanish there. */
#include "verify/build.h"
#include "verify/premises.h"
#include "verify/signs.h"

typedef enum { SOLVED = 1, SPLIT, ANGLE } ending;

typedef struct cases {
    vv_premise_check *c;     /* under the facts of one case, in the last place of all facts */
    const vv_premises *base; /* those without cases */
    int n, *parent, *known;
    int *end;
} cases;

static bool read_cases(cases *s) {
    const vv_theorem_data *t = s->c->t;
    vv_ctx *x = s->c->k->c;
    bool fits = s->n && t->known.n == s->n && t->end.n == s->n && t->given.n == s->n &&
                t->splits.n == s->n && t->rest.n == s->n && t->unknown.n && t->goal.n &&
                vv_premise_symbols(s->c, &t->unknown);
    s->parent = VV_ARRAY(x, int, s->n + 1), s->known = VV_ARRAY(x, int, s->n + 1);
    s->end = VV_ARRAY(x, int, s->n + 1);
    for (int i = 0; s->parent && s->known && s->end && fits && i < s->n; i++)
        fits = vv_premise_integer(s->c, &t->parent, i, i ? 0 : -1, i - 1, &s->parent[i]) &&
               vv_premise_integer(s->c, &t->known, i, -1, t->unknown.n - 1, &s->known[i]) &&
               vv_premise_integer(s->c, &t->end, i, SOLVED, ANGLE, &s->end[i]);
    return fits || vv_premise_unfit(s->c);
}

/* The facts of a case: the values above it, and that equations of cases before one of these do not
 * hold. */
static bool enter(cases *s, int at) {
    const vv_theorem_data *t = s->c->t;
    vv_certificate *k = s->c->k;
    vv_premises *f = &k->facts[k->nfacts];
    int most = s->n + s->base->from.n + s->base->nonzero.n + 1;
    *f = *s->base;
    f->from = f->to = f->nonzero = (vv_list){0};
    f->from.at = VV_ARRAY(k->c, int, most), f->to.at = VV_ARRAY(k->c, int, most);
    f->nonzero.at = VV_ARRAY(k->c, int, most);
    if (!f->from.at || !f->to.at || !f->nonzero.at) return false;
    for (int i = at; i > 0; i = s->parent[i]) {
        if (s->known[i] >= 0) {
            f->from.at[f->from.n++] = t->unknown.at[s->known[i]];
            f->to.at[f->to.n++] = t->given.at[i];
        }
        for (int j = 1; j < i; j++)
            if (s->parent[j] == s->parent[i] && s->known[j] < 0)
                f->nonzero.at[f->nonzero.n++] = t->given.at[j];
    }
    for (int i = 0; i < s->base->from.n; i++) {
        f->from.at[f->from.n++] = s->base->from.at[i];
        f->to.at[f->to.n++] = s->base->to.at[i];
    }
    for (int i = 0; i < s->base->nonzero.n; i++)
        f->nonzero.at[f->nonzero.n++] = s->base->nonzero.at[i];
    for (int i = 0; i < f->from.n; i++)
        if (!vv_certificate_order(k, f, 1, &f->from.at[i])) return vv_premise_unfit(s->c);
    return true;
}

/* Is it one of the equations, or one that a case above has added? */
static bool is_given(const cases *s, int at, int node) {
    const vv_theorem_data *t = s->c->t;
    for (int i = 0; i < t->equation.n; i++)
        if (t->equation.at[i] == node) return true;
    for (int i = at; i > 0; i = s->parent[i])
        if (s->known[i] < 0 && t->given.at[i] == node) return true;
    return false;
}

/* ---- what never vanishes --------------------------------------------------------------------- */

static bool depends(const vv_certificate *k, const vv_premises *f, int node, const vv_list *on) {
    const vv_list *order = vv_certificate_order(k, f, 1, &node);
    for (int i = 0; order && i < order->n; i++)
        for (int j = 0; j < on->n; j++)
            if (order->at[i] == on->at[j] && vv_rule_target(f, on->at[j]) == on->at[j]) return true;
    return !order;
}

/* By its sign; or since it is free of unknowns and not zero for all values of the parameters; or
 * since its factors, down to some depth, are such. */
static bool never_vanishes(cases *s, int node, int depth) {
    const vv_graph_node *d = &s->c->k->node[node];
    bool sum = d->op == VV_N_ADD && d->n == 1 && mpq_sgn(d->factor[0]);
    bool factors = depth && (sum || d->op == VV_N_MUL);
    if (!(vv_possible_signs(s->c->k, s->c->f, node) & VV_CAN_BE_ZERO)) return true;
    for (int i = 0; i < d->n && factors; i++)
        factors = (!sum && d->number[i] <= 0) || never_vanishes(s, d->child[i], depth - 1);
    if (factors) return true;
    vv_premise_check apart = *s->c; /* whose failure is none here */
    return !depends(s->c->k, s->c->f, node, &s->c->t->unknown) && vv_premise_nonzero(&apart, node);
}

static void must_not_vanish(cases *s, int node) {
    if (s->c->found.word == VV_HOLDS && !never_vanishes(s, node, 4))
        vv_premise_fail(s->c, VV_OPEN, "a quantity that is divided by may vanish");
}

/* ---- how a case is closed -------------------------------------------------------------------- */

/* The equation is `rest` times what vanishes in the cases below. */
static void check_split(cases *s, int at) {
    vv_certificate *k = s->c->k;
    const vv_theorem_data *t = s->c->t;
    int product = t->rest.at[at];
    for (int i = at + 1; i < s->n; i++) {
        if (s->parent[i] != at) continue;
        int one = t->given.at[i];
        if (s->known[i] >= 0) one = vv_build_sum(k, t->unknown.at[s->known[i]], -1, one);
        product = vv_build_product(k, product, one);
    }
    vv_premise_equal(s->c, t->splits.at[at], product);
    vv_premises_settle(s->c, "an equation is not the product of what its cases say");
    must_not_vanish(s, t->rest.at[at]);
}

/* The argument of a sine: a whole multiple of x, with or without terms free of x? */
static bool is_whole(const vv_certificate *k, int node, int x, const char *free) {
    const vv_graph_node *d = &k->node[node];
    bool whole = node == x || d->op == VV_N_ADD;
    for (int i = 0; i < d->n && whole; i++)
        whole = d->child[i] == x ? !mpz_cmp_ui(mpq_denref(d->factor[i]), 1) : free[d->child[i]];
    return whole;
}

/* Does x occur only in sines and cosines of whole multiples of it? */
static bool is_periodic(const vv_certificate *k, int node, int x) {
    const vv_list *order = vv_certificate_order(k, NULL, 1, &node);
    char *free = VV_ARRAY(k->c, char, k->nnodes + 1), *good = VV_ARRAY(k->c, char, k->nnodes + 1);
    for (int i = 0; order && free && good && i < order->n; i++) {
        int at = order->at[i];
        const vv_graph_node *d = &k->node[at];
        bool turns = d->op == VV_N_SIN || d->op == VV_N_COS || d->op == VV_N_TAN;
        free[at] = good[at] = at != x;
        for (int j = 0; j < d->n; j++) {
            free[at] = free[at] && free[d->child[j]];
            good[at] = good[at] && good[d->child[j]];
        }
        if (turns) good[at] = good[at] || is_whole(k, d->child[0], x, free);
    }
    return order && free && good && good[node];
}

/* Nothing distinguishes x from x + 2 pi, and nothing known depends on it. */
static bool is_an_angle(const cases *s, int at, int x) {
    const vv_certificate *k = s->c->k;
    const vv_theorem_data *t = s->c->t;
    const vv_premises *f = s->c->f;
    const vv_list *const all[] = {&t->equation, &t->goal, &f->nonzero}, on = {1, &x};
    bool yes = k->sign[k->node[x].which] == VV_S_ANY && vv_rule_target(f, x) == x;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < all[j]->n && yes; i++) yes = is_periodic(k, all[j]->at[i], x);
    for (int i = 0; i < f->positive.n && yes; i++) yes = !depends(k, NULL, f->positive.at[i], &on);
    for (int i = 0; i < f->to.n && yes; i++) yes = !depends(k, NULL, f->to.at[i], &on);
    for (int i = at; i > 0 && yes; i = s->parent[i])
        yes = s->known[i] >= 0 || is_periodic(k, t->given.at[i], x);
    return yes;
}

/* The cases below a case of an angle: two at most. Their number, or -1. */
static int roots_below(const cases *s, int at, int *root) {
    int n = 0;
    for (int i = at + 1; i < s->n; i++) {
        if (s->parent[i] != at) continue;
        if (n == 2 || s->known[i] < 0 || (n && s->known[i] != s->known[root[0]])) return -1;
        root[n++] = i;
    }
    return n;
}

/* a cos x + b sin x + d, with a^2 + b^2 = `rest`, has two roots, or one that is double. */
static void check_angle(cases *s, int at) {
    vv_premise_check *c = s->c;
    vv_certificate *k = c->k;
    int root[2], n = roots_below(s, at, root), f = c->t->splits.at[at], by[4] = {f};
    if (n < 1) {
        vv_premise_unfit(c);
        return;
    }
    int x = c->t->unknown.at[s->known[root[0]]];
    if (!is_an_angle(s, at, x)) vv_premise_fail(c, VV_OPEN, "an unknown is no angle");
    for (int i = 0; i < 3; i++) by[i + 1] = vv_build_derivative(k, by[i], x);
    vv_premise_vanishes(c, vv_build_sum(k, by[1], 1, by[3]));
    vv_premise_equal(
        c, c->t->rest.at[at],
        vv_build_sum(k, vv_build_product(k, by[1], by[1]), 1, vv_build_product(k, by[2], by[2])));
    if (n == 2) {
        int apart = vv_build_sum(k, c->t->given.at[root[0]], -1, c->t->given.at[root[1]]);
        must_not_vanish(s, vv_build_sum(k, vv_build_number(k, 1), -1, vv_build_cosine(k, apart)));
    }
    vv_premises_settle(c, "an equation is not linear in sine and cosine");
    must_not_vanish(s, c->t->rest.at[at]);
    for (int i = 0; i < n; i++) {
        if (!enter(s, root[i])) return;
        vv_premise_vanishes(c, f);
        if (n == 1) vv_premise_vanishes(c, by[1]);
        vv_premises_settle(c, "an angle is not a root");
    }
}

void vv_premises_of_no_other_solution(vv_premise_check *all) {
    vv_certificate *k = all->k;
    vv_statement p = *all->p;
    vv_premise_check one = *all;
    cases s = {.c = &one, .base = &k->facts[p.facts], .n = all->t->parent.n};
    p.facts = k->nfacts, one.p = &p, one.f = &k->facts[p.facts];
    if (read_cases(&s))
        for (int i = 0; i < s.n && one.found.word != VV_FAILS && enter(&s, i); i++) {
            if (s.end[i] == SOLVED) {
                for (int g = 0; g < one.t->goal.n; g++)
                    vv_premise_vanishes(&one, one.t->goal.at[g]);
                vv_premises_settle(&one, "there is a solution of another kind");
            } else if (!is_given(&s, i, one.t->splits.at[i])) {
                vv_premise_unfit(&one);
            } else if (s.end[i] == SPLIT) {
                check_split(&s, i);
            } else {
                check_angle(&s, i);
            }
        }
    all->found = one.found;
}
