/* Calls through the C interface, timed: prints JSON. Uses the installed headers only.
 *
 *     library MODEL STATES MOTION    accelerations on so many random states (bytes of doubles on
 * stdin), one after another and at once; of an oscillator, one at a time; a run of another model
 * with 200 rows, as the command makes it
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <visviva/visviva.h>

/* CPU time: the machine may have other work. */
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static vv_mechanism *load(const char *path) {
    static char text[1 << 16];
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(text, 1, sizeof text, f) : 0;
    vv_mechanism *m = NULL;
    if (f) fclose(f);
    vv_mechanism_load(text, n, NULL, &m);
    return m;
}

/* Seconds of the best of several repetitions. */
enum { REPEAT = 15 };
typedef void work(void *data);
static double best(work *w, void *data) {
    double least = HUGE_VAL;
    for (int i = 0; i < REPEAT; i++) {
        double t = now();
        w(data);
        t = now() - t;
        if (t < least) least = t;
    }
    return least;
}

typedef struct job {
    vv_cfunc *f;
    vv_scratch *s;
    size_t n;
    int width, wide;
    double *x, *out;
} job;

static void one_by_one(void *data) {
    job *j = data;
    for (size_t i = 0; i < j->n; i++)
        vv_cfunc_eval(j->f, j->s, 0, j->x + i * (size_t)j->width, NULL, NULL,
                      j->out + i * (size_t)j->wide);
}

static void at_once(void *data) {
    job *j = data;
    const vv_strided none = {NULL, 0}, x = {j->x, (size_t)j->width};
    vv_cfunc_many(j->f, j->s, j->n, none, x, none, none, j->out);
}

static int open_job(const vv_mechanism *m, size_t n, job *j) {
    static const char *const OUTPUT[] = {"accelerations"};
    *j = (job){.n = n};
    if (!m || vv_cfunc_new(m, 1, OUTPUT, NULL, &j->f) != VV_OK) return 0;
    j->s = vv_scratch_new(j->f, 1);
    j->width = vv_cfunc_size(j->f, 'x'), j->wide = vv_cfunc_size(j->f, 'o');
    j->x = calloc(n * (size_t)j->width, sizeof *j->x);
    j->out = calloc(n * (size_t)j->wide, sizeof *j->out);
    return j->s && j->x && j->out;
}

static void close_job(job *j) {
    vv_cfunc_free(j->f), vv_scratch_free(j->s);
    free(j->x), free(j->out);
}

/* The table of a run, in this process. */
static void run(void *data) {
    vv_options *o = vv_options_new();
    char *bytes = NULL;
    size_t n;
    vv_options_real(o, "until", 20), vv_options_real(o, "every", 0.1);
    vv_mechanism_write(data, "table", o, &bytes, &n);
    vv_release(bytes), vv_options_free(o);
}

int main(int argc, char **argv) {
    static const char SPRING[] = "coordinate x\nkinetic energy x'^2/2\npotential x^2/2\n";
    size_t n = argc > 2 ? (size_t)atol(argv[2]) : 0;
    vv_mechanism *m = n ? load(argv[1]) : NULL, *spring = NULL,
                 *motion = argc > 3 ? load(argv[3]) : NULL;
    job chain, small;
    vv_mechanism_load(SPRING, strlen(SPRING), NULL, &spring);
    if (!motion || !open_job(m, n, &chain) || !open_job(spring, n, &small) ||
        fread(chain.x, sizeof *chain.x, n * (size_t)chain.width, stdin) != n * (size_t)chain.width)
        return fprintf(stderr, "library: MODEL STATES MOTION, with the states on stdin\n"), 1;
    double single = best(one_by_one, &chain), many = best(at_once, &chain),
           least = best(one_by_one, &small), table = best(run, motion), sum = 0;
    for (size_t i = 0; i < n * (size_t)chain.wide; i++) sum += chain.out[i];
    printf(
        "{\"single\": %.9g, \"many\": %.9g, \"oscillator\": %.9g, \"run\": %.9g, \"sum\": %.17g}\n",
        single / (double)n, many / (double)n, least / (double)n, table, sum);
    close_job(&chain), close_job(&small);
    vv_mechanism_free(m), vv_mechanism_free(spring), vv_mechanism_free(motion);
    return 0;
}
