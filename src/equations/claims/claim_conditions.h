/* Claims under conditions: the states that these leave, piece by piece. */
#ifndef VV_EQUATIONS_CLAIMS_CLAIM_CONDITIONS_H
#define VV_EQUATIONS_CLAIMS_CLAIM_CONDITIONS_H

#include "equations/equivalence.h"

/* Does e vanish, or what of it the claim does not neglect? */
vv_status vv_claim_prove(vv_ctx *c, const vv_facts *facts, const vv_claim *k, vv_expr e,
                         const vv_prove_options *o, vv_proof *out);

/* One more rule; false on refusal. */
bool vv_claim_add_rule(vv_ctx *c, vv_facts *facts, vv_expr from, vv_expr to);
/* By the declared signs, or as a number; false: not known. */
bool vv_claim_never_zero(vv_ctx *c, vv_expr e);
/* Is it, up to a number, something that is supposed not to vanish, or of one sign by what is? */
bool vv_claim_excluded(vv_ctx *c, const vv_facts *f, vv_expr e);
/* Do its conditions speak of parameters only? */
bool vv_claim_conditions_on_parameters(vv_ctx *c, const vv_system *s, const vv_claim *k);

/* The verdict that must hold of every piece, border and position, and one more of them. */
vv_verdict vv_claim_expected_verdict(const vv_claim *k);
void vv_claim_combine_proofs(const vv_claim *k, vv_proof *all, const vv_proof *one);

/* n conditions on the state, and the claim last, in e: all must vanish where those before do. */
vv_status vv_claim_on_states(vv_ctx *c, const vv_system *s, const vv_claim *k, int n, vv_expr *e,
                             const vv_facts *facts, const vv_prove_options *o, vv_proof *out);
/* The claim's conditions as they stand: e must vanish, or the position of eq is to be decided. */
vv_status vv_claim_by_cases(vv_ctx *c, const vv_system *s, const vv_claim *k,
                            const vv_equations *eq, vv_expr e, const vv_facts *facts,
                            const vv_prove_options *o, vv_proof *out);

#endif
