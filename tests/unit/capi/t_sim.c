/* Simulations that are stepped, through the public header only. */
#include <math.h>
#include <pthread.h>

#include <visviva/visviva.h>

#include "tap.h"

static const char OSCILLATOR[] =
    "system \"Oscillator\"\nparameter m = 2, k = 8\nassume m > 0, k > 0\ncoordinate x\ninput F\n"
    "point P = x*world.x\nmass m at P\nforce F*world.x at P\n"
    "force function -k*x^2/2\nstart x = 1\nshow k*x^2/2\n";
static const char BALL[] =
    "parameter m = 1, g = 10\ncoordinate z\npoint P = z*world.z\nmass m at P\n"
    "gravity -g*world.z\nstart z = 5\n";
static const char PENDULUM[] =
    "parameter m = 1, l = 1, g = 9.81\nassume l > 0\ncoordinate θ\n"
    "point P = l*(sin(θ)*world.x - cos(θ)*world.z)\nmass m at P\ngravity -g*world.z\n"
    "start θ = 2\n";
static const char CARTESIAN[] =
    "parameter m = 1, l = 1, g = 9.81\nassume l > 0\ncoordinate x, z\ninput F\n"
    "point P = x*world.x + z*world.z\nmass m at P\ngravity -g*world.z\nforce F*world.x at P\n"
    "constraint x^2 + z^2 = l^2\nstart x = 0.6, z = -0.8\n";
static const char CART[] =
    "parameter M = 1, m = 0.2, l = 0.5, g = 9.81\ncoordinate x, θ\ninput F\n"
    "point C = x*world.x, P = C + l*(sin(θ)*world.x - cos(θ)*world.z)\nmass M at C\nmass m at P\n"
    "gravity -g*world.z\nforce F*world.x at C\nstart θ = 170 [deg]\nwhen abs(x) > 2 then stop\n";

static const double PI = 3.14159265358979324;

static bool told(const char *text) {
    const vv_diag *d = vv_diags_at(vv_error(), 0);
    bool found = d && (strstr(d->message, text) || (d->hint && strstr(d->hint, text)));
    if (!found) diag("%s (%s)", d ? d->message : "no reason", d && d->hint ? d->hint : "");
    return found;
}

static bool refused(vv_status s, const char *text) {
    return s == VV_E_USAGE && vv_diags_status(vv_error()) == VV_E_USAGE && told(text);
}

/* A call that should go well. */
static bool fine(vv_status s) {
    if (s != VV_OK) told("(this failure is not expected)");
    return s == VV_OK;
}

static bool near(double a, double b, double by) {
    bool yes = fabs(a - b) <= by * fmax(1, fabs(b));
    if (!yes) diag("%.17g, expected %.17g", a, b);
    return yes;
}

static vv_sim *sim_with(const char *text, const vv_options *o) {
    vv_mechanism *m = NULL;
    vv_sim *s = NULL;
    if (!fine(vv_mechanism_load(text, strlen(text), NULL, &m)) || !fine(vv_sim_new(m, o, &s)))
        printf("Bail out! no simulation\n"), exit(1);
    vv_mechanism_free(m); /* it is not needed any longer */
    return s;
}

static vv_sim *sim_of(const char *text) { return sim_with(text, NULL); }

static vv_sim *sim_by(const char *text, const char *key, const char *value) {
    vv_options *o = vv_options_new();
    vv_options_text(o, key, value);
    vv_sim *s = sim_with(text, o);
    vv_options_free(o);
    return s;
}

/* ---- inputs --------------------------------------------------------------------------------- */

/* x'' + 4 x = F/2, from x = 1 at rest. */
static void held_inputs(const char *form) {
    vv_sim *s = sim_by(OSCILLATOR, "form", form);
    double x, v, F = 4;
    ok(fine(vv_sim_advance(s, 0.7, NULL)), "%s: without input", form);
    vv_sim_state(s, &x, &v);
    ok(near(x, cos(1.4), 1e-14) && near(v, -2 * sin(1.4), 1e-14), "free motion");
    double a = x - F / 8, b = v / 2;
    ok(fine(vv_sim_set_inputs(s, &F)) && fine(vv_sim_advance(s, 1.9, NULL)), "held");
    vv_sim_state(s, &x, &v);
    ok(near(x, F / 8 + a * cos(2.4) + b * sin(2.4), 1e-14), "displaced by the force");
    ok(near(v, 2 * (b * cos(2.4) - a * sin(2.4)), 1e-14), "its rate");
    ok(vv_sim_time(s) == 1.9 && vv_sim_audit(s, NULL) < 1e-13, "time, audit");
    vv_sim_free(s);
}

/* What an integrator remembers of the force before must not count. */
static void held_by(const char *integrator, double by) {
    vv_sim *s = sim_by(OSCILLATOR, "integrator", integrator);
    double x, v, a = 1, b = 0;
    bool good = true;
    for (int k = 0; k < 8; k++) {
        double F = k % 2 ? 4 : -3, c = cos(0.8), d = sin(0.8), p = a - F / 8, q = b;
        good &=
            vv_sim_set_inputs(s, &F) == VV_OK && vv_sim_advance(s, 0.4 * (k + 1), NULL) == VV_OK;
        a = F / 8 + p * c + q * d, b = q * c - p * d;
    }
    vv_sim_state(s, &x, &v);
    char *text = NULL;
    vv_sim_account(s, "text", &text);
    ok(text && !strstr(text, "from t ="), "%s: no step fails at a jump", integrator);
    vv_release(text);
    ok(good && near(x, a, by) && near(v, 2 * b, by), "%s: inputs that jump", integrator);
    vv_sim_free(s);
}

static void tabulated_inputs(void) {
    /* F = t^d / 10 from 0 to 2: reproduced by degree d */
    for (int d = 0; d <= 3; d++) {
        vv_sim *s = sim_of(OSCILLATOR);
        double t[9], u[9], x, v, y = 0;
        for (int i = 0; i < 9; i++) t[i] = 0.25 * i, u[i] = pow(t[i], d) / 10;
        ok(fine(vv_sim_input_table(s, 0, d, 9, t, u)) && fine(vv_sim_advance(s, 2, NULL)),
           "table of degree %d", d);
        vv_sim_state(s, &x, &v);
        /* x = cos 2t + particular: sums of the response to t^d/20 from rest */
        double w = 2, c = cos(w * 2), si = sin(w * 2);
        if (d == 0) y = (1 - c) / 80;
        if (d == 1) y = (2 - si / w) / 80;
        if (d == 2) y = (4 - 0.5 + 0.5 * c) / 80;
        if (d == 3) y = (8 - 1.5 * 2 + 1.5 * si / w) / 80;
        ok(near(x, c + y, 1e-13), "its response");
        vv_sim_free(s);
    }
    vv_sim *s = sim_of(OSCILLATOR);
    double t[] = {0.5, 1}, u[] = {1, 3}, x, before;
    ok(fine(vv_sim_input_table(s, 0, 0, 2, t, u)) && fine(vv_sim_advance(s, 3, NULL)), "steps");
    vv_sim_state(s, &x, NULL);
    before = cos(6) + (1 - cos(6)) / 8 + (1 - cos(4)) / 4;
    ok(near(x, before, 1e-14), "held between and beyond its points");
    ok(refused(vv_sim_input_table(s, 0, 4, 2, t, u), "degree"), "a degree of 4");
    ok(refused(vv_sim_input_table(s, 1, 0, 2, t, u), "no input 1"), "no such input");
    u[0] = 0, t[1] = 0.5;
    ok(refused(vv_sim_input_table(s, 0, 1, 2, t, u), "point 1"), "points in disorder");
    ok(refused(vv_sim_input_table(s, 0, 1, 0, t, u), "no points"), "no points");
    vv_sim_free(s);
}

static void written_inputs(void) {
    vv_sim *s = sim_of(OSCILLATOR);
    double x, v, F = 0;
    ok(fine(vv_sim_input_text(s, 0, "m*sin(t) - 3*m*x'")) && fine(vv_sim_advance(s, 5, NULL)),
       "an expression of time and state");
    vv_sim_state(s, &x, &v);
    /* x'' + 3 x' + 4 x = sin t: particular (sin t - cos t)/6, decay e^(-3t/2), frequency √7/2 */
    double w = sqrt(7) / 2, a = 7.0 / 6, b = (1.5 * a - 1.0 / 6) / w,
           e = exp(-7.5) * (a * cos(5 * w) + b * sin(5 * w));
    ok(near(x, (sin(5) - cos(5)) / 6 + e, 1e-14), "forced and damped");
    ok(vv_sim_audit(s, NULL) < 1e-13, "its work is known");
    vv_status bad = vv_sim_input_text(s, 0, "sin(y)");
    ok(bad == VV_E_MODEL && told("y"), "an unknown name");
    ok(fine(vv_sim_advance(s, 6, NULL)), "the motion goes on as before");
    ok(fine(vv_sim_set_inputs(s, &F)) && fine(vv_sim_advance(s, 7, NULL)), "held again");
    ok(refused(vv_sim_input_text(s, 0, NULL), "NULL"), "no expression");
    vv_sim_free(s);
}

static vv_next balance(void *data, double t, const double *q, const double *qd, double *u) {
    (void)t;
    ++*(int *)data;
    u[0] = q[0] - 32 * (q[1] - PI) + 2.2 * qd[0] - 6 * qd[1];
    return VV_GO_ON;
}

/* The same loop by hand and by a law. */
static void sampled_control(void) {
    vv_sim *a = sim_of(CART), *b = sim_of(CART);
    double q[2], qd[2], p[2], pd[2], u;
    int calls = 0, same = 0;
    for (int k = 0; k < 1000; k++) {
        vv_sim_state(a, q, qd);
        balance(&same, 0, q, qd, &u);
        vv_sim_set_inputs(a, &u);
        vv_sim_advance(a, (k + 1) * 1e-3, NULL);
    }
    ok(fine(vv_sim_control(b, 1e-3, balance, &calls)) && fine(vv_sim_advance(b, 1, NULL)),
       "a sampled law");
    vv_sim_state(a, q, qd), vv_sim_state(b, p, pd);
    ok(calls == 1000, "%d calls", calls);
    ok(!memcmp(q, p, sizeof q) && !memcmp(qd, pd, sizeof qd), "as by hand, to the bit");
    ok(fine(vv_sim_control(b, 0, NULL, NULL)), "no law any longer");
    vv_sim_free(a), vv_sim_free(b);
}

static vv_next damp(void *data, double t, const double *q, const double *qd, double *u) {
    (void)q;
    ++*(int *)data;
    u[0] = 2 * sin(t) - 6 * qd[0];
    return t < 7 ? VV_GO_ON : t < 7.5 ? VV_STOP_HERE : VV_GIVE_UP;
}

/* The law of written_inputs at every state. */
static void continuous_control(const char *by) {
    vv_sim *s = by ? sim_by(OSCILLATOR, "integrator", by) : sim_of(OSCILLATOR);
    double x, v, w = sqrt(7) / 2, a = 7.0 / 6, b = (1.5 * a - 1.0 / 6) / w,
                 e = exp(-7.5) * (a * cos(5 * w) + b * sin(5 * w));
    int calls = 0;
    char *text = NULL;
    vv_reason why;
    ok(fine(vv_sim_control(s, 0, damp, &calls)), "a law at every state, %s", by ? by : "any");
    ok(fine(vv_sim_advance(s, 5, &why)) && why == VV_REACHED && calls > 20, "%d calls", calls);
    vv_sim_state(s, &x, &v);
    ok(near(x, (sin(5) - cos(5)) / 6 + e, 1e-10), "forced and damped");
    ok(vv_sim_audit(s, NULL) < 1e-9, "its work is known: %.2g", vv_sim_audit(s, NULL));
    ok(fine(vv_sim_account(s, "text", &text)) && strstr(text, "every state"), "and it is said");
    vv_release(text);
    ok(fine(vv_sim_advance(s, 9, &why)) && why == VV_STOPPED && vv_sim_time(s) < 9, "stops");
    vv_status status = VV_OK;
    while (status == VV_OK && vv_sim_time(s) < 9) status = vv_sim_advance(s, 9, &why);
    ok(status == VV_E_INTERRUPTED && told("gave up") && vv_sim_time(s) < 8, "gives up");
    vv_sim_free(s);
    s = sim_by(OSCILLATOR, "integrator", "taylor");
    ok(refused(vv_sim_control(s, 0, damp, &calls), "rk8"), "not by series");
    ok(refused(vv_sim_control(s, -1, damp, &calls), "period"), "a negative period");
    vv_sim_free(s);
    s = sim_of(BALL);
    ok(refused(vv_sim_control(s, 1, damp, &calls), "no inputs"), "nothing to control");
    vv_sim_free(s);
}

/* ---- events --------------------------------------------------------------------------------- */

typedef struct bounces {
    int count;
    double e, last[32];
} bounces;

static vv_next bounce(void *data, vv_sim *s, int event, double t) {
    bounces *b = data;
    double z, v;
    (void)event;
    vv_sim_state(s, &z, &v);
    b->last[b->count++ % 32] = t;
    v = -b->e * v;
    return vv_sim_set_state(s, t, &z, &v, NULL) == VV_OK ? VV_GO_ON : VV_GIVE_UP;
}

static double height(void *data, double t, const double *q, const double *qd) {
    (void)data, (void)t, (void)qd;
    return q[0];
}

/* Falls from 5 with g = 10: at t = 1 for the first time, then after 2 e, 2 e^2, ... */
static void bouncing(bool function) {
    vv_sim *s = sim_of(BALL);
    bounces b = {.e = 0.5};
    int id = -1;
    vv_status added = function ? vv_sim_root(s, height, -1, bounce, &b, &id)
                               : vv_sim_event(s, "z", -1, bounce, &b, &id);
    ok(fine(added) && id == 0, "%s", function ? "a function" : "an expression");
    ok(fine(vv_sim_advance(s, 2.9, NULL)), "bounces");
    double at = 1, pause = 1;
    bool good = b.count == 5;
    for (int i = 0; i < b.count && i < 5; i++, at += pause, pause /= 2)
        good &= near(b.last[i], at, 1e-14);
    ok(good, "%d times, when they should", b.count);
    double z, v, since = 2.9 - b.last[4];
    vv_sim_state(s, &z, &v);
    ok(near(v, 10.0 / 32 - 10 * since, 1e-13) && vv_sim_last_event(s) == 0, "then free fall");
    ok(vv_sim_audit(s, NULL) < 1e-13, "what is lost in an impact is no drift");
    vv_sim_free(s);
}

static void periods(void) {
    vv_sim *s = sim_of(PENDULUM);
    double g = 1, a = cos(1.0), period; /* K(sin(1)) by the arithmetic-geometric mean */
    vv_reason why;
    int id;
    for (int i = 0; i < 8; i++) {
        double mean = (g + a) / 2;
        a = sqrt(g * a), g = mean;
    }
    period = 2 * PI / (g * sqrt(9.81));
    ok(fine(vv_sim_event(s, "θ'", -1, NULL, NULL, &id)), "turns");
    for (int i = 1; i <= 3; i++) {
        ok(fine(vv_sim_advance(s, 100, &why)) && why == VV_AT_EVENT && vv_sim_last_event(s) == id,
           "stops at an event");
        ok(near(vv_sim_time(s), i * period, 1e-14), "after %d periods", i);
    }
    ok(fine(vv_sim_advance(s, vv_sim_time(s) + 0.1, &why)) && why == VV_REACHED, "and goes on");
    ok(vv_sim_event(s, "θ +", 0, NULL, NULL, NULL) == VV_E_MODEL, "no expression");
    ok(refused(vv_sim_event(s, "θ", 2, NULL, NULL, NULL), "direction"), "no direction");
    ok(refused(vv_sim_event(s, NULL, 0, NULL, NULL, NULL), "nothing"), "nothing to watch");
    ok(refused(vv_sim_root(s, NULL, 0, NULL, NULL, NULL), "nothing"), "no function");
    vv_sim_free(s);
}

static void stops_of_the_model(void) {
    vv_sim *s = sim_of(CART);
    double u = 3, q[2], qd[2];
    vv_reason why;
    vv_sim_set_inputs(s, &u);
    ok(fine(vv_sim_advance(s, 10, &why)) && why == VV_AT_EVENT, "when ... then stop");
    vv_sim_state(s, q, qd);
    ok(near(q[0], 2, 1e-14) && vv_sim_last_event(s) == 0, "where it says");
    u = -20;
    vv_sim_set_inputs(s, &u);
    ok(fine(vv_sim_advance(s, vv_sim_time(s) + 0.01, &why)) && why == VV_REACHED, "goes on");
    vv_sim_free(s);
}

static vv_next halve(void *data, vv_sim *s, int event, double t) {
    const double value = 1;
    (void)event, (void)t;
    return vv_sim_set_parameters(s, 1, data, &value) == VV_OK ? VV_GO_ON : VV_GIVE_UP;
}

/* At x = 0 the mass is halved: the frequency grows by √2, the rate stays. */
static void parameters(const char *variable) {
    vv_sim *s = variable ? sim_by(OSCILLATOR, "variable", variable) : sim_of(OSCILLATOR);
    int m = 0;
    double x, v, w = 2 * sqrt(2), since = 2 - PI / 4;
    ok(fine(vv_sim_event(s, "x", -1, halve, &m, NULL)), "%s parameters",
       variable ? "variable" : "fixed");
    ok(fine(vv_sim_advance(s, 1.5, NULL)), "another mass at an event");
    ok(fine(vv_sim_advance(s, 2, NULL)), "and on");
    vv_sim_state(s, &x, &v);
    ok(near(x, -2 / w * sin(w * since), 1e-13), "the other frequency");
    ok(vv_sim_audit(s, NULL) < 1e-13, "its energy is no drift");
    double bad = -1, nan = (double)NAN;
    int none = 7;
    ok(refused(vv_sim_set_parameters(s, 1, &m, &bad), "assumption"), "a negative mass");
    ok(refused(vv_sim_set_parameters(s, 1, &m, &nan), "number"), "no number");
    ok(refused(vv_sim_set_parameters(s, 1, &none, &bad), "no parameter 7"), "no such parameter");
    ok(fine(vv_sim_reset(s)) && fine(vv_sim_advance(s, 0.5, NULL)), "reset");
    vv_sim_state(s, &x, &v);
    ok(near(x, cos(1), 1e-14), "with the mass of the model");
    vv_sim_free(s);
}

/* ---- callbacks ------------------------------------------------------------------------------ */

typedef struct meddler {
    vv_sim *s;
    int refusals;
    vv_next answer;
} meddler;

static vv_next meddle(void *data, vv_sim *s, int event, double t) {
    meddler *k = data;
    char *bytes;
    size_t n;
    double x, row[8];
    (void)event;
    k->refusals += vv_sim_advance(s, t + 1, NULL) == VV_E_USAGE;
    k->refusals += vv_sim_step(s, t + 1, NULL) == VV_E_USAGE;
    k->refusals += vv_sim_reset(s) == VV_E_USAGE;
    k->refusals += vv_sim_save(s, &bytes, &n) == VV_E_USAGE;
    k->refusals += vv_sim_event(s, "x", 0, NULL, NULL, NULL) == VV_E_USAGE;
    if (vv_sim_row(s, t, row) != VV_OK || vv_sim_at(s, t, 0, &x) != VV_OK) k->refusals = -100;
    return k->answer;
}

static vv_next meddling_law(void *data, double t, const double *q, const double *qd, double *u) {
    meddler *k = data;
    double row[8];
    (void)qd;
    k->refusals += vv_sim_set_inputs(k->s, u) == VV_E_USAGE;
    k->refusals += vv_sim_row(k->s, t, row) == VV_E_USAGE;
    u[0] = -q[0];
    return t < 0.35 ? VV_GO_ON : k->answer;
}

static vv_next free_it(void *data, vv_sim *s, int event, double t) {
    (void)event, (void)t;
    ++*(int *)data;
    vv_sim_free(s);
    return VV_GO_ON;
}

static void callbacks(void) {
    vv_sim *s = sim_of(OSCILLATOR);
    vv_reason why;
    meddler k = {s, 0, VV_STOP_HERE};
    vv_sim_event(s, "x - 1/2", 0, meddle, &k, NULL);
    ok(fine(vv_sim_advance(s, 5, &why)) && why == VV_AT_EVENT, "an action stops");
    ok(k.refusals == 5, "what an action may not do is refused: %d", k.refusals);
    k.answer = VV_GIVE_UP;
    double at = vv_sim_time(s);
    ok(vv_sim_advance(s, 5, &why) == VV_E_INTERRUPTED && told("gave up"), "it gives up");
    ok(vv_sim_time(s) > at && fine(vv_sim_advance(s, vv_sim_time(s) + 0.1, NULL)), "goes on");
    k.answer = VV_STOP_HERE, k.refusals = 0;
    vv_sim_reset(s);
    ok(fine(vv_sim_control(s, 0.1, meddling_law, &k)), "a law");
    ok(fine(vv_sim_advance(s, 0.45, &why)) && why == VV_STOPPED, "a law stops");
    ok(near(vv_sim_time(s), 0.4, 1e-15) && k.refusals == 10, "in time");
    vv_sim_free(s);
    int freed = 0;
    s = sim_of(OSCILLATOR);
    vv_sim_event(s, "x", 0, free_it, &freed, NULL);
    ok(vv_sim_advance(s, 5, NULL) == VV_OK && freed == 1, "freed within its own callback");
}

/* ---- state ---------------------------------------------------------------------------------- */

static void setting(void) {
    vv_sim *s = sim_of(CARTESIAN);
    double q[2] = {0.61, -0.8}, qd[2] = {0.8, 0.7}, moved = 0, p[2], pd[2];
    ok(fine(vv_sim_set_state(s, 3, q, qd, &moved)), "a state near the constraints");
    vv_sim_state(s, p, pd);
    ok(near(p[0] * p[0] + p[1] * p[1], 1, 1e-15), "is put on them");
    ok(near(p[0] * pd[0] + p[1] * pd[1], 0, 1e-15) && moved > 0.01 && moved < 0.1, "moved %g",
       moved);
    ok(vv_sim_time(s) == 3 && fine(vv_sim_advance(s, 4, NULL)), "at its time");
    ok(vv_sim_audit(s, NULL) < 1e-12, "the audit begins there");
    double far[2] = {5, 5}, nan[2] = {(double)NAN, 0}, before = vv_sim_time(s), r[2], rd[2];
    vv_sim_state(s, p, pd);
    ok(vv_sim_set_state(s, 0, far, qd, NULL) == VV_E_MODEL && told("constraint"), "too far");
    vv_sim_state(s, r, rd);
    ok(vv_sim_time(s) == before && !memcmp(p, r, sizeof p) && !memcmp(pd, rd, sizeof pd),
       "nothing has changed");
    ok(fine(vv_sim_advance(s, 5, NULL)) && vv_sim_audit(s, NULL) < 1e-12, "and it goes on");
    ok(refused(vv_sim_set_state(s, 0, nan, qd, NULL), "not a number"), "NaN");
    ok(refused(vv_sim_set_state(s, (double)NAN, q, qd, NULL), "time"), "no time");
    ok(refused(vv_sim_set_state(s, 0, NULL, qd, NULL), "NULL"), "no state");
    ok(refused(vv_sim_advance(s, 4, NULL), "before"), "backwards");
    ok(refused(vv_sim_advance(s, (double)NAN, NULL), "finite"), "to no time");
    ok(refused(vv_sim_advance(NULL, 1, NULL), "NULL"), "no simulation");
    ok(refused(vv_sim_at(s, 17, 0, q), "last step"), "beyond the last step");
    vv_sim_free(s), vv_sim_free(NULL);
}

static void reading(void) {
    vv_sim *s = sim_of(OSCILLATOR);
    double x, row[8];
    const char *unit = NULL;
    ok(vv_sim_width(s) == 4 && !strcmp(vv_sim_column(s, 0, &unit), "time") && !strcmp(unit, "s"),
       "columns");
    ok(!strcmp(vv_sim_column(s, 2, NULL), "x'") && !vv_sim_column(s, 4, NULL), "by name");
    ok(fine(vv_sim_at(s, 0, 2, &x)) && near(x, -4, 1e-15), "acceleration at the start");
    ok(fine(vv_sim_step(s, 10, NULL)) && vv_sim_time(s) > 0.1 && vv_sim_time(s) < 10, "a step");
    double end = vv_sim_time(s), t = end / 3;
    ok(fine(vv_sim_at(s, t, 0, &x)) && near(x, cos(2 * t), 1e-15), "within it");
    ok(fine(vv_sim_at(s, t, 3, &x)) && near(x, 8 * sin(2 * t), 1e-13), "its third derivative");
    ok(fine(vv_sim_at(s, t, 99, &x)) && isnan(x), "beyond the degree of a step: not known");
    ok(fine(vv_sim_row(s, t, row)) && near(row[3], 4 * cos(2 * t) * cos(2 * t), 1e-14), "a row");
    ok(row[0] == t && near(row[2], -2 * sin(2 * t), 1e-14), "of this time");
    double F = 8;
    vv_sim_set_inputs(s, &F);
    ok(fine(vv_sim_at(s, end, 2, &x)) && near(x, 4 - 4 * cos(2 * end), 1e-13),
       "the present acceleration, with what was set");
    char *text = NULL;
    ok(fine(vv_sim_account(s, "text", &text)) && strstr(text, "energy balance"), "account");
    vv_release(text);
    ok(fine(vv_sim_account(s, "json", &text)) && text[0] == '{', "as JSON");
    vv_release(text);
    ok(refused(vv_sim_account(s, "jason", &text), "json"), "no such form");
    ok(vv_diags_count(vv_sim_diags(s)) == 0, "no warnings");
    vv_sim_free(s);
}

/* A block on a plane with friction 0.3, pushed by F: it sticks below 0.3 m g = 6, then slides. */
static void friction(void) {
    static const char block[] =
        "parameter m = 2, g = 10, f = 0.3\nassume m > 0, g > 0\ncoordinate x, z\ninput F\n"
        "point G = x*world.x + z*world.z\n"
        "body block: mass m, centre G, frame world, inertia (1, 1, 1)\n"
        "gravity -g*world.z\nforce F*world.x at G\n"
        "rolling block on world at G, normal world.z, friction f\n";
    vv_mechanism *m = NULL;
    vv_sim *s = NULL;
    double q[2], qd[2], F = 5;
    vv_status known = vv_mechanism_load(block, strlen(block), NULL, &m);
    if (known == VV_OK) known = vv_sim_new(m, NULL, &s);
    vv_mechanism_free(m);
    if (!ok(fine(known), "a block with friction")) return;
    ok(fine(vv_sim_set_inputs(s, &F)) && fine(vv_sim_advance(s, 1, NULL)), "pushed a little");
    vv_sim_state(s, q, qd);
    ok(near(q[0], 0, 1e-14) && near(qd[0], 0, 1e-14), "it sticks");
    F = 10;
    ok(fine(vv_sim_set_inputs(s, &F)) && fine(vv_sim_advance(s, 2, NULL)), "pushed more");
    vv_sim_state(s, q, qd);
    ok(near(q[0], 1, 1e-13) && near(qd[0], 2, 1e-13), "it slides");
    F = 0;
    ok(fine(vv_sim_set_inputs(s, &F)) && fine(vv_sim_advance(s, 3, NULL)), "left alone");
    vv_sim_state(s, q, qd);
    ok(near(q[0], 1 + 2.0 / 3, 1e-13) && near(qd[0], 0, 1e-13), "it comes to rest");
    ok(vv_sim_audit(s, NULL) < 1e-12, "audit");
    vv_sim_free(s);
}

/* The length of a pendulum whose bob has Cartesian coordinates. */
static void other_length(const char *variable) {
    vv_sim *s = variable ? sim_by(CARTESIAN, "variable", variable) : sim_of(CARTESIAN);
    double q[2], qd[2], p[2], pd[2], l = 1.05;
    int at = 1;
    vv_sim_advance(s, 0.5, NULL);
    ok(fine(vv_sim_set_parameters(s, 1, &at, &l)), "a longer pendulum");
    vv_sim_state(s, q, qd);
    ok(near(hypot(q[0], q[1]), l, 1e-14) && near(q[0] * qd[0] + q[1] * qd[1], 0, 1e-14),
       "is put on its constraint");
    l = 7;
    ok(vv_sim_set_parameters(s, 1, &at, &l) == VV_E_MODEL, "too long");
    vv_sim_state(s, p, pd);
    ok(!memcmp(p, q, sizeof p) && !memcmp(pd, qd, sizeof qd), "nothing has changed");
    ok(fine(vv_sim_advance(s, 2, NULL)) && vv_sim_audit(s, NULL) < 1e-11, "and it goes on: %.2g",
       vv_sim_audit(s, NULL));
    vv_sim_state(s, q, qd);
    ok(near(hypot(q[0], q[1]), 1.05, 1e-13), "with its length");
    vv_sim_free(s);
}

/* ---- keeping -------------------------------------------------------------------------------- */

static void run_on(vv_sim *s, double *q, double *qd) {
    double u = 0.3;
    vv_sim_advance(s, 1.5, NULL);
    vv_sim_set_inputs(s, &u);
    vv_sim_advance(s, 4, NULL);
    vv_sim_state(s, q, qd);
}

static void keeping(const char *by) {
    vv_sim *s = sim_by(CARTESIAN, "integrator", by), *other, *copy = NULL;
    double q[2], qd[2], p[2], pd[2], u = 0.7;
    char *bytes = NULL;
    size_t n = 0;
    vv_sim_set_inputs(s, &u);
    vv_sim_advance(s, 1, NULL);
    ok(fine(vv_sim_save(s, &bytes, &n)) && n > 0, "%s: saved", by);
    ok(fine(vv_sim_copy(s, &copy)), "copied");
    run_on(s, q, qd);
    other = sim_by(CARTESIAN, "integrator", by);
    ok(fine(vv_sim_restore(other, bytes, n)) && vv_sim_time(other) == 1, "restored elsewhere");
    run_on(other, p, pd);
    ok(!memcmp(q, p, sizeof q) && !memcmp(qd, pd, sizeof qd), "goes on to the bit");
    ok(vv_sim_audit(s, NULL) == vv_sim_audit(other, NULL), "with its audit");
    ok(fine(vv_sim_restore(s, bytes, n)), "and back");
    run_on(s, p, pd);
    ok(!memcmp(q, p, sizeof q) && !memcmp(qd, pd, sizeof qd), "once more");
    vv_sim_free(s);
    run_on(copy, p, pd);
    ok(!memcmp(q, p, sizeof q) && !memcmp(qd, pd, sizeof qd), "the copy is its own");
    bytes[0]++;
    ok(refused(vv_sim_restore(other, bytes, n), "another motion"), "of another motion");
    bytes[0]--;
    ok(refused(vv_sim_restore(other, bytes, n - 9), "damaged"), "cut off");
    vv_sim_state(other, p, pd);
    ok(!memcmp(q, p, sizeof q), "a refusal changes nothing");
    vv_release(bytes), vv_sim_free(copy), vv_sim_free(other);
}

static void recording(void) {
    vv_sim *s = sim_of(BALL);
    vv_trajectory *r = NULL;
    bounces b = {.e = 1};
    const double *t = NULL;
    double at[] = {0.5, 1, 1.5, 2.25}, z[4];
    vv_sim_event(s, "z", -1, bounce, &b, NULL);
    ok(fine(vv_sim_record(s, &r)), "records");
    ok(refused(vv_trajectory_eval(r, 1, at, 0, z), "nothing"), "nothing yet");
    vv_sim_advance(s, 2.25, NULL);
    size_t n = vv_trajectory_knots(r, &t);
    ok(n >= 3 && t[0] == 0 && t[n - 1] == 2.25, "knots");
    ok(fine(vv_trajectory_eval(r, 4, at, 0, z)) && near(z[0], 3.75, 1e-14) &&
           near(z[1], 0, 1e-14) && near(z[2], 3.75, 1e-14) && near(z[3], 4.6875, 1e-13),
       "values");
    ok(fine(vv_trajectory_eval(r, 2, at, 1, z)) && near(z[0], -5, 1e-14) && near(z[1], 10, 1e-13),
       "rates, after an impact at its time");
    at[0] = 3;
    ok(refused(vv_trajectory_eval(r, 1, at, 0, z), "not within"), "beyond the record");
    vv_sim_free(s);
    at[0] = 0.5;
    ok(fine(vv_trajectory_eval(r, 1, at, 2, z)) && near(z[0], -10, 1e-13), "outlives its motion");
    vv_trajectory_free(r), vv_trajectory_free(NULL);
}

/* The times of steps round; that leaves no gap. */
static void recording_many_steps(void) {
    vv_sim *s = sim_of(PENDULUM);
    vv_trajectory *r = NULL;
    const double *t = NULL;
    double at = 20, z, q;
    vv_sim_record(s, &r);
    vv_sim_advance(s, at, NULL);
    vv_sim_state(s, &q, NULL);
    size_t n = vv_trajectory_knots(r, &t);
    ok(n > 30 && near(t[n - 1], at, 1e-15), "the record reaches the end");
    ok(fine(vv_trajectory_eval(r, 1, &at, 0, &z)) && near(z, q, 1e-13), "where it is the state");
    vv_trajectory_free(r), vv_sim_free(s);
}

static void sensitivities(void) {
    vv_sim *s = sim_by(PENDULUM, "sensitivities", "l"), *low, *high;
    double d[2], a, b, ad, bd, h = 1e-4;
    char text[sizeof PENDULUM + 32];
    vv_sim **both[] = {&low, &high};
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text, "parameter m = 1, l = %.17g%s", i ? 1 + h : 1 - h,
                 PENDULUM + strlen("parameter m = 1, l = 1"));
        *both[i] = sim_of(text);
        vv_sim_advance(*both[i], 2, NULL);
    }
    ok(fine(vv_sim_advance(s, 2, NULL)) && fine(vv_sim_sensitivities(s, d)), "by a length");
    vv_sim_state(low, &a, &ad), vv_sim_state(high, &b, &bd);
    ok(near(d[0], (b - a) / (2 * h), 1e-6) && near(d[1], (bd - ad) / (2 * h), 1e-6),
       "as by differences");
    ok(refused(vv_sim_sensitivities(low, d), "names nothing"), "not asked for");
    vv_sim_free(s), vv_sim_free(low), vv_sim_free(high);
}

/* ---- the rest ------------------------------------------------------------------------------- */

static void making(void) {
    static const char still[] = "coordinate x\nparameter m\nmass m at x*world.x\n";
    vv_options *o = vv_options_new();
    vv_mechanism *m = NULL, *n = NULL;
    vv_sim *s = NULL;
    vv_mechanism_load(CART, strlen(CART), NULL, &m),
        vv_mechanism_load(still, strlen(still), NULL, &n);
    vv_options_text(o, "integrator", "tailor");
    ok(refused(vv_sim_new(m, o, &s), "taylor") && !s, "an unknown integrator");
    vv_options_text(o, "integrator", NULL), vv_options_text(o, "form", "minimum");
    ok(refused(vv_sim_new(m, o, &s), "minimal"), "an unknown form");
    vv_options_text(o, "form", NULL), vv_options_text(o, "variable", "L");
    ok(refused(vv_sim_new(m, o, &s), "parameter"), "an unknown parameter");
    ok(refused(vv_sim_new(NULL, NULL, &s), "NULL") && refused(vv_sim_new(m, NULL, NULL), "NULL"),
       "NULL");
    ok(vv_sim_new(n, NULL, &s) == VV_E_MODEL && !s && told("value"), "a mass without a value");
    vv_options_free(o), vv_mechanism_free(m), vv_mechanism_free(n);
}

/* Steps, inputs and states without end take no more memory. */
static void constant_memory(void) {
    vv_options *o = vv_options_new();
    vv_options_int(o, "memory", 3000000);
    vv_sim *s = sim_with(CART, o);
    double q[2], qd[2], u;
    int calls = 0;
    bool good = true;
    for (int k = 0; good && k < 100000; k++) {
        vv_sim_state(s, q, qd);
        balance(&calls, 0, q, qd, &u);
        good =
            vv_sim_set_inputs(s, &u) == VV_OK && vv_sim_advance(s, (k + 1) * 1e-3, NULL) == VV_OK;
    }
    ok(good, "a hundred thousand periods in 3 MB, to t = %g", vv_sim_time(s));
    for (int k = 0; good && k < 20000; k++) good = vv_sim_set_state(s, 0, q, qd, NULL) == VV_OK;
    ok(good, "twenty thousand states");
    vv_sim_free(s), vv_options_free(o);
}

static int stop_if(void *data, const char *what, double part) {
    (void)what, (void)part;
    return *(int *)data;
}

/* A call that is stopped keeps how far it came; the next one goes on. */
static void watches(void) {
    vv_options *o = vv_options_new();
    int stop = 0;
    vv_options_watch(o, stop_if, &stop);
    vv_sim *s = sim_with(PENDULUM, o);
    stop = 1;
    ok(vv_sim_advance(s, 1e5, NULL) == VV_E_INTERRUPTED, "the watch stops a call");
    double at = vv_sim_time(s), q, qd;
    stop = 0;
    ok(at < 1e5 && fine(vv_sim_advance(s, at + 3, NULL)), "at t = %g; the next one goes on", at);
    vv_sim *other = sim_of(PENDULUM);
    double p, pd;
    vv_sim_advance(other, at + 3, NULL);
    vv_sim_state(s, &q, &qd), vv_sim_state(other, &p, &pd);
    ok(near(q, p, 1e-9) && near(qd, pd, 1e-9), "as if nothing had happened");
    vv_sim_free(s), vv_sim_free(other), vv_options_free(o);
}

/* New equations for every value leave memory behind, which is given back. */
static void changes_without_end(void) {
    vv_options *o = vv_options_new();
    vv_options_int(o, "memory", 40000000);
    vv_sim *s = sim_with(OSCILLATOR, o), *t = sim_by(OSCILLATOR, "variable", "k");
    double a, b, ad, bd;
    int k = 1;
    bool good = true;
    for (int i = 1; good && i <= 600; i++) {
        double stiffness = i % 2 ? 18 : 8;
        good = vv_sim_set_parameters(s, 1, &k, &stiffness) == VV_OK &&
               vv_sim_set_parameters(t, 1, &k, &stiffness) == VV_OK &&
               vv_sim_advance(s, 0.05 * i, NULL) == VV_OK &&
               vv_sim_advance(t, 0.05 * i, NULL) == VV_OK;
    }
    ok(good || fine(VV_E_NOMEM), "six hundred stiffnesses, to t = %g", vv_sim_time(s));
    vv_sim_state(s, &a, &ad), vv_sim_state(t, &b, &bd);
    ok(near(a, b, 1e-12) && near(ad, bd, 1e-12), "with new equations as with cells");
    const char *of = "";
    double one = vv_sim_audit(s, NULL), other = vv_sim_audit(t, &of);
    ok(one < 1e-12 && other < 1e-12, "audit %.2g, %.2g, %s", one, other, of);
    vv_sim_free(s), vv_sim_free(t);
    s = sim_with(CARTESIAN, o);
    double q[2] = {0.6, -0.8}, qd[2] = {0.8, 0.6};
    for (int i = 0; good && i < 3000; i++) good = vv_sim_set_state(s, i, q, qd, NULL) == VV_OK;
    ok(good || !told(""), "three thousand states on constraints");
    ok(fine(vv_sim_advance(s, vv_sim_time(s) + 1, NULL)), "and on");
    vv_sim_free(s), vv_options_free(o);
}

typedef struct crossing {
    vv_sim *s;
    vv_status status;
} crossing;

static void *meddle_from_elsewhere(void *data) {
    crossing *k = data;
    k->status = vv_sim_advance(k->s, 100, NULL);
    return NULL;
}

static vv_next let_others(void *data, vv_sim *s, int event, double t) {
    crossing *k = data;
    pthread_t other;
    (void)event, (void)t;
    k->s = s;
    if (!pthread_create(&other, NULL, meddle_from_elsewhere, k)) pthread_join(other, NULL);
    return VV_STOP_HERE;
}

static void threads(void) {
    vv_sim *s = sim_of(OSCILLATOR);
    crossing k = {s, VV_OK};
    vv_sim_event(s, "x", 0, let_others, &k, NULL);
    ok(fine(vv_sim_advance(s, 5, NULL)) && k.status == VV_E_USAGE, "one thread at a time");
    vv_sim_free(s);
}

static vv_next hold_back(void *data, double t, const double *q, const double *qd, double *u) {
    (void)data, (void)t;
    u[0] = -3 * q[0] - 2 * qd[0];
    return VV_GO_ON;
}

/* Under a continuous law an advance goes on where the one before ended: a step each. */
static void short_advances(void) {
    vv_sim *s = sim_of(CART);
    char *text = NULL;
    int steps = 0;
    bool good = vv_sim_control(s, 0, hold_back, NULL) == VV_OK;
    for (int i = 1; good && i <= 1000; i++) good = vv_sim_advance(s, 0.001 * i, NULL) == VV_OK;
    vv_sim_account(s, "text", &text);
    const char *at = text ? strstr(text, "steps: ") : NULL;
    ok(good && at && sscanf(at, "steps: %d", &steps) == 1 && steps >= 1000 && steps < 1030,
       "a thousand short advances: %d steps", steps);
    vv_release(text), vv_sim_free(s);
}

/* The option columns: after what the model shows, also in copies. */
static void columns(void) {
    static const char *const MORE[] = {"2*x + F", "x'^2"}, *const BAD[] = {"x + nothing"};
    vv_options *o = vv_options_new();
    vv_options_texts(o, "columns", 2, MORE);
    vv_sim *s = sim_with(OSCILLATOR, o), *copy = NULL, *plain = sim_of(OSCILLATOR);
    int n = vv_sim_width(plain), event = -1;
    double row[16], F = 0.5;
    ok(vv_sim_width(s) == n + 2 && n + 2 <= 16 && !strcmp(vv_sim_column(s, n, NULL), MORE[0]) &&
           !strcmp(vv_sim_column(s, n + 1, NULL), MORE[1]),
       "further columns");
    ok(fine(vv_sim_set_inputs(s, &F)) && fine(vv_sim_event(s, "x + 5", 0, NULL, NULL, &event)) &&
           fine(vv_sim_advance(s, 0.3, NULL)) && fine(vv_sim_row(s, 0.3, row)),
       "beside an event");
    ok(near(row[n], 2 * row[1] + F, 1e-15) && near(row[n + 1], row[2] * row[2], 1e-15), "values");
    ok(fine(vv_sim_copy(s, &copy)) && vv_sim_width(copy) == n + 2, "of a copy");
    vv_options_texts(o, "columns", 1, BAD);
    vv_mechanism *m = NULL;
    vv_mechanism_load(OSCILLATOR, strlen(OSCILLATOR), NULL, &m);
    vv_sim_free(copy), copy = NULL;
    ok(vv_sim_new(m, o, &copy) == VV_E_MODEL && !copy && told("nothing"), "a wrong one");
    vv_mechanism_free(m), vv_sim_free(s), vv_sim_free(plain), vv_options_free(o);
}

int main(void) {
    making(), columns(), short_advances();
    held_inputs("minimal"), held_inputs("multipliers");
    held_by("rk8", 1e-12), held_by("radau", 1e-12);
    held_by("cvode", 1e-8), held_by("ida", 1e-6);
    friction(), other_length(NULL), other_length("l");
    tabulated_inputs(), written_inputs(), sampled_control();
    continuous_control(NULL), continuous_control("radau");
    bouncing(false), bouncing(true), periods(), stops_of_the_model();
    parameters(NULL), parameters("m");
    callbacks(), setting(), reading();
    keeping("taylor"), keeping("rk8"), keeping("radau");
    recording(), recording_many_steps(), sensitivities(), threads(), watches(),
        changes_without_end(), constant_memory();
    return done_testing();
}
