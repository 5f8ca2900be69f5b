/* Pass 2: the statements that define no name: energies, forces, constraints, claims. */
#include <string.h>

#include "lang/units.h"
#include "model/elaborate.h"

/* The statement as written, on one line: runs of white space, comments and line ends become a space. */
static const char *source_text(elaborator *el, vv_span s) {
    char *out = vv_alloc(el->c, s.end - s.begin + 1);
    size_t n = 0;
    bool comment = false;
    for (uint32_t i = s.begin; out && i < s.end; i++) {
        char ch = el->tree->text[i];
        comment = ch != '\n' && (comment || ch == '#');
        if (comment) continue;
        bool space = ch == ' ' || ch == '\t' || ch == '\n' || ch == '\r';
        if (space && (n == 0 || out[n - 1] == ' ')) continue;
        out[n++] = space ? ' ' : ch;
    }
    return out;
}

static bool has_order(elaborator *el, vv_expr e, int order) {
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

static void kinetic(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_expr e = vv_eval_scalar(el, n->kid[0], env);
    if (!e.id) return;
    if (has_order(el, e, 2)) {
        vv_model_error(el, VV_D_KIND, n->kid[0]->span, "a kinetic energy contains no second derivatives");
        return;
    }
    vv_note_check(el, e, n->kid[0]->span, true);
    el->m->kinetic = el->m->has_kinetic ? vv_add(el->c, el->m->kinetic, e) : e;
    el->m->has_kinetic = true;
}

static void add_force_function(elaborator *el, vv_expr U) {
    if (U.id) el->m->force_function = vv_add(el->c, el->m->force_function, U);
}

static void force_function(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_expr e = vv_eval_scalar(el, n->kid[0], env);
    if (!e.id) return;
    if (has_order(el, e, 1)) {
        vv_diag_hint(el->c, vv_model_error(el, VV_D_KIND, n->kid[0]->span, "a force function depends on positions and time only"), "use damper, force or work for forces that depend on velocities");
        return;
    }
    vv_note_check(el, e, n->kid[0]->span, true);
    add_force_function(el, n->kind == VV_N_POTENTIAL ? vv_neg(el->c, e) : e);
}

static void particle(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_vec at;
    vv_expr m = vv_eval_scalar(el, n->kid[0], env);
    bool ok = vv_eval_vector(el, n->kid[1], env, &at);
    vv_body *b = ok && m.id ? VV_PUSH(el, el->m->body, el->m->nbodies, el->bcap) : NULL;
    if (!b) return;
    *b = (vv_body){.mass = m, .centre = at, .frame = 0, .inertia_frame = 0, .span = n->span};
    for (int i = 0; i < 9; i++) b->inertia[i] = VV_ZERO;
}

/* U = sum m g.r_G */
static void gravity(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_vec g;
    if (n->kind != VV_N_GRAVITY || !vv_eval_vector(el, n->kid[0], env, &g)) return;
    vv_expr *t = VV_ARRAY(el->c, vv_expr, el->m->nbodies + 1);
    for (int i = 0; t && i < el->m->nbodies; i++) {
        const vv_body *b = &el->m->body[i];
        vv_expr h;
        if (!vv_vec_dot(el->c, &el->m->frames, g, b->centre, &h)) {
            vv_model_error(el, VV_D_FRAMES, n->span, "the direction of gravity is not known in the frame of a body");
            return;
        }
        t[i] = vv_mul(el->c, b->mass, h);
    }
    if (!t) return;
    vv_expr U = vv_sum(el->c, el->m->nbodies, t);
    vv_note_check(el, U, n->span, true);
    add_force_function(el, U);
}

/* Apparent gravity cancels the centrifugal force on every mass element [Gilbert; Appell1896, no. 458]:
 * U = M g.OG - 1/2 sum m (w x r)^2. */
static void apparent_gravity(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_ctx *c = el->c;
    vv_vec g, w;
    if (n->kind != VV_N_APPARENT_GRAVITY || !vv_eval_vector(el, n->kid[0], env, &g)) return;
    int frame = vv_eval_frame(el, n->kid[1], env, false);
    if (frame < 0) return;
    w = vv_frame_spin(c, &el->m->frames, frame);
    vv_rat minus_half = vv_rat_make(c, -1, 2);
    for (int i = 0; i < el->m->nbodies; i++) {
        const vv_body *b = &el->m->body[i];
        vv_expr h, v2, x[3];
        vv_vec drag;
        bool ok = vv_vec_dot(c, &el->m->frames, g, b->centre, &h) && vv_vec_cross(c, &el->m->frames, w, b->centre, &drag) &&
                  vv_vec_dot(c, &el->m->frames, drag, drag, &v2) && vv_vec_in(c, &el->m->frames, w, b->inertia_frame, x);
        if (!ok) {
            vv_model_error(el, VV_D_FRAMES, n->span, "a body's position in this frame is not known");
            return;
        }
        add_force_function(el, vv_mul(c, b->mass, vv_add(c, h, vv_scale(c, minus_half, v2))));
        for (int j = 0; j < 9; j++)
            add_force_function(el, vv_scale(c, minus_half, vv_product(c, 3, (vv_expr[]){b->inertia[j], x[j / 3], x[j % 3]})));
    }
}

static void load(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_load l = {.is_torque = n->kind == VV_N_TORQUE, .span = n->span};
    bool ok = vv_eval_vector(el, n->kid[0], env, l.is_torque ? &l.torque : &l.force);
    if (l.is_torque) {
        int body = vv_eval_body(el, n->kid[1], env);
        if (body < 0) return;
        l.spin = vv_frame_spin(el->c, &el->m->frames, el->m->body[body].frame);
    } else if (!vv_eval_vector(el, n->kid[1], env, &l.at)) {
        return;
    }
    vv_load *place = ok ? VV_PUSH(el, el->m->load, el->m->nloads, el->lcap) : NULL;
    if (place) *place = l;
}

/* The scalar a spring or damper works on: `on θ`, or the distance of two points (its square if no length). */
static bool stretch(elaborator *el, const vv_node *n, const vv_env *env, vv_expr *distance, vv_expr *square) {
    const vv_node *a = n->kid[1], *b = n->kid[2];
    vv_vec u, v;
    if (!b) {
        *distance = vv_eval_scalar(el, a, env);
        *square = vv_mul(el->c, *distance, *distance);
        return distance->id != 0;
    }
    bool ok = vv_eval_vector(el, a, env, &u);
    if (!vv_eval_vector(el, b, env, &v) || !ok) return false;
    u = vv_vec_sub(el->c, v, u);
    if (!vv_vec_dot(el->c, &el->m->frames, u, u, square)) return false;
    *distance = vv_sqrt(el->c, *square);
    return true;
}

static void spring(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_ctx *c = el->c;
    vv_expr k = vv_eval_scalar(el, n->kid[0], env), d, d2, l = VV_ZERO;
    if (n->kid[3]) l = vv_eval_scalar(el, n->kid[3], env);
    if (!stretch(el, n, env, &d, &d2) || !k.id || !l.id) return;
    vv_expr s = vv_sub(c, d, l), s2 = vv_is_zero(l) ? d2 : vv_mul(c, s, s);
    vv_expr U = vv_scale(c, vv_rat_make(c, -1, 2), vv_mul(c, k, s2));
    vv_note_check(el, U, n->span, true);
    add_force_function(el, U);
}

static void damper(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_ctx *c = el->c;
    vv_expr k = vv_eval_scalar(el, n->kid[0], env), d, d2;
    if (!stretch(el, n, env, &d, &d2) || !k.id) return;
    vv_expr f = vv_neg(c, vv_mul(c, k, vv_time_rate(el, d)));
    for (int i = 0; i < el->m->nq; i++)
        el->m->work[i] = vv_add(c, el->m->work[i], vv_mul(c, f, vv_diff(c, d, el->m->coordinate[i].q)));
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
    return vv_is_identically_zero(c, NULL, rest) == VV_TRUE;
}

static void work(elaborator *el, const vv_node *n, const vv_env *env) {
    el->in_work = true;
    vv_expr e = vv_eval_scalar(el, n->kid[0], env), *k = VV_ARRAY(el->c, vv_expr, el->m->nq + 1);
    el->in_work = false;
    if (!e.id || !k) return;
    if (!linear_in_variations(el, e, k)) {
        vv_diag_hint(el->c, vv_model_error(el, VV_D_LINEAR, n->kid[0]->span, "a virtual work is linear in the variations"), "write F*δ(x) + G*δ(y)");
        return;
    }
    for (int i = 0; i < el->m->nq; i++) el->m->work[i] = vv_add(el->c, el->m->work[i], k[i]);
}

/* A small periodic force on a coordinate is a force like any other; studies of resonance single it out. */
static void perturbation(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_expr f = vv_eval_scalar(el, n->kid[0], env), x = vv_eval_scalar(el, n->kid[1], env);
    if (!f.id || !x.id) return;
    for (int i = 0; i < el->m->nq; i++)
        el->m->work[i] = vv_add(el->c, el->m->work[i], vv_mul(el->c, f, vv_diff(el->c, x, el->m->coordinate[i].q)));
}

/* ---- constraints --------------------------------------------------------------------------- */

static vv_constraint *push_constraint(elaborator *el, vv_constraint proto) {
    vv_constraint *k = VV_PUSH(el, el->m->constraint, el->m->nconstraints, el->ccap);
    if (k) *k = proto;
    return k;
}

static void constraint(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_constraint k = {.kind = VV_CON_EQUATION, .rolling = -1, .span = n->span};
    const vv_node *eq = n->kid[0];
    if (eq->kind == VV_N_COMPARE && strcmp(eq->name, "=")) {
        vv_diag_hint(el->c, vv_model_error(el, VV_D_LATER, eq->span, "an inequality as a constraint is not understood yet"), "for a stop write: when ... = 0 then ...");
        return;
    }
    if (!vv_eval_equation(el, eq, env, &k.value)) return;
    if (has_order(el, k.value, 2)) {
        vv_diag_hint(el->c, vv_model_error(el, VV_D_KIND, eq->span, "a constraint contains no second derivatives"), "state it on positions or velocities");
        return;
    }
    vv_note_check(el, k.value, eq->span, false);
    k.order = has_order(el, k.value, 1);
    k.text = source_text(el, eq->span);
    k.label = vv_format(el->c, "constraint %s", k.text ? k.text : "");
    push_constraint(el, k);
}

/* Virtual relations of a servo: `through u` says δ(u) = 0; `through δ(u) - 2*δ(v) = 0` says itself. */
static bool through(elaborator *el, const vv_node *n, const vv_env *env, vv_expr *out) {
    bool relation = n->kind == VV_N_COMPARE;
    el->in_work = true;
    bool ok;
    if (relation) {
        ok = vv_eval_equation(el, n, env, out);
    } else {
        vv_node delta = {.kind = VV_N_DELTA, .span = n->span, .n = 1};
        vv_node *kid = VV_NEW(el->c, vv_node);
        if (kid) *kid = *n;
        delta.kid = &kid;
        *out = kid ? vv_eval_scalar(el, &delta, env) : VV_POISON;
        ok = out->id != 0;
    }
    el->in_work = false;
    if (ok && vv_is_zero(*out)) {
        vv_diag_hint(el->c, vv_model_error(el, VV_D_SERVO, n->span, "a servo acts through something that can vary"), "name the coordinates the servo drives");
        return false;
    }
    return ok;
}

static void servo(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_constraint k = {.kind = VV_CON_SERVO, .rolling = -1, .span = n->span};
    if (!vv_eval_equation(el, n->kid[0], env, &k.value)) return;
    k.order = has_order(el, k.value, 1);
    k.text = source_text(el, n->kid[0]->span);
    k.label = vv_format(el->c, "servo %s", k.text ? k.text : "");
    k.through = VV_ARRAY(el->c, vv_expr, n->n);
    for (int i = 1; k.through && i < n->n; i++)
        if (!through(el, n->kid[i], env, &k.through[k.nthrough++])) return;
    push_constraint(el, k);
}

/* The normal: as stated, else against gravity when the support is the world. */
static bool rolling_normal(elaborator *el, const vv_node *n, const vv_env *env, vv_rolling *r) {
    if (n->kid[4]) {
        r->normal_stated = true;
        return vv_eval_vector(el, n->kid[4], env, &r->normal);
    }
    vv_vec g = vv_vec_zero();
    for (int i = 0; i < el->tree->n; i++)
        if (el->tree->statement[i]->kind == VV_N_GRAVITY) vv_eval_vector(el, el->tree->statement[i]->kid[0], NULL, &g);
    if (r->support_frame == 0 && r->support_body < 0 && g.n) r->normal = vv_vec_scale(el->c, VV_MINUS_ONE, g);
    return true;
}

static void rolling(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_ctx *c = el->c;
    vv_rolling r = {.span = n->span, .support_body = -1};
    if (n->kid[2] || !n->kid[3] || n->flag) {
        vv_diag_hint(c, vv_model_error(el, VV_D_LATER, n->span, "rolling of a surface on a surface is not understood yet"), "state the point of contact: rolling B on K at P");
        return;
    }
    r.body = vv_eval_body(el, n->kid[0], env);
    if (r.body < 0 || !vv_eval_vector(el, n->kid[3], env, &r.at)) return;
    if (!vv_support_velocity(el, n->kid[1], env, r.at, &r.support_velocity, &r.support_frame, &r.support_body)) return;
    if (!rolling_normal(el, n, env, &r)) return;
    if (n->kid[5] && !(r.friction = vv_eval_scalar(el, n->kid[5], env)).id) return;
    if (n->kid[6] && !(r.friction_static = vv_eval_scalar(el, n->kid[6], env)).id) return;
    r.has_friction = n->kid[5] != NULL;
    const vv_frames *f = &el->m->frames;
    const vv_body *b = &el->m->body[r.body];
    vv_vec turn;
    if (!vv_vec_cross(c, f, vv_frame_spin(c, f, b->frame), vv_vec_sub(c, r.at, b->centre), &turn)) return;
    vv_vec slip = vv_vec_sub(c, vv_vec_add(c, vv_vec_rate(c, f, b->centre), turn), r.support_velocity);
    vv_expr x[3];
    if (!vv_vec_in(c, f, slip, r.support_frame, x)) {
        vv_model_error(el, VV_D_FRAMES, n->span, "the slip velocity cannot be expressed along the support's axes");
        return;
    }
    const char *support = vv_key_of(el, n->kid[1], env);
    r.label = vv_format(c, "rolling of %s on %s at %s", b->name, support, source_text(el, n->kid[3]->span));
    vv_rolling *place = VV_PUSH(el, el->m->rolling, el->m->nrollings, el->rcap);
    if (!place) return;
    *place = r;
    for (int i = 0; i < 3; i++) {
        vv_constraint k = {.kind = VV_CON_ROLLING, .value = x[i], .order = 1, .span = n->span, .rolling = el->m->nrollings - 1};
        k.label = vv_format(c, "%s, along %s.%c", r.label, support, 'x' + i);
        k.text = k.label;
        push_constraint(el, k);
    }
}

/* ---- speeds, facts, start ------------------------------------------------------------------ */

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
    if (!has_order(el, e, 1) || has_order(el, e, 2)) {
        vv_diag_hint(el->c, vv_model_error(el, VV_D_SPEED, n->kid[1]->span, "the speed '%s' is not a combination of velocities", key),
                     "a speed is linear in the rates of the coordinates, as in p = θ'*cos(φ)");
        return;
    }
    vv_note_check(el, e, n->kid[1]->span, false);
    el->m->speed[d->index].value = e;
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
        vv_diag_hint(el->c, vv_model_error(el, VV_D_KIND, k->span, "assume states inequalities"), "write relation %s = ...", "a");
        return;
    }
    if (vv_symbol_get(el->c, a) && vv_is_zero(b)) vv_symbol_set_sign(el->c, a, sign_of(k->name, false));
    else if (vv_symbol_get(el->c, b) && vv_is_zero(a)) vv_symbol_set_sign(el->c, b, sign_of(k->name, true));
    else if (vv_symbol_get(el->c, a) && vv_known_sign(el->c, b) == VV_POSITIVE && k->name[0] == '>')
        vv_symbol_set_sign(el->c, a, VV_POSITIVE);
    push_expr(el, &f->positive, &f->npositive, &el->factcap, k->name[0] == '>' ? vv_sub(el->c, a, b) : vv_sub(el->c, b, a));
}

/* e is linear in the node x: e = a x + b. */
static bool solve_for(elaborator *el, vv_expr e, vv_expr x, vv_expr *value) {
    vv_ctx *c = el->c;
    vv_expr u = vv_symbol_new(c, "u", VV_SYM_OTHER), f = vv_subst1(c, e, x, u), a = vv_diff(c, f, u);
    if (vv_depends(c, a, 1, &u) || vv_is_identically_zero(c, NULL, a) != VV_FALSE) return false;
    *value = vv_neg(c, vv_div(c, vv_subst1(c, f, u, VV_ZERO), a));
    return value->id != 0;
}

static int total_order(vv_ctx *c, vv_expr e) {
    int sum = 0;
    for (int i = 0; i < vv_expr_arity(c, e); i++) sum += vv_expr_func_order(c, e, i);
    return sum;
}

static void push_rule(elaborator *el, vv_expr from, vv_expr to) {
    vv_facts *f = &el->m->facts;
    int cap = el->rulecap, n = f->nrules;
    push_expr(el, &f->from, &n, &cap, from);
    n = f->nrules;
    cap = el->rulecap;
    push_expr(el, &f->to, &n, &cap, to);
    el->rulecap = cap;
    f->nrules = n;
}

/* Oriented towards the derivative of highest order; its derivatives by the arguments, twice, hold too. */
static void relation(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_ctx *c = el->c;
    vv_expr e, best = VV_POISON, value = VV_POISON, v;
    int count;
    if (!vv_eval_equation(el, n->kid[0], env, &e)) return;
    uint32_t *order = vv_expr_order(c, 1, &e, &count);
    for (int i = 0; order && i < count; i++) {
        vv_expr x = {order[i]};
        bool fn = vv_expr_op(c, x) == VV_FUNC, better = !best.id;
        const vv_symbol *s = vv_symbol_get(c, x);
        if (!fn && !(s && s->kind == VV_SYM_PARAMETER)) continue;
        if (best.id) {
            bool best_fn = vv_expr_op(c, best) == VV_FUNC;
            better = fn && (!best_fn || total_order(c, x) > total_order(c, best));
        }
        if (better && solve_for(el, e, x, &v)) best = x, value = v;
    }
    if (!best.id) {
        vv_diag_hint(c, vv_model_error(el, VV_D_RELATION, n->kid[0]->span, "the relation cannot be solved for a function or a parameter"), "it must contain one of them linearly");
        return;
    }
    push_rule(el, best, value);
    if (vv_expr_op(c, best) != VV_FUNC) return;
    int arity = vv_expr_arity(c, best);
    for (int i = 0; i < arity; i++) {
        vv_expr a = vv_expr_child(c, best, i);
        if (!vv_symbol_get(c, a)) continue;
        push_rule(el, vv_diff(c, best, a), vv_diff(c, value, a));
        for (int k = i; k < arity; k++) {
            vv_expr b = vv_expr_child(c, best, k);
            if (vv_symbol_get(c, b)) push_rule(el, vv_diff(c, vv_diff(c, best, a), b), vv_diff(c, vv_diff(c, value, a), b));
        }
    }
}

static void start(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_start s = {.span = n->span};
    vv_dimension dim;
    s.symbol = vv_eval_scalar(el, n->kid[0], env);
    if (!s.symbol.id || !vv_eval_quantity(el, n->kid[1], env, &s.value, &dim)) return;
    const vv_symbol *sym = vv_symbol_get(el->c, s.symbol);
    bool ok = sym && ((sym->kind == VV_SYM_COORDINATE && sym->order <= 1) || sym->kind == VV_SYM_SPEED);
    if (!ok) {
        vv_diag_hint(el->c, vv_model_error(el, VV_D_KIND, n->kid[0]->span, "start sets coordinates, their rates and speeds"), "write start θ = 0.1, θ' = 2");
        return;
    }
    vv_start *place = VV_PUSH(el, el->m->start, el->m->nstarts, el->stcap);
    if (place) *place = s;
}

/* ---- claims -------------------------------------------------------------------------------- */

static bool equations_of(elaborator *el, const vv_node *list, const vv_env *env, int *n, vv_expr **out) {
    *n = 0;
    if (!list) return true;
    *out = VV_ARRAY(el->c, vv_expr, list->n);
    for (int i = 0; *out && i < list->n; i++)
        if (!vv_eval_equation(el, list->kid[i], env, &(*out)[(*n)++])) return false;
    return *out != NULL;
}

static void claim(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_claim k = {.kind = VV_CLAIM_LATER, .word = n->name, .negated = n->flag == 1, .span = n->span};
    k.text = source_text(el, n->span);
    bool equation = !strcmp(n->name, "equation"), identity = !strcmp(n->name, "identity");
    if (equation || identity) {
        k.kind = equation ? VV_CLAIM_EQUATION : VV_CLAIM_IDENTITY;
        if (!vv_eval_equation(el, n->kid[0], env, &k.value)) return;
        vv_note_check(el, k.value, n->kid[0]->span, false);
    } else if (!strcmp(n->name, "integral")) {
        k.kind = VV_CLAIM_INTEGRAL;
        if (!(k.value = vv_eval_scalar(el, n->kid[0], env)).id) return;
    }
    if (!equations_of(el, n->kid[1], env, &k.nwhen, &k.when)) return;
    const vv_node *neglect = n->kid[2];
    k.neglect = VV_ARRAY(el->c, vv_expr, neglect ? neglect->n : 1);
    for (int i = 0; neglect && k.neglect && i < neglect->n; i++) {
        vv_expr e = vv_eval_scalar(el, neglect->kid[i], env);
        if (!e.id) return;
        k.neglect[k.nneglect++] = e;
    }
    vv_claim *place = VV_PUSH(el, el->m->claim, el->m->nclaims, el->kcap);
    if (place) *place = k;
}

/* ---- order of work ------------------------------------------------------------------------- */

static void not_yet(elaborator *el, const vv_node *n, const vv_env *env) {
    (void)env;
    vv_diag_hint(el->c, vv_model_error(el, VV_D_LATER, n->span, "'%s' is read but not understood yet", vv_node_kind_name(n->kind)),
                 "state the contact with rolling B on K at P");
}

typedef void (*rule)(elaborator *, const vv_node *, const vv_env *);
static const struct { vv_node_kind kind; int stage; rule run; } RULES[] = {
    {VV_N_ASSUME, 0, assume},
    {VV_N_SPEED, 1, speed}, {VV_N_KINETIC, 1, kinetic}, {VV_N_FORCE_FUNCTION, 1, force_function},
    {VV_N_POTENTIAL, 1, force_function}, {VV_N_MASS, 1, particle}, {VV_N_FORCE, 1, load}, {VV_N_TORQUE, 1, load},
    {VV_N_SPRING, 1, spring}, {VV_N_DAMPER, 1, damper}, {VV_N_WORK, 1, work}, {VV_N_PERTURBATION, 1, perturbation}, {VV_N_CONSTRAINT, 1, constraint},
    {VV_N_SERVO, 1, servo}, {VV_N_ROLLING, 1, rolling}, {VV_N_RELATION, 1, relation},
    {VV_N_SURFACE, 1, not_yet}, {VV_N_CURVE, 1, not_yet},
    {VV_N_GRAVITY, 2, gravity}, {VV_N_APPARENT_GRAVITY, 2, apparent_gravity},
    {VV_N_START, 3, start}, {VV_N_CLAIM, 3, claim},
};

static void run_stage(elaborator *el, const vv_node *n, const vv_env *env) {
    for (size_t i = 0; i < sizeof RULES / sizeof *RULES; i++)
        if (RULES[i].kind == n->kind && RULES[i].stage == el->stage) RULES[i].run(el, n, env);
}

void vv_statements(elaborator *el, int which) {
    el->stage = which;
    vv_unroll(el, run_stage);
}
