/* Statements at real points, by ball arithmetic on top of Arb: every value is enclosed, so that
 * "not zero", "positive" and "different" are certain. */
#ifndef VV_VERIFY_INTERVAL_H
#define VV_VERIFY_INTERVAL_H

#include "verify/statement.h"

typedef enum { VV_POINT_FALSE, VV_POINT_TRUE, VV_POINT_UNKNOWN } vv_point_answer;

/* Own random points that satisfy the facts: does the statement certainly fail at one of them?
 * *points: at how many it was evaluated and did not. */
bool vv_interval_refutes(const vv_certificate *k, const vv_statement *p, int *points);
/* Does the witness of a refutation check: facts hold there, the value is not zero and is the one
 * stated? `rank` is that of a matrix without its last row. *why: what does not. */
vv_point_answer vv_interval_check_witness(const vv_certificate *k, const vv_statement *p, int rank,
                                          const char **why);
/* Is the value certainly of the sign -1 or +1 at one of its own random points, or certainly not 0
 * (sign 0)? */
bool vv_interval_finds_sign(const vv_certificate *k, int facts, int node, int sign);
/* The same of all expressions of a list, at one point. */
bool vv_interval_finds_signs(const vv_certificate *k, int facts, const vv_list *of, int sign);
/* The largest certain rank of a matrix at its own random points. */
int vv_interval_rank(const vv_certificate *k, int facts, const vv_list *of, int columns);
/* Does Newton's operator map the box of the unknowns into its interior? Then exactly one zero of
 * the system lies there. `slopes`: its derivatives, row by row. */
bool vv_interval_isolates(const vv_certificate *k, const vv_statement *p, const vv_list *slopes);
/* The sign of an expression everywhere in the box; 0: it is not certain, 2: it depends on more than
 * the unknowns. */
int vv_interval_sign_in_box(const vv_certificate *k, const vv_statement *p, int node);
/* Loads Arb; false with a diagnostic if that fails. */
bool vv_interval_ready(vv_ctx *c);

#endif
