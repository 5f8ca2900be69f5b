/* Interpreter for tapes: portable, allocates nothing, and gives the same digits wherever libm's
 * elementary functions are the same. */
#ifndef VV_EVALUATE_TAPE_INTERPRET_H
#define VV_EVALUATE_TAPE_INTERPRET_H

#include "numeric/numeric.h"
#include "evaluate/tape/tape.h"

/* Call once for a scratch array of t->nslots doubles, before its first run. */
void vv_tape_prepare(const vv_tape *t, double *scratch);
/* in: t->nin, out: t->nout; out may be in. Any number of runs with one scratch array, one at a
 * time. */
void vv_tape_run(const vv_tape *t, const double *in, double *out, double *scratch);

/* One scalar operation, as executed by the interpreter. */
double vv_tape_op_apply(vv_tape_op op, double a, double b, double c);

#endif
