/* Tolerances of the library's functions. */
#ifndef VV_API_TOLERANCES_H
#define VV_API_TOLERANCES_H

/* ---- sweep_worker.c ------------------------------------------------------------------------- */

#define VV_SWEEP_LEAST_SECONDS 1e-9 /* s: the shortest time limit, since 0 would mean none */

#endif
