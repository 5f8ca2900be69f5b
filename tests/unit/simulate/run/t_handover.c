/* The state that a stepper hands over to another: nothing is lost, whether the speeds, the
 * formulation, the integrator or the parameter values change. */
#include "model_tapes.h"
#include "run_model.h"
#include "simulate/run/simulation.h"

/* An edge on a slope, whose sets of speeds become singular in turn. */
static const char EDGE[] = "parameter c = 0\ncoordinate x, y, φ\n"
                           "kinetic energy (x'^2 + y'^2)/2 + φ'^2/4\n"
                           "constraint x'*sin(φ) - y'*cos(φ) = 0\nforce function 0.3*x\n"
                           "work c*δ(φ)\nwhen x = 100 then c = 1\nclaim integral φ'\n"
                           "start φ = 0.1, x' = 0.4, φ' = 1\nrun 30\n";

typedef struct followed {
    vv_simulation r;
    vv_run_options o;
    vv_buffer account;
} followed;

static void step(vv_simulation *r) {
    bool last = false;
    vv_step_fault fault = vv_step_expand(&r->stepper, r->until - r->stepper.t);
    if (vv_simulation_step(r, vv_simulation_adapt(r, fault), &last) != VV_OK || last)
        json_error(vv_diag_text(r->c, false));
}

/* Until both sets of speeds have been in use. */
static followed *follow(void) {
    followed *k = calloc(1, sizeof *k);
    vv_ctx *c = vv_ctx_new(NULL);
    vv_command_mechanism *m;
    if (!k || vv_command_load(c, "test.vv", EDGE, strlen(EDGE), 0, NULL, &m) != VV_OK)
        json_error(vv_diag_text(c, false));
    k->account = VV_BUFFER(c);
    k->r = (vv_simulation){.c = c, .s = &m->system, .source = EDGE, .o = &k->o};
    k->r.account = &k->account;
    if (vv_simulation_prepare(&k->r) != VV_OK || vv_simulation_initialize(&k->r) != VV_OK)
        json_error(vv_diag_text(c, false));
    while (k->r.speed_sets.changes < 2) step(&k->r);
    return k;
}

static void leave(followed *k) {
    vv_ctx *c = k->r.c;
    vv_simulation_close(&k->r);
    vv_ctx_free(c);
    free(k);
}

/* Gives every value a distinct mark, so that none is right by chance. Returns the stepper as
 * marked. */
static vv_stepper mark(vv_stepper *s) {
    double t = s->t;
    s->t_low = t * 0x1p-60;
    s->stats.steps = 101, s->stats.switches = 102, s->stats.tiny = 103, s->singularity.count = 104,
    s->singularity.first_row = 105;
    s->stats.last = 1.5, s->stats.least = 1.25, s->stats.most = 1.75, s->stats.tiny_time = t / 2,
    s->singularity.first_time = t / 4;
    s->stats.worst_position = 1e-7, s->stats.worst_velocity = 1e-6;
    for (int i = 0; i < s->n; i++) s->x_low[i] = (i + 1) * 0x1p-40, s->error_scale[i] = 10 + i;
    return *s;
}

#define SAME(field) ok(s->field == was->field, "%s: " #field, how)

static void has_past(const vv_stepper *was, const vv_stepper *s, const char *how) {
    SAME(t);
    SAME(t_low);
    SAME(stats.steps);
    SAME(stats.last);
    SAME(stats.least);
    SAME(stats.most);
    SAME(stats.switches);
    SAME(stats.tiny);
    SAME(stats.tiny_time);
    SAME(singularity.count);
    SAME(singularity.first_time);
    SAME(singularity.first_row);
    SAME(stats.worst_position);
    SAME(stats.worst_velocity);
}

static bool same(const double *a, const double *b, int n) {
    return !memcmp(a, b, (size_t)n * sizeof *a);
}

/* Events: how often and when, and the state of the last zero. */
static vv_event mark_event(vv_events *e) {
    vv_event *v = e->event;
    e->begun = e->after_impact = true, e->rapid_impacts = 2, e->rest = 0.75, e->longest = 0.8;
    e->size[0] = 2.5, e->size[1] = 3.5;
    v->count = 5, v->first = 0.1, v->last = 0.2, v->since = 0.3, v->noise = 0.4, v->rate = 0.5;
    v->came = -1, v->side = 1, v->impacted = true, v->resting = true;
    return *v;
}

static void has_events(const vv_event *was, const vv_events *e, const char *how) {
    const vv_event *s = e->event;
    ok(e->begun && e->after_impact && e->rapid_impacts == 2, "%s: events", how);
    ok(e->rest == 0.75 && e->longest == 0.8, "%s: times between impacts", how);
    ok(e->size[0] == 2.5 && e->size[1] == 3.5, "%s: sizes of conditions", how);
    SAME(count);
    SAME(first);
    SAME(last);
    SAME(since);
    SAME(noise);
    SAME(rate);
    SAME(came);
    SAME(side);
    SAME(impacted);
    SAME(resting);
}

/* Coordinates, and the speed common to both sets: to the last digit of both parts, and with the
 * same measure as before. */
static void test_speeds(void) {
    const char *how = "other speeds";
    followed *k = follow();
    vv_simulation *r = &k->r;
    vv_speed_set *from = r->speed_sets.now,
                 *to = r->speed_sets.first == from ? from->next : r->speed_sets.first;
    vv_event event = mark_event(&r->events);
    vv_stepper was = mark(&r->stepper), *s = &r->stepper;
    int nq = r->dynamics.nq, stays = 0;
    if (to) to->events.begun = false;
    ok(to && vv_simulation_switch_speed_set(r, to, NULL) && r->speed_sets.now == to, "%s", how);
    has_past(&was, s, how);
    has_events(&event, &r->events, how);
    ok(same(s->x, was.x, nq), "%s: coordinates", how);
    ok(same(s->x_low, was.x_low, nq), "%s: their low parts", how);
    ok(same(s->error_scale, was.error_scale, nq), "%s: their sizes", how);
    for (int i = nq; i < s->n; i++)
        for (int j = nq; j < s->n; j++) {
            if (to->taken[i - nq] != from->taken[j - nq]) continue;
            ok(s->x[i] == was.x[j] && s->x_low[i] == was.x_low[j] &&
                   s->error_scale[i] == was.error_scale[j],
               "%s: one that stays is as it was", how);
            stays++;
        }
    is_int(stays, 1, "%s: φ' stays", how);
    leave(k);
}

static void test_form(const char *method) {
    followed *k = follow();
    vv_simulation *r = &k->r;
    const char *how = method ? "multipliers by another method" : "multipliers";
    double state[6];
    if (method) ok(vv_simulation_switch_to_stiff(r), "stiff");
    vv_event event = mark_event(&r->events);
    vv_stepper was = mark(&r->stepper);
    vv_simulation_positions_and_rates(r, state);
    ok(vv_simulation_switch_to_multipliers(r, state) && r->dynamics.multipliers, "%s", how);
    has_past(&was, &r->stepper, how);
    has_events(&event, &r->events, how);
    ok(same(r->stepper.x, state, 6), "%s: coordinates and rates", how);
    if (method)
        ok(same(r->stepper.error_scale, was.error_scale, 3), "%s: sizes of coordinates", how);
    leave(k);
}

static void test_method(void) {
    const char *how = "another method";
    followed *k = follow();
    vv_simulation *r = &k->r;
    vv_event event = mark_event(&r->events);
    r->stepper.singularity.rank = 2;
    vv_stepper was = mark(&r->stepper), *s = &r->stepper;
    ok(vv_simulation_switch_to_stiff(r) && s->integrator != was.integrator, "%s", how);
    has_past(&was, s, how);
    has_events(&event, &r->events, how);
    ok(same(s->x, was.x, s->n), "%s: the state", how);
    ok(same(s->x_low, was.x_low, s->n), "%s: its low parts", how);
    is_int(s->singularity.rank, 2, "%s: rank", how);
    leave(k);
}

static void fill(double *x, int n, double from) {
    for (int i = 0; i < n; i++) x[i] = from + i;
}

/* Numbers that do not occur in this motion. */
static void mark_audit(vv_audit *a) {
    a->begun = a->shocked = a->path_begun = true;
    a->shocks = (vv_compensated_sum){11, 0x1p-60};
    a->h0 = 12, a->U0 = 13, a->size = 14, a->imbalance = 15, a->position = 16, a->velocity = 17;
    fill(a->residual, a->nfinite + a->nrows, 18);
    for (int i = 0; i < a->npowers; i++) a->work[i] = (vv_compensated_sum){19 + i, 0x1p-61};
    fill(a->integral0, a->nintegrals, 20);
    fill(a->drift, a->nintegrals, 21);
    fill(a->integral_size, a->nintegrals, 22);
    fill(a->gone, a->nintegrals + VV_AUDIT_KINDS, 23);
    fill(a->expected, a->nq, 24);
    fill(a->path, a->nq, 25);
    fill(a->path_most, a->nq, 26);
    fill(a->path_size, a->nq, 27);
    fill(a->before, 1 + a->nintegrals + a->nfinite + a->nrows, 28);
}

#define FILLED(array, n, from)                                                                     \
    do {                                                                                           \
        bool filled = (n) > 0;                                                                     \
        for (int i = 0; i < (n); i++) filled &= s->array[i] == (from) + i;                         \
        ok(filled, "%s: " #array, how);                                                            \
    } while (0)

static void has_audit(const vv_audit *was, const vv_audit *s, const char *how) {
    SAME(begun);
    SAME(shocked);
    SAME(path_begun);
    SAME(shocks.high);
    SAME(shocks.low);
    SAME(h0);
    SAME(U0);
    SAME(size);
    SAME(imbalance);
    SAME(position);
    SAME(velocity);
    FILLED(residual, s->nfinite + s->nrows, 18);
    ok(s->npowers > 0 && s->work[0].high == 19 && s->work[0].low == 0x1p-61, "%s: work", how);
    FILLED(integral0, s->nintegrals, 20);
    FILLED(drift, s->nintegrals, 21);
    FILLED(integral_size, s->nintegrals, 22);
    FILLED(gone, s->nintegrals + VV_AUDIT_KINDS, 23);
    FILLED(expected, s->nq, 24);
    FILLED(path, s->nq, 25);
    FILLED(path_most, s->nq, 26);
    FILLED(path_size, s->nq, 27);
    FILLED(before, 1 + s->nintegrals + s->nfinite + s->nrows, 28);
}

static void test_values(void) {
    const char *how = "other values";
    followed *k = follow();
    vv_simulation *r = &k->r;
    vv_parameter_values values = r->dynamics.fixed;
    double c = 0.5, rates[6];
    values.value = &c;
    mark_audit(&r->audit);
    vv_audit audit = r->audit;
    vv_event event = mark_event(&r->events);
    vv_stepper was = mark(&r->stepper);
    for (int i = 0; i < was.n; i++) was.x_low[i] = was.x[i] * 0x1p-60;
    vv_simulation_positions_and_rates(r, rates);
    is_int(values.n, 1, "one parameter");
    ok(vv_simulation_change_parameters(r, &values, rates) && r->dynamics.fixed.value[0] == 0.5,
       "%s", how);
    has_past(&was, &r->stepper, how);
    has_events(&event, &r->events, how);
    has_audit(&audit, &r->audit, how);
    ok(same(r->stepper.x, was.x, 3), "%s: coordinates", how);
    ok(same(r->stepper.x_low, was.x_low, 3), "%s: their low parts", how);
    leave(k);
}

/* Ten singular configurations of a linkage are reported, although a parameter is reset to its
 * value half-way. */
static void test_told(void) {
    static const char twice[] = "parameter k = 1\nwhen t = 5 then k = 1\n";
    vv_ctx *c = vv_ctx_new(NULL);
    const char *windows = json_file("models/reference/fourbar_windows.vv");
    result r = run_model(vv_format(c, "%s%s", windows, twice), (vv_run_options){.every = 10});
    ok(strstr(r.account, "singular configurations: 10 crossed, the first near t = 0.71") != NULL,
       "singular configurations from the beginning are reported");
    vv_ctx_free(r.c);
    vv_ctx_free(c);
}

int main(void) {
    test_speeds();
    test_form(NULL);
    test_form("radau");
    test_method();
    test_values();
    test_told();
    return done_testing();
}
