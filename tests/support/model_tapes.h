/* Numerical evaluation of mechanisms, for tests: a model file, its equations by each method,
 * tapes of them. */
#ifndef VV_TESTS_SUPPORT_MODEL_TAPES_H
#define VV_TESTS_SUPPORT_MODEL_TAPES_H

#include <math.h>

#include "api/mechanism.h"
#include "equations/mass_matrix.h"
#include "evaluate/tape/interpret.h"
#include "evaluate/equation_tapes.h"
#include "formalism/formalism.h"
#include "json_read.h"
#include "tap.h"

enum { MOTION_MOST = 512 };

/* The larger of two errors; NaN is the worst. */
static inline double worse(double a, double b) { return isnan(a) || a > b ? a : b; }

typedef struct motion {
    vv_ctx *c;
    vv_command_mechanism *m;
    vv_parameter_values fixed;
    vv_equations eq;
    const char *method;
    vv_tape *tape;         /* (q, w, t) -> (q', w', lambda) */
    vv_tape *acceleration; /* (q, q', t) -> (q'', lambda) */
    double *scratch, *acceleration_scratch;
} motion;

/* Loads a model with n settings; exits if it has errors. */
static inline motion motion_load(const char *path, int n, const vv_setting *setting) {
    motion s = {.c = vv_ctx_new(NULL)};
    char *text = json_file(path);
    if (vv_command_load(s.c, path, text, strlen(text), n, setting, &s.m) != VV_OK)
        json_error(vv_diag_text(s.c, false));
    vv_parameter_values_from_model(s.c, &s.m->model, &s.fixed);
    return s;
}

static inline void motion_set(motion *s, const char *name, double value) {
    if (!vv_parameter_values_set(s->c, &s->m->model, &s->fixed, name, value)) json_error(name);
}

static inline double *motion_scratch(motion *s, const vv_tape *t) {
    double *scratch = t ? VV_ARRAY(s->c, double, t->nslots + 1) : NULL;
    if (scratch) vv_tape_prepare(t, scratch);
    return scratch;
}

/* Tapes of the equations at the current values; false with the reason if there are none. */
static inline bool motion_tapes(motion *s, const char **why) {
    s->tape = vv_rhs_tape(s->c, &s->eq, &s->m->model, &s->fixed, why);
    s->acceleration = vv_acceleration_tape(s->c, &s->eq, &s->m->model, &s->fixed, 0, NULL, why);
    s->scratch = motion_scratch(s, s->tape);
    s->acceleration_scratch = motion_scratch(s, s->acceleration);
    return s->scratch && s->acceleration_scratch;
}

/* Derives by a method; false with the reason if it does not apply. */
static inline bool motion_equations(motion *s, const vv_formalism *f, const char **why) {
    s->method = f->name;
    return vv_formalism_run(s->c, f, &s->m->system, &s->eq, why) == VV_OK;
}

static inline bool motion_derive(motion *s, const vv_formalism *f, const char **why) {
    return motion_equations(s, f, why) && motion_tapes(s, why);
}

/* Index of a coordinate by name, -1 if there is none; "θ'" is not accepted here. */
static inline int motion_place(const motion *s, int n, const vv_expr *symbol, const char *name) {
    for (int i = 0; i < n; i++) {
        const vv_symbol *v = vv_symbol_get(s->c, symbol[i]);
        if (v->order <= 1 && !strcmp(v->name, name)) return i;
    }
    return -1;
}

static inline int motion_coordinate(const motion *s, const char *name) {
    int i = motion_place(s, s->m->system.nq, s->m->system.q, name);
    if (i < 0) json_error(name);
    return i;
}

/* Speeds w of this method at (q, q', t), from the record's own definition of them. */
static inline void motion_speeds(motion *s, const double *state, double *w) {
    vv_expr in[MOTION_MOST];
    int nq = s->eq.nq;
    for (int a = 0; a < nq; a++) in[a] = s->eq.q[a], in[nq + a] = s->eq.qd[a];
    in[2 * nq] = s->m->model.t;
    vv_tape_plan plan = {2 * nq + 1,     in,      s->fixed.n, s->fixed.symbol,
                         s->fixed.value, s->eq.n, s->eq.speed};
    vv_tape *t = vv_tape_build(s->c, &plan, NULL);
    if (!t) json_error("no tape of the speeds");
    vv_tape_run(t, state, w, motion_scratch(s, t));
}

/* q' at (q, w, t) from the record. */
static inline void motion_rates(motion *s, const double *state, double *rates) {
    double out[MOTION_MOST];
    vv_tape_run(s->tape, state, out, s->scratch);
    memcpy(rates, out, (size_t)s->eq.nq * sizeof *rates);
}

#endif
