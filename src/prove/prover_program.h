/* A set of expressions as a flat program over slots, to be run modulo a prime (modular_point.c),
 * over polynomials (exact_prover.c) or over degree bounds (error_bound.c). For files of prove/
 * only.
 *
 * Functions are decomposed here, which leaves algebra over independent quantities:
 *   sin, cos, tan  the argument is sum r_i a_i + r pi with rational r_i; each atom a_i / D gets one
 *                  point of the unit circle, and the angle is a product of powers of them (TURN)
 *   exp, sinh, ... likewise with one number per atom (STRETCH); b^a too
 *   log            log|b| of the factors of the argument
 *   others         stay opaque functions of their arguments
 * Divisions become INV, one per divisor. */
#ifndef VV_PROVE_PROVER_PROGRAM_H
#define VV_PROVE_PROVER_PROGRAM_H

#include "expr/dag.h"
#include "prove/prove.h"

typedef enum vv_prover_op {
    VV_P_CONST,  /* aux = index of the rational constant */
    VV_P_SYMBOL, /* aux = node id; words: sign */
    VV_P_PI,
    VV_P_ADD,     /* n pairs (slot, index of the coefficient); indices 0 and 1 are +1 and -1 */
    VV_P_MUL,     /* n pairs (slot, exponent > 0) */
    VV_P_INV,     /* slot */
    VV_P_SQRT,    /* slot; aux != 0: a rational constant */
    VV_P_ROOT,    /* slot, numerator (int32), denominator: a rational power */
    VV_P_CIRCLE,  /* slot of an atom; aux = D; two slots: cos and sin of atom / D */
    VV_P_TURN,    /* n terms from `first`; aux = twelfths of pi; two slots: cos, sin */
    VV_P_GROWTH,  /* slot of an atom; aux = D; two slots: exp(atom / D), its inverse */
    VV_P_POWER,   /* slots b, atom; aux = D; two slots: |b|^(atom / D), its inverse */
    VV_P_STRETCH, /* n terms from `first`; two slots: product and its inverse */
    VV_P_LOGABS,  /* slot b; log|b| */
    VV_P_SINH,    /* slots v, 1/v: (v - 1/v)/2 */
    VV_P_COSH,
    VV_P_TANH,
    VV_P_ODD,   /* slot; aux = operation: an opaque odd function */
    VV_P_ATAN2, /* slots y, x */
    VV_P_FUNC,  /* n slots; aux = key of function and orders; words end with node id */
    VV_P_ABS,
    VV_P_SIGN,
    VV_P_MIN, /* slots a, b */
    VV_P_MAX,
    VV_P_LESS, /* slots a, b: 1 or 0 */
    VV_P_LESSEQ,
    VV_P_PIECEWISE, /* n slots: condition, value, ..., otherwise */
    VV_P_FACTOR,    /* n*n slots; aux = n; dst = index in the store of factors */
    VV_P_SOLVE,     /* n right-hand slots; aux = index of the FACTOR instruction; n slots */
    VV_P_COUNT
} vv_prover_op;

typedef struct vv_prover_instruction {
    uint8_t op;
    uint32_t n, first; /* operands: words, or terms for TURN and STRETCH */
    uint32_t dst;
    uint32_t aux;
} vv_prover_instruction;

/* One factor of a TURN or STRETCH: (value, partner)^k. */
typedef struct vv_prover_term {
    uint32_t value, partner;
    bool given; /* the pair belongs to the atom itself, not to atom / D */
    vv_rat r;   /* coefficient of the atom */
    int64_t k;  /* r * D, or r when given */
} vv_prover_term;

typedef struct vv_prover_program vv_prover_program;
struct vv_prover_program {
    vv_prover_instruction *ins;
    int nins;
    uint32_t *word;
    vv_prover_term *term;
    vv_rat *rat; /* rat[0] = 1, rat[1] = -1 */
    int nwords, nterms, nrats;
    int nslots;
    int nfactors, store; /* number of FACTOR instructions; storage for the factored matrices */
    uint32_t *root;      /* slots of the requested expressions */
    int nroots;
    uint32_t *positive; /* slots of expressions that must be positive */
    int npositive;
    int nbranches; /* independent branches of abs, sign, min, max and conditions */
    int nsqrt;     /* square roots of anything but rational constants */
    int nhashed;   /* values hashed from a key: atoms, opaque functions */
    uint64_t odd;  /* product of odd root degrees: coprime to p - 1 */
    bool faithful; /* the quantities are known to be independent: nonzero here implies nonzero */
    bool beyond;   /* something cannot be expressed as a program: undecided */
};

/* NULL on refusal. Facts may be NULL; rules have been applied already. In the arena. */
vv_prover_program *vv_prover_program_make(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e);

/* Visits every slot that an instruction reads; for SOLVE also those of its matrix, for FACTOR
 * none. */
typedef void vv_prover_operand_visitor(void *data, uint32_t slot);
void vv_prover_program_operands(const vv_prover_program *p, const vv_prover_instruction *in,
                                vv_prover_operand_visitor *each, void *data);
uint32_t vv_prover_slots_written(
    const vv_prover_instruction *in); /* one slot, or those of a pair or a solution */

/* A program whose vanishing implies that of p: symbols replace parts of p on which its roots do
 * not depend (generalise.c); p itself if there are none. NULL: the roots do not vanish, no point
 * was found, or refusal. In the arena. */
vv_prover_program *vv_prover_program_generalise(vv_ctx *c, vv_prover_program *p, uint64_t seed);
/* The same program with independent symbols in place of all square roots: what vanishes then
 * vanishes with the roots. NULL on refusal. */
vv_prover_program *vv_prover_program_free_roots(vv_ctx *c, const vv_prover_program *p);

/* ---- decomposition of arguments (argument_decomposition.c) --------------------------------- */

enum { VV_DECOMPOSITION_MAX = 64 };
typedef struct vv_decomposition_part {
    uint32_t id;
    vv_rat k;
} vv_decomposition_part;
/* e = sum k_i a_i with distinct a_i that are neither sums nor rational multiples; products over
 * sums are expanded up to VV_DECOMPOSITION_MAX parts (otherwise e itself is the only part). */
int vv_decompose_sum(vv_ctx *c, vv_expr e, vv_decomposition_part *out);
/* |e| = prod |b_i|^k_i with distinct b_i; exp(a) appears as itself. Rational numbers are split
 * into primes below 1000 and a cofactor. */
int vv_decompose_product(vv_ctx *c, vv_expr e, vv_decomposition_part *out);

#endif
