/* The interpreter of tapes: runs anywhere, allocates nothing, the same digits everywhere the
 * elementary functions of libm are the same. */
#ifndef VV_EVALUATE_TAPE_INTERPRET_H
#define VV_EVALUATE_TAPE_INTERPRET_H

#include "numeric/lu.h"
#include "evaluate/tape/tape.h"

/* Once for a scratch array of t->nslots doubles, before its first run. */
void vv_tape_prepare(const vv_tape *t, double *scratch);
/* in: t->nin, out: t->nout; out may be in. Any number of runs with one scratch, one at a time. */
void vv_tape_run(const vv_tape *t, const double *in, double *out, double *scratch);

/* One scalar operation, as the interpreter does it. */
double vv_tape_op_apply(vv_tape_op op, double a, double b, double c);

#endif
