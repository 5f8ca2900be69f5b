/* IDA: backward differentiation of the equations as they stand, F(t, y, y') = 0 with their
 * derivatives. Constraints keep positions and velocities at once: q' = rate + G^T mu with g = 0
 * beside the equations with multipliers and the velocities of all constraints, the stabilised form
 * of index 2 [GearLeimkuhlerGupta1985]. y: q, w, lambda, mu. */
#include <math.h>
#include <string.h>

#include "simulate/solvers.h"
#include "simulate/stepper.h"

#ifdef VV_SUNDIALS

#include <ida/ida.h>
#include <sunmatrix/sunmatrix_dense.h>

typedef struct ida {
    vv_stepper *s;
    vv_solver lib;
    void *mem;
    int nq, n, m, nf, nv, all; /* coordinates, speeds, multipliers, finite rows, rows, of y     */
    int *finite;               /* rows that are finite                                     (nf) */
    bool *idle;                /* rows that follow from others: their lambda and mu are 0  (nv) */
    vv_machine *values;        /* out: rate, residual, finite rows, velocities, G (nf*nq)       */
    vv_machine *slopes;        /* out: by q, w: rate, velocities; by q, w, w', lambda: residual */
    double *values_scratch, *slopes_scratch, *values_out, *slopes_out, *in;
    double *y, *yd, *extra, *id, *out;
    double t;
} ida;

/* ---- building ------------------------------------------------------------------------------- */

static vv_machine *machine_of(const vv_flow *f, int n, const vv_expr *e, double **scratch,
                              double **out) {
    vv_tape *t = vv_ctx_ok(f->c) ? vv_flow_tape(f, n, e) : NULL;
    vv_machine *m = t ? vv_machine_build(f->c, t, 1) : NULL;
    *scratch = m ? VV_ARRAY(f->c, double, m->nscratch + 1) : NULL;
    *out = VV_ARRAY(f->c, double, n + 1);
    if (*scratch) vv_machine_prepare(m, *scratch);
    return *scratch && *out ? m : NULL;
}

static bool build_values(ida *o, const vv_flow *f) {
    const vv_equations *eq = f->eq;
    int n = 0;
    vv_expr *out = VV_ARRAY(f->c, vv_expr, o->nq + o->n + (o->nq + 1) * o->nf + o->nv + 1);
    if (!out) return false;
    for (int i = 0; i < o->nq; i++) out[n++] = eq->rate[i];
    for (int i = 0; i < o->n; i++) out[n++] = eq->residual[i];
    for (int i = 0; i < o->nf; i++) out[n++] = eq->row[o->finite[i]]->finite;
    for (int i = 0; i < o->nv; i++) out[n++] = eq->row[i]->velocity;
    for (int i = 0; i < o->nf; i++)
        vv_gradient(f->c, eq->row[o->finite[i]]->finite, o->nq, eq->q, out + n), n += o->nq;
    o->values = machine_of(f, n, out, &o->values_scratch, &o->values_out);
    return o->values != NULL;
}

static bool build_slopes(ida *o, const vv_flow *f) {
    const vv_equations *eq = f->eq;
    int state = o->nq + o->n, wide = state + o->n + o->m, n = (o->nq + o->nv) * state + o->n * wide;
    vv_expr *out = VV_ARRAY(f->c, vv_expr, n + 1), *by = VV_ARRAY(f->c, vv_expr, wide + 1),
            *value = VV_ARRAY(f->c, vv_expr, o->nq + o->nv + 1);
    if (!out || !by || !value) return false;
    memcpy(by, eq->q, (size_t)o->nq * sizeof *by);
    memcpy(by + o->nq, eq->w, (size_t)o->n * sizeof *by);
    memcpy(by + state, eq->wd, (size_t)o->n * sizeof *by);
    if (o->m) memcpy(by + state + o->n, eq->lambda, (size_t)o->m * sizeof *by);
    memcpy(value, eq->rate, (size_t)o->nq * sizeof *value);
    for (int i = 0; i < o->nv; i++) value[o->nq + i] = eq->row[i]->velocity;
    vv_jacobian(f->c, o->nq + o->nv, value, state, by, out);
    vv_jacobian(f->c, o->n, eq->residual, wide, by, out + (o->nq + o->nv) * state);
    o->slopes = machine_of(f, n, out, &o->slopes_scratch, &o->slopes_out);
    return o->slopes != NULL;
}

static bool open(vv_stepper *s) {
    const vv_flow *f = s->f;
    vv_ctx *c = f->c;
    ida *o = s->own = VV_NEW(c, ida);
    if (!o || !vv_step_open(s, false)) return false;
    o->nq = f->nq, o->n = f->n, o->m = f->m, o->nv = f->m;
    o->finite = VV_ARRAY(c, int, o->nv + 1);
    o->idle = VV_ARRAY(c, bool, o->nv + 1);
    if (!o->finite || !o->idle) return false;
    for (int r = 0; r < o->nv; r++)
        if (f->eq->row[r]->finite.id) o->finite[o->nf++] = r;
    o->all = s->n + o->m + o->nf;
    o->in = VV_ARRAY(c, double, o->nq + 2 * o->n + o->m + 2);
    o->y = VV_ARRAY(c, double, o->all + 1);
    o->yd = VV_ARRAY(c, double, o->all + 1);
    o->extra = VV_ARRAY(c, double, o->all + 1);
    o->id = VV_ARRAY(c, double, o->all + 1);
    o->out = VV_ARRAY(c, double, s->n + o->m + 1);
    return vv_ctx_ok(c) && build_values(o, f) && build_slopes(o, f);
}

static const char *refusal(const vv_flow *f) {
    if (f->eq->nrows != f->m)
        return "the servos are differentiated further, which it does not know how to keep";
    return NULL;
}

static void close(vv_stepper *s) {
    ida *o = s->own;
    if (!o) return;
    if (o->mem) IDAFree(&o->mem);
    vv_solver_close(&o->lib);
}

/* ---- what the library asks ------------------------------------------------------------------ */

static bool is_finite(int n, const double *x) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += 0 * x[i];
    return sum == 0;
}

static void put(ida *o, double t, const double *y, const double *yd) {
    int state = o->nq + o->n;
    memcpy(o->in, y, (size_t)state * sizeof *y);
    memcpy(o->in + state, yd + o->nq, (size_t)o->n * sizeof *y);
    memcpy(o->in + state + o->n, y + state, (size_t)o->m * sizeof *y);
    o->in[state + o->n + o->m] = t;
}

/* F: q' - rate - G^T mu, residual, velocities or idle lambda, finite rows or idle mu. */
static int residual(double t, N_Vector Y, N_Vector Yd, N_Vector R, void *data) {
    ida *o = data;
    const double *y = N_VGetArrayPointer(Y), *yd = N_VGetArrayPointer(Yd), *v = o->values_out,
                 *lambda = y + o->nq + o->n, *mu = lambda + o->m;
    double *out = N_VGetArrayPointer(R);
    put(o, t, y, yd);
    vv_machine_run(o->values, o->in, o->values_out, o->values_scratch);
    const double *g = v + o->nq + o->n, *speed = g + o->nf, *G = speed + o->nv;
    for (int i = 0; i < o->nq; i++) {
        out[i] = yd[i] - v[i];
        for (int r = 0; r < o->nf; r++) out[i] -= G[r * o->nq + i] * mu[r];
    }
    for (int i = 0; i < o->n; i++) out[o->nq + i] = v[o->nq + i];
    out += o->nq + o->n;
    for (int r = 0; r < o->nv; r++) out[r] = o->idle[r] ? lambda[r] : speed[r];
    for (int r = 0; r < o->nf; r++) out[o->nv + r] = o->idle[o->finite[r]] ? mu[r] : g[r];
    return is_finite(o->all, out - o->nq - o->n) ? 0 : 1;
}

/* dF/dy + c dF/dy'; G is held in G^T mu, since mu vanishes. */
static int jacobian(double t, double c, N_Vector Y, N_Vector Yd, N_Vector R, SUNMatrix J,
                    void *data, N_Vector a, N_Vector b, N_Vector d) {
    ida *o = data;
    int nq = o->nq, n = o->n, state = nq + n, wide = state + n + o->m, at = state;
    (void)R, (void)a, (void)b, (void)d;
    put(o, t, N_VGetArrayPointer(Y), N_VGetArrayPointer(Yd));
    vv_machine_run(o->values, o->in, o->values_out, o->values_scratch);
    vv_machine_run(o->slopes, o->in, o->slopes_out, o->slopes_scratch);
    const double *rate = o->slopes_out, *speed = rate + nq * state, *res = speed + o->nv * state,
                 *G = o->values_out + nq + n + o->nf + o->nv;
    if (!is_finite((nq + o->nv) * state + n * wide, rate)) return 1;
    SUNMatZero(J);
    for (int i = 0; i < nq; i++) {
        for (int k = 0; k < state; k++)
            SM_ELEMENT_D(J, i, k) = (i == k ? c : 0) - rate[i * state + k];
        for (int r = 0; r < o->nf; r++) SM_ELEMENT_D(J, i, at + o->m + r) = -G[r * nq + i];
    }
    for (int i = 0; i < n; i++) {
        const double *row = res + i * wide;
        for (int k = 0; k < state; k++) SM_ELEMENT_D(J, nq + i, k) = row[k];
        for (int k = 0; k < n; k++) SM_ELEMENT_D(J, nq + i, nq + k) += c * row[state + k];
        for (int k = 0; k < o->m; k++) SM_ELEMENT_D(J, nq + i, at + k) = row[state + n + k];
    }
    for (int r = 0; r < o->nv; r++) {
        if (o->idle[r]) SM_ELEMENT_D(J, at + r, at + r) = 1;
        for (int k = 0; k < state && !o->idle[r]; k++)
            SM_ELEMENT_D(J, at + r, k) = speed[r * state + k];
    }
    for (int r = 0; r < o->nf; r++) {
        int row = at + o->nv + r;
        if (o->idle[o->finite[r]]) SM_ELEMENT_D(J, row, row) = 1;
        for (int k = 0; k < nq && !o->idle[o->finite[r]]; k++)
            SM_ELEMENT_D(J, row, k) = G[r * nq + k];
    }
    return 0;
}

/* Multipliers follow from the motion and are not held to its tolerance. */
static int weights(N_Vector Y, N_Vector W, void *data) {
    const ida *o = data;
    const double LOOSE = 1e4, *y = N_VGetArrayPointer(Y), tolerance = o->s->tolerance;
    double *w = N_VGetArrayPointer(W), most = 0;
    for (int i = 0; i < o->s->n; i++) w[i] = 1 / (tolerance * fmax(fabs(y[i]), o->s->size[i]));
    for (int i = o->s->n; i < o->all; i++) most = fmax(most, fabs(y[i]));
    for (int i = o->s->n; i < o->all; i++) w[i] = 1 / (LOOSE * tolerance * fmax(most, 1));
    return 0;
}

/* ---- beginning ------------------------------------------------------------------------------ */

static bool create(vv_stepper *s) {
    ida *o = s->own;
    N_Vector id;
    if (!vv_solver_open(s->f->c, o->all, o->y, o->yd, o->extra, true, &o->lib)) return false;
    o->mem = IDACreate(o->lib.context);
    id = N_VMake_Serial(o->all, o->id, o->lib.context);
    for (int i = 0; i < o->all; i++) o->id[i] = i < s->n;
    bool good = o->mem && id && IDASetErrHandlerFn(o->mem, vv_solver_quiet, NULL) == IDA_SUCCESS &&
                IDAInit(o->mem, residual, s->t, o->lib.y, o->lib.yd) == IDA_SUCCESS &&
                IDASetUserData(o->mem, o) == IDA_SUCCESS &&
                IDASetMaxNumSteps(o->mem, -1) == IDA_SUCCESS &&
                IDAWFtolerances(o->mem, weights) == IDA_SUCCESS &&
                IDASetLinearSolver(o->mem, o->lib.linear, o->lib.matrix) == IDA_SUCCESS &&
                IDASetJacFn(o->mem, jacobian) == IDA_SUCCESS &&
                IDASetId(o->mem, id) == IDA_SUCCESS && /* it keeps a copy */
                IDASetSuppressAlg(o->mem, SUNTRUE) == IDA_SUCCESS;
    if (id) N_VDestroy(id);
    if (!good) vv_ctx_fail(s->f->c, VV_E_NOMEM);
    return good;
}

/* Relations beyond the rank at this state. */
static void find_idle(vv_stepper *s) {
    ida *o = s->own;
    const vv_dense *d = &s->f->kkt;
    memset(o->idle, 0, (size_t)o->nv * sizeof *o->idle);
    for (int i = d->rank; i < d->n && !s->f->inverted; i++)
        if (d->row[i] >= o->n) o->idle[d->row[i] - o->n] = true;
}

/* A first step whose error, of order 1, is about the tolerance. The library's own guess is so short
 * that multipliers, changes of velocity over a step, drown in rounding. */
static double first_length(const vv_stepper *s, double limit) {
    const ida *o = s->own;
    double h = limit, most[2] = {0};
    for (int i = 0; i < s->n; i++) most[i >= o->nq] = fmax(most[i >= o->nq], s->size[i]);
    for (int i = 0; i < s->n; i++)
        if (o->out[i] != 0) h = fmin(h, most[i >= o->nq] / fabs(o->out[i]));
    return fmin(0.1 * limit, sqrt(s->tolerance) * h);
}

/* The state is where the library left it, or it begins anew with rates and multipliers of f. */
static bool join(vv_stepper *s, double limit) {
    ida *o = s->own;
    size_t bytes = (size_t)s->n * sizeof *s->x;
    if (o->mem && s->t == o->t && !memcmp(o->y, s->x, bytes)) return true;
    memset(o->y, 0, (size_t)o->all * sizeof *o->y);
    memset(o->yd, 0, (size_t)o->all * sizeof *o->y);
    memcpy(o->y, s->x, bytes);
    memcpy(o->y + s->n, o->out + s->n, (size_t)o->m * sizeof *o->y);
    memcpy(o->yd, o->out, bytes);
    o->t = s->t;
    find_idle(s);
    if (!o->mem && !create(s)) return false;
    return IDAReInit(o->mem, s->t, o->lib.y, o->lib.yd) == IDA_SUCCESS &&
           IDASetInitStep(o->mem, first_length(s, limit)) == IDA_SUCCESS;
}

/* ---- a step --------------------------------------------------------------------------------- */

static bool interpolate(vv_stepper *s) {
    ida *o = s->own;
    double factorial = 1;
    if (IDAGetLastOrder(o->mem, &s->degree) != IDA_SUCCESS) return false;
    for (int k = 0; k <= s->degree; k++, factorial *= k) {
        if (IDAGetDky(o->mem, o->t, k, o->lib.extra) != IDA_SUCCESS) return false;
        for (int i = 0; i < s->n; i++) s->poly[i * VV_STEP_POWERS + k] = o->extra[i] / factorial;
    }
    vv_step_from_end(s);
    return true;
}

static vv_step_fault begin(vv_stepper *s, double limit) {
    ida *o = s->own;
    o->s = s;
    vv_step_fault fault = vv_step_begin(s);
    if (fault != VV_STEP_OK) return fault;
    if (!vv_rhs_run(&s->rhs, s->t, s->x, o->out)) return s->f->neither = -1, VV_STEP_NAN;
    vv_step_least_sizes(s, o->out, limit);
    return join(s, limit) ? VV_STEP_OK : VV_STEP_COLLAPSED;
}

static vv_step_fault leap(vv_stepper *s, double dt) {
    ida *o = s->own;
    double t = s->t;
    vv_step_fault fault = begin(s, dt);
    if (fault != VV_STEP_OK) return fault;
    vv_step_level_sizes(s);
    if (IDASolve(o->mem, s->t + dt, &t, o->lib.y, o->lib.yd, IDA_NORMAL) < 0)
        return VV_STEP_COLLAPSED;
    memcpy(s->x, o->y, (size_t)s->n * sizeof *s->x);
    o->t = s->t + dt;
    vv_step_count(s, dt);
    IDAGetNumSteps(o->mem, &s->steps);
    return VV_STEP_OK;
}

static vv_step_fault expand(vv_stepper *s, double limit) {
    ida *o = s->own;
    vv_step_fault fault = begin(s, limit);
    if (fault != VV_STEP_OK) return fault;
    double t = s->t;
    int code = IDASolve(o->mem, s->t + fmax(limit, 1e-3 * fabs(s->t)), &t, o->lib.y, o->lib.yd,
                        IDA_ONE_STEP);
    s->h = (t - s->t) - s->t_low;
    o->t = t;
    memcpy(s->end, o->y, (size_t)s->n * sizeof *o->y);
    memset(s->end_low, 0, (size_t)s->n * sizeof *o->y);
    if (code == IDA_MEM_FAIL) vv_ctx_fail(s->f->c, VV_E_NOMEM);
    bool vanishing = !(s->h > 1e-14 * fmax(fabs(s->t), limit));
    if (code < 0 || vanishing || !interpolate(s)) {
        vv_step_blame(s, o->out);
        return VV_STEP_COLLAPSED;
    }
    return VV_STEP_OK;
}

#endif

const vv_integrator vv_integrator_ida = {
    .name = "ida",
    .title = "IDA: backward differentiation of the equations with their constraints",
    .library = true,
    .tolerance = 1e-8,
    .constrained = 1e-8,
#ifdef VV_SUNDIALS
    .refusal = refusal,
    .open = open,
    .expand = expand,
    .at = vv_step_poly_at,
    .advance = vv_step_poly_advance,
    .leap = leap,
    .close = close,
#endif
};
