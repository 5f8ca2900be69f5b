/* Configurations at which a force is nonsmooth: derivatives there are one-sided. */
#ifndef VV_EQUATIONS_STABILITY_NONSMOOTH_FORCE_H
#define VV_EQUATIONS_STABILITY_NONSMOOTH_FORCE_H

#include "equations/stability/stability_theorems.h"

/* Does a coordinate switch a branch of one of the n forces there (abs, sign, min, max, a
 * condition)? Not if the branches of abs and sign agree on both sides, with their first
 * derivatives: x*abs(x). */
bool vv_force_is_nonsmooth(vv_ctx *c, const vv_system *s, const vv_facts *f, int n,
                           const vv_expr *force, vv_position_evaluator *at, const void *data);

#endif
