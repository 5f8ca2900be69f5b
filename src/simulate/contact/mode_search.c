/* Mode enumeration: which combination of modes is consistent with the accelerations. Laws whose
 * velocity is 0 may stick, or begin to slide against their friction; laws with a velocity slide.
 * Sticking is tried first. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "simulate/contact/slip_direction.h"
#include "simulate/contact/mode_search.h"
#include "simulate/contact/contact_tolerances.h"

typedef vv_mode_search search;

static double largest_acceleration(const vv_dynamics *f) {
    double most = 0;
    for (int i = 0; i < f->n; i++)
        most = fmax(most, fabs(vv_dynamics_coefficients(f, f->nq + f->n + i)[0]));
    return most;
}

void vv_mode_search_largest_acceleration(const vv_dynamics *f, double most[2]) {
    most[0] = most[1] = 0;
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < 2; j++)
            most[j] = fmax(most[j], fabs(vv_dynamics_coefficients(f, f->nq + f->n + i)[j]));
}

bool vv_mode_search_solve(search *k) {
    vv_dynamics *f = k->m->f;
    vv_coulomb_apply_modes(f);
    if (vv_dynamics_evaluate_matrix(f, k->s->x, k->s->t) != VV_DYNAMICS_OK ||
        vv_dynamics_factor(f) != VV_DYNAMICS_OK ||
        vv_dynamics_accelerations(f, k->s->x, k->s->t) != VV_DYNAMICS_OK)
        return false;
    k->met = fmax(k->met, largest_acceleration(f));
    return true;
}

static const double *result(const vv_dynamics *f, int i) {
    return vv_jet_result(f->taylor.jet, f->taylor.work, f->nq + f->n + i);
}

static const double *reaction(const vv_dynamics *f, const vv_coulomb_law *l, int j) {
    return vv_dynamics_coefficients(f, f->nq + 2 * f->n + l->row[j]);
}

/* u' */
static double rate(const search *k, const vv_coulomb_law *l, int j) {
    const vv_dynamics_constraints *v = &k->m->f->velocity;
    return vv_jet_result(v->jet, v->work, k->m->place[l->row[j]])[1];
}

/* Rates of u below this are rounding. */
static double rate_noise(const search *k, const vv_coulomb_law *l) {
    double most = fmax(largest_acceleration(k->m->f), k->floor);
    return VV_CONTACT_RATE_ROUNDING * most * fmax(l->reach[0], l->n > 1 ? l->reach[1] : 0);
}

/* The scale of what friction could give. Accelerations of nearly singular combinations are not a
 * valid scale. */
static double floor_by(const search *k) {
    return fmin(k->met, VV_MODES_BEYOND_FORCES * k->m->free_acceleration[0]);
}

static bool touches(const search *k, int law) {
    return !k->m->friction->coulomb.normal[k->m->friction->contact[law]].separated;
}

static double along_aim(const search *k, const vv_coulomb_law *l) {
    double sum = 0;
    for (int j = 0; j < l->n; j++) sum += l->direction[j] * rate(k, l, j);
    return sum;
}

/* ---- consistency ---------------------------------------------------------------------------- */

/* How a contact separates: the first coefficient of the gap that is not rounding. A contact that
 * was closed has no velocity. */
static double parting_rate(const search *k, int contact) {
    const vv_dynamics *f = k->m->f;
    const double *gap = result(f, k->m->friction->coulomb.normal[contact].first + 1);
    double most[2], swift = 0;
    for (int i = 0; i < f->n; i++)
        swift = fmax(swift, fabs(vv_dynamics_coefficients(f, f->nq + i)[0]));
    if (k->m->has_velocity[contact] && fabs(gap[1]) > VV_CONTACT_RATE_ROUNDING * swift)
        return gap[1];
    vv_mode_search_largest_acceleration(f, most);
    for (int j = 0; j < 2; j++)
        if (fabs(gap[2 + j]) > fmax(VV_CONTACT_RATE_ROUNDING * most[j],
                                    VV_MODES_FORCE_ROUNDING * k->m->free_acceleration[j]))
            return gap[2 + j];
    return 0;
}

static double largest_reaction(const search *k, int order) {
    const vv_coulomb *w = &k->m->friction->coulomb;
    const vv_dynamics *f = k->m->f;
    double most = 0;
    for (int i = 0; i < w->nnormals; i++)
        most = fmax(most, fabs(result(f, w->normal[i].first)[order]));
    for (int l = 0; l < w->n; l++)
        for (int j = 0; j < w->law[l].n; j++)
            most = fmax(most, fabs(reaction(f, &w->law[l], j)[order]));
    return most;
}

/* The contact carries no load now, but its reaction would next become tensile: for example where
 * another contact that lost its load stays closed. Expands the series to decide. */
static bool is_about_to_pull(search *k, int contact, double size) {
    vv_dynamics *f = k->m->f;
    if (vv_dynamics_expand_series(f, k->s->x, k->s->t) != VV_DYNAMICS_OK) return false;
    double rate = result(f, k->m->friction->coulomb.normal[contact].first)[1],
           noise = VV_MODES_REACTION_RATE * largest_reaction(k, 1);
    if (k->s->h > 0) noise = fmax(noise, VV_MODES_REACTION_RATE * size / k->s->h);
    return rate < -noise;
}

static bool normals_push(search *k) {
    const vv_coulomb *w = &k->m->friction->coulomb;
    double size = largest_reaction(k, 0);
    bool parts = false; /* then the gap has to grow, which its second coefficient decides */
    for (int i = 0; i < w->nnormals; i++) parts |= k->m->fresh[i] && w->normal[i].separated;
    if (parts && vv_dynamics_expand_series(k->m->f, k->s->x, k->s->t) != VV_DYNAMICS_OK)
        return false;
    for (int i = 0; i < w->nnormals; i++) {
        double N = result(k->m->f, w->normal[i].first)[0];
        if (isnan(N)) return false;
        if (!w->normal[i].separated &&
            (N < -VV_MODES_WITHIN * size ||
             (N < VV_MODES_WITHIN * size && is_about_to_pull(k, i, size))))
            return k->m->fault_contact = i, false;
        if (w->normal[i].separated && k->m->fresh[i] && parting_rate(k, i) < 0) return false;
    }
    return true;
}

static double largest_limit(const search *k) {
    double most = 0;
    for (int c = 0; c < k->n; c++)
        most = fmax(most, result(k->m->f, k->m->friction->coulomb.law[k->law[c]].first + 1)[0]);
    return most;
}

static bool others_slide(const search *k, int holds) {
    for (int c = 0; c < k->n; c++)
        if (c != holds &&
            k->m->friction->coulomb.law[k->law[c]].mode == VV_CONTACT_SLIDING_DIRECTED)
            return true;
    return false;
}

/* Is it within its limit? Of several contacts that share a load, one that happens to carry none
 * provides no friction where the others do not stick. */
static bool is_held(search *k, int c) {
    const vv_coulomb_law *l = &k->m->friction->coulomb.law[k->law[c]];
    double R = hypot(reaction(k->m->f, l, 0)[0], l->n > 1 ? reaction(k->m->f, l, 1)[0] : 0),
           most = result(k->m->f, l->first + 1)[0];
    return R <= most + VV_MODES_WITHIN * fmax(R, most) &&
           (most > VV_MODES_WITHIN * largest_limit(k) || !others_slide(k, c));
}

/* A slip that begins smoothly moves along its direction by the second coefficient of u; only in one
 * dimension, where a contact without load has no force from which to choose a direction. Expands
 * the series to decide. */
static bool begins_ahead(search *k) {
    vv_dynamics *f = k->m->f;
    const vv_dynamics_constraints *v = &f->velocity;
    double limit = largest_limit(k);
    bool made = false;
    for (int c = 0; c < k->n; c++) {
        const vv_coulomb_law *l = &k->m->friction->coulomb.law[k->law[c]];
        if (l->mode != VV_CONTACT_SLIDING_DIRECTED || l->n > 1 ||
            result(f, l->first + 1)[0] > VV_MODES_WITHIN * limit ||
            fabs(along_aim(k, l)) > rate_noise(k, l))
            continue;
        if (!made && vv_dynamics_expand_series(f, k->s->x, k->s->t) != VV_DYNAMICS_OK) return false;
        made = true;
        double most = 0, second = vv_jet_result(v->jet, v->work, k->m->place[l->row[0]])[2];
        for (int i = 0; i < f->n; i++)
            most = fmax(most, fabs(vv_dynamics_coefficients(f, f->nq + f->n + i)[1]));
        if (second * l->direction[0] < -VV_CONTACT_RATE_ROUNDING * most * l->reach[0]) return false;
    }
    return true;
}

static double across_aim(const search *k, const vv_coulomb_law *l) {
    return l->direction[0] * rate(k, l, 1) - l->direction[1] * rate(k, l, 0);
}

static bool follows_aim(const search *k, const vv_coulomb_law *l) {
    double along = along_aim(k, l), noise = rate_noise(k, l);
    return along >= -noise &&
           (l->n < 2 || fabs(across_aim(k, l)) <= VV_MODES_ALIGNED * along + noise);
}

static bool agrees(search *k) {
    const vv_coulomb *w = &k->m->friction->coulomb;
    if (!normals_push(k)) return false;
    for (int c = 0; c < k->n; c++) {
        const vv_coulomb_law *l = &w->law[k->law[c]];
        if (l->mode == VV_CONTACT_STICKING && !is_held(k, c)) return false;
        if (l->mode == VV_CONTACT_SLIDING_DIRECTED && !follows_aim(k, l)) return false;
    }
    return begins_ahead(k);
}

/* ---- directions ----------------------------------------------------------------------------- */

/* Deviation of the rate of u from the direction at an angle; *ahead: its component along it. */
static bool off_aim(search *k, vv_coulomb_law *l, double angle, double *off, double *ahead) {
    l->direction[0] = cos(angle), l->direction[1] = sin(angle);
    if (!vv_mode_search_solve(k)) return false;
    *ahead = along_aim(k, l);
    *off = across_aim(k, l);
    return true;
}

/* u begins in the direction of its own rate, which in turn depends on the friction opposing it:
 * finds the consistent angle nearest to the one given. */
static bool find_aim(search *k, vv_coulomb_law *l) {
    enum { PARTS = 32, HALVINGS = 60 };
    const double step = 3.14159265358979323846 / PARTS;
    double middle = atan2(l->direction[1], l->direction[0]), off, ahead;
    if (!off_aim(k, l, middle, &off, &ahead)) return false;
    if (hypot(off, ahead) <= rate_noise(k, l)) return true; /* it begins smoothly */
    for (int i = 0; i < PARTS; i++)
        for (int side = -1; side <= 1; side += 2) {
            double low = middle + side * i * step, high = low + side * step, a, b, forward;
            if (!off_aim(k, l, low, &a, &forward) || !off_aim(k, l, high, &b, &forward)) continue;
            if (a * b > 0) continue;
            for (int h = 0; h < HALVINGS; h++) {
                double at = low + (high - low) / 2;
                if (!off_aim(k, l, at, &off, &ahead)) break;
                if (off * a > 0)
                    low = at;
                else
                    high = at;
            }
            if (ahead > 0) return true;
        }
    return false;
}

/* The laws that slide in two dimensions. */
typedef struct headed {
    search *k;
    int n;
    vv_coulomb_law *law[VV_MINIMAX_MAX_FORCES];
} headed;

/* Deviations of their rates from their directions; still: all rates are rounding. */
static bool off_aims(void *of, double aim[][2], double *off, bool *still) {
    headed *h = of;
    *still = true;
    for (int i = 0; i < h->n; i++)
        memcpy(h->law[i]->direction, aim[i], sizeof h->law[i]->direction);
    if (!vv_mode_search_solve(h->k)) return false;
    for (int i = 0; i < h->n; i++) {
        const vv_coulomb_law *l = h->law[i];
        double across = across_aim(h->k, l), size = hypot(across, along_aim(h->k, l));
        *still &= size <= rate_noise(h->k, l);
        off[i] = size > 0 ? across / size : 0;
    }
    return true;
}

/* Solves for the directions of all sliding laws together, starting from the current ones. */
static bool head_together(search *k) {
    headed h = {.k = k};
    double aim[VV_MINIMAX_MAX_FORCES][2];
    for (int c = 0; c < k->n; c++) {
        vv_coulomb_law *l = &k->m->friction->coulomb.law[k->law[c]];
        if (l->mode != VV_CONTACT_SLIDING_DIRECTED || l->n < 2) continue;
        memcpy(aim[h.n], l->direction, sizeof l->direction);
        h.law[h.n++] = l;
    }
    return h.n ? vv_slip_direction_solve(h.n, aim, off_aims, &h) : vv_mode_search_solve(k);
}

/* ---- mode enumeration ----------------------------------------------------------------------- */

static void hold(vv_coulomb_law *l) { l->mode = VV_CONTACT_STICKING; }

static void slide(vv_coulomb_law *l, const double aim[2]) {
    l->mode = VV_CONTACT_SLIDING_DIRECTED;
    memcpy(l->direction, aim, sizeof l->direction);
    memset(l->direction_series, 0, sizeof l->direction_series);
}

static bool try_from(search *k, int c);

/* In the direction opposite to the sticking force, in the last solution in which it stuck. */
static bool try_sliding(search *k, int c, const double against[2]) {
    vv_coulomb_law *l = &k->m->friction->coulomb.law[k->law[c]];
    if (l->n == 1) {
        double first = against[0] < 0 ? -1 : 1;
        for (int i = 0; i < 2; i++, first = -first) {
            slide(l, (double[]){first, 0});
            if (try_from(k, c + 1)) return true;
        }
        return false;
    }
    slide(l, against);
    return find_aim(k, l) && try_from(k, c + 1);
}

/* Enumerates the modes from candidate c on. */
static bool try_from(search *k, int c) {
    if (c == k->n) return head_together(k) && agrees(k);
    vv_coulomb_law *l = &k->m->friction->coulomb.law[k->law[c]];
    vv_slip_state *o = &k->m->slip[k->law[c]];
    double aim[2] = {l->direction[0], l->direction[1]}, size;
    if (o->tied && !o->forced && l->n == 1 && try_sliding(k, c, aim)) return true;
    if (!o->forced) {
        hold(l);
        if (try_from(k, c + 1)) return true;
        hold(l);
        for (int i = c + 1; i < k->n; i++) hold(&k->m->friction->coulomb.law[k->law[i]]);
        if (!vv_mode_search_solve(k)) return try_sliding(k, c, (double[]){1, 0});
        aim[0] = -reaction(k->m->f, l, 0)[0];
        aim[1] = l->n > 1 ? -reaction(k->m->f, l, 1)[0] : 0;
    }
    size = hypot(aim[0], aim[1]);
    if (!(size > 0)) aim[0] = size = 1;
    aim[0] /= size, aim[1] /= size;
    return try_sliding(k, c, aim);
}

bool vv_mode_search_collect_laws(search *k) {
    const vv_coulomb *w = &k->m->friction->coulomb;
    k->n = 0;
    for (int l = 0; l < w->n; l++) {
        vv_slip_state *o = &k->m->slip[l];
        if (!touches(k, l)) continue;
        if (w->law[l].mode == VV_CONTACT_STICKING || o->stopped || o->forced || o->tied) {
            if (k->n == VV_MINIMAX_MAX_FORCES) continue; /* with three modes each */
            k->law[k->n++] = l;
        }
    }
    return k->n > 0;
}

void vv_contact_modes_separate(vv_contact_modes *m, int contact, double gap) {
    vv_coulomb *w = &m->friction->coulomb;
    w->normal[contact].separated = true;
    m->fresh[contact] = true;
    m->separations[contact]++;
    m->gap[contact] = gap;
    for (int l = 0; l < w->n; l++)
        if (m->friction->contact[l] == contact) w->law[l].mode = VV_CONTACT_SEPARATED;
}

static bool begins_to_slide(const search *k, int c) {
    const vv_coulomb_law *l = &k->m->friction->coulomb.law[k->law[c]];
    return l->n > 1 && l->mode == VV_CONTACT_SLIDING_DIRECTED && k->m->slip[k->law[c]].fresh;
}

/* Response of the rates of u across the directions to a small rotation of one of them. */
static void measure_answers(search *k, int turned) {
    int laws = k->m->friction->coulomb.n;
    vv_coulomb_law *law = k->m->friction->coulomb.law, *l = &law[k->law[turned]];
    double aim[2] = {l->direction[0], l->direction[1]},
           *to = k->m->direction_response + k->law[turned];
    for (int i = 0; i < laws; i++) to[i * laws] = 0;
    for (int side = -1; side <= 1; side += 2) {
        l->direction[0] =
            aim[0] * cos(side * VV_MODES_PROBE_ANGLE) - aim[1] * sin(side * VV_MODES_PROBE_ANGLE);
        l->direction[1] =
            aim[1] * cos(side * VV_MODES_PROBE_ANGLE) + aim[0] * sin(side * VV_MODES_PROBE_ANGLE);
        bool good = vv_mode_search_solve(k);
        memcpy(l->direction, aim, sizeof aim);
        for (int c = 0; good && c < k->n; c++) {
            const vv_coulomb_law *o = &law[k->law[c]];
            if (begins_to_slide(k, c))
                to[k->law[c] * laws] += side / (2 * VV_MODES_PROBE_ANGLE) * across_aim(k, o);
        }
    }
    for (int c = 0; c < k->n; c++) {
        const double *reach = law[k->law[c]].reach;
        double *y = &to[k->law[c] * laws];
        if (fabs(*y) < VV_MODES_NO_RESPONSE * k->met * fmax(reach[0], reach[1])) *y = 0;
    }
}

/* Marks laws that slide while others keep them in place; records the transitions of those that
 * move. */
static void mark_tied(search *k) {
    vv_contact_modes *m = k->m;
    for (int i = 0; i < m->friction->coulomb.n; i++) {
        vv_coulomb_law *l = &m->friction->coulomb.law[i];
        vv_slip_state *o = &m->slip[i];
        bool moved = l->mode == VV_CONTACT_SLIDING ||
                     (l->mode == VV_CONTACT_SLIDING_DIRECTED && !o->tied && !o->forced),
             released = (o->tied || o->forced) && l->mode == VV_CONTACT_SLIDING_DIRECTED;
        o->tied = (moved || released) && vv_indeterminacy_law_is_redundant(m, k->s, i);
        if (o->tied)
            l->mode = VV_CONTACT_SLIDING_DIRECTED, o->fresh = o->fading = o->ending = false;
        if (o->tied ? moved && o->peak > 0 : released)
            vv_slip_state_note_transition(o, k->s->t, !o->tied);
    }
}

/* Marks the beginning of the slips found. */
static void mark(search *k) {
    /* rounding of a rate; interpolants are less accurate */
    const double by =
        k->s->integrator->series && !k->shares ? 16 * DBL_EPSILON : VV_MODES_INTERPOLATED;
    mark_tied(k);
    for (int c = 0; c < k->n; c++) {
        vv_coulomb_law *l = &k->m->friction->coulomb.law[k->law[c]];
        vv_slip_state *o = &k->m->slip[k->law[c]];
        bool turns_back = o->stopped && o->peak > 0 && l->mode != VV_CONTACT_STICKING && !o->tied;
        if (turns_back) vv_slip_state_note_transition(o, k->s->t, true); /* its end was recorded */
        o->stopped = o->forced = false;
        if (l->mode == VV_CONTACT_STICKING || o->tied) continue;
        l->gave[0] = l->gave[1] = false;
        o->fresh = true;
        o->still = by * k->met * fmax(l->reach[0], l->n > 1 ? l->reach[1] : 0);
        o->fading = o->ending = false;
        o->peak = 0;
    }
    for (int c = 0; c < k->n; c++)
        if (begins_to_slide(k, c)) measure_answers(k, c);
    vv_mode_search_solve(k);
}

/* What friction could give to a body held only by its contacts: the accelerations when the friction
 * at its limit is reversed. Relative to these, the rate of a slip that begins without a jump is
 * rounding, which must not make another contact slip. */
static void measure_rates(search *k, const vv_coulomb_law *before) {
    vv_coulomb_law *law = k->m->friction->coulomb.law;
    bool any = false;
    for (int i = 0; i < k->n; i++) {
        vv_coulomb_law *l = &law[k->law[i]];
        const vv_slip_state *o = &k->m->slip[k->law[i]];
        if (!o->tied && !o->forced) continue;
        slide(l, (double[]){-l->direction[0], -l->direction[1]});
        any = true;
    }
    if (any) vv_mode_search_solve(k);
    k->floor = floor_by(k);
    for (int i = 0; i < k->n; i++) law[k->law[i]] = before[i];
}

/* Limits of the collected laws for the accelerations just found; returns their relative change from
 * the previous values. */
static double read_limits(const search *k, double *limit) {
    double most = 0, moved = 0;
    for (int c = 0; c < k->n; c++) {
        double now = vv_coulomb_static_limit(k->m->f, k->law[c])[0];
        moved = fmax(moved, fabs(now - limit[c]));
        most = fmax(most, now);
        limit[c] = now;
    }
    return most > 0 ? moved / most : 0;
}

static bool any_plane(const search *k) {
    bool any = false;
    for (int c = 0; c < k->n; c++) any |= k->m->friction->coulomb.law[k->law[c]].n > 1;
    return any;
}

/* Where contacts are at different heights, a distribution of friction changes the normal forces,
 * and hence the limits: iterate to convergence. The fixed point has friction along velocities that
 * the normals allow. In one dimension (a ladder) contacts slip one after another until all do,
 * which needs no distribution. */
static bool divide_evenly(search *k, bool forced, vv_friction_forces *out) {
    enum { ROUNDS = 40 };
    double limit[VV_MINIMAX_MAX_FORCES] = {0};
    vv_coulomb_law *law = k->m->friction->coulomb.law, was[VV_MINIMAX_MAX_FORCES];
    for (int c = 0; c < k->n; c++) was[c] = law[k->law[c]];
    for (int round = 0; round < ROUNDS; round++) {
        if (!vv_mode_search_solve(k)) return false;
        double moved = read_limits(k, limit);
        if (moved <= VV_MODES_LIMITS_FOUND && round) return true;
        if (moved > VV_MODES_LIMITS_SAME && round && !any_plane(k)) return false;
        for (int c = 0; c < k->n; c++) law[k->law[c]] = was[c]; /* rate is of the last choice */
        if (!vv_friction_forces_distribute(k->m, k->s, k->n, k->law, forced, out)) return false;
    }
    return true;
}

/* All laws stick, and indeterminate friction is distributed evenly. */
static bool hold_evenly(search *k, vv_friction_forces *out) {
    bool forced = false;
    for (int c = 0; c < k->n; c++) {
        hold(&k->m->friction->coulomb.law[k->law[c]]);
        forced |= k->m->slip[k->law[c]].forced;
    }
    k->shares = divide_evenly(k, forced, out);
    if (!k->shares) return vv_friction_forces_clear(k->m), false;
    if (out->most <= (forced ? VV_FRICTION_FORCES_LIMIT : 1 + VV_MODES_WITHIN) &&
        vv_mode_search_solve(k) && agrees(k))
        return true;
    vv_friction_forces_clear(k->m);
    return false;
}

/* Several contacts, those in `moves` at their limits, like the legs of a table being pushed: do
 * they begin to slide against their friction? */
static bool slide_together(search *k, const vv_friction_forces *a, unsigned moves) {
    for (int c = 0; c < k->n; c++) {
        vv_coulomb_law *l = &k->m->friction->coulomb.law[k->law[c]];
        hold(l);
        if (moves >> c & 1) slide(l, a->aim[c]);
    }
    return moves && head_together(k) && agrees(k);
}

/* Rates of all components of u with a given fraction of each friction; NULL: unknown. */
static const double *rates_by(search *k, double part[][2], double *out) {
    for (int c = 0; c < k->n; c++) slide(&k->m->friction->coulomb.law[k->law[c]], part[c]);
    if (!vv_mode_search_solve(k)) return NULL;
    for (int c = 0; c < k->n; c++) {
        const vv_coulomb_law *l = &k->m->friction->coulomb.law[k->law[c]];
        for (int j = 0; j < 2; j++) out[2 * c + j] = j < l->n ? rate(k, l, j) : 0;
    }
    return out;
}

/* The largest response of rates to friction components: the maximum row sum. */
static double largest_answer(search *k, double part[][2], const double *base) {
    enum { MOST = 2 * VV_MINIMAX_MAX_FORCES };
    double row[MOST] = {0}, there[MOST], most = 0;
    for (int i = 0; i < 2 * k->n; i++) {
        double was = part[i / 2][i % 2];
        part[i / 2][i % 2] = 0.9 * was + 0.1;
        if (rates_by(k, part, there) && part[i / 2][i % 2] != was)
            for (int m = 0; m < 2 * k->n; m++)
                row[m] += fabs((there[m] - base[m]) / (part[i / 2][i % 2] - was));
        part[i / 2][i % 2] = was;
    }
    for (int m = 0; m < 2 * k->n; m++) most = fmax(most, row[m]);
    return most;
}

/* Accelerations under a load beyond all limits: each friction grows against its rate until this
 * vanishes or the limit is reached, by a gradient iteration [Uzawa]. Laws short of their limits
 * stick. */
static void yield_by_degrees(search *k, vv_friction_forces *a) {
    enum { ROUNDS = 1000, MOST = VV_MINIMAX_MAX_FORCES };
    double part[MOST][2], u[2 * MOST], most;
    memcpy(part, a->aim, sizeof part);
    if (!rates_by(k, part, u)) return;
    most = largest_answer(k, part, u);
    for (int round = 0; round < ROUNDS && most > 0 && rates_by(k, part, u); round++)
        for (int c = 0; c < k->n; c++) {
            for (int j = 0; j < 2; j++) part[c][j] += u[2 * c + j] / most;
            double size = fmax(1, hypot(part[c][0], part[c][1]));
            for (int j = 0; j < 2; j++) part[c][j] /= size;
        }
    for (int c = 0; c < k->n; c++) {
        double size = hypot(part[c][0], part[c][1]);
        a->met[c] = size > 1 - VV_MODES_AT_LIMIT;
        for (int j = 0; j < 2 && a->met[c]; j++) a->aim[c][j] = part[c][j] / size;
    }
}

static unsigned met(const search *k, const vv_friction_forces *a) {
    unsigned all = 0;
    for (int c = 0; c < k->n; c++) all |= (unsigned)a->met[c] << c;
    return all;
}

/* Slides the laws that reach their limits together, or that the load moves. */
static bool slide_by_shares(search *k, vv_friction_forces *a) {
    for (int c = 0; c < k->n; c++)
        slide(&k->m->friction->coulomb.law[k->law[c]], (double[]){-a->aim[c][0], -a->aim[c][1]});
    vv_mode_search_solve(k); /* as in measure_rates */
    k->floor = floor_by(k);
    if (slide_together(k, a, met(k, a))) return true;
    yield_by_degrees(k, a);
    return slide_together(k, a, met(k, a));
}

/* Sticking laws that slip without reaching their own limits: marks them as forced, since it is
 * their slip that begins. */
static void note_together(search *k, const vv_coulomb_law *before) {
    for (int c = 0; c < k->n; c++) {
        vv_slip_state *o = &k->m->slip[k->law[c]];
        bool moves = k->m->friction->coulomb.law[k->law[c]].mode == VV_CONTACT_SLIDING_DIRECTED;
        if (moves && before[c].mode == VV_CONTACT_STICKING && !o->stopped) o->forced = true;
    }
}

/* Without a choice: all two-dimensional contacts at their limits, with the forces that they
 * have. */
static bool slide_as_forced(search *k) {
    const vv_coulomb_law *law = k->m->friction->coulomb.law;
    vv_friction_forces a;
    for (int c = 0; c < k->n; c++) {
        const vv_coulomb_law *l = &law[k->law[c]];
        const vv_slip_state *o = &k->m->slip[k->law[c]];
        if (l->n < 2 || !(o->tied || o->forced)) return false;
        memcpy(a.aim[c], l->direction, sizeof l->direction);
    }
    return k->n > 1 && slide_together(k, &a, (1U << k->n) - 1);
}

/* Starts from zero friction: the directions follow from the motion it leaves. */
static bool slide_by_degrees(search *k) {
    vv_friction_forces a = {0};
    yield_by_degrees(k, &a);
    return slide_together(k, &a, met(k, &a));
}

static void restore(vv_coulomb_law *l, const vv_coulomb_law *before) {
    *l = *before;
    memset(l->given, 0, sizeof l->given);
}

/* If nothing is consistent, try again: a body at rest that begins to slide without a jump has
 * accelerations that are rounding relative to those that friction could give it. */
static bool find_modes(search *k) {
    enum { MANY = 3 }; /* of two dimensions: their combinations take long, and add little */
    vv_coulomb_law *law = k->m->friction->coulomb.law, before[VV_MINIMAX_MAX_FORCES];
    for (int i = 0; i < k->n; i++) before[i] = law[k->law[i]];
    k->met = k->floor = 0;
    measure_rates(k, before);
    vv_friction_forces shares;
    vv_friction_forces_clear(k->m);
    if (hold_evenly(k, &shares)) return true;
    if (k->shares && slide_by_shares(k, &shares)) return note_together(k, before), true;
    for (int i = 0; i < k->n; i++) restore(&law[k->law[i]], &before[i]);
    if (slide_as_forced(k)) return true;
    for (int i = 0; i < k->n; i++) restore(&law[k->law[i]], &before[i]);
    if (any_plane(k) && k->n > 1 && slide_by_degrees(k)) return note_together(k, before), true;
    for (int i = 0; i < k->n; i++) restore(&law[k->law[i]], &before[i]);
    if (any_plane(k) && k->n > MANY) return false;
    k->m->fault_contact = -1;
    if (try_from(k, 0)) return true;
    int pulled = k->m->fault_contact;
    for (int i = 0; i < k->n; i++) restore(&law[k->law[i]], &before[i]);
    k->floor = floor_by(k);
    if (try_from(k, 0)) return true;
    for (int i = 0; i < k->n; i++) restore(&law[k->law[i]], &before[i]);
    k->m->fault_contact = pulled;
    return false;
}

static void conclude(search *k) {
    vv_contact_modes *m = k->m;
    mark(k);
    vv_contact_modes_require_series(m);
    k->s->transitions++;
    vv_normal_forces_find_supported(m, k->s);
    vv_indeterminacy_detect(m, k->s);
    vv_indeterminacy_note(m, k->s->t);
}

bool vv_mode_search_touching(search *k) {
    k->m->fault_contact = -1;
    vv_normal_forces_distribute(k->m, k->s);
    vv_mode_search_collect_laws(k);
    if (!find_modes(k)) return false;
    conclude(k);
    return true;
}
