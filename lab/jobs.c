#include "jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/platform.h"

/* ---- in the worker -------------------------------------------------------------------------- */

/* No files, no core dumps, bounded time: a computation answers only through its pipe. */
static void confine(const jobs *all) {
    struct rlimit none = {0, 0}, time = {JOB_SECONDS, JOB_SECONDS + 1};
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_CPU, &time);
    for (const int *fd = all->unwanted; fd && *fd >= 0; fd++) close(*fd);
    for (int i = 0; i < MOST_JOBS; i++)
        if (all->job[i].state == JOB_RUNNING) close(all->job[i].pipe);
    signal(SIGINT, SIG_IGN); /* the server decides when it ends */
    signal(SIGPIPE, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
}

static bool write_all(int fd, const char *text, size_t n) {
    while (n) {
        ssize_t done = write(fd, text, n);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        text += done;
        n -= (size_t)done;
    }
    return true;
}

/* Titles are plain words; characters that would need quoting are dropped. */
static void report_progress(void *to, const char *what, double part) {
    job_progress *p = to;
    size_t n = 0;
    char text[sizeof p->what] = "";
    for (; *what && n + 1 < sizeof text; what++)
        if ((unsigned char)*what >= ' ' && *what != '"' && *what != '\\') text[n++] = *what;
    if (strcmp(p->what, text)) memcpy(p->what, text, sizeof text);
    atomic_store(&p->percent, part >= 0 && part <= 1 ? (int)(100 * part) : -1);
}

static _Noreturn void worker(const jobs *all, const request *given, int place, int out) {
    request own = *given, *r = &own;
    confine(all);
    if (all->progress) own.listener = report_progress, own.listener_data = &all->progress[place];
    vv_limits limits = {.bytes = (size_t)1 << 30, .seconds = JOB_SECONDS - 5};
    vv_ctx *c = vv_ctx_new(NULL);
    const char *answer = c ? task_run(c, &limits, r) : NULL;
    if (!answer) answer = "{\"status\": \"memory budget exceeded\", \"code\": 5}";
    bool ok = write_all(out, answer, strlen(answer));
    _exit(ok ? 0 : 1);
}

/* ---- in the server -------------------------------------------------------------------------- */

static bool make_id(char *id) {
    unsigned char random[ID_LENGTH / 2];
    if (getrandom(random, sizeof random, 0) != sizeof random) return false;
    for (size_t i = 0; i < sizeof random; i++) snprintf(id + 2 * i, 3, "%02x", random[i]);
    return true;
}

void jobs_begin(jobs *all) {
    void *page = mmap(NULL, MOST_JOBS * sizeof *all->progress, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    all->progress = page == MAP_FAILED ? NULL : page;
}

void job_says(const jobs *all, const job *j, char what[48], int *percent) {
    const job_progress *p = all->progress ? &all->progress[j - all->job] : NULL;
    what[0] = '\0', *percent = -1;
    if (!p || j->state != JOB_RUNNING) return;
    memcpy(what, p->what, sizeof p->what);
    what[sizeof p->what - 1] = '\0';
    *percent = atomic_load(&p->percent);
}

/* A free slot, or that of the answer that has waited longest to be fetched. */
static job *find_place(jobs *all) {
    job *oldest = NULL;
    for (int i = 0; i < MOST_JOBS; i++) {
        job *j = &all->job[i];
        if (j->state == JOB_FREE) return j;
        if (j->state > JOB_RUNNING && (!oldest || j->ended < oldest->ended)) oldest = j;
    }
    if (oldest) job_free(oldest);
    return oldest;
}

job *job_begin(jobs *all, const request *r) {
    job *j = find_place(all);
    int ends[2];
    if (!j || !make_id(j->id) || pipe2(ends, O_CLOEXEC)) return NULL;
    int place = (int)(j - all->job);
    if (all->progress) all->progress[place] = (job_progress){.percent = -1};
    fflush(NULL);
    int pid = fork();
    if (pid == 0) {
        close(ends[0]);
        worker(all, r, place, ends[1]);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return NULL;
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    j->state = JOB_RUNNING;
    j->pid = pid;
    j->pipe = ends[0];
    j->begun = j->asked = vv_monotonic_seconds();
    snprintf(j->kind, sizeof j->kind, "%s", r->kind);
    return j;
}

job *job_find(jobs *all, const char *id) {
    for (int i = 0; id && i < MOST_JOBS; i++)
        if (all->job[i].state != JOB_FREE && !strcmp(all->job[i].id, id)) return &all->job[i];
    return NULL;
}

/* The process has ended or is killed now. */
static void reap(job *j, job_state state) {
    int status = 0;
    if (state == JOB_CANCELLED) kill(j->pid, SIGKILL);
    while (waitpid(j->pid, &status, 0) < 0 && errno == EINTR) {
    }
    bool well = WIFEXITED(status) && WEXITSTATUS(status) == 0 && j->length > 0;
    close(j->pipe);
    j->pipe = -1;
    j->ended = vv_monotonic_seconds();
    j->state = state == JOB_DONE && !well ? JOB_CRASHED : state;
}

void job_cancel(job *j) {
    if (j->state == JOB_RUNNING) reap(j, JOB_CANCELLED);
}

static bool grow(job *j) {
    size_t capacity = j->capacity ? 2 * j->capacity : 1 << 16;
    char *answer = capacity <= MOST_ANSWER ? realloc(j->answer, capacity) : NULL;
    if (!answer) return false;
    j->answer = answer;
    j->capacity = capacity;
    return true;
}

bool job_read(job *j) {
    while (j->state == JOB_RUNNING) {
        if (j->length + 1 >= j->capacity && !grow(j)) {
            reap(j, JOB_CANCELLED);
            break;
        }
        ssize_t n = read(j->pipe, j->answer + j->length, j->capacity - j->length - 1);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) return false;
        if (n <= 0) {
            reap(j, JOB_DONE);
            break;
        }
        j->length += (size_t)n;
    }
    if (j->answer) j->answer[j->length] = '\0';
    return true;
}

void jobs_sweep(jobs *all) {
    double now = vv_monotonic_seconds();
    for (int i = 0; i < MOST_JOBS; i++) {
        job *j = &all->job[i];
        if (j->state == JOB_RUNNING && now - j->begun > JOB_SECONDS) job_cancel(j);
        if (j->state != JOB_FREE && now - j->asked > KEPT_SECONDS) job_free(j);
    }
}

void job_free(job *j) {
    job_cancel(j);
    free(j->answer);
    *j = (job){.state = JOB_FREE};
}

void jobs_end(jobs *all) {
    for (int i = 0; i < MOST_JOBS; i++) job_free(&all->job[i]);
    if (all->progress) munmap(all->progress, MOST_JOBS * sizeof *all->progress);
    all->progress = NULL;
}
