/* For which coordinates is Lagrange's equation valid with the reduced kinetic energy? The true
 * equation is E_a(T_red) + W_a = Q_a with
 *     W_a = sum_j p_j (dphi_j/dq_a - d/dt dphi_j/dq'_a) - (dT0/dq_j) dphi_j/dq'_a
 * over the rates q'_j = phi_j given by nonholonomic constraints, with p_j = dT0/dq'_j of the
 * energy not reduced by these: it is valid exactly where W_a vanishes identically [Appell1896,
 * no. 464; Tzenoff1920, corollaries 1 and 2; M-CRITERION, M-CORRECTION, M-TZ-COR1, M-TZ-COR2].
 * Holonomic constraints are used at once: the coordinates bound by them are functions of the
 * others. */
#include <string.h>

#include "analysis/analysis.h"
#include "kinematics/kinematics.h"

typedef struct work {
    vv_ctx *c;
    vv_document *d;
    const vv_study *study;
    const vv_system *s;
    vv_coordinate_partition k;
    int nbound; /* coordinates bound by the holonomic constraints */
    int *bound;
    vv_expr *by;      /* d q_bound / d q_a                   (nbound*nq) */
    vv_expr *by_time; /* d q_bound / dt                      (nbound) */
    bool *is_bound;   /*                                     (nq) */
    vv_expr *W;       /*                                     (k.n) */
    vv_status status;
} work;

/* ---- holonomic constraints ----------------------------------------------------------------- */

/* A_b dq_b = -(A_a dq_a + A_t dt) for the holonomic rows, solved for dependent coordinates. */
static void solve_bound(work *w, int n, const int *row, const int *of) {
    vv_ctx *c = w->c;
    int nq = w->s->nq;
    vv_expr *A = VV_MATRIX(c, vv_expr, n, n), *y = VV_ARRAY(c, vv_expr, n + 1);
    if (!A || !y) return;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) A[i * n + j] = w->s->row[of[row[i]]].coefficient[w->bound[j]];
    vv_expr factor = vv_factor(c, n, A);
    for (int a = 0; a <= nq; a++) {
        bool any = false;
        if (a < nq && w->is_bound[a]) continue;
        for (int i = 0; i < n; i++) {
            const vv_constraint_row *r = &w->s->row[of[row[i]]];
            y[i] = vv_neg(c, a < nq ? r->coefficient[a] : r->offset);
            any |= !vv_is_zero(y[i]);
        }
        if (any) vv_solve(c, n, factor, y, y);
        for (int j = 0; j < n; j++) *(a < nq ? &w->by[j * nq + a] : &w->by_time[j]) = y[j];
    }
}

static vv_status find_bound(work *w) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    int nq = s->nq, n = 0, rank = 0, m = 0;
    int *of = VV_ARRAY(c, int, s->nrows + 1), *row = VV_ARRAY(c, int, s->nrows + 1),
        *order = VV_ARRAY(c, int, nq + 1);
    vv_expr *A = VV_MATRIX(c, vv_expr, s->nrows, nq);
    w->bound = VV_ARRAY(c, int, nq + 1);
    w->is_bound = VV_ARRAY(c, bool, nq + 1);
    w->by = VV_MATRIX(c, vv_expr, s->nrows, nq);
    w->by_time = VV_ARRAY(c, vv_expr, s->nrows + 1);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    for (int i = 0; i < s->nrows * nq; i++) w->by[i] = VV_ZERO;
    for (int r = 0; r < s->nrows; r++) {
        if (s->row[r].kind != VV_ROW_HOLONOMIC) continue;
        memcpy(A + n * nq, s->row[r].coefficient, (size_t)nq * sizeof *A);
        of[n++] = r;
    }
    for (int j = 0; j < w->k.ndependent; j++) order[m++] = w->k.dependent[j];
    for (int i = 0; i < w->k.n; i++) order[m++] = w->k.independent[i];
    if (n == 0) return VV_OK;
    vv_status found = vv_generic_rank(c, &s->facts, n, nq, A, &rank, row, w->bound, order);
    if (found != VV_OK || rank < n) return found == VV_OK ? VV_E_BEYOND : found;
    for (int j = 0; j < n; j++) w->is_bound[w->bound[j]] = true;
    w->nbound = n;
    solve_bound(w, n, row, of);
    return vv_ctx_status(c);
}

/* Derivatives with respect to the coordinates; those bound by holonomic constraints are
 * functions of them. */
static void gradient(work *w, vv_expr e, vv_expr *out) {
    int nq = w->s->nq;
    vv_gradient(w->c, e, nq, w->s->q, out);
    for (int j = 0; j < w->nbound; j++)
        for (int a = 0; a < nq; a++)
            if (!w->is_bound[a])
                out[a] = vv_add(w->c, out[a], vv_mul(w->c, out[w->bound[j]], w->by[j * nq + a]));
}

/* T with the rates of bound coordinates expressed by the others. */
static vv_expr energy(work *w) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    vv_expr *from = VV_ARRAY(c, vv_expr, w->nbound + 1), *to = VV_ARRAY(c, vv_expr, w->nbound + 1),
            T = s->T;
    if (!from || !to) return VV_POISON;
    for (int j = 0; j < w->nbound; j++) {
        from[j] = s->qd[w->bound[j]];
        to[j] = w->by_time[j];
        for (int a = 0; a < s->nq; a++)
            to[j] = vv_add(c, to[j], vv_mul(c, w->by[j * s->nq + a], s->qd[a]));
    }
    vv_subst(c, w->nbound, from, to, 1, &T, &T);
    return T;
}

/* ---- the correction ------------------------------------------------------------------------ */

static void corrections(work *w) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    const vv_coordinate_partition *k = &w->k;
    int nq = s->nq, n = k->n;
    vv_expr *p = VV_ARRAY(c, vv_expr, nq + 1), *dT = VV_ARRAY(c, vv_expr, nq + 1),
            *dphi = VV_ARRAY(c, vv_expr, nq + 1), *turn = VV_MATRIX(c, vv_expr, n, nq),
            T = energy(w);
    if (!vv_ctx_ok(c)) return;
    vv_gradient(c, T, nq, s->qd, p);
    gradient(w, T, dT);
    vv_coordinate_partition_insert(c, s, k, nq, p);
    vv_coordinate_partition_insert(c, s, k, nq, dT);
    vv_total_derivative(c, k->rates.n, k->rates.from, k->rates.to, n * nq, k->direction, turn);
    for (int i = 0; i < n; i++) w->W[i] = VV_ZERO;
    for (int d = 0; d < k->ndependent; d++) {
        int j = k->dependent[d];
        if (w->is_bound[j]) continue;
        gradient(w, k->rate[j], dphi);
        for (int i = 0; i < n; i++) {
            vv_expr lack = vv_sub(c, dphi[k->independent[i]], turn[i * nq + j]),
                    W = vv_sub(c, vv_mul(c, p[j], lack),
                               vv_mul(c, dT[j], k->direction[i * nq + j]));
            w->W[i] = vv_add(c, w->W[i], W);
        }
    }
}

/* ---- the report ---------------------------------------------------------------------------- */

/* Does the symbol occur in the nonholonomic constraints? */
static bool occurs(work *w, vv_expr symbol) {
    for (int d = 0; d < w->k.ndependent; d++) {
        int j = w->k.dependent[d];
        if (!w->is_bound[j] && vv_depends(w->c, w->k.rate[j], 1, &symbol)) return true;
    }
    return false;
}

/* Does the vector field along this coordinate commute with all the others? */
static bool commutes(const vv_pfaffian *f, int coordinate) {
    int at = 0;
    bool all = true;
    for (int j = 0; j < f->m && f->npairs; j++)
        for (int i = 0; i < j; i++, at++) {
            if (f->along[i] != coordinate && f->along[j] != coordinate) continue;
            for (int r = 0; r < f->p; r++) all &= vv_is_zero(f->defect[r * f->npairs + at]);
        }
    return all;
}

static const char *reason(work *w, const vv_pfaffian *f, int i) {
    int a = w->k.independent[i];
    if (!occurs(w, w->s->q[a]) && !occurs(w, w->s->qd[a]))
        return "neither the coordinate nor its rate occurs in the constraints (Tzénoff, corollary "
               "1)";
    if (f->p && commutes(f, a))
        return "its vector field commutes with the others: a true coordinate once the others are "
               "known functions of time (Appell, no. 464 (19))";
    return "the correction vanishes (Tzénoff, corollary 2)";
}

static void put_coordinate(work *w, const vv_pfaffian *f, int i) {
    vv_proof p;
    int a = w->k.independent[i];
    const char *name = vv_symbol_get(w->c, w->s->q[a])->name;
    if (vv_prove_zero(w->c, &w->s->facts, 1, &w->W[i], w->study->how, &p) != VV_OK) return;
    const char *what =
        vv_format(w->c, "Lagrange's equation for %s holds with T reduced by the constraints", name);
    const char *remark = NULL;
    if (p.verdict == VV_PROVED)
        remark = reason(w, f, i);
    else if (!occurs(w, w->s->qd[a]))
        remark = vv_format(w->c,
                           "it holds with the unreduced T: %s' does not occur in the constraints "
                           "(Tzénoff, corollary 1)",
                           name);
    if (vv_topic_verdict(w->d, "licence", what, &p, remark) == VV_E_BEYOND) w->status = VV_E_BEYOND;
    if (p.verdict == VV_PROVED) return;
    vv_expr symbol = vv_symbol_new(w->c, vv_format(w->c, "W_%s", name), VV_SYM_OTHER);
    vv_document_definition(w->d, "residual", symbol, w->W[i], "to be added to E(T)");
}

/* Do the corrections together have power? If not, the reduced T still gives the energy integral. */
static void put_power(work *w) {
    vv_expr power = VV_ZERO;
    vv_proof p;
    for (int i = 0; i < w->k.n; i++) power = vv_add(w->c, power, vv_mul(w->c, w->k.w[i], w->W[i]));
    if (vv_prove_zero(w->c, &w->s->facts, 1, &power, w->study->how, &p) == VV_OK &&
        vv_topic_verdict(w->d, "power", "the total power of the corrections vanishes", &p, NULL) ==
            VV_E_BEYOND)
        w->status = VV_E_BEYOND;
}

static vv_status fill(vv_ctx *c, const vv_study *study, vv_document *d) {
    work w = {.c = c, .d = d, .study = study, .s = study->s};
    vv_pfaffian f = {0};
    vv_status found = vv_coordinate_partition_build(c, study->s, &w.k);
    if (found == VV_OK) found = find_bound(&w);
    if (found == VV_OK) found = vv_pfaffian_build(c, study->s, &f);
    if (found == VV_E_BEYOND && vv_ctx_ok(c))
        vv_document_paragraph(d, "remark", "the constraints could not be evaluated");
    if (found != VV_OK) return found;
    if (w.nbound == w.k.ndependent) {
        vv_document_paragraph(d, "remark",
                              "all constraints are holonomic: Lagrange's equations hold for every "
                              "independent coordinate");
        return VV_OK;
    }
    w.W = VV_ARRAY(c, vv_expr, w.k.n + 1);
    if (!w.W) return vv_ctx_status(c);
    corrections(&w);
    vv_document_list(d, "independent", "independent rates", w.k.n, w.k.w);
    for (int i = 0; i < w.k.n && vv_ctx_tick(c); i++) put_coordinate(&w, &f, i);
    put_power(&w);
    return vv_ctx_ok(c) ? w.status : vv_ctx_status(c);
}

const vv_topic vv_topic_licence = {
    .name = "licence",
    .title = "Licence of Lagrange's equations",
    .text = "for which coordinates Lagrange's equation holds with the reduced T",
    .needs = VV_NEEDS_ENERGY | VV_NEEDS_FREEDOM | VV_NEEDS_LINEAR,
    .fill = fill,
};
