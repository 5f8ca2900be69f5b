/* The check of the premises of one theorem: what must vanish, what must have a sign. Each premise
 * is added until one does not hold; then the first failure stays. */
#ifndef VV_VERIFY_PREMISES_H
#define VV_VERIFY_PREMISES_H

#include "verify/proof_check.h"

enum { VV_PREMISE_LARGEST = 24 }; /* directions */

typedef struct vv_premise_check {
    vv_certificate *k;
    const vv_statement *p;
    const vv_theorem_data *t;
    const vv_premises *f;
    vv_found found;
    vv_list zero; /* expressions that must vanish; asked together */
    int room;
    bool boxed; /* signs are those in the box */
} vv_premise_check;

/* All of these return false. */
bool vv_premise_fail(vv_premise_check *c, vv_answer word, const char *why);
bool vv_premise_unfit(vv_premise_check *c); /* lists do not fit together */

/* Collects what must vanish; -1 counts as an expression without a derivative. */
void vv_premise_vanishes(vv_premise_check *c, int node);
void vv_premise_equal(vv_premise_check *c, int a, int b);
/* Checks what was collected. */
void vv_premises_settle(vv_premise_check *c, const char *why);
/* The sign is evident, or at least not refuted at a point. `strict`: 0 is excluded. */
void vv_premise_sign(vv_premise_check *c, int node, int sign, bool strict);
/* Is it nonzero at some point, real or modulo a prime? */
bool vv_premise_nonzero(vv_premise_check *c, int node);
/* Entry i of a list is an integer within bounds. */
bool vv_premise_integer(const vv_premise_check *c, const vv_list *list, int i, int least, int most,
                        int *out);
/* n of a list of n^2; 0 if there is none. */
int vv_premise_side(const vv_list *a);
bool vv_premise_symbols(const vv_premise_check *c, const vv_list *list);
bool vv_premise_is_zero(const vv_premise_check *c, int node); /* the number 0 */
/* Discriminant of a polynomial of degree n = 2 or 3, by coefficients from the constant term. */
int vv_premise_discriminant(vv_premise_check *c, int n, const int *x);

/* K_ij and G_ij plus the derivative of force i along direction j, by speed j: both must vanish. */
int vv_premise_by_position(vv_premise_check *c, int N, int i, int j);
int vv_premise_by_speed(vv_premise_check *c, int N, int i, int j);
/* Do the lists of K, the forces and, if it `moves`, of M and G, fit N directions? */
bool vv_premise_motion_fits(vv_premise_check *c, int N, bool moves);
/* The position is the only zero of `system` in a box; signs are those there from now on. `by` says
 * which equation of the system each force is. */
void vv_premises_in_box(vv_premise_check *c);
/* Exactly one zero of the system lies in the box. */
void vv_premise_isolated_zero(vv_premise_check *c);

/* ---- theorems (*_premises.c) --------------------------------------- */

void vv_premises_of_minimum(vv_premise_check *c);
void vv_premises_of_no_minimum(vv_premise_check *c);
void vv_premises_of_exponents(vv_premise_check *c);
void vv_premises_of_positive_exponent(vv_premise_check *c);
void vv_premises_of_secular_exponents(vv_premise_check *c);
void vv_premises_of_no_minimum_generically(vv_premise_check *c);
void vv_premises_of_higher_minimum(vv_premise_check *c);
void vv_premises_of_negative_exponents(vv_premise_check *c);
void vv_premises_of_linear_equations(vv_premise_check *c);
void vv_premises_of_growing_motion(vv_premise_check *c);
void vv_premises_of_drift(vv_premise_check *c);
void vv_premises_of_resonance(vv_premise_check *c);
void vv_premises_of_small_quantities(vv_premise_check *c);
void vv_premises_of_no_other_solution(vv_premise_check *c);

#endif
