/* A first integral is constant along the motion, not only between the states where it jumps. */
#ifndef VV_EQUATIONS_CLAIMS_JUMP_CROSSING_H
#define VV_EQUATIONS_CLAIMS_JUMP_CROSSING_H

#include "equations/equations.h"

/* d/dt along the motion, in q, w, t; poison if it is not known. */
typedef vv_expr vv_motion_rate(void *data, vv_expr e);

/* Is there a set on which e in q, w, t might jump? */
bool vv_jump_is_possible(vv_ctx *c, const vv_system *s, vv_expr e);
/* e in q, w, t has a derivative that vanishes wherever it is defined. Replaces this proof by a
 * refutation if e jumps on a set that motions cross, and withdraws it if that is not decided. wd:
 * the accelerations (s->n), NULL if not known. */
vv_status vv_integral_check_jumps(vv_ctx *c, const vv_system *s, const vv_facts *facts,
                                  const vv_expr *wd, vv_motion_rate *rate, void *data, vv_expr e,
                                  const vv_prove_options *o, vv_proof *out);

/* Adds u = 0 as a rule for a symbol in which u is linear; false if there is none. */
bool vv_set_as_rule(vv_ctx *c, vv_expr u, vv_facts *facts);
/* The same for an equation or identity e = 0 that holds on both sides of the zeros of signs and
 * conditions: it must also hold on them. */
vv_status vv_claim_check_switches(vv_ctx *c, const vv_facts *facts, vv_expr e,
                                  const vv_prove_options *o, vv_proof *out);

#endif
