/* Series of the directions of slips that begin. Friction opposes u, and u = 0: its direction is
 * that of the first nonvanishing coefficient of u, and the further coefficients of the series d0 +
 * d1 t + ... are those with which the motion keeps u along d. The direction is rotated by an angle
 * whose tangent is δ(t); the residual r = u_across - δ u_along has to vanish. Coefficient k + 1 of
 * r depends on δ_k through G/(k + 1) - a, where G is the response of u'_across and a the first
 * coefficient of u_along; lower coefficients do not depend on it, so each iteration determines one
 * more. Where several slips begin together, as at the legs of a table, each responds to the
 * rotations of all. Where friction sets in smoothly (a = 0) the series is asymptotic, since
 * u_across relaxes at a rate that grows without bound towards the beginning: it is truncated where
 * its terms stop decreasing. */
#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "simulate/contact/minimax_force.h"
#include "simulate/contact/contact_modes.h"
#include "simulate/contact/contact_tolerances.h"

enum { N = VV_SLIP_DIRECTION_ORDER };

/* c = a b, coefficients 0 .. N + 1 */
static void multiply(const double *a, const double *b, double *c) {
    for (int k = 0; k <= N + 1; k++) {
        c[k] = 0;
        for (int i = 0; i <= k; i++) c[k] += a[i] * b[k - i];
    }
}

/* y = (1 + δ²)^(-1/2): y' (1 + δ²) = - y δ δ', with s = 1 + δ² */
static void shorten(const double *delta, double *y) {
    double s[N + 2];
    multiply(delta, delta, s);
    s[0] += 1;
    y[0] = 1 / sqrt(s[0]);
    for (int k = 1; k <= N + 1; k++) {
        double sum = 0;
        for (int i = 1; i <= k; i++) sum += (-0.5 * i - (k - i)) * s[i] * y[k - i];
        y[k] = sum / (k * s[0]);
    }
}

/* d = (d0 + δ d0_across)/sqrt(1 + δ²) */
static void bend(vv_coulomb_law *l, const double *delta) {
    double y[N + 2], z[N + 2];
    shorten(delta, y);
    multiply(delta, y, z);
    for (int k = 1; k <= N; k++) {
        l->direction_series[0][k] = l->direction[0] * y[k] - l->direction[1] * z[k];
        l->direction_series[1][k] = l->direction[1] * y[k] + l->direction[0] * z[k];
    }
}

static void left_over(const vv_contact_modes *m, const vv_coulomb_law *l, const double *delta,
                      double *along, double *r) {
    const vv_dynamics_constraints *v = &m->f->velocity;
    const double *u = vv_jet_result(v->jet, v->work, m->place[l->row[0]]),
                 *w = vv_jet_result(v->jet, v->work, m->place[l->row[1]]);
    double turned[N + 2];
    for (int k = 0; k <= N + 1; k++) along[k] = l->direction[0] * u[k] + l->direction[1] * w[k];
    along[0] = 0;
    multiply(delta, along, turned);
    for (int k = 0; k <= N + 1; k++)
        r[k] = l->direction[0] * w[k] - l->direction[1] * u[k] - turned[k];
}

typedef struct together {
    vv_contact_modes *m;
    const vv_stepper *s;
    int n, law[VV_MINIMAX_MAX_FORCES];
    double Y[VV_MINIMAX_MAX_FORCES * VV_MINIMAX_MAX_FORCES]; /* the responses G, of each to each */
    double delta[VV_MINIMAX_MAX_FORCES][N + 2], along[VV_MINIMAX_MAX_FORCES][N + 2],
        r[VV_MINIMAX_MAX_FORCES][N + 2];
    bool smooth;                        /* all of them begin smoothly */
    double pace[VV_MINIMAX_MAX_FORCES]; /* smooth: first coefficient along each direction */
    bool bound; /* no rotation changes the motion: sticking constraints fix the direction of u */
    vv_kkt family;
} together;

static vv_coulomb_law *law_of(const together *k, int i) {
    return &k->m->friction->coulomb.law[k->law[i]];
}

static void look_for_left_over(together *k) {
    for (int i = 0; i < k->n; i++) left_over(k->m, law_of(k, i), k->delta[i], k->along[i], k->r[i]);
}

/* Bodies that slip at several places have fewer velocities than there are directions, and where
 * slips begin smoothly a rotation of all that preserves their resultant changes nothing: Y is
 * singular. Rotations compatible with the velocities are Y η, each divided by its own pace. */
static double turned(const together *k, int i, const double *eta) {
    double sum = 0;
    for (int j = 0; j < k->n; j++) sum += k->Y[i * k->n + j] * eta[j];
    return sum / k->pace[i];
}

/* The part of r, coefficient `order`, orthogonal to all velocities across the directions: it is the
 * rotation of the directions themselves, two orders lower. */
static void beyond_velocities(const together *k, int order, double *out) {
    int n = k->n;
    double column[VV_MINIMAX_MAX_FORCES * VV_MINIMAX_MAX_FORCES],
        by[VV_MINIMAX_MAX_FORCES * (VV_MINIMAX_MAX_FORCES + 1)];
    bool kept[VV_MINIMAX_MAX_FORCES];
    for (int i = 0; i < n * n; i++) column[i] = k->Y[i % n * n + i / n];
    vv_select_independent_rows(n, n, column, by, kept);
    for (int i = 0; i < n; i++) out[i] = k->r[i][order];
    vv_select_remove_components(n, n, column, kept, out);
}

static bool find_family(together *k) {
    int n = k->n;
    if (!vv_kkt_new(k->m->f->c, n, &k->family)) return false;
    for (int j = 0; j < n; j++) {
        double unit[VV_MINIMAX_MAX_FORCES] = {0}, by[VV_MINIMAX_MAX_FORCES];
        unit[j] = 1;
        for (int i = 0; i < n; i++) by[i] = turned(k, i, unit);
        for (int i = 0; i < n; i++) {
            k->family.a[i * n + j] = 0;
            for (int l = 0; l < n; l++) k->family.a[i * n + j] += k->Y[i * n + l] * by[l];
        }
    }
    return vv_kkt_factor(&k->family, VV_SLIP_LEAST_PIVOT);
}

/* Coefficients of δ where the direction of u does not depend on them. */
static void follow(together *k, int order) {
    int first = k->smooth ? 2 : 1;
    for (int i = 0; i < k->n && order + first <= N + 1; i++)
        if (fabs(k->along[i][first]) > 0)
            k->delta[i][order] += k->r[i][order + first] / k->along[i][first];
}

static void answer_smoothly(together *k, int order, double *x) {
    int n = k->n;
    double own[VV_MINIMAX_MAX_FORCES] = {0};
    if (order + 2 <= N + 1) beyond_velocities(k, order + 2, own);
    for (int i = 0; i < n; i++) own[i] /= k->pace[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) x[i] += k->Y[i * n + j] * own[j];
    vv_kkt_solve(&k->family, x);
    for (int i = 0; i < n; i++) k->delta[i][order] += own[i] - turned(k, i, x);
}

/* Coefficients k of δ that cancel those of order k + 1 of r. */
static bool answer(together *k, int order) {
    int n = k->n;
    double A[VV_MINIMAX_MAX_FORCES * VV_MINIMAX_MAX_FORCES], pivot[VV_MINIMAX_MAX_FORCES],
        x[VV_MINIMAX_MAX_FORCES];
    for (int i = 0; i < n; i++) x[i] = k->r[i][order + 1] * (k->smooth ? order + 1 : 1);
    if (k->bound) return follow(k, order), true;
    if (k->smooth && n > 1) return answer_smoothly(k, order, x), true;
    for (int i = 0; i < n * n; i++) A[i] = k->Y[i] / (k->smooth ? 1 : order + 1);
    for (int i = 0; i < n && !k->smooth; i++) A[i * n + i] -= k->along[i][1];
    if (!vv_lu_factor(n, A, pivot)) return false;
    vv_lu_solve(n, A, pivot, x);
    for (int i = 0; i < n; i++) k->delta[i][order] -= x[i];
    return true;
}

static bool expand(together *k) {
    for (int i = 0; i < k->n; i++) bend(law_of(k, i), k->delta[i]);
    return vv_dynamics_expand_series(k->m->f, k->s->x, k->s->t) == VV_DYNAMICS_OK;
}

/* The paces are those of the motion that the directions allow: once the first rotations keep the
 * motion compatible, whatever paces they assumed, the motion yields the right ones. */
static bool find_paces(together *k) {
    for (int i = 0; i < k->n; i++) k->pace[i] = 1;
    if (!find_family(k) || !answer(k, 1) || !expand(k)) return false;
    look_for_left_over(k);
    double most = 0;
    for (int i = 0; i < k->n; i++) most = fmax(most, fabs(k->along[i][2]));
    for (int i = 0; i < k->n; i++) k->pace[i] = fmax(k->along[i][2], VV_SLIP_LEAST_PACE * most);
    if (!(most > 0)) return false;
    memset(k->delta, 0, sizeof k->delta);
    if (!expand(k)) return false;
    look_for_left_over(k);
    return find_family(k);
}

static void aim_together(together *k) {
    look_for_left_over(k);
    k->smooth = true;
    for (int i = 0; i < k->n; i++) k->smooth &= fabs(k->along[i][1]) <= k->m->slip[k->law[i]].still;
    if (k->smooth && k->n > 1 && !k->bound && !find_paces(k)) return;
    for (int round = 0; round < N + 2; round++) {
        if (round) look_for_left_over(k);
        for (int order = 1; order <= N; order++)
            if (!answer(k, order)) return;
        if (!expand(k)) break;
    }
}

static void begin(together *k) {
    int laws = k->m->friction->coulomb.n;
    for (int l = 0; l < laws; l++)
        if (k->m->slip[l].fresh && k->m->friction->coulomb.law[l].n > 1 &&
            k->n < VV_MINIMAX_MAX_FORCES)
            k->law[k->n++] = l;
    for (int i = 0; i < k->n; i++)
        for (int j = 0; j < k->n; j++)
            k->Y[i * k->n + j] = k->m->direction_response[k->law[i] * laws + k->law[j]];
    k->bound = true;
    for (int i = 0; i < k->n * k->n; i++) k->bound &= k->Y[i] == 0;
}

void vv_contact_modes_expand_slip_directions(vv_contact_modes *m, const vv_stepper *s) {
    together k = {.m = m, .s = s};
    bool known = m->f->order >= N + 2;
    begin(&k);
    for (int i = 0; i < k.n; i++) known &= k.Y[i * k.n + i] < 0 || k.bound;
    vv_mark mark = vv_arena_mark(m->f->c);
    if (k.n && known) aim_together(&k);
    vv_arena_release(m->f->c, mark);
    for (int i = 0; i < k.n; i++) {
        double within = known ? VV_SLIP_WITHIN * s->h : VV_SLIP_WITHIN_UNKNOWN * s->h;
        for (int j = N - 1; j <= N; j++)
            if (fabs(k.delta[i][j]) > 0)
                within = fmin(within, pow(VV_SLIP_TRUNCATION / fabs(k.delta[i][j]), 1.0 / j));
        m->slip[k.law[i]].within = within;
    }
}
