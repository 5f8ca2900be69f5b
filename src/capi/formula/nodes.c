#include "capi/formula/nodes.h"

#include <string.h>

#include "report/report.h"

/* ---- the table ------------------------------------------------------------------------------ */

static bool grow(vv_node_table *t) {
    uint32_t room = 2 * t->capacity + 64;
    vv_node_record **node = vv_block_resize(t->c, t->node, room * sizeof(vv_node_record *));
    if (!node) return false;
    t->node = node, t->capacity = room;
    return true;
}

static uint32_t append(vv_node_table *t, vv_node_record r) {
    vv_node_record *own = VV_NEW(t->c, vv_node_record);
    if (!own || (t->n == t->capacity && !grow(t))) return 0;
    *own = r;
    if (!own->text) own->text = "";
    t->node[t->n] = own;
    return t->n++;
}

vv_status vv_nodes_begin(vv_ctx *c, vv_node_table *t) {
    *t = (vv_node_table){.c = c};
    append(t, (vv_node_record){.op = "none"});
    return vv_ctx_status(c);
}

/* Room for all expressions of the context, of which translation makes new ones. */
static bool reserve(vv_node_table *t, uint32_t id) {
    if (id < t->known) return true;
    uint32_t room = vv_expr_count(t->c) + id + 1;
    uint32_t *of = vv_block_resize(t->c, t->of, room * sizeof *of);
    if (!of) return false;
    memset(of + t->known, 0, (room - t->known) * sizeof *of);
    t->of = of, t->known = room;
    return true;
}

static uint32_t lookup(const vv_node_table *t, vv_expr e) {
    return e.id < t->known ? t->of[e.id] : 0;
}

static uint32_t translate(vv_node_table *t, vv_expr e);

static uint32_t number(vv_node_table *t, vv_rat k) { return translate(t, vv_rational(t->c, k)); }

static bool is_one(vv_rat k) { return vv_rat_equal(k, vv_rat_int(1)); }

static void add_sum(vv_node_table *t, vv_expr e, vv_node_record *r) {
    if (r->n == 1) {
        r->op = "mul";
        r->operand = VV_ARRAY(t->c, uint32_t, 2);
        if (!r->operand) return;
        r->operand[r->n = 0] = number(t, vv_expr_coefficient(t->c, e, 0));
        r->operand[1] = translate(t, vv_expr_child(t->c, e, 0));
        r->n = 2;
        return;
    }
    r->op = "add";
    for (int i = 0; i < r->n; i++) {
        vv_rat k = vv_expr_coefficient(t->c, e, i);
        vv_expr x = vv_expr_child(t->c, e, i);
        r->operand[i] = vv_same(x, VV_ONE) ? number(t, k)
                        : is_one(k)        ? translate(t, x)
                                           : translate(t, vv_scale(t->c, k, x));
    }
}

static void add_product(vv_node_table *t, vv_expr e, vv_node_record *r) {
    if (r->n == 1) {
        r->op = "pow";
        r->operand = VV_ARRAY(t->c, uint32_t, 2);
        if (!r->operand) return;
        r->operand[0] = translate(t, vv_expr_child(t->c, e, 0));
        r->operand[1] = number(t, vv_rat_int(vv_expr_exponent(t->c, e, 0)));
        r->n = 2;
        return;
    }
    r->op = "mul";
    for (int i = 0; i < r->n; i++)
        r->operand[i] =
            translate(t, vv_pow_int(t->c, vv_expr_child(t->c, e, i), vv_expr_exponent(t->c, e, i)));
}

/* The matrix of the factor, then the right side. */
static void add_solve(vv_node_table *t, vv_expr e, vv_node_record *r) {
    int n = vv_expr_size(t->c, e), m = n * n;
    vv_expr factor = vv_expr_child(t->c, e, 0);
    r->op = "solve";
    r->e = VV_POISON;
    r->text = vv_format(t->c, "%d", n);
    r->operand = VV_ARRAY(t->c, uint32_t, m + n);
    r->n = r->operand ? m + n : 0;
    for (int i = 0; i < r->n; i++)
        r->operand[i] = translate(t, i < m ? vv_expr_child(t->c, factor, i)
                                           : vv_expr_child(t->c, e, 1 + i - m));
}

static const char *function_text(vv_ctx *c, vv_expr e) {
    const char *text = vv_function_get(c, vv_expr_function(c, e))->name;
    for (int i = 0; text && i < vv_expr_arity(c, e); i++)
        text = vv_format(c, "%s %d", text, vv_expr_func_order(c, e, i));
    return text;
}

static const char *rational_text(vv_ctx *c, vv_expr e) {
    vv_buffer b = VV_BUFFER(c);
    vv_rat_write(&b, vv_expr_rational(c, e));
    const char *text = vv_strdup(c, vv_buffer_text(&b));
    vv_buffer_free(&b);
    return text;
}

static const char *symbol_text(vv_ctx *c, vv_expr e) {
    const vv_symbol *s = vv_symbol_get(c, e);
    const char *text = s->name;
    for (int i = 0; text && i < s->order; i++) text = vv_format(c, "%s'", text);
    return text;
}

static void fill(vv_node_table *t, vv_expr e, vv_node_record *r) {
    vv_op op = vv_expr_op(t->c, e);
    switch ((int)op) {
    case VV_CONST: r->op = "number", r->text = rational_text(t->c, e); return;
    case VV_PI: r->op = "pi"; return;
    case VV_SYM: r->op = "symbol", r->text = symbol_text(t->c, e); return;
    case VV_SOLVE: add_solve(t, e, r); return;
    default: break;
    }
    r->n = vv_expr_arity(t->c, e);
    r->operand = VV_ARRAY(t->c, uint32_t, r->n + 1);
    if (!r->operand) return;
    if (op == VV_ADD || op == VV_MUL) {
        (op == VV_ADD ? add_sum : add_product)(t, e, r);
        return;
    }
    for (int i = 0; i < r->n; i++) r->operand[i] = translate(t, vv_expr_child(t->c, e, i));
    r->op = op == VV_POW ? "pow" : vv_op_text(op);
    if (op == VV_FUNC) r->op = "function", r->text = function_text(t->c, e);
    if (op == VV_COMP) r->text = vv_format(t->c, "%d", vv_expr_component(t->c, e));
}

/* Children have been translated before, so that nothing here goes deep. */
static uint32_t translate(vv_node_table *t, vv_expr e) {
    uint32_t had = lookup(t, e);
    if (had || vv_is_poison(e) || !vv_ctx_ok(t->c)) return had;
    vv_node_record r = {.e = e};
    fill(t, e, &r);
    uint32_t id = append(t, r);
    if (id && reserve(t, e.id)) t->of[e.id] = id;
    return id;
}

vv_status vv_nodes_add(vv_node_table *t, int n, const vv_expr *e, uint32_t *out) {
    int count = 0;
    const uint32_t *order = vv_expr_topological_order(t->c, n, e, &count);
    for (int i = 0; order && i < count && vv_ctx_ok(t->c); i++)
        if (vv_expr_op(t->c, (vv_expr){order[i]}) != VV_FACTOR) translate(t, (vv_expr){order[i]});
    for (int i = 0; i < n; i++) out[i] = translate(t, e[i]);
    return vv_ctx_status(t->c);
}

uint32_t *vv_nodes_order(vv_node_table *t, int nroots, const uint32_t *root, int *n) {
    bool *below = VV_ARRAY(t->c, bool, t->n + 1);
    uint32_t *out = VV_ARRAY(t->c, uint32_t, t->n + 1);
    *n = 0;
    if (!below || !out) return NULL;
    for (int i = 0; i < nroots; i++) below[root[i]] = true;
    for (uint32_t id = t->n; id-- > 0;) /* operands are older than what they are in */
        for (int i = 0; below[id] && i < t->node[id]->n; i++) below[t->node[id]->operand[i]] = true;
    for (uint32_t id = 0; id < t->n; id++)
        if (below[id]) out[(*n)++] = id;
    return out;
}

/* ---- writing -------------------------------------------------------------------------------- */

vv_status vv_formula_too_long(vv_ctx *c) {
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    vv_diag_add(c, VV_ERROR, VV_D_TOO_LONG, (vv_span){0},
                "the formula is too long to be written in full");
    return VV_E_BEYOND;
}

static bool write_one(vv_ctx *c, vv_expr e, vv_syntax s, const char *name, vv_buffer *out) {
    const char *text = vv_format_string(c, e, s == VV_SYNTAX_TEXT ? VV_STYLE_TEXT : VV_STYLE_LATEX);
    if (text && name) text = vv_format(c, "%s = %s", name, text);
    if (!text) return false;
    if (s == VV_SYNTAX_MATHML)
        vv_mathml(text, true, out);
    else
        vv_buffer_add(out, text);
    return true;
}

/* By the formatter of reports; false if one is too long. */
static bool write_lines(vv_ctx *c, int n, const vv_expr *e, vv_syntax s, vv_buffer *out) {
    for (int i = 0; i < n; i++) {
        if (i) vv_buffer_char(out, '\n');
        if (!write_one(c, e[i], s, NULL, out)) return false;
    }
    return true;
}

static vv_status write_with_parts(vv_ctx *c, int n, vv_expr *e, vv_syntax s, vv_buffer *out) {
    vv_definition *part;
    int nparts;
    if (vv_name_subexpressions(c, n, e, e, &nparts, &part) != VV_OK) return vv_ctx_status(c);
    for (int i = 0; i < nparts; i++) {
        const char *name = vv_symbol_get(c, part[i].symbol)->name;
        if (s != VV_SYNTAX_TEXT) name = vv_name_latex(c, name);
        if (!name || !write_one(c, part[i].value, s, name, out)) return vv_formula_too_long(c);
        vv_buffer_char(out, '\n');
    }
    return write_lines(c, n, e, s, out) ? vv_ctx_status(c) : vv_formula_too_long(c);
}

vv_status vv_nodes_write(vv_node_table *t, int n, const uint32_t *entry, vv_syntax s,
                         vv_buffer *out) {
    if (s == VV_SYNTAX_SYMPY) return vv_nodes_sympy(t, n, entry, out);
    if (s == VV_SYNTAX_JSON) return vv_nodes_json(t, n, entry, out);
    vv_expr *e = VV_ARRAY(t->c, vv_expr, n + 1);
    if (!e) return vv_ctx_status(t->c);
    for (int i = 0; i < n; i++) e[i] = t->node[entry[i]]->e;
    bool solves = vv_expr_contains_op(t->c, n, e, VV_SOLVE);
    if (!solves && write_lines(t->c, n, e, s, out)) return vv_ctx_status(t->c);
    vv_buffer_clear(out);
    return write_with_parts(t->c, n, e, s, out);
}
