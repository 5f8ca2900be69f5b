/* Generalized speeds: as many as degrees of freedom, declared by the model or chosen among the
 * raw velocities; and the velocities in terms of them, V = V(q, w, t). */
#include "kinematics/generalized_speeds.h"

#include <assert.h>
#include <string.h>

#include "algebra/algebra.h"
#include "kinematics/mobility.h"

typedef vv_speed_candidate candidate;

/* ---- choice -------------------------------------------------------------------------------- */

static bool add_candidate(vv_ctx *c, const vv_system *s, candidate *k, vv_expr symbol,
                          vv_expr value, const vv_speed *declared) {
    *k = (candidate){
        .symbol = symbol, .by_v = VV_ARRAY(c, vv_expr, s->nv + 1), .declared = declared};
    if (!k->by_v) return false;
    vv_gradient(c, value, s->nv, s->v, k->by_v);
    for (int i = 0; i < s->nv; i++)
        if (vv_depends(c, k->by_v[i], s->nv, s->v)) {
            vv_diag_hint(c,
                         vv_diag_add(c, VV_ERROR, VV_D_SPEED_NONLINEAR, declared->span,
                                     "the speed '%s' is not linear in the velocities",
                                     vv_symbol_get(c, symbol)->name),
                         "a speed is linear in the rates of the coordinates");
            return false;
        }
    vv_subst_zero(c, s->nv, s->v, 1, &value, &k->offset);
    return true;
}

/* Velocities that a constraint determines with a plain coefficient are best left dependent: they
 * come last. */
static int reluctance(vv_ctx *c, const vv_system *s, int i) {
    int rows = 0, plain = 0;
    for (int a = 0; a < s->servo.k;
         a++) /* so that its variation can be left out [M-SERVO-APPELL] */
        if (vv_same(s->qd[s->servo.driven[a]], s->v[i])) return 0;
    for (int a = 0; a < s->nq; a++)
        if (vv_same(s->qd[a], s->v[i]) && s->m->coordinate[a].dependent) return 3;
    for (int r = 0; r < s->rank; r++) {
        vv_expr k = vv_diff(c, s->row[r].velocity, s->v[i]);
        rows += !vv_is_zero(k);
        plain += vv_is_const(c, k) && !vv_is_zero(k);
    }
    return rows == 0 ? 0 : plain == rows ? 2 : 1;
}

/* Candidates in order: declared speeds, speeds of free frames, then raw velocities by
 * reluctance. */
static int list_candidates(vv_ctx *c, const vv_system *s, candidate *k, int *ndeclared) {
    const vv_model *m = s->m;
    int n = 0;
    bool stated = false;
    for (int i = 0; i < m->nspeeds && !s->at; i++) {
        const vv_speed *w = &m->speed[i];
        if (w->free || !w->value.id) continue;
        stated |= !w->auxiliary;
        if (!add_candidate(c, s, &k[n++], w->symbol,
                           vv_symbol_map_apply(c, &s->maps.to_raw, w->value), w))
            return -1;
    }
    *ndeclared =
        stated ? n : 0; /* only auxiliary parameters may be completed by coordinate rates */
    for (int i = 0; i < m->nspeeds; i++)
        if (m->speed[i].free &&
            !add_candidate(c, s, &k[n++], m->speed[i].symbol, m->speed[i].symbol, &m->speed[i]))
            return -1;
    for (int level = 0; level <= 3 && !stated; level++)
        for (int i = 0; i < s->nv; i++) {
            const vv_symbol *sym = vv_symbol_get(c, s->v[i]);
            if (sym->kind == VV_SYM_SPEED || reluctance(c, s, i) != level) continue;
            if (!add_candidate(c, s, &k[n++], s->v[i], s->v[i], NULL)) return -1;
        }
    return n;
}

/* One fault, one error: dependent speeds are the reason why others are missing. */
static void report_dependent_speeds(vv_ctx *c, const vv_system *s, const candidate *k, int n,
                                    const int *taken, int ntaken, int ndeclared) {
    int dependent = 0;
    if (!vv_ctx_ok(c)) return;  /* out of time or memory: nothing is known of them */
    if (!n || !k[0].declared) { /* not even the rates themselves were found independent: no point
                                 * could be evaluated */
        vv_diag_hint(c,
                     vv_diag_add(c, VV_ERROR, VV_D_CONTRADICTION,
                                 s->rank ? s->row[0].span : (vv_span){0},
                                 "no position was found that satisfies all constraints"),
                     "check that they have a real solution");
        return;
    }
    for (int i = 0; i < ndeclared; i++) {
        bool used = false;
        for (int j = 0; j < ntaken; j++) used |= taken[j] == i;
        if (used || dependent++ >= 3) continue;
        vv_diag_hint(
            c,
            vv_diag_add(c, VV_ERROR, VV_D_SPEEDS_DEPENDENT, k[i].declared->span,
                        "the speed '%s' is determined by the constraints and the other speeds",
                        vv_symbol_get(c, k[i].symbol)->name),
            "%d speed%s needed: one independent speed per degree of freedom", s->freedom,
            s->freedom == 1 ? " is" : "s are");
    }
    if (!dependent)
        vv_diag_hint(
            c,
            vv_diag_add(
                c, VV_ERROR, VV_D_SPEEDS_FEW, k[0].declared->span,
                "the speeds do not determine the velocities: %d speed%s for %d degrees of freedom",
                ntaken, ntaken == 1 ? "" : "s", s->freedom),
            "declare %d more, or none at all", s->freedom - ntaken);
}

/* ---- velocities in terms of speeds --------------------------------------------------------- */

/* Constraints of one contact along axes, which follow from each other, have different factors,
 * sin(ψ) and cos(ψ): without its factor the one that is kept is valid everywhere. */
static void without_factor(vv_ctx *c, const vv_system *s, int r, vv_expr *form) {
    vv_span own = s->row[r].span;
    bool shared = false;
    for (int i = 0; i < s->nfindings; i++) {
        vv_span other = s->m->constraint[s->finding[i].constraint].span;
        shared |= s->finding[i].kind == VV_FINDING_REDUNDANT && other.begin == own.begin &&
                  other.end == own.end;
    }
    if (shared) vv_linear_form_divide_common(c, s->nv + 1, form);
}

static bool velocities_by_speeds(vv_ctx *c, vv_system *s, const candidate *k) {
    int n = s->nv;
    vv_expr *a = VV_MATRIX(c, vv_expr, n, n), *b = VV_ARRAY(c, vv_expr, n + 1),
            *x = VV_ARRAY(c, vv_expr, n + 1), *form = VV_ARRAY(c, vv_expr, n + 1);
    if (!a || !b || !x || !form) return false;
    for (int i = 0; i < s->n; i++) {
        memcpy(a + i * n, k[i].by_v, (size_t)n * sizeof *a);
        b[i] = vv_sub(c, s->w[i], k[i].offset);
    }
    for (int r = 0; r < s->rank; r++) {
        memcpy(form, s->row[r].by_raw, (size_t)(n + 1) * sizeof *form);
        without_factor(c, s, r, form);
        memcpy(a + (s->n + r) * n, form, (size_t)n * sizeof *a);
        b[s->n + r] = vv_neg(c, form[n]);
    }
    s->determining = VV_MATRIX(c, vv_expr, n, n); /* solving destroys its input */
    if (!s->determining) return false;
    memcpy(s->determining, a, (size_t)(n * n) * sizeof *a);
    if (!vv_velocity_solve(c, s, n, a, b, x)) return false;
    s->maps.to_speeds = (vv_symbol_map){n, s->v, x};
    return true;
}

/* q', q'' and the rate map in the variables q, w. */
static void rates_by_speeds(vv_ctx *c, vv_system *s) {
    const vv_model *m = s->m;
    s->rate = VV_ARRAY(c, vv_expr, s->nq + 1);
    s->rate_rate = VV_ARRAY(c, vv_expr, s->nq + 1);
    vv_symbol_map r = {0, VV_ARRAY(c, vv_expr, s->nq + 2 * s->n + 2),
                       VV_ARRAY(c, vv_expr, s->nq + 2 * s->n + 2)};
    bool declared = false; /* speeds along other axes than those of a free frame */
    for (int i = 0; i < m->nspeeds; i++) declared |= !m->speed[i].free && m->speed[i].value.id;
    if (!s->rate || !s->rate_rate || !r.from || !r.to) return;
    for (int i = 0; i < s->nq; i++) {
        vv_expr raw = s->qd[i];
        if (m->coordinate[i].internal)
            raw = vv_symbol_map_time_derivative(c, &s->maps.raw_rates, s->q[i]);
        s->rate[i] = vv_symbol_map_apply(c, &s->maps.to_speeds, raw);
        if (m->coordinate[i].internal && declared) vv_velocity_shorten_form(c, s, &s->rate[i]);
        r.from[r.n] = s->q[i];
        r.to[r.n++] = s->rate[i];
    }
    for (int i = 0; i < s->n; i++) {
        r.from[r.n] = s->w[i];
        r.to[r.n++] = s->wd[i];
        r.from[r.n] = s->wd[i];
        r.to[r.n++] = vv_symbol_rate(c, s->wd[i]);
    }
    r.from[r.n] = m->t;
    r.to[r.n++] = VV_ONE;
    s->maps.speed_rates = r;
    vv_total_derivative(c, r.n, r.from, r.to, s->nq, s->rate, s->rate_rate);
    s->direction = VV_MATRIX(c, vv_expr, s->n, s->nq);
    vv_expr *g = VV_ARRAY(c, vv_expr, s->n + 1);
    for (int a = 0; s->direction && g && a < s->nq; a++) {
        vv_gradient(c, s->rate[a], s->n, s->w, g);
        for (int i = 0; i < s->n; i++) s->direction[i * s->nq + a] = g[i];
    }
}

/* Chooses the independent candidates: the first rows that raise the rank beyond the constraints. */
static int choose(vv_ctx *c, const vv_system *s, const candidate *k, int n, int *taken) {
    int rows = s->rank + n, nv = s->nv, rank, ntaken = 0;
    vv_expr *m = VV_MATRIX(c, vv_expr, rows, nv);
    int *pivot = VV_ARRAY(c, int, rows + 1), *pivot_col = VV_ARRAY(c, int, rows + 1);
    if (!m || !pivot || !pivot_col) return 0;
    for (int r = 0; r < s->rank; r++) memcpy(m + r * nv, s->row[r].by_raw, (size_t)nv * sizeof *m);
    for (int i = 0; i < n; i++) memcpy(m + (s->rank + i) * nv, k[i].by_v, (size_t)nv * sizeof *m);
    if (s->at) vv_subst(c, s->nq, s->q, s->at, rows * nv, m, m);
    vv_generic_rank(c, &s->facts, rows, nv, m, &rank, pivot, pivot_col, NULL);
    for (int i = 0; i < rank; i++)
        if (pivot[i] >= s->rank) taken[ntaken++] = pivot[i] - s->rank;
    return ntaken;
}

/* Where the manifold is not solved, the points at which `choose` judges lie off it, and a speed
 * that is independent there may be determined on it. Judges at a point of the manifold in doubles:
 * those chosen first, then the others. Returns how many are taken; without such a point those
 * chosen stay. */
static int choose_on_manifold(vv_ctx *c, const vv_system *s, const candidate *k, int n, int *taken,
                              int ntaken) {
    vv_mobility_constraint *bond = VV_ARRAY(c, vv_mobility_constraint, s->rank + n + 1),
                           *form = bond ? bond + s->rank : NULL;
    int *order = VV_ARRAY(c, int, 2 * n + 1), nordered = 0;
    bool *own = VV_ARRAY(c, bool, n + 1), *listed = VV_ARRAY(c, bool, n + 1);
    if (!bond || !order || !own || !listed) return ntaken;
    for (int i = 0; i < ntaken; i++) listed[order[nordered++] = taken[i]] = true;
    for (int i = 0; i < n; i++)
        if (!listed[i]) order[nordered++] = i;
    for (int r = 0; r < s->rank; r++)
        bond[r] = (vv_mobility_constraint){s->row[r].finite, s->row[r].velocity, NULL};
    for (int i = 0; i < n; i++) {
        const candidate *w = &k[order[i]];
        form[i].velocity =
            vv_expr_in_coordinates(c, s, w->declared ? w->declared->value : w->symbol);
    }
    if (!vv_mobility_choose(c, s, s->rank, bond, n, form, own)) return ntaken;
    ntaken = 0;
    for (int i = 0; i < n; i++)
        if (own[i]) taken[ntaken++] = order[i];
    return ntaken;
}

/* A constraint that is nonlinear in the velocities leaves no linear speeds: the velocities q'
 * themselves are used, on the manifold f(q, q', t) = 0, and only methods with multipliers apply. */
static void all_velocities(vv_ctx *c, vv_system *s) {
    s->n = s->nq;
    s->w = s->speed = s->rate = s->qd;
    s->wd = s->rate_rate = s->qdd;
    s->maps.speed_rates = s->maps.coordinate_rates;
    s->direction = VV_MATRIX(c, vv_expr, s->nq, s->nq);
    for (int a = 0; s->direction && a < s->nq * s->nq; a++)
        s->direction[a] = a % (s->nq + 1) ? VV_ZERO : VV_ONE;
    for (int r = 0; r < s->nrows + s->servo.r; r++) {
        const vv_constraint_row *row = r < s->nrows ? &s->row[r] : &s->servo.row[r - s->nrows];
        vv_manifold_add_constraint(c, s, vv_facts_rewrite(c, &s->facts, row->velocity));
    }
}

static vv_status write_in(vv_ctx *c, vv_system *s, const candidate *own) {
    s->n = s->freedom;
    s->w = VV_ARRAY(c, vv_expr, s->n + 1);
    s->wd = VV_ARRAY(c, vv_expr, s->n + 1);
    s->speed = VV_ARRAY(c, vv_expr, s->n + 1);
    for (int i = 0; vv_ctx_ok(c) && i < s->n; i++) {
        s->w[i] = own[i].symbol;
        s->wd[i] = vv_symbol_rate(c, s->w[i]);
        vv_expr value = own[i].declared ? own[i].declared->value : own[i].symbol;
        s->speed[i] = vv_expr_in_coordinates(c, s, value);
    }
    if (vv_ctx_ok(c) && velocities_by_speeds(c, s, own)) rates_by_speeds(c, s);
    s->speeds_ok = vv_ctx_ok(c);
    return vv_ctx_status(c);
}

vv_status vv_system_choose_speeds(vv_ctx *c, vv_system *s) {
    int most = s->nv + s->m->nspeeds, ndeclared = 0;
    candidate *k = VV_ARRAY(c, candidate, most + 1), *own = VV_ARRAY(c, candidate, most + 1);
    int *taken = VV_ARRAY(c, int, most + s->rank + 1);
    bool all = false;
    for (int r = 0; r < s->rank; r++) all |= s->row[r].kind == VV_ROW_NONLINEAR;
    if (all) {
        all_velocities(c, s);
        return vv_ctx_status(c);
    }
    if (!k || !own || !taken) return vv_ctx_status(c);
    int n = list_candidates(c, s, k, &ndeclared);
    if (n < 0) return vv_ctx_fail(c, VV_E_MODEL);
    int ntaken = choose(c, s, k, n, taken);
    if (s->facts.nopen && !s->at && !s->nservos)
        ntaken = choose_on_manifold(c, s, k, n, taken, ntaken);
    bool missing = ntaken < s->freedom;
    for (int i = 0; i < ndeclared; i++) {
        bool used = false;
        for (int j = 0; j < ntaken; j++) used |= taken[j] == i;
        missing |= !used;
    }
    if (missing && s->at) return VV_E_BEYOND;
    if (missing) {
        report_dependent_speeds(c, s, k, n, taken, ntaken, ndeclared);
        return vv_ctx_fail(c, VV_E_MODEL);
    }
    assert(ntaken >= s->freedom);
    for (int i = 0; i < s->freedom; i++) {
        assert(taken[i] >= 0 && taken[i] < n);
        own[i] = k[taken[i]];
    }
    return write_in(c, s, own);
}

vv_status vv_system_in_local_rates(vv_ctx *c, const vv_system *s, const vv_expr *at,
                                   vv_system *out) {
    *out = *s;
    out->at = at;
    out->speeds_ok = false;
    if (s->nservos) return VV_E_BEYOND;
    return vv_system_choose_speeds(c, out);
}

static bool add_declared(vv_ctx *c, const vv_system *s, candidate *k, const vv_speed *w) {
    return add_candidate(c, s, k, w->symbol, vv_symbol_map_apply(c, &s->maps.to_raw, w->value), w);
}

int vv_speed_candidates(vv_ctx *c, const vv_system *s, vv_angle_triples *turned,
                        vv_speed_candidate *out) {
    const vv_model *m = s->m;
    int n = 0;
    if (turned && !vv_angle_triples_add_speeds(c, s, turned)) return -1;
    for (int i = 0; i < m->nspeeds; i++)
        if (!m->speed[i].free && m->speed[i].value.id &&
            !add_declared(c, s, &out[n++], &m->speed[i]))
            return -1;
    for (int i = 0; turned && i < 2 * turned->n; i++)
        if (!add_declared(c, s, &out[n++], &turned->triple[i / 2].along[i % 2])) return -1;
    for (int i = 0; i < s->nv; i++)
        if (!add_candidate(c, s, &out[n++], s->v[i], s->v[i], NULL)) return -1;
    return n;
}

/* The named rows first, then the others in order. */
static vv_constraint_row *put_first(vv_ctx *c, const vv_system *s, const int *rows) {
    vv_constraint_row *out = VV_ARRAY(c, vv_constraint_row, s->nrows + 1);
    bool *done = VV_ARRAY(c, bool, s->nrows + 1);
    int n = 0;
    if (!out || !done) return NULL;
    for (int i = 0; i < s->rank; i++) out[n++] = s->row[rows[i]], done[rows[i]] = true;
    for (int r = 0; r < s->nrows; r++)
        if (!done[r]) out[n++] = s->row[r];
    return out;
}

vv_status vv_system_in_speeds(vv_ctx *c, const vv_system *s, const vv_speed_candidate *own,
                              const int *rows, vv_system *out) {
    *out = *s;
    out->speeds_ok = false;
    out->row = put_first(c, s, rows);
    if (s->nservos) return VV_E_BEYOND;
    return out->row ? write_in(c, out, own) : vv_ctx_status(c);
}
