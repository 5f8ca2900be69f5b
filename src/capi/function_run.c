/* Numeric functions: evaluation at one state, or at many in SIMD lanes and threads. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capi/function_handle.h"
#include "capi/handle.h"

enum {
    ALIGNMENT = 64, /* bytes: a cache line, and the widest vector */
    CHUNK = 256,    /* states that a thread takes at once: some ten microseconds of work */
    MOST_THREADS = 256
};

/* Arrays of one thread. */
typedef struct lanes {
    double *in, *out, *work;    /* of one state */
    double *ins, *outs, *works; /* of several */
} lanes;

/* What vv_cfunc_many was asked for; constant while threads work on it. */
typedef struct job {
    const vv_cfunc *f;
    size_t n;
    vv_strided t, x, p, u;
    double *out;
    atomic_size_t next; /* state that no thread has taken yet */
} job;

struct vv_scratch {
    const vv_cfunc *f; /* compared only, except during a call */
    atomic_bool busy;
    int threads;
    lanes *lane;   /* (threads); the first is the caller's */
    double *block; /* the arrays of all */
    job job;
    /* threads beside the caller's, from the first call that has work for them */
    int started;
    pid_t owner; /* they do not survive a fork */
    pthread_t *thread;
    struct worker *worker;
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    long round;  /* of jobs given out */
    int working; /* threads that have not finished the current one */
    bool leave;
};

typedef struct worker {
    vv_scratch *s;
    int index;
} worker;

/* ---- workspace ------------------------------------------------------------------------------ */

static size_t padded(size_t doubles) {
    const size_t line = ALIGNMENT / sizeof(double);
    return (doubles + line - 1) / line * line;
}

/* Sizes of the six arrays of a thread. */
static void sizes(const vv_cfunc *f, size_t out[6]) {
    size_t nin = (size_t)f->one->tape->nin, nout = (size_t)f->nout, L = (size_t)f->several->lanes;
    const size_t n[6] = {nin,     nout,     (size_t)f->one->nscratch,
                         nin * L, nout * L, (size_t)f->several->nscratch};
    for (int i = 0; i < 6; i++) out[i] = padded(n[i] + 1);
}

static void share_out(vv_scratch *s, const vv_cfunc *f) {
    size_t n[6];
    double *at = s->block;
    sizes(f, n);
    for (int i = 0; i < s->threads; i++) {
        lanes *l = &s->lane[i];
        double **array[6] = {&l->in, &l->out, &l->work, &l->ins, &l->outs, &l->works};
        for (int k = 0; k < 6; k++) *array[k] = at, at += n[k];
        vv_jit_prepare(f->one, l->work);
        vv_jit_prepare(f->several, l->works);
    }
}

static int processors(void) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > MOST_THREADS ? MOST_THREADS : (int)n;
}

static bool allocate(vv_scratch *s, const vv_cfunc *f) {
    size_t n[6], total = 0;
    sizes(f, n);
    for (int i = 0; i < 6; i++) total += n[i];
    total *= (size_t)s->threads * sizeof(double);
    s->lane = calloc((size_t)s->threads, sizeof *s->lane);
    s->thread = calloc((size_t)s->threads, sizeof *s->thread);
    s->worker = calloc((size_t)s->threads, sizeof *s->worker);
    s->block = aligned_alloc(ALIGNMENT, total);
    if (!s->lane || !s->thread || !s->worker || !s->block) return false;
    memset(s->block, 0, total);
    return true;
}

vv_scratch *vv_scratch_new(const vv_cfunc *f, int threads) {
    if (!f || threads < 0) {
        vv_usage(f ? "vv_scratch_new: %d threads" : "vv_scratch_new: the function is NULL",
                 threads);
        return NULL;
    }
    vv_scratch *s = calloc(1, sizeof *s);
    if (s) {
        *s = (vv_scratch){.f = f, .threads = !threads ? processors() : threads};
        if (s->threads > MOST_THREADS) s->threads = MOST_THREADS;
        pthread_mutex_init(&s->lock, NULL);
        pthread_cond_init(&s->begin, NULL);
        pthread_cond_init(&s->end, NULL);
        if (allocate(s, f)) {
            share_out(s, f);
            return s;
        }
    }
    vv_scratch_free(s);
    vv_failed(VV_E_NOMEM);
    return NULL;
}

static void dismiss(vv_scratch *s) {
    pthread_mutex_lock(&s->lock);
    s->leave = true;
    pthread_cond_broadcast(&s->begin);
    pthread_mutex_unlock(&s->lock);
    for (int i = 0; i < s->started; i++) pthread_join(s->thread[i], NULL);
}

void vv_scratch_free(vv_scratch *s) {
    if (!s) return;
    bool ours = s->owner == getpid();
    if (s->started && ours) dismiss(s);
    if (!s->started || ours) {
        pthread_cond_destroy(&s->begin);
        pthread_cond_destroy(&s->end);
        pthread_mutex_destroy(&s->lock);
    }
    free(s->lane);
    free(s->thread);
    free(s->worker);
    free(s->block);
    free(s);
}

/* ---- one state ------------------------------------------------------------------------------ */

static void fill_nan(double *out, size_t n) {
    for (size_t i = 0; i < n; i++) out[i] = (double)NAN;
}

/* p may not change what the structure of the mechanism depends on. */
static bool may_have(const vv_cfunc *f, const double *p) {
    for (int i = 0; p && i < f->nstructural; i++) {
        int k = f->structural[i];
        if (!(p[k] == f->value[k])) return false;
    }
    return true;
}

static void put(double *in, int n, const double *from) {
    if (from)
        memcpy(in, from, (size_t)n * sizeof *in);
    else
        memset(in, 0, (size_t)n * sizeof *in);
}

static void evaluate(const vv_cfunc *f, lanes *l, double t, const double *x, const double *p,
                     const double *u, double *out) {
    put(l->in, f->nx, x);
    l->in[f->nx] = t;
    put(l->in + f->nx + 1, f->np, p ? p : f->value);
    put(l->in + f->nx + 1 + f->np, f->nu, u);
    vv_jit_run(f->one, l->in, l->out, l->work);
    memcpy(out, l->out, (size_t)f->nout * sizeof *out);
    if (f->nstructural && !may_have(f, p)) fill_nan(out, (size_t)f->nout);
}

/* Takes the workspace, which nobody else may be using; false: wrong use, told, `out` is NaN. */
static bool take(const vv_cfunc *f, vv_scratch *s, size_t n, bool complete, double *out) {
    const char *why = !f                                ? "the function is NULL"
                      : !out && f->nout                 ? "the result is NULL"
                      : !s                              ? "the scratch is NULL"
                      : s->f != f                       ? "the scratch is that of another function"
                      : !complete                       ? "the state is NULL"
                      : atomic_exchange(&s->busy, true) ? "another thread is using the scratch"
                                                        : NULL;
    if (!why) return true;
    if (f && out) fill_nan(out, n * (size_t)f->nout);
    vv_usage("vv_cfunc: %s", why);
    return false;
}

void vv_cfunc_eval(const vv_cfunc *f, vv_scratch *s, double t, const double *x, const double *p,
                   const double *u, double *out) {
    if (!take(f, s, 1, x || (f && !f->nx), out)) return;
    vv_float_modes host;
    vv_float_modes_enter(&host);
    evaluate(f, &s->lane[0], t, x, p, u, out);
    vv_float_modes_leave(&host);
    atomic_store_explicit(&s->busy, false, memory_order_release);
}

/* ---- many ----------------------------------------------------------------------------------- */

static const double *row(vv_strided a, size_t i) { return a.data ? a.data + i * a.stride : NULL; }

/* One array of L states into lanes; the last state stands in for those beyond it. */
static void to_lanes(int L, int n, vv_strided from, size_t first, size_t last, double *in) {
    for (int l = 0; l < L; l++) {
        size_t i = first + (size_t)l < last ? first + (size_t)l : last;
        const double *x = row(from, i);
        for (int k = 0; k < n; k++) in[k * L + l] = x ? x[k] : 0;
    }
}

static vv_strided parameters(const job *j) {
    return j->p.data ? j->p : (vv_strided){j->f->value, 0};
}

/* What is one for all states is put into the lanes once. */
static void begin(const job *j, lanes *l) {
    const vv_cfunc *f = j->f;
    int L = f->several->lanes;
    double *p = l->ins + (f->nx + 1) * L, *u = p + f->np * L;
    if (!parameters(j).stride) to_lanes(L, f->np, parameters(j), 0, 0, p);
    if (!j->u.data || !j->u.stride) to_lanes(L, f->nu, j->u, 0, 0, u);
    if (!j->t.data || !j->t.stride) to_lanes(L, 1, j->t, 0, 0, l->ins + f->nx * L);
}

static void evaluate_lanes(const job *j, lanes *l, size_t first, size_t end) {
    const vv_cfunc *f = j->f;
    int L = f->several->lanes;
    double *p = l->ins + (f->nx + 1) * L, *u = p + f->np * L;
    to_lanes(L, f->nx, j->x, first, end - 1, l->ins);
    if (j->t.data && j->t.stride) to_lanes(L, 1, j->t, first, end - 1, l->ins + f->nx * L);
    if (parameters(j).stride) to_lanes(L, f->np, j->p, first, end - 1, p);
    if (j->u.data && j->u.stride) to_lanes(L, f->nu, j->u, first, end - 1, u);
    vv_jit_run(f->several, l->ins, l->outs, l->works);
    for (size_t i = first; i < end && i < first + (size_t)L; i++) {
        double *out = j->out + i * (size_t)f->nout;
        for (int k = 0; k < f->nout; k++) out[k] = l->outs[k * L + (int)(i - first)];
        if (f->nstructural && !may_have(f, row(j->p, i))) fill_nan(out, (size_t)f->nout);
    }
}

static void evaluate_range(const job *j, lanes *l, size_t first, size_t end) {
    const vv_cfunc *f = j->f;
    size_t L = (size_t)f->several->lanes;
    for (size_t i = first; i < end; i += L) {
        if (L > 1 && end - i > 1) {
            evaluate_lanes(j, l, i, end);
            continue;
        }
        const double *t = row(j->t, i);
        evaluate(f, l, t ? *t : 0, row(j->x, i), row(j->p, i), row(j->u, i),
                 j->out + i * (size_t)f->nout);
    }
}

/* Takes states until there are none left. */
static void work(job *j, lanes *l) {
    if (j->f->several->lanes > 1) begin(j, l);
    for (;;) {
        size_t first = atomic_fetch_add(&j->next, CHUNK);
        if (first >= j->n) return;
        evaluate_range(j, l, first, j->n - first < CHUNK ? j->n : first + CHUNK);
    }
}

static void *work_for(void *data) {
    const worker *w = data;
    vv_scratch *s = w->s;
    vv_thread_environment();
    pthread_mutex_lock(&s->lock);
    for (long seen = 0;;) {
        while (s->round == seen && !s->leave) pthread_cond_wait(&s->begin, &s->lock);
        if (s->leave) break;
        seen = s->round;
        pthread_mutex_unlock(&s->lock);
        work(&s->job, &s->lane[w->index]);
        pthread_mutex_lock(&s->lock);
        if (--s->working == 0) pthread_cond_signal(&s->end);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* Fewer threads than asked for do the same work. */
static void start_threads(vv_scratch *s) {
    s->owner = getpid();
    for (int i = 0; i + 1 < s->threads; i++) {
        s->worker[i] = (worker){s, i + 1};
        if (pthread_create(&s->thread[i], NULL, work_for, &s->worker[i]) != 0) break;
        s->started++;
    }
    if (!s->started) s->threads = 1;
}

/* After a fork the caller is alone. */
static bool has_help(vv_scratch *s, size_t n) {
    if (s->threads < 2 || n < 2 * (size_t)CHUNK) return false;
    if (!s->started) start_threads(s);
    return s->started && s->owner == getpid();
}

static void run_job(vv_scratch *s) {
    bool help = has_help(s, s->job.n);
    if (help) {
        pthread_mutex_lock(&s->lock);
        s->working = s->started;
        s->round++;
        pthread_cond_broadcast(&s->begin);
        pthread_mutex_unlock(&s->lock);
    }
    work(&s->job, &s->lane[0]);
    if (!help) return;
    pthread_mutex_lock(&s->lock);
    while (s->working) pthread_cond_wait(&s->end, &s->lock);
    pthread_mutex_unlock(&s->lock);
}

void vv_cfunc_many(const vv_cfunc *f, vv_scratch *s, size_t n, vv_strided t, vv_strided x,
                   vv_strided p, vv_strided u, double *out) {
    if (n == 0 || !take(f, s, n, x.data || (f && !f->nx), out)) return;
    vv_float_modes host;
    vv_float_modes_enter(&host);
    job *j = &s->job;
    j->f = f, j->n = n, j->out = out;
    j->t = t, j->x = x, j->p = p, j->u = u;
    atomic_store(&j->next, 0);
    run_job(s);
    vv_float_modes_leave(&host);
    atomic_store_explicit(&s->busy, false, memory_order_release);
}
