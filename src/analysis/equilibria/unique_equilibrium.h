/* `claim stable` without `at`: refers to the only equilibrium. */
#ifndef VV_ANALYSIS_EQUILIBRIA_UNIQUE_EQUILIBRIUM_H
#define VV_ANALYSIS_EQUILIBRIA_UNIQUE_EQUILIBRIUM_H

#include "analysis/analysis.h"

/* If all equilibria are known in closed form and exactly one lies in the stated box, the claim
 * is decided there, as if it had been given after `at`. *remark: one sentence that says which
 * equilibrium it is, or why one must be named; the verdict is then undecided. */
vv_status vv_unique_equilibrium_decide(vv_ctx *c, const vv_study *study, const vv_claim *k,
                                       vv_proof *out, const char **remark);

#endif
