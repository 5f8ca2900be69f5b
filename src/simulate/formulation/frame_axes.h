/* Frames that turn by angles as vectors of the world.
 *
 * A body that turns in space is a centre and three axes. Written by their components along the axes
 * of the world its inertia is a constant matrix and nothing is multiplied by velocities: second
 * derivatives of components are coefficients that a series has already. Forces pull at the tips of
 * axes; what they do to the angles is found from the last frame to the first, so that the forces on
 * all bodies beyond a joint are turned once. Each component has a name, lest products of several
 * turns be multiplied out. */
#ifndef VV_SIMULATE_AXES_H
#define VV_SIMULATE_AXES_H

#include "kinematics/system.h"

enum { VV_WORLD = 0 }; /* the first of all frames */

/* A component of an axis along one of the world's: a number, or a name. */
typedef struct vv_axis_part {
    vv_expr e;
    int number; /* of the name; -1: none */
} vv_axis_part;

typedef struct vv_axis_parts {
    bool known;
    vv_axis_part part[3][3]; /* of axis i along k */
} vv_axis_parts;

typedef struct vv_axes {
    vv_ctx *c;
    const vv_system *s;
    const vv_frames *frames;
    vv_axis_parts *of; /* a frame */
    int *chain;        /* scratch */
    int n;
    vv_expr *name, *value; /* of all components that move (n) */
} vv_axes;

/* Frames that turn otherwise than by angles are not for this. false on refusal of memory. */
bool vv_axes_new(vv_ctx *c, const vv_system *s, const vv_frames *frames, vv_axes *out);
/* Component of an axis of a frame along axis k of the world. */
vv_expr vv_axes_part(vv_axes *a, int frame, int axis, int k);
/* A vector by its components along the axes of the world. */
void vv_axes_in_world(vv_axes *a, vv_vec v, vv_expr out[3]);
/* Puts names for the parts of axes that expressions contain. */
void vv_axes_use(const vv_axes *a, int n, vv_expr *e);
/* pull: the derivative of something by each name. Adds its derivative by each coordinate. */
void vv_axes_pull(const vv_axes *a, const vv_expr *pull, vv_expr *out);

#endif
