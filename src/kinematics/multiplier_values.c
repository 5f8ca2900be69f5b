#include "kinematics/multiplier_values.h"

#include <string.h>

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
