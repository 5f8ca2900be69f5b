/* Tolerances of equilibria: pure numbers, relative to what the comment names. */
#ifndef VV_ANALYSIS_EQUILIBRIA_TOLERANCES_H
#define VV_ANALYSIS_EQUILIBRIA_TOLERANCES_H

/* ---- equilibrium_search.c ------------------------------------------------------------------- */

/* of the values: a closed-form equilibrium and one found are the same */
#define VV_EQUILIBRIA_SAME 1e-9
/* in SI units: the square of the width of a box is still finite */
#define VV_EQUILIBRIA_WIDEST_BOX 1e100
/* largest numerator of a number that is printed as a short fraction */
#define VV_EQUILIBRIA_SHORT_NUMBER 1000.0
/* of a value: the digits of a double, less a few of rounding */
#define VV_EQUILIBRIA_SAME_DIGITS 1e-13
/* in SI units: what is known within this is certainly alone in a box of 10^-24 */
#define VV_EQUILIBRIA_CERTAIN 1e-30

/* ---- study_values.c ------------------------------------------------------------------------- */

#define VV_EQUILIBRIA_TURN_ROUNDING 1e-12 /* of a turn: a bound that is reached up to rounding */

#endif
