/* Constraint rows: which of the stated relations act, which hold identically, which repeat or contradict
 * others. Finite relations come first, since velocities are judged on their manifold. */
#include <string.h>

#include "kinematics/system.h"

typedef struct row_set {
    vv_ctx *c;
    vv_system *s;
    int n;               /* rows kept so far                               */
    vv_expr *matrix;     /* coefficients by V                     (n * nv) */
    vv_expr *augmented;  /* coefficients and offset         (n * (nv + 1)) */
} row_set;

/* The rows whose combination gives this one, for the message. */
static const char *names_of_kept(row_set *k) {
    vv_buffer b = VV_BUFFER(k->c);
    int shown = 0;
    for (int i = 0; i < k->n; i++) {
        if (k->s->row[i].kind == VV_ROW_FINITE && k->s->m->constraint[k->s->row[i].given].kind == VV_CON_NORM) continue;
        if (shown == 4) {
            vv_buffer_add(&b, ", ...");
            break;
        }
        vv_buffer_printf(&b, "%s'%s'", shown++ ? ", " : "", k->s->row[i].label);
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
static vv_row make_row(row_set *k, int index, vv_expr finite, vv_expr raw, const vv_expr *by_v, bool linear) {
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
    (void)by_v;
    if (finite.id) vv_gradient(c, finite, s->nq, s->q, r.coefficient);
    else vv_gradient(c, r.velocity, s->nq, s->qd, r.coefficient);
    for (int i = 0; i < s->nq; i++) zero[i] = VV_ZERO;
    vv_subst(c, s->nq, s->qd, zero, 1, &r.velocity, &r.offset);
    r.column = r.coefficient;
    return r;
}

static void keep(row_set *k, vv_row r, const vv_expr *by_v, vv_expr offset) {
    int nv = k->s->nv;
    memcpy(k->matrix + k->n * nv, by_v, (size_t)nv * sizeof(vv_expr));
    memcpy(k->augmented + k->n * (nv + 1), by_v, (size_t)nv * sizeof(vv_expr));
    k->augmented[k->n * (nv + 1) + nv] = offset;
    k->s->row[k->n++] = r;
}

/* Does the row depend on those kept, and if so with its offset? */
static void judge(row_set *k, int index, vv_expr finite, vv_expr raw) {
    vv_ctx *c = k->c;
    vv_system *s = k->s;
    int nv = s->nv;
    vv_expr *by_v = VV_ARRAY(c, vv_expr, nv + 1), *zero = VV_ARRAY(c, vv_expr, nv + 1), offset;
    if (!by_v || !zero) return;
    vv_gradient(c, raw, nv, s->v, by_v);
    bool linear = is_linear(k, by_v);
    for (int i = 0; i < nv; i++) zero[i] = VV_ZERO;
    vv_subst(c, nv, s->v, zero, 1, &raw, &offset);
    by_v[nv] = offset;
    bool empty = true;
    for (int i = 0; i < nv && empty; i++) empty = vv_is_zero(by_v[i]) || vv_is_identically_zero(c, &s->facts, by_v[i]) == VV_TRUE;
    bool dependent = empty;
    if (!empty && k->n && linear)
        dependent = vv_in_row_space(c, &s->facts, k->n, nv, k->matrix, by_v, NULL, NULL) == VV_TRUE;
    if (!dependent) {
        keep(k, make_row(k, index, finite, raw, by_v, linear), by_v, offset);
        return;
    }
    bool repeated = vv_is_identically_zero(c, &s->facts, offset) == VV_TRUE;
    if (k->n && !(empty && repeated))
        repeated = vv_in_row_space(c, &s->facts, k->n, nv + 1, k->augmented, by_v, NULL, NULL) == VV_TRUE;
    found(k, repeated ? VV_FOUND_REDUNDANT : VV_FOUND_CONTRADICTORY, index);
}

static void finite_row(row_set *k, int index) {
    vv_ctx *c = k->c;
    vv_system *s = k->s;
    const vv_constraint *con = &s->m->constraint[index];
    vv_expr g = con->value, on = vv_apply_rules(c, &s->facts, g);
    if (vv_is_identically_zero(c, &s->facts, g) == VV_TRUE) {
        bool alone = vv_is_identically_zero(c, &s->m->facts, g) == VV_TRUE;
        found(k, alone ? VV_FOUND_IDENTICAL : VV_FOUND_REDUNDANT, index);
        return;
    }
    bool free_of_q = !vv_depends(c, on, s->nq, s->q);
    if (free_of_q) {
        found(k, VV_FOUND_CONTRADICTORY, index);
        return;
    }
    int before = k->n;
    judge(k, index, g, vv_rate_along(c, &s->raw_rates, g));
    if (k->n == before) return;
    if (s->manifold_solved && !vv_manifold_add(c, s->m, &s->facts, on)) s->manifold_solved = false;
}

static void differential_row(row_set *k, int index) {
    vv_ctx *c = k->c;
    vv_system *s = k->s;
    const vv_constraint *con = &s->m->constraint[index];
    vv_expr f = vv_subst_map(c, &s->to_raw, con->value);
    if (vv_is_identically_zero(c, &s->facts, f) == VV_TRUE) {
        found(k, VV_FOUND_IDENTICAL, index);
        return;
    }
    judge(k, index, VV_POISON, f);
}

/* Euler parameters: the sum of their squares is one. It acts on q', not on V, so it is kept apart. */
static void norm_row(row_set *k, int index, int at) {
    vv_ctx *c = k->c;
    vv_system *s = k->s;
    const vv_constraint *con = &s->m->constraint[index];
    vv_row r = make_row(k, index, con->value, VV_ZERO, NULL, true);
    s->row[at] = r;
    vv_manifold_add(c, s->m, &s->facts, con->value);
}

vv_status vv_system_rows(vv_ctx *c, vv_system *s) {
    const vv_model *m = s->m;
    int total = m->nconstraints;
    row_set k = {.c = c, .s = s};
    s->row = VV_ARRAY(c, vv_row, total + 1);
    s->finding = VV_ARRAY(c, vv_finding, total + 1);
    k.matrix = VV_ARRAY(c, vv_expr, (total + 1) * (s->nv + 1));
    k.augmented = VV_ARRAY(c, vv_expr, (total + 1) * (s->nv + 2));
    if (!s->row || !s->finding || !k.matrix || !k.augmented) return vv_ctx_status(c);
    int errors = vv_diag_errors(c);
    for (int i = 0; i < total && vv_ctx_ok(c); i++)
        if (m->constraint[i].kind == VV_CON_EQUATION && m->constraint[i].order == 0) finite_row(&k, i);
    for (int i = 0; i < total && vv_ctx_ok(c); i++) {
        const vv_constraint *con = &m->constraint[i];
        s->nservos += con->kind == VV_CON_SERVO;
        if ((con->kind == VV_CON_EQUATION && con->order == 1) || con->kind == VV_CON_ROLLING) differential_row(&k, i);
    }
    s->rank = k.n;
    s->freedom = s->nv - s->rank;
    s->nrows = k.n;
    for (int i = 0; i < total && vv_ctx_ok(c); i++)
        if (m->constraint[i].kind == VV_CON_NORM) norm_row(&k, i, s->nrows++);
    if (vv_diag_errors(c) > errors) return vv_ctx_fail(c, VV_E_MODEL);
    return vv_ctx_status(c);
}
