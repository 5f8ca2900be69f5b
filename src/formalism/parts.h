/* What several formalisms are put together from: kinds of records, given forces on speeds,
 * velocities by independent coordinate rates. No equation of motion is made here. */
#ifndef VV_FORMALISM_PARTS_H
#define VV_FORMALISM_PARTS_H

#include "equations/equations.h"
#include "kinematics/motion.h"
#include "kinematics/system.h"

/* Prepare a record in the speeds of the system; residuals are for the caller to fill. */
vv_status vv_record_by_speeds(vv_ctx *c, const vv_system *s, vv_equations *out);
/* ... in all coordinates as if free, with a multiplier for each constraint row. */
vv_status vv_record_by_multipliers(vv_ctx *c, const vv_system *s, vv_equations *out);
/* residual_a = inertia_a - Q_a - sum lambda_s A_sa; given forces as vv_forces_by_coordinates. */
void vv_record_balance(vv_ctx *c, const vv_system *s, const vv_expr *inertia, const vv_expr *Q,
                       vv_equations *out);

/* All given forces by coordinates, dU/dq_a + Q_a, in q, q'. (nq) */
vv_status vv_forces_by_coordinates(vv_ctx *c, const vv_system *s, vv_expr *out);
/* Their virtual work on dw, in q, w. (n) */
vv_status vv_forces_by_speeds(vv_ctx *c, const vv_system *s, vv_expr *out);

/* Work of the inertia forces m a and I alpha + w x I w of all bodies on the variations of n
 * velocity variables x of a motion, with its sign changed: sum m a . dv/dx + (I alpha + w x I w) .
 * dw/dx. */
vv_status vv_inertia_work(vv_ctx *c, const vv_system *s, const vv_motion *m, int n,
                          const vv_expr *x, vv_expr *out);

/* Coordinates whose rates are independent, as many as degrees of freedom, and the others by them:
 * q'_d = phi(q, q'_i, t). */
typedef struct vv_split {
    int n;            /* independent                                             */
    int *independent; /* indices of coordinates                            (n)   */
    int ndependent;
    int *dependent;     /*                                         (ndependent)    */
    vv_expr *w, *wd;    /* independent rates and their rates                 (n)   */
    vv_expr *rate;      /* q' in q, w, t                                     (nq)  */
    vv_expr *rate_rate; /* q'' in q, w, w', t                                (nq)  */
    vv_expr *direction; /* d q'_a / d w_i                                  (n*nq)  */
    vv_rates rates;     /* d/dt in q, w, w', t                                     */
} vv_split;

vv_status vv_split_coordinates(vv_ctx *c, const vv_system *s, vv_split *out);
/* Prepare a record in the independent rates. */
vv_status vv_record_by_split(vv_ctx *c, const vv_split *k, vv_equations *out);
/* Insert q' and q'' by the independent ones into n expressions. */
void vv_split_insert(vv_ctx *c, const vv_system *s, const vv_split *k, int n, vv_expr *e);

#endif
