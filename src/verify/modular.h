/* Identities modulo primes: the statement is evaluated at random points modulo random primes of
 * hundreds of bits. Sines and cosines are points of the unit circle, exponentials, logarithms and
 * general functions free values; a root is the one that is itself a square, and "positive" means
 * "is a square", which multiplies as signs do (primes = 3 mod 4). Every real point satisfies the
 * relations that are used, so a statement that vanishes at such points vanishes at real ones; the
 * converse need not hold. */
#ifndef VV_VERIFY_MODULAR_H
#define VV_VERIFY_MODULAR_H

#include "verify/statement.h"

typedef struct vv_modular_answer {
    enum { VV_M_ZERO, VV_M_NONZERO, VV_M_UNKNOWN } word;
    const char *why; /* unknown: the reason */
    int lanes, bits; /* number of points, and of bits of the primes */
    int rank;        /* of a matrix without its last row */
    bool undefined;  /* unknown: it divides by zero */
} vv_modular_answer;

/* Do the expressions vanish, or is the last row a combination of the others? */
vv_modular_answer vv_modular_check(const vv_certificate *k, const vv_statement *p);

#endif
