#include "analysis/equilibrium.h"

#include <string.h>

#include "analysis/roots.h"
#include "rewrite/factor.h"

enum { MOST_STEPS = 400 };

/* A branch of the search: what is known of the coordinates so far. */
typedef struct branch {
    vv_expr *value;    /* poison: not yet known     (nq) */
    vv_expr *equation; /* numerators that are left  (n)  */
    int n;
    vv_equilibrium conditions; /* only these are used */
    struct branch *next;
} branch;

typedef struct solver {
    vv_ctx *c;
    const vv_system *s;
    vv_equilibria *out;
    branch *stack;
    int steps;
} solver;

/* The factors of the numerator: their count, 0 for a number or what vanishes (*zero); -1 when it is
 * beyond this method. */
static int numerator(vv_ctx *c, vv_expr e, vv_expr *out, bool *zero) {
    vv_factors f;
    int n = 0;
    *zero = vv_is_zero(e);
    if (*zero) return 0;
    if (!vv_factorise(c, e, &f)) return -1;
    *zero = vv_rat_sign(f.number) == 0;
    for (int i = 0; i < f.n; i++)
        if (f.power[i] > 0) out[n++] = f.factor[i];
    return n;
}

/* ---- solving one factor -------------------------------------------------------------------- */

static bool unknown_in(const solver *v, const branch *b, vv_expr e) {
    for (int i = 0; i < v->s->nq; i++)
        if (vv_is_poison(b->value[i]) && vv_depends(v->c, e, 1, &v->s->q[i])) return true;
    return false;
}

/* Coefficients of x^0, x^1, ... of a polynomial in x; false when a coefficient keeps x, or when the
 * leading one has an unknown, which might make it vanish. */
static bool coefficients(const solver *v, const branch *b, vv_expr e, vv_expr x, int most,
                         vv_expr *k, int *degree) {
    vv_ctx *c = v->c;
    *degree = -1;
    for (int d = 0; d <= most; d++) {
        k[d] = vv_subst1(c, e, x, VV_ZERO);
        e = vv_mul(c, vv_ratio(c, 1, d + 1), vv_diff(c, e, x));
        if (vv_depends(c, k[d], 1, &x)) return false;
        if (!vv_is_zero(k[d])) *degree = d;
    }
    return vv_is_zero(e) && *degree >= 0 && !unknown_in(v, b, k[*degree]);
}

static int solve_angle(const solver *v, const branch *b, vv_expr f, int i, vv_root *out) {
    vv_ctx *c = v->c;
    vv_expr x = v->s->q[i], s = vv_symbol_new(c, "s", VV_SYM_OTHER),
            k = vv_symbol_new(c, "c", VV_SYM_OTHER), from[2] = {vv_sin(c, x), vv_cos(c, x)},
            to[2] = {s, k}, in_s[2], in_c[3];
    int ds, dc;
    vv_subst(c, 2, from, to, 1, &f, &f);
    if (vv_depends(c, f, 1, &x) || !vv_ctx_ok(c)) return -1;
    if (!vv_depends(c, f, 1, &k) && coefficients(v, b, f, s, 1, in_s, &ds) && ds == 1)
        return vv_roots_by_cosine(c, i, vv_neg(c, vv_div(c, in_s[0], in_s[1])), true, VV_POISON,
                                  out);
    if (!vv_depends(c, f, 1, &s) && coefficients(v, b, f, k, 2, in_c, &dc)) {
        if (dc == 1)
            return vv_roots_by_cosine(c, i, vv_neg(c, vv_div(c, in_c[0], in_c[1])), false,
                                      VV_POISON, out);
        return dc == 2 ? vv_roots_by_quadratic(c, i, in_c, out) : -1;
    }
    vv_expr a = vv_diff(c, f, s), d = vv_diff(c, f, k), both[2] = {s, k},
            zero[2] = {VV_ZERO, VV_ZERO}, rest;
    if (vv_depends(c, a, 2, both) || vv_depends(c, d, 2, both) || vv_is_zero(a)) return -1;
    vv_subst(c, 2, both, zero, 1, &f, &rest);
    return vv_is_zero(rest) && !unknown_in(v, b, a) ? vv_roots_by_tangent(c, i, a, d, out) : -1;
}

/* The roots of a factor in the first unknown that it can be solved for: their number, or -1. */
static int solve_factor(const solver *v, const branch *b, vv_expr f, vv_root *out) {
    vv_ctx *c = v->c;
    for (int i = 0; i < v->s->nq; i++) {
        vv_expr x = v->s->q[i], k[2];
        int degree, n;
        if (!vv_is_poison(b->value[i]) || !vv_depends(c, f, 1, &x)) continue;
        if (coefficients(v, b, f, x, 1, k, &degree) && degree == 1) {
            out[0] =
                (vv_root){i, vv_neg(c, vv_div(c, k[0], k[1])), VV_POISON, VV_POISON, VV_POISON};
            return 1;
        }
        if ((n = solve_angle(v, b, f, i, out)) >= 0) return n;
    }
    return -1;
}

/* ---- the search ---------------------------------------------------------------------------- */

static branch *new_branch(solver *v, const branch *from) {
    branch *b = VV_NEW(v->c, branch);
    int nq = v->s->nq;
    if (!b) return NULL;
    b->value = VV_ARRAY(v->c, vv_expr, nq + 1);
    b->equation = VV_ARRAY(v->c, vv_expr, v->out->nforces + 1);
    if (!b->value || !b->equation) return NULL;
    if (!from) return b;
    memcpy(b->value, from->value, (size_t)nq * sizeof *b->value);
    memcpy(b->equation, from->equation, (size_t)from->n * sizeof *b->equation);
    b->n = from->n;
    b->conditions = from->conditions;
    return b;
}

/* The branch with one coordinate known; its equations and the values before are rewritten. */
static void push_root(solver *v, const branch *from, const vv_root *r) {
    vv_ctx *c = v->c;
    branch *b = new_branch(v, from);
    if (!b) return;
    vv_expr x = v->s->q[r->coordinate], pair_from[3] = {vv_sin(c, x), vv_cos(c, x), x},
            pair_to[3] = {r->sine, r->cosine, r->value};
    int skip = vv_is_poison(r->sine) ? 2 : 0;
    b->value[r->coordinate] = r->value;
    vv_subst(c, 3 - skip, pair_from + skip, pair_to + skip, b->n, b->equation, b->equation);
    for (int i = 0; i < v->s->nq; i++)
        if (i != r->coordinate && !vv_is_poison(b->value[i]))
            vv_subst(c, 3 - skip, pair_from + skip, pair_to + skip, 1, &b->value[i], &b->value[i]);
    vv_equilibrium *k = &b->conditions;
    if (!vv_is_poison(r->condition) && !vv_is_const(c, r->condition) &&
        k->nconditions < VV_CONDITIONS_MOST)
        k->condition[k->nconditions++] = r->condition;
    b->next = v->stack;
    v->stack = b;
}

static bool is_known(const solver *v, const branch *b) {
    for (int k = 0; k < v->out->n; k++) {
        bool same = true;
        for (int i = 0; i < v->s->nq; i++) {
            vv_expr x = vv_is_poison(b->value[i]) ? v->s->q[i] : b->value[i];
            same &= vv_same(x, v->out->list[k].q[i]);
        }
        if (same) return true;
    }
    return false;
}

/* Does a value contradict what is assumed of its coordinate? */
static bool is_excluded(const solver *v, const branch *b) {
    for (int i = 0; i < v->s->nq; i++) {
        if (vv_is_poison(b->value[i])) continue;
        vv_sign want = vv_symbol_get(v->c, v->s->q[i])->sign,
                sign = vv_known_sign(v->c, b->value[i]);
        bool zero = vv_is_zero(b->value[i]);
        if ((want == VV_POSITIVE && (zero || sign == VV_NEGATIVE)) ||
            (want == VV_NEGATIVE && (zero || sign == VV_POSITIVE)) ||
            (want == VV_NONNEGATIVE && sign == VV_NEGATIVE) || (want == VV_NONZERO && zero))
            return true;
    }
    return false;
}

static void keep(solver *v, const branch *b) {
    vv_equilibria *o = v->out;
    if (is_known(v, b) || is_excluded(v, b)) return;
    if (o->n == VV_EQUILIBRIA_MOST) {
        o->complete = false;
        return;
    }
    vv_equilibrium *e = &o->list[o->n];
    *e = b->conditions;
    e->q = VV_ARRAY(v->c, vv_expr, v->s->nq + 1);
    if (!e->q) return;
    for (int i = 0; i < v->s->nq; i++)
        e->q[i] = vv_is_poison(b->value[i]) ? v->s->q[i] : b->value[i];
    o->n++;
}

static void give_up(solver *v, vv_expr factor) {
    v->out->complete = false;
    if (vv_is_poison(v->out->unsolved)) v->out->unsolved = factor;
}

/* The equation whose factors can all be solved, else the first; -1 when none is left; -2 when one
 * cannot hold. Its factors are written out. */
static int choose(solver *v, branch *b, vv_expr *factor, int *nfactors) {
    vv_expr f[VV_FACTORS_MOST];
    vv_root r[8];
    int best = -1, left = 0;
    for (int i = 0; i < b->n; i++) {
        bool zero;
        int n = numerator(v->c, b->equation[i], f, &zero), unsolved = 0;
        if (zero) continue;
        if (n >= 0 && !unknown_in(v, b, b->equation[i])) return -2;
        b->equation[left] = b->equation[i];
        for (int k = 0; k < n; k++)
            unsolved += unknown_in(v, b, f[k]) && solve_factor(v, b, f[k], r) < 0;
        if (n >= 0 && (best < 0 || (unsolved == 0 && *nfactors < 0))) {
            best = left;
            memcpy(factor, f, (size_t)n * sizeof *f);
            *nfactors = unsolved ? -n - 1 : n;
        }
        left++;
    }
    b->n = left;
    if (left && best < 0) give_up(v, b->equation[0]);
    if (best >= 0 && *nfactors < 0) *nfactors = -*nfactors - 1;
    return left == 0 ? -1 : best < 0 ? -2 : best;
}

static void advance(solver *v, branch *b) {
    vv_expr factor[VV_FACTORS_MOST];
    vv_root r[8];
    int n = -1, at = choose(v, b, factor, &n);
    if (!vv_ctx_ok(v->c) || at == -2) return;
    if (at == -1) {
        keep(v, b);
        return;
    }
    memmove(b->equation + at, b->equation + at + 1, (size_t)(b->n - at - 1) * sizeof *b->equation);
    b->n--;
    for (int i = n - 1; i >= 0; i--) { /* the first factor is looked at first */
        if (!unknown_in(v, b, factor[i])) continue;
        int roots = solve_factor(v, b, factor[i], r);
        if (roots < 0) give_up(v, factor[i]);
        for (int k = roots - 1; k >= 0; k--) push_root(v, b, &r[k]);
    }
}

/* ---- the equations of rest ----------------------------------------------------------------- */

static vv_status at_rest(vv_ctx *c, const vv_study *study, vv_equilibria *out) {
    const vv_system *s = study->s;
    const vv_equations *eq = study->eq;
    vv_expr *zero = VV_ARRAY(c, vv_expr, s->n + 1);
    out->force = VV_ARRAY(c, vv_expr, eq->nunknowns + s->nrows + 1);
    out->free = VV_ARRAY(c, int, s->nq + 1);
    out->list = VV_ARRAY(c, vv_equilibrium, VV_EQUILIBRIA_MOST + 1);
    if (!zero || !out->force || !out->free || !out->list) return vv_ctx_status(c);
    for (int i = 0; i < s->n; i++) zero[i] = VV_ZERO;
    for (int i = 0; i < eq->nunknowns; i++)
        vv_subst(c, s->n, s->w, zero, 1, &eq->rhs[i], &out->force[out->nforces++]);
    for (int i = 0; i < s->nrows; i++)
        if (s->row[i].kind == VV_ROW_FINITE) out->force[out->nforces++] = s->row[i].finite;
    for (int i = 0; i < s->nq; i++) {
        bool occurs = false;
        for (int k = 0; k < out->nforces; k++) occurs |= vv_depends(c, out->force[k], 1, &s->q[i]);
        if (!occurs) out->free[out->nfree++] = i;
    }
    for (int k = 0; k < out->nforces; k++)
        if (vv_depends(c, out->force[k], 1, &s->m->t)) return VV_E_BEYOND;
    return vv_ctx_status(c);
}

vv_status vv_equilibria_find(vv_ctx *c, const vv_study *study, vv_equilibria *out) {
    *out = (vv_equilibria){.complete = true};
    solver v = {.c = c, .s = study->s, .out = out};
    vv_expr factor[VV_FACTORS_MOST];
    vv_status status = at_rest(c, study, out);
    if (status != VV_OK) return status;
    branch *b = v.stack = new_branch(&v, NULL);
    for (int k = 0; b && k < out->nforces; k++) { /* numerators in sines of single angles */
        bool zero;
        int n = numerator(c, out->force[k], factor, &zero);
        if (n < 0) return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
        if (!zero) b->equation[b->n++] = vv_product(c, n, factor);
    }
    while (v.stack && vv_ctx_tick(c) && v.steps++ < MOST_STEPS) {
        b = v.stack;
        v.stack = b->next;
        advance(&v, b);
        /* a divisor vanished: the coordinates or speeds are singular there */
        if (vv_ctx_status(c) == VV_E_MODEL) {
            vv_ctx_forgive(c);
            out->complete = false;
        }
    }
    if (v.stack) out->complete = false;
    return vv_ctx_status(c);
}

vv_expr vv_at_equilibrium(vv_ctx *c, const vv_system *s, const vv_equilibrium *e, vv_expr x) {
    int n = s->nq + s->n;
    vv_expr *from = VV_ARRAY(c, vv_expr, n + 1), *to = VV_ARRAY(c, vv_expr, n + 1);
    if (!from || !to) return VV_POISON;
    for (int i = 0; i < s->nq; i++) from[i] = s->q[i], to[i] = e->q[i];
    for (int i = 0; i < s->n; i++) from[s->nq + i] = s->w[i], to[s->nq + i] = VV_ZERO;
    vv_subst(c, n, from, to, 1, &x, &x);
    return x;
}
