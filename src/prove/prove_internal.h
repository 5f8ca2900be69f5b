/* Shared by the files of prove/: facts and default settings. */
#ifndef VV_PROVE_PROVE_INTERNAL_H
#define VV_PROVE_PROVE_INTERNAL_H

#include "prove/prove.h"

#define VV_PROVE_DEFAULT_SEED 0x76697376697661u
#define VV_PROVE_DEFAULT_BOUND (-100.0)

/* Applies the facts' rules to the expressions until none applies; e itself if there are none. In
 * the arena; NULL on refusal. */
const vv_expr *vv_facts_rewrite_all(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e);

/* The expressions with square roots of expanded squares resolved (perfect_squares.c). In the
 * arena; NULL if there are none, or on refusal. */
const vv_expr *vv_resolve_perfect_squares(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e);

/* Is every expression zero as a quotient of polynomials (exact_prover.c)? Also false if
 * undecided within `terms` terms. */
struct vv_prover_program;
bool vv_exact_prove_zero(vv_ctx *c, const struct vv_prover_program *p, size_t terms);

/* Replaces the rules by what they imply, together with the signs of the replaced symbols, for a
 * point on which they hold: facts without rules, but more of them. False on refusal. In the
 * arena. */
bool vv_facts_without_rules(vv_ctx *c, const vv_facts *f, vv_facts *out);
/* Is e in doubles far from 0 at a general point, relative to its parts? Then no proof that it
 * vanishes will be found. False: no evidence. */
bool vv_float_refutes_zero(vv_ctx *c, const vv_facts *f, vv_expr e);

/* Stated values (stated_values.c): counts an exception unless what was decided for general values
 * of the parameters, that all n expressions vanish (`zero`) or that the first does not, also
 * holds at the stated ones. p: their program. */
void vv_decision_check_values(vv_ctx *c, const vv_facts *f, int n, const vv_expr *ruled,
                              const struct vv_prover_program *p, bool zero);
/* Do stated values occur in one of them? */
bool vv_values_occur_in(vv_ctx *c, int n, const vv_expr *e);

#endif
