/* Generic rank, by elimination in the lanes of the modular prover. */
#include <string.h>

#include "prove/modular_prover.h"
#include "prove/refute.h"
#include "prove/prove_internal.h"

/* The best lane so far, and room for elimination. */
typedef struct elimination {
    int rows, cols;
    const int *preference;
    uint64_t *m; /* (rows + 1) x cols */
    int *pivot_row, *pivot_col;
    int *basis, *basis_col; /* of the current lane */
    int rank;
    bool *used;
    int extra_col; /* membership: column where the reduced row does not vanish */
} elimination;

static bool allocate(vv_ctx *c, elimination *e) {
    size_t cells = (size_t)(e->rows + 1) * (size_t)(e->cols + 1);
    e->m = VV_ARRAY(c, uint64_t, cells);
    e->pivot_row = VV_ARRAY(c, int, e->rows + 1);
    e->pivot_col = VV_ARRAY(c, int, e->rows + 1);
    e->basis = VV_ARRAY(c, int, e->rows + 1);
    e->basis_col = VV_ARRAY(c, int, e->rows + 1);
    e->used = VV_ARRAY(c, bool, e->rows + 1);
    return e->m && e->pivot_row && e->pivot_col && e->basis && e->basis_col && e->used;
}

static void subtract(const vv_prime_field *f, int n, uint64_t *to, const uint64_t *from,
                     uint64_t times) {
    for (int j = 0; j < n; j++)
        if (from[j]) to[j] = vv_fp_sub(f, to[j], vv_fp_mul(f, times, from[j]));
}

/* First column, by preference, in which the row does not vanish; -1 if none. */
static int leading(const elimination *e, const uint64_t *row) {
    for (int k = 0; k < e->cols; k++) {
        int j = e->preference ? e->preference[k] : k;
        if (row[j]) return j;
    }
    return -1;
}

/* Reduces the rows in order by the previous pivots, which finds the first independent rows. The
 * row is scaled to 1 at its pivot. */
static int reduce_rows(const vv_prime_field *f, elimination *e, int rows, int *pivot_row,
                       int *pivot_col) {
    int rank = 0;
    for (int i = 0; i < rows; i++) {
        uint64_t *row = e->m + (size_t)i * (size_t)e->cols;
        for (int k = 0; k < rank; k++) {
            uint64_t times = row[pivot_col[k]];
            if (times)
                subtract(f, e->cols, row, e->m + (size_t)pivot_row[k] * (size_t)e->cols, times);
        }
        int j = leading(e, row);
        if (j < 0) continue;
        uint64_t inv = vv_fp_inv(f, row[j]);
        for (int k = 0; k < e->cols; k++) row[k] = vv_fp_mul(f, row[k], inv);
        pivot_row[rank] = i;
        pivot_col[rank++] = j;
    }
    return rank;
}

static void load(const vv_prover_program *p, const vv_modular_point *l, elimination *e, int rows) {
    for (int i = 0; i < rows * e->cols; i++) e->m[i] = l->value[p->root[i]];
}

/* Among the independent rows: columns by preference, the first free row with an entry there. The
 * greedy row basis and column basis always intersect in a regular matrix. */
static void pair_pivots(const vv_prime_field *f, elimination *e, int rank, const int *basis) {
    memset(e->used, 0, (size_t)e->rows * sizeof *e->used);
    int found = 0;
    for (int k = 0; k < e->cols && found < rank; k++) {
        int j = e->preference ? e->preference[k] : k, at = -1;
        for (int r = 0; r < rank && at < 0; r++)
            if (!e->used[r] && e->m[(size_t)basis[r] * (size_t)e->cols + (size_t)j]) at = r;
        if (at < 0) continue;
        e->used[at] = true;
        e->pivot_col[at] = j;
        found++;
        const uint64_t *row = e->m + (size_t)basis[at] * (size_t)e->cols;
        uint64_t inv = vv_fp_inv(f, row[j]);
        for (int r = 0; r < rank; r++) {
            uint64_t *other = e->m + (size_t)basis[r] * (size_t)e->cols;
            if (!e->used[r] && other[j])
                subtract(f, e->cols, other, row, vv_fp_mul(f, other[j], inv));
        }
    }
    for (int r = 0; r < rank; r++) e->pivot_row[r] = basis[r];
}

static int smaller(int a, int b) { return a < b ? a : b; }

/* Keeps the best lane; ends early at full rank, which cannot be exceeded. */
static bool rank_lane(const vv_prover_program *p, const vv_modular_point *l, void *data,
                      int *which) {
    elimination *e = data;
    *which = 0;
    load(p, l, e, e->rows);
    int rank = reduce_rows(&l->f, e, e->rows, e->basis, e->basis_col);
    if (rank > e->rank) {
        e->rank = rank;
        load(p, l, e, e->rows);
        pair_pivots(&l->f, e, rank, e->basis);
    }
    return rank < smaller(e->rows, e->cols);
}

/* Is the rank smaller at the stated values, or are these pivots none there? The values may also
 * enter by functions; then they are put in exactly. */
static bool is_exceptional(vv_ctx *c, const vv_facts *f, const vv_prover_program *p,
                           const vv_expr *ruled, const elimination *e) {
    int cells = e->rows * e->cols, rank = 0;
    bool any = false;
    elimination there = {.rows = e->rows, .cols = e->cols, .preference = e->preference, .rank = -1};
    if (!vv_values_occur_in(c, cells, ruled) || !allocate(c, &there)) return false;
    vv_modular_at_values(c, p, VV_PROVE_DEFAULT_SEED, rank_lane, &there, &any);
    if (!any) return false;
    if (there.rank < 0) {
        vv_expr *m = VV_ARRAY(c, vv_expr, cells + 1);
        for (int i = 0; m && i < cells; i++)
            if (vv_is_poison(m[i] = vv_values_insert(c, ruled[i]))) return true;
        if (!m || vv_generic_rank(c, f, e->rows, e->cols, m, &rank, there.pivot_row,
                                  there.pivot_col, e->preference) != VV_OK)
            return true;
        there.rank = rank;
    }
    for (int i = 0; i < e->rank && there.rank == e->rank; i++)
        if (there.pivot_row[i] != e->pivot_row[i] || there.pivot_col[i] != e->pivot_col[i])
            return true;
    return there.rank != e->rank;
}

vv_status vv_generic_rank(vv_ctx *c, const vv_facts *f, int rows, int cols, const vv_expr *m,
                          int *rank, int *pivot_row, int *pivot_col, const int *column_preference) {
    *rank = 0;
    if (rows == 0 || cols == 0) return vv_ctx_status(c);
    vv_mark mark = vv_arena_mark(c);
    elimination e = {.rows = rows, .cols = cols, .preference = column_preference, .rank = -1};
    const vv_expr *ruled = vv_facts_rewrite_all(c, f, rows * cols, m);
    vv_prover_program *p = ruled ? vv_prover_program_make(c, f, rows * cols, ruled) : NULL;
    vv_modular_result result = {.lanes = 0};
    if (p && allocate(c, &e))
        vv_modular_run(c, p, VV_PROVE_DEFAULT_SEED, VV_PROVE_DEFAULT_BOUND, smaller(rows, cols),
                       rank_lane, &e, &result);
    if (e.rank > 0) *rank = e.rank;
    for (int i = 0; i < e.rank; i++) {
        if (pivot_row) pivot_row[i] = e.pivot_row[i];
        if (pivot_col) pivot_col[i] = e.pivot_col[i];
    }
    if (e.rank > 0 && vv_values_stated(c) && is_exceptional(c, f, p, ruled, &e))
        vv_values_add_exception(c, true);
    vv_arena_release(c, mark);
    if (vv_ctx_ok(c) && e.rank < 0) return VV_E_BEYOND;
    return vv_ctx_status(c);
}

/* ---- membership ----------------------------------------------------------------------------- */

static bool member_lane(const vv_prover_program *p, const vv_modular_point *l, void *data,
                        int *which) {
    elimination *e = data;
    *which = 0;
    load(p, l, e, e->rows + 1);
    e->rank = reduce_rows(&l->f, e, e->rows, e->pivot_row, e->pivot_col);
    uint64_t *row = e->m + (size_t)e->rows * (size_t)e->cols;
    for (int k = 0; k < e->rank; k++) {
        uint64_t times = row[e->pivot_col[k]];
        if (times)
            subtract(&l->f, e->cols, row, e->m + (size_t)e->pivot_row[k] * (size_t)e->cols, times);
    }
    e->extra_col = leading(e, row);
    return e->extra_col < 0;
}

/* The minor of pivot rows and columns bordered by the row: nonzero at a real point? */
static bool minor_differs(vv_balls *b, int n, const int *root, int s, void *data, int *which,
                          double *residual) {
    const elimination *e = data;
    int k = e->rank + 1, t = s + k * k;
    (void)n;
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++) {
            int r = i < e->rank ? e->pivot_row[i] : e->rows,
                q = j < e->rank ? e->pivot_col[j] : e->extra_col;
            vv_ball_copy(b, s + i * k + j, root[r * e->cols + q]);
        }
    for (int q = 0; q < k; q++) {
        int r = q;
        while (r < k && !vv_ball_excludes_zero(b, s + r * k + q)) r++;
        if (r == k) return false;
        for (int j = 0; r != q && j < k; j++) {
            int x = s + q * k + j, y = s + r * k + j;
            vv_ball_copy(b, t, x), vv_ball_copy(b, x, y), vv_ball_copy(b, y, t);
        }
        for (int i = q + 1; i < k; i++) {
            vv_ball_div(b, t, s + i * k + q, s + q * k + q);
            for (int j = q; j < k; j++) {
                vv_ball_mul(b, t + 1, t, s + q * k + j);
                vv_ball_sub(b, s + i * k + j, s + i * k + j, t + 1);
            }
        }
    }
    *which = 0;
    *residual = vv_ball_midpoint_double(b, s + k * k - 1);
    return true;
}

static vv_truth judge(vv_ctx *c, const vv_facts *f, int n, const vv_expr *all, elimination *e,
                      const vv_modular_result *found, vv_proof *out) {
    out->lanes = out->primes = found->lanes;
    if (found->verdict == VV_PROVED) {
        out->verdict = VV_PROVED;
        out->means = VV_MEANS_MODULAR;
        out->log2_bound = found->log2_bound;
        return VV_TRUE;
    }
    if (found->verdict != VV_REFUTED) return VV_UNKNOWN;
    int k = e->rank + 1;
    if (vv_refute(c, f, n, all, out->seed, k * k + 2, minor_differs, e, out)) return VV_FALSE;
    if (!found->certain) return VV_UNKNOWN;
    out->verdict = VV_REFUTED;
    out->means = VV_MEANS_MODULAR;
    out->which = 0;
    return VV_FALSE;
}

/* Is it a member, or none, at the stated values too? */
static void check_membership(vv_ctx *c, const vv_facts *f, int n, const vv_expr *ruled,
                             const vv_prover_program *p, const elimination *e, vv_truth answer) {
    bool any = false;
    int rows = e->rows, cols = e->cols;
    elimination there = {.rows = rows, .cols = cols, .extra_col = -1};
    if (!vv_values_occur_in(c, n, ruled) || !allocate(c, &there)) return;
    vv_truth at = vv_modular_at_values(c, p, VV_PROVE_DEFAULT_SEED, member_lane, &there, &any);
    if (!any || (at == answer && there.rank == e->rank)) return;
    vv_expr *m = VV_ARRAY(c, vv_expr, n + 1);
    bool defined = m && at == VV_UNKNOWN;
    for (int i = 0; defined && i < n; i++)
        defined = !vv_is_poison(m[i] = vv_values_insert(c, ruled[i]));
    if (!defined || vv_in_row_space(c, f, rows, cols, m, m + rows * cols, NULL, NULL) != answer)
        vv_values_add_exception(c, true);
}

vv_truth vv_in_row_space(vv_ctx *c, const vv_facts *f, int rows, int cols, const vv_expr *m,
                         const vv_expr *row, const vv_prove_options *o, vv_proof *out) {
    vv_proof local;
    if (!out) out = &local;
    *out = (vv_proof){.which = -1, .seed = o && o->seed ? o->seed : VV_PROVE_DEFAULT_SEED};
    if (cols == 0) return VV_TRUE;
    for (int j = 0; j < cols && rows == 0 && o && o->only_proof; j++) /* it would have to vanish */
        if (!vv_is_zero(row[j]) && vv_float_refutes_zero(c, f, row[j])) return VV_UNKNOWN;
    vv_mark mark = vv_arena_mark(c);
    int n = (rows + 1) * cols;
    vv_truth answer = VV_UNKNOWN;
    elimination e = {.rows = rows, .cols = cols, .extra_col = -1};
    vv_expr *all = VV_ARRAY(c, vv_expr, n);
    for (int i = 0; all && i < n; i++) all[i] = i < rows * cols ? m[i] : row[i - rows * cols];
    const vv_expr *ruled = all ? vv_facts_rewrite_all(c, f, n, all) : NULL;
    vv_prover_program *p = ruled ? vv_prover_program_make(c, f, n, ruled) : NULL;
    double bound = o && o->bound_log2 < 0 ? o->bound_log2 : VV_PROVE_DEFAULT_BOUND;
    vv_modular_result found;
    if (p && allocate(c, &e) &&
        vv_modular_run(c, p, out->seed, bound, smaller(rows, cols) + 1, member_lane, &e, &found) ==
            VV_OK)
        answer = o && o->only_proof && found.verdict != VV_PROVED
                     ? VV_UNKNOWN
                     : judge(c, f, n, ruled, &e, &found, out);
    if (answer != VV_UNKNOWN && !out->stated && vv_values_stated(c))
        check_membership(c, f, n, ruled, p, &e, answer);
    if (answer == VV_FALSE && vv_facts_leave_open(c, f, n, ruled)) {
        *out = (vv_proof){.which = -1, .seed = out->seed};
        answer = VV_UNKNOWN;
    }
    if (all) vv_proof_record_rows(c, f, n, all, cols, out);
    vv_arena_release(c, mark);
    return answer;
}
