/* Statements of energies and forces: their contributions to T, U and the virtual work. */
#include "model/elaborate.h"
#include "algebra/algebra.h"

#include <string.h>

void vv_state_kinetic(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_expr e = vv_eval_scalar(el, n->kid[0], env);
    if (!e.id) return;
    if (vv_has_derivative_of_order(el, e, 2)) {
        vv_model_error(el, VV_D_KIND, n->kid[0]->span,
                       "a kinetic energy contains no second derivatives");
        return;
    }
    if (!vv_is_quadratic_in_velocities(el, e)) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_KIND, n->kid[0]->span,
                                    "a kinetic energy is of the second degree in the velocities"),
                     "write m/2*x'^2, with coefficients free of velocities");
        return;
    }
    vv_dimension_check_add(el, e, n->kid[0]->span, VV_QUANTITY_ENERGY);
    el->m->kinetic = el->m->has_kinetic ? vv_add(el->c, el->m->kinetic, e) : e;
    el->m->has_kinetic = true;
    el->m->kinetic_span = n->kid[0]->span;
}

static void add_force_function(elaborator *el, vv_expr U) {
    if (U.id) el->m->force_function = vv_add(el->c, el->m->force_function, U);
}

void vv_state_force_function(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_expr e = vv_eval_scalar(el, n->kid[0], env);
    if (!e.id) return;
    if (vv_has_derivative_of_order(el, e, 1)) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_KIND, n->kid[0]->span,
                                    "a force function depends on positions and time only"),
                     "use damper, force or work for forces that depend on velocities");
        return;
    }
    vv_dimension_check_add(el, e, n->kid[0]->span, VV_QUANTITY_ENERGY);
    add_force_function(el, n->kind == VV_N_POTENTIAL ? vv_neg(el->c, e) : e);
}

void vv_state_particle(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_vec at;
    vv_expr m = vv_eval_scalar(el, n->kid[0], env);
    bool ok = vv_eval_vector(el, n->kid[1], env, &at) && m.id &&
              vv_check_mass(el, n->kid[0], m, NULL) &&
              vv_check_frames_related(el, n->kid[1]->span, at, at) &&
              vv_check_position(el, n->kid[1], at);
    vv_body *b = ok && m.id ? VV_PUSH(el, el->m->body, el->m->nbodies, el->bcap) : NULL;
    if (!b) return;
    *b = (vv_body){.mass = m, .centre = at, .frame = 0, .inertia_frame = 0, .span = n->span};
    vv_dimension_check_add(el, m, n->kid[0]->span, VV_QUANTITY_MASS);
    for (int i = 0; i < 9; i++) b->inertia[i] = VV_ZERO;
}

/* Constant in space, as seen from its root axes: otherwise m g.r is not its force function. */
static bool is_uniform(elaborator *el, const vv_node *n, vv_vec g) {
    vv_ctx *c = el->c;
    int root = g.n ? g.part[0].frame : 0;
    while (el->m->frames.frame[root].parent >= 0) root = el->m->frames.frame[root].parent;
    vv_expr x[3];
    if (!vv_check_frames_related(el, n->span, g, g) ||
        !vv_vec_components(c, &el->m->frames, g, root, x))
        return false;
    bool moves = false;
    for (int i = 0; i < 3; i++) {
        moves |= vv_has_derivative_of_order(el, x[i], 1) || vv_has_derivative_of_order(el, x[i], 2);
        for (int k = 0; k < el->m->nq && !moves; k++) {
            vv_expr q = el->m->coordinate[k].q;
            moves = vv_depends(c, x[i], 1, &q) && !vv_vanishes(c, NULL, vv_diff(c, x[i], q));
        }
    }
    if (moves)
        vv_diag_hint(c,
                     vv_model_error(el, VV_D_KIND, n->span,
                                    "gravity is uniform, but this depends on the coordinates"),
                     "write gravity -g*world.z; use force or force function for other fields");
    return !moves;
}

/* Fields add up, as energies do; but two gravity statements are more often a mistake than
 * intended. */
static void warn_second_gravity(elaborator *el, const vv_node *n) {
    bool again = el->gravity_span.end && el->gravity_span.begin != n->span.begin;
    if (again) {
        vv_diag *d = vv_diag_add(el->c, VV_WARNING, VV_D_TWICE, n->span,
                                 "gravity is stated twice: both act, and their sum is the weight");
        d->related = el->gravity_span;
        d->related_text = "first stated here";
    } else {
        el->gravity_span = n->span;
    }
}

/* U = sum m g.r_G */
void vv_state_gravity(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_vec g;
    if (n->kind != VV_N_GRAVITY || !vv_eval_vector(el, n->kid[0], env, &g) ||
        !is_uniform(el, n->kid[0], g))
        return;
    warn_second_gravity(el, n);
    /* a body with an error has its own diagnostic: one fault, one message */
    if (el->m->nbodies == 0 && vv_diag_errors(el->c) == 0)
        vv_diag_hint(el->c,
                     vv_diag_add(el->c, VV_WARNING, VV_D_EMPTY, n->span,
                                 "gravity acts on bodies and masses, and the model has none"),
                     "state its work by force function or potential");
    vv_expr *t = VV_ARRAY(el->c, vv_expr, el->m->nbodies + 1);
    for (int i = 0; t && i < el->m->nbodies; i++) {
        const vv_body *b = &el->m->body[i];
        vv_expr h;
        if (!vv_vec_dot(el->c, &el->m->frames, g, b->centre, &h)) {
            vv_model_error(el, VV_D_FRAMES, n->span,
                           "the direction of gravity is unknown in the frame of a body");
            return;
        }
        t[i] = vv_mul(el->c, b->mass, h);
    }
    if (!t) return;
    vv_expr U = vv_sum(el->c, el->m->nbodies, t);
    for (int i = 0; i < g.n * 3; i++)
        vv_dimension_check_add(el, g.part[i / 3].x[i % 3], n->kid[0]->span,
                               VV_QUANTITY_ACCELERATION);
    el->saw_unit |= el->mechanics_saw_unit;
    vv_dimension_check_add(el, U, n->span, VV_QUANTITY_ENERGY);
    el->m->gravity = vv_vec_add(el->c, el->m->gravity, g);
    add_force_function(el, U);
}

/* A frame whose rotation is a given function of time. */
static bool is_prescribed(elaborator *el, const vv_node *n, int frame, vv_vec spin) {
    vv_expr x[3];
    const char *offending = NULL;
    if (!vv_vec_components(el->c, &el->m->frames, spin, frame, x)) return false;
    for (int i = 0; i < 3 * el->m->nq && !offending; i++) {
        const vv_coordinate *q = &el->m->coordinate[i / 3];
        vv_expr symbol[2] = {q->q, q->qd};
        if (vv_depends(el->c, x[i % 3], 2, symbol)) offending = vv_symbol_get(el->c, q->q)->name;
    }
    for (int i = 0; i < 3 * el->m->nspeeds && !offending; i++) {
        vv_expr w = el->m->speed[i / 3].symbol;
        if (vv_depends(el->c, x[i % 3], 1, &w)) offending = vv_symbol_get(el->c, w)->name;
    }
    if (!offending) return true;
    vv_diag_hint(el->c,
                 vv_model_error(el, VV_D_FRAMES, n->span,
                                "the motion of frame '%s' is not prescribed: its rotation depends "
                                "on '%s'",
                                vv_frame_name(el->m, frame), offending),
                 "apparent gravity needs a frame that rotates with time and parameters only");
    return false;
}

/* Apparent gravity cancels the centrifugal force on every mass element [Gilbert; Appell1896, no.
 * 458]: U = M g.OG - 1/2 sum m (w x r)^2. */
void vv_state_apparent_gravity(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_ctx *c = el->c;
    vv_vec g, w;
    if (n->kind != VV_N_APPARENT_GRAVITY || !vv_eval_vector(el, n->kid[0], env, &g)) return;
    int frame = vv_eval_frame(el, n->kid[1], env, false);
    if (frame < 0) return;
    w = vv_frame_angular_velocity(c, &el->m->frames, frame);
    if (!is_prescribed(el, n->kid[1], frame, w) || !is_uniform(el, n->kid[0], g)) return;
    el->m->napparent++;
    el->m->apparent = g;
    el->m->apparent_spin = w;
    vv_rat minus_half = vv_rat_make(c, -1, 2);
    for (int i = 0; i < el->m->nbodies; i++) {
        const vv_body *b = &el->m->body[i];
        vv_expr h, v2, x[3];
        vv_vec drag;
        bool particle = true; /* along any axes */
        for (int j = 0; j < 9; j++) particle &= vv_is_zero(b->inertia[j]);
        bool ok = vv_vec_dot(c, &el->m->frames, g, b->centre, &h) &&
                  vv_vec_cross(c, &el->m->frames, w, b->centre, &drag) &&
                  vv_vec_dot(c, &el->m->frames, drag, drag, &v2) &&
                  vv_vec_components(c, &el->m->frames, w, particle ? frame : b->inertia_frame, x);
        if (!ok) {
            vv_model_error(el, VV_D_FRAMES, n->span, "a body's position in this frame is unknown");
            return;
        }
        vv_expr t[10] = {vv_mul(c, b->mass, v2)};
        for (int j = 0; j < 9; j++)
            t[j + 1] = vv_product(c, 3, (vv_expr[]){b->inertia[j], x[j / 3], x[j % 3]});
        vv_expr taken = vv_scale(c, minus_half, vv_sum(c, 10, t));
        el->m->centrifugal = vv_add(c, el->m->centrifugal, taken);
        add_force_function(el, vv_mul(c, b->mass, h));
        add_force_function(el, taken);
    }
}

/* The body that a frame carries; -1: none. */
static int carried_body(const vv_model *m, int frame) {
    for (int i = 0; i < m->nbodies; i++)
        if (m->body[i].frame == frame) return i;
    return -1;
}

/* on BODY or on FRAME: the angular velocity of what a torque turns. */
static bool read_turned(elaborator *el, const vv_node *ref, const vv_env *env, vv_load *l) {
    const char *key = vv_def_key(el, ref, env);
    bool frame = key && !vv_def_find(el, SPACE_BODY, key) &&
                 (vv_def_find(el, SPACE_FRAME, key) || !strcmp(key, "world"));
    int at = frame ? vv_eval_frame(el, ref, env, false) : -1;
    l->body = frame ? carried_body(el->m, at) : vv_eval_body(el, ref, env);
    if (frame ? at < 0 : l->body < 0) return false;
    l->spin =
        vv_frame_angular_velocity(el->c, &el->m->frames, frame ? at : el->m->body[l->body].frame);
    return true;
}

/* at P, or at P on BODY: the velocity of the material there. */
static bool read_place(elaborator *el, const vv_node *n, const vv_env *env, vv_load *l) {
    int frame;
    l->body = -1;
    if (!vv_eval_vector(el, n->kid[1], env, &l->at) || !vv_check_position(el, n->kid[1], l->at))
        return false;
    l->material = n->kid[2] != NULL;
    if (!l->material) return true;
    if (!vv_eval_support_velocity(el, n->kid[2], env, l->at, &l->velocity, &frame, &l->body))
        return false;
    if (l->body < 0 && frame > 0) l->body = carried_body(el->m, frame);
    return true;
}

void vv_state_load(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_load l = {.is_torque = n->kind == VV_N_TORQUE, .span = n->span};
    bool ok = vv_eval_vector(el, n->kid[0], env, l.is_torque ? &l.torque : &l.force);
    if (l.is_torque ? !read_turned(el, n->kid[1], env, &l) : !read_place(el, n, env, &l)) return;
    if (ok && !vv_check_frames_related(el, n->span, l.is_torque ? l.torque : l.force,
                                       l.is_torque ? l.spin : l.at))
        return;
    const vv_vec *v = l.is_torque ? &l.torque : &l.force;
    for (int i = 0; ok && i < v->n * 3; i++)
        vv_dimension_check_add(el, v->part[i / 3].x[i % 3], n->kid[0]->span,
                               l.is_torque ? VV_QUANTITY_TORQUE : VV_QUANTITY_FORCE);
    vv_load *place = ok ? VV_PUSH(el, el->m->load, el->m->nloads, el->lcap) : NULL;
    if (place) *place = l;
}

vv_vec vv_load_velocity(vv_ctx *c, const vv_model *m, const vv_load *l) {
    if (l->is_torque) return l->spin;
    return l->material ? l->velocity : vv_vec_rate(c, &m->frames, l->at);
}

/* Does the point keep its place in the body, or is the body a particle there? */
static bool is_fixed_in(elaborator *el, vv_vec at, const vv_body *b) {
    const vv_model *m = el->m;
    vv_expr x[3];
    vv_vec from = vv_vec_sub(el->c, at, b->centre);
    if (vv_vec_is_zero(from)) return true;
    if (!vv_vec_components(el->c, &m->frames, from, b->frame, x)) return false;
    for (int i = 0; i < 3 * m->nq; i++) {
        vv_expr q = m->coordinate[i / 3].q, *e = &x[i % 3];
        if (vv_depends(el->c, *e, 1, &q) && !vv_vanishes(el->c, &m->facts, vv_diff(el->c, *e, q)))
            return false;
    }
    return true;
}

static void warn_wandering(elaborator *el, const vv_load *l, const vv_rolling *r) {
    const vv_body *b = &el->m->body[r->body];
    const char *name = b->name ? b->name : "the body";
    vv_diag_hint(el->c,
                 vv_diag_add(el->c, VV_WARNING, VV_D_WANDERING, l->span,
                             "this force acts at a point of contact, which wanders over %s: it is "
                             "taken to act on the point as it moves, not on the body's material",
                             name),
                 "write force ... at ... on %s for a force on the material there", name);
}

void vv_check_loads(elaborator *el) {
    const vv_model *m = el->m;
    for (int i = 0; i < m->nloads && vv_ctx_ok(el->c); i++) {
        const vv_load *l = &m->load[i];
        for (int k = 0; !l->is_torque && !l->material && k < m->nrollings; k++) {
            const vv_rolling *r = &m->rolling[k];
            if (!vv_vec_is_zero(vv_vec_sub(el->c, l->at, r->at)) ||
                is_fixed_in(el, l->at, &m->body[r->body]))
                continue;
            warn_wandering(el, l, r);
            break;
        }
    }
}

static bool is_position(elaborator *el, const vv_node *n, vv_expr e) {
    if (!vv_has_derivative_of_order(el, e, 1) && !vv_has_derivative_of_order(el, e, 2)) return true;
    vv_diag_hint(
        el->c, vv_model_error(el, VV_D_KIND, n->span, "this acts on a position, not on a velocity"),
        "name a coordinate or a distance");
    return false;
}

/* The scalar on which a spring or damper acts: `on θ`, or the distance of two points (its square
 * if no length is given). */
static bool stretch(elaborator *el, const vv_node *n, const vv_env *env, vv_expr *distance,
                    vv_expr *square) {
    const vv_node *a = n->kid[1], *b = n->kid[2];
    vv_vec u, v;
    if (!b) {
        *distance = vv_eval_scalar(el, a, env);
        *square = vv_mul(el->c, *distance, *distance);
        return distance->id != 0 && is_position(el, a, *distance);
    }
    bool ok = vv_eval_vector(el, a, env, &u);
    if (!vv_eval_vector(el, b, env, &v) || !ok) return false;
    vv_spring_damper *link = VV_PUSH(el, el->m->link, el->m->nlinks, el->linkcap);
    if (link)
        *link = (vv_spring_damper){
            .damper = n->kind == VV_N_DAMPER, .from = u, .to = v, .span = n->span};
    u = vv_vec_sub(el->c, v, u);
    if (!vv_check_frames_related(el, n->span, u, u) ||
        !vv_vec_dot(el->c, &el->m->frames, u, u, square))
        return false;
    if (vv_is_zero(*square))
        vv_diag_hint(el->c,
                     vv_diag_add(el->c, VV_WARNING, VV_D_EMPTY, n->span,
                                 "both ends are the same point: this has no effect"),
                     "name two points, as in between A and B");
    *distance = vv_sqrt_of_squares(el->c, *square);
    if (link) link->square = *square;
    return is_position(el, n, *distance);
}

/* Stores the tension of the link stated last. */
static void note_tension(elaborator *el, const vv_node *n, vv_expr tension, vv_expr distance,
                         vv_expr U) {
    if (!n->kid[2] || !el->m->nlinks || vv_is_zero(distance)) return; /* or refused */
    vv_spring_damper *link = &el->m->link[el->m->nlinks - 1];
    link->pull = vv_div(el->c, tension, distance);
    link->U = U;
}

void vv_state_spring(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_ctx *c = el->c;
    vv_expr k = vv_eval_scalar(el, n->kid[0], env), d, d2, l = VV_ZERO;
    if (n->kid[3]) l = vv_eval_scalar(el, n->kid[3], env);
    if (!stretch(el, n, env, &d, &d2) || !k.id || !l.id) return;
    vv_expr s = vv_sub(c, d, l), s2 = vv_is_zero(l) ? d2 : vv_mul(c, s, s);
    vv_expr U = vv_scale(c, vv_rat_make(c, -1, 2), vv_mul(c, k, s2));
    vv_dimension_check_add(el, U, n->span, VV_QUANTITY_ENERGY);
    add_force_function(el, U);
    note_tension(el, n, vv_mul(c, k, s), d, U);
}

/* Signed distance along a line: smooth where the ends meet, and its rate times its derivatives
 * equals that of the distance. */
static vv_expr along_line(vv_ctx *c, vv_expr distance) {
    vv_rat k;
    vv_expr d = vv_split_rational(c, distance, &k), out = VV_ONE;
    bool product = vv_expr_op(c, d) == VV_MUL;
    for (int i = 0; i < (product ? vv_expr_arity(c, d) : 1); i++) {
        vv_expr part = product ? vv_expr_child(c, d, i) : d;
        if (vv_expr_op(c, part) == VV_ABS) part = vv_expr_child(c, part, 0);
        out = vv_mul(c, out, vv_pow_int(c, part, product ? vv_expr_exponent(c, d, i) : 1));
    }
    return vv_scale(c, k, out);
}

void vv_state_damper(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_ctx *c = el->c;
    vv_expr k = vv_eval_scalar(el, n->kid[0], env), d, d2;
    if (!stretch(el, n, env, &d, &d2) || !k.id) return;
    d = along_line(c, d);
    vv_expr rate = vv_eval_time_derivative(el, d), f = vv_neg(c, vv_mul(c, k, rate));
    vv_dimension_check_add(el, vv_mul(c, f, rate), n->span, VV_QUANTITY_POWER);
    note_tension(el, n, vv_neg(c, f), d, VV_ZERO);
    for (int i = 0; i < el->m->nq; i++)
        el->m->work[i] =
            vv_add(c, el->m->work[i], vv_mul(c, f, vv_diff(c, d, el->m->coordinate[i].q)));
}

bool vv_linear_in_virtual_displacements(elaborator *el, vv_expr e, vv_expr *coefficient) {
    vv_ctx *c = el->c;
    vv_expr rest = e;
    vv_gradient(c, e, el->m->nq, el->virtual_, coefficient);
    for (int i = 0; i < el->m->nq; i++) {
        for (int k = 0; k < el->m->nq; k++)
            if (vv_depends(c, coefficient[i], 1, &el->virtual_[k])) return false;
        rest = vv_sub(c, rest, vv_mul(c, coefficient[i], el->virtual_[i]));
    }
    return vv_vanishes(c, NULL, rest);
}

/* The kind of quantity that does work when x changes. */
static vv_quantity force_along(elaborator *el, vv_expr x) {
    const char *clash;
    vv_dimension d = vv_model_dimension(el->c, el->m, x, &clash);
    if (!d.known || d.kg || d.s || d.m < 0 || d.m > 1) return VV_QUANTITY_ANY;
    return d.m ? VV_QUANTITY_FORCE : VV_QUANTITY_TORQUE;
}

void vv_state_work(elaborator *el, const vv_node *n, const vv_env *env) {
    el->in_work = true;
    vv_expr e = vv_eval_scalar(el, n->kid[0], env), *k = VV_ARRAY(el->c, vv_expr, el->m->nq + 1);
    el->in_work = false;
    if (!e.id || !k) return;
    if (el->at_values && vv_is_zero(e)) return; /* its coefficient has the value 0 */
    if (!vv_depends(el->c, e, el->m->nq, el->virtual_)) {
        vv_diag_hint(
            el->c,
            vv_model_error(el, VV_D_LINEAR, n->kid[0]->span, "this work has no variation δ(...)"),
            "write F*δ(x), or force function for a potential's negative");
        return;
    }
    if (!vv_linear_in_virtual_displacements(el, e, k)) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_LINEAR, n->kid[0]->span,
                                    "a virtual work is linear in the variations"),
                     "write F*δ(x) + G*δ(y)");
        return;
    }
    for (int i = 0; i < el->m->nq; i++) {
        vv_dimension_check_add(el, k[i], n->kid[0]->span, force_along(el, el->m->coordinate[i].q));
        el->m->work[i] = vv_add(el->c, el->m->work[i], k[i]);
    }
}

/* A small periodic force on a coordinate acts like any other; resonance studies treat it
 * separately. */
void vv_state_perturbation(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_expr f = vv_eval_scalar(el, n->kid[0], env), x = vv_eval_scalar(el, n->kid[1], env);
    if (!f.id || !x.id || !is_position(el, n->kid[1], x)) return;
    vv_dimension_check_add(el, f, n->kid[0]->span, force_along(el, x));
    for (int i = 0; i < el->m->nq; i++)
        el->m->work[i] = vv_add(el->c, el->m->work[i],
                                vv_mul(el->c, f, vv_diff(el->c, x, el->m->coordinate[i].q)));
    vv_perturbation *place = VV_PUSH(el, el->m->perturbation, el->m->nperturbations, el->pertcap);
    if (place) *place = (vv_perturbation){f, x, vv_source_text(el, n, env), n->span};
}
