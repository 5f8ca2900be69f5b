/* The equations with multipliers as virtual work, for series that run ahead of the accelerations.
 *
 * d'Alembert's principle asks that m r''. δr + (σ' + Ω x σ). δφ - δU - Q δq - λ δg vanish. Written
 * with r'' and σ' as names of their own, for which a series has its coefficients times k + 1 and
 * k + 2, this is one function of the coordinates whose gradient is all equations at once: what a
 * rotation does to the forces on several bodies is multiplied once, and nothing is differentiated
 * by the time. Where a body rolls on the world its relation is written so too: the velocity of its
 * centre is a name, and its force acts on the place of the centre, where those of inertia do. The
 * same equations by T have up to six times as many products of series. Where several bodies turn in
 * space, places and rotations are written by the axes of their frames (frame_axes.h). Where a frame
 * turns by other than angles it is (dT/dq')' - dT/dq with the momenta as such names. */
#ifndef VV_SIMULATE_FORMULATION_VIRTUAL_WORK_H
#define VV_SIMULATE_FORMULATION_VIRTUAL_WORK_H

#include "equations/equations.h"
#include "kinematics/system.h"

typedef struct vv_virtual_work {
    int n;
    vv_expr *symbol;   /* for the derivative of value[i], times[i] times; 0: for itself    (n) */
    vv_expr *value;    /* a function of positions, of velocities too if not twice; may hold
                          other symbols                                                    (n) */
    uint8_t *times;    /*                                                                  (n) */
    vv_expr *residual; /* of each coordinate, equal to that of eq                         (nq) */
    vv_expr *relation; /* of each multiplier: what is to vanish, finite or of velocities       */
} vv_virtual_work;

/* eq: by multipliers, without servos. spare: relations that others imply; their multipliers are
 * taken to be 0, and nothing is asked of them. VV_E_BEYOND: positions of a body are not known. */
vv_status vv_virtual_work_build(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                const bool *spare, vv_virtual_work *out);

#endif
