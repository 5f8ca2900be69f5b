#include "analysis/equilibria/singular_charts.h"

#include <string.h>

#include "analysis/equilibria/small_motions.h"
#include "equations/equations.h"
#include "formalism/formalism.h"
#include "algebra/algebra.h"

/* ---- divisors ------------------------------------------------------------------------------ */

static bool may_vanish(vv_ctx *c, const vv_system *s, vv_expr f) {
    vv_sign sign = vv_known_sign(c, f);
    if (sign == VV_POSITIVE || sign == VV_NEGATIVE || sign == VV_NONZERO) return false;
    return vv_depends(c, f, s->nq, s->q);
}

/* Does not look into solutions of linear systems: their divisors are unknown. */
static bool has_solution(vv_ctx *c, vv_expr e) { return vv_expr_contains_op(c, 1, &e, VV_COMP); }

/* Without its sign; a general function is taken not to vanish generically. */
static vv_expr without_sign(vv_ctx *c, vv_expr f) {
    vv_op op = vv_expr_op(c, f);
    return op == VV_ABS ? vv_expr_child(c, f, 0) : op == VV_FUNC ? VV_ONE : f;
}

/* Adds the divisors of e to a list of n; -1 if they are unknown. */
static int add_divisors(vv_ctx *c, const vv_system *s, vv_expr e, int n, vv_expr *list) {
    vv_factors f;
    if (!vv_depends(c, e, s->nq, s->q)) return n;
    if (has_solution(c, e) || !vv_factorise(c, e, &f)) return -1;
    for (int i = 0; i < f.n; i++) {
        vv_expr x = without_sign(c, f.factor[i]);
        bool known = f.power[i] > 0 || !may_vanish(c, s, x);
        for (int k = 0; k < n && !known; k++) known = vv_same(list[k], x);
        if (known) continue;
        if (n == VV_CHART_SINGULARITIES_MOST) return -1;
        list[n++] = x;
    }
    return n;
}

/* ---- at a configuration -------------------------------------------------------------------- */

/* Rank of a matrix there; -1 if an entry is undefined. */
static int rank_at(vv_ctx *c, const vv_system *s, const vv_equilibrium *e, int rows, int cols,
                   vv_expr *m) {
    int rank = -1;
    vv_equilibrium_substitute_all(c, s, e, rows * cols, m);
    bool known = vv_ctx_ok(c) &&
                 vv_generic_rank(c, &s->facts, rows, cols, m, &rank, NULL, NULL, NULL) == VV_OK;
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
    return known ? rank : -1;
}

/* Rank of the directions of the speeds. */
static int direction_rank(vv_ctx *c, const vv_system *s, const vv_equilibrium *e) {
    vv_expr *m = VV_MATRIX(c, vv_expr, s->n, s->nq);
    if (!m) return 0;
    memcpy(m, s->direction, (size_t)(s->n * s->nq) * sizeof *m);
    return rank_at(c, s, e, s->n, s->nq, m);
}

/* If the mass matrix is regular, the speeds describe every motion. */
static bool speeds_describe_all(vv_ctx *c, const vv_study *study, const vv_equilibrium *e) {
    int n = study->s->n, rank;
    vv_expr *m = VV_MATRIX(c, vv_expr, n, n);
    if (!m || study->eq->nunknowns != n) return false;
    memcpy(m, study->eq->matrix, (size_t)(n * n) * sizeof *m);
    rank = rank_at(c, study->s, e, n, n, m);
    if (rank >= 0) return rank == n;
    for (int i = 0; i < n * n; i++) m[i] = vv_factored(c, study->eq->matrix[i]);
    return rank_at(c, study->s, e, n, n, m) == n;
}

/* The mass matrix is singular there, but not elsewhere: the coordinates are singular, as Euler
 * angles where two axes coincide, and do not represent every displacement. */
static bool is_degenerate(vv_ctx *c, const vv_study *study, const vv_equilibrium *e) {
    const vv_system *s = study->s;
    int n = s->n, rank = 0;
    if (study->eq->nunknowns != n || speeds_describe_all(c, study, e)) return false;
    return vv_generic_rank(c, &s->facts, n, n, study->eq->matrix, &rank, NULL, NULL, NULL) ==
               VV_OK &&
           rank == n;
}

static vv_truth is_rest(vv_ctx *c, const vv_study *study, const vv_equilibrium *e) {
    vv_expr *force;
    int n = vv_equilibrium_equations(c, study, &force);
    vv_truth all = n < 0 ? VV_UNKNOWN : VV_TRUE;
    for (int i = 0; i < n; i++) force[i] = vv_factored(c, force[i]);
    if (n >= 0) vv_equilibrium_substitute_all(c, study->s, e, n, force);
    if (vv_ctx_status(c) == VV_E_MODEL) {
        vv_ctx_clear_failure(c);
        return VV_UNKNOWN;
    }
    for (int i = 0; i < n && all == VV_TRUE; i++)
        all = vv_is_identically_zero(c, &study->s->facts, force[i]);
    return vv_ctx_ok(c) ? all : VV_UNKNOWN;
}

/* ---- divisors of the speeds ---------------------------------------------------------------- */

/* Is the mass matrix generically regular where sin(x) or cos(x), or a solvable expression,
 * vanishes? */
static bool is_regular_on(vv_ctx *c, const vv_study *study, vv_expr d) {
    const vv_system *s = study->s;
    const vv_equations *eq = study->eq;
    vv_op op = vv_expr_op(c, d);
    int n = s->n, places = op == VV_SIN || op == VV_COS ? 2 : 1, rank = n;
    vv_expr *m = VV_MATRIX(c, vv_expr, n, n), x = places == 2 ? vv_expr_child(c, d, 0) : d,
            half = vv_mul(c, vv_ratio(c, 1, 2), vv_pi(c)),
            at[] = {op == VV_SIN ? VV_ZERO : half, op == VV_SIN ? vv_pi(c) : vv_neg(c, half)};
    vv_facts there = s->facts;
    if (!m ||
        (places == 2 ? vv_expr_op(c, x) != VV_SYM : !vv_manifold_add_rule(c, s->m, &there, d)))
        return false;
    for (int k = 0; k < places && rank == n; k++) {
        vv_status status = VV_OK;
        for (int i = 0; i < n * n; i++) m[i] = vv_factored(c, eq->matrix[i]);
        if (places == 2) status = vv_subst(c, 1, &x, &at[k], n * n, m, m);
        if (status == VV_OK) status = vv_generic_rank(c, &there, n, n, m, &rank, NULL, NULL, NULL);
        if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
        if (status != VV_OK) return false;
    }
    return rank == n;
}

/* Where d vanishes the equations in the speeds remain valid: none of their divisors does, and
 * the mass matrix is regular. Then the coordinates are singular, not the speeds. */
static bool speeds_stay_valid(vv_ctx *c, const vv_study *study, vv_expr d) {
    const vv_system *s = study->s;
    const vv_equations *eq = study->eq;
    vv_expr list[VV_CHART_SINGULARITIES_MOST];
    int n = s->n, m = 0;
    if (eq->nunknowns != n) return false;
    for (int i = 0; i < n * n && m >= 0; i++) m = add_divisors(c, s, eq->matrix[i], m, list);
    for (int i = 0; i < n && m >= 0; i++) {
        vv_expr f;
        vv_subst_zero(c, n, s->w, 1, &eq->rhs[i], &f);
        m = add_divisors(c, s, f, m, list);
    }
    for (int i = 0; i < m; i++)
        if (vv_same(list[i], d)) return false;
    return m >= 0 && is_regular_on(c, study, d);
}

int vv_chart_singularities(vv_ctx *c, const vv_study *study, vv_expr *out) {
    const vv_system *s = study->s;
    vv_expr stated[VV_CHART_SINGULARITIES_MOST];
    int n = 0, m = 0, left = 0;
    for (int i = 0; i < s->n * s->nq && n >= 0 && vv_ctx_tick(c); i++)
        n = add_divisors(c, s, s->direction[i], n, out);
    for (int r = 0; r < s->rank && m >= 0; r++) /* where a constraint is undefined */
        for (int a = 0; a < s->nv && m >= 0; a++)
            m = add_divisors(c, s, s->row[r].by_raw[a], m, stated);
    for (int i = 0; i < n && vv_ctx_ok(c); i++) {
        bool skip = false;
        for (int k = 0; k < m; k++) skip |= vv_same(stated[k], out[i]);
        if (!skip && !speeds_stay_valid(c, study, out[i])) out[left++] = out[i];
    }
    return vv_ctx_ok(c) && n >= 0 ? left : -1;
}

/* ---- equilibrium without speeds ------------------------------------------------------------ */

typedef struct rest {
    vv_ctx *c;
    const vv_system *s;
    vv_expr *Q; /* forces at rest                            (nq) */
    int *part; /* for each row, then each coordinate: its group of rows that share a coordinate, ...
                */
    bool *hidden; /* ... and whether a divisor affects it (rank + nq) */
    int n;
    vv_expr *out;
} rest;

/* -(d/dt dT/dq' - dT/dq - dU/dq - Q) at rest, without perturbations and inputs. */
static bool forces(rest *k) {
    vv_ctx *c = k->c;
    const vv_system *s = k->s;
    const vv_model *m = s->m;
    vv_expr *E = k->Q, *g = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!g) return false;
    vv_gradient(c, s->T, s->nq, s->qd, E);
    vv_total_derivative(c, s->maps.coordinate_rates.n, s->maps.coordinate_rates.from,
                        s->maps.coordinate_rates.to, s->nq, E, E);
    vv_gradient(c, vv_add(c, s->T, s->U), s->nq, s->q, g);
    for (int a = 0; a < s->nq; a++) {
        E[a] = vv_sub(c, vv_add(c, g[a], s->Q[a]), E[a]);
        for (int i = 0; i < m->nperturbations; i++)
            E[a] = vv_sub(
                c, E[a],
                vv_mul(c, m->perturbation[i].force, vv_diff(c, m->perturbation[i].on, s->q[a])));
    }
    vv_subst_zero(c, s->nq, s->qdd, s->nq, E, E);
    vv_subst_zero(c, s->nq, s->qd, s->nq, E, E);
    vv_subst_zero(c, m->ninputs, m->input, s->nq, E, E);
    return vv_ctx_ok(c);
}

/* D^T Q must equal the equations of the study at rest: the same forces, computed in two ways. */
static bool is_confirmed(const rest *k, const vv_study *study) {
    vv_ctx *c = k->c;
    const vv_system *s = k->s;
    vv_expr *t = VV_ARRAY(c, vv_expr, s->nq + 1);
    for (int i = 0; t && i < s->n; i++) {
        vv_expr given;
        vv_subst_zero(c, s->n, s->w, 1, &study->eq->rhs[i], &given);
        for (int a = 0; a < s->nq; a++) t[a] = vv_mul(c, k->Q[a], s->direction[i * s->nq + a]);
        if (!vv_vanishes(c, &s->facts, vv_sub(c, given, vv_sum(c, s->nq, t)))) return false;
    }
    return t && vv_ctx_ok(c);
}

static void join(rest *k, int from, int to) {
    for (int i = 0; i < k->s->rank + k->s->nq; i++)
        if (k->part[i] == from) k->part[i] = to;
}

static void find_parts(rest *k) {
    const vv_system *s = k->s;
    for (int i = 0; i < s->rank + s->nq; i++) k->part[i] = i;
    for (int r = 0; r < s->rank; r++)
        for (int a = 0; a < s->nq; a++)
            if (!vv_is_zero(s->row[r].coefficient[a])) join(k, k->part[s->rank + a], k->part[r]);
}

/* The groups moved by a direction with a divisor; the other directions are used unchanged. */
static bool find_hidden(rest *k, const vv_study *study) {
    const vv_system *s = k->s;
    vv_expr list[VV_CHART_SINGULARITIES_MOST];
    for (int i = 0; i < s->n; i++) {
        int n = 0;
        for (int a = 0; a < s->nq && n >= 0; a++)
            n = add_divisors(k->c, s, s->direction[i * s->nq + a], n, list);
        if (n < 0) return false;
        for (int a = 0; a < s->nq && n > 0; a++)
            if (!vv_is_zero(s->direction[i * s->nq + a])) k->hidden[k->part[s->rank + a]] = true;
        if (n == 0) vv_subst_zero(k->c, s->n, s->w, 1, &study->eq->rhs[i], &k->out[k->n++]);
    }
    return true;
}

/* The minors of one group: r rows and Q on each choice of r + 1 of its coordinates. */
static bool add_minors(rest *k, int part) {
    const vv_system *s = k->s;
    int row[VV_DETERMINANT_MAX], at[VV_DETERMINANT_MAX], r = 0, n = 0,
                                                         *col = VV_ARRAY(k->c, int, s->nq + 1);
    vv_expr m[VV_DETERMINANT_MAX * VV_DETERMINANT_MAX];
    for (int i = 0; i < s->rank; i++) {
        if (k->part[i] != part) continue;
        if (r == VV_DETERMINANT_MAX - 1) return false;
        row[r++] = i;
    }
    for (int a = 0; col && a < s->nq; a++)
        if (k->part[s->rank + a] == part) col[n++] = a;
    if (!col) return false;
    for (int i = 0; i <= r; i++) at[i] = i;
    while (n > r && vv_ctx_tick(k->c)) {
        for (int j = 0; j <= r; j++) {
            for (int i = 0; i < r; i++) m[i * (r + 1) + j] = s->row[row[i]].coefficient[col[at[j]]];
            m[r * (r + 1) + j] = k->Q[col[at[j]]];
        }
        if (k->n == VV_CHART_MINORS_MOST) return false;
        k->out[k->n++] = vv_determinant(k->c, r + 1, m);
        int j = r; /* the next choice */
        while (j >= 0 && at[j] == n - 1 - (r - j)) j--;
        if (j < 0) break;
        at[j]++;
        for (int i = j + 1; i <= r; i++) at[i] = at[i - 1] + 1;
    }
    return vv_ctx_ok(k->c);
}

/* Coordinate rates as velocities, constraints linear in them, contacts only. */
static bool is_plain(vv_ctx *c, const vv_study *study) {
    const vv_system *s = study->s;
    bool plain = s->has_T && !s->nservos && !study->servo && !s->worked && s->speeds_ok &&
                 study->eq && study->eq->nunknowns == s->n;
    for (int a = 0; a < s->nq; a++) plain &= !s->m->coordinate[a].internal;
    for (int i = 0; i < s->nv; i++) plain &= vv_symbol_get(c, s->v[i])->kind != VV_SYM_SPEED;
    return plain;
}

int vv_chart_equilibrium_equations(vv_ctx *c, const vv_study *study, vv_expr *out) {
    const vv_system *s = study->s;
    int n = s->rank + s->nq;
    rest k = {.c = c,
              .s = s,
              .Q = VV_ARRAY(c, vv_expr, s->nq + 1),
              .part = VV_ARRAY(c, int, n + 1),
              .hidden = VV_ARRAY(c, bool, n + 1),
              .out = out};
    if (!k.Q || !k.part || !k.hidden || s->n > VV_CHART_MINORS_MOST || !is_plain(c, study))
        return -1;
    find_parts(&k);
    if (!forces(&k) || !is_confirmed(&k, study)) return -1;
    if (!find_hidden(&k, study)) return -1;
    for (int i = 0; i < n; i++) /* a group is numbered by one of its members */
        if (k.part[i] == i && k.hidden[i] && !add_minors(&k, i)) return -1;
    return vv_ctx_ok(c) ? k.n : -1;
}

/* ---- other speeds -------------------------------------------------------------------------- */

static bool change(vv_ctx *c, const vv_study *study, vv_equilibrium *e) {
    vv_study *own = VV_NEW(c, vv_study);
    vv_system *s = VV_NEW(c, vv_system);
    vv_equations *eq = VV_NEW(c, vv_equations);
    const char *why;
    if (!own || !s || !eq || !is_plain(c, study)) return false;
    vv_status status = vv_system_in_local_rates(c, study->s, e->q, s);
    if (status == VV_OK)
        status = vv_formalism_run(c, vv_formalism_for(VV_FORMALISM_SPEEDS), s, eq, &why);
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
    if (status != VV_OK || !vv_ctx_ok(c) || direction_rank(c, s, e) != s->n) return false;
    *own = *study;
    own->s = s;
    own->eq = e->driven = eq;
    own->rest = NULL;
    own->eq = vv_study_unforced_equations(c, own);
    if (!own->eq || !speeds_describe_all(c, own, e)) return false;
    e->chart = own;
    return true;
}

/* If the kinetic energy is degenerate: is the squared norm of the force in its metric defined
 * and zero? */
static vv_truth vanishes_by_norm(vv_ctx *c, const vv_study *study, const vv_equilibrium *e) {
    int n = study->s->n;
    vv_expr *F = VV_ARRAY(c, vv_expr, n + 1);
    if (!F) return VV_UNKNOWN;
    vv_subst_zero(c, n, study->s->w, n, study->eq->rhs, F);
    vv_expr x = vv_force_norm_squared(c, &study->s->facts, n, study->eq->matrix, F);
    if (vv_is_poison(x)) return VV_UNKNOWN;
    x = vv_equilibrium_substitute(c, study->s, e, x);
    if (vv_ctx_status(c) == VV_E_MODEL) {
        vv_ctx_clear_failure(c);
        return VV_UNKNOWN;
    }
    return vv_ctx_ok(c) ? vv_is_identically_zero(c, &study->s->facts, x) : VV_UNKNOWN;
}

/* A numerator of the forces may vanish with its divisor, as in x/r^3 at the centre. */
static bool forces_are_defined(vv_ctx *c, const vv_study *study, const vv_equilibrium *e) {
    bool defined = false;
    for (int factored = 0; factored < 2 && !defined && vv_ctx_ok(c); factored++) {
        vv_expr *force;
        int n = vv_equilibrium_equations(c, study, &force);
        if (n < 0) return false;
        for (int i = 0; factored && i < n; i++) force[i] = vv_factored(c, force[i]);
        vv_equilibrium_substitute_all(c, study->s, e, n, force);
        defined = vv_ctx_ok(c);
        if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
    }
    return defined;
}

vv_truth vv_chart_is_equilibrium(vv_ctx *c, const vv_study *study, vv_equilibrium *e) {
    int rank = direction_rank(c, study->s, e);
    if (rank == study->s->n && vv_ctx_ok(c) && !forces_are_defined(c, study, e)) return VV_UNKNOWN;
    if (rank == study->s->n || !vv_ctx_ok(c)) {
        vv_truth rests = is_degenerate(c, study, e) ? vanishes_by_norm(c, study, e) : VV_TRUE;
        e->degenerate = rests != VV_TRUE; /* a force may also push against a fold, s = x^2 */
        return VV_TRUE;
    }
    /* the coordinate rates may be singular, as those of Euler angles where two axes coincide,
     * while the speeds are not: their equations hold */
    if (rank < 0 && speeds_describe_all(c, study, e)) return is_rest(c, study, e);
    return change(c, study, e) ? is_rest(c, e->chart, e) : VV_UNKNOWN;
}

/* ---- claims -------------------------------------------------------------------------------- */

/* The coordinates of the configuration that a claim names; those it omits follow from the
 * holonomic constraints; false if they cannot be solved for. */
static bool named_configuration(vv_ctx *c, const vv_system *s, const vv_claim *k, vv_expr *q) {
    vv_facts f = s->m->facts;
    f.choose = true, f.other = 0;
    for (int i = 0; i < k->nat + s->nrows; i++) {
        const vv_constraint_row *row = i < k->nat ? NULL : &s->row[i - k->nat];
        if (row && row->kind != VV_ROW_HOLONOMIC) continue;
        vv_expr e = vv_symbol_map_apply(c, &s->maps.to_raw, row ? row->finite : k->at[i]);
        e = vv_facts_rewrite(c, &f, vv_symbol_map_apply(c, &s->maps.to_coordinates, e));
        if (vv_is_zero(e) || !vv_depends(c, e, s->nq, s->q)) continue;
        if (!vv_manifold_add_rule(c, s->m, &f, e)) return false;
    }
    for (int a = 0; a < s->nq; a++) q[a] = vv_facts_rewrite(c, &f, s->q[a]);
    return vv_ctx_ok(c);
}

vv_status vv_chart_decide_claim(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                const vv_claim *k, const vv_prove_options *o, vv_proof *out) {
    vv_equilibrium e = {.q = VV_ARRAY(c, vv_expr, s->nq + 1)};
    vv_study study = {.s = s, .eq = eq, .how = o};
    vv_proof other;
    if (!e.q || out->verdict != VV_UNDECIDED || !k->nat || s->nservos || !s->speeds_ok ||
        !named_configuration(c, s, k, e.q) || direction_rank(c, s, &e) == s->n ||
        !change(c, &study, &e))
        return vv_ctx_status(c);
    vv_status status = vv_claim_decide(c, e.chart->s, e.driven, k, o, &other);
    if (status == VV_OK && other.verdict != VV_UNDECIDED) *out = other;
    return status;
}
