/* CVODE: linear multistep methods of variable order. Backward differentiation with the derivatives
 * of the right-hand side where the motion is stiff or has constraints, onto which the library
 * projects; Adams' formulas otherwise. A step is the polynomial of the history. */
#include <math.h>
#include <string.h>

#include "simulate/solvers.h"
#include "simulate/stepper.h"
#include "simulate/stiff.h"

#ifdef VV_SUNDIALS

#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

typedef struct cvode {
    vv_stepper *s;
    vv_solver lib;
    void *mem;
    double *y, *dky, *J, *out; /* state as the library has it, a derivative, Jacobian, rates */
    double t;                  /* its time                                                    */
    double loosen;             /* of the tolerance, where it is below rounding                */
} cvode;

/* ---- what the library asks ------------------------------------------------------------------ */

static int rates(double t, N_Vector y, N_Vector yd, void *data) {
    cvode *o = data;
    if (!vv_rhs_run(&o->s->rhs, t, N_VGetArrayPointer(y), o->out)) return 1; /* shorter */
    memcpy(N_VGetArrayPointer(yd), o->out, (size_t)o->s->n * sizeof *o->out);
    return 0;
}

static int jacobian(double t, N_Vector y, N_Vector fy, SUNMatrix J, void *data, N_Vector a,
                    N_Vector b, N_Vector c) {
    cvode *o = data;
    int n = o->s->n;
    (void)fy, (void)a, (void)b, (void)c;
    if (!vv_rhs_jacobian(&o->s->rhs, t, N_VGetArrayPointer(y), o->J)) return 1;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) SM_ELEMENT_D(J, i, k) = o->J[i * n + k];
    return 0;
}

static int weights(N_Vector y, N_Vector w, void *data) {
    const cvode *o = data;
    const double *x = N_VGetArrayPointer(y);
    double *out = N_VGetArrayPointer(w);
    for (int i = 0; i < o->s->n; i++)
        out[i] = 1 / (o->s->tolerance * o->loosen * fmax(fabs(x[i]), o->s->size[i]));
    return 0;
}

static int projection(double t, N_Vector y, N_Vector by, double within, N_Vector error,
                      void *data) {
    cvode *o = data;
    vv_stepper there = *o->s;
    double *x = N_VGetArrayPointer(y), *out = N_VGetArrayPointer(by);
    (void)within, (void)error;
    there.x = o->dky, there.x_low = o->out, there.t = t;
    memcpy(there.x, x, (size_t)there.n * sizeof *x);
    memset(there.x_low, 0, (size_t)there.n * sizeof *x);
    if (vv_step_project(&there) != VV_FLOW_OK) return 1;
    for (int i = 0; i < there.n; i++) out[i] = there.x[i] - x[i];
    return 0;
}

/* ---- beginning and end ---------------------------------------------------------------------- */

static bool open(vv_stepper *s) {
    vv_ctx *c = s->f->c;
    cvode *o = s->own = VV_NEW(c, cvode);
    if (!o || !vv_step_open(s, true)) return false;
    o->y = VV_ARRAY(c, double, s->n + 1);
    o->dky = VV_ARRAY(c, double, s->n + 1);
    o->J = VV_ARRAY(c, double, (size_t)s->n *(size_t)s->n + 1);
    o->out = VV_ARRAY(c, double, s->n + s->f->m + 1);
    o->loosen = 1;
    return vv_ctx_ok(c);
}

static void close(vv_stepper *s) {
    cvode *o = s->own;
    if (!o) return;
    if (o->mem) CVodeFree(&o->mem);
    vv_solver_close(&o->lib);
}

static bool bdf_suits(vv_stepper *s, double span) {
    if (s->f->multipliers && s->rows) return true; /* only these formulas are projected */
    return vv_stiff_rate(s) * span > VV_STIFF_FORMULA;
}

/* The library's own memory, when the first state is known. */
static bool create(vv_stepper *s, double span) {
    cvode *o = s->own;
    bool bdf = !s->plain && bdf_suits(s, span), good;
    s->formula = bdf ? "backward differentiation" : "Adams";
    if (!vv_solver_open(s->f->c, s->n, o->y, NULL, o->dky, bdf, &o->lib)) return false;
    o->mem = CVodeCreate(bdf ? CV_BDF : CV_ADAMS, o->lib.context);
    good = o->mem && CVodeSetErrHandlerFn(o->mem, vv_solver_quiet, NULL) == CV_SUCCESS &&
           CVodeInit(o->mem, rates, s->t, o->lib.y) == CV_SUCCESS &&
           CVodeSetUserData(o->mem, o) == CV_SUCCESS &&
           CVodeSetMaxNumSteps(o->mem, -1) == CV_SUCCESS &&
           CVodeWFtolerances(o->mem, weights) == CV_SUCCESS;
    if (good && bdf)
        good = CVodeSetLinearSolver(o->mem, o->lib.linear, o->lib.matrix) == CV_SUCCESS &&
               CVodeSetJacFn(o->mem, jacobian) == CV_SUCCESS;
    else if (good)
        good = (o->lib.nonlinear = SUNNonlinSol_FixedPoint(o->lib.y, 0, o->lib.context)) != NULL &&
               CVodeSetNonlinearSolver(o->mem, o->lib.nonlinear) == CV_SUCCESS;
    if (good && bdf && s->f->multipliers && s->rows)
        good = CVodeSetProjFn(o->mem, projection) == CV_SUCCESS;
    if (!good) vv_ctx_fail(s->f->c, VV_E_NOMEM);
    return good;
}

/* The state is where the library left it, or it begins anew. */
static bool join(vv_stepper *s, double limit) {
    cvode *o = s->own;
    size_t bytes = (size_t)s->n * sizeof *s->x;
    if (o->mem && s->t == o->t && !memcmp(o->y, s->x, bytes)) return true;
    memcpy(o->y, s->x, bytes);
    o->t = s->t;
    if (!o->mem) return create(s, limit);
    return CVodeReInit(o->mem, s->t, o->lib.y) == CV_SUCCESS;
}

/* ---- a step --------------------------------------------------------------------------------- */

static bool interpolate(vv_stepper *s) {
    cvode *o = s->own;
    int q = 0;
    double factorial = 1;
    if (CVodeGetLastOrder(o->mem, &q) != CV_SUCCESS) return false;
    s->degree = q < VV_STEP_DEGREE ? q : VV_STEP_DEGREE;
    for (int k = 0; k <= s->degree; k++, factorial *= k) {
        if (CVodeGetDky(o->mem, o->t, k, o->lib.extra) != CV_SUCCESS) return false;
        for (int i = 0; i < s->n; i++) s->poly[i * VV_STEP_POWERS + k] = o->dky[i] / factorial;
    }
    vv_step_from_end(s);
    return true;
}

static vv_step_fault begin(vv_stepper *s, double limit) {
    cvode *o = s->own;
    o->s = s;
    vv_step_fault fault = vv_step_begin(s);
    if (fault != VV_STEP_OK) return fault;
    if (!vv_rhs_run(&s->rhs, s->t, s->x, o->out)) return s->f->neither = -1, VV_STEP_NAN;
    vv_step_least_sizes(s, o->out, limit);
    return join(s, limit) ? VV_STEP_OK : VV_STEP_COLLAPSED;
}

static vv_step_fault leap(vv_stepper *s, double dt) {
    cvode *o = s->own;
    double t = s->t;
    vv_step_fault fault = begin(s, dt);
    if (fault != VV_STEP_OK) return fault;
    vv_step_level_sizes(s);
    if (CVode(o->mem, s->t + dt, o->lib.y, &t, CV_NORMAL) < 0) return VV_STEP_COLLAPSED;
    memcpy(s->x, o->y, (size_t)s->n * sizeof *s->x);
    o->t = s->t + dt;
    vv_step_count(s, dt);
    CVodeGetNumSteps(o->mem, &s->steps);
    return VV_STEP_OK;
}

static vv_step_fault expand(vv_stepper *s, double limit) {
    enum { LOOSENED = 4 };
    cvode *o = s->own;
    vv_step_fault fault = begin(s, limit);
    if (fault != VV_STEP_OK) return fault;
    double t = s->t;
    int code = CVode(o->mem, s->t + fmax(limit, 1e-3 * fabs(s->t)), o->lib.y, &t, CV_ONE_STEP);
    for (int i = 0; code == CV_TOO_MUCH_ACC && i < LOOSENED; i++) {
        o->loosen *= 10;
        code = CVode(o->mem, s->t + fmax(limit, 1e-3 * fabs(s->t)), o->lib.y, &t, CV_ONE_STEP);
    }
    s->h = (t - s->t) - s->t_low;
    o->t = t;
    memcpy(s->end, o->y, (size_t)s->n * sizeof *o->y);
    memset(s->end_low, 0, (size_t)s->n * sizeof *o->y);
    if (code == CV_MEM_FAIL) vv_ctx_fail(s->f->c, VV_E_NOMEM);
    if (code < 0 || !(s->h > 1e-14 * fabs(s->t)) || !interpolate(s))
        return vv_step_blame(s, o->out), VV_STEP_COLLAPSED;
    return VV_STEP_OK;
}

#endif

const vv_integrator vv_integrator_cvode = {
    .name = "cvode",
    .title = "CVODE: backward differentiation for stiff motions, Adams' formulas for others",
    .library = true,
    .tolerance = 1e-10,
    .constrained = 1e-10,
#ifdef VV_SUNDIALS
    .open = open,
    .expand = expand,
    .at = vv_step_poly_at,
    .advance = vv_step_poly_advance,
    .leap = leap,
    .close = close,
#endif
};
