/* Conditioning of the speeds against closed forms; independence of units. */
#include "simulate/formulation/speed_conditioning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/mechanism.h"
#include "simulate/formulation/formulation.h"
#include "simulate/run/simulation.h"
#include "tap.h"

typedef struct case_of {
    vv_ctx *c;
    const vv_system *s;
    vv_dynamics flow;
    vv_equations eq;
    vv_speed_candidate choice[16];
    int all, taken[8], rows[8];
    vv_speed_conditioning p;
} case_of;

/* The flow of a model in its initial speeds, ready to be assessed. */
static bool load(case_of *k, const char *text) {
    vv_command_mechanism *m;
    const char *why;
    *k = (case_of){.c = vv_ctx_new(NULL)};
    if (vv_command_load(k->c, "test.vv", text, strlen(text), 0, NULL, &m) != VV_OK) return false;
    k->s = vv_formulation_with_redundant_rows(k->c, &m->system);
    if (!k->s || vv_formulation_minimal(k->c, k->s, &k->eq, &why) != VV_OK ||
        vv_dynamics_build(k->c, k->s, &k->eq, 8, &k->flow) != VV_OK)
        return false;
    k->all = vv_speed_candidates(k->c, k->s, NULL, k->choice);
    for (int i = 0; i < k->eq.n; i++)
        for (int j = 0; j < k->all; j++)
            if (vv_same(k->choice[j].symbol, k->eq.w[i])) k->taken[i] = j;
    for (int i = 0; i < k->s->rank; i++) k->rows[i] = i;
    return vv_speed_conditioning_new(&k->flow, k->all, k->taken, k->rows, &k->p) &&
           vv_speed_conditioning_build_masses(&k->p, k->s, k->choice);
}

static int number_of(const case_of *k, const char *name) {
    for (int i = 0; i < k->all; i++) {
        const vv_symbol *s = vv_symbol_get(k->c, k->choice[i].symbol);
        if (!strcmp(s->name, name)) return i;
    }
    return -1;
}

/* An edge of mass 2 and inertia 3: at energy 1/2 along it, x' = cos φ/√2. */
#define EDGE                                                                                       \
    "parameter m = 2, I = 3\ncoordinate x, y, φ\n"                                                \
    "kinetic energy m/2*(x'^2 + y'^2) + I/2*φ'^2\nconstraint x'*sin(φ) - y'*cos(φ) = 0\n"

static void test_edge(void) {
    case_of k;
    if (!ok(load(&k, EDGE), "an edge")) return;
    int x = number_of(&k, "x"), y = number_of(&k, "y"), phi = number_of(&k, "φ");
    double worst = 0, q[] = {5, 7, 0.4}, place[3 * VV_SPEED_CONDITIONING_SAMPLES], size[3];
    for (q[2] = -1.4; q[2] < 1.5; q[2] += 0.2) {
        double c = cos(q[2]), s = sin(q[2]), want[3][3];
        memset(want, 0, sizeof want);
        want[x][x] = c * c / 2, want[y][y] = s * s / 2, want[phi][phi] = 1.0 / 3;
        want[x][y] = want[y][x] = c * s / 2;
        if (!vv_speed_conditioning_evaluate(&k.p, q, 0)) worst = (double)INFINITY;
        for (int i = 0; i < 9; i++) worst = fmax(worst, fabs(k.p.P[i] - want[i / 3][i % 3]));
    }
    ok(worst < 1e-15, "what its velocities can be (%.1e)", worst);
    q[2] = 0.4;
    vv_speed_conditioning_sample_positions(&k.p, q, 0, place);
    vv_speed_conditioning_typical_sizes(&k.p, place, 0, size);
    vv_speed_conditioning_typical_determinant(&k.p, place, 0);
    ok(size[x] > 0.05 && size[x] < 0.45 && size[y] > 0.05 && size[y] < 0.45,
       "its heading is anything: neither x' nor y' is usually small (%.2g, %.2g)", size[x],
       size[y]);
    is_int(k.p.nmatters, 1, "only the heading matters");
    for (q[2] = 0.1; q[2] < 1.57; q[2] += 0.2) {
        vv_speed_conditioning_evaluate(&k.p, q, 0);
        double c2 = cos(q[2]) * cos(q[2]), loss = fmax(size[x], c2 / 2) / (c2 / 2);
        worst = fmax(worst, fabs(vv_speed_conditioning_loss(&k.p, size, k.taken) / loss - 1));
    }
    ok(worst < 1e-13, "the loss grows as 1/cos^2 (%.1e)", worst);
    int taken[2];
    q[2] = 1.5;
    ok(vv_speed_conditioning_evaluate(&k.p, q, 0) &&
           vv_speed_conditioning_choose_speeds(&k.p, size, NULL, taken) && taken[0] == y &&
           taken[1] == phi,
       "near a right angle y' is better");
    q[2] = 0.3;
    ok(vv_speed_conditioning_evaluate(&k.p, q, 0) &&
           vv_speed_conditioning_choose_speeds(&k.p, size, NULL, taken) && taken[0] == x,
       "along x it is x'");
    ok(fabs(vv_speed_conditioning_determinant(&k.p, q, 0)) > 0.5, "the determinant there");
    q[2] = M_PI / 2;
    ok(fabs(vv_speed_conditioning_determinant(&k.p, q, 0)) < 1e-15, "and where it vanishes");
    vv_ctx_free(k.c);
}

/* The same with metres for kilometres, or with a massless wheel: the same assessment. */
static void test_units(void) {
    static const char *const text[] = {"parameter m = 2, I = 3, J = 1, a = 1\n",
                                       "parameter m = 2, I = 3e6, J = 1e6, a = 1e3\n",
                                       "parameter m = 2e-9, I = 3e-9, J = 1e-9, a = 1\n"};
    double loss[3];
    for (int i = 0; i < 3; i++) {
        case_of k;
        char model[512];
        snprintf(model, sizeof model,
                 "%scoordinate x, y, φ, θ\nkinetic energy m/2*(x'^2 + y'^2) + I/2*φ'^2 + J/2*θ'^2\n"
                 "constraint x' - a*θ'*cos(φ) = 0\nconstraint y' - a*θ'*sin(φ) = 0\n"
                 "speed u = x', w = φ'\n",
                 text[i]);
        double q[] = {0, 0, 1.3, 0}, place[4 * VV_SPEED_CONDITIONING_SAMPLES], size[8];
        loss[i] = (double)NAN;
        if (load(&k, model) && vv_speed_conditioning_evaluate(&k.p, q, 0)) {
            vv_speed_conditioning_sample_positions(&k.p, q, 0, place);
            vv_speed_conditioning_typical_sizes(&k.p, place, 0, size);
            vv_speed_conditioning_evaluate(&k.p, q, 0);
            loss[i] = vv_speed_conditioning_loss(&k.p, size, k.taken);
        }
        vv_ctx_free(k.c);
    }
    ok(loss[0] > 2 && fabs(loss[1] / loss[0] - 1) < 1e-12 && fabs(loss[2] / loss[0] - 1) < 1e-12,
       "no unit matters: %.15g, %.15g, %.15g", loss[0], loss[1], loss[2]);
}

/* Of three constraints two are independent, and the first two are not where sin φ = 0. */
static void test_relations(void) {
    case_of k;
    if (!ok(load(&k, "coordinate x, y, φ, θ\nkinetic energy (x'^2 + y'^2 + φ'^2 + θ'^2)/2\n"
                     "constraint x'*cos(φ) + y'*sin(φ) = θ'\nconstraint x' = θ'*cos(φ)\n"
                     "constraint y' = θ'*sin(φ)\nspeed u = θ', w = φ'\n"),
            "three relations"))
        return;
    is_int(k.s->nrows, 3, "all are there");
    is_int(k.s->rank, 2, "two are independent");
    double q[] = {0, 0, 1.2, 0}, size[] = {1, 1, 1, 1, 1, 1};
    int rows[] = {0, 1};
    vv_speed_conditioning_evaluate(&k.p, q, 0);
    double own = vv_speed_conditioning_rate_rows(&k.p, size, false, rows);
    ok(own > 0.5 && vv_speed_conditioning_rate_rows(&k.p, size, true, rows) >= own &&
           rows[0] + rows[1] == 1,
       "far from there those in use stay (%.2g)", own);
    q[2] = 1e-3;
    vv_speed_conditioning_evaluate(&k.p, q, 0);
    own = vv_speed_conditioning_rate_rows(&k.p, size, false, rows);
    double best = vv_speed_conditioning_rate_rows(&k.p, size, true, rows);
    ok(own > 1e-4 && own < 1e-2 && best > 0.5 && (rows[0] == 2 || rows[1] == 2),
       "near it the third binds (%.2g, %.2g)", own, best);
    vv_ctx_free(k.c);
}

/* What has no tape is not requested at each step. */
static void test_beyond(void) {
    case_of k;
    vv_speed_conditioning p;
    if (!ok(load(&k, EDGE) && vv_speed_conditioning_new(&k.flow, k.all, k.taken, k.rows, &p),
            "an edge again"))
        return;
    vv_ctx_fail(k.c, VV_E_BEYOND);
    ok(!vv_speed_conditioning_build_masses(&p, k.s, k.choice), "its masses cannot be built");
    vv_ctx_clear_failure(k.c);
    long before = vv_ctx_allocations(k.c);
    ok(!vv_speed_conditioning_build_masses(&p, k.s, k.choice) && vv_ctx_allocations(k.c) == before,
       "which is remembered");
    vv_ctx_free(k.c);
}

/* The set left behind has its own flow: a new one must not touch the one in use. */
static void test_exchange(void) {
    vv_simulation *r = calloc(1, sizeof *r);
    vv_speed_set one = {0}, other = {0};
    if (!ok(r != NULL, "room")) return;
    r->speed_sets.now = &one;
    r->stepper.f = r->stepper.rhs.f = &r->dynamics, r->events.f = &r->dynamics;
    vv_simulation_swap_speed_set(r, &other);
    ok(r->speed_sets.now == &other && r->stepper.f == &r->dynamics &&
           r->stepper.rhs.f == &r->dynamics && r->events.f == &r->dynamics,
       "the set that comes into force has the flow in force");
    ok(one.stepper.f == &one.dynamics && one.stepper.rhs.f == &one.dynamics &&
           one.events.f == &one.dynamics,
       "the one that was left has its own");
    free(r);
}

/* A run in which the speeds change twice, with the k-th allocation refused; returns their
 * number. */
static vv_status refused(long k, long *allocations) {
    static const char text[] = EDGE "start x' = 1, φ' = 1\nrun 4\n";
    vv_run_options o = {.every = 1};
    vv_ctx *c = vv_ctx_new(&(vv_limits){.refuse_at = k});
    vv_command_mechanism *m;
    const char *table;
    if (!c) return VV_E_NOMEM;
    vv_status status = vv_command_load(c, "test.vv", text, strlen(text), 0, NULL, &m);
    if (status == VV_OK) status = vv_command_run(c, m, &o, &table);
    *allocations = vv_ctx_allocations(c);
    vv_ctx_free(c);
    return status;
}

static void test_refusal(void) {
    long total = 0, tried = 0, wrong = 0, ignored;
    is_int(refused(0, &total), VV_OK, "speeds change");
    for (long k = 1; k <= total; k += 1 + total / effort(300), tried++)
        wrong += refused(k, &ignored) != VV_E_NOMEM;
    is_int(wrong, 0, "each of %ld refusals among %ld allocations is reported", tried, total);
}

int main(void) {
    test_edge();
    test_units();
    test_relations();
    test_beyond();
    test_exchange();
    test_refusal();
    return done_testing();
}
