/* Rates that servos prescribe. They may jump where a servo constraint has a corner, and with them
 * the velocities of coordinates on which no servo force acts. */
#ifndef VV_EQUATIONS_CLAIMS_DRIVEN_RATES_H
#define VV_EQUATIONS_CLAIMS_DRIVEN_RATES_H

#include "equations/equations.h"

/* e with these rates in place of q' and q''; e itself without servos. */
vv_expr vv_driven_rates(vv_ctx *c, const vv_system *s, vv_expr e);
/* The momenta of the other coordinates, which contain the prescribed rates; returns how many (at
 * most nq). */
int vv_driven_momenta(vv_ctx *c, const vv_system *s, vv_expr *out);

#endif
