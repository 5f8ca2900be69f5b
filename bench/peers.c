/* One motion by Taylor series and by peers, all on the same equations in JIT-compiled code, as a
 * line of JSON: called by bench/peers.
 *
 *     peers MODEL FORM UNTIL [PEER:ERROR]...
 *
 * FORM: minimal or multipliers. PEER: rk8, adams, ida, gsl. Errors are measured against the end
 * of the motion by Taylor series at full accuracy. Every method's tolerance is lowered until its
 * error is below the target, 1e-11 (`at`) for Taylor series; then its best time is taken,
 * without building tapes and code. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/mechanism.h"
#include "base/buffer.h"
#include "simulate/formulation/formulation.h"
#include "simulate/integrate/sundials.h"
#include "simulate/initial/initial.h"
#include "simulate/integrate/taylor.h"

#ifdef BENCH_GSL
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#endif

typedef struct motion {
    vv_ctx *c;
    vv_command_mechanism *m;
    vv_dynamics flow;
    double until;
    int n;
    double *start, *end, *found;
    vv_stepper stepper[8]; /* of each method, built on first use */
} motion;

static _Noreturn void stop(motion *m, const char *why) {
    fprintf(stderr, "peers: %s\n%s", why, vv_diag_text(m->c, false));
    exit(1);
}

/* CPU time of this process: others may be running. */
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static char *read_file(const char *path, size_t *length) {
    enum { MOST = 1 << 20 };
    FILE *f = fopen(path, "rb");
    char *text = malloc(MOST);
    *length = f && text ? fread(text, 1, MOST, f) : 0;
    if (f) fclose(f);
    return text;
}

/* tolerance: of the Taylor series; 0: the default. */
static motion load(const char *path, const char *form, double until, double tolerance) {
    size_t length;
    char *text = read_file(path, &length);
    motion m = {.c = vv_ctx_new(NULL), .until = until};
    const char *why = NULL;
    vv_equations *eq = VV_NEW(m.c, vv_equations);
    vv_buffer account = VV_BUFFER(m.c);
    if (vv_command_load(m.c, path, text, length, 0, NULL, &m.m) != VV_OK) stop(&m, path);
    const vv_system *s = vv_formulation_with_redundant_rows(m.c, &m.m->system);
    vv_status status = !strcmp(form, "minimal") ? vv_formulation_minimal(m.c, s, eq, &why)
                                                : vv_formulation_constrained(m.c, s, eq, &why);
    if (status != VV_OK) stop(&m, why ? why : form);
    const vv_integrator *series = vv_integrator_find("taylor");
    if (tolerance == 0) tolerance = eq->nmultipliers ? series->constrained : series->tolerance;
    int order = vv_taylor_order(tolerance, eq->nmultipliers > 0, true);
    if (vv_dynamics_build(m.c, s, eq, order, &m.flow) != VV_OK) stop(&m, "flow");
    m.n = m.flow.nq + m.flow.n;
    m.start = VV_ARRAY(m.c, double, m.n + 1);
    m.end = VV_ARRAY(m.c, double, m.n + 1);
    m.found = VV_ARRAY(m.c, double, m.n + 1);
    if (!m.found || vv_initial_state_find(&m.flow, 0, m.start, NULL, &account) != VV_OK)
        stop(&m, "start");
    return m;
}

/* ---- the methods ----------------------------------------------------------------------------- */

static vv_stepper *stepper_of(motion *m, const vv_integrator *by) {
    vv_stepper *s = m->stepper;
    while (s->integrator && s->integrator != by) s++;
    if (!s->integrator && !vv_stepper_new(&m->flow, by, 1, s)) stop(m, by->name);
    memcpy(s->x, m->start, (size_t)m->n * sizeof *s->x);
    memset(s->x_low, 0, (size_t)m->n * sizeof *s->x);
    memset(s->error_scale, 0, (size_t)m->n * sizeof *s->x);
    s->plain = by == vv_integrator_find("cvode");
    s->t = s->t_low = s->h = s->stats.last = 0; /* as if there had been none before */
    s->stats.steps = 0;
    return s;
}

/* One of our integrators, from start to end. false: it did not reach the end. */
static bool by_stepper(motion *m, const vv_integrator *by, double tolerance, long *steps) {
    vv_stepper *s = stepper_of(m, by);
    vv_step_fault fault = VV_STEP_OK;
    s->tolerance = tolerance;
    if (by->leap)
        fault = by->leap(s, m->until);
    else
        while (fault == VV_STEP_OK) {
            double left = (m->until - s->t) - s->t_low;
            if (!(left > 1e-14 * m->until)) break; /* rounding of the low part of time */
            fault = vv_step_expand(s, left);
            if (fault == VV_STEP_OK) vv_step_advance(s, fmin(s->h, left));
        }
    memcpy(m->found, s->x, (size_t)m->n * sizeof *s->x);
    *steps = s->stats.steps;
    return fault == VV_STEP_OK;
}

#ifdef BENCH_GSL
static int rates(double t, const double y[], double out[], void *data) {
    vv_rhs *r = data;
    double all[512];
    if (!vv_rhs_evaluate(r, t, y, all)) return GSL_EBADFUNC;
    memcpy(out, all, (size_t)(r->nq + r->n) * sizeof *out);
    return GSL_SUCCESS;
}

/* Initial state: no step taken, the next one FIRST. Each tolerance has its own driver. */
static gsl_odeiv2_driver *driver_of(motion *m, double tolerance) {
    const double FIRST = 1e-3;
    static vv_rhs r; /* built once: one process, one motion */
    static gsl_odeiv2_system system;
    static gsl_odeiv2_driver *d;
    static double of;
    if (!r.f && !vv_rhs_new(&m->flow, false, &r)) stop(m, "gsl");
    if (d && of == tolerance) return gsl_odeiv2_driver_reset_hstart(d, FIRST), d;
    if (d) gsl_odeiv2_driver_free(d);
    system = (gsl_odeiv2_system){rates, NULL, (size_t)m->n, &r};
    d = gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, FIRST, tolerance, tolerance);
    if (!d) stop(m, "gsl");
    return of = tolerance, d;
}

static bool by_gsl(motion *m, double tolerance, long *steps) {
    gsl_odeiv2_driver *d = driver_of(m, tolerance);
    double t = 0;
    memcpy(m->found, m->start, (size_t)m->n * sizeof *m->found);
    int code = gsl_odeiv2_driver_apply(d, &t, m->until, m->found);
    *steps = (long)d->e->count;
    return code == GSL_SUCCESS;
}
#endif

static bool is_there(const char *peer) {
#ifndef BENCH_GSL
    if (!strcmp(peer, "gsl")) return false;
#endif
    return !strcmp(peer, "rk8") || !strcmp(peer, "gsl") || !vv_sundials_missing();
}

static bool by(motion *m, const char *peer, double tolerance, long *steps) {
    if (!strcmp(peer, "series"))
        return by_stepper(m, vv_integrator_find("taylor"), tolerance, steps);
    if (!strcmp(peer, "rk8")) return by_stepper(m, vv_integrator_find("rk8"), tolerance, steps);
    if (!strcmp(peer, "adams")) return by_stepper(m, vv_integrator_find("cvode"), tolerance, steps);
    if (!strcmp(peer, "ida")) return by_stepper(m, vv_integrator_find("ida"), tolerance, steps);
#ifdef BENCH_GSL
    if (!strcmp(peer, "gsl")) return by_gsl(m, tolerance, steps);
#endif
    stop(m, "unknown peer");
}

/* ---- comparison ------------------------------------------------------------------------------ */

static double error_now(const motion *m) {
    double worst = 0;
    for (int i = 0; i < m->n; i++) {
        double off = fabs(m->found[i] - m->end[i]) / fmax(1, fabs(m->end[i]));
        if (!(off <= worst)) worst = off;
    }
    return worst;
}

/* The best time of a motion, in seconds; negative: it did not reach its end. Repeated until code
 * generated after some steps is in use, and often enough between two clock readings, half a
 * microsecond each, that these do not count. */
static double time_of(motion *m, const char *peer, double tolerance, long *steps) {
    const double LONG_ENOUGH = 0.02, BETWEEN = 1e-4;
    double best = (double)INFINITY, spent = 0;
    for (int times = 1; spent < LONG_ENOUGH;) {
        double begin = now();
        for (int i = 0; i < times; i++)
            if (!by(m, peer, tolerance, steps)) return -1;
        double seconds = now() - begin;
        spent += seconds;
        best = fmin(best, seconds / times);
        if (seconds < BETWEEN) times *= 2;
    }
    return best;
}

/* The loosest tolerance, three per decade, at which the error is small enough. */
static void compete(motion *m, const char *peer, double target) {
    enum { TRIES = 33 };
    double tolerance = 1e4 * target, best = -1, error = NAN, least = INFINITY;
    long steps = 0;
    for (int i = 0; i < TRIES && tolerance > 1e-16; i++, tolerance /= pow(10, 1.0 / 3)) {
        error = by(m, peer, tolerance, &steps) ? error_now(m) : (double)INFINITY;
        least = fmin(least, error);
        if (!(error <= target)) continue;
        best = time_of(m, peer, tolerance, &steps);
        break;
    }
    printf(", \"%s\": {\"target\": %.3g, \"tolerance\": %.3g, \"seconds\": %.9g, \"steps\": %ld, "
           "\"error\": %.3g}",
           peer, target, tolerance, best, steps, best >= 0 ? error : least);
}

/* The loosest tolerance, three per decade, at which Taylor series come this close to the end;
 * each has its own order. */
static void relax(const motion *reference, char **argv, double target) {
    for (double tolerance = 1e4 * target; tolerance > 1e-18; tolerance /= cbrt(10)) {
        motion m = load(argv[1], argv[2], reference->until, tolerance);
        long steps = 0;
        double seconds = time_of(&m, "series", tolerance, &steps), error;
        memcpy(m.end, reference->end, (size_t)m.n * sizeof *m.end);
        error = error_now(&m);
        bool near = seconds >= 0 && error <= target;
        if (near)
            printf(", \"at\": {\"target\": %.3g, \"tolerance\": %.3g, \"order\": %d, "
                   "\"seconds\": %.9g, \"steps\": %ld, \"error\": %.3g}",
                   target, tolerance, m.flow.order, seconds, steps, error);
        vv_ctx_free(m.c);
        if (near) return;
    }
}

int main(int argc, char **argv) {
    if (argc < 4) return fputs("usage: peers MODEL FORM UNTIL [PEER:ERROR]...\n", stderr), 2;
    motion m = load(argv[1], argv[2], atof(argv[3]), 0);
    const vv_integrator *t = vv_integrator_find("taylor");
    long steps = 0;
#ifdef BENCH_GSL
    gsl_set_error_handler_off();
#endif
    double best = time_of(&m, "series", m.flow.m ? t->constrained : t->tolerance, &steps);
    if (best < 0) stop(&m, "the series did not get to the end");
    memcpy(m.end, m.found, (size_t)m.n * sizeof *m.end);
    printf("{\"seconds\": %.9g, \"steps\": %ld, \"order\": %d", best, steps, m.flow.order);
    relax(&m, argv, 1e-11);
    for (int i = 4; i < argc; i++) {
        char *colon = strchr(argv[i], ':');
        if (!colon) stop(&m, argv[i]);
        *colon = '\0';
        if (is_there(argv[i])) compete(&m, argv[i], atof(colon + 1));
    }
    puts("}");
    vv_ctx_free(m.c);
    return 0;
}
