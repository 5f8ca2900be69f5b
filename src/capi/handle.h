/* capi/: the functions of include/visviva. What they share; private to the room.
 *
 * Every handle owns a context. A function of the interface runs between vv_enter and vv_leave:
 *
 *     vv_status vv_thing_new(const vv_mechanism *m, const vv_options *o, vv_thing **out) {
 *         if (!out) return vv_usage("vv_thing_new: out is NULL");
 *         *out = NULL;
 *         vv_entry here;
 *         vv_ctx *c;
 *         vv_command_mechanism *own;
 *         vv_enter(&here, NULL);
 *         vv_status s = vv_handle_open(m, o, &c, &own);
 *         if (s == VV_OK) {
 *             ... work in c; s = VV_OK or the failure
 *             vv_call_end(c, s);
 *             if (s != VV_OK) vv_ctx_free(c);
 *         }
 *         return vv_leave(&here, s);
 *     }
 *
 *     vv_status vv_thing_do(vv_thing *x) {
 *         vv_entry here;
 *         if (!vv_enter(&here, x->c)) return VV_E_INTERNAL;
 *         return vv_leave(&here, do_it(x)); // reasons go to vv_error(), x->c is usable again
 *     }
 */
#ifndef VV_CAPI_HANDLE_H
#define VV_CAPI_HANDLE_H

#include "api/mechanism.h"
#include "capi/elements.h"
#include "capi/handle_lock.h"
#include "platform/platform.h"
#include "visviva/visviva.h"

struct vv_mechanism {
    vv_ctx *c;
    vv_command_mechanism *m;
    char *text; /* the source that was loaded, of this length */
    size_t length;
    char *file;
    int norigins; /* of a built one: who made the statements */
    vv_diag_origin *origin;
    /* told by getters */
    const char *canonical;
    vv_diags *diags;
    vv_elements elements;
    /* for formulas (property.c) */
    vv_handle_lock lock;
    vv_ctx *scratch; /* NULL: none yet */
    vv_command_mechanism *scratch_m;
    size_t scratch_begins; /* bytes */
};

/* A text to be loaded. */
typedef struct vv_model_text {
    const char *bytes, *file; /* file NULL: that of the options */
    size_t length;
    int norigins;
    const vv_diag_origin *origin;
} vv_model_text;
/* Within vv_enter and vv_leave; everything is copied. */
vv_status vv_mechanism_make(const vv_model_text *text, const vv_options *o, vv_mechanism **out);
const vv_element *vv_mechanism_element(const vv_mechanism *m, vv_kind k, int i); /* NULL: none */
/* VV_E_USAGE that names the nearest. */
vv_status vv_unknown_element(const vv_mechanism *m, vv_kind k, const char *name);
void vv_mechanism_drop_scratch(vv_mechanism *m);

/* The shortest decimal number that is read as this double, in the language's notation; x finite. */
enum { VV_NUMBER_ROOM = 40 };
void vv_number_write(double x, char out[VV_NUMBER_ROOM]);

/* ---- calls ---- */

typedef struct vv_entry {
    vv_host_environment host;
    struct vv_entry *outer;
    vv_ctx *c;
    vv_diag_mark mark;
} vv_entry;

/* Begins a call: the library's floating-point modes and locale; on the context of a living handle
 * (or NULL), its seconds count from now and a cancellation is taken back. False: the context is
 * spoilt (VV_E_INTERNAL, told in vv_error()), and the call has ended. */
bool vv_enter(vv_entry *here, vv_ctx *c);
/* Ends it and returns s. After a failure on a living handle: vv_call_end, and the context is usable
 * again. */
vv_status vv_leave(vv_entry *here, vv_status s);
/* Around a callback: the host's modes and locale are in force. */
void vv_callback_begin(void);
void vv_callback_end(void);

/* A new context with the budgets and the watch of o (may be NULL). NULL: no memory, told in
 * vv_error(). */
vv_ctx *vv_handle_ctx(const vv_options *o);
/* For tests: contexts of this thread refuse the allocation with this number; 0: none. */
extern _Thread_local long vv_handle_refuse_at;
/* The seconds of each call on a context of vv_handle_ctx. */
double vv_handle_seconds(vv_ctx *c);
/* Elaborates the text of a mechanism anew in a new context with the budgets of o (may be NULL). On
 * failure *c is NULL, and vv_error() has the reasons. Within vv_enter and vv_leave. */
vv_status vv_handle_open(const vv_mechanism *m, const vv_options *o, vv_ctx **c,
                         vv_command_mechanism **out);
/* The same with requests; VV_E_MODEL if one has errors. Texts are copied. The option at_values puts
 * the parameters' values in place of their symbols. */
vv_status vv_handle_open_with(const vv_mechanism *m, const vv_options *o, int nrequests,
                              const vv_request *request, vv_ctx **c, vv_command_mechanism **out);

/* ---- failures ---- */

/* s != VV_OK: copies the diagnostics of c to the thread's list; returns s. */
vv_status vv_call_end(vv_ctx *c, vv_status s);
/* The thread's list is this sentence; returns VV_E_USAGE. */
vv_status vv_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* "there is no WHAT 'NAME'", with the nearest of the n known names as hint. */
vv_status vv_usage_name(const char *what, const char *name, int n, const char *const *known);
/* The thread's list is this sentence; returns VV_E_BEYOND. */
vv_status vv_beyond(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The thread's list is this sentence; returns VV_E_INTERRUPTED. */
vv_status vv_interrupted(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The thread's list is the text of this status; returns it. */
vv_status vv_failed(vv_status s);

/* The diagnostics of c as a list of its own, to be freed; NULL: no memory. */
vv_diags *vv_diags_copy(vv_ctx *c, vv_status s);
void vv_diags_free(vv_diags *d);
const vv_diags *vv_no_diags(void); /* the empty list */

/* A copy for the caller, to be released by vv_release; VV_E_NOMEM without one. length may be that
 * of bytes that are no text; a NUL is added. */
vv_status vv_give(const char *text, size_t length, char **out);

/* ---- options ---- */

/* The value of a key, or `otherwise` if it is not set; o may be NULL. Texts live as long as o. */
double vv_option_real(const vv_options *o, const char *key, double otherwise);
int64_t vv_option_int(const vv_options *o, const char *key, int64_t otherwise);
const char *vv_option_text(const vv_options *o, const char *key, const char *otherwise);
/* Their number; 0 if the key is not set. */
int vv_option_texts(const vv_options *o, const char *key, const char *const **out);
int vv_option_reals(const vv_options *o, const char *key, const double **out);
/* The i-th key; NULL beyond the last. */
const char *vv_option_key(int i, const char **text);
/* A sentence in which options of the command are named by their keys. */
const char *vv_option_words(vv_ctx *c, const char *text);
/* The watch; *data is its data. NULL: none. */
vv_watch *vv_option_watch(const vv_options *o, void **data);

#endif
