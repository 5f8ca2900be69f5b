/* What a numeric function consists of. Private to capi/. */
#ifndef VV_CAPI_FUNCTION_HANDLE_H
#define VV_CAPI_FUNCTION_HANDLE_H

#include "evaluate/evaluate.h"
#include "evaluate/jit/jit.h"
#include "visviva/visviva.h"

typedef struct vv_cfunc_shape {
    const char *text;
    int rows, columns, begin;
} vv_cfunc_shape;

/* Constant once built. The program takes x, t, p, u. */
struct vv_cfunc {
    vv_ctx *c;
    int nx, np, nu, nout, noutputs;
    const char **x, **p, **u, **o; /* names */
    vv_cfunc_shape *output;        /* (noutputs) */
    double *value;                 /* of p in the model, NaN where it has none (np) */
    int nstructural;
    int *structural;             /* parameters that cannot be changed */
    const vv_jit *one, *several; /* one state; as many as there are lanes, or the same */
};

#endif
