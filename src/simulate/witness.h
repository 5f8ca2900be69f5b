/* A witness: the same motion by another method, and how far its table is from the run's. A
 * difference is measured by the largest value of its column. */
#ifndef VV_SIMULATE_WITNESS_H
#define VV_SIMULATE_WITNESS_H

#include "base/buffer.h"
#include "output/rows.h"
#include "simulate/stepper.h"

typedef struct vv_difference {
    double worst; /* infinite: the rows are not the same ones, or one is not a number */
    double time;
    int column;
    double *of; /* of each column, with its time           (n) */
    double *when;
} vv_difference;

/* Another method than this one, for a witness nobody named. */
const vv_integrator *vv_witness_for(const vv_integrator *run);
/* Rows of n numbers, the first one the time. false on refusal of memory or of the disk. */
bool vv_witness_compare(vv_ctx *c, int n, vv_rows *a, vv_rows *b, vv_difference *out);

#endif
