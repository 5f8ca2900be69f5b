/* Events of runs against the root finding of CVODE, which is independent: signs at the ends of
 * the library's own steps, then its secants, on the equations as tapes. The same zeros where
 * sign changes show them; also all of those between two steps, which signs do not show. */
#include "model_tapes.h"
#include "run_model.h"
#include "simulate/integrate/sundials.h"

#ifdef VV_SUNDIALS

#include <cvode/cvode.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

enum { MOST = 200 };

typedef struct meeting {
    int event; /* from 1 on */
    double time;
} meeting;

/* ---- by CVODE ------------------------------------------------------------------------------- */

typedef struct watched {
    motion *s;
    vv_tape *conditions; /* in: q, w, t */
    double *scratch, in[32], out[32];
} watched;

static int rates(double t, N_Vector y, N_Vector yd, void *data) {
    watched *k = data;
    int n = k->s->tape->nin - 1;
    memcpy(k->in, N_VGetArrayPointer(y), (size_t)n * sizeof *k->in);
    k->in[n] = t;
    vv_tape_run(k->s->tape, k->in, k->out, k->s->scratch);
    memcpy(N_VGetArrayPointer(yd), k->out, (size_t)n * sizeof *k->out);
    return 0;
}

static int conditions(double t, N_Vector y, double *out, void *data) {
    watched *k = data;
    int n = k->s->tape->nin - 1;
    memcpy(k->in, N_VGetArrayPointer(y), (size_t)n * sizeof *k->in);
    k->in[n] = t;
    vv_tape_run(k->conditions, k->in, out, k->scratch);
    return 0;
}

/* The event functions of the model, as tapes of the state. */
static void read_conditions(watched *k) {
    const vv_model *m = &k->s->m->model;
    const vv_equations *eq = &k->s->eq;
    int nin = eq->nq + eq->n + 1;
    vv_expr in[32], out[8];
    for (int i = 0; i < eq->nq; i++) in[i] = eq->q[i];
    for (int i = 0; i < eq->n; i++) in[eq->nq + i] = eq->w[i];
    in[nin - 1] = m->t;
    for (int i = 0; i < m->nwhens; i++) out[i] = m->when[i].value;
    vv_tape_plan plan = {nin,       in, k->s->fixed.n, k->s->fixed.symbol, k->s->fixed.value,
                         m->nwhens, out};
    k->conditions = vv_tape_build(k->s->c, &plan, NULL);
    k->scratch = motion_scratch(k->s, k->conditions);
}

static int by_library(const char *text, const double *start, double until, meeting *out) {
    motion s = {.c = vv_ctx_new(NULL)};
    const char *why = "";
    vv_sundials lib;
    double y[32], t = 0;
    int n = 0, found[8];
    vv_command_load(s.c, "test.vv", text, strlen(text), 0, NULL, &s.m);
    vv_parameter_values_from_model(s.c, &s.m->model, &s.fixed);
    if (!motion_derive(&s, vv_formalism_find("kane"), &why)) return -1;
    watched k = {.s = &s};
    int size = s.tape->nin - 1, events = s.m->model.nwhens;
    read_conditions(&k);
    memcpy(y, start, (size_t)size * sizeof *y);
    if (!vv_sundials_open(s.c, size, y, NULL, NULL, false, &lib)) return -1;
    void *mem = CVodeCreate(CV_ADAMS, lib.context);
    CVodeInit(mem, rates, 0, lib.y);
    CVodeSetUserData(mem, &k);
    CVodeSStolerances(mem, 1e-12, 1e-12);
    CVodeSetMaxNumSteps(mem, -1);
    lib.nonlinear = SUNNonlinSol_FixedPoint(lib.y, 0, lib.context);
    CVodeSetNonlinearSolver(mem, lib.nonlinear);
    CVodeRootInit(mem, events, conditions);
    while (n < MOST && CVode(mem, until, lib.y, &t, CV_NORMAL) == CV_ROOT_RETURN) {
        CVodeGetRootInfo(mem, found);
        for (int i = 0; i < events; i++)
            if (found[i]) out[n++] = (meeting){i + 1, t};
    }
    CVodeFree(&mem);
    vv_sundials_close(&lib);
    vv_ctx_free(s.c);
    return n;
}

/* ---- by runs -------------------------------------------------------------------------------- */

static int by_run(const char *text, const char *method, meeting *out) {
    result r = run_model(text, (vv_run_options){.method = method});
    int n = 0;
    for (const char *line = strchr(r.table, '\n'); line && line[1] && n < MOST;) {
        const char *next = strchr(line + 1, '\n'), *last = next;
        while (last > line && last[-1] != ',') last--;
        int event = atoi(last);
        if (event > 0) out[n++] = (meeting){event, strtod(line + 1, NULL)};
        line = next;
    }
    vv_ctx_free(r.c);
    return n;
}

/* ---- both ----------------------------------------------------------------------------------- */

#define PENDULUM                                                                                   \
    "parameter g = 9.81\ncoordinate α, β\nmass 1 at sin(α)*world.x - cos(α)*world.z\n"         \
    "mass 2 at sin(α)*world.x - cos(α)*world.z + sin(β)*world.x/2 - cos(β)*world.z/2\n"        \
    "gravity -g*world.z\nstart α = 1, β' = 2\nrun 8\nwhen α = 0 then record\n"                  \
    "when β' = 0 then record\nwhen α*β = 0.1 then record\nwhen sin(7*t) = α then record\n"

static void same_zeros(void) {
    static const double start[] = {1, 0, 0, 2};
    meeting theirs[MOST], ours[MOST];
    int n = by_library(PENDULUM, start, 8, theirs);
    for (int i = 0; i < 4; i++) {
        const char *method = vv_integrator_name(i);
        int m = by_run(PENDULUM, method, ours), different = 0;
        double worst = 0;
        for (int k = 0; k < n && k < m; k++) {
            different += ours[k].event != theirs[k].event;
            worst = fmax(worst, fabs(ours[k].time - theirs[k].time));
        }
        double within = strcmp(method, "ida") ? 1e-7 : 1e-5;
        ok(n > 40 && m == n && !different && worst < within,
           "%s: %d events, %d by the library; times differ by %.1e", method, m, n, worst);
    }
}

/* A motion for which CVODE takes ten steps, and an event function with 100 zeros in pairs. */
static void between_steps(void) {
    static const char *const text = "coordinate x\nkinetic energy x'^2/2\nstart x' = 1\nrun 10\n"
                                    "when sin(20*pi*x/2) = 0.999 then record\n";
    static const double start[] = {0, 1};
    meeting theirs[MOST + 1], ours[MOST + 1];
    int n = by_library(text, start, 10, theirs), m = by_run(text, NULL, ours);
    double first = asin(0.999) / (10 * 3.14159265358979323846), worst = 0;
    for (int k = 0; k < m; k++) {
        double want = k / 2 * 0.2 + (k % 2 ? 0.1 - first : first);
        worst = fmax(worst, fabs(ours[k].time - want));
    }
    ok(m == 100 && worst < 1e-12, "pairs of zeros within a step: %d of 100, to %.1e", m, worst);
    ok(n < m, "signs at the ends of steps show %d of them", n);
}

int main(void) {
    same_zeros();
    between_steps();
    return done_testing();
}

#else

int main(void) {
    ok(vv_sundials_missing() != NULL, "no SUNDIALS in this build");
    return done_testing();
}

#endif
