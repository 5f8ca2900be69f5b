/* What every formalism fills and every consumer reads: the equations of motion of one system.
 *
 * The unknowns are the rates wd of the speeds w and, where a method keeps them, multipliers. With
 * speeds that are coordinate rates, w[i] is the symbol q' itself and wd[i] is q''. Arrays are in
 * the arena. */
#ifndef VV_EQUATIONS_EQUATIONS_H
#define VV_EQUATIONS_EQUATIONS_H

#include "kinematics/constraint_row.h"

/* A name printed before the equations: R = q cot(theta). */
typedef struct vv_definition {
    vv_expr symbol, value;
    const char *text; /* what it is, or NULL */
} vv_definition;

typedef struct vv_equations {
    const char *method, *title, *source; /* of the formalism's row in formalisms.def     */
    int nq;                              /* coordinates of the model                     */
    const vv_expr *q, *qd, *qdd;         /*                                        (nq)  */
    int n;                               /* speeds                                       */
    vv_expr *w, *wd;                     /*                                         (n)  */
    vv_expr *rate;                       /* q' as a function of q, w, t             (nq)  */
    vv_expr *rate_rate;                  /* q'' as a function of q, w, w', t        (nq)  */
    vv_expr *speed;                      /* w as a function of q, q', t              (n)  */
    int nequations;
    vv_expr *residual; /* r(q, w, w', lambda, t) = 0      (nequations)  */
    vv_expr *test;     /* virtual displacement dq each residual is the
                          virtual work on               (nequations*nq) */
    vv_expr *dual;     /* linear forms in q' that give a displacement by the
                          tests; NULL: the speeds do      (nequations)  */
    bool canonical;    /* among the speeds are momenta that only this record has  */
    int nmultipliers;
    vv_expr *lambda;                        /*                              (nmultipliers)  */
    vv_constraint_row **row_of_lambda;      /* NULL where it belongs to none (nmultipliers)  */
    const char **lambda_text;               /* what each is, where there is no row; or NULL   */
    int nrows;                              /* constraints kept as equations of their own   */
    vv_constraint_row **row;                /*                                     (nrows)  */
    int neliminated;                        /* coordinates replaced by finite relations     */
    vv_expr *eliminated, *eliminated_value; /*                               (neliminated)  */
    int ndefinitions;
    vv_definition *definition;
    const char *definitions_title; /* NULL: "Abbreviations" */
    struct vv_derivation *steps;   /* how they were derived (equations/derivation.h), or NULL */
    int nnotes;                    /* sentences to be read with the equations */
    const char **note;
    /* the same, solved shape: matrix * (wd, lambda) = rhs, square, nunknowns = n + nmultipliers */
    int nunknowns;
    vv_expr *unknown, *matrix, *rhs;
    /* which of the equations, then constraints, these rows are where there are more of them than
     * unknowns; NULL: all, in this order (nunknowns) */
    int *chosen;
} vv_equations;

#endif
