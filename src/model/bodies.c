/* Bodies: mass, centre, frame, inertia, the conditions on an inertia tensor, and kinetic energy
 * [Koenig; Appell1896, no. 446]. */
#include <string.h>

#include "model/elaborate.h"

bool vv_certainly_negative(elaborator *el, vv_expr e) {
    enum { TERMS = 64 };
    vv_expr *judged = VV_PUSH(el, el->m->judged, el->m->njudged, el->judgedcap);
    if (judged) *judged = e;
    if (vv_known_sign(el->c, vv_flatten_sum(el->c, e, TERMS)) == VV_NEGATIVE) return true;
    return vv_known_sign(el->c, vv_flatten_sum(el->c, vv_parameter_values_insert(el, e), TERMS)) ==
           VV_NEGATIVE;
}

bool vv_check_mass(elaborator *el, const vv_node *n, vv_expr mass, const char *name) {
    const char *of = name ? vv_format(el->c, " of '%s'", name) : "";
    bool negative = vv_certainly_negative(el, mass),
         constant = vv_is_zero(vv_eval_time_derivative(el, mass));
    if (!negative && constant) return true;
    vv_diag *d = vv_model_error(el, VV_D_MASS, n->span, "the mass%s is %s", of ? of : "",
                                negative ? "negative" : "not constant");
    if (!negative)
        vv_diag_hint(el->c, d,
                     "a mass consists of parameters and numbers; state a time-varying mass by its "
                     "kinetic energy, and the momentum carried away by work");
    return false;
}

bool vv_check_frames_related(elaborator *el, vv_span span, vv_vec a, vv_vec b) {
    const vv_frames *f = &el->m->frames;
    int root = -1;
    for (int i = 0; i < a.n + b.n; i++) {
        int k = i < a.n ? a.part[i].frame : b.part[i - a.n].frame;
        while (f->frame[k].parent >= 0) k = f->frame[k].parent;
        if (root >= 0 && k != root) {
            vv_diag_hint(el->c,
                         vv_model_error(el, VV_D_FRAMES, span,
                                        "the relative position of '%s' and '%s' is unknown",
                                        vv_frame_name(el->m, root), vv_frame_name(el->m, k)),
                         "a frame declared with 'turning' has only an angular velocity: use one "
                         "such frame throughout");
            return false;
        }
        root = k;
    }
    return true;
}

bool vv_check_position(elaborator *el, const vv_node *n, vv_vec a) {
    for (int i = 0; i < 3 * a.n; i++) {
        vv_expr x = a.part[i / 3].x[i % 3];
        if (!vv_has_derivative_of_order(el, x, 1) && !vv_has_derivative_of_order(el, x, 2))
            continue;
        vv_diag_hint(
            el->c,
            vv_model_error(el, VV_D_KIND, n->span,
                           "the point of a mass or a force depends on positions and time only"),
            "this one depends on velocities");
        return false;
    }
    return true;
}

/* With J = (tr I / 2) E - I, the tensor of sum m r r^T: its diagonal (A + B >= C and so on), its
 * second-order minors and its determinant are nonnegative. */
static void check_tensor(elaborator *el, const vv_node *at, bool moved, const vv_expr I[9]) {
    vv_ctx *c = el->c;
    vv_expr J[9], half = vv_scale(c, vv_rat_make(c, 1, 2), vv_add(c, vv_add(c, I[0], I[4]), I[8])),
                  det = VV_ZERO;
    for (int i = 0; i < 9; i++) J[i] = i % 4 ? vv_neg(c, I[i]) : vv_sub(c, half, I[i]);
    bool bad = false;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        vv_expr minor =
            vv_sub(c, vv_mul(c, J[4 * j], J[4 * k]), vv_mul(c, J[3 * j + k], J[3 * k + j]));
        vv_expr cofactor = vv_sub(c, vv_mul(c, J[3 + j], J[6 + k]), vv_mul(c, J[3 + k], J[6 + j]));
        det = vv_add(c, det, vv_mul(c, J[i], cofactor));
        bad |= vv_certainly_negative(el, J[4 * i]) || vv_certainly_negative(el, minor);
    }
    if (bad || vv_certainly_negative(el, det))
        vv_diag_hint(
            c,
            vv_model_error(el, VV_D_INERTIA, at->span,
                           moved ? "no body of this mass has this inertia tensor at a point so far "
                                   "from its centre"
                                 : "no body has this inertia tensor"),
            moved ? "at the centre subtract mass times distance squared; of the remaining moments "
                    "each is at most the sum of the other two"
                  : "each principal moment is at most the sum of the other two; the entries off "
                    "the diagonal are minus the products of inertia");
}

static void check_principal(elaborator *el, const vv_node *at, const vv_expr I[3]) {
    static const char *const axis = "xyz";
    for (int i = 0; i < 3; i++)
        if (vv_certainly_negative(el, I[i])) {
            vv_model_error(el, VV_D_INERTIA, at->span, "the moment of inertia about %c is negative",
                           axis[i]);
            return;
        }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        vv_expr rest = vv_sub(el->c, vv_add(el->c, I[j], I[k]), I[i]);
        if (vv_certainly_negative(el, rest)) {
            vv_diag_hint(
                el->c,
                vv_model_error(
                    el, VV_D_INERTIA, at->span,
                    "no body has these moments: the one about %c exceeds the sum of the other two",
                    axis[i]),
                "a disc has half of it about its other axes; for plane motion write inertia I "
                "about %c",
                axis[i]);
            return;
        }
    }
}

static bool read_tensor(elaborator *el, const vv_node *value, const vv_env *env, vv_body *b) {
    if (value->n != 3) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_INERTIA, value->span,
                                    "an inertia has three principal moments or a 3 x 3 tensor"),
                     "write inertia (A, B, C)");
        return false;
    }
    bool full = value->kid[0]->kind == VV_N_TUPLE;
    for (int i = 0; i < 9; i++) b->inertia[i] = VV_ZERO;
    for (int i = 0; i < 3; i++) {
        const vv_node *row = value->kid[i];
        if (full != (row->kind == VV_N_TUPLE) || (full && row->n != 3)) {
            vv_model_error(el, VV_D_INERTIA, row->span, "expected a row of three moments");
            return false;
        }
        for (int j = 0; full && j < 3; j++)
            if (!(b->inertia[3 * i + j] = vv_eval_scalar(el, row->kid[j], env)).id) return false;
        if (!full && !(b->inertia[4 * i] = vv_eval_scalar(el, row, env)).id) return false;
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++)
            if (!vv_vanishes(el->c, NULL,
                             vv_sub(el->c, b->inertia[3 * i + j], b->inertia[3 * j + i]))) {
                vv_model_error(el, VV_D_INERTIA, value->span,
                               "the inertia tensor is not symmetric");
                return false;
            }
    if (full)
        check_tensor(el, value, false, b->inertia);
    else
        check_principal(el, value, (vv_expr[3]){b->inertia[0], b->inertia[4], b->inertia[8]});
    return true;
}

/* Moments stated at O: I_G = I_O - m (d^2 E - d d^T), d = OG [Huygens]. */
static bool move_to_centre(elaborator *el, const vv_node *at, const vv_env *env, vv_body *b) {
    vv_ctx *c = el->c;
    vv_vec o;
    vv_expr d[3], d2 = VV_ZERO;
    if (!vv_eval_vector(el, at, env, &o)) return false;
    if (!vv_check_frames_related(el, at->span, o,
                                 vv_vec_add(c, b->centre, vv_vec_axis(c, b->inertia_frame, 0))))
        return false;
    if (!vv_vec_components(c, &el->m->frames, vv_vec_sub(c, b->centre, o), b->inertia_frame, d))
        return false;
    for (int i = 0; i < 3; i++) d2 = vv_add(c, d2, vv_mul(c, d[i], d[i]));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            vv_expr x = vv_neg(c, vv_mul(c, d[i], d[j]));
            if (i == j) x = vv_add(c, x, d2);
            b->inertia[3 * i + j] = vv_sub(c, b->inertia[3 * i + j], vv_mul(c, b->mass, x));
        }
    return true;
}

/* A tensor along axes that rotate relative to the body is valid only if it is constant in the
 * body: dI/dt + W I - I W = 0, with W the angular velocity of the axes relative to the body. */
static void check_constant(elaborator *el, const vv_body *b) {
    vv_ctx *c = el->c;
    const vv_frames *f = &el->m->frames;
    vv_expr w[3];
    vv_vec rel = vv_vec_sub(c, vv_frame_angular_velocity(c, f, b->inertia_frame),
                            vv_frame_angular_velocity(c, f, b->frame));
    if (!vv_vec_components(c, f, rel, b->inertia_frame, w)) return;
    vv_expr W[9] = {VV_ZERO,         vv_neg(c, w[2]), w[1], w[2],   VV_ZERO,
                    vv_neg(c, w[0]), vv_neg(c, w[1]), w[0], VV_ZERO};
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            vv_expr sum = vv_eval_time_derivative(el, b->inertia[3 * i + j]);
            for (int k = 0; k < 3; k++) {
                sum = vv_add(c, sum, vv_mul(c, W[3 * i + k], b->inertia[3 * k + j]));
                sum = vv_sub(c, sum, vv_mul(c, b->inertia[3 * i + k], W[3 * k + j]));
            }
            if (vv_is_zero(sum) || vv_vanishes(c, NULL, sum)) continue;
            vv_diag_hint(c,
                         vv_model_error(el, VV_D_INERTIA, b->inertia_span,
                                        "the inertia of '%s' is not constant in the body", b->name),
                         b->inertia_frame == b->frame
                             ? "moments along the body's own axes consist of parameters and numbers"
                             : "axes that do not rotate with the body are allowed only for a body "
                               "of revolution about their common axis: equal transverse moments, "
                               "zero products");
            return;
        }
}

/* Only the moment about one axis is known: the body must rotate about that axis alone. */
static void check_planar(elaborator *el, const vv_body *b) {
    vv_expr w[3];
    if (!vv_vec_components(el->c, &el->m->frames,
                           vv_frame_angular_velocity(el->c, &el->m->frames, b->frame),
                           b->inertia_frame, w))
        return;
    for (int i = 0; i < 3; i++)
        if (i != b->planar_axis && !vv_vanishes(el->c, NULL, w[i])) {
            vv_diag_hint(el->c,
                         vv_model_error(el, VV_D_PLANAR, b->inertia_span,
                                        "'%s' does not rotate about that axis alone", b->name),
                         "state all three moments: inertia (A, B, C)");
            return;
        }
}

static bool read_inertia(elaborator *el, const vv_node *n, const vv_env *env, vv_body *b) {
    const vv_node *value = n->kid[0], *about = n->kid[1], *along = n->kid[2], *at = n->kid[3];
    b->inertia_span = n->span;
    b->inertia_frame = b->frame;
    if (along && (b->inertia_frame = vv_eval_frame(el, along, env, true)) < 0) return false;
    for (int i = 0; i < 9; i++) b->inertia[i] = VV_ZERO;
    if (about) {
        bool named =
            about->kind == VV_N_NAME && strlen(about->name) == 1 && strchr("xyz", about->name[0]);
        vv_expr I = vv_eval_scalar(el, value, env);
        if (!named || !I.id) {
            if (!named)
                vv_model_error(el, VV_D_INERTIA, about->span, "expected one of the axes x, y, z");
            return false;
        }
        b->planar = true;
        b->planar_axis = about->name[0] - 'x';
        b->inertia[4 * b->planar_axis] = I;
        if (vv_certainly_negative(el, I))
            vv_model_error(el, VV_D_INERTIA, value->span, "the moment of inertia is negative");
    } else if (value->kind != VV_N_TUPLE) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_INERTIA, value->span, "one moment needs its axis"),
                     "write inertia I about z, or inertia (A, B, C)");
        return false;
    } else if (!read_tensor(el, value, env, b)) {
        return false;
    }
    if (at && !move_to_centre(el, at, env, b)) return false;
    if (at && !about) check_tensor(el, value, true, b->inertia);
    return true;
}

/* A sphere has the same tensor along all axes: those in which its angular velocity is stated are
 * the simplest. */
static void prefer_axes_of_spin(elaborator *el, vv_body *b) {
    const vv_frame *f = &el->m->frames.frame[b->frame];
    bool same = b->inertia_frame == b->frame && f->spin_in_parent && !b->planar;
    for (int i = 0; i < 9; i++) same &= vv_same(b->inertia[i], i % 4 ? VV_ZERO : b->inertia[0]);
    if (same) b->inertia_frame = f->parent;
}

/* Derives from the contact what is not stated about a body that rolls by a surface. */
static bool place_by_contact(elaborator *el, vv_surface_contact *k, vv_body *b) {
    if (!vv_surface_contact_place_body(el, k, b->frame)) return false;
    b->frame = k->frame;
    if (!k->centre_stated) b->centre = k->centre;
    return true;
}

void vv_model_unplaced_body(elaborator *el, const vv_def *d) {
    vv_diag_hint(
        el->c,
        vv_model_error(el, VV_D_MASS, d->span, "the centre of body '%s' is not stated", d->key),
        "write centre G, or let a contact place it: rolling %s by S on T", d->key);
}

bool vv_define_body(elaborator *el, vv_def *d) {
    const vv_node *n = d->node;
    vv_body b = {.name = d->key, .frame = -1, .span = d->span};
    for (int i = 0; i < 9; i++) b.inertia[i] = VV_ZERO;
    if (!n->kid[1]) {
        vv_diag_hint(
            el->c,
            vv_model_error(el, VV_D_MASS, d->span, "the mass of body '%s' is not stated", d->key),
            "write mass m (mass 0 is legal)");
        return false;
    }
    vv_surface_contact *k = n->kid[2] && n->kid[3] ? NULL : vv_surface_contact_of_body(el, d);
    if (!n->kid[2] && !k) {
        if (!el->contact_faulty) vv_model_unplaced_body(el, d);
        return false;
    }
    b.mass = vv_eval_scalar(el, n->kid[1], d->env);
    bool ok = b.mass.id && (!n->kid[2] || vv_eval_vector(el, n->kid[2], d->env, &b.centre));
    if (b.mass.id && !vv_check_mass(el, n->kid[1], b.mass, d->key)) return false;
    if (ok && n->kid[2] &&
        (!vv_check_frames_related(el, n->kid[2]->span, b.centre, b.centre) ||
         !vv_check_position(el, n->kid[2], b.centre)))
        return false;
    if (n->kid[3] && (b.frame = vv_eval_frame(el, n->kid[3], d->env, false)) < 0) return false;
    if (ok && k && !place_by_contact(el, k, &b)) return false;
    if (n->kid[4] && b.frame < 0) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_INERTIA, n->kid[4]->span,
                                    "body '%s' has an inertia but no frame", d->key),
                     "add frame R, so that its rotation is known");
        return false;
    }
    b.inertia_frame = b.frame;
    if (!ok || (n->kid[4] && !read_inertia(el, n->kid[4], d->env, &b))) return false;
    if (n->kid[4]) prefer_axes_of_spin(el, &b);
    if (n->kid[4] && b.planar)
        check_planar(el, &b);
    else if (n->kid[4])
        check_constant(el, &b);
    if (b.frame < 0) b.frame = b.inertia_frame = 0;
    vv_body *place = VV_PUSH(el, el->m->body, el->m->nbodies, el->bcap);
    if (!place) return false;
    *place = b;
    vv_dimension_check_add(el, b.mass, n->kid[1]->span, VV_QUANTITY_MASS);
    for (int i = 0; n->kid[4] && i < 9; i++)
        vv_dimension_check_add(el, b.inertia[i], n->kid[4]->span, VV_QUANTITY_INERTIA);
    el->mechanics_saw_unit |= el->saw_unit;
    d->index = el->m->nbodies - 1;
    return true;
}

/* ---- kinetic energy ------------------------------------------------------------------------- */

static vv_expr quadratic(vv_ctx *c, const vv_expr I[9], const vv_expr w[3]) {
    vv_expr t[9];
    int n = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            t[n++] = vv_product(c, 3, (vv_expr[]){I[3 * i + j], w[i], w[j]});
    return vv_sum(c, n, t);
}

/* In the raw velocity variables. */
vv_expr vv_kinetic_energy(vv_ctx *c, const vv_model *m) {
    if (m->whole_kinetic.id) return m->whole_kinetic;
    vv_expr sum = m->has_kinetic ? m->kinetic : VV_ZERO;
    vv_expr *t = VV_ARRAY(c, vv_expr, 2 * m->nbodies + 1);
    vv_rat half = vv_rat_make(c, 1, 2);
    vv_vec *v = VV_ARRAY(c, vv_vec, m->nbodies + 1);
    int n = 0;
    if (!t || !v) return VV_POISON;
    for (int i = 0; i < m->nbodies; i++) v[i] = m->body[i].centre;
    vv_vec_rate_all(c, &m->frames, m->nbodies, v, v);
    for (int i = 0; i < m->nbodies; i++) {
        const vv_body *b = &m->body[i];
        vv_expr v2, w[3];
        if (!vv_vec_dot(c, &m->frames, v[i], v[i], &v2)) return VV_POISON;
        t[n++] = vv_scale(c, half, vv_mul(c, b->mass, v2));
        bool turns = false;
        for (int k = 0; k < 9; k++) turns |= !vv_is_zero(b->inertia[k]);
        if (!turns) continue;
        if (!vv_vec_components(c, &m->frames, vv_frame_angular_velocity(c, &m->frames, b->frame),
                               b->inertia_frame, w))
            return VV_POISON;
        t[n++] = vv_scale(c, half, quadratic(c, b->inertia, w));
    }
    if (!vv_is_zero(sum)) t[n++] = sum;
    return vv_sum(c, n, t);
}
