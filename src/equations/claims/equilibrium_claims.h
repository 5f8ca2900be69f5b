/* Claims about an equilibrium: that it is one, a natural frequency of the small motions about
 * it, its stability with respect to the coordinates that the claim mentions. */
#ifndef VV_EQUATIONS_CLAIMS_EQUILIBRIUM_CLAIMS_H
#define VV_EQUATIONS_CLAIMS_EQUILIBRIUM_CLAIMS_H

#include "equations/equations.h"
#include "kinematics/kinematics.h"

/* Is the configuration an equilibrium, and is a claimed frequency one of its natural
 * frequencies, or is it stable? facts: those of the model and the claim's conditions, without
 * the constraints. Cases not treated (multipliers, configurations that cannot be solved for
 * coordinates, speeds that do not vanish at rest) stay undecided. */
vv_status vv_claim_decide_equilibrium(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                      const vv_facts *facts, const vv_claim *k,
                                      const vv_prove_options *o, vv_proof *out);

#endif
