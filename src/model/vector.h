/* Frames and vectors. A frame is its parent plus one elementary rotation (a frame turned several
 * times has hidden frames in between). A vector is a sum of parts, one per frame, each with
 * components along that frame's axes: differences such as G - P therefore cancel exactly, and
 * velocities are expressed in the frames' own components (Appell's moving trihedra; positions
 * are never differentiated in the inertial frame). */
#ifndef VV_MODEL_VECTOR_H
#define VV_MODEL_VECTOR_H

#include "base/base.h"
#include "expr/expr.h"

typedef struct vv_vec_part {
    int frame;
    vv_expr x[3];
} vv_vec_part;
typedef struct vv_vec {
    int n;
    vv_vec_part *part;
} vv_vec; /* n == 0: the zero vector */

typedef enum vv_frame_kind {
    VV_FRAME_ROOT,             /* world */
    VV_FRAME_ROTATION,         /* parent turned by `angle` about axis 0, 1 or 2 */
    VV_FRAME_MATRIX,           /* rotation matrix relative to the parent: free orientation, or a
                                * turn about an arbitrary axis */
    VV_FRAME_ANGULAR_VELOCITY, /* only its angular velocity is known, in its own axes */
} vv_frame_kind;

typedef struct vv_frame {
    const char *name; /* NULL for a hidden one */
    vv_frame_kind kind;
    int parent; /* -1: root or turning */
    int depth;
    int axis;
    vv_expr angle;
    vv_expr matrix[9];   /* MATRIX: components in the parent = matrix * components here */
    vv_expr spin[3];     /* MATRIX, TURNING: angular velocity relative to the parent, own axes */
    bool spin_in_parent; /* ... or along the parent's axes */
    vv_vec origin;       /* from world's origin */
    vv_span span;
} vv_frame;

typedef struct vv_frames {
    int n, capacity;
    vv_frame *frame;
    /* d/dt of expressions in the current variables: symbol[i] -> rate[i] */
    int nrates;
    const vv_expr *symbol, *rate;
} vv_frames;

int vv_frame_add(vv_ctx *c, vv_frames *f, vv_frame proto); /* index, -1 on refusal */

vv_vec vv_vec_zero(void);
vv_vec vv_vec_make(vv_ctx *c, int frame, vv_expr x, vv_expr y, vv_expr z);
vv_vec vv_vec_axis(vv_ctx *c, int frame, int axis);
vv_vec vv_vec_add(vv_ctx *c, vv_vec a, vv_vec b);
vv_vec vv_vec_sub(vv_ctx *c, vv_vec a, vv_vec b);
vv_vec vv_vec_scale(vv_ctx *c, vv_expr k, vv_vec a);
#define vv_vec_add(c, a, b) VV_LAST_FIRST(vv_vec_add, vv_vec, vv_vec, c, a, b)
#define vv_vec_sub(c, a, b) VV_LAST_FIRST(vv_vec_sub, vv_vec, vv_vec, c, a, b)
#define vv_vec_scale(c, k, a) VV_LAST_FIRST(vv_vec_scale, vv_expr, vv_vec, c, k, a)
/* Components along one frame; false if the relative orientation of the frames is unknown. */
bool vv_vec_components(vv_ctx *c, const vv_frames *f, vv_vec a, int frame, vv_expr out[3]);
bool vv_vec_dot(vv_ctx *c, const vv_frames *f, vv_vec a, vv_vec b, vv_expr *out);
bool vv_vec_cross(vv_ctx *c, const vv_frames *f, vv_vec a, vv_vec b, vv_vec *out);
/* The frame in which the vector is cheapest to write: among those of its parts, the one that
 * needs the fewest rotations. */
int vv_vec_cheapest_frame(const vv_frames *f, vv_vec a);
/* Replaces every component by its flattened sum (collects like terms). */
vv_vec vv_vec_flatten(vv_ctx *c, vv_vec a);
vv_vec vv_vec_subst(vv_ctx *c, int n, const vv_expr *from, const vv_expr *to, vv_vec a);

/* Rate of the rotation angle of a frame. */
vv_expr vv_frame_angle_rate(vv_ctx *c, const vv_frames *f, int frame);
/* Angular velocity of a frame relative to its root, the sum over the chain; relative to another
 * frame: the difference. */
vv_vec vv_frame_angular_velocity(vv_ctx *c, const vv_frames *f, int frame);
/* Absolute time derivative: parts differentiated along the rate map, plus angular velocity of
 * the frame x part. */
vv_vec vv_vec_rate(vv_ctx *c, const vv_frames *f, vv_vec a);
/* The same for many at once: one pass over shared subexpressions. out may be a. */
void vv_vec_rate_all(vv_ctx *c, const vv_frames *f, int n, const vv_vec *a, vv_vec *out);
bool vv_vec_is_zero(vv_vec a);

#endif
