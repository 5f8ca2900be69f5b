/* Printing followed by parsing is the identity: the text of vv_expr_write and of the reports is the
 * modelling language, and denotes the very expression it came from.
 *
 * First over random expressions of every operation a model can state, then over what the engine
 * derives from every model. Equal means the same node, or proved equal: reports reorder and
 * group terms. */
#include "planted_fault.h"
#include "model_file.h"
#include "report/render/format_expression.h"
#include "tap.h"

/* ---- random expressions ------------------------------------------------------------------------
 */

static const char WORLD[] = "parameter a, b, c, k1\nassume c > 0\ncoordinate x, y, θ\n"
                            "function f(x), h(x, y)\nkinetic energy x'^2 + y'^2 + θ'^2\nspeed u = "
                            "x' + y, v = y', w = cos(x)*θ'\n";

static void leaf(FILE *out) {
    static const char *const name[] = {
        "a",       "b",  "c",     "k1", "x",       "y",
        "θ",       "x'", "y'",    "θ'", "θ''",     "t",
        "pi",      "2",  "3/7",   "5",  "u",       "w",
        "0.25",    "f",  "f'(x)", "h",  "D(h, x)", "D(h, x, y)",
        "h(x, y)", "w'", "f''",   "1",  "-2",      "12345678901234567890",
        "1e-3"};
    fprintf(out, "%s", name[random_below((long)(sizeof name / sizeof *name))]);
}

static void random_text(FILE *out, int depth);

static void call(FILE *out, const char *name, int n, int depth) {
    fprintf(out, "%s(", name);
    for (int i = 0; i < n; i++) {
        if (i) fprintf(out, ", ");
        random_text(out, depth);
    }
    fprintf(out, ")");
}

static void binary(FILE *out, const char *operation, int depth) {
    fprintf(out, "(");
    random_text(out, depth);
    fprintf(out, ")%s(", operation);
    random_text(out, depth);
    fprintf(out, ")");
}

static void random_text(FILE *out, int depth) {
    static const char *const one[] = {"sin",  "cos",  "tan",  "cot",  "exp",  "log",
                                      "sqrt", "asin", "acos", "atan", "sinh", "cosh",
                                      "tanh", "abs",  "sign", "f",    "f'"};
    static const char *const two[] = {"atan2", "min", "max", "h"};
    static const char *const power[] = {"^2", "^3", "^-1", "^-2", "^(1/3)", "^(-3/2)", "^a"};
    if (depth <= 0) {
        leaf(out);
        return;
    }
    switch (random_below(10)) {
    case 0:
    case 1: binary(out, " + ", depth - 1); break;
    case 2: binary(out, " - ", depth - 1); break;
    case 3:
    case 4: binary(out, "*", depth - 1); break;
    case 5: binary(out, "/", depth - 1); break;
    case 6:
        fprintf(out, "(");
        random_text(out, depth - 1);
        fprintf(out, ")%s", power[random_below(7)]);
        break;
    case 7: call(out, two[random_below(4)], 2, depth - 1); break;
    case 8:
        if (random_below(3)) {
            call(out, one[random_below(17)], 1, depth - 1);
            break;
        }
        fprintf(out, "piecewise(");
        random_text(out, depth - 1);
        fprintf(out, random_below(2) ? " < " : " <= ");
        random_text(out, 0);
        fprintf(out, ", ");
        random_text(out, depth - 1);
        fprintf(out, ", ");
        random_text(out, depth - 1);
        fprintf(out, ")");
        break;
    default: call(out, one[random_below(17)], 1, depth - 1);
    }
}

static char *claim_text(const char *left, const char *right) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fprintf(out, "%sclaim identity %s = %s\n", WORLD, left, right);
    fclose(out);
    return text;
}

/* left - right as the model elaborates it; poison if it is refused. */
static vv_expr difference(subject *s, const char *left, const char *right, char **text) {
    *text = claim_text(left, right);
    if (!*text || vv_parse(s->c, "text.vv", *text, strlen(*text), &s->tree) != VV_OK)
        return VV_POISON;
    if (vv_model_build(s->c, &s->tree, 0, NULL, &s->model) != VV_OK) return VV_POISON;
    return s->model.claim[0].value;
}

static vv_verdict equal(vv_ctx *c, const vv_facts *f, vv_expr e) {
    vv_proof p = {.verdict = VV_UNDECIDED};
    if (vv_is_zero(e)) return VV_PROVED;
    if (!e.id || vv_prove_zero(c, f, 1, &e, NULL, &p) != VV_OK) return VV_UNDECIDED;
    return p.verdict;
}

typedef struct tally {
    long cases, refused, same, proved, undecided, wrong;
} tally;

/* One printed form against the text it came from. */
static void compare(const char *source, const char *shown, const char *how, tally *t) {
    subject s = {.c = vv_ctx_new(NULL)};
    char *text;
    vv_expr e = difference(&s, source, shown, &text);
    vv_verdict v = e.id ? equal(s.c, &s.model.facts, e) : VV_REFUTED;
    t->cases++;
    t->same += vv_is_zero(e);
    t->proved += v == VV_PROVED;
    t->undecided += v == VV_UNDECIDED;
    if (v == VV_REFUTED) {
        t->wrong++;
        diag("%s of %s\nis       %s\n%.1500s", how, source, shown, vv_diag_text(s.c, false));
    }
    free(text);
    vv_ctx_free(s.c);
}

static void one_expression(tally *written, tally *formatted) {
    subject s = {.c = vv_ctx_new(NULL)};
    char *source = NULL, *text;
    size_t size;
    FILE *out = open_memstream(&source, &size);
    random_text(out, 1 + (int)random_below(4));
    fclose(out);
    vv_expr e = difference(&s, source, "0", &text);
    if (e.id) {
        vv_buffer b = VV_BUFFER(s.c);
        vv_expr_write(s.c, e, &b);
        compare(source, vv_buffer_text(&b), "vv_expr_write", written);
        const char *shown = vv_format_string(s.c, e, VV_STYLE_TEXT);
        if (shown) compare(source, shown, "vv_format_string", formatted);
        vv_buffer_free(&b);
    } else {
        written->refused++; /* 1/(x - x), log(0): not expressions */
    }
    free(text);
    free(source);
    vv_ctx_free(s.c);
}

static void expressions(void) {
    tally w = {0}, f = {0};
    for (long i = 0, n = effort(3000); i < n; i++) one_expression(&w, &f);
    diag("%ld texts, %ld refused; written: %ld the same node, %ld undecided; formatted: %ld the "
         "same node, %ld undecided",
         w.cases, w.refused, w.same, w.undecided, f.same, f.undecided);
    is_int(w.wrong, 0, "what vv_expr_write writes is read as the same");
    is_int(f.wrong, 0, "what reports print is read as the same");
    ok(w.same * 10 > w.cases * 9, "nine in ten are the same node");
    ok(w.undecided * 50 <= w.cases && f.undecided * 50 <= f.cases, "few are left undecided");
    ok(w.refused * 4 < w.cases, "most random texts are expressions");
}

/* ---- derived expressions of the models
 * --------------------------------------------------------- */

enum { MOST_DERIVED = 400 };

/* T, U, generalized forces, constraints, residuals of every method in a fixed order; and their
 * owners. */
static int derived(const subject *s, vv_expr *out, int *owner) {
    const vv_system *y = &s->system;
    int n = 0;
    for (int i = 0; i < MOST_DERIVED; i++) owner[i] = -1;
    out[n++] = y->T;
    out[n++] = y->U;
    for (int a = 0; a < y->nq && n < MOST_DERIVED; a++) out[n++] = y->Q[a];
    for (int r = 0; r < y->nrows && n < MOST_DERIVED; r++) out[n++] = y->row[r].velocity;
    for (int m = 0; m < s->nmethods; m++)
        for (int i = 0; i < s->method[m].nequations && n < MOST_DERIVED; i++) {
            owner[n] = m;
            out[n++] = s->method[m].residual[i];
        }
    return n;
}

/* Multipliers of all methods, each name once: several use λ1. */
static int multiplier_names(const subject *s, const char **name) {
    int n = 0;
    for (int m = 0; m < s->nmethods; m++)
        for (int i = 0; i < s->method[m].nmultipliers && n < MOST_DERIVED; i++) {
            const char *own = vv_symbol_get(s->c, s->method[m].lambda[i])->name;
            bool known = false;
            for (int k = 0; k < n; k++) known |= !strcmp(own, name[k]);
            if (!known) name[n++] = own;
        }
    return n;
}

static bool is_momentum(const subject *s, const vv_equations *eq, int i) {
    for (int k = 0; k < s->system.n; k++)
        if (vv_same(eq->w[i], s->system.w[k])) return false;
    return eq->canonical && vv_symbol_get(s->c, eq->w[i])->order == 0;
}

/* Speeds that are momenta exist in their method only: in the text they are abbreviations. */
static void declare_momenta(const subject *s, const vv_equations *eq, FILE *out) {
    for (int i = 0; i < eq->n; i++) {
        const vv_symbol *w = vv_symbol_get(s->c, eq->w[i]);
        vv_buffer b = VV_BUFFER(s->c);
        vv_expr_write(s->c, eq->speed[i], &b);
        if (is_momentum(s, eq, i)) fprintf(out, "let %s = %s\n", w->name, vv_buffer_text(&b));
        vv_buffer_free(&b);
    }
}

static vv_expr without_momenta(subject *s, vv_expr e, int owner) {
    const vv_equations *eq = owner < 0 ? NULL : &s->method[owner];
    for (int i = 0; eq && i < eq->n; i++) {
        vv_expr rate =
            vv_symbol_map_time_derivative(s->c, &s->system.coordinate_rates, eq->speed[i]);
        if (!is_momentum(s, eq, i)) continue;
        e = vv_subst1(s->c, vv_subst1(s->c, e, eq->wd[i], rate), eq->w[i], eq->speed[i]);
    }
    return e;
}

/* The model with every derived expression as a claim, twice: as written and as formatted;
 * `shown` says which could be printed at all. */
static char *with_claims(const subject *s, const char *model, int n, const vv_expr *e,
                         bool *shown) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fprintf(out, "%s\n", model);
    static const char *name[MOST_DERIVED];
    int nnames = multiplier_names(s, name);
    for (int i = 0; i < nnames; i++) fprintf(out, "parameter %s\n", name[i]);
    for (int m = 0; m < s->nmethods; m++) declare_momenta(s, &s->method[m], out);
    for (int i = 0; i < n; i++) {
        const char *formatted = vv_format_string(s->c, e[i], VV_STYLE_TEXT);
        enum { MOST_TEXT = 20000 };
        vv_buffer b = VV_BUFFER(s->c);
        vv_expr_write(s->c, e[i], &b);
        shown[2 * i] =
            strlen(vv_buffer_text(&b)) < MOST_TEXT && !strstr(vv_buffer_text(&b), "component");
        shown[2 * i + 1] =
            formatted && strlen(formatted) < MOST_TEXT && !strstr(formatted, "component");
        if (shown[2 * i]) fprintf(out, "claim identity %s = 0\n", vv_buffer_text(&b));
        if (shown[2 * i + 1]) fprintf(out, "claim identity %s = 0\n", formatted);
        vv_buffer_free(&b);
    }
    fclose(out);
    return text;
}

/* Replaces the text's names of multipliers by those of one method. */
static vv_expr called(subject *s, vv_expr e, int owner) {
    static const char *name[MOST_DERIVED];
    const vv_equations *eq = owner < 0 ? NULL : &s->method[owner];
    int n = eq && eq->nmultipliers ? multiplier_names(s, name) : 0;
    for (int i = 0; eq && i < eq->nmultipliers; i++)
        for (int k = 0; k < n; k++)
            if (!strcmp(name[k], vv_symbol_get(s->c, eq->lambda[i])->name))
                e = vv_subst1(s->c, e, s->model.parameter[s->model.nparameters - n + k].symbol,
                              eq->lambda[i]);
    return e;
}

/* Both sides in the speeds: on the constraint manifold, where the Euler parameters and their
 * rates lie. */
static vv_verdict same_on_motion(subject *s, vv_expr claim, vv_expr e, int owner) {
    if (vv_same(claim, e)) return VV_PROVED;
    e = without_momenta(s, e, owner);
    vv_expr d = vv_expr_in_speeds(s->c, &s->system, vv_sub(s->c, called(s, claim, owner), e));
    return equal(s->c, &s->system.facts, d);
}

static void one_model(const char *path, const char *model) {
    static vv_expr e[MOST_DERIVED], own[MOST_DERIVED];
    static bool shown[2 * MOST_DERIVED];
    static int owner[MOST_DERIVED];
    subject a = {.c = vv_ctx_new(NULL)}, b = {.c = vv_ctx_new(NULL)};
    char *text = NULL;
    int n = 0, claims = 0, wrong = 0;
    if (subject_load(&a, path, model))
        n = derived(&a, e, owner), text = with_claims(&a, model, n, e, shown);
    for (int i = 0; i < 2 * n; i++) claims += shown[i];
    if (!text || !subject_load(&b, path, text) || derived(&b, own, owner) != n ||
        b.model.nclaims < claims) {
        fail("%s: what is derived is read back", path);
        diag("%.2000s", vv_diag_text(b.c, false));
    } else {
        const vv_claim *k = b.model.claim + b.model.nclaims - claims;
        for (int i = 0; i < 2 * n; i++) {
            if (!shown[i]) continue;
            if (same_on_motion(&b, k->value, own[i / 2], owner[i / 2]) != VV_PROVED)
                wrong++, diag("%.300s", k->text);
            k++;
        }
        ok(!wrong, "%s: %d printed expressions mean what they were (%d too long to print)", path,
           claims, 2 * n - claims);
    }
    free(text);
    vv_ctx_free(a.c);
    vv_ctx_free(b.c);
}

int main(void) {
    static char *path[MOST_MODELS];
    seed_random(441);
    expressions();
    int n = model_files(path);
    for (int i = 0; i < n; i++) {
        char *model = file_text(path[i]);
        if (model) one_model(path[i], model);
        free(model);
        free(path[i]);
    }
    return done_testing();
}
