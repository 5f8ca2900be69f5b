/* Loading: budgets, watches, failures. */
#include <visviva/visviva.h>

#include "tap.h"

static const char PENDULUM[] =
    "system \"Pendulum\"\nparameter m = 1 [kg], l = 0.5 [m], g = 9.81 [m/s^2]\n"
    "coordinate θ [rad]\npoint P = l*(sin(θ)*world.x - cos(θ)*world.z)\n"
    "mass m at P\ngravity -g*world.z\n";

static vv_status load_with(const vv_options *o, vv_mechanism **m) {
    return vv_mechanism_load(PENDULUM, strlen(PENDULUM), o, m);
}

static void loading(void) {
    vv_mechanism *m = NULL;
    char text[sizeof PENDULUM];
    memcpy(text, PENDULUM, sizeof text);
    ok(vv_mechanism_load(text, strlen(text), NULL, &m) == VV_OK && m, "loads");
    memset(text, 'x', sizeof text - 1);
    ok(strstr(vv_mechanism_text(m), "Pendulum"), "the text is its own");
    ok(vv_diags_count(vv_mechanism_diags(m)) == 0, "no notes");
    vv_mechanism_free(m), vv_mechanism_free(NULL);
    ok(vv_mechanism_load(NULL, 0, NULL, &m) == VV_E_USAGE && !m, "no text");
    ok(vv_mechanism_load("x", 1, NULL, NULL) == VV_E_USAGE, "nowhere to put it");
    ok(vv_diags_count(vv_mechanism_diags(NULL)) == 0 && !*vv_mechanism_text(NULL), "no mechanism");
}

static int stop(void *data, const char *what, double part) {
    (void)what, (void)part;
    return ++*(int *)data > 0;
}

static void budgets(void) {
    vv_mechanism *m = NULL;
    vv_options *o = vv_options_new();
    int asked = 0;
    vv_options_int(o, "memory", 100000);
    ok(load_with(o, &m) == VV_E_NOMEM && !m, "too little memory");
    ok(vv_diags_status(vv_error()) == VV_E_NOMEM && vv_diags_count(vv_error()) == 1, "told");
    vv_options_int(o, "memory", 0);
    ok(load_with(o, &m) == VV_OK, "enough");
    vv_mechanism_free(m);
    vv_options_watch(o, stop, &asked);
    vv_status s = load_with(o, &m);
    ok(s == VV_OK ? !asked : s == VV_E_INTERRUPTED && asked, "a watch (asked %d)", asked);
    if (s == VV_OK) vv_mechanism_free(m);
    vv_options_free(o);
}

/* ---- what it consists of ---- */

static const char HOOP[] =
    "system \"Hoop\" # a comment\n"
    "parameter m = 2 [kg], a = 50 [cm], g = 9.81 [m/s^2], mu, n = 2\n"
    "parameter k[1..n] = m/2\n"
    "coordinate x, y [m], psi, theta, phi [rad]\n"
    "input F [N]\n"
    "frame R = world turned psi about z, theta about x\n"
    "frame H = R turned phi about z\n"
    "point G = x*world.x + y*world.y + a*sin(theta)*world.z\n"
    "point P = G - a*R.y\n"
    "body hoop: mass m, centre G, frame H, inertia (m*a^2/2, m*a^2/2, m*a^2) along R\n"
    "gravity -g*world.z\n"
    "force F*world.x at G\n"
    "spring k[1] between G and P, length 1 [m]\n"
    "rolling hoop on world at P, normal world.z\n"
    "speed p = dot(spin(hoop), R.x), q = dot(spin(hoop), R.y), r = dot(spin(hoop), R.z)\n"
    "output height = a*sin(theta)\n"
    "start theta = 90 [deg], phi' = 3\n"
    "when theta = 1 then record\n"
    "when x > 5 then stop\n"
    "claim equation x' = -a*r*cos(psi) + y'*0\n";

static bool reads(const vv_mechanism *m, vv_kind k, const char *name, const char *key, vv_syntax s,
                  const char *expected) {
    char *text = NULL;
    vv_status done = vv_mechanism_property(m, k, vv_mechanism_find(m, k, name), key, s, &text);
    bool fine = done == VV_OK && !strcmp(text, expected);
    if (!fine) diag("%s of %s: status %d, %s", key, name, (int)done, text ? text : "nothing");
    vv_release(text);
    return fine;
}

static void counts(const vv_mechanism *m) {
    static const int expected[] = {7, 5, 3, 1, 1, 3, 2, 1, 3, 0, 2, 2, 1};
    for (int k = VV_KIND_PARAMETER; k <= VV_KIND_CLAIM; k++)
        is_int(vv_mechanism_count(m, (vv_kind)k), expected[k], "how many of kind %d", k);
    is_int(vv_mechanism_count(m, (vv_kind)99), 0, "no such kind");
    is_int(vv_mechanism_count(NULL, VV_KIND_BODY), 0, "no mechanism");
    is_int(vv_mechanism_freedom(m), 3, "degrees of freedom");
    is_int(vv_mechanism_freedom(NULL), 0, "none without a mechanism");
}

static void names(const vv_mechanism *m) {
    is_int(vv_mechanism_find(m, VV_KIND_COORDINATE, "theta"), 3, "spelt out");
    is_int(vv_mechanism_find(m, VV_KIND_COORDINATE, "θ"), 3, "as a letter");
    is_int(vv_mechanism_find(m, VV_KIND_COORDINATE, "ϑ"), 3, "as a look-alike");
    is_int(vv_mechanism_find(m, VV_KIND_COORDINATE, "m"), -1, "of another kind");
    is_int(vv_mechanism_find(m, VV_KIND_PARAMETER, "k[2]"), 6, "a member of a family");
    is_int(vv_mechanism_find(NULL, VV_KIND_PARAMETER, "m"), -1, "no mechanism");
    is_int(vv_mechanism_find(m, VV_KIND_PARAMETER, NULL), -1, "no name");
    ok(!strcmp(vv_mechanism_name(m, VV_KIND_FRAME, 0), "world"), "the first frame");
    ok(!vv_mechanism_name(m, VV_KIND_FRAME, 3) && !vv_mechanism_name(m, VV_KIND_FRAME, -1),
       "no name beyond the ends");
    ok(!strcmp(vv_mechanism_name(m, VV_KIND_FORCE, 0), "force F*world.x at G"), "a force");
}

static bool has(const vv_mechanism *m, vv_kind k, int i, const char *unit, const char *word) {
    const char *u = vv_mechanism_unit(m, k, i), *w = vv_mechanism_class(m, k, i);
    if (!strcmp(u, unit) && !strcmp(w, word)) return true;
    diag("unit %s, class %s", u, w);
    return false;
}

static void units_and_classes(const vv_mechanism *m) {
    ok(has(m, VV_KIND_PARAMETER, 3, "m*s^-2", "constant"), "a parameter");
    ok(has(m, VV_KIND_PARAMETER, 0, "", "structural"), "a number of members");
    ok(has(m, VV_KIND_PARAMETER, 4, "", "constant"), "a parameter without a unit");
    ok(has(m, VV_KIND_COORDINATE, 0, "m", "independent"), "a coordinate");
    ok(has(m, VV_KIND_SPEED, 1, "s^-1", "declared"), "a speed");
    ok(has(m, VV_KIND_INPUT, 0, "kg*m*s^-2", ""), "an input");
    ok(has(m, VV_KIND_OUTPUT, 0, "m", ""), "an output");
    ok(has(m, VV_KIND_FRAME, 1, "", "turned"), "a frame");
    ok(has(m, VV_KIND_BODY, 0, "", "rigid"), "a body");
    ok(has(m, VV_KIND_FORCE, 1, "", "spring"), "a spring");
    ok(has(m, VV_KIND_EVENT, 1, "", "stop"), "an event that stops");
    ok(has(m, VV_KIND_CLAIM, 0, "", "equation"), "a claim");
    ok(has(m, VV_KIND_CLAIM, 1, "", "") && has(NULL, VV_KIND_CLAIM, 0, "", ""), "nothing");
    int linear = 0;
    for (int i = 0; i < 3; i++)
        linear += !strcmp(vv_mechanism_class(m, VV_KIND_CONSTRAINT, i), "linear");
    is_int(linear, 2, "two rolling constraints act on the velocities");
}

static void places(const vv_mechanism *m) {
    vv_span s = vv_mechanism_span(m, VV_KIND_EVENT, 1),
            none = vv_mechanism_span(m, VV_KIND_EVENT, 2);
    ok(!strncmp(HOOP + s.begin, "x > 5", s.end - s.begin), "the place of an event");
    ok(none.begin == none.end, "no place");
    s = vv_mechanism_span(m, VV_KIND_INPUT, 0);
    ok(s.end - s.begin == 1 && HOOP[s.begin] == 'F', "the place of an input");
    ok(reads(m, VV_KIND_EVENT, "x > 5", "source", VV_SYNTAX_TEXT, "x > 5"), "its source");
}

static bool is_value(const vv_mechanism *m, vv_kind k, const char *name, double expected) {
    double x = 0;
    return vv_mechanism_value(m, k, vv_mechanism_find(m, k, name), &x) == VV_OK && x == expected;
}

static void values(const vv_mechanism *m) {
    double x;
    ok(is_value(m, VV_KIND_PARAMETER, "a", 0.5), "in SI units");
    ok(is_value(m, VV_KIND_PARAMETER, "k[2]", 1), "of a member that follows another");
    ok(is_value(m, VV_KIND_COORDINATE, "theta", 1.5707963267948966), "of a coordinate, stated");
    ok(vv_mechanism_value(m, VV_KIND_PARAMETER, 4, &x) == VV_E_BEYOND, "none is stated");
    ok(vv_mechanism_value(m, VV_KIND_PARAMETER, 9, &x) == VV_E_USAGE, "no such parameter");
    ok(vv_mechanism_value(m, VV_KIND_FRAME, 0, &x) == VV_E_USAGE, "a frame has no value");
    ok(vv_mechanism_value(m, VV_KIND_PARAMETER, 0, NULL) == VV_E_USAGE, "nowhere to put it");
    ok(vv_mechanism_value(NULL, VV_KIND_PARAMETER, 0, &x) == VV_E_USAGE, "no mechanism");
}

static void properties(const vv_mechanism *m) {
    char *text;
    ok(reads(m, VV_KIND_PARAMETER, "a", "value", VV_SYNTAX_TEXT, "1/2"), "exact");
    ok(reads(m, VV_KIND_BODY, "hoop", "mass", VV_SYNTAX_TEXT, "m"), "a mass");
    ok(reads(m, VV_KIND_BODY, "hoop", "centre", VV_SYNTAX_TEXT, "(x, y, a*sin(θ))"), "a position");
    ok(reads(m, VV_KIND_BODY, "hoop", "centre", VV_SYNTAX_LATEX,
             "\\begin{pmatrix}x \\\\ y \\\\ a \\sin \\theta\\end{pmatrix}"),
       "in LaTeX");
    ok(reads(m, VV_KIND_BODY, "hoop", "mass", VV_SYNTAX_SYMPY, "m"), "for SymPy");
    ok(vv_mechanism_property(m, VV_KIND_BODY, 0, "inertia", VV_SYNTAX_SYMPY, &text) == VV_OK &&
           !strncmp(text, "Matrix([[", 9) && strstr(text, "a**2") != NULL,
       "a tensor for SymPy: %s", text);
    vv_release(text);
    ok(vv_mechanism_property(m, VV_KIND_BODY, 0, "centre", VV_SYNTAX_JSON, &text) == VV_OK &&
           strstr(text, "\"entries\"") && strstr(text, "\"sin\""),
       "a vector as nodes");
    vv_release(text);
    ok(reads(m, VV_KIND_PARAMETER, "a", "value", VV_SYNTAX_MATHML,
             "<math><mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac></math>"),
       "in MathML");
    ok(reads(m, VV_KIND_OUTPUT, "height", "value", VV_SYNTAX_TEXT, "a*sin(θ)"), "an output");
    ok(reads(m, VV_KIND_POINT, "G", "velocity", VV_SYNTAX_TEXT, "(x', y', a*θ'*cos(θ))"),
       "a velocity");
    ok(reads(m, VV_KIND_FRAME, "R", "spin", VV_SYNTAX_TEXT, "(θ'*cos(ψ), θ'*sin(ψ), ψ')"),
       "an angular velocity");
    ok(reads(m, VV_KIND_FORCE, "force F*world.x at G", "law", VV_SYNTAX_TEXT, "(F, 0, 0)"),
       "a force");
    ok(vv_mechanism_property(m, VV_KIND_BODY, 0, "mas", VV_SYNTAX_TEXT, &text) == VV_E_USAGE &&
           !text,
       "no such property");
    ok(vv_mechanism_property(m, VV_KIND_PARAMETER, 4, "value", VV_SYNTAX_TEXT, &text) ==
           VV_E_BEYOND,
       "no value");
    ok(vv_mechanism_property(m, VV_KIND_BODY, 1, "mass", VV_SYNTAX_TEXT, &text) == VV_E_USAGE,
       "no such body");
    ok(vv_mechanism_property(m, VV_KIND_BODY, 0, "mass", (vv_syntax)77, &text) == VV_E_USAGE,
       "no such syntax");
    ok(vv_mechanism_property(m, VV_KIND_BODY, 0, NULL, VV_SYNTAX_TEXT, &text) == VV_E_USAGE &&
           vv_mechanism_property(NULL, VV_KIND_BODY, 0, "mass", VV_SYNTAX_TEXT, &text) ==
               VV_E_USAGE &&
           vv_mechanism_property(m, VV_KIND_BODY, 0, "mass", VV_SYNTAX_TEXT, NULL) == VV_E_USAGE,
       "arguments that are NULL");
}

static void introspection(void) {
    vv_mechanism *m = NULL;
    ok(vv_mechanism_load(HOOP, strlen(HOOP), NULL, &m) == VV_OK, "the hoop");
    if (!m) {
        diag("%s", vv_diags_at(vv_error(), 0)->message);
        return;
    }
    counts(m);
    names(m);
    units_and_classes(m);
    places(m);
    values(m);
    properties(m);
    vv_mechanism_free(m);
}

/* ---- other values ---- */

static void other_values(void) {
    static const char *const name[] = {"m", "a"}, *const member[] = {"k[2]"},
                             *const wrong[] = {"mm"};
    static const double value[] = {0.1, 0.25}, k2[] = {7}, ten[] = {10},
                        infinite[] = {1e300 * 1e300};
    vv_mechanism *m, *other = NULL, *again = NULL;
    vv_mechanism_load(HOOP, strlen(HOOP), NULL, &m);
    ok(vv_mechanism_with(m, 2, name, value, &other) == VV_OK, "other values");
    ok(is_value(m, VV_KIND_PARAMETER, "m", 2) && is_value(other, VV_KIND_PARAMETER, "m", 0.1) &&
           is_value(other, VV_KIND_PARAMETER, "a", 0.25),
       "are those of the other mechanism");
    ok(is_value(other, VV_KIND_PARAMETER, "k[1]", 0.05), "what follows them, follows");
    ok(strstr(vv_mechanism_text(other), "parameter m = 0.1 [kg]") != NULL, "as its text says");
    ok(!strcmp(vv_mechanism_unit(other, VV_KIND_PARAMETER,
                                 vv_mechanism_find(other, VV_KIND_PARAMETER, "a")),
               "m"),
       "units are kept");
    ok(vv_mechanism_with(other, 1, member, k2, &again) == VV_OK &&
           is_value(again, VV_KIND_PARAMETER, "k[2]", 7) &&
           is_value(again, VV_KIND_PARAMETER, "k[1]", 0.05),
       "one member of a family");
    vv_mechanism *last = NULL;
    ok(vv_mechanism_with(again, 1, name, ten, &last) == VV_OK &&
           is_value(last, VV_KIND_PARAMETER, "k[2]", 7) &&
           is_value(last, VV_KIND_PARAMETER, "k[1]", 5) &&
           strstr(vv_mechanism_text(last), "parameter m = 10 [kg]"),
       "the others still follow");
    vv_mechanism_free(again), vv_mechanism_free(last);
    ok(vv_mechanism_with(m, 0, NULL, NULL, &again) == VV_OK &&
           !strcmp(vv_mechanism_text(m), vv_mechanism_text(again)),
       "no other values");
    vv_mechanism_free(again);
    ok(vv_mechanism_with(m, 1, wrong, value, &again) == VV_E_USAGE && !again, "no such parameter");
    ok(vv_mechanism_with(m, 1, name, infinite, &again) == VV_E_USAGE, "no number");
    ok(vv_mechanism_with(m, 1, NULL, value, &again) == VV_E_USAGE &&
           vv_mechanism_with(NULL, 1, name, value, &again) == VV_E_USAGE &&
           vv_mechanism_with(m, -1, name, value, &again) == VV_E_USAGE &&
           vv_mechanism_with(m, 1, name, value, NULL) == VV_E_USAGE,
       "arguments that are NULL");
    vv_mechanism_free(m), vv_mechanism_free(other);
}

/* ---- builders ---- */

static void building(void) {
    vv_mechanism *m = NULL;
    char *text = NULL;
    vv_builder *b = vv_builder_new("Spring");
    ok(vv_builder_parameter(b, "m", 0.1, "kg") == VV_OK &&
           vv_builder_parameter(b, "k", -2.5e-7, NULL) == VV_OK,
       "parameters");
    ok(vv_builder_add(b, "coordinate x [m]", "spring.py:3") == VV_OK &&
           vv_builder_add(b, "kinetic energy m*x'^2/2", "spring.py:4") == VV_OK,
       "statements");
    ok(vv_builder_finish(b, NULL, &m) == VV_OK &&
           !strcmp(vv_mechanism_text(m), "system \"Spring\"\nparameter m = 0.1 [kg]\n"
                                         "parameter k = -2.5e-07\ncoordinate x [m]\n"
                                         "kinetic energy m*x'^2/2\n"),
       "a mechanism");
    if (m) diag("%s", vv_mechanism_text(m));
    vv_mechanism_free(m);
    vv_builder_add(b, "potential k*y^2/2", "spring.py:5");
    ok(vv_builder_finish(b, NULL, &m) == VV_E_MODEL && !m, "a statement with an error");
    const vv_diag *d = vv_diags_at(vv_error(), 0);
    ok(d->origin && !strcmp(d->origin, "spring.py:5"), "its origin is told");
    ok(vv_diags_write(vv_error(), "text", &text) == VV_OK &&
           !strncmp(text, "spring.py:5: error", 18),
       "also in the text");
    vv_release(text);
    ok(vv_diags_write(vv_error(), "json", &text) == VV_OK &&
           strstr(text, "\"origin\": \"spring.py:5\""),
       "and in JSON");
    vv_release(text);
    ok(vv_builder_add(NULL, "x", NULL) == VV_E_USAGE &&
           vv_builder_add(b, NULL, NULL) == VV_E_USAGE &&
           vv_builder_parameter(b, NULL, 1, NULL) == VV_E_USAGE &&
           vv_builder_parameter(b, "z", 1e300 * 1e300, NULL) == VV_E_USAGE &&
           vv_builder_finish(b, NULL, NULL) == VV_E_USAGE &&
           vv_builder_finish(NULL, NULL, &m) == VV_E_USAGE,
       "wrong uses");
    vv_builder_free(b), vv_builder_free(NULL);
}

int main(void) {
    loading();
    budgets();
    introspection();
    other_values();
    building();
    return done_testing();
}
