/* Stability where a force has no derivatives: by the energy alone, or by the force on one side of
 * a kink. */
#include "equations/stability/nonsmooth_force.h"
#include "equations/stability/stability_internal.h"
#include "kinematics/kinematics.h"

enum { MOST = VV_STABILITY_MAX_DIRECTIONS, MOST_ORDER = 8 };

static const char *const SWITCHES =
    "a force has no derivatives there: it switches branches, or a root or a power begins there";

static bool evaluate(work *w, int n, vv_expr *e) {
    for (int i = 0; i < n; i++) e[i] = w->at(w->c, e[i], w->data);
    if (vv_ctx_status(w->c) != VV_E_MODEL) return vv_ctx_ok(w->c);
    vv_ctx_clear_failure(w->c);
    return false;
}

/* M there; false if it is not positive definite for certain. */
static bool take_mass_matrix(work *w) {
    vv_signature k;
    int n = w->s->n;
    for (int i = 0; i < n * n; i++) w->M[i] = w->eq->matrix[i];
    return evaluate(w, n * n, w->M) && vv_signature_of(w->c, w->f, n, w->M, &k) && k.positive == n;
}

static bool is_holonomic(const vv_system *s) {
    for (int i = 0; i < s->nrows; i++)
        if (s->row[i].kind != VV_ROW_HOLONOMIC) return false;
    return true;
}

/* ---- the energy ------------------------------------------------------------------------------ */

/* The forces of U + T0 along the directions of the speeds. */
static void potential_forces(work *w, vv_expr *F) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    vv_expr U = vv_add(c, vv_force_function(c, s), s->T_degree[0]);
    for (int i = 0; i < s->n; i++)
        vv_total_derivative(c, s->nq, s->q, s->direction + i * s->nq, 1, &U, &F[i]);
}

/* The force function is smooth and has a strict maximum; the other forces, smooth or not, do not
 * increase the energy. */
static bool by_smooth_potential(work *w) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    vv_expr F[MOST], slope[MOST * MOST];
    vv_signature k;
    potential_forces(w, F);
    vv_kinks kinks = vv_kinks_find(c, s, w->f, s->n, F, w->at, w->data);
    if (kinks.rough || kinks.n) return false;
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < s->n; j++) {
            vv_expr *x = &slope[i * s->n + j];
            vv_total_derivative(c, s->nq, s->q, s->direction + j * s->nq, 1, &F[i], x);
            *x = vv_neg(c, *x);
        }
    if (!evaluate(w, s->n, F) || !evaluate(w, s->n * s->n, slope)) return false;
    for (int i = 0; i < s->n; i++)
        if (!vv_vanishes(c, w->f, F[i])) return false;
    if (!vv_signature_of(c, w->f, s->n, slope, &k) || k.positive != s->n) return false;
    w->out->maximum = true;
    return vv_stability_set_verdict(w, VV_PROVED,
                                    "the force function has a strict maximum, and the forces that "
                                    "are not smooth do not increase the energy "
                                    "(Lejeune-Dirichlet)");
}

/* ---- one direction ----------------------------------------------------------------------------
 */

/* The sides of the kinks on which the direction leads. */
static bool sides_along(work *w, const vv_kinks *k, unsigned *ahead) {
    const vv_system *s = w->s;
    *ahead = 0;
    for (int i = 0; i < k->n; i++) {
        vv_expr e;
        if (vv_depends(w->c, k->argument[i], s->n, s->w)) return false;
        vv_total_derivative(w->c, s->nq, s->q, s->direction, 1, &k->argument[i], &e);
        if (!evaluate(w, 1, &e)) return false;
        vv_sign sign = vv_sign_given_facts(w->c, w->f, e);
        if (sign != VV_POSITIVE && sign != VV_NEGATIVE) return false;
        *ahead |= (unsigned)(sign == VV_POSITIVE) << i;
    }
    return true;
}

/* Is the force on this side of the position, where the coordinate increases (way 1) or decreases
 * (-1), directed back to it (-1), away from it (1), or unknown (0)? From its first derivative that
 * does not vanish. */
static int tendency(work *w, vv_expr F, int way) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    for (int order = 0; order <= MOST_ORDER && vv_ctx_tick(c); order++) {
        vv_expr x = F;
        if (!evaluate(w, 1, &x)) return 0;
        vv_truth none = vv_is_identically_zero(c, w->f, x);
        if (none == VV_UNKNOWN) return 0;
        if (none == VV_FALSE) {
            vv_sign sign = vv_sign_given_facts(c, w->f, x);
            int up = sign == VV_POSITIVE ? 1 : sign == VV_NEGATIVE ? -1 : 0;
            return way < 0 && order % 2 == 0 ? -up : up;
        }
        vv_total_derivative(c, s->nq, s->q, s->direction, 1, &F, &F);
    }
    return 0;
}

/* One degree of freedom: the forces at rest on both sides. */
static bool by_sides(work *w) {
    const vv_system *s = w->s;
    vv_expr F = w->eq->rhs[0];
    unsigned ahead, all;
    vv_energy_conservation energy = w->energy;
    if (energy == VV_ENERGY_UNKNOWN) energy = vv_energy_conservation_of_one(w->c, s, w->everywhere);
    if (s->n != 1 || !is_holonomic(s) || energy == VV_ENERGY_UNKNOWN || w->time) return false;
    vv_subst_zero(w->c, s->n, s->w, 1, &F, &F);
    vv_kinks k = vv_kinks_find(w->c, s, w->f, 1, &F, w->at, w->data);
    if (k.rough || !sides_along(w, &k, &ahead)) return false;
    all = (1U << k.n) - 1;
    int right = tendency(w, vv_kinks_on_sides(w->c, &k, ahead, F), 1),
        left = tendency(w, vv_kinks_on_sides(w->c, &k, all & ~ahead, F), -1);
    if (right < 0 && left < 0)
        return vv_stability_set_verdict(
            w, VV_PROVED, "on both sides the force is directed back to the equilibrium");
    if ((right > 0 || left > 0) && energy == VV_ENERGY_CONSERVED)
        return vv_stability_set_verdict(w, VV_REFUTED,
                                        "on one side the force is directed away from the "
                                        "equilibrium");
    return false;
}

/* ---- departure ----------------------------------------------------------------------------------
 */

/* Rates of the speeds there, on one side of a kink. */
static bool accelerations(work *w, const vv_kinks *k, unsigned side, vv_expr *out) {
    vv_expr F[MOST];
    int n = w->s->n;
    for (int i = 0; i < n; i++) F[i] = vv_kinks_on_sides(w->c, k, side, w->eq->rhs[i]);
    return evaluate(w, n, F) && vv_solve_cramer(w->c, w->f, n, w->M, 1, F, out);
}

/* The rate of an argument, or of its rate if it contains no speed, by the rates of the speeds. */
static bool rates_of_argument(work *w, vv_expr argument, bool speeds, vv_expr *by) {
    const vv_system *s = w->s;
    for (int i = 0; i < s->n; i++)
        if (speeds)
            by[i] = vv_diff(w->c, argument, s->w[i]);
        else
            vv_total_derivative(w->c, s->nq, s->q, s->direction + i * s->nq, 1, &argument, &by[i]);
    return evaluate(w, s->n, by);
}

/* Does argument i grow where it is positive, or fall where it is negative, at a rate that does
 * not vanish at the equilibrium, on whichever side the others are? */
static bool departs(work *w, const vv_kinks *k, int i, const vv_expr *by, bool positive) {
    vv_expr a[MOST];
    for (unsigned sides = 0; !(sides >> k->n); sides++) {
        vv_expr rate = VV_ZERO;
        if ((sides >> i & 1) != positive) continue;
        if (!accelerations(w, k, sides, a)) return false;
        for (int j = 0; j < w->s->n; j++) rate = vv_add(w->c, rate, vv_mul(w->c, by[j], a[j]));
        if (vv_depends(w->c, rate, 1, &w->s->m->t) ||
            vv_sign_given_facts(w->c, w->f, rate) != (positive ? VV_POSITIVE : VV_NEGATIVE))
            return false;
    }
    return true;
}

/* A motion that begins on that side, however near, departs. */
static bool by_departure(work *w) {
    const vv_system *s = w->s;
    vv_expr by[MOST];
    vv_kinks k = vv_kinks_find(w->c, s, w->f, s->n, w->eq->rhs, w->at, w->data);
    for (int i = 0; i < k.n && !k.rough && vv_ctx_ok(w->c); i++) {
        bool speeds = vv_depends(w->c, k.argument[i], s->n, s->w);
        if (vv_depends(w->c, k.argument[i], 1, &s->m->t) ||
            !rates_of_argument(w, k.argument[i], speeds, by) ||
            (!departs(w, &k, i, by, true) && !departs(w, &k, i, by, false)))
            continue;
        return vv_stability_set_verdict(
            w, VV_REFUTED,
            speeds ? "the force that switches with the direction of motion drives the motion on"
                   : "on one side the force is directed away from the equilibrium");
    }
    return false;
}

void vv_stability_without_derivatives(work *w) {
    const vv_system *s = w->s;
    if (!w->kinked) w->out->why = SWITCHES;
    if (vv_energy_jumps(w->c, s, w->f, w->at, w->data)) {
        w->out->why = "the energy jumps there: the force has no value";
        return;
    }
    if (s->n > MOST || w->eq->nunknowns != s->n || s->worked || !take_mass_matrix(w)) return;
    w->regular = w->out->regular = true;
    w->energy =
        is_holonomic(s) ? vv_energy_conservation_of(w->c, s, w->everywhere) : VV_ENERGY_UNKNOWN;
    if (w->energy != VV_ENERGY_UNKNOWN && by_smooth_potential(w)) return;
    if (vv_ctx_ok(w->c) && !by_sides(w) && vv_ctx_ok(w->c) &&
        (!w->time || w->time->kind == VV_TIME_PERIODIC))
        by_departure(w);
}
