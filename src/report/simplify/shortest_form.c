#include "report/simplify/shortest_form.h"

#include <string.h>

#include "report/render/render.h"

/* Beyond these sizes only the plain sum is offered. */
enum { MOST_FLAT = 80, MOST_FACTORED = 60, MOST_DEPTH = 5 };

void vv_cheapest_offer(vv_ctx *c, vv_cheapest *b, vv_expr e) {
    if (vv_is_poison(e)) return;
    int cost = vv_format_cost(c, e, b->cost);
    if (cost < b->cost) *b = (vv_cheapest){e, cost};
}

/* A polynomial times a monomial with exponents of any sign: p * prod x^shift. */
typedef struct laurent {
    vv_poly p;
    int *shift; /* (n) */
} laurent;

static void offer(vv_atoms *a, vv_cheapest *b, vv_expr e) {
    int cost = b->cost;
    vv_cheapest_offer(a->c, b, e);
    vv_atoms_spend(a, 2 * (cost < b->cost ? cost : b->cost) + 20);
}

static vv_expr shorten_sum(vv_atoms *a, laurent x, int depth);
static vv_expr shorten_product(vv_atoms *a, laurent x, int depth);

static int *exponents(vv_atoms *a) { return VV_ARRAY(a->c, int, a->n + 1); }

static int *copy(vv_atoms *a, const int *shift) {
    int *x = exponents(a);
    if (x) memcpy(x, shift, (size_t)a->n * sizeof *x);
    return x;
}

/* One term of x with its exponents as they will be printed. */
static vv_rat term(vv_atoms *a, laurent x, int i, int *exponent) {
    vv_rat k = vv_poly_term(a->ring, x.p, i, exponent);
    for (int v = 0; v < a->n; v++) exponent[v] += x.shift[v];
    return k;
}

static vv_expr flat(vv_atoms *a, laurent x) {
    int n = vv_poly_terms(a->ring, x.p), *e = exponents(a);
    vv_expr *terms = VV_ARRAY(a->c, vv_expr, n + 1);
    if (!e || !terms) return VV_POISON;
    for (int i = 0; i < n; i++) {
        vv_rat k = term(a, x, i, e);
        terms[i] = vv_atoms_monomial(a, k, e);
    }
    return vv_sum(a->c, n, terms);
}

/* ---- common factors, step by step ---------------------------------------------------------- */

/* The terms that contain the variable with exponents of this sign, and their common power. */
typedef struct choice {
    int variable, sign, count, power;
} choice;

/* The variable shared by most terms, the `skip`-th of them; those in all terms or in one do not
 * count. */
static choice choose(vv_atoms *a, laurent x, int skip) {
    int n = vv_poly_terms(a->ring, x.p), *e = exponents(a);
    int *count = VV_ARRAY(a->c, int, 2 * a->n + 2), *power = VV_ARRAY(a->c, int, 2 * a->n + 2);
    choice best = {-1, 0, 0, 0};
    if (!e || !count || !power) return best;
    for (int i = 0; i < n; i++) {
        term(a, x, i, e);
        for (int v = 0; v < a->n; v++) {
            int at = 2 * v + (e[v] < 0), m = e[v] < 0 ? -e[v] : e[v];
            if (m == 0) continue;
            if (!count[at]++ || m < power[at]) power[at] = m;
        }
    }
    for (int round = 0; round <= skip; round++) {
        best = (choice){-1, 0, 1, 0};
        for (int at = 0; at < 2 * a->n; at++)
            if (count[at] > best.count && count[at] < n)
                best = (choice){at / 2, at % 2 ? -1 : 1, count[at], power[at]};
        if (best.variable >= 0) count[2 * best.variable + (best.sign < 0)] = 0;
    }
    return best;
}

/* x = v^power * inside + outside */
static vv_expr collect(vv_atoms *a, laurent x, choice by, int depth) {
    vv_polyring *r = a->ring;
    int n = vv_poly_terms(r, x.p), *e = exponents(a), *raw = exponents(a);
    vv_poly inside = vv_poly_int(r, 0), outside = vv_poly_int(r, 0);
    if (!e || !raw) return VV_POISON;
    for (int i = 0; i < n; i++) {
        term(a, x, i, e);
        vv_rat k = vv_poly_term(r, x.p, i, raw);
        vv_poly one = vv_poly_monomial(r, k, raw);
        if (e[by.variable] * by.sign > 0)
            inside = vv_poly_add(r, inside, one);
        else
            outside = vv_poly_add(r, outside, one);
    }
    vv_expr in = shorten_product(a, (laurent){inside, x.shift}, depth + 1);
    vv_expr out = shorten_sum(a, (laurent){outside, x.shift}, depth + 1);
    return vv_add(a->c, in, out);
}

/* Plain sum or collected, whichever is shorter. */
static vv_expr shorten_sum(vv_atoms *a, laurent x, int depth) {
    int n = vv_poly_terms(a->ring, x.p);
    vv_cheapest b = VV_CHEAPEST;
    if (n > MOST_FLAT) return flat(a, x);
    offer(a, &b, flat(a, x));
    /* several choices at the top levels, one below: otherwise the tree of choices explodes */
    for (int skip = 0; skip < (depth < 2 ? 3 : 1) && n > 2 && depth < MOST_DEPTH; skip++) {
        if (!vv_atoms_spend(a, 4 * n)) break;
        choice by = choose(a, x, skip);
        if (by.variable >= 0) offer(a, &b, collect(a, x, by, depth));
    }
    return b.e;
}

/* ---- products ------------------------------------------------------------------------------ */

typedef struct factors {
    vv_rat k;
    int n; /* factors with several terms */
    vv_poly *p;
    int *power;
    int *monomial; /* the others, with the shift (n) */
} factors;

static bool single(vv_atoms *a, vv_poly p) { return vv_poly_terms(a->ring, p) == 1; }

/* Moves the monomial common to all terms to the monomial and the rational content to k; returns
 * the rest. */
static vv_poly take_content(vv_atoms *a, vv_poly p, factors *out) {
    vv_polyring *r = a->ring;
    int n = vv_poly_terms(r, p), *e = exponents(a), *least = exponents(a), *none = exponents(a);
    if (!e || !least || !none) return VV_POLY_NONE;
    for (int i = 0; i < n; i++) {
        vv_poly_term(r, p, i, e);
        for (int v = 0; v < a->n; v++)
            if (i == 0 || e[v] < least[v]) least[v] = e[v];
    }
    vv_rat k = vv_atoms_content(a, p);
    if (vv_rat_sign(vv_poly_term(r, p, 0, NULL)) < 0) k = vv_rat_neg(a->c, k);
    for (int v = 0; v < a->n; v++) out->monomial[v] += least[v];
    out->k = k;
    return vv_poly_div_exact(r, p, vv_poly_monomial(r, k, least));
}

/* Linear in a variable with a single term as coefficient, and without content: then p is
 * irreducible. */
static bool clearly_irreducible(vv_atoms *a, vv_poly p) {
    int n = vv_poly_terms(a->ring, p), *e = exponents(a);
    int *count = VV_ARRAY(a->c, int, a->n + 1);
    if (!e || !count) return true;
    for (int i = 0; i < n; i++) {
        vv_poly_term(a->ring, p, i, e);
        for (int v = 0; v < a->n; v++) count[v] += e[v] == 0 ? 0 : e[v] == 1 ? 1 : 2;
    }
    for (int v = 0; v < a->n; v++)
        if (count[v] == 1) return true;
    return false;
}

/* Common monomial and irreducible factors. */
static bool factorise(vv_atoms *a, laurent x, factors *out) {
    vv_poly *p;
    int n, *power, *e = exponents(a);
    out->monomial = copy(a, x.shift);
    if (!e || !out->monomial) return false;
    vv_poly rest = take_content(a, x.p, out);
    if (rest < 0) return false;
    vv_rat k = vv_rat_int(1);
    int terms = vv_poly_terms(a->ring, rest), one = 1;
    if (terms > MOST_FACTORED || clearly_irreducible(a, rest) ||
        !vv_atoms_spend(a, 200 + 40 * terms))
        n = terms > 1, p = &rest, power = &one;
    else if (vv_poly_factor(a->ring, rest, &k, &n, &p, &power) != VV_OK)
        return false;
    out->k = vv_rat_mul(a->c, out->k, k);
    out->p = VV_ARRAY(a->c, vv_poly, n + 1);
    out->power = VV_ARRAY(a->c, int, n + 1);
    out->n = 0;
    if (!out->p || !out->power) return false;
    for (int i = 0; i < n; i++) {
        if (!single(a, p[i])) {
            out->p[out->n] = p[i];
            out->power[out->n++] = power[i];
            continue;
        }
        vv_poly_term(a->ring, p[i], 0, e);
        for (int v = 0; v < a->n; v++) out->monomial[v] += e[v] * power[i];
    }
    return true;
}

static bool has_negative_term(vv_atoms *a, vv_poly p) {
    for (int i = 0; i < vv_poly_terms(a->ring, p); i++)
        if (vv_rat_sign(vv_poly_term(a->ring, p, i, NULL)) < 0) return true;
    return false;
}

/* (C - B) rather than -(B - C): a minus sign is absorbed by a factor that contains one. */
static void absorb_minus(vv_atoms *a, factors *f) {
    for (int i = 0; i < f->n && vv_rat_sign(f->k) < 0; i++) {
        if (f->power[i] % 2 == 0 || !has_negative_term(a, f->p[i])) continue;
        f->p[i] = vv_poly_neg(a->ring, f->p[i]);
        f->k = vv_rat_neg(a->c, f->k);
    }
}

/* The product with the negative powers of the monomial distributed over factor `host`, -1 for
 * none. */
static vv_expr product(vv_atoms *a, const factors *f, int host, int depth) {
    int *outer = copy(a, f->monomial), *inner = exponents(a), *none = exponents(a);
    if (!outer || !inner || !none) return VV_POISON;
    for (int v = 0; v < a->n && host >= 0; v++)
        if (outer[v] < 0) inner[v] = outer[v], outer[v] = 0;
    vv_expr e = vv_atoms_monomial(a, f->k, outer);
    for (int i = 0; i < f->n; i++) {
        laurent x = {f->p[i], i == host ? inner : none};
        e = vv_mul(a->c, e, vv_pow_int(a->c, shorten_sum(a, x, depth + 1), f->power[i]));
    }
    return e;
}

static bool has_negative(const vv_atoms *a, const int *shift) {
    for (int v = 0; v < a->n; v++)
        if (shift[v] < 0) return true;
    return false;
}

static vv_expr shorten_product(vv_atoms *a, laurent x, int depth) {
    factors f;
    int n = vv_poly_terms(a->ring, x.p);
    if (n == 0) return VV_ZERO;
    if (!factorise(a, x, &f)) return shorten_sum(a, x, depth);
    absorb_minus(a, &f);
    vv_cheapest b = VV_CHEAPEST;
    offer(a, &b, product(a, &f, -1, depth));
    for (int i = 0; i < f.n && has_negative(a, f.monomial); i++)
        if (f.power[i] == 1) offer(a, &b, product(a, &f, i, depth));
    if (n > 1) offer(a, &b, shorten_sum(a, x, depth));
    return b.e;
}

/* ---- the whole quotient -------------------------------------------------------------------- */

/* Several forms of the numerator modulo s^2 + c^2 = 1 and the norms of unit vectors. */
enum { MOST_FORMS = 16 };
static int forms(vv_atoms *a, vv_poly p, vv_poly form[MOST_FORMS]) {
    vv_poly least = p;
    for (int i = 0; i < a->nangles && least >= 0; i++)
        least = vv_atoms_reduce_least(a, least, &a->angle[i]);
    vv_poly all[3] = {least, vv_atoms_reduce(a, p, false), vv_atoms_reduce(a, p, true)};
    int n = 0;
    for (int i = 0; i < 3; i++) {
        bool fresh = all[i] >= 0;
        for (int k = 0; k < n; k++) fresh = fresh && !vv_poly_equal(a->ring, form[k], all[i]);
        if (fresh) form[n++] = all[i];
    }
    for (int u = 0; u < a->nunits; u++)
        for (int k = 0, had = n; k < 4 && n < MOST_FORMS && had; k++) {
            vv_poly other = vv_atoms_reduce_unit(a, form[0], u, k);
            if (other < 0 || vv_poly_equal(a->ring, other, form[0])) continue;
            if (vv_poly_terms(a->ring, other) <= vv_poly_terms(a->ring, form[0])) form[n++] = other;
        }
    return n;
}

vv_expr vv_shortest_form(vv_atoms *a, vv_rational_function q) {
    q = vv_rational_function_cancel(a, q);
    if (q.n < 0 || q.d < 0) return VV_POISON;
    int *none = exponents(a), *shift = exponents(a);
    factors below;
    if (!none || !shift || !factorise(a, (laurent){q.d, none}, &below)) return VV_POISON;
    for (int v = 0; v < a->n; v++) shift[v] = -below.monomial[v];
    vv_expr under = VV_ONE;
    for (int i = 0; i < below.n; i++) {
        vv_expr f = shorten_sum(a, (laurent){below.p[i], none}, 0);
        under = vv_mul(a->c, under, vv_pow_int(a->c, f, -below.power[i]));
    }
    under = vv_scale(a->c, vv_rat_inv(a->c, below.k), under);
    vv_poly form[MOST_FORMS];
    vv_cheapest b = VV_CHEAPEST;
    for (int i = 0, n = forms(a, q.n, form); i < n; i++) {
        vv_expr e = shorten_product(a, (laurent){form[i], shift}, 0);
        offer(a, &b, vv_mul(a->c, e, under));
    }
    return b.e;
}
