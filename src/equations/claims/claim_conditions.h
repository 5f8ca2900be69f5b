/* Claims under conditions: the set of states that satisfies them, piece by piece. */
#ifndef VV_EQUATIONS_CLAIMS_CLAIM_CONDITIONS_H
#define VV_EQUATIONS_CLAIMS_CLAIM_CONDITIONS_H

#include "equations/equations.h"

/* Does e vanish, up to what the claim neglects? */
vv_status vv_claim_prove(vv_ctx *c, const vv_facts *facts, const vv_claim *k, vv_expr e,
                         const vv_prove_options *o, vv_proof *out);

/* Adds a rewrite rule; false if memory is exhausted. */
bool vv_claim_add_rule(vv_ctx *c, vv_facts *facts, vv_expr from, vv_expr to);
/* From declared signs, or as a number; false if unknown. */
bool vv_claim_never_zero(vv_ctx *c, vv_expr e);
/* Is it, up to a numerical factor, an expression assumed nonzero, or of one sign by the
 * assumptions? */
bool vv_claim_excluded(vv_ctx *c, const vv_facts *f, vv_expr e);
/* Do its conditions involve parameters only? */
bool vv_claim_conditions_on_parameters(vv_ctx *c, const vv_system *s, const vv_claim *k);

/* The verdict required on every piece, boundary and configuration; and its combination with one
 * more. */
vv_verdict vv_claim_expected_verdict(const vv_claim *k);
void vv_claim_combine_proofs(const vv_claim *k, vv_proof *all, const vv_proof *one);

/* e holds n conditions on the state, then the claim: each must vanish where the ones before it
 * do. */
vv_status vv_claim_on_states(vv_ctx *c, const vv_system *s, const vv_claim *k, int n, vv_expr *e,
                             const vv_facts *facts, const vv_prove_options *o, vv_proof *out);
/* The claim under its conditions as stated: e must vanish, or the equilibrium of eq is decided. */
vv_status vv_claim_by_cases(vv_ctx *c, const vv_system *s, const vv_claim *k,
                            const vv_equations *eq, vv_expr e, const vv_facts *facts,
                            const vv_prove_options *o, vv_proof *out);

#endif
