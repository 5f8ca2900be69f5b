/* Frames rotated by angles, as vectors in world axes.
 *
 * A body that rotates in space is a centre and three axes. In components along the world axes its
 * inertia is a constant matrix, and no velocities are multiplied: second derivatives of components
 * are coefficients that a series already has. Forces act at the tips of the axes; their effect on
 * the angles is accumulated from the last frame to the first, so that the forces on all bodies
 * beyond a joint are rotated once. Each component is a symbol, so that products of several
 * rotations are not expanded. */
#ifndef VV_SIMULATE_FORMULATION_FRAME_AXES_H
#define VV_SIMULATE_FORMULATION_FRAME_AXES_H

#include "kinematics/kinematics.h"

enum { VV_WORLD = 0 }; /* the first of all frames */

/* A component of an axis along a world axis: a constant, or a symbol. */
typedef struct vv_axis_component {
    vv_expr e;
    int number; /* index of the symbol; -1: none */
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
    vv_expr *name, *value; /* of all variable components (n) */
} vv_frame_axes;

/* Only for frames rotated by angles. false if out of memory. */
bool vv_frame_axes_new(vv_ctx *c, const vv_system *s, const vv_frames *frames, vv_frame_axes *out);
/* Component of an axis of a frame along world axis k. */
vv_expr vv_frame_axes_component(vv_frame_axes *a, int frame, int axis, int k);
/* Components of a vector along the world axes. */
void vv_frame_axes_to_world(vv_frame_axes *a, vv_vec v, vv_expr out[3]);
/* Substitutes symbols for the axis components in expressions. */
void vv_frame_axes_substitute(const vv_frame_axes *a, int n, vv_expr *e);
/* pull: the derivative of a quantity with respect to each symbol. Adds its derivative with respect
 * to each coordinate. */
void vv_frame_axes_pull_back(const vv_frame_axes *a, const vv_expr *pull, vv_expr *out);

#endif
