/* A motion under way: the equations in their form, the method, columns, audit, events, contacts.
 * run.c follows one from its start to its end, ensemble.c several side by side. */
#ifndef VV_SIMULATE_RUN_SIMULATION_H
#define VV_SIMULATE_RUN_SIMULATION_H

#include "simulate/audit/audit.h"
#include "simulate/run/columns.h"
#include "simulate/events/events.h"
#include "simulate/contact/curvature_monitor.h"
#include "simulate/run/lyapunov.h"
#include "simulate/contact/contact_modes.h"
#include "simulate/formulation/speed_conditioning.h"
#include "simulate/run/record.h"
#include "simulate/integrate/stepper.h"
#include "simulate/formulation/variational.h"

/* The motion in one set of independent speeds: all that is built for it, kept while others are in
 * force. */
typedef struct vv_speed_set {
    struct vv_speed_set *next;
    int *taken; /* which of the candidates                                     (n) */
    int *rows;  /* by which relations they tell the velocities              (rank) */
    vv_speed_conditioning conditioning;
    bool built;
    bool fails;      /* there are no such equations, or they do not step          */
    vv_tape *speeds; /* in: q, q', t.  out: w; NULL: the first one                */
    double *speeds_scratch;
    vv_dynamics dynamics;
    vv_stepper stepper;
    vv_buffer initial_stepper; /* the stepper as it was new                                 */
    vv_columns columns;
    vv_events events;
    vv_jit *rates; /* of the audit                                            */
    double *rates_scratch, *audit_in, *in;
    vv_rhs *stiffness_rhs;
} vv_speed_set;

/* Speeds, and relations by which they tell the velocities. */
typedef struct vv_speed_selection {
    int *taken, *rows;
} vv_speed_selection;

/* Sets of independent speeds that have been in force; all 0: there is only one. */
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
} vv_speed_sets;

/* Parameters whose values are not those of the model throughout. */
typedef struct vv_simulation_parameters {
    int nfree;           /* coordinates at rest in the members of an ensemble (free_parameters.h) */
    const vv_expr *free; /*                                                (nfree) */
    vv_parameter_values initial; /* at the beginning                                       */
    bool changed;                /* events have set others                                 */
} vv_simulation_parameters;

/* Where the table goes, and how far it is written. */
typedef struct vv_simulation_output {
    vv_columns columns;
    vv_record record;
    long row;         /* the next multiple of the interval between rows           */
    int instant;      /* the next of the instants                                 */
    double *instants; /* of the options, sorted                           (o->nat) */
} vv_simulation_output;

/* Contacts with friction, impacts, and guards of contacts between surfaces. */
typedef struct vv_simulation_contacts {
    vv_friction *friction; /* NULL: no contact has friction, or it is not watched      */
    vv_contact_modes modes;
    vv_impact *impact; /* of contacts that close; NULL: not built yet              */
    vv_impact *rest;   /* of what bounces ever lower; NULL: not built yet          */
    double *guards;    /* the model's guards at the start                 (nguards) */
    vv_curvature_monitor curvature;
} vv_simulation_contacts;

/* Another form of the equations, or another integrator, during the run. */
typedef struct vv_simulation_switching {
    double tried;     /* step size at which the constrained form was tried last; 0: never       */
    bool constrained; /* it was switched to                                                     */
    bool stiff;       /* the integrator for stiff motions was switched to                       */
    bool leaves;      /* wants a form that is not built with free parameters: leaves the ensemble */
    double limit;     /* of the step size, near a singularity of the speeds; 0: none            */
} vv_simulation_switching;

/* Successive steps that look stiff. */
typedef struct vv_stiffness_monitor {
    long short_steps; /* of which far too many are left                     */
    long damped;      /* in which a direction is damped fast                */
    long shrinking;   /* each shorter than the one before: a singularity    */
    vv_rhs *rhs;      /* with its Jacobian; NULL: not needed yet            */
} vv_stiffness_monitor;

/* Where a run that is interrupted resumes: the state before the step under way. */
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

typedef struct vv_simulation {
    /* description: given, or chosen by vv_simulation_prepare */
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
    vv_simulation_switching switching;
    vv_stiffness_monitor stiffness;
    vv_snapshot snapshot;
    bool disturbed; /* by the error that the options ask for */
    /* scratch */
    double *in; /* inputs of dynamics.taylor.jet */
} vv_simulation;

/* All but the start; c, s, o, source, account are set, integrator and unsplit if they are known.
 * Close the stepper also after failure. */
vv_status vv_simulation_prepare(vv_simulation *r);
/* The start of the model. */
vv_status vv_simulation_initialize(vv_simulation *r);
/* From there to the end. VV_E_BEYOND: as far as it goes, with a diagnostic. */
vv_status vv_simulation_integrate(vv_simulation *r);
/* After an expansion: multipliers instead of minimal speeds where these fail, and where it is stiff
 * a method for that from here on, r->switching.stiff; expanded so. */
vv_step_fault vv_simulation_adapt(vv_simulation *r, vv_step_fault fault);
/* One step that was expanded with this outcome; *last: it was the last one. */
vv_status vv_simulation_step(vv_simulation *r, vv_step_fault fault, bool *last);
/* Does the audit keep the limit asked for? VV_E_NO with a diagnostic. */
vv_status vv_simulation_check_audit(vv_simulation *r);
/* Method, form, times, tolerance and values of parameters as a JSON object; the account by line
 * with its numbers by name (run_json.c). */
const char *vv_simulation_settings_json(const vv_simulation *r, double every);
const char *vv_simulation_report_json(const vv_simulation *r);
/* What of it is state. */
void vv_simulation_serialize(vv_simulation *r, vv_serializer *k);

/* ---- rows of the table (output_rows.c) ------------------------------------------------------- */

/* The duration, and the instants asked for in their order. VV_E_MODEL with a diagnostic. */
vv_status vv_simulation_set_output_times(vv_simulation *r);
/* Between rows; infinite where only single instants are asked for. */
double vv_simulation_output_interval(const vv_simulation *r);
/* Those of the step of length dt: of the table, and at its events. ends: it is the last one. *last:
 * the end was written. */
void vv_simulation_write_step(vv_simulation *r, double dt, bool ends, bool *last);
/* The state `after` the beginning of the step, at an event: the number of its `when` statement from
 * 0, or -1 less a VV_TRANSITION_ of a contact. */
void vv_simulation_write_event(vv_simulation *r, double after, int event);
/* After recorded events that changed something, with the accelerations of then. */
void vv_simulation_write_after_event(vv_simulation *r);

/* ---- shocks and new values (event_actions.c) ------------------------------------------------- */

/* Of the velocity of the first bounce: events know places less well than contacts do. */
#define VV_SIMULATION_REST_VELOCITY 1e-5
/* The impulse laws of the events at which the step ended, one shock for all of them, and the
 * parameters they set. */
vv_status vv_simulation_apply_events(vv_simulation *r);
/* Contacts that strike, each by its coefficient of restitution and its friction. */
bool vv_simulation_apply_contact_impacts(vv_simulation *r);
/* Shocks that follow one another without end, at a contact: they are over now, and it is closed. */
bool vv_simulation_end_bouncing(vv_simulation *r, double nothing);
/* The table ends here: always VV_E_BEYOND (run.c). */
vv_status vv_simulation_end_early(vv_simulation *r);
vv_status vv_simulation_stop_at_mode_fault(vv_simulation *r, vv_mode_fault fault);

/* ---- form, method and values (formulation_switching.c)
 * ------------------------------------------------- */

/* As asked for, or as suits; contacts that may slide with multipliers, which their reactions are.
 */
vv_status vv_simulation_choose_formulation(vv_simulation *r, vv_equations *eq);
double vv_simulation_tolerance(const vv_simulation *r, const vv_equations *eq);
/* q and q' of the state as it stands, whatever its series are. */
void vv_simulation_positions_and_rates(vv_simulation *r, double *state);
/* From now on with multipliers, state: q and q'; by the method for stiff motions. */
bool vv_simulation_switch_to_multipliers(vv_simulation *r, const double *state);
/* The same where minimal speeds do not determine q', or VV_E_BEYOND with a diagnostic; one of many
 * motions is to be followed apart. */
vv_status vv_simulation_leave_minimal_speeds(vv_simulation *r, const double *state);
bool vv_simulation_switch_to_stiff(vv_simulation *r);
/* The same motion with other values of the parameters: positions and rates stay, or (NULL) the
 * state is loaded after that. */
bool vv_simulation_change_parameters(vv_simulation *r, const vv_parameter_values *values,
                                     const double *rates);

/* ---- sets of independent speeds (speed_sets.c) ---------------------------------------------- */

/* With minimal speeds that may fail: what watches them. VV_OK also where nothing is to be watched.
 */
vv_status vv_simulation_monitor_speeds(vv_simulation *r);
/* The same for a motion that was copied from another one. */
bool vv_simulation_monitor_speeds_of_copy(vv_simulation *r);
/* Of two sets of n numbers each, whatever their order. */
bool vv_same_index_set(int n, const int *a, const int *b);
/* Other speeds are an offer: that there are none is nobody's fault. */
void vv_simulation_discard_diagnostics(vv_simulation *r, vv_diag_mark since);
/* Built when first asked for. NULL: there are no such equations. */
vv_speed_set *vv_simulation_speed_set(vv_simulation *r, const vv_speed_selection *w);
/* From now on in these speeds, state: q and q'; NULL: those of the speeds in force. */
bool vv_simulation_switch_speed_set(vv_simulation *r, vv_speed_set *to, const double *state);
/* Back to what was in force, as it was left. */
void vv_simulation_swap_speed_set(vv_simulation *r, vv_speed_set *to);
void vv_simulation_report_speeds(const vv_simulation *r);
/* The values of parameters have changed: what was built with others is void. */
bool vv_simulation_rebuild_speed_sets(vv_simulation *r);
/* Which are in force: part of the state. false: there are no such. */
bool vv_simulation_serialize_speeds(vv_simulation *r, vv_serializer *k);
/* The stepper, and those of other sets. */
void vv_simulation_close(vv_simulation *r);

/* May others be taken on the way? */
static inline bool vv_simulation_may_switch_speeds(const vv_simulation *r) {
    return !r->dynamics.multipliers && r->speed_sets.now &&
           r->speed_sets.now->conditioning.usual > 0;
}

/* ---- when they are changed (speed_switching.c) -------------------------------------------------
 */

/* At the start, state: q and q'. Others are taken where the speeds do not tell q', or lose digits
 * of it. Are they those to go on with? */
bool vv_simulation_choose_speeds(vv_simulation *r, const double *state, bool follows);
/* After an expansion, before its step: other speeds where these lose digits within it, expanded
 * so, or r->switching.limit. */
vv_step_fault vv_simulation_switch_speeds(vv_simulation *r, vv_step_fault fault);
/* Do the speeds in force tell the velocities well, as they are watched? */
bool vv_simulation_speeds_well_conditioned(vv_simulation *r);

/* ---- stopping and going on (run_checkpoint.c) ---------------------------------------------------
 */

/* All that the motion and its rows depend on, told to its record. */
void vv_simulation_fingerprint(vv_simulation *r);
/* Before a step that may be stopped on its way: its beginning, to be saved then. */
void vv_simulation_snapshot(vv_simulation *r);
/* Between two steps, or the state that was held, with the rows since. A method that remembers the
 * past is saved where it gives it up. */
void vv_simulation_save_checkpoint(vv_simulation *r);
/* From its record, if there is something: r->snapshot.resumed. */
vv_status vv_simulation_resume(vv_simulation *r);

#endif
