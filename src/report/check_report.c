/* The output of `check`: the summary of a model: coordinates, constraints and their properties,
 * degrees of freedom, energies and forces. */
#include <math.h>
#include <string.h>

#include "kinematics/kinematics.h"
#include "lang/lang.h"
#include "report/render/render.h"
#include "report/simplify/simplify.h"
#include "report/servo_report.h"
#include "report/system_report.h"

static vv_expr shortened(vv_document *d, const vv_system *s, vv_expr e) {
    vv_expr out = e;
    vv_simplify_options how = {.facts = &s->facts};
    vv_simplify(d->c, &how, e, &out);
    return out.id ? out : e;
}

static void put_energy(vv_document *d, const vv_system *s, const char *key, const char *name,
                       vv_expr e) {
    if (!e.id) return;
    vv_expr value = shortened(d, s, e), symbol = vv_symbol_new(d->c, name, VV_SYM_OTHER);
    vv_document_definition(d, key, symbol, value, NULL);
}

/* Appell's U against the field's V and L, where it is first printed. All forces must be in U for L
 * to exist. */
static void introduce_force_function(vv_document *d, const vv_system *s, bool lecture) {
    vv_conservative_forces x;
    if (vv_is_zero(s->U) || vv_conservative_forces_find(d->c, s, &x) != VV_OK) return;
    if (lecture && !x.any) {
        put_energy(d, s, "V", "V", vv_neg(d->c, s->U));
        vv_document_paragraph(d, "force_function",
                              "potential energy V = -U; Lagrangian L = T - V:");
        put_energy(d, s, "L", "L", vv_add(d->c, s->T, s->U));
        return;
    }
    vv_document_paragraph(d, "force_function", "force function U = -V (V potential energy)%s",
                          x.any ? "" : "; Lagrangian L = T - V = T + U");
}

static void put_energies(vv_document *d, const vv_system *s, bool lecture) {
    vv_document_begin(d, "energies", false, "Energies");
    if (!s->has_T) {
        vv_document_paragraph(d, "remark", "only constraints are stated, no energies or bodies");
    } else {
        put_energy(d, s, "T", "T", s->T);
        bool t1 = !vv_is_zero(s->T_degree[1]) && !vv_vanishes(d->c, NULL, s->T_degree[1]);
        bool t0 = !vv_is_zero(s->T_degree[0]) && !vv_vanishes(d->c, NULL, s->T_degree[0]);
        if (t1 || t0) {
            put_energy(d, s, "T2", "T2", s->T_degree[2]);
            put_energy(d, s, "T1", "T1", s->T_degree[1]);
            put_energy(d, s, "T0", "T0", s->T_degree[0]);
        } else {
            vv_document_paragraph(d, "remark", "T is homogeneous of degree 2 in the velocities");
        }
        put_energy(d, s, "U", "U", s->U);
        introduce_force_function(d, s, lecture);
        if (s->massless)
            vv_document_paragraph(
                d, "remark", "%s",
                s->determined
                    ? "some motion has no inertia: equations of motion of lower order determine it"
                    : "the accelerations are indeterminate: some motion has no inertia");
    }
    vv_document_end(d);
}

static void put_forces(vv_document *d, const vv_system *s) {
    vv_conservative_forces x;
    if (vv_conservative_forces_find(d->c, s, &x) != VV_OK || !x.any) return;
    vv_document_begin(d, "forces", false, "Generalized forces not in U");
    for (int a = 0; a < s->nq; a++) {
        if (vv_is_zero(s->Q[a])) continue;
        const char *name = vv_format(d->c, "Q_%s", vv_symbol_get(d->c, s->q[a])->name);
        put_energy(d, s, "Q", name ? name : "Q", s->Q[a]);
    }
    if (x.exact == VV_TRUE && x.U.id) {
        vv_document_paragraph(d, "work", "their work is an exact differential");
        put_energy(d, s, "U_Q", "U_Q", x.U);
    } else {
        vv_document_paragraph(
            d, "work", "%s",
            x.exact == VV_TRUE    ? "their work is an exact differential; no closed form was found"
            : x.exact == VV_FALSE ? "their work is not an exact differential"
                                  : "whether their work is an exact differential was not decided");
    }
    vv_document_end(d);
}

static const char *kind_text(const vv_constraint_row *r) {
    switch (r->kind) {
    case VV_ROW_HOLONOMIC: return "holonomic";
    case VV_ROW_LINEAR: return "linear in the velocities";
    case VV_ROW_NONLINEAR: return "not linear in the velocities";
    case VV_ROW_SERVO: return "servo";
    }
    return "";
}

static void put_constraints(vv_document *d, const vv_system *s) {
    const vv_model *m = s->m;
    if (m->nconstraints == 0) return;
    vv_document_begin(d, "constraints", false, "Constraints");
    for (int i = 0; i < s->nrows; i++)
        vv_document_verdict(d, "relation", s->row[i].label, kind_text(&s->row[i]), NULL, NULL);
    for (int i = 0; i < s->nfindings; i++) {
        static const char *const word[] = {"holds identically, dropped", "redundant, dropped",
                                           "contradictory"};
        vv_document_verdict(
            d, "relation", m->constraint[s->finding[i].constraint].label, word[s->finding[i].kind],
            s->finding[i].kind == VV_FINDING_REDUNDANT ? s->finding[i].text : NULL, NULL);
    }
    for (int i = 0; i < m->nconstraints; i++)
        if (m->constraint[i].kind == VV_CON_SERVO)
            vv_document_verdict(d, "relation", m->constraint[i].label,
                                "servo: its forces may do work", NULL, NULL);
    if (s->nservos) vv_report_servo_count(d, s);
    vv_document_number(d, "rank", "rank", s->rank);
    if (!s->manifold_solved)
        vv_document_paragraph(d, "remark",
                              "the holonomic constraints could not be solved for a symbol: "
                              "statements on their manifold may remain undecided");
    vv_document_end(d);
}

static void put_rolling(vv_document *d, const vv_system *s) {
    for (int i = 0; i < s->m->nrollings; i++) {
        const vv_rolling *r = &s->m->rolling[i];
        if (!r->normal_stated && r->normal.n)
            vv_document_paragraph(d, "remark",
                                  "%s: no normal is stated, so it is taken opposite to gravity",
                                  r->label);
    }
}

static void put_inertia(vv_document *d, const vv_system *s) {
    for (int i = 0; i < s->m->nbodies; i++) {
        const vv_body *b = &s->m->body[i];
        if (b->name && b->inertia_frame != b->frame)
            vv_document_paragraph(d, "inertia",
                                  "the inertia of %s is stated along %s, which does not rotate "
                                  "with it; it is constant in the body",
                                  b->name, vv_frame_name(s->m, b->inertia_frame));
    }
}

/* A rational number that twelve digits give exactly is a decimal: 0.7, not 7/10. */
static const char *value_text(vv_ctx *c, vv_expr e) {
    vv_rat read, q = vv_is_const(c, e) ? vv_expr_rational(c, e) : vv_rat_int(0);
    bool negative = vv_rat_sign(q) < 0;
    const char *text = vv_format(c, "%.12g", fabs(vv_rat_double(q)));
    if (vv_is_const(c, e) && text && vv_rat_parse(c, text, &read) &&
        vv_rat_equal(read, negative ? vv_rat_neg(c, q) : q))
        return negative ? vv_format(c, "-%s", text) : text;
    return vv_format_string(c, e, VV_STYLE_TEXT);
}

/* As stated, where that is a unit of SI: N/m stays N/m. */
static const char *unit_text(vv_ctx *c, const vv_parameter *p) {
    vv_dimension k = p->dimension;
    if (p->unit) return p->unit;
    return k.known ? vv_unit_dimension_text(c, k.kg, k.m, k.s) : "-";
}

/* A table of the parameters, with the values that the text of the model states where others are in
 * force. */
static void put_parameter_table(vv_document *d, const vv_model *m, const char *text) {
    int columns = 3, n = m->nparameters;
    for (int i = 0; i < n; i++)
        if (m->parameter[i].replaced.end) columns = 4;
    const char **cell = VV_MATRIX(d->c, const char *, n + 1, 4);
    if (!cell || n == 0) return;
    const char *const head[] = {"parameter", "value", "unit", "value in the text"};
    memcpy(cell, head, (size_t)columns * sizeof *cell);
    for (int i = 0; i < n; i++) {
        const vv_parameter *p = &m->parameter[i];
        const char **row = cell + (i + 1) * columns, *value = NULL;
        vv_span old = p->replaced;
        if (p->has_value) value = value_text(d->c, p->value);
        row[0] = vv_symbol_get(d->c, p->symbol)->name;
        row[1] = value ? value : "-";
        row[2] = unit_text(d->c, p);
        if (columns == 4)
            row[3] = !old.end ? "the same"
                     : old.end == old.begin
                         ? "none"
                         : vv_strndup(d->c, text + old.begin, old.end - old.begin);
        if (!row[2] || (columns == 4 && !row[3])) return;
    }
    vv_document_table(d, "parameter_table", NULL, columns, n, cell);
}

/* The values stated in the model, for programs that let the user change them. */
static void put_values(vv_document *d, const vv_model *m) {
    for (int i = 0; i < m->nparameters; i++) {
        const vv_parameter *p = &m->parameter[i];
        vv_dimension k = p->dimension;
        if (!p->has_value) continue;
        vv_document_definition(d, "values", p->symbol, p->value,
                               k.known ? vv_unit_dimension_text(d->c, k.kg, k.m, k.s) : NULL);
        vv_document_data_only(d);
    }
}

/* The stated initial values, likewise. */
static void put_starts(vv_document *d, const vv_model *m) {
    for (int i = 0; i < m->nstarts; i++) {
        const char *clash;
        vv_dimension k = vv_model_dimension(d->c, m, m->start[i].symbol, &clash);
        const vv_symbol *s = vv_symbol_get(d->c, m->start[i].symbol);
        if (!s || strchr(s->name, '.')) continue; /* a parameter of a free frame's orientation */
        vv_document_definition(d, "starts", m->start[i].symbol, m->start[i].value,
                               k.known ? vv_unit_dimension_text(d->c, k.kg, k.m, k.s) : NULL);
        vv_document_data_only(d);
    }
}

/* Names that occur only in assumptions: a statement may be missing. */
static void put_unused(vv_document *d, const vv_model *m) {
    vv_expr *p = VV_ARRAY(d->c, vv_expr, m->nparameters + 1);
    int n = 0;
    for (int i = 0; p && i < m->nparameters; i++)
        if (!m->parameter[i].used) p[n++] = m->parameter[i].symbol;
    if (p && n) vv_document_list(d, "unused", "unused parameters", n, p);
}

/* text: of the model, for a page to be read from the beginning; NULL: the summary of `check`. */
static void put_summary(vv_document *d, const vv_system *s, const vv_system *there,
                        const char *text) {
    const vv_model *m = s->m;
    d->facts = &s->facts;
    vv_document_list(d, "coordinates", "coordinates", s->nq, s->q);
    vv_expr *p = VV_ARRAY(d->c, vv_expr, m->nparameters + 1);
    for (int i = 0; p && i < m->nparameters; i++) p[i] = m->parameter[i].symbol;
    if (p && m->nparameters) vv_document_list(d, "parameters", "parameters", m->nparameters, p);
    if (text && m->nparameters) {
        vv_document_data_only(d);
        put_parameter_table(d, m, text);
    }
    put_unused(d, m);
    put_values(d, m);
    put_starts(d, m);
    vv_document_number(d, "degrees_of_freedom", "degrees of freedom", s->freedom);
    if (there && there->freedom != s->freedom)
        vv_document_number(d, "degrees_of_freedom_at_values",
                           "degrees of freedom at the stated values", there->freedom);
    if (s->speeds_ok) vv_document_list(d, "speeds", "speeds", s->n, s->w);
    put_constraints(d, s);
    put_rolling(d, s);
    put_energies(d, s, text != NULL);
    put_forces(d, s);
    put_inertia(d, s);
}

void vv_report_check(vv_document *d, const vv_system *s, const vv_system *there) {
    put_summary(d, s, there, NULL);
}

void vv_report_lecture(vv_document *d, const vv_system *s, const vv_system *there,
                       const char *text) {
    put_summary(d, s, there, text);
}
