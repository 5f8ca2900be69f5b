/* A C99 file: constants, names, one function per tape, and a small main for trying it out. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export/export.h"

/* ---- text ----------------------------------------------------------------------------------- */

/* Inside a comment: splits character sequences that would begin or end one, or form a trigraph. */
static void comment(vv_buffer *out, const char *text) {
    for (const char *p = text; *p; p++) {
        bool part = (p[0] == '*' && p[1] == '/') || (p[0] == '/' && p[1] == '*') ||
                    (p[0] == '?' && p[1] == '?') || (p[0] == '\\' && !p[1]);
        vv_buffer_char(out, (unsigned char)*p < ' ' ? ' ' : *p);
        if (part) vv_buffer_char(out, ' ');
    }
}

static void literal(vv_buffer *out, const char *text) {
    vv_buffer_char(out, '"');
    for (const char *p = text; *p; p++) {
        if (*p == '"' || *p == '\\' || *p == '?') vv_buffer_char(out, '\\');
        vv_buffer_char(out, (unsigned char)*p < ' ' ? ' ' : *p);
    }
    vv_buffer_char(out, '"');
}

static void number(vv_buffer *out, double x) { vv_export_number(x, "NAN", "HUGE_VAL", out); }

/* ---- one function --------------------------------------------------------------------------- */

/* The current contents of a slot. */
typedef struct holds {
    enum { INPUT, CONSTANT, VALUE, COMPONENT } kind;
    uint32_t index, component;
} holds;

typedef struct writer {
    const vv_export *e;
    const vv_tape *t;
    vv_buffer *out;
    holds *slot;
    uint32_t nvalues, nvectors;
} writer;

static void operand(writer *w, uint32_t slot) {
    const holds *h = &w->slot[slot];
    uint32_t nx = (uint32_t)w->e->nx;
    switch (h->kind) {
    case INPUT:
        if (h->index == nx)
            vv_buffer_add(w->out, "t");
        else
            vv_buffer_printf(w->out, h->index < nx ? "x[%u]" : "p[%u]",
                             h->index < nx ? h->index : h->index - nx - 1);
        break;
    case CONSTANT: number(w->out, w->t->constant[h->index]); break;
    case VALUE: vv_buffer_printf(w->out, "v%u", h->index); break;
    case COMPONENT: vv_buffer_printf(w->out, "s%u[%u]", h->index, h->component); break;
    }
}

static const char *const FORMULA[] = {
#define X(name, operands, value, text) #value,
#include "evaluate/tape/operations.def"
#undef X
};

/* The C text of the table row with the operands in place of a, b, c. */
static void formula(writer *w, vv_tape_op op, const uint32_t slots[3]) {
    for (const char *p = FORMULA[op]; *p;) {
        size_t n = 0;
        while (isalnum((unsigned char)p[n]) || p[n] == '_') n++;
        if (n == 1 && *p >= 'a' && *p <= 'c')
            operand(w, slots[*p - 'a']);
        else
            vv_buffer_add_n(w->out, p, n ? n : 1);
        p += n ? n : 1;
    }
}

static void define(writer *w, uint32_t slot, vv_tape_op op, const uint32_t slots[3]) {
    vv_buffer_printf(w->out, "    const double v%u = ", w->nvalues);
    formula(w, op, slots);
    vv_buffer_add(w->out, ";\n");
    w->slot[slot] = (holds){VALUE, w->nvalues++, 0};
}

/* sin, then cos: the first may overwrite the argument. */
static void define_both(writer *w, const vv_tape_instruction *i) {
    holds argument = w->slot[i->a];
    define(w, i->out, VV_TAPE_SIN, (uint32_t[3]){i->a, i->a, i->a});
    holds sine = w->slot[i->out];
    w->slot[i->a] = argument;
    define(w, i->b, VV_TAPE_COS, (uint32_t[3]){i->a, i->a, i->a});
    w->slot[i->out] = sine;
}

static void define_vector(writer *w, const vv_tape_instruction *i, uint32_t n, uint32_t room) {
    const uint32_t *args = w->t->args + i->a;
    uint32_t v = w->nvectors++;
    vv_buffer_printf(w->out, "    double s%u[%u];\n", v, room);
    for (uint32_t k = 0; k < n; k++) {
        vv_buffer_printf(w->out, "    s%u[%u] = ", v, k);
        operand(w, args[k]);
        vv_buffer_add(w->out, ";\n");
    }
    if (i->op == VV_TAPE_FACTOR)
        vv_buffer_printf(w->out, "    factor(%u, s%u, s%u + %u);\n", i->b, v, v, n);
    else
        vv_buffer_printf(w->out, "    solve(%u, s%u, s%u + %u, s%u);\n", i->b, w->slot[i->c].index,
                         w->slot[i->c].index, i->b * i->b, v);
    for (uint32_t k = 0; k < room; k++) w->slot[i->out + k] = (holds){COMPONENT, v, k};
}

static void instruction(writer *w, const vv_tape_instruction *i) {
    vv_tape_op op = (vv_tape_op)i->op;
    if (op == VV_TAPE_SINCOS)
        define_both(w, i);
    else if (op == VV_TAPE_FACTOR)
        define_vector(w, i, i->b * i->b, i->b * i->b + i->b);
    else if (op == VV_TAPE_SOLVE)
        define_vector(w, i, i->b, i->b);
    else
        define(w, i->out, op, (uint32_t[3]){i->a, i->b, i->c});
}

static void head(const vv_export *e, const vv_export_function *f, vv_buffer *out) {
    vv_buffer_printf(out, "void %s_%s(const double p[], double t, const double x[], double out[])",
                     e->prefix, f->name);
}

static void function(const vv_export *e, const vv_export_function *f, vv_buffer *out) {
    vv_mark mark = vv_arena_mark(e->c);
    const vv_tape *t = f->tape;
    writer w = {e, t, out, VV_ARRAY(e->c, holds, t->nslots + 1), 0, 0};
    if (!w.slot) return;
    for (int k = 0; k < t->nin; k++) w.slot[k] = (holds){INPUT, (uint32_t)k, 0};
    for (int k = 0; k < t->nconstants; k++) w.slot[t->nin + k] = (holds){CONSTANT, (uint32_t)k, 0};
    vv_buffer_add(out, "\n");
    head(e, f, out);
    vv_buffer_add(out, " {\n    (void)p, (void)t, (void)x;\n");
    for (int k = 0; k < t->ninstructions; k++) instruction(&w, &t->instruction[k]);
    for (int k = 0; k < t->nout; k++) {
        vv_buffer_printf(out, "    out[%d] = ", k);
        operand(&w, t->out[k]);
        vv_buffer_add(out, ";\n");
    }
    vv_buffer_add(out, "}\n");
    vv_arena_release(e->c, mark);
}

/* ---- linear systems ------------------------------------------------------------------------- */

/* As vv_lu_factor and vv_lu_solve of evaluate/tape/interpret.c, to the last bit. */
static const char FACTOR_TEXT[] =
    "\n/* LU with partial pivoting in place, row by row; a singular matrix answers NaN. */\n"
    "static void factor(int n, double *a, double *pivot) {\n"
    "    int i, j, k, r, regular = 1;\n"
    "    for (k = 0; k < n; k++) {\n"
    "        double inverse, x;\n"
    "        r = k;\n"
    "        for (i = k + 1; i < n; i++)\n"
    "            if (fabs(a[i * n + k]) > fabs(a[r * n + k])) r = i;\n"
    "        pivot[k] = r;\n"
    "        for (j = 0; r != k && j < n; j++)\n"
    "            x = a[k * n + j], a[k * n + j] = a[r * n + j], a[r * n + j] = x;\n"
    "        if (!(fabs(a[k * n + k]) > 0)) regular = 0;\n"
    "        inverse = 1.0 / a[k * n + k];\n"
    "        for (i = k + 1; i < n; i++) {\n"
    "            const double f = a[i * n + k] * inverse;\n"
    "            if (a[i * n + k] == 0) continue;\n"
    "            a[i * n + k] = f;\n"
    "            for (j = k + 1; j < n; j++) a[i * n + j] -= f * a[k * n + j];\n"
    "        }\n"
    "        a[k * n + k] = inverse;\n"
    "    }\n"
    "    for (k = 0; !regular && k < n; k++) a[k * n + k] = NAN, pivot[k] = k;\n"
    "}\n";
static const char SOLVE_TEXT[] =
    "\nstatic void solve(int n, const double *lu, const double *pivot, double *x) {\n"
    "    int i, j;\n"
    "    for (i = 0; i < n; i++) {\n"
    "        const int r = (int)pivot[i];\n"
    "        const double y = x[r];\n"
    "        x[r] = x[i], x[i] = y;\n"
    "    }\n"
    "    for (i = 1; i < n; i++)\n"
    "        for (j = 0; j < i; j++) x[i] -= lu[i * n + j] * x[j];\n"
    "    for (i = n - 1; i >= 0; i--) {\n"
    "        for (j = n - 1; j > i; j--) x[i] -= lu[i * n + j] * x[j];\n"
    "        x[i] *= lu[i * n + i];\n"
    "    }\n"
    "}\n";

/* ---- the file ------------------------------------------------------------------------------- */

static void list_symbols(const vv_export *e, vv_buffer *out, const char *array, int first, int n,
                         const vv_expr *symbol, const char *text) {
    for (int i = 0; i < n; i++) {
        vv_buffer_printf(out, " *   %s[%d]  ", array, first + i);
        comment(out, vv_export_symbol(e->c, symbol[i]));
        vv_buffer_printf(out, "%s\n", text);
    }
}

/* Constraints that follow from the others wherever those are independent. Where they are not,
 * these determine the motion, which only a rank computation can detect
 * (simulate/formulation/dynamics.h). */
static void list_redundant(const vv_system *s, vv_buffer *out) {
    bool any = false;
    for (int i = 0; i < s->nfindings; i++) {
        if (s->finding[i].kind != VV_FINDING_REDUNDANT) continue;
        vv_buffer_add(out, " *   not in this file  ");
        comment(out, s->m->constraint[s->finding[i].constraint].label);
        vv_buffer_add(out, "\n");
        any = true;
    }
    if (any)
        vv_buffer_add(out,
                      " * What is not in this file follows from the others; where these depend "
                      "on each other,\n *   matrices are singular and the functions that "
                      "solve with them answer NaN.\n");
}

static void list_rows(const vv_export *e, vv_buffer *out) {
    int finite = 0;
    if (e->nrows) vv_buffer_add(out, " * Constraints\n");
    for (int r = 0; r < e->nrows; r++) {
        const vv_constraint_row *row = e->row[r];
        vv_buffer_add(out, " *   ");
        if (!vv_is_poison(row->finite)) vv_buffer_printf(out, "out[%d], rate ", finite++);
        vv_buffer_printf(out, "out[%d]  ", e->nfinite + r);
        comment(out, row->label ? row->label : "");
        vv_buffer_add(out, "\n");
    }
    list_redundant(e->s, out);
}

/* Parts of the model's motion that are not in the equations: contact modes, events. */
static void list_absent(const vv_export *e, vv_buffer *out) {
    const vv_model *m = e->s->m;
    for (int i = 0; i < m->nrollings; i++) {
        const vv_rolling *k = &m->rolling[i];
        if (!k->has_friction && !k->resistance.id && !k->pivoting.id) continue;
        vv_buffer_add(out, " * Not in this file: friction. The ");
        comment(out, k->label);
        vv_buffer_add(out, " goes on\n"
                           " *   whatever its reaction, without loss, and the contact does not "
                           "lift.\n");
    }
    for (int i = 0; i < m->nwhens; i++) {
        if (m->when[i].quiet) continue;
        vv_buffer_add(out, " * Not in this file: what happens when ");
        comment(out, m->when[i].text);
        vv_buffer_add(out, "\n");
    }
}

static void introduction(const vv_export *e, vv_buffer *out) {
    const vv_system *s = e->s;
    vv_buffer_add(out, "/* ");
    comment(out, s->m->title && *s->m->title ? s->m->title : e->prefix);
    vv_buffer_add(out, "\n *\n * Equations of motion by the method ");
    comment(out, e->eq->method);
    vv_buffer_printf(out,
                     ", written by visviva %s. SI units, radians.\n"
                     " * Every function is  out = f(p, t, x); out and x are different arrays, "
                     "nothing else is kept.\n"
                     " * Compile with: cc -std=c99 -O2 -c FILE; with -D%s_MAIN ... -lm it is a "
                     "program that\n"
                     " * reads t and x from standard input and prints every function there.\n *\n"
                     " * State x: coordinates q, then speeds w\n",
                     VV_VERSION, e->prefix);
    list_symbols(e, out, "x", 0, e->eq->nq, e->eq->q, "");
    list_symbols(e, out, "x", e->eq->nq, e->eq->n, e->eq->w, "  (speed)");
    vv_buffer_add(out, " * Parameters p\n");
    for (int i = 0; i < e->np; i++) {
        double x;
        vv_expr symbol = vv_export_parameter(e, i);
        list_symbols(e, out, "p", i, 1, &symbol,
                     i >= s->m->nparameters                  ? "  (input)"
                     : vv_export_parameter_default(e, i, &x) ? ""
                                                             : "  (no value in the model: set it)");
    }
    list_rows(e, out);
    list_absent(e, out);
    vv_buffer_add(out, " */\n#include <math.h>\n#include <stddef.h>\n");
}

static void sizes(const vv_export *e, vv_buffer *out) {
    const vv_equations *m = e->multipliers;
    const char *p = e->prefix;
    vv_buffer_printf(out, "\nenum {\n    %s_NQ = %d, /* coordinates */\n", p, e->eq->nq);
    vv_buffer_printf(out, "    %s_NW = %d, /* speeds */\n", p, e->eq->n);
    vv_buffer_printf(out, "    %s_NX = %d, /* state: NQ + NW */\n", p, e->nx);
    vv_buffer_printf(out, "    %s_NP = %d, /* parameters */\n", p, e->np);
    vv_buffer_printf(out, "    %s_NU = %d, /* unknowns of the linear system */\n", p,
                     e->eq->nunknowns);
    vv_buffer_printf(out, "    %s_NFINITE = %d, /* finite constraints */\n", p, e->nfinite);
    vv_buffer_printf(out, "    %s_NROWS = %d, /* all constraints */\n", p, e->nrows);
    vv_buffer_printf(out, "    %s_NLAMBDA = %d /* multipliers */\n};\n", p,
                     m ? m->nmultipliers : 0);
}

static void names(const vv_export *e, vv_buffer *out, const char *what, int n,
                  const vv_expr *symbol) {
    vv_buffer_printf(out, "const char *const %s_%s_name[] = {", e->prefix, what);
    for (int i = 0; i < n; i++) {
        literal(out, vv_export_symbol(e->c, symbol[i]));
        vv_buffer_add(out, ", ");
    }
    vv_buffer_add(out, "NULL};\n");
}

static void tables(const vv_export *e, vv_buffer *out) {
    const vv_equations *m = e->multipliers;
    vv_expr *state = VV_ARRAY(e->c, vv_expr, e->nx + 1),
            *parameter = VV_ARRAY(e->c, vv_expr, e->np + 1);
    if (!state || !parameter) return;
    for (int i = 0; i < e->nx; i++)
        state[i] = i < e->eq->nq ? e->eq->q[i] : e->eq->w[i - e->eq->nq];
    for (int i = 0; i < e->np; i++) parameter[i] = vv_export_parameter(e, i);
    vv_buffer_add(out, "\n/* Names end with NULL, as the model writes them (UTF-8). */\n");
    names(e, out, "x", e->nx, state);
    names(e, out, "p", e->np, parameter);
    names(e, out, "lambda", m ? m->nmultipliers : 0, m ? m->lambda : NULL);
    vv_buffer_printf(out, "\nconst double %s_default[] = { /* values of p in the model */\n",
                     e->prefix);
    for (int i = 0; i < e->np; i++) {
        double x;
        vv_buffer_add(out, "    ");
        number(out, vv_export_parameter_default(e, i, &x) ? x : (double)NAN);
        vv_buffer_add(out, ", /* ");
        comment(out, vv_export_symbol(e->c, parameter[i]));
        vv_buffer_add(out, " */\n");
    }
    vv_buffer_add(out, "    0.0 /* not used */\n};\n");
}

static void declarations(const vv_export *e, vv_buffer *out) {
    vv_buffer_add(out, "\n");
    for (int i = 0; i < e->nfunctions; i++) {
        vv_buffer_printf(out, "/* %s: %s */\n", e->function[i].size, e->function[i].text);
        head(e, &e->function[i], out);
        vv_buffer_add(out, ";\n");
    }
}

static void program(const vv_export *e, vv_buffer *out) {
    const char *p = e->prefix;
    int most = 1;
    for (int i = 0; i < e->nfunctions; i++)
        if (e->function[i].tape->nout > most) most = e->function[i].tape->nout;
    vv_buffer_printf(
        out,
        "\n#ifdef %s_MAIN\n#include <stdio.h>\n\n"
        "typedef void function(const double p[], double t, const double x[], double out[]);\n\n"
        "static void show(const char *name, function *f, int n, double t, const double x[]) {\n"
        "    static double out[%d];\n"
        "    int i;\n"
        "    f(%s_default, t, x, out);\n"
        "    printf(\"%%s\", name);\n"
        "    for (i = 0; i < n; i++) printf(\" %%.17g\", out[i]);\n"
        "    printf(\"\\n\");\n"
        "}\n\n"
        "int main(void) {\n"
        "    double t, x[%s_NX];\n"
        "    int i;\n"
        "    while (scanf(\"%%lf\", &t) == 1) {\n"
        "        for (i = 0; i < %s_NX; i++)\n"
        "            if (scanf(\"%%lf\", &x[i]) != 1) return 1;\n",
        p, most, p, p, p);
    for (int i = 0; i < e->nfunctions; i++)
        vv_buffer_printf(out, "        show(\"%s\", %s_%s, %d, t, x);\n", e->function[i].name, p,
                         e->function[i].name, e->function[i].tape->nout);
    vv_buffer_add(out, "    }\n    return 0;\n}\n#endif\n");
}

void vv_export_write_c(const vv_export *e, vv_buffer *out) {
    bool factors = false, solves = false;
    for (int i = 0; i < e->nfunctions; i++)
        factors |= e->function[i].tape->nfactors > 0, solves |= e->function[i].tape->nsolves > 0;
    introduction(e, out);
    sizes(e, out);
    tables(e, out);
    declarations(e, out);
    if (factors) vv_buffer_add(out, FACTOR_TEXT);
    if (solves) vv_buffer_add(out, SOLVE_TEXT);
    for (int i = 0; i < e->nfunctions; i++) function(e, &e->function[i], out);
    program(e, out);
}
