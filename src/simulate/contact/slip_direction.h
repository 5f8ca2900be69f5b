/* Directions in which several slips begin or go on, each against its own friction. */
#ifndef VV_SIMULATE_CONTACT_SLIP_DIRECTION_H
#define VV_SIMULATE_CONTACT_SLIP_DIRECTION_H

#include <stdbool.h>

/* How far what friction leaves turns from n directions: the sine of the angle, of each. *still:
 * nothing is left that could turn. false: it is not known. */
typedef bool vv_slip_direction_residual(void *of, double aim[][2], double *off, bool *still);
/* Directions with which all of them agree, nearest to those given: by Newton. One after another
 * would look for directions that the rest has not left yet. */
bool vv_slip_direction_solve(int n, double aim[][2], vv_slip_direction_residual *off, void *of);

#endif
