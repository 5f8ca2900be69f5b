#include "kinematics/mobility.h"
#include "kinematics/kinematics_tolerances.h"

#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "prove/prove.h"

enum { BITS = 96, MOST_RELATIONS = 400, MOST_NEWTON = 60, STARTS = 8, DIRECTIONS = 4 };
static const uint64_t SEED = 0x6d6f62696c697479u;

/* The constraints in numbers, norms of free frames before the others. */
typedef struct linkage {
    vv_ctx *c;
    const vv_system *s;
    int nq, n, nnorms;
    bool sure; /* ball arithmetic, otherwise doubles */
    vv_enclosure at;
    vv_float_eval rough;
    int *slot;     /* slot of a coordinate, -1 if nothing depends on it (nq) */
    bool *finite;  /* (n) */
    int *root;     /* indices of the roots, -1: zero. Value, coefficients, time derivative of
                    * each constraint (n*(nq + 2)) */
    double *value; /* the same at the current point */
    double *basis; /* (n*nq) */
    double *step, *normal, *work;
} linkage;

/* ---- numerical evaluation of the constraints ------------------------------------------------ */

/* A parameter without a value gets an arbitrary unlikely one: what holds for it holds
 * generically. */
static vv_expr value_of(const linkage *k, int i) {
    const vv_parameter *p = &k->s->m->parameter[i];
    return p->has_value ? p->value
                        : vv_rational(k->c, vv_rat_make(k->c, 1009 + 97 * (i % 11), 1000));
}

static void fix_values(linkage *k, int n, vv_expr *e) {
    const vv_model *m = k->s->m;
    vv_expr *from = VV_ARRAY(k->c, vv_expr, m->nparameters + 2),
            *to = VV_ARRAY(k->c, vv_expr, m->nparameters + 2);
    if (!from || !to) return;
    for (int i = 0; i < m->nparameters; i++) {
        from[i] = m->parameter[i].symbol;
        to[i] = value_of(k, i);
    }
    from[m->nparameters] = m->t;
    to[m->nparameters] = VV_ZERO;
    vv_subst(k->c, m->nparameters + 1, from, to, n, e, e);
}

static void entries(linkage *k, int r, const vv_mobility_constraint *b, vv_expr *out) {
    const vv_system *s = k->s;
    vv_expr *e = out + r * (k->nq + 2);
    k->finite[r] = b->finite.id != 0;
    e[0] = k->finite[r] ? b->finite : VV_ZERO;
    if (b->by_rates) {
        memcpy(e + 1, b->by_rates, (size_t)(k->nq + 1) * sizeof *e);
        return;
    }
    vv_gradient(k->c, k->finite[r] ? b->finite : b->velocity, k->nq, k->finite[r] ? s->q : s->qd,
                e + 1);
    if (k->finite[r])
        e[k->nq + 1] = vv_diff(k->c, b->finite, s->m->t);
    else
        vv_subst_zero(k->c, k->nq, s->qd, 1, &b->velocity, &e[k->nq + 1]);
}

static bool number_of(vv_ctx *c, vv_expr e, double *out) {
    vv_float_eval r;
    if (!vv_float_eval_make(c, 1, &e, &r) || !vv_float_eval_covers_symbols(&r, 0, NULL))
        return false;
    vv_float_eval_run(&r);
    *out = r.value[r.root[0]];
    return isfinite(*out);
}

/* Doubles use the parameter values directly, without building expressions. */
static bool place_values(linkage *k) {
    const vv_model *m = k->s->m;
    vv_float_eval *v = &k->rough;
    for (int i = 0; i < k->nq; i++) k->slot[i] = vv_float_eval_slot(v, k->s->q[i]);
    for (int i = 0; i < v->count; i++) {
        vv_expr x = {v->id[i]};
        int at = 0;
        if (v->list[i].op != VV_SYM || vv_same(x, m->t)) continue; /* t = 0 */
        while (at < k->nq && k->slot[at] != i) at++;
        if (at < k->nq) continue;
        for (at = 0; at < m->nparameters && !vv_same(x, m->parameter[at].symbol);) at++;
        if (at == m->nparameters || !number_of(k->c, value_of(k, at), &v->value[i])) return false;
    }
    return true;
}

/* Only entries that do not vanish are evaluated. */
static bool lay_out(linkage *k, vv_expr *e) {
    int all = k->n * (k->nq + 2), used = 0;
    vv_expr *root = VV_ARRAY(k->c, vv_expr, all + 1);
    if (!root) return false;
    if (k->sure) fix_values(k, all, e);
    for (int i = 0; i < all; i++) {
        k->root[i] = vv_is_zero(e[i]) ? -1 : used;
        if (k->root[i] >= 0) root[used++] = e[i];
    }
    if (!k->sure) return vv_float_eval_make(k->c, used, root, &k->rough) && place_values(k);
    if (!vv_enclosure_make(k->c, used, root, 0, BITS, &k->at)) return false;
    for (int i = 0; i < k->nq; i++) k->slot[i] = vv_enclosure_slot(&k->at, k->s->q[i]);
    return !vv_enclosure_unbound(&k->at, k->nq, k->s->q).id;
}

static bool prepare(linkage *k, int n, const vv_mobility_constraint *bond) {
    const vv_model *m = k->s->m;
    vv_ctx *c = k->c;
    int nq = k->nq, most = n + m->nconstraints, all;
    k->finite = VV_ARRAY(c, bool, most + 1);
    vv_expr *e = VV_MATRIX(c, vv_expr, most, nq + 2);
    if (!k->finite || !e) return false;
    for (int i = 0; i < m->nconstraints; i++)
        if (m->constraint[i].kind == VV_CON_NORM)
            entries(k, k->n++, &(vv_mobility_constraint){.finite = m->constraint[i].value}, e);
    k->nnorms = k->n;
    for (int i = 0; i < n; i++) entries(k, k->n++, &bond[i], e);
    all = k->n * (nq + 2);
    k->slot = VV_ARRAY(c, int, nq + 1);
    k->root = VV_ARRAY(c, int, all + 1);
    k->value = VV_ARRAY(c, double, all + 1);
    k->basis = VV_MATRIX(c, double, k->n, nq + 1);
    k->step = VV_ARRAY(c, double, nq + 1);
    k->normal = VV_MATRIX(c, double, k->n, k->n);
    k->work = VV_ARRAY(c, double, k->n + 1);
    return vv_ctx_ok(c) && lay_out(k, e);
}

static bool evaluate_roughly(linkage *k, const double *x) {
    for (int i = 0; i < k->nq; i++)
        if (k->slot[i] >= 0) k->rough.value[k->slot[i]] = x[i];
    vv_float_eval_run(&k->rough);
    for (int i = 0; i < k->n * (k->nq + 2); i++) {
        k->value[i] = k->root[i] < 0 ? 0 : k->rough.value[k->rough.root[k->root[i]]];
        if (!isfinite(k->value[i])) return false;
    }
    return true;
}

static bool evaluate(linkage *k, const double *x) {
    if (!k->sure) return evaluate_roughly(k, x);
    for (int i = 0; i < k->nq; i++)
        if (k->slot[i] >= 0) vv_ball_set_interval(k->at.b, k->slot[i], x[i], x[i]);
    vv_enclosure_run(&k->at);
    for (int i = 0; i < k->n * (k->nq + 2); i++) {
        int root = k->root[i] < 0 ? -1 : k->at.root[k->root[i]];
        if (root >= 0 && !vv_ball_is_finite(k->at.b, root)) return false;
        k->value[i] = root < 0 ? 0 : vv_ball_midpoint_double(k->at.b, root);
    }
    return vv_ctx_ok(k->c);
}

static const double *row(const linkage *k, int r) { return k->value + r * (k->nq + 2); }

static double residual(const linkage *k) {
    double most = 0;
    for (int r = 0; r < k->n; r++) most = fmax(most, fabs(row(k, r)[0]));
    return most;
}

/* ---- points of the manifold ----------------------------------------------------------------- */

/* The step of Levenberg and Marquardt, with the residual itself as the measure of trust: it leads
 * to the manifold as fast as Newton's, also where the relations depend on each other there. */
static bool newton_step(linkage *k) {
    int n = k->n, nq = k->nq;
    double trace = 0, square = 0;
    for (int i = 0; i < n; i++) {
        const double *a = row(k, i);
        k->work[i] = k->finite[i] ? -a[0] : 0;
        square += a[0] * a[0];
        for (int j = 0; j <= i; j++)
            k->normal[i * n + j] =
                k->finite[i] && k->finite[j] ? vv_dot(nq, a + 1, row(k, j) + 1) : 0;
        trace += k->normal[i * n + i];
    }
    for (int i = 0; i < n; i++)
        k->normal[i * n + i] += k->finite[i] ? fmax(square, VV_MOBILITY_DAMPING * trace) : 1;
    if (!vv_cholesky_solve(n, k->normal, k->work)) return false;
    memset(k->step, 0, (size_t)nq * sizeof *k->step);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < nq && k->finite[i]; j++) k->step[j] += k->work[i] * row(k, i)[1 + j];
    return true;
}

static bool close_loops(linkage *k, double *x) {
    for (int i = 0; i < MOST_NEWTON && vv_ctx_tick(k->c); i++) {
        if (!evaluate(k, x)) return false;
        if (residual(k) <= VV_MOBILITY_CLOSED) return true;
        if (!newton_step(k)) return false;
        for (int j = 0; j < k->nq; j++) x[j] += k->step[j];
    }
    return false;
}

static double draw(uint64_t *state) {
    return (double)(vv_splitmix_next(state) >> 11) * 0x1p-52 - 1;
}

static bool number(const linkage *k, vv_expr e, double *out) {
    vv_enclosure v;
    if (!k->sure) return number_of(k->c, e, out);
    bool known = vv_enclosure_make(k->c, 1, &e, 0, BITS, &v);
    if (known) vv_enclosure_run(&v);
    known = known && vv_ball_is_finite(v.b, v.root[0]);
    if (known) *out = vv_ball_midpoint_double(v.b, v.root[0]);
    vv_balls_free(v.b);
    return known;
}

/* The initial values stated in the model; the others vary with the try. */
static bool initial_guess(linkage *k, int try, double *x) {
    const vv_model *m = k->s->m;
    uint64_t state = vv_splitmix_mix(SEED, (uint64_t)try);
    for (int i = 0; i < k->nq; i++) {
        x[i] = m->coordinate[i].begins + (try ? draw(&state) : 0);
    }
    for (int j = 0; j < m->nstarts; j++)
        for (int i = 0; i < k->nq; i++) {
            if (!vv_same(m->start[j].symbol, m->coordinate[i].q)) continue;
            vv_expr e = m->start[j].value;
            fix_values(k, 1, &e);
            if (!number(k, e, &x[i])) return false;
        }
    return true;
}

/* ---- rank at a point ------------------------------------------------------------------------ */

/* Gram-Schmidt on the first n rows in order; `width` is nq, or nq + 1 with the time derivative. The
 * remaining directions are orthogonal to the basis. -1: in doubles a row is so small that it may
 * be a rounding error. */
static int rank_here(linkage *k, int n, int width, bool *own) {
    int rank = 0;
    double largest = 0;
    for (int r = 0; r < n; r++)
        largest = fmax(largest, vv_dot(width, row(k, r) + 1, row(k, r) + 1));
    for (int r = 0; r < n; r++) {
        double *e = k->basis + rank * width, size = vv_norm2(width, row(k, r) + 1);
        own[r] = false;
        if (!(size > 0) || rank == width) continue;
        if (!k->sure && size < VV_MOBILITY_SMALL_ROW * sqrt(largest)) return -1;
        for (int i = 0; i < width; i++) e[i] = row(k, r)[1 + i] / size;
        own[r] = vv_orthonormal_extend(width, rank, k->basis,
                                       VV_MOBILITY_INDEPENDENT * VV_MOBILITY_INDEPENDENT);
        rank += own[r];
    }
    return rank;
}

/* A direction allowed by the constraints, from the last rank_here with nq columns. */
static bool free_direction(linkage *k, int rank, int which, double *out) {
    uint64_t state = vv_splitmix_mix(SEED, (uint64_t)which + 100);
    for (int i = 0; i < k->nq; i++) out[i] = draw(&state);
    vv_orthogonalize(k->nq, rank, k->basis, out);
    double size = vv_norm2(k->nq, out);
    for (int i = 0; i < k->nq; i++) out[i] /= size;
    return rank < k->nq && size > VV_MOBILITY_INDEPENDENT;
}

/* A point that a motion reaches: an infinitesimal freedom of a rigid structure leads back. */
static bool move_along(linkage *k, const double *from, const double *direction, double *x) {
    static const double FAR[] = {0.1, 0.02, 0.004};
    for (int h = 0; h < 3; h++) {
        double by = 0;
        for (int i = 0; i < k->nq; i++) x[i] = from[i] + FAR[h] * direction[i];
        if (!close_loops(k, x)) continue;
        for (int i = 0; i < k->nq; i++) by += (x[i] - from[i]) * (x[i] - from[i]);
        if (sqrt(by) > FAR[h] / 2 && sqrt(by) < 2 * FAR[h]) return true;
    }
    return false;
}

/* The largest rank at points around a given one; there must be at least two, and the time
 * derivatives must depend on each other as the coefficients do. */
static int rank_around(linkage *k, const double *x0, bool *own) {
    int nq = k->nq, best = -1, reached = 0;
    double *x = VV_ARRAY(k->c, double, nq + 1), *direction = VV_ARRAY(k->c, double, nq + 1);
    bool *here = VV_ARRAY(k->c, bool, k->n + 1);
    if (!x || !direction || !here) return -1;
    for (int d = 0; d < DIRECTIONS; d++) {
        if (!evaluate(k, x0)) return -1;
        int rank = rank_here(k, k->n, nq, here);
        if (rank < 0 || !free_direction(k, rank, d, direction)) return -1;
        if (!move_along(k, x0, direction, x)) continue;
        reached++;
        int with_rates = rank_here(k, k->n, nq + 1, here);
        rank = rank_here(k, k->n, nq, here);
        if (with_rates != rank || rank < 0) return -1;
        if (rank > best) memcpy(own, here, (size_t)k->n * sizeof *own);
        best = rank > best ? rank : best;
    }
    return reached > 1 ? best : -1;
}

/* Does the model state an initial configuration? */
static bool has_start(const linkage *k) {
    const vv_model *m = k->s->m;
    for (int j = 0; j < m->nstarts; j++)
        for (int i = 0; i < k->nq; i++)
            if (vv_same(m->start[j].symbol, m->coordinate[i].q)) return true;
    return false;
}

/* At the initial configuration, as far as it is stated. If nothing is stated, the largest rank
 * of several configurations: a linkage assembled with every coordinate at 0 has parts lying on
 * top of each other and moves there as nowhere else. */
static int find_rank(vv_ctx *c, const vv_system *s, int n, const vv_mobility_constraint *bond,
                     int general, bool sure, bool *own) {
    linkage k = {.c = c, .s = s, .nq = s->nq, .sure = sure};
    int best = -1;
    vv_mark mark = vv_arena_mark(c);
    double *x = VV_ARRAY(c, double, s->nq + 1);
    bool *independent = VV_ARRAY(c, bool, n + s->m->nconstraints + 1), done = false;
    if (x && independent && n <= MOST_RELATIONS && prepare(&k, n, bond))
        for (int try = 0; try < STARTS && !done && vv_ctx_ok(c); try++) {
            if (!initial_guess(&k, try, x) || !close_loops(&k, x)) continue;
            int rank = rank_around(&k, x, independent) - k.nnorms;
            for (int i = 0; i < n && rank > best; i++) own[i] = independent[k.nnorms + i];
            if (rank > best) best = rank;
            done = has_start(&k) || best >= general;
        }
    vv_balls_free(k.at.b);
    vv_arena_release(c, mark);
    return best;
}

int vv_mobility_rank(vv_ctx *c, const vv_system *s, int n, const vv_mobility_constraint *bond,
                     int general, bool *own) {
    int rank = find_rank(c, s, n, bond, general, false, own);
    return rank >= general ? rank : find_rank(c, s, n, bond, general, true, own);
}

/* ---- speeds that are independent on the manifold --------------------------------------------- */

/* Which of the rows after the first n are independent of the rows before them, at a point that a
 * motion reaches from x0; how many of all rows are independent, or -1. */
static int rank_beyond(linkage *k, const double *x0, int n, int which, bool *own) {
    double *x = VV_ARRAY(k->c, double, k->nq + 1), *direction = VV_ARRAY(k->c, double, k->nq + 1);
    if (!x || !direction || !evaluate(k, x0)) return -1;
    int rank = rank_here(k, n, k->nq, own);
    if (rank < 0 || !free_direction(k, rank, which, direction) ||
        !move_along(k, x0, direction, x) || !evaluate(k, x))
        return -1;
    return rank_here(k, k->n, k->nq, own);
}

bool vv_mobility_choose(vv_ctx *c, const vv_system *s, int n, const vv_mobility_constraint *bond,
                        int ncandidates, const vv_mobility_constraint *candidate, bool *own) {
    linkage k = {.c = c, .s = s, .nq = s->nq};
    int all = n + ncandidates, most = all + s->m->nconstraints;
    bool done = false, *independent = VV_ARRAY(c, bool, most + 1);
    double *x = VV_ARRAY(c, double, s->nq + 1);
    vv_mobility_constraint *both = VV_ARRAY(c, vv_mobility_constraint, all + 1);
    if (!x || !both || !independent || all > MOST_RELATIONS) return false;
    for (int i = 0; i < all; i++) both[i] = i < n ? bond[i] : candidate[i - n];
    if (!prepare(&k, all, both)) return false;
    for (int try = 0; try < STARTS && !done && vv_ctx_tick(c); try++) {
        if (!initial_guess(&k, try, x) || !close_loops(&k, x)) continue;
        for (int d = 0; d < DIRECTIONS && !done; d++)
            done = rank_beyond(&k, x, k.nnorms + n, d, independent) == s->nq;
    }
    for (int i = 0; done && i < ncandidates; i++) own[i] = independent[k.nnorms + n + i];
    return done;
}

/* ---- points of every component --------------------------------------------------------------- */

/* An expression and conditions in q, q', with the values of parameters and t = 0. */
typedef struct probe {
    vv_float_eval at;
    int npositive, *position, *rate; /* slots of q, q' (nq) */
} probe;

static bool make_probe(const linkage *k, vv_expr e, int npositive, const vv_expr *positive,
                       probe *p) {
    const vv_system *s = k->s;
    const vv_model *m = s->m;
    vv_expr *all = VV_ARRAY(k->c, vv_expr, npositive + 2);
    p->npositive = npositive;
    p->position = VV_ARRAY(k->c, int, s->nq + 1), p->rate = VV_ARRAY(k->c, int, s->nq + 1);
    if (!all || !p->position || !p->rate) return false;
    all[0] = e;
    for (int i = 0; i < npositive; i++) all[1 + i] = positive[i];
    if (!vv_float_eval_make(k->c, npositive + 1, all, &p->at)) return false;
    int known = 0, symbols = 0;
    for (int i = 0; i < s->nq; i++) {
        known += (p->position[i] = vv_float_eval_slot(&p->at, s->q[i])) >= 0;
        known += (p->rate[i] = vv_float_eval_slot(&p->at, s->qd[i])) >= 0;
    }
    for (int i = 0; i < m->nparameters; i++) {
        int slot = vv_float_eval_slot(&p->at, m->parameter[i].symbol);
        if (slot >= 0 && !number_of(k->c, value_of(k, i), &p->at.value[slot])) return false;
        known += slot >= 0;
    }
    int time = vv_float_eval_slot(&p->at, m->t);
    if (time >= 0) p->at.value[time] = 0;
    for (int i = 0; i < p->at.count; i++) symbols += p->at.list[i].op == VV_SYM;
    return symbols == known + (time >= 0);
}

/* Is the expression clearly not zero at the point x, with a velocity that the constraints allow? */
static bool is_apart(linkage *k, probe *p, int try, const double *x, double *velocity, bool *own) {
    bool moves = false, fixed = true;
    int rank = rank_here(k, k->n, k->nq, own);
    for (int i = 0; i < k->nq; i++) moves |= p->rate[i] >= 0;
    for (int r = 0; r < k->n; r++) fixed &= row(k, r)[1 + k->nq] == 0;
    if (rank < 0 || (moves && (!fixed || !free_direction(k, rank, try, velocity)))) return false;
    for (int i = 0; i < k->nq; i++) {
        if (p->position[i] >= 0) p->at.value[p->position[i]] = x[i];
        if (p->rate[i] >= 0) p->at.value[p->rate[i]] = velocity[i];
    }
    vv_float_eval_run(&p->at);
    bool there = true;
    for (int i = 0; i < p->npositive && there; i++)
        there = p->at.value[p->at.root[1 + i]] > VV_MOBILITY_APART;
    double value = p->at.value[p->at.root[0]];
    return there && isfinite(value) && fabs(value) > VV_MOBILITY_APART;
}

/* The constraints as stated: also those that were dropped may bind on another component. */
static int list_bonds(vv_ctx *c, const vv_system *s, vv_mobility_constraint *bond) {
    const vv_model *m = s->m;
    int n = 0;
    for (int i = 0; i < m->nconstraints; i++)
        if (m->constraint[i].kind == VV_CON_EQUATION && m->constraint[i].order == 0)
            bond[n++] = (vv_mobility_constraint){.finite = m->constraint[i].value};
    int finite = n;
    for (int r = 0; r < s->nrows; r++) {
        if (s->row[r].kind == VV_ROW_NONLINEAR || s->row[r].kind == VV_ROW_SERVO) return 0;
        if (s->row[r].kind == VV_ROW_LINEAR)
            bond[n++] = (vv_mobility_constraint){.velocity = s->row[r].velocity};
    }
    return finite && vv_ctx_ok(c) ? n : 0;
}

bool vv_mobility_contradicts(vv_ctx *c, const vv_system *s, vv_expr e, int npositive,
                             const vv_expr *positive, const char **near) {
    enum { MOST_BONDS = 40, TRIES = 24, NAMED = 4 };
    linkage k = {.c = c, .s = s, .nq = s->nq};
    probe p = {0};
    int most = s->m->nconstraints + s->nrows + 1;
    double *x = VV_ARRAY(c, double, s->nq + 1), *velocity = VV_ARRAY(c, double, s->nq + 1);
    bool *own = VV_ARRAY(c, bool, most + s->m->nconstraints), found = false;
    vv_mobility_constraint *bond = VV_ARRAY(c, vv_mobility_constraint, most);
    int n = x && velocity && own && bond ? list_bonds(c, s, bond) : 0;
    if (!n || n > MOST_BONDS || !prepare(&k, n, bond) ||
        !make_probe(&k, e, npositive, positive, &p))
        return false;
    for (int try = 1; try <= TRIES && !found && vv_ctx_tick(c); try++) {
        uint64_t state = vv_splitmix_mix(SEED, (uint64_t)try);
        for (int i = 0; i < s->nq; i++) x[i] = (try % 2 ? 1 : 3) * draw(&state);
        found = close_loops(&k, x) && is_apart(&k, &p, try, x, velocity, own);
    }
    vv_buffer b = VV_BUFFER(c);
    for (int i = 0, named = 0; found && i < s->nq && named <= NAMED; i++) {
        if (k.slot[i] < 0) continue;
        if (named++ == NAMED)
            vv_buffer_add(&b, ", ...");
        else
            vv_buffer_printf(&b, "%s%s = %.4g", named > 1 ? ", " : "",
                             vv_symbol_get(c, s->q[i])->name,
                             fabs(x[i]) < VV_MOBILITY_CLOSED ? 0 : x[i]);
    }
    *near = vv_strdup(c, vv_buffer_text(&b));
    vv_buffer_free(&b);
    return found;
}
