/* Singular mass matrices. Where a combination of the equations of motion contains no acceleration
 * it is a relation on the state: of first order (a spring in series with a damper, a charge without
 * mass in a magnetic field), or finite (a massless joint of two springs). Every motion satisfies
 * it, so the same mechanism with these relations as constraints has the same motions: with N the
 * combinations and A the coefficients of the velocities in the relations N f = 0, the forces of
 * these constraints satisfy N A^T λ = N f = 0, hence λ = 0 if N A^T is regular. */
#include <string.h>

#include "kinematics/degenerate_inertia.h"
#include "prove/prove.h"

enum { MOST_TERMS = 64 }; /* of a relation that is written as one sum */

typedef struct search {
    vv_ctx *c;
    const vv_system *s;
    vv_expr *e; /* equations along the directions of the system, in q, w, w' (n) */
    vv_expr *M; /* coefficients of w' (n x n) */
    int rank, *row, *column;
    int k;           /* relations */
    vv_expr *N, *A;  /* combinations, and velocities in the relations (n x n at most) */
    vv_expr *phi;    /* relations in q, w, t (k) */
    bool *finite;    /* without velocities (k) */
    vv_buffer lacks; /* names what remains undetermined */
} search;

/* d/dt dT/dq' - d(T + U)/dq - Q along the directions. */
static bool equations(search *x) {
    vv_ctx *c = x->c;
    const vv_system *s = x->s;
    int nq = s->nq;
    vv_expr *E = VV_ARRAY(c, vv_expr, nq + 1), *g = VV_ARRAY(c, vv_expr, nq + 1);
    if (!E || !g) return false;
    if (vv_system_balance(c, s, E) != VV_OK) return false;
    vv_subst(c, nq, s->qdd, s->rate_rate, nq, E, E);
    vv_subst(c, nq, s->qd, s->rate, nq, E, E);
    for (int i = 0; i < s->n; i++) {
        for (int a = 0; a < nq; a++) g[a] = vv_mul(c, E[a], s->direction[i * nq + a]);
        x->e[i] = vv_sum(c, nq, g);
    }
    vv_jacobian(c, s->n, x->e, s->n, s->wd, x->M);
    vv_subst_zero(c, s->n, s->wd, s->n, x->e, x->e);
    return vv_ctx_ok(c);
}

static bool is_independent(const search *x, int r) {
    for (int i = 0; i < x->rank; i++)
        if (x->row[i] == r) return true;
    return false;
}

/* Row r as a combination of the independent ones, subtracted from it. */
static bool combine(search *x, int r, vv_expr *N, vv_expr *phi) {
    vv_ctx *c = x->c;
    int n = x->s->n, k = x->rank;
    vv_expr *m = VV_MATRIX(c, vv_expr, k, k), *y = VV_ARRAY(c, vv_expr, k + 1);
    if (!m || !y) return false;
    for (int j = 0; j < k; j++) {
        y[j] = x->M[r * n + x->column[j]];
        for (int i = 0; i < k; i++) m[j * k + i] = x->M[x->row[i] * n + x->column[j]];
    }
    if (k && vv_solve(c, k, vv_factor(c, k, m), y, y) != VV_OK) return false;
    for (int i = 0; i < n; i++) N[i] = i == r ? VV_ONE : VV_ZERO;
    *phi = x->e[r];
    for (int i = 0; i < k; i++) {
        N[x->row[i]] = vv_neg(c, y[i]);
        *phi = vv_sub(c, *phi, vv_mul(c, y[i], x->e[x->row[i]]));
    }
    *phi = vv_flatten_sum(c, vv_facts_rewrite(c, &x->s->facts, *phi), MOST_TERMS);
    return vv_ctx_ok(c);
}

/* Velocities that cancel are removed; then the coefficients of the velocities, or of the rates of a
 * finite relation. */
static bool coefficients(search *x, int i) {
    vv_ctx *c = x->c;
    const vv_system *s = x->s;
    vv_expr *A = x->A + i * s->n, rate = x->phi[i];
    x->finite[i] = true;
    for (int j = 0; j < s->n; j++)
        if (vv_depends(c, rate, 1, &s->w[j]))
            x->finite[i] &= vv_vanishes(c, &s->facts, vv_diff(c, rate, s->w[j]));
    if (x->finite[i]) {
        vv_subst_zero(c, s->n, s->w, 1, &x->phi[i], &x->phi[i]);
        if (!x->phi[i].id) return false;
        rate = vv_symbol_map_time_derivative(c, &s->maps.speed_rates, x->phi[i]);
    }
    vv_jacobian(c, 1, &rate, s->n, s->w, A);
    return vv_ctx_ok(c);
}

static void note_lacking(search *x, int r) {
    if (x->lacks.length) vv_buffer_add(&x->lacks, ", ");
    vv_expr_write(x->c, x->s->w[r], &x->lacks);
}

/* The relations; false if one of them is empty, and a motion not determined. */
static bool find_relations(search *x) {
    vv_ctx *c = x->c;
    int n = x->s->n;
    if (vv_generic_rank(c, &x->s->facts, n, n, x->M, &x->rank, x->row, x->column, NULL) != VV_OK)
        return false;
    for (int r = 0; r < n; r++) {
        if (is_independent(x, r)) continue;
        if (!combine(x, r, x->N + x->k * n, &x->phi[x->k])) return false;
        if (vv_is_zero(x->phi[x->k]) || vv_vanishes(c, &x->s->facts, x->phi[x->k]))
            note_lacking(x, r);
        else if (!coefficients(x, x->k++))
            return false;
    }
    return !x->lacks.length;
}

/* Is N A^T regular? */
static bool is_regular(search *x) {
    vv_ctx *c = x->c;
    int n = x->s->n, k = x->k, rank = 0;
    vv_expr *G = VV_MATRIX(c, vv_expr, k, k), *t = VV_ARRAY(c, vv_expr, n + 1);
    if (!G || !t || !k) return false;
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++) {
            for (int a = 0; a < n; a++) t[a] = vv_mul(c, x->N[i * n + a], x->A[j * n + a]);
            G[i * k + j] = vv_sum(c, n, t);
        }
    return vv_generic_rank(c, &x->s->facts, k, k, G, &rank, NULL, NULL, NULL) == VV_OK && rank == k;
}

/* ---- the same mechanism with these constraints ------------------------------------------- */

static const char *text_of(search *x, vv_expr value) {
    vv_buffer b = VV_BUFFER(x->c);
    vv_expr_write_brief(x->c, value, &b);
    vv_buffer_add(&b, " = 0");
    return vv_strdup(x->c, vv_buffer_text(&b));
}

static vv_model *extended_model(search *x) {
    vv_ctx *c = x->c;
    const vv_system *s = x->s;
    vv_model *m = VV_NEW(c, vv_model);
    if (!m) return NULL;
    *m = *s->m;
    m->constraint = VV_ARRAY(c, vv_constraint, m->nconstraints + x->k + 1);
    m->speed = VV_ARRAY(c, vv_speed, m->nspeeds + 1);
    if (!m->constraint || !m->speed) return NULL;
    for (int i = 0; i < m->nspeeds; i++) { /* there may be more than needed */
        m->speed[i] = s->m->speed[i];
        m->speed[i].auxiliary |= !m->speed[i].free;
    }
    if (s->m->nconstraints)
        memcpy(m->constraint, s->m->constraint, (size_t)s->m->nconstraints * sizeof *m->constraint);
    for (int i = 0; i < x->k; i++) {
        vv_expr value = x->phi[i];
        vv_subst(c, s->n, s->w, s->speed, 1, &value, &value);
        const char *text = text_of(x, value);
        m->constraint[m->nconstraints++] = (vv_constraint){.kind = VV_CON_EQUATION,
                                                           .value = value,
                                                           .order = !x->finite[i],
                                                           .label = text,
                                                           .text = text,
                                                           .rolling = -1};
    }
    return vv_ctx_ok(c) ? m : NULL;
}

static bool prepare(search *x) {
    vv_ctx *c = x->c;
    int n = x->s->n;
    x->e = VV_ARRAY(c, vv_expr, n + 1), x->phi = VV_ARRAY(c, vv_expr, n + 1);
    x->M = VV_MATRIX(c, vv_expr, n, n);
    x->N = VV_MATRIX(c, vv_expr, n, n), x->A = VV_MATRIX(c, vv_expr, n, n);
    x->row = VV_ARRAY(c, int, n + 1), x->column = VV_ARRAY(c, int, n + 1);
    x->finite = VV_ARRAY(c, bool, n + 1);
    return vv_ctx_ok(c);
}

/* One round: NULL if the relations do not determine more. */
static const vv_system *with_relations(vv_ctx *c, const vv_system *s, const char **lacks) {
    search x = {.c = c, .s = s, .lacks = VV_BUFFER(c)};
    vv_system *twin = VV_NEW(c, vv_system);
    bool found = twin && s->speeds_ok && s->n && prepare(&x) && equations(&x) && find_relations(&x);
    if (x.lacks.length) *lacks = vv_strdup(c, vv_buffer_text(&x.lacks));
    vv_model *m = found && is_regular(&x) ? extended_model(&x) : NULL;
    vv_diag_mark before = vv_diag_get_mark(c);
    bool built = m && vv_system_build(c, m, twin) == VV_OK && vv_diag_errors(c) == before.errors;
    if (built) twin->of_lower_order = true;
    vv_diag_rollback(c, before);
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
    return built ? twin : NULL;
}

const vv_system *vv_system_determine_massless(vv_ctx *c, const vv_system *s, const char **lacks) {
    *lacks = NULL;
    for (int round = 0; round < s->nq; round++) {
        s = with_relations(c, s, lacks);
        if (!s || s->freedom <= 0 || !vv_system_is_massless(c, s)) break;
    }
    return s;
}
