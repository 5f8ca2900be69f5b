/* All zeros of a function of one variable between two numbers, by ball arithmetic: where the
 * function excludes zero there is none, where it changes its sign and its derivative excludes zero
 * there is exactly one. */
#ifndef VV_ANALYSIS_ZEROS_H
#define VV_ANALYSIS_ZEROS_H

#include "expr/expr.h"

enum { VV_ZEROS_MOST = 64, VV_ZEROS_UNDECIDED_MOST = 16 };

typedef struct vv_zero_bracket {
    double low, high; /* neighbouring numbers, as a rule */
} vv_zero_bracket;

typedef struct vv_zeros {
    int n;
    vv_zero_bracket list[VV_ZEROS_MOST]; /* ascending */
    bool complete; /* there are no others between low and high               */
    int nunclear;
    vv_zero_bracket unclear[VV_ZEROS_UNDECIDED_MOST]; /* there a multiple zero, a pole or too much
                                                         work, ascending */
    long work;                                        /* evaluations */
} vv_zeros;

/* VV_E_BEYOND when e has other symbols than x, or functions without a definition. */
vv_status vv_zeros_find(vv_ctx *c, vv_expr x, vv_expr e, double low, double high, vv_zeros *out);

#endif
