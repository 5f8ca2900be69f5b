#include "analysis/linear/characteristic_exponents.h"

#include <string.h>

#include "analysis/equilibria/equilibria.h"
#include "analysis/solve/solve.h"
#include "algebra/algebra.h"

/* ---- factors ------------------------------------------------------------------------------- */

static bool split(vv_ctx *c, vv_exponents *x) {
    vv_expr y = vv_symbol_new(c, "λ", VV_SYM_OTHER), p = VV_ZERO;
    vv_factors f;
    for (int i = 0; i <= x->degree; i++) p = vv_add(c, p, vv_mul(c, x->a[i], vv_pow_int(c, y, i)));
    if (!vv_factorise(c, p, &f)) return false;
    for (int i = 0; i < f.n; i++) {
        if (f.power[i] < 0 || !vv_depends(c, f.factor[i], 1, &y)) continue;
        int k = x->nparts,
            degree =
                vv_polynomial_coefficients(c, f.factor[i], y, VV_LINEAR_VARIATION_MOST, x->part[k]);
        if (degree < 1) return false;
        x->part_degree[k] = degree;
        x->part_power[k] = f.power[i];
        x->nparts++;
    }
    return true;
}

void vv_exponents_of_polynomial(vv_ctx *c, int degree, const vv_expr *a, vv_exponents *x) {
    *x = (vv_exponents){0};
    while (x->zeros < degree && vv_is_zero(a[x->zeros])) x->zeros++;
    x->degree = degree - x->zeros;
    memcpy(x->a, a + x->zeros, (size_t)(x->degree + 1) * sizeof *a);
    if (split(c, x)) return;
    x->nparts = x->degree > 0;
    x->part_degree[0] = x->degree, x->part_power[0] = 1;
    memcpy(x->part[0], x->a, sizeof x->a);
}

vv_status vv_exponents_find(vv_ctx *c, const vv_facts *f, const vv_linear_variation *v,
                            vv_exponents *x) {
    vv_expr a[VV_LINEAR_VARIATION_MOST + 1];
    *x = (vv_exponents){0};
    vv_status status = vv_linear_variation_characteristic(c, f, v, a);
    if (status != VV_OK) return status;
    vv_exponents_of_polynomial(c, v->n, a, x);
    return vv_ctx_status(c);
}

const char *vv_exponent_letter(vv_ctx *c, const vv_model *m) {
    static const char *const letter[] = {"λ", "ρ", "σ", "Λ"};
    int n = (int)(sizeof letter / sizeof *letter), i = 0;
    while (i < n - 1 && vv_model_has_letter(c, m, letter[i])) i++;
    return letter[i];
}

vv_expr vv_exponents_polynomial(vv_ctx *c, const vv_model *m, const vv_exponents *x) {
    vv_expr y = vv_symbol_new(c, vv_exponent_letter(c, m), VV_SYM_OTHER), p = VV_ONE;
    for (int k = 0; k < x->nparts; k++) {
        vv_expr t[VV_LINEAR_VARIATION_MOST + 1];
        for (int i = 0; i <= x->part_degree[k]; i++)
            t[i] = vv_mul(c, x->part[k][i], vv_pow_int(c, y, i));
        p = vv_mul(c, p, vv_pow_int(c, vv_sum(c, x->part_degree[k] + 1, t), x->part_power[k]));
    }
    return vv_mul(c, p, vv_pow_int(c, y, x->zeros));
}

/* ---- stability ----------------------------------------------------------------------------- */

/* The zeros of a multiple factor p have a full set of eigenvectors iff p(A) has rank n - power
 * degree, A = left^-1 right: the Jordan blocks are then of order one [Weierstrass1868]. */
static bool is_simple(vv_ctx *c, const vv_facts *f, const vv_linear_variation *v, int degree,
                      const vv_expr *p, int power) {
    enum { MOST = VV_LINEAR_VARIATION_MOST };
    int n = v->n, rank = 0;
    vv_expr A[MOST * MOST], P[MOST * MOST], next[MOST * MOST], column[MOST],
        factor = vv_factor(c, n, v->left);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) column[i] = v->right[i * n + j];
        vv_solve(c, n, factor, column, column);
        for (int i = 0; i < n; i++) A[i * n + j] = column[i];
    }
    for (int i = 0; i < n * n; i++) P[i] = i % (n + 1) ? VV_ZERO : p[degree];
    for (int d = degree - 1; d >= 0; d--) { /* P <- P A + p[d] */
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                vv_expr sum = i == j ? p[d] : VV_ZERO;
                for (int k = 0; k < n; k++)
                    sum = vv_add(c, sum, vv_mul(c, P[i * n + k], A[k * n + j]));
                next[i * n + j] = sum;
            }
        memcpy(P, next, sizeof P);
    }
    return vv_generic_rank(c, f, n, n, P, &rank, NULL, NULL, NULL) == VV_OK &&
           rank == n - power * degree;
}

/* A vanishing discriminant or determinant: two zeros of the factor are equal or opposite, so it
 * is not irreducible (it would be even, with distinct zeros), and atoms in it satisfy an
 * undetected relation. Nothing follows from such a condition. A vanishing coefficient does
 * decide: if all zeros were imaginary or in the left half-plane, the factor would be an even
 * polynomial with positive coefficients times one without gaps. */
static bool on_border(vv_ctx *c, const vv_study *study, int degree, vv_hurwitz *h) {
    int coefficients = h->even ? degree / 2 : degree;
    for (int i = 0; i < h->n; i++) {
        vv_expr *e = &h->condition[i];
        if (!vv_is_const(c, *e) && vv_vanishes(c, &study->s->facts, *e)) *e = VV_ZERO;
        if (i >= coefficients && vv_is_zero(*e)) return true;
    }
    return false;
}

void vv_exponents_stability(vv_ctx *c, const vv_study *study, const vv_linear_variation *v, int n,
                            const vv_expr *by, vv_exponents *x) {
    x->decided = true;
    for (int k = 0; k < x->nparts && vv_ctx_tick(c); k++) {
        vv_hurwitz h;
        x->decided &= vv_hurwitz_conditions(c, x->part_degree[k], x->part[k], &h);
        if (x->decided && on_border(c, study, x->part_degree[k], &h))
            x->decided = false, x->border = true;
        *(h.even ? &x->imaginary : &x->damped) = true;
        if (h.even && x->part_power[k] > 1) {
            x->multiple = true;
            x->secular |=
                !is_simple(c, &study->s->facts, v, x->part_degree[k], x->part[k], x->part_power[k]);
        }
        for (int i = 0; x->decided && i < h.n; i++) {
            if (x->nraw == VV_EXPONENT_CONDITIONS) {
                x->decided = false;
                break;
            }
            x->raw[x->nraw] = h.condition[i];
            x->condition[x->nraw++] = vv_inequality_of(c, study, h.condition[i], n, by);
        }
    }
    if (!x->decided) return;
    x->n = vv_inequalities_reduce(c, study, x->nraw, x->condition);
    if (x->secular) x->n = -1; /* both where the conditions hold and where they fail */
}

/* ---- certificates ---------------------------------------------------------------------------- */

/* A condition as rest d + more, nothing of it negative, where d > 0 is an inequality printed. */
typedef struct shown {
    vv_expr rest, more;
    int by; /* which inequality; -1: d = 1 */
} shown;

static bool is_nonnegative(vv_ctx *c, const vv_study *study, vv_expr e) {
    vv_sign sign = vv_study_sign(c, study, e);
    return vv_is_zero(e) || sign == VV_POSITIVE || sign == VV_NONNEGATIVE;
}

/* a y^2 + b y + d in y = x or x^2 as ((2 a y + b)^2 + 4 a d - b^2)/(4 a); e itself if it is none.
 */
static vv_expr completed(vv_ctx *c, const vv_study *study, vv_expr e, int nx, const vv_expr *x) {
    vv_expr k[5];
    for (int i = 0; i < nx; i++) {
        int degree = vv_polynomial_coefficients(c, e, x[i], 4, k), step = degree / 2;
        if (degree != 2 && (degree != 4 || !vv_is_zero(k[1]) || !vv_is_zero(k[3]))) continue;
        vv_expr a4 = vv_mul(c, vv_int(c, 4), k[degree]), y = vv_pow_int(c, x[i], step),
                under = vv_sub(c, vv_mul(c, a4, k[0]), vv_mul(c, k[step], k[step]));
        vv_expr sum = vv_add(c, vv_mul(c, vv_mul(c, vv_int(c, 2), k[degree]), y), k[step]);
        if (!is_nonnegative(c, study, k[degree]) || !is_nonnegative(c, study, under)) continue;
        return vv_div(c, vv_add(c, vv_mul(c, sum, sum), vv_factored(c, under)), vv_factored(c, a4));
    }
    return e;
}

/* Has the sum terms of both signs, as far as their form tells? */
static bool is_mixed(vv_ctx *c, const vv_study *study, vv_expr e) {
    enum { MOST_TERMS = 1000 };
    vv_expr sum = vv_flatten_sum(c, e, MOST_TERMS);
    bool negative = false;
    for (int i = 0; vv_expr_op(c, sum) == VV_ADD && i < vv_expr_arity(c, sum); i++)
        negative |= vv_rat_sign(vv_expr_coefficient(c, sum, i)) < 0;
    return negative || vv_study_sign(c, study, e) == VV_ANY_SIGN;
}

/* A product of factors of evident sign, and of squares completed. */
static vv_expr evident(vv_ctx *c, const vv_study *study, vv_expr e, int nx, const vv_expr *x) {
    vv_factors f;
    if (vv_is_const(c, e) || !vv_factorise(c, e, &f)) return e;
    vv_expr out = vv_rational(c, f.number);
    for (int i = 0; i < f.n; i++) {
        vv_expr one = is_mixed(c, study, f.factor[i]) && f.power[i] % 2
                          ? completed(c, study, f.factor[i], nx, x)
                          : f.factor[i];
        if (vv_same(one, f.factor[i]) && vv_study_sign(c, study, one) == VV_ANY_SIGN &&
            !vv_same(completed(c, study, vv_neg(c, one), nx, x), vv_neg(c, one)))
            one = vv_neg(c, completed(c, study, vv_neg(c, one), nx, x));
        out = vv_mul(c, out, vv_pow_int(c, one, f.power[i]));
    }
    return out;
}

/* As a multiple of a printed one; or, since one follows from another, with something added. */
static shown show(vv_ctx *c, const vv_study *study, const vv_exponents *x, vv_expr raw,
                  const vv_expr *d, int nx, const vv_expr *by) {
    shown s = {vv_factored(c, raw), VV_ZERO, -1};
    if (is_nonnegative(c, study, raw)) return s;
    for (int j = 0; j < x->n; j++) {
        vv_expr rest = vv_factored(c, vv_div(c, raw, d[j]));
        if (is_nonnegative(c, study, rest))
            return (shown){evident(c, study, rest, nx, by), VV_ZERO, j};
    }
    for (int j = 0; j < x->n; j++)
        for (int i = 0; i < nx; i++) {
            vv_expr k[5], l[5];
            int m = vv_polynomial_coefficients(c, raw, by[i], 4, k),
                n = vv_polynomial_coefficients(c, d[j], by[i], 4, l);
            if (m < 1 || m != n) continue;
            vv_expr rest = vv_factored(c, vv_div(c, k[m], l[m])),
                    more = vv_factored(c, vv_sub(c, raw, vv_mul(c, rest, d[j])));
            if (is_nonnegative(c, study, rest) && is_nonnegative(c, study, more))
                return (shown){rest, more, j};
        }
    s.rest = evident(c, study, raw, nx, by);
    return s;
}

static void argue_conditions(vv_ctx *c, const vv_study *study, const vv_exponents *x, int nx,
                             const vv_expr *x0, vv_proof_record *r) {
    enum { MOST = VV_EXPONENT_CONDITIONS };
    vv_expr d[MOST], rest[MOST], more[MOST], by[MOST];
    for (int j = 0; j < x->n; j++) {
        const vv_inequality *k = &x->condition[j];
        d[j] = k->greater ? vv_sub(c, k->left, k->right) : vv_sub(c, k->right, k->left);
    }
    for (int i = 0; i < x->nraw; i++) {
        shown s = show(c, study, x, x->raw[i], d, nx, x0);
        rest[i] = s.rest, more[i] = s.more, by[i] = vv_int(c, s.by);
    }
    vv_proof_record_list(r, "printed", x->n > 0 ? x->n : 0, d);
    vv_proof_record_list(r, "rest", x->nraw, rest);
    vv_proof_record_list(r, "more", x->nraw, more);
    vv_proof_record_list(r, "by", x->nraw, by);
}

/* The symbols for which inequalities may be solved. */
static int symbols_of(vv_ctx *c, const vv_exponents *x, const vv_expr **out) {
    int n = 0;
    *out = vv_expr_symbols(c, x->nraw, x->raw, &n);
    return *out ? n : 0;
}

vv_proof_record *vv_exponents_argument(vv_ctx *c, const vv_study *study,
                                       const vv_linear_variation *v, const vv_exponents *x,
                                       bool secular) {
    enum { MOST = VV_LINEAR_VARIATION_MOST };
    bool violated = x->n < 0;
    if (!vv_proof_is_recorded(c) || (!secular && (!x->decided || x->multiple || x->secular)))
        return NULL;
    vv_proof_record *r =
        vv_proof_record_theorem(c,
                                secular    ? "secular exponents"
                                : violated ? "positive exponent"
                                           : "exponents",
                                &study->s->facts, secular || violated ? VV_REFUTED : VV_PROVED);
    vv_expr zeros = vv_int(c, x->zeros), degree[MOST], power[MOST], all[MOST * (MOST + 1)];
    int n = 0;
    for (int k = 0; k < x->nparts; k++) {
        degree[k] = vv_int(c, x->part_degree[k]), power[k] = vv_int(c, x->part_power[k]);
        for (int i = 0; i <= x->part_degree[k]; i++) all[n++] = x->part[k][i];
    }
    vv_proof_record_list(r, "left", v->n * v->n, v->left);
    vv_proof_record_list(r, "right", v->n * v->n, v->right);
    vv_proof_record_list(r, "zeros", 1, &zeros);
    vv_proof_record_list(r, "degree", x->nparts, degree);
    vv_proof_record_list(r, "power", x->nparts, power);
    vv_proof_record_list(r, "factor", n, all);
    if (!secular) {
        const vv_expr *symbol;
        int count = symbols_of(c, x, &symbol);
        argue_conditions(c, study, x, count, symbol, r);
    }
    return vv_ctx_ok(c) ? r : NULL;
}

const char *vv_exponents_reason(const vv_exponents *x) {
    if (x->border)
        return "exponents coincide or are opposite to each other, and the factors of the "
               "characteristic polynomial that would decide were not found";
    if (!x->decided) return "the degree of the characteristic equation is too high";
    if (x->secular)
        return "repeated exponents have fewer independent eigenvectors than their multiplicity: "
               "terms grow polynomially in time even where none has a positive real part";
    if (x->n < 0) return "for generic values an exponent has a positive real part";
    if (!x->nparts) return "no exponent differs from zero";
    if (x->multiple)
        return x->damped ? "the remaining exponents are imaginary (semisimple where repeated) or "
                           "have negative real parts"
                         : "the remaining exponents are imaginary (semisimple where repeated)";
    if (!x->imaginary) return "the remaining exponents have negative real parts";
    return x->damped
               ? "the remaining exponents are imaginary and distinct, or have negative real parts"
               : "the remaining exponents are imaginary and distinct";
}

/* Of left - right at the stated values; VV_ANY_SIGN if they do not decide it. */
static vv_sign sign_at_values(vv_ctx *c, const vv_facts *facts, vv_expr left, vv_expr right) {
    vv_expr a = vv_values_insert(c, left), b = vv_values_insert(c, right);
    return a.id && b.id ? vv_sign_given_facts(c, facts, vv_sub(c, a, b)) : VV_ANY_SIGN;
}

void vv_exponents_put_conditions(vv_document *d, const vv_facts *facts, const vv_exponents *x,
                                 bool at_values) {
    int hold = 0, fail = 0;
    for (int i = 0; i < x->n; i++) {
        bool greater = x->condition[i].greater;
        vv_sign sign = sign_at_values(d->c, facts, x->condition[i].left, x->condition[i].right);
        hold += sign == (greater ? VV_POSITIVE : VV_NEGATIVE);
        fail += sign == (greater ? VV_NEGATIVE : VV_POSITIVE);
        vv_document_inequality(d, "condition", x->condition[i].left, greater ? ">" : "<",
                               x->condition[i].right, NULL);
    }
    if (at_values && x->n > 0 && vv_values_stated(d->c) && (fail || hold == x->n))
        vv_document_fact(d, "by_values", "for the given parameter values",
                         fail ? "not stable to first order" : "stable to first order");
}
