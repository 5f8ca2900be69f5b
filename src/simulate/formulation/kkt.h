/* Rank-revealing solution of small dense linear systems: elimination with full pivoting of the
 * matrix scaled by rows and columns. The scales come from the largest entries seen since the start,
 * so that a row that becomes negligible along the way is recognized. Unknowns beyond the rank are
 * 0; equations beyond it are not used. */
#ifndef VV_SIMULATE_FORMULATION_KKT_H
#define VV_SIMULATE_FORMULATION_KKT_H

#include "base/base.h"
#include "numeric/numeric.h"

struct vv_kkt_jit;

typedef struct vv_kkt {
    vv_ctx *c;
    int n, rank;
    int ninertia;                   /* the first rows and columns are those of inertia, or 0 */
    double unit;                    /* of the other unknowns, the multipliers; 0: not known yet */
    double *a;                      /* the matrix; overwritten by its factors         (n*n) */
    int *row, *column;              /* order of the pivots                              (n) */
    double *by_row, *by_column, *y; /* scales, powers of 2; scratch             (n) */
    double *by_pivot;               /* inverses of the pivots                           (n) */
    double *row_most, *column_most; /* the largest entries met in any matrix so far (n) */
    double *pivot_most;             /* and what pivots in natural order were made of (n) */
    bool *redundant;                /* rows to be left out rather than others they depend on (n) */
    int *scale_group;               /* the first of the rows measured together, or the row (n)   */
    const bool *filled; /* in natural order: entries that may differ from 0 then; NULL: all (n*n) */
    vv_sparsity sparsity; /* the same of a large one; n = 0: a small one, or unknown           */
    int until_compiled; /* so many more of such factors until they have a program of their own   */
    struct vv_kkt_jit *code; /* that program, or NULL                                         */
    double weakest; /* the smallest pivot used, of a scaled matrix; in natural order, of those
                       of relations, by what was met there */
} vv_kkt;

bool vv_kkt_new(vv_ctx *c, int n, vv_kkt *out);
/* Factors a; pivots below `least` (of the scaled matrix) end the elimination. false: NaN. */
bool vv_kkt_factor(vv_kkt *d, double least);
/* Factors of [M C; A 0], M of `own` rows, in the order as it stands, for vv_jet_expand and
 * vv_ldu_solve: into out (n*n); a stays. Relations that depend on those before them are dropped.
 * false where a pivot is doubtful or the rank is not what it was: then vv_kkt_factor decides. */
bool vv_kkt_factor_natural(vv_kkt *d, int own, double *out);
/* Declares the sparsity of the matrices, including fill-in: factors needed often are then
 * JIT-compiled, with identical results. Call once the spare constraints are known. */
void vv_kkt_set_sparsity(vv_kkt *d, bool *filled);
/* Lists the entries that may differ from 0 where there are many unknowns, so that others are not
 * looked at: for matrices that nothing else writes to. false if out of memory. */
bool vv_kkt_list_entries(vv_kkt *d);
/* Solves with the factors of vv_kkt_factor_natural, right-hand sides singly or in pairs. */
void vv_kkt_solve_natural(const vv_kkt *d, const double *factors, double *x);
void vv_kkt_solve_natural_pair(const vv_kkt *d, const double *factors, double *both);
/* x: the right-hand side before, the solution after. */
void vv_kkt_solve(const vv_kkt *d, double *x);
/* Which unknowns the equations just factored leave undetermined: those in which two solutions may
 * differ. */
void vv_kkt_find_undetermined(const vv_kkt *d, bool *out);
/* Saves and restores the scales alone: trial states of a step do not belong to the motion, and
 * large entries there would make everything else look negligible for good. */
typedef struct vv_kkt_scales {
    double unit;
    double *of; /* row_most, column_most, pivot_most, by_row, by_column (5*n) */
} vv_kkt_scales;

bool vv_kkt_scales_new(vv_ctx *c, int n, vv_kkt_scales *out);
void vv_kkt_scales_save(const vv_kkt *d, vv_kkt_scales *out);
void vv_kkt_scales_restore(vv_kkt *d, const vv_kkt_scales *from);
/* What outlives a factorization: the scales and the rank. */
void vv_kkt_serialize(vv_kkt *d, vv_serializer *k);

#endif
