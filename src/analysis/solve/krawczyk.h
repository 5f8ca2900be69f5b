/* All zeros of a square system in a box, by branch and bound in ball arithmetic.
 *
 * A box is dropped when the balls of an equation exclude zero or Krawczyk's operator leaves nothing
 * of it; a zero is accepted when the operator maps a neighbourhood of it into its interior, which
 * proves that exactly one lies there [Krawczyk1969]; all else is halved. What is left when the work
 * is spent is counted, so that "these are all" is said only when it is proved. */
#ifndef VV_ANALYSIS_SEARCH_H
#define VV_ANALYSIS_SEARCH_H

#include "expr/expr.h"

enum { VV_SEARCH_UNKNOWNS = 8, VV_SEARCH_ZEROS = 64 };

typedef struct vv_search_zero {
    vv_rat at[VV_SEARCH_UNKNOWNS];     /* midpoint                                   */
    double radius[VV_SEARCH_UNKNOWNS]; /* the zero is not further from it            */
    const char *text[VV_SEARCH_UNKNOWNS];
} vv_search_zero;

typedef struct vv_search {
    int n;
    const vv_expr *x; /* unknowns                                        (n) */
    const vv_expr *f; /* numbers and unknowns only                       (n) */
    const double *low, *high;
    long work; /* nodes that may be evaluated */
    /* found */
    int nzeros;
    vv_search_zero *zero;
    long boxes;                        /* looked at */
    int left;                          /* boxes that may hold others; 0: these are all */
    double around[VV_SEARCH_UNKNOWNS]; /* one of them: its middle */
    double widest;                     /* and the widest side of any */
} vv_search;

/* False on refusal or when a symbol has no value. */
bool vv_search_run(vv_ctx *c, vv_search *s);

#endif
