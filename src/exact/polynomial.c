#include "exact/polynomial.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exact/flint.h"
#include "exact/flint_guard.h"

/* Exponents are kept below this, so that int and FLINT's packed words can hold them. */
enum { MOST_DEGREE = 1 << 24, DEFAULT_TERMS = 100000 };
/* Exponents packed in so few bits are not checked before a product: their sum is far below the
 * limit. */
enum { LOW_BITS = 16 };
/* Bits of coefficients per budgeted term; beyond that a few huge coefficients would exhaust
 * memory. */
static const double bits_per_term = 1024;
/* Term products per budgeted term: multiplication may take long even if terms merge. */
static const double products_per_term = 50;

struct vv_polyring {
    vv_ctx *ctx;
    fmpq_mpoly_ctx_t flint;
    fmpq_mpoly_struct *poly; /* all initialized up to count */
    int count, capacity, variables;
    double most_terms;
    double work; /* remaining products of terms */
    bool too_large;
    ulong *exponent; /* scratch (variables) */
    slong *degree;   /* scratch (2 variables) */
};

/* One FLINT call, so that a single guard serves all. */
typedef struct job {
    vv_polyring *r;
    fmpq_mpoly_struct *out;
    const fmpq_mpoly_struct *a, *b;
    vv_rat k;
    long n;
    int flag;
    fmpq_mpoly_factor_struct *factors;
} job;

static fmpq_mpoly_struct *at(const vv_polyring *r, vv_poly a) { return &r->poly[a]; }

static bool valid(const vv_polyring *r, vv_poly a) { return a >= 0 && a < r->count; }

/* ---- ring ----------------------------------------------------------------------------------- */

static void begin(void *p) {
    vv_polyring *r = p;
    fmpq_mpoly_ctx_init(r->flint, r->variables, ORD_LEX);
}

vv_polyring *vv_polyring_new(vv_ctx *c, int variables, size_t most_terms) {
    if (!vv_ctx_ok(c) || variables < 0) return NULL;
    size_t n = (size_t)variables + 1;
    vv_polyring *r = calloc(1, sizeof *r);
    if (r) {
        r->ctx = c;
        r->variables = variables;
        r->most_terms = most_terms ? (double)most_terms : DEFAULT_TERMS;
        r->work = HUGE_VAL;
        r->exponent = calloc(n, sizeof *r->exponent);
        r->degree = calloc(2 * n, sizeof *r->degree);
    }
    if (!r || !r->exponent || !r->degree) {
        if (r) free(r->exponent), free(r->degree), free(r);
        vv_ctx_fail(c, VV_E_NOMEM);
        return NULL;
    }
    if (vv_flint_guard(c, begin, r)) return r;
    free(r->exponent), free(r->degree), free(r);
    return NULL;
}

void vv_polyring_free(vv_polyring *r) {
    if (!r) return;
    vv_polyring_release(r, 0);
    fmpq_mpoly_ctx_clear(r->flint);
    free(r->poly);
    free(r->exponent);
    free(r->degree);
    free(r);
}

bool vv_polyring_too_large(const vv_polyring *r) { return r->too_large; }
void vv_polyring_limit_work(vv_polyring *r, double products) { r->work = products; }
int vv_polyring_mark(const vv_polyring *r) { return r->count; }

void vv_polyring_release(vv_polyring *r, int mark) {
    while (r->count > mark) fmpq_mpoly_clear(&r->poly[--r->count], r->flint);
}

vv_poly vv_polyring_keep(vv_polyring *r, int mark, vv_poly p) {
    if (!valid(r, p)) {
        vv_polyring_release(r, mark);
        return VV_POLY_NONE;
    }
    if (p < mark) {
        vv_polyring_release(r, mark);
        return p;
    }
    fmpq_mpoly_swap(at(r, mark), at(r, p), r->flint);
    vv_polyring_release(r, mark + 1);
    return mark;
}

void vv_poly_drop(vv_polyring *r, vv_poly p) {
    fmpq_mpoly_struct empty = {0};
    if (!valid(r, p)) return;
    fmpq_mpoly_init(&empty, r->flint); /* allocates nothing */
    fmpq_mpoly_swap(at(r, p), &empty, r->flint);
    fmpq_mpoly_clear(&empty, r->flint);
}

static void init_last(void *p) {
    vv_polyring *r = p;
    fmpq_mpoly_init(&r->poly[r->count], r->flint);
}

/* A fresh zero polynomial. */
static vv_poly fresh(vv_polyring *r) {
    if (r->count == r->capacity) {
        int capacity = r->capacity ? 2 * r->capacity : 64;
        fmpq_mpoly_struct *more = realloc(r->poly, (size_t)capacity * sizeof *more);
        if (!more) {
            vv_ctx_fail(r->ctx, VV_E_NOMEM);
            return VV_POLY_NONE;
        }
        r->poly = more;
        r->capacity = capacity;
    }
    if (!vv_flint_guard(r->ctx, init_last, r)) return VV_POLY_NONE;
    return r->count++;
}

static vv_poly refuse(vv_polyring *r) {
    r->too_large = true;
    return VV_POLY_NONE;
}

/* Runs one operation with up to two operands into a new polynomial. */
static vv_poly perform(vv_polyring *r, void (*work)(void *), vv_poly a, vv_poly b, job *j) {
    vv_poly out = fresh(r);
    if (out < 0) return VV_POLY_NONE;
    j->r = r;
    j->out = at(r, out); /* after fresh: the table may have moved */
    j->a = a >= 0 ? at(r, a) : NULL;
    j->b = b >= 0 ? at(r, b) : NULL;
    if (vv_flint_guard(r->ctx, work, j)) return out;
    r->count = out; /* interrupted: nothing may touch the result any more, not even to free it */
    return VV_POLY_NONE;
}

static double terms(const fmpq_mpoly_struct *a) { return (double)a->zpoly->length; }

/* ---- construction --------------------------------------------------------------------------- */

static void get_fmpq(fmpq_t q, vv_rat k) {
    if (!k.big && FLINT_BITS == 64) {
        fmpz_set_si(fmpq_numref(q), k.num);
        fmpz_set_si(fmpq_denref(q), k.den);
        return;
    }
    mpq_t m;
    mpq_init(m);
    vv_rat_get_mpq(k, m);
    fmpq_set_mpq(q, m);
    mpq_clear(m);
}

static vv_rat from_fmpq(vv_ctx *c, const fmpq_t q) {
    mpq_t m;
    mpq_init(m);
    fmpq_get_mpq(m, q);
    vv_rat k = vv_rat_from_mpq(c, m);
    mpq_clear(m);
    return k;
}

static void do_const(void *p) {
    job *j = p;
    fmpq_t q;
    fmpq_init(q);
    get_fmpq(q, j->k);
    fmpq_mpoly_set_fmpq(j->out, q, j->r->flint);
    fmpq_clear(q);
}

vv_poly vv_poly_const(vv_polyring *r, vv_rat k) {
    return perform(r, do_const, -1, -1, &(job){.k = k});
}

vv_poly vv_poly_int(vv_polyring *r, int64_t k) { return vv_poly_const(r, vv_rat_int(k)); }

static void do_var(void *p) {
    job *j = p;
    fmpq_mpoly_gen(j->out, j->n, j->r->flint);
}

vv_poly vv_poly_var(vv_polyring *r, int variable) {
    if (variable < 0 || variable >= r->variables) return VV_POLY_NONE;
    return perform(r, do_var, -1, -1, &(job){.n = variable});
}

static void do_monomial(void *p) {
    job *j = p;
    fmpq_t q;
    fmpq_init(q);
    get_fmpq(q, j->k);
    fmpq_mpoly_push_term_fmpq_ui(j->out, q, j->r->exponent, j->r->flint);
    fmpq_mpoly_reduce(j->out, j->r->flint);
    fmpq_clear(q);
}

vv_poly vv_poly_monomial(vv_polyring *r, vv_rat k, const int *exponent) {
    if (vv_rat_sign(k) == 0) return fresh(r);
    for (int i = 0; i < r->variables; i++) {
        if (exponent[i] < 0) return VV_POLY_NONE;
        if (exponent[i] > MOST_DEGREE) return refuse(r);
        r->exponent[i] = (ulong)exponent[i];
    }
    return perform(r, do_monomial, -1, -1, &(job){.k = k});
}

/* ---- estimates ------------------------------------------------------------------------------ */

static double coefficient_bits(const fmpq_mpoly_struct *a) {
    slong b = _fmpz_vec_max_bits(a->zpoly->coeffs, a->zpoly->length);
    return (double)FLINT_ABS(b) + (double)fmpz_bits(fmpq_numref(a->content)) +
           (double)fmpz_bits(fmpq_denref(a->content));
}

/* Charges the work budget; true if it is exhausted. */
static bool spent(vv_polyring *r, double products) {
    r->work -= (products + 1) * (1 + (double)r->variables / 8); /* the length of an exponent
                                                                 * vector */
    return r->work < 0;
}

/* May a result with this many terms (also bounded by the box of its degrees) and bits be formed? */
static bool affordable(vv_polyring *r, double count, double box, double bits) {
    double most = count < box ? count : box;
    return most <= r->most_terms && most * bits <= r->most_terms * bits_per_term;
}

/* Number of monomials in the box 0 .. ka * deg a + kb * deg b; HUGE_VAL if an exponent becomes
 * too large. */
static double box(vv_polyring *r, vv_poly a, double ka, vv_poly b, double kb) {
    slong *da = r->degree, *db = r->degree + r->variables;
    fmpq_mpoly_degrees_si(da, at(r, a), r->flint);
    fmpq_mpoly_degrees_si(db, at(r, b), r->flint);
    double size = 1;
    for (int i = 0; i < r->variables; i++) {
        double d = ka * (double)da[i] + kb * (double)db[i];
        if (d > MOST_DEGREE) return HUGE_VAL;
        size *= d + 1;
    }
    return size;
}

/* ---- arithmetic ----------------------------------------------------------------------------- */

static void do_add(void *p) {
    job *j = p;
    fmpq_mpoly_add(j->out, j->a, j->b, j->r->flint);
}

static void do_sub(void *p) {
    job *j = p;
    fmpq_mpoly_sub(j->out, j->a, j->b, j->r->flint);
}

static vv_poly add_or_sub(vv_polyring *r, void (*work)(void *), vv_poly a, vv_poly b) {
    if (!valid(r, a) || !valid(r, b)) return VV_POLY_NONE;
    double x = coefficient_bits(at(r, a)), y = coefficient_bits(at(r, b));
    double both = terms(at(r, a)) + terms(at(r, b));
    if (spent(r, both) || !affordable(r, both, HUGE_VAL, x + y)) return refuse(r);
    return perform(r, work, a, b, &(job){.n = 0});
}

vv_poly vv_poly_add(vv_polyring *r, vv_poly a, vv_poly b) { return add_or_sub(r, do_add, a, b); }
vv_poly vv_poly_sub(vv_polyring *r, vv_poly a, vv_poly b) { return add_or_sub(r, do_sub, a, b); }

static void do_scale(void *p) {
    job *j = p;
    fmpq_t q;
    fmpq_init(q);
    get_fmpq(q, j->k);
    fmpq_mpoly_scalar_mul_fmpq(j->out, j->a, q, j->r->flint);
    fmpq_clear(q);
}

vv_poly vv_poly_scale(vv_polyring *r, vv_rat k, vv_poly a) {
    if (!valid(r, a)) return VV_POLY_NONE;
    return perform(r, do_scale, a, -1, &(job){.k = k});
}

vv_poly vv_poly_neg(vv_polyring *r, vv_poly a) { return vv_poly_scale(r, vv_rat_int(-1), a); }

static void do_mul(void *p) {
    job *j = p;
    fmpq_mpoly_mul(j->out, j->a, j->b, j->r->flint);
}

vv_poly vv_poly_mul(vv_polyring *r, vv_poly a, vv_poly b) {
    if (!valid(r, a) || !valid(r, b)) return VV_POLY_NONE;
    double ta = terms(at(r, a)), tb = terms(at(r, b));
    double bits = coefficient_bits(at(r, a)) + coefficient_bits(at(r, b)) + log2(fmin(ta, tb) + 1);
    if (ta * tb > r->most_terms * products_per_term || spent(r, ta * tb)) return refuse(r);
    bool low = at(r, a)->zpoly->bits <= LOW_BITS && at(r, b)->zpoly->bits <= LOW_BITS;
    if (!low || !affordable(r, ta * tb, HUGE_VAL, bits)) {
        double b1 = box(r, a, 1, b, 1);
        if (b1 == HUGE_VAL || !affordable(r, ta * tb, b1, bits)) return refuse(r);
    }
    return perform(r, do_mul, a, b, &(job){.n = 0});
}

static void do_pow(void *p) {
    job *j = p;
    j->flag = fmpq_mpoly_pow_ui(j->out, j->a, (ulong)j->n, j->r->flint);
}

vv_poly vv_poly_pow(vv_polyring *r, vv_poly a, int k) {
    if (!valid(r, a) || k < 0) return VV_POLY_NONE;
    if (k == 0) return vv_poly_int(r, 1);
    if (k == 1) return a;
    /* at most C(t + k - 1, k) terms */
    double t = terms(at(r, a)), n = (double)k;
    double count = t <= 1 ? t : exp2((lgamma(t + n) - lgamma(n + 1) - lgamma(t)) / M_LN2);
    double bits = n * (coefficient_bits(at(r, a)) + log2(t + 1));
    double size = box(r, a, n, a, 0);
    if (size == HUGE_VAL || !affordable(r, count + 1, size, bits)) return refuse(r);
    if (spent(r, fmin(count, size) * t)) return refuse(r);
    job j = {.n = k};
    vv_poly out = perform(r, do_pow, a, -1, &j);
    return out >= 0 && !j.flag ? refuse(r) : out;
}

/* ---- predicates ----------------------------------------------------------------------------- */

bool vv_poly_is_zero(const vv_polyring *r, vv_poly a) {
    return valid(r, a) && at(r, a)->zpoly->length == 0;
}

bool vv_poly_is_const(const vv_polyring *r, vv_poly a) {
    return valid(r, a) && fmpq_mpoly_is_fmpq(at(r, a), r->flint);
}

bool vv_poly_equal(const vv_polyring *r, vv_poly a, vv_poly b) {
    return valid(r, a) && valid(r, b) && fmpq_mpoly_equal(at(r, a), at(r, b), r->flint);
}

int vv_poly_terms(const vv_polyring *r, vv_poly a) {
    return valid(r, a) ? (int)at(r, a)->zpoly->length : 0;
}

int vv_poly_degree(vv_polyring *r, vv_poly a, int variable) {
    if (!valid(r, a) || variable < 0 || variable >= r->variables) return -1;
    return (int)fmpq_mpoly_degree_si(at(r, a), variable, r->flint);
}

/* Bitwise OR of all exponents of a variable: one pass over the packed words. */
void vv_poly_degree_bounds(vv_polyring *r, vv_poly a, int *bound) {
    for (int i = 0; i < r->variables; i++) bound[i] = -1;
    if (!valid(r, a) || vv_poly_is_zero(r, a)) return;
    const fmpz_mpoly_struct *z = at(r, a)->zpoly;
    const mpoly_ctx_struct *m = r->flint->zctx->minfo;
    slong words = mpoly_words_per_exp_sp(z->bits, m), offset, shift;
    ulong *all = r->exponent, mask = (~(ulong)0) >> (FLINT_BITS - z->bits);
    for (slong k = 0; k < words; k++) all[k] = 0;
    for (slong i = 0; i < z->length; i++)
        for (slong k = 0; k < words; k++) all[k] |= z->exps[words * i + k];
    for (int i = 0; i < r->variables; i++) {
        mpoly_gen_offset_shift_sp(&offset, &shift, i, z->bits, m);
        bound[i] = (int)((all[offset] >> shift) & mask);
    }
}

vv_rat vv_poly_term(vv_polyring *r, vv_poly a, int i, int *exponent) {
    if (!valid(r, a) || i < 0 || i >= at(r, a)->zpoly->length) return vv_rat_int(0);
    if (exponent) {
        fmpq_mpoly_get_term_exp_ui(r->exponent, at(r, a), i, r->flint);
        for (int v = 0; v < r->variables; v++) exponent[v] = (int)r->exponent[v];
    }
    fmpq_t q;
    fmpq_init(q);
    fmpq_mpoly_get_term_coeff_fmpq(q, at(r, a), i, r->flint);
    vv_rat k = from_fmpq(r->ctx, q);
    fmpq_clear(q);
    return k;
}

/* The terms whose exponent of x_n divided by `flag` is k.num; the quotient part is divided out.
 * Every exponent decreases by the same amount, so the order of the terms is preserved. */
static void do_select(void *p) {
    job *j = p;
    const fmpz_mpoly_struct *a = j->a->zpoly;
    fmpz_mpoly_struct *out = j->out->zpoly;
    const mpoly_ctx_struct *m = j->r->flint->zctx->minfo;
    slong offset, shift, words = mpoly_words_per_exp_sp(a->bits, m), n = 0;
    ulong mask = (~(ulong)0) >> (FLINT_BITS - a->bits), step = (ulong)j->flag;
    ulong low = (ulong)j->k.num * step;
    mpoly_gen_offset_shift_sp(&offset, &shift, j->n, a->bits, m);
    fmpz_mpoly_fit_length_reset_bits(out, a->length, a->bits, j->r->flint->zctx);
    for (slong i = 0; i < a->length; i++) {
        const ulong *from = a->exps + words * i;
        ulong e = (from[offset] >> shift) & mask, *to = out->exps + words * n;
        if (e < low || e - low >= step) continue;
        for (slong k = 0; k < words; k++) to[k] = from[k];
        to[offset] -= low << shift;
        fmpz_set(out->coeffs + n++, a->coeffs + i);
    }
    _fmpz_mpoly_set_length(out, n, j->r->flint->zctx);
    fmpq_set(j->out->content, j->a->content);
    fmpq_mpoly_reduce(j->out, j->r->flint);
}

/* ---- divisibility --------------------------------------------------------------------------- */

static void do_gcd(void *p) {
    job *j = p;
    j->flag = fmpq_mpoly_gcd(j->out, j->a, j->b, j->r->flint);
}

vv_poly vv_poly_gcd(vv_polyring *r, vv_poly a, vv_poly b) {
    if (!valid(r, a) || !valid(r, b)) return VV_POLY_NONE;
    if (spent(r, 10 * (terms(at(r, a)) + terms(at(r, b))))) return refuse(r);
    job j = {.n = 0};
    vv_poly out = perform(r, do_gcd, a, b, &j);
    return out >= 0 && !j.flag ? refuse(r) : out;
}

static void do_div(void *p) {
    job *j = p;
    j->flag = fmpq_mpoly_divides(j->out, j->a, j->b, j->r->flint);
}

vv_poly vv_poly_div_exact(vv_polyring *r, vv_poly a, vv_poly b) {
    if (!valid(r, a) || !valid(r, b) || vv_poly_is_zero(r, b)) return VV_POLY_NONE;
    if (spent(r, terms(at(r, a)))) return refuse(r);
    job j = {.n = 0};
    vv_poly out = perform(r, do_div, a, b, &j);
    return out >= 0 && !j.flag ? VV_POLY_NONE : out;
}

static void do_resultant(void *p) {
    job *j = p;
    j->flag = fmpq_mpoly_resultant(j->out, j->a, j->b, j->n, j->r->flint);
}

vv_poly vv_poly_resultant(vv_polyring *r, vv_poly a, vv_poly b, int variable) {
    enum { DEGREES = 8, TERMS = 80 }; /* of both together: the result has many more */
    if (!valid(r, a) || !valid(r, b)) return VV_POLY_NONE;
    int degree = vv_poly_degree(r, a, variable) + vv_poly_degree(r, b, variable);
    double n = terms(at(r, a)) + terms(at(r, b));
    if (degree > DEGREES || n > TERMS || spent(r, n * n * degree)) return refuse(r);
    job j = {.n = variable};
    vv_poly out = perform(r, do_resultant, a, b, &j);
    return out >= 0 && !j.flag ? refuse(r) : out;
}

static void do_sqrt(void *p) {
    job *j = p;
    const fmpz *num = fmpq_numref(j->a->content), *den = fmpq_denref(j->a->content);
    j->flag = fmpz_is_square(num) && fmpz_is_square(den) &&
              fmpz_mpoly_sqrt(j->out->zpoly, j->a->zpoly, j->r->flint->zctx);
    if (!j->flag) return;
    fmpz_sqrt(fmpq_numref(j->out->content), num);
    fmpz_sqrt(fmpq_denref(j->out->content), den);
    fmpq_mpoly_reduce(j->out, j->r->flint);
}

vv_poly vv_poly_sqrt(vv_polyring *r, vv_poly a) {
    if (!valid(r, a) || vv_poly_is_zero(r, a)) return valid(r, a) ? a : VV_POLY_NONE;
    if (spent(r, terms(at(r, a)))) return refuse(r);
    job j = {.n = 0};
    vv_poly out = perform(r, do_sqrt, a, -1, &j);
    return out >= 0 && !j.flag ? VV_POLY_NONE : out;
}

static void do_factor(void *p) {
    job *j = p;
    fmpq_mpoly_factor_init(j->factors, j->r->flint);
    j->flag = fmpq_mpoly_factor(j->factors, j->a, j->r->flint) &&
              fmpq_mpoly_factor_make_integral(j->factors, j->r->flint);
    if (j->flag) fmpq_mpoly_factor_sort(j->factors, j->r->flint);
}

static void do_take(void *p) {
    job *j = p;
    fmpq_mpoly_swap(j->out, &j->factors->poly[j->n], j->r->flint);
}

/* Copies the factors out; signs go to the constant so that leading coefficients are positive. */
static vv_status take_factors(vv_polyring *r, fmpq_mpoly_factor_struct *f, vv_rat *constant, int n,
                              vv_poly *factor, int *multiplicity) {
    *constant = from_fmpq(r->ctx, f->constant);
    for (int i = 0; i < n; i++) {
        multiplicity[i] = (int)fmpz_get_si(&f->exp[i]);
        factor[i] = perform(r, do_take, -1, -1, &(job){.n = i, .factors = f});
        if (factor[i] < 0) return vv_ctx_status(r->ctx);
        if (vv_rat_sign(vv_poly_term(r, factor[i], 0, NULL)) > 0) continue;
        factor[i] = vv_poly_neg(r, factor[i]);
        if (multiplicity[i] % 2) *constant = vv_rat_neg(r->ctx, *constant);
    }
    return vv_ctx_status(r->ctx);
}

vv_status vv_poly_factor(vv_polyring *r, vv_poly a, vv_rat *constant, int *n, vv_poly **factor,
                         int **multiplicity) {
    *n = 0;
    *constant = vv_rat_int(0);
    if (!valid(r, a)) return vv_ctx_ok(r->ctx) ? VV_E_BEYOND : vv_ctx_status(r->ctx);
    if (vv_poly_is_zero(r, a)) return VV_OK;
    fmpq_mpoly_factor_t f;
    job j = {.r = r, .a = at(r, a), .factors = f};
    if (!vv_flint_guard(r->ctx, do_factor, &j)) return vv_ctx_status(r->ctx);
    vv_status s = VV_E_BEYOND;
    if (j.flag) {
        *n = (int)f->num;
        *factor = VV_ARRAY(r->ctx, vv_poly, *n + 1);
        *multiplicity = VV_ARRAY(r->ctx, int, *n + 1);
        s = vv_ctx_status(r->ctx);
        if (s == VV_OK) s = take_factors(r, f, constant, *n, *factor, *multiplicity);
    }
    fmpq_mpoly_factor_clear(f, r->flint);
    return s;
}

/* ---- reduction ------------------------------------------------------------------------------ */

/* a = sum_k a_k x^(step k) with a_k of degree below step in x; Horner's scheme in x^step = rest. */
vv_poly vv_poly_reduce_power(vv_polyring *r, vv_poly a, int high, int step, vv_poly rest) {
    if (!valid(r, a) || !valid(r, rest) || step < 1) return VV_POLY_NONE;
    int k = vv_poly_degree(r, a, high) / step;
    if (k <= 0) return a;
    int mark = vv_polyring_mark(r);
    vv_poly sum = VV_POLY_NONE;
    for (; k >= 0; k--) {
        if (spent(r, terms(at(r, a)))) {
            sum = refuse(r);
            break;
        }
        job j = {.n = high, .k = vv_rat_int(k), .flag = step};
        vv_poly part = perform(r, do_select, a, -1, &j);
        sum = sum < 0 ? part : vv_poly_add(r, vv_poly_mul(r, sum, rest), part);
        if (sum < 0) break;
    }
    return vv_polyring_keep(r, mark, sum);
}

vv_poly vv_poly_reduce_square(vv_polyring *r, vv_poly a, int high, vv_poly rest) {
    return vv_poly_reduce_power(r, a, high, 2, rest);
}

vv_poly vv_poly_reduce_circle(vv_polyring *r, vv_poly a, int npairs, const int (*pair)[2]) {
    int mark = vv_polyring_mark(r);
    for (int i = 0; i < npairs && a >= 0; i++) {
        if (vv_poly_degree(r, a, pair[i][0]) < 2) continue;
        vv_poly cosine = vv_poly_var(r, pair[i][1]);
        vv_poly rest = vv_poly_sub(r, vv_poly_int(r, 1), vv_poly_mul(r, cosine, cosine));
        a = vv_poly_reduce_square(r, a, pair[i][0], rest);
    }
    return vv_polyring_keep(r, mark, a);
}

/* ---- text ----------------------------------------------------------------------------------- */

static void write_term(vv_buffer *out, vv_rat k, int variables, const int *exponent, bool first) {
    if (vv_rat_sign(k) < 0)
        vv_buffer_add(out, first ? "-" : " - ");
    else if (!first)
        vv_buffer_add(out, " + ");
    if (vv_rat_sign(k) < 0) k = vv_rat_neg(out->ctx, k);
    bool any = !vv_rat_equal(k, vv_rat_int(1));
    if (any) vv_rat_write(out, k);
    for (int v = 0; v < variables; v++) {
        if (!exponent[v]) continue;
        vv_buffer_printf(out, any ? "*x%d" : "x%d", v);
        if (exponent[v] > 1) vv_buffer_printf(out, "^%d", exponent[v]);
        any = true;
    }
    if (!any) vv_buffer_char(out, '1');
}

void vv_poly_write(vv_polyring *r, vv_poly a, vv_buffer *out) {
    if (!valid(r, a))
        vv_buffer_char(out, '?');
    else if (vv_poly_is_zero(r, a))
        vv_buffer_char(out, '0');
    int *exponent = VV_ARRAY(r->ctx, int, r->variables + 1);
    for (int i = 0; exponent && i < vv_poly_terms(r, a); i++) {
        vv_rat k = vv_poly_term(r, a, i, exponent);
        write_term(out, k, r->variables, exponent, i == 0);
    }
}
