/* What a theorem on stability was applied to, for certificates: the second variation, the
 * derivation of it from the forces, and the minors whose signs show its signature. */
#include "equations/stability/hurwitz_conditions.h"
#include "equations/stability/stability_internal.h"
#include "prove/prove.h"

enum { MOST = VV_STABILITY_MAX_DIRECTIONS };

/* The facts at the equilibrium, and there the value of each coordinate; speeds vanish. */
static bool facts_there(work *w, vv_facts *out) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    int most = s->nq + s->n + w->f->nrules, n = 0;
    vv_expr *from = VV_ARRAY(c, vv_expr, most + 1), *to = VV_ARRAY(c, vv_expr, most + 1);
    *out = *w->f;
    if (!from || !to) return false;
    for (int i = 0; i < s->n; i++) from[n] = s->w[i], to[n++] = VV_ZERO;
    for (int a = 0; a < s->nq; a++) {
        vv_expr x = w->at(c, s->q[a], w->data);
        if (vv_same(x, s->q[a])) continue;
        from[n] = s->q[a], to[n++] = x;
    }
    for (int i = 0; i < w->f->nrules; i++) {
        w->at(c, w->f->to[i], w->data);
        from[n] = w->f->from[i], to[n++] = w->f->to[i];
        if (vv_ctx_status(c) != VV_E_MODEL) continue; /* else it is singular there */
        vv_ctx_clear_failure(c);
        n--;
    }
    out->nrules = n, out->from = from, out->to = to;
    return vv_ctx_ok(c);
}

static vv_expr minor_of(work *w, int N, const vv_expr *A, int n, const int *row) {
    vv_expr part[MOST * MOST];
    for (int i = 0; i < n * n; i++) part[i] = A[row[i / n] * N + row[i % n]];
    return vv_factored(w->c, vv_determinant(w->c, n, part));
}

static void leading_minors(work *w, struct vv_proof_record *r, const char *key, int N,
                           const vv_expr *A, int n, const int *row) {
    vv_expr minor[MOST];
    for (int k = 0; k < n; k++) minor[k] = minor_of(w, N, A, k + 1, row);
    vv_proof_record_list(r, key, n, minor);
}

/* Rows of a principal minor that is negative, or generically so; the number of them, or 0. */
static int negative_minor(work *w, int N, const vv_expr *A, bool generically, int *row,
                          vv_expr *minor) {
    for (int size = 1; size <= N; size++)
        for (int set = 1; set < 1 << N && vv_ctx_tick(w->c); set++) {
            int n = 0;
            if (__builtin_popcount((unsigned)set) != size) continue;
            for (int i = 0; i < N; i++)
                if (set >> i & 1) row[n++] = i;
            *minor = minor_of(w, N, A, n, row);
            if (generically ? vv_sign_never_positive(w->c, w->f, *minor) &&
                                  vv_is_identically_zero(w->c, w->f, *minor) == VV_FALSE
                            : vv_sign_given_facts(w->c, w->f, *minor) == VV_NEGATIVE)
                return n;
        }
    return 0;
}

static void put_rows(work *w, struct vv_proof_record *r, int n, const int *row) {
    vv_expr e[MOST];
    for (int i = 0; i < n; i++) e[i] = vv_int(w->c, row[i]);
    vv_proof_record_list(r, "rows", n, e);
}

static void put_numbers(work *w, struct vv_proof_record *r, const char *key, int n, int from) {
    vv_expr *e = VV_ARRAY(w->c, vv_expr, n + 1);
    for (int i = 0; e && i < n; i++) e[i] = vv_int(w->c, from + i);
    if (e) vv_proof_record_list(r, key, n, e);
}

/* A = L D L^T */
static bool put_pivots(work *w, struct vv_proof_record *r, const char *key, const char *triangle,
                       const vv_expr *A) {
    vv_ctx *c = w->c;
    int n = w->all->n;
    vv_expr *a = VV_MATRIX(c, vv_expr, n, n), *L = VV_MATRIX(c, vv_expr, n, n),
            *D = VV_ARRAY(c, vv_expr, n + 1);
    if (!a || !L || !D) return false;
    for (int i = 0; i < n * n; i++) a[i] = A[i], L[i] = VV_ZERO;
    for (int p = 0; p < n && vv_ctx_tick(c); p++) {
        D[p] = vv_factored(c, a[p * n + p]);
        if (vv_is_zero(D[p])) return false;
        for (int i = p + 1; i < n; i++)
            L[i * n + p] = vv_factored(c, vv_div(c, a[i * n + p], D[p]));
        for (int i = p + 1; i < n; i++)
            for (int j = p + 1; j < n; j++)
                a[i * n + j] =
                    vv_factored(c, vv_sub(c, a[i * n + j], vv_mul(c, L[i * n + p], a[p * n + j])));
    }
    vv_proof_record_list(r, key, n, D);
    vv_proof_record_list(r, triangle, n * n, L);
    return vv_ctx_ok(c);
}

void vv_stability_argue_pivots(work *w, bool minimum) {
    const vv_linearized *m = w->all;
    const vv_system *s = w->s;
    int n = m->n, at = 0;
    vv_facts f;
    if (!vv_proof_is_recorded(w->c) || w->kinked || s->worked || n != s->n || !facts_there(w, &f))
        return;
    while (!minimum && at < n && vv_sign_given_facts(w->c, w->f, m->K[at * n + at]) != VV_NEGATIVE)
        at++;
    if (at == n) return;
    struct vv_proof_record *r =
        vv_proof_record_theorem(w->c, minimum ? "minimum of energy" : "no minimum of energy", &f,
                                minimum ? VV_PROVED : VV_REFUTED);
    put_numbers(w, r, "rows", minimum ? n : 1, at);
    vv_proof_record_list(r, "stiffness", n * n, m->K);
    vv_proof_record_list(r, "force", n, w->eq->rhs);
    vv_proof_record_list(r, "coordinate", s->nq, s->q);
    vv_proof_record_list(r, "direction", n * s->nq, s->direction);
    vv_proof_record_list(r, "speed", n, s->w);
    bool made = !minimum || put_pivots(w, r, "minors", "triangle", m->K);
    if (!minimum) {
        vv_proof_record_list(r, "minors", 1, &m->K[at * n + at]);
        vv_proof_record_list(r, "mass", n * n, m->M);
        vv_proof_record_list(r, "damping", n * n, m->G);
        made = put_pivots(w, r, "mass_minors", "mass_triangle", m->M);
    }
    w->out->argument = made && vv_ctx_ok(w->c) ? r : NULL;
}

/* What is stated of the motion in some of the directions: all, or without those on which no force
 * depends. */
typedef struct part {
    int n, row[MOST];
    vv_expr M[MOST * MOST], G[MOST * MOST], K[MOST * MOST], force[MOST], speed[MOST];
    vv_expr *direction;
} part;

static bool take_part(work *w, bool few, part *p) {
    const vv_linearized *m = w->all;
    const vv_system *s = w->s;
    p->n = few ? w->n : m->n;
    p->direction = VV_ARRAY(w->c, vv_expr, p->n * s->nq + 1);
    if (!p->direction) return false;
    for (int i = 0; i < p->n; i++) p->row[i] = few ? w->row[i] : i;
    for (int i = 0; i < p->n; i++) {
        p->force[i] = w->eq->rhs[p->row[i]], p->speed[i] = s->w[p->row[i]];
        for (int a = 0; a < s->nq; a++)
            p->direction[i * s->nq + a] = s->direction[p->row[i] * s->nq + a];
        for (int j = 0; j < p->n; j++) {
            int from = p->row[i] * m->n + p->row[j], to = i * p->n + j;
            p->M[to] = m->M[from], p->G[to] = m->G[from], p->K[to] = m->K[from];
        }
    }
    return true;
}

/* M and G, with the minors of M, and those of the symmetric part of G if it does not vanish. */
static void put_motion(work *w, const part *m, struct vv_proof_record *r) {
    int n = m->n, row[MOST];
    vv_expr D[MOST * MOST];
    bool any = false;
    for (int i = 0; i < n; i++) row[i] = i;
    for (int i = 0; i < n * n; i++) {
        D[i] = vv_mul(w->c, vv_ratio(w->c, 1, 2), vv_add(w->c, m->G[i], m->G[i % n * n + i / n]));
        any |= !vv_is_zero(m->G[i]);
    }
    vv_proof_record_list(r, "mass", n * n, m->M);
    leading_minors(w, r, "mass_minors", n, m->M, n, row);
    vv_proof_record_list(r, "damping", n * n, m->G);
    if (any) leading_minors(w, r, "damping_minors", n, D, n, row);
}

void vv_stability_argue_energy(work *w, bool minimum) {
    const vv_system *s = w->s;
    vv_facts f;
    int row[MOST], n = w->n;
    vv_expr minor;
    if (!vv_proof_is_recorded(w->c) || w->time || w->kinked || s->worked || w->all->n > MOST ||
        w->all->n != s->n || !facts_there(w, &f))
        return;
    bool few = minimum || (w->holonomic && vv_stability_ignorable_decoupled(w));
    part *p = VV_NEW(w->c, part);
    if (!p || !take_part(w, few, p) || (!few && w->out->nindifferent && w->dissipates)) return;
    if (w->out->asymptotic && w->out->nindifferent && !vv_stability_ignorable_decoupled(w)) return;
    for (int i = 0; i < n; i++) row[i] = i;
    const char *theorem = minimum ? "minimum of energy" : "no minimum of energy";
    if (!minimum && !(n = negative_minor(w, p->n, p->K, false, row, &minor))) {
        theorem = "no minimum of energy generically";
        if (!(n = negative_minor(w, p->n, p->K, true, row, &minor))) return;
    }
    struct vv_proof_record *r =
        vv_proof_record_theorem(w->c, theorem, &f, minimum ? VV_PROVED : VV_REFUTED);
    put_rows(w, r, n, row);
    vv_proof_record_list(r, "stiffness", p->n * p->n, p->K);
    vv_proof_record_list(r, "force", p->n, p->force);
    vv_proof_record_list(r, "coordinate", s->nq, s->q);
    vv_proof_record_list(r, "direction", p->n * s->nq, p->direction);
    vv_proof_record_list(r, "speed", p->n, p->speed);
    if (minimum)
        leading_minors(w, r, "minors", p->n, p->K, n, row);
    else
        vv_proof_record_list(r, "minors", 1, &minor);
    if (!minimum || w->out->asymptotic) put_motion(w, p, r);
    w->out->argument = vv_ctx_ok(w->c) ? r : NULL;
}

void vv_stability_argue_potential(work *w, int n, const vv_expr *x, const vv_expr *slope,
                                  const vv_expr *H) {
    vv_facts f;
    int row[MOST];
    vv_expr force[MOST], unit[MOST * MOST];
    if (!vv_proof_is_recorded(w->c) || w->time || w->kinked || !facts_there(w, &f)) return;
    for (int i = 0; i < n; i++) row[i] = i, force[i] = vv_neg(w->c, slope[i]);
    for (int i = 0; i < n * n; i++) unit[i] = i % (n + 1) ? VV_ZERO : VV_ONE;
    struct vv_proof_record *r = vv_proof_record_theorem(w->c, "minimum of energy", &f, VV_PROVED);
    put_rows(w, r, n, row);
    vv_proof_record_list(r, "stiffness", n * n, H);
    vv_proof_record_list(r, "force", n, force);
    vv_proof_record_list(r, "coordinate", n, x);
    vv_proof_record_list(r, "direction", n * n, unit);
    vv_proof_record_list(r, "speed", 0, NULL);
    leading_minors(w, r, "minors", n, H, n, row);
    w->out->argument = vv_ctx_ok(w->c) ? r : NULL;
}

/* One direction, in which the force has its first derivative of this order. */
void vv_stability_argue_higher_order(work *w, int order) {
    const vv_system *s = w->s;
    vv_facts f;
    vv_expr degree = vv_int(w->c, order);
    if (!vv_proof_is_recorded(w->c) || w->n != 1 || s->worked || !facts_there(w, &f)) return;
    struct vv_proof_record *r =
        vv_proof_record_theorem(w->c, "minimum of higher order", &f, VV_PROVED);
    vv_proof_record_list(r, "force", 1, &w->eq->rhs[w->row[0]]);
    vv_proof_record_list(r, "coordinate", s->nq, s->q);
    vv_proof_record_list(r, "direction", s->nq, s->direction + w->row[0] * s->nq);
    vv_proof_record_list(r, "degree", 1, &degree);
    w->out->argument = vv_ctx_ok(w->c) ? r : NULL;
}

/* ---- uniform motion ---------------------------------------------------------------------------
 */

/* Coordinates that the position leaves free as symbols of their own. */
static bool start_of(vv_ctx *c, const vv_system *s, const vv_expr *place, vv_expr *start) {
    vv_expr *own = VV_ARRAY(c, vv_expr, s->nq + 1);
    for (int a = 0; own && a < s->nq; a++)
        own[a] = vv_same(place[a], s->q[a]) ? vv_symbol_new(c, "start", VV_SYM_OTHER) : s->q[a];
    if (!own) return false;
    vv_subst(c, s->nq, s->q, own, s->nq, place, start);
    for (int a = 0; a < s->nq; a++)
        if (vv_depends(c, start[a], s->nq, s->q)) return false;
    return true;
}

struct vv_proof_record *vv_drift_argument(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                          const vv_facts *f, const vv_expr *by,
                                          const vv_expr *place) {
    int n = s->nq, most = s->nq + s->n + f->nrules;
    vv_expr *from = VV_ARRAY(c, vv_expr, most + 1), *to = VV_ARRAY(c, vv_expr, most + 1),
            free[] = {vv_symbol_new(c, "s", VV_SYM_OTHER), vv_symbol_new(c, "u", VV_SYM_OTHER)};
    vv_facts there = *f;
    if (!vv_proof_is_recorded(c) || !from || !to || s->worked || !start_of(c, s, place, to))
        return NULL;
    for (int a = 0; a < s->nq; a++) {
        vv_expr along = VV_ZERO;
        for (int i = 0; i < s->n; i++)
            along = vv_add(c, along, vv_mul(c, by[i], s->direction[i * s->nq + a]));
        if (vv_depends(c, along, s->nq, s->q)) return NULL;
        from[a] = s->q[a], to[a] = vv_add(c, to[a], vv_mul(c, free[0], along));
    }
    for (int i = 0; i < s->n; i++) from[n] = s->w[i], to[n++] = vv_mul(c, free[1], by[i]);
    for (int i = 0; i < f->nrules; i++) from[n] = f->from[i], to[n++] = f->to[i];
    there.nrules = n, there.from = from, there.to = to;
    struct vv_proof_record *r = vv_proof_record_theorem(c, "drift", &there, VV_REFUTED);
    vv_proof_record_list(r, "unknown", 2, free);
    vv_proof_record_list(r, "coordinate", s->nq, s->q);
    vv_proof_record_list(r, "direction", s->n * s->nq, s->direction);
    vv_proof_record_list(r, "speed", s->n, s->w);
    vv_proof_record_list(r, "force", s->n, eq->rhs);
    return vv_ctx_ok(c) ? r : NULL;
}

void vv_stability_argue_drift(work *w, const vv_expr *by) {
    const vv_system *s = w->s;
    vv_expr *place = VV_ARRAY(w->c, vv_expr, s->nq + 1), *all = VV_ARRAY(w->c, vv_expr, s->n + 1);
    if (!place || !all || w->time || w->kinked) return;
    for (int a = 0; a < s->nq; a++) place[a] = w->at(w->c, s->q[a], w->data);
    for (int i = 0; i < s->n; i++) all[i] = VV_ZERO;
    for (int i = 0; i < w->n; i++) all[w->row[i]] = by[i];
    w->out->argument = vv_drift_argument(w->c, s, w->eq, w->f, all, place);
}

void vv_stability_argue_uniform(work *w, int speed, int coordinate) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    const vv_facts *f = w->everywhere;
    int i = speed, a = coordinate, n = 0, acting = 0, most = f->nrules + 2;
    vv_expr *from = VV_ARRAY(c, vv_expr, most), *to = VV_ARRAY(c, vv_expr, most),
            *force = VV_ARRAY(c, vv_expr, s->n + 1), along = s->direction[i * s->nq + a],
            free[] = {vv_symbol_new(c, "s", VV_SYM_OTHER), vv_symbol_new(c, "u", VV_SYM_OTHER)};
    vv_facts there = *f;
    if (!vv_proof_is_recorded(c) || !from || !to || !force || s->worked || w->time) return;
    for (int r = 0; r < f->nrules; r++)
        if (vv_same(f->from[r], s->q[a]) || vv_same(f->from[r], s->w[i])) return;
    from[n] = s->q[a];
    to[n++] = vv_add(c, vv_symbol_new(c, "start", VV_SYM_OTHER), vv_mul(c, free[0], along));
    from[n] = s->w[i], to[n++] = free[1];
    for (int r = 0; r < f->nrules; r++) from[n] = f->from[r], to[n++] = f->to[r];
    there.nrules = n, there.from = from, there.to = to;
    force[acting++] = w->eq->rhs[i];
    for (int j = 0; j < s->n; j++) /* and no acceleration of the others */
        if (j != i) force[acting++] = w->eq->matrix[i * s->n + j];
    struct vv_proof_record *r = vv_proof_record_theorem(c, "drift", &there, VV_REFUTED);
    vv_proof_record_list(r, "unknown", 2, free);
    vv_proof_record_list(r, "coordinate", 1, &s->q[a]);
    vv_proof_record_list(r, "direction", 1, &along);
    vv_proof_record_list(r, "speed", 1, &s->w[i]);
    vv_proof_record_list(r, "force", acting, force);
    w->out->argument = vv_ctx_ok(c) ? r : NULL;
}

/* ---- characteristic exponents -----------------------------------------------------------------
 */

/* Blocks of directions that are not coupled: the factor of each, and Hurwitz's conditions on it. */
typedef struct blocks {
    int n, nfactor, nrest;
    bool even; /* the exponents of one of them are imaginary */
    vv_expr zeros[MOST], degree[MOST], factor[MOST * (2 * MOST + 1)],
        rest[MOST * VV_HURWITZ_MAX_CONDITIONS];
} blocks;

/* Which of the conditions hold evidently: 1 all, -1 not, since one is violated; 0 unknown. */
static int add_block(work *w, const int *of, int which, blocks *b) {
    vv_ctx *c = w->c;
    int n = 0, row[MOST], N = w->n, zeros = 0, held = 0, violated = 0;
    vv_expr M[MOST * MOST], G[MOST * MOST], K[MOST * MOST], a[2 * MOST + 1];
    vv_hurwitz h;
    for (int i = 0; i < N; i++)
        if (of[i] == which) row[n++] = i;
    for (int i = 0; i < n * n; i++) {
        int at = row[i / n] * N + row[i % n];
        M[i] = w->M[at], G[i] = w->G[at], K[i] = w->K[at];
    }
    vv_linearized m = {.n = n, .M = M, .G = G, .K = K};
    if (2 * n > MOST || !vv_characteristic_polynomial(c, w->f, &m, a)) return 0;
    while (zeros < 2 * n && vv_is_zero(a[zeros])) zeros++;
    int degree = 2 * n - zeros;
    if (!vv_hurwitz_conditions(c, degree, a + zeros, &h)) return 0;
    b->zeros[b->n] = vv_int(c, zeros), b->degree[b->n++] = vv_int(c, degree);
    for (int i = zeros; i <= 2 * n; i++) b->factor[b->nfactor++] = a[i];
    vv_clear_zeros(c, w->f, h.n, h.condition);
    for (int i = 0; i < h.n; i++) {
        vv_expr rest = b->rest[b->nrest++] = vv_factored(c, h.condition[i]);
        vv_sign sign = vv_sign_given_facts(c, w->f, rest);
        held += sign == VV_POSITIVE;
        violated += sign == VV_NEGATIVE || (!h.even && i < degree && vv_is_zero(rest));
    }
    b->even |= h.even;
    return violated ? -1 : held == h.n && !zeros;
}

void vv_stability_argue_roots(work *w, int n, const int *of) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    bool stable = w->out->verdict == VV_PROVED;
    vv_facts f;
    blocks *b = VV_NEW(c, blocks);
    vv_expr block[MOST];
    if (!vv_proof_is_recorded(c) || !b || w->time || w->kinked || w->digits || s->worked ||
        w->n != s->n || w->all->n != s->n || (stable && !w->holonomic))
        return;
    int found = 0, which = -1;
    for (int k = 0; k < n && found >= 0; k++) {
        if (!stable) *b = (blocks){0};
        found = add_block(w, of, k, b);
        if (stable && found <= 0) return;
        which = k;
    }
    if ((found < 0) == stable) return;
    for (int i = 0; i < w->n; i++) block[i] = vv_int(c, stable ? of[i] : of[i] == which ? 0 : -1);
    bool linear = stable && b->even;
    if (linear) f = *w->everywhere;
    if (!linear && !facts_there(w, &f)) return;
    struct vv_proof_record *r = vv_proof_record_theorem(c,
                                                        linear   ? "linear equations"
                                                        : stable ? "negative exponents"
                                                                 : "growing motion",
                                                        &f, stable ? VV_PROVED : VV_REFUTED);
    vv_proof_record_list(r, "rows", w->n, block);
    vv_proof_record_list(r, "mass", w->n * w->n, linear ? w->eq->matrix : w->M);
    vv_proof_record_list(r, "damping", w->n * w->n, w->G);
    vv_proof_record_list(r, "stiffness", w->n * w->n, w->K);
    vv_proof_record_list(r, "force", w->n, w->eq->rhs);
    vv_proof_record_list(r, "coordinate", s->nq, s->q);
    vv_proof_record_list(r, "direction", w->n * s->nq, s->direction);
    vv_proof_record_list(r, "speed", w->n, s->w);
    vv_proof_record_list(r, "zeros", b->n, b->zeros);
    vv_proof_record_list(r, "degree", b->n, b->degree);
    vv_proof_record_list(r, "factor", b->nfactor, b->factor);
    vv_proof_record_list(r, "rest", b->nrest, b->rest);
    w->out->argument = vv_ctx_ok(c) ? r : NULL;
}
