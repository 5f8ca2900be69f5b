/* IDA: BDF applied to the implicit equations F(t, y, y') = 0, with their derivatives. Constraints
 * are enforced for positions and velocities at once: q' = rate + G^T mu with g = 0, together with
 * the equations with multipliers and the velocity constraints, the stabilized index-2 form
 * [GearLeimkuhlerGupta1985]. y: q, w, lambda, mu. Servo constraints that were differentiated
 * several times give more constraints than multipliers: equations implied by them are omitted.
 * Variational equations have constraints of their own, whose mu act on the variations only. */
#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "simulate/integrate/multistep.h"
#include "simulate/formulation/formulation.h"
#include "simulate/integrate/integrate_tolerances.h"

#ifdef VV_SUNDIALS

#include <ida/ida.h>
#include <sunmatrix/sunmatrix_dense.h>

typedef struct ida {
    vv_multistep base;
    int nq, n, m, nf, nv, all; /* coordinates, speeds, multipliers, holonomic rows, rows, y     */
    int ne, *equation;         /* equations used, all unless constraints imply some              */
    int *finite;               /* holonomic rows                                           (nf) */
    bool *idle;                /* redundant rows: their lambda and mu are 0                (nv) */
    vv_jit *values;            /* out: rate, residual, holonomic rows, velocities, their gradients
                                * (nf*nq), for variational equations G (nf*nq) */
    vv_jit *slopes;            /* out: by q, w: rate, velocities; by q, w, w', lambda: residual */
    double *values_scratch, *slopes_scratch, *values_out, *slopes_out, *in;
    double *id;
    double first;     /* size of the first step                                                  */
    bool choice;      /* some holonomic rows are idle, and others could be instead               */
    double *effect;   /* of multipliers on speeds (m*n), of holonomic ones on positions (nf*nq)   */
    double *gradient; /* scratch: Jacobian of the motion's constraints, and the rows picked      */
    int *pick;
} ida;

/* ---- building ------------------------------------------------------------------------------- */

static vv_jit *machine_of(const vv_dynamics *f, int n, const vv_expr *e, double **scratch,
                          double **out) {
    vv_tape *t = vv_ctx_ok(f->c) ? vv_dynamics_tape(f, n, e) : NULL;
    vv_jit *m = t ? vv_jit_build(f->c, t, 1) : NULL;
    *scratch = m ? VV_ARRAY(f->c, double, m->nscratch + 1) : NULL;
    *out = VV_ARRAY(f->c, double, n + 1);
    if (*scratch) vv_jit_prepare(m, *scratch);
    return *scratch && *out ? m : NULL;
}

/* Gradient of a constraint with respect to the coordinates of the motion; for a variational
 * constraint, the same with respect to the varied coordinates. */
static void put_own_gradient(const vv_dynamics *f, int row, int nq, vv_expr *out) {
    const vv_equations *own = f->variational->own;
    int direction = row / own->nrows;
    for (int i = 0; i < nq; i++) out[i] = VV_ZERO;
    vv_gradient(f->c, own->row[row % own->nrows]->finite, own->nq, own->q,
                out + direction * own->nq);
}

static bool build_values(ida *o, const vv_dynamics *f) {
    const vv_equations *eq = f->eq;
    int n = 0;
    vv_expr *out = VV_ARRAY(f->c, vv_expr, o->nq + o->n + (2 * o->nq + 1) * o->nf + o->nv + 1);
    if (!out) return false;
    for (int i = 0; i < o->nq; i++) out[n++] = eq->rate[i];
    for (int i = 0; i < o->n; i++) out[n++] = eq->residual[i];
    for (int i = 0; i < o->nf; i++)
        out[n++] = vv_dynamics_position_residual(f->c, eq->row[o->finite[i]]);
    for (int i = 0; i < o->nv; i++) out[n++] = eq->row[i]->velocity;
    for (int i = 0; i < o->nf; i++)
        vv_gradient(f->c, eq->row[o->finite[i]]->finite, o->nq, eq->q, out + n), n += o->nq;
    for (int i = 0; f->variational && i < o->nf; i++, n += o->nq)
        put_own_gradient(f, o->finite[i], o->nq, out + n);
    o->values = machine_of(f, n, out, &o->values_scratch, &o->values_out);
    return o->values != NULL;
}

static bool build_slopes(ida *o, const vv_dynamics *f) {
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

/* ---- callbacks ------------------------------------------------------------------------------ */

static void put(ida *o, double t, const double *y, const double *yd) {
    int state = o->nq + o->n;
    memcpy(o->in, y, (size_t)state * sizeof *y);
    memcpy(o->in + state, yd + o->nq, (size_t)o->n * sizeof *y);
    memcpy(o->in + state + o->n, y + state, (size_t)o->m * sizeof *y);
    o->in[state + o->n + o->m] = t;
}

static const double *gradients(const ida *o) {
    return o->values_out + o->nq + o->n + o->nf + o->nv;
}

/* G: the directions in which mu acts. */
static const double *directions(const ida *o) {
    return gradients(o) + (o->base.s->f->variational ? o->nf * o->nq : 0);
}

/* F: q' - rate - G^T mu, residual, velocities or idle lambda, holonomic residuals or idle mu. */
static int residual(double t, N_Vector Y, N_Vector Yd, N_Vector R, void *data) {
    ida *o = data;
    const double *y = N_VGetArrayPointer(Y), *yd = N_VGetArrayPointer(Yd), *v = o->values_out,
                 *lambda = y + o->nq + o->n, *mu = lambda + o->m;
    double *out = N_VGetArrayPointer(R);
    put(o, t, y, yd);
    vv_jit_run(o->values, o->in, o->values_out, o->values_scratch);
    const double *g = v + o->nq + o->n, *speed = g + o->nf, *G = directions(o);
    for (int i = 0; i < o->nq; i++) {
        out[i] = yd[i] - v[i];
        for (int r = 0; r < o->nf; r++) out[i] -= G[r * o->nq + i] * mu[r];
    }
    for (int i = 0; i < o->ne; i++) out[o->nq + i] = v[o->nq + o->equation[i]];
    out += o->nq + o->ne;
    for (int r = 0; r < o->nv; r++) out[r] = o->idle[r] ? lambda[r] : speed[r];
    for (int r = 0; r < o->nf; r++) out[o->nv + r] = o->idle[o->finite[r]] ? mu[r] : g[r];
    return vv_all_finite(o->all, out - o->nq - o->ne) ? 0 : 1;
}

/* The effect of a unit multiplier on the state per unit of time: on the speeds, through their
 * inertia; then, for the holonomic multipliers, on the positions. */
static void find_effects(ida *o) {
    int n = o->n, state = o->nq + n, wide = state + n + o->m;
    const double *res = o->slopes_out + (o->nq + o->nv) * state, *G = directions(o);
    double *to = o->effect;
    for (int r = 0; r < o->m; r++)
        for (int i = 0; i < n; i++) {
            double inertia = fabs(res[i * wide + state + i]), by = res[i * wide + state + n + r];
            *to++ = inertia > 0 ? fabs(by) / inertia : 0;
        }
    for (int i = 0; i < o->nf * o->nq; i++) *to++ = fabs(G[i]);
}

static void run_slopes(ida *o, double t, const double *y, const double *yd) {
    put(o, t, y, yd);
    vv_jit_run(o->values, o->in, o->values_out, o->values_scratch);
    vv_jit_run(o->slopes, o->in, o->slopes_out, o->slopes_scratch);
    find_effects(o);
}

/* dF/dy + c dF/dy'; G is held constant in G^T mu, since mu vanishes. */
static int jacobian(double t, double c, N_Vector Y, N_Vector Yd, N_Vector R, SUNMatrix J,
                    void *data, N_Vector a, N_Vector b, N_Vector d) {
    ida *o = data;
    int nq = o->nq, n = o->n, state = nq + n, wide = state + n + o->m, at = state,
        rows = nq + o->ne;
    (void)R, (void)a, (void)b, (void)d;
    run_slopes(o, t, N_VGetArrayPointer(Y), N_VGetArrayPointer(Yd));
    const double *rate = o->slopes_out, *speed = rate + nq * state, *res = speed + o->nv * state,
                 *G = directions(o), *slope = gradients(o);
    if (!vv_all_finite((nq + o->nv) * state + n * wide, rate)) return 1;
    SUNMatZero(J);
    for (int i = 0; i < nq; i++) {
        for (int k = 0; k < state; k++)
            SM_ELEMENT_D(J, i, k) = (i == k ? c : 0) - rate[i * state + k];
        for (int r = 0; r < o->nf; r++) SM_ELEMENT_D(J, i, at + o->m + r) = -G[r * nq + i];
    }
    for (int i = 0; i < o->ne; i++) {
        const double *row = res + o->equation[i] * wide;
        for (int k = 0; k < state; k++) SM_ELEMENT_D(J, nq + i, k) = row[k];
        for (int k = 0; k < n; k++) SM_ELEMENT_D(J, nq + i, nq + k) += c * row[state + k];
        for (int k = 0; k < o->m; k++) SM_ELEMENT_D(J, nq + i, at + k) = row[state + n + k];
    }
    for (int r = 0; r < o->nv; r++) {
        if (o->idle[r]) SM_ELEMENT_D(J, rows + r, at + r) = 1;
        for (int k = 0; k < state && !o->idle[r]; k++)
            SM_ELEMENT_D(J, rows + r, k) = speed[r * state + k];
    }
    for (int r = 0; r < o->nf; r++) {
        int row = rows + o->nv + r;
        if (o->idle[o->finite[r]]) SM_ELEMENT_D(J, row, at + o->m + r) = 1;
        for (int k = 0; k < nq && !o->idle[o->finite[r]]; k++)
            SM_ELEMENT_D(J, row, k) = slope[r * nq + k];
    }
    return 0;
}

static double greatest_product(int n, const double *a, const double *b) {
    double most = 0;
    for (int i = 0; i < n; i++) most = a[i] * b[i] > most ? a[i] * b[i] : most;
    return most;
}

/* Multipliers are weighted by their effect on the state within a step, from the last Jacobian:
 * their rounding is that of the state divided by the step size, and would reject all small steps if
 * they had a tolerance of their own. Nor are they known better than the forces that they
 * balance. */
static int weights(N_Vector Y, N_Vector W, void *data) {
    const ida *o = data;
    const vv_stepper *s = o->base.s;
    const double *y = N_VGetArrayPointer(Y), tolerance = s->tolerance * s->rounding;
    double *w = N_VGetArrayPointer(W), h = 0, most = 0;
    IDAGetCurrentStep(o->base.mem, &h);
    if (!(h > 0)) h = o->first;
    for (int i = 0; i < s->n; i++) w[i] = 1 / (tolerance * fmax(fabs(y[i]), s->error_scale[i]));
    for (int i = s->n; i < o->all; i++) most = fmax(most, fabs(y[i]));
    double most_weight = most > 0 ? 1 / (VV_IDA_LOOSE * tolerance * most) : (double)INFINITY;
    const double *effect = o->effect, *of = w + o->nq;
    for (int i = s->n, count = o->n; i < o->all; i++, effect += count) {
        if (i == s->n + o->m) of = w, count = o->nq;
        double push = greatest_product(count, effect, of) * h;
        push = push < most_weight ? push : most_weight;
        w[i] = push > VV_IDA_NOT_MEASURED ? push : VV_IDA_NOT_MEASURED;
    }
    return 0;
}

/* ---- initialization ------------------------------------------------------------------------- */

static bool create(vv_stepper *s) {
    ida *own = s->memory;
    vv_multistep *o = &own->base;
    N_Vector id;
    if (!vv_sundials_open(s->f->c, own->all, o->y, o->yd, o->extra, true, &o->lib)) return false;
    o->mem = IDACreate(o->lib.context);
    id = N_VMake_Serial(own->all, own->id, o->lib.context);
    for (int i = 0; i < own->all; i++) own->id[i] = i < s->n;
    bool good =
        o->mem && id && IDASetErrHandlerFn(o->mem, vv_sundials_quiet, NULL) == IDA_SUCCESS &&
        IDAInit(o->mem, residual, s->t, o->lib.y, o->lib.yd) == IDA_SUCCESS &&
        IDASetUserData(o->mem, o) == IDA_SUCCESS && IDASetMaxNumSteps(o->mem, -1) == IDA_SUCCESS &&
        IDAWFtolerances(o->mem, weights) == IDA_SUCCESS &&
        IDASetLinearSolver(o->mem, o->lib.linear, o->lib.matrix) == IDA_SUCCESS &&
        IDASetJacFn(o->mem, jacobian) == IDA_SUCCESS &&
        IDASetId(o->mem, id) == IDA_SUCCESS && /* it keeps a copy */
        IDASetSuppressAlg(o->mem, SUNTRUE) == IDA_SUCCESS;
    if (id) N_VDestroy(id);
    if (!good) vv_ctx_fail(s->f->c, VV_E_NOMEM);
    return good;
}

/* Of the motion itself; each variational direction has the same number. */
static int count_relations(const ida *o) {
    return o->nv / vv_dynamics_count_directions(o->base.s->f);
}

/* How well conditioned the holonomic rows are, from the last Jacobian, each scaled by its largest
 * norm so far: the rows in use, or as many of `all`, the best of which come first in o->pick. */
static double tell_apart(ida *o, bool all) {
    const vv_stepper *s = o->base.s;
    const double *most = s->f->kkt.row_most + s->f->nown;
    int state = o->nq + o->n, own = s->f->nown, used = 0, among = 0, relations = count_relations(o);
    for (int i = 0; i < o->nf && o->finite[i] < relations; i++) {
        int r = o->finite[i];
        used += !o->idle[r];
        if (!o->idle[r] || all) o->pick[among++] = r;
        for (int k = 0; k < own; k++)
            o->gradient[r * own + k] = o->slopes_out[(o->nq + r) * state + o->nq + k] / most[r];
    }
    return vv_select_pivot_rows(own, o->gradient, among, used, o->pick);
}

/* Chooses which holonomic rows are idle, the number being fixed: rows that are redundant at most
 * configurations may be the only independent ones at some (a linkage that folds). */
static void pick_finite(ida *o) {
    int used = 0, finite = 0, relations = count_relations(o);
    for (; finite < o->nf && o->finite[finite] < relations; finite++)
        used += !o->idle[o->finite[finite]];
    o->choice = used < finite;
    if (!o->choice) return;
    tell_apart(o, true);
    for (int i = 0; i < finite; i++)
        for (int r = o->pick[i]; r < o->nv; r += relations) o->idle[r] = i >= used;
}

/* Marks the constraints beyond the rank at this state, at which the Jacobian was evaluated. */
static void find_idle(vv_stepper *s) {
    ida *o = s->memory;
    const vv_kkt *d = &s->f->kkt;
    memset(o->idle, 0, (size_t)o->nv * sizeof *o->idle);
    o->choice = false;
    if (s->f->eq->chosen || s->f->matrix_state.inverted) return;
    for (int i = d->rank; i < d->n; i++)
        for (int r = d->row[i] - s->f->nown; r >= 0 && r < o->nv; r += count_relations(o))
            o->idle[r] = true;
    pick_finite(o);
}

/* Would other rows be much better conditioned than those in use? */
static bool is_stale(vv_stepper *s) {
    const double MUCH = 4;
    ida *o = s->memory;
    if (!o->choice) return false;
    run_slopes(o, s->t, o->base.y, o->base.yd);
    return tell_apart(o, true) > MUCH * tell_apart(o, false);
}

/* Lists the equations not implied by the constraints. */
static void list_equations(ida *o, const vv_equations *eq) {
    for (int i = 0; i < (eq->chosen ? eq->nunknowns : eq->n); i++) {
        int from = eq->chosen ? eq->chosen[i] : i;
        if (from < eq->n) o->equation[o->ne++] = from;
    }
}

/* A first step size whose first-order error is about the tolerance. The library's own guess is so
 * small that multipliers, which are velocity changes over a step, drown in rounding. */
static double first_length(const vv_stepper *s, double limit) {
    const ida *o = s->memory;
    const double *rate = o->base.out;
    double h = limit, most[2] = {0};
    for (int i = 0; i < s->n; i++) most[i >= o->nq] = fmax(most[i >= o->nq], s->error_scale[i]);
    for (int i = 0; i < s->n; i++)
        if (rate[i] != 0) h = fmin(h, most[i >= o->nq] / fabs(rate[i]));
    return fmin(0.1 * limit, sqrt(s->tolerance) * h);
}

/* Restarts with the rates and multipliers of the state. */
static bool restart(vv_stepper *s, double limit) {
    ida *own = s->memory;
    vv_multistep *o = &own->base;
    size_t bytes = (size_t)s->n * sizeof *s->x;
    memset(o->y + s->n, 0, (size_t)(own->all - s->n) * sizeof *o->y);
    memset(o->yd, 0, (size_t)own->all * sizeof *o->y);
    memcpy(o->y + s->n, o->out + s->n, (size_t)own->m * sizeof *o->y);
    memcpy(o->yd, o->out, bytes);
    run_slopes(own, s->t, o->y, o->yd);
    find_idle(s);
    own->first = first_length(s, limit);
    if (!o->mem && !create(s)) return false;
    return IDAReInit(o->mem, s->t, o->lib.y, o->lib.yd) == IDA_SUCCESS &&
           IDASetInitStep(o->mem, own->first) == IDA_SUCCESS;
}

/* ---- the library ---------------------------------------------------------------------------- */

static int solve(vv_multistep *o, double to, double *t, bool one_step) {
    return IDASolve(o->mem, to, t, o->lib.y, o->lib.yd, one_step ? IDA_ONE_STEP : IDA_NORMAL);
}

static int order(vv_multistep *o, int *q) { return IDAGetLastOrder(o->mem, q); }
static int derivative(vv_multistep *o, int k) { return IDAGetDky(o->mem, o->t, k, o->lib.extra); }
static void count(vv_multistep *o, long *steps) { IDAGetNumSteps(o->mem, steps); }

static const vv_multistep_calls calls = {
    .solve = solve,
    .order = order,
    .derivative = derivative,
    .count = count,
    .restart = restart,
    .is_stale = is_stale,
    .release = IDAFree,
    .too_much_accuracy = IDA_TOO_MUCH_ACC,
    .no_memory = IDA_MEM_FAIL,
    .by_span = true,
};

static bool open(vv_stepper *s) {
    const vv_dynamics *f = s->f;
    vv_ctx *c = f->c;
    ida *o = s->memory = VV_NEW(c, ida);
    if (!o) return false;
    o->nq = f->nq, o->n = f->n, o->m = f->m, o->nv = f->eq->nrows;
    o->equation = VV_ARRAY(c, int, o->n + 1);
    o->finite = VV_ARRAY(c, int, o->nv + 1);
    o->idle = VV_ARRAY(c, bool, o->nv + 1);
    if (!o->equation || !o->finite || !o->idle) return false;
    list_equations(o, f->eq);
    for (int r = 0; r < o->nv; r++)
        if (f->eq->row[r]->finite.id) o->finite[o->nf++] = r;
    o->all = s->n + o->m + o->nf;
    o->in = VV_ARRAY(c, double, o->nq + 2 * o->n + o->m + 2);
    o->id = VV_ARRAY(c, double, o->all + 1);
    o->effect = VV_ARRAY(c, double, o->m * o->n + o->nf * o->nq + 1);
    o->gradient = VV_MATRIX(c, double, o->nv, o->n);
    o->pick = VV_ARRAY(c, int, o->nv + 1);
    return vv_ctx_ok(c) && vv_multistep_open(s, &o->base, &calls, o->all, true, false) &&
           build_values(o, f) && build_slopes(o, f);
}

#endif

const vv_integrator vv_integrator_ida = {
    .name = "ida",
    .title = "IDA: BDF for the equations with their constraints (DAE)",
    .library = true,
    .tolerance = 1e-8,
    .constrained = 1e-8,
    .least = {1e-15, 1e-13},
    .stiff = true,
    .multistep = true,
    .cross_check = {"cvode"},
#ifdef VV_SUNDIALS
    .open = open,
    .expand = vv_multistep_expand,
    .interpolate = vv_step_interpolant_at,
    .advance = vv_step_interpolant_advance,
    .leap = vv_multistep_leap,
    .close = vv_multistep_close,
    .serialize = vv_multistep_serialize,
    .can_checkpoint = vv_multistep_can_checkpoint,
#endif
};
