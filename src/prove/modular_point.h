/* One run of a program modulo one prime at one random point. For files of prove/ only.
 *
 * Real signs are modelled by the quadratic character χ: "positive" means "a square modulo p". sqrt
 * is the root that is itself a square, |x| = χ(x) x, sign x = χ(x), a < b means χ(b - a) = 1,
 * declared positive symbols are drawn as squares. χ is multiplicative with χ(-1) = -1, as the real
 * sign is, so sqrt(x) sqrt(y) = sqrt(x y), sqrt(x^2) = |x|, min + max = a + b hold by themselves,
 * and over random points every combination of signs that the reals can show also occurs here
 * (modular_prover.c counts how often). */
#ifndef VV_PROVE_LANE_H
#define VV_PROVE_LANE_H

#include "prove/prover_program.h"
#include "prove/prime_field.h"

typedef enum vv_lane_end {
    VV_LANE_DONE,
    VV_LANE_DIVISION, /* division by zero, singular matrix: another point */
    VV_LANE_NO_ROOT,  /* radicand not a square: lane.failed is its instruction */
    VV_LANE_FACT      /* a declared fact does not hold at this point */
} vv_lane_end;

typedef struct vv_lane {
    vv_field f;
    uint64_t key;           /* everything random at this point is drawn from here */
    uint64_t *value;        /* Montgomery form                     (nslots) */
    uint64_t *rat;          /* residues of the program's rationals (nrats)  */
    uint64_t *store;        /* factored matrices                   (store)  */
    uint64_t circle[24][2]; /* cos, sin of k pi/12 */
    bool circle_ready;
    int failed;
} vv_lane;

/* Memory for lanes of this program, in the arena; false on refusal. */
bool vv_lane_alloc(vv_ctx *c, const vv_program *p, vv_lane *lane);
/* Draw a point from the state and run, modulo the prime of lane->f. */
vv_lane_end vv_lane_point(const vv_program *p, vv_lane *lane, uint64_t *state);
/* The same with a prime drawn before. */
vv_lane_end vv_lane_run(const vv_program *p, vv_lane *lane, uint64_t *state);

#endif
