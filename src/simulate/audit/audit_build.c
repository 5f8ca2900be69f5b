/* What an audit evaluates: energies, powers, constraints and integrals as tapes of their own. */
#include <math.h>

#include "simulate/audit/audit.h"
#include "simulate/formulation/formulation.h"

typedef struct listing {
    vv_audit *a;
    int n;
    vv_expr *out;
} listing;

/* ---- tapes ---------------------------------------------------------------------------------- */

/* false if out of memory. */
static bool make_code(vv_ctx *c, const vv_tape *t, vv_jit **m, double **scratch) {
    *m = t ? vv_jit_build_lazy(c, t) : NULL;
    *scratch = *m ? VV_ARRAY(c, double, (*m)->nscratch + 1) : NULL;
    if (*scratch) vv_jit_prepare(*m, *scratch);
    return *scratch != NULL;
}

static void put(listing *l, vv_expr e) { l->out[l->n++] = e; }

/* Returns how many were added: none if it vanishes. */
static int put_power(listing *l, const char *name, vv_expr e) {
    if (vv_is_zero(e)) return 0;
    vv_reaction_forces_insert(l->a->c, l->a->s, 1, &e);
    l->a->power_name[l->a->npowers++] = name ? name : "";
    put(l, e);
    return 1;
}

/* The part of a velocity that vanishes with the speeds: prescribed motion does no virtual work. */
static vv_vec own_velocity(const vv_audit *a, vv_vec v) {
    const vv_system *s = a->s;
    vv_expr *zero = VV_ARRAY(a->c, vv_expr, s->nv + 1);
    v = vv_vec_symbol_map_apply(a->c, &s->maps.to_raw, v);
    if (!zero) return v;
    for (int i = 0; i < s->nv; i++) zero[i] = VV_ZERO;
    return vv_vec_sub(a->c, v, vv_vec_subst(a->c, s->nv, s->v, zero, v));
}

static vv_expr power_of_load(const vv_audit *a, const vv_load *load) {
    const vv_frames *f = &a->s->m->frames;
    vv_vec force = load->is_torque ? load->torque : load->force,
           velocity = vv_load_velocity(a->c, a->s->m, load);
    vv_expr F[3], v[3], p[3];
    velocity = own_velocity(a, velocity);
    if (vv_vec_is_zero(velocity) || vv_vec_is_zero(force)) return VV_ZERO;
    int home = vv_vec_cheapest_frame(f, velocity);
    if (!vv_vec_components(a->c, f, velocity, home, v) ||
        !vv_vec_components(a->c, f, force, home, F))
        return VV_ZERO;
    for (int i = 0; i < 3; i++) p[i] = vv_mul(a->c, F[i], v[i]);
    return vv_expr_in_coordinates(a->c, a->s, vv_sum(a->c, 3, p));
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
    put_power(l, "stated work and dampers", power_by_rates(a, s->Q_work));
    put_power(
        l, "prescribed motion",
        vv_neg(a->c, vv_add(a->c, vv_diff(a->c, s->T, s->m->t), vv_diff(a->c, s->U, s->m->t))));
}

/* Does its reaction do work? Not if the constraint is homogeneous in the velocities. */
static bool works(const vv_audit *a, const vv_constraint_row *row) {
    if (row->kind == VV_ROW_SERVO) return true;
    if (row->kind == VV_ROW_NONLINEAR) return true;
    return !vv_is_zero(row->offset) && !vv_vanishes(a->c, &a->s->facts, row->offset);
}

/* Dry friction, with the reactions of the motion itself: the power it takes from the bodies, and
 * the power supplied by a support in prescribed motion. */
static void list_friction(listing *l, const vv_dynamics *f) {
    vv_audit *a = l->a;
    const vv_coulomb *w = f->coulomb;
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
    put_power(l, "moving supports", drive);
    for (int r = 0; r < f->eq->nmultipliers; r++) {
        const vv_constraint_row *row = f->eq->row_of_lambda[r];
        if (!row || mine[r] || !works(a, row)) continue;
        put_power(l, row->label, vv_mul(a->c, f->eq->lambda[r], power_by_rates(a, row->column)));
    }
}

/* Accelerations and multipliers from the equations in all coordinates, with the independent
 * constraints: with redundant ones the solution is not unique. false: there are none. */
static bool make_forces(vv_audit *a, vv_equations *eq) {
    vv_system *s = VV_NEW(a->c, vv_system);
    const char *why;
    if (!eq || !s) return false;
    *s = *a->s;
    if (s->nkept) s->nrows = s->nkept;
    if (vv_formulation_constrained(a->c, s, eq, &why) != VV_OK) return false;
    vv_tape *t = vv_acceleration_tape(a->c, eq, s->m, a->fixed, a->nfree, a->free, &why);
    return make_code(a->c, t, &a->forces, &a->forces_scratch);
}

/* Servos and moving constraints. */
static void list_reactions(listing *l) {
    vv_audit *a = l->a;
    const vv_system *s = a->s;
    int nrows = s->nkept ? s->nkept : s->nrows;
    bool any = s->napplied > 0; /* powers contain accelerations then */
    a->accelerations |= any;
    for (int r = 0; r < nrows + s->servo.r; r++)
        any |= works(a, r < nrows ? &s->row[r] : &s->servo.row[r - nrows]);
    vv_equations *eq = VV_NEW(a->c, vv_equations);
    if (!any || !make_forces(a, eq)) return;
    a->nlambda = eq->nmultipliers;
    a->lambda = eq->lambda;
    for (int i = 0; i < eq->nmultipliers; i++) {
        const vv_constraint_row *row = eq->row_of_lambda[i];
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

/* Can it be evaluated from positions, velocities and, unless dry friction is involved,
 * accelerations? Those are built on first use. */
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

/* Each integral, then its terms: the accuracy of a sum is that of its largest terms. */
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
        vv_expr e = vv_expr_in_coordinates(a->c, a->s, k->value);
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
    a->work = VV_ARRAY(a->c, vv_compensated_sum, a->npowers + 1);
    a->integral0 = VV_ARRAY(a->c, double, a->nintegrals + 1);
    a->before = VV_ARRAY(a->c, double, 1 + a->nintegrals + a->nfinite + a->nrows);
    a->drift = VV_ARRAY(a->c, double, a->nintegrals + 1);
    a->integral_size = VV_ARRAY(a->c, double, a->nintegrals + 1);
    a->integral_sum = VV_ARRAY(a->c, double, a->nintegrals + 1);
    a->terms_before = VV_ARRAY(a->c, double, a->nintegrals + 1);
    a->expected = VV_ARRAY(a->c, double, a->nq + 1);
    a->path = VV_ARRAY(a->c, double, a->nq + 1);
    a->path_most = VV_ARRAY(a->c, double, a->nq + 1);
    a->path_size = VV_ARRAY(a->c, double, a->nq + 1);
    a->worked = VV_ARRAY(a->c, vv_compensated_sum, a->npowers + 1);
    a->sample = VV_ARRAY(a->c, double, 8 * a->npowers + 1);
    a->residual = VV_ARRAY(a->c, double, a->nfinite + a->nrows + 1);
    a->gone = VV_ARRAY(a->c, double, a->nintegrals + VV_AUDIT_KINDS + 1);
    if (!vv_ctx_ok(a->c)) return false;
    for (int i = 0; i < a->nintegrals + VV_AUDIT_KINDS; i++) a->gone[i] = (double)INFINITY;
    for (int i = 0; i < a->nq && i < s->m->nq; i++) /* Euler parameters are of size 1 */
        a->path_size[i] = s->m->coordinate[i].internal ? 1 : 0;
    return true;
}

bool vv_audit_change_formulation(vv_audit *a, const vv_dynamics *f) {
    vv_tape *t = vv_dynamics_tape(f, a->nq, f->eq->rate);
    bool made = make_code(a->c, t, &a->rates, &a->rates_scratch);
    a->in = VV_ARRAY(a->c, double, f->taylor.jet->nin + 1);
    return vv_ctx_ok(a->c) && made;
}

bool vv_audit_new(const vv_dynamics *f, vv_audit *a) {
    const vv_system *s = f->s;
    *a = (vv_audit){.c = f->c, .s = s, .fixed = &f->fixed, .nq = s->nq, .nfree = f->nfree};
    a->free = f->eq->q + (f->nq - f->nfree);
    a->known = 2 * a->nq + 1 + a->nfree;
    int rows = s->nrows + s->servo.r + s->servo.nhidden,
        most = 12 + s->m->nloads + 4 * rows + s->m->nclaims;
    listing l = {a, 0, vv_block_resize(f->c, NULL, (size_t)most * sizeof *l.out)};
    a->power_name = VV_ARRAY(f->c, const char *, s->m->nloads + 2 * rows + 8);
    if (!l.out || !a->power_name) return false;
    vv_expr T2_T0 = vv_sub(f->c, s->T_degree[2], s->T_degree[0]);
    put(&l, vv_sub(f->c, T2_T0, s->U));
    put(&l, s->T);
    put(&l, s->U);
    list_forces(&l);
    if (f->coulomb)
        list_friction(&l, f);
    else
        list_reactions(&l);
    a->laws = f->coulomb;
    a->row_of = VV_ARRAY(f->c, int, 2 * rows + 1);
    if (!a->row_of) return false;
    for (int pass = 0; pass < 2; pass++)
        for (int r = 0; r < rows; r++) {
            const vv_constraint_row *row = r < s->nrows ? &s->row[r] : &s->servo.row[r - s->nrows];
            if (pass == 0 && !row->finite.id) continue;
            put(&l, pass ? row->velocity : vv_dynamics_position_residual(f->c, row));
            a->row_of[a->nfinite + a->nrows] = r;
            if (pass)
                a->nrows++;
            else
                a->nfinite++;
        }
    list_integrals(&l);
    bool built = l.out && build_values(a, &l);
    vv_block_resize(f->c, l.out, 0);
    return built && vv_audit_change_formulation(a, f);
}

bool vv_audit_change_parameters(vv_audit *a, const vv_dynamics *f) {
    vv_audit now;
    if (!vv_audit_new(f, &now)) return false;
    VV_SERIALIZE_HAND_OVER(a->c, vv_audit_serialize, a, &now);
    now.before = a->before; /* it may be within an impact */
    *a = now;
    return true;
}
