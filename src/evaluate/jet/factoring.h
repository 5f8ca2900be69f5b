/* Closed motions with fewer products of series; for evaluate/ only. */
#ifndef VV_EVALUATE_JET_FACTORING_H
#define VV_EVALUATE_JET_FACTORING_H

#include "evaluate/jet/jet.h"

/* Rewrites the list, in which the results are the variables `out`, without making it longer; keeps
 * `late` true of every variable. false on refusal of memory. */
bool vv_jet_factor_products(vv_ctx *c, vv_jet *j, vv_jet_instruction *list, const uint32_t *out,
                            bool *late);

#endif
