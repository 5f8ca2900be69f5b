/* The audit against closed forms: works, magnitudes of energies, drifts of first integrals, and
 * the residual that a known disturbance leaves. */
#include "platform/cpu.h"
#include "run_model.h"

/* The number after these words of the run summary, NAN if it does not contain them. */
static double told(const result *r, const char *words) {
    const char *at = strstr(r->account, words);
    return at ? strtod(at + strlen(words), NULL) : (double)NAN;
}

static void tells(const result *r, const char *words, double want, const char *title) {
    double got = told(r, words);
    if (!ok(fabs(got - want) <= 1e-11 * fmax(1, fabs(want)), "%s: %s%.10g", title, words, want))
        diag("got %.17g\n%s%s", got, vv_diag_text(r->c, false), r->account);
}

/* Residuals are reported to two digits. */
static void leaves(const result *r, const char *words, double want, const char *title) {
    double got = told(r, words);
    if (!ok(fabs(got - want) <= 0.05 * want, "%s: %s%.2g", title, words, want))
        diag("got %.17g\n%s%s", got, vv_diag_text(r->c, false), r->account);
}

/* The magnitude to which the energy balance is relative. */
static void measures(const result *r, double want, const char *title) {
    double got = (double)NAN;
    const char *at = strstr(r->account, "energy balance: within ");
    if (at && sscanf(at, "energy balance: within %*g of %lg", &got) != 1) got = (double)NAN;
    if (!ok(fabs(got - want) <= 0.01 * want, "%s: %.3g", title, want))
        diag("got %.17g\n%s%s", got, vv_diag_text(r->c, false), r->account);
}

static void is_exact(const result *r, const char *words, const char *title) {
    double got = told(r, words);
    if (!ok(got >= 0 && got < 1e-13, "%s: %s0", title, words))
        diag("got %.17g\n%s%s", got, vv_diag_text(r->c, false), r->account);
}

/* ---- works ---------------------------------------------------------------------------------- */

/* x'' = 2, θ'' = 4/2, y'' = -6 y', z'' = t; over three seconds. */
static void forces(void) {
    result r = run_model("coordinate x, y, z, θ\n"
                         "frame B = world turned θ about z\n"
                         "body disc: mass 1, centre world.origin, frame B, inertia (1, 1, 2)\n"
                         "kinetic energy (x'^2 + y'^2 + z'^2)/2\n"
                         "force function t*z\n"
                         "torque 4*world.z on disc\n"
                         "mass 0 at x*world.x\n"
                         "force 2*world.x at x*world.x\n"
                         "force 5*world.y at x*world.x\n"
                         "damper 6 on y\n"
                         "start y' = 1\nrun 3\n",
                         (vv_run_options){.audit = 1e-12});
    ok(r.status == VV_OK, "forces, a torque, a damper and a force function of the time balance");
    if (r.status != VV_OK) diag("%s%s", vv_diag_text(r.c, false), r.account);
    tells(&r, "work of torque of line 6: ", 4 * 9, "a torque");
    tells(&r, "work of force of line 8: ", 2 * 9, "a force");
    ok(!strstr(r.account, "force of line 9"), "a force across the way of its point has no work");
    tells(&r, "work of stated work and dampers: ", (exp(-36) - 1) / 2, "a damper");
    tells(&r, "work of prescribed motion: ", -81.0 / 24, "a force function of the time");
    vv_ctx_free(r.c);
}

/* x = t^2, so a force 2 m moves it; holding something at rest does no work. */
static void reactions(void) {
    static const char *const kept[][2] = {
        {"constraint x = t^2\n", "work of constraint x = t^2: "},
        {"servo x = t^2 through x\n", "work of servo x = t^2: "},
    };
    for (int i = 0; i < 2; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "coordinate w, x, y\nkinetic energy w'^2 + 3/2*x'^2 + y'^2\n"
                 "constraint w = 1\n%sstart w = 1, y' = 1\nrun 2\n",
                 kept[i][0]);
        result r = run_model(text, (vv_run_options){.audit = 1e-11});
        ok(r.status == VV_OK, "%s balances", kept[i][0]);
        tells(&r, kept[i][1], 24, "what moves by itself");
        ok(!strstr(r.account, "work of constraint w"), "a constraint without the time has no work");
        vv_ctx_free(r.c);
    }
}

/* ---- effect of a disturbance ----------------------------------------------------------------- */

/* A free mass gains half of its speed half-way: T is 1/2, then 9/8. z, which hardly moves, makes
 * the steps short. */
static void disturbed(void) {
    result r = run_model("coordinate x, y, z\nkinetic energy (x'^2 + y'^2 + z'^2)/2\n"
                         "potential 200*z^2\n"
                         "claim integral 3*x' + 2\nclaim integral x' + 5*y' + 1\n"
                         "claim integral y'\nstart x' = 1, z = 1e-6\nrun 2\n",
                         (vv_run_options){.disturb = 0.5});
    leaves(&r, "energy balance: within ", 0.625 / 1.125, "its energy");
    leaves(&r, "claim integral 3*x' + 2: drift at most ", 1.5 / 6.5, "three times its speed");
    leaves(&r, "claim integral x' + 5*y' + 1: drift at most ", 0.5 / 2.5, "its speed among others");
    is_exact(&r, "claim integral y': drift at most ", "another speed");
    measures(&r, 9.0 / 8, "the largest kinetic energy is the measure");
    vv_ctx_free(r.c);
    r = run_model("coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\n"
                  "potential 1e6 + 2*(x^2 + y^2)\nstart x = 1, y' = 2\nrun 10\n",
                  (vv_run_options){0});
    measures(&r, 2, "a constant of the potential is no part of it");
    vv_ctx_free(r.c);
    r = run_model("coordinate x\nkinetic energy x'^2/2\npotential 5 + 2*x^2\nrun 10\n",
                  (vv_run_options){0});
    measures(&r, 5, "but where nothing moves it is");
    vv_ctx_free(r.c);
}

/* A circle as large as an orbit: of its constraint, 5e13 m^2, a hundredth is rounding. */
static void large(void) {
    result r = run_model("parameter R = 7e6\ncoordinate x, y\nkinetic energy (x'^2 + y'^2)/2\n"
                         "potential y/100\nconstraint x^2 + y^2 = R^2\n"
                         "start x = 7e6, y' = 1000\nrun 10000\n",
                         (vv_run_options){0});
    /* the interpreter, without fused operations, may hit it exactly */
    double least = vv_cpu_supports_lanes(1) ? 1e-4 : 0;
    ok(r.status == VV_OK && told(&r, "positions: residual at most ") >= least && !says(&r, 609, ""),
       "the rounding of large terms is reported, and not warned of");
    if (says(&r, 609, "")) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
}

/* ---- integrals ------------------------------------------------------------------------------- */

/* x'' = 1, z'' = t: the first is constant, the second is not. The constraint has a multiplier. */
static void accelerations(void) {
    result r = run_model("coordinate w, x, y, z\n"
                         "kinetic energy (w'^2 + x'^2 + y'^2 + z'^2)/2\nconstraint w = t^3\n"
                         "work δ(x) + t*δ(z)\n"
                         "claim integral x''\nclaim integral z''\nclaim integral y'' + 1\n"
                         "start y' = 1\nrun 3\n",
                         (vv_run_options){0});
    is_exact(&r, "claim integral x'': drift at most ", "an acceleration that is constant");
    is_exact(&r, "claim integral y'' + 1: drift at most ", "one that vanishes");
    leaves(&r, "claim integral z'': drift at most ", 1, "one that grows from 0 to 3");
    tells(&r, "work of constraint w = t^3: ", 27 * 27 / 2.0, "the relation that moves");
    vv_ctx_free(r.c);
}

/* Only what is claimed of every motion; and one that ends does not affect the others. */
static void claims(void) {
    result r = run_model("coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\n"
                         "claim not integral y\nclaim integral x + 2*y when y' = 0\n"
                         "claim integral log(x)\nclaim integral x\n"
                         "start x = 1, x' = -1, y' = 1\nrun 2\n",
                         (vv_run_options){.audit = 1e-3});
    ok(!strstr(r.account, "not integral y"), "what is claimed to be none is not looked at");
    ok(!strstr(r.account, "x + 2*y"), "nor what is claimed of some motions only");
    leaves(&r, "claim integral x: drift at most ", 2, "a logarithm that ends before it");
    ok(strstr(r.account, "claim integral log(x): drift at most ") != NULL &&
           says(&r, 609, "claim integral log(x)"),
       "the logarithm is named");
    if (!says(&r, 609, "claim integral log(x)")) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
}

/* A block slides 25/2 m against 2 N of friction and stops; w is perturbed as well. */
static void friction(void) {
    result r =
        run_model("parameter g = 10\ncoordinate w, x, z\n"
                  "point P = x*world.x + z*world.z\nkinetic energy 3/2*w'^2\nconstraint w = t^2\n"
                  "body block: mass 1, centre P, frame world, inertia (1, 1, 1)\n"
                  "gravity -g*world.z\n"
                  "rolling block on world at P, normal world.z, friction 0.2\n"
                  "claim integral x''\nstart x' = 5\nrun 4\n",
                  (vv_run_options){.audit = 1e-11});
    ok(r.status == VV_OK, "a block that slides to rest beside what a constraint moves");
    if (r.status != VV_OK) diag("%s%s", vv_diag_text(r.c, false), r.account);
    tells(&r, "work of friction, rolling of block on world at P: ", -25 / 2.0, "friction");
    tells(&r, "work of constraint w = t^2: ", 3 / 2.0 * 64, "the relation");
    ok(strstr(r.account, "claim integral x'': not audited") != NULL,
       "accelerations are not audited where dry friction has a part in them");
    vv_ctx_free(r.c);
}

/* ---- impacts --------------------------------------------------------------------------------- */

static void shocks(void) {
    result r = run_model("coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\n"
                         "when x = 1 then x' = -x'/2\n"
                         "claim integral x'^2/2 + y'\nstart x' = 2, y' = 3\nrun 2\n",
                         (vv_run_options){.audit = 1e-12});
    ok(r.status == VV_OK, "an impact is part of the balance");
    tells(&r, "work of impacts: ", (1 - 4) / 2.0, "half of the speed is lost");
    is_exact(&r, "claim integral x'^2/2 + y': drift at most ", "an integral between shocks");
    vv_ctx_free(r.c);
    r = run_model("parameter k = 0\ncoordinate x\nkinetic energy x'^2/2\npotential k*x^2/2\n"
                  "when x > 1 then k = 4\nstart x' = 3\nrun 4\n",
                  (vv_run_options){.audit = 1e-12});
    ok(r.status == VV_OK, "so is the change of a parameter");
    tells(&r, "work of impacts and parameter changes: ", 2, "a spring that sets in");
    measures(&r, 13.0 / 2, "the measure of the energies with it");
    vv_ctx_free(r.c);
}

/* ---- parameter changes ----------------------------------------------------------------------- */

static void changes(const char *title, const char *text, bool holds) {
    result r = run_model(text, (vv_run_options){0});
    bool refused = says(&r, 611, "the constraints do not hold with the new parameter values");
    ok(holds ? r.status == VV_OK : r.status == VV_E_BEYOND && refused, "%s", title);
    if (holds != !refused) diag("%s%s", vv_diag_text(r.c, false), r.account);
    vv_ctx_free(r.c);
}

/* A parameter may change if the constraints hold with its new value, whatever their size. */
static void constraints_with_other_values(void) {
    changes("the radius of a circle of a metre",
            "parameter l = 1\ncoordinate x, y\nkinetic energy (x'^2 + y'^2)/2\npotential 9.81*y\n"
            "constraint x^2 + y^2 = l^2\nstart x = 1\nwhen y < -0.5 then l = 2\nrun 1\n",
            false);
    changes("that of a circle of a micrometre",
            "parameter l = 1e-6\ncoordinate x, y\nkinetic energy (x'^2 + y'^2)/2\n"
            "potential 9.81*y\nconstraint x^2 + y^2 = l^2\nstart x = 1e-6\n"
            "when y < -5e-7 then l = 2e-6\nrun 0.01\n",
            false);
    changes("a force on a circle as large as an orbit",
            "parameter R = 7e6, F = 0\ncoordinate x, y\nkinetic energy (x'^2 + y'^2)/2\n"
            "constraint x^2 + y^2 = R^2\nwork F*(-y*δ(x) + x*δ(y))/R\n"
            "start x = 7e6, y' = 1000\nwhen x < 5e6 then F = 1\nrun 10000\n",
            true);
    changes("the curvature where a curve touches the line of before",
            "parameter k = 1, b = 0.3\ncoordinate x, y\nkinetic energy (x'^2 + y'^2)/2\n"
            "constraint y = k*(x - b)^2\nstart x = 0, x' = 1\nwhen x > b then k = 5\nrun 2\n",
            true);
    changes("its slope there",
            "parameter k = 1, b = 0.3\ncoordinate x, y\nkinetic energy (x'^2 + y'^2)/2\n"
            "constraint y = k*(x - b)\nstart x = 0, x' = 1\nwhen x > b then k = 5\nrun 2\n",
            false);
}

/* A uniform motion is one step; the work of a force along it, by Simpson's rule with 1e5
 * intervals. */
static void prescribed(void) {
    result r = run_model("coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\nconstraint x' = 2\n"
                         "work 10*cos(3*x)/(1 + x^2)*δ(x)\nstart y' = 1\nrun 4\n",
                         (vv_run_options){0});
    enum { PARTS = 100000 };
    double work = 0;
    for (int i = 0; i <= PARTS; i++) {
        double x = 8.0 * i / PARTS, f = 10 * cos(3 * x) / (1 + x * x);
        work += (i == 0 || i == PARTS ? 1 : i % 2 ? 4 : 2) * f * 8 / (3.0 * PARTS);
    }
    tells(&r, "work of stated work and dampers: ", work, "along a prescribed motion");
    tells(&r, "work of constraint x' = 2: ", -work, "and of what prescribes it");
    vv_ctx_free(r.c);
}

int main(void) {
    forces();
    prescribed();
    reactions();
    disturbed();
    large();
    accelerations();
    claims();
    friction();
    shocks();
    constraints_with_other_values();
    return done_testing();
}
