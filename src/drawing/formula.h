/* The text of a label as runs: θ1' [rad/s] is θ with a dot and the subscript 1, and a unit. */
#ifndef VV_DRAWING_FORMULA_H
#define VV_DRAWING_FORMULA_H

#include "base/base.h"

typedef enum vv_label_level {
    VV_LABEL_SUBSCRIPT = -1,
    VV_LABEL_LINE,
    VV_LABEL_SUPERSCRIPT
} vv_label_level;

typedef struct vv_label_run {
    const char *text;
    vv_label_level level;
    int dots;     /* over its last letter: 1 or 2, of a derivative */
    bool is_name; /* of a quantity, without its subscript */
} vv_label_run;

/* The runs of a formula in the modelling language, with units in square brackets; returns their
 * number, 0 on refusal of memory. Names of functions, before a bracket, are one run. */
int vv_label_runs(vv_ctx *c, const char *text, vv_label_run **out);
/* Size of a run, and how far it is above the line, relative to the size of the text. */
double vv_label_scale(const vv_label_run *r);
double vv_label_rise(const vv_label_run *r);

#endif
