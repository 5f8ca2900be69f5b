/* Status codes of the public header with exit codes and messages, and the three-valued answer. */
#ifndef VV_BASE_STATUS_H
#define VV_BASE_STATUS_H

#include "visviva/base.h"

/* Each entry gives the enumerator, the exit code of the command and the message. */
/* clang-format off */
#define VV_STATUS_LIST(X) \
    X(VV_OK,            0,   "done") \
    X(VV_E_NO,          1,   "the question was answered no") \
    X(VV_E_USAGE,       2,   "wrong use of the command") \
    X(VV_E_MODEL,       3,   "the model has errors") \
    X(VV_E_BEYOND,      4,   "beyond our methods, or undecided") \
    X(VV_E_NOMEM,       5,   "memory budget exceeded") \
    X(VV_E_TIME,        5,   "time budget exceeded") \
    X(VV_E_IO,          6,   "input or output failed") \
    X(VV_E_INTERNAL,    70,  "internal error") \
    X(VV_E_INTERRUPTED, 130, "interrupted")
/* clang-format on */

const char *vv_status_text(vv_status s);
int vv_status_exit_code(vv_status s);

/* Three-valued answer: "unknown" is a valid answer. */
typedef enum vv_truth { VV_FALSE = 0, VV_TRUE = 1, VV_UNKNOWN = 2 } vv_truth;

#endif
