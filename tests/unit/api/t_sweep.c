/* Sweeps: random numbers against published ones, members against individual runs, identical
 * bytes for any number of threads and lanes. */
#include <math.h>
#include <stdlib.h>

#include "api/mechanism.h"
#include "api/sweep_design.h"
#include "simulate/ensemble/ensemble.h"
#include "tap.h"
#include "platform/cpu.h"

typedef struct text {
    char *bytes;
    size_t n;
} text;

static bool take(void *data, const char *bytes, size_t n) {
    text *t = data;
    char *grown = realloc(t->bytes, t->n + n + 1);
    if (!grown) return false;
    t->bytes = grown;
    memcpy(t->bytes + t->n, bytes, n);
    t->n += n;
    t->bytes[t->n] = '\0';
    return true;
}

typedef struct outcome {
    vv_status status;
    text table;
    long failed, total;
} outcome;

static outcome sweep(const char *model, vv_sweep_options o) {
    outcome r = {0};
    vv_ctx *c = vv_ctx_new(NULL);
    vv_command_mechanism *m;
    o.run.write = take;
    o.run.write_data = &r.table;
    r.status = vv_command_load(c, "test.vv", model, strlen(model), 0, NULL, &m);
    if (r.status == VV_OK) r.status = vv_command_sweep(c, m, &o);
    r.failed = o.failed, r.total = o.total;
    if (r.status != VV_OK) diag("%s", vv_diag_text(c, false));
    vv_ctx_free(c);
    return r;
}

/* Test vectors of the authors: Random123, kat_vectors. */
static void philox(void) {
    const uint32_t zero[4] = {0}, ones[4] = {~0u, ~0u, ~0u, ~0u},
                   pi[4] = {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                   key[2] = {0xa4093822, 0x299f31d0};
    const uint32_t a[4] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
                   b[4] = {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
                   d[4] = {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
    uint32_t out[4];
    vv_philox(zero, zero, out);
    ok(!memcmp(out, a, sizeof a), "Philox of zeros");
    vv_philox(ones, ones, out);
    ok(!memcmp(out, b, sizeof b), "Philox of ones");
    vv_philox(pi, key, out);
    ok(!memcmp(out, d, sizeof d), "Philox of digits of pi");
}

#define SPRING                                                                                     \
    "parameter m = 1, k = 4\ncoordinate x, y\nkinetic energy m/2*(x'^2 + y'^2)\n"                  \
    "potential k/2*x^2 + y^4/4\nstart x = 1, y = 1\nrun 3\n"

static void moments(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_command_mechanism *m;
    const char *vary[] = {"x=normal(2,3)", "y=uniform(-1,5)"};
    vv_sweep_options o = {.nvary = 2, .vary = vary, .members = 20000, .run.has_until = true};
    text t = {0};
    o.run.write = take, o.run.write_data = &t;
    vv_command_load(c, "test.vv", SPRING, strlen(SPRING), 0, NULL, &m);
    vv_status status = vv_command_sweep(c, m, &o);
    double sum[2] = {0}, square[2] = {0};
    long n = 0;
    for (const char *p = strchr(t.bytes ? t.bytes : "", '\n'); p && p[1]; p = strchr(p + 1, '\n')) {
        const char *x = strchr(p, ',') + 1, *y = strchr(x, ',') + 1;
        double v[2] = {strtod(x, NULL), strtod(y, NULL)};
        for (int i = 0; i < 2; i++) sum[i] += v[i], square[i] += v[i] * v[i];
        n++;
    }
    double N = (double)n, mean = sum[0] / N, deviation = sqrt(square[0] / N - mean * mean);
    ok(status == VV_OK && n == 20000, "a member each");
    ok(fabs(mean - 2) < 0.1 && fabs(deviation - 3) < 0.1, "normal: mean %.3f, deviation %.3f", mean,
       deviation);
    mean = sum[1] / N, deviation = sqrt(square[1] / N - mean * mean);
    ok(fabs(mean - 2) < 0.07 && fabs(deviation - sqrt(3)) < 0.05, "uniform: %.3f, %.3f", mean,
       deviation);
    free(t.bytes);
    vv_ctx_free(c);
}

/* The table does not depend on threads or lanes. */
static void same(const char *title, const char *model, int n, const char *const *vary, long members,
                 double every) {
    static const int way[][2] = {{1, 1}, {1, 4}, {3, 0}, {2, 1}};
    text first = {0};
    for (int i = 0; i < 4; i++) {
        vv_sweep_options o = {.nvary = n, .vary = vary, .members = members, .seed = 7};
        o.threads = way[i][0], o.lanes = way[i][1], o.run.every = every;
        outcome r = sweep(model, o);
        if (!i) {
            ok(r.status == VV_OK && r.table.n > 100, "%s: %ld members", title, r.total);
            first = r.table;
            continue;
        }
        ok(r.table.n == first.n && !memcmp(r.table.bytes, first.bytes, first.n),
           "%s: the same bytes by %d threads with %d lanes", title, way[i][0], way[i][1]);
        free(r.table.bytes);
    }
    free(first.bytes);
}

/* A wall of thickness 0.01 at x = 0, a tube whose walls are cosh. */
#define WALL                                                                                       \
    "coordinate x, y\nmass 1 at x*world.x + y*world.y\nforce -2*world.x at x*world.x\n"            \
    "potential exp(-x/0.01) + cosh(y) + sinh(x)/9\nstart x = 1, x' = -1, y = 0.3, y' = 0\nrun 5\n"

/* Do members of this model run in SIMD lanes? */
static void lanes_of(const char *title, const char *model) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_command_mechanism *m;
    vv_run_options o = {0};
    static vv_ensemble e;
    bool good = vv_command_load(c, "test.vv", model, strlen(model), 0, NULL, &m) == VV_OK &&
                vv_ensemble_new(c, &m->system, &o, (vv_ensemble_parameters){0}, &e) == VV_OK &&
                vv_ensemble_set_lanes(&e, VV_TAYLOR_BATCH_MAX_LANES) == VV_OK;
    ok(good, "%s: many motions", title);
    is_int(e.lanes, vv_cpu_lanes(), "%s: as many members in a batch as there are lanes", title);
    vv_ensemble_close(&e);
    vv_ctx_free(c);
}

static void sameness(void) {
    lanes_of("a spring", SPRING);
    lanes_of("walls like exp, tubes like cosh", WALL);
    lanes_of("friction like tanh", WALL "work -0.3*tanh(y'/0.02)*δ(y)\n");
    same("starts", SPRING, 2, (const char *[]){"x=normal(1,0.3)", "y'=uniform(-1,1)"}, 37, 0);
    same("grids and draws", SPRING, 2, (const char *[]){"k=1:5:5", "x=uniform(0,1)"}, 9, 0);
    same("rows on the way", SPRING, 1, (const char *[]){"x=0.1,0.5,2"}, 0, 0.5);
    same("the time in an event", SPRING "when t*x = 1 then record\nwhen x + t = 2.5 then stop\n", 1,
         (const char *[]){"x=0.5:2:11"}, 0, 0);
    same("a constraint",
         "coordinate x, y\nmass 1 at x*world.x + y*world.z\ngravity -9.81*world.z\n"
         "constraint x^2 + y^2 = 1\nstart x = 1, y = 0\nrun 1\n",
         1, (const char *[]){"y'=0:5:9"}, 0, 0);
    same("walls and relays whose arguments are large", WALL, 2,
         (const char *[]){"x=0.4:2:9", "y'=-3,1,40"}, 0, 0.25);
    same("friction like tanh", WALL "work -0.3*tanh(y'/0.02)*δ(y)\n", 1,
         (const char *[]){"y'=-3:3:17"}, 0, 0);
    /* each has its own initial conditions: some blow up before the end, some do not */
    same("some fail",
         "coordinate x\nkinetic energy x'^2/2\nwork 6*x^2*δ(x)\nstart x = 1, x' = 2\nrun 0.9\n", 1,
         (const char *[]){"x=0.2:2:19"}, 0, 0);
    same("minimal speeds that give way",
         "coordinate x, y, θ\nkinetic energy (x'^2 + y'^2 + θ'^2)/2\n"
         "constraint x'*sin(θ) - y'*cos(θ) = 0\nstart θ' = 1, x' = 1, θ = 0\nrun 4\n",
         1, (const char *[]){"θ'=0.5:2:6"}, 0, 0);
}

#define PENDULUM                                                                                    \
    "parameter m = 1, l = 1, g = 9.81, c = 0.3\ncoordinate θ, φ\n"                                \
    "mass m at l*sin(θ)*world.x - l*cos(θ)*world.z\n"                                             \
    "mass 2*m at l*sin(θ)*world.x - l*cos(θ)*world.z + c*l*(sin(φ)*world.x - cos(φ)*world.z)\n" \
    "gravity -g*world.z\nstart θ = l/2, φ' = g/10\nshow energy, m*l^2\nrun 3\n"

/* The table of a run, its last row. */
static bool run_alone(const char *model, const char *name, double value, int width, double *row) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_command_mechanism *m;
    text t = {0};
    char number[40];
    snprintf(number, sizeof number, "%.17g", value);
    vv_setting set = {name, number};
    vv_run_options o = {.write = take, .write_data = &t, .every = 1e9};
    const char *table;
    bool good = vv_command_load(c, "test.vv", model, strlen(model), 1, &set, &m) == VV_OK &&
                vv_command_run(c, m, &o, &table) == VV_OK;
    char *at = good ? strrchr(t.bytes, '\n') : NULL;
    if (at) *at = '\0', at = strrchr(t.bytes, '\n') + 1;
    for (int i = 0; at && i < width; i++) row[i] = strtod(at, &at), at += *at == ',';
    free(t.bytes);
    vv_ctx_free(c);
    return good;
}

/* Members with their own value of a parameter, against the motion with that number. Products of
 * parameters are rounded differently, which a motion propagates like any other rounding. */
static void against_run(const char *title, const char *model, const char *vary, double tolerance) {
    char name[8] = "";
    for (int i = 0; i < 7 && vary[i] != '='; i++) name[i] = vary[i], name[i + 1] = '\0';
    outcome r = sweep(model, (vv_sweep_options){.nvary = 1, .vary = &vary});
    double worst = 0, size = 0, audit = 0;
    int n = 0, width = -4; /* member, value, audit, status, reason */
    for (const char *p = r.table.bytes; p && *p != '\n'; p++) width += *p == ',';
    for (char *p = r.table.bytes; p && (p = strchr(p, '\n')) && p[1]; n++) {
        double own[64], value = strtod(strchr(++p, ',') + 1, &p);
        if (width > 64 || !run_alone(model, name, value, width, own)) break;
        for (int i = 0; i < width; i++) {
            double x = strtod(p + 1, &p);
            worst = fmax(worst, fabs(x - own[i]));
            size = fmax(size, fabs(own[i]));
        }
        audit = fmax(audit, strtod(p + 1, &p));
    }
    ok(r.status == VV_OK && n == r.total && n > 3 && worst <= tolerance * size && audit < 1e-13,
       "%s: %d members are the runs by themselves to %.2g", title, n, worst / size);
    free(r.table.bytes);
}

static void parameters(void) {
    same("parameters", PENDULUM, 2, (const char *[]){"m=uniform(0.5,2)", "l=uniform(0.8,1.5)"}, 21,
         0);
    same("a parameter and a start", PENDULUM, 2, (const char *[]){"c=0.2:0.5:6", "θ'=-1,0,1"}, 0,
         0.5);
    against_run("length", PENDULUM, "l=0.7:1.3:9", 1e-13);
    against_run("mass", PENDULUM, "m=0.7,1,1.7,3", 1e-13);
    against_run("gravity", PENDULUM, "g=9.81,3,1.62,24.8", 1e-13);
    /* used in building the model: an index, another parameter's value, the duration */
    against_run("links",
                "parameter n = 3, g = 9.81\ncoordinate θ\nkinetic energy n*θ'^2/2\n"
                "potential sum(g*cos(i*θ) for i in 1..n)\nstart θ = 1\nrun 1\n",
                "n=1,2,3,2", 0);
    against_run("another's value",
                "parameter a = 2, k = 2*a\ncoordinate x\nkinetic energy x'^2/2\npotential k/2*x^2\n"
                "start x = a\nrun 3\n",
                "a=1,2,3,4", 0);
    against_run("the duration",
                "parameter T = 2\ncoordinate x\nkinetic energy x'^2/2\npotential x^2/2\n"
                "start x = 1\nrun T\n",
                "T=1,2,3,4", 0);
    /* integrals, the work of a force that depends on it, an event at it */
    against_run("audit and events",
                "parameter k = 2, b = 0.1\ncoordinate x, y\nkinetic energy (x'^2 + y'^2)/2\n"
                "potential k/2*(x^2 + y^2)\nwork b*t*δ(x)\nclaim integral y'^2 + k*y^2\n"
                "when x = k/9 then record\nstart x = 1, y' = 1\nrun 3\n",
                "k=1,2,3,4", 1e-13);
    against_run("a set parameter",
                "parameter k = 2\ncoordinate x\nkinetic energy x'^2/2\npotential k/2*x^2\n"
                "when x = 0 then k = 2*k\nstart x = 1\nrun 2\n",
                "k=1,2,3,4", 0);
    same("another form for some",
         "parameter c = 1\ncoordinate x, y, θ\nkinetic energy c*(x'^2 + y'^2 + θ'^2)/2\n"
         "constraint x'*sin(θ) - y'*cos(θ) = 0\nstart θ' = 1, x' = 1, θ = 0\nrun 2\n",
         2, (const char *[]){"c=1,2", "θ'=0.5:2:6"}, 0, 0);
}

/* Whatever happened to its neighbours or to the member before it, each starts with the model's
 * k. */
static void set_on_the_way(void) {
    static const char *const model =
        "parameter k = 1\ncoordinate x, y\nkinetic energy (x'^2 + y'^2)/2\npotential k*x^2/2\n"
        "when x = 0 then k = 4\nstart x = 1\nrun 3\n";
    const char *vary = "y'=0:5:11";
    same("a parameter set on the way", model, 1, &vary, 0, 0);
    outcome r = sweep(model, (vv_sweep_options){.nvary = 1, .vary = &vary});
    double want = -sin(2 * (3 - acos(0))) / 2, worst = 0;
    int n = 0;
    for (char *p = r.table.bytes; p && (p = strchr(p, '\n')) && p[1]; n++) {
        for (int comma = 0; comma < 3; comma++) p = strchr(p + 1, ',');
        worst = fmax(worst, fabs(strtod(p + 1, NULL) - want));
    }
    ok(n == 11 && worst < 1e-14, "a parameter set on the way: %d members, error %.1e", n, worst);
    free(r.table.bytes);
}

/* A stiff member is handed to another method, the next one is not. */
static void stiffness(void) {
    static const char *const model =
        "parameter c = 1\ncoordinate x, y\nkinetic energy (x'^2 + y'^2)/2\n"
        "potential 50*y^2 + 2*(x - y)^4\nwork -c*x'*δ(x)\nstart x = 1, y = 1\nrun 2\n";
    const char *vary = "c=1,2e5,1";
    same("some are stiff", model, 1, &vary, 0, 0);
    outcome r = sweep(model, (vv_sweep_options){.nvary = 1, .vary = &vary, .threads = 1});
    char *first = r.table.bytes ? strchr(r.table.bytes, '\n') + 1 : NULL,
         *second = first ? strchr(first, '\n') + 1 : NULL,
         *third = second ? strchr(second, '\n') + 1 : NULL;
    ok(third && !strncmp(first + 1, third + 1, (size_t)(second - first) - 1),
       "a member behind a stiff one is what it is without it");
    free(r.table.bytes);
}

static void failures(void) {
    outcome r = sweep(
        "coordinate x\nkinetic energy x'^2/2\nwork 6*x^2*δ(x)\nstart x = 1, x' = 2\nrun 0.9\n",
        (vv_sweep_options){.nvary = 1, .vary = (const char *[]){"x=0.2,5"}});
    ok(r.status == VV_OK && r.failed == 1 && strstr(r.table.bytes, ",stopped,") &&
           strstr(r.table.bytes, "is singular there"),
       "a member that fails is a row with its reason");
    free(r.table.bytes);
    r = sweep("parameter a = 1\ncoordinate x, y\nkinetic energy (x'^2 + y'^2)/2\n"
              "constraint x^2 + y^2 = a\nstart x = 1, y = 0\nrun 1\n",
              (vv_sweep_options){.nvary = 1, .vary = (const char *[]){"x=1,9"}});
    ok(r.status == VV_OK && r.failed == 1 && strstr(r.table.bytes, ",refused,"),
       "so is one whose start contradicts a constraint");
    free(r.table.bytes);
    r = sweep(PENDULUM, (vv_sweep_options){.nvary = 1, .vary = (const char *[]){"m=1,-1,2,3"}});
    ok(r.status == VV_OK && r.failed == 1 &&
           strstr(r.table.bytes, "1,-1,,,,,,,,,refused,the mass is negative") &&
           strstr(r.table.bytes, "\n2,2,3,"),
       "and one with a value that the model refuses, between others");
    free(r.table.bytes);
    r = sweep("parameter n = 2\ncoordinate x[1..n]\nkinetic energy sum(x[i]'^2/2 for i in 1..n)\n"
              "run 1\n",
              (vv_sweep_options){.nvary = 1, .vary = (const char *[]){"n=2,3,2"}});
    ok(r.status == VV_OK && r.failed == 1 &&
           strstr(r.table.bytes, "\n1,3,,,,,,,refused,its columns differ from those of the first"),
       "and one that is another mechanism");
    free(r.table.bytes);
    static const char *const wrong[] = {
        "z=1:2:3",        "x=1:2",  "x=1:2:0", "x=1:2:1.5", "x",  "x=normal(1)", "x=normal(1,-1)",
        "x=uniform(2,1)", "x=1,,2", "x=nan",   "x=1:inf:3", "=1", "x=1:2:3:4"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        r = sweep(SPRING, (vv_sweep_options){.nvary = 1, .vary = &wrong[i], .members = 0});
        ok(r.status == VV_E_USAGE && !r.table.n, "refused: %s", wrong[i]);
    }
    r = sweep(SPRING, (vv_sweep_options){.nvary = 1, .vary = (const char *[]){"x=0:1:1000000000"}});
    ok(r.status == VV_E_USAGE, "a thousand million members without a file");
    r = sweep(SPRING, (vv_sweep_options){.nvary = 3,
                                         .vary = (const char *[]){"x=0:1:100000000000000",
                                                                  "y=0:1:100000000000000",
                                                                  "k=0:1:100000000000000"}});
    ok(r.status == VV_E_USAGE, "more than can be counted");
}

int main(void) {
    philox();
    moments();
    sameness();
    parameters();
    set_on_the_way();
    stiffness();
    failures();
    return done_testing();
}
