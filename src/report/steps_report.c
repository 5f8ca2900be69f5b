/* The derivation written out: the intermediate results recorded by a formalism
 * (equations/derivation.h), as numbered steps. What is shown is simplified, then proved equal to
 * what was used, and each derivative shown is proved to be that of the formula shown. */
#include <string.h>

#include "base/base.h"
#include "equations/equations.h"
#include "report/render/render.h"
#include "report/simplify/simplify.h"
#include "report/report.h"

typedef struct writer {
    vv_ctx *c;
    vv_document *d;
    const vv_derivation *steps;
    const vv_simplify_options *how;
    int most_tokens;
    vv_expr *shown; /* each value as printed (not doubled); poison: none (n) */
    int number;     /* of the last step begun */
    bool open;
} writer;

/* ---- names --------------------------------------------------------------------------------- */

/* T, T', T_0 */
static const char *letter_latex(vv_ctx *c, const char *letter) {
    size_t n = strlen(letter);
    bool rate = n > 1 && letter[n - 1] == '\'';
    char *bare = vv_strndup(c, letter, rate ? n - 1 : n),
         *tex = bare ? vv_name_latex(c, bare) : NULL;
    if (!tex) return "";
    const char *dotted = rate ? vv_format(c, "\\dot{%s}", tex) : tex;
    return dotted ? dotted : "";
}

/* Q_x; R_e with an index is R_{e,x} in LaTeX */
static const char *indexed(vv_ctx *c, const char *letter, const char *x, bool tex) {
    const char *low = strchr(letter, '_');
    if (!tex) return vv_format(c, "%s_%s", letter, x);
    if (!low) return vv_format(c, "%s_{%s}", letter_latex(c, letter), x);
    const char *head = vv_strndup(c, letter, (size_t)(low - letter));
    return head ? vv_format(c, "%s_{%s,%s}", letter_latex(c, head), low + 1, x) : NULL;
}

static const char *name_of(vv_ctx *c, const vv_derivation_step *s, vv_format_style style) {
    bool tex = style == VV_STYLE_LATEX;
    const char *f = tex ? letter_latex(c, s->letter) : s->letter,
               *x = s->kind <= VV_DERIVATION_TWICE ? "" : vv_format_string(c, s->x, style);
    if (!f || !x) return NULL;
    switch (s->kind) {
    case VV_DERIVATION_TITLE:
    case VV_DERIVATION_VALUE: return f;
    case VV_DERIVATION_TWICE: return vv_format(c, tex ? "2 %s" : "2*%s", f);
    case VV_DERIVATION_COMPONENT: return indexed(c, s->letter, x, tex);
    case VV_DERIVATION_PARTIAL:
        return vv_format(c, tex ? "\\frac{\\partial %s}{\\partial %s}" : "∂%s/∂%s", f, x);
    case VV_DERIVATION_RATE:
        return vv_format(
            c, tex ? "\\frac{d}{dt} \\frac{\\partial %s}{\\partial %s}" : "d/dt(∂%s/∂%s)", f, x);
    }
    return NULL;
}

bool vv_report_steps_have(vv_ctx *c, const vv_equations *e, const char *name) {
    for (int i = 0; e->steps && i < e->steps->n; i++) {
        const vv_derivation_step *s = &e->steps->step[i];
        const char *own = s->kind == VV_DERIVATION_TITLE ? NULL : name_of(c, s, VV_STYLE_TEXT);
        if (own && !strcmp(own, name)) return true;
    }
    return false;
}

/* ---- proof --------------------------------------------------------------------------------- */

/* The step of which this one is the derivative, as shown; -1: none. */
static int source_of(const writer *w, int i) {
    const vv_derivation_step *s = &w->steps->step[i];
    for (int k = i - 1; k >= 0; k--) {
        const vv_derivation_step *f = &w->steps->step[k];
        bool same =
            f->kind != VV_DERIVATION_TITLE && !strcmp(f->letter, s->letter) && w->shown[k].id;
        if (same && s->kind == VV_DERIVATION_PARTIAL && f->kind <= VV_DERIVATION_TWICE) return k;
        if (same && s->kind == VV_DERIVATION_RATE && f->kind == VV_DERIVATION_PARTIAL &&
            vv_same(f->x, s->x))
            return k;
    }
    return -1;
}

/* The expressions that must vanish if the page is right; returns the number of derivatives among
 * them. */
static int differences(writer *w, vv_expr *out, int *n) {
    int derivatives = 0;
    for (int i = 0; i < w->steps->n; i++) {
        const vv_derivation_step *s = &w->steps->step[i];
        if (!w->shown[i].id) continue;
        out[(*n)++] = vv_sub(w->c, w->shown[i], s->value);
        int k = source_of(w, i);
        if (k < 0) continue;
        vv_expr again = s->kind == VV_DERIVATION_PARTIAL
                            ? vv_diff(w->c, w->shown[k], s->x)
                            : vv_symbol_map_time_derivative(w->c, s->rates, w->shown[k]);
        out[(*n)++] = vv_sub(w->c, w->shown[i], again);
        derivatives++;
    }
    return derivatives;
}

static const vv_steps_verdict *prove(writer *w) {
    int n = 0;
    vv_expr *e = VV_ARRAY(w->c, vv_expr, 2 * w->steps->n + 1);
    vv_steps_verdict *v = VV_NEW(w->c, vv_steps_verdict);
    if (!e || !v) return NULL;
    int derivatives = differences(w, e, &n);
    vv_prove_options o = {.want_exact = true};
    if (!n || vv_prove_zero(w->c, w->how->facts, n, e, &o, &v->proof) != VV_OK) return NULL;
    int formulas = n - derivatives;
    v->what = derivatives ? vv_format(w->c,
                                      "the formulas shown (%d) are the ones used, and the "
                                      "derivatives (%d) are those of what is shown",
                                      formulas, derivatives)
                          : vv_format(w->c, "the formulas shown (%d) are the ones used", formulas);
    v->word = v->proof.verdict == VV_PROVED    ? "proved"
              : v->proof.verdict == VV_REFUTED ? "refuted"
                                               : "not decided";
    return v->what ? v : NULL;
}

/* ---- the page ------------------------------------------------------------------------------ */

static void close_step(writer *w) {
    if (w->open) vv_document_end(w->d);
    w->open = false;
}

static void begin_step(writer *w, const vv_derivation_step *s) {
    const char *title = vv_format(w->c, "%d. %s", ++w->number, s->letter);
    close_step(w);
    vv_document_begin(w->d, "steps", true, title ? title : s->letter);
    if (s->text) vv_document_paragraph(w->d, "text", "%s", s->text);
    w->open = true;
}

/* The right-hand side: the value, or twice the value. */
static vv_expr right_side(vv_ctx *c, const vv_derivation_step *s, vv_expr value) {
    return s->kind == VV_DERIVATION_TWICE ? vv_scale(c, vv_rat_int(2), value) : value;
}

static bool is_long(writer *w, vv_expr e) {
    return vv_format_cost(w->c, e, w->most_tokens) > w->most_tokens;
}

/* The right-hand sides in their shortest form; long ones are first simplified from the inside. */
static bool shorten(writer *w, vv_expr *out) {
    int n = w->steps->n, m = 0;
    vv_expr *rest = VV_ARRAY(w->c, vv_expr, n + 1);
    int *at = VV_ARRAY(w->c, int, n + 1);
    if (!rest || !at) return false;
    for (int i = 0; i < n && vv_ctx_tick(w->c); i++) {
        const vv_derivation_step *s = &w->steps->step[i];
        if (s->kind == VV_DERIVATION_TITLE || !s->value.id) continue;
        out[i] = right_side(w->c, s, s->value);
        vv_simplify(w->c, w->how, out[i], &out[i]);
        if (!is_long(w, out[i])) continue;
        at[m] = i;
        rest[m++] = out[i];
    }
    if (m) vv_simplify_bottom_up(w->c, w->how, m, rest, rest);
    for (int k = 0; k < m && vv_ctx_tick(w->c); k++)
        vv_simplify(w->c, w->how, rest[k], &out[at[k]]);
    return vv_ctx_ok(w->c);
}

static void put_formula(writer *w, int i, vv_expr right) {
    const vv_derivation_step *s = &w->steps->step[i];
    const char *text = name_of(w->c, s, VV_STYLE_TEXT), *tex = name_of(w->c, s, VV_STYLE_LATEX);
    if (!text || !tex || !right.id) return;
    w->shown[i] =
        s->kind == VV_DERIVATION_TWICE ? vv_scale(w->c, vv_rat_make(w->c, 1, 2), right) : right;
    vv_document_named(w->d, "formulas", text, tex, right);
}

const vv_steps_verdict *vv_report_steps(vv_document *d, const vv_equations *e, int *number,
                                        const vv_simplify_options *how, int most_tokens) {
    writer w = {.c = d->c, .d = d, .steps = e->steps, .how = how, .number = *number};
    w.most_tokens = most_tokens;
    if (!e->steps) return NULL;
    vv_expr *right = VV_ARRAY(d->c, vv_expr, e->steps->n + 1);
    w.shown = VV_ARRAY(d->c, vv_expr, e->steps->n + 1);
    if (!right || !w.shown || !shorten(&w, right)) return NULL;
    for (int i = 0; i < e->steps->n; i++) {
        if (e->steps->step[i].kind == VV_DERIVATION_TITLE)
            begin_step(&w, &e->steps->step[i]);
        else
            put_formula(&w, i, right[i]);
    }
    close_step(&w);
    *number = w.number;
    return vv_ctx_ok(d->c) ? prove(&w) : NULL;
}
