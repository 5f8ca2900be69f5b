/* Includes the file LANES once for each width of vectors: L lanes (4, 8), TARGET (the instructions
 * the compiler may use) and NAME(x), a name of this width. */
#include "platform/simd_targets.h"

#define L 4
#define NAME(x) x##_4
#define TARGET AVX2_FMA
#include LANES
#undef L
#undef NAME
#undef TARGET
#define L 8
#define NAME(x) x##_8
#define TARGET AVX512
#include LANES
#undef L
#undef NAME
#undef TARGET
#undef LANES
