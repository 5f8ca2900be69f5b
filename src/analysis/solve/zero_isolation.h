/* All zeros of a function of one variable on an interval, by ball arithmetic: no zero where the
 * function excludes zero, exactly one where it changes sign and its derivative excludes zero. */
#ifndef VV_ANALYSIS_SOLVE_ZERO_ISOLATION_H
#define VV_ANALYSIS_SOLVE_ZERO_ISOLATION_H

#include "expr/expr.h"

enum { VV_ZEROS_MOST = 64, VV_ZEROS_UNDECIDED_MOST = 16 };

typedef struct vv_zero_bracket {
    double low, high; /* adjacent doubles, as a rule */
} vv_zero_bracket;

typedef struct vv_zeros {
    int n;
    vv_zero_bracket list[VV_ZEROS_MOST]; /* ascending */
    bool complete;                       /* there are no others between low and high */
    int nunclear;
    vv_zero_bracket unclear[VV_ZEROS_UNDECIDED_MOST]; /* intervals with a multiple zero, a pole or
                                                         an exhausted budget, ascending */
    long work;                                        /* evaluations */
} vv_zeros;

/* VV_E_BEYOND if e contains symbols other than x, or functions without a definition. */
vv_status vv_zeros_find(vv_ctx *c, vv_expr x, vv_expr e, double low, double high, vv_zeros *out);

#endif
