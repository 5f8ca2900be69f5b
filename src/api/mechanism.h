/* A mechanism on its way down the hill: text, tree, model, system. */
#ifndef VV_API_MECHANISM_H
#define VV_API_MECHANISM_H

#include "kinematics/system.h"
#include "report/render/render.h"

/* Steps that the functions of visviva.h share. outcome: how far the work came, a failure never
 * without its reason. */
vv_status vv_final_status(vv_ctx *c);
bool vv_options_format(const vv_options *o, vv_report_format *out);
vv_status vv_report_render(vv_document *d, vv_report_format format, const char **text);

/* These topics of study as sections of an open document, as far as they apply. */
void vv_study_topics(vv_document *d, const vv_mechanism *m, const vv_options *o, int n,
                     const char *const *name);

struct vv_scene;
/* A run of the mechanism as a scene: refused where it does not move or has no mechanics. */
vv_status vv_mechanism_build_scene(vv_ctx *c, const vv_mechanism *m, const vv_run_options *o,
                                   int rows, struct vv_scene *out);

struct vv_mechanism {
    int nrequests;
    const vv_request *request; /* as the tree has them */
    vv_tree tree;
    vv_model model;
    vv_system system;
};

#endif
