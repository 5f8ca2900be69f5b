/* The checking of certificates, by a kernel that shares nothing but base/ with the engine. It reads
 * the statements as they stand in the certificate and trusts one thing: that these expressions are
 * what the text of the model says. */
#ifndef VV_VERIFY_VERIFY_H
#define VV_VERIFY_VERIFY_H

#include "base/base.h"

/* A certificate cannot be read. */
enum { VV_D_CERTIFICATE = 1002 };

#endif
