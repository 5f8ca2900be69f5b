/* Tolerances of forced oscillations: pure numbers, relative to what the comment names. */
#ifndef VV_ANALYSIS_FORCED_TOLERANCES_H
#define VV_ANALYSIS_FORCED_TOLERANCES_H

/* ---- frequency_response.c ------------------------------------------------------------------- */

/* of the highest: zero roots, where a double one loses half the digits */
#define VV_RESPONSE_ZERO_ROOT 1e-6

/* ---- response.c ----------------------------------------------------------------------------- */

#define VV_RESPONSE_NEAR_RESONANCE 0.1 /* of a natural frequency: worth a warning */
#define VV_RESPONSE_RESONANCE 1e-13    /* of a natural frequency: rounding only */
/* in SI units: an amplitude divided by a smaller force would lose digits */
#define VV_RESPONSE_NO_FORCE 1e-300

#endif
