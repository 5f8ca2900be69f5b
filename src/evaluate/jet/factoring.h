/* Reduces the number of series products of a closed motion; for evaluate/ only. */
#ifndef VV_EVALUATE_JET_FACTORING_H
#define VV_EVALUATE_JET_FACTORING_H

#include "evaluate/jet/jet.h"

/* Rewrites the list, whose results are the variables `out`, without lengthening it; updates
 * `late` for every variable. False on refusal of memory. */
bool vv_jet_factor_products(vv_ctx *c, vv_jet *j, vv_jet_instruction *list, const uint32_t *out,
                            bool *late);

#endif
