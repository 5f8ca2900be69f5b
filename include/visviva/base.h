/* Outcomes, diagnostics, options: what every other header of the library uses.
 *
 * A failed call leaves its handle as it was; vv_error has the reasons. The library prints nothing,
 * never exits and raises no signals. */
#ifndef VISVIVA_BASE_H
#define VISVIVA_BASE_H

#include <stddef.h>
#include <stdint.h>

#if defined __GNUC__
#define VV_API __attribute__((visibility("default")))
#else
#define VV_API
#endif

#define VISVIVA_VERSION "0.2.0"
#define VISVIVA_VERSION_NUMBER 2000 /* 1000000*major + 1000*minor + patch */

#ifdef __cplusplus
extern "C" {
#endif

typedef enum vv_status {
    VV_OK,           /* done */
    VV_E_NO,         /* the question was answered no (commands only) */
    VV_E_USAGE,      /* wrong use of a function: a name, a shape, a range, a busy handle */
    VV_E_MODEL,      /* the model, or an expression for it, has errors */
    VV_E_BEYOND,     /* beyond our methods, undecided, or a motion that could not be continued */
    VV_E_NOMEM,      /* memory budget exceeded */
    VV_E_TIME,       /* time budget exceeded */
    VV_E_IO,         /* input or output failed */
    VV_E_INTERNAL,   /* internal error: the handle can only be freed */
    VV_E_INTERRUPTED /* the watch asked to stop */
} vv_status;

typedef enum vv_severity { VV_NOTE, VV_WARNING, VV_ERROR } vv_severity;

typedef struct vv_span {
    uint32_t begin, end; /* bytes of the source; empty: no place */
} vv_span;

/* Read through a pointer only: it may grow at its end. */
typedef struct vv_diag {
    vv_severity severity;
    int code; /* printed as VV0103; listed in doc/diagnostics.md */
    vv_span span;
    const char *message; /* one sentence without a full stop that names the culprit */
    const char *hint;    /* how to fix it, or NULL */
    vv_span related;     /* location of the conflict or of the opening bracket; empty if none */
    const char *related_text;
    const char *origin; /* who made the statement, in a built model; else NULL */
} vv_diag;

/* ---- reasons ---- */

/* A list of diagnostics. Lists of a handle live as long as it does. */
typedef struct vv_diags vv_diags;
/* The reasons of this thread's last failed call, until its next failed call; never NULL. */
VV_API const vv_diags *vv_error(void);
/* The status of the call that failed; VV_OK for notes and warnings. */
VV_API vv_status vv_diags_status(const vv_diags *d);
VV_API int vv_diags_count(const vv_diags *d);
/* The i-th; NULL beyond the last. */
VV_API const vv_diag *vv_diags_at(const vv_diags *d, int i);
/* All of them as "text" with source lines and carets, as "colour" (the same with the escapes of a
 * terminal) or as "json". Release *out. */
VV_API vv_status vv_diags_write(const vv_diags *d, const char *form, char **out);

/* Releases what a function has given through a char **; NULL is allowed. */
VV_API void vv_release(void *bytes);

VV_API const char *vv_version(void); /* "0.2.0" */
VV_API int vv_version_number(void);  /* VISVIVA_VERSION_NUMBER of the library that runs */
/* The i-th word of a table and, unless text is NULL, a line on it: "methods", "topics",
 * "integrators", "options", "formats", "outputs", "exports", "quantities", "libraries". NULL beyond
 * the last, and for an unknown table. */
VV_API const char *vv_word(const char *table, int i, const char **text);

/* What is known of a statement. */
typedef enum vv_verdict {
    VV_UNDECIDED,
    VV_PROVED,
    VV_REFUTED,
    VV_NOT_APPLICABLE /* the question has no meaning for this mechanism, or the method does not
                       * apply */
} vv_verdict;

/* How a formula is written. */
typedef enum vv_syntax {
    VV_SYNTAX_TEXT,  /* the language's own, which a model may contain */
    VV_SYNTAX_LATEX, /* for amsmath */
    VV_SYNTAX_SYMPY, /* for sympify */
    VV_SYNTAX_JSON,  /* the nodes, shared ones once */
    VV_SYNTAX_MATHML
} vv_syntax;

/* ---- options ---- */

/* A bag of options by keys (vv_word "options"). A key that does not exist, or has another type, is
 * refused. Functions take NULL for all defaults; a bag may be freed after the call, not changed
 * within it. */
typedef struct vv_options vv_options;
/* Called several times a second during a call, on its thread: the activity and the fraction done
 * (negative: unknown). Non-zero stops the call, which returns VV_E_INTERRUPTED. */
typedef int vv_watch(void *data, const char *what, double part);

VV_API vv_options *vv_options_new(void); /* NULL: no memory */
VV_API void vv_options_free(vv_options *o);
VV_API vv_status vv_options_real(vv_options *o, const char *key, double x);
VV_API vv_status vv_options_int(vv_options *o, const char *key, int64_t x);
VV_API vv_status vv_options_text(vv_options *o, const char *key, const char *x); /* NULL: unset */
VV_API vv_status vv_options_reals(vv_options *o, const char *key, size_t n, const double *x);
VV_API vv_status vv_options_texts(vv_options *o, const char *key, size_t n, const char *const *x);
/* The watch of the calls that get this bag, and of the calls on the handles made by them. */
VV_API vv_status vv_options_watch(vv_options *o, vv_watch *watch, void *data);

#ifdef __cplusplus
}
#endif

#endif
