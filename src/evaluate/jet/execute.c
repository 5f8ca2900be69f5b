/* Runs the programs of jets: constants of the passes, convolutions, then the pass. */
#include "evaluate/jet/pass_builder.h"

/* Vectors are aligned to cache lines, wherever the work array starts. */
static double *frame_of(const struct vv_jet_code *c, double *work) {
    uintptr_t at = (uintptr_t)(work + c->frame);
    return work + c->frame + (CACHE_LINE - at % CACHE_LINE) % CACHE_LINE / sizeof *work;
}

/* k, k + 1, k + 2, their inverses, and (k + 1)(k + 2), for each pass. */
void vv_jet_code_prepare(const vv_jet *j, double *work) {
    const struct vv_jet_code *c = j->code;
    double *rows = frame_of(c, work) + c->rows;
    for (int pass = 0; pass <= j->order + j->depth; pass++) {
        double number[VV_JET_ORDER_NUMBERS], *to = rows + pass * c->step + c->number;
        for (int lead = 0; lead < VV_JET_LEADS; lead++) {
            int k = pass - j->depth + lead;
            number[lead] = k;
            number[VV_JET_LEADS + lead] = k > 0 ? 1.0 / k : 0;
        }
        number[2 * VV_JET_LEADS] = number[1] * number[2];
        for (int i = 0; i < VV_JET_ORDER_NUMBERS; i++, to += c->number_step)
            for (int l = 0; l < (c->number_step > 1 ? j->lanes : 1); l++) to[l] = number[i];
    }
}

static void make_sums(const vv_jet *j, int pass, double *frame) {
    const struct vv_jet_code *c = j->code;
    const double *rows = frame + c->rows;
    double *sums = frame + c->sums, *ahead = frame + c->ahead;
    if (!pass) return;
    if (c->pair)
        c->lanes_kernel(c->nsums, pass, c->pair, rows, sums, ahead);
    else
        c->kernel(c->nsums, c->step, pass, rows, sums, ahead);
}

void vv_jet_code_order(const vv_jet *j, int k, double *work) {
    const struct vv_jet_code *c = j->code;
    double *frame = frame_of(c, work), *row = frame + c->rows + c->step * k;
    make_sums(j, k, frame);
    (k ? c->next : c->first)(work + k, row, frame);
}

void vv_jet_code_correct(const vv_jet *j, int k, double *work) {
    const struct vv_jet_code *c = j->code;
    double *frame = frame_of(c, work), *row = frame + c->rows + c->step * k;
    (k ? c->next_late : c->first_late)(work + k, row, frame);
}

double *vv_jet_matrix(const vv_jet *j, double *work) {
    return frame_of(j->code, work) + j->code->matrix;
}

double *vv_jet_sines(const vv_jet *j, double *work) {
    return frame_of(j->code, work) + j->code->sines;
}

/* Passes with interleaved convolutions. */
static void expand_interleaved(const vv_jet *j, int last, double *work, double *frame) {
    const struct vv_jet_code *c = j->code;
    double *row = frame + c->rows;
    int pass = 0, lanes = j->lanes;
    for (; pass < last && pass < c->interleaved_from; pass++, row += c->step)
        c->early[pass](work + pass * lanes, row, frame);
    if (pass < last) c->line(work, row - c->step, frame, 1);
    for (; pass < last; pass++, row += c->step)
        if (pass % 2)
            c->odd(work + pass * lanes, row, frame);
        else
            c->even(work + pass * lanes, row, frame, (pass - c->interleaved_from) / 2 + 2);
}

/* Convolutions, then the pass. */
static void expand_plain(const vv_jet *j, int last, double *work, double *frame) {
    const struct vv_jet_code *c = j->code;
    double *row = frame + c->rows;
    for (int pass = 0; pass < last; pass++, row += c->step) {
        if (c->interleaved_from && pass > c->interleaved_from && pass % 2 == 0)
            c->even(work, row, frame, 0);
        else
            make_sums(j, pass, frame);
        c->pass[pass <= j->depth ? pass : j->depth + 1](work + pass * j->lanes, row, frame);
    }
}

void vv_jet_expand(const vv_jet *j, int orders, double *work) {
    const struct vv_jet_code *c = j->code;
    double *frame = frame_of(c, work), *row = frame + c->rows;
    if (j->ncells) vv_jet_fetch_cells(j, work);
    if (c->unrolled && orders == VV_JET_UNROLLED_ORDERS(j)) {
        c->unrolled(work, row, frame);
        return;
    }
    if (c->interleaved_from && !c->even_sums_only)
        expand_interleaved(j, orders + j->depth, work, frame);
    else
        expand_plain(j, orders + j->depth, work, frame);
}
