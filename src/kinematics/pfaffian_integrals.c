/* Integrals of the constraints in closed form. Candidates are the holonomic constraints as
 * stated, each constraint by itself with an integrating factor, and the forms that annihilate
 * the closure, solved for different sets of variables and integrated successively. Every result
 * is proved; a missing rule only leaves an integral undetected. */
#include <string.h>

#include "algebra/algebra.h"
#include "kinematics/pfaffian.h"

typedef struct search {
    vv_ctx *c;
    const vv_system *s;
    const vv_pfaffian *k;
    const vv_pfaffian_flag *flag;
    const vv_prove_options *o;
    int want, n;
    vv_pfaffian_integral *out;
    vv_expr *differential; /* differentials of those found ((want + 1)*dim) */
} search;

/* ---- results ------------------------------------------------------------------------------- */

static bool is_constant(search *w, vv_expr f, vv_proof *p) {
    int dim = w->k->dim, n = w->flag->nfields;
    vv_expr *e = VV_ARRAY(w->c, vv_expr, n + 1);
    if (!e) return false;
    for (int i = 0; i < n; i++)
        vv_total_derivative(w->c, dim, w->k->x, w->flag->field + i * dim, 1, &f, &e[i]);
    return vv_prove_zero(w->c, &w->s->facts, n, e, w->o, p) == VV_OK && p->verdict == VV_PROVED;
}

/* Kept if it is constant and independent of the previous ones. */
static bool keep(search *w, vv_expr f, vv_expr factor) {
    int dim = w->k->dim, rank = 0;
    vv_proof p;
    if (!f.id || w->n >= w->want) return false;
    vv_gradient(w->c, f, dim, w->k->x, w->differential + w->n * dim);
    vv_generic_rank(w->c, &w->s->facts, w->n + 1, dim, w->differential, &rank, NULL, NULL, NULL);
    if (rank <= w->n || !is_constant(w, f, &p)) return false;
    w->out[w->n++] = (vv_pfaffian_integral){f, factor, p};
    return true;
}

/* ---- forms of the closure ------------------------------------------------------------------ */

/* Solves F y = b in place of b. Few unknowns by determinants, which can be simplified and
 * integrated. */
static void solve(search *w, int n, const vv_expr *F, vv_expr factor, vv_expr *b) {
    enum { MOST = 5 };
    vv_ctx *c = w->c;
    vv_expr *m = VV_MATRIX(c, vv_expr, n, n), y[MOST];
    if (n == 0 || !m) return;
    if (n > MOST) {
        vv_solve(c, n, factor, b, b);
        return;
    }
    vv_expr whole = vv_determinant_by_minors(c, n, F);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n * n; i++) m[i] = i % n == j ? b[i / n] : F[i];
        y[j] = vv_div(c, vv_determinant_by_minors(c, n, m), whole);
    }
    for (int j = 0; j < n; j++) b[j] = y[j];
}

/* dx_a - sum y_j dx_j for the variables a that are not among the first independent columns in
 * this order; which[i] is the variable a of form i. */
static bool annihilator(search *w, const int *order, int *which, vv_expr *form) {
    vv_ctx *c = w->c;
    int dim = w->k->dim, n = w->flag->nfields, rank = 0, at = 0;
    int *row = VV_ARRAY(c, int, n + 1), *col = VV_ARRAY(c, int, n + 1);
    bool *moved = VV_ARRAY(c, bool, dim + 1);
    vv_expr *F = VV_MATRIX(c, vv_expr, n, n), *y = VV_ARRAY(c, vv_expr, n + 1);
    if (!row || !col || !moved || !F || !y) return false;
    if (vv_generic_rank(c, &w->s->facts, n, dim, w->flag->field, &rank, row, col, order) != VV_OK ||
        rank < n)
        return false;
    for (int j = 0; j < n; j++) moved[col[j]] = true;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) F[i * n + j] = w->flag->field[row[i] * dim + col[j]];
    vv_expr factor = n ? vv_factor(c, n, F) : VV_ONE;
    for (int a = 0; a < dim && vv_ctx_ok(c); a++) {
        if (moved[a]) continue;
        vv_expr *to = form + at * dim;
        for (int i = 0; i < n; i++) y[i] = w->flag->field[row[i] * dim + a];
        solve(w, n, F, factor, y);
        for (int b = 0; b < dim; b++) to[b] = b == a ? VV_ONE : VV_ZERO;
        for (int j = 0; j < n; j++) to[col[j]] = vv_neg(c, y[j]);
        which[at++] = a;
    }
    return vv_ctx_ok(c);
}

/* Removes spurious variables from coefficients: a solved coefficient is often a constant, or 0,
 * in disguise. */
static void shorten(search *w, int n, vv_expr *form) {
    vv_ctx *c = w->c;
    for (int i = 0; i < n && vv_ctx_tick(c); i++) {
        if (vv_is_const(c, form[i])) continue;
        if (vv_vanishes(c, &w->s->facts, form[i])) form[i] = VV_ZERO;
        for (int a = 0; a < w->k->dim; a++) {
            vv_expr x = w->k->x[a];
            if (!vv_depends(c, form[i], 1, &x) ||
                !vv_vanishes(c, &w->s->facts, vv_diff(c, form[i], x)))
                continue;
            vv_expr there = vv_subst1(c, form[i], x, VV_ZERO); /* any point that is not a pole
                                                                * would do */
            if (vv_ctx_status(c) == VV_E_MODEL) {
                vv_ctx_clear_failure(c);
                there = vv_subst1(c, form[i], x, VV_ONE);
            }
            if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
            if (there.id) form[i] = vv_factored(c, there);
        }
    }
}

/* Once an integral f = constant is known, the variable in which it is linear is replaced in the
 * remaining forms by a function of the others. */
static void substitute_integral(search *w, vv_expr f, vv_expr constant, vv_expr x, int n,
                                vv_expr *form) {
    vv_expr slope = vv_diff(w->c, f, x);
    if (vv_is_zero(slope) || vv_depends(w->c, slope, 1, &x)) return;
    vv_expr rest = vv_subst1(w->c, f, x, VV_ZERO),
            value = vv_div(w->c, vv_sub(w->c, constant, rest), slope);
    vv_subst(w->c, 1, &x, &value, n, form, form);
    if (vv_ctx_status(w->c) == VV_E_MODEL)
        vv_ctx_clear_failure(w->c); /* a pole: the forms are unusable */
}

/* Integrable forms by repeated combination of the constraints: they stay close to the stated
 * ones. False if the ranks could not be determined. */
static bool derived(search *w, vv_expr *form) {
    vv_ctx *c = w->c;
    int dim = w->k->dim, n = w->k->p;
    vv_pfaffian_flag step = {0};
    vv_expr *next = VV_MATRIX(c, vv_expr, n, dim);
    if (!next || vv_pfaffian_flag_build(c, w->s, w->k, true, &step) != VV_OK || !step.complete)
        return false;
    for (int i = 0; i < n * dim; i++) form[i] = w->k->form[i];
    for (int i = 0; n > w->want && i < step.steps;
         i++) { /* the basis begins with the earlier ones */
        n = vv_pfaffian_derived_system(c, w->s, w->k, n, form, step.rank[i], step.field, next);
        if (n < w->want) return false;
        for (int j = 0; j < n * dim; j++) form[j] = next[j];
    }
    return n == w->want;
}

/* Integrates one solved set of forms, successively, as far as possible. */
static void integrate_set(search *w, const int *order) {
    vv_ctx *c = w->c;
    int dim = w->k->dim, want = w->want;
    int *which = VV_ARRAY(c, int, want + 1);
    bool *done = VV_ARRAY(c, bool, want + 1);
    vv_expr *form = VV_MATRIX(c, vv_expr, want, dim), *f = VV_ARRAY(c, vv_expr, want + 1),
            *constant = VV_ARRAY(c, vv_expr, want + 1), g, mu;
    if (!which || !done || !form || !f || !constant || !annihilator(w, order, which, form)) return;
    shorten(w, want * dim, form);
    int found = 0;
    for (bool more = true; more && w->n < want;) {
        more = false;
        for (int i = 0; i < want && w->n < want && vv_ctx_ok(c); i++) {
            if (done[i] ||
                !vv_form_integrating_factor(c, &w->s->facts, dim, w->k->x, form + i * dim, &g, &mu))
                continue;
            more = done[i] = true;
            constant[found] = vv_symbol_new(c, "f", VV_SYM_OTHER);
            substitute_integral(w, g, constant[found], w->k->x[which[i]], want * dim, form);
            vv_subst(c, found, constant, f, 1, &g, &g); /* substitute the earlier ones back */
            f[found++] = g;
            keep(w, g, VV_POISON);
        }
    }
}

/* Polynomials of low degree. */
static void polynomials(search *w) {
    enum { DEGREE = 3, MOST = 16 };
    vv_expr f[MOST];
    for (int degree = 1; degree <= DEGREE && w->n < w->want && vv_ctx_tick(w->c); degree++) {
        int n = vv_polynomial_integrals(w->c, w->k->dim, w->k->x, w->flag->nfields, w->flag->field,
                                        degree, MOST, f);
        for (int i = 0; i < n; i++) keep(w, f[i], VV_POISON);
    }
}

vv_status vv_pfaffian_integrals(vv_ctx *c, const vv_system *s, const vv_pfaffian *k,
                                const vv_pfaffian_flag *flag, const vv_prove_options *o, int *n,
                                vv_pfaffian_integral *out) {
    enum { MOST = 12 };
    int dim = k->dim;
    search w = {c, s, k, flag, o, dim - flag->nfields, 0, out, NULL};
    int *order = VV_ARRAY(c, int, dim + 1);
    vv_expr f, mu;
    w.differential = VV_MATRIX(c, vv_expr, w.want + 1, dim);
    *n = 0;
    if (!order || !w.differential) return vv_ctx_status(c);
    for (int r = 0; r < k->p && w.n < w.want; r++) {
        if (s->row[r].finite.id)
            keep(&w, s->row[r].finite, VV_POISON);
        else if (vv_form_integrating_factor(c, &s->facts, dim, k->x, k->form + r * dim, &f, &mu))
            keep(&w, f, mu);
    }
    vv_expr *form = VV_MATRIX(c, vv_expr, k->p, dim);
    if (form && w.n < w.want && derived(&w, form))
        for (int i = 0; i < w.want; i++)
            if (vv_form_integrating_factor(c, &s->facts, dim, k->x, form + i * dim, &f, &mu))
                keep(&w, f, VV_POISON);
    /* solved for different variables in turn */
    for (int first = 0; first < dim && dim <= MOST && w.n < w.want && vv_ctx_tick(c); first++) {
        for (int a = 0; a < dim; a++) order[a] = (first + dim - 1 - a + dim) % dim;
        integrate_set(&w, order);
    }
    if (w.n < w.want) polynomials(&w);
    *n = w.n;
    return vv_ctx_status(c);
}
