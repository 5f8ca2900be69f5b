/* platform/: what differs between hosts. The SIMD templates (simd_*.h) are included one by one.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_PLATFORM_PLATFORM_H
#define VV_PLATFORM_PLATFORM_H

#include "platform/clock.h"
#include "platform/cpu.h"
#include "platform/dynamic_library.h"
#include "platform/executable_memory.h"
#include "platform/file.h"
#include "platform/host_environment.h"

#endif
