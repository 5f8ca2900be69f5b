/* Statements about runs: start, run, show, when, box, and claims. Parts that only later commands
 * use are evaluated anyway, so that errors in them are found here. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/lang.h"
#include "model/elaborate.h"

/* ---- a run --------------------------------------------------------------------------------- */

static bool same_dimension(vv_dimension a, vv_dimension b) {
    return a.kg == b.kg && a.m == b.m && a.s == b.s;
}

/* The unit of a value must match that of its target, if that is known. */
static bool unit_fits(elaborator *el, const vv_node *value, vv_dimension stated,
                      vv_dimension wanted, const char *what) {
    vv_ctx *c = el->c;
    if (!stated.known || !wanted.known || same_dimension(stated, wanted)) return true;
    vv_diag_hint(c,
                 vv_model_error(el, VV_D_UNIT, value->span, "units do not match: %s is in %s", what,
                                vv_unit_dimension_text(c, stated.kg, stated.m, stated.s)),
                 "expected %s", vv_unit_dimension_text(c, wanted.kg, wanted.m, wanted.s));
    return false;
}

static bool depends_on_motion(elaborator *el, vv_expr e) {
    for (int i = 0; i < el->m->nq; i++)
        if (vv_depends(el->c, e, 1, &el->m->coordinate[i].q)) return true;
    return vv_has_derivative_of_order(el, e, 1) || vv_has_derivative_of_order(el, e, 2) ||
           vv_depends(el->c, e, 1, &el->m->t);
}

/* The target of `start` or of a box. */
static vv_expr target(elaborator *el, const vv_node *n, const vv_env *env, bool start) {
    if (vv_parameter_is_replaced(el, n)) return VV_POISON;
    vv_expr e = vv_eval_scalar(el, n, env);
    const vv_symbol *s = e.id ? vv_symbol_get(el->c, e) : NULL;
    if (!e.id) return e;
    if (s && ((s->kind == VV_SYM_COORDINATE && s->order <= 1) ||
              (s->kind == VV_SYM_SPEED && (start || s->order == 0)) ||
              (!start && s->kind == VV_SYM_PARAMETER)))
        return e;
    vv_diag_hint(el->c,
                 vv_model_error(el, VV_D_KIND, n->span,
                                start ? "start sets coordinates, their rates and speeds"
                                      : "box takes a coordinate, a rate, a speed or a parameter"),
                 start ? "write start θ = 0.1, θ' = 2" : "write box θ in (-pi, pi)");
    return VV_POISON;
}

static bool stated_before(elaborator *el, vv_expr symbol, vv_span span) {
    for (int i = 0; i < el->m->nstarts; i++) {
        if (!vv_same(el->m->start[i].symbol, symbol)) continue;
        vv_diag *d = vv_model_error(el, VV_D_TWICE, span, "this start is stated twice");
        d->related = el->m->start[i].span;
        d->related_text = "first stated here";
        return true;
    }
    return false;
}

static bool mentions(const vv_node *n, const char *name) {
    bool any = n && n->kind == VV_N_NAME && !strcmp(n->name, name);
    for (int i = 0; n && !any && i < n->n; i++) any = mentions(n->kid[i], name);
    return any;
}

/* Does a frame turn by this name, or is a sine or cosine taken of it? */
static bool is_turned_by(const vv_node *n, const char *name) {
    bool turn = n && n->kind == VV_N_TURN,
         wave = n && n->kind == VV_N_CALL &&
                (!strcmp(n->name, "sin") || !strcmp(n->name, "cos") || !strcmp(n->name, "tan"));
    bool any = (turn || wave) && mentions(n->kid[0], name);
    for (int i = 0; n && !any && i < n->n; i++) any = is_turned_by(n->kid[i], name);
    return any;
}

static bool is_angle(elaborator *el, const char *name, vv_dimension dim) {
    if (dim.known) return !dim.kg && !dim.m && !dim.s;
    for (int i = 0; i < el->tree->n; i++)
        if (is_turned_by(el->tree->statement[i], name)) return true;
    return false;
}

/* 90 for an angle is 14 turns; degrees are more likely. */
static void warn_of_degrees(elaborator *el, const vv_node *n, vv_dimension dim) {
    enum { TURNS_MOST = 2 }; /* of an angle that is meant in radians */
    const vv_node *name = n->kid[0], *value = n->kid[1];
    const vv_node *number = value->kind == VV_N_NEGATE ? value->kid[0] : value;
    if (name->kind != VV_N_NAME || number->kind != VV_N_NUMBER || number->n) return;
    double turns = strtod(number->number, NULL) / (2 * M_PI);
    if (turns <= TURNS_MOST || !is_angle(el, name->name, dim)) return;
    const char *sign = value == number ? "" : "-";
    vv_diag *d = vv_diag_add(el->c, VV_WARNING, VV_D_DEGREES, value->span,
                             "'%s' starts at %s%s radians, which are %.3g turns: degrees?",
                             name->name, sign, number->number, turns);
    vv_diag_hint(el->c, d, "write %s%s [deg]", sign, number->number);
    vv_diag_set_cure(el->c, d, value->span, "%s%s [deg]", sign, number->number);
}

bool vv_start_value(elaborator *el, vv_expr symbol, const vv_node *value, const vv_env *env,
                    vv_expr *out) {
    vv_dimension dim;
    const char *clash;
    if (!vv_eval_quantity(el, value, env, out, &dim)) return false;
    if (!unit_fits(el, value, dim, vv_model_dimension(el->c, el->m, symbol, &clash), "this value"))
        return false;
    if (depends_on_motion(el, *out)) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_VALUE, value->span,
                                    "an initial value is a number, but this depends on the motion"),
                     "state a condition between coordinates as a constraint");
        return false;
    }
    return true;
}

void vv_state_start(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_assignment s = {.span = n->span};
    const char *clash;
    s.symbol = target(el, n->kid[0], env, true);
    if (!s.symbol.id || !vv_start_value(el, s.symbol, n->kid[1], env, &s.value)) return;
    if (stated_before(el, s.symbol, n->span)) return;
    vv_assignment *place = VV_PUSH(el, el->m->start, el->m->nstarts, el->stcap);
    if (place) *place = s;
    if (vv_symbol_get(el->c, s.symbol)->order == 0)
        warn_of_degrees(el, n, vv_model_dimension(el->c, el->m, s.symbol, &clash));
}

/* e times the rotation by `angle` about an axis: Euler parameters multiply as quaternions. */
static void turn_by(vv_ctx *c, vv_expr e[4], vv_expr angle, int axis) {
    vv_expr half = vv_scale(c, vv_rat_make(c, 1, 2), angle), cosine = vv_cos(c, half),
            sine = vv_sin(c, half), was[4] = {e[0], e[1], e[2], e[3]};
    int i = axis, j = (axis + 1) % 3, k = (axis + 2) % 3;
    e[0] = vv_sub(c, vv_mul(c, was[0], cosine), vv_mul(c, was[i + 1], sine));
    e[i + 1] = vv_add(c, vv_mul(c, was[i + 1], cosine), vv_mul(c, was[0], sine));
    e[j + 1] = vv_add(c, vv_mul(c, was[j + 1], cosine), vv_mul(c, was[k + 1], sine));
    e[k + 1] = vv_sub(c, vv_mul(c, was[k + 1], cosine), vv_mul(c, was[j + 1], sine));
}

static void start_parameters(elaborator *el, const char *key, vv_span span, const vv_expr e[4]) {
    for (int i = 0; i < 4; i++) {
        const char *name = vv_format(el->c, "%s.e%d", key, i);
        for (int a = 0; name && a < el->m->nq; a++) {
            const vv_coordinate *q = &el->m->coordinate[a];
            if (!q->internal || strcmp(vv_symbol_get(el->c, q->q)->name, name)) continue;
            if (stated_before(el, q->q, span)) return;
            vv_assignment *place = VV_PUSH(el, el->m->start, el->m->nstarts, el->stcap);
            if (place) *place = (vv_assignment){q->q, e[i], span};
        }
    }
}

/* Orientation of a free frame: its parent, turned successively about axes of the current frame. */
void vv_state_start_frame(elaborator *el, const vv_node *n, const vv_env *env) {
    const char *key = vv_def_key(el, n->kid[0], env);
    vv_def *d = key ? vv_def_find(el, SPACE_FRAME, key) : NULL;
    int self = key ? vv_eval_frame(el, n->kid[0], env, false) : -1;
    vv_expr e[4] = {VV_ONE, VV_ZERO, VV_ZERO, VV_ZERO};
    if (self < 0) return;
    if (!d || !d->node->kid[4]) {
        vv_diag_hint(el->c,
                     vv_model_error(
                         el, VV_D_KIND, n->kid[0]->span,
                         "'%s' is not a free frame: its orientation follows from coordinates", key),
                     "state the initial values of its coordinates instead");
        return;
    }
    int base = vv_eval_frame(el, n->kid[1], env, true);
    bool known = base >= 0 && base == el->m->frames.frame[self].parent;
    if (base >= 0 && !known)
        vv_model_error(el, VV_D_KIND, n->kid[1]->span,
                       "the initial orientation of a free frame is relative to the frame it was "
                       "declared with");
    for (int i = 2; i < n->n; i++) {
        const vv_node *axis = n->kid[i]->kid[1];
        vv_expr angle = vv_eval_scalar(el, n->kid[i]->kid[0], env);
        int named = vv_eval_named_axis(el, axis, &angle);
        if (named < 0)
            vv_diag_hint(
                el->c,
                vv_model_error(
                    el, VV_D_KIND, axis->span,
                    "an initial orientation is turned about x, y or z of the frame reached"),
                "write start B = world turned 30 [deg] about x");
        if (named < 0 || !angle.id) known = false;
        if (known) turn_by(el->c, e, angle, named);
    }
    if (known) start_parameters(el, key, n->span, e);
}

void vv_state_run(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_dimension dim;
    vv_expr e;
    if (!vv_eval_quantity(el, n->kid[0], env, &e, &dim)) return;
    if (!unit_fits(el, n->kid[0], dim, (vv_dimension){true, 0, 0, 1}, "the duration")) return;
    if (depends_on_motion(el, e) || vv_is_zero(e) || vv_certainly_negative(el, e)) {
        vv_diag_hint(
            el->c,
            vv_model_error(el, VV_D_VALUE, n->kid[0]->span, "a duration is a positive number"),
            "write run 20 [s]");
        return;
    }
    if (el->m->has_run) {
        vv_diag *d = vv_model_error(el, VV_D_TWICE, n->span, "the duration is stated twice");
        d->related = el->run_span;
        d->related_text = "first stated here";
        return;
    }
    el->run_span = n->span;
    el->m->run = e;
    el->m->has_run = true;
}

/* ---- show ----------------------------------------------------------------------------------- */

/* A parameter, or (for a response) an input. */
static bool chart_symbol(elaborator *el, const vv_node *n, const vv_env *env, bool map,
                         vv_expr *out) {
    if (vv_parameter_is_replaced(el, n)) return false;
    *out = vv_eval_scalar(el, n, env);
    const vv_symbol *s = out->id ? vv_symbol_get(el->c, *out) : NULL;
    const vv_def *d = n->kind == VV_N_NAME ? vv_def_find(el, SPACE_SCALAR, n->name) : NULL;
    bool input = d && d->kind == DEF_INPUT;
    if (!out->id) return false;
    bool moving = map && s && /* of a steady motion */
                  ((s->kind == VV_SYM_COORDINATE && s->order <= 1) ||
                   (s->kind == VV_SYM_SPEED && s->order == 0));
    if (s && (input ? !map : moving || s->kind == VV_SYM_PARAMETER)) return true;
    vv_diag_hint(
        el->c,
        vv_model_error(el, VV_D_KIND, n->span, "%s",
                       map ? "stability(...) is shown over two parameters, or values of steady "
                             "motions"
                           : "response(...) is shown over a parameter or an input"),
        map ? "write show stability(k, c), with box k in (0, 5), c in (0, 2)"
            : "write show response(a), with box a in (0.1, 10)");
    return false;
}

static void state_chart(elaborator *el, const vv_node *e, const vv_env *env) {
    vv_parameter_chart k = {.map = !strcmp(e->name, "stability"), .span = e->span};
    int wanted = k.map ? 2 : 1;
    if (e->n != wanted) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_ARITY, e->span, "%s takes %s", e->name,
                                    k.map ? "two parameters" : "one parameter or input"),
                     k.map ? "write show stability(k, c)" : "write show response(a)");
        return;
    }
    for (int i = 0; i < wanted; i++)
        if (!chart_symbol(el, e->kid[i], env, k.map, &k.over[i])) return;
    if (k.map && vv_same(k.over[0], k.over[1])) {
        vv_model_error(el, VV_D_KIND, e->span,
                       "stability(...) is shown over two different parameters");
        return;
    }
    k.text = vv_source_text(el, e, env);
    vv_parameter_chart *place = VV_PUSH(el, el->m->chart, el->m->ncharts, el->picap);
    if (place) *place = k;
}

static bool is_chart(elaborator *el, const vv_node *e) {
    if (e->kind != VV_N_CALL || (strcmp(e->name, "response") && strcmp(e->name, "stability")))
        return false;
    const vv_def *d = vv_def_find(el, SPACE_SCALAR, e->name);
    return !d || d->kind != DEF_FUNCTION;
}

/* path(P) is the point, reaction(P) the force at it; anything else is a value. */
void vv_state_show(elaborator *el, const vv_node *n, const vv_env *env) {
    const vv_node *e = n->kid[0];
    if (is_chart(el, e)) {
        state_chart(el, e, env);
        return;
    }
    bool path = e->kind == VV_N_CALL && !strcmp(e->name, "path"),
         reaction = e->kind == VV_N_CALL && !strcmp(e->name, "reaction");
    vv_show s = {.span = e->span, .reaction = reaction, .path = path};
    s.vector = path || reaction;
    bool fine = true;
    for (int i = 0; s.vector && i < e->n; i++) fine &= vv_eval_vector(el, e->kid[i], env, &s.v);
    if (!s.vector) {
        vv_value v = vv_eval(el, e, env);
        fine = v.kind != VALUE_BAD;
        s.vector = v.kind == VALUE_VECTOR;
        s.value = v.s;
        s.v = v.v;
    }
    if (fine) s.text = vv_source_text(el, path && e->n ? e->kid[0] : e, env);
    vv_show *place = fine ? VV_PUSH(el, el->m->show, el->m->nshows, el->shcap) : NULL;
    if (place) *place = s;
}

/* A velocity or a parameter: an impact leaves the positions unchanged. A velocity is a rate, a
 * speed, or any expression in them, such as that of a point along a direction. */
static vv_expr event_target(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_expr e = vv_eval_scalar(el, n, env);
    const vv_symbol *s = e.id ? vv_symbol_get(el->c, e) : NULL;
    if (!e.id || (s && (s->kind == VV_SYM_PARAMETER || s->kind == VV_SYM_SPEED))) return e;
    if (vv_has_derivative_of_order(el, e, 1) && !vv_has_derivative_of_order(el, e, 2)) return e;
    vv_diag_hint(el->c,
                 vv_model_error(el, VV_D_KIND, n->span,
                                s && s->kind == VV_SYM_COORDINATE && s->order == 0
                                    ? "an impulse law does not set a position"
                                    : "an impulse law sets velocities and parameters"),
                 "write when y = 0 then y' = -e*y', or dot(velocity(P), n) = 0");
    return VV_POISON;
}

/* Value and direction of a condition. */
static bool condition(elaborator *el, const vv_node *compare, const vv_env *env,
                      vv_model_event *w) {
    vv_expr left = vv_eval_scalar(el, compare->kid[0], env),
            right = vv_eval_scalar(el, compare->kid[1], env);
    if (!left.id || !right.id) return false;
    w->value = vv_sub(el->c, left, right);
    w->direction = compare->name[0] == '>' ? 1 : compare->name[0] == '<' ? -1 : 0;
    w->text = vv_source_text(el, compare, env);
    bool constant = vv_is_const(el->c, w->value);
    if (compare->name[0] != '!' && !constant) return true;
    vv_diag_hint(el->c,
                 vv_model_error(el, VV_D_KIND, compare->span,
                                constant
                                    ? "this does not depend on the motion, so it defines no event"
                                    : "this holds almost always, so it defines no event"),
                 "write when y = 0 then ..., or when y > 0 then ...");
    return false;
}

void vv_state_when(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_model_event w = {.span = n->kid[0]->span,
                        .law = VV_ARRAY(el->c, vv_assignment, n->n),
                        .set = VV_ARRAY(el->c, vv_assignment, n->n)};
    bool fine = condition(el, n->kid[0], env, &w) && w.law && w.set;
    for (int i = 1; fine && i < n->n; i++) {
        const vv_node *k = n->kid[i];
        if (k->kind != VV_N_ASSIGN) {
            w.record |= !strcmp(k->name, "record");
            w.stop |= !strcmp(k->name, "stop");
            continue;
        }
        vv_assignment law = {.symbol = event_target(el, k->kid[0], env),
                             .value = vv_eval_scalar(el, k->kid[1], env),
                             .span = k->span};
        fine &= law.symbol.id && law.value.id;
        const vv_symbol *name = fine ? vv_symbol_get(el->c, law.symbol) : NULL;
        if (name && name->kind == VV_SYM_PARAMETER)
            w.set[w.nsets++] = law;
        else
            w.law[w.nlaws++] = law;
    }
    vv_model_event *place = fine ? VV_PUSH(el, el->m->when, el->m->nwhens, el->whcap) : NULL;
    if (place) *place = w;
}

void vv_state_box(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_expr symbol = target(el, n->kid[0], env, false);
    vv_expr low = vv_eval_scalar(el, n->kid[1], env), high = vv_eval_scalar(el, n->kid[2], env);
    vv_expr width = vv_sub(el->c, high, low);
    if (low.id && high.id && (vv_is_zero(width) || vv_certainly_negative(el, width)))
        vv_model_error(el, VV_D_VALUE, n->span, "this interval is empty");
    if (!symbol.id || !low.id || !high.id) return;
    if (depends_on_motion(el, low) || depends_on_motion(el, high)) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_KIND, n->span, "the bounds of a box are constant"),
                     "write box θ in (-pi, pi), x in (0, l)");
        return;
    }
    vv_search_interval *place = VV_PUSH(el, el->m->box, el->m->nboxes, el->bxcap);
    if (place) *place = (vv_search_interval){symbol, low, high, n->span};
}

/* ---- claims -------------------------------------------------------------------------------- */

static bool equations_of(elaborator *el, const vv_node *list, const vv_env *env, int *n,
                         vv_expr **out) {
    *n = 0;
    if (!list) return true;
    *out = VV_ARRAY(el->c, vv_expr, list->n);
    for (int i = 0; *out && i < list->n; i++)
        if (!vv_eval_equation(el, list->kid[i], env, &(*out)[(*n)++])) return false;
    return *out != NULL;
}

/* A neglected term is a quantity or a power of one. */
static bool is_order(elaborator *el, vv_expr e) {
    if (vv_symbol_get(el->c, e)) return true;
    return vv_expr_op(el->c, e) == VV_MUL && vv_expr_arity(el->c, e) == 1 &&
           vv_expr_exponent(el->c, e, 0) > 0 && vv_symbol_get(el->c, vv_expr_child(el->c, e, 0));
}

static bool neglected(elaborator *el, const vv_node *list, const vv_env *env, vv_claim *k) {
    k->neglect = VV_ARRAY(el->c, vv_expr, list ? list->n : 1);
    for (int i = 0; list && k->neglect && i < list->n; i++) {
        vv_expr e = vv_eval_scalar(el, list->kid[i], env);
        if (!e.id) return false;
        if (!is_order(el, e)) {
            vv_diag_hint(el->c,
                         vv_model_error(el, VV_D_KIND, list->kid[i]->span,
                                        "neglect a quantity or a power of one"),
                         "write neglecting ω^2");
            return false;
        }
        k->neglect[k->nneglect++] = e;
    }
    return k->neglect != NULL;
}

/* `if`: an inequality, or an equation as in `when`. */
static bool conditions_of(elaborator *el, const vv_node *list, const vv_env *env, vv_claim *k) {
    int n = list ? list->n : 0;
    vv_expr *when = VV_ARRAY(el->c, vv_expr, k->nwhen + n + 1);
    k->positive = VV_ARRAY(el->c, vv_expr, n + 1);
    k->nonzero = VV_ARRAY(el->c, vv_expr, n + 1);
    k->weak = VV_ARRAY(el->c, bool, n + 1);
    if (!when || !k->positive || !k->nonzero || !k->weak) return false;
    for (int i = 0; i < k->nwhen; i++) when[i] = k->when[i];
    k->when = when;
    for (int i = 0; i < n; i++) {
        const vv_node *e = list->kid[i];
        vv_expr a = vv_eval_scalar(el, e->kid[0], env), b = vv_eval_scalar(el, e->kid[1], env);
        if (!a.id || !b.id) return false;
        if (!strcmp(e->name, "="))
            k->when[k->nwhen++] = vv_sub(el->c, a, b);
        else if (e->name[0] == '>' || e->name[0] == '<') {
            k->weak[k->npositive] = e->name[1] == '=';
            k->positive[k->npositive++] =
                e->name[0] == '>' ? vv_sub(el->c, a, b) : vv_sub(el->c, b, a);
        } else
            k->nonzero[k->nnonzero++] = vv_sub(el->c, a, b);
    }
    return true;
}

/* `at` is an equilibrium for a frequency; equations and identities may be restricted to it. */
static bool position_of(elaborator *el, const vv_node *list, const vv_env *env, vv_claim *k) {
    vv_expr *at;
    int n;
    if (!list) return true;
    if (!equations_of(el, list, env, &n, &at)) return false;
    if (k->kind == VV_CLAIM_FREQUENCY || k->kind == VV_CLAIM_STABLE) {
        k->nat = n, k->at = at;
    } else if (k->kind == VV_CLAIM_EQUATION || k->kind == VV_CLAIM_IDENTITY) {
        vv_expr *when = VV_ARRAY(el->c, vv_expr, k->nwhen + n + 1);
        if (!when) return false;
        for (int i = 0; i < k->nwhen + n; i++)
            when[i] = i < k->nwhen ? k->when[i] : at[i - k->nwhen];
        k->when = when;
        k->nwhen += n;
    } else {
        k->kind = VV_CLAIM_LATER;
    }
    return true;
}

/* The part after the name of the kind; for kinds that later studies decide, only its errors
 * matter here. */
static bool claimed(elaborator *el, const vv_node *n, const vv_env *env, vv_claim *k) {
    const vv_node *what = n->kid[0];
    if (!what) return true;
    if (what->kind == VV_N_LIST) return equations_of(el, what, env, &k->nat, &k->at);
    bool equation = what->kind == VV_N_COMPARE;
    if (!equation) return (k->value = vv_eval_scalar(el, what, env)).id != 0;
    if (!vv_eval_equation(el, what, env, &k->value)) return false;
    vv_dimension_check_add(el, k->value, what->span, VV_QUANTITY_ANY);
    return true;
}

/* The same, keeping where it is real, and its divisors: constructors fold sqrt(x)^2, x/x. */
static bool claimed_with_domain(elaborator *el, const vv_node *n, const vv_env *env, vv_claim *k) {
    el->nreal = el->ndivisors = 0;
    el->in_claim = true;
    bool read = claimed(el, n, env, k);
    el->in_claim = false;
    k->real = VV_ARRAY(el->c, vv_expr, el->nreal + 1);
    k->divisor = VV_ARRAY(el->c, vv_expr, el->ndivisors + 1);
    if (!k->real || !k->divisor) return false;
    for (; k->ndivisors < el->ndivisors; k->ndivisors++)
        k->divisor[k->ndivisors] = el->divisor[k->ndivisors];
    for (k->nreal = 0; k->nreal < el->nreal; k->nreal++) k->real[k->nreal] = el->real[k->nreal];
    return read;
}

static void state_claim(elaborator *el, const vv_node *n, const vv_env *env) {
    static const struct {
        const char *word;
        vv_claim_kind kind;
    } KINDS[] = {
        {"equation", VV_CLAIM_EQUATION},   {"identity", VV_CLAIM_IDENTITY},
        {"integral", VV_CLAIM_INTEGRAL},   {"equilibrium", VV_CLAIM_EQUILIBRIUM},
        {"frequency", VV_CLAIM_FREQUENCY}, {"combination", VV_CLAIM_COMBINATION},
        {"stable", VV_CLAIM_STABLE},
    };
    vv_claim k = {
        .kind = VV_CLAIM_LATER, .word = n->name, .negated = n->flag == 1, .span = n->span};
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (!strcmp(n->name, KINDS[i].word)) k.kind = KINDS[i].kind;
    bool read =
        claimed_with_domain(el, n, env, &k) && equations_of(el, n->kid[1], env, &k.nwhen, &k.when);
    if (!read) return;
    if (!neglected(el, n->kid[2], env, &k) || !position_of(el, n->kid[4], env, &k) ||
        !conditions_of(el, n->kid[3], env, &k))
        return;
    k.text = vv_source_text(el, n, env);
    k.requested = !n->name_span.end; /* nobody wrote its keyword */
    if (k.requested) k.text = vv_format(el->c, "claim %s %s", n->name, k.text);
    vv_claim *place = VV_PUSH(el, el->m->claim, el->m->nclaims, el->kcap);
    if (place) *place = k;
}

/* With the values put in, a claim may have no meaning: it keeps its place among the others. */
void vv_state_claim(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_diag_mark mark = vv_diag_get_mark(el->c);
    int before = el->m->nclaims, errors = vv_diag_count(el->c);
    state_claim(el, n, env);
    if (!el->at_values || el->m->nclaims > before || vv_diag_count(el->c) == errors) return;
    const char *why = vv_diag_at(el->c, vv_diag_count(el->c) - 1)->message;
    if (vv_ctx_status(el->c) == VV_E_MODEL) vv_ctx_clear_failure(el->c);
    vv_diag_rollback(el->c, mark);
    vv_claim *place = VV_PUSH(el, el->m->claim, el->m->nclaims, el->kcap);
    if (place)
        *place = (vv_claim){.kind = VV_CLAIM_LATER,
                            .word = n->name,
                            .text = vv_source_text(el, n, env),
                            .undefined = why,
                            .span = n->span};
}
