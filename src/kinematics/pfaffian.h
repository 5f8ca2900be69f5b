/* The constraints as a Pfaffian system: the vector fields that satisfy them, their brackets,
 * Hadamard's combinations C, and the integrable part of the system [AppellHadamard1899, notes I
 * and II; M-HAD-C, M-HAD-LIE]. The space is that of the coordinates, or of coordinates and time
 * if a constraint depends on time; then the motion itself (dt = 1) is the last field. Nothing is
 * read from the kinetic energy. */
#ifndef VV_KINEMATICS_PFAFFIAN_H
#define VV_KINEMATICS_PFAFFIAN_H

#include "kinematics/coordinate_partition.h"

typedef struct vv_pfaffian {
    int dim;              /* dimension of the space */
    bool time;            /* its last variable is t */
    vv_expr *x;           /* (dim) */
    int p;                /* number of constraints */
    bool finite;          /* all are derivatives of holonomic constraints: closed, no brackets
                           * needed */
    vv_expr *form;        /* their coefficients, the rows of the system (p*dim) */
    int m;                /* fields annihilated by the constraints: dim - p */
    int *along;           /* the variable that only this field moves (m) */
    vv_expr *field;       /* components (m*dim) */
    int npairs;           /* m (m - 1)/2, in the order (0,1), (0,2), (1,2), (0,3), ... */
    vv_expr *bracket;     /* [E_i, E_j], i < j (npairs*dim) */
    vv_expr *defect;      /* d form (E_i, E_j) = -form [E_i, E_j] (p*npairs) */
    int ncombinations;    /* Hadamard's C: combinations of the forms that annihilate the brackets */
    vv_expr *combination; /* (ncombinations*dim) */
    int nrest;            /* remaining constraints: equivalent to all, together with the C */
    vv_expr *rest;        /* (nrest*dim) */
    int *rest_row;        /* index of the row, or -1 for a combination of several (nrest) */
} vv_pfaffian;

/* For a system whose constraints are linear in the velocities (speeds_ok). VV_E_BEYOND if no
 * point was found at which the rows can be evaluated, or if there are too many brackets. */
vv_status vv_pfaffian_build(vv_ctx *c, const vv_system *s, vv_pfaffian *out);
/* A form as a constraint on velocities: sum a q' + a_t. */
vv_expr vv_pfaffian_velocity_form(vv_ctx *c, const vv_system *s, const vv_pfaffian *k,
                                  const vv_expr *form);

/* Combinations of these n forms that annihilate the brackets of m fields: their number, or -1 if
 * the rank could not be determined. Repeated application, with the fields extended by their
 * brackets, ends with the integrable forms. (n*dim) */
int vv_pfaffian_derived_system(vv_ctx *c, const vv_system *s, const vv_pfaffian *k, int n,
                               const vv_expr *form, int m, const vv_expr *field, vv_expr *out);

enum { VV_PFAFFIAN_FLAG_MAX = 32 };
typedef struct vv_pfaffian_flag {
    int steps; /* ranks found: of the fields themselves, then after each step */
    int rank[VV_PFAFFIAN_FLAG_MAX];
    bool complete;  /* the flag is complete: another step adds nothing */
    int nfields;    /* final basis */
    vv_expr *field; /* (nfields*dim) */
} vv_pfaffian_flag;
/* Brackets of the fields with those added in the previous step (their ranks are the growth
 * vector), or, if derived, of all with all (the derived flag). Incomplete if the brackets grow
 * too large. */
vv_status vv_pfaffian_flag_build(vv_ctx *c, const vv_system *s, const vv_pfaffian *k, bool derived,
                                 vv_pfaffian_flag *out);

/* A function that is constant along every motion the constraints allow. */
typedef struct vv_pfaffian_integral {
    vv_expr value;
    vv_expr factor; /* of the stated constraint, a multiple of which is its differential; or
                     * poison */
    vv_proof proof; /* proof that it is constant */
} vv_pfaffian_integral;
/* Independent integrals in closed form, each proved; a complete flag has dim - nfields of them,
 * and *n were found. */
vv_status vv_pfaffian_integrals(vv_ctx *c, const vv_system *s, const vv_pfaffian *k,
                                const vv_pfaffian_flag *flag, const vv_prove_options *o, int *n,
                                vv_pfaffian_integral *out);

#endif
