#include "verify/premises.h"

#include "verify/build.h"
#include "verify/interval.h"
#include "verify/modular.h"
#include "verify/signs.h"

bool vv_premise_fail(vv_premise_check *c, vv_answer word, const char *why) {
    if (c->found.word == VV_HOLDS || (c->found.word == VV_OPEN && word == VV_FAILS))
        c->found = (vv_found){.word = word, .why = why};
    return false;
}

void vv_premise_vanishes(vv_premise_check *c, int node) {
    if (c->zero.n == c->room) {
        int room = 2 * c->room + 64, *grown = VV_ARRAY(c->k->c, int, room);
        if (!grown) return;
        for (int i = 0; i < c->zero.n; i++) grown[i] = c->zero.at[i];
        c->zero.at = grown, c->room = room;
    }
    if (node < 0)
        vv_premise_fail(c, VV_OPEN, "an expression has no derivative");
    else
        c->zero.at[c->zero.n++] = node;
}

void vv_premise_equal(vv_premise_check *c, int a, int b) {
    vv_premise_vanishes(c, vv_build_sum(c->k, a, -1, b));
}

void vv_premises_settle(vv_premise_check *c, const char *why) {
    if (c->found.word == VV_FAILS || !c->zero.n) return;
    vv_found all = vv_proof_check_zero(c->k, c->p->facts, &c->zero);
    if (all.word != VV_HOLDS) vv_premise_fail(c, all.undefined ? VV_FAILS : all.word, why);
    c->zero.n = 0;
}

void vv_premise_sign(vv_premise_check *c, int node, int sign, bool strict) {
    if (c->found.word == VV_FAILS) return; /* the lists may not fit */
    if (c->boxed) {
        int found = vv_interval_sign_in_box(c->k, c->p, node);
        if (found != sign)
            vv_premise_fail(c, found ? VV_FAILS : VV_OPEN,
                            "a quantity does not have the sign that the theorem needs in the box");
        return;
    }
    int possible = vv_possible_signs(c->k, c->f, node),
        want = sign > 0 ? VV_CAN_BE_POSITIVE : VV_CAN_BE_NEGATIVE;
    if (!strict) want |= VV_CAN_BE_ZERO;
    if (!(possible & ~want)) return;
    bool contrary = !(possible & want) || vv_interval_finds_sign(c->k, c->p->facts, node, -sign) ||
                    (strict && !vv_interval_finds_sign(c->k, c->p->facts, node, sign));
    vv_premise_fail(c, contrary ? VV_FAILS : VV_OPEN,
                    contrary ? "a quantity does not have the sign that the theorem needs"
                             : "the sign of a quantity is not evident");
}

bool vv_premise_integer(const vv_premise_check *c, const vv_list *list, int i, int least, int most,
                        int *out) {
    const vv_graph_node *d = i < list->n ? &c->k->node[list->at[i]] : NULL;
    if (!d || d->op != VV_N_NUM || mpz_cmp_ui(mpq_denref(d->factor[0]), 1) ||
        !mpz_fits_sint_p(mpq_numref(d->factor[0])))
        return false;
    *out = (int)mpz_get_si(mpq_numref(d->factor[0]));
    return *out >= least && *out <= most;
}

int vv_premise_side(const vv_list *a) {
    for (int n = 1; n <= VV_PREMISE_LARGEST; n++)
        if (a->n == n * n) return n;
    return 0;
}

bool vv_premise_nonzero(vv_premise_check *c, int node) {
    vv_statement p = {.facts = c->p->facts, .of = {1, &node}};
    if (vv_interval_finds_sign(c->k, c->p->facts, node, 0)) return true;
    vv_modular_answer m = vv_modular_check(c->k, &p);
    return m.word == VV_M_NONZERO || vv_premise_fail(c, m.word == VV_M_ZERO ? VV_FAILS : VV_OPEN,
                                                     "a quantity vanishes everywhere");
}

bool vv_premise_unfit(vv_premise_check *c) {
    return vv_premise_fail(c, VV_FAILS, "its lists do not fit together");
}

bool vv_premise_symbols(const vv_premise_check *c, const vv_list *list) {
    for (int i = 0; i < list->n; i++)
        if (c->k->node[list->at[i]].op != VV_N_SYM) return false;
    return true;
}

bool vv_premise_is_zero(const vv_premise_check *c, int node) {
    return c->k->node[node].op == VV_N_NUM && !mpq_sgn(c->k->node[node].factor[0]);
}

/* Discriminant of a y^2 + b y + d or a y^3 + b y^2 + d y + e, by coefficients from the constant
 * term. */
int vv_premise_discriminant(vv_premise_check *c, int n, const int *x) {
    static const struct {
        int by, power[4];
    } term[2][5] = {{{1, {0, 2, 0}}, {-4, {1, 0, 1}}},
                    {{18, {1, 1, 1, 1}},
                     {-4, {1, 0, 3, 0}},
                     {1, {0, 2, 2, 0}},
                     {-4, {0, 3, 0, 1}},
                     {-27, {2, 0, 0, 2}}}};
    int sum = vv_build_number(c->k, 0);
    for (int i = 0; i < (n == 2 ? 2 : 5); i++) {
        int product = vv_build_number(c->k, 1);
        for (int j = 0; j <= n; j++)
            if (term[n - 2][i].power[j])
                product = vv_build_product(c->k, product,
                                           vv_build_power(c->k, x[j], term[n - 2][i].power[j]));
        sum = vv_build_sum(c->k, sum, term[n - 2][i].by, product);
    }
    return sum;
}
