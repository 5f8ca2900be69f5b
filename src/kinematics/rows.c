/* Constraint rows: which of the stated relations act, which hold identically, which repeat or contradict
 * others. Finite relations come first, since velocities are judged on their manifold. */
#include <string.h>

#include "kinematics/system.h"

typedef struct candidate {
    int constraint;      /* index in the model                     */
    vv_expr finite, raw; /* g(q, t) or poison; f(q, V, t)          */
    bool linear;
} candidate;

typedef struct row_set {
    vv_ctx *c;
    vv_system *s;
    int n;               /* rows kept so far                        */
    int nlabels;
    const char **label;  /* of the relations accepted so far        */
    int ncandidates;
    candidate *candidate;
    vv_expr *matrix;     /* coefficients by V, then the offset  (ncandidates * (nv + 1)) */
} row_set;

/* The relations accepted before this one, for the message. */
static const char *names_of_kept(row_set *k) {
    enum { MOST = 4 };
    vv_buffer b = VV_BUFFER(k->c);
    for (int i = 0; i < k->nlabels && i <= MOST; i++) {
        if (i == MOST) vv_buffer_add(&b, ", ...");
        else vv_buffer_printf(&b, "%s'%s'", i ? ", " : "", k->label[i]);
    }
    const char *out = vv_strdup(k->c, vv_buffer_text(&b));
    vv_buffer_free(&b);
    return out ? out : "";
}

/* Record and report what was found of a relation; `kept` is said where others are concerned. */
static void found(row_set *k, vv_finding_kind kind, int constraint) {
    static const int code[] = {VV_D_IDENTICAL, VV_D_REDUNDANT, VV_D_CONTRADICTION};
    const vv_constraint *con = &k->s->m->constraint[constraint];
    const char *kept = names_of_kept(k), *text;
    if (kind == VV_FOUND_IDENTICAL) text = vv_format(k->c, "%s holds identically", con->label);
    else if (kind == VV_FOUND_REDUNDANT) text = vv_format(k->c, "%s follows from %s and is redundant", con->label, kept);
    else if (*kept) text = vv_format(k->c, "%s contradicts %s", con->label, kept);
    else text = vv_format(k->c, "%s can never hold", con->label);
    k->s->finding[k->s->nfindings++] = (vv_finding){kind, constraint, text};
    bool error = kind == VV_FOUND_CONTRADICTORY;
    vv_diag *d = vv_diag_add(k->c, error ? VV_ERROR : VV_NOTE, code[kind], con->span, "%s", text ? text : "");
    if (error) vv_diag_hint(k->c, d, "remove one of the relations, or correct it");
}

static bool is_linear(row_set *k, const vv_expr *coefficient) {
    for (int i = 0; i < k->s->nv; i++)
        for (int j = 0; j < k->s->nv && vv_depends(k->c, coefficient[i], k->s->nv, k->s->v); j++) {
            if (!vv_depends(k->c, coefficient[i], 1, &k->s->v[j])) continue;
            if (vv_is_identically_zero(k->c, &k->s->facts, vv_diff(k->c, coefficient[i], k->s->v[j])) != VV_TRUE) return false;
        }
    return true;
}

/* Everything a row needs, from its raw velocity form f(q, V, t). */
static vv_row make_row(row_set *k, int index, vv_expr finite, vv_expr raw, bool linear) {
    vv_ctx *c = k->c;
    vv_system *s = k->s;
    const vv_constraint *con = &s->m->constraint[index];
    vv_row r = {.finite = finite, .label = con->label, .span = con->span, .given = index};
    r.kind = finite.id ? VV_ROW_FINITE : linear ? VV_ROW_LINEAR : VV_ROW_NONLINEAR;
    r.raw = raw;
    r.velocity = vv_subst_map(c, &s->to_coordinates, raw);
    if (finite.id) r.velocity = vv_rate_along(c, &s->coordinate_rates, finite);
    r.acceleration = vv_rate_along(c, &s->coordinate_rates, r.velocity);
    r.coefficient = VV_ARRAY(c, vv_expr, s->nq + 1);
    vv_expr *zero = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!r.coefficient || !zero) return r;
    if (finite.id) vv_gradient(c, finite, s->nq, s->q, r.coefficient);
    else vv_gradient(c, r.velocity, s->nq, s->qd, r.coefficient);
    for (int i = 0; i < s->nq; i++) zero[i] = VV_ZERO;
    vv_subst(c, s->nq, s->qd, zero, 1, &r.velocity, &r.offset);
    r.column = r.coefficient;
    return r;
}

/* Put a relation on the list, with its coefficients and offset. */
static void propose(row_set *k, int index, vv_expr finite, vv_expr raw) {
    vv_ctx *c = k->c;
    int nv = k->s->nv;
    vv_expr *row = k->matrix + k->ncandidates * (nv + 1), *zero = VV_ARRAY(c, vv_expr, nv + 1);
    if (!zero) return;
    for (int i = 0; i < nv; i++) zero[i] = VV_ZERO;
    vv_gradient(c, raw, nv, k->s->v, row);
    bool linear = is_linear(k, row);
    row[nv] = VV_ZERO;
    if (linear) vv_subst(c, nv, k->s->v, zero, 1, &raw, &row[nv]);
    k->candidate[k->ncandidates++] = (candidate){index, finite, raw, linear};
}

/* On the manifold of those before, a finite relation may hold already, or never. */
static void finite_row(row_set *k, int index) {
    vv_ctx *c = k->c;
    vv_system *s = k->s;
    const vv_constraint *con = &s->m->constraint[index];
    vv_expr g = con->value, on = vv_apply_rules(c, &s->facts, g);
    if (vv_is_identically_zero(c, &s->facts, g) == VV_TRUE) {
        bool alone = vv_is_identically_zero(c, &s->m->facts, g) == VV_TRUE;
        found(k, alone ? VV_FOUND_IDENTICAL : VV_FOUND_REDUNDANT, index);
    } else if (!vv_depends(c, on, s->nq, s->q)) {
        found(k, VV_FOUND_CONTRADICTORY, index);
    } else {
        propose(k, index, g, vv_rate_along(c, &s->raw_rates, g));
        k->label[k->nlabels++] = con->label;
        if (s->manifold_solved && !vv_manifold_add(c, s->m, &s->facts, on)) s->manifold_solved = false;
    }
}

/* Which rows of the first `cols` columns are independent of those before them. */
static bool *independent_rows(row_set *k, int cols) {
    vv_ctx *c = k->c;
    int n = k->ncandidates, width = k->s->nv + 1, rank = 0;
    bool *own = VV_ARRAY(c, bool, n + 1);
    vv_expr *m = VV_ARRAY(c, vv_expr, n * cols + 1);
    int *pivot = VV_ARRAY(c, int, n + 1), *pivot_col = VV_ARRAY(c, int, n + 1);
    if (!own || !m || !pivot || !pivot_col) return NULL;
    for (int i = 0; i < n; i++) memcpy(m + i * cols, k->matrix + i * width, (size_t)cols * sizeof *m);
    if (vv_generic_rank(c, &k->s->facts, n, cols, m, &rank, pivot, pivot_col, NULL) == VV_E_BEYOND) {
        for (int i = 0; i < n; i++) own[i] = true; /* no point could be evaluated: nothing is dropped */
        return own;
    }
    for (int i = 0; i < rank; i++) own[pivot[i]] = true;
    return own;
}

/* All relations are judged at once: one that depends on those before it by its coefficients is redundant, or
 * a contradiction when its offset does not follow too. */
static void judge(row_set *k) {
    int nv = k->s->nv;
    bool *own = independent_rows(k, nv), *with_offset = NULL, all = true;
    for (int i = 0; own && i < k->ncandidates; i++) all &= own[i];
    if (own && !all) with_offset = independent_rows(k, nv + 1);
    k->nlabels = 0;
    for (int i = 0; own && (all || with_offset) && i < k->ncandidates; i++) {
        const candidate *a = &k->candidate[i];
        if (own[i]) {
            k->s->row[k->n] = make_row(k, a->constraint, a->finite, a->raw, a->linear);
            k->label[k->nlabels++] = k->s->row[k->n++].label;
        } else if (with_offset[i]) {
            found(k, VV_FOUND_CONTRADICTORY, a->constraint);
        } else {
            bool zero = vv_is_identically_zero(k->c, &k->s->m->facts, a->raw) == VV_TRUE;
            found(k, zero ? VV_FOUND_IDENTICAL : VV_FOUND_REDUNDANT, a->constraint);
        }
    }
}

/* Euler parameters: the sum of their squares is one. It acts on q', not on V, so it is kept apart. */
static void norm_row(row_set *k, int index, int at) {
    vv_ctx *c = k->c;
    vv_system *s = k->s;
    const vv_constraint *con = &s->m->constraint[index];
    vv_row r = make_row(k, index, con->value, VV_ZERO, true);
    s->row[at] = r;
    vv_manifold_add(c, s->m, &s->facts, con->value);
}

vv_status vv_system_rows(vv_ctx *c, vv_system *s) {
    const vv_model *m = s->m;
    int total = m->nconstraints;
    row_set k = {.c = c, .s = s};
    s->row = VV_ARRAY(c, vv_row, total + 1);
    s->finding = VV_ARRAY(c, vv_finding, total + 1);
    k.candidate = VV_ARRAY(c, candidate, total + 1);
    k.label = VV_ARRAY(c, const char *, total + 1);
    k.matrix = VV_ARRAY(c, vv_expr, (total + 1) * (s->nv + 1));
    if (!s->row || !s->finding || !k.candidate || !k.label || !k.matrix) return vv_ctx_status(c);
    int errors = vv_diag_errors(c);
    for (int i = 0; i < total && vv_ctx_ok(c); i++)
        if (m->constraint[i].kind == VV_CON_EQUATION && m->constraint[i].order == 0) finite_row(&k, i);
    for (int i = 0; i < total && vv_ctx_ok(c); i++) {
        const vv_constraint *con = &m->constraint[i];
        s->nservos += con->kind == VV_CON_SERVO;
        bool differential = (con->kind == VV_CON_EQUATION && con->order == 1) || con->kind == VV_CON_ROLLING;
        if (differential) propose(&k, i, VV_POISON, vv_subst_map(c, &s->to_raw, con->value));
    }
    if (vv_ctx_ok(c) && k.ncandidates) judge(&k);
    s->rank = k.n;
    s->freedom = s->nv - s->rank;
    s->nrows = k.n;
    for (int i = 0; i < total && vv_ctx_ok(c); i++)
        if (m->constraint[i].kind == VV_CON_NORM) norm_row(&k, i, s->nrows++);
    if (vv_diag_errors(c) > errors) return vv_ctx_fail(c, VV_E_MODEL);
    return vv_ctx_status(c);
}
