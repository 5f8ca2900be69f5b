/* Small dense linear systems that say their rank: elimination with full pivoting of the matrix
 * scaled by rows and columns. The scales are those of the largest entries met since the beginning:
 * a row that fades on the way is seen to fade. Unknowns beyond the rank are 0, equations beyond it
 * are not used. */
#ifndef VV_SIMULATE_DENSE_H
#define VV_SIMULATE_DENSE_H

#include "base/serializer.h"

struct vv_dense_code;

typedef struct vv_dense {
    vv_ctx *c;
    int n, rank;
    int own;                        /* the first rows and columns are those of inertia, or 0 */
    double unit;                    /* of the other unknowns, the multipliers; 0: not known yet */
    double *a;                      /* the matrix before, its factors after           (n*n) */
    int *row, *column;              /* order of the pivots                              (n) */
    double *by_row, *by_column, *y; /* scales, powers of 2; scratch             (n) */
    double *by_pivot;               /* inverses of the pivots                           (n) */
    double *row_most, *column_most; /* the largest entries met in any matrix so far (n) */
    double *pivot_most;             /* and what pivots in natural order were made of (n) */
    bool *spare;                    /* rows to be left out rather than others they depend on (n) */
    int *like;                      /* the first of the rows measured together, or the row (n)   */
    const bool *filled; /* in natural order: entries that may differ from 0 then; NULL: all (n*n) */
    int later;          /* so many more of such factors until they have a program of their own   */
    struct vv_dense_code *code; /* that program, or NULL                                         */
    double weakest; /* the smallest pivot used, of a scaled matrix; in natural order, of those
                       of relations, by what was met there */
} vv_dense;

bool vv_dense_new(vv_ctx *c, int n, vv_dense *out);
/* Factor what stands in a; pivots below `least` (of the scaled matrix) end it. false: NaN. */
bool vv_dense_factor(vv_dense *d, double least);
/* Factors of [M C; A 0], M of `own` rows, in the order as it stands, for vv_jet_expand: into out
 * (n*n); a stays. Relations that depend on those before them are dropped. false where a pivot is
 * doubtful or the rank is not what it was: then vv_dense_factor decides. */
bool vv_dense_natural(vv_dense *d, int own, double *out);
/* Of the matrices only these entries, what the elimination fills among them, differ from 0: one
 * whose factors are asked for often gets machine code for them, with the same digits. Once it is
 * known which relations are spare. */
void vv_dense_expect(vv_dense *d, bool *filled);
/* With minus the right-hand side before. */
void vv_dense_natural_solve(int n, const double *a, double *x);
/* Two of them, number by number side by side. */
void vv_dense_natural_solve_two(int n, const double *a, double *both);
/* x: the right-hand side before, the solution after. */
void vv_dense_solve(const vv_dense *d, double *x);
/* Which unknowns the equations just factored leave free: those in which two solutions may differ.
 */
void vv_dense_free(const vv_dense *d, bool *out);
/* The scales alone, to be given back: places that a step only tries are none of the motion's, and
 * what is large there would make all else seem to fade for ever. */
typedef struct vv_dense_scales {
    double unit;
    double *of; /* row_most, column_most, pivot_most, by_row, by_column (5*n) */
} vv_dense_scales;

bool vv_dense_scales_new(vv_ctx *c, int n, vv_dense_scales *out);
void vv_dense_hold(const vv_dense *d, vv_dense_scales *out);
void vv_dense_give_back(vv_dense *d, const vv_dense_scales *from);
/* What outlives a factorisation: the scales and the rank. */
void vv_dense_keep(vv_dense *d, vv_keep *k);

#endif
