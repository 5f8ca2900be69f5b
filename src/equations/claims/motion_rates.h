/* What claims say of rates, accelerations and efforts, along the motion: as functions of q, w, t.
 */
#ifndef VV_EQUATIONS_CLAIMS_MOTION_RATES_H
#define VV_EQUATIONS_CLAIMS_MOTION_RATES_H

#include "equations/equations.h"

enum { VV_CLAIM_MOST_RATES = 6 }; /* w', w'', ... that may occur in claims */

/* The accelerations w' as functions of q, w, t. */
vv_status vv_claim_accelerations(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                 vv_expr *out);
/* The same as quotients if these are short: a condition on them is then split into factors. */
vv_status vv_claim_plain_accelerations(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                       vv_expr *out);
/* Does e contain the rates of the speeds of this order, w' being 1? */
bool vv_claim_has_rates(vv_ctx *c, const vv_system *s, int order, vv_expr e);
/* Replaces w', w'', ... by functions of q, w, t, differentiating w' along the motion. Poison if
 * higher derivatives occur. */
vv_expr vv_claim_along_motion(vv_ctx *c, const vv_system *s, const vv_expr *wd, vv_expr e);
/* Replaces effort(q) by sum λ_s a_s, with λ as unknowns of the record, or as solved in `by`
 * together with its rates. */
vv_expr vv_claim_substitute_efforts(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                    const vv_expr *by, vv_expr e);
/* Does it still contain an effort or its rate? Only the solved motion gives these. */
bool vv_claim_has_effort(vv_ctx *c, const vv_system *s, vv_expr e);

#endif
