/* Evaluation of syntax to expressions: scalars and vectors. */
#include <math.h>
#include <string.h>

#include "lang/lang.h"
#include "model/elaborate.h"

static vv_value bad(void) { return (vv_value){.kind = VALUE_BAD}; }
static vv_value scalar(vv_expr e) {
    return (vv_value){.kind = e.id ? VALUE_SCALAR : VALUE_BAD, .s = e};
}
static vv_value vector(vv_vec v) { return (vv_value){.kind = VALUE_VECTOR, .v = v}; }

vv_expr vv_eval_time_derivative(elaborator *el, vv_expr e) {
    vv_expr out = VV_POISON;
    for (int i = 0; i < el->nrates; i++) /* usually of a coordinate: q' */
        if (vv_same(el->symbol[i], e)) return el->rate[i];
    vv_total_derivative(el->c, el->nrates, el->symbol, el->rate, 1, &e, &out);
    return out;
}

static vv_value eval_wanted(elaborator *el, const vv_node *n, const vv_env *env, bool vector) {
    bool outer = el->wants_vector;
    el->wants_vector = vector;
    vv_value v = vv_eval(el, n, env);
    el->wants_vector = outer;
    return v;
}

vv_expr vv_eval_scalar(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_value v = eval_wanted(el, n, env, false);
    if (v.kind == VALUE_SCALAR) return v.s;
    if (v.kind == VALUE_VECTOR)
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_KIND, n->span, "expected a scalar, this is a vector"),
                     "take a component with dot(..., world.x) or its length with norm(...)");
    return VV_POISON;
}

bool vv_eval_vector(elaborator *el, const vv_node *n, const vv_env *env, vv_vec *out) {
    vv_value v = eval_wanted(el, n, env, true);
    *out = v.v;
    if (v.kind == VALUE_SCALAR && vv_is_zero(v.s)) {
        *out = vv_vec_zero();
        return true;
    }
    if (v.kind == VALUE_SCALAR)
        vv_hint_scalar_for_vector(
            el, vv_model_error(el, VV_D_KIND, n->span, "expected a vector, this is a scalar"), n);
    return v.kind == VALUE_VECTOR;
}

bool vv_eval_equation(elaborator *el, const vv_node *n, const vv_env *env, vv_expr *out) {
    if (n->kind != VV_N_COMPARE || strcmp(n->name, "=")) {
        vv_diag_hint(el->c, vv_model_error(el, VV_D_KIND, n->span, "expected an equation"),
                     "write left = right");
        return false;
    }
    vv_value l = vv_eval(el, n->kid[0], env), r = vv_eval(el, n->kid[1], env);
    *out = VV_POISON;
    if (l.kind == VALUE_BAD || r.kind == VALUE_BAD) return false;
    if (l.kind == VALUE_SCALAR && r.kind == VALUE_SCALAR)
        *out = vv_sub(el->c, l.s, r.s);
    else
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_KIND, n->span,
                                    l.kind == r.kind ? "this is an equation between vectors"
                                                     : "a vector cannot equal a scalar"),
                     "state it for each component: dot(..., world.x) = ...");
    return out->id != 0;
}

/* ---- numbers and units --------------------------------------------------------------------- */

bool vv_eval_unit(elaborator *el, const vv_node *unit, vv_expr *scale, vv_dimension *dim) {
    vv_unit u;
    const char *num, *den;
    vv_rat a, b;
    if (!vv_unit_parse(unit->name, strlen(unit->name), &u, NULL)) return false;
    if (!vv_unit_scale(el->c, &u, &num, &den)) return false;
    if (!vv_rat_parse(el->c, num, &a) || !vv_rat_parse(el->c, den, &b)) return false;
    *scale = vv_mul(el->c, vv_rational(el->c, vv_rat_div(el->c, a, b)),
                    vv_pow_int(el->c, vv_pi(el->c), u.pi));
    *dim = (vv_dimension){true, u.kg, u.m, u.s};
    return true;
}

static vv_value number(elaborator *el, const vv_node *n) {
    vv_rat r;
    if (!vv_rat_parse(el->c, n->number, &r)) {
        vv_model_error(el, VV_D_VALUE, n->span, "the number '%s' is too large", n->number);
        return bad();
    }
    vv_expr e = vv_rational(el->c, r), scale;
    vv_dimension dim;
    if (n->n > 0 && n->kid[0] && vv_eval_unit(el, n->kid[0], &scale, &dim)) {
        e = vv_mul(el->c, e, scale);
        el->saw_unit |= dim.kg || dim.m || dim.s;
    }
    return scalar(e);
}

/* A value with the unit written on it (5 [kg], (1/3) [m], -9.81 [m/s^2]). */
bool vv_eval_quantity(elaborator *el, const vv_node *n, const vv_env *env, vv_expr *out,
                      vv_dimension *dim) {
    *dim = (vv_dimension){0};
    const vv_node *inner = n->kind == VV_N_NEGATE ? n->kid[0] : n;
    const vv_node *unit = inner->kind == VV_N_NUMBER && inner->n > 0 ? inner->kid[0]
                          : inner->kind == VV_N_QUANTITY             ? inner->kid[1]
                                                                     : NULL;
    vv_expr scale;
    if (unit) vv_eval_unit(el, unit, &scale, dim);
    *out = vv_eval_scalar(el, n, env);
    return out->id != 0;
}

/* ---- names --------------------------------------------------------------------------------- */

/* f, f', f'' at its own arguments; for several arguments the prime is d/dt. */
static vv_value function_name(elaborator *el, const vv_def *d, int primes, const vv_node *at) {
    const vv_function_def *f = &el->function[d->index];
    vv_expr e;
    for (int i = 0; i < f->n; i++) {
        const vv_symbol *s = vv_symbol_get(el->c, f->args[i]);
        if (!s || s->kind != VV_SYM_OTHER) continue;
        vv_diag_hint(
            el->c,
            vv_model_error(el, VV_D_UNKNOWN, at->span,
                           "'%s' without arguments is taken at '%s', which is not declared", d->key,
                           s->name),
            "declare '%s', or write %s(...)", s->name, d->key);
        return bad();
    }
    if (f->n == 1) {
        if (f->body.id) {
            e = f->body;
            for (int i = 0; i < primes; i++) e = vv_diff(el->c, e, f->args[0]);
        } else {
            e = vv_function_apply(el->c, f->function, &primes, f->args);
        }
        return scalar(e);
    }
    e = f->body.id ? f->body : vv_function_apply(el->c, f->function, NULL, f->args);
    for (int i = 0; i < primes; i++) e = vv_eval_time_derivative(el, e);
    return scalar(e);
}

static vv_value auxiliary_name(elaborator *el, const vv_def *d, int primes, const vv_node *n) {
    if (primes == 0) {
        vv_diag_hint(
            el->c,
            vv_model_error(el, VV_D_KIND, n->span,
                           "'%s' itself is not defined, only its rate '%s''", d->key, d->key),
            "an auxiliary parameter has no value; use %s', %s'' or δ(%s)", d->key, d->key, d->key);
        return bad();
    }
    vv_expr e = el->m->speed[d->index].symbol;
    for (int i = 1; i < primes; i++) e = vv_symbol_rate(el->c, e);
    return scalar(e);
}

/* The highest derivative in these whose rate is not defined, or poison: claims go up to x'''. */
static vv_expr without_rate(elaborator *el, int n, const vv_expr *e) {
    int count = 0;
    vv_expr *symbol = vv_expr_symbols(el->c, n, e, &count);
    for (int i = 0; symbol && i < count; i++) {
        bool found = vv_symbol_get(el->c, symbol[i])->order == 0;
        for (int k = 0; k < el->nrates && !found; k++) found = vv_same(el->symbol[k], symbol[i]);
        if (!found) return symbol[i];
    }
    return VV_POISON;
}

/* The time derivative of a value, requested by a prime at this location. */
static vv_value rate_value(elaborator *el, vv_value v, const vv_node *at) {
    vv_expr high = VV_POISON;
    if (v.kind == VALUE_SCALAR && vv_depends(el->c, v.s, el->nconjugate, el->conjugate)) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_KIND, at->span,
                                    "a Hamiltonian depends on momenta, not on their rates"),
                     "the rates follow: p' = -∂H/∂q + Q");
        return bad();
    }
    if (v.kind == VALUE_SCALAR) high = without_rate(el, 1, &v.s);
    for (int i = 0; v.kind == VALUE_VECTOR && i < v.v.n && vv_is_poison(high); i++)
        high = without_rate(el, 3, v.v.part[i].x);
    if (!vv_is_poison(high)) {
        const vv_symbol *x = vv_symbol_get(el->c, high);
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_RANGE, at->span,
                                    "a derivative of '%s' beyond order %d", x->name, x->order),
                     "claims may contain one order more than the equations of motion");
        return bad();
    }
    if (v.kind == VALUE_VECTOR) return vector(vv_vec_rate(el->c, &el->m->frames, v.v));
    return v.kind == VALUE_SCALAR ? scalar(vv_eval_time_derivative(el, v.s)) : v;
}

/* Name with primes: q'' is a symbol; a let, given or point is differentiated. */
static vv_value named(elaborator *el, vv_def *d, int primes, const vv_node *n) {
    if (d->kind == DEF_AUXILIARY) return auxiliary_name(el, d, primes, n);
    if (!vv_define(el, d)) return bad();
    if (d->kind == DEF_FUNCTION) return function_name(el, d, primes, n);
    if (d->kind == DEF_PARAMETER && d->index >= 0)
        el->m->parameter[d->index].used |= !el->assuming || el->current;
    if (d->kind == DEF_INPUT && primes) {
        vv_model_error(el, VV_D_KIND, n->span, "the rate of the input '%s' is unknown", d->key);
        return bad();
    }
    vv_value v = d->value;
    for (int i = 0; i < primes && v.kind != VALUE_BAD; i++) v = rate_value(el, v, n);
    return v;
}

/* Are the quantities that need the whole model available? A `let` that uses them earlier is
 * deferred. */
bool vv_require_whole_model(elaborator *el, const vv_node *n) {
    if (el->energies_known) return true;
    const vv_def *d = el->current;
    el->too_early = d && (d->kind == DEF_LET || d->kind == DEF_OUTPUT);
    if (!el->too_early || el->stage > 0)
        vv_diag_hint(
            el->c,
            vv_model_error(el, VV_D_CYCLE, n->span,
                           "'%s' is defined by the whole model and cannot be used within it",
                           n->name),
            n->kind == VV_N_CALL
                ? "it is available in let, claim, show and when"
                : "it is available in let, claim and show; or declare '%s' as a parameter",
            n->name);
    return false;
}

bool vv_require_constraints(elaborator *el, const vv_node *n) {
    enum { MECHANICS = 1, LATER = 2 }; /* stages */
    if (!el->is_force || el->energies_known) return vv_require_whole_model(el, n);
    if (el->stage == LATER) return true;
    if (el->stage != MECHANICS) return vv_require_whole_model(el, n);
    el->deferred = el->too_early = true; /* a definition on the way to it is deferred too */
    return false;
}

/* T, U, energy: available once all mechanics statements have been read. */
static vv_value energy_name(elaborator *el, const vv_node *n, bool *found) {
    const char *name = n->name;
    *found = !strcmp(name, "T") || !strcmp(name, "U") || !strcmp(name, "energy");
    if (!*found || !vv_require_whole_model(el, n)) return bad();
    vv_expr U = el->m->force_function, T = strcmp(name, "U") ? vv_kinetic_energy(el->c, el->m) : U;
    if (strcmp(name, "U")) el->m->whole_kinetic = T;
    el->saw_unit |= el->mechanics_saw_unit;
    return scalar(!strcmp(name, "energy") ? vv_model_energy(el->c, el) : T);
}

static vv_value name_value(elaborator *el, const vv_node *n, const vv_env *env, int primes) {
    if (n->kind == VV_N_NAME) {
        for (const vv_binding *b = el->bound; b; b = b->up)
            if (!strcmp(b->name, n->name))
                return scalar(primes ? vv_eval_time_derivative(el, b->symbol) : b->symbol);
        for (const vv_env *e = env; e; e = e->up)
            if (!strcmp(e->name, n->name))
                return scalar(primes ? VV_ZERO : vv_int(el->c, e->value));
        if (!strcmp(n->name, "t"))
            return scalar(primes == 0 ? el->m->t : primes == 1 ? VV_ONE : VV_ZERO);
        if (!strcmp(n->name, "pi")) return scalar(primes ? VV_ZERO : vv_pi(el->c));
    }
    const char *key = vv_def_key(el, n, env);
    if (!key) return bad();
    vv_def *s = vv_def_find(el, SPACE_SCALAR, key), *p = vv_def_find(el, SPACE_POINT, key);
    if (s && p) {
        vv_diag *d = vv_model_error(el, VV_D_AMBIGUOUS, n->span,
                                    "'%s' is the name of a scalar and of a point", key);
        d->related = p->span;
        d->related_text = "the point";
        vv_diag_hint(el->c, d, "rename one of them");
        return bad();
    }
    if (s || p) return named(el, s ? s : p, primes, n);
    bool found = false;
    vv_value v = n->kind == VV_N_NAME ? energy_name(el, n, &found) : bad();
    if (!found && n->kind == VV_N_NAME) v = vv_eval_multiplier(el, n, env, &found);
    if (found) {
        for (int i = 0; i < primes && v.kind != VALUE_BAD; i++) v = rate_value(el, v, n);
        return v;
    }
    vv_model_unknown_name(el, SPACE_SCALAR, key, n->name_span.end ? n->name_span : n->span);
    return bad();
}

static vv_value prime(elaborator *el, const vv_node *n, const vv_env *env) {
    const vv_node *x = n->kid[0];
    if (x->kind == VV_N_NAME || x->kind == VV_N_INDEX) return name_value(el, x, env, n->primes);
    vv_value v = vv_eval(el, x, env);
    for (int i = 0; i < n->primes && v.kind != VALUE_BAD; i++) v = rate_value(el, v, n);
    return v;
}

/* B.e0 ... B.e3: the Euler parameters of a free frame, as printed in reports. */
static vv_expr euler_parameter(elaborator *el, const char *key, const char *part) {
    vv_expr found = VV_POISON;
    const char *name = vv_format(el->c, "%s.%s", key, part);
    for (int i = 0; name && i < el->m->nq; i++) {
        const vv_coordinate *q = &el->m->coordinate[i];
        if (q->internal && !strcmp(vv_symbol_get(el->c, q->q)->name, name)) found = q->q;
    }
    return found;
}

/* world.x, R.y, B.origin, P.z */
static vv_value member(elaborator *el, const vv_node *n, const vv_env *env) {
    int axis = !strcmp(n->name, "x")   ? 0
               : !strcmp(n->name, "y") ? 1
               : !strcmp(n->name, "z") ? 2
                                       : -1;
    const vv_node *object = n->kid[0];
    const char *key = vv_def_key(el, object, env);
    if (!key) return bad();
    vv_def *point = vv_def_find(el, SPACE_POINT, key),
           *surface = vv_def_find(el, SPACE_SURFACE, key);
    bool known = !strcmp(key, "world") || vv_def_find(el, SPACE_FRAME, key) ||
                 vv_def_find(el, SPACE_BODY, key);
    if (surface && !known && !point) return vv_eval_surface_member(el, n, env, surface);
    if (axis < 0 && strcmp(n->name, "origin")) {
        vv_expr e = euler_parameter(el, key, n->name);
        if (e.id) return scalar(e);
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_UNKNOWN, n->name_span, "'%s' has no component '%s'",
                                    key, n->name),
                     "a frame has x, y, z and origin");
        return bad();
    }
    if (point && !known) {
        vv_expr x[3];
        if (!vv_define(el, point)) return bad();
        if (axis < 0) {
            vv_diag_hint(
                el->c,
                vv_model_error(el, VV_D_KIND, n->span, "'%s' is a point and has no origin", key),
                "write %s itself", key);
            return bad();
        }
        if (!vv_check_frames_related(el, n->span, point->value.v, vv_vec_axis(el->c, 0, axis)))
            return bad();
        return vv_vec_components(el->c, &el->m->frames, point->value.v, 0, x) ? scalar(x[axis])
                                                                              : bad();
    }
    int frame = vv_eval_frame(el, object, env, true);
    if (frame < 0) return bad();
    if (axis < 0) return vector(el->m->frames.frame[frame].origin);
    return vector(vv_vec_axis(el->c, frame, axis));
}

/* ---- arithmetic ---------------------------------------------------------------------------- */

static vv_value add(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_expr *term = VV_ARRAY(el->c, vv_expr, n->n);
    vv_vec sum = vv_vec_zero();
    int scalars = 0, vectors = 0;
    bool failed = !term;
    for (int i = 0; term && i < n->n; i++) {
        vv_value v = vv_eval(el, n->kid[i], env);
        failed |= v.kind == VALUE_BAD;
        if (v.kind == VALUE_SCALAR) term[scalars++] = v.s;
        if (v.kind == VALUE_VECTOR) sum = vv_vec_add(el->c, sum, v.v), vectors++;
    }
    if (failed) return bad();
    if (scalars && vectors) {
        vv_diag_hint(
            el->c, vv_model_error(el, VV_D_KIND, n->span, "a scalar and a vector cannot be added"),
            "multiply the scalar by a direction, as in x*world.x");
        return bad();
    }
    return vectors ? vector(sum) : scalar(vv_sum(el->c, scalars, term));
}

static vv_value multiply(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_expr *factor = VV_ARRAY(el->c, vv_expr, n->n + 1);
    int *exponent = VV_ARRAY(el->c, int, n->n + 1), m = 0;
    vv_value vec = bad();
    if (!factor || !exponent) return bad();
    for (int i = 0; i < n->n; i++) {
        const vv_node *k = n->kid[i];
        bool over = k->kind == VV_N_OVER;
        vv_value v = vv_eval(el, over ? k->kid[0] : k, env);
        if (v.kind == VALUE_BAD) return v;
        if (v.kind == VALUE_VECTOR) {
            if (over || vec.kind == VALUE_VECTOR) {
                vv_diag_hint(
                    el->c,
                    vv_model_error(el, VV_D_KIND, k->span,
                                   over ? "division by a vector" : "product of two vectors"),
                    "use dot(a, b) or cross(a, b)");
                return bad();
            }
            vec = v;
            continue;
        }
        if (over && vv_vanishes(el->c, NULL, v.s)) {
            vv_model_error(el, VV_D_ZERO_DIVISION, k->kid[0]->span,
                           "division by an expression that vanishes identically");
            return bad();
        }
        if (over) vv_divisor_keep(el, v.s);
        factor[m] = v.s;
        exponent[m++] = over ? -1 : 1;
    }
    vv_expr product = vv_product_powers(el->c, m, factor, exponent);
    return vec.kind == VALUE_VECTOR ? vector(vv_vec_scale(el->c, product, vec.v)) : scalar(product);
}

/* The base of a power must be positive unless the exponent is an integer or has an odd denominator;
 * that of 0^e is known, its exponent must be positive. */
static vv_expr power_condition(vv_ctx *c, vv_expr base, vv_expr exponent) {
    if (!vv_is_const(c, exponent)) return vv_is_zero(base) ? exponent : base;
    vv_rat r = vv_expr_rational(c, exponent);
    return r.den > 0 && r.den % 2 == 0 ? base : VV_ONE;
}

void vv_divisor_keep(elaborator *el, vv_expr e) {
    if (!el->in_claim || vv_is_const(el->c, e)) return;
    vv_expr *place = VV_PUSH(el, el->divisor, el->ndivisors, el->divisorcap);
    if (place) *place = e;
}

void vv_real_condition_keep(elaborator *el, vv_op op, vv_expr a, vv_expr b) {
    vv_ctx *c = el->c;
    vv_expr e = VV_ONE;
    if (!el->in_claim) return;
    if (op == VV_SQRT || op == VV_LOG) e = a;
    if (op == VV_ASIN || op == VV_ACOS) e = vv_sub(c, VV_ONE, vv_mul(c, a, a));
    if (op == VV_POW) e = power_condition(c, a, b);
    vv_sign sign = vv_known_sign(c, e);
    if (sign == VV_POSITIVE || sign == VV_NONNEGATIVE) return;
    vv_expr *place = VV_PUSH(el, el->real, el->nreal, el->realcap);
    if (place) *place = e;
}

static vv_value power(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_expr b = vv_eval_scalar(el, n->kid[0], env), e = vv_eval_scalar(el, n->kid[1], env);
    if (!b.id || !e.id) return bad();
    if (vv_is_const(el->c, e) && vv_rat_sign(vv_expr_rational(el->c, e)) < 0 &&
        vv_vanishes(el->c, NULL, b)) {
        vv_model_error(el, VV_D_ZERO_DIVISION, n->kid[0]->span,
                       "division by an expression that vanishes identically");
        return bad();
    }
    /* an even root, as in (-2)^(3/2) */
    vv_rat r = vv_is_const(el->c, e) ? vv_expr_rational(el->c, e) : vv_rat_int(1);
    if (r.den > 0 && r.den % 2 == 0 && vv_known_sign(el->c, b) == VV_NEGATIVE) {
        vv_model_error(el, VV_D_VALUE, n->span, "the power has no real value there");
        return bad();
    }
    enum { MOST_BITS = VV_RAT_MAX_BITS / 8 };
    bool huge = vv_is_const(el->c, b) && vv_is_const(el->c, e) &&
                vv_rat_is_int(vv_expr_rational(el->c, e)) &&
                vv_rat_height(vv_expr_rational(el->c, b)) *
                        fabs(vv_rat_double(vv_expr_rational(el->c, e))) >
                    MOST_BITS;
    vv_real_condition_keep(el, VV_POW, b, e);
    if (vv_is_const(el->c, e) && vv_rat_sign(vv_expr_rational(el->c, e)) < 0)
        vv_divisor_keep(el, b);
    vv_expr p = huge ? VV_POISON : vv_pow(el->c, b, e);
    if (!p.id && vv_ctx_ok(el->c))
        vv_model_error(el, VV_D_VALUE, n->kid[1]->span, "the exponent is too large");
    return scalar(p);
}

static vv_value negate(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_value v = vv_eval(el, n->kid[0], env);
    if (v.kind == VALUE_SCALAR) return scalar(vv_neg(el->c, v.s));
    if (v.kind == VALUE_VECTOR) return vector(vv_vec_scale(el->c, VV_MINUS_ONE, v.v));
    return v;
}

static vv_value vector_in(elaborator *el, const vv_node *n, const vv_env *env) {
    int frame = vv_eval_frame(el, n->kid[1], env, true);
    const vv_node *t = n->kid[0];
    if (t->n != 3) {
        vv_model_error(el, VV_D_ARITY, t->span, "a vector has three components, not %d", t->n);
        return bad();
    }
    vv_expr x[3];
    for (int i = 0; i < 3; i++) x[i] = vv_eval_scalar(el, t->kid[i], env);
    if (frame < 0 || !x[0].id || !x[1].id || !x[2].id) return bad();
    return vector(vv_vec_make(el->c, frame, x[0], x[1], x[2]));
}

static vv_value summation(elaborator *el, const vv_node *n, const vv_env *env) {
    int64_t low, high;
    if (!vv_eval_integer(el, n->kid[1]->kid[0], env, &low) ||
        !vv_eval_integer(el, n->kid[1]->kid[1], env, &high))
        return bad();
    if (high - low >= MOST_STATEMENTS - el->nterms) {
        vv_model_error(el, VV_D_RANGE, n->kid[1]->span,
                       "the sums of the model have more than %d terms", MOST_STATEMENTS);
        return bad();
    }
    if (high >= low) el->nterms += (int)(high - low) + 1;
    vv_value sum = scalar(VV_ZERO);
    bool first = true;
    for (int64_t i = low; i <= high; i++) {
        vv_env inner = {n->name, i, env};
        vv_value v = vv_eval(el, n->kid[0], &inner);
        if (v.kind == VALUE_BAD) return v;
        if (!first && v.kind != sum.kind) {
            vv_model_error(el, VV_D_KIND, n->kid[0]->span, "a scalar and a vector cannot be added");
            return bad();
        }
        if (first)
            sum = v;
        else if (v.kind == VALUE_VECTOR)
            sum.v = vv_vec_add(el->c, sum.v, v.v);
        else
            sum.s = vv_add(el->c, sum.s, v.s);
        first = false;
    }
    return sum;
}

/* δ(E) = Σ ∂E/∂q δq; δ(λ) of an auxiliary parameter by its definition. */
static vv_value variation(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_ctx *c = el->c;
    int nq = el->m->nq;
    if (!el->in_work) {
        vv_diag_hint(c, vv_model_error(el, VV_D_KIND, n->span, "δ(...) has no meaning here"),
                     "it is available in work and in servo constraints");
        return bad();
    }
    const vv_node *x = n->kid[0];
    const char *key = x->kind == VV_N_NAME || x->kind == VV_N_INDEX ? vv_def_key(el, x, env) : NULL;
    vv_def *d = key ? vv_def_find(el, SPACE_SCALAR, key) : NULL;
    vv_expr *from = VV_ARRAY(c, vv_expr, 2 * nq + 1), *to = VV_ARRAY(c, vv_expr, 2 * nq + 1);
    if (!from || !to) return bad();
    if (d && d->kind == DEF_AUXILIARY) {
        vv_expr e = el->m->speed[d->index].value; /* linear in q': its homogeneous part in dq */
        if (!vv_define(el, d)) return bad();
        e = el->m->speed[d->index].value;
        vv_expr sum = VV_ZERO;
        for (int i = 0; i < nq; i++)
            sum =
                vv_add(c, sum, vv_mul(c, vv_diff(c, e, el->m->coordinate[i].qd), el->virtual_[i]));
        return scalar(sum);
    }
    vv_expr e = vv_eval_scalar(el, x, env), out = VV_POISON;
    if (!e.id) return bad();
    if (vv_has_derivative_of_order(el, e, 1) || vv_has_derivative_of_order(el, e, 2)) {
        vv_diag_hint(
            c,
            vv_model_error(el, VV_D_KIND, x->span,
                           "only positions have a virtual variation; this contains velocities"),
            "write δ(x), not δ(x')");
        return bad();
    }
    for (int i = 0; i < nq; i++) from[i] = el->m->coordinate[i].q, to[i] = el->virtual_[i];
    vv_total_derivative(c, nq, from, to, 1, &e, &out);
    return scalar(out);
}

static vv_value comparison_condition(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_expr a = vv_eval_scalar(el, n->kid[0], env), b = vv_eval_scalar(el, n->kid[1], env);
    if (!a.id || !b.id) return bad();
    bool flip = n->name[0] == '>';
    if (n->name[0] != '<' && !flip) {
        vv_model_error(el, VV_D_KIND, n->span, "a condition of piecewise is one of < <= > >=");
        return bad();
    }
    vv_expr args[2] = {flip ? b : a, flip ? a : b};
    return scalar(vv_call(el->c, n->name[1] == '=' ? VV_LESSEQ : VV_LESS, 2, args));
}

static vv_value pieces(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_expr *a = VV_ARRAY(el->c, vv_expr, n->n);
    if (!a) return bad();
    for (int i = 0; i < n->n; i++) {
        bool condition = i % 2 == 0 && i != n->n - 1;
        a[i] = condition ? comparison_condition(el, n->kid[i], env).s
                         : vv_eval_scalar(el, n->kid[i], env);
        if (!a[i].id) return bad();
    }
    return scalar(vv_call(el->c, VV_PIECEWISE, n->n, a));
}

/* Raises the order of a general function's derivative with respect to argument k by one,
 * whatever that argument is. */
static vv_expr raise_order(vv_ctx *c, vv_expr e, int at) {
    int orders[16] = {0}, n = vv_expr_arity(c, e);
    vv_expr args[16];
    for (int k = 0; k < n && k < 16; k++) {
        orders[k] = vv_expr_func_order(c, e, k) + (k == at);
        args[k] = vv_expr_child(c, e, k);
    }
    return n <= 16 ? vv_function_apply(c, vv_expr_function(c, e), orders, args) : VV_POISON;
}

/* D(ξ, u, v): partial derivatives of a general function with respect to its arguments, or of an
 * expression with respect to symbols. */
static vv_value partial(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_ctx *c = el->c;
    const vv_node *fn = n->kid[0];
    const char *key =
        fn->kind == VV_N_NAME || fn->kind == VV_N_INDEX ? vv_def_key(el, fn, env) : NULL;
    vv_def *d = key ? vv_def_find(el, SPACE_SCALAR, key) : NULL;
    vv_expr e = vv_eval_scalar(el, fn, env);
    const vv_function_def *f = d && d->kind == DEF_FUNCTION ? &el->function[d->index] : NULL;
    if (!e.id) return bad();
    for (int i = 1; i < n->n; i++) {
        vv_expr by = vv_eval_scalar(el, n->kid[i], env);
        if (!by.id) return bad();
        int at = -1;
        bool general = vv_expr_op(c, e) == VV_FUNC;
        for (int k = 0; f && k < f->n; k++)
            if (vv_same(f->args[k], by)) at = k;
        for (int k = 0; !f && general && !vv_symbol_get(c, by) && k < vv_expr_arity(c, e); k++)
            if (vv_same(vv_expr_child(c, e, k), by)) at = k; /* D(h(E, F), E) */
        if (f && !f->body.id && at < 0) {
            vv_model_error(el, VV_D_KIND, n->kid[i]->span, "this is not an argument of '%s'",
                           d->key);
            return bad();
        }
        if (!vv_symbol_get(c, by) && at < 0) {
            vv_model_error(el, VV_D_KIND, n->kid[i]->span,
                           "a partial derivative is taken with respect to a plain variable");
            return bad();
        }
        if (at >= 0 && general && !(f && f->body.id)) {
            e = raise_order(c, e, at);
        } else {
            e = vv_diff(c, e, by);
        }
    }
    return scalar(e);
}

static vv_value eval_node(elaborator *el, const vv_node *n, const vv_env *env) {
    switch ((int)n->kind) {
    case VV_N_NUMBER: return number(el, n);
    case VV_N_QUANTITY: {
        vv_expr e = vv_eval_scalar(el, n->kid[0], env), scale = VV_ONE;
        vv_dimension dim;
        if (vv_eval_unit(el, n->kid[1], &scale, &dim)) el->saw_unit |= dim.kg || dim.m || dim.s;
        return scalar(vv_mul(el->c, e, scale));
    }
    case VV_N_NAME:
    case VV_N_INDEX: return name_value(el, n, env, 0);
    case VV_N_PRIME: return prime(el, n, env);
    case VV_N_ADD: return add(el, n, env);
    case VV_N_NEGATE: return negate(el, n, env);
    case VV_N_MULTIPLY: return multiply(el, n, env);
    case VV_N_POWER: return power(el, n, env);
    case VV_N_CALL: return vv_eval_call(el, n, env);
    case VV_N_MEMBER: return member(el, n, env);
    case VV_N_VECTOR_IN: return vector_in(el, n, env);
    case VV_N_SUMMATION: return summation(el, n, env);
    case VV_N_DELTA: return variation(el, n, env);
    case VV_N_PARTIAL: return partial(el, n, env);
    case VV_N_PIECEWISE: return pieces(el, n, env);
    default:
        vv_hint_tuple(el,
                      vv_model_error(el, VV_D_KIND, n->span, "a %s is not allowed here",
                                     vv_node_kind_name(n->kind)),
                      n);
        return bad();
    }
}

vv_value vv_eval(elaborator *el, const vv_node *n, const vv_env *env) {
    if (!vv_ctx_tick(el->c)) return bad();
    if (el->height == MOST_NESTED_VALUES) {
        if (el->too_deep) return bad();
        el->too_deep = true;
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_DEPTH, n->span,
                                    "values nested deeper than %d, definitions included",
                                    MOST_NESTED_VALUES),
                     "define first what the others use");
        return bad();
    }
    el->height++;
    vv_value v = eval_node(el, n, env);
    if (v.kind == VALUE_BAD && vv_diag_errors(el->c) == 0 && vv_ctx_ok(el->c) && !el->too_early)
        vv_model_error(el, VV_D_VALUE, n->span, "this has no value"); /* nothing fails silently */
    el->height--;
    return v;
}
