#include "equations/stability/nonsmooth_force.h"

#include <string.h>

#include "algebra/algebra.h"
#include "equations/stability/time_dependence.h"

typedef struct place {
    vv_ctx *c;
    const vv_system *s;
    const vv_facts *f;
    vv_position_evaluator *at;
    const void *data;
    int nx; /* symbols beside coordinates and speeds that may change the branch: inputs */
    const vv_expr *x;
} place;

static bool moves(const place *p, vv_expr e) {
    return vv_depends(p->c, e, p->s->nq, p->s->q) || vv_depends(p->c, e, p->s->n, p->s->w) ||
           vv_depends(p->c, e, p->nx, p->x);
}

static vv_expr here(const place *p, vv_expr e) {
    vv_expr x = p->at(p->c, e, p->data);
    if (vv_ctx_status(p->c) != VV_E_MODEL) return x;
    vv_ctx_clear_failure(p->c);
    return VV_POISON;
}

/* Can e vanish there, for generic parameters or at their values, or at some time? */
static bool may_vanish(const place *p, vv_expr e) {
    vv_ctx *c = p->c;
    vv_expr x = here(p, e), t = p->s->m->t;
    if (x.id && vv_depends(c, x, 1, &t) && vv_vanishes(c, p->f, vv_diff(c, x, t)))
        x = vv_subst1(c, x, t, VV_ZERO); /* cos(t)^2 + sin(t)^2 */
    if (vv_is_poison(x) || vv_is_zero(x) || vv_vanishes(c, p->f, x)) return true;
    if (vv_is_const(c, x)) return false;
    vv_expr value = vv_at_parameter_values(c, p->s->m, x);
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
    if (vv_is_poison(value) || vv_is_zero(value) ||
        (!vv_same(value, x) && vv_vanishes(c, NULL, value)))
        return true;
    vv_sign sign = vv_sign_given_facts(c, p->f, x);
    bool known = sign == VV_POSITIVE || sign == VV_NEGATIVE || sign == VV_NONZERO;
    return !known && vv_depends(c, x, 1, &p->s->m->t);
}

/* Functions that are not smooth at the end of their range. */
static bool is_rough(const place *p, vv_expr node) {
    vv_ctx *c = p->c;
    vv_op op = vv_expr_op(c, node);
    vv_expr a = vv_expr_arity(c, node) ? vv_expr_child(c, node, 0) : VV_POISON;
    if (op == VV_SQRT || op == VV_LOG) return may_vanish(p, a);
    if (op == VV_TAN) return may_vanish(p, vv_cos(c, a));
    if (op == VV_ASIN || op == VV_ACOS) return may_vanish(p, vv_sub(c, VV_ONE, vv_mul(c, a, a)));
    if (op == VV_POW) return may_vanish(p, a) || moves(p, vv_expr_child(c, node, 1));
    if (op != VV_ATAN2) return false;
    vv_expr x = here(p, vv_expr_child(c, node, 1));
    return may_vanish(p, a) && (vv_is_poison(x) || vv_sign_given_facts(c, p->f, x) != VV_POSITIVE);
}

/* The argument whose sign selects the branch of a node; poison: it has no branches. */
static vv_expr branch_argument(vv_ctx *c, vv_expr node, int condition) {
    vv_op op = vv_expr_op(c, node);
    if (op == VV_ABS || op == VV_SIGN) return vv_expr_child(c, node, 0);
    if (op == VV_MIN || op == VV_MAX)
        return vv_sub(c, vv_expr_child(c, node, 0), vv_expr_child(c, node, 1));
    if (op != VV_PIECEWISE) return VV_POISON;
    vv_expr less = vv_expr_child(c, node, 2 * condition);
    return vv_sub(c, vv_expr_child(c, less, 0), vv_expr_child(c, less, 1));
}

static void add(vv_kinks *k, vv_expr node, vv_expr argument) {
    int i = 0;
    while (i < k->n && !vv_same(k->argument[i], argument)) i++;
    k->rough |= i == VV_KINKS_MOST || k->nnodes == VV_KINK_NODES_MOST;
    if (k->rough) return;
    if (i == k->n) k->argument[k->n++] = argument;
    k->node[k->nnodes] = node, k->of[k->nnodes++] = i;
}

static vv_kinks find_kinks(const place *p, int n, const vv_expr *e) {
    vv_ctx *c = p->c;
    vv_kinks k = {.rough = false};
    int nodes = 0;
    uint32_t *order = vv_expr_topological_order(c, n, e, &nodes);
    for (int i = 0; order && i < nodes && !k.rough && vv_ctx_ok(c); i++) {
        vv_expr node = {order[i]};
        vv_op op = vv_expr_op(c, node);
        if (op < VV_POW || op > VV_PIECEWISE || op == VV_LESS || op == VV_LESSEQ || !moves(p, node))
            continue;
        k.rough = is_rough(p, node);
        int conditions = op == VV_PIECEWISE ? vv_expr_arity(c, node) / 2 : 1;
        for (int j = 0; j < conditions; j++) {
            vv_expr a = branch_argument(c, node, j);
            if (vv_is_poison(a) || !moves(p, a) || !may_vanish(p, a)) continue;
            k.rough |= conditions > 1;
            add(&k, node, a);
        }
    }
    return k;
}

vv_kinks vv_kinks_find(vv_ctx *c, const vv_system *s, const vv_facts *f, int n, const vv_expr *e,
                       vv_position_evaluator *at, const void *data) {
    return find_kinks(&(place){c, s, f, at, data, 0, NULL}, n, e);
}

/* The branch of a node where its argument is positive, or negative. */
static vv_expr branch(vv_ctx *c, vv_expr node, vv_expr a, bool positive) {
    vv_op op = vv_expr_op(c, node);
    if (op == VV_ABS) return positive ? a : vv_neg(c, a);
    if (op == VV_SIGN) return vv_int(c, positive ? 1 : -1);
    if (op == VV_MIN) return vv_expr_child(c, node, positive);
    if (op == VV_MAX) return vv_expr_child(c, node, !positive);
    return vv_expr_child(c, node, positive ? 2 : 1); /* l < r: a = l - r */
}

vv_expr vv_kinks_on_sides(vv_ctx *c, const vv_kinks *k, unsigned sides, vv_expr e) {
    vv_expr to[VV_KINK_NODES_MOST];
    for (int i = 0; i < k->nnodes; i++)
        to[i] = branch(c, k->node[i], k->argument[k->of[i]], sides >> k->of[i] & 1);
    for (int round = 0; round <= k->n; round++) /* branches within branches */
        vv_subst(c, k->nnodes, k->node, to, 1, &e, &e);
    return e;
}

/* Is the difference zero there, with its first derivatives? */
static bool touches(const place *p, vv_expr apart, bool slopes) {
    const vv_system *s = p->s;
    int own = s->nq + s->n;
    vv_expr x = here(p, apart);
    if (vv_is_poison(x) || !vv_vanishes(p->c, p->f, x)) return false;
    for (int i = 0; i < own + p->nx && slopes; i++) {
        vv_expr by = i < s->nq ? s->q[i] : i < own ? s->w[i - s->nq] : p->x[i - own];
        x = here(p, vv_diff(p->c, apart, by));
        if (vv_is_poison(x) || !vv_vanishes(p->c, p->f, x)) return false;
    }
    return true;
}

/* On a = 0, if a is linear in a coordinate: e with that coordinate eliminated; else e itself. */
static vv_expr on_surface(const place *p, vv_expr a, vv_expr e) {
    const vv_system *s = p->s;
    for (int i = 0; i < s->nq; i++) {
        vv_expr by = vv_diff(p->c, a, s->q[i]);
        if (!vv_is_const(p->c, by) || vv_is_zero(by)) continue;
        return vv_subst1(p->c, e, s->q[i], vv_sub(p->c, s->q[i], vv_div(p->c, a, by)));
    }
    return e;
}

bool vv_energy_jumps(vv_ctx *c, const vv_system *s, const vv_facts *f, vv_position_evaluator *at,
                     const void *data) {
    place p = {c, s, f, at, data, 0, NULL};
    vv_expr e[2] = {s->U, s->T};
    vv_kinks k = vv_kinks_find(c, s, f, 2, e, at, data);
    for (unsigned sides = 0; k.n && !(sides >> k.n); sides++)
        for (int i = 0; i < 2 * k.n; i++) { /* across each argument */
            unsigned other = sides ^ 1U << i / 2;
            vv_expr x = e[i % 2], apart = vv_sub(c, vv_kinks_on_sides(c, &k, sides, x),
                                                 vv_kinks_on_sides(c, &k, other, x));
            apart = on_surface(&p, k.argument[i / 2], apart);
            if (vv_is_zero(apart) || vv_vanishes(c, &s->facts, apart)) continue;
            vv_expr there = here(&p, apart);
            if (vv_is_poison(there) || !vv_vanishes(c, f, there)) return true;
            if (!vv_same(on_surface(&p, k.argument[i / 2], k.argument[i / 2]), k.argument[i / 2]))
                return true; /* it does not vanish on the surface near the position */
        }
    return false;
}

bool vv_force_is_nonsmooth(vv_ctx *c, const vv_system *s, const vv_facts *f, const vv_equations *eq,
                           vv_position_evaluator *at, const void *data, bool *kinked) {
    place p = {c, s, f, at, data, 0, NULL};
    int n = eq->nunknowns, all = n + n * n;
    vv_expr *e = VV_ARRAY(c, vv_expr, all + 1);
    if (!e) return true;
    memcpy(e, eq->rhs, (size_t)n * sizeof *e);
    memcpy(e + n, eq->matrix, (size_t)(n * n) * sizeof *e);
    vv_kinks k = vv_kinks_find(c, s, f, all, e, at, data);
    if (kinked) *kinked = k.rough || k.n;
    if (k.rough || vv_energy_jumps(c, s, f, at, data)) return true;
    for (unsigned sides = 0; k.n && !(sides >> k.n); sides++)
        for (int i = 0; i < all; i++) {
            vv_expr apart = vv_sub(c, vv_kinks_on_sides(c, &k, sides, e[i]), e[i]);
            if (!vv_is_zero(apart) && !touches(&p, apart, i < n)) return true;
        }
    return !vv_ctx_ok(c);
}

bool vv_is_nonsmooth(vv_ctx *c, const vv_system *s, const vv_facts *f, int n, const vv_expr *e,
                     int nx, const vv_expr *x, vv_position_evaluator *at, const void *data) {
    place p = {c, s, f, at, data, nx, x};
    vv_kinks k = find_kinks(&p, n, e);
    for (unsigned sides = 0; !k.rough && k.n && !(sides >> k.n); sides++)
        for (int i = 0; i < n; i++) {
            vv_expr apart = vv_sub(c, vv_kinks_on_sides(c, &k, sides, e[i]), e[i]);
            if (!vv_is_zero(apart) && !touches(&p, apart, true)) return true;
        }
    return k.rough || !vv_ctx_ok(c);
}
