/* Motions that continue or grow. */
#include "verify/build.h"
#include "verify/premises.h"

static int at_position(const vv_premise_check *c, int node) { return vv_rule_target(c->f, node); }

static int by(vv_premise_check *c, int node, int symbol) {
    return vv_build_derivative(c->k, node, symbol);
}

/* No fact restricts the symbol. */
static bool is_arbitrary(vv_premise_check *c, int symbol) {
    const vv_list *const all[] = {&c->f->positive, &c->f->nonzero};
    bool yes = c->k->sign[c->k->node[symbol].which] == VV_S_ANY && at_position(c, symbol) == symbol;
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < all[j]->n && yes; i++) {
            int slope = by(c, all[j]->at[i], symbol);
            yes = slope >= 0 && vv_premise_is_zero(c, slope);
        }
    return yes;
}

/* Uniform motion: speeds proportional to u and free of s, coordinates that follow them as s grows
 * at the rate u, and no force. */
void vv_premises_of_drift(vv_premise_check *c) {
    const vv_theorem_data *t = c->t;
    vv_certificate *k = c->k;
    int nq = t->coordinate.n, n = t->speed.n, moved = 0;
    bool fits = t->unknown.n == 2 && n && t->force.n >= n && t->direction.n == n * nq &&
                t->unknown.at[0] != t->unknown.at[1] && vv_premise_symbols(c, &t->unknown) &&
                vv_premise_symbols(c, &t->coordinate) && vv_premise_symbols(c, &t->speed);
    for (int i = 0; i < 2 && fits; i++) fits = is_arbitrary(c, t->unknown.at[i]);
    if (!fits) {
        vv_premise_unfit(c);
        return;
    }
    int s = t->unknown.at[0], u = t->unknown.at[1];
    for (int a = 0; a < nq; a++) {
        int way = at_position(c, t->coordinate.at[a]), rest = vv_build_product(k, u, by(c, way, s));
        for (int j = 0; j < n; j++)
            rest = vv_build_sum(k, rest, -1,
                                vv_build_product(k, t->direction.at[j * nq + a], t->speed.at[j]));
        vv_premise_vanishes(c, rest);
        vv_premise_vanishes(c, by(c, way, u));
    }
    for (int j = 0; j < n; j++) {
        int speed = at_position(c, t->speed.at[j]), rate = by(c, speed, u);
        vv_premise_equal(c, speed, vv_build_product(k, u, rate));
        vv_premise_vanishes(c, by(c, speed, s));
        vv_premise_check apart = *c; /* whose failure is none here */
        moved += rate >= 0 && vv_premise_nonzero(&apart, rate);
    }
    for (int i = 0; i < t->force.n; i++) vv_premise_vanishes(c, t->force.at[i]);
    vv_premises_settle(c, "the motion along the direction is not uniform");
    if (!moved) vv_premise_fail(c, VV_FAILS, "nothing moves");
}

/* (K - square M) mode = 0, both symmetric, and the force works on the mode. */
void vv_premises_of_resonance(vv_premise_check *c) {
    const vv_theorem_data *t = c->t;
    vv_certificate *k = c->k;
    int n = vv_premise_side(&t->stiffness), work = vv_build_number(k, 0);
    if (!n || t->mass.n != n * n || t->direction.n != n || t->force.n != n || t->factor.n != 1) {
        vv_premise_unfit(c);
        return;
    }
    for (int i = 0; i < n; i++) {
        int sum = vv_build_number(k, 0);
        for (int j = 0; j < n; j++) {
            int at = i * n + j, turned = j * n + i,
                part = vv_build_product(k, t->factor.at[0], t->mass.at[at]);
            vv_premise_equal(c, t->stiffness.at[at], t->stiffness.at[turned]);
            vv_premise_equal(c, t->mass.at[at], t->mass.at[turned]);
            part = vv_build_sum(k, t->stiffness.at[at], -1, part);
            sum = vv_build_sum(k, sum, 1, vv_build_product(k, part, t->direction.at[j]));
        }
        vv_premise_vanishes(c, sum);
        work = vv_build_sum(k, work, 1, vv_build_product(k, t->force.at[i], t->direction.at[i]));
    }
    vv_premises_settle(c, "the mode is none at this frequency");
    vv_premise_sign(c, t->factor.at[0], 1, false);
    vv_premise_nonzero(c, work);
}
