/* Directions in which several slips begin or continue, each opposite to its own friction. */
#ifndef VV_SIMULATE_CONTACT_SLIP_DIRECTION_H
#define VV_SIMULATE_CONTACT_SLIP_DIRECTION_H

#include <stdbool.h>

/* Deviation of the resulting motion from n directions: the sine of each angle. *still: no motion is
 * left that could deviate. false: not available. */
typedef bool vv_slip_direction_residual(void *of, double aim[][2], double *off, bool *still);
/* Consistent directions nearest to the given ones, by Newton's method on all together. Solving one
 * at a time would aim at directions that the others have yet to change. */
bool vv_slip_direction_solve(int n, double aim[][2], vv_slip_direction_residual *off, void *of);

#endif
