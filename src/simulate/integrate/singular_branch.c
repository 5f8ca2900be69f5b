/* What a singular configuration leaves of the motion. Where branches of the constraints cross, as
 * when all bars of a parallelogram are collinear, the velocity says on which branch the motion
 * goes on: the gradient of the dependent combination vanishes there as the time left, tau. Where
 * branches touch (x^2 = y^4) or turn back (y^2 = x^3), velocities do not tell them apart, and the
 * gradient vanishes faster: as tau^2 and tau^1.5. The motion is not determined beyond. */
#include <math.h>

#include "simulate/integrate/integrate_tolerances.h"
#include "simulate/integrate/stepper.h"

void vv_approach_note(vv_approach *a, double t, double strength) {
    double last = a->n ? a->strength[a->n - 1] : VV_TANGENT_WEAK;
    if (strength > VV_TANGENT_WEAK || (a->n && t < a->time[a->n - 1])) a->n = 0;
    if (a->n && strength > 2 * last) a->n = 0; /* it has passed */
    if (!(strength < last / 2) || a->n == VV_APPROACH_MOST) return;
    a->time[a->n] = t, a->strength[a->n++] = strength;
}

bool vv_approach_is_tangent(const vv_approach *a, double t) {
    enum { FEWEST = 3 };
    int last = a->n - 1; /* of those so far away that t is near enough to when it vanishes */
    while (last >= 0 && !(a->strength[last] > VV_TANGENT_NEAR)) last--;
    if (last + 1 < FEWEST || !(a->time[last] < t)) return false;
    double power =
        log(a->strength[0] / a->strength[last]) / log((t - a->time[0]) / (t - a->time[last]));
    return power > VV_TANGENT_POWER;
}

void vv_step_note_tangent(vv_stepper *s, double t, int row) {
    s->singularity.tangent = true;
    s->singularity.tangent_time = t, s->singularity.tangent_row = row;
}
