#include "simulate/batch.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "evaluate/lu.h"

#if defined __x86_64__
#include <immintrin.h>
#endif
#define LANES "simulate/taylor_lanes.h"
#include "evaluate/each_width.h"

/* ---- building ------------------------------------------------------------------------------- */

static bool new_member(vv_batch *b, const vv_flow *f, double tolerance, int l) {
    vv_flow *own = &b->flow[l];
    *own = *f;
    own->known = false;
    own->work = VV_ARRAY(f->c, double, f->jet->doubles);
    if (!own->work || !vv_dense_new(f->c, f->kkt.n, &own->kkt)) return false;
    if (!vv_flow_new_matrices(own)) return false;
    vv_flow_use(own, own->work, 1);
    vv_jet_prepare(own->jet, own->work);
    if (f->closed_work) {
        own->closed_work = VV_ARRAY(f->c, double, f->closed->doubles);
        if (!own->closed_work) return false;
        vv_jet_prepare(f->closed, own->closed_work);
    }
    return vv_taylor_new(own, tolerance, &b->member[l]);
}

static double *lanes_of(const vv_flow *f, int n, int lanes) {
    return VV_MATRIX(f->c, double, n, lanes);
}

/* The jets and the matrix in lanes; where there is no code for them, one by one. */
static bool new_lanes(vv_batch *b, const vv_flow *f, int lanes) {
    const vv_jet_closure closure = {.nq = f->nq, .n = f->n, .filled = f->filled};
    b->jet = vv_jet_build_closed(f->c, f->residual, f->jet->order, &closure, lanes);
    b->matrix = b->jet ? vv_machine_build(f->c, f->matrix->tape, lanes) : NULL;
    if (!b->matrix) return false;
    b->lanes = b->jet->closed && b->matrix->entry ? lanes : 1;
    b->work = VV_ARRAY(f->c, double, b->jet->doubles);
    b->in = lanes_of(f, f->matrix->tape->nin, lanes);
    b->out = lanes_of(f, f->matrix->tape->nout, lanes);
    b->scratch = VV_ARRAY(f->c, double, b->matrix->nscratch + 1);
    b->least = lanes_of(f, f->n, lanes);
    b->size = lanes_of(f, f->nq + f->n, lanes);
    b->ahead = lanes_of(f, f->nq + 2 * f->n, lanes);
    b->h = lanes_of(f, 1, lanes);
    b->pivots = lanes_of(f, f->n, lanes);
    if (!vv_ctx_ok(f->c)) return false;
    vv_jet_prepare(b->jet, b->work);
    vv_machine_prepare(b->matrix, b->scratch);
    return true;
}

bool vv_batch_new(const vv_flow *f, double tolerance, int most, vv_batch *b) {
    int lanes = vv_machine_lanes();
    *b = (vv_batch){.lanes = 1, .tolerance = tolerance};
    if (lanes > most) lanes = most >= 4 ? 4 : 1;
    if (vv_flow_has_lanes(f) && lanes > 1 && !new_lanes(b, f, lanes)) return false;
    for (int l = 0; l < b->lanes; l++) {
        if (!new_member(b, f, tolerance, l)) return false;
        b->at[l] = &b->member[l];
    }
    return vv_ctx_ok(f->c);
}

/* ---- a step --------------------------------------------------------------------------------- */

static void gather(vv_batch *b) {
    int lanes = b->lanes, nq = b->flow->nq, state = nq + b->flow->n;
    for (int l = 0; l < lanes; l++) {
        const vv_stepper *s = b->at[l];
        for (int i = 0; i < state; i++) {
            b->in[i * lanes + l] = s->x[i];
            b->size[i * lanes + l] = s->size[i];
        }
        b->in[state * lanes + l] = s->t;
        b->h[l] = s->steps ? s->h : 0;
    }
    double *time = vv_jet_input(b->jet, b->work, b->jet->nin - 1);
    size_t bytes = (size_t)lanes * sizeof *b->in;
    for (int i = 0; i < state; i++)
        memcpy(vv_jet_input(b->jet, b->work, i), b->in + i * lanes, bytes);
    memcpy(time, b->in + state * lanes, bytes);
    for (int l = 0; l < lanes; l++) time[lanes + l] = 1;
}

/* Matrices of all states and their inverses. good[l]: that one has an inverse. */
static void matrices(vv_batch *b, bool *good) {
    int n = b->flow->n;
    double *B = vv_jet_matrix(b->jet, b->work), *w = b->in + b->flow->nq * b->lanes;
    vv_machine_run(b->matrix, b->in, b->out, b->scratch);
    memcpy(vv_jet_sines(b->jet, b->work), b->out + n * n * b->lanes,
           2 * (size_t)(b->jet->nangles * b->lanes) * sizeof *b->out);
    if (b->lanes == 4)
        measure_4(n, b->out, w, b->least);
    else
        measure_8(n, b->out, w, b->least);
    vv_inverse_lanes(b->lanes, n, b->out, B, b->pivots, VV_FLOW_LEAST_PIVOT, good);
}

/* Sizes and the largest of the last terms; which series are of numbers. */
static void weigh(vv_batch *b, bool *finite) {
    size_t far = (size_t)b->jet->stride;
    if (b->lanes == 4) {
        finite_4(b, far, b->work, finite);
        weigh_4(b, far, b->work);
    } else {
        finite_8(b, far, b->work, finite);
        weigh_8(b, far, b->work);
    }
}

/* A member that goes with the others: what weigh found, its series where all stand. */
static vv_step_fault choose(vv_batch *b, int l) {
    vv_stepper *s = b->at[l];
    int lanes = b->lanes, nq = b->flow->nq, n = b->flow->n;
    for (int i = 0; i < n; i++) s->floor[i] = b->least[i * lanes + l];
    for (int i = 0; i < nq + n; i++) s->size[i] = b->size[i * lanes + l];
    vv_flow_use(s->f, b->work + l, lanes);
    s->f->beside = b->jet;
    vv_step_inverted(s);
    vv_step_fault fault = vv_taylor_choose(s, &b->terms[l]);
    b->h[l] = s->h;
    return fault;
}

/* Where the whole step would lead. */
static void look_ahead(vv_batch *b, const bool *together) {
    int lanes = b->lanes, n = b->flow->nq + 2 * b->flow->n;
    if (lanes == 4)
        sums_4(b, (size_t)b->jet->stride, b->work);
    else
        sums_8(b, (size_t)b->jet->stride, b->work);
    for (int l = 0; l < lanes; l++) {
        vv_stepper *s = b->at[l];
        s->whole = together[l];
        for (int i = 0; together[l] && i < n; i++) s->ahead[i] = b->ahead[i * lanes + l];
    }
}

void vv_batch_expand(vv_batch *b, const bool *alive, vv_step_fault *fault) {
    bool good[VV_BATCH_MOST], finite[VV_BATCH_MOST], together[VV_BATCH_MOST] = {false};
    if (b->lanes > 1) {
        gather(b);
        matrices(b, good);
        vv_jet_expand(b->jet, b->flow->order, b->work);
        weigh(b, finite);
        for (int l = 0; l < b->lanes; l++) {
            together[l] = alive[l] && good[l] && finite[l];
            if (together[l]) fault[l] = choose(b, l);
        }
        look_ahead(b, together);
    }
    for (int l = 0; l < b->lanes; l++)
        if (alive[l] && !together[l]) fault[l] = vv_taylor_expand(b->at[l]);
}
