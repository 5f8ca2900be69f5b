/* Calls: elementary functions, user functions, and kinematic queries. */
#include <string.h>

#include "lang/lang.h"
#include "model/elaborate.h"
#include "algebra/algebra.h"

static vv_value bad(void) { return (vv_value){.kind = VALUE_BAD}; }
static vv_value scalar(vv_expr e) {
    return (vv_value){.kind = e.id ? VALUE_SCALAR : VALUE_BAD, .s = e};
}
static vv_value vector(vv_vec v) { return (vv_value){.kind = VALUE_VECTOR, .v = v}; }

bool vv_check_arity(elaborator *el, const vv_node *n, int low, int high) {
    if (n->n >= low && n->n <= high) return true;
    if (low == high) {
        vv_diag *d = vv_model_error(el, VV_D_ARITY, n->span, "%s takes %d argument%s, not %d",
                                    n->name, low, low == 1 ? "" : "s", n->n);
        bool scalar_argument = n->n == 1 && n->kid[0]->kind != VV_N_MEMBER;
        if (scalar_argument && !strcmp(n->name, "dot")) vv_hint_derivative_call(el, d, n, 1);
    } else
        vv_model_error(el, VV_D_ARITY, n->span, "%s takes %d to %d arguments, not %d", n->name, low,
                       high, n->n);
    return false;
}

static vv_value unrelated(elaborator *el, const vv_node *n) {
    vv_diag_hint(el->c,
                 vv_model_error(el, VV_D_FRAMES, n->span,
                                "the relative position of these frames is unknown"),
                 "a frame declared with 'turning' has only an angular velocity: use one such frame "
                 "throughout");
    return bad();
}

/* ---- frames and bodies --------------------------------------------------------------------- */

int vv_eval_frame(elaborator *el, const vv_node *ref, const vv_env *env, bool bodies_too) {
    const char *key = vv_def_key(el, ref, env);
    if (!key) return -1;
    if (!strcmp(key, "world")) return 0;
    vv_def *f = vv_def_find(el, SPACE_FRAME, key),
           *b = bodies_too ? vv_def_find(el, SPACE_BODY, key) : NULL;
    if (f) return vv_define(el, f) ? f->index : -1;
    if (b) return vv_define(el, b) ? el->m->body[b->index].frame : -1;
    vv_model_unknown_name(el, SPACE_FRAME, key, ref->span);
    return -1;
}

int vv_eval_body(elaborator *el, const vv_node *ref, const vv_env *env) {
    const char *key = vv_def_key(el, ref, env);
    vv_def *b = key ? vv_def_find(el, SPACE_BODY, key) : NULL;
    if (key && !b) vv_model_unknown_name(el, SPACE_BODY, key, ref->span);
    return b && vv_define(el, b) ? b->index : -1;
}

/* Velocity of the material point of K (world, body, frame) at the position `at`. */
bool vv_eval_support_velocity(elaborator *el, const vv_node *ref, const vv_env *env, vv_vec at,
                              vv_vec *out, int *frame, int *body) {
    vv_ctx *c = el->c;
    const vv_frames *f = &el->m->frames;
    *out = vv_vec_zero();
    *body = -1;
    const char *key = vv_def_key(el, ref, env);
    if (!key) return false;
    vv_def *b = vv_def_find(el, SPACE_BODY, key);
    *frame = vv_eval_frame(el, ref, env, true);
    if (*frame < 0) return false;
    if (*frame == 0 && !b) return true;
    vv_vec base = b ? el->m->body[b->index].centre : f->frame[*frame].origin, turn;
    if (b) *body = b->index;
    if (!vv_vec_cross(c, f, vv_frame_angular_velocity(c, f, *frame), vv_vec_sub(c, at, base),
                      &turn))
        return unrelated(el, ref).kind;
    *out = vv_vec_add(c, vv_vec_rate(c, f, base), turn);
    return true;
}

static vv_value spin(elaborator *el, const vv_node *n, const vv_env *env) {
    if (!vv_check_arity(el, n, 1, 2)) return bad();
    int f = vv_eval_frame(el, n->kid[0], env, true),
        k = n->n > 1 ? vv_eval_frame(el, n->kid[1], env, true) : 0;
    if (f < 0 || k < 0) return bad();
    vv_vec w = vv_frame_angular_velocity(el->c, &el->m->frames, f);
    return vector(k ? vv_vec_sub(el->c, w, vv_frame_angular_velocity(el->c, &el->m->frames, k))
                    : w);
}

static vv_value velocity(elaborator *el, const vv_node *n, const vv_env *env) {
    if (!vv_check_arity(el, n, 1, 2)) return bad();
    vv_vec p, drag = vv_vec_zero();
    int frame, body;
    if (!vv_eval_vector(el, n->kid[0], env, &p)) return bad();
    vv_vec v = vv_vec_rate(el->c, &el->m->frames, p);
    if (n->n > 1 && !vv_eval_support_velocity(el, n->kid[1], env, p, &drag, &frame, &body))
        return bad();
    return vector(vv_vec_sub(el->c, v, drag));
}

static vv_value acceleration(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_vec p;
    if (!vv_check_arity(el, n, 1, 1) || !vv_eval_vector(el, n->kid[0], env, &p)) return bad();
    return vector(vv_vec_rate(el->c, &el->m->frames, vv_vec_rate(el->c, &el->m->frames, p)));
}

static vv_value dot(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_vec a, b;
    vv_expr e;
    if (!vv_check_arity(el, n, 2, 2)) return bad();
    bool ok = vv_eval_vector(el, n->kid[0], env, &a);
    if (!vv_eval_vector(el, n->kid[1], env, &b) || !ok) return bad();
    return vv_vec_dot(el->c, &el->m->frames, a, b, &e) ? scalar(e) : unrelated(el, n);
}

static vv_value cross(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_vec a, b, v;
    if (!vv_check_arity(el, n, 2, 2)) return bad();
    bool ok = vv_eval_vector(el, n->kid[0], env, &a);
    if (!vv_eval_vector(el, n->kid[1], env, &b) || !ok) return bad();
    return vv_vec_cross(el->c, &el->m->frames, a, b, &v) ? vector(v) : unrelated(el, n);
}

static vv_value norm(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_vec a;
    vv_expr e;
    if (!vv_check_arity(el, n, 1, 1) || !vv_eval_vector(el, n->kid[0], env, &a)) return bad();
    if (!vv_vec_dot(el->c, &el->m->frames, a, a, &e)) return unrelated(el, n);
    e = vv_sqrt_of_squares(el->c, e);
    if (!strcmp(n->name, "norm")) return scalar(e);
    if (vv_vanishes(el->c, NULL, e)) {
        vv_model_error(el, VV_D_ZERO_DIVISION, n->kid[0]->span, "the zero vector has no direction");
        return bad();
    }
    return vector(vv_vec_scale(el->c, vv_pow_int(el->c, e, -1), a));
}

static vv_value later(elaborator *el, const vv_node *n, const vv_env *env) {
    (void)env;
    vv_diag_hint(el->c,
                 vv_model_error(el, VV_D_LATER, n->span, "'%s' cannot be used here yet", n->name),
                 "it is available in 'show' only");
    return bad();
}

/* ---- functions ----------------------------------------------------------------------------- */

static vv_value user_function(elaborator *el, vv_def *d, const vv_node *n, const vv_env *env) {
    vv_ctx *c = el->c;
    if (!vv_define(el, d)) return bad();
    const vv_function_def *f = &el->function[d->index];
    if (!vv_check_arity(el, n, f->n, f->n)) return bad();
    vv_expr *args = VV_ARRAY(c, vv_expr, f->n);
    if (!args) return bad();
    for (int i = 0; i < f->n; i++)
        if (!(args[i] = vv_eval_scalar(el, n->kid[i], env)).id) return bad();
    if (n->primes && f->n > 1) {
        vv_diag_hint(
            c, vv_model_error(el, VV_D_KIND, n->span, "a prime on a function of several variables"),
            "use D(%s, variable), or (%s(...))' for the rate", n->name, n->name);
        return bad();
    }
    if (!f->body.id)
        return scalar(vv_function_apply(c, f->function, n->primes ? &n->primes : NULL, args));
    vv_expr e = f->body, out = VV_POISON;
    for (int i = 0; i < n->primes; i++) e = vv_diff(c, e, f->args[0]);
    vv_subst(c, f->n, f->args, args, 1, &e, &out);
    return scalar(out);
}

/* False if a constant is outside the domain: log(0), sqrt(-1), asin(2), atan2(0, 0). */
static bool has_value(elaborator *el, vv_op op, const vv_expr *a) {
    vv_sign s = vv_known_sign(el->c, a[0]);
    if (op == VV_SQRT) return s != VV_NEGATIVE;
    if (op == VV_LOG) return s != VV_NEGATIVE && !vv_is_zero(a[0]);
    if (op == VV_ATAN2) return !vv_is_zero(a[0]) || !vv_is_zero(a[1]);
    if ((op != VV_ASIN && op != VV_ACOS) || !vv_is_const(el->c, a[0])) return true;
    vv_rat r = vv_expr_rational(el->c, a[0]);
    return vv_rat_cmp(el->c, r, vv_rat_int(1)) <= 0 && vv_rat_cmp(el->c, r, vv_rat_int(-1)) >= 0;
}

static vv_value elementary(elaborator *el, vv_op op, const vv_node *n, const vv_env *env) {
    vv_expr a[2];
    int k = vv_op_arity(op);
    if (!vv_check_arity(el, n, k, k)) return bad();
    for (int i = 0; i < k; i++)
        if (!(a[i] = vv_eval_scalar(el, n->kid[i], env)).id) return bad();
    if (n->primes) {
        vv_diag_hint(el->c, vv_model_error(el, VV_D_KIND, n->span, "a prime on '%s'", n->name),
                     "write (%s(...))' for the rate", n->name);
        return bad();
    }
    if (!has_value(el, op, a)) {
        vv_model_error(el, VV_D_VALUE, n->span, "%s has no real value there", n->name);
        return bad();
    }
    vv_real_condition_keep(el, op, a[0], VV_ONE);
    return scalar(vv_call(el->c, op, k, a));
}

/* Functions defined by others: cot = cos/sin and so on. */
static vv_value derived(elaborator *el, const vv_node *n, const vv_env *env, vv_op above,
                        vv_op below) {
    vv_expr a;
    if (!vv_check_arity(el, n, 1, 1) || !(a = vv_eval_scalar(el, n->kid[0], env)).id) return bad();
    vv_expr num = above == VV_NONE ? VV_ONE : vv_call(el->c, above, 1, &a),
            den = vv_call(el->c, below, 1, &a);
    if (vv_is_zero(den)) {
        vv_model_error(el, VV_D_ZERO_DIVISION, n->span,
                       "division by an expression that vanishes identically");
        return bad();
    }
    vv_divisor_keep(el, den);
    return scalar(vv_div(el->c, num, den));
}

typedef vv_value (*word_rule)(elaborator *, const vv_node *, const vv_env *);
static const struct {
    const char *name;
    word_rule rule;
} WORDS[] = {
    {"dot", dot},
    {"cross", cross},
    {"norm", norm},
    {"unit", norm},
    {"spin", spin},
    {"velocity", velocity},
    {"acceleration", acceleration},
    {"effort", vv_eval_effort},
    {"momentum", vv_eval_momentum},
    {"contact", vv_eval_contact_query},
    {"normal", vv_eval_contact_query},
    {"slip", vv_eval_contact_query},
    {"pivoting", vv_eval_contact_query},
    {"rolling", vv_eval_contact_query},
    {"trace", vv_eval_contact_query},
    {"reaction", vv_eval_reaction},
    {"N", vv_eval_contact_force},
    {"F", vv_eval_contact_force},
    {"path", later},
    {"response", later},
    {"stability", later},
};
static const struct {
    const char *name;
    vv_op above, below;
} QUOTIENTS[] = {
    {"cot", VV_COS, VV_SIN},
    {"sec", VV_NONE, VV_COS},
    {"csc", VV_NONE, VV_SIN},
    {"coth", VV_COSH, VV_SINH},
};
static const struct {
    const char *name;
    vv_op op;
} SYNONYMS[] = {
    {"arcsin", VV_ASIN}, {"arccos", VV_ACOS}, {"arctan", VV_ATAN}, {"ln", VV_LOG}, {"sgn", VV_SIGN},
};

static void unknown_function(elaborator *el, const vv_node *n) {
    int count = 0,
        most = VV_OP_COUNT +
               (int)(sizeof WORDS / sizeof *WORDS + sizeof QUOTIENTS / sizeof *QUOTIENTS) +
               el->ndefs;
    const char **known = VV_ARRAY(el->c, const char *, most);
    vv_diag *d = vv_model_error(el, VV_D_UNKNOWN, n->name_span, "unknown function '%s'", n->name);
    if (!known) return;
    for (int i = VV_SIN; i <= VV_MAX; i++) known[count++] = vv_op_text((vv_op)i);
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) known[count++] = WORDS[i].name;
    for (size_t i = 0; i < sizeof QUOTIENTS / sizeof *QUOTIENTS; i++)
        known[count++] = QUOTIENTS[i].name;
    for (int i = 0; i < el->ndefs; i++)
        if (el->order[i]->kind == DEF_FUNCTION) known[count++] = el->order[i]->key;
    const char *near = vv_nearest_name(el->c, n->name, count, known);
    const vv_node *x = n->n ? n->kid[0] : NULL;
    if (x && (vv_keyword_is_foreign_derivative(n->name) || !strcmp(n->name, "ddot")))
        vv_hint_derivative_call(el, d, n, strcmp(n->name, "ddot") ? 1 : 2);
    else if (!strcmp(n->name, "friction"))
        vv_diag_hint(el->c, d, "the friction of a contact at P is F(P), its normal reaction N(P)");
    else if (near)
        vv_diag_hint(el->c, d, "did you mean '%s'?", near);
    else
        vv_diag_hint(el->c, d, "declare it: function %s(θ)", n->name);
}

bool vv_call_is_known(const char *name) {
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (name[0] == WORDS[i].name[0] && !strcmp(name, WORDS[i].name)) return true;
    return false;
}

vv_value vv_eval_call(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_def *d = vv_def_find(el, SPACE_SCALAR, n->name);
    if (d && d->kind == DEF_FUNCTION) return user_function(el, d, n, env);
    vv_op op;
    if (vv_op_by_name(n->name, &op)) return elementary(el, op, n, env);
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (!strcmp(n->name, WORDS[i].name)) return WORDS[i].rule(el, n, env);
    for (size_t i = 0; i < sizeof QUOTIENTS / sizeof *QUOTIENTS; i++)
        if (!strcmp(n->name, QUOTIENTS[i].name))
            return derived(el, n, env, QUOTIENTS[i].above, QUOTIENTS[i].below);
    for (size_t i = 0; i < sizeof SYNONYMS / sizeof *SYNONYMS; i++)
        if (!strcmp(n->name, SYNONYMS[i].name)) return elementary(el, SYNONYMS[i].op, n, env);
    if (d) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_KIND, n->span, "'%s' is not a function", n->name),
                     "write %s*(...) for a product", n->name);
        return bad();
    }
    unknown_function(el, n);
    return bad();
}
