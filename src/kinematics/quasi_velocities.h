/* Quasi-velocities: the speeds w, completed by the left sides of the constraint rows, which
 * vanish along the motion, and the Hamel coefficients g, which measure how they fail to be rates
 * of coordinates [Poschl1913; M-QUASI]. Time counts as an additional coordinate with
 * quasi-velocity 1. */
#ifndef VV_KINEMATICS_QUASI_VELOCITIES_H
#define VV_KINEMATICS_QUASI_VELOCITIES_H

#include "kinematics/system.h"

typedef struct vv_quasi_velocities {
    int n;          /* number of independent ones, the speeds */
    int count;      /* total: the speeds, then the rows */
    vv_expr *alpha; /* coefficients of q', then the part free of q' (count * (nq + 1)) */
    vv_expr *g;     /* see vv_quasi_hamel_coefficient (n * (n + 1) * count) */
} vv_quasi_velocities;

/* Builds the table for a system whose speeds are linear (speeds_ok). */
vv_status vv_quasi_velocities_build(vv_ctx *c, const vv_system *s, vv_quasi_velocities *out);

/* g_{i mu nu} = sum (d alpha_{nu s}/d q_r - d alpha_{nu r}/d q_s) beta_{i s} beta_{mu r} with i <
 * n; mu < n, or mu = n for time; nu < count [ERRATA 003-03: antisymmetric in the first two]. */
vv_expr vv_quasi_hamel_coefficient(const vv_quasi_velocities *k, int i, int mu, int nu);

/* T in the speeds with all rows zero: sufficient for dT/dw and for dT/dq at fixed w, so that the
 * short form of the velocities of rolling bodies may be used. Poison on failure. */
vv_expr vv_quasi_kinetic_energy(vv_ctx *c, const vv_system *s);
/* dT/d omega for all quasi-velocities; T is formed with all of them, and the rows are set to
 * zero afterwards [ERRATA 003-05]. VV_E_BEYOND if the rows could not be solved for velocities at
 * any sample point. (count) */
vv_status vv_quasi_momenta(vv_ctx *c, const vv_system *s, const vv_quasi_velocities *k, vv_expr T,
                           vv_expr *out);
/* sum over mu, nu of g_{i mu nu} omega_mu p_nu for i < n, from the speeds omega (n) and all
 * momenta. (n) */
vv_status vv_quasi_gyroscopic_terms(vv_ctx *c, const vv_quasi_velocities *k, const vv_expr *omega,
                                    const vv_expr *p, vv_expr *out);

#endif
