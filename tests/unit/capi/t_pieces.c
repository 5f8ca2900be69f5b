/* A motion that is followed in many small pieces: the same as in one, at about the same cost. */
#include <math.h>

#include <visviva/visviva.h>

#include "tap.h"

static const char DOUBLE[] =
    "parameter m = 1, l = 1, g = 9.81\nassume m > 0, l > 0\ncoordinate α, β\n"
    "point P = l*(sin(α)*world.x - cos(α)*world.z), Q = P + l*(sin(β)*world.x - cos(β)*world.z)\n"
    "mass m at P\nmass m at Q\ngravity -g*world.z\nstart α = 1, β = 0.5\n";
static const char CARTESIAN[] = "parameter m = 1, l = 1, g = 9.81\nassume l > 0\ncoordinate x, z\n"
                                "point P = x*world.x + z*world.z\nmass m at P\ngravity -g*world.z\n"
                                "constraint x^2 + z^2 = l^2\nstart x = 0.6, z = -0.8\n";
static const char STIFF[] =
    "parameter m = 1, k = 1e4, c = 4e5\ncoordinate x, y\nkinetic energy m*(x'^2 + y'^2)/2\n"
    "potential m*x^2/2 + k*(y - sin(x))^2/2\ndamper c on y\nstart x = 1, y = 0.8\n";

enum { TIMES = 41, VALUES = 2 * TIMES };
static const double END = 4;

typedef struct motion {
    double q[VALUES]; /* along the way, from the recorded trajectory */
    long steps;
    bool changed; /* to a method for stiff motions */
} motion;

/* In n pieces; sliver: and after each a very short one. */
static bool follow(const char *text, const char *method, int n, double sliver, motion *out) {
    vv_options *o = vv_options_new();
    vv_mechanism *m = NULL;
    vv_sim *s = NULL;
    vv_trajectory *r = NULL;
    double t[TIMES];
    const double *ends;
    char *account = NULL;
    bool good = vv_mechanism_load(text, strlen(text), NULL, &m) == VV_OK &&
                (!method || vv_options_text(o, "integrator", method) == VV_OK) &&
                vv_sim_new(m, o, &s) == VV_OK && vv_sim_record(s, &r) == VV_OK;
    for (int i = 0; i < TIMES; i++) t[i] = END * i / (TIMES - 1);
    for (int k = 1; good && k <= n; k++) {
        good = vv_sim_advance(s, END * k / n, NULL) == VV_OK;
        if (good && sliver > 0 && k < n)
            good = vv_sim_advance(s, END * k / n + sliver, NULL) == VV_OK;
    }
    good = good && vv_trajectory_eval(r, TIMES, t, 0, out->q) == VV_OK &&
           vv_sim_account(s, "text", &account) == VV_OK;
    out->steps = good ? (long)vv_trajectory_knots(r, &ends) - 1 : 0;
    out->changed = good && strstr(account, "method: radau");
    if (!good && vv_diags_count(vv_error())) diag("%s", vv_diags_at(vv_error(), 0)->message);
    vv_release(account), vv_trajectory_free(r), vv_sim_free(s), vv_mechanism_free(m);
    vv_options_free(o);
    return good;
}

static double distance(const motion *a, const motion *b) {
    double most = 0;
    for (int i = 0; i < VALUES; i++) most = fmax(most, fabs(a->q[i] - b->q[i]));
    return most;
}

static void cut(const char *name, const char *text, const char *method, const motion *exact) {
    static const struct {
        int n;
        double sliver;
    } by[] = {{16, 0}, {100, 0}, {1000, 0}, {100, 1e-9}};
    motion whole, pieces;
    if (!follow(text, method, 1, 0, &whole)) {
        ok(false, "%s by %s", name, method);
        return;
    }
    for (size_t i = 0; i < sizeof by / sizeof *by; i++) {
        int calls = by[i].n * (by[i].sliver > 0 ? 2 : 1);
        bool good = follow(text, method, by[i].n, by[i].sliver, &pieces);
        double error = distance(&pieces, exact), most = 1e-12 + 10 * distance(&whole, exact);
        long steps = whole.steps + whole.steps / 4 + 2 * calls;
        bool fine = good && error <= most && pieces.steps <= steps;
        ok(fine, "%s by %s in %d pieces: the same motion, no more steps than it takes", name,
           method, calls);
        if (!fine)
            diag("error %g (at most %g), steps %ld (at most %ld)", error, most, pieces.steps,
                 steps);
    }
}

static void methods(const char *name, const char *text) {
    static const char *const method[] = {"taylor", "rk8", "radau", "cvode", "ida"};
    motion exact;
    if (!follow(text, "taylor", 1, 0, &exact)) {
        ok(false, "%s", name);
        return;
    }
    for (size_t i = 0; i < sizeof method / sizeof *method; i++) {
        const char *found = NULL;
        for (int k = 0; !found && vv_word("integrators", k, NULL); k++)
            if (!strcmp(vv_word("integrators", k, NULL), method[i])) found = method[i];
        if (found) cut(name, text, found, &exact);
    }
}

/* Whether a motion is stiff depends on how long it lasts, which nobody says beforehand. */
static void stiff(void) {
    motion whole, pieces;
    bool good =
        follow(STIFF, NULL, 1, 0, &whole) && follow(STIFF, NULL, 40, 0, &pieces) && whole.changed;
    ok(good && pieces.changed && distance(&whole, &pieces) < 1e-11,
       "a stiff motion in pieces comes to the method for stiff motions");
    good = follow(STIFF, "cvode", 1, 0, &whole) && follow(STIFF, "cvode", 1000, 0, &pieces);
    ok(good && pieces.steps < 3 * whole.steps && distance(&whole, &pieces) < 1e-4,
       "a stiff motion in pieces comes to backward differentiation");
    if (good) diag("steps: %ld, in pieces %ld", whole.steps, pieces.steps);
}

int main(void) {
    methods("a double pendulum", DOUBLE);
    methods("a pendulum with multipliers", CARTESIAN);
    stiff();
    return done_testing();
}
