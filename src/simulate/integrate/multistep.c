#include "simulate/integrate/multistep.h"
#include "simulate/integrate/integrate_tolerances.h"

#ifdef VV_SUNDIALS

#include <math.h>
#include <string.h>

/* ---- start and end -------------------------------------------------------------------------- */

bool vv_multistep_open(vv_stepper *s, vv_multistep *o, const vv_multistep_calls *call, int all,
                       bool with_rates, bool derivatives) {
    vv_ctx *c = s->f->c;
    if (!vv_step_open_interpolant(s, derivatives)) return false;
    o->call = call;
    o->y = VV_ARRAY(c, double, all + 1);
    o->yd = with_rates ? VV_ARRAY(c, double, all + 1) : NULL;
    o->extra = VV_ARRAY(c, double, all + 1);
    o->start = VV_ARRAY(c, double, s->n + 1);
    o->start_low = VV_ARRAY(c, double, s->n + 1);
    o->out = VV_ARRAY(c, double, s->n + s->f->m + 1);
    return vv_ctx_ok(c);
}

void vv_multistep_forget(vv_multistep *o) {
    if (o->mem) o->call->release(&o->mem);
    vv_sundials_close(&o->lib);
    o->mem = NULL;
}

void vv_multistep_close(vv_stepper *s) {
    if (s->memory) vv_multistep_forget(s->memory);
}

bool vv_multistep_can_checkpoint(const vv_stepper *s) {
    return s->stats.steps % VV_MULTISTEP_RESTART_INTERVAL == 0;
}

void vv_multistep_serialize(vv_stepper *s, vv_serializer *k) {
    vv_multistep *o = s->memory;
    VV_SERIALIZE(k, s->rounding);
    VV_SERIALIZE(k, o->formula);
    VV_SERIALIZE(k, o->span);
    VV_SERIALIZE(k, o->since);
    VV_SERIALIZE(k, o->vanishing);
}

/* Our time is a sum of two doubles, the library's is rounded. */
static bool is_its_time(const vv_stepper *s, double t) {
    return fabs((t - s->t) - s->t_low) <= VV_STEP_TIME_ROUNDING * fabs(t);
}

static bool begin_anew(vv_stepper *s, double limit) {
    vv_multistep *o = s->memory;
    memcpy(o->y, s->x, (size_t)s->n * sizeof *s->x);
    o->t = s->t;
    return o->call->restart(s, limit);
}

/* Continues from where the library left the state, or restarts; at a scheduled restart, without any
 * history. */
static bool join(vv_stepper *s, double limit) {
    vv_multistep *o = s->memory;
    size_t bytes = (size_t)s->n * sizeof *s->x;
    if (vv_multistep_can_checkpoint(s) && o->rest != s->stats.steps) vv_multistep_forget(o);
    o->rest = s->stats.steps;
    bool same = o->turns == s->transitions && is_its_time(s, o->t) && !memcmp(o->y, s->x, bytes);
    o->turns = s->transitions;
    if (o->mem && same && !(o->call->is_stale && o->call->is_stale(s))) return true;
    return begin_anew(s, limit);
}

/* Does the state stand within the library's last step, of which only a part was wanted, with
 * nothing changed since? Then the rest of that step is the next one: a motion that is followed in
 * many small pieces costs no restarts. */
static bool is_within_step(const vv_stepper *s) {
    const vv_multistep *o = s->memory;
    vv_stepper there = *s;
    double dt = s->stats.last;
    if (!o->mem || o->turns != s->transitions || vv_multistep_can_checkpoint(s)) return false;
    if (s->stats.steps != o->before + 1 || s->h != o->size || !(dt < o->size)) return false;
    if (!s->interpolant.degree || is_its_time(s, o->t)) return false;
    there.x = o->start, there.x_low = o->start_low;
    for (int i = 0; i < s->n; i++)
        if (s->x_low[i] != 0 || s->x[i] != vv_step_interpolant_value(&there, i, dt)) return false;
    return true;
}

/* ---- a step --------------------------------------------------------------------------------- */

static bool interpolate(vv_stepper *s) {
    vv_multistep *o = s->memory;
    int q = 0;
    double factorial = 1;
    if (o->call->order(o, &q) < 0) return false;
    s->interpolant.degree = q < VV_INTERPOLANT_DEGREE ? q : VV_INTERPOLANT_DEGREE;
    for (int k = 0; k <= s->interpolant.degree; k++, factorial *= k) {
        if (o->call->derivative(o, k) < 0) return false;
        for (int i = 0; i < s->n; i++)
            s->interpolant.coefficients[i * VV_INTERPOLANT_COEFFICIENTS + k] =
                o->extra[i] / factorial;
    }
    vv_step_interpolant_from_end(s);
    return true;
}

static vv_step_fault begin(vv_stepper *s, double limit, bool within) {
    vv_multistep *o = s->memory;
    o->s = s;
    vv_step_fault fault = vv_step_begin(s);
    if (fault != VV_STEP_OK) return fault;
    if (!vv_rhs_evaluate(&s->rhs, s->t, s->x, o->out)) return vv_step_report_nan(s, o->out);
    vv_step_floor_error_scales(s, o->out, limit);
    o->pushed = vv_step_reaction_scale(s, o->out + s->n);
    return within || join(s, limit) ? VV_STEP_OK : VV_STEP_SIZE_TOO_SMALL;
}

vv_step_fault vv_multistep_leap(vv_stepper *s, double dt) {
    vv_multistep *o = s->memory;
    double t = s->t;
    vv_step_fault fault = begin(s, dt, false);
    if (fault != VV_STEP_OK) return fault;
    vv_step_uniform_error_scales(s);
    if (o->call->solve(o, s->t + dt, &t, false) < 0) return VV_STEP_SIZE_TOO_SMALL;
    memcpy(s->x, o->y, (size_t)s->n * sizeof *s->x);
    o->t = s->t + dt;
    vv_step_count(s, dt);
    o->call->count(o, &s->stats.steps);
    return VV_STEP_OK;
}

/* One step of the library, to o->t. Its code. */
static int take_step(vv_stepper *s, double limit) {
    enum { LOOSENED = 4 };
    vv_multistep *o = s->memory;
    double to = s->t + fmax(limit, VV_MULTISTEP_AHEAD * fabs(s->t));
    o->t = s->t;
    int code = o->call->solve(o, to, &o->t, true);
    for (int i = 0; code == o->call->too_much_accuracy && i < LOOSENED; i++) {
        s->rounding *= 10;
        code = o->call->solve(o, to, &o->t, true);
    }
    /* projections may have left a history that is not smooth: retry once without it */
    if (code < 0 && code != o->call->no_memory && begin_anew(s, limit))
        code = o->call->solve(o, to, &o->t, true);
    if (code == o->call->no_memory) vv_ctx_fail(s->f->c, VV_E_NOMEM);
    return code;
}

vv_step_fault vv_multistep_expand(vv_stepper *s, double limit) {
    enum { MOST_VANISHING = 20 };
    vv_multistep *o = s->memory;
    size_t bytes = (size_t)s->n * sizeof *o->y;
    if (vv_step_needs_series(s, limit)) return vv_step_by_series(s);
    bool within = is_within_step(s);
    vv_step_fault fault = begin(s, limit, within);
    if (fault != VV_STEP_OK) return fault;
    int code = within ? 0 : take_step(s, limit);
    s->h = (o->t - s->t) - s->t_low;
    memcpy(s->interpolant.end, o->y, bytes);
    memset(s->interpolant.end_low, 0, bytes);
    bool vanishing =
        !within && !(s->h > VV_STEP_LEAST * fmax(fabs(s->t), o->call->by_span ? limit : 0));
    o->vanishing = vanishing ? o->vanishing + 1 : 0;
    if (code < 0 || !(s->h > 0) || o->vanishing > MOST_VANISHING || !interpolate(s))
        return vv_step_find_limiting_value(s, o->out), VV_STEP_SIZE_TOO_SMALL;
    memcpy(o->start, s->x, bytes), memcpy(o->start_low, s->x_low, bytes);
    o->size = s->h, o->before = s->stats.steps;
    return VV_STEP_OK;
}

#endif
