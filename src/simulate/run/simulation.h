/* A running simulation: equations in their formulation, integrator, columns, audit, events,
 * contacts. run.c runs one from start to end, ensemble.c several in parallel. */
#ifndef VV_SIMULATE_RUN_SIMULATION_H
#define VV_SIMULATE_RUN_SIMULATION_H

#include "simulate/audit/audit.h"
#include "simulate/run/columns.h"
#include "simulate/events/events.h"
#include "simulate/contact/contact.h"
#include "simulate/run/lyapunov.h"
#include "simulate/formulation/formulation.h"
#include "simulate/run/record.h"
#include "simulate/integrate/integrate.h"
#include "simulate/run/run_tolerances.h"

/* The motion in one set of independent speeds: everything built for it, kept while other sets are
 * active. */
typedef struct vv_speed_set {
    struct vv_speed_set *next;
    int *taken; /* which of the candidates                                     (n) */
    int *rows;  /* the constraints through which they determine the velocities (rank) */
    vv_speed_conditioning conditioning;
    bool built;
    bool fails;      /* there are no such equations, or their steps fail          */
    vv_tape *speeds; /* in: q, q', t.  out: w; NULL: the first one                */
    double *speeds_scratch;
    vv_dynamics dynamics;
    vv_stepper stepper;
    vv_buffer initial_stepper; /* the newly created stepper                                 */
    vv_columns columns;
    vv_events events;
    vv_jit *rates; /* of the audit                                            */
    double *rates_scratch, *audit_in, *in;
    vv_rhs *stiffness_rhs;
} vv_speed_set;

/* Speeds, and the constraints through which they determine the velocities. */
typedef struct vv_speed_selection {
    int *taken, *rows;
} vv_speed_selection;

/* Sets of independent speeds used so far; all 0: there is only one. */
typedef struct vv_speed_sets {
    int ncandidates;
    vv_speed_candidate *candidate; /* speeds that may be taken             (ncandidates x 1) */
    double *position;              /* typical positions, by which conditioning is judged     */
    double *size;                  /* typical sizes of the candidates      (ncandidates x 1) */
    bool sized;                    /* these are known                                        */
    vv_speed_set *first, *now;     /* a list; the one in force                               */
    int count;                     /* of them                                                */
    long changes;
    double last;       /* time of the last change */
    int *taken, *rows; /* scratch: those wanted   */
    bool *barred;      /* scratch: not to be taken */
} vv_speed_sets;

/* Bodies turned by three angles, watched for gimbal lock (gimbal_lock.c). */
typedef struct vv_lock_monitor {
    vv_angle_triples turned; /* none: nothing is watched                              */
    vv_jit *products;        /* in: q, t. out: the triple product of each           */
    double *in, *out, *scratch;
    bool met;    /* the speeds are monitored even if constraints cannot spoil them */
    bool left;   /* multipliers, with which the run began, were left                 */
    bool sought; /* minimal speeds were tried in place of multipliers, and fail      */
} vv_lock_monitor;

/* Parameters whose values differ from the model's. */
typedef struct vv_simulation_parameters {
    int nfree;                   /* coordinates at rest in ensemble members (free_parameters.h) */
    const vv_expr *free;         /*                                                (nfree) */
    vv_parameter_values initial; /* at the start                                           */
    bool changed;                /* events have set others                                 */
} vv_simulation_parameters;

/* Destination of the table, and how far it is written. */
typedef struct vv_simulation_output {
    vv_columns columns;
    vv_record record;
    long row;         /* the next multiple of the interval between rows           */
    int instant;      /* the next of the instants                                 */
    double *instants; /* of the options, sorted                           (o->nat) */
} vv_simulation_output;

/* Frictional contacts, impacts, and guards of surface contacts. */
typedef struct vv_simulation_contacts {
    vv_friction *friction; /* NULL: no contact has friction, or it is not monitored    */
    vv_contact_modes modes;
    vv_impact *impact; /* of contacts that close; NULL: not built yet              */
    vv_impact *rest;   /* that ends a sequence of bounces; NULL: not built yet     */
    double *guards;    /* the model's guards at the start                 (nguards) */
    vv_curvature_monitor curvature;
} vv_simulation_contacts;

/* Switching to another formulation or integrator during the run. */
typedef struct vv_simulation_switching {
    double tried;  /* step size at which the constrained form was tried last; 0: never       */
    bool switched; /* another form is in use than at the start, or was                     */
    bool stiff;    /* the integrator for stiff motions was switched to                       */
    bool leaves;   /* wants a form that is not built with free parameters: leaves the ensemble */
    double limit;  /* of the step size, near a singularity of the speeds; 0: none            */
} vv_simulation_switching;

/* Successive steps that look stiff. */
typedef struct vv_stiffness_monitor {
    long short_steps; /* of which far too many are left                     */
    long damped;      /* in which a direction is damped fast                */
    long shrinking;   /* each shorter than the one before: a singularity    */
    vv_rhs *rhs;      /* with its Jacobian; NULL: not needed yet            */
    /* a motion followed piece by piece may last as long again as it has been followed */
    double target, present; /* end of the present piece, and the time followed in it */
    double followed;        /* in those before                                       */
} vv_stiffness_monitor;

/* Where an interrupted run resumes: the state before the current step. */
typedef struct vv_snapshot {
    bool stepping; /* a step is under way: the simulation itself is no state to resume from */
    bool valid;    /* of the three below                                                    */
    vv_buffer state;
    double time;
    long rows;    /* written by then                                                       */
    long skip;    /* rows of the first step that were written before the interruption      */
    double saved; /* time of the last checkpoint; negative: none                           */
    bool resumed;
    double began; /* the time at which it was resumed                                      */
} vv_snapshot;

struct vv_simulation;
/* Who takes the steps of a simulation from outside (steps.h); all 0 in a run. */
typedef struct vv_simulation_host {
    bool present;   /* there is no table and no end                                          */
    double longest; /* of a step; 0: any                                                   */
    void *data;
    /* The zeros of functions of its own within a step: shortens the step to the first. NULL: none
     */
    double (*shorten)(void *data, struct vv_simulation *r, double dt);
    /* A step is about to be taken: its series are current. NULL: not asked for */
    void (*see)(void *data, struct vv_simulation *r, double dt);
} vv_simulation_host;

typedef struct vv_simulation {
    /* description: given, or chosen by vv_simulation_prepare */
    vv_simulation_host host;
    vv_ctx *c;
    const vv_system *s;
    const vv_system *unsplit; /* s without what is split for friction */
    vv_run_options *o;
    const char *source; /* text of the model */
    vv_buffer *account;
    const vv_integrator *integrator;
    double tolerance;
    double until;
    bool reports_doubts; /* cross-checks and members of an ensemble do not */
    vv_variational variational;
    vv_simulation_parameters parameters;
    /* state */
    vv_dynamics dynamics;
    vv_stepper stepper;
    vv_audit audit;
    vv_events events;
    vv_lyapunov lyapunov;
    vv_simulation_contacts contact;
    vv_simulation_output output;
    vv_speed_sets speed_sets;
    vv_lock_monitor lock;
    vv_simulation_switching switching;
    vv_stiffness_monitor stiffness;
    vv_snapshot snapshot;
    bool disturbed; /* by the error that the options ask for */
    /* scratch */
    double *in; /* inputs of dynamics.taylor.jet */
} vv_simulation;

/* Prepares everything but the initial state; c, s, o, source, account are set, integrator and
 * unsplit if known. Close the stepper also after failure. */
vv_status vv_simulation_prepare(vv_simulation *r);
/* The initial conditions of the model. */
vv_status vv_simulation_initialize(vv_simulation *r);
/* From there to the end. VV_E_BEYOND: as far as possible, with a diagnostic. */
vv_status vv_simulation_integrate(vv_simulation *r);
/* After an expansion: switches to the constrained form where minimal speeds fail, and to a stiff
 * integrator from here on if the motion is stiff, r->switching.stiff; then expands again. */
vv_step_fault vv_simulation_adapt(vv_simulation *r, vv_step_fault fault);
/* Takes one step that was expanded with this outcome; *last: it was the last one. */
vv_status vv_simulation_step(vv_simulation *r, vv_step_fault fault, bool *last);
/* The status of a table in a word: ok, audit, partial. */
const char *vv_run_status_word(const vv_run_options *o);
/* Is the audit within the limit given, or else within what the steps explain, and is every value
 * of the table a number? VV_E_NO with a diagnostic. */
vv_status vv_simulation_check_audit(vv_simulation *r);
/* Integrator, formulation, times, tolerance and parameter values as a JSON object; the report by
 * line with its numbers by name (run_json.c). */
const char *vv_simulation_settings_json(const vv_simulation *r, double every);
const char *vv_simulation_report_json(const vv_simulation *r);
/* Saves or restores the part that is state. */
void vv_simulation_serialize(vv_simulation *r, vv_serializer *k);
/* The lines of the report, at the end of its account. */
void vv_simulation_report(vv_simulation *r);

/* ---- rows of the table (output_rows.c) ------------------------------------------------------- */

/* The duration, and the requested output times in order. VV_E_MODEL with a diagnostic. */
vv_status vv_simulation_set_output_times(vv_simulation *r);
/* Time between rows; infinite if only single output times are requested. */
double vv_simulation_output_interval(const vv_simulation *r);
/* Writes the rows of the step of length dt: of the table, and at its events. ends: it is the last
 * step. *last: the end was written. */
void vv_simulation_write_step(vv_simulation *r, double dt, bool ends, bool *last);
/* Writes the state `after` the start of the step, at an event: the index of its `when` statement
 * from 0, or -1 minus the VV_TRANSITION_ of a contact. */
void vv_simulation_write_event(vv_simulation *r, double after, int event);
/* After recorded events that changed the state, with the new accelerations. */
void vv_simulation_write_after_event(vv_simulation *r);

/* ---- impacts and new parameter values (event_actions.c) -------------------------------------- */

/* Applies the impact laws of the events at which the step ended, as one impact for all of them, and
 * sets the parameters they change. */
vv_status vv_simulation_apply_events(vv_simulation *r);
/* Impacts at closing contacts, each with its coefficient of restitution and its friction. */
bool vv_simulation_apply_contact_impacts(vv_simulation *r);
/* Ends an infinite sequence of impacts at a contact, which is closed. */
bool vv_simulation_end_bouncing(vv_simulation *r, double nothing);
/* Ends the table here: always VV_E_BEYOND (run.c). */
vv_status vv_simulation_end_early(vv_simulation *r);
vv_status vv_simulation_stop_at_mode_fault(vv_simulation *r, vv_mode_fault fault);

/* ---- formulation, integrator and parameter values (formulation_switching.c) ------------------ */

/* As requested, or chosen automatically; contacts that may slide need multipliers, which are their
 * reactions. */
vv_status vv_simulation_choose_formulation(vv_simulation *r, vv_equations *eq);
double vv_simulation_tolerance(const vv_simulation *r, const vv_equations *eq);
/* q and q' of the current state, independent of its series. */
void vv_simulation_positions_and_rates(vv_simulation *r, double *state);
/* Switches to the constrained form, state: q and q'; with the stiff integrator if that is in
 * use. */
bool vv_simulation_switch_to_multipliers(vv_simulation *r, const double *state);
/* Switches to minimal speeds, which are monitored. false: there are no such equations. */
bool vv_simulation_switch_to_minimal(vv_simulation *r, const double *state);
/* The same where minimal speeds do not determine q', or VV_E_BEYOND with a diagnostic; an ensemble
 * member leaves the batch. */
vv_status vv_simulation_leave_minimal_speeds(vv_simulation *r, const double *state);
bool vv_simulation_switch_to_stiff(vv_simulation *r);
/* The same motion with other parameter values: positions and rates are kept, or (NULL) the state is
 * loaded afterwards. */
bool vv_simulation_change_parameters(vv_simulation *r, const vv_parameter_values *values,
                                     const double *rates);

/* ---- sets of independent speeds (speed_sets.c) ---------------------------------------------- */

/* Monitors minimal speeds that may fail. VV_OK also if there is nothing to monitor. */
vv_status vv_simulation_monitor_speeds(vv_simulation *r);
/* The same for a simulation copied from another one. */
bool vv_simulation_monitor_speeds_of_copy(vv_simulation *r);
/* Are two sets of n numbers equal, in whatever order? */
bool vv_same_index_set(int n, const int *a, const int *b);
/* Switching speeds is optional: a failure to find others is not an error. */
void vv_simulation_discard_diagnostics(vv_simulation *r, vv_diag_mark since);
/* Built on first use. NULL: there are no such equations. */
vv_speed_set *vv_simulation_speed_set(vv_simulation *r, const vv_speed_selection *w);
/* Switches to these speeds, state: q and q'; NULL: those of the current speeds. */
bool vv_simulation_switch_speed_set(vv_simulation *r, vv_speed_set *to, const double *state);
/* Back to the previous set, as it was left. */
void vv_simulation_swap_speed_set(vv_simulation *r, vv_speed_set *to);
void vv_simulation_report_speeds(const vv_simulation *r);
/* Parameter values have changed: discards what was built with others. */
bool vv_simulation_rebuild_speed_sets(vv_simulation *r);
/* Which set is active: part of the state. false: there is no such set. */
bool vv_simulation_serialize_speeds(vv_simulation *r, vv_serializer *k);
/* Closes the steppers of other sets, and forgets all. */
void vv_simulation_drop_speed_sets(vv_simulation *r);
/* Closes the stepper, and those of other sets. */
void vv_simulation_close(vv_simulation *r);

/* Are minimal speeds in force that constraints may leave ill-conditioned? */
static inline bool vv_simulation_speeds_may_fail(const vv_simulation *r) {
    return !r->dynamics.multipliers && r->speed_sets.now &&
           r->speed_sets.now->conditioning.usual > 0;
}
/* May the speeds be switched during the run? */
static inline bool vv_simulation_may_switch_speeds(const vv_simulation *r) {
    return vv_simulation_speeds_may_fail(r) || r->lock.met;
}

/* ---- switching speeds (speed_switching.c) ---------------------------------------------------- */

/* At the start, state: q and q'. Switches if the current speeds do not determine q', or lose digits
 * of it. Returns whether the speeds now in use determine q'. */
bool vv_simulation_choose_speeds(vv_simulation *r, const double *state, bool follows);
/* After an expansion, before its step: switches to other speeds if the current ones lose digits
 * within it, and expands again, or sets r->switching.limit. */
vv_step_fault vv_simulation_switch_speeds(vv_simulation *r, vv_step_fault fault);
/* Do the current speeds determine the velocities well, by the monitor? */
bool vv_simulation_speeds_well_conditioned(vv_simulation *r);

/* Switches to these speeds and expands. If they cannot step, the old ones continue: false. */
bool vv_simulation_take_speeds(vv_simulation *r, const vv_speed_selection *w, vv_step_fault *fault);
/* Builds what is needed to assess the current speeds, once. */
bool vv_simulation_can_judge_speeds(vv_simulation *r);

/* ---- three angles near gimbal lock (gimbal_lock.c) ------------------------------------------- */

/* Finds what is to be watched, and with other parameter values builds it again. false if out of
 * memory. */
bool vv_simulation_watch_lock(vv_simulation *r);
/* Are three angles near gimbal lock, whatever the speeds? */
bool vv_simulation_is_near_lock(vv_simulation *r, const double *q, double t);
/* Are they so near that steps with their rates fail? */
bool vv_simulation_is_locked(vv_simulation *r);
/* Why the rates stay in force there, as a sentence; NULL: other speeds are taken. */
const char *vv_simulation_lock_remains(const vv_simulation *r);
/* At the last position evaluated: speeds that stay finite, if the current ones are poor. */
bool vv_simulation_choose_at_lock(vv_simulation *r, vv_speed_selection *w);
/* Is candidate i one of these speeds? */
bool vv_simulation_is_for_lock(const vv_simulation *r, int i);
/* After an expansion, before its step: leaves the rates of angles near gimbal lock, and
 * multipliers, which need all rates; expands again. */
void vv_simulation_leave_lock(vv_simulation *r, vv_step_fault *fault);

/* ---- checkpoint and resume (run_checkpoint.c) ------------------------------------------------ */

/* Adds everything on which the motion and its rows depend to the fingerprint of its record. */
void vv_simulation_fingerprint(vv_simulation *r);
/* Appends the whole state; false: the integrator has a history that is not in it. */
bool vv_simulation_save(vv_simulation *r, vv_buffer *state);
/* Goes on from such a state, of a simulation that was prepared alike. */
bool vv_simulation_load(vv_simulation *r, const char *state, size_t length);
/* Before a step that may be interrupted: keeps its start, to be saved in that case. */
void vv_simulation_snapshot(vv_simulation *r);
/* Between two steps, or the state of the snapshot, with the rows since. An integrator with a
 * history is saved where it discards it. */
void vv_simulation_save_checkpoint(vv_simulation *r);
/* Resumes from its record, if there is a checkpoint: r->snapshot.resumed. */
vv_status vv_simulation_resume(vv_simulation *r);

#endif
