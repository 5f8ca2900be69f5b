/* Pass 2: the statements that define no name, in order; here constraints, speeds and facts,
 * others in forces.c, function_relations.c and run_statements.c. */
#include <string.h>

#include "model/elaborate.h"

bool vv_has_derivative_of_order(elaborator *el, vv_expr e, int order) {
    /* the first rate is that of time, a number: all others are symbols then */
    if (el->m->nspeeds == 0 && !vv_depends(el->c, e, el->nrates - 1, el->rate + 1)) return false;
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
                                    "inequality constraints are not supported yet"),
                     "for a stop write: when ... = 0 then ...");
        return;
    }
    if (!vv_eval_equation(el, eq, env, &k.value)) return;
    if (vv_has_derivative_of_order(el, k.value, 2)) {
        vv_diag_hint(
            el->c,
            vv_model_error(el, VV_D_KIND, eq->span, "a constraint contains no second derivatives"),
            "state it on positions or velocities");
        return;
    }
    vv_dimension_check_add(el, k.value, eq->span, VV_QUANTITY_ANY);
    k.order = vv_has_derivative_of_order(el, k.value, 1);
    k.text = vv_source_text(el, eq, env);
    k.label = vv_format(el->c, "constraint %s", k.text ? k.text : "");
    vv_push_constraint(el, k);
}

/* Virtual constraints of a servo as coefficients of the variations: `through u` means δ(u) = 0,
 * `through δ(u) - 2*δ(v) = 0` is used as written. */
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
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_SERVO, n->span,
                                    "a servo acts through a quantity that can vary"),
                     relation ? "write through δ(u) - 2*δ(v) = 0"
                              : "name the coordinates the servo drives");
        return false;
    }
    if (vv_linear_in_virtual_displacements(el, form, out)) return true;
    vv_diag_hint(
        el->c,
        vv_model_error(el, VV_D_SERVO, n->span, "a servo constraint is linear in the variations"),
        "write through δ(u) - 2*δ(v) = 0");
    return false;
}

static void servo(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_constraint k = {.kind = VV_CON_SERVO, .rolling = -1, .span = n->span};
    if (!vv_eval_equation(el, n->kid[0], env, &k.value)) return;
    if (vv_has_derivative_of_order(el, k.value, 2)) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_KIND, n->kid[0]->span,
                                    "a servo constraint contains no second derivatives"),
                     "state it on positions or velocities; an acceleration as the rate of a "
                     "further coordinate: coordinate v, constraint v' = ..., servo θ' = v");
        return;
    }
    vv_dimension_check_add(el, k.value, n->kid[0]->span, VV_QUANTITY_ANY);
    k.order = vv_has_derivative_of_order(el, k.value, 1);
    k.text = vv_source_text(el, n->kid[0], env);
    k.label = vv_format(el->c, "servo %s", k.text ? k.text : "");
    int nq = el->m->nq;
    k.through = VV_MATRIX(el->c, vv_expr, n->n, nq);
    for (int i = 1; k.through && i < n->n; i++)
        if (!through(el, n->kid[i], env, k.through + nq * k.nthrough++)) return;
    vv_push_constraint(el, k);
}

/* The normal: as stated, otherwise opposite to gravity if the support is the world. */
static bool rolling_normal(elaborator *el, const vv_node *n, const vv_env *env, vv_rolling *r) {
    if (n->kid[VV_ROLLING_NORMAL]) {
        r->normal_stated = true;
        if (!vv_eval_vector(el, n->kid[VV_ROLLING_NORMAL], env, &r->normal)) return false;
        if (!vv_vec_is_zero(r->normal)) return true;
        vv_model_error(el, VV_D_NORMAL, n->kid[VV_ROLLING_NORMAL]->span,
                       "the zero vector is not a normal");
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
        "add normal world.z; it is known only on the world under gravity");
    return false;
}

/* Newton's coefficient of restitution of a contact that may separate: one with friction. */
static bool read_restitution(elaborator *el, const vv_node *n, const vv_env *env, vv_rolling *r) {
    const vv_node *k = n->kid[VV_ROLLING_RESTITUTION];
    if (!k) return true;
    if (!r->has_friction) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_VALUE, k->span,
                                    "a contact without friction always rolls: it has no impacts"),
                     "add friction f, or friction 0 if the contact is smooth");
        return false;
    }
    if (!(r->restitution = vv_eval_scalar(el, k, env)).id) return false;
    if (!vv_certainly_negative(el, r->restitution) &&
        !vv_certainly_negative(el, vv_sub(el->c, VV_ONE, r->restitution)))
        return true;
    vv_model_error(el, VV_D_VALUE, k->span, "a coefficient of restitution is between 0 and 1");
    return false;
}

bool vv_elaborate_friction(elaborator *el, const vv_node *n, const vv_env *env, vv_rolling *r) {
    vv_expr *const to[] = {&r->friction, &r->friction_static, &r->resistance, &r->pivoting};
    static const int at[] = {VV_ROLLING_FRICTION, VV_ROLLING_STATIC, VV_ROLLING_RESISTANCE,
                             VV_ROLLING_PIVOTING};
    for (int i = 0; i < 4; i++) {
        const vv_node *k = n->kid[at[i]];
        if (k && !(*to[i] = vv_eval_scalar(el, k, env)).id) return false;
        if (k)
            vv_dimension_check_add(el, *to[i], k->span,
                                   i < 2 ? VV_QUANTITY_NUMBER : VV_QUANTITY_LENGTH);
        if (!k || !vv_certainly_negative(el, *to[i])) continue;
        vv_model_error(el, VV_D_VALUE, k->span,
                       i < 2 ? "a coefficient of friction is not negative"
                             : "a rolling or pivoting resistance is not negative");
        return false;
    }
    r->has_friction = n->kid[VV_ROLLING_FRICTION] != NULL;
    if (!read_restitution(el, n, env, r)) return false;
    if (!n->kid[VV_ROLLING_STATIC] ||
        !vv_certainly_negative(el, vv_sub(el->c, r->friction_static, r->friction)))
        return true;
    vv_diag_hint(el->c,
                 vv_model_error(el, VV_D_VALUE, n->kid[VV_ROLLING_STATIC]->span,
                                "static friction is smaller than kinetic friction"),
                 "write friction 0.4 static 0.5, the larger one last");
    return false;
}

/* Hadamard's third constraint: no relative angular velocity along the normal. */
static void without_pivoting(elaborator *el, const vv_node *n, const vv_rolling *r) {
    vv_ctx *c = el->c;
    const vv_frames *f = &el->m->frames;
    vv_constraint k = {
        .kind = VV_CON_ROLLING, .order = 1, .span = n->span, .rolling = el->m->nrollings - 1};
    vv_vec turn = vv_vec_sub(c, vv_frame_angular_velocity(c, f, el->m->body[r->body].frame),
                             vv_frame_angular_velocity(c, f, r->support_frame));
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
    if (!vv_vec_components(c, &el->m->frames, slip, axes, x)) {
        vv_model_error(el, VV_D_FRAMES, n->span,
                       "the slip velocity cannot be expressed in the support's axes");
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

static bool keeps_contact(elaborator *el, vv_vec slip, int axes) {
    vv_expr x[3];
    return vv_vec_components(el->c, &el->m->frames, slip, axes, x) &&
           (vv_is_zero(x[0]) || vv_is_zero(x[1]) || vv_is_zero(x[2]));
}

/* Normally the support's axes. If the coordinates keep the bodies in contact, one constraint
 * holds identically; if that is not one along the support's axes but along a frame of the lever
 * arm or of the normal, that frame's axes are used: two constraints along the support would
 * leave one direction free where the normal is along one of them (a ball in a vertical cylinder
 * that passes the x axis). */
static int axes_of_relations(elaborator *el, const vv_rolling *r, vv_vec lever, vv_vec slip,
                             const char **name) {
    const vv_vec *from[] = {&r->normal, &lever};
    if (keeps_contact(el, slip, r->support_frame)) return r->support_frame;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < from[k]->n; i++) {
            int frame = from[k]->part[i].frame;
            if (!el->m->frames.frame[frame].name || !keeps_contact(el, slip, frame)) continue;
            *name = vv_frame_name(el->m, frame);
            return frame;
        }
    return r->support_frame;
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
    if (!vv_eval_support_velocity(el, n->kid[VV_ROLLING_ON], env, r.at, &r.support_velocity,
                                  &r.support_frame, &r.support_body))
        return;
    if (r.support_body == r.body) {
        vv_model_error(el, VV_D_KIND, n->kid[VV_ROLLING_ON]->span, "a body cannot roll on itself");
        return;
    }
    if (!rolling_normal(el, n, env, &r) || !vv_elaborate_friction(el, n, env, &r)) return;
    const vv_frames *f = &el->m->frames;
    const vv_body *b = &el->m->body[r.body];
    vv_vec turn, lever = vv_vec_sub(c, r.at, b->centre);
    if (!vv_check_frames_related(el, n->span, r.at, b->centre) ||
        !vv_check_frames_related(el, n->span, r.at, r.support_velocity))
        return;
    if (!vv_vec_cross(c, f, vv_frame_angular_velocity(c, f, b->frame), lever, &turn)) return;
    vv_vec slip =
        vv_vec_sub(c, vv_vec_add(c, vv_vec_rate(c, f, b->centre), turn), r.support_velocity);
    const char *support = vv_def_key(el, n->kid[VV_ROLLING_ON], env);
    r.label = vv_format(c, "rolling of %s on %s at %s", b->name, support,
                        vv_source_text(el, n->kid[VV_ROLLING_AT], env));
    int axes = axes_of_relations(el, &r, lever, slip, &support);
    vv_push_rolling(el, n, &r, slip, axes, support);
}

/* ---- speeds, facts ------------------------------------------------------------------------ */

static void speed(elaborator *el, const vv_node *n, const vv_env *env) {
    const char *key = n->name;
    vv_node ref = {.kind = VV_N_INDEX, .name = n->name, .span = n->name_span};
    if (n->kid[0]) {
        ref.n = n->kid[0]->n;
        ref.kid = n->kid[0]->kid;
        key = vv_def_key(el, &ref, env);
    }
    vv_def *d = key ? vv_def_find(el, SPACE_SCALAR, key) : NULL;
    if (!d || d->kind != DEF_SPEED || d->index < 0) return;
    vv_expr e = vv_eval_scalar(el, n->kid[1], env);
    if (!e.id) return;
    if (!vv_has_derivative_of_order(el, e, 1) || vv_has_derivative_of_order(el, e, 2)) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_SPEED, n->kid[1]->span,
                                    "the speed '%s' is not a combination of velocities", key),
                     "a speed is linear in the rates of the coordinates, as in p = θ'*cos(φ)");
        return;
    }
    vv_dimension_check_add(el, e, n->kid[1]->span, VV_QUANTITY_ANY);
    el->m->speed[d->index].value = e;
}

/* Does the definition of speed n lead back to itself? */
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
                     vv_model_error(el, VV_D_CYCLE, w->span, "the definition of '%s' is circular",
                                    vv_symbol_get(el->c, w->symbol)->name),
                     "state speeds by the rates of coordinates");
        return; /* the other members of the cycle are not separate faults */
    }
}

/* a <= 0 is expressed by the facts alone, because a declared negative sign excludes zero. */
static void declare_sign(vv_ctx *c, vv_expr symbol, const char *op, bool flipped) {
    bool greater = (op[0] == '>') != flipped, equal = op[1] == '=';
    if (!greater && equal) return;
    vv_symbol_set_sign(c, symbol, !greater ? VV_NEGATIVE : equal ? VV_NONNEGATIVE : VV_POSITIVE);
}

static void push_expr(elaborator *el, const vv_expr **array, int *n, int *capacity, vv_expr e) {
    if (vv_array_grow(el, (void **)(uintptr_t)array, *n, capacity, sizeof(vv_expr)))
        ((vv_expr *)(uintptr_t)*array)[(*n)++] = e;
}

static void false_assumption(elaborator *el, const vv_node *k) {
    vv_diag_hint(el->c, vv_model_error(el, VV_D_VALUE, k->span, "this assumption is false"),
                 "check the parameter values and the other assumptions");
}

static bool vanishes_at_values(elaborator *el, vv_expr e) {
    enum { TERMS = 64 };
    return vv_is_zero(vv_flatten_sum(el->c, vv_parameter_values_insert(el, e), TERMS));
}

static bool is_weak(const vv_model *m, vv_expr e) {
    for (int i = 0; i < m->nweak; i++)
        if (vv_same(m->weak[i], e)) return true;
    return false;
}

/* Can e > 0 (weak: e >= 0) never hold? By its form, whatever the values. */
static bool is_impossible(elaborator *el, vv_expr e, bool weak) {
    enum { TERMS = 64 };
    vv_expr opposite = vv_flatten_sum(el->c, vv_neg(el->c, e), TERMS);
    vv_sign sign = vv_known_sign(el->c, opposite);
    return sign == VV_POSITIVE || (!weak && (vv_is_zero(opposite) || sign == VV_NONNEGATIVE));
}

/* p + k q without the symbol that both contain linearly, for k > 0: positive where p and q are. */
static bool eliminate(vv_ctx *c, vv_expr symbol, vv_expr p, vv_expr q, vv_expr *out) {
    vv_expr a = vv_diff(c, p, symbol), b = vv_diff(c, q, symbol);
    if (!vv_is_const(c, a) || !vv_is_const(c, b) || vv_is_zero(a) || vv_is_zero(b)) return false;
    vv_expr by = vv_neg(c, vv_div(c, a, b));
    *out = vv_add(c, p, vv_mul(c, by, q));
    return vv_rat_sign(vv_expr_rational(c, by)) > 0;
}

/* Is e > 0 (weak: e >= 0), with the assumptions, impossible? Symbols are eliminated one after
 * another [Fourier and Motzkin], as a > b with b > c and c > a, as long as the budget lasts. */
static bool contradicts_others(elaborator *el, vv_expr e, bool weak, int *budget) {
    vv_ctx *c = el->c;
    const vv_facts *f = &el->m->facts;
    int symbols = 0;
    vv_expr *symbol = vv_expr_symbols(c, 1, &e, &symbols), sum;
    if (is_impossible(el, e, weak)) return true;
    for (int i = 0; symbol && i < f->npositive; i++) {
        bool both = weak && is_weak(el->m, f->positive[i]);
        for (int k = 0; k<symbols && * budget> 0; k++)
            if (eliminate(c, symbol[k], e, f->positive[i], &sum) && (*budget)-- &&
                contradicts_others(el, sum, both, budget))
                return true;
    }
    return false;
}

static void assume(elaborator *el, const vv_node *n, const vv_env *env) {
    enum { MOST_ELIMINATIONS = 100 };
    const vv_node *k = n->kid[0];
    if (n->kind != VV_N_ASSUME) return;
    el->assuming = true;
    vv_expr a = vv_eval_scalar(el, k->kid[0], env), b = vv_eval_scalar(el, k->kid[1], env);
    el->assuming = false;
    if (!a.id || !b.id) return;
    vv_facts *f = &el->m->facts;
    if (!strcmp(k->name, "!=")) {
        if (vv_symbol_get(el->c, a) && vv_is_zero(b)) vv_symbol_set_sign(el->c, a, VV_NONZERO);
        if (vanishes_at_values(el, vv_sub(el->c, a, b))) {
            false_assumption(el, k);
            return;
        }
        push_expr(el, &f->nonzero, &f->nnonzero, &el->nzcap, vv_sub(el->c, a, b));
        return;
    }
    if (!strcmp(k->name, "=")) {
        vv_diag_hint(el->c, vv_model_error(el, VV_D_KIND, k->span, "assume states inequalities"),
                     "write relation %s", vv_source_text(el, k, env));
        return;
    }
    vv_expr positive = k->name[0] == '>' ? vv_sub(el->c, a, b) : vv_sub(el->c, b, a);
    bool equal = vanishes_at_values(el, positive) && k->name[1] != '=';
    bool weak = k->name[1] == '=';
    int budget = MOST_ELIMINATIONS;
    if (equal || vv_certainly_negative(el, positive) ||
        contradicts_others(el, positive, weak, &budget)) {
        false_assumption(el, k);
        return;
    }
    if (vv_symbol_get(el->c, a) && vv_is_zero(b))
        declare_sign(el->c, a, k->name, false);
    else if (vv_symbol_get(el->c, b) && vv_is_zero(a))
        declare_sign(el->c, b, k->name, true);
    else if (vv_symbol_get(el->c, a) && vv_known_sign(el->c, b) == VV_POSITIVE && k->name[0] == '>')
        vv_symbol_set_sign(el->c, a, VV_POSITIVE);
    int symbols = 1;
    if (vv_expr_symbols(el->c, 1, &positive, &symbols) && !symbols) return; /* of numbers: true */
    push_expr(el, &f->positive, &f->npositive, &el->factcap, positive);
    if (weak) push_expr(el, &el->m->weak, &el->m->nweak, &el->weakcap, positive);
}

/* ---- dispatch ------------------------------------------------------------------------------ */

typedef void (*rule)(elaborator *, const vv_node *, const vv_env *);
static const struct {
    vv_node_kind kind;
    int stage;
    rule run;
} RULES[] = {
    {VV_N_ASSUME, 0, assume},
    {VV_N_SPEED, 1, speed},
    {VV_N_KINETIC, 1, vv_state_kinetic},
    {VV_N_LAGRANGIAN, 1, vv_state_lagrangian},
    {VV_N_HAMILTONIAN, 1, vv_state_hamiltonian},
    {VV_N_FORCE_FUNCTION, 1, vv_state_force_function},
    {VV_N_POTENTIAL, 1, vv_state_force_function},
    {VV_N_MASS, 1, vv_state_particle},
    {VV_N_FORCE, 1, vv_state_load},
    {VV_N_TORQUE, 1, vv_state_load},
    {VV_N_SPRING, 1, vv_state_spring},
    {VV_N_DAMPER, 1, vv_state_damper},
    {VV_N_WORK, 1, vv_state_work},
    {VV_N_PERTURBATION, 1, vv_state_perturbation},
    {VV_N_CONSTRAINT, 1, constraint},
    {VV_N_SERVO, 1, servo},
    {VV_N_ROLLING, 1, rolling},
    {VV_N_RELATION, 1, vv_state_relation},
    {VV_N_GRAVITY, 2, vv_state_gravity},
    {VV_N_APPARENT_GRAVITY, 2, vv_state_apparent_gravity},
    {VV_N_VISUAL, 2, vv_state_visual},
    {VV_N_START, 3, vv_state_start},
    {VV_N_START_FRAME, 3, vv_state_start_frame},
    {VV_N_RUN, 3, vv_state_run},
    {VV_N_SHOW, 3, vv_state_show},
    {VV_N_WHEN, 3, vv_state_when},
    {VV_N_BOX, 3, vv_state_box},
    {VV_N_CLAIM, 3, vv_state_claim},
};

/* A force that depends on constraint forces is read once more, after all constraints. */
static bool is_due(elaborator *el, const vv_node *n, int stage) {
    bool due = stage == el->stage;
    el->is_force = n->kind == VV_N_FORCE || n->kind == VV_N_TORQUE || n->kind == VV_N_WORK;
    for (int i = 0; el->is_force && el->stage == 2 && i < el->nlate; i++)
        due |= el->late[i] == el->nvisited;
    return due;
}

static void run_stage(elaborator *el, const vv_node *n, const vv_env *env) {
    el->nvisited++;
    for (size_t i = 0; i < sizeof RULES / sizeof *RULES; i++) {
        if (RULES[i].kind != n->kind || !is_due(el, n, RULES[i].stage)) continue;
        el->saw_unit = el->too_early = el->deferred = false;
        RULES[i].run(el, n, env);
        el->mechanics_saw_unit |= el->saw_unit && el->stage > 0;
        if (el->too_early && el->stage == 0)
            vv_model_error(el, VV_D_CYCLE, n->span,
                           "an assumption cannot use the energies of the whole model");
        int *place = el->deferred ? VV_PUSH(el, el->late, el->nlate, el->latecap) : NULL;
        if (place) *place = el->nvisited;
    }
    el->is_force = false;
}

/* a > b with b >= 0 known, possibly from a later assumption: a is positive; a >= b leaves a = 0
 * if b may be 0. */
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
                bool zero = least == VV_NONNEGATIVE && is_weak(el->m, f->positive[i]);
                vv_symbol_set_sign(c, x[k], zero ? VV_NONNEGATIVE : VV_POSITIVE);
                more = true;
            }
        }
    }
}

void vv_elaborate_statements(elaborator *el, int which) {
    el->stage = which;
    el->nvisited = 0;
    vv_unroll_statements(el, run_stage);
    if (which == 0) signs_that_follow(el);
}
