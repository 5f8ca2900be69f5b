/* The integrals that are known by theorems: of energy, and of cyclic coordinates.
 *
 * With T = T2 + T1 + T0 by degree in q', along every motion
 *     d/dt (T2 - T0) = sum Q q' - dT/dt|explicit
 * where the constraints are homogeneous in the velocities; when the right-hand side is dU/dt or a
 * function of t alone it can be integrated [Appell1896, nos. 445, 448; M-VISVIVA, M-PAINLEVE]. */
#ifndef VV_ANALYSIS_ENERGY_H
#define VV_ANALYSIS_ENERGY_H

#include "analysis/topic.h"

typedef struct vv_energy_integral {
    vv_expr H;   /* T2 - T0 - U, U with the force function of forces stated otherwise; in speeds */
    bool moving; /* T1 or T0: Painlevé's integral, else vis viva                                 */
    const char *fails; /* the hypothesis of the theorem that does not hold, or NULL */
} vv_energy_integral;
vv_energy_integral vv_energy_integral_of(vv_ctx *c, const vv_system *s);

/* The momentum of a coordinate that T and U do not contain and no force acts on, in speeds; poison
 * for others, and for those that have none. */
vv_expr vv_cyclic_momentum(vv_ctx *c, const vv_system *s, int i);

#endif
