/* Inputs: held, by tables, by expressions, by a control law. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "capi/simulation_handle.h"

typedef vv_sim_memory memory;
enum { CELLS = VV_SIM_DEGREE + 2, TERMS = VV_SIM_DEGREE + 1 };

static void free_input(vv_sim_input *u) {
    free(u->text), free(u->t), free(u->coefficient);
    *u = (vv_sim_input){0};
}

void vv_sim_inputs_free(memory *x) {
    for (int i = 0; x->input && i < x->ninputs; i++) free_input(&x->input[i]);
    free(x->input);
    x->input = NULL;
}

static void *copy_of(const void *from, size_t bytes) {
    void *to = from ? malloc(bytes + 1) : NULL;
    return to ? memcpy(to, from, bytes) : NULL;
}

bool vv_sim_input_copy(vv_sim_input *to, const vv_sim_input *from) {
    *to = *from;
    to->text = from->text ? strdup(from->text) : NULL;
    to->t = copy_of(from->t, from->n * sizeof *from->t);
    to->coefficient = copy_of(from->coefficient, TERMS * from->n * sizeof *from->coefficient);
    return (!from->text || to->text) && (!from->t || (to->t && to->coefficient));
}

/* Are the equations those of a held input? */
static bool has_cell(const vv_sim_input *u) {
    return u->kind == VV_INPUT_HELD || (u->kind == VV_INPUT_TABLE && u->degree == 0);
}

void vv_sim_inputs_reset(memory *x, bool *equations) {
    for (int i = 0; i < x->ninputs; i++) {
        *equations |= !has_cell(&x->input[i]);
        free_input(&x->input[i]);
    }
}

/* ---- their cells ---------------------------------------------------------------------------- */

/* The piece at a time: -1 before the first point. */
static ptrdiff_t piece_at(const vv_sim_input *u, double t) {
    size_t low = 0, high = u->n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (u->t[middle] <= t)
            low = middle + 1;
        else
            high = middle;
    }
    return (ptrdiff_t)low - 1;
}

/* Of its piece; true: they are others than before. */
static bool place(const vv_sim_input *u, double t, double *cell) {
    double to[CELLS] = {0};
    if (u->kind == VV_INPUT_TEXT) return false;
    if (u->kind == VV_INPUT_HELD) to[0] = u->held;
    if (u->kind == VV_INPUT_TABLE) {
        ptrdiff_t k = piece_at(u, t);
        if (k < 0)
            to[0] = u->coefficient[0];
        else
            memcpy(to, u->coefficient + TERMS * k, TERMS * sizeof *to);
        to[CELLS - 1] = u->t[k < 0 ? 0 : k];
    }
    if (!memcmp(to, cell, sizeof to)) return false;
    memcpy(cell, to, sizeof to);
    return true;
}

void vv_sim_place_inputs(memory *x, vv_sim_engine *e) {
    for (int i = 0; i < x->ninputs; i++) place(&x->input[i], x->t, e->input + CELLS * i);
}

/* The integrator forgets the forces that it knew. */
static vv_status change_cells(memory *x) {
    vv_sim_engine *e = x->e;
    double before[8 * CELLS];
    bool small = x->ninputs <= 8, any = false;
    if (small) memcpy(before, e->input, (size_t)(CELLS * x->ninputs) * sizeof *before);
    if (e->potential && small) vv_simulation_begin_change(&e->r);
    for (int i = 0; i < x->ninputs; i++) any |= place(&x->input[i], x->t, e->input + CELLS * i);
    if (!any) return VV_OK;
    e->changed = true;
    if (e->potential || e->r.contact.friction) {
        if (!e->potential) vv_simulation_begin_change(&e->r);
        return vv_simulation_end_change(&e->r);
    }
    e->r.stepper.transitions++;
    return VV_OK;
}

/* ---- held ----------------------------------------------------------------------------------- */

static vv_status hold(memory *x, const double *u) {
    bool equations = false;
    for (int i = 0; i < x->ninputs; i++) equations |= !isnan(u[i]) && !has_cell(&x->input[i]);
    for (int i = 0; i < x->ninputs; i++) {
        if (isnan(u[i])) continue;
        if (x->input[i].kind != VV_INPUT_HELD) free_input(&x->input[i]);
        x->input[i].held = u[i];
    }
    return equations ? vv_sim_rebuild(x, false) : change_cells(x);
}

vv_status vv_sim_set_inputs(vv_sim *s, const double *u) {
    vv_entry here;
    vv_status status;
    if (!vv_sim_enter(&here, s, "vv_sim_set_inputs", true, &status)) return status;
    memory *x = s->x;
    status = u || !x->ninputs ? VV_OK : vv_usage("vv_sim_set_inputs: u is NULL");
    for (int i = 0; status == VV_OK && i < x->ninputs; i++) {
        if (isinf(u[i])) status = vv_usage("vv_sim_set_inputs: input %d is infinite", i);
        if (x->callback && !isnan(u[i]) && !has_cell(&x->input[i]))
            status = vv_usage("vv_sim_set_inputs: input %d is given by a table or an expression, "
                              "which a callback cannot replace",
                              i);
    }
    if (status == VV_OK && x->ninputs) status = hold(x, u);
    return vv_sim_leave(&here, s, status);
}

/* Another way to give an input; after a failure it is as before. */
static vv_status give(memory *x, int i, vv_sim_input *to) {
    vv_sim_input was = x->input[i];
    bool equations = !has_cell(&was) || !has_cell(to);
    to->held = was.held;
    x->input[i] = *to;
    vv_status s = equations ? vv_sim_rebuild(x, false) : change_cells(x);
    if (s == VV_OK) {
        free_input(&was);
        return s;
    }
    x->input[i] = was;
    free_input(to);
    return s;
}

static vv_status check_input(const memory *x, const char *name, int i) {
    if (i >= 0 && i < x->ninputs) return VV_OK;
    return x->ninputs ? vv_usage("%s: there is no input %d", name, i)
                      : vv_usage("%s: the mechanism has no inputs", name);
}

/* ---- tables --------------------------------------------------------------------------------- */

/* The parabola through three points, about t. */
static void parabola(const double *t, const double *u, double at, double *c) {
    double first = (u[1] - u[0]) / (t[1] - t[0]), next = (u[2] - u[1]) / (t[2] - t[1]);
    c[2] = (next - first) / (t[2] - t[0]);
    c[1] = first + c[2] * ((at - t[0]) + (at - t[1]));
    c[0] = u[0] + (at - t[0]) * (first + c[2] * (at - t[1]));
}

/* Second derivatives of the spline whose third one has no jump at the second and the last but one
 * point: elimination without pivoting in the tridiagonal matrix, whose first and last rows are
 * m1 and m(n-2) in terms of their neighbours. (n >= 4) */
static bool second_derivatives(size_t n, const double *t, const double *u, double *m) {
    double *diagonal = malloc(3 * n * sizeof *diagonal), *above = diagonal + n, *right = above + n;
    if (!diagonal) return false;
    for (size_t i = 1; i + 1 < n; i++) {
        double h = t[i] - t[i - 1], k = t[i + 1] - t[i], low = h, up = k, d = 2 * (h + k);
        right[i] = 6 * ((u[i + 1] - u[i]) / k - (u[i] - u[i - 1]) / h);
        if (i == 1) d += h * (1 + h / k), up -= h * h / k, low = 0;
        if (i + 2 == n) d += k * (1 + k / h), low -= k * k / h, up = 0;
        if (i > 1) d -= low * above[i - 1], right[i] -= low * right[i - 1];
        diagonal[i] = d, above[i] = up / d, right[i] /= d;
    }
    for (size_t i = n - 1; i-- > 1;) m[i] = right[i] - (i + 2 < n ? above[i] * m[i + 1] : 0);
    double h = (t[1] - t[0]) / (t[2] - t[1]), k = (t[n - 1] - t[n - 2]) / (t[n - 2] - t[n - 3]);
    m[0] = (1 + h) * m[1] - h * m[2];
    m[n - 1] = (1 + k) * m[n - 2] - k * m[n - 3];
    free(diagonal);
    return true;
}

static bool spline(size_t n, const double *t, const double *u, double *c) {
    double *m = malloc(n * sizeof *m);
    bool good = m && second_derivatives(n, t, u, m);
    for (size_t i = 0; good && i + 1 < n; i++) {
        double h = t[i + 1] - t[i], *to = c + TERMS * i;
        to[0] = u[i];
        to[1] = (u[i + 1] - u[i]) / h - h * (2 * m[i] + m[i + 1]) / 6;
        to[2] = m[i] / 2, to[3] = (m[i + 1] - m[i]) / (6 * h);
    }
    free(m);
    return good;
}

/* With fewer points than it takes, the polynomial through them. */
static int possible_degree(int degree, size_t n) {
    return degree == VV_SIM_DEGREE && n == 3 ? 2 : n == 2 && degree > 1 ? 1 : n == 1 ? 0 : degree;
}

static bool tabulate(vv_sim_input *to, const double *u) {
    size_t n = to->n;
    int degree = possible_degree(to->degree, n);
    double *c = to->coefficient;
    for (size_t i = 0; i < n; i++) c[TERMS * i] = u[i];
    for (size_t i = 0; i + 1 < n && degree == 1; i++)
        c[TERMS * i + 1] = (u[i + 1] - u[i]) / (to->t[i + 1] - to->t[i]);
    for (size_t i = 0; i + 1 < n && degree == 2; i++) {
        size_t first = i == 0 ? 0 : i - 1;
        parabola(to->t + first, u + first, to->t[i], c + TERMS * i);
        c[TERMS * i] = u[i];
    }
    return degree < VV_SIM_DEGREE || spline(n, to->t, u, c);
}

static vv_status check_table(int degree, size_t n, const double *t, const double *u) {
    if (degree < 0 || degree > VV_SIM_DEGREE)
        return vv_usage("vv_sim_input_table: the degree is 0, 1, 2 or 3");
    if (!n || !t || !u) return vv_usage("vv_sim_input_table: there are no points");
    for (size_t i = 0; i < n; i++)
        if (!isfinite(t[i]) || !isfinite(u[i]) || (i && !(t[i] > t[i - 1])))
            return vv_usage("vv_sim_input_table: point %zu is not a number, or not after the one "
                            "before",
                            i);
    return VV_OK;
}

static vv_status table(memory *x, int input, int degree, size_t n, const double *t,
                       const double *u) {
    vv_sim_input to = {.kind = VV_INPUT_TABLE, .degree = degree, .n = n};
    to.t = copy_of(t, n * sizeof *t);
    to.coefficient = calloc(TERMS * n, sizeof *to.coefficient);
    if (to.t && to.coefficient && tabulate(&to, u)) return give(x, input, &to);
    free_input(&to);
    return x->told = vv_failed(VV_E_NOMEM);
}

vv_status vv_sim_input_table(vv_sim *s, int input, int degree, size_t n, const double *t,
                             const double *u) {
    vv_entry here;
    vv_status status;
    if (!vv_sim_enter(&here, s, "vv_sim_input_table", false, &status)) return status;
    status = check_input(s->x, "vv_sim_input_table", input);
    if (status == VV_OK) status = check_table(degree, n, t, u);
    if (status == VV_OK) status = table(s->x, input, degree, n, t, u);
    return vv_sim_leave(&here, s, status);
}

/* ---- expressions ---------------------------------------------------------------------------- */

vv_status vv_sim_input_text(vv_sim *s, int input, const char *expression) {
    vv_entry here;
    vv_status status;
    if (!vv_sim_enter(&here, s, "vv_sim_input_text", false, &status)) return status;
    status = check_input(s->x, "vv_sim_input_text", input);
    if (status == VV_OK && !expression)
        status = vv_usage("vv_sim_input_text: the expression is NULL");
    if (status == VV_OK) {
        vv_sim_input to = {.kind = VV_INPUT_TEXT, .text = strdup(expression)};
        status = to.text ? give(s->x, input, &to) : (s->x->told = vv_failed(VV_E_NOMEM));
    }
    return vv_sim_leave(&here, s, status);
}

/* ---- control -------------------------------------------------------------------------------- */

static double next_call(const vv_sim_control_law *k) {
    return k->law && k->period > 0 ? k->begins + (double)k->calls * k->period : (double)INFINITY;
}

double vv_sim_next_change(const memory *x) {
    double next = next_call(&x->control);
    for (int i = 0; i < x->ninputs; i++) {
        const vv_sim_input *u = &x->input[i];
        ptrdiff_t k = u->kind == VV_INPUT_TABLE ? piece_at(u, x->t) + 1 : -1;
        if (k >= 0 && k < (ptrdiff_t)u->n) next = fmin(next, u->t[k]);
    }
    return next;
}

static vv_status call_law(memory *x, vv_sim_engine *e, double t, const double *q, const double *qd,
                          vv_next *next) {
    double few[8], *u = x->ninputs <= 8 ? few : e->step.cell; /* as long as all cells */
    for (int i = 0; i < x->ninputs; i++)
        u[i] = has_cell(&x->input[i]) ? e->input[CELLS * i] : (double)NAN;
    vv_sim_begin_callback(x, VV_READING);
    *next = x->control.law(x->control.data, t, q, qd, u);
    vv_sim_end_callback(x);
    vv_status s = vv_sim_answer(x, *next, "the control law");
    for (int i = 0; s == VV_OK && i < x->ninputs; i++)
        if (isinf(u[i])) s = x->told = vv_usage("the control law makes input %d infinite", i);
    for (int i = 0; i < x->ninputs && s == VV_OK; i++) {
        bool held = x->input[i].kind == VV_INPUT_HELD;
        if (held && isnan(u[i]))
            return x->told =
                       vv_usage("the control law gives no value of input %d at t = %.9g", i, t);
        if (held) x->input[i].held = u[i];
    }
    return s;
}

/* Within a step. A failure ends it; the wish to stop is met at its end. */
void vv_sim_feedback(void *data, double t, const double *state) {
    memory *x = data;
    vv_sim_engine *e = x->asked;
    vv_next next;
    if (!e || !vv_ctx_ok(e->c)) return;
    vv_status s = call_law(x, e, t, state, state + e->nq, &next);
    if (s != VV_OK) vv_ctx_fail(e->c, s);
    if (s == VV_OK && next == VV_STOP_HERE) x->wish = next;
    for (int i = 0; i < x->ninputs; i++)
        if (x->input[i].kind == VV_INPUT_HELD) e->input[CELLS * i] = x->input[i].held;
}

vv_status vv_sim_change_inputs(memory *x, vv_next *next) {
    *next = vv_sim_is_continuous(x) ? x->wish : VV_GO_ON;
    x->wish = VV_GO_ON;
    if (next_call(&x->control) <= x->t) {
        vv_status s = call_law(x, x->e, x->t, x->q, x->qd, next);
        if (s != VV_OK) return s;
        x->control.calls++;
    }
    return change_cells(x);
}

static vv_status control(memory *x, double period, vv_controller *law, void *data) {
    vv_sim_control_law was = x->control;
    bool before = vv_sim_is_continuous(x);
    x->control = (vv_sim_control_law){law, data, period, x->t, 0};
    x->wish = VV_GO_ON;
    if (!vv_sim_is_continuous(x) && !before) return VV_OK;
    vv_status s = vv_sim_rebuild(x, false);
    if (s != VV_OK) x->control = was;
    return s;
}

vv_status vv_sim_control(vv_sim *s, double period, vv_controller *law, void *data) {
    vv_entry here;
    vv_status status;
    if (!vv_sim_enter(&here, s, "vv_sim_control", false, &status)) return status;
    memory *x = s->x;
    const char *by = x->integrator;
    if (law && !x->ninputs)
        status = vv_usage("vv_sim_control: the mechanism has no inputs");
    else if (law && (!(period >= 0) || isinf(period)))
        status = vv_usage("vv_sim_control: the period is not a number, or negative");
    else if (law && period == 0 && by && strcmp(by, "rk8") != 0 && strcmp(by, "radau") != 0)
        status = vv_usage("vv_sim_control: a continuous law takes the integrator rk8 or radau, "
                          "not %s",
                          by);
    else if (law && period == 0 && x->form && strcmp(x->form, "multipliers") != 0)
        status = vv_usage("vv_sim_control: a continuous law takes the form multipliers, whose "
                          "state is q, q'");
    else
        status = control(x, period, law, data);
    return vv_sim_leave(&here, s, status);
}
