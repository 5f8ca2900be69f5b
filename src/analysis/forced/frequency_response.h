/* Frequency response in numbers: how large, and how far behind the force, small forced motions are
 * [Appell1896, no. 451]. `visviva study FILE response` has the same in symbols. */
#ifndef VV_ANALYSIS_FREQUENCY_H
#define VV_ANALYSIS_FREQUENCY_H

#include "analysis/topic.h"

/* One position, one force. */
typedef struct vv_frequency_response_curve {
    int position;         /* its number among the positions, from 1                       */
    const char *at;       /* "θ = 0"                                                      */
    bool damped;          /* else the phase is that of the force, or opposite to it       */
    int n, noutputs;      /* points; what answers                                         */
    const char **name;    /*                                                   (noutputs) */
    vv_expr *what;        /* the same as expressions, for their units          (noutputs) */
    double *x;            /* the parameter, or ω; ascending                           (n) */
    double *size, *phase; /* output after output, radians behind the force (noutputs * n) */
} vv_frequency_response_curve;

typedef struct vv_frequency_response {
    vv_expr over;     /* the parameter on which the frequency depends, or the input      */
    bool input;       /* an input of size 1 acts; x is ω                                 */
    bool logarithmic; /* points are dense by ratio, not by difference                    */
    int n;
    vv_frequency_response_curve *curve;
    const char *why; /* VV_E_BEYOND: the reason                                          */
} vv_frequency_response;

/* Over the box of a parameter, or over the frequencies of an input about those of the free motions.
 * What answers are the outputs, or the coordinates where the model has none. */
vv_status vv_frequency_response_find(vv_ctx *c, const vv_study *study, vv_expr over,
                                     vv_frequency_response *out);

#endif
