/* Positions of equilibrium in symbols: the forces on the directions the constraints leave vanish at
 * rest [Appell1896, no. 449; M-EQUIL].
 *
 * The equations of rest are turned into polynomials in the coordinates and in the sines and cosines
 * of single angles; these are factored over the rationals, and each factor is solved for a
 * coordinate in which it is linear or quadratic, or an angle that it gives by its sine, cosine or
 * tangent, or by a quadratic in its cosine. Where none can be, an unknown is eliminated from two
 * equations by their resultant. A factor linear in a general function, f'(θ) = 0, is solved for
 * that function: the position is where it has this value. Angles are taken in (-pi, pi]. */
#ifndef VV_ANALYSIS_EQUILIBRIUM_H
#define VV_ANALYSIS_EQUILIBRIUM_H

#include "analysis/topic.h"

enum { VV_EQUILIBRIA_MOST = 64, VV_EQUILIBRIUM_FUNCTIONS_MOST = 8 };

/* A symbol that stands for a number of which so much is known. */
typedef struct vv_enclosed_number {
    vv_expr symbol;
    vv_rat at;
    double radius;
    const char *text; /* its digits */
} vv_enclosed_number;

typedef struct vv_equilibrium {
    vv_expr *q; /* of each coordinate its value; the symbol itself where it is free (nq) */
    int nconditions;
    vv_expr *condition; /* >= 0, else there is no such position               (nconditions) */
    int nfunctions; /* values of general functions, the coordinates in them being open (above) */
    vv_expr function[VV_EQUILIBRIUM_FUNCTIONS_MOST], function_value[VV_EQUILIBRIUM_FUNCTIONS_MOST];
    int nnumbers; /* found by a search, with the parameters' values: the values are these symbols */
    vv_enclosed_number *number;
    bool degenerate; /* T is: the coordinates do not show every displacement there            */
    const vv_study *chart; /* where the study's own speeds are singular: in others; else NULL */
    const vv_equations *driven; /* in those speeds, with perturbations and inputs             */
    const struct vv_linearized
        *small; /* the linear equations there, once vv_small_motions_each made them */
} vv_equilibrium;

typedef struct vv_equilibria {
    int nforces;
    vv_expr *force; /* at rest; finite constraints behind them, implied ones last (nforces) */
    int nfree;
    int *free; /* coordinates that occur in none of these                         */
    int n;
    vv_equilibrium *list;
    int nborder; /* as many have a coordinate at 0 that is assumed not to be */
    vv_equilibrium *border;
    bool complete;    /* every factor was solved: there are no others, for general values */
    bool apart;       /* but where the coordinates or speeds are singular: unknown there */
    vv_expr singular; /* they are where this vanishes, or poison                         */
    vv_expr unsolved; /* a factor that was not, or poison                                */
    bool family; /* it is a factor of all equations: all positions where it vanishes          */
    /* a search by numbers, where the symbols left something open */
    const char *hindrance; /* why there was none, or NULL                             */
    bool searched;
    const char *box; /* where */
    long boxes;
    int left;         /* parts of the box that may hold others; 0: it is proved that none does */
    const char *near; /* one of them */
} vv_equilibria;

/* Positions that topics ask for one after another are found once: room for an answer. */
typedef struct vv_equilibria_cache {
    const vv_system *s; /* NULL: nothing was found yet */
    vv_status status;
    vv_equilibria all;
} vv_equilibria_cache;

/* VV_E_BEYOND when the forces at rest depend on the time. What symbols do not solve is searched for
 * in the model's box with the parameters' values (analysis/solve/krawczyk.h), angles over a turn.
 */
vv_status vv_equilibria_find(vv_ctx *c, const vv_study *study, vv_equilibria *out);
/* What must vanish at rest: forces along the speeds, finite constraints, rates that are left,
 * finite constraints that others imply (vv_system_implied_constraints). Their number; -1 on
 * refusal. */
int vv_equilibrium_equations(vv_ctx *c, const vv_study *study, vv_expr **out);
/* The same for n equations of the caller's, what must vanish at rest. */
vv_status vv_equilibria_solve(vv_ctx *c, const vv_study *study, int n, const vv_expr *force,
                              vv_equilibria *out);
/* The second step of it. */
vv_status vv_equilibria_search(vv_ctx *c, const vv_study *study, vv_equilibria *all);
/* An expression at one of them, at rest. */
vv_expr vv_equilibrium_substitute(vv_ctx *c, const vv_system *s, const vv_equilibrium *e,
                                  vv_expr x);
/* Several in place, which costs little more than one where they share their parts. */
void vv_equilibrium_substitute_all(vv_ctx *c, const vv_system *s, const vv_equilibrium *e,
                                   int count, vv_expr *x);

/* What is known where the position exists: the facts of the system, and its conditions with their
 * borders excepted. */
bool vv_equilibrium_facts(vv_ctx *c, const vv_system *s, const vv_equilibrium *at, vv_facts *out);

#endif
