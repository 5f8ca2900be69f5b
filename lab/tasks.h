/* What the laboratory computes: one request, one answer as JSON. Done in a process of its own
 * (jobs.h), so that neither a crash nor an endless computation is felt by the page. */
#ifndef VV_LAB_WORK_H
#define VV_LAB_WORK_H

#include <visviva/visviva.h>

enum { MOST_SETTINGS = 128, MOST_NAMES = 32 };

/* Everything a request may say; strings live as long as it. */
typedef struct request {
    const char *kind; /* a name of tasks.def                              */
    const char *text; /* the model                                        */
    size_t length;
    int nsettings;
    vv_setting setting[MOST_SETTINGS];
    int nby;
    const char *by[MOST_NAMES];
    int ntopics;
    const char *topic[MOST_NAMES];
    double until;          /* duration of the motion; 0: the model's           */
    int rows;              /* of its table; 0: as suits                        */
    vv_listener *listener; /* told how far it is, or NULL              */
    void *listener_data;
} request;

/* Is there such a computation? */
bool task_exists(const char *kind);
/* The answer: {"status": ..., "diagnostics": [...], ...}, kept in c, the work done within limits.
 * NULL only when memory is refused. */
const char *task_run(vv_ctx *c, const vv_limits *limits, const request *r);

#endif
