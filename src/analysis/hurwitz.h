/* When do all roots of a polynomial lie to the left of the imaginary axis, or apart from each other
 * on it? Conditions in symbols [Hurwitz1895; LienardChipart1914], and what is left of them when the
 * signs that the model assumes are used. */
#ifndef VV_ANALYSIS_HURWITZ_H
#define VV_ANALYSIS_HURWITZ_H

#include "analysis/topic.h"

enum { VV_HURWITZ_MOST = 7, VV_HURWITZ_CONDITIONS = 16 };

typedef struct vv_hurwitz {
    bool even; /* only even powers: the roots are on the axis, where the conditions hold */
    int n;
    vv_expr condition[VV_HURWITZ_CONDITIONS]; /* each > 0 */
} vv_hurwitz;

/* a[0] + a[1] x + ... + a[degree] x^degree, what vanishes identically being VV_ZERO. With odd
 * powers: all roots have negative real parts iff the conditions hold. Even: all roots are
 * imaginary, not zero and different iff they hold. False when the degree is too high for this, or
 * a[0] or a[degree] is 0. */
bool vv_hurwitz_conditions(vv_ctx *c, int degree, const vv_expr *a, vv_hurwitz *out);

/* left > right or left < right; where the sign is known, `always` says whether it holds. */
typedef struct vv_inequality {
    vv_truth always;
    bool greater;
    vv_expr left, right;
} vv_inequality;

/* e > 0 without factors whose sign the model assumes; solved for the first of the symbols x, or its
 * square, in which it is linear. */
vv_inequality vv_inequality_of(vv_ctx *c, const vv_study *study, vv_expr e, int nx,
                               const vv_expr *x);
/* Drops what holds always and what follows from another by the quotient of their right sides; the
 * number left, or -1 when one never holds. */
int vv_inequalities_reduce(vv_ctx *c, const vv_study *study, int n, vv_inequality *k);

#endif
