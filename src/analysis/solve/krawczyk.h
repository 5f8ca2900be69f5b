/* All zeros of a square system in a box, by branch and bound in ball arithmetic.
 *
 * A box is discarded if the ball of an equation excludes zero or the Krawczyk operator has an
 * empty intersection with it; a zero is accepted if the operator maps a neighbourhood of it into
 * its interior, which proves that exactly one zero lies there [Krawczyk1969]; otherwise the box
 * is bisected. Boxes left when the work budget is spent are counted, so that completeness is
 * claimed only if proved. */
#ifndef VV_ANALYSIS_SOLVE_KRAWCZYK_H
#define VV_ANALYSIS_SOLVE_KRAWCZYK_H

#include "expr/expr.h"

enum { VV_KRAWCZYK_UNKNOWNS = 8, VV_KRAWCZYK_ZEROS = 64 };

typedef struct vv_krawczyk_zero {
    vv_rat at[VV_KRAWCZYK_UNKNOWNS];     /* midpoint */
    double radius[VV_KRAWCZYK_UNKNOWNS]; /* the zero is within this distance */
    const char *text[VV_KRAWCZYK_UNKNOWNS];
} vv_krawczyk_zero;

typedef struct vv_krawczyk {
    int n;
    const vv_expr *x; /* unknowns                                        (n) */
    const vv_expr *f; /* in numbers and unknowns only (n) */
    const double *low, *high;
    long work; /* budget, in nodes evaluated */
    /* result */
    int nzeros;
    vv_krawczyk_zero *zero;
    long boxes; /* examined */
    int left;   /* boxes that may contain others; 0: the list is complete */
    double around[VV_KRAWCZYK_UNKNOWNS]; /* midpoint of one of them */
    double widest;                       /* widest side of any of them */
} vv_krawczyk;

/* False if memory is exhausted or a symbol has no value. */
bool vv_krawczyk_run(vv_ctx *c, vv_krawczyk *s);

#endif
