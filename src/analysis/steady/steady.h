/* analysis/steady/: steady motions and their stability.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_ANALYSIS_STEADY_STEADY_H
#define VV_ANALYSIS_STEADY_STEADY_H

#include "analysis/steady/steady_map.h"

#endif
