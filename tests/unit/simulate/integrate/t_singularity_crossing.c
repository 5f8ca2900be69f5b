/* Steps across singular configurations, and states off the constraint manifold whose error must
 * not grow. */
#include "model_tapes.h"
#include "platform/cpu.h"
#include "simulate/formulation/formulation.h"
#include "simulate/initial/initial.h"
#include "simulate/integrate/taylor.h"

typedef struct follower {
    motion m;
    vv_dynamics flow;
    vv_stepper stepper;
} follower;

static void follow(follower *k, const char *path, double tolerance) {
    const char *why = NULL;
    vv_buffer account;
    k->m = motion_load(path, 0, NULL);
    account = VV_BUFFER(k->m.c);
    const vv_system *s = vv_formulation_with_redundant_rows(k->m.c, &k->m.m->system);
    if (vv_formulation_constrained(k->m.c, s, &k->m.eq, &why) != VV_OK ||
        vv_dynamics_build(k->m.c, s, &k->m.eq, vv_taylor_order(tolerance, true, true), &k->flow) !=
            VV_OK ||
        !vv_taylor_new(&k->flow, tolerance, &k->stepper) ||
        vv_initial_state_find(&k->flow, 0, k->stepper.x, NULL, &account) != VV_OK)
        json_error(vv_diag_text(k->m.c, false));
}

static bool step(follower *k, double until) {
    vv_stepper *s = &k->stepper;
    if (!(until - s->t > 1e-14 * until) || vv_step_expand(s, until - s->t) != VV_STEP_OK)
        return false;
    if (s->h > until - s->t) s->h = until - s->t;
    return true;
}

/* Three uprights and two couplers that rotate, ten times through the configuration with all rods
 * aligned: the uprights move as one pendulum, T = 3/2 θ'^2 and U = -3.5 g cos θ, the couplers do
 * not rotate. */
static void windows(void) {
    follower k;
    double in[64], apart = 0, turn = 0, energy = 0, first = 0;
    follow(&k, "models/reference/fourbar_windows.vv", VV_TAYLOR_TOLERANCE_CONSTRAINED);
    while (step(&k, 10)) {
        for (int i = 0; i <= 8; i++) { /* and within the step across the singularity */
            vv_step_interpolate(&k.stepper, k.stepper.h * i / 8, in);
            const double *w = in + 5;
            apart = worse(apart, worse(fabs(in[0] - in[1]), fabs(in[1] - in[2])));
            turn = worse(turn, worse(fabs(w[0] - w[1]), worse(fabs(w[3]), fabs(w[4]))));
            double now = 3 * w[0] * w[0] / 2 + 3.5 * 9.81 * cos(in[0]);
            if (first == 0) first = now;
            if (i == 8) energy = worse(energy, fabs(now / first - 1));
        }
        vv_step_advance(&k.stepper, k.stepper.h);
    }
    is_int(k.stepper.singularity.count, 10, "singular configurations");
    ok(k.stepper.stats.steps < 160, "%ld steps", k.stepper.stats.steps);
    ok(k.stepper.stats.worst_position < 1e-13, "positions: %.1e", k.stepper.stats.worst_position);
    ok(k.stepper.stats.worst_velocity < 1e-13, "velocities: %.1e", k.stepper.stats.worst_velocity);
    ok(apart < 1e-12, "uprights stay parallel, also within steps: %.1e", apart);
    ok(turn < 1e-10, "and their velocities: %.1e", turn);
    ok(energy < 2e-12, "energy of the one pendulum, of one upright: %.1e", energy);
    vv_ctx_free(k.m.c);
}

/* A thousand crossings: angles of 3000, with a last digit of 5e-13, must not prevent steps from
 * crossing. */
static void long_way(void) {
    follower k;
    follow(&k, "models/reference/fourbar_windows.vv", VV_TAYLOR_TOLERANCE_CONSTRAINED);
    while (step(&k, 1000)) vv_step_advance(&k.stepper, k.stepper.h);
    ok(k.stepper.stats.least > 1e-4, "a thousand seconds: shortest step %.1e",
       k.stepper.stats.least);
    ok(k.stepper.stats.worst_velocity < 1e-11, "velocities: %.1e", k.stepper.stats.worst_velocity);
    vv_ctx_free(k.m.c);
}

/* Fast rotation in Euler parameters. A step with the matrix of a state off the constraint
 * manifold drifts further off: this must not accumulate. */
static void fast_ball(void) {
    follower k;
    follow(&k, "models/reference/ball_in_cylinder.vv", 1e-17);
    while (step(&k, 5)) vv_step_advance(&k.stepper, k.stepper.h);
    ok(k.stepper.t >= 5 - 1e-12, "a ball in a cylinder: %ld steps", k.stepper.stats.steps);
    ok(k.stepper.stats.worst_position < 1e-12, "positions: %.1e", k.stepper.stats.worst_position);
    ok(k.stepper.stats.worst_velocity < 1e-10, "velocities: %.1e", k.stepper.stats.worst_velocity);
    vv_ctx_free(k.m.c);
}

/* At low accuracy, the truncation error of a step moves the state so little that its matrix can
 * be used. */
static void loose(void) {
    follower k;
    double end[2] = {0}, off = 0;
    for (int i = 0; i < 2; i++) {
        double tolerance = i ? 1e-10 : VV_TAYLOR_TOLERANCE_CONSTRAINED;
        follow(&k, "bench/cartesian_double_pendulum.vv", tolerance);
        int before = k.flow.entries.code->later;
        while (step(&k, 1)) vv_step_advance(&k.stepper, k.stepper.h);
        int asked = before - k.flow.entries.code->later;
        if (i) is_int(asked, (int)k.stepper.stats.steps, "one matrix for each step");
        end[i] = k.stepper.x[2], off = k.stepper.stats.worst_position;
        vv_ctx_free(k.m.c);
    }
    ok(fabs(end[1] - end[0]) < 1e-10, "to the digits asked for: %.1e", fabs(end[1] - end[0]));
    ok(off < 1e-11, "and on the constraints: %.1e", off);
}

/* All orders by the programs of closed motions, and order by order by the plan they are made
 * from. */
static void by_orders(const char *path) {
    if (!vv_cpu_supports_lanes(1)) {
        skip("no machine code for this processor");
        return;
    }
    enum { MOST = 64, ORDERS = 40 };
    static double closed[MOST][ORDERS];
    follower k;
    double apart = 0;
    follow(&k, path, VV_TAYLOR_TOLERANCE_CONSTRAINED);
    vv_dynamics *f = &k.flow;
    int n = f->nq + 2 * f->n, steps = 0; /* multipliers of redundant constraints are arbitrary */
    while (steps < 3 && step(&k, 1)) vv_step_advance(&k.stepper, k.stepper.h), steps++;
    ok(steps == 3 && step(&k, 10) && f->matrix_state.inverted && n <= MOST, "%s: closed", path);
    for (int i = 0; i < n; i++)
        for (int p = 0; p < f->order; p++)
            closed[i][p] = vv_dynamics_coefficients(f, i)[p * f->taylor.stride];
    f->taylor.closed_work = NULL;
    f->matrix_state.inverted = f->matrix_state.constant_inverse = f->matrix_state.factored = false;
    ok(step(&k, 10) && !f->matrix_state.inverted, "and order by order");
    for (int i = 0; i < n; i++) {
        double h = k.stepper.h, power = 1, size = 0, most = 0;
        for (int p = 0; p < f->order; p++, power *= h) {
            double c = vv_dynamics_coefficients(f, i)[p * f->taylor.stride];
            size = worse(size, fabs(c) * power);
            most = worse(most, fabs(c - closed[i][p]) * power);
        }
        apart = worse(apart, most / (size + 1e-3));
    }
    ok(apart < 1e-11, "%s: the same coefficients: %.1e", path, apart);
    vv_ctx_free(k.m.c);
}

int main(void) {
    by_orders("models/bicycle.vv");
    by_orders("models/rolling/disc_in_sphere.vv");
    by_orders("models/reference/sarrus.vv");
    by_orders("models/reference/squeezing_mechanism.vv");
    by_orders("bench/cartesian_double_pendulum.vv");
    windows();
    loose();
    long_way();
    fast_ball();
    return done_testing();
}
