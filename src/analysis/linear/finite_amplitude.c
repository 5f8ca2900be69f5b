#include "analysis/linear/finite_amplitude.h"
#include "analysis/linear/linear_tolerances.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/solve/solve.h"
#include "equations/stability/stability.h"
#include "kinematics/kinematics.h"
#include "prove/prove.h"

void vv_period_put_amplitude_law(vv_document *d, int n, int k, vv_expr m, vv_expr v) {
    vv_ctx *c = d->c;
    vv_expr q0 = vv_symbol_new(c, "q0", VV_SYM_OTHER), I = vv_symbol_new(c, "I", VV_SYM_OTHER),
            period = vv_symbol_new(c, "period", VV_SYM_OTHER);
    vv_symbol_set_sign(c, q0, VV_POSITIVE);
    double a = (0.5 * n + 1) / k, integral = tgamma(a) * sqrt(M_PI) / (k * tgamma(a + 0.5));
    vv_expr root = vv_sqrt(c, vv_div(c, m, vv_mul(c, vv_int(c, 2), v))),
            law = vv_mul(c, vv_mul(c, vv_int(c, 4), I),
                         vv_mul(c, root, vv_pow(c, q0, vv_ratio(c, 2 + n - k, 2))));
    vv_document_definition(d, "period", period, law, "of small motions of amplitude q0");
    vv_document_paragraph(
        d, "integral", "I = %.13g, the integral of %s/sqrt(1 - s^%d) from 0 to 1: not isochronous",
        integral, n ? vv_format(c, "s^(%d/2)", n) : "1", k);
}

/* ---- a motion from rest -------------------------------------------------------------------- */

enum { BITS = 256, MOST_NODES = 4096 };
enum { SLOT_X, SLOT_CENTRE, SLOT_HALF, SLOT_V0, SLOT_SUM, SLOT_A, SLOT_B, SLOTS };

typedef struct swing {
    vv_ctx *c;
    const vv_study *study;
    vv_enclosure v; /* -(U + T0), its derivative, the coefficient of q'^2 / 2 */
    vv_expr height, inertia;
    int x; /* slot of the coordinate, -1 if nothing depends on it */
    double from, to, centre;
} swing;

static int own(const swing *s, int k) { return s->v.scratch + k; }

static double height(swing *s, double x) {
    if (s->x >= 0) vv_ball_set_interval(s->v.b, s->x, x, x);
    vv_enclosure_run(&s->v);
    return vv_ball_midpoint_double(s->v.b, s->v.root[0]);
}

/* The coordinate whose rate is the only speed, with its initial value, everything else at rest;
 * -1 for other initial conditions. */
static int start_of(const vv_study *study, vv_expr *value) {
    const vv_system *s = study->s;
    int at = -1;
    for (int a = 0; a < s->nq; a++)
        if (vv_same(s->w[0], s->qd[a])) at = a;
    *value = VV_POISON;
    for (int i = 0; i < s->m->nstarts && at >= 0; i++) {
        if (vv_same(s->m->start[i].symbol, s->q[at]))
            *value = s->m->start[i].value;
        else if (!vv_is_zero(s->m->start[i].value))
            return -1;
    }
    return vv_is_poison(*value) ? -1 : at;
}

static bool prepare(swing *s, int at) {
    const vv_system *y = s->study->s;
    vv_ctx *c = s->c;
    vv_expr e[3] = {vv_neg(c, vv_add(c, vv_force_function(c, y), y->T_degree[0])), VV_ZERO,
                    s->study->eq->matrix[0]};
    vv_subst(c, y->elimination.n, y->elimination.symbol, y->elimination.value, 3, e, e);
    e[2] = vv_subst1(c, e[2], y->w[0], VV_ZERO);
    e[1] = vv_diff(c, e[0], y->q[at]);
    for (int i = 0; i < 3; i++) e[i] = vv_with_parameter_values(c, y->m, e[i]);
    s->height = e[0], s->inertia = e[2];
    if (!vv_enclosure_make(c, 3, e, SLOTS, BITS, &s->v)) return false;
    s->x = vv_enclosure_slot(&s->v, y->q[at]);
    return vv_is_poison(vv_enclosure_unbound(&s->v, 1, &y->q[at]));
}

/* Downhill from the initial point to the equilibrium, then up to the same height on the other
 * side. */
static bool find_return(swing *s) {
    double top = height(s, s->from), step = (s->centre - s->from) / VV_PERIOD_DESCENT,
           x = s->from + step;
    for (int i = 0; i < VV_PERIOD_DESCENT - 1; i++, x += step)
        if (!(height(s, x) < top)) return false;
    double below = s->centre;
    for (int i = 0; i < VV_PERIOD_ASCENT; i++) {
        double next = below + step;
        if (height(s, next) >= top) {
            double above = next;
            for (int k = 0; k < VV_PERIOD_BISECTIONS; k++) {
                double m = 0.5 * (below + above);
                *(height(s, m) < top ? &below : &above) = m;
            }
            s->to = above;
            return true;
        }
        below = next;
    }
    return false;
}

/* Newton iteration for the height of the initial point, to full precision: the other turning
 * point in slot B. */
static void polish(swing *s, vv_expr start) {
    vv_balls *b = s->v.b;
    vv_enclosure e = {0};
    vv_expr x0 = vv_with_parameter_values(s->c, s->study->s->m, start);
    if (vv_enclosure_make(s->c, 1, &x0, 0, BITS, &e)) {
        vv_enclosure_run(&e);
        vv_ball_set_rat(b, own(s, SLOT_A), vv_ball_midpoint_rat(s->c, e.b, e.root[0]));
    }
    vv_balls_free(e.b);
    vv_ball_copy(b, s->x, own(s, SLOT_A));
    vv_enclosure_run(&s->v);
    vv_ball_midpoint(b, own(s, SLOT_V0), s->v.root[0]);
    vv_ball_set_interval(b, own(s, SLOT_B), s->to, s->to);
    for (int i = 0; i < 5; i++) {
        vv_ball_copy(b, s->x, own(s, SLOT_B));
        vv_enclosure_run(&s->v);
        vv_ball_sub(b, own(s, SLOT_X), s->v.root[0], own(s, SLOT_V0));
        vv_ball_div(b, own(s, SLOT_X), own(s, SLOT_X), s->v.root[1]);
        vv_ball_sub(b, own(s, SLOT_B), own(s, SLOT_B), own(s, SLOT_X));
        vv_ball_midpoint(b, own(s, SLOT_B), own(s, SLOT_B));
    }
    vv_ball_add(b, own(s, SLOT_CENTRE), own(s, SLOT_A), own(s, SLOT_B));
    vv_ball_sub(b, own(s, SLOT_HALF), own(s, SLOT_A), own(s, SLOT_B));
    vv_ball_mul_rat(b, own(s, SLOT_CENTRE), own(s, SLOT_CENTRE), vv_rat_make(s->c, 1, 2));
    vv_ball_mul_rat(b, own(s, SLOT_HALF), own(s, SLOT_HALF), vv_rat_make(s->c, 1, 2));
    vv_ball_apply(b, VV_BALL_ABS, own(s, SLOT_HALF), own(s, SLOT_HALF));
    vv_ball_midpoint(b, own(s, SLOT_CENTRE), own(s, SLOT_CENTRE));
    vv_ball_midpoint(b, own(s, SLOT_HALF), own(s, SLOT_HALF));
}

/* 2 ∫ sqrt(M / 2 (V0 - V)) dx with x = centre + half cos φ at the Chebyshev nodes: the sum over
 * half a turn of a smooth periodic function, which converges faster than any power. */
static double sum(swing *s, int nodes) {
    vv_balls *b = s->v.b;
    int a = own(s, SLOT_A), t = own(s, SLOT_X), total = own(s, SLOT_SUM);
    vv_ball_set_rat(b, total, vv_rat_int(0));
    for (int j = 0; j < nodes; j++) {
        vv_ball_set_pi(b, a);
        vv_ball_mul_rat(b, a, a, vv_rat_make(s->c, 2 * j + 1, 2 * nodes));
        vv_ball_apply(b, VV_BALL_COS, t, a);
        vv_ball_mul(b, t, t, own(s, SLOT_HALF));
        vv_ball_add(b, s->x, t, own(s, SLOT_CENTRE));
        vv_ball_midpoint(b, s->x, s->x);
        vv_enclosure_run(&s->v);
        vv_ball_sub(b, t, own(s, SLOT_V0), s->v.root[0]);
        vv_ball_div(b, t, s->v.root[2], t);
        vv_ball_apply(b, VV_BALL_SQRT, t, t);
        vv_ball_apply(b, VV_BALL_SIN, a, a);
        vv_ball_mul(b, t, t, a);
        vv_ball_add(b, total, total, t);
    }
    vv_ball_mul(b, total, total, own(s, SLOT_HALF));
    return sqrt(2) * M_PI / nodes * vv_ball_midpoint_double(b, total);
}

/* What is proved about the printed number, "" if nothing: from the integral of 1/sqrt(F), F = 2
 * (V(start) - V)/M, independently of the sum above. */
static const char *certainty(swing *s, vv_expr start, int at, double printed) {
    vv_ctx *c = s->c;
    const vv_system *y = s->study->s;
    vv_certified_period sure;
    vv_expr two = vv_int(c, 2), x0 = vv_with_parameter_values(c, y->m, start),
            top = vv_subst1(c, s->height, y->q[at], x0),
            F = vv_div(c, vv_mul(c, two, vv_sub(c, top, s->height)), s->inertia);
    if (!vv_certified_period_find(c, y->q[at], F, fmin(s->from, s->to), fmax(s->from, s->to),
                                  &sure))
        return "";
    double error = nextafter(fabs(printed - sure.period) + sure.error, HUGE_VAL);
    return vv_format(c, "; error below %.1e, proved by ball arithmetic", 1.05 * error);
}

static void put_period(swing *s, vv_document *d, vv_expr start, int at) {
    double before = (double)NAN, now = (double)NAN;
    int nodes = 8;
    for (; nodes <= MOST_NODES && vv_ctx_tick(s->c); nodes *= 2) {
        before = now;
        now = sum(s, nodes);
        if (fabs(now - before) <= VV_PERIOD_SETTLED * fabs(now)) break;
    }
    if (!isfinite(now) || !isfinite(before)) return;
    const char *digits = vv_format(s->c, "%.14g", now),
               *sure = digits ? certainty(s, start, at, strtod(digits, NULL)) : NULL;
    if (!sure) return;
    vv_document_fact(d, "period", "period of the motion from the model's initial state",
                     vv_format(s->c,
                               "%s, %s between %.12g and %.12g (by quadrature of the energy "
                               "integral, %d nodes%s)",
                               digits, vv_symbol_get(s->c, s->study->s->q[at])->name,
                               fmin(s->from, s->to), fmax(s->from, s->to), nodes, sure));
}

void vv_period_put_of_start(vv_ctx *c, const vv_study *study, vv_document *d,
                            const vv_equilibrium *e) {
    swing s = {.c = c, .study = study};
    vv_expr start;
    double far;
    int at = start_of(study, &start);
    if (at < 0 || vv_energy_conservation_of(c, study->s, &study->s->facts) != VV_ENERGY_CONSERVED)
        return;
    if (vv_study_bounds(c, study, NULL, start, &s.from, &far) &&
        vv_study_bounds(c, study, e, e->q[at], &s.centre, &far) && s.from != s.centre &&
        prepare(&s, at) && s.x >= 0 && find_return(&s)) {
        polish(&s, start);
        put_period(&s, d, start, at);
    }
    vv_balls_free(s.v.b);
}
