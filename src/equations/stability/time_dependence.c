#include "equations/stability/time_dependence.h"

#include <string.h>

#include "algebra/algebra.h"

vv_expr vv_at_parameter_values(vv_ctx *c, const vv_model *m, vv_expr e) {
    for (int i = 0; i < m->nparameters; i++)
        if (m->parameter[i].has_value)
            e = vv_subst1(c, e, m->parameter[i].symbol, m->parameter[i].value);
    return e;
}

/* Functions that may jump while their derivative vanishes, as sign(cos(t)). */
static bool may_jump(vv_ctx *c, vv_expr t, vv_expr e) {
    int n = 0;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &n);
    for (int i = 0; order && i < n; i++) {
        vv_op op = vv_expr_op(c, (vv_expr){order[i]});
        bool jumps =
            op == VV_ASIN || op == VV_ACOS || op == VV_ATAN || (op >= VV_ABS && op <= VV_PIECEWISE);
        if (jumps && vv_depends(c, (vv_expr){order[i]}, 1, &t)) return true;
    }
    return !order;
}

bool vv_is_free_of_time(vv_ctx *c, const vv_facts *f, vv_expr t, vv_expr e) {
    if (!vv_depends(c, e, 1, &t)) return true;
    if (!vv_vanishes(c, f, vv_diff(c, e, t))) return false;
    if (!may_jump(c, t, e)) return true;
    vv_expr other = vv_subst1(c, e, t, vv_symbol_new(c, "t", VV_SYM_OTHER));
    return vv_vanishes(c, f, vv_sub(c, e, other));
}

/* Does e change with time, or with an input, in value? */
static bool changes(vv_ctx *c, const vv_facts *f, const vv_model *m, vv_expr e) {
    return !vv_is_free_of_time(c, f, m->t, e) || vv_depends(c, e, m->ninputs, m->input);
}

/* ---- the linearized equations --------------------------------------------------------------- */

/* e, or its value at t = 0 if it is constant although it contains the time. */
static vv_expr settled(vv_ctx *c, const vv_facts *f, const vv_model *m, vv_expr e) {
    if (!vv_depends(c, e, 1, &m->t) || changes(c, f, m, e)) return e;
    vv_expr there = vv_subst1(c, e, m->t, VV_ZERO);
    if (vv_ctx_status(c) == VV_E_MODEL) {
        vv_ctx_clear_failure(c);
        return e;
    }
    return there;
}

void vv_linearized_settle_time(vv_ctx *c, const vv_facts *f, const vv_model *model,
                               vv_linearized *m) {
    vv_expr *all[] = {m->M, m->G, m->K};
    m->timed = false;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < m->n * m->n; i++) {
            all[k][i] = settled(c, f, model, all[k][i]);
            m->timed |= vv_depends(c, all[k][i], 1, &model->t) ||
                        vv_depends(c, all[k][i], model->ninputs, model->input);
        }
}

/* ---- periods --------------------------------------------------------------------------------- */

/* Of two positive fractions; false if they are too large. */
static bool common_divisor(vv_ctx *c, vv_rat a, vv_rat b, vv_rat *out) {
    int64_t x, y, den;
    if (a.big || b.big || __builtin_mul_overflow(a.num, b.den, &x) ||
        __builtin_mul_overflow(b.num, a.den, &y) || __builtin_mul_overflow(a.den, b.den, &den))
        return false;
    while (y) {
        int64_t r = x % y;
        x = y, y = r;
    }
    *out = vv_rat_make(c, x, den);
    return true;
}

/* The greatest common divisor of the factors of time in sines and cosines: poison if there are
 * none, or if the ratio of two is not a rational number. */
static vv_expr base_frequency(vv_ctx *c, vv_expr t, int n, const vv_expr *e) {
    int nodes = 0;
    vv_expr first = VV_POISON;
    vv_rat divisor = vv_rat_int(1);
    uint32_t *order = vv_expr_topological_order(c, n, e, &nodes);
    for (int i = 0; order && i < nodes && vv_ctx_tick(c); i++) {
        vv_expr node = {order[i]};
        vv_op op = vv_expr_op(c, node);
        if (op != VV_SIN && op != VV_COS && op != VV_TAN) continue;
        vv_expr rate = vv_factored(c, vv_diff(c, vv_expr_child(c, node, 0), t));
        if (vv_is_zero(rate) || vv_depends(c, rate, 1, &t)) continue;
        if (vv_is_poison(first)) {
            first = rate;
            continue;
        }
        vv_expr ratio = vv_factored(c, vv_div(c, rate, first));
        if (!vv_is_const(c, ratio)) return VV_POISON;
        vv_rat k = vv_expr_rational(c, ratio);
        if (!common_divisor(c, divisor, vv_rat_sign(k) < 0 ? vv_rat_neg(c, k) : k, &divisor))
            return VV_POISON;
    }
    return vv_is_poison(first) ? first : vv_scale(c, divisor, first);
}

vv_expr vv_common_period(vv_ctx *c, const vv_facts *f, vv_expr t, int n, const vv_expr *e) {
    vv_expr base = base_frequency(c, t, n, e), *later = VV_ARRAY(c, vv_expr, n + 1);
    if (vv_is_poison(base) || !later) return VV_POISON;
    vv_expr P = vv_div(c, vv_mul(c, vv_int(c, 2), vv_pi(c)), base), then = vv_add(c, t, P);
    vv_subst(c, 1, &t, &then, n, e, later);
    for (int k = 0; k < n; k++)
        if (!vv_same(e[k], later[k]) && !vv_vanishes(c, f, vv_sub(c, e[k], later[k])))
            return VV_POISON;
    return vv_ctx_ok(c) ? P : VV_POISON;
}

/* ---- the equations of motion ----------------------------------------------------------------- */

static vv_expr *everything(vv_ctx *c, const vv_system *s, const vv_equations *eq, int *n) {
    int m = eq->nunknowns * eq->nunknowns;
    *n = m + eq->nunknowns + s->nq;
    vv_expr *all = VV_ARRAY(c, vv_expr, *n + 1);
    if (!all) return NULL;
    memcpy(all, eq->matrix, (size_t)m * sizeof *all);
    memcpy(all + m, eq->rhs, (size_t)eq->nunknowns * sizeof *all);
    memcpy(all + m + eq->nunknowns, s->rate, (size_t)s->nq * sizeof *all);
    return all;
}

vv_time_dependence vv_time_dependence_of(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                         const vv_facts *everywhere) {
    vv_time_dependence d = {.kind = VV_TIME_FREE};
    int n;
    vv_expr *all = everything(c, s, eq, &n);
    if (!all) return (vv_time_dependence){.kind = VV_TIME_OPEN};
    for (int i = 0; i < n; i++) {
        if (changes(c, everywhere, s->m, all[i])) d.kind = VV_TIME_OPEN;
        d.input |= vv_depends(c, all[i], s->m->ninputs, s->m->input);
    }
    if (d.kind == VV_TIME_FREE || d.input) return d;
    d.period = vv_common_period(c, everywhere, s->m->t, n, all);
    if (vv_is_poison(d.period) && vv_ctx_ok(c)) {
        for (int i = 0; i < n; i++) all[i] = vv_at_parameter_values(c, s->m, all[i]);
        d.period = vv_common_period(c, everywhere, s->m->t, n, all);
        d.by_values = !vv_is_poison(d.period);
    }
    if (!vv_is_poison(d.period)) d.kind = VV_TIME_PERIODIC;
    return d;
}

const char *vv_time_dependence_text(vv_ctx *c, const vv_time_dependence *d) {
    vv_buffer b = VV_BUFFER(c);
    if (d->input) return "the equations depend on an input, which is a function of time";
    if (d->kind != VV_TIME_PERIODIC)
        return "the equations depend on the time, and no period was found: Floquet multipliers "
               "would need one, Dirichlet's theorem an energy without the time";
    vv_buffer_add(&b, "the equations depend on the time, with period ");
    vv_expr_write(c, d->period, &b);
    return vv_buffer_text(&b);
}
