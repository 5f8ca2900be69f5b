/* The Taylor stepper: series at the present state, a step as long as they allow, the sum with the
 * rounding of the state carried along [Jorba & Zou 2005]. */
#ifndef VV_SIMULATE_TAYLOR_H
#define VV_SIMULATE_TAYLOR_H

#include "simulate/flow.h"

typedef struct vv_taylor {
    vv_flow *f;
    int n;             /* of a state: q, w                                         */
    double tolerance;  /* of a step, of each value's own size                      */
    double t, t_low;   /* the time as a sum of two                                 */
    double *x, *x_low; /* the state as a sum of two                            (n) */
    double *size;      /* what each value is measured by                       (n) */
    double h;          /* length of the step that the series now standing allow    */
    int shortest;      /* number of the value that limits it                       */
    double *floor;     /* least size of a speed: what the energy would give it (n of the flow) */
    int rank;          /* highest of the matrix so far                             */
    bool faded;        /* it is lower now: a singular configuration is passed      */
    int nsingular;     /* such places, the first at singular_time by singular_row  */
    double singular_time;
    int singular_row;
    double last; /* length of the last step                                  */
    long steps;
    long switches;      /* steps that ended where a branch changes                  */
    int hurried;        /* such steps one after another, very short                 */
    double least, most; /* lengths of steps taken                                  */
    double worst_position, worst_velocity; /* residuals of the constraints met so far */
    vv_tape *rows; /* residuals of the constraints, in: q, w, t                */
    int nfinite, nvelocity;
    double *rows_scratch, *rows_out, *rows_in;
} vv_taylor;

typedef enum vv_step_fault {
    VV_STEP_OK,
    VV_STEP_NAN,
    VV_STEP_SINGULAR,
    VV_STEP_COLLAPSED,
    VV_STEP_ENDLESS /* branches change without end */
} vv_step_fault;

/* Order of the series for a tolerance. */
int vv_taylor_order(double tolerance);
bool vv_taylor_new(vv_flow *f, double tolerance, vv_taylor *out);
/* Project the state on the constraints and expand; sets h. */
vv_step_fault vv_taylor_expand(vv_taylor *s);
/* Its parts, for a batch: the matrix that stands in f->kkt.a is factored; a step is chosen from the
 * coefficients that stand in the inputs of the jets. */
vv_flow_fault vv_taylor_factor(vv_taylor *s);
vv_step_fault vv_taylor_choose(vv_taylor *s);
/* The series at a time `after` the present one: q, w, w', lambda, t as the flow's tapes take them.
 */
void vv_taylor_at(const vv_taylor *s, double after, double *in);
/* Move on by dt <= h. */
void vv_taylor_advance(vv_taylor *s, double dt);

#endif
