/* All zeros of a square system in a box, by branch and bound in ball arithmetic.
 *
 * A box is dropped when the balls of an equation exclude zero or Krawczyk's operator leaves nothing
 * of it; a zero is accepted when the operator maps a neighbourhood of it into its interior, which
 * proves that exactly one lies there [Krawczyk1969]; all else is halved. What is left when the work
 * is spent is counted, so that "these are all" is said only when it is proved. */
#ifndef VV_ANALYSIS_SEARCH_H
#define VV_ANALYSIS_SEARCH_H

#include "expr/expr.h"

enum { VV_KRAWCZYK_UNKNOWNS = 8, VV_KRAWCZYK_ZEROS = 64 };

typedef struct vv_krawczyk_zero {
    vv_rat at[VV_KRAWCZYK_UNKNOWNS];     /* midpoint                                   */
    double radius[VV_KRAWCZYK_UNKNOWNS]; /* the zero is not further from it            */
    const char *text[VV_KRAWCZYK_UNKNOWNS];
} vv_krawczyk_zero;

typedef struct vv_krawczyk {
    int n;
    const vv_expr *x; /* unknowns                                        (n) */
    const vv_expr *f; /* numbers and unknowns only                       (n) */
    const double *low, *high;
    long work; /* nodes that may be evaluated */
    /* found */
    int nzeros;
    vv_krawczyk_zero *zero;
    long boxes;                          /* looked at */
    int left;                            /* boxes that may hold others; 0: these are all */
    double around[VV_KRAWCZYK_UNKNOWNS]; /* one of them: its middle */
    double widest;                       /* and the widest side of any */
} vv_krawczyk;

/* False on refusal or when a symbol has no value. */
bool vv_krawczyk_run(vv_ctx *c, vv_krawczyk *s);

#endif
