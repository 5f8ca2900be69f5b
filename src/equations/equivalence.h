/* Are the equations of two formalisms equivalent on the constraint manifold? And does a claim hold?
 *
 * Everything is compared as virtual work: the residuals of a method are combined so that they
 * belong to the system's own directions dq = (dq'/dw) dw, and written in q, w, w'. Multipliers
 * stay as unknowns: constraint forces do no work along those directions, so they must drop out.
 * Then the equations agree iff the differences vanish identically. For a constraint that is
 * nonlinear in the velocities there are no such directions; there the difference must be a
 * combination of the constraint rows. */
#ifndef VV_EQUATIONS_EQUIVALENCE_H
#define VV_EQUATIONS_EQUIVALENCE_H

#include "equations/equation_record.h"
#include "kinematics/kinematics.h"

/* The residuals of a method as virtual work along the system's directions (s->n of them). */
vv_status vv_equations_project(vv_ctx *c, const vv_system *s, const vv_equations *eq, vv_expr *out);
/* Proves that two records agree on this system. */
vv_status vv_equations_prove_equivalent(vv_ctx *c, const vv_system *s, const vv_equations *a,
                                        const vv_equations *b, const vv_prove_options *o,
                                        vv_proof *out);
/* Proofs for all pairs i < k of n records, at out[i * n + k]. Each record is compared with the
 * first; two that agree with it agree with each other, and only the others are compared
 * directly. */
vv_status vv_equations_prove_all_equivalent(vv_ctx *c, const vv_system *s, int n,
                                            const vv_equations *const *eq,
                                            const vv_prove_options *o, vv_proof *out);
/* Proves that the velocities and directions of the system satisfy its constraints. */
vv_status vv_system_prove_constraints(vv_ctx *c, const vv_system *s, const vv_prove_options *o,
                                      vv_proof *out);

/* The equations of another method in the system's own speeds, multipliers dropped since they do
 * no work along its directions. NULL if there are no such directions. */
const vv_equations *vv_equations_in_speeds(vv_ctx *c, const vv_system *s, const vv_equations *eq);
/* Decides one claim with the equations of motion `eq` (in the system's speeds; with servos in
 * any speeds). The verdict is on the claim as stated: a "not" is already taken into account. */
vv_status vv_claim_decide(vv_ctx *c, const vv_system *s, const vv_equations *eq, const vv_claim *k,
                          const vv_prove_options *o, vv_proof *out);
/* Warns if constraints are products, of whose sheets the system describes one; findings say what
 * follows on it only. */
vv_status vv_sheets_check(vv_ctx *c, vv_system *s);
/* The rules that describe the manifold, and those of each component that a product leaves, satisfy
 * the finite constraints: the record for certificates; NULL if there are none, or not all are
 * solved.
 */
struct vv_proof_record *vv_claim_manifold_record(vv_ctx *c, const vv_system *s);
/* The rate of e in q, w, t vanishes (out: proved) wherever it is defined. Replaces the proof by a
 * refutation or withdraws it if e jumps, or may jump, where motions cross; names events that change
 * it. eq, in the system's speeds, may be NULL. */
vv_status vv_integral_check_motion(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                   const vv_facts *facts, vv_expr e, const vv_prove_options *o,
                                   vv_proof *out);
/* The same for `claim combination`, which needs no equations of motion. */
vv_status vv_claim_decide_combination(vv_ctx *c, const vv_system *s, const vv_claim *k,
                                      const vv_prove_options *o, vv_proof *out);
/* Conjunction of two proofs: the weaker method, the sum of the error bounds. */
vv_proof vv_proof_conjunction(const vv_proof *a, const vv_proof *b);
/* An expression of the model in the variables q, w, w' (and w'' if it has third derivatives). */
vv_expr vv_expr_in_speeds(vv_ctx *c, const vv_system *s, vv_expr e);

#endif
