/* What cvode and ida share: a library that remembers the past of the motion.
 *
 * Its memory cannot be saved. So that a run can be left and resumed to the same digits, the past is
 * given up after every VV_MULTISTEP_RESTART_INTERVAL steps, in every run alike; a checkpoint is
 * written there.
 */
#ifndef VV_SIMULATE_INTEGRATE_MULTISTEP_H
#define VV_SIMULATE_INTEGRATE_MULTISTEP_H

#include "simulate/integrate/sundials.h"
#include "simulate/integrate/stepper.h"

#ifdef VV_SUNDIALS

enum { VV_MULTISTEP_RESTART_INTERVAL = 8192 };

struct vv_multistep;

/* The library's functions; codes below 0 are failures. */
typedef struct vv_multistep_calls {
    int (*solve)(struct vv_multistep *o, double to, double *t, bool one_step);
    int (*order)(struct vv_multistep *o, int *order);
    int (*derivative)(struct vv_multistep *o, int k); /* at its time, to `extra` */
    void (*count)(struct vv_multistep *o, long *steps);
    /* Begin anew at the state, with the rates and multipliers in `out`; mem NULL: create it. */
    bool (*restart)(vv_stepper *s, double limit);
    /* Has the state left what was chosen when it began? It begins anew. NULL: nothing is chosen. */
    bool (*is_stale)(vv_stepper *s);
    void (*release)(void **mem);
    int too_much_accuracy, no_memory; /* codes                                          */
    bool by_span; /* a step is too short by what is left to go, also at the beginning */
} vv_multistep_calls;

/* First in what such a method keeps for itself. */
typedef struct vv_multistep {
    vv_stepper *s;
    const vv_multistep_calls *call;
    vv_sundials lib;
    void *mem;
    double *y, *yd, *extra; /* as the library has them: the state first; yd may be NULL      */
    double *out;            /* rates and multipliers at the beginning of the step            */
    double pushed; /* vv_step_reaction_scale                                                  */
    double t;      /* the library's time                                            */
    long turns;    /* s->turns, as it began last                                    */
    long rest;     /* number of steps at which the past was given up last           */
    int vanishing; /* very short steps one after another: a few where it begins     */
    int formula;   /* chosen when it first began; 0: not yet                        */
} vv_multistep;

/* Arrays for `all` values, and what every method needs. false on refusal of memory. */
bool vv_multistep_open(vv_stepper *s, vv_multistep *o, const vv_multistep_calls *call, int all,
                       bool with_rates, bool derivatives);
void vv_multistep_close(vv_stepper *s);
vv_step_fault vv_multistep_expand(vv_stepper *s, double limit);
vv_step_fault vv_multistep_leap(vv_stepper *s, double dt);
void vv_multistep_serialize(vv_stepper *s, vv_serializer *k);
bool vv_multistep_can_checkpoint(const vv_stepper *s);

#endif

#endif
