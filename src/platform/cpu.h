/* Features of this machine's processor. Vector code is selected at run time, never at build
 * time. */
#ifndef VV_PLATFORM_CPU_H
#define VV_PLATFORM_CPU_H

#include <stdbool.h>

/* Can JIT-compiled and vector code with this many SIMD lanes (1, 4, 8) run here? Always false on
 * processors other than x86-64. */
bool vv_cpu_supports_lanes(int lanes);
/* AVX2 with FMA, detected once at process start, for inner loops that check it often. */
extern bool vv_cpu_has_avx2;
/* The largest supported number of lanes: 8, 4 or 1. */
int vv_cpu_lanes(void);

#endif
