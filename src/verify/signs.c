#include "verify/signs.h"

enum { NEG = VV_CAN_BE_NEGATIVE, NIL = VV_CAN_BE_ZERO, POS = VV_CAN_BE_POSITIVE, ANY = 7 };

static int flipped(int s) { return (s & NIL) | (s & NEG ? POS : 0) | (s & POS ? NEG : 0); }

static int product(int a, int b) {
    int out = (a | b) & NIL;
    if (a & POS) out |= b & ~NIL;
    if (a & NEG) out |= flipped(b) & ~NIL;
    return out;
}

/* x^n; what is divided by is not 0. */
static int power(int x, int n) {
    if (n % 2 == 0) x = (x & NIL) | (x & ~NIL ? POS : 0);
    return n < 0 ? x & ~NIL : n == 0 ? POS : x;
}

static int sum(const vv_graph_node *d, const char *s) {
    int out = 0;
    bool all = true;
    for (int i = 0; i < d->n; i++) {
        int sign = mpq_sgn(d->factor[i]), term = s[d->child[i]];
        term = sign > 0 ? term : sign < 0 ? flipped(term) : NIL;
        out |= term & ~NIL;
        all &= (term & NIL) != 0;
    }
    return out | (all || out == (NEG | POS) ? NIL : 0);
}

/* |e| <= 1 by its form: sines, cosines and products of them. */
static bool is_bounded(const vv_certificate *k, int node) {
    const vv_graph_node *d = &k->node[node];
    bool all = d->op == VV_N_MUL;
    if (d->op == VV_N_SIN || d->op == VV_N_COS || d->op == VV_N_TANH) return true;
    for (int i = 0; i < d->n && all; i++) all = d->number[i] >= 0 && is_bounded(k, d->child[i]);
    return all;
}

/* A number plus multiples of such quantities: 1 - cos, 5 + 4 sin cos. */
static int bounded_sum(const vv_certificate *k, const vv_graph_node *d) {
    int out = 0;
    mpq_t sum, size, q;
    mpq_init(sum), mpq_init(size), mpq_init(q);
    for (int i = 0; i < d->n; i++) {
        const vv_graph_node *x = &k->node[d->child[i]];
        mpq_set(q, d->factor[i]);
        if (x->op == VV_N_NUM) {
            mpq_mul(q, q, x->factor[0]);
            mpq_add(sum, sum, q);
        } else {
            mpq_abs(q, q);
            mpq_add(size, size, q);
            if (!is_bounded(k, d->child[i])) out = ANY;
        }
    }
    mpq_abs(q, sum);
    int order = mpq_cmp(q, size);
    if (order < 0) out = ANY;
    if (!out) out = (mpq_sgn(sum) > 0 ? POS : NEG) | (order ? 0 : NIL);
    mpq_clear(sum), mpq_clear(size), mpq_clear(q);
    return out;
}

static int of_symbol(vv_s_sign sign) {
    static const int set[] = {[VV_S_ANY] = ANY,
                              [VV_S_POSITIVE] = POS,
                              [VV_S_NEGATIVE] = NEG,
                              [VV_S_NONNEGATIVE] = POS | NIL,
                              [VV_S_NONZERO] = POS | NEG};
    return set[sign];
}

/* b = r a: the sign of r, or 0. Sums of multiples of the same nodes are compared. */
static int ratio_sign(const vv_certificate *k, int a, int b) {
    const vv_graph_node *x = &k->node[a], *y = &k->node[b];
    int out = a == b;
    if (out || x->op != VV_N_ADD || y->op != VV_N_ADD || x->n != y->n) return out;
    mpq_t r, q;
    mpq_init(r), mpq_init(q);
    for (int i = 0; i < x->n; i++) {
        int j = 0;
        while (j < y->n && y->child[j] != x->child[i]) j++;
        if (j == y->n || !mpq_sgn(x->factor[i])) break;
        mpq_div(q, y->factor[j], x->factor[i]);
        if (i == 0) mpq_set(r, q);
        if (!mpq_equal(q, r)) break;
        if (i == x->n - 1) out = mpq_sgn(r);
    }
    mpq_clear(r), mpq_clear(q);
    return out;
}

static int by_facts(const vv_certificate *k, const vv_premises *f, int node) {
    int out = ANY;
    for (int i = 0; i < f->positive.n; i++) {
        int sign = ratio_sign(k, f->positive.at[i], node);
        if (sign) out &= sign > 0 ? POS : NEG;
    }
    for (int i = 0; i < f->nonzero.n; i++)
        if (ratio_sign(k, f->nonzero.at[i], node)) out &= ~NIL;
    return out;
}

static int by_form(const vv_certificate *k, int node, const char *s) {
    const vv_graph_node *d = &k->node[node];
    int x = d->n ? s[d->child[0]] : ANY, out = POS;
    switch ((int)d->op) {
    case VV_N_NUM: return mpq_sgn(d->factor[0]) > 0 ? POS : mpq_sgn(d->factor[0]) < 0 ? NEG : NIL;
    case VV_N_SYM: return of_symbol(k->sign[d->which]);
    case VV_N_ADD: return sum(d, s) & bounded_sum(k, d);
    case VV_N_MUL:
        for (int i = 0; i < d->n; i++) out = product(out, power(s[d->child[i]], d->number[i]));
        return out;
    case VV_N_PI:
    case VV_N_EXP:
    case VV_N_COSH: return POS;
    case VV_N_ABS: return power(x, 2);
    case VV_N_SQRT: return POS | (x & NIL);
    case VV_N_POW: return x == POS ? POS : ANY;
    case VV_N_SIGN:
    case VV_N_ASIN:
    case VV_N_ATAN:
    case VV_N_SINH:
    case VV_N_TANH: return x;
    default: return ANY;
    }
}

int vv_possible_signs(vv_certificate *k, const vv_premises *f, int node) {
    vv_mark mark = vv_arena_mark(k->c);
    char *s = VV_ARRAY(k->c, char, k->nnodes + 1);
    const vv_list *order = vv_certificate_order(k, f, 1, &node);
    int out = ANY;
    for (int i = 0; s && order && i < order->n; i++) {
        int at = order->at[i], to = vv_rule_target(f, at);
        s[at] = (char)(by_facts(k, f, at) & (to == at ? by_form(k, at, s) : s[to]));
    }
    if (s && order) out = s[node];
    vv_arena_release(k->c, mark);
    return out;
}
