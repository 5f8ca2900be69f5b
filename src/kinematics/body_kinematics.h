/* Motion of the bodies in one set of velocity variables, shared by the methods that start from
 * accelerations (virtual work, S, Gauss, vector balances). T is not derived from it. */
#ifndef VV_KINEMATICS_BODY_KINEMATICS_H
#define VV_KINEMATICS_BODY_KINEMATICS_H

#include "kinematics/system.h"

typedef struct vv_body_kinematics {
    vv_vec velocity, acceleration; /* of the centre */
    vv_expr w[3], alpha[3]; /* angular velocity and its absolute derivative, along the tensor's
                             * axes */
    vv_expr inertia[3],
        gyro[3]; /* I alpha and w x I w: their sum is the rate of the angular momentum */
    bool turns;  /* has an inertia */
} vv_body_kinematics;

typedef struct vv_kinematics {
    vv_frames frames;                /* d/dt in the variables of this motion */
    vv_body_kinematics *body;        /* (nbodies) */
    const vv_expr *rate, *rate_rate; /* q', q'' in these variables (nq) */
} vv_kinematics;

/* The model's frames with d/dt in q, q', q''; angular velocities of free frames by Euler
 * parameters. */
vv_frames vv_frames_in_coordinates(vv_ctx *c, const vv_system *s);

/* In the speeds: q, w, w'. The velocity of a rolling body is its rotation about the contact. */
vv_status vv_kinematics_in_speeds(vv_ctx *c, const vv_system *s, vv_kinematics *out);
/* In the coordinates as if unconstrained: q, q', q''. */
vv_status vv_kinematics_in_coordinates(vv_ctx *c, const vv_system *s, vv_kinematics *out);

/* S = 1/2 m a^2 + 1/2 alpha.I alpha + alpha.(w x I w) over the bodies; a kinetic energy stated
 * directly adds 1/2 a.M a + a.h with M a + h = E(T) [Appell1896, nos. 465-467]. */
vv_status vv_kinematics_gibbs_function(vv_ctx *c, const vv_system *s, const vv_kinematics *m,
                                       vv_expr *S);

/* Kinetic energy of the bodies; their momentum and angular momentum about the world's origin,
 * along the world's axes. VV_E_BEYOND (no failure of the context) if the position of a frame is
 * unknown. */
vv_status vv_kinematics_kinetic_energy(vv_ctx *c, const vv_system *s, const vv_kinematics *m,
                                       vv_expr *T);
vv_status vv_kinematics_momentum(vv_ctx *c, const vv_system *s, const vv_kinematics *m,
                                 vv_expr P[3], vv_expr K[3]);

/* Inertia force E_a(T) of a kinetic energy stated directly, in q, q', q''; zeros without one.
 * (nq) */
vv_status vv_stated_inertia_forces(vv_ctx *c, const vv_system *s, vv_expr *out);

#endif
