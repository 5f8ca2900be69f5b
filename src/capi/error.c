/* Lists of diagnostics, and the one of each thread. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capi/diagnostic_codes.h"
#include "capi/handle.h"
#include "exact/exact.h"

/* A context of its own holds the diagnostics and the source. NULL: none, or no memory for them; the
 * text of the status is then the only reason. */
struct vv_diags {
    vv_status status;
    vv_ctx *c;
};

/* ---- one list ---- */

static bool is_bare(const vv_diags *d) { return !d->c && d->status != VV_OK; }

vv_status vv_diags_status(const vv_diags *d) { return d ? d->status : VV_OK; }

int vv_diags_count(const vv_diags *d) {
    return !d ? 0 : is_bare(d) ? 1 : d->c ? vv_diag_count(d->c) : 0;
}

static const vv_diag *bare_reason(vv_status s) {
#define X(name, exit_code, text)                                                                   \
    [name] = {.severity = VV_ERROR, .code = VV_D_ENDED, .message = text},
    static const vv_diag reason[] = {VV_STATUS_LIST(X)};
#undef X
    return &reason[s];
}

const vv_diag *vv_diags_at(const vv_diags *d, int i) {
    if (i < 0 || i >= vv_diags_count(d)) return NULL;
    return is_bare(d) ? bare_reason(d->status) : vv_diag_at(d->c, i);
}

void vv_diags_free(vv_diags *d) {
    if (!d) return;
    vv_ctx_free(d->c);
    free(d);
}

/* A failure has a reason, if only that of its status. */
static void add_reason(vv_ctx *c, vv_status s) {
    if (s != VV_OK && vv_diag_errors(c) == 0)
        vv_diag_add(c, VV_ERROR, VV_D_ENDED, (vv_span){0}, "%s", vv_status_text(s));
}

/* A context with a copy of the diagnostics of c; NULL: no memory. */
static vv_ctx *copy_of(vv_ctx *c, vv_status s) {
    vv_ctx *own = vv_ctx_new(NULL);
    if (!own) return NULL;
    bool fine = !c || vv_diag_copy(own, c);
    if (fine) add_reason(own, s), vv_diag_reword(own, vv_option_words);
    if (fine && vv_ctx_ok(own)) return own;
    vv_ctx_free(own);
    return NULL;
}

vv_diags *vv_diags_copy(vv_ctx *c, vv_status s) {
    vv_diags *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    d->status = s;
    if (vv_diag_count(c) == 0 && s == VV_OK) return d;
    d->c = copy_of(c, s);
    if (d->c) return d;
    free(d);
    return NULL;
}

const vv_diags *vv_no_diags(void) {
    static const vv_diags none;
    return &none;
}

/* ---- writing ---- */

vv_status vv_give(const char *text, size_t length, char **out) {
    *out = malloc(length + 1);
    if (!*out) return vv_failed(VV_E_NOMEM);
    memcpy(*out, text, length);
    (*out)[length] = '\0';
    return VV_OK;
}

void vv_release(void *bytes) { free(bytes); }

static const char *text_of(vv_ctx *c, const char *form) {
    if (!strcmp(form, "json")) return vv_diag_json(c);
    return vv_diag_text(c, !strcmp(form, "colour"));
}

/* The list is constant and may be read by several threads: the work is done on a copy. The list of
 * the thread stays as it was if all goes well. */
vv_status vv_diags_write(const vv_diags *d, const char *form, char **out) {
    static const char *const known[] = {"text", "colour", "json"};
    if (out) *out = NULL;
    if (!d || !form || !out) return vv_usage("vv_diags_write: an argument is NULL");
    if (strcmp(form, "text") != 0 && strcmp(form, "colour") != 0 && strcmp(form, "json") != 0)
        return vv_usage_name("form of diagnostics", form, 3, known);
    vv_entry here;
    vv_enter(&here, NULL);
    vv_ctx *c = copy_of(d->c, d->status);
    const char *text = c ? text_of(c, form) : NULL;
    vv_status s = text && vv_ctx_ok(c) ? vv_give(text, strlen(text), out) : vv_failed(VV_E_NOMEM);
    vv_ctx_free(c);
    return vv_leave(&here, s);
}

/* ---- the list of the thread ---- */

/* Freed when the thread ends, with what FLINT keeps for it. */
static _Thread_local vv_diags mine;
static _Thread_local bool known_thread;
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool have_key;

static void end_of_thread(void *unused) {
    (void)unused;
    vv_ctx_free(mine.c);
    mine = (vv_diags){0};
    known_thread = false;
    vv_flint_thread_end();
}

static void make_key(void) { have_key = pthread_key_create(&key, end_of_thread) == 0; }

/* Any address that is not NULL makes the destructor run. */
static void know_thread(void) {
    if (known_thread) return;
    pthread_once(&once, make_key);
    known_thread = true;
    if (have_key) pthread_setspecific(key, &key);
}

const vv_diags *vv_error(void) { return &mine; }

static vv_status replace_mine(vv_ctx *c, vv_status s) {
    know_thread();
    vv_ctx_free(mine.c);
    mine = (vv_diags){.status = s, .c = c};
    return s;
}

vv_status vv_failed(vv_status s) { return replace_mine(NULL, s); }

vv_status vv_call_end(vv_ctx *c, vv_status s) {
    return s == VV_OK ? s : replace_mine(copy_of(c, s), s);
}

__attribute__((format(printf, 3, 0))) static vv_status say(vv_status s, int code,
                                                           const char *format, va_list ap) {
    char text[512];
    vsnprintf(text, sizeof text, format, ap);
    vv_ctx *c = vv_ctx_new(NULL);
    if (c) vv_diag_add(c, VV_ERROR, code, (vv_span){0}, "%s", text);
    return replace_mine(c, s);
}

vv_status vv_usage(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vv_status s = say(VV_E_USAGE, VV_D_WRONG_USE, format, ap);
    va_end(ap);
    return s;
}

vv_status vv_beyond(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vv_status s = say(VV_E_BEYOND, VV_D_ABSENT, format, ap);
    va_end(ap);
    return s;
}

vv_status vv_interrupted(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vv_status s = say(VV_E_INTERRUPTED, VV_D_ENDED, format, ap);
    va_end(ap);
    return s;
}

/* The only name that begins so; NULL: none, or several. */
static const char *completed(const char *name, int n, const char *const *known) {
    enum { LEAST = 3 };
    const char *found = NULL;
    size_t length = strlen(name);
    for (int i = 0; i < n && length >= LEAST; i++) {
        if (strncmp(known[i], name, length) != 0) continue;
        if (found) return NULL;
        found = known[i];
    }
    return found;
}

vv_status vv_usage_name(const char *what, const char *name, int n, const char *const *known) {
    const char *near = vv_nearest_name(NULL, name, n, known);
    if (!near) near = completed(name, n, known);
    vv_ctx *c = vv_ctx_new(NULL);
    vv_diag *d = c ? vv_diag_add(c, VV_ERROR, VV_D_WRONG_USE, (vv_span){0}, "there is no %s '%s'",
                                 what, name)
                   : NULL;
    if (d && near) vv_diag_hint(c, d, "did you mean %s?", near);
    return replace_mine(c, VV_E_USAGE);
}

/* ---- entry and exit ---- */

static _Thread_local vv_entry *current;

bool vv_enter(vv_entry *here, vv_ctx *c) {
    know_thread();
    *here = (vv_entry){.outer = current, .c = c};
    if (c && !vv_ctx_recover(c)) {
        vv_usage("an internal error has spoilt this handle: free it");
        mine.status = VV_E_INTERNAL;
        return false;
    }
    vv_host_environment_enter(&here->host);
    current = here;
    if (c) {
        here->mark = vv_diag_get_mark(c);
        vv_ctx_renew(c, vv_handle_seconds(c));
    }
    return true;
}

vv_status vv_leave(vv_entry *here, vv_status s) {
    vv_ctx *c = here->c;
    if (c && s != VV_OK) {
        vv_call_end(c, s);
        vv_diag_rollback(c, here->mark);
        vv_ctx_recover(c);
    }
    current = here->outer;
    vv_host_environment_leave(&here->host);
    return s;
}

void vv_callback_begin(void) {
    if (current) vv_host_environment_leave(&current->host);
}

void vv_callback_end(void) {
    if (current) vv_host_environment_enter(&current->host);
}
