/* State space about an equilibrium: x' = A x + B u, y = C x + D u. The states are the deviations
 * of the independent coordinates and the speeds; the dependent coordinates follow by δq = N δx,
 * since the holonomic constraints hold for the deviations too. With the equations of motion M w'
 * = f and f = 0 at rest,  M δw' = f_q N δx + f_w δw + f_u u. Every entry is proved against the
 * derivatives of accelerations solved from Lagrange's equations with multipliers. Inputs vanish
 * at the equilibrium. */
#include <math.h>
#include <string.h>

#include "analysis/linear/linearize_at_start.h"
#include "analysis/linear/state_space.h"
#include "analysis/equilibria/equilibria.h"
#include "equations/equations.h"
#include "equations/stability/stability.h"
#include "evaluate/tape/tape.h"
#include "formalism/formalism.h"
#include "analysis/linear/linear_tolerances.h"

/* An n x (nq + n + ninputs) matrix of derivatives with respect to q, w, u, in general and at an
 * equilibrium. */
typedef struct slopes {
    int rows;
    vv_expr *general, *here;
} slopes;

typedef struct work {
    vv_ctx *c;
    vv_document *d;
    const vv_study *study;
    const vv_system *s;
    int nq, n, nu, nfinite, ni, width; /* width: nq + n + nu; ni: coordinates that are states */
    vv_expr *z;                        /* q, w, u                                        (width) */
    slopes force, rate, finite, other,
        output;     /* f, q', holonomic rows, independently derived w', y */
    vv_expr *y;     /* outputs in q, w, w' (noutputs) */
    vv_expr *by_wd; /* their derivatives with respect to w' (noutputs*n) */
    /* at one equilibrium */
    const vv_equilibrium *at;
    bool values;    /* with parameter values */
    int *state;     /* coordinates that are states      (ni) */
    vv_expr *N;     /* deviations of all coordinates in terms of these (nq*ni) */
    bool completed; /* initial conditions completed by the constraints, numerically only */
    vv_status status;
} work;

/* ---- in general ---------------------------------------------------------------------------- */

static vv_expr without_inputs(const work *w, vv_expr e) {
    vv_subst_zero(w->c, w->nu, w->s->m->input, 1, &e, &e);
    return e;
}

static bool make_slopes(work *w, int rows, const vv_expr *e, slopes *out) {
    *out = (slopes){rows, VV_MATRIX(w->c, vv_expr, rows, w->width),
                    VV_MATRIX(w->c, vv_expr, rows, w->width)};
    if (!out->general || !out->here) return false;
    for (int i = 0; i < rows; i++)
        vv_gradient(w->c, e[i], w->width, w->z, out->general + i * w->width);
    return vv_ctx_ok(w->c);
}

/* Accelerations by the method of multipliers, solved; the study's own if that is not available. */
static bool independent_accelerations(work *w) {
    vv_equations *by = VV_NEW(w->c, vv_equations);
    const vv_equations *eq = NULL;
    const char *why;
    vv_expr *wd = VV_ARRAY(w->c, vv_expr, w->n + 1);
    if (!by || !wd) return false;
    if (w->study->other)
        eq = w->study->other;
    else if (vv_formalism_run(w->c, vv_formalism_for(VV_FORMALISM_MULTIPLIERS), w->s, by, &why) ==
             VV_OK)
        eq = vv_equations_in_speeds(w->c, w->s, by);
    if (!vv_ctx_ok(w->c)) return false;
    if (!eq) eq = w->study->eq;
    return vv_equations_solve(w->c, eq, wd) == VV_OK && make_slopes(w, w->n, wd, &w->other);
}

static bool make_outputs(work *w) {
    const vv_model *m = w->s->m;
    w->y = VV_ARRAY(w->c, vv_expr, m->noutputs + 1);
    w->by_wd = VV_MATRIX(w->c, vv_expr, m->noutputs, w->n);
    if (!w->y || !w->by_wd) return false;
    for (int i = 0; i < m->noutputs; i++) {
        w->y[i] = vv_expr_in_speeds(w->c, w->s, m->output[i].value);
        vv_gradient(w->c, w->y[i], w->n, w->s->wd, w->by_wd + i * w->n);
    }
    return make_slopes(w, m->noutputs, w->y, &w->output);
}

static bool make_general(work *w) {
    const vv_system *s = w->s;
    vv_expr *g = VV_ARRAY(w->c, vv_expr, s->nrows + 1);
    w->z = VV_ARRAY(w->c, vv_expr, w->width + 1);
    if (!g || !w->z) return false;
    memcpy(w->z, s->q, (size_t)w->nq * sizeof *w->z);
    memcpy(w->z + w->nq, s->w, (size_t)w->n * sizeof *w->z);
    for (int i = 0; i < w->nu; i++) w->z[w->nq + w->n + i] = s->m->input[i];
    for (int i = 0, k = 0; i < s->nrows; i++)
        if (s->row[i].kind == VV_ROW_HOLONOMIC) g[k++] = s->row[i].finite;
    return make_slopes(w, w->n, w->study->eq->rhs, &w->force) &&
           make_slopes(w, w->nq, s->rate, &w->rate) && make_slopes(w, w->nfinite, g, &w->finite) &&
           make_outputs(w) && independent_accelerations(w);
}

/* ---- at one equilibrium -------------------------------------------------------------------- */

/* At the equilibrium, at rest: the accelerations vanish too. */
static vv_expr at_equilibrium(const work *w, vv_expr e) {
    vv_expr x = vv_equilibrium_substitute(w->c, w->s, w->at, without_inputs(w, e));
    vv_subst_zero(w->c, w->n, w->s->wd, 1, &x, &x);
    return w->values ? vv_with_parameter_values(w->c, w->s->m, x) : x;
}

static void put_here(work *w, slopes *k) {
    for (int i = 0; i < k->rows * w->width; i++) k->here[i] = at_equilibrium(w, k->general[i]);
}

/* Coordinates in the order in which they should become dependent: declared dependent, solved
 * for, the rest from the last. */
static void elimination_order(work *w, int *order) {
    const vv_system *s = w->s;
    int n = 0;
    for (int pass = 0; pass < 3; pass++)
        for (int a = w->nq - 1; a >= 0; a--) {
            int kind = s->m->coordinate[a].dependent ? 0 : 2;
            for (int i = 0; i < s->elimination.n && kind; i++)
                if (vv_same(s->elimination.symbol[i], s->q[a])) kind = 1;
            if (kind == pass) order[n++] = a;
        }
}

/* δq = N δx from the holonomic constraints; false if they are singular. */
static bool solve_dependent(work *w) {
    vv_ctx *c = w->c;
    int m = w->nfinite, nq = w->nq, rank = 0, k = 0;
    vv_expr *G = VV_MATRIX(c, vv_expr, m, nq), *D = VV_MATRIX(c, vv_expr, m, m),
            *b = VV_MATRIX(c, vv_expr, m, nq), *x = VV_MATRIX(c, vv_expr, m, nq);
    int *row = VV_ARRAY(c, int, m + 1), *at = VV_ARRAY(c, int, m + 1),
        *order = VV_ARRAY(c, int, nq + 1);
    bool *follows = VV_ARRAY(c, bool, nq + 1);
    if (!G || !D || !b || !x || !row || !at || !order || !follows) return false;
    for (int i = 0; i < m * nq; i++) G[i] = w->finite.here[i / nq * w->width + i % nq];
    elimination_order(w, order);
    if (m &&
        (vv_generic_rank(c, &w->s->facts, m, nq, G, &rank, row, at, order) != VV_OK || rank < m))
        return false;
    for (int i = 0; i < m; i++) follows[at[i]] = true;
    for (int a = 0; a < nq; a++)
        if (!follows[a]) w->state[k++] = a;
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) D[i * m + j] = G[i * nq + at[j]];
        for (int j = 0; j < k; j++) b[i * k + j] = vv_neg(c, G[i * nq + w->state[j]]);
    }
    if (m && !vv_solve_cramer(c, &w->s->facts, m, D, k, b, x)) return false;
    for (int i = 0; i < nq * k; i++) w->N[i] = VV_ZERO;
    for (int j = 0; j < k; j++) w->N[w->state[j] * k + j] = VV_ONE;
    for (int i = 0; i < m * k; i++) w->N[at[i / k] * k + i % k] = x[i];
    return vv_ctx_ok(c);
}

/* A row of derivatives with respect to q, w, u converted to states and inputs (ni + n + nu). */
static void by_states(work *w, const vv_expr *row, vv_expr *out) {
    vv_expr *t = VV_ARRAY(w->c, vv_expr, w->nq + 1);
    if (!t) return;
    for (int j = 0; j < w->ni; j++) {
        for (int a = 0; a < w->nq; a++) t[a] = vv_mul(w->c, row[a], w->N[a * w->ni + j]);
        out[j] = vv_sum(w->c, w->nq, t);
    }
    for (int j = 0; j < w->n + w->nu; j++) out[w->ni + j] = row[w->nq + j];
}

/* (A B): (ni + n) rows of ni + n + nu. */
static bool make_matrix(work *w, vv_expr *out) {
    vv_ctx *c = w->c;
    int n = w->n, k = w->ni + n + w->nu;
    vv_expr *M = VV_MATRIX(c, vv_expr, n, n), *b = VV_MATRIX(c, vv_expr, n, k);
    if (!M || !b) return false;
    for (int i = 0; i < n * n; i++) M[i] = at_equilibrium(w, w->study->eq->matrix[i]);
    vv_clear_zeros(c, &w->s->facts, n * n, M);
    for (int i = 0; i < w->ni; i++)
        by_states(w, w->rate.here + w->state[i] * w->width, out + i * k);
    for (int i = 0; i < n; i++) by_states(w, w->force.here + i * w->width, b + i * k);
    if (!vv_solve_cramer(c, &w->s->facts, n, M, k, b, out + w->ni * k)) return false;
    vv_clear_zeros(c, &w->s->facts, (w->ni + n) * k, out);
    return vv_ctx_ok(c);
}

/* (C D); outputs that depend on accelerations use the rows of A and B. */
static bool make_observed(work *w, const vv_expr *AB, vv_expr *out) {
    int k = w->ni + w->n + w->nu, m = w->s->m->noutputs;
    for (int i = 0; i < m; i++) {
        by_states(w, w->output.here + i * w->width, out + i * k);
        for (int j = 0; j < w->n; j++) {
            vv_expr by = at_equilibrium(w, w->by_wd[i * w->n + j]);
            for (int x = 0; x < k && !vv_is_zero(by); x++)
                out[i * k + x] =
                    vv_add(w->c, out[i * k + x], vv_mul(w->c, by, AB[(w->ni + j) * k + x]));
        }
    }
    vv_clear_zeros(w->c, &w->s->facts, m * k, out);
    return vv_ctx_ok(w->c);
}

/* ---- the report ---------------------------------------------------------------------------- */

static const char *same_entries(const work *w) {
    return w->study->servo ? "the entries are the derivatives of the accelerations given by the "
                             "equations of all coordinates with the servo forces"
                           : "the entries are the derivatives of the accelerations given by "
                             "Lagrange's equations with multipliers";
}

/* Any value of this coordinate is one of equilibrium. */
static bool is_arbitrary(const work *w, int a) { return vv_same(w->at->q[a], w->s->q[a]); }

/* What the model states of its initial value. */
static vv_expr stated_value(const work *w, int a) {
    const vv_model *m = w->s->m;
    for (int i = 0; i < m->nstarts; i++)
        if (vv_same(m->start[i].symbol, w->s->q[a])) return m->start[i].value;
    return vv_int(w->c, m->coordinate[a].begins);
}

/* With numbers for what is arbitrary: coordinates as at the start, parameters by their values. */
static vv_expr at_values(const work *w, vv_expr e) {
    for (int a = 0; a < w->nq; a++)
        if (is_arbitrary(w, a)) e = vv_subst1(w->c, e, w->s->q[a], stated_value(w, a));
    return vv_with_parameter_values(w->c, w->s->m, e);
}

/* The number at the parameter values and those of an equilibrium found by search, else NULL. */
static const char *number(work *w, vv_expr e) {
    vv_ctx *c = w->c;
    vv_expr x = at_values(w, e);
    int n = 0;
    double out, high;
    if (w->at->nnumbers)
        return !vv_is_const(c, e) && vv_study_bounds(c, w->study, w->at, x, &out, &high)
                   ? vv_format(c, "%.12g", vv_unsigned_zero(out + (high - out) / 2))
                   : NULL;
    vv_expr_symbols(c, 1, &x, &n);
    if (n || vv_is_const(c, e) || !vv_ctx_ok(c)) return NULL;
    vv_tape *t = vv_tape_build(c, &(vv_tape_plan){.nout = 1, .out = &x}, NULL);
    if (!t) { /* a general function */
        if (vv_ctx_status(c) == VV_E_BEYOND) vv_ctx_clear_failure(c);
        return NULL;
    }
    double *scratch = VV_ARRAY(c, double, t->nslots + 1);
    if (!scratch) return NULL;
    vv_tape_prepare(t, scratch);
    vv_tape_run(t, &out, &out, scratch);
    return vv_format(c, "%.12g", vv_unsigned_zero(out));
}

/* The nonzero entries of columns first to first + count; for programs all of them. */
static void put_entries(work *w, const char *letter, int rows, const vv_expr *m, int first,
                        int count) {
    int k = w->ni + w->n + w->nu, shown = 0;
    vv_expr *all = VV_MATRIX(w->c, vv_expr, rows, count),
            *chosen = VV_MATRIX(w->c, vv_expr, rows, count);
    if (!all || !chosen) return;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < count; j++) {
            vv_expr e = all[i * count + j] = m[i * k + first + j];
            chosen[i * count + j] = at_values(w, e);
            if (vv_is_zero(e)) continue;
            const char *name = vv_format(w->c, "%s[%d,%d]", letter, i + 1, j + 1);
            shown++;
            vv_document_definition(w->d, letter, vv_symbol_new(w->c, name, VV_SYM_OTHER), e,
                                   number(w, e));
        }
    if (rows && count && !shown) vv_document_paragraph(w->d, letter, "%s = 0", letter);
    vv_study_put_matrix(w->d, w->study, w->at, letter, rows, count, all, chosen);
}

static void put_names(work *w) {
    const vv_model *m = w->s->m;
    int k = w->ni + w->n;
    vv_expr *x = VV_ARRAY(w->c, vv_expr, k + 1);
    if (!x) return;
    for (int i = 0; i < w->ni; i++) x[i] = w->s->q[w->state[i]];
    for (int i = 0; i < w->n; i++) x[w->ni + i] = w->s->w[i];
    vv_document_list(w->d, "states", "states, as deviations", k, x);
    if (w->nu) vv_document_list(w->d, "inputs", "inputs", w->nu, m->input);
    const char *names = NULL;
    for (int i = 0; i < m->noutputs; i++)
        names = names ? vv_format(w->c, "%s, %s", names, m->output[i].name) : m->output[i].name;
    if (names) vv_document_fact(w->d, "outputs", "outputs", names);
}

/* ", ψ = 0": the coordinates that are arbitrary and occur. */
static const char *chosen_text(const work *w, int n, const vv_expr *e) {
    const char *text = "";
    for (int a = 0; a < w->nq; a++) {
        bool occurs = false;
        for (int i = 0; i < n && !occurs; i++) occurs = vv_depends(w->c, e[i], 1, &w->s->q[a]);
        if (!occurs || !is_arbitrary(w, a)) continue;
        double x;
        vv_expr value = stated_value(w, a);
        if (vv_study_numbers(w->c, w->study, NULL, 1, &value, &x))
            text = vv_format(w->c, "%s, %s%s = %.6g", text, *text ? "" : "at ",
                             vv_symbol_get(w->c, w->s->q[a])->name, x);
    }
    return text;
}

/* (A B; C D) in doubles, and exactly if all are rational; false if one has no value. */
static bool all_numbers(work *w, int n, const vv_expr *e, double *out, const vv_rat **exact) {
    vv_ctx *c = w->c;
    vv_rat *rational = VV_ARRAY(c, vv_rat, n + 1);
    *exact = rational;
    for (int i = 0; i < n && rational; i++) {
        vv_expr x = at_values(w, e[i]);
        double high;
        if (!vv_study_bounds(c, w->study, w->at, x, &out[i], &high)) return false;
        out[i] += (high - out[i]) / 2;
        if (vv_is_const(c, x))
            rational[i] = vv_expr_rational(c, x);
        else
            *exact = NULL;
    }
    return vv_ctx_ok(c) && rational;
}

static void put_numbers(work *w, int rows, const vv_expr *AB, const vv_expr *CD) {
    vv_ctx *c = w->c;
    const vv_model *m = w->s->m;
    int k = rows + w->nu, n = (rows + m->noutputs) * k;
    vv_expr *all = VV_ARRAY(c, vv_expr, n + 1), *state = VV_ARRAY(c, vv_expr, rows + 1);
    double *x = VV_ARRAY(c, double, n + 1);
    vv_state_space s = {rows, w->nu, m->noutputs, x, NULL, state, m};
    if (!all || !state || !x) return;
    memcpy(all, AB, (size_t)(rows * k) * sizeof *all);
    memcpy(all + rows * k, CD, (size_t)(m->noutputs * k) * sizeof *all);
    for (int i = 0; i < rows; i++) state[i] = i < w->ni ? w->s->q[w->state[i]] : w->s->w[i - w->ni];
    if (!all_numbers(w, n, all, x, &s.exact)) return;
    vv_document_begin(w->d, "numbers", false, vv_format(c, "In numbers%s", chosen_text(w, n, all)));
    vv_state_space_put(w->d, &s);
    vv_document_end(w->d);
}

/* The rates of all coordinates, in the speeds, follow those of the states as the deviations do. */
static void substitute_dependent_rates(work *w, vv_expr *e) {
    for (int a = 0; a < w->nq; a++)
        for (int k = 0; k < w->n; k++, e++) {
            *e = w->rate.here[a * w->width + w->nq + k];
            for (int j = 0; j < w->ni; j++)
                *e = vv_sub(w->c, *e,
                            vv_mul(w->c, w->N[a * w->ni + j],
                                   w->rate.here[w->state[j] * w->width + w->nq + k]));
        }
}

/* The differences are within the bound everywhere in the box of the equilibrium. */
static void argue_numbers(work *w, int n, const vv_expr *difference) {
    vv_ctx *c = w->c;
    vv_expr *e = VV_ARRAY(c, vv_expr, n + 1), bound = vv_ratio(c, 1, 1000000000000);
    vv_proof_record *r = vv_equilibrium_box_argument(c, "small quantities", NULL, VV_PROVED, w->at);
    int count = 0;
    for (int i = 0; e && i < n; i++)
        if (!vv_is_zero(difference[i])) e[count++] = difference[i];
    if (!r || !e) return;
    if (!count) e[count++] = VV_ZERO;
    vv_equilibrium_put_in_box(c, w->study, w->at, count, e);
    vv_proof_record_list(r, "goal", count, e);
    vv_proof_record_list(r, "bound", 1, &bound);
    vv_document_argue(w->d, r);
}

/* For an equilibrium known numerically: identities at equilibrium do not hold symbolically. */
static void compare_numbers(work *w, int n, const vv_expr *difference) {
    double worst = 0;
    bool known = true;
    for (int i = 0; i < n && known; i++) {
        double low = 0, high = 0;
        known = vv_is_zero(difference[i]) ||
                vv_study_bounds(w->c, w->study, w->at, difference[i], &low, &high);
        worst = fmax(worst, fmax(fabs(low), fabs(high)));
    }
    bool same = known && worst < VV_LINEARIZE_SAME;
    vv_document_verdict(
        w->d, "verdict", same_entries(w), same ? "proved" : "not decided",
        same ? vv_format(w->c, "to %.0e at this equilibrium, by ball arithmetic", VV_LINEARIZE_SAME)
             : "the equilibrium is known only numerically",
        NULL);
    if (same) argue_numbers(w, n, difference);
    if (!same) w->status = VV_E_BEYOND;
}

static void prove_entries(work *w, const vv_expr *AB) {
    vv_ctx *c = w->c;
    int k = w->ni + w->n + w->nu;
    vv_expr *e = VV_MATRIX(c, vv_expr, w->n, k + w->nq);
    vv_proof p;
    if (!e) return;
    substitute_dependent_rates(w, e + w->n * k);
    put_here(w, &w->other);
    for (int i = 0; i < w->n; i++) {
        by_states(w, w->other.here + i * w->width, e + i * k);
        for (int j = 0; j < k; j++) e[i * k + j] = vv_sub(c, AB[(w->ni + i) * k + j], e[i * k + j]);
    }
    if (w->at->nnumbers) {
        compare_numbers(w, w->n * (k + w->nq), e);
        return;
    }
    if (vv_prove_zero(c, &w->s->facts, w->n * (k + w->nq), e, w->study->how, &p) != VV_OK) return;
    if (vv_topic_verdict(w->d, "verdict", same_entries(w), &p, NULL) == VV_E_BEYOND)
        w->status = VV_E_BEYOND;
}

static bool linearize(work *w) {
    vv_ctx *c = w->c;
    int k = w->ni + w->n + w->nu, rows = w->ni + w->n, m = w->s->m->noutputs;
    vv_expr *AB = VV_MATRIX(c, vv_expr, rows, k), *CD = VV_MATRIX(c, vv_expr, m, k);
    if (!AB || !CD) return false;
    put_here(w, &w->force), put_here(w, &w->rate);
    put_here(w, &w->finite), put_here(w, &w->output);
    if (!vv_ctx_ok(c) || !solve_dependent(w) || !make_matrix(w, AB) || !make_observed(w, AB, CD))
        return false;
    put_names(w);
    put_entries(w, "A", rows, AB, 0, rows);
    put_entries(w, "B", rows, AB, rows, w->nu);
    put_entries(w, "C", m, CD, 0, rows);
    put_entries(w, "D", m, CD, rows, w->nu);
    for (int i = 0; i < rows * k; i++)
        if (vv_depends(c, AB[i], 1, &w->s->m->t)) {
            vv_document_paragraph(w->d, "time", "the matrices depend on the time");
            break;
        }
    prove_entries(w, AB);
    put_numbers(w, rows, AB, CD);
    return vv_ctx_ok(c);
}

/* A divisor vanishes there. */
static void put_singular(work *w) {
    if (vv_ctx_status(w->c) == VV_E_MODEL) vv_ctx_clear_failure(w->c);
    if (!vv_ctx_ok(w->c)) return;
    vv_document_paragraph(w->d, "remark",
                          "the coordinates, speeds or constraints are singular at this position");
    w->status = VV_E_BEYOND;
}

/* A vv_position_evaluator. */
static vv_expr at_position(vv_ctx *c, vv_expr e, const void *data) {
    (void)c;
    return at_equilibrium(data, e);
}

/* Has a force no derivatives with respect to inputs, or an output none, at the position? Outputs
 * may contain accelerations, which are 0 there. */
static const char *why_not_smooth(work *w) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    const vv_equations *eq = w->study->eq;
    vv_expr *x = VV_ARRAY(c, vv_expr, w->nu + w->n + 1);
    if (!x) return NULL;
    memcpy(x, s->m->input, (size_t)w->nu * sizeof *x);
    memcpy(x + w->nu, s->wd, (size_t)w->n * sizeof *x);
    if (vv_force_is_nonsmooth(c, s, &s->facts, eq, at_position, w, NULL) ||
        vv_is_nonsmooth(c, s, &s->facts, w->n, eq->rhs, w->nu, x, at_position, w))
        return "a force has no derivatives at this position; it switches branches, or a root or a "
               "power begins there";
    for (int i = 0; i < s->m->noutputs; i++)
        if (vv_is_nonsmooth(c, s, &s->facts, 1, &w->y[i], w->nu + w->n, x, at_position, w))
            return vv_format(c,
                             "the output %s has no derivatives at this position; it switches "
                             "branches, or a root or a power begins there",
                             s->m->output[i].name);
    return NULL;
}

/* The section of the equilibrium is open. */
static void put_linear(work *w) {
    if (!vv_equilibrium_exists(w->c, w->study, w->at)) {
        vv_document_paragraph(w->d, "remark", "it does not exist for the given parameter values");
        return;
    }
    const char *why = why_not_smooth(w);
    if (why) {
        vv_document_paragraph(w->d, "remark", "not decided: %s", why);
        w->status = VV_E_BEYOND;
        return;
    }
    if (!linearize(w)) put_singular(w);
}

/* ---- the model's initial conditions -------------------------------------------------------- */

/* Coordinates that are not stated are 0, or follow from the holonomic constraints. False for
 * initial conditions in motion, or if there are none. */
static bool start_position(work *w, const vv_equilibria *all, vv_equilibrium *out) {
    const vv_system *s = w->s;
    const vv_model *m = s->m;
    bool any = false;
    *out = (vv_equilibrium){.q = VV_ARRAY(w->c, vv_expr, w->nq + 1)};
    if (!out->q) return false;
    for (int a = 0; a < w->nq; a++) out->q[a] = VV_POISON;
    for (int i = 0; i < m->nstarts; i++) {
        bool place = false;
        for (int a = 0; a < w->nq; a++)
            if (vv_same(m->start[i].symbol, s->q[a])) place = true, out->q[a] = m->start[i].value;
        any |= place;
        if (!place && !vv_is_zero(vv_with_parameter_values(w->c, m, m->start[i].value)))
            return false;
    }
    for (int i = 0; i < all->nfree; i++)
        if (vv_is_poison(out->q[all->free[i]])) out->q[all->free[i]] = s->q[all->free[i]];
    for (int pass = 0; pass < 2; pass++)
        for (int a = 0; a < w->nq; a++) {
            vv_expr value = VV_ZERO;
            if (!vv_is_poison(out->q[a])) continue;
            for (int i = 0; i < s->elimination.n; i++)
                if (vv_same(s->elimination.symbol[i], s->q[a])) value = s->elimination.value[i];
            if (pass == 0 && !vv_is_zero(value)) continue;
            for (int b = 0; b < w->nq; b++)
                if (!vv_is_poison(out->q[b])) value = vv_subst1(w->c, value, s->q[b], out->q[b]);
            out->q[a] = value;
        }
    return any && vv_ctx_ok(w->c);
}

static bool is_found(work *w, const vv_equilibria *all, const vv_equilibrium *e) {
    for (int k = 0; k < all->n; k++) {
        bool same = true;
        for (int a = 0; a < w->nq && same; a++) {
            vv_expr d = vv_sub(w->c, all->list[k].q[a], e->q[a]);
            same = vv_same(all->list[k].q[a], w->s->q[a]) ||
                   vv_vanishes(w->c, NULL, vv_with_parameter_values(w->c, w->s->m, d));
        }
        if (same) return true;
    }
    return false;
}

/* Do the constraints complete the initial conditions differently from the symbolic values? */
static bool differs_from_completed(work *w) {
    const vv_system *s = w->s;
    for (int i = 0; i < s->nrows; i++)
        if (s->row[i].kind == VV_ROW_HOLONOMIC &&
            !vv_vanishes(w->c, NULL,
                         at_equilibrium(w, vv_subst1(w->c, s->row[i].finite, s->m->t, VV_ZERO))))
            return w->study->start || w->study->no_start;
    return false;
}

static void put_place(work *w, const vv_equilibrium *e) {
    vv_document_begin(w->d, "start", true, "The initial state of the model");
    for (int a = 0; a < w->nq; a++)
        if (!vv_same(e->q[a], w->s->q[a]))
            vv_document_definition(w->d, "value", w->s->q[a], e->q[a], NULL);
}

static void put_start(work *w, const vv_equilibria *all) {
    vv_ctx *c = w->c;
    vv_equilibrium e;
    int n = all->nforces;
    vv_expr *residual = VV_ARRAY(c, vv_expr, n + 1);
    vv_proof p;
    if (!residual || !start_position(w, all, &e) || is_found(w, all, &e)) return;
    w->at = &e, w->values = true;
    w->completed = differs_from_completed(w);
    if (w->completed) return;
    for (int i = 0; i < n; i++) residual[i] = at_equilibrium(w, all->force[i]);
    if (vv_ctx_status(c) == VV_E_MODEL) {
        vv_ctx_clear_failure(c);
        put_place(w, &e);
        put_singular(w);
        vv_document_end(w->d);
        return;
    }
    if (vv_prove_zero(c, NULL, n, residual, w->study->how, &p) != VV_OK) return;
    put_place(w, &e);
    vv_topic_verdict(w->d, "equilibrium", "the initial state is an equilibrium", &p, NULL);
    if (p.verdict == VV_PROVED) put_linear(w);
    for (int i = 0; i < n && p.verdict != VV_PROVED; i++) {
        const char *text = number(w, residual[i]);
        if (vv_is_zero(residual[i])) continue;
        vv_expr name = vv_symbol_new(c, vv_format(c, "residual %d", i + 1), VV_SYM_OTHER);
        vv_document_definition(w->d, "residual", name, residual[i], text);
    }
    vv_document_end(w->d);
}

/* ---- entry point --------------------------------------------------------------------------- */

/* Equilibria at zero inputs. */
static vv_status find(work *w, vv_equilibria *all) {
    vv_equations *eq = VV_NEW(w->c, vv_equations);
    vv_study still = *w->study;
    if (!eq) return vv_ctx_status(w->c);
    *eq = *w->study->eq;
    eq->rhs = VV_ARRAY(w->c, vv_expr, eq->nunknowns + 1);
    if (!eq->rhs) return vv_ctx_status(w->c);
    for (int i = 0; i < eq->nunknowns; i++) eq->rhs[i] = without_inputs(w, w->study->eq->rhs[i]);
    still.eq = eq;
    return vv_equilibria_find(w->c, &still, all);
}

/* Why there is nothing to linearize symbolically, or NULL. */
static const char *hindrance(work *w) {
    const vv_system *s = w->s;
    for (int i = 0; i < s->nrows; i++)
        if (w->nu && vv_depends(w->c, s->row[i].velocity, w->nu, s->m->input))
            return "an input occurs in a constraint: the force that drives it is unknown";
    for (int a = 0; a < w->nq; a++) { /* speeds are zero, yet it moves */
        vv_expr e = s->rate[a];
        vv_subst_zero(w->c, w->n, s->w, 1, &e, &e);
        if (!vv_vanishes(w->c, &s->facts, e))
            return "the constraints drive the mechanism: it is never at rest";
    }
    if (w->n > VV_DETERMINANT_MAX || w->nfinite > VV_DETERMINANT_MAX ||
        w->study->eq->nunknowns != w->n)
        return "too many degrees of freedom or holonomic constraints for a symbolic result";
    return NULL;
}

static bool make_room(work *w) {
    const vv_system *s = w->s;
    for (int i = 0; i < s->nrows; i++) w->nfinite += s->row[i].kind == VV_ROW_HOLONOMIC;
    w->ni = w->nq - w->nfinite;
    w->width = w->nq + w->n + w->nu;
    w->state = VV_ARRAY(w->c, int, w->nq + 1);
    w->N = VV_MATRIX(w->c, vv_expr, w->nq, w->nq);
    return w->state && w->N;
}

/* One equilibrium, in speeds that are regular there. */
static void put_position(work *w, const vv_equilibrium *e) {
    vv_study there = e->chart ? *e->chart : *w->study;
    work own = {.c = w->c, .d = w->d, .study = &there, .s = there.s, .nq = w->nq, .n = w->n};
    if (e->chart) {
        there.eq = e->driven;
        own.nu = w->nu;
        if (!make_room(&own) || !make_general(&own)) return;
    } else {
        own = *w;
    }
    own.at = e;
    put_linear(&own);
    if (own.status != VV_OK) w->status = own.status;
}

static vv_status fill(vv_ctx *c, const vv_study *study, vv_document *d) {
    const vv_system *s = study->s;
    work w = {.c = c, .d = d, .study = study, .s = s, .nq = s->nq, .n = s->n, .nu = s->m->ninputs};
    vv_equilibria all = {0};
    if (!make_room(&w)) return vv_ctx_status(c);
    const char *why = hindrance(&w);
    if (why) {
        vv_document_paragraph(d, "remark", "%s", why);
        return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
    }
    vv_status status = find(&w, &all);
    if (!vv_ctx_ok(c) || !make_general(&w)) return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
    if (status != VV_OK || all.n == 0) {
        if (status != VV_OK) all.complete = false;
        vv_document_paragraph(d, all.complete ? "none" : "remark", "%s",
                              vv_equilibria_none_reason(c, &all));
        if (!all.complete) w.status = VV_E_BEYOND;
    }
    for (int k = 0; k < all.n && vv_ctx_tick(c); k++) {
        vv_equilibrium_begin_section(d, study, &all.list[k], k);
        put_position(&w, &all.list[k]);
        vv_document_end(d);
    }
    if (vv_ctx_ok(c)) put_start(&w, &all);
    vv_status moving = vv_ctx_ok(c) ? vv_linearize_at_start(c, study, w.completed, d) : VV_OK;
    if (w.status == VV_OK) w.status = moving;
    return vv_ctx_ok(c) ? w.status : vv_ctx_status(c);
}

const vv_topic vv_topic_linearize = {
    .name = "linearize",
    .title = "State space about equilibrium",
    .text = "x' = A x + B u, y = C x + D u about each equilibrium",
    .needs = VV_NEEDS_MOTION | VV_NEEDS_LINEAR | VV_NEEDS_INPUTS | VV_TAKES_START |
             VV_TAKES_SERVO_MOTION,
    .fill = fill,
};
