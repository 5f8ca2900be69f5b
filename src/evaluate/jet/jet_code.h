/* Jets by JIT-compiled code and vector kernels; for evaluate/ only, through jet.h.
 * Coefficient k of a product is sum a_i b_(k-i), i = 0 .. k. The inner terms, i = 1 .. k - 1, do
 * not depend on order k: they are summed for all convolutions of the plan at once, in vectors.
 * The rest is linear in the newest coefficients, a short program that is the same for every k:
 * JIT-compiled code, run once for all variables and once more for the late ones.
 * Work array: after the storage for the rules of recurrences.c come a frame (k, 1/k, the sums,
 * coefficients of order 0, newest coefficients) and for each order a row with both operands of
 * each convolution. In lanes, where a coefficient is a vector, each operand is stored once, with
 * all its coefficients consecutive: less to store and to keep in cache. */
#ifndef VV_EVALUATE_JET_JET_CODE_H
#define VV_EVALUATE_JET_JET_CODE_H

#include "evaluate/jet/jet.h"
#include "evaluate/jit/jit.h"

/* n: number of convolutions, a multiple of 8; pitch: from one row to the next, in doubles. */
typedef void vv_jet_kernel(int n, int pitch, int k, const double *rows, double *sums,
                           double *ahead);
/* For n sums: the widest kernel of at most this many doubles (2, 4, 8) that the processor
 * supports. complete: a row is complete before the next one starts, i.e. no variable runs ahead. */
vv_jet_kernel *vv_jet_kernel_of(int width, int n, bool complete);

/* In lanes: n convolutions of separately stored operands, pair[2 i] and pair[2 i + 1]. */
typedef void vv_jet_lanes_kernel(int n, int k, const int32_t *pair, const double *rows,
                                 double *sums, double *ahead);
vv_jet_lanes_kernel *vv_jet_lanes_kernel_of(int lanes, int n, bool complete); /* NULL: none */

/* The same for more than this many: four orders per pass; `ahead` has room for three. */
enum { VV_JET_BLOCKED_ABOVE = 64, VV_JET_BLOCK_LOOKAHEAD = 3 };
vv_jet_kernel *vv_jet_blocked_kernel_of(int width, bool complete);
vv_jet_lanes_kernel *vv_jet_lanes_blocked_kernel_of(int lanes, bool complete);

/* A program interleaved with convolutions; pairs: by how many pairs of terms these start further
 * outside. */
typedef void vv_jet_interleaved_entry(const double *in, double *out, double *scratch, long pairs);

enum {
    VV_JET_LEADS = 3,
    VV_JET_PASS_PROGRAMS = 4,
    VV_JET_ORDER_NUMBERS = 7,
    VV_JET_EARLY_PASSES = 7
};

struct vv_jet_code {
    int nsums;    /* convolutions; for a single motion a multiple of 8 */
    int step;     /* from one row to the next, in doubles */
    size_t frame; /* offset in the work array; the others are offsets in the frame */
    size_t sums, ahead, rows;
    size_t number; /* in the rows: constants of the first pass */
    int number_step;
    vv_jet_kernel *kernel;
    vv_jet_lanes_kernel *lanes_kernel; /* instead of it, in lanes */
    /* in eight lanes, after some steps; interleaved_from: first interleaved pass, 0: not yet */
    int interleaved_from;
    bool even_sums_only; /* only `even`, and for convolutions only, not for entire passes */
    vv_jit_entry *early[VV_JET_EARLY_PASSES]; /* one program for each earlier pass */
    vv_jet_interleaved_entry *line;           /* convolutions for the first of the other passes */
    vv_jet_interleaved_entry *even;           /* one pass, and convolutions for the next two */
    vv_jit_entry *odd;                        /* one pass */
    const int32_t *pair;
    vv_jit_entry *first, *first_late, *next, *next_late; /* order 0; the other orders */
    vv_jit_entry *pass[VV_JET_PASS_PROGRAMS]; /* closed motion: the first passes, then all others */
    vv_jit_entry *unrolled; /* all passes in one, for as many orders as below; or NULL */
    bool unroll_pending;    /* the unrolled program can be made, and needs this many slots: */
    uint32_t room;
    vv_jet_dae closure; /* its source */
    const bool *late;
    size_t matrix, sines; /* offsets of its matrix, sines and cosines */
};
/* A motion requests two orders less than its jets provide. */
#define VV_JET_UNROLLED_ORDERS(j) ((j)->order - 2)

/* Can all its instructions be compiled? */
bool vv_jet_has_code(const vv_jet *j);
/* Sets j->code and enlarges j->doubles; leaves both unchanged if compilation is not possible.
 * late: for each variable. */
void vv_jet_code_build(vv_ctx *c, vv_jet *j, const bool *late, const vv_jet_dae *closure);

void vv_jet_code_prepare(const vv_jet *j, double *work);
void vv_jet_code_order(const vv_jet *j, int k, double *work);
void vv_jet_code_correct(const vv_jet *j, int k, double *work);

#endif
