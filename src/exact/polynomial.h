/* Sparse multivariate polynomials with rational coefficients. A ring has a fixed number of
 * variables x_0 .. x_{n-1} (lexicographic order, x_0 heaviest) and owns its polynomials, which
 * are handles: small integers, copied freely and immutable. VV_POLY_NONE is poison: operations
 * on it return it. An operation whose result would exceed the ring's term budget is not started:
 * it returns VV_POLY_NONE and sets a flag of the ring (vv_polyring_too_large); that is an
 * answer, not a failure of the context. Running out of memory fails the context. The ring's
 * memory is FLINT's, not the arena's: call vv_polyring_free. */
#ifndef VV_EXACT_POLYNOMIAL_H
#define VV_EXACT_POLYNOMIAL_H

#include "exact/rational.h"

typedef struct vv_polyring vv_polyring;
typedef int vv_poly;
enum { VV_POLY_NONE = -1 };

/* most_terms: term budget per polynomial; 0: 100000. NULL on refusal. */
vv_polyring *vv_polyring_new(vv_ctx *c, int variables, size_t most_terms);
void vv_polyring_free(vv_polyring *r); /* NULL allowed */
bool vv_polyring_too_large(const vv_polyring *r);
/* Total budget for all further operations, in products of terms; beyond it they return
 * VV_POLY_NONE as above. By default only single results are bounded. */
void vv_polyring_limit_work(vv_polyring *r, double products);
/* The release frees all polynomials made after the mark and invalidates their handles. */
int vv_polyring_mark(const vv_polyring *r);
void vv_polyring_release(vv_polyring *r, int mark);
/* Keeps one result: moves p to the handle `mark` and frees everything else made since. */
vv_poly vv_polyring_keep(vv_polyring *r, int mark, vv_poly p);
/* Frees the memory of a polynomial that is no longer used; its handle then denotes 0. */
void vv_poly_drop(vv_polyring *r, vv_poly p);

vv_poly vv_poly_const(vv_polyring *r, vv_rat k);
vv_poly vv_poly_int(vv_polyring *r, int64_t k);
vv_poly vv_poly_var(vv_polyring *r, int variable);
/* k * prod x_i^exponent[i], exponents >= 0 */
vv_poly vv_poly_monomial(vv_polyring *r, vv_rat k, const int *exponent);

vv_poly vv_poly_add(vv_polyring *r, vv_poly a, vv_poly b);
vv_poly vv_poly_sub(vv_polyring *r, vv_poly a, vv_poly b);
vv_poly vv_poly_neg(vv_polyring *r, vv_poly a);
vv_poly vv_poly_scale(vv_polyring *r, vv_rat k, vv_poly a);
vv_poly vv_poly_mul(vv_polyring *r, vv_poly a, vv_poly b);
vv_poly vv_poly_pow(vv_polyring *r, vv_poly a, int k); /* k >= 0 */

bool vv_poly_is_zero(const vv_polyring *r, vv_poly a); /* false for VV_POLY_NONE */
bool vv_poly_is_const(const vv_polyring *r, vv_poly a);
bool vv_poly_equal(const vv_polyring *r, vv_poly a, vv_poly b);
int vv_poly_terms(const vv_polyring *r, vv_poly a);
int vv_poly_degree(vv_polyring *r, vv_poly a, int variable); /* -1 for 0 */
/* Cheap upper bounds of all degrees: below the next power of two, exact for degrees 0 and 1. */
void vv_poly_degree_bounds(vv_polyring *r, vv_poly a, int *bound);
/* Coefficient of term i, heaviest first; its exponents into exponent[variables] (NULL allowed). */
vv_rat vv_poly_term(vv_polyring *r, vv_poly a, int i, int *exponent);

/* Monic greatest common divisor (its leading coefficient is 1; gcd(0, 0) = 0). */
vv_poly vv_poly_gcd(vv_polyring *r, vv_poly a, vv_poly b);
/* a / b when b divides a, otherwise VV_POLY_NONE without too_large. */
vv_poly vv_poly_div_exact(vv_polyring *r, vv_poly a, vv_poly b);
/* Resultant with respect to a variable; it vanishes wherever a and b vanish together. Small
 * degrees only, otherwise VV_POLY_NONE and too_large. */
vv_poly vv_poly_resultant(vv_polyring *r, vv_poly a, vv_poly b, int variable);
/* b with b^2 = a and positive leading coefficient, otherwise VV_POLY_NONE without too_large. */
vv_poly vv_poly_sqrt(vv_polyring *r, vv_poly a);
/* a = constant * prod factor[i]^multiplicity[i]; the factors are irreducible over Q with coprime
 * integer coefficients and positive leading coefficient. *n of each, arrays in the arena; 0 has
 * constant 0 and no factors. VV_E_BEYOND (not sticky) if the budget does not suffice. */
vv_status vv_poly_factor(vv_polyring *r, vv_poly a, vv_rat *constant, int *n, vv_poly **factor,
                         int **multiplicity);

/* Remainder modulo x_high^2 = rest, i.e. x_high^2k -> rest^k; rest must not contain x_high. */
vv_poly vv_poly_reduce_square(vv_polyring *r, vv_poly a, int high, vv_poly rest);
/* The same modulo x_high^k = rest, k >= 1. */
vv_poly vv_poly_reduce_power(vv_polyring *r, vv_poly a, int high, int k, vv_poly rest);
/* Remainder modulo s^2 + c^2 = 1 for each pair {s, c}: s^2 -> 1 - c^2. Pass {c, s} to eliminate
 * the cosine instead. */
vv_poly vv_poly_reduce_circle(vv_polyring *r, vv_poly a, int npairs, const int (*pair)[2]);

/* For debugging: x0^2*x1 - 1/2. */
void vv_poly_write(vv_polyring *r, vv_poly a, vv_buffer *out);

#endif
