#include "simulate/differ.h"

#include <math.h>
#include <string.h>

typedef struct pair {
    vv_rows *rows[2];
    double *row[2];
} pair;

static bool read(const pair *p, long i) {
    return vv_rows_read(p->rows[0], i, 1, p->row[0]) && vv_rows_read(p->rows[1], i, 1, p->row[1]);
}

/* ---- sizes ----------------------------------------------------------------------------------- */

typedef enum kind { COORDINATE, RATE, OTHER } kind;

/* Behind the time stand the values of the motion, then their derivatives in the same order. */
static kind kind_of(const vv_columns *k, int i) {
    if (i < 1 || i > k->n) return OTHER;
    int at = (i - 1) % k->own;
    return at < k->coordinates ? COORDINATE : at < k->state ? RATE : OTHER;
}

static bool are_alike(const vv_columns *k, int i, int j) {
    if (*k->unit[i] || *k->unit[j]) return !strcmp(k->unit[i], k->unit[j]);
    return kind_of(k, i) == OTHER ||
           (kind_of(k, i) == kind_of(k, j) && (i - 1) / k->own == (j - 1) / k->own);
}

/* The largest values of each column, in each table. */
typedef struct sizes {
    double *of[2]; /* (n) */
} sizes;

static double most_of(const sizes *s, int i) { return fmax(s->of[0][i], s->of[1][i]); }
static double least_of(const sizes *s, int i) { return fmin(s->of[0][i], s->of[1][i]); }

/* What its differences, `by` at the most, are measured by. part: of the largest of its kind, what
 * methods may leave of a value that vanishes; one of them may leave more. */
static double measure(const vv_columns *k, int i, const sizes *s, double by, double part) {
    const double ROUNDING = 1e-13, NOTHING_COMMON = 0.1;
    double most = 0, all = 0;
    bool known = false;
    if (by < NOTHING_COMMON * most_of(s, i)) return most_of(s, i);
    for (int j = 1; j < k->width; j++) {
        bool alike = are_alike(k, i, j);
        all = fmax(all, most_of(s, j));
        if (alike) most = fmax(most, most_of(s, j));
        known |= alike && kind_of(k, j) != OTHER;
    }
    if (!known && least_of(s, i) <= ROUNDING * all) return all;
    return least_of(s, i) <= part * most ? most : most_of(s, i);
}

/* ---- differences ----------------------------------------------------------------------------- */

/* Both are no numbers, or the same infinity: nothing was computed there that could differ. */
static double apart(double a, double b) {
    if (a == b || (isnan(a) && isnan(b))) return 0;
    return isfinite(a - b) ? fabs(a - b) : (double)INFINITY;
}

/* The largest values of each column and its largest difference, which is not measured yet. */
static bool look(const pair *p, int n, const sizes *s, vv_difference *d) {
    for (long i = 0; i < p->rows[0]->count; i++) {
        if (!read(p, i)) return false;
        for (int j = 0; j < n; j++) {
            double by = apart(p->row[0][j], p->row[1][j]);
            if (by > d->of[j]) d->of[j] = by, d->when[j] = p->row[0][0];
            for (int of = 0; of < 2; of++)
                if (isfinite(p->row[of][j])) s->of[of][j] = fmax(s->of[of][j], fabs(p->row[of][j]));
        }
    }
    return true;
}

bool vv_differ(vv_ctx *c, const vv_columns *k, double tolerance, vv_rows *a, vv_rows *b,
               vv_difference *d) {
    const double LEFT = 1e3, LEAST = 1e-13, MOST = 1e-3; /* so many tolerances, within limits */
    int n = k->width;
    pair p = {{a, b}, {VV_ARRAY(c, double, n + 1), VV_ARRAY(c, double, n + 1)}};
    sizes s = {{VV_ARRAY(c, double, n + 1), VV_ARRAY(c, double, n + 1)}};
    double part = fmin(fmax(LEFT * tolerance, LEAST), MOST);
    *d = (vv_difference){.of = VV_ARRAY(c, double, n + 1), .when = VV_ARRAY(c, double, n + 1)};
    if (!vv_ctx_ok(c)) return false;
    if (a->count != b->count || a->width != n || b->width != n)
        return d->worst = (double)INFINITY, true;
    if (!look(&p, n, &s, d)) return false;
    for (int j = 0; j < n; j++) {
        if (d->of[j] > 0) d->of[j] /= j ? measure(k, j, &s, d->of[j], part) : most_of(&s, 0);
        if (d->of[j] > d->worst) d->worst = d->of[j], d->time = d->when[j], d->column = j;
    }
    return true;
}
