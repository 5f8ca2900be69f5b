/* A witness: the same motion by another method, and how far its table is from the run's. A
 * difference is measured by the largest value of its column. */
#ifndef VV_SIMULATE_RUN_CROSS_CHECK_H
#define VV_SIMULATE_RUN_CROSS_CHECK_H

#include "simulate/run/simulation.h"

/* The motion again, by the method asked for or another one: the difference in its account. status:
 * of the run so far; VV_E_NO with a diagnostic where the limit of the audit is exceeded, VV_E_IO
 * where rows could not be read back. */
vv_status vv_cross_check_run(vv_simulation *r, vv_status status);

#endif
