/* Impulse laws. Rates or speeds get new values; the impulses that do this act along them and along
 * the constraints: of all changes that keep both, the least in the measure of the masses. */
#ifndef VV_SIMULATE_SHOCK_H
#define VV_SIMULATE_SHOCK_H

#include "simulate/stepper.h"

typedef struct vv_shock {
    const vv_flow *f;
    int nrows;       /* constraints, then laws                                   */
    int nlaws;       /* the last of them                                         */
    vv_tape *rates;  /* in: as the flow's tapes.  out: q'                        */
    vv_tape *tape;   /* in: q, q', t.  out: residuals, coefficients, masses, laws */
    vv_tape *speeds; /* in: q, q', t.  out: w                                    */
    double *rates_scratch, *tape_scratch, *speeds_scratch;
    double *in, *now, *out, *wanted, *x;
    vv_dense kkt;
} vv_shock;

/* VV_E_MODEL or VV_E_BEYOND with a diagnostic when there is no such law. */
vv_status vv_shock_build(const vv_flow *f, const vv_when *when, vv_shock *out);
/* Change the state. false: no velocities that the constraints allow have these values. */
bool vv_shock_apply(vv_shock *k, vv_stepper *s);

#endif
