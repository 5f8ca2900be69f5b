/* Square roots of expanded squares: sqrt(a^2 + 2 a b + b^2) is |a + b|, and a + b if its sign is
 * known. Modulo a prime the sign of a sum is not that of its positive terms, so such roots are
 * resolved by polynomials in the symbols and other parts of the radicand. */
#include "exact/exact.h"
#include "expr/dag.h"
#include "prove/prove.h"
#include "prove/prove_internal.h"

enum { MOST_NODES = 400, MOST_GENERATORS = 24, SQUARE_TERMS = 400, MOST_POWER = 16 };

typedef struct square {
    vv_ctx *c;
    vv_polyring *r;
    int n;
    vv_expr generator[MOST_GENERATORS];
} square;

static vv_poly generator_of(square *s, vv_expr e) {
    int i = 0;
    while (i < s->n && !vv_same(s->generator[i], e)) i++;
    if (i == MOST_GENERATORS) return VV_POLY_NONE;
    if (i == s->n) s->generator[s->n++] = e;
    return vv_poly_var(s->r, i);
}

/* A node from the polynomials of its children. */
static vv_poly polynomial_of(square *s, vv_expr e, const vv_poly *made) {
    vv_op op = vv_expr_op(s->c, e);
    if (op == VV_CONST) return vv_poly_const(s->r, vv_expr_rational(s->c, e));
    if (op != VV_ADD && op != VV_MUL) return generator_of(s, e);
    vv_poly out = vv_poly_int(s->r, op == VV_MUL);
    for (int i = 0, n = vv_expr_arity(s->c, e); i < n; i++) {
        vv_poly x = made[vv_expr_child(s->c, e, i).id];
        int k = op == VV_MUL ? vv_expr_exponent(s->c, e, i) : 1;
        if (k < 0 || k > MOST_POWER) return generator_of(s, e);
        out = op == VV_MUL
                  ? vv_poly_mul(s->r, out, vv_poly_pow(s->r, x, k))
                  : vv_poly_add(s->r, out, vv_poly_scale(s->r, vv_expr_coefficient(s->c, e, i), x));
    }
    return out;
}

static vv_expr expression_of(square *s, vv_poly a) {
    int exponent[MOST_GENERATORS], terms = vv_poly_terms(s->r, a);
    vv_expr *t = VV_ARRAY(s->c, vv_expr, terms + 1), factor[MOST_GENERATORS];
    vv_rat *k = VV_ARRAY(s->c, vv_rat, terms + 1);
    if (!t || !k) return VV_POISON;
    for (int i = 0; i < terms; i++) {
        int n = 0, power[MOST_GENERATORS];
        k[i] = vv_poly_term(s->r, a, i, exponent);
        for (int g = 0; g < s->n; g++)
            if (exponent[g]) factor[n] = s->generator[g], power[n++] = exponent[g];
        t[i] = n ? vv_product_powers(s->c, n, factor, power) : VV_ONE;
    }
    return vv_sum_scaled(s->c, terms, k, t);
}

/* The polynomial whose square is the radicand, as an expression; poison if there is none. */
static vv_expr root_of(square *s, vv_expr radicand) {
    int n;
    vv_expr out = VV_POISON;
    uint32_t *id = vv_expr_topological_order(s->c, 1, &radicand, &n);
    if (!id || n > MOST_NODES) return out;
    vv_poly *made = VV_ARRAY(s->c, vv_poly, radicand.id + 1);
    s->n = 0;
    if (!made || !(s->r = vv_polyring_new(s->c, MOST_GENERATORS, SQUARE_TERMS))) return out;
    for (int i = 0; i < n; i++) made[id[i]] = polynomial_of(s, (vv_expr){id[i]}, made);
    vv_poly root = vv_poly_sqrt(s->r, made[radicand.id]);
    if (root >= 0) out = expression_of(s, root);
    vv_polyring_free(s->r);
    return out;
}

/* |x|, resolved if its sign is declared or a fact. */
static vv_expr absolute(vv_ctx *c, const vv_facts *f, vv_expr x) {
    vv_sign sign = vv_known_sign(c, x);
    if (sign == VV_POSITIVE || sign == VV_NONNEGATIVE) return x;
    if (sign == VV_NEGATIVE) return vv_neg(c, x);
    for (int i = 0; f && i < f->npositive; i++) {
        if (vv_vanishes(c, NULL, vv_sub(c, x, f->positive[i]))) return x;
        if (vv_vanishes(c, NULL, vv_add(c, x, f->positive[i]))) return vv_neg(c, x);
    }
    return vv_call(c, VV_ABS, 1, &x);
}

const vv_expr *vv_resolve_perfect_squares(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e) {
    enum { MOST_ROOTS = 16 };
    square s = {.c = c};
    vv_expr from[MOST_ROOTS], to[MOST_ROOTS], *out = VV_ARRAY(c, vv_expr, n + 1);
    int nodes, m = 0;
    uint32_t *id = vv_expr_topological_order(c, n, e, &nodes);
    if (!out || !id) return NULL;
    for (int i = 0; i < nodes && m < MOST_ROOTS; i++) {
        vv_expr root = {id[i]};
        if (vv_expr_op(c, root) != VV_SQRT) continue;
        vv_expr x = root_of(&s, vv_expr_child(c, root, 0));
        if (x.id) from[m] = root, to[m++] = absolute(c, f, x);
    }
    if (!m || vv_subst(c, m, from, to, n, e, out) != VV_OK) return NULL;
    return out;
}
