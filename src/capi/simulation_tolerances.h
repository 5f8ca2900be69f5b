/* Tolerances of simulations that are stepped. */
#ifndef VV_CAPI_SIMULATION_TOLERANCES_H
#define VV_CAPI_SIMULATION_TOLERANCES_H

/* Zeros of functions of the caller: width of the last bracket, relative to the time: two roundings.
 */
#define VV_SIM_ROOT_WIDTH 0x1p-51
/* Time between two events that leads nowhere, relative to the time. */
#define VV_SIM_RAPID 1e-12
/* A time this near to the ends of the last step, relative to it and to its length, is within it:
 * sums of periods round. */
#define VV_SIM_TIME_ROUNDING 0x1p-48

#endif
