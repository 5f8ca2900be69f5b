/* Answers: trees, numbers with bounds, formulas, verdicts, certificates. */
#include <math.h>
#include <visviva/visviva.h>

#include "tap.h"

static const char CART[] = "parameter M = 1 [kg], m = 0.2 [kg], l = 0.5 [m], g = 9.81 [m/s^2]\n"
                           "coordinate x [m], θ [rad]\ninput F [N]\n"
                           "point C = x*world.x, P = C + l*(sin(θ)*world.x - cos(θ)*world.z)\n"
                           "mass M at C\nmass m at P\ngravity -g*world.z\nforce F*world.x at C\n";
static const char SPRING[] =
    "parameter m = 2, k = 8\ncoordinate x\n"
    "kinetic energy m*x'^2/2\npotential k*x^2/2\n"
    "claim integral m*x'^2/2 + k*x^2/2\nclaim frequency sqrt(k/m) at x = 0\n"
    "claim equation m*x'' + k*x = 0.001*x\n";

static vv_mechanism *load(const char *text) {
    vv_mechanism *m = NULL;
    vv_mechanism_load(text, strlen(text), NULL, &m);
    return m;
}

static double entry(const vv_answer *a, const char *path, int i) {
    const double *x = NULL;
    if (vv_answer_matrix(a, vv_answer_find(a, 0, path), NULL, NULL, &x, NULL)) return (double)NAN;
    return x[i];
}

/* The state matrices are those of a hand calculation, dense. */
static void linearization(void) {
    const double A[16] = {[2] = 1, [7] = 1, [9] = 0.2 * 9.81, [13] = 1.2 * 9.81 / 0.5};
    const double B[4] = {0, 0, 1, 2};
    vv_mechanism *m = load(CART);
    vv_answer *a = NULL;
    int rows, columns;
    const double *x, *r;
    ok(vv_mechanism_study(m, "linearize", NULL, &a) == VV_OK, "linearize");
    vv_mechanism_free(m); /* the answer does not need it */
    int up = vv_answer_find(a, 0, "linearize.position[1]"), at = vv_answer_find(a, up, "A");
    ok(vv_answer_matrix(a, at, &rows, &columns, &x, &r) == VV_OK && rows == 4 && columns == 4, "A");
    bool same = true, bounded = true;
    for (int i = 0; i < 16; i++) {
        same &= fabs(x[i] - A[i]) < 1e-12;
        bounded &= r[i] >= 0 && r[i] < 1e-14 * (1 + fabs(x[i]));
    }
    ok(same, "its entries");
    ok(bounded, "their radii");
    at = vv_answer_find(a, up, "B");
    ok(vv_answer_matrix(a, at, &rows, &columns, &x, NULL) == VV_OK && rows == 4 && columns == 1,
       "B is dense, zeros too");
    for (int i = 0; i < 4; i++) ok(fabs(x[i] - B[i]) < 1e-12, "B[%d]", i);
    double pole = sqrt(A[13]);
    at = vv_answer_find(a, up, "eigenvalues");
    ok(vv_answer_matrix(a, at, &rows, &columns, &x, &r) == VV_OK && rows == 4 && columns == 2 && !r,
       "poles, rounded");
    ok(fabs(x[0] - pole) < 1e-12 && fabs(x[6] + pole) < 1e-12, "the unstable one first");
    char *text = NULL;
    at = vv_answer_find(a, up, "A");
    ok(vv_answer_entries(a, at) == 16 && !vv_answer_write(a, at, 9, VV_SYNTAX_LATEX, &text) &&
           !strcmp(text, "\\frac{m g}{M}"),
       "an entry in symbols: %s", text);
    vv_release(text);
    ok(vv_answer_write(a, at, 16, VV_SYNTAX_TEXT, &text) == VV_E_USAGE && !text, "no entry 16");
    at = vv_answer_find(a, up, "states");
    ok(vv_answer_entries(a, at) == 4 && !vv_answer_write(a, at, 3, VV_SYNTAX_TEXT, &text) &&
           !strcmp(text, "θ'"),
       "names of the states");
    vv_release(text);
    at = vv_answer_find(a, up, "verdict");
    ok(vv_answer_type_of(a, at) == VV_ANSWER_ARRAY && vv_answer_count(a, at) == 1, "verdicts");
    const char *means;
    ok(vv_answer_verdict(a, vv_answer_child(a, at, 0), &means) == VV_PROVED && means, "%s", means);
    vv_answer_free(a);
}

static void modes(void) {
    vv_mechanism *m = load(SPRING);
    vv_answer *a = NULL;
    ok(vv_mechanism_study(m, "modes", NULL, &a) == VV_OK, "modes");
    ok(fabs(entry(a, "modes.position[0].frequency_squared", 0) - 4) < 1e-13, "frequency");
    ok(entry(a, "modes.position[0].mass", 0) == 2 && entry(a, "modes.position.stiffness", 0) == 8,
       "mass, stiffness");
    ok(entry(a, "modes.position[0].q", 0) == 0, "the position");
    vv_answer_free(a);
    vv_mechanism_free(m);
}

/* True and false claims, undecided ones, certificates of them. */
/* Each decided verdict alone; a part that has none. */
static void certificates_of_parts(const vv_answer *a, const vv_mechanism *m) {
    int proved = 0, refuted = 0, bad = 0;
    char *json = NULL;
    for (int i = 1; i < 4000; i++) {
        if (vv_answer_type_of(a, i) != VV_ANSWER_VERDICT) continue;
        vv_verdict said = vv_answer_verdict(a, i, NULL), v = VV_UNDECIDED;
        if (said != VV_PROVED && said != VV_REFUTED) continue;
        const char *count =
            said == VV_PROVED ? "\"proved\":1,\"refuted\":0" : "\"proved\":0,\"refuted\":1";
        const char *what = vv_answer_text(a, i, "what");
        bool good = vv_answer_certificate(a, i, &json) == VV_OK && strstr(json, count) &&
                    strstr(json, what);
        if (good && (said == VV_REFUTED || proved % 16 == 0))
            good = vv_certificate_check(m, json, strlen(json), &v, NULL) == VV_OK && v == VV_PROVED;
        if (!good) diag("%s", what);
        bad += !good, proved += said == VV_PROVED, refuted += said == VV_REFUTED;
        vv_release(json);
    }
    ok(!bad && proved > 3 && refuted == 1, "certificates of %d verdicts, each alone",
       proved + refuted);
    ok(vv_answer_certificate(a, -1, &json) == VV_E_USAGE && !json, "no such part");
    int title = vv_answer_find(a, 0, "claims");
    ok(title > 0 && vv_answer_certificate(a, title, &json) == VV_OK && strstr(json, "\"claims\"") &&
           !strstr(json, "\"section\":\"agreement\""),
       "of a part");
    vv_release(json);
}

static void proofs(void) {
    vv_mechanism *m = load(SPRING), *other = load(CART);
    vv_answer *a = NULL;
    vv_options *o = vv_options_new();
    vv_options_int(o, "certificate", 1);
    ok(vv_mechanism_prove(m, o, &a) == VV_OK && a, "a refuted claim is data");
    ok(vv_answer_whole(a) == VV_REFUTED, "something is refuted");
    int n[3] = {0};
    for (int i = 0; i < 4000; i++)
        if (vv_answer_type_of(a, i) == VV_ANSWER_VERDICT) {
            vv_verdict v = vv_answer_verdict(a, i, NULL);
            if (v <= VV_REFUTED) n[v]++;
        }
    ok(n[VV_PROVED] > 3 && n[VV_REFUTED] == 1 && !n[VV_UNDECIDED], "%d proved, %d refuted",
       n[VV_PROVED], n[VV_REFUTED]);
    char *json = NULL, *report = NULL;
    vv_verdict v = VV_UNDECIDED;
    certificates_of_parts(a, m);
    ok(vv_answer_certificate(a, 0, &json) == VV_OK, "a certificate");
    ok(vv_certificate_check(m, json, strlen(json), &v, &report) == VV_OK && v != VV_REFUTED,
       "it checks");
    vv_release(report);
    ok(vv_certificate_check(other, json, strlen(json), &v, NULL) == VV_E_USAGE, "of another model");
    ok(vv_certificate_check(NULL, json, strlen(json) / 2, &v, NULL) == VV_E_MODEL &&
           vv_diags_count(vv_error()) == 1,
       "truncated");
    vv_release(json);
    ok(vv_answer_report(a, "text", &json) == VV_OK && strstr(json, "refuted"), "as text");
    vv_release(json);
    ok(vv_answer_report(a, "txt", &json) == VV_E_USAGE && !json, "an unknown format");
    vv_answer_free(a);
    ok(vv_mechanism_prove(m, NULL, &a) == VV_OK && vv_answer_certificate(a, 0, &json) == VV_E_USAGE,
       "no certificate unless asked for");
    vv_answer_free(a);
    vv_options_free(o), vv_mechanism_free(m), vv_mechanism_free(other);
}

static void asked(void) {
    static const char *const CLAIM[] = {"m*x'^2 + k*x^2", "x", "x +"}, *const BY[] = {"lagrnge"};
    vv_mechanism *m = load(SPRING);
    vv_answer *a = NULL;
    vv_options *o = vv_options_new();
    vv_options_texts(o, "claims", 2, CLAIM);
    ok(vv_mechanism_study(m, "integrals", o, &a) == VV_OK, "are these integrals?");
    int at = vv_answer_find(a, 0, "integrals.offered");
    ok(vv_answer_verdict(a, vv_answer_child(a, at, 0), NULL) == VV_PROVED &&
           vv_answer_verdict(a, vv_answer_child(a, at, 1), NULL) == VV_REFUTED,
       "one is, one is not");
    vv_answer_free(a);
    vv_options_texts(o, "claims", 3, CLAIM);
    ok(vv_mechanism_study(m, "integrals", o, &a) == VV_E_MODEL && !a, "an error in an expression");
    char *text = NULL;
    vv_diags_write(vv_error(), "text", &text);
    ok(text && strstr(text, "x +"), "its text is shown: %s", text);
    vv_release(text);
    vv_options_texts(o, "claims", 0, NULL);
    vv_options_texts(o, "by", 1, BY);
    ok(vv_mechanism_prove(m, o, &a) == VV_E_USAGE && !a &&
           strstr(vv_diags_at(vv_error(), 0)->hint, "lagrange"),
       "the nearest method is named");
    ok(vv_mechanism_study(m, "mode", NULL, &a) == VV_E_USAGE && !a, "an unknown topic");
    ok(vv_mechanism_study(NULL, NULL, NULL, &a) == VV_E_USAGE, "no mechanism");
    ok(vv_mechanism_study(m, NULL, NULL, NULL) == VV_E_USAGE, "nowhere to put it");
    vv_options_free(o), vv_mechanism_free(m);
    ok(vv_answer_find(NULL, 0, "x") == -1 && vv_answer_count(NULL, 0) == 0 &&
           vv_answer_child(NULL, 0, 0) == -1 && !vv_answer_text(NULL, 0, "text"),
       "no answer");
    vv_answer_free(NULL);
}

int main(void) {
    linearization();
    modes();
    proofs();
    asked();
    return done_testing();
}
