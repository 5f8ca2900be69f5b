/* Families of solutions, in symbols, of equations between several unknowns, of which some stay
 * free.
 *
 * The equations are turned into polynomials in the unknowns and in the sines and cosines of single
 * angles and factored over the rationals. A factor is solved for an unknown in which it is linear
 * or a pure square, or for an angle; where the coefficient of the unknown may itself vanish, that
 * case is gone through apart. Where none can be, the factor may give the value of a general
 * function of unknowns. Parameters are taken as general: an expression in them alone that is not
 * identically zero does not vanish. */
#ifndef VV_ANALYSIS_FAMILY_H
#define VV_ANALYSIS_FAMILY_H

#include "prove/prove.h"

enum { VV_SOLUTION_FAMILIES_MOST = 24, VV_SOLUTION_FAMILY_SIDE_MOST = 8 };

typedef struct vv_solution_family {
    vv_expr *value; /* of each unknown; the symbol itself where it is free (nx) */
    int nfunctions; /* values of general functions, the unknowns in them being open */
    vv_expr function[VV_SOLUTION_FAMILY_SIDE_MOST], function_value[VV_SOLUTION_FAMILY_SIDE_MOST];
    int nnonzero;
    vv_expr nonzero[VV_SOLUTION_FAMILY_SIDE_MOST]; /* none of these vanishes   */
    int nreal;
    vv_expr real[VV_SOLUTION_FAMILY_SIDE_MOST]; /* >= 0, else it does not exist */
} vv_solution_family;

typedef struct vv_solution_families {
    int n;
    vv_solution_family *list;
    bool complete;    /* every case was solved: there are no others, for general parameters */
    vv_expr unsolved; /* a factor that was not, or poison                                   */
} vv_solution_families;

/* m equations e = 0 in nx unknowns, those to be solved for first in front. VV_E_BEYOND when the
 * equations are no polynomials of that kind. */
vv_status vv_solution_families_solve(vv_ctx *c, const vv_facts *facts, int nx, const vv_expr *x,
                                     int m, const vv_expr *e, vv_solution_families *out);
/* An expression at a member of the family. */
vv_expr vv_solution_family_substitute(vv_ctx *c, int nx, const vv_expr *x,
                                      const vv_solution_family *f, vv_expr e);

#endif
