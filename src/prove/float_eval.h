/* Expressions in doubles, for a first look: a DAG laid out as slots and evaluated as it stands,
 * without bounds of errors and without libraries. prove/enclosure.h is what certainty needs. */
#ifndef VV_PROVE_ROUGH_H
#define VV_PROVE_ROUGH_H

#include "prove/prove.h"

typedef struct vv_rough_node {
    vv_op op;
    int n, first; /* children in `child`, coefficients or exponents in `weight` */
} vv_rough_node;

typedef struct vv_rough {
    const uint32_t *id; /* of the expressions, children first       (count)  */
    vv_rough_node *list;
    int count;
    int *child;
    double *weight;
    double *value; /* those of symbols and numbers are set          (count)  */
    int *root;     /* places of the roots                                    */
} vv_rough;

/* False on refusal, for poison, and where there is an operation that is not for doubles. */
bool vv_rough_make(vv_ctx *c, int n, const vv_expr *e, vv_rough *out);
/* The place of a symbol among the values, -1 where no expression holds it. */
int vv_rough_place(const vv_rough *v, vv_expr symbol);
/* Are all symbols among these? */
bool vv_rough_symbols(const vv_rough *v, int n, const vv_expr *symbol);
void vv_rough_run(vv_rough *v);

/* The same at a point: any values with the signs that symbols have, what rules replace as these
 * say. False also where a rule replaces more than a symbol, or by what is replaced. */
bool vv_rough_at_point(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, vv_rough *out);
/* The largest of all values, beside which rounding is small; infinite where one is no number. */
double vv_rough_most(const vv_rough *v);

#endif
