#include "platform/cpu.h"

/* The loader has queried the processor: another CPUID takes 50 us of every process under a
 * hypervisor. */
#if defined __x86_64__ && defined __GNUC__ && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
/* As CPU_FEATURE_ACTIVE, which shifts a 1 into the sign of an int. */
static bool is_active(unsigned bit) {
    const struct cpuid_feature *leaf = __x86_get_cpuid_feature_leaf(bit / 128);
    return leaf->active_array[bit % 128 / 32] >> bit % 32 & 1;
}
#define HAS(feature, name) is_active(x86_cpu_##feature)
#elif defined __x86_64__ && defined __GNUC__
#define HAS(feature, name) (__builtin_cpu_init(), __builtin_cpu_supports(name))
#else
#define HAS(feature, name) 0
#endif

bool vv_cpu_supports_lanes(int lanes) {
    if (!HAS(FMA, "fma")) return false; /* all widths give the same digits */
    if (lanes == 1) return HAS(AVX, "avx");
    if (lanes == 4) return HAS(AVX2, "avx2");
    return lanes == 8 && HAS(AVX512F, "avx512f") && HAS(AVX512VL, "avx512vl");
}

bool vv_cpu_has_avx2;
static void __attribute__((constructor)) look_at_processor(void) {
    vv_cpu_has_avx2 = HAS(AVX2, "avx2") && HAS(FMA, "fma");
}

int vv_cpu_lanes(void) { return vv_cpu_supports_lanes(8) ? 8 : vv_cpu_supports_lanes(4) ? 4 : 1; }
