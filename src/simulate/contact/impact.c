#include "simulate/contact/impact.h"
#include "simulate/contact/contact_tolerances.h"

#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "evaluate/tape/tape.h"
#include "simulate/diagnostics.h"

static double *scratch_of(vv_ctx *c, const vv_tape *t) {
    double *scratch = t ? VV_ARRAY(c, double, t->nslots + 1) : NULL;
    if (scratch) vv_tape_prepare(t, scratch);
    return scratch;
}

/* A tape in q, q', t. */
static vv_tape *tape_of(const vv_dynamics *f, vv_span span, int n, const vv_expr *out) {
    const vv_parameter_values *x = &f->fixed;
    const char *why = NULL;
    int nq = f->nq;
    vv_expr *in = VV_ARRAY(f->c, vv_expr, 2 * nq + 2);
    for (int i = 0; in && i < nq; i++) in[i] = f->s->q[i], in[nq + i] = f->s->qd[i];
    if (!in || !vv_ctx_ok(f->c)) return NULL;
    in[2 * nq] = f->s->m->t;
    vv_tape_plan plan = {2 * nq + 1, in, x->n, x->symbol, x->value, n, out};
    vv_tape *t = vv_tape_build(f->c, &plan, &why);
    if (!t && vv_ctx_ok(f->c)) {
        vv_diag_add(f->c, VV_ERROR, VV_D_NOT_EVALUABLE, span, "%s",
                    why ? why : "this impulse law cannot be computed");
        vv_ctx_fail(f->c, VV_E_MODEL);
    }
    return t;
}

static vv_status refuse_servos(const vv_dynamics *f, vv_span span) {
    vv_diag_hint(f->c,
                 vv_diag_add(f->c, VV_ERROR, VV_D_EVENT, span,
                             "the effect of servo forces in an impact is indeterminate"),
                 "record or stop at the event instead");
    return vv_ctx_fail(f->c, VV_E_BEYOND);
}

vv_status vv_impact_build(const vv_dynamics *f, const vv_model_event *when, vv_impact *k) {
    const vv_system *s = f->s;
    int nq = f->nq, m = s->nrows, rows = m + when->nlaws, n = 0;
    *k = (vv_impact){.f = f, .nrows = rows, .nlaws = when->nlaws};
    if (s->servo.r) return refuse_servos(f, when->span);
    size_t all = (size_t)rows * (size_t)(nq + 1) + (size_t)nq * (size_t)nq + (size_t)when->nlaws +
                 (size_t)vv_impact_contact_output_count(f);
    vv_expr *out = VV_ARRAY(f->c, vv_expr, all + 1), *p = VV_ARRAY(f->c, vv_expr, nq + 1);
    if (!out || !p) return vv_ctx_status(f->c);
    for (int r = 0; r < m; r++) out[n++] = s->row[r].velocity;
    for (int i = 0; i < when->nlaws; i++)
        out[n++] = vv_expr_in_coordinates(f->c, f->s, when->law[i].symbol);
    for (int r = 0; r < m; r++, n += nq)
        memcpy(out + n, s->row[r].coefficient, (size_t)nq * sizeof *out);
    for (int i = 0; i < when->nlaws; i++, n += nq)
        vv_gradient(f->c, out[m + i], nq, s->qd, out + n);
    vv_gradient(f->c, s->T, nq, s->qd, p);
    vv_jacobian(f->c, nq, p, nq, s->qd, out + n);
    n += nq * nq;
    for (int i = 0; i < when->nlaws; i++)
        out[n++] = vv_expr_in_coordinates(f->c, f->s, when->law[i].value);
    n += vv_impact_contact_outputs(f, out + n);
    k->tape = tape_of(f, when->span, n, out);
    k->speeds = k->tape ? tape_of(f, when->span, f->n, f->eq->speed) : NULL;
    k->rates = vv_dynamics_tape(f, nq, f->eq->rate);
    k->tape_scratch = scratch_of(f->c, k->tape);
    k->speeds_scratch = scratch_of(f->c, k->speeds);
    k->rates_scratch = scratch_of(f->c, k->rates);
    k->in = VV_ARRAY(f->c, double, f->taylor.jet->nin + 1);
    k->now = VV_ARRAY(f->c, double, 2 * nq + 2);
    k->out = VV_ARRAY(f->c, double, n + 1);
    k->wanted = VV_ARRAY(f->c, double, when->nlaws + 1);
    k->x = VV_ARRAY(f->c, double, nq + rows + 1);
    k->mode = VV_ARRAY(f->c, vv_impact_row, rows + 1);
    k->direction = VV_ARRAY(f->c, double, rows + 1);
    k->target = VV_ARRAY(f->c, double, rows + 1);
    k->friction = VV_ARRAY(f->c, int, rows + 1);
    k->before = VV_ARRAY(f->c, double, nq + 1);
    k->impulse = VV_ARRAY(f->c, double, rows + 1);
    vv_kkt_new(f->c, nq + rows, &k->kkt);
    k->kkt.ninertia = nq;
    return vv_ctx_status(f->c);
}

/* Row r of the matrix if its impulse is friction at its limit: x = -impulse, since constraint
 * forces are on the same side as Q. */
static void put_limit(const vv_impact *k, int r, double *a) {
    int nq = k->f->nq, m = k->nrows - k->nlaws;
    const double *by = vv_impact_friction_limit(k, k->friction[r]);
    for (int i = 0; i < nq; i++) a[i] = -k->direction[r] * by[i];
    for (int i = 0; i < m; i++) a[nq + i] = k->direction[r] * by[nq + i];
    a[nq + r] += 1;
}

/* [M G^T; G 0] (dq', impulses) = (0, wanted - G q') */
static bool step(vv_impact *k) {
    int nq = k->f->nq, rows = k->nrows, n = nq + rows;
    const double *G = k->out + rows, *M = G + rows * nq;
    double *a = k->kkt.a;
    memset(a, 0, (size_t)n * (size_t)n * sizeof *a);
    memset(k->x, 0, (size_t)n * sizeof *k->x);
    for (int i = 0; i < nq; i++) memcpy(a + i * n, M + i * nq, (size_t)nq * sizeof *a);
    for (int r = 0; r < rows; r++) {
        int law = r - (rows - k->nlaws);
        if (k->mode[r] == VV_IMPACT_ROW_FREE) continue;
        for (int i = 0; i < nq; i++) a[i * n + nq + r] = G[r * nq + i];
        if (k->mode[r] == VV_IMPACT_ROW_SLIDING) {
            put_limit(k, r, a + (nq + r) * n);
            continue;
        }
        memcpy(a + (nq + r) * n, G + r * nq, (size_t)nq * sizeof *a);
        k->x[nq + r] = (law >= 0 ? k->wanted[law] : k->target[r]) - k->out[r];
    }
    if (!vv_kkt_factor(&k->kkt, VV_IMPACT_LEAST_PIVOT)) return false;
    vv_kkt_solve(&k->kkt, k->x);
    for (int i = 0; i < nq; i++) k->now[nq + i] += k->x[i];
    for (int r = 0; r < rows; r++) k->impulse[r] -= k->x[nq + r];
    return true;
}

static bool kept(const vv_impact *k) {
    double size = 0, worst = 0;
    for (int i = 0; i < k->f->nq; i++)
        size = fmax(size, fmax(fabs(k->before[i]), fabs(k->now[k->f->nq + i])));
    for (int r = 0; r < k->nrows; r++) {
        int law = r - (k->nrows - k->nlaws);
        double off = fabs(k->out[r] - (law >= 0 ? k->wanted[law] : k->target[r]));
        if (k->mode[r] != VV_IMPACT_ROW_STICKING) continue;
        if (!(off <= worst)) worst = off;
        if (law >= 0) size = fmax(size, fabs(k->wanted[law]));
    }
    return worst <= VV_IMPACT_ROUNDING * size;
}

bool vv_impact_solve(vv_impact *k) {
    enum { MOST = 12 }; /* nonlinear constraints take several iterations */
    int nq = k->f->nq, n = nq + k->nrows;
    memcpy(k->now + nq, k->before, (size_t)nq * sizeof *k->now);
    memset(k->impulse, 0, (size_t)k->nrows * sizeof *k->impulse);
    if (k->f->coulomb) { /* other rows may stand there: the measures begin anew */
        memset(k->kkt.row_most, 0, (size_t)n * sizeof *k->kkt.row_most);
        memset(k->kkt.column_most, 0, (size_t)n * sizeof *k->kkt.column_most);
    }
    vv_tape_run(k->tape, k->now, k->out, k->tape_scratch);
    for (int i = 0; i < MOST; i++) {
        if (!step(k)) return false;
        vv_tape_run(k->tape, k->now, k->out, k->tape_scratch);
        if (i && vv_norm_inf(nq, k->x) < VV_IMPACT_LAST_STEP) break;
    }
    return kept(k);
}

/* Clear the remainder of rates that vanish: contacts would take it for slip or separation. */
static void clear(vv_impact *k) {
    int nq = k->f->nq;
    double most = vv_norm_inf(nq, k->before);
    for (int i = 0; i < nq; i++)
        if (fabs(k->now[nq + i]) < VV_IMPACT_NO_RATE * most) k->now[nq + i] = 0;
}

bool vv_impact_apply(vv_impact *k, vv_stepper *s) {
    int nq = k->f->nq;
    vv_step_interpolate(s, 0, k->in);
    memcpy(k->now, k->in, (size_t)nq * sizeof *k->now);
    vv_tape_run(k->rates, k->in, k->before, k->rates_scratch);
    memcpy(k->now + nq, k->before, (size_t)nq * sizeof *k->now);
    k->now[2 * nq] = s->t;
    vv_tape_run(k->tape, k->now, k->out, k->tape_scratch);
    memcpy(k->wanted, k->out + k->nrows * (nq + 1) + nq * nq, (size_t)k->nlaws * sizeof(double));
    memset(k->mode, 0, (size_t)k->nrows * sizeof *k->mode);
    memset(k->target, 0, (size_t)k->nrows * sizeof *k->target);
    bool found = !k->f->coulomb ? vv_impact_solve(k)
                 : k->rests     ? vv_impact_end_bouncing(k)
                                : vv_impact_mode_search(k);
    if (!found) return false;
    if (k->f->coulomb) clear(k);
    vv_tape_run(k->speeds, k->now, s->x + nq, k->speeds_scratch);
    memset(s->x_low + nq, 0, (size_t)k->f->n * sizeof *s->x_low);
    return true;
}
