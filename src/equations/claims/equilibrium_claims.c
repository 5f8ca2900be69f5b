#include "equations/claims/equilibrium_claims.h"
#include "equations/claims/integral_events.h"

#include <string.h>

#include "equations/stability/stability.h"
#include "algebra/algebra.h"

/* A configuration: q by rules, w and w' at rest, and what must vanish for it to exist. */
typedef struct configuration {
    vv_ctx *c;
    const vv_system *s;
    const vv_equations *eq;
    vv_facts facts;
    int nmust;
    vv_expr *must;      /* (nrows + nfindings) */
    vv_expr *from, *to; /* w, w' and their values at rest (2 n) */
} configuration;

static vv_expr by_coordinates(const configuration *p, vv_expr e) {
    return vv_expr_in_coordinates(p->c, p->s, e);
}

/* A holonomic constraint determines a remaining coordinate, or must be satisfied. False: it
 * cannot be solved for any. */
static bool apply_constraint(configuration *p, vv_expr finite) {
    vv_expr g = vv_facts_rewrite(p->c, &p->facts, finite);
    if (vv_vanishes(p->c, &p->facts, g)) return true;
    if (vv_depends(p->c, g, p->s->nq, p->s->q))
        return vv_manifold_add_rule(p->c, p->s->m, &p->facts, g);
    p->must[p->nmust++] = g;
    return true;
}

/* The stated equations first, then the holonomic constraints, those implied by others near some
 * configuration last. */
static bool solve_configuration(configuration *p, const vv_claim *k) {
    const vv_system *s = p->s;
    vv_expr *implied = VV_ARRAY(p->c, vv_expr, s->nfindings + 1);
    if (!implied) return false;
    for (int i = 0; i < k->nat; i++) {
        vv_expr e = vv_facts_rewrite(p->c, &p->facts, by_coordinates(p, k->at[i]));
        if (vv_is_zero(e)) continue;
        if (!vv_depends(p->c, e, s->nq, s->q) || !vv_manifold_add_rule(p->c, s->m, &p->facts, e))
            return false;
    }
    for (int r = 0; r < s->nrows; r++)
        if (s->row[r].kind == VV_ROW_HOLONOMIC && !apply_constraint(p, s->row[r].finite))
            return false;
    int n = vv_system_implied_constraints(p->c, s, implied);
    for (int i = 0; i < n; i++)
        if (!apply_constraint(p, implied[i])) return false;
    return vv_ctx_ok(p->c);
}

/* What is assumed positive remains positive at the values given by the rules. */
static bool substitute_signs(configuration *p) {
    vv_ctx *c = p->c;
    vv_facts *f = &p->facts;
    vv_expr *positive = VV_ARRAY(c, vv_expr, 2 * f->npositive + 1);
    if (!positive) return false;
    int n = f->npositive;
    for (int i = 0; i < f->npositive; i++) {
        positive[i] = f->positive[i];
        vv_expr there = vv_facts_rewrite(c, f, f->positive[i]);
        if (!vv_same(there, f->positive[i]) && !vv_is_const(c, there)) positive[n++] = there;
    }
    if (vv_ctx_status(c) ==
        VV_E_MODEL) { /* one of them divides by an expression that vanishes there */
        vv_ctx_clear_failure(c);
        return vv_ctx_ok(c);
    }
    f->positive = positive;
    f->npositive = n;
    return vv_ctx_ok(c);
}

/* w and w' at q' = q'' = 0. */
static bool set_rest_speeds(configuration *p) {
    const vv_system *s = p->s;
    int n = s->n, nq = s->nq;
    for (int i = 0; i < n; i++) p->from[i] = s->w[i], p->from[n + i] = s->wd[i];
    vv_total_derivative(p->c, s->maps.coordinate_rates.n, s->maps.coordinate_rates.from,
                        s->maps.coordinate_rates.to, n, s->speed, p->to + n);
    for (int i = 0; i < n; i++) p->to[i] = s->speed[i];
    vv_subst_zero(p->c, nq, s->qdd, 2 * n, p->to, p->to);
    vv_subst_zero(p->c, nq, s->qd, 2 * n, p->to, p->to);
    return vv_ctx_ok(p->c);
}

static void at_rest(const configuration *p, int n, vv_expr *e) {
    vv_subst(p->c, 2 * p->s->n, p->from, p->to, n, e, e);
    for (int i = 0; i < n; i++) e[i] = vv_facts_rewrite(p->c, &p->facts, e[i]);
}

/* Rank at the configuration; -1 if an entry is undefined. */
static int rank_at(const configuration *p, int rows, int cols, vv_expr *m) {
    int rank = -1;
    at_rest(p, rows * cols, m);
    bool known = vv_ctx_ok(p->c) &&
                 vv_generic_rank(p->c, &p->facts, rows, cols, m, &rank, NULL, NULL, NULL) == VV_OK;
    if (vv_ctx_status(p->c) == VV_E_MODEL) vv_ctx_clear_failure(p->c);
    return known ? rank : -1;
}

/* Are the directions of the speeds dependent there, or undefined? Then their equations give no
 * information, unless only the coordinates are singular, i.e. the mass matrix is regular. */
static bool is_singular(const configuration *p) {
    vv_ctx *c = p->c;
    int n = p->s->n, nq = p->s->nq;
    vv_expr *D = VV_MATRIX(c, vv_expr, n, nq), *M = VV_MATRIX(c, vv_expr, n, n);
    if (!D || !M) return true;
    memcpy(D, p->s->direction, (size_t)(n * nq) * sizeof *D);
    int rank = rank_at(p, n, nq, D);
    if (rank >= 0 || p->eq->nunknowns != n) return rank < n;
    for (int i = 0; i < n * n; i++) M[i] = vv_factored(c, p->eq->matrix[i]);
    return rank_at(p, n, n, M) < n;
}

/* Is the mass matrix singular there, but not elsewhere? Then the coordinates are singular, as
 * Euler angles where two axes coincide, and do not represent every displacement. It does not
 * matter whether the configuration leaves a coordinate open: at the pole of a sphere, rotating
 * by it turns the others into every direction, but not where a rotor's axis is aligned with that
 * of its outer gimbal. */
static bool is_degenerate(const configuration *p) {
    vv_ctx *c = p->c;
    int n = p->s->n, rank = 0;
    vv_expr *M = VV_MATRIX(c, vv_expr, n, n);
    if (!M || p->eq->nunknowns != n) return false;
    memcpy(M, p->eq->matrix, (size_t)(n * n) * sizeof *M);
    int there = rank_at(p, n, n, M);
    for (int i = 0; i < n * n && there < 0; i++) M[i] = vv_factored(c, p->eq->matrix[i]);
    if (there < 0) there = rank_at(p, n, n, M);
    if (there == n) return false;
    return vv_generic_rank(c, &p->s->facts, n, n, p->eq->matrix, &rank, NULL, NULL, NULL) ==
               VV_OK &&
           rank == n;
}

/* There it is an equilibrium if the squared norm of the force in the metric of T is defined and
 * vanishes. */
static bool decide_by_force_norm(const configuration *p, const vv_prove_options *o, vv_proof *out) {
    vv_ctx *c = p->c;
    int n = p->s->n;
    vv_expr *F = VV_ARRAY(c, vv_expr, n + 1);
    if (!F) return false;
    vv_subst_zero(c, n, p->s->w, n, p->eq->rhs, F);
    vv_expr x = vv_force_norm_squared(c, &p->s->facts, n, p->eq->matrix, F);
    if (vv_is_poison(x)) return false;
    at_rest(p, 1, &x);
    if (vv_ctx_status(c) == VV_E_MODEL) {
        vv_ctx_clear_failure(c);
        return false;
    }
    return vv_prove_zero(c, &p->facts, 1, &x, o, out) == VV_OK && out->verdict == VV_PROVED;
}

/* The expressions that vanish at an equilibrium: residuals at rest, and velocities. */
static vv_expr *at_equilibrium(const configuration *p, int *n) {
    const vv_system *s = p->s;
    vv_expr *e = VV_ARRAY(p->c, vv_expr, p->eq->nequations + s->nq + p->nmust + 1);
    *n = 0;
    if (!e) return NULL;
    for (int i = 0; i < p->eq->nequations; i++) e[(*n)++] = p->eq->residual[i];
    for (int a = 0; a < s->nq; a++) e[(*n)++] = s->rate[a];
    for (int i = 0; i < p->nmust; i++) e[(*n)++] = p->must[i];
    at_rest(p, *n, e);
    return e;
}

static vv_status is_equilibrium(const configuration *p, const vv_prove_options *o, vv_proof *out) {
    int n;
    vv_expr *e = at_equilibrium(p, &n);
    return e ? vv_prove_zero(p->c, &p->facts, n, e, o, out) : vv_ctx_status(p->c);
}

static vv_expr at_position(vv_ctx *c, vv_expr e, const void *data);

/* Does the position lie where a force at rest has other values on other sides, as that of
 * max(x^2, x) at x = 0? Its value there is a matter of writing. */
static bool is_between_branches(const configuration *p) {
    vv_ctx *c = p->c;
    const vv_system *s = p->s;
    int n = p->eq->nunknowns;
    vv_expr *F = VV_ARRAY(c, vv_expr, n + 1);
    if (!F) return true;
    vv_subst_zero(c, s->n, s->w, n, p->eq->rhs, F);
    vv_kinks k = vv_kinks_find(c, s, &p->facts, n, F, at_position, p);
    for (unsigned sides = 1; k.n && !(sides >> k.n); sides++)
        for (int i = 0; i < n; i++) {
            vv_expr apart =
                vv_sub(c, vv_kinks_on_sides(c, &k, sides, F[i]), vv_kinks_on_sides(c, &k, 0, F[i]));
            at_rest(p, 1, &apart);
            if (!vv_is_zero(apart) && !vv_vanishes(c, &p->facts, apart)) return true;
        }
    return false;
}

/* Is it never an equilibrium, for any values, because one of these does not vanish? */
static bool is_never_equilibrium(const configuration *p) {
    int n;
    vv_expr *e = at_equilibrium(p, &n);
    for (int i = 0; e && i < n; i++) {
        vv_sign sign =
            vv_sign_given_facts(p->c, &p->facts, vv_facts_rewrite(p->c, &p->facts, e[i]));
        if (sign == VV_POSITIVE || sign == VV_NEGATIVE || sign == VV_NONZERO) return true;
    }
    return false;
}

/* ---- small motions -------------------------------------------------------------------------- */

enum { MOST_SPEEDS = 8 };

typedef struct complex {
    vv_expr re, im;
} complex;

static complex times(vv_ctx *c, complex a, complex b) {
    return (complex){vv_sub(c, vv_mul(c, a.re, b.re), vv_mul(c, a.im, b.im)),
                     vv_add(c, vv_mul(c, a.re, b.im), vv_mul(c, a.im, b.re))};
}

/* Minors of the leading rows by sets of columns, division-free. */
static complex determinant(vv_ctx *c, int n, const complex *m) {
    complex minor[1 << MOST_SPEEDS];
    minor[0] = (complex){VV_ONE, VV_ZERO};
    for (int set = 1; set < 1 << n; set++) {
        int r = __builtin_popcount((unsigned)set) - 1;
        complex sum = {VV_ZERO, VV_ZERO};
        for (int k = 0; k < n; k++) {
            if (!(set >> k & 1)) continue;
            complex t = times(c, m[r * n + k], minor[set & ~(1 << k)]);
            bool odd = __builtin_popcount((unsigned)set >> (k + 1)) & 1;
            sum.re = odd ? vv_sub(c, sum.re, t.re) : vv_add(c, sum.re, t.re);
            sum.im = odd ? vv_sub(c, sum.im, t.im) : vv_add(c, sum.im, t.im);
        }
        minor[set] = sum;
    }
    return minor[(1 << n) - 1];
}

/* Do the velocities at the rest values of w vanish in every nearby configuration? Then δq' = B
 * δw. */
static bool stays_zero(const configuration *p) {
    const vv_system *s = p->s;
    int nq = s->nq;
    vv_expr *G = VV_MATRIX(p->c, vv_expr, nq, nq);
    if (!G) return false;
    for (int a = 0; a < nq; a++) vv_gradient(p->c, s->rate[a], nq, s->q, G + a * nq);
    at_rest(p, nq * nq, G);
    for (int i = 0; i < nq * nq; i++)
        if (!vv_vanishes(p->c, &p->facts, G[i])) return false;
    return true;
}

/* With δq = B δw / iω the residuals are (K B - ω² M + iω C) δw / iω: computes the determinant;
 * false if memory is exhausted. */
static bool characteristic(const configuration *p, vv_expr omega, complex *out) {
    vv_ctx *c = p->c;
    const vv_system *s = p->s;
    int n = s->n, nq = s->nq;
    vv_expr *K = VV_MATRIX(c, vv_expr, n, nq), *M = VV_MATRIX(c, vv_expr, n, n),
            *C = VV_MATRIX(c, vv_expr, n, n), *B = VV_MATRIX(c, vv_expr, n, nq),
            *t = VV_ARRAY(c, vv_expr, nq + 1);
    complex *m = VV_MATRIX(c, complex, n, n);
    if (!K || !M || !C || !B || !t || !m) return false;
    for (int i = 0; i < n; i++) {
        vv_gradient(c, p->eq->residual[i], nq, s->q, K + i * nq);
        vv_gradient(c, p->eq->residual[i], n, s->wd, M + i * n);
        vv_gradient(c, p->eq->residual[i], n, s->w, C + i * n);
        for (int a = 0; a < nq; a++) B[i * nq + a] = s->direction[i * nq + a];
    }
    at_rest(p, n * nq, K), at_rest(p, n * n, M), at_rest(p, n * n, C), at_rest(p, n * nq, B);
    vv_expr square = vv_mul(c, omega, omega);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            for (int a = 0; a < nq; a++) t[a] = vv_mul(c, K[i * nq + a], B[j * nq + a]);
            m[i * n + j].re = vv_sub(c, vv_sum(c, nq, t), vv_mul(c, square, M[i * n + j]));
            m[i * n + j].im = vv_mul(c, omega, C[i * n + j]);
        }
    *out = determinant(c, n, m);
    return vv_ctx_ok(c);
}

/* ---- stability ------------------------------------------------------------------------------ */

/* Resolves roots of expressions that become a number or a square at the configuration, and
 * absolute values of known sign: otherwise signs of factors are not found. */
static void resolve_roots(const configuration *p, int n, vv_expr *e) {
    vv_ctx *c = p->c;
    for (int round = 0; round < 2; round++) { /* the root of a square gives an absolute value */
        int nodes = 0, k = 0;
        uint32_t *id = vv_expr_topological_order(c, n, e, &nodes);
        vv_expr *from = VV_ARRAY(c, vv_expr, nodes + 1), *to = VV_ARRAY(c, vv_expr, nodes + 1);
        for (int i = 0; id && from && to && i < nodes; i++) {
            vv_expr node = {id[i]}, x;
            vv_op op = vv_expr_op(c, node);
            if (op != VV_SQRT && op != VV_ABS) continue;
            x = vv_expr_child(c, node, 0);
            vv_sign sign = op == VV_ABS ? vv_sign_given_facts(c, &p->facts, x) : VV_ANY_SIGN;
            vv_expr out = op == VV_SQRT                               ? vv_sqrt_factored(c, x)
                          : sign == VV_NEGATIVE                       ? vv_neg(c, x)
                          : sign == VV_ANY_SIGN || sign == VV_NONZERO ? node
                                                                      : x;
            if (!vv_same(out, node)) from[k] = node, to[k++] = out;
        }
        if (k) vv_subst(c, k, from, to, n, e, e);
    }
}

static vv_expr at_position(vv_ctx *c, vv_expr e, const void *data) {
    (void)c;
    at_rest(data, 1, &e);
    resolve_roots(data, 1, &e);
    return e;
}

/* M δπ'' + G δπ' + K δπ = 0 from matrix * w' = rhs. */
static bool linear_equations(const configuration *p, vv_linearized *m) {
    vv_ctx *c = p->c;
    const vv_system *s = p->s;
    int n = s->n, nq = s->nq;
    *m = (vv_linearized){.n = n};
    m->rough = vv_force_is_nonsmooth(c, s, &p->facts, p->eq, at_position, p, &m->kinked);
    if (m->rough) return vv_ctx_ok(c);
    *m = (vv_linearized){.n = n,
                         .kinked = m->kinked,
                         .M = VV_MATRIX(c, vv_expr, n, n),
                         .G = VV_MATRIX(c, vv_expr, n, n),
                         .K = VV_MATRIX(c, vv_expr, n, n)};
    if (!m->M || !m->G || !m->K) return false;
    for (int i = 0; i < n; i++) {
        vv_gradient(c, p->eq->rhs[i], n, s->w, m->G + i * n);
        for (int j = 0; j < n; j++) {
            m->M[i * n + j] = p->eq->matrix[i * n + j];
            m->G[i * n + j] = vv_neg(c, m->G[i * n + j]);
            vv_total_derivative(c, nq, s->q, s->direction + j * nq, 1, &p->eq->rhs[i],
                                &m->K[i * n + j]);
            m->K[i * n + j] = vv_neg(c, m->K[i * n + j]);
        }
    }
    at_rest(p, n * n, m->M), at_rest(p, n * n, m->G), at_rest(p, n * n, m->K);
    resolve_roots(p, n * n, m->M), resolve_roots(p, n * n, m->G), resolve_roots(p, n * n, m->K);
    vv_clear_zeros(c, &p->facts, n * n, m->M);
    vv_clear_zeros(c, &p->facts, n * n, m->G);
    vv_clear_zeros(c, &p->facts, n * n, m->K);
    vv_linearized_settle_time(c, &p->facts, s->m, m);
    /* with servos the mass matrix has no definite sign, unlike that of T */
    return vv_ctx_ok(c) && (!s->worked || vv_linearized_solve(c, &p->facts, m));
}

/* If every number were a root, an equation is lost, as in polar coordinates at their pole. */
static vv_status is_frequency(const configuration *p, vv_expr omega, const vv_prove_options *o,
                              vv_proof *out) {
    vv_ctx *c = p->c;
    complex any, d;
    vv_linearized m;
    vv_expr free = vv_symbol_new(c, "ω", VV_SYM_OTHER);
    if (!linear_equations(p, &m)) return vv_ctx_status(c);
    if (m.rough) {
        out->theorem = "a force switches branches there: its derivatives are one-sided";
        return vv_ctx_status(c);
    }
    if (m.timed || vv_depends(c, omega, 1, &p->s->m->t)) {
        out->theorem =
            "the linearized equations depend on the time: they have no natural frequencies";
        if (!m.timed)
            out->theorem = "a natural frequency is a number, and this one depends on the time";
        return vv_ctx_status(c);
    }
    if (!characteristic(p, free, &any) || !characteristic(p, omega, &d)) return vv_ctx_status(c);
    if (vv_vanishes(c, &p->facts, any.re) && vv_vanishes(c, &p->facts, any.im)) {
        out->theorem = "the equations are degenerate at this position; use other coordinates";
        return vv_ctx_status(c);
    }
    return vv_prove_zero(c, &p->facts, 2, (vv_expr[]){d.re, d.im}, o, out);
}

/* Does the direction of speed i move a coordinate that the claim mentions? At the configuration:
 * there a loaded sphere only rotates about its own axis, elsewhere that axis nutates. */
static bool is_mentioned(const configuration *p, const vv_claim *k, int i) {
    const vv_system *s = p->s;
    for (int a = 0; a < s->nq; a++) {
        vv_expr by = at_position(p->c, s->direction[i * s->nq + a], p);
        if (vv_ctx_status(p->c) == VV_E_MODEL) /* speeds that are singular there */
            vv_ctx_clear_failure(p->c);
        else if (vv_is_zero(by) || vv_vanishes(p->c, &p->facts, by))
            continue;
        for (int j = 0; j < k->nat; j++)
            if (vv_depends(p->c, by_coordinates(p, k->at[j]), 1, &s->q[a])) return true;
    }
    return false;
}

/* Does the claim fix this coordinate, and no other? */
static bool is_claimed(const configuration *p, const vv_claim *k, int a) {
    for (int j = 0; j < k->nat; j++) {
        vv_expr e = by_coordinates(p, k->at[j]);
        bool only = vv_depends(p->c, e, 1, &p->s->q[a]);
        for (int b = 0; b < p->s->nq; b++) only &= b == a || !vv_depends(p->c, e, 1, &p->s->q[b]);
        if (only) return true;
    }
    return false;
}

/* Does a motion along these directions, in coordinates, violate what the claim states of the
 * configuration? Along x = y the claim x - y = 0 continues to hold. */
static bool violates_claim(const configuration *p, const vv_claim *k, const vv_expr *along) {
    for (int j = 0; j < k->nat; j++) {
        vv_expr e = by_coordinates(p, k->at[j]);
        vv_total_derivative(p->c, p->s->nq, p->s->q, along, 1, &e, &e);
        if (!vv_vanishes(p->c, &p->facts, vv_facts_rewrite(p->c, &p->facts, e))) return true;
    }
    return false;
}

/* Is there only one speed, with a force of degree at least two in it? Then w' = h(q) w^2, w
 * changes by a factor exp(∫ h dq) along the path and never comes to rest. */
static bool never_stops(const configuration *p, const vv_facts *f, vv_expr force) {
    vv_ctx *c = p->c;
    vv_expr w = p->s->w[0], M = p->eq->matrix[0], slope = vv_diff(c, force, w);
    if (p->s->n != 1 || p->eq->nunknowns != 1) return false;
    at_rest(p, 1, &M);
    return vv_vanishes(c, f, vv_facts_rewrite(c, f, vv_subst1(c, force, w, VV_ZERO))) &&
           vv_vanishes(c, f, vv_facts_rewrite(c, f, vv_subst1(c, slope, w, VV_ZERO))) &&
           vv_is_identically_zero(c, &p->facts, M) == VV_FALSE;
}

/* Is the uniform motion of speed i alone, however slow, a motion of the system? Then it leaves
 * the configuration, since nothing holds the coordinates that it moves. */
static bool drifts(const configuration *p, int i) {
    vv_ctx *c = p->c;
    const vv_system *s = p->s;
    vv_facts f = p->facts;
    vv_expr *from = VV_ARRAY(c, vv_expr, f.nrules + 1), *to = VV_ARRAY(c, vv_expr, f.nrules + 1);
    if (!from || !to) return false;
    int n = 0;
    for (int r = 0; r < f.nrules; r++) {
        bool moved = false;
        for (int a = 0; a < s->nq; a++)
            moved |= vv_same(f.from[r], s->q[a]) && !vv_is_zero(s->direction[i * s->nq + a]);
        if (!moved) from[n] = f.from[r], to[n++] = f.to[r];
    }
    f.nrules = n, f.from = from, f.to = to;
    for (int j = 0; j < s->n; j++) {
        vv_expr e = p->eq->rhs[j];
        for (int k = 0; k < s->n; k++)
            if (k != i) e = vv_subst1(c, e, s->w[k], VV_ZERO);
        if (!vv_vanishes(c, &f, vv_facts_rewrite(c, &f, e)) && !never_stops(p, &f, e)) return false;
    }
    return true;
}

static struct vv_proof_record *argue_drift(const configuration *p, int i) {
    vv_ctx *c = p->c;
    const vv_system *s = p->s;
    vv_expr *place = VV_ARRAY(c, vv_expr, s->nq + 1), *by = VV_ARRAY(c, vv_expr, s->n + 1);
    if (!place || !by || !vv_proof_is_recorded(c)) return NULL;
    for (int a = 0; a < s->nq; a++) place[a] = at_position(c, s->q[a], p);
    for (int k = 0; k < s->n; k++) by[k] = k == i ? VV_ONE : VV_ZERO;
    return vv_drift_argument(c, s, p->eq, &p->facts, by, place);
}

/* Conditions that neither always hold nor always fail: finds parameter values at which the
 * contrary of the claim is certain. */
static void find_counterexample(const configuration *p, const vv_claim *k,
                                const vv_stability *found, const vv_prove_options *o,
                                vv_proof *out) {
    vv_ctx *c = p->c;
    vv_proof there;
    int sign = k->negated ? 1 : -1;
    bool told = sign > 0 ? !found->linear_only : !found->one_way;
    for (int i = 0; i < found->nindifferent && sign > 0; i++)
        told &= !is_mentioned(p, k, found->indifferent[i]);
    if (found->verdict != VV_UNDECIDED || !found->nconditions || !found->regular || !told) return;
    if (!vv_sign_witness_search(c, &p->facts, found->nconditions, found->condition, sign,
                                o ? o->seed : 0, &there))
        return;
    *out = there;
    out->verdict = sign > 0 ? VV_PROVED : VV_REFUTED; /* of stability */
    out->theorem = sign > 0         ? "it is stable"
                   : found->maximum ? "the force function has no maximum, and the motion departs,"
                                    : "an eigenvalue has a positive real part";
}

/* Expands sums without nested brackets, also those that are factors. */
static vv_expr readable(vv_ctx *c, vv_expr e, int terms) {
    bool sum = vv_expr_op(c, e) == VV_ADD;
    vv_expr whole = sum ? vv_flatten_sum(c, e, terms) : e, x = sum ? VV_ZERO : VV_ONE;
    if (vv_expr_op(c, whole) != VV_ADD && vv_expr_op(c, whole) != VV_MUL) return whole;
    for (int i = 0; i < vv_expr_arity(c, whole); i++) {
        vv_expr part = vv_expr_child(c, whole, i);
        if (!sum)
            x = vv_mul(
                c, x, vv_pow_int(c, vv_flatten_sum(c, part, terms), vv_expr_exponent(c, whole, i)));
        else if (vv_expr_op(c, part) == VV_MUL)
            x = vv_add(c, x,
                       vv_mul(c, vv_rational(c, vv_expr_coefficient(c, whole, i)),
                              readable(c, part, terms)));
        else
            x = vv_add(c, x, vv_mul(c, vv_rational(c, vv_expr_coefficient(c, whole, i)), part));
    }
    return sum ? vv_flatten_sum(c, x, terms) : x;
}

/* The undecided conditions that would decide, as far as they are readable. */
static const char *with_conditions(const configuration *p, const vv_stability *found) {
    enum { MOST = 4, LONGEST = 200, TERMS = 30 };
    vv_buffer b = VV_BUFFER(p->c);
    vv_buffer_printf(&b, "%s; it is unknown whether ", found->why);
    for (int i = 0; i < found->nconditions; i++) {
        vv_buffer_add(&b, i ? " and " : "");
        vv_expr_write(p->c, readable(p->c, found->condition[i], TERMS), &b);
        vv_buffer_add(&b, " > 0");
    }
    vv_buffer_add(&b, found->regular ? "" : ", nor whether T is definite");
    vv_buffer_add(&b, ": state assumptions about the parameters by assume, or after if");
    bool brief = found->nconditions <= MOST && b.length <= LONGEST + strlen(found->why);
    return brief ? vv_buffer_text(&b) : found->why;
}

/* Does a speed move coordinate a, and none in which the equilibrium is stable? */
static bool moves_only_others(const configuration *p, const bool *covered, int i, int a) {
    const vv_system *s = p->s;
    bool others = !vv_is_zero(s->direction[i * s->nq + a]);
    for (int b = 0; b < s->nq; b++)
        others &= !covered[b] || vv_is_zero(s->direction[i * s->nq + b]);
    return others;
}

/* The claim may be about coordinates in which nothing was proved: the heading of a sleigh that a
 * spring holds. */
static void leave_uncovered(const configuration *p, const vv_claim *k, const bool *covered,
                            vv_proof *out) {
    for (int a = 0; a < p->s->nq && out->verdict == VV_PROVED; a++) {
        bool mentioned = false, slow = false;
        for (int j = 0; j < k->nat && !covered[a]; j++)
            mentioned |= vv_depends(p->c, by_coordinates(p, k->at[j]), 1, &p->s->q[a]);
        if (!mentioned) continue;
        for (int i = 0; i < p->s->n && !slow; i++)
            slow = moves_only_others(p, covered, i, a) && drifts(p, i);
        out->verdict = slow ? VV_REFUTED : VV_UNDECIDED;
        out->argument = NULL;
        out->theorem = slow ? "a motion, however slow, continues and leaves the equilibrium"
                            : "no force restrains a coordinate that is mentioned";
    }
}

static vv_status is_stable(const configuration *p, const vv_claim *k, const vv_prove_options *o,
                           vv_proof *out) {
    vv_linearized m;
    vv_stability found;
    if (!stays_zero(p)) {
        out->theorem =
            "constraints that depend on the time move the mechanism beside this position";
        return vv_ctx_status(p->c);
    }
    if (!linear_equations(p, &m) ||
        vv_stability_decide(p->c, p->s, p->eq, &p->facts, &m, at_position, p, &found) != VV_OK)
        return vv_ctx_status(p->c);
    if (found.by_values && found.verdict != VV_UNDECIDED) { /* the claim is about all values */
        out->theorem = "the equations depend on the time, and Floquet multipliers decide at given "
                       "values of the parameters only";
        return vv_ctx_status(p->c);
    }
    out->verdict = found.verdict;
    if (k->negated && found.general && found.verdict == VV_REFUTED) out->verdict = VV_UNDECIDED;
    bool open = found.verdict == VV_UNDECIDED && found.nconditions;
    out->theorem = open ? with_conditions(p, &found) : found.why;
    out->argument = open ? NULL : found.argument;
    if (found.drift && !violates_claim(p, k, found.drift)) {
        out->verdict = VV_UNDECIDED;
        out->argument = NULL;
        out->theorem = "one motion continues within what is claimed; nothing is known about others";
    }
    if (found.uniform && !is_claimed(p, k, found.uniform - 1)) {
        out->verdict = VV_UNDECIDED;
        out->argument = NULL;
        out->theorem = "a coordinate moves uniformly, and nothing is claimed about it alone";
    }
    if (found.grows) { /* it is unknown which coordinates grow */
        bool whole = true;
        for (int i = 0; i < p->s->n; i++) whole &= is_mentioned(p, k, i);
        out->verdict = whole ? VV_REFUTED : VV_UNDECIDED;
        if (whole) out->theorem = VV_STABILITY_SECULAR_GROWTH;
    }
    if (found.covered) leave_uncovered(p, k, found.covered, out);
    bool all = found.nindifferent == p->s->n; /* no force acts at all */
    for (int i = 0; i < found.nindifferent && (out->verdict == VV_PROVED || all); i++) {
        if (out->verdict == VV_REFUTED || !is_mentioned(p, k, found.indifferent[i])) continue;
        bool slow = drifts(p, found.indifferent[i]);
        out->verdict = slow ? VV_REFUTED : VV_UNDECIDED;
        out->argument = slow ? argue_drift(p, found.indifferent[i]) : NULL;
        out->theorem = slow ? "a motion, however slow, continues and leaves the equilibrium"
                            : "no force restrains a coordinate that is mentioned";
    }
    for (int a = 0; a < p->s->nq && found.turned; a++)
        for (int j = 0; j < k->nat && p->s->m->coordinate[a].internal; j++)
            if (vv_depends(p->c, k->at[j], 1, &p->s->q[a])) out->verdict = VV_UNDECIDED;
    out->means = out->verdict == VV_UNDECIDED ? VV_MEANS_NONE : VV_MEANS_EXACT;
    find_counterexample(p, k, &found, o, out);
    return vv_ctx_status(p->c);
}

/* Does an assumption, as 1 - x > 0, exclude the position: in general, or only at the stated values?
 */
static bool is_out_of_range(const configuration *p, bool at_values) {
    vv_ctx *c = p->c;
    const vv_facts *f = &p->s->m->facts;
    for (int i = 0; i < f->npositive; i++) {
        vv_expr e = vv_facts_rewrite(c, &p->facts, f->positive[i]);
        if (e.id && at_values) e = vv_values_insert(c, e);
        if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
        if (!e.id || vv_same(e, f->positive[i])) continue;
        resolve_roots(p, 1, &e);
        if (vv_sign_given_facts(c, &p->s->m->facts, e) == VV_NEGATIVE) return true;
    }
    return false;
}

/* Do the assumptions on a coordinate exclude the value that the constraints give it? */
static bool is_excluded(const configuration *p) {
    if (is_out_of_range(p, false)) return true;
    for (int i = 0; i < p->facts.nrules; i++) {
        const vv_symbol *x = vv_symbol_get(p->c, p->facts.from[i]);
        vv_expr value = vv_facts_rewrite(p->c, &p->facts, p->facts.to[i]);
        if (!x || vv_is_zero(value)) continue;
        resolve_roots(p, 1, &value);
        vv_sign is = vv_sign_given_facts(p->c, &p->facts, value);
        if ((is == VV_NEGATIVE && (x->sign == VV_POSITIVE || x->sign == VV_NONNEGATIVE)) ||
            (is == VV_POSITIVE && x->sign == VV_NEGATIVE))
            return true;
    }
    return false;
}

/* Is a constraint violated on the chosen branches of the roots: always, or for some values? */
static vv_truth violates_constraint(const configuration *p) {
    vv_truth barred = VV_FALSE;
    for (int i = 0; i < p->nmust; i++) {
        if (vv_is_identically_zero(p->c, &p->facts, p->must[i]) != VV_FALSE) continue;
        vv_sign sign = vv_sign_given_facts(p->c, &p->facts, p->must[i]);
        if (sign == VV_POSITIVE || sign == VV_NEGATIVE || sign == VV_NONZERO) return VV_TRUE;
        barred = VV_UNKNOWN;
    }
    return barred;
}

/* On the branches selected by `other` where a constraint has two: their number, and whether the
 * assumptions admit such a configuration. */
/* The theorems are about motions between events: a shock at each passage may drive them on. */
static void withdraw_near_events(const configuration *p, vv_proof *out) {
    if (out->verdict == VV_UNDECIDED) return;
    const char *event =
        vv_events_near(p->c, p->s, p->eq, &p->facts, at_position, p, out->verdict == VV_PROVED);
    if (event)
        *out = (vv_proof){.verdict = VV_UNDECIDED,
                          .which = -1,
                          .theorem = vv_format(p->c,
                                               "the event %s acts on motions near this position, "
                                               "which the theorems on stability leave out",
                                               event)};
}

/* What is claimed of the equilibrium; that it is one, in `out`, is a premise of the answer. */
static vv_status about_equilibrium(const configuration *p, const vv_claim *k,
                                   const vv_prove_options *o, vv_proof *out) {
    struct vv_proof_record *premise = out->record;
    *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    if (k->kind == VV_CLAIM_STABLE) {
        vv_status status = is_stable(p, k, o, out);
        withdraw_near_events(p, out);
        if (out->theorem) out->record = premise;
        return status;
    }
    vv_expr omega = vv_facts_rewrite(p->c, &p->facts, k->value);
    bool moves = vv_is_identically_zero(p->c, &p->facts, omega) == VV_FALSE;
    if (p->s->n > MOST_SPEEDS || !moves || !stays_zero(p)) return vv_ctx_status(p->c);
    vv_status status = is_frequency(p, omega, o, out);
    if (out->verdict == VV_PROVED) out->record = vv_proof_record_join(premise, out->record);
    return status;
}

static vv_status decide_one(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                            const vv_facts *facts, unsigned other, const vv_claim *k,
                            const vv_prove_options *o, int *roots, bool *exists, vv_proof *out) {
    configuration p = {.c = c, .s = s, .eq = eq, .facts = *facts};
    p.facts.choose = true, p.facts.other = other;
    p.facts.nbranches = *roots = 0;
    *exists = true;
    p.must = VV_ARRAY(c, vv_expr, s->nrows + s->nfindings + 1);
    p.from = VV_ARRAY(c, vv_expr, 2 * s->n + 1);
    p.to = VV_ARRAY(c, vv_expr, 2 * s->n + 1);
    if (!p.must || !p.from || !p.to) return vv_ctx_status(c);
    out->theorem = "the constraints were not solved for the coordinates that are not stated: state "
                   "more of them";
    if (!solve_configuration(&p, k)) return vv_ctx_status(c);
    out->theorem = "the speeds at rest were not found at this position";
    if (!substitute_signs(&p) || !set_rest_speeds(&p)) return vv_ctx_status(c);
    out->theorem = NULL;
    *roots = p.facts.nbranches;
    p.facts.choose = false, p.facts.nbranches = 0; /* each is examined by itself */
    vv_truth barred = other || *roots ? violates_constraint(&p) : VV_FALSE;
    if (other || *roots) *exists = !is_excluded(&p) && barred != VV_TRUE;
    if (!*exists) return vv_ctx_status(c);
    if (barred == VV_UNKNOWN) {
        out->theorem = "with one of its two roots a constraint holds only for some values";
        return vv_ctx_status(c);
    }
    if (!other && !*roots && is_excluded(&p)) {
        out->theorem = "an assumption about a coordinate excludes this position";
        return vv_ctx_status(c);
    }
    if (vv_values_stated(c) && is_out_of_range(&p, true)) vv_values_add_exception(c, true);
    if (is_singular(&p)) {
        out->theorem = "the speeds are singular at this position";
        return vv_ctx_status(c);
    }
    if (is_equilibrium(&p, o, out) != VV_OK) {
        if (vv_ctx_status(c) != VV_E_MODEL) return vv_ctx_status(c);
        vv_ctx_clear_failure(c); /* a division by zero, as in exp(-1/x^2) at x = 0 */
        *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
        out->theorem = "the equations are not defined at this position";
        return vv_ctx_status(c);
    }
    if (out->verdict == VV_REFUTED && is_between_branches(&p))
        *out = (vv_proof){.verdict = VV_UNDECIDED,
                          .which = -1,
                          .theorem = "a force has other values on other sides of this position"};
    bool all = k->kind == VV_CLAIM_STABLE && k->negated; /* for all values, not at one point */
    if (out->verdict == VV_REFUTED && all && !is_never_equilibrium(&p))
        *out = (vv_proof){.verdict = VV_UNDECIDED,
                          .which = -1,
                          .theorem = "this is an equilibrium only for some values, about which "
                                     "nothing is known: state them after if"};
    if (out->verdict != VV_PROVED) return vv_ctx_status(c);
    if (is_degenerate(&p) && !decide_by_force_norm(&p, o, out)) {
        *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
        out->theorem = "the kinetic energy is degenerate at this position: displacements that "
                       "these coordinates do not represent may do work; use other coordinates";
        return vv_ctx_status(c);
    }
    if (k->kind == VV_CLAIM_EQUILIBRIUM) return vv_ctx_status(c);
    return about_equilibrium(&p, k, o, out);
}

/* The claim is about all configurations that the constraints leave: a contrary verdict at one
 * prevails, then an undecided one. */
static int verdict_priority(const vv_claim *k, vv_verdict verdict) {
    bool contrary = verdict == (k->negated && k->kind == VV_CLAIM_STABLE ? VV_PROVED : VV_REFUTED);
    return contrary ? 2 : verdict == VV_UNDECIDED;
}

vv_status vv_claim_decide_equilibrium(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                      const vv_facts *facts, const vv_claim *k,
                                      const vv_prove_options *o, vv_proof *out) {
    enum { MOST_ROOTS = 4 };
    int roots = 0;
    bool exists = true, any = false;
    if (!s->speeds_ok || eq->nmultipliers || eq->canonical || eq->nequations != s->n || !k->nat)
        return VV_OK;
    for (unsigned other = 0; other >> roots == 0 && vv_ctx_ok(c); other++) {
        vv_proof one = {.verdict = VV_UNDECIDED, .which = -1}; /* regardless of the others */
        int n;
        if (other && roots > MOST_ROOTS) break;
        if (decide_one(c, s, eq, facts, other, k, o, &n, &exists, &one) != VV_OK) break;
        if (n > roots) roots = n;
        if (!exists) continue;
        if (!any || verdict_priority(k, one.verdict) > verdict_priority(k, out->verdict))
            *out = one;
        any = true;
    }
    if (roots > MOST_ROOTS)
        *out = (vv_proof){.verdict = VV_UNDECIDED,
                          .which = -1,
                          .theorem = "the constraints have too many branches at this position"};
    return vv_ctx_status(c);
}
