/* The virtual work of one system under construction; for virtual_work.c and its parts. */
#ifndef VV_SIMULATE_FORMULATION_VIRTUAL_WORK_BUILDER_H
#define VV_SIMULATE_FORMULATION_VIRTUAL_WORK_BUILDER_H

#include "formalism/formalism.h"
#include "kinematics/kinematics.h"
#include "simulate/formulation/frame_axes.h"
#include "simulate/formulation/virtual_work.h"

typedef struct vv_virtual_work_builder {
    vv_ctx *c;
    const vv_system *s;
    const vv_equations *eq;
    vv_frames frames;
    vv_virtual_work *out;
    vv_power turning;        /* of the angular momentum rates on the rotations */
    vv_expr *place, *motion; /* terms to be differentiated by q and axis symbols, and by q' */
    int nplace, nmotion;
    bool by_axes; /* positions and rotations in frame axes (frame_axes.h) */
    vv_frame_axes axes;
    int nmass;        /* coordinates, then axis symbols: what positions are linear in       */
    vv_expr *weighed; /* these                                                    (nmass) */
    vv_expr *mass;    /* work of their second derivatives on them, constants       (nmass^2) */
    vv_expr *slope;   /* scratch                                                   (2*nmass) */
} vv_virtual_work_builder;

/* The velocity of a body's point along one world axis: the rate of a position, and a part that is
 * not the rate of one. */
typedef struct vv_virtual_work_velocity {
    vv_expr place, turn;
    int n;
    vv_expr held[6], tip[6]; /* held times the rate of tip, an axis component */
} vv_virtual_work_velocity;

static inline void vv_virtual_work_add_position_term(vv_virtual_work_builder *k, vv_expr term) {
    k->place[k->nplace++] = term;
}
static inline void vv_virtual_work_add_velocity_term(vv_virtual_work_builder *k, vv_expr term) {
    k->motion[k->nmotion++] = term;
}

/* A symbol for a time derivative; times 0: for the expression itself. */
vv_expr vv_virtual_work_symbol(vv_virtual_work_builder *k, vv_expr e, int times);
/* The same, except that coordinates and their rates already have symbols. */
vv_expr vv_virtual_work_derivative(vv_virtual_work_builder *k, vv_expr e, int times);
/* The rate of a position. */
vv_expr vv_virtual_work_rate(vv_virtual_work_builder *k, vv_expr place);
/* Does it vary with the motion? */
bool vv_virtual_work_is_variable(const vv_virtual_work_builder *k, vv_expr e);
/* Angles give a rotation whatever their values; Euler parameters do only if their squares sum to 1,
 * and Taylor coefficients involve nearby values. */
bool vv_virtual_work_uses_angles(const vv_virtual_work_builder *k);

/* ---- bodies: virtual_work_bodies.c, in frame axes: virtual_work_axes.c ----------------------- */

/* false: the position of a body is not known. */
bool vv_virtual_work_bodies(vv_virtual_work_builder *k);
/* In frame axes if several bodies rotate in space. */
bool vv_virtual_work_suits_axes(const vv_virtual_work_builder *k);
void vv_virtual_work_bodies_by_axes(vv_virtual_work_builder *k);
/* σ' + Ω x σ along the inertia axes, on the rotation of the body. */
bool vv_virtual_work_rotation(vv_virtual_work_builder *k, const vv_body *b);
bool vv_virtual_work_has_inertia(const vv_body *b);
/* From an energy: its momenta, and its derivatives with respect to the coordinates. */
void vv_virtual_work_energy(vv_virtual_work_builder *k, vv_expr T);
bool vv_virtual_work_point_velocity(vv_virtual_work_builder *k, const vv_body *b, vv_vec at,
                                    int axis, vv_virtual_work_velocity *out);
void vv_virtual_work_point_velocity_by_axes(vv_virtual_work_builder *k, const vv_body *b, vv_vec at,
                                            int axis, vv_virtual_work_velocity *out);
/* Gravity through the positions of the centres. Returns the remaining force function. */
vv_expr vv_virtual_work_gravity(vv_virtual_work_builder *k);
/* Inertia of the quantities in which positions are linear: on the coordinates, and on the axis
 * symbols. */
void vv_virtual_work_inertia(vv_virtual_work_builder *k, vv_expr *by_coordinate, vv_expr *by_name);

#endif
