/* simulate/integrate/: integrators, interpolants, stiffness.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_SIMULATE_INTEGRATE_INTEGRATE_H
#define VV_SIMULATE_INTEGRATE_INTEGRATE_H

#include "simulate/integrate/stepper.h"
#include "simulate/integrate/stiffness.h"
#include "simulate/integrate/sundials.h"
#include "simulate/integrate/switching.h"
#include "simulate/integrate/taylor.h"

#endif
