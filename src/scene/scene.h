/* What of a mechanism can be seen, and how it moves: bodies with their shapes, frames, paths,
 * contacts, links, forces, sampled along one run.
 *
 * Shapes come from the model. A body that rolls at a constant distance from its centre is a wheel
 * (hoop or disc, as its inertia tells) when the contact stays in a plane of the body, else a
 * sphere; any other body is drawn as its ellipsoid of inertia, the solid ellipsoid of the same mass
 * and moments; a particle as a small sphere. Points at a constant distance are joined by a rod. */
#ifndef VV_SCENE_SCENE_H
#define VV_SCENE_SCENE_H

#include "scene/run_sampler.h"

/* A vector along the run: three columns, NULL when it is not known. */
typedef struct vv_track {
    int number; /* under which the sampler knows it */
    const double *x[3];
} vv_track;

typedef enum vv_form_kind {
    VV_FORM_POINT,
    VV_FORM_SPHERE,
    VV_FORM_HOOP,
    VV_FORM_DISC,
    VV_FORM_ELLIPSOID
} vv_form_kind;

typedef struct vv_form {
    vv_form_kind kind;
    double radius;  /* sphere, hoop, disc                                   */
    int axis;       /* hoop, disc: its own axis, 0 .. 2                     */
    double semi[3]; /* ellipsoid: semi-axes along the columns of `axes`     */
    double axes[9]; /* in the body, row-major                               */
} vv_form;

typedef struct vv_pose {
    vv_track at;
    vv_track x, y; /* its axes in the world; not known of a particle       */
    bool turns;
} vv_pose;

typedef struct vv_seen_body {
    const char *name;
    vv_pose pose;
    vv_form form;
} vv_seen_body;

typedef struct vv_seen_frame {
    const char *name;
    vv_pose pose;
} vv_seen_frame;

typedef struct vv_seen_path {
    const char *name;
    vv_track at;
} vv_seen_path;

typedef struct vv_seen_contact {
    const char *name;
    int body, support; /* numbers of bodies; support -1: the world, -2: another frame */
    vv_track at;
} vv_seen_contact;

typedef enum vv_link_kind { VV_LINK_ROD, VV_LINK_SPRING, VV_LINK_DAMPER } vv_link_kind;
typedef struct vv_seen_link {
    vv_link_kind kind;
    vv_track from, to;
} vv_seen_link;

typedef enum vv_arrow_kind {
    VV_ARROW_FORCE,
    VV_ARROW_WEIGHT,
    VV_ARROW_REACTION,
    VV_ARROW_COUPLE,       /* about its direction          */
    VV_ARROW_EFFORT,       /* of a servo, as a force       */
    VV_ARROW_EFFORT_COUPLE /* of a servo on an angle       */
} vv_arrow_kind;
typedef struct vv_seen_arrow {
    const char *name;
    vv_arrow_kind kind;
    vv_track at, force;
} vv_seen_arrow;

typedef struct vv_seen_value {
    const char *name, *unit; /* unit may be NULL */
    bool effort;             /* of a servo       */
    const double *value;
} vv_seen_value;

/* A vector that the model shows and that is no path. */
typedef struct vv_seen_vector {
    const char *name, *unit;
    vv_track value;
} vv_seen_vector;

/* A surface in the axes of what carries it: a grid of points where it has a chart, else triangles.
 */
typedef struct vv_seen_surface {
    const char *name;
    int body;   /* -1: `pose` */
    bool fixed; /* in the world */
    vv_pose pose;
    int nu, nv;    /* cells */
    double *point; /* ((nu + 1) (nv + 1) 3), or NULL */
    int nvertices, ntriangles;
    double *vertex, *normal; /* (3 nvertices)  */
    int *triangle;           /* (3 ntriangles) */
} vv_seen_surface;

typedef struct vv_scene {
    vv_ctx *c;
    const vv_system *s;
    const char *title;
    vv_samples run;
    int nbodies, nframes, npaths, ncontacts, nlinks, narrows, nvalues, nvectors, nsurfaces;
    vv_seen_body *body;
    vv_seen_frame *frame;
    vv_seen_path *path;
    vv_seen_contact *contact;
    vv_seen_link *link;
    vv_seen_arrow *arrow;
    vv_seen_value *value;
    vv_seen_vector *vector;
    vv_seen_surface *surface;
    double low[3], high[3]; /* the box of all that is seen */
} vv_scene;

/* Runs the motion, `rows` rows unless the options say otherwise, and collects what is seen. As
 * vv_run_motion; VV_E_BEYOND with rows: a part of the time. */
vv_status vv_scene_build(vv_ctx *c, const vv_system *s, const vv_run_options *o, int rows,
                         vv_scene *out);
/* Is there anything to be drawn in space? */
bool vv_scene_has_bodies(const vv_scene *k);
/* Shapes of the bodies, once the run is there. */
void vv_scene_shapes(vv_scene *k);
/* The points of the surfaces that have a chart, once the run is there: over what the parameters of
 * contact reach, or a whole turn of those that are angles. */
void vv_scene_surfaces(vv_scene *k);
struct vv_surface;
/* Triangles of one that has an equation only, a closed one as a whole, else about what is touched;
 * nothing where it cannot be, or where it is a plane of the world. */
void vv_scene_mesh(vv_scene *k, const struct vv_surface *s, vv_seen_surface *out);
/* How far a shape goes from its centre. */
double vv_form_reach(const vv_form *f);
/* Unit of a quantity, NULL where it is not known or a pure number; "rad" of an angle. */
const char *vv_scene_unit(vv_ctx *c, const vv_model *m, vv_expr e);

/* Are there units, so that the time has one? */
bool vv_scene_timed(const vv_model *m);

/* As JSON for web/scene.js, without the character < so that it may stand in a page. */
void vv_scene_json(const vv_scene *k, vv_buffer *out);
/* A string in quotes, likewise. */
void vv_scene_string(vv_ctx *c, const char *s, vv_buffer *out);
/* Place i of a track. */
static inline void vv_track_at(const vv_track *t, int i, double out[3]) {
    for (int k = 0; k < 3; k++) out[k] = t->x[k] ? t->x[k][i] : 0;
}

#endif
