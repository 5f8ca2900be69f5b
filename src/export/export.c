#include "export/export.h"

#include <ctype.h>
#include <string.h>

#include "base/base.h"
#include "equations/equations.h"

static const vv_exporter EXPORTERS[] = {
#define X(name, title) {#name, title, vv_export_write_##name},
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

/* ---- functions ------------------------------------------------------------------------------ */

typedef struct builder {
    vv_ctx *c;
    vv_export *e;
    vv_expr *in;   /* x, t, p */
    vv_expr *rate; /* x' in x, t, p (nx) */
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
static void by_state(builder *b, int n, vv_expr *e) {
    const vv_equations *eq = b->e->eq;
    vv_subst(b->c, eq->nq, eq->qd, eq->rate, n, e, e);
}

static void add_motion(builder *b) {
    const vv_equations *eq = b->e->eq;
    int nq = eq->nq, nx = b->e->nx;
    vv_expr *solved = VV_ARRAY(b->c, vv_expr, eq->nunknowns + 1),
            *out = VV_MATRIX(b->c, vv_expr, nx, nx);
    if (!solved || !out) return;
    vv_equations_solve(b->c, eq, solved);
    memcpy(b->rate, eq->rate, (size_t)nq * sizeof *b->rate);
    memcpy(b->rate + nq, solved, (size_t)eq->n * sizeof *b->rate);
    add(b, "rates", "x', the right-hand side of the equations of motion", "NX", nx, b->rate);
    vv_subst(b->c, eq->n, eq->wd, solved, nq, eq->rate_rate, out);
    add(b, "accelerations", "q''", "NQ", nq, out);
    vv_jacobian(b->c, nx, b->rate, nx, b->in, out);
    add(b, "jacobian", "d(rates i)/d(x j), row by row", "NX * NX", nx * nx, out);
}

static void add_inertia(builder *b) {
    const vv_equations *eq = b->e->eq;
    const vv_system *s = b->e->s;
    int nq = s->nq, nu = eq->nunknowns;
    vv_expr *gradient = VV_ARRAY(b->c, vv_expr, nq + 1), *mass = VV_MATRIX(b->c, vv_expr, nq, nq),
            *system = VV_ARRAY(b->c, vv_expr, nu * nu + nu + 1), energy[2] = {s->T, s->U};
    if (!gradient || !mass || !system) return;
    vv_gradient(b->c, s->T, nq, s->qd, gradient);
    vv_jacobian(b->c, nq, gradient, nq, s->qd, mass);
    by_state(b, nq * nq, mass);
    add(b, "mass_matrix", "M(q), row by row, with all coordinates free: 2 T = q' M q' + ...",
        "NQ * NQ", nq * nq, mass);
    memcpy(system, eq->matrix, (size_t)(nu * nu) * sizeof *system);
    memcpy(system + nu * nu, eq->rhs, (size_t)nu * sizeof *system);
    add(b, "system",
        "A, row by row, then b: A (w', retained multipliers) = b determines the motion",
        "NU * NU + NU", nu * nu + nu, system);
    by_state(b, 2, energy);
    add(b, "energies", "T, then the force function U", "2", 2, energy);
}

static void add_constraints(builder *b) {
    const vv_system *s = b->e->s;
    int rows = s->nrows + s->servo.r, n = 0;
    vv_expr *out = VV_ARRAY(b->c, vv_expr, 2 * rows + 1);
    b->e->row = VV_ARRAY(b->c, const vv_constraint_row *, rows + 1);
    if (!out || !b->e->row || !rows) return;
    b->e->nrows = rows;
    for (int r = 0; r < rows; r++)
        b->e->row[r] = r < s->nrows ? &s->row[r] : &s->servo.row[r - s->nrows];
    for (int r = 0; r < rows; r++)
        if (!vv_is_poison(b->e->row[r]->finite)) out[n++] = b->e->row[r]->finite;
    b->e->nfinite = n;
    for (int r = 0; r < rows; r++) out[n++] = b->e->row[r]->velocity;
    by_state(b, n, out);
    add(b, "constraints",
        "residuals, 0 along a motion: first of the holonomic constraints, then of all velocity "
        "constraints",
        "NFINITE + NROWS", n, out);
}

/* Multipliers in terms of the state: their record may have other speeds. */
static void add_multipliers(builder *b) {
    const vv_equations *eq = b->e->multipliers;
    if (!eq || !eq->nmultipliers) return;
    int n = eq->nmultipliers;
    vv_expr *solved = VV_ARRAY(b->c, vv_expr, eq->nunknowns + 1),
            *force = VV_ARRAY(b->c, vv_expr, eq->nq + 1);
    if (!solved || !force) return;
    bool acts = true; /* each as a generalized force */
    vv_equations_solve(b->c, eq, solved);
    if (eq != b->e->eq) {
        vv_subst(b->c, eq->n, eq->w, eq->speed, eq->nunknowns, solved, solved);
        by_state(b, eq->nunknowns, solved);
    }
    add(b, "multipliers", "the multipliers of the constraints", "NLAMBDA", n, solved + eq->n);
    for (int a = 0; a < eq->nq; a++) {
        force[a] = VV_ZERO;
        for (int i = 0; i < n && (acts &= eq->row_of_lambda && eq->row_of_lambda[i]); i++)
            force[a] = vv_add(b->c, force[a],
                              vv_mul(b->c, solved[eq->n + i], eq->row_of_lambda[i]->column[a]));
    }
    by_state(b, eq->nq, force);
    if (acts)
        add(b, "reactions", "their generalized forces with respect to q", "NQ", eq->nq, force);
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
    builder b = {c, out, VV_ARRAY(c, vv_expr, nx + 1 + np), VV_ARRAY(c, vv_expr, nx), NULL};
    *out = (vv_export){.c = c, .s = s, .eq = eq, .multipliers = multipliers, .nx = nx, .np = np};
    out->prefix = prefix_from(c, name ? name : s->m->file ? s->m->file : "model");
    if (!b.in || !b.rate || !out->prefix) return vv_ctx_status(c);
    vv_parameter_values_from_model(c, s->m, &out->defaults);
    for (int i = 0; i < nx; i++) b.in[i] = i < eq->nq ? eq->q[i] : eq->w[i - eq->nq];
    b.in[nx] = s->m->t;
    for (int i = 0; i < np; i++) b.in[nx + 1 + i] = vv_export_parameter(out, i);
    add_motion(&b);
    add_inertia(&b);
    add_constraints(&b);
    add_multipliers(&b);
    return refuse(&b);
}
