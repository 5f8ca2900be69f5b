/* Bodies turned by three successive angles, whose rates become dependent at gimbal lock.
 *
 * With their axes a, b, c, of which c is fixed in the body, the angular velocity relative to what
 * carries it is ω = α' a + β' b + γ' c. Where the triple product P = a (b × c) vanishes, α' and γ'
 * grow without bound while ω does not. The speeds ω (b × c) = P α' and ω c stay finite with it, and
 * the rates follow from them by a division by P alone. */
#ifndef VV_KINEMATICS_GIMBAL_LOCK_H
#define VV_KINEMATICS_GIMBAL_LOCK_H

#include "kinematics/system.h"

typedef struct vv_angle_triple {
    int rate[3];       /* γ', β', α' among V                                */
    vv_expr product;   /* P: 0 at gimbal lock; 1 far from it: orthogonal axes */
    vv_vec axis[3];    /* c, b, a                                          */
    vv_speed along[2]; /* P α' and ω c, which may replace α' and γ'         */
    vv_span span;
} vv_angle_triple;

typedef struct vv_angle_triples {
    int n;
    vv_angle_triple *triple;
} vv_angle_triples;

/* Finds them. Left out: axes that do not depend on the position, and angles between which another
 * body moves, whose inertia keeps the rates apart. false if out of memory. */
bool vv_angle_triples_find(vv_ctx *c, const vv_system *s, vv_angle_triples *out);
/* Builds the speeds that may replace their rates, once. false if that fails. */
bool vv_angle_triples_add_speeds(vv_ctx *c, const vv_system *s, vv_angle_triples *k);

#endif
