/* Which combination of modes the accelerations agree with. Relations whose velocity is 0 may hold,
 * or begin to slide against their friction; those that slide do. Holding is tried first. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "evaluate/lu.h"
#include "simulate/modes.h"

static const double WITHIN = 1e-11; /* of a limit, of a normal reaction: rounding of a solution */

typedef struct search {
    vv_modes *m;
    vv_stepper *s;
    int n;
    int *law;     /* that may choose */
    double met;   /* the largest acceleration with any choice                               */
    bool shares;  /* that share what the equations do not divide                          */
    double floor; /* what is rounding beside it is rounding: 0 in the first search          */
} search;

static double largest_acceleration(const vv_flow *f) {
    double most = 0;
    for (int i = 0; i < f->n; i++)
        most = fmax(most, fabs(vv_flow_coefficients(f, f->nq + f->n + i)[0]));
    return most;
}

/* Accelerations and reactions with the modes as they are. */
static bool solve(search *k) {
    vv_flow *f = k->m->f;
    bool parts = false; /* then the gap has to grow, which its second coefficient tells */
    for (int i = 0; i < k->m->k->n; i++) parts |= k->m->fresh[i] && f->laws->normal[i].apart;
    vv_laws_switch(f);
    if (vv_flow_matrix(f, k->s->x, k->s->t) != VV_FLOW_OK || vv_flow_factor(f) != VV_FLOW_OK)
        return false;
    if ((parts ? vv_flow_series(f, k->s->x, k->s->t) : vv_flow_first(f, k->s->x, k->s->t)) !=
        VV_FLOW_OK)
        return false;
    k->met = fmax(k->met, largest_acceleration(f));
    return true;
}

static double result(const vv_flow *f, int i) {
    return vv_jet_result(f->jet, f->work, f->nq + f->n + i)[0];
}

static double reaction(const vv_flow *f, const vv_law *l, int j) {
    return vv_flow_coefficients(f, f->nq + 2 * f->n + l->row[j])[0];
}

/* u' */
static double rate(const search *k, const vv_law *l, int j) {
    const vv_flow_rows *v = &k->m->f->velocity;
    return vv_jet_result(v->jet, v->work, k->m->place[l->row[j]])[1];
}

/* Below this a rate of u is rounding. */
static double rate_noise(const search *k, const vv_law *l) {
    double most = fmax(largest_acceleration(k->m->f), k->floor);
    return 1e-9 * most * fmax(l->reach[0], l->n > 1 ? l->reach[1] : 0);
}

static bool touches(const search *k, int law) {
    return !k->m->k->laws.normal[k->m->k->contact[law]].apart;
}

static double along_aim(const search *k, const vv_law *l) {
    double sum = 0;
    for (int j = 0; j < l->n; j++) sum += l->aim[j] * rate(k, l, j);
    return sum;
}

/* ---- is it consistent? ---------------------------------------------------------------------- */

/* How a contact that parts does so: the velocity of the gap, where this is rounding its rate. */
static double parting_rate(const search *k, int contact) {
    const vv_flow *f = k->m->f;
    const double *gap =
        vv_jet_result(f->jet, f->work, f->nq + f->n + k->m->k->laws.normal[contact].first + 1);
    double most[2] = {0};
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < 2; j++)
            most[j] = fmax(most[j], fabs(vv_flow_coefficients(f, f->nq + j * f->n + i)[0]));
    for (int j = 0; j < 2; j++)
        if (fabs(gap[1 + j]) > 1e-9 * most[j]) return gap[1 + j];
    return 0;
}

static bool normals_push(search *k) {
    const vv_laws *w = &k->m->k->laws;
    for (int i = 0; i < w->nnormals; i++) {
        double N = result(k->m->f, w->normal[i].first), size = fabs(N);
        for (int l = 0; l < w->n; l++)
            for (int j = 0; j < w->law[l].n; j++)
                size = fmax(size, fabs(reaction(k->m->f, &w->law[l], j)));
        if (isnan(N)) return false;
        if (!w->normal[i].apart && N < -WITHIN * size) return k->m->culprit = i, false;
        if (w->normal[i].apart && k->m->fresh[i] && parting_rate(k, i) < 0) return false;
    }
    return true;
}

static double largest_limit(const search *k) {
    double most = 0;
    for (int c = 0; c < k->n; c++)
        most = fmax(most, result(k->m->f, k->m->k->laws.law[k->law[c]].first + 1));
    return most;
}

static bool others_slide(const search *k, int holds) {
    for (int c = 0; c < k->n; c++)
        if (c != holds && k->m->k->laws.law[k->law[c]].mode == VV_AIMED) return true;
    return false;
}

/* Within its limit; that of a contact that happens to bear nothing, of several that share a load,
 * holds nothing where the others do not. */
static bool is_held(search *k, int c) {
    const vv_law *l = &k->m->k->laws.law[k->law[c]];
    double R = hypot(reaction(k->m->f, l, 0), l->n > 1 ? reaction(k->m->f, l, 1) : 0),
           most = result(k->m->f, l->first + 1);
    return R <= most + WITHIN * fmax(R, most) &&
           (most > WITHIN * largest_limit(k) || !others_slide(k, c));
}

/* What begins smoothly moves along its aim by the second coefficient of u; in one dimension, where
 * a contact without a load has no force against which to choose. The series are made for it. */
static bool begins_ahead(search *k) {
    vv_flow *f = k->m->f;
    const vv_flow_rows *v = &f->velocity;
    double limit = largest_limit(k);
    bool made = false;
    for (int c = 0; c < k->n; c++) {
        const vv_law *l = &k->m->k->laws.law[k->law[c]];
        if (l->mode != VV_AIMED || l->n > 1 || result(f, l->first + 1) > WITHIN * limit ||
            fabs(along_aim(k, l)) > rate_noise(k, l))
            continue;
        if (!made && vv_flow_series(f, k->s->x, k->s->t) != VV_FLOW_OK) return false;
        made = true;
        double most = 0, second = vv_jet_result(v->jet, v->work, k->m->place[l->row[0]])[2];
        for (int i = 0; i < f->n; i++)
            most = fmax(most, fabs(vv_flow_coefficients(f, f->nq + f->n + i)[1]));
        if (second * l->aim[0] < -1e-9 * most * l->reach[0]) return false;
    }
    return true;
}

static bool agrees(search *k) {
    const vv_laws *w = &k->m->k->laws;
    if (!normals_push(k)) return false;
    for (int c = 0; c < k->n; c++) {
        const vv_law *l = &w->law[k->law[c]];
        if (l->mode == VV_HOLDS && !is_held(k, c)) return false;
        if (l->mode == VV_AIMED && !(along_aim(k, l) >= -rate_noise(k, l))) return false;
    }
    return begins_ahead(k);
}

/* ---- directions ----------------------------------------------------------------------------- */

/* How far the rate of u turns from the aim at an angle; *ahead: along it. */
static bool off_aim(search *k, vv_law *l, double angle, double *off, double *ahead) {
    l->aim[0] = cos(angle), l->aim[1] = sin(angle);
    if (!solve(k)) return false;
    *ahead = along_aim(k, l);
    *off = l->aim[0] * rate(k, l, 1) - l->aim[1] * rate(k, l, 0);
    return true;
}

/* u begins in the direction of its own rate, which friction against it leaves: the angle nearest to
 * the one given where they agree. */
static bool find_aim(search *k, vv_law *l) {
    enum { PARTS = 32, HALVINGS = 60 };
    const double step = 3.14159265358979323846 / PARTS;
    double middle = atan2(l->aim[1], l->aim[0]), off, ahead;
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

/* ---- all combinations ----------------------------------------------------------------------- */

static void hold(vv_law *l) { l->mode = VV_HOLDS; }

static void slide(vv_law *l, const double aim[2]) {
    l->mode = VV_AIMED;
    memcpy(l->aim, aim, sizeof l->aim);
    memset(l->bend, 0, sizeof l->bend);
}

static bool try_from(search *k, int c);

/* Opposite to the force that would hold it, in the last solution in which it held. */
static bool try_sliding(search *k, int c, const double against[2]) {
    vv_law *l = &k->m->k->laws.law[k->law[c]];
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

/* Choices from candidate c on. */
static bool try_from(search *k, int c) {
    if (c == k->n) return solve(k) && agrees(k);
    vv_law *l = &k->m->k->laws.law[k->law[c]];
    vv_course *o = &k->m->course[k->law[c]];
    double aim[2] = {l->aim[0], l->aim[1]}, size;
    if (o->tied && !o->forced && l->n == 1 && try_sliding(k, c, aim)) return true;
    if (!o->forced) {
        hold(l);
        if (try_from(k, c + 1)) return true;
        hold(l);
        for (int i = c + 1; i < k->n; i++) hold(&k->m->k->laws.law[k->law[i]]);
        if (!solve(k)) return try_sliding(k, c, (double[]){1, 0});
        aim[0] = -reaction(k->m->f, l, 0);
        aim[1] = l->n > 1 ? -reaction(k->m->f, l, 1) : 0;
    }
    size = hypot(aim[0], aim[1]);
    if (!(size > 0)) aim[0] = size = 1;
    aim[0] /= size, aim[1] /= size;
    return try_sliding(k, c, aim);
}

static bool collect(search *k) {
    const vv_laws *w = &k->m->k->laws;
    k->n = 0;
    for (int l = 0; l < w->n; l++) {
        vv_course *o = &k->m->course[l];
        if (!touches(k, l)) continue;
        if (w->law[l].mode == VV_HOLDS || o->arrived || o->forced || o->tied) {
            if (k->n == VV_EVEN_MOST) continue; /* of three choices each */
            k->law[k->n++] = l;
        }
    }
    return k->n > 0;
}

void vv_modes_part(vv_modes *m, int contact, double gap) {
    vv_laws *w = &m->k->laws;
    w->normal[contact].apart = true;
    m->fresh[contact] = true;
    m->lifts[contact]++;
    m->gap[contact] = gap;
    for (int l = 0; l < w->n; l++)
        if (m->k->contact[l] == contact) w->law[l].mode = VV_APART;
}

static bool begins_to_slide(const search *k, int c) {
    const vv_law *l = &k->m->k->laws.law[k->law[c]];
    return l->n > 1 && l->mode == VV_AIMED && k->m->course[k->law[c]].fresh;
}

/* How the rates of u across the aims answer a small turn of one of them. */
static void measure_answers(search *k, int turned) {
    static const double TURN = 1e-3, ROUNDING = 1e-9;
    int laws = k->m->k->laws.n;
    vv_law *law = k->m->k->laws.law, *l = &law[k->law[turned]];
    double aim[2] = {l->aim[0], l->aim[1]}, *to = k->m->yields + k->law[turned];
    for (int i = 0; i < laws; i++) to[i * laws] = 0;
    for (int side = -1; side <= 1; side += 2) {
        l->aim[0] = aim[0] * cos(side * TURN) - aim[1] * sin(side * TURN);
        l->aim[1] = aim[1] * cos(side * TURN) + aim[0] * sin(side * TURN);
        bool good = solve(k);
        memcpy(l->aim, aim, sizeof aim);
        for (int c = 0; good && c < k->n; c++) {
            const vv_law *o = &law[k->law[c]];
            if (begins_to_slide(k, c))
                to[k->law[c] * laws] +=
                    side / (2 * TURN) * (o->aim[0] * rate(k, o, 1) - o->aim[1] * rate(k, o, 0));
        }
    }
    for (int c = 0; c < k->n; c++) {
        const double *reach = law[k->law[c]].reach;
        double *y = &to[k->law[c] * laws];
        if (fabs(*y) < ROUNDING * k->met * fmax(reach[0], reach[1])) *y = 0;
    }
}

/* Laws that slide while others keep them where they are; transitions of those that move. */
static void mark_tied(search *k) {
    vv_modes *m = k->m;
    for (int i = 0; i < m->k->laws.n; i++) {
        vv_law *l = &m->k->laws.law[i];
        vv_course *o = &m->course[i];
        bool moved = l->mode == VV_SLIDES || (l->mode == VV_AIMED && !o->tied && !o->forced),
             released = (o->tied || o->forced) && l->mode == VV_AIMED;
        o->tied = (moved || released) && vv_spare_tied(m, k->s, i);
        if (o->tied) l->mode = VV_AIMED, o->fresh = o->fading = o->ending = false;
        if (o->tied ? moved && o->peak > 0 : released) vv_modes_note(o, k->s->t, !o->tied);
    }
}

/* What slides begins to do so now. */
static void mark(search *k) {
    /* rounding of a rate; polynomials know less of it */
    const double by = k->s->by == &vv_integrator_taylor && !k->shares ? 16 * DBL_EPSILON : 1e-12;
    mark_tied(k);
    for (int c = 0; c < k->n; c++) {
        vv_law *l = &k->m->k->laws.law[k->law[c]];
        vv_course *o = &k->m->course[k->law[c]];
        bool turns_back = o->arrived && o->peak > 0 && l->mode != VV_HOLDS && !o->tied;
        if (turns_back) vv_modes_note(o, k->s->t, true); /* its end was noted */
        o->arrived = o->forced = false;
        if (l->mode == VV_HOLDS || o->tied) continue;
        l->gave[0] = l->gave[1] = false;
        o->fresh = true;
        o->still = by * k->met * fmax(l->reach[0], l->n > 1 ? l->reach[1] : 0);
        o->fading = o->ending = false;
        o->peak = 0;
    }
    for (int c = 0; c < k->n; c++)
        if (begins_to_slide(k, c)) measure_answers(k, c);
    solve(k);
}

/* What friction could give to a body that only its contacts hold: the accelerations when those at
 * their limit turn round. Beside these the rate of a slip that begins without a jump is rounding,
 * which must not be the reason for another contact to give way. */
static void measure_rates(search *k, const vv_law *before) {
    vv_law *law = k->m->k->laws.law;
    bool any = false;
    for (int i = 0; i < k->n; i++) {
        vv_law *l = &law[k->law[i]];
        const vv_course *o = &k->m->course[k->law[i]];
        if (!o->tied && !o->forced) continue;
        slide(l, (double[]){-l->aim[0], -l->aim[1]});
        any = true;
    }
    if (any) solve(k);
    k->floor = k->met;
    for (int i = 0; i < k->n; i++) law[k->law[i]] = before[i];
}

/* The limits of those that were collected, by the accelerations just found; how far they are from
 * what stood there, of the largest. */
static double read_limits(const search *k, double *limit) {
    double most = 0, moved = 0;
    for (int c = 0; c < k->n; c++) {
        double now = vv_laws_rest(k->m->f, k->law[c])[0];
        moved = fmax(moved, fabs(now - limit[c]));
        most = fmax(most, now);
        limit[c] = now;
    }
    return most > 0 ? moved / most : 0;
}

/* Where feet stand at several heights a division changes the pressures, and so the limits: again
 * until it does not. What it comes to has friction along velocities that the normals allow. */
static bool divide_evenly(search *k, bool forced, vv_shares *out) {
    enum { ROUNDS = 40 };
    const double FOUND = 1e-15;
    double limit[VV_EVEN_MOST] = {0};
    vv_law *law = k->m->k->laws.law, was[VV_EVEN_MOST];
    for (int c = 0; c < k->n; c++) was[c] = law[k->law[c]];
    for (int round = 0; round < ROUNDS; round++) {
        if (!solve(k)) return false;
        if (read_limits(k, limit) <= FOUND && round) return true;
        for (int c = 0; c < k->n; c++) law[k->law[c]] = was[c]; /* its rate is by the last choice */
        if (!vv_share_out(k->m, k->s, k->n, k->law, forced, out)) return false;
    }
    return true;
}

/* All of them hold, and divide evenly what the equations do not divide. */
static bool hold_evenly(search *k, vv_shares *out) {
    bool forced = false;
    for (int c = 0; c < k->n; c++) {
        hold(&k->m->k->laws.law[k->law[c]]);
        forced |= k->m->course[k->law[c]].forced;
    }
    k->shares = divide_evenly(k, forced, out);
    if (!k->shares) return false;
    if (out->most <= (forced ? VV_SHARE_LIMIT : 1 + WITHIN) && solve(k) && agrees(k)) return true;
    vv_share_end(k->m);
    return false;
}

/* Those that slide in two dimensions: how their rates turn from their aims, of the rates. false:
 * they are not known, or it is no rate that turns there. *still: all of them are rounding. */
static bool off_aims(search *k, int n, vv_law **l, double *off, bool *still) {
    *still = true;
    if (!solve(k)) return false;
    for (int i = 0; i < n; i++) {
        double across = l[i]->aim[0] * rate(k, l[i], 1) - l[i]->aim[1] * rate(k, l[i], 0),
               size = hypot(across, along_aim(k, l[i]));
        *still &= size <= rate_noise(k, l[i]);
        off[i] = size > 0 ? across / size : 0;
    }
    return true;
}

static void turn(vv_law *l, double angle) {
    double x = l->aim[0], y = l->aim[1];
    l->aim[0] = x * cos(angle) - y * sin(angle);
    l->aim[1] = y * cos(angle) + x * sin(angle);
}

/* Aims along which all of them begin, nearest to those given: by Newton. One after another would
 * look for directions that the rest has not left yet. */
static bool find_aims(search *k, int n, vv_law **l) {
    enum { ROUNDS = 40, MOST = VV_EVEN_MOST };
    const double TURN = 1e-6, FAR = 0.3, FOUND = 1e-14, GOOD = 1e-10;
    double off[MOST], there[MOST], J[MOST * MOST], pivot[MOST], worst = 1;
    bool still;
    for (int round = 0; round < ROUNDS; round++) {
        if (!off_aims(k, n, l, off, &still)) return false;
        if (still) return true; /* they begin smoothly */
        worst = 0;
        for (int i = 0; i < n; i++) worst = fmax(worst, fabs(off[i]));
        if (worst <= FOUND) return true;
        for (int j = 0; j < n; j++) {
            double aim[2] = {l[j]->aim[0], l[j]->aim[1]};
            turn(l[j], TURN);
            if (!off_aims(k, n, l, there, &still)) return false;
            memcpy(l[j]->aim, aim, sizeof aim);
            for (int i = 0; i < n; i++) J[i * n + j] = (there[i] - off[i]) / TURN;
        }
        if (!vv_lu_factor(n, J, pivot)) return false;
        vv_lu_solve(n, J, pivot, off);
        double most = 0;
        for (int i = 0; i < n; i++) most = fmax(most, fabs(off[i]));
        for (int i = 0; i < n; i++) turn(l[i], -off[i] * fmin(1, FAR / most));
    }
    return worst <= GOOD && solve(k);
}

/* Several contacts, those of `moves` at their limits, as the legs of a table that is pushed: do
 * they begin to slide against their friction? */
static bool slide_together(search *k, const vv_shares *a, unsigned moves) {
    vv_law *law = k->m->k->laws.law, *plane[VV_EVEN_MOST];
    int n = 0;
    for (int c = 0; c < k->n; c++) {
        vv_law *l = &law[k->law[c]];
        hold(l);
        if (!(moves >> c & 1)) continue;
        slide(l, a->aim[c]);
        if (l->n > 1) plane[n++] = l;
    }
    return n && find_aims(k, n, plane) && agrees(k);
}

/* Rates of all components of u with a part of each friction in some direction; NULL: unknown. */
static const double *rates_by(search *k, double part[][2], double *out) {
    for (int c = 0; c < k->n; c++) slide(&k->m->k->laws.law[k->law[c]], part[c]);
    if (!solve(k)) return NULL;
    for (int c = 0; c < k->n; c++) {
        const vv_law *l = &k->m->k->laws.law[k->law[c]];
        for (int j = 0; j < 2; j++) out[2 * c + j] = j < l->n ? rate(k, l, j) : 0;
    }
    return out;
}

/* The most by which rates answer parts of friction: the largest sum of a row. */
static double largest_answer(search *k, double part[][2], const double *base) {
    enum { MOST = 2 * VV_EVEN_MOST };
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

/* Accelerations that a load beyond all limits leaves: every friction grows against its rate until
 * this vanishes or it is at its limit, by the gradient [Uzawa]. What is short of it holds. */
static void yield_by_degrees(search *k, vv_shares *a) {
    enum { ROUNDS = 1000, MOST = VV_EVEN_MOST };
    const double LESS = 1e-6;
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
        a->met[c] = size > 1 - LESS;
        for (int j = 0; j < 2 && a->met[c]; j++) a->aim[c][j] = part[c][j] / size;
    }
}

static unsigned met(const search *k, const vv_shares *a) {
    unsigned all = 0;
    for (int c = 0; c < k->n; c++) all |= (unsigned)a->met[c] << c;
    return all;
}

/* Those that come to their limits together, or that the load moves. */
static bool slide_by_shares(search *k, vv_shares *a) {
    for (int c = 0; c < k->n; c++)
        slide(&k->m->k->laws.law[k->law[c]], (double[]){-a->aim[c][0], -a->aim[c][1]});
    solve(k); /* as in measure_rates */
    k->floor = k->met;
    if (slide_together(k, a, met(k, a))) return true;
    yield_by_degrees(k, a);
    return slide_together(k, a, met(k, a));
}

/* Those that held give way by no force of their own: it is their slip that begins. */
static void note_together(search *k, const vv_law *before) {
    for (int c = 0; c < k->n; c++) {
        vv_course *o = &k->m->course[k->law[c]];
        bool moves = k->m->k->laws.law[k->law[c]].mode == VV_AIMED;
        if (moves && before[c].mode == VV_HOLDS && !o->arrived) o->forced = true;
    }
}

/* Without a choice: contacts of two dimensions, all at their limits with the forces that they have.
 */
static bool slide_as_forced(search *k) {
    const vv_law *law = k->m->k->laws.law;
    vv_shares a;
    for (int c = 0; c < k->n; c++) {
        const vv_law *l = &law[k->law[c]];
        const vv_course *o = &k->m->course[k->law[c]];
        if (l->n < 2 || !(o->tied || o->forced)) return false;
        memcpy(a.aim[c], l->aim, sizeof l->aim);
    }
    return k->n > 1 && slide_together(k, &a, (1U << k->n) - 1);
}

static void restore(vv_law *l, const vv_law *before) {
    *l = *before;
    memset(l->given, 0, sizeof l->given);
}

/* Where nothing agrees, once more: a body that was at rest and begins to slide without a jump has
 * accelerations that are nothing but rounding, beside those that friction could give it. */
static bool find_modes(search *k) {
    vv_law *law = k->m->k->laws.law, before[VV_EVEN_MOST];
    for (int i = 0; i < k->n; i++) before[i] = law[k->law[i]];
    k->met = k->floor = 0;
    measure_rates(k, before);
    vv_shares shares;
    vv_share_end(k->m);
    if (hold_evenly(k, &shares)) return true;
    if (k->shares && slide_by_shares(k, &shares)) return note_together(k, before), true;
    for (int i = 0; i < k->n; i++) restore(&law[k->law[i]], &before[i]);
    if (slide_as_forced(k)) return true;
    k->m->culprit = -1;
    for (int i = 0; i < k->n; i++) restore(&law[k->law[i]], &before[i]);
    if (try_from(k, 0)) return true;
    int pulled = k->m->culprit;
    for (int i = 0; i < k->n; i++) restore(&law[k->law[i]], &before[i]);
    k->floor = k->met;
    if (try_from(k, 0)) return true;
    k->m->culprit = pulled;
    return false;
}

vv_mode_fault vv_modes_settle(vv_modes *m, vv_stepper *s) {
    search k = {.m = m, .s = s};
    int law[VV_EVEN_MOST];
    k.law = law;
    vv_spare_look(m, s);
    for (int tries = 0; tries <= m->k->n; tries++) {
        m->culprit = -1;
        vv_load_share(m, s);
        collect(&k);
        if (find_modes(&k)) {
            mark(&k);
            vv_modes_tell_laws(m);
            s->turns++;
            vv_load_look(m, s);
            vv_spare_look(m, s);
            vv_spare_note(m, s->t);
            return VV_MODE_OK;
        }
        if (m->culprit < 0) break;
        /* nothing pulls: what would have to be pulled parts */
        const vv_normal *n = &m->k->laws.normal[m->culprit];
        if (n->row < 0 || !n->gap.id) return VV_MODE_LIFTS;
        vv_spare_note(m, s->t); /* it may part by a choice */
        vv_modes_part(m, m->culprit, result(m->f, n->first + 1));
        m->event = VV_CHANGE_LIFTS;
    }
    m->culprit = m->culprit < 0 ? 0 : m->culprit;
    return VV_MODE_NOWHERE;
}
