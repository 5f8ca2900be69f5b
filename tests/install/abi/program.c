/* Compiled with the headers of a release, run with the library of today: what a struct holds, the
 * values of enumerators, and what functions do, must be as they were. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <visviva/visviva.h>

static const char MODEL[] = "system \"Spring\"\nparameter m = 2 [kg], k = 8 [kg/s^2]\n"
                            "coordinate x [m]\nkinetic energy m*x'^2/2\npotential k*x^2/2\n"
                            "start x = 0.5\n";

static int faults;

static void expect(int fine, const char *what) {
    if (!fine) printf("fault: %s\n", what), faults++;
}

static void diagnostics(void) {
    static const char wrong[] = "coordinate x\nkinetic energy m*x'^2/2\n";
    vv_mechanism *m = NULL;
    char *text = NULL;
    expect(vv_mechanism_load(wrong, strlen(wrong), NULL, &m) == VV_E_MODEL && !m, "a refusal");
    const vv_diag *d = vv_diags_at(vv_error(), 0);
    expect(d && d->severity == VV_ERROR && d->code == 301 && d->span.begin == 28 &&
               d->span.end == 29 && strstr(d->message, "'m'") && !d->origin,
           "a diagnostic");
    expect(vv_diags_write(vv_error(), "text", &text) == VV_OK && strstr(text, "VV0301"), "as text");
    vv_release(text);
}

static void introspection(const vv_mechanism *m) {
    double value = 0;
    char *text = NULL;
    expect(vv_mechanism_freedom(m) == 1, "freedom");
    expect(vv_mechanism_count(m, VV_KIND_PARAMETER) == 2, "parameters");
    expect(vv_mechanism_find(m, VV_KIND_COORDINATE, "x") == 0, "a name");
    expect(vv_mechanism_value(m, VV_KIND_COORDINATE, 0, &value) == VV_OK && value == 0.5,
           "a value");
    expect(!strcmp(vv_mechanism_unit(m, VV_KIND_PARAMETER, 0), "kg"), "a unit");
    expect(vv_mechanism_span(m, VV_KIND_COORDINATE, 0).end == 65, "a place");
    expect(vv_mechanism_property(m, VV_KIND_PARAMETER, 1, "value", VV_SYNTAX_TEXT, &text) ==
                   VV_OK &&
               !strcmp(text, "8"),
           "a property");
    vv_release(text);
}

int main(void) {
    vv_mechanism *m = NULL;
    vv_options *o = vv_options_new();
    expect(vv_version_number() >= VISVIVA_VERSION_NUMBER, "the version");
    expect(o && vv_options_text(o, "file", "spring.vv") == VV_OK, "options");
    expect(vv_options_real(o, "sekonds", 1) == VV_E_USAGE, "an unknown key");
    expect(vv_mechanism_load(MODEL, strlen(MODEL), o, &m) == VV_OK, "a mechanism");
    if (m) introspection(m);
    diagnostics();
    vv_mechanism_free(m), vv_options_free(o);
    puts(faults ? "different" : "fine");
    return faults != 0;
}
