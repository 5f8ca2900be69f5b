/* CVODE: linear multistep methods of variable order. BDF with the Jacobian of the right-hand side
 * (finite differences with dry friction) where the motion is stiff or constrained, with projection
 * onto the constraints by the library; Adams formulas otherwise. The interpolant of a step is the
 * polynomial through the history. */
#include <math.h>
#include <string.h>

#include "simulate/integrate/multistep.h"
#include "simulate/integrate/stiffness.h"
#include "simulate/integrate/integrate_tolerances.h"

#ifdef VV_SUNDIALS

#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

typedef struct cvode {
    vv_multistep base;
    double *J;         /* Jacobian                                    (n*n) */
    double *x, *x_low; /* a state during projection                     (n) */
    double *moved;     /* magnitude of recent projections               (n) */
} cvode;

enum { ADAMS = 1, BACKWARD, STIFF }; /* STIFF: BDF with a new Jacobian at every step */

/* ---- callbacks ------------------------------------------------------------------------------ */

static int rates(double t, N_Vector y, N_Vector yd, void *data) {
    vv_multistep *o = data;
    if (!vv_rhs_evaluate(&o->s->rhs, t, N_VGetArrayPointer(y), o->out)) return 1; /* shorten it */
    memcpy(N_VGetArrayPointer(yd), o->out, (size_t)o->s->n * sizeof *o->out);
    return 0;
}

static int jacobian(double t, N_Vector y, N_Vector fy, SUNMatrix J, void *data, N_Vector a,
                    N_Vector b, N_Vector c) {
    cvode *o = data;
    int n = o->base.s->n;
    (void)fy, (void)a, (void)b, (void)c;
    if (!vv_rhs_jacobian(&o->base.s->rhs, t, N_VGetArrayPointer(y), o->J)) return 1;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) SM_ELEMENT_D(J, i, k) = o->J[i * n + k];
    return 0;
}

/* Error weights. Not below the rounding of cancelling forces over the coming step; nor below what
 * the constraints make of errors in other values: where a constraint determines a value from small
 * differences of others (a servo differentiated several times), no step size would improve it. */
static int weights(N_Vector y, N_Vector w, void *data) {
    const vv_multistep *o = data;
    const double *moved = ((const cvode *)data)->moved;
    const vv_stepper *s = o->s;
    const double *x = N_VGetArrayPointer(y);
    double *out = N_VGetArrayPointer(w), h = 0;
    if (o->pushed > 0) CVodeGetCurrentStep(o->mem, &h);
    for (int i = 0; i < s->n; i++) {
        double push = o->pushed * h * (i < s->f->nq ? h : 1),
               part = s->tolerance * s->rounding * fmax(fabs(x[i]), s->error_scale[i]);
        out[i] = 1 / fmax(fmax(part, moved[i]), VV_STEP_CANCELLED * push);
    }
    return 0;
}

/* Past projections of a value are forgotten in about twenty steps. */
static int projection(double t, N_Vector y, N_Vector by, double within, N_Vector error,
                      void *data) {
    const double REMEMBERED = 0.9;
    cvode *o = data;
    vv_stepper there = *o->base.s;
    double *x = N_VGetArrayPointer(y), *out = N_VGetArrayPointer(by);
    (void)within, (void)error;
    there.x = o->x, there.x_low = o->x_low, there.t = t;
    memcpy(there.x, x, (size_t)there.n * sizeof *x);
    memset(there.x_low, 0, (size_t)there.n * sizeof *x);
    if (vv_step_project(&there) != VV_DYNAMICS_OK) return 1;
    bool behind = vv_step_is_behind_switch(o->base.s, x, there.x); /* it will be cut there */
    for (int i = 0; i < there.n; i++) out[i] = behind ? 0 : there.x[i] - x[i];
    for (int i = 0; there.f->eq->chosen && i < there.n; i++)
        o->moved[i] = fmax(REMEMBERED * o->moved[i], fabs(out[i]));
    return 0;
}

/* ---- the library ---------------------------------------------------------------------------- */

static int solve(vv_multistep *o, double to, double *t, bool one_step) {
    return CVode(o->mem, to, o->lib.y, t, one_step ? CV_ONE_STEP : CV_NORMAL);
}

static int order(vv_multistep *o, int *q) { return CVodeGetLastOrder(o->mem, q); }
static int derivative(vv_multistep *o, int k) { return CVodeGetDky(o->mem, o->t, k, o->lib.extra); }
static void count(vv_multistep *o, long *steps) { CVodeGetNumSteps(o->mem, steps); }

static int choose_formula(vv_stepper *s, double span) {
    bool projected = s->f->multipliers && s->residuals.code; /* only BDF supports projection */
    if (s->plain) return ADAMS;
    if (!s->f->coulomb && vv_stiffness_rate(s) * span > VV_STIFFNESS_DECAYS) return STIFF;
    return projected ? BACKWARD : ADAMS;
}

/* A new Jacobian at every step: where a stiff direction rotates with the motion, Newton's iteration
 * with an older one converges only for small steps, the smaller the stiffer. */
static bool renew_always(vv_multistep *o) {
    return CVodeSetLSetupFrequency(o->mem, 1) == CV_SUCCESS &&
           CVodeSetJacEvalFrequency(o->mem, 1) == CV_SUCCESS;
}

/* The library's memory is created once the first state is known. */
static bool create(vv_stepper *s, double span) {
    vv_multistep *o = s->memory;
    if (!o->formula) o->formula = choose_formula(s, span), o->since = s->t, o->span = span;
    bool bdf = o->formula != ADAMS, good;
    s->formula = bdf ? "backward differentiation" : "Adams";
    if (!vv_sundials_open(s->f->c, s->n, o->y, NULL, o->extra, bdf, &o->lib)) return false;
    o->mem = CVodeCreate(bdf ? CV_BDF : CV_ADAMS, o->lib.context);
    good = o->mem && CVodeSetErrHandlerFn(o->mem, vv_sundials_quiet, NULL) == CV_SUCCESS &&
           CVodeInit(o->mem, rates, s->t, o->lib.y) == CV_SUCCESS &&
           CVodeSetUserData(o->mem, o) == CV_SUCCESS &&
           CVodeSetMaxNumSteps(o->mem, -1) == CV_SUCCESS &&
           CVodeWFtolerances(o->mem, weights) == CV_SUCCESS;
    if (good && bdf)
        good = CVodeSetLinearSolver(o->mem, o->lib.linear, o->lib.matrix) == CV_SUCCESS &&
               (s->f->coulomb || CVodeSetJacFn(o->mem, jacobian) == CV_SUCCESS) &&
               (o->formula != STIFF || renew_always(o));
    else if (good)
        good = (o->lib.nonlinear = SUNNonlinSol_FixedPoint(o->lib.y, 0, o->lib.context)) != NULL &&
               CVodeSetNonlinearSolver(o->mem, o->lib.nonlinear) == CV_SUCCESS;
    if (good && bdf && s->f->multipliers && s->residuals.code)
        good = CVodeSetProjFn(o->mem, projection) == CV_SUCCESS;
    if (!good) vv_ctx_fail(s->f->c, VV_E_NOMEM);
    return good;
}

static bool restart(vv_stepper *s, double limit) {
    vv_multistep *o = s->memory;
    memset(((cvode *)s->memory)->moved, 0, (size_t)s->n * sizeof(double));
    if (!o->mem) return create(s, limit);
    return CVodeReInit(o->mem, s->t, o->lib.y) == CV_SUCCESS;
}

/* A motion that is followed piece by piece lasts longer than its first piece, for which the formula
 * was chosen: it is chosen again each time that the motion has lasted twice as long. */
static bool is_stale(vv_stepper *s) {
    vv_multistep *o = s->memory;
    if (o->formula == STIFF || !(s->t - o->since >= 2 * o->span)) return false;
    o->span = s->t - o->since;
    int formula = choose_formula(s, o->span);
    if (formula == o->formula) return false;
    o->formula = formula;
    vv_multistep_forget(o);
    return true;
}

static const vv_multistep_calls calls = {
    .solve = solve,
    .order = order,
    .derivative = derivative,
    .count = count,
    .restart = restart,
    .is_stale = is_stale,
    .release = CVodeFree,
    .too_much_accuracy = CV_TOO_MUCH_ACC,
    .no_memory = CV_MEM_FAIL,
};

static bool open(vv_stepper *s) {
    vv_ctx *c = s->f->c;
    cvode *o = s->memory = VV_NEW(c, cvode);
    if (!o || !vv_multistep_open(s, &o->base, &calls, s->n, false, true)) return false;
    o->J = VV_MATRIX(c, double, s->n, s->n);
    o->x = VV_ARRAY(c, double, s->n + 1);
    o->x_low = VV_ARRAY(c, double, s->n + 1);
    o->moved = VV_ARRAY(c, double, s->n + 1);
    return vv_ctx_ok(c);
}

#endif

const vv_integrator vv_integrator_cvode = {
    .name = "cvode",
    .title = "CVODE: BDF for stiff motions, Adams methods for others",
    .library = true,
    .tolerance = 1e-10,
    .constrained = 1e-11,
    .least = {1e-15, 1e-15},
    .role = VV_INTEGRATOR_STIFF_LARGE,
    .stiff = true,
    .multistep = true,
    .friction = true,
    .cross_check = {"ida"},
    .projects = true,
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
