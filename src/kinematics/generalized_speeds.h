/* Candidates for generalized speeds, and the system written in some of them. */
#ifndef VV_KINEMATICS_GENERALIZED_SPEEDS_H
#define VV_KINEMATICS_GENERALIZED_SPEEDS_H

#include "kinematics/gimbal_lock.h"

typedef struct vv_speed_candidate {
    vv_expr symbol;           /* w */
    vv_expr *by_v;            /* its coefficients with respect to V (nv) */
    vv_expr offset;           /* its part free of V */
    const vv_speed *declared; /* NULL: a raw velocity */
} vv_speed_candidate;

/* All candidates: the speeds declared in the model, those of bodies turned by three angles (NULL:
 * none), then the raw velocities, whichever the system is written in. Returns their number, -1 on
 * failure; needs room for the model's speeds, two for each of these bodies and nv. */
int vv_speed_candidates(vv_ctx *c, const vv_system *s, vv_angle_triples *turned,
                        vv_speed_candidate *out);
/* The same mechanism in s->freedom of them, which are generically independent, with s->rank of
 * its rows, which are independent, too, and become the first. */
vv_status vv_system_in_speeds(vv_ctx *c, const vv_system *s, const vv_speed_candidate *own,
                              const int *rows, vv_system *out);

/* ---- steps (velocity_solve.c) ------------------------------------------------------------------
 */

/* Solves a x = b with a regular n x n matrix; destroys both. */
bool vv_velocity_solve(vv_ctx *c, const vv_system *s, int n, vv_expr *a, vv_expr *b, vv_expr *x);
/* Rewrites a form linear in the speeds with short coefficients; false if impossible. */
bool vv_velocity_shorten_form(vv_ctx *c, const vv_system *s, vv_expr *e);

#endif
