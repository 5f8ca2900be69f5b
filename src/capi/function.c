/* Numeric functions: what the caller names, as expressions of the state, as one program. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "capi/diagnostic_codes.h"
#include "capi/function_handle.h"
#include "capi/handle.h"
#include "export/export.h"

enum { MOST_DERIVATIVES = 8 };

/* An output as the caller wrote it: d(d(LEAF, by[0]), by[1]). */
typedef struct request {
    const char *text, *leaf;
    int nby;
    const char *by[MOST_DERIVATIVES];
    int quantity; /* -1: an expression, */
    int show;     /* the so-manieth     */
} request;

typedef struct builder {
    vv_ctx *c;
    const vv_command_mechanism *m;
    vv_cfunc *f;
    vv_quantity_source k;
    int n, nexpressions;
    request *request;
    vv_expr *in;               /* x, t, p, u */
    vv_quantity_matrix *value; /* (n) */
} builder;

/* ---- reading -------------------------------------------------------------------------------- */

static const char *copy_trimmed(vv_ctx *c, const char *s, size_t n) {
    while (n && isspace((unsigned char)*s)) s++, n--;
    while (n && isspace((unsigned char)s[n - 1])) n--;
    return vv_strndup(c, s, n);
}

/* The last comma within the brackets of "d(...)", which must end the text; NULL: no derivative. */
static const char *comma_of_derivative(const char *s) {
    const char *comma = NULL, *p = s + 1;
    int depth = 0;
    if (*s != 'd') return NULL;
    while (isspace((unsigned char)*p)) p++;
    if (*p != '(') return NULL;
    for (; *p; p++) {
        if (strchr("([{", *p)) depth++;
        if (strchr(")]}", *p) && --depth == 0) break;
        if (*p == ',' && depth == 1) comma = p;
    }
    return *p == ')' && !p[1] ? comma : NULL;
}

static vv_status read_request(builder *b, const char *text, request *r) {
    const char *by[MOST_DERIVATIVES], *s = copy_trimmed(b->c, text, strlen(text)), *comma;
    *r = (request){.text = s};
    while (s && (comma = comma_of_derivative(s))) {
        const char *open = strchr(s, '(') + 1;
        if (r->nby == MOST_DERIVATIVES)
            return vv_usage("more than %d derivatives within each other", MOST_DERIVATIVES);
        by[r->nby++] = copy_trimmed(b->c, comma + 1, strlen(comma + 1) - 1);
        s = copy_trimmed(b->c, open, (size_t)(comma - open));
    }
    for (int i = 0; i < r->nby; i++) r->by[i] = by[r->nby - 1 - i];
    if (!s) return vv_call_end(b->c, vv_ctx_status(b->c));
    r->leaf = s;
    r->quantity = vv_quantity_find(s);
    r->show = r->quantity < 0 ? b->nexpressions++ : 0;
    return VV_OK;
}

/* ---- variables ------------------------------------------------------------------------------ */

static const char *name_of(vv_ctx *c, vv_expr symbol) {
    const vv_symbol *s = vv_symbol_get(c, symbol);
    char *name = s ? vv_format(c, "%s%.*s", s->name, s->order, "'''") : NULL;
    return name ? name : "";
}

static vv_expr *variables(builder *b, char which, int *n) {
    const vv_cfunc *f = b->f;
    *n = which == 'x' ? f->nx : which == 'p' ? f->np : f->nu;
    return b->in + (which == 'x' ? 0 : which == 'p' ? f->nx + 1 : f->nx + 1 + f->np);
}

static const char **names_of(builder *b, char which) {
    int n;
    const vv_expr *symbol = variables(b, which, &n);
    const char **name = VV_ARRAY(b->c, const char *, n + 1);
    for (int i = 0; name && i < n; i++) name[i] = name_of(b->c, symbol[i]);
    return name;
}

static vv_status set_variables(builder *b) {
    const vv_model *m = &b->m->model;
    const vv_equations *eq = b->k.motion;
    vv_cfunc *f = b->f;
    int nq = b->k.s->nq, n = 0;
    bool speeds = b->k.state == VV_STATE_SPEEDS;
    f->nx = speeds ? nq + eq->n : (b->k.state == VV_STATE_RATES ? 2 : 3) * nq;
    f->np = m->nparameters, f->nu = m->ninputs;
    vv_expr *in = b->in = VV_ARRAY(b->c, vv_expr, f->nx + 1 + f->np + f->nu);
    if (!in) return vv_ctx_status(b->c);
    for (int i = 0; i < nq; i++) in[n++] = b->k.s->q[i];
    for (int i = 0; !speeds && i < nq; i++) in[n++] = b->k.s->qd[i];
    for (int i = 0; speeds && i < eq->n; i++) in[n++] = eq->w[i];
    for (int i = 0; n < f->nx && i < nq; i++) in[n++] = b->k.s->qdd[i];
    in[n++] = m->t;
    for (int i = 0; i < f->np; i++) in[n++] = m->parameter[i].symbol;
    for (int i = 0; i < f->nu; i++) in[n++] = m->input[i];
    f->x = names_of(b, 'x'), f->p = names_of(b, 'p'), f->u = names_of(b, 'u');
    return vv_ctx_status(b->c);
}

static vv_status set_values(builder *b) {
    const vv_model *m = &b->m->model;
    vv_parameter_values known;
    b->f->value = VV_ARRAY(b->c, double, m->nparameters + 1);
    b->f->structural = VV_ARRAY(b->c, int, m->nparameters + 1);
    if (!b->f->value || !b->f->structural) return vv_ctx_status(b->c);
    vv_parameter_values_from_model(b->c, m, &known);
    for (int i = 0; vv_ctx_ok(b->c) && i < m->nparameters; i++) {
        b->f->value[i] = (double)NAN;
        for (int k = 0; k < known.n; k++)
            if (vv_same(known.symbol[k], m->parameter[i].symbol)) b->f->value[i] = known.value[k];
        if (m->parameter[i].structural) b->f->structural[b->f->nstructural++] = i;
    }
    return vv_ctx_status(b->c);
}

/* ---- outputs as expressions of the state ---------------------------------------------------- */

static vv_status beyond(builder *b, const request *r) {
    if (!vv_ctx_ok(b->c)) return vv_ctx_status(b->c);
    vv_diag_add(b->c, VV_ERROR, VV_D_ABSENT, (vv_span){0}, "%s: %s", r->leaf,
                b->k.why ? b->k.why : "this mechanism has no such quantity");
    return VV_E_BEYOND;
}

static bool components(builder *b, const vv_show *s, vv_expr out[3]) {
    if (s->reaction) return vv_quantity_reaction(&b->k, s->v, out);
    b->k.why = "it cannot be expressed in the world's axes";
    return vv_vec_components(b->c, &b->m->model.frames, s->v, 0, out);
}

static vv_status shown(builder *b, const request *r, vv_quantity_matrix *out) {
    const vv_show *s = &b->m->model.show[b->m->model.nshows - b->nexpressions + r->show];
    *out = (vv_quantity_matrix){s->vector ? 3 : 1, 1, VV_ARRAY(b->c, vv_expr, 3)};
    if (!out->entry) return vv_ctx_status(b->c);
    out->entry[0] = s->value;
    return !s->vector || components(b, s, out->entry) ? VV_OK : VV_E_BEYOND;
}

static vv_status leaf(builder *b, const request *r, vv_quantity_matrix *out) {
    vv_status status =
        r->quantity < 0 ? shown(b, r, out) : vv_quantity_get(&b->k, r->quantity, out);
    if (status == VV_OK) status = vv_quantity_in_state(&b->k, out->rows * out->columns, out->entry);
    return status == VV_OK ? vv_ctx_status(b->c) : beyond(b, r);
}

static vv_status unknown_variable(builder *b, const char *name) {
    int total = b->f->nx + b->f->np + b->f->nu, n = 0;
    const char **known = VV_ARRAY(b->c, const char *, total + 1);
    for (int i = 0; known && i < b->f->nx; i++) known[n++] = b->f->x[i];
    for (int i = 0; known && i < b->f->np; i++) known[n++] = b->f->p[i];
    for (int i = 0; known && i < b->f->nu; i++) known[n++] = b->f->u[i];
    return vv_usage_name("variable", name, n, known);
}

/* The variable of this name in any spelling of the language; poison: none. */
static vv_expr variable_by_name(builder *b, const char *name) {
    size_t n = strlen(name), primes = 0;
    while (primes < n && name[n - 1 - primes] == '\'') primes++;
    const char *bare = vv_name_canonical(b->c, name, n - primes);
    for (int i = 0; bare && i < b->f->nx + 1 + b->f->np + b->f->nu; i++) {
        const vv_symbol *s = vv_symbol_get(b->c, b->in[i]);
        if (s && (size_t)s->order == primes && !strcmp(s->name, bare)) return b->in[i];
    }
    return VV_POISON;
}

static bool is_structural(const builder *b, vv_expr symbol) {
    for (int i = 0; i < b->f->nstructural; i++)
        if (vv_same(b->m->model.parameter[b->f->structural[i]].symbol, symbol)) return true;
    return false;
}

/* The derivative by one array, or one variable. */
static vv_status differentiate(builder *b, const char *by, vv_quantity_matrix *v) {
    int n = v->rows * v->columns, columns = 1;
    vv_expr one, *symbol = &one;
    bool array = *by && strchr("xpu", *by) && !by[1];
    if (array) {
        symbol = variables(b, *by, &columns);
    } else {
        one = variable_by_name(b, by);
        if (vv_is_poison(one)) return unknown_variable(b, by);
        if (is_structural(b, one))
            return vv_usage("%s is an integer on which the structure of the mechanism depends: "
                            "there is no derivative by it",
                            by);
    }
    vv_expr *out = VV_MATRIX(b->c, vv_expr, n, columns);
    if (!out) return vv_ctx_status(b->c);
    vv_jacobian(b->c, n, v->entry, columns, symbol, out);
    if (array) v->rows = n, v->columns = columns;
    v->entry = out;
    return vv_ctx_status(b->c);
}

static vv_status express(builder *b) {
    vv_cfunc *f = b->f;
    for (int i = 0; i < b->n; i++) {
        vv_quantity_matrix *v = &b->value[i];
        vv_status s = leaf(b, &b->request[i], v);
        for (int k = 0; s == VV_OK && k < b->request[i].nby; k++)
            s = differentiate(b, b->request[i].by[k], v);
        if (s != VV_OK) return s;
        f->output[i] = (vv_cfunc_shape){b->request[i].text, v->rows, v->columns, f->nout};
        f->nout += v->rows * v->columns;
    }
    f->noutputs = b->n;
    return VV_OK;
}

/* ---- the program ---------------------------------------------------------------------------- */

static const char *entry_name(vv_ctx *c, const vv_cfunc_shape *o, int i) {
    if (o->rows * o->columns == 1) return o->text;
    return o->columns == 1 ? vv_format(c, "%s[%d]", o->text, i)
                           : vv_format(c, "%s[%d,%d]", o->text, i / o->columns, i % o->columns);
}

static const vv_tape *build_tape(builder *b) {
    vv_cfunc *f = b->f;
    vv_expr *out = VV_ARRAY(b->c, vv_expr, f->nout + 1);
    const char *why = NULL;
    f->o = VV_ARRAY(b->c, const char *, f->nout + 1);
    if (!out || !f->o) return NULL;
    for (int i = 0; i < b->n; i++)
        for (int k = 0; k < b->value[i].rows * b->value[i].columns; k++) {
            out[f->output[i].begin + k] = b->value[i].entry[k];
            f->o[f->output[i].begin + k] = entry_name(b->c, &f->output[i], k);
        }
    vv_tape_plan plan = {
        .nin = f->nx + 1 + f->np + f->nu, .in = b->in, .nout = f->nout, .out = out};
    const vv_tape *t = vv_tape_build(b->c, &plan, &why);
    if (!t && why)
        vv_diag_add(b->c, VV_ERROR, VV_D_ABSENT, (vv_span){0},
                    "this function of the state cannot be computed: %s", why);
    return t;
}

static vv_status compile(builder *b, const vv_options *o) {
    vv_cfunc *f = b->f;
    const vv_tape *t = build_tape(b);
    int most = (int)vv_option_int(o, "lanes", 0), lanes = vv_cpu_lanes();
    if (!t) return vv_ctx_status(b->c);
    if (!vv_option_int(o, "jit", 1)) {
        f->one = f->several = vv_jit_interpreter(b->c, t);
        return vv_ctx_status(b->c);
    }
    f->one = f->several = vv_jit_build(b->c, t, 1);
    while (most > 0 && lanes > most) lanes /= 2;
    if (!f->one || !f->one->entry || lanes < 2 || !vv_cpu_supports_lanes(lanes))
        return vv_ctx_status(b->c);
    const vv_jit *several = vv_jit_build(b->c, t, lanes);
    if (several && several->entry) f->several = several;
    return vv_ctx_status(b->c);
}

/* ---- making one ----------------------------------------------------------------------------- */

static vv_status method_of(const vv_options *o, const vv_formalism **out) {
    const char *const *by;
    const char *known[64];
    int n = vv_option_texts(o, "by", &by), nknown = 0;
    *out = NULL;
    if (n > 1) return vv_usage("a function takes one method, not %d", n);
    if (n) *out = vv_formalism_find(by[0]);
    for (int i = 0; i < vv_formalism_count() && nknown < 64; i++)
        known[nknown++] = vv_formalism_at(i)->name;
    return n && !*out ? vv_usage_name("method", by[0], nknown, known) : VV_OK;
}

static vv_status state_of(const vv_options *o, vv_state_kind *out) {
    static const char *const known[] = {"rates", "speeds", "accelerations"};
    static const vv_state_kind kind[] = {VV_STATE_RATES, VV_STATE_SPEEDS, VV_STATE_ACCELERATIONS};
    const char *state = vv_option_text(o, "state", "rates");
    for (int i = 0; i < 3; i++)
        if (!strcmp(state, known[i])) return *out = kind[i], VV_OK;
    return vv_usage_name("state", state, 3, known);
}

static vv_status open_source(builder *b, vv_state_kind state, const vv_formalism *by) {
    const vv_system *s = vv_command_in_motion(b->m);
    if (vv_system_check_movable(b->c, s) != VV_OK || vv_system_check_mechanics(b->c, s) != VV_OK)
        return vv_final_status(b->c);
    vv_status status = vv_quantity_source_open(b->c, s, state, by, &b->k);
    if (status != VV_E_BEYOND || !vv_ctx_ok(b->c)) return status;
    vv_diag_add(b->c, VV_ERROR, VV_D_ABSENT, (vv_span){0}, "%s does not apply: %s",
                by ? by->name : "the method", b->k.why ? b->k.why : "no reason is known");
    return status;
}

static vv_status build(builder *b, const vv_options *o, vv_state_kind state,
                       const vv_formalism *by) {
    b->f = VV_NEW(b->c, vv_cfunc);
    b->value = VV_ARRAY(b->c, vv_quantity_matrix, b->n + 1);
    if (b->f) b->f->output = VV_ARRAY(b->c, vv_cfunc_shape, b->n + 1);
    if (!b->f || !b->value || !b->f->output) return vv_ctx_status(b->c);
    b->f->c = b->c;
    vv_status s = open_source(b, state, by);
    if (s == VV_OK) s = set_variables(b);
    if (s == VV_OK) s = set_values(b);
    if (s == VV_OK) s = express(b);
    if (s == VV_OK) s = compile(b, o);
    return s;
}

/* Each expression must have become one value of the model. */
static vv_status single_expressions(const builder *b, const vv_mechanism *m) {
    if (b->m->model.nshows == m->m->model.nshows + b->nexpressions &&
        b->m->tree.nrequests == b->nexpressions)
        return VV_OK;
    return vv_usage("each output is one expression, without commas, charts or families");
}

/* Texts are copied to the context. */
static vv_status read_outputs(builder *b, int n, const char *const *output) {
    vv_status s = VV_OK;
    b->n = n;
    b->request = VV_ARRAY(b->c, request, n + 1);
    if (!b->request) return vv_call_end(b->c, vv_ctx_status(b->c));
    for (int i = 0; s == VV_OK && i < n; i++)
        s = output[i] ? read_request(b, output[i], &b->request[i])
                      : vv_usage("vv_cfunc_new: output %d is NULL", i);
    return s;
}

/* The mechanism with what `first` has read, in a context of its own. */
static vv_status open_with(const builder *first, const vv_mechanism *m, const vv_options *o,
                           vv_ctx **c, vv_command_mechanism **own) {
    vv_request *list = VV_ARRAY(first->c, vv_request, first->n + 1);
    int n = 0;
    if (!list) return vv_call_end(first->c, vv_ctx_status(first->c));
    for (int i = 0; i < first->n; i++)
        if (first->request[i].quantity < 0)
            list[n++] = (vv_request){VV_REQUEST_COLUMN, "the output", first->request[i].leaf};
    return vv_handle_open_with(m, o, n, list, c, own);
}

/* An output that is an unknown name, nearly that of a quantity. */
static vv_status suggest_quantity(const builder *first, vv_status s) {
    enum { MOST = 64 };
    const char *name[MOST],
        *said = vv_diags_count(vv_error()) ? vv_diags_at(vv_error(), 0)->message : "";
    int n = 0;
    while (n < MOST && (name[n] = vv_quantity_name(n, NULL))) n++;
    for (int i = 0; s == VV_E_MODEL && i < first->n; i++) {
        const char *leaf = first->request[i].leaf;
        const char *told = vv_format(first->c, "name '%s'", leaf);
        bool refused = told && first->request[i].quantity < 0 && strstr(said, told);
        if (refused && vv_nearest_name(NULL, leaf, n, name))
            return vv_usage_name("quantity", leaf, n, name);
    }
    return s;
}

static vv_status make(const vv_mechanism *m, int n, const char *const *output, const vv_options *o,
                      vv_ctx *reading, vv_cfunc **out) {
    builder first = {.c = reading}, b = {0};
    vv_command_mechanism *own;
    const vv_formalism *by;
    vv_state_kind state = VV_STATE_RATES;
    vv_status s = method_of(o, &by);
    if (s == VV_OK) s = state_of(o, &state);
    if (s == VV_OK) s = read_outputs(&first, n, output);
    if (s == VV_OK) s = open_with(&first, m, o, &b.c, &own);
    if (s != VV_OK) return suggest_quantity(&first, s);
    b.m = own;
    s = read_outputs(&b, n, output);
    if (s == VV_OK) s = single_expressions(&b, m);
    if (s == VV_OK) s = build(&b, o, state, by);
    if (s == VV_OK) {
        *out = b.f;
        return VV_OK;
    }
    if (s != VV_E_USAGE) vv_call_end(b.c, s); /* usage has been told */
    vv_ctx_free(b.c);
    return s;
}

vv_status vv_cfunc_new(const vv_mechanism *m, int n, const char *const *output, const vv_options *o,
                       vv_cfunc **out) {
    if (out) *out = NULL;
    if (!m || !out || !output) return vv_usage("vv_cfunc_new: an argument is NULL");
    if (n < 1) return vv_usage("vv_cfunc_new: there are no outputs");
    vv_entry here;
    vv_enter(&here, NULL);
    vv_ctx *reading = vv_ctx_new(NULL);
    vv_status s = reading ? make(m, n, output, o, reading, out) : vv_failed(VV_E_NOMEM);
    vv_ctx_free(reading);
    return vv_leave(&here, s);
}

void vv_cfunc_free(vv_cfunc *f) {
    if (f) vv_ctx_free(f->c);
}

/* ---- what it says of itself ----------------------------------------------------------------- */

int vv_cfunc_size(const vv_cfunc *f, char argument) {
    if (!f) return 0;
    switch (argument) {
    case 'x': return f->nx;
    case 'p': return f->np;
    case 'u': return f->nu;
    case 'o': return f->nout;
    default: return 0;
    }
}

const char *vv_cfunc_name(const vv_cfunc *f, char argument, int i) {
    if (i < 0 || i >= vv_cfunc_size(f, argument)) return NULL;
    const char **list = argument == 'x'   ? f->x
                        : argument == 'p' ? f->p
                        : argument == 'u' ? f->u
                                          : f->o;
    return list[i];
}

int vv_cfunc_output(const vv_cfunc *f, int k, int *rows, int *columns) {
    bool there = f && k >= 0 && k < f->noutputs;
    if (rows) *rows = there ? f->output[k].rows : 0;
    if (columns) *columns = there ? f->output[k].columns : 0;
    return there ? f->output[k].begin : -1;
}
