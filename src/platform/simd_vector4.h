/* Vector of four doubles, loadable from any address. */
#ifndef VV_PLATFORM_SIMD_VECTOR4_H
#define VV_PLATFORM_SIMD_VECTOR4_H

typedef double vv_double4 __attribute__((vector_size(32), aligned(8), may_alias));

#endif
