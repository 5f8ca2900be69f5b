/* Events of a run against closed forms: their times, that none is missed and none counted twice,
 * the effect of impact laws on the motion and on the energy balance. */
#include "run_model.h"
#include "simulate/events/events.h"
#include "numeric/root_isolation.h"

static const double PI = 3.14159265358979323846;

#define OSCILLATOR "coordinate x\nkinetic energy x'^2/2\npotential 2*x^2\n"

/* Times of the rows of an event, in order. */
static int times(const result *r, int event, int most, double *out) {
    int n = 0;
    for (const char *line = strchr(r->table, '\n'); line && line[1];
         line = strchr(line + 1, '\n')) {
        const char *end = strchr(line + 1, '\n'), *cell = end;
        while (cell && cell > line && cell[-1] != ',') cell--;
        if (cell && atoi(cell) == event && n < most) out[n++] = strtod(line + 1, NULL);
    }
    return n;
}

/* A run whose event 1 has these rows. */
static void happens(const char *title, const char *text, int n, const double *want, double within) {
    enum { MOST = 64 };
    double got[MOST] = {0}, worst = 0;
    result r = run_model(text, (vv_run_options){.audit = 1e-10});
    int count = times(&r, 1, MOST, got);
    for (int i = 0; i < n && i < count; i++) worst = fmax(worst, fabs(got[i] - want[i]));
    bool good = r.status == VV_OK && count == n && worst <= within;
    ok(good, "%s: %d times, error %.1e", title, count, worst);
    if (!good) diag("%s%s", vv_diag_text(r.c, false), r.account);
    for (int i = 0; !good && i < count; i++) diag("%.17g", got[i]);
    vv_ctx_free(r.c);
}

static void fails(const char *title, const char *text, int code, const char *part) {
    result r = run_model(text, (vv_run_options){0});
    bool good = r.status == VV_E_BEYOND && says(&r, code, part);
    ok(good, "%s", title);
    if (!good) diag("status %d\n%s%s", (int)r.status, vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
}

/* ---- zeros of polynomials -------------------------------------------------------------------- */

static void polynomials(void) {
    vv_isolated_root z[VV_ROOT_ISOLATION_MAX];
    int n = vv_root_isolation_find(2, (double[]){0.25, -1, 1}, 1e-15, z);
    ok(n == 1 && fabs(z[0].at - 0.5) < 1e-15 && z[0].before == z[0].after,
       "a double zero half-way");
    n = vv_root_isolation_find(2, (double[]){1.0 / 9, -2.0 / 3, 1}, 1e-15, z);
    ok(n == 1 && fabs(z[0].at - 1.0 / 3) < 1e-15, "a double zero at a third");
    n = vv_root_isolation_find(2, (double[]){1.0 / 9 + 1e-13, -2.0 / 3, 1}, 1e-15, z);
    ok(n == 0, "no zero where it is missed by more than the noise");
    n = vv_root_isolation_find(2, (double[]){1.0 / 9 - 1e-12, -2.0 / 3, 1}, 1e-15, z);
    ok(n == 2 && fabs(z[1].at - z[0].at - 2e-6) < 1e-9, "two near ones");
    n = vv_root_isolation_find(3, (double[]){-0.125, 0.75, -1.5, 1}, 1e-15, z);
    ok(n == 1 && fabs(z[0].at - 0.5) < 1e-4 && z[0].before < 0 && z[0].after > 0, "a triple zero");
    n = vv_root_isolation_find(4, (double[]){0, -0.09375, 0.6875, -1.5, 1}, 1e-15,
                               z); /* 0 1/4 1/2 3/4 */
    ok(n == 4 && z[0].at < 1e-14 && fabs(z[1].at - 0.25) < 1e-14 && fabs(z[3].at - 0.75) < 1e-14,
       "four zeros at quarters");
    n = vv_root_isolation_find(2, (double[]){0, 1e-20, -1e-20}, 1e-15, z);
    ok(n == 0, "noise alone has none");
}

/* ---- event times ----------------------------------------------------------------------------- */

static void crossings(void) {
    double mean = cos(0.5), one = 1, want[8];
    for (int i = 0; i < 8; i++) { /* period 2 pi sqrt(l/g) / agm(1, cos(amplitude/2)) */
        double next = (one + mean) / 2;
        mean = sqrt(one * mean), one = next;
    }
    double period = 2 * PI / sqrt(9.81) / mean;
    for (int i = 0; i < 8; i++) want[i] = period * (1 + 2 * i) / 4;
    happens("a pendulum passes its lowest place",
            "coordinate θ\nkinetic energy θ'^2/2\npotential -9.81*cos(θ)\nstart θ = 1\n"
            "when θ = 0 then record\nrun 8.5\n",
            8, want, 2e-14);
    /* slow compared with the terms of its event function: below rounding for a whole step */
    want[0] = 0.2;
    happens("far from the origin",
            "coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\npotential y^2/2\n"
            "start x = 1e9, x' = 1e-5, y = 1\n"
            "when x - 1000000000.000002 > 0 then record\nrun 100\n",
            1, want, 0.05);
    for (int i = 0; i < 3; i++) want[i] = PI / 2 * (i + 1);
    happens("zero at the start does not fire",
            OSCILLATOR "start x' = 1\nwhen x = 0 then record\nrun 5\n", 3, want, 1e-14);
    happens("nor what is zero but for rounding",
            OSCILLATOR "start x = -1e-17, x' = 1\nwhen x = 0 then record\nrun 5\n", 3, want, 1e-14);
    for (int i = 0; i < 2; i++) want[i] = PI * 3 / 4 + PI * i;
    happens("only upwards", OSCILLATOR "start x = 1\nwhen x > 0 then record\nrun 6\n", 2, want,
            1e-14);
    want[0] = PI / 4;
    happens("stop", OSCILLATOR "start x = 1\nwhen x = 0 then stop\nrun 6\n", 1, want, 1e-15);
    want[0] = sqrt(PI / 2), want[1] = sqrt(3 * PI / 2), want[2] = sqrt(5 * PI / 2);
    happens(
        "a condition that the step of the motion does not suit",
        "coordinate x\nkinetic energy x'^2/2\nwork 2*δ(x)\nwhen cos(x) = 0 then record\nrun 3\n", 3,
        want, 1e-14);
}

static void grazing(void) {
    double want[] = {1, 0, 0};
    happens("a parabola touches zero",
            "coordinate x\nkinetic energy x'^2/2\nwork 2*δ(x)\nstart x = 1, x' = -2\n"
            "when x = 0 then record\nrun 3\n",
            1, want, 1e-14);
    happens("also where a step ends there",
            "coordinate x\nkinetic energy x'^2/2\nwork 2*δ(x)\nstart x = 1, x' = -2\n"
            "when x = 0 then record\nwhen t = 1 then x' = x'\nrun 3\n",
            1, want, 1e-14);
    for (int i = 0; i < 3; i++) want[i] = PI / 2 + PI * i;
    happens("an oscillator at rest for a shock",
            OSCILLATOR "start x = 1\nwhen x = -1 then record\nwhen x' = 0 then x' = x'\nrun 9\n", 3,
            want, 1e-12);
    happens("an oscillator touches its amplitude",
            OSCILLATOR "start x = 1\nwhen x = -1 then record\nrun 9\n", 3, want, 1e-12);
    happens("and does not pass it", OSCILLATOR "start x = 1\nwhen x < -1 then record\nrun 9\n", 0,
            want, 0);
    happens("nor touch what is farther",
            OSCILLATOR "start x = 1\nwhen x = -1.000000001 then record\nrun 9\n", 0, want, 0);
}

/* ---- impacts --------------------------------------------------------------------------------- */

#define FALL(e)                                                                                    \
    "parameter e = " e ", g = 10\ncoordinate y\nkinetic energy y'^2/2\npotential g*y\n"            \
    "start y = 1\nwhen y = 0 then y' = -e*y', record\n"

static void balls(void) {
    double first = sqrt(0.2), at = first, want[8], work = 0, v = 10 * first;
    for (int i = 0; i < 4; i++) {
        want[2 * i] = want[2 * i + 1] = at; /* before and after */
        work -= v * v * (1 - 0.25) / 2;
        v /= 2;
        at += 2 * v / 10;
    }
    happens("a bouncing ball", FALL("0.5") "run 1.27\n", 8, want, 1e-15);
    result r = run_model(FALL("0.5") "run 1.27\n", (vv_run_options){.audit = 1e-14});
    const char *told = strstr(r.account, "work of impacts: ");
    ok(r.status == VV_OK && told && fabs(strtod(told + 16, NULL) - work) < 1e-10,
       "the work of its impacts is reported and balanced");
    if (r.status != VV_OK) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
    r = run_model(FALL("0.5") "run 2\n", (vv_run_options){0});
    ok(r.status == VV_E_BEYOND && says(&r, 612, "never stops") &&
           fabs(last_value(r.table, 0) - 3 * first) < 1e-12 &&
           strstr(r.account, "the table ends there"),
       "it comes to rest after infinitely many: said, what there is is kept");
    if (r.status != VV_E_BEYOND) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
    fails("a ball that does not bounce rests at once", FALL("0") "run 2\n", 612, "never stops");
}

static void impulses(void) {
    /* inertia couples x and y: an elastic impact along y conserves the momentum of x and the
     * energy */
    result r =
        run_model("coordinate x, y\nkinetic energy x'^2/2 + y'^2 + x'*y'/2\n"
                  "start y = 1, y' = -1, x' = 0.3\nclaim integral x' + y'/2\nclaim integral y'\n"
                  "when y = 0 then y' = -y'\nrun 2\n",
                  (vv_run_options){.audit = 1e-14});
    const char *told = strstr(r.account, "work of impacts: ");
    double x = last_value(r.table, 3), y = last_value(r.table, 4);
    ok(r.status == VV_OK && told && fabs(strtod(told + 16, NULL)) < 1e-15 && y == 1 &&
           fabs(x + y / 2 - (0.3 - 0.5)) < 1e-15,
       "an impulse along one coordinate changes the rates of others");
    if (r.status != VV_OK) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
    r = run_model("coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\npotential 9.81*y\n"
                  "constraint x^2 + y^2 = 1\nstart x = 0.6, y = -0.8\n"
                  "when x = 0 then x' = -x'/2, record\nrun 3\n",
                  (vv_run_options){.audit = 1e-11});
    double got[8];
    ok(r.status == VV_OK && times(&r, 1, 8, got) == 6, "an impact under a constraint keeps it");
    if (r.status != VV_OK) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
}

/* Impact laws for velocities that are not rates: along the line of centres, and of a pendulum's
 * tip. */
static void along_directions(void) {
    double s = sqrt(0.04 - 0.0025), n[2] = {s / 0.2, -0.05 / 0.2}, got[16] = {0};
    double by = 1.9 * n[0] / 1.5; /* (1 + e) v.n / (1/m + 1/M), m = 1, M = 2 */
    result r = run_model("parameter r = 0.1, e = 0.9\ncoordinate x1, y1, x2, y2\n"
                         "point A = x1*world.x + y1*world.y, B = x2*world.x + y2*world.y\n"
                         "mass 1 at A\nmass 2 at B\nwhen norm(B - A) < 2*r then "
                         "dot(velocity(B) - velocity(A), B - A) = "
                         "-e*dot(velocity(B) - velocity(A), B - A), record\n"
                         "start x1 = -1, x1' = 1, y1 = 0.05\nrun 3\n",
                         (vv_run_options){.audit = 1e-14});
    for (int i = 0; i < 9; i++) got[i] = last_value(r.table, i);
    double off = fmax(fmax(fabs(got[5] - (1 - by * n[0])), fabs(got[6] + by * n[1])),
                      fmax(fabs(got[7] - by * n[0] / 2), fabs(got[8] - by * n[1] / 2)));
    ok(r.status == VV_OK && off < 1e-14 && times(&r, 1, 4, got) == 2 &&
           fabs(got[0] - 1 + s) < 1e-14,
       "two balls strike: error %.1e", off);
    if (r.status != VV_OK) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
    /* hanging at rest and hit at its tip, b sideways: masses 1, lengths 1, M = [2 1; 1 1] */
    r = run_model("coordinate θ1, θ2\npoint A = sin(θ1)*world.x - cos(θ1)*world.y, "
                  "B = A + sin(θ2)*world.x - cos(θ2)*world.y\nmass 1 at A\nmass 1 at B\n"
                  "when t = 1 then dot(velocity(B), world.x) = 3\nrun 1.000000001\n",
                  (vv_run_options){0});
    ok(r.status == VV_OK && fabs(last_value(r.table, 3)) < 1e-7 &&
           fabs(last_value(r.table, 4) - 3) < 1e-7,
       "a double pendulum struck at its tip");
    vv_ctx_free(r.c);
}

static void faults(void) {
    fails("a condition that is not a number",
          OSCILLATOR "start x = 1\nwhen log(x) = -100000 then record\nrun 3\n", 606,
          "event function");
    happens("branches in a condition",
            OSCILLATOR "start x = 1\nwhen abs(x) = 1/2 then record\nrun 3\n", 4,
            (const double[]){PI / 6, PI / 3, 2 * PI / 3, 5 * PI / 6}, 1e-14);
    fails("a law against a constraint",
          "coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\nconstraint x' = y'\nstart x' = 1\n"
          "when x = 1 then x' = 1, y' = 2\nrun 3\n",
          611, "no velocities compatible with the constraints");
}

/* A spring that gets stiffer from a position on: the energy it gains there, and the motion
 * after. */
static void parameters(void) {
    const char *stiffer = "parameter k = 4\ncoordinate x\nkinetic energy x'^2/2\n"
                          "potential k*x^2/2\nstart x = 1\nwhen x < 0.5 then k = 4*k, record\n"
                          "run 0.6\nshow k\n";
    result r = run_model(stiffer, (vv_run_options){.audit = 1e-14});
    double at = acos(0.5) / 2, v = -2 * sin(2 * at), left = 0.6 - at,
           x = 0.5 * cos(4 * left) + v / 4 * sin(4 * left);
    double got[4] = {0}, error = fabs(last_value(r.table, 1) - x);
    int rows = times(&r, 1, 4, got);
    ok(r.status == VV_OK && rows == 2 && fabs(got[0] - at) < 1e-15 && error < 4e-15 &&
           last_value(r.table, 3) == 16 &&
           strstr(r.account, "work of impacts and parameter changes: 1.5\n"),
       "a parameter is changed by an event: error %.1e", error);
    if (r.status != VV_OK || rows != 2)
        diag("%s%s%s", vv_diag_text(r.c, false), r.account, r.table);
    vv_ctx_free(r.c);
    /* the rate is kept, the declared speed p = a x' is not */
    r = run_model("parameter a = 2\ncoordinate x\nkinetic energy x'^2/2\nspeed p = a*x'\n"
                  "start p = 6\nwhen t = 1 then a = 5\nrun 2\n",
                  (vv_run_options){.audit = 1e-14});
    ok(r.status == VV_OK && last_value(r.table, 1) == 6 && last_value(r.table, 3) == 15,
       "rates stay where a speed is stated by a parameter that changes");
    vv_ctx_free(r.c);
    fails("a length that changes breaks its constraint",
          "parameter l = 1\ncoordinate x, y\nkinetic energy x'^2/2 + y'^2/2\npotential 9.81*y\n"
          "constraint x^2 + y^2 = l^2\nstart x = 0.6, y = -0.8\nwhen t = 1 then l = 2\nrun 2\n",
          611, "constraints do not hold");
    fails("a new value against an assumption",
          "parameter k = 4\nassume k > 0\ncoordinate x\nkinetic energy x'^2/2\n"
          "potential k*x^2/2\nstart x = 1\nwhen x = 0 then k = -k\nrun 2\n",
          611, "violates its assumption");
}

/* Newton's cradle: as many balls leave as arrive, although those between are always in contact. */
static void cradle(int come) {
    enum { BALLS = 5 };
    static const char *const MODEL =
        "parameter n = 5\ncoordinate θ[1..n]\npoint P[i] = i*world.x + sin(θ[i])*world.x - "
        "cos(θ[i])*world.y for i in 1..n\nmass 1 at P[i] for i in 1..n\ngravity -9.81*world.y\n"
        "when θ[i+1] - θ[i] < 0 then θ[i]' = θ[i+1]', θ[i+1]' = θ[i]' for i in 1..n-1\n"
        "start θ[i] = -0.5 for i in 1..%d\nrun %s\n";
    static const char *const UNTIL[] = {"1", "2", "5"}; /* after one, two, five impacts */
    for (int k = 0; k < 3; k++) {
        char text[1000];
        snprintf(text, sizeof text, MODEL, come, UNTIL[k]);
        result r = run_model(text, (vv_run_options){.audit = 1e-13});
        bool good = r.status == VV_OK;
        for (int i = 1; good && i <= BALLS; i++) {
            bool moves = k == 1 ? i <= come : i > BALLS - come;
            good =
                moves ? fabs(last_value(r.table, i)) > 0.4 : fabs(last_value(r.table, i)) < 1e-15;
        }
        ok(good, "%d balls of a cradle at t = %s", come, UNTIL[k]);
        if (!good) diag("%s%s%s", vv_diag_text(r.c, false), r.account, r.table);
        vv_ctx_free(r.c);
    }
}

/* The event state that a resumed run needs: everything one step passes to the next. */
static void kept(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_buffer b = VV_BUFFER(c);
    vv_event was = {
        .count = 3, .first = 1, .last = 2, .since = 0.5, .impacted = true, .noise = 1e-9};
    was.rate = -4, was.came = 1, was.side = -1, was.resting = true;
    vv_event now = {0};
    vv_events before = {.n = 1,
                        .event = &was,
                        .begun = true,
                        .after_impact = true,
                        .rapid_impacts = 2},
              after = {.n = 1, .event = &now, .size = (double[]){0, 0}};
    before.rest = 5, before.longest = 6, before.size = (double[]){7, 8};
    vv_events_serialize(&before, &(vv_serializer){.out = &b});
    vv_serializer in = {.in = vv_buffer_text(&b), .length = b.length};
    vv_events_serialize(&after, &in);
    ok(!in.failed && in.at == in.length, "what was kept of events is read to its end");
    ok(after.begun && after.after_impact && after.rapid_impacts == 2 && after.rest == 5 &&
           after.longest == 6,
       "of shocks: how they follow each other");
    ok(after.size[0] == 7 && after.size[1] == 8, "of conditions: the largest of their terms");
    ok(now.count == 3 && now.first == 1 && now.last == 2 && now.since == 0.5,
       "of each: when it was");
    ok(now.impacted && now.noise == 1e-9 && now.rate == -4 && now.came == 1 && now.side == -1 &&
           now.resting,
       "and on which side of its zero the step before ended");
    vv_buffer_free(&b);
    vv_ctx_free(c);
}

int main(void) {
    kept();
    polynomials();
    crossings();
    grazing();
    balls();
    impulses();
    along_directions();
    faults();
    parameters();
    cradle(1);
    cradle(2);
    cradle(3);
    return done_testing();
}
