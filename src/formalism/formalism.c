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

int vv_formalism_count(void) { return (int)(sizeof TABLE / sizeof *TABLE); }
const vv_formalism *vv_formalism_at(int i) { return TABLE[i]; }

const vv_formalism *vv_formalism_find(const char *name) {
    for (int i = 0; i < vv_formalism_count(); i++)
        if (!strcmp(TABLE[i]->name, name)) return TABLE[i];
    return NULL;
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
    if (status == VV_OK && vv_trace(c, VV_TRACE_EQUATIONS)) vv_equations_trace_residuals(c, out);
    if (status == VV_OK) status = vv_equations_mass_matrix(c, out);
    if (status == VV_OK) remove_formal_time(c, s, out);
    if (status == VV_OK && vv_trace(c, VV_TRACE_SHAPE)) vv_equations_trace_mass_matrix(c, out);
    return status == VV_OK ? vv_ctx_status(c) : status;
}
