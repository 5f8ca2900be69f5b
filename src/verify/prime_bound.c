/* How far one evaluation modulo a prime decides: the signs that it chooses, and a bound on degree
 * and height. */
#include <math.h>
#include <stdlib.h>

#include "verify/prime_lane.h"
#include "verify/terms.h"

/* Certainly a square by construction: no sign is chosen by its root. */
static bool is_square(const vv_lane *l, int node, int depth) {
    node = vv_lane_resolve(l, node);
    const vv_graph_node *d = &l->k->node[node];
    bool all = true;
    if (depth > 20) return false;
    if (d->op == VV_N_SQRT || d->op == VV_N_EXP || d->op == VV_N_ABS || d->op == VV_N_PI)
        return true;
    if (d->op == VV_N_SYM)
        return l->k->sign[d->which] == VV_S_POSITIVE || l->k->sign[d->which] == VV_S_NONNEGATIVE;
    if (d->op == VV_N_NUM) return mpq_sgn(d->factor[0]) > 0;
    if (d->op == VV_N_ADD && d->n == 1)
        return mpq_sgn(d->factor[0]) > 0 && is_square(l, d->child[0], depth + 1);
    if (d->op != VV_N_MUL) return false;
    for (int i = 0; i < d->n && all; i++) all = is_square(l, d->child[i], depth + 1);
    return all;
}

int vv_lane_choices(const vv_lane *l) {
    int n = 0;
    for (int i = 0; i < l->order->n; i++) {
        int node = l->order->at[i];
        const vv_graph_node *d = &l->k->node[node];
        if (vv_rule_target(l->f, node) != node) continue;
        n +=
            l->chooses[i] && !l->refused[i] && !(d->op == VV_N_ABS && is_square(l, d->child[0], 0));
        n += d->op == VV_N_SQRT && !l->refused[i] && !is_square(l, d->child[0], 0);
    }
    return n + (l->f ? l->f->branches.n : 0);
}

typedef struct height {
    double above, below; /* of numerator and denominator */
} height;

static double bits(const mpz_t x) { return (double)mpz_sizeinbase(x, 2); }

static height height_sum(const vv_lane *l, const vv_graph_node *d, const height *h) {
    height out = {0};
    for (int i = 0; i < d->n; i++)
        out.below += h[l->place[d->child[i]]].below + bits(mpq_denref(d->factor[i]));
    for (int i = 0; i < d->n; i++) {
        height x = h[l->place[d->child[i]]];
        out.above = fmax(out.above, x.above + bits(mpq_numref(d->factor[i])) + out.below - x.below);
    }
    out.above += log2(d->n + 1);
    return out;
}

static height height_of(const vv_lane *l, int at, const height *h, double inverses) {
    const vv_graph_node *d = &l->k->node[l->order->at[at]];
    height x = d->n ? h[l->place[d->child[0]]] : (height){0}, out = {1, 0};
    double reach = (l->reach[at] + 2) * (1 + inverses);
    switch ((int)d->op) {
    case VV_N_NUM: return (height){bits(mpq_numref(d->factor[0])), bits(mpq_denref(d->factor[0]))};
    case VV_N_ADD: return height_sum(l, d, h);
    case VV_N_MUL:
        out.above = 0;
        for (int i = 0; i < d->n; i++) {
            height y = h[l->place[d->child[i]]];
            double e = abs(d->number[i]);
            out.above += e * (d->number[i] > 0 ? y.above : y.below);
            out.below += e * (d->number[i] > 0 ? y.below : y.above);
        }
        return out;
    case VV_N_SIN:
    case VV_N_COS:
    case VV_N_TAN:
    case VV_N_EXP:
    case VV_N_SINH:
    case VV_N_COSH:
    case VV_N_TANH: return (height){2 * reach, 2 * reach};
    case VV_N_POW:
        return (height){reach * (x.above + x.below + 1), reach * (x.above + x.below + 1)};
    case VV_N_SQRT: return (height){x.above + x.below + 1, x.below};
    case VV_N_ABS:
    case VV_N_MIN:
    case VV_N_MAX:
    case VV_N_PIECEWISE:
        for (int i = 0; i < d->n; i++) {
            height y = h[l->place[d->child[i]]];
            out = (height){fmax(out.above, y.above), fmax(out.below, y.below)};
        }
        return out;
    case VV_N_FACTOR:
    case VV_N_SOLVE: /* determinants, by Cramer's rule */
        for (int i = 0; i < d->n; i++) {
            height y = h[l->place[d->child[i]]];
            out.above += y.above + y.below + log2(d->n + 1);
        }
        out.below = out.above;
        return out;
    case VV_N_COMP: return x;
    default: return out;
    }
}

double vv_lane_degree(const vv_lane *l, const vv_list *roots) {
    height *h = VV_ARRAY(l->k->c, height, l->order->n + 1);
    double total = 1, inverses = 0, roots_taken = 0;
    if (!h) return HUGE_VAL;
    for (int i = 0; i < l->order->n; i++) {
        int node = l->order->at[i], to = vv_rule_target(l->f, node);
        vv_node_op op = l->k->node[node].op;
        h[i] = to == node ? height_of(l, i, h, inverses) : h[l->place[to]];
        if (op == VV_N_ASIN || op == VV_N_ACOS || op == VV_N_ATAN || op == VV_N_ATAN2)
            for (int j = 0; j < l->k->node[node].n; j++) {
                height x = h[l->place[l->k->node[node].child[j]]];
                inverses = fmax(inverses, 4 * (x.above + x.below + 1));
            }
        roots_taken += op == VV_N_SQRT || op == VV_N_POW;
    }
    for (int i = 0; i < roots->n; i++)
        total += h[l->place[roots->at[i]]].above + h[l->place[roots->at[i]]].below;
    return total * exp2(roots_taken + l->ninverses);
}
