/* What a theorem on stability was applied to, for certificates: the second variation, the
 * derivation of it from the forces, and the minors whose signs show its signature. */
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

/* Rows of a principal minor that is negative; the number of them, or 0. */
static int negative_minor(work *w, int N, const vv_expr *A, int *row, vv_expr *minor) {
    for (int size = 1; size <= N; size++)
        for (int set = 1; set < 1 << N && vv_ctx_tick(w->c); set++) {
            int n = 0;
            if (__builtin_popcount((unsigned)set) != size) continue;
            for (int i = 0; i < N; i++)
                if (set >> i & 1) row[n++] = i;
            *minor = minor_of(w, N, A, n, row);
            if (vv_sign_given_facts(w->c, w->f, *minor) == VV_NEGATIVE) return n;
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
    if (!minimum && !(n = negative_minor(w, p->n, p->K, row, &minor))) return;
    struct vv_proof_record *r =
        vv_proof_record_theorem(w->c, minimum ? "minimum of energy" : "no minimum of energy", &f,
                                minimum ? VV_PROVED : VV_REFUTED);
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
