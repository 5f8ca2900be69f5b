/* Signs of expressions implied by the assumptions. */
#ifndef VV_ALGEBRA_SIGNS_H
#define VV_ALGEBRA_SIGNS_H

#include "prove/prove.h"

/* The sign of an expression as the product of the signs of its factors, which are declared or
 * follow from an assumed positive product whose other factors have known signs. VV_NONNEGATIVE:
 * positive wherever the factors with even powers do not vanish. */
vv_sign vv_sign_by_factors(vv_ctx *c, const vv_facts *f, vv_expr e);
/* A number or a symbol: its sign is stored with it. */
static inline bool vv_sign_is_plain(vv_ctx *c, vv_expr e) {
    return vv_is_const(c, e) || vv_symbol_get(c, e);
}
/* The same; if undecided, also by combining several assumptions. */
vv_sign vv_sign_given_facts(vv_ctx *c, const vv_facts *f, vv_expr e);
/* Is it <= 0? False: unknown. */
bool vv_sign_never_positive(vv_ctx *c, const vv_facts *f, vv_expr e);
/* Given also that all q are nonnegative: strictly positive, strictly negative, or VV_ANY_SIGN. */
vv_sign vv_sign_for_nonnegative(vv_ctx *c, const vv_facts *f, int n, const vv_expr *q, vv_expr e);
/* e without the factors of known sign, sign kept; e itself if it cannot be factored. */
vv_expr vv_sign_deciding_part(vv_ctx *c, const vv_facts *f, vv_expr e);

#endif
