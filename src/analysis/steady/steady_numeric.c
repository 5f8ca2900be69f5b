#include "analysis/steady/steady_numeric.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/solve/solve.h"
#include "analysis/equilibria/equilibria.h"
#include "equations/stability/stability.h"
#include "prove/prove.h"

enum { DIGITS = 15 };

/* A symbol as written, with its primes. */
static const char *name_of(const vv_steady_unknowns *w, vv_expr x) {
    const vv_symbol *s = vv_symbol_get(w->c, x);
    const char *name = s->name;
    for (int i = 0; i < s->order; i++) name = vv_format(w->c, "%s'", name);
    return name;
}

/* ---- critical values --------------------------------------------------------------------------
 */

/* The only free unknown, or poison. */
static vv_expr only_free(const vv_steady_unknowns *w, const vv_solution_family *f) {
    vv_expr x = VV_POISON;
    for (int i = 0; i < w->nx; i++)
        if (vv_same(f->value[i], w->x[i])) {
            if (!vv_is_poison(x)) return VV_POISON;
            x = w->x[i];
        }
    return x;
}

/* Real zeros of a polynomial in the free unknown, all other quantities having values; -1 if it
 * is not a polynomial. */
static int real_zeros(const vv_steady_unknowns *w, vv_expr free, vv_expr e, int most, double *out) {
    enum { MOST_DEGREE = 24, BITS = 512 };
    vv_expr all[MOST_DEGREE + 1], *k = all;
    int degree = vv_polynomial_coefficients(w->c, e, free, MOST_DEGREE, k), n = 0;
    vv_enclosure v;
    if (degree < 0) return -1;
    vv_clear_zeros(w->c, &w->s->facts, degree + 1, k);
    while (degree > 0 && vv_is_zero(k[degree])) degree--;
    if (degree > 0 && vv_is_zero(k[0]) && most > 0) out[n++] = 0;
    while (degree > 0 && vv_is_zero(k[0])) k++, degree--;
    if (degree == 0) return n;
    if (!vv_enclosure_make(w->c, degree + 1, k, 3 * degree + 1, BITS, &v)) return -1;
    bool known = vv_is_poison(vv_enclosure_unbound(&v, 0, NULL));
    if (known) vv_enclosure_run(&v);
    for (int i = 0; i <= degree; i++) vv_ball_copy(v.b, v.scratch + i, v.root[i]);
    int re = v.scratch + degree + 1, im = re + degree;
    known = known && vv_ball_poly_roots(v.b, degree, v.scratch, re, im);
    for (int i = 0; known && i < degree && n < most; i++)
        if (vv_ball_is_zero(v.b, im + i)) out[n++] = vv_ball_midpoint_double(v.b, re + i);
    vv_balls_free(v.b);
    return known ? n : -1;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* At the parameter values: what must be positive for stability and for existence, then what must
 * not vanish. */
typedef struct conditions {
    int n, npositive;
    vv_expr *e;
} conditions;

/* Do all conditions certainly hold at this value of the free unknown? */
static bool all_hold(const vv_steady_unknowns *w, vv_expr free, const conditions *k, double value) {
    vv_enclosure v;
    bool hold = true;
    if (!vv_enclosure_make(w->c, k->n, k->e, 0, 256, &v)) return false;
    int slot = vv_enclosure_slot(&v, free);
    if (slot >= 0) vv_ball_set_interval(v.b, slot, value, value);
    vv_enclosure_run(&v);
    for (int i = 0; i < k->n; i++)
        hold &= i < k->npositive ? vv_ball_is_positive(v.b, v.root[i])
                                 : vv_ball_excludes_zero(v.b, v.root[i]);
    vv_balls_free(v.b);
    return hold;
}

/* Between two critical values nothing changes: the midpoint decides. */
static void put_intervals(const vv_steady_unknowns *w, vv_expr free, const conditions *k, int n,
                          const double *z) {
    const char *name = name_of(w, free), *text = NULL;
    for (int i = 0; i <= n; i++) {
        double low = i ? z[i - 1] : 0, high = i < n ? z[i] : 0,
               middle = n == 0   ? 0.37
                        : i == 0 ? z[0] - 1
                        : i == n ? z[n - 1] + 1
                                 : low + (high - low) / 2;
        if (!all_hold(w, free, k, middle)) continue;
        const char *part =
            n == 0   ? vv_format(w->c, "all %s", name)
            : i == 0 ? vv_format(w->c, "%s < %.*g", name, DIGITS, high)
            : i == n ? vv_format(w->c, "%s > %.*g", name, DIGITS, low)
                     : vv_format(w->c, "%.*g < %s < %.*g", DIGITS, low, name, DIGITS, high);
        text = text ? vv_format(w->c, "%s; %s", text, part) : part;
    }
    vv_document_fact(w->d, "stable_for",
                     "for the given parameter values, stable to first order for",
                     text ? text : vv_format(w->c, "no %s", name));
}

/* Does it depend on the free unknown only? */
static bool has_value(const vv_steady_unknowns *w, vv_expr free, vv_expr e) {
    int n = 0;
    vv_expr *symbol = vv_expr_symbols(w->c, 1, &e, &n);
    for (int k = 0; symbol && k < n; k++)
        if (!vv_same(symbol[k], free)) return false;
    return symbol && vv_ctx_ok(w->c);
}

/* Of stability; that the family exists, and is admitted by assumptions on the free unknown. */
static bool collect(const vv_steady_unknowns *w, vv_expr free, const vv_solution_family *f,
                    const vv_exponents *x, conditions *k) {
    vv_ctx *c = w->c;
    const vv_facts *facts = &w->s->m->facts;
    vv_sign sign = vv_symbol_get(c, free)->sign;
    k->e = VV_ARRAY(c, vv_expr, x->nraw + f->nreal + f->nnonzero + facts->npositive + 2);
    if (!k->e) return false;
    for (int i = 0; i < x->nraw; i++) k->e[k->n++] = x->raw[i];
    for (int i = 0; i < f->nreal; i++) k->e[k->n++] = f->real[i];
    for (int i = 0; i < facts->npositive; i++) {
        vv_expr e = vv_solution_family_substitute(c, w->nx, w->x, f, facts->positive[i]);
        if (e.id && vv_depends(c, e, 1, &free)) k->e[k->n++] = e;
    }
    if (sign == VV_POSITIVE || sign == VV_NONNEGATIVE) k->e[k->n++] = free;
    if (sign == VV_NEGATIVE) k->e[k->n++] = vv_neg(c, free);
    k->npositive = k->n;
    for (int i = 0; i < f->nnonzero; i++) k->e[k->n++] = f->nonzero[i];
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
    for (int i = 0; i < k->n; i++) {
        if (i >= x->nraw) k->e[i] = vv_sign_deciding_part(c, &w->s->facts, k->e[i]);
        k->e[i] = vv_with_parameter_values(c, w->s->m, k->e[i]);
        if (!has_value(w, free, k->e[i])) return false;
    }
    return vv_ctx_ok(c);
}

void vv_steady_put_critical_values(const vv_steady_unknowns *w, const vv_solution_family *f,
                                   const vv_exponents *x) {
    enum { MOST = 128 };
    double z[MOST];
    vv_expr free = only_free(w, f);
    conditions k = {0};
    int n = 0, kept = 0;
    if (vv_is_poison(free) || !x->decided || x->n <= 0 || !collect(w, free, f, x, &k)) return;
    for (int i = 0; i < k.n && vv_ctx_tick(w->c); i++) {
        bool varies = vv_depends(w->c, k.e[i], 1, &free);
        int more = varies ? real_zeros(w, free, k.e[i], MOST - n, z + n) : 0;
        if (more < 0) return;
        n += more;
    }
    qsort(z, (size_t)n, sizeof *z, ascending);
    for (int i = 0; i < n; i++)
        if (!kept || z[i] > z[kept - 1]) z[kept++] = z[i];
    put_intervals(w, free, &k, kept, z);
}

/* ---- exponents at the initial conditions
 * ------------------------------------------------------- */

vv_expr vv_steady_start_value(const vv_steady_unknowns *w, int k) {
    const vv_system *s = w->s;
    const vv_model *m = s->m;
    vv_expr e = k < s->n ? s->speed[k] : w->x[k];
    for (int i = 0; i < m->nstarts; i++)
        if (vv_same(m->start[i].symbol, w->x[k]) || vv_same(m->start[i].symbol, e))
            return m->start[i].value;
    return VV_POISON;
}

typedef struct root {
    double re, im;
} root;

/* Real roots first, then by real part. */
static int in_order(const void *a, const void *b) {
    const root *x = a, *y = b;
    if ((x->im == 0) != (y->im == 0)) return x->im == 0 ? -1 : 1;
    if (x->re != y->re) return x->re < y->re ? -1 : 1;
    return (x->im > y->im) - (x->im < y->im);
}

/* The roots of one factor, with multiplicity. For an even polynomial, a root whose ball meets
 * the imaginary axis lies on it: its mirror image is a root as well, and the balls are disjoint.
 * False if they are not known to be. */
static bool add_roots(const vv_steady_unknowns *w, const vv_exponents *x, int part, int *count,
                      root *out) {
    int n = x->part_degree[part];
    const vv_expr *a = x->part[part];
    bool even = true;
    vv_enclosure v;
    for (int i = 1; i <= n; i += 2) even &= vv_is_zero(a[i]);
    if (!vv_enclosure_make(w->c, n + 1, a, 3 * n + 1, 256, &v)) return false;
    int re = v.scratch + n + 1, im = re + n;
    vv_enclosure_run(&v);
    for (int i = 0; i <= n; i++) vv_ball_copy(v.b, v.scratch + i, v.root[i]);
    bool known = vv_ball_poly_roots(v.b, n, v.scratch, re, im);
    for (int i = 0; known && i < n * x->part_power[part]; i++) {
        bool on_axis = even && vv_ball_contains_zero(v.b, re + i % n);
        out[(*count)++] = (root){on_axis ? 0 : vv_ball_midpoint_double(v.b, re + i % n),
                                 vv_ball_midpoint_double(v.b, im + i % n)};
    }
    vv_balls_free(v.b);
    return known;
}

static void put_roots(const vv_steady_unknowns *w, int n, root *all) {
    qsort(all, (size_t)n, sizeof *all, in_order);
    for (int i = 0; i < n; i++) {
        double x = all[i].re, y = all[i].im;
        const char *text = y == 0 ? vv_format(w->c, "%.*g", DIGITS, x)
                                  : vv_format(w->c, "%.*g %c %.*g i", DIGITS, x, y < 0 ? '-' : '+',
                                              DIGITS, y < 0 ? -y : y);
        vv_document_definition(w->d, "exponent",
                               vv_symbol_new(w->c, vv_format(w->c, "λ_%d", i + 1), VV_SYM_OTHER),
                               VV_POISON, text);
    }
}

/* Are the coefficients free of symbols without a value? */
static bool are_numbers(const vv_steady_unknowns *w, int n, const vv_expr *a) {
    vv_enclosure v;
    if (!vv_enclosure_make(w->c, n, a, 0, 64, &v)) return false;
    bool known = vv_is_poison(vv_enclosure_unbound(&v, 0, NULL));
    vv_balls_free(v.b);
    return known;
}

/* The polynomial may factor differently there than in general. */
void vv_steady_put_exponents(const vv_steady_unknowns *w, const vv_solution_family *f,
                             const vv_exponents *general) {
    vv_ctx *c = w->c;
    vv_expr a[VV_LINEAR_VARIATION_MOST + 1];
    const char *where = NULL;
    vv_exponents *x = VV_NEW(c, vv_exponents);
    root all[VV_LINEAR_VARIATION_MOST];
    bool known = true;
    int n = general->degree, count = 0;
    if (n < 1 || !x) return;
    memcpy(a, general->a, sizeof a);
    for (int k = 0; k < w->nx; k++) {
        if (!vv_same(f->value[k], w->x[k])) continue;
        vv_expr value = vv_steady_start_value(w, k);
        if (vv_is_poison(value)) return;
        const char *one = name_of(w, w->x[k]);
        where = where ? vv_format(c, "%s, %s", where, one) : one;
        vv_subst(c, 1, &w->x[k], &value, n + 1, a, a);
    }
    for (int i = 0; i <= n; i++) a[i] = vv_with_parameter_values(c, w->s->m, a[i]);
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
    if (vv_is_zero(a[0]) || !are_numbers(w, n + 1, a)) return;
    vv_clear_zeros(c, &w->s->facts, n + 1, a);
    vv_exponents_of_polynomial(c, n, a, x);
    if (where)
        vv_document_paragraph(w->d, "exponents_at",
                              "non-zero exponents, with the initial value of %s:", where);
    for (int k = 0; k < x->nparts && vv_ctx_tick(c); k++) known &= add_roots(w, x, k, &count, all);
    put_roots(w, count, all);
    if (!known)
        vv_document_paragraph(w->d, "remark",
                              "others coincide to working precision and are not computed");
}
