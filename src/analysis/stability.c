/* Stability of the positions of equilibrium.
 *
 * Where the constraints are finite and the forces have a force function U free of the time: stable
 * if U has a strict maximum there (Lejeune-Dirichlet) [Appell1896, no. 449; M-LEJEUNE]. The second
 * variation is decided by the leading minors of K = -U''; a negative one makes the linear motion
 * leave. With one degree of freedom higher derivatives decide where the second vanishes. */
#include "analysis/small.h"

enum { MOST_ORDER = 8 };

typedef struct work {
    vv_ctx *c;
    vv_document *d;
    const vv_study *study;
    vv_status status;
} work;

static void say(work *w, const char *word, const char *what, const char *why) {
    vv_document_verdict(w->d, "verdict", what, word, why, NULL);
}

/* One degree of freedom: the first derivative of the force, along the only direction, that does not
 * vanish decides: odd and restoring, or not. */
static bool by_higher_order(work *w, const vv_equilibrium *at) {
    vv_ctx *c = w->c;
    const vv_system *s = w->study->s;
    if (s->n != 1) return false;
    vv_expr *zero = VV_ARRAY(c, vv_expr, 1), F = w->study->eq->rhs[0];
    if (!zero) return false;
    *zero = VV_ZERO;
    vv_subst(c, 1, s->w, zero, 1, &F, &F);
    for (int order = 1; order <= MOST_ORDER && vv_ctx_ok(c); order++) {
        vv_rate(c, s->nq, s->q, s->direction, 1, &F, &F); /* along the direction dq = B dπ */
        vv_expr k = vv_at_equilibrium(c, s, at, F);
        vv_truth none = vv_is_identically_zero(c, &s->facts, k);
        if (none == VV_TRUE) continue;
        vv_sign sign = none == VV_FALSE ? vv_sign_of(c, w->study, k) : VV_ANY_SIGN;
        if (order % 2 == 1 && sign == VV_NEGATIVE)
            say(w, "proved", "stable",
                vv_format(c, "the force function has a strict maximum of order %d", order + 1));
        else if (sign != VV_ANY_SIGN || order % 2 == 0)
            say(w, "refuted", "stable",
                vv_format(c, "the force function has no maximum: its variation of order %d",
                          order + 1));
        else
            return false;
        return true;
    }
    return false;
}

/* Rows of K that vanish altogether: directions in which the position is indifferent to this order.
 */
static int reduce(const vv_small *m, vv_expr *K, int *row) {
    int n = 0;
    for (int i = 0; i < m->n; i++) {
        bool any = false;
        for (int j = 0; j < m->n; j++) any |= !vv_is_zero(m->K[i * m->n + j]);
        if (any) row[n++] = i;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) K[i * n + j] = m->K[row[i] * m->n + row[j]];
    return n;
}

static vv_expr leading_minor(vv_ctx *c, int n, const vv_expr *K, int order) {
    vv_expr part[VV_DETERMINANT_MOST * VV_DETERMINANT_MOST];
    for (int i = 0; i < order; i++)
        for (int j = 0; j < order; j++) part[i * order + j] = K[i * n + j];
    return vv_determinant(c, order, part);
}

/* A diagonal entry that is negative: the linear motion leaves in that direction. */
static bool leaves(work *w, int n, const vv_expr *K) {
    for (int i = 0; i < n; i++)
        if (vv_sign_of(w->c, w->study, K[i * n + i]) == VV_NEGATIVE) return true;
    return false;
}

/* The minors whose signs the model does not tell, and what its values say of them. */
static void under_conditions(work *w, int n, const vv_expr *minor) {
    vv_ctx *c = w->c;
    int positive = 0, negative = 0;
    say(w, "under conditions", "stable", "if these are positive, unstable if one is negative");
    for (int k = 0; k < n; k++) {
        vv_expr name = vv_symbol_new(c, vv_format(c, "d%d", k + 1), VV_SYM_OTHER);
        vv_sign sign = vv_sign_by_values(c, w->study, minor[k]);
        positive += sign == VV_POSITIVE;
        negative += sign == VV_NEGATIVE;
        vv_document_definition(w->d, "minor", name, minor[k], NULL);
    }
    if (positive == n || negative)
        vv_document_fact(w->d, "by_values", "with the parameters' values",
                         negative ? "unstable" : "stable");
}

static void by_second_variation(work *w, const vv_small *m, const vv_equilibrium *at) {
    vv_ctx *c = w->c;
    vv_expr K[VV_DETERMINANT_MOST * VV_DETERMINANT_MOST], minor[VV_DETERMINANT_MOST];
    int row[VV_DETERMINANT_MOST], n = reduce(m, K, row), positive = 0;
    bool negative = leaves(w, n, K), zero = n == 0;
    for (int k = 0; k < n; k++) {
        minor[k] = leading_minor(c, n, K, k + 1);
        vv_truth none = vv_is_identically_zero(c, &w->study->s->facts, minor[k]);
        vv_sign sign = none == VV_TRUE ? VV_ANY_SIGN : vv_sign_of(c, w->study, minor[k]);
        positive += sign == VV_POSITIVE;
        negative |= sign == VV_NEGATIVE;
        zero |= none == VV_TRUE;
    }
    if (negative) {
        say(w, "refuted", "stable", "the force function has no maximum: it grows in a direction");
    } else if (zero) {
        if (by_higher_order(w, at)) return;
        say(w, "not decided", "stable", "the second variation is degenerate");
        w->status = VV_E_BEYOND;
    } else if (positive < n) {
        under_conditions(w, n, minor);
    } else {
        say(w, "proved", "stable",
            n < m->n
                ? "with respect to the directions in which the force function varies, where it "
                  "has a strict maximum (Lejeune-Dirichlet)"
                : "the force function has a strict maximum (Lejeune-Dirichlet)");
    }
}

static vv_status visit(vv_ctx *c, const vv_study *study, vv_document *d, const vv_small *m,
                       const vv_equilibrium *at) {
    work w = {.c = c, .d = d, .study = study};
    by_second_variation(&w, m, at);
    return w.status;
}

static vv_status fill(vv_ctx *c, const vv_study *study, vv_document *d) {
    return vv_small_each(c, study, d, visit);
}

const vv_topic vv_topic_stability = {
    .name = "stability",
    .title = "Stability of equilibrium",
    .text = "is each position of equilibrium stable, and by which theorem?",
    .needs = VV_NEEDS_MOTION | VV_NEEDS_LINEAR,
    .fill = fill,
};
