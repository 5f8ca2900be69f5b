#include "simulate/ensemble/taylor_batch.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "numeric/numeric.h"

#define LANES "simulate/ensemble/taylor_batch_lanes.h"
#include "platform/simd_widths.h"
#include "platform/platform.h"

/* ---- building ------------------------------------------------------------------------------- */

static bool new_member(vv_taylor_batch *b, const vv_dynamics *f, double tolerance, int l) {
    vv_dynamics *own = &b->flow[l];
    *own = *f;
    own->matrix_state.constant_inverse = false;
    own->taylor.work = VV_ARRAY(f->c, double, f->taylor.jet->doubles);
    if (!own->taylor.work || !vv_kkt_new(f->c, f->kkt.n, &own->kkt)) return false;
    if (!vv_dynamics_allocate_matrices(own)) return false;
    vv_dynamics_use_coefficients(own, own->taylor.work, 1);
    vv_jet_prepare(own->taylor.jet, own->taylor.work);
    if (f->taylor.closed_work) {
        own->taylor.closed_work = VV_ARRAY(f->c, double, f->taylor.closed->doubles);
        if (!own->taylor.closed_work) return false;
        vv_jet_prepare(f->taylor.closed, own->taylor.closed_work);
    }
    return vv_taylor_new(own, tolerance, &b->member[l]);
}

/* A vector of eight numbers that straddles two cache lines takes twice as long to load. */
static double *on_a_line(double *x) {
    enum { LINE = 64 };
    return x ? x + (LINE - (uintptr_t)x % LINE) % LINE / sizeof *x : NULL;
}
enum { MORE = 8 }; /* at most this many doubles are skipped */

static double *lanes_of(const vv_dynamics *f, int n, int lanes) {
    return on_a_line(VV_MATRIX(f->c, double, n + MORE, lanes));
}

/* The jets and the matrix in lanes; if there is no code for them, one by one. */
static bool new_lanes(vv_taylor_batch *b, const vv_dynamics *f, int lanes) {
    const vv_jet_dae closure = {.nq = f->nq, .n = f->n, .filled = f->taylor.filled};
    b->jet = vv_jet_build_dae(f->c, f->residual, f->taylor.jet->order, &closure, lanes);
    b->matrix = b->jet ? vv_jit_build(f->c, f->entries.code->tape, lanes) : NULL;
    if (!b->matrix) return false;
    b->lanes = b->jet->closed && b->matrix->entry ? lanes : 1;
    b->work = on_a_line(VV_ARRAY(f->c, double, b->jet->doubles + MORE));
    b->in = lanes_of(f, f->entries.code->tape->nin, lanes);
    b->out = lanes_of(f, f->entries.code->tape->nout, lanes);
    b->scratch = on_a_line(VV_ARRAY(f->c, double, b->matrix->nscratch + MORE + 1));
    b->least = lanes_of(f, f->n, lanes);
    b->size = lanes_of(f, f->nq + f->n, lanes);
    b->low = lanes_of(f, f->nq + f->n, lanes);
    b->nobody = VV_ARRAY(f->c, double, 3 * (f->nq + f->n) + f->n + VV_STEP_MARGIN);
    b->ahead = lanes_of(f, 3 * (f->nq + f->n) + f->n, lanes);
    b->h = lanes_of(f, 1, lanes);
    b->terms = lanes_of(f, 4, lanes);
    b->shortest = lanes_of(f, 1, lanes);
    b->pivots = lanes_of(f, 2 * f->n, lanes);
    if (!vv_ctx_ok(f->c)) return false;
    vv_jet_prepare(b->jet, b->work);
    vv_jit_prepare(b->matrix, b->scratch);
    return true;
}

bool vv_taylor_batch_new(const vv_dynamics *f, double tolerance, int most, vv_taylor_batch *b) {
    int lanes = vv_cpu_lanes();
    *b = (vv_taylor_batch){.lanes = 1, .tolerance = tolerance};
    if (lanes > most) lanes = most >= 4 ? 4 : 1;
    if (vv_dynamics_supports_lanes(f) && lanes > 1 && !new_lanes(b, f, lanes)) return false;
    for (int l = 0; l < b->lanes; l++) {
        if (!new_member(b, f, tolerance, l)) return false;
        b->at[l] = &b->member[l];
    }
    return vv_ctx_ok(f->c);
}

/* ---- a step --------------------------------------------------------------------------------- */

static void gather(vv_taylor_batch *b) {
    if (b->lanes == 4)
        gather_4(b);
    else
        gather_8(b);
}

/* Matrices of all states and their inverses. good[l]: that of lane l is invertible. */
static void matrices(vv_taylor_batch *b, bool *good) {
    int n = b->flow->n;
    double *B = vv_jet_matrix(b->jet, b->work), *w = b->in + b->flow->nq * b->lanes;
    vv_jit_run(b->matrix, b->in, b->out, b->scratch);
    memcpy(vv_jet_sines(b->jet, b->work), b->out + n * n * b->lanes,
           2 * (size_t)(b->jet->nangles * b->lanes) * sizeof *b->out);
    vv_invert_spd_negated_lanes(b->lanes, n, b->out, B, b->pivots, VV_DYNAMICS_LEAST_PIVOT, good);
    /* independent roots and quotients, to hide the latency of the first orders */
    if (b->lanes == 4)
        measure_4(n, b->out, w, b->least);
    else
        measure_8(n, b->out, w, b->least);
}

/* Bit masks of the lanes: which series are finite; which steps already have a size. */
typedef struct found {
    unsigned finite, measured;
} found;

/* Error scales, the largest of the last terms, and the resulting step sizes. */
static found weigh(vv_taylor_batch *b) {
    size_t far = (size_t)b->jet->stride;
    if (b->lanes == 4) return (found){finite_4(b, far, b->work), weigh_4(b, far, b->work)};
    return (found){finite_8(b, far, b->work), weigh_8(b, far, b->work)};
}

static void measure(const vv_taylor_batch *b, int l) {
    const double *t = b->terms + l;
    int lanes = b->lanes;
    vv_taylor_last_terms own = {{t[0], t[lanes]}, {(int)t[2 * lanes], (int)t[3 * lanes]}};
    vv_taylor_choose_step_size(b->at[l], &own);
}

/* A member of the batch: the step size from weigh, or else its own; its series stay in the
 * lanes. */
static vv_step_fault choose(vv_taylor_batch *b, int l, bool measured) {
    vv_stepper *s = b->at[l];
    vv_dynamics_use_coefficients(s->f, b->work + l, b->lanes);
    s->f->taylor.in_lanes = b->jet;
    vv_step_note_inverse(s);
    if (measured)
        s->h = b->h[l], s->limiting = (int)b->shortest[l];
    else
        measure(b, l);
    vv_step_fault fault = vv_taylor_limit_step(s);
    b->h[l] = s->h;
    return fault;
}

/* The array of each member in the batch, a dummy for the others. */
typedef struct arrays {
    double *of[VV_TAYLOR_BATCH_MAX_LANES];
} arrays;

/* Stores error scales and floors of the speeds. */
static void give_sizes(const vv_taylor_batch *b, const bool *together) {
    arrays floor, size;
    for (int l = 0; l < b->lanes; l++) {
        floor.of[l] = together[l] ? b->at[l]->speed_floor : b->nobody;
        size.of[l] = together[l] ? b->at[l]->error_scale : b->nobody;
    }
    if (b->lanes == 4)
        give_sizes_4(b, floor.of, size.of);
    else
        give_sizes_8(b, floor.of, size.of);
}

/* The state at the end of the whole step. */
static void look_ahead(vv_taylor_batch *b, const bool *together) {
    size_t far = (size_t)b->jet->stride;
    arrays ahead;
    for (int l = 0; l < b->lanes; l++) {
        b->at[l]->summed = together[l];
        ahead.of[l] = together[l] ? b->at[l]->ahead : b->nobody;
    }
    if (b->lanes == 4)
        sums_4(b, far, b->work), give_ahead_4(b, ahead.of);
    else
        sums_8(b, far, b->work), give_ahead_8(b, ahead.of);
}

/* After a thousand steps, as for a single motion. */
static void make_code(vv_taylor_batch *b) {
    enum { MANY = 1000 };
    int many = MANY / b->lanes;
    if (b->expansions < many && ++b->expansions == many) vv_jet_unroll(b->flow->c, b->jet);
}

void vv_taylor_batch_expand(vv_taylor_batch *b, const bool *alive, vv_step_fault *fault) {
    bool good[VV_TAYLOR_BATCH_MAX_LANES], together[VV_TAYLOR_BATCH_MAX_LANES] = {false};
    if (b->lanes > 1) {
        if (b->spoilt) vv_jet_prepare(b->jet, b->work);
        b->spoilt = false;
        gather(b);
        matrices(b, good);
        make_code(b);
        vv_jet_expand(b->jet, b->flow->order, b->work);
        found all = weigh(b);
        for (int l = 0; l < b->lanes; l++) {
            bool finite = all.finite >> l & 1;
            b->spoilt |= alive[l] && !finite;
            together[l] = alive[l] && good[l] && finite;
            if (together[l]) fault[l] = choose(b, l, all.measured >> l & 1);
        }
        give_sizes(b, together);
        look_ahead(b, together);
    }
    for (int l = 0; l < b->lanes; l++)
        if (alive[l] && !together[l]) fault[l] = vv_taylor_expand(b->at[l]);
}
