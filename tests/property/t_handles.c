/* Over all models: the canonical text is the same mechanism; every property of everything can be
 * asked for; refused allocations are told and leak nothing. */
#include <math.h>

#include "capi/handle.h"
#include "model_file.h"
#include "tap.h"

static const char *const KEYS[] = {"value",   "origin", "spin", "position", "velocity", "mass",
                                   "inertia", "centre", "law",  "point",    "source",   "nothing"};

static bool same_value(const vv_mechanism *a, const vv_mechanism *b, vv_kind k, int i) {
    double x = (double)NAN, y = (double)NAN;
    vv_mechanism_value(a, k, i, &x);
    vv_mechanism_value(b, k, i, &y);
    return x == y || (isnan(x) && isnan(y));
}

/* Names, units, classes, values; spans are of another text. */
static bool same_elements(const vv_mechanism *a, const vv_mechanism *b) {
    bool same = vv_mechanism_freedom(a) == vv_mechanism_freedom(b);
    for (int kind = 0; kind < VV_KINDS; kind++) {
        vv_kind k = (vv_kind)kind;
        same &= vv_mechanism_count(a, k) == vv_mechanism_count(b, k);
        for (int i = 0; same && i < vv_mechanism_count(a, k); i++) {
            bool named = k != VV_KIND_FORCE && k != VV_KIND_BODY && k != VV_KIND_CLAIM &&
                         k != VV_KIND_EVENT && k != VV_KIND_CONSTRAINT && k != VV_KIND_SERVO;
            same &= !named || !strcmp(vv_mechanism_name(a, k, i), vv_mechanism_name(b, k, i));
            same &= !strcmp(vv_mechanism_unit(a, k, i), vv_mechanism_unit(b, k, i));
            same &= !strcmp(vv_mechanism_class(a, k, i), vv_mechanism_class(b, k, i));
            same &= same_value(a, b, k, i);
            if (!same) diag("kind %d: %s", kind, vv_mechanism_name(a, k, i));
        }
    }
    return same;
}

/* Every key of everything, in the syntaxes; how many were given. */
static int ask_everything(const vv_mechanism *m, bool *fine) {
    int given = 0;
    for (int kind = 0; kind < VV_KINDS; kind++)
        for (int i = 0; i < vv_mechanism_count(m, (vv_kind)kind); i++)
            for (size_t key = 0; key < sizeof KEYS / sizeof *KEYS; key++) {
                char *text = NULL;
                vv_syntax s = (vv_syntax)((size_t)(i + kind) % (VV_SYNTAX_MATHML + 1));
                vv_status done = vv_mechanism_property(m, (vv_kind)kind, i, KEYS[key], s, &text);
                *fine &= done == VV_OK ? *text != '\0' : !text && vv_diags_count(vv_error()) == 1;
                *fine &= done == VV_OK || done == VV_E_USAGE || done == VV_E_BEYOND;
                given += done == VV_OK;
                vv_release(text);
            }
    return given;
}

static void model(const char *path) {
    vv_mechanism *m = NULL, *again = NULL;
    char *text = file_text(path);
    vv_status s = text ? vv_mechanism_load(text, strlen(text), NULL, &m) : VV_E_IO;
    if (s == VV_OK) {
        const char *canonical = vv_mechanism_text(m);
        bool fine = true;
        s = vv_mechanism_load(canonical, strlen(canonical), NULL, &again);
        ok(s == VV_OK && !strcmp(vv_mechanism_text(again), canonical), "%s: one text", path);
        ok(s == VV_OK && same_elements(m, again), "%s: one mechanism", path);
        int given = ask_everything(m, &fine);
        ok(fine && given > 0, "%s: %d properties", path, given);
    } else {
        ok(vv_diags_count(vv_error()) > 0 && !m, "%s: refused with a reason", path);
    }
    vv_mechanism_free(again), vv_mechanism_free(m);
    free(text);
}

/* ---- refused allocations ---- */

static const char SPRING[] = "parameter m[1..2] = 1 [kg], k = 4\ncoordinate x [m]\n"
                             "kinetic energy m[1]*x'^2/2\npotential k*x^2/2\nstart x = 1\nrun 1\n";

typedef vv_status work(const vv_mechanism *m);

static vv_status loads(const vv_mechanism *m) {
    vv_mechanism *own;
    (void)m;
    vv_status s = vv_mechanism_load(SPRING, strlen(SPRING), NULL, &own);
    vv_mechanism_free(own);
    return s;
}

static vv_status changes(const vv_mechanism *m) {
    static const char *const name[] = {"m[1]"};
    static const double value[] = {3};
    vv_mechanism *own;
    vv_status s = vv_mechanism_with(m, 1, name, value, &own);
    vv_mechanism_free(own);
    return s;
}

static vv_status writes(const vv_mechanism *m) {
    char *text;
    vv_mechanism_drop_scratch((vv_mechanism *)(uintptr_t)m);
    vv_status s = vv_mechanism_property(m, VV_KIND_SPEED, 0, "value", VV_SYNTAX_TEXT, &text);
    vv_release(text);
    return s;
}

static vv_status derives(const vv_mechanism *m) {
    vv_eom *e = NULL;
    const uint32_t *entry;
    int rows, columns;
    char *text = NULL;
    vv_status s = vv_eom_derive(m, NULL, NULL, &e);
    if (s == VV_OK) s = vv_eom_matrix(e, "accelerations", &rows, &columns, &entry);
    if (s == VV_OK) s = vv_eom_write(e, rows * columns, entry, VV_SYNTAX_SYMPY, &text);
    vv_release(text);
    if (s == VV_OK) s = vv_eom_report(e, "latex", &text);
    vv_release(text);
    vv_eom_free(e);
    return s;
}

static vv_status compiles(const vv_mechanism *m) {
    static const char *const output[] = {"accelerations", "d(m[1]*x'^2, x)"};
    vv_cfunc *f = NULL;
    vv_status s = vv_cfunc_new(m, 2, output, NULL, &f);
    vv_cfunc_free(f);
    return s;
}

/* An answer is whole, or there is none. */
static vv_status read_answer(vv_status s, vv_answer *a) {
    char *text = NULL;
    if ((s == VV_OK) != (a != NULL)) s = VV_E_INTERNAL;
    for (int i = 0; s == VV_OK && vv_answer_entries(a, i) > 0; i++)
        s = vv_answer_write(a, i, 0, VV_SYNTAX_LATEX, &text), vv_release(text);
    if (s == VV_OK) s = vv_answer_report(a, "json", &text), vv_release(text);
    if (s == VV_OK) s = vv_answer_certificate(a, 0, &text), vv_release(text);
    vv_answer_free(a);
    return s;
}

static vv_status studies(const vv_mechanism *m) {
    vv_options *o = vv_options_new();
    vv_answer *a = NULL;
    vv_options_int(o, "certificate", 1);
    vv_status s = vv_mechanism_study(m, "equilibria", o, &a);
    s = read_answer(s, a);
    vv_options_free(o);
    return s;
}

static vv_status proves(const vv_mechanism *m) {
    static const char *const by[] = {"lagrange", "appell"};
    vv_options *o = vv_options_new();
    vv_answer *a = NULL;
    vv_options_int(o, "certificate", 1), vv_options_texts(o, "by", 2, by);
    vv_status s = vv_mechanism_prove(m, o, &a);
    s = read_answer(s, a);
    vv_options_free(o);
    return s;
}

static vv_status sweeps(const vv_mechanism *m) {
    const double k[] = {1, 2}, start[] = {0.1, 0.2};
    double rows[2 * 16];
    uint8_t status[2];
    vv_sweep *w = NULL;
    vv_status s = vv_sweep_new(m, NULL, &w);
    if (s == VV_OK) s = vv_sweep_values(w, "k", 2, k);
    if (s == VV_E_NOMEM && w) { /* it is as it was */
        bool whole = vv_sweep_members(w) == 0 && vv_sweep_values(w, "k", 2, k) == VV_OK &&
                     vv_sweep_members(w) == 2;
        if (!whole) s = VV_E_INTERNAL;
    }
    if (s == VV_OK) s = vv_sweep_values(w, "x", 2, start);
    if (s == VV_OK) s = vv_sweep_run(w, 0, 2, rows, status);
    vv_sweep_free(w);
    return s;
}

static vv_status documents(const vv_mechanism *m) {
    static const char *const what[] = {"check", "table", "export", "scene"};
    vv_status s = VV_OK;
    for (int i = 0; s == VV_OK && i < 4; i++) {
        char *bytes = NULL;
        size_t n = 0;
        s = vv_mechanism_write(m, what[i], NULL, &bytes, &n);
        if ((s == VV_OK) != (bytes != NULL) || (bytes && bytes[n])) s = VV_E_INTERNAL;
        vv_release(bytes);
    }
    return s;
}

/* ---- of simulations: a refused call can be made again ---- */

enum { CALLS = 9 };

/* What a caller does with a simulation, step by step. */
static vv_status one_call(vv_sim *s, int i, vv_trajectory **record) {
    const int k = 2; /* the parameter k */
    const double stiffness = 5, q = 0.5, qd = 0.25, at = 1.5;
    double row[16];
    char *bytes = NULL;
    size_t n = 0;
    vv_status status = VV_OK;
    switch (i) {
    case 0: return vv_sim_set_state(s, 1, &q, &qd, NULL);
    case 1: return vv_sim_event(s, "x + 0.1", 0, NULL, NULL, NULL);
    case 2: return vv_sim_record(s, record);
    case 3: return vv_sim_set_parameters(s, 1, &k, &stiffness);
    case 4: return vv_sim_advance(s, 2, NULL);
    case 5: return vv_sim_row(s, vv_sim_time(s), row);
    case 6: status = vv_sim_account(s, "json", &bytes); break;
    case 7: return vv_trajectory_eval(*record, 1, &at, 1, row);
    default: status = vv_sim_save(s, &bytes, &n);
    }
    if (status == VV_OK && n) status = vv_sim_restore(s, bytes, n);
    vv_release(bytes);
    return status;
}

/* Where it ends; expected: where it has ended without a refusal. */
static vv_status moves(const vv_mechanism *m, const double *expected, double *out) {
    vv_sim *s = NULL, *copy = NULL;
    vv_trajectory *record = NULL;
    vv_status first = vv_sim_new(m, NULL, &s), status = first;
    if ((first == VV_OK) != (s != NULL)) return VV_E_INTERNAL;
    for (int i = 0; status == VV_OK && i < CALLS; i++) {
        status = one_call(s, i, &record);
        if (status != VV_E_NOMEM) continue;
        vv_handle_refuse_at = 0;
        first = vv_diags_status(vv_error());
        status = one_call(s, i, &record); /* as if nothing had happened */
        if (status != VV_OK) diag("call %d: %d", i, (int)status), status = VV_E_INTERNAL;
    }
    if (status == VV_OK) status = vv_sim_copy(s, &copy);
    if (status == VV_E_NOMEM && s) {
        vv_handle_refuse_at = 0;
        first = status, status = vv_sim_copy(s, &copy);
    }
    if (status == VV_OK) vv_sim_state(copy, out, out + 1);
    if (status == VV_OK && expected && memcmp(out, expected, 2 * sizeof *out) != 0)
        diag("x = %.17g, x' = %.17g, expected %.17g, %.17g", out[0], out[1], expected[0],
             expected[1]),
            status = VV_E_INTERNAL;
    vv_trajectory_free(record), vv_sim_free(copy), vv_sim_free(s);
    return status == VV_OK ? first : status;
}

static vv_status simulates(const vv_mechanism *m) {
    static double expected[2];
    static bool known;
    double out[2];
    long at = vv_handle_refuse_at;
    vv_handle_refuse_at = 0;
    if (!known) known = moves(m, NULL, expected) == VV_OK;
    vv_handle_refuse_at = at;
    return known ? moves(m, expected, out) : VV_E_INTERNAL;
}

static void refuse(const char *what, work *f) {
    vv_mechanism *m;
    bool fine = vv_mechanism_load(SPRING, strlen(SPRING), NULL, &m) == VV_OK;
    long at = 1;
    vv_status s = VV_E_NOMEM;
    for (; s == VV_E_NOMEM; at += 1 + at / 40) {
        vv_handle_refuse_at = at;
        s = f(m);
        fine &= s == VV_OK || (s == VV_E_NOMEM && vv_diags_status(vv_error()) == s &&
                               vv_diags_count(vv_error()) >= 1);
    }
    vv_handle_refuse_at = 0;
    ok(fine && s == VV_OK && at > 50, "%s: refused up to the allocation %ld", what, at);
    if (s != VV_OK) diag("status %d", (int)s);
    ok(f(m) == VV_OK, "%s: afterwards", what);
    vv_mechanism_free(m);
}

int main(void) {
    char *path[MOST_MODELS];
    int n = model_files(path);
    for (int i = 0; i < n; i++) {
        model(path[i]);
        free(path[i]);
    }
    refuse("load", loads);
    refuse("with", changes);
    refuse("property", writes);
    refuse("equations", derives);
    refuse("function", compiles);
    refuse("study", studies);
    refuse("proof", proves);
    refuse("sweep", sweeps);
    refuse("documents", documents);
    refuse("simulation", simulates);
    return done_testing();
}
