/* The motion as x' = f(t, x) with x = (q, w), for integrators without Taylor series: JIT-compiled
 * code with the accelerations solved, and the Jacobian df/dx. Where the matrix is rank-deficient
 * (redundant constraints) the solution is that of simulate/formulation/kkt.h. With dry friction
 * vv_dynamics itself is evaluated, whose friction laws know their modes. */
#ifndef VV_SIMULATE_INTEGRATE_RHS_H
#define VV_SIMULATE_INTEGRATE_RHS_H

#include "simulate/formulation/formulation.h"

typedef struct vv_rhs {
    vv_dynamics *f;
    int nq, n, nu; /* coordinates, speeds, unknowns w' and multipliers               */
    bool careful;  /* by rank, at most that at the start of the step */
    int rank;
    vv_jit *solved; /* in: q, w, t.  out: q', w', lambda                              */
    vv_jit *parts;  /* in: q, w, t.  out: q', right-hand sides (nu), matrix (nu^2)    */
    vv_jit
        *variation; /* in: as vv_dynamics' tapes.  out: by q and w: q', rhs - matrix (w', lambda) */
    double *solved_scratch, *parts_scratch, *variation_scratch;
    double *in, *out, *x;
    double *probe; /* with feedback: for the derivatives, by differences   (3 (nq + nu)) */
    vv_kkt dense;
    vv_kkt_scales seen; /* of `dense` at states of the motion; with laws, of the dynamics' matrix */
} vv_rhs;

/* With the Jacobian if requested. false if out of memory. */
bool vv_rhs_new(vv_dynamics *f, bool derivatives, vv_rhs *out);
/* Inputs at a state (q, w), where a law outside of the equations gives them. */
void vv_feedback_apply(const vv_dynamics *f, double t, const double *x);
/* The next trial states start from here, where the matrix of the dynamics has just been factored:
 * rows and columns are scaled by accepted states, not by trial states. */
void vv_rhs_begin_step(vv_rhs *r);
/* out: q' (nq), w' (n), multipliers. false: NaN. */
bool vv_rhs_evaluate(vv_rhs *r, double t, const double *x, double *out);
/* out: df_i/dx_j, row by row, (nq + n)^2. false: NaN. */
bool vv_rhs_jacobian(vv_rhs *r, double t, const double *x, double *out);

#endif
