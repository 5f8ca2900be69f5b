#include "simulate/integrate/sundials.h"

#ifndef VV_SUNDIALS

const char *vv_sundials_version(void) { return "no SUNDIALS"; }
const char *vv_sundials_missing(void) { return "this program was built without SUNDIALS"; }

#else

#include <sundials/sundials_version.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

const char *vv_sundials_version(void) { return "SUNDIALS " SUNDIALS_VERSION; }
const char *vv_sundials_missing(void) { return NULL; }

void vv_sundials_quiet(int code, const char *module, const char *function, char *text, void *data) {
    (void)code, (void)module, (void)function, (void)text, (void)data;
}

bool vv_sundials_open(vv_ctx *c, int n, double *y, double *yd, double *extra, bool matrix,
                      vv_sundials *s) {
    *s = (vv_sundials){0};
    bool good = vv_ctx_ok(c) && SUNContext_Create(NULL, &s->context) == 0;
    if (good && y) good = (s->y = N_VMake_Serial(n, y, s->context)) != NULL;
    if (good && yd) good = (s->yd = N_VMake_Serial(n, yd, s->context)) != NULL;
    if (good && extra) good = (s->extra = N_VMake_Serial(n, extra, s->context)) != NULL;
    if (good && matrix)
        good = (s->matrix = SUNDenseMatrix(n, n, s->context)) != NULL &&
               (s->linear = SUNLinSol_Dense(s->y, s->matrix, s->context)) != NULL;
    if (!good) vv_ctx_fail(c, VV_E_NOMEM);
    return good;
}

void vv_sundials_close(vv_sundials *s) {
    if (s->nonlinear) SUNNonlinSolFree(s->nonlinear);
    if (s->linear) SUNLinSolFree(s->linear);
    if (s->matrix) SUNMatDestroy(s->matrix);
    if (s->y) N_VDestroy(s->y);
    if (s->yd) N_VDestroy(s->yd);
    if (s->extra) N_VDestroy(s->extra);
    if (s->context) SUNContext_Free(&s->context);
    *s = (vv_sundials){0};
}

#endif
