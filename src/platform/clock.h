/* Time that never goes back. */
#ifndef VV_PLATFORM_CLOCK_H
#define VV_PLATFORM_CLOCK_H

/* Since some moment in the past; only differences mean something. */
double vv_monotonic_seconds(void);

#endif
