/* Equations of motion by nodes: one mechanism in detail, refusals, threads.
 * tests/property/t_equation_nodes.c has the gallery. */
#include <pthread.h>

#include <visviva/visviva.h>

#include "tap.h"

static const char PENDULUM[] =
    "system \"Pendulum\"\nparameter m = 1 [kg], l = 0.5 [m], g = 9.81 [m/s^2]\n"
    "coordinate θ [rad]\npoint P = l*(sin(θ)*world.x - cos(θ)*world.z)\n"
    "mass m at P\ngravity -g*world.z\n";
static const char HOSTILE[] = /* names that Python or SymPy use */
    "parameter I = 1, lambda = 2, beta = 3\nfunction f(x)\ncoordinate q, E\n"
    "kinetic energy (I*q'^2 + lambda*E'^2)/2\npotential beta*f(q)*E + abs(q)\n";

static vv_eom *derive(const char *text, const char *method) {
    vv_mechanism *m = NULL;
    vv_eom *e = NULL;
    vv_mechanism_load(text, strlen(text), NULL, &m);
    vv_eom_derive(m, method, NULL, &e);
    vv_mechanism_free(m);
    return e;
}

static bool told(const char *part) {
    const vv_diag *d = vv_diags_at(vv_error(), 0);
    bool found = d && (strstr(d->message, part) || (d->hint && strstr(d->hint, part)));
    if (!found) diag("%s", d ? d->message : "no reason");
    return found;
}

static void is_written(const vv_eom *e, const char *quantity, vv_syntax s, const char *want) {
    const uint32_t *entry;
    int rows, columns;
    char *text = NULL;
    bool there = vv_eom_matrix(e, quantity, &rows, &columns, &entry) == VV_OK &&
                 vv_eom_write(e, rows * columns, entry, s, &text) == VV_OK;
    if (!there) told("");
    is_text(text, want, "%s in syntax %d", quantity, (int)s);
    vv_release(text);
}

static void pendulum(void) {
    vv_eom *e = derive(PENDULUM, NULL);
    const uint32_t *entry, *operand;
    const char *text, *op;
    int rows, columns, n;
    if (!ok(e != NULL, "a pendulum")) return;
    is_text(vv_eom_method(e), "lagrange", "its method");
    ok(vv_eom_matrix(e, "mass_matrix", &rows, &columns, &entry) == VV_OK && rows == 1 &&
           columns == 1,
       "its mass matrix");
    op = vv_eom_node(e, entry[0], &n, &operand, &text);
    ok(op && !strcmp(op, "mul") && n == 2 && !*text, "is a product");
    op = vv_eom_node(e, operand[n - 1], &n, &operand, &text);
    ok(op && (!strcmp(op, "pow") || !strcmp(op, "symbol")), "of m and l^2 (%s)", op);
    ok(!vv_eom_node(e, 1u << 30, &n, &operand, &text) && n == 0, "no other nodes");
    is_written(e, "mass_matrix", VV_SYNTAX_TEXT, "m*l^2");
    is_written(e, "mass_matrix", VV_SYNTAX_SYMPY, "m*(l**2)");
    is_written(e, "mass_matrix", VV_SYNTAX_LATEX, "m l^2");
    is_written(e, "unknowns", VV_SYNTAX_TEXT, "θ''");
    is_written(e, "velocities", VV_SYNTAX_SYMPY, "Symbol(\"θ'\")");
    is_written(e, "momenta", VV_SYNTAX_LATEX, "m l^2 \\dot{\\theta}");
    is_written(e, "configuration_constraints", VV_SYNTAX_TEXT, "");
    char *json = NULL, *again = NULL;
    ok(vv_eom_matrix(e, "forcing", &rows, &columns, &entry) == VV_OK &&
           vv_eom_write(e, 1, entry, VV_SYNTAX_JSON, &json) == VV_OK &&
           strstr(json, "\"op\": \"sin\"") && strstr(json, "\"entries\": ["),
       "JSON");
    vv_release(json);
    ok(vv_eom_write(e, 1, entry, VV_SYNTAX_MATHML, &json) == VV_OK && strstr(json, "<math") == json,
       "MathML");
    vv_release(json);
    ok(vv_eom_report(e, "text", &json) == VV_OK && vv_eom_report(e, "text", &again) == VV_OK &&
           !strcmp(json, again) && strstr(json, "Pendulum"),
       "a report, twice the same");
    vv_release(json), vv_release(again);
    vv_eom_free(e), vv_eom_free(NULL);
}

static void names(void) {
    vv_eom *e = derive(HOSTILE, NULL);
    if (!ok(e != NULL, "names that SymPy uses")) return;
    is_written(e, "mass_matrix", VV_SYNTAX_SYMPY, "Symbol(\"I\")\n0\n0\nλ");
    is_written(e, "kinetic_energy", VV_SYNTAX_SYMPY,
               "((1/2)*(Symbol(\"I\")*(Symbol(\"q'\")**2))) + "
               "((1/2)*(λ*(Symbol(\"E'\")**2)))");
    is_written(e, "potential_energy", VV_SYNTAX_SYMPY,
               "(β*Symbol(\"E\")*Function(\"f\")(q)) + Abs(q)");
    is_written(e, "forcing", VV_SYNTAX_SYMPY,
               "(-1)*(sign(q) + (β*Symbol(\"E\")*Subs(Derivative(Function(\"f\")(Symbol(\"_1\")), "
               "(Symbol(\"_1\"), 1)), (Symbol(\"_1\"), ), (q, ))))\n"
               "(-1)*(β*Function(\"f\")(q))");
    vv_eom_free(e);
}

static void refusals(void) {
    vv_eom *e = derive(PENDULUM, NULL), *none = NULL;
    vv_mechanism *m = NULL;
    const uint32_t *entry, far = 1u << 30;
    int rows, columns;
    char *text = NULL;
    vv_mechanism_load(PENDULUM, strlen(PENDULUM), NULL, &m);
    ok(vv_eom_derive(m, "lagrnge", NULL, &none) == VV_E_USAGE && !none && told("lagrange"),
       "a misspelt method");
    ok(vv_eom_derive(m, "servo", NULL, &none) == VV_E_BEYOND && !none &&
           told("servo does not apply"),
       "a method that does not apply");
    ok(vv_eom_derive(NULL, NULL, NULL, &none) == VV_E_USAGE && told("NULL"), "no mechanism");
    ok(vv_eom_derive(m, NULL, NULL, NULL) == VV_E_USAGE && told("NULL"), "nowhere to put it");
    vv_options *o = vv_options_new();
    vv_options_int(o, "memory", 200000);
    ok(vv_eom_derive(m, NULL, o, &none) == VV_E_NOMEM && !none, "too little memory");
    vv_options_free(o);
    ok(vv_eom_matrix(e, "mass_matrx", &rows, &columns, &entry) == VV_E_USAGE && told("mass_matrix"),
       "a misspelt quantity");
    ok(vv_eom_matrix(e, "forcing", NULL, &columns, &entry) == VV_E_USAGE, "no place for rows");
    ok(vv_eom_matrix(e, "forcing", &rows, &columns, &entry) == VV_OK, "the handle goes on");
    ok(vv_eom_write(e, 1, &far, VV_SYNTAX_TEXT, &text) == VV_E_USAGE && !text && told("node"),
       "no such node");
    ok(vv_eom_write(e, 1, entry, (vv_syntax)9, &text) == VV_E_USAGE, "no such syntax");
    ok(vv_eom_write(e, 1, NULL, VV_SYNTAX_TEXT, &text) == VV_E_USAGE, "no entries");
    ok(vv_eom_report(e, "txt", &text) == VV_E_USAGE && told("text"), "a misspelt format");
    ok(!vv_eom_node(NULL, 1, NULL, NULL, NULL) && !*vv_eom_method(NULL), "no equations");
    vv_eom_free(e), vv_mechanism_free(m);
}

static void *walk(void *data) {
    const vv_eom *e = data;
    static const char *const quantity[] = {"residuals", "accelerations", "left", "energy"};
    intptr_t bad = 0;
    for (int i = 0; i < 200; i++) {
        const uint32_t *entry;
        int rows, columns, n;
        char *text = NULL;
        bad += vv_eom_matrix(e, quantity[i % 4], &rows, &columns, &entry) != VV_OK;
        bad += !vv_eom_node(e, entry[0], &n, NULL, NULL);
        bad += vv_eom_write(e, rows * columns, entry, (vv_syntax)(i % 5), &text) != VV_OK;
        vv_release(text);
    }
    return (void *)bad;
}

static void threads(void) {
    vv_eom *e = derive(PENDULUM, NULL);
    pthread_t one, two;
    void *a, *b;
    pthread_create(&one, NULL, walk, e), pthread_create(&two, NULL, walk, e);
    pthread_join(one, &a), pthread_join(two, &b);
    ok(!a && !b, "two threads read and write the same equations");
    vv_eom_free(e);
}

int main(void) {
    pendulum();
    names();
    refusals();
    threads();
    return done_testing();
}
