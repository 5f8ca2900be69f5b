/* Expressions in doubles, for a quick estimate: a DAG laid out as slots and evaluated as it
 * stands, without error bounds and without libraries. For certainty use prove/enclosure.h. */
#ifndef VV_PROVE_FLOAT_EVAL_H
#define VV_PROVE_FLOAT_EVAL_H

#include "prove/prove.h"

typedef struct vv_float_eval_node {
    vv_op op;
    int n, first; /* children in `child`, coefficients or exponents in `weight` */
} vv_float_eval_node;

typedef struct vv_float_eval {
    const uint32_t *id; /* nodes of the expressions, children first (count) */
    vv_float_eval_node *list;
    int count;
    int *child;
    double *weight;
    double *value; /* set for symbols and numbers (count) */
    int *root;     /* indices of the roots */
} vv_float_eval;

/* False on refusal, for poison, and if an operation cannot be evaluated in doubles. */
bool vv_float_eval_make(vv_ctx *c, int n, const vv_expr *e, vv_float_eval *out);
/* Index of a symbol among the values; -1 if it does not occur. */
int vv_float_eval_slot(const vv_float_eval *v, vv_expr symbol);
/* Are all symbols in this list? */
bool vv_float_eval_covers_symbols(const vv_float_eval *v, int n, const vv_expr *symbol);
void vv_float_eval_run(vv_float_eval *v);

/* The same at a point: stated values, or arbitrary ones with the declared signs; replaced symbols
 * follow their rules. Also false if a rule replaces more than a symbol, or refers to a replaced
 * symbol. */
bool vv_float_eval_at_point(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e,
                            vv_float_eval *out);
/* The largest absolute value of all nodes, the scale of rounding errors; infinite if one is not
 * finite. */
double vv_float_eval_max_abs(const vv_float_eval *v);

#endif
