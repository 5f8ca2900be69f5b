/* Small dense linear systems that say their rank: elimination with full pivoting of the matrix
 * scaled by rows and columns. The scales are those of the largest entries met since the beginning:
 * a row that fades on the way is seen to fade. Unknowns beyond the rank are 0, equations beyond it
 * are not used. */
#ifndef VV_SIMULATE_FORMULATION_KKT_H
#define VV_SIMULATE_FORMULATION_KKT_H

#include "base/serializer.h"

struct vv_kkt_jit;

typedef struct vv_kkt {
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
    struct vv_kkt_jit *code; /* that program, or NULL                                         */
    double weakest; /* the smallest pivot used, of a scaled matrix; in natural order, of those
                       of relations, by what was met there */
} vv_kkt;

bool vv_kkt_new(vv_ctx *c, int n, vv_kkt *out);
/* Factor what stands in a; pivots below `least` (of the scaled matrix) end it. false: NaN. */
bool vv_kkt_factor(vv_kkt *d, double least);
/* Factors of [M C; A 0], M of `own` rows, in the order as it stands, for vv_jet_expand and
 * vv_ldu_solve: into out (n*n); a stays. Relations that depend on those before them are dropped.
 * false where a pivot is doubtful or the rank is not what it was: then vv_kkt_factor decides. */
bool vv_kkt_factor_natural(vv_kkt *d, int own, double *out);
/* Of the matrices only these entries, what the elimination fills among them, differ from 0: one
 * whose factors are asked for often gets machine code for them, with the same digits. Once it is
 * known which relations are spare. */
void vv_kkt_set_sparsity(vv_kkt *d, bool *filled);
/* x: the right-hand side before, the solution after. */
void vv_kkt_solve(const vv_kkt *d, double *x);
/* Which unknowns the equations just factored leave free: those in which two solutions may differ.
 */
void vv_kkt_find_undetermined(const vv_kkt *d, bool *out);
/* The scales alone, to be given back: places that a step only tries are none of the motion's, and
 * what is large there would make all else seem to fade for ever. */
typedef struct vv_kkt_scales {
    double unit;
    double *of; /* row_most, column_most, pivot_most, by_row, by_column (5*n) */
} vv_kkt_scales;

bool vv_kkt_scales_new(vv_ctx *c, int n, vv_kkt_scales *out);
void vv_kkt_scales_save(const vv_kkt *d, vv_kkt_scales *out);
void vv_kkt_scales_restore(vv_kkt *d, const vv_kkt_scales *from);
/* What outlives a factorisation: the scales and the rank. */
void vv_kkt_serialize(vv_kkt *d, vv_serializer *k);

#endif
