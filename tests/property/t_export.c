/* `visviva export --c`: every model becomes a file that compiles without warnings and computes
 * what the interpreter computes; Jacobian, mass matrix, constraints and reactions are checked
 * against their definitions. The compiler is cc. */
#include "export/export.h"

#include <math.h>
#include <unistd.h>

#include "api/mechanism.h"
#include "evaluate/tape/interpret.h"
#include "model_file.h"
#include "tap.h"
#include "api/command.h"

enum { STATES = 3, MOST_STATE = 256 };
/* sin and cos may be computed together here and separately there: an ulp, propagated through a
 * motion. */
static const double AGREE = 1e-11;

static char folder[] = "/tmp/visviva-export-XXXXXX";

typedef struct exported {
    vv_ctx *c;
    vv_command_mechanism *m;
    vv_equations eq, other;
    vv_export e;
    char *text;
} exported;

static double uniform(double low, double high) {
    return low + (high - low) * (double)(random_bits() >> 11) * 0x1p-53;
}

/* The equations by one method (NULL: the default) as functions; supplies values for parameters
 * that have none. */
static bool build(exported *x, const char *path, const char *method) {
    *x = (exported){.c = vv_ctx_new(NULL), .text = file_text(path)};
    const vv_setting few = {"n", "4"};
    const char *why;
    bool chain = strstr(path, "chain.vv") != NULL;
    if (vv_command_load(x->c, path, x->text, strlen(x->text), chain, &few, &x->m) != VV_OK)
        return false;
    const vv_system *s = &x->m->system;
    const vv_formalism *f = method ? vv_formalism_find(method) : vv_formalism_default(s);
    if (vv_formalism_run(x->c, f, s, &x->eq, &why) != VV_OK) return false;
    const vv_equations *lambda = &x->eq;
    if (!x->eq.nmultipliers)
        lambda =
            vv_formalism_run(x->c, vv_formalism_find("multipliers"), s, &x->other, &why) == VV_OK
                ? &x->other
                : NULL;
    if (vv_export_build(x->c, s, &x->eq, lambda, "it", &x->e) != VV_OK) return false;
    for (int i = 0; i < x->e.np; i++) {
        double value;
        if (!vv_export_parameter_default(&x->e, i, &value))
            vv_parameter_values_set(x->c, s->m, &x->e.defaults,
                                    vv_symbol_get(x->c, s->m->parameter[i].symbol)->name,
                                    uniform(0.4, 1.2));
    }
    return true;
}

static void drop(exported *x) {
    vv_ctx_free(x->c);
    free(x->text);
}

/* Inputs of the tapes: x, t, p. */
static double *inputs(exported *x, const double *state, double t) {
    double *in = VV_ARRAY(x->c, double, x->e.nx + 1 + x->e.np);
    memcpy(in, state, (size_t)x->e.nx * sizeof *in);
    in[x->e.nx] = t;
    for (int i = 0; i < x->e.np; i++) vv_export_parameter_default(&x->e, i, &in[x->e.nx + 1 + i]);
    return in;
}

static const vv_export_function *find(const exported *x, const char *name) {
    for (int i = 0; i < x->e.nfunctions; i++)
        if (!strcmp(x->e.function[i].name, name)) return &x->e.function[i];
    return NULL;
}

static double *value(exported *x, const vv_export_function *f, const double *in) {
    double *scratch = VV_ARRAY(x->c, double, f->tape->nslots + 1),
           *out = VV_ARRAY(x->c, double, f->tape->nout + 1);
    vv_tape_prepare(f->tape, scratch);
    vv_tape_run(f->tape, in, out, scratch);
    return out;
}

/* ---- C against the interpreter -------------------------------------------------------------- */

static char *in_folder(const char *name) {
    static char path[4][128];
    static int k;
    k = (k + 1) % 4;
    snprintf(path[k], sizeof path[k], "%s/%s", folder, name);
    return path[k];
}

static bool compile(const char *text, const char *options) {
    FILE *f = fopen(in_folder("it.c"), "w");
    if (!f || fputs(text, f) < 0 || fclose(f)) return false;
    char command[512];
    snprintf(command, sizeof command,
             "cc -std=c99 -Wall -Wextra -Wpedantic -Werror -O0 %s -Dit_MAIN -o %s %s -lm >&2",
             options, in_folder("it"), in_folder("it.c"));
    return system(command) == 0;
}

/* Largest difference between the program's output at a state and the tapes, relative to the
 * largest value of the function; infinite if the output is malformed. */
static double difference(exported *x, FILE *printed, const double *in) {
    double worst = 0;
    for (int i = 0; i < x->e.nfunctions; i++) {
        const vv_export_function *f = &x->e.function[i];
        const double *want = value(x, f, in);
        double largest = 1e-3, apart = 0, got;
        char name[64];
        if (fscanf(printed, "%63s", name) != 1 || strcmp(name, f->name)) return (double)INFINITY;
        for (int k = 0; k < f->tape->nout; k++) {
            if (fscanf(printed, "%lf", &got) != 1) return (double)INFINITY;
            if (isnan(got) && isnan(want[k])) continue;
            if (got == want[k]) continue;
            if (!(fabs(got - want[k]) <= apart)) apart = fabs(got - want[k]);
            if (fabs(want[k]) > largest) largest = fabs(want[k]);
        }
        if (!(apart / largest <= worst)) worst = apart / largest;
    }
    return worst;
}

static void compare(exported *x, const char *path) {
    double state[STATES][MOST_STATE + 1], worst = 0;
    vv_buffer b = VV_BUFFER(x->c);
    vv_exporter_find("c")->write(&x->e, &b);
    if (!ok(compile(vv_buffer_text(&b), ""), "%s: compiles without warnings", path)) return;
    FILE *f = fopen(in_folder("in"), "w");
    for (int k = 0; k < STATES; k++) {
        for (int i = 0; i <= x->e.nx; i++) state[k][i] = uniform(0.1, 1.1);
        fprintf(f, "%.17g", state[k][x->e.nx]);
        for (int i = 0; i < x->e.nx; i++) fprintf(f, " %.17g", state[k][i]);
        fprintf(f, "\n");
    }
    fclose(f);
    char command[300];
    snprintf(command, sizeof command, "%s < %s", in_folder("it"), in_folder("in"));
    FILE *printed = popen(command, "r");
    for (int k = 0; k < STATES; k++) {
        double d = difference(x, printed, inputs(x, state[k], state[k][x->e.nx]));
        if (!(d <= worst)) worst = d;
    }
    pclose(printed);
    ok(worst <= AGREE, "%s: %d functions agree with the interpreter, worst %.2g", path,
       x->e.nfunctions, worst);
}

/* ---- definitions of the functions ----------------------------------------------------------- */

/* Error against central differences of the rates, in units of their accuracy. */
static double jacobian_error(exported *x, double *in) {
    const vv_export_function *f = find(x, "rates");
    int n = x->e.nx;
    const double *J = value(x, find(x, "jacobian"), in);
    double worst = 0, h = 1e-5;
    for (int j = 0; j < n; j++) {
        double at = in[j];
        in[j] = at + h;
        const double *above = value(x, f, in);
        in[j] = at - h;
        const double *below = value(x, f, in);
        in[j] = at;
        double largest = 1;
        for (int i = 0; i < n; i++)
            largest = fmax(largest, fmax(fabs(above[i]), fabs(J[i * n + j])));
        for (int i = 0; i < n; i++) {
            double error = fabs(J[i * n + j] - (above[i] - below[i]) / (2 * h)) / largest;
            if (isnan(error) || error > worst) worst = error;
        }
    }
    return worst;
}

/* The rates contain w' of A (w', lambda) = b, and accelerations are the rate of q' along the
 * motion. */
static double system_error(exported *x, const double *in) {
    int nu = x->e.eq->nunknowns, nq = x->e.eq->nq, n = x->e.eq->n;
    const double *A = value(x, find(x, "system"), in), *rates = value(x, find(x, "rates"), in);
    const vv_export_function *m = find(x, "multipliers");
    const double *lambda = m && x->e.multipliers == x->e.eq ? value(x, m, in) : NULL;
    double worst = 0;
    if (nu > n && !lambda) return (double)INFINITY;
    for (int i = 0; i < nu; i++) {
        double sum = -A[nu * nu + i], size = 1;
        for (int k = 0; k < nu; k++) {
            double term = A[i * nu + k] * (k < n ? rates[nq + k] : lambda[k - n]);
            sum += term;
            size += fabs(term);
        }
        if (!(fabs(sum) / size <= worst)) worst = fabs(sum) / size;
    }
    return worst;
}

static void meaning(exported *x, const char *path) {
    double state[MOST_STATE];
    for (int i = 0; i < x->e.nx; i++) state[i] = uniform(0.3, 0.9);
    double *in = inputs(x, state, 0.7);
    double J = jacobian_error(x, in), S = system_error(x, in);
    ok(J < 1e-5, "%s: the Jacobian is that of the rates, %.2g", path, J);
    ok(S < 1e-9, "%s: the rates solve the linear system, %.2g", path, S);
    const vv_export_function *f = find(x, "constraints");
    if (!f) return;
    /* if there are fewer speeds than coordinate rates, the rates satisfy the constraints;
     * holonomic ones need not hold at a random state */
    const double *g = value(x, f, in);
    double worst = 0;
    for (int r = 0; r < x->e.nrows; r++)
        if (x->e.row[r]->kind == VV_ROW_LINEAR) worst = fmax(worst, fabs(g[x->e.nfinite + r]));
    if (x->e.eq->nmultipliers == 0 && x->e.eq->n < x->e.eq->nq && !x->e.nfinite)
        ok(worst < 1e-12, "%s: the speeds satisfy the constraints, %.2g", path, worst);
}

/* The reactions do not depend on the variables of the formulation. at: the coordinates, NULL:
 * anywhere. */
static void reactions_agree(const char *path, const double *at) {
    exported a, b;
    double state[MOST_STATE] = {0}, worst = 0, largest = 0;
    seed_random(7);
    bool built = build(&a, path, NULL);
    seed_random(7);
    if (!ok(built && build(&b, path, "multipliers"), "%s by two methods", path)) return;
    for (int i = 0; i < a.e.nx; i++) state[i] = uniform(0.3, 0.9);
    for (int i = 0; at && i < a.e.eq->nq; i++) state[i] = at[i];
    double *in = inputs(&a, state, 0.7);
    const double *rates = value(&a, find(&a, "rates"), in);
    for (int i = 0; i < a.e.eq->nq; i++) state[a.e.eq->nq + i] = rates[i];
    const double *first = value(&a, find(&a, "reactions"), in),
                 *second = value(&b, find(&b, "reactions"), inputs(&b, state, 0.7));
    for (int i = 0; i < a.e.eq->nq; i++) {
        double apart = fabs(first[i] - second[i]);
        if (!(apart <= worst)) worst = apart;
        largest = fmax(largest, fabs(first[i]));
    }
    ok(worst < 1e-10 && largest > 1e-6, "%s: reactions by two methods, %.2g", path, worst);
    drop(&a);
    drop(&b);
}

/* Names and texts that would end a comment, a string or a line. */
static void hostile_texts(void) {
    static const char model[] = "system \"*/ int main; /* ?\?/ \\\\ %s\"\nparameter m = 1/3\n"
                                "coordinate x\nkinetic energy m/2*x'^2\npotential -x^2*min(x, m)\n";
    vv_ctx *c = vv_ctx_new(NULL);
    vv_command_mechanism *m;
    const char *text = "", *again = "";
    vv_command_options o = {.target = "c", .name = "it"};
    if (ok(vv_command_load(c, "a*/b\"?.vv", model, strlen(model), 0, NULL, &m) == VV_OK &&
               vv_command_export(c, m, &o, &text) == VV_OK,
           "a hostile title is exported"))
        ok(compile(text, ""), "and compiles");
    ok(vv_command_export(c, m, &o, &again) == VV_OK && !strcmp(text, again), "twice the same");
    o.name = NULL;
    ok(vv_command_export(c, m, &o, &text) == VV_OK && strstr(text, "void b___rates("),
       "the file's name is made an identifier");
    o.target = "cobol";
    ok(vv_command_export(c, m, &o, &text) == VV_E_USAGE, "an unknown form is refused");
    vv_ctx_free(c);
}

static void redundant(void) {
    static const char model[] = "parameter m = 1\ncoordinate x, y\nkinetic energy m/2*x'^2 + y'^2\n"
                                "constraint x = 0, x*y = 0\n";
    vv_ctx *c = vv_ctx_new(NULL);
    vv_command_mechanism *m;
    const char *text = "";
    ok(vv_command_load(c, "f.vv", model, strlen(model), 0, NULL, &m) == VV_OK &&
           vv_command_export(c, m, NULL, &text) == VV_OK &&
           strstr(text, "not in this file  constraint x*y = 0\n"),
       "a relation that follows from the others is named");
    vv_ctx_free(c);
}

static void refusal(void) {
    static const char model[] = "parameter m = 1\nfunction f(x)\ncoordinate x\n"
                                "kinetic energy m/2*x'^2\npotential f(x)\n";
    vv_ctx *c = vv_ctx_new(NULL);
    vv_command_mechanism *m;
    const char *text = "";
    ok(vv_command_load(c, "f.vv", model, strlen(model), 0, NULL, &m) == VV_OK &&
           vv_command_export(c, m, NULL, &text) == VV_E_BEYOND &&
           strstr(vv_diag_text(c, false), "'f' has no definition"),
       "a function without a definition is named");
    vv_ctx_free(c);
}

int main(void) {
    if (!mkdtemp(folder)) return 1;
    char *path[MOST_MODELS];
    int n = model_files(path), seen = 0;
    for (int i = 0; i < n; i++) {
        exported x;
        seed_random(0xe0 + (uint64_t)i);
        if (build(&x, path[i], NULL)) {
            seen++;
            compare(&x, path[i]);
            meaning(&x, path[i]);
        } else
            diag("%s: %s %s", path[i], vv_status_text(vv_ctx_status(x.c)),
                 vv_diag_text(x.c, false));
        drop(&x);
        free(path[i]);
    }
    ok(seen > n / 2, "%d of %d models have a program", seen, n);
    reactions_agree("models/book/hoop.vv", NULL);
    reactions_agree("models/bicycle.vv", NULL);
    /* on the x axis, where a rolling constraint along that axis would be vacuous */
    reactions_agree("models/reference/ball_in_cylinder.vv", (double[]){0, 0.2, 1, 0, 0, 0});
    hostile_texts();
    redundant();
    refusal();
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (system(command)) return 1;
    return done_testing();
}
