/* Reports about a system: the summary of `check` and the verdicts of `prove`. */
#ifndef VV_REPORT_SYSTEM_REPORT_H
#define VV_REPORT_SYSTEM_REPORT_H

#include "equations/equations.h"
#include "report/render/render.h"

/* Adds the summary of a model to an open document.
 * there: the system with the parameters' values put in, if it may differ; or NULL. */
void vv_report_check(vv_document *d, const vv_system *s, const vv_system *there);
/* The same for a page to be read from the beginning: a table of parameters with the values in force
 * and, where these differ, those of the text; the Lagrangian. */
void vv_report_lecture(vv_document *d, const vv_system *s, const vv_system *there,
                       const char *text);

/* The motion of the reference frame of relative motion; adds nothing without one. */
void vv_report_relative_frame(vv_document *d, const vv_system *s);

/* Where the declared speeds are not independent, as a remark and a diagnostic. */
void vv_report_singular_speeds(vv_document *d, const vv_system *s);

/* A method with its equations, or the reason for its refusal. */
typedef struct vv_method_result {
    const char *name;
    const vv_equations *equations; /* NULL if refused */
    const char *refusal;
} vv_method_result;

/* The mechanism with the stated values put in place of its parameters, built when it is needed. */
typedef struct vv_at_values {
    bool (*open)(struct vv_at_values *at); /* fills the rest; false: not defined there, see why */
    void *data;                            /* of open */
    bool asked, ready;
    const char *why;
    const vv_system *s;
    int n; /* methods, as for general values */
    const vv_method_result *method;
} vv_at_values;

/* Agreement of the methods pairwise, the constraints, and every claim. Returns VV_OK if all is
 * proved, VV_E_NO if something is refuted, VV_E_BEYOND if something stays undecided; at the
 * stated values, if `at` is not NULL. */
vv_status vv_report_verdicts(vv_document *d, const vv_system *s, int n,
                             const vv_method_result *method, const vv_prove_options *o,
                             vv_at_values *at);

#endif
