#include "algebra/polynomial_integrals.h"

#include <string.h>

enum { MOST_MONOMIALS = 64, MOST_VARIABLES = 8, MOST_POINTS = 200 };

typedef struct ansatz {
    vv_ctx *c;
    int n;                                      /* number of variables */
    int count;                                  /* number of monomials, without the constant */
    int power[MOST_MONOMIALS][MOST_VARIABLES];  /* their exponents */
    int rank;                                   /* conditions found, in echelon form: */
    vv_rat row[MOST_MONOMIALS][MOST_MONOMIALS]; /* each with 1 at its pivot */
    int pivot[MOST_MONOMIALS];
} ansatz;

/* All exponents with 1 <= sum <= degree; false if there are too many. */
static bool list_monomials(ansatz *k, int degree) {
    int e[MOST_VARIABLES] = {0}, sum = 0;
    for (;;) {
        int i = 0;
        while (i < k->n && sum == degree) sum -= e[i], e[i++] = 0; /* carry */
        if (i == k->n) return true;
        e[i]++, sum++;
        if (k->count == MOST_MONOMIALS) return false;
        memcpy(k->power[k->count++], e, sizeof e);
    }
}

/* Value at a point, differentiated with respect to variable d (-1: not at all). */
static vv_rat monomial(const ansatz *k, int which, int d, const int64_t *at) {
    vv_rat v = vv_rat_int(1);
    for (int i = 0; i < k->n; i++) {
        int e = k->power[which][i] - (i == d);
        if (i == d) v = vv_rat_mul(k->c, v, vv_rat_int(k->power[which][i]));
        if (e < 0) return vv_rat_int(0);
        for (int j = 0; j < e; j++) v = vv_rat_mul(k->c, v, vv_rat_int(at[i]));
    }
    return v;
}

/* Reduces one condition on the coefficients by the previous ones; kept if it is new. */
static void add_condition(ansatz *k, vv_rat *row) {
    vv_ctx *c = k->c;
    for (int r = 0; r < k->rank; r++) {
        vv_rat times = row[k->pivot[r]];
        if (vv_rat_sign(times) == 0) continue;
        for (int j = 0; j < k->count; j++)
            row[j] = vv_rat_sub(c, row[j], vv_rat_mul(c, times, k->row[r][j]));
    }
    int p = 0;
    while (p < k->count && vv_rat_sign(row[p]) == 0) p++;
    if (p == k->count) return;
    vv_rat lead = row[p];
    for (int j = 0; j < k->count; j++) row[j] = vv_rat_div(c, row[j], lead);
    for (int r = 0; r < k->rank; r++) { /* keep the echelon form reduced */
        vv_rat times = k->row[r][p];
        for (int j = 0; vv_rat_sign(times) && j < k->count; j++)
            k->row[r][j] = vv_rat_sub(c, k->row[r][j], vv_rat_mul(c, times, row[j]));
    }
    memcpy(k->row[k->rank], row, (size_t)k->count * sizeof *row);
    k->pivot[k->rank++] = p;
}

/* The fields at a point as numbers; false if they are undefined there. */
static bool numbers(vv_ctx *c, int n, const vv_expr *x, int m, const vv_expr *field,
                    const int64_t *at, vv_expr *value) {
    vv_expr point[MOST_VARIABLES];
    for (int i = 0; i < n; i++) point[i] = vv_int(c, at[i]);
    vv_subst(c, n, x, point, m * n, field, value);
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c); /* a pole */
    for (int i = 0; i < m * n; i++)
        if (!value[i].id || !vv_is_const(c, value[i])) return false;
    return vv_ctx_ok(c);
}

static void conditions(ansatz *k, const vv_expr *x, int m, const vv_expr *field) {
    vv_ctx *c = k->c;
    uint64_t seed = 0x9e3779b97f4a7c15u;
    int64_t at[MOST_VARIABLES];
    vv_rat row[MOST_MONOMIALS];
    vv_expr *value = VV_MATRIX(c, vv_expr, m, k->n);
    /* enough points to find all conditions, and some more */
    for (int t = 0, good = 0; value && t < MOST_POINTS && good < k->count + 4; t++) {
        for (int i = 0; i < k->n; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            at[i] = (int64_t)(seed >> 33) % 19 - 9;
        }
        if (!numbers(c, k->n, x, m, field, at, value)) continue;
        good++;
        for (int f = 0; f < m; f++) {
            for (int j = 0; j < k->count; j++) {
                row[j] = vv_rat_int(0);
                for (int a = 0; a < k->n; a++)
                    row[j] = vv_rat_add(c, row[j],
                                        vv_rat_mul(c, vv_expr_rational(c, value[f * k->n + a]),
                                                   monomial(k, j, a, at)));
            }
            add_condition(k, row);
        }
    }
}

/* The polynomial whose coefficients satisfy the conditions, with the free coefficient `own` = 1. */
static vv_expr solution(const ansatz *k, const vv_expr *x, int own) {
    vv_ctx *c = k->c;
    vv_expr sum = VV_ZERO;
    for (int r = -1; r < k->rank; r++) {
        int j = r < 0 ? own : k->pivot[r];
        vv_rat a = r < 0 ? vv_rat_int(1) : vv_rat_neg(c, k->row[r][own]);
        if (vv_rat_sign(a))
            sum = vv_add(c, sum, vv_scale(c, a, vv_product_powers(c, k->n, x, k->power[j])));
    }
    return sum;
}

int vv_polynomial_integrals(vv_ctx *c, int n, const vv_expr *x, int m, const vv_expr *field,
                            int degree, int most, vv_expr *out) {
    int found = 0, symbols;
    ansatz *k = VV_NEW(c, ansatz);
    if (!k || n > MOST_VARIABLES) return 0;
    vv_expr *all = vv_expr_symbols(c, m * n, field, &symbols);
    for (int i = 0; all && i < symbols; i++) { /* parameters have no values */
        bool known = false;
        for (int a = 0; a < n; a++) known |= vv_same(all[i], x[a]);
        if (!known) return 0;
    }
    k->c = c;
    k->n = n;
    if (!all || !list_monomials(k, degree)) return 0;
    conditions(k, x, m, field);
    if (k->rank == 0) return 0; /* no valid point */
    for (int own = 0; own < k->count && found < most; own++) {
        bool free = true;
        for (int r = 0; r < k->rank; r++) free &= k->pivot[r] != own;
        if (free) out[found++] = solution(k, x, own);
    }
    return vv_ctx_ok(c) ? found : 0;
}
