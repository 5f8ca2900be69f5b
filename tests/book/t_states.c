/* Accelerations of every model by every method that applies, against tests/reference/states: those
 * were computed by a second reading of the language with 60 digits from d'Alembert's principle,
 * which shares neither code nor method with the engine (tests/reference/README.md says how far it
 * is trusted). Here derivation, tape and interpreter are tested together. */
#include <dirent.h>

#include "balls.h"
#include "equations/mass_matrix.h"
#include "model_tapes.h"

/* Double precision and a solve of modest condition; the states are random, none is singular. */
static const double TOLERANCE = 1e-10;

/* Numbers of one part of a state into an array by the names of coordinates. */
static void fill(const motion *s, const json *part, double *at) {
    for (const json *v = part->first; v; v = v->next)
        at[motion_coordinate(s, v->name)] = json_number(v);
}

/* A free frame: its Euler parameters are given, and the speeds instead of their rates. */
static void fill_orientation(motion *s, const json *state, double *in) {
    const vv_system *y = &s->m->system;
    vv_equations eq;
    const char *why;
    double at[MOTION_MOST] = {0}, out[MOTION_MOST];
    for (const json *v = json_get(state, "orientation")->first; v; v = v->next)
        for (int i = 0; i < 4; i++) {
            char name[64];
            snprintf(name, sizeof name, "%s.e%d", v->name, i);
            at[motion_coordinate(s, name)] = json_number(json_at(v, i));
        }
    for (const json *v = json_get(state, "speeds")->first; v; v = v->next)
        at[y->nq + motion_place(s, y->n, y->w, v->name)] = json_number(v);
    vv_formalism_run(s->c, vv_formalism_find("appell"), y, &eq, &why);
    vv_tape *t = vv_rhs_tape(s->c, &eq, &s->m->model, &s->fixed, &why);
    if (!t) json_error("no tape of a free frame");
    vv_tape_run(t, at, out, motion_scratch(s, t));
    memcpy(in, at, (size_t)y->nq * sizeof *in);
    memcpy(in + y->nq, out, (size_t)y->nq * sizeof *in);
}

static double compare(const motion *s, const json *part, int n, const vv_expr *symbol,
                      const double *got) {
    double worst = 0, size = 1;
    for (const json *v = part->first; v; v = v->next) size = fmax(size, fabs(json_number(v)));
    for (const json *v = part->first; v; v = v->next) {
        int i = motion_place(s, n, symbol, v->name);
        if (i < 0) continue;
        double d = fabs(got[i] - json_number(v)) / size;
        worst = worse(worst, d);
    }
    return worst;
}

/* The rates of the system's speeds at (q, q', q'', t): d/dt of their definition. */
static void speed_rates(motion *s, const double *state, const double *qdd, double *out) {
    const vv_system *y = &s->m->system;
    int nq = y->nq;
    vv_expr in[MOTION_MOST], rate[MOTION_MOST];
    double at[MOTION_MOST];
    vv_total_derivative(s->c, y->maps.coordinate_rates.n, y->maps.coordinate_rates.from,
                        y->maps.coordinate_rates.to, y->n, y->speed, rate);
    for (int a = 0; a < nq; a++) in[a] = y->q[a], in[nq + a] = y->qd[a], in[2 * nq + a] = y->qdd[a];
    in[3 * nq] = s->m->model.t;
    memcpy(at, state, 2 * (size_t)nq * sizeof *at);
    memcpy(at + 2 * nq, qdd, (size_t)nq * sizeof *at);
    at[3 * nq] = state[2 * nq];
    vv_tape_plan plan = {3 * nq + 1, in, s->fixed.n, s->fixed.symbol, s->fixed.value, y->n, rate};
    vv_tape *t = vv_tape_build(s->c, &plan, NULL);
    if (!t) json_error("no tape of the rates of speeds");
    vv_tape_run(t, at, out, motion_scratch(s, t));
}

/* Largest error of q'', of the rates of the speeds, and of q' and w' as an integrator has them. */
static double error_at(motion *s, const json *state) {
    double in[MOTION_MOST] = {0}, out[MOTION_MOST], w[MOTION_MOST] = {0}, wd[MOTION_MOST];
    int nq = s->eq.nq, n = s->eq.n;
    const json *rates = json_get(state, "speed_rates"),
               *accelerations = json_get(state, "accelerations");
    bool oriented = json_find(state, "orientation") != NULL;
    if (oriented)
        fill_orientation(s, state, in);
    else {
        fill(s, json_get(state, "coordinates"), in);
        fill(s, json_get(state, "rates"), in + nq);
    }
    in[2 * nq] = json_number(json_get(state, "t"));
    vv_tape_run(s->acceleration, in, out, s->acceleration_scratch);
    double worst = oriented ? 0 : compare(s, accelerations, nq, s->eq.q, out);
    if (s->m->system.speeds_ok) {
        speed_rates(s, in, out, wd);
        worst = worse(worst, compare(s, rates, s->m->system.n, s->m->system.w, wd));
    }
    memcpy(w, in, (size_t)nq * sizeof *w);
    motion_speeds(s, in, w + nq);
    w[nq + n] = in[2 * nq];
    vv_tape_run(s->tape, w, out, s->scratch);
    if (!oriented) worst = worse(worst, compare(s, json_get(state, "rates"), nq, s->eq.q, out));
    if (!oriented) worst = worse(worst, compare(s, accelerations, n, s->eq.w, out + nq));
    return worse(worst, compare(s, rates, n, s->eq.w, out + nq));
}

/* A double as the exact number that it is. */
static vv_expr exactly(vv_ctx *c, double x) {
    int e;
    int64_t m = (int64_t)ldexp(frexp(x, &e), 53);
    return vv_mul(c, vv_int(c, m), vv_pow_int(c, vv_int(c, 2), e - 53));
}

/* The error of q'' by the same equations in balls of 128 bits and more. */
static double exact_error(motion *s, const json *state) {
    vv_ctx *c = s->c;
    const vv_equations *eq = &s->eq;
    double in[MOTION_MOST] = {0}, mid[MOTION_MOST];
    int nq = eq->nq, n = 0;
    vv_expr solved[MOTION_MOST], out[MOTION_MOST], from[2 * MOTION_MOST], to[2 * MOTION_MOST];
    fill(s, json_get(state, "coordinates"), in);
    fill(s, json_get(state, "rates"), in + nq);
    vv_equations_solve(c, eq, solved);
    vv_subst(c, eq->n, eq->wd, solved, nq, eq->rate_rate, out);
    vv_subst(c, eq->n, eq->w, eq->speed, nq, out, out);
    for (int a = 0; a < nq; a++) {
        from[n] = eq->q[a], to[n++] = exactly(c, in[a]);
        from[n] = eq->qd[a], to[n++] = exactly(c, in[nq + a]);
    }
    from[n] = s->m->model.t, to[n++] = exactly(c, json_number(json_get(state, "t")));
    for (int i = 0; i < s->fixed.n; i++)
        from[n] = s->fixed.symbol[i], to[n++] = exactly(c, s->fixed.value[i]);
    vv_subst(c, n, from, to, nq, out, out);
    ball_values v = {.mid = mid};
    vv_proof p;
    bool known = vv_refute(c, NULL, nq, out, 1, 0, ball_take, &v, &p);
    if (!known || !(v.radius < TOLERANCE / 100)) return (double)NAN;
    return compare(s, json_get(state, "accelerations"), nq, eq->q, mid);
}

/* Above the tolerance in doubles, the equations are looked at without rounding. */
static double error_of(motion *s, const json *state) {
    double first = error_at(s, state);
    if (first < TOLERANCE || json_find(state, "orientation")) return first;
    double exact = exact_error(s, state);
    diag("error %.1e in doubles, %.1e in balls", first, exact);
    return exact;
}

/* Largest error over the states of a file; NaN when there are no tapes. */
static double worst_error(motion *s, const json *states, int *count) {
    double worst = 0;
    const char *why = NULL;
    for (const json *state = states->first; state; state = state->next, ++*count) {
        for (const json *p = json_get(state, "parameters")->first; p; p = p->next)
            if (!vv_parameter_values_set(s->c, &s->m->model, &s->fixed, p->name, json_number(p)))
                diag("parameter %s is structural", p->name);
        if (!motion_tapes(s, &why)) {
            diag("%s", why ? why : "no tape");
            return (double)NAN;
        }
        worst = worse(worst, error_of(s, state));
    }
    return worst;
}

static void one(const char *name) {
    char path[512], model[512];
    snprintf(path, sizeof path, "tests/reference/states/%s", name);
    json *file = json_read(path), *states = json_get(file, "states");
    snprintf(model, sizeof model, "models/%s", json_get(file, "model")->text);
    int methods = 0;
    for (int k = 0; k < vv_formalism_count(); k++) {
        int count = 0;
        const char *why = NULL;
        motion s = motion_load(model, 0, NULL);
        if (motion_equations(&s, vv_formalism_at(k), &why)) {
            double worst = worst_error(&s, states, &count);
            ok(worst < TOLERANCE && count, "%s by %s at %d states, error %.1e", model, s.method,
               count, worst);
            methods++;
        } else if (!vv_ctx_ok(s.c)) {
            ok(false, "%s by %s: %s", model, s.method, why ? why : "failed");
        }
        vv_ctx_free(s.c);
    }
    if (!methods) diag("%s: no method applies yet", model);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void) {
    char *name[256];
    size_t n = 0;
    DIR *folder = opendir("tests/reference/states");
    if (!folder) json_error("tests/reference/states");
    for (struct dirent *e; (e = readdir(folder)) && n < 256;)
        if (strstr(e->d_name, ".json")) name[n++] = json_copy(e->d_name);
    closedir(folder);
    qsort(name, n, sizeof *name, by_name);
    for (size_t i = 0; i < n; i++) one(name[i]);
    ok(n >= 40, "%zu models were tried", n);
    return done_testing();
}
