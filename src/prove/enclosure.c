#include "prove/enclosure.h"

#include <math.h>

#include "expr/dag.h"

/* ---- preparing ------------------------------------------------------------------------------ */

static int slots_of(vv_ctx *c, vv_expr e, vv_op op) {
    if (op == VV_SOLVE) {
        int n = vv_expr_size(c, e); /* the solution, then room for the matrix */
        return n + n * n;
    }
    return op == VV_FACTOR ? 0 : 1;
}

static bool lay_out(vv_enclosure *v, const uint32_t *order, int nroots, const vv_expr *roots,
                    int *slots) {
    vv_expr_table *t = vv_expr_table_get(v->c);
    int children = 0, next = 0;
    for (int i = 0; i < v->count; i++) {
        vv_op op = (vv_op)t->node[order[i]].op;
        children += op == VV_CONST || op == VV_SYM ? 0 : (int)t->node[order[i]].n;
    }
    v->list = VV_ARRAY(v->c, vv_enclosure_node, v->count + 1);
    v->child = VV_ARRAY(v->c, int, children + 1);
    v->drawn = VV_ARRAY(v->c, int, v->count + 1);
    v->value = VV_ARRAY(v->c, vv_rat, v->count + 1);
    v->owner = VV_ARRAY(v->c, int, v->count + 1);
    v->root = VV_ARRAY(v->c, int, nroots + 1);
    if (!v->list || !v->child || !v->drawn || !v->value || !v->owner || !v->root) return false;
    int used = 0;
    for (int i = 0; i < v->count; i++) {
        vv_expr e = {order[i]};
        vv_op op = vv_expr_op(v->c, e);
        vv_enclosure_node *d = &v->list[i];
        *d = (vv_enclosure_node){e.id, op, vv_expr_arity(v->c, e), used, next};
        if (op == VV_CONST || op == VV_SYM) d->n = 0;
        for (int k = 0; k < d->n; k++)
            v->child[used++] = (int)t->memo[vv_expr_child(v->c, e, k).id];
        if (op == VV_SYM || op == VV_FUNC) v->drawn[v->ndrawn++] = i;
        next += slots_of(v->c, e, op);
        if (op == VV_FACTOR) d->slot = i; /* read again by SOLVE */
        if (op == VV_COMP) d->slot = v->child[d->first] + vv_expr_component(v->c, e), next--;
        vv_expr_pass_set(t, e.id, (uint32_t)d->slot);
    }
    for (int i = 0; i < nroots; i++) v->root[i] = (int)t->memo[roots[i].id];
    *slots = next;
    return true;
}

bool vv_enclosure_make(vv_ctx *c, int n, const vv_expr *e, int extra, int bits, vv_enclosure *out) {
    int slots = 0;
    *out = (vv_enclosure){.c = c, .nroots = n};
    for (int i = 0; i < n; i++)
        if (!e[i].id) return false;
    uint32_t *order = vv_expr_topological_order(c, n, e, &out->count);
    if (!order || !lay_out(out, order, n, e, &slots)) return false;
    out->temporary = slots;
    out->scratch = slots + 3;
    out->b = vv_balls_new(c, slots + 3 + extra, bits);
    return out->b != NULL;
}

int vv_enclosure_slot(const vv_enclosure *v, vv_expr symbol) {
    for (int k = 0; k < v->ndrawn; k++)
        if (v->list[v->drawn[k]].id == symbol.id) return v->list[v->drawn[k]].slot;
    return -1;
}

vv_expr vv_enclosure_unbound(const vv_enclosure *v, int n, const vv_expr *symbol) {
    for (int k = 0; k < v->ndrawn; k++) {
        bool known = false;
        vv_expr e = {v->list[v->drawn[k]].id};
        for (int i = 0; i < n; i++) known |= vv_same(symbol[i], e);
        if (!known) return e;
    }
    return VV_POISON;
}

/* ---- one node ------------------------------------------------------------------------------- */

static const int ball_function[VV_OP_COUNT] = {
    [VV_SIN] = VV_BALL_SIN,   [VV_COS] = VV_BALL_COS,   [VV_TAN] = VV_BALL_TAN,
    [VV_EXP] = VV_BALL_EXP,   [VV_LOG] = VV_BALL_LOG,   [VV_SQRT] = VV_BALL_SQRT,
    [VV_ASIN] = VV_BALL_ASIN, [VV_ACOS] = VV_BALL_ACOS, [VV_ATAN] = VV_BALL_ATAN,
    [VV_SINH] = VV_BALL_SINH, [VV_COSH] = VV_BALL_COSH, [VV_TANH] = VV_BALL_TANH,
    [VV_ABS] = VV_BALL_ABS,   [VV_SIGN] = VV_BALL_SIGN,
};

static void ball_sum(vv_enclosure *v, const vv_enclosure_node *d) {
    vv_expr e = {d->id};
    vv_ball_set_rat(v->b, d->slot, vv_rat_int(0));
    for (int i = 0; i < d->n; i++)
        vv_ball_add_mul_rat(v->b, d->slot, v->child[d->first + i], vv_expr_coefficient(v->c, e, i));
}

static void ball_product(vv_enclosure *v, const vv_enclosure_node *d) {
    vv_expr e = {d->id};
    int t = v->temporary;
    vv_ball_set_rat(v->b, d->slot, vv_rat_int(1));
    for (int i = 0; i < d->n; i++) {
        vv_ball_pow_int(v->b, t, v->child[d->first + i], vv_expr_exponent(v->c, e, i));
        vv_ball_mul(v->b, d->slot, d->slot, t);
    }
}

/* Conditions are 1 or 0, indeterminate if the balls overlap. */
static void ball_compare(vv_enclosure *v, const vv_enclosure_node *d) {
    int order = vv_ball_cmp(v->b, v->child[d->first], v->child[d->first + 1]);
    if (order == 2)
        vv_ball_indeterminate(v->b, d->slot);
    else
        vv_ball_set_rat(v->b, d->slot, vv_rat_int(order < 0 || (order == 0 && d->op == VV_LESSEQ)));
}

static void ball_piecewise(vv_enclosure *v, const vv_enclosure_node *d) {
    int i = 0;
    for (; i + 1 < d->n; i += 2) {
        int condition = v->child[d->first + i];
        if (!vv_ball_is_finite(v->b, condition)) {
            vv_ball_indeterminate(v->b, d->slot);
            return;
        }
        if (!vv_ball_is_zero(v->b, condition)) {
            vv_ball_copy(v->b, d->slot, v->child[d->first + i + 1]);
            return;
        }
    }
    vv_ball_copy(v->b, d->slot, v->child[d->first + d->n - 1]);
}

static bool is_same_function(vv_enclosure *v, uint32_t x, uint32_t y) {
    const vv_expr_table *t = vv_expr_table_get(v->c);
    const vv_expr_node *a = &t->node[x], *b = &t->node[y];
    if (a->op != VV_FUNC || b->op != VV_FUNC || a->n != b->n) return false;
    const uint32_t *wa = t->word + a->first + a->n, *wb = t->word + b->first + b->n;
    for (uint32_t i = 0; i <= a->n; i++)
        if (wa[i] != wb[i]) return false;
    return true;
}

/* drawn[k] is a FUNC node: does an earlier one have the same arguments here? */
static void ball_function_value(vv_enclosure *v, int k) {
    const vv_enclosure_node *d = &v->list[v->drawn[k]];
    v->owner[k] = k;
    for (int j = 0; j < k; j++) {
        const vv_enclosure_node *other = &v->list[v->drawn[j]];
        if (v->owner[j] != j || !is_same_function(v, d->id, other->id)) continue;
        bool same = true;
        for (int i = 0; i < d->n && same; i++)
            same = vv_ball_overlap(v->b, v->child[d->first + i], v->child[other->first + i]);
        if (!same) continue;
        v->owner[k] = j;
        v->value[k] = v->value[j];
        break;
    }
    vv_ball_set_rat(v->b, d->slot, v->value[k]);
}

/* Elimination with the largest midpoint as pivot; a pivot ball that contains 0 correctly spoils
 * the result. */
static void ball_solve(vv_enclosure *v, const vv_enclosure_node *d) {
    const vv_enclosure_node *factor = &v->list[v->child[d->first]];
    int n = d->n - 1, x = d->slot, a = x + n, t = v->temporary;
    vv_balls *b = v->b;
    for (int i = 0; i < n; i++) vv_ball_copy(b, x + i, v->child[d->first + 1 + i]);
    for (int i = 0; i < n * n; i++) vv_ball_copy(b, a + i, v->child[factor->first + i]);
    for (int k = 0; k < n; k++) {
        int r = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(vv_ball_midpoint_double(b, a + i * n + k)) >
                fabs(vv_ball_midpoint_double(b, a + r * n + k)))
                r = i;
        for (int j = 0; r != k && j <= n; j++) {
            int p = j < n ? a + k * n + j : x + k, q = j < n ? a + r * n + j : x + r;
            vv_ball_copy(b, t, p), vv_ball_copy(b, p, q), vv_ball_copy(b, q, t);
        }
        for (int i = k + 1; i < n; i++) {
            vv_ball_div(b, t, a + i * n + k, a + k * n + k);
            for (int j = k + 1; j <= n; j++) {
                int p = j < n ? a + k * n + j : x + k, q = j < n ? a + i * n + j : x + i;
                vv_ball_mul(b, t + 1, t, p);
                vv_ball_sub(b, q, q, t + 1);
            }
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) {
            vv_ball_mul(b, t, a + k * n + j, x + j);
            vv_ball_sub(b, x + k, x + k, t);
        }
        vv_ball_div(b, x + k, x + k, a + k * n + k);
    }
}

void vv_enclosure_run(vv_enclosure *v) {
    vv_balls *b = v->b;
    int drawn = 0;
    for (int i = 0; i < v->count; i++) {
        const vv_enclosure_node *d = &v->list[i];
        int x = d->n ? v->child[d->first] : 0, y = d->n > 1 ? v->child[d->first + 1] : 0;
        switch (d->op) {
        case VV_CONST: vv_ball_set_rat(b, d->slot, vv_expr_rational(v->c, (vv_expr){d->id})); break;
        case VV_PI: vv_ball_set_pi(b, d->slot); break;
        case VV_SYM:
            if (v->draws) vv_ball_set_rat(b, d->slot, v->value[drawn]);
            drawn++;
            break;
        case VV_FUNC:
            if (v->draws)
                ball_function_value(v, drawn);
            else
                vv_ball_indeterminate(b, d->slot);
            drawn++;
            break;
        case VV_ADD: ball_sum(v, d); break;
        case VV_MUL: ball_product(v, d); break;
        case VV_POW: vv_ball_pow(b, d->slot, x, y); break;
        case VV_SIN:
        case VV_COS:
        case VV_TAN:
        case VV_EXP:
        case VV_LOG:
        case VV_SQRT:
        case VV_ASIN:
        case VV_ACOS:
        case VV_ATAN:
        case VV_SINH:
        case VV_COSH:
        case VV_TANH:
        case VV_ABS:
        case VV_SIGN: vv_ball_apply(b, (vv_ball_function)ball_function[d->op], d->slot, x); break;
        case VV_ATAN2: vv_ball_atan2(b, d->slot, x, y); break;
        case VV_MIN: vv_ball_min(b, d->slot, x, y); break;
        case VV_MAX: vv_ball_max(b, d->slot, x, y); break;
        case VV_LESS:
        case VV_LESSEQ: ball_compare(v, d); break;
        case VV_PIECEWISE: ball_piecewise(v, d); break;
        case VV_SOLVE: ball_solve(v, d); break;
        case VV_FACTOR:
        case VV_COMP: break; /* read in place */
        case VV_NONE:
        case VV_OP_COUNT: vv_ball_indeterminate(b, d->slot); break;
        }
    }
}
