/* Deciding identities between expressions: proved, refuted or undecided, always with the means.
 *
 * "Vanishes identically" means: wherever all its parts are real and defined, and the facts hold.
 * So sqrt(x) sqrt(y) = sqrt(x y) is proved (sqrt(x), sqrt(y) real say x, y >= 0), log(x y) = log(x)
 * + log(y) too, while sqrt(x^2) = x is refuted unless x > 0 is known.
 *
 *   exact     zero as a quotient of polynomials in independent quantities
 *   modular   zero at random points modulo random 62-bit primes; the error probability is stated
 *   ball      not zero, by interval arithmetic at a stated rational point
 * The order is: modular, then exact or ball to confirm. Tests run the
 * provers against each other. Nothing is kept between calls; the same seed gives the same answer.
 */
#ifndef VV_PROVE_PROVE_H
#define VV_PROVE_PROVE_H

#include "expr/expr.h"

typedef enum { VV_UNDECIDED, VV_PROVED, VV_REFUTED } vv_verdict;
typedef enum { VV_MEANS_NONE, VV_MEANS_EXACT, VV_MEANS_MODULAR, VV_MEANS_BALL } vv_means;

/* What may be assumed besides the declared signs of symbols. NULL is allowed wherever it is taken.
 */
typedef struct vv_facts {
    int npositive;
    const vv_expr *positive; /* e > 0 */
    bool strict; /* also for a symbol that the model assumes to be >= 0; else its border counts */
    int nnonzero;
    const vv_expr *nonzero; /* e != 0: points of refutation respect it */
    int nrules; /* relations, already oriented: a symbol or FUNC node is replaced by   */
    const vv_expr *from,
        *to;       /* the other side until no rule applies (at most VV_PROVE_MAX_ROUNDS times) */
    int nroots;    /* of these rules with a root of their own                                     */
    int nbranches; /* of these roots, square roots in the rules, the other sign serves as well  */
    const vv_expr *branch;
    bool choose; /* while rules are made: instead, the sign of root i is that of bit i of other */
    unsigned other;
    int nopen; /* e = 0 holds too, but no rule says so: points need not satisfy it, and what    */
    const vv_expr *open; /* depends on its symbols is not refuted by them                      */
} vv_facts;
enum { VV_PROVE_MAX_ROUNDS = 32 };

typedef struct vv_proof {
    vv_verdict verdict;
    vv_means means;
    double log2_bound; /* modular: the probability of error is below 2^log2_bound */
    uint64_t seed;
    int lanes, primes; /* modular: points tried, each modulo its own prime */
    int points;        /* real points at which balls were looked at without excluding zero */
    int which;         /* refuted: index of the refuted expression, else -1 */
    int nwitness;      /* refuted by balls: the point; symbols and FUNC nodes with their values */
    const vv_expr *witness_symbol;
    const vv_rat *witness_value;
    double witness_residual; /* value of the refuted expression there */
    const char *theorem;     /* by which it is decided, where no identity is; or NULL */
    const char *assumed; /* "x > 0, a > 0": facts that were used to choose a branch; NULL if none */
} vv_proof;

typedef struct vv_prove_options {
    uint64_t seed;      /* 0: the standard seed */
    bool exact_only;    /* a modular zero that is not confirmed exactly stays undecided */
    bool want_exact;    /* try to confirm a modular zero exactly */
    bool only_proof;    /* row spaces: what is not proved stays undecided */
    double bound_log2;  /* wanted error probability; 0 means -100 */
    size_t exact_terms; /* budget of the exact prover; 0 means 100000 terms */
} vv_prove_options;

/* Do all n expressions vanish identically? o may be NULL. The status is VV_OK for every verdict. */
vv_status vv_prove_zero(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e,
                        const vv_prove_options *o, vv_proof *out);
/* Whether a refutation of one of these at a point may be one off the relations left open. */
bool vv_facts_leave_open(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e);
/* A point at which the facts hold and one of n expressions is surely negative (sign < 0), or all
 * are surely positive (sign > 0): in out as a refutation there. False when none is found. */
bool vv_sign_witness_find(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, int sign,
                          uint64_t seed, vv_proof *out);
/* The same where such points are few: draws, then walks. */
bool vv_sign_witness_search(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, int sign,
                            uint64_t seed, vv_proof *out);
/* The quick question, for pivots: TRUE only when proved (modular, 2^-100), FALSE only when it is
 * certainly not identically zero. */
vv_truth vv_is_identically_zero(vv_ctx *c, const vv_facts *f, vv_expr e);

/* The same where only a proof matters: false does not tell "refuted" from "not decided", which
 * saves the search for a point of refutation. */
bool vv_vanishes(vv_ctx *c, const vv_facts *f, vv_expr e);

/* Rank of a rows x cols matrix at a general point. pivot_row lists the earliest independent rows,
 * ascending; pivot_col the earliest independent columns in the order of column_preference (a
 * permutation of the columns; NULL: natural order), so that this square part is regular;
 * pivot_col[i] goes with pivot_row[i] in an elimination. Each has room for min(rows, cols); NULL
 * allowed. The rank is wrong with probability below 2^-100 (too small); opaque functions count as
 * independent. */
vv_status vv_generic_rank(vv_ctx *c, const vv_facts *f, int rows, int cols, const vv_expr *m,
                          int *rank, int *pivot_row, int *pivot_col, const int *column_preference);
/* Is `row` a combination, with functions as coefficients, of the rows of m? o and out may be NULL.
 */
vv_truth vv_in_row_space(vv_ctx *c, const vv_facts *f, int rows, int cols, const vv_expr *m,
                         const vv_expr *row, const vv_prove_options *o, vv_proof *out);

/* Linear relations sum k_i e_i = 0 with numbers k_i: a basis in echelon form, each relation with
 * its last term of its own. `rational` says that all numbers could be rebuilt as fractions;
 * `occurs` holds in any case. Conjectures from random points: to be proved by the caller. */
typedef struct vv_linear_relations {
    int count;
    bool *occurs;   /* (count*n) */
    vv_rat *number; /* (count*n) */
    bool *rational; /* (count)   */
} vv_linear_relations;
/* VV_E_BEYOND when the expressions could not be evaluated. */
vv_status vv_linear_relations_find(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e,
                                   vv_linear_relations *out);

/* "proved exactly", "proved modulo 3 random primes, error below 2^-120", "refuted by ball
 * arithmetic at x = 1/2", ... : one line for reports, in the arena. */
const char *vv_proof_text(vv_ctx *c, const vv_proof *p);

#endif
