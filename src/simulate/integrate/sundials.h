/* What the methods of SUNDIALS share [Hindmarsh2005]; without the library, that it is not there.
 * Its memory is its own: every handle is closed by vv_solver_close, also after failure. */
#ifndef VV_SIMULATE_SOLVERS_H
#define VV_SIMULATE_SOLVERS_H

#include "base/ctx.h"

/* "SUNDIALS 6.4.1", or "no SUNDIALS". */
const char *vv_solvers_version(void);
/* NULL, or why cvode, ida and kinsol cannot be asked for. */
const char *vv_solvers_missing(void);

#ifdef VV_SUNDIALS
#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_nonlinearsolver.h>

/* One use of the library: its context, vectors over our arrays, a dense matrix and its solver. */
typedef struct vv_solver {
    SUNContext context;
    N_Vector y, yd, extra;
    SUNMatrix matrix;
    SUNLinearSolver linear;
    SUNNonlinearSolver nonlinear;
} vv_solver;

/* Vectors over y, yd, extra (n each; NULL: none). false on refusal of memory, which sticks. */
bool vv_solver_open(vv_ctx *c, int n, double *y, double *yd, double *extra, bool matrix,
                    vv_solver *out);
void vv_solver_close(vv_solver *s);
/* For the library's error handlers: it prints nothing. */
void vv_solver_quiet(int code, const char *module, const char *function, char *text, void *data);
#endif

#endif
