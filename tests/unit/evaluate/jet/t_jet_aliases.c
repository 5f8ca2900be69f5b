/* Closed jets with inputs that are aliases, or derivatives, of functions of the others: the same
 * series as with these written out. */
#include <math.h>
#include <string.h>

#include "evaluate/jet/jet.h"
#include "formula.h"
#include "tap.h"
#include "platform/cpu.h"

enum { N = 2, ORDER = 20, OWN = 7, NAMES = 4, RESULTS = 2 * N };

/* n = y cos(x), m = n sin(y), r = n', s = m'' */
static const char *const NAME[OWN + NAMES] = {"x", "y", "u", "v", "a", "b",
                                              "t", "s", "m", "r", "n"};
static const char *const VALUE[NAMES] = {"m", "n*sin(y)", "n", "cos(x)*y"};
static const uint8_t TIMES[NAMES] = {2, 0, 1, 0};
/* The last one writes n out once more. */
static const char *const BY_NAMES[][RESULTS] = {
    {"u", "v", "4*a + sin(y)*b + m*v + s/8 + n*r", "sin(y)*a + 3*b - n*n*r - x*y"},
    {"u", "v", "4*a + sin(y)*b + m*v + s/8 + n*r", "sin(y)*a + 3*b - cos(x)*y*(n*r) - x*y"}};
#define R "(cos(x)*v - sin(x)*y*u)"
#define S                                                                                          \
    "(cos(x)*(sin(y) + y*cos(y))*b - sin(x)*y*sin(y)*a - cos(x)*y*sin(y)*u^2"                      \
    " - 2*sin(x)*(sin(y) + y*cos(y))*u*v + cos(x)*(2*cos(y) - y*sin(y))*v^2)"
static const char *const WRITTEN_OUT[RESULTS] = {
    "u", "v", "4*a + sin(y)*b + cos(x)*y*sin(y)*v + " S "/8 + cos(x)*y*" R,
    "sin(y)*a + 3*b - (cos(x)*y)^2*" R " - x*y"};

static vv_tape *tape_of(vv_ctx *c, bool names, const char *const *texts) {
    formulas f = {.c = c};
    vv_expr in[OWN + NAMES], out[RESULTS + NAMES];
    int more = names ? NAMES : 0;
    for (int i = 0; i < OWN + more; i++) in[i] = formula_symbol(&f, NAME[i]);
    for (int i = 0; i < RESULTS; i++) out[i] = formula(&f, texts[i]);
    for (int i = 0; i < more; i++) out[RESULTS + i] = formula(&f, VALUE[i]);
    vv_tape_plan plan = {.nin = OWN + more, .in = in, .nout = RESULTS + more, .out = out};
    return vv_tape_build(c, &plan, NULL);
}

/* Minus the inverse of the mass matrix. */
static void put_state(const vv_jet *j, double *work, double *B) {
    double x = 0.4, y = 0.7, state[] = {x, y, -0.3, 0.5};
    double M[] = {4 - sin(x) * y * sin(y) / 8, sin(y) + cos(x) * (sin(y) + y * cos(y)) / 8, sin(y),
                  3},
           det = M[0] * M[3] - M[1] * M[2];
    vv_jet_prepare(j, work);
    for (int i = 0; i < 2 * N; i++) vv_jet_input(j, work, i)[0] = state[i];
    vv_jet_input(j, work, OWN - 1)[1] = 1;
    B[0] = -M[3] / det, B[1] = M[1] / det, B[2] = M[2] / det, B[3] = -M[0] / det;
    double *sines = j->closed ? vv_jet_sines(j, work) : NULL;
    for (int i = 0; i < j->nangles; i++)
        sincos(state[j->angle[i]], &sines[2 * i], &sines[2 * i + 1]);
    if (j->closed) memcpy(vv_jet_matrix(j, work), B, 4 * sizeof *B);
}

static vv_jet *build(vv_ctx *c, bool names, const char *const *texts) {
    const vv_jet_dae closure = {
        .nq = N, .n = N, .nrates = names ? NAMES : 0, .times = names ? TIMES : NULL};
    return vv_jet_build_dae(c, tape_of(c, names, texts), ORDER, &closure, 1);
}

static double *expand(vv_ctx *c, const vv_jet *j) {
    double *work = VV_ARRAY(c, double, j->doubles), B[4];
    put_state(j, work, B);
    vv_jet_expand(j, ORDER, work);
    return work;
}

int main(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_jet *plain = build(c, false, WRITTEN_OUT), *j[2];
    is_int(plain->closed, vv_cpu_supports_lanes(1) ? N : 0, "closed where there is machine code");
    double *want = plain->closed ? expand(c, plain) : NULL;
    for (int i = 0; i < 2; i++) {
        double worst = 0;
        j[i] = build(c, true, BY_NAMES[i]);
        double *work = j[i]->closed ? expand(c, j[i]) : NULL;
        for (int k = 0; work && want && k < 6 * ORDER; k++) {
            double a = vv_jet_input(j[i], work, k / ORDER)[k % ORDER],
                   b = vv_jet_input(plain, want, k / ORDER)[k % ORDER];
            worst = fmax(worst, fabs(a - b) / (1 + fabs(b)));
        }
        double end = want ? vv_jet_input(plain, want, 4)[ORDER - 1] : 1;
        ok(worst < 1e-13 && fabs(end) > 1e-6, "%d: the same series by names: %.1e", i, worst);
    }
    is_int(j[0]->nin, OWN, "names are no inputs");
    ok(j[1]->ninstructions <= j[0]->ninstructions + 1,
       "what is a name's value is not made again: "
       "%d and %d instructions",
       j[0]->ninstructions, j[1]->ninstructions);
    vv_ctx_free(c);
    return done_testing();
}
