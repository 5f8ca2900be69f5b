#include "analysis/solve/solution_families.h"

#include <string.h>

#include "analysis/solve/symbolic_roots.h"
#include "equations/stability/stability.h"
#include "algebra/algebra.h"

enum {
    MOST_STEPS = 300,
    MOST_EQUATIONS = 40,
    MOST_NODES = 400,  /* of an equation to be factored */
    MOST_WORK = 12000, /* nodes factored in total */
};

/* A branch of the search: what is known of the unknowns so far. */
typedef struct branch {
    vv_solution_family known; /* value poison: unknown */
    int n;
    vv_expr equation[MOST_EQUATIONS];
    vv_expr stated[MOST_EQUATIONS]; /* as first stated */
    vv_expr whole[MOST_EQUATIONS];  /* the same with the values known so far */
    int at;                         /* among the cases */
    struct branch *next;
} branch;

typedef struct solver {
    vv_ctx *c;
    const vv_facts *facts;
    int nx;
    const vv_expr *x;
    vv_solution_families *out;
    branch *stack;
    long work; /* nodes factored so far */
} solver;

static bool has_unknown(const solver *v, const branch *b, vv_expr e) {
    for (int i = 0; i < v->nx; i++)
        if (vv_is_poison(b->known.value[i]) && vv_depends(v->c, e, 1, &v->x[i])) return true;
    return false;
}

static void give_up(solver *v, vv_expr factor) {
    v->out->complete = false;
    if (vv_is_poison(v->out->unsolved)) v->out->unsolved = factor;
}

/* ---- branches ------------------------------------------------------------------------------ */

static branch *push(solver *v, const branch *from) {
    branch *b = VV_NEW(v->c, branch);
    if (!b) return NULL;
    if (from) *b = *from;
    b->known.value = VV_ARRAY(v->c, vv_expr, v->nx + 1);
    if (!b->known.value) return NULL;
    for (int i = 0; i < v->nx; i++) b->known.value[i] = from ? from->known.value[i] : VV_POISON;
    b->next = v->stack;
    v->stack = b;
    return b;
}

static void add_equation(solver *v, branch *b, vv_expr e, vv_expr stated) {
    if (!b || vv_is_zero(e)) return;
    if (b->n == MOST_EQUATIONS) {
        give_up(v, e);
        return;
    }
    b->stated[b->n] = b->whole[b->n] = stated;
    b->equation[b->n++] = e;
}

static void add_side(int *n, vv_expr *list, vv_expr e) {
    for (int i = 0; i < *n; i++)
        if (vv_same(list[i], e)) return;
    if (*n < VV_SOLUTION_FAMILY_SIDE_MOST) list[(*n)++] = e;
}

static void replace(const solver *v, const vv_root *r, int n, vv_expr *e) {
    vv_root_substitute(v->c, r, v->x[r->coordinate], n, e);
}

/* Pushes the branch with one unknown known; all earlier values are rewritten. */
static branch *push_root(solver *v, const branch *from, const vv_root *r) {
    branch *b = push(v, from);
    if (!b) return NULL;
    replace(v, r, b->n, b->equation);
    if (v->out->cases) {
        replace(v, r, b->n, b->whole);
        b->at = vv_solution_cases_add(v->out->cases, from->at, r->coordinate, r->value);
    }
    replace(v, r, b->known.nnonzero, b->known.nonzero);
    replace(v, r, b->known.nreal, b->known.real);
    replace(v, r, b->known.nfunctions, b->known.function);
    replace(v, r, b->known.nfunctions, b->known.function_value);
    for (int i = 0; i < v->nx; i++)
        if (!vv_is_poison(b->known.value[i])) replace(v, r, 1, &b->known.value[i]);
    b->known.value[r->coordinate] = r->value;
    vv_expr real[2] = {r->condition, r->also};
    for (int i = 0; i < 2; i++)
        if (!vv_is_poison(real[i]) && !vv_is_const(v->c, real[i]))
            add_side(&b->known.nreal, b->known.real, real[i]);
    return b;
}

/* ---- one factor ---------------------------------------------------------------------------- */

/* Roots of a factor with this angle as its only unknown, or with its sine or cosine alone;
 * returns their number, or -1. */
static int solve_angle(const solver *v, vv_expr f, int i, vv_root *out) {
    return vv_roots_of_angle(v->c, i, f, v->x[i], 0, NULL, out);
}

static vv_root plain_root(int i, vv_expr value, vv_expr condition) {
    return (vv_root){i, value, .condition = condition};
}

/* An equation in a single unknown, through its sine and cosine. */
static bool is_of_one_angle(const solver *v, const branch *b, vv_expr f) {
    int unknowns = 0, angles = 0;
    for (int i = 0; i < v->nx; i++) {
        if (!vv_is_poison(b->known.value[i]) || !vv_depends(v->c, f, 1, &v->x[i])) continue;
        vv_root r[4];
        unknowns++, angles += solve_angle(v, f, i, r) > 0;
    }
    return unknowns == 1 && angles == 1;
}

/* a x + b = 0 where a may vanish: x = -b/a; or both vanish; and if b has factors in one angle,
 * also the members with x = 0, which a reader expects to find listed. */
static void by_line(solver *v, const branch *b, int i, vv_expr a, vv_expr rest) {
    vv_ctx *c = v->c;
    vv_factors f;
    if (has_unknown(v, b, a)) {
        branch *both = push(v, b);
        vv_solution_cases_fail(v->out->cases);
        add_equation(v, both, rest, rest);
        add_equation(v, both, a, a);
        if (vv_factorise(c, rest, &f) && f.n > 1)
            for (int k = 0; k < f.n; k++) {
                if (f.power[k] < 0 || !is_of_one_angle(v, b, f.factor[k])) continue;
                vv_root zero = plain_root(i, VV_ZERO, VV_POISON);
                add_equation(v, push_root(v, b, &zero), f.factor[k], f.factor[k]);
            }
    }
    vv_root r = plain_root(i, vv_neg(c, vv_div(c, rest, a)), VV_POISON);
    vv_solution_cases_line(v->out->cases, b->at, vv_add(c, vv_mul(c, a, v->x[i]), rest), a);
    branch *line = push_root(v, b, &r);
    if (line && has_unknown(v, b, a)) add_side(&line->known.nnonzero, line->known.nonzero, a);
}

/* a x^2 + b = 0 */
static void by_square(solver *v, const branch *b, int i, vv_expr a, vv_expr rest) {
    vv_ctx *c = v->c;
    vv_expr square = vv_neg(c, vv_div(c, rest, a)), side = vv_sqrt_factored(c, square);
    vv_solution_cases_fail(v->out->cases);
    for (int sign = -1; sign <= 1; sign += 2) {
        vv_root r = plain_root(i, sign < 0 ? vv_neg(c, side) : side, square);
        branch *n = push_root(v, b, &r);
        if (n && has_unknown(v, b, a)) add_side(&n->known.nnonzero, n->known.nonzero, a);
    }
    if (!has_unknown(v, b, a)) return;
    branch *both = push(v, b);
    add_equation(v, both, rest, rest);
    add_equation(v, both, a, a);
}

static bool by_angle(solver *v, const branch *b, vv_expr f, bool alone) {
    for (int i = 0; i < v->nx; i++) {
        vv_root r[4];
        bool others = false;
        if (!vv_is_poison(b->known.value[i]) || !vv_depends(v->c, f, 1, &v->x[i])) continue;
        for (int k = 0; k < v->nx; k++)
            others |= k != i && vv_is_poison(b->known.value[k]) && vv_depends(v->c, f, 1, &v->x[k]);
        if (alone && others) continue;
        int n = solve_angle(v, f, i, r);
        if (n >= 0) vv_solution_cases_angle(v->out->cases, b->at, f, v->x[i]);
        for (int k = n - 1; k >= 0; k--) push_root(v, b, &r[k]);
        if (n >= 0) return true;
    }
    return false;
}

/* How a factor is solved: 0 linear in an unknown with a coefficient that cannot vanish, or an
 * angle by itself; 1 linear; 2 a pure square; 3 an angle in terms of others. */
static int effort_of(solver *v, const branch *b, vv_expr f) {
    int least = is_of_one_angle(v, b, f) ? 0 : 3;
    for (int i = 0; i < v->nx && least > 0; i++) {
        vv_expr k[3];
        if (!vv_is_poison(b->known.value[i]) || !vv_depends(v->c, f, 1, &v->x[i])) continue;
        int degree = vv_polynomial_coefficients(v->c, f, v->x[i], 2, k),
            cost = degree == 1                       ? (has_unknown(v, b, k[1]) ? 1 : 0)
                   : degree == 2 && vv_is_zero(k[1]) ? 2
                                                     : 3;
        if (cost < least) least = cost;
    }
    return least;
}

/* Pass 0: linear with a coefficient that cannot vanish; 1: linear; 2: a pure square. */
static bool by_power(solver *v, const branch *b, vv_expr f, int pass) {
    for (int i = 0; i < v->nx; i++) {
        vv_expr k[3];
        if (!vv_is_poison(b->known.value[i]) || !vv_depends(v->c, f, 1, &v->x[i])) continue;
        int degree = vv_polynomial_coefficients(v->c, f, v->x[i], 2, k);
        if (degree == 1 && pass < 2 && (pass == 1 || !has_unknown(v, b, k[1])))
            return by_line(v, b, i, k[1], k[0]), true;
        if (degree == 2 && pass == 2 && vv_is_zero(k[1]))
            return by_square(v, b, i, k[2], k[0]), true;
    }
    return false;
}

/* f'(θ) = 0: the members are where the function takes this value. */
static bool by_function(solver *v, const branch *from, vv_expr f) {
    vv_expr *x = VV_ARRAY(v->c, vv_expr, v->nx + 1), function, value;
    int n = 0;
    for (int i = 0; x && i < v->nx; i++)
        if (vv_is_poison(from->known.value[i])) x[n++] = v->x[i];
    if (!x || from->known.nfunctions == VV_SOLUTION_FAMILY_SIDE_MOST ||
        !vv_root_of_function(v->c, f, n, x, &function, &value))
        return false;
    branch *b = push(v, from);
    if (!b) return false;
    vv_solution_family *k = &b->known;
    vv_solution_cases_fail(v->out->cases);
    vv_subst(v->c, 1, &function, &value, b->n, b->equation, b->equation);
    for (int i = 0; i < v->nx; i++)
        if (!vv_is_poison(k->value[i]))
            vv_subst(v->c, 1, &function, &value, 1, &k->value[i], &k->value[i]);
    vv_subst(v->c, 1, &function, &value, k->nfunctions, k->function_value, k->function_value);
    k->function[k->nfunctions] = function;
    k->function_value[k->nfunctions++] = value;
    return true;
}

static void solve_factor(solver *v, const branch *b, vv_expr f) {
    if (by_power(v, b, f, 0) || by_angle(v, b, f, true) || by_power(v, b, f, 1) ||
        by_power(v, b, f, 2) || by_angle(v, b, f, false) || by_function(v, b, f))
        return;
    give_up(v, f);
}

/* ---- the search ---------------------------------------------------------------------------- */

/* Does a value contradict the assumptions, or make a divisor vanish? */
static bool is_excluded(const solver *v, const vv_solution_family *f) {
    vv_ctx *c = v->c;
    for (int i = 0; i < f->nnonzero; i++)
        if (vv_is_zero(f->nonzero[i]) || vv_vanishes(c, v->facts, f->nonzero[i])) return true;
    for (int i = 0; i < f->nreal; i++)
        if (vv_sign_given_facts(c, v->facts, f->real[i]) == VV_NEGATIVE) return true;
    for (int i = 0; i < v->facts->npositive; i++) {
        vv_expr e = vv_solution_family_substitute(c, v->nx, v->x, f, v->facts->positive[i]);
        if (vv_is_zero(e) || vv_known_sign(c, e) == VV_NEGATIVE) return true;
    }
    for (int i = 0; i < v->nx; i++) {
        vv_sign want = vv_symbol_get(c, v->x[i])->sign, sign = vv_known_sign(c, f->value[i]);
        if (vv_is_zero(f->value[i]) && (want == VV_POSITIVE || want == VV_NONZERO)) return true;
        if (want == VV_POSITIVE && sign == VV_NEGATIVE) return true;
    }
    return false;
}

static bool is_listed(const solver *v, const vv_solution_family *f) {
    for (int k = 0; k < v->out->n; k++) {
        bool same = f->nfunctions == v->out->list[k].nfunctions;
        for (int i = 0; i < f->nfunctions && same; i++)
            same = vv_same(f->function[i], v->out->list[k].function[i]);
        for (int i = 0; i < v->nx && same; i++) {
            vv_expr a = f->value[i], b = v->out->list[k].value[i];
            same = vv_same(a, b) || vv_vanishes(v->c, v->facts, vv_sub(v->c, a, b));
        }
        if (same) return true;
    }
    return false;
}

static void keep(solver *v, const branch *b) {
    vv_solution_families *o = v->out;
    vv_solution_family f = b->known;
    for (int i = 0; i < v->nx; i++)
        if (vv_is_poison(f.value[i])) f.value[i] = v->x[i];
    vv_solution_cases_solve(o->cases, b->at);
    if (is_excluded(v, &f)) {
        vv_solution_cases_fail(o->cases);
        return;
    }
    if (is_listed(v, &f)) return;
    if (o->n == VV_SOLUTION_FAMILIES_MOST)
        o->complete = false;
    else
        o->list[o->n++] = f;
}

/* The factors of an equation that may vanish, none if it cannot hold; -1 if not factorable. */
static int factors_of(solver *v, const branch *b, vv_expr e, vv_expr *out, bool *zero) {
    vv_factors f;
    int n = 0, nodes = 0;
    *zero = vv_is_zero(e);
    if (*zero) return 0;
    vv_expr_topological_order(v->c, 1, &e, &nodes);
    v->work += nodes;
    if (nodes > MOST_NODES || v->work > MOST_WORK || !vv_factorise(v->c, e, &f)) return -1;
    *zero = vv_rat_sign(f.number) == 0;
    for (int i = 0; i < f.n; i++) {
        vv_sign sign = vv_known_sign(v->c, f.factor[i]);
        bool never = sign == VV_POSITIVE || sign == VV_NEGATIVE || sign == VV_NONZERO;
        if (f.power[i] < 0 || never) continue;
        if (has_unknown(v, b, f.factor[i])) {
            out[n++] = f.factor[i];
            continue;
        }
        vv_truth hidden = vv_is_hidden_zero(v->c, v->facts, f.factor[i]);
        if (hidden == VV_UNKNOWN) return -1;
        *zero |= hidden == VV_TRUE;
    }
    return n;
}

static void advance(solver *v, branch *b) {
    vv_expr factor[VV_FACTORS_MAX], best[VV_FACTORS_MAX];
    int at = -1, fewest = 0, least = 0, left = 0;
    for (int i = 0; i < b->n; i++) {
        bool zero;
        int n = factors_of(v, b, b->equation[i], factor, &zero);
        if (zero) continue;
        if (n == 0) { /* contradiction */
            vv_solution_cases_split(v->out->cases, b->at, b->stated[i], b->whole[i], 0, NULL);
            return;
        }
        if (n < 0) {
            give_up(v, b->equation[i]);
            return;
        }
        b->equation[left] = b->equation[i];
        b->stated[left] = b->stated[i], b->whole[left] = b->whole[i];
        int effort =
            0; /* the easiest equation first, among these the one with the fewest factors */
        for (int k = 0; k < n; k++) {
            int cost = effort_of(v, b, factor[k]);
            if (cost > effort) effort = cost;
        }
        if (at < 0 || effort < least || (effort == least && n < fewest)) {
            at = left, fewest = n, least = effort;
            memcpy(best, factor, (size_t)n * sizeof *best);
        }
        left++;
    }
    b->n = left;
    if (at < 0) {
        keep(v, b);
        return;
    }
    vv_solution_cases_split(v->out->cases, b->at, b->stated[at], b->whole[at], fewest, best);
    for (int i = at; i + 1 < b->n; i++) {
        b->equation[i] = b->equation[i + 1];
        b->stated[i] = b->stated[i + 1], b->whole[i] = b->whole[i + 1];
    }
    b->n--;
    int parent = b->at;
    for (int i = fewest - 1; i >= 0; i--) {
        b->at = vv_solution_cases_add(v->out->cases, parent, -1, best[i]);
        solve_factor(v, b, best[i]);
    }
}

vv_status vv_solution_families_solve(vv_ctx *c, const vv_facts *facts, int nx, const vv_expr *x,
                                     int m, const vv_expr *e, vv_solution_families *out) {
    *out = (vv_solution_families){
        .complete = true,
        .list = VV_ARRAY(c, vv_solution_family, VV_SOLUTION_FAMILIES_MOST + 1),
        .cases = vv_solution_cases_begin(c)};
    solver v = {.c = c, .facts = facts, .nx = nx, .x = x, .out = out};
    branch *b = push(&v, NULL);
    if (!b || !out->list) return vv_ctx_status(c);
    b->at = vv_solution_cases_add(out->cases, -1, -1, VV_ZERO);
    for (int i = 0; i < m; i++) { /* as polynomials in sines and cosines of single angles */
        vv_expr factor[VV_FACTORS_MAX];
        bool zero;
        int n = factors_of(&v, b, e[i], factor, &zero);
        if (n < 0) return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
        if (!zero)
            add_equation(&v, b, n ? vv_product(c, n, factor) : VV_ONE,
                         vv_solution_cases_state(out->cases, e[i]));
    }
    for (int step = 0; v.stack && vv_ctx_tick(c) && step < MOST_STEPS; step++) {
        b = v.stack;
        v.stack = b->next;
        advance(&v, b);
        if (vv_ctx_status(c) == VV_E_MODEL) { /* a divisor vanished: singular there */
            vv_ctx_clear_failure(c);
            out->complete = false;
        }
    }
    if (v.stack) out->complete = false;
    return vv_ctx_status(c);
}

vv_expr vv_solution_family_substitute(vv_ctx *c, int nx, const vv_expr *x,
                                      const vv_solution_family *f, vv_expr e) {
    vv_subst(c, nx, x, f->value, 1, &e, &e);
    vv_subst(c, f->nfunctions, f->function, f->function_value, 1, &e, &e);
    return e;
}
