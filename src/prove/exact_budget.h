/* What the exact prover need not begin again (exact_budget.c). For files of prove/ only. */
#ifndef VV_PROVE_EXACT_BUDGET_H
#define VV_PROVE_EXACT_BUDGET_H

#include "prove/prover_program.h"

/* Did a program with the same beginning exceed such a budget before, in this context? */
bool vv_exact_budget_exceeded(vv_ctx *c, const vv_prover_program *p, int variables, size_t terms);
/* Its instructions up to `last` exceeded it. */
void vv_exact_budget_note(vv_ctx *c, const vv_prover_program *p, int last, int variables,
                          size_t terms);

#endif
