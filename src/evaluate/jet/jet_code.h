/* Jets by machine code and vector kernels; for evaluate/ only, jet.h is the door.
 *
 * Coefficient k of a product is  sum a_i b_(k-i), i = 0 .. k. The inner terms, i = 1 .. k - 1, do
 * not wait for anything of order k: they are summed for all convolutions of the plan at once, side
 * by side in vectors. What is left is linear in the newest coefficients, a short program that is
 * the same for every k: machine code, run once for all variables and once more for the late ones.
 *
 * Work: behind what the rules of recurrences.c need stand a frame (k, 1/k, the sums, coefficients
 * of order 0, newest coefficients) and for each order a row with both operands of each convolution.
 * In lanes, where a coefficient is a vector by itself, each operand stands once, with all its
 * coefficients behind one another: less to store and to keep in the cache. */
#ifndef VV_EVALUATE_JET_JET_CODE_H
#define VV_EVALUATE_JET_JET_CODE_H

#include "evaluate/jet/jet.h"
#include "evaluate/jit/jit.h"

/* n: convolutions, a multiple of 8; pitch: from one row to the next, in doubles. */
typedef void vv_jet_kernel(int n, int pitch, int k, const double *rows, double *sums,
                           double *ahead);
/* For n sums: the widest of at most so many doubles for which the processor has instructions: 2, 4,
 * 8. whole: all of a row is there before the next, as where no variable runs ahead. */
vv_jet_kernel *vv_jet_kernel_of(int width, int n, bool whole);

/* In lanes: n convolutions of operands that stand by themselves, pair[2 i] and pair[2 i + 1]. */
typedef void vv_jet_lanes_kernel(int n, int k, const int32_t *pair, const double *rows,
                                 double *sums, double *ahead);
vv_jet_lanes_kernel *vv_jet_lanes_kernel_of(int lanes, int n, bool whole); /* NULL: none */

/* The same for more than so many: four orders with one reading, `ahead` has room for three. */
enum { VV_JET_BLOCKED_ABOVE = 64, VV_JET_BLOCK_LOOKAHEAD = 3 };
vv_jet_kernel *vv_jet_blocked_kernel_of(int width, bool whole);
vv_jet_lanes_kernel *vv_jet_lanes_blocked_kernel_of(int lanes, bool whole);

/* A program with sums beside it, and by how many pairs of terms they begin farther outside. */
typedef void vv_jet_interleaved_entry(const double *in, double *out, double *scratch, long pairs);

enum {
    VV_JET_LEADS = 3,
    VV_JET_PASS_PROGRAMS = 4,
    VV_JET_ORDER_NUMBERS = 7,
    VV_JET_EARLY_PASSES = 7
};

struct vv_jet_code {
    int nsums;    /* convolutions, alone a multiple of 8                                       */
    int step;     /* from one row to the next, in doubles                                      */
    size_t frame; /* place in the work; the others are places in the frame                     */
    size_t sums, ahead, rows;
    size_t number; /* in the rows: numbers of the first pass                                    */
    int number_step;
    vv_jet_kernel *kernel;
    vv_jet_lanes_kernel *lanes_kernel; /* instead of it, in lanes                              */
    /* in eight lanes, after some steps; lined: from this pass on, 0: not yet */
    int lined;
    bool apart; /* only `even`, and that for sums alone, not for whole passes */
    vv_jit_entry *early[VV_JET_EARLY_PASSES]; /* each of the passes before             */
    vv_jet_interleaved_entry *line;           /* sums for the first of the others      */
    vv_jet_interleaved_entry *even;           /* a pass, and sums for the next two     */
    vv_jit_entry *odd;                        /* a pass                                */
    const int32_t *pair;
    vv_jit_entry *first, *first_late, *next, *next_late; /* order 0, the others             */
    vv_jit_entry
        *pass[VV_JET_PASS_PROGRAMS]; /* of a closed motion: the first ones, then all others */
    vv_jit_entry *whole;             /* all of them in one, of as many orders as below; or NULL */
    bool later;                      /* it can be made, where there is room for so many slots:  */
    uint32_t room;
    vv_jet_dae closure; /* what it is made from                                     */
    const bool *late;
    size_t matrix, sines; /* its matrix, sines and cosines                   */
};
/* A motion asks for two orders less than its jets could have. */
#define VV_JET_UNROLLED_ORDERS(j) ((j)->order - 2)

/* Is there an equivalent of each of its instructions? */
bool vv_jet_has_code(const vv_jet *j);
/* Sets j->code and enlarges j->doubles; leaves both where there is no machine code. late: of each
 * variable. */
void vv_jet_code_build(vv_ctx *c, vv_jet *j, const bool *late, const vv_jet_dae *closure);

void vv_jet_code_prepare(const vv_jet *j, double *work);
void vv_jet_code_order(const vv_jet *j, int k, double *work);
void vv_jet_code_correct(const vv_jet *j, int k, double *work);

#endif
