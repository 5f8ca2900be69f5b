#include "simulate/start.h"

#include <math.h>
#include <string.h>

#include "evaluate/interpret.h"
#include "simulate/assembly.h"
#include "simulate/form.h"
#include "simulate/kinsol.h"
#include "simulate/run.h"
#include "simulate/touch.h"

enum { MOST_ITERATIONS = 60 };
static const double FAR = 0.25;     /* a stated value moved by more of itself is an error */
static const double ROUNDED = 0.02; /* by less it may be what is left of its digits */

/* ---- values stated -------------------------------------------------------------------------- */

static bool number(const assembly *a, vv_expr e, double *out) {
    vv_tape *t = vv_flow_tape(a->f, 1, &e);
    double *scratch = t ? VV_ARRAY(a->c, double, t->nslots + 1) : NULL,
           *in = t ? VV_ARRAY(a->c, double, t->nin + 1) : NULL;
    if (!scratch || !in) return false;
    vv_tape_prepare(t, scratch);
    vv_tape_run(t, in, out, scratch);
    return true;
}

static void find_guesses(assembly *a) {
    const vv_model *m = a->f->s->m;
    for (int k = 0; k < m->nrollings; k++)
        for (int p = 0; p < m->rolling[k].nplaces; p++)
            for (int i = 0; i < a->nq; i++)
                a->guess[i] |= vv_same(m->rolling[k].place[p], m->coordinate[i].q);
}

static bool is_stated(const assembly *a, vv_expr speed) {
    for (int k = 0; k < a->nspeeds; k++)
        if (vv_same(a->speed[k]->symbol, speed)) return true;
    return false;
}

/* Speeds that are not stated: those the model declares, where it states others of them, and those
 * of free frames, whose Euler parameters nobody thinks of. */
static void find_idle(assembly *a) {
    const vv_model *m = a->f->s->m;
    bool any = false;
    for (int i = 0; i < m->nspeeds; i++)
        any |= !m->speed[i].free && is_stated(a, m->speed[i].symbol);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < m->nspeeds; i++) {
            const vv_speed *w = &m->speed[i];
            if (w->free != (pass == 1) || !w->value.id || is_stated(a, w->symbol)) continue;
            vv_start *zero = w->free || any ? VV_NEW(a->c, vv_start) : NULL;
            if (!zero) continue;
            *zero = (vv_start){.symbol = w->symbol, .value = VV_ZERO};
            a->speed[a->nspeeds + a->nidle++] = zero;
            a->ndeclared += pass == 0;
        }
}

static void read_stated(assembly *a) {
    const vv_model *m = a->f->s->m;
    for (int i = 0; i < a->nq; i++) a->wanted[i] = m->coordinate[i].begins;
    for (int k = 0; k < m->nstarts; k++) {
        int at = -1;
        for (int i = 0; i < a->nq; i++) {
            if (vv_same(m->start[k].symbol, m->coordinate[i].q)) at = i;
            if (vv_same(m->start[k].symbol, m->coordinate[i].qd)) at = a->nq + i;
        }
        if (at < 0)
            a->speed[a->nspeeds++] = &m->start[k];
        else if (number(a, m->start[k].value, &a->wanted[at]))
            a->stated[at] = true;
    }
    memcpy(a->value, a->wanted, 2 * (size_t)a->nq * sizeof *a->value);
}

/* Does the rate move the body that another one rolls upon? That stays at rest rather than the one
 * that rolls. */
static bool moves_support(const assembly *a, int i) {
    const vv_model *m = a->f->s->m;
    bool any = false;
    for (int k = 0; k < m->nrollings; k++) {
        const vv_vec *v = &m->rolling[k].support_velocity;
        for (int p = 0; p < v->n && m->rolling[k].support_body >= 0; p++)
            for (int d = 0; d < 3; d++)
                any |= vv_depends(a->c, v->part[p].x[d], 1, &m->coordinate[i].qd);
    }
    return any;
}

/* Rates that constraints give with a plain coefficient are the last to stay 0. */
static int reluctance(const assembly *a, int i) {
    int rows = 0, plain = 0;
    if (a->f->s->m->coordinate[i].dependent) return 3;
    for (int r = 0; r < a->nrows; r++) {
        vv_expr k = a->row[r]->coefficient[i];
        rows += !vv_is_zero(k);
        plain += !vv_is_zero(k) && vv_is_const(a->c, k);
    }
    return rows == 0 ? 0 : plain ? 2 : 1;
}

static void order_by_reluctance(assembly *a) {
    int n = 0;
    for (int level = 0; level <= 3; level++)
        for (int i = 0; i < a->nq; i++)
            if (reluctance(a, i) == level) {
                a->willing[n++] = i;
                a->led[i] = (level > 1 && !moves_support(a, i)) || a->guess[i] ||
                            a->f->s->m->coordinate[i].internal;
            }
}

/* ---- tapes ---------------------------------------------------------------------------------- */

static vv_tape *tape_of(assembly *a, int n, const vv_expr *out, double **scratch) {
    const vv_system *s = a->f->s;
    const vv_fixed *x = &a->f->fixed;
    vv_expr *in = VV_ARRAY(a->c, vv_expr, 2 * a->nq + 2);
    for (int i = 0; in && i < a->nq; i++) in[i] = s->q[i], in[a->nq + i] = s->qd[i];
    if (in) in[2 * a->nq] = s->m->t;
    vv_tape_plan plan = {2 * a->nq + 1, in, x->n, x->symbol, x->value, n, out};
    vv_tape *t = vv_ctx_ok(a->c) ? vv_tape_sketch(a->c, &plan, NULL) : NULL;
    *scratch = t ? VV_ARRAY(a->c, double, t->nslots + 1) : NULL;
    if (*scratch) vv_tape_prepare(t, *scratch);
    return t;
}

/* What friction keeps is not demanded of a start: a body may begin by sliding. */
static bool is_soft(const assembly *a, const vv_row *row) {
    const vv_laws *w = a->f->laws;
    for (int l = 0; l < w->n; l++)
        for (int j = 0; j < w->law[l].n; j++)
            if (row == &a->f->s->row[w->law[l].row[j]]) return true;
    return false;
}

/* Contacts that begin apart bind nothing. */
static bool is_open(const assembly *a, int row) {
    const vv_laws *w = a->f->laws;
    for (int i = 0; w && i < w->nnormals; i++)
        if (a->open[i] && w->normal[i].row == row) return true;
    for (int l = 0; w && l < w->n; l++)
        for (int j = 0; j < w->law[l].n; j++)
            if (a->open[w->law[l].normal] && w->law[l].row[j] == row) return true;
    return false;
}

/* Residuals of one level, coefficients of the velocities. */
static bool build_level(assembly *a, bool positions) {
    const vv_system *s = a->f->s;
    int nq = a->nq, all = s->nrows + s->servo.r + s->servo.nhidden, n = 0;
    a->nrows = a->rank = 0;
    a->level = positions ? 0 : nq;
    for (int r = 0; r < all; r++) {
        const vv_row *row = r < s->nrows ? &s->row[r] : &s->servo.row[r - s->nrows];
        if ((positions && !row->finite.id) || is_open(a, r)) continue;
        a->row[a->nrows++] = row;
        a->rank += !s->nkept || r < s->nkept || r >= s->nrows;
    }
    for (int i = 0; a->f->laws && i < a->nrows; i++) a->soft[i] = is_soft(a, a->row[i]);
    vv_expr *out = VV_ARRAY(a->c, vv_expr, (size_t)a->nrows * (size_t)(nq + 1) + 1);
    if (!out) return false;
    for (int r = 0; r < a->nrows; r++)
        out[n++] = positions ? a->row[r]->finite : a->row[r]->velocity;
    for (int r = 0; r < a->nrows; r++, n += nq)
        memcpy(out + n, a->row[r]->coefficient, (size_t)nq * sizeof *out);
    a->tape = tape_of(a, n, out, &a->scratch);
    a->out = VV_ARRAY(a->c, double, n + 1);
    return a->scratch && a->out;
}

/* The mass matrix, which few starts ask for. */
static bool build_masses(assembly *a) {
    const vv_system *s = a->f->s;
    int nq = a->nq;
    if (a->masses) return true;
    vv_expr *M = VV_ARRAY(a->c, vv_expr, nq * nq + 1), *p = VV_ARRAY(a->c, vv_expr, nq + 1);
    a->masses_out = VV_ARRAY(a->c, double, nq *nq + 1);
    if (!M || !p || !a->masses_out) return false;
    vv_gradient(a->c, s->T, nq, s->qd, p);
    vv_jacobian(a->c, nq, p, nq, s->qd, M);
    a->masses = tape_of(a, nq * nq, M, &a->masses_scratch);
    return a->masses_scratch != NULL;
}

static bool build_speeds(assembly *a) {
    const vv_system *s = a->f->s;
    int n = a->nspeeds + a->nidle, nq = a->nq;
    vv_expr *out = VV_ARRAY(a->c, vv_expr, (size_t)n * (size_t)(nq + 2) + 1);
    if (!out) return false;
    for (int k = 0; k < n; k++) {
        vv_expr e = vv_subst_map(a->c, &s->to_raw, a->speed[k]->symbol);
        out[k] = vv_subst_map(a->c, &s->to_coordinates, e);
        vv_gradient(a->c, out[k], nq, s->qd, out + n + k * nq);
        out[n + n * nq + k] = a->speed[k]->value;
    }
    a->speeds = tape_of(a, n * (nq + 2), out, &a->speeds_scratch);
    a->speeds_out = VV_ARRAY(a->c, double, n *(nq + 2) + 1);
    return a->speeds_scratch && a->speeds_out;
}

/* Largest residual of the constraints; *at says which. NaN counts as the largest. */
static double residual(const assembly *a, int *at) {
    double worst = 0;
    for (int r = 0; r < a->nrows && !isnan(worst); r++)
        if (!a->soft[r] && !(fabs(a->out[r]) <= worst)) worst = fabs(a->out[r]), *at = r;
    return worst;
}

/* ---- Newton --------------------------------------------------------------------------------- */

/* Positions no farther than to twice their size and 1: angles would run away. Half as far as long
 * as the constraints get worse. */
static void move(assembly *a, bool positions, double t, const double *dx, double was) {
    int first = positions ? 0 : a->nq, at = 0;
    double far = vv_assembly_length(a->nq, dx),
           most = 1 + vv_assembly_length(a->nq, a->value + first),
           part = positions && far > most ? most / far : 1;
    for (int i = 0; i < a->nq; i++) a->value[first + i] += part * dx[i];
    vv_assembly_run(a, t);
    for (int k = 0; k < 20 && !(residual(a, &at) <= 2 * was + 1e-12); k++) {
        part /= 2;
        for (int i = 0; i < a->nq; i++) a->value[first + i] -= part * dx[i];
        vv_assembly_run(a, t);
    }
}

/* Steps also become short where a constraint ceases to feel its coordinates: each must vanish but
 * for the rounding of its terms. */
static bool is_satisfied(const assembly *a, int first) {
    const double ROUNDING = 1e-9; /* dependent relations agree to no more */
    for (int r = 0; r < a->nrows; r++) {
        const double *k = a->out + a->nrows + r * a->nq;
        double size = 1;
        for (int i = 0; i < a->nq; i++) size += fabs(k[i] * a->value[first + i]);
        if (!a->soft[r] && !(fabs(a->out[r]) <= ROUNDING * size)) return false;
    }
    return true;
}

static bool settle(assembly *a, bool positions, double t, bool weighted, bool *kept) {
    enum { LEAST = 40 }; /* steps that look back to the beginning; then only onto the constraints */
    double *dx = VV_ARRAY(a->c, double, a->nq + a->nrows + 1),
           *from = VV_ARRAY(a->c, double, a->nq + 1);
    int first = positions ? 0 : a->nq, at = 0;
    if (!dx || !from || (weighted && !build_masses(a))) return false;
    memcpy(from, a->value + first, (size_t)a->nq * sizeof *from);
    vv_assembly_run(a, t);
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        double was = residual(a, &at);
        vv_mark mark = vv_arena_mark(a->c);
        if (k >= LEAST) memcpy(from, a->value + first, (size_t)a->nq * sizeof *from);
        bool solved = weighted ? vv_assembly_weighted_step(a, from, dx)
                               : vv_assembly_ordered_step(a, positions, dx, kept);
        vv_arena_release(a->c, mark);
        if (!solved) return false;
        double step = vv_assembly_length(a->nq, dx),
               size = vv_assembly_length(a->nq, a->value + first);
        if (isnan(step)) return false;
        move(a, positions, t, dx, was);
        if (step <= 4e-16 * size || (k > 3 && step <= 1e-13 * fmax(1, size)))
            return is_satisfied(a, first);
    }
    return residual(a, &at) < 1e-10;
}

/* Positions by a line search from a poor guess: the constraints that are independent there, and
 * coordinates held at what is wanted, as many together as there are coordinates. */
typedef struct square {
    assembly *a;
    double t;
    int nrows, *row; /* constraints, then coordinates held */
    int *held;
} square;

static bool square_values(void *data, const double *x, double *out, double *J) {
    const square *s = data;
    assembly *a = s->a;
    int nq = a->nq;
    memcpy(a->value, x, (size_t)nq * sizeof *x);
    vv_assembly_run(a, s->t);
    for (int k = 0; k < nq; k++) {
        int i = k < s->nrows ? s->row[k] : s->held[k - s->nrows];
        out[k] = k < s->nrows ? a->out[i] : x[i] - a->wanted[i];
        if (isnan(out[k]) || isinf(out[k])) return false;
        if (!J) continue;
        memset(J + k * nq, 0, (size_t)nq * sizeof *J);
        if (k < s->nrows)
            memcpy(J + k * nq, a->out + a->nrows + i * nq, (size_t)nq * sizeof *J);
        else
            J[k * nq + i] = 1;
    }
    return true;
}

static bool settle_globally(assembly *a, double t) {
    int nq = a->nq, n = 0;
    square s = {a, t, 0, VV_ARRAY(a->c, int, a->nrows + 1), VV_ARRAY(a->c, int, nq + 1)};
    double *unit = VV_ARRAY(a->c, double, nq + 1), *rhs = VV_ARRAY(a->c, double, nq + 1),
           *x = VV_ARRAY(a->c, double, nq + 1);
    if (!vv_ctx_ok(a->c)) return false;
    vv_assembly_run(a, t);
    for (int r = 0; r < a->nrows && n < a->rank; r++)
        if (!a->soft[r] && !vv_assembly_is_faded(a, r) &&
            vv_assembly_accept(a, &n, a->out + a->nrows + r * nq, 0, rhs))
            s.row[s.nrows++] = r;
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < nq; k++) {
            int i = a->willing[k];
            if (a->stated[i] != (pass == 0)) continue;
            unit[i] = 1;
            if (vv_assembly_accept(a, &n, unit, 0, rhs)) s.held[n - 1 - s.nrows] = i;
            unit[i] = 0;
        }
    memcpy(x, a->value, (size_t)nq * sizeof *x);
    if (n < nq || !vv_kinsol_solve(a->c, nq, square_values, &s, x)) return false;
    memcpy(a->value, x, (size_t)nq * sizeof *x);
    return true;
}

/* Is everything stated as it was stated, the constraints aside? */
static bool as_stated(const assembly *a, bool positions) {
    int first = positions ? 0 : a->nq;
    for (int i = 0; i < a->nq; i++)
        if (a->stated[first + i] && !(a->yield && a->guess[i]) &&
            fabs(a->value[first + i] - a->wanted[first + i]) >
                1e-9 * (1 + fabs(a->wanted[first + i])))
            return false;
    for (int k = 0; k < a->nspeeds && !positions; k++) {
        double want = vv_assembly_wanted_speeds(a)[k];
        if (fabs(a->speeds_out[k] - want) > 1e-9 * (1 + fabs(want))) return false;
    }
    return true;
}

/* Velocities may fail because a parametrisation is singular there, which is then said. */
static bool is_off_chart(assembly *a, double t) {
    double *state = VV_ARRAY(a->c, double, a->f->nq + a->f->n + 1), *guards;
    if (!state) return true;
    for (int i = 0; i < a->nq; i++) state[i] = a->unit[i] * a->value[i];
    return !vv_guards_begin(a->f, state, t, &guards);
}

static void refuse(assembly *a, bool positions, int row, double by, double t) {
    const vv_row *r = row < a->nrows ? a->row[row] : NULL;
    if (!positions && is_off_chart(a, t)) return;
    double *wanted = VV_ARRAY(a->c, double, a->nq + 1);
    for (int i = 0; wanted && i < a->nq; i++) wanted[i] = a->unit[i] * a->wanted[i];
    if (positions && wanted && vv_gap_tell(a->f, r, wanted, t)) {
        vv_ctx_fail(a->c, VV_E_MODEL);
        return;
    }
    vv_diag_hint(a->c,
                 vv_diag_add(a->c, VV_ERROR, VV_D_START, r ? r->span : (vv_span){0},
                             "the start does not satisfy %s: its residual is %.3g",
                             r ? r->label : "the constraints", by),
                 positions ? "state positions nearer to the constraints, or fewer of them"
                           : "state velocities that the constraints allow, or fewer of them");
    vv_ctx_fail(a->c, VV_E_MODEL);
}

/* What is small beside the positions as they are found: the unit of length may be anything, that of
 * angles is 1. */
static bool positions_near(assembly *a, double t, double far) {
    double size = 0, most = vv_assembly_length(a->nq, a->wanted);
    for (int i = 0; i < a->nq; i++)
        if (!vv_assembly_is_angle(a, i, t))
            size = hypot(size, fmax(fabs(a->wanted[i]), fabs(a->value[i])));
    for (int i = 0; i < a->nq; i++) {
        double by = fabs(a->value[i] - a->wanted[i]);
        if (!a->stated[i] || by <= far * size) continue;
        if (by > far * fmax(most, 1) || !vv_assembly_is_angle(a, i, t)) return false;
    }
    return true;
}

/* What is stated must not be moved far, speeds by no more of the largest of them. */
static bool near(assembly *a, bool positions, double t) {
    int first = positions ? 0 : a->nq;
    if (positions) return positions_near(a, t, FAR);
    double size = vv_assembly_length(a->nq, a->wanted + first);
    for (int i = 0; i < a->nq; i++) {
        double by = fabs(a->value[first + i] - a->wanted[first + i]);
        if (a->stated[first + i] && by > FAR * size) return false;
    }
    const double *want = a->speeds_out ? vv_assembly_wanted_speeds(a) : NULL;
    for (int k = 0; want && !positions && k < a->nspeeds; k++)
        if (fabs(a->speeds_out[k] - want[k]) > FAR * vv_assembly_length(a->nspeeds, want))
            return false;
    return true;
}

/* What is stated of a contact may be a guess: it alone is moved where the rest can stay. */
static bool settle_guesses(assembly *a, double t) {
    bool kept = true;
    memcpy(a->value, a->wanted, (size_t)a->nq * sizeof *a->value);
    a->yield = true;
    bool done = settle(a, true, t, false, &kept) && as_stated(a, true) && near(a, true, t);
    a->yield = false;
    return done;
}

/* ---- contacts that begin apart -------------------------------------------------------------- */

/* Along its normal: may this relation of a contact with friction be open at the start? The contact
 * of two surfaces has coordinates of its own, which have no meaning then. */
static bool may_open(const assembly *a, int contact, bool positions) {
    const vv_normal *n = &a->f->laws->normal[contact];
    if (a->open[contact] || n->row < 0 || !n->gap.id) return false;
    const vv_row *row = &a->f->s->row[n->row];
    int given = row->given;
    return (!positions || row->finite.id) && !a->f->s->m->constraint[given].touch;
}

static void soften(assembly *a, bool positions) {
    const vv_laws *w = a->f->laws;
    for (int k = 0; k < a->nrows; k++)
        for (int i = 0; i < w->nnormals; i++)
            if (may_open(a, i, positions) && a->row[k] == &a->f->s->row[w->normal[i].row])
                a->soft[k] = true;
}

/* How far the bodies are apart, or how fast they part. */
static bool measure_gaps(assembly *a, bool positions, double t, double *out) {
    const vv_laws *w = a->f->laws;
    double *scratch;
    vv_expr *e = VV_ARRAY(a->c, vv_expr, w->nnormals + 1);
    for (int i = 0; e && i < w->nnormals; i++)
        e[i] = !may_open(a, i, positions) ? VV_ZERO : positions ? w->normal[i].gap : w->normal[i].u;
    vv_tape *tape = e ? tape_of(a, w->nnormals, e, &scratch) : NULL;
    if (!tape || !scratch) return false;
    for (int i = 0; i < 2 * a->nq; i++) a->in[i] = a->unit[i] * a->value[i];
    a->in[2 * a->nq] = t;
    vv_tape_run(tape, a->in, out, scratch);
    return true;
}

/* What is small beside the lengths, or the rates, that are stated. */
static double rounded(assembly *a, bool positions, double t) {
    double size = 0;
    for (int i = 0; i < a->nq; i++)
        if (!vv_assembly_is_angle(a, i, t))
            size = fmax(size, fabs(a->unit[a->level + i] * a->value[a->level + i]));
    return positions ? ROUNDED * size : 1e-9 * size;
}

/* What contacts may be apart by, if all that is stated can stay then; NULL: it cannot. Values and
 * soft rows are as before. */
static double *gaps_as_stated(assembly *a, bool positions, double t, double *small) {
    const vv_laws *w = a->f->laws;
    size_t rows = (size_t)a->nrows, nq = (size_t)a->nq;
    bool kept, *soft = VV_ARRAY(a->c, bool, rows + 1);
    double *gap = VV_ARRAY(a->c, double, w->nnormals + 1), *value = VV_ARRAY(a->c, double, nq + 1);
    if (!soft || !gap || !value) return NULL;
    memcpy(soft, a->soft, rows * sizeof *soft);
    memcpy(value, a->value + a->level, nq * sizeof *value);
    memcpy(a->value + a->level, a->wanted + a->level, nq * sizeof *value);
    soften(a, positions);
    bool stays = settle(a, positions, t, false, &kept) && as_stated(a, positions) &&
                 measure_gaps(a, positions, t, gap);
    *small = rounded(a, positions, t);
    memcpy(a->soft, soft, rows * sizeof *soft);
    memcpy(a->value + a->level, value, nq * sizeof *value);
    vv_assembly_run(a, t);
    return stays ? gap : NULL;
}

/* What is stated comes first: where it can all stay when contacts may be apart, and they are, on
 * the side to which they may part, they begin so. */
static bool open_contacts(assembly *a, bool positions, double t) {
    const vv_laws *w = a->f->laws;
    bool any = false, into = false;
    double small = 0;
    for (int i = 0; w && i < w->nnormals; i++) any |= may_open(a, i, positions);
    const double *gap = any ? gaps_as_stated(a, positions, t, &small) : NULL;
    any = false;
    for (int i = 0; gap && i < w->nnormals; i++) {
        any |= gap[i] > small;
        into |= gap[i] < -small;
    }
    if (!any || into) return false;
    for (int i = 0; i < w->nnormals; i++) {
        if (!(gap[i] > small)) continue;
        a->open[i] = true;
        a->gap[i] = positions ? gap[i] : 0;
    }
    return build_level(a, positions);
}

/* They are apart from the first step on; those that only move off part there. */
static void begin_apart(const assembly *a) {
    vv_laws *w = a->f->laws;
    for (int i = 0; w && i < w->nnormals; i++) w->normal[i].apart = a->open[i] && a->gap[i] > 0;
    for (int l = 0; w && l < w->n; l++)
        w->law[l].mode =
            w->law[l].smooth || w->normal[w->law[l].normal].apart ? VV_APART : VV_HOLDS;
}

/* ---- positions that zeros do not lead to ---------------------------------------------------- */

enum { MOST_FOUND = 4 };

static void begin_at(assembly *a, double from) {
    for (int i = 0; i < a->nq; i++) {
        bool give = !a->stated[i] && !a->f->s->m->coordinate[i].internal;
        a->value[i] = a->wanted[i] + (give ? from : 0);
    }
}

/* One search with what is not stated begun elsewhere than at 0; true when all that is stated stays,
 * or not far away. */
static bool seek_from(assembly *a, double t, double from, bool exactly) {
    bool kept = true;
    int at = 0;
    begin_at(a, from);
    bool done = settle(a, true, t, false, &kept);
    if (!done && vv_ctx_ok(a->c)) {
        begin_at(a, from);
        done = settle_globally(a, t) && settle(a, true, t, false, &kept);
    }
    return done && (exactly ? as_stated(a, true) : near(a, true, t)) && residual(a, &at) < 1e-10;
}

/* What is not stated, and turns, is as near as whole turns allow to where it would be: a position
 * is one, whichever way it was found. */
static void turn_back(assembly *a, double t) {
    const double TURN = 6.283185307179586477;
    for (int i = 0; i < a->nq; i++) {
        double n = rint((a->value[i] - a->wanted[i]) / TURN);
        if (a->stated[i] || n == 0 || !vv_assembly_is_angle(a, i, t)) continue;
        a->value[i] -= n * TURN;
    }
    vv_assembly_run(a, t);
}

static bool is_found(const assembly *a, int n, const double *found) {
    for (int k = 0; k < n; k++) {
        double by = 0;
        for (int i = 0; i < a->nq; i++) by = fmax(by, fabs(a->value[i] - found[k * a->nq + i]));
        if (by < 1e-6) return true;
    }
    return false;
}

/* The positions found, by the coordinates in which they differ. */
static void refuse_several(assembly *a, int n, const double *found) {
    vv_buffer b = VV_BUFFER(a->c);
    for (int k = 0; k < n; k++) {
        bool any = false;
        if (k) vv_buffer_add(&b, k + 1 < n ? "; " : "; or ");
        for (int i = 0; i < a->nq; i++) {
            bool differs = false;
            for (int l = 0; l < n; l++) differs |= fabs(found[l * a->nq + i] - found[i]) > 1e-9;
            if (!differs) continue;
            vv_buffer_printf(&b, "%s%s = %.6g", any ? ", " : "",
                             vv_symbol_get(a->c, a->f->s->q[i])->name,
                             vv_plain(a->unit[i] * found[k * a->nq + i]));
            any = true;
        }
    }
    vv_diag_hint(a->c,
                 vv_diag_add(a->c, VV_ERROR, VV_D_START, a->nrows ? a->row[0]->span : (vv_span){0},
                             "the start leaves several positions: %s", vv_buffer_text(&b)),
                 "state one of these");
    vv_ctx_fail(a->c, VV_E_MODEL);
}

/* Where a constraint does not feel a coordinate that is 0 (x^2 + y^2 = l^2): tries from either
 * side. One position is the start; several are for the user to choose from. */
static bool seek(assembly *a, double t, bool exactly) {
    static const double from[] = {1, -1, 0.3, -0.3, 3, -3};
    double *found = VV_ARRAY(a->c, double, MOST_FOUND * a->nq + 1);
    int n = 0;
    for (int k = 0; found && k < 6 && n < MOST_FOUND && vv_ctx_ok(a->c); k++) {
        if (!seek_from(a, t, from[k], exactly)) continue;
        turn_back(a, t);
        if (!is_found(a, n, found))
            memcpy(found + n++ * a->nq, a->value, (size_t)a->nq * sizeof *found);
    }
    if (n > 1) refuse_several(a, n, found);
    if (n == 1) memcpy(a->value, found, (size_t)a->nq * sizeof *found);
    return n == 1;
}

/* What is stated was moved by more than rounding: perhaps something that is not stated can make
 * room for it, though zeros do not lead there. false: there are several such positions. */
static bool rather_seek(assembly *a, double t) {
    bool room = false;
    double *moved = VV_ARRAY(a->c, double, a->nq + 1);
    for (int i = 0; i < a->nq; i++) room |= !a->stated[i] && !a->f->s->m->coordinate[i].internal;
    if (!moved) return false;
    if (!room || positions_near(a, t, ROUNDED)) return true;
    memcpy(moved, a->value, (size_t)a->nq * sizeof *moved);
    if (seek(a, t, true)) return true;
    memcpy(a->value, moved, (size_t)a->nq * sizeof *moved);
    vv_assembly_run(a, t);
    return vv_ctx_ok(a->c);
}

/* What is stated contradicts the constraints a little: it is moved onto them, least in the measure
 * of the masses. What is not stated begins where the constraints lead it with as much of the
 * statements as they allow (found), or at 0. */
static bool move_stated(assembly *a, bool positions, double t, const double *found) {
    int first = positions ? 0 : a->nq, rows = a->nrows;
    bool kept;
    memcpy(a->value + first, a->wanted + first, (size_t)a->nq * sizeof *a->value);
    for (int i = 0; found && i < a->nq; i++)
        if (!a->stated[first + i]) a->value[first + i] = found[i];
    a->nrows = 0; /* first as if there were no constraint: what is stated, zeros */
    if (!positions) settle(a, positions, t, false, &kept);
    a->nrows = rows;
    return settle(a, positions, t, true, &kept) && near(a, positions, t);
}

/* Where the constraints only just reach what is stated (a point at the equator of its sphere), they
 * lead to half of the digits. A coordinate that would be 0 and nearly is has all of them when it is
 * asked for like one that is stated. */
static void take_zeros(assembly *a, double t) {
    const double NEARLY = 1e-5 * vv_assembly_length(a->nq, a->value), ROUNDING = 1e-15;
    int nq = a->nq, at = 0, n = 0;
    bool kept, *stated = VV_ARRAY(a->c, bool, 2 * nq + 1), *were = a->stated;
    double *found = VV_ARRAY(a->c, double, nq + 1);
    if (!stated || !found) return;
    memcpy(stated, were, (size_t)(2 * nq) * sizeof *stated);
    memcpy(found, a->value, (size_t)nq * sizeof *found);
    for (int i = 0; i < nq; i++) {
        bool nearly = !were[i] && a->value[i] != 0 && fabs(a->value[i]) < NEARLY;
        stated[i] |= nearly;
        n += nearly;
    }
    a->stated = stated;
    bool done = n && settle(a, true, t, false, &kept) && residual(a, &at) < ROUNDING * 16;
    a->stated = were;
    for (int i = 0; i < nq; i++) {
        double off = fabs(a->value[i] - a->wanted[i]), was = fabs(found[i] - a->wanted[i]);
        done &= !stated[i] || off <= was || off <= ROUNDING * fabs(a->wanted[i]);
    }
    if (!done) memcpy(a->value, found, (size_t)nq * sizeof *found);
}

static bool assemble(assembly *a, bool positions, double t) {
    bool kept = true;
    int worst = 0, first = positions ? 0 : a->nq;
    double *found = VV_ARRAY(a->c, double, a->nq + 1);
    if (!found || !build_level(a, positions)) return false;
    order_by_reluctance(a);
    if (!positions && a->nspeeds + a->nidle && !build_speeds(a)) return false;
    vv_assembly_measure(a, t);
    double before = residual(a, &worst) * (a->nrows ? a->row_unit[worst] : 1);
    bool done = settle(a, positions, t, false, &kept);
    if ((!done || !as_stated(a, positions)) && open_contacts(a, positions, t)) {
        vv_assembly_measure(a, t);
        memcpy(a->value + first, a->wanted + first, (size_t)a->nq * sizeof *a->value);
        done = settle(a, positions, t, false, &kept);
    }
    if (!done || !as_stated(a, positions)) {
        bool led = done && positions;
        memcpy(found, a->value + first, (size_t)a->nq * sizeof *found);
        if (positions && settle_guesses(a, t)) return true;
        done = (led && move_stated(a, positions, t, found)) || move_stated(a, positions, t, NULL);
        if (done && positions) done = rather_seek(a, t);
    }
    if (!done && positions) done = seek(a, t, true);
    if (!done && positions && vv_ctx_ok(a->c)) done = seek(a, t, false);
    if (!vv_ctx_ok(a->c)) return false;
    if (done && positions) take_zeros(a, t);
    if (done) return true;
    vv_assembly_run(a, t);
    refuse(a, positions, worst, before, t);
    return false;
}

/* ---- account -------------------------------------------------------------------------------- */

static void tell(const assembly *a, vv_buffer *account) {
    static const char *const prime[] = {"", "'"};
    for (int i = 0; a->f->laws && i < a->f->laws->nnormals; i++)
        if (a->open[i] && a->gap[i] > 0)
            vv_buffer_printf(account, "start: the contact at %s begins apart, by %.12g\n",
                             a->f->laws->normal[i].point, a->gap[i]);
        else if (a->open[i])
            vv_buffer_printf(account, "start: the contact at %s begins by parting\n",
                             a->f->laws->normal[i].point);
    for (int i = 0; i < 2 * a->nq; i++) {
        const char *name = vv_symbol_get(a->c, a->f->s->q[i % a->nq])->name;
        double by = fabs(a->value[i] - a->wanted[i]), u = a->unit[i];
        if (!(by > 1e-12 * fmax(1, fabs(a->wanted[i])))) continue;
        if (a->stated[i])
            vv_buffer_printf(account, "start: %s%s = %.12g moved to %.12g onto the constraints\n",
                             name, prime[i / a->nq], vv_plain(u * a->wanted[i]),
                             vv_plain(u * a->value[i]));
        else
            vv_buffer_printf(account, "start: %s%s = %.12g by the constraints\n", name,
                             prime[i / a->nq], vv_plain(u * a->value[i]));
    }
    const double *want = a->speeds_out ? vv_assembly_wanted_speeds(a) : NULL;
    for (int k = 0; want && k < a->nspeeds; k++)
        if (fabs(a->speeds_out[k] - want[k]) > 1e-9 * (1 + fabs(want[k])))
            vv_buffer_printf(account, "start: %s = %.12g moved to %.12g onto the constraints\n",
                             vv_symbol_get(a->c, a->speed[k]->symbol)->name,
                             a->speed_unit[k] * want[k], a->speed_unit[k] * a->speeds_out[k]);
}

static bool speeds_of(assembly *a, double t, double *w) {
    double *scratch;
    vv_tape *tape = tape_of(a, a->f->n, a->f->eq->speed, &scratch);
    if (!scratch) return false;
    for (int i = 0; i < 2 * a->nq; i++) a->in[i] = (a->unit ? a->unit[i] : 1) * a->value[i];
    a->in[2 * a->nq] = t;
    vv_tape_run(tape, a->in, w, scratch);
    return true;
}

bool vv_start_speeds(const vv_flow *f, double t, const double *rates, double *state) {
    assembly a = {.f = f, .c = f->c, .nq = f->nq};
    a.value = VV_ARRAY(f->c, double, 2 * a.nq + 1);
    a.in = VV_ARRAY(f->c, double, 2 * a.nq + 2);
    if (!a.value || !a.in) return false;
    memcpy(a.value, rates, 2 * (size_t)a.nq * sizeof *rates);
    memcpy(state, rates, (size_t)a.nq * sizeof *rates);
    return speeds_of(&a, t, state + a.nq);
}

vv_status vv_start_find(const vv_flow *f, double t, double *state, double *rates,
                        vv_buffer *account) {
    int nq = f->nq, rows = f->s->nrows + f->s->servo.r + f->s->servo.nhidden;
    assembly a = {.f = f, .c = f->c, .nq = nq};
    a.row = VV_ARRAY(f->c, const vv_row *, rows + 1);
    a.in = VV_ARRAY(f->c, double, 2 * nq + 2);
    a.value = VV_ARRAY(f->c, double, 2 * nq + 1);
    a.wanted = VV_ARRAY(f->c, double, 2 * nq + 1);
    a.stated = VV_ARRAY(f->c, bool, 2 * nq + 1);
    a.speed = VV_ARRAY(f->c, const vv_start *, f->s->m->nstarts + f->s->m->nspeeds + 1);
    a.soft = VV_ARRAY(f->c, bool, rows + 1);
    a.guess = VV_ARRAY(f->c, bool, nq + 1);
    a.open = VV_ARRAY(f->c, bool, f->laws ? f->laws->nnormals + 1 : 1);
    a.gap = VV_ARRAY(f->c, double, f->laws ? f->laws->nnormals + 1 : 1);
    a.willing = VV_ARRAY(f->c, int, nq + 1);
    a.led = VV_ARRAY(f->c, bool, nq + 1);
    a.basis = VV_ARRAY(f->c, double, (size_t)nq *(size_t)nq + 1);
    a.lhs = VV_ARRAY(f->c, double, (size_t)nq *(size_t)nq + 1);
    a.unit = VV_ARRAY(f->c, double, 2 * nq + 1);
    a.kind = VV_ARRAY(f->c, vv_dimension, nq + 1);
    a.row_unit = VV_ARRAY(f->c, double, rows + 1);
    a.speed_unit = VV_ARRAY(f->c, double, f->s->m->nstarts + f->s->m->nspeeds + 1);
    if (!vv_ctx_ok(f->c)) return vv_ctx_status(f->c);
    find_guesses(&a);
    read_stated(&a);
    find_idle(&a);
    if (!vv_ctx_ok(f->c) || !assemble(&a, true, t)) return vv_ctx_status(f->c);
    if (!assemble(&a, false, t) || !speeds_of(&a, t, state + nq)) return vv_ctx_status(f->c);
    for (int i = 0; i < nq; i++) state[i] = a.unit[i] * a.value[i];
    for (int i = 0; rates && i < nq; i++) rates[i] = a.unit[nq + i] * a.value[nq + i];
    if (rates && !f->multipliers && !vv_assembly_lead(&a, t, state, rates))
        return vv_ctx_status(f->c);
    begin_apart(&a);
    tell(&a, account);
    return vv_ctx_status(f->c);
}

vv_status vv_start_of_model(vv_ctx *c, const vv_system *s, double *out) {
    enum { ORDER = 8 }; /* of series that nobody asks for */
    const vv_system *all = vv_form_all_rows(c, s);
    vv_equations *eq = VV_NEW(c, vv_equations);
    vv_flow *f = VV_NEW(c, vv_flow);
    vv_buffer account = VV_BUFFER(c);
    const char *why;
    if (!all || !eq || !f) return vv_ctx_status(c);
    if (vv_form_multipliers(c, all, eq, &why) != VV_OK) return vv_ctx_fail(c, VV_E_BEYOND);
    if (vv_flow_build(c, all, eq, ORDER, f) == VV_OK) vv_start_find(f, 0, out, NULL, &account);
    vv_buffer_free(&account);
    return vv_ctx_status(c);
}
