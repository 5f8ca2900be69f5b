/* An expression as a quotient of two polynomials in its atoms, for rewriting. Atoms are symbols,
 * sin and cos of an angle (a pair, s^2 + c^2 = 1) and any other function as a whole. With
 * `expand`, sines of sums and multiples are first expanded into those of single angles;
 * otherwise every argument is an angle of its own. The ring variables are sorted: accelerations,
 * speeds, then the rest, so that terms with the same velocity monomial are adjacent. The ring
 * must be freed. */
#ifndef VV_ALGEBRA_RATIONAL_FUNCTION_H
#define VV_ALGEBRA_RATIONAL_FUNCTION_H

#include "exact/exact.h"
#include "expr/expr.h"
#include "prove/prove.h"

typedef struct vv_angle {
    vv_expr unit;     /* the angle */
    int sine, cosine; /* variables */
} vv_angle;

/* Variables of a unit vector; the last is -1 if it has three components. */
typedef struct vv_atoms_unit {
    int at[4];
} vv_atoms_unit;

typedef struct vv_atoms {
    vv_ctx *c;
    vv_polyring *ring;
    int n;
    vv_expr *atom;   /* expression of each variable (n) */
    vv_poly *square; /* square of a root variable, otherwise none (n) */
    int nmoving;     /* the first nmoving variables are accelerations and speeds */
    int nangles;
    vv_angle *angle;
    int nunits;
    vv_atoms_unit *unit; /* those of which it has all components */
    bool expand;
    long *effort;  /* remaining effort, shared by all users for one expression */
    bool remember; /* remember expressions that exceed the budget: for vv_factorise, whose budget
                    * is fixed */
} vv_atoms;

typedef struct vv_rational_function {
    vv_poly n, d;
} vv_rational_function;

/* NULL if e is too large or has too many atoms (no failure of the context), or on refusal. */
vv_atoms *vv_atoms_new(vv_ctx *c, vv_expr e, bool expand, int most_nodes, int most_terms,
                       long *effort);
/* Charges work, in units of about one term; false if the budget is exhausted. The count decides,
 * not the clock, so that the same model always prints the same. */
bool vv_atoms_spend(vv_atoms *a, long work);
/* Greatest rational of which all coefficients are integer multiples; 1 for 0 and for huge
 * coefficients. */
vv_rat vv_atoms_content(vv_atoms *a, vv_poly p);
void vv_atoms_free(vv_atoms *a); /* NULL allowed */

/* Converts e, from whose nodes the atoms were taken; reduced modulo the circles, common factors
 * cancelled. False if the budget is exhausted. */
bool vv_rational_function_of(vv_atoms *a, vv_expr e, vv_rational_function *out);
/* Cancels common factors, including those hidden by s^2 + c^2 = 1, as in (1 - c^2)/s. */
vv_rational_function vv_rational_function_cancel(vv_atoms *a, vv_rational_function q);
/* Notes of which unit vectors all components are among the atoms. */
void vv_atoms_set_units(vv_atoms *a, int n, const vv_unit_vector *unit);
/* p with the square of one component of a unit vector eliminated. */
vv_poly vv_atoms_reduce_unit(vv_atoms *a, vv_poly p, int vector, int component);
/* s^2 -> 1 - c^2 in every angle, or (sines) c^2 -> 1 - s^2. */
vv_poly vv_atoms_reduce(vv_atoms *a, vv_poly p, bool sines);
/* The same for one angle; each monomial of the other variables is reduced in whichever way gives
 * fewer terms. */
vv_poly vv_atoms_reduce_least(vv_atoms *a, vv_poly p, const vv_angle *angle);
/* k * prod atom^exponent, exponents of any sign. */
vv_expr vv_atoms_monomial(vv_atoms *a, vv_rat k, const int *exponent);

/* Is any angle a sum or a multiple, so that expanding makes a difference? */
bool vv_atoms_compound(const vv_atoms *a);

#endif
