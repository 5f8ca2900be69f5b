/* Signs of expressions that follow from what is assumed. */
#ifndef VV_ALGEBRA_SIGNS_H
#define VV_ALGEBRA_SIGNS_H

#include "prove/prove.h"

/* The sign of an expression: of each of its factors, as declared, or as that of a factor of
 * something assumed positive whose other factors have known signs. VV_NONNEGATIVE: positive where a
 * factor that occurs to an even power does not vanish. */
vv_sign vv_sign_by_factors(vv_ctx *c, const vv_facts *f, vv_expr e);
/* A number or a symbol: what is known of its sign stands with it. */
static inline bool vv_sign_is_plain(vv_ctx *c, vv_expr e) {
    return vv_is_const(c, e) || vv_symbol_get(c, e);
}
/* The same, and where that does not tell it, by several assumptions together. */
vv_sign vv_sign_given_facts(vv_ctx *c, const vv_facts *f, vv_expr e);
/* Is it negative, or 0 at most? False: not known. */
bool vv_sign_never_positive(vv_ctx *c, const vv_facts *f, vv_expr e);
/* Where none of the q is negative either: strictly positive or negative, or VV_ANY_SIGN. */
vv_sign vv_sign_for_nonnegative(vv_ctx *c, const vv_facts *f, int n, const vv_expr *q, vv_expr e);
/* e without the factors whose sign is known, the sign kept; e itself where it cannot be factored.
 */
vv_expr vv_sign_deciding_part(vv_ctx *c, const vv_facts *f, vv_expr e);

#endif
