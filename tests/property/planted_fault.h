/* Fault injection in expressions: one term, somewhere inside, gets another sign, is dropped, or
 * gets another coefficient. */
#ifndef VV_TESTS_PROPERTY_PLANTED_FAULT_H
#define VV_TESTS_PROPERTY_PLANTED_FAULT_H

#include "expr/expr.h"
#include "tap.h"

typedef enum fault_kind { FLIPPED_SIGN, DROPPED_TERM, CHANGED_COEFFICIENT, FAULT_KINDS } fault_kind;

static const char *const fault_name[] = {"a flipped sign", "a dropped term",
                                         "a changed coefficient"};

/* The factor of the faulty term instead of 1. */
static inline vv_rat fault_factor(vv_ctx *c, fault_kind kind) {
    return kind == FLIPPED_SIGN   ? vv_rat_int(-1)
           : kind == DROPPED_TERM ? vv_rat_int(0)
                                  : vv_rat_make(c, 3, 2);
}

/* The sum `e` with a fault in term i; a node that is not a sum is faulty as a whole. */
static inline vv_expr fault_in_term(vv_ctx *c, vv_expr e, int i, fault_kind kind) {
    if (vv_expr_op(c, e) != VV_ADD) return vv_scale(c, fault_factor(c, kind), e);
    int n = vv_expr_arity(c, e);
    vv_rat *k = VV_ARRAY(c, vv_rat, n);
    vv_expr *t = VV_ARRAY(c, vv_expr, n);
    if (!k || !t) return VV_POISON;
    for (int j = 0; j < n; j++) {
        k[j] = vv_expr_coefficient(c, e, j);
        t[j] = vv_expr_child(c, e, j);
        if (j == i) k[j] = vv_rat_mul(c, k[j], fault_factor(c, kind));
    }
    return vv_sum_scaled(c, n, k, t);
}

/* A fault in a random sum inside e (e itself if there is none). */
static inline vv_expr fault_in(vv_ctx *c, vv_expr e, fault_kind kind) {
    int n, sums = 0;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &n);
    for (int i = 0; order && i < n; i++)
        if (vv_expr_op(c, (vv_expr){order[i]}) == VV_ADD) order[sums++] = order[i];
    if (!order || sums == 0) return fault_in_term(c, e, 0, kind);
    vv_expr sum = {order[random_below(2) ? sums - 1 : random_below(sums)]};
    return vv_subst1(c, e, sum,
                     fault_in_term(c, sum, (int)random_below(vv_expr_arity(c, sum)), kind));
}

#endif
