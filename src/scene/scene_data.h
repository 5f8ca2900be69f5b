/* The visible parts of a mechanism and their motion: bodies with their shapes, frames, paths,
 * contacts, links, forces, sampled along one run.
 *
 * Shapes come from the model. A body that rolls at a constant distance from its centre is a
 * wheel (hoop or disc, according to its inertia) if the contact stays in a plane of the body,
 * else a sphere; any other body is drawn as its ellipsoid of inertia, the solid ellipsoid of the
 * same mass and moments; a particle as a small sphere. Points at a constant distance are joined
 * by a rod. */
#ifndef VV_SCENE_SCENE_DATA_H
#define VV_SCENE_SCENE_DATA_H

#include "drawing/drawing.h"
#include "scene/run_sampler.h"

/* A vector along the run: three columns, NULL if unknown. */
typedef struct vv_scene_track {
    int number; /* index in the sampler */
    const double *x[3];
} vv_scene_track;

typedef enum vv_body_shape_kind {
    VV_BODY_SHAPE_POINT,
    VV_BODY_SHAPE_SPHERE,
    VV_BODY_SHAPE_HOOP,
    VV_BODY_SHAPE_DISC,
    VV_BODY_SHAPE_BAR,
    VV_BODY_SHAPE_ELLIPSOID
} vv_body_shape_kind;

typedef struct vv_body_shape {
    vv_body_shape_kind kind;
    double radius;    /* sphere, hoop, disc */
    int axis;         /* hoop, disc: its own axis, 0 .. 2 */
    double half[3];   /* bar: from the centre to one end, in the body frame */
    vv_vec joint;     /* bar: from the centre to the point that gives its direction */
    bool joint_fixed; /* in the world */
    double semi[3];   /* ellipsoid: semi-axes along the columns of `axes` */
    double axes[9];   /* in the body frame, row-major */
} vv_body_shape;

typedef struct vv_pose {
    vv_scene_track at;
    vv_scene_track x, y; /* its axes in the world; unknown for a particle */
    bool turns;
} vv_pose;

typedef struct vv_scene_body {
    const char *name;
    vv_pose pose;
    vv_body_shape form;
    bool has_visual; /* shapes of the model are drawn in place of its form */
} vv_scene_body;

/* A shape that the model states (vv_visual). Its own axes, in rows, along those of its carrier. */
typedef struct vv_scene_visual {
    const char *name, *kind;
    int body; /* -1: a frame or the world carries it */
    bool has_ends, has_axis;
    double size[3], own[3][3];
    vv_pose pose; /* its place, and the axes of its carrier */
    vv_scene_track to, axis;
    vv_vec span;   /* from one end to the other, if it has ends */
    bool is_rigid; /* at rest in the body: there at `offset`, up to `end` */
    double offset[3], end[3];
} vv_scene_visual;

typedef struct vv_scene_frame {
    const char *name;
    vv_pose pose;
} vv_scene_frame;

typedef struct vv_scene_path {
    const char *name;
    vv_scene_track at;
} vv_scene_path;

typedef struct vv_scene_contact {
    const char *name;
    int body, support; /* body indices; support -1: the world, -2: another frame */
    vv_scene_track at, normal;
} vv_scene_contact;

/* A joint: a point that two bodies carry, or one body and the world. */
typedef struct vv_scene_pivot {
    vv_scene_track at;
    bool fixed; /* in the world */
} vv_scene_pivot;

typedef enum vv_link_kind { VV_LINK_ROD, VV_LINK_SPRING, VV_LINK_DAMPER } vv_link_kind;
typedef struct vv_scene_link {
    vv_link_kind kind;
    vv_scene_track from, to;
    vv_vec span; /* from one end to the other */
} vv_scene_link;

typedef enum vv_arrow_kind {
    VV_ARROW_FORCE,
    VV_ARROW_WEIGHT,
    VV_ARROW_REACTION,
    VV_ARROW_COUPLE,       /* couple about its direction */
    VV_ARROW_EFFORT,       /* of a servo, as a force */
    VV_ARROW_EFFORT_COUPLE /* of a servo on an angle */
} vv_arrow_kind;
typedef struct vv_scene_arrow {
    const char *name;
    vv_arrow_kind kind;
    vv_scene_track at, force;
} vv_scene_arrow;

typedef struct vv_scene_value {
    const char *name, *unit; /* unit may be NULL */
    bool effort;             /* of a servo */
    const double *value;
} vv_scene_value;

/* A vector that the model shows and that is not a path. */
typedef struct vv_scene_vector {
    const char *name, *unit;
    vv_scene_track value;
} vv_scene_vector;

/* A surface in the axes of its carrier: a grid of points if it has a chart, else triangles. */
typedef struct vv_scene_surface {
    const char *name;
    int body;   /* -1: `pose` */
    bool fixed; /* in the world */
    vv_pose pose;
    int nu, nv;    /* cells */
    double *point; /* ((nu + 1) (nv + 1) 3), or NULL */
    int nvertices, ntriangles;
    double *vertex, *normal; /* (3 nvertices) */
    int *triangle;           /* (3 ntriangles) */
} vv_scene_surface;

typedef struct vv_scene {
    vv_ctx *c;
    const vv_system *s;
    const char *title;
    vv_samples run;
    int nbodies, nframes, npaths, ncontacts, npivots, nlinks, narrows, nvalues, nvectors, nsurfaces,
        nvisuals;
    vv_scene_body *body;
    vv_scene_frame *frame;
    vv_scene_path *path;
    vv_scene_contact *contact;
    vv_scene_pivot *pivot;
    vv_scene_link *link;
    vv_scene_arrow *arrow;
    vv_scene_value *value;
    vv_scene_vector *vector;
    vv_scene_surface *surface;
    vv_scene_visual *visual;
    double low[3], high[3]; /* bounding box of everything visible */
    double up[3];           /* upwards in a picture */
    bool is_plane;
    double normal[3]; /* of a plane motion, towards the viewer; else zero */
} vv_scene;

/* Runs the motion, with `rows` rows unless the options say otherwise, and collects what is
 * visible. As vv_simulation_run; VV_E_BEYOND with rows: the run ended early. */
vv_status vv_scene_build(vv_ctx *c, const vv_system *s, const vv_run_options *o, int rows,
                         vv_scene *out);
/* Is there anything to draw in space? */
bool vv_scene_has_bodies(const vv_scene *k);
/* Determines the shapes of the bodies, after the run. */
void vv_scene_find_shapes(vv_scene *k);
/* Shapes that the model states: their columns; then their places, after the bodies' shapes. Those
 * without a size or a place are dropped. */
void vv_scene_request_visuals(vv_scene *k, vv_sampler *a);
void vv_scene_place_visuals(vv_scene *k);
double vv_scene_visual_radius(const vv_scene_visual *v);
/* Its axes in the world, in rows. */
void vv_scene_visual_axes(const vv_scene_visual *v, int row, double out[3][3]);
/* Determines from where the motion is seen, after the run. */
void vv_scene_find_view(vv_scene *k);
/* Joints: columns of the points that may be some, then those that are. */
void vv_scene_request_points(vv_scene *k, vv_sampler *a);
void vv_scene_find_pivots(vv_scene *k);
/* Computes the grids of the surfaces with a chart, after the run: over the range of the contact
 * parameters, or a whole turn for angles. */
void vv_scene_grid_surfaces(vv_scene *k);
struct vv_surface;
/* Triangulates a surface given by an equation only: a closed one entirely, else near the
 * contact; nothing if that fails or if it is a fixed plane. */
void vv_scene_mesh_implicit(vv_scene *k, const struct vv_surface *s, vv_scene_surface *out);
/* Largest distance of a point of the shape from its centre. */
double vv_body_shape_radius(const vv_body_shape *f);
/* Unit of a quantity; NULL if unknown or dimensionless; "rad" for an angle. */
const char *vv_scene_unit(vv_ctx *c, const vv_model *m, vv_expr e);

/* Does the model use units, so that time has one? */
bool vv_scene_has_units(const vv_model *m);

/* As JSON for web/scene.js, without the character < so that it can be embedded in a page. With a
 * sketch, or NULL, for browsers that cannot show it. */
void vv_scene_json(const vv_scene *k, const vv_drawing *sketch, vv_buffer *out);
/* As glTF 2.0, a binary file. */
void vv_scene_gltf(const vv_scene *k, vv_buffer *out);
/* The rotation that takes x, y, z to these directions, scalar first. */
void vv_scene_quaternion(const double x[3], const double y[3], double q[4]);
/* Two directions orthogonal to z and to each other. */
void vv_scene_across(const double z[3], double x[3], double y[3]);
/* A quoted string, likewise. */
void vv_scene_string(vv_ctx *c, const char *s, vv_buffer *out);
/* Sample i of a track. */
static inline void vv_scene_track_at(const vv_scene_track *t, int i, double out[3]) {
    for (int k = 0; k < 3; k++) out[k] = t->x[k] ? t->x[k][i] : 0;
}
/* In sample i: the axes of a pose in the world; those of the world if it has none. */
static inline void vv_pose_axes(const vv_pose *p, int i, double axis[3][3]) {
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) axis[a][b] = a == b;
    if (!p->turns || !p->x.x[0] || !p->y.x[0]) return;
    double *x = axis[0], *y = axis[1], *z = axis[2];
    vv_scene_track_at(&p->x, i, x);
    vv_scene_track_at(&p->y, i, y);
    z[0] = x[1] * y[2] - x[2] * y[1];
    z[1] = x[2] * y[0] - x[0] * y[2];
    z[2] = x[0] * y[1] - x[1] * y[0];
}
/* A place in the world, from the pose's origin along its axes; and back. */
static inline void vv_pose_own(const vv_pose *p, int i, const double place[3], double out[3]) {
    double at[3], axis[3][3];
    vv_scene_track_at(&p->at, i, at);
    vv_pose_axes(p, i, axis);
    for (int a = 0; a < 3; a++) {
        out[a] = 0;
        for (int b = 0; b < 3; b++) out[a] += (place[b] - at[b]) * axis[a][b];
    }
}
static inline void vv_pose_world(const vv_pose *p, int i, const double own[3], double out[3]) {
    double axis[3][3];
    vv_scene_track_at(&p->at, i, out);
    vv_pose_axes(p, i, axis);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) out[b] += own[a] * axis[a][b];
}

#endif
