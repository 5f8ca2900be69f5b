/* Building the dynamics: tapes, jets, matrices. */
#include "simulate/formulation/dynamics.h"

#include <math.h>
#include <string.h>

#include "kinematics/kinematics.h"
#include "simulate/diagnostics.h"
#include "simulate/formulation/variational.h"
#include "simulate/formulation/virtual_work.h"

/* ---- tapes ---------------------------------------------------------------------------------- */

/* Names each parameter that the expressions need and that has no value. */
static bool values_known(const vv_dynamics *f, int n, const vv_expr *out) {
    int count = 0, errors = 0;
    vv_expr *symbol = vv_expr_symbols(f->c, n, out, &count);
    for (int i = 0; symbol && i < count; i++) {
        const vv_symbol *s = vv_symbol_get(f->c, symbol[i]);
        bool known = s->kind != VV_SYM_PARAMETER;
        for (int k = 0; k < f->fixed.n && !known; k++)
            known = vv_same(f->fixed.symbol[k], symbol[i]);
        if (known) continue;
        vv_span span = {0};
        for (int k = 0; k < f->s->m->nparameters; k++)
            if (vv_same(f->s->m->parameter[k].symbol, symbol[i])) span = f->s->m->parameter[k].span;
        vv_diag_hint(f->c,
                     vv_diag_add(f->c, VV_ERROR, VV_D_NO_VALUE, span,
                                 "the parameter '%s' has no value", s->name),
                     "write parameter %s = 1, or --set %s=1", s->name, s->name);
        errors++;
    }
    if (errors) vv_ctx_fail(f->c, VV_E_MODEL);
    return vv_ctx_ok(f->c);
}

static vv_tape *tape_of(const vv_dynamics *f, int nin, const vv_expr *in, int nout,
                        const vv_expr *out) {
    const char *why = NULL;
    if (!vv_ctx_ok(f->c)) return NULL;
    vv_tape_plan plan = {nin, in, f->fixed.n, f->fixed.symbol, f->fixed.value, nout, out};
    vv_tape *t = vv_tape_build(f->c, &plan, &why);
    if (t || !why) return t;
    vv_ctx_clear_failure(f->c); /* names all missing values, not only the first */
    if (!values_known(f, nout, out)) return NULL;
    vv_ctx_fail(f->c, VV_E_BEYOND);
    vv_diag_add(f->c, VV_ERROR, VV_D_NOT_EVALUABLE, (vv_span){0}, "%s", why);
    return NULL;
}

/* q, w, w', lambda, t */
static vv_expr *inputs(const vv_dynamics *f) {
    vv_expr *in = VV_ARRAY(f->c, vv_expr, vv_dynamics_count_inputs(f) + 1), *to = in;
    if (!in) return NULL;
    for (int i = 0; i < f->nq; i++) *to++ = f->eq->q[i];
    for (int i = 0; i < f->n; i++) *to++ = f->eq->w[i];
    for (int i = 0; i < f->n; i++) *to++ = f->eq->wd[i];
    for (int i = 0; i < f->m; i++) *to++ = f->eq->lambda[i];
    *to = f->s->m->t;
    return in;
}

vv_tape *vv_dynamics_tape(const vv_dynamics *f, int n, const vv_expr *out) {
    vv_expr *in = inputs(f);
    return in ? tape_of(f, vv_dynamics_count_inputs(f), in, n, out) : NULL;
}

static bool contains(int n, const vv_expr *list, vv_expr e) {
    for (int i = 0; i < n; i++)
        if (vv_same(list[i], e)) return true;
    return false;
}

/* effort(q) in terms of the servo multipliers. */
static void insert_efforts(const vv_dynamics *f, int n, vv_expr *e) {
    const vv_equations *eq = f->eq;
    const vv_model *m = f->s->m;
    for (int a = 0; m->effort && a < m->nq; a++) {
        vv_expr sum = VV_ZERO;
        if (!m->effort[a].id) continue;
        for (int i = 0; i < eq->nmultipliers; i++) {
            const vv_constraint_row *r = eq->row_of_lambda[i];
            if (r && r->kind == VV_ROW_SERVO)
                sum = vv_add(f->c, sum, vv_mul(f->c, eq->lambda[i], r->column[a]));
        }
        vv_subst(f->c, 1, &m->effort[a], &sum, n, e, e);
    }
}

/* N(P) and F(P) of contacts with friction, by the multipliers of its laws. */
static void insert_contact_forces(const vv_dynamics *f, int n, vv_expr *e) {
    const vv_coulomb *w = f->coulomb;
    for (int i = 0; w && i < f->s->m->nreactions; i++) {
        const vv_reaction *r = &f->s->m->reaction[i];
        for (int k = 0; k < w->nnormals; k++) {
            const vv_contact_normal *at = &w->normal[k];
            bool normal = r->kind == VV_REACTION_NORMAL,
                 tangential = r->kind == VV_REACTION_TANGENTIAL && at->slip >= 0;
            if (at->rolling != r->rolling || !(normal || tangential)) continue;
            vv_expr value = normal ? at->N : vv_coulomb_friction_force(f, at);
            vv_subst(f->c, 1, r->component, &value, n, e, e);
        }
    }
}

/* The multipliers of the system's rows, if they are unknowns of the equations. */
static const vv_expr *own_multipliers(const vv_dynamics *f) {
    const vv_equations *eq = f->eq;
    bool same = f->multipliers && eq->nmultipliers >= f->s->nrows;
    for (int i = 0; same && i < f->s->nrows; i++) same = eq->row_of_lambda[i] == &f->s->row[i];
    return same ? eq->lambda : NULL;
}

vv_status vv_dynamics_insert_reactions(const vv_dynamics *f, int n, vv_expr *e) {
    if (!f->s->m->nreactions) return VV_OK;
    insert_contact_forces(f, n, e);
    return vv_reactions_substitute(f->c, f->s, own_multipliers(f), n, e);
}

bool vv_dynamics_reaction(const vv_dynamics *f, vv_vec at, vv_expr out[3], const char **why) {
    vv_reaction r = {
        .kind = VV_REACTION_FORCE, .rolling = vv_model_contact_at(f->c, f->s->m, at), .at = at};
    return vv_reaction_value(f->c, f->s, own_multipliers(f), &r, out, why);
}

const char *vv_dynamics_missing_reaction(const vv_dynamics *f, int n, const vv_expr *e) {
    vv_expr *own = VV_ARRAY(f->c, vv_expr, n + 1), value[3];
    if (!f->s->m->nreactions || !own) return NULL;
    memcpy(own, e, (size_t)n * sizeof *own);
    if (vv_dynamics_insert_reactions(f, n, own) != VV_OK) return NULL;
    const vv_reaction *left = vv_reactions_unresolved(f->c, f->s, n, own);
    const char *why = NULL;
    if (!left) return NULL;
    if (vv_reaction_value(f->c, f->s, own_multipliers(f), left, value, &why))
        return "the rate of a constraint force is not computed";
    return why;
}

vv_status vv_dynamics_express(const vv_dynamics *f, int n, const vv_expr *in, vv_expr *out) {
    const vv_system *s = f->s;
    const vv_equations *eq = f->eq;
    const vv_symbol_map *maps[] = {&s->maps.to_raw, &s->maps.to_coordinates};
    memmove(out, in, (size_t)n * sizeof *out);
    vv_dynamics_insert_reactions(f, n, out);
    insert_efforts(f, n, out);
    for (int k = 0; k < 2; k++) { /* speeds other than those of the equations */
        int pairs = 0;
        vv_expr *from = VV_ARRAY(f->c, vv_expr, maps[k]->n + 1),
                *to = VV_ARRAY(f->c, vv_expr, maps[k]->n + 1);
        for (int i = 0; from && to && i < maps[k]->n; i++) {
            if (contains(eq->n, eq->w, maps[k]->from[i]) ||
                contains(eq->n, eq->wd, maps[k]->from[i]))
                continue;
            from[pairs] = maps[k]->from[i], to[pairs++] = maps[k]->to[i];
        }
        vv_subst(f->c, pairs, from, to, n, out, out);
    }
    if (f->multipliers) return vv_ctx_status(f->c);
    vv_subst(f->c, eq->nq, eq->qdd, eq->rate_rate, n, out, out);
    return vv_subst(f->c, eq->nq, eq->qd, eq->rate, n, out, out);
}

const char *vv_dynamics_input_name(const vv_dynamics *f, int i) {
    static const char *const primes[] = {"", "'", "''", "'''"};
    vv_expr *in = inputs(f);
    const vv_symbol *s = in ? vv_symbol_get(f->c, in[i]) : NULL;
    const char *text = s ? vv_format(f->c, "%s%s", s->name, primes[s->order & 3]) : NULL;
    return text ? text : "";
}

/* ---- building ------------------------------------------------------------------------------- */

static double *work_of(vv_ctx *c, const vv_jet *j) {
    double *work = j ? VV_ARRAY_UNINIT(c, double, j->doubles) : NULL;
    if (work) vv_jet_prepare(j, work);
    return work;
}

/* One multiplier for each constraint, none omitted, no servo; not too many. With friction this is
 * the motion while all contacts stick. */
static bool can_be_closed(const vv_dynamics *f) {
    enum { MOST_UNKNOWNS = 2048 };
    if (f->s->napplied) return false; /* not the gradient of a virtual work */
    if (!f->m && !f->eq->nrows) return true;
    for (int i = 0; i < f->eq->nrows; i++) /* their matrix has no natural order */
        if (f->eq->row[i]->kind == VV_ROW_SERVO) return false;
    return f->multipliers && !f->variational && !f->eq->chosen && f->eq->nrows == f->m &&
           f->eq->nunknowns == f->n + f->m && f->n + f->m <= MOST_UNKNOWNS;
}

/* The results `out`, with residuals as virtual work, then the quantities whose derivatives they
 * name. */
static vv_tape *work_tape(const vv_dynamics *f, const vv_expr *out, vv_jet_dae *closure) {
    vv_virtual_work w;
    int nin = vv_dynamics_count_inputs(f), nout = f->nq + f->n + f->m;
    bool *spare = VV_ARRAY(f->c, bool, f->m + 1);
    for (int r = 0; spare && r < f->m; r++) spare[r] = vv_dynamics_is_redundant(f, r);
    if (!spare || f->nq != f->s->nq || vv_virtual_work_build(f->c, f->s, f->eq, spare, &w) != VV_OK)
        return NULL;
    vv_expr *in = VV_ARRAY(f->c, vv_expr, nin + w.n + 1),
            *all = VV_ARRAY(f->c, vv_expr, nout + w.n + 1), *own = inputs(f);
    if (!in || !all || !own) return NULL;
    memcpy(in, own, (size_t)nin * sizeof *in);
    memcpy(in + nin, w.symbol, (size_t)w.n * sizeof *in);
    memcpy(all, out, (size_t)f->nq * sizeof *all);
    memcpy(all + f->nq, w.residual, (size_t)f->n * sizeof *all);
    memcpy(all + f->nq + f->n, w.relation, (size_t)f->m * sizeof *all);
    memcpy(all + nout, w.value, (size_t)w.n * sizeof *all);
    closure->nrates = w.n;
    closure->times = w.times;
    return tape_of(f, nin + w.n, in, nout + w.n, all);
}

/* Sparsity of the factors of the KKT matrix, without reordering. */
static bool *filled(const vv_dynamics *f) {
    int n = f->n + f->m;
    bool *has = VV_MATRIX(f->c, bool, n, n);
    for (int i = 0; has && i < n * n; i++) has[i] = !vv_is_zero(f->eq->matrix[i]);
    for (int k = 0; has && k < n; k++)
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; has[i * n + k] && j < n; j++) has[i * n + j] |= has[k * n + j];
    return has;
}

/* The same without redundant constraints, which come last. */
static const bool *filled_without_spare(const vv_dynamics *f) {
    int n = f->n + f->m;
    bool *has = filled(f);
    for (int i = 0; has && i < n * n; i++)
        has[i] &= !vv_dynamics_is_redundant(f, i / n - f->n) &&
                  !vv_dynamics_is_redundant(f, i % n - f->n);
    return has;
}

/* Sparsity of the inverse of a mass matrix: entries of speeds that are connected through a chain of
 * others. NULL: dense, or out of memory. */
static const bool *connected(const vv_dynamics *f) {
    int n = f->n, *part = VV_ARRAY(f->c, int, n + 1);
    bool *has = f->variational ? NULL : VV_MATRIX(f->c, bool, n, n);
    if (!part || !has) return NULL;
    for (int i = 0; i < n; i++) part[i] = i;
    for (int i = 0; i < n * n; i++) {
        int from = part[i / n], to = part[i % n];
        if (from == to || vv_is_zero(f->eq->matrix[i])) continue;
        for (int k = 0; k < n; k++)
            if (part[k] == from) part[k] = to;
    }
    for (int i = 0; i < n * n; i++) has[i] = part[i / n] == part[i % n];
    return has;
}

/* Lists the rows block by block. */
static bool build_blocks(vv_dynamics *f, vv_matrix_blocks *b) {
    enum { MANY = 32 }; /* rows: fewer are inverted together */
    int n = f->n, largest = 0, *first = VV_ARRAY(f->c, int, n + 1),
        *row = VV_ARRAY(f->c, int, n + 1);
    int *of = VV_ARRAY(f->c, int, n + 1);
    bool *listed = VV_ARRAY(f->c, bool, n + 1);
    const bool *has = f->taylor.filled;
    if (!listed || f->m || !has || n <= MANY) return vv_ctx_ok(f->c);
    for (int i = 0, at = 0; i < n; i++) {
        if (listed[i]) continue;
        for (int k = i; k < n; k++)
            if (has[i * n + k]) listed[k] = true, of[k] = b->n, row[at++] = k;
        largest = at - first[b->n] > largest ? at - first[b->n] : largest;
        first[++b->n] = at;
    }
    b->first = first, b->row = row, b->of = of;
    b->own = VV_ARRAY(f->c, double, 2 * largest * largest + 1);
    b->scratch = VV_ARRAY(f->c, double, VV_INVERT_SPD_SCRATCH(largest) + 1);
    return vv_ctx_ok(f->c);
}

static bool build_closed(vv_dynamics *f, const vv_tape *t, vv_jet_dae *closure) {
    uint8_t *ahead = VV_ARRAY(f->c, uint8_t, f->m + 1);
    closure->nq = f->nq, closure->n = f->n, closure->m = f->m;
    closure->ahead = ahead;
    closure->filled = f->taylor.filled = f->m ? filled_without_spare(f) : connected(f);
    if (!ahead || (f->m && !closure->filled)) return false;
    for (int i = 0; i < f->m; i++) ahead[i] = f->eq->row[i]->finite.id ? 2 : 1;
    f->taylor.closed = vv_jet_build_dae(f->c, t, f->order + 2, closure, 1);
    if (!f->taylor.closed || !f->taylor.closed->closed) return vv_ctx_ok(f->c);
    f->taylor.closed_work = work_of(f->c, f->taylor.closed);
    return f->taylor.closed_work && build_blocks(f, &f->blocks);
}

/* q', residuals, then the results for constraints or friction laws. */
static vv_expr *list_results(const vv_dynamics *f, int *nout) {
    const vv_equations *eq = f->eq;
    int most = f->coulomb ? 4 * f->coulomb->n + 2 * f->coulomb->nnormals : f->m;
    vv_expr *out = VV_ARRAY(f->c, vv_expr, f->nq + f->n + most + 1);
    *nout = f->nq + f->n;
    for (int i = 0; out && i < f->nq; i++) out[i] = eq->rate[i];
    for (int i = 0; out && i < f->n; i++) out[f->nq + i] = eq->residual[i];
    for (int i = 0; out && !f->coulomb && can_be_closed(f) && i < f->m; i++)
        out[(*nout)++] = eq->row[i]->finite.id ? eq->row[i]->finite : eq->row[i]->velocity;
    if (out && f->coulomb)
        vv_coulomb_outputs(f->c, f->coulomb, out + *nout), *nout += f->coulomb->nresults;
    return out;
}

static bool use_jet(vv_dynamics *f, vv_jet *j, double *work) {
    f->taylor.jet = j, f->taylor.work = work;
    vv_dynamics_use_coefficients(f, work, 1);
    return work != NULL;
}

/* Jets order by order. Without multipliers they are needed so rarely that compiling them does not
 * pay. */
static bool build_orders(vv_dynamics *f, const vv_tape *t) {
    bool *late = VV_ARRAY(f->c, bool, vv_dynamics_count_inputs(f) + 1),
         code = !f->taylor.closed_work || f->m;
    for (int i = 0; late && i < f->n + f->m; i++) late[f->nq + f->n + i] = true;
    vv_jet *j = late ? vv_jet_build(f->c, t, f->order + 2, late, code) : NULL;
    return j && use_jet(f, j, work_of(f->c, j));
}

/* With multipliers closed jets have equations of their own; jets order by order, which only some
 * motions need, are built on first use: until then the closed ones stand in for them. */
static bool build_residual(vv_dynamics *f) {
    int nout;
    vv_jet_dae closure = {0};
    bool closed = can_be_closed(f);
    vv_expr *out = list_results(f, &nout);
    const vv_tape *t = out && closed && f->m ? work_tape(f, out, &closure) : NULL;
    if (!out || !vv_ctx_ok(f->c) || (t && !build_closed(f, t, &closure))) return false;
    if (f->taylor.closed_work && !f->coulomb)
        return use_jet(f, f->taylor.closed, f->taylor.closed_work);
    f->residual = vv_dynamics_tape(f, nout, out);
    closure = (vv_jet_dae){0};
    if (!f->residual) return false;
    if (closed && !t && !f->coulomb && !build_closed(f, f->residual, &closure)) return false;
    return build_orders(f, f->residual);
}

/* q, w, t: the variables of positions and velocities. */
static vv_expr *state_inputs(const vv_dynamics *f) {
    vv_expr *in = inputs(f);
    if (in) in[f->nq + f->n] = f->s->m->t;
    return in;
}

vv_tape *vv_dynamics_state_tape(const vv_dynamics *f, int n, const vv_expr *out) {
    vv_expr *in = state_inputs(f);
    return in ? tape_of(f, f->nq + f->n + 1, in, n, out) : NULL;
}

static bool list_rows(vv_dynamics *f, vv_dynamics_constraints *rows, bool finite) {
    rows->row = VV_ARRAY(f->c, int, f->eq->nrows + 1);
    rows->shift = finite ? 2 : 1;
    for (int r = 0; rows->row && r < f->eq->nrows; r++)
        if ((f->eq->row[r]->finite.id != 0) == finite) rows->row[rows->n++] = r;
    return rows->row != NULL;
}

static bool build_rows(vv_dynamics *f, vv_dynamics_constraints *rows) {
    bool finite = rows->shift == 2;
    int nin = f->nq + f->n + 1;
    vv_expr *out = VV_ARRAY(f->c, vv_expr, rows->n + 1);
    bool *late = VV_ARRAY(f->c, bool, nin + 1);
    if (!out || !late) return false;
    if (!rows->n) return true;
    for (int i = 0; i < rows->n; i++) {
        const vv_constraint_row *row = f->eq->row[rows->row[i]];
        out[i] = finite ? row->finite : row->velocity;
    }
    for (int i = 0; i < (finite ? f->nq : f->n); i++) late[finite ? i : f->nq + i] = true;
    vv_tape *t = vv_dynamics_state_tape(f, rows->n, out);
    rows->jet = t ? vv_jet_build(f->c, t, f->order + 2, late, true) : NULL;
    rows->work = work_of(f->c, rows->jet);
    return rows->work != NULL;
}

bool vv_dynamics_ensure_jet(vv_dynamics *f) {
    int nout;
    if (f->taylor.jet != f->taylor.closed) return true;
    vv_expr *out = list_results(f, &nout);
    f->residual = out ? vv_dynamics_tape(f, nout, out) : NULL;
    return f->residual && build_rows(f, &f->finite) && build_rows(f, &f->velocity) &&
           build_orders(f, f->residual);
}

/* How many matrices there are: of the motion, and of each direction in which it is varied. */
static int count_matrices(const vv_dynamics *f) {
    return 1 + (f->variational ? f->variational->n : 0);
}
static int count_angles(const vv_dynamics *f) {
    return f->taylor.closed_work ? f->taylor.closed->nangles : 0;
}
/* Finite relations, then velocities, where steps with multipliers ask for them with the matrix. */
static int count_residuals(const vv_dynamics *f) {
    bool asked = f->m && f->multipliers && f->taylor.closed_work && !f->variational;
    return asked ? f->finite.n + f->eq->nrows : 0;
}

bool vv_dynamics_allocate_matrices(vv_dynamics *f) {
    int n = f->kkt.n, all = n * n * count_matrices(f);
    f->entries.out = VV_ARRAY(f->c, double, all + 2 * count_angles(f) + count_residuals(f) + 1);
    if (!f->entries.out) return false;
    f->entries.sines = f->entries.out + all;
    f->entries.residuals = count_residuals(f) ? f->entries.sines + 2 * count_angles(f) : NULL;
    if (!f->variational) f->kkt.a = f->entries.out;
    return true;
}

/* The matrices, then sines and cosines of angles, then residuals: the matrices need most of the
 * sines. */
static vv_tape *matrix_tape(const vv_dynamics *f, int n) {
    const vv_variational *v = f->variational;
    int all = n * n * count_matrices(f), nangles = count_angles(f), nout = all + 2 * nangles;
    vv_expr *out = VV_ARRAY(f->c, vv_expr, nout + count_residuals(f) + 1);
    if (!out) return NULL;
    memcpy(out, v ? v->matrix : f->eq->matrix, (size_t)all * sizeof *out);
    for (int i = 0; i < nangles; i++) {
        vv_expr q = f->eq->q[f->taylor.closed->angle[i]];
        out[all + 2 * i] = vv_sin(f->c, q), out[all + 2 * i + 1] = vv_cos(f->c, q);
    }
    if (!count_residuals(f)) return vv_dynamics_state_tape(f, nout, out);
    for (int i = 0; i < f->finite.n; i++)
        out[nout++] = vv_dynamics_position_residual(f->c, f->eq->row[f->finite.row[i]]);
    for (int r = 0; r < f->eq->nrows; r++) out[nout++] = f->eq->row[r]->velocity;
    return vv_dynamics_state_tape(f, nout, out);
}

int vv_dynamics_row_group(const vv_dynamics *f, int r) {
    const vv_constraint_row *row = f->s->row;
    int first = r, n = f->s->nrows;
    bool any = false;
    for (int i = r < n ? n - 1 : -1; i >= 0; i--) {
        vv_span a = row[i].span, b = row[r].span;
        if (a.begin != b.begin || a.end != b.end) continue;
        any |= vv_dynamics_is_redundant(f, i);
        first = i;
    }
    return any ? first : r;
}

/* Does some entry of the matrix depend on what is set between two steps? */
static bool reads_cells(const vv_dynamics *f) {
    int count = 0;
    vv_expr *symbol = vv_expr_symbols(f->c, f->n * f->n, f->eq->matrix, &count);
    for (int i = 0; symbol && i < count; i++)
        if (vv_symbol_get(f->c, symbol[i])->cell) return true;
    return !symbol;
}

/* For bodies whose speeds are along their own axes, and for particles: constant masses only. */
static bool is_constant(const vv_dynamics *f) {
    vv_expr *in = inputs(f);
    bool yes = in && !f->m && !f->variational && !reads_cells(f);
    for (int i = 0; yes && i < f->n * f->n; i++)
        yes = !vv_depends(f->c, f->eq->matrix[i], vv_dynamics_count_inputs(f), in);
    return yes;
}

static bool is_symmetric(int n, const vv_expr *matrix) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            if (!vv_same(matrix[i * n + k], matrix[k * n + i])) return false;
    return true;
}

static bool build_matrix(vv_dynamics *f) {
    const vv_variational *v = f->variational;
    int n = v ? v->own->nunknowns : f->eq->nunknowns;
    vv_tape *t = matrix_tape(f, n);
    f->entries.code = t ? vv_jit_build_lazy(f->c, t) : NULL;
    f->entries.scratch =
        f->entries.code ? VV_ARRAY(f->c, double, f->entries.code->nscratch + 1) : NULL;
    f->in = VV_ARRAY(f->c, double, f->nq + f->n + 1);
    f->x = VV_ARRAY(f->c, double, f->eq->nunknowns + f->n + f->eq->nrows + 1);
    f->block = v ? VV_MATRIX(f->c, double, n, n + 2) : VV_ARRAY(f->c, double, 2 * n + 1);
    f->sweep = f->blocks.n ? NULL : VV_ARRAY(f->c, double, VV_INVERT_SPD_SCRATCH(n) + 1);
    if (!f->entries.scratch || !vv_kkt_new(f->c, n, &f->kkt)) return false;
    f->kkt.ninertia = f->nown;
    f->matrix_state.constant = is_constant(f);
    f->matrix_state.symmetric = is_symmetric(n, v ? v->matrix : f->eq->matrix);
    for (int i = 0; i < n; i++) f->kkt.redundant[i] = vv_dynamics_is_redundant(f, i - f->nown);
    if (f->m && f->taylor.closed_work) vv_kkt_set_sparsity(&f->kkt, filled(f));
    if (!f->coulomb && !vv_kkt_list_entries(&f->kkt)) return false;
    for (int i = f->nown; i < n; i++)
        f->kkt.scale_group[i] = f->nown + vv_dynamics_row_group(f, i - f->nown);
    if (!vv_dynamics_allocate_matrices(f)) return false;
    vv_jit_prepare(f->entries.code, f->entries.scratch);
    return true;
}

vv_status vv_dynamics_build(vv_ctx *c, const vv_system *s, const vv_equations *eq, int order,
                            vv_dynamics *f) {
    return vv_dynamics_build_with(c, s, eq, order, (vv_dynamics_options){0}, f);
}

vv_status vv_dynamics_build_with(vv_ctx *c, const vv_system *s, const vv_equations *eq, int order,
                                 vv_dynamics_options with, vv_dynamics *f) {
    const vv_variational *v = with.variational;
    vv_coulomb *laws = with.coulomb;
    vv_parameter_values values = with.fixed ? *with.fixed : (vv_parameter_values){0};
    if (!with.fixed && vv_parameter_values_from_model(c, s->m, &values) != VV_OK)
        return vv_ctx_status(c);
    *f = (vv_dynamics){.c = c, .s = s, .eq = eq, .nq = eq->nq, .n = eq->n, .m = eq->nmultipliers};
    f->coulomb = laws;
    f->order = order;
    f->variational = v;
    f->unextended = with.unextended;
    f->nfree = with.unextended ? eq->nq - with.unextended->nq : 0;
    f->nown = v ? v->own->n : eq->n;
    f->multipliers = eq->n == eq->nq && eq->rate == eq->qd;
    f->fixed = values;
    if (!list_rows(f, &f->finite, true) || !list_rows(f, &f->velocity, false) ||
        !build_residual(f) || !build_matrix(f))
        return vv_ctx_status(c);
    bool later = f->taylor.jet == f->taylor.closed;
    if ((later || (build_rows(f, &f->finite) && build_rows(f, &f->velocity))) && laws)
        vv_coulomb_build(f);
    return vv_ctx_status(c);
}

vv_expr vv_dynamics_position_residual(vv_ctx *c, const vv_constraint_row *row) {
    vv_expr e = row->finite, turned[] = {vv_sin(c, e), vv_cos(c, e)};
    return vv_expr_contains_op(c, 1, &e, VV_ATAN2) ? vv_call(c, VV_ATAN2, 2, turned) : e;
}
