/* Two mechanisms beside each other. */
#ifndef VV_REPORT_COMPARISON_REPORT_H
#define VV_REPORT_COMPARISON_REPORT_H

#include "equations/equations.h"
#include "report/render/render.h"

typedef struct vv_compared_mechanism {
    const char *name; /* title, or file */
    const vv_system *s;
    const vv_equations *eq; /* or NULL */
} vv_compared_mechanism;

/* Energies and equations. VV_OK: they move alike; VV_E_NO: they do not; VV_E_BEYOND: something is
 * not decided. */
vv_status vv_report_comparison(vv_document *d, const vv_compared_mechanism k[2],
                               const vv_system_comparison *p, const vv_prove_options *o);

#endif
