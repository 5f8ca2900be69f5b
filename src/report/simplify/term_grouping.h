/* Terms grouped by accelerations and monomials of the speeds, their coefficients shortened: what
 * report/simplify/simplify.h is made of. */
#ifndef VV_REPORT_GROUPING_H
#define VV_REPORT_GROUPING_H

#include "report/simplify/simplify.h"
#include "report/simplify/shortest_form.h"

typedef struct vv_presenter {
    vv_ctx *c;
    const vv_facts *facts;
    int most_tokens, most_nodes, most_terms;
    long *effort;
    bool keep_factors;
} vv_presenter;

/* Work spent on one expression at most: some ten milliseconds. */
enum { VV_PRESENT_EFFORT = 100000 };
vv_presenter vv_presenter_start(vv_ctx *c, const vv_present_options *o, long *effort);
/* Is it identically zero, for certain? */
bool vv_presenter_proves(const vv_presenter *w, vv_expr zero);
/* Too large to be tried. */
bool vv_presenter_refuses(const vv_presenter *w, vv_expr e);
/* The shortest form of a whole expression without grouping, arguments of functions as they stand.
 */
vv_expr vv_presenter_reshape(const vv_presenter *w, vv_expr e);

/* The same if it is a product of everything, as r*(r*θ'' + 2*r'*θ'), else poison: collecting
 * otherwise would tear the terms of an acceleration apart. */
vv_expr vv_presenter_common_factor(const vv_presenter *w, vv_expr e);

/* Two angles of e of which only the difference (or the sum) matters, none (poison) where there are
 * no such. */
typedef struct vv_turned {
    vv_expr angle, by;
    bool sum;
} vv_turned;
/* e with the second of them 0, or e itself; and a result back again, with angle -+ by for the first
 * (t may be NULL: nothing is done). */
vv_expr vv_presenter_turned(const vv_presenter *w, vv_expr e, vv_turned *out);
vv_expr vv_presenter_turned_back(const vv_presenter *w, const vv_turned *t, vv_expr e);

typedef enum vv_part { VV_ACCELERATIONS, VV_SPEEDS, VV_OTHERS, VV_PARTS } vv_part;

typedef struct vv_group {
    int *monomial; /* exponents of accelerations and speeds, 0 beyond (atoms) */
    vv_poly coefficient;
    vv_part part;
} vv_group;

typedef struct vv_groups {
    int n;
    vv_group *at; /* heaviest first: accelerations, in the order of declaration */
} vv_groups;

bool vv_groups_of(vv_atoms *a, vv_poly p, vv_groups *out);
/* Does p depend on accelerations or speeds? */
bool vv_groups_move(vv_atoms *a, vv_poly p);
/* Sum of the groups of one part over the denominator d: grouped, or collected if that is shorter.
 */
vv_expr vv_groups_sum(const vv_presenter *w, vv_atoms *a, const vv_groups *g, vv_poly d,
                      vv_part which);

#endif
