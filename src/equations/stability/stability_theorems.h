/* Stability of an equilibrium, by the applicable theorems, in this order:
 *
 * - Lagrange-Dirichlet: if the constraints are holonomic and T2 - T0 - U (the energy; in rotating
 *   axes, that of the relative motion) is conserved, the equilibrium is stable where U + T0 has a
 *   strict maximum, shown by its second variation -K or, if that vanishes in one direction, by the
 *   first variation that does not [Appell1896, no. 449; M-LEJEUNE]. Coordinates on which no force
 *   depends are omitted: stability is with respect to the others [remark I].
 * - The same for ignorable coordinates coupled to the others by gyroscopic terms, with their
 *   momenta conserved [Routh1877].
 * - The same with dissipation: if it is complete the equilibrium is asymptotically stable, and if K
 *   has a negative eigenvalue it is unstable, whatever the gyroscopic terms [KelvinTait1867;
 *   Chetaev1961].
 * - The roots of det(M λ^2 + G λ + K) by Hurwitz determinants in the form of Liénard and Chipart
 *   [Hurwitz1895; LienardChipart1914]: all in the left half-plane, or one in the right
 *   [Lyapunov1892]. With purely gyroscopic terms the polynomial is one in λ^2, whose roots must
 *   be negative and distinct; that decides the linear motions only. */
#ifndef VV_EQUATIONS_STABILITY_STABILITY_THEOREMS_H
#define VV_EQUATIONS_STABILITY_STABILITY_THEOREMS_H

#include "equations/equations.h"
#include "equations/stability/linearized_equations.h"
#include "kinematics/kinematics.h"

/* What becomes of T2 - T0 - U, where U includes the force function of every force that has one. */
typedef enum vv_energy_conservation {
    VV_ENERGY_UNKNOWN,
    VV_ENERGY_CONSERVED,
    VV_ENERGY_DISSIPATED
} vv_energy_conservation;
vv_energy_conservation vv_energy_conservation_of(vv_ctx *c, const vv_system *s, const vv_facts *f);

enum { VV_STABILITY_MAX_CONDITIONS = 16 };
typedef struct vv_stability {
    vv_verdict verdict; /* stable, unstable or undecided */
    bool asymptotic;    /* moreover the motion returns to the equilibrium */
    bool maximum;       /* by a maximum of U + T0, proved or subject to the conditions */
    bool one_way;       /* violating a condition does not imply instability */
    bool linear_only;   /* linear motions are bounded: undecided for the nonlinear system */
    bool regular;       /* T2 is definite at the equilibrium */
    bool negative;      /* T2 has negative squares at the stated values, for which no verdict is */
    bool turned;        /* up to rotations about a fixed axis, which no force opposes */
    bool border;        /* a condition holds with equality */
    bool general;       /* unstable for generic parameter values */
    bool by_values;     /* decided at the stated parameter values, not in general */
    const vv_expr *
        drift; /* unstable: a uniform motion along this direction leaves, in coordinates; or NULL */
    int uniform; /* unstable: 1 + index of a coordinate that drifts uniformly; or 0 */
    bool grows;  /* VV_STABILITY_SECULAR_GROWTH: unstable in all coordinates together; or only in
                    those on which no force depends, with the verdict undecided */
    const bool *covered; /* proved in these coordinates only (nq); NULL: in all that move */
    int nindifferent;    /* directions on which no force depends, excluded from the verdict */
    int *indifferent;    /* their indices among the speeds */
    const char *why;     /* one sentence */
    bool reduced;        /* conditions lack factors that earlier ones make positive */
    int nconditions;     /* undecided: if all are positive, as `why` says; if one is negative,
                            unstable (reduced: and none is zero) */
    vv_expr condition[VV_STABILITY_MAX_CONDITIONS];
    struct vv_proof_record *argument; /* decided: the premises of the theorem, for certificates; or
                                         NULL */
} vv_stability;

#define VV_STABILITY_SECULAR_GROWTH                                                                \
    "the equations are linear, and a motion along a zero eigenvalue grows in time"

/* Evaluates an expression at the equilibrium, at rest. */
typedef vv_expr vv_position_evaluator(vv_ctx *c, vv_expr e, const void *data);

vv_status vv_stability_decide(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                              const vv_facts *facts, const vv_linearized *m,
                              vv_position_evaluator *at, const void *data, vv_stability *out);

/* For certificates: that the speeds may stay in the ratio `by` (n), at whatever rate, from the
 * position with coordinates `place` (nq), since no force acts. NULL unless proofs are recorded. */
struct vv_proof_record *vv_drift_argument(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                          const vv_facts *f, const vv_expr *by,
                                          const vv_expr *place);

#endif
