/* Combinations of the constraints in Hadamard's sense [M-HAD-C, M-HAD-GEOM]. */
#include "equations/equations.h"

/* The coefficients of a linear homogeneous form in q'; false if e is not such a form. */
static bool linear_form(vv_ctx *c, const vv_system *s, vv_expr e, vv_expr *coefficient) {
    int n = s->nq;
    vv_expr *t = VV_ARRAY(c, vv_expr, n + 1);
    if (!t || vv_depends(c, e, n, s->qdd) || vv_depends(c, e, 1, &s->m->t)) return false;
    vv_gradient(c, e, n, s->qd, coefficient);
    for (int a = 0; a < n; a++) {
        if (vv_depends(c, coefficient[a], n, s->qd)) return false;
        t[a] = vv_mul(c, coefficient[a], s->qd[a]);
    }
    return vv_vanishes(c, &s->facts, vv_sub(c, e, vv_sum(c, n, t)));
}

/* The exterior derivative of the form on the directions x, y. */
static vv_expr derived_on(vv_ctx *c, int n, const vv_expr *jacobian, const vv_expr *x,
                          const vv_expr *y, vv_expr *t) {
    int k = 0;
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            vv_expr d = vv_sub(c, jacobian[b * n + a], jacobian[a * n + b]);
            if (vv_is_zero(d)) continue;
            t[k++] = vv_mul(c, d, vv_sub(c, vv_mul(c, x[a], y[b]), vv_mul(c, x[b], y[a])));
        }
    return vv_sum(c, k, t);
}

/* A combination of the constraints may be used in T before differentiation iff its exterior
 * derivative vanishes on every pair of directions that the constraints leave [Hadamard, note I
 * of Appell's Rolling motions, no. 9 (16)]. */
vv_status vv_claim_decide_combination(vv_ctx *c, const vv_system *s, const vv_claim *k,
                                      const vv_prove_options *o, vv_proof *out) {
    int n = s->nq, m = s->n, count = 0;
    vv_expr *form = VV_ARRAY(c, vv_expr, n + 1), *jacobian = VV_MATRIX(c, vv_expr, n, n),
            *t = VV_MATRIX(c, vv_expr, n, n), *list = VV_MATRIX(c, vv_expr, m + 1, m + 1);
    if (!form || !jacobian || !t || !list) return vv_ctx_status(c);
    vv_expr e = vv_expr_in_coordinates(c, s, k->value);
    if (!s->speeds_ok || s->nservos || !linear_form(c, s, e, form)) {
        out->theorem = s->nservos ? "combinations are taken of constraints, not of servos"
                       : s->speeds_ok
                           ? "a combination is linear and homogeneous in the rates, without time"
                           : "the constraints are not linear in the velocities";
        return VV_OK;
    }
    vv_jacobian(c, n, form, n, s->q, jacobian);
    vv_subst(c, n, s->qd, s->rate, 1, &e, &list[count++]);
    for (int i = 0; i < m; i++)
        for (int j = i + 1; j < m; j++)
            list[count++] =
                derived_on(c, n, jacobian, s->direction + i * n, s->direction + j * n, t);
    return vv_prove_zero(c, &s->facts, count, list, o, out);
}
