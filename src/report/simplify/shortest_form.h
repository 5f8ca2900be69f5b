/* The shortest of several equal forms of a quotient of polynomials, by printed cost. */
#ifndef VV_REPORT_SIMPLIFY_SHORTEST_FORM_H
#define VV_REPORT_SIMPLIFY_SHORTEST_FORM_H

#include "algebra/algebra.h"

/* The cheapest form so far; the first of equals is kept, so that the order of offers breaks
 * ties. */
typedef struct vv_cheapest {
    vv_expr e;
    int cost;
} vv_cheapest;
enum { VV_CHEAPEST_NONE = 1 << 20 };
#define VV_CHEAPEST ((vv_cheapest){VV_POISON, VV_CHEAPEST_NONE})
void vv_cheapest_offer(vv_ctx *c, vv_cheapest *b, vv_expr e);

/* Forms tried: sum of terms, product of factors, common factors collected step by step; sines
 * for cosines and vice versa; denominators distributed over the terms or not. */
vv_expr vv_shortest_form(vv_atoms *a, vv_rational_function q);
/* Products of sines and cosines as sines and cosines of sums and multiples; `mixed`: only
 * products of different angles. Poison if there is no such product. */
vv_expr vv_trig_contract(vv_atoms *a, vv_rational_function q, bool mixed);

#endif
