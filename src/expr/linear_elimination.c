/* Linear equations along the graph in which they are computed.
 *
 * The equations r(x) = 0 of a mechanism are linear in the accelerations x, and
 * each of their nodes is a sum of others or a multiple of one. The unknowns are
 * eliminated one after another, that of the outermost joint first, and with
 * each of them the nodes between it and the rest: of a chain these are the
 * accelerations of one body and the forces on it, as many for each body. What
 * remains of the outer bodies at every stage is the inertia and the force with
 * which the body within feels them: the articulated bodies of [Featherstone,
 * Rigid Body Dynamics Algorithms, ch. 7], here of any graph. The pivots are
 * those of the symmetric elimination of the mass matrix in that order. */
#include <stdlib.h>
#include <string.h>

#include "expr/dag.h"

/* A linear form: coefficients of nodes, and what is added. */
typedef struct form {
    int n, *node;
    vv_expr *by, plus;
} form;

typedef struct linear {
    vv_ctx *c;
    int n;                       /* unknowns           */
    int count;                   /* nodes that depend on them, children first       */
    int *first, *to;             /* children of each node                               (count
                                    + 1, all) */
    vv_expr *by;                 /* and their coefficients     (all) */
    int *level;                  /* of a node: the stage that eliminates it      (count) */
    int *innermost;              /* the least level of those that read it  (count) */
    int *of_level, *level_start; /* nodes by level, ascending (count), (n + 1) */
    int *unknown, *residual;     /* their nodes, by stage     (n) */
    vv_expr *rhs;                /* by stage                                             (n) */
    int *stage;                  /* of each unknown                                      (n) */
    form *of;                    /* of nodes that are live                           (count) */
    form *row;                   /* of each unknown: what it follows from                (n) */
    vv_expr *sum, *value;        /* scratch; values of nodes   (count) */
    int *touched, ntouched;      /* nodes whose sum may differ from 0 */
    int64_t budget;              /* products that may still be made                          */
} linear;

/* ---- the graph ------------------------------------------------------------------------------- */

/* The coefficient of child i of a node; false: the node is not linear in it. */
static bool coefficient(linear *k, vv_expr_table *t, uint32_t id, uint32_t i, vv_expr *out) {
    const vv_expr_node *d = &t->node[id];
    const uint32_t *w = t->word + d->first;
    if (d->op == VV_ADD) return *out = (vv_expr){w[d->n + i]}, true;
    if (d->op != VV_MUL || (int32_t)w[d->n + i] != 1) return false;
    *out =
        vv_term_expr(k->c, vv_product_partial(k->c, id, (int)i, (vv_term){VV_ONE.id, VV_ONE.id}));
    return true;
}

static bool read_node(linear *k, vv_expr_table *t, const uint32_t *order, int p, int *all) {
    uint32_t id = order[p], n = t->node[id].n;
    int begin = *all;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t child = vv_expr_words(t, id)[i];
        if (!vv_expr_pass_has(t, child)) continue;
        k->to[*all] = (int)t->memo[child];
        if (!coefficient(k, t, id, i, &k->by[(*all)++])) return false;
    }
    return t->node[id].op != VV_MUL ||
           *all - begin <= 1; /* a product of two of them is not linear */
}

/* Nodes and edges; false: not linear, or an unknown or an equation is not among
 * them. */
static bool read_graph(linear *k, const vv_expr *in, const vv_expr *symbol) {
    const uint32_t *order = vv_expr_topological_order_of(k->c, k->n, symbol, k->n, in, &k->count);
    vv_expr_table *t = order ? vv_expr_pass_begin(k->c) : NULL;
    int all = 0;
    for (int p = 0; t && p < k->count; p++) all += (int)t->node[order[p]].n;
    k->first = VV_ARRAY(k->c, int, k->count + 1);
    k->to = VV_ARRAY(k->c, int, all + 1), k->by = VV_ARRAY(k->c, vv_expr, all + 1);
    if (!t || !vv_ctx_ok(k->c)) return false;
    for (int p = all = 0; p < k->count; p++) {
        vv_expr_pass_set(t, order[p], (uint32_t)p);
        k->first[p] = all;
        if (!read_node(k, t, order, p, &all)) return false;
    }
    k->first[k->count] = all;
    for (int i = 0; i < k->n; i++) {
        if (!vv_expr_pass_has(t, symbol[i].id) || !vv_expr_pass_has(t, in[i].id)) return false;
        k->unknown[i] = (int)t->memo[symbol[i].id], k->residual[i] = (int)t->memo[in[i].id];
    }
    return true;
}

/* ---- fewer nodes ----------------------------------------------------------------------------- */

/* A node as a sum of multiples of others. */
typedef struct terms {
    int n, *to;
    vv_expr *by;
} terms;

typedef struct merger {
    linear *k;
    terms *of;        /* (count) */
    int *same, *uses; /* the node that a node equals, or itself; its readers (count) */
    int *table, size; /* of sums by their terms: node + 1 (size) */
    int *to;          /* scratch: the terms of one sum                              */
    vv_expr *by;
    int n;
} merger;

enum { MOST_TERMS = 32 }; /* of a sum that others are put into */

static bool add_term(merger *m, int to, vv_expr by) {
    int i = 0;
    while (i < m->n && m->to[i] < to) i++;
    if (i < m->n && m->to[i] == to) {
        m->by[i] = vv_add(m->k->c, m->by[i], by);
        return true;
    }
    if (m->n == m->k->count) return false;
    memmove(m->to + i + 1, m->to + i, (size_t)(m->n - i) * sizeof *m->to);
    memmove(m->by + i + 1, m->by + i, (size_t)(m->n++ - i) * sizeof *m->by);
    m->to[i] = to, m->by[i] = by;
    return true;
}

/* The terms of a node; those of its children that nothing else reads are part
 * of it. */
static bool collect_terms(merger *m, int p) {
    const terms *s = &m->of[p];
    m->n = 0;
    for (int i = 0; i < s->n; i++) {
        int to = m->same[s->to[i]];
        const terms *inner = &m->of[to];
        bool inside = inner->n > 0 && m->uses[to] == 1 && inner->n + s->n <= MOST_TERMS;
        if (!inside && !add_term(m, to, s->by[i])) return false;
        for (int j = 0; inside && j < inner->n; j++)
            if (!add_term(m, m->same[inner->to[j]], vv_mul(m->k->c, s->by[i], inner->by[j])))
                return false;
    }
    int kept = 0;
    for (int i = 0; i < m->n; i++)
        if (!vv_is_zero(m->by[i])) m->to[kept] = m->to[i], m->by[kept++] = m->by[i];
    m->n = kept;
    return kept > 0;
}

static bool is_same_sum(const merger *m, const terms *s) {
    bool same = s->n == m->n;
    for (int i = 0; same && i < s->n; i++)
        same = s->to[i] == m->to[i] && vv_same(s->by[i], m->by[i]);
    return same;
}

/* The node that has these terms; p if it is the first. */
static int find_sum(merger *m, int p) {
    uint64_t h = (uint64_t)m->n;
    for (int i = 0; i < m->n; i++)
        h = (h ^ ((uint64_t)m->to[i] << 32 | m->by[i].id)) * 0x9e3779b97f4a7c15;
    int at = (int)(h >> 33) % m->size;
    for (; m->table[at]; at = (at + 1) % m->size)
        if (is_same_sum(m, &m->of[m->table[at] - 1])) return m->table[at] - 1;
    m->table[at] = p + 1;
    return p;
}

static bool merge_round(merger *m) {
    linear *k = m->k;
    memset(m->uses, 0, (size_t)k->count * sizeof *m->uses);
    memset(m->table, 0, (size_t)m->size * sizeof *m->table);
    for (int i = 0; i < k->n; i++) m->uses[m->same[k->residual[i]]] += 2; /* stays a node */
    for (int p = k->count; p-- > 0;)
        for (int i = 0; m->same[p] == p && m->uses[p] && i < m->of[p].n; i++)
            m->uses[m->same[m->of[p].to[i]]]++;
    for (int p = 0; p < k->count; p++) {
        if (m->same[p] != p || !m->uses[p] || !m->of[p].n) continue;
        if (!collect_terms(m, p)) return false;
        terms s = {m->n, VV_ARRAY(k->c, int, m->n + 1), VV_ARRAY(k->c, vv_expr, m->n + 1)};
        if (!s.to || !s.by) return false;
        memcpy(s.to, m->to, (size_t)m->n * sizeof *s.to);
        memcpy(s.by, m->by, (size_t)m->n * sizeof *s.by);
        m->of[p] = s;
        bool copy = s.n == 1 && vv_same(s.by[0], VV_ONE);
        m->same[p] = copy ? s.to[0] : find_sum(m, p);
    }
    for (int p = 0; p < k->count; p++) m->same[p] = m->same[m->same[p]];
    return true;
}

/* The graph of the nodes that are left. */
static bool rebuild(merger *m) {
    linear *k = m->k;
    int *place = VV_ARRAY(k->c, int, k->count + 1), count = 0, all = 0;
    bool *needed = VV_ARRAY(k->c, bool, k->count + 1);
    if (!place || !needed) return false;
    for (int i = 0; i < k->n; i++) needed[m->same[k->residual[i]]] = true;
    for (int p = k->count; p-- > 0;)
        for (int i = 0; needed[p] && i < m->of[p].n; i++) needed[m->same[m->of[p].to[i]]] = true;
    for (int p = 0; p < k->count; p++) all += needed[p] ? m->of[p].n : 0;
    k->to = VV_ARRAY(k->c, int, all + 1), k->by = VV_ARRAY(k->c, vv_expr, all + 1);
    if (!k->to || !k->by) return false;
    for (int p = all = 0; p < k->count; p++) {
        if (!needed[p]) continue;
        k->first[place[p] = count++] = all;
        for (int i = 0; i < m->of[p].n; i++)
            k->to[all] = place[m->same[m->of[p].to[i]]], k->by[all++] = m->of[p].by[i];
    }
    for (int i = 0; i < k->n; i++) {
        if (!needed[k->unknown[i]]) return false;
        k->unknown[i] = place[k->unknown[i]];
        k->residual[i] = place[m->same[k->residual[i]]];
    }
    k->first[k->count = count] = all;
    return true;
}

/* Sums are written in many ways, by which they would count as different
 * quantities. */
static bool merge_nodes(linear *k) {
    enum { ROUNDS = 4 };
    merger m = {.k = k, .size = 4 * k->count + 1};
    m.of = VV_ARRAY(k->c, terms, k->count + 1), m.same = VV_ARRAY(k->c, int, k->count + 1);
    m.uses = VV_ARRAY(k->c, int, k->count + 1), m.table = VV_ARRAY(k->c, int, m.size);
    m.to = VV_ARRAY(k->c, int, k->count + 1), m.by = VV_ARRAY(k->c, vv_expr, k->count + 1);
    if (!vv_ctx_ok(k->c)) return false;
    for (int p = 0; p < k->count; p++) {
        m.of[p] = (terms){k->first[p + 1] - k->first[p], k->to + k->first[p], k->by + k->first[p]};
        m.same[p] = p;
    }
    for (int i = 0; i < ROUNDS; i++)
        if (!merge_round(&m)) return false;
    return rebuild(&m);
}

/* ---- the order ------------------------------------------------------------------------------- */

typedef struct reach {
    int unknown, nodes;
} reach;

static int by_reach(const void *a, const void *b) {
    const reach *x = a, *y = b;
    return x->nodes != y->nodes ? (x->nodes < y->nodes) - (x->nodes > y->nodes)
                                : (x->unknown > y->unknown) - (x->unknown < y->unknown);
}

/* The inner joints move more: unknowns by the number of nodes that depend on
 * them. */
static bool find_stages(linear *k) {
    reach *all = VV_ARRAY(k->c, reach, k->n + 1);
    bool *holds = VV_ARRAY(k->c, bool, k->count + 1);
    int *unknown = VV_ARRAY(k->c, int, k->n + 1), *residual = VV_ARRAY(k->c, int, k->n + 1);
    vv_expr *rhs = VV_ARRAY(k->c, vv_expr, k->n + 1);
    if (!all || !holds || !unknown || !residual || !rhs) return false;
    for (int i = 0; i < k->n && vv_ctx_tick(k->c); i++) {
        all[i] = (reach){i, 0};
        for (int p = 0; p < k->count; p++) {
            holds[p] = p == k->unknown[i];
            for (int e = k->first[p]; e < k->first[p + 1] && !holds[p]; e++)
                holds[p] = holds[k->to[e]];
            all[i].nodes += holds[p];
        }
    }
    qsort(all, (size_t)k->n, sizeof *all, by_reach);
    for (int s = 0; s < k->n; s++) {
        int i = all[s].unknown;
        k->stage[i] = s, unknown[s] = k->unknown[i], residual[s] = k->residual[i];
        rhs[s] = k->rhs[i];
    }
    k->unknown = unknown, k->residual = residual, k->rhs = rhs;
    return vv_ctx_ok(k->c);
}

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

/* A node that only others further out are made of is one of these: fewer are
 * read further in. Then finds who reads a node. */
static void move_outwards(linear *k) {
    for (int p = 0; p < k->count; p++) {
        int all = k->n;
        for (int e = k->first[p]; e < k->first[p + 1]; e++) all = least(all, k->level[k->to[e]]);
        if (k->first[p] < k->first[p + 1] && all > k->level[p]) k->level[p] = all;
        k->innermost[p] = k->n;
    }
    for (int s = 0; s < k->n; s++)
        k->innermost[k->residual[s]] = least(k->innermost[k->residual[s]], s);
    for (int p = 0; p < k->count; p++)
        for (int e = k->first[p]; e < k->first[p + 1]; e++)
            k->innermost[k->to[e]] = least(k->innermost[k->to[e]], k->level[p]);
}

/* The stage of a node: of the outermost unknown that it depends on, or of the
 * outermost equation that it is part of, whichever is less. */
static bool find_levels(linear *k) {
    int *feeds = VV_ARRAY(k->c, int, k->count + 1), *at = VV_ARRAY(k->c, int, k->n + 1);
    k->level = VV_ARRAY(k->c, int, k->count + 1);
    k->innermost = VV_ARRAY(k->c, int, k->count + 1);
    k->of_level = VV_ARRAY(k->c, int, k->count + 1);
    k->level_start = VV_ARRAY(k->c, int, k->n + 2);
    if (!vv_ctx_ok(k->c)) return false;
    for (int p = 0; p < k->count; p++) feeds[p] = -1, k->level[p] = -1, k->innermost[p] = k->n;
    for (int s = 0; s < k->n; s++) {
        k->level[k->unknown[s]] = s;
        feeds[k->residual[s]] = most(feeds[k->residual[s]], s);
    }
    for (int p = 0; p < k->count; p++)
        for (int e = k->first[p]; e < k->first[p + 1]; e++)
            k->level[p] = most(k->level[p], k->level[k->to[e]]);
    for (int p = k->count; p-- > 0;)
        for (int e = k->first[p]; e < k->first[p + 1]; e++)
            feeds[k->to[e]] = most(feeds[k->to[e]], feeds[p]);
    for (int p = 0; p < k->count; p++) {
        bool unknown = k->first[p] == k->first[p + 1];
        if (!unknown) k->level[p] = least(k->level[p], feeds[p]);
        if (k->level[p] < 0) return false;
    }
    for (int s = 0; s < k->n; s++) {
        if (k->level[k->residual[s]] < s) return false; /* without the unknown of its own */
        k->innermost[k->residual[s]] = least(k->innermost[k->residual[s]], s);
    }
    for (int p = k->count; p-- > 0;) {
        bool unknown = k->first[p] == k->first[p + 1];
        if (!unknown && k->innermost[p] < k->n) k->level[p] = most(k->level[p], k->innermost[p]);
        for (int e = k->first[p]; e < k->first[p + 1]; e++)
            k->innermost[k->to[e]] = least(k->innermost[k->to[e]], k->level[p]);
    }
    move_outwards(k);
    for (int p = 0; p < k->count; p++) k->level_start[k->level[p] + 1]++;
    for (int s = 0; s < k->n; s++)
        k->level_start[s + 1] += k->level_start[s], at[s] = k->level_start[s];
    for (int p = 0; p < k->count; p++) k->of_level[at[k->level[p]]++] = p;
    return true;
}

/* ---- elimination ----------------------------------------------------------------------------- */

static void add_to(linear *k, int p, vv_expr by, vv_expr times) {
    if (vv_is_zero(k->sum[p])) {
        if (k->ntouched == 2 * k->count) { /* many sums that cancel */
            k->budget = 0;
            return;
        }
        k->touched[k->ntouched++] = p;
    }
    k->sum[p] = vv_add(k->c, k->sum[p], vv_mul(k->c, by, times));
    k->budget--;
}

static vv_expr take(linear *k, int p) {
    vv_expr out = k->sum[p];
    k->sum[p] = VV_ZERO;
    return out;
}

/* What is collected, as a form. */
static form finish(linear *k, vv_expr plus) {
    form f = {0, VV_ARRAY(k->c, int, k->ntouched + 1), VV_ARRAY(k->c, vv_expr, k->ntouched + 1),
              plus};
    for (int i = 0; i < k->ntouched; i++) {
        int p = k->touched[i];
        if (f.by && !vv_is_zero(k->sum[p])) f.node[f.n] = p, f.by[f.n++] = k->sum[p];
        k->sum[p] = VV_ZERO;
    }
    k->ntouched = 0;
    return f;
}

/* A node in terms of the unknown of a stage and of nodes within. Nodes of this
 * level are replaced by their children, nodes further out by their forms. */
static form reduce(linear *k, int s, int node) {
    vv_expr plus = VV_ZERO;
    if (k->level[node] > s) {
        const form *f = &k->of[node];
        plus = f->plus;
        for (int i = 0; i < f->n; i++) add_to(k, f->node[i], f->by[i], VV_ONE);
    } else
        add_to(k, node, VV_ONE, VV_ONE);
    for (int i = k->level_start[s + 1]; i-- > k->level_start[s];) {
        int p = k->of_level[i];
        if (p == k->unknown[s] || vv_is_zero(k->sum[p])) continue;
        vv_expr by = take(k, p);
        for (int e = k->first[p]; e < k->first[p + 1]; e++) {
            const form *f = &k->of[k->to[e]];
            vv_expr times = vv_mul(k->c, by, k->by[e]);
            if (k->level[k->to[e]] <= s) add_to(k, k->to[e], times, VV_ONE);
            for (int j = 0; k->level[k->to[e]] > s && j < f->n; j++)
                add_to(k, f->node[j], times, f->by[j]);
            if (k->level[k->to[e]] > s) plus = vv_add(k->c, plus, vv_mul(k->c, times, f->plus));
        }
    }
    return finish(k, plus);
}

/* Takes the coefficient of a node out of a form. */
static vv_expr extract(form *f, int node) {
    for (int i = 0; i < f->n; i++)
        if (f->node[i] == node) {
            vv_expr by = f->by[i];
            f->node[i] = f->node[--f->n], f->by[i] = f->by[f->n];
            return by;
        }
    return VV_ZERO;
}

/* x = (rhs - form)/D */
static bool find_row(linear *k, int s) {
    form f = reduce(k, s, k->residual[s]);
    vv_expr D = extract(&f, k->unknown[s]);
    if (!vv_ctx_ok(k->c) || vv_is_zero(D)) return false;
    vv_expr inverse = vv_div(k->c, VV_ONE, D), minus = vv_neg(k->c, inverse);
    for (int i = 0; i < f.n; i++) f.by[i] = vv_mul(k->c, minus, f.by[i]);
    f.plus = vv_mul(k->c, inverse, vv_sub(k->c, k->rhs[s], f.plus));
    k->row[s] = f;
    return true;
}

static form without_unknown(linear *k, int s, form f) {
    const form *row = &k->row[s];
    vv_expr by = extract(&f, k->unknown[s]);
    if (vv_is_zero(by)) return f;
    for (int i = 0; i < f.n; i++) add_to(k, f.node[i], f.by[i], VV_ONE);
    for (int i = 0; i < row->n; i++) add_to(k, row->node[i], row->by[i], by);
    return finish(k, vv_add(k->c, f.plus, vv_mul(k->c, by, row->plus)));
}

/* One stage: its unknown, then the nodes from here outwards that are read
 * further in. */
static bool eliminate(linear *k, int s, int *live, int *nlive) {
    int kept = 0;
    for (int i = k->level_start[s]; i < k->level_start[s + 1]; i++)
        if (k->innermost[k->of_level[i]] < s) live[(*nlive)++] = k->of_level[i];
    if (!find_row(k, s)) return false;
    for (int i = 0; i < *nlive; i++)
        if (k->innermost[live[i]] < s) live[kept++] = live[i];
    *nlive = kept;
    form *next = VV_ARRAY(k->c, form, kept + 1);
    for (int i = 0; next && i < kept; i++) next[i] = without_unknown(k, s, reduce(k, s, live[i]));
    for (int i = 0; next && i < kept; i++) k->of[live[i]] = next[i];
    return vv_ctx_tick(k->c) && k->budget > 0;
}

/* The value of a node within, once its unknowns are known. */
static vv_expr value_of(linear *k, int node) {
    if (k->value[node].id) return k->value[node];
    vv_expr sum = VV_ZERO;
    for (int e = k->first[node]; e < k->first[node + 1]; e++)
        sum = vv_add(k->c, sum, vv_mul(k->c, k->by[e], value_of(k, k->to[e])));
    return k->value[node] = sum;
}

static void substitute(linear *k, vv_expr *out) {
    for (int s = 0; s < k->n; s++) {
        const form *f = &k->row[s];
        vv_expr sum = f->plus;
        for (int i = 0; i < f->n; i++)
            sum = vv_add(k->c, sum, vv_mul(k->c, f->by[i], value_of(k, f->node[i])));
        k->value[k->unknown[s]] = sum;
    }
    for (int i = 0; i < k->n; i++) out[i] = k->value[k->unknown[k->stage[i]]];
}

static bool allocate(linear *k) {
    k->of = VV_ARRAY(k->c, form, k->count + 1), k->row = VV_ARRAY(k->c, form, k->n + 1);
    k->sum = VV_ARRAY(k->c, vv_expr, k->count + 1);
    k->value = VV_ARRAY(k->c, vv_expr, k->count + 1);
    k->touched = VV_ARRAY(k->c, int, 2 * k->count + 1);
    for (int p = 0; k->sum && p < k->count; p++) k->sum[p] = VV_ZERO;
    return vv_ctx_ok(k->c);
}

static bool solve(linear *k, const vv_expr *in, const vv_expr *unknown, vv_expr *out) {
    int *live, nlive = 0;
    if (!vv_ctx_ok(k->c) || !read_graph(k, in, unknown) || !merge_nodes(k) || !find_stages(k) ||
        !find_levels(k) || !allocate(k))
        return false;
    live = VV_ARRAY(k->c, int, k->count + 1);
    for (int s = k->n; live && s-- > 0;)
        if (!eliminate(k, s, live, &nlive)) return false;
    if (live) substitute(k, out);
    return vv_ctx_ok(k->c);
}

bool vv_solve_along_graph(vv_ctx *c, int n, const vv_expr *in, const vv_expr *unknown,
                          const vv_expr *rhs, vv_expr *out) {
    vv_mark mark = vv_arena_mark(c);
    int64_t products = (int64_t)n * n * n; /* of a dense factor, three times; and of its entries */
    linear k = {.c = c, .n = n, .budget = products / 6 + 12 * (int64_t)n * n};
    k.unknown = VV_ARRAY(c, int, n + 1), k.residual = VV_ARRAY(c, int, n + 1);
    k.stage = VV_ARRAY(c, int, n + 1), k.rhs = VV_ARRAY(c, vv_expr, n + 1);
    if (k.rhs) memcpy(k.rhs, rhs, (size_t)n * sizeof *rhs);
    bool done = solve(&k, in, unknown, out);
    vv_arena_release(c, mark);
    return done;
}
