/* A second motion, in a context of its own: of another model, or of the same with other values. */
#ifndef VV_API_BESIDE_H
#define VV_API_BESIDE_H

#include "api/mechanism.h"
#include "scene/scene.h"

typedef struct vv_comparison_run {
    vv_ctx *c; /* to be freed by vv_comparison_run_end after the last use of the scene */
    vv_scene scene;
    const char *title[2]; /* of the first motion and of this one              */
    const char *why;      /* there is no motion because; NULL: there is       */
} vv_comparison_run;

/* Cancelled together with `leader`; text is the first model's. */
void vv_comparison_run_begin(vv_ctx *leader, const vv_mechanism *first, const char *text,
                             size_t length, const vv_beside *b, const vv_run_options *o, int rows,
                             vv_comparison_run *out);
void vv_comparison_run_end(vv_comparison_run *k);

#endif
