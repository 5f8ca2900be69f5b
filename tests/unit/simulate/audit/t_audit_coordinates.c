/* Coordinates that occur in no energy, constraint or integral: the audit detects one that is
 * moved between two steps, and one whose interpolant has a rate other than its speeds. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "model_tapes.h"
#include "run_model.h"
#include "simulate/audit/audit.h"
#include "simulate/formulation/formulation.h"
#include "simulate/initial/initial.h"
#include "simulate/integrate/taylor.h"

static const char HOOP[] =
    "parameter a = 0.4, g = 9.81\ncoordinate x, y, ψ, θ, φ\n"
    "frame R = world turned ψ about z, θ about x\nframe H = R turned φ about z\n"
    "point G = x*world.x + y*world.y + a*sin(θ)*world.z\npoint P = G - a*R.y\n"
    "body hoop: mass 1, centre G, frame H, inertia (a^2/2, a^2/2, a^2) along R\n"
    "gravity -g*world.z\nrolling hoop on world at P, normal world.z\n"
    "speed p = dot(spin(hoop), R.x), q = dot(spin(hoop), R.y), r = dot(spin(hoop), R.z)\n"
    "start θ = 1.2, φ' = -6, ψ' = 0.3\nrun 5\n";

/* place: x, y, ψ, θ, φ from -5 on, then the speeds. */
static void disturbed(const char *method, const char *form, int place, double by, double limit) {
    vv_run_options o = {.method = method, .form = form, .audit = limit};
    o.disturb = by, o.disturb_place = place;
    result r = run_model(HOOP, o);
    vv_status want = by > 0 ? VV_E_NO : VV_OK;
    bool missing = says(&r, 630, ""); /* a build without this method */
    ok(missing || (r.status == want && says(&r, 609, "exceeds") == (by > 0)),
       "the hoop by %s, %s: value %d moved by %g half-way", method, form, place, by);
    if (!missing && r.status != want) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
}

static void every_value(void) {
    static const struct {
        const char *method;
        double by, limit;
    } of[] = {{"taylor", 1e-8, 1e-11},
              {"rk8", 1e-8, 1e-10},
              {"radau", 1e-8, 1e-10},
              {"cvode", 1e-4, 1e-6},
              {"ida", 1e-3, 1e-6}};
    for (int i = 0; i < (int)(sizeof of / sizeof *of); i++) {
        disturbed(of[i].method, "minimal", 0, 0, of[i].limit);
        for (int k = -5; k < 3; k++) disturbed(of[i].method, "minimal", k, of[i].by, of[i].limit);
    }
    disturbed("taylor", "multipliers", 0, 0, 1e-11);
    for (int k = -5; k < 5; k++) disturbed("taylor", "multipliers", k, 1e-8, 1e-11);
}

/* An index out of range: nothing is moved, and nothing outside the state is written. */
static void nowhere(void) {
    static const int place[] = {-6, 3, 1000000, INT_MAX, INT_MIN};
    result plain = run_model(HOOP, (vv_run_options){.form = "minimal"});
    for (int i = 0; i < (int)(sizeof place / sizeof *place); i++) {
        vv_run_options o = {.form = "minimal", .disturb = 0.1, .disturb_place = place[i]};
        result r = run_model(HOOP, o);
        ok(r.status == VV_OK && !strcmp(r.table, plain.table), "value %d: there is none", place[i]);
        vv_ctx_free(r.c);
    }
    vv_ctx_free(plain.c);
}

static void cancel(void *data, double t, double until, long steps) {
    (void)t, (void)until, (void)steps;
    vv_ctx_cancel(data);
}

/* Output of a run resumed from the checkpoint of one that moved the first speed. */
static bool goes_on(const char *path, int place) {
    result r = {.c = vv_ctx_new(NULL)};
    vv_command_mechanism *m;
    vv_run_options o = {.form = "minimal", .output = path, .disturb = 0.1};
    o.progress = cancel, o.progress_data = r.c;
    vv_status status = vv_command_load(r.c, "hoop.vv", HOOP, strlen(HOOP), 0, NULL, &m);
    if (status == VV_OK) status = vv_command_run(r.c, m, &o, &r.table);
    ok(status == VV_E_INTERRUPTED, "a run is stopped on its way");
    vv_ctx_free(r.c);
    o = (vv_run_options){.form = "minimal", .output = path, .disturb = 0.1, .resume = true};
    o.disturb_place = place;
    r = run_model(HOOP, o);
    /* what was moved, the audit finds */
    bool good = r.status == VV_E_NO && strstr(r.account, "resumed at ");
    if (!good && !says(&r, 614, "not the same as before"))
        diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
    return good;
}

static void resumed(void) {
    char folder[] = "/tmp/audit-XXXXXX", path[64];
    bool made = mkdtemp(folder) != NULL;
    snprintf(path, sizeof path, "%s/t.csv", folder);
    ok(made && goes_on(path, 0), "and goes on with the same value to be moved");
    ok(made && !goes_on(path, 1), "with another it is another run");
    static const char *const END[] = {"", ".part", ".checkpoint"};
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/t.csv%s", folder, END[i]);
        remove(path);
    }
    ok(!rmdir(folder), "nothing else is left");
}

/* Impacts do not move anything: the ball falls, and bounces in x and y. */
static void shocks(void) {
    result r = run_model("coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\npotential 9.81*y\n"
                         "start x' = 1, y = 1\nrun 3\nwhen y < 0 then y' = -0.8*y', x' = 0.5*x'\n",
                         (vv_run_options){.audit = 1e-13});
    ok(r.status == VV_OK &&
           strstr(r.account, "coordinates: deviate from the integral of their rates by at most "),
       "a bouncing ball is where its rates lead");
    if (r.status != VV_OK) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
}

/* A Taylor coefficient of one coordinate has a relative error of 1e-8: no other value is
 * affected. */
static void wrong_series(void) {
    static const char TOP[] = "coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\npotential y^2/2\n"
                              "work -x'*δ(x)\nstart x' = 1, y = 1\nrun 5\n";
    motion m = {.c = vv_ctx_new(NULL)};
    const char *why = NULL;
    vv_dynamics f;
    vv_stepper s;
    vv_audit right, wrong;
    vv_buffer account = VV_BUFFER(m.c);
    int which;
    bool built = vv_command_load(m.c, "top.vv", TOP, strlen(TOP), 0, NULL, &m.m) == VV_OK &&
                 vv_formulation_minimal(m.c, &m.m->system, &m.eq, &why) == VV_OK &&
                 vv_dynamics_build(m.c, &m.m->system, &m.eq, vv_taylor_order(1e-20, false, true),
                                   &f) == VV_OK &&
                 vv_taylor_new(&f, 1e-20, &s) &&
                 vv_initial_state_find(&f, 0, s.x, NULL, &account) == VV_OK &&
                 vv_audit_new(&f, &right) && vv_audit_new(&f, &wrong) &&
                 vv_step_expand(&s, 1) == VV_STEP_OK;
    ok(built, "a step");
    if (!built) return;
    vv_audit_step(&right, &s, s.h);
    ok(vv_audit_coordinates_worst(&right, &which) < 1e-15, "is right");
    double *third = f.taylor.coefficients + 3 * f.taylor.stride; /* of x */
    *third *= 1 + 1e-8;
    vv_audit_step(&wrong, &s, s.h);
    double off = vv_audit_coordinates_worst(&wrong, &which),
           want = 3 * 1e-8 * fabs(*third) * pow(s.h, 3);
    ok(off > 0.1 * want && which == 0, "a wrong coefficient is seen: %.1e of %.1e", off, want);
    vv_ctx_free(m.c);
}

int main(void) {
    every_value();
    nowhere();
    resumed();
    shocks();
    wrong_series();
    return done_testing();
}
