/* The checking of certificates, by a kernel that shares nothing but base/ with the engine. It reads
 * the statements as they stand in the certificate and trusts one thing: that these expressions are
 * what the text of the model says. */
#ifndef VV_VERIFY_VERIFY_H
#define VV_VERIFY_VERIFY_H

#include "base/base.h"

/* A certificate cannot be read. */
enum { VV_D_CERTIFICATE = 1002 };

/* Checks a certificate of prove or study with a kernel that shares no code with the prover. VV_OK:
 * every verdict is verified; VV_E_NO: one does not check; VV_E_BEYOND: nothing is wrong, but not
 * everything could be checked; VV_E_MODEL: not a certificate of this version, with a diagnostic. */
enum { VV_CERTIFICATE_BYTES = 256 << 20 }; /* longer ones are refused */
vv_status vv_certificate_verify(vv_ctx *c, const char *text, size_t length, const char **report);

#endif
