/* --trace=jet: the plan of a Taylor jet. */
#include "base/base.h"
#include "evaluate/jet/jet.h"

static const char *name_of(vv_jet_op op) {
    switch (op) {
    case VV_JET_LINEAR: return "linear";
    case VV_JET_MUL: return "mul";
    case VV_JET_MADD: return "madd";
    case VV_JET_DIV: return "div";
    case VV_JET_EXP: return "exp";
    case VV_JET_SINCOS: return "sincos";
    case VV_JET_SINHCOSH: return "sinhcosh";
    case VV_JET_TAN: return "tan";
    case VV_JET_SQRT: return "sqrt";
    case VV_JET_POWER: return "power";
    case VV_JET_PRIMITIVE: return "primitive";
    case VV_JET_ATAN2: return "atan2";
    case VV_JET_ABS: return "abs";
    case VV_JET_MINMAX: return "minmax";
    case VV_JET_STEP_FUNCTION: return "step";
    case VV_JET_CHOOSE: return "choose";
    case VV_JET_RATE: return "rate";
    case VV_JET_FACTOR: return "factor";
    case VV_JET_SOLVE: return "solve";
    }
    return "?";
}

/* All but sums and what is constant beyond order 0 cost one convolution or more per order. */
static bool convolves(const vv_jet_instruction *i) {
    return i->op != VV_JET_LINEAR && i->op != VV_JET_RATE && i->op != VV_JET_STEP_FUNCTION &&
           i->op != VV_JET_CHOOSE && i->op != VV_JET_FACTOR && i->op != VV_JET_MINMAX;
}

void vv_jet_trace(vv_ctx *c, const vv_jet *j) {
    vv_buffer b = VV_BUFFER(c);
    int convolutions = 0;
    for (int k = 0; k < j->ninstructions; k++) convolutions += convolves(&j->instruction[k]);
    vv_buffer_printf(&b,
                     "order %d, %d lanes, %d inputs (%d late), %d variables, %d instructions, "
                     "%d with convolutions, %s\n",
                     j->order, j->lanes, j->nin, j->nlate_inputs, j->nvariables, j->ninstructions,
                     convolutions, j->code ? "compiled" : "interpreted");
    if (j->closed)
        vv_buffer_printf(&b, "closed over %d unknowns, stages end at %d, %d, %d, %d\n", j->closed,
                         j->sweep[0], j->sweep[1], j->sweep[2], j->sweep[3]);
    for (int k = 0; k < j->ninstructions; k++) {
        const vv_jet_instruction *i = &j->instruction[k];
        vv_buffer_printf(&b, "%u = %s %u %u %u\n", i->out, name_of(i->op), i->a, i->b, i->c);
    }
    vv_trace_lines(VV_TRACE_JET, &b);
}
