/* Verdicts by a theorem: the kernel checks its premises on the data of the certificate and trusts
 * the theorem itself. Derivatives, determinants and Hurwitz conditions it makes itself. */
#ifndef VV_VERIFY_THEOREMS_H
#define VV_VERIFY_THEOREMS_H

#include "verify/proof_check.h"

vv_found vv_theorem_check(vv_certificate *k, const vv_statement *p);
/* What is trusted when it is applied: a sentence. */
const char *vv_theorem_trusts(const vv_statement *p);

#endif
