/* The equations with multipliers as virtual work, for Taylor series.
 *
 * D'Alembert's principle requires m r''. δr + (σ' + Ω x σ). δφ - δU - Q δq - λ δg to vanish. With
 * symbols for r'' and σ', whose Taylor coefficients follow from those of the series by factors k +
 * 1 and k + 2, this is one function of the coordinates whose gradient is all equations at once: the
 * effect of a rotation on the forces on several bodies is multiplied once, and nothing is
 * differentiated with respect to time. Where a body rolls on the world its constraint is written in
 * the same way: the velocity of its centre is a symbol, and its force acts at the centre, where the
 * inertial forces act. The same equations derived from T have up to six times as many products of
 * series. If several bodies rotate in space, positions and rotations are written in the axes of
 * their frames (frame_axes.h). If a frame is rotated by other than angles, the equations are
 * (dT/dq')' - dT/dq with symbols for the momenta. */
#ifndef VV_SIMULATE_FORMULATION_VIRTUAL_WORK_H
#define VV_SIMULATE_FORMULATION_VIRTUAL_WORK_H

#include "equations/equations.h"
#include "kinematics/kinematics.h"

typedef struct vv_virtual_work {
    int n;
    vv_expr *symbol;   /* for the derivative of value[i] of order times[i]; 0: for itself  (n) */
    vv_expr *value;    /* a function of positions, and of velocities unless times is 2; may
                        * contain other symbols                                            (n) */
    uint8_t *times;    /*                                                                  (n) */
    vv_expr *residual; /* of each coordinate, equal to that of eq                         (nq) */
    vv_expr *relation; /* for each multiplier: the constraint that is to vanish                */
} vv_virtual_work;

/* eq: with multipliers, without servos. spare: redundant constraints; their multipliers are set to
 * 0, and they impose nothing. VV_E_BEYOND: the position of a body is not known. */
vv_status vv_virtual_work_build(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                const bool *spare, vv_virtual_work *out);

#endif
