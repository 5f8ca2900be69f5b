/* A load shared as evenly as can be: the least of the largest of several forces. */
#ifndef VV_SIMULATE_CONTACT_MINIMAX_FORCE_H
#define VV_SIMULATE_CONTACT_MINIMAX_FORCE_H

enum { VV_MINIMAX_MAX_FORCES = 8 }; /* forces of two components each */

/* Forces r + Z c in the plane, n of them, of which c moves d combinations: that c for which the
 * largest is least, and how large it is then. r: (2n), Z: by rows (2n * d), c: (d). */
double vv_minimax_force(int n, int d, const double *r, const double *Z, double *c);

#endif
