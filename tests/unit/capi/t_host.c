/* The host is not ours: its locale, its floating-point modes, its threads and processes; and the
 * library gives back the memory that it takes. */
#include <fenv.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <visviva/visviva.h>

#include "tap.h"

static const char MODEL[] =
    "parameter m = 0.1 [kg], l = 1.25 [m], g = 9.81 [m/s^2]\ncoordinate θ [rad]\n"
    "point P = l*(sin(θ)*world.x - cos(θ)*world.z)\nmass m at P\ngravity -g*world.z\n"
    "start θ = 12.5 [deg]\nwhen θ = 0.125 then record\n";

/* Everything that this model says, in one text; values to the last bit. */
static char *say_everything(void) {
    char *all = NULL, *v = NULL;
    size_t size;
    FILE *out = open_memstream(&all, &size);
    vv_mechanism *m = NULL, *other = NULL;
    static const char *const name[] = {"l"};
    static const double value[] = {0.3};
    if (vv_mechanism_load(MODEL, strlen(MODEL), NULL, &m) != VV_OK ||
        vv_mechanism_with(m, 1, name, value, &other) != VV_OK)
        fputs("refused", out);
    fputs(vv_mechanism_text(m), out);
    fputs(vv_mechanism_text(other), out);
    for (int i = 0; i < vv_mechanism_count(m, VV_KIND_PARAMETER); i++) {
        double x = 0;
        vv_mechanism_value(m, VV_KIND_PARAMETER, i, &x);
        for (size_t k = 0; k < sizeof x; k++) fprintf(out, "%02x", ((unsigned char *)&x)[k]);
    }
    if (vv_mechanism_property(m, VV_KIND_POINT, 0, "velocity", VV_SYNTAX_LATEX, &v) == VV_OK)
        fputs(v, out);
    vv_release(v), vv_mechanism_free(m), vv_mechanism_free(other);
    fclose(out);
    return all;
}

static char *expected;

static void same_as_ever(const char *title) {
    char *now = say_everything();
    ok(!strcmp(now, expected), "%s", title);
    if (strcmp(now, expected) != 0) diag("%s", now);
    free(now);
}

/* ---- locale and modes ---- */

/* Made in a folder of our own where it is not installed, if its source is. */
static const char *german(void) {
    static const char *const name[] = {"de_DE.UTF-8", "de_DE.utf8"};
    char folder[] = "/tmp/visviva-locale-XXXXXX", order[200];
    const char *chosen = NULL;
    for (int i = 0; i < 2 && !chosen; i++) chosen = setlocale(LC_ALL, name[i]);
    if (chosen || !mkdtemp(folder)) return chosen;
    snprintf(order, sizeof order, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 2>/dev/null", folder);
    if (system(order) == 0 && setenv("LOCPATH", folder, 1) == 0)
        chosen = setlocale(LC_ALL, "de_DE.UTF-8");
    snprintf(order, sizeof order, "rm -r %s", folder);
    return system(order) == 0 ? chosen : NULL;
}

static void locales(void) {
    const char *chosen = german();
    if (!chosen || localeconv()->decimal_point[0] != ',') {
        ok(true, "a locale with a decimal comma # SKIP none is installed");
        return;
    }
    same_as_ever("a locale with a decimal comma");
    char text[16];
    snprintf(text, sizeof text, "%.1f", 0.5);
    ok(!strcmp(text, "0,5"), "is still in force for the host");
    setlocale(LC_ALL, "C");
}

static const int MODES[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};

static void rounding(void) {
    for (size_t i = 0; i < sizeof MODES / sizeof *MODES; i++) {
        fesetround(MODES[i]);
        same_as_ever("whatever the rounding mode");
        ok(fegetround() == MODES[i], "which is still in force");
    }
    fesetround(FE_TONEAREST);
}

static void traps(void) {
    feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
    same_as_ever("with traps");
    ok(fegetexcept() == (FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW), "which are still set");
    fedisableexcept(FE_ALL_EXCEPT);
    feclearexcept(FE_ALL_EXCEPT);
    same_as_ever("without");
    ok(!fetestexcept(FE_ALL_EXCEPT), "no flag is raised");
}

static int look(void *data, const char *what, double part) {
    (void)what, (void)part;
    *(int *)data = fegetround();
    return 1;
}

/* A watch runs in the modes of the host. The model is large enough for it to be asked. */
static void callbacks(void) {
    vv_options *o = vv_options_new();
    vv_builder *b = vv_builder_new(NULL);
    vv_mechanism *m = NULL;
    int seen = -1;
    vv_builder_add(b, "parameter l = 1, n = 14\ncoordinate x[1..n], y[1..n]\n", NULL);
    vv_builder_add(b, "kinetic energy sum(x[i]'^2 + y[i]'^2 for i in 1..n)", NULL);
    vv_builder_add(b, "constraint (x[i] - x[i-1])^2 + (y[i] - y[i-1])^2 = l^2 for i in 2..n", NULL);
    vv_options_watch(o, look, &seen);
    fesetround(FE_UPWARD);
    vv_status s = vv_builder_finish(b, o, &m);
    ok(s == VV_E_INTERRUPTED && seen == FE_UPWARD, "a watch stops in the modes of the host: %d, %d",
       (int)s, seen);
    ok(fegetround() == FE_UPWARD, "which are in force afterwards");
    fesetround(FE_TONEAREST);
    vv_mechanism_free(m), vv_builder_free(b), vv_options_free(o);
}

/* ---- threads and processes ---- */

enum { ROUNDS = 20 };

static void *own_handles(void *fine) {
    for (int i = 0; i < ROUNDS; i++) {
        char *now = say_everything();
        vv_mechanism *none;
        *(bool *)fine &= !strcmp(now, expected);
        *(bool *)fine &= vv_mechanism_load("x", 1, NULL, &none) == VV_E_MODEL;
        *(bool *)fine &= vv_diags_status(vv_error()) == VV_E_MODEL;
        free(now);
    }
    return NULL;
}

typedef struct reader {
    const vv_mechanism *m;
    bool fine;
} reader;

static void *shared_handle(void *data) {
    reader *r = data;
    for (int i = 0; i < ROUNDS; i++) {
        char *v = NULL;
        vv_mechanism *other = NULL;
        r->fine &= vv_mechanism_property(r->m, VV_KIND_POINT, 0, "velocity", VV_SYNTAX_TEXT, &v) ==
                       VV_OK &&
                   !strcmp(v, "(l*θ'*cos(θ), 0, l*θ'*sin(θ))");
        r->fine &= vv_mechanism_find(r->m, VV_KIND_COORDINATE, "theta") == 0;
        r->fine &= vv_mechanism_with(r->m, 0, NULL, NULL, &other) == VV_OK;
        vv_release(v), vv_mechanism_free(other);
    }
    return NULL;
}

static void threads(void) {
    pthread_t t[4];
    bool fine[2] = {true, true};
    vv_mechanism *m;
    vv_mechanism_load(MODEL, strlen(MODEL), NULL, &m);
    reader r[2] = {{m, true}, {m, true}};
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, own_handles, &fine[i]);
    for (int i = 0; i < 2; i++) pthread_create(&t[2 + i], NULL, shared_handle, &r[i]);
    for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
    ok(fine[0] && fine[1], "two threads with handles of their own");
    ok(r[0].fine && r[1].fine, "two threads that share a mechanism");
    vv_mechanism_free(m);
}

static void processes(void) {
    vv_mechanism *m;
    int code = -1;
    vv_mechanism_load(MODEL, strlen(MODEL), NULL, &m);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        char *now = say_everything(), *v = NULL;
        bool fine = !strcmp(now, expected) && vv_mechanism_property(m, VV_KIND_POINT, 0, "position",
                                                                    VV_SYNTAX_TEXT, &v) == VV_OK;
        vv_release(v), vv_mechanism_free(m), free(now);
        _exit(fine ? 0 : 1);
    }
    waitpid(child, &code, 0);
    ok(child > 0 && code == 0, "a child process goes on with what it inherits");
    same_as_ever("and so does its parent");
    vv_mechanism_free(m);
}

/* ---- memory ---- */

static size_t in_use(void) {
    struct mallinfo2 i = mallinfo2();
    return i.uordblks + i.hblkhd;
}

static void *short_lived(void *unused) {
    (void)unused;
    vv_mechanism *m;
    vv_mechanism_load("x", 1, NULL, &m);
    return NULL;
}

/* All that is derived from a model; studies and documents of every tenth. */
static bool use(int i) {
    static const char *const output[] = {"accelerations"};
    vv_mechanism *m = NULL;
    vv_eom *e = NULL;
    vv_cfunc *f = NULL;
    vv_sim *s = NULL;
    vv_trajectory *r = NULL;
    vv_answer *a = NULL;
    const uint32_t *entry;
    int rows, columns;
    char *bytes = NULL;
    size_t n;
    double x[2] = {0.1, 0}, out = 0;
    bool fine = !vv_mechanism_load(MODEL, strlen(MODEL), NULL, &m) &&
                !vv_eom_derive(m, NULL, NULL, &e) &&
                !vv_eom_matrix(e, "accelerations", &rows, &columns, &entry) &&
                !vv_cfunc_new(m, 1, output, NULL, &f) && !vv_sim_new(m, NULL, &s) &&
                !vv_sim_record(s, &r) && !vv_sim_advance(s, 0.5, NULL);
    vv_scratch *k = vv_scratch_new(f, 1);
    vv_cfunc_eval(f, k, 0, x, NULL, NULL, &out);
    if (i % 10 == 0)
        fine = fine && !vv_mechanism_study(m, "equilibria", NULL, &a) &&
               !vv_mechanism_write(m, "derive", NULL, &bytes, &n);
    vv_release(bytes), vv_answer_free(a), vv_trajectory_free(r), vv_sim_free(s);
    vv_scratch_free(k), vv_cfunc_free(f), vv_eom_free(e), vv_mechanism_free(m);
    return fine && out < 0;
}

static long resident(void) {
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%*d %ld", &pages) != 1) pages = 0;
    if (f) fclose(f);
    return pages * sysconf(_SC_PAGESIZE);
}

static void derived(void) {
    enum { MANY = 1000, MOST = 1 << 20 };
    bool fine = true;
    for (int i = 0; i < 300; i++) fine &= use(i); /* the allocator finds its size */
    size_t before = in_use();
    long pages = resident();
    for (int i = 0; i < MANY; i++) fine &= use(i);
    long more = (long)in_use() - (long)before, grown = resident() - pages;
    ok(fine && more < MOST, "a thousand models and all that is made of them leave %ld bytes", more);
    if (getenv("VV_SANITIZED"))
        skip("resident memory: a sanitizer keeps what is freed");
    else
        ok(grown < MOST, "the process has grown by %ld bytes", grown);
}

static void memory(void) {
    enum { MANY = 1000, LEAST = 1 << 20 };
    size_t before = in_use();
    for (int i = 0; i < MANY; i++) {
        vv_mechanism *m;
        vv_mechanism_load(MODEL, strlen(MODEL), NULL, &m);
        vv_mechanism_free(m);
    }
    size_t after = in_use();
    ok(after < before + LEAST, "a thousand mechanisms leave %ld bytes", (long)after - (long)before);
    before = in_use();
    for (int i = 0; i < MANY; i++) {
        pthread_t t;
        if (pthread_create(&t, NULL, short_lived, NULL) == 0) pthread_join(t, NULL);
    }
    after = in_use();
    ok(after < before + LEAST, "a thousand threads leave %ld bytes", (long)after - (long)before);
}

static void written_again(void) {
    vv_mechanism *m;
    vv_mechanism_load(MODEL, strlen(MODEL), NULL, &m);
    char *v = NULL;
    vv_mechanism_property(m, VV_KIND_POINT, 0, "velocity", VV_SYNTAX_TEXT, &v);
    vv_release(v);
    size_t before = in_use();
    for (int i = 0; i < 20000; i++) {
        vv_mechanism_property(m, VV_KIND_POINT, 0, "velocity", VV_SYNTAX_TEXT, &v);
        vv_release(v);
    }
    size_t after = in_use();
    ok(after < before + (20 << 20), "formulas written again and again leave %ld bytes",
       (long)after - (long)before);
    vv_mechanism_free(m);
}

int main(void) {
    expected = say_everything();
    ok(strstr(expected, "l = 0.3 [m]") && !strstr(expected, "refused"), "what it says");
    locales();
    rounding();
    traps();
    callbacks();
    threads();
    processes();
    memory();
    derived();
    written_again();
    free(expected);
    return done_testing();
}
