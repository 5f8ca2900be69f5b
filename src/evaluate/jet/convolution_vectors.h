/* Vectors of doubles for convolutions. For convolution_kernels.c and convolution_blocked.c. */
#ifndef VV_EVALUATE_JET_CONVOLUTION_VECTORS_H
#define VV_EVALUATE_JET_CONVOLUTION_VECTORS_H

#include <math.h>

#include "platform/simd_targets.h"

/* In a register: loaded once, used twice. */
#if VV_SIMD
#define HOLD(x) __asm__("" : "+v"(x))
#else
#define HOLD(x)
#endif
#if defined __clang__
#define UNROLL
#else
#define UNROLL _Pragma("GCC unroll 5")
#endif

#define VECTOR(W)                                                                                  \
    typedef double vector_##W __attribute__((vector_size(8 * W), aligned(8), may_alias))
VECTOR(2);
VECTOR(4);
VECTOR(8);

/* The operand shared by two convolutions. */
typedef enum shared { NOTHING, FIRST, SECOND } shared;

/* a b + c, rounded once */
#define FUSED_2(a, b, c) ((vector_2){fma((a)[0], (b)[0], (c)[0]), fma((a)[1], (b)[1], (c)[1])})
#define FUSED_4(a, b, c) ((vector_4)_mm256_fmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(c)))
#define FUSED_8(a, b, c) ((vector_8)_mm512_fmadd_pd((__m512d)(a), (__m512d)(b), (__m512d)(c)))

#endif
