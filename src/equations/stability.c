#include "equations/stability.h"

#include <string.h>

#include "equations/edge.h"
#include "equations/stability_work.h"
#include "equations/symmetry.h"
#include "kinematics/forces.h"
#include "rewrite/factor.h"

enum { MOST = VV_STABILITY_MOST, MOST_ORDER = 8 };

/* ---- energy -------------------------------------------------------------------------------- */

/* Nothing moves by itself: relations homogeneous in the velocities and free of the time. */
static bool is_autonomous(vv_ctx *c, const vv_system *s, const vv_facts *f) {
    vv_expr parts[] = {s->T2, s->T1, s->T0, s->U};
    if (s->nservos || s->worked || !s->speeds_ok) return false;
    for (int i = 0; i < 4; i++)
        if (vv_depends(c, parts[i], 1, &s->m->t)) return false;
    for (int i = 0; i < s->nrows; i++)
        if (vv_depends(c, s->row[i].velocity, 1, &s->m->t) ||
            (s->row[i].kind != VV_ROW_FINITE && !vv_vanishes(c, f, s->row[i].offset)))
            return false;
    for (int a = 0; a < s->nq; a++) {
        vv_expr e = s->rate[a];
        if (vv_depends(c, e, 1, &s->m->t)) return false;
        vv_at_zero(c, s->n, s->w, 1, &e, &e);
        if (!vv_is_zero(e) && !vv_vanishes(c, f, e)) return false;
    }
    return true;
}

/* No negative square, whatever the position. */
static bool never_negative(vv_ctx *c, const vv_facts *f, int n, const vv_expr *A) {
    vv_inertia k;
    if (n > MOST) return false;
    if (vv_inertia_of(c, f, n, A, &k)) return k.negative == 0;
    for (int i = 0; i < n; i++) { /* a sum of squares with known factors, none mixed */
        for (int j = 0; j < n; j++)
            if (i != j && !vv_is_zero(A[i * n + j])) return false;
        vv_sign s = vv_sign_under(c, f, A[i * n + i]);
        if (!vv_is_zero(A[i * n + i]) && s != VV_POSITIVE && s != VV_NONNEGATIVE) return false;
    }
    return true;
}

vv_energy_fate vv_energy_fate_of(vv_ctx *c, const vv_system *s, const vv_facts *f) {
    int n = s->n;
    vv_expr *t = VV_ARRAY(c, vv_expr, s->nq + 1), *by = VV_ARRAY(c, vv_expr, n + 1),
            *D = VV_MATRIX(c, vv_expr, n, n);
    if (!t || !by || !D || !is_autonomous(c, s, f)) return VV_ENERGY_UNKNOWN;
    vv_expr more = vv_sub(c, vv_force_function(c, s), s->U);
    for (int a = 0; a < s->nq; a++)
        t[a] = vv_mul(c, vv_sub(c, s->Q[a], vv_diff(c, more, s->q[a])), s->qd[a]);
    vv_expr power = vv_sum(c, s->nq, t);
    vv_subst(c, s->nq, s->qd, s->rate, 1, &power, &power);
    if (vv_is_zero(power) || vv_vanishes(c, f, power)) return VV_ENERGY_KEPT;
    vv_gradient(c, power, n, s->w, by);
    vv_expr form = VV_ZERO;
    for (int i = 0; i < n; i++) {
        vv_gradient(c, by[i], n, s->w, D + i * n);
        for (int j = 0; j < n; j++) {
            D[i * n + j] = vv_neg(c, D[i * n + j]);
            form = vv_add(c, form, vv_mul(c, D[i * n + j], vv_mul(c, s->w[i], s->w[j])));
        }
    }
    vv_expr rest = vv_add(c, power, vv_mul(c, vv_ratio(c, 1, 2), form));
    if (vv_depends(c, rest, 1, &s->m->t) || !vv_vanishes(c, f, rest)) /* as -c x'^4 */
        return vv_never_positive(c, f, power) ? VV_ENERGY_LOST : VV_ENERGY_UNKNOWN;
    vv_clear_zeros(c, f, n * n, D);
    for (int i = 0; i < n * n; i++)
        if (vv_depends(c, D[i], n, s->w)) return VV_ENERGY_UNKNOWN;
    return never_negative(c, f, n, D) ? VV_ENERGY_LOST : VV_ENERGY_UNKNOWN;
}

/* ---- what counts --------------------------------------------------------------------------- */

/* Does no force at rest change along the direction of speed i, wherever the system is? Or does the
 * energy not, forces having one: a top about its axis. */
static bool is_indifferent(const work *w, int i, const vv_expr *F) {
    const vv_system *s = w->s;
    const vv_expr *by = s->direction + i * s->nq;
    if (w->flat && w->energy != VV_ENERGY_UNKNOWN &&
        (vv_is_zero(F[i]) || vv_vanishes(w->c, w->everywhere, F[i])))
        return true;
    for (int j = 0; j < s->n; j++) {
        vv_expr e;
        vv_rate(w->c, s->nq, s->q, by, 1, &F[j], &e);
        if (!vv_is_zero(e) && !vv_vanishes(w->c, w->everywhere, e)) return false;
    }
    return true;
}

static bool select_rows(work *w, const vv_small *m) {
    const vv_system *s = w->s;
    vv_stability *o = w->out;
    vv_expr *F = VV_ARRAY(w->c, vv_expr, s->n + 1);
    o->indifferent = VV_ARRAY(w->c, int, s->n + 1);
    if (!F || !o->indifferent) return false;
    vv_at_zero(w->c, s->n, s->w, s->n, w->eq->rhs, F);
    for (int i = 0; i < s->n; i++) {
        bool any = false;
        for (int j = 0; j < s->n; j++)
            any |= !vv_is_zero(m->K[i * s->n + j]) || !vv_is_zero(m->K[j * s->n + i]);
        if (any || !is_indifferent(w, i, F))
            w->row[w->n++] = i;
        else
            o->indifferent[o->nindifferent++] = i;
    }
    return vv_ctx_ok(w->c);
}

/* What no force depends on stays at rest when it is: then the rest moves as if it were not there.
 */
static bool others_rest(const work *w) {
    const vv_system *s = w->s;
    const vv_stability *o = w->out;
    for (int k = 0; k < o->nindifferent; k++) {
        int i = o->indifferent[k];
        vv_expr e = w->eq->rhs[i];
        for (int j = 0; j < o->nindifferent; j++)
            e = vv_subst1(w->c, e, s->w[o->indifferent[j]], VV_ZERO);
        if (!vv_vanishes(w->c, &s->facts, e)) return false;
        for (int j = 0; j < w->n; j++)
            if (!vv_vanishes(w->c, &s->facts, w->eq->matrix[i * s->n + w->row[j]])) return false;
    }
    return true;
}

void vv_stability_classify(work *w) {
    vv_ctx *c = w->c;
    int n = w->n;
    w->dissipates = w->gyroscopic = false;
    w->symmetric = true;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            vv_expr *d = &w->D[i * n + j], half = vv_ratio(c, 1, 2);
            *d = vv_mul(c, half, vv_add(c, w->G[i * n + j], w->G[j * n + i]));
            vv_expr turn = vv_sub(c, w->G[i * n + j], *d),
                    skew = vv_sub(c, w->K[i * n + j], w->K[j * n + i]);
            vv_clear_zeros(c, w->f, 1, d);
            vv_clear_zeros(c, w->f, 1, &turn);
            vv_clear_zeros(c, w->f, 1, &skew);
            w->dissipates |= !vv_is_zero(*d);
            w->gyroscopic |= !vv_is_zero(turn);
            w->symmetric &= vv_is_zero(skew);
        }
}

static void take_matrices(work *w, const vv_small *m) {
    vv_ctx *c = w->c;
    int n = w->n, N = m->n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int at = w->row[i] * N + w->row[j];
            w->M[i * n + j] = m->M[at], w->G[i * n + j] = m->G[at], w->K[i * n + j] = m->K[at];
        }
    vv_stability_classify(w);
    for (int i = 0; i < w->out->nindifferent; i++)
        for (int j = 0; j < n; j++) {
            int a = w->out->indifferent[i], b = w->row[j];
            vv_expr turn = vv_sub(c, m->G[a * N + b], m->G[b * N + a]);
            vv_clear_zeros(c, w->f, 1, &turn);
            w->turned |= !vv_is_zero(turn);
        }
    w->m = (vv_small){.n = n, .M = w->M, .G = w->G, .K = w->K};
    vv_expr discriminant = vv_determinant(c, N, m->M);
    w->degenerate = vv_is_identically_zero(c, w->f, discriminant) != VV_FALSE;
    w->regular =
        vv_sign_under(c, w->f, discriminant) == VV_POSITIVE ||
        (others_rest(w) && vv_sign_under(c, w->f, vv_determinant(c, n, w->M)) == VV_POSITIVE);
    vv_inertia k; /* what bodies have of it is not negative */
    w->indefinite = w->s->m->has_kinetic && vv_inertia_of(c, w->f, N, m->M, &k) && k.negative > 0;
    if (w->indefinite) w->regular = k.zero == 0;
    w->finite = true;
    for (int i = 0; i < w->s->nrows; i++) w->finite &= w->s->row[i].kind == VV_ROW_FINITE;
    w->lone = !w->finite && w->s->n == 1; /* near it other curves, with positions near this one */
}

bool vv_stability_say(work *w, vv_verdict verdict, const char *why) {
    w->out->verdict = verdict;
    w->out->why = verdict == VV_REFUTED && w->out->general
                      ? vv_format(w->c, "%s, for general values of the parameters", why)
                      : why;
    return true;
}

/* ---- Lejeune-Dirichlet --------------------------------------------------------------------- */

/* dy/dx along the curve on which the forces of all directions but p vanish, and by it the rates of
 * all coordinates. */
static bool curve(work *w, int p, vv_expr *along) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    int k = 0, other[MOST], nq = s->nq;
    vv_expr A[MOST * MOST], b[MOST], y[MOST], e;
    for (int i = 0; i < w->n; i++)
        if (i != p) other[k++] = w->row[i];
    for (int i = 0; i < k; i++) {
        for (int j = 0; j < k; j++)
            vv_rate(c, nq, s->q, s->direction + other[j] * nq, 1, &w->eq->rhs[other[i]],
                    &A[i * k + j]);
        vv_rate(c, nq, s->q, s->direction + w->row[p] * nq, 1, &w->eq->rhs[other[i]], &e);
        b[i] = vv_neg(c, e);
    }
    vv_at_zero(c, s->n, s->w, k * k, A, A);
    vv_at_zero(c, s->n, s->w, k, b, b);
    if (k && !vv_solve_by_determinants(c, &s->facts, k, A, 1, b, y)) return false;
    for (int a = 0; a < nq; a++) {
        along[a] = s->direction[w->row[p] * nq + a];
        for (int i = 0; i < k; i++)
            along[a] = vv_add(c, along[a], vv_mul(c, y[i], s->direction[other[i] * nq + a]));
    }
    return vv_ctx_ok(c);
}

/* K has one direction in which it vanishes and is positive in all others: of the force along the
 * curve on which the others' vanish, the first derivative that does not vanish decides. */
static bool by_higher_order(work *w) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    vv_expr *along = VV_ARRAY(c, vv_expr, s->nq + 1), part[MOST * MOST];
    vv_inertia k;
    int n = w->n, p = n;
    while (p-- > 0) { /* the others must be definite by themselves */
        int m = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (i != p && j != p) part[m++] = w->K[i * n + j];
        if (vv_inertia_of(c, w->f, n - 1, part, &k) && k.positive == n - 1) break;
    }
    if (p < 0 || !along || !curve(w, p, along)) return false;
    vv_expr F = w->eq->rhs[w->row[p]];
    vv_at_zero(c, s->n, s->w, 1, &F, &F);
    for (int order = 1; order <= MOST_ORDER && vv_ctx_tick(c); order++) {
        vv_rate(c, s->nq, s->q, along, 1, &F, &F);
        vv_expr here = w->at(c, F, w->data);
        if (vv_ctx_status(c) == VV_E_MODEL) { /* as of x sqrt(x) at 0 */
            vv_ctx_forgive(c);
            return vv_stability_say(w, VV_UNDECIDED, "the forces have no series there");
        }
        vv_truth none = vv_is_identically_zero(c, w->f, here);
        if (none == VV_TRUE) continue;
        if (none == VV_UNKNOWN) return false;
        vv_sign sign = vv_sign_under(c, w->f, here);
        w->out->maximum = order % 2 == 1 && sign == VV_NEGATIVE;
        if (w->out->maximum)
            return vv_stability_say(
                w, VV_PROVED,
                vv_format(c, "the force function has a strict maximum of order %d", order + 1));
        if (order % 2 == 1 && sign != VV_POSITIVE) return false;
        /* energy kept and no gyroscopic terms: a motion leads away from it, as on a line, where
         * the force drives away on one side at least [KozlovPalamodov1982] */
        bool decides =
            n == s->n && w->regular && w->energy == VV_ENERGY_KEPT && (n == 1 || vv_is_zero(s->T1));
        w->out->general = decides && sign == VV_ANY_SIGN;
        return vv_stability_say(
            w, decides ? VV_REFUTED : VV_UNDECIDED,
            vv_format(c,
                      decides ? "the force function has no maximum, its variation of order %d "
                                "decides: the motion leaves"
                              : "the force function has no maximum, by its variation of order "
                                "%d: Dirichlet's theorem does not decide, and all roots of "
                                "the linear equation lie on the imaginary axis",
                      order + 1));
    }
    return false;
}

/* Does what no force depends on act on the rest when it moves? By a centrifugal force, say, which
 * holds the rest away from its position for ever. */
static bool others_act(const work *w) {
    const vv_system *s = w->s;
    for (int k = 0; k < w->out->nindifferent; k++)
        for (int j = 0; j < w->n; j++) {
            vv_expr v = s->w[w->out->indifferent[k]], e = vv_diff(w->c, w->eq->rhs[w->row[j]], v);
            if (!vv_is_zero(e) && !vv_vanishes(w->c, &s->facts, e)) return true;
        }
    return false;
}

static bool complete(work *w) {
    vv_inertia k;
    return w->dissipates && (w->out->nindifferent == 0 || others_rest(w)) &&
           vv_inertia_of(w->c, w->f, w->n, w->D, &k) && k.positive == w->n;
}

/* With the energy kept or lost. False: nothing follows. */
static bool by_energy(work *w) {
    vv_inertia k;
    if (w->energy == VV_ENERGY_UNKNOWN || !(w->finite || w->lone) || !w->symmetric) return false;
    bool known = vv_inertia_of(w->c, w->f, w->n, w->K, &k);
    const char *energy = vv_is_zero(w->s->T0)
                             ? "the force function has a strict maximum (Lejeune-Dirichlet)"
                             : "U + T0 has a strict maximum (Lejeune-Dirichlet, with the energy of "
                               "the relative motion)";
    if (known && k.positive == w->n) {
        w->out->asymptotic = complete(w) && !others_act(w);
        w->out->maximum = true;
        return vv_stability_say(
            w, VV_PROVED,
            w->energy == VV_ENERGY_KEPT ? energy
            : w->out->asymptotic
                ? "the force function has a strict maximum and dissipation is complete: the "
                  "motion returns (Kelvin, Tait, Chetaev)"
                : "the force function has a strict maximum and energy is lost "
                  "(Lejeune-Dirichlet)");
    }
    if (k.negative && complete(w))
        return vv_stability_say(
            w, VV_REFUTED,
            "the force function has no maximum and dissipation is complete: no gyroscopic "
            "terms help (Kelvin, Tait, Chetaev)");
    if (known && k.negative == 0 && w->finite) return by_higher_order(w);
    return false;
}

/* The coordinates that -(U + T0) depends on and its second derivatives by them at the position: how
 * many; 0 where it is not stationary in each, or a finite relation between them is left. */
static int potential_form(work *w, vv_expr *x, vv_expr *H) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    vv_expr V = vv_neg(c, vv_add(c, vv_force_function(c, s), s->T0)), slope[MOST];
    int n = 0;
    vv_subst(c, s->neliminated, s->eliminated, s->eliminated_value, 1, &V, &V);
    for (int i = 0; i < s->nrows; i++) {
        bool solved = s->row[i].kind != VV_ROW_FINITE;
        for (int j = 0; j < s->neliminated; j++)
            solved |= vv_depends(c, s->row[i].velocity, 1, &s->eliminated[j]);
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
        slope[i] = w->at(c, slope[i], w->data);
        if (!vv_vanishes(c, w->f, slope[i])) return 0;
    }
    for (int i = 0; i < n * n; i++) H[i] = w->at(c, H[i], w->data);
    return n;
}

/* Relations between velocities: the energy still bounds the coordinates that -(U + T0) depends on,
 * where it has a strict minimum in all of them. */
static bool by_potential(work *w) {
    vv_expr x[MOST], H[MOST * MOST];
    vv_inertia k;
    if (w->energy == VV_ENERGY_UNKNOWN || w->finite) return false;
    int n = potential_form(w, x, H);
    w->out->maximum = n && vv_inertia_of(w->c, w->f, n, H, &k) && k.positive == n;
    if (!w->out->maximum && w->symmetric && vv_moves_all(w->c, w->s) &&
        vv_inertia_of(w->c, w->f, w->n, w->K, &k)) {
        w->out->turned =
            k.zero == 1 && !k.negative && vv_turns_freely(w->c, w->s, w->eq, w->everywhere);
        w->out->maximum = k.positive == w->n || w->out->turned;
    }
    return w->out->maximum &&
           vv_stability_say(
               w, VV_PROVED,
               w->out->turned
                   ? "but for turns about an axis of the world, which nothing holds, the force "
                     "function has a strict maximum (Lejeune-Dirichlet); the constraints do no work"
                   : "the force function has a strict maximum in the coordinates that it depends "
                     "on "
                     "(Lejeune-Dirichlet); the constraints do no work");
}

/* Relations between velocities, but the directions they leave move the coordinates of H, second
 * derivatives of -(U + T0), in every way: K = B H B^T has the squares of H [Sylvester], which takes
 * its place. */
static bool take_form(work *w, const vv_small *m) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    vv_expr x[MOST], H[MOST * MOST], B[MOST * MOST];
    int n = m->conservative && !w->finite ? potential_form(w, x, H) : 0, rank = 0;
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

/* ---- directions that nothing holds --------------------------------------------------------- */

/* Is the motion along these directions, at rest otherwise, uniform for ever, with any velocity? By
 * coordinates in `along`. */
static bool goes_on(work *w, const vv_expr *by, vv_expr *along) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    int n = s->nq + s->n;
    vv_expr *from = VV_ARRAY(c, vv_expr, n + 1), *to = VV_ARRAY(c, vv_expr, n + 1),
            way = vv_symbol_new(c, "s", VV_SYM_OTHER), speed = vv_symbol_new(c, "u", VV_SYM_OTHER);
    if (!from || !to) return false;
    for (int a = 0; a < s->nq; a++) {
        along[a] = VV_ZERO;
        for (int i = 0; i < w->n; i++)
            along[a] = vv_add(c, along[a], vv_mul(c, by[i], s->direction[w->row[i] * s->nq + a]));
        if (vv_depends(c, along[a], s->nq, s->q)) return false;
        from[a] = s->q[a], to[a] = vv_add(c, s->q[a], vv_mul(c, way, along[a]));
    }
    for (int i = 0; i < s->n; i++) from[s->nq + i] = s->w[i], to[s->nq + i] = VV_ZERO;
    for (int i = 0; i < w->n; i++) to[s->nq + w->row[i]] = vv_mul(c, speed, by[i]);
    for (int j = 0; j < s->n; j++) {
        vv_expr e;
        vv_subst(c, n, from, to, 1, &w->eq->rhs[j], &e);
        if (!vv_vanishes(c, w->f, w->at(c, e, w->data))) return false;
    }
    return vv_ctx_ok(c);
}

/* K positive but for directions in which it vanishes, as those of a mechanism that is free to move
 * as a whole: does it go on along one of them? */
static bool by_drift(work *w) {
    vv_ctx *c = w->c;
    int n = w->n, held = 0, hold[MOST];
    vv_expr part[MOST * MOST], b[MOST], y[MOST], by[MOST],
        *along = VV_ARRAY(c, vv_expr, w->s->nq + 1);
    vv_inertia k;
    if (!along || !w->symmetric || !vv_inertia_of(c, w->f, n, w->K, &k) || k.negative || !k.zero)
        return false;
    for (int i = 0; i < n; i++) { /* as many as are held by themselves */
        hold[held] = i;
        for (int r = 0; r <= held; r++)
            for (int q = 0; q <= held; q++) part[r * (held + 1) + q] = w->K[hold[r] * n + hold[q]];
        held += vv_inertia_of(c, w->f, held + 1, part, &k) && k.positive == held + 1;
    }
    for (int r = 0; r < held; r++)
        for (int q = 0; q < held; q++) part[r * held + q] = w->K[hold[r] * n + hold[q]];
    for (int p = 0, next = 0; p < n && vv_ctx_ok(c); p++) {
        if (next < held && hold[next] == p) {
            next++;
            continue;
        }
        for (int r = 0; r < held; r++) b[r] = vv_neg(c, w->K[hold[r] * n + p]);
        if (held && !vv_solve_by_determinants(c, w->f, held, part, 1, b, y)) return false;
        for (int i = 0; i < n; i++) by[i] = i == p ? VV_ONE : VV_ZERO;
        for (int r = 0; r < held; r++) by[hold[r]] = y[r];
        if (!goes_on(w, by, along)) continue;
        w->out->drift = along;
        return vv_stability_say(w, VV_REFUTED,
                                "a motion, however slow, goes on and leaves the position");
    }
    return false;
}

/* The coordinate that speed i alone moves, in proportion to it; -1 where there is none. */
static int moved_by(const work *w, int i) {
    const vv_system *s = w->s;
    for (int a = 0; a < s->nq; a++) {
        vv_expr by = s->direction[i * s->nq + a],
                rest = vv_sub(w->c, s->rate[a], vv_mul(w->c, by, s->w[i]));
        if (!vv_is_zero(by) && vv_is_zero(rest) && !vv_depends(w->c, by, s->nq, s->q) &&
            !vv_depends(w->c, by, 1, &s->m->t) &&
            vv_is_identically_zero(w->c, w->f, by) == VV_FALSE)
            return a;
    }
    return -1;
}

/* A speed whose equation is w' = 0, though forces depend on the coordinate that it moves: the
 * heading of a wheel on a slope. */
static bool by_uniform(work *w) {
    const vv_system *s = w->s;
    for (int k = 0; k < w->n; k++) {
        int i = w->row[k], a = moved_by(w, i);
        bool alone = a >= 0 && vv_vanishes(w->c, w->everywhere, w->eq->rhs[i]) &&
                     vv_sign_under(w->c, w->everywhere, w->eq->matrix[i * s->n + i]) == VV_POSITIVE;
        for (int j = 0; j < s->n && alone; j++)
            alone = j == i || vv_vanishes(w->c, w->everywhere, w->eq->matrix[i * s->n + j]);
        if (!alone) continue;
        w->out->uniform = a + 1;
        return vv_stability_say(w, VV_REFUTED,
                                vv_format(w->c, "%s moves uniformly for ever, however slowly",
                                          vv_symbol_get(w->c, s->q[a])->name));
    }
    return false;
}

static vv_expr leading_minor(work *w, int order) {
    vv_expr part[MOST * MOST];
    for (int i = 0; i < order; i++)
        for (int j = 0; j < order; j++) part[i * order + j] = w->K[i * w->n + j];
    return vv_determinant(w->c, order, part);
}

/* ---- Routh --------------------------------------------------------------------------------- */

/* Speed i is the rate of a coordinate that occurs nowhere: its momentum is an integral. */
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

/* The directions left out, I, are ignorable: with their momenta M_I q_I' + M_IR q_R' + G_IR q_R
 * kept the others move with K + G_RI M_I^-1 G_RI^T, and so on [Routh1877; Appell1896, no. 447]. */
static bool without_ignorable(work *w, const vv_small *m) {
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
    if (!vv_solve_by_determinants(c, w->f, k, MI, 2 * n, B, X)) return false;
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

/* Energy and momenta kept: a strict maximum of the force function that they leave is enough, also
 * for other values of the momenta [Lyapunov1892]. Without gyroscopic terms it is necessary. */
static bool by_momenta(work *w, const vv_small *m) {
    vv_inertia k;
    if (w->energy != VV_ENERGY_KEPT || !w->finite || !w->symmetric || !w->regular ||
        !without_ignorable(w, m))
        return false;
    bool known = vv_inertia_of(w->c, w->f, w->n, w->K, &k);
    if (known && k.positive == w->n)
        return vv_stability_say(
            w, VV_PROVED,
            "with the momenta of the ignorable coordinates kept, the force function has a "
            "strict maximum (Routh)");
    if (w->gyroscopic) return false;
    if (k.negative)
        return vv_stability_say(
            w, VV_REFUTED,
            "with the momenta of the ignorable coordinates kept, the force function has no "
            "maximum, and the linear motion leaves (Routh)");
    if (known) return false;
    for (int i = 0; i < w->n; i++)
        w->out->condition[w->out->nconditions++] = leading_minor(w, i + 1);
    vv_stability_say(
        w, VV_UNDECIDED,
        "with the momenta of the ignorable coordinates kept, the force function has a strict "
        "maximum (Routh), under conditions");
    int verdict = vv_stability_weigh(w);
    if (verdict) w->out->nconditions = 0;
    if (verdict < 0)
        vv_stability_say(
            w, VV_REFUTED,
            "with the momenta of the ignorable coordinates kept, the force function has no "
            "maximum: it grows in a direction (Routh)");
    if (verdict > 0)
        vv_stability_say(
            w, VV_PROVED,
            "with the momenta of the ignorable coordinates kept, the force function has a strict "
            "maximum (Routh)");
    return true;
}

/* ---- all ----------------------------------------------------------------------------------- */

/* Energy kept, no gyroscopic terms: K positive is necessary and sufficient, up to its border. */
static void by_minors(work *w) {
    vv_stability *o = w->out;
    vv_inertia k;
    bool known = vv_inertia_of(w->c, w->f, w->n, w->K, &k), regular = w->regular;
    if (k.negative) {
        vv_stability_say(
            w, regular ? VV_REFUTED : VV_UNDECIDED,
            regular ? "the force function has no maximum, and the linear motion leaves (Lyapunov)"
                    : "the force function has no maximum, so that Dirichlet's theorem does not "
                      "decide, and the kinetic energy is degenerate at this position");
        return;
    }
    if (known) {
        vv_stability_say(
            w, VV_UNDECIDED,
            "the second variation is degenerate: Dirichlet's theorem does not decide, and all "
            "roots of the linear equation lie on the imaginary axis");
        return;
    }
    for (int i = 0; i < w->n; i++) o->condition[o->nconditions++] = leading_minor(w, i + 1);
    o->maximum = true;
    o->one_way = !regular && w->degenerate; /* T2 >= 0: else it is definite in general */
    vv_stability_say(
        w, VV_UNDECIDED,
        w->finite || w->lone
            ? "the force function has a strict maximum (Lejeune-Dirichlet), under conditions"
            : "the force function has a strict maximum in the coordinates that it depends on "
              "(Lejeune-Dirichlet), under conditions; the constraints do no work");
    if (vv_stability_weigh(w) < 0) {
        o->nconditions = 0;
        o->maximum = false;
        vv_stability_say(w, regular ? VV_REFUTED : VV_UNDECIDED,
                         "the force function has no maximum: it grows in a direction");
    }
}

/* What is known wherever the system is: of the rules none that speaks of coordinates, but for the
 * system's own; nor one that gives a parameter by them, as a = b x^2 at x^2 = a/b. At the position
 * itself every power vanishes. */
static vv_facts everywhere(vv_ctx *c, const vv_system *s, const vv_facts *f) {
    vv_facts all = *f;
    vv_expr *from = VV_ARRAY(c, vv_expr, s->facts.nrules + f->nrules + 1),
            *to = VV_ARRAY(c, vv_expr, s->facts.nrules + f->nrules + 1);
    int n = 0;
    for (int i = 0; from && to && i < s->facts.nrules; i++)
        from[n] = s->facts.from[i], to[n++] = s->facts.to[i];
    for (int i = 0; from && to && i < f->nrules; i++)
        if (!vv_depends(c, f->from[i], s->nq, s->q) && !vv_depends(c, f->to[i], s->nq, s->q))
            from[n] = f->from[i], to[n++] = f->to[i];
    all.nrules = n, all.from = from, all.to = to;
    return all;
}

static bool depends_on_speeds(const vv_small *m) {
    bool any = false;
    for (int i = 0; i < m->n * m->n; i++) any |= !vv_is_zero(m->G[i]);
    return any;
}

/* By the theorems that speak of the directions in which a force acts. False: nothing follows. */
static bool by_forces(work *w, const vv_small *m) {
    take_matrices(w, m);
    if (w->indefinite) return false;
    if (by_energy(w) || by_potential(w) || !vv_ctx_ok(w->c)) return true;
    if (w->turned && (by_momenta(w, m) || !vv_ctx_ok(w->c))) {
        w->out->regular = w->regular;
        return true;
    }
    if (by_drift(w) || by_uniform(w) || !vv_ctx_ok(w->c)) return true;
    bool pure = !w->turned && w->energy == VV_ENERGY_KEPT && w->symmetric && !w->gyroscopic &&
                (w->finite || w->lone || take_form(w, m));
    if (pure) by_minors(w);
    if (pure) w->out->regular = w->regular;
    return pure;
}

static vv_status decide(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                        const vv_facts *facts, const vv_small *m, vv_at_position *at,
                        const void *data, bool flat, vv_stability *out) {
    *out = (vv_stability){.verdict = VV_UNDECIDED};
    work w = {.c = c,
              .s = s,
              .eq = eq,
              .f = facts,
              .at = at,
              .data = data,
              .out = out,
              .flat = flat,
              .digits = m->digits};
    vv_facts all = everywhere(c, s, facts);
    w.everywhere = &all;
    w.energy = vv_energy_fate_of(c, s, &all);
    if (!select_rows(&w, m)) return vv_ctx_status(c);
    if (w.n == 0 && !depends_on_speeds(m)) {
        out->why = "no force acts near this position: it drifts";
        return VV_OK;
    }
    if (w.n && by_forces(&w, m)) return vv_ctx_status(c);
    for (w.n = 0; w.n < m->n; w.n++) w.row[w.n] = w.n;
    take_matrices(&w, m);
    vv_stability_by_roots(&w);
    if (out->verdict == VV_PROVED) out->nindifferent = 0; /* all were counted */
    out->regular = w.regular;
    return vv_ctx_status(c);
}

/* ---- many directions ----------------------------------------------------------------------- */

/* Pivots of a symmetric matrix: 1 all are positive, it is definite; -1 one is negative after
 * positive ones; 0 not known. */
static int pivots(vv_ctx *c, const vv_facts *f, int n, const vv_expr *A) {
    vv_expr *a = VV_MATRIX(c, vv_expr, n, n);
    if (!a) return 0;
    memcpy(a, A, (size_t)(n * n) * sizeof *a);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (!vv_vanishes(c, f, vv_sub(c, a[i * n + j], a[j * n + i]))) return 0;
    for (int p = 0; p < n; p++) {
        vv_sign sign = vv_ctx_tick(c) ? vv_sign_under(c, f, a[p * n + p]) : VV_ANY_SIGN;
        if (sign != VV_POSITIVE) return sign == VV_NEGATIVE ? -1 : 0;
        for (int i = p + 1; i < n; i++) {
            if (vv_is_zero(a[i * n + p])) continue;
            vv_expr by = vv_div(c, a[i * n + p], a[p * n + p]);
            for (int j = p + 1; j < n; j++)
                if (!vv_is_zero(a[p * n + j]))
                    a[i * n + j] =
                        vv_factored(c, vv_sub(c, a[i * n + j], vv_mul(c, by, a[p * n + j])));
        }
    }
    return vv_ctx_ok(c);
}

/* More directions than determinants are made of: U + T0 has a maximum, or none, as pivots show. The
 * kinetic energy of bodies is not negative, one that is stated must be shown to be definite. */
static void by_pivots(vv_ctx *c, const vv_system *s, const vv_facts *f, const vv_small *m,
                      vv_stability *out) {
    enum { LARGEST = 24 };
    vv_facts all = everywhere(c, s, f);
    int n = m->n;
    for (int i = 0; i < s->nrows; i++)
        if (s->row[i].kind != VV_ROW_FINITE) return;
    vv_energy_fate fate = n <= LARGEST ? vv_energy_fate_of(c, s, &all) : VV_ENERGY_UNKNOWN;
    int K = fate == VV_ENERGY_UNKNOWN ? 0 : pivots(c, f, n, m->K);
    bool definite = K && ((K > 0 && !s->m->has_kinetic) || pivots(c, f, n, m->M) > 0);
    for (int i = 0; i < n * n && K < 0; i++) definite &= vv_is_zero(m->G[i]);
    if (!definite || (K < 0 && fate != VV_ENERGY_KEPT)) return;
    *out = (vv_stability){
        .verdict = K > 0 ? VV_PROVED : VV_REFUTED,
        .maximum = K > 0,
        .why = K < 0 ? "the force function has no maximum, and the linear motion leaves (Lyapunov)"
               : fate == VV_ENERGY_LOST
                   ? "the force function has a strict maximum and energy is lost "
                     "(Lejeune-Dirichlet)"
               : vv_is_zero(s->T0) ? "the force function has a strict maximum (Lejeune-Dirichlet)"
                                   : "U + T0 has a strict maximum (Lejeune-Dirichlet, with the "
                                     "energy of the relative motion)"};
}

vv_status vv_stability_decide(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                              const vv_facts *facts, const vv_small *m, vv_at_position *at,
                              const void *data, vv_stability *out) {
    vv_stability other;
    if (vv_on_edge(c, s, facts, eq->nunknowns, eq->rhs, at, data)) {
        *out = (vv_stability){.verdict = VV_UNDECIDED,
                              .why = "a force changes its branch there: its derivatives hold on "
                                     "one side only"};
        return vv_ctx_status(c);
    }
    if (m->n > MOST || eq->nunknowns != m->n) {
        *out = (vv_stability){.verdict = VV_UNDECIDED,
                              .why = "too many degrees of freedom for symbols"};
        if (eq->nunknowns == m->n) by_pivots(c, s, facts, m, out);
        return vv_ctx_status(c);
    }
    vv_status status = decide(c, s, eq, facts, m, at, data, false, out);
    if (status != VV_OK || out->verdict != VV_UNDECIDED || out->nconditions) return status;
    status = decide(c, s, eq, facts, m, at, data, true, &other);
    if (status == VV_OK && other.verdict != VV_UNDECIDED) *out = other;
    return status;
}
