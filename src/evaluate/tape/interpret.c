#include "evaluate/tape/interpret.h"

#include <math.h>
#include <string.h>

double vv_tape_op_apply(vv_tape_op op, double a, double b, double c) {
    switch (op) {
#define X(name, operands, value, text)                                                             \
    case VV_TAPE_##name:                                                                           \
        return value;
#include "evaluate/tape/operations.def"
#undef X
    case VV_TAPE_SINCOS:
    case VV_TAPE_FACTOR:
    case VV_TAPE_SOLVE:
    case VV_TAPE_OPS: break;
    }
    return (double)NAN;
}

static void factor(const vv_tape_instruction *i, const uint32_t *args, double *s) {
    int n = (int)i->b;
    double *lu = s + i->out;
    for (int k = 0; k < n * n; k++) lu[k] = s[args[i->a + (uint32_t)k]];
    vv_lu_factor_packed(n, lu);
}

static void solve(const vv_tape_instruction *i, const uint32_t *args, double *s) {
    int n = (int)i->b;
    const double *lu = s + i->c;
    double *x = s + i->out;
    for (int k = 0; k < n; k++) x[k] = s[args[i->a + (uint32_t)k]];
    vv_lu_solve(n, lu, lu + n * n, x);
}

void vv_tape_prepare(const vv_tape *t, double *scratch) {
    memset(scratch, 0, (size_t)t->nslots * sizeof *scratch);
    memcpy(scratch + t->nin, t->constant, (size_t)t->nconstants * sizeof *scratch);
}

void vv_tape_run(const vv_tape *t, const double *in, double *out, double *scratch) {
    double *restrict s = scratch;
    int given = vv_tape_given(t);
    for (int k = 0; k < given; k++) s[k] = in[k];
    for (int k = 0; k < t->ncells; k++) s[given + k] = *t->cell[k];
    const vv_tape_instruction *restrict i = t->instruction;
    for (const vv_tape_op_run *r = t->run, *last = r + t->nruns; r < last; r++) {
        const vv_tape_instruction *end = i + r->count;
        switch (r->op) {
#define X(name, operands, value, text)                                                             \
    case VV_TAPE_##name:                                                                           \
        for (; i < end; i++) {                                                                     \
            double a = s[i->a], b = s[i->b], c = s[i->c];                                          \
            (void)b, (void)c;                                                                      \
            s[i->out] = value;                                                                     \
        }                                                                                          \
        break;
#include "evaluate/tape/operations.def"
#undef X
        case VV_TAPE_SINCOS:
            for (; i < end; i++) sincos(s[i->a], &s[i->out], &s[i->b]);
            break;
        case VV_TAPE_FACTOR:
            for (; i < end; i++) factor(i, t->args, s);
            break;
        case VV_TAPE_SOLVE:
            for (; i < end; i++) solve(i, t->args, s);
            break;
        case VV_TAPE_OPS: break;
        }
    }
    for (int k = 0; k < t->nout; k++) out[k] = s[t->out[k]];
}
