/* The output of `derive`: the kinematic description, then the equations. */
#include <string.h>

#include "equations/equations.h"
#include "report/named_form.h"
#include "report/render/render.h"
#include "report/simplify/simplify.h"
#include "report/report.h"

typedef struct printed {
    vv_expr left, right, residual; /* residual poison: left - right */
} printed;

/* The output of one method, before it is put into the document. */
typedef struct reporter {
    vv_ctx *c;
    vv_document *d;
    const vv_equations *e;
    vv_simplify_options how;
    int most_tokens;
    bool raw;
    const vv_system *steps; /* write out the derivation of this system in numbered steps; or NULL */
    int number;             /* of the last step */
    vv_expr *speed, *rate, *eliminated; /* (n), (nq), (neliminated) */
    vv_expr *residual, *kept;           /* (nequations), (nrows): in one array with the above */
    int total;                          /* length of that array, which starts at eliminated */
    printed *equation, *row;            /* (nequations), (nrows) */
    int ndirections;
    vv_direction_symbols *direction;
    int nparts; /* names for subexpressions */
    vv_definition *part;
} reporter;

/* ---- simplification ------------------------------------------------------------------------ */

static vv_expr row_expr(const vv_constraint_row *row) {
    return row->finite.id ? row->finite : row->velocity;
}

static bool is_long(reporter *r, vv_expr e) {
    return vv_format_cost(r->c, e, r->most_tokens) > r->most_tokens;
}

/* Simplifies in place; false if the result is still too long. */
static bool shorten(reporter *r, vv_expr *e) {
    if (!r->raw) vv_simplify(r->c, &r->how, *e, e);
    return !is_long(r, *e);
}

static bool shorten_equation(reporter *r, vv_expr residual, printed *out) {
    *out = (printed){residual, VV_ZERO, residual};
    if (!r->raw) vv_simplify_equation(r->c, &r->how, residual, &out->left, &out->right, NULL);
    return !is_long(r, out->left) && !is_long(r, out->right);
}

/* Does a multiplier act by the coefficients of this row? */
static bool has_multiplier(const vv_equations *e, const vv_constraint_row *row) {
    bool any = false;
    for (int i = 0; e->row_of_lambda && i < e->nmultipliers; i++)
        any |= e->row_of_lambda[i] == row && row->kind != VV_ROW_SERVO;
    return any;
}

/* Such a constraint is printed with the sign and the scale that its multiplier refers to. */
static bool shorten_row(reporter *r, int i) {
    vv_simplify_options plain = r->how;
    r->how.keep_scale = has_multiplier(r->e, r->e->row[i]);
    bool fits = shorten_equation(r, r->kept[i], &r->row[i]);
    r->how = plain;
    return fits;
}

/* Simplifies everything; false if something is too long. */
static bool shorten_all(reporter *r) {
    const vv_equations *e = r->e;
    bool fits = true;
    for (int i = 0; i < e->nequations; i++)
        fits &= shorten_equation(r, r->residual[i], &r->equation[i]);
    for (int i = 0; i < e->nrows; i++) fits &= shorten_row(r, i);
    for (int i = 0; i < e->n; i++) fits &= shorten(r, &r->speed[i]);
    for (int i = 0; i < e->nq; i++) fits &= shorten(r, &r->rate[i]);
    for (int i = 0; i < e->neliminated; i++) fits &= shorten(r, &r->eliminated[i]);
    return fits;
}

/* All expressions as derived, in one array, so that work on them is shared. */
static void gather(reporter *r) {
    const vv_equations *e = r->e;
    int n = 0;
    vv_expr *all = r->eliminated;
    for (int i = 0; i < e->neliminated; i++) all[n++] = e->eliminated_value[i];
    for (int i = 0; i < e->n; i++) all[n++] = e->speed[i];
    for (int i = 0; i < e->nq; i++) all[n++] = e->rate[i];
    for (int i = 0; i < e->nequations; i++) all[n++] = e->residual[i];
    for (int i = 0; i < e->nrows; i++) all[n++] = row_expr(e->row[i]);
}

/* Opens a part with its title, numbered if written out in steps. */
static void begin(reporter *r, const char *title) {
    const char *numbered = r->steps ? vv_format(r->c, "%d. %s", ++r->number, title) : title;
    vv_document_begin(r->d, NULL, false, numbered ? numbered : title);
}

/* ---- direction cosines --------------------------------------------------------------------- */

/* The directions that the model states get symbols; the facts with their values as rules. */
static bool name_directions(reporter *r, const vv_model *m) {
    const vv_facts *had = r->how.facts;
    int n = m && had ? m->ndirections : 0;
    vv_facts *own = n ? VV_NEW(r->c, vv_facts) : NULL;
    vv_expr *from = VV_ARRAY(r->c, vv_expr, (own ? had->nrules : 0) + 3 * n + 1),
            *to = VV_ARRAY(r->c, vv_expr, (own ? had->nrules : 0) + 3 * n + 1);
    vv_unit_vector *unit = VV_ARRAY(r->c, vv_unit_vector, (own ? had->nunits : 0) + n + 1);
    r->direction = VV_ARRAY(r->c, vv_direction_symbols, n + 1);
    if (!own || !from || !to || !unit || !r->direction) return false;
    *own = *had;
    own->from = from, own->to = to, own->unit = unit;
    for (int i = 0; i < had->nrules; i++) from[i] = had->from[i], to[i] = had->to[i];
    for (int i = 0; i < had->nunits; i++) unit[i] = had->unit[i];
    for (int i = 0; i < n; i++) {
        vv_direction_symbols *d = &r->direction[i];
        vv_unit_vector *u = &unit[own->nunits++];
        u->n = 3;
        for (int k = 0; k < 3; k++) {
            d->value[k] = m->direction[i].value[k];
            d->symbol[k] = u->x[k] = vv_symbol_new(r->c, m->direction[i].name[k], VV_SYM_OTHER);
            from[own->nrules] = d->symbol[k];
            to[own->nrules++] = d->value[k];
        }
    }
    r->ndirections = n;
    r->how.facts = own;
    return vv_ctx_ok(r->c);
}

/* Equations that depend on the orientation through these directions alone are written in them. */
static void use_directions(reporter *r) {
    for (int i = 0; i < r->total; i++)
        for (int k = 0; k < r->ndirections; k++)
            r->eliminated[i] =
                vv_simplify_arguments_by_direction(r->c, &r->direction[k], r->eliminated[i]);
    for (int i = 0; i < r->e->nequations; i++)
        for (int k = 0; k < r->ndirections; k++) {
            vv_expr by = vv_simplify_by_direction(r->c, &r->how, &r->direction[k], r->residual[i]);
            if (vv_is_poison(by)) continue;
            r->residual[i] = by;
            break;
        }
}

static void put_directions(reporter *r) {
    for (int k = 0; k < r->ndirections; k++) {
        bool used = false;
        for (int i = 0; i < r->e->nequations; i++)
            used |= vv_depends(r->c, r->equation[i].left, 3, r->direction[k].symbol) ||
                    vv_depends(r->c, r->equation[i].right, 3, r->direction[k].symbol);
        for (int i = 0; i < r->nparts; i++)
            used |= vv_depends(r->c, r->part[i].value, 3, r->direction[k].symbol);
        if (!used) continue;
        begin(r, "Direction cosines");
        for (int i = 0; i < 3; i++) {
            vv_expr value = r->direction[k].value[i];
            vv_simplify(r->c, &r->how, value, &value);
            vv_document_definition(r->d, "directions", r->direction[k].symbol[i], value, NULL);
        }
        vv_document_end(r->d);
    }
}

/* All printed expressions, written with named parts: eliminated coordinates, speeds, rates; left
 * and right sides of equations and constraints. */
static vv_named_form name(reporter *r) {
    const vv_equations *e = r->e;
    int n = 0, plain = e->neliminated + e->n + e->nq, sides = e->nequations + e->nrows;
    vv_expr *all = VV_ARRAY(r->c, vv_expr, plain + 2 * sides + 1);
    if (!all) return (vv_named_form){0};
    for (int i = 0; i < plain; i++) all[n++] = r->eliminated[i];
    for (int i = 0; i < sides; i++) {
        const printed *p = i < e->nequations ? &r->equation[i] : &r->row[i - e->nequations];
        all[n++] = p->left;
        all[n++] = p->right;
    }
    return vv_named_form_of(r->c, n, all);
}

/* The two sides for expressions printed as derived. */
static void unsimplified_sides(reporter *r) {
    const vv_equations *e = r->e;
    for (int i = 0; i < e->nequations; i++)
        r->equation[i] = (printed){r->residual[i], VV_ZERO, VV_POISON};
    for (int i = 0; i < e->nrows; i++) r->row[i] = (printed){r->kept[i], VV_ZERO, VV_POISON};
}

/* Names subexpressions in each candidate (the simplified form, the derived form with its shared
 * subexpressions, and that simplified from the inside) and keeps the shortest overall. */
static void name_parts(reporter *r, bool shortened) {
    const vv_equations *e = r->e;
    int n = 0, sides = e->nequations + e->nrows;
    vv_named_form best = {0};
    if (shortened && !r->raw) best = name(r);
    gather(r);
    if (!r->raw) use_directions(r);
    unsimplified_sides(r);
    best = vv_named_form_shorter(best, name(r));
    if (!r->raw) {
        for (int i = 0; i < r->total; i++)
            r->eliminated[i] = vv_simplify_drop_angles(r->c, &r->how, r->eliminated[i]);
        unsimplified_sides(r);
        best = vv_named_form_shorter(name(r), best);
        vv_simplify_bottom_up(r->c, &r->how, r->total, r->eliminated, r->eliminated);
        unsimplified_sides(r);
        best = vv_named_form_shorter(name(r), best);
        best = vv_named_form_shorter(best, vv_named_form_again(r->c, &r->how, &best));
    }
    if (!vv_ctx_ok(r->c)) return;
    r->nparts = best.nparts;
    r->part = best.part;
    for (; n < best.n - 2 * sides; n++) r->eliminated[n] = best.e[n];
    for (int i = 0; i < sides; i++, n += 2) {
        printed *p = i < e->nequations ? &r->equation[i] : &r->row[i - e->nequations];
        *p = (printed){best.e[n], best.e[n + 1], VV_POISON};
    }
}

/* Is an expression so long that rewriting the whole will not help? */
static bool too_long_to_rewrite(reporter *r) {
    enum { MOST = 10000 }; /* rewriting may be expected to gain a factor of 25 */
    for (int i = 0; i < r->total; i++)
        if (vv_format_cost(r->c, r->eliminated[i], MOST) > MOST) return true;
    return false;
}

/* The residual reported with an equation is the derived one, whatever the simplified form. */
static void keep_residuals(reporter *r) {
    for (int i = 0; i < r->e->nequations; i++) r->equation[i].residual = r->e->residual[i];
    for (int i = 0; i < r->e->nrows; i++) r->row[i].residual = row_expr(r->e->row[i]);
}

static bool prepare(reporter *r) {
    const vv_equations *e = r->e;
    r->total = e->neliminated + e->n + e->nq + e->nequations + e->nrows;
    r->eliminated = VV_ARRAY(r->c, vv_expr, r->total + 1);
    r->equation = VV_ARRAY(r->c, printed, e->nequations + 1);
    r->row = VV_ARRAY(r->c, printed, e->nrows + 1);
    if (!r->eliminated || !r->equation || !r->row) return false;
    r->speed = r->eliminated + e->neliminated;
    r->rate = r->speed + e->n;
    r->residual = r->rate + e->nq;
    r->kept = r->residual + e->nequations;
    gather(r);
    if (!r->raw) use_directions(r);
    if (!r->raw && too_long_to_rewrite(r))
        vv_simplify_bottom_up(r->c, &r->how, r->total, r->eliminated, r->eliminated);
    bool tried = r->d->full || !too_long_to_rewrite(r);
    if (tried && shorten_all(r))
        keep_residuals(r);
    else
        name_parts(r, tried);
    return vv_ctx_ok(r->c);
}

/* ---- kinematics ---------------------------------------------------------------------------- */

static const char *kind_text(vv_constraint_row_kind k) {
    switch (k) {
    case VV_ROW_HOLONOMIC: return "holonomic";
    case VV_ROW_LINEAR: return "linear in the velocities";
    case VV_ROW_NONLINEAR: return "not linear in the velocities";
    case VV_ROW_SERVO: return "servo";
    }
    return "";
}

/* The constraints as stated. */
static void put_given(reporter *r) {
    const vv_system *s = r->steps;
    if (!s || !s->nrows) return;
    begin(r, "Constraints");
    for (int i = 0; i < s->nrows; i++) {
        printed k;
        const char *remark =
            vv_format(r->c, "%s; %s", s->row[i].label ? s->row[i].label : "constraint",
                      kind_text(s->row[i].kind));
        shorten_equation(r, row_expr(&s->row[i]), &k);
        vv_document_equation(r->d, "given", NULL, k.left, k.right, k.residual, remark);
    }
    vv_document_end(r->d);
}

/* Speeds other than coordinate rates need a definition. */
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
        begin(r, e->canonical ? "Momenta" : "Speeds");
        for (int i = 0; i < e->n; i++)
            if (!speed_is_rate(e, i))
                vv_document_definition(r->d, e->canonical ? "momenta" : "speeds", e->w[i],
                                       r->speed[i], NULL);
        vv_document_end(r->d);
    }
    if (!determined) return;
    begin(r, "Kinematic relations");
    for (int a = 0; a < e->nq; a++)
        if (!vv_same(e->rate[a], e->qd[a]))
            vv_document_definition(r->d, "rates", e->qd[a], r->rate[a], NULL);
    vv_document_end(r->d);
}

static void put_eliminated(reporter *r) {
    const vv_equations *e = r->e;
    if (!e->neliminated) return;
    begin(r, "Coordinates eliminated by the holonomic constraints");
    for (int i = 0; i < e->neliminated; i++)
        vv_document_definition(r->d, "eliminated", e->eliminated[i], r->eliminated[i], NULL);
    vv_document_end(r->d);
}

/* Is it already among the steps? */
static bool was_shown(reporter *r, const vv_definition *k) {
    const vv_symbol *s = vv_symbol_get(r->c, k->symbol);
    return r->steps && s && vv_report_steps_have(r->c, r->e, s->name);
}

static void put_definitions(reporter *r) {
    const vv_equations *e = r->e;
    int n = 0;
    for (int i = 0; i < e->ndefinitions; i++) n += !was_shown(r, &e->definition[i]);
    if (!n) return;
    begin(r, e->definitions_title ? e->definitions_title : "Abbreviations");
    for (int i = 0; i < e->ndefinitions; i++) {
        vv_expr value = e->definition[i].value;
        if (was_shown(r, &e->definition[i])) continue;
        enum { MOST = 2800 }; /* rewriting may be expected to gain a factor of 7 */
        if (vv_format_cost(r->c, value, MOST) <= MOST) vv_simplify(r->c, &r->how, value, &value);
        vv_document_definition(r->d, "definitions", e->definition[i].symbol, value,
                               e->definition[i].text);
    }
    vv_document_end(r->d);
}

static void put_parts(reporter *r) {
    if (!r->nparts) return;
    begin(r, "Definitions");
    vv_document_paragraph(r->d, "notes", "The equations are long; %d subexpressions are named.",
                          r->nparts);
    vv_part_line *line;
    int n = vv_part_lines(r->c, r->nparts, r->part, &line);
    bool any = false;
    for (int i = 0; i < n; i++) any |= line[i].system;
    if (any)
        vv_document_paragraph(r->d, "notes", "%s",
                              "Some of the names are the unknowns of linear equations.");
    for (int i = 0; i < n; i++) {
        if (line[i].system)
            vv_document_equation(r->d, "linear_equations", NULL, line[i].left, line[i].right,
                                 VV_POISON, NULL);
        else
            vv_document_definition(r->d, "definitions", line[i].left, line[i].right, NULL);
    }
    vv_document_end(r->d);
}

/* ---- equations ----------------------------------------------------------------------------- */

static void put_equations(reporter *r) {
    begin(r, "Equations of motion");
    if (r->steps && r->e->steps && r->e->steps->law)
        vv_document_paragraph(r->d, "law", "%s", r->e->steps->law);
    for (int i = 0; i < r->e->nequations; i++)
        vv_document_equation(r->d, "equations", vv_format(r->c, "%d", i + 1), r->equation[i].left,
                             r->equation[i].right, r->equation[i].residual, NULL);
    vv_document_end(r->d);
}

static void put_rows(reporter *r) {
    const vv_equations *e = r->e;
    if (!e->nrows) return;
    vv_document_begin(r->d, NULL, false, "Constraints");
    for (int i = 0; i < e->nrows; i++) {
        const vv_constraint_row *row = e->row[i];
        const char *remark =
            vv_format(r->c, "%s; %s", row->label ? row->label : "constraint", kind_text(row->kind));
        vv_document_equation(r->d, "constraints", vv_format(r->c, "%d", e->nequations + i + 1),
                             r->row[i].left, r->row[i].right, r->row[i].residual, remark);
    }
    vv_document_end(r->d);
}

/* The force of a constraint that is nonlinear in the velocities has the direction of df/dq'; its
 * power λ sum q' df/dq' vanishes if f is homogeneous in them [Appell1896, no. 469; M-NONLINEAR]. */
static const char *nonlinear_law(reporter *r, const vv_constraint_row *row, const char *name) {
    const vv_equations *e = r->e;
    vv_expr power = VV_ZERO;
    for (int a = 0; a < e->nq; a++)
        power = vv_add(r->c, power, vv_mul(r->c, row->coefficient[a], e->qd[a]));
    bool none = vv_vanishes(r->c, r->how.facts, power);
    return vv_format(r->c,
                     "force of the constraint \"%s\": +%s times the derivatives of its left-hand "
                     "side with respect to the velocities (the reaction of least constraint), on "
                     "the side of the applied forces; it has %s",
                     row->label ? row->label : "?", name,
                     none ? "no power" : "power in general, so T - U need not be conserved");
}

/* Each multiplier with its constraint and its sign convention in words. */
static void put_multipliers(reporter *r) {
    const vv_equations *e = r->e;
    if (!e->nmultipliers) return;
    vv_document_begin(r->d, NULL, false,
                      e->lambda_text && !e->row_of_lambda[0] ? "Reactions" : "Multipliers");
    for (int i = 0; i < e->nmultipliers; i++) {
        const vv_constraint_row *row = e->row_of_lambda[i];
        if (e->lambda_text) {
            vv_document_definition(r->d, "multipliers", e->lambda[i], VV_POISON, e->lambda_text[i]);
            continue;
        }
        const char *name = vv_symbol_get(r->c, e->lambda[i])->name;
        bool servo = row && row->kind == VV_ROW_SERVO;
        const char *text = vv_format(
            r->c, "force of the %s\"%s\": +%s times %s, on the side of the applied forces",
            servo ? "" : "constraint ", row && row->label ? row->label : "?", name,
            servo                   ? "the coefficients of the variations it acts through"
            : row && row->finite.id ? "the derivatives of its left-hand side"
                                    : "its coefficients");
        if (row && row->kind == VV_ROW_NONLINEAR) text = nonlinear_law(r, row, name);
        vv_document_definition(r->d, "multipliers", e->lambda[i], VV_POISON, text);
    }
    vv_document_end(r->d);
}

/* Parameters and coordinates whose sign the printed equations leave open: in abs(r), sign(r). */
static int open_signs(reporter *r, int most, const char **name) {
    int n = 0, found = 0, sides = 2 * r->e->nequations;
    vv_expr *side = VV_ARRAY(r->c, vv_expr, sides + 1);
    for (int i = 0; side && i < r->e->nequations; i++) {
        side[2 * i] = r->equation[i].left;
        side[2 * i + 1] = r->equation[i].right;
    }
    const uint32_t *id = side ? vv_expr_topological_order(r->c, sides, side, &n) : NULL;
    for (int i = 0; id && i < n && found < most; i++) {
        vv_op op = vv_expr_op(r->c, (vv_expr){id[i]});
        if (op != VV_ABS && op != VV_SIGN) continue;
        const vv_symbol *x = vv_symbol_get(r->c, vv_expr_child(r->c, (vv_expr){id[i]}, 0));
        if (!x || x->order || (x->kind != VV_SYM_PARAMETER && x->kind != VV_SYM_COORDINATE))
            continue;
        bool again = false;
        for (int k = 0; k < found; k++) again |= !strcmp(name[k], x->name);
        if (!again) name[found++] = x->name;
    }
    return found;
}

static void put_notes(reporter *r) {
    enum { SIGNS_MOST = 4 };
    const char *name[SIGNS_MOST];
    int signs = open_signs(r, SIGNS_MOST, name);
    if (!r->e->nnotes && !signs) return;
    begin(r, "Remarks");
    for (int i = 0; i < r->e->nnotes; i++)
        vv_document_paragraph(r->d, "remarks", "%s", r->e->note[i]);
    for (int i = 0; i < signs; i++)
        vv_document_paragraph(r->d, "remarks",
                              "If %s is positive throughout, `assume %s > 0` removes its magnitude "
                              "and its sign.",
                              name[i], name[i]);
    vv_document_end(r->d);
}

/* ---- entry points -------------------------------------------------------------------------- */

void vv_report_equations(vv_document *d, const vv_equations *e, const vv_report_options *o) {
    if (!d) return;
    reporter r = {.c = d->c, .d = d, .e = e, .most_tokens = vv_document_most_tokens(d)};
    if (o) {
        r.how.facts = d->facts = o->facts;
        r.raw = o->raw;
        r.steps = o->steps;
        if (o->most_tokens) r.most_tokens = o->most_tokens;
    }
    const char *title = e->source ? vv_format(r.c, "%s (%s)", e->title, e->source) : e->title;
    vv_document_begin(d, "systems", true, title);
    vv_document_fact(d, "method", "Method", e->method);
    vv_document_list(d, "coordinates", "Coordinates", e->nq, e->q);
    int contacts = 0; /* servo constraints and reactions do not restrict the displacements */
    for (int i = 0; i < e->nmultipliers; i++)
        contacts += e->row_of_lambda[i] && e->row_of_lambda[i]->kind != VV_ROW_SERVO;
    vv_document_number(d, "degrees_of_freedom", "Degrees of freedom", e->n - contacts);
    if (o && o->model) name_directions(&r, o->model);
    if (prepare(&r)) {
        put_given(&r);
        if (!r.steps) put_definitions(&r);
        put_directions(&r);
        put_parts(&r);
        put_eliminated(&r);
        put_speeds(&r);
        const vv_steps_verdict *v = NULL;
        if (r.steps) {
            v = vv_report_steps(d, e, &r.number, &r.how, r.most_tokens);
            put_definitions(&r);
        }
        put_equations(&r);
        put_rows(&r);
        put_multipliers(&r);
        put_notes(&r);
        if (v) vv_document_verdict(d, "proof", v->what, v->word, NULL, &v->proof);
    }
    vv_document_end(d);
}

vv_status vv_report_derive(vv_ctx *c, const vv_equations *const *eqs, int n,
                           vv_report_format format, const vv_report_options *o, vv_buffer *out) {
    vv_document *d = vv_document_new(c, "derive", o ? o->title : NULL);
    for (int i = 0; i < n; i++) vv_report_equations(d, eqs[i], o);
    return vv_document_render(d, format, out);
}
