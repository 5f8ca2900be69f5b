/* The computations of the laboratory: one request, one JSON answer. Each runs in its own process
 * (jobs.h), so that neither a crash nor an endless computation affects the page. */
#ifndef VV_LAB_TASKS_H
#define VV_LAB_TASKS_H

#include "api/command.h"

enum { MOST_SETTINGS = 128, MOST_NAMES = 32 };

/* The complete contents of a request; the strings live as long as the request. */
typedef struct request {
    const char *kind; /* a name of tasks.def */
    const char *text; /* the model */
    size_t length;
    int nsettings;
    vv_setting setting[MOST_SETTINGS];
    int nby;
    const char *by[MOST_NAMES];
    int ntopics;
    const char *topic[MOST_NAMES];
    int nanswers, hints; /* of an exercise: lines of an answer, hints to be shown */
    const char *answer[MOST_NAMES];
    bool solution;
    double until;          /* duration of the motion; 0: the model's */
    int rows;              /* of its table; 0: chosen automatically */
    vv_listener *listener; /* receives progress, or NULL */
    void *listener_data;
} request;

/* Is `kind` the name of a task? */
bool task_exists(const char *kind);
/* The answer, {"status": ..., "diagnostics": [...], ...}, allocated in c and computed within the
 * limits. NULL only if memory is exhausted. */
const char *task_run(vv_ctx *c, const vv_limits *limits, const request *r);

#endif
