/* Surfaces and curves as stated: their shape in their own symbols. */
#include <string.h>

#include "model/elaborate.h"

/* Children of a SURFACE node; those of a CURVE are the first two and a value. */
enum { S_ON, S_NAMES, S_EQUATION, S_VALUE, S_SUPPORT, S_PROFILE, S_SHAPE };
enum { C_VALUE = 2 };

/* ---- bound names ---------------------------------------------------------------------------- */

static void bind(elaborator *el, vv_binding *b, const char *name, vv_expr *symbol) {
    if (!symbol->id) *symbol = vv_symbol_new(el->c, name, VV_SYM_OTHER);
    *b = (vv_binding){name, *symbol, el->bound};
    el->bound = b;
}

/* Three components of a point in the carrier's axes. */
static bool components(elaborator *el, const vv_node *n, const vv_env *env, vv_expr out[3]) {
    if (n->kind != VV_N_TUPLE || n->n != 3) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_SURFACE, n->span,
                                    "a point of a surface or a curve has three coordinates"),
                     "write (x, y, z), in the axes of its carrier");
        return false;
    }
    for (int i = 0; i < 3; i++)
        if (!(out[i] = vv_eval_scalar(el, n->kid[i], env)).id) return false;
    return true;
}

/* ---- kinds ---------------------------------------------------------------------------------- */

static bool parametric(elaborator *el, const vv_def *d, vv_surface *s) {
    const vv_node *n = d->node;
    if (n->kind == VV_N_CURVE) {
        if (!components(el, n->kid[C_VALUE], d->env, s->x)) return false;
        vv_surface_from_curve(el->c, s);
        return true;
    }
    s->has_chart = true;
    if (n->kid[S_VALUE]) return components(el, n->kid[S_VALUE], d->env, s->x);
    const vv_node *profile = n->kid[S_PROFILE];
    vv_expr r = vv_eval_scalar(el, profile->kid[0], d->env),
            z = vv_eval_scalar(el, profile->kid[1], d->env);
    if (!r.id || !z.id) return false;
    s->x[0] = vv_mul(el->c, r, vv_cos(el->c, s->u[1]));
    s->x[1] = vv_mul(el->c, r, vv_sin(el->c, s->u[1]));
    s->x[2] = z;
    return true;
}

static bool equation(elaborator *el, const vv_def *d, vv_surface *s) {
    static const char *const axis[3] = {"x", "y", "z"};
    vv_binding b[3], *before = el->bound;
    for (int i = 0; i < 3; i++) bind(el, &b[i], axis[i], &s->at[i]);
    bool ok = vv_eval_equation(el, d->node->kid[S_EQUATION], d->env, &s->F);
    el->bound = before;
    if (!ok) return false;
    if (!vv_depends(el->c, s->F, 3, s->at)) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_SURFACE, d->node->kid[S_EQUATION]->span,
                                    "the equation of '%s' does not depend on x, y or z", d->key),
                     "x, y, z are the coordinates in the axes of the surface's carrier");
        return false;
    }
    vv_surface_from_equation(el->c, s);
    return true;
}

static bool named(elaborator *el, const vv_def *d, vv_surface *s) {
    const vv_node *shape = d->node->kid[S_SHAPE];
    vv_expr size[3];
    for (int i = 0; i < shape->n; i++) {
        if (!(size[i] = vv_eval_scalar(el, shape->kid[i], d->env)).id) return false;
        if (!vv_certainly_negative(el, size[i]) && !vv_is_zero(size[i])) continue;
        vv_model_error(el, VV_D_SURFACE, shape->kid[i]->span, "a %s has positive sizes",
                       shape->name);
        return false;
    }
    return vv_surface_from_name(el->c, shape->name, size, shape->flag, s);
}

/* The single name in a support function that is neither a parameter nor a function. */
static const char *variable(elaborator *el, const vv_node *n, bool *several) {
    const char *found = NULL;
    if (n->kind == VV_N_NAME) {
        const vv_def *d = vv_def_find(el, SPACE_SCALAR, n->name);
        bool fixed = !strcmp(n->name, "pi") || (d && d->kind != DEF_COORDINATE);
        return fixed ? NULL : n->name;
    }
    for (int i = 0; i < n->n; i++) {
        const char *one = n->kid[i] ? variable(el, n->kid[i], several) : NULL;
        if (one && found && strcmp(one, found)) *several = true;
        if (one) found = one;
    }
    return found;
}

static bool support(elaborator *el, const vv_def *d, vv_surface *s) {
    const vv_node *n = d->node->kid[S_SUPPORT];
    bool several = false;
    const char *name = variable(el, n, &several);
    vv_binding b, *before = el->bound;
    if (!name || several) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_SURFACE, n->span,
                                    "a support function depends on one angle%s",
                                    several ? ", not on several" : ""),
                     "write support f(θ), θ the angle of the axis with the inward normal");
        return false;
    }
    bind(el, &b, name, &s->angle);
    s->support = vv_eval_scalar(el, n, d->env);
    el->bound = before;
    s->gauss = VV_GAUSS_SUPPORT;
    return s->support.id != 0;
}

/* ---- definition ----------------------------------------------------------------------------- */

static bool constant(elaborator *el, const vv_def *d, const vv_surface *s) {
    vv_expr parts[] = {s->x[0], s->x[1], s->x[2], s->F, s->support};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!parts[i].id || vv_is_zero(vv_eval_time_derivative(el, parts[i]))) continue;
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_SURFACE, d->span,
                                    "the surface '%s' changes in the axes of its carrier", d->key),
                     "let a frame or a body carry a moving surface");
        return false;
    }
    return true;
}

static bool with_names(elaborator *el, vv_def *d, vv_surface_def *s) {
    const vv_node *n = d->node, *names = n->kid[S_NAMES];
    vv_binding b[2], *before = el->bound;
    int parameters = n->kind == VV_N_CURVE ? 1 : 2;
    for (int i = 0; i < parameters; i++) {
        if (names && !(s->name[i] = vv_def_key(el, names->kid[i], d->env))) return false;
        bind(el, &b[i], s->name[i] ? s->name[i] : i ? "v" : "u", &s->shape.u[i]);
    }
    bool chart = n->kind == VV_N_CURVE || n->kid[S_VALUE] || n->kid[S_PROFILE], ok;
    if (!chart && (!n->kid[S_SHAPE] || !names)) el->bound = before;
    ok = chart                ? parametric(el, d, &s->shape)
         : n->kid[S_EQUATION] ? equation(el, d, &s->shape)
         : n->kid[S_SHAPE]    ? named(el, d, &s->shape)
                              : support(el, d, &s->shape);
    el->bound = before;
    return ok;
}

bool vv_define_surface(elaborator *el, vv_def *d) {
    if (d->index < 0) return false;
    vv_surface_def s = el->surface[d->index];
    if (!with_names(el, d, &s) || !constant(el, d, &s.shape)) return false;
    if (s.shape.has_chart) {
        s.has_trihedron = vv_trihedron_of(el->c, &s.shape, &s.trihedron);
        if (!s.has_trihedron && vv_ctx_ok(el->c)) {
            vv_diag_hint(el->c,
                         vv_model_error(el, VV_D_SURFACE, d->span,
                                        d->node->kind == VV_N_CURVE
                                            ? "the curve '%s' does not depend on its parameter"
                                            : "the parametrization of '%s' is degenerate: its two "
                                              "tangent directions are parallel everywhere",
                                        d->key),
                         "state the point by independent parameters");
            return false;
        }
    }
    el->surface[d->index] = s;
    return vv_ctx_ok(el->c);
}

/* ---- Darboux quantities --------------------------------------------------------------------- */

static vv_value scalar(vv_expr e) {
    return (vv_value){.kind = e.id ? VALUE_SCALAR : VALUE_BAD, .s = e};
}

/* half the difference of the principal curvatures: sqrt(H^2 - K) */
static vv_expr principal(vv_ctx *c, const vv_trihedron *t, int sign) {
    vv_expr H = vv_mean_curvature(c, t), K = vv_gauss_curvature(c, t);
    vv_expr root = vv_signed_root(c, vv_factored_if_shorter(c, vv_sub(c, vv_mul(c, H, H), K)));
    return vv_factored_if_shorter(c, sign > 0 ? vv_add(c, H, root) : vv_sub(c, H, root));
}

static vv_expr quantity(vv_ctx *c, const vv_trihedron *t, const char *name) {
    const struct {
        const char *name;
        vv_expr value;
    } PLAIN[] = {{"ξ", t->xi[0]}, {"ξ1", t->xi[1]}, {"η", t->eta[0]}, {"η1", t->eta[1]},
                 {"p", t->p[0]},  {"p1", t->p[1]},  {"q", t->q[0]},   {"q1", t->q[1]},
                 {"r", t->r[0]},  {"r1", t->r[1]},  {"E", t->E},      {"F", t->F},
                 {"G", t->G},     {"L", t->L},      {"M", t->M},      {"N", t->N}};
    for (size_t i = 0; i < sizeof PLAIN / sizeof *PLAIN; i++)
        if (!strcmp(PLAIN[i].name, name)) return PLAIN[i].value;
    if (!t->G.id) return VV_POISON; /* for a curve */
    if (!strcmp(name, "K")) return vv_gauss_curvature(c, t);
    if (!strcmp(name, "H")) return vv_mean_curvature(c, t);
    if (!strcmp(name, "k1")) return principal(c, t, 1);
    if (!strcmp(name, "k2")) return principal(c, t, -1);
    return VV_POISON;
}

/* bowl.ξ ... bowl.r1, bowl.K: at the coordinates named like its parameters. */
vv_value vv_eval_surface_member(elaborator *el, const vv_node *n, const vv_env *env, vv_def *d) {
    (void)env;
    vv_ctx *c = el->c;
    if (!vv_define(el, d)) return (vv_value){.kind = VALUE_BAD};
    const vv_surface_def *s = &el->surface[d->index];
    vv_expr e = s->has_trihedron ? quantity(c, &s->trihedron, n->name) : VV_POISON;
    if (!e.id) {
        vv_diag_hint(c,
                     vv_model_error(el, VV_D_UNKNOWN, n->name_span, "'%s' has no component '%s'",
                                    d->key, n->name),
                     s->has_trihedron ? "a surface has ξ, ξ1, η, η1, p, p1, q, q1, r, r1, E, F, G, "
                                        "L, M, N, K, H, k1, k2; a curve has those that apply to it"
                                      : "only a surface with parameters has a trihedron");
        return (vv_value){.kind = VALUE_BAD};
    }
    for (int i = 0; i < 2; i++) {
        const char *name = s->name[i] ? s->name[i] : i ? "v" : "u";
        const vv_def *q = vv_def_find(el, SPACE_SCALAR, name);
        if (!vv_depends(c, e, 1, &s->shape.u[i])) continue;
        if (!q || q->value.kind != VALUE_SCALAR) {
            vv_diag_hint(c,
                         vv_model_error(el, VV_D_UNKNOWN, n->span,
                                        "'%s.%s' is taken at '%s', which is not a coordinate",
                                        d->key, n->name, name),
                         "declare coordinate %s", name);
            return (vv_value){.kind = VALUE_BAD};
        }
        e = vv_subst1(c, e, s->shape.u[i], q->value.s);
    }
    return scalar(e);
}
