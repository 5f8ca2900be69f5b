#include "simulate/batch.h"

#include <math.h>
#include <string.h>

#include "evaluate/lu.h"

static bool new_member(vv_batch *b, const vv_flow *f, double tolerance, int l) {
    vv_flow *own = &b->flow[l];
    *own = *f;
    own->work = VV_ARRAY(f->c, double, f->jet->doubles);
    if (!own->work || !vv_dense_new(f->c, f->kkt.n, &own->kkt)) return false;
    own->matrices = own->kkt.a;
    own->series = own->work;
    vv_jet_prepare(own->jet, own->work);
    if (f->closed_work) {
        own->closed_work = VV_ARRAY(f->c, double, f->closed->doubles);
        if (!own->closed_work) return false;
        vv_jet_prepare(f->closed, own->closed_work);
    }
    return vv_taylor_new(own, tolerance, &b->member[l]);
}

/* The jets and the matrix in lanes; where there is no code for them, one by one. */
static bool new_lanes(vv_batch *b, const vv_flow *f, int lanes) {
    const vv_jet_closure closure = {.nq = f->nq, .n = f->n};
    b->jet = vv_jet_build_closed(f->c, f->residual, f->jet->order, &closure, lanes);
    b->matrix = b->jet ? vv_machine_build(f->c, f->matrix->tape, lanes) : NULL;
    if (!b->matrix) return false;
    b->lanes = b->jet->closed && b->matrix->entry ? lanes : 1;
    b->work = VV_ARRAY(f->c, double, b->jet->doubles);
    b->in = VV_ARRAY(f->c, double, f->matrix->tape->nin *lanes + 1);
    b->out = VV_ARRAY(f->c, double, f->n * f->n * lanes + 1);
    b->scratch = VV_ARRAY(f->c, double, b->matrix->nscratch + 1);
    if (!b->work || !b->in || !b->out || !b->scratch) return false;
    vv_jet_prepare(b->jet, b->work);
    vv_machine_prepare(b->matrix, b->scratch);
    return true;
}

bool vv_batch_new(const vv_flow *f, double tolerance, int most, vv_batch *b) {
    int lanes = vv_machine_lanes();
    *b = (vv_batch){.lanes = 1};
    if (lanes > most) lanes = most >= 4 ? 4 : 1;
    if (vv_flow_has_lanes(f) && lanes > 1 && !new_lanes(b, f, lanes)) return false;
    for (int l = 0; l < b->lanes; l++) {
        if (!new_member(b, f, tolerance, l)) return false;
        b->at[l] = &b->member[l];
    }
    return vv_ctx_ok(f->c);
}

/* Matrices of all states; each is inverted for itself. alone[l]: that one has no inverse. */
static void matrices(vv_batch *b, bool *alone) {
    int L = b->lanes, n = b->flow->n, state = b->flow->nq + n;
    double *B = vv_jet_matrix(b->jet, b->work);
    for (int i = 0; i <= state; i++)
        for (int l = 0; l < L; l++) b->in[i * L + l] = i < state ? b->at[l]->x[i] : b->at[l]->t;
    vv_machine_run(b->matrix, b->in, b->out, b->scratch);
    for (int l = 0; l < L; l++) {
        vv_flow *f = b->at[l]->f;
        bool finite = true;
        for (int i = 0; i < n * n; i++) {
            f->kkt.a[i] = b->out[i * L + l];
            finite &= isfinite(f->kkt.a[i]) != 0;
        }
        alone[l] = !finite || vv_step_factor(b->at[l]) != VV_FLOW_OK || !f->inverted;
        const double *own = vv_jet_matrix(f->closed, f->closed_work);
        for (int i = 0; i < n * n; i++) B[i * L + l] = alone[l] ? 0 : own[i];
    }
}

/* The coefficients of each lane to where its stepper looks for them; what stands side by side is
 * read once. */
static void take_series(vv_batch *b, const bool *wanted) {
    const vv_flow *f = b->flow;
    int L = b->lanes, p = f->order;
    for (int i = 0; i < f->nq + 2 * f->n; i++) {
        const double *from = vv_jet_input(b->jet, b->work, i);
        double *to[VV_BATCH_MOST];
        int lane[VV_BATCH_MOST], n = 0;
        for (int l = 0; l < L; l++)
            if (wanted[l]) to[n] = vv_jet_input(f->jet, b->at[l]->f->work, i), lane[n++] = l;
        for (int k = 0; k <= p; k++, from += L)
            for (int l = 0; l < n; l++) to[l][k] = from[lane[l]];
    }
    for (int l = 0; l < L; l++) { /* events may ask for the time */
        if (!wanted[l]) continue;
        double *time = vv_jet_input(f->jet, b->at[l]->f->work, f->jet->nin - 1);
        time[0] = b->at[l]->t, time[1] = 1;
        b->at[l]->f->series = b->at[l]->f->work;
    }
}

void vv_batch_expand(vv_batch *b, const bool *alive, vv_step_fault *fault) {
    bool alone[VV_BATCH_MOST] = {true};
    int L = b->lanes, state = b->flow->nq + b->flow->n;
    if (L > 1) {
        matrices(b, alone);
        for (int i = 0; i < state; i++)
            for (int l = 0; l < L; l++) vv_jet_input(b->jet, b->work, i)[l] = b->at[l]->x[i];
        double *time = vv_jet_input(b->jet, b->work, b->jet->nin - 1);
        for (int l = 0; l < L; l++) time[l] = b->at[l]->t, time[L + l] = 1;
        vv_jet_expand(b->jet, b->flow->order, b->work);
    }
    bool wanted[VV_BATCH_MOST] = {false};
    for (int l = 0; l < L; l++) wanted[l] = alive[l] && !alone[l];
    if (L > 1) take_series(b, wanted);
    for (int l = 0; l < L; l++) {
        if (!alive[l]) continue;
        fault[l] = alone[l] || !vv_flow_is_finite(b->at[l]->f) ? vv_taylor_expand(b->at[l])
                                                               : vv_taylor_choose(b->at[l]);
    }
}
