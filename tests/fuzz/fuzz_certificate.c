/* Arbitrary bytes as a certificate: it is checked or refused with a sentence. */
#include <stdlib.h>
#include <string.h>

#include "api/command.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool truth) {
    if (!truth) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    vv_limits limits = {.bytes = 64 << 20, .seconds = 0.5};
    vv_ctx *c = vv_ctx_new(&limits);
    const char *report = NULL;
    vv_status s = vv_certificate_verify(c, (const char *)data, size, &report);
    demand(report && s != VV_E_INTERNAL && s != VV_E_USAGE);
    demand(s != VV_E_MODEL || vv_diag_errors(c) == 1);
    demand((s != VV_OK && s != VV_E_NO && s != VV_E_BEYOND) || strstr(report, "verified"));
    vv_ctx_free(c);
    return 0;
}
