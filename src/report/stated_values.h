/* Verdicts at the values that the model states: the mechanism is elaborated once more with the
 * values in place of its parameters, when a verdict for general values leaves it open.
 * doc/verdicts.md has the rules. */
#ifndef VV_REPORT_STATED_VALUES_H
#define VV_REPORT_STATED_VALUES_H

#include "report/system_report.h"

/* Is the mechanism at the stated values available? Built at the first call; false: see at->why. */
bool vv_at_values_ready(vv_at_values *at);

/* Does this verdict for general values hold at the stated ones as it is? `exceptional`: something
 * that led to it was decided otherwise there. */
bool vv_verdict_covers_values(const vv_proof *general, bool negated, bool exceptional);
/* Combines a verdict for general values with that at the stated ones; *word and *remark are set if
 * they say more than the verdict. Returns the verdict on the model. */
vv_proof vv_verdict_combine(vv_ctx *c, const vv_at_values *at, const vv_proof *general,
                            const vv_proof *there, const char **word, const char **remark);
/* The verdict where `what`, the model or the claim, is not defined at the stated values. */
vv_proof vv_verdict_undefined(vv_ctx *c, const char *what, const char *why, const vv_proof *general,
                              const char **remark);
/* Do the conditions of the claim on parameters hold at the stated values? If not, it says nothing
 * about these. */
bool vv_claim_admits_values(vv_ctx *c, const vv_claim *k);

#endif
