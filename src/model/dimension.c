/* Dimensional analysis, if units are given everywhere: one pass over the expression, children
 * first. */
#include <math.h>
#include <string.h>

#include "lang/lang.h"
#include "model/elaborate.h"

/* Exponents may be half-integers under a root: doubles represent them exactly. */
typedef struct dim {
    bool known, any;
    double e[3];
} dim; /* any: the number 0, which has any dimension */

typedef struct dim_pass {
    vv_ctx *c;
    const vv_model *m;
    dim *of;
    const uint32_t *order;
    const char *clash;
} dim_pass;

static bool is_whole(dim d) {
    return d.e[0] == rint(d.e[0]) && d.e[1] == rint(d.e[1]) && d.e[2] == rint(d.e[2]);
}

static const char *dim_text(vv_ctx *c, dim d) {
    static const char *const base[] = {"kg", "m", "s"};
    const char *text = NULL;
    if (is_whole(d)) return vv_unit_dimension_text(c, (int)d.e[0], (int)d.e[1], (int)d.e[2]);
    for (int i = 0; i < 3; i++) {
        const char *power = d.e[i] == 1 ? "" : vv_format(c, "^%g", d.e[i]);
        if (d.e[i] != 0)
            text = text ? vv_format(c, "%s*%s%s", text, base[i], power)
                        : vv_format(c, "%s%s", base[i], power);
    }
    return text;
}

static dim from_unit(vv_dimension u, int order) {
    return (dim){.known = u.known, .e = {u.kg, u.m, u.s - order}};
}

static dim of_expr(vv_ctx *c, const vv_model *m, vv_expr e, const char **clash);

static dim of_symbol(dim_pass *p, vv_expr e) {
    const vv_symbol *s = vv_symbol_get(p->c, e);
    if (s->kind == VV_SYM_TIME) return (dim){.known = true, .e = {0, 0, 1}};
    for (int i = 0; i < p->m->nparameters; i++)
        if (vv_same(p->m->parameter[i].symbol, e))
            return from_unit(p->m->parameter[i].dimension, 0);
    for (int i = 0; i < p->m->nq; i++)
        if (vv_same(p->m->coordinate[i].q, s->base))
            return from_unit(p->m->coordinate[i].dimension, s->order);
    for (int i = 0; i < p->m->nspeeds; i++) {
        const vv_speed *w = &p->m->speed[i];
        const vv_symbol *ws = vv_symbol_get(p->c, w->symbol);
        if (!vv_same(ws->base, s->base)) continue;
        if (w->free) return from_unit(w->dimension, s->order);
        const char *clash = NULL;
        dim d = w->value.id ? of_expr(p->c, p->m, w->value, &clash) : (dim){0};
        d.e[2] -= s->order - ws->order;
        return d;
    }
    return (dim){0};
}

static bool same(dim a, dim b) { return a.e[0] == b.e[0] && a.e[1] == b.e[1] && a.e[2] == b.e[2]; }

static const char A_NUMBER[] = "a number";

/* The i-th quantity with its dimension in units: "x' [m/s]", "a number"; for a long one the
 * dimension only. */
static const char *quantity_text(dim_pass *p, vv_expr e, int i, dim d) {
    enum { SHOWN_MOST = 30 };
    vv_expr x = vv_expr_child(p->c, e, i);
    if (same(d, (dim){0}) && vv_is_const(p->c, x)) return A_NUMBER;
    vv_buffer b = VV_BUFFER(p->c);
    vv_expr_write(p->c, x, &b);
    const char *text = b.length <= SHOWN_MOST ? vv_buffer_text(&b) : "a term";
    text = vv_format(p->c, "%s [%s]", text, dim_text(p->c, d));
    vv_buffer_free(&b);
    return text;
}

/* Quantities of the same dimension; 0 has any. */
static dim of_alike(dim_pass *p, vv_expr e, const dim *kid, const char *verb) {
    int n = vv_expr_arity(p->c, e), first = 0;
    dim d = {.known = true, .any = true};
    for (int i = 0; i < n; i++) {
        if (!kid[i].known) return (dim){0};
        if (kid[i].any) continue;
        if (d.any) {
            d = kid[i];
            first = i;
        } else if (!same(d, kid[i]) && !p->clash) {
            p->clash = vv_format(p->c, "%s %s %s", quantity_text(p, e, i, kid[i]), verb,
                                 quantity_text(p, e, first, d));
        }
    }
    return d;
}

static dim of_node(dim_pass *p, vv_expr e, const dim *kid) {
    vv_op op = vv_expr_op(p->c, e);
    int n = vv_expr_arity(p->c, e);
    switch ((int)op) {
    case VV_CONST: return (dim){.known = true, .any = vv_is_zero(e)};
    case VV_PI: return (dim){.known = true};
    case VV_SYM: return of_symbol(p, e);
    case VV_ADD: return of_alike(p, e, kid, "is added to or equated with");
    case VV_MUL: {
        dim d = {.known = true};
        for (int i = 0; i < n; i++) {
            d.known &= kid[i].known;
            for (int k = 0; k < 3; k++) d.e[k] += kid[i].e[k] * vv_expr_exponent(p->c, e, i);
        }
        return d;
    }
    case VV_SQRT:
        return (dim){.known = kid[0].known,
                     .e = {kid[0].e[0] / 2, kid[0].e[1] / 2, kid[0].e[2] / 2}};
    case VV_ABS: return kid[0];
    case VV_MIN:
    case VV_MAX: return of_alike(p, e, kid, "is compared with");
    case VV_SIGN: return (dim){.known = true};
    case VV_ATAN2: return (dim){.known = of_alike(p, e, kid, "is compared with").known};
    case VV_FUNC:
    case VV_POW:
    case VV_PIECEWISE:
    case VV_LESS:
    case VV_LESSEQ:
    case VV_FACTOR:
    case VV_SOLVE:
    case VV_COMP: return (dim){0};
    default: /* elementary functions of a pure number */
        if (kid[0].known && !kid[0].any && !same(kid[0], (dim){0}) && !p->clash)
            p->clash = vv_format(p->c, "the argument of %s has the dimension %s", vv_op_text(op),
                                 dim_text(p->c, kid[0]));
        return (dim){.known = kid[0].known};
    }
}

static dim of_expr(vv_ctx *c, const vv_model *m, vv_expr e, const char **clash) {
    dim_pass p = {.c = c, .m = m};
    int count;
    if (vv_expr_op(c, e) == VV_SYM) return of_symbol(&p, e);
    p.order = vv_expr_topological_order(c, 1, &e, &count);
    p.of = p.order ? VV_ARRAY(c, dim, e.id + 1) : NULL;
    dim *kid = VV_ARRAY(c, dim, 64);
    int cap = 64;
    if (!p.of || !kid) return (dim){0};
    for (int i = 0; i < count; i++) {
        vv_expr x = {p.order[i]};
        int n = vv_expr_arity(c, x);
        if (n > cap) kid = VV_ARRAY(c, dim, cap = 2 * n);
        if (!kid) return (dim){0};
        for (int k = 0; k < n; k++) kid[k] = p.of[vv_expr_child(c, x, k).id];
        p.of[x.id] = of_node(&p, x, kid);
    }
    *clash = p.clash;
    return p.of[e.id];
}

vv_dimension vv_model_dimension(vv_ctx *c, const vv_model *m, vv_expr e, const char **clash) {
    *clash = NULL;
    vv_mark mark = vv_arena_mark(c);
    dim d = of_expr(c, m, e, clash);
    if (!*clash) vv_arena_release(c, mark); /* the message of a clash lives in the arena */
    return (vv_dimension){d.known && !d.any && is_whole(d), (int)d.e[0], (int)d.e[1], (int)d.e[2]};
}

/* The expected kind, and its dimension. A plain number for a force, a torque or a mass is
 * accepted silently: its unit is not given. */
static const struct {
    const char *name, *plural;
    vv_dimension dimension;
    bool number_allowed; /* then 2*t may be an angle, too */
} expected[] = {
    [VV_QUANTITY_ANY] = {0},
    [VV_QUANTITY_ENERGY] = {"an energy", "energies", {true, 1, 2, -2}, false},
    [VV_QUANTITY_POWER] = {"a power", "powers of forces", {true, 1, 2, -3}, false},
    [VV_QUANTITY_FORCE] = {"a force", "forces", {true, 1, 1, -2}, true},
    [VV_QUANTITY_TORQUE] = {"a torque", "torques", {true, 1, 2, -2}, true},
    [VV_QUANTITY_MASS] = {"a mass", "masses", {true, 1, 0, 0}, true},
    [VV_QUANTITY_INERTIA] = {"a moment of inertia", "moments of inertia", {true, 1, 2, 0}, true},
    [VV_QUANTITY_ACCELERATION] = {"an acceleration", "accelerations", {true, 0, 1, -2}, false},
    [VV_QUANTITY_NUMBER] = {"a number without a unit", "coefficients", {true, 0, 0, 0}, true},
    [VV_QUANTITY_LENGTH] = {"a length", "lengths", {true, 0, 1, 0}, true},
};

static bool is_expected(vv_quantity q, dim d) {
    if (expected[q].number_allowed && same(d, (dim){0})) return true;
    return same(d, from_unit(expected[q].dimension, 0));
}

/* Radians say nothing about the units of masses, lengths and times. */
static bool is_stated(vv_dimension d) { return d.known && (d.kg || d.m || d.s); }

/* One fault, one message: a part that does not fit is reported before the whole. */
static bool already_reported(vv_ctx *c, vv_span span) {
    for (int i = 0; i < vv_diag_count(c); i++) {
        const vv_diag *d = vv_diag_at(c, i);
        if (d->code == VV_D_UNIT && d->span.begin >= span.begin && d->span.end <= span.end)
            return true;
    }
    return false;
}

static void check_dimension(vv_ctx *c, const vv_model *m, const vv_dimension_check *k) {
    const char *clash = NULL;
    vv_mark mark = vv_arena_mark(c);
    dim d = of_expr(c, m, k->value, &clash);
    if (!clash) vv_arena_release(c, mark);
    if ((clash && expected[k->quantity].number_allowed) || already_reported(c, k->span)) return;
    if (clash) {
        vv_diag_hint(
            c, vv_diag_add(c, VV_ERROR, VV_D_UNIT, k->span, "units do not match: %s", clash), "%s",
            strstr(clash, A_NUMBER) ? "a unit follows its number, as in 2 [m]"
                                    : "check the units of the quantities in this statement");
    } else if (k->quantity && d.known && !d.any && !is_expected(k->quantity, d)) {
        vv_dimension w = expected[k->quantity].dimension;
        bool number = k->quantity == VV_QUANTITY_NUMBER;
        vv_diag *told =
            vv_diag_add(c, VV_ERROR, VV_D_UNIT, k->span, "%s was expected, this is %s",
                        expected[k->quantity].name, same(d, (dim){0}) ? A_NUMBER : dim_text(c, d));
        vv_diag_hint(c, told, "%s are %s", expected[k->quantity].plural,
                     number ? "ratios" : vv_unit_dimension_text(c, w.kg, w.m, w.s));
    }
}

void vv_check_dimensions(vv_ctx *c, const vv_model *m) {
    bool any = false;
    for (int i = 0; i < m->nparameters; i++) any |= is_stated(m->parameter[i].dimension);
    for (int i = 0; i < m->nq; i++)
        any |= is_stated(m->coordinate[i].dimension) && !m->coordinate[i].internal;
    for (int i = 0; any && i < m->nchecks; i++) check_dimension(c, m, &m->check[i]);
}
