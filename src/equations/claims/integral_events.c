#include "equations/claims/integral_events.h"

#include <string.h>

#include "equations/claims/claim_conditions.h"
#include "equations/claims/jump_crossing.h"
#include "kinematics/kinematics.h"

/* The velocities set by the laws of an event, their coefficients A (nlaws x n), and by how much the
 * laws change them. */
static bool read_laws(vv_ctx *c, const vv_system *s, const vv_model_event *w, vv_expr *A,
                      vv_expr *change) {
    for (int i = 0; i < w->nlaws; i++) {
        vv_expr v = vv_expr_in_speeds(c, s, w->law[i].symbol),
                after = vv_expr_in_speeds(c, s, w->law[i].value);
        change[i] = vv_sub(c, after, v);
        vv_jacobian(c, 1, &v, s->n, s->w, A + i * s->n);
    }
    return vv_ctx_ok(c);
}

/* w after the impact: M Δw = A^T λ and A Δw = the change that the laws ask for. */
static bool speeds_after(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                         const vv_model_event *w, vv_expr *after) {
    int n = s->n, r = w->nlaws, m = n + r;
    vv_expr *A = VV_MATRIX(c, vv_expr, r, n), *K = VV_MATRIX(c, vv_expr, m, m),
            *x = VV_ARRAY(c, vv_expr, m + 1);
    if (!A || !K || !x || !read_laws(c, s, w, A, x + n)) return false;
    for (int i = 0; i < m * m; i++) K[i] = VV_ZERO;
    for (int i = 0; i < n; i++) {
        x[i] = VV_ZERO;
        for (int k = 0; k < n; k++) K[i * m + k] = eq->matrix[i * n + k];
        for (int k = 0; k < r; k++) K[(n + k) * m + i] = A[k * n + i];
        for (int k = 0; k < r; k++) K[i * m + n + k] = vv_neg(c, A[k * n + i]);
    }
    if (vv_solve(c, m, vv_factor(c, m, K), x, x) != VV_OK) return false;
    for (int i = 0; i < n; i++) after[i] = vv_add(c, s->w[i], x[i]);
    return vv_ctx_ok(c);
}

/* Is e certainly the same after the event? */
static bool is_kept(vv_ctx *c, const vv_system *s, const vv_equations *eq, const vv_facts *facts,
                    const vv_model_event *w, vv_expr e) {
    int n = 0;
    vv_expr *from = VV_ARRAY(c, vv_expr, s->n + w->nsets + 1),
            *to = VV_ARRAY(c, vv_expr, s->n + w->nsets + 1), after;
    vv_facts there = *facts;
    bool known = eq && eq->nunknowns == s->n && !s->massless;
    if (!from || !to) return false;
    if (w->nlaws && (!known || !speeds_after(c, s, eq, w, to))) return false;
    for (; w->nlaws && n < s->n; n++) from[n] = s->w[n];
    for (int i = 0; i < w->nsets; i++) {
        from[n] = w->set[i].symbol;
        to[n++] = vv_expr_in_speeds(c, s, w->set[i].value);
    }
    if (vv_subst(c, n, from, to, 1, &e, &after) != VV_OK) return false;
    vv_expr change = vv_sub(c, after, e);
    return vv_vanishes(c, facts, change) ||
           (vv_set_as_rule(c, vv_expr_in_speeds(c, s, w->value), &there) &&
            vv_vanishes(c, &there, change));
}

const char *vv_events_that_change(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                  const vv_facts *facts, vv_expr e) {
    const vv_model *m = s->m;
    const char *list = NULL;
    for (int i = 0; i < m->nwhens && vv_ctx_ok(c); i++) {
        const vv_model_event *w = &m->when[i];
        if (!w->nlaws && !w->nsets) continue;
        bool kept = is_kept(c, s, eq, facts, w, e);
        if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c), kept = false;
        if (!kept) list = vv_format(c, "%s%s%s", list ? list : "", list ? ", " : "", w->text);
    }
    for (int i = 0; i < m->nrollings; i++)
        if (m->rolling[i].restitution.id)
            return list ? vv_format(c, "%s, impacts", list) : "impacts";
    return list;
}

/* May the event fire arbitrarily near a position, at rest or slowly? */
static bool fires_near(vv_ctx *c, const vv_system *s, const vv_model_event *w,
                       const vv_facts *facts, vv_position_evaluator *at, const void *data) {
    vv_expr there = at(c, vv_expr_in_speeds(c, s, w->value), data);
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
    if (!there.id) return true;
    if (vv_is_const(c, there)) return vv_is_zero(there);
    vv_sign sign = vv_sign_given_facts(c, facts, there);
    return sign != VV_POSITIVE && sign != VV_NEGATIVE && sign != VV_NONZERO;
}

const char *vv_events_near(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                           const vv_facts *facts, vv_position_evaluator *at, const void *data,
                           bool energy_kept) {
    const vv_model *m = s->m;
    vv_expr energy = vv_expr_in_speeds(c, s, vv_sub(c, s->T, s->U));
    for (int i = 0; i < m->nwhens && vv_ctx_ok(c); i++) {
        const vv_model_event *w = &m->when[i];
        if ((!w->nlaws && !w->nsets) || !fires_near(c, s, w, facts, at, data)) continue;
        bool kept = energy_kept && is_kept(c, s, eq, &s->facts, w, energy);
        if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c), kept = false;
        if (!kept) return w->text;
    }
    return NULL;
}
