/* Equations of motion of every model (include/visviva/equations.h): reports have the bytes of
 * `visviva derive`; nodes, evaluated here one by one, have the values of the numeric functions; so
 * has their text for SymPy, where Python has it. */
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

#include <visviva/visviva.h>

#include "api/mechanism.h"
#include "evaluate/evaluate.h"
#include "model_file.h"
#include "numeric/numeric.h"
#include "tap.h"

enum { MOST_X = 400, MOST_LINEAR = 64 };
/* Nodes in another order than the instructions of the function. */
static const double AGREE = 1e-9;

static const char *const QUANTITY[] = {"mass_matrix",
                                       "forcing",
                                       "left",
                                       "right",
                                       "rates",
                                       "accelerations",
                                       "momenta",
                                       "generalized_forces",
                                       "kinetic_energy",
                                       "potential_energy",
                                       "constraint_jacobian",
                                       "reactions"};
enum { NQUANTITIES = sizeof QUANTITY / sizeof *QUANTITY };

static char folder[] = "/tmp/visviva-nodes-XXXXXX";

static double uniform(double low, double high) {
    return low + (high - low) * (double)(random_bits() >> 11) * 0x1p-53;
}

/* ---- reports -------------------------------------------------------------------------------- */

static void reports(const char *path, const char *text, const vv_eom *e) {
    static const char *const format[] = {"text", "latex", "html", "json"};
    int same = 0;
    for (int i = 0; i < 4; i++) {
        vv_ctx *c = vv_ctx_new(NULL);
        vv_command_mechanism *m;
        vv_command_options o = {.format = format[i]};
        const char *want = "";
        char *got = NULL;
        vv_command_load(c, path, text, strlen(text), 0, NULL, &m);
        vv_status s = vv_command_derive(c, m, &o, &want);
        bool fine = vv_eom_report(e, format[i], &got) == VV_OK && s == VV_OK && !strcmp(got, want);
        if (!fine) diag("%s as %s: %d", path, format[i], (int)s);
        same += fine;
        vv_release(got);
        vv_ctx_free(c);
    }
    ok(same == 4, "%s: the report is that of derive in four formats", path);
}

/* ---- values of nodes ------------------------------------------------------------------------ */

typedef struct machine {
    const vv_eom *e;
    const vv_cfunc *f;
    const double *x, *p;
    const vv_cfunc *rate; /* q' by the state */
    double *qd;
    double *value[1 << 18]; /* by node, vectors of "solve" among them */
} machine;

static double symbol(const machine *k, const char *name) {
    for (int i = 0; i < vv_cfunc_size(k->f, 'x'); i++)
        if (!strcmp(vv_cfunc_name(k->f, 'x', i), name)) return k->x[i];
    for (int i = 0; i < vv_cfunc_size(k->f, 'p'); i++)
        if (!strcmp(vv_cfunc_name(k->f, 'p', i), name)) return k->p[i];
    for (int i = 0; i < vv_cfunc_size(k->rate, 'o'); i++) {
        const char *q = vv_cfunc_name(k->f, 'x', i);
        if (!strncmp(q, name, strlen(q)) && !strcmp(name + strlen(q), "'")) return k->qd[i];
    }
    for (int i = 0; i < vv_cfunc_size(k->f, 'u'); i++)
        if (!strcmp(vv_cfunc_name(k->f, 'u', i), name)) return 0;
    return !strcmp(name, "t") ? 0 : (double)NAN;
}

static double rational(const char *text) {
    const char *slash = strchr(text, '/');
    return strtod(text, NULL) / (slash ? strtod(slash + 1, NULL) : 1);
}

static double call(const char *op, const double *a, int n) {
    static const struct {
        const char *name;
        double (*f)(double);
    } one[] = {{"sin", sin},   {"cos", cos},   {"tan", tan},   {"exp", exp},   {"log", log},
               {"sqrt", sqrt}, {"asin", asin}, {"acos", acos}, {"atan", atan}, {"sinh", sinh},
               {"cosh", cosh}, {"tanh", tanh}, {"abs", fabs}};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        if (!strcmp(one[i].name, op)) return one[i].f(a[0]);
    if (!strcmp(op, "sign")) return (a[0] > 0) - (a[0] < 0);
    if (!strcmp(op, "atan2")) return atan2(a[0], a[1]);
    if (!strcmp(op, "min")) return fmin(a[0], a[1]);
    if (!strcmp(op, "max")) return fmax(a[0], a[1]);
    if (!strcmp(op, "pow")) return pow(a[0], a[1]);
    if (!strcmp(op, "<")) return a[0] < a[1];
    if (!strcmp(op, "<=")) return a[0] <= a[1];
    if (!strcmp(op, "piecewise")) {
        for (int i = 0; i + 1 < n; i += 2)
            if (a[i] != 0) return a[i + 1];
        return a[n - 1];
    }
    double sum = 0, product = 1;
    for (int i = 0; i < n; i++) sum += a[i], product *= a[i];
    return !strcmp(op, "add") ? sum : !strcmp(op, "mul") ? product : (double)NAN;
}

static const double *evaluate(machine *k, uint32_t node);

static double *compute(machine *k, uint32_t node) {
    const uint32_t *operand;
    const char *text, *op;
    int n;
    op = vv_eom_node(k->e, node, &n, &operand, &text);
    double *a = calloc((size_t)n + 1, sizeof *a);
    if (!op) return a[0] = (double)NAN, a;
    if (!strcmp(op, "component")) {
        a[0] = evaluate(k, operand[0])[atoi(text)];
        return a;
    }
    for (int i = 0; i < n; i++) a[i] = evaluate(k, operand[i])[0];
    if (!strcmp(op, "number"))
        a[0] = rational(text);
    else if (!strcmp(op, "pi"))
        a[0] = 3.14159265358979323846;
    else if (!strcmp(op, "symbol"))
        a[0] = symbol(k, text);
    else if (!strcmp(op, "solve")) {
        int m = atoi(text);
        double lu[MOST_LINEAR * (MOST_LINEAR + 1)];
        memcpy(lu, a, sizeof *a * (size_t)(m * m));
        vv_lu_factor_packed(m, lu);
        memmove(a, a + m * m, sizeof *a * (size_t)m);
        vv_lu_solve(m, lu, lu + m * m, a);
    } else
        a[0] = call(op, a, n);
    return a;
}

static const double *evaluate(machine *k, uint32_t node) {
    if (!k->value[node]) k->value[node] = compute(k, node);
    return k->value[node];
}

static vv_cfunc *function_of(const vv_mechanism *m, const char *method, const char *quantity) {
    vv_cfunc *f = NULL;
    vv_options *o = vv_options_new();
    vv_options_text(o, "state", "speeds");
    vv_options_text(o, "by", method);
    vv_status s = vv_cfunc_new(m, 1, &quantity, o, &f);
    if (s != VV_OK && s != VV_E_BEYOND)
        fail("%s: %s", quantity, vv_diags_at(vv_error(), 0)->message);
    vv_options_free(o);
    return f;
}

/* Largest difference of a quantity's nodes from the function, relative to its largest value; -1:
 * there is neither, infinite: only one of them, or another shape. */
static double difference(const vv_mechanism *m, const vv_eom *e, const char *quantity, double *x,
                         double *p) {
    const uint32_t *entry;
    int rows, columns, r, c, bad = 0;
    vv_status s = vv_eom_matrix(e, quantity, &rows, &columns, &entry);
    vv_cfunc *f = function_of(m, vv_eom_method(e), quantity);
    if (s != VV_OK || !f) {
        vv_cfunc_free(f);
        return s == VV_OK ? -1 : f ? (double)INFINITY : -1;
    }
    vv_cfunc_output(f, 0, &r, &c);
    double worst = r == rows && c == columns ? 0 : (double)INFINITY, largest = 1;
    double *want = calloc((size_t)(r * c) + 1, sizeof *want), qd[MOST_X];
    vv_scratch *w = vv_scratch_new(f, 1);
    machine *k = calloc(1, sizeof *k);
    k->e = e, k->f = f, k->x = x, k->p = p, k->qd = qd;
    vv_cfunc_eval(f, w, 0, x, p, NULL, want);
    vv_cfunc *rate = function_of(m, vv_eom_method(e), "velocities");
    k->rate = rate;
    vv_scratch_free(w);
    w = vv_scratch_new(rate, 1);
    vv_cfunc_eval(rate, w, 0, x, p, NULL, qd);
    for (int i = 0; worst == 0 && i < r * c; i++) largest = fmax(largest, fabs(want[i]));
    for (int i = 0; worst < 1 && i < r * c; i++) {
        double got = evaluate(k, entry[i])[0];
        bad += isnan(got) != isnan(want[i]);
        if (!isnan(got)) worst = fmax(worst, fabs(got - want[i]) / largest);
    }
    for (size_t i = 0; i < sizeof k->value / sizeof *k->value; i++) free(k->value[i]);
    free(k), free(want), vv_scratch_free(w), vv_cfunc_free(f), vv_cfunc_free(rate);
    return bad ? (double)INFINITY : worst;
}

/* Random values, but integers that shape the mechanism as they are. */
static void choose(const char *text, double *x, double *p) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_command_mechanism *m;
    vv_parameter_values known;
    for (int i = 0; i < MOST_X; i++) x[i] = uniform(0.2, 0.9), p[i] = uniform(0.4, 1.2);
    if (vv_command_load(c, "it", text, strlen(text), 0, NULL, &m) == VV_OK &&
        vv_parameter_values_from_model(c, &m->model, &known) == VV_OK)
        for (int i = 0; i < m->model.nparameters; i++)
            for (int j = 0; j < known.n; j++)
                if (m->model.parameter[i].structural &&
                    vv_same(known.symbol[j], m->model.parameter[i].symbol))
                    p[i] = known.value[j];
    vv_ctx_free(c);
}

static void values(const char *path, const char *text, const vv_mechanism *m, const vv_eom *e) {
    double x[MOST_X], p[MOST_X], worst = 0;
    int n = 0;
    choose(text, x, p);
    for (int i = 0; i < NQUANTITIES; i++) {
        double d = difference(m, e, QUANTITY[i], x, p);
        if (d > AGREE) diag("%s: %s differs by %g", path, QUANTITY[i], d);
        n += d >= 0;
        worst = fmax(worst, d);
    }
    ok(worst <= AGREE, "%s: nodes of %d quantities have the values of functions, %.2g", path, n,
       worst);
}

/* ---- text for SymPy ------------------------------------------------------------------------- */

enum { MOST_TEXT = 100000 }; /* bytes */

/* One line of the file of cases: name, values of symbols, text, values. */
static void write_case(FILE *out, const char *name, const vv_cfunc *f, const char *text,
                       const double *x, const double *p, const double *want) {
    fprintf(out, "[\"%s\", {\"t\": 0", name);
    for (int i = 0; i < vv_cfunc_size(f, 'x'); i++)
        fprintf(out, ", \"%s\": %.17g", vv_cfunc_name(f, 'x', i), x[i]);
    for (int i = 0; i < vv_cfunc_size(f, 'p'); i++)
        fprintf(out, ", \"%s\": %.17g", vv_cfunc_name(f, 'p', i), p[i]);
    for (int i = 0; i < vv_cfunc_size(f, 'u'); i++)
        fprintf(out, ", \"%s\": 0", vv_cfunc_name(f, 'u', i));
    fprintf(out, "}, \"");
    for (const char *s = text; *s; s++)
        if (*s == '\n')
            fputs("\\n", out);
        else
            fprintf(out, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
    fprintf(out, "\", [");
    for (int i = 0; i < vv_cfunc_size(f, 'o'); i++)
        if (isfinite(want[i]))
            fprintf(out, "%s%.17g", i ? ", " : "", want[i]);
        else
            fprintf(out, "%snull", i ? ", " : "");
    fprintf(out, "]]\n");
}

static void add_case(FILE *out, const char *path, const vv_mechanism *m, const vv_eom *e,
                     const char *quantity) {
    const uint32_t *entry;
    int rows, columns;
    char *text = NULL;
    double x[MOST_X], p[MOST_X], want[MOST_X];
    if (vv_eom_matrix(e, quantity, &rows, &columns, &entry) != VV_OK) return;
    int n = rows * columns;
    vv_cfunc *f = n && n < MOST_X ? function_of(m, vv_eom_method(e), quantity) : NULL;
    if (f && vv_eom_write(e, n, entry, VV_SYNTAX_SYMPY, &text) == VV_OK &&
        strlen(text) < MOST_TEXT) {
        vv_scratch *w = vv_scratch_new(f, 1);
        for (int i = 0; i < MOST_X; i++) x[i] = uniform(0.2, 0.9), p[i] = uniform(0.4, 1.2);
        vv_cfunc_eval(f, w, 0, x, p, NULL, want);
        write_case(out, path, f, text, x, p, want);
        vv_scratch_free(w);
    }
    vv_release(text), vv_cfunc_free(f);
}

static void read_by_sympy(const char *file) {
    char command[200];
    double worst = 1;
    int count = 0;
    snprintf(command, sizeof command, "python3 tests/property/sympify_cases.py %s", file);
    FILE *p = popen(command, "r");
    int read = p ? fscanf(p, "%lf %d", &worst, &count) : 0, status = p ? pclose(p) : -1;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77) {
        skip("no SymPy");
        return;
    }
    ok(read == 2 && worst < AGREE && count > 100, "SymPy reads %d formulas, %.2g", count, worst);
}

/* ---- all models ----------------------------------------------------------------------------- */

int main(int argc, char **argv) {
    char *path[MOST_MODELS];
    int n = model_files(path), seen = 0;
    char file[64];
    if (!mkdtemp(folder)) return 1;
    snprintf(file, sizeof file, "%s/cases", folder);
    FILE *cases = fopen(file, "w");
    seed_random(0xe9);
    for (int i = 0; i < n; i++) {
        vv_mechanism *m = NULL;
        vv_eom *e = NULL;
        char *text = file_text(path[i]);
        vv_options *o = vv_options_new();
        vv_options_text(o, "file", path[i]);
        if (argc > 1 && !strstr(path[i], argv[1])) continue;
        if (vv_mechanism_load(text, strlen(text), o, &m) == VV_OK &&
            vv_eom_derive(m, NULL, NULL, &e) == VV_OK) {
            seen++;
            reports(path[i], text, e);
            values(path[i], text, m, e);
            add_case(cases, path[i], m, e, "mass_matrix");
            add_case(cases, path[i], m, e, "forcing");
            add_case(cases, path[i], m, e, "accelerations");
        } else
            diag("%s: %s", path[i], vv_diags_at(vv_error(), 0)->message);
        vv_options_free(o), vv_eom_free(e), vv_mechanism_free(m);
        free(text), free(path[i]);
    }
    fclose(cases);
    if (argc == 1) read_by_sympy(file);
    unlink(file), rmdir(folder);
    ok(argc > 1 || seen > n / 2, "%d of %d models have equations", seen, n);
    return done_testing();
}
