/* Can the mechanism move, and are its accelerations determined? */
#include <math.h>
#include <string.h>

#include "kinematics/degenerate_inertia.h"
#include "kinematics/system.h"
#include "numeric/numeric.h"
#include "prove/prove.h"
#include "kinematics/kinematics_tolerances.h"

/* The accelerations satisfy M a - A^T l = ..., A a = ...: with M the second derivatives of T
 * with respect to the velocities and A the coefficients of the rows, the bordered (KKT) matrix
 * (M A^T; A 0) is regular if and only if the mass matrix is regular along the motions that the
 * constraints allow [M-LAGR-MULT-NH]. */
static vv_expr *bordered(vv_ctx *c, const vv_system *s, int n) {
    int nq = s->nq;
    vv_expr *m = VV_MATRIX(c, vv_expr, n, n), *p = VV_ARRAY(c, vv_expr, nq + 1),
            *hessian = VV_MATRIX(c, vv_expr, nq, nq);
    if (!m || !p || !hessian) return NULL;
    vv_gradient(c, s->T, nq, s->qd, p);
    vv_jacobian_lower(c, nq, p, s->qd, hessian);
    for (int i = 0; i < n * n; i++) m[i] = VV_ZERO;
    for (int i = 0; i < nq; i++)
        for (int j = 0; j <= i; j++) m[i * n + j] = m[j * n + i] = hessian[i * nq + j];
    for (int r = 0; r < s->nrows; r++)
        for (int i = 0; i < nq; i++)
            m[(nq + r) * n + i] = m[i * n + nq + r] = s->row[r].coefficient[i];
    return m;
}

/* Multipliers first, then coordinates with inertia of their own, so that the remaining ones have
 * none. */
static int *order_of_columns(vv_ctx *c, const vv_system *s, int n, const vv_expr *m) {
    int *order = VV_ARRAY(c, int, n + 1), k = 0;
    for (int j = s->nq; order && j < n; j++) order[k++] = j;
    for (int pass = 0; order && pass < 2; pass++)
        for (int j = 0; j < s->nq; j++) {
            bool empty = true;
            for (int i = 0; i < s->nq; i++) empty &= vv_is_zero(m[i * n + j]);
            if (empty == (pass == 1)) order[k++] = j;
        }
    return order;
}

/* "y and z"; the Euler parameters of a free frame are named as rotations of that frame. */
static const char *names_without(vv_ctx *c, const vv_system *s, const bool *has, vv_span *first) {
    vv_buffer b = VV_BUFFER(c);
    int count = 0, shown = 0;
    for (int i = 0; i < s->nq; i++) count += !has[i];
    for (int i = 0; i < s->nq; i++) {
        const vv_coordinate *q = &s->m->coordinate[i];
        if (has[i]) continue;
        if (!shown++) *first = q->span;
        vv_buffer_add(&b, shown == 1 ? "" : shown == count ? " and " : ", ");
        const char *name = vv_symbol_get(c, q->q)->name;
        if (q->internal)
            vv_buffer_printf(&b, "a rotation of %.*s", (int)strcspn(name, "."), name);
        else
            vv_buffer_add(&b, name);
    }
    const char *out = vv_strdup(c, vv_buffer_text(&b));
    vv_buffer_free(&b);
    return out ? out : "";
}

/* ---- quick test in doubles ------------------------------------------------------------------ */

enum { MOST_NUMERIC = 4096 }; /* rows of a matrix that is looked at in doubles */

/* By elimination with rows of size 1, none of which is what rounding leaves of 0 beside `most`: nor
 * is any pivot. */
static bool is_far_from_singular(int n, double *m, double most, double *pivot) {
    for (int i = 0; i < n; i++) {
        double size = vv_norm_inf(n, m + i * n);
        if (!(size > VV_MASS_PIVOT_CLEAR * most)) return false;
        for (int j = 0; j < n; j++) m[i * n + j] /= size;
    }
    if (!vv_lu_factor(n, m, pivot)) return false;
    for (int k = 0; k < n; k++) /* the factor holds the inverses of the pivots */
        if (!(fabs(m[k * (n + 1)]) * VV_MASS_PIVOT_CLEAR < 1)) return false;
    return true;
}

/* Regular at one point, hence generically. False: not found. */
static bool is_regular_somewhere(vv_ctx *c, const vv_facts *f, int n, const vv_expr *m) {
    vv_mark mark = vv_arena_mark(c);
    vv_float_eval v;
    double *value = n <= MOST_NUMERIC ? VV_MATRIX(c, double, n, n) : NULL,
           *pivot = VV_ARRAY(c, double, n + 1);
    bool seen = value && pivot && vv_float_eval_at_point(c, f, n * n, m, &v);
    for (int i = 0; seen && i < n * n; i++) value[i] = v.value[v.root[i]];
    seen = seen && is_far_from_singular(n, value, vv_float_eval_max_abs(&v), pivot);
    vv_arena_release(c, mark);
    return seen;
}

/* Rank of the bordered matrix; has: which columns are independent, those with inertia. Returns
 * whether it is singular. */
static bool is_singular(vv_ctx *c, const vv_system *s, bool *has) {
    int n = s->nq + s->nrows, rank = n;
    vv_expr *m = bordered(c, s, n);
    if (m && is_regular_somewhere(c, &s->facts, n, m)) return false;
    int *order = m ? order_of_columns(c, s, n, m) : NULL, *pivot = VV_ARRAY(c, int, n + 1),
        *column = VV_ARRAY(c, int, n + 1);
    if (!order || !pivot || !column) return false;
    if (vv_generic_rank(c, &s->facts, n, n, m, &rank, pivot, column, order) != VV_OK || rank == n)
        return false;
    for (int i = 0; i < rank; i++) has[column[i]] = true;
    return vv_ctx_ok(c);
}

bool vv_system_is_massless(vv_ctx *c, const vv_system *s) {
    bool *has = VV_ARRAY(c, bool, s->nq + s->nrows + 1);
    return has && is_singular(c, s, has);
}

static void warn_massless(vv_ctx *c, const vv_system *s, const char *names, vv_span where,
                          const char *lacks) {
    if (s->determined) {
        vv_diag_add(c, VV_NOTE, VV_D_MASSLESS, where,
                    "no inertia for %s: equations of motion of lower order determine the motion",
                    names);
        return;
    }
    vv_diag *d = vv_diag_add(c, VV_WARNING, VV_D_MASSLESS, where,
                             "the accelerations are indeterminate: no inertia for %s%s%s", names,
                             lacks ? ", and no equation determines " : "", lacks ? lacks : "");
    vv_diag_hint(c, d, "state a mass or a kinetic energy that contains its rate, or constrain it");
}

vv_status vv_system_check_mass_matrix(vv_ctx *c, vv_system *s) {
    bool *has = VV_ARRAY(c, bool, s->nq + s->nrows + 1);
    const char *lacks = NULL;
    vv_span where = {0};
    /* a servo-driven coordinate may lack inertia; without energies there is nothing to check */
    if (!has || !s->has_T || !s->T.id || s->nservos || s->freedom <= 0 || !is_singular(c, s, has))
        return vv_ctx_status(c);
    s->massless = true;
    const char *names = names_without(c, s, has, &where);
    s->determined = vv_system_determine_massless(c, s, &lacks);
    if (vv_ctx_ok(c)) warn_massless(c, s, names, where, lacks);
    return vv_ctx_status(c);
}

bool vv_system_is_driven(vv_ctx *c, const vv_system *s) {
    for (int r = 0; r < s->nrows; r++)
        if (vv_depends(c, s->row[r].finite.id ? s->row[r].finite : s->row[r].velocity, 1, &s->m->t))
            return true;
    return false;
}

static bool has_friction(const vv_model *m) {
    for (int i = 0; i < m->nrollings; i++)
        if (m->rolling[i].has_friction) return true;
    return false;
}

vv_status vv_system_check_movable(vv_ctx *c, const vv_system *s) {
    if (s->freedom > 0) return VV_OK;
    if (s->nq == 0) {
        vv_diag_hint(c,
                     vv_diag_add(c, VV_ERROR, VV_D_NO_FREEDOM, (vv_span){0},
                                 "the model has no coordinates: nothing can move"),
                     "declare one: coordinate θ");
        return vv_ctx_fail(c, VV_E_MODEL);
    }
    vv_span last = s->rank ? s->row[s->rank - 1].span : (vv_span){0};
    vv_diag_hint(
        c,
        vv_diag_add(c, VV_ERROR, VV_D_NO_FREEDOM, last,
                    "the constraints leave no degree of freedom: there are %d for %d velocit%s",
                    s->rank, s->nv, s->nv == 1 ? "y" : "ies"),
        vv_system_is_driven(c, s)
            ? "the motion is prescribed: visviva run follows it; a servo instead of the "
              "time-dependent constraint has equations and a force"
        : has_friction(s->m) ? "nothing can move while all contacts stick: visviva run follows "
                               "them where they slide or separate"
                             : "remove one of them; visviva check lists them all");
    return vv_ctx_fail(c, VV_E_MODEL);
}

vv_status vv_system_check_mechanics(vv_ctx *c, const vv_system *s) {
    if (s->has_T) return VV_OK;
    vv_diag_hint(
        c,
        vv_diag_add(
            c, VV_ERROR, VV_D_NO_MECHANICS, (vv_span){0},
            "the model states no kinetic energy, body or mass: equations of motion need one"),
        "add kinetic energy ..., body B: mass ..., or mass m at P");
    return vv_ctx_fail(c, VV_E_MODEL);
}
