/* Numeric functions of every model (include/visviva/function.h), against what they should satisfy
 * at the start of its motion: the constraints, Newton's equations with the reactions, another
 * method, the exported program, difference quotients; in lanes, threads and interpreted, to the
 * bit. */
#include <math.h>

#include <visviva/visviva.h>

#include "api/mechanism.h"
#include "evaluate/tape/interpret.h"
#include "export/export.h"
#include "model_file.h"
#include "simulate/initial/initial.h"
#include "tap.h"

enum { MOST = 400, STATES = 600 };
/* Two methods solve systems of other shapes: rounding times their condition. */
static const double AGREE = 1e-8, QUOTIENT = 2e-5;

enum { ACC, MASS, FORCE, REACT, VEL, CON2, T, P, DX, NOUTPUTS };
static const char *const OUTPUT[NOUTPUTS] = {"accelerations",
                                             "mass_matrix",
                                             "forcing",
                                             "reactions",
                                             "velocity_constraints",
                                             "acceleration_constraints",
                                             "kinetic_energy",
                                             "momenta",
                                             "d(accelerations, x)"};

typedef struct subject_of_functions {
    const char *path;
    char *text;
    vv_mechanism *m;
    vv_cfunc *f;
    vv_scratch *s;
    int nq, np;
    double x[MOST], p[MOST], *out;
} place;

static double uniform(double low, double high) {
    return low + (high - low) * (double)(random_bits() >> 11) * 0x1p-53;
}

/* Compiles outputs; options state, by, and whether to interpret. NULL: refused with a reason. */
static vv_cfunc *function(const place *k, int n, const char *const *output, const char *state,
                          const char *by, int jit) {
    vv_cfunc *f = NULL;
    vv_options *o = vv_options_new();
    vv_options_text(o, "state", state);
    if (by) vv_options_text(o, "by", by);
    vv_options_int(o, "jit", jit);
    vv_status s = vv_cfunc_new(k->m, n, output, o, &f);
    vv_options_free(o);
    if (s != VV_OK && (s != VV_E_BEYOND || !vv_diags_at(vv_error(), 0)))
        fail("%s: refused with status %d: %s", k->path, (int)s,
             vv_diags_count(vv_error()) ? vv_diags_at(vv_error(), 0)->message : "no reason");
    return f;
}

/* One evaluation, in an array that the caller frees. */
static double *values(const vv_cfunc *f, const double *x, const double *p) {
    vv_scratch *s = vv_scratch_new(f, 1);
    double *out = calloc((size_t)vv_cfunc_size(f, 'o') + 1, sizeof *out);
    vv_cfunc_eval(f, s, 0, x, p, NULL, out);
    vv_scratch_free(s);
    return out;
}

/* The values of the model, others at random. */
static void set_parameters(place *k, vv_ctx *c, const vv_model *m) {
    vv_parameter_values known;
    vv_parameter_values_from_model(c, m, &known);
    for (int i = 0; i < m->nparameters && i < MOST; i++) {
        k->p[i] = uniform(0.4, 1.2);
        for (int j = 0; j < known.n; j++)
            if (vv_same(known.symbol[j], m->parameter[i].symbol)) k->p[i] = known.value[j];
    }
}

/* Coordinates and rates at which the motion begins. */
static bool start(place *k) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_command_mechanism *m;
    bool good = vv_command_load(c, k->path, k->text, strlen(k->text), 0, NULL, &m) == VV_OK;
    const vv_system *s = good ? vv_command_in_motion(m) : NULL;
    if (good && s->nq * 2 > MOST) good = false;
    if (good) k->nq = s->nq, set_parameters(k, c, s->m);
    if (good && s->nrows + s->servo.r == 0)
        for (int i = 0; i < 2 * s->nq; i++) k->x[i] = uniform(0.1, 0.9);
    else
        good = good && vv_initial_state_of_model(c, s, k->x) == VV_OK;
    vv_ctx_free(c);
    return good;
}

static const double *part(const place *k, int output, int *n) {
    int rows, columns, begin = vv_cfunc_output(k->f, output, &rows, &columns);
    *n = rows * columns;
    return k->out + begin;
}

static double largest(const double *x, int n) {
    double most = 1;
    for (int i = 0; i < n; i++)
        if (!(fabs(x[i]) <= most)) most = fabs(x[i]);
    return most;
}

/* ---- laws ----------------------------------------------------------------------------------- */

/* M q'' = f + reactions, T = 1/2 q' dT/dq' for mechanisms that time does not drive, and the
 * constraints on accelerations. */
static void mechanics(const place *k) {
    int n, nc;
    const double *a = part(k, ACC, &n), *M = part(k, MASS, &nc), *f = part(k, FORCE, &nc),
                 *r = part(k, REACT, &nc);
    double worst = 0, size = largest(f, n);
    for (int i = 0; i < n; i++) {
        double sum = -f[i] - r[i];
        for (int j = 0; j < n; j++)
            sum += M[i * n + j] * a[j], size = fmax(size, fabs(M[i * n + j] * a[j]));
        if (!(fabs(sum) <= worst)) worst = fabs(sum);
    }
    ok(worst <= AGREE * size, "%s: M q'' = f and the reactions, %.2g of %.2g", k->path, worst,
       size);
    const double *g = part(k, VEL, &nc);
    double off = 0;
    for (int i = 0; i < nc; i++)
        if (!(fabs(g[i]) <= off)) off = fabs(g[i]);
    g = part(k, CON2, &nc), worst = 0;
    for (int i = 0; i < nc; i++)
        if (!(fabs(g[i]) <= worst)) worst = fabs(g[i]);
    ok(off <= AGREE && worst <= AGREE * largest(a, n),
       "%s: velocities satisfy %d constraints by %.2g, accelerations by %.2g", k->path, nc, off,
       worst);
}

/* By difference quotients of the function itself: a state off the constraints is a state too. */
static void derivatives(const place *k) {
    int n, nd, nx = vv_cfunc_size(k->f, 'x');
    static const char *const one[] = {"accelerations"};
    vv_cfunc *f = function(k, 1, one, "rates", NULL, 1);
    const double *a = part(k, ACC, &n), *d = part(k, DX, &nd);
    double worst = 0, x[MOST];
    memcpy(x, k->x, sizeof x);
    for (int j = 0; j < nx; j++) {
        const double h = 1e-5;
        x[j] = k->x[j] + h;
        double *above = values(f, x, k->p), size = largest(a, n);
        x[j] = k->x[j] - h;
        double *below = values(f, x, k->p);
        x[j] = k->x[j];
        for (int i = 0; i < n; i++) size = fmax(size, fabs(d[i * nx + j]));
        for (int i = 0; i < n; i++) {
            double error = fabs(d[i * nx + j] - (above[i] - below[i]) / (2 * h)) / size;
            if (!(error <= worst)) worst = error;
        }
        free(above), free(below);
    }
    ok(worst < QUOTIENT, "%s: d(accelerations, x) by difference quotients, %.2g", k->path, worst);
    vv_cfunc_free(f);
}

/* The minimal equations in other speeds, which a state on the constraints determines. */
static bool minimal(const place *k) {
    static const char *const both[] = {"accelerations", "velocities"}, *const w[] = {"speeds"};
    const char *by = vv_formalism_for(VV_FORMALISM_BODIES)->name;
    double x[MOST], worst = 0, apart = 0;
    int n;
    vv_cfunc *to = function(k, 1, w, "rates", by, 1), *f = function(k, 2, both, "speeds", NULL, 1);
    bool there = to && f;
    if (there) {
        double *speeds = values(to, k->x, k->p);
        memcpy(x, k->x, (size_t)k->nq * sizeof *x);
        memcpy(x + k->nq, speeds, (size_t)vv_cfunc_size(to, 'o') * sizeof *x);
        double *got = values(f, x, k->p);
        const double *a = part(k, ACC, &n);
        bool singular = false; /* these speeds do not determine the motion here */
        for (int i = 0; i < n; i++) {
            singular |= isnan(got[i]);
            worst = fmax(worst, fabs(got[i] - a[i]));
            apart = fmax(apart, fabs(got[n + i] - k->x[n + i]));
        }
        ok(singular || (worst <= AGREE * largest(a, n) && apart <= AGREE * largest(k->x, 2 * n)),
           "%s: minimal speeds give%s the same motion, %.2g, %.2g", k->path,
           singular ? " NaN, or" : "", worst, apart);
        free(speeds), free(got);
    }
    vv_cfunc_free(to), vv_cfunc_free(f);
    return there;
}

/* The tapes of `visviva export`. */
static bool exported(const place *k) {
    static const char *const one[] = {"rates", "inertia"}, *const w[] = {"speeds"};
    vv_ctx *c = vv_ctx_new(NULL);
    vv_command_mechanism *m;
    vv_equations eq;
    vv_export e;
    const char *why;
    bool good =
        vv_command_load(c, k->path, k->text, strlen(k->text), 0, NULL, &m) == VV_OK &&
        vv_formalism_run(c, vv_formalism_default(&m->system), &m->system, &eq, &why) == VV_OK &&
        vv_export_build(c, &m->system, &eq, NULL, "it", &e) == VV_OK;
    vv_cfunc *f = good ? function(k, 2, one, "speeds", eq.method, 1) : NULL,
             *to = f ? function(k, 1, w, "rates", eq.method, 1) : NULL;
    if (to) {
        double *speeds = values(to, k->x, k->p),
               *in = calloc((size_t)e.nx + 1 + (size_t)e.np, sizeof *in);
        memcpy(in, k->x, (size_t)k->nq * sizeof *in);
        memcpy(in + k->nq, speeds, (size_t)eq.n * sizeof *in);
        memcpy(in + e.nx + 1, k->p, (size_t)k->np * sizeof *in);
        double *got = values(f, in, k->p), worst = 0;
        int at = 0, bad = 0;
        for (int i = 0; i < e.nfunctions; i++) {
            const vv_tape *t = e.function[i].tape;
            bool mass = !strcmp(e.function[i].name, "mass_matrix");
            if (!mass && strcmp(e.function[i].name, "rates") != 0) continue;
            double *scratch = calloc((size_t)t->nslots + 1, sizeof *scratch),
                   *want = calloc((size_t)t->nout + 1, sizeof *want);
            vv_tape_prepare(t, scratch), vv_tape_run(t, in, want, scratch);
            at = mass ? e.nx : 0;
            for (int r = 0; r < t->nout; r++) {
                double error = fabs(got[at + r] - want[r]) / largest(want, t->nout);
                bad += isnan(got[at + r]) != isnan(want[r]);
                if (error > worst) worst = error;
            }
            free(scratch), free(want);
        }
        ok(!bad && worst < AGREE, "%s: the exported program says the same, %.2g", k->path, worst);
        free(speeds), free(in), free(got);
    }
    good = to != NULL;
    vv_cfunc_free(f), vv_cfunc_free(to);
    vv_ctx_free(c);
    return good;
}

/* ---- bits ----------------------------------------------------------------------------------- */

static void bits(const place *k) {
    vv_cfunc *slow = function(k, NOUTPUTS, OUTPUT, "rates", NULL, 0);
    int nx = vv_cfunc_size(k->f, 'x'), no = vv_cfunc_size(k->f, 'o'), n = STATES - 1;
    double *x = malloc(sizeof *x * (size_t)(n * nx + 1)),
           *many = malloc(sizeof *x * (size_t)(n * no + 1)),
           *one = malloc(sizeof *x * (size_t)(no + 1));
    vv_scratch *two = vv_scratch_new(k->f, 2), *s = slow ? vv_scratch_new(slow, 1) : NULL;
    for (int i = 0; i < n * nx; i++) x[i] = k->x[i % nx] * (1 + 1e-3 * uniform(-1, 1));
    vv_cfunc_many(k->f, two, (size_t)n, (vv_strided){NULL, 0}, (vv_strided){x, (size_t)nx},
                  (vv_strided){k->p, 0}, (vv_strided){NULL, 0}, many);
    int apart = 0, interpreted = 0;
    for (int i = 0; i < n; i += 7) {
        vv_cfunc_eval(k->f, k->s, 0, x + i * nx, k->p, NULL, one);
        apart += memcmp(one, many + i * no, sizeof *one * (size_t)no) != 0;
        if (s) vv_cfunc_eval(slow, s, 0, x + i * nx, k->p, NULL, one);
        for (int j = 0; s && j < no; j++)
            interpreted += memcmp(&one[j], &many[i * no + j], sizeof *one) != 0 &&
                           !(isnan(one[j]) && isnan(many[i * no + j]));
    }
    ok(!apart, "%s: %d states at once, in two threads, have the bits of single ones", k->path, n);
    ok(s && !interpreted, "%s: and those of the interpreter", k->path);
    vv_scratch_free(two), vv_scratch_free(s), vv_cfunc_free(slow);
    free(x), free(many), free(one);
}

/* ---- all models ----------------------------------------------------------------------------- */

/* 0: no function, 1: one whose start is singular, 2: examined. */
static int examine(place *k, int *nminimal, int *nexported) {
    int n, regular = 1;
    if (vv_mechanism_load(k->text, strlen(k->text), NULL, &k->m) != VV_OK) return 0;
    k->f = function(k, NOUTPUTS, OUTPUT, "rates", NULL, 1);
    if (!k->f || !start(k)) {
        if (!k->f) diag("%s: %s", k->path, vv_diags_at(vv_error(), 0)->message);
        return 0;
    }
    k->np = vv_cfunc_size(k->f, 'p');
    k->s = vv_scratch_new(k->f, 1);
    k->out = calloc((size_t)vv_cfunc_size(k->f, 'o') + 1, sizeof *k->out);
    vv_cfunc_eval(k->f, k->s, 0, k->x, k->p, NULL, k->out);
    const double *a = part(k, ACC, &n);
    for (int i = 0; i < n; i++) regular &= isfinite(a[i]);
    if (!regular) diag("%s: singular at its start", k->path);
    if (regular) {
        mechanics(k);
        derivatives(k);
        *nminimal += minimal(k);
        *nexported += exported(k);
    }
    bits(k);
    return 1 + regular;
}

static void drop(place *k) {
    vv_scratch_free(k->s);
    vv_cfunc_free(k->f);
    vv_mechanism_free(k->m);
    free(k->out);
    free(k->text);
}

int main(int argc, char **argv) {
    char *path[MOST_MODELS];
    int n = model_files(path), seen[3] = {0}, nminimal = 0, nexported = 0;
    for (int i = 0; i < n; i++) {
        place k = {.path = path[i]};
        if (argc > 1 && !strstr(path[i], argv[1])) continue;
        k.text = file_text(path[i]);
        seed_random(0xcf + (uint64_t)i);
        seen[examine(&k, &nminimal, &nexported)]++;
        drop(&k);
        free(path[i]);
    }
    ok(argc > 1 || (seen[2] > n / 2 && 10 * nminimal > 9 * seen[2] && 10 * nexported > 9 * seen[2]),
       "of %d models %d have functions, %d of these are regular at their start; %d minimal, %d "
       "exported",
       n, seen[1] + seen[2], seen[2], nminimal, nexported);
    return done_testing();
}
