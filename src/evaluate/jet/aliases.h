/* Closed motions: inputs that are derivatives or names of what others make; for evaluate/ only. */
#ifndef VV_EVALUATE_JET_ALIASES_H
#define VV_EVALUATE_JET_ALIASES_H

#include "evaluate/jet/jet.h"

/* of: for each variable the one that it is a name of, or itself. Rewrites the list so that each
 * instruction stands behind what it reads, nothing is made twice, and names are read nowhere;
 * `of` then says which variable stands for each, `late` is true of every variable. false on refusal
 * of memory. */
bool vv_jet_resolve_aliases(vv_ctx *c, vv_jet *j, vv_jet_instruction *list, uint32_t *of,
                            bool *late);

#endif
