/* Rolling, sliding, apart: which of these each contact with friction is in, and when it changes.
 *
 * A relation holds while its reaction stays below the limit; it is released where the reaction
 * reaches it, and holds again where the velocity that friction opposes vanishes; a contact is
 * released where its normal reaction vanishes. All these are zeros of series over a step, found as
 * those of events are. After each the combination of modes is searched for with which the
 * accelerations agree: what holds is within its limit, what begins to slide moves against its
 * friction, nothing is pulled. */
#ifndef VV_SIMULATE_CONTACT_CONTACT_MODES_H
#define VV_SIMULATE_CONTACT_CONTACT_MODES_H

#include "base/buffer.h"
#include "simulate/contact/minimax_force.h"
#include "simulate/contact/friction.h"
#include "numeric/root_isolation.h"
#include "simulate/integrate/stepper.h"

typedef enum vv_contact_transition_kind {
    VV_TRANSITION_SLIP = 1, /* also the number in the column `event`, with a minus sign          */
    VV_TRANSITION_STICK,
    VV_TRANSITION_SEPARATION,
    VV_TRANSITION_IMPACT,
    VV_TRANSITION_REDISTRIBUTION /* no transition: a load is divided anew */
} vv_contact_transition_kind;

typedef struct vv_contact_transition {
    vv_contact_transition_kind what;
    int at; /* law, or contact */
    double after;
    double aim[2]; /* SLIDES: where to                    */
    double left;   /* HOLDS: of the velocity; LIFTS: the gap */
} vv_contact_transition;

/* What is kept of a law beside its mode. */
typedef struct vv_slip_state {
    bool fresh;    /* u begins at 0 now                                                     */
    bool fading;   /* u is small and becomes smaller                                         */
    bool ending;   /* AIMED since u is about to vanish                                       */
    bool arrived;  /* u vanished now                                                        */
    bool forced;   /* it may not hold now: the limit was reached                             */
    bool tied;     /* AIMED, but relations that hold keep u at 0: R stays at its limit        */
    double within; /* fresh, two components: how long the series of its direction will do    */
    double peak;   /* of |u| since it slides                                                */
    double still;  /* fresh: a rate of u that is rounding beside what friction could give     */
    long begins, holds;
    double slid;        /* time                                                                  */
    double begun;       /* when it last did                                                      */
    double first, last; /* transitions                                                        */
    double removed;     /* largest velocity set to 0 when it held again                           */
} vv_slip_state;

/* What a law's next transition is a zero of, for the series that stand. */
typedef struct vv_transition_function {
    double c[VV_ROOT_ISOLATION_DEGREE + 1];
    double rounding; /* of its values */
} vv_transition_function;

/* Reactions that the equations do not determine, since the first time there were any. */
typedef struct vv_indeterminacy {
    bool *normal, *slip; /* of each contact: N, F                                  (contacts) */
    bool motion;         /* accelerations depend on them                                     */
    bool any;
    double since;
} vv_indeterminacy;

typedef struct vv_contact_modes {
    vv_dynamics *f;
    vv_friction *k;
    int *place;            /* of each row among f->velocity                                      */
    vv_slip_state *course; /*                                                           (laws)  */
    vv_transition_function
        *condition; /*                                                     (laws)  */
    double *yields; /* fresh: rate by which u' across the aim answers a turn of it, of another's:
                       rows                                                     (laws * laws) */
    bool *fresh;    /* contacts that lift or were struck now                   (contacts) */
    bool *thrown;   /* fresh, by a shock or a start: it may have a velocity    (contacts) */
    double *gap;    /* when they lifted                                        (contacts) */
    long *lifts;
    double *apart;
    long *impacts;
    double swift;   /* the largest velocity before an impact: what is rounding beside it is none */
    double *bounce; /* the largest velocity by which a shock sent it off       (contacts) */
    int rests;      /* how often bounces came to an end, and when the last did            */
    double rested, halted; /* the largest velocity that was left then                        */
    int nturns;
    vv_contact_transition *turn; /* at the end of this step */
    double plan; /* its length; infinite: none                                             */
    double from; /* beginning within the step of the series that stand                     */
    int event;   /* of the turn made last, 0 none                                          */
    long changes;
    int hurried;     /* transitions one after another in a vanishing time                        */
    double longest;  /* between two of them, so far                                            */
    double rest;     /* since the last one                                                       */
    double loose[2]; /* the largest acceleration without contacts, its rate: what forces give    */
    int culprit;     /* the contact of a fault                                                   */
    bool all_slide;  /* where no combination was found: nothing had the choice to hold           */
    vv_kkt matrix;   /* that of the equations, for what it leaves free                         */
    bool *free;      /*                                                              (unknowns) */
    vv_indeterminacy spare;
} vv_contact_modes;

typedef enum vv_mode_fault {
    VV_MODE_OK,
    VV_MODE_NAN,
    VV_MODE_INCONSISTENT, /* no combination is consistent                                         */
    VV_MODE_CANNOT_SEPARATE, /* it lifts, and the model has no coordinate or no height for it */
    VV_MODE_IMPACT,  /* it touches again: an impact                                          */
    VV_MODE_JAMMING, /* where a step collapses: a contact that slides presses ever harder     */
    VV_MODE_CHATTER
} vv_mode_fault;

bool vv_contact_modes_new(vv_dynamics *f, vv_friction *k, vv_contact_modes *out);
/* The state was set from outside: at the start, by a shock. */
vv_mode_fault vv_contact_modes_reset(vv_contact_modes *m, vv_stepper *s);
/* Bounces that follow one another without end come to one: contacts that meet now by less than
 * `nothing` of what they began with are closed; a shock has to take what is left. false: none. */
bool vv_contact_modes_end_bouncing(vv_contact_modes *m, vv_stepper *s, double nothing);
/* Contacts that strike now and have a coefficient of restitution, marked for the shock; false: one
 * has none. The marks are taken back. */
bool vv_contact_modes_mark_impacts(vv_contact_modes *m, const vv_stepper *s);
void vv_contact_modes_clear_impacts(vv_contact_modes *m);
/* The step of length *dt, whose series stand, is shortened to the first transition; one that is no
 * series is made again by series where there is a transition in it. */
vv_mode_fault vv_contact_modes_locate_transition(vv_contact_modes *m, vv_stepper *s, double *dt);
/* The step of length dt is about to be taken, then (turn) was taken: the modes of the next one. */
void vv_contact_modes_before_step(vv_contact_modes *m, const vv_stepper *s, double dt);
vv_mode_fault vv_contact_modes_after_step(vv_contact_modes *m, vv_stepper *s, double dt);
/* Is it a contact that slides, and presses ever harder, that no step passes? */
bool vv_contact_modes_is_jamming(vv_contact_modes *m, const vv_stepper *s);
/* How often and how long, for the account of the run. */
void vv_contact_modes_report(const vv_contact_modes *m, vv_buffer *account);
/* What of them is state. */
void vv_contact_modes_serialize(vv_contact_modes *m, vv_serializer *k);

/* The directions in which laws begin to slide as series (slip_direction_series.c), the motion
 * expanded with them. */
void vv_contact_modes_expand_slip_directions(vv_contact_modes *m, const vv_stepper *s);
/* A contact parts where its gap has this value. */
void vv_contact_modes_separate(vv_contact_modes *m, int contact, double gap);
/* One that was about to part stays: its laws are as the velocities of the last matrix tell. */
void vv_contact_modes_keep_closed(vv_contact_modes *m, const vv_stepper *s, int contact);
/* Is some slip in two dimensions about to begin, or a gap, so that the next step is by series? */
void vv_contact_modes_require_series(vv_contact_modes *m);
/* Which unknowns the equations leave free with the modes of now; the reactions among them noted
 * as part of the motion; what is said of them at the end (indeterminacy.c). */
bool vv_indeterminacy_new(vv_contact_modes *m);
void vv_indeterminacy_detect(vv_contact_modes *m, const vv_stepper *s);
void vv_indeterminacy_note(vv_contact_modes *m, double t);
void vv_indeterminacy_report(const vv_contact_modes *m, vv_buffer *account);
void vv_indeterminacy_serialize(vv_contact_modes *m, vv_serializer *k);
/* Does u = 0 follow from the relations that hold? */
bool vv_indeterminacy_law_is_redundant(vv_contact_modes *m, const vv_stepper *s, int law);
/* Loads that the equations do not divide among contacts that hold (friction_force_distribution.c):
 * divided evenly among n laws, by the reactions of now; false: there is nothing to be chosen.
 * goes_on: as the last division was about to. At its end no reaction is given. */
#define VV_FRICTION_FORCES_LIMIT                                                                   \
    (1 - 2e-14) /* of what contacts can hold: beyond it they give way */
typedef struct vv_friction_forces {
    double most;                     /* of its limit, that which is nearest to it */
    bool met[VV_MINIMAX_MAX_FORCES]; /* is as near */
    double aim[VV_MINIMAX_MAX_FORCES][2];
} vv_friction_forces;
bool vv_friction_forces_distribute(vv_contact_modes *m, const vv_stepper *s, int n, const int *law,
                                   bool goes_on, vv_friction_forces *out);
void vv_friction_forces_clear(vv_contact_modes *m);
/* Pressures that are a matter of choice, of the contacts that are closed now
 * (normal_force_distribution.c). */
void vv_normal_forces_distribute(vv_contact_modes *m, const vv_stepper *s);
/* Which contacts that are apart those that are closed keep where they are. */
void vv_normal_forces_find_supported(vv_contact_modes *m, const vv_stepper *s);
/* At a time of the series that stand, where one comes to its limit: would another division do? */
bool vv_friction_forces_feasible_at(vv_contact_modes *m, const vv_stepper *s, double after);
/* A transition of this law, for the account: a slip begins or ends. */
void vv_slip_state_note_transition(vv_slip_state *o, double t, bool begins);
/* The combination of modes at this state (separation.c). */
vv_mode_fault vv_contact_modes_search(vv_contact_modes *m, vv_stepper *s);
/* What it found, for --trace=modes. */
void vv_contact_modes_trace(const vv_contact_modes *m, const vv_stepper *s, vv_mode_fault found);

#endif
