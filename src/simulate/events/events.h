/* Event location: zeros of the series of the model's event functions over a step. */
#ifndef VV_SIMULATE_EVENTS_EVENTS_H
#define VV_SIMULATE_EVENTS_EVENTS_H

#include "base/base.h"
#include "simulate/contact/contact.h"

typedef struct vv_event {
    const vv_model_event *when;
    vv_impact *impact; /* NULL without an impulse law                                      */
    vv_tape *sets;     /* in: as the flow's.  out: new values of parameters; or NULL       */
    double *sets_scratch, *sets_out;
    long count; /* number of occurrences, and their times                           */
    double first, last;
    double since;  /* from its last zero to the beginning of the step; infinite: none  */
    bool impacted; /* its zero is the very beginning, and an impact followed */
    bool resting;  /* since then it has been nothing but rounding                      */
    double noise;  /* of the condition then                                            */
    double rate;   /* by which it left the last zero with a shock; NaN: not known      */
    int came;      /* sign of the condition before                                     */
    int side;      /* its sign at the end of the step before; 0: not known             */
} vv_event;

typedef struct vv_event_occurrence {
    int event, before; /* before: sign of its event function                                */
    double after;      /* the start of the step                                             */
} vv_event_occurrence;

/* Impact laws of several simultaneous events: one impact that satisfies all of them. */
typedef struct vv_simultaneous_impact {
    struct vv_simultaneous_impact *next;
    int n, *event;
    vv_impact impact;
} vv_simultaneous_impact;

typedef struct vv_events {
    const vv_dynamics *f;
    int n;
    vv_event *event;
    vv_jet *jet; /* in: as the dynamics'.  out: event functions                       */
    double *work;
    vv_tape *terms; /* in: the same.  out: magnitude of the cancelling terms of each
                     * event function, or 0, then of those of their rates */
    double *in, *terms_scratch, *now, *size; /* size: the largest so far                      */
    int nhits;
    vv_event_occurrence *hit; /* of this step, in their order */
    bool stops, has_impact;   /* the last of them end the step                             */
    bool begun;
    bool after_impact; /* the step begins after an impact */
    bool piecewise;    /* the interpolant is searched piece by piece */
    bool to_tolerance; /* the state is known to a tolerance                                 */
    double known;      /* what is less of the terms of a condition is rounding              */
    double span;       /* the longest step so far                                           */
    bool forces;       /* conditions contain accelerations or multipliers                   */
    int fault_event;   /* the event of a fault                                              */
    int rapid_impacts; /* successive impacts in a vanishing time */
    double rest;       /* since the last shock, or the beginning                            */
    double longest;    /* of them                                                           */
    vv_simultaneous_impact *together; /* those met so far */
    int *met; /* scratch: events with impact laws at an instant                   (n) */
} vv_events;

typedef enum vv_event_fault {
    VV_EVENT_OK,
    VV_EVENT_NAN, /* an event function is NaN, or has no series                        */
    VV_EVENT_ZENO /* an event function stays at its zero after the impact              */
} vv_event_fault;

/* VV_E_MODEL, VV_E_BEYOND with a diagnostic. Call again when the formulation changes. */
vv_status vv_events_build(const vv_dynamics *f, vv_events *e);
/* Shortens the step of length *dt, whose series are current, to the convergence of the series of
 * the event functions and to the first occurrence that ends it. */
vv_event_fault vv_events_locate(vv_events *e, const vv_stepper *s, double *dt);
/* The step was taken; `until` is the duration of the motion. */
vv_event_fault vv_events_advance(vv_events *e, double t, double dt, double until);
/* The new values of the parameters set by event i, at the current state. */
const double *vv_events_parameter_values(vv_events *e, int i, const vv_stepper *s, double *in);
/* The impact of all events of this step that have impact laws; NULL: none has, or out of memory. */
vv_impact *vv_events_impact(vv_events *e);
void vv_events_report(const vv_events *e, vv_buffer *account);
/* Saves or restores the part that is state. */
void vv_events_serialize(vv_events *e, vv_serializer *k);

#endif
