/* Symbolic families of solutions of equations in several unknowns, some of which stay free.
 *
 * The equations are turned into polynomials in the unknowns and in the sines and cosines of
 * single angles and factored over the rationals. A factor is solved for an unknown in which it
 * is linear or a pure square, or for an angle; the case in which the coefficient of the unknown
 * vanishes is treated separately. If no unknown can be isolated, the factor may give the value
 * of a general function of unknowns. Parameters are generic: an expression in parameters alone
 * that is not identically zero does not vanish. */
#ifndef VV_ANALYSIS_SOLVE_SOLUTION_FAMILIES_H
#define VV_ANALYSIS_SOLVE_SOLUTION_FAMILIES_H

#include "analysis/solve/solution_cases.h"
#include "prove/prove.h"

enum { VV_SOLUTION_FAMILIES_MOST = 24, VV_SOLUTION_FAMILY_SIDE_MOST = 8 };

typedef struct vv_solution_family {
    vv_expr *value; /* value of each unknown; the symbol itself if it is free (nx) */
    int nfunctions; /* values of general functions of unknowns left open */
    vv_expr function[VV_SOLUTION_FAMILY_SIDE_MOST], function_value[VV_SOLUTION_FAMILY_SIDE_MOST];
    int nnonzero;
    vv_expr nonzero[VV_SOLUTION_FAMILY_SIDE_MOST]; /* all nonzero */
    int nreal;
    vv_expr real[VV_SOLUTION_FAMILY_SIDE_MOST]; /* all >= 0, otherwise it does not exist */
} vv_solution_family;

typedef struct vv_solution_families {
    int n;
    vv_solution_family *list;
    bool complete;    /* every case was solved: there are no others, for generic parameters */
    vv_expr unsolved; /* a factor that was not solved, or poison */
    struct vv_solution_cases *cases; /* how they cover everything, or NULL */
} vv_solution_families;

/* m equations e = 0 in nx unknowns, listed in order of preference to be solved for. VV_E_BEYOND
 * if the equations are not such polynomials. */
vv_status vv_solution_families_solve(vv_ctx *c, const vv_facts *facts, int nx, const vv_expr *x,
                                     int m, const vv_expr *e, vv_solution_families *out);
/* An expression at a member of the family. */
vv_expr vv_solution_family_substitute(vv_ctx *c, int nx, const vv_expr *x,
                                      const vv_solution_family *f, vv_expr e);

#endif
