/* Rank-revealing solution of small dense linear systems: elimination with full pivoting of the
 * matrix scaled by rows and columns. The scales come from the largest entries seen since the start,
 * so that a row that becomes negligible along the way is recognized. Unknowns beyond the rank are
 * 0; equations beyond it are not used. */
#ifndef VV_SIMULATE_FORMULATION_KKT_H
#define VV_SIMULATE_FORMULATION_KKT_H

#include "base/serializer.h"

struct vv_kkt_jit;

typedef struct vv_kkt {
    vv_ctx *c;
    int n, rank;
    int own;                        /* number of leading inertia rows and columns, or 0 */
    double unit;                    /* of the other unknowns, the multipliers; 0: not known yet */
    double *a;                      /* the matrix; overwritten by its factors         (n*n) */
    int *row, *column;              /* order of the pivots                              (n) */
    double *by_row, *by_column, *y; /* scales, powers of 2; scratch             (n) */
    double *by_pivot;               /* inverses of the pivots                           (n) */
    double *row_most, *column_most; /* largest entries of any matrix so far         (n) */
    double *pivot_most;             /* and of the terms of pivots in natural order   (n) */
    bool *spare;                    /* rows to omit in preference to those they depend on    (n) */
    int *like;                      /* the first row of its scaling group, or the row itself (n) */
    const bool *filled; /* natural order: entries that may be nonzero; NULL: all            (n*n) */
    int later;          /* number of further such factorizations until they are compiled         */
    struct vv_kkt_jit *code; /* the compiled code, or NULL                                    */
    double weakest;          /* the smallest pivot used, of the scaled matrix; in natural order,
                              * of those of constraints, relative to their terms */
} vv_kkt;

bool vv_kkt_new(vv_ctx *c, int n, vv_kkt *out);
/* Factors a; pivots below `least` (of the scaled matrix) end the elimination. false: NaN. */
bool vv_kkt_factor(vv_kkt *d, double least);
/* Factors [M C; A 0], M of `own` rows, without reordering, for vv_jet_expand: into out (n*n); a is
 * kept. Constraints that depend on preceding ones are dropped. false if a pivot is doubtful or the
 * rank has changed: vv_kkt_factor then decides. */
bool vv_kkt_factor_natural(vv_kkt *d, int own, double *out);
/* Declares the sparsity of the matrices, including fill-in: factors needed often are then
 * JIT-compiled, with identical results. Call once the spare constraints are known. */
void vv_kkt_set_sparsity(vv_kkt *d, bool *filled);
/* x: minus the right-hand side before, the solution after. */
void vv_kkt_solve_natural(int n, const double *a, double *x);
/* Two systems, their numbers interleaved. */
void vv_kkt_solve_natural_pair(int n, const double *a, double *both);
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
