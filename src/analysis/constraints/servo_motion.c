#include "analysis/constraints/servo_motion.h"

#include <string.h>

#include "formalism/formalism.h"

/* Makes the driven coordinates dependent on the others, which describe the motion, if the
 * constraints can be solved for them. */
static void make_driven_dependent(vv_ctx *c, const vv_system *servo, vv_model *model) {
    const vv_servos *v = &servo->servo;
    vv_coordinate *own = VV_ARRAY(c, vv_coordinate, servo->nq + 1);
    if (!own) return;
    memcpy(own, model->coordinate, (size_t)servo->nq * sizeof *own);
    model->coordinate = own;
    for (int i = 0; i < v->k; i++)
        for (int r = 0; r < v->r; r++)
            own[v->driven[i]].dependent |= !vv_is_zero(v->row[r].coefficient[v->driven[i]]);
}

/* Constraints of all kinds bind the speeds; nothing already reported is reported again. */
static const char *bind(vv_ctx *c, const vv_system *servo, vv_system *out) {
    vv_model *model = VV_NEW(c, vv_model);
    vv_diag_mark before = vv_diag_get_mark(c);
    if (!model || vv_model_servos_as_contacts(c, servo->m, model) != VV_OK) return "memory";
    model->nclaims = servo->m->nclaims; /* candidate integrals are the last of them */
    for (int i = 0; i < model->nconstraints; i++)
        model->constraint[i].label = servo->m->constraint[i].label;
    make_driven_dependent(c, servo, model);
    vv_status status = vv_system_build(c, model, out);
    vv_diag_rollback(c, before);
    if (status == VV_E_MODEL) vv_ctx_clear_failure(c);
    if (status != VV_OK)
        return "independent speeds could not be chosen under the servo constraints";
    if (out->freedom <= 0) return "the servo constraints leave no motion";
    if (!out->speeds_ok) return "a constraint is not linear in the velocities";
    out->worked = true;
    return NULL;
}

/* Rewrites expressions in the servo system's own q, w, w' in those of the closed-loop system. */
static void rewrite(vv_ctx *c, const vv_system *servo, const vv_system *s, int n, vv_expr *e) {
    vv_expr *rate = VV_ARRAY(c, vv_expr, servo->n + 1);
    if (!rate) return;
    vv_total_derivative(c, servo->maps.coordinate_rates.n, servo->maps.coordinate_rates.from,
                        servo->maps.coordinate_rates.to, servo->n, servo->speed, rate);
    vv_subst(c, servo->n, servo->wd, rate, n, e, e);
    vv_subst(c, servo->n, servo->w, servo->speed, n, e, e);
    vv_subst(c, s->nq, s->qdd, s->rate_rate, n, e, e);
    vv_subst(c, s->nq, s->qd, s->rate, n, e, e);
}

/* A record with these residuals, whose matrix need not be symmetric. */
static const vv_equations *record(vv_ctx *c, const vv_system *s, vv_expr *residual) {
    vv_equations *eq = VV_NEW(c, vv_equations);
    if (!eq) return NULL;
    *eq = (vv_equations){.method = "servo_appell",
                         .nq = s->nq,
                         .q = s->q,
                         .qd = s->qd,
                         .qdd = s->qdd,
                         .n = s->n,
                         .nequations = s->n,
                         .w = s->w,
                         .wd = s->wd,
                         .rate = s->rate,
                         .rate_rate = s->rate_rate,
                         .speed = s->speed,
                         .dual = s->speed,
                         .residual = residual};
    return vv_equations_mass_matrix(c, eq) == VV_OK ? eq : NULL;
}

/* The first of Appell's equations, those without servo efforts [Appell1896, no. 470 (10);
 * M-SERVO-APPELL]. */
static const vv_equations *by_appell(vv_ctx *c, const vv_system *servo, const vv_system *s,
                                     vv_equations *own) {
    const char *why;
    vv_expr *e = VV_ARRAY(c, vv_expr, s->n + 1);
    if (!e || servo->n - servo->servo.j != s->n ||
        vv_formalism_run(c, vv_formalism_for(VV_FORMALISM_SERVO_SPEEDS), servo, own, &why) != VV_OK)
        return NULL;
    for (int i = 0; i < s->n; i++) e[i] = own->residual[i];
    rewrite(c, servo, s, s->n, e);
    return record(c, s, e);
}

/* w' as the rates of the speeds with q'' from the equations in all coordinates [Appell1896, no.
 * 470; M-SERVO-10]. */
static const vv_equations *by_multipliers(vv_ctx *c, const vv_system *servo, const vv_system *s) {
    const char *why;
    vv_equations *own = VV_NEW(c, vv_equations);
    vv_expr *e = VV_ARRAY(c, vv_expr, s->n + 1), *x;
    if (!own || !e ||
        vv_formalism_run(c, vv_formalism_for(VV_FORMALISM_SERVO), servo, own, &why) != VV_OK ||
        own->n != s->nq)
        return NULL;
    x = VV_ARRAY(c, vv_expr, own->nunknowns + 1);
    if (!x || vv_equations_solve(c, own, x) != VV_OK) return NULL;
    vv_total_derivative(c, s->maps.coordinate_rates.n, s->maps.coordinate_rates.from,
                        s->maps.coordinate_rates.to, s->n, s->speed, e);
    vv_subst(c, s->nq, s->qdd, x, s->n, e, e);
    vv_subst(c, s->nq, s->qd, s->rate, s->n, e, e);
    for (int i = 0; i < s->n; i++) e[i] = vv_sub(c, s->wd[i], e[i]);
    return record(c, s, e);
}

const char *vv_servo_motion_make(vv_ctx *c, const vv_system *servo, vv_servo_motion *out) {
    vv_system *s = VV_NEW(c, vv_system);
    vv_equations *own = VV_NEW(c, vv_equations);
    *out = (vv_servo_motion){0};
    if (!s || !own) return "memory";
    if (servo->servo.refusal) return servo->servo.refusal;
    if (servo->servo.singular)
        return "the servo forces act on the constrained quantities only indirectly";
    if (!servo->speeds_ok) return "a constraint is not linear in the velocities";
    const char *why = bind(c, servo, s);
    if (why || !vv_ctx_ok(c)) return why;
    const vv_equations *eq = by_appell(c, servo, s, own),
                       *other = vv_ctx_ok(c) ? by_multipliers(c, servo, s) : NULL;
    if (!eq || !other) return "no equations could be derived for the motion under the servos";
    *out = (vv_servo_motion){s, eq, other, own};
    return NULL;
}
