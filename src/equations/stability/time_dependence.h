/* Time in the equations of motion. Theorems about autonomous systems apply only where this file
 * says that the equations, or the linearized ones, are free of the time: in value, not merely
 * in writing. Every verdict on stability, frequencies and decay asks here first. */
#ifndef VV_EQUATIONS_STABILITY_TIME_DEPENDENCE_H
#define VV_EQUATIONS_STABILITY_TIME_DEPENDENCE_H

#include "equations/equations.h"
#include "equations/stability/linearized_equations.h"

typedef enum vv_time_kind {
    VV_TIME_FREE,     /* the equations of motion do not contain it */
    VV_TIME_PERIODIC, /* they are periodic in it */
    VV_TIME_OPEN      /* neither is known */
} vv_time_kind;

typedef struct vv_time_dependence {
    vv_time_kind kind;
    vv_expr period; /* positive or negative; poison unless periodic */
    bool by_values; /* it is one only at the parameter values */
    bool input;     /* an input, which is a function of time, occurs */
} vv_time_dependence;

/* Is e constant in time, although it may contain it? */
bool vv_is_free_of_time(vv_ctx *c, const vv_facts *f, vv_expr t, vv_expr e);
/* Of matrix, right-hand sides and rates, wherever the facts hold: none may fix a coordinate. */
vv_time_dependence vv_time_dependence_of(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                         const vv_facts *everywhere);
/* Entries of M, G, K that are constant in value, as a cos^2 + a sin^2, lose the time; sets
 * `timed` if others remain. */
void vv_linearized_settle_time(vv_ctx *c, const vv_facts *f, const vv_model *model,
                               vv_linearized *m);
/* A period common to n expressions, proved: 2 pi over the greatest common divisor of the factors
 * of time in their sines and cosines. Poison if none is found. */
vv_expr vv_common_period(vv_ctx *c, const vv_facts *f, vv_expr t, int n, const vv_expr *e);
/* Why autonomous theorems do not apply: one sentence, "the coefficients depend on the time, with
 * period ..." */
const char *vv_time_dependence_text(vv_ctx *c, const vv_time_dependence *d);
/* With the parameter values that the model states. */
vv_expr vv_at_parameter_values(vv_ctx *c, const vv_model *m, vv_expr e);

#endif
