#include "equations/servo_versus_contact.h"

#include "equations/equivalence.h"
#include "equations/mass_matrix.h"

/* The virtual works of the contact system in the variables of the servo system. */
static vv_status works(vv_ctx *c, const vv_system *s, const vv_system *twin, const vv_equations *by,
                       vv_expr *out) {
    int n = twin->n, nq = s->nq;
    vv_expr *rate = VV_ARRAY(c, vv_expr, n + 1);
    if (!rate || vv_equations_project(c, twin, by, out) != VV_OK) return vv_ctx_status(c);
    vv_total_derivative(c, s->coordinate_rates.n, s->coordinate_rates.from, s->coordinate_rates.to,
                        n, twin->speed, rate);
    vv_subst(c, n, twin->wd, rate, n, out, out);
    vv_subst(c, n, twin->w, twin->speed, n, out, out);
    vv_subst(c, nq, s->qdd, s->rate_rate, n, out, out);
    vv_subst(c, nq, s->qd, s->rate, n, out, out);
    return vv_ctx_status(c);
}

/* Are the contact forces powerless? So if the constraints have no velocity-free part. */
static bool powerless(vv_ctx *c, const vv_system *s) {
    for (int r = 0; r < s->servo.r; r++) {
        vv_expr e = s->servo.row[r].velocity;
        vv_subst(c, s->nq, s->qd, s->rate, 1, &e, &e);
        if (!vv_vanishes(c, NULL, vv_expr_at_rest(c, s, e))) return false;
    }
    return true;
}

/* Does the motion of the contact system depend on a parameter? x: its accelerations. */
static bool depends_on_parameter(vv_ctx *c, const vv_system *twin, const vv_expr *x, vv_expr p) {
    for (int i = 0; i < twin->n; i++)
        if (vv_depends(c, x[i], 1, &p) &&
            vv_is_identically_zero(c, &twin->facts, vv_diff(c, x[i], p)) == VV_FALSE)
            return true;
    return false;
}

vv_status vv_servo_versus_contact_compare(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                          const vv_servo_forces *e, const vv_system *twin,
                                          const vv_equations *by, const vv_prove_options *o,
                                          vv_servo_versus_contact *out) {
    int n = twin->n;
    vv_expr *x = VV_ARRAY(c, vv_expr, eq->nunknowns + 1), *d = VV_ARRAY(c, vv_expr, n + 1);
    *out = (vv_servo_versus_contact){.n = n, .no_power = powerless(c, s)};
    out->equation = VV_ARRAY(c, vv_expr, n + 1);
    out->rest = VV_ARRAY(c, vv_expr, n + s->servo.r + 1);
    out->felt = VV_ARRAY(c, vv_expr, e->nidle + 1);
    if (!vv_ctx_ok(c) || works(c, s, twin, by, out->equation) != VV_OK) return vv_ctx_status(c);
    if (vv_equations_solve(c, eq, x) != VV_OK) return vv_ctx_status(c);
    vv_subst(c, eq->nunknowns, eq->unknown, x, n, out->equation, d);
    if (vv_prove_zero(c, &s->facts, n, d, o, &out->same) != VV_OK) return vv_ctx_status(c);
    for (int i = 0; i < n; i++) {
        out->equation[i] = vv_servo_forces_substitute(c, e, out->equation[i]);
        vv_expr r = vv_expr_at_rest(c, s, out->equation[i]);
        if (!vv_vanishes(c, &s->facts, r)) out->rest[out->nrest++] = r;
    }
    for (int r = 0; r < s->servo.r;
         r++) { /* the condition that a nonholonomic constraint gives at rest */
        vv_expr v = s->servo.row[r].velocity;
        if (s->servo.row[r].finite.id) continue;
        vv_subst(c, s->nq, s->qd, s->rate, 1, &v, &v);
        v = vv_expr_at_rest(c, s, v);
        if (!vv_vanishes(c, NULL, v)) out->rest[out->nrest++] = v;
    }
    vv_expr *y = VV_ARRAY(c, vv_expr, by->nunknowns + 1);
    if (!y || vv_equations_solve(c, by, y) != VV_OK) return vv_ctx_status(c);
    for (int i = 0; i < e->nidle; i++)
        if (depends_on_parameter(c, twin, y, e->idle[i])) out->felt[out->nfelt++] = e->idle[i];
    return vv_ctx_status(c);
}
