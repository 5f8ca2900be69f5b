#include "simulate/dense.h"

#include <math.h>
#include <string.h>

bool vv_dense_new(vv_ctx *c, int n, vv_dense *out) {
    *out = (vv_dense){.n = n,
                      .a = VV_MATRIX(c, double, n, n),
                      .row = VV_ARRAY(c, int, n + 1),
                      .column = VV_ARRAY(c, int, n + 1),
                      .by_row = VV_ARRAY(c, double, n + 1),
                      .by_column = VV_ARRAY(c, double, n + 1),
                      .by_pivot = VV_ARRAY(c, double, n + 1),
                      .y = VV_ARRAY(c, double, n + 1),
                      .row_most = VV_ARRAY(c, double, n + 1),
                      .column_most = VV_ARRAY(c, double, n + 1),
                      .pivot_most = VV_ARRAY(c, double, n + 1),
                      .spare = VV_ARRAY(c, bool, n + 1),
                      .like = VV_ARRAY(c, int, n + 1)};
    for (int i = 0; i < n && vv_ctx_ok(c); i++) out->like[i] = i;
    return vv_ctx_ok(c);
}

/* The power of 2 that brings x near 1; 1 for 0. */
static double scale_of(double x) {
    int e;
    if (!(x > 0) || isinf(x)) return 1;
    frexp(x, &e);
    return ldexp(1, -e);
}

/* Masses may be so small beside what relations multiply that rows measured by both would lose them:
 * then multipliers count in units that make both alike. */
static double unit_of(const vv_dense *d) {
    const double SMALL = 0x1p-16;
    double mass = 0, other = 0;
    for (int i = 0; i < d->own; i++)
        for (int j = 0; j < d->n; j++) {
            double size = fabs(d->a[i * d->n + j]), *most = j < d->own ? &mass : &other;
            *most = fmax(*most, size);
        }
    return mass > 0 && mass < SMALL * other ? scale_of(other) / scale_of(mass) : 1;
}

/* Mostly nothing is larger than what was met before: comparisons do not wait for each other. NaN is
 * not smaller. */
static bool is_within(const vv_dense *d) {
    int n = d->n, plain = d->unit == 1 ? n : d->own, beyond = d->unit == 0;
    for (int i = 0; i < n; i++) {
        const double *row = d->a + i * n, most = d->row_most[i], by = d->by_row[i];
        for (int j = 0; j < plain; j++) {
            double size = fabs(row[j]);
            beyond |= !(size <= most) | !(size * by <= d->column_most[j]);
        }
        for (int j = plain; j < n; j++) {
            double size = fabs(row[j]);
            beyond |= !(size * d->unit <= most) | !(size * by <= d->column_most[j]);
        }
        beyond |= (by == 0) | (d->by_column[i] == 0);
    }
    return !beyond;
}

/* A row that has faded already when it is first met is seen to by its like. */
static void share(const vv_dense *d, double *most) {
    for (int i = 0; i < d->n; i++) most[d->like[i]] = fmax(most[d->like[i]], most[i]);
    for (int i = 0; i < d->n; i++) most[i] = most[d->like[i]];
}

static void take_scales(int n, const double *most, double *known, double *by) {
    for (int i = 0; i < n; i++) {
        if (most[i] > known[i] || by[i] == 0) by[i] = scale_of(most[i]);
        known[i] = most[i];
    }
}

/* The scales of what stands in a: lengths, angles and masses of any size, to entries of at most 1
 * in rows, then columns. false: NaN or infinity. */
static bool measure(vv_dense *d) {
    int n = d->n;
    double *most = d->y;
    if (is_within(d)) return true;
    if (d->unit == 0) d->unit = unit_of(d);
    for (int i = 0; i < n; i++) {
        most[i] = d->row_most[i];
        for (int j = 0; j < n; j++) {
            double size = fabs(d->a[i * n + j]) * (j < d->own ? 1 : d->unit);
            if (!(size < (double)INFINITY)) return false;
            most[i] = size > most[i] ? size : most[i];
        }
    }
    share(d, most);
    take_scales(n, most, d->row_most, d->by_row);
    for (int j = 0; j < n; j++) {
        most[j] = d->column_most[j];
        for (int i = 0; i < n; i++) {
            double size = fabs(d->a[i * n + j]) * d->by_row[i];
            most[j] = size > most[j] ? size : most[j];
        }
    }
    share(d, most);
    take_scales(n, most, d->column_most, d->by_column);
    return true;
}

/* Full pivoting takes large entries first: a spare row is taken where the others have faded. */
static double scale_of_row(const vv_dense *d, int row) {
    const double SPARE = 0x1p-7;
    return d->by_row[row] * (d->spare[row] ? SPARE : 1);
}

static bool scale(vv_dense *d) {
    int n = d->n;
    if (!measure(d)) return false;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) d->a[i * n + j] *= scale_of_row(d, i) * d->by_column[j];
        d->row[i] = d->column[i] = i;
    }
    return true;
}

static void exchange(vv_dense *d, int k, int r, int c) {
    int n = d->n;
    for (int j = 0; r != k && j < n; j++) {
        double x = d->a[k * n + j];
        d->a[k * n + j] = d->a[r * n + j], d->a[r * n + j] = x;
    }
    for (int i = 0; c != k && i < n; i++) {
        double x = d->a[i * n + k];
        d->a[i * n + k] = d->a[i * n + c], d->a[i * n + c] = x;
    }
    int x = d->row[k];
    d->row[k] = d->row[r], d->row[r] = x;
    x = d->column[k];
    d->column[k] = d->column[c], d->column[c] = x;
}

bool vv_dense_factor(vv_dense *d, double least) {
    int n = d->n;
    d->rank = 0;
    d->weakest = 1;
    if (!scale(d)) return false;
    for (int k = 0; k < n; k++, d->rank++) {
        int r = k, c = k;
        double most = 0;
        for (int i = k; i < n; i++)
            for (int j = k; j < n; j++)
                if (fabs(d->a[i * n + j]) > most) most = fabs(d->a[i * n + j]), r = i, c = j;
        if (!(most > least)) break;
        d->weakest = fmin(d->weakest, most);
        exchange(d, k, r, c);
        double *top = d->a + k * n, inverse = d->by_pivot[k] = 1 / top[k];
        for (int i = k + 1; i < n; i++) {
            double *row = d->a + i * n, f = row[k] *= inverse;
            for (int j = k + 1; f != 0 && j < n; j++) row[j] -= f * top[j];
        }
    }
    /* rows fade together: what is about to is left out with what has */
    enum { COMPANY = 128 };
    while (d->rank < n && d->rank > 0 && fabs(d->a[(d->rank - 1) * (n + 1)]) < COMPANY * least)
        d->rank--;
    return true;
}

/* Column by column: a value known is taken from all others at once, none waits for the next. */
void vv_dense_solve(const vv_dense *d, double *x) {
    int n = d->n, r = d->rank;
    const double *a = d->a;
    double *restrict y = d->y;
    for (int i = 0; i < r; i++) y[i] = x[d->row[i]] * scale_of_row(d, d->row[i]);
    for (int j = 0; j < r; j++)
        for (int i = j + 1; i < r; i++) y[i] -= a[i * n + j] * y[j];
    for (int j = r - 1; j >= 0; j--) {
        y[j] *= d->by_pivot[j];
        for (int i = 0; i < j; i++) y[i] -= a[i * n + j] * y[j];
    }
    for (int i = 0; i < n; i++) x[i] = 0;
    for (int i = 0; i < r; i++) x[d->column[i]] = y[i] * d->by_column[d->column[i]];
}

/* Each pivot that is missing gives one solution z of A z = 0: 1 there, by the factors elsewhere. */
void vv_dense_free(const vv_dense *d, bool *out) {
    static const double ROUNDING = 1e-9; /* of the largest part of z, in scaled unknowns */
    int n = d->n, r = d->rank;
    double *z = d->y;
    memset(out, 0, (size_t)n * sizeof *out);
    for (int free = r; free < n; free++) {
        double most = 1;
        out[d->column[free]] = true;
        for (int i = r - 1; i >= 0; i--) {
            z[i] = -d->a[i * n + free];
            for (int j = i + 1; j < r; j++) z[i] -= d->a[i * n + j] * z[j];
            z[i] /= d->a[i * n + i];
            most = fmax(most, fabs(z[i]));
        }
        for (int i = 0; i < r; i++)
            if (fabs(z[i]) > ROUNDING * most) out[d->column[i]] = true;
    }
}

/* ---- natural order --------------------------------------------------------------------------- */

/* Row k without what the rows before it have; measured by what was subtracted. */
static double eliminate(int n, int k, double *a, double *size) {
    double *row = a + k * n;
    *size = fabs(row[k]);
    for (int j = 0; j < k; j++) {
        double f = row[j], *other = a + j * n;
        row[j] = f *= -other[j]; /* the diagonal holds - 1/pivot */
        if (f == 0) continue;
        for (int i = j + 1; i < n; i++) row[i] -= f * other[i];
        *size += fabs(f * other[k]);
    }
    return row[k];
}

bool vv_dense_natural(vv_dense *d, int own, double *a) {
    const double GOOD = 0x1p-10, NONE = 0x1p-36;
    int n = d->n, dropped = 0;
    double weakest = 1, *used = d->y;
    if (!measure(d)) return false;
    memcpy(a, d->a, (size_t)(n * n) * sizeof *a);
    for (int k = 0; k < n; k++) {
        double size, pivot = eliminate(n, k, a, &size);
        if (size > d->pivot_most[k]) d->pivot_most[k] = size;
        bool good = fabs(pivot) > GOOD * d->pivot_most[k];
        if (!good && (k < own || !(fabs(pivot) <= NONE * d->pivot_most[k]))) return false;
        dropped += !good;
        a[k * n + k] = good ? -1 / pivot : 0;
        used[k] = good ? fabs(pivot) : (double)INFINITY;
        if (good && k >= own && fabs(pivot) < weakest * d->pivot_most[k])
            weakest = fabs(pivot) / d->pivot_most[k];
    }
    share(d, d->pivot_most);
    for (int k = own; k < n; k++)
        if (!(used[k] > GOOD * d->pivot_most[k])) return false;
    if (d->rank && d->rank != n - dropped) return false; /* a rank that changes is judged by all */
    d->rank = n - dropped;
    d->weakest = weakest;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) a[i * n + j] = -a[i * n + j];
        for (int j = i + 1; j < n; j++) a[i * n + j] *= a[i * n + i];
    }
    return true;
}

/* What is known of one unknown goes to all others at once, which do not wait for each other. */
void vv_dense_natural_solve(int n, const double *a, double *x) {
    for (int j = 0; j < n; j++)
        for (int i = j + 1; x[j] != 0 && i < n; i++) x[i] += a[i * n + j] * x[j];
    for (int i = 0; i < n; i++) x[i] *= a[i * n + i];
    for (int j = n - 1; j > 0; j--)
        for (int i = 0; i < j; i++) x[i] += a[i * n + j] * x[j];
}

bool vv_dense_scales_new(vv_ctx *c, int n, vv_dense_scales *out) {
    *out = (vv_dense_scales){.of = VV_ARRAY(c, double, 5 * n + 1)};
    return vv_ctx_ok(c);
}

void vv_dense_hold(const vv_dense *d, vv_dense_scales *out) {
    const double *of[] = {d->row_most, d->column_most, d->pivot_most, d->by_row, d->by_column};
    out->unit = d->unit;
    for (int i = 0; i < 5; i++) memcpy(out->of + i * d->n, of[i], (size_t)d->n * sizeof *out->of);
}

void vv_dense_give_back(vv_dense *d, const vv_dense_scales *from) {
    double *of[] = {d->row_most, d->column_most, d->pivot_most, d->by_row, d->by_column};
    d->unit = from->unit;
    for (int i = 0; i < 5; i++) memcpy(of[i], from->of + i * d->n, (size_t)d->n * sizeof *from->of);
}

void vv_dense_keep(vv_dense *d, vv_keep *k) {
    VV_KEEP_ARRAY(k, d->row_most, d->n);
    VV_KEEP_ARRAY(k, d->column_most, d->n);
    VV_KEEP_ARRAY(k, d->pivot_most, d->n);
    VV_KEEP(k, d->rank);
    VV_KEEP(k, d->unit);
}
