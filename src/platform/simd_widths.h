/* Includes the file LANES once per vector width, with L (lanes: 4, 8), TARGET (the instructions
 * that the compiler may use) and NAME(x), a name specific to the width. */
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
