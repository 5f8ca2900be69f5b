#include "simulate/integrate/rhs.h"

#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "simulate/integrate/integrate_tolerances.h"

/* ---- building ------------------------------------------------------------------------------- */

static vv_jit *machine_of(const vv_dynamics *f, vv_tape *t, double **scratch) {
    vv_jit *m = t ? vv_jit_build(f->c, t, 1) : NULL;
    *scratch = m ? VV_ARRAY(f->c, double, m->nscratch + 1) : NULL;
    if (*scratch) vv_jit_prepare(m, *scratch);
    return *scratch ? m : NULL;
}

/* A tape in q, w, t. */
static vv_tape *tape_of(const vv_dynamics *f, int n, const vv_expr *out) {
    const vv_equations *eq = f->eq;
    vv_expr *in = VV_ARRAY(f->c, vv_expr, f->nq + f->n + 2);
    if (!in || !vv_ctx_ok(f->c)) return NULL;
    memcpy(in, eq->q, (size_t)f->nq * sizeof *in);
    memcpy(in + f->nq, eq->w, (size_t)f->n * sizeof *in);
    in[f->nq + f->n] = f->s->m->t;
    vv_tape_plan plan = {f->nq + f->n + 1, in, f->fixed.n, f->fixed.symbol, f->fixed.value, n, out};
    return vv_tape_build(f->c, &plan, NULL);
}

static bool build_parts(vv_rhs *r) {
    const vv_dynamics *f = r->f;
    const vv_equations *eq = f->eq;
    vv_expr *out = VV_ARRAY(f->c, vv_expr, r->nq + r->nu * (r->nu + 1) + 1);
    if (!out) return false;
    memcpy(out, eq->rate, (size_t)r->nq * sizeof *out);
    memcpy(out + r->nq, eq->rhs, (size_t)r->nu * sizeof *out);
    memcpy(out + r->nq + r->nu, eq->matrix, (size_t)(r->nu * r->nu) * sizeof *out);
    vv_tape *t = tape_of(f, r->nq + r->nu * (r->nu + 1), out);
    r->parts = machine_of(f, t, &r->parts_scratch);
    return r->parts != NULL;
}

/* d(A^-1 b) = A^-1 (db - dA x): differentiate b - A x with x held constant. */
static bool build_variation(vv_rhs *r) {
    const vv_dynamics *f = r->f;
    const vv_equations *eq = f->eq;
    int n = r->nq + r->n, rows = r->nq + r->nu;
    vv_expr *value = VV_ARRAY(f->c, vv_expr, rows + 1), *by = VV_ARRAY(f->c, vv_expr, n + 1),
            *term = VV_ARRAY(f->c, vv_expr, r->nu + 2), *out = VV_MATRIX(f->c, vv_expr, rows, n);
    if (!value || !by || !term || !out) return false;
    memcpy(by, eq->q, (size_t)r->nq * sizeof *by);
    memcpy(by + r->nq, eq->w, (size_t)r->n * sizeof *by);
    memcpy(value, eq->rate, (size_t)r->nq * sizeof *value);
    for (int i = 0; i < r->nu; i++) {
        for (int k = 0; k < r->nu; k++)
            term[k] = vv_neg(f->c, vv_mul(f->c, eq->matrix[i * r->nu + k], eq->unknown[k]));
        term[r->nu] = eq->rhs[i];
        value[r->nq + i] = vv_sum(f->c, r->nu + 1, term);
    }
    vv_jacobian(f->c, rows, value, n, by, out);
    r->variation = machine_of(f, vv_dynamics_tape(f, rows * n, out), &r->variation_scratch);
    return r->variation != NULL;
}

bool vv_rhs_new(vv_dynamics *f, bool derivatives, vv_rhs *r) {
    const char *why;
    *r = (vv_rhs){.f = f, .nq = f->nq, .n = f->n, .nu = f->n + f->m};
    if (f->s->feedback) r->probe = VV_ARRAY(f->c, double, 3 * (r->nq + r->nu) + 1);
    if (f->coulomb) return vv_kkt_scales_new(f->c, f->kkt.n, &r->seen);
    vv_tape *t = vv_rhs_tape(f->c, f->eq, f->s->m, &f->fixed, &why);
    r->solved = machine_of(f, t, &r->solved_scratch);
    r->in = VV_ARRAY(f->c, double, f->nq + 2 * f->n + f->m + 2);
    r->out = VV_MATRIX(f->c, double, r->nq + r->nu, r->nq + r->nu + 1);
    r->x = VV_ARRAY(f->c, double, r->nq + r->nu + 1);
    if (!r->solved || !build_parts(r) || !vv_kkt_new(f->c, r->nu, &r->dense) ||
        !vv_kkt_scales_new(f->c, r->nu, &r->seen))
        return false;
    r->dense.ninertia = r->n;
    int own =
        f->m / vv_dynamics_count_directions(f); /* relations of the motion itself, then of each */
    for (int i = r->n; i < r->nu; i++) {
        int at = (i - r->n) % own;
        r->dense.redundant[i] = vv_dynamics_is_redundant(f, at);
        r->dense.scale_group[i] = i - at + vv_dynamics_row_group(f, at);
    }
    return !derivatives || build_variation(r);
}

/* ---- evaluation ----------------------------------------------------------------------------- */

/* The matrix of each direction is that of the motion, repeated. */
void vv_rhs_begin_step(vv_rhs *r) {
    const vv_dynamics *f = r->f;
    const vv_kkt *from = &f->kkt;
    vv_kkt *to = &r->dense;
    int rows = from->n - f->nown;
    if (f->coulomb) return;
    for (int i = 0; i < r->nu; i++) {
        int at = i < r->n ? i % f->nown : f->nown + (i - r->n) % rows;
        to->row_most[i] = from->row_most[at], to->by_row[i] = from->by_row[at];
        to->column_most[i] = from->column_most[at], to->by_column[i] = from->by_column[at];
    }
    to->unit = from->unit;
    vv_kkt_scales_save(to, &r->seen);
}

static void put_state(vv_rhs *r, double t, const double *x) {
    int n = r->nq + r->n;
    memcpy(r->in, x, (size_t)n * sizeof *x);
    r->in[n] = t;
}

/* Evaluates the parts and factors the matrix. */
static bool factor(vv_rhs *r) {
    enum { LEAST_EXPONENT = -33 }; /* as in dynamics.c */
    vv_jit_run(r->parts, r->in, r->out, r->parts_scratch);
    if (!vv_all_finite(r->nq + r->nu * (r->nu + 1), r->out)) return false;
    vv_kkt_scales_restore(&r->dense, &r->seen);
    memcpy(r->dense.a, r->out + r->nq + r->nu, (size_t)(r->nu * r->nu) * sizeof *r->dense.a);
    if (!vv_kkt_factor(&r->dense, ldexp(1, LEAST_EXPONENT))) return false;
    if (r->rank > 0 && r->dense.rank > r->rank) r->dense.rank = r->rank;
    return true;
}

static bool run_carefully(vv_rhs *r, double *out) {
    if (!factor(r)) return false;
    memcpy(out, r->out, (size_t)(r->nq + r->nu) * sizeof *out);
    vv_kkt_solve(&r->dense, out + r->nq);
    return vv_all_finite(r->nq + r->nu, out);
}

/* Order-0 coefficients of the dynamics with friction laws, in which all coordinates count as
 * free. */
static bool run_laws(vv_rhs *r, double t, const double *x, double *out) {
    vv_dynamics *f = r->f;
    vv_kkt_scales_save(&f->kkt, &r->seen);
    bool good = vv_dynamics_evaluate_matrix(f, x, t) == VV_DYNAMICS_OK &&
                vv_dynamics_factor(f) == VV_DYNAMICS_OK &&
                vv_dynamics_accelerations(f, x, t) == VV_DYNAMICS_OK;
    vv_kkt_scales_restore(&f->kkt, &r->seen);
    if (!good) return false;
    memcpy(out, x + f->nq, (size_t)f->nq * sizeof *out);
    for (int i = 0; i < f->n + f->m; i++)
        out[f->nq + i] = vv_dynamics_coefficients(f, f->nq + f->n + i)[0];
    return vv_all_finite(f->nq + f->n + f->m, out);
}

void vv_feedback_apply(const vv_dynamics *f, double t, const double *x) {
    const vv_feedback *k = f->s->feedback;
    if (k) k->apply(k->data, t, x);
}

bool vv_rhs_evaluate(vv_rhs *r, double t, const double *x, double *out) {
    vv_feedback_apply(r->f, t, x);
    if (r->f->coulomb) return run_laws(r, t, x, out);
    put_state(r, t, x);
    if (r->careful) return run_carefully(r, out);
    vv_jit_run(r->solved, r->in, out, r->solved_scratch);
    return vv_all_finite(r->nq + r->nu, out);
}

/* A law outside of the equations has no derivatives of its own. */
static bool jacobian_by_differences(vv_rhs *r, double t, const double *x, double *out) {
    int n = r->nq + r->n, all = r->nq + r->nu;
    double *state = r->probe, *here = state + all, *there = here + all;
    memcpy(state, x, (size_t)n * sizeof *x);
    if (!vv_rhs_evaluate(r, t, x, here)) return false;
    for (int j = 0; j < n; j++) {
        double h = VV_RHS_DIFFERENCE * fmax(1, fabs(x[j]));
        state[j] = x[j] + h;
        h = state[j] - x[j];
        if (!vv_rhs_evaluate(r, t, state, there)) return false;
        state[j] = x[j];
        for (int i = 0; i < n; i++) out[i * n + j] = (there[i] - here[i]) / h;
    }
    return vv_all_finite(n * n, out);
}

bool vv_rhs_jacobian(vv_rhs *r, double t, const double *x, double *out) {
    int n = r->nq + r->n;
    if (r->f->s->feedback) return jacobian_by_differences(r, t, x, out);
    put_state(r, t, x);
    if (!run_carefully(r, r->x)) return false;
    memcpy(r->in + n, r->x + r->nq, (size_t)r->nu * sizeof *r->x);
    r->in[n + r->nu] = t;
    vv_jit_run(r->variation, r->in, r->out, r->variation_scratch);
    memcpy(out, r->out, (size_t)(r->nq * n) * sizeof *out);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < r->nu; i++) r->x[i] = r->out[(r->nq + i) * n + j];
        vv_kkt_solve(&r->dense, r->x);
        for (int i = 0; i < r->n; i++) out[(r->nq + i) * n + j] = r->x[i];
    }
    return vv_all_finite(n * n, out);
}
