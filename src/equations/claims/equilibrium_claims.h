/* Claims about a position of rest: an equilibrium, an angular frequency of the small motions there,
 * its stability with respect to the coordinates that the claim mentions. */
#ifndef VV_EQUATIONS_CLAIMS_EQUILIBRIUM_CLAIMS_H
#define VV_EQUATIONS_CLAIMS_EQUILIBRIUM_CLAIMS_H

#include "equations/equations.h"
#include "kinematics/system.h"

/* Is the position an equilibrium, and, of a claimed frequency, is it one of those of the small
 * motions about it; or is it stable? facts: the model's and the claim's conditions, without the
 * constraints. What cannot be treated (multipliers, positions that cannot be solved for
 * coordinates, speeds that do not vanish at rest) stays undecided. */
vv_status vv_claim_decide_equilibrium(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                      const vv_facts *facts, const vv_claim *k,
                                      const vv_prove_options *o, vv_proof *out);

#endif
