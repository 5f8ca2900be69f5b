/* The constraints as a system of total differential equations (Pfaffian forms): the fields of
 * directions they leave, the brackets of these, Hadamard's combinations C, and what of the system
 * can be integrated [AppellHadamard1899, notes I and II; M-HAD-C, M-HAD-LIE].
 *
 * The space is that of the coordinates, or of coordinates and time where a relation contains it;
 * then the motion itself (dt = 1) is the last field. Nothing is read from the kinetic energy. */
#ifndef VV_KINEMATICS_PFAFFIAN_H
#define VV_KINEMATICS_PFAFFIAN_H

#include "kinematics/coordinate_partition.h"

typedef struct vv_pfaffian {
    int dim;              /* of the space                                                     */
    bool time;            /* its last variable is t                                           */
    vv_expr *x;           /*                                                          (dim)   */
    int p;                /* relations                                                        */
    bool finite;          /* all of them are rates of finite ones: closed, no bracket is made   */
    vv_expr *form;        /* their coefficients, the rows of the system             (p*dim)   */
    int m;                /* fields that the relations annihilate: dim - p                    */
    int *along;           /* the variable that each field moves by itself             (m)     */
    vv_expr *field;       /* each by components                                     (m*dim)   */
    int npairs;           /* m (m - 1)/2, in the order (0,1), (0,2), (1,2), (0,3), ...        */
    vv_expr *bracket;     /* [E_i, E_j], i < j                                 (npairs*dim)   */
    vv_expr *defect;      /* d form (E_i, E_j) = -form [E_i, E_j]                 (p*npairs)  */
    int ncombinations;    /* Hadamard's C: combinations of the forms that annihilate brackets */
    vv_expr *combination; /*                                        (ncombinations*dim)       */
    int nrest;            /* relations left: with the C they are equivalent to all            */
    vv_expr *rest;        /*                                                (nrest*dim)       */
    int *rest_row;        /* the row itself, or -1 for a combination of several    (nrest)    */
} vv_pfaffian;

/* For a system whose relations are linear in the velocities (speeds_ok). VV_E_BEYOND when no point
 * was found at which the rows can be evaluated, or when there are too many brackets. */
vv_status vv_pfaffian_build(vv_ctx *c, const vv_system *s, vv_pfaffian *out);
/* A form as a relation between velocities: sum a q' + a_t. */
vv_expr vv_pfaffian_velocity_form(vv_ctx *c, const vv_system *s, const vv_pfaffian *k,
                                  const vv_expr *form);

/* Forms, combinations of these n, that annihilate the brackets of m fields: their number, or -1
 * when the rank could not be found. Applied again to what it gives, with the fields enlarged by
 * their brackets, it ends with the forms that can be integrated. (n*dim) */
int vv_pfaffian_derived_system(vv_ctx *c, const vv_system *s, const vv_pfaffian *k, int n,
                               const vv_expr *form, int m, const vv_expr *field, vv_expr *out);

enum { VV_PFAFFIAN_FLAG_MAX = 32 };
typedef struct vv_pfaffian_flag {
    int steps; /* ranks found: of the fields themselves, then after each step */
    int rank[VV_PFAFFIAN_FLAG_MAX];
    bool complete;  /* it ends: a further step adds nothing                        */
    int nfields;    /* basis at the end                                            */
    vv_expr *field; /*                                             (nfields*dim)   */
} vv_pfaffian_flag;
/* Brackets of the fields with what the step before added (their ranks are the growth vector), or,
 * derived, of all with all (the derived flag). Not complete when the brackets grow too large. */
vv_status vv_pfaffian_flag_build(vv_ctx *c, const vv_system *s, const vv_pfaffian *k, bool derived,
                                 vv_pfaffian_flag *out);

/* A function that is constant in every motion the relations allow. */
typedef struct vv_pfaffian_integral {
    vv_expr value;
    vv_expr factor; /* of the stated relation whose multiple is its differential; or poison */
    vv_proof proof; /* that it is constant                                                  */
} vv_pfaffian_integral;
/* Independent integrals in closed form, each proved; there are dim - nfields of a complete flag,
 * and *n of them were found. */
vv_status vv_pfaffian_integrals(vv_ctx *c, const vv_system *s, const vv_pfaffian *k,
                                const vv_pfaffian_flag *flag, const vv_prove_options *o, int *n,
                                vv_pfaffian_integral *out);

#endif
