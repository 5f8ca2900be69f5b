#include "kinematics/system.h"

#include <string.h>

#include "algebra/algebra.h"
#include "base/base.h"
#include "kinematics/constraint_forces.h"

vv_expr vv_symbol_map_time_derivative(vv_ctx *c, const vv_symbol_map *r, vv_expr e) {
    vv_expr out = VV_POISON;
    vv_total_derivative(c, r->n, r->from, r->to, 1, &e, &out);
    return out;
}

vv_expr vv_symbol_map_apply(vv_ctx *c, const vv_symbol_map *r, vv_expr e) {
    if (r->n == 0) return e;
    vv_expr out = VV_POISON;
    vv_subst(c, r->n, r->from, r->to, 1, &e, &out);
    return out;
}

vv_expr vv_expr_in_coordinates(vv_ctx *c, const vv_system *s, vv_expr e) {
    return vv_symbol_map_apply(c, &s->maps.to_coordinates,
                               vv_symbol_map_apply(c, &s->maps.to_raw, e));
}

vv_vec vv_vec_symbol_map_apply(vv_ctx *c, const vv_symbol_map *r, vv_vec v) {
    return r->n == 0 ? v : vv_vec_subst(c, r->n, r->from, r->to, v);
}

void vv_kinetic_energy_gradient(vv_ctx *c, const vv_system *s, vv_expr T, int n, const vv_expr *x,
                                vv_expr *out) {
    vv_gradient(c, T, n, x, out);
    for (int i = 0; (s->faults & VV_FAULT_ENERGY_GRADIENT) && i < n; i++) out[i] = VV_ZERO;
}

static vv_symbol_map rates_new(vv_ctx *c, int capacity) {
    return (vv_symbol_map){0, VV_ARRAY(c, vv_expr, capacity + 1),
                           VV_ARRAY(c, vv_expr, capacity + 1)};
}

static void rates_put(vv_symbol_map *r, vv_expr from, vv_expr to) {
    r->from[r->n] = from;
    r->to[r->n++] = to;
}

/* ---- variables ----------------------------------------------------------------------------- */

/* Maps between the sets of velocity variables. */
static void make_maps(vv_ctx *c, vv_system *s) {
    const vv_model *m = s->m;
    s->maps.raw_rates = (vv_symbol_map){m->frames.nrates, NULL, NULL};
    s->maps.raw_rates.from = VV_ARRAY(c, vv_expr, m->frames.nrates + 1);
    s->maps.raw_rates.to = VV_ARRAY(c, vv_expr, m->frames.nrates + 1);
    s->maps.coordinate_rates = rates_new(c, 3 * s->nq + 1);
    s->maps.to_raw = rates_new(c, 3 * m->nspeeds + 1);
    s->maps.to_coordinates = rates_new(c, 3 * m->nspeeds + 1);
    if (!vv_ctx_ok(c)) return;
    memcpy(s->maps.raw_rates.from, m->frames.symbol, (size_t)m->frames.nrates * sizeof(vv_expr));
    memcpy(s->maps.raw_rates.to, m->frames.rate, (size_t)m->frames.nrates * sizeof(vv_expr));
    for (int i = 0; i < s->nq; i++) {
        rates_put(&s->maps.coordinate_rates, s->q[i], s->qd[i]);
        rates_put(&s->maps.coordinate_rates, s->qd[i], s->qdd[i]);
        rates_put(&s->maps.coordinate_rates, s->qdd[i], vv_symbol_rate(c, s->qdd[i]));
    }
    rates_put(&s->maps.coordinate_rates, m->t, VV_ONE);
    for (int i = 0; i < m->nspeeds; i++) {
        const vv_speed *w = &m->speed[i];
        if (!w->value.id) continue;
        vv_symbol_map *to = w->free ? &s->maps.to_coordinates : &s->maps.to_raw;
        const vv_symbol_map *rates = w->free ? &s->maps.coordinate_rates : &s->maps.raw_rates;
        vv_expr d1 = vv_symbol_map_time_derivative(c, rates, w->value),
                w1 = vv_symbol_rate(c, w->symbol);
        rates_put(to, w->symbol, w->value);
        rates_put(to, w1, d1);
        rates_put(to, vv_symbol_rate(c, w1), vv_symbol_map_time_derivative(c, rates, d1));
    }
    /* a declared speed may be stated by another, and that by another (never in a circle): each
     * round doubles the length of the chains that are resolved */
    vv_expr *was = VV_ARRAY(c, vv_expr, s->maps.to_raw.n + 1);
    for (int length = 1; was && length < 2 * (m->nspeeds + 1) && vv_ctx_ok(c); length *= 2) {
        memcpy(was, s->maps.to_raw.to, (size_t)s->maps.to_raw.n * sizeof *was);
        vv_subst(c, s->maps.to_raw.n, s->maps.to_raw.from, was, s->maps.to_raw.n, was,
                 s->maps.to_raw.to);
        if (!memcmp(was, s->maps.to_raw.to, (size_t)s->maps.to_raw.n * sizeof *was)) break;
    }
}

static void raw_variables(vv_ctx *c, vv_system *s) {
    s->v = VV_ARRAY(c, vv_expr, s->nq + s->m->nspeeds + 1);
    for (int i = 0; s->v && i < s->nq; i++)
        if (!s->m->coordinate[i].internal) s->v[s->nv++] = s->qd[i];
    for (int i = 0; s->v && i < s->m->nspeeds; i++)
        if (s->m->speed[i].free) s->v[s->nv++] = s->m->speed[i].symbol;
}

/* ---- energies and forces ------------------------------------------------------------------- */

static void energies(vv_ctx *c, vv_system *s) {
    const vv_model *m = s->m;
    vv_expr raw = vv_symbol_map_apply(c, &s->maps.to_raw, vv_kinetic_energy(c, m));
    s->has_T = m->has_kinetic || m->nbodies > 0;
    /* what a point is carried round by need not be in its energy */
    s->T =
        vv_simplify_if_constant(c, 1, &m->t, vv_symbol_map_apply(c, &s->maps.to_coordinates, raw));
    s->U = vv_simplify_if_constant(c, 1, &m->t, m->force_function);
}

/* T = T2 + T1 + T0 by degree in the velocities [Appell1896, no. 441]. */
static void split_by_degree(vv_ctx *c, vv_system *s) {
    s->T_degree[2] = s->T;
    s->T_degree[1] = s->T_degree[0] = VV_ZERO;
    if (vv_is_zero(s->T) || vv_homogeneous_degree(c, s->T, s->nq, s->qd) == 2) return;
    vv_expr *g = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!g) return;
    vv_gradient(c, s->T, s->nq, s->qd, g);
    vv_subst_zero(c, s->nq, s->qd, s->nq, g, g);
    vv_subst_zero(c, s->nq, s->qd, 1, &s->T, &s->T_degree[0]);
    for (int i = 0; i < s->nq; i++) g[i] = vv_mul(c, g[i], s->qd[i]);
    s->T_degree[1] = vv_sum(c, s->nq, g);
    s->T_degree[2] = vv_sub(c, vv_sub(c, s->T, s->T_degree[1]), s->T_degree[0]);
}

/* Q = F . dv/dV: the power at fixed force, differentiated with respect to the raw velocities. */
static void add_load(vv_ctx *c, vv_system *s, vv_vec force, vv_vec velocity) {
    vv_expr F[3], v[3], held[3], power = VV_ZERO, *g = VV_ARRAY(c, vv_expr, s->nv + 1);
    const vv_frames *f = &s->m->frames;
    velocity = vv_vec_symbol_map_apply(c, &s->maps.to_raw, velocity);
    force = vv_vec_symbol_map_apply(c, &s->maps.to_raw, force);
    if (!g || vv_vec_is_zero(velocity) || vv_vec_is_zero(force)) return;
    int home = vv_vec_cheapest_frame(f, velocity);
    if (!vv_vec_components(c, f, velocity, home, v) || !vv_vec_components(c, f, force, home, F))
        return;
    for (int i = 0; i < 3; i++) {
        held[i] = vv_symbol_new(c, "F", VV_SYM_OTHER);
        power = vv_add(c, power, vv_mul(c, held[i], v[i]));
    }
    vv_gradient(c, power, s->nv, s->v, g);
    vv_subst(c, 3, held, F, s->nv, g, g);
    for (int i = 0; i < s->nv; i++) s->Q_raw[i] = vv_add(c, s->Q_raw[i], g[i]);
}

/* All forces with respect to q: those with respect to raw velocities are multiplied by the
 * coefficients of V in q'. */
static void forces_by_coordinates(vv_ctx *c, vv_system *s) {
    vv_expr *g = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!g) return;
    for (int a = 0; a < s->nq; a++) s->Q[a] = s->Q_work[a];
    for (int i = 0; i < s->nv; i++) {
        if (vv_is_zero(s->Q_raw[i])) continue;
        vv_gradient(c, vv_symbol_map_apply(c, &s->maps.to_coordinates, s->v[i]), s->nq, s->qd, g);
        vv_expr Q = vv_symbol_map_apply(c, &s->maps.to_coordinates, s->Q_raw[i]);
        for (int a = 0; a < s->nq; a++) s->Q[a] = vv_add(c, s->Q[a], vv_mul(c, Q, g[a]));
    }
}

vv_status vv_system_balance(vv_ctx *c, const vv_system *s, vv_expr *out) {
    int nq = s->nq;
    vv_expr *g = VV_ARRAY(c, vv_expr, nq + 1);
    if (!g) return vv_ctx_status(c);
    vv_gradient(c, s->T, nq, s->qd, out);
    vv_total_derivative(c, s->maps.coordinate_rates.n, s->maps.coordinate_rates.from,
                        s->maps.coordinate_rates.to, nq, out, out);
    vv_gradient(c, vv_add(c, s->T, s->U), nq, s->q, g);
    for (int a = 0; a < nq; a++) out[a] = vv_sub(c, vv_sub(c, out[a], g[a]), s->Q[a]);
    return vv_reaction_forces_insert(c, s, nq, out);
}

static void forces(vv_ctx *c, vv_system *s) {
    const vv_model *m = s->m;
    s->Q = VV_ARRAY(c, vv_expr, s->nq + 1);
    s->Q_work = VV_ARRAY(c, vv_expr, s->nq + 1);
    s->Q_raw = VV_ARRAY(c, vv_expr, s->nv + 1);
    if (!s->Q || !s->Q_work || !s->Q_raw) return;
    for (int i = 0; i < s->nv; i++) s->Q_raw[i] = VV_ZERO;
    for (int i = 0; i < s->nq; i++) {
        vv_expr raw = vv_symbol_map_apply(c, &s->maps.to_raw, m->work[i]);
        s->Q_work[i] = vv_symbol_map_apply(c, &s->maps.to_coordinates, raw);
    }
    for (int i = 0; i < m->nloads; i++) {
        const vv_load *l = &m->load[i];
        add_load(c, s, l->is_torque ? l->torque : l->force, vv_load_velocity(c, m, l));
    }
    forces_by_coordinates(c, s);
}

vv_status vv_system_build(vv_ctx *c, const vv_model *m, vv_system *s) {
    *s = (vv_system){.m = m, .nq = m->nq, .facts = m->facts, .manifold_solved = true};
    s->q = VV_ARRAY(c, vv_expr, m->nq + 1);
    s->qd = VV_ARRAY(c, vv_expr, m->nq + 1);
    s->qdd = VV_ARRAY(c, vv_expr, m->nq + 1);
    for (int i = 0; vv_ctx_ok(c) && i < m->nq; i++) {
        s->q[i] = m->coordinate[i].q;
        s->qd[i] = m->coordinate[i].qd;
        s->qdd[i] = m->coordinate[i].qdd;
    }
    if (vv_ctx_ok(c)) raw_variables(c, s);
    if (vv_ctx_ok(c)) make_maps(c, s);
    if (vv_ctx_ok(c)) energies(c, s);
    if (vv_ctx_ok(c)) split_by_degree(c, s);
    if (vv_ctx_ok(c)) forces(c, s);
    if (vv_ctx_ok(c)) vv_system_build_rows(c, s);
    if (vv_ctx_ok(c)) vv_system_check_multipliers(c, s);
    if (vv_ctx_ok(c)) vv_system_resolve_reaction_forces(c, s);
    if (vv_trace(c, VV_TRACE_ROWS)) vv_system_trace_rows(c, s);
    if (vv_ctx_ok(c)) vv_system_build_servos(c, s);
    if (vv_ctx_ok(c)) vv_system_eliminate_coordinates(c, s);
    if (vv_ctx_ok(c)) vv_system_choose_speeds(c, s);
    if (vv_trace(c, VV_TRACE_SPEEDS)) vv_system_trace_speeds(c, s);
    if (vv_ctx_ok(c)) vv_system_servo_actions(c, s);
    if (vv_ctx_ok(c)) vv_system_hidden_constraints(c, s);
    return vv_ctx_status(c);
}
