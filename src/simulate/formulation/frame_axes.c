#include "simulate/formulation/frame_axes.h"

#include "geometry/geometry.h"

enum { PARTS = 9 }; /* components of three axes */

bool vv_frame_axes_new(vv_ctx *c, const vv_system *s, const vv_frames *frames, vv_frame_axes *out) {
    int n = frames->n, most = PARTS * n;
    *out = (vv_frame_axes){
        .c = c, .s = s, .frames = frames, .of = VV_ARRAY(c, vv_frame_components, n + 1)};
    out->chain = VV_ARRAY(c, int, n + 1);
    out->name = VV_ARRAY(c, vv_expr, most + 1);
    out->value = VV_ARRAY(c, vv_expr, most + 1);
    if (!vv_ctx_ok(c)) return false;
    for (int i = 0; i < PARTS; i++)
        out->of[VV_WORLD].part[i / 3][i % 3] = (vv_axis_component){i % 4 ? VV_ZERO : VV_ONE, -1};
    return out->of[VV_WORLD].known = true;
}

static bool moves(const vv_frame_axes *a, vv_expr e) {
    return vv_depends(a->c, e, a->s->nq, a->s->q) || vv_depends(a->c, e, 1, &a->s->m->t) ||
           vv_depends(a->c, e, a->n, a->name);
}

/* A component of an axis after a rotation, as a symbol if the rotation varies. */
static vv_axis_component part(vv_frame_axes *a, bool turns, vv_expr e) {
    if (!turns || !moves(a, e)) return (vv_axis_component){e, -1};
    a->name[a->n] = vv_symbol_new(a->c, "e", VV_SYM_OTHER);
    a->value[a->n] = e;
    return (vv_axis_component){a->name[a->n], a->n++};
}

/* Rotation about an axis: i cos + j sin and j cos - i sin of the parent's other two axes, in cyclic
 * order. */
static void turn(vv_frame_axes *a, const vv_frame *f, vv_frame_components *to) {
    vv_ctx *c = a->c;
    const vv_frame_components *from = &a->of[f->parent];
    vv_expr co = vv_cos(c, f->angle), si = vv_sin(c, f->angle);
    int i = (f->axis + 1) % 3, j = (f->axis + 2) % 3;
    bool turns = moves(a, f->angle);
    for (int k = 0; k < 3; k++) {
        vv_expr x = from->part[i][k].e, y = from->part[j][k].e;
        to->part[f->axis][k] = (vv_axis_component){from->part[f->axis][k].e, -1};
        to->part[i][k] = part(a, turns, vv_add(c, vv_mul(c, co, x), vv_mul(c, si, y)));
        to->part[j][k] = part(a, turns, vv_sub(c, vv_mul(c, co, y), vv_mul(c, si, x)));
    }
    to->known = true;
}

vv_expr vv_frame_axes_component(vv_frame_axes *a, int frame, int axis, int k) {
    int n = 0;
    for (int f = frame; !a->of[f].known; f = a->frames->frame[f].parent) a->chain[n++] = f;
    while (n-- > 0) turn(a, &a->frames->frame[a->chain[n]], &a->of[a->chain[n]]);
    return a->of[frame].part[axis][k].e;
}

void vv_frame_axes_to_world(vv_frame_axes *a, vv_vec v, vv_expr out[3]) {
    for (int k = 0; k < 3; k++) out[k] = VV_ZERO;
    for (int p = 0; p < v.n; p++)
        for (int i = 0; i < 3; i++) {
            vv_expr x = v.part[p].x[i];
            for (int k = 0; k < 3 && !vv_is_zero(x); k++)
                out[k] = vv_add(a->c, out[k],
                                vv_mul(a->c, x, vv_frame_axes_component(a, v.part[p].frame, i, k)));
        }
}

/* A component in terms of the angles, as the model writes it where a vector is along a world
 * axis. */
static bool by_angles(const vv_frame_axes *a, int frame, int k, vv_expr out[3]) {
    return vv_vec_components(a->c, a->frames, vv_vec_axis(a->c, VV_WORLD, k), frame, out);
}

void vv_frame_axes_substitute(const vv_frame_axes *a, int n, vv_expr *e) {
    int pairs = 0;
    vv_expr *from = VV_ARRAY(a->c, vv_expr, a->n + 1), *to = VV_ARRAY(a->c, vv_expr, a->n + 1);
    for (int f = 1; from && to && f < a->frames->n; f++)
        for (int k = 0; k < 3 && a->of[f].known; k++) {
            vv_expr x[3];
            if (!by_angles(a, f, k, x)) continue;
            for (int i = 0; i < 3; i++) {
                const vv_axis_component *p = &a->of[f].part[i][k];
                if (p->number < 0 || vv_expr_op(a->c, x[i]) != VV_ADD) continue;
                from[pairs] = x[i], to[pairs++] = p->e;
            }
        }
    if (to) vv_subst(a->c, pairs, from, to, n, e, e);
}

/* ---- generalized forces on the angles -------------------------------------------------------- */

typedef struct moment {
    vv_expr about[3]; /* world axes */
} moment;

/* Moment of the forces at the tips of the axes that this frame rotates. */
static void add_moment(const vv_frame_axes *a, int frame, const vv_expr *pull, moment *to) {
    for (int i = 0; i < 3; i++) {
        vv_expr force[3], arm[3], by[3];
        for (int k = 0; k < 3; k++) {
            const vv_axis_component *p = &a->of[frame].part[i][k];
            force[k] = p->number < 0 ? VV_ZERO : pull[p->number];
            arm[k] = p->e;
        }
        vv_cross3(a->c, arm, force, by);
        for (int k = 0; k < 3; k++) to->about[k] = vv_add(a->c, to->about[k], by[k]);
    }
}

void vv_frame_axes_pull_back(const vv_frame_axes *a, const vv_expr *pull, vv_expr *out) {
    vv_ctx *c = a->c;
    int nq = a->s->nq, n = a->frames->n;
    moment *all = VV_ARRAY(c, moment, n + 1);
    vv_expr *by = VV_ARRAY(c, vv_expr, nq + 1);
    if (!all || !by) return;
    for (int i = 0; i < 3 * n; i++) all[i / 3].about[i % 3] = VV_ZERO;
    for (int i = n; i-- > 1;) { /* a frame comes after its parent */
        const vv_frame *f = &a->frames->frame[i];
        vv_expr axis[3], *to = all[f->parent].about;
        if (!a->of[i].known) continue;
        add_moment(a, i, pull, &all[i]);
        for (int k = 0; k < 3; k++) {
            axis[k] = a->of[i].part[f->axis][k].e;
            to[k] = vv_add(c, to[k], all[i].about[k]);
        }
        if (!vv_depends(c, f->angle, nq, a->s->q)) continue;
        vv_gradient(c, f->angle, nq, a->s->q, by);
        vv_expr M = vv_dot3(c, all[i].about, axis);
        for (int q = 0; q < nq; q++) out[q] = vv_add(c, out[q], vv_mul(c, by[q], M));
    }
}
