/* Stability by Floquet multipliers: equations whose coefficients are periodic in time. */
#include "equations/stability/floquet_multipliers.h"
#include "equations/stability/stability_internal.h"

/* Speeds that are rates of coordinates, under holonomic constraints: these coordinates determine
 * the others, at every time. */
static bool has_independent_coordinates(const vv_system *s) {
    for (int i = 0; i < s->nrows; i++)
        if (s->row[i].kind != VV_ROW_HOLONOMIC) return false;
    for (int i = 0; i < s->n; i++) {
        int a = 0;
        while (a < s->nq && !vv_same(s->qd[a], s->w[i])) a++;
        if (a == s->nq) return false;
    }
    return true;
}

bool vv_directions_move(vv_ctx *c, const vv_system *s, const vv_facts *f, vv_position_evaluator *at,
                        const void *data) {
    if (has_independent_coordinates(s)) return false;
    for (int i = 0; i < s->n * s->nq; i++) {
        vv_expr e = at(c, s->direction[i], data);
        if (!vv_is_free_of_time(c, f, s->m->t, e)) return true;
    }
    return !vv_ctx_ok(c);
}

static const char *with_values(const work *w, const vv_multipliers *k, const char *text) {
    return k->by_values ? vv_format(w->c, "for the given parameter values, %s", text) : text;
}

/* Uniformly in time: the coefficients and the terms of higher order are periodic. */
static void set_by_place(work *w, const vv_multipliers *k) {
    vv_ctx *c = w->c;
    w->out->by_values |= k->by_values;
    if (k->place == VV_MULTIPLIERS_OUTSIDE) {
        const char *size =
            k->n ? vv_format(c, "a Floquet multiplier of modulus %.6g lies", k->largest)
                 : "a Floquet multiplier lies";
        vv_stability_set_verdict(
            w, VV_REFUTED,
            with_values(w, k,
                        vv_format(c,
                                  "%s outside the unit circle (Lyapunov; enclosed by ball "
                                  "arithmetic)",
                                  size)));
    } else if (k->place == VV_MULTIPLIERS_INSIDE && w->holonomic) {
        w->out->asymptotic = true;
        vv_stability_set_verdict(w, VV_PROVED,
                                 with_values(w, k,
                                             "all Floquet multipliers lie inside the unit circle "
                                             "(Lyapunov; enclosed by ball arithmetic)"));
    } else if (k->place == VV_MULTIPLIERS_ON_CIRCLE && w->linear && w->holonomic) {
        vv_stability_set_verdict(
            w, VV_PROVED,
            with_values(w, k,
                        "the equations are linear, and in each decoupled part the Floquet "
                        "multipliers lie inside the unit circle, or on it and are distinct "
                        "(enclosed by ball arithmetic)"));
    } else {
        w->out->linear_only = k->place == VV_MULTIPLIERS_ON_CIRCLE;
        w->out->why = vv_format(
            c, "%s; %s", vv_time_dependence_text(c, w->time),
            k->place == VV_MULTIPLIERS_UNKNOWN ? k->why
            : k->place == VV_MULTIPLIERS_INSIDE
                ? "the constraints are not holonomic, and nothing is known of neighbouring "
                  "equilibria"
                : "Floquet multipliers on the unit circle do not decide the nonlinear motion");
    }
}

void vv_stability_by_multipliers(work *w) {
    vv_multipliers k;
    w->out->why = vv_time_dependence_text(w->c, w->time);
    if (w->time->kind != VV_TIME_PERIODIC || w->s->worked ||
        vv_directions_move(w->c, w->s, w->f, w->at, w->data))
        return;
    if (vv_multipliers_find(w->c, w->s->m, w->f, &w->m, w->time->period, &k) == VV_OK)
        set_by_place(w, &k);
}
