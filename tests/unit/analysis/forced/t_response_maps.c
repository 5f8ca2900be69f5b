/* Responses and maps against closed forms: the numbers shown by `show response` and `show
 * stability`. */
#include <math.h>

#include "analysis/forced/frequency_response.h"
#include "analysis/linear/stability_map.h"
#include "api/mechanism.h"
#include "formalism/formalism.h"
#include "numeric/eigenvalues.h"
#include "scene/parameter_charts.h"
#include "tap.h"

static vv_ctx *c;
static vv_equations eq;
static vv_prove_options how = {.want_exact = true};

static const vv_command_mechanism *load(const char *text) {
    vv_command_mechanism *m = NULL;
    vv_status status = vv_command_load(c, "chart.vv", text, strlen(text), 0, NULL, &m);
    is_int(status, VV_OK, "the model stands");
    if (status != VV_OK) diag("%s", vv_diag_text(c, false));
    return m;
}

static vv_study study_of(const vv_command_mechanism *m) {
    const char *why;
    eq = (vv_equations){0};
    vv_formalism_run(c, vv_formalism_in_speeds(&m->system), &m->system, &eq, &why);
    return (vv_study){.s = &m->system, .eq = &eq, .how = &how};
}

/* m x'' + c x' + k x = F cos(a t): amplitude F/sqrt((k - m a^2)^2 + (c a)^2), phase lag atan2(c
 * a, k - m a^2). */
static void test_damped(void) {
    c = vv_ctx_new(NULL);
    const vv_command_mechanism *m =
        load("parameter m = 2, k = 50, c = 0.7, F = 3, a = 1\n"
             "coordinate x\nkinetic energy m*x'^2/2\npotential k*x^2/2\n"
             "damper c on x\nperturbation F*cos(a*t) on x\n"
             "output y = x\noutput z = x + x'/4\n"
             "box a in (0.5, 50)\nshow response(a)\n");
    vv_study study = study_of(m);
    vv_frequency_response f;
    is_int(m->model.ncharts, 1, "one chart");
    is_int(vv_frequency_response_find(c, &study, m->model.chart[0].over[0], &f), VV_OK,
           "it responds");
    is_int(f.n, 1, "one curve");
    ok(f.logarithmic && f.curve[0].damped, "over two decades, with a phase");
    double worst = 0, behind = 0, most = 0, at = 0, other = 0;
    for (int i = 0; i < f.curve[0].n; i++) {
        double a = f.curve[0].x[i], s = 50 - 2 * a * a, size = 3 / hypot(s, 0.7 * a);
        worst = fmax(worst, fabs(f.curve[0].size[i] / size - 1));
        behind = fmax(behind, fabs(f.curve[0].phase[i] - atan2(0.7 * a, s)));
        /* x + x'/4 is larger by |1 + i a/4| and leads by its angle */
        other = fmax(other, fabs(f.curve[0].size[f.curve[0].n + i] / size / hypot(1, a / 4) - 1));
        other = fmax(other,
                     fabs(f.curve[0].phase[f.curve[0].n + i] - (atan2(0.7 * a, s) - atan(a / 4))));
        if (f.curve[0].size[i] > most) most = f.curve[0].size[i], at = a;
    }
    ok(worst < 1e-12, "amplitudes of the closed form (%.2g)", worst);
    ok(behind < 1e-12, "and phases (%.2g)", behind);
    ok(other < 1e-12, "an output of place and rate (%.2g)", other);
    /* the peak: a^2 = k/m - c^2/(2 m^2) */
    ok(fabs(at - sqrt(25 - 0.49 / 8)) < 0.02, "the peak is where it should be (%.4g)", at);
    ok(fabs(f.curve[0].x[0] - 0.5) < 1e-12 && fabs(f.curve[0].x[f.curve[0].n - 1] - 50) < 1e-9,
       "from end to end of the box");
    vv_ctx_free(c);
}

/* Transfer function of a cart with a pendulum: (x, θ) for a force u on the cart. For small θ
 *     (M + m) x'' + m l θ'' = u,  l θ'' + x'' + g θ = 0:
 *     x/u = (g - l ω^2)/(-ω^2 (M g + m g - M l ω^2)).
 * The output is the cart's acceleration. */
static void test_input(void) {
    c = vv_ctx_new(NULL);
    const vv_command_mechanism *m =
        load("parameter M = 3, m = 1, l = 0.5, g = 9.81\ncoordinate x, θ\ninput u\n"
             "kinetic energy M*x'^2/2 + m/2*(x'^2 + 2*l*x'*θ'*cos(θ) + l^2*θ'^2)\n"
             "force function m*g*l*cos(θ)\nwork u*δ(x)\noutput push = x''\noutput swing = θ'\n"
             "show response(u)\n");
    vv_study study = study_of(m);
    vv_frequency_response f;
    is_int(vv_frequency_response_find(c, &study, m->model.chart[0].over[0], &f), VV_OK,
           "it answers");
    ok(f.n == 2 && f.input && f.curve[0].noutputs == 2, "two positions, two outputs");
    double worst = 0, other = 0;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < f.curve[k].n; i++) { /* upright: gravity reversed */
            double g = k ? -9.81 : 9.81, w = f.curve[k].x[i], below = 4 * g - 1.5 * w * w,
                   push = fabs((g - 0.5 * w * w) / below), swing = fabs(w / below);
            worst = fmax(worst, fabs(f.curve[k].size[i] - push) / push);
            other = fmax(other, fabs(f.curve[k].size[f.curve[k].n + i] - swing) / swing);
        }
    ok(worst < 1e-9, "the acceleration of the cart (%.2g)", worst);
    ok(other < 1e-9, "the rate of the pendulum (%.2g)", other);
    vv_ctx_free(c);
}

/* A bead on a rotating hoop: θ = 0 loses stability where a ω^2 > g, and acos(g/(a ω^2)) appears.
 * The growth rate is sqrt(ω^2 - g/a) without damping. */
static void test_map(void) {
    if (!vv_eigen_available()) {
        skip("no LAPACK");
        return;
    }
    c = vv_ctx_new(NULL);
    const vv_command_mechanism *m = load(
        "parameter m = 1, a = 0.5, g = 9.81, ω = 5, c = 0\nassume m > 0, a > 0, g > 0, ω > 0\n"
        "coordinate θ\nkinetic energy m*a^2/2*(θ'^2 + ω^2*sin(θ)^2)\n"
        "potential -m*g*a*cos(θ)\ndamper c on θ\nbox ω in (0.1, 10), a in (0.2, 1), c in (0, 1)\n"
        "show stability(ω, a), stability(ω, c)\n");
    vv_study study = study_of(m);
    vv_stability_map *map[6];
    double range[2][2], worst = 0;
    const char *why;
    int n, number, wrong = 0;
    is_int(vv_stability_maps_open(c, &study, m->model.chart[0].over, 6, map, &n, range, &why),
           VV_OK, "maps");
    is_int(n, 4, "of four positions");
    ok(range[0][0] == 0.1 && range[1][1] == 1, "over the boxes");
    for (int i = 0; i < n; i++) {
        const char *at = vv_stability_map_position(map[i], &number);
        is_int(number, i + 1, "position %d: %s", i + 1, at);
    }
    for (double x = 0.15; x < 10; x += 0.37)
        for (double y = 0.21; y < 1; y += 0.11) {
            double low = vv_stability_map_growth_rate(map[0], x, y),
                   third = vv_stability_map_growth_rate(map[2], x, y), square = x * x - 9.81 / y;
            if (square > 0)
                worst = fmax(worst, fabs(low - sqrt(square))), wrong += third != 0;
            else
                wrong += low != 0 || !isnan(third);
        }
    ok(worst < 1e-6, "the rate of growth (%.2g)", worst);
    is_int(wrong, 0, "stable and absent exactly where they should be");
    is_int(vv_stability_maps_open(c, &study, m->model.chart[1].over, 6, map, &n, range, &why),
           VV_OK, "with damping");
    /* λ^2 + c λ/(m a^2) + g/a - ω^2 = 0: the larger real part */
    for (double d = 0.0002; d < 3; d *= 10) {
        double real = -d / 0.25 / 2, root = real * real - (9.81 / 0.5 - 4);
        ok(fabs(vv_stability_map_growth_rate(map[0], 2, d) -
                (root > 0 ? real + sqrt(root) : real)) < 1e-9,
           "what is damped by %g dies away as fast", d);
    }
    vv_ctx_free(c);
}

static void test_refusals(void) {
    static const struct {
        const char *text, *why;
    } bad[] = {
        {"parameter m = 1, k\ncoordinate x\nkinetic energy m*x'^2/2\npotential k*x^2/2\n"
         "box m in (1, 2)\nshow stability(m, k)\n",
         "k has no range"},
        {"parameter m = 1, k = 1, a = 1\ncoordinate x\nkinetic energy m*x'^2/2\n"
         "potential k*x^2/2\nbox a in (1, 2)\nshow response(a)\n",
         "no perturbation"},
        {"parameter m, k = 1, a = 1\ncoordinate x\nkinetic energy m*x'^2/2\npotential k*x^2/2\n"
         "perturbation cos(a*t) on x\nbox a in (1, 2)\nshow response(a)\n",
         "'m' has no value"},
        {"parameter m = 1, a = 1, b = 1\ncoordinate x\nkinetic energy m*x'^2/2\nforce function x\n"
         "box a in (0, 1), b in (0, 1)\nshow stability(a, b)\n",
         "there is no equilibrium"},
    };
    for (int i = 0; i < 4; i++) {
        c = vv_ctx_new(NULL);
        vv_drawing_list p = {0};
        const vv_command_mechanism *m = load(bad[i].text);
        is_int(vv_parameter_chart_draw(c, &m->system, &m->model.chart[0], &p), VV_E_BEYOND,
               "no picture");
        ok(strstr(vv_diag_text(c, false), bad[i].why), "because %s", bad[i].why);
        vv_ctx_free(c);
    }
}

int main(void) {
    test_damped();
    test_input();
    test_map();
    test_refusals();
    return done_testing();
}
