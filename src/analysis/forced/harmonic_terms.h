/* A function of the time as a sum of harmonic terms. */
#ifndef VV_ANALYSIS_HARMONIC_H
#define VV_ANALYSIS_HARMONIC_H

#include "expr/expr.h"

enum { VV_HARMONICS_MOST = 32 };

/* amplitude * cos(frequency*t + phase); frequency 0: a constant. */
typedef struct vv_harmonic {
    vv_expr amplitude, frequency, phase;
} vv_harmonic;

/* Their number, of which none has the same frequency and phase as another; -1 when e is no such
 * sum, also of products of sines and cosines. */
int vv_harmonics_of(vv_ctx *c, vv_expr e, vv_expr t, vv_harmonic *out);

#endif
