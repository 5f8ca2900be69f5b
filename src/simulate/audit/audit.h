/* Accuracy of a computed motion, judged by quantities that the integrator does not use: the energy
 * balance with the work of each force, the constraints at both levels, the first integrals that the
 * model claims, the consistency of coordinates and rates.
 *
 * The energy is h = T2 - T0 - U, whose rate is the power Q q' of the forces that are not in U, of
 * servos and of moving constraints, minus dT/dt and dU/dt if these depend explicitly on time
 * [Appell1896, no. 441; Painlevé]. The work is a Gauss quadrature over each step. */
#ifndef VV_SIMULATE_AUDIT_AUDIT_H
#define VV_SIMULATE_AUDIT_AUDIT_H

#include "base/base.h"
#include "simulate/integrate/integrate.h"

/* What is audited behind the integrals. */
enum { VV_AUDIT_ENERGY, VV_AUDIT_POSITIONS, VV_AUDIT_VELOCITIES, VV_AUDIT_KINDS };

typedef struct vv_audit {
    vv_ctx *c;
    const vv_system *s;
    const vv_parameter_values *fixed;
    int nq;
    int nfree; /* free parameters among the coordinates of the dynamics (free_parameters.h) */
    const vv_expr *free;
    int known;      /* q, q', t and these                                                  */
    vv_jit *rates;  /* in: as the tapes of the dynamics.  out: q' (nq)                   */
    vv_jit *forces; /* in: the known values.  out: q'', multipliers; NULL: not needed    */
    vv_jit *values; /* in: the known values, multipliers, q''.  out: see below           */
    double *rates_scratch, *forces_scratch, *values_scratch, *in, *state, *out, *found;
    int nlambda;
    vv_expr *lambda;
    bool accelerations; /* values have q'' after the multipliers                            */
    int nwithout;       /* integrals that are not audited                                   */
    const char **without;
    const vv_coulomb *laws; /* dry friction: multipliers are those of the motion, from `along` on */
    int along;
    int *row_of; /* holonomic rows, then velocity rows: their index in the system            */
    int npowers, nrows, nfinite, nintegrals, nterms;
    int nsliding; /* of the powers: those of dry friction, 0 while all contacts stick */
    const char **power_name, **integral_name;
    const int *integral_terms; /* number of terms of each, whose magnitudes give its scale */
    /* out: h, T, U, powers, holonomic rows, velocity rows, integrals, terms of the integrals */
    vv_compensated_sum *work, shocks; /* shocks: energy change by impacts                        */
    bool shocked;
    double *before; /* h, the integrals and the rows before an impact                       */
    double h0, U0, *integral0;
    double size;        /* largest of the energies and works so far                             */
    double worked_most; /* of the works alone                                               */
    double span, energy_sum; /* time, and its integral of the energies: their mean          */
    double step_most;        /* largest of the energies in this step                        */
    double *integral_sum;    /* the same of the terms of each integral         (nintegrals) */
    double *terms_before;    /* these at the end of the last step              (nintegrals) */
    double imbalance; /* largest |h - h0 - work|                                            */
    double position, velocity; /* largest residuals                                        */
    double *residual;          /* the same of each row                  (nfinite + nrows) */
    double *drift, *integral_size;
    /* The time from which each is NaN, if a force or an energy ends at the edge of a square root;
     * earlier results are kept. Infinite: never. Integrals, then the VV_AUDIT_ kinds. */
    double *gone;
    vv_compensated_sum *worked; /* work before the step                                        */
    double *sample;             /* powers at the points of a part of it            (8 npowers) */
    bool begun;
    bool from_zero; /* it began with all coordinates and speeds 0 */
    /* Coordinates (audit_coordinates.c): the end of the last step; the accumulated deviation from
     * their rates; its largest value; the largest values (nq). */
    bool path_begun;
    double *expected, *path, *path_most, *path_size;
} vv_audit;

/* For the motion of the given dynamics (audit_build.c). false if out of memory. */
bool vv_audit_new(const vv_dynamics *f, vv_audit *out);
/* The motion continues in another formulation. */
bool vv_audit_change_formulation(vv_audit *a, const vv_dynamics *f);
/* It continues with other parameter values: earlier results are kept. */
bool vv_audit_change_parameters(vv_audit *a, const vv_dynamics *f);
/* After a change of parameters between two calls of vv_audit_impact: do the constraints still hold
 * at the state, up to rounding? size: the scales of its values (s->error_scale before the
 * change). */
bool vv_audit_constraints_hold(vv_audit *a, const vv_stepper *s, const double *size);
/* A step of length dt is about to be taken. */
void vv_audit_step(vv_audit *a, const vv_stepper *s, double dt);
/* The same for the coordinates, after the values at the end of the step; then the worst of them. */
void vv_audit_coordinates(vv_audit *a, const vv_stepper *s, double dt);
double vv_audit_coordinates_worst(const vv_audit *a, int *which);
/* An impact law is about to change the state, or (`after`) has done so: the energy change is its
 * work, and the integrals have new values from now on. */
void vv_audit_impact(vv_audit *a, const vv_stepper *s, bool after);
/* The results, in lines, and as fields of a JSON object. */
void vv_audit_report(const vv_audit *a, vv_buffer *account);
void vv_audit_json(const vv_audit *a, vv_json *j);
/* Saves or restores the part that is state. */
void vv_audit_serialize(vv_audit *a, vv_serializer *k);
/* The worst of all, and its name, ignoring NaN: energies and integrals relative to their
 * magnitudes, residuals in the units of their constraints. With a stepper (else NULL) residuals of
 * rows with large terms are relative to these: the rounding of a large orbit is not an error; nor
 * is that of a mechanism at rest at 0. */
double vv_audit_worst(vv_audit *a, const vv_stepper *s, const char **name);
/* Is this name, from vv_audit_worst, that of a claimed first integral? */
bool vv_audit_is_claim(const vv_audit *a, const char *name);
/* The quantity that is NaN from some time on; NULL: none. */
const char *vv_audit_undefined(const vv_audit *a, double *from);

#endif
