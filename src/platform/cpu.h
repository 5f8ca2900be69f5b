/* What the processor of this machine can do. Vector code is chosen at run time, never at build
 * time. */
#ifndef VV_PLATFORM_CPU_H
#define VV_PLATFORM_CPU_H

#include <stdbool.h>

/* May JIT-compiled and vector code of this many SIMD lanes (1, 4, 8) run here? Always false on
 * processors other than x86-64. */
bool vv_cpu_supports_lanes(int lanes);
/* AVX2 with FMA, found once when the process begins: for inner loops that ask again and again. */
extern bool vv_cpu_has_avx2;
/* The most lanes that are supported: 8, 4 or 1. */
int vv_cpu_lanes(void);

#endif
