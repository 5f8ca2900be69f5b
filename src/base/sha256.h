/* SHA-256 (FIPS 180-4): identifies the model of a certificate as 64 hexadecimal digits. */
#ifndef VV_BASE_SHA256_H
#define VV_BASE_SHA256_H

#include <stddef.h>

/* The 32 bytes themselves. */
void vv_sha256(const void *data, size_t length, unsigned char out[32]);
void vv_sha256_hex(const char *text, size_t length, char out[65]);

#endif
