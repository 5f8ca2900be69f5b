/* Contacts with friction against closed forms: where sliding begins and ends, separation,
 * consistency, and a closed energy balance across every transition. */
#include "run_model.h"

static const double G = 9.81;

#define BALL(start)                                                                                \
    "parameter m = 7, a = 0.11, g = 9.81, f = 0.12\ncoordinate x, y, z\n"                          \
    "frame B = world free (p, q, r)\npoint C = x*world.x + y*world.y + z*world.z\n"                \
    "point P = C - a*world.z\n"                                                                    \
    "body ball: mass m, centre C, frame B, inertia (2*m*a^2/5, 2*m*a^2/5, 2*m*a^2/5)\n"            \
    "gravity -g*world.z\nrolling ball on world at P, normal world.z, friction f" start

#define BLOCK(values, start)                                                                       \
    "parameter g = 9.81, " values "\ncoordinate x, z\nframe plane = world turned α about y\n"     \
    "point C = x*plane.x + z*plane.z\n"                                                            \
    "body block: mass 2, centre C, frame plane, inertia (1, 1, 1)\ngravity -g*world.z\n"           \
    "rolling block on world at C, normal plane.z, friction f\n" start

#define BELT                                                                                       \
    "parameter m = 1, k = 100, g = 9.81, f = 0.25, s = 0.4, v = 0.1\ncoordinate x, z\n"            \
    "frame belt = world at v*t*world.x\npoint C = x*world.x + z*world.z\n"                         \
    "body block: mass m, centre C, frame world, inertia (1, 1, 1)\nspring k on x\n"                \
    "gravity -g*world.z\nrolling block on belt at C, normal world.z, friction f static s\n"        \
    "start x' = v\n"

/* The values of row number `which` (from 0) with this event. */
static bool event_row(const result *r, int event, int which, int most, double *out) {
    for (const char *line = strchr(r->table, '\n'); line && line[1];
         line = strchr(line + 1, '\n')) {
        const char *end = strchr(line + 1, '\n'), *cell = end;
        while (cell && cell > line && cell[-1] != ',') cell--;
        if (!cell || atoi(cell) != event || which-- > 0) continue;
        const char *at = line + 1;
        for (int i = 0; i < most && at && at < end; i++) {
            out[i] = strtod(at, NULL);
            at = strchr(at, ',');
            if (at) at++;
        }
        return true;
    }
    return false;
}

static void near(const char *what, double got, double want, double within) {
    double error = fabs(got - want);
    ok(error <= within * fmax(fabs(want), 1e-300), "%s: error %.1e", what, error);
    if (!(error <= within * fabs(want))) diag("got %.17g, want %.17g", got, want);
}

static result audited(const char *text) {
    result r = run_model(text, (vv_run_options){.audit = 1e-11});
    if (r.status != VV_OK)
        diag("status %d\n%s%s", (int)r.status, vv_diag_text(r.c, false), r.account);
    return r;
}

/* u' = -7/2 f g along the slip u, whose direction is constant; the centre loses 2/7 of it. */
static void thrown_ball(const char *title, const char *text, double vx, double vy, double p,
                        double q) {
    result r = audited(text);
    double row[12] = {0}, a = 0.11, f = 0.12, ux = vx - a * q, uy = vy + a * p;
    bool found = event_row(&r, -2, 0, 12, row);
    ok(r.status == VV_OK && found, "%s: it comes to roll", title);
    near("the instant", row[0], 2 * hypot(ux, uy) / (7 * f * G), 1e-13);
    near("speed along x", row[8], vx - 2 * ux / 7, 1e-13);
    if (uy != 0) near("speed along y", row[9], vy - 2 * uy / 7, 1e-13);
    vv_ctx_free(r.c);
}

static void balls(void) {
    thrown_ball("bowling ball", BALL("\nstart z = a, x' = 8, p = 0, q = 0, r = 0\nrun 2.5\n"), 8, 0,
                0, 0);
    thrown_ball("ball with back-spin returns",
                BALL("\nstart z = a, x' = 2, p = 0, q = -60, r = 0\nrun 2.5\n"), 2, 0, 0, -60);
    thrown_ball("ball thrown aside while it spins",
                BALL("\nstart z = a, x' = 3, y' = -2, p = 20, q = -10, r = 30\nrun 2.5\n"), 3, -2,
                20, -10);
}

static void blocks(void) {
    result r = audited(BLOCK("α = 0.38, f = 0.4", "run 1\n"));
    ok(r.status == VV_OK && last_value(r.table, 1) == 0 && last_value(r.table, 3) == 0,
       "a block below the angle of friction stays where it is, exactly");
    vv_ctx_free(r.c);
    r = audited(BLOCK("α = 0.5, f = 0.4", "run 1\n"));
    near("one above it slides", last_value(r.table, 1), G * (sin(0.5) - 0.4 * cos(0.5)) / 2, 1e-14);
    vv_ctx_free(r.c);
    /* pushed upwards it stops, and stays or returns */
    double row[8] = {0}, up = G * (sin(0.38) + 0.4 * cos(0.38));
    r = audited(BLOCK("α = 0.38, f = 0.4", "start x' = -3\nrun 2\n"));
    ok(event_row(&r, -2, 0, 8, row), "a block pushed up stops");
    near("the instant", row[0], 3 / up, 1e-14);
    ok(fabs(last_value(r.table, 1) - row[1]) < 1e-15 && fabs(last_value(r.table, 3)) < 1e-15,
       "and stays there");
    vv_ctx_free(r.c);
    r = audited(BLOCK("α = 0.5, f = 0.4", "start x' = -3\nrun 2\n"));
    up = G * (sin(0.5) + 0.4 * cos(0.5));
    double down = G * (sin(0.5) - 0.4 * cos(0.5)), left = 2 - 3 / up;
    near("or returns", last_value(r.table, 1), -4.5 / up + down * left * left / 2, 1e-13);
    vv_ctx_free(r.c);
}

static void belts(void) {
    result r = audited(BELT "run 2\n");
    double row[8] = {0}, again[8] = {0}, begin = 0.4 * G / 10, w = 10, xs = 0.4 * G / 100,
           xf = 0.25 * G / 100;
    event_row(&r, -1, 0, 8, row);
    near("the spring pulls the block off the belt", row[0], begin, 1e-14);
    event_row(&r, -2, 0, 8, again);
    double phase = 2 * 3.14159265358979323846 - 2 * atan((xs - xf) * w / 0.1);
    near("and the belt takes it along again", again[0], begin + phase / w, 1e-14);
    near("at the place opposite", again[1], 2 * xf - xs, 1e-12);
    vv_ctx_free(r.c);
    r = run_model(BELT "run 3700\n", (vv_run_options){.audit = 1e-13, .every = 3700});
    const char *count = strstr(r.account, "sliding begins ");
    long begins = count ? atol(count + strlen("sliding begins ")) : 0;
    ok(r.status == VV_OK && begins >= 5000, "ten thousand transitions: %ld and back", begins);
    if (r.status != VV_OK) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
}

/* A hoop in a plane, dropped with spin: v = f g t until v = a w, w = w0 - f g t/a. */
static void discs(void) {
    result r = audited("parameter m = 3, a = 0.2, g = 9.81, f = 0.3\ncoordinate x, φ\n"
                       "frame D = world turned φ about y\npoint C = x*world.x + a*world.z\n"
                       "body disc: mass m, centre C, frame D, inertia m*a^2/2 about y\n"
                       "gravity -g*world.z\nrolling disc on world at C - a*world.z, friction f\n"
                       "start φ' = 50, x' = 0\nrun 2\n");
    double row[8] = {0};
    ok(event_row(&r, -2, 0, 8, row), "a spinning disc set down comes to roll");
    near("the instant", row[0], 0.2 * 50 / (3 * 0.3 * G), 1e-14);
    near("the speed", row[3], 0.2 * 50 / 3, 1e-14);
    vv_ctx_free(r.c);
}

static void fails(const char *title, const char *text, int code, const char *part, double at) {
    result r = run_model(text, (vv_run_options){0});
    bool good = r.status == VV_E_BEYOND && says(&r, code, part);
    ok(good, "%s", title);
    if (!good) diag("status %d\n%s%s", (int)r.status, vv_diag_text(r.c, false), r.account);
    const char *time = strstr(r.account, "stopped at t = ");
    if (at > 0) near("the instant", time ? strtod(time + 15, NULL) : -1, at, 1e-13);
    vv_ctx_free(r.c);
}

#define TABLE(last)                                                                                \
    "parameter g = 9.81, A = 0.1, w = 15\ncoordinate x, z\n"                                       \
    "frame table = world at A*sin(w*t)*world.z\npoint C = x*world.x + z*world.z\n"                 \
    "body block: mass 2, centre C, frame world, inertia (1, 1, 1)\ngravity -g*world.z\n"           \
    "rolling block on table at C, normal world.z, friction 0.3\nstart z' = A*w\n" last

#define ROD                                                                                        \
    "parameter g = 9.81\ncoordinate x, z, θ\nframe R = world turned -θ about y\n"                \
    "point C = x*world.x + z*world.z\npoint P = C - R.x\n"                                         \
    "body rod: mass 1, centre C, frame R, inertia 1/3 about y\ngravity -g*world.z\n"               \
    "rolling rod on world at P, normal world.z, friction 2.5\n"                                    \
    "start θ = 1, z = sin(1), x' = -3, z' = 0, θ' = 0\nrun 1\n"

static void ends(void) {
    double lift = asin(G / (0.1 * 15 * 15)) / 15;
    fails("a block thrown up by a table strikes it again", TABLE("run 3\n"), 642, "strikes", -1);
    result r = run_model(TABLE("run 0.3\n"), (vv_run_options){0});
    double row[8] = {0};
    ok(event_row(&r, -3, 0, 8, row), "it has left it before");
    near("the instant", row[0], lift, 1e-13);
    vv_ctx_free(r.c);
    r = audited(TABLE("when z - A*sin(w*t) < 0 then z' = 2*A*w*cos(w*t) - z', record\nrun 1\n"));
    ok(r.status == VV_OK && strstr(r.account, "separates 1 time"),
       "with a law of impact it goes on");
    vv_ctx_free(r.c);
    const char *bead =
        "parameter g = 9.81\ncoordinate ρ, θ\npoint C = ρ*sin(θ)*world.x + ρ*cos(θ)*world.z\n"
        "body bead: mass 1, centre C, frame world, inertia (1, 1, 1)\ngravity -g*world.z\n"
        "rolling bead on world at C, normal C, friction 0\nstart ρ = 1, θ = 0.1\nrun 9\n"
        "show cos(θ)\n";
    r = audited(bead);
    ok(r.status == VV_OK && strstr(r.account, "separates 1 time"), "a bead leaves a sphere");
    event_row(&r, -3, 0, 8, row);
    near("at two thirds of its height", row[5], 2 * cos(0.1) / 3, 1e-13);
    vv_ctx_free(r.c);
    fails("it has no place to go",
          "parameter g = 9.81\ncoordinate θ\npoint C = sin(θ)*world.x + cos(θ)*world.z\n"
          "body bead: mass 1, centre C, frame world, inertia (1, 1, 1)\ngravity -g*world.z\n"
          "rolling bead on world at C, normal C, friction 0\nstart θ = 0.1\nrun 9\n",
          642, "the coordinates do not allow it", -1);
    fails("nothing tells how far it has gone", /* a normal of arbitrary direction */
          "coordinate x, z, φ\nframe B = world turned φ about y\npoint C = x*world.x + z*world.z\n"
          "body bead: mass 1, centre C, frame B, inertia 1 about y\ngravity -world.z\n"
          "rolling bead on world at C, normal B.z, friction 0\nstart φ' = 1, x' = 1\nrun 9\n",
          642, "no function", -1);
    fails("a rod pushed over rough ground [Painlevé]", ROD, 643, "neither", -1);
    fails("a normal that nothing determines",
          "coordinate x, y\nkinetic energy x'^2/2 + y'^2/2\npoint C = x*world.x + y*world.y\n"
          "body b: mass 1, centre C, frame world, inertia (1, 1, 1)\nspring 3 on x\n"
          "rolling b on world at C, normal world.z, friction 0.1\nrun 1\n",
          641, "reaction of this contact is indeterminate", -1);
}

#define CORNER(spin)                                                                                 \
    "parameter g = 9.81, f = 0.3, a = 0.5\ncoordinate x, z, φ\nframe D = world turned φ about y\n" \
    "point C = x*world.x + z*world.z\n"                                                              \
    "body disc: mass 3, centre C, frame D, inertia 3*a^2/2 about y\ngravity -g*world.z\n"            \
    "rolling disc on world at C - a*world.z, normal world.z, friction f\n"                           \
    "rolling disc on world at C - a*world.x, normal world.x, friction f\n"                           \
    "start x = a, z = a, φ' = " spin "\nrun 2\n"

/* A disc spins in the corner of floor and wall: N1 = m g/(1 + f^2), N2 = f N1; or it rolls away. */
static void corners(void) {
    double f = 0.3, a = 0.5, row[16] = {0}, drag = 2 * f * (1 + f) / (1 + f * f) * G / a;
    result r = audited(CORNER("-20"));
    ok(event_row(&r, -2, 0, 16, row), "a disc spinning in a corner stops");
    near("the instant", row[0], 20 / drag, 1e-13);
    near("the turns it made", row[3], -200 / drag, 1e-13);
    near("pressed on the floor by", row[7], 3 * G / (1 + f * f), 1e-13);
    near("and on the wall by", row[10], 3 * G * f / (1 + f * f), 1e-13);
    ok(fabs(last_value(r.table, 6)) < 1e-15, "and stays there");
    vv_ctx_free(r.c);
    r = audited(CORNER("20"));
    ok(event_row(&r, -2, 0, 16, row), "the other way round it leaves the wall and comes to roll");
    near("the instant", row[0], a * 20 / (3 * f * G), 1e-13);
    near("the speed", row[4], a * 20 / 3, 1e-13);
    vv_ctx_free(r.c);
}

/* Couples k N resisting rolling, c N resisting pivoting. */
static void resistances(void) {
    double row[24] = {0};
    result r = audited("parameter m = 3, a = 0.2, g = 9.81\ncoordinate x, φ\n"
                       "frame D = world turned φ about y\npoint C = x*world.x + a*world.z\n"
                       "body disc: mass m, centre C, frame D, inertia m*a^2/2 about y\n"
                       "gravity -g*world.z\n"
                       "rolling disc on world at C - a*world.z, friction 0.3, resistance 0.01\n"
                       "start φ' = 5\nrun 4\n");
    ok(event_row(&r, -2, 0, 8, row), "a disc whose rolling is resisted comes to rest");
    near("the instant", row[0], 5 * 1.5 * 0.04 / (0.01 * G), 1e-14);
    ok(fabs(last_value(r.table, 3)) < 1e-15 && fabs(last_value(r.table, 1) - row[1]) < 1e-15,
       "and stays there");
    vv_ctx_free(r.c);
    r = audited(BALL(", pivoting 0.002\nstart z = a, r = 20\nrun 6\n"));
    ok(event_row(&r, -2, 0, 24, row), "a ball that pivots comes to rest");
    near("the instant", row[0], 20 * 0.4 * 0.11 * 0.11 / (0.002 * G), 1e-13);
    vv_ctx_free(r.c);
}

int main(void) {
    balls();
    blocks();
    belts();
    discs();
    corners();
    resistances();
    ends();
    return done_testing();
}
