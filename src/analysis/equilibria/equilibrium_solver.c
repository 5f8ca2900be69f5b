#include "analysis/equilibria/equilibrium_solver.h"

#include <string.h>

#include "analysis/equilibria/singular_charts.h"
#include "analysis/solve/solve.h"
#include "equations/stability/stability.h"
#include "algebra/algebra.h"

enum { MOST_STEPS = 400, MOST_ELIMINATIONS = 4 };

/* A branch of the search: what is known of the coordinates so far. */
typedef struct branch {
    vv_expr *value;    /* poison: unknown (nq) */
    vv_expr *equation; /* remaining numerators (n) */
    int n, eliminations;
    vv_equilibrium conditions; /* only these are used */
    struct branch *next;
} branch;

typedef struct solver {
    vv_ctx *c;
    const vv_system *s;
    vv_equilibria *out;
    branch *stack;
    int steps, room; /* room: maximal number of equations of a branch */
} solver;

/* By assumption; a bare coordinate is still tried, because of the boundary of its assumed range. */
static bool cannot_vanish(vv_ctx *c, vv_expr f) {
    vv_sign sign = vv_known_sign(c, f);
    return vv_expr_op(c, f) != VV_SYM &&
           (sign == VV_POSITIVE || sign == VV_NEGATIVE || sign == VV_NONZERO);
}

/* The factors of the numerator that may vanish: returns their number, 0 for a number or zero
 * (*zero); -1 if the method does not apply. */
static int numerator(vv_ctx *c, vv_expr e, vv_expr *out, bool *zero) {
    vv_factors f;
    int n = 0;
    *zero = vv_is_zero(e);
    if (*zero) return 0;
    if (!vv_factorise(c, e, &f)) return -1;
    *zero = vv_rat_sign(f.number) == 0;
    for (int i = 0; i < f.n; i++) {
        vv_expr x = f.factor[i];
        if (vv_expr_op(c, x) == VV_SQRT) x = vv_expr_child(c, x, 0); /* it vanishes there */
        if (f.power[i] > 0 && !cannot_vanish(c, x)) out[n++] = x;
    }
    return n;
}

/* ---- solving one factor -------------------------------------------------------------------- */

static bool unknown_in(const solver *v, const branch *b, vv_expr e) {
    for (int i = 0; i < v->s->nq; i++)
        if (vv_is_poison(b->value[i]) && vv_depends(v->c, e, 1, &v->s->q[i])) return true;
    return false;
}

static int list_unknowns(const solver *v, const branch *b, vv_expr *out) {
    int n = 0;
    for (int i = 0; i < v->s->nq; i++)
        if (vv_is_poison(b->value[i])) out[n++] = v->s->q[i];
    return n;
}

/* Coefficients of x^0, x^1, ... of a polynomial in x; false if a coefficient contains x, or if
 * the leading one contains an unknown, which might make it vanish. */
static bool coefficients(const solver *v, const branch *b, vv_expr e, vv_expr x, int most,
                         vv_expr *k, int *degree) {
    vv_ctx *c = v->c;
    bool polynomial = vv_is_zero(vv_taylor_coefficients(c, e, x, most + 1, k));
    *degree = most;
    while (*degree >= 0 && vv_is_zero(k[*degree])) --*degree;
    return polynomial && *degree >= 0 && !unknown_in(v, b, k[*degree]);
}

/* sin(x/2) = k has one root x in (-pi, pi], and so has cos(x/2) = 0. */
static int solve_half_angle(const solver *v, const branch *b, vv_expr f, int i, vv_root *out) {
    vv_ctx *c = v->c;
    vv_expr x = v->s->q[i], half = vv_mul(c, vv_ratio(c, 1, 2), x),
            s = vv_symbol_new(c, "s", VV_SYM_OTHER), k = vv_symbol_new(c, "c", VV_SYM_OTHER),
            from[2] = {vv_sin(c, half), vv_cos(c, half)}, to[2] = {s, k}, by[2];
    int degree;
    vv_subst(c, 2, from, to, 1, &f, &f);
    if (vv_depends(c, f, 1, &x) || !vv_ctx_ok(c)) return -1;
    bool sine = !vv_depends(c, f, 1, &k);
    if ((!sine && vv_depends(c, f, 1, &s)) ||
        !coefficients(v, b, f, sine ? s : k, 1, by, &degree) || degree != 1 ||
        (!sine && !vv_is_zero(by[0])))
        return -1;
    if (vv_roots_by_cosine(c, i, vv_linear_root(c, by[0], by[1]), sine, VV_POISON, out) < 1)
        return -1;
    out[0].value = sine ? vv_mul(c, vv_int(c, 2), out[0].value) : vv_pi(c);
    out[0].sine = out[0].cosine = VV_POISON;
    return 1;
}

static int solve_angle(const solver *v, const branch *b, vv_expr f, int i, vv_root *out) {
    vv_expr *unknown = VV_ARRAY(v->c, vv_expr, v->s->nq + 1);
    if (!unknown) return -1;
    int n = list_unknowns(v, b, unknown),
        roots = vv_roots_of_angle(v->c, i, f, v->s->q[i], n, unknown, out);
    return roots >= 0 ? roots : solve_half_angle(v, b, f, i, out);
}

/* a x^2 + b x + d = 0 for a coordinate that is not an angle */
static int by_square_root(vv_ctx *c, int i, const vv_expr *k, vv_root *out) {
    vv_expr under =
                vv_sub(c, vv_mul(c, k[1], k[1]), vv_mul(c, vv_int(c, 4), vv_mul(c, k[2], k[0]))),
            half = vv_div(c, vv_ratio(c, 1, 2), k[2]), leg = vv_sqrt_factored(c, under);
    if (vv_is_const(c, under) && vv_rat_sign(vv_expr_rational(c, under)) < 0) return 0;
    for (int n = 0; n < 2; n++) {
        vv_expr x = vv_mul(c, half, vv_sub(c, n ? vv_neg(c, leg) : leg, k[1]));
        out[n] = (vv_root){i, x, .condition = under};
    }
    return 2;
}

static int solve_factor(const solver *v, const branch *b, vv_expr f, vv_root *out);

/* If the unknowns occur inside one function only: solves for its argument. */
static int solve_inside(const solver *v, const branch *b, vv_expr f, vv_root *out) {
    vv_ctx *c = v->c;
    vv_expr factor[VV_FACTORS_MAX], inside, *unknown = VV_ARRAY(c, vv_expr, v->s->nq + 1);
    bool zero;
    if (!unknown) return -1;
    int unknowns = list_unknowns(v, b, unknown);
    if (!vv_root_by_inverse(c, &v->s->facts, f, unknowns, unknown, &inside)) return -1;
    int n = numerator(c, inside, factor, &zero), roots = 0;
    if (n < 0 || zero) return -1;
    for (int i = 0; i < n; i++) {
        if (!unknown_in(v, b, factor[i])) continue;
        if (roots > 4) return -1; /* no room for more */
        int more = solve_factor(v, b, factor[i], out + roots);
        if (more < 0) return -1;
        roots += more;
    }
    return roots;
}

/* The roots of a factor in the first unknown for which it can be solved: their number, or -1. */
static int solve_factor(const solver *v, const branch *b, vv_expr f, vv_root *out) {
    vv_ctx *c = v->c;
    vv_expr *unknown = VV_ARRAY(c, vv_expr, v->s->nq + 1);
    int unknowns = unknown ? list_unknowns(v, b, unknown) : 0;
    for (int i = 0; i < v->s->nq; i++) {
        vv_expr x = v->s->q[i], k[3];
        int degree, n;
        if (!vv_is_poison(b->value[i]) || !vv_depends(c, f, 1, &x)) continue;
        if (coefficients(v, b, f, x, 2, k, &degree) && degree >= 1) {
            bool open = degree == 2 && (unknown_in(v, b, k[0]) || unknown_in(v, b, k[1]));
            if (open) continue; /* its roots would contain unknowns under a root */
            if (degree == 2) return by_square_root(c, i, k, out);
            out[0] = (vv_root){i, .value = vv_linear_root(c, k[0], k[1])};
            return 1;
        }
        n = vv_roots_of_power(c, &v->s->facts, i, f, x, unknowns, unknown, out);
        if (n >= 0 || (n = solve_angle(v, b, f, i, out)) >= 0) return n;
    }
    return solve_inside(v, b, f, out);
}

/* A general function of unknowns determined by the factor, and its value. */
static bool solve_function(const solver *v, const branch *b, vv_expr f, vv_expr *function,
                           vv_expr *value) {
    vv_expr *x = VV_ARRAY(v->c, vv_expr, v->s->nq + 1);
    return x && vv_root_of_function(v->c, f, list_unknowns(v, b, x), x, function, value);
}

static bool can_solve(const solver *v, const branch *b, vv_expr f) {
    vv_root r[8];
    vv_expr function, value;
    return solve_factor(v, b, f, r) >= 0 || solve_function(v, b, f, &function, &value);
}

/* ---- the search ---------------------------------------------------------------------------- */

static branch *new_branch(solver *v, const branch *from) {
    branch *b = VV_NEW(v->c, branch);
    int nq = v->s->nq;
    if (!b) return NULL;
    b->value = VV_ARRAY(v->c, vv_expr, nq + 1);
    b->equation = VV_ARRAY(v->c, vv_expr, v->room + MOST_ELIMINATIONS + 1);
    if (!b->value || !b->equation) return NULL;
    if (!from) return b;
    memcpy(b->value, from->value, (size_t)nq * sizeof *b->value);
    memcpy(b->equation, from->equation, (size_t)from->n * sizeof *b->equation);
    b->n = from->n;
    b->eliminations = from->eliminations;
    b->conditions = from->conditions;
    return b;
}

/* Gives the branch its own array of conditions, with room for two more. */
static bool own_conditions(vv_ctx *c, vv_equilibrium *e) {
    vv_expr *own = VV_ARRAY(c, vv_expr, e->nconditions + 2);
    if (!own) return false;
    if (e->nconditions) memcpy(own, e->condition, (size_t)e->nconditions * sizeof *own);
    e->condition = own;
    return true;
}

/* Removes factors of known sign from a condition with a numerical factor; a root is real where
 * its radicand is nonnegative. */
static vv_expr brief(const solver *v, vv_expr condition) {
    vv_expr e = vv_primitive_part(v->c, condition);
    if (!vv_same(e, condition)) e = vv_sign_deciding_part(v->c, &v->s->facts, e);
    return vv_expr_op(v->c, e) == VV_SQRT ? vv_expr_child(v->c, e, 0) : e;
}

/* The caller has made room (own_conditions). */
static void add_condition(const solver *v, vv_equilibrium *e, vv_expr condition) {
    if (vv_is_poison(condition) || vv_is_const(v->c, condition)) return;
    condition = brief(v, condition);
    for (int i = 0; i < e->nconditions; i++)
        if (vv_same(vv_factored(v->c, e->condition[i]), vv_factored(v->c, condition))) return;
    e->condition[e->nconditions++] = condition;
}

/* Pushes the branch with one coordinate known; its equations and earlier values are rewritten. */
static void push_root(solver *v, const branch *from, const vv_root *r) {
    vv_ctx *c = v->c;
    branch *b = new_branch(v, from);
    if (!b) return;
    vv_expr x = v->s->q[r->coordinate];
    vv_equilibrium *k = &b->conditions;
    vv_root_substitute(c, r, x, b->n, b->equation);
    vv_root_substitute(c, r, x, k->nfunctions, k->function);
    vv_root_substitute(c, r, x, k->nfunctions, k->function_value);
    for (int i = 0; i < v->s->nq; i++)
        if (!vv_is_poison(b->value[i])) vv_root_substitute(c, r, x, 1, &b->value[i]);
    b->value[r->coordinate] = r->value;
    if (!own_conditions(c, k)) return;
    vv_root_substitute(c, r, x, k->nconditions, k->condition);
    for (int i = k->nconditions - 1; i >= 0; i--) /* drop conditions that now hold identically */
        if (vv_is_const(c, k->condition[i]) &&
            vv_rat_sign(vv_expr_rational(c, k->condition[i])) >= 0)
            k->condition[i] = k->condition[--k->nconditions];
    add_condition(v, k, r->condition);
    add_condition(v, k, r->also);
    b->next = v->stack;
    v->stack = b;
}

/* Pushes the branch in which a general function has the value given by this factor. */
static bool push_function(solver *v, const branch *from, vv_expr factor) {
    vv_expr function, value;
    if (from->conditions.nfunctions == VV_EQUILIBRIUM_FUNCTIONS_MOST ||
        !solve_function(v, from, factor, &function, &value))
        return false;
    branch *b = new_branch(v, from);
    if (!b) return false;
    vv_equilibrium *k = &b->conditions;
    vv_subst(v->c, 1, &function, &value, b->n, b->equation, b->equation);
    vv_subst(v->c, 1, &function, &value, k->nfunctions, k->function_value, k->function_value);
    k->function[k->nfunctions] = function;
    k->function_value[k->nfunctions++] = value;
    b->next = v->stack;
    v->stack = b;
    return true;
}

/* The only unknown of an unsolved factor may be 0 for all parameter values. */
static void push_zero(solver *v, const branch *b, vv_expr factor) {
    int unknowns = 0, at = 0;
    for (int i = 0; i < v->s->nq; i++)
        if (vv_is_poison(b->value[i]) && vv_depends(v->c, factor, 1, &v->s->q[i]))
            at = i, unknowns++;
    if (unknowns != 1) return;
    vv_expr there = vv_subst1(v->c, factor, v->s->q[at], VV_ZERO);
    bool zero = vv_ctx_ok(v->c) && vv_is_identically_zero(v->c, &v->s->facts, there) == VV_TRUE;
    vv_root r = {at, .value = VV_ZERO};
    if (zero) push_root(v, b, &r);
}

/* Is e a special case of f, with the values of e for the coordinates that f leaves open? */
static bool is_special_case(const solver *v, const vv_equilibrium *e, const vv_equilibrium *f) {
    vv_ctx *c = v->c;
    int nq = v->s->nq;
    vv_expr *x = VV_ARRAY(c, vv_expr, nq + 1), *from = VV_ARRAY(c, vv_expr, nq + 1),
            *to = VV_ARRAY(c, vv_expr, nq + 1);
    bool same = x && from && to && e->nfunctions == f->nfunctions;
    int n = 0;
    for (int i = 0; same && i < nq; i++) {
        x[i] = f->q[i];
        if (vv_same(f->q[i], v->s->q[i])) from[n] = v->s->q[i], to[n++] = e->q[i];
    }
    if (same) vv_subst(c, n, from, to, nq, x, x);
    if (vv_ctx_status(c) == VV_E_MODEL) { /* f is undefined there */
        vv_ctx_clear_failure(c);
        return false;
    }
    for (int i = 0; same && i < nq; i++)
        same =
            vv_same(x[i], e->q[i]) || (n && vv_vanishes(c, &v->s->facts, vv_sub(c, x[i], e->q[i])));
    for (int i = 0; same && i < e->nfunctions; i++) same = vv_same(e->function[i], f->function[i]);
    return same;
}

/* Is it in the list, or a special case of an entry that leaves more coordinates open? */
static bool is_listed(const solver *v, const vv_equilibrium *e, int n, const vv_equilibrium *list) {
    for (int k = 0; k < n; k++)
        if (is_special_case(v, e, &list[k])) return true;
    return false;
}

/* Does a value contradict the assumptions on its coordinate? *border: all values that do are 0. */
static bool is_excluded(const solver *v, const vv_equilibrium *e, bool *border) {
    bool excluded = false;
    *border = true;
    for (int i = 0; i < v->s->nq; i++) {
        if (vv_same(e->q[i], v->s->q[i])) continue;
        vv_sign want = vv_symbol_get(v->c, v->s->q[i])->sign, sign = vv_known_sign(v->c, e->q[i]);
        bool zero = vv_is_zero(e->q[i]);
        if ((want == VV_POSITIVE && (zero || sign == VV_NEGATIVE)) ||
            (want == VV_NEGATIVE && (zero || sign == VV_POSITIVE)) ||
            (want == VV_NONNEGATIVE && sign == VV_NEGATIVE) || (want == VV_NONZERO && zero)) {
            excluded = true;
            *border &= zero;
        }
    }
    return excluded;
}

static void keep(solver *v, const branch *b) {
    vv_equilibria *o = v->out;
    vv_equilibrium e = b->conditions;
    bool border;
    e.q = VV_ARRAY(v->c, vv_expr, v->s->nq + 1);
    if (!e.q) return;
    for (int i = 0; i < v->s->nq; i++)
        e.q[i] = vv_is_poison(b->value[i]) ? v->s->q[i] : b->value[i];
    bool excluded = is_excluded(v, &e, &border);
    if (excluded ? !border : !vv_equilibrium_add_assumptions(v->c, v->s, &e)) return;
    for (int i = 0; i < e.nconditions; i++) /* nowhere real, by assumption */
        if (vv_sign_given_facts(v->c, &v->s->facts, e.condition[i]) == VV_NEGATIVE) return;
    int *n = excluded ? &o->nborder : &o->n;
    vv_equilibrium *list = excluded ? o->border : o->list;
    if (is_listed(v, &e, *n, list)) return;
    if (*n < VV_EQUILIBRIA_MOST)
        list[(*n)++] = e;
    else
        o->complete = false;
}

static void give_up(solver *v, vv_expr factor) {
    v->out->complete = false;
    if (vv_is_poison(v->out->unsolved)) v->out->unsolved = factor;
}

/* How easily a factor can be solved: 2 for a coordinate in which it is linear, 1 otherwise, 0
 * not at all. */
static int solvability(const solver *v, const branch *b, vv_expr f) {
    vv_root r[8];
    int n = solve_factor(v, b, f, r);
    return n < 0 ? 0 : n == 1 && vv_is_poison(r[0].sine) && vv_is_poison(r[0].condition) ? 2 : 1;
}

/* Does one of the factors without unknowns vanish? Then the equation holds identically. */
static vv_truth holds_by_itself(const solver *v, const branch *b, int n, const vv_expr *factor) {
    vv_truth all = VV_FALSE;
    vv_facts there;
    if (!vv_equilibrium_facts(v->c, v->s, &b->conditions, &there)) return VV_UNKNOWN;
    for (int k = 0; k < n; k++) {
        if (unknown_in(v, b, factor[k])) continue;
        vv_truth one = vv_is_hidden_zero(v->c, &there, factor[k]);
        if (one == VV_TRUE) return VV_TRUE;
        if (one == VV_UNKNOWN) all = VV_UNKNOWN;
    }
    return all;
}

/* The equation whose factors are most easily solved, else the first; -1 if none is left; -2 if
 * one cannot hold. Its factors are written out. */
static int choose(solver *v, branch *b, vv_expr *factor, int *nfactors) {
    vv_expr f[VV_FACTORS_MAX];
    int best = -1, left = 0, most = -1;
    for (int i = 0; i < b->n; i++) {
        bool zero;
        int n = numerator(v->c, b->equation[i], f, &zero), ready = 2;
        if (zero) continue;
        if (!unknown_in(v, b, b->equation[i])) { /* roots may hide a zero */
            vv_truth vanishes = vv_is_identically_zero(v->c, &v->s->facts, b->equation[i]);
            if (vanishes == VV_TRUE) continue;
            if (vanishes == VV_UNKNOWN) give_up(v, b->equation[i]);
            return -2;
        }
        vv_truth holds = holds_by_itself(v, b, n, f);
        if (holds == VV_TRUE) continue;
        if (holds == VV_UNKNOWN) give_up(v, b->equation[i]);
        b->equation[left] = b->equation[i];
        for (int k = 0; k < n; k++) {
            int one = unknown_in(v, b, f[k]) ? solvability(v, b, f[k]) : 2;
            if (one < ready) ready = one;
        }
        if (n >= 0 && ready > most) {
            best = left, most = ready;
            memcpy(factor, f, (size_t)n * sizeof *f);
            *nfactors = n;
        }
        left++;
    }
    b->n = left;
    if (left && best < 0) give_up(v, b->equation[0]);
    return left == 0 ? -1 : best < 0 ? -2 : best;
}

/* All factors of e that hold an unknown can be solved. */
static bool is_solvable(solver *v, const branch *b, vv_expr e, vv_expr *factor, int *n) {
    bool zero, any = false;
    *n = numerator(v->c, e, factor, &zero);
    if (zero || *n < 0) return false;
    for (int k = 0; k < *n; k++) {
        if (!unknown_in(v, b, factor[k])) continue;
        any = true;
        if (!can_solve(v, b, factor[k])) return false;
    }
    return any;
}

/* Eliminates an unknown from two equations, neither of which can be solved; the resultant is
 * added if it can be solved. Returns its index, or -1. */
static int combine(solver *v, branch *b, vv_expr *factor, int *nfactors) {
    vv_ctx *c = v->c;
    if (b->eliminations == MOST_ELIMINATIONS) return -1;
    for (int i = 0; i < b->n; i++)
        for (int j = i + 1; j < b->n; j++)
            for (int a = 0; a < v->s->nq && vv_ctx_tick(c); a++) {
                vv_expr x = v->s->q[a];
                if (!vv_is_poison(b->value[a]) || !vv_depends(c, b->equation[i], 1, &x) ||
                    !vv_depends(c, b->equation[j], 1, &x))
                    continue;
                vv_expr e = vv_resultant(c, b->equation[i], b->equation[j], x);
                if (vv_is_poison(e) || !is_solvable(v, b, e, factor, nfactors)) continue;
                b->eliminations++;
                b->equation[b->n] = e;
                return b->n++;
            }
    return -1;
}

static bool repeats_after_turn(const solver *v, int coordinate) {
    return vv_is_periodic_in_angle(v->c, v->s->nq, v->s->q, v->out->nforces, v->out->force,
                                   v->s->q[coordinate]);
}

static void advance(solver *v, branch *b) {
    vv_expr factor[VV_FACTORS_MAX];
    vv_root r[8];
    int n = -1, at = choose(v, b, factor, &n);
    if (at >= 0 && b->n > 1) {
        bool whole = true;
        for (int i = 0; i < n; i++)
            whole &= !unknown_in(v, b, factor[i]) || can_solve(v, b, factor[i]);
        vv_expr other[VV_FACTORS_MAX];
        int m, instead = whole ? -1 : combine(v, b, other, &m);
        if (instead >= 0) {
            at = instead, n = m;
            memcpy(factor, other, (size_t)m * sizeof *other);
        }
    }
    if (!vv_ctx_ok(v->c) || at == -2) return;
    if (at == -1) {
        keep(v, b);
        return;
    }
    memmove(b->equation + at, b->equation + at + 1, (size_t)(b->n - at - 1) * sizeof *b->equation);
    b->n--;
    for (int i = n - 1; i >= 0; i--) { /* so that the first factor is tried first */
        if (!unknown_in(v, b, factor[i])) continue;
        int roots = solve_factor(v, b, factor[i], r);
        if (roots < 0 && push_function(v, b, factor[i])) continue;
        if (roots < 0) {
            push_zero(v, b, factor[i]);
            give_up(v, factor[i]);
        }
        for (int k = roots - 1; k >= 0; k--) {
            if (r[k].outside && !repeats_after_turn(v, r[k].coordinate)) give_up(v, factor[i]);
            push_root(v, b, &r[k]);
        }
    }
}

/* ---- the equilibrium equations ------------------------------------------------------------- */

/* Allocates, and finds the coordinates that occur in none of the equations. */
static vv_status take(vv_ctx *c, const vv_system *s, int n, const vv_expr *force,
                      vv_equilibria *out) {
    *out = (vv_equilibria){.complete = true, .nforces = n};
    out->force = VV_ARRAY(c, vv_expr, n + 1);
    out->free = VV_ARRAY(c, int, s->nq + 1);
    out->list = VV_ARRAY(c, vv_equilibrium, VV_EQUILIBRIA_MOST + 1);
    out->border = VV_ARRAY(c, vv_equilibrium, VV_EQUILIBRIA_MOST + 1);
    if (!out->force || !out->free || !out->list || !out->border) return vv_ctx_status(c);
    memcpy(out->force, force, (size_t)n * sizeof *force);
    for (int i = 0; i < s->nq; i++) {
        bool occurs = false;
        for (int k = 0; k < n; k++) occurs |= vv_depends(c, force[k], 1, &s->q[i]);
        if (!occurs) out->free[out->nfree++] = i;
    }
    return vv_ctx_status(c);
}

/* An equation was dropped: solutions of the others need not satisfy it. */
static bool has_dropped_equation(const solver *v) {
    for (int k = 0; k < v->out->n; k++)
        for (int i = 0; i < v->out->nforces && !v->out->list[k].chart; i++) {
            vv_expr e = vv_equilibrium_substitute(v->c, v->s, &v->out->list[k], v->out->force[i]);
            if (vv_ctx_status(v->c) == VV_E_MODEL) {
                vv_ctx_clear_failure(v->c);
                return true;
            }
            if (!vv_vanishes(v->c, &v->s->facts, e)) return true;
        }
    return false;
}

/* Does the unsolved factor divide every equation? Then all vanish where it does. */
static bool is_family(const solver *v) {
    vv_expr f[VV_FACTORS_MAX];
    int equations = 0;
    if (vv_is_poison(v->out->unsolved)) return false;
    for (int k = 0; k < v->out->nforces; k++) {
        bool zero, has = false;
        int n = numerator(v->c, v->out->force[k], f, &zero);
        for (int i = 0; i < n; i++) has |= vv_same(f[i], v->out->unsolved);
        if (!zero && !has) return false;
        equations += !zero;
    }
    return equations > 1;
}

int vv_equilibrium_equations(vv_ctx *c, const vv_study *study, vv_expr **out) {
    const vv_system *s = study->s;
    const vv_equations *eq = study->eq;
    vv_expr *force = VV_ARRAY(c, vv_expr, eq->nunknowns + s->nrows + s->nq + s->nfindings + 1);
    int n = eq->nunknowns;
    if (!force) return -1;
    vv_subst_zero(c, s->n, s->w, n, eq->rhs, force);
    for (int i = 0; i < s->nrows; i++)
        if (s->row[i].kind == VV_ROW_HOLONOMIC) force[n++] = s->row[i].finite;
    for (int a = 0; a < s->nq; a++) { /* what moves although the speeds vanish */
        vv_subst_zero(c, s->n, s->w, 1, &s->rate[a], &force[n]);
        if (!vv_is_zero(force[n]) && !vv_vanishes(c, &s->facts, force[n])) n++;
    }
    *out = force;
    return n + vv_system_implied_constraints(c, s, force + n);
}

/* ---- time ---------------------------------------------------------------------------------- */

enum { TIME_DERIVATIVES = 4 }; /* of an equation that contains the time, itself included */

/* An equilibrium satisfies its equations at all times, hence with their derivatives by the time at
 * one time, which do not contain it. They may be too few: what they give is proved for all times
 * afterwards. Returns their number; -1 if memory is exhausted. */
static int at_one_time(solver *v, int n, const vv_expr *equation, vv_expr **out) {
    vv_ctx *c = v->c;
    vv_expr t = v->s->m->t, *e = VV_ARRAY(c, vv_expr, TIME_DERIVATIVES * n + 1);
    int count = 0;
    *out = e;
    for (int i = 0; e && i < n; i++) {
        vv_expr x = equation[i];
        bool timed = vv_depends(c, x, 1, &t);
        if (!timed) e[count++] = x;
        for (int k = 0; k < TIME_DERIVATIVES && timed; k++, x = vv_diff(c, x, t)) {
            vv_expr there = vv_subst1(c, x, t, VV_ZERO);
            if (vv_ctx_status(c) == VV_E_MODEL) { /* not defined at that time */
                vv_ctx_clear_failure(c);
                v->out->complete = false;
            } else if (!vv_is_zero(there)) {
                e[count++] = there;
            }
        }
    }
    return e && vv_ctx_ok(c) ? count : -1;
}

static bool contain_time(vv_ctx *c, const vv_system *s, int n, const vv_expr *e) {
    for (int i = 0; i < n; i++)
        if (vv_depends(c, e[i], 1, &s->m->t)) return true;
    return false;
}

/* Functions with branches in time: derivatives at one time may be no consequence. */
static bool has_branches_in_time(vv_ctx *c, const vv_system *s, int n, const vv_expr *e) {
    int nodes = 0;
    uint32_t *order = vv_expr_topological_order(c, n, e, &nodes);
    for (int i = 0; order && i < nodes; i++) {
        vv_op op = vv_expr_op(c, (vv_expr){order[i]});
        if (op >= VV_ABS && op <= VV_PIECEWISE && vv_depends(c, (vv_expr){order[i]}, 1, &s->m->t))
            return true;
    }
    return !order;
}

/* Does the equilibrium satisfy its equations at all times? */
static vv_truth holds_at_all_times(solver *v, const vv_equilibrium *e) {
    vv_ctx *c = v->c;
    const vv_system *s = e->chart ? e->chart->s : v->s;
    vv_expr *f = v->out->force;
    int n = e->chart ? vv_equilibrium_equations(c, e->chart, &f) : v->out->nforces;
    vv_truth all = VV_TRUE;
    for (int i = 0; i < n; i++) {
        vv_expr x = vv_equilibrium_substitute(c, s, e, f[i]);
        if (vv_ctx_status(c) == VV_E_MODEL) {
            vv_ctx_clear_failure(c);
            return VV_UNKNOWN;
        }
        vv_truth one = vv_is_zero(x) ? VV_TRUE : vv_is_identically_zero(c, &s->facts, x);
        if (one == VV_FALSE && vv_depends(c, x, s->nq, s->q))
            one = VV_UNKNOWN; /* some of a family may satisfy them */
        if (one == VV_FALSE) return VV_FALSE;
        if (one == VV_UNKNOWN) all = VV_UNKNOWN;
    }
    return n < 0 ? VV_UNKNOWN : all;
}

static void keep_lasting(solver *v) {
    vv_equilibria *o = v->out;
    int kept = 0;
    for (int k = 0; k < o->n && vv_ctx_tick(v->c); k++) {
        vv_truth lasts = holds_at_all_times(v, &o->list[k]);
        if (lasts == VV_TRUE) o->list[kept++] = o->list[k];
        if (lasts == VV_UNKNOWN) o->complete = false;
    }
    o->n = kept;
}

/* ---- the search of all branches ------------------------------------------------------------ */

/* A branch with numerators in sines of single angles. */
static bool begin(solver *v, int given, const vv_expr *timed) {
    vv_expr factor[VV_FACTORS_MAX], *equation;
    int n = at_one_time(v, given, timed, &equation);
    if (n < 0) return false;
    v->room = n;
    branch *b = v->stack = new_branch(v, NULL);
    for (int k = 0; b && k < n; k++) {
        bool zero;
        int m = numerator(v->c, equation[k], factor, &zero);
        if (m < 0 && !vv_ctx_ok(v->c)) return false;
        if (m < 0) give_up(v, equation[k]);
        if (m < 0) continue;
        if (!zero) b->equation[b->n++] = vv_product(v->c, m, factor);
    }
    return b;
}

static void go_through(solver *v) {
    vv_ctx *c = v->c;
    v->steps = 0;
    while (v->stack && vv_ctx_tick(c) && v->steps++ < MOST_STEPS) {
        branch *b = v->stack;
        v->stack = b->next;
        advance(v, b);
        /* a divisor vanished: the coordinates or speeds are singular there */
        if (vv_ctx_status(c) == VV_E_MODEL) {
            vv_ctx_clear_failure(c);
            v->out->complete = false;
        }
    }
    if (v->stack) v->out->complete = false;
}

/* From index `first` on, treats equilibria at which the speeds are singular in other speeds. If
 * there are none, or the constraints are dependent there, nothing is known. */
static void change_charts(solver *v, const vv_study *study, int first) {
    vv_equilibria *o = v->out;
    int kept = first;
    for (int k = first; k < o->n && vv_ctx_tick(v->c); k++) {
        vv_equilibrium e = o->list[k];
        vv_truth rests = vv_chart_is_equilibrium(v->c, study, &e);
        if (rests == VV_UNKNOWN) o->apart = true;
        if (rests == VV_TRUE) o->list[kept++] = e;
    }
    o->n = kept;
}

static void set_apart(vv_equilibria *o, vv_expr divisor) {
    o->apart = true;
    if (vv_is_poison(o->singular)) o->singular = divisor;
}

/* Equilibria at which a divisor of the directions vanishes, which the equations in the speeds
 * cannot show. Unsolved ones are set apart. */
static void solve_singular_set(solver *v, const vv_study *study) {
    vv_ctx *c = v->c;
    vv_equilibria *o = v->out;
    vv_expr divisor[VV_CHART_SINGULARITIES_MOST], unsolved = o->unsolved;
    vv_expr *equation = VV_ARRAY(c, vv_expr, VV_CHART_MINORS_MOST + o->nforces + 2);
    bool complete = o->complete;
    int n = vv_chart_singularities(c, study, divisor),
        m = n > 0 && equation ? vv_chart_equilibrium_equations(c, study, equation) : 0;
    for (int i = study->eq->nunknowns; m >= 0 && n > 0 && i < o->nforces; i++)
        equation[m++] = o->force[i];
    if (n < 0) set_apart(o, VV_POISON);
    for (int i = 0; i < n && vv_ctx_tick(c); i++) {
        int first = o->n;
        o->complete = m >= 0;
        if (m >= 0) equation[m] = divisor[i];
        if (m >= 0 && !begin(v, m + 1, equation)) return;
        go_through(v);
        change_charts(v, study, first);
        if (!o->complete) set_apart(o, divisor[i]);
        v->stack = NULL;
    }
    o->complete = complete;
    o->unsolved = unsolved;
}

static vv_status find(vv_ctx *c, const vv_study *study, int n, const vv_expr *force, bool speeds,
                      vv_equilibria *out) {
    solver v = {.c = c, .s = study->s, .out = out};
    vv_status status = take(c, study->s, n, force, out);
    if (status != VV_OK) return status;
    if (!begin(&v, n, force)) return vv_ctx_status(c);
    go_through(&v);
    if (speeds && vv_ctx_ok(c)) change_charts(&v, study, 0);
    if (speeds && vv_ctx_ok(c)) solve_singular_set(&v, study);
    if (contain_time(c, study->s, n, force)) {
        keep_lasting(&v);
        out->nborder = 0;
        if (has_branches_in_time(c, study->s, n, force)) out->complete = false;
    }
    if (!out->complete && has_dropped_equation(&v)) out->n = 0;
    out->family = !out->complete && is_family(&v);
    return out->complete || out->family || !vv_ctx_ok(c) ? vv_ctx_status(c)
                                                         : vv_equilibria_search(c, study, out);
}

static vv_status known_or_found(vv_ctx *c, const vv_study *study, int n, const vv_expr *force,
                                bool speeds, vv_equilibria *out) {
    vv_equilibria_cache *r = study->rest;
    bool known = r && r->s == study->s && r->all.nforces == n;
    for (int i = 0; known && i < n; i++) known = vv_same(r->all.force[i], force[i]);
    if (known) {
        *out = r->all;
        return r->status;
    }
    vv_status status = find(c, study, n, force, speeds, out);
    if (r && vv_ctx_ok(c)) *r = (vv_equilibria_cache){study->s, status, *out};
    return status;
}

/* At rest, only holonomic constraints restrict the configuration: is there no other condition? */
static bool no_force(vv_ctx *c, const vv_study *study, const vv_equilibria *all) {
    const vv_system *s = study->s;
    int n = study->eq->nunknowns;
    for (int i = 0; i < n; i++)
        if (!vv_is_zero(all->force[i]) && !vv_vanishes(c, &s->facts, all->force[i])) return false;
    for (int i = 0; i < s->nrows; i++) n += s->row[i].kind == VV_ROW_HOLONOMIC;
    vv_expr *implied = VV_ARRAY(c, vv_expr, s->nfindings + 1);
    return implied && n + vv_system_implied_constraints(c, s, implied) == all->nforces;
}

vv_status vv_equilibria_find(vv_ctx *c, const vv_study *study, vv_equilibria *out) {
    vv_expr *force;
    int n = vv_equilibrium_equations(c, study, &force);
    if (n < 0) return vv_ctx_status(c);
    vv_status status = known_or_found(c, study, n, force, true, out);
    if (status == VV_OK) out->everywhere = !out->complete && no_force(c, study, out);
    return status;
}

vv_status vv_equilibria_solve(vv_ctx *c, const vv_study *study, int n, const vv_expr *force,
                              vv_equilibria *out) {
    return known_or_found(c, study, n, force, false, out);
}

void vv_equilibrium_substitute_all(vv_ctx *c, const vv_system *s, const vv_equilibrium *e,
                                   int count, vv_expr *x) {
    int n = s->nq + s->n;
    vv_expr *from = VV_ARRAY(c, vv_expr, n + 1), *to = VV_ARRAY(c, vv_expr, n + 1);
    if (!from || !to) return;
    for (int i = 0; i < s->nq; i++) from[i] = s->q[i], to[i] = e->q[i];
    for (int i = 0; i < s->n; i++) from[s->nq + i] = s->w[i], to[s->nq + i] = VV_ZERO;
    vv_subst(c, n, from, to, count, x, x);
    vv_subst(c, e->nfunctions, e->function, e->function_value, count, x, x);
}

vv_expr vv_equilibrium_substitute(vv_ctx *c, const vv_system *s, const vv_equilibrium *e,
                                  vv_expr x) {
    vv_equilibrium_substitute_all(c, s, e, 1, &x);
    return vv_ctx_ok(c) ? x : VV_POISON;
}

bool vv_equilibrium_facts(vv_ctx *c, const vv_system *s, const vv_equilibrium *at, vv_facts *out) {
    *out = s->facts;
    vv_expr *positive = VV_ARRAY(c, vv_expr, out->npositive + at->nconditions + 1);
    if (!positive) return false;
    for (int i = 0; i < out->npositive; i++) positive[i] = out->positive[i];
    for (int i = 0; i < at->nconditions; i++) positive[out->npositive + i] = at->condition[i];
    out->positive = positive;
    out->npositive += at->nconditions;
    return true;
}
