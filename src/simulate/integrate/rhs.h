/* The motion as x' = f(t, x) with x = (q, w), for methods that are no series: machine code with the
 * accelerations solved, and the derivatives of f by x. Where the matrix has not its full rank
 * (relations that follow from others) the solution is that of simulate/formulation/kkt.h. With dry
 * friction the flow itself is asked, whose laws know their modes. */
#ifndef VV_SIMULATE_INTEGRATE_RHS_H
#define VV_SIMULATE_INTEGRATE_RHS_H

#include "simulate/formulation/dynamics.h"

typedef struct vv_rhs {
    vv_dynamics *f;
    int nq, n, nu; /* coordinates, speeds, unknowns w' and multipliers               */
    bool careful;  /* by rank, at most the one of the beginning of the step */
    int rank;
    vv_jit *solved; /* in: q, w, t.  out: q', w', lambda                              */
    vv_jit *parts;  /* in: q, w, t.  out: q', right-hand sides (nu), matrix (nu^2)    */
    vv_jit
        *variation; /* in: as the flow's tapes.  out: by q and w: q', rhs - matrix (w', lambda) */
    double *solved_scratch, *parts_scratch, *variation_scratch;
    double *in, *out, *x;
    vv_kkt dense;
    vv_kkt_scales seen; /* of `dense` at states of the motion; with laws, of the flow's matrix */
} vv_rhs;

/* With the derivatives where asked for. false on refusal of memory. */
bool vv_rhs_new(vv_dynamics *f, bool derivatives, vv_rhs *out);
/* The next states are tried from here, where the flow's matrix has just been factored: rows and
 * columns are measured by what the motion has met, not by what was tried. */
void vv_rhs_begin_step(vv_rhs *r);
/* out: q' (nq), w' (n), multipliers. false: not a number. */
bool vv_rhs_evaluate(vv_rhs *r, double t, const double *x, double *out);
/* out: df_i/dx_j, row by row, (nq + n)^2. false: not a number. */
bool vv_rhs_jacobian(vv_rhs *r, double t, const double *x, double *out);

#endif
