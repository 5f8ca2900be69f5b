/* Status codes, as listed in the public header, and the three-valued answer. */
#ifndef VV_BASE_STATUS_H
#define VV_BASE_STATUS_H

#include "visviva/visviva.h"

/* Three-valued answer: "unknown" is a valid answer. */
typedef enum vv_truth { VV_FALSE = 0, VV_TRUE = 1, VV_UNKNOWN = 2 } vv_truth;

#endif
