#include "kinematics/constraint_forces.h"

#include <string.h>

#include "kinematics/contact_reaction.h"

/* ---- names ---------------------------------------------------------------------------------- */

/* Constraints whose multipliers have names; a redundant one appended later has none. */
static int count_named(const vv_system *s) {
    int n = 0;
    for (int i = 0; i < s->nrows; i++) n += s->row[i].number > 0;
    return n;
}

static void unknown_multiplier(vv_ctx *c, const vv_system *s, const vv_reaction *r) {
    const char *letter = vv_model_multiplier_letter(c, s->m);
    int n = count_named(s);
    vv_diag *d =
        vv_diag_add(c, VV_ERROR, VV_D_UNKNOWN, r->span, "there is no multiplier '%s'", r->text);
    if (n == 0)
        vv_diag_hint(c, d, "no constraint of the model acts");
    else if (n == 1)
        vv_diag_hint(c, d, "did you mean '%s'? The model has one constraint that acts", letter);
    else
        vv_diag_hint(c, d,
                     "did you mean '%s%d'? The multipliers are %s1 to %s%d, in the order of derive "
                     "--by multipliers",
                     letter, r->number > n ? n : 1, letter, letter, n);
}

vv_status vv_system_check_multipliers(vv_ctx *c, const vv_system *s) {
    int n = count_named(s), errors = 0;
    for (int i = 0; i < s->m->nreactions; i++) {
        const vv_reaction *r = &s->m->reaction[i];
        if (r->kind != VV_REACTION_MULTIPLIER || (r->number ? r->number <= n : n == 1)) continue;
        unknown_multiplier(c, s, r);
        errors++;
    }
    return errors ? vv_ctx_fail(c, VV_E_MODEL) : vv_ctx_status(c);
}

int vv_multiplier_row(vv_ctx *c, const vv_system *s, const vv_reaction *r, const char **why) {
    int number = r->number ? r->number : 1;
    for (int i = 0; i < s->nrows; i++) {
        if (s->row[i].number != number) continue;
        *why = vv_multiplier_refusal(c, s, i);
        return *why ? -1 : i;
    }
    *why = "its contact has friction, whose forces are N(P), F(P) and reaction(P)";
    return -1;
}

/* ---- determined or not ----------------------------------------------------------------------- */

/* Directions of the forces of all constraints, redundant ones too; row `without` left out. */
static int list_directions(vv_ctx *c, const vv_system *s, int without, vv_expr *out) {
    int n = 0, nq = s->nq;
    for (int i = 0; i < s->nrows; i++)
        if (i != without) memcpy(out + nq * n++, s->row[i].column, (size_t)nq * sizeof *out);
    for (int i = 0; i < s->nfindings; i++) {
        const vv_constraint *k = &s->m->constraint[s->finding[i].constraint];
        if (s->finding[i].kind != VV_FINDING_REDUNDANT || k->kind == VV_CON_SERVO) continue;
        vv_gradient(c, k->order ? vv_expr_in_coordinates(c, s, k->value) : k->value, nq,
                    k->order ? s->qd : s->q, out + nq * n++);
    }
    return n;
}

static const char *shared_with(vv_ctx *c, const vv_system *s) {
    const char *label = NULL;
    for (int i = 0; i < s->nfindings && !label; i++)
        if (s->finding[i].kind == VV_FINDING_REDUNDANT)
            label = s->m->constraint[s->finding[i].constraint].label;
    const char *text =
        vv_format(c, "it is not determined, because %s is redundant: only sums of their forces are",
                  label ? label : "a constraint");
    return text ? text : "it is not determined";
}

const char *vv_multiplier_refusal(vv_ctx *c, const vv_system *s, int row) {
    int most = s->nrows + s->nfindings, nq = s->nq, with = 0, without = 0;
    if (most == s->nrows && !s->nkept) return NULL;
    vv_expr *A = VV_MATRIX(c, vv_expr, most + 1, nq + 1);
    if (!A) return "out of memory";
    int n = list_directions(c, s, -1, A);
    if (n == s->nrows && !s->nkept) return NULL;
    if (vv_generic_rank(c, &s->facts, n, nq, A, &with, NULL, NULL, NULL) != VV_OK)
        return "it could not be decided whether it is determined";
    n = list_directions(c, s, row, A);
    if (vv_generic_rank(c, &s->facts, n, nq, A, &without, NULL, NULL, NULL) != VV_OK)
        return "it could not be decided whether it is determined";
    return without < with ? NULL : shared_with(c, s);
}

/* ---- values ---------------------------------------------------------------------------------- */

bool vv_solve_by_minors(vv_ctx *c, const vv_facts *f, int n, const vv_expr *M, vv_expr *b) {
    vv_expr *own = VV_MATRIX(c, vv_expr, n + 1, n + 1), *x = VV_ARRAY(c, vv_expr, n + 1),
            det = vv_determinant_by_minors(c, n, M);
    if (!own || !x || vv_vanishes(c, f, det)) return false;
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < n * n; i++) own[i] = i % n == k ? b[i / n] : M[i];
        x[k] = vv_div(c, vv_determinant_by_minors(c, n, own), det);
    }
    memcpy(b, x, (size_t)n * sizeof *b);
    return vv_ctx_ok(c);
}

/* n equations, by determinants if they are few. */
static bool solve(vv_ctx *c, const vv_facts *f, int n, const vv_expr *M, vv_expr *b) {
    enum { BY_MINORS = 3 };
    if (n <= BY_MINORS) return vv_solve_by_minors(c, f, n, M, b);
    return vv_solve(c, n, vv_factor(c, n, M), b, b) == VV_OK && vv_ctx_ok(c);
}

/* a . b in a positive metric, of which the result does not depend. */
static vv_expr project(vv_ctx *c, const vv_system *s, const vv_expr *a, const vv_expr *b,
                       vv_expr *t) {
    for (int i = 0; i < s->nq; i++)
        t[i] = vv_scale(c, vv_rat_int(s->weighted ? i + 1 : 1), vv_mul(c, a[i], b[i]));
    return vv_sum(c, s->nq, t);
}

bool vv_multipliers_eliminate(vv_ctx *c, const vv_system *s, vv_expr *out, const char **why) {
    int nq = s->nq, m = s->nkept ? s->nkept : s->nrows;
    vv_expr *E = VV_ARRAY(c, vv_expr, nq + 1), *t = VV_ARRAY(c, vv_expr, nq + 1),
            *M = VV_MATRIX(c, vv_expr, m + 1, m + 1);
    *why = "servos act too, and only a run determines what they share";
    if (s->nservos) return false;
    *why = "its equations could not be solved";
    if (!E || !t || !M || vv_system_balance(c, s, E) != VV_OK) return false;
    for (int i = 0; i < s->nrows; i++) out[i] = VV_ZERO;
    for (int i = 0; i < m; i++) {
        out[i] = project(c, s, s->row[i].column, E, t);
        for (int j = 0; j < m; j++)
            M[i * m + j] = project(c, s, s->row[i].column, s->row[j].column, t);
    }
    return solve(c, &s->facts, m, M, out);
}

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
