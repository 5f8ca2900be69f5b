/* Points on the holonomic constraints: each is solved for a symbol in which it is linear (a
 * coordinate or a length) or quadratic; with these rules the prover samples the manifold at
 * rational points. */
#include <string.h>

#include "kinematics/system.h"
#include "algebra/algebra.h"

vv_expr vv_facts_rewrite(vv_ctx *c, const vv_facts *f, vv_expr e) {
    for (int i = 0; i < VV_PROVE_MAX_ROUNDS && f->nrules; i++) {
        vv_expr next = VV_POISON;
        vv_subst(c, f->nrules, f->from, f->to, 1, &e, &next);
        if (vv_same(next, e)) break;
        e = next;
    }
    return e;
}

static void add_rule(vv_ctx *c, vv_facts *f, vv_expr from, vv_expr to) {
    int n = f->nrules, m = n;
    vv_expr *a = VV_ARRAY(c, vv_expr, 2 * n + 1), *b = VV_ARRAY(c, vv_expr, 2 * n + 1);
    if (!a || !b) return;
    if (n) {
        memcpy(a, f->from, (size_t)n * sizeof *a);
        memcpy(b, f->to, (size_t)n * sizeof *b);
    }
    /* earlier rules may use this symbol: substitute now to keep the set triangular; a function
     * known by a rule must be recognized with and without the symbol in its arguments */
    vv_subst(c, 1, &from, &to, n, b, b);
    for (int i = 0; i < n; i++)
        if (vv_depends(c, a[i], 1, &from)) {
            a[m] = vv_subst1(c, a[i], from, to);
            b[m++] = b[i];
        }
    a[m] = from;
    b[m++] = to;
    if (f->nbranches && !f->choose) {
        vv_expr *root = VV_ARRAY(c, vv_expr, f->nbranches + 1);
        if (!root) return;
        vv_subst(c, 1, &from, &to, f->nbranches, f->branch, root);
        f->branch = root;
    }
    f->from = a;
    f->to = b;
    f->nrules = m;
}

/* A coordinate, or a ratio of Euler parameters that stands for them. */
static bool contains_position(vv_ctx *c, vv_expr e) {
    int n = 0;
    vv_expr *symbol = vv_expr_symbols(c, 1, &e, &n);
    for (int i = 0; symbol && i < n; i++) {
        const vv_symbol *s = vv_symbol_get(c, symbol[i]);
        if (s->kind == VV_SYM_COORDINATE && s->order == 0) return true;
    }
    return false;
}

/* How suitable a symbol is to solve for: coordinates first if their coefficient is a plain
 * number or parameter, then parameters; 0: not at all. Rates before positions: differentiating a
 * constraint on both then gives one on positions alone if possible. */
static int suitability(vv_ctx *c, vv_expr symbol, vv_expr coefficient) {
    const vv_symbol *s = vv_symbol_get(c, symbol);
    bool rate = s->kind == VV_SYM_SPEED || s->order == 1,
         coordinate = (s->kind == VV_SYM_COORDINATE || s->kind == VV_SYM_SPEED) && s->order <= 1;
    if (!coordinate && s->kind != VV_SYM_PARAMETER) return 0;
    bool plain = !contains_position(c, coefficient);
    if (coordinate) return !plain ? 20 : rate ? 45 : 40;
    return plain ? 30 : 25;
}

static void add_branch(vv_ctx *c, vv_facts *f, vv_expr root) {
    vv_expr *all = VV_ARRAY(c, vv_expr, f->nbranches + 1);
    if (!all) return;
    if (f->nbranches) memcpy(all, f->branch, (size_t)f->nbranches * sizeof *all);
    all[f->nbranches++] = root;
    f->branch = all;
}

/* The root with its sign: the one required by the sign of x, root/lead; otherwise the chosen
 * one; otherwise either, to be tried by the prover (facts.branch), or, if no root remains or it
 * never vanishes, so that there are two sheets, that of an additional unknown. */
static vv_expr either_root(vv_ctx *c, vv_facts *f, vv_expr x, vv_expr root, vv_expr lead,
                           bool pure) {
    vv_sign below = vv_is_const(c, lead)
                        ? vv_rat_sign(vv_expr_rational(c, lead)) > 0 ? VV_POSITIVE : VV_NEGATIVE
                        : vv_known_sign(c, lead),
            sign = vv_symbol_get(c, x)->sign;
    vv_rat k;
    if (sign == VV_NONNEGATIVE) sign = VV_POSITIVE;
    if (pure && (sign == VV_POSITIVE || sign == VV_NEGATIVE) &&
        (below == VV_POSITIVE || below == VV_NEGATIVE))
        return sign == below ? root : vv_neg(c, root);
    if (f->choose) return f->other >> f->nbranches++ & 1 ? vv_neg(c, root) : root;
    vv_expr node = vv_split_rational(c, root, &k);
    if (vv_expr_op(c, node) == VV_SQRT &&
        vv_known_sign(c, vv_expr_child(c, node, 0)) != VV_POSITIVE) {
        add_branch(c, f, node);
        return root;
    }
    vv_expr s = vv_symbol_new(c, "branch", VV_SYM_OTHER);
    return vv_mul(c, vv_call(c, VV_SIGN, 1, &s), root);
}

/* Without its root if it is a square: either sign leads to the same points. */
static vv_expr radius_of(vv_ctx *c, vv_expr square) {
    vv_factors f;
    if (!vv_factorise(c, square, &f) || vv_rat_sign(f.number) == 0) return VV_POISON;
    for (int i = 0; i < f.n; i++) {
        if (f.power[i] % 2) return vv_sqrt(c, square);
        f.power[i] /= 2;
    }
    vv_expr number = vv_sqrt(c, vv_rational(c, f.number));
    return vv_mul(c, number, vv_product_powers(c, f.n, f.factor, f.power));
}

/* g = K (a x + b) (d x + e): K (a e - b d), the difference of its roots times the coefficient of
 * x^2. Poison if g is no such product. */
static vv_expr split_root(vv_ctx *c, vv_expr g, vv_expr x) {
    vv_factors f;
    int n = 0;
    vv_expr slope[2], rest[2], by;
    if (!vv_factorise(c, g, &f)) return VV_POISON;
    by = vv_rational(c, f.number);
    for (int i = 0; i < f.n; i++) {
        if (!vv_depends(c, f.factor[i], 1, &x)) {
            by = vv_mul(c, by, vv_pow_int(c, f.factor[i], f.power[i]));
            continue;
        }
        if (n == 2 || f.power[i] != 1) return VV_POISON;
        slope[n] = vv_diff(c, f.factor[i], x);
        if (vv_depends(c, slope[n], 1, &x)) return VV_POISON;
        rest[n++] = vv_subst1(c, f.factor[i], x, VV_ZERO);
    }
    if (n < 2) return VV_POISON;
    return vv_mul(c, by, vv_sub(c, vv_mul(c, slope[0], rest[1]), vv_mul(c, slope[1], rest[0])));
}

/* The root of the discriminant of g. If it is a square it is written without a root: its signs are
 * two sheets, neither of which is the continuation of the other, so that each must be tried. */
static vv_expr root_of(vv_ctx *c, vv_expr g, vv_expr x, vv_expr square) {
    enum { MOST_NODES = 200 };
    int n = 0;
    bool brief = vv_expr_topological_order(c, 1, &g, &n) && n <= MOST_NODES;
    vv_expr root = brief ? split_root(c, g, x) : VV_POISON;
    if (brief && !root.id && !vv_is_const(c, square)) root = radius_of(c, square);
    return root.id && vv_ctx_ok(c) ? root : vv_sqrt(c, square);
}

static bool solve_for_symbol(vv_ctx *c, vv_facts *facts, vv_expr g) {
    int n, best = 0;
    vv_expr *symbol = vv_expr_symbols(c, 1, &g, &n), from = VV_POISON, to = VV_POISON,
            root = VV_POISON, lead = VV_POISON, middle = VV_POISON;
    for (int i = 0; symbol && i < n; i++) {
        vv_expr x = symbol[i], a = vv_diff(c, g, x);
        if (vv_depends(c, a, 1, &x)) {
            if (best) continue;
            /* quadratic: x = (-b + sqrt(b^2 - 4 a c)) / 2 a */
            vv_expr a2 = vv_scale(c, vv_rat_make(c, 1, 2), vv_diff(c, a, x));
            if (vv_depends(c, a2, 1, &x) || !suitability(c, x, a2) ||
                vv_is_identically_zero(c, facts, a2) != VV_FALSE)
                continue;
            vv_expr b = vv_subst1(c, a, x, VV_ZERO), k = vv_subst1(c, g, x, VV_ZERO);
            vv_expr disc = vv_sub(c, vv_mul(c, b, b), vv_scale(c, vv_rat_int(4), vv_mul(c, a2, k)));
            from = x;
            root = root_of(c, g, x, disc), middle = b, lead = vv_scale(c, vv_rat_int(2), a2);
            continue;
        }
        int w = suitability(c, x, a);
        if (w <= best || vv_is_identically_zero(c, facts, a) != VV_FALSE) continue;
        /* a length that is a common factor of all terms: only 0 would satisfy the constraint,
         * and then there is no mechanism; unless exactly that was stated */
        vv_expr rest = vv_subst1(c, g, x, VV_ZERO);
        if (vv_symbol_get(c, x)->kind == VV_SYM_PARAMETER && !vv_is_const(c, a) &&
            vv_vanishes(c, facts, rest))
            continue;
        best = w;
        from = x;
        to = vv_neg(c, vv_div(c, rest, a));
    }
    if (from.id && best == 0) {
        root = either_root(c, facts, from, root, lead, vv_is_zero(middle));
        to = vv_div(c, vv_sub(c, root, middle), lead);
    }
    if (!from.id || !to.id) return false;
    facts->nroots += best == 0;
    add_rule(c, facts, from, to);
    return true;
}

/* ---- unit quaternions ------------------------------------------------------------------------ */

/* The product of two quaternions. */
static void multiply(vv_ctx *c, const vv_expr *a, const vv_expr *b, vv_expr *out) {
    static const int FACTOR[4][4] = {{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}},
                     SIGN[4][4] = {{1, -1, -1, -1}, {1, 1, 1, -1}, {1, -1, 1, 1}, {1, 1, -1, 1}};
    for (int i = 0; i < 4; i++) {
        vv_expr term[4];
        for (int k = 0; k < 4; k++)
            term[k] = vv_scale(c, vv_rat_int(SIGN[i][k]), vv_mul(c, a[k], b[FACTOR[i][k]]));
        out[i] = vv_sum(c, 4, term);
    }
}

/* "ratio(B.e1, B.e0)", "ratio(B.e1, B.e0 beside A.e0)" */
static vv_expr ratio_symbol(vv_ctx *c, const vv_model *m, int above, int below, int beside) {
    const char *last = beside < 0 ? "" : vv_symbol_get(c, m->coordinate[beside].q)->name,
               *name =
                   vv_format(c, "ratio(%s, %s%s%s)", vv_symbol_get(c, m->coordinate[above].q)->name,
                             vv_symbol_get(c, m->coordinate[below].q)->name,
                             beside < 0 ? "" : " beside ", last);
    return vv_symbol_new(c, name ? name : "", VV_SYM_COORDINATE);
}

void vv_manifold_add_ratios(vv_ctx *c, const vv_model *m, vv_facts *facts, int first, int base,
                            int beside) {
    vv_expr square = VV_ONE, unit[4], other[4];
    for (int i = 0; i < 4; i++) {
        unit[i] = i == base ? VV_ONE : ratio_symbol(c, m, first + i, first + base, beside);
        if (i != base) square = vv_add(c, square, vv_mul(c, unit[i], unit[i]));
    }
    vv_expr root = vv_sqrt(c, square);
    for (int i = 0; i < 4; i++) unit[i] = vv_div(c, unit[i], root);
    for (int i = 0; i < 4 && beside >= 0; i++)
        other[i] = vv_facts_rewrite(c, facts, m->coordinate[beside + i].q);
    if (beside >= 0) {
        vv_expr product[4];
        multiply(c, other, unit, product);
        memcpy(unit, product, sizeof unit);
    }
    for (int i = 0; i < 4; i++) add_rule(c, facts, m->coordinate[first + i].q, unit[i]);
    add_branch(c, facts, root); /* both signs are the same rotation */
}

/* ---- circles and spheres -------------------------------------------------------------------- */

/* A root is real at half of all points only: many roots leave no points, and even a few make
 * every search for a point long if there are many searches. */
enum { MOST_ROOTS = 6, MANY_RELATIONS = 16, MOST_AXES = 4 };

static int most_roots(const vv_model *m) {
    return m->nconstraints + m->nfree < MANY_RELATIONS ? MOST_ROOTS : 0;
}

/* g = A ((x - x0)^2 + (y - y0)^2 + ... - r^2) with A and r free of the coordinates. */
typedef struct sphere {
    int n;
    vv_expr x[MOST_AXES], centre[MOST_AXES], radius;
} sphere;

/* Value of a function of the position with all coordinates and all angles of earlier spheres 0,
 * and frames aligned with their parents. What is constant everywhere has this value; it is found
 * by evaluation, because after a chain of other constraints its normal form would exceed any
 * budget. Poison: not defined there. */
static vv_expr value_at_reference(vv_ctx *c, const vv_model *m, vv_expr e) {
    int n, k = 0;
    vv_expr *symbol = vv_expr_symbols(c, 1, &e, &n), *from = VV_ARRAY(c, vv_expr, m->nq + n + 1),
            *to = VV_ARRAY(c, vv_expr, m->nq + n + 1);
    if (!symbol || !from || !to) return VV_POISON;
    for (int i = 0; i < m->nq; i++, k++)
        from[k] = m->coordinate[i].q, to[k] = vv_int(c, m->coordinate[i].begins);
    for (int i = 0; i < n; i++)
        if (vv_symbol_get(c, symbol[i])->kind == VV_SYM_OTHER)
            from[k] = symbol[i], to[k++] = VV_ZERO;
    vv_subst(c, k, from, to, 1, &e, &e);
    return e;
}

static bool is_round(vv_ctx *c, const vv_model *m, const vv_facts *facts, vv_expr g, sphere *r) {
    vv_expr A = VV_POISON, slope[MOST_AXES];
    *r = (sphere){0};
    for (int i = 0; i < m->nq && r->n < MOST_AXES; i++) {
        vv_expr x = m->coordinate[i].q, b = vv_diff(c, g, x), a = vv_diff(c, b, x);
        if (vv_is_zero(a) || (A.id && !vv_same(a, A))) continue;
        bool plain = true;
        for (int k = 0; k < m->nq && plain; k++) plain = !vv_depends(c, a, 1, &m->coordinate[k].q);
        for (int k = 0; k < r->n && plain; k++) plain = !vv_depends(c, b, 1, &r->x[k]);
        if (!plain) continue;
        A = a;
        slope[r->n] = b;
        r->x[r->n++] = x;
    }
    for (int k = 0; k < r->n; k++)
        r->centre[k] = vv_neg(c, vv_div(c, vv_subst1(c, slope[k], r->x[k], VV_ZERO), A));
    if (r->n < 2) return false;
    vv_expr rest = VV_POISON;
    vv_subst(c, r->n, r->x, r->centre, 1, &g, &rest);
    vv_expr square = vv_div(c, vv_scale(c, vv_rat_int(-2), rest), A),
            still = value_at_reference(c, m, square);
    if (still.id && !vv_vanishes(c, facts, vv_sub(c, square, still))) return false;
    r->radius = radius_of(c, still.id ? still : square);
    for (int k = 0; k < m->nq && r->radius.id; k++)
        if (vv_depends(c, r->radius, 1, &m->coordinate[k].q)) return false;
    return r->radius.id != 0;
}

/* x = x0 + r cos(s), y = y0 + r sin(s) cos(s1), ..., the last with sines only. */
static bool solve_by_angles(vv_ctx *c, const vv_model *m, vv_facts *facts, vv_expr g) {
    sphere r;
    if (facts->nroots < most_roots(m) || !is_round(c, m, facts, g, &r)) return false;
    vv_expr reach = r.radius;
    for (int k = 0; k < r.n; k++) {
        vv_expr along = reach;
        if (k + 1 < r.n) {
            const char *name = vv_format(c, "angle(%s, %s)", vv_symbol_get(c, r.x[k])->name,
                                         vv_symbol_get(c, r.x[k + 1])->name);
            vv_expr s = vv_symbol_new(c, name ? name : "", VV_SYM_OTHER);
            along = vv_mul(c, reach, vv_cos(c, s));
            reach = vv_mul(c, reach, vv_sin(c, s));
        }
        add_rule(c, facts, r.x[k], vv_add(c, r.centre[k], along));
    }
    return true;
}

/* A length that occurs in a single power, as in x^4/a^4: g = A a^k + B is recognized from its
 * values at a = 1 and a = 2. */
static bool solve_for_power(vv_ctx *c, vv_facts *facts, vv_expr g) {
    static const int POWER[] = {2, -2, 4, -4};
    int n;
    vv_expr *symbol = vv_expr_symbols(c, 1, &g, &n);
    for (int i = 0; symbol && i < n; i++) {
        vv_expr x = symbol[i], one = vv_subst1(c, g, x, VV_ONE),
                step = vv_sub(c, vv_subst1(c, g, x, vv_int(c, 2)), one);
        if (vv_symbol_get(c, x)->kind != VV_SYM_PARAMETER || !one.id || !step.id) continue;
        for (int k = 0; k < 4; k++) {
            vv_expr two = vv_pow_int(c, vv_int(c, 2), POWER[k]), power = vv_pow_int(c, x, POWER[k]);
            vv_expr A = vv_div(c, step, vv_sub(c, two, VV_ONE)), B = vv_sub(c, one, A);
            vv_expr whole = vv_add(c, vv_mul(c, A, power), B);
            if (!vv_vanishes(c, facts, vv_sub(c, g, whole))) continue;
            if (vv_is_identically_zero(c, facts, A) != VV_FALSE) break;
            bool below = POWER[k] < 0;
            vv_expr root = vv_sqrt(c, vv_neg(c, below ? vv_div(c, A, B) : vv_div(c, B, A)));
            if (POWER[k] % 4 == 0) root = vv_sqrt(c, root);
            if (!root.id) break;
            add_rule(c, facts, x, root);
            return true;
        }
    }
    return false;
}

/* What must vanish for g to vanish: its numerator, without the length of a normal in its
 * denominator. Poison if that is g itself or beyond the method. */
static vv_expr numerator(vv_ctx *c, vv_expr g) {
    vv_factors f;
    int k = 0;
    bool divided = false;
    if (!vv_factorise(c, g, &f)) return VV_POISON;
    for (int i = 0; i < f.n; i++) {
        divided |= f.power[i] < 0;
        if (f.power[i] > 0) f.factor[k] = f.factor[i], f.power[k++] = 1;
    }
    return divided && k ? vv_product_powers(c, k, f.factor, f.power) : VV_POISON;
}

bool vv_manifold_add_rule(vv_ctx *c, const vv_model *m, vv_facts *facts, vv_expr g) {
    if (solve_by_angles(c, m, facts, g) || solve_for_symbol(c, facts, g)) return true;
    vv_expr above = numerator(c, g);
    return (above.id && solve_for_symbol(c, facts, above)) || solve_for_power(c, facts, g);
}

void vv_manifold_add_constraint(vv_ctx *c, vv_system *s, vv_expr g) {
    vv_facts *f = &s->facts;
    if (vv_manifold_add_rule(c, s->m, f, g)) return;
    vv_expr *open = VV_ARRAY(c, vv_expr, f->nopen + 1);
    s->manifold_solved = false;
    if (!open) return;
    if (f->nopen) memcpy(open, f->open, (size_t)f->nopen * sizeof *open);
    open[f->nopen++] = g;
    f->open = open;
}

/* ---- coordinates eliminated by holonomic constraints, for Lagrange's equations -------------- */

static bool solve_for_coordinate(vv_ctx *c, vv_system *s, vv_expr g, int *which, vv_expr *value) {
    int best = 0;
    for (int i = 0; i < s->nq; i++) {
        vv_expr x = s->q[i], a = vv_diff(c, g, x);
        if (vv_is_zero(a) || vv_depends(c, a, 1, &x)) continue;
        int w = suitability(c, x, a) + (s->m->coordinate[i].dependent ? 100 : 0);
        if (w < best || (w == best && !s->m->coordinate[i].dependent && best >= 100)) continue;
        if (vv_is_identically_zero(c, &s->facts, a) != VV_FALSE) continue;
        best = w; /* among equals the one declared last */
        *which = i;
        *value = vv_neg(c, vv_div(c, vv_subst1(c, g, x, VV_ZERO), a));
    }
    return best > 0;
}

static void refuse(vv_system *s, const char *why) {
    s->elimination.complete = false;
    if (!s->elimination.refusal) s->elimination.refusal = why;
}

void vv_system_eliminate_coordinates(vv_ctx *c, vv_system *s) {
    s->elimination.complete = true;
    s->elimination.symbol = VV_ARRAY(c, vv_expr, s->nq + 1);
    s->elimination.value = VV_ARRAY(c, vv_expr, s->nq + 1);
    s->elimination.left = VV_ARRAY(c, vv_expr, s->nq + 1);
    bool *gone = VV_ARRAY(c, bool, s->nq + 1);
    if (!gone || !s->elimination.left) return;
    if (s->m->nfree) refuse(s, "the coordinates of a free frame are not independent");
    for (int r = 0; r < s->nrows && s->elimination.complete; r++) {
        if (s->row[r].kind != VV_ROW_HOLONOMIC) {
            refuse(s, vv_format(c, "%s is not a holonomic constraint", s->row[r].label));
            break;
        }
        vv_expr g = s->row[r].finite, value;
        int which;
        vv_subst(c, s->elimination.n, s->elimination.symbol, s->elimination.value, 1, &g, &g);
        if (!solve_for_coordinate(c, s, g, &which, &value)) {
            refuse(s, vv_format(c, "%s cannot be solved for a coordinate", s->row[r].label));
            break;
        }
        vv_subst(c, 1, &s->q[which], &value, s->elimination.n, s->elimination.value,
                 s->elimination.value);
        s->elimination.symbol[s->elimination.n] = s->q[which];
        s->elimination.value[s->elimination.n++] = value;
        gone[which] = true;
    }
    for (int i = 0; i < s->nq; i++)
        if (!gone[i]) s->elimination.left[s->elimination.nleft++] = s->q[i];
}
