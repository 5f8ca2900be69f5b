/* `claim stable` without a position: it is of the one position of equilibrium that there is. */
#ifndef VV_ANALYSIS_ALONE_H
#define VV_ANALYSIS_ALONE_H

#include "analysis/topic.h"

/* Where symbols give all positions of equilibrium and exactly one lies in the stated box, the claim
 * is decided there, as if it were named behind `at`. *remark: one sentence that says which position
 * it is, or why one must be named; the verdict is then that it is not decided. */
vv_status vv_unique_equilibrium_decide(vv_ctx *c, const vv_study *study, const vv_claim *k,
                                       vv_proof *out, const char **remark);

#endif
