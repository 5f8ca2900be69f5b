/* Answers: the four verdicts. */
#ifndef VISVIVA_ANSWER_H
#define VISVIVA_ANSWER_H

#include <visviva/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum vv_verdict {
    VV_UNDECIDED,
    VV_PROVED,
    VV_REFUTED,
    VV_NOT_APPLICABLE /* the question has no meaning for this mechanism, or the method does not
                       * apply */
} vv_verdict;

#ifdef __cplusplus
}
#endif

#endif
