/* Equations of motion as tapes: the right-hand side for integrators, and the accelerations. */
#ifndef VV_EVALUATE_EQUATION_TAPES_H
#define VV_EVALUATE_EQUATION_TAPES_H

#include "equations/equations.h"
#include "evaluate/tape/tape.h"
#include "model/model.h"

/* Parameter values of the model, in the arena. A parameter without a value is omitted. */
typedef struct vv_parameter_values {
    int n;
    vv_expr *symbol;
    double *value;
} vv_parameter_values;
vv_status vv_parameter_values_from_model(vv_ctx *c, const vv_model *m, vv_parameter_values *out);
/* Sets a parameter by name; false if the model has none of this name. */
bool vv_parameter_values_set(vv_ctx *c, const vv_model *m, vv_parameter_values *f, const char *name,
                             double value);

/* in: q (nq), w (n), t. out: q' (nq), w' (n), multipliers (nmultipliers). Failures as for
 * vv_tape_build. */
vv_tape *vv_rhs_tape(vv_ctx *c, const vv_equations *eq, const vv_model *m,
                     const vv_parameter_values *f, const char **why);
/* in: q (nq), q' (nq), t, consistent with the constraints; parameters without fixed values. out:
 * q'' (nq), multipliers. */
vv_tape *vv_acceleration_tape(vv_ctx *c, const vv_equations *eq, const vv_model *m,
                              const vv_parameter_values *f, int nfree, const vv_expr *free,
                              const char **why);

#endif
