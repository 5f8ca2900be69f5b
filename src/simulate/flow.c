#include "simulate/flow.h"

#include <math.h>
#include <string.h>

#include "evaluate/interpret.h"
#include "kinematics/reaction.h"
#include "simulate/run.h"
#include "simulate/variation.h"
#include "simulate/virtual_work.h"

/* ---- tapes ---------------------------------------------------------------------------------- */

/* Parameters that the expressions need and that have no value: each is named. */
static bool values_known(const vv_flow *f, int n, const vv_expr *out) {
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

static vv_tape *tape_of(const vv_flow *f, int nin, const vv_expr *in, int nout,
                        const vv_expr *out) {
    const char *why = NULL;
    if (!vv_ctx_ok(f->c)) return NULL;
    vv_tape_plan plan = {nin, in, f->fixed.n, f->fixed.symbol, f->fixed.value, nout, out};
    vv_tape *t = vv_tape_build(f->c, &plan, &why);
    if (t || !why) return t;
    vv_ctx_forgive(f->c); /* all values that are missing are named, not the first */
    if (!values_known(f, nout, out)) return NULL;
    vv_ctx_fail(f->c, VV_E_BEYOND);
    vv_diag_add(f->c, VV_ERROR, VV_D_NO_NUMBERS, (vv_span){0}, "%s", why);
    return NULL;
}

static int count_inputs(const vv_flow *f) { return f->nq + 2 * f->n + f->m + 1; }

/* q, w, w', lambda, t */
static vv_expr *inputs(const vv_flow *f) {
    vv_expr *in = VV_ARRAY(f->c, vv_expr, count_inputs(f) + 1), *to = in;
    if (!in) return NULL;
    for (int i = 0; i < f->nq; i++) *to++ = f->eq->q[i];
    for (int i = 0; i < f->n; i++) *to++ = f->eq->w[i];
    for (int i = 0; i < f->n; i++) *to++ = f->eq->wd[i];
    for (int i = 0; i < f->m; i++) *to++ = f->eq->lambda[i];
    *to = f->s->m->t;
    return in;
}

vv_tape *vv_flow_tape(const vv_flow *f, int n, const vv_expr *out) {
    vv_expr *in = inputs(f);
    return in ? tape_of(f, count_inputs(f), in, n, out) : NULL;
}

static bool contains(int n, const vv_expr *list, vv_expr e) {
    for (int i = 0; i < n; i++)
        if (vv_same(list[i], e)) return true;
    return false;
}

/* effort(q) by the multipliers of the servos. */
static void insert_efforts(const vv_flow *f, int n, vv_expr *e) {
    const vv_equations *eq = f->eq;
    const vv_model *m = f->s->m;
    for (int a = 0; m->effort && a < m->nq; a++) {
        vv_expr sum = VV_ZERO;
        if (!m->effort[a].id) continue;
        for (int i = 0; i < eq->nmultipliers; i++) {
            const vv_row *r = eq->row_of_lambda[i];
            if (r && r->kind == VV_ROW_SERVO)
                sum = vv_add(f->c, sum, vv_mul(f->c, eq->lambda[i], r->column[a]));
        }
        vv_subst(f->c, 1, &m->effort[a], &sum, n, e, e);
    }
}

vv_status vv_flow_express(const vv_flow *f, int n, const vv_expr *in, vv_expr *out) {
    const vv_system *s = f->s;
    const vv_equations *eq = f->eq;
    const vv_rates *maps[] = {&s->to_raw, &s->to_coordinates};
    memmove(out, in, (size_t)n * sizeof *out);
    vv_reactions_insert(f->c, s, n, out);
    insert_efforts(f, n, out);
    for (int k = 0; k < 2; k++) { /* speeds that are not those of the equations */
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

/* ---- building ------------------------------------------------------------------------------- */

static double *work_of(vv_ctx *c, const vv_jet *j) {
    double *work = j ? VV_ROOM(c, double, j->doubles) : NULL;
    if (work) vv_jet_prepare(j, work);
    return work;
}

/* One multiplier for each relation, all of them kept, no servo; not too many. With friction this is
 * the motion while all relations hold. */
static bool can_be_closed(const vv_flow *f) {
    enum { MOST_UNKNOWNS = 64 };
    if (!f->m && !f->eq->nrows) return true;
    for (int i = 0; i < f->eq->nrows; i++) /* their matrix has no natural order */
        if (f->eq->row[i]->kind == VV_ROW_SERVO) return false;
    return f->multipliers && !f->variation && !f->eq->chosen && f->eq->nrows == f->m &&
           f->eq->nunknowns == f->n + f->m && f->n + f->m <= MOST_UNKNOWNS;
}

/* The results of `out`, residuals as virtual work, then what these name derivatives of. */
static vv_tape *work_tape(const vv_flow *f, const vv_expr *out, vv_jet_closure *closure) {
    vv_virtual_work w;
    int nin = count_inputs(f), nout = f->nq + f->n + f->m;
    if (f->nq != f->s->nq || vv_virtual_work_find(f->c, f->s, f->eq, &w) != VV_OK) return NULL;
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

/* Which entries of the matrix with multipliers differ from 0 once it is factored as it stands. */
static const bool *filled(const vv_flow *f) {
    int n = f->n + f->m;
    bool *has = VV_MATRIX(f->c, bool, n, n);
    for (int i = 0; has && i < n * n; i++) has[i] = !vv_is_zero(f->eq->matrix[i]);
    for (int k = 0; has && k < n; k++)
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; has[i * n + k] && j < n; j++) has[i * n + j] |= has[k * n + j];
    return has;
}

/* Which entries of the inverse of a matrix of masses may differ from 0: those of speeds that
 * others, one after another, connect. NULL: all, or no memory. */
static const bool *connected(const vv_flow *f) {
    int n = f->n, *part = VV_ARRAY(f->c, int, n + 1);
    bool *has = f->variation ? NULL : VV_MATRIX(f->c, bool, n, n);
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

static bool build_closed(vv_flow *f, const vv_tape *t, vv_jet_closure *closure) {
    uint8_t *ahead = VV_ARRAY(f->c, uint8_t, f->m + 1);
    closure->nq = f->nq, closure->n = f->n, closure->m = f->m;
    closure->ahead = ahead;
    closure->filled = f->filled = f->m ? filled(f) : connected(f);
    if (!ahead || (f->m && !closure->filled)) return false;
    for (int i = 0; i < f->m; i++) ahead[i] = f->eq->row[i]->finite.id ? 2 : 1;
    f->closed = vv_jet_build_closed(f->c, t, f->order + 2, closure, 1);
    if (!f->closed || !f->closed->closed) return vv_ctx_ok(f->c);
    f->closed_work = work_of(f->c, f->closed);
    return f->closed_work != NULL;
}

/* q', residuals, then what is asked of relations or laws. */
static vv_expr *list_results(const vv_flow *f, int *nout) {
    const vv_equations *eq = f->eq;
    int most = f->laws ? 4 * f->laws->n + 2 * f->laws->nnormals : f->m;
    vv_expr *out = VV_ARRAY(f->c, vv_expr, f->nq + f->n + most + 1);
    *nout = f->nq + f->n;
    for (int i = 0; out && i < f->nq; i++) out[i] = eq->rate[i];
    for (int i = 0; out && i < f->n; i++) out[f->nq + i] = eq->residual[i];
    for (int i = 0; out && !f->laws && can_be_closed(f) && i < f->m; i++)
        out[(*nout)++] = eq->row[i]->finite.id ? eq->row[i]->finite : eq->row[i]->velocity;
    if (out && f->laws) vv_laws_results(f->c, f->laws, out + *nout), *nout += f->laws->nresults;
    return out;
}

static bool use_jet(vv_flow *f, vv_jet *j, double *work) {
    f->jet = j, f->work = work;
    vv_flow_use(f, work, 1);
    return work != NULL;
}

/* Jets order by order. Without multipliers they are needed so rarely that machine code for them is
 * not worth its making. */
static bool build_orders(vv_flow *f, const vv_tape *t) {
    bool *late = VV_ARRAY(f->c, bool, count_inputs(f) + 1), code = !f->closed_work || f->m;
    for (int i = 0; late && i < f->n + f->m; i++) late[f->nq + f->n + i] = true;
    vv_jet *j = late ? vv_jet_build(f->c, t, f->order + 2, late, code) : NULL;
    return j && use_jet(f, j, work_of(f->c, j));
}

/* With multipliers closed jets have equations of their own; those order by order, which only some
 * motions need, are built when first asked for: until then their place is taken. */
static bool build_residual(vv_flow *f) {
    int nout;
    vv_jet_closure closure = {0};
    bool closed = can_be_closed(f);
    vv_expr *out = list_results(f, &nout);
    const vv_tape *t = out && closed && f->m ? work_tape(f, out, &closure) : NULL;
    if (!out || !vv_ctx_ok(f->c) || (t && !build_closed(f, t, &closure))) return false;
    if (f->closed_work && !f->laws) return use_jet(f, f->closed, f->closed_work);
    f->residual = vv_flow_tape(f, nout, out);
    closure = (vv_jet_closure){0};
    if (!f->residual) return false;
    if (closed && !t && !f->laws && !build_closed(f, f->residual, &closure)) return false;
    return build_orders(f, f->residual);
}

/* q, w, t: what positions and velocities are functions of. */
static vv_expr *state_inputs(const vv_flow *f) {
    vv_expr *in = inputs(f);
    if (in) in[f->nq + f->n] = f->s->m->t;
    return in;
}

vv_tape *vv_flow_state_tape(const vv_flow *f, int n, const vv_expr *out) {
    vv_expr *in = state_inputs(f);
    return in ? tape_of(f, f->nq + f->n + 1, in, n, out) : NULL;
}

static bool list_rows(vv_flow *f, vv_flow_rows *rows, bool finite) {
    rows->row = VV_ARRAY(f->c, int, f->eq->nrows + 1);
    rows->shift = finite ? 2 : 1;
    for (int r = 0; rows->row && r < f->eq->nrows; r++)
        if ((f->eq->row[r]->finite.id != 0) == finite) rows->row[rows->n++] = r;
    return rows->row != NULL;
}

static bool build_rows(vv_flow *f, vv_flow_rows *rows) {
    bool finite = rows->shift == 2;
    int nin = f->nq + f->n + 1;
    vv_expr *out = VV_ARRAY(f->c, vv_expr, rows->n + 1);
    bool *late = VV_ARRAY(f->c, bool, nin + 1);
    if (!out || !late) return false;
    if (!rows->n) return true;
    for (int i = 0; i < rows->n; i++) {
        const vv_row *row = f->eq->row[rows->row[i]];
        out[i] = finite ? row->finite : row->velocity;
    }
    for (int i = 0; i < (finite ? f->nq : f->n); i++) late[finite ? i : f->nq + i] = true;
    vv_tape *t = vv_flow_state_tape(f, rows->n, out);
    rows->jet = t ? vv_jet_build(f->c, t, f->order + 2, late, true) : NULL;
    rows->work = work_of(f->c, rows->jet);
    return rows->work != NULL;
}

/* What was left to be built when first asked for. */
static bool has_orders(vv_flow *f) {
    int nout;
    if (f->jet != f->closed) return true;
    vv_expr *out = list_results(f, &nout);
    f->residual = out ? vv_flow_tape(f, nout, out) : NULL;
    return f->residual && build_rows(f, &f->finite) && build_rows(f, &f->velocity) &&
           build_orders(f, f->residual);
}

/* How many matrices there are: of the motion, and of each direction in which it is varied. */
static int count_matrices(const vv_flow *f) { return 1 + (f->variation ? f->variation->n : 0); }
static int count_angles(const vv_flow *f) { return f->closed_work ? f->closed->nangles : 0; }

bool vv_flow_new_matrices(vv_flow *f) {
    int n = f->kkt.n, all = n * n * count_matrices(f);
    f->matrices = VV_ARRAY(f->c, double, all + 2 * count_angles(f) + 1);
    if (!f->matrices) return false;
    f->sines = f->matrices + all;
    if (!f->variation) f->kkt.a = f->matrices;
    return true;
}

/* The matrices, then sine and cosine of angles: most of them are needed for those. */
static vv_tape *matrix_tape(const vv_flow *f, int n) {
    const vv_variation *v = f->variation;
    int all = n * n * count_matrices(f), nangles = count_angles(f);
    vv_expr *out = VV_ARRAY(f->c, vv_expr, all + 2 * nangles + 1);
    if (!out) return NULL;
    memcpy(out, v ? v->matrix : f->eq->matrix, (size_t)all * sizeof *out);
    for (int i = 0; i < nangles; i++) {
        vv_expr q = f->eq->q[f->closed->angle[i]];
        out[all + 2 * i] = vv_sin(f->c, q), out[all + 2 * i + 1] = vv_cos(f->c, q);
    }
    return vv_flow_state_tape(f, all + 2 * nangles, out);
}

int vv_flow_like(const vv_flow *f, int r) {
    const vv_row *row = f->s->row;
    int first = r, n = f->s->nrows;
    bool any = false;
    for (int i = r < n ? n - 1 : -1; i >= 0; i--) {
        vv_span a = row[i].span, b = row[r].span;
        if (a.begin != b.begin || a.end != b.end) continue;
        any |= vv_flow_is_spare(f, i);
        first = i;
    }
    return any ? first : r;
}

/* Of bodies whose speeds are those of their own axes, of particles: masses and nothing else. */
static bool is_constant(const vv_flow *f) {
    vv_expr *in = inputs(f);
    bool yes = in && !f->m && !f->variation;
    for (int i = 0; yes && i < f->n * f->n; i++)
        yes = !vv_depends(f->c, f->eq->matrix[i], count_inputs(f), in);
    return yes;
}

static bool is_symmetric(int n, const vv_expr *matrix) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            if (!vv_same(matrix[i * n + k], matrix[k * n + i])) return false;
    return true;
}

static bool build_matrix(vv_flow *f) {
    const vv_variation *v = f->variation;
    int n = v ? v->own->nunknowns : f->eq->nunknowns;
    vv_tape *t = matrix_tape(f, n);
    f->matrix = t ? vv_machine_later(f->c, t) : NULL;
    f->matrix_scratch = f->matrix ? VV_ARRAY(f->c, double, f->matrix->nscratch + 1) : NULL;
    f->in = VV_ARRAY(f->c, double, f->nq + f->n + 1);
    f->x = VV_ARRAY(f->c, double, f->eq->nunknowns + f->n + f->eq->nrows + 1);
    f->block = VV_MATRIX(f->c, double, n, n + 2);
    f->sweep = VV_ARRAY(f->c, double, VV_LU_SCRATCH(n) + 1);
    if (!f->matrix_scratch || !vv_dense_new(f->c, n, &f->kkt)) return false;
    f->kkt.own = f->own;
    f->constant = is_constant(f);
    f->symmetric = is_symmetric(n, v ? v->matrix : f->eq->matrix);
    for (int i = 0; i < n; i++) f->kkt.spare[i] = vv_flow_is_spare(f, i - f->own);
    for (int i = f->own; i < n; i++) f->kkt.like[i] = f->own + vv_flow_like(f, i - f->own);
    if (!vv_flow_new_matrices(f)) return false;
    vv_machine_prepare(f->matrix, f->matrix_scratch);
    return true;
}

vv_status vv_flow_build(vv_ctx *c, const vv_system *s, const vv_equations *eq, int order,
                        vv_flow *f) {
    return vv_flow_build_with(c, s, eq, order, (vv_flow_with){0}, f);
}

vv_status vv_flow_build_with(vv_ctx *c, const vv_system *s, const vv_equations *eq, int order,
                             vv_flow_with with, vv_flow *f) {
    const vv_variation *v = with.variation;
    vv_laws *laws = with.laws;
    vv_fixed values = with.fixed ? *with.fixed : (vv_fixed){0};
    if (!with.fixed && vv_fixed_from_model(c, s->m, &values) != VV_OK) return vv_ctx_status(c);
    *f = (vv_flow){.c = c, .s = s, .eq = eq, .nq = eq->nq, .n = eq->n, .m = eq->nmultipliers};
    f->laws = laws;
    f->order = order;
    f->variation = v;
    f->without = with.without;
    f->loose = with.without ? eq->nq - with.without->nq : 0;
    f->own = v ? v->own->n : eq->n;
    f->multipliers = eq->n == eq->nq && eq->rate == eq->qd;
    f->fixed = values;
    if (!list_rows(f, &f->finite, true) || !list_rows(f, &f->velocity, false) ||
        !build_residual(f) || !build_matrix(f))
        return vv_ctx_status(c);
    bool later = f->jet == f->closed;
    if ((later || (build_rows(f, &f->finite) && build_rows(f, &f->velocity))) && laws)
        vv_laws_build(f);
    return vv_ctx_status(c);
}

vv_expr vv_flow_finite(vv_ctx *c, const vv_row *row) {
    vv_expr e = row->finite, turned[] = {vv_sin(c, e), vv_cos(c, e)};
    return vv_expr_holds(c, 1, &e, VV_ATAN2) ? vv_call(c, VV_ATAN2, 2, turned) : e;
}

/* ---- series --------------------------------------------------------------------------------- */

vv_flow_fault vv_flow_matrix(vv_flow *f, const double *state, double t) {
    int n = f->nq + f->n;
    memcpy(f->in, state, (size_t)n * sizeof *state);
    f->in[n] = t;
    vv_machine_count(f->c, f->matrix);
    vv_machine_run(f->matrix, f->in, f->matrices, f->matrix_scratch);
    if (f->matrices != f->kkt.a)
        memcpy(f->kkt.a, f->matrices, (size_t)(f->kkt.n * f->kkt.n) * sizeof *f->kkt.a);
    if (f->laws) vv_laws_matrix(f);
    int all = f->kkt.n * f->kkt.n, i = 0;
    double zero = 0, other = 0; /* unless something is no number */
    for (; i + 1 < all; i += 2) zero += 0 * f->kkt.a[i], other += 0 * f->kkt.a[i + 1];
    if (i < all) zero += 0 * f->kkt.a[i];
    if (zero + other == 0) return VV_FLOW_OK;
    return f->neither = -1, f->failed = 0, VV_FLOW_NAN;
}

/* B = - M^-1 gives w' = B r; its derivative is B dM B, so that dw' = B dr + B dM B r. */
static void vary_inverse(vv_flow *f, const double *B) {
    int n = f->own, all = f->n;
    double *to = vv_jet_matrix(f->closed, f->closed_work), *row = f->block + n * n;
    memset(to, 0, (size_t)(all * all) * sizeof *to);
    for (int k = 0; k < all / n; k++)
        for (int i = 0; i < n; i++) {
            const double *dM = f->matrices + k * n * n;
            double *own = to + (k * n + i) * all;
            memcpy(own + k * n, B + i * n, (size_t)n * sizeof *own);
            for (int j = 0; k && j < n; j++) { /* row i of B dM */
                row[j] = 0;
                for (int a = 0; a < n; a++) row[j] += B[i * n + a] * dM[a * n + j];
            }
            for (int j = 0; k && j < n; j++)
                for (int a = 0; a < n; a++) own[j] += row[a] * B[a * n + j];
        }
}

/* w' = - M^-1 r, or the factors of the matrix with multipliers. The matrix itself stays. */
static bool invert(vv_flow *f) {
    int n = f->kkt.n;
    if (!f->closed_work || (f->m && !f->by_series)) return false;
    if (f->laws && !vv_laws_hold(f->laws)) return false;
    if (f->constant && f->known) return true;
    double *B = f->variation ? f->block : vv_jet_matrix(f->closed, f->closed_work);
    /* reactions that are not determined are those of full pivoting, where friction asks for them */
    if (f->m) return vv_dense_natural(&f->kkt, f->n, B) && (!f->laws || f->kkt.rank == n);
    if (!vv_inverse_definite(n, f->symmetric, f->kkt.a, B, f->sweep, VV_FLOW_LEAST_PIVOT)) {
        for (int i = 0; i < n * n; i++) B[i] = -f->kkt.a[i];
        if (!vv_inverse(n, B, f->x, VV_FLOW_LEAST_PIVOT)) return false;
    }
    if (f->variation) vary_inverse(f, B);
    f->kkt.rank = n;
    return f->known = true;
}

vv_flow_fault vv_flow_factor(vv_flow *f) {
    f->factored = false;
    f->inverted = invert(f);
    if (f->inverted) return VV_FLOW_OK;
    enum { LEAST_EXPONENT = -33 }; /* 1e-10 of the square of a row: redundant, or faded */
    if (!vv_dense_factor(&f->kkt, ldexp(1, LEAST_EXPONENT))) return VV_FLOW_NAN;
    /* a vanishing pivot is harmless only where a multiplier is not determined */
    for (int i = f->kkt.rank; i < f->kkt.n; i++)
        if (f->kkt.column[i] < f->own) return VV_FLOW_SINGULAR;
    f->factored = true;
    return VV_FLOW_OK;
}

static void put_state(vv_jet *j, double *work, int n, const double *state, double t, int time) {
    for (int i = 0; i < n; i++) vv_jet_input(j, work, i)[0] = state[i];
    vv_jet_input(j, work, time)[0] = t;
    vv_jet_input(j, work, time)[1] = 1;
}

/* Coefficients of the rows that stand `shift` orders ahead, by which they fail to vanish. */
static void rows_ahead(const vv_flow *f, const vv_flow_rows *r, int k, double *rhs) {
    if (!r->n) return;
    bool finite = r->shift == 2;
    int at = k + r->shift;
    double scale = finite ? (k + 1.0) * (k + 2.0) : k + 1.0;
    for (int i = 0; i < f->nq; i++)
        vv_jet_input(r->jet, r->work, i)[at] = finite ? 0 : vv_flow_coefficients(f, i)[at];
    for (int i = 0; i < f->n && !finite; i++) vv_jet_input(r->jet, r->work, f->nq + i)[at] = 0;
    vv_jet_order(r->jet, at, r->work);
    for (int i = 0; i < r->n; i++)
        rhs[f->n + r->row[i]] = -scale * vv_jet_result(r->jet, r->work, i)[at];
}

static void correct_rows(const vv_flow *f, const vv_flow_rows *r, int k) {
    if (!r->n) return;
    bool finite = r->shift == 2;
    int at = k + r->shift;
    for (int i = 0; i < (finite ? f->nq : f->n); i++) {
        double w = vv_flow_coefficients(f, f->nq + i)[k + 1]; /* w is q' here */
        vv_jet_input(r->jet, r->work, finite ? i : f->nq + i)[at] = finite ? w / at : w;
    }
    vv_jet_correct(r->jet, at, r->work);
}

static void begin_rows(const vv_flow *f, const vv_flow_rows *r, const double *state, double t) {
    if (!r->n) return;
    put_state(r->jet, r->work, f->nq + f->n, state, t, f->nq + f->n);
    vv_jet_order(r->jet, 0, r->work);
    if (r->shift < 2) return;
    for (int i = 0; i < f->nq; i++) vv_jet_input(r->jet, r->work, i)[1] = state[f->nq + i];
    vv_jet_order(r->jet, 1, r->work);
}

void vv_flow_choose(vv_flow *f) {
    int n = f->n + f->m, all = f->n + f->eq->nrows;
    if (!f->eq->chosen) return;
    memmove(f->x + n, f->x, (size_t)all * sizeof *f->x);
    for (int i = 0; i < n; i++) f->x[i] = f->x[n + f->eq->chosen[i]];
}

/* Block by block: that of the motion, then A du = b - dA u of each direction. */
void vv_flow_solve(vv_flow *f) {
    const vv_variation *v = f->variation;
    int n = f->kkt.n, m = n - f->own;
    if (!v && f->inverted) {
        for (int i = 0; i < n; i++) f->x[i] = -f->x[i];
        vv_dense_natural_solve(n, vv_jet_matrix(f->closed, f->closed_work), f->x);
        return;
    }
    if (!v) {
        vv_dense_solve(&f->kkt, f->x);
        return;
    }
    double *u = f->block, *y = u;
    for (int k = 0; k <= v->n; k++, y = u + n) {
        const double *dA = f->matrices + (size_t)k * (size_t)(n * n);
        for (int i = 0; i < n; i++) {
            double *b = &y[i];
            *b = f->x[vv_variation_place(v, f->own, m, k, i)];
            for (int j = 0; k && j < n; j++) *b -= dA[i * n + j] * u[j];
        }
        vv_dense_solve(&f->kkt, y);
        for (int i = 0; i < n; i++) f->x[vv_variation_place(v, f->own, m, k, i)] = y[i];
    }
}

/* Coefficient k of w' and of the multipliers, from the residual at 0. */
static bool solve_order(vv_flow *f, int k) {
    const vv_jet *j = f->jet;
    int nu = f->n + f->m, first = f->nq + f->n;
    for (int i = 0; i < nu; i++) vv_jet_input(j, f->work, first + i)[k] = 0;
    vv_jet_order(j, k, f->work);
    for (int i = 0; i < f->nq; i++)
        vv_jet_input(j, f->work, i)[k + 1] = vv_jet_result(j, f->work, i)[k] / (k + 1);
    for (int i = 0; i < f->n; i++) f->x[i] = -vv_jet_result(j, f->work, f->nq + i)[k];
    rows_ahead(f, &f->finite, k, f->x);
    rows_ahead(f, &f->velocity, k, f->x);
    if (f->laws) vv_laws_order(f, k);
    vv_flow_choose(f);
    f->neither = -1;
    for (int i = 0; i < nu; i++)
        if (isnan(f->x[i]) || isinf(f->x[i])) return f->neither = i, f->failed = k, false;
    vv_flow_solve(f);
    for (int i = 0; i < nu; i++) vv_jet_input(j, f->work, first + i)[k] = f->x[i];
    vv_jet_correct(j, k, f->work);
    for (int i = 0; i < f->n; i++) vv_jet_input(j, f->work, f->nq + i)[k + 1] = f->x[i] / (k + 1);
    correct_rows(f, &f->finite, k);
    correct_rows(f, &f->velocity, k);
    return true;
}

/* No coefficient of q, w and w' is NaN or infinite: what is spreads, the last ones show it. */
static bool is_finite(const vv_flow *f) {
    double zero = 0; /* unless something is no number */
    for (int i = 0; i < f->nq + 2 * f->n; i++) {
        const double *c = vv_flow_coefficients(f, i);
        zero += 0 * c[(f->order - (i >= f->nq + f->n)) * f->apart];
    }
    return zero == 0;
}

static bool begin_series(vv_flow *f, const double *state, double t) {
    if (!has_orders(f)) return f->neither = -1, f->failed = 0, false;
    vv_flow_use(f, f->work, 1);
    put_state(f->jet, f->work, f->nq + f->n, state, t, count_inputs(f) - 1);
    begin_rows(f, &f->finite, state, t);
    begin_rows(f, &f->velocity, state, t);
    return true;
}

vv_flow_fault vv_flow_first(vv_flow *f, const double *state, double t) {
    return begin_series(f, state, t) && solve_order(f, 0) ? VV_FLOW_OK : VV_FLOW_NAN;
}

/* Sines of the state whose matrix was asked for last, or of another. */
static void put_sines(const vv_flow *f, const double *state) {
    double *to = vv_jet_sines(f->closed, f->closed_work);
    int n = f->closed->nangles;
    if (!memcmp(f->in, state, (size_t)f->nq * sizeof *state))
        memcpy(to, f->sines, 2 * (size_t)n * sizeof *to);
    else
        for (int i = 0; i < n; i++) sincos(state[f->closed->angle[i]], &to[2 * i], &to[2 * i + 1]);
}

vv_flow_fault vv_flow_series(vv_flow *f, const double *state, double t) {
    enum { MANY = 1000 }; /* steps, after which one program for all orders pays */
    if (f->inverted) {
        if (f->expansions < MANY && ++f->expansions == MANY) vv_jet_make_whole(f->c, f->closed);
        if (f->closed->nangles) put_sines(f, state);
        put_state(f->closed, f->closed_work, f->nq + f->n, state, t, count_inputs(f) - 1);
        vv_jet_expand(f->closed, f->order, f->closed_work);
        vv_flow_use(f, f->closed_work, 1);
        bool finite = is_finite(f);
        if (finite && f->laws) vv_laws_watch(f);
        if (finite) return VV_FLOW_OK;
        /* which equation it is, the orders one by one will say; nothing of this is left behind */
        vv_jet_prepare(f->closed, f->closed_work);
        f->inverted = f->known = false;
        if (!f->factored) vv_dense_factor(&f->kkt, 0);
        f->factored = true;
    }
    if (!begin_series(f, state, t)) return VV_FLOW_NAN;
    for (int k = 0; k < f->order; k++)
        if (!solve_order(f, k)) return VV_FLOW_NAN;
    return VV_FLOW_OK;
}

void vv_flow_gather(vv_flow *f) {
    if (f->apart == 1) return;
    for (int i = 0; i < count_inputs(f); i++)
        vv_flow_copy(f, i, f->order + 1, vv_jet_input(f->jet, f->work, i));
    vv_flow_use(f, f->work, 1);
}

const char *vv_flow_name(const vv_flow *f, int i) {
    static const char *const primes[] = {"", "'", "''", "'''"};
    vv_expr *in = inputs(f);
    const vv_symbol *s = in ? vv_symbol_get(f->c, in[i]) : NULL;
    const char *text = s ? vv_format(f->c, "%s%s", s->name, primes[s->order & 3]) : NULL;
    return text ? text : "";
}
