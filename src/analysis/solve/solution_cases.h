/* How the cases of a search cover all solutions of equations in several unknowns: a tree, kept for
 * certificates. Every case adds to its parent a further equation, or the value of an unknown, and
 * is closed in one of three ways. Nothing is kept unless proofs are recorded
 * (prove/proof_record.h). */
#ifndef VV_ANALYSIS_SOLVE_SOLUTION_CASES_H
#define VV_ANALYSIS_SOLVE_SOLUTION_CASES_H

#include "prove/prove.h"

enum { VV_SOLUTION_CASES_EQUATIONS = 40 };

typedef enum vv_case_end {
    VV_CASE_OPEN,
    VV_CASE_SOLVED, /* no equation is left: a family of solutions */
    VV_CASE_SPLIT,  /* of = rest times what the cases below it say vanishes; rest does not vanish */
    VV_CASE_ANGLE /* of is linear in sine and cosine of an unknown, which has the values below; rest
                     is the sum of the squares of the two coefficients */
} vv_case_end;

typedef struct vv_solution_case {
    int parent;    /* -1: the first */
    int unknown;   /* that has the value; -1: the value is an equation, = 0 */
    vv_expr value; /* with unknowns that have values in other cases above or below it */
    vv_case_end end;
    vv_expr of, rest; /* of: one of the equations of this case or those above it */
} vv_solution_case;

typedef struct vv_solution_cases {
    vv_ctx *c;
    int n, room;
    vv_solution_case *list;
    int nequations;
    vv_expr equation[VV_SOLUTION_CASES_EQUATIONS]; /* as searched, fully cancelled */
    bool failed; /* something was concluded that no case describes */
} vv_solution_cases;

/* NULL unless proofs are recorded. The functions below do nothing to NULL. */
vv_solution_cases *vv_solution_cases_begin(vv_ctx *c);
/* One of the equations e = 0, as it is referred to. */
vv_expr vv_solution_cases_state(vv_solution_cases *all, vv_expr e);
/* The index of a new case. */
int vv_solution_cases_add(vv_solution_cases *all, int parent, int unknown, vv_expr value);
void vv_solution_cases_fail(vv_solution_cases *all);
void vv_solution_cases_solve(vv_solution_cases *all, int at);
/* `whole` is the equation `of` with the values known so far; n of its factors may vanish. */
void vv_solution_cases_split(vv_solution_cases *all, int at, vv_expr of, vv_expr whole, int n,
                             const vv_expr *factor);
/* The equation f of this case is a (x - value), x without value so far. */
void vv_solution_cases_line(vv_solution_cases *all, int at, vv_expr f, vv_expr a);
/* The equation f of this case has at most two roots in the angle x. */
void vv_solution_cases_angle(vv_solution_cases *all, int at, vv_expr f, vv_expr x);
/* Adds the cases to the record of a theorem; false if they do not describe the whole search. */
bool vv_solution_cases_put(const vv_solution_cases *all, struct vv_proof_record *r);

#endif
