/* The linear equations  M δπ'' + G δπ' + K δπ = 0  of the motions near a position, and the algebra
 * of small matrices of expressions whose signs follow from what the model assumes. */
#ifndef VV_EQUATIONS_STABILITY_LINEARIZED_EQUATIONS_H
#define VV_EQUATIONS_STABILITY_LINEARIZED_EQUATIONS_H

#include "algebra/signs.h"

typedef struct vv_linearized {
    int n;
    vv_expr *M, *G, *K; /* (n*n) */
    bool conservative;  /* G vanishes and K is symmetric */
    bool digits; /* the position is known by its digits, which tell all signs: none by symbols */
} vv_linearized;

/* Determinant without division; n <= VV_DETERMINANT_MAX. */
enum { VV_DETERMINANT_MAX = 6 };
vv_expr vv_determinant(vv_ctx *c, int n, const vv_expr *m);
/* M x = b for k right-hand sides (columns of B, n*k; X likewise) by determinants; n <=
 * VV_DETERMINANT_MAX. False when M is singular. */
bool vv_solve_cramer(vv_ctx *c, const vv_facts *f, int n, const vv_expr *M, int k, const vv_expr *B,
                     vv_expr *X);
/* What vanishes identically becomes zero. */
void vv_clear_zeros(vv_ctx *c, const vv_facts *f, int n, vv_expr *e);
/* The equations solved for the accelerations: M becomes the unit matrix. False when M is singular
 * or too large. */
bool vv_linearized_solve(vv_ctx *c, const vv_facts *f, vv_linearized *m);
/* F M^-1 F, the square of the force by the metric of T: it does not depend on coordinates, and
 * tells where these are singular whether a force acts. Reduced; poison where that is beyond
 * determinants.
 */
vv_expr vv_force_norm_squared(vv_ctx *c, const vv_facts *f, int n, const vv_expr *M,
                              const vv_expr *F);

/* Numbers of positive, negative and vanishing squares of a symmetric matrix, n <=
 * VV_DETERMINANT_MAX. False when a sign is not known; then `negative` may still say that there is
 * a negative one. */
typedef struct vv_signature {
    int positive, negative, zero;
} vv_signature;
bool vv_signature_of(vv_ctx *c, const vv_facts *f, int n, const vv_expr *A, vv_signature *out);

/* Coefficients of det(M λ^2 + G λ + K) by powers of λ (2 n + 1); n <= VV_DETERMINANT_MAX. */
bool vv_characteristic_polynomial(vv_ctx *c, const vv_facts *f, const vv_linearized *m,
                                  vv_expr *out);

#endif
