/* Numeric functions against closed forms, and their refusals. tests/property/t_functions.c has the
 * gallery. */
#include <math.h>
#include <pthread.h>

#include <visviva/visviva.h>

#include "tap.h"

static const double AGREE = 1e-14;

static const char CART[] =
    "parameter M = 1 [kg], m = 0.2 [kg], l = 0.5 [m], g = 9.81 [m/s^2], k\n"
    "coordinate x [m], θ [rad]\ninput F [N]\n"
    "point C = x*world.x, P = C + l*(sin(θ)*world.x - cos(θ)*world.z)\nmass M at C\nmass m at P\n"
    "gravity -g*world.z\nforce F*world.x at C\nstart θ = 170 [deg]\n";
static const char HANDLE[] = /* a particle on a circle, with a multiplier */
    "parameter m = 2 [kg], l = 0.5 [m], g = 9.81 [m/s^2]\ncoordinate x [m], y [m]\n"
    "point P = x*world.x + y*world.z\nmass m at P\ngravity -g*world.z\n"
    "constraint x^2 + y^2 = l^2\n";
static const char FAMILY[] =
    "parameter n = 3, m = 1\ncoordinate x[i] for i in 1..n\n"
    "kinetic energy m*sum(x[i]'^2 for i in 1..n)/2\npotential m*x[1]^2/2\n";

/* ---- counting allocations: nothing may be allocated once warm ---- */

static bool counting;
static int allocations;
#if defined __has_feature /* clang */
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#elif defined __SANITIZE_ADDRESS__ /* gcc */
#define SANITIZED
#endif
#if defined __GLIBC__ && !defined SANITIZED
void *__libc_malloc(size_t n);
void *malloc(size_t n);
void *malloc(size_t n) {
    if (counting) __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
    return __libc_malloc(n);
}
#endif

static vv_mechanism *load(const char *text) {
    vv_mechanism *m = NULL;
    vv_status s = vv_mechanism_load(text, strlen(text), NULL, &m);
    if (s != VV_OK) diag("%s", vv_diags_at(vv_error(), 0)->message);
    return m;
}

static vv_cfunc *function(const vv_mechanism *m, const char *state, int n,
                          const char *const *output) {
    vv_cfunc *f = NULL;
    vv_options *o = vv_options_new();
    if (state) vv_options_text(o, "state", state);
    vv_cfunc_new(m, n, output, o, &f);
    vv_options_free(o);
    return f;
}

static bool told(const char *part) {
    const vv_diags *d = vv_error();
    for (int i = 0; i < vv_diags_count(d); i++) {
        const vv_diag *r = vv_diags_at(d, i);
        if (strstr(r->message, part) || (r->hint && strstr(r->hint, part))) return true;
    }
    diag("%s", vv_diags_count(d) ? vv_diags_at(d, 0)->message : "no reason");
    return false;
}

static bool near(double got, double want) {
    bool good = fabs(got - want) <= AGREE * fmax(1, fabs(want));
    if (!good) diag("%.17g instead of %.17g", got, want);
    return good;
}

/* ---- values ---- */

enum { ACC = 0, BY_U = 2, BY_L = 4, LENGTH = 6, TIP = 7, TOTAL = 10 };
static const char *const OUTPUT[] = {
    "accelerations", "d(accelerations, u)", "d( accelerations , l )", "l*cos(theta)", "velocity(P)",
    "energy",        "d(l*cos(θ), θ)"};

static void closed_form(const double *x, const double *p, double F, double *out) {
    double M = p[0], m = p[1], l = p[2], g = p[3], s = sin(x[1]), c = cos(x[1]), w = x[3];
    double D = M + m * s * s, N = F + m * s * (l * w * w + g * c);
    out[0] = N / D;
    out[1] = -(out[0] * c + g * s) / l;
}

static void cart(void) {
    vv_mechanism *m = load(CART);
    vv_cfunc *f = function(m, NULL, 7, OUTPUT);
    vv_scratch *s = vv_scratch_new(f, 1);
    const double p[] = {1.5, 0.3, 0.7, 9.81, 0}, u[] = {0.4}, h = 1e-6;
    double x[] = {0.1, 0.8, -0.3, 1.2}, out[16], a[2], b[2], q[5];
    int rows, columns;
    if (!ok(f && s, "a function of the cart")) return;
    is_int(vv_cfunc_size(f, 'x'), 4, "its state");
    is_int(vv_cfunc_size(f, 'p'), 5, "its parameters");
    is_int(vv_cfunc_size(f, 'u'), 1, "its inputs");
    is_int(vv_cfunc_size(f, 'o'), 12, "its results");
    is_int(vv_cfunc_output(f, 4, &rows, &columns), TIP, "where a vector begins");
    ok(rows == 3 && columns == 1, "it has three components");
    is_text(vv_cfunc_name(f, 'x', 3), "θ'", "names of the state");
    is_text(vv_cfunc_name(f, 'p', 2), "l", "of parameters");
    is_text(vv_cfunc_name(f, 'o', 1), "accelerations[1]", "of results");
    ok(!vv_cfunc_name(f, 'x', 4) && !vv_cfunc_name(f, 'y', 0) && !vv_cfunc_size(f, 'y'),
       "and no others");
    vv_cfunc_eval(f, s, 0, x, p, u, out);
    closed_form(x, p, u[0], a);
    ok(near(out[0], a[0]) && near(out[1], a[1]), "accelerations at other values of parameters");
    closed_form(x, p, u[0] + 1, b);
    ok(near(out[BY_U], b[0] - a[0]) && near(out[BY_U + 1], b[1] - a[1]), "derivatives by inputs");
    memcpy(q, p, sizeof q), q[2] += h, closed_form(x, q, u[0], b);
    q[2] -= 2 * h, closed_form(x, q, u[0], a);
    ok(fabs(out[BY_L] - (b[0] - a[0]) / (2 * h)) < 1e-7 &&
           fabs(out[BY_L + 1] - (b[1] - a[1]) / (2 * h)) < 1e-7,
       "by a parameter");
    ok(near(out[LENGTH], p[2] * cos(x[1])) && near(out[11], -p[2] * sin(x[1])),
       "an expression of the language, and its derivative");
    ok(near(out[TIP], x[2] + p[2] * cos(x[1]) * x[3]) && near(out[TIP + 1], 0) &&
           near(out[TIP + 2], p[2] * sin(x[1]) * x[3]),
       "a velocity along the axes of the world");
    double v2 = out[TIP] * out[TIP] + out[TIP + 2] * out[TIP + 2];
    ok(near(out[TOTAL], p[0] * x[2] * x[2] / 2 + p[1] * v2 / 2 - p[1] * p[3] * p[2] * cos(x[1])),
       "energy");
    vv_cfunc_eval(f, s, 0, x, NULL, NULL, out);
    closed_form(x, (double[]){1, 0.2, 0.5, 9.81}, 0, a);
    ok(near(out[0], a[0]) && near(out[1], a[1]), "the model's values, no input");
    vv_cfunc_eval(f, s, 0, x, (double[]){0, 0, 1, 1, 1}, NULL, out);
    ok(isnan(out[0]), "without masses there are no accelerations");
    vv_scratch_free(s), vv_cfunc_free(f), vv_mechanism_free(m);
}

static void undefined(void) {
    static const char *const output[] = {"sqrt(x)", "k*x"};
    vv_mechanism *m = load(CART);
    vv_cfunc *f = function(m, NULL, 2, output);
    vv_scratch *s = vv_scratch_new(f, 1);
    double x[4] = {-1}, out[2];
    vv_cfunc_eval(f, s, 0, x, NULL, NULL, out);
    ok(isnan(out[0]) && isnan(out[1]), "NaN off the domain, and where a parameter has no value");
    x[0] = 4;
    vv_cfunc_eval(f, s, 0, x, (double[]){0, 0, 0, 0, 3}, NULL, out);
    ok(out[0] == 2 && out[1] == 12, "and only there");
    vv_scratch_free(s), vv_cfunc_free(f);
    vv_mechanism_free(m);
    m = load(FAMILY);
    f = function(m, NULL, 1, (const char *const[]){"accelerations"});
    s = vv_scratch_new(f, 1);
    double y[6] = {1, 2, 3}, a[3];
    vv_cfunc_eval(f, s, 0, y, (double[]){3, 5}, NULL, a);
    ok(near(a[0], -1) && a[1] == 0, "a family");
    vv_cfunc_eval(f, s, 0, y, (double[]){4, 5}, NULL, a);
    ok(isnan(a[0]), "the size of a family cannot be an argument");
    vv_scratch_free(s), vv_cfunc_free(f), vv_mechanism_free(m);
}

static void dynamics(void) {
    static const char *const inverse[] = {"inverse_dynamics"},
                             *const motion[] = {"accelerations", "multipliers"},
                             *const minimal[] = {"rates", "velocities"};
    vv_mechanism *m = load(CART);
    vv_cfunc *f = function(m, "accelerations", 1, inverse);
    vv_scratch *s = vv_scratch_new(f, 1);
    const double p[] = {1, 0.2, 0.5, 9.81, 0};
    double x[] = {0.1, 0.8, -0.3, 1.2, 0, 0}, a[2], out[4], u = 0.7;
    closed_form(x, p, u, a);
    x[4] = a[0], x[5] = a[1];
    vv_cfunc_eval(f, s, 0, x, p, NULL, out);
    is_int(vv_cfunc_size(f, 'x'), 6, "x is q, q', q''");
    ok(near(out[0], u) && near(out[1], 0), "inverse dynamics finds the input that caused a motion");
    vv_cfunc_eval(f, s, 0, x, p, &u, out);
    ok(near(out[0], 0) && near(out[1], 0), "and nothing more where it acts");
    vv_scratch_free(s), vv_cfunc_free(f), vv_mechanism_free(m);
    m = load(HANDLE);
    f = function(m, NULL, 2, motion), s = vv_scratch_new(f, 1);
    const double c = cos(0.6), d = sin(0.6), w = 3;
    double y[] = {0.5 * d, -0.5 * c, 0.5 * w * c, 0.5 * w * d}, alpha = -9.81 / 0.5 * d;
    vv_cfunc_eval(f, s, 0, y, NULL, NULL, out);
    ok(near(out[0], 0.5 * (alpha * c - w * w * d)) && near(out[1], 0.5 * (alpha * d + w * w * c)),
       "accelerations of all coordinates of a constrained system");
    ok(near(fabs(out[2]) * 2 * 0.5, 2 * (0.5 * w * w + 9.81 * c)), "its multiplier");
    vv_cfunc_eval(f, s, 0, (double[4]){0}, NULL, NULL, out);
    ok(isnan(out[0]) && isnan(out[2]), "NaN where the constraint has no direction");
    vv_scratch_free(s), vv_cfunc_free(f);
    f = function(m, "speeds", 2, minimal);
    is_int(vv_cfunc_size(f, 'x'), 3, "q, and one speed");
    vv_cfunc_free(f), vv_mechanism_free(m);
}

static const char COIN[] =
    "parameter m = 0.1, a = 0.3, g = 9.81, β = 0.35\ncoordinate x, y, ψ, θ, φ\n"
    "frame R = world turned ψ about z, θ about x\nframe H = R turned φ about z\n"
    "point G = x*world.x + y*world.y + a*sin(θ)*world.z\npoint P = G - a*R.y\n"
    "body coin: mass m, centre G, frame H, inertia (m*a^2/4, m*a^2/4, m*a^2/2) along R\n"
    "gravity g*(sin(β)*world.x - cos(β)*world.z)\nrolling coin on world at P, normal world.z\n";

/* An upright coin begins to roll down: friction is a third of the weight along the slope, by
 * multipliers and without them. */
static void reaction(void) {
    static const char *const output[] = {"reaction(P)", "d(reaction(P), g)"};
    vv_mechanism *m = load(COIN);
    const double x[10] = {0, 0, 0, 1.57079632679489662}, F = 0.1 * 9.81 * sin(0.35) / 3,
                 N = 0.1 * 9.81 * cos(0.35);
    for (int by = 0; by < 2; by++) {
        vv_options *o = vv_options_new();
        vv_cfunc *f = NULL;
        double out[6] = {0};
        vv_options_text(o, "by", by ? "appell" : NULL);
        if (ok(vv_cfunc_new(m, 2, output, o, &f) == VV_OK, "a reaction") || told("")) {
            vv_scratch *s = vv_scratch_new(f, 1);
            vv_cfunc_eval(f, s, 0, x, NULL, NULL, out);
            vv_scratch_free(s);
        }
        ok(near(out[0], -F) && near(out[1], 0) && near(out[2], N), "friction and normal reaction");
        ok(near(out[3] * 9.81, -F) && near(out[5] * 9.81, N), "both are proportional to g");
        vv_cfunc_free(f), vv_options_free(o);
    }
    vv_mechanism_free(m);
}

/* ---- many ---- */

enum { N = 1003 };

static void many(void) {
    vv_mechanism *m = load(CART);
    vv_cfunc *f = function(m, NULL, 7, OUTPUT);
    static double x[N][5], p[N][5], u[N], t[N], out[N][12], one[12];
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 5; k++) x[i][k] = sin(i + 7 * k), p[i][k] = 1 + 0.1 * cos(i * k);
        u[i] = cos(i), t[i] = i;
    }
    for (int threads = 1; threads < 4; threads++) {
        vv_scratch *s = vv_scratch_new(f, threads);
        int bad = 0;
        vv_cfunc_many(f, s, N, (vv_strided){t, 1}, (vv_strided){x[0], 5}, (vv_strided){p[0], 5},
                      (vv_strided){u, 1}, out[0]);
        for (int i = 0; i < N; i++) {
            vv_cfunc_eval(f, s, t[i], x[i], p[i], &u[i], one);
            bad += memcmp(one, out[i], sizeof one) != 0;
        }
        vv_cfunc_many(f, s, N, (vv_strided){NULL, 0}, (vv_strided){x[0], 5}, (vv_strided){p[3], 0},
                      (vv_strided){NULL, 0}, out[0]);
        for (int i = 0; i < N; i++) {
            vv_cfunc_eval(f, s, 0, x[i], p[3], NULL, one);
            bad += memcmp(one, out[i], sizeof one) != 0;
        }
        is_int(bad, 0, "%d threads: the bits of single calls, with and without strides", threads);
        counting = true;
        vv_cfunc_many(f, s, N, (vv_strided){t, 1}, (vv_strided){x[0], 5}, (vv_strided){p[0], 5},
                      (vv_strided){u, 1}, out[0]);
        vv_cfunc_eval(f, s, 0, x[0], NULL, NULL, one);
        counting = false;
        is_int(allocations, 0, "nothing is allocated");
        vv_scratch_free(s);
    }
    vv_cfunc_free(f), vv_mechanism_free(m);
}

typedef struct shared {
    const vv_cfunc *f;
    double sum;
} shared;

static void *use(void *data) {
    shared *k = data;
    vv_scratch *s = vv_scratch_new(k->f, 1);
    double x[4] = {0}, out[12];
    for (int i = 0; i < 20000; i++) {
        x[1] = i * 1e-3, x[3] = 1;
        vv_cfunc_eval(k->f, s, 0, x, NULL, NULL, out);
        k->sum += out[0] + out[1];
    }
    vv_scratch_free(s);
    return NULL;
}

static void threads(void) {
    vv_mechanism *m = load(CART);
    vv_cfunc *f = function(m, NULL, 7, OUTPUT);
    vv_mechanism_free(m); /* is not needed any longer */
    shared a = {f, 0}, b = {f, 0};
    pthread_t one, two;
    pthread_create(&one, NULL, use, &a), pthread_create(&two, NULL, use, &b);
    pthread_join(one, NULL), pthread_join(two, NULL);
    ok(a.sum == b.sum && isfinite(a.sum) && a.sum != 0, "two threads share a function");
    vv_cfunc_free(f);
}

/* ---- refusals ---- */

static void refused(const vv_mechanism *m, const char *output, const char *state, vv_status want,
                    const char *reason) {
    vv_cfunc *f = NULL;
    vv_options *o = vv_options_new();
    if (state) vv_options_text(o, "state", state);
    vv_status s = vv_cfunc_new(m, 1, &output, o, &f);
    ok(s == want && !f && told(reason), "%s: %s", output ? output : "NULL", reason);
    vv_options_free(o);
}

static void refusals(void) {
    vv_mechanism *m = load(CART), *family = load(FAMILY);
    vv_cfunc *f = NULL, *g;
    refused(m, "accelerations", "speed", VV_E_USAGE, "speeds");
    refused(m, "acelerations", NULL, VV_E_USAGE, "did you mean accelerations?");
    refused(m, "nowhere", NULL, VV_E_MODEL, "unknown name");
    refused(m, "l*cos(", NULL, VV_E_MODEL, "");
    refused(m, "l, m", NULL, VV_E_USAGE, "one expression");
    refused(m, "d(accelerations, lm)", NULL, VV_E_USAGE, "variable");
    refused(m, "d(accelerations, )", NULL, VV_E_USAGE, "variable");
    refused(m, "", NULL, VV_E_MODEL, "");
    refused(m, NULL, NULL, VV_E_USAGE, "NULL");
    refused(m, "inverse_dynamics", NULL, VV_E_BEYOND, "accelerations");
    refused(m, "multipliers", "accelerations", VV_E_BEYOND, "inverse dynamics");
    refused(family, "d(accelerations, n)", NULL, VV_E_USAGE, "integer");
    ok(vv_cfunc_new(m, 0, OUTPUT, NULL, &f) == VV_E_USAGE, "no outputs");
    ok(vv_cfunc_new(NULL, 1, OUTPUT, NULL, &f) == VV_E_USAGE, "no mechanism");
    ok(vv_cfunc_new(m, 1, OUTPUT, NULL, NULL) == VV_E_USAGE, "nowhere to put it");
    vv_options *o = vv_options_new();
    vv_options_text(o, "by", "lagrnge");
    ok(vv_cfunc_new(m, 1, OUTPUT, o, &f) == VV_E_USAGE && told("lagrange"), "a misspelt method");
    vv_options_text(o, "by", "routh");
    vv_status s = vv_cfunc_new(m, 1, OUTPUT, o, &f);
    ok(s == VV_OK || (s == VV_E_BEYOND && told("routh does not apply")), "another method");
    vv_cfunc_free(f);
    vv_options_text(o, "by", NULL);
    vv_options_int(o, "memory", 200000);
    ok(vv_cfunc_new(m, 1, OUTPUT, o, &f) == VV_E_NOMEM && !f, "too little memory");
    vv_options_free(o);

    f = function(m, NULL, 1, OUTPUT), g = function(m, NULL, 2, OUTPUT);
    vv_scratch *w = vv_scratch_new(f, 1);
    double x[4] = {0}, out[4] = {0};
    vv_cfunc_eval(g, w, 0, x, NULL, NULL, out);
    ok(isnan(out[0]) && isnan(out[3]) && told("another function"), "a foreign scratch");
    vv_cfunc_eval(f, NULL, 0, x, NULL, NULL, out);
    ok(told("NULL"), "no scratch");
    vv_cfunc_eval(f, w, 0, NULL, NULL, NULL, out);
    ok(isnan(out[0]) && told("the state is NULL"), "no state");
    vv_cfunc_eval(f, w, 0, x, NULL, NULL, NULL);
    ok(told("the result is NULL"), "no result");
    ok(!vv_scratch_new(NULL, 1) && told("NULL") && !vv_scratch_new(f, -1) && told("-1"),
       "no function, no threads");
    ok(vv_cfunc_output(f, 1, NULL, NULL) == -1 && vv_cfunc_output(NULL, 0, NULL, NULL) == -1,
       "no such output");
    vv_cfunc_free(f), vv_cfunc_free(g), vv_scratch_free(w), vv_scratch_free(NULL);
    vv_cfunc_free(NULL), vv_mechanism_free(m), vv_mechanism_free(family);
}

int main(void) {
    cart();
    undefined();
    dynamics();
    reaction();
    many();
    threads();
    refusals();
    return done_testing();
}
