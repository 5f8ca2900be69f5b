/* Rank of the relations where the mechanism really is. Relations that are independent at a general
 * point may depend on each other everywhere on the manifold of the finite ones, where lengths and
 * angles have special values: the linkages of Bennett and Bricard, parallel cranks, move although
 * a count of their relations says that they cannot. Where no symbol can be solved for, the manifold
 * is looked at in numbers: near the start where one is stated, with the values of the parameters.
 */
#ifndef VV_KINEMATICS_MOBILITY_H
#define VV_KINEMATICS_MOBILITY_H

#include "kinematics/system.h"

/* One relation: g(q, t), poison where it is not finite, and f(q, q', t), linear in q'; its
 * coefficients by q' and what is left without them, where they are known, else NULL. */
typedef struct vv_mobility_constraint {
    vv_expr finite, velocity;
    const vv_expr *by_rates;
} vv_mobility_constraint;

/* Rank of the first n relations on the raw velocities, at several points that a motion reaches from
 * one another; own: which of them are independent of those before. -1 when it is not known. Doubles
 * are enough to see that it is no less than in general; that it is less, balls say. */
int vv_mobility_rank(vv_ctx *c, const vv_system *s, int n, const vv_mobility_constraint *bond,
                     int general, bool *own);

#endif
