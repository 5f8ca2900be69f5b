/* Minimax problem: the smallest possible largest of several forces that share a load. */
#ifndef VV_SIMULATE_CONTACT_MINIMAX_FORCE_H
#define VV_SIMULATE_CONTACT_MINIMAX_FORCE_H

enum { VV_MINIMAX_MAX_FORCES = 8 }; /* of two components each */

/* n forces r + Z c in the plane, where c has d components: finds the c that minimizes the largest
 * force, and returns that force. r: (2n), Z: by rows (2n * d), c: (d). */
double vv_minimax_force(int n, int d, const double *r, const double *Z, double *c);

#endif
