/* What the files of prove/ share about facts and standards. */
#ifndef VV_PROVE_PROVE_INTERNAL_H
#define VV_PROVE_PROVE_INTERNAL_H

#include "prove/prove.h"

#define VV_PROVE_DEFAULT_SEED 0x76697376697661u
#define VV_PROVE_DEFAULT_BOUND (-100.0)

/* The expressions with the facts' rules applied until none applies; e itself when there are none.
 * In the arena; NULL on refusal. */
const vv_expr *vv_facts_rewrite_all(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e);

/* The expressions without square roots of expanded squares (perfect_squares.c). In the arena; NULL
 * where there are none, or on refusal. */
const vv_expr *vv_resolve_perfect_squares(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e);

/* Is every expression zero as a quotient of polynomials (exact_prover.c)? False also when not
 * decided within `terms` terms. */
struct vv_prover_program;
bool vv_exact_prove_zero(vv_ctx *c, const struct vv_prover_program *p, size_t terms);

/* What the facts and the signs of the symbols that rules replace say of a point on which the rules
 * hold: the facts without rules, more of them. False on refusal. In the arena. */
bool vv_facts_without_rules(vv_ctx *c, const vv_facts *f, vv_facts *out);
/* Is e far from 0 at a general point, in doubles, beside all that it is made of? Then no proof that
 * it vanishes would be found. False: not seen. */
bool vv_float_refutes_zero(vv_ctx *c, const vv_facts *f, vv_expr e);

#endif
