/* Motions in lanes take the same steps as each alone, bit for bit; a member that ends or fails
 * does not disturb the others. */
#include "simulate/ensemble/taylor_batch.h"

#include "formalism/formalism.h"
#include "model_tapes.h"
#include "platform/cpu.h"

enum { STEPS = 160, MOST_STATE = 64 };
static const double TOLERANCE = 1e-15;

static bool ready(motion *s, const char *path, int nset, const vv_setting *set, vv_dynamics *flow) {
    const char *why;
    *s = motion_load(path, nset, set);
    return motion_equations(s, vv_formalism_default(&s->m->system), &why) &&
           vv_dynamics_build(s->c, &s->m->system, &s->eq, 20, flow) == VV_OK;
}

/* Each member has its own state. */
static void begin(vv_stepper *t, int l) {
    for (int i = 0; i < t->n; i++) t->x[i] = 0.4 + 0.07 * i + 0.03 * l * (1 + i % 3);
}

static bool differ(double a, double b) { return a != b && !(isnan(a) && isnan(b)); }

static int differences(const vv_stepper *a, const vv_stepper *b) {
    int n =
        a->t != b->t || differ(a->h, b->h) || a->steps != b->steps || a->shortest != b->shortest;
    for (int i = 0; i < a->n; i++)
        n += differ(a->x[i], b->x[i]) || differ(a->x_low[i], b->x_low[i]) ||
             differ(a->size[i], b->size[i]);
    for (int i = 0; i < a->f->n; i++) n += differ(a->floor[i], b->floor[i]);
    return n;
}

static void same_steps(const char *path, int nset, const vv_setting *set) {
    motion s;
    vv_dynamics flow;
    vv_taylor_batch b;
    vv_step_fault fault[VV_TAYLOR_BATCH_MAX_LANES];
    bool alive[VV_TAYLOR_BATCH_MAX_LANES];
    int bad = 0, good = 0;
    if (!ok(ready(&s, path, nset, set, &flow) &&
                vv_taylor_batch_new(&flow, TOLERANCE, VV_TAYLOR_BATCH_MAX_LANES, &b),
            "%s has a batch", path))
        return;
    is_int(b.lanes, vv_dynamics_supports_lanes(&flow) ? vv_cpu_lanes() : 1,
           "%s: lanes of the processor", path);
    for (int l = 0; l < b.lanes; l++) begin(&b.member[l], l), alive[l] = true;
    for (int k = 0; k < STEPS; k++) {
        if (b.lanes > 1 && k == STEPS / 2) alive[1] = false, b.member[1].x[0] = (double)NAN;
        vv_taylor_batch_expand(&b, alive, fault);
        for (int l = 0; l < b.lanes; l++)
            if (alive[l] && (alive[l] = fault[l] == VV_STEP_OK))
                vv_taylor_advance(&b.member[l], b.member[l].h);
    }
    for (int l = 0; l < b.lanes; l++) {
        vv_stepper t;
        if (l == 1) continue; /* it was stopped */
        vv_taylor_new(&flow, TOLERANCE, &t);
        begin(&t, l);
        for (int k = 0; k < STEPS && vv_taylor_expand(&t) == VV_STEP_OK; k++)
            vv_taylor_advance(&t, t.h);
        bad += differences(&t, &b.member[l]);
        good += t.steps == STEPS;
    }
    ok(!bad && good, "%s: %d steps of each member are those it takes alone", path, STEPS);
    vv_ctx_free(s.c);
}

/* Unbounded steps, zero steps, or numbers too large or small for fast logarithms, next to
 * ordinary ones. */
static void extreme_steps(double size) {
    motion s;
    vv_dynamics flow;
    vv_taylor_batch b;
    vv_step_fault fault[VV_TAYLOR_BATCH_MAX_LANES];
    bool alive[VV_TAYLOR_BATCH_MAX_LANES];
    int bad = 0;
    if (!ok(ready(&s, "models/double_pendulum.vv", 0, NULL, &flow) &&
                vv_taylor_batch_new(&flow, TOLERANCE, VV_TAYLOR_BATCH_MAX_LANES, &b),
            "a batch with states of size %g", size))
        return;
    for (int l = 0; l < b.lanes; l++) {
        begin(&b.member[l], l), alive[l] = true;
        for (int i = 0; l == 2 && i < b.member[l].n; i++) b.member[l].x[i] = size * (double)(i + 1);
    }
    vv_taylor_batch_expand(&b, alive, fault);
    for (int l = 0; l < b.lanes; l++) {
        vv_stepper t;
        vv_taylor_new(&flow, TOLERANCE, &t);
        memcpy(t.x, b.member[l].x, (size_t)t.n * sizeof *t.x);
        bad += vv_taylor_expand(&t) != fault[l];
        bad += differences(&t, &b.member[l]);
    }
    ok(!bad, "states of size %g have the steps they have alone", size);
    vv_ctx_free(s.c);
}

/* A failed motion leaves nothing in its lane that affects the next one. */
static void lane_again(const char *path) {
    motion s;
    vv_dynamics flow;
    vv_taylor_batch b;
    vv_step_fault fault[VV_TAYLOR_BATCH_MAX_LANES];
    bool alive[VV_TAYLOR_BATCH_MAX_LANES];
    if (!ok(ready(&s, path, 0, NULL, &flow) &&
                vv_taylor_batch_new(&flow, TOLERANCE, VV_TAYLOR_BATCH_MAX_LANES, &b),
            "%s: a batch with a motion that fails", path))
        return;
    for (int l = 0; l < b.lanes; l++) begin(&b.member[l], l), alive[l] = true;
    for (int k = 0; k < 4; k++) {
        if (k == 1) b.member[0].x[0] = (double)NAN;
        if (k == 2) begin(&b.member[0], 0);
        vv_taylor_batch_expand(&b, alive, fault);
        is_int(fault[0] == VV_STEP_OK, k != 1, "expansion %d", k);
    }
    is_int(b.member[0].whole, b.lanes > 1, "the next one goes with the others");
    vv_ctx_free(s.c);
}

int main(void) {
    /* one mass so large that the energy would give the other an unrepresentable speed */
    const vv_setting heavy[] = {{"m1", "1000000"}, {"m2", "1/1000000"}},
                     hoop[] = {{"A", "0.08"}, {"C", "0.16"}, {"a", "0.4"}, {"g", "9.81"}},
                     links[] = {{"n", "14"}}; /* more than 64 products of series */
    extreme_steps(0);
    extreme_steps(1e-308);
    extreme_steps(1e-200);
    extreme_steps(1e8);
    extreme_steps((double)NAN);
    same_steps("models/double_pendulum.vv", 0, NULL);
    same_steps("models/double_pendulum.vv", 2, heavy);
    same_steps("models/book/hoop.vv", 4, hoop);
    same_steps("models/pendulum_cartesian.vv", 0, NULL);
    same_steps("models/chain.vv", 0, NULL);
    same_steps("models/chain.vv", 1, links);
    lane_again("models/double_pendulum.vv");
    lane_again("models/chain.vv");
    return done_testing();
}
