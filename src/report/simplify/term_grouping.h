/* Terms grouped by accelerations and monomials of the speeds, with simplified coefficients: the
 * building blocks of report/simplify/simplify.h. */
#ifndef VV_REPORT_SIMPLIFY_TERM_GROUPING_H
#define VV_REPORT_SIMPLIFY_TERM_GROUPING_H

#include "report/simplify/simplify.h"
#include "report/simplify/shortest_form.h"

typedef struct vv_simplifier {
    vv_ctx *c;
    const vv_facts *facts;
    int most_tokens, most_nodes, most_terms;
    long *effort;
    bool keep_factors, keep_scale;
} vv_simplifier;

/* Work limit per expression: some ten milliseconds. */
enum { VV_SIMPLIFY_EFFORT = 100000 };
vv_simplifier vv_simplifier_new(vv_ctx *c, const vv_simplify_options *o, long *effort);
/* The atoms of e, with the unit vectors among them; NULL as from vv_atoms_new. */
vv_atoms *vv_simplifier_atoms(const vv_simplifier *w, vv_expr e, bool expand);
/* e with roots of squares and magnitudes resolved as far as assumptions decide their signs. Not
 * proved here. */
vv_expr vv_simplifier_roots(const vv_simplifier *w, vv_expr e);
/* Is it identically zero, for certain? */
bool vv_simplifier_proves_zero(const vv_simplifier *w, vv_expr zero);
/* Is it too large to try? */
bool vv_simplifier_too_large(const vv_simplifier *w, vv_expr e);
/* The shortest form of a whole expression without grouping; arguments of functions unchanged. */
vv_expr vv_simplifier_reshape(const vv_simplifier *w, vv_expr e);

/* The same if the result is a product with a common factor, as r*(r*θ'' + 2*r'*θ'), else poison:
 * collecting otherwise would separate the terms of an acceleration. */
vv_expr vv_simplifier_common_factor(const vv_simplifier *w, vv_expr e);

/* Two angles of e that occur only as a difference (or sum); poison if there are none. */
typedef struct vv_eliminated_angle {
    vv_expr angle, by;
    bool sum;
} vv_eliminated_angle;
/* e with the second angle set to 0, or e itself; and the inverse on a result, with angle -+ by
 * for the first (t may be NULL: no-op). */
vv_expr vv_simplifier_eliminate_angle(const vv_simplifier *w, vv_expr e, vv_eliminated_angle *out);
vv_expr vv_simplifier_restore_angle(const vv_simplifier *w, const vv_eliminated_angle *t,
                                    vv_expr e);

typedef enum vv_term_class {
    VV_TERM_ACCELERATION,
    VV_TERM_SPEED,
    VV_TERM_OTHER,
    VV_TERM_CLASSES
} vv_term_class;

typedef struct vv_term_group {
    int *monomial; /* exponents of accelerations and speeds, 0 beyond (atoms) */
    vv_poly coefficient;
    vv_term_class part;
} vv_term_group;

typedef struct vv_term_groups {
    int n;
    vv_term_group *at; /* in decreasing weight: accelerations, in the order of declaration */
} vv_term_groups;

bool vv_term_groups_collect(vv_atoms *a, vv_poly p, vv_term_groups *out);
/* Does p depend on accelerations or speeds? */
bool vv_poly_has_velocities(vv_atoms *a, vv_poly p);
/* Sum of the groups of one part over the denominator d: grouped, or collected if that is
 * shorter. */
vv_expr vv_term_groups_sum(const vv_simplifier *w, vv_atoms *a, const vv_term_groups *g, vv_poly d,
                           vv_term_class which);

#endif
