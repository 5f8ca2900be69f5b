#include "simulate/initial/kinsol.h"

#include <math.h>
#include <string.h>

#include "simulate/integrate/integrate.h"

#ifndef VV_SUNDIALS

bool vv_kinsol_solve(vv_ctx *c, int n, vv_nonlinear_function *f, void *data, double *x) {
    (void)c, (void)n, (void)f, (void)data, (void)x;
    return false;
}

#else

#include <kinsol/kinsol.h>
#include <sunmatrix/sunmatrix_dense.h>

typedef struct square {
    int n;
    vv_nonlinear_function *f;
    void *data;
    double *J, *out;
} square;

static int values(N_Vector x, N_Vector out, void *data) {
    square *s = data;
    return s->f(s->data, N_VGetArrayPointer(x), N_VGetArrayPointer(out), NULL) ? 0 : 1;
}

static int jacobian(N_Vector x, N_Vector fx, SUNMatrix J, void *data, N_Vector a, N_Vector b) {
    square *s = data;
    (void)fx, (void)a, (void)b;
    if (!s->f(s->data, N_VGetArrayPointer(x), s->out, s->J)) return 1;
    for (int i = 0; i < s->n; i++)
        for (int k = 0; k < s->n; k++) SM_ELEMENT_D(J, i, k) = s->J[i * s->n + k];
    return 0;
}

bool vv_kinsol_solve(vv_ctx *c, int n, vv_nonlinear_function *f, void *data, double *x) {
    enum { MOST = 300 };
    square s = {n, f, data, VV_MATRIX(c, double, n, n), VV_ARRAY(c, double, n + 1)};
    double *ones = VV_ARRAY(c, double, n + 1);
    vv_sundials lib;
    if (!vv_ctx_ok(c)) return false;
    for (int i = 0; i < n; i++) ones[i] = 1;
    bool good = vv_sundials_open(c, n, x, NULL, ones, true, &lib);
    void *mem = good ? KINCreate(lib.context) : NULL;
    good = mem && KINSetErrHandlerFn(mem, vv_sundials_quiet, NULL) == KIN_SUCCESS &&
           KINSetUserData(mem, &s) == KIN_SUCCESS && KINSetNumMaxIters(mem, MOST) == KIN_SUCCESS &&
           KINSetMaxSetupCalls(mem, 1) == KIN_SUCCESS && /* Newton, not a chord method */
           KINInit(mem, values, lib.y) == KIN_SUCCESS &&
           KINSetLinearSolver(mem, lib.linear, lib.matrix) == KIN_SUCCESS &&
           KINSetJacFn(mem, jacobian) == KIN_SUCCESS;
    if (!good) vv_ctx_fail(c, VV_E_NOMEM);
    int code = good ? KINSol(mem, lib.y, KIN_LINESEARCH, lib.extra, lib.extra) : -1;
    if (mem) KINFree(&mem);
    vv_sundials_close(&lib);
    return code >= 0;
}

#endif
