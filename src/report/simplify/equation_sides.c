/* residual = 0 written as left = right. */
#include "report/render/render.h"
#include "report/simplify/term_grouping.h"
#include "algebra/algebra.h"

/* left - right = factor * residual */
typedef struct sides {
    vv_expr left, right, factor;
    int cost;
} sides;

/* Which factors of the denominator are cleared: none, plain symbols, all. They are nonzero where
 * the residual is defined. */
enum { MOST_FACT = 24 }; /* terms of an assumption recognized with either sign */
typedef enum clearing { CLEAR_NONE, CLEAR_SYMBOLS, CLEAR_ALL, CLEARINGS } clearing;

static vv_expr poly_expr(vv_atoms *a, vv_poly p) {
    return vv_shortest_form(a, (vv_rational_function){p, vv_poly_int(a->ring, 1)});
}

static bool listed(vv_expr e, int n, const vv_expr *list) {
    for (int i = 0; i < n; i++)
        if (vv_same(e, list[i])) return true;
    return false;
}

static bool never_zero(const vv_simplifier *w, vv_expr e) {
    vv_sign s = vv_known_sign(w->c, e);
    if (s == VV_POSITIVE || s == VV_NEGATIVE || s == VV_NONZERO) return true;
    const vv_facts *f = w->facts;
    if (!f) return false;
    vv_expr minus = vv_flatten_sum(w->c, vv_neg(w->c, e), MOST_FACT);
    return listed(e, f->npositive, f->positive) || listed(e, f->nnonzero, f->nonzero) ||
           listed(minus, f->npositive, f->positive) || listed(minus, f->nnonzero, f->nonzero);
}

/* ---- factors to be removed ----------------------------------------------------------------- */

/* The product of those irreducible factors of p that the test accepts. */
static vv_poly select_factors(const vv_simplifier *w, vv_atoms *a, vv_poly p,
                              bool (*accepts)(const vv_simplifier *, vv_expr)) {
    vv_rat k;
    int n, *power;
    vv_poly *f, out = vv_poly_int(a->ring, 1);
    if (vv_poly_factor(a->ring, p, &k, &n, &f, &power) != VV_OK) return out;
    for (int i = 0; i < n; i++)
        if (accepts(w, poly_expr(a, f[i])))
            out = vv_poly_mul(a->ring, out, vv_poly_pow(a->ring, f[i], power[i]));
    return out;
}

static bool is_symbol(const vv_simplifier *w, vv_expr e) { return vv_symbol_get(w->c, e) != NULL; }

/* The common factor of all coefficients. */
static vv_poly common(vv_atoms *a, const vv_term_groups *g) {
    vv_poly p = vv_poly_int(a->ring, 0);
    for (int i = 0; i < g->n && !(vv_poly_is_const(a->ring, p) && i); i++)
        p = vv_poly_gcd(a->ring, p, g->at[i].coefficient);
    return p;
}

/* n / d with all admissible factors removed; the removed part goes to *factor. */
static vv_rational_function strip(const vv_simplifier *w, vv_atoms *a, vv_rational_function q,
                                  clearing how, vv_expr *factor) {
    vv_polyring *r = a->ring;
    vv_term_groups g;
    vv_poly cleared = vv_poly_int(r, 1), divided = vv_poly_int(r, 1);
    if (how == CLEAR_ALL) cleared = q.d;
    if (how == CLEAR_SYMBOLS) cleared = select_factors(w, a, q.d, is_symbol);
    if (!w->keep_factors && vv_term_groups_collect(a, q.n, &g))
        divided = select_factors(w, a, common(a, &g), never_zero);
    vv_rat k = w->keep_factors ? vv_rat_int(1) : vv_atoms_content(a, q.n);
    vv_rational_function out = {vv_poly_div_exact(r, q.n, divided),
                                vv_poly_div_exact(r, q.d, cleared)};
    out.n = vv_poly_scale(r, vv_rat_inv(a->c, k), out.n);
    *factor = vv_div(a->c, poly_expr(a, cleared), vv_scale(a->c, k, poly_expr(a, divided)));
    return out;
}

/* ---- the two sides ------------------------------------------------------------------------- */

static bool looks_negative(vv_ctx *c, vv_expr e) {
    vv_sign s = vv_known_sign(c, e);
    if (s == VV_NEGATIVE || s == VV_POSITIVE) return s == VV_NEGATIVE;
    vv_layout l = {.c = c, .steps = 100000};
    vv_layout_term *t;
    int n = vv_layout_terms(&l, e, 0, &t), negative = 0;
    for (int i = 0; i < n; i++) negative += vv_rat_sign(t[i].k) < 0;
    return n > 0 && negative == n;
}

static void assemble(const vv_simplifier *w, vv_atoms *a, vv_rational_function q, vv_expr factor,
                     sides *best) {
    vv_ctx *c = w->c;
    vv_term_groups g;
    if (q.n < 0 || q.d < 0 || !vv_term_groups_collect(a, q.n, &g) || g.n == 0) return;
    vv_expr leading = vv_shortest_form(a, (vv_rational_function){g.at[0].coefficient, q.d});
    if (!w->keep_scale && looks_negative(c, leading)) {
        q.n = vv_poly_neg(a->ring, q.n);
        factor = vv_neg(c, factor);
        vv_term_groups_collect(a, q.n, &g);
    }
    vv_expr part[VV_TERM_CLASSES];
    for (int i = 0; i < VV_TERM_CLASSES; i++)
        part[i] = vv_term_groups_sum(w, a, &g, q.d, (vv_term_class)i);
    vv_cheapest left = VV_CHEAPEST;
    vv_cheapest_offer(c, &left, vv_add(c, part[VV_TERM_ACCELERATION], part[VV_TERM_SPEED]));
    bool still = vv_is_zero(left.e);
    if (still) left = VV_CHEAPEST, vv_cheapest_offer(c, &left, part[VV_TERM_OTHER]);
    vv_cheapest_offer(c, &left, vv_simplifier_common_factor(w, left.e));
    vv_expr right = still ? VV_ZERO : vv_neg(c, part[VV_TERM_OTHER]);
    int cost = left.cost + vv_format_cost(c, right, VV_CHEAPEST_NONE);
    if (cost < best->cost) *best = (sides){left.e, right, factor, cost};
}

/* All variants for one treatment of angle sums; false if none could be formed. */
static bool attempt(const vv_simplifier *w, vv_expr residual, bool expand, sides *best,
                    bool *compound) {
    vv_atoms *a = vv_simplifier_atoms(w, residual, expand);
    vv_rational_function q;
    bool possible = a && vv_rational_function_of(a, residual, &q);
    if (possible) {
        *compound = vv_atoms_compound(a);
        if (vv_poly_is_zero(a->ring, q.n)) *best = (sides){VV_ZERO, VV_ZERO, VV_ONE, 0};
        bool whole = vv_poly_is_const(a->ring, q.d) || w->keep_scale;
        int first = vv_poly_has_velocities(a, q.d) ? CLEAR_ALL : CLEAR_NONE;
        for (int how = first; how < (whole ? 1 : CLEARINGS) && best->cost; how++) {
            vv_expr factor;
            vv_rational_function stripped = strip(w, a, q, (clearing)how, &factor);
            assemble(w, a, stripped, factor, best);
        }
    }
    vv_atoms_free(a);
    return possible;
}

/* The same with the angles shifted by t, if only their difference matters. */
static void attempt_turned(const vv_simplifier *w, vv_expr still, const vv_eliminated_angle *t,
                           sides *best) {
    bool compound = false;
    sides own = {VV_POISON, VV_POISON, VV_POISON, best->cost};
    if (attempt(w, still, false, &own, &compound) && compound)
        attempt(w, still, true, &own, &compound);
    if (vv_is_poison(own.left)) return;
    own.left = vv_simplifier_restore_angle(w, t, own.left);
    own.right = vv_simplifier_restore_angle(w, t, own.right);
    own.factor = vv_simplifier_restore_angle(w, t, own.factor);
    own.cost = vv_format_cost(w->c, own.left, VV_CHEAPEST_NONE) +
               vv_format_cost(w->c, own.right, VV_CHEAPEST_NONE);
    if (own.cost < best->cost) *best = own;
}

vv_status vv_simplify_equation(vv_ctx *c, const vv_simplify_options *options, vv_expr residual,
                               vv_expr *left, vv_expr *right, vv_expr *factor) {
    long effort = options && options->effort ? options->effort : VV_SIMPLIFY_EFFORT;
    vv_simplifier w = vv_simplifier_new(c, options, &effort);
    sides raw = {residual, VV_ZERO, VV_ONE, 0}, best = raw;
    vv_expr given = residual;
    if (!vv_is_poison(residual) && !vv_simplifier_too_large(&w, residual)) {
        bool compound = false;
        vv_mark mark = vv_arena_mark(c);
        best.left = residual = vv_simplifier_roots(&w, residual);
        /* at equal cost the grouped form is better than an accidental one */
        best.cost = vv_format_cost(c, residual, w.most_tokens) + 2;
        vv_eliminated_angle t;
        vv_expr still = vv_simplifier_eliminate_angle(&w, residual, &t);
        if (!vv_same(still, residual)) attempt_turned(&w, still, &t, &best);
        if (attempt(&w, residual, false, &best, &compound) && compound)
            attempt(&w, residual, true, &best, &compound);
        vv_expr difference = vv_sub(c, best.left, best.right);
        vv_expr zero = vv_sub(c, difference, vv_mul(c, best.factor, given));
        if (!vv_is_zero(zero) && !vv_simplifier_proves_zero(&w, zero)) best = raw;
        vv_arena_release(c, mark);
    }
    *left = best.left;
    *right = best.right;
    if (factor) *factor = best.factor;
    return vv_ctx_status(c);
}
