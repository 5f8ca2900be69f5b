/* A second motion for comparison, in its own context: of another model, or of the same one with
 * other values. */
#ifndef VV_API_COMPARISON_RUN_H
#define VV_API_COMPARISON_RUN_H

#include "api/mechanism.h"
#include "scene/scene.h"

typedef struct vv_comparison_run {
    vv_ctx *c; /* freed by vv_comparison_run_end after the last use of the scene */
    vv_scene scene;
    const char *title[2]; /* of the first motion and of this one */
    const char *why;      /* why there is no motion; NULL if there is one */
} vv_comparison_run;

/* Cancelled together with `leader`; `text` is that of the first model. */
void vv_comparison_run_begin(vv_ctx *leader, const vv_command_mechanism *first, const char *text,
                             size_t length, const vv_beside *b, const vv_run_options *o, int rows,
                             vv_comparison_run *out);
void vv_comparison_run_end(vv_comparison_run *k);

#endif
