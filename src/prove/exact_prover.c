/* The exact prover: runs a program over quotients of polynomials.
 *
 * Every independent quantity of the program is a variable; algebraic ones have a defining
 * relation, modulo which polynomials are kept reduced:
 * circle s^2 = 1 - c^2
 * sqrt(N/D) = Y/D with Y^2 = N D (Y has the sign of D)
 * sign σ^2 = 1, |x| = σ x, min, max and conditions by the σ of the difference
 * Other relations between variables are not detected, so a quotient with numerator 0 is zero,
 * whereas any other decides nothing. That needs no gcd of numerator and denominator;
 * denominators are combined by their least common multiple to keep sums small. */
#include "exact/exact.h"
#include "prove/exact_budget.h"
#include "prove/prover_program.h"
#include "prove/prove_internal.h"
#include "prove/prove_tolerances.h"

typedef struct frac {
    vv_poly n, d;
} frac;

/* variable^degree = rest */
typedef struct relation {
    int variable, degree;
    vv_poly rest;
} relation;

/* A random quantity: equal arguments give the same one. */
typedef struct atom {
    vv_prover_op op;
    uint32_t key; /* operation, D; for FUNC the instruction */
    int n;
    frac arg[2]; /* FUNC keeps its arguments in the slots */
    int variable;
} atom;

/* Products of terms per budgeted term: a fraction of a second for the default budget. */
static const double work_per_term = 500;
enum { MOST_SOLVE = 5, GCD_TERMS = 300, MOST_ATOMS = 400, KEPT = -1 };

typedef struct normal {
    vv_ctx *c;
    const vv_prover_program *p;
    vv_polyring *r;
    int variables, used;
    frac *slot;
    relation *rel;
    int nrel;
    atom *atoms;
    int natoms;
    int *degree; /* scratch (variables) */
    int *reads;  /* remaining reads of each slot by sums and products; KEPT: never freed (nslots) */
    vv_poly one;
    int root2, root3; /* variables of sqrt 2 and sqrt 3, -1 until needed */
    bool failed;
} normal;

/* ---- reduced polynomials and quotients
 * ----------------------------------------------------------- */

/* From the last relation to the first: the right side of each contains earlier variables only. */
static vv_poly reduce(normal *v, vv_poly a) {
    if (a < 0 || v->nrel == 0 || vv_poly_is_const(v->r, a)) return a;
    vv_poly_degree_bounds(v->r, a, v->degree);
    for (int i = v->nrel - 1; i >= 0; i--) {
        const relation *e = &v->rel[i];
        if (v->degree[e->variable] < e->degree) continue;
        a = vv_poly_reduce_power(v->r, a, e->variable, e->degree, e->rest);
        if (a < 0) return a;
        vv_poly_degree_bounds(v->r, a, v->degree);
    }
    return a;
}

static vv_poly mul(normal *v, vv_poly a, vv_poly b) {
    if (a == v->one) return b;
    if (b == v->one) return a;
    return reduce(v, vv_poly_mul(v->r, a, b));
}

static frac frac_of_poly(normal *v, vv_poly n) { return (frac){n, v->one}; }
static frac number(normal *v, vv_rat k) { return frac_of_poly(v, vv_poly_const(v->r, k)); }
static frac variable(normal *v, int i) { return frac_of_poly(v, vv_poly_var(v->r, i)); }
static bool is_zero(const normal *v, frac a) { return vv_poly_is_zero(v->r, a.n); }

static frac f_mul(normal *v, frac a, frac b) {
    if (is_zero(v, a)) return a;
    if (is_zero(v, b)) return b;
    return (frac){mul(v, a.n, b.n), mul(v, a.d, b.d)};
}

static frac f_scale(normal *v, vv_rat k, frac a) {
    return (frac){vv_poly_scale(v->r, k, a.n), a.d};
}

static frac f_add(normal *v, frac a, frac b) {
    if (is_zero(v, a)) return b;
    if (is_zero(v, b)) return a;
    if (a.d == b.d || vv_poly_equal(v->r, a.d, b.d))
        return (frac){vv_poly_add(v->r, a.n, b.n), a.d};
    vv_poly x = b.d, y = a.d; /* multipliers of a.n and b.n */
    bool small = vv_poly_terms(v->r, a.d) <= GCD_TERMS && vv_poly_terms(v->r, b.d) <= GCD_TERMS;
    if (small && !vv_poly_is_const(v->r, a.d) && !vv_poly_is_const(v->r, b.d)) {
        vv_poly g = vv_poly_gcd(v->r, a.d, b.d);
        if (!vv_poly_is_const(v->r, g)) {
            x = vv_poly_div_exact(v->r, b.d, g);
            y = vv_poly_div_exact(v->r, a.d, g);
        }
    }
    return (frac){vv_poly_add(v->r, mul(v, a.n, x), mul(v, b.n, y)), mul(v, a.d, x)};
}

static frac f_sub(normal *v, frac a, frac b) { return f_add(v, a, f_scale(v, vv_rat_int(-1), b)); }

static frac f_inv(normal *v, frac a) {
    if (is_zero(v, a)) v->failed = true;
    return (frac){a.d, a.n};
}

static frac f_pow(normal *v, frac a, uint64_t k) {
    frac r = frac_of_poly(v, v->one);
    for (; k && !v->failed; k >>= 1) {
        if (k & 1) r = f_mul(v, r, a);
        if (k > 1) a = f_mul(v, a, a);
        if (r.n < 0 || a.n < 0) v->failed = true;
    }
    return r;
}

static bool f_equal(normal *v, frac a, frac b) { return is_zero(v, f_sub(v, a, b)); }

/* ---- variables
 * ------------------------------------------------------------------------------------ */

static int new_variable(normal *v) {
    if (v->used < v->variables) return v->used++;
    v->failed = true;
    return 0;
}

static void relate(normal *v, int x, int degree, vv_poly rest) {
    v->rel[v->nrel++] = (relation){x, degree, rest};
}

/* A variable whose square is a number. */
static int number_root(normal *v, int *place, int64_t square) {
    if (*place >= 0) return *place;
    *place = new_variable(v);
    relate(v, *place, 2, vv_poly_int(v->r, square));
    return *place;
}

/* The atom with these arguments, found or new; `mirrored` if found with all arguments negated
 * (searched only if it is not NULL). New ones take `count` variables. */
static atom *find_atom(normal *v, vv_prover_op op, uint32_t key, int n, const frac *arg, int count,
                       bool *mirrored) {
    static const atom none = {.variable = 0};
    if (mirrored) *mirrored = false;
    for (int i = 0; i < v->natoms && !v->failed; i++) {
        atom *a = &v->atoms[i];
        if (a->op != op || a->key != key || a->n != n) continue;
        bool same = true, opposite = mirrored != NULL;
        for (int k = 0; k < n; k++) {
            if (same && !f_equal(v, a->arg[k], arg[k])) same = false;
            if (opposite && !is_zero(v, f_add(v, a->arg[k], arg[k]))) opposite = false;
        }
        if (opposite && !same) *mirrored = true;
        if (same || opposite) return a;
    }
    if (v->natoms == MOST_ATOMS) v->failed = true;
    atom *a = &v->atoms[v->natoms < MOST_ATOMS ? v->natoms++ : 0];
    *a = none;
    a->op = op;
    a->key = key;
    a->n = n;
    for (int k = 0; k < n; k++) a->arg[k] = arg[k];
    a->variable = new_variable(v);
    for (int k = 1; k < count; k++) new_variable(v);
    if (op == VV_P_CIRCLE) { /* variables c, s */
        vv_poly c = vv_poly_var(v->r, a->variable);
        relate(v, a->variable + 1, 2, vv_poly_sub(v->r, v->one, vv_poly_mul(v->r, c, c)));
    }
    if (op == VV_P_SIGN) relate(v, a->variable, 2, v->one);
    return a;
}

/* ---- instructions
 * --------------------------------------------------------------------------------- */

/* sign of x as a variable with square 1, odd in x */
static frac sign_of(normal *v, frac x) {
    bool mirrored;
    if (is_zero(v, x)) return x;
    atom *a = find_atom(v, VV_P_SIGN, 0, 1, &x, 1, &mirrored);
    return f_scale(v, vv_rat_int(mirrored ? -1 : 1), variable(v, a->variable));
}

static frac half_of(normal *v, frac x) { return f_scale(v, vv_rat_make(v->c, 1, 2), x); }

static frac exact_choice(normal *v, const vv_prover_instruction *in, const uint32_t *w) {
    frac x = v->slot[w[0]], y = in->n > 1 ? v->slot[w[1]] : x;
    if (in->op == VV_P_SIGN) return sign_of(v, x);
    if (in->op == VV_P_ABS) return f_mul(v, sign_of(v, x), x);
    frac d = f_sub(v, y, x), s = sign_of(v, d);
    if (in->op == VV_P_MIN) return half_of(v, f_sub(v, f_add(v, x, y), f_mul(v, s, d)));
    if (in->op == VV_P_MAX) return half_of(v, f_add(v, f_add(v, x, y), f_mul(v, s, d)));
    return half_of(v,
                   f_add(v, frac_of_poly(v, v->one), s)); /* 1 if y - x is positive, otherwise 0 */
}

static frac exact_piecewise(normal *v, const vv_prover_instruction *in, const uint32_t *w) {
    frac r = v->slot[w[in->n - 1]];
    for (uint32_t i = in->n - 1; i >= 2; i -= 2) {
        frac c = v->slot[w[i - 2]], value = v->slot[w[i - 1]];
        r = f_add(v, r, f_mul(v, c, f_sub(v, value, r)));
    }
    return r;
}

/* Terms are added pairwise, then the sums, so that none is copied more than log n times. */
static frac exact_sum(normal *v, const vv_prover_instruction *in, const uint32_t *w) {
    enum { DEPTH = 33 };
    frac sum[DEPTH];
    int depth = 0;
    for (uint32_t i = 0; i < in->n && !v->failed; i++, w += 2) {
        sum[depth++] = w[1] ? f_scale(v, v->p->rat[w[1]], v->slot[w[0]]) : v->slot[w[0]];
        for (uint32_t k = i + 1; k % 2 == 0; k /= 2, depth--)
            sum[depth - 2] = f_add(v, sum[depth - 2], sum[depth - 1]);
    }
    for (; depth > 1; depth--) sum[depth - 2] = f_add(v, sum[depth - 2], sum[depth - 1]);
    return depth ? sum[0] : number(v, vv_rat_int(0));
}

static frac exact_product(normal *v, const vv_prover_instruction *in, const uint32_t *w) {
    frac r = frac_of_poly(v, v->one);
    for (uint32_t i = 0; i < in->n && !v->failed; i++, w += 2)
        r = f_mul(v, r, w[1] == 1 ? v->slot[w[0]] : f_pow(v, v->slot[w[0]], w[1]));
    return r;
}

/* b = N/D: Y = D b^(1/k), Y^k = N D^(k-1). */
static frac exact_root(normal *v, frac b, int k, int num) {
    atom *a;
    int before = v->natoms;
    if (is_zero(v, b)) return b;
    a = find_atom(v, VV_P_ROOT, (uint32_t)k, 1, &b, 1, NULL);
    if (v->natoms > before) {
        vv_poly rest = b.n;
        for (int i = 1; i < k; i++) rest = mul(v, rest, b.d);
        relate(v, a->variable, k, rest);
    }
    frac y = {vv_poly_var(v->r, a->variable), a->arg[0].d};
    y = f_pow(v, y, (uint64_t)(num < 0 ? -(int64_t)num : num));
    return num < 0 ? f_inv(v, y) : y;
}

/* Rational radicands are factored, so that sqrt(6) = sqrt(2) sqrt(3) is recognized. */
static frac exact_sqrt(normal *v, const vv_prover_instruction *in, const uint32_t *w) {
    if (!in->aux) return exact_root(v, v->slot[w[0]], 2, 1);
    vv_rat q = vv_poly_term(v->r, v->slot[w[0]].n, 0, NULL), root, rest;
    vv_rat_split_square(v->c, q, &root, &rest);
    frac r = number(v, root);
    for (int64_t p = 2; !rest.big && p < VV_PROVE_SMALL_PRIMES && p * p <= rest.num;
         p += p == 2 ? 1 : 2)
        if (rest.num % p == 0) {
            rest.num /= p;
            frac x = p == 2   ? variable(v, number_root(v, &v->root2, 2))
                     : p == 3 ? variable(v, number_root(v, &v->root3, 3))
                              : exact_root(v, number(v, vv_rat_int(p)), 2, 1);
            r = f_mul(v, r, x);
        }
    if (vv_rat_equal(rest, vv_rat_int(1))) return r;
    if (vv_rat_equal(rest, vv_rat_int(2)))
        return f_mul(v, r, variable(v, number_root(v, &v->root2, 2)));
    if (vv_rat_equal(rest, vv_rat_int(3)))
        return f_mul(v, r, variable(v, number_root(v, &v->root3, 3)));
    return f_mul(v, r, exact_root(v, number(v, rest), 2, 1));
}

static void turn_by(normal *v, frac z[2], frac c, frac s) {
    frac x = f_sub(v, f_mul(v, z[0], c), f_mul(v, z[1], s));
    z[1] = f_add(v, f_mul(v, z[0], s), f_mul(v, z[1], c));
    z[0] = x;
}

static void turn_power(normal *v, frac z[2], frac c, frac s, int64_t k) {
    frac w[2] = {c, k < 0 ? f_scale(v, vv_rat_int(-1), s) : s};
    for (uint64_t n = k < 0 ? 0 - (uint64_t)k : (uint64_t)k; n && !v->failed; n >>= 1) {
        if (n & 1) turn_by(v, z, w[0], w[1]);
        if (n > 1) turn_by(v, w, w[0], w[1]);
        if (z[0].n < 0 || w[0].n < 0) v->failed = true;
    }
}

static void exact_turn(normal *v, const vv_prover_instruction *in) {
    frac z[2] = {frac_of_poly(v, v->one), number(v, vv_rat_int(0))};
    if (in->aux) {
        frac r2 = variable(v, number_root(v, &v->root2, 2)),
             r3 = variable(v, number_root(v, &v->root3, 3));
        frac r6 = f_mul(v, r2, r3);
        vv_rat quarter = vv_rat_make(v->c, 1, 4);
        frac c = f_scale(v, quarter, f_add(v, r6, r2)), s = f_scale(v, quarter, f_sub(v, r6, r2));
        turn_power(v, z, c, s, in->aux); /* pi/12 */
    }
    for (uint32_t i = 0; i < in->n; i++) {
        const vv_prover_term *t = &v->p->term[in->first + i];
        turn_power(v, z, v->slot[t->value], v->slot[t->partner], t->k);
    }
    v->slot[in->dst] = z[0];
    v->slot[in->dst + 1] = z[1];
}

static void exact_stretch(normal *v, const vv_prover_instruction *in) {
    frac r = frac_of_poly(v, v->one);
    for (uint32_t i = 0; i < in->n && !v->failed; i++) {
        const vv_prover_term *t = &v->p->term[in->first + i];
        uint64_t k = t->k < 0 ? 0 - (uint64_t)t->k : (uint64_t)t->k;
        r = f_mul(v, r, f_pow(v, v->slot[t->k < 0 ? t->partner : t->value], k));
    }
    v->slot[in->dst] = r;
    v->slot[in->dst + 1] = f_inv(v, r);
}

static void exact_circle(normal *v, const vv_prover_instruction *in, frac x) {
    bool mirrored;
    if (is_zero(v, x)) {
        v->slot[in->dst] = frac_of_poly(v, v->one);
        v->slot[in->dst + 1] = x;
        return;
    }
    atom *a = find_atom(v, VV_P_CIRCLE, in->aux, 1, &x, 2, &mirrored);
    v->slot[in->dst] = variable(v, a->variable);
    v->slot[in->dst + 1] = f_scale(v, vv_rat_int(mirrored ? -1 : 1), variable(v, a->variable + 1));
}

static void exact_growth(normal *v, const vv_prover_instruction *in, const uint32_t *w) {
    bool power = in->op == VV_P_POWER;
    frac arg[2] = {v->slot[w[0]], power ? v->slot[w[1]] : v->slot[w[0]]};
    frac e = frac_of_poly(v, v->one);
    if (!is_zero(v, arg[1]))
        e = variable(
            v, find_atom(v, (vv_prover_op)in->op, in->aux, power ? 2 : 1, arg, 1, NULL)->variable);
    v->slot[in->dst] = e;
    v->slot[in->dst + 1] = f_inv(v, e);
}

static frac exact_odd(normal *v, const vv_prover_instruction *in, frac x) {
    bool mirrored;
    if (is_zero(v, x)) return x;
    atom *a = find_atom(v, VV_P_ODD, in->aux, 1, &x, 1, &mirrored);
    return f_scale(v, vv_rat_int(mirrored ? -1 : 1), variable(v, a->variable));
}

static frac exact_log(normal *v, frac x) {
    bool mirrored;
    if (vv_poly_is_const(v->r, x.n) && f_equal(v, f_mul(v, x, x), frac_of_poly(v, v->one)))
        return number(v, vv_rat_int(0));
    return variable(v, find_atom(v, VV_P_LOGABS, 0, 1, &x, 1, &mirrored)->variable);
}

/* General functions may have any number of arguments: they are compared in their slots. */
static frac exact_function(normal *v, const vv_prover_instruction *in, const uint32_t *w) {
    for (int i = 0; i < v->natoms; i++) {
        if (v->atoms[i].op != VV_P_FUNC) continue;
        const vv_prover_instruction *other = &v->p->ins[v->atoms[i].key];
        const uint32_t *u = v->p->word + other->first;
        bool same = other->n == in->n;
        for (uint32_t k = 0; same && k <= in->n; k++) same = u[in->n + k] == w[in->n + k];
        for (uint32_t k = 0; same && k < in->n; k++)
            same = f_equal(v, v->slot[u[k]], v->slot[w[k]]);
        if (same) return variable(v, v->atoms[i].variable);
    }
    return variable(
        v, find_atom(v, VV_P_FUNC, (uint32_t)(in - v->p->ins), 0, NULL, 1, NULL)->variable);
}

/* ---- linear systems
 * ------------------------------------------------------------------------------- */

/* Multiplies a row by the least common multiple of its denominators. */
static void clear_row(normal *v, int n, frac *row, frac *right, vv_poly *out) {
    vv_poly all = v->one;
    for (int k = 0; k <= n; k++) {
        vv_poly d = k < n ? row[k].d : right->d;
        vv_poly g = vv_poly_gcd(v->r, all, d);
        if (d != v->one) all = vv_poly_mul(v->r, all, vv_poly_div_exact(v->r, d, g));
    }
    for (int k = 0; k <= n; k++) {
        frac x = k < n ? row[k] : *right;
        out[k] = mul(v, x.n, x.d == all ? v->one : vv_poly_div_exact(v->r, all, x.d));
    }
}

/* Determinant of the columns `column` of n cleared rows: minors of the first rows by sets of
 * columns, without division, which reduced polynomials would not allow. */
static vv_poly determinant(normal *v, int n, vv_poly (*m)[MOST_SOLVE + 1], const int *column) {
    vv_poly minor[1 << MOST_SOLVE];
    minor[0] = v->one;
    for (int set = 1; set < 1 << n; set++) {
        int r = __builtin_popcount((unsigned)set) - 1;
        vv_poly sum = vv_poly_int(v->r, 0);
        for (int k = 0; k < n; k++) {
            if (!(set >> k & 1)) continue;
            vv_poly entry = m[r][column[k]];
            if (vv_poly_is_zero(v->r, entry)) continue;
            vv_poly term = mul(v, entry, minor[set & ~(1 << k)]);
            bool odd = __builtin_popcount((unsigned)set >> (k + 1)) & 1;
            sum = odd ? vv_poly_sub(v->r, sum, term) : vv_poly_add(v->r, sum, term);
        }
        minor[set] = sum;
    }
    return minor[(1 << n) - 1];
}

/* Cramer's rule, worthwhile only for a few unknowns. Larger systems become free variables. */
static void exact_solve(normal *v, const vv_prover_instruction *in, const uint32_t *w) {
    const vv_prover_instruction *factor = &v->p->ins[in->aux];
    int n = (int)in->n, column[MOST_SOLVE];
    vv_poly m[MOST_SOLVE][MOST_SOLVE + 1];
    if (n > MOST_SOLVE) {
        for (int i = 0; i < n; i++) v->slot[in->dst + (uint32_t)i] = variable(v, new_variable(v));
        return;
    }
    for (int i = 0; i < n; i++) {
        frac row[MOST_SOLVE];
        for (int k = 0; k < n; k++)
            row[k] = v->slot[v->p->word[factor->first + (uint32_t)(i * n + k)]];
        clear_row(v, n, row, &v->slot[w[i]], m[i]);
        column[i] = i;
    }
    vv_poly whole_det = determinant(v, n, m, column);
    if (whole_det < 0 || vv_poly_is_zero(v->r, whole_det)) v->failed = true;
    for (int k = 0; k < n && !v->failed; k++) {
        column[k] = n;
        v->slot[in->dst + (uint32_t)k] = (frac){determinant(v, n, m, column), whole_det};
        column[k] = k;
        if (v->slot[in->dst + (uint32_t)k].n < 0) v->failed = true;
    }
}

/* ---- the whole
 * ------------------------------------------------------------------------------------ */

static void run(normal *v, const vv_prover_instruction *in) {
    const uint32_t *w = v->p->word + in->first;
    frac *out = &v->slot[in->dst];
    switch ((vv_prover_op)in->op) {
    case VV_P_CONST: *out = number(v, v->p->rat[in->aux]); break;
    case VV_P_SYMBOL:
    case VV_P_PI: *out = variable(v, new_variable(v)); break;
    case VV_P_ADD: *out = exact_sum(v, in, w); break;
    case VV_P_MUL: *out = exact_product(v, in, w); break;
    case VV_P_INV: *out = f_inv(v, v->slot[w[0]]); break;
    case VV_P_SQRT: *out = exact_sqrt(v, in, w); break;
    case VV_P_ROOT: *out = exact_root(v, v->slot[w[0]], (int)w[2], (int)(int32_t)w[1]); break;
    case VV_P_CIRCLE: exact_circle(v, in, v->slot[w[0]]); break;
    case VV_P_TURN: exact_turn(v, in); break;
    case VV_P_GROWTH:
    case VV_P_POWER: exact_growth(v, in, w); break;
    case VV_P_STRETCH: exact_stretch(v, in); break;
    case VV_P_LOGABS: *out = exact_log(v, v->slot[w[0]]); break;
    case VV_P_SINH: *out = half_of(v, f_sub(v, v->slot[w[0]], v->slot[w[1]])); break;
    case VV_P_COSH: *out = half_of(v, f_add(v, v->slot[w[0]], v->slot[w[1]])); break;
    case VV_P_TANH:
        *out = f_mul(v, f_sub(v, v->slot[w[0]], v->slot[w[1]]),
                     f_inv(v, f_add(v, v->slot[w[0]], v->slot[w[1]])));
        break;
    case VV_P_ODD: *out = exact_odd(v, in, v->slot[w[0]]); break;
    case VV_P_ATAN2: {
        frac arg[2] = {v->slot[w[0]], v->slot[w[1]]};
        *out = variable(v, find_atom(v, VV_P_ATAN2, 0, 2, arg, 1, NULL)->variable);
        break;
    }
    case VV_P_FUNC: *out = exact_function(v, in, w); break;
    case VV_P_ABS:
    case VV_P_SIGN:
    case VV_P_MIN:
    case VV_P_MAX:
    case VV_P_LESS:
    case VV_P_LESSEQ: *out = exact_choice(v, in, w); break;
    case VV_P_PIECEWISE: *out = exact_piecewise(v, in, w); break;
    case VV_P_FACTOR: return;
    case VV_P_SOLVE: exact_solve(v, in, w); break;
    case VV_P_COUNT: break;
    }
    if (out->n < 0 || out->d < 0) v->failed = true;
}

/* Enough variables for every instruction that may need some. */
static int count_variables(const vv_prover_program *p) {
    int n = 2;
    for (int i = 0; i < p->nins; i++) {
        vv_prover_op op = (vv_prover_op)p->ins[i].op;
        if (op == VV_P_SQRT && p->ins[i].aux)
            n += 12; /* primes of a rational radicand */
        else if (op == VV_P_SOLVE)
            n += p->ins[i].n > MOST_SOLVE ? (int)p->ins[i].n : 0;
        else if (op == VV_P_CIRCLE)
            n += 2;
        else if (op != VV_P_CONST && op != VV_P_ADD && op != VV_P_MUL && op != VV_P_INV &&
                 op != VV_P_TURN && op != VV_P_STRETCH && op != VV_P_FACTOR && op != VV_P_PIECEWISE)
            n++;
    }
    return n;
}

/* Long polynomials fill the memory, so numerators computed by sums and products are freed after
 * the last sum or product has read them. Values read or computed by other instructions may be
 * part of an atom or a relation and are kept, and so are values shared by two slots. */
static void keep_slot(void *data, uint32_t slot) { ((normal *)data)->reads[slot] = KEPT; }

static bool is_counted(const vv_prover_instruction *in) {
    return in->op == VV_P_ADD || in->op == VV_P_MUL;
}

static void count_readings(normal *v) {
    const vv_prover_program *p = v->p;
    for (int i = 0; i < p->nins; i++)
        for (uint32_t k = 0; is_counted(&p->ins[i]) && k < p->ins[i].n; k++)
            v->reads[p->word[p->ins[i].first + 2 * k]]++;
    for (int i = 0; i < p->nins; i++) {
        const vv_prover_instruction *in = &p->ins[i];
        if (is_counted(in)) continue;
        vv_prover_program_operands(p, in, keep_slot, v);
        for (uint32_t k = 0; k < vv_prover_slots_written(in); k++) keep_slot(v, in->dst + k);
    }
    for (int i = 0; i < p->nroots; i++) keep_slot(v, p->root[i]);
}

static void free_if_unread(normal *v, const vv_prover_instruction *in, int mark) {
    const uint32_t *w = v->p->word + in->first;
    frac *out = &v->slot[in->dst];
    bool shared = out->n < mark;
    if (shared) keep_slot(v, in->dst);
    for (uint32_t k = 0; k < in->n; k++)
        if (shared && v->slot[w[2 * k]].n == out->n) keep_slot(v, w[2 * k]);
    for (uint32_t k = 0; k < in->n; k++) {
        uint32_t slot = w[2 * k];
        if (v->reads[slot] == KEPT || --v->reads[slot] > 0) continue;
        vv_poly_drop(v->r, v->slot[slot].n);
        v->slot[slot].n = VV_POLY_NONE;
    }
}

/* The intermediate results of a sum or product are freed at once. */
static void run_and_free(normal *v, const vv_prover_instruction *in) {
    int mark = vv_polyring_mark(v->r);
    run(v, in);
    if (v->failed || !is_counted(in)) return;
    frac *out = &v->slot[in->dst];
    if (out->d < mark) out->n = vv_polyring_keep(v->r, mark, out->n);
    free_if_unread(v, in, mark);
}

/* Exceeding the budget is remembered (exact_budget.h). */
static bool all_vanish(normal *v, size_t terms) {
    for (int i = 0; i < v->p->nins; i++) {
        run_and_free(v, &v->p->ins[i]);
        if (vv_polyring_too_large(v->r) && vv_ctx_ok(v->c))
            vv_exact_budget_note(v->c, v->p, i, v->variables, terms);
        if (v->failed || vv_polyring_too_large(v->r) || !vv_ctx_tick(v->c)) return false;
    }
    for (int i = 0; i < v->p->nroots; i++)
        if (!is_zero(v, v->slot[v->p->root[i]])) return false;
    return true;
}

bool vv_exact_prove_zero(vv_ctx *c, const vv_prover_program *p, size_t terms) {
    enum { MOST_VARIABLES = 1000 };
    vv_mark m = vv_arena_mark(c);
    normal v = {.c = c, .p = p, .root2 = -1, .root3 = -1};
    v.variables = count_variables(p);
    bool zero = false;
    if (vv_exact_budget_exceeded(c, p, v.variables, terms)) return false;
    v.slot = VV_ARRAY(c, frac, p->nslots + 1);
    v.rel = VV_ARRAY(c, relation, v.variables + 1);
    v.atoms = VV_ARRAY(c, atom, MOST_ATOMS);
    v.degree = VV_ARRAY(c, int, v.variables + 1);
    v.reads = VV_ARRAY(c, int, p->nslots + 1);
    if (v.slot && v.rel && v.atoms && v.degree && v.reads && v.variables <= MOST_VARIABLES &&
        (v.r = vv_polyring_new(c, v.variables, terms))) {
        vv_polyring_limit_work(v.r, (double)terms * work_per_term);
        v.one = vv_poly_int(v.r, 1);
        for (int i = 0; i <= p->nslots; i++) v.slot[i] = (frac){VV_POLY_NONE, VV_POLY_NONE};
        count_readings(&v);
        zero = all_vanish(&v, terms);
        vv_polyring_free(v.r);
    }
    vv_arena_release(c, m);
    return zero && vv_ctx_ok(c);
}
