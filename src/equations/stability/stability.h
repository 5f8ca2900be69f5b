/* equations/stability/: stability of an equilibrium by theorems.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_EQUATIONS_STABILITY_STABILITY_H
#define VV_EQUATIONS_STABILITY_STABILITY_H

#include "equations/stability/floquet_multipliers.h"
#include "equations/stability/hurwitz_conditions.h"
#include "equations/stability/linearized_equations.h"
#include "equations/stability/nonsmooth_force.h"
#include "equations/stability/stability_theorems.h"
#include "equations/stability/time_dependence.h"

#endif
