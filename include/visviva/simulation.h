/* Motions: integrated step by step, between which the caller reads and sets what it likes.
 *
 * The state of a motion is q, q' (coordinates of the mechanism and their rates), whatever form of
 * the equations, speeds and method the integrator uses or changes to. A simulation is for one
 * thread at a time: a call while another one is under way is refused (VV_E_USAGE). */
#ifndef VISVIVA_SIMULATION_H
#define VISVIVA_SIMULATION_H

#include <visviva/mechanism.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vv_sim vv_sim;
typedef struct vv_trajectory vv_trajectory;

/* Why a call that advances has ended well. */
typedef enum vv_reason {
    VV_REACHED,  /* the time */
    VV_AT_EVENT, /* vv_sim_last_event */
    VV_STOPPED   /* a control law returned VV_STOP_HERE */
} vv_reason;

/* What a callback answers. VV_GIVE_UP ends the call with VV_E_INTERRUPTED. */
typedef enum vv_next { VV_GO_ON, VV_STOP_HERE, VV_GIVE_UP } vv_next;

/* Writes the inputs u at a state. Before, u holds those in force, NaN for an input that is given by
 * a table or an expression; what stays NaN stays as it is given. */
typedef vv_next vv_controller(void *data, double t, const double *q, const double *qd, double *u);
/* At an event. May read the simulation and call vv_sim_set_state (at its time: an impact),
 * vv_sim_set_parameters, vv_sim_set_inputs; anything else is refused. */
typedef vv_next vv_on_event(void *data, vv_sim *s, int event, double t);
/* A continuous function of the motion, whose changes of sign are events. */
typedef double vv_root_fn(void *data, double t, const double *q, const double *qd);

/* ---- making ---- */

/* A motion at its start as the model states it. Options: integrator, form, tolerance, max_step,
 * variable (parameters that are set often, without new equations), columns, sensitivities, memory,
 * seconds (of each call) and the watch. The mechanism may be freed. VV_E_BEYOND if it has no motion
 * in this form. */
VV_API vv_status vv_sim_new(const vv_mechanism *m, const vv_options *o, vv_sim **out);
/* The same motion at the same state, with its inputs, events and their callbacks, but without its
 * trajectories. VV_E_BEYOND for multistep methods, whose history cannot be copied. */
VV_API vv_status vv_sim_copy(const vv_sim *s, vv_sim **out);
VV_API void vv_sim_free(vv_sim *s); /* NULL is allowed */

/* ---- setting ---- */

/* The start and the parameters of the model, t = 0, inputs 0 that are held; events stay. */
VV_API vv_status vv_sim_reset(vv_sim *s);
/* A new start: nq coordinates and rates at the time t, put on the constraints by the least change
 * in the mass metric. moved (may be NULL): the largest change of a value. VV_E_MODEL if the state
 * is too far from them. Within an event's callback: what an impact leaves; t is the present time.
 */
VV_API vv_status vv_sim_set_state(vv_sim *s, double t, const double *q, const double *qd,
                                  double *moved);
/* n parameters by index (vv_mechanism_find). The state is kept, or put on the constraints. Those of
 * the option variable take no time; others need new equations. */
VV_API vv_status vv_sim_set_parameters(vv_sim *s, int n, const int *which, const double *value);
/* All inputs, held until set again. A NaN leaves an input as it is. */
VV_API vv_status vv_sim_set_inputs(vv_sim *s, const double *u);
/* An input as a polynomial between the n points (t, u): degree 0 holds each value until the next, 1
 * is linear, 2 through three neighbours, 3 a spline (not-a-knot). Before the first and after the
 * last point it is held. */
VV_API vv_status vv_sim_input_table(vv_sim *s, int input, int degree, size_t n, const double *t,
                                    const double *u);
/* An input as an expression of t, coordinates, rates and parameters. */
VV_API vv_status vv_sim_input_text(vv_sim *s, int input, const char *expression);
/* Inputs by a control law, called at the present time and then after each period, and held between;
 * period 0: continuously, which takes the integrator rk8 (default) or radau. NULL: none. */
VV_API vv_status vv_sim_control(vv_sim *s, double period, vv_controller *law, void *data);

/* ---- events ---- */

/* Watches the zeros of an expression of the language; direction 1: where it becomes positive, -1:
 * negative, 0: both. The motion stops there (VV_AT_EVENT), unless an action (may be NULL) answers
 * VV_GO_ON. *out (may be NULL): its number; the `when` statements of the model come before. */
VV_API vv_status vv_sim_event(vv_sim *s, const char *expression, int direction, vv_on_event *action,
                              void *data, int *out);
/* The same for a function, sampled along each step: two changes of sign within an eighth of a step
 * may be overlooked. */
VV_API vv_status vv_sim_root(vv_sim *s, vv_root_fn *g, int direction, vv_on_event *action,
                             void *data, int *out);

/* ---- advancing ---- */

/* To the time t or to an event that stops the motion, whichever comes first. VV_E_BEYOND: as far as
 * it goes, which vv_sim_time tells. why may be NULL. */
VV_API vv_status vv_sim_advance(vv_sim *s, double t, vv_reason *why);
/* One step of the integrator, not beyond t_most; VV_REACHED if that is its end. */
VV_API vv_status vv_sim_step(vv_sim *s, double t_most, vv_reason *why);

/* ---- reading ---- */

VV_API double vv_sim_time(const vv_sim *s);
VV_API int vv_sim_last_event(const vv_sim *s);                    /* -1: none since the start */
VV_API void vv_sim_state(const vv_sim *s, double *q, double *qd); /* either may be NULL */
/* The k-th derivative of the coordinates at a time within the last step, or at the present time.
 * NaN beyond the degree of the step's polynomial, which depends on the integrator. */
VV_API vv_status vv_sim_at(const vv_sim *s, double t, int derivative, double *q);
/* A row of the table: time, coordinates, rates, declared speeds, what the model and the option
 * columns show, reactions and slip of contacts; then the derivatives of all these by what
 * sensitivities names. */
VV_API int vv_sim_width(const vv_sim *s);
/* The heading of column i and its unit; NULL beyond the last. */
VV_API const char *vv_sim_column(const vv_sim *s, int i, const char **unit);
/* The row at a time within the last step, or at the present time. */
VV_API vv_status vv_sim_row(vv_sim *s, double t, double *row);
/* Derivatives of q, then q' (2 nq rows) by what the option sensitivities names (columns). */
VV_API vv_status vv_sim_sensitivities(const vv_sim *s, double *out);
/* The largest drift of energy, constraints, first integrals, coordinates against rates, relative
 * where that has a meaning, since the start. *worst (may be NULL): its name. */
VV_API double vv_sim_audit(const vv_sim *s, const char **worst);
/* How the motion was integrated, as "text" or "json". Release *out. */
VV_API vv_status vv_sim_account(const vv_sim *s, const char *format, char **out);
/* Warnings; until the next call that changes s. */
VV_API const vv_diags *vv_sim_diags(const vv_sim *s);

/* ---- keeping ---- */

/* The state as bytes, from which a simulation of the same mechanism, options, inputs and events
 * goes on to the bit. VV_E_BEYOND for multistep methods between two restarts. Release *bytes. */
VV_API vv_status vv_sim_save(const vv_sim *s, char **bytes, size_t *n);
/* VV_E_USAGE: the bytes are of another motion, or damaged; s is as before. */
VV_API vv_status vv_sim_restore(vv_sim *s, const char *bytes, size_t n);

/* ---- trajectories ---- */

/* Records the steps from now on as piecewise polynomials, until either is freed. A record that
 * grows beyond the option memory of s ends: reading it gives VV_E_NOMEM. */
VV_API vv_status vv_sim_record(vv_sim *s, vv_trajectory **out);
VV_API void vv_trajectory_free(vv_trajectory *r); /* NULL is allowed */
/* The ends of the steps, from the start of the record on, events among them. */
VV_API size_t vv_trajectory_knots(const vv_trajectory *r, const double **t);
/* The k-th derivative of the coordinates at n times, row by row. VV_E_USAGE for a time beyond the
 * record. At an impact: after it. Beyond the degree of a step: NaN. */
VV_API vv_status vv_trajectory_eval(const vv_trajectory *r, size_t n, const double *t,
                                    int derivative, double *out);

#ifdef __cplusplus
}
#endif

#endif
