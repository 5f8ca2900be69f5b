/* Order of a closed motion's instructions; for evaluate/ only. */
#ifndef VV_EVALUATE_JET_STAGING_H
#define VV_EVALUATE_JET_STAGING_H

#include "evaluate/jet/jet.h"

/* Rewrites the list, whose results are the variables `out`, sets j->depth and j->sweep, updates
 * `late` for every variable, and fills in the leads (all 0 before). False on refusal of memory. */
bool vv_jet_stage(vv_ctx *c, vv_jet *j, vv_jet_instruction *list, const uint32_t *out,
                  const vv_jet_dae *closure, bool *late, uint8_t *lead);

#endif
