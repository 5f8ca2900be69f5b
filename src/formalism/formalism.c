#include "formalism/formalism.h"

#include <string.h>

#include "base/base.h"
#include "formalism/equation_builder.h"
#include "algebra/algebra.h"

#define X(name) extern const vv_formalism vv_formalism_##name;
#include "formalism/formalisms.def"
#undef X

static const vv_formalism *const TABLE[] = {
#define X(name) &vv_formalism_##name,
#include "formalism/formalisms.def"
#undef X
};

int vv_formalism_count_all(void) { return (int)(sizeof TABLE / sizeof *TABLE); }

int vv_formalism_count(void) {
    int n = vv_formalism_count_all();
    while (n && TABLE[n - 1]->another_problem) n--;
    return n;
}

const vv_formalism *vv_formalism_at(int i) { return TABLE[i]; }

static const vv_formalism *find(const char *name, int n) {
    for (int i = 0; i < n; i++)
        if (!strcmp(TABLE[i]->name, name)) return TABLE[i];
    return NULL;
}

const vv_formalism *vv_formalism_find(const char *name) { return find(name, vv_formalism_count()); }

const vv_formalism *vv_formalism_find_any(const char *name) {
    return find(name, vv_formalism_count_all());
}

const vv_formalism *vv_formalism_for(vv_formalism_role role) {
    for (int i = 0; i < vv_formalism_count(); i++)
        if (TABLE[i]->role == role) return TABLE[i];
    return NULL;
}

/* With servos their own equations. Finite constraints only: Lagrange, or what comes nearest when
 * they cannot be solved for coordinates; not linear in the velocities: multipliers; else Appell. */
const vv_formalism *vv_formalism_default(const vv_system *s) {
    bool finite = true;
    if (s->nservos) return &vv_formalism_servo;
    for (int i = 0; i < s->nrows; i++) finite &= s->row[i].kind == VV_ROW_HOLONOMIC;
    if (finite && s->elimination.complete) return &vv_formalism_lagrange;
    if (!s->speeds_ok || (finite && s->m->nspeeds == 0)) return &vv_formalism_multipliers;
    return &vv_formalism_appell;
}

const vv_formalism *vv_formalism_in_speeds(const vv_system *s) {
    if (s->nservos) return &vv_formalism_servo;
    return s->speeds_ok ? &vv_formalism_appell : &vv_formalism_multipliers;
}

/* Removes time where it occurs only formally, as in cos^2 + sin^2 of a point carried around:
 * equilibria and steady motions are sought in equations that do not contain it. */
static void remove_formal_time(vv_ctx *c, const vv_system *s, vv_equations *eq) {
    int n = eq->nunknowns;
    for (int i = 0; i < n * n; i++)
        eq->matrix[i] = vv_simplify_if_constant(c, 1, &s->m->t, eq->matrix[i]);
    for (int i = 0; i < n; i++) eq->rhs[i] = vv_simplify_if_constant(c, 1, &s->m->t, eq->rhs[i]);
}

/* Has it a multiplier for each constraint, with the force along the constraint's own direction? */
static bool has_own_multipliers(vv_ctx *c, const vv_system *s, const vv_equations *eq) {
    if (eq->nmultipliers != s->nrows || eq->nequations != s->nq || eq->n != s->nq) return false;
    for (int r = 0; r < s->nrows; r++) {
        if (eq->row_of_lambda[r] != &s->row[r]) return false;
        for (int a = 0; a < s->nq; a++) {
            vv_expr by = vv_add(c, vv_diff(c, eq->residual[a], eq->lambda[r]), s->row[r].column[a]);
            if (!vv_is_zero(by)) return false;
        }
    }
    return true;
}

/* Forces that depend on constraint forces were symbols while the method derived its equations: now
 * they become what the multipliers, or else the accelerations, make of them. */
static vv_status insert_reaction_forces(vv_ctx *c, const vv_system *s, vv_equations *eq,
                                        const char **why) {
    int n = s->napplied;
    vv_expr *value = VV_ARRAY(c, vv_expr, n + 1);
    if (!value) return vv_ctx_status(c);
    bool own = has_own_multipliers(c, s, eq);
    if (!own) memcpy(value, s->applied_value, (size_t)n * sizeof *value);
    if (own && !vv_reaction_forces_values(c, s, eq->lambda, value, why)) return VV_E_BEYOND;
    if (eq->rate_rate != s->qdd) vv_subst(c, s->nq, s->qdd, eq->rate_rate, n, value, value);
    if (eq->rate != s->qd) vv_subst(c, s->nq, s->qd, eq->rate, n, value, value);
    if (!eq->dual) eq->dual = eq->speed; /* the matrix of the accelerations is not symmetric */
    for (int i = 0; i < eq->ndefinitions; i++)
        vv_subst(c, n, s->applied, value, 1, &eq->definition[i].value, &eq->definition[i].value);
    return vv_subst(c, n, s->applied, value, eq->nequations, eq->residual, eq->residual);
}

vv_status vv_formalism_run(vv_ctx *c, const vv_formalism *f, const vv_system *s, vv_equations *out,
                           const char **why) {
    *out = (vv_equations){.method = f->name, .title = f->title, .source = f->source};
    if (!s->has_T)
        *why = "the model states no energies or bodies, only constraints";
    else if (s->nservos && !f->servos)
        *why = "the model has servo constraints, whose forces may do work";
    else if (s->nservos && s->servo.refusal)
        *why = s->servo.refusal;
    else
        *why = f->refusal ? f->refusal(c, s) : NULL;
    if (*why) return VV_E_BEYOND;
    vv_ctx_report_progress(c, f->title, -1);
    out->nq = s->nq;
    out->q = s->q;
    out->qd = s->qd;
    out->qdd = s->qdd;
    vv_status status = f->derive(c, s, out);
    if (status == VV_OK && s->nservos && f->servos == VV_SERVOS_ADDED)
        status = vv_equations_add_servos(c, s, out);
    if (s->massless && vv_ctx_status(c) == VV_E_MODEL) { /* it divides by a vanishing inertia */
        vv_ctx_clear_failure(c);
        *why = "the accelerations are indeterminate: something has no inertia";
        return VV_E_BEYOND;
    }
    if (status == VV_E_BEYOND && vv_ctx_ok(c))
        *why = "its starting quantities could not be evaluated for this system";
    if (status == VV_OK && s->napplied) status = insert_reaction_forces(c, s, out, why);
    if (status == VV_OK && vv_trace(c, VV_TRACE_EQUATIONS)) vv_equations_trace_residuals(c, out);
    if (status == VV_OK) status = vv_equations_mass_matrix(c, out);
    if (status == VV_OK) remove_formal_time(c, s, out);
    if (status == VV_OK && vv_trace(c, VV_TRACE_SHAPE)) vv_equations_trace_mass_matrix(c, out);
    return status == VV_OK ? vv_ctx_status(c) : status;
}
