/* analysis/linear/: linearization, natural modes, characteristic exponents.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_ANALYSIS_LINEAR_LINEAR_H
#define VV_ANALYSIS_LINEAR_LINEAR_H

#include "analysis/linear/characteristic_exponents.h"
#include "analysis/linear/linear_matrices.h"
#include "analysis/linear/stability_map.h"

#endif
