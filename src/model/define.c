/* Definitions, evaluated on demand; a definition that needs itself is reported as a cycle. */
#include <string.h>

#include "lang/lang.h"
#include "model/elaborate.h"

static vv_vec in_own_axes(elaborator *el, vv_vec v, int frame, bool *ok) {
    vv_expr x[3];
    *ok = vv_vec_components(el->c, &el->m->frames, v, frame, x);
    return *ok ? vv_vec_make(el->c, frame, x[0], x[1], x[2]) : vv_vec_zero();
}

/* ---- parameters ---------------------------------------------------------------------------- */

/* A structural parameter is its integer, in expressions too. */
void vv_parameter_make_structural(elaborator *el, vv_def *d) {
    if (d->index < 0) return; /* there was no memory to enter it */
    vv_parameter *p = &el->m->parameter[d->index];
    d->structural = p->structural = p->shapes = p->used = true;
    if (p->has_value && vv_is_const(el->c, p->value) &&
        vv_rat_is_int(vv_expr_rational(el->c, p->value)))
        d->value.s = p->value;
}

/* Values may use other parameters that have one. */
static vv_expr numeric(elaborator *el, vv_expr e) {
    for (int round = 0; round < 100; round++) {
        int n;
        vv_expr *symbols = vv_expr_symbols(el->c, 1, &e, &n);
        if (!symbols || n == 0) return e;
        for (int i = 0; i < n; i++)
            for (int k = 0; k < el->m->nparameters; k++) {
                vv_parameter *p = &el->m->parameter[k];
                if (!vv_same(p->symbol, symbols[i]) || !p->has_value) continue;
                e = vv_subst1(el->c, e, symbols[i], p->value);
                p->shapes = true;
            }
        int left;
        vv_expr_symbols(el->c, 1, &e, &left);
        if (left == n) return VV_POISON;
    }
    return VV_POISON;
}

/* A replaced value keeps its unit: that of `parameter m = 1 [kg]` with --set m=2. */
static bool keep_unit(elaborator *el, vv_def *d) {
    vv_expr e;
    vv_dimension dim;
    const vv_node *value = d->node->kid[1];
    if (!value || el->m->parameter[d->index].dimension.known) return true;
    if (!vv_eval_quantity(el, value, d->env, &e, &dim)) return false;
    el->m->parameter[d->index].dimension = dim;
    return true;
}

static bool read_parameter(elaborator *el, vv_def *d, const char *set) {
    vv_parameter *p = &el->m->parameter[d->index];
    d->value = (vv_value){.kind = VALUE_SCALAR, .s = p->symbol};
    const vv_node *value = d->node->kid[1];
    if (set) {
        value = vv_parse_expression(el->c, "--set", set, strlen(set));
        if (!value || !keep_unit(el, d)) return false;
        const vv_node *stated = d->node->kid[1];
        uint32_t end = d->node->name_span.end;
        el->m->parameter[d->index].replaced = stated ? stated->span : (vv_span){end, end};
    }
    if (!value) return true;
    vv_expr e;
    vv_dimension dim;
    if (!vv_eval_quantity(el, value, d->env, &e, &dim)) return false;
    vv_expr scale;
    vv_dimension declared;
    if (!set && d->node->kid[2] && !dim.known &&
        vv_eval_unit(el, d->node->kid[2], &scale, &declared))
        e = vv_mul(el->c, e, scale);
    p = &el->m->parameter[d->index];
    bool differ = dim.known && p->dimension.known &&
                  (dim.kg != p->dimension.kg || dim.m != p->dimension.m || dim.s != p->dimension.s);
    if (differ) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_UNIT, set ? (vv_span){0} : value->span,
                                    "the value of '%s' is in %s, but its unit is %s", d->key,
                                    vv_unit_dimension_text(el->c, dim.kg, dim.m, dim.s),
                                    vv_unit_dimension_text(el->c, p->dimension.kg, p->dimension.m,
                                                           p->dimension.s)),
                     set ? "write the value in that unit, or without a unit in SI"
                         : "state one unit only");
        return false;
    }
    if (dim.known && !set) p->dimension = dim;
    p->value = numeric(el, e), p->law = e;
    p->has_value = p->value.id != 0;
    if (!p->has_value)
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_VALUE, value->span,
                                    "the value of '%s' is not a number", d->key),
                     "a parameter's value may use other parameters only if they have values; use "
                     "let for abbreviations");
    vv_parameter_take_value(el, d);
    if (d->structural) vv_parameter_make_structural(el, d);
    return p->has_value;
}

static bool define_parameter(elaborator *el, vv_def *d) {
    int first = vv_diag_count(el->c);
    const char *set = vv_setting_find(el, d->key);
    bool ok = read_parameter(el, d, set);
    if (set && !ok) vv_setting_locate_faults(el, first, d->key, set);
    return ok;
}

/* ---- functions, directions ----------------------------------------------------------------- */

static bool define_function(elaborator *el, vv_def *d) {
    vv_ctx *c = el->c;
    const vv_node *list = d->node->kid[0], *body = d->node->kid[1];
    vv_expr *args = VV_ARRAY(c, vv_expr, list->n);
    if (!args) return false;
    if (list->n > 16) {
        vv_model_error(el, VV_D_ARITY, list->span, "a function of more than 16 variables");
        return false;
    }
    for (int i = 0; i < list->n; i++) {
        const char *key = vv_def_key(el, list->kid[i], d->env);
        if (!key) return false;
        bool known = vv_def_find(el, SPACE_SCALAR, key) || !strcmp(key, "t");
        args[i] =
            known ? vv_eval_scalar(el, list->kid[i], d->env) : vv_symbol_new(c, key, VV_SYM_OTHER);
        if (!args[i].id) return false;
    }
    vv_function_def *f = &el->function[d->index];
    f->args = args;
    f->n = list->n;
    if (body) {
        /* bound names are not scalars of the model: visible in the body only, unlike loop
         * variables */
        for (int i = 0; i < list->n; i++)
            if (!vv_symbol_get(c, args[i])) {
                vv_diag_hint(c,
                             vv_model_error(el, VV_D_KIND, list->kid[i]->span,
                                            "a defined function needs plain variables"),
                             "use a coordinate, a parameter or t");
                return false;
            }
        bool bound[16];
        for (int i = 0; i < list->n; i++) {
            const char *key = vv_def_key(el, list->kid[i], d->env);
            bound[i] = !vv_def_find(el, SPACE_SCALAR, key) && strcmp(key, "t");
            if (!bound[i]) continue;
            vv_def *tmp =
                vv_def_add(el, SPACE_SCALAR, DEF_LET, key, d->node, d->env, list->kid[i]->span);
            if (tmp)
                tmp->state = 2, tmp->ok = true,
                tmp->value = (vv_value){.kind = VALUE_SCALAR, .s = args[i]};
        }
        vv_expr e = vv_eval_scalar(el, body, d->env);
        for (int i = 0; i < list->n; i++) { /* the bound names disappear again */
            vv_def *tmp = bound[i]
                              ? vv_def_find(el, SPACE_SCALAR, vv_def_key(el, list->kid[i], d->env))
                              : NULL;
            if (tmp) tmp->key = "";
        }
        el->function[d->index].body = e;
        return e.id != 0;
    }
    int index = vv_function_new(c, d->key, list->n);
    el->function[d->index].function = index;
    return index >= 0;
}

/* A known function of time: must not depend on anything else that varies. */
static bool define_given(elaborator *el, vv_def *d) {
    vv_value v = d->value = vv_eval(el, d->node->kid[1], d->env);
    const char *offending = NULL;
    for (int i = 0; i < el->m->nq && v.kind != VALUE_BAD && !offending; i++) {
        const vv_coordinate *q = &el->m->coordinate[i];
        vv_expr symbol[3] = {q->q, q->qd, q->qdd};
        bool moves = v.kind == VALUE_SCALAR && vv_depends(el->c, v.s, 3, symbol);
        for (int k = 0; v.kind == VALUE_VECTOR && k < 3 * v.v.n; k++)
            moves |= vv_depends(el->c, v.v.part[k / 3].x[k % 3], 3, symbol);
        if (moves) offending = vv_symbol_get(el->c, q->q)->name;
    }
    if (!offending) return v.kind != VALUE_BAD;
    vv_diag_hint(el->c,
                 vv_model_error(el, VV_D_KIND, d->node->kid[1]->span,
                                "'%s' is given as a function of time, but depends on '%s'", d->key,
                                offending),
                 "an abbreviation is let %s = ...", d->key);
    return false;
}

static bool define_direction(elaborator *el, vv_def *d) {
    vv_vec v;
    vv_expr x[3];
    int frame = vv_eval_frame(el, d->node->kid[2], d->env, true);
    if (frame < 0 || !vv_eval_vector(el, d->node->kid[1], d->env, &v)) return false;
    if (!vv_vec_components(el->c, &el->m->frames, v, frame, x)) {
        vv_model_error(el, VV_D_FRAMES, d->node->span,
                       "the relative position of these frames is unknown");
        return false;
    }
    d->value = (vv_value){.kind = VALUE_SCALAR, .s = x[d->index]};
    return true;
}

/* ---- frames -------------------------------------------------------------------------------- */

/* Rotation about any fixed direction u of the current frame: Rodrigues' matrix. */
static bool general_turn(elaborator *el, const vv_node *axis, const vv_env *env, int parent,
                         vv_expr angle, vv_frame *f) {
    vv_ctx *c = el->c;
    vv_vec v;
    vv_expr u[3];
    if (!vv_eval_vector(el, axis, env, &v) || !vv_vec_components(c, &el->m->frames, v, parent, u))
        return false;
    vv_expr sum = VV_ZERO;
    for (int i = 0; i < 3; i++) sum = vv_add(c, sum, vv_mul(c, u[i], u[i]));
    for (int i = 0; i < 3; i++) {
        u[i] = vv_div(c, u[i], vv_sqrt(c, sum));
        if (!vv_is_zero(vv_eval_time_derivative(el, u[i]))) {
            vv_diag_hint(
                c,
                vv_model_error(el, VV_D_FRAMES, axis->span,
                               "the rotation axis must be fixed in the frame reached so far"),
                "rotate step by step about x, y, z");
            return false;
        }
    }
    vv_expr co = vv_cos(c, angle), si = vv_sin(c, angle), rest = vv_sub(c, VV_ONE, co),
            rate = vv_eval_time_derivative(el, angle);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            vv_expr e = vv_product(c, 3, (vv_expr[]){rest, u[i], u[j]});
            if (i == j)
                e = vv_add(c, e, co);
            else
                e = vv_add(c, e,
                           vv_scale(c, vv_rat_int((j - i + 3) % 3 == 1 ? -1 : 1),
                                    vv_mul(c, si, u[3 - i - j])));
            f->matrix[3 * i + j] = e;
        }
    for (int i = 0; i < 3; i++) f->spin[i] = vv_mul(c, rate, u[i]);
    f->kind = VV_FRAME_MATRIX;
    return true;
}

int vv_eval_named_axis(elaborator *el, const vv_node *axis, vv_expr *angle) {
    bool negative = axis->kind == VV_N_NEGATE;
    if (negative) axis = axis->kid[0];
    if (axis->kind != VV_N_NAME || strlen(axis->name) != 1 || !strchr("xyz", axis->name[0]))
        return -1;
    if (negative && angle->id) *angle = vv_neg(el->c, *angle);
    return axis->name[0] - 'x';
}

static int turn_once(elaborator *el, const vv_node *turn, const vv_env *env, int parent) {
    vv_expr angle = vv_eval_scalar(el, turn->kid[0], env);
    if (!angle.id) return -1;
    if (vv_has_derivative_of_order(el, angle, 1) || vv_has_derivative_of_order(el, angle, 2)) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_KIND, turn->kid[0]->span,
                                    "an angle depends on positions and time only"),
                     "a rotation without angles is free (p, q, r)");
        return -1;
    }
    const vv_node *axis = turn->kid[1];
    int named = vv_eval_named_axis(el, axis, &angle);
    vv_frame f = {.kind = VV_FRAME_ROTATION, .parent = parent, .angle = angle, .span = turn->span};
    f.origin = el->m->frames.frame[parent].origin;
    if (named >= 0)
        f.axis = named;
    else if (!general_turn(el, axis, env, parent, angle, &f))
        return -1;
    return vv_frame_add(el->c, &el->m->frames, f);
}

/* A free frame restated by angles. */
static int turned_frame(elaborator *el, const vv_def *d, int parent) {
    const vv_turned_frame *t = NULL;
    for (int i = 0; i < el->m->nturned; i++)
        if (!strcmp(el->m->turned[i].name, d->key)) t = &el->m->turned[i];
    for (int i = 0; t && i < 3 && parent >= 0; i++) {
        vv_frame f = {.kind = VV_FRAME_ROTATION,
                      .parent = parent,
                      .angle = t->angle[i],
                      .axis = vv_chart_axis(el->chart, i),
                      .span = d->span};
        f.origin = el->m->frames.frame[parent].origin;
        parent = vv_frame_add(el->c, &el->m->frames, f);
    }
    return t ? parent : -1;
}

/* The matrix of Euler parameters with sum of squares one. */
static int free_frame(elaborator *el, vv_def *d, int parent) {
    vv_ctx *c = el->c;
    if (el->chart != CHART_EULER_PARAMETERS) return turned_frame(el, d, parent);
    vv_frame f = {.kind = VV_FRAME_MATRIX, .parent = parent, .span = d->span};
    vv_expr e[4];
    int at = -1;
    const char *first = vv_format(c, "%s.e0", d->key);
    for (int i = 0; first && i < el->m->nq; i++)
        if (el->m->coordinate[i].internal &&
            !strcmp(vv_symbol_get(c, el->m->coordinate[i].q)->name, first))
            at = i;
    if (at < 0) return -1;
    for (int i = 0; i < 4; i++) e[i] = el->m->coordinate[at + i].q;
    vv_rat two = vv_rat_int(2);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int k = 3 - i - j;
            vv_expr x;
            if (i == j) {
                vv_expr a = e[(i + 1) % 3 + 1], b = e[(i + 2) % 3 + 1];
                x = vv_sub(c, VV_ONE,
                           vv_scale(c, two, vv_add(c, vv_mul(c, a, a), vv_mul(c, b, b))));
            } else {
                vv_expr turn = vv_mul(c, e[0], e[k + 1]), sym = vv_mul(c, e[i + 1], e[j + 1]);
                bool minus = (j - i + 3) % 3 == 1;
                x = vv_scale(c, two, minus ? vv_sub(c, sym, turn) : vv_add(c, sym, turn));
            }
            f.matrix[3 * i + j] = x;
        }
    int index = vv_frame_add(c, &el->m->frames, f);
    if (index < 0) return -1;
    vv_expr w[3];
    for (int i = 0; i < 3; i++) {
        const char *name = vv_def_key(el, d->node->kid[4]->kid[i], d->env);
        vv_def *speed = name ? vv_def_find(el, SPACE_SCALAR, name) : NULL;
        if (!speed || speed->index < 0) return -1;
        w[i] = speed->value.s;
    }
    if (d->node->kid[5]) { /* speeds along the parent's axes */
        int along = vv_eval_frame(el, d->node->kid[5], d->env, true);
        if (along != parent) {
            vv_model_error(el, VV_D_FRAMES, d->node->kid[5]->span,
                           "speeds of a free frame are along its own axes or its parent's");
            return -1;
        }
        el->m->frames.frame[index].spin_in_parent = true;
    }
    memcpy(el->m->frames.frame[index].spin, w, sizeof w);
    return index;
}

/* Only the angular velocity is known, in the frame's own axes: the frame exists before its
 * angular velocity is read. */
static bool turning_frame(elaborator *el, vv_def *d) {
    vv_frame f = {.kind = VV_FRAME_ANGULAR_VELOCITY, .parent = -1, .span = d->span, .name = d->key};
    for (int i = 0; i < 3; i++) f.spin[i] = VV_ZERO;
    d->index = vv_frame_add(el->c, &el->m->frames, f);
    if (d->index < 0) return false;
    d->state = 2, d->ok = true;
    vv_vec w;
    bool ok = vv_eval_vector(el, d->node->kid[3], d->env, &w);
    if (!ok) return false;
    w = in_own_axes(el, w, d->index, &ok);
    for (int i = 0; ok && i < 3; i++) {
        vv_expr x = w.n ? w.part[0].x[i] : VV_ZERO;
        for (int k = 0; k < el->m->nq; k++)
            if (vv_depends(el->c, x, 1, &el->m->coordinate[k].q) ||
                vv_depends(el->c, x, 1, &el->m->coordinate[k].qd))
                ok = false;
        el->m->frames.frame[d->index].spin[i] = x;
    }
    if (!ok)
        vv_diag_hint(
            el->c,
            vv_model_error(
                el, VV_D_FRAMES, d->node->kid[3]->span,
                "the angular velocity of '%s' must be given in its own axes by parameters and t",
                d->key),
            "write turning ω*(cos(α)*%s.x + sin(α)*%s.z)", d->key, d->key);
    return ok;
}

static bool define_frame(elaborator *el, vv_def *d) {
    const vv_node *n = d->node;
    if (n->kid[3]) return turning_frame(el, d);
    int parent = vv_eval_frame(el, n->kid[1], d->env, true), f = parent;
    if (parent < 0) return false;
    if (n->kid[4]) f = free_frame(el, d, parent);
    for (int i = 6; i < n->n && f >= 0; i++) f = turn_once(el, n->kid[i], d->env, f);
    if (f == parent) { /* same axes, own origin or own name */
        vv_frame same = {.kind = VV_FRAME_ROTATION,
                         .parent = parent,
                         .angle = VV_ZERO,
                         .axis = 2,
                         .span = d->span};
        f = vv_frame_add(el->c, &el->m->frames, same);
    }
    if (f < 0) return false;
    vv_vec origin = el->m->frames.frame[parent].origin;
    if (n->kid[2] && !vv_eval_vector(el, n->kid[2], d->env, &origin)) return false;
    el->m->frames.frame[f].name = d->key;
    el->m->frames.frame[f].origin = origin;
    d->index = f;
    return true;
}

/* ---- on demand ----------------------------------------------------------------------------- */

static bool evaluate(elaborator *el, vv_def *d) {
    switch (d->kind) {
    case DEF_PARAMETER: return define_parameter(el, d);
    case DEF_FUNCTION: return define_function(el, d);
    case DEF_DIRECTION: return define_direction(el, d);
    case DEF_MOMENTUM: return vv_define_momentum(el, d);
    case DEF_FRAME: return define_frame(el, d);
    case DEF_BODY: return vv_define_body(el, d);
    case DEF_AUXILIARY: {
        vv_expr e = vv_eval_scalar(el, d->node->kid[1], d->env);
        el->m->speed[d->index].value = e;
        return e.id != 0;
    }
    case DEF_GIVEN: return define_given(el, d);
    case DEF_INPUT:
        d->value =
            (vv_value){.kind = VALUE_SCALAR, .s = vv_symbol_new(el->c, d->key, VV_SYM_PARAMETER)};
        return true;
    case DEF_POINT: {
        d->value.kind = VALUE_VECTOR;
        return vv_eval_vector(el, d->node->kid[1], d->env, &d->value.v);
    }
    case DEF_LET:
    case DEF_OUTPUT:
        d->value = vv_eval(el, d->node->kid[1], d->env);
        return d->value.kind != VALUE_BAD;
    case DEF_COORDINATE:
    case DEF_SPEED:
    case DEF_FREE_SPEED: break;
    case DEF_SURFACE: return vv_define_surface(el, d);
    }
    return d->ok;
}

/* ": a needs b, which needs c, which needs a" */
static const char *circle(elaborator *el, const vv_def *d) {
    enum { MOST_SHOWN = 8 };
    const char *text = d->key;
    int n = 0;
    for (const vv_def *k = el->current; k && k != d && text && n <= MOST_SHOWN;
         k = k->needed_by, n++)
        text = n < MOST_SHOWN ? vv_format(el->c, "%s, which needs %s", k->key, text)
                              : vv_format(el->c, "..., which needs %s", text);
    return n && text ? vv_format(el->c, ": %s needs %s", d->key, text) : "";
}

/* Momenta first: while their Hamiltonian is read, what it uses sees them as symbols. */
void vv_define_all(elaborator *el) {
    for (int momenta = 1; momenta >= 0; momenta--)
        for (int i = 0; i < el->ndefs && vv_ctx_ok(el->c); i++) {
            el->too_early = false;
            if (!momenta || el->order[i]->kind == DEF_MOMENTUM) vv_define(el, el->order[i]);
        }
}

/* A user of a definition inherits the units seen in its numbers. */
bool vv_define(elaborator *el, vv_def *d) {
    if (d->state == 2) {
        el->saw_unit |= d->saw_unit;
        return d->ok;
    }
    if (d->state == 1) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_CYCLE, d->span, "the definition of '%s' is circular%s",
                                    d->key, circle(el, d)),
                     "break the circular definition");
        return d->ok = false;
    }
    if (el->depth >= MOST_NESTED_DEFINITIONS) {
        if (el->too_deep) return false; /* the rest of the same chain */
        el->too_deep = true;
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_DEPTH, d->span, "definitions nested deeper than %d",
                                    MOST_NESTED_DEFINITIONS),
                     "define '%s' before its use", d->key);
        return false;
    }
    bool before = el->saw_unit;
    vv_binding *bound = el->bound;
    el->bound = NULL; /* names bound at the place of use are not visible in it */
    d->state = 1;
    d->needed_by = el->current;
    el->current = d;
    el->depth++;
    el->saw_unit = false;
    bool ok = evaluate(el, d);
    el->bound = bound;
    d->saw_unit = el->saw_unit && d->kind != DEF_PARAMETER; /* its symbol keeps the dimension */
    el->saw_unit = before || d->saw_unit;
    el->depth--;
    el->current = d->needed_by;
    bool later = !ok && el->too_early && (d->kind == DEF_LET || d->kind == DEF_OUTPUT);
    if (!ok && el->too_early && !later) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_CYCLE, d->span,
                                    "the definition of '%s' uses an energy of the whole model",
                                    d->key),
                     "T, U and energy are available in let, claim and show");
        el->too_early = false;
    }
    if (!ok && !later && vv_diag_errors(el->c) == 0 &&
        vv_ctx_ok(el->c)) /* nothing fails silently */
        vv_model_error(el, VV_D_KIND, d->span, "'%s' cannot be defined by this", d->key);
    d->state = later ? 0 : 2;
    return d->ok = ok;
}
