#include "equations/claims/state_search.h"

#include <math.h>
#include <string.h>

#include "equations/claims/claims_tolerances.h"
#include "kinematics/kinematics.h"
#include "numeric/numeric.h"
#include "prove/prove.h"

enum { BITS = 96, TRIES = 16, MOST_STEPS = 80, MOST_HALVINGS = 8, MOST_WORK = 40 << 20 };
static const uint64_t SEED = 0x7374617465735f5fu;

/* Expressions in the unknown symbols: equations, then what is positive, then what is not zero. */
typedef struct conditions {
    vv_ctx *c;
    int n, npositive, nnonzero, most;
    vv_expr *e; /* (most) */
    bool *weak; /* of what is positive: or zero (most) */
} conditions;

static void add(conditions *k, vv_expr e, int *count) {
    int all = k->n + k->npositive + k->nnonzero;
    if (all < k->most) k->e[all] = e, ++*count;
}

static void add_positive(conditions *k, vv_expr e, bool weak) {
    if (k->n + k->npositive < k->most) k->weak[k->npositive] = weak;
    add(k, e, &k->npositive);
}

/* In q, w, w' if the velocities are functions of speeds. */
static vv_expr in_variables(vv_ctx *c, const vv_system *s, vv_expr e) {
    return s->speeds_ok ? vv_expr_in_speeds(c, s, e) : vv_expr_in_coordinates(c, s, e);
}

static bool any_depends(const conditions *k, int n, int nx, const vv_expr *x) {
    for (int i = 0; i < n; i++)
        if (vv_depends(k->c, k->e[i], nx, x)) return true;
    return false;
}

/* Conditions on accelerations, multipliers and their rates are such on the motion. */
static void add_motion(conditions *k, const vv_system *s, const vv_equations *eq) {
    vv_ctx *c = k->c;
    int n = k->n;
    vv_expr *rate = VV_ARRAY(c, vv_expr, s->n + 1);
    if (!eq || !rate) return;
    for (int i = 0; i < s->n; i++) rate[i] = vv_symbol_rate(c, s->wd[i]);
    bool rates = eq->nunknowns == s->n && any_depends(k, n, s->n, rate);
    if (!rates && !any_depends(k, n, eq->nunknowns, eq->unknown)) return;
    for (int i = 0; i < eq->nequations; i++) {
        add(k, eq->residual[i], &k->n);
        if (rates)
            add(k, vv_symbol_map_time_derivative(c, &s->maps.speed_rates, eq->residual[i]), &k->n);
    }
}

static void add_equations(conditions *k, const vv_system *s, const vv_equations *eq,
                          const vv_claim *claim) {
    vv_ctx *c = k->c;
    const vv_model *m = s->m;
    for (int i = 0; i < claim->nwhen; i++) add(k, in_variables(c, s, claim->when[i]), &k->n);
    for (int i = 0; i < claim->nat; i++) add(k, in_variables(c, s, claim->at[i]), &k->n);
    add_motion(k, s, eq);
    for (int i = 0; i < m->nconstraints; i++) {
        const vv_constraint *r = &m->constraint[i];
        if (r->kind == VV_CON_NORM || (r->kind == VV_CON_EQUATION && r->order == 0))
            add(k, r->value, &k->n);
    }
    for (int r = 0; r < s->nrows; r++)
        if (s->row[r].kind == VV_ROW_HOLONOMIC) add(k, s->row[r].finite, &k->n);
}

static bool is_weak(const vv_model *m, vv_expr e) {
    for (int i = 0; i < m->nweak; i++)
        if (vv_same(m->weak[i], e)) return true;
    return false;
}

static bool collect(conditions *k, const vv_system *s, const vv_equations *eq,
                    const vv_claim *claim) {
    vv_ctx *c = k->c;
    const vv_model *m = s->m;
    const vv_facts *f = &m->facts;
    k->most = claim->nwhen + claim->nat + claim->npositive + claim->nnonzero + claim->nreal +
              m->nconstraints + s->nrows + f->npositive + f->nnonzero +
              (eq ? 2 * eq->nequations : 0);
    k->e = VV_ARRAY(c, vv_expr, k->most + 1);
    k->weak = VV_ARRAY(c, bool, k->most + 1);
    if (!k->e || !k->weak) return false;
    add_equations(k, s, eq, claim);
    for (int i = 0; i < claim->npositive; i++)
        add_positive(k, in_variables(c, s, claim->positive[i]), claim->weak[i]);
    for (int i = 0; i < claim->nreal; i++)
        add_positive(k, in_variables(c, s, claim->real[i]), true);
    for (int i = 0; i < f->npositive; i++)
        add_positive(k, f->positive[i], is_weak(m, f->positive[i]));
    for (int i = 0; i < claim->nnonzero; i++)
        add(k, in_variables(c, s, claim->nonzero[i]), &k->nnonzero);
    for (int i = 0; i < f->nnonzero; i++) add(k, f->nonzero[i], &k->nnonzero);
    int all = k->n + k->npositive + k->nnonzero;
    for (int i = 0; i < all; i++) k->e[i] = vv_facts_rewrite(c, f, k->e[i]);
    return vv_ctx_ok(c);
}

/* ---- in numbers -------------------------------------------------------------------------------
 */

typedef struct search {
    vv_ctx *c;
    const conditions *k;
    int nx, nrows; /* unknowns; equations and positive expressions, each of these with a slack
                    * variable u: p = margin + u^2 */
    double margin; /* 0 where the boundary belongs to the set */
    const vv_expr *x;
    bool sure; /* ball arithmetic, otherwise doubles */
    vv_enclosure at;
    vv_float_eval rough;
    int *slot; /* (nx) */
    int *root; /* of conditions, then of derivatives of the rows; -1: zero */
    int nroots;
    double *value;                              /* (nroots) */
    double *j;                                  /* (nrows*(nx + npositive)) */
    double *normal, *work, *step, *here, *next; /* here: unknowns, then slack variables */
    long done;
} search;

/* Derivatives of general functions and their values are numbers of their own. */
static bool free_functions(vv_ctx *c, int n, vv_expr *e) {
    int nodes = 0, count = 0;
    uint32_t *id = vv_expr_topological_order(c, n, e, &nodes);
    vv_expr *from = VV_ARRAY(c, vv_expr, nodes + 1), *to = VV_ARRAY(c, vv_expr, nodes + 1);
    if (!id || !from || !to) return false;
    for (int i = nodes - 1; i >= 0; i--) {
        if (vv_expr_op(c, (vv_expr){id[i]}) != VV_FUNC) continue;
        from[count] = (vv_expr){id[i]};
        to[count++] = vv_symbol_new(c, "f", VV_SYM_OTHER);
    }
    return !count || vv_subst(c, count, from, to, n, e, e) == VV_OK;
}

static int width(const search *w) { return w->nx + w->k->npositive; }

/* The unknowns, and which derivatives there are. */
static bool lay_out(search *w, int n, vv_expr *e) {
    vv_ctx *c = w->c;
    w->x = vv_expr_symbols(c, n, e, &w->nx);
    w->nrows = w->k->n + w->k->npositive;
    w->nroots = n + w->nrows * w->nx;
    vv_expr *all = VV_ARRAY(c, vv_expr, w->nroots + 1), *used = VV_ARRAY(c, vv_expr, w->nroots + 1);
    w->root = VV_ARRAY(c, int, w->nroots + 1);
    w->slot = VV_ARRAY(c, int, w->nx + 1);
    if (!w->x || !all || !used || !w->root || !w->slot) return false;
    memcpy(all, e, (size_t)n * sizeof *e);
    for (int r = 0; r < w->nrows; r++)
        if (vv_gradient(c, e[r], w->nx, w->x, all + n + r * w->nx) != VV_OK) return false;
    int count = 0;
    for (int i = 0; i < w->nroots; i++) {
        w->root[i] = i >= n && vv_is_zero(all[i]) ? -1 : count;
        if (w->root[i] >= 0) used[count++] = all[i];
    }
    w->sure = !vv_float_eval_make(c, count, used, &w->rough);
    if (w->sure && !vv_enclosure_make(c, count, used, 0, BITS, &w->at)) return false;
    for (int i = 0; i < w->nx; i++)
        w->slot[i] =
            w->sure ? vv_enclosure_slot(&w->at, w->x[i]) : vv_float_eval_slot(&w->rough, w->x[i]);
    return vv_ctx_ok(c);
}

static bool prepare(search *w, int n, vv_expr *e) {
    vv_ctx *c = w->c;
    if (!lay_out(w, n, e)) return false;
    int columns = width(w), rows = w->nrows;
    w->value = VV_ARRAY(c, double, w->nroots + 1);
    w->j = VV_MATRIX(c, double, rows + 1, columns + 1);
    w->normal = VV_MATRIX(c, double, rows + 1, rows + 1);
    w->work = VV_ARRAY(c, double, rows + 1);
    w->step = VV_ARRAY(c, double, columns + 1);
    w->here = VV_ARRAY(c, double, columns + 1);
    w->next = VV_ARRAY(c, double, columns + 1);
    return vv_ctx_ok(c);
}

/* The values at x; false if one is not a number. */
static bool evaluate(search *w, const double *x) {
    w->done += w->sure ? 64L * w->at.count : w->rough.count;
    for (int i = 0; i < w->nx; i++) {
        if (w->slot[i] < 0) continue;
        if (w->sure)
            vv_ball_set_interval(w->at.b, w->slot[i], x[i], x[i]);
        else
            w->rough.value[w->slot[i]] = x[i];
    }
    if (w->sure)
        vv_enclosure_run(&w->at);
    else
        vv_float_eval_run(&w->rough);
    for (int i = 0; i < w->nroots; i++) {
        int root = w->root[i];
        if (root < 0)
            w->value[i] = 0;
        else if (!w->sure)
            w->value[i] = w->rough.value[w->rough.root[root]];
        else if (vv_ball_is_finite(w->at.b, w->at.root[root]))
            w->value[i] = vv_ball_midpoint_double(w->at.b, w->at.root[root]);
        else
            return false;
        if (!isfinite(w->value[i])) return false;
    }
    return true;
}

/* Residuals into `work`, derivatives into `j`; the largest residual, relative to the size of the
 * unknowns and derivatives. */
static double residuals(search *w) {
    int n = w->k->n + w->k->npositive + w->k->nnonzero, columns = width(w);
    double most = 0;
    memset(w->j, 0, (size_t)(w->nrows * columns) * sizeof *w->j);
    for (int r = 0; r < w->nrows; r++) {
        double *row = w->j + r * columns, size = 1;
        int slack = r - w->k->n;
        memcpy(row, w->value + n + r * w->nx, (size_t)w->nx * sizeof *row);
        w->work[r] = -w->value[r];
        if (slack >= 0) {
            double u = w->here[w->nx + slack];
            w->work[r] += u * u + (w->k->weak[slack] ? 0 : w->margin);
            row[w->nx + slack] = -2 * u;
        }
        for (int i = 0; i < columns; i++) size += fabs(row[i]) * (1 + fabs(w->here[i]));
        most = fmax(most, fabs(w->work[r]) / size);
    }
    return most;
}

/* The step of Levenberg and Marquardt; how far it moves the unknowns, relative to their size,
 * without the slack variables. Negative on failure. */
static double find_step(search *w) {
    int n = w->nrows, columns = width(w);
    double square = 0, most = 0;
    for (int i = 0; i < n; i++) {
        square += w->work[i] * w->work[i];
        for (int k = 0; k <= i; k++)
            w->normal[i * n + k] = vv_dot(columns, w->j + i * columns, w->j + k * columns);
    }
    for (int i = 0; i < n; i++) { /* each row by its own size: small ones count as well */
        double own = w->normal[i * n + i];
        w->normal[i * n + i] += own > 0 ? fmax(fmin(square, own), VV_CLAIMS_DAMPING * own) : 1;
    }
    if (!vv_cholesky_solve(n, w->normal, w->work)) return -1;
    memset(w->step, 0, (size_t)columns * sizeof *w->step);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < columns; k++) w->step[k] += w->work[i] * w->j[i * columns + k];
    for (int k = 0; k < columns; k++) most = fmax(most, fabs(w->step[k]) / (1 + fabs(w->here[k])));
    return most;
}

/* Declared signs are kept. */
static double with_sign(vv_ctx *c, vv_expr x, double before, double after) {
    vv_sign sign = vv_symbol_get(c, x)->sign;
    if ((sign == VV_POSITIVE && after <= 0) || (sign == VV_NEGATIVE && after >= 0))
        return before / 4;
    return sign == VV_NONNEGATIVE && after < 0 ? 0 : after;
}

/* From `here` along the step, as far as all is defined. */
static bool advance(search *w) {
    double part = 1;
    for (int i = 0; i < MOST_HALVINGS; i++, part /= 2) {
        for (int k = 0; k < width(w); k++) {
            w->next[k] = w->here[k] + part * w->step[k];
            if (k < w->nx) w->next[k] = with_sign(w->c, w->x[k], w->here[k], w->next[k]);
        }
        if (!evaluate(w, w->next)) continue;
        memcpy(w->here, w->next, (size_t)width(w) * sizeof *w->here);
        return true;
    }
    return false;
}

/* Inequalities hold at the point reached, with a margin unless the boundary belongs to them. */
static bool are_satisfied(const search *w) {
    const conditions *k = w->k;
    for (int i = 0; i < k->npositive; i++)
        if (!(w->value[k->n + i] > (k->weak[i] ? -VV_CLAIMS_APART : VV_CLAIMS_APART))) return false;
    for (int i = 0; i < k->nnonzero; i++)
        if (!(fabs(w->value[w->nrows + i]) > VV_CLAIMS_APART)) return false;
    return true;
}

static double draw(uint64_t *state) {
    return (double)(vv_splitmix_next(state) >> 11) * 0x1p-52 - 1;
}

static void begin(search *w, int try) {
    static const double SIZE[] = {1, 3, 0.3, 10};
    uint64_t state = vv_splitmix_mix(SEED, (uint64_t)try);
    for (int i = 0; i < w->nx; i++) {
        vv_sign sign = vv_symbol_get(w->c, w->x[i])->sign;
        double x = SIZE[try % 4] * draw(&state);
        bool above = sign == VV_POSITIVE || sign == VV_NONNEGATIVE;
        w->here[i] = above ? fabs(x) : sign == VV_NEGATIVE ? -fabs(x) : x;
    }
    for (int i = w->nx; i < width(w); i++) w->here[i] = 1;
}

/* Every other try begins on some of the boundaries that belong to the set, and stays there: a state
 * may exist only on these. */
static void begin_slack(search *w, int try) {
    uint64_t state = vv_splitmix_mix(SEED, (uint64_t)(TRIES + try));
    for (int i = 0; i < w->k->npositive; i++) {
        bool on = w->k->weak[i] && try % 2 && draw(&state) > 0;
        w->here[w->nx + i] = on ? 0 : sqrt(fmax(w->value[w->k->n + i], 1.0 / 4));
    }
}

static bool converges(search *w, int try) {
    static const double MARGIN[] = {0.1, 0.001};
    begin(w, try);
    w->margin = MARGIN[try / 2 % 2];
    if (!evaluate(w, w->here)) return false;
    begin_slack(w, try);
    for (int i = 0; i < MOST_STEPS && w->done < MOST_WORK && vv_ctx_tick(w->c); i++) {
        double rest = residuals(w), far = w->nrows ? find_step(w) : 0;
        if (far >= 0 && far < VV_CLAIMS_STEP && rest < VV_CLAIMS_CLOSED) return are_satisfied(w);
        if (far < 0 || !advance(w)) return false;
    }
    return false;
}

/* With the stated values of the parameters, or for any. False: none was found; *open: because the
 * conditions cannot be evaluated. */
static bool find(vv_ctx *c, const conditions *k, bool stated, bool *open) {
    search w = {.c = c, .k = k};
    int all = k->n + k->npositive + k->nnonzero, n = 0;
    vv_expr *e = VV_ARRAY(c, vv_expr, all + 1), *x = vv_expr_symbols(c, all, k->e, &n);
    bool found = false;
    if (!e || !x) return false;
    memcpy(e, k->e, (size_t)all * sizeof *e);
    for (int i = 0; stated && i < n; i++) {
        vv_expr value = vv_symbol_get(c, x[i])->stated;
        for (int r = 0; value.id && r < all; r++) e[r] = vv_subst1(c, e[r], x[i], value);
    }
    if (vv_ctx_status(c) == VV_E_MODEL) return vv_ctx_clear_failure(c), false;
    if (!free_functions(c, all, e) || !prepare(&w, all, e)) {
        *open = true;
    } else {
        for (int try = 0; try < TRIES && !found && w.done < MOST_WORK; try++)
            found = converges(&w, try);
        *open = !found && w.done >= MOST_WORK;
    }
    vv_balls_free(w.at.b);
    return found;
}

bool vv_claim_has_states(vv_ctx *c, const vv_system *s, const vv_equations *eq, const vv_claim *k) {
    conditions all = {.c = c};
    bool open = false;
    if (k->nwhen + k->nat + k->npositive + k->nnonzero == 0) return true;
    if (!collect(&all, s, eq, k)) {
        if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
        return true;
    }
    bool found = find(c, &all, true, &open) || find(c, &all, false, &open);
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
    return found || open;
}
