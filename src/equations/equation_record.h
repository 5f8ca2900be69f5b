/* The equations of motion of one system: filled in by every formalism, read by every consumer.
 *
 * The unknowns are the rates wd of the speeds w and, for methods that keep them, multipliers. If
 * the speeds are coordinate rates, w[i] is the symbol q' itself and wd[i] is q''. Arrays are in
 * the arena. */
#ifndef VV_EQUATIONS_EQUATION_RECORD_H
#define VV_EQUATIONS_EQUATION_RECORD_H

#include "kinematics/kinematics.h"

/* A name printed before the equations: R = q cot(theta). */
typedef struct vv_definition {
    vv_expr symbol, value;
    const char *text; /* description, or NULL */
} vv_definition;

typedef struct vv_equations {
    const char *method, *title, *source; /* from the formalism's row in formalisms.def */
    int nq;                              /* coordinates of the model */
    const vv_expr *q, *qd, *qdd;         /*                                        (nq) */
    int n;                               /* speeds */
    vv_expr *w, *wd;                     /*                                         (n) */
    vv_expr *rate;                       /* q' as a function of q, w, t             (nq) */
    vv_expr *rate_rate;                  /* q'' as a function of q, w, w', t        (nq) */
    vv_expr *speed;                      /* w as a function of q, q', t              (n) */
    int nequations;
    vv_expr *residual; /* r(q, w, w', lambda, t) = 0      (nequations) */
    vv_expr *test;  /* virtual displacement dq whose virtual work is the residual (nequations*nq) */
    vv_expr *dual;  /* linear forms in q' dual to the tests; NULL: the speeds (nequations) */
    bool canonical; /* some speeds are momenta that exist in this record only */
    int nmultipliers;
    vv_expr *lambda;                        /*                              (nmultipliers) */
    vv_constraint_row **row_of_lambda;      /* NULL if it belongs to none (nmultipliers) */
    const char **lambda_text;               /* description of those without a row; or NULL */
    int nrows;                              /* constraints kept as separate equations */
    vv_constraint_row **row;                /*                                     (nrows) */
    int neliminated;                        /* coordinates eliminated by holonomic constraints */
    vv_expr *eliminated, *eliminated_value; /*                               (neliminated) */
    int ndefinitions;
    vv_definition *definition;
    const char *definitions_title; /* NULL: "Abbreviations" */
    struct vv_derivation *steps;   /* how they were derived (equations/derivation.h), or NULL */
    int nnotes;                    /* sentences printed with the equations */
    const char **note;
    /* the same in solved form: matrix * (wd, lambda) = rhs, square, nunknowns = n + nmultipliers */
    int nunknowns;
    vv_expr *unknown, *matrix, *rhs;
    /* indices of these rows among the equations followed by the constraints, if there are more
     * of them than unknowns; NULL: all, in this order (nunknowns) */
    int *chosen;
} vv_equations;

#endif
