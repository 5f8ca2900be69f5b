/* Is there anything that a claim speaks of? What holds wherever contradictory conditions hold is no
 * theorem of mechanics: a claim without a state is neither proved nor refuted. */
#ifndef VV_EQUATIONS_CLAIMS_STATE_SEARCH_H
#define VV_EQUATIONS_CLAIMS_STATE_SEARCH_H

#include "equations/equations.h"

/* Is a state known at which the conditions of the claim hold, with the constraints and assumptions
 * of the model? Sought in numbers, first at the stated values of the parameters. True also if there
 * are no conditions, or if they cannot be evaluated. eq may be NULL. */
bool vv_claim_has_states(vv_ctx *c, const vv_system *s, const vv_equations *eq, const vv_claim *k);

#endif
