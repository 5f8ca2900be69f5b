/* Computations under way, each a process of its own: they can be cancelled, they are ended when
 * their time is over, and when one crashes the answer says so. */
#ifndef VV_LAB_JOBS_H
#define VV_LAB_JOBS_H

#include <stddef.h>

#include "tasks.h"

enum {
    MOST_JOBS = 16,          /* at once                                                    */
    ID_LENGTH = 32,          /* hexadecimal digits of 128 random bits: nobody guesses them */
    JOB_SECONDS = 60,        /* then the process is ended                                  */
    KEPT_SECONDS = 10,       /* a computation or an answer that nobody asks for            */
    MOST_ANSWER = 256 << 20, /* bytes                                                      */
};

typedef enum job_state { JOB_FREE, JOB_RUNNING, JOB_DONE, JOB_CANCELLED, JOB_CRASHED } job_state;

/* How far a worker is: a page that it shares with the server. A text that is just being changed may
 * be read half old, half new: it is only shown. */
typedef struct job_progress {
    _Atomic int percent; /* -1: not known */
    char what[48];
} job_progress;

typedef struct job {
    job_state state;
    char id[ID_LENGTH + 1];
    char kind[16];
    int pid, pipe;
    double begun, ended; /* monotonic seconds                     */
    double asked;        /* when somebody last asked for it       */
    char *answer;        /* JSON, as far as it came   (length)    */
    size_t length, capacity;
} job;

typedef struct jobs {
    job job[MOST_JOBS];
    job_progress *progress; /* of each; NULL: there is none (MOST_JOBS) */
    const int *unwanted;    /* descriptors that a worker closes, ended by -1 */
} jobs;

void jobs_begin(jobs *all);
/* NULL when no more can be taken on. The request is not needed afterwards. */
job *job_begin(jobs *all, const request *r);
job *job_find(jobs *all, const char *id); /* NULL when there is none */
void job_cancel(job *j);
/* What it does now, fit for quotes; "" when that is not known. *percent: -1 likewise. */
void job_says(const jobs *all, const job *j, char what[48], int *percent);
/* Read what has come from its pipe; true when it ended. */
bool job_read(job *j);
/* End those whose time is over, forget what nobody asks for. */
void jobs_sweep(jobs *all);
void job_free(job *j);
void jobs_end(jobs *all);

#endif
