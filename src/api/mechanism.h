/* A mechanism and its stages: text, tree, model, system. */
#ifndef VV_API_MECHANISM_H
#define VV_API_MECHANISM_H

#include "kinematics/kinematics.h"
#include "report/render/render.h"

/* Shared by the functions of visviva.h. The status to return: never a failure without a reason. */
vv_status vv_final_status(vv_ctx *c);
bool vv_options_format(const vv_options *o, vv_report_format *out);
vv_status vv_report_render(vv_document *d, vv_report_format format, const char **text);

/* Adds these topics to an open document as sections, as far as they apply. */
void vv_study_topics(vv_document *d, const vv_mechanism *m, const vv_options *o, int n,
                     const char *const *name);

struct vv_scene;
/* Runs the mechanism and builds a scene; refused if it does not move or has no dynamics. */
vv_status vv_mechanism_build_scene(vv_ctx *c, const vv_mechanism *m, const vv_run_options *o,
                                   int rows, struct vv_scene *out);

struct vv_mechanism {
    int nrequests;
    const vv_request *request; /* as the tree has them */
    vv_tree tree;
    vv_model model;
    vv_system system;
};

/* The system that a run follows: with a singular mass matrix, the one whose equations of lower
 * order are constraints. */
static inline const vv_system *vv_mechanism_in_motion(const vv_mechanism *m) {
    return m->system.determined ? m->system.determined : &m->system;
}

#endif
