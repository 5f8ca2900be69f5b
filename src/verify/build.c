#include "verify/build.h"

#include <stdlib.h>
#include <string.h>

/* ---- nodes ----------------------------------------------------------------------------------- */

static void clear_numbers(void *data, size_t size) {
    mpq_t *q = data;
    for (size_t i = 0; i < size; i++) mpq_clear(q[i]);
}

/* A new node with n children, and with room for coefficients or exponents; NULL: no memory. */
static vv_graph_node *append(vv_certificate *k, vv_node_op op, int n, int nfactors) {
    if (k->nnodes >= k->room) {
        int room = 2 * k->nnodes + 256;
        vv_graph_node *grown = VV_ARRAY(k->c, vv_graph_node, room);
        if (!grown) return NULL;
        memcpy(grown, k->node, (size_t)k->nnodes * sizeof *grown);
        k->node = grown, k->room = room;
    }
    vv_graph_node *d = &k->node[k->nnodes];
    *d = (vv_graph_node){.op = op, .n = n};
    d->child = VV_ARRAY(k->c, int, n + 1);
    d->number = VV_ARRAY(k->c, int, n + 1);
    d->factor = VV_ARRAY(k->c, mpq_t, nfactors + 1);
    if (!d->child || !d->number || !d->factor) return NULL;
    for (int i = 0; i < nfactors; i++) mpq_init(d->factor[i]);
    if (nfactors) vv_ctx_on_free(k->c, clear_numbers, d->factor, (size_t)nfactors);
    k->nnodes++;
    return d;
}

static int last(const vv_certificate *k) { return k->nnodes - 1; }

int vv_build_number(vv_certificate *k, long n) {
    vv_graph_node *d = append(k, VV_N_NUM, 0, 1);
    if (d) mpq_set_si(d->factor[0], n, 1);
    return d ? last(k) : -1;
}

int vv_build_symbol(vv_certificate *k, const char *name) {
    if (k->nsymbols >= k->symbol_room) return -1;
    vv_graph_node *d = append(k, VV_N_SYM, 0, 0);
    if (!d) return -1;
    d->which = k->nsymbols;
    k->sign[k->nsymbols] = VV_S_ANY;
    k->name[k->nsymbols++] = name;
    return last(k);
}

/* Is it the number n? */
static bool is_number(const vv_certificate *k, int node, long n) {
    return k->node[node].op == VV_N_NUM && !mpq_cmp_si(k->node[node].factor[0], n, 1);
}

int vv_build_sum(vv_certificate *k, int a, long factor, int b) {
    if (a < 0 || b < 0) return -1;
    if (is_number(k, b, 0) || factor == 0) return a;
    if (is_number(k, a, 0) && factor == 1) return b;
    vv_graph_node *d = append(k, VV_N_ADD, 2, 2);
    if (!d) return -1;
    d->child[0] = a, d->child[1] = b;
    mpq_set_si(d->factor[0], 1, 1), mpq_set_si(d->factor[1], factor, 1);
    return last(k);
}

int vv_build_product(vv_certificate *k, int a, int b) {
    if (a < 0 || b < 0) return -1;
    if (is_number(k, a, 0) || is_number(k, b, 1)) return a;
    if (is_number(k, b, 0) || is_number(k, a, 1)) return b;
    vv_graph_node *d = append(k, VV_N_MUL, 2, 0);
    if (!d) return -1;
    d->child[0] = a, d->child[1] = b;
    d->number[0] = d->number[1] = 1;
    return last(k);
}

int vv_build_power(vv_certificate *k, int a, int n) {
    if (a < 0 || n == 1) return a;
    vv_graph_node *d = append(k, VV_N_MUL, 1, 0);
    if (!d) return -1;
    d->child[0] = a, d->number[0] = n;
    return last(k);
}

static int call(vv_certificate *k, vv_node_op op, int a, int b) {
    vv_graph_node *d = a < 0 ? NULL : append(k, op, b < 0 ? 1 : 2, 0);
    if (!d) return -1;
    d->child[0] = a;
    if (b >= 0) d->child[1] = b;
    return last(k);
}

int vv_build_root(vv_certificate *k, int a) { return call(k, VV_N_SQRT, a, -1); }

int vv_build_cosine(vv_certificate *k, int a) { return call(k, VV_N_COS, a, -1); }

/* ---- derivatives ----------------------------------------------------------------------------- */

/* of: a derivative for each node so far, -1 where there is none. Pointers to nodes do not survive
 * `append`: hence the index. */
static int by_terms(vv_certificate *k, int node, const int *of) {
    int n = k->node[node].n, sum = vv_build_number(k, 0);
    bool is_sum = k->node[node].op == VV_N_ADD;
    for (int i = 0; i < n && sum >= 0; i++) {
        int by = of[k->node[node].child[i]], e = k->node[node].number[i];
        if (by < 0) return -1;
        if (is_number(k, by, 0)) continue;
        vv_graph_node *d = append(k, is_sum ? VV_N_ADD : VV_N_MUL, is_sum ? 1 : n, is_sum);
        const vv_graph_node *x = &k->node[node];
        if (!d) return -1;
        if (is_sum) {
            d->child[0] = by;
            mpq_set(d->factor[0], x->factor[i]);
            sum = vv_build_sum(k, sum, 1, last(k));
        } else { /* e x^(e-1) of this factor, times the others */
            memcpy(d->child, x->child, (size_t)n * sizeof *d->child);
            memcpy(d->number, x->number, (size_t)n * sizeof *d->number);
            d->number[i]--;
            sum = vv_build_sum(k, sum, e, vv_build_product(k, last(k), by));
        }
    }
    return sum;
}

/* (A^-1 b)' = A^-1 (b' - A' A^-1 b) */
static int by_system(vv_certificate *k, int node, const int *of) {
    int factor = k->node[node].child[0], n = k->node[factor].which, x[1000], right[1000];
    for (int j = 0; j < n; j++) {
        vv_graph_node *d = append(k, VV_N_COMP, 1, 0);
        if (!d) return -1;
        d->child[0] = node, d->which = j, x[j] = last(k);
    }
    for (int i = 0; i < n; i++) {
        right[i] = of[k->node[node].child[i + 1]];
        for (int j = 0; j < n; j++) {
            int by = of[k->node[factor].child[i * n + j]];
            right[i] = vv_build_sum(k, right[i], -1, vv_build_product(k, by, x[j]));
        }
        if (right[i] < 0) return -1;
    }
    vv_graph_node *d = append(k, VV_N_SOLVE, n + 1, 0);
    if (!d) return -1;
    d->child[0] = factor;
    for (int i = 0; i < n; i++) d->child[i + 1] = right[i];
    return last(k);
}

static int by_component(vv_certificate *k, int node, const int *of) {
    int system = of[k->node[node].child[0]], which = k->node[node].which;
    vv_graph_node *d = system < 0 ? NULL : append(k, VV_N_COMP, 1, 0);
    if (!d) return -1;
    d->child[0] = system, d->which = which;
    return last(k);
}

static int by_arguments(vv_certificate *k, int node, const int *of) {
    int n = k->node[node].n, sum = vv_build_number(k, 0);
    for (int i = 0; i < n && sum >= 0; i++) {
        int by = of[k->node[node].child[i]];
        if (by < 0) return -1;
        if (is_number(k, by, 0)) continue;
        vv_graph_node *d = append(k, VV_N_FUNC, n, 0);
        const vv_graph_node *x = &k->node[node];
        if (!d) return -1;
        memcpy(d->child, x->child, (size_t)n * sizeof *d->child);
        memcpy(d->number, x->number, (size_t)n * sizeof *d->number);
        d->which = x->which, d->number[i]++;
        sum = vv_build_sum(k, sum, 1, vv_build_product(k, last(k), by));
    }
    return sum;
}

/* a^b (b' log a + b a'/a); the logarithm only if b varies */
static int by_exponent(vv_certificate *k, int node, int a, int b, int da, int db) {
    int out = vv_build_product(k, vv_build_product(k, b, da), vv_build_power(k, a, -1));
    if (out >= 0 && !is_number(k, db, 0))
        out = vv_build_sum(k, out, 1, vv_build_product(k, db, call(k, VV_N_LOG, a, -1)));
    return vv_build_product(k, node, out);
}

/* (x y' - y x')/(x^2 + y^2) of atan2(y, x) */
static int by_quadrant(vv_certificate *k, int y, int x, int dy, int dx) {
    int up = vv_build_sum(k, vv_build_product(k, x, dy), -1, vv_build_product(k, y, dx)),
        size = vv_build_sum(k, vv_build_power(k, x, 2), 1, vv_build_power(k, y, 2));
    return vv_build_product(k, up, vv_build_power(k, size, -1));
}

/* f'(x) of the elementary functions of one argument; -1: it has none. */
static int slope(vv_certificate *k, int node, int x) {
    int one = vv_build_number(k, 1), square = vv_build_power(k, x, 2);
    switch ((int)k->node[node].op) {
    case VV_N_SIN: return call(k, VV_N_COS, x, -1);
    case VV_N_COS: return vv_build_sum(k, vv_build_number(k, 0), -1, call(k, VV_N_SIN, x, -1));
    case VV_N_TAN: return vv_build_sum(k, one, 1, vv_build_power(k, node, 2));
    case VV_N_EXP: return node;
    case VV_N_LOG: return vv_build_power(k, x, -1);
    case VV_N_SQRT: return vv_build_power(k, vv_build_product(k, vv_build_number(k, 2), node), -1);
    case VV_N_ASIN:
    case VV_N_ACOS: {
        int r = call(k, VV_N_SQRT, vv_build_sum(k, one, -1, square), -1);
        int out = vv_build_power(k, r, -1);
        return k->node[node].op == VV_N_ASIN ? out
                                             : vv_build_sum(k, vv_build_number(k, 0), -1, out);
    }
    case VV_N_ATAN: return vv_build_power(k, vv_build_sum(k, one, 1, square), -1);
    case VV_N_SINH: return call(k, VV_N_COSH, x, -1);
    case VV_N_COSH: return call(k, VV_N_SINH, x, -1);
    case VV_N_TANH: return vv_build_sum(k, one, -1, vv_build_power(k, node, 2));
    case VV_N_ABS: return call(k, VV_N_SIGN, x, -1);
    default: return -1;
    }
}

static int one_derivative(vv_certificate *k, int node, int symbol, const int *of) {
    const vv_graph_node *d = &k->node[node];
    bool varies = false;
    if (node == symbol) return vv_build_number(k, 1);
    for (int i = 0; i < d->n; i++) {
        if (of[d->child[i]] < 0) return -1;
        varies |= !is_number(k, of[d->child[i]], 0);
    }
    if (!varies) return vv_build_number(k, 0);
    int a = d->child[0], b = d->n > 1 ? d->child[1] : a;
    switch ((int)d->op) {
    case VV_N_ADD:
    case VV_N_MUL: return by_terms(k, node, of);
    case VV_N_FUNC: return by_arguments(k, node, of);
    case VV_N_POW: return by_exponent(k, node, a, b, of[a], of[b]);
    case VV_N_ATAN2: return by_quadrant(k, a, b, of[a], of[b]);
    case VV_N_FACTOR: return vv_build_number(k, 1); /* it varies */
    case VV_N_SOLVE: return by_system(k, node, of);
    case VV_N_COMP: return by_component(k, node, of);
    default: return vv_build_product(k, slope(k, node, a), of[a]);
    }
}

/* The nodes below, children first; apart from the arena, to which nodes are added. */
static int *nodes_below(vv_certificate *k, int node, int *n) {
    vv_mark mark = vv_arena_mark(k->c);
    const vv_list *order = vv_certificate_order(k, NULL, 1, &node);
    int *out = order ? malloc(((size_t)order->n + 1) * sizeof *out) : NULL;
    *n = out ? order->n : 0;
    if (out) memcpy(out, order->at, (size_t)order->n * sizeof *out);
    vv_arena_release(k->c, mark);
    return out;
}

int vv_build_derivative(vv_certificate *k, int node, int symbol) {
    int n = 0, is = -1;
    if (node < 0) return -1;
    for (int i = 0; i < k->nslopes; i++)
        if (k->slope[i].of == node && k->slope[i].by == symbol) return k->slope[i].is;
    if (!k->slope) k->slope = VV_ARRAY(k->c, vv_slope, VV_BUILD_SLOPES);
    int *of = malloc(((size_t)k->nnodes + 1) * sizeof *of), *order = nodes_below(k, node, &n);
    for (int i = 0; of && i < n && vv_ctx_tick(k->c); i++)
        of[order[i]] = one_derivative(k, order[i], symbol, of);
    if (of && n && vv_ctx_ok(k->c)) is = of[node];
    free(of), free(order);
    if (k->slope && k->nslopes < VV_BUILD_SLOPES)
        k->slope[k->nslopes++] = (vv_slope){node, symbol, is};
    return is;
}

/* ---- determinants ---------------------------------------------------------------------------- */

/* Minors of the leading rows, by sets of columns. */
int vv_build_determinant(vv_certificate *k, int n, const int *a) {
    int minor[1 << VV_BUILD_MOST] = {vv_build_number(k, 1)};
    for (int set = 1; set < 1 << n; set++) {
        int row = __builtin_popcount((unsigned)set) - 1;
        minor[set] = vv_build_number(k, 0);
        for (int j = 0; j < n; j++) {
            if (!(set >> j & 1)) continue;
            bool odd = __builtin_popcount((unsigned)set >> (j + 1)) & 1;
            int term = vv_build_product(k, a[row * n + j], minor[set & ~(1 << j)]);
            minor[set] = vv_build_sum(k, minor[set], odd ? -1 : 1, term);
        }
    }
    return minor[(1 << n) - 1];
}
