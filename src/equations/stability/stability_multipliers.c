/* Stability by Floquet multipliers: equations whose coefficients are periodic in time. */
#include "equations/stability/stability_internal.h"

void vv_stability_by_multipliers(work *w) { (void)w; }
