/* Bodies in terms of the coordinates: positions along world axes, rotations along their own. */
#include "geometry/geometry.h"
#include "simulate/formulation/virtual_work_builder.h"

bool vv_virtual_work_has_inertia(const vv_body *b) {
    bool any = false;
    for (int i = 0; i < 9; i++) any |= !vv_is_zero(b->inertia[i]);
    return any;
}

/* m r''. r along the world axes, to be differentiated with respect to the undifferentiated r. */
static bool add_centre(vv_virtual_work_builder *k, const vv_body *b) {
    vv_expr r[3];
    if (vv_is_zero(b->mass)) return true;
    if (!vv_vec_components(k->c, &k->frames, b->centre, VV_WORLD, r)) return false;
    for (int i = 0; i < 3; i++)
        if (vv_virtual_work_is_variable(k, r[i]))
            vv_virtual_work_add_position_term(
                k, vv_product(k->c, 3,
                              (vv_expr[]){b->mass, vv_virtual_work_derivative(k, r[i], 2), r[i]}));
    return true;
}

bool vv_virtual_work_rotation(vv_virtual_work_builder *k, const vv_body *b) {
    vv_expr w[3], sigma[3], spin[3], swept[3], rate[3];
    if (!vv_virtual_work_has_inertia(b)) return true;
    if (!vv_vec_components(k->c, &k->frames, vv_frame_angular_velocity(k->c, &k->frames, b->frame),
                           b->inertia_frame, w) ||
        !vv_vec_components(k->c, &k->frames,
                           vv_frame_angular_velocity(k->c, &k->frames, b->inertia_frame),
                           b->inertia_frame, spin))
        return false;
    vv_matvec3(k->c, b->inertia, w, sigma);
    vv_cross3(k->c, spin, sigma, swept);
    for (int i = 0; i < 3; i++) {
        bool moves = vv_virtual_work_is_variable(k, sigma[i]);
        rate[i] =
            vv_add(k->c, moves ? vv_virtual_work_derivative(k, sigma[i], 1) : VV_ZERO, swept[i]);
    }
    vv_power_add(k->c, &k->turning, rate, w);
    return true;
}

void vv_virtual_work_energy(vv_virtual_work_builder *k, vv_expr T) {
    int n = k->s->nq;
    vv_expr *p = VV_ARRAY(k->c, vv_expr, n + 1), *slope = VV_ARRAY(k->c, vv_expr, n + 1),
            *residual = k->out->residual;
    if (!p || !slope) return;
    vv_gradient(k->c, T, n, k->s->qd, p);
    vv_gradient(k->c, T, n, k->s->q, slope);
    for (int a = 0; a < n; a++) {
        residual[a] = vv_sub(k->c, residual[a], slope[a]);
        if (vv_virtual_work_is_variable(k, p[a]))
            residual[a] = vv_add(k->c, residual[a], vv_virtual_work_derivative(k, p[a], 1));
    }
}

bool vv_virtual_work_bodies(vv_virtual_work_builder *k) {
    const vv_model *m = k->s->m;
    if (!vv_virtual_work_uses_angles(k)) {
        vv_virtual_work_energy(k, k->s->T);
        return true;
    }
    for (int i = 0; i < m->nbodies && !k->by_axes; i++)
        if (!add_centre(k, &m->body[i]) || !vv_virtual_work_rotation(k, &m->body[i])) return false;
    if (k->by_axes) vv_virtual_work_bodies_by_axes(k);
    if (m->has_kinetic) vv_virtual_work_energy(k, vv_expr_in_coordinates(k->c, k->s, m->kinetic));
    return true;
}

bool vv_virtual_work_point_velocity(vv_virtual_work_builder *k, const vv_body *b, vv_vec at,
                                    int axis, vv_virtual_work_velocity *out) {
    vv_vec spin = vv_frame_angular_velocity(k->c, &k->frames, b->frame), turn;
    vv_expr centre[3], by[3];
    if (k->by_axes) {
        vv_virtual_work_point_velocity_by_axes(k, b, at, axis, out);
        return true;
    }
    if (!vv_vec_components(k->c, &k->frames, b->centre, VV_WORLD, centre) ||
        !vv_vec_cross(k->c, &k->frames, spin, vv_vec_sub(k->c, at, b->centre), &turn) ||
        !vv_vec_components(k->c, &k->frames, turn, VV_WORLD, by))
        return false;
    *out = (vv_virtual_work_velocity){.place = centre[axis], .turn = by[axis]};
    return true;
}
