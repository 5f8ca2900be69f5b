/* Rank of the constraints on the constraint manifold. Constraints that are generically
 * independent may be dependent everywhere on the manifold of the holonomic ones, for special
 * lengths and angles: Bennett and Bricard linkages and parallel cranks move although a count of
 * constraints says that they cannot. If no symbol can be solved for, the manifold is examined
 * numerically: near the initial configuration if one is stated, with the values of the
 * parameters. */
#ifndef VV_KINEMATICS_MOBILITY_H
#define VV_KINEMATICS_MOBILITY_H

#include "kinematics/system.h"

/* One constraint: g(q, t), poison unless holonomic, and f(q, q', t), linear in q'; its
 * coefficients with respect to q' and the remainder if they are known, otherwise NULL. */
typedef struct vv_mobility_constraint {
    vv_expr finite, velocity;
    const vv_expr *by_rates;
} vv_mobility_constraint;

/* Rank of the first n constraints on the raw velocities, at several points connected by a
 * motion; own: which of them are independent of the previous ones. -1 if unknown. Doubles
 * suffice to see that the rank is not below the generic rank; that it is smaller is established
 * by ball arithmetic. */
int vv_mobility_rank(vv_ctx *c, const vv_system *s, int n, const vv_mobility_constraint *bond,
                     int general, bool *own);
/* Which of the candidates, linear forms in q', are independent of the n constraints and of the
 * candidates before them, at a point of the manifold in doubles. False if no such point was found
 * at which they determine all velocities. */
bool vv_mobility_choose(vv_ctx *c, const vv_system *s, int n, const vv_mobility_constraint *bond,
                        int ncandidates, const vv_mobility_constraint *candidate, bool *own);
/* Is e, in q, q', t, clearly not zero at a point of the manifold, found in doubles from arbitrary
 * positions, with a velocity that the constraints allow, and where these conditions hold? The rules
 * of the manifold may describe one of its components only. near: the point, in words. */
bool vv_mobility_contradicts(vv_ctx *c, const vv_system *s, vv_expr e, int npositive,
                             const vv_expr *positive, const char **near);

#endif
