#include "kinematics/relative_motion.h"

#include <string.h>

#include "kinematics/body_kinematics.h"
#include "geometry/geometry.h"

/* ---- the frame ----------------------------------------------------------------------------- */

static int find_frame(const vv_model *m, const char *name) {
    for (int i = 0; i < m->frames.n; i++)
        if (!strcmp(vv_frame_name(m, i), name)) return i;
    return -1;
}

static vv_status no_such_frame(vv_ctx *c, const vv_model *m, const char *name) {
    vv_buffer known = VV_BUFFER(c);
    for (int i = 0; i < m->frames.n; i++)
        if (i == 0 || m->frames.frame[i].name)
            vv_buffer_printf(&known, "%s%s", i ? ", " : "", vv_frame_name(m, i));
    vv_diag_hint(c,
                 vv_diag_add(c, VV_ERROR, VV_D_RELATIVE, (vv_span){0},
                             "the model has no frame '%s' for --relative-to", name),
                 "its frames are %s", vv_buffer_text(&known));
    vv_buffer_free(&known);
    return vv_ctx_fail(c, VV_E_MODEL);
}

/* A coordinate on which one of these depends; -1 if they depend on time only. */
static int offending_coordinate(vv_ctx *c, const vv_system *s, int n, const vv_expr *e) {
    for (int a = 0; a < s->nq; a++) {
        vv_expr x[3] = {s->q[a], s->qd[a], s->qdd[a]};
        for (int i = 0; i < 3 * n; i++)
            if (vv_depends(c, e[i / 3], 1, &x[i % 3]) &&
                !vv_vanishes(c, &s->facts, vv_diff(c, e[i / 3], x[i % 3])))
                return a;
    }
    return -1;
}

static vv_status not_prescribed(vv_ctx *c, const vv_system *s, const vv_relative_motion *r,
                                int offending, bool turns) {
    const vv_coordinate *q = &s->m->coordinate[offending];
    const char *name = vv_symbol_get(c, q->q)->name,
               *what = q->internal ? "a free rotation" : vv_format(c, "'%s'", name ? name : "");
    vv_diag_hint(c,
                 vv_diag_add(c, VV_ERROR, VV_D_RELATIVE, s->m->frames.frame[r->frame].span,
                             "the motion of frame '%s' is not prescribed: its %s depends on %s",
                             vv_frame_name(s->m, r->frame), turns ? "rotation" : "origin",
                             what ? what : "a coordinate"),
                 "--relative-to needs a frame that moves with time and parameters only");
    return vv_ctx_fail(c, VV_E_MODEL);
}

/* ω, V_O and their rates along the frame's own axes. */
static vv_status frame_motion(vv_ctx *c, const vv_system *s, const vv_frames *f,
                              vv_relative_motion *r) {
    vv_vec origin = f->frame[r->frame].origin, v = vv_vec_rate(c, f, origin),
           a = vv_vec_rate(c, f, v);
    bool known =
        vv_vec_components(c, f, vv_frame_angular_velocity(c, f, r->frame), r->frame, r->spin) &&
        vv_vec_components(c, f, v, r->frame, r->velocity) &&
        vv_vec_components(c, f, a, r->frame, r->acceleration);
    if (!known) return vv_ctx_fail(c, VV_E_BEYOND);
    vv_total_derivative(c, f->nrates, f->symbol, f->rate, 3, r->spin, r->rate);
    int offending = offending_coordinate(c, s, 3, r->spin);
    if (offending >= 0) return not_prescribed(c, s, r, offending, true);
    offending = offending_coordinate(c, s, 3, r->velocity);
    if (offending >= 0) return not_prescribed(c, s, r, offending, false);
    return vv_ctx_status(c);
}

/* The frames with this one as the root: its descendants keep their chains. */
static vv_frames rooted(vv_ctx *c, const vv_frames *all, int root) {
    vv_frames f = *all;
    f.frame = VV_ARRAY(c, vv_frame, f.n + 1);
    if (!f.frame) return f;
    memcpy(f.frame, all->frame, (size_t)f.n * sizeof *f.frame);
    f.frame[root].kind = VV_FRAME_ROOT;
    f.frame[root].parent = -1;
    f.frame[root].depth = 0;
    for (int i = root + 1; i < f.n; i++) /* parents precede their children */
        if (f.frame[i].parent >= 0) f.frame[i].depth = f.frame[f.frame[i].parent].depth + 1;
    return f;
}

static bool descends_from(const vv_frames *f, int frame, int root) {
    while (frame >= 0 && frame != root) frame = f->frame[frame].parent;
    return frame == root;
}

/* ---- bodies -------------------------------------------------------------------------------- */

/* A vector with its parts in descendants of the frame; the others are converted to its axes. */
static bool seen_from(vv_ctx *c, const vv_frames *f, int root, vv_vec v, vv_vec *out) {
    *out = vv_vec_zero();
    for (int i = 0; i < v.n; i++) {
        vv_vec part = {1, &v.part[i]};
        vv_expr x[3];
        if (!descends_from(f, v.part[i].frame, root)) {
            if (!vv_vec_components(c, f, part, root, x)) return false;
            part = vv_vec_make(c, root, x[0], x[1], x[2]);
        }
        *out = vv_vec_add(c, *out, part);
    }
    return true;
}

static vv_vec along(vv_ctx *c, const vv_relative_motion *r, const vv_expr x[3]) {
    return vv_vec_make(c, r->frame, x[0], x[1], x[2]);
}

static bool body_rotation(vv_ctx *c, const vv_frames *f, const vv_relative_motion *r,
                          const vv_body *b, vv_relative_body *out) {
    for (int i = 0; i < 9; i++) out->turns |= !vv_is_zero(b->inertia[i]);
    for (int i = 0; i < 3; i++) out->w[i] = out->turn[i] = out->turn_rate[i] = VV_ZERO;
    if (!out->turns) return true;
    vv_vec w = vv_vec_sub(c, vv_frame_angular_velocity(c, f, b->frame),
                          vv_frame_angular_velocity(c, f, r->frame));
    return vv_vec_components(c, f, w, b->inertia_frame, out->w) &&
           vv_vec_components(c, f, along(c, r, r->spin), b->inertia_frame, out->turn) &&
           vv_vec_components(c, f, along(c, r, r->rate), b->inertia_frame, out->turn_rate);
}

static bool body_motion(vv_ctx *c, const vv_frames *f, const vv_relative_motion *r,
                        const vv_body *b, vv_relative_body *out) {
    vv_vec place = vv_vec_sub(c, b->centre, f->frame[r->frame].origin), drag;
    *out = (vv_relative_body){0};
    if (!seen_from(c, f, r->frame, place, &out->place)) return false;
    out->velocity = vv_vec_flatten(c, vv_vec_rate(c, &r->frames, out->place));
    if (!vv_vec_cross(c, &r->frames, along(c, r, r->spin), out->place, &drag)) return false;
    out->carried = vv_vec_add(c, along(c, r, r->velocity), drag);
    return body_rotation(c, f, r, b, out);
}

vv_status vv_system_set_relative_frame(vv_ctx *c, vv_system *s, const char *name) {
    vv_relative_motion *r = VV_NEW(c, vv_relative_motion);
    int frame = find_frame(s->m, name);
    if (!r) return vv_ctx_status(c);
    if (frame < 0) return no_such_frame(c, s->m, name);
    vv_frames f = vv_frames_in_coordinates(c, s);
    *r = (vv_relative_motion){.frame = frame,
                              .body = VV_ARRAY(c, vv_relative_body, s->m->nbodies + 1)};
    if (!vv_ctx_ok(c) || frame_motion(c, s, &f, r) != VV_OK) return vv_ctx_status(c);
    r->frames = rooted(c, &f, frame);
    for (int i = 0; vv_ctx_ok(c) && i < s->m->nbodies; i++) {
        if (body_motion(c, &f, r, &s->m->body[i], &r->body[i])) continue;
        if (!vv_ctx_ok(c)) return vv_ctx_status(c);
        vv_diag_hint(c,
                     vv_diag_add(c, VV_ERROR, VV_D_RELATIVE, s->m->body[i].span,
                                 "the position of this body in frame '%s' is unknown", name),
                     "state its position in the axes of %s", name);
        return vv_ctx_fail(c, VV_E_MODEL);
    }
    s->relative = r;
    return vv_ctx_status(c);
}

/* ---- energies ------------------------------------------------------------------------------ */

const char *vv_relative_refusal(const vv_system *s) {
    if (!s->relative) return "it concerns relative motion: choose a frame with --relative-to FRAME";
    return s->m->has_kinetic ? "a kinetic energy is stated directly: its relative part is unknown"
                             : NULL;
}

/* k sum (m a.b + x.I y) over the bodies; `pick` supplies the factors of each. */
typedef struct factors {
    vv_vec a, b;
    const vv_expr *x, *y;
} factors;

static vv_expr form(vv_ctx *c, const vv_system *s, vv_rat k,
                    bool (*pick)(vv_ctx *, const vv_relative_motion *, const vv_relative_body *,
                                 factors *)) {
    const vv_relative_motion *r = s->relative;
    int nb = s->m->nbodies, n = 0;
    vv_expr *t = VV_ARRAY(c, vv_expr, 2 * nb + 1), ab, Iy[3];
    for (int i = 0; t && i < nb; i++) {
        const vv_body *b = &s->m->body[i];
        factors p;
        if (!pick(c, r, &r->body[i], &p) || !vv_vec_dot(c, &r->frames, p.a, p.b, &ab))
            return VV_POISON;
        t[n++] = vv_mul(c, b->mass, ab);
        if (!r->body[i].turns || !p.x) continue;
        vv_matvec3(c, b->inertia, p.y, Iy);
        t[n++] = vv_dot3(c, p.x, Iy);
    }
    return t ? vv_scale(c, k, vv_sum(c, n, t)) : VV_POISON;
}

static bool seen(vv_ctx *c, const vv_relative_motion *r, const vv_relative_body *b, factors *p) {
    (void)c, (void)r;
    *p = (factors){b->velocity, b->velocity, b->w, b->w};
    return true;
}

/* v_a and the total angular velocity [Appell1896, no. 454] */
static bool absolute(vv_ctx *c, const vv_relative_motion *r, const vv_relative_body *b,
                     factors *p) {
    (void)r;
    vv_vec v = vv_vec_flatten(c, vv_vec_add(c, b->velocity, b->carried));
    vv_expr *w = VV_ARRAY(c, vv_expr, 3);
    for (int i = 0; w && i < 3; i++) w[i] = vv_add(c, b->w[i], b->turn[i]);
    *p = (factors){v, v, w, w};
    return w != NULL;
}

/* ω × OG */
static bool rotation_velocity(vv_ctx *c, const vv_relative_motion *r, const vv_relative_body *b,
                              vv_vec *out) {
    return vv_vec_cross(c, &r->frames, along(c, r, r->spin), b->place, out);
}

static bool turned(vv_ctx *c, const vv_relative_motion *r, const vv_relative_body *b, factors *p) {
    vv_vec v;
    if (!rotation_velocity(c, r, b, &v)) return false;
    *p = (factors){v, v, b->turn, b->turn};
    return true;
}

/* ω.(OG × v) = (ω × OG).v */
static bool mixed(vv_ctx *c, const vv_relative_motion *r, const vv_relative_body *b, factors *p) {
    vv_vec v;
    if (!rotation_velocity(c, r, b, &v)) return false;
    *p = (factors){v, b->velocity, b->turn, b->w};
    return true;
}

static bool drawn(vv_ctx *c, const vv_relative_motion *r, const vv_relative_body *b, factors *p) {
    *p = (factors){along(c, r, r->acceleration), b->place, NULL, NULL};
    return true;
}

vv_expr vv_relative_absolute_energy(vv_ctx *c, const vv_system *s) {
    return form(c, s, vv_rat_make(c, 1, 2), absolute);
}
vv_expr vv_relative_kinetic_energy(vv_ctx *c, const vv_system *s) {
    return form(c, s, vv_rat_make(c, 1, 2), seen);
}
vv_expr vv_relative_centrifugal_energy(vv_ctx *c, const vv_system *s) {
    return form(c, s, vv_rat_make(c, 1, 2), turned);
}
vv_expr vv_relative_coriolis_energy(vv_ctx *c, const vv_system *s) {
    return form(c, s, vv_rat_int(1), mixed);
}
vv_expr vv_relative_translation_potential(vv_ctx *c, const vv_system *s) {
    return form(c, s, vv_rat_int(-1), drawn);
}
