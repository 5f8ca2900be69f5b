/* Speeds that a mechanism may be written in, and the system in some of them. */
#ifndef VV_KINEMATICS_GENERALIZED_SPEEDS_H
#define VV_KINEMATICS_GENERALIZED_SPEEDS_H

#include "kinematics/system.h"

typedef struct vv_speed_candidate {
    vv_expr symbol;           /* w                                  */
    vv_expr *by_v;            /* its coefficients            (nv)   */
    vv_expr offset;           /* its part free of V                 */
    const vv_speed *declared; /* NULL: a raw velocity               */
} vv_speed_candidate;

/* All of them: the speeds that the model states, then the raw velocities, whatever of them the
 * system is written in. Their number, -1 on failure; room for the speeds of the model and nv. */
int vv_speed_candidates(vv_ctx *c, const vv_system *s, vv_speed_candidate *out);
/* The same mechanism in s->freedom of them, which are independent in general, by s->rank of its
 * rows, which are so too: these become the first. */
vv_status vv_system_in_speeds(vv_ctx *c, const vv_system *s, const vv_speed_candidate *own,
                              const int *rows, vv_system *out);

/* ---- steps (velocity_solve.c) ------------------------------------------------------------------
 */

/* a x = b, a regular n x n; both are spoilt. */
bool vv_velocity_solve(vv_ctx *c, const vv_system *s, int n, vv_expr *a, vv_expr *b, vv_expr *x);
/* A form linear in the speeds with short coefficients, or false. */
bool vv_velocity_shorten_form(vv_ctx *c, const vv_system *s, vv_expr *e);

#endif
