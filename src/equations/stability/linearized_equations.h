/* The linearized equations  M δπ'' + G δπ' + K δπ = 0  about an equilibrium, and the algebra of
 * small matrices of expressions whose signs follow from the model's assumptions. */
#ifndef VV_EQUATIONS_STABILITY_LINEARIZED_EQUATIONS_H
#define VV_EQUATIONS_STABILITY_LINEARIZED_EQUATIONS_H

#include "algebra/algebra.h"

typedef struct vv_linearized {
    int n;
    vv_expr *M, *G, *K; /* (n*n) */
    bool conservative;  /* G vanishes and K is symmetric */
    bool digits; /* the equilibrium is known numerically: signs come from its digits, none from
                    symbols */
    bool timed;  /* an entry changes with time: see time_dependence.h */
    bool kinked; /* only first derivatives of the forces are known to exist: nonsmooth_force.h */
    bool rough;  /* not even those: M, G and K are not filled */
} vv_linearized;

/* Division-free determinant; n <= VV_DETERMINANT_MAX. */
enum { VV_DETERMINANT_MAX = 6 };
vv_expr vv_determinant(vv_ctx *c, int n, const vv_expr *m);
/* M x = b for k right-hand sides (columns of B, n*k; X likewise) by Cramer's rule; n <=
 * VV_DETERMINANT_MAX. False if M is singular. */
bool vv_solve_cramer(vv_ctx *c, const vv_facts *f, int n, const vv_expr *M, int k, const vv_expr *B,
                     vv_expr *X);
/* Replaces entries that vanish identically by zero. */
void vv_clear_zeros(vv_ctx *c, const vv_facts *f, int n, vv_expr *e);
/* Solves the equations for the accelerations: M becomes the identity. False if M is singular or
 * too large. */
bool vv_linearized_solve(vv_ctx *c, const vv_facts *f, vv_linearized *m);
/* F^T M^-1 F, the squared norm of the force in the metric of T: independent of the coordinates,
 * it shows whether a force acts even where they are singular. Simplified; poison if too large
 * for determinants. */
vv_expr vv_force_norm_squared(vv_ctx *c, const vv_facts *f, int n, const vv_expr *M,
                              const vv_expr *F);

/* Numbers of positive, negative and zero eigenvalues of a symmetric matrix, n <=
 * VV_DETERMINANT_MAX. False if a sign is unknown; `negative` may then still say that there is a
 * negative one. */
typedef struct vv_signature {
    int positive, negative, zero;
} vv_signature;
bool vv_signature_of(vv_ctx *c, const vv_facts *f, int n, const vv_expr *A, vv_signature *out);

/* Coefficients of det(M λ^2 + G λ + K) by powers of λ (2 n + 1); n <= VV_DETERMINANT_MAX. */
bool vv_characteristic_polynomial(vv_ctx *c, const vv_facts *f, const vv_linearized *m,
                                  vv_expr *out);

#endif
