/* Arbitrary bytes through every station: load, check, derive, prove, in small budgets. A crash, a
 * leak or a time budget that is not kept (libFuzzer's -timeout) is the finding; so is a fault that
 * is not reported. */
#include <stdlib.h>
#include <string.h>

#include "api/command.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef vv_status (*work_function)(vv_ctx *, const vv_command_mechanism *,
                                   const vv_command_options *, const char **);

static void demand(bool truth) {
    if (!truth) abort();
}

static void look_at_diagnostics(vv_ctx *c, size_t size) {
    for (int i = 0; i < vv_diag_count(c); i++) {
        const vv_diag *d = vv_diag_at(c, i);
        demand(d->message && d->span.begin <= d->span.end && d->span.end <= size &&
               d->related.end <= size);
    }
    demand(vv_diag_text(c, false) && vv_diag_json(c));
}

static bool lists_something_wrong(vv_ctx *c, vv_status s) {
    return s != VV_E_MODEL || vv_diag_errors(c) > 0 || vv_ctx_status(c) != VV_E_MODEL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const work_function WORK[] = {vv_command_check, vv_command_derive, vv_command_prove};
    vv_limits limits = {.bytes = 64 << 20, .seconds = 0.5};
    vv_ctx *c = vv_ctx_new(&limits);
    vv_command_mechanism *m;
    vv_command_options options = {.format = size % 3 == 0   ? "text"
                                            : size % 3 == 1 ? "latex"
                                                            : "json"};
    vv_status s = vv_command_load(c, "f", (const char *)data, size, 0, NULL, &m);
    for (int i = 0; s == VV_OK && i < 3; i++) {
        const char *text = NULL;
        vv_status answer = WORK[i](c, m, &options, &text);
        demand(text && answer != VV_E_INTERNAL && answer != VV_E_USAGE);
        demand(lists_something_wrong(c, answer));
        if (vv_ctx_status(c) != VV_OK) break;
    }
    demand(s != VV_E_INTERNAL && lists_something_wrong(c, s));
    look_at_diagnostics(c, size);
    vv_ctx_free(c);
    return 0;
}
