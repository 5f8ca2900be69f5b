/* Taylor coefficients of expressions of one variable in ball arithmetic. If the variable's ball is
 * a point, these are the coefficients there; if it is an interval, coefficient k contains the k-th
 * derivative divided by k! at every point of it, which bounds the remainder of a Taylor series. */
#ifndef VV_PROVE_SERIES_ENCLOSURE_H
#define VV_PROVE_SERIES_ENCLOSURE_H

#include "exact/exact.h"
#include "expr/expr.h"

typedef struct vv_series_node {
    uint32_t id;
    vv_op op;
    int n, first;  /* children, as indices of nodes, in `child` */
    bool constant; /* free of the variable: coefficient 0 alone */
} vv_series_node;

typedef struct vv_series_enclosure {
    vv_ctx *c;
    vv_balls *b;
    int order; /* coefficients 0 .. order; those of node i are in slots i (order + 1) and following
                */
    int count;
    vv_series_node *list;
    int *child;
    int *root; /* first slots of the expressions */
    int variable;
    int own;     /* three series and four single slots */
    int scratch; /* the first of the extra slots */
} vv_series_enclosure;

/* False on refusal, for poison, and if another symbol or an operation without a rule occurs. Free
 * the balls with vv_balls_free (NULL allowed). */
bool vv_series_enclosure_make(vv_ctx *c, int n, const vv_expr *e, vv_expr variable, int order,
                              int extra, int bits, vv_series_enclosure *out);
/* At the ball that the caller has put into slot `variable`; -1 if the variable does not occur. */
void vv_series_enclosure_run(vv_series_enclosure *v);

#endif
