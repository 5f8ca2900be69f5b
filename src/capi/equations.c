/* Equations of motion: derived once, read by nodes, written on demand. */
#include <stdlib.h>
#include <string.h>

#include "capi/diagnostic_codes.h"
#include "capi/handle.h"
#include "capi/formula/formula.h"
#include "export/export.h"
#include "report/simplify/simplify.h"

typedef struct known_quantity {
    bool asked;
    vv_status status;
    const char *why;
    int rows, columns;
    uint32_t *entry;
} known_quantity;

/* Calls take the lock of what they use: the nodes, or the report. */
struct vv_eom {
    vv_ctx *c;
    vv_handle_lock lock;
    vv_command_mechanism *m;
    vv_system s;
    const vv_equations *eq;
    bool simplified;
    vv_node_table nodes;
    known_quantity *quantity; /* by their number */
    /* for reports, which simplify in a context of their own */
    vv_handle_lock report_lock;
    vv_options *o; /* budgets */
    const char *by, *relative_to;
    bool steps, full;
    vv_ctx *report;
    vv_document *document;
    char *json; /* written first: other formats alter what cannot be seen */
};

/* ---- making and freeing --------------------------------------------------------------------- */

/* The budgets of o, for later. */
static vv_options *copy_budgets(const vv_options *o) {
    vv_options *own = vv_options_new();
    void *data;
    vv_watch *watch = vv_option_watch(o, &data);
    if (!own || vv_options_int(own, "memory", vv_option_int(o, "memory", 0)) != VV_OK ||
        vv_options_real(own, "seconds", vv_option_real(o, "seconds", 0)) != VV_OK ||
        vv_options_watch(own, watch, data) != VV_OK) {
        vv_options_free(own);
        return NULL;
    }
    return own;
}

static vv_command_options what(const vv_eom *e) {
    return (vv_command_options){.nby = e->by != NULL,
                                .by = &e->by,
                                .relative_to = e->relative_to,
                                .steps = e->steps,
                                .full = e->full};
}

static vv_status refuse(vv_ctx *c, int n, const vv_method_result *method) {
    vv_diag_add(c, VV_ERROR, VV_D_ABSENT, (vv_span){0}, "%s does not apply: %s",
                n ? method[0].name : "any method",
                n && method[0].refusal ? method[0].refusal : "none applies");
    return VV_E_BEYOND;
}

static vv_status derive(vv_eom *e) {
    vv_command_options o = what(e);
    vv_method_result *method = VV_ARRAY(e->c, vv_method_result, vv_formalism_count_all());
    int n = 0, quantities = 0;
    while (vv_quantity_name(quantities, NULL)) quantities++;
    e->quantity = VV_ARRAY(e->c, known_quantity, quantities);
    if (!method || !e->quantity) return vv_ctx_status(e->c);
    vv_status s = vv_command_equations(e->c, e->m, &o, &e->s, &n, method);
    if (s != VV_OK) return s;
    for (int i = 0; i < n && !e->eq; i++) e->eq = method[i].equations;
    return e->eq ? vv_nodes_begin(e->c, &e->nodes) : refuse(e->c, n, method);
}

static vv_status keep_options(vv_eom *e, const char *method, const vv_options *o) {
    const char *frame = vv_option_text(o, "relative_to", NULL);
    e->by = method ? vv_strdup(e->c, method) : NULL;
    e->relative_to = frame ? vv_strdup(e->c, frame) : NULL;
    e->steps = vv_option_int(o, "steps", 0) != 0;
    e->full = vv_option_int(o, "full", 0) != 0;
    e->simplified = vv_option_int(o, "simplify", 1) != 0;
    return vv_ctx_status(e->c);
}

static vv_status make(const vv_mechanism *m, const char *method, const vv_options *o,
                      vv_eom **out) {
    vv_eom *e = calloc(1, sizeof *e);
    if (!e || !(e->o = copy_budgets(o))) {
        free(e);
        return vv_failed(VV_E_NOMEM);
    }
    vv_handle_lock_init(&e->lock);
    vv_handle_lock_init(&e->report_lock);
    vv_status s = vv_handle_open(m, o, &e->c, &e->m);
    if (s == VV_OK) {
        s = keep_options(e, method, o);
        if (s == VV_OK) s = derive(e);
        vv_call_end(e->c, s);
    }
    if (s == VV_OK)
        *out = e;
    else
        vv_eom_free(e);
    return s;
}

static vv_status unknown_method(const char *method) {
    int n = vv_formalism_count();
    const char **known = calloc((size_t)n + 1, sizeof *known);
    for (int i = 0; known && i < n; i++) known[i] = vv_formalism_at(i)->name;
    vv_status s = known ? vv_usage_name("method", method, n, known) : vv_failed(VV_E_NOMEM);
    free(known);
    return s;
}

vv_status vv_eom_derive(const vv_mechanism *m, const char *method, const vv_options *o,
                        vv_eom **out) {
    if (out) *out = NULL;
    if (!m || !out) return vv_usage("vv_eom_derive: an argument is NULL");
    if (method && !vv_formalism_find(method)) return unknown_method(method);
    vv_entry here;
    vv_enter(&here, NULL);
    return vv_leave(&here, make(m, method, o, out));
}

static void drop_report(vv_eom *e) {
    vv_ctx_free(e->report);
    free(e->json);
    e->report = NULL, e->document = NULL, e->json = NULL;
}

void vv_eom_free(vv_eom *e) {
    if (!e) return;
    drop_report(e);
    vv_options_free(e->o);
    vv_ctx_free(e->c);
    vv_handle_lock_destroy(&e->lock);
    vv_handle_lock_destroy(&e->report_lock);
    free(e);
}

const char *vv_eom_method(const vv_eom *e) { return e ? e->eq->method : ""; }

/* ---- nodes ---------------------------------------------------------------------------------- */

/* A constant handle: what it has found out is kept under its locks. */
static vv_eom *own_of(const vv_eom *e) { return (vv_eom *)(uintptr_t)e; }

/* Entries as a book would write them, each proved equal to what was derived; long ones and linear
 * systems as they are. Shared ones are simplified once. */
static vv_status simplify(vv_eom *e, int n, vv_expr *entry) {
    vv_expr *from = VV_ARRAY(e->c, vv_expr, n + 1);
    if (!from || !e->simplified) return vv_ctx_status(e->c);
    memcpy(from, entry, (size_t)n * sizeof *from);
    for (int i = 0; i < n && vv_ctx_ok(e->c); i++) {
        int same = 0;
        while (!vv_same(from[same], from[i])) same++;
        if (same < i)
            entry[i] = entry[same];
        else if (!vv_expr_contains_op(e->c, 1, &entry[i], VV_SOLVE))
            vv_simplify(e->c, NULL, entry[i], &entry[i]);
    }
    return vv_ctx_status(e->c);
}

static vv_status find_out(vv_eom *e, int quantity, known_quantity *k) {
    vv_quantity_source source = {
        .c = e->c, .s = &e->s, .state = VV_STATE_FREE, .motion = e->eq, .form = e->eq};
    vv_quantity_matrix m;
    vv_status s = vv_quantity_get(&source, quantity, &m);
    int n = m.rows * m.columns;
    if (s == VV_OK) s = simplify(e, n, m.entry);
    if (s == VV_OK) {
        k->entry = VV_ARRAY(e->c, uint32_t, n + 1);
        s = k->entry ? vv_nodes_add(&e->nodes, n, m.entry, k->entry) : vv_ctx_status(e->c);
    }
    if (!vv_ctx_ok(e->c)) return vv_ctx_status(e->c);
    k->asked = true, k->status = s, k->why = source.why;
    k->rows = m.rows, k->columns = m.columns;
    return s;
}

static vv_status tell(vv_eom *e, int quantity, const known_quantity *k) {
    if (k->status == VV_E_BEYOND)
        vv_diag_add(e->c, VV_ERROR, VV_D_ABSENT, (vv_span){0}, "%s: %s",
                    vv_quantity_name(quantity, NULL),
                    k->why ? k->why : "this mechanism has no such quantity");
    return k->status;
}

static vv_status unknown_quantity(const char *quantity) {
    const char *known[64];
    int n = 0;
    while (n < 64 && vv_quantity_name(n, NULL)) known[n] = vv_quantity_name(n, NULL), n++;
    return vv_usage_name("quantity", quantity, n, known);
}

vv_status vv_eom_matrix(const vv_eom *e, const char *quantity, int *rows, int *columns,
                        const uint32_t **entry) {
    if (!e || !quantity || !rows || !columns || !entry)
        return vv_usage("vv_eom_matrix: an argument is NULL");
    int i = vv_quantity_find(quantity);
    if (i < 0) return unknown_quantity(quantity);
    vv_eom *own = own_of(e);
    vv_entry here;
    vv_status s = vv_handle_lock_take(&own->lock, "vv_eom_matrix");
    if (s != VV_OK) return s;
    s = VV_E_INTERNAL;
    if (vv_enter(&here, own->c)) {
        known_quantity *k = &own->quantity[i];
        s = k->asked ? k->status : find_out(own, i, k);
        if (k->asked) s = tell(own, i, k);
        if (s == VV_OK) *rows = k->rows, *columns = k->columns, *entry = k->entry;
        vv_leave(&here, s);
    }
    vv_handle_lock_give(&own->lock);
    return s;
}

const char *vv_eom_node(const vv_eom *e, uint32_t node, int *n, const uint32_t **operand,
                        const char **text) {
    if (!e) return NULL;
    vv_eom *own = own_of(e);
    const vv_node_record *r = NULL;
    if (vv_handle_lock_take(&own->lock, "vv_eom_node") == VV_OK) {
        r = node < own->nodes.n ? own->nodes.node[node] : NULL;
        vv_handle_lock_give(&own->lock);
    }
    if (n) *n = r ? r->n : 0;
    if (operand) *operand = r ? r->operand : NULL;
    if (text) *text = r ? r->text : "";
    return r ? r->op : NULL;
}

/* ---- writing -------------------------------------------------------------------------------- */

static vv_status write_nodes(vv_eom *e, int n, const uint32_t *entry, vv_syntax s, char **out) {
    for (int i = 0; i < n; i++)
        if (entry[i] >= e->nodes.n || !strcmp(e->nodes.node[entry[i]]->op, "solve"))
            return vv_usage("vv_eom_write: there is no scalar node %u", entry[i]);
    vv_buffer b = VV_BUFFER(e->c);
    vv_status status = vv_nodes_write(&e->nodes, n, entry, s, &b);
    if (status == VV_OK) status = vv_give(vv_buffer_text(&b), b.length, out);
    vv_buffer_free(&b);
    return status;
}

/* On a living handle: usage has been told, other failures are told when the call ends. */
static vv_status leave(vv_entry *here, vv_status s) {
    if (s != VV_E_USAGE) return vv_leave(here, s);
    vv_leave(here, VV_OK);
    return s;
}

vv_status vv_eom_write(const vv_eom *e, int n, const uint32_t *entry, vv_syntax s, char **out) {
    if (out) *out = NULL;
    if (!e || !out || n < 0 || (n && !entry)) return vv_usage("vv_eom_write: an argument is NULL");
    if ((unsigned)s > VV_SYNTAX_MATHML) return vv_usage("vv_eom_write: no syntax %d", (int)s);
    vv_eom *own = own_of(e);
    vv_entry here;
    vv_status status = vv_handle_lock_take(&own->lock, "vv_eom_write");
    if (status != VV_OK) return status;
    status = VV_E_INTERNAL;
    if (vv_enter(&here, own->c)) status = leave(&here, write_nodes(own, n, entry, s, out));
    vv_handle_lock_give(&own->lock);
    return status;
}

/* ---- reports -------------------------------------------------------------------------------- */

static vv_status render(vv_eom *e, vv_report_format format, char **out) {
    vv_buffer b = VV_BUFFER(e->report);
    vv_status s = vv_document_render(vv_document_with_parts(e->document), format, &b);
    if (s == VV_OK) s = vv_give(vv_buffer_text(&b), b.length, out);
    vv_buffer_free(&b);
    return s;
}

/* The document of `visviva derive`, from the text anew: its bytes must not depend on what else has
 * been asked of the handle. */
static vv_status open_report(vv_eom *e) {
    const vv_source source = {
        .file = e->m->tree.file, .text = e->m->tree.text, .length = e->m->tree.length};
    vv_command_options o = what(e);
    vv_command_mechanism *m;
    e->report = vv_handle_ctx(e->o);
    if (!e->report) return VV_E_NOMEM;
    vv_status s = vv_command_open(e->report, &source, &m);
    if (s == VV_OK) s = vv_command_derive_document(e->report, m, &o, &e->document);
    if (s == VV_OK) s = render(e, VV_REPORT_JSON, &e->json);
    if (s == VV_OK) return s;
    vv_call_end(e->report, s);
    drop_report(e);
    return s;
}

static vv_status report(vv_eom *e, vv_report_format format, char **out) {
    vv_status s = e->report ? VV_OK : open_report(e);
    vv_entry here;
    if (s != VV_OK) return s;
    if (!vv_enter(&here, e->report)) return VV_E_INTERNAL;
    s = format == VV_REPORT_JSON ? vv_give(e->json, strlen(e->json), out) : render(e, format, out);
    return vv_leave(&here, s);
}

vv_status vv_eom_report(const vv_eom *e, const char *format, char **out) {
    const char *known[VV_REPORT_FORMATS];
    vv_report_format f;
    if (out) *out = NULL;
    if (!e || !format || !out) return vv_usage("vv_eom_report: an argument is NULL");
    for (int i = 0; i < VV_REPORT_FORMATS; i++)
        known[i] = vv_report_format_name((vv_report_format)i);
    if (!vv_report_format_by_name(format, &f))
        return vv_usage_name("format", format, VV_REPORT_FORMATS, known);
    vv_eom *own = own_of(e);
    vv_entry here;
    vv_status s = vv_handle_lock_take(&own->report_lock, "vv_eom_report");
    if (s != VV_OK) return s;
    vv_enter(&here, NULL);
    s = report(own, f, out);
    vv_leave(&here, s);
    vv_handle_lock_give(&own->report_lock);
    return s;
}
