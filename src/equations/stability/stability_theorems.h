/* Is a position of equilibrium stable? By the theorems that hold of it, in this order:
 *
 * - Lejeune-Dirichlet: constraints finite, and T2 - T0 - U (the energy, of the relative motion
 * where axes turn) is kept: stable where U + T0 has a strict maximum, shown by its second variation
 * -K or, where that vanishes in one direction, by the first that does not [Appell1896, no. 449;
 * M-LEJEUNE]. Coordinates on which no force depends are left out: stable with respect to the others
 * [remark I].
 * - the same where ignorable coordinates are coupled to the others by gyroscopic terms, with their
 *   momenta kept [Routh1877].
 * - the same with dissipation; where it is complete the motion returns, and where K has a negative
 *   square it leaves, whatever gyroscopic terms there are [KelvinTait1867; Chetaev1961].
 * - the roots of det(M λ^2 + G λ + K) by Hurwitz's determinants in the form of Liénard and Chipart
 *   [Hurwitz1895; LienardChipart1914]: all to the left, or one to the right [Lyapunov1892]. Where
 * the terms are gyroscopic the equation is one in λ^2, whose roots must be negative and distinct;
 * that decides the linear motions only. */
#ifndef VV_EQUATIONS_STABILITY_STABILITY_THEOREMS_H
#define VV_EQUATIONS_STABILITY_STABILITY_THEOREMS_H

#include "equations/equations.h"
#include "equations/stability/linearized_equations.h"
#include "kinematics/system.h"

/* What becomes of T2 - T0 - U, U with the force function of all forces that have one. */
typedef enum vv_energy_conservation {
    VV_ENERGY_UNKNOWN,
    VV_ENERGY_CONSERVED,
    VV_ENERGY_DISSIPATED
} vv_energy_conservation;
vv_energy_conservation vv_energy_conservation_of(vv_ctx *c, const vv_system *s, const vv_facts *f);

enum { VV_STABILITY_MAX_CONDITIONS = 16 };
typedef struct vv_stability {
    vv_verdict verdict; /* stable, unstable or not decided                                  */
    bool asymptotic;    /* moreover the motion returns to the position                      */
    bool maximum;       /* by the maximum of U + T0: shown, or what the conditions say      */
    bool one_way;       /* the contrary of a condition does not say that the motion leaves   */
    bool linear_only;   /* the linear motions stay near: of the motion it decides nothing   */
    bool regular;       /* T2 is definite at the position                                   */
    bool turned;        /* but for turns about an axis of the world, which nothing holds    */
    bool border;        /* a condition is met with equality                                 */
    bool general;       /* not stable, for general values of the parameters                 */
    const vv_expr
        *drift;  /* not stable: a uniform motion along this leaves, by coordinates; or NULL */
    int uniform; /* not stable: 1 + a coordinate that moves uniformly for ever; or 0 */
    bool grows;  /* VV_STABILITY_SECULAR_GROWTH: it is not stable in all coordinates together; or it
                    is in  those alone on which no force depends, and the verdict not decided  */
    int nindifferent; /* directions on which no force depends, not counted in the verdict */
    int *indifferent; /* which of the speeds                                              */
    const char *why;  /* one sentence                                                     */
    int nconditions;  /* not decided: all positive, it is as `why` says; one negative: not stable */
    vv_expr condition[VV_STABILITY_MAX_CONDITIONS];
} vv_stability;

#define VV_STABILITY_SECULAR_GROWTH                                                                \
    "the equations are linear, and by a root 0 a motion grows with the time"

/* An expression at the position, at rest. */
typedef vv_expr vv_position_evaluator(vv_ctx *c, vv_expr e, const void *data);

vv_status vv_stability_decide(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                              const vv_facts *facts, const vv_linearized *m,
                              vv_position_evaluator *at, const void *data, vv_stability *out);

#endif
