#include "export/quantities.h"

#include <string.h>

#include "formalism/formalism.h"
#include "simulate/formulation/formulation.h"

/* ---- what several quantities share ---------------------------------------------------------- */

static vv_status refuse(vv_quantity_source *k, const char *why) {
    k->why = why;
    return VV_E_BEYOND;
}

static vv_status column(vv_quantity_source *k, int n, const vv_expr *e, vv_quantity_matrix *out) {
    *out = (vv_quantity_matrix){n, 1, VV_ARRAY(k->c, vv_expr, n + 1)};
    if (out->entry && n) memcpy(out->entry, e, (size_t)n * sizeof *e);
    return vv_ctx_status(k->c);
}

static vv_status scalar(vv_quantity_source *k, vv_expr e, vv_quantity_matrix *out) {
    return column(k, 1, &e, out);
}

/* The equations in all coordinates; NULL with k->why if they cannot be had. */
static const vv_equations *all_coordinates(vv_quantity_source *k) {
    vv_formalism_role role = k->s->nservos ? VV_FORMALISM_SERVO : VV_FORMALISM_MULTIPLIERS;
    vv_equations *eq = k->free ? NULL : VV_NEW(k->c, vv_equations);
    if (eq && vv_formalism_run(k->c, vv_formalism_for(role), k->s, eq, &k->why) == VV_OK)
        k->free = eq;
    return k->free;
}

static const vv_equations *stated(vv_quantity_source *k) {
    return k->form ? k->form : all_coordinates(k);
}

static vv_status solve(vv_quantity_source *k) {
    const vv_equations *eq = k->motion;
    if (k->solved) return vv_ctx_status(k->c);
    k->solved = VV_ARRAY(k->c, vv_expr, eq->nunknowns + 1);
    k->acceleration = VV_ARRAY(k->c, vv_expr, eq->nq + 1);
    if (!k->solved || !k->acceleration) return vv_ctx_status(k->c);
    vv_equations_solve(k->c, eq, k->solved);
    return vv_subst(k->c, eq->n, eq->wd, k->solved, eq->nq, eq->rate_rate, k->acceleration);
}

/* ---- motion --------------------------------------------------------------------------------- */

static vv_status accelerations(vv_quantity_source *k, vv_quantity_matrix *out) {
    if (k->state == VV_STATE_ACCELERATIONS) return column(k, k->s->nq, k->s->qdd, out);
    vv_status status = solve(k);
    return status == VV_OK ? column(k, k->motion->nq, k->acceleration, out) : status;
}

static vv_status velocities(vv_quantity_source *k, vv_quantity_matrix *out) {
    bool symbols = k->state == VV_STATE_RATES || k->state == VV_STATE_ACCELERATIONS;
    return column(k, k->s->nq, symbols ? k->s->qd : k->motion->rate, out);
}

static vv_status rates(vv_quantity_source *k, vv_quantity_matrix *out) {
    const vv_equations *eq = k->motion;
    vv_quantity_matrix q, w;
    bool speeds = k->state == VV_STATE_SPEEDS || k->state == VV_STATE_FREE;
    vv_status status = k->state == VV_STATE_ACCELERATIONS
                           ? refuse(k, "the state holds the accelerations")
                           : velocities(k, &q);
    if (status == VV_OK) status = speeds ? solve(k) : accelerations(k, &w);
    if (status != VV_OK) return status;
    int n = speeds ? eq->n : eq->nq;
    *out = (vv_quantity_matrix){eq->nq + n, 1, VV_ARRAY(k->c, vv_expr, eq->nq + n + 1)};
    if (!out->entry) return vv_ctx_status(k->c);
    memcpy(out->entry, q.entry, (size_t)eq->nq * sizeof *q.entry);
    memcpy(out->entry + eq->nq, speeds ? k->solved : w.entry, (size_t)n * sizeof *w.entry);
    return VV_OK;
}

static vv_status coordinates(vv_quantity_source *k, vv_quantity_matrix *out) {
    return column(k, k->s->nq, k->s->q, out);
}

static vv_status speeds(vv_quantity_source *k, vv_quantity_matrix *out) {
    const vv_equations *eq = k->motion;
    return column(k, eq->n, k->state == VV_STATE_SPEEDS ? eq->w : eq->speed, out);
}

/* ---- equations ------------------------------------------------------------------------------ */

static vv_status unknowns(vv_quantity_source *k, vv_quantity_matrix *out) {
    const vv_equations *eq = stated(k);
    return eq ? column(k, eq->nunknowns, eq->unknown, out) : VV_E_BEYOND;
}

static vv_status residuals(vv_quantity_source *k, vv_quantity_matrix *out) {
    const vv_equations *eq = stated(k);
    return eq ? column(k, eq->nequations, eq->residual, out) : VV_E_BEYOND;
}

static vv_status mass_matrix(vv_quantity_source *k, vv_quantity_matrix *out) {
    const vv_equations *eq = stated(k);
    if (!eq) return VV_E_BEYOND;
    *out = (vv_quantity_matrix){eq->nequations, eq->n,
                                VV_MATRIX(k->c, vv_expr, eq->nequations, eq->n)};
    if (!out->entry) return vv_ctx_status(k->c);
    if (eq->chosen)
        return vv_jacobian(k->c, eq->nequations, eq->residual, eq->n, eq->wd, out->entry);
    for (int i = 0; i < eq->nequations; i++)
        memcpy(out->entry + i * eq->n, eq->matrix + i * eq->nunknowns,
               (size_t)eq->n * sizeof *eq->matrix);
    return VV_OK;
}

static vv_status forcing(vv_quantity_source *k, vv_quantity_matrix *out) {
    const vv_equations *eq = stated(k);
    if (!eq) return VV_E_BEYOND;
    if (!eq->chosen) return column(k, eq->nequations, eq->rhs, out);
    if (column(k, eq->nequations, eq->residual, out) != VV_OK) return vv_ctx_status(k->c);
    vv_subst_zero(k->c, eq->nunknowns, eq->unknown, out->rows, out->entry, out->entry);
    for (int i = 0; i < out->rows; i++) out->entry[i] = vv_neg(k->c, out->entry[i]);
    return vv_ctx_status(k->c);
}

static vv_status left(vv_quantity_source *k, vv_quantity_matrix *out) {
    const vv_equations *eq = stated(k);
    if (!eq) return VV_E_BEYOND;
    vv_status status = column(k, eq->nunknowns * eq->nunknowns, eq->matrix, out);
    out->rows = out->columns = eq->nunknowns;
    return status;
}

static vv_status right(vv_quantity_source *k, vv_quantity_matrix *out) {
    const vv_equations *eq = stated(k);
    return eq ? column(k, eq->nunknowns, eq->rhs, out) : VV_E_BEYOND;
}

static vv_status inertia(vv_quantity_source *k, vv_quantity_matrix *out) {
    const vv_system *s = k->s;
    vv_expr *gradient = VV_ARRAY(k->c, vv_expr, s->nq + 1);
    *out = (vv_quantity_matrix){s->nq, s->nq, VV_MATRIX(k->c, vv_expr, s->nq, s->nq)};
    if (!gradient || !out->entry) return vv_ctx_status(k->c);
    vv_gradient(k->c, s->T, s->nq, s->qd, gradient);
    return vv_jacobian(k->c, s->nq, gradient, s->nq, s->qd, out->entry);
}

/* The residuals in all coordinates without the unknown forces. */
static vv_status inverse_dynamics(vv_quantity_source *k, vv_quantity_matrix *out) {
    const vv_equations *eq = all_coordinates(k);
    if (!eq) return VV_E_BEYOND;
    if (k->state != VV_STATE_FREE && k->state != VV_STATE_ACCELERATIONS)
        return refuse(k, "accelerations are arguments of a function whose state is "
                         "\"accelerations\"");
    if (column(k, eq->nequations, eq->residual, out) != VV_OK) return vv_ctx_status(k->c);
    return vv_subst_zero(k->c, eq->nmultipliers, eq->lambda, out->rows, out->entry, out->entry);
}

/* ---- constraints ---------------------------------------------------------------------------- */

static int count_rows(const vv_system *s) { return s->nrows + s->servo.r; }

static const vv_constraint_row *row_at(const vv_system *s, int r) {
    return r < s->nrows ? &s->row[r] : &s->servo.row[r - s->nrows];
}

static vv_status constraint_jacobian(vv_quantity_source *k, vv_quantity_matrix *out) {
    int rows = count_rows(k->s), nq = k->s->nq;
    *out = (vv_quantity_matrix){rows, nq, VV_MATRIX(k->c, vv_expr, rows, nq)};
    for (int r = 0; out->entry && r < rows; r++)
        memcpy(out->entry + r * nq, row_at(k->s, r)->coefficient, (size_t)nq * sizeof(vv_expr));
    return vv_ctx_status(k->c);
}

static vv_status configuration_constraints(vv_quantity_source *k, vv_quantity_matrix *out) {
    *out = (vv_quantity_matrix){0, 1, VV_ARRAY(k->c, vv_expr, count_rows(k->s) + 1)};
    for (int r = 0; out->entry && r < count_rows(k->s); r++)
        if (!vv_is_poison(row_at(k->s, r)->finite))
            out->entry[out->rows++] = row_at(k->s, r)->finite;
    return vv_ctx_status(k->c);
}

static vv_status velocity_constraints(vv_quantity_source *k, vv_quantity_matrix *out) {
    *out = (vv_quantity_matrix){0, 1, VV_ARRAY(k->c, vv_expr, count_rows(k->s) + 1)};
    for (int r = 0; out->entry && r < count_rows(k->s); r++)
        out->entry[out->rows++] = row_at(k->s, r)->velocity;
    return vv_ctx_status(k->c);
}

static vv_status acceleration_constraints(vv_quantity_source *k, vv_quantity_matrix *out) {
    *out = (vv_quantity_matrix){0, 1, VV_ARRAY(k->c, vv_expr, count_rows(k->s) + 1)};
    for (int r = 0; out->entry && r < count_rows(k->s); r++)
        out->entry[out->rows++] = row_at(k->s, r)->acceleration;
    return vv_ctx_status(k->c);
}

/* The unknowns of the equations that contain the multipliers, solved for in their own variables,
 * then in coordinates if they have other speeds than the motion. */
static vv_expr *with_multipliers(vv_quantity_source *k, const vv_equations **out) {
    const vv_equations *eq = k->motion->nmultipliers ? k->motion : all_coordinates(k);
    vv_expr *solved = eq ? VV_ARRAY(k->c, vv_expr, eq->nunknowns + 1) : NULL;
    if (!solved) return NULL;
    vv_equations_solve(k->c, eq, solved);
    if (eq != k->motion) vv_subst(k->c, eq->n, eq->w, eq->speed, eq->nunknowns, solved, solved);
    *out = eq;
    return vv_ctx_ok(k->c) ? solved : NULL;
}

static vv_status multipliers(vv_quantity_source *k, vv_quantity_matrix *out) {
    const vv_equations *eq;
    if (k->state == VV_STATE_ACCELERATIONS)
        return refuse(k, "the accelerations determine them in inverse dynamics only");
    vv_expr *solved = with_multipliers(k, &eq);
    if (!solved) return vv_ctx_ok(k->c) ? VV_E_BEYOND : vv_ctx_status(k->c);
    return column(k, eq->nmultipliers, solved + eq->n, out);
}

static vv_status reactions(vv_quantity_source *k, vv_quantity_matrix *out) {
    const vv_equations *eq;
    vv_quantity_matrix lambda;
    vv_status status = multipliers(k, &lambda);
    if (status != VV_OK) return status;
    eq = k->motion->nmultipliers ? k->motion : k->free;
    *out = (vv_quantity_matrix){eq->nq, 1, VV_ARRAY(k->c, vv_expr, eq->nq + 1)};
    for (int a = 0; out->entry && a < eq->nq; a++) {
        out->entry[a] = VV_ZERO;
        for (int i = 0; i < eq->nmultipliers; i++) {
            if (!eq->row_of_lambda || !eq->row_of_lambda[i])
                return refuse(k, "a multiplier of this method is not that of a constraint");
            out->entry[a] = vv_add(k->c, out->entry[a],
                                   vv_mul(k->c, lambda.entry[i], eq->row_of_lambda[i]->column[a]));
        }
    }
    return vv_ctx_status(k->c);
}

/* ---- energies and forces -------------------------------------------------------------------- */

static vv_status momenta(vv_quantity_source *k, vv_quantity_matrix *out) {
    const vv_system *s = k->s;
    *out = (vv_quantity_matrix){s->nq, 1, VV_ARRAY(k->c, vv_expr, s->nq + 1)};
    return out->entry ? vv_gradient(k->c, s->T, s->nq, s->qd, out->entry) : vv_ctx_status(k->c);
}

static vv_status generalized_forces(vv_quantity_source *k, vv_quantity_matrix *out) {
    *out = (vv_quantity_matrix){k->s->nq, 1, VV_ARRAY(k->c, vv_expr, k->s->nq + 1)};
    return out->entry ? vv_generalized_forces_on_coordinates(k->c, k->s, out->entry)
                      : vv_ctx_status(k->c);
}

static vv_status kinetic_energy(vv_quantity_source *k, vv_quantity_matrix *out) {
    return scalar(k, k->s->T, out);
}

static vv_status force_function(vv_quantity_source *k, vv_quantity_matrix *out) {
    return scalar(k, k->s->U, out);
}

static vv_status potential_energy(vv_quantity_source *k, vv_quantity_matrix *out) {
    return scalar(k, vv_neg(k->c, k->s->U), out);
}

static vv_status lagrangian(vv_quantity_source *k, vv_quantity_matrix *out) {
    return scalar(k, vv_add(k->c, k->s->T, k->s->U), out);
}

static vv_status energy(vv_quantity_source *k, vv_quantity_matrix *out) {
    return scalar(k, vv_sub(k->c, k->s->T, k->s->U), out);
}

/* ---- the table ------------------------------------------------------------------------------ */

static const struct {
    const char *name, *text;
    vv_status (*get)(vv_quantity_source *k, vv_quantity_matrix *out);
} TABLE[] = {
#define X(name, text) {#name, text, name},
#include "export/quantities.def"
#undef X
};
enum { NQUANTITIES = sizeof TABLE / sizeof *TABLE };

const char *vv_quantity_name(int i, const char **text) {
    if (i < 0 || i >= NQUANTITIES) return NULL;
    if (text) *text = TABLE[i].text;
    return TABLE[i].name;
}

int vv_quantity_find(const char *name) {
    for (int i = 0; i < NQUANTITIES; i++)
        if (!strcmp(TABLE[i].name, name)) return i;
    return -1;
}

vv_status vv_quantity_get(vv_quantity_source *k, int quantity, vv_quantity_matrix *out) {
    *out = (vv_quantity_matrix){0};
    k->why = NULL;
    vv_status status = TABLE[quantity].get(k, out);
    return vv_ctx_ok(k->c) ? status : vv_ctx_status(k->c);
}

/* ---- the equations that suit a state ---- */

/* Speeds that determine the motion wherever the mechanism can be: there are no constraints but the
 * norms of Euler parameters. */
static bool has_global_speeds(const vv_system *s) {
    for (int r = 0; r < s->nrows; r++)
        if (s->row[r].given < 0 || s->m->constraint[s->row[r].given].kind != VV_CON_NORM)
            return false;
    return vv_formulation_allows_minimal(s);
}

vv_status vv_quantity_source_open(vv_ctx *c, const vv_system *s, vv_state_kind state,
                                  const vv_formalism *by, vv_quantity_source *out) {
    vv_equations *eq = VV_NEW(c, vv_equations);
    *out = (vv_quantity_source){.c = c, .s = s, .state = state, .motion = eq};
    if (!eq) return vv_ctx_status(c);
    if (by) {
        out->form = eq;
        return vv_formalism_run(c, by, s, eq, &out->why);
    }
    if (state == VV_STATE_SPEEDS) {
        out->form = eq;
        return vv_formulation_minimal(c, s, eq, &out->why);
    }
    if (has_global_speeds(s)) return vv_formulation_minimal(c, s, eq, &out->why);
    vv_status status = vv_formulation_constrained(c, s, eq, &out->why);
    if (status == VV_OK && !eq->dual) out->free = eq; /* not projected */
    return status;
}

/* ---- in terms of the state ------------------------------------------------------------------ */

static bool contains(int n, const vv_expr *list, vv_expr e) {
    for (int i = 0; i < n; i++)
        if (vv_same(list[i], e)) return true;
    return false;
}

/* Applies the map to all symbols but the speeds of the motion and their rates, unless these are to
 * be replaced too. */
static void apply(vv_quantity_source *k, const vv_symbol_map *map, bool all, int n, vv_expr *e) {
    const vv_equations *eq = k->motion;
    int pairs = 0;
    vv_expr *from = VV_ARRAY(k->c, vv_expr, map->n + 1), *to = VV_ARRAY(k->c, vv_expr, map->n + 1);
    for (int i = 0; from && to && i < map->n; i++) {
        vv_expr x = map->from[i];
        if (!all && (contains(eq->n, eq->w, x) || contains(eq->n, eq->wd, x))) continue;
        from[pairs] = x, to[pairs++] = map->to[i];
    }
    vv_subst(k->c, pairs, from, to, n, e, e);
}

/* Speeds of a record that are no rates of coordinates, by these. */
static void speeds_by_coordinates(vv_quantity_source *k, const vv_equations *eq, int n,
                                  vv_expr *e) {
    vv_expr *from = VV_ARRAY(k->c, vv_expr, 2 * eq->n + 1),
            *to = VV_ARRAY(k->c, vv_expr, 2 * eq->n + 1);
    int pairs = 0;
    for (int i = 0; from && to && i < eq->n; i++) {
        if (contains(eq->nq, eq->qd, eq->w[i])) continue;
        from[pairs] = eq->wd[i];
        to[pairs++] =
            vv_symbol_map_time_derivative(k->c, &k->s->maps.coordinate_rates, eq->speed[i]);
        from[pairs] = eq->w[i], to[pairs++] = eq->speed[i];
    }
    vv_subst(k->c, pairs, from, to, n, e, e);
}

/* Accelerations and multipliers, where e contains them. */
static vv_status insert_motion(vv_quantity_source *k, int n, vv_expr *e) {
    const vv_equations *eq = k->motion;
    bool any = false;
    for (int i = 0; i < n; i++)
        any |= vv_depends(k->c, e[i], eq->nq, eq->qdd) || vv_depends(k->c, e[i], eq->n, eq->wd) ||
               vv_depends(k->c, e[i], eq->nmultipliers, eq->lambda);
    if (!any) return vv_ctx_status(k->c);
    if (solve(k) != VV_OK) return vv_ctx_status(k->c);
    vv_subst(k->c, eq->nq, eq->qdd, k->acceleration, n, e, e);
    return vv_subst(k->c, eq->nunknowns, eq->unknown, k->solved, n, e, e);
}

/* The multipliers of the system's rows, if they are unknowns of the motion. */
static const vv_expr *own_multipliers(const vv_quantity_source *k) {
    const vv_equations *eq = k->motion;
    bool same = k->state != VV_STATE_ACCELERATIONS && eq->row_of_lambda &&
                eq->nmultipliers >= k->s->nrows && k->s->nrows;
    for (int i = 0; same && i < k->s->nrows; i++) same = eq->row_of_lambda[i] == &k->s->row[i];
    return same ? eq->lambda : NULL;
}

bool vv_quantity_reaction(vv_quantity_source *k, vv_vec at, vv_expr out[3]) {
    vv_reaction r = {
        .kind = VV_REACTION_FORCE, .rolling = vv_model_contact_at(k->c, k->s->m, at), .at = at};
    return vv_reaction_value(k->c, k->s, own_multipliers(k), &r, out, &k->why);
}

static vv_status insert_reactions(vv_quantity_source *k, int n, vv_expr *e) {
    vv_expr part[3];
    if (vv_reactions_substitute(k->c, k->s, own_multipliers(k), n, e) != VV_OK)
        return vv_ctx_status(k->c);
    const vv_reaction *left = vv_reactions_unresolved(k->c, k->s, n, e);
    if (!left) return VV_OK;
    const char *why = NULL;
    vv_reaction_value(k->c, k->s, own_multipliers(k), left, part, &why);
    return refuse(k, why ? why : "the rate of a constraint force is not computed");
}

vv_status vv_quantity_in_state(vv_quantity_source *k, int n, vv_expr *e) {
    const vv_system *s = k->s;
    bool speeds = k->state == VV_STATE_SPEEDS;
    vv_status status = s->m->nreactions ? insert_reactions(k, n, e) : VV_OK;
    if (status != VV_OK) return status;
    apply(k, &s->maps.to_raw, !speeds, n, e);
    apply(k, &s->maps.to_coordinates, !speeds, n, e);
    if (k->state != VV_STATE_ACCELERATIONS) insert_motion(k, n, e);
    if (speeds) return vv_subst(k->c, s->nq, s->qd, k->motion->rate, n, e, e);
    /* solved accelerations are in the speeds of the motion, which may be declared ones */
    apply(k, &s->maps.to_raw, true, n, e);
    apply(k, &s->maps.to_coordinates, true, n, e);
    if (k->free) speeds_by_coordinates(k, k->free, n, e);
    if (k->form) speeds_by_coordinates(k, k->form, n, e);
    speeds_by_coordinates(k, k->motion, n, e);
    return vv_ctx_status(k->c);
}
