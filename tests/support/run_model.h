/* Runs a model in process and captures its output. For tests of runs. */
#include <math.h>

#include "api/command.h"
#include "tap.h"

typedef struct result {
    vv_ctx *c;
    vv_status status;
    const char *table, *account;
} result;

static inline result run_model(const char *text, vv_run_options o) {
    result r = {.c = vv_ctx_new(NULL), .table = "", .account = ""};
    vv_command_mechanism *m;
    r.status = vv_command_load(r.c, "test.vv", text, strlen(text), 0, NULL, &m);
    if (r.status == VV_OK) r.status = vv_command_run(r.c, m, &o, &r.table);
    if (o.account) r.account = o.account;
    return r;
}

/* Column k of the last row; time is column 0. */
static inline double last_value(const char *table, int k) {
    size_t n = strlen(table);
    while (n > 1 && table[n - 2] != '\n') n--;
    const char *at = n > 1 ? table + n - 1 : table;
    for (int i = 0; i < k && at; i++) at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL;
    return at ? strtod(at, NULL) : (double)NAN;
}

static inline bool says(const result *r, int code, const char *part) {
    for (int i = 0; i < vv_diag_count(r->c); i++) {
        const vv_diag *d = vv_diag_at(r->c, i);
        if (d->code == code && strstr(d->message, part)) return true;
    }
    return false;
}
