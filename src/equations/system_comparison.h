/* Two mechanisms in the coordinates that they share by name: do they have the same energies, and do
 * the shared coordinates obey the same equations? T and U alone do not decide it: the equations of
 * a nonholonomic system contain more [Appell, Traité II, no. 469].
 *
 * All is written in symbols of the first: a symbol of the second is replaced by that of the same
 * name and kind; parameters whose stated values differ, by their values. The rates u of `freedom`
 * shared coordinates are the speeds of both. */
#ifndef VV_EQUATIONS_SYSTEM_COMPARISON_H
#define VV_EQUATIONS_SYSTEM_COMPARISON_H

#include "equations/equation_record.h"
#include "kinematics/kinematics.h"

typedef struct vv_paired_system {
    vv_expr T, U, S; /* in shared coordinates, u, u'; S without terms free of u' */
    vv_expr power;   /* rate of U, what depends on the time alone left out */
    vv_expr *rate;   /* of each shared coordinate, in u */
    vv_expr *form;   /* equations as linear forms in u' and 1; n of them  (n * (freedom + 1)) */
    int n;
    int nonly; /* coordinates that the other has not */
    vv_expr *only;
} vv_paired_system;

typedef struct vv_system_comparison {
    vv_paired_system side[2];
    int nshared;
    vv_expr *shared;             /* coordinates (nshared) */
    int freedom;                 /* of both */
    vv_expr *speed, *speed_rate; /* u, u' (freedom) */
    vv_facts facts;              /* what both assume, and their finite constraints */
    int ndiffering;      /* parameters of both with other values in the second, which are put in */
    int *differing;      /* (ndiffering) */
    const char *refusal; /* why the equations are not compared, one sentence; or NULL */
    const char *other;   /* if they are not alike already by that sentence; or NULL */
} vv_system_comparison;

/* eq: equations of each in its own speeds, NULL: there are none. */
vv_status vv_system_comparison_make(vv_ctx *c, const vv_system *const s[2],
                                    const vv_equations *const eq[2], vv_system_comparison *out);
/* Does equation i of one side follow from those of the other? */
vv_status vv_system_comparison_follows(vv_ctx *c, const vv_system_comparison *p, int side, int i,
                                       const vv_prove_options *o, vv_proof *out);

#endif
