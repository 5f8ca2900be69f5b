#include "simulate/contact/curvature_monitor.h"
#include "simulate/contact/contact_tolerances.h"

#include "evaluate/tape/tape.h"
#include "simulate/contact/surface_contact.h"

static bool watches(const vv_model *m) {
    for (int i = 0; i < m->nguards; i++)
        if (m->guard[i].kind == VV_GUARD_CURVATURE) return true;
    return false;
}

static bool remember(vv_curvature_monitor *w, const vv_dynamics *f) {
    if (!w->told) w->told = VV_ARRAY(f->c, bool, f->s->m->nguards + 1);
    return w->told != NULL;
}

/* Rebuild if the formulation or parameter values have changed. */
static bool build(vv_curvature_monitor *w, const vv_dynamics *f) {
    const vv_model *m = f->s->m;
    if (w->of == f->entries.code) return w->tape != NULL;
    w->of = f->entries.code;
    w->tape = NULL;
    vv_expr *value = VV_ARRAY(f->c, vv_expr, m->nguards + 1);
    for (int i = 0; value && i < m->nguards; i++) value[i] = m->guard[i].value;
    vv_tape *tape = value ? vv_dynamics_tape(f, m->nguards, value) : NULL;
    w->scratch = tape ? VV_ARRAY(f->c, double, tape->nslots + 1) : NULL;
    w->in = tape ? VV_ARRAY(f->c, double, tape->nin + 1) : NULL;
    w->out = VV_ARRAY(f->c, double, m->nguards + 1);
    if (!w->scratch || !w->in || !w->out || !remember(w, f)) return false;
    vv_tape_prepare(tape, w->scratch);
    w->tape = tape;
    return true;
}

/* The determinant of pair i divided by the squared trace: 1/4 for equal curvatures, 0 where the
 * surfaces touch along a line, negative where they intersect or lie on the wrong sides. */
static double fit_at(vv_curvature_monitor *w, const vv_stepper *s, int i, double after) {
    vv_step_interpolate(s, after, w->in);
    vv_tape_run(w->tape, w->in, w->out, w->scratch);
    double trace = w->out[i], det = w->out[i + 1];
    return trace <= 0 ? -1 : det / (trace * trace); /* or not a number */
}

/* Its zero, between a time at which it is positive and one at which it is not. */
static double vanishing(vv_curvature_monitor *w, const vv_stepper *s, int i, double from,
                        double to) {
    for (;;) {
        double middle = from + (to - from) / 2;
        if (!(middle > from && middle < to)) return to;
        if (fit_at(w, s, i, middle) > 0)
            from = middle;
        else
            to = middle;
    }
}

static void tell(const vv_dynamics *f, const vv_guard *g, double t, vv_buffer *account) {
    vv_buffer_printf(account, "contact of '%s': more than one point from t = %.15g on\n",
                     g->surface, t);
    vv_diag_hint(
        f->c,
        vv_diag_add(f->c, VV_WARNING, VV_D_PATCH, g->span,
                    "'%s' penetrate each other away from the contact from t = %.9g on: the bodies "
                    "would need two contact points at once",
                    g->surface, t),
        "the motion continues as if they touched at this point only; --until ends it earlier");
}

static void look(vv_curvature_monitor *w, const vv_stepper *s, int i, double dt,
                 vv_buffer *account) {
    enum { PARTS = 4 };
    double before = 0;
    if (!(fit_at(w, s, i, 0) > VV_CURVATURE_LINE)) return;
    for (int part = 1; part <= PARTS; part++) {
        double after = dt * part / PARTS, fit = fit_at(w, s, i, after);
        if (fit < VV_CURVATURE_CUT) {
            double t = s->t + (s->t_low + vanishing(w, s, i, before, after));
            tell(s->f, &s->f->s->m->guard[i], t, account);
            w->told[i] = true;
            return;
        }
        before = fit > 0 ? after : before;
    }
}

void vv_curvature_monitor_step(vv_curvature_monitor *w, const vv_stepper *s, double dt,
                               vv_buffer *account) {
    const vv_model *m = s->f->s->m;
    if (!watches(m) || !(dt > 0) || !build(w, s->f)) return;
    for (int i = 0; i + 1 < m->nguards; i++) {
        if (m->guard[i].kind != VV_GUARD_CURVATURE) continue;
        if (!w->told[i]) look(w, s, i, dt, account);
        i++; /* its determinant */
    }
}

void vv_curvature_monitor_serialize(vv_curvature_monitor *w, const vv_dynamics *f,
                                    vv_serializer *k) {
    if (watches(f->s->m) && remember(w, f)) VV_SERIALIZE_ARRAY(k, w->told, f->s->m->nguards);
}
