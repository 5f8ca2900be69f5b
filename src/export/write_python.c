/* A Python module: names, values, and one function per tape, whose first argument is the array
 * module. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "export/export.h"

/* ---- text ----------------------------------------------------------------------------------- */

/* Within one line of a comment. */
static void comment(vv_buffer *out, const char *text) {
    for (const char *p = text; *p; p++)
        vv_buffer_char(out, (unsigned char)*p < ' ' || *p == 0x7f ? ' ' : *p);
}

static void literal(vv_buffer *out, const char *text) {
    vv_buffer_char(out, '"');
    for (const char *p = text; *p; p++) {
        if (*p == '"' || *p == '\\') vv_buffer_char(out, '\\');
        vv_buffer_char(out, (unsigned char)*p < ' ' ? ' ' : *p);
    }
    vv_buffer_char(out, '"');
}

/* ---- one function --------------------------------------------------------------------------- */

typedef struct writer {
    const vv_export *e;
    const vv_tape *t;
    vv_buffer *out;
    const char **slot; /* what it holds at present */
    int nvalues, nsystems;
} writer;

/* clang-format off */
#define PY_COPY   "a"
#define PY_NEG    "-a"
#define PY_ADD    "a + b"
#define PY_SUB    "a - b"
#define PY_MUL    "a * b"
#define PY_DIV    "a / b"
#define PY_RECIP  "1.0 / a"
#define PY_MADD   "c + a * b"
#define PY_MSUB   "c - a * b"
#define PY_MSUBR  "a * b - c"
#define PY_SIN    "xp.sin(a)"
#define PY_COS    "xp.cos(a)"
#define PY_TAN    "xp.tan(a)"
#define PY_EXP    "xp.exp(a)"
#define PY_LOG    "xp.log(a)"
#define PY_SQRT   "xp.sqrt(a)"
#define PY_ASIN   "xp.arcsin(a)"
#define PY_ACOS   "xp.arccos(a)"
#define PY_ATAN   "xp.arctan(a)"
#define PY_SINH   "xp.sinh(a)"
#define PY_COSH   "xp.cosh(a)"
#define PY_TANH   "xp.tanh(a)"
#define PY_ABS    "xp.abs(a)"
#define PY_SIGN   "xp.sign(a)"
#define PY_POW    "a ** b"
#define PY_ATAN2  "xp.arctan2(a, b)"
#define PY_MIN    "xp.minimum(a, b)"
#define PY_MAX    "xp.maximum(a, b)"
#define PY_LESS   "xp.where(a < b, 1.0, xp.where(a >= b, 0.0, xp.nan))"
#define PY_LESSEQ "xp.where(a <= b, 1.0, xp.where(a > b, 0.0, xp.nan))"
#define PY_CHOOSE "xp.where(a == 0, c, xp.where(a == a, b, xp.nan))"
/* clang-format on */

static const char *const FORMULA[] = {
#define X(name, operands, value, text) PY_##name,
#include "evaluate/tape/operations.def"
#undef X
};

static const char *number(vv_ctx *c, double x) {
    vv_buffer b = VV_BUFFER(c);
    vv_export_number(x, "xp.nan", "xp.inf", &b);
    const char *text = vv_strdup(c, vv_buffer_text(&b));
    vv_buffer_free(&b);
    return text;
}

static const char *input(const writer *w, int k) {
    int nx = w->e->nx;
    return k == nx  ? "t"
           : k < nx ? vv_format(w->e->c, "x[%d]", k)
                    : vv_format(w->e->c, "p[%d]", k - nx - 1);
}

/* Operands in place of a, b, c. A power's base may be a negative number, which has brackets. */
static const char *formula(writer *w, vv_tape_op op, const vv_tape_instruction *i) {
    const uint32_t operand[3] = {i->a, i->b, i->c};
    vv_buffer b = VV_BUFFER(w->e->c);
    for (const char *p = FORMULA[op]; *p;) {
        size_t n = 0;
        while (isalnum((unsigned char)p[n]) || p[n] == '_') n++;
        if (n == 1 && *p >= 'a' && *p <= 'c')
            vv_buffer_add(&b, w->slot[operand[*p - 'a']]);
        else
            vv_buffer_add_n(&b, p, n ? n : 1);
        p += n ? n : 1;
    }
    const char *text = vv_strdup(w->e->c, vv_buffer_text(&b));
    vv_buffer_free(&b);
    return text;
}

/* A new variable with this value. */
static const char *define(writer *w, const char *value) {
    vv_buffer_printf(w->out, "    v%d = %s\n", w->nvalues, value ? value : "");
    return vv_format(w->e->c, "v%d", w->nvalues++);
}

static void list(writer *w, uint32_t n, const uint32_t *slot) {
    vv_buffer_char(w->out, '[');
    for (uint32_t k = 0; k < n; k++) {
        if (k) vv_buffer_add(w->out, ", ");
        vv_buffer_add(w->out, w->slot[slot[k]]);
    }
    vv_buffer_char(w->out, ']');
}

/* A matrix, or the solution for a right side; the matrix is known by its first slot. */
static void define_system(writer *w, const vv_tape_instruction *i) {
    const uint32_t *args = w->t->args + i->a;
    bool matrix = i->op == VV_TAPE_FACTOR;
    int name = w->nsystems++;
    vv_buffer_printf(w->out, "    s%d = ", name);
    if (!matrix) vv_buffer_printf(w->out, "_solve(xp, %u, %s, ", i->b, w->slot[i->c]);
    list(w, matrix ? i->b * i->b : i->b, args);
    vv_buffer_add(w->out, matrix ? "\n" : ")\n");
    if (matrix) w->slot[i->out] = vv_format(w->e->c, "s%d", name);
    for (uint32_t k = 0; !matrix && k < i->b; k++)
        w->slot[i->out + k] = vv_format(w->e->c, "s%d[%u]", name, k);
}

static void instruction(writer *w, const vv_tape_instruction *i) {
    vv_tape_op op = (vv_tape_op)i->op;
    if (op == VV_TAPE_FACTOR || op == VV_TAPE_SOLVE) {
        define_system(w, i);
    } else if (op == VV_TAPE_SINCOS) { /* the sine may overwrite the argument */
        const char *sine = define(w, formula(w, VV_TAPE_SIN, i));
        w->slot[i->b] = define(w, formula(w, VV_TAPE_COS, i));
        w->slot[i->out] = sine;
    } else {
        w->slot[i->out] = define(w, formula(w, op, i));
    }
}

static void function(const vv_export *e, const vv_export_function *f, vv_buffer *out) {
    const vv_tape *t = f->tape;
    vv_buffer body = VV_BUFFER(e->c);
    writer w = {.e = e, .t = t, .out = &body, .slot = VV_ARRAY(e->c, const char *, t->nslots + 1)};
    for (int k = 0; w.slot && k < t->nslots; k++) w.slot[k] = "";
    for (int k = 0; w.slot && k < t->nin; k++) w.slot[k] = input(&w, k);
    for (int k = 0; w.slot && k < t->nconstants; k++)
        w.slot[t->nin + k] = number(e->c, t->constant[k]);
    for (int k = 0; vv_ctx_ok(e->c) && k < t->ninstructions; k++)
        instruction(&w, &t->instruction[k]);
    if (vv_ctx_ok(e->c)) {
        vv_buffer_add(&body, "    return _stack(xp, ");
        list(&w, (uint32_t)t->nout, t->out);
        vv_buffer_printf(out,
                         "\n\ndef %s(xp, t, x, p):\n    \"\"\"%s; %s entries.\"\"\"\n"
                         "    t, x, p = xp.asarray(t), xp.asarray(x), xp.asarray(p)\n%s, x[0])\n",
                         f->name, f->text, f->size, vv_buffer_text(&body));
    }
    vv_buffer_free(&body);
}

/* ---- the module ----------------------------------------------------------------------------- */

static const char HELPERS[] =
    "\n\ndef _stack(xp, values, like=0.0):\n"
    "    arrays = [xp.asarray(v) for v in [*values, like]]\n"
    "    return xp.stack(xp.broadcast_arrays(*arrays)[:-1])\n"
    "\n\ndef _solve(xp, n, a, b):\n"
    "    \"\"\"The components of the solution of a x = b; a is row by row.\"\"\"\n"
    "    v = xp.moveaxis(_stack(xp, [*a, *b]), 0, -1)\n"
    "    a, b = v[..., :n * n].reshape(v.shape[:-1] + (n, n)), v[..., n * n:, None]\n"
    "    return list(xp.moveaxis(xp.linalg.solve(a, b)[..., 0], -1, 0))\n";

static void names(const vv_export *e, vv_buffer *out, const char *what, int n,
                  const vv_expr *symbol) {
    vv_buffer_printf(out, "%s = [", what);
    for (int i = 0; i < n; i++) {
        vv_buffer_add(out, i ? ", " : "");
        literal(out, vv_export_symbol(e->c, symbol[i]));
    }
    vv_buffer_add(out, "]\n");
}

static void values(const vv_export *e, vv_buffer *out) {
    vv_buffer_add(out, "DEFAULT = [");
    for (int i = 0; i < e->np; i++) {
        double x;
        vv_buffer_add(out, i ? ", " : "");
        vv_export_number(vv_export_parameter_default(e, i, &x) ? x : (double)NAN, "float(\"nan\")",
                         "float(\"inf\")", out);
    }
    vv_buffer_add(out, "]  # of P in the model; nan: it has no value there\n");
}

/* Parts of the model's motion that are not in the equations. */
static void absent(const vv_export *e, vv_buffer *out) {
    const vv_model *m = e->s->m;
    for (int i = 0; i < m->nrollings; i++) {
        const vv_rolling *k = &m->rolling[i];
        if (!k->has_friction && !k->resistance.id && !k->pivoting.id) continue;
        vv_buffer_add(out, "# Not in this file: friction. The ");
        comment(out, k->label);
        vv_buffer_add(out, " goes on whatever its reaction, and does not lift.\n");
    }
    for (int i = 0; i < m->nwhens; i++) {
        if (m->when[i].quiet) continue;
        vv_buffer_add(out, "# Not in this file: what happens when ");
        comment(out, m->when[i].text);
        vv_buffer_add(out, "\n");
    }
}

static void introduction(const vv_export *e, vv_buffer *out) {
    const char *title = e->s->m->title;
    vv_buffer_add(out, "# ");
    comment(out, title && *title ? title : e->prefix);
    vv_buffer_add(out, "\n# Equations of motion by the method ");
    comment(out, e->eq->method);
    vv_buffer_printf(
        out,
        ", written by visviva %s. SI units, radians.\n"
        "# Every function is f(xp, t, x, p): xp is the array module (numpy, or one like it), x "
        "the\n"
        "# state, p the parameters and inputs, in the order of X and P. Further axes of x, p, t "
        "are\n"
        "# kept: x of shape (NX, 100) is a hundred states. A singular matrix is a matter of\n"
        "# xp.linalg.solve.\n",
        VV_VERSION);
    absent(e, out);
}

void vv_export_write_python(const vv_export *e, vv_buffer *out) {
    const vv_equations *m = e->multipliers;
    vv_expr *state = VV_ARRAY(e->c, vv_expr, e->nx + 1),
            *parameter = VV_ARRAY(e->c, vv_expr, e->np + 1);
    if (!state || !parameter) return;
    for (int i = 0; i < e->nx; i++)
        state[i] = i < e->eq->nq ? e->eq->q[i] : e->eq->w[i - e->eq->nq];
    for (int i = 0; i < e->np; i++) parameter[i] = vv_export_parameter(e, i);
    introduction(e, out);
    vv_buffer_printf(out, "\nNQ, NX, NP = %d, %d, %d  # coordinates; with speeds; parameters\n",
                     e->eq->nq, e->nx, e->np);
    vv_buffer_printf(out, "NU = %d  # unknowns of the linear system\n", e->eq->nunknowns);
    vv_buffer_printf(out, "NFINITE, NROWS = %d, %d  # finite, and all constraints\n", e->nfinite,
                     e->nrows);
    vv_buffer_printf(out, "NLAMBDA = %d  # multipliers\n", m ? m->nmultipliers : 0);
    names(e, out, "X", e->nx, state);
    names(e, out, "P", e->np, parameter);
    values(e, out);
    vv_buffer_add(out, HELPERS);
    for (int i = 0; i < e->nfunctions; i++) function(e, &e->function[i], out);
}
