/* Stability by energy: the Lagrange-Dirichlet theorem, and Routh's with conserved momenta. */
#include <string.h>

#include "equations/stability/stability_internal.h"
#include "equations/stability/force_symmetry.h"
#include "algebra/algebra.h"
#include "kinematics/kinematics.h"

enum { MOST = VV_STABILITY_MAX_DIRECTIONS, MOST_ORDER = 8 };

/* ---- energy conservation ------------------------------------------------------------------- */

/* Scleronomic: constraints homogeneous in the velocities and free of time. */
static bool is_autonomous(vv_ctx *c, const vv_system *s, const vv_facts *f) {
    vv_expr parts[] = {s->T_degree[2], s->T_degree[1], s->T_degree[0], s->U};
    if (s->nservos || s->worked || !s->speeds_ok) return false;
    for (int i = 0; i < 4; i++)
        if (vv_depends(c, parts[i], 1, &s->m->t)) return false;
    for (int i = 0; i < s->nrows; i++)
        if (vv_depends(c, s->row[i].velocity, 1, &s->m->t) ||
            (s->row[i].kind != VV_ROW_HOLONOMIC && !vv_vanishes(c, f, s->row[i].offset)))
            return false;
    for (int a = 0; a < s->nq; a++) {
        vv_expr e = s->rate[a];
        if (vv_depends(c, e, 1, &s->m->t)) return false;
        vv_subst_zero(c, s->n, s->w, 1, &e, &e);
        if (!vv_is_zero(e) && !vv_vanishes(c, f, e)) return false;
    }
    return true;
}

/* All principal minors are >= 0: those of the rows in the set, by bits. */
static bool minors_never_negative(vv_ctx *c, const vv_facts *f, int n, const vv_expr *A) {
    for (unsigned set = 1; set < 1u << n && vv_ctx_tick(c); set++) {
        vv_expr part[MOST * MOST];
        int row[MOST], m = 0;
        for (int i = 0; i < n; i++)
            if (set >> i & 1) row[m++] = i;
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++) part[i * m + j] = A[row[i] * n + row[j]];
        vv_expr minor = vv_factored(c, vv_determinant(c, m, part));
        if (vv_is_zero(minor) || vv_vanishes(c, f, minor)) continue;
        vv_sign s = vv_sign_given_facts(c, f, minor);
        if (s != VV_POSITIVE && s != VV_NONNEGATIVE &&
            !vv_sign_never_positive(c, f, vv_neg(c, minor)))
            return false;
    }
    return vv_ctx_ok(c);
}

/* No negative eigenvalue, in any configuration. */
static bool never_negative(vv_ctx *c, const vv_facts *f, int n, const vv_expr *A) {
    enum { FEW = 4 };
    vv_signature k;
    if (n > MOST) return false;
    if (vv_signature_of(c, f, n, A, &k)) return k.negative == 0;
    bool diagonal = true; /* a sum of squares with known factors, no products */
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) diagonal &= i == j || vv_is_zero(A[i * n + j]);
        vv_sign s = vv_sign_given_facts(c, f, A[i * n + i]);
        diagonal &= vv_is_zero(A[i * n + i]) || s == VV_POSITIVE || s == VV_NONNEGATIVE;
    }
    return diagonal || (n <= FEW && minors_never_negative(c, f, n, A));
}

/* sign(a) as abs(a)/a: then sign(a) a is abs(a). */
static vv_expr without_signs(vv_ctx *c, vv_expr e) {
    int n = 0;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &n);
    for (int i = 0; order && i < n; i++) {
        vv_expr node = {order[i]};
        if (vv_expr_op(c, node) != VV_SIGN) continue;
        vv_expr a = vv_expr_child(c, node, 0);
        e = vv_subst1(c, e, node, vv_div(c, vv_call(c, VV_ABS, 1, &a), a));
    }
    return e;
}

/* From the power of the forces that have no force function, by q and w. */
static vv_energy_conservation conservation(vv_ctx *c, const vv_system *s, const vv_facts *f,
                                           vv_expr power) {
    int n = s->n;
    vv_expr *by = VV_ARRAY(c, vv_expr, n + 1), *D = VV_MATRIX(c, vv_expr, n, n), form = VV_ZERO;
    if (!by || !D) return VV_ENERGY_UNKNOWN;
    if (vv_is_zero(power) || vv_vanishes(c, f, power)) return VV_ENERGY_CONSERVED;
    vv_gradient(c, power, n, s->w, by);
    for (int i = 0; i < n; i++) {
        vv_gradient(c, by[i], n, s->w, D + i * n);
        for (int j = 0; j < n; j++) {
            D[i * n + j] = vv_neg(c, D[i * n + j]);
            form = vv_add(c, form, vv_mul(c, D[i * n + j], vv_mul(c, s->w[i], s->w[j])));
        }
    }
    vv_expr rest = vv_add(c, power, vv_mul(c, vv_ratio(c, 1, 2), form));
    if (vv_depends(c, rest, 1, &s->m->t) || !vv_vanishes(c, f, rest)) /* as -c x'^4 */
        return vv_sign_never_positive(c, f, without_signs(c, power)) ? VV_ENERGY_DISSIPATED
                                                                     : VV_ENERGY_UNKNOWN;
    vv_clear_zeros(c, f, n * n, D);
    for (int i = 0; i < n * n; i++)
        if (vv_depends(c, D[i], n, s->w)) return VV_ENERGY_UNKNOWN;
    return never_negative(c, f, n, D) ? VV_ENERGY_DISSIPATED : VV_ENERGY_UNKNOWN;
}

/* The power of the forces Q less those given. */
static vv_expr power_beside(vv_ctx *c, const vv_system *s, const vv_expr *less) {
    vv_expr *t = VV_ARRAY(c, vv_expr, s->nq + 1), power;
    if (!t) return VV_POISON;
    for (int a = 0; a < s->nq; a++) t[a] = vv_mul(c, vv_sub(c, s->Q[a], less[a]), s->qd[a]);
    power = vv_sum(c, s->nq, t);
    vv_subst(c, s->nq, s->qd, s->rate, 1, &power, &power);
    return power;
}

vv_energy_conservation vv_energy_conservation_of(vv_ctx *c, const vv_system *s, const vv_facts *f) {
    vv_expr *less = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!less || !is_autonomous(c, s, f)) return VV_ENERGY_UNKNOWN;
    vv_expr more = vv_sub(c, vv_force_function(c, s), s->U);
    for (int a = 0; a < s->nq; a++) less[a] = vv_diff(c, more, s->q[a]);
    return conservation(c, s, f, power_beside(c, s, less));
}

vv_energy_conservation vv_energy_conservation_of_one(vv_ctx *c, const vv_system *s,
                                                     const vv_facts *f) {
    vv_expr less;
    if (s->nq != 1 || s->n != 1 || !is_autonomous(c, s, f)) return VV_ENERGY_UNKNOWN;
    vv_subst_zero(c, 1, s->qd, 1, s->Q, &less);
    if (vv_depends(c, less, 1, &s->m->t)) return VV_ENERGY_UNKNOWN;
    return conservation(c, s, f, power_beside(c, s, &less));
}

/* ---- Lagrange-Dirichlet -------------------------------------------------------------------- */

/* dy/dx along the curve on which the forces of all directions but p vanish, and from it the
 * rates of all coordinates. */
static bool curve(work *w, int p, vv_expr *along) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    int k = 0, other[MOST], nq = s->nq;
    vv_expr A[MOST * MOST], b[MOST], y[MOST], e;
    for (int i = 0; i < w->n; i++)
        if (i != p) other[k++] = w->row[i];
    for (int i = 0; i < k; i++) {
        for (int j = 0; j < k; j++)
            vv_total_derivative(c, nq, s->q, s->direction + other[j] * nq, 1, &w->eq->rhs[other[i]],
                                &A[i * k + j]);
        vv_total_derivative(c, nq, s->q, s->direction + w->row[p] * nq, 1, &w->eq->rhs[other[i]],
                            &e);
        b[i] = vv_neg(c, e);
    }
    vv_subst_zero(c, s->n, s->w, k * k, A, A);
    vv_subst_zero(c, s->n, s->w, k, b, b);
    if (k && !vv_solve_cramer(c, &s->facts, k, A, 1, b, y)) return false;
    for (int a = 0; a < nq; a++) {
        along[a] = s->direction[w->row[p] * nq + a];
        for (int i = 0; i < k; i++)
            along[a] = vv_add(c, along[a], vv_mul(c, y[i], s->direction[other[i] * nq + a]));
    }
    return vv_ctx_ok(c);
}

/* Forces that depend on the velocities, or T1: these may hold what the force function lets go. */
bool vv_stability_is_gyroscopic(const work *w) {
    const vv_system *s = w->s;
    bool found = !vv_is_zero(s->T_degree[1]);
    for (int a = 0; a < s->nq; a++) found |= vv_depends(w->c, s->Q[a], s->nq, s->qd);
    return found;
}

/* K vanishes in one direction and is positive in all others: the first nonvanishing derivative
 * of the force along the curve on which the other forces vanish decides. */
static bool by_higher_order(work *w) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    vv_expr *along = VV_ARRAY(c, vv_expr, s->nq + 1), part[MOST * MOST];
    vv_signature k;
    int n = w->n, p = n;
    while (p-- > 0) { /* the others must be definite by themselves */
        int m = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (i != p && j != p) part[m++] = w->K[i * n + j];
        if (vv_signature_of(c, w->f, n - 1, part, &k) && k.positive == n - 1) break;
    }
    if (p < 0 || !along || !curve(w, p, along)) return false;
    vv_expr F = w->eq->rhs[w->row[p]];
    vv_subst_zero(c, s->n, s->w, 1, &F, &F);
    for (int order = 1; order <= MOST_ORDER && vv_ctx_tick(c); order++) {
        vv_total_derivative(c, s->nq, s->q, along, 1, &F, &F);
        vv_expr here = w->at(c, F, w->data);
        if (vv_ctx_status(c) == VV_E_MODEL) { /* as of x sqrt(x) at 0 */
            vv_ctx_clear_failure(c);
            return vv_stability_set_verdict(w, VV_UNDECIDED, "the forces have no series there");
        }
        vv_truth none = vv_is_identically_zero(c, w->f, here);
        if (none == VV_TRUE) continue;
        if (none == VV_UNKNOWN) return false;
        vv_sign sign = vv_sign_given_facts(c, w->f, here);
        w->out->maximum = order % 2 == 1 && sign == VV_NEGATIVE;
        if (w->out->maximum) {
            vv_stability_argue_higher_order(w, order);
            return vv_stability_set_verdict(
                w, VV_PROVED,
                vv_format(c, "the force function has a strict maximum of order %d", order + 1));
        }
        if (order % 2 == 1 && sign != VV_POSITIVE) return false;
        /* energy conserved and no gyroscopic terms: a motion leads away, as on a line, if the
         * force is repelling on at least one side [KozlovPalamodov1982] */
        bool decides = n == s->n && w->regular && w->energy == VV_ENERGY_CONSERVED &&
                       (n == 1 || !vv_stability_is_gyroscopic(w));
        w->out->general = decides && sign == VV_ANY_SIGN;
        return vv_stability_set_verdict(
            w, decides ? VV_REFUTED : VV_UNDECIDED,
            vv_format(c,
                      decides ? "the force function has no maximum, as its variation of order %d "
                                "shows: the motion departs"
                              : "the force function has no maximum, by its variation of order %d: "
                                "Dirichlet's theorem does not decide, and all eigenvalues lie on "
                                "the imaginary axis",
                      order + 1));
    }
    return false;
}

/* Does the motion of the directions on which no force depends act on the others? A centrifugal
 * force, for example, keeps them away from the equilibrium forever. */
static bool ignorable_act_on_rest(const work *w) {
    const vv_system *s = w->s;
    for (int k = 0; k < w->out->nindifferent; k++)
        for (int j = 0; j < w->n; j++) {
            vv_expr v = s->w[w->out->indifferent[k]], e = vv_diff(w->c, w->eq->rhs[w->row[j]], v);
            if (!vv_is_zero(e) && !vv_vanishes(w->c, &s->facts, e)) return true;
        }
    return false;
}

/* With a time-dependent damper only if it is periodic: exp(-t) x' does not bring x to rest, and
 * exp(t) x' holds it anywhere. */
static bool complete(work *w) {
    vv_signature k;
    if (w->time && w->time->kind != VV_TIME_PERIODIC) return false;
    return w->dissipates && (w->out->nindifferent == 0 || vv_stability_ignorable_decoupled(w)) &&
           vv_signature_of(w->c, w->f, w->n, w->D, &k) && k.positive == w->n;
}

bool vv_stability_by_energy(work *w) {
    vv_signature k;
    if (w->energy == VV_ENERGY_UNKNOWN || !(w->holonomic || w->one_direction) || !w->symmetric)
        return false;
    bool known = vv_signature_of(w->c, w->f, w->n, w->K, &k);
    const char *energy = vv_is_zero(w->s->T_degree[0])
                             ? "the force function has a strict maximum (Lejeune-Dirichlet)"
                             : "U + T0 has a strict maximum (Lejeune-Dirichlet, with the energy of "
                               "the relative motion)";
    if (known && k.positive == w->n) {
        w->out->asymptotic = complete(w) && !ignorable_act_on_rest(w);
        w->out->maximum = true;
        vv_stability_argue_energy(w, true);
        return vv_stability_set_verdict(
            w, VV_PROVED,
            w->energy == VV_ENERGY_CONSERVED ? energy
            : w->out->asymptotic
                ? "the force function has a strict maximum and dissipation is complete: the "
                  "motion returns (Kelvin, Tait, Chetaev)"
                : "the force function has a strict maximum and energy is dissipated "
                  "(Lejeune-Dirichlet)");
    }
    if (k.negative && complete(w)) {
        vv_stability_argue_energy(w, false);
        return vv_stability_set_verdict(
            w, VV_REFUTED,
            "the force function has no maximum and dissipation is complete: gyroscopic terms "
            "cannot stabilize it (Kelvin, Tait, Chetaev)");
    }
    if (known && k.negative == 0 && w->holonomic && !w->time && !w->kinked)
        return by_higher_order(w) || vv_stability_by_lowest_form(w);
    return false;
}

/* The coordinates on which V = -(U + T0) depends, its derivatives, and its Hessian at the
 * equilibrium: returns
 * their number; 0 if it is not stationary in each, or if a holonomic constraint between them
 * remains. */
static int potential_form(work *w, vv_expr *x, vv_expr *slope, vv_expr *H) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    vv_expr V = vv_neg(c, vv_add(c, vv_force_function(c, s), s->T_degree[0]));
    int n = 0;
    vv_subst(c, s->elimination.n, s->elimination.symbol, s->elimination.value, 1, &V, &V);
    for (int i = 0; i < s->nrows; i++) {
        bool solved = s->row[i].kind != VV_ROW_HOLONOMIC;
        for (int j = 0; j < s->elimination.n; j++)
            solved |= vv_depends(c, s->row[i].velocity, 1, &s->elimination.symbol[j]);
        if (!solved) return 0;
    }
    for (int a = 0; a < s->nq; a++) {
        if (!vv_depends(c, V, 1, &s->q[a])) continue;
        if (n == MOST) return 0;
        x[n++] = s->q[a];
    }
    vv_gradient(c, V, n, x, slope);
    for (int i = 0; i < n; i++) {
        vv_gradient(c, slope[i], n, x, H + i * n);
        if (!vv_vanishes(c, w->f, w->at(c, slope[i], w->data))) return 0;
    }
    for (int i = 0; i < n * n; i++) H[i] = w->at(c, H[i], w->data);
    return n;
}

/* These coordinates, and what holonomic constraints give by them. */
static bool *with_dependent(work *w, int n, const vv_expr *x) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    bool *in = VV_ARRAY(c, bool, s->nq + 1);
    for (int a = 0; in && a < s->nq; a++) {
        for (int i = 0; i < n; i++) in[a] |= vv_same(s->q[a], x[i]);
        for (int j = 0; j < s->elimination.n; j++) {
            vv_expr e = s->elimination.value[j];
            bool by = vv_same(s->q[a], s->elimination.symbol[j]);
            for (int b = 0; b < s->nq && by; b++) {
                by = !vv_depends(c, e, 1, &s->q[b]);
                for (int i = 0; i < n; i++) by |= vv_same(s->q[b], x[i]);
            }
            in[a] |= by;
        }
    }
    return in;
}

bool vv_stability_by_potential(work *w) {
    vv_expr x[MOST], slope[MOST], H[MOST * MOST];
    vv_signature k;
    if (w->energy == VV_ENERGY_UNKNOWN || w->holonomic) return false;
    int n = potential_form(w, x, slope, H);
    w->out->maximum = n && vv_signature_of(w->c, w->f, n, H, &k) && k.positive == n;
    if (w->out->maximum) vv_stability_argue_potential(w, n, x, slope, H);
    if (w->out->maximum) w->out->covered = with_dependent(w, n, x);
    if (!w->out->maximum && w->symmetric && vv_directions_span_potential(w->c, w->s) &&
        vv_signature_of(w->c, w->f, w->n, w->K, &k)) {
        w->out->turned =
            k.zero == 1 && !k.negative && vv_has_free_rotation(w->c, w->s, w->eq, w->everywhere);
        w->out->maximum = k.positive == w->n || w->out->turned;
        if (k.positive == w->n) vv_stability_argue_energy(w, true);
    }
    return w->out->maximum &&
           vv_stability_set_verdict(
               w, VV_PROVED,
               w->out->turned
                   ? "apart from rotations about a world axis, which nothing restrains, the force "
                     "function has a strict maximum (Lejeune-Dirichlet); the constraints do no work"
                   : "the force function has a strict maximum in the coordinates that it depends "
                     "on "
                     "(Lejeune-Dirichlet); the constraints do no work");
}

/* Nonholonomic constraints whose free directions span all variations of the coordinates in H,
 * the Hessian of -(U + T0): K = B H B^T has the signature of H [Sylvester], which replaces it. */
bool vv_stability_use_potential_hessian(work *w, const vv_linearized *m) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    vv_expr x[MOST], slope[MOST], H[MOST * MOST], B[MOST * MOST];
    int n = m->conservative && !w->holonomic ? potential_form(w, x, slope, H) : 0, rank = 0;
    for (int i = 0; i < m->n; i++)
        for (int j = 0; j < n; j++)
            for (int a = 0; a < s->nq; a++)
                if (vv_same(s->q[a], x[j]))
                    B[i * n + j] = w->at(c, s->direction[i * s->nq + a], w->data);
    if (!n || vv_generic_rank(c, w->f, m->n, n, B, &rank, NULL, NULL, NULL) != VV_OK || rank != n)
        return false;
    w->n = n;
    memcpy(w->K, H, sizeof H);
    return true;
}

/* ---- K with parameters ---------------------------------------------------------------------- */

static vv_expr leading_minor(work *w, int order) {
    vv_expr part[MOST * MOST];
    for (int i = 0; i < order; i++)
        for (int j = 0; j < order; j++) part[i * order + j] = w->K[i * w->n + j];
    return vv_determinant(w->c, order, part);
}

void vv_stability_by_minors(work *w) {
    vv_stability *o = w->out;
    vv_signature k;
    bool known = vv_signature_of(w->c, w->f, w->n, w->K, &k), regular = w->regular;
    if (k.negative) {
        if (regular) vv_stability_argue_energy(w, false);
        vv_stability_set_verdict(
            w, regular ? VV_REFUTED : VV_UNDECIDED,
            regular
                ? "the force function has no maximum, and the linearized motion grows (Lyapunov)"
                : "the force function has no maximum, so Dirichlet's theorem does not decide, and "
                  "the kinetic energy is degenerate at this equilibrium");
        return;
    }
    if (known) {
        vv_stability_set_verdict(w, VV_UNDECIDED,
                                 "the second variation is degenerate: Dirichlet's theorem does not "
                                 "decide, and all eigenvalues lie on the imaginary axis");
        return;
    }
    for (int i = 0; i < w->n; i++) o->condition[o->nconditions++] = leading_minor(w, i + 1);
    o->maximum = true;
    o->one_way = !regular && w->degenerate; /* T2 >= 0: otherwise it is generically definite */
    vv_stability_set_verdict(
        w, VV_UNDECIDED,
        w->holonomic || w->one_direction
            ? "the force function has a strict maximum (Lejeune-Dirichlet), under conditions"
            : "the force function has a strict maximum in the coordinates that it depends on "
              "(Lejeune-Dirichlet), under conditions; the constraints do no work");
    if (vv_stability_check_conditions(w) < 0) {
        o->nconditions = 0;
        o->maximum = false;
        if (regular) vv_stability_argue_energy(w, false);
        vv_stability_set_verdict(
            w, regular ? VV_REFUTED : VV_UNDECIDED,
            "the force function has no maximum: it increases in some direction");
    }
}

/* ---- Routh --------------------------------------------------------------------------------- */

/* Speed i is the rate of a coordinate that occurs nowhere: its momentum is a first integral. */
static bool is_ignorable(const work *w, int i) {
    const vv_system *s = w->s;
    int a = 0;
    while (a < s->nq && !vv_same(s->qd[a], s->w[i])) a++;
    if (a == s->nq || !vv_is_zero(s->Q[a])) return false;
    for (int r = 0; r < s->nrows; r++)
        if (vv_depends(w->c, s->row[r].velocity, 1, &s->q[a]) ||
            vv_depends(w->c, s->row[r].velocity, 1, &s->qd[a]))
            return false;
    vv_expr parts[] = {s->T, s->U};
    for (int k = 0; k < 2; k++)
        if (vv_depends(w->c, parts[k], 1, &s->q[a]) &&
            !vv_vanishes(w->c, &s->facts, vv_diff(w->c, parts[k], s->q[a])))
            return false;
    return true;
}

/* The omitted directions I are ignorable: with their momenta M_I q_I' + M_IR q_R' + G_IR q_R
 * conserved, the others move with K + G_RI M_I^-1 G_RI^T, and so on [Routh1877; Appell1896, no.
 * 447]. */
static bool without_ignorable(work *w, const vv_linearized *m) {
    vv_ctx *c = w->c;
    int n = w->n, N = m->n, k = w->out->nindifferent;
    vv_expr MI[MOST * MOST], B[MOST * 2 * MOST], X[MOST * 2 * MOST];
    const int *I = w->out->indifferent;
    if (k == 0 || n + k > MOST) return false;
    for (int i = 0; i < k; i++) {
        if (!is_ignorable(w, I[i])) return false;
        for (int j = 0; j < k; j++) {
            if (!vv_is_zero(m->G[I[i] * N + I[j]])) return false;
            MI[i * k + j] = m->M[I[i] * N + I[j]];
        }
        for (int j = 0; j < n; j++) {
            B[i * 2 * n + j] = m->G[I[i] * N + w->row[j]];
            B[i * 2 * n + n + j] = m->M[I[i] * N + w->row[j]];
        }
    }
    if (!vv_solve_cramer(c, w->f, k, MI, 2 * n, B, X)) return false;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int l = 0; l < k; l++) { /* q_I' = -X (q_R, q_R') */
                vv_expr G = m->G[w->row[i] * N + I[l]], M = m->M[w->row[i] * N + I[l]],
                        by_q = X[l * 2 * n + j], by_v = X[l * 2 * n + n + j];
                int at = i * n + j;
                w->K[at] = vv_sub(c, w->K[at], vv_mul(c, G, by_q));
                w->G[at] = vv_sub(c, w->G[at], vv_add(c, vv_mul(c, G, by_v), vv_mul(c, M, by_q)));
                w->M[at] = vv_sub(c, w->M[at], vv_mul(c, M, by_v));
            }
    w->gyroscopic = false;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            vv_expr turn = vv_sub(c, w->G[i * n + j], w->G[j * n + i]);
            vv_clear_zeros(c, w->f, 1, &turn);
            w->gyroscopic |= !vv_is_zero(turn);
        }
    return vv_ctx_ok(c);
}

bool vv_stability_by_momenta(work *w, const vv_linearized *m) {
    vv_signature k;
    if (w->energy != VV_ENERGY_CONSERVED || !w->holonomic || !w->symmetric || !w->regular ||
        !without_ignorable(w, m))
        return false;
    bool known = vv_signature_of(w->c, w->f, w->n, w->K, &k);
    if (known && k.positive == w->n)
        return vv_stability_set_verdict(w, VV_PROVED,
                                        "at fixed momenta of the ignorable coordinates the force "
                                        "function has a strict maximum (Routh)");
    if (w->gyroscopic) return false;
    if (k.negative)
        return vv_stability_set_verdict(
            w, VV_REFUTED,
            "at fixed momenta of the ignorable coordinates the force function has no maximum, and "
            "the linearized motion grows (Routh)");
    if (known) return false;
    for (int i = 0; i < w->n; i++)
        w->out->condition[w->out->nconditions++] = leading_minor(w, i + 1);
    vv_stability_set_verdict(w, VV_UNDECIDED,
                             "at fixed momenta of the ignorable coordinates the force function has "
                             "a strict maximum (Routh), under conditions");
    int verdict = vv_stability_check_conditions(w);
    if (verdict) w->out->nconditions = 0;
    if (verdict < 0)
        vv_stability_set_verdict(w, VV_REFUTED,
                                 "at fixed momenta of the ignorable coordinates the force function "
                                 "has no maximum: it increases in some direction (Routh)");
    if (verdict > 0)
        vv_stability_set_verdict(w, VV_PROVED,
                                 "at fixed momenta of the ignorable coordinates the force function "
                                 "has a strict maximum (Routh)");
    return true;
}
