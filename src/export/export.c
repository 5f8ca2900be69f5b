#include "export/export.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "equations/equations.h"
#include "export/quantities.h"

static const vv_exporter EXPORTERS[] = {
#define X(name, ending, title) {#name, ending, title, vv_export_write_##name},
#include "export/exports.def"
#undef X
};

const vv_exporter *vv_exporter_at(int i) {
    return i >= 0 && i < (int)(sizeof EXPORTERS / sizeof *EXPORTERS) ? &EXPORTERS[i] : NULL;
}

const vv_exporter *vv_exporter_find(const char *name) {
    for (int i = 0; vv_exporter_at(i); i++)
        if (!strcmp(EXPORTERS[i].name, name)) return &EXPORTERS[i];
    return NULL;
}

/* ---- names ---------------------------------------------------------------------------------- */

const char *vv_export_symbol(vv_ctx *c, vv_expr symbol) {
    static const char *const primes[] = {"", "'", "''", "'''"};
    const vv_symbol *s = vv_symbol_get(c, symbol);
    const char *text = s ? vv_format(c, "%s%s", s->name, primes[s->order & 3]) : NULL;
    return text ? text : "?";
}

vv_expr vv_export_parameter(const vv_export *e, int i) {
    const vv_model *m = e->s->m;
    return i < m->nparameters ? m->parameter[i].symbol : m->input[i - m->nparameters];
}

bool vv_export_parameter_default(const vv_export *e, int i, double *out) {
    *out = 0;
    if (i >= e->s->m->nparameters) return true; /* an input: zero for the unforced system */
    for (int k = 0; k < e->defaults.n; k++)
        if (vv_same(e->defaults.symbol[k], vv_export_parameter(e, i))) {
            *out = e->defaults.value[k];
            return true;
        }
    return false;
}

/* "models/book/hoop.vv" -> "hoop": an identifier of ASCII letters, digits and '_'. */
static const char *prefix_from(vv_ctx *c, const char *path) {
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path,
               *dot = strrchr(base, '.');
    size_t n = dot && dot > base ? (size_t)(dot - base) : strlen(base);
    char *out = vv_format(c, "%s%.*s", isalpha((unsigned char)*base) ? "" : "model_", (int)n, base);
    for (char *p = out; p && *p; p++)
        if (!isalnum((unsigned char)*p)) *p = '_';
    return out;
}

void vv_export_number(double x, const char *nan, const char *infinity, vv_buffer *out) {
    if (isnan(x)) {
        vv_buffer_add(out, nan);
        return;
    }
    if (isinf(x)) {
        vv_buffer_printf(out, x > 0 ? "%s" : "(-%s)", infinity);
        return;
    }
    char text[40];
    snprintf(text, sizeof text, "%.15g", fabs(x));
    if (strtod(text, NULL) != fabs(x)) snprintf(text, sizeof text, "%.17g", fabs(x));
    /* the host program may have set a locale with another decimal separator */
    for (char *p = text; *p; p++)
        if (*p == ',') *p = '.';
    const char *point = strpbrk(text, ".e") ? "" : ".0";
    vv_buffer_printf(out, signbit(x) ? "(-%s%s)" : "%s%s", text, point);
}

/* ---- functions ------------------------------------------------------------------------------ */

typedef struct builder {
    vv_ctx *c;
    vv_export *e;
    vv_expr *in; /* x, t, p */
    vv_quantity_source k;
    const char *why;
} builder;

static void add(builder *b, const char *name, const char *text, const char *size, int nout,
                const vv_expr *out) {
    vv_export *e = b->e;
    if (!vv_ctx_ok(b->c)) return;
    vv_tape_plan plan = {.nin = e->nx + 1 + e->np, .in = b->in, .nout = nout, .out = out};
    const vv_tape *tape = vv_tape_build(b->c, &plan, &b->why);
    if (tape) e->function[e->nfunctions++] = (vv_export_function){name, text, size, tape};
}

/* Replaces velocities q' by the speeds w of the state. */
static void by_state(builder *b, vv_quantity_matrix *m) {
    const vv_equations *eq = b->e->eq;
    vv_subst(b->c, eq->nq, eq->qd, eq->rate, m->rows * m->columns, m->entry, m->entry);
}

/* A quantity of quantities.def; empty if there is none. */
static vv_quantity_matrix get(builder *b, const char *name) {
    vv_quantity_matrix m;
    if (vv_quantity_get(&b->k, vv_quantity_find(name), &m) != VV_OK || !m.entry)
        m = (vv_quantity_matrix){0};
    return m;
}

/* Two quantities, one after the other, in terms of the state. */
static void add_pair(builder *b, const char *name, const char *text, const char *size,
                     const char *first, const char *second) {
    vv_quantity_matrix p = get(b, first), q = get(b, second);
    int np = p.rows * p.columns, nq = q.rows * q.columns;
    vv_quantity_matrix all = {np + nq, 1, VV_ARRAY(b->c, vv_expr, np + nq + 1)};
    if (!all.entry || !vv_ctx_ok(b->c)) return;
    if (np) memcpy(all.entry, p.entry, (size_t)np * sizeof *p.entry);
    if (nq) memcpy(all.entry + np, q.entry, (size_t)nq * sizeof *q.entry);
    by_state(b, &all);
    if (np + nq) add(b, name, text, size, np + nq, all.entry);
}

static void add_motion(builder *b) {
    int nq = b->e->eq->nq, nx = b->e->nx;
    vv_quantity_matrix rates = get(b, "rates"), accelerations = get(b, "accelerations");
    vv_expr *out = VV_MATRIX(b->c, vv_expr, nx, nx);
    if (!out || !rates.entry || !accelerations.entry) return;
    add(b, "rates", "x', the right-hand side of the equations of motion", "NX", nx, rates.entry);
    add(b, "accelerations", "q''", "NQ", nq, accelerations.entry);
    vv_jacobian(b->c, nx, rates.entry, nx, b->in, out);
    add(b, "jacobian", "d(rates i)/d(x j), row by row", "NX * NX", nx * nx, out);
}

static void add_inertia(builder *b) {
    vv_quantity_matrix mass = get(b, "inertia");
    if (!mass.entry) return;
    by_state(b, &mass);
    add(b, "mass_matrix", "M(q), row by row, with all coordinates free: 2 T = q' M q' + ...",
        "NQ * NQ", mass.rows * mass.columns, mass.entry);
    add_pair(b, "system",
             "A, row by row, then b: A (w', retained multipliers) = b determines the motion",
             "NU * NU + NU", "left", "right");
    add_pair(b, "energies", "T, then the force function U", "2", "kinetic_energy",
             "force_function");
}

static void add_constraints(builder *b) {
    const vv_system *s = b->e->s;
    int rows = s->nrows + s->servo.r;
    b->e->row = VV_ARRAY(b->c, const vv_constraint_row *, rows + 1);
    if (!b->e->row || !rows) return;
    b->e->nrows = rows;
    for (int r = 0; r < rows; r++)
        b->e->row[r] = r < s->nrows ? &s->row[r] : &s->servo.row[r - s->nrows];
    b->e->nfinite = get(b, "configuration_constraints").rows;
    add_pair(b, "constraints",
             "residuals, 0 along a motion: first of the holonomic constraints, then of all "
             "velocity constraints",
             "NFINITE + NROWS", "configuration_constraints", "velocity_constraints");
}

static void add_multipliers(builder *b) {
    const vv_equations *eq = b->e->multipliers;
    if (!eq || !eq->nmultipliers) return;
    vv_quantity_matrix lambda = get(b, "multipliers"), force = get(b, "reactions");
    if (!lambda.entry) return;
    if (eq != b->e->eq) by_state(b, &lambda);
    add(b, "multipliers", "the multipliers of the constraints", "NLAMBDA", lambda.rows,
        lambda.entry);
    if (!force.entry) return;
    by_state(b, &force);
    add(b, "reactions", "their generalized forces with respect to q", "NQ", force.rows,
        force.entry);
}

static vv_status refuse(builder *b) {
    if (b->why && vv_ctx_status(b->c) == VV_E_BEYOND)
        vv_diag_add(b->c, VV_ERROR, VV_D_NOT_EVALUABLE, (vv_span){0},
                    "the motion cannot be computed: %s", b->why);
    return vv_ctx_status(b->c);
}

vv_status vv_export_build(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                          const vv_equations *multipliers, const char *name, vv_export *out) {
    int nx = eq->nq + eq->n, np = s->m->nparameters + s->m->ninputs;
    builder b = {c, out, VV_ARRAY(c, vv_expr, nx + 1 + np), {0}, NULL};
    *out = (vv_export){.c = c, .s = s, .eq = eq, .multipliers = multipliers, .nx = nx, .np = np};
    out->prefix = prefix_from(c, name ? name : s->m->file ? s->m->file : "model");
    if (!b.in || !out->prefix) return vv_ctx_status(c);
    vv_parameter_values_from_model(c, s->m, &out->defaults);
    for (int i = 0; i < nx; i++) b.in[i] = i < eq->nq ? eq->q[i] : eq->w[i - eq->nq];
    b.in[nx] = s->m->t;
    for (int i = 0; i < np; i++) b.in[nx + 1 + i] = vv_export_parameter(out, i);
    b.k = (vv_quantity_source){
        .c = c, .s = s, .state = VV_STATE_FREE, .motion = eq, .form = eq, .free = multipliers};
    add_motion(&b);
    add_inertia(&b);
    add_constraints(&b);
    add_multipliers(&b);
    return refuse(&b);
}
