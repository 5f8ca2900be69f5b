/* A kinetic energy stated directly may have been reduced by the constraints: a velocity that
 * they determine is absent from it. Equations formed with such a T are wrong unless the
 * constraints used are combinations in Hadamard's sense; this was Lindelöf's error
 * [AppellHadamard1899, no. 23; M-HAD-T, M-HAD-C; N-LINDELOF]. */
#include <string.h>

#include "kinematics/pfaffian.h"

/* Coordinates whose rates are absent from T although a constraint contains them. */
static int absent(vv_ctx *c, const vv_system *s, int *which) {
    int n = 0;
    vv_expr *p = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!p) return 0;
    vv_gradient(c, s->T, s->nq, s->qd, p);
    for (int a = 0; a < s->nq; a++) {
        bool bound = false;
        for (int r = 0; r < s->nrows; r++)
            bound |= s->row[r].kind == VV_ROW_LINEAR && !vv_is_zero(s->row[r].coefficient[a]);
        if (bound && (vv_is_zero(p[a]) || vv_vanishes(c, &s->facts, p[a]))) which[n++] = a;
    }
    return n;
}

/* Rank of these columns of n forms. */
static int rank_in(vv_ctx *c, const vv_system *s, int dim, int n, const vv_expr *form, int columns,
                   const int *which) {
    int rank = 0;
    vv_expr *m = VV_MATRIX(c, vv_expr, n, columns);
    if (!m) return 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < columns; j++) m[i * columns + j] = form[i * dim + which[j]];
    vv_generic_rank(c, &s->facts, n, columns, m, &rank, NULL, NULL, NULL);
    return rank;
}

/* "ξ', η' are" */
static const char *names(vv_ctx *c, const vv_system *s, int n, const int *which) {
    vv_buffer b = VV_BUFFER(c);
    for (int i = 0; i < n; i++)
        vv_buffer_printf(&b, "%s%s'",
                         i == 0       ? ""
                         : i == n - 1 ? " and "
                                      : ", ",
                         vv_symbol_get(c, s->q[which[i]])->name);
    vv_buffer_add(&b, n == 1 ? " is" : " are");
    const char *out = vv_strdup(c, vv_buffer_text(&b));
    vv_buffer_free(&b);
    return out ? out : "";
}

vv_status vv_system_check_lindelof(vv_ctx *c, const vv_system *s) {
    vv_pfaffian k;
    int *which = VV_ARRAY(c, int, s->nq + 1);
    if (!s->m->has_kinetic || !s->speeds_ok || s->nservos || !which) return vv_ctx_status(c);
    int n = absent(c, s, which);
    if (n == 0 || vv_pfaffian_build(c, s, &k) != VV_OK) return vv_ctx_status(c);
    int given = rank_in(c, s, k.dim, k.p, k.form, n, which),
        licit = rank_in(c, s, k.dim, k.ncombinations, k.combination, n, which);
    if (licit >= given) return vv_ctx_status(c);
    vv_diag_hint(c,
                 vv_diag_add(c, VV_WARNING, VV_D_LINDELOF, s->m->kinetic_span,
                             "%s absent from the kinetic energy, but the constraints that "
                             "determine %s are not all combinations in Hadamard's sense: if T was "
                             "reduced by them, its equations are wrong (Lindelöf's error)",
                             names(c, s, n, which), n == 1 ? "it" : "them"),
                 "state T as if the rates were independent; 'visviva study FILE constraints' lists "
                 "the constraints that may be used in it");
    return vv_ctx_status(c);
}
