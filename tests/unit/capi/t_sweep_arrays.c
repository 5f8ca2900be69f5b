/* Sweeps into arrays: ranges, given values, failures. */
#include <math.h>
#include <stdlib.h>
#include <visviva/visviva.h>

#include "tap.h"

static const char SPRING[] = "parameter m = 2, k = 8\ncoordinate x\nkinetic energy m*x'^2/2\n"
                             "potential k*x^2/2\nstart x = 1\nrun 2\n";

static vv_mechanism *load(const char *text) {
    vv_mechanism *m = NULL;
    vv_mechanism_load(text, strlen(text), NULL, &m);
    return m;
}

static int column(const vv_sweep *w, const char *name) {
    for (int i = 0; i < vv_sweep_width(w); i++)
        if (!strcmp(vv_sweep_column(w, i, NULL), name)) return i;
    return -1;
}

/* Every range gives the rows of the whole; rows are those of the closed form. */
static void ranges(void) {
    enum { N = 23 };
    static const char *const VARY[] = {"k = uniform(1, 9)"};
    vv_mechanism *m = load(SPRING);
    vv_options *o = vv_options_new();
    vv_sweep *w = NULL;
    vv_options_texts(o, "vary", 1, VARY);
    vv_options_int(o, "members", N), vv_options_int(o, "seed", 7), vv_options_int(o, "threads", 2);
    ok(vv_sweep_new(m, o, &w) == VV_OK && vv_sweep_members(w) == N, "a sweep");
    vv_mechanism_free(m), vv_options_free(o);
    int width = vv_sweep_width(w), k = column(w, "k"), x = column(w, "x"),
        audit = column(w, "audit");
    double *all = calloc((size_t)(N * width), sizeof *all),
           *part = calloc((size_t)(N * width), sizeof *part);
    uint8_t status[N], own[N];
    ok(vv_sweep_run(w, 0, N, all, status) == VV_OK && k == 0 && x > 0, "runs");
    bool right = true;
    for (int i = 0; i < N; i++) {
        const double *row = all + i * width;
        right &= status[i] == VV_OK && fabs(row[x] - cos(2 * sqrt(row[k] / 2))) < 1e-13 &&
                 row[audit] < 1e-12;
    }
    ok(right, "closed form");
    ok(vv_sweep_run(w, 16, 7, part + 16 * width, own + 16) == VV_OK &&
           vv_sweep_run(w, 0, 16, part, own) == VV_OK,
       "in two ranges");
    ok(!memcmp(all, part, (size_t)(N * width) * sizeof *all) && !memcmp(status, own, N),
       "same bits");
    ok(vv_sweep_run(w, 0, 0, part, own) == VV_OK, "an empty range");
    ok(vv_sweep_run(w, 20, 4, part, own) == VV_E_USAGE, "beyond the last member");
    ok(vv_sweep_run(w, -1, 4, part, own) == VV_E_USAGE, "before the first");
    ok(vv_sweep_run(w, 0, 2, NULL, own) == VV_E_USAGE, "nowhere to put it");
    free(all), free(part), vv_sweep_free(w);
}

static void given(void) {
    enum { N = 5 };
    const double k[N] = {1, 2, 3, 4, 5}, x0[N] = {0.5, 1, 1.5, 2, 2.5}, bad[N] = {1, (double)NAN};
    vv_mechanism *m = load(SPRING);
    vv_sweep *w = NULL;
    ok(vv_sweep_new(m, NULL, &w) == VV_OK && vv_sweep_members(w) == 0, "nothing is varied yet");
    vv_mechanism_free(m);
    ok(vv_sweep_values(w, "k", N, k) == VV_OK && vv_sweep_members(w) == N, "values of a parameter");
    ok(vv_sweep_values(w, "x", N, x0) == VV_OK, "and of a start");
    ok(vv_sweep_values(w, "x'", N - 1, x0) == VV_E_USAGE && vv_sweep_members(w) == N, "too few");
    ok(vv_sweep_values(w, "y", N, x0) == VV_E_USAGE, "an unknown name");
    ok(vv_sweep_values(w, "x", N, x0) == VV_E_USAGE, "twice");
    ok(vv_sweep_values(w, "m", N, bad) == VV_E_USAGE, "not finite");
    int width = vv_sweep_width(w), x = width - 1;
    double row[N * 16];
    uint8_t status[N];
    while (x > 1 && strcmp(vv_sweep_column(w, x, NULL), "x") != 0) x--;
    ok(width <= 16 && vv_sweep_run(w, 0, N, row, status) == VV_OK, "runs after refusals");
    for (int i = 0; i < N; i++)
        ok(fabs(row[i * width + x] - x0[i] * cos(2 * sqrt(k[i] / 2))) < 1e-13, "member %d", i);
    vv_sweep_free(w);
}

/* Draws beside given values: as many, whether their number is stated before or not. */
static void random_beside_given(bool stated) {
    enum { N = 400 };
    static const char *const VARY[] = {"x = normal(2, 0.5)"};
    double k[N], row[N * 16], mean = 0, square = 0;
    uint8_t status[N];
    vv_mechanism *m = load(SPRING);
    vv_options *o = vv_options_new();
    vv_sweep *w = NULL;
    for (int i = 0; i < N; i++) k[i] = 1 + i % 7;
    vv_options_texts(o, "vary", 1, VARY), vv_options_int(o, "seed", 11);
    if (stated) vv_options_int(o, "members", N);
    ok(vv_sweep_new(m, o, &w) == VV_OK && vv_sweep_members(w) == (stated ? N : 0), "draws");
    if (!stated)
        ok(vv_sweep_run(w, 0, 1, row, status) == VV_E_USAGE &&
               strstr(vv_diags_at(vv_error(), 0)->message, "members"),
           "of an unknown number");
    ok(vv_sweep_values(w, "k", N, k) == VV_OK && vv_sweep_members(w) == N, "as many as values");
    int x0 = column(w, "start x"), width = vv_sweep_width(w), x = column(w, "x");
    ok(x0 == 0 && x > x0 && width <= 16 && vv_sweep_run(w, 0, N, row, status) == VV_OK, "run");
    bool right = true;
    for (int i = 0; i < N; i++) {
        const double *r = row + i * width;
        mean += r[x0] / N, square += r[x0] * r[x0] / N;
        right &= r[column(w, "k")] == k[i] && fabs(r[x] - r[x0] * cos(2 * sqrt(k[i] / 2))) < 1e-12;
    }
    ok(right, "closed form");
    ok(fabs(mean - 2) < 0.1 && fabs(sqrt(square - mean * mean) - 0.5) < 0.07,
       "the law: mean %.3f, deviation %.3f", mean, sqrt(square - mean * mean));
    vv_sweep_free(w), vv_options_free(o), vv_mechanism_free(m);
}

/* Beside a grid, draws need a number. */
static void random_beside_grid(void) {
    static const char *const VARY[] = {"k = 1:9:3", "x = normal(2, 0.5)"};
    const double m_of[6] = {1, 2, 3, 4, 5, 6};
    vv_mechanism *m = load(SPRING);
    vv_options *o = vv_options_new();
    vv_sweep *w = NULL;
    vv_options_texts(o, "vary", 2, VARY);
    ok(vv_sweep_new(m, o, &w) == VV_OK && vv_sweep_members(w) == 0, "a grid and draws");
    ok(vv_sweep_values(w, "m", 6, m_of) == VV_E_USAGE && vv_sweep_members(w) == 0,
       "no values beside a grid");
    vv_sweep_free(w);
    vv_options_int(o, "members", 2);
    ok(vv_sweep_new(m, o, &w) == VV_OK && vv_sweep_members(w) == 6, "two at each point");
    vv_sweep_free(w), vv_options_free(o), vv_mechanism_free(m);
}

/* One member of three is refused by the model: NaN and its status. */
static void failures(void) {
    static const char TEXT[] =
        "parameter m = 2\nassume m > 0\ncoordinate x\nkinetic energy m*x'^2/2\n"
        "start x' = 1\nrun 2\n";
    const double mass[3] = {1, -1, 2};
    vv_mechanism *m = load(TEXT);
    vv_sweep *w = NULL;
    vv_sweep_new(m, NULL, &w);
    ok(vv_sweep_values(w, "m", 3, mass) == VV_OK, "masses");
    double row[3 * 16];
    uint8_t status[3];
    int width = vv_sweep_width(w);
    ok(vv_sweep_run(w, 0, 3, row, status) == VV_OK, "runs");
    ok(status[0] == VV_OK && status[2] == VV_OK && status[1] == VV_E_MODEL, "one is refused");
    ok(row[width] == -1 && isnan(row[width + 2]), "it keeps its value, and has no row");
    vv_sweep_free(w), vv_mechanism_free(m);
}

static int stop(void *data, const char *what, double part) {
    (void)what, (void)part;
    return *(int *)data;
}

static void cancelled(void) {
    static const char *const VARY[] = {"k = uniform(1, 9)"};
    enum { N = 200000 };
    int stopped = 0;
    vv_mechanism *m = load(SPRING);
    vv_options *o = vv_options_new();
    vv_sweep *w = NULL;
    vv_options_texts(o, "vary", 1, VARY), vv_options_int(o, "members", N);
    vv_options_real(o, "until", 200);
    vv_options_watch(o, stop, &stopped);
    ok(vv_sweep_new(m, o, &w) == VV_OK, "a long sweep");
    double *row = calloc((size_t)(N * vv_sweep_width(w)), sizeof *row);
    uint8_t *status = calloc(N, 1);
    stopped = 1;
    ok(vv_sweep_run(w, 0, N, row, status) == VV_E_INTERRUPTED, "stops");
    ok(status[N - 1] == VV_SWEEP_NOT_RUN, "members that were not reached");
    stopped = 0;
    ok(vv_sweep_run(w, 0, 10, row, status) == VV_OK && status[9] == VV_OK, "and runs again");
    free(row), free(status), vv_sweep_free(w), vv_options_free(o), vv_mechanism_free(m);
}

static void documents(void) {
    static const char CART[] =
        "parameter M = 1, m = 0.2, l = 0.5, g = 9.81\ncoordinate x, θ\ninput F\n"
        "point C = x*world.x, P = C + l*(sin(θ)*world.x - cos(θ)*world.z)\n"
        "mass M at C\nmass m at P\ngravity -g*world.z\nforce F*world.x at C\nstart θ = 1\nrun 2\n";
    static const char *const KIND[] = {"check",  "derive", "prove", "study",  "report",   "plot",
                                       "sketch", "scene",  "table", "export", "animation"};
    vv_mechanism *m = load(CART);
    vv_options *o = vv_options_new();
    char *bytes;
    size_t n;
    for (int i = 0; i < 11; i++) {
        vv_status s = vv_mechanism_write(m, KIND[i], NULL, &bytes, &n);
        ok((s == VV_OK || s == VV_E_BEYOND) && bytes && n > 20, "%s: %zu bytes", KIND[i], n);
        vv_release(bytes);
    }
    ok(vv_mechanism_write(m, "layout", NULL, &bytes, &n) == VV_OK &&
           strstr(bytes, "point C = x*world.x, P = C + l*(sin(θ)*world.x - cos(θ)*world.z)\n") &&
           !strstr(bytes, "  "),
       "the layout: the text as it was given");
    vv_release(bytes);
    vv_options_text(o, "format", "png");
    ok(vv_mechanism_write(m, "plot", o, &bytes, &n) == VV_OK && !memcmp(bytes, "\x89PNG", 4),
       "png");
    vv_release(bytes);
    ok(vv_mechanism_write(m, "derive", o, &bytes, &n) == VV_E_USAGE && !bytes,
       "no equations as png");
    ok(vv_mechanism_write(m, "plots", NULL, &bytes, &n) == VV_E_USAGE &&
           strstr(vv_diags_at(vv_error(), 0)->hint, "plot"),
       "the nearest document is named");
    vv_options_free(o), vv_mechanism_free(m);
}

static bool plot_has(const vv_mechanism *m, const vv_options *o, const char *text) {
    char *bytes;
    size_t n;
    bool has = vv_mechanism_write(m, "plot", o, &bytes, &n) == VV_OK && strstr(bytes, text);
    vv_release(bytes);
    return has;
}

/* How plots look: what is wrong is refused by its key, and the plot changes. */
static void looks(void) {
    vv_mechanism *m =
        load("coordinate x\nkinetic energy x'^2/2\npotential x^2/2\nstart x = 1\nrun 1\n");
    vv_options *o = vv_options_new();
    char *bytes;
    size_t n;
    vv_options_text(o, "format", "svg");
    ok(!plot_has(m, o, "viewBox=\"0 0 378 "), "a plot as usual");
    vv_options_reals(o, "size", 2, (double[]){100, 50});
    ok(plot_has(m, o, "viewBox=\"0 0 378 "), "a size in millimetres");
    vv_options_reals(o, "size", 2, (double[]){1, 50});
    ok(vv_mechanism_write(m, "plot", o, &bytes, &n) == VV_E_USAGE &&
           strstr(vv_diags_at(vv_error(), 0)->message, "size"),
       "too small a size is refused");
    vv_options_reals(o, "size", 0, NULL);
    vv_options_reals(o, "xlim", 2, (double[]){1, 0});
    ok(vv_mechanism_write(m, "plot", o, &bytes, &n) == VV_E_USAGE, "limits the wrong way round");
    vv_options_reals(o, "xlim", 0, NULL);
    vv_options_text(o, "log", "z");
    ok(vv_mechanism_write(m, "plot", o, &bytes, &n) == VV_E_USAGE, "no such axis");
    vv_options_text(o, "log", "x");
    ok(plot_has(m, o, "10"), "a logarithmic axis");
    vv_options_text(o, "format", "gif9");
    ok(vv_mechanism_write(m, "animation", o, &bytes, &n) == VV_E_USAGE && !bytes,
       "no such animation");
    vv_options_free(o), vv_mechanism_free(m);
}

int main(void) {
    ranges();
    given();
    random_beside_given(true), random_beside_given(false);
    random_beside_grid();
    failures();
    cancelled();
    documents();
    looks();
    return done_testing();
}
