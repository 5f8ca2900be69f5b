/* The engine of a simulation: elaborated, prepared, started, and built anew. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "capi/diagnostic_codes.h"
#include "capi/simulation_handle.h"

typedef vv_sim_engine engine;

/* ---- the mechanism -------------------------------------------------------------------------- */

/* Further columns, expressions to be watched, then those of inputs. */
static int list_requests(const vv_sim_memory *x, vv_ctx *c, vv_request *out) {
    int n = 0;
    for (int i = 0; i < x->ncolumns; i++)
        out[n++] = (vv_request){VV_REQUEST_COLUMN, "columns", vv_strdup(c, x->column[i])};
    for (int i = 0; i < x->nevents; i++)
        if (x->event[i].text)
            out[n++] = (vv_request){VV_REQUEST_COLUMN, "the event", vv_strdup(c, x->event[i].text)};
    for (int i = 0; i < x->ninputs; i++)
        if (x->input[i].kind == VV_INPUT_TEXT)
            out[n++] = (vv_request){VV_REQUEST_COLUMN, "the input", vv_strdup(c, x->input[i].text)};
    return n;
}

static bool is_variable(const vv_sim_memory *x, int parameter) {
    for (int i = 0; i < x->nvariable; i++)
        if (x->variable_at && x->variable_at[i] == parameter) return true;
    return false;
}

/* Values that were set, where the tapes contain the numbers. */
static int list_settings(const vv_sim_memory *x, vv_ctx *c, vv_setting *out) {
    int n = 0;
    const vv_model *m = x->e ? &x->e->m->model : NULL;
    for (int i = 0; m && i < x->nparameters; i++) {
        if (!x->set[i] || is_variable(x, i)) continue;
        out[n++] = (vv_setting){vv_strdup(c, vv_symbol_get(x->e->c, m->parameter[i].symbol)->name),
                                vv_format(c, "%.17g", x->parameter[i])};
    }
    return n;
}

static vv_status elaborate(vv_sim_memory *x, engine *e) {
    vv_ctx *c = e->c;
    vv_request *request = VV_ARRAY(c, vv_request, x->ncolumns + x->nevents + x->ninputs + 1);
    vv_setting *setting = VV_ARRAY(c, vv_setting, x->nparameters + 1);
    vv_source source = {.file = vv_strdup(c, x->file),
                        .text = vv_strndup(c, x->text, x->length),
                        .length = x->length,
                        .request = request,
                        .setting = setting};
    if (!source.file || !source.text || !request || !setting) return vv_ctx_status(c);
    source.nrequests = list_requests(x, c, request);
    source.nsettings = list_settings(x, c, setting);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    vv_status s = vv_command_open(c, &source, &e->m);
    if (s != VV_OK) return s;
    const vv_model *m = &e->m->model;
    if (m->nshows < source.nrequests) return vv_ctx_fail(c, VV_E_MODEL);
    return VV_OK;
}

/* One number for each request that is no column. */
static bool take_requests(vv_sim_memory *x, engine *e, vv_model *m, vv_expr *value) {
    int n = vv_sim_count_expressions(x);
    for (int i = 0; i < x->ninputs; i++) n += x->input[i].kind == VV_INPUT_TEXT;
    int first = m->nshows - n;
    for (int i = 0; i < n; i++) {
        const vv_show *s = &m->show[first + i];
        value[i] = s->value;
        if (!s->vector) continue;
        vv_diag_add(e->c, VV_ERROR, VV_D_WRONG_USE, (vv_span){0}, "'%s' is not a number", s->text);
        vv_ctx_fail(e->c, VV_E_MODEL);
    }
    m->nshows = first;
    return vv_ctx_ok(e->c);
}

/* Those of the model, where none was set. */
static bool note_values(vv_sim_memory *x, engine *e) {
    const vv_model *m = &e->m->model;
    vv_parameter_values v;
    if (vv_parameter_values_from_model(e->c, m, &v) != VV_OK) return false;
    for (int i = 0; i < x->nparameters; i++) {
        if (x->set[i]) continue;
        x->parameter[i] = (double)NAN;
        for (int j = 0; j < v.n; j++)
            if (vv_same(v.symbol[j], m->parameter[i].symbol)) x->parameter[i] = v.value[j];
    }
    return true;
}

/* ---- cells ---------------------------------------------------------------------------------- */

static vv_expr new_cell(engine *e, const char *name, const double *cell) {
    vv_expr symbol = vv_symbol_new(e->c, name, VV_SYM_PARAMETER);
    vv_symbol_set_cell(e->c, symbol, cell);
    return symbol;
}

/* c0 + τ (c1 + τ (c2 + τ c3)), τ = t - t0; held: its own symbol, whose cell is c0. */
static vv_expr value_of_input(engine *e, const vv_model *m, const vv_sim_input *in, int i) {
    const double *cell = e->input + i * (VV_SIM_DEGREE + 2);
    int degree = in->kind == VV_INPUT_TABLE ? in->degree : 0;
    if (!degree) {
        vv_symbol_set_cell(e->c, m->input[i], cell);
        return m->input[i];
    }
    vv_expr since = vv_sub(e->c, m->t, new_cell(e, "t0", cell + VV_SIM_DEGREE + 1)), sum = VV_ZERO;
    for (int k = degree; k >= 0; k--)
        sum = vv_add(e->c, vv_mul(e->c, sum, since), new_cell(e, "c", cell + k));
    return sum;
}

static bool make_cells(vv_sim_memory *x, engine *e, const vv_model *m) {
    int nq = m->nq, ninputs = (VV_SIM_DEGREE + 2) * m->ninputs;
    e->nq = nq, e->ninputs = m->ninputs;
    e->ncells = 2 * nq + ninputs + x->nvariable;
    e->cell = VV_ARRAY(e->c, double, e->ncells + 1);
    e->step.cell = VV_ARRAY(e->c, double, e->ncells + 1);
    e->given = VV_ARRAY(e->c, vv_assignment, 2 * nq + 1);
    if (!vv_ctx_ok(e->c)) return false;
    e->input = e->cell + 2 * nq, e->parameter = e->input + ninputs;
    for (int i = 0; i < 2 * nq; i++)
        e->given[i] =
            (vv_assignment){.symbol = i < nq ? m->coordinate[i].q : m->coordinate[i - nq].qd,
                            .value = new_cell(e, "start", &e->cell[i])};
    for (int i = 0; i < x->nvariable; i++) {
        const vv_parameter *p = &m->parameter[x->variable_at[i]];
        vv_symbol_set_cell(e->c, p->symbol, &e->parameter[i]);
        e->parameter[i] = x->parameter[x->variable_at[i]];
    }
    return vv_ctx_ok(e->c);
}

/* ---- the motion ----------------------------------------------------------------------------- */

/* Inputs that are not held make it another system. expression: those of events, then of inputs. */
static vv_status put_inputs(vv_sim_memory *x, engine *e, vv_expr *expression) {
    vv_ctx *c = e->c;
    const vv_model *m = &e->m->model;
    vv_expr *value = VV_ARRAY(c, vv_expr, m->ninputs + 1);
    bool held = true;
    int events = vv_sim_count_expressions(x);
    for (int i = 0, k = events; value && i < m->ninputs; i++) {
        bool text = x->input[i].kind == VV_INPUT_TEXT;
        value[i] = text ? expression[k++] : value_of_input(e, m, &x->input[i], i);
        held &= vv_same(value[i], m->input[i]);
    }
    if (!value) return vv_ctx_status(c);
    const vv_system *s = vv_command_in_motion(e->m);
    if (held) return vv_system_with_inputs(c, s, value, &e->system);
    vv_subst(c, m->ninputs, m->input, value, events, expression, expression);
    vv_system *other = VV_NEW(c, vv_system);
    const vv_model *with = vv_model_with_inputs(c, m, value);
    if (!other || vv_system_build(c, with, other) != VV_OK) return vv_ctx_status(c);
    vv_system_check_mass_matrix(c, other);
    e->system = other->determined ? *other->determined : *other;
    return vv_ctx_status(c);
}

static bool watch(vv_sim_memory *x, engine *e, const vv_expr *value) {
    vv_model *m = e->model;
    int n = m->nwhens;
    vv_model_event *all = VV_ARRAY(e->c, vv_model_event, n + x->nevents + 1);
    if (!all) return false;
    if (n) memcpy(all, m->when, (size_t)n * sizeof *all);
    e->nmodel = n;
    for (int i = 0; i < x->nevents; i++) {
        const vv_sim_event_request *k = &x->event[i];
        if (!k->text) continue;
        all[n++] = (vv_model_event){.value = *value++,
                                    .direction = k->direction,
                                    .external = true,
                                    .quiet = true,
                                    .text = vv_strdup(e->c, k->text)};
    }
    m->when = all, m->nwhens = n;
    return vv_ctx_ok(e->c);
}

static bool depends_on_inputs(const engine *e) {
    const vv_model *m = &e->m->model;
    return vv_depends(e->c, e->system.U, m->ninputs, m->input);
}

static void ask_for(vv_sim_memory *x, engine *e) {
    const char *method = x->integrator;
    bool continuous = vv_sim_is_continuous(x);
    if (continuous && !method) method = "rk8";
    if (continuous) {
        e->feedback = (vv_feedback){x, vv_sim_feedback};
        e->system.feedback = &e->feedback;
        vv_buffer_printf(&e->account, "control: a law of the caller at every state, by %s\n",
                         method);
    }
    e->o = (vv_run_options){.form = continuous ? "multipliers" : x->form,
                            .method = method,
                            .tolerance = x->tolerance,
                            .nsensitivities = x->nsensitivities,
                            .sensitivity = (const char *const *)x->sensitivity};
    e->r = (vv_simulation){.c = e->c,
                           .s = &e->system,
                           .o = &e->o,
                           .source = "",
                           .account = &e->account,
                           .reports_doubts = true};
    e->r.host =
        (vv_simulation_host){.present = true, .longest = x->max_step, .data = x, .see = vv_sim_see};
    for (int i = 0; i < x->nevents; i++)
        if (x->event[i].root) e->r.host.shorten = vv_sim_shorten;
    e->r.snapshot.saved = -1;
}

static bool make_room(engine *e) {
    const vv_dynamics *f = &e->r.dynamics;
    int n = e->r.stepper.n + 1;
    int degree = f->order > VV_INTERPOLANT_DEGREE ? f->order : VV_INTERPOLANT_DEGREE;
    e->rates = VV_ARRAY(e->c, double, 2 * f->nq + 2);
    e->step.coefficient = VV_ARRAY(e->c, double, (size_t)e->nq *(size_t)(degree + 1) + 1);
    e->step.x = VV_ARRAY(e->c, double, 2 * (f->nq + 2 * n));
    e->step.x_low = VV_ARRAY(e->c, double, 2 * (f->nq + 2 * n));
    if (e->r.contact.friction)
        e->step.series = VV_MATRIX(e->c, double, vv_dynamics_count_inputs(f), f->order + 1);
    return vv_ctx_ok(e->c);
}

static bool list_variable(vv_sim_memory *x, engine *e) {
    vv_expr *symbol = VV_ARRAY(e->c, vv_expr, x->nvariable + 1);
    for (int i = 0; symbol && i < x->nvariable; i++)
        symbol[i] = e->model->parameter[x->variable_at[i]].symbol;
    return symbol && vv_parameter_domain_new(&e->r.dynamics, x->nvariable, symbol, &e->domain);
}

static vv_status build(vv_sim_memory *x, engine *e) {
    vv_ctx *c = e->c;
    vv_expr *value = VV_ARRAY(c, vv_expr, x->nevents + x->ninputs + 1);
    vv_status s = value ? elaborate(x, e) : vv_ctx_status(c);
    if (s != VV_OK) return s;
    if (!note_values(x, e) || !take_requests(x, e, &e->m->model, value) ||
        !make_cells(x, e, &e->m->model) || put_inputs(x, e, value) != VV_OK)
        return vv_ctx_status(c);
    e->model = VV_NEW(c, vv_model);
    if (!e->model) return vv_ctx_status(c);
    *e->model = *e->system.m;
    e->system.m = e->model;
    e->model->nshows = e->m->model.nshows;
    e->start = e->model->start, e->nstarts = e->model->nstarts;
    if (!watch(x, e, value)) return vv_ctx_status(c);
    if (!vv_simulation_possible(c, &e->system) || vv_system_check_mechanics(c, &e->system) != VV_OK)
        return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
    ask_for(x, e);
    e->potential = depends_on_inputs(e);
    s = vv_simulation_prepare(&e->r);
    if (s != VV_OK) return s;
    if (!make_room(e) || !list_variable(x, e)) return vv_ctx_status(c);
    e->said = e->account.length;
    vv_serializer k = {.out = &e->blank};
    vv_simulation_serialize(&e->r, &k);
    return vv_ctx_status(c);
}

void vv_sim_engine_free(engine *e) {
    if (!e) return;
    if (e->c) vv_simulation_close(&e->r);
    vv_ctx_free(e->c);
    free(e);
}

vv_status vv_sim_engine_new(vv_sim_memory *x, engine **out) {
    *out = NULL;
    engine *e = calloc(1, sizeof *e);
    if (!e) return vv_failed(VV_E_NOMEM);
    e->c = vv_handle_ctx(x->budget);
    if (!e->c) {
        free(e);
        return VV_E_NOMEM;
    }
    e->account = e->blank = e->keep = VV_BUFFER(e->c);
    vv_status s = build(x, e);
    if (s == VV_OK && !vv_ctx_ok(e->c)) s = vv_ctx_status(e->c);
    if (s != VV_OK) {
        x->told = vv_call_end(e->c, s);
        vv_sim_engine_free(e);
        return s;
    }
    e->bytes = vv_ctx_bytes(e->c);
    *out = e;
    return VV_OK;
}

/* ---- the start ------------------------------------------------------------------------------ */

void vv_sim_engine_begin_at(engine *e, const double *rates) {
    e->model->start = rates ? e->given : e->start;
    e->model->nstarts = rates ? 2 * e->nq : e->nstarts;
    if (rates) memcpy(e->cell, rates, 2 * (size_t)e->nq * sizeof *rates);
}

/* Any state will do: it is that of the start, exactly. */
static void place(vv_sim_memory *x, engine *e) {
    vv_stepper *s = &e->r.stepper;
    memcpy(s->x, x->start, 2 * (size_t)e->nq * sizeof *s->x);
    memset(s->x_low, 0, 2 * (size_t)e->nq * sizeof *s->x);
}

vv_status vv_sim_engine_start(vv_sim_memory *x, engine *e) {
    vv_simulation *r = &e->r;
    x->asked = e;
    vv_serializer k = {.in = vv_buffer_text(&e->blank), .length = e->blank.length};
    r->lyapunov = (vv_lyapunov){0};
    vv_simulation_serialize(r, &k);
    e->account.length = e->said;
    r->output.columns.undefined = 0;
    r->switching.leaves = false;
    r->stepper.t = x->given ? x->start_time : 0, r->stepper.t_low = 0;
    r->until = r->stepper.t;
    e->step.valid = false, e->changed = true;
    vv_sim_engine_begin_at(e, x->given ? x->start : NULL);
    x->t = r->stepper.t;
    vv_sim_place_inputs(x, e);
    if (!x->given || !vv_simulation_is_free(r) || e->model->nguards) return vv_simulation_start(r);
    place(x, e);
    return VV_OK;
}

void vv_sim_rates_from(engine *e, const double *in, double *rates) {
    memcpy(rates, in, (size_t)e->nq * sizeof *rates);
    vv_jit_run(e->r.audit.rates, in, rates + e->nq, e->r.audit.rates_scratch);
}

void vv_sim_refresh(vv_sim_memory *x) {
    engine *e = x->e;
    vv_simulation_positions_and_rates(&e->r, e->rates);
    memcpy(x->q, e->rates, (size_t)e->nq * sizeof *x->q);
    memcpy(x->qd, e->rates + e->r.dynamics.nq, (size_t)e->nq * sizeof *x->qd);
    x->t = e->r.stepper.t + e->r.stepper.t_low;
}

/* ---- anew ----------------------------------------------------------------------------------- */

/* Its events were `nevents` expressions fewer. */
static bool load(engine *e, int nwhens, const vv_buffer *state) {
    vv_events *v = &e->r.events;
    int all = v->n;
    if (all == nwhens) return vv_simulation_load(&e->r, vv_buffer_text(state), state->length);
    v->n = nwhens;
    bool good = vv_simulation_load(&e->r, vv_buffer_text(state), state->length);
    v->n = all;
    if (!good) return false;
    if (v->size) { /* magnitudes, then those of rates */
        memmove(v->size + all, v->size + nwhens, (size_t)nwhens * sizeof *v->size);
        memset(v->size + nwhens, 0, (size_t)(all - nwhens) * sizeof *v->size);
    }
    return vv_events_build(&e->r.dynamics, v) == VV_OK;
}

/* Their values at the start. */
static vv_status keep_guards(const engine *e, engine *to) {
    int n = e->model->nguards;
    if (!e->r.contact.guards) return VV_OK;
    double *own = to->r.contact.guards = VV_ARRAY(to->c, double, n + 1);
    if (own) memcpy(own, e->r.contact.guards, (size_t)n * sizeof *own);
    return vv_ctx_status(to->c);
}

/* The motion so far goes on, to the last digit. */
static vv_status take_over(vv_sim_memory *x, engine *to) {
    engine *e = x->e;
    vv_buffer *state = &to->keep;
    vv_buffer_clear(state);
    if (!vv_simulation_save(&e->r, state)) return VV_E_BEYOND;
    vv_sim_engine_begin_at(to, NULL);
    vv_sim_place_inputs(x, to);
    int nwhens = e->r.events.n;
    if (!load(to, nwhens, state)) return vv_ctx_ok(to->c) ? VV_E_INTERNAL : vv_ctx_status(to->c);
    to->changed = true;
    return keep_guards(e, to);
}

/* Other equations: the same positions and rates. */
static vv_status begin_again(vv_sim_memory *x, engine *to) {
    bool given = x->given, begun = x->e->r.stepper.stats.steps > 0;
    double *start = x->start, time = x->start_time, *now = NULL;
    if (begun) {
        now = VV_ARRAY(to->c, double, 2 * to->nq + 1);
        if (!now) return VV_E_NOMEM;
        memcpy(now, x->q, (size_t)to->nq * sizeof *now);
        memcpy(now + to->nq, x->qd, (size_t)to->nq * sizeof *now);
        x->given = true, x->start = now, x->start_time = x->t;
    }
    vv_status s = vv_sim_engine_start(x, to);
    x->given = given, x->start = start, x->start_time = time;
    if (begun)
        vv_buffer_printf(&to->account, "inputs: given anew at t = %.9g, where the audit begins\n",
                         to->r.stepper.t);
    return s;
}

void vv_sim_adopt(vv_sim_memory *x, engine *to) {
    vv_sim_engine_free(x->e);
    x->e = x->asked = to;
    if (x->here) x->here->c = to->c, x->here->mark = vv_diag_get_mark(to->c);
    vv_sim_refresh(x);
}

bool vv_sim_engine_is_spent(const engine *e) {
    const vv_simulation *r = &e->r;
    return r->switching.switched || r->switching.stiff || r->speed_sets.changes > 0 ||
           r->lock.met || r->parameters.changed;
}

vv_status vv_sim_rebuild(vv_sim_memory *x, bool same) {
    engine *to;
    vv_status s = vv_sim_engine_new(x, &to);
    if (s != VV_OK) return s;
    bool begun = x->e->r.stepper.stats.steps > 0;
    s = same && begun ? take_over(x, to) : begin_again(x, to);
    if (s != VV_OK) {
        x->told = vv_call_end(to->c, s);
        vv_sim_engine_free(to);
        x->asked = x->e;
        x->t = x->e->r.stepper.t + x->e->r.stepper.t_low;
        return s;
    }
    vv_sim_adopt(x, to);
    return VV_OK;
}

vv_status vv_sim_tidy(vv_sim_memory *x) {
    enum { SPARE = 8 << 20 };
    engine *e = x->e, *to;
    if (vv_ctx_bytes(e->c) < 2 * e->bytes + SPARE || x->callback) return VV_OK;
    e->bytes = vv_ctx_bytes(e->c); /* not at once again */
    if (vv_sim_engine_new(x, &to) != VV_OK) return VV_OK;
    if (take_over(x, to) != VV_OK)
        vv_sim_engine_free(to);
    else
        vv_sim_adopt(x, to);
    return VV_OK;
}
