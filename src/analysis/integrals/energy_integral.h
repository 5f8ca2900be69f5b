/* First integrals known by theorem: energy, and the momenta of cyclic coordinates.
 *
 * With T = T2 + T1 + T0 by degree in q', along every motion
 *     d/dt (T2 - T0) = sum Q q' - dT/dt|explicit
 * if the constraints are homogeneous in the velocities. If the right-hand side is dU/dt or a
 * function of t alone, it can be integrated [Appell1896, nos. 445, 448; M-VISVIVA, M-PAINLEVE]. */
#ifndef VV_ANALYSIS_INTEGRALS_ENERGY_INTEGRAL_H
#define VV_ANALYSIS_INTEGRALS_ENERGY_INTEGRAL_H

#include "analysis/analysis.h"

typedef struct vv_energy_integral {
    vv_expr H; /* T2 - T0 - U in the speeds; U includes the force function of all other forces that
                  have one */
    bool moving;       /* T1 or T0 is present: Painlevé's integral, otherwise vis viva */
    const char *fails; /* the hypothesis of the theorem that fails, or NULL */
} vv_energy_integral;
vv_energy_integral vv_energy_integral_of(vv_ctx *c, const vv_system *s);

/* The momentum, in the speeds, of a coordinate that is absent from T and U and has no force
 * acting on it; poison otherwise. */
vv_expr vv_cyclic_momentum(vv_ctx *c, const vv_system *s, int i);

#endif
