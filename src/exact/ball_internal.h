/* Definition of vv_balls, for exact/ only. */
#ifndef VV_EXACT_BALL_INTERNAL_H
#define VV_EXACT_BALL_INTERNAL_H

#include "exact/ball.h"
#include "exact/flint.h"

struct vv_balls {
    vv_ctx *ctx;
    int slots, bits;
    arb_struct *x;
};

#endif
