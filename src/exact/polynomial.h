/* Sparse polynomials in several variables with rational coefficients.
 *
 * A ring has a fixed number of variables x_0 .. x_{n-1} (terms are ordered lexicographically, x_0
 * heaviest) and owns its polynomials, which are handles: small integers, copied freely, never
 * changed once made. VV_POLY_NONE is poison: operations on it give it again. An operation whose
 * result would pass the ring's term budget is not begun: it gives VV_POLY_NONE and the ring
 * remembers (vv_polyring_too_large); that is an answer, not a failure of the context. Out of memory
 * fails the context. The ring's memory is FLINT's, not the arena's: call vv_polyring_free. */
#ifndef VV_EXACT_POLYNOMIAL_H
#define VV_EXACT_POLYNOMIAL_H

#include "exact/rational.h"

typedef struct vv_polyring vv_polyring;
typedef int vv_poly;
enum { VV_POLY_NONE = -1 };

/* most_terms: budget for one polynomial; 0 means 100000. NULL on refusal. */
vv_polyring *vv_polyring_new(vv_ctx *c, int variables, size_t most_terms);
void vv_polyring_free(vv_polyring *r); /* NULL allowed */
bool vv_polyring_too_large(const vv_polyring *r);
/* Budget for all further operations together, in products of terms: then VV_POLY_NONE as above.
 * Without it only single results are bounded. */
void vv_polyring_limit_work(vv_polyring *r, double products);
/* Polynomials made after the mark are freed by the release; their handles become invalid. */
int vv_polyring_mark(const vv_polyring *r);
void vv_polyring_release(vv_polyring *r, int mark);
/* Moves p down to the handle `mark` and frees everything else made since: keeps one result. */
vv_poly vv_polyring_keep(vv_polyring *r, int mark, vv_poly p);
/* Frees the memory of one polynomial that nobody uses any more; the handle then is 0. */
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
/* Upper bounds of the degrees, at once: below the next power of two, and exact up to 1. */
void vv_poly_degree_bounds(vv_polyring *r, vv_poly a, int *bound);
/* Coefficient of term i, heaviest first; its exponents into exponent[variables] (NULL allowed). */
vv_rat vv_poly_term(vv_polyring *r, vv_poly a, int i, int *exponent);

/* Monic greatest common divisor (its leading coefficient is 1; gcd(0, 0) = 0). */
vv_poly vv_poly_gcd(vv_polyring *r, vv_poly a, vv_poly b);
/* a / b when b divides a, otherwise VV_POLY_NONE without too_large. */
vv_poly vv_poly_div_exact(vv_polyring *r, vv_poly a, vv_poly b);
/* Resultant by a variable: it vanishes wherever a and b do together. Small degrees only: beyond
 * them VV_POLY_NONE, and too_large. */
vv_poly vv_poly_resultant(vv_polyring *r, vv_poly a, vv_poly b, int variable);
/* b with b^2 = a and positive leading coefficient, otherwise VV_POLY_NONE without too_large. */
vv_poly vv_poly_sqrt(vv_polyring *r, vv_poly a);
/* a = constant * prod factor[i]^multiplicity[i]; factors irreducible over Q with coprime integer
 * coefficients and positive leading one. Arrays in the arena, *n of them; 0 has constant 0 and no
 * factor. VV_E_BEYOND (not stuck in the context) when not possible within the budget. */
vv_status vv_poly_factor(vv_polyring *r, vv_poly a, vv_rat *constant, int *n, vv_poly **factor,
                         int **multiplicity);

/* Remainder modulo x_high^2 = rest, i.e. x_high^2k -> rest^k; rest free of x_high. */
vv_poly vv_poly_reduce_square(vv_polyring *r, vv_poly a, int high, vv_poly rest);
/* The same modulo x_high^k = rest, k >= 1. */
vv_poly vv_poly_reduce_power(vv_polyring *r, vv_poly a, int high, int k, vv_poly rest);
/* Modulo s^2 + c^2 = 1 for each pair: s^2 -> 1 - c^2. Give (cosine, sine) instead of (sine, cosine)
 * for the other orientation. A pair is its two variables, {s, c}. */
vv_poly vv_poly_reduce_circle(vv_polyring *r, vv_poly a, int npairs, const int (*pair)[2]);

/* For debugging: x0^2*x1 - 1/2. */
void vv_poly_write(vv_polyring *r, vv_poly a, vv_buffer *out);

#endif
