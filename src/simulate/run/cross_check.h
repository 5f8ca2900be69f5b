/* Cross-check: the same motion by a second integrator, and how far its table differs from the
 * run's. Differences are relative to the largest value of each column. */
#ifndef VV_SIMULATE_RUN_CROSS_CHECK_H
#define VV_SIMULATE_RUN_CROSS_CHECK_H

#include "simulate/run/simulation.h"

/* Repeats the motion with the requested integrator or another one, and reports the difference.
 * status: of the run so far; VV_E_NO with a diagnostic if the audit limit is exceeded, VV_E_IO if
 * rows could not be read back. */
vv_status vv_cross_check_run(vv_simulation *r, vv_status status);

#endif
