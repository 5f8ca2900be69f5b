/* One evaluation of a program modulo one prime at one random point. For files of prove/ only.
 * Real signs are modelled by the quadratic character χ: "positive" means "a square modulo p".
 * sqrt is the root that is itself a square, |x| = χ(x) x, sign x = χ(x), a < b means χ(b - a) =
 * 1, and symbols declared positive are drawn as squares. χ is multiplicative with χ(-1) = -1,
 * like the real sign, so sqrt(x) sqrt(y) = sqrt(x y), sqrt(x^2) = |x| and min + max = a + b hold
 * automatically, and over random points every combination of signs possible over the reals also
 * occurs here (modular_prover.c counts how often). */
#ifndef VV_PROVE_MODULAR_POINT_H
#define VV_PROVE_MODULAR_POINT_H

#include "prove/prover_program.h"
#include "prove/prime_field.h"

typedef enum vv_modular_point_status {
    VV_MODULAR_POINT_DONE,
    VV_MODULAR_POINT_DIVISION_BY_ZERO, /* division by zero or singular matrix: draw another point */
    VV_MODULAR_POINT_NO_ROOT,          /* radicand is not a square; lane.failed is its
                                        * instruction */
    VV_MODULAR_POINT_FACT_FAILS        /* a declared fact does not hold at this point */
} vv_modular_point_status;

typedef struct vv_modular_point {
    vv_ctx *c;
    vv_prime_field f;
    uint64_t key;                /* seed of all random numbers of this point */
    uint64_t *value;             /* Montgomery form (nslots) */
    uint64_t *rat;               /* residues of the program's rational constants (nrats) */
    uint64_t *store;             /* factored matrices (store) */
    const vv_rat *const *stated; /* values of symbols, by instruction (nins); NULL: all random */
    uint64_t circle[24][2];      /* cos, sin of k pi/12 */
    bool circle_ready;
    int failed;
} vv_modular_point;

/* Allocates memory for a lane of this program in the arena; false on refusal. */
bool vv_modular_point_alloc(vv_ctx *c, const vv_prover_program *p, vv_modular_point *lane);
/* Draws a point from the state and evaluates modulo the prime of lane->f. */
vv_modular_point_status vv_modular_point_run_mod(const vv_prover_program *p, vv_modular_point *lane,
                                                 uint64_t *state);
/* The same with a prime drawn earlier. */
vv_modular_point_status vv_modular_point_run(const vv_prover_program *p, vv_modular_point *lane,
                                             uint64_t *state);

#endif
