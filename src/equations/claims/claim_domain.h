/* Where all parts of a claim are real. "Identically" quantifies over that set: a claim that is real
 * nowhere, or only at isolated points, is not proved. */
#ifndef VV_EQUATIONS_CLAIMS_CLAIM_DOMAIN_H
#define VV_EQUATIONS_CLAIMS_CLAIM_DOMAIN_H

#include "equations/equations.h"

/* Adds to the facts what the claim as written implies and its folded value no longer shows: x > 0
 * for exp(log(x)). In q, q' or, by_speeds, in q, w. False on refusal. */
bool vv_claim_add_domain(vv_ctx *c, const vv_system *s, const vv_claim *k, bool by_speeds,
                         vv_facts *facts);
/* Is a state known in whose neighbourhood all parts are real? */
bool vv_claim_is_real_somewhere(vv_ctx *c, const vv_system *s, const vv_claim *k, uint64_t seed);

/* Does one of its divisors, as written, vanish everywhere on the manifold where its conditions
 * hold? Conditions that are linear in no symbol are not used. */
bool vv_claim_divides_by_zero(vv_ctx *c, const vv_system *s, const vv_claim *k);

/* Lists the conditions under which e is real, each once, after the n already in the list; returns
 * their number. */
int vv_claim_list_conditions(vv_ctx *c, vv_expr e, int n, vv_expr *out, int most);

#endif
