/* Hidden constraints, which follow from those of servos and the equations of motion together. If
 * the servos' forces reach the constrained coordinates only indirectly (the cargo's position
 * tied to the rate of heel; a car towed by a spring), the equations free of these forces and the
 * differentiated constraints are dependent in the accelerations: the remainder of their
 * combination is a constraint on the state, satisfied by every motion. It is differentiated in
 * turn until the accelerations are determined [Gear1988; the motion of no. 470 with r = j]. */
#include <string.h>

#include "algebra/algebra.h"
#include "kinematics/system.h"

typedef struct search {
    vv_ctx *c;
    vv_system *s;
    int n;       /* expressions linear in w', all zero along the motion */
    vv_expr *e;  /* equations, servo constraints, hidden ones, differentiated */
    bool *spent; /* replaced, or implied by others (n) */
} search;

/* (12): P - Q on the displacements that annul the servos' work. */
static bool equations(search *k) {
    vv_ctx *c = k->c;
    vv_system *s = k->s;
    int nq = s->nq;
    vv_expr *E = VV_ARRAY(c, vv_expr, nq + 1), *g = VV_ARRAY(c, vv_expr, nq + 1),
            *dq = VV_MATRIX(c, vv_expr, s->n, nq);
    if (!E || !g || !dq) return false;
    if (vv_system_balance(c, s, E) != VV_OK) return false;
    vv_subst(c, nq, s->qdd, s->rate_rate, nq, E, E);
    vv_subst(c, nq, s->qd, s->rate, nq, E, E);
    int m = vv_servo_virtual_displacements(c, s, dq);
    for (int i = 0; i < m; i++) {
        for (int a = 0; a < nq; a++) g[a] = vv_mul(c, E[a], dq[i * nq + a]);
        k->e[k->n++] = vv_sum(c, nq, g);
    }
    for (int r = 0; r < s->servo.r; r++) {
        vv_expr a = s->servo.row[r].acceleration;
        vv_subst(c, nq, s->qdd, s->rate_rate, 1, &a, &a);
        vv_subst(c, nq, s->qd, s->rate, 1, &a, &a);
        k->e[k->n++] = a;
    }
    return vv_ctx_ok(c);
}

/* Removes speeds that cancel in a constraint, which then is one on positions. They may cancel only
 * because other constraints hold, (z' - ζ')^2: then these give speeds to put in, not rest. */
static vv_expr without_speeds(search *k, vv_expr g) {
    vv_system *s = k->s;
    if (!vv_depends(k->c, g, s->n, s->w)) return g;
    for (int i = 0; i < s->n; i++) {
        if (vv_depends(k->c, g, 1, &s->w[i]) &&
            !vv_vanishes(k->c, &s->facts, vv_diff(k->c, g, s->w[i])))
            return g;
    }
    for (int pass = 0; pass < 2 && vv_ctx_ok(k->c); pass++) {
        vv_expr put = pass ? vv_facts_rewrite(k->c, &s->facts, g) : g;
        vv_subst_zero(k->c, s->n, s->w, 1, &put, &put);
        if (put.id && vv_vanishes(k->c, &s->facts, vv_sub(k->c, g, put))) return put;
    }
    return g;
}

/* Velocity of a servo constraint in the speeds. */
static vv_expr in_speeds(search *k, int row) {
    vv_expr e = k->s->servo.row[row].velocity;
    vv_subst(k->c, k->s->nq, k->s->qd, k->s->rate, 1, &e, &e);
    return vv_facts_rewrite(k->c, &k->s->facts, e);
}

/* g without the factors that do not depend on the state, of which none vanishes at all times: where
 * the rope stays vertical, (x - s) (g - z''(t)) = 0 is x = s. */
static vv_expr factors_of_state(search *k, vv_expr g) {
    vv_ctx *c = k->c;
    const vv_system *s = k->s;
    vv_factors f;
    int n = 0;
    if (!vv_factorise(c, g, &f)) return g;
    for (int i = 0; i < f.n; i++) {
        bool state =
            vv_depends(c, f.factor[i], s->nq, s->q) || vv_depends(c, f.factor[i], s->n, s->w);
        if (state && f.power[i] > 0) f.factor[n] = f.factor[i], f.power[n++] = 1;
    }
    return n && n < f.n ? vv_product_powers(c, n, f.factor, f.power) : g;
}

/* Do all rules divide by what is not zero? */
static bool rules_hold(search *k) {
    const vv_facts *f = &k->s->facts;
    for (int i = 0; i < f->nrules && vv_ctx_ok(k->c); i++) vv_facts_rewrite(k->c, f, f->to[i]);
    return vv_ctx_status(k->c) != VV_E_MODEL;
}

/* Adds g = 0, which may be a place where what gives the speeds divides by zero: x = s of a rope
 * that stays vertical, where s' was solved from (x - s) s' = ... Then the speeds are solved again
 * there. Returns g without factors that do not matter. */
static vv_expr add_to_manifold(search *k, vv_expr g) {
    vv_ctx *c = k->c;
    vv_system *s = k->s;
    vv_expr on = vv_facts_rewrite(c, &s->facts, g), factors = factors_of_state(k, on);
    if (!vv_same(on, factors)) g = factors;
    vv_facts before = s->facts;
    bool solved = s->manifold_solved;
    vv_manifold_add_constraint(c, s, factors);
    if (rules_hold(k)) return g;
    vv_ctx_clear_failure(c);
    vv_expr *from = VV_ARRAY(c, vv_expr, before.nrules + 1),
            *to = VV_ARRAY(c, vv_expr, before.nrules + 1);
    if (!from || !to) return g;
    s->facts = before, s->manifold_solved = solved;
    s->facts.nrules = 0, s->facts.from = from, s->facts.to = to;
    for (int i = 0; i < before.nrules; i++)
        if (!vv_depends(c, before.from[i], s->n, s->w)) {
            from[s->facts.nrules] = before.from[i];
            to[s->facts.nrules++] = before.to[i];
        }
    vv_manifold_add_constraint(c, s, vv_facts_rewrite(c, &s->facts, g));
    for (int r = 0; r < s->servo.r + s->servo.nhidden - 1 && vv_ctx_ok(c); r++) {
        vv_expr e = in_speeds(k, r);
        if (!vv_vanishes(c, &s->facts, e)) vv_manifold_add_constraint(c, s, e);
    }
    return g;
}

/* Adds a constraint on q, w, t as a row, and its rate to the expressions. */
static void keep(search *k, vv_expr g) {
    vv_ctx *c = k->c;
    vv_system *s = k->s;
    g = without_speeds(k, g);
    bool finite = !vv_depends(c, g, s->n, s->w);
    s->servo.rates += finite ? 2 : 1;
    vv_constraint_row *row = &s->servo.row[s->servo.r + s->servo.nhidden++];
    *row = (vv_constraint_row){.kind = VV_ROW_SERVO,
                               .label = "the hidden constraints of the servos",
                               .span = s->servo.row[s->servo.r - 1].span,
                               .given = s->servo.row[s->servo.r - 1].given};
    row->coefficient = row->column = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!row->coefficient) return;
    vv_expr on = add_to_manifold(k, g);
    if (finite) {
        row->finite = g;
        on = vv_symbol_map_time_derivative(c, &s->maps.speed_rates, on);
        vv_manifold_add_constraint(c, s, vv_facts_rewrite(c, &s->facts, on));
        g = vv_symbol_map_time_derivative(c, &s->maps.speed_rates, g);
    }
    k->e[k->n++] = vv_symbol_map_time_derivative(c, &s->maps.speed_rates, g);
    /* the derivative of a finite one in all rates, as series of it have it: not with those that
     * other constraints give */
    if (finite)
        row->velocity = vv_symbol_map_time_derivative(c, &s->maps.coordinate_rates, row->finite);
    else
        vv_subst(c, s->n, s->w, s->speed, 1, &g, &row->velocity);
    row->raw = row->velocity;
    row->acceleration = vv_symbol_map_time_derivative(c, &s->maps.coordinate_rates, row->velocity);
    vv_gradient(c, row->velocity, s->nq, s->qd, row->coefficient);
    row->offset = VV_ZERO;
}

/* Of one sign wherever it is real: 1 + x^2. */
static bool never_vanishes(search *k, vv_expr e) {
    enum { MOST_TERMS = 64 };
    vv_sign sign = vv_known_sign(k->c, vv_flatten_sum(k->c, e, MOST_TERMS));
    return sign == VV_POSITIVE || sign == VV_NEGATIVE || sign == VV_NONZERO;
}

/* Does e divide by something that may vanish for some state or time, or take a root? That may
 * fail during the motion. */
static bool is_delicate(search *k, vv_expr e) {
    const vv_system *s = k->s;
    int count;
    uint32_t *order = vv_expr_topological_order(k->c, 1, &e, &count);
    for (int i = 0; order && i < count; i++) {
        vv_expr x = {order[i]};
        vv_op op = vv_expr_op(k->c, x);
        if (op != VV_CONST && op != VV_SYM && op != VV_ADD && op != VV_MUL && op != VV_SIN &&
            op != VV_COS)
            return true;
        for (int j = 0; op == VV_MUL && j < vv_expr_arity(k->c, x); j++) {
            vv_expr f = vv_expr_child(k->c, x, j);
            if (vv_expr_exponent(k->c, x, j) < 0 &&
                (vv_depends(k->c, f, s->nq, s->q) || vv_depends(k->c, f, s->n, s->w) ||
                 vv_depends(k->c, f, 1, &s->m->t)) &&
                !never_vanishes(k, f))
                return true;
        }
    }
    return !order;
}

/* Simplifies by the constraints known before, if their rules never fail. Rules for parameters
 * serve the prover only: here they have their values. */
static vv_expr shorten(search *k, vv_expr g) {
    const vv_facts *f = &k->s->facts;
    vv_facts plain = *f;
    vv_expr *from = VV_ARRAY(k->c, vv_expr, f->nrules + 1),
            *to = VV_ARRAY(k->c, vv_expr, f->nrules + 1);
    if (!from || !to) return g;
    plain.nrules = 0;
    for (int i = 0; i < f->nrules; i++) {
        const vv_symbol *symbol = vv_symbol_get(k->c, f->from[i]);
        if (!symbol || symbol->kind == VV_SYM_PARAMETER || is_delicate(k, f->to[i])) continue;
        from[plain.nrules] = f->from[i];
        to[plain.nrules++] = f->to[i];
    }
    plain.from = from, plain.to = to;
    return vv_facts_rewrite(k->c, &plain, g);
}

/* The remainder of expression i after the independent ones have eliminated its accelerations. */
static vv_expr remainder_of(search *k, int i, int rank, const int *row, const int *column,
                            const vv_expr *J, const vv_expr *b) {
    vv_ctx *c = k->c;
    int n = k->s->n;
    vv_expr *M = VV_MATRIX(c, vv_expr, rank, rank), *x = VV_ARRAY(c, vv_expr, rank + 1), g = b[i];
    if (!M || !x) return VV_POISON;
    for (int p = 0; p < rank; p++) {
        x[p] = J[i * n + column[p]];
        for (int q = 0; q < rank; q++) M[p * rank + q] = J[row[q] * n + column[p]];
    }
    if (rank && vv_solve(c, rank, vv_factor(c, rank, M), x, x) != VV_OK) return VV_POISON;
    for (int p = 0; p < rank; p++) g = vv_sub(c, g, vv_mul(c, x[p], b[row[p]]));
    return shorten(k, g);
}

/* Independent rows, constraints before equations: the divisor of the combination is then a minor
 * of the constraints, which vanishes where they themselves fail, and not one that the motion
 * passes through. */
static bool independent(search *k, const vv_expr *J, int *rank, int *row, int *column) {
    int n = k->s->n, m = k->n;
    vv_expr *turned = VV_MATRIX(k->c, vv_expr, m, n);
    if (!turned) return false;
    for (int i = 0; i < m; i++)
        memcpy(turned + i * n, J + (m - 1 - i) * n, (size_t)n * sizeof *turned);
    if (vv_generic_rank(k->c, &k->s->facts, m, n, turned, rank, row, column, NULL) != VV_OK)
        return false;
    for (int p = 0; p < *rank; p++) row[p] = m - 1 - row[p];
    return true;
}

/* Finds one more constraint; *done if the accelerations are determined. False: there is none, or
 * it cannot hold. */
static bool find_next_constraint(search *k, bool *done) {
    vv_ctx *c = k->c;
    vv_system *s = k->s;
    int n = s->n, m = k->n, rank = 0;
    vv_expr *J = VV_MATRIX(c, vv_expr, m, n), *b = VV_ARRAY(c, vv_expr, m + 1);
    int *row = VV_ARRAY(c, int, m + 1), *column = VV_ARRAY(c, int, m + n + 1);
    if (!J || !b || !row || !column) return false;
    vv_jacobian(c, m, k->e, n, s->wd, J);
    vv_subst_zero(c, n, s->wd, m, k->e, b);
    for (int i = 0; i < m * n; i++)
        if (!vv_is_const(c, J[i]) && vv_vanishes(c, &s->facts, J[i])) J[i] = VV_ZERO;
    bool *pivot = VV_ARRAY(c, bool, m + 1);
    if (!pivot || !independent(k, J, &rank, row, column)) return false;
    if ((*done = rank == n)) return true;
    for (int p = 0; p < rank; p++) pivot[row[p]] = true;
    for (int i = 0; i < m && vv_ctx_ok(c); i++) {
        if (pivot[i] || k->spent[i]) continue;
        k->spent[i] = true;
        vv_expr g = remainder_of(k, i, rank, row, column, J, b);
        if (!g.id) return false;
        if (vv_vanishes(c, &s->facts, g)) continue;
        if (!vv_depends(c, g, s->nq, s->q) && !vv_depends(c, g, n, s->w)) return false;
        keep(k, g);
        return vv_ctx_ok(c);
    }
    return false;
}

vv_status vv_system_hidden_constraints(vv_ctx *c, vv_system *s) {
    vv_servos *v = &s->servo;
    int most = s->n + v->r + VV_SERVO_MAX_HIDDEN + 1;
    bool done = false;
    for (int r = 0; r < v->r; r++) v->rates = v->row[r].finite.id || v->rates == 2 ? 2 : 1;
    if (!v->singular) return vv_ctx_status(c);
    search k = {.c = c, .s = s, .e = VV_ARRAY(c, vv_expr, most), .spent = VV_ARRAY(c, bool, most)};
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    vv_facts before = s->facts;
    bool solved = s->manifold_solved, good = s->has_T && v->by && equations(&k);
    while (good && !done && v->nhidden < VV_SERVO_MAX_HIDDEN)
        good = find_next_constraint(&k, &done);
    if ((done && good) || (vv_ctx_status(c) != VV_OK && vv_ctx_status(c) != VV_E_MODEL))
        return vv_ctx_status(c);
    vv_ctx_clear_failure(c); /* division by zero: no constraint was found */
    s->facts = before;
    s->manifold_solved = solved;
    v->nhidden = 0;
    v->refusal = "the servo forces do not determine the accelerations: they cannot act on the "
                 "quantities they constrain, or a coordinate has no inertia";
    vv_diag_hint(
        c, vv_diag_add(c, VV_WARNING, VV_D_SERVO_SINGULAR, v->row[v->r - 1].span, "%s", v->refusal),
        "after through, name a coordinate that moves the constrained quantity");
    return vv_ctx_status(c);
}
