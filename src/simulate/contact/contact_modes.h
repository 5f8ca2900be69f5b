/* Contact modes: whether each frictional contact is sticking (rolling), sliding or separated, and
 * when it changes.
 *
 * A contact constraint sticks while its reaction stays below the friction limit. It is released
 * where the reaction reaches the limit, and sticks again where the velocity opposed by friction
 * vanishes; a contact separates where its normal reaction vanishes. All of these are zeros of
 * series over a step, located like those of event functions. After each transition a search finds
 * the combination of modes consistent with the accelerations: sticking reactions are within their
 * limits, a slip that begins moves against its friction, and no normal reaction pulls. */
#ifndef VV_SIMULATE_CONTACT_CONTACT_MODES_H
#define VV_SIMULATE_CONTACT_CONTACT_MODES_H

#include "base/base.h"
#include "simulate/contact/minimax_force.h"
#include "simulate/contact/friction.h"
#include "numeric/numeric.h"
#include "simulate/integrate/integrate.h"
#include "simulate/contact/contact_tolerances.h"

typedef enum vv_contact_transition_kind {
    VV_TRANSITION_SLIP = 1, /* also the number in the column `event`, negated                    */
    VV_TRANSITION_STICK,
    VV_TRANSITION_SEPARATION,
    VV_TRANSITION_IMPACT,
    VV_TRANSITION_REDISTRIBUTION /* no transition: a load is redistributed */
} vv_contact_transition_kind;

typedef struct vv_contact_transition {
    vv_contact_transition_kind kind;
    int at; /* law, or contact */
    double after;
    double direction[2]; /* VV_TRANSITION_SLIP: of the slip */
    double left;         /* VV_TRANSITION_STICK: velocity; VV_TRANSITION_SEPARATION: gap */
} vv_contact_transition;

/* The state of a law besides its mode. */
typedef struct vv_slip_state {
    bool fresh;    /* u is 0 now and begins to grow                                         */
    bool fading;   /* u is small and decreasing                                              */
    bool ending;   /* DIRECTED because u is about to vanish                                  */
    bool stopped;  /* u has just vanished                                                   */
    bool forced;   /* it may not stick now: the limit was reached                            */
    bool tied;     /* DIRECTED, but sticking constraints keep u at 0: R stays at its limit    */
    double within; /* fresh, two components: reach of the series of its direction            */
    double peak;   /* of |u| in this slip                                                   */
    double still;  /* fresh: rate of u that is rounding relative to what friction could give  */
    long begins, holds;
    double sliding_time; /* total time of sliding                                                 */
    double begun;        /* when it last began                                                    */
    double first, last;  /* transition times                                                   */
    double removed; /* largest velocity set to 0 on sticking                                  */
} vv_slip_state;

/* The function, on the current series, whose zero is the law's next transition. */
typedef struct vv_transition_function {
    double c[VV_ROOT_ISOLATION_DEGREE + 1];
    double rounding; /* of its values */
} vv_transition_function;

/* Statically indeterminate reactions, since they first occurred. */
typedef struct vv_indeterminacy {
    bool *normal, *slip; /* of each contact: N, F indeterminate                    (contacts) */
    bool motion;         /* accelerations depend on them                                     */
    bool any;
    double since;
} vv_indeterminacy;

typedef struct vv_contact_modes {
    vv_dynamics *f;
    vv_friction *friction;
    int *place;          /* of each row among f->velocity                                      */
    vv_slip_state *slip; /*                                                           (laws)  */
    vv_transition_function
        *transition_function;   /*                                                     (laws)  */
    double *direction_response; /* fresh: rate of u' across the direction, by a rotation of it or of
 another's (laws x laws) */
    bool *fresh;        /* contacts that open or had an impact now                  (contacts) */
    bool *has_velocity; /* fresh, after an impact or at the start: opening velocity   (contacts) */
    double *gap;        /* when they opened                                        (contacts) */
    long *separations;
    double *separated_time; /* total                                         (contacts) */
    long *impacts;
    double fastest_impact; /* the largest velocity before an impact: what is rounding beside it is
                              none */
    double *bounce;        /* the largest velocity of a rebound       (contacts) */
    int rests;             /* how often bounces came to an end, and when the last did            */
    double rested, halted; /* the largest velocity that was left then                        */
    int ntransitions;
    vv_contact_transition *transition; /* at the end of this step */
    double transition_after;           /* its length; infinite: none           */
    double from; /* start, within the step, of the current series                     */
    int event;   /* of the last transition, 0 none                                          */
    long changes;
    int rapid_transitions; /* transitions one after another in a vanishing time */
    double longest; /* between two of them, so far                                            */
    double rest;    /* since the last one                                                       */
    double free_acceleration[2]; /* the largest acceleration without contacts, its rate: what forces
                                    give    */
    int fault_contact;           /* the contact of a fault           */
    bool all_slide; /* where no combination was found: nothing had the choice to hold           */
    vv_kkt matrix;  /* that of the equations, for what it leaves free                         */
    bool *free;     /*                                                              (unknowns) */
    vv_indeterminacy indeterminacy;
} vv_contact_modes;

typedef enum vv_mode_fault {
    VV_MODE_OK,
    VV_MODE_NAN,
    VV_MODE_INCONSISTENT, /* no combination is consistent                                         */
    VV_MODE_CANNOT_SEPARATE, /* it separates, but the model has no coordinate or no gap for it */
    VV_MODE_IMPACT,  /* it closes again: an impact                                           */
    VV_MODE_JAMMING, /* the step collapses: a sliding contact presses ever harder             */
    VV_MODE_CHATTER
} vv_mode_fault;

bool vv_contact_modes_new(vv_dynamics *f, vv_friction *k, vv_contact_modes *out);
/* The state was set from outside: at the start, or by an impact. */
vv_mode_fault vv_contact_modes_reset(vv_contact_modes *m, vv_stepper *s);
/* Ends an infinite sequence of bounces: contacts that close now with less than `nothing` times
 * their largest rebound velocity are closed; an impact has to remove the rest. false: none. */
bool vv_contact_modes_end_bouncing(vv_contact_modes *m, vv_stepper *s, double nothing);
/* Marks, for the impact, the contacts that close now with a coefficient of restitution; false, with
 * the marks removed, if one of them has none. */
bool vv_contact_modes_mark_impacts(vv_contact_modes *m, const vv_stepper *s);
void vv_contact_modes_clear_impacts(vv_contact_modes *m);
/* Shortens the step of length *dt, whose series are current, to the first transition; a step of a
 * method without series is repeated with Taylor series if it contains one. */
vv_mode_fault vv_contact_modes_locate_transition(vv_contact_modes *m, vv_stepper *s, double *dt);
/* before_step: the step of length dt is about to be taken. after_step: it was taken; sets the modes
 * of the next one. */
void vv_contact_modes_before_step(vv_contact_modes *m, const vv_stepper *s, double dt);
vv_mode_fault vv_contact_modes_after_step(vv_contact_modes *m, vv_stepper *s, double dt);
/* Does the step collapse because a sliding contact presses ever harder? */
bool vv_contact_modes_is_jamming(vv_contact_modes *m, const vv_stepper *s);
/* Number and duration of slips and separations, for the run report. */
void vv_contact_modes_report(const vv_contact_modes *m, vv_buffer *account);
/* Saves or restores the part that is state. */
void vv_contact_modes_serialize(vv_contact_modes *m, vv_serializer *k);

/* Expands the directions in which slips begin as series (slip_direction_series.c), and the motion
 * with them. */
void vv_contact_modes_expand_slip_directions(vv_contact_modes *m, const vv_stepper *s);
/* Separates a contact whose gap has this value. */
void vv_contact_modes_separate(vv_contact_modes *m, int contact, double gap);
/* Keeps closed a contact that was about to separate: its laws follow from the velocities of the
 * last matrix. */
void vv_contact_modes_keep_closed(vv_contact_modes *m, const vv_stepper *s, int contact);
/* Requests a Taylor step next if a two-dimensional slip or a gap is about to begin. */
void vv_contact_modes_require_series(vv_contact_modes *m);
/* indeterminacy.c: the unknowns that the equations leave indeterminate with the current modes;
 * recording the reactions among them as part of the motion; reporting them at the end. */
bool vv_indeterminacy_new(vv_contact_modes *m);
void vv_indeterminacy_detect(vv_contact_modes *m, const vv_stepper *s);
void vv_indeterminacy_note(vv_contact_modes *m, double t);
void vv_indeterminacy_report(const vv_contact_modes *m, vv_buffer *account);
void vv_indeterminacy_serialize(vv_contact_modes *m, vv_serializer *k);
/* Is u = 0 implied by the active constraints? */
bool vv_indeterminacy_law_is_redundant(vv_contact_modes *m, const vv_stepper *s, int law);
/* Statically indeterminate friction forces of sticking contacts (friction_force_distribution.c):
 * distributes the load evenly over n laws, from the current reactions; false: nothing is
 * indeterminate. goes_on: continue the trend of the last distribution. Clearing prescribes no
 * reaction. */
typedef struct vv_friction_forces {
    double most;                     /* largest ratio of a force to its limit */
    bool met[VV_MINIMAX_MAX_FORCES]; /* attains the largest ratio */
    double aim[VV_MINIMAX_MAX_FORCES][2];
} vv_friction_forces;
bool vv_friction_forces_distribute(vv_contact_modes *m, const vv_stepper *s, int n, const int *law,
                                   bool goes_on, vv_friction_forces *out);
void vv_friction_forces_clear(vv_contact_modes *m);
/* Statically indeterminate normal forces of the closed contacts (normal_force_distribution.c). */
void vv_normal_forces_distribute(vv_contact_modes *m, const vv_stepper *s);
/* Finds the separated contacts that the closed ones keep in place. */
void vv_normal_forces_find_supported(vv_contact_modes *m, const vv_stepper *s);
/* At a time in the current series at which a law reaches its limit: would another distribution keep
 * all within their limits? */
bool vv_friction_forces_feasible_at(vv_contact_modes *m, const vv_stepper *s, double after);
/* Records a transition of this law for the report: a slip begins or ends. */
void vv_slip_state_note_transition(vv_slip_state *o, double t, bool begins);
/* Finds the combination of modes at this state (separation.c). */
vv_mode_fault vv_contact_modes_search(vv_contact_modes *m, vv_stepper *s);
/* What it found, for --trace=modes. */
void vv_contact_modes_trace(const vv_contact_modes *m, const vv_stepper *s, vv_mode_fault found);

#endif
