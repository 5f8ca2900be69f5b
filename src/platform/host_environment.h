/* The environment of the thread that calls the library: the floating-point modes (rounding, traps,
 * flushing of small numbers) and the locale. The library computes in modes of its own, to the same
 * digits everywhere, and gives the host its modes back.
 *
 * Numbers are written and read by printf and strtod in the locale "C" of the thread (uselocale),
 * because that also covers the libraries below, and costs nothing in the command, whose locale is
 * "C" anyway. Threads that the library starts need vv_thread_environment first: they begin with the
 * locale of the process. */
#ifndef VV_PLATFORM_HOST_ENVIRONMENT_H
#define VV_PLATFORM_HOST_ENVIRONMENT_H

#include <stdint.h>

#if defined __x86_64__
typedef struct vv_float_modes {
    uint32_t mxcsr;
    uint16_t x87;
} vv_float_modes;

/* Round to nearest, no traps, no flushing; extended precision of the x87. */
static inline void vv_float_modes_enter(vv_float_modes *host) {
    const uint32_t MXCSR = 0x1f80;
    const uint16_t X87 = 0x037f;
    host->mxcsr = __builtin_ia32_stmxcsr();
    __asm__ volatile("fnstcw %0" : "=m"(host->x87));
    if (host->mxcsr != MXCSR) __builtin_ia32_ldmxcsr(MXCSR);
    if (host->x87 != X87) __asm__ volatile("fldcw %0" : : "m"(X87));
}
/* Flags that the library has raised are forgotten. */
static inline void vv_float_modes_leave(const vv_float_modes *host) {
    uint16_t x87;
    __builtin_ia32_ldmxcsr(host->mxcsr);
    __asm__ volatile("fnstcw %0" : "=m"(x87));
    if (x87 != host->x87) __asm__ volatile("fldcw %0" : : "m"(host->x87));
}
#else
#include <fenv.h>
typedef fenv_t vv_float_modes;
static inline void vv_float_modes_enter(vv_float_modes *host) {
    fegetenv(host);
    fesetenv(FE_DFL_ENV);
}
static inline void vv_float_modes_leave(const vv_float_modes *host) { fesetenv(host); }
#endif

typedef struct vv_host_environment {
    vv_float_modes modes;
    void *locale;
} vv_host_environment;

void vv_host_environment_enter(vv_host_environment *host);
void vv_host_environment_leave(const vv_host_environment *host);
/* For a thread of our own, once. */
void vv_thread_environment(void);

#endif
