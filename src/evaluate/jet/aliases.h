/* Closed motions: inputs that are derivatives or aliases of other values; for evaluate/ only. */
#ifndef VV_EVALUATE_JET_ALIASES_H
#define VV_EVALUATE_JET_ALIASES_H

#include "evaluate/jet/jet.h"

/* of: for each variable the one it is an alias of, or itself. Rewrites the list so that every
 * instruction follows its operands, nothing is computed twice, and aliases are not read;
 * afterwards `of` gives the representative of each variable, and `late` is updated for every
 * variable. False on refusal of memory. */
bool vv_jet_resolve_aliases(vv_ctx *c, vv_jet *j, vv_jet_instruction *list, uint32_t *of,
                            bool *late);

#endif
