/* The direction of a slip that begins. Friction acts against u, and u = 0: the direction is that of
 * the first coefficient of u that does not vanish, and the further ones of its series d0 + d1 t +
 * ... are those with which the motion keeps u in the direction d. The direction is turned by an
 * angle whose tangent is δ(t); what is left of u across it, r = u_across - δ u_along, has to
 * vanish. Coefficient k + 1 of r answers one of δ_k by G/(k + 1) - a, where G is the answer of
 * u'_across and a the first coefficient of u_along; lower ones do not: every round mends one more.
 * Where friction takes hold smoothly (a = 0) the series is an asymptotic one, since u_across
 * relaxes with a rate that grows without bound towards the beginning: it is used as far as its
 * terms fall. */
#include <math.h>
#include <string.h>

#include "simulate/modes.h"

enum { N = VV_BENDS };

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
static void bend(vv_law *l, const double *delta) {
    double y[N + 2], z[N + 2];
    shorten(delta, y);
    multiply(delta, y, z);
    for (int k = 1; k <= N; k++) {
        l->bend[0][k] = l->aim[0] * y[k] - l->aim[1] * z[k];
        l->bend[1][k] = l->aim[1] * y[k] + l->aim[0] * z[k];
    }
}

static void left_over(const vv_modes *m, const vv_law *l, const double *delta, double *along,
                      double *r) {
    const vv_flow_rows *v = &m->f->velocity;
    const double *u = vv_jet_result(v->jet, v->work, m->place[l->row[0]]),
                 *w = vv_jet_result(v->jet, v->work, m->place[l->row[1]]);
    double turned[N + 2];
    for (int k = 0; k <= N + 1; k++) along[k] = l->aim[0] * u[k] + l->aim[1] * w[k];
    along[0] = 0;
    multiply(delta, along, turned);
    for (int k = 0; k <= N + 1; k++) r[k] = l->aim[0] * w[k] - l->aim[1] * u[k] - turned[k];
}

void vv_modes_aim(vv_modes *m, const vv_stepper *s, int law) {
    vv_law *l = &m->k->laws.law[law];
    vv_course *o = &m->course[law];
    double delta[N + 2] = {0}, along[N + 2], r[N + 2], within = 0.1 * s->h;
    if (m->f->order < N + 2 || !(o->yields < 0)) {
        o->within = 1e-8 * s->h;
        return;
    }
    for (int round = 0; round < N + 2; round++) {
        left_over(m, l, delta, along, r);
        for (int k = 1; k <= N; k++) {
            double answer = o->yields / (k + 1) - along[1];
            delta[k] -= r[k + 1] / answer;
        }
        bend(l, delta);
        if (vv_flow_series(m->f, s->x, s->t) != VV_FLOW_OK) break;
    }
    for (int k = N - 1; k <= N; k++)
        if (fabs(delta[k]) > 0) within = fmin(within, pow(1e-15 / fabs(delta[k]), 1.0 / k));
    o->within = within;
}
