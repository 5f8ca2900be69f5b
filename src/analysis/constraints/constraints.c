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

/* Constraints without the norms of free frames, which are the last: a rotation has three freedoms,
 * and that four parameters describe it is no constraint of the mechanism. */
static int stated(const work *w) { return w->k.p - w->s->m->nfree; }

static bool is_norm(const work *w, const vv_constraint_row *r) {
    return w->s->m->constraint[r->given].kind == VV_CON_NORM;
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

/* The fields along which a form is judged: those of the raw velocities, which keep the norms of
 * free frames, and that of time ((nv + time) x dim). */
static vv_expr *raw_fields(work *w, int *n) {
    const vv_pfaffian *k = &w->k;
    const vv_system *s = w->s;
    *n = s->nv + k->time;
    vv_expr *field = VV_MATRIX(w->c, vv_expr, *n, k->dim), *g = VV_ARRAY(w->c, vv_expr, s->nv + 1);
    for (int i = 0; field && i < *n * k->dim; i++) field[i] = VV_ZERO;
    for (int a = 0; field && g && a < s->nq; a++) {
        vv_expr rate = s->m->coordinate[a].internal
                           ? vv_symbol_map_time_derivative(w->c, &s->maps.raw_rates, s->q[a])
                           : s->qd[a];
        vv_gradient(w->c, rate, s->nv, s->v, g);
        for (int i = 0; i < s->nv; i++) field[i * k->dim + a] = g[i];
    }
    if (field && k->time) field[*n * k->dim - 1] = VV_ONE;
    return field;
}

/* a(X), and da(X, Y) */
static vv_expr along(work *w, const vv_expr *a, const vv_expr *X) {
    vv_expr sum = VV_ZERO;
    for (int i = 0; i < w->k.dim; i++) sum = vv_add(w->c, sum, vv_mul(w->c, a[i], X[i]));
    return sum;
}

static vv_expr curl(work *w, const vv_expr *a, const vv_expr *X, const vv_expr *Y) {
    vv_expr sum = VV_ZERO;
    for (int b = 0; b < w->k.dim; b++)
        for (int g = 0; g < w->k.dim; g++) {
            vv_expr both = vv_sub(w->c, vv_mul(w->c, X[b], Y[g]), vv_mul(w->c, X[g], Y[b]));
            if (vv_is_zero(both) || g < b) continue;
            vv_expr d =
                vv_sub(w->c, vv_diff(w->c, a[g], w->k.x[b]), vv_diff(w->c, a[b], w->k.x[g]));
            sum = vv_add(w->c, sum, vv_mul(w->c, d, both));
        }
    return sum;
}

/* a ^ da on all triples of the fields; how many may not vanish. */
static int wedge(work *w, const vv_expr *a, int n, const vv_expr *field, vv_expr *out) {
    int count = 0, dim = w->k.dim;
    for (int x = 0; x < n; x++)
        for (int y = 0; y < x; y++)
            for (int z = 0; z < y && vv_ctx_tick(w->c); z++) {
                const vv_expr *v[3] = {field + x * dim, field + y * dim, field + z * dim};
                vv_expr sum = VV_ZERO;
                for (int i = 0; i < 3; i++)
                    sum = vv_add(w->c, sum,
                                 vv_mul(w->c, along(w, a, v[i]),
                                        curl(w, a, v[(i + 1) % 3], v[(i + 2) % 3])));
                if (!vv_is_zero(sum)) out[count++] = sum;
            }
    return count;
}

static void put_frobenius(work *w) {
    const vv_pfaffian *k = &w->k;
    vv_proof p;
    if (vv_prove_zero(w->c, &w->s->facts, k->p * k->npairs, k->defect, w->study->how, &p) == VV_OK)
        note(w, vv_topic_verdict(
                    w->d, "system_integrable",
                    "the constraints together are equivalent to as many holonomic ones (Frobenius)",
                    &p, NULL));
    int n = 0;
    vv_expr *field = stated(w) > 1 ? raw_fields(w, &n) : NULL,
            *e = VV_MATRIX(w->c, vv_expr, n * n / 2, n / 3 + 1);
    for (int r = 0; e && field && r < k->p; r++) {
        if (w->s->row[r].kind == VV_ROW_HOLONOMIC) continue;
        int count = wedge(w, k->form + r * k->dim, n, field, e);
        if (vv_prove_zero(w->c, &w->s->facts, count, e, w->study->how, &p) == VV_OK)
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

/* Is the combination the norm of a free frame alone? */
static bool is_norm_form(const work *w, const vv_expr *form) {
    for (int r = 0; r < w->k.p; r++) {
        bool same = is_norm(w, &w->s->row[r]);
        for (int a = 0; a < w->k.dim && same; a++)
            same = vv_same(form[a], w->k.form[r * w->k.dim + a]);
        if (same) return true;
    }
    return false;
}

static void put_combinations(work *w) {
    const vv_pfaffian *k = &w->k;
    int m = k->m, p = stated(w), least = p - m * (m - 1) / 2, n = 0, shown = 0;
    for (int i = 0; i < k->ncombinations; i++) n += !is_norm_form(w, k->combination + i * k->dim);
    vv_document_begin(w->d, NULL, false, "Hadamard's combinations C");
    vv_document_fact(w->d, "count", "count",
                     vv_format(w->c, "%d of %d (m = %d, p = %d: at least %d)", n, p, m, p,
                               least > 0 ? least : 0));
    for (int i = 0; i < k->ncombinations; i++) {
        if (is_norm_form(w, k->combination + i * k->dim)) continue;
        vv_expr e = vv_pfaffian_velocity_form(w->c, w->s, k, k->combination + i * k->dim);
        vv_document_equation(w->d, "combinations", vv_format(w->c, "C%d", ++shown), e, VV_ZERO, e,
                             "may be used in T before differentiation");
        vv_document_up_to_factor(w->d);
    }
    if (!n)
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
    int shown = 0;
    for (int r = 0; r < k->p && vv_ctx_tick(w->c); r++) {
        const vv_constraint_row *row = &w->s->row[r];
        if (is_norm(w, row)) continue;
        bool finite = row->kind == VV_ROW_HOLONOMIC;
        vv_truth holonomic = finite ? VV_TRUE : follows(w, closure, r);
        const char **line = cell + 3 * ++shown;
        line[0] = row->label;
        line[1] = finite ? "finite" : "differential";
        line[2] = holonomic == VV_TRUE    ? "holonomic"
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
    vv_document_table(w->d, "classes", NULL, 3, shown, cell);
    vv_document_end(w->d);
}

/* ---- integrals ----------------------------------------------------------------------------- */

static int without_norms(const work *w, int n, vv_pfaffian_integral *f) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        bool norm = false;
        for (int r = 0; r < w->k.p; r++)
            norm |= is_norm(w, &w->s->row[r]) && vv_same(f[i].value, w->s->row[r].finite);
        if (!norm) f[kept++] = f[i];
    }
    return kept;
}

static void put_integrals(work *w, const vv_pfaffian_flag *closure) {
    int most = w->k.dim - closure->nfields, n = 0;
    vv_pfaffian_integral *f = VV_ARRAY(w->c, vv_pfaffian_integral, most + 1);
    if (!f || !closure->complete) return;
    vv_document_begin(w->d, NULL, false, "Integrals");
    if (vv_pfaffian_integrals(w->c, w->s, &w->k, closure, w->study->how, &n, f) != VV_OK) n = 0;
    n = without_norms(w, n, f);
    most -= w->s->m->nfree;
    vv_document_number(w->d, "integrals_exist", "independent integrals", most);
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
    vv_document_number(d, "relations", "constraints (p)", stated(&w));
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
