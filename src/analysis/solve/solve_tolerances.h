/* Tolerances of certified solving: pure numbers, relative to what the comment names. */
#ifndef VV_ANALYSIS_SOLVE_TOLERANCES_H
#define VV_ANALYSIS_SOLVE_TOLERANCES_H

/* ---- certified_period.c --------------------------------------------------------------------- */

#define VV_PERIOD_ZERO_RADIUS 1e-40 /* of a zero: far below a double */
#define VV_PERIOD_SAME_ZERO 1e-6    /* of a zero: far from the next one */
#define VV_PERIOD_ROUND_UP 1e-12    /* of a bound: more than the rounding of its evaluation */
#define VV_PERIOD_ERROR 1e-17       /* of the bound M: below double precision */

/* ---- krawczyk.c ----------------------------------------------------------------------------- */

/* in SI units: the inverse times anything might be no number */
#define VV_KRAWCZYK_SINGULAR 1e-250
#define VV_KRAWCZYK_SETTLED 1e-15      /* of the number and its box: limit of double precision */
#define VV_KRAWCZYK_ROUNDING 1e-14     /* of a number: fifty units of rounding */
#define VV_KRAWCZYK_LEAST_WIDTH 1e-300 /* in SI units: a box about 0 has nonzero width too */
/* of the width of the original box: digits do not decide whether a zero is inside */
#define VV_KRAWCZYK_BORDER 1e-12
/* of the box: the first one about a zero, where rounding leaves room */
#define VV_KRAWCZYK_FIRST_BOX 1e-9
/* of the box: if one this large does not prove a zero, none will */
#define VV_KRAWCZYK_LAST_BOX 1e-3
#define VV_KRAWCZYK_WIDEST_BOX 3.0 /* of the box: proved boxes grow up to this */

/* ---- zero_isolation.c ----------------------------------------------------------------------- */

/* of an interval: not its midpoint, where zeros of symmetric functions lie */
#define VV_ZEROS_SPLIT 0.4871
/* of the slope: for balls of 128 bits a value this close to 0 is a zero */
#define VV_ZEROS_AT_ZERO 1e-25
#define VV_ZEROS_NARROW 1e-13    /* of a zero: the width to which it is isolated */
#define VV_ZEROS_NARROWEST 1e-20 /* in SI units: the same, near 0 */
/* bisections: more than the binary orders of magnitude of doubles below 1 */
#define VV_ZEROS_BISECTIONS 1100

#endif
