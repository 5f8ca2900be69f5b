/* Positions at which a force changes its branch: derivatives hold on one side of them only. */
#ifndef VV_EQUATIONS_STABILITY_NONSMOOTH_FORCE_H
#define VV_EQUATIONS_STABILITY_NONSMOOTH_FORCE_H

#include "equations/stability/stability_theorems.h"

/* Does a coordinate decide there on a branch of one of the n forces (abs, sign, min, max, a
 * condition)? Not where those of abs and sign agree on both sides, with their first derivatives:
 * x*abs(x). */
bool vv_force_is_nonsmooth(vv_ctx *c, const vv_system *s, const vv_facts *f, int n,
                           const vv_expr *force, vv_position_evaluator *at, const void *data);

#endif
