#include "equations/stability/stability_theorems.h"

#include <string.h>

#include "equations/stability/stability_internal.h"
#include "algebra/algebra.h"

enum { MOST = VV_STABILITY_MAX_DIRECTIONS };

/* ---- directions considered ----------------------------------------------------------------- */

/* Is every force at rest constant along the direction of speed i, in every configuration? Or, if
 * the forces have an energy, is the energy: a top about its axis. */
static bool is_indifferent(const work *w, int i, const vv_expr *F) {
    const vv_system *s = w->s;
    const vv_expr *by = s->direction + i * s->nq;
    if (w->flat && w->energy != VV_ENERGY_UNKNOWN &&
        (vv_is_zero(F[i]) || vv_vanishes(w->c, w->everywhere, F[i])))
        return true;
    for (int j = 0; j < s->n; j++) {
        vv_expr e;
        vv_total_derivative(w->c, s->nq, s->q, by, 1, &F[j], &e);
        if (!vv_is_zero(e) && !vv_vanishes(w->c, w->everywhere, e)) return false;
    }
    return true;
}

static bool select_rows(work *w, const vv_linearized *m) {
    const vv_system *s = w->s;
    vv_stability *o = w->out;
    vv_expr *F = VV_ARRAY(w->c, vv_expr, s->n + 1);
    o->indifferent = VV_ARRAY(w->c, int, s->n + 1);
    if (!F || !o->indifferent) return false;
    vv_subst_zero(w->c, s->n, s->w, s->n, w->eq->rhs, F);
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

bool vv_stability_ignorable_decoupled(const work *w) {
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

/* A stated kinetic energy counts as positive definite where no assumption tells: not if it has
 * negative squares at the stated values. */
static void look_at_values(work *w, int n, const vv_expr *M) {
    vv_ctx *c = w->c;
    vv_signature k;
    vv_expr *there = VV_ARRAY(c, vv_expr, n * n + 1);
    bool known = there && w->s->m->has_kinetic && vv_values_stated(c);
    for (int i = 0; i < n * n && known; i++)
        known = (there[i] = vv_values_insert(c, M[i])).id && !vv_is_poison(there[i]);
    if (!known || !vv_signature_of(c, w->f, n, there, &k) || !k.negative) return;
    w->out->negative = true;
    vv_values_add_exception(c, true);
}

/* Can a stated kinetic energy be negative near a position at which it is degenerate, as x x'^2 is
 * near 0? Parameters of unknown sign count as positive. */
static bool may_be_negative(work *w) {
    vv_ctx *c = w->c;
    vv_expr T = w->s->T_degree[2];
    int n = 0, unknown = 0;
    if (!w->s->m->has_kinetic || !w->degenerate || !T.id) return false;
    vv_expr *symbol = vv_expr_symbols(c, 1, &T, &n), *square = VV_ARRAY(c, vv_expr, n + 1);
    for (int i = 0; symbol && square && i < n; i++) {
        const vv_symbol *s = vv_symbol_get(c, symbol[i]);
        if (s->kind != VV_SYM_PARAMETER || s->sign != VV_ANY_SIGN) continue;
        square[unknown] = vv_mul(c, symbol[i], symbol[i]);
        symbol[unknown++] = symbol[i];
    }
    if (square) vv_subst(c, unknown, symbol, square, 1, &T, &T);
    vv_sign sign = vv_sign_given_facts(c, &w->s->m->facts, T);
    return sign != VV_NONNEGATIVE && sign != VV_POSITIVE;
}

static void take_matrices(work *w, const vv_linearized *m) {
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
    w->m = (vv_linearized){.n = n, .M = w->M, .G = w->G, .K = w->K};
    vv_expr discriminant = vv_determinant(c, N, m->M);
    w->degenerate = vv_is_identically_zero(c, w->f, discriminant) != VV_FALSE;
    w->regular = vv_sign_given_facts(c, w->f, discriminant) == VV_POSITIVE ||
                 (vv_stability_ignorable_decoupled(w) &&
                  vv_sign_given_facts(c, w->f, vv_determinant(c, n, w->M)) == VV_POSITIVE);
    vv_signature k; /* the contribution of bodies is nonnegative */
    w->indefinite = w->s->m->has_kinetic && vv_signature_of(c, w->f, N, m->M, &k) && k.negative > 0;
    if (w->indefinite) w->regular = k.zero == 0;
    if (!w->indefinite && !w->regular) look_at_values(w, N, m->M);
    w->indefinite |= !w->regular && may_be_negative(w);
    w->holonomic = true;
    for (int i = 0; i < w->s->nrows; i++) w->holonomic &= w->s->row[i].kind == VV_ROW_HOLONOMIC;
    w->one_direction =
        !w->holonomic &&
        w->s->n == 1; /* nearby there are other curves, with equilibria close to this one */
}

bool vv_stability_set_verdict(work *w, vv_verdict verdict, const char *why) {
    w->out->verdict = verdict;
    w->out->why = verdict == VV_REFUTED && w->out->general
                      ? vv_format(w->c, "%s, for generic parameter values", why)
                      : why;
    return true;
}

/* ---- unconstrained directions -------------------------------------------------------------- */

/* Is the motion along these directions, otherwise at rest, uniform forever, at any velocity?
 * Expressed in coordinates in `along`. */
static bool is_uniform_motion(work *w, const vv_expr *by, vv_expr *along) {
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

/* K is positive except in directions in which it vanishes, as for a mechanism that can move as a
 * whole: does it drift along one of them? */
static bool by_drift(work *w) {
    vv_ctx *c = w->c;
    int n = w->n, held = 0, hold[MOST];
    vv_expr part[MOST * MOST], b[MOST], y[MOST], by[MOST],
        *along = VV_ARRAY(c, vv_expr, w->s->nq + 1);
    vv_signature k;
    if (!along || !w->symmetric || !vv_signature_of(c, w->f, n, w->K, &k) || k.negative || !k.zero)
        return false;
    for (int i = 0; i < n; i++) { /* as many as are definite by themselves */
        hold[held] = i;
        for (int r = 0; r <= held; r++)
            for (int q = 0; q <= held; q++) part[r * (held + 1) + q] = w->K[hold[r] * n + hold[q]];
        held += vv_signature_of(c, w->f, held + 1, part, &k) && k.positive == held + 1;
    }
    for (int r = 0; r < held; r++)
        for (int q = 0; q < held; q++) part[r * held + q] = w->K[hold[r] * n + hold[q]];
    for (int p = 0, next = 0; p < n && vv_ctx_ok(c); p++) {
        if (next < held && hold[next] == p) {
            next++;
            continue;
        }
        for (int r = 0; r < held; r++) b[r] = vv_neg(c, w->K[hold[r] * n + p]);
        if (held && !vv_solve_cramer(c, w->f, held, part, 1, b, y)) return false;
        for (int i = 0; i < n; i++) by[i] = i == p ? VV_ONE : VV_ZERO;
        for (int r = 0; r < held; r++) by[hold[r]] = y[r];
        if (!is_uniform_motion(w, by, along)) continue;
        w->out->drift = along;
        vv_stability_argue_drift(w, by);
        return vv_stability_set_verdict(
            w, VV_REFUTED, "a motion, however slow, continues and leaves the equilibrium");
    }
    return false;
}

/* The coordinate moved by speed i alone, in proportion to it; -1 if there is none. */
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

/* A speed with the equation w' = 0, although forces depend on the coordinate that it moves: the
 * heading of a wheel on a slope. */
static bool by_uniform(work *w) {
    const vv_system *s = w->s;
    for (int k = 0; k < w->n; k++) {
        int i = w->row[k], a = moved_by(w, i);
        bool alone =
            a >= 0 && vv_vanishes(w->c, w->everywhere, w->eq->rhs[i]) &&
            vv_sign_given_facts(w->c, w->everywhere, w->eq->matrix[i * s->n + i]) == VV_POSITIVE;
        for (int j = 0; j < s->n && alone; j++)
            alone = j == i || vv_vanishes(w->c, w->everywhere, w->eq->matrix[i * s->n + j]);
        if (!alone) continue;
        w->out->uniform = a + 1;
        vv_stability_argue_uniform(w, i, a);
        return vv_stability_set_verdict(
            w, VV_REFUTED,
            vv_format(w->c, "%s moves uniformly without bound, however slowly",
                      vv_symbol_get(w->c, s->q[a])->name));
    }
    return false;
}

/* ---- entry point --------------------------------------------------------------------------- */

/* What is known in every configuration: drops all rules that involve coordinates, except the
 * system's own, and rules that give a parameter in terms of coordinates, as a = b x^2 at x^2 =
 * a/b. At the equilibrium itself every power vanishes. */
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

static bool depends_on_speeds(const vv_linearized *m) {
    bool any = false;
    for (int i = 0; i < m->n * m->n; i++) any |= !vv_is_zero(m->G[i]);
    return any;
}

/* The theorems on the directions in which a force acts. False: inconclusive. */
static bool by_forces(work *w, const vv_linearized *m) {
    take_matrices(w, m);
    if (w->indefinite) return false;
    if (vv_stability_by_energy(w) || vv_stability_by_potential(w) || !vv_ctx_ok(w->c)) return true;
    if (w->turned && (vv_stability_by_momenta(w, m) || !vv_ctx_ok(w->c))) {
        w->out->regular = w->regular;
        return true;
    }
    if (by_drift(w) || by_uniform(w) || !vv_ctx_ok(w->c)) return true;
    bool pure = !w->turned && w->energy == VV_ENERGY_CONSERVED && w->symmetric && !w->gyroscopic &&
                (w->holonomic || w->one_direction || vv_stability_use_potential_hessian(w, m));
    if (pure) vv_stability_by_minors(w);
    if (pure) w->out->regular = w->regular;
    return pure;
}

static work begin(vv_ctx *c, const vv_system *s, const vv_equations *eq, const vv_facts *facts,
                  const vv_linearized *m, vv_position_evaluator *at, const void *data,
                  vv_stability *out) {
    *out = (vv_stability){.verdict = VV_UNDECIDED};
    return (work){.c = c,
                  .s = s,
                  .eq = eq,
                  .f = facts,
                  .at = at,
                  .data = data,
                  .out = out,
                  .all = m,
                  .digits = m->digits};
}

static void take_all_rows(work *w, const vv_linearized *m) {
    for (w->n = 0; w->n < m->n; w->n++) w->row[w->n] = w->n;
    take_matrices(w, m);
}

static vv_status decide(work w, const vv_linearized *m, bool flat) {
    vv_ctx *c = w.c;
    vv_stability *out = w.out;
    w.flat = flat;
    w.energy = vv_energy_conservation_of(c, w.s, w.everywhere);
    if (!select_rows(&w, m)) return vv_ctx_status(c);
    if (w.n == 0 && !depends_on_speeds(m)) {
        out->why = "no force acts near this equilibrium: it drifts";
        return VV_OK;
    }
    if (w.n && by_forces(&w, m)) return vv_ctx_status(c);
    take_all_rows(&w, m);
    vv_stability_by_roots(&w);
    if (out->verdict == VV_PROVED) out->nindifferent = 0; /* all were considered */
    out->regular = w.regular;
    return vv_ctx_status(c);
}

/* ---- equations that depend on the time ------------------------------------------------------ */

static bool has_constant_stiffness(const work *w) {
    for (int i = 0; i < w->n * w->n; i++)
        if (vv_depends(w->c, w->K[i], 1, &w->s->m->t)) return false;
    return true;
}

static bool are_coupled(const vv_linearized *m, int i, int j) {
    int a = i * m->n + j, b = j * m->n + i;
    return !vv_is_zero(m->M[a]) || !vv_is_zero(m->M[b]) || !vv_is_zero(m->G[a]) ||
           !vv_is_zero(m->G[b]) || !vv_is_zero(m->K[a]) || !vv_is_zero(m->K[b]);
}

/* All directions, except those on which no force depends if the equations are linear and the
 * others are not coupled to them. */
static void take_coupled_rows(work *w, const vv_linearized *m) {
    bool apart = true;
    take_all_rows(w, m);
    w->linear = vv_stability_is_linear(w);
    w->n = 0;
    if (!w->linear || !select_rows(w, m) || !w->n) apart = false;
    for (int i = 0; i < w->out->nindifferent && apart; i++)
        for (int j = 0; j < w->n; j++) apart &= !are_coupled(m, w->out->indifferent[i], w->row[j]);
    if (apart) {
        take_matrices(w, m);
    } else {
        w->out->nindifferent = 0;
        take_all_rows(w, m);
    }
}

/* An energy free of the time that never grows is a Lyapunov function whatever else depends on
 * it. A linearization free of it decides if the rest is small uniformly in time, as periodic
 * terms are. Otherwise Floquet multipliers may decide. */
static vv_status decide_in_time(work w, const vv_linearized *m) {
    vv_ctx *c = w.c;
    w.energy = vv_energy_conservation_of(c, w.s, w.everywhere);
    w.out->why = vv_time_dependence_text(c, w.time);
    if (w.energy != VV_ENERGY_UNKNOWN && select_rows(&w, m) && w.n) {
        take_matrices(&w, m);
        if (!w.indefinite && has_constant_stiffness(&w) &&
            (vv_stability_by_energy(&w) || vv_stability_by_potential(&w) || !vv_ctx_ok(c))) {
            w.out->regular = w.regular;
            return vv_ctx_status(c);
        }
    }
    w.out->nindifferent = 0; /* all are considered */
    w.out->by_values = w.time->by_values;
    w.energy = VV_ENERGY_UNKNOWN;
    if (!m->timed && w.time->kind == VV_TIME_PERIODIC) {
        take_all_rows(&w, m);
        vv_stability_by_roots(&w);
    } else {
        take_coupled_rows(&w, m);
        vv_stability_by_multipliers(&w);
    }
    w.out->regular = w.regular;
    return vv_ctx_status(c);
}

/* ---- many directions ----------------------------------------------------------------------- */

/* Pivots of a symmetric matrix: 1 all positive, definite; -1 one is negative after positive
 * ones; 0 unknown. */
static int pivots(vv_ctx *c, const vv_facts *f, int n, const vv_expr *A) {
    vv_expr *a = VV_MATRIX(c, vv_expr, n, n);
    if (!a) return 0;
    memcpy(a, A, (size_t)(n * n) * sizeof *a);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (!vv_vanishes(c, f, vv_sub(c, a[i * n + j], a[j * n + i]))) return 0;
    for (int p = 0; p < n; p++) {
        vv_sign sign = vv_ctx_tick(c) ? vv_sign_given_facts(c, f, a[p * n + p]) : VV_ANY_SIGN;
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

/* More directions than determinants can handle: pivots show whether U + T0 has a maximum. The
 * kinetic energy of bodies is nonnegative; a stated one must be shown to be definite. */
static void by_pivots(work *w, const vv_linearized *m) {
    enum { LARGEST = 24 };
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    const vv_facts *f = w->f;
    vv_stability *out = w->out;
    vv_facts all = everywhere(c, s, f);
    int n = m->n;
    for (int i = 0; i < s->nrows; i++)
        if (s->row[i].kind != VV_ROW_HOLONOMIC) return;
    vv_energy_conservation fate =
        n <= LARGEST ? vv_energy_conservation_of(c, s, &all) : VV_ENERGY_UNKNOWN;
    int K = fate == VV_ENERGY_UNKNOWN ? 0 : pivots(c, f, n, m->K);
    bool definite = K && ((K > 0 && !s->m->has_kinetic) || pivots(c, f, n, m->M) > 0);
    for (int i = 0; i < n * n && K < 0; i++) definite &= vv_is_zero(m->G[i]);
    if (!definite || (K < 0 && fate != VV_ENERGY_CONSERVED)) return;
    *out = (vv_stability){
        .verdict = K > 0 ? VV_PROVED : VV_REFUTED,
        .maximum = K > 0,
        .why = K < 0
                   ? "the force function has no maximum, and the linearized motion grows (Lyapunov)"
               : fate == VV_ENERGY_DISSIPATED ? "the force function has a strict maximum and "
                                                "energy is dissipated (Lejeune-Dirichlet)"
               : vv_is_zero(s->T_degree[0])
                   ? "the force function has a strict maximum (Lejeune-Dirichlet)"
                   : "U + T0 has a strict maximum (Lejeune-Dirichlet, with the "
                     "energy of the relative motion)"};
    vv_stability_argue_pivots(w, K > 0);
}

vv_status vv_stability_decide(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                              const vv_facts *facts, const vv_linearized *m,
                              vv_position_evaluator *at, const void *data, vv_stability *out) {
    vv_stability other;
    vv_facts all = everywhere(c, s, facts);
    vv_time_dependence time = vv_time_dependence_of(c, s, eq, &all);
    work w = begin(c, s, eq, facts, m, at, data, out);
    w.everywhere = &all;
    if (time.kind != VV_TIME_FREE) w.time = &time;
    w.kinked = m->kinked;
    if (m->rough) {
        w.kinked = false;
        vv_stability_without_derivatives(&w);
        return vv_ctx_status(c);
    }
    if (m->n > MOST || eq->nunknowns != m->n) {
        out->why = w.time ? vv_time_dependence_text(c, &time)
                          : "too many degrees of freedom for a symbolic result";
        if (eq->nunknowns == m->n && !w.time) by_pivots(&w, m);
        return vv_ctx_status(c);
    }
    if (w.time) return decide_in_time(w, m);
    vv_status status = decide(w, m, false);
    if (status != VV_OK || out->verdict != VV_UNDECIDED || out->nconditions) return status;
    if (w.kinked) vv_stability_without_derivatives(&w);
    if (out->verdict != VV_UNDECIDED) return vv_ctx_status(c);
    w.out = &other;
    other = (vv_stability){.verdict = VV_UNDECIDED};
    status = decide(w, m, true);
    if (status == VV_OK && other.verdict != VV_UNDECIDED) *out = other;
    return status;
}
