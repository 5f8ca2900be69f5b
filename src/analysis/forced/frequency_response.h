/* Numerical frequency response: amplitude and phase lag of small forced motions [Appell1896, no.
 * 451]. `visviva study FILE response` gives it in closed form. */
#ifndef VV_ANALYSIS_FORCED_FREQUENCY_RESPONSE_H
#define VV_ANALYSIS_FORCED_FREQUENCY_RESPONSE_H

#include "analysis/analysis.h"

/* One equilibrium, one force. */
typedef struct vv_frequency_response_curve {
    int position;         /* number of the equilibrium, from 1 */
    const char *at;       /* "θ = 0" */
    bool damped;          /* otherwise the phase is 0 or pi */
    int n, noutputs;      /* points; responding quantities */
    const char **name;    /*                                                   (noutputs) */
    vv_expr *what;        /* the same as expressions, for their units (noutputs) */
    double *x;            /* the parameter, or ω; ascending (n) */
    double *size, *phase; /* per output; phase lag in radians (noutputs * n) */
} vv_frequency_response_curve;

typedef struct vv_frequency_response {
    vv_expr over;     /* the parameter on which the frequency depends, or the input */
    bool input;       /* a unit input acts; x is ω */
    bool logarithmic; /* points are spaced geometrically */
    int n;
    vv_frequency_response_curve *curve;
    const char *why; /* VV_E_BEYOND: the reason */
} vv_frequency_response;

/* Over the box of a parameter, or over the frequencies of an input around the natural
 * frequencies. The responses are those of the model's outputs, or of the coordinates if it has
 * none. */
vv_status vv_frequency_response_find(vv_ctx *c, const vv_study *study, vv_expr over,
                                     vv_frequency_response *out);

#endif
