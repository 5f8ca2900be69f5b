/* Steady motions: the speeds and the essential coordinates are constant, the others are ignorable
 * and vary uniformly [Routh1877; Appell1896, nos. 452, 453; AppellHadamard1899, no. 18: Carvallo].
 * They come in families with as many parameters as the equations leave free.
 *
 * The deviations from a member satisfy linear equations with constant coefficients. As many
 * exponents are zero as there are directions of neighbouring steady motions; the others decide.
 * If a first integral that distinguishes the members is held fixed, the zero exponents do not
 * occur: conditional stability. */
#include <string.h>

#include "analysis/equilibria/equilibria.h"
#include "analysis/linear/linear.h"
#include "analysis/solve/solve.h"
#include "analysis/steady/floquet.h"
#include "analysis/steady/steady_existence.h"
#include "analysis/steady/steady_families.h"
#include "analysis/steady/steady_numeric.h"
#include "equations/equations.h"
#include "algebra/algebra.h"

enum { MOST_UNKNOWNS = 24 };

typedef struct work {
    vv_ctx *c;
    vv_document *d;
    const vv_study *study;
    const vv_system *s;
    int ne, *essential; /* essential coordinates (ne) */
    int ni, *ignorable; /* the others                                      (ni) */
    int nx;
    vv_expr *x;      /* speeds, then essential coordinates              (nx) */
    vv_expr *origin; /* of ignorable coordinates: any value suffices (ni) */
    int m;
    vv_expr *equation; /* of steady motion, in x */
    bool values;       /* with parameter values */
    bool numbers;      /* which are numbers, and not printed */
    bool damped;       /* exponents of the last motion do not come in pairs ±λ */
    int nintegrals;
    vv_expr *integral; /* conserved momenta of ignorable coordinates (ni) */
    int shown;         /* motions */
    bool in_chart;     /* free frames are restated by angles */
    bool only_poles;   /* motions at the pole of the other angles, the others are known */
    vv_status status;
} work;

static void note(work *w, vv_status s) {
    if (s == VV_E_BEYOND) w->status = s;
}

/* ---- which coordinates are ignorable --------------------------------------------------------- */

static bool split_coordinates(work *w) {
    const vv_system *s = w->s;
    bool *in = VV_ARRAY(w->c, bool, s->nq + 1);
    w->essential = VV_ARRAY(w->c, int, s->nq + 1);
    w->ignorable = VV_ARRAY(w->c, int, s->nq + 1);
    if (!in || !w->essential || !w->ignorable ||
        vv_essential_coordinates(w->c, w->study, in) != VV_OK)
        return false;
    for (int a = 0; a < s->nq; a++) *(in[a] ? &w->essential[w->ne++] : &w->ignorable[w->ni++]) = a;
    return vv_ctx_ok(w->c);
}

/* An expression independent of the ignorable coordinates, with them removed. */
static vv_expr without_ignorable(work *w, vv_expr e) {
    for (int i = 0; i < w->ni; i++) e = vv_subst1(w->c, e, w->s->q[w->ignorable[i]], w->origin[i]);
    return w->values ? vv_with_parameter_values(w->c, w->s->m, e) : e;
}

/* Generic numbers, so that no divisor vanishes by chance, unless zero works as well. */
static bool choose_origin(work *w) {
    const vv_system *s = w->s;
    w->origin = VV_ARRAY(w->c, vv_expr, w->ni + 1);
    if (!w->origin) return false;
    for (int i = 0; i < w->ni; i++) w->origin[i] = VV_ZERO;
    for (int i = 0; i < s->n * s->n; i++) without_ignorable(w, w->study->eq->matrix[i]);
    for (int i = 0; i < s->n; i++) without_ignorable(w, w->study->eq->rhs[i]);
    if (vv_ctx_status(w->c) == VV_E_MODEL) {
        vv_ctx_clear_failure(w->c);
        for (int i = 0; i < w->ni; i++) w->origin[i] = s->q[w->ignorable[i]];
    }
    return vv_ctx_ok(w->c);
}

static bool make_equations(work *w) {
    const vv_system *s = w->s;
    w->nx = s->n + w->ne;
    w->x = VV_ARRAY(w->c, vv_expr, w->nx + 1);
    w->equation = VV_ARRAY(w->c, vv_expr, s->n + w->ne + s->nrows + 1);
    if (!w->x || !w->equation || !choose_origin(w)) return false;
    memcpy(w->x, s->w, (size_t)s->n * sizeof *w->x);
    for (int i = 0; i < w->ne; i++) w->x[s->n + i] = s->q[w->essential[i]];
    for (int i = 0; i < w->ne; i++)
        w->equation[w->m++] = without_ignorable(w, s->rate[w->essential[i]]);
    for (int i = 0; i < s->n; i++) w->equation[w->m++] = without_ignorable(w, w->study->eq->rhs[i]);
    for (int i = 0; i < s->nrows; i++) {
        bool binds =
            s->row[i].kind == VV_ROW_HOLONOMIC; /* otherwise it only prescribes an ignorable one */
        for (int k = 0; k < w->ni && binds; k++)
            binds = !vv_depends(w->c, s->row[i].finite, 1, &s->q[w->ignorable[k]]);
        if (binds) w->equation[w->m++] = without_ignorable(w, s->row[i].finite);
    }
    return vv_ctx_ok(w->c);
}

/* Conserved momenta of ignorable coordinates. */
static bool find_integrals(work *w) {
    const vv_system *s = w->s;
    vv_expr *wd = VV_ARRAY(w->c, vv_expr, w->study->eq->nunknowns + 1);
    w->integral = VV_ARRAY(w->c, vv_expr, w->ni + 1);
    if (!w->integral || !wd || vv_equations_solve(w->c, w->study->eq, wd) != VV_OK) return false;
    for (int i = 0; i < w->ni && vv_ctx_tick(w->c); i++) {
        vv_expr p = vv_expr_in_speeds(w->c, s, vv_diff(w->c, s->T, s->qd[w->ignorable[i]])),
                rate = vv_symbol_map_time_derivative(w->c, &s->maps.speed_rates, p);
        vv_subst(w->c, s->n, s->wd, wd, 1, &rate, &rate);
        if (!vv_is_zero(p) && vv_vanishes(w->c, &s->facts, rate))
            w->integral[w->nintegrals++] = without_ignorable(w, p);
    }
    return vv_ctx_ok(w->c);
}

/* ---- the families ---------------------------------------------------------------------------- */

/* If the equations cannot be solved symbolically: all essential coordinates zero, if the
 * holonomic constraints allow it, and the corresponding speeds. */
static vv_status about_zero(work *w, vv_solution_families *out) {
    int n = w->s->n;
    vv_expr *e = VV_ARRAY(w->c, vv_expr, w->m + 1);
    if (!e) return vv_ctx_status(w->c);
    for (int i = 0; i < w->m; i++) {
        e[i] = w->equation[i];
        vv_subst_zero(w->c, w->nx - n, w->x + n, 1, &e[i], &e[i]);
        if (!vv_is_zero(e[i]) && vv_vanishes(w->c, &w->s->facts, e[i])) e[i] = VV_ZERO;
    }
    if (vv_ctx_status(w->c) == VV_E_MODEL) {
        vv_ctx_clear_failure(w->c);
        return VV_E_BEYOND;
    }
    vv_facts none = {0}; /* the assumptions are about the coordinates in general */
    vv_status status = vv_solution_families_solve(w->c, &none, n, w->x, w->m, e, out);
    out->complete = false;
    for (int k = 0; status == VV_OK && k < out->n; k++) {
        vv_expr *value = VV_ARRAY(w->c, vv_expr, w->nx + 1);
        if (!value) return vv_ctx_status(w->c);
        for (int i = 0; i < w->nx; i++) value[i] = i < n ? out->list[k].value[i] : VV_ZERO;
        out->list[k].value = value;
    }
    return status;
}

static vv_status find_families(work *w, vv_solution_families *out) {
    vv_status status =
        vv_solution_families_solve(w->c, &w->s->facts, w->nx, w->x, w->m, w->equation, out);
    if (!vv_ctx_ok(w->c) || (status == VV_OK && (out->n || out->complete)))
        return vv_ctx_status(w->c);
    w->values = true;
    for (int i = 0; i < w->s->m->nparameters; i++) w->numbers |= w->s->m->parameter[i].has_value;
    for (int i = 0; i < w->m; i++)
        w->equation[i] = vv_with_parameter_values(w->c, w->s->m, w->equation[i]);
    for (int i = 0; i < w->nintegrals; i++)
        w->integral[i] = vv_with_parameter_values(w->c, w->s->m, w->integral[i]);
    return about_zero(w, out);
}

/* Nothing moves, not even through a constraint while the speeds vanish. */
static bool at_rest(work *w, const vv_solution_family *f) {
    for (int i = 0; i < w->s->n; i++)
        if (!vv_is_zero(f->value[i])) return false;
    for (int i = 0; i < w->ni; i++) {
        vv_expr e =
            vv_solution_family_substitute(w->c, w->nx, w->x, f, w->s->rate[w->ignorable[i]]);
        if (vv_ctx_status(w->c) == VV_E_MODEL) vv_ctx_clear_failure(w->c);
        if (!vv_is_poison(e) && !vv_is_zero(e) && !vv_vanishes(w->c, &w->s->facts, e)) return false;
    }
    return true;
}

/* The same motion reversed: all speeds change sign. */
static bool is_reverse(work *w, const vv_solution_family *f, const vv_solution_family *g) {
    vv_expr *back = VV_ARRAY(w->c, vv_expr, w->s->n + 1);
    for (int i = 0; back && i < w->s->n; i++) back[i] = vv_neg(w->c, w->x[i]);
    for (int i = 0; back && i < w->nx; i++) {
        vv_expr e;
        vv_subst(w->c, w->s->n, w->x, back, 1, &g->value[i], &e);
        if (i < w->s->n) e = vv_neg(w->c, e);
        if (!vv_vanishes(w->c, &w->s->facts, vv_sub(w->c, e, f->value[i]))) return false;
    }
    return back != NULL;
}

/* ---- report on one family -------------------------------------------------------------------- */

static vv_expr at(work *w, const vv_solution_family *f, vv_expr e) {
    return vv_solution_family_substitute(w->c, w->nx, w->x, f, without_ignorable(w, e));
}

/* Left open, and not determined by the value of a function. */
static bool is_free(work *w, const vv_solution_family *f, int i) {
    if (!vv_same(f->value[i], w->x[i])) return false;
    for (int k = 0; k < f->nfunctions; k++)
        if (vv_depends(w->c, f->function[k], 1, &w->x[i])) return false;
    return true;
}

static vv_steady_unknowns unknowns(const work *w) {
    return (vv_steady_unknowns){w->c, w->d, w->s, w->nx, w->x};
}

static void put_values(work *w, const vv_solution_family *f) {
    vv_expr free[MOST_UNKNOWNS];
    int n = 0;
    for (int i = w->s->n; i < w->nx; i++)
        if (!vv_same(f->value[i], w->x[i]))
            vv_document_definition(w->d, "value", w->x[i], f->value[i], NULL);
    for (int i = 0; i < w->s->n; i++)
        if (!vv_same(f->value[i], w->x[i]))
            vv_document_definition(w->d, "value", w->x[i], f->value[i], NULL);
    for (int i = 0; i < f->nfunctions; i++)
        vv_document_definition(w->d, "where", f->function[i], f->function_value[i], "it lies here");
    for (int i = 0; i < w->nx && n < MOST_UNKNOWNS; i++)
        if (is_free(w, f, i)) free[n++] = w->x[i];
    if (n) vv_document_list(w->d, "free", "free", n, free);
    vv_steady_unknowns u = unknowns(w);
    vv_steady_put_existence(&u, w->study, f);
}

/* Excludes points where a divisor of the equations or of the rates vanishes: coordinates are
 * singular there, and the remaining equations need not be valid. */
static bool is_regular(work *w, const vv_solution_family *f) {
    const vv_equations *eq = w->study->eq;
    for (int i = 0; i < f->nnonzero; i++) {
        vv_expr e = f->nonzero[i]; /* also where a function takes its prescribed value */
        if (f->nfunctions) vv_subst(w->c, f->nfunctions, f->function, f->function_value, 1, &e, &e);
        if (vv_is_poison(e) || (f->nfunctions && vv_vanishes(w->c, &w->s->facts, e))) return false;
    }
    for (int i = 0; i < w->m; i++)
        vv_solution_family_substitute(w->c, w->nx, w->x, f, w->equation[i]);
    for (int i = 0; i < eq->n * eq->n; i++) at(w, f, eq->matrix[i]);
    for (int i = 0; i < w->s->nq; i++) at(w, f, w->s->rate[i]);
    if (vv_ctx_status(w->c) != VV_E_MODEL) return vv_ctx_ok(w->c);
    vv_ctx_clear_failure(w->c);
    return false;
}

/* Do the accelerations remain determined? At the pole of angles (gimbal lock) the mass matrix is
 * singular, and its equations may hold for what is no motion. */
static bool determines_accelerations(work *w, const vv_solution_family *f) {
    const vv_equations *eq = w->study->eq;
    int n = eq->n, rank = 0;
    vv_expr *M = VV_MATRIX(w->c, vv_expr, n, n);
    for (int i = 0; M && i < n * n; i++) {
        M[i] = at(w, f, eq->matrix[i]);
        if (f->nfunctions)
            vv_subst(w->c, f->nfunctions, f->function, f->function_value, 1, &M[i], &M[i]);
    }
    return !M || w->s->massless ||
           vv_generic_rank(w->c, &w->s->facts, n, n, M, &rank, NULL, NULL, NULL) != VV_OK ||
           rank == n;
}

static void put_rates(work *w, const vv_solution_family *f) {
    for (int i = 0; i < w->ni; i++) {
        int a = w->ignorable[i];
        vv_expr e = vv_solution_family_substitute(
            w->c, w->nx, w->x, f,
            w->values ? vv_with_parameter_values(w->c, w->s->m, w->s->rate[a]) : w->s->rate[a]);
        if (vv_same(e, w->s->qd[a]) || vv_is_zero(e) || w->s->m->coordinate[a].internal) continue;
        for (int k = 0; k < w->s->n; k++)
            if (vv_same(w->s->w[k], w->s->qd[a])) e = VV_POISON; /* already reported */
        if (vv_is_poison(e)) continue;
        vv_document_definition(w->d, "rate", w->s->qd[a], e, NULL);
    }
}

static bool prove_steady(work *w, const vv_solution_family *f) {
    vv_expr *e = VV_ARRAY(w->c, vv_expr, w->m + 1);
    vv_proof p;
    for (int i = 0; e && i < w->m; i++)
        e[i] = vv_solution_family_substitute(w->c, w->nx, w->x, f, w->equation[i]);
    if (!e || vv_prove_zero(w->c, &w->s->facts, w->m, e, w->study->how, &p) != VV_OK) return false;
    note(w, vv_topic_verdict(w->d, "verdict", "the equations of motion hold for these values", &p,
                             NULL));
    return p.verdict == VV_PROVED;
}

/* ---- exponents ------------------------------------------------------------------------------- */

/* The symbols for which the conditions are solved: free unknowns, then parameters. */
static void find_stability_conditions(work *w, const vv_solution_family *f,
                                      const vv_linear_variation *v, vv_exponents *x) {
    vv_ctx *c = w->c;
    const vv_model *m = w->s->m;
    int n = 0;
    vv_expr *by = VV_ARRAY(c, vv_expr, w->nx + m->nparameters + 1);
    if (!by) return;
    for (int i = 0; i < w->nx; i++)
        if (vv_same(f->value[i], w->x[i])) by[n++] = w->x[i];
    for (int i = 0; i < m->nparameters; i++)
        if (vv_symbol_get(c, m->parameter[i].symbol)->sign == VV_ANY_SIGN)
            by[n++] = m->parameter[i].symbol;
    vv_exponents_stability(c, w->study, v, n, by, x);
}

/* squared frequencies of the factors a λ^2 + b */
static void put_frequencies(work *w, const vv_exponents *x) {
    for (int k = 0; k < x->nparts && !w->numbers; k++) {
        const vv_expr *a = x->part[k];
        if (x->part_degree[k] != 2 || !vv_is_zero(a[1])) continue;
        vv_document_definition(w->d, "frequency", vv_symbol_new(w->c, "frequency^2", VV_SYM_OTHER),
                               vv_div(w->c, a[0], a[2]), NULL);
    }
}

/* secular: zero exponents have fewer eigenvectors than their multiplicity. */
static void put_stability(work *w, const vv_linear_variation *v, const vv_exponents *x,
                          bool secular) {
    const char *how = vv_exponents_reason(x), *what = "stable to first order", *word = "proved";
    if (x->decided && x->n < 0) {
        word = "refuted";
    } else if (secular) {
        word = "refuted", how = "perturbations along zero exponents grow in time";
    } else if (!x->decided) {
        word = "not decided";
        w->status = VV_E_BEYOND;
    } else if (x->n > 0) {
        what = w->numbers ? "stable to first order if and only if Hurwitz's conditions hold"
                          : "stable to first order if and only if these inequalities hold";
    }
    vv_document_verdict(w->d, "stability", what, word, how, NULL);
    vv_document_argue(
        w->d, vv_exponents_argument(w->c, w->study, v, x, secular && (!x->decided || x->n >= 0)));
    if (!w->numbers && !secular) vv_exponents_put_conditions(w->d, &w->study->s->facts, x, false);
}

/* ---- neighbouring motions, drift, first integrals -------------------------------------------- */

/* Rank of the variational matrix with additional rows: derivatives of e with respect to the
 * deviations. */
static int rank_with(work *w, const vv_solution_family *f, const vv_linear_variation *v, int n,
                     const vv_expr *e) {
    int rank = 0, cols = v->n;
    vv_expr *m = VV_MATRIX(w->c, vv_expr, v->n + n, cols);
    if (!m) return -1;
    memcpy(m, v->right, (size_t)(v->n * cols) * sizeof *m);
    for (int i = 0; i < n; i++) {
        vv_linear_variation_gradient(w->c, v, e[i], m + (v->n + i) * cols);
        for (int k = 0; k < cols; k++) {
            vv_expr *p = &m[(v->n + i) * cols + k];
            *p = at(w, f, *p);
        }
    }
    if (vv_ctx_status(w->c) == VV_E_MODEL) vv_ctx_clear_failure(w->c);
    return vv_generic_rank(w->c, &w->s->facts, v->n + n, cols, m, &rank, NULL, NULL, NULL) == VV_OK
               ? rank
               : -1;
}

/* Does the factor divide all components of the neighbouring direction, which are the minors of m
 * with its last row replaced by unit vectors? Then it does not affect the direction. */
static bool is_common(work *w, int n, const vv_expr *m, vv_expr factor) {
    vv_expr unit[VV_DETERMINANT_MAX * VV_DETERMINANT_MAX];
    vv_factors k;
    for (int j = 0; j < n; j++) {
        bool found = false;
        memcpy(unit, m, (size_t)(n * n) * sizeof *m);
        for (int i = 0; i < n; i++) unit[(n - 1) * n + i] = i == j ? VV_ONE : VV_ZERO;
        if (!vv_factorise(w->c, vv_determinant(w->c, n, unit), &k)) return true;
        for (int i = 0; i < k.n; i++) found |= k.power[i] > 0 && vv_same(k.factor[i], factor);
        if (!found && vv_rat_sign(k.number) != 0) return false;
    }
    return true;
}

/* One neighbouring direction: where is the rate of an ignorable coordinate constant along it? */
static void put_drift(work *w, const vv_solution_family *f, const vv_linear_variation *v, int i) {
    vv_ctx *c = w->c;
    int n = v->n, rank = 0, row[VV_LINEAR_VARIATION_MOST];
    vv_expr m[VV_DETERMINANT_MAX * VV_DETERMINANT_MAX], zero = VV_ONE;
    vv_factors k;
    if (n > VV_DETERMINANT_MAX ||
        vv_generic_rank(c, &w->s->facts, n, n, v->right, &rank, row, NULL, NULL) != VV_OK ||
        rank != n - 1)
        return;
    for (int r = 0; r < rank; r++) memcpy(m + r * n, v->right + row[r] * n, (size_t)n * sizeof *m);
    vv_linear_variation_gradient(c, v, w->s->rate[w->ignorable[i]], m + rank * n);
    for (int j = 0; j < n; j++) m[rank * n + j] = at(w, f, m[rank * n + j]);
    if (!vv_factorise(c, vv_determinant(c, n, m), &k)) return;
    for (int j = 0; j < k.n && vv_ctx_ok(c); j++)
        if (k.power[j] > 0 && vv_study_sign(c, w->study, k.factor[j]) == VV_ANY_SIGN &&
            !is_common(w, n, m, k.factor[j]))
            zero = vv_mul(c, zero, k.factor[j]);
    if (vv_is_const(c, zero) || !vv_ctx_ok(c)) return;
    vv_document_definition(w->d, "no_drift", zero, VV_POISON,
                           vv_format(c, "where this is 0 the rate of %s is unchanged",
                                     vv_symbol_get(c, w->s->q[w->ignorable[i]])->name));
}

/* True: they grow secularly. */
static bool put_zeros(work *w, const vv_solution_family *f, const vv_linear_variation *v,
                      const vv_exponents *x) {
    int rank = rank_with(w, f, v, 0, NULL), neighbours = v->n - rank;
    if (rank < 0) return false;
    if (x->zeros > neighbours)
        vv_document_fact(w->d, "zero_exponents", "zero exponents",
                         vv_format(w->c,
                                   "%d, more than the parameters of neighbouring steady motions "
                                   "(%d): perturbations grow in time (secular terms)",
                                   x->zeros, neighbours));
    else if (x->zeros)
        vv_document_fact(
            w->d, "zero_exponents", "zero exponents",
            vv_format(w->c, "%d, for the parameters of neighbouring steady motions", x->zeros));
    if (!x->zeros || x->zeros != neighbours) return x->zeros > neighbours;
    vv_expr *rate = VV_ARRAY(w->c, vv_expr, w->ni + 1);
    for (int i = 0; rate && i < w->ni; i++) rate[i] = w->s->rate[w->ignorable[i]];
    if (rate && w->ni && rank_with(w, f, v, w->ni, rate) > rank) {
        vv_document_fact(w->d, "drift", "in the strict sense",
                         "not stable: neighbouring motions have different rates, so ignorable "
                         "coordinates drift apart");
        for (int i = 0; i < w->ni && neighbours == 1; i++) put_drift(w, f, v, i);
    }
    if (w->nintegrals && rank_with(w, f, v, w->nintegrals, w->integral) == v->n) {
        vv_document_fact(
            w->d, "conditional", "conditional stability",
            "at fixed values of these integrals there are no zero exponents and no drift");
        for (int i = 0; i < w->nintegrals; i++)
            vv_document_definition(w->d, "kept",
                                   vv_symbol_new(w->c, vv_format(w->c, "K%d", i + 1), VV_SYM_OTHER),
                                   w->integral[i], NULL);
    }
    return false;
}

/* The variational equations about a member of the family. */
static vv_status variation_of(work *w, const vv_solution_family *f, vv_linear_variation *v) {
    int nat = w->nx + w->ni;
    vv_expr *from = VV_ARRAY(w->c, vv_expr, nat + 1), *to = VV_ARRAY(w->c, vv_expr, nat + 1);
    if (!from || !to) return vv_ctx_status(w->c);
    for (int i = 0; i < w->nx; i++) from[i] = w->x[i], to[i] = f->value[i];
    for (int i = 0; i < w->ni; i++)
        from[w->nx + i] = w->s->q[w->ignorable[i]], to[w->nx + i] = w->origin[i];
    vv_status status =
        vv_linear_variation_make(w->c, w->study, w->ne, w->essential, nat, from, to, NULL, v);
    for (int i = 0; status == VV_OK && f->nfunctions && i < v->n * v->n; i++) {
        vv_subst(w->c, f->nfunctions, f->function, f->function_value, 1, &v->left[i], &v->left[i]);
        vv_subst(w->c, f->nfunctions, f->function, f->function_value, 1, &v->right[i],
                 &v->right[i]);
    }
    for (int i = 0; status == VV_OK && w->values && i < v->n * v->n; i++) {
        v->left[i] = vv_with_parameter_values(w->c, w->s->m, v->left[i]);
        v->right[i] = vv_with_parameter_values(w->c, w->s->m, v->right[i]);
    }
    return status;
}

static void put_one(work *w, const vv_solution_family *f) {
    vv_linear_variation v;
    vv_exponents *x = VV_NEW(w->c, vv_exponents);
    if (!x) return;
    put_values(w, f);
    put_rates(w, f);
    vv_steady_unknowns u = unknowns(w);
    if (!prove_steady(w, f)) return;
    if (vv_steady_is_nonsmooth(&u, w->study, f)) {
        vv_document_paragraph(w->d, "remark",
                              "not decided: its stability; a force has no derivatives on this "
                              "motion: it switches branches, or a root or a power begins there");
        w->status = VV_E_BEYOND;
        return;
    }
    vv_status status = variation_of(w, f, &v);
    if (status == VV_OK && !w->numbers) vv_linear_variation_put(w->d, &v);
    if (status == VV_OK) status = vv_exponents_find(w->c, &w->s->facts, &v, x);
    if (status != VV_OK) {
        if (!vv_ctx_ok(w->c)) return;
        vv_document_paragraph(
            w->d, "remark",
            "not decided: the coordinates or speeds are singular there, or too many");
        w->status = VV_E_BEYOND;
        return;
    }
    if (!w->numbers)
        vv_document_definition(
            w->d, "characteristic", vv_symbol_new(w->c, "Δ", VV_SYM_OTHER),
            vv_exponents_polynomial(w->c, w->s->m, x),
            vv_format(w->c, "zero for the exponents %s", vv_exponent_letter(w->c, w->s->m)));
    bool secular = put_zeros(w, f, &v, x);
    find_stability_conditions(w, f, &v, x);
    w->damped = x->damped;
    put_frequencies(w, x);
    put_stability(w, &v, x, secular);
    if (!secular) vv_steady_put_critical_values(&u, f, x);
    vv_steady_put_exponents(&u, f, x);
}

/* ---- entry point ----------------------------------------------------------------------------- */

/* Chosen coordinate rates as speeds: where a divisor in the others vanishes they are singular,
 * and steady motions there are not seen. */
static bool may_hide(work *w) {
    vv_expr divisor[VV_CHART_SINGULARITIES_MOST];
    for (int i = 0; i < w->s->n; i++)
        if (vv_symbol_get(w->c, w->s->w[i])->kind == VV_SYM_SPEED) return false;
    return vv_chart_singularities(w->c, w->study, divisor) != 0;
}

/* Are the axes z of a restated frame and its parent parallel, the pole of the first angles? Angles
 * with α = π repeat orientations with α = 0. */
static bool at_pole(work *w, const vv_solution_family *f) {
    const vv_model *m = w->s->m;
    bool any = false;
    for (int i = 0; i < m->nturned; i++) {
        vv_expr a = vv_cos(w->c, m->turned[i].angle[1]), b = vv_cos(w->c, m->turned[i].angle[2]),
                e = vv_sub(w->c, vv_pow_int(w->c, vv_mul(w->c, a, b), 2), VV_ONE);
        if (vv_vanishes(w->c, &w->s->facts, at(w, f, vv_add(w->c, a, VV_ONE)))) return false;
        any |= vv_vanishes(w->c, &w->s->facts, at(w, f, e));
    }
    return any;
}

/* What was found and not listed. */
typedef struct unlisted {
    int singular; /* coordinates or speeds */
    int poles;    /* singular mass matrices */
    int empty;    /* conditions of reality that exclude each other */
} unlisted;

/* A family that is listed: no reversal of an earlier one, regular. apart: the reversal has other
 * exponents. */
static bool is_listed(work *w, const vv_solution_families *all, int k, bool rests,
                      const bool *apart, unlisted *rest) {
    const vv_solution_family *f = &all->list[k];
    bool again = at_rest(w, f);
    for (int j = 0; apart && rests && j < k && !again; j++)
        again = !apart[j] && is_reverse(w, f, &all->list[j]);
    if (again || (w->only_poles && !at_pole(w, f))) return false;
    vv_steady_unknowns u = unknowns(w);
    if (vv_steady_is_contradictory(&u, f)) {
        rest->empty++;
        return false;
    }
    bool regular = is_regular(w, f), pole = regular && !determines_accelerations(w, f);
    rest->singular += !regular;
    rest->poles += pole;
    return regular && !pole;
}

static void list_families(work *w, const vv_solution_families *all, bool rests, unlisted *rest) {
    bool *apart = VV_ARRAY(w->c, bool, all->n + 1);
    for (int k = 0; k < all->n && vv_ctx_tick(w->c); k++) {
        const vv_solution_family *f = &all->list[k];
        if (!is_listed(w, all, k, rests, apart, rest)) continue;
        vv_document_begin(w->d, "motion", true, vv_format(w->c, "Steady motion %d", ++w->shown));
        w->damped = false;
        put_one(w, f);
        if (apart) apart[k] = w->damped;
        vv_document_end(w->d);
    }
}

static void put_unlisted(work *w, const unlisted *rest) {
    if (rest->singular)
        vv_document_paragraph(w->d, "singular",
                              "in addition, %d where the coordinates or speeds are singular: other "
                              "coordinates would be needed there",
                              rest->singular);
    if (!rest->poles) return;
    vv_document_paragraph(w->d, "poles",
                          "not decided: %d where the mass matrix is singular, as at the pole of "
                          "angles: its equations hold, but need not be those of a motion there; "
                          "other coordinates would be needed",
                          rest->poles);
    w->status = VV_E_BEYOND;
}

static void put_open(work *w, const vv_solution_families *all) {
    vv_document_paragraph(w->d, "complete", "there may be others");
    if (!vv_is_poison(all->unsolved))
        vv_document_definition(w->d, "unsolved", all->unsolved, VV_POISON,
                               "their equations: not solved");
    w->status = VV_E_BEYOND;
}

/* Rest: the speeds vanish, and the rates of ignorable coordinates. All solutions are of this kind.
 */
static struct vv_proof_record *argue_rest(work *w, const vv_solution_families *all) {
    vv_ctx *c = w->c;
    vv_facts signs = w->s->facts; /* the unknowns are independent of each other */
    signs.nrules = signs.nbranches = signs.nopen = 0;
    struct vv_proof_record *r = vv_proof_record_theorem(c, "no other solution", &signs, VV_REFUTED);
    vv_expr *goal = VV_ARRAY(c, vv_expr, w->s->n + w->ni + 1);
    int n = 0;
    for (int i = 0; goal && i < w->s->n; i++) goal[n++] = w->x[i];
    for (int i = 0; goal && i < w->ni; i++)
        goal[n++] = vv_factored(c, without_ignorable(w, w->s->rate[w->ignorable[i]]));
    vv_proof_record_list(r, "unknown", w->nx, w->x);
    vv_proof_record_list(r, "goal", n, goal);
    return vv_solution_cases_put(all->cases, r) ? r : NULL;
}

static void put_families(work *w, const vv_solution_families *all) {
    int before = w->shown;
    unlisted rest = {0};
    bool rests = vv_rates_are_homogeneous(
        w->c, w->s); /* otherwise a constraint prescribes a rate and the motion is not reversible */
    list_families(w, all, rests, &rest);
    bool hides = all->complete && may_hide(w), shown = w->shown > before;
    if (w->in_chart) rest = (unlisted){0}; /* the other angles show them */
    if (!shown && all->complete && !rest.singular && !rest.poles && !hides && !w->in_chart) {
        vv_document_verdict(w->d, "none", "there are steady motions other than rest", "refuted",
                            "the equations have no such solution", NULL);
        if (!rest.empty) vv_document_argue(w->d, argue_rest(w, all));
    } else if (!shown)
        vv_document_paragraph(w->d, "remark", "no steady motion other than rest was found%s",
                              w->in_chart ? " there" : "");
    put_unlisted(w, &rest);
    if (all->complete && shown)
        vv_document_paragraph(w->d, "complete", "these %sare all, for generic parameter values%s",
                              rests ? "and their reversals " : "",
                              w->only_poles         ? ", at the pole of the first angles"
                              : hides || rest.poles ? ", where the speeds are regular"
                              : w->in_chart         ? ", away from the pole of the angles"
                                                    : "");
    else if (!all->complete)
        put_open(w, all);
}

/* The ignorable coordinates; of a free frame its orientation as a whole. */
static void put_ignorable(work *w) {
    const vv_system *s = w->s;
    vv_expr *names = VV_ARRAY(w->c, vv_expr, s->nq + 1);
    int n = 0;
    for (int i = 0; names && i < w->ni; i++)
        if (!s->m->coordinate[w->ignorable[i]].internal) names[n++] = s->q[w->ignorable[i]];
    if (n) vv_document_list(w->d, "ignorable", "ignorable coordinates", n, names);
    for (int i = 0; names && i < w->ni; i++) {
        const char *name = vv_symbol_get(w->c, s->q[w->ignorable[i]])->name;
        if (!s->m->coordinate[w->ignorable[i]].internal) continue;
        vv_document_paragraph(w->d, "orientation",
                              "the orientation of %.*s is ignorable: steady motions have constant "
                              "speeds, whatever it is",
                              (int)(strlen(name) - strlen(".e0")), name);
        i += 3;
    }
}

/* Does an orientation given by Euler parameters occur in the equations? They all vary in a steady
 * rotation and do not show what is constant in it. */
static bool free_is_essential(const work *w) {
    for (int i = 0; i < w->ne; i++)
        if (w->s->m->coordinate[w->essential[i]].internal) return true;
    return false;
}

static vv_status put_time_dependent(vv_ctx *c, const vv_study *study, vv_document *d) {
    if (study->eq->nunknowns == study->s->n && vv_floquet_is_linear_system(c, study))
        return vv_floquet_put_linear_system(c, study, d);
    vv_document_paragraph(d, "remark",
                          "steady motions were not searched for: the equations depend on time, "
                          "or contain more unknowns than accelerations");
    return VV_E_BEYOND;
}

static bool depends_on_time(vv_ctx *c, const vv_study *study) {
    const vv_system *s = study->s;
    bool timed = study->eq->nunknowns != s->n;
    for (int i = 0; i < s->n && !timed; i++) timed = vv_depends(c, study->eq->rhs[i], 1, &s->m->t);
    for (int a = 0; a < s->nq && !timed; a++) timed = vv_depends(c, s->rate[a], 1, &s->m->t);
    return timed;
}

/* Every coordinate occurs in these: the rates, the equations of motion, the constraints. */
static struct vv_proof_record *argue_none(work *w) {
    struct vv_proof_record *r =
        vv_proof_record_theorem(w->c, "no ignorable coordinate", &w->s->facts, VV_REFUTED);
    vv_proof_record_list(r, "coordinate", w->s->nq, w->s->q);
    vv_proof_record_list(r, "equation", w->m, w->equation);
    return r;
}

/* The search in one set of coordinates. */
static vv_status search(work *w) {
    vv_ctx *c = w->c;
    vv_solution_families all;
    put_ignorable(w);
    if (!w->ni) {
        vv_document_verdict(
            w->d, "none", "a coordinate is ignorable and can change uniformly", "refuted",
            "every coordinate occurs in the equations; steady motions other than rest appear only "
            "in other coordinates, such as an angle about an axis of symmetry",
            NULL);
        vv_document_argue(w->d, argue_none(w));
        return VV_OK;
    }
    if (w->nx > MOST_UNKNOWNS) {
        vv_document_paragraph(w->d, "remark", "not decided: too many unknowns");
        return VV_E_BEYOND;
    }
    vv_status status = find_families(w, &all);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    if (status != VV_OK) all = (vv_solution_families){.complete = false};
    put_families(w, &all);
    return vv_ctx_ok(c) ? w->status : vv_ctx_status(c);
}

/* "S" or "S, T" */
static const char *restated(vv_ctx *c, const vv_model *m) {
    const char *out = "";
    for (int i = 0; i < m->nturned && out; i++)
        out = vv_format(c, i ? "%s, %s" : "%s%s", out, m->turned[i].name);
    return out ? out : "";
}

/* By angles: first by those of precession and spin, then, where these have their pole, by others.
 */
static vv_status search_by_angles(vv_ctx *c, const vv_study *study, vv_document *d) {
    int shown = 0;
    vv_status worst = VV_OK;
    for (int other = 0; other < 2 && vv_ctx_ok(c); other++) {
        const vv_study *angles = study->by_angles ? study->by_angles(c, study, other) : NULL;
        if (!vv_ctx_ok(c)) break;
        if (!angles || depends_on_time(c, angles)) {
            vv_document_paragraph(
                d, "remark",
                "not decided: a free frame has no angle that could increase uniformly while all "
                "else is constant; state it by angles, such as turned ψ about z, θ about x, φ "
                "about z");
            return VV_E_BEYOND;
        }
        work w = {.c = c, .d = d, .study = angles, .s = angles->s, .shown = shown};
        w.in_chart = true, w.only_poles = other;
        vv_document_paragraph(
            d, "chart",
            other ? "where the axes z of a free frame (%s) and its parent are parallel, by the "
                    "angles ψ about z, α about x, β about y:"
                  : "the free frame (%s) by the angles ψ about z, θ about x, φ about z, where its "
                    "axis z is not parallel to that of its parent:",
            restated(c, angles->s->m));
        bool ready = split_coordinates(&w) && make_equations(&w) && find_integrals(&w);
        vv_status status = ready ? search(&w) : vv_ctx_status(c);
        if (status != VV_OK) worst = status;
        shown = w.shown;
    }
    return vv_ctx_ok(c) ? worst : vv_ctx_status(c);
}

/* One listed family, to the visitor. */
static bool show_family(work *w, const vv_solution_family *f, vv_steady_visitor *visit,
                        void *self) {
    vv_linear_variation v;
    vv_steady_unknowns u = unknowns(w);
    vv_exponents *x = VV_NEW(w->c, vv_exponents);
    if (!x || vv_steady_is_nonsmooth(&u, w->study, f)) return false;
    if (variation_of(w, f, &v) != VV_OK) return false;
    if (vv_exponents_find(w->c, &w->s->facts, &v, x) != VV_OK) return false;
    visit(self, &(vv_steady_family){w->shown, &u, f, x});
    for (int i = 1; i <= x->degree; i += 2)
        if (!vv_is_zero(x->a[i])) return true; /* its reversal has other exponents */
    return false;
}

vv_status vv_steady_families_visit(vv_ctx *c, const vv_study *study, vv_steady_visitor *visit,
                                   void *self, const char **why) {
    work w = {.c = c, .study = study, .s = study->s};
    vv_solution_families all;
    unlisted rest = {0};
    *why = depends_on_time(c, study) ? "the equations depend on the time" : NULL;
    if (!*why && !split_coordinates(&w)) return vv_ctx_status(c);
    if (!*why && free_is_essential(&w)) *why = "a free frame has no angle: state it by angles";
    if (!*why && !w.ni) *why = "every coordinate occurs in the equations: there are none";
    if (!*why && (!make_equations(&w) || !find_integrals(&w))) return vv_ctx_status(c);
    if (!*why && (w.nx > MOST_UNKNOWNS || find_families(&w, &all) != VV_OK))
        *why = "steady motions could not be solved for";
    if (*why) return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
    bool *apart = VV_ARRAY(c, bool, all.n + 1), rests = vv_rates_are_homogeneous(c, w.s);
    for (int k = 0; apart && k < all.n && vv_ctx_tick(c); k++) {
        if (!is_listed(&w, &all, k, rests, apart, &rest)) continue;
        w.shown++;
        apart[k] = show_family(&w, &all.list[k], visit, self);
    }
    return vv_ctx_status(c);
}

static vv_status fill(vv_ctx *c, const vv_study *study, vv_document *d) {
    work w = {.c = c, .d = d, .study = study, .s = study->s};
    if (study->about) return vv_floquet_put_stated_motion(c, study, d);
    if (depends_on_time(c, study)) return put_time_dependent(c, study, d);
    if (!split_coordinates(&w)) return vv_ctx_status(c);
    if (free_is_essential(&w)) return search_by_angles(c, study, d);
    if (!make_equations(&w) || !find_integrals(&w)) return vv_ctx_status(c);
    return search(&w);
}

const vv_topic vv_topic_steady = {
    .name = "steady",
    .title = "Steady motions and their stability",
    .text = "families of steady motions, their variational equations, exponents and stability",
    .needs = VV_NEEDS_MOTION | VV_NEEDS_LINEAR | VV_TAKES_SERVO_MOTION,
    .fill = fill,
};
