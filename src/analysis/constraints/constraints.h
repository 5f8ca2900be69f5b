/* analysis/constraints/: constraints, their forces, the motion that servo constraints keep.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_ANALYSIS_CONSTRAINTS_CONSTRAINTS_H
#define VV_ANALYSIS_CONSTRAINTS_CONSTRAINTS_H

#include "analysis/constraints/servo_motion.h"

#endif
