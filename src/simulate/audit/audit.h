/* How well a motion was computed, judged by quantities that the integrator does not use: the
 * balance of energy with the work of each force, the constraints at both levels, the integrals that
 * the model claims, the coordinates beside their rates.
 *
 * Energy is h = T2 - T0 - U, whose rate is the power Q q' of the forces that are not in U, of
 * servos and of constraints that move, less dT/dt and dU/dt where these depend on the time by
 * themselves [Appell1896, no. 441; Painlevé]. The work is a Gauss quadrature over each step. */
#ifndef VV_SIMULATE_AUDIT_AUDIT_H
#define VV_SIMULATE_AUDIT_AUDIT_H

#include "base/json.h"
#include "simulate/integrate/stepper.h"

/* What is audited behind the integrals. */
enum { VV_AUDIT_ENERGY, VV_AUDIT_POSITIONS, VV_AUDIT_VELOCITIES, VV_AUDIT_KINDS };

typedef struct vv_audit {
    vv_ctx *c;
    const vv_system *s;
    const vv_parameter_values *fixed;
    int nq;
    int nfree; /* parameters that the flow has among its coordinates (free_parameters.h) */
    const vv_expr *free;
    int known;      /* q, q', t and these                                                  */
    vv_jit *rates;  /* in: as the flow's tapes.  out: q' (nq)                            */
    vv_jit *forces; /* in: what is known.  out: q'', multipliers; NULL: none needs them  */
    vv_jit *values; /* in: what is known, multipliers, q''.  out: see below              */
    double *rates_scratch, *forces_scratch, *values_scratch, *in, *state, *out, *found;
    int nlambda;
    vv_expr *lambda;
    bool accelerations; /* values have q'' behind the multipliers                           */
    int nwithout;       /* integrals that are not audited                                   */
    const char **without;
    const vv_coulomb *laws; /* dry friction: multipliers are those of the motion, from `along` on */
    int along;
    int *row_of; /* finite rows, then velocity rows: which of the system's                   */
    int npowers, nrows, nfinite, nintegrals, nterms;
    int nsliding; /* of the powers: those of dry friction, nothing while all contacts hold */
    const char **power_name, **integral_name;
    const int *integral_terms; /* number of terms of each, whose sizes measure it          */
    /* out: h, T, U, powers, finite rows, velocity rows, integrals, terms of the integrals  */
    vv_compensated_sum *work, shocks; /* shocks: the energy they changed by                      */
    bool shocked;
    double *before; /* h, the integrals and the rows before a shock                         */
    double h0, U0, *integral0;
    double size;      /* of the energies met                                                  */
    double imbalance; /* largest |h - h0 - work|                                            */
    double position, velocity; /* largest residuals                                        */
    double *residual;          /* the same of each row                  (nfinite + nrows) */
    double *drift, *integral_size;
    /* since when each is not a number, where a force or an energy ends at the edge of a root; what
     * was found before stays. Infinite: always one. Integrals, then what VV_AUDIT_ lists */
    double *gone;
    vv_compensated_sum *worked; /* work before the step                                        */
    double *sample;             /* powers at the points of a part of it            (8 npowers) */
    bool begun;
    /* coordinates (audit_coordinates.c): where the last step led; what they are off their rates,
     * summed; the largest of that; the largest values (nq) */
    bool path_begun;
    double *expected, *path, *path_most, *path_size;
} vv_audit;

/* For the motion of a flow (audit_build.c). false on refusal of memory. */
bool vv_audit_new(const vv_dynamics *f, vv_audit *out);
/* The motion goes on in another form. */
bool vv_audit_change_formulation(vv_audit *a, const vv_dynamics *f);
/* It goes on with other values of the parameters: what was found stays. */
bool vv_audit_change_parameters(vv_audit *a, const vv_dynamics *f);
/* After a change of parameters between two calls of vv_audit_impact: do the constraints still hold
 * at the state, but for rounding? By `size` its values are measured (as s->size was before). */
bool vv_audit_constraints_hold(vv_audit *a, const vv_stepper *s, const double *size);
/* A step of length dt is about to be taken. */
void vv_audit_step(vv_audit *a, const vv_stepper *s, double dt);
/* The same of the coordinates, after the values at the end of the step; then the worst of them. */
void vv_audit_coordinates(vv_audit *a, const vv_stepper *s, double dt);
double vv_audit_coordinates_worst(const vv_audit *a, int *which);
/* An impulse law is about to change the state, or (`after`) has done so: the energy it adds or
 * takes is its work, and the integrals have other values from now on. */
void vv_audit_impact(vv_audit *a, const vv_stepper *s, bool after);
/* What was found, in lines, and as fields of a JSON object. */
void vv_audit_report(const vv_audit *a, vv_buffer *account);
void vv_audit_json(const vv_audit *a, vv_json *j);
/* What of it is state. */
void vv_audit_serialize(vv_audit *a, vv_serializer *k);
/* The worst of all, and its name, as far as they are numbers: energies and integrals by their
 * sizes, residuals in the units of their constraints. With a stepper (else NULL) residuals of rows
 * whose terms are large are measured by these: what rounding leaves of an orbit is no fault. */
double vv_audit_worst(vv_audit *a, const vv_stepper *s, const char **name);
/* What is not a number from a time on; NULL: everything is one. */
const char *vv_audit_undefined(const vv_audit *a, double *from);

#endif
