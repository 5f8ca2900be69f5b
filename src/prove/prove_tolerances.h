/* Tolerances and budgets of the provers. */
#ifndef VV_PROVE_TOLERANCES_H
#define VV_PROVE_TOLERANCES_H

/* ---- float_refutation.c --------------------------------------------------------------------- */

/* of the terms that cancel: far above rounding, so that the value is not 0 */
#define VV_PROVE_CLEAR 1e-6

/* ---- modular_prover.c ----------------------------------------------------------------------- */

#define VV_PROVE_MOST_STEPS 1e8 /* instructions executed: about a second */

/* ---- refute.c ------------------------------------------------------------------------------- */

#define VV_REFUTE_MOST 1e9 /* steps of the grid: larger values are left alone */

/* ---- exact_prover.c ------------------------------------------------------------------------- */

#define VV_PROVE_SMALL_PRIMES 1000 /* primes below it are split off a number */

#endif
