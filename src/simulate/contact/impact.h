/* Impulse laws. Rates or speeds get new values; the impulses that do this act along them and along
 * the constraints: of all changes that keep both, the least in the measure of the masses. Contacts
 * with friction push only, and hold what their friction can (frictional_impact.c). */
#ifndef VV_SIMULATE_CONTACT_IMPACT_H
#define VV_SIMULATE_CONTACT_IMPACT_H

#include "simulate/integrate/stepper.h"

/* What a row does in a shock. */
typedef enum vv_impact_row {
    VV_IMPACT_ROW_STICKING, /* its velocity afterwards is given */
    VV_IMPACT_ROW_FREE,   /* it has no impulse                                                    */
    VV_IMPACT_ROW_SLIDING /* its impulse is the limit of its friction, against the aim            */
} vv_impact_row;

typedef struct vv_impact {
    const vv_dynamics *f;
    int nrows;       /* constraints, then laws                                   */
    int nlaws;       /* the last of them                                         */
    vv_tape *rates;  /* in: as the flow's tapes.  out: q'                        */
    vv_tape *tape;   /* in: q, q', t.  out: residuals, coefficients, masses, laws, contacts */
    vv_tape *speeds; /* in: q, q', t.  out: w                                    */
    double *rates_scratch, *tape_scratch, *speeds_scratch;
    double *in, *now, *out, *wanted, *x;
    vv_kkt kkt;
    bool rests;          /* it ends what bounces                                     */
    bool yields;         /* frictions that hold are not judged one by one            */
    vv_impact_row *mode; /*                                                   (rows) */
    double *direction;   /* of slip: components of the friction limit (rows) */
    int *friction;       /* their law of friction                             (rows) */
    double *target;      /* velocities afterwards, of constraints             (rows) */
    double *before;      /* q'                                                 (nq)  */
    double *impulse;     /*                                                   (rows) */
} vv_impact;

/* VV_E_MODEL or VV_E_BEYOND with a diagnostic when there is no such law. */
vv_status vv_impact_build(const vv_dynamics *f, const vv_model_event *when, vv_impact *out);
/* Change the state. false: no velocities that the constraints allow have these values. */
bool vv_impact_apply(vv_impact *k, vv_stepper *s);
/* Velocities and impulses with the rows as they are set. */
bool vv_impact_solve(vv_impact *k);

/* Contacts with friction (frictional_impact.c): what they add to the tape, how many that is. */
int vv_impact_contact_outputs(const vv_dynamics *f, vv_expr *out);
int vv_impact_contact_output_count(const vv_dynamics *f);
/* The limit of a law of friction by the changes of q' and by the impulses (nq + rows). */
const double *vv_impact_friction_limit(const vv_impact *k, int law);
/* Which contacts hold, slide and part in the shock: the first that agrees with its impulses. */
bool vv_impact_mode_search(vv_impact *k);
/* After infinitely many shocks, whose impulses add up to what one alone may not have: contacts that
 * touch keep touching. */
bool vv_impact_end_bouncing(vv_impact *k);

#endif
