/* Simulations: made, copied, set, kept. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "capi/simulation_handle.h"
#include "simulate/diagnostics.h"

typedef vv_sim_memory memory;

/* ---- calls ---------------------------------------------------------------------------------- */

static bool is_ours(const memory *x) { return pthread_equal(x->owner, pthread_self()) != 0; }

bool vv_sim_enter(vv_entry *here, const vv_sim *s, const char *name, bool callback,
                  vv_status *status) {
    *status = VV_E_USAGE;
    if (!s) return vv_usage("%s: the simulation is NULL", name), false;
    memory *x = s->x;
    int idle = 0;
    if (!atomic_compare_exchange_strong(&x->busy, &idle, 1)) {
        bool within = x->callback == VV_ACTING && is_ours(x);
        if (!within || !callback) {
            vv_usage(x->callback && is_ours(x) ? "%s: not within a callback of this simulation"
                                               : "%s: another call on this simulation is under way",
                     name);
            return false;
        }
        atomic_fetch_add(&x->busy, 1);
        vv_enter(here, NULL);
        return true;
    }
    x->owner = pthread_self();
    x->told = VV_OK;
    if (vv_enter(here, x->e->c)) return x->here = here, true;
    atomic_store(&x->busy, 0);
    *status = VV_E_INTERNAL;
    return false;
}

static void destroy(memory *x);

vv_status vv_sim_leave(vv_entry *here, const vv_sim *s, vv_status status) {
    memory *x = s->x;
    bool inner = !here->c, told = status == VV_OK || status == VV_E_USAGE || status == x->told;
    if (inner && status != VV_OK && !told) {
        vv_call_end(x->e->c, status);
        vv_ctx_recover(x->e->c);
    }
    if (!inner && status == VV_OK) vv_sim_tidy(x);
    if (!inner && status != VV_OK && told) vv_ctx_recover(x->e->c);
    vv_leave(here, told ? VV_OK : status);
    if (!inner) x->here = NULL;
    atomic_fetch_sub(&x->busy, 1);
    if (!inner && x->doomed) destroy(x);
    return status;
}

void vv_sim_begin_callback(memory *x, vv_sim_callback kind) {
    x->callback = kind;
    vv_callback_begin();
}

void vv_sim_end_callback(memory *x) {
    vv_callback_end();
    x->callback = VV_NO_CALLBACK;
}

vv_status vv_sim_answer(memory *x, vv_next next, const char *who) {
    if (next == VV_GO_ON || next == VV_STOP_HERE) return VV_OK;
    if (next == VV_GIVE_UP) return x->told = vv_interrupted("%s gave up at t = %.9g", who, x->t);
    return x->told = vv_usage("%s returned no value of vv_next at t = %.9g", who, x->t);
}

/* ---- making --------------------------------------------------------------------------------- */

static char *text_of(const char *s) { return s ? strdup(s) : NULL; }

static void free_texts(int n, char **text) {
    for (int i = 0; text && i < n; i++) free(text[i]);
    free(text);
}

static char **texts_of(int n, const char *const *text) {
    char **out = calloc((size_t)n + 1, sizeof *out);
    for (int i = 0; out && i < n; i++)
        if (!(out[i] = strdup(text[i]))) return free_texts(n, out), NULL;
    return out;
}

static void destroy(memory *x) {
    if (!x) return;
    for (vv_trajectory *r = x->trajectory; r; r = r->next) r->of = NULL;
    vv_sim_inputs_free(x);
    for (int i = 0; i < x->nevents; i++) free(x->event[i].text);
    vv_sim_engine_free(x->e);
    free_texts(x->nvariable, x->variable), free_texts(x->nsensitivities, x->sensitivity);
    free_texts(x->ncolumns, x->column);
    free(x->variable_at), free(x->parameter), free(x->set), free(x->event);
    free(x->text), free(x->file), free(x->integrator), free(x->form);
    free(x->start), free(x->q), free(x->qd);
    vv_options_free(x->budget);
    vv_diags_free(x->diags);
    free(x->handle);
    free(x);
}

void vv_sim_free(vv_sim *s) {
    if (!s) return;
    if (atomic_load(&s->x->busy))
        s->x->doomed = true; /* the call that is under way ends first */
    else
        destroy(s->x);
}

static bool take_budget(memory *x, const vv_options *o) {
    void *data = NULL;
    vv_watch *watch = vv_option_watch(o, &data);
    x->budget = vv_options_new();
    return x->budget &&
           vv_options_int(x->budget, "memory", vv_option_int(o, "memory", 0)) == VV_OK &&
           vv_options_real(x->budget, "seconds", vv_option_real(o, "seconds", 0)) == VV_OK &&
           vv_options_watch(x->budget, watch, data) == VV_OK;
}

static bool take_options(memory *x, const vv_options *o) {
    const char *const *variable = NULL, *const *by = NULL, *const *column = NULL,
                      *integrator = vv_option_text(o, "integrator", NULL),
                      *form = vv_option_text(o, "form", NULL);
    x->nvariable = vv_option_texts(o, "variable", &variable);
    x->nsensitivities = vv_option_texts(o, "sensitivities", &by);
    x->variable = texts_of(x->nvariable, variable);
    x->sensitivity = texts_of(x->nsensitivities, by);
    x->ncolumns = vv_option_texts(o, "columns", &column);
    x->column = texts_of(x->ncolumns, column);
    x->integrator = text_of(integrator), x->form = text_of(form);
    x->tolerance = vv_option_real(o, "tolerance", 0);
    x->max_step = vv_option_real(o, "max_step", 0);
    return x->variable && x->sensitivity && x->column && (!integrator || x->integrator) &&
           (!form || x->form) && take_budget(x, o);
}

static vv_status check_options(const memory *x) {
    static const char *const forms[] = {"minimal", "multipliers"};
    const char *names[16];
    int n = 0;
    for (int i = 0; n < 16 && vv_integrator_name(i); i++) names[n++] = vv_integrator_name(i);
    if (x->integrator && !vv_integrator_find(x->integrator))
        return vv_usage_name("integrator", x->integrator, n, names);
    if (x->form && strcmp(x->form, forms[0]) != 0 && strcmp(x->form, forms[1]) != 0)
        return vv_usage_name("form", x->form, 2, forms);
    if (!(x->tolerance >= 0) || isinf(x->tolerance))
        return vv_usage("vv_sim_new: the tolerance is not a positive number");
    if (!(x->max_step >= 0)) return vv_usage("vv_sim_new: the longest step is not positive");
    return VV_OK;
}

static int find_parameter(const vv_mechanism *m, const char *name) {
    const vv_model *k = &m->m->model;
    for (int i = 0; i < k->nparameters; i++)
        if (!strcmp(vv_symbol_get(m->c, k->parameter[i].symbol)->name, name)) return i;
    return -1;
}

static vv_status refuse_parameter(const vv_mechanism *m, const char *name) {
    const vv_model *k = &m->m->model;
    const char **all = calloc((size_t)k->nparameters + 1, sizeof *all);
    if (!all) return vv_failed(VV_E_NOMEM);
    for (int i = 0; i < k->nparameters; i++)
        all[i] = vv_symbol_get(m->c, k->parameter[i].symbol)->name;
    vv_status s = vv_usage_name("parameter", name, k->nparameters, all);
    free(all);
    return s;
}

/* One that an event sets, or that is a bound or an index, is no cell. */
static bool may_vary(const vv_mechanism *m, int at) {
    const vv_model *k = &m->m->model;
    if (k->parameter[at].shapes) return false;
    for (int i = 0; i < k->nwhens; i++)
        for (int j = 0; j < k->when[i].nsets; j++)
            if (vv_same(k->when[i].set[j].symbol, k->parameter[at].symbol)) return false;
    return true;
}

static vv_status find_variable(memory *x, const vv_mechanism *m) {
    x->variable_at = calloc((size_t)x->nvariable + 1, sizeof *x->variable_at);
    if (!x->variable_at) return vv_failed(VV_E_NOMEM);
    for (int i = 0; i < x->nvariable; i++) {
        int at = x->variable_at[i] = find_parameter(m, x->variable[i]);
        if (at < 0) return refuse_parameter(m, x->variable[i]);
        if (!may_vary(m, at))
            return vv_usage("the parameter %s cannot be variable: an event sets it, or the "
                            "equations have another shape for each of its values",
                            x->variable[i]);
        for (int k = 0; k < i; k++)
            if (x->variable_at[k] == at)
                return vv_usage("the parameter %s is named twice", x->variable[i]);
    }
    return VV_OK;
}

static vv_status make_room(memory *x, const vv_mechanism *m) {
    const vv_model *k = &m->m->model;
    x->nparameters = k->nparameters, x->ninputs = k->ninputs;
    x->parameter = calloc((size_t)k->nparameters + 1, sizeof *x->parameter);
    x->set = calloc((size_t)k->nparameters + 1, sizeof *x->set);
    x->input = calloc((size_t)k->ninputs + 1, sizeof *x->input);
    x->q = calloc((size_t)k->nq + 1, sizeof *x->q);
    x->qd = calloc((size_t)k->nq + 1, sizeof *x->qd);
    x->start = calloc(2 * (size_t)k->nq + 1, sizeof *x->start);
    if (!x->parameter || !x->set || !x->input || !x->q || !x->qd || !x->start)
        return vv_failed(VV_E_NOMEM);
    return VV_OK;
}

static vv_status begin(memory *x) {
    vv_status s = vv_sim_engine_new(x, &x->e);
    if (s != VV_OK) return s;
    s = vv_sim_engine_start(x, x->e);
    if (s == VV_OK && !vv_ctx_ok(x->e->c)) s = vv_ctx_status(x->e->c);
    if (s == VV_OK)
        vv_sim_refresh(x);
    else
        vv_call_end(x->e->c, s);
    return s;
}

static memory *new_memory(const vv_mechanism *m) {
    memory *x = calloc(1, sizeof *x);
    if (!x) return NULL;
    x->last_event = -1, x->length = m->length;
    x->text = malloc(m->length + 1), x->file = strdup(m->file);
    if (x->text && x->file) return memcpy(x->text, m->text, m->length + 1), x;
    destroy(x);
    return NULL;
}

static vv_status make(const vv_mechanism *m, const vv_options *o, vv_sim **out) {
    memory *x = new_memory(m);
    vv_sim *s = calloc(1, sizeof *s);
    vv_status status = x && s && take_options(x, o) ? check_options(x) : vv_failed(VV_E_NOMEM);
    if (status == VV_OK) status = find_variable(x, m);
    if (status == VV_OK) status = make_room(x, m);
    if (status == VV_OK) status = begin(x);
    if (status != VV_OK) return destroy(x), free(s), status;
    s->x = x, x->handle = s;
    *out = s;
    return VV_OK;
}

vv_status vv_sim_new(const vv_mechanism *m, const vv_options *o, vv_sim **out) {
    if (out) *out = NULL;
    if (!m || !out) return vv_usage("vv_sim_new: an argument is NULL");
    vv_entry here;
    vv_enter(&here, NULL);
    return vv_leave(&here, make(m, o, out));
}

/* ---- keeping -------------------------------------------------------------------------------- */

static void fingerprint_text(vv_fingerprint *f, const char *text) {
    vv_fingerprint_add(f, text ? text : "", text ? strlen(text) + 1 : 1);
}

/* Of everything on which the motion depends, callbacks and their data apart. */
static vv_fingerprint identity(const memory *x) {
    vv_fingerprint f;
    const double number[] = {x->tolerance, x->max_step, x->control.law ? x->control.period : -1};
    vv_fingerprint_begin(&f);
    fingerprint_text(&f, VV_VERSION);
    vv_fingerprint_add(&f, x->text, x->length);
    fingerprint_text(&f, x->integrator), fingerprint_text(&f, x->form);
    vv_fingerprint_add(&f, number, sizeof number);
    for (int i = 0; i < x->nvariable; i++) fingerprint_text(&f, x->variable[i]);
    for (int i = 0; i < x->nsensitivities; i++) fingerprint_text(&f, x->sensitivity[i]);
    for (int i = 0; i < x->ncolumns; i++) fingerprint_text(&f, x->column[i]);
    for (int i = 0; i < x->nevents; i++) {
        fingerprint_text(&f, x->event[i].text);
        vv_fingerprint_add(&f, &x->event[i].direction, sizeof x->event[i].direction);
    }
    for (int i = 0; i < x->ninputs; i++) {
        const vv_sim_input *u = &x->input[i];
        vv_fingerprint_add(&f, &u->kind, sizeof u->kind);
        fingerprint_text(&f, u->text);
        if (u->kind != VV_INPUT_TABLE) continue;
        vv_fingerprint_add(&f, &u->degree, sizeof u->degree);
        vv_fingerprint_add(&f, u->t, u->n * sizeof *u->t);
        vv_fingerprint_add(&f, u->coefficient, u->n * (VV_SIM_DEGREE + 1) * sizeof *u->t);
    }
    return f;
}

/* What is state besides the engine's. */
static void serialize(memory *x, vv_serializer *k) {
    VV_SERIALIZE(k, x->last_event);
    VV_SERIALIZE(k, x->rapid);
    VV_SERIALIZE(k, x->rapid_since);
    VV_SERIALIZE(k, x->control.begins);
    VV_SERIALIZE(k, x->control.calls);
    VV_SERIALIZE(k, x->given);
    VV_SERIALIZE(k, x->start_time);
    VV_SERIALIZE_ARRAY(k, x->start, 2 * x->e->nq);
    VV_SERIALIZE_ARRAY(k, x->parameter, x->nparameters);
    VV_SERIALIZE_ARRAY(k, x->set, x->nparameters);
    for (int i = 0; i < x->ninputs; i++) VV_SERIALIZE(k, x->input[i].held);
    for (int i = 0; i < x->nevents; i++) VV_SERIALIZE(k, x->event[i].sign);
}

static vv_status save(memory *x, vv_buffer *b) {
    vv_fingerprint f = identity(x);
    vv_serializer k = {.out = b};
    VV_SERIALIZE(&k, f);
    serialize(x, &k);
    if (!vv_simulation_save(&x->e->r, b)) {
        vv_diag_add(x->e->c, VV_ERROR, VV_D_RESUME, (vv_span){0},
                    "the history of the integrator %s cannot be saved at t = %.9g",
                    x->e->r.integrator->name, x->t);
        return VV_E_BEYOND;
    }
    return vv_ctx_status(x->e->c);
}

vv_status vv_sim_save(const vv_sim *s, char **bytes, size_t *n) {
    vv_entry here;
    vv_status status;
    if (bytes) *bytes = NULL;
    if (!bytes || !n) return vv_usage("vv_sim_save: an argument is NULL");
    if (!vv_sim_enter(&here, s, "vv_sim_save", false, &status)) return status;
    memory *x = s->x;
    vv_buffer_clear(&x->e->keep);
    status = save(x, &x->e->keep);
    if (status == VV_OK) status = vv_give(vv_buffer_text(&x->e->keep), x->e->keep.length, bytes);
    *n = status == VV_OK ? x->e->keep.length : 0;
    return vv_sim_leave(&here, s, status);
}

/* The values of the tapes are those that were set: an engine for them, its state loaded. */
static vv_status load(memory *x, vv_serializer *k) {
    vv_sim_engine *to = NULL;
    serialize(x, k);
    if (k->failed) return vv_usage("vv_sim_restore: the bytes are damaged");
    vv_status s = vv_sim_engine_new(x, &to);
    if (s != VV_OK) return s;
    /* what the start tells of guards is not in the state */
    if (to->model->nguards) vv_sim_engine_start(x, to);
    vv_sim_engine_begin_at(to, NULL);
    if (!vv_simulation_load(&to->r, k->in + k->at, k->length - k->at)) {
        s = vv_ctx_ok(to->c) ? vv_usage("vv_sim_restore: the bytes are damaged")
                             : vv_call_end(to->c, vv_ctx_status(to->c));
        return vv_sim_engine_free(to), s;
    }
    vv_sim_adopt(x, to);
    vv_sim_place_inputs(x, to);
    to->changed = true;
    return VV_OK;
}

static vv_status restore(memory *x, const char *bytes, size_t n) {
    vv_fingerprint f, own = identity(x);
    vv_buffer was = VV_BUFFER(x->e->c);
    vv_serializer k = {.in = bytes, .length = n}, old = {.out = &was};
    VV_SERIALIZE(&k, f);
    if (k.failed || memcmp(&f, &own, sizeof f) != 0)
        return vv_usage("vv_sim_restore: the bytes are of another motion, or damaged");
    serialize(x, &old);
    if (!vv_ctx_ok(x->e->c)) return vv_ctx_status(x->e->c);
    vv_status s = load(x, &k);
    if (s == VV_OK) return s;
    vv_serializer back = {.in = vv_buffer_text(&was), .length = was.length};
    serialize(x, &back);
    vv_buffer_free(&was);
    return s;
}

vv_status vv_sim_restore(vv_sim *s, const char *bytes, size_t n) {
    vv_entry here;
    vv_status status;
    if (!bytes) return vv_usage("vv_sim_restore: the bytes are NULL");
    if (!vv_sim_enter(&here, s, "vv_sim_restore", false, &status)) return status;
    return vv_sim_leave(&here, s, restore(s->x, bytes, n));
}

static bool copy_request(memory *to, const memory *x) {
    to->event = calloc((size_t)x->nevents + 1, sizeof *to->event);
    for (int i = 0; to->event && i < x->nevents; i++) {
        to->event[i] = x->event[i];
        to->event[i].text = text_of(x->event[i].text);
        to->nevents = i + 1;
        if (x->event[i].text && !to->event[i].text) return false;
    }
    for (int i = 0; i < x->ninputs; i++)
        if (!vv_sim_input_copy(&to->input[i], &x->input[i])) return false;
    to->control = x->control;
    return to->event != NULL;
}

static bool copy_options(memory *to, const memory *x) {
    to->nvariable = x->nvariable, to->nsensitivities = x->nsensitivities;
    to->variable = texts_of(x->nvariable, (const char *const *)x->variable);
    to->sensitivity = texts_of(x->nsensitivities, (const char *const *)x->sensitivity);
    to->ncolumns = x->ncolumns;
    to->column = texts_of(x->ncolumns, (const char *const *)x->column);
    to->integrator = text_of(x->integrator), to->form = text_of(x->form);
    to->tolerance = x->tolerance, to->max_step = x->max_step;
    return to->variable && to->sensitivity && to->column && (!x->integrator || to->integrator) &&
           (!x->form || to->form) && take_budget(to, x->budget);
}

static vv_status copy(memory *x, vv_sim **out) {
    const vv_mechanism m = {
        .c = x->e->c, .m = x->e->m, .text = x->text, .length = x->length, .file = x->file};
    memory *to = new_memory(&m);
    vv_sim *s = calloc(1, sizeof *s);
    vv_status status =
        to && s && copy_options(to, x) ? find_variable(to, &m) : vv_failed(VV_E_NOMEM);
    if (status == VV_OK) status = make_room(to, &m);
    if (status == VV_OK && !copy_request(to, x)) status = vv_failed(VV_E_NOMEM);
    if (status == VV_OK) status = begin(to);
    vv_buffer_clear(&x->e->keep);
    bool told = status != VV_OK;
    if (status == VV_OK) status = save(x, &x->e->keep);
    if (status == VV_OK) {
        status = restore(to, vv_buffer_text(&x->e->keep), x->e->keep.length);
        told = status != VV_OK;
    }
    if (told) x->told = status; /* the reasons are told */
    if (status != VV_OK) return destroy(to), free(s), status;
    s->x = to, to->handle = s;
    *out = s;
    return VV_OK;
}

vv_status vv_sim_copy(const vv_sim *s, vv_sim **out) {
    vv_entry here;
    vv_status status;
    if (out) *out = NULL;
    if (!out) return vv_usage("vv_sim_copy: out is NULL");
    if (!vv_sim_enter(&here, s, "vv_sim_copy", false, &status)) return status;
    return vv_sim_leave(&here, s, copy(s->x, out));
}
