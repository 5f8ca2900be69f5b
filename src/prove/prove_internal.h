/* What the files of prove/ share about facts and standards. */
#ifndef VV_PROVE_RULES_H
#define VV_PROVE_RULES_H

#include "prove/prove.h"

#define VV_STANDARD_SEED 0x76697376697661u
#define VV_STANDARD_BOUND (-100.0)

/* The expressions with the facts' rules applied until none applies; e itself when there are none.
 * In the arena; NULL on refusal. */
const vv_expr *vv_rules_apply(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e);

/* The expressions without square roots of expanded squares (perfect_squares.c). In the arena; NULL where
 * there are none, or on refusal. */
const vv_expr *vv_squares_resolve(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e);

/* Is every expression zero as a quotient of polynomials (exact_prover.c)? False also when not decided
 * within `terms` terms. */
struct vv_program;
bool vv_exact_zero(vv_ctx *c, const struct vv_program *p, size_t terms);

/* What the facts and the signs of the symbols that rules replace say of a point on which the rules
 * hold: the facts without rules, more of them. False on refusal. In the arena. */
bool vv_rules_facts(vv_ctx *c, const vv_facts *f, vv_facts *out);
/* Is e far from 0 at a general point, in doubles, beside all that it is made of? Then no proof that
 * it vanishes would be found. False: not seen. */
bool vv_differs_roughly(vv_ctx *c, const vv_facts *f, vv_expr e);

#endif
