/* The virtual work of one system in the making; for virtual_work.c and its parts. */
#ifndef VV_SIMULATE_FORMULATION_VIRTUAL_WORK_BUILDER_H
#define VV_SIMULATE_FORMULATION_VIRTUAL_WORK_BUILDER_H

#include "formalism/equation_builder.h"
#include "kinematics/body_kinematics.h"
#include "simulate/formulation/frame_axes.h"
#include "simulate/formulation/virtual_work.h"

typedef struct vv_virtual_work_builder {
    vv_ctx *c;
    const vv_system *s;
    const vv_equations *eq;
    vv_frames frames;
    vv_virtual_work *out;
    vv_power turning;        /* of the rates of angular momenta on the rotations */
    vv_expr *place, *motion; /* terms to be differentiated by q and the names of axes, and by q' */
    int nplace, nmotion;
    bool by_axes; /* places and rotations by the axes of frames (frame_axes.h) */
    vv_frame_axes axes;
    int nmass;        /* coordinates, then names of axes: of what places are linear in      */
    vv_expr *weighed; /* these                                                    (nmass) */
    vv_expr *mass;    /* the work of their second derivatives on them, numbers     (nmass^2) */
    vv_expr *slope;   /* scratch                                                   (2*nmass) */
} vv_virtual_work_builder;

/* The velocity of a body's point along one axis of the world: that of a place, and what is not the
 * rate of one. */
typedef struct vv_virtual_work_velocity {
    vv_expr place, turn;
    int n;
    vv_expr held[6], tip[6]; /* held times the rate of tip, a part of an axis */
} vv_virtual_work_velocity;

static inline void vv_virtual_work_add_position_term(vv_virtual_work_builder *k, vv_expr term) {
    k->place[k->nplace++] = term;
}
static inline void vv_virtual_work_add_velocity_term(vv_virtual_work_builder *k, vv_expr term) {
    k->motion[k->nmotion++] = term;
}

/* A name for a derivative by the time; times 0: for the expression itself. */
vv_expr vv_virtual_work_symbol(vv_virtual_work_builder *k, vv_expr e, int times);
/* The same, coordinates and their rates having names already. */
vv_expr vv_virtual_work_derivative(vv_virtual_work_builder *k, vv_expr e, int times);
/* The velocity of a place. */
vv_expr vv_virtual_work_rate(vv_virtual_work_builder *k, vv_expr place);
/* Does it change with the motion? */
bool vv_virtual_work_is_variable(const vv_virtual_work_builder *k, vv_expr e);
/* Rotations by angles are such whatever values these have; Euler's parameters turn by what they are
 * only where their squares sum to 1, and series ask what is near. */
bool vv_virtual_work_uses_angles(const vv_virtual_work_builder *k);

/* ---- bodies: virtual_work_bodies.c, by axes: virtual_work_axes.c
 * --------------------------------------------- */

/* false: the place of a body is not known. */
bool vv_virtual_work_bodies(vv_virtual_work_builder *k);
/* By axes where several bodies turn in space. */
bool vv_virtual_work_suits_axes(const vv_virtual_work_builder *k);
void vv_virtual_work_bodies_by_axes(vv_virtual_work_builder *k);
/* σ' + Ω x σ along the axes of the inertia, on the rotation of the body. */
bool vv_virtual_work_rotation(vv_virtual_work_builder *k, const vv_body *b);
bool vv_virtual_work_has_inertia(const vv_body *b);
/* By an energy: its momenta, and what it has beside them. */
void vv_virtual_work_energy(vv_virtual_work_builder *k, vv_expr T);
bool vv_virtual_work_point_velocity(vv_virtual_work_builder *k, const vv_body *b, vv_vec at,
                                    int axis, vv_virtual_work_velocity *out);
void vv_virtual_work_point_velocity_by_axes(vv_virtual_work_builder *k, const vv_body *b, vv_vec at,
                                            int axis, vv_virtual_work_velocity *out);
/* Gravity by the places of the centres. The force function that is left. */
vv_expr vv_virtual_work_gravity(vv_virtual_work_builder *k);
/* Inertia by what places are linear in: on the coordinates, and on the names of axes. */
void vv_virtual_work_inertia(vv_virtual_work_builder *k, vv_expr *by_coordinate, vv_expr *by_name);

#endif
