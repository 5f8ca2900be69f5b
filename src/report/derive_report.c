/* What `derive` prints: how the motion is described, then the equations. */
#include "report/define.h"
#include "report/format.h"
#include "report/present.h"
#include "report/report.h"

enum { MOST_TOKENS = 400 };

typedef struct reporter {
    vv_ctx *c;
    vv_document *d;
    const vv_equations *e;
    vv_present_options how;
    int most_tokens;
    bool raw;
} reporter;

static vv_expr shortened(reporter *r, vv_expr e) {
    vv_expr out = e;
    if (!r->raw) vv_present(r->c, &r->how, e, &out);
    return out;
}

/* ---- kinematics ---------------------------------------------------------------------------- */

/* Speeds that are not just rates of coordinates need a definition. */
static bool speed_is_rate(const vv_equations *e, int i) {
    for (int a = 0; a < e->nq; a++)
        if (vv_same(e->w[i], e->qd[a])) return true;
    return false;
}

static void put_speeds(reporter *r) {
    const vv_equations *e = r->e;
    int declared = 0, determined = 0;
    for (int i = 0; i < e->n; i++) declared += !speed_is_rate(e, i);
    for (int a = 0; a < e->nq; a++) determined += !vv_same(e->rate[a], e->qd[a]);
    if (declared) {
        vv_document_begin(r->d, NULL, false, "Speeds");
        for (int i = 0; i < e->n; i++)
            if (!speed_is_rate(e, i))
                vv_document_definition(r->d, "speeds", e->w[i], shortened(r, e->speed[i]), NULL);
        vv_document_end(r->d);
    }
    if (!determined) return;
    vv_document_begin(r->d, NULL, false, "Kinematic relations");
    for (int a = 0; a < e->nq; a++)
        if (!vv_same(e->rate[a], e->qd[a]))
            vv_document_definition(r->d, "rates", e->qd[a], shortened(r, e->rate[a]), NULL);
    vv_document_end(r->d);
}

static void put_eliminated(reporter *r) {
    const vv_equations *e = r->e;
    if (!e->neliminated) return;
    vv_document_begin(r->d, NULL, false, "Coordinates solved for by the finite constraints");
    for (int i = 0; i < e->neliminated; i++)
        vv_document_definition(r->d, "eliminated", e->eliminated[i],
                               shortened(r, e->eliminated_value[i]), NULL);
    vv_document_end(r->d);
}

/* ---- constraints --------------------------------------------------------------------------- */

static const char *kind_text(vv_row_kind k) {
    switch (k) {
    case VV_ROW_FINITE: return "finite";
    case VV_ROW_LINEAR: return "linear in the velocities";
    case VV_ROW_NONLINEAR: return "not linear in the velocities";
    case VV_ROW_SERVO: return "servo";
    }
    return "";
}

static void put_rows(reporter *r, int first_label) {
    const vv_equations *e = r->e;
    if (!e->nrows) return;
    vv_document_begin(r->d, NULL, false, "Constraints");
    for (int i = 0; i < e->nrows; i++) {
        const vv_row *row = e->row[i];
        vv_expr left = row->kind == VV_ROW_FINITE ? row->finite : row->velocity, right = VV_ZERO;
        vv_expr residual = left;
        if (!r->raw) vv_present_equation(r->c, &r->how, residual, &left, &right, NULL);
        const char *remark =
            vv_format(r->c, "%s; %s", row->label ? row->label : "constraint", kind_text(row->kind));
        vv_document_equation(r->d, "constraints", vv_format(r->c, "%d", first_label + i), left,
                             right, residual, remark);
    }
    vv_document_end(r->d);
}

/* Each multiplier with its constraint and its sign in words. */
static void put_multipliers(reporter *r) {
    const vv_equations *e = r->e;
    if (!e->nmultipliers) return;
    vv_document_begin(r->d, NULL, false, "Multipliers");
    for (int i = 0; i < e->nmultipliers; i++) {
        const vv_row *row = e->row_of_lambda[i];
        const char *name = vv_symbol_get(r->c, e->lambda[i])->name;
        const char *text =
            vv_format(r->c,
                      "force of the constraint \"%s\": +%s times its coefficients, on "
                      "the side of the given forces",
                      row && row->label ? row->label : "?", name);
        vv_document_definition(r->d, "multipliers", e->lambda[i], VV_POISON, text);
    }
    vv_document_end(r->d);
}

/* ---- equations ----------------------------------------------------------------------------- */

typedef struct printed {
    vv_expr left, right;
} printed;

/* The equations one by one; false when one is too long to be read. */
static bool shorten_all(reporter *r, printed *p) {
    const vv_equations *e = r->e;
    for (int i = 0; i < e->nequations; i++) {
        p[i] = (printed){e->residual[i], VV_ZERO};
        if (!r->raw)
            vv_present_equation(r->c, &r->how, e->residual[i], &p[i].left, &p[i].right, NULL);
        if (vv_format_cost(r->c, p[i].left, r->most_tokens) > r->most_tokens) return false;
        if (vv_format_cost(r->c, p[i].right, r->most_tokens) > r->most_tokens) return false;
    }
    return true;
}

/* Named parts first, then short equations. */
static void name_parts(reporter *r, printed *p) {
    const vv_equations *e = r->e;
    vv_expr *out = VV_ARRAY(r->c, vv_expr, e->nequations + 1);
    vv_definition *z;
    int n;
    if (!out || vv_define_common(r->c, e->nequations, e->residual, out, &n, &z) != VV_OK) return;
    vv_document_begin(r->d, NULL, false, "Definitions");
    vv_document_paragraph(r->d, "notes",
                          "The equations are long; %d parts have names of their own.", n);
    for (int i = 0; i < n; i++)
        vv_document_definition(r->d, "definitions", z[i].symbol, z[i].value, z[i].text);
    vv_document_end(r->d);
    for (int i = 0; i < e->nequations; i++) p[i] = (printed){out[i], VV_ZERO};
}

static void put_equations(reporter *r) {
    const vv_equations *e = r->e;
    printed *p = VV_ARRAY(r->c, printed, e->nequations + 1);
    if (!p) return;
    if (e->ndefinitions) {
        vv_document_begin(r->d, NULL, false, "Abbreviations");
        for (int i = 0; i < e->ndefinitions; i++)
            vv_document_definition(r->d, "abbreviations", e->definition[i].symbol,
                                   shortened(r, e->definition[i].value), e->definition[i].text);
        vv_document_end(r->d);
    }
    bool whole = shorten_all(r, p);
    if (!whole) name_parts(r, p);
    vv_document_begin(r->d, NULL, false, "Equations of motion");
    for (int i = 0; i < e->nequations; i++)
        vv_document_equation(r->d, "equations", vv_format(r->c, "%d", i + 1), p[i].left, p[i].right,
                             whole ? e->residual[i] : VV_POISON, NULL);
    vv_document_end(r->d);
}

/* ---- the whole ----------------------------------------------------------------------------- */

void vv_report_equations(vv_document *d, const vv_equations *e, const vv_report_options *o) {
    if (!d) return;
    reporter r = {.c = d->c, .d = d, .e = e, .most_tokens = MOST_TOKENS};
    if (o) {
        r.how.facts = o->facts;
        r.raw = o->raw;
        if (o->most_tokens) r.most_tokens = o->most_tokens;
    }
    const char *title = e->source ? vv_format(r.c, "%s (%s)", e->title, e->source) : e->title;
    vv_document_begin(d, "systems", true, title);
    vv_document_fact(d, "method", "Method", e->method);
    vv_document_list(d, "coordinates", "Coordinates", e->nq, e->q);
    vv_document_number(d, "degrees_of_freedom", "Degrees of freedom", e->n - e->nrows);
    put_eliminated(&r);
    put_speeds(&r);
    put_equations(&r);
    put_rows(&r, e->nequations + 1);
    put_multipliers(&r);
    vv_document_end(d);
}

vv_status vv_report_derive(vv_ctx *c, const vv_equations *const *eqs, int n,
                           vv_report_format format, const vv_report_options *o, vv_buffer *out) {
    vv_document *d = vv_document_new(c, "derive", o ? o->title : NULL);
    for (int i = 0; i < n; i++) vv_report_equations(d, eqs[i], o);
    return vv_document_render(d, format, out);
}
