/* Sweeps: random numbers against published ones, members against runs by themselves, the same bytes
 * whatever the threads and lanes. */
#include <math.h>
#include <stdlib.h>

#include "api/vary.h"
#include "tap.h"

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
    vv_mechanism *m;
    o.run.write = take;
    o.run.write_data = &r.table;
    r.status = vv_mechanism_load(c, "test.vv", model, strlen(model), 0, NULL, &m);
    if (r.status == VV_OK) r.status = vv_mechanism_sweep(c, m, &o);
    r.failed = o.failed, r.total = o.total;
    if (r.status != VV_OK) diag("%s", vv_diag_text(c, false));
    vv_ctx_free(c);
    return r;
}

/* Vectors of the authors' own tests: Random123, kat_vectors. */
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
    vv_mechanism *m;
    const char *vary[] = {"x=normal(2,3)", "y=uniform(-1,5)"};
    vv_sweep_options o = {.nvary = 2, .vary = vary, .members = 20000, .run.has_until = true};
    text t = {0};
    o.run.write = take, o.run.write_data = &t;
    vv_mechanism_load(c, "test.vv", SPRING, strlen(SPRING), 0, NULL, &m);
    vv_status status = vv_mechanism_sweep(c, m, &o);
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

/* Threads, lanes: nothing of the table depends on them. */
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

static void sameness(void) {
    same("starts", SPRING, 2, (const char *[]){"x=normal(1,0.3)", "y'=uniform(-1,1)"}, 37, 0);
    same("grids and draws", SPRING, 2, (const char *[]){"k=1:5:5", "x=uniform(0,1)"}, 9, 0);
    same("rows on the way", SPRING, 1, (const char *[]){"x=0.1,0.5,2"}, 0, 0.5);
    same("the time in an event", SPRING "when t*x = 1 then record\nwhen x + t = 2.5 then stop\n", 1,
         (const char *[]){"x=0.5:2:11"}, 0, 0);
    same("a constraint",
         "coordinate x, y\nmass 1 at x*world.x + y*world.z\ngravity -9.81*world.z\n"
         "constraint x^2 + y^2 = 1\nstart x = 1, y = 0\nrun 1\n",
         1, (const char *[]){"y'=0:5:9"}, 0, 0);
    /* the start of each is its own: some blow up before the end, some do not */
    same("some fail",
         "coordinate x\nkinetic energy x'^2/2\nwork 6*x^2*δ(x)\nstart x = 1, x' = 2\nrun 0.9\n", 1,
         (const char *[]){"x=0.2:2:19"}, 0, 0);
    same("minimal speeds that give way",
         "coordinate x, y, θ\nkinetic energy (x'^2 + y'^2 + θ'^2)/2\n"
         "constraint x'*sin(θ) - y'*cos(θ) = 0\nstart θ' = 1, x' = 1, θ = 0\nrun 4\n",
         1, (const char *[]){"θ'=0.5:2:6"}, 0, 0);
}

static void failures(void) {
    outcome r = sweep(
        "coordinate x\nkinetic energy x'^2/2\nwork 6*x^2*δ(x)\nstart x = 1, x' = 2\nrun 0.9\n",
        (vv_sweep_options){.nvary = 1, .vary = (const char *[]){"x=0.2,5"}});
    ok(r.status == VV_OK && r.failed == 1 && strstr(r.table.bytes, ",stopped,") &&
           strstr(r.table.bytes, "has a singularity there"),
       "a member that fails is a row with its reason");
    free(r.table.bytes);
    r = sweep("parameter a = 1\ncoordinate x, y\nkinetic energy (x'^2 + y'^2)/2\n"
              "constraint x^2 + y^2 = a\nstart x = 1, y = 0\nrun 1\n",
              (vv_sweep_options){.nvary = 1, .vary = (const char *[]){"x=1,9"}});
    ok(r.status == VV_OK && r.failed == 1 && strstr(r.table.bytes, ",refused,"),
       "so is one whose start contradicts a constraint");
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
    failures();
    return done_testing();
}
