#include "simulate/formulation/formulation.h"

#include <string.h>

#include "formalism/formalism.h"

bool vv_formulation_allows_minimal(const vv_system *s) {
    if (!s->speeds_ok || s->nservos) return false;
    for (int r = 0; r < s->nrows; r++)
        if (s->row[r].kind == VV_ROW_HOLONOMIC &&
            s->m->constraint[s->row[r].given].kind != VV_CON_NORM)
            return false;
    return true;
}

vv_status vv_formulation_minimal(vv_ctx *c, const vv_system *s, vv_equations *out,
                                 const char **why) {
    *why = "servo constraints need multipliers";
    if (s->nservos) return VV_E_BEYOND;
    return vv_formalism_run(c, vv_formalism_for(VV_FORMALISM_BODIES), s, out, why);
}

/* A constraint of the model as a row, as if there were no others. */
static vv_constraint_row row_of(vv_ctx *c, const vv_system *s, int index) {
    const vv_constraint *con = &s->m->constraint[index];
    vv_constraint_row r = {.kind = con->order ? VV_ROW_LINEAR : VV_ROW_HOLONOMIC,
                           .label = con->label};
    r.span = con->span;
    r.given = index;
    r.coefficient = r.column = VV_ARRAY(c, vv_expr, s->nq + 1);
    r.by_raw = VV_ARRAY(c, vv_expr, s->nv + 1);
    r.offset = VV_ZERO;
    if (!r.coefficient || !r.by_raw) return r;
    if (!con->order) r.finite = con->value;
    r.raw = con->order ? vv_symbol_map_apply(c, &s->maps.to_raw, con->value)
                       : vv_symbol_map_time_derivative(c, &s->maps.raw_rates, con->value);
    r.velocity = con->order
                     ? vv_symbol_map_apply(c, &s->maps.to_coordinates, r.raw)
                     : vv_symbol_map_time_derivative(c, &s->maps.coordinate_rates, con->value);
    r.acceleration = vv_symbol_map_time_derivative(c, &s->maps.coordinate_rates, r.velocity);
    vv_gradient(c, r.velocity, s->nq, s->qd, r.coefficient);
    vv_gradient(c, r.raw, s->nv, s->v, r.by_raw);
    vv_subst_zero(c, s->nv, s->v, 1, &r.raw, &r.by_raw[s->nv]);
    return r;
}

/* Is e, up to its sign, the left side of a holonomic constraint? */
static bool is_left_side(vv_ctx *c, const vv_system *s, vv_expr e) {
    for (int i = 0; i < s->nrows; i++) {
        vv_expr g = s->row[i].finite;
        if (s->row[i].kind != VV_ROW_HOLONOMIC || !g.id) continue;
        vv_expr difference = vv_sub(c, e, g), sum = vv_add(c, e, g);
        if (vv_vanishes(c, &s->facts, difference) || vv_vanishes(c, &s->facts, sum)) return true;
    }
    return false;
}

/* The normal velocity at a contact maintained by its coordinates is a combination of the contact
 * conditions, each times a rate: 0 = 0 where these hold. Its numerical coefficients are rounding,
 * which must not be taken for a constraint. */
static bool is_void(vv_ctx *c, const vv_system *s, const vv_constraint_row *r) {
    for (int i = 0; i < s->nq; i++) {
        vv_expr e = r->coefficient[i];
        if (!vv_is_zero(e) && !is_left_side(c, s, e)) return false;
    }
    return true;
}

const vv_system *vv_formulation_with_redundant_rows(vv_ctx *c, const vv_system *s) {
    vv_system *all = VV_NEW(c, vv_system);
    vv_constraint_row *row = VV_ARRAY(c, vv_constraint_row, s->nrows + s->nfindings + 1);
    if (!all || !row) return NULL;
    *all = *s;
    all->nkept = s->nrows;
    memcpy(row, s->row, (size_t)s->nrows * sizeof *row);
    all->row = row;
    for (int i = 0; i < s->nfindings; i++) {
        int index = s->finding[i].constraint;
        if (s->finding[i].kind != VV_FINDING_REDUNDANT ||
            s->m->constraint[index].kind == VV_CON_SERVO)
            continue;
        vv_constraint_row r = row_of(c, s, index);
        if (r.coefficient && !is_void(c, s, &r)) row[all->nrows++] = r;
    }
    return vv_ctx_ok(c) ? all : NULL;
}

/* Do the constraints alone determine all accelerations? C: coefficients of the multipliers in the
 * equations, which must be independent (n*m). */
static bool is_prescribed(vv_ctx *c, const vv_system *s, const vv_equations *eq, const vv_expr *C) {
    int n = eq->n, m = eq->nmultipliers, rows = 0, columns = 0;
    vv_expr *A = VV_MATRIX(c, vv_expr, eq->nrows, n);
    if (!A) return false;
    for (int r = 0; r < eq->nrows; r++)
        memcpy(A + r * n, eq->row[r]->coefficient, (size_t)n * sizeof *A);
    return vv_generic_rank(c, &s->facts, eq->nrows, n, A, &rows, NULL, NULL, NULL) == VV_OK &&
           vv_generic_rank(c, &s->facts, n, m, C, &columns, NULL, NULL, NULL) == VV_OK &&
           rows == n && columns == m;
}

/* With hidden constraints there are more equations than unknowns. Where the constraints alone
 * determine the accelerations, m multipliers are left to n > m equations, and any m of them may
 * fail somewhere: the force in a rope does not follow from the equation across it. Their
 * projections on the directions of the forces determine the multipliers wherever anything does. */
static vv_status project_on_forces(vv_ctx *c, const vv_system *s, vv_equations *eq) {
    int n = eq->n, m = eq->nmultipliers;
    if (!eq->chosen || eq->nequations != n || n != eq->nq || m > n || eq->nrows < n) return VV_OK;
    vv_expr *C = VV_MATRIX(c, vv_expr, n, m), *E = VV_ARRAY(c, vv_expr, n + 1),
            *term = VV_ARRAY(c, vv_expr, n + 1), *form = VV_ARRAY(c, vv_expr, n + 1);
    if (!C || !E || !term || !form) return vv_ctx_status(c);
    vv_jacobian(c, n, eq->residual, m, eq->lambda, C);
    if (!is_prescribed(c, s, eq, C)) return vv_ctx_status(c);
    memcpy(E, eq->residual, (size_t)n * sizeof *E);
    memcpy(form, eq->qd, (size_t)n * sizeof *form);
    for (int i = 0; i < m; i++) {
        for (int a = 0; a < n; a++) term[a] = vv_mul(c, C[a * m + i], eq->residual[a]);
        E[i] = vv_sum(c, n, term);
        for (int a = 0; a < n; a++) term[a] = vv_mul(c, C[a * m + i], eq->qd[a]);
        form[i] = vv_sum(c, n, term);
    }
    eq->residual = E;
    eq->dual = form; /* no longer one equation for each speed: the matrix is not symmetric */
    return vv_equations_mass_matrix(c, eq);
}

vv_status vv_formulation_constrained(vv_ctx *c, const vv_system *s, vv_equations *out,
                                     const char **why) {
    vv_formalism_role role = s->nservos ? VV_FORMALISM_SERVO : VV_FORMALISM_MULTIPLIERS;
    vv_status status = vv_formalism_run(c, vv_formalism_for(role), s, out, why);
    return status == VV_OK ? project_on_forces(c, s, out) : status;
}
