/* Events of the caller: zeros of expressions, which the engine finds, and of functions. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "capi/diagnostic_codes.h"
#include "capi/simulation_handle.h"
#include "capi/simulation_tolerances.h"

typedef vv_sim_memory memory;
typedef vv_sim_event_request request;

int vv_sim_count_expressions(const memory *x) {
    int n = 0;
    for (int i = 0; i < x->nevents; i++) n += x->event[i].text != NULL;
    return n;
}

/* ---- asking for them ------------------------------------------------------------------------ */

static vv_status add(memory *x, request k, int *out) {
    request *all = realloc(x->event, ((size_t)x->nevents + 1) * sizeof *all);
    if (all) x->event = all;
    if (!all) return free(k.text), x->told = vv_failed(VV_E_NOMEM);
    all[x->nevents++] = k;
    vv_status s = VV_OK;
    if (k.text)
        s = vv_sim_rebuild(x, true);
    else
        x->e->r.host.shorten = vv_sim_shorten;
    if (s != VV_OK) {
        free(k.text);
        x->nevents--;
    } else if (out)
        *out = x->e->nmodel + x->nevents - 1;
    return s;
}

static vv_status check(const void *what, int direction, const char *name) {
    if (!what) return vv_usage("%s: there is nothing to watch", name);
    if (direction < -1 || direction > 1) return vv_usage("%s: the direction is -1, 0 or 1", name);
    return VV_OK;
}

vv_status vv_sim_event(vv_sim *s, const char *expression, int direction, vv_on_event *action,
                       void *data, int *out) {
    vv_entry here;
    vv_status status;
    if (!vv_sim_enter(&here, s, "vv_sim_event", false, &status)) return status;
    status = check(expression, direction, "vv_sim_event");
    if (status == VV_OK) {
        char *text = strdup(expression);
        status =
            text ? add(s->x,
                       (request){
                           .text = text, .direction = direction, .action = action, .data = data},
                       out)
                 : (s->x->told = vv_failed(VV_E_NOMEM));
    }
    return vv_sim_leave(&here, s, status);
}

vv_status vv_sim_root(vv_sim *s, vv_root_fn *g, int direction, vv_on_event *action, void *data,
                      int *out) {
    vv_entry here;
    vv_status status;
    const void *what = g ? s : NULL;
    if (!vv_sim_enter(&here, s, "vv_sim_root", false, &status)) return status;
    status = check(what, direction, "vv_sim_root");
    if (status == VV_OK)
        status =
            add(s->x, (request){.root = g, .direction = direction, .action = action, .data = data},
                out);
    return vv_sim_leave(&here, s, status);
}

/* ---- zeros of functions --------------------------------------------------------------------- */

static double sign_of(double v) { return v > 0 ? 1 : v < 0 ? -1 : 0; }

/* At a time after the start of the step, whose series are current. NaN: the call fails. */
static double value_at(memory *x, const request *k, double after) {
    vv_sim_engine *e = x->e;
    vv_simulation *r = &e->r;
    vv_step_interpolate(&r->stepper, after, r->in);
    vv_sim_rates_from(e, r->in, e->rates);
    double t = r->stepper.t + (r->stepper.t_low + after);
    vv_sim_begin_callback(x, VV_READING);
    double v = k->root(k->data, t, e->rates, e->rates + e->nq);
    vv_sim_end_callback(x);
    if (isnan(v) && vv_ctx_ok(r->c)) {
        vv_diag_add(r->c, VV_ERROR, VV_D_WRONG_USE, (vv_span){0},
                    "the function of an event is not a number at t = %.9g", t);
        vv_ctx_fail(r->c, VV_E_BEYOND);
    }
    return v;
}

/* Between low, where its sign is `before`, and high: the first number at which it is another. */
static double bisect(memory *x, const request *k, double low, double high, double before) {
    const double t = x->e->r.stepper.t;
    while (vv_ctx_ok(x->e->c)) {
        double middle = low + (high - low) / 2;
        if (!(middle > low && middle < high) || high - low <= VV_SIM_ROOT_WIDTH * fabs(t)) break;
        if (sign_of(value_at(x, k, middle)) == before)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* The first change of sign within dt; infinite: none. Just behind its last one a function has no
 * sign yet. */
static double first_zero(memory *x, request *k, double dt) {
    enum { PLACES = 8 };
    double before = k->sign, from = 0;
    for (int i = 1; i <= PLACES && vv_ctx_ok(x->e->c); i++) {
        double at = i == PLACES ? dt : dt * i / PLACES, now = sign_of(value_at(x, k, at));
        if (before != 0 && now != before && (!k->direction || before == -k->direction))
            return bisect(x, k, from, at, before);
        if (now != 0) before = now;
        from = at;
    }
    return (double)INFINITY;
}

double vv_sim_shorten(void *data, vv_simulation *r, double dt) {
    memory *x = data;
    double first = (double)INFINITY;
    for (int i = 0; i < x->nevents && dt > 0; i++) {
        request *k = &x->event[i];
        k->after = (double)INFINITY;
        if (!k->root) continue;
        if (k->sign == 0 && !r->stepper.stats.steps) k->sign = sign_of(value_at(x, k, 0));
        k->after = first_zero(x, k, fmin(dt, first));
        first = fmin(first, k->after);
    }
    return fmin(dt, first);
}

void vv_sim_note_signs(memory *x, double dt) {
    for (int i = 0; i < x->nevents && vv_ctx_ok(x->e->c); i++) {
        request *k = &x->event[i];
        double now = k->root && !(k->after <= dt) ? sign_of(value_at(x, k, dt)) : 0;
        if (now != 0) k->sign = now;
    }
}

/* ---- what happens at them ------------------------------------------------------------------- */

/* Ever shorter times between them, without end. */
static bool is_rapid(memory *x) {
    enum { MOST = 1000 };
    bool vanishing = x->t - x->rapid_since <= VV_SIM_RAPID * fmax(fabs(x->t), DBL_MIN);
    x->rapid = vanishing ? x->rapid + 1 : 0;
    x->rapid_since = x->t;
    return x->rapid > MOST;
}

/* *stops: the motion is to stop there. */
static vv_status act(memory *x, int i, bool *stops) {
    const request *k = &x->event[i];
    int event = x->e->nmodel + i;
    x->last_event = event;
    vv_next next = VV_STOP_HERE;
    if (k->action) {
        vv_on_event *action = k->action;
        void *data = k->data;
        vv_sim_begin_callback(x, VV_ACTING);
        next = action(data, x->handle, event, x->t);
        vv_sim_end_callback(x);
    }
    if (x->doomed) next = VV_STOP_HERE;
    *stops |= next == VV_STOP_HERE;
    return vv_sim_answer(x, next, "the action of an event");
}

static int place_of(const memory *x, int when) {
    int k = when - x->e->nmodel, i = 0;
    for (; i < x->nevents; i++)
        if (x->event[i].text && k-- == 0) break;
    return i;
}

/* Functions whose zero is the end of the step, or was in it and is another sign now. */
static bool is_hit(const memory *x, const request *k) {
    return k->root && isfinite(k->after) && k->after <= x->e->r.stepper.stats.last;
}

vv_status vv_sim_act(memory *x, bool *stops) {
    vv_sim_engine *e = x->e;
    const vv_events *v = &e->r.events;
    int n = v->nhits;
    vv_status s = VV_OK;
    bool any = false;
    *stops = false;
    for (int i = 0; i < n && s == VV_OK; i++) {
        int when = v->hit[i].event;
        const vv_model_event *w = v->event[when].when;
        if (when >= e->nmodel) any = true, s = act(x, place_of(x, when), stops);
        if (w->stop) x->last_event = when, *stops = true;
    }
    for (int i = 0; i < x->nevents && s == VV_OK; i++) {
        request *k = &x->event[i];
        if (!k->root) continue;
        bool hit = is_hit(x, k);
        if (hit) any = true, k->sign = 0, s = act(x, i, stops);
    }
    if (s == VV_OK && any && is_rapid(x)) {
        vv_diag_add(e->c, VV_ERROR, VV_D_EVENT, (vv_span){0},
                    "events follow each other without end at t = %.9g", x->t);
        s = VV_E_BEYOND;
    }
    return s;
}
