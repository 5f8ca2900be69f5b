/* Inner terms of many convolutions: four orders per pass over memory.
 * The rows of many operands do not fit the first-level cache. Every fourth pass k (1, 5, 9, ...)
 * goes through all complete rows, adds up their contributions to the orders k, k + 1, k + 2 and
 * k + 3, and leaves the last three in `ahead`; each pass adds the few terms with rows not yet
 * available, the newest last. The terms of an order are added in the same sequence for all
 * widths, for a single motion and in lanes. */
#include "evaluate/jet/jet_code.h"
#include "evaluate/jet/convolution_vectors.h"

enum { FOUR = 4 };
/* Values of `low`: rows low .. k - low are complete. 2 if variables run ahead of others, because
 * then only parts of row k - 1 are known. */
enum { COMPLETE = 1, PARTIAL = 2 };

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
#include "platform/platform.h"
#endif

vv_jet_kernel *vv_jet_blocked_kernel_of(int width, bool complete) {
#if VV_SIMD
    if (width >= 8 && vv_cpu_supports_lanes(8)) return complete ? fours_complete_8 : fours_8;
    if (width >= 4 && vv_cpu_supports_lanes(4)) return complete ? fours_complete_4 : fours_4;
#endif
    (void)width;
    return complete ? fours_complete_2 : fours_2;
}

vv_jet_lanes_kernel *vv_jet_lanes_blocked_kernel_of(int lanes, bool complete) {
#if VV_SIMD
    if (lanes == 8 && vv_cpu_supports_lanes(8)) return complete ? lanes_complete_8 : lanes_8;
    if (lanes == 4 && vv_cpu_supports_lanes(4)) return complete ? lanes_complete_4 : lanes_4;
#endif
    (void)lanes, (void)complete;
    return NULL;
}
