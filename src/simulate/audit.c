#include "simulate/audit.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "simulate/form.h"

/* What is audited behind the integrals. */
enum { ENERGY, POSITIONS, VELOCITIES, KINDS };

typedef struct listing {
    vv_audit *a;
    int n;
    vv_expr *out;
} listing;

/* ---- tapes ---------------------------------------------------------------------------------- */

/* false on refusal of memory. */
static bool make_code(vv_ctx *c, const vv_tape *t, vv_machine **m, double **scratch) {
    *m = t ? vv_machine_later(c, t) : NULL;
    *scratch = *m ? VV_ARRAY(c, double, (*m)->nscratch + 1) : NULL;
    if (*scratch) vv_machine_prepare(*m, *scratch);
    return *scratch != NULL;
}

static void run(vv_ctx *c, vv_machine *m, const double *in, double *out, double *scratch) {
    vv_machine_count(c, m);
    vv_machine_run(m, in, out, scratch);
}

static vv_expr in_coordinates(const vv_audit *a, vv_expr e) {
    return vv_subst_map(a->c, &a->s->to_coordinates, vv_subst_map(a->c, &a->s->to_raw, e));
}

static void put(listing *l, vv_expr e) { l->out[l->n++] = e; }

/* How many there are: none where it vanishes. */
static int put_power(listing *l, const char *name, vv_expr e) {
    if (vv_is_zero(e)) return 0;
    l->a->power_name[l->a->npowers++] = name ? name : "";
    put(l, e);
    return 1;
}

/* Part of a velocity that vanishes with the velocities: prescribed motions do no virtual work. */
static vv_vec own_velocity(const vv_audit *a, vv_vec v) {
    const vv_system *s = a->s;
    vv_expr *zero = VV_ARRAY(a->c, vv_expr, s->nv + 1);
    v = vv_vec_subst_map(a->c, &s->to_raw, v);
    if (!zero) return v;
    for (int i = 0; i < s->nv; i++) zero[i] = VV_ZERO;
    return vv_vec_sub(a->c, v, vv_vec_subst(a->c, s->nv, s->v, zero, v));
}

static vv_expr power_of_load(const vv_audit *a, const vv_load *load) {
    const vv_frames *f = &a->s->m->frames;
    vv_vec force = load->is_torque ? load->torque : load->force,
           velocity = load->is_torque ? load->spin : vv_vec_rate(a->c, f, load->at);
    vv_expr F[3], v[3], p[3];
    velocity = own_velocity(a, velocity);
    if (vv_vec_is_zero(velocity) || vv_vec_is_zero(force)) return VV_ZERO;
    int home = vv_vec_home(f, velocity);
    if (!vv_vec_in(a->c, f, velocity, home, v) || !vv_vec_in(a->c, f, force, home, F))
        return VV_ZERO;
    for (int i = 0; i < 3; i++) p[i] = vv_mul(a->c, F[i], v[i]);
    return in_coordinates(a, vv_sum(a->c, 3, p));
}

static vv_expr power_by_rates(const vv_audit *a, const vv_expr *Q) {
    vv_expr *t = VV_ARRAY(a->c, vv_expr, a->nq + 1);
    if (!t) return VV_ZERO;
    for (int i = 0; i < a->nq; i++) t[i] = vv_mul(a->c, Q[i], a->s->qd[i]);
    return vv_sum(a->c, a->nq, t);
}

static void list_forces(listing *l) {
    const vv_audit *a = l->a;
    const vv_system *s = a->s;
    for (int i = 0; i < s->m->nloads; i++) {
        int line, column;
        vv_diag_place(a->c, s->m->load[i].span.begin, &line, &column);
        put_power(
            l, vv_format(a->c, "%s of line %d", s->m->load[i].is_torque ? "torque" : "force", line),
            power_of_load(a, &s->m->load[i]));
    }
    put_power(l, "stated works and dampers", power_by_rates(a, s->Q_work));
    put_power(
        l, "prescribed motion",
        vv_neg(a->c, vv_add(a->c, vv_diff(a->c, s->T, s->m->t), vv_diff(a->c, s->U, s->m->t))));
}

/* Does its reaction do work? Not when it is homogeneous in the velocities. */
static bool works(const vv_audit *a, const vv_row *row) {
    if (row->kind == VV_ROW_SERVO) return true;
    if (row->kind == VV_ROW_NONLINEAR) return true;
    return !vv_is_zero(row->offset) && !vv_vanishes(a->c, &a->s->facts, row->offset);
}

/* Dry friction, with the reactions that the motion itself has: what it takes from the bodies, and
 * what a support that moves by itself gives. */
static void list_friction(listing *l, const vv_flow *f) {
    vv_audit *a = l->a;
    const vv_laws *w = f->laws;
    vv_expr drive = VV_ZERO;
    a->nlambda = f->eq->nmultipliers;
    a->lambda = f->eq->lambda;
    a->along = f->nq + 2 * f->n;
    bool *mine = VV_ARRAY(a->c, bool, f->eq->nrows + 1);
    if (!mine) return;
    for (int i = 0; i < w->n; i++) {
        vv_expr power = VV_ZERO;
        for (int j = 0; j < w->law[i].n; j++) {
            vv_expr R = f->eq->lambda[w->law[i].row[j]];
            power = vv_add(a->c, power, vv_mul(a->c, R, w->law[i].u[j]));
            drive = vv_sub(a->c, drive, vv_mul(a->c, R, f->eq->row[w->law[i].row[j]]->offset));
            mine[w->law[i].row[j]] = true;
        }
        a->nsliding += put_power(l, w->law[i].name, power);
    }
    for (int i = 0; i < w->nnormals; i++) {
        int r = w->normal[i].row;
        if (r < 0 || mine[r]) continue;
        drive = vv_sub(a->c, drive, vv_mul(a->c, f->eq->lambda[r], f->eq->row[r]->offset));
        mine[r] = true;
    }
    put_power(l, "supports that move", drive);
    for (int r = 0; r < f->eq->nmultipliers; r++) {
        const vv_row *row = f->eq->row_of_lambda[r];
        if (!row || mine[r] || !works(a, row)) continue;
        put_power(l, row->label, vv_mul(a->c, f->eq->lambda[r], power_by_rates(a, row->column)));
    }
}

/* Accelerations and multipliers by the equations in all coordinates, of the relations that are
 * kept: with redundant ones there is no one solution. false: there are none. */
static bool make_forces(vv_audit *a, vv_equations *eq) {
    vv_system *s = VV_NEW(a->c, vv_system);
    const char *why;
    if (!eq || !s) return false;
    *s = *a->s;
    if (s->nkept) s->nrows = s->nkept;
    if (vv_form_multipliers(a->c, s, eq, &why) != VV_OK) return false;
    vv_tape *t = vv_acceleration_tape(a->c, eq, s->m, a->fixed, a->nfree, a->free, &why);
    return make_code(a->c, t, &a->forces, &a->forces_scratch);
}

/* Servos and constraints that move. */
static void list_reactions(listing *l) {
    vv_audit *a = l->a;
    const vv_system *s = a->s;
    int nrows = s->nkept ? s->nkept : s->nrows;
    bool any = false;
    for (int r = 0; r < nrows + s->servo.r; r++)
        any |= works(a, r < nrows ? &s->row[r] : &s->servo.row[r - nrows]);
    vv_equations *eq = VV_NEW(a->c, vv_equations);
    if (!any || !make_forces(a, eq)) return;
    a->nlambda = eq->nmultipliers;
    a->lambda = eq->lambda;
    for (int i = 0; i < eq->nmultipliers; i++) {
        const vv_row *row = eq->row_of_lambda[i];
        if (!row || !works(a, row)) continue;
        const vv_expr *along = row->kind == VV_ROW_SERVO
                                   ? s->servo.through + (row - s->servo.row) * a->nq
                                   : row->column;
        put_power(l, row->label, vv_mul(a->c, eq->lambda[i], power_by_rates(a, along)));
    }
}

static bool is_among(vv_expr e, int n, const vv_expr *x) {
    for (int i = 0; i < n; i++)
        if (vv_same(e, x[i])) return true;
    return false;
}

/* Can its value be told from positions, velocities and, where dry friction has no part in them,
 * accelerations? Those are made when first needed. */
static bool can_value(vv_audit *a, vv_expr e) {
    const vv_system *s = a->s;
    int n;
    vv_expr *symbol = vv_expr_symbols(a->c, 1, &e, &n);
    for (int i = 0; symbol && i < n; i++) {
        if (is_among(symbol[i], s->nq, s->q) || is_among(symbol[i], s->nq, s->qd) ||
            vv_same(symbol[i], s->m->t) || is_among(symbol[i], a->fixed->n, a->fixed->symbol))
            continue;
        if (!is_among(symbol[i], s->nq, s->qdd) || a->laws) return false;
        if (!a->forces && !make_forces(a, VV_NEW(a->c, vv_equations))) return false;
        a->accelerations = true;
    }
    return symbol != NULL;
}

/* Each integral, then its terms: a sum is as exact as its terms are large. */
static void list_integrals(listing *l) {
    vv_audit *a = l->a;
    const vv_model *m = a->s->m;
    vv_expr *value = VV_ARRAY(a->c, vv_expr, m->nclaims + 1);
    int *terms = VV_ARRAY(a->c, int, m->nclaims + 1);
    a->integral_name = VV_ARRAY(a->c, const char *, m->nclaims + 1);
    a->without = VV_ARRAY(a->c, const char *, m->nclaims + 1);
    if (!value || !terms || !a->integral_name || !a->without) return;
    for (int i = 0; i < m->nclaims; i++) {
        const vv_claim *k = &m->claim[i];
        if (k->kind != VV_CLAIM_INTEGRAL || k->negated || k->nwhen || k->nneglect) continue;
        vv_expr e = in_coordinates(a, k->value);
        if (!can_value(a, e)) {
            a->without[a->nwithout++] = k->text;
            continue;
        }
        a->integral_name[a->nintegrals] = k->text;
        value[a->nintegrals++] = e;
    }
    for (int i = 0; i < a->nintegrals; i++) put(l, value[i]);
    for (int i = 0; i < a->nintegrals; i++) {
        bool sum = vv_expr_op(a->c, value[i]) == VV_ADD;
        terms[i] = sum ? vv_expr_arity(a->c, value[i]) : 1;
        l->out = vv_block_resize(a->c, l->out, (size_t)(l->n + terms[i] + 1) * sizeof *l->out);
        if (!l->out) return;
        for (int k = 0; k < terms[i]; k++)
            put(l, sum ? vv_scale(a->c, vv_expr_coefficient(a->c, value[i], k),
                                  vv_expr_child(a->c, value[i], k))
                       : value[i]);
        a->nterms += terms[i];
    }
    a->integral_terms = terms;
}

static bool build_values(vv_audit *a, listing *l) {
    const vv_system *s = a->s;
    int nin = a->known + a->nlambda + (a->accelerations ? a->nq : 0);
    vv_expr *in = VV_ARRAY(a->c, vv_expr, nin + 1);
    if (!in || !vv_ctx_ok(a->c)) return false;
    for (int i = 0; i < a->nq; i++) in[i] = s->q[i], in[a->nq + i] = s->qd[i];
    in[2 * a->nq] = s->m->t;
    for (int i = 0; i < a->nfree; i++) in[2 * a->nq + 1 + i] = a->free[i];
    for (int i = 0; i < a->nlambda; i++) in[a->known + i] = a->lambda[i];
    for (int i = a->known + a->nlambda; i < nin; i++) in[i] = s->qdd[i - (a->known + a->nlambda)];
    vv_tape_plan plan = {nin, in, a->fixed->n, a->fixed->symbol, a->fixed->value, l->n, l->out};
    if (!make_code(a->c, vv_tape_build(a->c, &plan, NULL), &a->values, &a->values_scratch))
        return false;
    a->state = VV_ARRAY(a->c, double, nin + 1);
    a->out = VV_ARRAY(a->c, double, l->n + 1);
    a->found = VV_ARRAY(a->c, double, (a->forces ? a->forces->tape->nout : 0) + 1);
    a->work = VV_ARRAY(a->c, vv_sum_of_two, a->npowers + 1);
    a->integral0 = VV_ARRAY(a->c, double, a->nintegrals + 1);
    a->before = VV_ARRAY(a->c, double, 1 + a->nintegrals + a->nfinite + a->nrows);
    a->drift = VV_ARRAY(a->c, double, a->nintegrals + 1);
    a->integral_size = VV_ARRAY(a->c, double, a->nintegrals + 1);
    a->worked = VV_ARRAY(a->c, vv_sum_of_two, a->npowers + 1);
    a->residual = VV_ARRAY(a->c, double, a->nfinite + a->nrows + 1);
    a->gone = VV_ARRAY(a->c, double, a->nintegrals + KINDS + 1);
    for (int i = 0; a->gone && i < a->nintegrals + KINDS; i++) a->gone[i] = (double)INFINITY;
    return vv_ctx_ok(a->c);
}

bool vv_audit_move(vv_audit *a, const vv_flow *f) {
    vv_tape *t = vv_flow_tape(f, a->nq, f->eq->rate);
    bool made = make_code(a->c, t, &a->rates, &a->rates_scratch);
    a->in = VV_ARRAY(a->c, double, f->jet->nin + 1);
    return vv_ctx_ok(a->c) && made;
}

bool vv_audit_new(const vv_flow *f, vv_audit *a) {
    const vv_system *s = f->s;
    *a = (vv_audit){.c = f->c, .s = s, .fixed = &f->fixed, .nq = s->nq, .nfree = f->loose};
    a->free = f->eq->q + (f->nq - f->loose);
    a->known = 2 * a->nq + 1 + a->nfree;
    int rows = s->nrows + s->servo.r + s->servo.nhidden,
        most = 12 + s->m->nloads + 4 * rows + s->m->nclaims;
    listing l = {a, 0, vv_block_resize(f->c, NULL, (size_t)most * sizeof *l.out)};
    a->power_name = VV_ARRAY(f->c, const char *, s->m->nloads + 2 * rows + 8);
    if (!l.out || !a->power_name) return false;
    vv_expr T2_T0 = vv_sub(f->c, s->T2, s->T0);
    put(&l, vv_sub(f->c, T2_T0, s->U));
    put(&l, s->T);
    put(&l, s->U);
    list_forces(&l);
    if (f->laws)
        list_friction(&l, f);
    else
        list_reactions(&l);
    a->laws = f->laws;
    a->row_of = VV_ARRAY(f->c, int, 2 * rows + 1);
    if (!a->row_of) return false;
    for (int pass = 0; pass < 2; pass++)
        for (int r = 0; r < rows; r++) {
            const vv_row *row = r < s->nrows ? &s->row[r] : &s->servo.row[r - s->nrows];
            if (pass == 0 && !row->finite.id) continue;
            put(&l, pass ? row->velocity : vv_flow_finite(f->c, row));
            a->row_of[a->nfinite + a->nrows] = r;
            if (pass)
                a->nrows++;
            else
                a->nfinite++;
        }
    list_integrals(&l);
    bool built = l.out && build_values(a, &l);
    vv_block_resize(f->c, l.out, 0);
    return built && vv_audit_move(a, f);
}

bool vv_audit_renew(vv_audit *a, const vv_flow *f) {
    vv_audit now;
    if (!vv_audit_new(f, &now)) return false;
    now.work = a->work, now.shocks = a->shocks, now.before = a->before;
    now.integral0 = a->integral0, now.drift = a->drift, now.integral_size = a->integral_size;
    now.h0 = a->h0, now.U0 = a->U0, now.size = a->size, now.imbalance = a->imbalance;
    now.position = a->position, now.velocity = a->velocity, now.residual = a->residual;
    now.begun = a->begun, now.shocked = a->shocked, now.gone = a->gone;
    *a = now;
    return true;
}

/* ---- a step --------------------------------------------------------------------------------- */

/* At the state that a->in has. */
static void evaluate_in(vv_audit *a, const vv_stepper *s, double after) {
    int nq = a->nq;
    memcpy(a->state, a->in, (size_t)nq * sizeof *a->state);
    run(a->c, a->rates, a->in, a->state + nq, a->rates_scratch);
    a->state[2 * nq] = s->t + (s->t_low + after);
    memcpy(a->state + 2 * nq + 1, a->in + nq, (size_t)a->nfree * sizeof *a->state);
    if (a->forces) {
        run(a->c, a->forces, a->state, a->found, a->forces_scratch);
        memcpy(a->state + a->known, a->found + nq, (size_t)a->nlambda * sizeof *a->state);
        if (a->accelerations)
            memcpy(a->state + a->known + a->nlambda, a->found, (size_t)nq * sizeof *a->state);
    }
    if (a->laws)
        memcpy(a->state + a->known, a->in + a->along, (size_t)a->nlambda * sizeof *a->state);
    run(a->c, a->values, a->state, a->out, a->values_scratch);
}

static void evaluate(vv_audit *a, const vv_stepper *s, double after) {
    vv_step_at(s, after, a->in);
    evaluate_in(a, s, after);
}

static void add(vv_sum_of_two *s, double x) {
    double sum = s->high + x, c = sum - s->high;
    s->low += (s->high - (sum - c)) + (x - c);
    s->high = sum;
}

static double larger(double a, double b) { return !(b <= a) ? b : a; } /* NaN stays */

/* Gauss's eight points on (-1, 1), for the part of the step from `from` on. */
static void quadrature(vv_audit *a, const vv_stepper *s, double from, double dt) {
    static const double X[] = {0.1834346424956498049, 0.5255324099163289858, 0.7966664774136267396,
                               0.9602898564975362317};
    static const double W[] = {0.3626837833783619830, 0.3137066458778872873, 0.2223810344533744705,
                               0.1012285362903762591};
    for (int i = 0; i < 8; i++) {
        double x = i < 4 ? -X[3 - i] : X[i - 4], w = i < 4 ? W[3 - i] : W[i - 4];
        evaluate(a, s, from + dt * (1 + x) / 2);
        a->size = larger(a->size, fmax(fabs(a->out[1]), fabs(a->out[2] - a->U0)));
        for (int k = 0; k < a->npowers; k++) add(&a->work[k], w * dt / 2 * a->out[3 + k]);
    }
}

/* Of the rows listed, is this one kept now? */
static bool holds(const vv_audit *a, int i) {
    return !a->laws || a->row_of[i] >= a->s->nrows || !a->laws->released[a->row_of[i]];
}

static bool slides(const vv_audit *a) {
    for (int i = 0; a->laws && i < a->laws->n; i++)
        if (a->laws->law[i].mode != VV_HOLDS) return true;
    return false;
}

static bool is_known(const vv_audit *a, int i) { return isinf(a->gone[i]); }

/* The balance at the end of a step; false: something in it is not a number. */
static bool balance(vv_audit *a) {
    double left = a->out[0] - a->h0 - (a->shocks.high + a->shocks.low);
    a->size = larger(a->size, fmax(fabs(a->out[1]), fabs(a->out[2] - a->U0)));
    for (int k = 0; k < a->npowers; k++) {
        left -= a->work[k].high + a->work[k].low;
        a->size = larger(a->size, fabs(a->work[k].high));
    }
    if (!isfinite(left) || !isfinite(a->size)) return false;
    a->imbalance = larger(a->imbalance, fabs(left));
    return true;
}

/* Works and balance over a step. What makes them no numbers makes the works unknown for good: what
 * was known before it stays. */
static void follow_energy(vv_audit *a, const vv_stepper *s, double dt) {
    /* steps of linear motions are so long that a power turns by four radians: in two halves */
    enum { PARTS = 2 };
    const size_t bytes = (size_t)a->npowers * sizeof *a->work;
    bool powers = a->npowers > a->nsliding || slides(a);
    double size = a->size;
    memcpy(a->worked, a->work, bytes);
    if (powers) vv_flow_gather(s->f);
    for (int i = 0; powers && i < PARTS; i++) quadrature(a, s, dt * i / PARTS, dt / PARTS);
    evaluate(a, s, dt);
    if (balance(a)) return;
    a->gone[a->nintegrals + ENERGY] = s->t;
    a->size = size;
    memcpy(a->work, a->worked, bytes);
}

static void compare_rows(vv_audit *a, double t, int kind, int first, int n, double *most) {
    const double *rows = a->out + 3 + a->npowers;
    double *gone = &a->gone[a->nintegrals + kind];
    for (int r = first; r < first + n; r++) {
        if (!holds(a, r)) continue;
        if (!isfinite(rows[r])) {
            *gone = fmin(*gone, t);
            continue;
        }
        a->residual[r] = larger(a->residual[r], fabs(rows[r]));
        *most = larger(*most, a->residual[r]);
    }
}

static void compare_integrals(vv_audit *a, double t) {
    const double *integral = a->out + 3 + a->npowers + a->nfinite + a->nrows,
                 *term = integral + a->nintegrals;
    for (int i = 0; i < a->nintegrals; i++) {
        double size = 0;
        for (int k = 0; k < a->integral_terms[i]; k++) size += fabs(*term++);
        if (!isfinite(size) || !isfinite(a->integral0[i])) a->gone[i] = fmin(a->gone[i], t);
        if (!is_known(a, i)) continue;
        a->integral_size[i] = larger(a->integral_size[i], size);
        if (slides(a)) /* a claim speaks of the motion in which all contacts hold */
            a->integral0[i] = integral[i];
        else
            a->drift[i] = larger(a->drift[i], fabs(integral[i] - a->integral0[i]));
    }
}

void vv_audit_step(vv_audit *a, const vv_stepper *s, double dt) {
    if (!a->begun) {
        evaluate(a, s, 0);
        a->h0 = a->out[0];
        a->U0 = a->out[2];
        memcpy(a->integral0, a->out + 3 + a->npowers + a->nfinite + a->nrows,
               (size_t)a->nintegrals * sizeof *a->integral0);
        a->begun = true;
    }
    if (is_known(a, a->nintegrals + ENERGY))
        follow_energy(a, s, dt);
    else
        evaluate(a, s, dt);
    compare_rows(a, s->t, POSITIONS, 0, a->nfinite, &a->position);
    compare_rows(a, s->t, VELOCITIES, a->nfinite, a->nrows, &a->velocity);
    compare_integrals(a, s->t);
}

void vv_audit_shock(vv_audit *a, const vv_stepper *s, bool after) {
    const double *rows = a->out + 3 + a->npowers, *integral = rows + a->nfinite + a->nrows;
    evaluate(a, s, 0);
    if (!after) {
        a->before[0] = a->out[0];
        memcpy(a->before + 1, integral, (size_t)a->nintegrals * sizeof *integral);
        memcpy(a->before + 1 + a->nintegrals, rows, (size_t)(a->nfinite + a->nrows) * sizeof *rows);
        return;
    }
    a->shocked = true;
    if (isfinite(a->out[0] - a->before[0]))
        add(&a->shocks, a->out[0] - a->before[0]);
    else
        a->gone[a->nintegrals + ENERGY] = fmin(a->gone[a->nintegrals + ENERGY], s->t);
    for (int i = 0; i < a->nintegrals; i++) a->integral0[i] += integral[i] - a->before[1 + i];
}

/* What the rows are, and what becomes of them where each value of the state is moved by a share of
 * its size, other values by other parts of it: a measure of a row without a unit. NULL on refusal.
 */
static const double *move_rows(vv_audit *a, const vv_stepper *s, const double *size, double share) {
    const double *rows = a->out + 3 + a->npowers;
    int n = a->nfinite + a->nrows;
    double *now = VV_ARRAY(a->c, double, 2 * n + 1);
    if (!now) return NULL;
    evaluate(a, s, 0);
    memcpy(now, rows, (size_t)n * sizeof *now);
    for (int i = 0; i < s->n; i++) a->in[i] += share * size[i] * (0.5 + fmod(0.618 * (i + 1), 1));
    evaluate_in(a, s, 0);
    for (int i = 0; i < n; i++) now[n + i] = fabs(rows[i] - now[i]);
    return now;
}

bool vv_audit_keeps(vv_audit *a, const vv_stepper *s, const double *size) {
    const double SHARE = fmax(1e-9, 10 * s->tolerance); /* more than steps and events leave */
    const double *before = a->before + 1 + a->nintegrals, *now = move_rows(a, s, size, SHARE);
    int n = a->nfinite + a->nrows;
    for (int i = 0; now && i < n; i++) {
        bool changed = !(fabs(now[i]) <= 2 * fabs(before[i]));
        if (holds(a, i) && changed && !(fabs(now[i]) <= now[n + i])) return false;
    }
    return now != NULL;
}

/* Measured by the largest size of the whole motion: a start from rest has none of its own. */
static double relative(double error, double size) { return size > 0 ? error / size : error; }

/* Where nothing moves but by rounding the energy itself is the measure. */
static double energy_size(const vv_audit *a) {
    double still = fabs(a->U0);
    return a->size > 4096 * DBL_EPSILON * still || !isfinite(still) ? a->size : still;
}

/* ---- account -------------------------------------------------------------------------------- */

static bool sets_parameters(const vv_audit *a) {
    for (int i = 0; i < a->s->m->nwhens; i++)
        if (a->s->m->when[i].nsets) return true;
    return false;
}

/* Up to when a line speaks. */
static void tell_end(const vv_audit *a, int i, vv_buffer *account) {
    if (!is_known(a, i))
        vv_buffer_printf(account, " up to t = %.9g, not a number after that", a->gone[i]);
    vv_buffer_char(account, '\n');
}

void vv_audit_tell(const vv_audit *a, vv_buffer *account) {
    vv_buffer_printf(account, "energy: balance within %.2g of %.4g",
                     relative(a->imbalance, energy_size(a)), energy_size(a));
    tell_end(a, a->nintegrals + ENERGY, account);
    for (int k = 0; k < a->npowers; k++)
        vv_buffer_printf(account, "work of %s: %.12g\n", a->power_name[k],
                         vv_plain(a->work[k].high + a->work[k].low));
    if (a->shocked)
        vv_buffer_printf(account, "work of shocks%s: %.12g\n",
                         sets_parameters(a) ? " and changes of parameters" : "",
                         vv_plain(a->shocks.high + a->shocks.low));
    if (a->nfinite) {
        vv_buffer_printf(account, "constraints, positions: residual at most %.2g", a->position);
        tell_end(a, a->nintegrals + POSITIONS, account);
    }
    if (a->nrows) {
        vv_buffer_printf(account, "constraints, velocities: residual at most %.2g", a->velocity);
        tell_end(a, a->nintegrals + VELOCITIES, account);
    }
    for (int i = 0; i < a->nintegrals; i++) {
        vv_buffer_printf(account, "%s: drift at most %.2g%s", a->integral_name[i],
                         relative(a->drift[i], a->integral_size[i]),
                         a->laws ? " while all contacts hold" : "");
        tell_end(a, i, account);
    }
    for (int i = 0; i < a->nwithout; i++)
        vv_buffer_printf(account,
                         "%s: not audited, it speaks of more than positions, velocities and "
                         "accelerations\n",
                         a->without[i]);
}

static void number(vv_json *j, const char *key, double x) {
    vv_json_key(j, key);
    vv_json_double(j, x);
}

void vv_audit_json(const vv_audit *a, vv_json *j) {
    number(j, "energy_imbalance", a->imbalance);
    number(j, "energy_size", energy_size(a));
    number(j, "energy_relative", relative(a->imbalance, energy_size(a)));
    vv_json_key(j, "works");
    vv_json_object(j);
    for (int k = 0; k < a->npowers; k++)
        number(j, a->power_name[k], a->work[k].high + a->work[k].low);
    if (a->shocked) number(j, "shocks", a->shocks.high + a->shocks.low);
    vv_json_end_object(j);
    if (a->nfinite) number(j, "residual_positions", a->position);
    if (a->nrows) number(j, "residual_velocities", a->velocity);
    vv_json_key(j, "integrals");
    vv_json_object(j);
    for (int i = 0; i < a->nintegrals; i++)
        number(j, a->integral_name[i], relative(a->drift[i], a->integral_size[i]));
    vv_json_end_object(j);
    double from;
    if (vv_audit_gone(a, &from)) number(j, "audited_to", from);
}

void vv_audit_keep(vv_audit *a, vv_keep *k) {
    VV_KEEP(k, a->begun);
    VV_KEEP(k, a->shocked);
    VV_KEEP(k, a->shocks);
    VV_KEEP(k, a->h0);
    VV_KEEP(k, a->U0);
    VV_KEEP(k, a->size);
    VV_KEEP(k, a->imbalance);
    VV_KEEP(k, a->position);
    VV_KEEP(k, a->velocity);
    VV_KEEP_ARRAY(k, a->residual, a->nfinite + a->nrows);
    VV_KEEP_ARRAY(k, a->work, a->npowers);
    VV_KEEP_ARRAY(k, a->integral0, a->nintegrals);
    VV_KEEP_ARRAY(k, a->drift, a->nintegrals);
    VV_KEEP_ARRAY(k, a->integral_size, a->nintegrals);
    VV_KEEP_ARRAY(k, a->gone, a->nintegrals + KINDS);
}

double vv_audit_worst(vv_audit *a, const vv_stepper *s, const char **name) {
    const double SHARE = 1e-6; /* small, and far above rounding */
    double worst = relative(a->imbalance, energy_size(a));
    int n = a->nfinite + a->nrows;
    const double *moved = n && s ? move_rows(a, s, s->size, SHARE) : NULL;
    *name = "the balance of energy";
    for (int i = 0; i < n; i++) {
        double large = moved && isfinite(moved[n + i]) ? fmax(1, moved[n + i] / SHARE) : 1,
               off = a->residual[i] / large;
        if (!(off <= worst))
            worst = off,
            *name = i < a->nfinite ? "the residual of positions" : "the residual of velocities";
    }
    for (int i = 0; i < a->nintegrals; i++)
        if (!(relative(a->drift[i], a->integral_size[i]) <= worst))
            worst = relative(a->drift[i], a->integral_size[i]), *name = a->integral_name[i];
    return worst;
}

const char *vv_audit_gone(const vv_audit *a, double *from) {
    static const char *const name[] = {"the balance of energy", "the residual of positions",
                                       "the residual of velocities"};
    int first = -1;
    for (int i = 0; i < a->nintegrals + KINDS; i++)
        if (!is_known(a, i) && (first < 0 || a->gone[i] < a->gone[first])) first = i;
    if (first < 0) return NULL;
    *from = a->gone[first];
    return first < a->nintegrals ? a->integral_name[first] : name[first - a->nintegrals];
}
