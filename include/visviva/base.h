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
    VV_E_MODEL,      /* the model has errors */
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
} vv_diag;

VV_API const char *vv_version(void); /* "0.2.0" */

#ifdef __cplusplus
}
#endif

#endif
