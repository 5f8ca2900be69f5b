/* Real numbers as balls (midpoint and radius) that certainly contain the true value; wraps Arb.
 * A vv_balls is an array of slots addressed by index; operations write slot `out`, which may be
 * one of the operands. Outside its domain (log of a ball that reaches 0, division by a ball that
 * contains 0) a result is indeterminate: not finite, contains everything. Memory is Arb's: call
 * vv_balls_free. */
#ifndef VV_EXACT_BALL_H
#define VV_EXACT_BALL_H

#include "exact/rational.h"

typedef struct vv_balls vv_balls;

typedef enum vv_ball_function {
    VV_BALL_SIN,
    VV_BALL_COS,
    VV_BALL_TAN,
    VV_BALL_EXP,
    VV_BALL_LOG,
    VV_BALL_SQRT,
    VV_BALL_ASIN,
    VV_BALL_ACOS,
    VV_BALL_ATAN,
    VV_BALL_SINH,
    VV_BALL_COSH,
    VV_BALL_TANH,
    VV_BALL_ABS,
    VV_BALL_SIGN
} vv_ball_function;

vv_balls *vv_balls_new(vv_ctx *c, int slots, int bits); /* all zero; NULL on refusal */
void vv_balls_free(vv_balls *b);                        /* NULL allowed */
void vv_balls_set_bits(vv_balls *b, int bits);          /* precision of subsequent operations */

void vv_ball_set_rat(vv_balls *b, int out, vv_rat k);
void vv_ball_set_pi(vv_balls *b, int out);
void vv_ball_set_interval(vv_balls *b, int out, double low, double high); /* finite, low <= high */
void vv_ball_copy(vv_balls *b, int out, int x);
void vv_ball_indeterminate(vv_balls *b, int out);
void vv_ball_widen(vv_balls *b, int out, double radius); /* by this much on either side */
void vv_ball_midpoint(vv_balls *b, int out, int x);      /* the exact midpoint */

void vv_ball_add(vv_balls *b, int out, int x, int y);
void vv_ball_sub(vv_balls *b, int out, int x, int y);
void vv_ball_mul(vv_balls *b, int out, int x, int y);
void vv_ball_div(vv_balls *b, int out, int x, int y);
void vv_ball_neg(vv_balls *b, int out, int x);
void vv_ball_mul_rat(vv_balls *b, int out, int x, vv_rat k);
void vv_ball_add_mul_rat(vv_balls *b, int out, int x, vv_rat k); /* out += k x */
void vv_ball_pow_int(vv_balls *b, int out, int x, long k);
void vv_ball_pow(vv_balls *b, int out, int x, int y); /* real, x > 0 unless y is an exact integer */
void vv_ball_apply(vv_balls *b, vv_ball_function f, int out, int x);
void vv_ball_atan2(vv_balls *b, int out, int y, int x);
void vv_ball_min(vv_balls *b, int out, int x, int y);
void vv_ball_max(vv_balls *b, int out, int x, int y);
void vv_ball_union(vv_balls *b, int out, int x, int y); /* smallest ball that contains both */
/* Roots of a polynomial of degree >= 1 whose coefficients are in the slots from `coefficient`
 * on, constant term first. Real parts go to the slots from `re` on, imaginary parts from `im`
 * on; real roots have imaginary part exactly 0 and come first, in ascending order. Returns false
 * if the balls do not separate all roots, or if the leading coefficient may vanish. */
bool vv_ball_poly_roots(vv_balls *b, int degree, int coefficient, int re, int im);
/* Gauss's hypergeometric function 2F1(u, v; w; z), where u and v have this sum and product and
 * are conjugate or real. */
void vv_ball_hypergeometric(vv_balls *b, int out, int sum, int product, int w, int z);

bool vv_ball_is_finite(const vv_balls *b, int x);
bool vv_ball_contains_zero(const vv_balls *b, int x);
bool vv_ball_excludes_zero(const vv_balls *b, int x); /* finite and does not contain 0 */
bool vv_ball_is_zero(const vv_balls *b, int x);       /* exactly 0 */
bool vv_ball_is_positive(const vv_balls *b, int x);   /* certainly */
bool vv_ball_is_negative(const vv_balls *b, int x);
bool vv_ball_overlap(const vv_balls *b, int x, int y);
/* -1, 0, 1 if the order is certain (0: both exact and equal), 2 if the balls overlap. */
int vv_ball_cmp(const vv_balls *b, int x, int y);
double vv_ball_midpoint_double(const vv_balls *b, int x);
double vv_ball_radius(const vv_balls *b, int x); /* rounded up */
/* Lower and upper bound as doubles, infinite if the ball is not finite. */
void vv_ball_bounds(const vv_balls *b, int x, double *low, double *high);
/* The midpoint as a rational; 0 if it is not finite. */
vv_rat vv_ball_midpoint_rat(vv_ctx *c, const vv_balls *b, int x);
/* The midpoint with this many digits, fewer if the radius does not support them: "0.3333 +/-
 * 1e-5". */
void vv_ball_write(vv_balls *b, int x, int digits, vv_buffer *out);

#endif
