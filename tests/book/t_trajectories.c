/* Motions from a start to a published end, by every method that applies: text, derivation, tape
 * and interpreter as one, against numbers from outside (tests/reference/trajectories.json names
 * the source of each). The integrator is of this test only: extrapolation of the midpoint rule
 * [Gragg1965; BulirschStoer1966], fixed steps, error far below the tolerances. */
#include "model_tapes.h"

enum { COLUMNS = 8, STEPS_PER_SECOND = 40 };

typedef struct flow {
    motion *s;
    int n; /* q, then w */
} flow;

static void slope(flow *f, double t, const double *y, double *dy) {
    double in[MOTION_MOST], out[MOTION_MOST];
    memcpy(in, y, (size_t)f->n * sizeof *in);
    in[f->n] = t;
    vv_tape_run(f->s->tape, in, out, f->s->scratch);
    memcpy(dy, out, (size_t)f->n * sizeof *dy);
}

/* Modified midpoint rule over H in n substeps. */
static void midpoint(flow *f, double t, double H, int n, const double *y, double *out) {
    double a[MOTION_MOST], b[MOTION_MOST], d[MOTION_MOST], h = H / n;
    slope(f, t, y, d);
    for (int i = 0; i < f->n; i++) a[i] = y[i], b[i] = y[i] + h * d[i];
    for (int k = 1; k < n; k++) {
        slope(f, t + k * h, b, d);
        for (int i = 0; i < f->n; i++) {
            double next = a[i] + 2 * h * d[i];
            a[i] = b[i], b[i] = next;
        }
    }
    slope(f, t + H, b, d);
    for (int i = 0; i < f->n; i++) out[i] = (a[i] + b[i] + h * d[i]) / 2;
}

/* One step: the error of the midpoint rule is a series in h^2, extrapolated to 0. */
static void step(flow *f, double t, double H, double *y) {
    static double table[COLUMNS][MOTION_MOST];
    for (int k = 0; k < COLUMNS; k++) {
        midpoint(f, t, H, 2 * (k + 1), y, table[k]);
        for (int j = k - 1; j >= 0; j--) {
            double ratio = (double)(k + 1) / (j + 1), weight = 1 / (ratio * ratio - 1);
            for (int i = 0; i < f->n; i++)
                table[j][i] = table[j + 1][i] + (table[j + 1][i] - table[j][i]) * weight;
        }
    }
    memcpy(y, table[0], (size_t)f->n * sizeof *y);
}

static void integrate(motion *s, double time, double *y) {
    flow f = {s, s->eq.nq + s->eq.n};
    int steps = (int)ceil(time * STEPS_PER_SECOND);
    for (int k = 0; k < steps; k++) step(&f, time * k / steps, time / steps, y);
}

/* ---- a case --------------------------------------------------------------------------------- */

/* q and q' at the start: rates as they stand, or by the speeds of Appell's record. */
static void start(motion *s, const json *test, double *state) {
    const vv_system *y = &s->m->system;
    const json *rates = json_find(test, "rates"), *speeds = json_find(test, "speeds");
    for (const json *v = json_get(test, "coordinates")->first; v; v = v->next)
        state[motion_coordinate(s, v->name)] = json_number(v);
    for (const json *v = rates ? rates->first : NULL; v; v = v->next)
        state[y->nq + motion_coordinate(s, v->name)] = json_number(v);
    if (!speeds) return;
    double in[MOTION_MOST] = {0};
    vv_equations eq;
    const char *why;
    memcpy(in, state, (size_t)y->nq * sizeof *in);
    for (const json *v = speeds->first; v; v = v->next) {
        int i = motion_place(s, y->n, y->w, v->name);
        if (i < 0) json_error(v->name);
        in[y->nq + i] = json_number(v);
    }
    vv_formalism_run(s->c, vv_formalism_find("appell"), y, &eq, &why);
    vv_tape *t = vv_rhs_tape(s->c, &eq, &s->m->model, &s->fixed, &why);
    double out[MOTION_MOST];
    if (!t) json_error("no tape of the speeds");
    vv_tape_run(t, in, out, motion_scratch(s, t));
    memcpy(state + y->nq, out, (size_t)y->nq * sizeof *state);
}

/* Value of "θ", "θ'" or a speed, from q and q' at the end. */
static double value_of(motion *s, const char *name, const double *state) {
    const vv_system *y = &s->m->system;
    char plain[64];
    size_t n = strlen(name);
    bool rate = n && name[n - 1] == '\'';
    snprintf(plain, sizeof plain, "%.*s", (int)(n - rate), name);
    int a = motion_place(s, y->nq, y->q, plain);
    if (a >= 0) return state[a + (rate ? y->nq : 0)];
    int i = motion_place(s, y->n, y->w, plain);
    if (i < 0 || rate) json_error(name);
    vv_expr in[MOTION_MOST];
    for (a = 0; a < y->nq; a++) in[a] = y->q[a], in[y->nq + a] = y->qd[a];
    in[2 * y->nq] = s->m->model.t;
    vv_tape_plan plan = {2 * y->nq + 1,  in, s->fixed.n,  s->fixed.symbol,
                         s->fixed.value, 1,  &y->speed[i]};
    vv_tape *t = vv_tape_build(s->c, &plan, NULL);
    double out = (double)NAN;
    if (t) vv_tape_run(t, state, &out, motion_scratch(s, t));
    return out;
}

static double compare(motion *s, const json *values, const double *state) {
    double worst = 0;
    for (const json *v = values->first; v; v = v->next) {
        double want = json_number(v);
        worst = worse(worst, fabs(value_of(s, v->name, state) - want) / fmax(1, fabs(want)));
    }
    return worst;
}

/* Accelerations at the start, where the reference has them: of speeds this method uses. */
static double start_error(motion *s, const json *test, const double *y) {
    double in[MOTION_MOST], out[MOTION_MOST], worst = 0;
    const json *rates = json_find(test, "start_rates");
    memcpy(in, y, (size_t)(s->eq.nq + s->eq.n) * sizeof *in);
    in[s->eq.nq + s->eq.n] = 0;
    vv_tape_run(s->tape, in, out, s->scratch);
    for (const json *v = rates ? rates->first : NULL; v; v = v->next) {
        char plain[64];
        snprintf(plain, sizeof plain, "%.*s", (int)strcspn(v->name, "'"), v->name);
        int i = motion_place(s, s->eq.n, s->eq.w, plain);
        if (i >= 0) worst = worse(worst, fabs(out[s->eq.nq + i] - json_number(v)));
    }
    return worst;
}

static double multiplier_error(motion *s, const json *test, const double *end) {
    const json *want = json_find(test, "multiplier_at_end");
    if (!want || !s->eq.nmultipliers || s->eq.lambda_text) return 0; /* reactions are others */
    double out[MOTION_MOST], in[MOTION_MOST];
    memcpy(in, end, 2 * (size_t)s->eq.nq * sizeof *in);
    in[2 * s->eq.nq] = json_number(json_get(test, "time"));
    vv_tape_run(s->acceleration, in, out, s->acceleration_scratch);
    return fabs(out[s->eq.nq] - json_number(want));
}

static int runs;

static void run_case(const json *test, const vv_formalism *method) {
    char model[512];
    snprintf(model, sizeof model, "models/%s", json_get(test, "model")->text);
    motion s = motion_load(model, 0, NULL);
    for (const json *p = json_get(test, "parameters")->first; p; p = p->next)
        motion_set(&s, p->name, json_number(p));
    const char *why = NULL;
    if (motion_derive(&s, method, &why)) {
        double state[MOTION_MOST] = {0}, y[MOTION_MOST] = {0},
               tolerance = json_number(json_get(test, "tolerance"));
        int nq = s.eq.nq;
        start(&s, test, state);
        memcpy(y, state, (size_t)nq * sizeof *y);
        motion_speeds(&s, state, y + nq);
        double first = start_error(&s, test, y);
        integrate(&s, json_number(json_get(test, "time")), y);
        memcpy(state, y, (size_t)nq * sizeof *state);
        y[nq + s.eq.n] = json_number(json_get(test, "time"));
        motion_rates(&s, y, state + nq);
        double last =
            worse(compare(&s, json_get(test, "final"), state), multiplier_error(&s, test, state));
        ok(first < 1e-12 && last < tolerance, "%s by %s, t = %s: error %.1e",
           json_get(test, "name")->text, method->name, json_get(test, "time")->text, last);
        if (!(first < 1e-12)) diag("accelerations at the start are off by %.1e", first);
        runs++;
    } else if (vv_ctx_ok(s.c)) {
        diag("%s by %s: %s", json_get(test, "name")->text, method->name, why);
    } else {
        ok(false, "%s by %s: %s", json_get(test, "name")->text, method->name, why);
    }
    vv_ctx_free(s.c);
}

static bool is_listed(const json *list, const char *method) {
    for (const json *m = list ? list->first : NULL; m; m = m->next)
        if (!strcmp(m->text, method)) return true;
    return false;
}

/* The methods of the case, or all but its exceptions. */
static bool is_wanted(const json *test, const char *method) {
    const json *list = json_find(test, "methods");
    return list ? is_listed(list, method) : !is_listed(json_find(test, "except"), method);
}

int main(void) {
    json *file = json_read("tests/reference/trajectories.json");
    for (const json *test = json_get(file, "cases")->first; test; test = test->next)
        for (int k = 0; k < vv_formalism_count(); k++)
            if (is_wanted(test, vv_formalism_at(k)->name)) run_case(test, vv_formalism_at(k));
    ok(runs >= 28, "%d motions were run", runs);
    return done_testing();
}
