/* Servo constraints and the variations on which their forces do no work: which are active, how
 * many, and whether the forces can maintain them [Appell1896, no. 470; M-SERVO-CLASS,
 * M-SERVO-COUNT]. */
#include <string.h>

#include "kinematics/system.h"

typedef struct servo_set {
    vv_ctx *c;
    vv_system *s;
    int n; /* candidates */
    vv_constraint_row *row;
    int nforms; /* constraints on variations, as stated (nforms*nq) */
    vv_expr *form;
} servo_set;

/* ---- constraints --------------------------------------------------------------------------- */

static void found(servo_set *k, vv_constraint_finding_kind kind, int index) {
    static const int code[] = {VV_D_IDENTICAL, VV_D_REDUNDANT, VV_D_CONTRADICTION};
    static const char *const said[] = {"holds identically",
                                       "is redundant: it follows from the other constraints",
                                       "contradicts the other constraints"};
    const vv_constraint *con = &k->s->m->constraint[index];
    bool error = kind == VV_FINDING_CONTRADICTORY;
    const char *text = vv_format(k->c, "%s %s", con->label, said[kind]);
    k->s->finding[k->s->nfindings++] = (vv_constraint_finding){kind, index, text};
    vv_diag *d = vv_diag_add(k->c, error ? VV_ERROR : VV_NOTE, code[kind], con->span, "%s",
                             text ? text : "");
    if (error) vv_diag_hint(k->c, d, "remove one of the constraints, or correct it");
}

static vv_constraint_row make_row(servo_set *k, int index) {
    vv_ctx *c = k->c;
    vv_system *s = k->s;
    const vv_constraint *con = &s->m->constraint[index];
    vv_constraint_row r = {
        .kind = VV_ROW_SERVO, .label = con->label, .span = con->span, .given = index};
    r.coefficient = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!r.coefficient) return r;
    if (con->order == 0) r.finite = con->value;
    r.raw = con->order == 0 ? vv_symbol_map_time_derivative(c, &s->maps.raw_rates, con->value)
                            : vv_symbol_map_apply(c, &s->maps.to_raw, con->value);
    r.velocity = con->order == 0
                     ? vv_symbol_map_time_derivative(c, &s->maps.coordinate_rates, con->value)
                     : vv_symbol_map_apply(c, &s->maps.to_coordinates, r.raw);
    r.acceleration = vv_symbol_map_time_derivative(c, &s->maps.coordinate_rates, r.velocity);
    vv_gradient(c, r.velocity, s->nq, s->qd, r.coefficient);
    bool linear = true;
    for (int a = 0; a < s->nq; a++) linear &= !vv_depends(c, r.coefficient[a], s->nq, s->qd);
    r.offset = VV_ZERO;
    if (linear) vv_subst_zero(c, s->nq, s->qd, 1, &r.velocity, &r.offset);
    return r;
}

/* A holonomic constraint on the manifold of the previous ones: it may hold there already, or
 * never. */
static bool is_active_holonomic(servo_set *k, int index) {
    vv_ctx *c = k->c;
    vv_system *s = k->s;
    vv_expr g = s->m->constraint[index].value, on = vv_facts_rewrite(c, &s->facts, g);
    vv_truth zero = vv_is_identically_zero(c, &s->facts, on);
    bool still = true;
    for (int a = 0; a < s->nq && still; a++)
        still =
            !vv_depends(c, on, 1, &s->q[a]) || vv_vanishes(c, &s->facts, vv_diff(c, on, s->q[a]));
    if (zero == VV_TRUE)
        found(k, vv_vanishes(c, &s->m->facts, g) ? VV_FINDING_IDENTICAL : VV_FINDING_REDUNDANT,
              index);
    else if (zero == VV_FALSE && still)
        found(k, VV_FINDING_CONTRADICTORY, index);
    else
        vv_manifold_add_constraint(c, s, on);
    return zero != VV_TRUE && !(zero == VV_FALSE && still);
}

static void collect(servo_set *k) {
    const vv_model *m = k->s->m;
    int nq = m->nq;
    for (int pass = 0; pass < 2;
         pass++) /* holonomic ones first: the others are judged on their manifold */
        for (int i = 0; i < m->nconstraints && vv_ctx_ok(k->c); i++) {
            const vv_constraint *con = &m->constraint[i];
            if (con->kind != VV_CON_SERVO || con->order != pass) continue;
            if (pass == 1 || is_active_holonomic(k, i)) k->row[k->n++] = make_row(k, i);
        }
    for (int i = 0; i < m->nconstraints; i++)
        for (int f = 0; m->constraint[i].kind == VV_CON_SERVO && f < m->constraint[i].nthrough; f++)
            memcpy(k->form + nq * k->nforms++, m->constraint[i].through + nq * f,
                   (size_t)nq * sizeof *k->form);
}

/* ---- independence -------------------------------------------------------------------------- */

/* Which of the rows after those of the contacts are independent of all previous ones. */
static bool *independent(servo_set *k, int n, int cols, vv_expr *m) {
    int nrows = k->s->nrows, all = nrows + n, rank = 0;
    bool *own = VV_ARRAY(k->c, bool, n + 1);
    int *pivot = VV_ARRAY(k->c, int, all + 1), *column = VV_ARRAY(k->c, int, all + 1);
    if (!own || !pivot || !column) return NULL;
    if (vv_generic_rank(k->c, &k->s->facts, all, cols, m, &rank, pivot, column, NULL) ==
        VV_E_BEYOND) {
        for (int i = 0; i < n; i++)
            own[i] = true; /* no point could be evaluated: nothing is dropped */
        return own;
    }
    for (int i = 0; i < rank; i++)
        if (pivot[i] >= nrows) own[pivot[i] - nrows] = true;
    return own;
}

/* The contacts' rows, then those of `next`, with or without the offset as last column. */
static vv_expr *stacked(servo_set *k, int n, bool offset) {
    int nq = k->s->nq, cols = nq + offset, nrows = k->s->nrows;
    vv_expr *m = VV_MATRIX(k->c, vv_expr, nrows + n, cols);
    for (int i = 0; m && i < nrows + n; i++) {
        const vv_constraint_row *r = i < nrows ? &k->s->row[i] : &k->row[i - nrows];
        if (i >= nrows && !r->coefficient) return NULL;
        memcpy(m + i * cols, r->coefficient, (size_t)nq * sizeof *m);
        if (offset) m[i * cols + nq] = r->offset;
    }
    return m;
}

static void judge(servo_set *k) {
    vv_servos *v = &k->s->servo;
    int nq = k->s->nq;
    vv_expr *m = stacked(k, k->n, false);
    bool *own = m ? independent(k, k->n, nq, m) : NULL, *with_offset = NULL;
    for (int i = 0; own && i < k->n; i++) {
        if (own[i]) {
            v->row[v->r++] = k->row[i];
            continue;
        }
        if (!with_offset) with_offset = independent(k, k->n, nq + 1, stacked(k, k->n, true));
        bool other = !k->row[i].finite.id && with_offset && with_offset[i];
        found(k, other ? VV_FINDING_CONTRADICTORY : VV_FINDING_REDUNDANT, k->row[i].given);
    }
}

/* j: the rank of all constraints (4), beyond what the contacts imply for the variations. */
static void count_forms(servo_set *k) {
    vv_servos *v = &k->s->servo;
    int nq = k->s->nq, nrows = k->s->nrows;
    vv_expr *m = VV_MATRIX(k->c, vv_expr, nrows + k->nforms, nq);
    for (int i = 0; m && i < nrows; i++)
        memcpy(m + i * nq, k->s->row[i].coefficient, (size_t)nq * sizeof *m);
    if (m && k->nforms) memcpy(m + nrows * nq, k->form, (size_t)(k->nforms * nq) * sizeof *m);
    bool *own = m ? independent(k, k->nforms, nq, m) : NULL;
    for (int i = 0; own && i < k->nforms; i++)
        if (own[i]) memcpy(v->through + nq * v->j++, k->form + nq * i, (size_t)nq * sizeof *m);
}

/* ---- verdict ------------------------------------------------------------------------------- */

const char *vv_servo_case_text(int scheme) {
    static const char *const text[] = {
        "",
        "case 1: constraints that give some variations in terms of the others; equations (12) "
        "combine their P - Q",
        "case 2: contacts and servos together only require that some coordinates do not vary; P = "
        "Q for the others",
        "case 3: driven coordinates with contact constraints; P = Q and the contact forces for the "
        "others",
        "case 4: driven coordinates without contact constraints; P = Q for the others"};
    return text[scheme >= 1 && scheme <= 4 ? scheme : 0];
}

/* Do `rows` independent forms say only that as many coordinates do not vary? Then only the
 * columns of some `rows` coordinates are nonzero. */
static bool fixes_coordinates(servo_set *k, int rows, const vv_expr *m, bool *fixed) {
    int nq = k->s->nq, columns = 0;
    for (int a = 0; a < nq; a++) {
        bool enters = false;
        for (int i = 0; i < rows && !enters; i++)
            enters = !vv_is_zero(m[i * nq + a]) && !vv_vanishes(k->c, &k->s->facts, m[i * nq + a]);
        fixed[a] = enters;
        columns += enters;
    }
    return columns == rows;
}

/* Which of the four cases of no. 470 this is [M-SERVO-CASE1 to 4]. */
static void classify(servo_set *k) {
    vv_system *s = k->s;
    vv_servos *v = &s->servo;
    int nq = s->nq, rows = s->nrows + v->j;
    vv_expr *m = VV_MATRIX(k->c, vv_expr, rows, nq);
    bool *fixed = VV_ARRAY(k->c, bool, nq + 1), named = true;
    v->driven = VV_ARRAY(k->c, int, nq + 1);
    if (!m || !fixed || !v->driven) return;
    v->scheme = 1;
    for (int i = 0; i < s->nrows; i++)
        memcpy(m + i * nq, s->row[i].coefficient, (size_t)nq * sizeof *m);
    memcpy(m + s->nrows * nq, v->through, (size_t)(v->j * nq) * sizeof *m);
    bool driven = fixes_coordinates(k, v->j, v->through, fixed);
    for (int a = 0; a < nq && driven; a++)
        if (fixed[a]) v->driven[v->k++] = a;
    for (int i = 0; i < v->j; i++) { /* named one by one, or by equivalent constraints */
        int entries = 0;
        for (int a = 0; a < nq; a++) entries += !vv_is_zero(v->through[i * nq + a]);
        named &= entries == 1;
    }
    if (driven) v->scheme = !named ? 2 : v->p ? 3 : 4;
    if (v->p && fixes_coordinates(k, rows, m, fixed)) v->scheme = 2;
}

/* Regular iff accelerations and multipliers follow from (10), (2) and (3): M in the corner, the
 * columns of contact and servo forces next to it, the rows of the constraints below. */
static bool regular(servo_set *k) {
    vv_system *s = k->s;
    int nq = s->nq, m = s->nrows + s->servo.r, n = nq + m, rank = n;
    vv_expr *a = VV_MATRIX(k->c, vv_expr, n, n), *p = VV_ARRAY(k->c, vv_expr, nq + 1),
            *hessian = VV_MATRIX(k->c, vv_expr, nq, nq);
    if (!a || !p || !hessian || !s->has_T) return true;
    vv_gradient(k->c, s->T, nq, s->qd, p);
    vv_jacobian(k->c, nq, p, nq, s->qd, hessian);
    for (int i = 0; i < n * n; i++) a[i] = VV_ZERO;
    for (int i = 0; i < nq * nq; i++) a[i / nq * n + i % nq] = hessian[i];
    for (int r = 0; r < m; r++) {
        const vv_constraint_row *row = r < s->nrows ? &s->row[r] : &s->servo.row[r - s->nrows];
        for (int i = 0; i < nq; i++)
            a[(nq + r) * n + i] = row->coefficient[i], a[i * n + nq + r] = row->column[i];
    }
    return vv_generic_rank(k->c, &s->facts, n, n, a, &rank, NULL, NULL, NULL) != VV_OK || rank == n;
}

static void conclude(servo_set *k) {
    vv_ctx *c = k->c;
    vv_servos *v = &k->s->servo;
    vv_span at = v->r ? v->row[v->r - 1].span : (vv_span){0};
    if (v->r > v->j) {
        vv_diag_hint(c,
                     vv_diag_add(c, VV_ERROR, VV_D_SERVO_MANY, at,
                                 "too many servo constraints: %d, but their forces act through %d "
                                 "independent variation%s",
                                 v->r, v->j, v->j == 1 ? "" : "s"),
                     "remove a servo constraint, or name another driven coordinate");
    } else if (v->r < v->j) {
        v->refusal = vv_format(c,
                               "the motion is indeterminate: the servos act through %d independent "
                               "variation%s, but state %d constraint%s",
                               v->j, v->j == 1 ? "" : "s", v->r, v->r == 1 ? "" : "s");
        vv_diag_hint(
            c, vv_diag_add(c, VV_WARNING, VV_D_SERVO_FEW, at, "%s", v->refusal ? v->refusal : ""),
            "state another servo constraint, or name fewer coordinates after through");
    } else {
        for (int i = 0; i < v->r; i++) v->row[i].column = v->through + i * k->s->nq;
        v->singular = !regular(k);
    }
}

/* Appell's λ, or κ if the model has its own λ. */
static void name_forces(servo_set *k) {
    vv_servos *v = &k->s->servo;
    const char *letter = vv_model_has_letter(k->c, k->s->m, "λ") ? "κ" : "λ";
    v->force = VV_ARRAY(k->c, vv_expr, v->r + 1);
    for (int i = 0; v->force && i < v->r; i++) {
        const char *name = v->r == 1 ? letter : vv_format(k->c, "%s%d", letter, i + 1);
        v->force[i] = vv_symbol_new(k->c, name ? name : letter, VV_SYM_MULTIPLIER);
    }
}

vv_status vv_system_build_servos(vv_ctx *c, vv_system *s) {
    const vv_model *m = s->m;
    int forms = 0, errors = vv_diag_errors(c);
    if (!s->nservos) return vv_ctx_status(c);
    for (int i = 0; i < m->nconstraints; i++) forms += m->constraint[i].nthrough;
    servo_set k = {.c = c, .s = s, .row = VV_ARRAY(c, vv_constraint_row, s->nservos + 1)};
    k.form = VV_MATRIX(c, vv_expr, forms, s->nq);
    s->servo.row = VV_ARRAY(c, vv_constraint_row, s->nservos + VV_SERVO_MAX_HIDDEN + 1);
    s->servo.through = VV_MATRIX(c, vv_expr, forms, s->nq);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    collect(&k);
    if (vv_ctx_ok(c)) judge(&k);
    if (vv_ctx_ok(c)) count_forms(&k);
    for (int r = 0; r < s->rank; r++) s->servo.p += s->row[r].kind != VV_ROW_HOLONOMIC;
    s->servo.n = s->freedom;
    s->servo.h = s->freedom + s->servo.p;
    if (vv_ctx_ok(c)) classify(&k);
    if (vv_ctx_ok(c)) name_forces(&k);
    if (vv_ctx_ok(c) && vv_diag_errors(c) == errors) conclude(&k);
    return vv_diag_errors(c) > errors ? vv_ctx_fail(c, VV_E_MODEL) : vv_ctx_status(c);
}

/* ---- in the speeds of the contacts --------------------------------------------------------- */

/* Solves (4) for as many dw as there are forms [M-SERVO-APPELL (9)]: sparse columns first, so
 * that a driven coordinate's own rate is the one that does not vary. */
static void solve_forms(vv_ctx *c, vv_system *s) {
    vv_servos *v = &s->servo;
    int j = v->j, n = s->n, rank = 0, count = 0;
    int *order = VV_ARRAY(c, int, n + 1), *row = VV_ARRAY(c, int, j + 1);
    vv_expr *m = VV_MATRIX(c, vv_expr, j, j), *b = VV_ARRAY(c, vv_expr, j + 1),
            *by = VV_MATRIX(c, vv_expr, j, n);
    bool *gone = VV_ARRAY(c, bool, n + 1);
    v->solved = VV_ARRAY(c, int, j + 1);
    if (!order || !row || !m || !b || !by || !gone || !v->solved) return;
    for (int level = 0; level <= j; level++)
        for (int i = 0; i < n; i++) {
            int zeros = 0;
            for (int r = 0; r < j; r++) zeros += vv_is_zero(v->action[r * n + i]);
            if ((zeros == j ? j : j - zeros - 1) == level) order[count++] = i;
        }
    if (vv_generic_rank(c, &s->facts, j, n, v->action, &rank, row, v->solved, order) != VV_OK ||
        rank < j)
        return;
    for (int r = 0; r < j; r++) gone[v->solved[r]] = true;
    for (int r = 0; r < j; r++)
        for (int k = 0; k < j; k++) m[r * j + k] = v->action[row[r] * n + v->solved[k]];
    vv_expr factor = vv_factor(c, j, m);
    for (int i = 0; i < n && vv_ctx_ok(c); i++) {
        for (int r = 0; r < j; r++) b[r] = gone[i] ? VV_ZERO : vv_neg(c, v->action[row[r] * n + i]);
        vv_solve(c, j, factor, b, b);
        for (int k = 0; k < j; k++) by[k * n + i] = b[k];
    }
    v->by = vv_ctx_ok(c) ? by : NULL;
}

vv_status vv_system_servo_actions(vv_ctx *c, vv_system *s) {
    vv_servos *v = &s->servo;
    int n = s->n, nq = s->nq;
    if (!s->nservos || !s->speeds_ok) return vv_ctx_status(c);
    for (int r = 0; r < v->r; r++) { /* the velocities satisfy the servo constraints, too */
        vv_expr e = v->row[r].velocity;
        vv_subst(c, nq, s->qd, s->rate, 1, &e, &e);
        e = vv_facts_rewrite(c, &s->facts, e);
        if (!vv_vanishes(c, &s->facts, e)) vv_manifold_add_constraint(c, s, e);
    }
    v->action = VV_MATRIX(c, vv_expr, v->j, n);
    vv_expr *t = VV_ARRAY(c, vv_expr, nq + 1);
    if (!v->action || !t) return vv_ctx_status(c);
    for (int r = 0; r < v->j; r++)
        for (int i = 0; i < n; i++) {
            for (int a = 0; a < nq; a++)
                t[a] = vv_mul(c, v->through[r * nq + a], s->direction[i * nq + a]);
            v->action[r * n + i] = vv_sum(c, nq, t);
        }
    if (v->j) solve_forms(c, s);
    return vv_ctx_status(c);
}

int vv_servo_virtual_displacements(vv_ctx *c, const vv_system *s, vv_expr *out) {
    const vv_servos *v = &s->servo;
    int m = 0, nq = s->nq, n = s->n;
    for (int i = 0; i < n; i++) {
        bool solved = false;
        for (int k = 0; k < v->j; k++) solved |= v->solved[k] == i;
        if (solved) continue;
        for (int a = 0; a < nq; a++) {
            vv_expr d = s->direction[i * nq + a];
            for (int k = 0; k < v->j; k++)
                d = vv_add(c, d, vv_mul(c, v->by[k * n + i], s->direction[v->solved[k] * nq + a]));
            out[m * nq + a] = d;
        }
        m++;
    }
    return m;
}
