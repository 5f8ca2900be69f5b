/* Parameter sweeps: threads take chunks of members, lines are written in the order of members. */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "api/sweep_worker.h"
#include "exact/exact.h"
#include "output/output.h"
#include "platform/platform.h"
#include "simulate/run/run.h"

enum { MOST_THREADS = 256, MOST_CHUNK = 64 };

typedef struct sweep {
    vv_ctx *c, *leader; /* leader: cancels all threads */
    const vv_command_mechanism *m;
    vv_sweep_options *o;
    vv_sweep_design v;
    vv_sweep_columns columns;
    vv_sweep_array array; /* row NULL: lines */
    long end;             /* members of this run end here */
    const vv_output_format *form;
    FILE *to;                      /* lines; NULL: passed to o->run.write */
    const char *part, *checkpoint; /* NULL: not resumable */
    vv_fingerprint identity, sum;  /* of this sweep; of the lines */
    long begin, chunk;             /* first member of this run; members per chunk */
    double deadline, due;
    vv_sweep_worker workers[MOST_THREADS];
    int nthreads, active;
    pthread_mutex_t lock; /* guards everything below, and the output */
    pthread_cond_t turn;
    long next;    /* first member of the next chunk */
    long written; /* members whose lines are written */
    bool stop;
    vv_status status; /* why it stopped */
    int error;        /* errno of a failed write */
} sweep;

/* ---- writing -------------------------------------------------------------------------------- */

static bool put(sweep *s, const char *text) {
    size_t n = strlen(text);
    errno = 0;
    if (s->part) vv_fingerprint_mix(&s->sum, text, n);
    return s->to ? fwrite(text, 1, n, s->to) == n : s->o->run.write(s->o->run.write_data, text, n);
}

/* The first line; the caller frees it. NULL: no memory. */
static char *head_line(const sweep *s) {
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream(&text, &n);
    if (!f) return NULL;
    for (int i = 0; i < s->columns.n; i++) {
        if (i) putc(',', f);
        vv_csv_text(s->columns.name[i], f);
    }
    putc('\n', f);
    if (!fclose(f)) return text;
    free(text);
    return NULL;
}

static bool put_head(sweep *s) {
    char *text = head_line(s);
    bool good = text && put(s, text);
    free(text);
    return good;
}

static bool save(sweep *s) {
    vv_buffer b = VV_BUFFER(s->c);
    if (fflush(s->to) || fdatasync(fileno(s->to))) return false;
    int64_t state[4] = {s->written, ftello(s->to), s->o->failed, s->o->doubtful};
    vv_buffer_add_n(&b, (const char *)state, sizeof state);
    vv_buffer_add_n(&b, (const char *)&s->sum, sizeof s->sum);
    bool good = vv_checkpoint_save(s->c, s->checkpoint, &s->identity, &b);
    vv_buffer_free(&b);
    s->due = vv_monotonic_seconds() + (s->o->run.checkpoint > 0 ? s->o->run.checkpoint : 5);
    return good;
}

/* Under the lock, in order. */
static void write_chunk(sweep *s, vv_sweep_worker *k) {
    if (s->array.row) {
        s->written += k->end - k->first;
        s->o->failed += k->failed, s->o->doubtful += k->doubtful;
        k->failed = k->doubtful = 0;
        return;
    }
    bool good = s->written > 0 || put_head(s);
    for (long i = 0; good && i < k->end - k->first; i++) good = k->line[i] && put(s, k->line[i]);
    s->o->failed += k->failed;
    s->o->doubtful += k->doubtful;
    k->failed = k->doubtful = 0;
    s->written = k->end;
    if (good && s->part && vv_monotonic_seconds() >= s->due) good = save(s);
    if (good || s->stop) return;
    s->stop = true;
    s->status = VV_E_IO;
    s->error = errno ? errno : EIO;
}

static void free_lines(vv_sweep_worker *k) {
    for (long i = 0; k->line && i < k->end - k->first; i++) free(k->line[i]);
    free(k->line);
    k->line = NULL;
}

/* ---- threads -------------------------------------------------------------------------------- */

typedef struct thread_data {
    sweep *s;
    vv_sweep_worker *k;
} thread_data;

static void *work(void *data) {
    sweep *s = ((thread_data *)data)->s;
    vv_sweep_worker *k = ((thread_data *)data)->k;
    pthread_mutex_lock(&s->lock);
    while (!s->stop && s->next < s->end) {
        long first = s->next, left = s->end - first,
             end = first + (left < s->chunk ? left : s->chunk);
        vv_status status;
        s->next = end;
        pthread_mutex_unlock(&s->lock);
        bool whole = vv_sweep_worker_run(k, first, end, &status);
        pthread_mutex_lock(&s->lock);
        bool ordered = !s->array.row;
        while (whole && ordered && !s->stop && s->written != first)
            pthread_cond_wait(&s->turn, &s->lock);
        if (!whole && !s->stop) s->stop = true, s->status = status;
        if (whole && (!ordered || s->written == first)) write_chunk(s, k);
        pthread_cond_broadcast(&s->turn);
        free_lines(k);
    }
    s->active--;
    pthread_cond_broadcast(&s->turn);
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static void *thread_main(void *data) {
    vv_thread_environment();
    work(data);
    vv_sweep_worker_close(((thread_data *)data)->k);
    vv_flint_thread_end();
    return NULL;
}

/* Until all threads have ended: polls for cancellation and reports progress. */
static void watch(sweep *s) {
    pthread_mutex_lock(&s->lock);
    while (s->active) {
        struct timespec t;
        clock_gettime(CLOCK_REALTIME, &t);
        t.tv_nsec += 100000000;
        if (t.tv_nsec >= 1000000000) t.tv_sec++, t.tv_nsec -= 1000000000;
        pthread_cond_timedwait(&s->turn, &s->lock, &t);
        if (vv_ctx_is_cancelled(s->c) && !s->stop) s->stop = true, s->status = VV_E_INTERRUPTED;
        if (s->o->progress) {
            long total = s->array.row ? s->end - s->begin : s->v.total;
            s->o->progress(s->o->progress_data, s->written, total);
        }
        if (s->stop) vv_ctx_cancel(s->leader);
    }
    pthread_mutex_unlock(&s->lock);
}

static void run_threads(sweep *s) {
    pthread_t thread[MOST_THREADS];
    thread_data data[MOST_THREADS];
    int n = 0;
    s->active = s->nthreads;
    for (; n < s->nthreads; n++) {
        data[n] = (thread_data){s, &s->workers[n]};
        if (pthread_create(&thread[n], NULL, thread_main, &data[n])) break;
    }
    pthread_mutex_lock(&s->lock);
    s->active -= s->nthreads - n;
    if (!n) s->stop = true, s->status = VV_E_NOMEM;
    pthread_mutex_unlock(&s->lock);
    watch(s);
    for (int i = 0; i < n; i++) pthread_join(thread[i], NULL);
}

/* ---- start and end -------------------------------------------------------------------------- */

static vv_status refuse_file(sweep *s, const char *path) {
    vv_diag_add(s->c, VV_ERROR, VV_D_WRITE, (vv_span){0}, "cannot write %s: %s", path,
                strerror(errno ? errno : EIO));
    return vv_ctx_fail(s->c, VV_E_IO);
}

/* Includes the terminator, so that consecutive texts do not run together. */
static void identify_text(sweep *s, const char *text) {
    if (text)
        vv_fingerprint_add(&s->identity, text, strlen(text) + 1);
    else
        vv_fingerprint_add(&s->identity, "", 1);
}

/* Everything on which the rows depend. */
static void identify(sweep *s) {
    const vv_sweep_options *o = s->o;
    const vv_tree *tree = &s->m->tree;
    const double number[] = {o->run.has_until ? o->run.until : -1,
                             o->run.every,
                             o->run.tolerance,
                             o->run.audit,
                             (double)o->members,
                             o->recorded,
                             o->has_after ? o->after : 0};
    vv_fingerprint_begin(&s->identity);
    vv_fingerprint_add(&s->identity, VV_VERSION, sizeof VV_VERSION);
    vv_fingerprint_add(&s->identity, tree->text, tree->length);
    vv_fingerprint_add(&s->identity, number, sizeof number);
    vv_fingerprint_add(&s->identity, &o->seed, sizeof o->seed);
    vv_fingerprint_add(&s->identity, o->run.at, (size_t)o->run.nat * sizeof *o->run.at);
    identify_text(s, o->run.form);
    identify_text(s, o->run.method);
    for (int i = 0; i < o->run.nsensitivities; i++) identify_text(s, o->run.sensitivity[i]);
    for (int i = 0; i < o->nvary; i++) identify_text(s, o->vary[i]);
    for (int i = 0; i < s->m->nrequests; i++) identify_text(s, s->m->request[i].text);
    for (int i = 0; i < o->nsettings; i++) {
        identify_text(s, o->setting[i].name);
        identify_text(s, o->setting[i].value);
    }
}

/* Is the file empty, or does it begin with the first line of this sweep? */
static bool begins_like_ours(const sweep *s, FILE *file) {
    char *head = head_line(s);
    bool same = head != NULL;
    for (const char *p = head; same && *p; p++) {
        int ch = getc(file);
        if (ch == EOF) break;
        same = ch == (unsigned char)*p;
    }
    free(head);
    return same && !ferror(file);
}

/* The lines so far; NULL with errno if another sweep is writing them or they are not ours. */
static FILE *open_part(sweep *s, bool create) {
    int fd = vv_file_open_locked(s->part, create);
    FILE *to = fd >= 0 ? fdopen(fd, "r+b") : NULL;
    if (!to && fd >= 0) close(fd);
    if (!to || !create) return to;
    bool ours = vv_checkpoint_is_free(s->checkpoint) &&
                (vv_file_exists(s->checkpoint) || begins_like_ours(s, to));
    if (ours && !ftruncate(fd, 0) && !fseeko(to, 0, SEEK_SET)) return to;
    if (!ours) errno = EEXIST;
    int error = errno;
    fclose(to);
    return errno = error, NULL;
}

/* Lines of which no checkpoint tells may be anything: these are not written over. */
static vv_status refuse_part(sweep *s) {
    bool busy = errno == EWOULDBLOCK;
    const char *taken = vv_checkpoint_is_free(s->checkpoint) ? s->part : s->checkpoint;
    if (!busy && errno != EEXIST) return refuse_file(s, s->part);
    vv_diag_hint(s->c,
                 vv_diag_add(s->c, VV_ERROR, VV_D_WRITE, (vv_span){0}, "%s %s",
                             busy ? s->part : taken,
                             busy ? "is being written by another sweep"
                                  : "was not written by a sweep and would be overwritten"),
                 "choose another output file, or move that one");
    return vv_ctx_fail(s->c, VV_E_IO);
}

/* Continues after the members already in the partial file. */
static vv_status resume(sweep *s) {
    vv_buffer b = VV_BUFFER(s->c);
    int64_t state[4];
    vv_fingerprint sum;
    const char *hint;
    vv_checkpoint_found found = vv_checkpoint_load(s->c, s->checkpoint, &s->identity, &b);
    if (!vv_ctx_ok(s->c) || found == VV_CHECKPOINT_NONE) return vv_ctx_status(s->c);
    if (found == VV_CHECKPOINT_GOOD && b.length != sizeof state + sizeof sum)
        found = VV_CHECKPOINT_DAMAGED;
    if (found != VV_CHECKPOINT_GOOD) {
        const char *why = vv_checkpoint_fault(found, &hint);
        vv_diag_hint(s->c,
                     vv_diag_add(s->c, VV_ERROR, VV_D_RESUME, (vv_span){0}, "cannot resume %s: %s",
                                 s->o->run.output, why),
                     "%s", hint);
        return vv_ctx_fail(s->c, VV_E_MODEL);
    }
    memcpy(state, b.text, sizeof state);
    memcpy(&sum, b.text + sizeof state, sizeof sum);
    s->to = open_part(s, false);
    if (!s->to) return refuse_file(s, s->part);
    if (!vv_fingerprint_of_file(&s->sum, s->to, state[1]) || memcmp(&s->sum, &sum, sizeof sum) != 0)
        return errno = EIO, refuse_file(s, s->part);
    if (ftruncate(fileno(s->to), state[1]) || fseeko(s->to, state[1], SEEK_SET))
        return refuse_file(s, s->part);
    s->begin = s->next = s->written = state[0];
    s->o->failed = state[2];
    s->o->doubtful = state[3];
    return VV_OK;
}

static vv_status open_output(sweep *s) {
    enum { MOST_WITHOUT = 100000 };
    const char *path = s->o->run.output;
    errno = 0;
    if (!path && s->v.total > MOST_WITHOUT) {
        vv_diag_hint(s->c,
                     vv_diag_add(s->c, VV_ERROR, VV_D_NO_OUTPUT, (vv_span){0},
                                 "a sweep of %ld members needs a file for its table", s->v.total),
                     "write -o FILE.csv");
        return vv_ctx_fail(s->c, VV_E_USAGE);
    }
    if (!path || !vv_is_regular_file(path)) {
        if (!s->form->is_lines)
            s->to = tmpfile();
        else if (path)
            s->to = fopen(path, "wb");
        else
            return VV_OK;
        return s->to ? VV_OK : refuse_file(s, path ? path : "a temporary file");
    }
    s->part = vv_format(s->c, "%s.part", path);
    s->checkpoint = vv_format(s->c, "%s.checkpoint", path);
    if (!s->part || !s->checkpoint) return vv_ctx_status(s->c);
    if (s->o->run.resume && resume(s) != VV_OK) return vv_ctx_status(s->c);
    if (s->to) return VV_OK;
    vv_fingerprint_begin(&s->sum);
    s->to = open_part(s, true);
    if (!s->to) return refuse_part(s);
    return save(s) ? VV_OK : refuse_file(s, s->checkpoint);
}

static bool varies_parameters(const sweep *s) {
    bool any = false;
    for (int i = 0; i < s->v.n; i++) any |= s->v.vary[i].parameter;
    return any;
}

static bool is_refusal(vv_status status) { return status == VV_E_MODEL || status == VV_E_BEYOND; }

/* Reports what is wrong with the member built last. */
static vv_status report_errors(sweep *s, vv_status status) {
    vv_sweep_worker *k = &s->workers[0];
    vv_ctx *c = k->c;
    for (int i = 0; c && i < vv_diag_count(c); i++) {
        const vv_diag *d = vv_diag_at(c, i);
        if (d->severity != VV_ERROR) continue;
        vv_diag *copy = vv_diag_add(s->c, VV_ERROR, d->code, d->span, "%s", d->message);
        if (d->hint) vv_diag_hint(s->c, copy, "%s", d->hint);
    }
    vv_sweep_worker_close(k);
    return vv_ctx_fail(s->c, status);
}

/* Some member must have a motion, which determines the columns: if the model refuses the values
 * of one, others are tried throughout the sweep. An error common to all is reported. */
static vv_status find_columns(sweep *s) {
    enum { MOST = 16 };
    vv_sweep_worker *k = &s->workers[0];
    long most = varies_parameters(s) ? (s->v.total < MOST ? s->v.total : MOST) : 1;
    vv_status status = VV_E_MODEL;
    for (long i = 0; i < most && is_refusal(status); i++)
        status = vv_sweep_worker_build(k, s->v.total / most * i);
    if (most > 1 && is_refusal(status)) status = vv_sweep_worker_build(k, 0);
    if (status != VV_OK) return report_errors(s, status);
    for (int i = 0; i < s->nthreads; i++)
        s->workers[i].width = k->e->motion[0].output.columns.width;
    return vv_sweep_worker_columns(k, s->c, &s->columns);
}

/* The lines in the requested format; also those of an interrupted sweep, marked as partial. */
static bool write_table(sweep *s) {
    vv_sweep_table t = {s->m, s->o, &s->v, &s->columns, NULL};
    if (s->status != VV_OK)
        t.partial = vv_format(s->c, "%s after %ld of %ld members",
                              s->status == VV_E_TIME ? "out of time" : "interrupted", s->written,
                              s->v.total);
    return vv_sweep_table_write(s->c, &t, s->to, s->form);
}

/* The lines already are the table, or it is made from them. */
static bool put_in_place(sweep *s) {
    bool whole = s->status == VV_OK;
    if (!s->form->is_lines && !write_table(s)) return false;
    if (!whole || !s->part) return true;
    vv_checkpoint_remove(s->checkpoint); /* before the rows: without them it could not be resumed */
    return s->form->is_lines ? !rename(s->part, s->o->run.output) : !remove(s->part);
}

static vv_status close_output(sweep *s) {
    bool ended = s->status == VV_OK || s->status == VV_E_INTERRUPTED || s->status == VV_E_TIME,
         good = ended;
    /* a table that cannot be written can be retried */
    bool resumable = s->part && (s->status != VV_OK || !s->form->is_lines);
    if (!ended) errno = s->status == VV_E_IO ? s->error : ENOMEM;
    if (good && resumable) good = save(s);
    if (good && s->to) good = !fflush(s->to) && (!s->part || !fdatasync(fileno(s->to)));
    if (good) good = put_in_place(s);
    int error = errno;
    if (s->to && fclose(s->to)) good = false;
    if (vv_ctx_status(s->c) == VV_E_NOMEM) return VV_E_NOMEM;
    if (good || (!ended && s->status != VV_E_IO)) return s->status;
    errno = error;
    return refuse_file(s, s->o->run.output ? s->o->run.output : "the table");
}

static vv_status make_design(sweep *s) {
    const vv_sweep_options *o = s->o;
    const vv_sweep_request r = {.nvary = o->nvary,
                                .vary = o->vary,
                                .ngiven = o->ngiven,
                                .given = o->given,
                                .members = o->members,
                                .later = o->later,
                                .seed = o->seed};
    return vv_sweep_design_make(s->c, &s->m->model, &r, &s->v);
}

static vv_status prepare(sweep *s) {
    vv_sweep_options *o = s->o;
    s->form = vv_record_output_form(s->c, &o->run);
    if (!s->form || make_design(s) != VV_OK) return vv_ctx_status(s->c);
    o->total = s->end = s->v.total;
    if (o->limits.seconds > 0) s->deadline = vv_monotonic_seconds() + o->limits.seconds;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    s->nthreads = o->threads > 0 ? o->threads : cores > 0 ? (int)fmin((double)cores, 64) : 1;
    if (s->nthreads > MOST_THREADS) s->nthreads = MOST_THREADS;
    if (s->nthreads > s->v.total) s->nthreads = (int)s->v.total;
    for (int i = 0; i < s->nthreads; i++) {
        s->workers[i].model = s->m, s->workers[i].o = o, s->workers[i].v = &s->v;
        s->workers[i].deadline = s->deadline, s->workers[i].leader = s->leader;
    }
    identify(s);
    return VV_OK;
}

static void set_chunk(sweep *s) {
    s->chunk = (s->end - s->begin) / (4L * s->nthreads) + 1;
    if (s->chunk > MOST_CHUNK) s->chunk = MOST_CHUNK;
}

/* All threads until they have ended; then the leader is gone. */
static void run_members(sweep *s) {
    set_chunk(s);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->turn, NULL);
    run_threads(s);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->turn);
    vv_ctx_free(s->leader);
}

/* A sweep with its design and columns, worker 0 built; NULL after a failure. */
static sweep *open_sweep(vv_ctx *c, const vv_command_mechanism *m, vv_sweep_options *o) {
    sweep *s = VV_NEW(c, sweep);
    if (!s) return NULL;
    *s = (sweep){.c = c, .m = m, .o = o, .leader = vv_ctx_new(NULL)};
    if (!s->leader) return vv_ctx_fail(c, VV_E_NOMEM), NULL;
    o->written = o->failed = o->doubtful = o->total = 0;
    if (prepare(s) == VV_OK && find_columns(s) == VV_OK) return s;
    vv_sweep_worker_close(&s->workers[0]);
    vv_ctx_free(s->leader);
    return NULL;
}

vv_status vv_command_sweep(vv_ctx *c, const vv_command_mechanism *m, vv_sweep_options *o) {
    sweep *s = open_sweep(c, m, o);
    if (!s) return vv_ctx_status(c);
    if (open_output(s) != VV_OK) {
        if (s->to) fclose(s->to);
        vv_sweep_worker_close(&s->workers[0]);
        vv_ctx_free(s->leader);
        return vv_ctx_status(c);
    }
    s->due = vv_monotonic_seconds() + (o->run.checkpoint > 0 ? o->run.checkpoint : 5);
    run_members(s);
    o->written = s->written;
    vv_status status = close_output(s);
    if (status != VV_OK) return vv_ctx_fail(c, status);
    if (o->failed == o->total && !o->doubtful) return VV_E_BEYOND;
    return o->doubtful ? VV_E_NO : VV_OK;
}

/* ---- into arrays ---------------------------------------------------------------------------- */

/* The varied values, the columns of a run and the audit: a line without member, status, reason. */
static int array_width(const sweep *s) { return s->columns.n - 1 - VV_SWEEP_TEXT_COLUMNS; }

vv_status vv_command_sweep_shape(vv_ctx *c, const vv_command_mechanism *m, vv_sweep_options *o,
                                 vv_sweep_shape *out) {
    sweep *s = open_sweep(c, m, o);
    if (!s) return vv_ctx_status(c);
    long members = s->v.open ? 0 : s->v.total;
    *out = (vv_sweep_shape){members, array_width(s), s->columns.name + 1, s->columns.unit + 1};
    vv_sweep_worker_close(&s->workers[0]);
    vv_ctx_free(s->leader);
    return vv_ctx_status(c);
}

vv_status vv_command_sweep_rows(vv_ctx *c, const vv_command_mechanism *m, vv_sweep_options *o,
                                long first, long n, double *row, uint8_t *status) {
    sweep *s = open_sweep(c, m, o);
    if (!s) return vv_ctx_status(c);
    assert(first >= 0 && n >= 0 && first <= s->v.total - n);
    memset(status, VV_SWEEP_UNKNOWN, (size_t)n);
    s->array = (vv_sweep_array){first, array_width(s), row, status};
    s->begin = s->next = first, s->end = first + n;
    for (int i = 0; i < s->nthreads; i++) s->workers[i].array = &s->array;
    run_members(s);
    o->written = s->written;
    return s->status == VV_OK ? VV_OK : vv_ctx_fail(c, s->status);
}
