/* Frames that turn by angles as vectors of the world.
 *
 * A body that turns in space is a centre and three axes. Written by their components along the axes
 * of the world its inertia is a constant matrix and nothing is multiplied by velocities: second
 * derivatives of components are coefficients that a series has already. Forces pull at the tips of
 * axes; what they do to the angles is found from the last frame to the first, so that the forces on
 * all bodies beyond a joint are turned once. Each component has a name, lest products of several
 * turns be multiplied out. */
#ifndef VV_SIMULATE_FORMULATION_FRAME_AXES_H
#define VV_SIMULATE_FORMULATION_FRAME_AXES_H

#include "kinematics/system.h"

enum { VV_WORLD = 0 }; /* the first of all frames */

/* A component of an axis along one of the world's: a number, or a name. */
typedef struct vv_axis_component {
    vv_expr e;
    int number; /* of the name; -1: none */
} vv_axis_component;

typedef struct vv_frame_components {
    bool known;
    vv_axis_component part[3][3]; /* of axis i along k */
} vv_frame_components;

typedef struct vv_frame_axes {
    vv_ctx *c;
    const vv_system *s;
    const vv_frames *frames;
    vv_frame_components *of; /* a frame */
    int *chain;              /* scratch */
    int n;
    vv_expr *name, *value; /* of all components that move (n) */
} vv_frame_axes;

/* Frames that turn otherwise than by angles are not for this. false on refusal of memory. */
bool vv_frame_axes_new(vv_ctx *c, const vv_system *s, const vv_frames *frames, vv_frame_axes *out);
/* Component of an axis of a frame along axis k of the world. */
vv_expr vv_frame_axes_component(vv_frame_axes *a, int frame, int axis, int k);
/* A vector by its components along the axes of the world. */
void vv_frame_axes_to_world(vv_frame_axes *a, vv_vec v, vv_expr out[3]);
/* Puts names for the parts of axes that expressions contain. */
void vv_frame_axes_substitute(const vv_frame_axes *a, int n, vv_expr *e);
/* pull: the derivative of something by each name. Adds its derivative by each coordinate. */
void vv_frame_axes_pull_back(const vv_frame_axes *a, const vv_expr *pull, vv_expr *out);

#endif
