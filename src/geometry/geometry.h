/* geometry/: surfaces and curves as expressions.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_GEOMETRY_GEOMETRY_H
#define VV_GEOMETRY_GEOMETRY_H

#include "geometry/surface.h"
#include "geometry/vec3.h"

#endif
