/* Equilibria at which the second variation of the force function vanishes in every direction: the
 * form of lowest order of V = -(U + T0) decides if it is positive definite, or has negative
 * values [Lyapunov1892, KozlovPalamodov1982]. Its coefficients are those of a Taylor series along
 * the directions, in whatever order these are taken, since all lower derivatives vanish. */
#include "equations/stability/stability_internal.h"

#include "algebra/algebra.h"

enum { MOST_ORDER = 8, MOST_DIRECTIONS = 4, MOST_TERMS = 1 << 8, REACH = 3 };

typedef struct term {
    int exponent[MOST_DIRECTIONS];
    vv_expr field; /* derivative of -V, as a function of the position */
    vv_expr value; /* coefficient of V's form, at the equilibrium */
} term;

typedef struct form {
    int n, order, nterms;
    term *at;
} form;

static int last_direction(const term *t, int n) {
    while (n > 0 && !t->exponent[n - 1]) n--;
    return n - 1;
}

/* The derivatives of the next order: those of each term by its last direction and those after. */
static bool next_order(work *w, const form *from, form *to) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    to->n = from->n, to->order = from->order + 1, to->nterms = 0;
    for (int i = 0; i < from->nterms; i++) {
        int first = last_direction(&from->at[i], from->n);
        for (int j = first < 0 ? 0 : first; j < from->n; j++) {
            if (to->nterms == MOST_TERMS || !vv_ctx_tick(c)) return false;
            term *t = &to->at[to->nterms++];
            *t = from->at[i];
            t->exponent[j]++;
            if (from->order == 0) {
                t->field = w->eq->rhs[w->row[j]];
                vv_subst_zero(c, s->n, s->w, 1, &t->field, &t->field);
            } else {
                vv_total_derivative(c, s->nq, s->q, s->direction + w->row[j] * s->nq, 1, &t->field,
                                    &t->field);
            }
        }
    }
    return true;
}

/* Their values; *any: one is not identically zero. False: undecided. */
static bool take_values(work *w, form *k, bool *any) {
    vv_ctx *c = w->c;
    *any = false;
    for (int i = 0; i < k->nterms; i++) {
        term *t = &k->at[i];
        long below = 1;
        for (int j = 0; j < k->n; j++)
            for (int e = 2; e <= t->exponent[j]; e++) below *= e;
        t->value = vv_div(c, vv_neg(c, w->at(c, t->field, w->data)), vv_int(c, below));
        if (vv_ctx_status(c) == VV_E_MODEL) { /* as of x sqrt(x) at 0 */
            vv_ctx_clear_failure(c);
            return false;
        }
        vv_truth zero = vv_is_identically_zero(c, w->f, t->value);
        if (zero == VV_UNKNOWN) return false;
        if (zero == VV_TRUE) t->value = VV_ZERO;
        *any |= zero == VV_FALSE;
    }
    return vv_ctx_ok(c);
}

/* ---- positivity ---- */

static vv_expr value_in(vv_ctx *c, const form *k, const int *direction) {
    vv_expr sum = VV_ZERO;
    for (int i = 0; i < k->nterms; i++) {
        long factor = 1;
        for (int j = 0; j < k->n; j++)
            for (int e = 0; e < k->at[i].exponent[j]; e++) factor *= direction[j];
        sum = vv_add(c, sum, vv_mul(c, vv_int(c, factor), k->at[i].value));
    }
    return sum;
}

/* A direction with small integers as components in which the form is negative. */
static bool has_negative_value(work *w, const form *k) {
    int d[MOST_DIRECTIONS], all = 1;
    for (int j = 0; j < k->n; j++) all *= 2 * REACH + 1;
    for (int i = 0; i < all && vv_ctx_tick(w->c); i++) {
        for (int j = 0, rest = i; j < k->n; j++, rest /= 2 * REACH + 1)
            d[j] = rest % (2 * REACH + 1) - REACH;
        if (vv_sign_given_facts(w->c, w->f, value_in(w->c, k, d)) == VV_NEGATIVE) return true;
    }
    return false;
}

/* Even powers alone, none with a negative coefficient, each direction by itself among them. */
static bool is_sum_of_even_powers(work *w, const form *k) {
    int pure = 0;
    for (int i = 0; i < k->nterms; i++) {
        const term *t = &k->at[i];
        bool alone = false;
        if (vv_is_zero(t->value)) continue;
        for (int j = 0; j < k->n; j++) {
            if (t->exponent[j] % 2) return false;
            alone |= t->exponent[j] == k->order;
        }
        vv_sign s = vv_sign_given_facts(w->c, w->f, t->value);
        if (s != VV_POSITIVE && (alone || s != VV_NONNEGATIVE)) return false;
        pure += alone;
    }
    return pure == k->n;
}

/* The coefficient of x^i y^(order - i). */
static vv_expr coefficient(const form *k, int i) {
    for (int t = 0; t < k->nterms; t++)
        if (k->at[t].exponent[0] == i) return k->at[t].value;
    return VV_ZERO;
}

/* a x^4 + b x^2 y^2 + c y^4 with a, c > 0 and 4 a c > b^2. */
static bool is_positive_in_squares(work *w, const form *k) {
    vv_ctx *c = w->c;
    if (k->n != 2 || k->order != 4) return false;
    vv_expr a = coefficient(k, 4), b = coefficient(k, 2), d = coefficient(k, 0);
    if (!vv_is_zero(coefficient(k, 1)) || !vv_is_zero(coefficient(k, 3))) return false;
    vv_expr apart = vv_sub(c, vv_mul(c, vv_int(c, 4), vv_mul(c, a, d)), vv_mul(c, b, b));
    return vv_sign_given_facts(c, w->f, a) == VV_POSITIVE &&
           vv_sign_given_facts(c, w->f, d) == VV_POSITIVE &&
           vv_sign_given_facts(c, w->f, apart) == VV_POSITIVE;
}

/* ---- Sturm's theorem, for two directions and numbers as coefficients ---- */

typedef struct polynomial {
    int degree; /* -1: zero */
    vv_rat k[MOST_ORDER + 1];
} polynomial;

static void trim(polynomial *p) {
    while (p->degree >= 0 && vv_rat_sign(p->k[p->degree]) == 0) p->degree--;
}

static polynomial derivative(vv_ctx *c, const polynomial *p) {
    polynomial out = {.degree = p->degree - 1};
    for (int i = 1; i <= p->degree; i++)
        out.k[i - 1] = vv_rat_mul(c, vv_rat_make(c, i, 1), p->k[i]);
    return out;
}

/* Minus the remainder of a by b. */
static polynomial negative_remainder(vv_ctx *c, polynomial a, const polynomial *b) {
    while (a.degree >= b->degree) {
        int shift = a.degree - b->degree;
        vv_rat factor = vv_rat_div(c, a.k[a.degree], b->k[b->degree]);
        for (int i = 0; i <= b->degree; i++)
            a.k[i + shift] = vv_rat_sub(c, a.k[i + shift], vv_rat_mul(c, factor, b->k[i]));
        a.degree--;
        trim(&a);
    }
    for (int i = 0; i <= a.degree; i++) a.k[i] = vv_rat_neg(c, a.k[i]);
    return a;
}

/* Changes of sign at infinity, to the right (1) or the left (-1). */
static int changes(const polynomial *chain, int n, int side) {
    int count = 0, before = 0;
    for (int i = 0; i < n; i++) {
        int sign = vv_rat_sign(chain[i].k[chain[i].degree]);
        if (side < 0 && chain[i].degree % 2) sign = -sign;
        count += before && sign != before;
        before = sign;
    }
    return count;
}

/* The number of real roots, each counted once. */
static int real_roots(vv_ctx *c, const polynomial *p) {
    polynomial chain[MOST_ORDER + 2];
    int n = 1;
    chain[0] = *p;
    polynomial next = derivative(c, p);
    trim(&next);
    while (next.degree >= 0 && n < MOST_ORDER + 2) {
        chain[n++] = next;
        next = negative_remainder(c, chain[n - 2], &chain[n - 1]);
    }
    return changes(chain, n, -1) - changes(chain, n, 1);
}

/* P(s, 1) has no root and P(1, 0) > 0. */
static bool is_positive_by_sturm(work *w, const form *k) {
    polynomial p = {.degree = k->order};
    if (k->n != 2) return false;
    for (int i = 0; i <= k->order; i++) {
        vv_expr e = coefficient(k, i);
        if (vv_expr_op(w->c, e) != VV_CONST) return false;
        p.k[i] = vv_expr_rational(w->c, e);
    }
    return vv_rat_sign(p.k[p.degree]) > 0 && real_roots(w->c, &p) == 0 && vv_ctx_ok(w->c);
}

static bool is_positive(work *w, const form *k) {
    return is_sum_of_even_powers(w, k) || is_positive_in_squares(w, k) ||
           is_positive_by_sturm(w, k);
}

/* ---- entry point ---- */

static bool has_known_sign(work *w, const form *k) {
    for (int i = 0; i < k->nterms; i++) {
        vv_sign s = vv_sign_given_facts(w->c, w->f, k->at[i].value);
        if (s == VV_POSITIVE || s == VV_NEGATIVE || s == VV_NONZERO) return true;
    }
    return false;
}

static bool decide(work *w, const form *k) {
    const char *order = vv_format(w->c, "%d", k->order);
    bool odd = k->order % 2, decides = w->regular && w->n == w->s->n &&
                                       w->energy == VV_ENERGY_CONSERVED &&
                                       !vv_stability_is_gyroscopic(w);
    if (!odd && is_positive(w, k)) {
        w->out->maximum = true;
        return vv_stability_set_verdict(
            w, VV_PROVED,
            vv_format(w->c,
                      "the force function has a strict maximum: its lowest variation, of order %s, "
                      "is a negative definite form (Lejeune-Dirichlet)",
                      order));
    }
    if (!odd && !has_negative_value(w, k)) return false;
    w->out->general = decides && odd && !has_known_sign(w, k);
    return vv_stability_set_verdict(
        w, decides ? VV_REFUTED : VV_UNDECIDED,
        vv_format(w->c,
                  decides ? "the force function has no maximum, as the form of its lowest "
                            "variation, of order %s, shows: the motion departs"
                          : "the force function has no maximum, by its variation of order %s: "
                            "Dirichlet's theorem does not decide, and all eigenvalues lie on the "
                            "imaginary axis",
                  order));
}

bool vv_stability_by_lowest_form(work *w) {
    form k[2];
    if (w->n < 2 || w->n > MOST_DIRECTIONS) return false;
    for (int i = 0; i < w->n * w->n; i++)
        if (!vv_is_zero(w->K[i]) && !vv_vanishes(w->c, w->f, w->K[i])) return false;
    for (int i = 0; i < 2; i++) k[i] = (form){w->n, 0, 1, VV_ARRAY(w->c, term, MOST_TERMS)};
    if (!k[0].at || !k[1].at) return false;
    k[0].at[0] = (term){.value = VV_ZERO};
    for (int order = 1; order <= MOST_ORDER; order++) {
        form *next = &k[order % 2];
        bool any;
        if (!next_order(w, &k[1 - order % 2], next) || !take_values(w, next, &any)) return false;
        if (any) return order > 2 && decide(w, next);
    }
    return false;
}
