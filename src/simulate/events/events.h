/* Events on the way: zeros of the series of the model's conditions over a step. */
#ifndef VV_SIMULATE_EVENTS_EVENTS_H
#define VV_SIMULATE_EVENTS_EVENTS_H

#include "base/buffer.h"
#include "simulate/contact/impact.h"

typedef struct vv_event {
    const vv_model_event *when;
    vv_impact *impact; /* NULL without an impulse law                                      */
    vv_tape *sets;     /* in: as the flow's.  out: new values of parameters; or NULL       */
    double *sets_scratch, *sets_out;
    long count; /* how often it happened, and when                                  */
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
    int event, before; /* before: sign of its condition                                     */
    double after;      /* the beginning of the step                                         */
} vv_event_occurrence;

/* Impulse laws of several events at one instant: one shock, in which all of them hold. */
typedef struct vv_simultaneous_impact {
    struct vv_simultaneous_impact *next;
    int n, *event;
    vv_impact impact;
} vv_simultaneous_impact;

typedef struct vv_events {
    const vv_dynamics *f;
    int n;
    vv_event *event;
    vv_jet *jet; /* in: as the flow's.  out: conditions                               */
    double *work;
    vv_tape *terms; /* in: the same.  out: sizes of what cancels to each condition, or 0, then of
                       what cancels to their rates */
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
    int culprit;       /* the event of a fault                                              */
    int rapid_impacts; /* successive impacts in a vanishing time */
    double rest;       /* since the last shock, or the beginning                            */
    double longest;    /* of them                                                           */
    vv_simultaneous_impact *together; /* those met so far */
    int *met; /* scratch: events with laws at an instant                          (n) */
} vv_events;

typedef enum vv_event_fault {
    VV_EVENT_OK,
    VV_EVENT_NAN, /* a condition is not a number, or has no series                     */
    VV_EVENT_ZENO /* a condition stays at its zero after the shock                     */
} vv_event_fault;

/* VV_E_MODEL, VV_E_BEYOND with a diagnostic. Again, when the motion goes on in another form. */
vv_status vv_events_build(const vv_dynamics *f, vv_events *e);
/* The step of length *dt, whose series stand: shortened where the series of a condition demand it
 * and to the first hit that ends it. */
vv_event_fault vv_events_locate(vv_events *e, const vv_stepper *s, double *dt);
/* The step was taken; `until` is the length of the whole motion. */
vv_event_fault vv_events_advance(vv_events *e, double t, double dt, double until);
/* The values that the parameters set by event i get, by the state as it is. */
const double *vv_events_parameter_values(vv_events *e, int i, const vv_stepper *s, double *in);
/* The shock of all events of this step that have laws; NULL: none has, or memory. */
vv_impact *vv_events_impact(vv_events *e);
void vv_events_report(const vv_events *e, vv_buffer *account);
/* What of them is state. */
void vv_events_serialize(vv_events *e, vv_serializer *k);

#endif
