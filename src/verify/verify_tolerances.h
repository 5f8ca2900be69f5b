/* Tolerances of verify/, each with its unit and where it comes from. */
#ifndef VV_VERIFY_VERIFY_TOLERANCES_H
#define VV_VERIFY_VERIFY_TOLERANCES_H

/* Relative: the stated value at a witness is a double, the midpoint of an enclosure that may be as
 * wide as the engine's 128 bits leave it after cancellation. */
#define VV_WITNESS_AGREES 1e-9

#endif
