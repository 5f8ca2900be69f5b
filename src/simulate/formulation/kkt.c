#include "simulate/formulation/kkt.h"
#include "simulate/formulation/formulation_tolerances.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "platform/simd_vector4.h"
#include "platform/simd_targets.h"
#include "evaluate/jit/jit.h"
#include "simulate/formulation/kkt_jit.h"
#include "platform/platform.h"
#include "numeric/numeric.h"

typedef int64_t mask __attribute__((vector_size(32), aligned(8), may_alias));

bool vv_kkt_new(vv_ctx *c, int n, vv_kkt *out) {
    assert(n >= 0);
    *out = (vv_kkt){.c = c,
                    .n = n,
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
                    .redundant = VV_ARRAY(c, bool, n + 1),
                    .scale_group = VV_ARRAY(c, int, n + 1)};
    for (int i = 0; i < n && vv_ctx_ok(c); i++) out->scale_group[i] = i;
    return vv_ctx_ok(c);
}

/* The power of 2 that scales x to about 1; 1 for 0. */
static double scale_of(double x) {
    int e;
    if (!(x > 0) || isinf(x)) return 1;
    frexp(x, &e);
    return ldexp(1, -e);
}

/* Masses may be so small compared with constraint coefficients that a common row scaling would lose
 * them: the multipliers then take units that balance both. */
static double unit_of(const vv_kkt *d) {
    const double SMALL = 0x1p-16;
    double mass = 0, other = 0;
    for (int i = 0; i < d->ninertia; i++)
        for (int j = 0; j < d->n; j++) {
            double size = fabs(d->a[i * d->n + j]), *most = j < d->ninertia ? &mass : &other;
            *most = fmax(*most, size);
        }
    return mass > 0 && mass < SMALL * other ? scale_of(other) / scale_of(mass) : 1;
}

/* Does an entry of a row exceed the largest so far in the row or, scaled, in its column? A NaN
 * does. The comparisons are independent. */
INLINE bool is_row_beyond(int n, const double *row, double most, double by, const double *column) {
    mask beyond = {0};
    bool last = false;
    int j = 0;
    for (; j + 4 <= n; j += 4) {
        vv_double4 size = (vv_double4)(*(const mask *)(row + j) & INT64_MAX);
        beyond |= ~(size <= most) | ~(size * by <= *(const vv_double4 *)(column + j));
    }
    for (; j < n; j++) last |= !(fabs(row[j]) <= most) | !(fabs(row[j]) * by <= column[j]);
    return last || (beyond[0] | beyond[1] | beyond[2] | beyond[3]);
}

/* The same of the entries that may differ from 0. */
static bool is_any_beyond_sparse(const vv_kkt *d) {
    bool beyond = d->unit == 0;
    for (int i = 0; i < d->n && !beyond; i++) {
        double most = d->row_most[i], by = d->by_row[i];
        beyond |= (by == 0) | (d->by_column[i] == 0);
        for (int e = d->sparsity.start[i]; e < d->sparsity.start[i + 1]; e++) {
            int j = d->sparsity.column[e];
            double size = fabs(d->a[i * d->n + j]), unit = j < d->ninertia ? 1 : d->unit;
            beyond |= !(size * unit <= most) | !(size * by <= d->column_most[j]);
        }
    }
    return beyond;
}

INLINE bool is_any_beyond(const vv_kkt *d) {
    int n = d->n, plain = d->unit == 1 ? n : d->ninertia;
    bool beyond = d->unit == 0;
    for (int i = 0; i < n && !beyond; i++) {
        const double *row = d->a + i * n, most = d->row_most[i], by = d->by_row[i];
        beyond |= is_row_beyond(plain, row, most, by, d->column_most);
        for (int j = plain; j < n; j++) {
            double size = fabs(row[j]);
            beyond |= !(size * d->unit <= most) | !(size * by <= d->column_most[j]);
        }
        beyond |= (by == 0) | (d->by_column[i] == 0);
    }
    return beyond;
}
AVX2 static bool is_any_beyond_wide(const vv_kkt *d) { return is_any_beyond(d); }

/* Usually nothing exceeds the largest entries so far. */
static bool is_within(const vv_kkt *d) {
    if (d->sparsity.n) return !is_any_beyond_sparse(d);
    return vv_cpu_has_avx2 ? !is_any_beyond_wide(d) : !is_any_beyond(d);
}

/* A row that is already negligible when first seen takes the scale of its group. */
static void share(const vv_kkt *d, double *most) {
    for (int i = 0; i < d->n; i++) most[d->scale_group[i]] = fmax(most[d->scale_group[i]], most[i]);
    for (int i = 0; i < d->n; i++) most[i] = most[d->scale_group[i]];
}

static void take_scales(int n, const double *most, double *known, double *by) {
    for (int i = 0; i < n; i++) {
        if (most[i] > known[i] || by[i] == 0) by[i] = scale_of(most[i]);
        known[i] = most[i];
    }
}

/* The largest entries of each row, where larger than known, in units; false: NaN or infinity. */
static bool largest_in_rows(const vv_kkt *d, double *most) {
    const vv_sparsity *s = &d->sparsity;
    for (int i = 0; i < d->n; i++) {
        int from = s->n ? s->start[i] : 0, to = s->n ? s->start[i + 1] : d->n;
        most[i] = d->row_most[i];
        for (int e = from; e < to; e++) {
            int j = s->n ? s->column[e] : e;
            double size = fabs(d->a[i * d->n + j]) * (j < d->ninertia ? 1 : d->unit);
            if (!(size < (double)INFINITY)) return false;
            most[i] = size > most[i] ? size : most[i];
        }
    }
    return true;
}

/* The same of columns, of rows scaled. */
static void largest_in_columns(const vv_kkt *d, double *most) {
    const vv_sparsity *s = &d->sparsity;
    memcpy(most, d->column_most, (size_t)d->n * sizeof *most);
    for (int i = 0; i < d->n; i++) {
        int from = s->n ? s->start[i] : 0, to = s->n ? s->start[i + 1] : d->n;
        for (int e = from; e < to; e++) {
            int j = s->n ? s->column[e] : e;
            double size = fabs(d->a[i * d->n + j]) * d->by_row[i];
            most[j] = size > most[j] ? size : most[j];
        }
    }
}

/* Scales of the matrix a: lengths, angles and masses of any magnitude, to entries of at most 1 in
 * rows, then columns. false: NaN or infinity. */
static bool measure(vv_kkt *d) {
    int n = d->n;
    double *most = d->y;
    if (is_within(d)) return true;
    if (d->unit == 0) d->unit = unit_of(d);
    if (!largest_in_rows(d, most)) return false;
    share(d, most);
    take_scales(n, most, d->row_most, d->by_row);
    largest_in_columns(d, most);
    share(d, most);
    take_scales(n, most, d->column_most, d->by_column);
    return true;
}

/* Full pivoting takes large entries first: a spare row is scaled down so that it is taken only
 * where the others have become negligible. */
static double scale_of_row(const vv_kkt *d, int row) {
    const double SPARE = 0x1p-7;
    return d->by_row[row] * (d->redundant[row] ? SPARE : 1);
}

static bool scale(vv_kkt *d) {
    int n = d->n;
    if (!measure(d)) return false;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) d->a[i * n + j] *= scale_of_row(d, i) * d->by_column[j];
    return true;
}

static vv_complete_lu factors_of(const vv_kkt *d) {
    return (vv_complete_lu){d->rank, d->a, d->row, d->column, d->by_pivot, d->weakest};
}

bool vv_kkt_factor(vv_kkt *d, double least) {
    int n = d->n;
    d->rank = 0;
    d->weakest = 1;
    if (!scale(d)) return false;
    vv_complete_lu f = factors_of(d);
    vv_complete_lu_factor(n, least, &f);
    d->rank = f.rank, d->weakest = f.weakest;
    /* rows fade together: what is about to is left out with what has */
    enum { COMPANY = 128 };
    while (d->rank < n && d->rank > 0 && fabs(d->a[(d->rank - 1) * (n + 1)]) < COMPANY * least)
        d->rank--;
    assert(d->rank >= 0 && d->rank <= n);
    return true;
}

void vv_kkt_solve(const vv_kkt *d, double *x) {
    int n = d->n, r = d->rank;
    assert(r >= 0 && r <= n && x != d->y);
    double *y = d->y;
    vv_complete_lu f = factors_of(d);
    for (int i = 0; i < r; i++) y[i] = x[d->row[i]] * scale_of_row(d, d->row[i]);
    vv_complete_lu_solve(n, &f, y);
    for (int i = 0; i < n; i++) x[i] = 0;
    for (int i = 0; i < r; i++) x[d->column[i]] = y[i] * d->by_column[d->column[i]];
}

void vv_kkt_find_undetermined(const vv_kkt *d, bool *out) {
    assert(d->rank >= 0 && d->rank <= d->n);
    vv_complete_lu f = factors_of(d);
    vv_complete_lu_undetermined(d->n, &f, VV_KKT_UNDETERMINED, d->y, out);
}

/* ---- natural order --------------------------------------------------------------------------- */

#define LEAST_NATURAL 0x1p-10 /* relative to the terms of a pivot that is used */

/* Pivots in natural order, judged one after another. */
typedef enum verdict { GOOD, DEPENDENT, DOUBTFUL } verdict;
typedef struct judge {
    int own, dropped;
    double weakest;
} judge;

static verdict look_at(vv_kkt *d, judge *j, int k, double pivot, double size) {
    const double NONE = 0x1p-36;
    if (size > d->pivot_most[k]) d->pivot_most[k] = size;
    double most = d->pivot_most[k], own = fabs(pivot);
    bool good = own > LEAST_NATURAL * most;
    if (!good && (k < j->own || !(own <= NONE * most))) return DOUBTFUL;
    j->dropped += !good;
    d->y[k] = good ? own : (double)INFINITY;
    if (good && k >= j->own && own < j->weakest * most) j->weakest = own / most;
    return good ? GOOD : DEPENDENT;
}

/* A change of rank is left to full pivoting. */
static bool conclude(vv_kkt *d, const judge *j) {
    share(d, d->pivot_most);
    for (int k = j->own; k < d->n; k++)
        if (!(d->y[k] > LEAST_NATURAL * d->pivot_most[k])) return false;
    if (d->rank && d->rank != d->n - j->dropped) return false;
    d->rank = d->n - j->dropped;
    d->weakest = j->weakest;
    return true;
}

static bool factor_by_rows(vv_kkt *d, int own, double *a) {
    int n = d->n;
    judge j = {own, 0, 1};
    memcpy(a, d->a, (size_t)(n * n) * sizeof *a);
    for (int k = 0; k < n; k++) {
        double size, pivot = vv_ldu_eliminate(n, k, a, &size);
        verdict v = look_at(d, &j, k, pivot, size);
        if (v == DOUBTFUL) return false;
        a[k * n + k] = v == GOOD ? -1 / pivot : 0;
        if ((v == DEPENDENT) != d->redundant[k])
            d->until_compiled = 0; /* a program has the others */
    }
    if (!conclude(d, &j)) return false;
    vv_ldu_finish(n, a);
    return true;
}

bool vv_kkt_factor_natural(vv_kkt *d, int own, double *a) {
    assert(own >= 0 && own <= d->n && a != d->a);
    if (!measure(d)) return false;
    if (d->until_compiled && --d->until_compiled == 0)
        d->code = vv_kkt_jit_compile(d->c, d->n, d->filled);
    const double *found = d->code ? vv_kkt_jit_factor(d->code, d->a) : NULL;
    judge j = {own, 0, 1};
    bool expected = found != NULL;
    for (int k = 0; expected && k < d->n; k++) {
        verdict v = look_at(d, &j, k, found[k], found[d->n + k]);
        if (v == DOUBTFUL) return false;
        expected = (v == DEPENDENT) == d->redundant[k];
    }
    if (!expected) return factor_by_rows(d, own, a);
    if (!conclude(d, &j)) return false;
    vv_kkt_jit_copy_factors(d->code, a);
    for (int k = own; k < d->n; k++)
        for (int i = k; d->redundant[k] && i < d->n; i++) a[k * d->n + i] = 0;
    return true;
}

void vv_kkt_solve_natural(const vv_kkt *d, const double *factors, double *x) {
    if (d->sparsity.n)
        vv_ldu_solve_sparse(&d->sparsity, factors, x);
    else
        vv_ldu_solve(d->n, factors, x);
}

void vv_kkt_solve_natural_pair(const vv_kkt *d, const double *factors, double *both) {
    if (d->sparsity.n)
        vv_ldu_solve_sparse_pair(&d->sparsity, factors, both);
    else
        vv_ldu_solve_pair(d->n, factors, both);
}

/* A redundant constraint leaves nothing to eliminate from the rows after it. */
void vv_kkt_set_sparsity(vv_kkt *d, bool *filled) {
    int n = d->n;
    assert(n >= 0 && d->redundant);
    for (int i = 0; filled && i < n * n; i++)
        if (i / n != i % n && d->redundant[i / n] && d->redundant[i % n]) filled[i] = false;
    d->filled = filled;
    d->until_compiled = filled ? vv_kkt_jit_pays_after(n, filled) : 0;
}

bool vv_kkt_list_entries(vv_kkt *d) {
    enum { MANY = 64 }; /* unknowns: of fewer, vectors read all entries as fast */
    int n = d->n, count = 0, *start, *column;
    if (n <= MANY || !d->filled) return true;
    for (int i = 0; i < n * n; i++) count += d->filled[i] || i % (n + 1) == 0;
    start = VV_ARRAY(d->c, int, n + 1), column = VV_ARRAY(d->c, int, count + 1);
    if (!start || !column) return false;
    for (int i = count = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            if (d->filled[i * n + j] || i == j) column[count++] = j;
        start[i + 1] = count;
    }
    d->sparsity = (vv_sparsity){n, start, column};
    return true;
}

bool vv_kkt_scales_new(vv_ctx *c, int n, vv_kkt_scales *out) {
    *out = (vv_kkt_scales){.of = VV_ARRAY(c, double, 5 * n + 1)};
    return vv_ctx_ok(c);
}

void vv_kkt_scales_save(const vv_kkt *d, vv_kkt_scales *out) {
    const double *of[] = {d->row_most, d->column_most, d->pivot_most, d->by_row, d->by_column};
    out->unit = d->unit;
    for (int i = 0; i < 5; i++) memcpy(out->of + i * d->n, of[i], (size_t)d->n * sizeof *out->of);
}

void vv_kkt_scales_restore(vv_kkt *d, const vv_kkt_scales *from) {
    double *of[] = {d->row_most, d->column_most, d->pivot_most, d->by_row, d->by_column};
    d->unit = from->unit;
    for (int i = 0; i < 5; i++) memcpy(of[i], from->of + i * d->n, (size_t)d->n * sizeof *from->of);
}

void vv_kkt_serialize(vv_kkt *d, vv_serializer *k) {
    VV_SERIALIZE_ARRAY(k, d->row_most, d->n);
    VV_SERIALIZE_ARRAY(k, d->column_most, d->n);
    VV_SERIALIZE_ARRAY(k, d->pivot_most, d->n);
    VV_SERIALIZE(k, d->rank);
    VV_SERIALIZE(k, d->unit);
}
