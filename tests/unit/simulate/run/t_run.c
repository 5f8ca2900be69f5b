/* Runs through the public interface: the audit detects a disturbance, faults are reported with
 * the right outcome, initial conditions are completed, both formulations agree. Closed forms are
 * the oracle. */
#include "run_model.h"

static void fails(const char *title, const char *text, vv_run_options o, vv_status status, int code,
                  const char *part) {
    result r = run_model(text, o);
    ok(r.status == status && says(&r, code, part), "%s", title);
    if (!(r.status == status && says(&r, code, part)))
        diag("status %d\n%s", (int)r.status, vv_diag_text(r.c, false));
    vv_ctx_free(r.c);
}

#define OSCILLATOR                                                                                 \
    "parameter m = 1, k = 4\ncoordinate x\nkinetic energy m/2*x'^2\npotential k/2*x^2\n"

/* ---- closed forms --------------------------------------------------------------------------- */

static void closed_forms(void) {
    result r = run_model(OSCILLATOR "start x = 1\nrun 10\n", (vv_run_options){0});
    double error = fabs(last_value(r.table, 1) - cos(20));
    ok(r.status == VV_OK && error < 1e-14, "an oscillator after ten seconds: error %.1e", error);
    vv_ctx_free(r.c);
    r = run_model(OSCILLATOR "work -2*x'*δ(x)\nstart x = 1, x' = -1\nrun 3\n", (vv_run_options){0});
    double want = exp(-3) * cos(sqrt(3) * 3), got = last_value(r.table, 1);
    ok(fabs(got - want) < 1e-15, "a damped oscillator: error %.1e", fabs(got - want));
    ok(strstr(r.account, "work of stated work") != NULL, "the work of a damper is reported");
    vv_ctx_free(r.c);
    r = run_model("coordinate x\nkinetic energy x'^2/2\nwork x*δ(x)\nstart x = 1, x' = 1\nrun 5\n",
                  (vv_run_options){.every = 2});
    ok(fabs(last_value(r.table, 1) / exp(5) - 1) < 1e-14, "a growing solution to its last digits");
    vv_ctx_free(r.c);
}

/* ---- audit ---------------------------------------------------------------------------------- */

static void audited(const char *title, const char *text, const char *form) {
    vv_run_options o = {.audit = 1e-11, .form = form};
    result calm = run_model(text, o);
    o.disturb = 1e-8;
    result disturbed = run_model(text, o);
    ok(calm.status == VV_OK, "%s: the audit finds nothing", title);
    if (calm.status != VV_OK) diag("%s%s", vv_diag_text(calm.c, false), calm.account);
    ok(disturbed.status == VV_E_NO && says(&disturbed, 609, "exceeds"),
       "%s: a change of 1e-8 half-way is found", title);
    if (disturbed.status != VV_E_NO) diag("%s", disturbed.account);
    vv_ctx_free(calm.c);
    vv_ctx_free(disturbed.c);
}

static const char PENDULUM[] = "parameter m = 1, g = 9.81, l = 1\ncoordinate x, y\n"
                               "mass m at x*world.x + y*world.y\ngravity -g*world.y\n"
                               "constraint x^2 + y^2 = l^2\nstart x = 0.6, y = -0.8\nrun 5\n";
static const char SLEIGH[] =
    "parameter m = 2, I = 0.3, a = 0.5\ncoordinate x, y, θ\nframe S = world turned θ about z\n"
    "point A = x*world.x + y*world.y\n"
    "body sleigh: mass m, centre A + a*S.x, frame S, inertia I about z\n"
    "constraint -x'*sin(θ) + y'*cos(θ) = 0\nforce S.x at A\n"
    "start θ = 0.2, θ' = 1.5, x' = 0.4\nrun 3\n";

static void audits(void) {
    audited("oscillator", OSCILLATOR "start x = 1\nrun 10\n", NULL);
    audited("damped oscillator", OSCILLATOR "work -x'/5*δ(x)\nstart x = 1\nrun 10\n", NULL);
    audited("driven oscillator", OSCILLATOR "work sin(3*t)*δ(x)\nstart x = 1\nrun 10\n", NULL);
    audited("moving support", OSCILLATOR "kinetic energy m*x'*sin(t)\nstart x = 1\nrun 10\n", NULL);
    audited("pendulum with a multiplier", PENDULUM, NULL);
    audited("sleigh drawn by a force", SLEIGH, "minimal");
    audited("sleigh drawn by a force, multipliers", SLEIGH, "multipliers");
}

/* ---- faults --------------------------------------------------------------------------------- */

static void faults(void) {
    vv_run_options plain = {0}, back = {.has_until = true, .until = -1};
    fails("a parameter without a value is named",
          "parameter m, k = 1\ncoordinate x\nkinetic energy m/2*x'^2\npotential k/2*x^2\nrun 1\n",
          plain, VV_E_MODEL, 601, "'m'");
    fails("a function without a definition is named",
          "coordinate x\nfunction f(x)\nkinetic energy x'^2/2\npotential f(x)\nrun 1\n", plain,
          VV_E_BEYOND, 602, "'f'");
    fails("a start far from a constraint names it with its residual",
          "coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\nconstraint x^2 + y^2 = 1\n"
          "start x = 3, y = 4\nrun 1\n",
          plain, VV_E_MODEL, 603, "x^2 + y^2 = 1: its residual is 24");
    fails("velocities against a constraint are refused",
          "coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\nconstraint x' = 2*y'\n"
          "start x' = 1, y' = 1\nrun 1\n",
          plain, VV_E_MODEL, 603, "residual");
    fails("a mass matrix singular at the start",
          "coordinate x\nkinetic energy x^2*x'^2/2\npotential x\nrun 1\n", plain, VV_E_BEYOND, 604,
          "t = 0");
    fails("a mass matrix singular on the way is a collapse or singular",
          "coordinate x\nkinetic energy x^2*x'^2/2\npotential x\nstart x = 1, x' = -2\nrun 5\n",
          plain, VV_E_BEYOND, 605, "x");
    fails("a solution without bound names time and quantity",
          "coordinate x\nkinetic energy x'^2/2\nwork 6*x^2*δ(x)\nstart x = 1, x' = 2\nrun 5\n",
          plain, VV_E_BEYOND, 605, "x' is singular there");
    fails("a force that is not a number",
          "coordinate x\nkinetic energy x'^2/2\nwork sqrt(x)*δ(x)\nstart x = -1\nrun 1\n", plain,
          VV_E_BEYOND, 606, "t = 0");
    fails("a negative duration", OSCILLATOR "run 1\n", back, VV_E_USAGE, 607, "negative");
    fails("no duration", OSCILLATOR, plain, VV_E_MODEL, 607, "not stated");
    fails("an instant outside the duration", OSCILLATOR "run 1\n",
          (vv_run_options){.nat = 1, .at = (double[]){2}}, VV_E_USAGE, 607, "--at");
    fails("minimal speeds with a servo",
          "coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\nservo x = y through x\nrun 1\n",
          (vv_run_options){.form = "minimal"}, VV_E_BEYOND, 608, "servo");
}

/* ---- initial conditions --------------------------------------------------------------------- */

static void starts(void) {
    result r = run_model("coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\n"
                         "constraint x + y = 3\nstart x = 1, x' = 2\nrun 1\n",
                         (vv_run_options){.has_until = true});
    ok(r.status == VV_OK && last_value(r.table, 2) == 2 && last_value(r.table, 4) == -2,
       "what a constraint fixes is completed");
    ok(strstr(r.account, "start: y = 2 from the constraints") != NULL, "and reported");
    vv_ctx_free(r.c);
    r = run_model("coordinate x, y\nkinetic energy (x'^2 + 3*y'^2)/2\n"
                  "constraint x + y = 1\nstart x = 0.5, y = 0.54\nrun 1\n",
                  (vv_run_options){.has_until = true});
    double x = last_value(r.table, 1), y = last_value(r.table, 2);
    ok(fabs(x - 0.47) < 1e-9 && fabs(y - 0.53) < 1e-9,
       "a start slightly off is moved, the heavier coordinate less");
    ok(strstr(r.account, "projected onto the constraints") != NULL, "and reported");
    vv_ctx_free(r.c);
}

static void servo(void) {
    /* the driven car's acceleration is prescribed, the other is attached to it by a spring */
    result r = run_model("parameter m = 2\ncoordinate x, y\nkinetic energy (m*x'^2 + y'^2)/2\n"
                         "potential 2*(y - x)^2\nservo x = sin(t) through x\n"
                         "start y = 0, y' = 0, x' = 1\nrun 3\n",
                         (vv_run_options){.audit = 1e-12});
    /* y'' = 4 (sin t - y), y(0) = y'(0) = 0: y = 4/3 sin t - 2/3 sin 2t */
    double want = 4 * sin(3) / 3 - 2 * sin(6) / 3, got = last_value(r.table, 2);
    ok(r.status == VV_OK && fabs(got - want) < 1e-14, "a servo leads: error %.1e",
       fabs(got - want));
    if (r.status != VV_OK) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
}

/* ---- branches, orientations, reactions ------------------------------------------------------- */

static void branches(void) {
    /* x'' = -sign(x): parabolas, half a period is 2 sqrt 2 */
    result r = run_model("coordinate x\nkinetic energy x'^2/2\npotential abs(x)\nstart x = 1\n"
                         "run 4\n",
                         (vv_run_options){.audit = 1e-11});
    double late = 4 - 2 * sqrt(2), error = fabs(last_value(r.table, 1) - (late * late / 2 - 1));
    ok(r.status == VV_OK && error < 1e-12, "a kink is met at its place: error %.1e", error);
    vv_ctx_free(r.c);
    /* x'' = -4 x - 0.3 sign x' from rest at 1: cosine about 0.075 for the first half period */
    r = run_model(OSCILLATOR "work -sign(x')*3/10*δ(x)\nstart x = 1\nrun 2.5\n",
                  (vv_run_options){.audit = 1e-11});
    double half = 2.5 - acos(-1) / 2; /* then about -0.075, from -(1 - 0.15) */
    error = fabs(last_value(r.table, 1) - (-0.075 - (0.85 - 0.075) * cos(2 * half)));
    ok(r.status == VV_OK && error < 1e-12, "dry friction from rest: error %.1e", error);
    if (!(error < 1e-12)) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
    fails("friction that holds is said to be so",
          "coordinate x\nkinetic energy x'^2/2\nwork (0.1 - sign(x'))*δ(x)\nrun 1\n",
          (vv_run_options){0}, VV_E_BEYOND, 605, "accumulates at t = ");
}

static const char BALL[] =
    "parameter m = 0.3, a = 0.05, Ω = 3, g = 9.81\ncoordinate x, y\n"
    "frame table = world turned Ω*t about z\nframe S = world free (p, q, r) along world\n"
    "point G = x*world.x + y*world.y + a*world.z\npoint P = G - a*world.z\n"
    "body ball: mass m, centre G, frame S, inertia (2/5*m*a^2, 2/5*m*a^2, 2/5*m*a^2)\n"
    "gravity -g*world.z\nrolling ball on table at P, normal world.z\n"
    "start x = 0.2, y' = 0.3\nstart S = world turned 30 [deg] about x, 90 [deg] about z\nrun 1\n"
    "show m*x'', reaction(P), dot(S.x, world.y), dot(S.x, world.z)\n";

static void orientations(void) {
    result r = run_model(BALL, (vv_run_options){.has_until = true, .until = 0});
    enum { SHOWN = 16 }; /* after time, 6 coordinates, 6 rates, 3 speeds */
    double pull = last_value(r.table, SHOWN), x = last_value(r.table, SHOWN + 1),
           z = last_value(r.table, SHOWN + 3);
    ok(r.status == VV_OK && fabs(x - pull) < 1e-15 && fabs(z - 0.3 * 9.81) < 1e-15,
       "the reaction accelerates the ball and carries its weight");
    ok(fabs(last_value(r.table, SHOWN + 4) - cos(acos(-1) / 6)) < 1e-15 &&
           fabs(last_value(r.table, SHOWN + 5) - 0.5) < 1e-15,
       "a free frame begins as it was turned");
    if (r.status != VV_OK) diag("%s", vv_diag_text(r.c, false));
    vv_ctx_free(r.c);
}

/* A load guided along X = 0.3 sin 2t, Z = -(2 + 0.2 cos t): the rope leans by tan θ = -X''/(g +
 * Z''), and the force on the trolley is M s'' - T sin θ with the tension T = m (g + Z'')/cos θ. */
static void crane(void) {
    const char *text =
        "parameter M = 5, m = 2, g = 9.81\ncoordinate s, l, θ\nmass M at s*world.x\n"
        "mass m at (s + l*sin(θ))*world.x - l*cos(θ)*world.z\nkinetic energy l'^2/20\n"
        "gravity -g*world.z\nservo s + l*sin(θ) = 0.3*sin(2*t) through s, l\n"
        "servo l*cos(θ) = 2 + 0.2*cos(t) through s, l\nstart l = 2.2\nrun 5\n";
    result r = run_model(text, (vv_run_options){.audit = 1e-12});
    double X = 0.3 * sin(10), up = 9.81 + 0.2 * cos(5), D = 2 + 0.2 * cos(5),
           tangent = 1.2 * sin(10) / up, error = fabs(last_value(r.table, 3) - atan(tangent));
    error = fmax(error, fabs(last_value(r.table, 1) - (X - D * tangent)));
    error = fmax(error, fabs(last_value(r.table, 2) - D * hypot(1, tangent)));
    ok(r.status == VV_OK && error < 1e-14, "a crane leads its load: error %.1e", error);
    ok(strstr(r.account, "differentiated 4 times"),
       "it says how often relations are differentiated");
    if (r.status != VV_OK) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
    fails("what the servo drives does not reach what it binds",
          "coordinate x, y\nkinetic energy x'^2/2 + y'^2/2\nservo x = sin(t) through y\nrun 1\n",
          (vv_run_options){0}, VV_E_BEYOND, 608, "cannot act");
    fails("a constraint that feels no change where the start begins",
          "coordinate x, θ\nkinetic energy x'^2/2 + θ'^2/2 + x'*θ'*cos(θ)\n"
          "servo cos(θ) = 0.8 + 0.1*sin(t) through x\nrun 1\n",
          (vv_run_options){0}, VV_E_MODEL, 603, "several positions");
}

/* Forty bodies with free frames, each suspended from the one above by a rod: points on as many
 * spheres are found without roots. They hang at rest. */
static void long_chain(void) {
    result r = run_model(
        "parameter n = 40\nparameter m = 1, a = 0.5, l = 0.3, J = 0.1, g = 9.81\n"
        "coordinate x[1..n], y[1..n], z[1..n]\n"
        "frame B[i] = world free (p[i], q[i], r[i]) for i in 1..n\n"
        "point G[i] = x[i]*world.x + y[i]*world.y + z[i]*world.z for i in 1..n\n"
        "body K[i]: mass m, centre G[i], frame B[i], inertia (J, J, J/2) for i in 1..n\n"
        "point E[0] = world.origin\npoint E[i] = G[i] - a*B[i].z for i in 1..n\n"
        "gravity -g*world.z\n"
        "constraint dot(G[i] + a*B[i].z - E[i-1], G[i] + a*B[i].z - E[i-1]) = l^2 for i in 1..n\n"
        "start z[i] = -(2*a + l)*i + a for i in 1..n\nrun 0.1\n",
        (vv_run_options){.audit = 1e-12});
    double error = fabs(last_value(r.table, 120) + 51.5);
    ok(r.status == VV_OK && error < 1e-12, "a chain of forty bodies hangs at rest: %.1e", error);
    if (r.status != VV_OK) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
}

int main(void) {
    closed_forms();
    crane();
    audits();
    faults();
    starts();
    servo();
    branches();
    orientations();
    long_chain();
    return done_testing();
}
