/* Sets of states u = 0 on which an expression may jump although its derivative vanishes elsewhere.
 */
#ifndef VV_EQUATIONS_CLAIMS_JUMP_SETS_H
#define VV_EQUATIONS_CLAIMS_JUMP_SETS_H

#include "equations/equations.h"

enum { VV_JUMP_SETS_MAX = 512 };

typedef struct vv_jump_sets {
    int n;
    bool complete; /* false: there are more */
    vv_expr u[VV_JUMP_SETS_MAX];
    vv_expr positive[VV_JUMP_SETS_MAX]; /* only where this is positive; ONE: everywhere */
} vv_jump_sets;

/* tan as a quotient, signs and absolute values of products factor by factor: the same expression,
 * up to states of measure zero. */
vv_expr vv_jump_prepare(vv_ctx *c, vv_expr e);
/* Switching sets of sign, piecewise and atan2; and poles, if they occur within a function or, in
 * an expression that has branches of its own or is `rough`, anywhere. A quotient of analytic
 * functions needs no poles: along an analytic motion it is constant on both sides if it is on one.
 * Continuous functions with kinks (abs, min, sqrt) do not jump by themselves. e is prepared. s is
 * NULL if parameters count as part of the state. */
void vv_jump_sets_find(vv_ctx *c, const vv_system *s, vv_expr e, bool rough, vv_jump_sets *out);
/* Adds the poles of n expressions. */
void vv_jump_poles_add(vv_ctx *c, const vv_system *s, int n, const vv_expr *e, vv_jump_sets *out);
/* e on one side (1, -1) of set i, near it, or (0) on it. */
vv_expr vv_jump_side(vv_ctx *c, const vv_jump_sets *j, int i, int side, vv_expr e);
/* Does it have abs, sign, min, max or piecewise of the state? */
bool vv_jump_is_rough(vv_ctx *c, const vv_system *s, int n, const vv_expr *e);

#endif
