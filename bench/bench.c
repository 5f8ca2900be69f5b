/* One measurement, or accelerations at given states, as a line of JSON: called by bench/report.py.
 *
 *     bench time WHAT MODEL [--by METHOD] [--and METHOD] [--set NAME=VALUE] [--seconds S] [--once]
 *     bench states MODEL --by METHOD [--set NAME=VALUE] < lines
 *
 * WHAT:
 *     text    text to matrix and right-hand side       model    elaborated model to the same
 *     system  model to energies and constraints        method   these to matrix and rhs
 *     whole   model to T, U, M, F, constraints and S   agree    two methods, modular
 *     exact   the same with an exact certificate       print    one method as text
 *     build   equations to a tape                      run      the tape once
 *     proof   `visviva prove`, after loading           code     the tape to machine code
 *     study   `visviva study FILE TOPIC`, the topic given by --by
 *     machine the code once                            batch    the code on a batch, per state
 *     hand    hand-written C once                      jets     coefficients 0 .. 20 of the jets
 *     series  those of the motion                      step     one step of the Taylor integrator
 *     members one of several in lanes
 *
 * Every repetition starts from a fresh context; what precedes the measured part is not timed. */
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kinematics/body_kinematics.h"
#include "api/mechanism.h"
#include "equations/equivalence.h"
#include "evaluate/tape/interpret.h"
#include "evaluate/jit/jit.h"
#include "evaluate/equation_tapes.h"
#include "formalism/formalism.h"
#include "hand.h"
#include "simulate/ensemble/taylor_batch.h"
#include "platform/cpu.h"

enum {
    WARM_UP = 3,
    FEWEST = 5,
    MOST = 2000,
    RUNS_AT_ONCE = 1000,
    STEPS_AT_ONCE = 200,
    FIRST_STEPS = 1000,
    MOST_STATE = 1024
};

typedef struct work {
    /* from the command line */
    const char *what, *file, *by, *and;
    int nsettings;
    vv_setting setting[8];
    double seconds;
    bool once;
    char *text;
    size_t length;
    /* created anew for each repetition */
    vv_ctx *c;
    vv_command_mechanism m;
    vv_equations eq[2];
    vv_proof proof;
    bool asked;
    const char *printed;
    vv_tape *tape;
    vv_jit *machine;
    double *in, *out, *scratch;
    hand_written *hand;
    double *parameter;
    vv_dynamics flow;
    vv_stepper taylor;
    vv_taylor_batch batch;
} work;

static _Noreturn void stop(const work *w, const char *why) {
    fprintf(stderr, "bench: %s %s: %s\n", w->what, w->file, why ? why : "failed");
    if (w->c) fputs(vv_diag_text(w->c, false), stderr);
    exit(1);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- the stages, each from the one before --------------------------------------------------- */

static void parse(work *w) {
    if (vv_parse(w->c, w->file, w->text, w->length, &w->m.tree) != VV_OK) stop(w, "parse");
}

static void elaborate(work *w) {
    if (vv_model_build(w->c, &w->m.tree, w->nsettings, w->setting, &w->m.model) != VV_OK)
        stop(w, "elaborate");
}

static void kinematics(work *w) {
    if (vv_system_build(w->c, &w->m.model, &w->m.system) != VV_OK) stop(w, "kinematics");
}

static void method(work *w, int i) {
    const char *name = i ? w->and : w->by, *why = NULL;
    const vv_formalism *f = name ? vv_formalism_find(name) : vv_formalism_default(&w->m.system);
    if (!f || vv_formalism_run(w->c, f, &w->m.system, &w->eq[i], &why) != VV_OK) stop(w, why);
}

static void agreement(work *w, bool exact) {
    vv_prove_options o = {.exact_only = exact, .want_exact = exact};
    if (vv_equations_prove_equivalent(w->c, &w->m.system, &w->eq[0], &w->eq[1], &o, &w->proof) !=
        VV_OK)
        stop(w, "agree");
    w->asked = true;
}

static void tape(work *w) {
    vv_parameter_values f;
    const char *why = NULL;
    vv_parameter_values_from_model(w->c, &w->m.model, &f);
    for (int i = 0; i < w->m.model.nparameters; i++) /* a parameter without a value */
        if (!w->m.model.parameter[i].has_value)
            vv_parameter_values_set(w->c, &w->m.model, &f,
                                    vv_symbol_get(w->c, w->m.model.parameter[i].symbol)->name,
                                    0.5 + 0.1 * i);
    w->tape = vv_rhs_tape(w->c, &w->eq[0], &w->m.model, &f, &why);
    w->parameter = VV_ARRAY(w->c, double, f.n + 1);
    if (!w->tape || !w->parameter) stop(w, why);
    for (int i = 0; i < w->m.model.nparameters; i++)
        for (int k = 0; k < f.n; k++)
            if (vv_same(f.symbol[k], w->m.model.parameter[i].symbol)) w->parameter[i] = f.value[k];
}

static void fill(work *w, int lanes, int scratch) {
    const vv_tape *t = w->tape;
    w->in = VV_ARRAY(w->c, double, t->nin *lanes + 1);
    w->out = VV_ARRAY(w->c, double, t->nout *lanes + 1);
    w->scratch = VV_ARRAY(w->c, double, scratch + 1);
    if (!w->scratch) stop(w, "memory");
    for (int i = 0; i < t->nin * lanes; i++) w->in[i] = 0.3 + 0.05 * i / lanes;
}

static void code(work *w, int lanes) {
    w->machine = vv_jit_build(w->c, w->tape, lanes);
    if (!w->machine || !w->machine->entry) stop(w, w->machine ? w->machine->why : "memory");
}

/* ---- timed functions ------------------------------------------------------------------------ */

static void text_work(work *w) {
    parse(w);
    elaborate(w);
    kinematics(w);
    method(w, 0);
}

static void model_ready(work *w) {
    parse(w);
    elaborate(w);
}

static void model_work(work *w) {
    kinematics(w);
    method(w, 0);
}

static void whole_work(work *w) {
    vv_expr S;
    model_work(w);
    vv_kinematics motion;
    if (vv_kinematics_in_speeds(w->c, &w->m.system, &motion) != VV_OK ||
        vv_kinematics_gibbs_function(w->c, &w->m.system, &motion, &S) != VV_OK)
        stop(w, "S");
}

static void system_ready(work *w) {
    model_ready(w);
    kinematics(w);
}

static void method_work(work *w) { method(w, 0); }

static void methods_ready(work *w) {
    system_ready(w);
    method(w, 0);
    method(w, 1);
}

static void agree_work(work *w) { agreement(w, false); }
static void exact_work(work *w) { agreement(w, true); }

static void print_work(work *w) {
    vv_command_options o = {.nby = 1, .by = &w->by};
    if (vv_command_derive(w->c, &w->m, &o, &w->printed) != VV_OK) stop(w, "print");
}

static void proof_work(work *w) {
    vv_command_options o = {0};
    if (vv_command_prove(w->c, &w->m, &o, &w->printed) != VV_OK) stop(w, "prove");
}

/* "Undecided" is a valid result. */
static void study_work(work *w) {
    vv_command_options o = {.ntopics = 1, .topic = &w->by};
    vv_status status = vv_command_study(w->c, &w->m, &o, &w->printed);
    if (status != VV_OK && status != VV_E_BEYOND && status != VV_E_NO) stop(w, "study");
}

static void equations_ready(work *w) {
    system_ready(w);
    method(w, 0);
}

static void tape_ready(work *w) {
    equations_ready(w);
    tape(w);
    fill(w, 1, w->tape->nslots);
    vv_tape_prepare(w->tape, w->scratch);
}

static void run_work(work *w) {
    for (int i = 0; i < RUNS_AT_ONCE; i++) vv_tape_run(w->tape, w->in, w->out, w->scratch);
}

static void code_ready(work *w) {
    equations_ready(w);
    tape(w);
}

static void code_work(work *w) { code(w, 1); }

static void machine_ready(work *w, int lanes) {
    code_ready(w);
    code(w, lanes);
    fill(w, lanes, w->machine->nscratch);
    vv_jit_prepare(w->machine, w->scratch);
}

static void single_ready(work *w) { machine_ready(w, 1); }
static void batch_ready(work *w) { machine_ready(w, vv_cpu_lanes()); }

static void machine_work(work *w) {
    for (int i = 0; i < RUNS_AT_ONCE; i += w->machine->lanes)
        vv_jit_run(w->machine, w->in, w->out, w->scratch);
}

/* Before it is timed it must agree with the tape. */
static void hand_ready(work *w) {
    tape_ready(w);
    const vv_tape *t = w->tape;
    double *want = VV_ARRAY(w->c, double, t->nout + 1);
    w->hand = hand_find(w->file);
    if (!w->hand || !want) stop(w, "there is no hand-written form");
    vv_tape_run(t, w->in, want, w->scratch);
    w->hand(w->parameter, w->in[t->nin - 1], w->in, w->out);
    for (int i = 0; i < t->nin - 1; i++)
        if (!(fabs(want[i] - w->out[i]) <= 1e-10 * (1 + fabs(want[i])))) stop(w, "they differ");
}

static void hand_work(work *w) {
    for (int i = 0; i < RUNS_AT_ONCE; i++) w->hand(w->parameter, 0, w->in, w->out);
}

static void flow_ready(work *w) {
    enum { ORDER = 20 };
    equations_ready(w);
    for (int i = 0; i < w->m.model.nparameters; i++) { /* a parameter without a value */
        vv_parameter *p = &w->m.model.parameter[i];
        if (!p->has_value) p->has_value = true, p->value = vv_ratio(w->c, 5 + i, 10);
    }
    if (vv_dynamics_build(w->c, &w->m.system, &w->eq[0], ORDER, &w->flow) != VV_OK ||
        !vv_taylor_new(&w->flow, 1e-15, &w->taylor))
        stop(w, "flow");
    for (int i = 0; i < w->taylor.n; i++) w->taylor.x[i] = 0.3 + 0.05 * i;
    if (vv_dynamics_evaluate_matrix(&w->flow, w->taylor.x, 0) != VV_DYNAMICS_OK ||
        vv_dynamics_factor(&w->flow) != VV_DYNAMICS_OK)
        stop(w, "state");
}

static void series_ready(work *w) {
    flow_ready(w);
    for (int i = 0; i < FIRST_STEPS; i++) vv_dynamics_expand_series(&w->flow, w->taylor.x, 0);
}

static void jets_work(work *w) {
    for (int i = 0; i < STEPS_AT_ONCE; i++)
        for (int k = 0; k < w->flow.order; k++) {
            vv_jet_compute_order(w->flow.taylor.jet, k, w->flow.taylor.work);
            vv_jet_correct(w->flow.taylor.jet, k, w->flow.taylor.work);
        }
}

static void series_work(work *w) {
    for (int i = 0; i < STEPS_AT_ONCE; i++) vv_dynamics_expand_series(&w->flow, w->taylor.x, 0);
}

/* One step, then back to its start: otherwise the step size would vary along the motion. */
static void step_and_return(vv_stepper *s) {
    size_t bytes = (size_t)s->n * sizeof *s->x;
    double x[MOST_STATE];
    memcpy(x, s->x, bytes);
    vv_taylor_advance(s, s->h);
    memcpy(s->x, x, bytes);
    memset(s->x_low, 0, bytes);
    s->t = s->t_low = 0;
}

static void step(work *w) {
    if (vv_taylor_expand(&w->taylor) != VV_STEP_OK) stop(w, "step");
    step_and_return(&w->taylor);
}

/* The first steps touch fresh memory, and code is generated if it pays off; a run of many
 * thousands does not notice. */
static void step_ready(work *w) {
    flow_ready(w);
    for (int i = 0; i < FIRST_STEPS; i++) step(w);
}

static void step_work(work *w) {
    for (int i = 0; i < STEPS_AT_ONCE; i++) step(w);
}

static void step_members(work *w) {
    vv_step_fault fault[VV_TAYLOR_BATCH_MAX_LANES];
    bool alive[VV_TAYLOR_BATCH_MAX_LANES] = {true, true, true, true, true, true, true, true};
    vv_taylor_batch_expand(&w->batch, alive, fault);
    for (int l = 0; l < w->batch.lanes; l++) {
        if (fault[l] != VV_STEP_OK) stop(w, "step");
        step_and_return(&w->batch.member[l]);
    }
}

static void members_ready(work *w) {
    flow_ready(w);
    if (!vv_taylor_batch_new(&w->flow, 1e-15, VV_TAYLOR_BATCH_MAX_LANES, &w->batch))
        stop(w, "batch");
    for (int l = 0; l < w->batch.lanes; l++)
        for (int i = 0; i < w->taylor.n; i++) w->batch.member[l].x[i] = 0.3 + 0.05 * i + 0.01 * l;
    for (int i = 0; i < FIRST_STEPS; i += w->batch.lanes) step_members(w);
}

static void members_work(work *w) {
    for (int i = 0; i < STEPS_AT_ONCE; i += w->batch.lanes) step_members(w);
}

static void nothing(work *w) { (void)w; }

static const struct {
    const char *name;
    void (*before)(work *), (*timed)(work *);
    int times; /* calls per repetition */
} TABLE[] = {
    {"text", nothing, text_work, 1},
    {"model", model_ready, model_work, 1},
    {"system", model_ready, kinematics, 1},
    {"method", system_ready, method_work, 1},
    {"whole", model_ready, whole_work, 1},
    {"agree", methods_ready, agree_work, 1},
    {"exact", methods_ready, exact_work, 1},
    {"print", system_ready, print_work, 1},
    {"proof", system_ready, proof_work, 1},
    {"study", system_ready, study_work, 1},
    {"build", equations_ready, tape, 1},
    {"run", tape_ready, run_work, RUNS_AT_ONCE},
    {"code", code_ready, code_work, 1},
    {"machine", single_ready, machine_work, RUNS_AT_ONCE},
    {"batch", batch_ready, machine_work, RUNS_AT_ONCE},
    {"hand", hand_ready, hand_work, RUNS_AT_ONCE},
    {"jets", flow_ready, jets_work, STEPS_AT_ONCE},
    {"series", series_ready, series_work, STEPS_AT_ONCE},
    {"step", step_ready, step_work, STEPS_AT_ONCE},
    {"members", members_ready, members_work, STEPS_AT_ONCE},
};

/* ---- measuring ------------------------------------------------------------------------------ */

/* A function of its own, so that callgrind counts only this: --toggle-collect=measured. */
__attribute__((noinline)) void measured(void (*f)(work *), work *w);
void measured(void (*f)(work *), work *w) {
    f(w);
    __asm__ volatile("");
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void begin(work *w) {
    w->c = vv_ctx_new(NULL);
    if (!w->c) stop(w, "memory");
    w->m = (vv_command_mechanism){0};
}

static void print_facts(const work *w) {
    printf(", \"nodes\": %u, \"peak_bytes\": %zu", vv_expr_count(w->c), vv_ctx_peak_bytes(w->c));
    if (w->eq[0].nequations) printf(", \"equations\": %d", w->eq[0].nequations);
    if (w->asked)
        printf(", \"proved\": %s, \"proof\": \"%s\", \"log2_bound\": %.2f",
               w->proof.verdict == VV_PROVED ? "true" : "false", vv_proof_text(w->c, &w->proof),
               w->proof.means == VV_MEANS_MODULAR ? w->proof.log2_bound : 0.0);
    if (w->machine)
        printf(", \"code_bytes\": %zu, \"lanes\": %d", w->machine->bytes, w->machine->lanes);
    if (w->tape)
        printf(", \"instructions\": %d, \"operations\": %d, \"sincos\": %d, \"factors\": %d, "
               "\"solves\": %d, \"slots\": %d, \"unknowns\": %d",
               w->tape->ninstructions, w->tape->noperations, w->tape->nsincos, w->tape->nfactors,
               w->tape->nsolves, w->tape->nslots, w->eq[0].nunknowns);
}

static int time_it(work *w) {
    static double spent[MOST];
    int k = 0, n = 0;
    while (k < (int)(sizeof TABLE / sizeof *TABLE) && strcmp(TABLE[k].name, w->what) != 0) k++;
    if (k == (int)(sizeof TABLE / sizeof *TABLE)) stop(w, "there is no such measurement");
    double start = now();
    for (int i = w->once ? 0 : -WARM_UP;; i++) {
        begin(w);
        TABLE[k].before(w);
        double t = now();
        measured(TABLE[k].timed, w);
        t = now() - t;
        if (i >= 0) spent[n++] = t / TABLE[k].times;
        if (w->once || n == MOST || (n >= FEWEST && now() - start > w->seconds)) break;
        vv_ctx_free(w->c);
    }
    qsort(spent, (size_t)n, sizeof *spent, by_size);
    printf("{\"what\": \"%s\", \"best\": %.4g, \"median\": %.4g, \"runs\": %d", w->what, spent[0],
           spent[n / 2], n);
    print_facts(w);
    printf("}\n");
    vv_ctx_free(w->c);
    return 0;
}

/* ---- states --------------------------------------------------------------------------------- */

static bool put(const work *w, int n, const vv_expr *symbol, const char *name, double *at,
                double x) {
    for (int i = 0; i < n; i++)
        if (!strcmp(vv_symbol_get(w->c, symbol[i])->name, name)) {
            at[i] = x;
            return true;
        }
    return false;
}

static void print_values(const work *w, int n, const vv_expr *symbol, const double *x,
                         bool *first) {
    for (int i = 0; i < n; i++) {
        printf("%s\"%s\": %.17g", *first ? "" : ", ", vv_symbol_get(w->c, symbol[i])->name, x[i]);
        *first = false;
    }
}

/* q'' and, if speeds are declared, w' at one state: w from q and q', then the motion. */
static void evaluate(work *w, vv_parameter_values *f, const double *state) {
    const vv_equations *eq = &w->eq[0];
    const char *why = NULL;
    int nq = eq->nq, nin = 2 * nq + 1;
    vv_tape *acceleration = vv_acceleration_tape(w->c, eq, &w->m.model, f, 0, NULL, &why);
    vv_tape *motion = acceleration ? vv_rhs_tape(w->c, eq, &w->m.model, f, &why) : NULL;
    if (!motion) stop(w, why);
    vv_expr in[1024];
    for (int i = 0; i < nq; i++) in[i] = eq->q[i], in[nq + i] = eq->qd[i];
    in[nin - 1] = w->m.model.t;
    vv_tape_plan plan = {nin, in, f->n, f->symbol, f->value, eq->n, eq->speed};
    vv_tape *speed = vv_tape_build(w->c, &plan, &why);
    if (!speed) stop(w, why);
    const vv_tape *all[3] = {acceleration, speed, motion};
    double *out[3], moving[1024];
    for (int k = 0; k < 3; k++) {
        double *scratch = VV_ARRAY(w->c, double, all[k]->nslots + 1);
        out[k] = VV_ARRAY(w->c, double, all[k]->nout + 1);
        if (!scratch || !out[k]) stop(w, "memory");
        vv_tape_prepare(all[k], scratch);
        if (k == 2) {
            memcpy(moving, state, (size_t)nq * sizeof *moving);
            memcpy(moving + nq, out[1], (size_t)eq->n * sizeof *moving);
            moving[nq + eq->n] = state[nin - 1];
        }
        vv_tape_run(all[k], k == 2 ? moving : state, out[k], scratch);
    }
    bool first = true;
    printf("{");
    print_values(w, nq, eq->q, out[0], &first);
    for (int i = 0; i < eq->n; i++)
        if (vv_symbol_get(w->c, eq->w[i])->kind == VV_SYM_SPEED)
            print_values(w, 1, &eq->w[i], out[2] + nq + i, &first);
    printf("}");
}

/* Lines: "parameter NAME VALUE", "coordinate NAME VALUE", "rate NAME VALUE", "t VALUE", "go". */
static int at_states(work *w) {
    begin(w);
    equations_ready(w);
    vv_parameter_values f;
    vv_parameter_values_from_model(w->c, &w->m.model, &f);
    double state[1024] = {0}, x;
    int nq = w->eq[0].nq;
    char line[512], kind[16], name[256];
    bool first = true;
    if (2 * nq + 1 > 1024) stop(w, "too many coordinates");
    printf("[");
    while (fgets(line, sizeof line, stdin)) {
        bool known = true;
        if (sscanf(line, "t %lf", &x) == 1)
            state[2 * nq] = x;
        else if (sscanf(line, "%15s %255s %lf", kind, name, &x) == 3) {
            if (!strcmp(kind, "parameter"))
                known = vv_parameter_values_set(w->c, &w->m.model, &f, name, x);
            else
                known = put(w, nq, w->eq[0].q, name, state + (*kind == 'r' ? nq : 0), x);
        } else {
            if (!first) printf(",\n ");
            evaluate(w, &f, state);
            first = false;
        }
        if (!known) stop(w, line);
    }
    printf("]\n");
    vv_ctx_free(w->c);
    return 0;
}

/* ---- command line --------------------------------------------------------------------------- */

static void read_text(work *w) {
    FILE *f = fopen(w->file, "rb");
    w->text = f ? calloc(1, 1 << 20) : NULL;
    if (!w->text) stop(w, "cannot be read");
    w->length = fread(w->text, 1, (1 << 20) - 1, f);
    fclose(f);
}

static void option(work *w, const char *name, char *value) {
    if (!strcmp(name, "--by"))
        w->by = value;
    else if (!strcmp(name, "--and"))
        w->and = value;
    else if (!strcmp(name, "--seconds"))
        w->seconds = atof(value);
    else if (!strcmp(name, "--set") && strchr(value, '=') && w->nsettings < 8) {
        char *equals = strchr(value, '=');
        *equals = 0;
        w->setting[w->nsettings++] = (vv_setting){value, equals + 1};
    } else
        stop(w, name);
}

int main(int argc, char **argv) {
    /* Keep pages once obtained: the repetitions measure the library, not the kernel. */
    mallopt(M_TRIM_THRESHOLD, 1 << 28);
    mallopt(M_MMAP_THRESHOLD, 1 << 28);
    work w = {.what = "bench", .file = "", .seconds = 0.5};
    bool states = argc > 2 && !strcmp(argv[1], "states");
    int at = states ? 2 : 3;
    if (argc <= at || (!states && strcmp(argv[1], "time") != 0))
        stop(&w, "usage: see bench/bench.c");
    w.what = argv[at - 1];
    w.file = argv[at];
    read_text(&w);
    for (int i = at + 1; i < argc; i++) {
        if (!strcmp(argv[i], "--once"))
            w.once = true;
        else if (i + 1 < argc)
            option(&w, argv[i], argv[i + 1]), i++;
        else
            stop(&w, argv[i]);
    }
    int status = states ? at_states(&w) : time_it(&w);
    free(w.text);
    return status;
}
