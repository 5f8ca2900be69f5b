/* Remembers which programs exceeded the budget of the exact prover (exact_budget.c). For files
 * of prove/ only. */
#ifndef VV_PROVE_EXACT_BUDGET_H
#define VV_PROVE_EXACT_BUDGET_H

#include "prove/prover_program.h"

/* Did a program with the same initial instructions already exceed such a budget in this context? */
bool vv_exact_budget_exceeded(vv_ctx *c, const vv_prover_program *p, int variables, size_t terms);
/* Records that the instructions up to `last` exceeded the budget. */
void vv_exact_budget_note(vv_ctx *c, const vv_prover_program *p, int last, int variables,
                          size_t terms);

#endif
