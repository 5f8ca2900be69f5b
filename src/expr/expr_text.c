/* Plain text of an expression, parseable by lang/: for diagnostics, witnesses and tests.
 * Presentation is done in report/. */
#include "expr/dag.h"

/* Text grows with the unfolded tree, not the DAG: stop at this length and say so. */
enum { MOST_TEXT = 1 << 20, MOST_DEPTH = 500 };
enum { PREC_SUM = 1, PREC_PRODUCT = 2, PREC_POWER = 3, PREC_ATOM = 4 };

static void put(vv_ctx *c, vv_expr e, int context, int depth, vv_buffer *out);

static void put_args(vv_ctx *c, vv_expr e, int first, int n, int depth, vv_buffer *out) {
    vv_buffer_char(out, '(');
    for (int i = first; i < n; i++) {
        if (i > first) vv_buffer_add(out, ", ");
        put(c, vv_expr_child(c, e, i), 0, depth + 1, out);
    }
    vv_buffer_char(out, ')');
}

static void put_symbol(vv_ctx *c, vv_expr e, vv_buffer *out) {
    const vv_symbol *s = vv_symbol_get(c, e);
    vv_buffer_add(out, s->name);
    for (int i = 0; i < s->order; i++) vv_buffer_char(out, '\'');
}

static void put_sum(vv_ctx *c, vv_expr e, int depth, vv_buffer *out) {
    for (int i = 0; i < vv_expr_arity(c, e); i++) {
        vv_rat k = vv_expr_coefficient(c, e, i);
        vv_expr x = vv_expr_child(c, e, i);
        bool negative = vv_rat_sign(k) < 0;
        if (i || negative) vv_buffer_add(out, negative ? (i ? " - " : "-") : " + ");
        if (negative) k = vv_rat_neg(c, k);
        bool unit = vv_rat_equal(k, vv_rat_int(1));
        if (!unit || x.id == VV_ONE.id) vv_rat_write(out, k);
        if (x.id == VV_ONE.id) continue;
        if (!unit) vv_buffer_char(out, '*');
        put(c, x, PREC_PRODUCT, depth + 1, out);
    }
}

static void put_factor(vv_ctx *c, vv_expr x, int k, int depth, vv_buffer *out) {
    put(c, x, k == 1 ? PREC_PRODUCT : PREC_ATOM, depth + 1, out);
    if (k != 1) vv_buffer_printf(out, "^%d", k);
}

static void put_product(vv_ctx *c, vv_expr e, int depth, vv_buffer *out) {
    int n = vv_expr_arity(c, e), done = 0, below = 0;
    for (int i = 0; i < n; i++) {
        int k = vv_expr_exponent(c, e, i);
        below += k < 0;
        if (k < 0) continue;
        if (done++) vv_buffer_char(out, '*');
        put_factor(c, vv_expr_child(c, e, i), k, depth, out);
    }
    if (!done) vv_buffer_char(out, '1');
    if (below) vv_buffer_add(out, below > 1 ? "/(" : "/");
    for (int i = 0, first = 1; i < n; i++) {
        int k = vv_expr_exponent(c, e, i);
        if (k >= 0) continue;
        if (!first) vv_buffer_char(out, '*');
        first = 0;
        put(c, vv_expr_child(c, e, i), PREC_ATOM, depth + 1, out);
        if (k != -1) vv_buffer_printf(out, "^%d", -k);
    }
    if (below > 1) vv_buffer_char(out, ')');
}

static void put_function(vv_ctx *c, vv_expr e, int depth, vv_buffer *out) {
    const vv_function *f = vv_function_get(c, vv_expr_function(c, e));
    int n = vv_expr_arity(c, e), total = 0;
    for (int i = 0; i < n; i++) total += vv_expr_func_order(c, e, i);
    if (total && n > 1) vv_buffer_add(out, "D(");
    vv_buffer_add(out, f->name);
    for (int i = 0; n == 1 && i < total; i++) vv_buffer_char(out, '\'');
    put_args(c, e, 0, n, depth, out);
    if (total && n > 1) {
        for (int i = 0; i < n; i++)
            for (int k = 0; k < vv_expr_func_order(c, e, i); k++) {
                vv_buffer_add(out, ", ");
                put(c, vv_expr_child(c, e, i), 0, depth + 1, out);
            }
        vv_buffer_char(out, ')');
    }
}

static int precedence(vv_ctx *c, vv_expr e) {
    switch ((int)vv_expr_op(c, e)) {
    case VV_ADD: {
        bool negative = vv_rat_sign(vv_expr_coefficient(c, e, 0)) < 0;
        bool term = vv_expr_arity(c, e) == 1 && !negative;
        return term && vv_rat_is_int(vv_expr_coefficient(c, e, 0)) ? PREC_PRODUCT : PREC_SUM;
    }
    case VV_MUL: return PREC_PRODUCT;
    case VV_POW: return PREC_POWER;
    case VV_CONST: {
        vv_rat r = vv_expr_rational(c, e);
        return vv_rat_sign(r) < 0 ? PREC_SUM : r.den == 1 ? PREC_ATOM : PREC_PRODUCT;
    }
    default: return PREC_ATOM;
    }
}

static void put_bare(vv_ctx *c, vv_expr e, int depth, vv_buffer *out) {
    int n = vv_expr_arity(c, e);
    vv_op op = vv_expr_op(c, e);
    switch ((int)op) {
    case VV_CONST: vv_rat_write(out, vv_expr_rational(c, e)); return;
    case VV_SYM: put_symbol(c, e, out); return;
    case VV_PI: vv_buffer_add(out, "pi"); return;
    case VV_ADD: put_sum(c, e, depth, out); return;
    case VV_MUL: put_product(c, e, depth, out); return;
    case VV_FUNC: put_function(c, e, depth, out); return;
    case VV_POW:
        put(c, vv_expr_child(c, e, 0), PREC_ATOM, depth + 1, out);
        vv_buffer_char(out, '^');
        put(c, vv_expr_child(c, e, 1), PREC_ATOM, depth + 1, out);
        return;
    case VV_LESS:
    case VV_LESSEQ:
        put(c, vv_expr_child(c, e, 0), 0, depth + 1, out);
        vv_buffer_printf(out, " %s ", vv_op_text(op));
        put(c, vv_expr_child(c, e, 1), 0, depth + 1, out);
        return;
    case VV_COMP:
        vv_buffer_printf(out, "component%d", vv_expr_component(c, e) + 1);
        put_args(c, e, 0, n, depth, out);
        return;
    default: vv_buffer_add(out, vv_op_text(op)); put_args(c, e, 0, n, depth, out);
    }
}

static void put(vv_ctx *c, vv_expr e, int context, int depth, vv_buffer *out) {
    if (!e.id) {
        vv_buffer_add(out, "?");
    } else if (depth > MOST_DEPTH || out->length > MOST_TEXT) {
        vv_buffer_add(out, "...");
    } else {
        bool bracket = precedence(c, e) < context;
        if (bracket) vv_buffer_char(out, '(');
        put_bare(c, e, depth, out);
        if (bracket) vv_buffer_char(out, ')');
    }
}

void vv_expr_write(vv_ctx *c, vv_expr e, vv_buffer *out) { put(c, e, 0, 0, out); }

void vv_expr_write_brief(vv_ctx *c, vv_expr e, vv_buffer *out) {
    enum { MOST_BRIEF = 600 }; /* bytes */
    size_t end = out->length + MOST_BRIEF;
    if (vv_is_poison(e)) {
        vv_buffer_add(out, "(none)");
        return;
    }
    vv_expr_write(c, e, out);
    if (out->length <= end) return;
    while (((unsigned char)out->text[end] & 0xc0) == 0x80) end--; /* at the begin of a character */
    vv_buffer_truncate(out, end);
    vv_buffer_add(out, " ...");
}
