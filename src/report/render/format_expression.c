#include "report/render/format_expression.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"

typedef struct writer {
    vv_layout l;
    vv_buffer *out; /* NULL: count only */
    vv_format_style style;
    int tokens, most;
    int open; /* brackets open at this point */
} writer;

typedef enum level { IN_SUM, IN_PRODUCT, IN_POWER } level; /* context of an expression */

static void put(writer *w, vv_expr e, level where, int depth);

static bool latex(const writer *w) { return w->style == VV_STYLE_LATEX; }

static void token(writer *w, const char *s) {
    if (++w->tokens > w->most) w->l.too_large = true;
    if (w->out && !w->l.too_large) vv_buffer_add(w->out, s);
}

/* Writes characters that cost nothing: spaces, LaTeX braces, brackets of a call. */
static void glue(writer *w, const char *s) {
    if (w->out && !w->l.too_large) vv_buffer_add(w->out, s);
}

/* Nested brackets are harder to read: each level costs more. */
static void open(writer *w) {
    w->tokens += 1 + 2 * w->open++;
    token(w, latex(w) ? "\\left(" : "(");
}

static void close(writer *w) {
    w->open--;
    token(w, latex(w) ? "\\right)" : ")");
}

static void put_rational(writer *w, vv_rat k) {
    bool whole = vv_rat_is_int(k);
    w->tokens += whole ? 0 : 2; /* a, /, b: the last one counted by token() */
    if (!w->out) {
        token(w, "");
        return;
    }
    vv_buffer b = VV_BUFFER(w->l.c);
    vv_rat_write(&b, k);
    const char *text = vv_buffer_text(&b), *slash = strchr(text, '/');
    if (latex(w) && slash)
        token(w, vv_format(w->l.c, "\\frac{%.*s}{%s}", (int)(slash - text), text, slash + 1));
    else
        token(w, text);
    vv_buffer_free(&b);
}

/* ---- names --------------------------------------------------------------------------------- */

/* \dot{\theta}_1: the dots go over the letter, not over its index. */
static void put_dotted(writer *w, const char *name, int order) {
    static const char *const dots[] = {"", "\\dot", "\\ddot", "\\dddot", "\\ddddot"};
    char *tex = vv_name_latex(w->l.c, name);
    if (!tex) return;
    int head = (int)strcspn(tex, "_");
    if (strncmp(tex, "\\mathit{", 8) == 0) head = (int)strcspn(tex, "}") + 1;
    char *s = order == 0  ? tex
              : order < 5 ? vv_format(w->l.c, "%s{%.*s}%s", dots[order], head, tex, tex + head)
                          : vv_format(w->l.c, "%s^{(%d)}", tex, order);
    if (s) token(w, s);
}

static void put_symbol(writer *w, const vv_symbol *s) {
    if (!w->out)
        token(w, "");
    else if (latex(w))
        put_dotted(w, s->name, s->order);
    else {
        token(w, s->name);
        for (int i = 0; i < s->order; i++) glue(w, "'");
    }
}

/* ---- calls --------------------------------------------------------------------------------- */

static bool is_symbol(writer *w, vv_expr e) { return vv_symbol_get(w->l.c, e) != NULL; }

static void put_arguments(writer *w, vv_expr e, int depth) {
    glue(w, latex(w) ? "\\left(" : "(");
    for (int i = 0; i < vv_expr_arity(w->l.c, e); i++) {
        if (i) glue(w, ", ");
        put(w, vv_expr_child(w->l.c, e, i), IN_SUM, depth + 1);
    }
    glue(w, latex(w) ? "\\right)" : ")");
}

static void put_power(writer *w, int k) {
    if (k == 1) return;
    token(w, "^");
    char text[16];
    snprintf(text, sizeof text, latex(w) && (k < 0 || k > 9) ? "{%d}" : "%d", k);
    token(w, text);
}

/* name(argument)^k; LaTeX writes \sin^2\theta. */
static void put_call1(writer *w, const char *name, vv_expr argument, int k, int depth) {
    token(w, name);
    if (latex(w)) put_power(w, k);
    bool bare = latex(w) && is_symbol(w, argument);
    glue(w, bare ? " " : latex(w) ? "\\left(" : "(");
    put(w, argument, IN_SUM, depth + 1);
    if (!bare) glue(w, latex(w) ? "\\right)" : ")");
    if (!latex(w)) put_power(w, k);
}

static void put_root(writer *w, vv_expr e, int depth) {
    token(w, latex(w) ? "\\sqrt" : "sqrt");
    glue(w, latex(w) ? "{" : "(");
    put(w, vv_expr_child(w->l.c, e, 0), IN_SUM, depth + 1);
    glue(w, latex(w) ? "}" : ")");
}

/* The LaTeX name of a function with the subscript of its partial derivatives opened: f_{, or
 * r_{1, if the name has an index of its own. */
static const char *open_subscript(vv_ctx *c, const char *tex) {
    const char *low = tex ? strrchr(tex, '_') : NULL;
    if (!low) return tex ? vv_format(c, "%s_{", tex) : NULL;
    bool braces = low[1] == '{';
    int n = (int)strlen(low + 1) - 2 * braces;
    return vv_format(c, "%.*s_{%.*s,", (int)(low - tex), tex, n, low + 1 + braces);
}

/* f''(x), D(f(u, v), u) in text; \partial quotients would be longer, LaTeX writes f_{u}. */
static void put_function(writer *w, vv_expr e, int depth) {
    vv_ctx *c = w->l.c;
    const vv_function *f = vv_function_get(c, vv_expr_function(c, e));
    int n = vv_expr_arity(c, e), total = 0;
    for (int i = 0; i < n; i++) total += vv_expr_func_order(c, e, i);
    bool partial = total && n > 1;
    if (partial && !latex(w)) token(w, "D"), glue(w, "(");
    const char *name = latex(w) && w->out ? vv_name_latex(c, f->name) : f->name;
    if (partial && latex(w) && w->out) name = open_subscript(c, name);
    token(w, name ? name : "");
    for (int i = 0; !partial && i < total; i++) glue(w, "'");
    for (int pass = latex(w) ? 1 : 0; pass < 2;
         pass++) { /* in text, arguments come before the list */
        if (pass == 0) put_arguments(w, e, depth);
        for (int i = 0; pass && partial && i < n; i++)
            for (int k = 0; k < vv_expr_func_order(c, e, i); k++) {
                glue(w, latex(w) ? " " : ", ");
                put(w, vv_expr_child(c, e, i), IN_SUM, depth + 1);
            }
    }
    if (partial) glue(w, latex(w) ? "}" : ")");
    if (latex(w)) put_arguments(w, e, depth);
}

static void put_comparison(writer *w, vv_expr e, int depth) {
    vv_op op = vv_expr_op(w->l.c, e);
    put(w, vv_expr_child(w->l.c, e, 0), IN_SUM, depth + 1);
    glue(w, " ");
    token(w, latex(w) ? vv_op_latex(op) : vv_op_text(op));
    glue(w, " ");
    put(w, vv_expr_child(w->l.c, e, 1), IN_SUM, depth + 1);
}

static void put_call(writer *w, vv_expr e, int depth) {
    vv_ctx *c = w->l.c;
    vv_op op = vv_expr_op(c, e);
    switch ((int)op) {
    case VV_PI: token(w, latex(w) ? "\\pi" : "pi"); return;
    case VV_SQRT: put_root(w, e, depth); return;
    case VV_FUNC: put_function(w, e, depth); return;
    case VV_LESS:
    case VV_LESSEQ: put_comparison(w, e, depth); return;
    case VV_POW:
        put(w, vv_expr_child(c, e, 0), IN_POWER, depth + 1);
        token(w, "^");
        glue(w, latex(w) ? "{" : "");
        put(w, vv_expr_child(c, e, 1), latex(w) ? IN_SUM : IN_POWER, depth + 1);
        glue(w, latex(w) ? "}" : "");
        return;
    case VV_COMP:
        token(w, latex(w) ? "\\operatorname{component}" : "component");
        if (w->out) glue(w, vv_format(c, latex(w) ? "_{%d}" : "%d", vv_expr_component(c, e) + 1));
        put_arguments(w, e, depth);
        return;
    default: break;
    }
    if (op == VV_ABS && latex(w)) {
        token(w, "\\left|");
        put(w, vv_expr_child(c, e, 0), IN_SUM, depth + 1);
        glue(w, "\\right|");
        return;
    }
    const char *name = latex(w) ? vv_op_latex(op) : vv_op_text(op);
    if (vv_expr_arity(c, e) == 1) {
        put_call1(w, name, vv_expr_child(c, e, 0), 1, depth);
        return;
    }
    token(w, name);
    put_arguments(w, e, depth);
}

/* ---- products ------------------------------------------------------------------------------ */

/* base^k with k > 0 */
static void put_factor(writer *w, const vv_layout_factor *f, int k, int depth) {
    vv_op op = vv_expr_op(w->l.c, f->base);
    if (f->form != VV_LAYOUT_PLAIN) {
        bool tangent = f->form == VV_LAYOUT_TAN;
        put_call1(w,
                  latex(w)  ? (tangent ? "\\tan" : "\\cot")
                  : tangent ? "tan"
                            : "cot",
                  f->base, k, depth);
    } else if (op >= VV_SIN && op <= VV_TAN) {
        const char *name = latex(w) ? vv_op_latex(op) : vv_op_text(op);
        put_call1(w, name, vv_expr_child(w->l.c, f->base, 0), k, depth);
    } else {
        put(w, f->base, k == 1 ? IN_PRODUCT : IN_POWER, depth + 1);
        put_power(w, k);
    }
}

static bool is_function(writer *w, const vv_layout_factor *f) {
    vv_op op = vv_expr_op(w->l.c, f->base);
    return f->form != VV_LAYOUT_PLAIN || (op >= VV_SIN && op <= VV_SIGN && op != VV_SQRT);
}

/* The factors with exponents of this sign, after an optional number; 1 if there is none. */
static void put_factors(writer *w, vv_rat k, const vv_layout_term *t, bool below, int depth) {
    bool number = !vv_rat_equal(k, vv_rat_int(1)), any = number;
    if (number) put_rational(w, k);
    const vv_layout_factor *last = NULL;
    for (int i = 0; i < t->n; i++) {
        const vv_layout_factor *f = &t->factor[i];
        if ((f->exponent < 0) != below) continue;
        if (any) {
            if (latex(w))
                w->tokens++, glue(w, last && is_function(w, last) ? "\\," : " ");
            else
                token(w, "*");
        }
        put_factor(w, f, below ? -f->exponent : f->exponent, depth);
        last = f;
        any = true;
    }
    if (!any) token(w, "1");
}

static int count_below(const vv_layout_term *t) {
    int n = 0;
    for (int i = 0; i < t->n; i++) n += t->factor[i].exponent < 0;
    return n;
}

/* Above or below a fraction line, a sum that is alone needs no brackets. */
static void put_side(writer *w, vv_rat k, const vv_layout_term *t, bool below, int depth) {
    const vv_layout_factor *only = NULL;
    int n = 0;
    for (int i = 0; i < t->n; i++)
        if ((t->factor[i].exponent < 0) == below) only = &t->factor[i], n++;
    bool bare = n == 1 && only->form == VV_LAYOUT_PLAIN && abs(only->exponent) == 1 &&
                vv_rat_equal(k, vv_rat_int(1)) && vv_expr_op(w->l.c, only->base) == VV_ADD;
    if (bare)
        put(w, only->base, IN_SUM, depth + 1);
    else
        put_factors(w, k, t, below, depth);
}

/* |k| = up/down; a big rational stays in the numerator. */
static void split(vv_ctx *c, vv_rat k, vv_rat *up, vv_rat *down) {
    if (vv_rat_sign(k) < 0) k = vv_rat_neg(c, k);
    *up = k;
    *down = vv_rat_int(1);
    if (k.den > 1) *up = vv_rat_int(k.num), *down = vv_rat_int(k.den);
}

static void put_quotient(writer *w, vv_rat up, vv_rat down, const vv_layout_term *t, int depth) {
    int below = count_below(t);
    bool number = !vv_rat_equal(down, vv_rat_int(1));
    if (latex(w)) {
        w->tokens++;
        glue(w, "\\frac{");
        put_side(w, up, t, false, depth);
        glue(w, "}{");
        put_side(w, down, t, true, depth);
        glue(w, "}");
        return;
    }
    bool bracket = below + number > 1;
    put_factors(w, up, t, false, depth);
    token(w, "/");
    if (bracket) open(w);
    put_factors(w, down, t, true, depth);
    if (bracket) close(w);
}

/* The absolute value of one term: 2/3*M*l^2, x/2, 2*x/(3*a). */
static void put_term(writer *w, const vv_layout_term *t, int depth) {
    vv_rat up, down;
    split(w->l.c, t->k, &up, &down);
    bool whole = vv_rat_equal(down, vv_rat_int(1)), one = vv_rat_equal(up, vv_rat_int(1));
    if (count_below(t) || (!whole && one && t->n && !latex(w))) {
        put_quotient(w, up, down, t, depth);
        return;
    }
    vv_rat k = vv_rat_sign(t->k) < 0 ? vv_rat_neg(w->l.c, t->k) : t->k;
    put_factors(w, k, t, false, depth);
}

/* ---- sums ---------------------------------------------------------------------------------- */

/* Can the term be an operand of * (or ^) without brackets? */
static bool needs_brackets(int n, const vv_layout_term *t, level where) {
    if (where == IN_SUM) return false;
    if (n > 1 || (n == 1 && vv_rat_sign(t[0].k) < 0)) return true;
    if (n == 0) return false;
    bool unit = vv_rat_equal(t[0].k, vv_rat_int(1));
    if (where == IN_PRODUCT) return !vv_rat_is_int(t[0].k) || count_below(t);
    if (t[0].n == 0) return !vv_rat_is_int(t[0].k);
    return !(unit && t[0].n == 1 && t[0].factor[0].exponent == 1);
}

static void put_sum(writer *w, vv_expr e, level where, int depth) {
    vv_layout_term *t;
    int n = vv_layout_terms(&w->l, e, depth, &t);
    if (w->l.too_large) return;
    bool bracket = needs_brackets(n, t, where);
    if (bracket) open(w);
    if (n == 0) token(w, "0");
    for (int i = 0; i < n && !w->l.too_large; i++) {
        bool negative = vv_rat_sign(t[i].k) < 0;
        glue(w, i ? " " : "");
        if (i || negative) token(w, negative ? "-" : "+");
        w->tokens += i > 0; /* few terms are better than few factors */
        glue(w, i ? " " : "");
        put_term(w, &t[i], depth);
    }
    if (bracket) close(w);
}

static void put(writer *w, vv_expr e, level where, int depth) {
    if (depth > VV_LAYOUT_DEPTH) w->l.too_large = true;
    if (w->l.too_large) return;
    const vv_symbol *s = vv_symbol_get(w->l.c, e);
    vv_op op = vv_expr_op(w->l.c, e);
    if (vv_is_poison(e))
        token(w, "?");
    else if (s)
        put_symbol(w, s);
    else if (op == VV_ADD || op == VV_MUL || op == VV_CONST || op == VV_TAN)
        put_sum(w, e, where, depth);
    else {
        bool bracket = where == IN_POWER && op == VV_POW;
        if (bracket) open(w);
        put_call(w, e, depth);
        if (bracket) close(w);
    }
}

static bool run(writer *w, vv_expr e) {
    w->l.steps = 64L * w->most + 1000;
    vv_mark m = vv_arena_mark(w->l.c);
    put(w, e, IN_SUM, 0);
    vv_arena_release(w->l.c, m);
    return !w->l.too_large;
}

static vv_status format(vv_ctx *c, vv_expr e, vv_format_style style, int most, vv_buffer *out) {
    size_t had = out->length;
    writer w = {.l.c = c, .out = out, .style = style, .most = most};
    if (run(&w, e)) return vv_ctx_status(c);
    out->length = had;
    if (out->text) out->text[had] = '\0';
    return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
}

vv_status vv_format_expr(vv_ctx *c, vv_expr e, vv_format_style style, vv_buffer *out) {
    return format(c, e, style, VV_FORMAT_TOKENS_MAX, out);
}

static char *string(vv_ctx *c, vv_expr e, vv_format_style style, int most) {
    vv_buffer b = VV_BUFFER(c);
    char *text = NULL;
    if (format(c, e, style, most, &b) == VV_OK) text = vv_strdup(c, vv_buffer_text(&b));
    vv_buffer_free(&b);
    return text;
}

char *vv_format_string(vv_ctx *c, vv_expr e, vv_format_style style) {
    return string(c, e, style, VV_FORMAT_TOKENS_MAX);
}

char *vv_format_whole(vv_ctx *c, vv_expr e, vv_format_style style) {
    return string(c, e, style, INT_MAX / 4);
}

int vv_format_cost(vv_ctx *c, vv_expr e, int most) {
    writer w = {.l = {.c = c, .unsorted = true}, .most = most};
    return run(&w, e) ? w.tokens : most + 1;
}
