/* Pass 2: the statements that define no name: energies, forces, constraints, claims. */
#include <string.h>

#include "lang/units.h"
#include "model/elaborate.h"
#include "rewrite/factor.h"

bool vv_has_order(elaborator *el, vv_expr e, int order) {
    if (el->m->nspeeds == 0 && !vv_depends(el->c, e, el->nrates, el->rate)) return false;
    for (int i = 0; i < el->m->nq; i++) {
        const vv_coordinate *q = &el->m->coordinate[i];
        vv_expr s = order == 1 ? q->qd : order == 2 ? q->qdd : vv_symbol_rate(el->c, q->qdd);
        if (vv_depends(el->c, e, 1, &s)) return true;
    }
    for (int i = 0; i < el->m->nspeeds; i++) {
        vv_expr s = el->m->speed[i].symbol;
        for (int k = 1; k < order; k++) s = vv_symbol_rate(el->c, s);
        if (vv_depends(el->c, e, 1, &s)) return true;
    }
    return false;
}

/* ---- energies and forces ------------------------------------------------------------------- */

/* The second derivatives by the velocities contain none of them. */
static bool is_quadratic(elaborator *el, vv_expr e) {
    vv_ctx *c = el->c;
    int n = 0, most = el->m->nq + el->m->nspeeds;
    vv_expr *v = VV_ARRAY(c, vv_expr, most + 1), *g = VV_ARRAY(c, vv_expr, most + 1),
            *h = VV_ARRAY(c, vv_expr, most + 1);
    if (!v || !g || !h) return true;
    int count;
    vv_expr *symbol = vv_expr_symbols(c, 1, &e, &count);
    for (int i = 0; symbol && i < count; i++) {
        const vv_symbol *s = vv_symbol_get(c, symbol[i]);
        if (n < most &&
            ((s->kind == VV_SYM_COORDINATE && s->order == 1) || s->kind == VV_SYM_SPEED))
            v[n++] = symbol[i];
    }
    vv_gradient(c, e, n, v, g);
    for (int i = 0; i < n && vv_ctx_tick(c); i++) {
        vv_gradient(c, g[i], n, v, h);
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n && vv_depends(c, h[j], n, v); k++)
                if (vv_depends(c, h[j], 1, &v[k]) && !vv_vanishes(c, NULL, vv_diff(c, h[j], v[k])))
                    return false;
    }
    return true;
}

static void kinetic(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_expr e = vv_eval_scalar(el, n->kid[0], env);
    if (!e.id) return;
    if (vv_has_order(el, e, 2)) {
        vv_model_error(el, VV_D_KIND, n->kid[0]->span,
                       "a kinetic energy contains no second derivatives");
        return;
    }
    if (!is_quadratic(el, e)) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_KIND, n->kid[0]->span,
                                    "a kinetic energy is of the second degree in the velocities"),
                     "write m/2*x'^2, with coefficients free of velocities");
        return;
    }
    vv_note_check(el, e, n->kid[0]->span, VV_QUANTITY_ENERGY);
    el->m->kinetic = el->m->has_kinetic ? vv_add(el->c, el->m->kinetic, e) : e;
    el->m->has_kinetic = true;
    el->m->kinetic_span = n->kid[0]->span;
}

static void add_force_function(elaborator *el, vv_expr U) {
    if (U.id) el->m->force_function = vv_add(el->c, el->m->force_function, U);
}

static void force_function(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_expr e = vv_eval_scalar(el, n->kid[0], env);
    if (!e.id) return;
    if (vv_has_order(el, e, 1)) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_KIND, n->kid[0]->span,
                                    "a force function depends on positions and time only"),
                     "use damper, force or work for forces that depend on velocities");
        return;
    }
    vv_note_check(el, e, n->kid[0]->span, VV_QUANTITY_ENERGY);
    add_force_function(el, n->kind == VV_N_POTENTIAL ? vv_neg(el->c, e) : e);
}

static void particle(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_vec at;
    vv_expr m = vv_eval_scalar(el, n->kid[0], env);
    bool ok = vv_eval_vector(el, n->kid[1], env, &at) && m.id &&
              vv_check_mass(el, n->kid[0], m, NULL) &&
              vv_check_related(el, n->kid[1]->span, at, at) && vv_check_position(el, n->kid[1], at);
    vv_body *b = ok && m.id ? VV_PUSH(el, el->m->body, el->m->nbodies, el->bcap) : NULL;
    if (!b) return;
    *b = (vv_body){.mass = m, .centre = at, .frame = 0, .inertia_frame = 0, .span = n->span};
    vv_note_check(el, m, n->kid[0]->span, VV_QUANTITY_MASS);
    for (int i = 0; i < 9; i++) b->inertia[i] = VV_ZERO;
}

/* Constant but for the time, seen from the axes it is rooted in: else m g.r is no force function of
 * it. */
static bool is_uniform(elaborator *el, const vv_node *n, vv_vec g) {
    vv_ctx *c = el->c;
    int root = g.n ? g.part[0].frame : 0;
    while (el->m->frames.frame[root].parent >= 0) root = el->m->frames.frame[root].parent;
    vv_expr x[3];
    if (!vv_check_related(el, n->span, g, g) || !vv_vec_in(c, &el->m->frames, g, root, x))
        return false;
    bool moves = false;
    for (int i = 0; i < 3; i++) {
        moves |= vv_has_order(el, x[i], 1) || vv_has_order(el, x[i], 2);
        for (int k = 0; k < el->m->nq && !moves; k++) {
            vv_expr q = el->m->coordinate[k].q;
            moves = vv_depends(c, x[i], 1, &q) && !vv_vanishes(c, NULL, vv_diff(c, x[i], q));
        }
    }
    if (moves)
        vv_diag_hint(
            c,
            vv_model_error(el, VV_D_KIND, n->span,
                           "gravity is the same everywhere: this moves with the coordinates"),
            "write gravity -g*world.z; use force or force function for other fields");
    return !moves;
}

/* U = sum m g.r_G */
static void gravity(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_vec g;
    if (n->kind != VV_N_GRAVITY || !vv_eval_vector(el, n->kid[0], env, &g) ||
        !is_uniform(el, n->kid[0], g))
        return;
    /* a body that was stated wrongly has its own error: one fault, one message */
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
                           "the direction of gravity is not known in the frame of a body");
            return;
        }
        t[i] = vv_mul(el->c, b->mass, h);
    }
    if (!t) return;
    vv_expr U = vv_sum(el->c, el->m->nbodies, t);
    el->saw_unit |= el->mechanics_saw_unit;
    vv_note_check(el, U, n->span, VV_QUANTITY_ENERGY);
    el->m->gravity = vv_vec_add(el->c, el->m->gravity, g);
    add_force_function(el, U);
}

/* A frame whose rotation time alone prescribes. */
static bool is_prescribed(elaborator *el, const vv_node *n, int frame, vv_vec spin) {
    vv_expr x[3];
    const char *guilty = NULL;
    if (!vv_vec_in(el->c, &el->m->frames, spin, frame, x)) return false;
    for (int i = 0; i < 3 * el->m->nq && !guilty; i++) {
        const vv_coordinate *q = &el->m->coordinate[i / 3];
        vv_expr symbol[2] = {q->q, q->qd};
        if (vv_depends(el->c, x[i % 3], 2, symbol)) guilty = vv_symbol_get(el->c, q->q)->name;
    }
    for (int i = 0; i < 3 * el->m->nspeeds && !guilty; i++) {
        vv_expr w = el->m->speed[i / 3].symbol;
        if (vv_depends(el->c, x[i % 3], 1, &w)) guilty = vv_symbol_get(el->c, w)->name;
    }
    if (!guilty) return true;
    vv_diag_hint(el->c,
                 vv_model_error(el, VV_D_FRAMES, n->span,
                                "the motion of frame '%s' is not prescribed: its rotation depends "
                                "on '%s'",
                                vv_frame_name(el->m, frame), guilty),
                 "apparent gravity is felt in a frame that time and parameters alone turn");
    return false;
}

/* Apparent gravity cancels the centrifugal force on every mass element [Gilbert; Appell1896, no.
 * 458]: U = M g.OG - 1/2 sum m (w x r)^2. */
static void apparent_gravity(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_ctx *c = el->c;
    vv_vec g, w;
    if (n->kind != VV_N_APPARENT_GRAVITY || !vv_eval_vector(el, n->kid[0], env, &g)) return;
    int frame = vv_eval_frame(el, n->kid[1], env, false);
    if (frame < 0) return;
    w = vv_frame_spin(c, &el->m->frames, frame);
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
                  vv_vec_in(c, &el->m->frames, w, particle ? frame : b->inertia_frame, x);
        if (!ok) {
            vv_model_error(el, VV_D_FRAMES, n->span,
                           "a body's position in this frame is not known");
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

static void load(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_load l = {.is_torque = n->kind == VV_N_TORQUE, .span = n->span};
    bool ok = vv_eval_vector(el, n->kid[0], env, l.is_torque ? &l.torque : &l.force);
    if (l.is_torque) {
        int body = vv_eval_body(el, n->kid[1], env);
        if (body < 0) return;
        l.body = body;
        l.spin = vv_frame_spin(el->c, &el->m->frames, el->m->body[body].frame);
    } else if (!vv_eval_vector(el, n->kid[1], env, &l.at) ||
               !vv_check_position(el, n->kid[1], l.at)) {
        return;
    }
    if (ok && !vv_check_related(el, n->span, l.is_torque ? l.torque : l.force,
                                l.is_torque ? l.spin : l.at))
        return;
    const vv_vec *v = l.is_torque ? &l.torque : &l.force;
    for (int i = 0; ok && i < v->n * 3; i++)
        vv_note_check(el, v->part[i / 3].x[i % 3], n->kid[0]->span,
                      l.is_torque ? VV_QUANTITY_TORQUE : VV_QUANTITY_FORCE);
    vv_load *place = ok ? VV_PUSH(el, el->m->load, el->m->nloads, el->lcap) : NULL;
    if (place) *place = l;
}

static bool is_position(elaborator *el, const vv_node *n, vv_expr e) {
    if (!vv_has_order(el, e, 1) && !vv_has_order(el, e, 2)) return true;
    vv_diag_hint(
        el->c, vv_model_error(el, VV_D_KIND, n->span, "this acts on a position, not on a velocity"),
        "name a coordinate or a distance");
    return false;
}

/* The scalar a spring or damper works on: `on θ`, or the distance of two points (its square if no
 * length). */
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
    vv_link *link = VV_PUSH(el, el->m->link, el->m->nlinks, el->linkcap);
    if (link) *link = (vv_link){n->kind == VV_N_DAMPER, u, v};
    u = vv_vec_sub(el->c, v, u);
    if (!vv_check_related(el, n->span, u, u) || !vv_vec_dot(el->c, &el->m->frames, u, u, square))
        return false;
    *distance = vv_norm_of_square(el->c, *square);
    return is_position(el, n, *distance);
}

static void spring(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_ctx *c = el->c;
    vv_expr k = vv_eval_scalar(el, n->kid[0], env), d, d2, l = VV_ZERO;
    if (n->kid[3]) l = vv_eval_scalar(el, n->kid[3], env);
    if (!stretch(el, n, env, &d, &d2) || !k.id || !l.id) return;
    vv_expr s = vv_sub(c, d, l), s2 = vv_is_zero(l) ? d2 : vv_mul(c, s, s);
    vv_expr U = vv_scale(c, vv_rat_make(c, -1, 2), vv_mul(c, k, s2));
    vv_note_check(el, U, n->span, VV_QUANTITY_ENERGY);
    add_force_function(el, U);
}

/* The distance along a line with its sign: it has no corner where the ends meet, and its rate times
 * its derivatives are those of the distance. */
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

static void damper(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_ctx *c = el->c;
    vv_expr k = vv_eval_scalar(el, n->kid[0], env), d, d2;
    if (!stretch(el, n, env, &d, &d2) || !k.id) return;
    d = along_line(c, d);
    vv_expr rate = vv_time_rate(el, d), f = vv_neg(c, vv_mul(c, k, rate));
    vv_note_check(el, vv_mul(c, f, rate), n->span, VV_QUANTITY_POWER);
    for (int i = 0; i < el->m->nq; i++)
        el->m->work[i] =
            vv_add(c, el->m->work[i], vv_mul(c, f, vv_diff(c, d, el->m->coordinate[i].q)));
}

/* Coefficients of the virtual rates; false when the expression is not linear in them. */
static bool linear_in_variations(elaborator *el, vv_expr e, vv_expr *coefficient) {
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

/* What does work when x changes. */
static vv_quantity force_along(elaborator *el, vv_expr x) {
    const char *clash;
    vv_dimension d = vv_model_dimension(el->c, el->m, x, &clash);
    if (!d.known || d.kg || d.s || d.m < 0 || d.m > 1) return VV_QUANTITY_ANY;
    return d.m ? VV_QUANTITY_FORCE : VV_QUANTITY_TORQUE;
}

static void work(elaborator *el, const vv_node *n, const vv_env *env) {
    el->in_work = true;
    vv_expr e = vv_eval_scalar(el, n->kid[0], env), *k = VV_ARRAY(el->c, vv_expr, el->m->nq + 1);
    el->in_work = false;
    if (!e.id || !k) return;
    if (!vv_depends(el->c, e, el->m->nq, el->virtual_)) {
        vv_diag_hint(
            el->c,
            vv_model_error(el, VV_D_LINEAR, n->kid[0]->span, "this work has no variation δ(...)"),
            "write F*δ(x), or force function for a potential's negative");
        return;
    }
    if (!linear_in_variations(el, e, k)) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_LINEAR, n->kid[0]->span,
                                    "a virtual work is linear in the variations"),
                     "write F*δ(x) + G*δ(y)");
        return;
    }
    for (int i = 0; i < el->m->nq; i++) {
        vv_note_check(el, k[i], n->kid[0]->span, force_along(el, el->m->coordinate[i].q));
        el->m->work[i] = vv_add(el->c, el->m->work[i], k[i]);
    }
}

/* A small periodic force on a coordinate is a force like any other; studies of resonance single it
 * out. */
static void perturbation(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_expr f = vv_eval_scalar(el, n->kid[0], env), x = vv_eval_scalar(el, n->kid[1], env);
    if (!f.id || !x.id || !is_position(el, n->kid[1], x)) return;
    vv_note_check(el, f, n->kid[0]->span, force_along(el, x));
    for (int i = 0; i < el->m->nq; i++)
        el->m->work[i] = vv_add(el->c, el->m->work[i],
                                vv_mul(el->c, f, vv_diff(el->c, x, el->m->coordinate[i].q)));
    vv_perturbation *place = VV_PUSH(el, el->m->perturbation, el->m->nperturbations, el->pertcap);
    if (place) *place = (vv_perturbation){f, x, vv_source_text(el, n, env), n->span};
}

/* ---- constraints --------------------------------------------------------------------------- */

vv_constraint *vv_push_constraint(elaborator *el, vv_constraint proto) {
    vv_constraint *k = VV_PUSH(el, el->m->constraint, el->m->nconstraints, el->ccap);
    if (k) *k = proto;
    return k;
}

static void constraint(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_constraint k = {.kind = VV_CON_EQUATION, .rolling = -1, .span = n->span};
    const vv_node *eq = n->kid[0];
    if (eq->kind == VV_N_COMPARE && strcmp(eq->name, "=")) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_LATER, eq->span,
                                    "an inequality as a constraint is not understood yet"),
                     "for a stop write: when ... = 0 then ...");
        return;
    }
    if (!vv_eval_equation(el, eq, env, &k.value)) return;
    if (vv_has_order(el, k.value, 2)) {
        vv_diag_hint(
            el->c,
            vv_model_error(el, VV_D_KIND, eq->span, "a constraint contains no second derivatives"),
            "state it on positions or velocities");
        return;
    }
    vv_note_check(el, k.value, eq->span, VV_QUANTITY_ANY);
    k.order = vv_has_order(el, k.value, 1);
    k.text = vv_source_text(el, eq, env);
    k.label = vv_format(el->c, "constraint %s", k.text ? k.text : "");
    vv_push_constraint(el, k);
}

/* Virtual relations of a servo, as coefficients of the variations: `through u` says δ(u) = 0,
 * `through δ(u) - 2*δ(v) = 0` says itself. */
static bool through(elaborator *el, const vv_node *n, const vv_env *env, vv_expr *out) {
    bool relation = n->kind == VV_N_COMPARE;
    vv_expr form = VV_POISON;
    el->in_work = true;
    if (relation) {
        if (!vv_eval_equation(el, n, env, &form)) form = VV_POISON;
    } else {
        vv_node delta = {.kind = VV_N_DELTA, .span = n->span, .n = 1};
        vv_node *kid = VV_NEW(el->c, vv_node);
        if (kid) *kid = *n;
        delta.kid = &kid;
        if (kid) form = vv_eval_scalar(el, &delta, env);
    }
    el->in_work = false;
    if (!form.id) return false;
    if (!vv_depends(el->c, form, el->m->nq, el->virtual_)) {
        vv_diag_hint(
            el->c,
            vv_model_error(el, VV_D_SERVO, n->span, "a servo acts through something that can vary"),
            relation ? "write through δ(u) - 2*δ(v) = 0" : "name the coordinates the servo drives");
        return false;
    }
    if (linear_in_variations(el, form, out)) return true;
    vv_diag_hint(
        el->c,
        vv_model_error(el, VV_D_SERVO, n->span, "a servo's relation is linear in the variations"),
        "write through δ(u) - 2*δ(v) = 0");
    return false;
}

static void servo(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_constraint k = {.kind = VV_CON_SERVO, .rolling = -1, .span = n->span};
    if (!vv_eval_equation(el, n->kid[0], env, &k.value)) return;
    if (vv_has_order(el, k.value, 2)) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_KIND, n->kid[0]->span,
                                    "a servo's relation contains no second derivatives"),
                     "state it on positions or velocities");
        return;
    }
    vv_note_check(el, k.value, n->kid[0]->span, VV_QUANTITY_ANY);
    k.order = vv_has_order(el, k.value, 1);
    k.text = vv_source_text(el, n->kid[0], env);
    k.label = vv_format(el->c, "servo %s", k.text ? k.text : "");
    int nq = el->m->nq;
    k.through = VV_MATRIX(el->c, vv_expr, n->n, nq);
    for (int i = 1; k.through && i < n->n; i++)
        if (!through(el, n->kid[i], env, k.through + nq * k.nthrough++)) return;
    vv_push_constraint(el, k);
}

/* The normal: as stated, else against gravity when the support is the world. */
static bool rolling_normal(elaborator *el, const vv_node *n, const vv_env *env, vv_rolling *r) {
    if (n->kid[VV_ROLLING_NORMAL]) {
        r->normal_stated = true;
        if (!vv_eval_vector(el, n->kid[VV_ROLLING_NORMAL], env, &r->normal)) return false;
        if (!vv_vec_is_zero(r->normal)) return true;
        vv_model_error(el, VV_D_NORMAL, n->kid[VV_ROLLING_NORMAL]->span,
                       "the zero vector is no normal");
        return false;
    }
    vv_vec g = vv_vec_zero();
    for (int i = 0; i < el->tree->n; i++)
        if (el->tree->statement[i]->kind == VV_N_GRAVITY)
            vv_eval_vector(el, el->tree->statement[i]->kid[0], NULL, &g);
    if (r->support_frame == 0 && r->support_body < 0 && g.n)
        r->normal = vv_vec_scale(el->c, VV_MINUS_ONE, g);
    if (r->normal.n || !(n->kid[VV_ROLLING_FRICTION] || n->kid[VV_ROLLING_RESISTANCE] ||
                         n->kid[VV_ROLLING_PIVOTING]))
        return true;
    vv_diag_hint(
        el->c, vv_model_error(el, VV_D_NORMAL, n->span, "friction needs the normal of the contact"),
        "add normal world.z; only on the world under gravity it is known");
    return false;
}

bool vv_read_friction(elaborator *el, const vv_node *n, const vv_env *env, vv_rolling *r) {
    vv_expr *const to[] = {&r->friction, &r->friction_static, &r->resistance, &r->pivoting};
    static const int at[] = {VV_ROLLING_FRICTION, VV_ROLLING_STATIC, VV_ROLLING_RESISTANCE,
                             VV_ROLLING_PIVOTING};
    for (int i = 0; i < 4; i++) {
        const vv_node *k = n->kid[at[i]];
        if (k && !(*to[i] = vv_eval_scalar(el, k, env)).id) return false;
        if (!k || !vv_certainly_negative(el, *to[i])) continue;
        vv_model_error(el, VV_D_VALUE, k->span,
                       i < 2 ? "a coefficient of friction is not negative"
                             : "a resistance of rolling or pivoting is not negative");
        return false;
    }
    r->has_friction = n->kid[VV_ROLLING_FRICTION] != NULL;
    if (!n->kid[VV_ROLLING_STATIC] ||
        !vv_certainly_negative(el, vv_sub(el->c, r->friction_static, r->friction)))
        return true;
    vv_diag_hint(el->c,
                 vv_model_error(el, VV_D_VALUE, n->kid[VV_ROLLING_STATIC]->span,
                                "friction at rest is smaller than in motion"),
                 "write friction 0.4 static 0.5, the larger one last");
    return false;
}

/* Hadamard's third relation: no relative rotation along the normal. */
static void without_pivoting(elaborator *el, const vv_node *n, const vv_rolling *r) {
    vv_ctx *c = el->c;
    const vv_frames *f = &el->m->frames;
    vv_constraint k = {
        .kind = VV_CON_ROLLING, .order = 1, .span = n->span, .rolling = el->m->nrollings - 1};
    vv_vec turn = vv_vec_sub(c, vv_frame_spin(c, f, el->m->body[r->body].frame),
                             vv_frame_spin(c, f, r->support_frame));
    if (!r->normal.n || !vv_vec_dot(c, f, turn, r->normal, &k.value)) {
        vv_diag_hint(c,
                     vv_model_error(el, VV_D_NORMAL, n->span,
                                    "without pivoting needs the normal of the contact"),
                     "add normal world.z");
        return;
    }
    k.text = k.label = vv_format(c, "%s, without pivoting", r->label);
    vv_push_constraint(el, k);
}

void vv_push_rolling(elaborator *el, const vv_node *n, const vv_rolling *r, vv_vec slip, int axes,
                     const char *axes_name) {
    vv_ctx *c = el->c;
    vv_expr x[3];
    if (!vv_vec_in(c, &el->m->frames, slip, axes, x)) {
        vv_model_error(el, VV_D_FRAMES, n->span,
                       "the slip velocity cannot be expressed along the support's axes");
        return;
    }
    vv_rolling *place = VV_PUSH(el, el->m->rolling, el->m->nrollings, el->rcap);
    if (!place) return;
    *place = *r;
    place->slip = slip;
    for (int i = 0; i < 3; i++) {
        vv_constraint k = {.kind = VV_CON_ROLLING,
                           .value = x[i],
                           .order = 1,
                           .span = n->span,
                           .rolling = el->m->nrollings - 1,
                           .implied = r->kept && i == 2};
        k.label = vv_format(c, "%s, along %s.%c", r->label, axes_name, 'x' + i);
        k.text = k.label;
        vv_push_constraint(el, k);
    }
    if (n->flag) without_pivoting(el, n, r);
}

static void rolling(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_ctx *c = el->c;
    vv_rolling r = {.span = n->span, .support_body = -1};
    if (n->kid[VV_ROLLING_BY]) {
        vv_state_contact(el, n, env);
        return;
    }
    r.body = vv_eval_body(el, n->kid[VV_ROLLING_BODY], env);
    if (r.body < 0 || !vv_eval_vector(el, n->kid[VV_ROLLING_AT], env, &r.at)) return;
    if (!vv_support_velocity(el, n->kid[VV_ROLLING_ON], env, r.at, &r.support_velocity,
                             &r.support_frame, &r.support_body))
        return;
    if (r.support_body == r.body) {
        vv_model_error(el, VV_D_KIND, n->kid[VV_ROLLING_ON]->span, "a body cannot roll on itself");
        return;
    }
    if (!rolling_normal(el, n, env, &r) || !vv_read_friction(el, n, env, &r)) return;
    const vv_frames *f = &el->m->frames;
    const vv_body *b = &el->m->body[r.body];
    vv_vec turn;
    if (!vv_check_related(el, n->span, r.at, b->centre) ||
        !vv_check_related(el, n->span, r.at, r.support_velocity))
        return;
    if (!vv_vec_cross(c, f, vv_frame_spin(c, f, b->frame), vv_vec_sub(c, r.at, b->centre), &turn))
        return;
    vv_vec slip =
        vv_vec_sub(c, vv_vec_add(c, vv_vec_rate(c, f, b->centre), turn), r.support_velocity);
    const char *support = vv_key_of(el, n->kid[VV_ROLLING_ON], env);
    r.label = vv_format(c, "rolling of %s on %s at %s", b->name, support,
                        vv_source_text(el, n->kid[VV_ROLLING_AT], env));
    vv_push_rolling(el, n, &r, slip, r.support_frame, support);
}

/* ---- speeds, facts ------------------------------------------------------------------------ */

static void speed(elaborator *el, const vv_node *n, const vv_env *env) {
    const char *key = n->name;
    vv_node ref = {.kind = VV_N_INDEX, .name = n->name, .span = n->name_span};
    if (n->kid[0]) {
        ref.n = n->kid[0]->n;
        ref.kid = n->kid[0]->kid;
        key = vv_key_of(el, &ref, env);
    }
    vv_def *d = key ? vv_def_find(el, SPACE_SCALAR, key) : NULL;
    if (!d || d->kind != DEF_SPEED || d->index < 0) return;
    vv_expr e = vv_eval_scalar(el, n->kid[1], env);
    if (!e.id) return;
    if (!vv_has_order(el, e, 1) || vv_has_order(el, e, 2)) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_SPEED, n->kid[1]->span,
                                    "the speed '%s' is not a combination of velocities", key),
                     "a speed is linear in the rates of the coordinates, as in p = θ'*cos(φ)");
        return;
    }
    vv_note_check(el, e, n->kid[1]->span, VV_QUANTITY_ANY);
    el->m->speed[d->index].value = e;
}

/* Which speeds a speed is stated by; n is its own index. */
static bool needs_itself(elaborator *el, int n, bool *seen, vv_expr value) {
    int count;
    vv_expr *symbol = vv_expr_symbols(el->c, 1, &value, &count),
            *todo = VV_ARRAY(el->c, vv_expr, el->m->nspeeds + 1);
    int left = 0;
    memset(seen, 0, (size_t)el->m->nspeeds * sizeof *seen);
    while (symbol && todo && vv_ctx_tick(el->c)) {
        for (int i = 0; i < count; i++)
            for (int k = 0; k < el->m->nspeeds; k++) {
                const vv_speed *w = &el->m->speed[k];
                if (!vv_same(w->symbol, symbol[i]) || w->free || !w->value.id) continue;
                if (k == n) return true;
                if (!seen[k]) seen[k] = true, todo[left++] = w->value;
            }
        if (!left) break;
        symbol = vv_expr_symbols(el->c, 1, &todo[--left], &count);
    }
    return false;
}

void vv_check_speeds(elaborator *el) {
    bool *seen = VV_ARRAY(el->c, bool, el->m->nspeeds + 1);
    for (int i = 0; seen && i < el->m->nspeeds && vv_ctx_ok(el->c); i++) {
        const vv_speed *w = &el->m->speed[i];
        if (w->free || !w->value.id || !needs_itself(el, i, seen, w->value)) continue;
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_CYCLE, w->span, "the definition of '%s' needs itself",
                                    vv_symbol_get(el->c, w->symbol)->name),
                     "state speeds by the rates of coordinates");
        return; /* the others of the circle are no other fault */
    }
}

static vv_sign sign_of(const char *op, bool flipped) {
    bool greater = (op[0] == '>') != flipped, equal = op[1] == '=';
    return greater ? (equal ? VV_NONNEGATIVE : VV_POSITIVE) : VV_NEGATIVE;
}

static void push_expr(elaborator *el, const vv_expr **array, int *n, int *capacity, vv_expr e) {
    if (vv_array_grow(el, (void **)(uintptr_t)array, *n, capacity, sizeof(vv_expr)))
        ((vv_expr *)(uintptr_t)*array)[(*n)++] = e;
}

static void assume(elaborator *el, const vv_node *n, const vv_env *env) {
    const vv_node *k = n->kid[0];
    if (n->kind != VV_N_ASSUME) return;
    vv_expr a = vv_eval_scalar(el, k->kid[0], env), b = vv_eval_scalar(el, k->kid[1], env);
    if (!a.id || !b.id) return;
    vv_facts *f = &el->m->facts;
    if (!strcmp(k->name, "!=")) {
        if (vv_symbol_get(el->c, a) && vv_is_zero(b)) vv_symbol_set_sign(el->c, a, VV_NONZERO);
        push_expr(el, &f->nonzero, &f->nnonzero, &el->nzcap, vv_sub(el->c, a, b));
        return;
    }
    if (!strcmp(k->name, "=")) {
        vv_diag_hint(el->c, vv_model_error(el, VV_D_KIND, k->span, "assume states inequalities"),
                     "write relation %s", vv_source_text(el, k, env));
        return;
    }
    vv_expr positive = k->name[0] == '>' ? vv_sub(el->c, a, b) : vv_sub(el->c, b, a);
    if ((vv_is_zero(positive) && k->name[1] != '=') || vv_certainly_negative(el, positive)) {
        vv_diag_hint(el->c, vv_model_error(el, VV_D_VALUE, k->span, "this assumption is false"),
                     "see the values of parameters and the other assumptions");
        return;
    }
    if (vv_symbol_get(el->c, a) && vv_is_zero(b))
        vv_symbol_set_sign(el->c, a, sign_of(k->name, false));
    else if (vv_symbol_get(el->c, b) && vv_is_zero(a))
        vv_symbol_set_sign(el->c, b, sign_of(k->name, true));
    else if (vv_symbol_get(el->c, a) && vv_known_sign(el->c, b) == VV_POSITIVE && k->name[0] == '>')
        vv_symbol_set_sign(el->c, a, VV_POSITIVE);
    push_expr(el, &f->positive, &f->npositive, &el->factcap, positive);
    if (k->name[1] == '=') push_expr(el, &el->m->weak, &el->m->nweak, &el->weakcap, positive);
}

/* ---- order of work ------------------------------------------------------------------------- */

typedef void (*rule)(elaborator *, const vv_node *, const vv_env *);
static const struct {
    vv_node_kind kind;
    int stage;
    rule run;
} RULES[] = {
    {VV_N_ASSUME, 0, assume},
    {VV_N_SPEED, 1, speed},
    {VV_N_KINETIC, 1, kinetic},
    {VV_N_FORCE_FUNCTION, 1, force_function},
    {VV_N_POTENTIAL, 1, force_function},
    {VV_N_MASS, 1, particle},
    {VV_N_FORCE, 1, load},
    {VV_N_TORQUE, 1, load},
    {VV_N_SPRING, 1, spring},
    {VV_N_DAMPER, 1, damper},
    {VV_N_WORK, 1, work},
    {VV_N_PERTURBATION, 1, perturbation},
    {VV_N_CONSTRAINT, 1, constraint},
    {VV_N_SERVO, 1, servo},
    {VV_N_ROLLING, 1, rolling},
    {VV_N_RELATION, 1, vv_state_relation},
    {VV_N_GRAVITY, 2, gravity},
    {VV_N_APPARENT_GRAVITY, 2, apparent_gravity},
    {VV_N_START, 3, vv_state_start},
    {VV_N_START_FRAME, 3, vv_state_start_frame},
    {VV_N_RUN, 3, vv_state_run},
    {VV_N_SHOW, 3, vv_state_show},
    {VV_N_WHEN, 3, vv_state_when},
    {VV_N_BOX, 3, vv_state_box},
    {VV_N_CLAIM, 3, vv_state_claim},
};

static void run_stage(elaborator *el, const vv_node *n, const vv_env *env) {
    for (size_t i = 0; i < sizeof RULES / sizeof *RULES; i++) {
        if (RULES[i].kind != n->kind || RULES[i].stage != el->stage) continue;
        el->saw_unit = el->too_early = false;
        RULES[i].run(el, n, env);
        el->mechanics_saw_unit |= el->saw_unit && el->stage > 0;
        if (el->too_early && el->stage == 0)
            vv_model_error(el, VV_D_CYCLE, n->span,
                           "an assumption cannot speak of the energies of the whole model");
    }
}

/* a > b with b > 0 known, if only by a later assumption: a is positive. */
static void signs_that_follow(elaborator *el) {
    vv_ctx *c = el->c;
    const vv_facts *f = &el->m->facts;
    for (bool more = true; more && vv_ctx_ok(c);) {
        more = false;
        for (int i = 0; i < f->npositive; i++) {
            int n = 0;
            vv_expr *x = vv_expr_symbols(c, 1, &f->positive[i], &n);
            for (int k = 0; x && k < n; k++) {
                vv_sign known = vv_symbol_get(c, x[k])->sign;
                if (known != VV_ANY_SIGN && known != VV_NONZERO) continue;
                vv_expr slope = vv_diff(c, f->positive[i], x[k]),
                        rest = vv_flatten_sum(c, vv_sub(c, x[k], f->positive[i]), 16);
                if (!vv_same(slope, VV_ONE)) continue;
                vv_sign least = vv_known_sign(c, rest);
                if (least != VV_POSITIVE && least != VV_NONNEGATIVE) continue;
                vv_symbol_set_sign(c, x[k], VV_POSITIVE);
                more = true;
            }
        }
    }
}

void vv_statements(elaborator *el, int which) {
    el->stage = which;
    vv_unroll(el, run_stage);
    if (which == 0) signs_that_follow(el);
}
