/* Whether one proof of a certificate checks. */
#ifndef VV_VERIFY_PROOF_CHECK_H
#define VV_VERIFY_PROOF_CHECK_H

#include "verify/statement.h"

typedef enum { VV_UNASKED, VV_HOLDS, VV_FAILS, VV_OPEN } vv_answer;

typedef struct vv_found {
    vv_answer word;
    const char *why;
    int points;     /* real points at which a zero was evaluated */
    bool undefined; /* open, since it divides by zero everywhere */
} vv_found;

/* Proof i; `before`: what was found of those before it. The kernel may add nodes. */
vv_found vv_proof_check(vv_certificate *k, int i, const vv_found *before);
/* Do these all vanish where the facts hold? */
vv_found vv_proof_check_zero(const vv_certificate *k, int facts, const vv_list *of);

#endif
