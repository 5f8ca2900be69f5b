/* Equilibria in closed form: configurations in which the forces along the directions that the
 * constraints leave free vanish at rest [Appell1896, no. 449; M-EQUIL].
 *
 * The equilibrium equations are turned into polynomials in the coordinates and in the sines and
 * cosines of single angles and factored over the rationals. Each factor is solved for a
 * coordinate in which it is linear or quadratic, or for an angle through its sine, cosine or
 * tangent or a quadratic in its cosine. If no factor can be solved, an unknown is eliminated
 * from two equations by their resultant. A factor linear in a general function, f'(θ) = 0, is
 * solved for the value of that function. Angles are taken in (-pi, pi]. */
#ifndef VV_ANALYSIS_EQUILIBRIA_EQUILIBRIUM_SOLVER_H
#define VV_ANALYSIS_EQUILIBRIA_EQUILIBRIUM_SOLVER_H

#include "analysis/analysis.h"

enum { VV_EQUILIBRIA_MOST = 64, VV_EQUILIBRIUM_FUNCTIONS_MOST = 8 };

/* A symbol for a number known to lie in an enclosure. */
typedef struct vv_enclosed_number {
    vv_expr symbol;
    vv_rat at;
    double radius;
    const char *text; /* its digits */
} vv_enclosed_number;

typedef struct vv_equilibrium {
    vv_expr *q; /* value of each coordinate; the symbol itself if it is free (nq) */
    int nconditions;
    vv_expr *condition; /* all >= 0, otherwise the equilibrium does not exist (nconditions) */
    int nfunctions;     /* values of general functions of coordinates left open (see above) */
    vv_expr function[VV_EQUILIBRIUM_FUNCTIONS_MOST], function_value[VV_EQUILIBRIUM_FUNCTIONS_MOST];
    int nnumbers; /* found by numerical search at the parameter values: the values are these symbols
                   */
    vv_enclosed_number *number;
    struct vv_proof_record *argument; /* that exactly one lies there, for certificates; or NULL */
    bool
        degenerate; /* T is degenerate: the coordinates do not represent every displacement there */
    const vv_study *
        chart; /* where the study's own speeds are singular: the study in regular ones; else NULL */
    const vv_equations *driven; /* in those speeds, with perturbations and inputs */
    const struct vv_linearized
        *small; /* linearized equations, once vv_small_motions_each has made them */
} vv_equilibrium;

typedef struct vv_equilibria {
    int nforces;
    vv_expr
        *force; /* at rest; followed by the holonomic constraints, implied ones last (nforces) */
    int nfree;
    int *free; /* coordinates that occur in none of these */
    int n;
    vv_equilibrium *list;
    int nborder; /* number of them with a coordinate at 0 that is assumed nonzero */
    vv_equilibrium *border;
    bool complete; /* every factor was solved: there are no others, for generic parameter values */
    bool apart;    /* except where the coordinates or speeds are singular: unknown there */
    vv_expr singular; /* the singular set is where this vanishes, or poison */
    vv_expr unsolved; /* a factor that was not solved, or poison */
    bool family;      /* it divides all equations: every configuration where it vanishes is an
                         equilibrium */
    /* numerical search, where the symbolic solution is incomplete */
    const char *hindrance; /* why there was no search, or NULL */
    bool everywhere;       /* not complete, but every position is an equilibrium */
    bool searched;
    const char *box; /* where it was made */
    long boxes;
    int left;         /* sub-boxes that may contain others; 0: proved that none does */
    const char *near; /* one of these */
} vv_equilibria;

/* Shared by topics so that the equilibria are found only once. */
typedef struct vv_equilibria_cache {
    const vv_system *s; /* NULL: nothing found yet */
    vv_status status;
    vv_equilibria all;
} vv_equilibria_cache;

/* VV_E_BEYOND if the forces at rest depend on the time. What has no closed form is searched for
 * in the model's box at the parameter values (analysis/solve/krawczyk.h), angles over one turn. */
vv_status vv_equilibria_find(vv_ctx *c, const vv_study *study, vv_equilibria *out);
/* The expressions that vanish at an equilibrium: forces along the speeds, holonomic constraints,
 * remaining rates, and holonomic constraints implied by others (vv_system_implied_constraints).
 * Returns their number; -1 if memory is exhausted. */
int vv_equilibrium_equations(vv_ctx *c, const vv_study *study, vv_expr **out);
/* The same for n equilibrium equations given by the caller. */
vv_status vv_equilibria_solve(vv_ctx *c, const vv_study *study, int n, const vv_expr *force,
                              vv_equilibria *out);
/* The numerical search, second stage of vv_equilibria_find. */
vv_status vv_equilibria_search(vv_ctx *c, const vv_study *study, vv_equilibria *all);
/* An expression at an equilibrium, at rest. */
vv_expr vv_equilibrium_substitute(vv_ctx *c, const vv_system *s, const vv_equilibrium *e,
                                  vv_expr x);
/* Several expressions in place; cheap if they share subexpressions. */
void vv_equilibrium_substitute_all(vv_ctx *c, const vv_system *s, const vv_equilibrium *e,
                                   int count, vv_expr *x);

/* For certificates, of an equilibrium found by the search: the record of a theorem about its box,
 * in the coordinates; NULL unless proofs are recorded. Expressions are put into these, at the
 * parameter values. */
struct vv_proof_record *vv_equilibrium_box_argument(vv_ctx *c, const char *theorem,
                                                    const vv_facts *f, vv_verdict verdict,
                                                    const vv_equilibrium *at);
void vv_equilibrium_put_in_box(vv_ctx *c, const vv_study *study, const vv_equilibrium *at, int n,
                               vv_expr *e);

/* What is known where the equilibrium exists: the facts of the system, and its existence
 * conditions as strict inequalities. */
bool vv_equilibrium_facts(vv_ctx *c, const vv_system *s, const vv_equilibrium *at, vv_facts *out);

/* Adds what the assumptions on coordinates demand at the position to the conditions of its
 * existence (study_values.c). False if they exclude it. */
bool vv_equilibrium_add_assumptions(vv_ctx *c, const vv_system *s, vv_equilibrium *e);

#endif
