/* Impacts. Rates or speeds take new values; the impulses responsible act along them and along the
 * constraints: of all velocity jumps that satisfy both, the smallest in the mass metric. Frictional
 * contacts only push, and stick within their friction limits (frictional_impact.c). */
#ifndef VV_SIMULATE_CONTACT_IMPACT_H
#define VV_SIMULATE_CONTACT_IMPACT_H

#include "simulate/integrate/integrate.h"

/* The role of a row in an impact. */
typedef enum vv_impact_row {
    VV_IMPACT_ROW_STICKING, /* its velocity after the impact is given */
    VV_IMPACT_ROW_FREE,   /* no impulse                                                           */
    VV_IMPACT_ROW_SLIDING /* its impulse equals the friction limit, opposite to the direction     */
} vv_impact_row;

typedef struct vv_impact {
    const vv_dynamics *f;
    int nrows;       /* constraints, then laws                                   */
    int nlaws;       /* the last of these rows                                   */
    vv_tape *rates;  /* in: as the tapes of the dynamics.  out: q'               */
    vv_tape *tape;   /* in: q, q', t.  out: residuals, Jacobian, mass matrix, laws, contacts */
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

/* VV_E_MODEL or VV_E_BEYOND with a diagnostic if there is no such impact law. */
vv_status vv_impact_build(const vv_dynamics *f, const vv_model_event *when, vv_impact *out);
/* Changes the state. false: no velocities compatible with the constraints have these values. */
bool vv_impact_apply(vv_impact *k, vv_stepper *s);
/* Velocities and impulses with the rows in their current roles. */
bool vv_impact_solve(vv_impact *k);

/* Frictional contacts (frictional_impact.c): appends their expressions to out; returns how many. */
int vv_impact_contact_outputs(const vv_dynamics *f, vv_expr *out);
int vv_impact_contact_output_count(const vv_dynamics *f);
/* The limit of a friction law as a linear form in the jumps of q' and the impulses (nq + rows). */
const double *vv_impact_friction_limit(const vv_impact *k, int law);
/* Finds which contacts stick, slide and separate in the impact: the first combination consistent
 * with its impulses. */
bool vv_impact_mode_search(vv_impact *k);
/* After infinitely many impacts, whose impulses add up to one that a single impact could not have:
 * closed contacts stay closed. */
bool vv_impact_end_bouncing(vv_impact *k);

#endif
