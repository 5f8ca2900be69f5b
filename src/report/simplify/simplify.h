/* Equal expressions of least printed cost: equations as short as a textbook's.
 *
 * Terms are grouped by accelerations, then by monomials of the speeds; their coefficients are
 * factored, common factors cancelled modulo s^2 + c^2 = 1, products of sines contracted or sines
 * of sums expanded where that is shorter. The raw form is always among the candidates. The
 * rewriting is not trusted: the chosen form has been proved equal to the input, otherwise the
 * raw form is returned. */
#ifndef VV_REPORT_SIMPLIFY_SIMPLIFY_H
#define VV_REPORT_SIMPLIFY_SIMPLIFY_H

#include "expr/expr.h"
#include "prove/prove.h"

typedef struct vv_simplify_options {
    const vv_facts *facts; /* or NULL */
    int most_tokens;       /* longer expressions are left alone; 0 means 3000 */
    int most_nodes;        /* larger DAGs too; 0 means 3000 */
    int most_terms;        /* of a polynomial; 0 means 3000 */
    long effort;           /* work limit; 0 means some ten milliseconds, 100000 */
    bool keep_factors;     /* do not divide an equation by factors that never vanish */
    bool keep_scale;       /* nor change its sign or clear its denominators: factor is 1 */
} vv_simplify_options;

/* options may be NULL. */
vv_status vv_simplify(vv_ctx *c, const vv_simplify_options *options, vv_expr e, vv_expr *out);
/* residual = 0 as left = right: terms free of accelerations and speeds go to the right, the
 * leading term is positive, and factors that are certainly nonzero (numbers, parameters of known
 * sign, divisors of the residual itself) are divided out. factor (NULL allowed): left - right =
 * factor * residual. */
vv_status vv_simplify_equation(vv_ctx *c, const vv_simplify_options *options, vv_expr residual,
                               vv_expr *left, vv_expr *right, vv_expr *factor);

/* Several long expressions at once, simplified from the inside and sharing the work: a
 * preparation for the functions above, which work on whole expressions. Each out[i] is proved
 * equal to in[i]; out may be in. */
vv_status vv_simplify_bottom_up(vv_ctx *c, const vv_simplify_options *options, int n,
                                const vv_expr *in, vv_expr *out);
/* Components of a direction, as symbols of their own; the facts must have rules that give them
 * their values. */
typedef struct vv_direction_symbols {
    vv_expr symbol[3], value[3];
} vv_direction_symbols;
/* e in these components instead of the Euler parameters of the frame; proved. Poison if e does not
 * depend on the orientation, or not through them alone. */
vv_expr vv_simplify_by_direction(vv_ctx *c, const vv_simplify_options *options,
                                 const vv_direction_symbols *d, vv_expr e);
/* e with them as arguments of functions, where these arguments have their values. */
vv_expr vv_simplify_arguments_by_direction(vv_ctx *c, const vv_direction_symbols *d, vv_expr e);
/* e without the angles on which it does not depend, although it may contain their sines and
 * cosines: they are set to 0. Proved; otherwise unchanged. */
vv_expr vv_simplify_drop_angles(vv_ctx *c, const vv_simplify_options *options, vv_expr e);

#endif
