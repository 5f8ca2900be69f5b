/* Target attributes for functions with instructions that the processor need not have; callers
 * check vv_cpu_supports_lanes first. VV_SIMD is 1 on processors that have such instructions
 * (<immintrin.h>); elsewhere the compiler lowers vector operations as it can, and vv_cpu_lanes
 * is 1. */
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
/* Unrolls the following loop, which has at most this many iterations, so that its data stay in
 * registers. */
#if defined __clang__
#define UNROLLED
#else
#define UNROLLED _Pragma("GCC unroll 8")
#endif

#endif
