/* The reports of the commands, composed of the blocks of report/render/render.h. */
#ifndef VV_REPORT_REPORT_H
#define VV_REPORT_REPORT_H

#include "equations/equations.h"
#include "kinematics/kinematics.h"
#include "report/comparison_report.h"
#include "report/document_subexpressions.h"
#include "report/named_subexpressions.h"
#include "report/render/render.h"
#include "report/simplify/simplify.h"
#include "report/servo_report.h"
#include "report/system_report.h"

typedef struct vv_report_options {
    const char *title;      /* of the system; NULL: none */
    const vv_facts *facts;  /* what proofs of the printed form may assume; NULL: nothing */
    int most_tokens;        /* longer equations get named definitions; 0 means 400 */
    bool raw;               /* equations as derived, not simplified */
    const vv_model *model;  /* its direction cosines are used in the equations; NULL: none are */
    const vv_system *steps; /* write out the derivation for this system; NULL: do not */
} vv_report_options;

/* Equations of motion by one or several methods. o may be NULL. */
vv_status vv_report_derive(vv_ctx *c, const vv_equations *const *eqs, int n,
                           vv_report_format format, const vv_report_options *o, vv_buffer *out);
/* The steps of one method, numbered from *number on, with a verdict: are the formulas shown
 * those used? NULL if there is nothing to prove. */
typedef struct vv_steps_verdict {
    const char *what, *word;
    vv_proof proof;
} vv_steps_verdict;
const vv_steps_verdict *vv_report_steps(vv_document *d, const vv_equations *e, int *number,
                                        const vv_simplify_options *how, int most_tokens);
/* Do the steps contain a formula of this name? */
bool vv_report_steps_have(vv_ctx *c, const vv_equations *e, const char *name);
/* The proved and refuted verdicts of a document as a certificate, JSON in the arena; NULL on
 * refusal. Ends the recording of proofs. */
typedef struct vv_certificate_source {
    const char *file, *text; /* the model */
    size_t length;
    vv_proof_record *manifold; /* that the rules satisfy the finite constraints; or NULL */
} vv_certificate_source;
const char *vv_certificate_write(const vv_document *d, const vv_certificate_source *s);
/* What it says of a block; VV_UNDECIDED: nothing. The others stand in it in the order of the
 * document, a verdict a line. */
vv_verdict vv_certificate_verdict(const vv_block *b);
/* The section of one method, for inclusion in another document. */
void vv_report_equations(vv_document *d, const vv_equations *e, const vv_report_options *o);

#endif
