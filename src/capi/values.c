/* A mechanism with other values: its canonical text with other numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "capi/handle.h"

/* Parameters to be set. */
typedef struct change {
    int index; /* in the model */
    double value;
} change;

typedef struct writer {
    vv_ctx *c;
    const vv_command_mechanism *m;
    int n;
    change *list;
    vv_buffer out;
    const char **written; /* families that have been written member by member */
    int nwritten;
} writer;

static const change *change_of(const writer *w, int parameter) {
    for (int i = w->n - 1; i >= 0; i--) /* the last one counts */
        if (w->list[i].index == parameter) return &w->list[i];
    return NULL;
}

static const char *name_of(const writer *w, int parameter) {
    return vv_symbol_get(w->c, w->m->model.parameter[parameter].symbol)->name;
}

/* Is the parameter this name, or a member of this family? */
static bool belongs(const writer *w, int parameter, const char *name, bool family) {
    const char *own = name_of(w, parameter);
    size_t n = strlen(name);
    return !strncmp(own, name, n) && own[n] == (family ? '[' : '\0');
}

static bool changes(const writer *w, const char *name, bool family) {
    for (int i = 0; i < w->n; i++)
        if (belongs(w, w->list[i].index, name, family)) return true;
    return false;
}

/* parameter NAME = VALUE [UNIT], in SI */
static void write_parameter(writer *w, int parameter) {
    const vv_parameter *p = &w->m->model.parameter[parameter];
    const vv_dimension *d = &p->dimension;
    const change *other = change_of(w, parameter);
    char number[VV_NUMBER_ROOM];
    vv_buffer_printf(&w->out, "parameter %s", name_of(w, parameter));
    if (other) {
        vv_number_write(other->value, number);
        vv_buffer_printf(&w->out, " = %s", number);
    } else if (p->has_value) {
        vv_buffer_add(&w->out, " = (");
        vv_expr_write(w->c, p->law, &w->out); /* it may follow others */
        vv_buffer_char(&w->out, ')');
    }
    const char *unit = d->known ? vv_unit_dimension_text(w->c, d->kg, d->m, d->s) : NULL;
    if (unit) vv_buffer_printf(&w->out, " [%s]", unit);
    vv_buffer_char(&w->out, '\n');
}

static void write_family(writer *w, const char *name) {
    for (int i = 0; i < w->nwritten; i++)
        if (!strcmp(w->written[i], name)) return;
    w->written[w->nwritten++] = name;
    for (int i = 0; i < w->m->model.nparameters; i++)
        if (belongs(w, i, name, true)) write_parameter(w, i);
}

static void write_statement(writer *w, const vv_node *n) {
    const vv_node *k = n;
    while (k->kind == VV_N_FOR) k = k->kid[1];
    bool parameter = k->kind == VV_N_PARAMETER, family = parameter && k->kid[0];
    if (!parameter || !changes(w, k->name, family)) {
        vv_node_print(w->c, n, &w->out);
        vv_buffer_char(&w->out, '\n');
    } else if (family) {
        write_family(w, k->name);
    } else {
        for (int i = 0; i < w->m->model.nparameters; i++)
            if (belongs(w, i, k->name, false)) write_parameter(w, i);
    }
}

/* Finds the parameters named. */
static vv_status find_all(writer *w, const vv_mechanism *m, int n, const char *const *name,
                          const double *value) {
    for (int i = 0; i < n; i++) {
        if (!name[i]) return vv_usage("vv_mechanism_with: name %d is NULL", i);
        int k = vv_mechanism_find(m, VV_KIND_PARAMETER, name[i]);
        if (k < 0) return vv_unknown_element(m, VV_KIND_PARAMETER, name[i]);
        if (!isfinite(value[i]))
            return vv_usage("vv_mechanism_with: the value of '%s' is not a finite number", name[i]);
        w->list[w->n++] = (change){k, value[i]};
    }
    return VV_OK;
}

static vv_status write_model(writer *w, const vv_mechanism *m, int n, const char *const *name,
                             const double *value) {
    const vv_tree *t = &w->m->tree;
    w->list = VV_ARRAY(w->c, change, n + 1);
    w->written = VV_ARRAY(w->c, const char *, t->n + 1);
    w->out = VV_BUFFER(w->c);
    if (!w->list || !w->written) return vv_call_end(w->c, vv_ctx_status(w->c));
    vv_status s = find_all(w, m, n, name, value);
    for (int i = 0; s == VV_OK && i < t->n; i++) write_statement(w, t->statement[i]);
    return s == VV_OK ? vv_call_end(w->c, vv_ctx_status(w->c)) : s;
}

static vv_status with(const vv_mechanism *m, int n, const char *const *name, const double *value,
                      vv_mechanism **out) {
    vv_command_mechanism *own;
    vv_ctx *c;
    vv_status s = vv_handle_open(m, NULL, &c, &own);
    if (s != VV_OK) return s;
    writer w = {.c = c, .m = own};
    s = write_model(&w, m, n, name, value);
    const vv_model_text text = {
        .bytes = vv_buffer_text(&w.out), .length = w.out.length, .file = m->file};
    if (s == VV_OK) s = vv_mechanism_make(&text, NULL, out);
    vv_ctx_free(c);
    return s;
}

vv_status vv_mechanism_with(const vv_mechanism *m, int n, const char *const *name,
                            const double *value, vv_mechanism **out) {
    if (out) *out = NULL;
    if (!m || !out || (n > 0 && (!name || !value)))
        return vv_usage("vv_mechanism_with: an argument is NULL");
    if (n < 0) return vv_usage("vv_mechanism_with: %d values", n);
    vv_entry here;
    vv_enter(&here, NULL);
    return vv_leave(&here, with(m, n, name, value, out));
}
