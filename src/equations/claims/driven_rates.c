#include "equations/claims/driven_rates.h"

/* r = 0, linear in one of the symbols x: replaced in e by what the others give. */
static vv_expr solved_in(vv_ctx *c, int n, const vv_expr *x, vv_expr r, vv_expr e) {
    for (int a = 0; a < n; a++) {
        vv_expr by = vv_diff(c, r, x[a]);
        if (vv_is_zero(by) || vv_depends(c, by, n, x) || !vv_depends(c, e, 1, &x[a])) continue;
        return vv_subst1(c, e, x[a], vv_sub(c, x[a], vv_div(c, r, by)));
    }
    return e;
}

vv_expr vv_driven_rates(vv_ctx *c, const vv_system *s, vv_expr e) {
    if (s->nservos) e = vv_expr_in_coordinates(c, s, e);
    for (int i = 0; s->nservos && i < s->servo.r; i++) {
        e = solved_in(c, s->nq, s->qdd, s->servo.row[i].acceleration, e);
        e = solved_in(c, s->nq, s->qd, s->servo.row[i].velocity, e);
    }
    return e;
}

/* Do servo forces act on this coordinate? */
static bool is_actuated(const vv_system *s, int a) {
    for (int i = 0; i < s->servo.j; i++)
        if (!vv_is_zero(s->servo.through[i * s->nq + a])) return true;
    return false;
}

int vv_driven_momenta(vv_ctx *c, const vv_system *s, vv_expr *out) {
    int n = 0;
    for (int a = 0; s->nservos && a < s->nq; a++)
        if (!is_actuated(s, a)) out[n++] = vv_driven_rates(c, s, vv_diff(c, s->T, s->qd[a]));
    return n;
}
