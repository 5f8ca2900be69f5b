#include "capi/requests.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

vv_status vv_known_word(const char *what, const char *table, const char *name) {
    enum { MOST = 64 };
    const char *known[MOST];
    int n = 0;
    if (!name) return VV_OK;
    for (; n < MOST && (known[n] = vv_word(table, n, NULL)); n++)
        if (!strcmp(known[n], name)) return VV_OK;
    return vv_usage_name(what, name, n, known);
}

vv_status vv_known_words(const vv_options *o, const char *key, const char *what,
                         const char *table) {
    const char *const *name;
    int n = vv_option_texts(o, key, &name);
    vv_status s = VV_OK;
    for (int i = 0; i < n && s == VV_OK; i++) s = vv_known_word(what, table, name[i]);
    return s;
}

/* ---- options of the command ---- */

vv_command_options vv_command_options_of(const vv_options *o) {
    vv_command_options out = {.exact = vv_option_int(o, "exact", 0) != 0,
                              .seed = (uint64_t)vv_option_int(o, "seed", 0),
                              .relative_to = vv_option_text(o, "relative_to", NULL),
                              .target = vv_option_text(o, "target", NULL),
                              .name = vv_option_text(o, "name", NULL),
                              .format = vv_option_text(o, "format", NULL),
                              .steps = vv_option_int(o, "steps", 0) != 0,
                              .full = vv_option_int(o, "full", 0) != 0,
                              .contact = vv_option_int(o, "contact", 0) != 0};
    out.nby = vv_option_texts(o, "by", &out.by);
    out.ntopics = vv_option_texts(o, "topics", &out.topic);
    return out;
}

vv_run_options vv_run_options_of(const vv_options *o) {
    double until = vv_option_real(o, "until", (double)NAN);
    vv_run_options out = {.form = vv_option_text(o, "form", NULL),
                          .method = vv_option_text(o, "integrator", NULL),
                          .has_until = !isnan(until),
                          .until = isnan(until) ? 0 : until,
                          .every = vv_option_real(o, "every", 0),
                          .tolerance = vv_option_real(o, "tolerance", 0),
                          .audit = vv_option_real(o, "audit", 0),
                          .lyapunov = (int)vv_option_int(o, "lyapunov", 0),
                          .output_format = vv_option_text(o, "format", NULL)};
    out.nat = vv_option_reals(o, "at", &out.at);
    out.nsensitivities = vv_option_texts(o, "sensitivities", &out.sensitivity);
    return out;
}

/* ---- expressions ---- */

static void add_requests(vv_request_kind kind, const char *key, int n, const char *const *text,
                         int *at, vv_request *out) {
    for (int i = 0; i < n; i++) out[(*at)++] = (vv_request){kind, key, text[i]};
}

/* The columns, the motion, the integrals. */
vv_status vv_handle_open_asking(const vv_mechanism *m, const vv_options *o, vv_ctx **c,
                                vv_command_mechanism **out) {
    const char *const *column, *const *claim, *about = vv_option_text(o, "about", NULL);
    int ncolumns = vv_option_texts(o, "columns", &column),
        nclaims = vv_option_texts(o, "claims", &claim), n = 0;
    vv_request *r = calloc((size_t)(ncolumns + nclaims + 1), sizeof *r);
    *c = NULL, *out = NULL;
    if (!r) return vv_failed(VV_E_NOMEM);
    add_requests(VV_REQUEST_COLUMN, "columns", ncolumns, column, &n, r);
    add_requests(VV_REQUEST_MOTION, "about", about != NULL, &about, &n, r);
    add_requests(VV_REQUEST_INTEGRAL, "claims", nclaims, claim, &n, r);
    vv_status s = vv_handle_open_with(m, o, n, r, c, out);
    free(r);
    return s;
}
