/* Motion relative to a frame whose own motion is prescribed: rotation and origin O are functions
 * of time only [Appell1896, nos. 454-458; M-REL-ABS, M-REL-FICT, M-REL-GILBERT]. Written in q,
 * q'. */
#ifndef VV_KINEMATICS_RELATIVE_MOTION_H
#define VV_KINEMATICS_RELATIVE_MOTION_H

#include "kinematics/system.h"

typedef struct vv_relative_body {
    vv_vec place, velocity; /* OG and its rate in the frame */
    vv_vec carried;         /* transport velocity at G: V_O + ω × OG */
    bool turns;             /* has an inertia */
    vv_expr w[3];           /* angular velocity relative to the frame, along the tensor's axes */
    vv_expr turn[3];        /* angular velocity ω of the frame, along the same axes */
    vv_expr turn_rate[3];   /* dω/dt along the same axes */
} vv_relative_body;

typedef struct vv_relative_motion {
    int frame;
    vv_frames frames;         /* with this frame as the root: d/dt in the frame */
    vv_expr spin[3], rate[3]; /* ω and dω/dt along the frame's axes: functions of t */
    vv_expr velocity[3];      /* V_O */
    vv_expr acceleration[3];  /* J_O */
    vv_relative_body *body;   /* (nbodies) */
} vv_relative_motion;

/* Selects the frame of this name and fills s->relative. Errors with diagnostics: no such frame,
 * a motion that depends on coordinates, a body whose position in the frame is unknown. */
vv_status vv_system_set_relative_frame(vv_ctx *c, vv_system *s, const char *name);

/* Why the energy of the relative motion cannot be formed, as one sentence; otherwise NULL. */
const char *vv_relative_refusal(const vv_system *s);

/* Energies of a system with a selected frame; poison on failure. */
vv_expr vv_relative_absolute_energy(vv_ctx *c, const vv_system *s); /* T_a, of v + V_O + ω × OG */
vv_expr vv_relative_kinetic_energy(vv_ctx *c, const vv_system *s);  /* T_r */
vv_expr vv_relative_centrifugal_energy(vv_ctx *c,
                                       const vv_system *s); /* 𝒢 = ½ H ω^2, moments about O */
vv_expr vv_relative_coriolis_energy(vv_ctx *c,
                                    const vv_system *s); /* 𝒱 = ω.σ, σ relative and about O */
vv_expr vv_relative_translation_potential(vv_ctx *c, const vv_system *s); /* K = -M J_O.OG */

#endif
