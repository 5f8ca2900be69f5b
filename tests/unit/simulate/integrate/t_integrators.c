/* Every integrator on motions with closed forms: free, damped, stiff, with holonomic,
 * nonholonomic and servo constraints; with events; the audit detects a disturbance. */
#include <fcntl.h>
#include <unistd.h>

#include "run_model.h"
#include "simulate/integrate/taylor.h"

static const double PI = 3.14159265358979323846;

typedef struct known {
    const char *title, *text;
    int column;
    double want;
    double within[5]; /* taylor, rk8, cvode, ida, radau */
} known;

#define OSCILLATOR                                                                                 \
    "parameter m = 1, k = 4\ncoordinate x\nkinetic energy m/2*x'^2\npotential k/2*x^2\n"
static const char PENDULUM[] = "parameter m = 1, g = 9.81, l = 1\ncoordinate x, y\n"
                               "mass m at x*world.x + y*world.y\ngravity -g*world.y\n"
                               "constraint x^2 + y^2 = l^2\nstart x = 0.6, y = -0.8\nrun 2\n";
static const char TUMBLING[] =
    "coordinate a, b\npoint P = sin(a)*world.x - cos(a)*world.z\n"
    "point Q = P + sin(b)*world.x - cos(b)*world.z\nmass 1 at P\nmass 1 at Q\n"
    "gravity -9.81*world.z\nstart a = 2, b = 2.5\nrun 20000\n";
/* along a hill: the series of the motion terminates, that of the force does not decay */
static const char UNIFORM[] = "coordinate s\nmass 1 at s*world.x + sin(s)/2*world.z\n"
                              "gravity -9.81*world.z\nservo s = 2*t through s\n"
                              "show effort(s)\nrun 4\n";
/* one revolution on a Kepler ellipse, eccentricity 0.6 */
static const char KEPLER[] =
    "coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\npotential -1/sqrt(x^2 + y^2)\n"
    "start x = 0.4, y' = 2\nrun 2*pi\n";
static const char SERVO[] = /* the driven car pulls the other by a spring */
    "parameter m = 2\ncoordinate x, y\nkinetic energy (m*x'^2 + y'^2)/2\n"
    "potential 2*(y - x)^2\nservo x = sin(t) through x\nstart y = 0, y' = 0, x' = 1\nrun 3\n";
static const char BLADE[] = /* a blade rotating at a constant rate: a circle */
    "coordinate x, y, θ\nmass 1 at x*world.x + y*world.y\nkinetic energy θ'^2/2\n"
    "constraint -x'*sin(θ) + y'*cos(θ) = 0\nstart θ' = 2, x' = 1\nrun 1.2\n";
static const char STIFF[] = /* x' decays at 1e5/s, then x = cos(t) slowly */
    "coordinate x\nkinetic energy x'^2/2\nwork (-1e5*(x' + sin(t)) - cos(t))*δ(x)\n"
    "start x = 1, x' = 0.5\nrun 2\n";

static int number_of(const char *name) {
    static const char *const NAMES[] = {"taylor", "rk8", "cvode", "ida", "radau"};
    for (int i = 0; i < 5; i++)
        if (!strcmp(NAMES[i], name)) return i;
    return -1;
}

static bool is_loose(const char *method) { return number_of(method) / 2 == 1; } /* SUNDIALS */

static void closed_form(const known *k, const char *method) {
    result r = run_model(k->text, (vv_run_options){.method = method});
    double error = fabs(last_value(r.table, k->column) - k->want),
           within = k->within[number_of(method)];
    bool good = r.status == VV_OK && error <= within;
    ok(good, "%s by %s: error %.1e", k->title, method, error);
    if (!good) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
}

/* The pendulum of length 1 from rest at cos(a) = 0.8: its height by the energy integral, its
 * angle by Jacobi elliptic functions [Whittaker1937, 44]: sin(a/2) cd(t sqrt(g)) with modulus
 * sin(a/2). */
static double pendulum_x(double t) {
    enum { LEVELS = 8 };
    double k = sqrt(0.1), a[LEVELS + 1] = {1}, c[LEVELS + 1] = {k}, b = sqrt(1 - k * k);
    for (int i = 0; i < LEVELS; i++) {
        a[i + 1] = (a[i] + b) / 2, c[i + 1] = (a[i] - b) / 2;
        b = sqrt(a[i] * b);
    }
    double quarter = PI / (2 * a[LEVELS]);
    double phi = ldexp(a[LEVELS], LEVELS) * (t * sqrt(9.81) + quarter);
    for (int i = LEVELS; i > 0; i--) phi = (phi + asin(c[i] / a[i] * sin(phi))) / 2;
    return 2 * k * sin(phi) * sqrt(1 - k * k * sin(phi) * sin(phi)); /* sin(angle) */
}

static void closed_forms(const char *method) {
    const known cases[] = {
        {"an oscillator",
         OSCILLATOR "start x = 1\nrun 10\n",
         1,
         cos(20),
         {1e-14, 1e-11, 1e-6, 1e-5, 1e-13}},
        {"a damped one",
         OSCILLATOR "work -2*x'*δ(x)\nstart x = 1, x' = -1\nrun 3\n",
         1,
         exp(-3) * cos(sqrt(3) * 3),
         {1e-15, 1e-13, 1e-8, 1e-7, 1e-15}},
        {"a growing solution",
         "coordinate x\nkinetic energy x'^2/2\nwork x*δ(x)\nstart x = 1, x' = 1\nrun 5\n",
         1,
         exp(5),
         {1e-12, 1e-9, 1e-5, 1e-3, 1e-12}},
        {"Kepler's ellipse", KEPLER, 1, 0.4, {1e-13, 1e-11, 1e-6, 1e-5, 1e-13}},
        {"a pendulum with a multiplier",
         PENDULUM,
         1,
         pendulum_x(2),
         {1e-14, 1e-11, 1e-6, 1e-6, 1e-14}},
        {"a force that grows from nothing",
         "coordinate x\nkinetic energy x'^2/2\nwork t^8*δ(x)\nrun 2\n",
         1,
         1024.0 / 90,
         {1e-13, 1e-11, 1e-6, 1e-4, 1e-13}},
        {"a servo", SERVO, 1, sin(3), {1e-14, 1e-12, 1e-8, 1e-6, 1e-14}},
        {"what it pulls",
         SERVO,
         2,
         4 * sin(3) / 3 - 2 * sin(6) / 3,
         {1e-14, 1e-12, 1e-8, 1e-6, 1e-14}},
        {"the force behind a uniform motion",
         UNIFORM,
         3,
         (4.905 - sin(8)) * cos(8),
         {1e-14, 1e-12, 1e-7, 1e-5, 1e-14}},
        {"a blade", BLADE, 2, (1 - cos(2.4)) / 2, {1e-14, 1e-12, 1e-7, 1e-6, 1e-14}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) closed_form(&cases[i], method);
    /* after e^(-1e5 t) the remainder of the first speed is 5e-6 of the displacement */
    const known stiff = {
        "a stiff force", STIFF, 1, cos(2) + 0.5e-5, {1e-8, 1e-8, 1e-7, 1e-6, 1e-14}};
    if (number_of(method) >= 2) closed_form(&stiff, method);
}

/* No minimal speeds: everything moves with time alone. */
static void without_speeds(const char *method) {
    result r = run_model("coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\n"
                         "constraint x = sin(t), y = x^2\nrun 2\n",
                         (vv_run_options){.method = method, .form = "minimal"});
    double error = fabs(last_value(r.table, 2) - sin(2) * sin(2));
    ok(r.status == VV_OK && error < (is_loose(method) ? 1e-5 : 1e-12),
       "%s without a speed: error %.1e", method, error);
    vv_ctx_free(r.c);
}

/* ---- events and audit ----------------------------------------------------------------------- */

#define BALL                                                                                       \
    "coordinate y\nkinetic energy y'^2/2\npotential 10*y\nstart y = 1\n"                           \
    "when y = 0 then y' = -y'/2, record\n"

static int rows_of_events(const char *table) {
    int n = 0;
    for (const char *line = strchr(table, '\n'); line && line[1]; line = strchr(line + 1, '\n')) {
        const char *end = strchr(line + 1, '\n');
        n += end && end[-1] != '0';
    }
    return n;
}

static void events(const char *method) {
    double loose = is_loose(method) ? 1e-6 : 1e-11;
    result r = run_model(OSCILLATOR "start x = 1\nwhen x = 0 then record\nrun 20\n",
                         (vv_run_options){.method = method});
    int n = rows_of_events(r.table); /* at pi/4 + k pi/2 */
    ok(r.status == VV_OK && n == 13, "%s: every zero is met, and once: %d", method, n);
    if (n != 13) diag("%s%s", r.account, r.table);
    vv_ctx_free(r.c);
    r = run_model(OSCILLATOR "start x = 1\nwhen x < -0.5 then stop\nrun 20\n",
                  (vv_run_options){.method = method});
    double at = last_value(r.table, 0);
    ok(r.status == VV_OK && fabs(at - PI / 3) < loose, "%s stops at an event: error %.1e", method,
       fabs(at - PI / 3));
    vv_ctx_free(r.c);
    /* 0.1 s after the second bounce */
    r = run_model(BALL "run sqrt(0.2)*2 + 0.1\n", (vv_run_options){.method = method});
    double y = 10 * sqrt(0.2) / 4 * 0.1 - 0.05;
    ok(r.status == VV_OK && rows_of_events(r.table) == 4 &&
           fabs(last_value(r.table, 1) - y) < loose,
       "%s: a ball bounces: %d rows, error %.1e", method, rows_of_events(r.table),
       fabs(last_value(r.table, 1) - y));
    if (rows_of_events(r.table) != 4) diag("%s", r.account);
    vv_ctx_free(r.c);
}

/* Accelerations and multipliers in a condition: the rod goes slack where its force vanishes. */
static void forces(const char *method) {
    double loose = is_loose(method) ? 1e-5 : 1e-9;
    result r = run_model(OSCILLATOR "start x = 1\nwhen x'' = 2 then stop\nrun 5\n",
                         (vv_run_options){.method = method});
    double at = last_value(r.table, 0); /* -4 cos(2t) = 2 */
    ok(r.status == VV_OK && fabs(at - PI / 3) < loose,
       "%s: an acceleration in an event: error %.1e", method, fabs(at - PI / 3));
    vv_ctx_free(r.c);
}

static void audits(const char *method) {
    double limit = (const double[]){1e-11, 1e-11, 1e-6, 1e-5, 1e-11}[number_of(method)];
    vv_run_options o = {.method = method, .audit = limit};
    result calm = run_model(OSCILLATOR "start x = 1\nrun 10\n", o);
    o.disturb = 100 * limit;
    result disturbed = run_model(OSCILLATOR "start x = 1\nrun 10\n", o);
    ok(calm.status == VV_OK && disturbed.status == VV_E_NO && says(&disturbed, 609, "exceeds"),
       "%s: the audit sees a disturbance, and only then", method);
    if (calm.status != VV_OK || disturbed.status != VV_E_NO)
        diag("%s%s", calm.account, disturbed.account);
    vv_ctx_free(calm.c);
    vv_ctx_free(disturbed.c);
}

/* ---- choice of integrator and cross-check ---------------------------------------------------- */

/* x' relaxes to -x^2 at a given rate: x = 1/(1 + t) */
#define DRAWN(rate)                                                                                \
    "coordinate x\nkinetic energy x'^2/2\nwork (-2*x*x' - " rate                                   \
    "*(x' + x^2))*δ(x)\nstart x = 1, x' = -1\nrun 2\n"

/* Van der Pol's oscillator, with the reference digits of the Test Set for IVP Solvers. */
static const char VAN_DER_POL[] = "coordinate x\nkinetic energy x'^2/2\npotential x^2/2\n"
                                  "work 1000*(1 - x^2)*x'*δ(x)\nstart x = 2\nrun 2000\n";

/* A pendulum attached to another, whose mass moves through a viscous medium. */
#define THICK(coefficient)                                                                         \
    "coordinate x, y, z, u\nmass 1 at x*world.x + y*world.y\nmass 1 at z*world.x + u*world.y\n"    \
    "gravity -9.81*world.y\nconstraint x^2 + y^2 = 1\nconstraint (x - z)^2 + (y - u)^2 = 1\n"      \
    "work -" coefficient "*(x'*δ(x) + y'*δ(y))\n"                                                \
    "start x = 0.6, y = -0.8, z = 1.6, u = -0.8\nrun 20\n"
/* The same in angles; shows z, the other's third coordinate. */
#define THICK_ANGLES(coefficient)                                                                  \
    "coordinate α, β\nmass 1 at sin(α)*world.x - cos(α)*world.y\n"                             \
    "mass 1 at (sin(α) + sin(β))*world.x - (cos(α) + cos(β))*world.y\n"                        \
    "gravity -9.81*world.y\nwork -" coefficient "*α'*δ(α)\n"                                    \
    "start α = asin(0.6), β = pi/2\nshow sin(α) + sin(β)\nrun 20\n"

/* A pendulum sinking for a day, in x and y and in its angle. */
#define SINKING "gravity -9.81*world.y\nrun 1e5\n"
static const char SINKS[] =
    "coordinate x, y\nmass 1 at x*world.x + y*world.y\nconstraint x^2 + y^2 = 1\n"
    "work -1e6*(x'*δ(x) + y'*δ(y))\nstart x = 0.6, y = -0.8\n" SINKING;
static const char SINKS_BY_ANGLE[] =
    "coordinate θ\nmass 1 at sin(θ)*world.x - cos(θ)*world.y\nwork -1e6*θ'*δ(θ)\n"
    "start θ = asin(0.6)\nshow sin(θ)\n" SINKING;

static long steps_of(const result *r) {
    const char *at = strstr(r->account, "steps: ");
    return at ? strtol(at + strlen("steps: "), NULL, 10) : -1;
}

/* Switched to Radau during the run, with full accuracy. */
static void stiff(const char *title, const char *text, int column, double want, double within) {
    result r = run_model(text, (vv_run_options){0});
    double error = fabs(last_value(r.table, column) - want);
    bool good = r.status == VV_OK && strstr(r.account, "method: radau from t = ") &&
                strstr(r.account, "tolerance 1e-14 per step") && steps_of(&r) < 2000 &&
                error <= within;
    ok(good, "%s is left to radau: %ld steps, error %.1e", title, steps_of(&r), error);
    if (!good) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
}

/* The same value in a column of each. */
static void stiff_pendulum(const char *cartesian, int column, const char *angles, int shown) {
    result r = run_model(angles, (vv_run_options){0});
    stiff("a stiff pendulum by angles", angles, shown, last_value(r.table, shown), 0);
    stiff("and with multipliers", cartesian, column, last_value(r.table, shown), 1e-13);
    vv_ctx_free(r.c);
}

/* A stiff direction that rotates with the motion. */
static void stiff_formulas(void) {
    result r = run_model(THICK("1e6"), (vv_run_options){.method = "cvode"}),
           s = run_model(THICK("1e8"), (vv_run_options){.method = "cvode"});
    ok(r.status == VV_OK && steps_of(&r) < 20000, "cvode: %ld steps", steps_of(&r));
    ok(s.status == VV_OK && steps_of(&s) < 60000, "cvode: %ld steps", steps_of(&s));
    vv_ctx_free(r.c);
    vv_ctx_free(s.c);
}

/* A ball rotating about a fixed axis, in Euler angles that pass their singularity at 1e-4: in
 * body axes the vertical circles that axis. */
static void near_singular(void) {
    result r = run_model("coordinate ψ, θ, φ\nspeed p = ψ'*sin(θ)*sin(φ) + θ'*cos(φ)\n"
                         "speed q = ψ'*sin(θ)*cos(φ) - θ'*sin(φ)\nspeed r = ψ'*cos(θ) + φ'\n"
                         "kinetic energy (p^2 + q^2 + r^2)/2\nstart θ = 1, p = -1, q = 1e-4\n"
                         "show cos(θ)\nrun 2\n",
                         (vv_run_options){.method = "rk8"});
    double w = sqrt(1 + 1e-8), want = cos(1) * cos(2 * w) + sin(1) / w * sin(2 * w),
           error = fabs(last_value(r.table, 10) - want);
    ok(r.status == VV_OK && error < 1e-13, "rk8 near singular angles: error %.1e", error);
    if (!(error < 1e-13)) diag("%s", r.account);
    vv_ctx_free(r.c);
}

/* An unattainable accuracy is not reported as attained. */
static void below_rounding(void) {
    result r = run_model(OSCILLATOR "start x = 1\nrun 1\n",
                         (vv_run_options){.method = "cvode", .tolerance = 1e-17});
    ok(r.status == VV_OK && strstr(r.account, "less is below rounding"),
       "a tolerance below rounding is loosened, and this is reported");
    vv_ctx_free(r.c);
}

/* Too many values for one factorization of all stages. */
static void stiff_and_many(void) {
    enum { MANY = 50 };
    static char text[16384];
    size_t n = 0;
    for (int i = 1; i <= MANY; i++)
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "coordinate x_%d\nkinetic energy x_%d'^2/2\n"
                              "work (-2*x_%d*x_%d' - 1e7*(x_%d' + x_%d^2))*δ(x_%d)\n"
                              "start x_%d = 1, x_%d' = -1\n",
                              i, i, i, i, i, i, i, i, i);
    snprintf(text + n, sizeof text - n, "run 2\n");
    result r = run_model(text, (vv_run_options){0});
    double error = fabs(last_value(r.table, 1) - 1.0 / 3);
    ok(r.status == VV_OK && strstr(r.account, "method: cvode from t = ") &&
           strstr(r.account, "tolerance 1e-13 per step") &&
           !strstr(r.account, "form: multipliers from") && error < 1e-11,
       "a stiff motion of many values is left to cvode: error %.1e", error);
    vv_ctx_free(r.c);
}

static void choice(void) {
    result r;
    stiff("a stiff motion", DRAWN("1e7"), 1, 1.0 / 3, 1e-15);
    stiff("van der Pol's oscillator", VAN_DER_POL, 1, 1.706167732170483, 5e-14);
    stiff("its velocity", VAN_DER_POL, 2, -0.8928097010247975e-3, 1e-16);
    stiff_pendulum(THICK("1e6"), 3, THICK_ANGLES("1e6"), 5);
    stiff_pendulum(THICK("1e8"), 3, THICK_ANGLES("1e8"), 5);
    /* Taylor series have no first step: their coefficients overflow */
    stiff_pendulum(THICK("1e14"), 3, THICK_ANGLES("1e14"), 5);
    /* it comes to rest on a stiff ground: its speed is pure rounding */
    stiff("a ball",
          "coordinate y\nkinetic energy y'^2/2\npotential 10*y\n"
          "work max(0, -1e8*y - 3e4*y')*δ(y)\nstart y = 1\nrun 20\n",
          1, -1e-7, 1e-20);
    stiff_pendulum(SINKS, 1, SINKS_BY_ANGLE, 3);
    /* for two tumbling pendulums the derivatives resemble damping for an instant */
    const char *series[] = {DRAWN("10"), KEPLER, OSCILLATOR "start x = 1\nrun 20000\n", TUMBLING};
    for (int i = 0; i < 4; i++) {
        r = run_model(series[i], (vv_run_options){0});
        ok(r.status == VV_OK && !strstr(r.account, "method:"), "series for motion %d", i + 1);
        vv_ctx_free(r.c);
    }
    r = run_model(DRAWN("1e4"), (vv_run_options){.method = "taylor"});
    ok(r.status == VV_OK && !strstr(r.account, "method:"), "what is asked for is used");
    vv_ctx_free(r.c);
}

/* A quarter of an oscillation after five of them, and an orbit, in seconds. */
static void out_of_range(void) {
    static const char *const rate[] = {"3e11", "1e14", "1e-12", "1e-17"};
    for (int i = 0; i < 4; i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "coordinate x\nkinetic energy x'^2/2\npotential %s^2*x^2/2\nstart x = 1\n"
                 "run 10.5*pi/%s\n",
                 rate[i], rate[i]);
        result r = run_model(text, (vv_run_options){0});
        double x = last_value(r.table, 1);
        ok(r.status == VV_OK && fabs(x) < 1e-13 && strstr(r.account, "method: radau from t = 0,"),
           "an oscillation of %s per second: error %.1e", rate[i], fabs(x));
        vv_ctx_free(r.c);
        r = run_model(text, (vv_run_options){.method = "taylor"});
        ok(r.status == VV_E_BEYOND && says(&r, 605,
                                           i < 2 ? "Taylor coefficients of so fast a motion"
                                                 : "Taylor coefficients of so slow a motion"),
           "its series are told to be beyond the numbers of the machine");
        vv_ctx_free(r.c);
    }
    /* circular orbit about a galaxy: once in 8.3e15 s */
    result r = run_model("parameter GM = 1.5e31\ncoordinate x, y\nkinetic energy (x'^2 + y'^2)/2\n"
                         "force function GM/sqrt(x^2 + y^2)\nclaim integral x*y' - y*x'\n"
                         "start x = 3e20, y' = sqrt(GM/3e20)\nrun 2*pi*sqrt(3e20^3/GM)\n",
                         (vv_run_options){.audit = 1e-13});
    double x = last_value(r.table, 1) / 3e20, y = last_value(r.table, 2) / 3e20;
    ok(r.status == VV_OK && hypot(x - 1, y) < 1e-12, "a star in a galaxy: error %.1e",
       hypot(x - 1, y));
    vv_ctx_free(r.c);
    /* a terminating series says nothing about underflow */
    r = run_model("coordinate x\nkinetic energy x'^2/2\npotential -1e-20*x\nstart x' = 1e-3\n"
                  "run 1e15\n",
                  (vv_run_options){0});
    ok(r.status == VV_OK && !strstr(r.account, "method:") &&
           fabs(last_value(r.table, 1) / 1.005e12 - 1) < 1e-15,
       "a long fall is one step of series");
    vv_ctx_free(r.c);
}

static double differs(const result *r) {
    const char *at = strstr(r->account, "differs by at most ");
    return at ? strtod(at + strlen("differs by at most "), NULL) : (double)NAN;
}

static void witness(const char *name, double within) {
    vv_run_options o = {.witness = true, .witness_method = name, .audit = within};
    result r = run_model(PENDULUM, o);
    ok(r.status == VV_OK && differs(&r) <= within, "a witness agrees: %s, %.1e", name ? name : "",
       differs(&r));
    if (r.status != VV_OK) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
    o.disturb = 100 * within;
    r = run_model(PENDULUM, o);
    ok(r.status == VV_E_NO && says(&r, 631, "exceeds") && differs(&r) > within,
       "it sees a disturbance: %s, %.1e", name ? name : "", differs(&r));
    if (r.status != VV_E_NO) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
}

static void own_witness(void) {
    result r = run_model(PENDULUM, (vv_run_options){.witness = true, .witness_method = "taylor"}),
           s = run_model(PENDULUM, (vv_run_options){.witness = true});
    ok(r.status == VV_OK && says(&r, 631, "uses the method of the run itself"),
       "the method of the run as its own cross-check: a warning");
    ok(s.status == VV_OK && !says(&s, 631, "uses the method of the run itself"),
       "another one: none");
    vv_ctx_free(r.c);
    vv_ctx_free(s.c);
}

/* Anonymous files, which hold long tables during a run, are truncated for good. */
static void lose_rows(void *data, const char *what, double part) {
    char path[64], name[256];
    int null = open("/dev/null", O_RDWR);
    (void)data;
    for (int fd = 3; !strcmp(what, "motion") && part > 0.5 && fd < 256; fd++) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        ssize_t n = readlink(path, name, sizeof name - 1);
        if (n < 0) continue;
        name[n] = 0;
        if (strstr(name, "(deleted)")) dup2(null, fd);
    }
    close(null);
}

static void unreadable(void) {
    const char *path = "unreadable.npy";
    vv_run_options o = {.witness = true, .every = 1e-4, .output = path};
    result r = {.c = vv_ctx_new(NULL), .table = ""};
    vv_command_mechanism *m;
    vv_ctx_listen(r.c, lose_rows, NULL);
    r.status = vv_command_load(r.c, "test.vv", PENDULUM, strlen(PENDULUM), 0, NULL, &m);
    if (r.status == VV_OK) r.status = vv_command_run(r.c, m, &o, &r.table);
    bool good =
        r.status == VV_E_IO && says(&r, 613, "cannot read back the rows of the cross-check");
    ok(good && o.written && !access(path, R_OK) && strstr(o.account, "not compared"),
       "rows of a witness that cannot be read back are an error of the disk; the table is there");
    if (!good) diag("status %d\n%s%s", (int)r.status, vv_diag_text(r.c, false), o.account);
    remove(path);
    vv_ctx_free(r.c);
}

static void missing(const char *method) {
    result r = run_model(KEPLER, (vv_run_options){.method = method});
    ok(r.status == VV_E_BEYOND && says(&r, 630, "without SUNDIALS"), "%s is not in this build",
       method);
    vv_ctx_free(r.c);
}

/* Newton's method alone diverges from a guess this poor. */
static void assembly(void) {
    result r = run_model("coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\n"
                         "constraint atan(10*(x - 47/10)) = 0\nstart y' = 1\nrun 1\n",
                         (vv_run_options){0});
    double x = last_value(r.table, 1);
    ok(r.status == VV_OK && fabs(x - 4.7) < 1e-14 && strstr(r.account, "x = 4.7 from the"),
       "a start far from its constraint is assembled by a line search");
    if (r.status != VV_OK) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
    r = run_model("coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\n"
                  "constraint x^2 + exp(y) = 1/2\nstart x = 1\nrun 1\n",
                  (vv_run_options){0});
    ok(r.status == VV_E_MODEL &&
           says(&r, 603, "constraint x^2 + exp(y) = 1/2: its residual is 1.5"),
       "a start that cannot be is refused with the constraint and its residual");
    if (r.status != VV_E_MODEL) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
    r = run_model("coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\n"
                  "constraint x^2 + y^2 = 1\nstart x = 3, y = 4\nrun 1\n",
                  (vv_run_options){0});
    ok(r.status == VV_E_MODEL && says(&r, 603, "constraint x^2 + y^2 = 1: its residual is 24"),
       "and one too far from its constraint");
    if (r.status != VV_E_MODEL) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
}

/* Every refusal is reported; the sanitizers check that nothing leaks. */
static void refusals(const char *method) {
    long refused = 0, wrong = 0;
    for (long at = 1; at < 100000; at += 1 + at / 8) {
        vv_ctx *c = vv_ctx_new(&(vv_limits){.refuse_at = at});
        if (!c) continue;
        vv_command_mechanism *m;
        const char *table;
        vv_run_options o = {.method = method, .has_until = true, .until = 0.1, .witness = true};
        vv_status status = vv_command_load(c, "test.vv", PENDULUM, strlen(PENDULUM), 0, NULL, &m);
        if (status == VV_OK) status = vv_command_run(c, m, &o, &table);
        refused += status == VV_E_NOMEM;
        wrong += status != VV_E_NOMEM && status != VV_OK;
        vv_ctx_free(c);
        if (status == VV_OK) break;
    }
    ok(refused > 10 && !wrong, "%s: %ld refusals of memory are reported", method, refused);
}

/* Where truncation error dominates: odd orders would change the energy systematically. */
static void orders_are_even(void) {
    int odd = 0, least = 1000, most = 0;
    for (double tolerance = 1e-2; tolerance > 1e-15; tolerance /= 1.3)
        for (int multipliers = 0; multipliers < 2; multipliers++) {
            int p = vv_taylor_order(tolerance, multipliers, multipliers);
            odd += p % 2;
            least = p < least ? p : least, most = p > most ? p : most;
        }
    ok(!odd && least == 8 && most == 32, "orders of series are even, from %d to %d", least, most);
    int free = vv_taylor_order(1e-10, false, true), bound = vv_taylor_order(1e-10, true, true);
    ok(free == 24 && bound == 28,
       "higher with multipliers, whose steps have a larger fixed cost: %d, %d", free, bound);
}

int main(void) {
    orders_are_even();
    bool has = !strstr(vv_solver_library(), "no ");
    for (int i = 0; vv_integrator_name(i); i++) {
        const char *method = vv_integrator_name(i);
        ok(number_of(method) >= 0, "%s has its tolerances here", method);
        if (number_of(method) < 0) continue;
        if (is_loose(method) && !has) {
            missing(method);
            continue;
        }
        closed_forms(method);
        without_speeds(method);
        events(method);
        forces(method);
        audits(method);
        refusals(method);
    }
    choice();
    out_of_range();
    near_singular();
    if (has) stiff_formulas();
    if (has) stiff_and_many();
    if (has) below_rounding();
    if (has) assembly();
    unreadable();
    own_witness();
    witness(NULL, 1e-11);
    witness("radau", 1e-12);
    if (has) witness("cvode", 1e-7);
    if (has) witness("ida", 1e-5);
    return done_testing();
}
