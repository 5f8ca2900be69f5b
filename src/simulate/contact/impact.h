/* Impulse laws. Rates or speeds get new values; the impulses that do this act along them and along
 * the constraints: of all changes that keep both, the least in the measure of the masses. Contacts
 * with friction push only, and hold what their friction can (frictional_impact.c). */
#ifndef VV_SIMULATE_SHOCK_H
#define VV_SIMULATE_SHOCK_H

#include "simulate/integrate/stepper.h"

/* What a row does in a shock. */
typedef enum vv_blow {
    VV_BLOW_HOLDS, /* its velocity afterwards is given                                     */
    VV_BLOW_FREE,  /* it has no impulse                                                    */
    VV_BLOW_SLIDES /* its impulse is the limit of its friction, against the aim            */
} vv_blow;

typedef struct vv_shock {
    const vv_flow *f;
    int nrows;       /* constraints, then laws                                   */
    int nlaws;       /* the last of them                                         */
    vv_tape *rates;  /* in: as the flow's tapes.  out: q'                        */
    vv_tape *tape;   /* in: q, q', t.  out: residuals, coefficients, masses, laws, contacts */
    vv_tape *speeds; /* in: q, q', t.  out: w                                    */
    double *rates_scratch, *tape_scratch, *speeds_scratch;
    double *in, *now, *out, *wanted, *x;
    vv_dense kkt;
    bool rests;      /* it ends what bounces                                     */
    bool yields;     /* frictions that hold are not judged one by one            */
    vv_blow *blow;   /*                                                   (rows) */
    double *aim;     /* of those that slide: the part of the limit they bear (rows) */
    int *friction;   /* their law of friction                             (rows) */
    double *target;  /* velocities afterwards, of constraints             (rows) */
    double *before;  /* q'                                                 (nq)  */
    double *impulse; /*                                                   (rows) */
} vv_shock;

/* VV_E_MODEL or VV_E_BEYOND with a diagnostic when there is no such law. */
vv_status vv_shock_build(const vv_flow *f, const vv_when *when, vv_shock *out);
/* Change the state. false: no velocities that the constraints allow have these values. */
bool vv_shock_apply(vv_shock *k, vv_stepper *s);
/* Velocities and impulses with the rows as they are set. */
bool vv_shock_strike(vv_shock *k);

/* Contacts with friction (frictional_impact.c): what they add to the tape, how many that is. */
int vv_impulse_results(const vv_flow *f, vv_expr *out);
int vv_impulse_count(const vv_flow *f);
/* The limit of a law of friction by the changes of q' and by the impulses (nq + rows). */
const double *vv_impulse_limit(const vv_shock *k, int law);
/* Which contacts hold, slide and part in the shock: the first that agrees with its impulses. */
bool vv_impulse_search(vv_shock *k);
/* After infinitely many shocks, whose impulses add up to what one alone may not have: contacts that
 * touch keep touching. */
bool vv_impulse_rest(vv_shock *k);

#endif
