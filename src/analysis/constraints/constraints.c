/* Integrability of the constraints, and which of them may be used in T before differentiation:
 * the vector fields annihilated by the constraints, their brackets and flags, the Frobenius
 * condition for the whole system and for each constraint alone, Hadamard's combinations C, and
 * the integrals themselves where a closed form is found [AppellHadamard1899, notes I and II;
 * M-HAD-C, M-HAD-COUNT, M-HAD-LIE]. */
#include "analysis/analysis.h"
#include "kinematics/kinematics.h"

typedef struct work {
    vv_ctx *c;
    vv_document *d;
    const vv_study *study;
    const vv_system *s;
    vv_pfaffian k;
    vv_status status; /* VV_E_BEYOND once something is undecided */
} work;

static void note(work *w, vv_status s) {
    if (s == VV_E_BEYOND) w->status = s;
}

static const char *name_of(work *w, int a) { return vv_symbol_get(w->c, w->k.x[a])->name; }

/* ---- fields -------------------------------------------------------------------------------- */

/* A vector field as a sum of derivations D_x. */
static vv_expr derivation(work *w, const vv_expr *D, const vv_expr *component) {
    vv_expr sum = VV_ZERO;
    for (int a = 0; a < w->k.dim; a++) sum = vv_add(w->c, sum, vv_mul(w->c, component[a], D[a]));
    return sum;
}

static vv_expr named(work *w, const char *name) {
    return vv_symbol_new(w->c, name ? name : "E", VV_SYM_OTHER);
}

static void put_fields(work *w) {
    enum { MOST_FIELDS = 8 };
    const vv_pfaffian *k = &w->k;
    vv_expr *D = VV_ARRAY(w->c, vv_expr, k->dim + 1);
    if (!D || k->m > MOST_FIELDS) return;
    for (int a = 0; a < k->dim; a++) D[a] = named(w, vv_format(w->c, "D_%s", name_of(w, a)));
    vv_document_begin(
        w->d, NULL, false,
        "Vector fields annihilated by the constraints (D_x: derivative with respect to x)");
    for (int i = 0; i < k->m; i++)
        vv_document_definition(w->d, "fields", named(w, vv_format(w->c, "E_%d", i + 1)),
                               derivation(w, D, k->field + i * k->dim), NULL);
    vv_document_end(w->d);
    vv_document_begin(w->d, NULL, false,
                      "Non-vanishing Lie brackets (E_i_j: bracket of E_i and E_j)");
    int at = 0, shown = 0;
    for (int j = 0; j < k->m && k->npairs; j++)
        for (int i = 0; i < j; i++, at++) {
            bool zero = true;
            for (int r = 0; r < k->p; r++) zero &= vv_is_zero(k->defect[r * k->npairs + at]);
            if (zero) continue;
            shown++;
            vv_document_definition(w->d, "brackets",
                                   named(w, vv_format(w->c, "E_%d_%d", i + 1, j + 1)),
                                   derivation(w, D, k->bracket + at * k->dim), NULL);
        }
    if (!shown) vv_document_paragraph(w->d, "bracket_note", "none");
    vv_document_end(w->d);
}

/* ---- Frobenius ----------------------------------------------------------------------------- */

static void put_frobenius(work *w) {
    const vv_pfaffian *k = &w->k;
    vv_proof p;
    if (vv_prove_zero(w->c, &w->s->facts, k->p * k->npairs, k->defect, w->study->how, &p) == VV_OK)
        note(w, vv_topic_verdict(
                    w->d, "system_integrable",
                    "the constraints together are equivalent to as many holonomic ones (Frobenius)",
                    &p, NULL));
    for (int r = 0; r < k->p && k->p > 1; r++) {
        const vv_expr *a = k->form + r * k->dim;
        vv_expr *e = VV_MATRIX(w->c, vv_expr, k->dim * k->dim / 2, k->dim / 3 + 1);
        int n = 0;
        if (!e || w->s->row[r].kind == VV_ROW_HOLONOMIC) continue;
        /* a ^ da, component by component */
        for (int x = 0; x < k->dim; x++)
            for (int y = 0; y < x; y++)
                for (int z = 0; z < y; z++) {
                    int v[3] = {x, y, z};
                    vv_expr sum = VV_ZERO;
                    for (int i = 0; i < 3; i++) {
                        int b = v[(i + 1) % 3], g = v[(i + 2) % 3];
                        vv_expr curl = vv_sub(w->c, vv_diff(w->c, a[g], k->x[b]),
                                              vv_diff(w->c, a[b], k->x[g]));
                        sum = vv_add(w->c, sum, vv_mul(w->c, a[v[i]], curl));
                    }
                    if (!vv_is_zero(sum)) e[n++] = sum;
                }
        if (vv_prove_zero(w->c, &w->s->facts, n, e, w->study->how, &p) == VV_OK)
            note(w, vv_topic_verdict(
                        w->d, "relation_integrable",
                        vv_format(w->c, "%s, taken alone, is integrable", w->s->row[r].label), &p,
                        NULL));
    }
}

/* ---- flags and combinations ---------------------------------------------------------------- */

static const char *ranks(work *w, const vv_pfaffian_flag *f) {
    vv_buffer b = VV_BUFFER(w->c);
    for (int i = 0; i < f->steps; i++) vv_buffer_printf(&b, i ? ", %d" : "%d", f->rank[i]);
    if (!f->complete) vv_buffer_add(&b, ", ... (the brackets become too large)");
    const char *text = vv_strdup(w->c, vv_buffer_text(&b));
    vv_buffer_free(&b);
    return text;
}

static void put_flags(work *w, vv_pfaffian_flag *closure) {
    vv_pfaffian_flag derived;
    if (vv_pfaffian_flag_build(w->c, w->s, &w->k, false, closure) != VV_OK ||
        vv_pfaffian_flag_build(w->c, w->s, &w->k, true, &derived) != VV_OK)
        return;
    vv_document_fact(w->d, "growth", "growth vector", ranks(w, closure));
    vv_document_fact(w->d, "derived_flag", "derived flag", ranks(w, &derived));
    if (!closure->complete && derived.complete) *closure = derived;
    if (closure->complete)
        vv_document_number(w->d, "degree", "degree of nonholonomy", closure->steps);
    else
        note(w, VV_E_BEYOND);
}

static void put_combinations(work *w) {
    const vv_pfaffian *k = &w->k;
    int m = k->m, least = k->p - m * (m - 1) / 2;
    vv_document_begin(w->d, NULL, false, "Hadamard's combinations C");
    vv_document_fact(w->d, "count", "count",
                     vv_format(w->c, "%d of %d (m = %d, p = %d: at least %d)", k->ncombinations,
                               k->p, m, k->p, least > 0 ? least : 0));
    for (int i = 0; i < k->ncombinations; i++) {
        vv_expr e = vv_pfaffian_velocity_form(w->c, w->s, k, k->combination + i * k->dim);
        vv_document_equation(w->d, "combinations", vv_format(w->c, "C%d", i + 1), e, VV_ZERO, e,
                             "may be used in T before differentiation");
        vv_document_up_to_factor(w->d);
    }
    if (!k->ncombinations)
        vv_document_paragraph(w->d, "combination_note",
                              "no constraint may be used in T before differentiation");
    vv_document_end(w->d);
}

/* ---- reclassification ---------------------------------------------------------------------- */

/* A constraint follows from holonomic ones iff it annihilates all brackets of the fields, of any
 * order: their leaves are the level sets of the integrals. */
static vv_truth follows(work *w, const vv_pfaffian_flag *closure, int r) {
    const vv_pfaffian *k = &w->k;
    vv_expr *t = VV_ARRAY(w->c, vv_expr, k->dim + 1);
    vv_truth all = VV_TRUE;
    for (int i = 0; t && i < closure->nfields && all != VV_FALSE; i++) {
        for (int a = 0; a < k->dim; a++)
            t[a] = vv_mul(w->c, k->form[r * k->dim + a], closure->field[i * k->dim + a]);
        vv_truth zero = vv_is_identically_zero(w->c, &w->s->facts, vv_sum(w->c, k->dim, t));
        if (zero != VV_TRUE) all = zero;
    }
    return t ? all : VV_UNKNOWN;
}

/* Each constraint as stated and as it really is; warns of one that is holonomic in disguise. */
static void put_classes(work *w, const vv_pfaffian_flag *closure) {
    const vv_pfaffian *k = &w->k;
    const char **cell = VV_ARRAY(w->c, const char *, 3 * (k->p + 1) + 1);
    if (!cell || !closure->complete) return;
    cell[0] = "relation", cell[1] = "stated as", cell[2] = "is";
    for (int r = 0; r < k->p && vv_ctx_tick(w->c); r++) {
        const vv_constraint_row *row = &w->s->row[r];
        bool finite = row->kind == VV_ROW_HOLONOMIC;
        vv_truth holonomic = finite ? VV_TRUE : follows(w, closure, r);
        cell[3 * r + 3] = row->label;
        cell[3 * r + 4] = finite ? "finite" : "differential";
        cell[3 * r + 5] = holonomic == VV_TRUE    ? "holonomic"
                          : holonomic == VV_FALSE ? "nonholonomic"
                                                  : "not decided";
        if (holonomic == VV_UNKNOWN) note(w, VV_E_BEYOND);
        if (!finite && holonomic == VV_TRUE)
            vv_diag_hint(
                w->c,
                vv_diag_add(w->c, VV_WARNING, VV_D_DISGUISED, row->span,
                            "%s is holonomic in disguise: it follows from holonomic constraints",
                            row->label),
                "state the holonomic constraint, and the methods for holonomic systems apply; its "
                "left-hand side is among the integrals of the report");
    }
    vv_document_begin(w->d, NULL, false, "Kind of each constraint");
    vv_document_table(w->d, "classes", NULL, 3, k->p, cell);
    vv_document_end(w->d);
}

/* ---- integrals ----------------------------------------------------------------------------- */

static void put_integrals(work *w, const vv_pfaffian_flag *closure) {
    int most = w->k.dim - closure->nfields;
    vv_pfaffian_integral *f = VV_ARRAY(w->c, vv_pfaffian_integral, most + 1);
    int n = 0;
    if (!f || !closure->complete) return;
    vv_document_begin(w->d, NULL, false, "Integrals");
    vv_document_number(w->d, "integrals_exist", "independent integrals", most);
    if (vv_pfaffian_integrals(w->c, w->s, &w->k, closure, w->study->how, &n, f) != VV_OK) n = 0;
    for (int i = 0; i < n; i++) {
        vv_document_definition(w->d, "integrals", named(w, vv_format(w->c, "f_%d", i + 1)),
                               f[i].value, "constant");
        if (f[i].factor.id && !vv_is_const(w->c, f[i].factor))
            vv_document_definition(w->d, "factors", named(w, vv_format(w->c, "μ_%d", i + 1)),
                                   f[i].factor, "integrating factor of the constraint");
        vv_topic_verdict(w->d, "integral_proof",
                         vv_format(w->c,
                                   "f_%d is constant along every motion that the constraints allow",
                                   i + 1),
                         &f[i].proof, NULL);
    }
    if (n < most) {
        vv_document_paragraph(w->d, "integral_note",
                              "no closed form was found for %d of them, although they exist",
                              most - n);
        note(w, VV_E_BEYOND);
    }
    vv_document_end(w->d);
}

/* ---- entry point --------------------------------------------------------------------------- */

static vv_status fill(vv_ctx *c, const vv_study *study, vv_document *d) {
    work w = {.c = c, .d = d, .study = study, .s = study->s};
    vv_pfaffian_flag closure = {0};
    vv_status found = vv_pfaffian_build(c, study->s, &w.k);
    if (found == VV_E_BEYOND && vv_ctx_ok(c))
        vv_document_paragraph(d, "remark", "the constraints could not be evaluated");
    if (found != VV_OK) return found;
    vv_document_list(d, "variables", "variables", w.k.dim, w.k.x);
    vv_document_number(d, "relations", "constraints (p)", w.k.p);
    vv_document_number(d, "freedom", "independent directions (m)", w.k.m);
    put_frobenius(&w);
    put_flags(&w, &closure);
    put_fields(&w);
    put_combinations(&w);
    put_classes(&w, &closure);
    put_integrals(&w, &closure);
    return vv_ctx_ok(c) ? w.status : vv_ctx_status(c);
}

const vv_topic vv_topic_constraints = {
    .name = "constraints",
    .title = "Constraints: brackets, combinations, integrals",
    .text = "vector fields, brackets and flags of the constraints, Hadamard's C, integrals",
    .needs = VV_NEEDS_LINEAR | VV_NEEDS_CONSTRAINTS,
    .fill = fill,
};
