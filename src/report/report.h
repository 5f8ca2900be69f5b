/* The reports of the commands, built of the blocks of report/document.h. */
#ifndef VV_REPORT_REPORT_H
#define VV_REPORT_REPORT_H

#include "equations/equations.h"
#include "report/document.h"

typedef struct vv_report_options {
    const char *title;     /* of the system; NULL: none                                           */
    const vv_facts *facts; /* what the proofs of the printed form may use; NULL: nothing */
    int most_tokens; /* an equation longer than this has named definitions; 0 means 400       */
    bool raw;        /* equations as derived, without shortening                             */
} vv_report_options;

/* Equations of motion by one or several methods. o may be NULL. */
vv_status vv_report_derive(vv_ctx *c, const vv_equations *const *eqs, int n,
                           vv_report_format format, const vv_report_options *o, vv_buffer *out);
/* The section of one method, to be placed in another document. */
void vv_report_equations(vv_document *d, const vv_equations *e, const vv_report_options *o);

#endif
