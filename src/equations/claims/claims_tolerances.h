/* Tolerances of claims: pure numbers, relative to what the comment names. */
#ifndef VV_EQUATIONS_CLAIMS_TOLERANCES_H
#define VV_EQUATIONS_CLAIMS_TOLERANCES_H

/* ---- state_search.c -------------------------------------------------------------------- */

/* of a diagonal entry: keeps Cholesky's pivots positive where conditions depend on each other */
#define VV_CLAIMS_DAMPING 1e-13
#define VV_CLAIMS_STEP 1e-9    /* of the unknowns: a last step of Newton's method */
#define VV_CLAIMS_CLOSED 1e-11 /* of the unknowns times derivatives: an equation is satisfied */
#define VV_CLAIMS_APART 1e-8   /* with unknowns of order 1: no error of a point reaches this */

#endif
