/* The reports of the commands, built of the blocks of report/render/render.h. */
#ifndef VV_REPORT_REPORT_H
#define VV_REPORT_REPORT_H

#include "equations/equations.h"
#include "kinematics/system.h"
#include "report/render/render.h"
#include "report/simplify/simplify.h"

typedef struct vv_report_options {
    const char *title;     /* of the system; NULL: none                                           */
    const vv_facts *facts; /* what the proofs of the printed form may use; NULL: nothing */
    int most_tokens; /* an equation longer than this has named definitions; 0 means 400       */
    bool raw;        /* equations as derived, without shortening                             */
    const vv_system *steps; /* of this system: the derivation written out; NULL: not */
} vv_report_options;

/* Equations of motion by one or several methods. o may be NULL. */
vv_status vv_report_derive(vv_ctx *c, const vv_equations *const *eqs, int n,
                           vv_report_format format, const vv_report_options *o, vv_buffer *out);
/* The steps of one method, numbered on from *number, and the verdict on them: is what is shown what
 * was used? NULL when there is nothing to prove. */
typedef struct vv_steps_verdict {
    const char *what, *word;
    vv_proof proof;
} vv_steps_verdict;
const vv_steps_verdict *vv_report_steps(vv_document *d, const vv_equations *e, int *number,
                                        const vv_simplify_options *how, int most_tokens);
/* Is there a formula of this name among the steps? */
bool vv_report_steps_have(vv_ctx *c, const vv_equations *e, const char *name);
/* The section of one method, to be placed in another document. */
void vv_report_equations(vv_document *d, const vv_equations *e, const vv_report_options *o);

#endif
