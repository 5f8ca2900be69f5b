#include "simulate/contact/slip_direction.h"
#include "simulate/contact/contact_tolerances.h"

#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "simulate/contact/minimax_force.h"

static void turn(double aim[2], double angle) {
    double x = aim[0], y = aim[1];
    aim[0] = x * cos(angle) - y * sin(angle);
    aim[1] = y * cos(angle) + x * sin(angle);
}

/* J: response of the deviations to a rotation of each direction. */
static bool measure(int n, double aim[][2], const double *from, vv_slip_direction_residual *off,
                    void *of, double *J) {
    double there[VV_MINIMAX_MAX_FORCES];
    bool still;
    for (int j = 0; j < n; j++) {
        double was[2] = {aim[j][0], aim[j][1]};
        turn(aim[j], VV_SLIP_PROBE_ANGLE);
        bool known = off(of, aim, there, &still);
        memcpy(aim[j], was, sizeof was);
        if (!known) return false;
        for (int i = 0; i < n; i++) J[i * n + j] = (there[i] - from[i]) / VV_SLIP_PROBE_ANGLE;
    }
    return true;
}

bool vv_slip_direction_solve(int n, double aim[][2], vv_slip_direction_residual *off, void *of) {
    enum { ROUNDS = 40, MOST = VV_MINIMAX_MAX_FORCES };
    double by[MOST], J[MOST * MOST], pivot[MOST], worst = 1;
    bool still;
    for (int round = 0; round < ROUNDS; round++) {
        if (!off(of, aim, by, &still)) return false;
        if (still) return true; /* they begin smoothly */
        worst = vv_norm_inf(n, by);
        if (worst <= VV_SLIP_FOUND) return true;
        if (!measure(n, aim, by, off, of, J) || !vv_lu_factor(n, J, pivot)) return false;
        vv_lu_solve(n, J, pivot, by);
        double most = vv_norm_inf(n, by);
        for (int i = 0; i < n; i++) turn(aim[i], -by[i] * fmin(1, VV_SLIP_MOST_TURN / most));
    }
    return worst <= VV_SLIP_GOOD && off(of, aim, by, &still);
}
