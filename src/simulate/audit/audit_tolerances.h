/* Tolerances of the audit: pure numbers, relative to what the comment names. */
#ifndef VV_SIMULATE_AUDIT_TOLERANCES_H
#define VV_SIMULATE_AUDIT_TOLERANCES_H

/* ---- audit.c -------------------------------------------------------------------------------- */

/* of the largest power: what the Gauss points leave out is then below rounding */
#define VV_AUDIT_QUADRATURE_TAIL 1e-6
#define VV_AUDIT_NO_WORK 1e-14   /* of the energies: work that needs no digits */
#define VV_AUDIT_STEP_SHARE 1e-9 /* of a value: above the error of steps and events */
#define VV_AUDIT_PROBE 1e-6      /* of a value: small, and far above rounding */

#define VV_AUDIT_MOMENT                                                                            \
    1e-2 /* of the largest: a mean below it shows that it was large for a moment */

#define VV_AUDIT_AT_REST                                                                           \
    1e-10 /* of the first error scales: coordinates that rounding alone moves */

/* ---- audit_coordinates.c -------------------------------------------------------------------- */

#define VV_AUDIT_NO_SCALE 1e-3 /* of the largest: a value that is 0 up to rounding has no scale */

#endif
