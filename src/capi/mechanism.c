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

_Thread_local long vv_handle_refuse_at;

vv_ctx *vv_handle_ctx(const vv_options *o) {
    int64_t bytes = vv_option_int(o, "memory", 0);
    const vv_limits limits = {.bytes = bytes > 0 ? (size_t)bytes : 0,
                              .refuse_at = vv_handle_refuse_at};
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

static vv_status open_source(const vv_mechanism *m, const vv_options *o, const vv_source *asked,
                             vv_ctx **c, vv_command_mechanism **out) {
    *c = NULL, *out = NULL;
    if (!m) return vv_usage("the mechanism is NULL");
    *c = vv_handle_ctx(o);
    if (!*c) return VV_E_NOMEM;
    vv_source source = *asked;
    source.file = vv_strdup(*c, m->file);
    source.text = vv_strndup(*c, m->text, m->length);
    source.length = m->length;
    source.request = keep_requests(*c, asked->nrequests, asked->request);
    vv_status s = vv_ctx_status(*c);
    if (s == VV_OK) s = vv_command_open(*c, &source, out);
    vv_diag_set_origins(*c, m->norigins, m->origin);
    if (s == VV_OK) return VV_OK;
    vv_call_end(*c, s);
    vv_ctx_free(*c);
    *c = NULL, *out = NULL;
    return s;
}

vv_status vv_handle_open_with(const vv_mechanism *m, const vv_options *o, int nrequests,
                              const vv_request *request, vv_ctx **c, vv_command_mechanism **out) {
    const vv_source asked = {.nrequests = nrequests,
                             .request = request,
                             .at_values = vv_option_int(o, "at_values", 0) != 0};
    return open_source(m, o, &asked, c, out);
}

vv_status vv_handle_open(const vv_mechanism *m, const vv_options *o, vv_ctx **c,
                         vv_command_mechanism **out) {
    return open_source(m, o, &(vv_source){0}, c, out);
}

/* ---- loading ---- */

void vv_mechanism_free(vv_mechanism *m) {
    if (!m) return;
    vv_mechanism_drop_scratch(m);
    vv_ctx_free(m->c);
    vv_diags_free(m->diags);
    free(m->text);
    free(m->file);
    for (int i = 0; i < m->norigins; i++) free((void *)(uintptr_t)m->origin[i].name);
    free(m->origin);
    vv_handle_lock_destroy(&m->lock);
    free(m);
}

static bool copy_origins(vv_mechanism *m, const vv_model_text *text) {
    m->origin = calloc((size_t)text->norigins + 1, sizeof *m->origin);
    for (int i = 0; m->origin && i < text->norigins; i++) {
        m->origin[i] = (vv_diag_origin){text->origin[i].begin, strdup(text->origin[i].name)};
        if (!m->origin[i].name) return false;
        m->norigins++;
    }
    return m->origin != NULL;
}

static vv_mechanism *new_mechanism(const vv_model_text *text, const vv_options *o) {
    vv_mechanism *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    vv_handle_lock_init(&m->lock);
    m->text = malloc(text->length + 1);
    m->file = strdup(text->file ? text->file : vv_option_text(o, "file", "model"));
    m->length = text->length;
    if (!m->text || !m->file || !copy_origins(m, text)) {
        vv_mechanism_free(m);
        return NULL;
    }
    memcpy(m->text, text->bytes, text->length);
    m->text[text->length] = '\0';
    return m;
}

/* What getters tell is found now. */
static vv_status introspect(vv_mechanism *m) {
    vv_buffer b = VV_BUFFER(m->c);
    vv_tree_print(m->c, &m->m->tree, &b);
    m->canonical = vv_buffer_text(&b);
    vv_status s = vv_elements_find(m->c, m->m, &m->elements);
    if (s != VV_OK) return vv_call_end(m->c, s);
    m->diags = vv_diags_copy(m->c, VV_OK);
    return m->diags ? VV_OK : vv_failed(VV_E_NOMEM);
}

vv_status vv_mechanism_make(const vv_model_text *text, const vv_options *o, vv_mechanism **out) {
    vv_mechanism *m = new_mechanism(text, o);
    if (!m) return vv_failed(VV_E_NOMEM);
    vv_status s = vv_handle_open(m, o, &m->c, &m->m);
    if (s == VV_OK) s = introspect(m);
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
    const vv_model_text whole = {.bytes = text, .length = length};
    return vv_leave(&here, vv_mechanism_make(&whole, o, out));
}
