/* Expressions in ball arithmetic: a DAG laid out as slots of balls and evaluated as it stands.
 * The caller sets the slots of symbols, to balls of any width (vv_enclosure_set) or to random
 * rationals (refute.c, which also assigns values to general functions); a run then fills the
 * others. Results certainly contain the values for all points of the symbols' balls. */
#ifndef VV_PROVE_ENCLOSURE_H
#define VV_PROVE_ENCLOSURE_H

#include "exact/exact.h"
#include "expr/expr.h"

typedef struct vv_enclosure_node {
    uint32_t id;
    vv_op op;
    int n, first; /* slots of the children, in `child` */
    int slot;
} vv_enclosure_node;

typedef struct vv_enclosure {
    vv_ctx *c;
    vv_balls *b;
    vv_enclosure_node *list;
    int count;
    int *child;
    int nroots;
    int *root;     /* slots of the expressions (nroots) */
    int temporary; /* three slots */
    int scratch;   /* the first of the extra slots */
    int *drawn;    /* indices in `list` of symbols and FUNC nodes */
    int ndrawn;
    bool draws;    /* their values are those below; otherwise symbols keep the values that were
                    * set, and general functions are indeterminate */
    vv_rat *value; /* at the current point */
    int *owner;    /* FUNC: the earlier node whose value it shares, or itself */
} vv_enclosure;

/* False on refusal, and for poison. Free the balls with vv_balls_free (NULL allowed). */
bool vv_enclosure_make(vv_ctx *c, int n, const vv_expr *e, int extra, int bits, vv_enclosure *out);
/* The slot of a symbol; -1 if it does not occur. */
int vv_enclosure_slot(const vv_enclosure *v, vv_expr symbol);
/* The first symbol or general function not in the list, which therefore has no value; poison if
 * there is none. */
vv_expr vv_enclosure_unbound(const vv_enclosure *v, int n, const vv_expr *symbol);
void vv_enclosure_run(vv_enclosure *v);

#endif
