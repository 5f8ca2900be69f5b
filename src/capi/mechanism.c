/* Mechanisms: loading, and elaborating anew for what is derived from them. */
#include <stdlib.h>
#include <string.h>

#include "capi/handle.h"

/* ---- contexts ---- */

/* What a handle keeps of its options, for all calls on it. */
typedef struct budget {
    double seconds;
    vv_watch *watch;
    void *watch_data;
} budget;

static bool ask_watch(void *data, const char *what, double part) {
    const budget *b = data;
    if (!b->watch) return false;
    vv_callback_begin();
    bool stop = b->watch(b->watch_data, what, part) != 0;
    vv_callback_end();
    return stop;
}

double vv_handle_seconds(vv_ctx *c) {
    const budget *b = vv_ctx_watch_data(c);
    return b ? b->seconds : 0;
}

vv_ctx *vv_handle_ctx(const vv_options *o) {
    int64_t bytes = vv_option_int(o, "memory", 0);
    const vv_limits limits = {.bytes = bytes > 0 ? (size_t)bytes : 0};
    vv_ctx *c = vv_ctx_new(&limits);
    budget *b = c ? VV_NEW(c, budget) : NULL;
    if (!b) {
        vv_ctx_free(c);
        vv_failed(VV_E_NOMEM);
        return NULL;
    }
    b->seconds = vv_option_real(o, "seconds", 0);
    b->watch = vv_option_watch(o, &b->watch_data);
    vv_ctx_watch(c, b->watch ? ask_watch : NULL, b);
    vv_ctx_renew(c, b->seconds);
    return c;
}

/* The texts of requests live as long as the context. */
static const vv_request *keep_requests(vv_ctx *c, int n, const vv_request *request) {
    vv_request *own = VV_ARRAY(c, vv_request, n + 1);
    for (int i = 0; own && i < n; i++) {
        own[i] = request[i];
        own[i].text = vv_strdup(c, request[i].text);
        own[i].option = vv_strdup(c, request[i].option);
    }
    return own;
}

vv_status vv_handle_open_with(const vv_mechanism *m, const vv_options *o, int nrequests,
                              const vv_request *request, vv_ctx **c, vv_command_mechanism **out) {
    *c = NULL, *out = NULL;
    if (!m) return vv_usage("the mechanism is NULL");
    *c = vv_handle_ctx(o);
    if (!*c) return VV_E_NOMEM;
    vv_source source = {.file = vv_strdup(*c, m->file),
                        .text = vv_strndup(*c, m->text, m->length),
                        .length = m->length,
                        .nrequests = nrequests,
                        .request = keep_requests(*c, nrequests, request)};
    vv_status s = vv_ctx_status(*c);
    if (s == VV_OK) s = vv_command_open(*c, &source, out);
    if (s == VV_OK) return VV_OK;
    if (s == VV_E_MODEL && nrequests) s = VV_E_USAGE; /* without requests it was loaded */
    vv_call_end(*c, s);
    vv_ctx_free(*c);
    *c = NULL, *out = NULL;
    return s;
}

vv_status vv_handle_open(const vv_mechanism *m, const vv_options *o, vv_ctx **c,
                         vv_command_mechanism **out) {
    return vv_handle_open_with(m, o, 0, NULL, c, out);
}

/* ---- loading ---- */

void vv_mechanism_free(vv_mechanism *m) {
    if (!m) return;
    vv_ctx_free(m->c);
    vv_diags_free(m->diags);
    free(m->text);
    free(m->file);
    pthread_mutex_destroy(&m->lock);
    free(m);
}

static vv_mechanism *new_mechanism(const char *file, const char *text, size_t length) {
    vv_mechanism *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    pthread_mutex_init(&m->lock, NULL);
    m->text = malloc(length + 1);
    m->file = strdup(file);
    m->length = length;
    if (!m->text || !m->file) {
        vv_mechanism_free(m);
        return NULL;
    }
    memcpy(m->text, text, length);
    m->text[length] = '\0';
    return m;
}

static vv_status load(const char *text, size_t length, const vv_options *o, vv_mechanism **out) {
    vv_mechanism *m = new_mechanism(vv_option_text(o, "file", "model"), text, length);
    if (!m) return vv_failed(VV_E_NOMEM);
    vv_status s = vv_handle_open(m, o, &m->c, &m->m);
    if (s == VV_OK && !(m->diags = vv_diags_copy(m->c, VV_OK))) s = vv_failed(VV_E_NOMEM);
    if (s == VV_OK)
        *out = m;
    else
        vv_mechanism_free(m);
    return s;
}

vv_status vv_mechanism_load(const char *text, size_t length, const vv_options *o,
                            vv_mechanism **out) {
    if (out) *out = NULL;
    if (!text || !out) return vv_usage("vv_mechanism_load: an argument is NULL");
    vv_entry here;
    vv_enter(&here, NULL);
    return vv_leave(&here, load(text, length, o, out));
}

/* ---- what it says of itself ---- */

const char *vv_mechanism_text(const vv_mechanism *m) { return m ? m->text : ""; }

const vv_diags *vv_mechanism_diags(const vv_mechanism *m) { return m ? m->diags : vv_no_diags(); }
