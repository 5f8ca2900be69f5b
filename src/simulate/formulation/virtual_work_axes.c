/* Bodies in the axes of their frames.
 *
 * A position is linear in the axes of the frames in which it is stated. So is the inertia of a
 * body: m r''. δr, and for its rotation e_i''. δe_j times half the trace of the inertia tensor
 * minus the tensor, as if point masses were at the tips of the axes. Together they form one
 * constant mass matrix on coordinates and axis components. */
#include "geometry/geometry.h"
#include "simulate/formulation/virtual_work_builder.h"

/* A body of revolution: the frame that carries its axis; -1: it is not one, or rotates
 * otherwise. */
static int carrier_of(const vv_virtual_work_builder *k, const vv_body *b) {
    const vv_frame *f = &k->frames.frame[b->frame];
    const vv_expr *I = b->inertia;
    if (f->kind != VV_FRAME_ROTATION ||
        (b->inertia_frame != b->frame && b->inertia_frame != f->parent))
        return -1;
    for (int i = 0; i < 9; i++)
        if (i % 4 && !vv_is_zero(I[i])) return -1;
    int i = (f->axis + 1) % 3, j = (f->axis + 2) % 3;
    return vv_same(I[4 * i], I[4 * j]) ? f->parent : -1;
}

/* Rotates by at least two angles, not all about one axis. */
static bool turns_in_space(const vv_virtual_work_builder *k, const vv_body *b) {
    int axes = 0, angles = 0;
    for (int f = b->frame; f > VV_WORLD; f = k->frames.frame[f].parent) {
        axes |= 1 << k->frames.frame[f].axis;
        angles += vv_depends(k->c, k->frames.frame[f].angle, k->s->nq, k->s->q);
    }
    return vv_virtual_work_has_inertia(b) && angles > 1 && (axes & (axes - 1));
}

/* A single body has fewer products along its own axes. An inertia tensor must rotate with its
 * frame. */
bool vv_virtual_work_suits_axes(const vv_virtual_work_builder *k) {
    const vv_model *m = k->s->m;
    int n = 0;
    if (!vv_virtual_work_uses_angles(k)) return false;
    for (int i = 0; i < m->nbodies; i++) {
        const vv_body *b = &m->body[i];
        if (!turns_in_space(k, b)) continue;
        if (b->inertia_frame != b->frame && carrier_of(k, b) < 0) return false;
        n++;
    }
    return n > 1;
}

/* ---- masses ---------------------------------------------------------------------------------- */

/* Does it vary in time, whatever the motion? */
static bool changes(const vv_virtual_work_builder *k, vv_expr e) {
    return vv_virtual_work_is_variable(k, e) || vv_depends(k->c, e, 1, &k->s->m->t);
}

/* Derivatives with respect to coordinates and axis symbols. false: they are not constant, or do not
 * describe it fully since it depends on time. */
static bool find_slope(const vv_virtual_work_builder *k, vv_expr e, vv_expr *out) {
    bool numbers = !vv_depends(k->c, e, 1, &k->s->m->t);
    if (numbers) vv_gradient(k->c, e, k->nmass, k->weighed, out);
    for (int i = 0; numbers && i < k->nmass; i++) numbers = !changes(k, out[i]);
    return numbers;
}

/* weight a''. b. */
static void add_mass(vv_virtual_work_builder *k, vv_expr weight, vv_expr a, vv_expr b) {
    int n = k->nmass;
    vv_expr *by_a = k->slope, *by_b = k->slope + n;
    if (!vv_virtual_work_is_variable(k, b)) return;
    bool linear = find_slope(k, a, by_a) && find_slope(k, b, by_b);
    for (int i = 0; linear && i < n; i++)
        for (int j = 0; j < n && !vv_is_zero(by_a[i]); j++) {
            vv_expr *to = &k->mass[i * n + j];
            if (!vv_is_zero(by_b[j]))
                *to = vv_add(k->c, *to, vv_product(k->c, 3, (vv_expr[]){weight, by_a[i], by_b[j]}));
        }
    if (!linear && changes(k, a))
        vv_virtual_work_add_position_term(
            k, vv_product(k->c, 3, (vv_expr[]){weight, vv_virtual_work_derivative(k, a, 2), b}));
}

static void add_tips(vv_virtual_work_builder *k, vv_expr weight, int frame, int a, int b) {
    for (int i = 0; i < 3 && !vv_is_zero(weight); i++)
        add_mass(k, weight, vv_frame_axes_component(&k->axes, frame, a, i),
                 vv_frame_axes_component(&k->axes, frame, b, i));
}

static void add_centre(vv_virtual_work_builder *k, const vv_body *b) {
    vv_expr r[3];
    if (vv_is_zero(b->mass)) return;
    vv_frame_axes_to_world(&k->axes, b->centre, r);
    for (int i = 0; i < 3; i++) add_mass(k, b->mass, r[i], r[i]);
}

void vv_virtual_work_inertia(vv_virtual_work_builder *k, vv_expr *by_coordinate, vv_expr *by_name) {
    int n = k->nmass, nq = k->s->nq;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            vv_expr mass = k->mass[i * n + j], *to = j < nq ? &by_coordinate[j] : &by_name[j - nq];
            if (vv_is_zero(mass)) continue;
            vv_expr force = vv_mul(k->c, mass, vv_virtual_work_derivative(k, k->weighed[i], 2));
            *to = vv_add(k->c, *to, force);
        }
}

/* ---- bodies ---------------------------------------------------------------------------------- */

/* The angular velocity of a frame along its axis n: i'. j, or from its angles if these are few. */
static vv_expr rotation_along(vv_virtual_work_builder *k, int frame, int n) {
    enum { FEW = 2 };
    vv_ctx *c = k->c;
    int i = (n + 1) % 3, j = (n + 2) % 3;
    vv_expr w[3], sum = VV_ZERO;
    if (k->frames.frame[frame].depth <= FEW &&
        vv_vec_components(c, &k->frames, vv_frame_angular_velocity(c, &k->frames, frame), frame, w))
        return w[n];
    for (int a = 0; a < 3; a++) {
        vv_expr x = vv_frame_axes_component(&k->axes, frame, i, a);
        if (vv_virtual_work_is_variable(k, x))
            sum = vv_add(c, sum,
                         vv_mul(c, vv_virtual_work_rate(k, x),
                                vv_frame_axes_component(&k->axes, frame, j, a)));
    }
    return sum;
}

/* The axis n rotates with the transverse moment of inertia A, and C (s n)' is the rate of the spin
 * momentum about it: s is the angular velocity along n. */
static void add_spinning(vv_virtual_work_builder *k, const vv_body *b, int carrier) {
    vv_ctx *c = k->c;
    const vv_frame *f = &k->frames.frame[b->frame];
    int n = f->axis, i = (n + 1) % 3;
    vv_expr C = b->inertia[4 * n], own = vv_frame_angle_rate(c, &k->frames, b->frame),
            s = vv_add(c, own, rotation_along(k, carrier, n)), M[3], w[3];
    add_tips(k, b->inertia[4 * i], carrier, n, n);
    vv_frame_axes_to_world(&k->axes, vv_frame_angular_velocity(c, &k->frames, carrier), w);
    for (int a = 0; a < 3; a++) {
        vv_expr along = vv_mul(c, s, vv_frame_axes_component(&k->axes, carrier, n, a));
        M[a] = vv_is_zero(w[a]) ? VV_ZERO : vv_mul(c, C, vv_virtual_work_derivative(k, along, 1));
    }
    vv_power_add(c, &k->turning, M, w);
    M[0] = vv_mul(c, C, vv_virtual_work_derivative(k, s, 1));
    vv_power_add(c, &k->turning, (vv_expr[]){M[0], VV_ZERO, VV_ZERO},
                 (vv_expr[]){own, VV_ZERO, VV_ZERO});
}

static void add_tensor(vv_virtual_work_builder *k, const vv_body *b) {
    const vv_expr *I = b->inertia;
    vv_expr half = vv_half(k->c, vv_sum(k->c, 3, (vv_expr[]){I[0], I[4], I[8]}));
    for (int i = 0; i < 9; i++)
        add_tips(k, vv_sub(k->c, i % 4 ? VV_ZERO : half, I[i]), b->frame, i / 3, i % 3);
}

/* Lists all axes needed by the inertia, then allocates the mass matrix. */
static bool allocate(vv_virtual_work_builder *k) {
    const vv_model *m = k->s->m;
    vv_expr r[3];
    for (int i = 0; i < m->nbodies; i++) {
        const vv_body *b = &m->body[i];
        vv_frame_axes_to_world(&k->axes, b->centre, r);
        if (!turns_in_space(k, b)) continue;
        int carrier = carrier_of(k, b);
        vv_frame_axes_component(&k->axes, carrier < 0 ? b->frame : carrier, 0, 0);
    }
    int nq = k->s->nq, n = k->nmass = nq + k->axes.n;
    k->mass = VV_MATRIX(k->c, vv_expr, n, n);
    k->weighed = VV_ARRAY(k->c, vv_expr, n + 1);
    k->slope = VV_ARRAY(k->c, vv_expr, 2 * n + 1);
    if (!vv_ctx_ok(k->c)) return k->nmass = 0, false;
    for (int i = 0; i < n * n; i++) k->mass[i] = VV_ZERO;
    for (int i = 0; i < n; i++) k->weighed[i] = i < nq ? k->s->q[i] : k->axes.name[i - nq];
    return true;
}

void vv_virtual_work_bodies_by_axes(vv_virtual_work_builder *k) {
    const vv_model *m = k->s->m;
    if (!allocate(k)) return;
    for (int i = 0; i < m->nbodies; i++) {
        const vv_body *b = &m->body[i];
        bool free = turns_in_space(k, b);
        int carrier = free ? carrier_of(k, b) : -1;
        add_centre(k, b);
        if (carrier >= 0)
            add_spinning(k, b, carrier);
        else if (free)
            add_tensor(k, b);
        else
            vv_virtual_work_rotation(k, b); /* frames rotated by angles are known in each other */
    }
}

/* ---- forces ---------------------------------------------------------------------------------- */

vv_expr vv_virtual_work_gravity(vv_virtual_work_builder *k) {
    vv_ctx *c = k->c;
    const vv_model *m = k->s->m;
    vv_expr U = k->s->U, g[3], r[3], h;
    if (!vv_vec_components(c, &k->frames, m->gravity, VV_WORLD, g)) return U;
    for (int b = 0; b < m->nbodies; b++) {
        if (!vv_vec_dot(c, &m->frames, m->gravity, m->body[b].centre, &h)) return U;
        vv_frame_axes_to_world(&k->axes, m->body[b].centre, r);
        vv_virtual_work_add_position_term(k,
                                          vv_neg(c, vv_mul(c, m->body[b].mass, vv_dot3(c, g, r))));
        U = vv_sub(c, U, vv_mul(c, m->body[b].mass, h));
    }
    return U;
}

/* The velocity of a part of the arm from the centre to the point, along the axes of a frame: that
 * of these axes, plus the rotation of the body relative to them. If too many of its components
 * vary, the rotation of the body relative to the world. */
static void add_arm(vv_virtual_work_builder *k, const vv_body *b, const vv_vec_part *p, int axis,
                    vv_virtual_work_velocity *out) {
    enum { MOST = sizeof out->held / sizeof *out->held };
    vv_ctx *c = k->c;
    int from = out->n + 3 <= MOST ? p->frame : VV_WORLD;
    vv_vec spin = vv_frame_angular_velocity(c, &k->frames, b->frame),
           beside = vv_vec_sub(c, spin, vv_frame_angular_velocity(c, &k->frames, from));
    vv_expr x[3] = {p->x[0], p->x[1], p->x[2]}, w[3], l[3], turn[3];
    vv_frame_axes_substitute(&k->axes, 3, x);
    for (int i = 0; i < 3 && from == p->frame; i++) {
        vv_expr e =
            vv_is_zero(x[i]) ? VV_ZERO : vv_frame_axes_component(&k->axes, p->frame, i, axis);
        if (!changes(k, x[i]))
            out->place = vv_add(c, out->place, vv_mul(c, x[i], e));
        else if (changes(k, e))
            out->held[out->n] = x[i], out->tip[out->n++] = e;
    }
    if (beside.n == 1 && beside.part->frame == p->frame) {
        vv_cross3(c, beside.part->x, x, l);
        vv_frame_axes_to_world(&k->axes, vv_vec_make(c, p->frame, l[0], l[1], l[2]), turn);
    } else {
        vv_frame_axes_to_world(&k->axes, beside, w);
        vv_frame_axes_to_world(&k->axes, vv_vec_make(c, p->frame, x[0], x[1], x[2]), l);
        vv_cross3(c, w, l, turn);
    }
    out->turn = vv_add(c, out->turn, turn[axis]);
}

void vv_virtual_work_point_velocity_by_axes(vv_virtual_work_builder *k, const vv_body *b, vv_vec at,
                                            int axis, vv_virtual_work_velocity *out) {
    vv_vec arm = vv_vec_sub(k->c, at, b->centre);
    vv_expr centre[3];
    vv_frame_axes_to_world(&k->axes, b->centre, centre);
    *out = (vv_virtual_work_velocity){.place = centre[axis], .turn = VV_ZERO};
    for (int p = 0; p < arm.n; p++) add_arm(k, b, &arm.part[p], axis, out);
}
