/* Running computations, each in its own process: they can be cancelled, they are killed at their
 * time limit, and the answer reports a crash. */
#ifndef VV_LAB_JOBS_H
#define VV_LAB_JOBS_H

#include <stddef.h>

#include "tasks.h"

enum {
    MOST_JOBS = 16,    /* at the same time */
    ID_LENGTH = 32,    /* hexadecimal digits of 128 random bits, so that ids cannot be guessed */
    JOB_SECONDS = 60,  /* then the process is killed */
    KEPT_SECONDS = 10, /* lifetime of a computation or an answer that nobody polls */
    MOST_ANSWER = 256 << 20, /* bytes */
};

typedef enum job_state { JOB_FREE, JOB_RUNNING, JOB_DONE, JOB_CANCELLED, JOB_CRASHED } job_state;

/* Progress of a worker, in a page shared with the server. A text that is read while it is being
 * changed may be half old, half new; it is only displayed. */
typedef struct job_progress {
    _Atomic int percent; /* -1: unknown */
    char what[48];
} job_progress;

typedef struct job {
    job_state state;
    char id[ID_LENGTH + 1];
    char kind[16];
    int pid, pipe;
    double begun, ended; /* monotonic seconds */
    double asked;        /* time of the last poll */
    char *answer;        /* JSON received so far (length) */
    size_t length, capacity;
} job;

typedef struct jobs {
    job job[MOST_JOBS];
    job_progress *progress; /* one per job; NULL if unavailable (MOST_JOBS) */
    const int *unwanted;    /* descriptors for a worker to close, terminated by -1 */
} jobs;

void jobs_begin(jobs *all);
/* NULL if no more jobs can be accepted. The request is not needed afterwards. */
job *job_begin(jobs *all, const request *r);
job *job_find(jobs *all, const char *id); /* NULL if there is none */
void job_cancel(job *j);
/* Current activity, safe inside JSON quotes; "" if unknown. *percent is then -1. */
void job_says(const jobs *all, const job *j, char what[48], int *percent);
/* Reads what is available on its pipe; true once it has ended. */
bool job_read(job *j);
/* Kills jobs past their time limit; forgets those that nobody polls. */
void jobs_sweep(jobs *all);
void job_free(job *j);
void jobs_end(jobs *all);

#endif
