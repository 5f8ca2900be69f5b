#include "analysis/equilibria/energy_bounds.h"

#include <math.h>
#include <string.h>

#include "equations/stability/stability.h"
#include "kinematics/kinematics.h"
#include "prove/prove.h"

enum { MOST = 6, MOST_PARTS = 512 };

typedef struct part {
    double low[MOST], high[MOST], least; /* lower bound there */
} part;

typedef struct work {
    vv_ctx *c;
    const vv_study *study;
    int n, coordinate[MOST], slot[MOST];
    double low[MOST], high[MOST];
    vv_enclosure v; /* -(U + T0) */
    part *list;
    int count;
} work;

/* The box of every coordinate on which the energy depends, with the equilibrium inside. */
static bool take_box(work *w, vv_expr V, const vv_equilibrium *at) {
    const vv_system *s = w->study->s;
    const vv_model *m = s->m;
    for (int a = 0; a < s->nq; a++) {
        const vv_search_interval *box = NULL;
        double here, far, inner;
        if (!vv_depends(w->c, V, 1, &s->q[a])) continue;
        for (int i = 0; i < m->nboxes; i++)
            if (vv_same(m->box[i].symbol, s->q[a])) box = &m->box[i];
        if (!box || w->n == MOST ||
            !vv_study_bounds(w->c, w->study, NULL, box->low, &w->low[w->n], &inner) ||
            !vv_study_bounds(w->c, w->study, NULL, box->high, &inner, &w->high[w->n]) ||
            !vv_study_bounds(w->c, w->study, at, at->q[a], &here, &far) ||
            !(w->low[w->n] < here && far < w->high[w->n]))
            return false;
        w->coordinate[w->n++] = a;
    }
    return w->n > 0;
}

static double least_on(work *w, const part *p) {
    double low, high;
    for (int i = 0; i < w->n; i++)
        if (w->slot[i] >= 0) vv_ball_set_interval(w->v.b, w->slot[i], p->low[i], p->high[i]);
    vv_enclosure_run(&w->v);
    vv_ball_bounds(w->v.b, w->v.root[0], &low, &high);
    return low;
}

static void add(work *w, part p) {
    p.least = least_on(w, &p);
    w->list[w->count++] = p;
}

/* The minimum over all sub-boxes; the one with the lowest bound is bisected until the work is
 * spent. */
static double minimum(work *w) {
    for (int i = 0; i < w->n; i++)
        for (int side = 0; side < 2; side++) {
            part p;
            for (int k = 0; k < w->n; k++) p.low[k] = w->low[k], p.high[k] = w->high[k];
            *(side ? &p.low[i] : &p.high[i]) = side ? w->high[i] : w->low[i];
            add(w, p);
        }
    int lowest = 0;
    while (w->count < MOST_PARTS && vv_ctx_tick(w->c)) {
        int widest = 0;
        lowest = 0;
        for (int k = 1; k < w->count; k++)
            if (w->list[k].least < w->list[lowest].least) lowest = k;
        part a = w->list[lowest], b;
        for (int i = 1; i < w->n; i++)
            if (a.high[i] - a.low[i] > a.high[widest] - a.low[widest]) widest = i;
        if (!(a.high[widest] > a.low[widest])) break; /* a point: one degree of freedom */
        b = a;
        a.high[widest] = b.low[widest] = 0.5 * (a.low[widest] + a.high[widest]);
        w->list[lowest] = w->list[--w->count];
        add(w, a);
        add(w, b);
    }
    double least = HUGE_VAL;
    for (int k = 0; k < w->count; k++) least = fmin(least, w->list[k].least);
    return least;
}

void vv_energy_bound_put(vv_ctx *c, const vv_study *study, vv_document *d,
                         const vv_equilibrium *at) {
    const vv_system *s = study->s;
    work w = {.c = c, .study = study};
    double low, high;
    if (s->m->nboxes == 0 ||
        vv_energy_conservation_of(c, s, &s->facts) == VV_ENERGY_UNKNOWN) /* otherwise it may grow */
        return;
    vv_expr V = vv_neg(c, vv_add(c, vv_force_function(c, s), s->T_degree[0]));
    vv_subst(c, s->elimination.n, s->elimination.symbol, s->elimination.value, 1, &V, &V);
    w.list = VV_ARRAY(c, part, MOST_PARTS + 2 * MOST + 2);
    if (!w.list || !take_box(&w, V, at) ||
        !vv_study_bounds(c, study, at, vv_equilibrium_substitute(c, s, at, V), &low, &high))
        return;
    V = vv_with_parameter_values(c, s->m, V);
    if (vv_enclosure_make(c, 1, &V, 0, 64, &w.v)) {
        vv_expr x[MOST];
        for (int i = 0; i < w.n; i++) {
            x[i] = s->q[w.coordinate[i]];
            w.slot[i] = vv_enclosure_slot(&w.v, x[i]);
        }
        double P =
            vv_is_poison(vv_enclosure_unbound(&w.v, w.n, x)) ? minimum(&w) - high : (double)NAN;
        if (isfinite(P))
            vv_document_fact(
                d, "P", "P",
                P > 0 ? vv_format(c,
                                  "at least %.9g: with less than this energy above that of the "
                                  "equilibrium, a motion stays in the box and T below this value",
                                  P)
                      : "the potential on the faces of the box does not exceed its value at the "
                        "equilibrium");
    }
    vv_balls_free(w.v.b);
}

/* w^2 < 2 P k; if k is long, its value at the equilibrium. */
static void put_speed_bound(vv_ctx *c, const vv_system *s, vv_document *d, const vv_equilibrium *at,
                            vv_expr w, vv_expr k) {
    enum { MOST_NODES = 48 };
    vv_expr twice = vv_mul(c, vv_int(c, 2), vv_symbol_new(c, "P", VV_SYM_OTHER));
    const char *remark = NULL;
    int nodes = 0;
    vv_expr_topological_order(c, 1, &k, &nodes);
    if (nodes > MOST_NODES) {
        k = vv_equilibrium_substitute(c, s, at, k);
        remark = "for a small box: the coefficient is evaluated at the equilibrium";
        if (vv_ctx_status(c) == VV_E_MODEL) {
            vv_ctx_clear_failure(c);
            return;
        }
    }
    vv_document_inequality(d, "velocity", vv_pow_int(c, w, 2), "<", vv_mul(c, twice, k), remark);
}

void vv_speed_bounds_put(vv_ctx *c, const vv_study *study, vv_document *d,
                         const vv_equilibrium *at) {
    const vv_system *s = study->s;
    int n = s->n;
    vv_expr *one = VV_MATRIX(c, vv_expr, n, n), *inverse = VV_MATRIX(c, vv_expr, n, n),
            *M = VV_MATRIX(c, vv_expr, n, n);
    bool plain = vv_is_zero(s->T_degree[0]) && vv_is_zero(s->T_degree[1]);
    if (!one || !inverse || !M || n > VV_DETERMINANT_MAX || study->eq->nunknowns != n) return;
    for (int i = 0; i < n * n; i++) one[i] = i % (n + 1) ? VV_ZERO : VV_ONE;
    memcpy(M, study->eq->matrix, (size_t)(n * n) * sizeof *M);
    vv_clear_zeros(c, &s->facts, n * n, M);
    if (vv_ctx_status(c) == VV_E_MODEL) { /* the speeds are those of another sheet */
        vv_ctx_clear_failure(c);
        return;
    }
    if (!vv_solve_cramer(c, &s->facts, n, M, n, one, inverse)) return;
    vv_document_paragraph(d, "velocities",
                          "with less than an energy P above that of the equilibrium, where P is "
                          "the least rise of -%s on the faces of a box about it, %s stays below P:",
                          vv_is_zero(s->T_degree[0]) ? "U" : "(U + T0)", plain ? "T" : "T2");
    for (int i = 0; i < n && vv_ctx_ok(c); i++)
        put_speed_bound(c, s, d, at, s->w[i], inverse[i * n + i]);
}
