/* What the SUNDIALS integrators share [Hindmarsh2005]; stubs without the library. The library
 * manages its own memory: every handle is closed by vv_sundials_close, also after failure. */
#ifndef VV_SIMULATE_INTEGRATE_SUNDIALS_H
#define VV_SIMULATE_INTEGRATE_SUNDIALS_H

#include "base/base.h"

/* "SUNDIALS 6.4.1", or "no SUNDIALS". */
const char *vv_sundials_version(void);
/* NULL, or why cvode, ida and kinsol are not available. */
const char *vv_sundials_missing(void);

#ifdef VV_SUNDIALS
#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_nonlinearsolver.h>

/* One instance of the library: its context, vectors over our arrays, a dense matrix and its
 * solver. */
typedef struct vv_sundials {
    SUNContext context;
    N_Vector y, yd, extra;
    SUNMatrix matrix;
    SUNLinearSolver linear;
    SUNNonlinearSolver nonlinear;
} vv_sundials;

/* Vectors over y, yd, extra (n each; NULL: none). false if out of memory, which sticks. */
bool vv_sundials_open(vv_ctx *c, int n, double *y, double *yd, double *extra, bool matrix,
                      vv_sundials *out);
void vv_sundials_close(vv_sundials *s);
/* Error handler for the library that prints nothing. */
void vv_sundials_quiet(int code, const char *module, const char *function, char *text, void *data);
#endif

#endif
