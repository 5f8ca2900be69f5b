/* Instructions that a function may use although the processor need not have them: who calls it has
 * asked vv_cpu_supports_lanes before. VV_SIMD: there are such for this kind of processor, and
 * <immintrin.h> has them; elsewhere the compiler makes of operations on vectors what it can, and
 * vv_cpu_lanes is 1. */
#ifndef VV_PLATFORM_SIMD_TARGETS_H
#define VV_PLATFORM_SIMD_TARGETS_H

#if defined __x86_64__
#include <immintrin.h>
#define VV_SIMD 1
#define AVX2 __attribute__((target("avx2")))
#define AVX2_FMA __attribute__((target("avx2,fma")))
#define AVX512 __attribute__((target("avx512f")))
#else
#define VV_SIMD 0
#define AVX2
#define AVX2_FMA
#define AVX512
#endif
#define INLINE static inline __attribute__((always_inline))
/* Before a loop of at most so many rounds: what it works on stays in registers. */
#if defined __clang__
#define UNROLLED
#else
#define UNROLLED _Pragma("GCC unroll 8")
#endif

#endif
