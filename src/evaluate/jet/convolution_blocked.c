/* The inner terms of many convolutions: four orders with one reading.
 *
 * Rows of many operands do not stay in the first cache. Every fourth pass k (1, 5, 9, ...) goes
 * through all rows that are known to their ends, adds up what these give to the orders k, k + 1,
 * k + 2 and k + 3, and leaves the last three in `ahead`; each pass adds the few terms with rows
 * that were not yet there, the newest last. The terms of an order are added in the same sequence
 * by all widths, alone and in lanes. */
#include "evaluate/jet/jet_code.h"
#include "evaluate/jet/convolution_vectors.h"

enum { FOUR = 4 };
/* The first of all rows that are known to their ends: where variables run ahead of others, of the
 * last row only parts. */
enum { WHOLE = 1, PARTS = 2 };

#define L 2
#define NAME(x) x##_2
#define TARGET
#include "evaluate/jet/convolution_blocked.h"
#undef L
#undef NAME
#undef TARGET
#if VV_SIMD
#define LANES "evaluate/jet/convolution_blocked.h"
#include "platform/simd_widths.h"
#include "platform/cpu.h"
#endif

vv_jet_kernel *vv_jet_blocked_kernel_of(int width, bool whole) {
#if VV_SIMD
    if (width >= 8 && vv_cpu_supports_lanes(8)) return whole ? fours_whole_8 : fours_8;
    if (width >= 4 && vv_cpu_supports_lanes(4)) return whole ? fours_whole_4 : fours_4;
#endif
    (void)width;
    return whole ? fours_whole_2 : fours_2;
}

vv_jet_lanes_kernel *vv_jet_lanes_blocked_kernel_of(int lanes, bool whole) {
#if VV_SIMD
    if (lanes == 8 && vv_cpu_supports_lanes(8)) return whole ? lanes_whole_8 : lanes_8;
    if (lanes == 4 && vv_cpu_supports_lanes(4)) return whole ? lanes_whole_4 : lanes_4;
#endif
    (void)lanes, (void)whole;
    return NULL;
}
