#include "simulate/contact/surface_contact.h"
#include "simulate/contact/contact_tolerances.h"

#include <math.h>
#include <string.h>

#include "evaluate/tape/tape.h"

/* ---- guards --------------------------------------------------------------------------------- */

static double *guards_at(const vv_dynamics *f, const double *state, double t) {
    const vv_model *m = f->s->m;
    vv_expr *value = VV_ARRAY(f->c, vv_expr, m->nguards + 1);
    for (int i = 0; value && i < m->nguards; i++) value[i] = m->guard[i].value;
    vv_tape *tape = value ? vv_dynamics_state_tape(f, m->nguards, value) : NULL;
    double *scratch = tape ? VV_ARRAY(f->c, double, tape->nslots + 1) : NULL,
           *in = VV_ARRAY(f->c, double, f->nq + f->n + 2),
           *out = VV_ARRAY(f->c, double, m->nguards + 1);
    if (!scratch || !in || !out) return NULL;
    memcpy(in, state, (size_t)(f->nq + f->n) * sizeof *in);
    in[f->nq + f->n] = t;
    vv_tape_prepare(tape, scratch);
    vv_tape_run(tape, in, out, scratch);
    return out;
}

static void refuse(const vv_dynamics *f, const vv_guard *g, double value) {
    vv_diag *d;
    if (g->kind == VV_GUARD_EDGE) {
        d = vv_diag_add(f->c, VV_ERROR, VV_D_PATCH, g->span,
                        "the contact starts beyond the edge %s of '%s'", g->edge, g->surface);
        vv_diag_hint(f->c, d, "start within the limits of its parameters");
    } else {
        d = vv_diag_add(f->c, VV_ERROR, VV_D_PATCH, g->span,
                        "the parametrization of '%s' is %s at the initial contact point",
                        g->surface, value < -VV_SURFACE_SINGULAR ? "turned over" : "singular");
        vv_diag_hint(f->c, d,
                     "start where its two tangent directions span a positive area; a surface "
                     "carried by a frame turned about x or y has its poles elsewhere");
    }
    vv_ctx_fail(f->c, VV_E_MODEL);
}

/* Surfaces without bodies may intersect; bodies cannot. Hence a warning, and the motion
 * continues. */
static void warn(const vv_dynamics *f, const vv_guard *g) {
    vv_diag_hint(f->c,
                 vv_diag_add(f->c, VV_WARNING, VV_D_PATCH, g->span,
                             "'%s' penetrate each other away from the contact: the bodies would "
                             "need two contact points at once",
                             g->surface),
                 "the motion continues as if they touched at this point only; `inside` turns a "
                 "named surface over");
}

bool vv_guards_check_initial(const vv_dynamics *f, const double *state, double t, double **start) {
    const vv_model *m = f->s->m;
    *start = NULL;
    if (!m->nguards) return true;
    if (!(*start = guards_at(f, state, t))) return false;
    bool warned = false;
    for (int i = 0; i < m->nguards; i++) {
        double value = (*start)[i];
        bool fit = m->guard[i].kind == VV_GUARD_CURVATURE;
        double least = m->guard[i].kind == VV_GUARD_CHART ? VV_SURFACE_SINGULAR : 0;
        if (value > least || (fit && (warned || !(value < -VV_SURFACE_OSCULATING)))) continue;
        if (!fit) {
            refuse(f, &m->guard[i], value);
            return false;
        }
        warn(f, &m->guard[i]);
        warned = true;
    }
    return true;
}

void vv_guards_diagnose(const vv_dynamics *f, const double *state, double t, const double *start) {
    const vv_model *m = f->s->m;
    double *now = start ? guards_at(f, state, t) : NULL;
    for (int i = 0; now && i < m->nguards; i++) {
        const vv_guard *g = &m->guard[i];
        if (g->kind == VV_GUARD_EDGE || !(fabs(now[i]) <= VV_SURFACE_NEAR * start[i])) continue;
        const char *text = g->kind == VV_GUARD_CHART
                               ? "the contact reaches a singular point of the parametrization of"
                               : "the contact would spread to more than one point of";
        vv_diag_hint(
            f->c,
            vv_diag_add(f->c, VV_ERROR, VV_D_PATCH, g->span,
                        "%s '%s' at t = %.9g: %s is %.1e of its initial value", text, g->surface, t,
                        g->kind == VV_GUARD_CHART ? "its area" : "their relative curvature",
                        now[i] / start[i]),
            g->kind == VV_GUARD_CHART
                ? "continue from the last row with a parametrization that is regular there: a "
                  "surface carried by a frame turned about x or y has its poles elsewhere"
                : "beyond this point the bodies would penetrate each other");
    }
}

/* ---- the gap between two surfaces ----------------------------------------------------------- */

/* Newton's iteration for stationary distance, in the coordinates of the contact only; with Lagrange
 * multipliers if equations relate these. */
enum { PLACES = 6, LIES = 2, MOST_GAP = PLACES + LIES };
typedef struct gap {
    const vv_dynamics *f;
    int n, at[PLACES]; /* coordinate indices of the contact */
    int k;             /* equations relating them               */
    vv_tape *tape;     /* in: q, t (w unused).  out: both points (6); the squared distance, then
                        * each equation: value, gradient (n), Hessian (n*n) */
    double *in, *out, *scratch, multiplier[LIES];
} gap;

static const double *block(const gap *g, int i) {
    return g->out + 6 + i * (1 + g->n + g->n * g->n);
}

/* Value, gradient, Hessian; returns the number of expressions. */
static int with_derivatives(const gap *g, vv_expr e, const vv_expr *symbol, vv_expr *out) {
    out[0] = e;
    vv_gradient(g->f->c, e, g->n, symbol, out + 1);
    vv_jacobian(g->f->c, g->n, out + 1, g->n, symbol, out + 1 + g->n);
    return 1 + g->n + g->n * g->n;
}

static bool build(gap *g, const vv_rolling *r, int touch) {
    const vv_dynamics *f = g->f;
    const vv_system *s = f->s;
    vv_ctx *c = f->c;
    vv_expr e[6 + (1 + LIES) * (1 + PLACES + PLACES * PLACES)], d[3], own[3], symbol[PLACES];
    for (int i = 0; i < r->nplaces; i++)
        for (int a = 0; a < s->nq; a++)
            if (vv_same(s->q[a], r->place[i])) symbol[g->n] = r->place[i], g->at[g->n++] = a;
    /* The contact point is the support's, or the body's on a plane. */
    const vv_frames *frames = &s->m->frames;
    if (!vv_vec_components(c, frames, r->apart, 0, d) ||
        !vv_vec_components(c, frames, r->at, 0, own))
        return false;
    int k = 0;
    vv_expr F = VV_ZERO;
    for (int i = 0; i < 3; i++) F = vv_add(c, F, vv_mul(c, d[i], d[i]));
    for (int i = 0; i < 3; i++) e[k++] = own[i];
    for (int i = 0; i < 3; i++) e[k++] = d[i];
    k += with_derivatives(g, F, symbol, e + k);
    for (int i = 0; i < s->m->nconstraints && g->k < LIES; i++) {
        if (s->m->constraint[i].touch != touch || !s->m->constraint[i].lies) continue;
        k += with_derivatives(g, s->m->constraint[i].value, symbol, e + k);
        g->k++;
    }
    g->tape = vv_dynamics_state_tape(f, k, e);
    g->scratch = g->tape ? VV_ARRAY(c, double, g->tape->nslots + 1) : NULL;
    g->in = VV_ARRAY(c, double, f->nq + f->n + 2);
    g->out = VV_ARRAY(c, double, k + 1);
    if (!g->scratch || !g->in || !g->out) return false;
    vv_tape_prepare(g->tape, g->scratch);
    return true;
}

/* Gradient and Hessian of the Lagrangian F + Σ multiplier * equation; x: the step. */
static bool newton(gap *g, double *x) {
    int n = g->n, m = n + g->k;
    vv_kkt d;
    if (!m || !vv_kkt_new(g->f->c, m, &d)) return false;
    for (int i = 0; i < n; i++) {
        x[i] = -block(g, 0)[1 + i];
        for (int j = 0; j < n; j++) d.a[i * m + j] = block(g, 0)[1 + n + i * n + j];
    }
    for (int l = 0; l < g->k; l++) {
        const double *e = block(g, 1 + l);
        x[n + l] = -e[0];
        for (int i = 0; i < n; i++) {
            x[i] -= g->multiplier[l] * e[1 + i];
            d.a[i * m + n + l] = d.a[(n + l) * m + i] = e[1 + i];
            for (int j = 0; j < n; j++) d.a[i * m + j] += g->multiplier[l] * e[1 + n + i * n + j];
        }
    }
    if (!vv_kkt_factor(&d, VV_SURFACE_LEAST_PIVOT)) return false;
    vv_kkt_solve(&d, x);
    return true;
}

/* Starts away from q, with (first, second) added in turn to the contact coordinates. */
static double least_from(gap *g, const double *q, double t, double first, double second) {
    enum { ROUNDS = 80 };
    const vv_dynamics *f = g->f;
    int n = g->n;
    memcpy(g->in, q, (size_t)f->nq * sizeof *q);
    for (int i = 0; i < n; i++) g->in[g->at[i]] += (i % 2 ? second : first);
    for (int l = 0; l < g->k; l++) g->multiplier[l] = 0;
    g->in[f->nq + f->n] = t;
    double step = 1;
    for (int round = 0; round < ROUNDS; round++) {
        double x[MOST_GAP] = {0};
        vv_tape_run(g->tape, g->in, g->out, g->scratch);
        vv_mark mark = vv_arena_mark(f->c);
        bool solved = newton(g, x);
        vv_arena_release(f->c, mark);
        step = 0;
        for (int l = 0; solved && l < g->k; l++) g->multiplier[l] += x[n + l];
        for (int i = 0; solved && i < n; i++) {
            double by = fmax(-VV_SURFACE_MOST_STEP, fmin(VV_SURFACE_MOST_STEP, x[i]));
            g->in[g->at[i]] += by;
            step = fmax(step, fabs(by));
        }
        if (!solved || !(step > VV_SURFACE_LAST_STEP)) break;
    }
    vv_tape_run(g->tape, g->in, g->out, g->scratch);
    for (int l = 0; l < g->k; l++)
        if (!(fabs(block(g, 1 + l)[0]) < VV_SURFACE_CONVERGED)) return (double)NAN;
    return n == 0 || step < VV_SURFACE_CONVERGED ? block(g, 0)[0] : (double)NAN;
}

/* Values that are rounding relative to the distance become 0. */
static double clean(double x, double least) {
    return fabs(x) < VV_SURFACE_ZERO * sqrt(least) ? 0 : x;
}

/* Reports surfaces that have points in common, but not as the contact requires. */
static bool tell_cut(const vv_dynamics *f, const vv_constraint_row *row) {
    vv_diag_hint(f->c,
                 vv_diag_add(f->c, VV_ERROR, VV_D_APART, row->span,
                             "the surfaces penetrate each other initially: they share points where "
                             "their normals are not opposite"),
                 "move the body away, or leave its centre to the contact");
    return true;
}

bool vv_surface_gap_report(const vv_dynamics *f, const vv_constraint_row *row, const double *q,
                           double t) {
    static const double FROM[] = {0, 0.1, -0.1, 0.5, -0.5, 1, -1, 2, -2, 3, -3};
    enum { N = sizeof FROM / sizeof *FROM };
    const vv_model *m = f->s->m;
    int touch = row && row->given >= 0 ? m->constraint[row->given].touch : 0;
    if (!touch) return false;
    const vv_rolling *r = &m->rolling[touch - 1];
    gap g = {.f = f};
    double least = (double)NAN, best[7];
    if (!r->apart.n || !build(&g, r, touch)) return false;
    for (int i = 0; i < N * N && vv_ctx_tick(f->c); i++) {
        double F = least_from(&g, q, t, FROM[i / N], FROM[i % N]);
        if (!(F >= 0) || F >= least) continue;
        least = F;
        memcpy(best, g.out, 6 * sizeof *best);
        if (g.n == 0) break;
    }
    if (isnan(least)) return false;
    if (least < VV_SURFACE_TOUCHING) return tell_cut(f, row);
    double own[3], other[3];
    for (int i = 0; i < 3;
         i++) { /* on a plane the contact point is the body's, otherwise the support's */
        own[i] = clean(best[i] + (r->on_plane ? 0 : best[3 + i]), least);
        other[i] = clean(best[i] - (r->on_plane ? best[3 + i] : 0), least);
    }
    vv_diag_hint(f->c,
                 vv_diag_add(f->c, VV_ERROR, VV_D_APART, row->span,
                             "the surfaces do not touch initially: the distance is %.6g, between "
                             "(%.6g, %.6g, %.6g) on the body and (%.6g, %.6g, %.6g) on the support",
                             sqrt(least), own[0], own[1], own[2], other[0], other[1], other[2]),
                 "move the body there, or leave its centre to the contact");
    return true;
}
