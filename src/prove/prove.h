/* Identity testing of expressions: proved, refuted or undecided, always with the means.
 *
 * "Vanishes identically" means: wherever all parts are real and defined, and the facts hold. So
 * sqrt(x) sqrt(y) = sqrt(x y) is proved (sqrt(x) and sqrt(y) real imply x, y >= 0), and so is
 * log(x y) = log(x) + log(y), while sqrt(x^2) = x is refuted unless x > 0 is known.
 *
 *   exact     zero as a quotient of polynomials in independent quantities
 *   modular   zero at random points modulo random 62-bit primes, with a bound on the error
 *             probability
 *   ball      nonzero by ball arithmetic at a given rational point
 * The modular prover runs first, then exact or ball arithmetic confirms. Tests check the provers
 * against each other. Calls share no state; the same seed gives the same answer. */
#ifndef VV_PROVE_PROVE_H
#define VV_PROVE_PROVE_H

#include "expr/expr.h"
#include "prove/enclosure.h"
#include "prove/prime_field.h"
#include "visviva/base.h"

typedef enum { VV_MEANS_NONE, VV_MEANS_EXACT, VV_MEANS_MODULAR, VV_MEANS_BALL } vv_means;

/* Symbols whose squares add up to one: Euler parameters, direction cosines. */
typedef struct vv_unit_vector {
    int n; /* 3 or 4 */
    vv_expr x[4];
} vv_unit_vector;

/* Assumptions beyond the declared signs of symbols. May be NULL everywhere. */
typedef struct vv_facts {
    int npositive;
    const vv_expr *positive; /* e > 0 */
    bool strict; /* strict also for symbols assumed >= 0; otherwise the boundary counts */
    int nnonzero;
    const vv_expr *nonzero; /* e != 0: points of refutation satisfy it */
    int nrules; /* constraints, already oriented: a symbol or FUNC node is replaced by */
    const vv_expr *from,
        *to;       /* the other side until no rule applies (at most VV_PROVE_MAX_ROUNDS times) */
    int nroots;    /* number of these rules that contain a root */
    int nbranches; /* square roots in the rules for which the other sign is valid, too */
    const vv_expr *branch;
    bool choose; /* while rules are made: take the sign of root i from bit i of other instead */
    unsigned other;
    int nreal; /* without rules: values that these gave, in which roots must be real */
    const vv_expr *real;
    int nopen; /* constraints e = 0 not expressed by a rule: points need not satisfy them, so */
    const vv_expr *open; /* such points do not refute expressions that depend on their symbols */
    int nunits;          /* for rewriting; the rules imply them */
    const vv_unit_vector *unit;
} vv_facts;
enum { VV_PROVE_MAX_ROUNDS = 32 };

typedef struct vv_proof {
    vv_verdict verdict;
    vv_means means;
    double log2_bound; /* modular: the error probability is below 2^log2_bound */
    uint64_t seed;
    int lanes, primes; /* modular: number of points, each modulo its own prime */
    int points;        /* real points at which ball arithmetic did not exclude zero */
    int which;         /* refuted: index of the refuted expression, otherwise -1 */
    int nwitness;      /* refuted by ball arithmetic: the point, i.e. symbols and FUNC nodes with
                        * values */
    const vv_expr *witness_symbol;
    const vv_rat *witness_value;
    bool stated;             /* ... where the parameters have their stated values */
    double witness_residual; /* value of the refuted expression there */
    const char *theorem;     /* theorem by which it is decided if there is no identity; or NULL */
    const char *assumed;     /* "x > 0, a > 0": facts used to choose a branch; NULL if none */
    const char *except;      /* proved of a first integral: the events that change it; or NULL */
    struct vv_proof_record *record;   /* the question, for certificates (proof_record.h), or NULL */
    struct vv_proof_record *argument; /* what the theorem is applied to, or NULL */
} vv_proof;

/* Required of each part of a printed verdict (bound_log2), so that a verdict of up to 64 parts,
 * whose probabilities of error add up, stays below 2^-100. */
#define VV_PROVE_PART_BOUND (-106.0)

typedef struct vv_prove_options {
    uint64_t seed;      /* 0: the default seed */
    bool exact_only;    /* a modular zero without exact confirmation stays undecided */
    bool want_exact;    /* try to confirm a modular zero exactly */
    bool only_proof;    /* row spaces: whatever is not proved stays undecided */
    double bound_log2;  /* required error probability; 0 means -100 */
    size_t exact_terms; /* term budget of the exact prover; 0 means 100000 */
} vv_prove_options;

/* Do all n expressions vanish identically? o may be NULL. The status is VV_OK for every verdict. */
vv_status vv_prove_zero(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e,
                        const vv_prove_options *o, vv_proof *out);
/* Could a refutation at a point be invalid because the point violates one of the open
 * constraints? */
bool vv_facts_leave_open(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e);
/* Finds a point at which the facts hold and one of n expressions is certainly negative (sign <
 * 0), or all are certainly positive (sign > 0), and stores it in out like a refutation. False if
 * none is found. */
bool vv_sign_witness_find(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, int sign,
                          uint64_t seed, vv_proof *out);
/* The same where such points are rare: random draws, then walks. */
bool vv_sign_witness_search(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, int sign,
                            uint64_t seed, vv_proof *out);
/* Quick test for pivots: TRUE only if proved (modular, 2^-100), FALSE only if certainly not
 * identically zero. */
vv_truth vv_is_identically_zero(vv_ctx *c, const vv_facts *f, vv_expr e);

/* The same if only a proof matters: false means refuted or undecided, which saves the search for
 * a point of refutation. */
bool vv_vanishes(vv_ctx *c, const vv_facts *f, vv_expr e);

/* Generic rank of a rows x cols matrix. pivot_row lists the first independent rows, ascending;
 * pivot_col the first independent columns in the order of column_preference (a permutation of
 * the columns; NULL: natural order), so that this square submatrix is regular; pivot_col[i]
 * belongs to pivot_row[i] in an elimination. Each has room for min(rows, cols); may be NULL. The
 * rank is too small with probability below 2^-100; opaque functions count as independent. */
vv_status vv_generic_rank(vv_ctx *c, const vv_facts *f, int rows, int cols, const vv_expr *m,
                          int *rank, int *pivot_row, int *pivot_col, const int *column_preference);
/* Is `row` a combination of the rows of m, with functions as coefficients? o and out may be
 * NULL. */
vv_truth vv_in_row_space(vv_ctx *c, const vv_facts *f, int rows, int cols, const vv_expr *m,
                         const vv_expr *row, const vv_prove_options *o, vv_proof *out);

/* Linear relations sum k_i e_i = 0 with constants k_i: a basis in echelon form, where each
 * relation has its own last term. `rational`: all constants could be reconstructed as fractions;
 * `occurs` is valid in any case. These are conjectures from random points, to be proved by the
 * caller. */
typedef struct vv_linear_relations {
    int count;
    bool *occurs;   /* (count*n) */
    vv_rat *number; /* (count*n) */
    bool *rational; /* (count) */
} vv_linear_relations;
/* VV_E_BEYOND if the expressions could not be evaluated. */
vv_status vv_linear_relations_find(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e,
                                   vv_linear_relations *out);

/* "proved exactly", "proved modulo 3 random primes, error below 2^-120", "refuted by ball
 * arithmetic at x = 1/2", ... : one line for reports, in the arena. */
const char *vv_proof_text(vv_ctx *c, const vv_proof *p);

/* The rest of what the room offers. */
#include "prove/series_enclosure.h"
#include "prove/float_eval.h"
#include "prove/proof_record.h"

#endif
