/* What cvode and ida share: a library that keeps a history of the motion.
 *
 * This history cannot be saved. So that a run can be interrupted and resumed to the same digits,
 * every run discards the history after each VV_MULTISTEP_RESTART_INTERVAL steps; checkpoints are
 * written there. */
#ifndef VV_SIMULATE_INTEGRATE_MULTISTEP_H
#define VV_SIMULATE_INTEGRATE_MULTISTEP_H

#include "simulate/integrate/sundials.h"
#include "simulate/integrate/stepper.h"

#ifdef VV_SUNDIALS

enum { VV_MULTISTEP_RESTART_INTERVAL = 8192 };

struct vv_multistep;

/* The library's functions; negative codes are failures. */
typedef struct vv_multistep_calls {
    int (*solve)(struct vv_multistep *o, double to, double *t, bool one_step);
    int (*order)(struct vv_multistep *o, int *order);
    int (*derivative)(struct vv_multistep *o, int k); /* at its time, into `extra` */
    void (*count)(struct vv_multistep *o, long *steps);
    /* Restarts at the state, with the rates and multipliers in `out`; mem NULL: creates it. */
    bool (*restart)(vv_stepper *s, double limit);
    /* Has the state left the region for which the choices at the last restart are valid? Then it
     * restarts. NULL: there are no such choices. */
    bool (*is_stale)(vv_stepper *s);
    void (*release)(void **mem);
    int too_much_accuracy, no_memory; /* codes                                          */
    bool by_span; /* a step is too small relative to the remaining span, also at the start */
} vv_multistep_calls;

/* The first member of the memory of such a method. */
typedef struct vv_multistep {
    vv_stepper *s;
    const vv_multistep_calls *call;
    vv_sundials lib;
    void *mem;
    double *y, *yd, *extra; /* as the library stores them: the state first; yd may be NULL   */
    double *out;            /* rates and multipliers at the start of the step                */
    double pushed; /* vv_step_reaction_scale                                                  */
    double t;      /* the library's time                                            */
    long turns;    /* s->transitions at the last restart                            */
    long rest;     /* number of steps at the last discarded history                 */
    double *start, *start_low; /* of the step that is expanded: the state,               (n x 1) */
    double size;               /* its size,                                                     */
    long before;               /* and the number of steps before it                             */
    int vanishing;             /* consecutive very small steps: a few are normal after a restart */
    int formula;               /* chosen at the first start; 0: not yet                         */
    double since, span;        /* from when on, and for how long a motion                       */
} vv_multistep;

/* Allocates arrays for `all` values and what every method needs. false if out of memory. */
bool vv_multistep_open(vv_stepper *s, vv_multistep *o, const vv_multistep_calls *call, int all,
                       bool with_rates, bool derivatives);
void vv_multistep_close(vv_stepper *s);
/* The library's memory is given back; the next step starts anew. */
void vv_multistep_forget(vv_multistep *o);
vv_step_fault vv_multistep_expand(vv_stepper *s, double limit);
vv_step_fault vv_multistep_leap(vv_stepper *s, double dt);
void vv_multistep_serialize(vv_stepper *s, vv_serializer *k);
bool vv_multistep_can_checkpoint(const vv_stepper *s);

#endif

#endif
