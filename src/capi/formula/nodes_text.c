/* Nodes as text for SymPy's sympify, and as JSON. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "capi/formula/nodes.h"

/* A formula of more nodes than this, written out in full, is written with named parts. */
static const double LARGE = 2000;

typedef struct writer {
    vv_node_table *t;
    vv_buffer *out;
    const char *prefix;
    uint32_t *name; /* by node: its number among the named parts, 0: written in full */
} writer;

/* ---- names ---------------------------------------------------------------------------------- */

/* An identifier that neither Python nor SymPy uses for something else: one letter and digits, where
 * SymPy has constants and functions of one capital letter, E1 among them. */
static bool is_plain(const char *s) {
    size_t n = strlen(s), letter = 0;
    if ((signed char)*s < 0) /* Greek, in two bytes */
        letter = (unsigned char)*s == 0xce || (unsigned char)*s == 0xcf ? 2 : 0;
    else if (isalpha((unsigned char)*s) && !strchr("CEINOQS", *s))
        letter = 1;
    return letter && n >= letter && strspn(s + letter, "0123456789") == n - letter;
}

static void write_quoted(vv_buffer *out, const char *s) {
    vv_buffer_char(out, '"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') vv_buffer_char(out, '\\');
        vv_buffer_char(out, *s);
    }
    vv_buffer_char(out, '"');
}

static void write_symbol(vv_buffer *out, const char *name) {
    if (is_plain(name)) {
        vv_buffer_add(out, name);
        return;
    }
    vv_buffer_add(out, "Symbol(");
    write_quoted(out, name);
    vv_buffer_char(out, ')');
}

static bool taken(const vv_node_table *t, const char *prefix) {
    size_t n = strlen(prefix);
    for (uint32_t i = 0; i < t->n; i++) {
        const char *s = t->node[i]->text;
        if (!strcmp(t->node[i]->op, "symbol") && !strncmp(s, prefix, n) &&
            strspn(s + n, "0123456789") == strlen(s + n))
            return true;
    }
    return false;
}

/* ---- infix ---------------------------------------------------------------------------------- */

static void put(writer *w, uint32_t id);

static bool is(const vv_node_record *r, const char *op) { return !strcmp(r->op, op); }

/* Is the text an operand of * and ** without brackets? */
static bool is_atom(const writer *w, uint32_t id) {
    const vv_node_record *r = w->t->node[id];
    if (w->name[id]) return true;
    if (is(r, "number")) return !strpbrk(r->text, "-/");
    return !is(r, "add") && !is(r, "mul") && !is(r, "pow") && !is(r, "<") && !is(r, "<=");
}

static void put_operand(writer *w, uint32_t id) {
    bool bracket = !is_atom(w, id);
    vv_buffer_add(w->out, bracket ? "(" : "");
    put(w, id);
    vv_buffer_add(w->out, bracket ? ")" : "");
}

static void put_infix(writer *w, const vv_node_record *r, const char *sign) {
    for (int i = 0; i < r->n; i++) {
        if (i) vv_buffer_add(w->out, sign);
        put_operand(w, r->operand[i]);
    }
}

static void put_list(writer *w, int n, const uint32_t *operand) {
    for (int i = 0; i < n; i++) {
        if (i) vv_buffer_add(w->out, ", ");
        put(w, operand[i]);
    }
}

static void put_piecewise(writer *w, const vv_node_record *r) {
    vv_buffer_add(w->out, "Piecewise(");
    for (int i = 0; i + 1 < r->n; i += 2) {
        vv_buffer_char(w->out, '(');
        put(w, r->operand[i + 1]);
        vv_buffer_add(w->out, ", ");
        put(w, r->operand[i]);
        vv_buffer_add(w->out, "), ");
    }
    vv_buffer_char(w->out, '(');
    put(w, r->operand[r->n - 1]);
    vv_buffer_add(w->out, ", True))");
}

/* f(x), or its derivative at x: Subs(Derivative(f(_1), (_1, 2)), (_1,), (x,)). */
static void put_function(writer *w, const vv_node_record *r) {
    size_t n = strcspn(r->text, " ");
    const char *order = r->text + n;
    bool plain = strspn(order, " 0") == strlen(order);
    char *name = vv_strndup(w->t->c, r->text, n);
    if (!name) return;
    vv_buffer_add(w->out, plain ? "Function(" : "Subs(Derivative(Function(");
    write_quoted(w->out, name);
    vv_buffer_add(w->out, ")(");
    if (plain)
        put_list(w, r->n, r->operand);
    else
        for (int i = 0; i < r->n; i++)
            vv_buffer_printf(w->out, "%sSymbol(\"_%d\")", i ? ", " : "", i + 1);
    vv_buffer_char(w->out, ')');
    if (plain) return;
    for (int i = 0; i < r->n; i++, order += strcspn(order + 1, " ") + 1)
        if (strtol(order, NULL, 10))
            vv_buffer_printf(w->out, ", (Symbol(\"_%d\"), %ld)", i + 1, strtol(order, NULL, 10));
    vv_buffer_add(w->out, "), (");
    for (int i = 0; i < r->n; i++) vv_buffer_printf(w->out, "Symbol(\"_%d\"), ", i + 1);
    vv_buffer_add(w->out, "), (");
    for (int i = 0; i < r->n; i++) put(w, r->operand[i]), vv_buffer_add(w->out, ", ");
    vv_buffer_add(w->out, "))");
}

static void put_solve(writer *w, const vv_node_record *r) {
    int n = (int)strtol(r->text, NULL, 10);
    vv_buffer_add(w->out, "Matrix([");
    for (int i = 0; i < n; i++) {
        vv_buffer_add(w->out, i ? ", [" : "[");
        put_list(w, n, r->operand + i * n);
        vv_buffer_char(w->out, ']');
    }
    vv_buffer_add(w->out, "]).LUsolve(Matrix([");
    put_list(w, n, r->operand + n * n);
    vv_buffer_add(w->out, "]))");
}

static void put_call(writer *w, const vv_node_record *r) {
    static const char *const other[][2] = {{"abs", "Abs"}, {"min", "Min"}, {"max", "Max"}};
    const char *name = r->op;
    for (int i = 0; i < 3; i++)
        if (is(r, other[i][0])) name = other[i][1];
    vv_buffer_printf(w->out, "%s(", name);
    put_list(w, r->n, r->operand);
    vv_buffer_char(w->out, ')');
}

static void put_in_full(writer *w, const vv_node_record *r) {
    if (is(r, "number"))
        vv_buffer_add(w->out, r->text);
    else if (is(r, "symbol"))
        write_symbol(w->out, r->text);
    else if (is(r, "pi"))
        vv_buffer_add(w->out, "pi");
    else if (is(r, "none"))
        vv_buffer_add(w->out, "nan");
    else if (is(r, "add"))
        put_infix(w, r, " + ");
    else if (is(r, "mul"))
        put_infix(w, r, "*");
    else if (is(r, "pow"))
        put_infix(w, r, "**");
    else if (is(r, "<") || is(r, "<="))
        put_infix(w, r, is(r, "<") ? " < " : " <= ");
    else if (is(r, "piecewise"))
        put_piecewise(w, r);
    else if (is(r, "function"))
        put_function(w, r);
    else if (is(r, "solve"))
        put_solve(w, r);
    else if (is(r, "component"))
        put_operand(w, r->operand[0]), vv_buffer_printf(w->out, "[%s]", r->text);
    else
        put_call(w, r);
}

static void put(writer *w, uint32_t id) {
    if (w->name[id])
        vv_buffer_printf(w->out, "%s%u", w->prefix, w->name[id]);
    else
        put_in_full(w, w->t->node[id]);
}

/* ---- parts ---------------------------------------------------------------------------------- */

/* Which nodes get names: linear systems; what is used several times, if the whole is large. */
static bool choose_parts(writer *w, int n, const uint32_t *entry, int count,
                         const uint32_t *order) {
    double *size = VV_ARRAY(w->t->c, double, w->t->n + 1), total = 0;
    int *uses = VV_ARRAY(w->t->c, int, w->t->n + 1);
    uint32_t names = 0;
    if (!size || !uses) return false;
    for (int i = 0; i < count; i++) {
        const vv_node_record *r = w->t->node[order[i]];
        size[order[i]] = 1;
        for (int k = 0; k < r->n; k++) {
            size[order[i]] += size[r->operand[k]];
            uses[r->operand[k]]++;
        }
    }
    for (int i = 0; i < n; i++) total += size[entry[i]];
    for (int i = 0; i < count; i++) {
        const vv_node_record *r = w->t->node[order[i]];
        if (is(r, "solve") ||
            (total > LARGE && r->n > 0 && uses[order[i]] > 1 && !is(r, "<") && !is(r, "<=")))
            w->name[order[i]] = ++names;
    }
    return true;
}

vv_status vv_nodes_sympy(vv_node_table *t, int n, const uint32_t *entry, vv_buffer *out) {
    int count;
    const uint32_t *order = vv_nodes_order(t, n, entry, &count);
    writer w = {.t = t, .out = out, .prefix = "z", .name = VV_ARRAY(t->c, uint32_t, t->n + 1)};
    while (w.prefix && taken(t, w.prefix)) w.prefix = vv_format(t->c, "%sz", w.prefix);
    if (!order || !w.name || !w.prefix || !choose_parts(&w, n, entry, count, order))
        return vv_ctx_status(t->c);
    for (int i = 0; i < count; i++) {
        if (!w.name[order[i]]) continue;
        vv_buffer_printf(out, "%s%u = ", w.prefix, w.name[order[i]]);
        put_in_full(&w, t->node[order[i]]);
        vv_buffer_char(out, '\n');
    }
    for (int i = 0; i < n; i++) {
        if (i) vv_buffer_char(out, '\n');
        put(&w, entry[i]);
    }
    return vv_ctx_status(t->c);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void write_node(const vv_node_record *r, const int *place, vv_json *j) {
    vv_json_object(j);
    vv_json_field(j, "op", r->op);
    if (*r->text) vv_json_field(j, "text", r->text);
    if (r->n) {
        vv_json_key(j, "operands");
        vv_json_array(j);
        for (int i = 0; i < r->n; i++) vv_json_int(j, place[r->operand[i]]);
        vv_json_end_array(j);
    }
    vv_json_end_object(j);
}

vv_status vv_nodes_json(vv_node_table *t, int n, const uint32_t *entry, vv_buffer *out) {
    int count, *place = VV_ARRAY(t->c, int, t->n + 1);
    const uint32_t *order = vv_nodes_order(t, n, entry, &count);
    vv_json j;
    if (!order || !place) return vv_ctx_status(t->c);
    for (int i = 0; i < count; i++) place[order[i]] = i;
    vv_json_begin(&j, out);
    vv_json_object(&j);
    vv_json_key(&j, "nodes");
    vv_json_array(&j);
    for (int i = 0; i < count; i++) write_node(t->node[order[i]], place, &j);
    vv_json_end_array(&j);
    vv_json_key(&j, "entries");
    vv_json_array(&j);
    for (int i = 0; i < n; i++) vv_json_int(&j, place[entry[i]]);
    vv_json_end_array(&j);
    vv_json_end_object(&j);
    return vv_ctx_status(t->c);
}
