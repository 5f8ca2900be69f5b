/* A function of time as a sum of harmonic terms. */
#ifndef VV_ANALYSIS_FORCED_HARMONIC_TERMS_H
#define VV_ANALYSIS_FORCED_HARMONIC_TERMS_H

#include "expr/expr.h"

enum { VV_HARMONICS_MOST = 32 };

/* amplitude * cos(frequency*t + phase); frequency 0: a constant. */
typedef struct vv_harmonic {
    vv_expr amplitude, frequency, phase;
} vv_harmonic;

/* Returns the number of terms, no two of which share frequency and phase; -1 if e is not such a
 * sum. Products of sines and cosines are expanded. */
int vv_harmonics_of(vv_ctx *c, vv_expr e, vv_expr t, vv_harmonic *out);

#endif
