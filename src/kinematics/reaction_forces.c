#include "kinematics/reaction_forces.h"

#include <string.h>

#include "kinematics/contact_reaction.h"
#include "kinematics/multiplier_values.h"

/* ---- what Q depends on ------------------------------------------------------------------------
 */

static bool is_rate_used(vv_ctx *c, const vv_system *s, vv_expr x) {
    vv_expr rate[2] = {vv_symbol_rate(c, x), vv_symbol_rate(c, vv_symbol_rate(c, x))};
    for (int a = 0; a < s->nq; a++)
        if (vv_depends(c, s->Q[a], 2, rate)) return true;
    return false;
}

static bool is_used(vv_ctx *c, const vv_system *s, vv_expr x) {
    for (int a = 0; a < s->nq; a++)
        if (vv_depends(c, s->Q[a], 1, &x)) return true;
    return false;
}

static const vv_reaction *reaction_of(const vv_system *s, vv_expr symbol, int *component) {
    for (int i = 0; i < s->m->nreactions; i++)
        for (int k = 0; k < 3; k++)
            if (vv_same(s->m->reaction[i].component[k], symbol)) {
                *component = k;
                return &s->m->reaction[i];
            }
    return NULL;
}

static void refuse(vv_ctx *c, const vv_reaction *r, const char *why) {
    vv_diag_hint(
        c,
        vv_diag_add(c, VV_ERROR, VV_D_REACTION_FORCE, r->span,
                    "a force cannot depend on %s here: %s", r->text, why),
        "a constraint force enters linearly, as in -c*N(P)*slip, and must be determined by "
        "the motion");
    vv_ctx_fail(c, VV_E_MODEL);
}

static bool list_used(vv_ctx *c, vv_system *s) {
    const vv_model *m = s->m;
    s->applied = VV_ARRAY(c, vv_expr, 3 * m->nreactions + 1);
    s->applied_value = VV_ARRAY(c, vv_expr, 3 * m->nreactions + 1);
    if (!s->applied || !s->applied_value) return false;
    for (int i = 0; i < m->nreactions; i++)
        for (int k = 0; k < (m->reaction[i].kind == VV_REACTION_FORCE ? 3 : 1); k++) {
            vv_expr x = m->reaction[i].component[k];
            if (is_rate_used(c, s, x)) {
                refuse(c, &m->reaction[i], "its rate is not known before the motion is");
                return false;
            }
            if (is_used(c, s, x)) s->applied[s->napplied++] = x;
        }
    return true;
}

/* ---- values -----------------------------------------------------------------------------------
 */

static const char NOT_DETERMINED[] = "the equations do not determine it together with this force";

/* n equations x = H(x), H linear: by determinants if they are few. */
static bool solve_linear(vv_ctx *c, const vv_system *s, int n, const vv_expr *x, vv_expr *H,
                         const char **why) {
    enum { BY_MINORS = 3 };
    vv_expr *M = VV_MATRIX(c, vv_expr, n, n);
    int rank = 0;
    if (!M) return false;
    vv_jacobian(c, n, H, n, x, M);
    *why = "it does not enter linearly";
    for (int i = 0; i < n * n; i++)
        if (vv_depends(c, M[i], n, x)) return false;
    vv_subst_zero(c, n, x, n, H, H);
    for (int i = 0; i < n * n; i++) M[i] = vv_sub(c, i % (n + 1) ? VV_ZERO : VV_ONE, M[i]);
    *why = NOT_DETERMINED;
    if (vv_generic_rank(c, &s->facts, n, n, M, &rank, NULL, NULL, NULL) != VV_OK || rank < n)
        return false;
    if (n <= BY_MINORS) return vv_solve_by_minors(c, &s->facts, n, M, H);
    return vv_solve(c, n, vv_factor(c, n, M), H, H) == VV_OK;
}

/* Linear in the accelerations: else the equations of motion are not. */
static bool is_linear_in_accelerations(vv_ctx *c, const vv_system *s, vv_expr e) {
    vv_expr *g = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!g) return false;
    vv_gradient(c, e, s->nq, s->qdd, g);
    for (int a = 0; a < s->nq; a++)
        if (vv_depends(c, g[a], s->nq, s->qdd)) return false;
    return true;
}

bool vv_reaction_forces_values(vv_ctx *c, const vv_system *s, const vv_expr *lambda, vv_expr *out,
                               const char **why) {
    for (int i = 0; i < s->napplied; i++) {
        int k = 0;
        vv_expr value[3];
        const vv_reaction *r = reaction_of(s, s->applied[i], &k);
        if (!r || !vv_reaction_value(c, s, lambda, r, value, why)) return false;
        out[i] = value[k];
        *why = "the equations would not be linear in the accelerations";
        if (!is_linear_in_accelerations(c, s, out[i])) return false;
    }
    return solve_linear(c, s, s->napplied, s->applied, out, why);
}

static bool is_linear_in_forces(vv_ctx *c, const vv_system *s) {
    vv_expr *g = VV_ARRAY(c, vv_expr, s->napplied + 1);
    for (int a = 0; g && a < s->nq; a++) {
        vv_gradient(c, s->Q[a], s->napplied, s->applied, g);
        for (int i = 0; i < s->napplied; i++)
            if (vv_depends(c, g[i], s->napplied, s->applied)) return false;
    }
    return true;
}

vv_status vv_system_resolve_reaction_forces(vv_ctx *c, vv_system *s) {
    const char *why = "servos act too";
    int k, n;
    if (!s->m->nreactions) return VV_OK;
    s->napplied = 0;
    if (!list_used(c, s) || !s->napplied) return vv_ctx_status(c);
    vv_expr *value = VV_ARRAY(c, vv_expr, s->napplied + 1);
    if (!value) return vv_ctx_status(c);
    bool fine = !s->nservos;
    if (fine && !is_linear_in_forces(c, s)) fine = false, why = "it does not enter linearly";
    /* while the values are sought, the balance contains the symbols themselves */
    n = s->napplied, s->sought = true;
    fine = fine && vv_reaction_forces_values(c, s, NULL, value, &why);
    if (!fine && vv_ctx_ok(c) && why == NOT_DETERMINED) { /* in this metric */
        s->weighted = true;
        fine = vv_reaction_forces_values(c, s, NULL, value, &why);
    }
    s->sought = false;
    if (!fine && vv_ctx_ok(c)) refuse(c, reaction_of(s, s->applied[0], &k), why);
    memcpy(s->applied_value, value, (size_t)n * sizeof *value);
    return vv_ctx_status(c);
}

vv_status vv_reaction_forces_insert(vv_ctx *c, const vv_system *s, int n, vv_expr *e) {
    if (!s->napplied || s->sought) return VV_OK;
    return vv_subst(c, s->napplied, s->applied, s->applied_value, n, e, e);
}
