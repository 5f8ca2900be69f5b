/* Expressions in doubles, for a first look: a DAG laid out as slots and evaluated as it stands,
 * without bounds of errors and without libraries. prove/enclosure.h is what certainty needs. */
#ifndef VV_PROVE_FLOAT_EVAL_H
#define VV_PROVE_FLOAT_EVAL_H

#include "prove/prove.h"

typedef struct vv_float_eval_node {
    vv_op op;
    int n, first; /* children in `child`, coefficients or exponents in `weight` */
} vv_float_eval_node;

typedef struct vv_float_eval {
    const uint32_t *id; /* of the expressions, children first       (count)  */
    vv_float_eval_node *list;
    int count;
    int *child;
    double *weight;
    double *value; /* those of symbols and numbers are set          (count)  */
    int *root;     /* places of the roots                                    */
} vv_float_eval;

/* False on refusal, for poison, and where there is an operation that is not for doubles. */
bool vv_float_eval_make(vv_ctx *c, int n, const vv_expr *e, vv_float_eval *out);
/* The place of a symbol among the values, -1 where no expression holds it. */
int vv_float_eval_slot(const vv_float_eval *v, vv_expr symbol);
/* Are all symbols among these? */
bool vv_float_eval_covers_symbols(const vv_float_eval *v, int n, const vv_expr *symbol);
void vv_float_eval_run(vv_float_eval *v);

/* The same at a point: any values with the signs that symbols have, what rules replace as these
 * say. False also where a rule replaces more than a symbol, or by what is replaced. */
bool vv_float_eval_at_point(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e,
                            vv_float_eval *out);
/* The largest of all values, beside which rounding is small; infinite where one is no number. */
double vv_float_eval_max_abs(const vv_float_eval *v);

#endif
