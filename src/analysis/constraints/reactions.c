/* Constraint forces. With the accelerations of the motion, the equations in all coordinates as
 * if free,  E_a(T) - Q_a = sum λ_s A_sa,  give the multipliers of the active constraints
 * [Appell1896, nos. 441, 463]. A redundant constraint, A_j = sum k_s A_s, has a force too, but
 * it cannot be separated from theirs: only the λ_s + sum k_sj μ_j are determined. If a single
 * body rolls, Newton's law gives the contact force independently. */
#include <string.h>

#include "analysis/analysis.h"
#include "equations/stability/stability.h"
#include "equations/equations.h"
#include "formalism/formalism.h"
#include "kinematics/kinematics.h"
#include "algebra/algebra.h"

enum {
    MOST_NODES = 80
}; /* limit for substituting the accelerations; beyond it they are kept as symbols */

typedef struct work {
    vv_ctx *c;
    vv_document *d;
    const vv_study *study;
    const vv_system *s;
    vv_equations by;  /* with multipliers */
    int m, r;         /* active constraints, and redundant ones */
    int *given;       /* constraint of the model for each redundant one (r) */
    vv_expr *row;     /* coefficients of the redundant ones (r*nq) */
    vv_expr *mu;      /* their forces, as symbols                                        (r) */
    vv_expr *wd;      /* accelerations w' of the motion, in q, w, t (n) */
    vv_expr *balance; /* E_a(T) - Q_a in q, w, w', t (nq) */
    vv_expr *x; /* of each active constraint: λ and the k of the redundant ones (m*(1 + r)) */
    vv_status status;
} work;

/* The same as one reduced quotient if feasible. */
static vv_expr reduced_quotient(vv_ctx *c, vv_expr e) {
    vv_factors f;
    if (vv_is_const(c, e) || !vv_factorise(c, e, &f)) return e;
    vv_expr k = vv_rational(c, f.number);
    return vv_mul(c, k, vv_product_powers(c, f.n, f.factor, f.power));
}

/* ---- the linear system --------------------------------------------------------------------- */

static bool solve_motion(work *w) {
    const vv_equations *eq = w->study->eq;
    int n = w->s->n;
    vv_expr *M = VV_MATRIX(w->c, vv_expr, n, n), *b = VV_ARRAY(w->c, vv_expr, n + 1);
    w->wd = VV_ARRAY(w->c, vv_expr, eq->nunknowns + 1);
    if (!w->wd || !M || !b) return false;
    if (n <= VV_DETERMINANT_MAX && eq->nunknowns == n) {
        for (int i = 0; i < n * n; i++) M[i] = reduced_quotient(w->c, eq->matrix[i]);
        for (int i = 0; i < n; i++) b[i] = reduced_quotient(w->c, eq->rhs[i]);
        if (vv_solve_cramer(w->c, &w->s->facts, n, M, 1, b, w->wd)) {
            for (int i = 0; i < n; i++) w->wd[i] = reduced_quotient(w->c, w->wd[i]);
            return vv_ctx_ok(w->c);
        }
    }
    return vv_ctx_ok(w->c) && vv_equations_solve(w->c, eq, w->wd) == VV_OK;
}

/* In q, w, w': accelerations and velocities expressed by the speeds. */
static void by_speeds(work *w, int n, vv_expr *e) {
    const vv_system *s = w->s;
    vv_expr *from = VV_ARRAY(w->c, vv_expr, 2 * s->nq + 1),
            *to = VV_ARRAY(w->c, vv_expr, 2 * s->nq + 1);
    if (!from || !to) return;
    for (int i = 0; i < s->nq; i++) {
        from[i] = s->qdd[i], to[i] = s->rate_rate[i];
        from[s->nq + i] = s->qd[i], to[s->nq + i] = s->rate[i];
    }
    vv_subst(w->c, 2 * s->nq, from, to, n, e, e);
}

static vv_expr in_motion(work *w, vv_expr e) {
    vv_subst(w->c, w->s->n, w->s->wd, w->wd, 1, &e, &e);
    return e;
}

static void make_balance(work *w) {
    int nq = w->s->nq;
    w->balance = VV_ARRAY(w->c, vv_expr, nq + 1);
    if (!w->balance) return;
    vv_subst_zero(w->c, w->m, w->by.lambda, nq, w->by.residual, w->balance);
    by_speeds(w, nq, w->balance);
}

static void coefficients(work *w, int constraint, vv_expr *out) {
    const vv_system *s = w->s;
    const vv_constraint *k = &s->m->constraint[constraint];
    vv_expr f = vv_expr_in_coordinates(w->c, s, k->value);
    if (k->order == 0)
        vv_gradient(w->c, k->value, s->nq, s->q, out);
    else
        vv_gradient(w->c, f, s->nq, s->qd, out);
}

/* The redundant constraints, with symbols for their forces. */
static void list_redundant(work *w) {
    const vv_system *s = w->s;
    int most = s->nfindings;
    w->given = VV_ARRAY(w->c, int, most + 1);
    w->mu = VV_ARRAY(w->c, vv_expr, most + 1);
    w->row = VV_MATRIX(w->c, vv_expr, most, s->nq);
    if (!w->given || !w->mu || !w->row) return;
    for (int i = 0; i < most; i++)
        if (s->finding[i].kind == VV_FINDING_REDUNDANT) w->given[w->r++] = s->finding[i].constraint;
    for (int i = 0; i < w->r; i++) {
        const char *name = w->r == 1 ? "μ" : vv_format(w->c, "μ%d", i + 1);
        w->mu[i] = vv_fresh_symbol(w->c, s->m, name, VV_SYM_MULTIPLIER);
        coefficients(w, w->given[i], w->row + i * s->nq);
    }
}

/* Coordinates with simple coefficients first: they give short quotients. */
static void by_simplicity(work *w, int *order) {
    int nq = w->s->nq;
    for (int a = 0; a < nq; a++) {
        int weight = 0, k = a;
        for (int i = 0; i < w->m; i++) {
            vv_expr e = w->s->row[i].column[a];
            weight += vv_is_zero(e) ? 0 : vv_is_const(w->c, e) ? 1 : 4;
        }
        for (; k > 0 && order[nq + k - 1] > weight; k--) {
            order[k] = order[k - 1];
            order[nq + k] = order[nq + k - 1];
        }
        order[k] = a;
        order[nq + k] = weight;
    }
}

/* As many coordinates as constraints, whose equations give the multipliers and the k. */
static bool solve_multipliers(work *w) {
    vv_ctx *c = w->c;
    int m = w->m, nq = w->s->nq, k = 1 + w->r, rank = 0;
    vv_expr *A = VV_MATRIX(c, vv_expr, m, nq), *N = VV_MATRIX(c, vv_expr, m, m),
            *b = VV_MATRIX(c, vv_expr, m, k);
    int *row = VV_ARRAY(c, int, m + 1), *at = VV_ARRAY(c, int, m + 1),
        *order = VV_ARRAY(c, int, 2 * nq + 1);
    w->x = VV_MATRIX(c, vv_expr, m, k);
    if (!A || !N || !b || !row || !at || !order || !w->x) return false;
    for (int i = 0; i < m; i++) memcpy(A + i * nq, w->s->row[i].column, (size_t)nq * sizeof *A);
    by_simplicity(w, order);
    if (vv_generic_rank(c, &w->s->facts, m, nq, A, &rank, row, at, order) != VV_OK || rank < m)
        return false;
    for (int i = 0; i < m; i++) { /* at[i] is paired with constraint row[i], as on a diagonal */
        for (int j = 0; j < m; j++) N[row[i] * m + j] = A[j * nq + at[i]];
        b[row[i] * k] = reduced_quotient(c, w->balance[at[i]]);
        for (int j = 0; j < w->r; j++) b[row[i] * k + 1 + j] = w->row[j * nq + at[i]];
    }
    if (!vv_solve_cramer(c, &w->s->facts, m, N, k, b, w->x)) return false;
    for (int i = 0; i < m * k; i++) w->x[i] = reduced_quotient(c, w->x[i]);
    return vv_ctx_ok(c);
}

/* ---- proofs -------------------------------------------------------------------------------- */

/* The force of the constraints on coordinate a: of all of them, or of one contact. */
static vv_expr constraint_force(work *w, int rolling, int a) {
    vv_expr sum = VV_ZERO;
    for (int i = 0; i < w->m; i++) {
        const vv_constraint_row *r = &w->s->row[i];
        if (rolling >= 0 && w->s->m->constraint[r->given].rolling != rolling) continue;
        sum = vv_add(w->c, sum, vv_mul(w->c, w->x[i * (1 + w->r)], r->column[a]));
    }
    return sum;
}

static void prove(work *w, const char *what, int n, vv_expr *e) {
    vv_proof p;
    for (int i = 0; i < n; i++) e[i] = in_motion(w, e[i]);
    if (vv_prove_zero(w->c, &w->s->facts, n, e, w->study->how, &p) != VV_OK) return;
    if (vv_topic_verdict(w->d, "verdict", what, &p, NULL) == VV_E_BEYOND) w->status = VV_E_BEYOND;
}

static void prove_balance(work *w) {
    int nq = w->s->nq;
    vv_expr *e = VV_ARRAY(w->c, vv_expr, nq + 1);
    if (!e) return;
    for (int a = 0; a < nq; a++) e[a] = vv_sub(w->c, w->balance[a], constraint_force(w, -1, a));
    prove(
        w,
        "with these forces the equations of all coordinates, taken as free, hold along the motion",
        nq, e);
}

static void prove_redundant(work *w) {
    int nq = w->s->nq, k = 1 + w->r;
    vv_expr *e = VV_MATRIX(w->c, vv_expr, w->r, nq);
    if (!e || !w->r) return;
    for (int j = 0; j < w->r; j++)
        for (int a = 0; a < nq; a++) {
            vv_expr sum = w->row[j * nq + a];
            for (int i = 0; i < w->m; i++)
                sum = vv_sub(w->c, sum, vv_mul(w->c, w->x[i * k + 1 + j], w->s->row[i].column[a]));
            e[j * nq + a] = sum;
        }
    prove(w, "a force of these constraints can be traded for forces of the others", w->r * nq, e);
}

/* ---- the report ---------------------------------------------------------------------------- */

/* In q and w if that is short enough, else with the w' of the motion. */
static vv_expr readable(work *w, vv_expr e) {
    vv_expr part = reduced_quotient(w->c, e), whole = reduced_quotient(w->c, in_motion(w, part));
    int n = 0, m = 0;
    vv_expr_topological_order(w->c, 1, &whole, &n);
    vv_expr_topological_order(w->c, 1, &part, &m);
    return n <= MOST_NODES || n <= m ? whole : part;
}

static void put_multiplier(work *w, int i) {
    vv_ctx *c = w->c;
    const vv_constraint_row *r = &w->s->row[i];
    const vv_expr *x = w->x + i * (1 + w->r);
    vv_expr left = w->by.lambda[i], value = readable(w, x[0]);
    if (w->s->m->constraint[r->given].kind == VV_CON_NORM) return; /* not a contact force */
    for (int j = 0; j < w->r; j++) left = vv_add(c, left, vv_mul(c, x[1 + j], w->mu[j]));
    if (vv_same(left, w->by.lambda[i])) {
        vv_document_definition(w->d, "force", left, value, r->label);
        return;
    }
    const char *name = vv_symbol_get(c, w->by.lambda[i])->name,
               *what = vv_format(c, "only this combination is determined; %s: %s", name, r->label);
    int nodes = 0;
    vv_expr_topological_order(c, 1, &value, &nodes);
    bool apart = nodes > MOST_NODES / 4;
    vv_expr F = vv_fresh_symbol(c, w->s->m, vv_format(c, "F%d", i + 1), VV_SYM_OTHER);
    vv_document_equation(w->d, "combination", name, left, apart ? F : value, VV_POISON, what);
    if (apart) vv_document_definition(w->d, "value", F, value, NULL);
}

static void put_redundant(work *w) {
    for (int j = 0; j < w->r; j++)
        vv_document_definition(
            w->d, "undetermined", w->mu[j], VV_POISON,
            vv_format(w->c, "not determined: %s", w->s->m->constraint[w->given[j]].label));
}

/* A contact has three constraints, and a fourth if it does not pivot. */
static bool without_pivoting(const vv_model *m, int rolling) {
    int n = 0;
    for (int i = 0; i < m->nconstraints; i++) n += m->constraint[i].rolling == rolling;
    return n > 3;
}

/* Its generalized forces are those of the multipliers of this contact: Newton against Lagrange. */
static void prove_contact(work *w, int rolling, const vv_expr R[3]) {
    const vv_system *s = w->s;
    int nq = s->nq;
    vv_expr *e = VV_ARRAY(w->c, vv_expr, nq + 1), *by = VV_ARRAY(w->c, vv_expr, nq + 1), v[3];
    if (without_pivoting(s->m, rolling)) return; /* its couple does work too */
    if (!e || !by || !vv_vec_components(w->c, &s->m->frames, s->m->rolling[rolling].slip, 0, v))
        return;
    for (int a = 0; a < nq; a++) e[a] = constraint_force(w, rolling, a);
    for (int i = 0; i < 3;
         i++) { /* R does work on the velocity of the material point of the body there */
        v[i] = vv_expr_in_coordinates(w->c, s, v[i]);
        vv_gradient(w->c, v[i], nq, s->qd, by);
        for (int a = 0; a < nq; a++) e[a] = vv_sub(w->c, e[a], vv_mul(w->c, R[i], by[a]));
    }
    prove(w, "the multipliers of the contact give the work of this force", nq, e);
}

/* Rolling persists while F < f N and N > 0 [Appell1899, no. 9; M-FRICTION]. R: symbols of the
 * force. */
static void put_margin(work *w, const vv_rolling *k, const vv_expr R[3]) {
    vv_ctx *c = w->c;
    vv_expr n[3], square[3], part[3], N = vv_fresh_symbol(c, w->s->m, "N", VV_SYM_OTHER),
                                      F = vv_fresh_symbol(c, w->s->m, "F", VV_SYM_OTHER);
    if (!k->normal.n || !vv_vec_components(c, &w->s->m->frames, k->normal, 0, n)) return;
    for (int i = 0; i < 3; i++) {
        bool axis = vv_is_zero(n[(i + 1) % 3]) && vv_is_zero(n[(i + 2) % 3]);
        if (axis && vv_known_sign(c, n[i]) == VV_POSITIVE) n[i] = VV_ONE;
        square[i] = vv_mul(c, n[i], n[i]);
        part[i] = vv_mul(c, n[i], R[i]);
    }
    vv_expr along = vv_sum(c, 3, part), length = vv_sum(c, 3, square);
    if (!vv_vanishes(c, &w->s->facts, vv_sub(c, length, VV_ONE)))
        along = vv_div(c, along, vv_sqrt(c, length));
    for (int i = 0; i < 3; i++) square[i] = vv_mul(c, R[i], R[i]);
    bool axis = vv_symbol_get(c, along) != NULL;
    vv_expr whole = vv_sum(c, 3, square), normal = axis ? along : N,
            rest = vv_sub(c, whole, vv_mul(c, normal, normal));
    vv_document_definition(w->d, "normal", N, vv_expr_in_speeds(c, w->s, along), "normal reaction");
    vv_document_definition(w->d, "tangential", vv_mul(c, F, F), vv_expr_in_speeds(c, w->s, rest),
                           "F: tangential reaction");
    vv_document_inequality(w->d, "touches", N, ">", VV_ZERO, "the contact does not separate");
    if (k->has_friction)
        vv_document_inequality(w->d, "holds", vv_div(c, F, N), "<",
                               k->friction_static.id ? k->friction_static : k->friction,
                               "rolling holds");
    else
        vv_document_paragraph(w->d, "friction", "rolling needs a friction coefficient above F/N");
}

static void put_contact(work *w, int rolling) {
    vv_ctx *c = w->c;
    const vv_rolling *k = &w->s->m->rolling[rolling];
    const char *why;
    vv_expr R[3], symbol[3];
    if (!vv_reaction_at_point(c, w->s, k->at, R, &why) || !vv_ctx_ok(c)) return;
    for (int i = 0; i < 3; i++) R[i] = vv_expr_in_speeds(c, w->s, R[i]);
    vv_document_begin(w->d, "contact", true,
                      vv_format(c, "Support force from Newton's law: %s", k->label));
    for (int i = 0; i < 3; i++) {
        const char *name = vv_format(c, "R_%c", 'x' + i);
        symbol[i] = vv_fresh_symbol(c, w->s->m, name, VV_SYM_OTHER);
        vv_document_definition(w->d, "component", symbol[i], readable(w, R[i]),
                               vv_format(c, "along world.%c", 'x' + i));
    }
    if (k->support_frame == 0 && k->support_body < 0) prove_contact(w, rolling, R);
    put_margin(w, k, symbol);
    vv_document_end(w->d);
}

static vv_status fill(vv_ctx *c, const vv_study *study, vv_document *d) {
    const vv_system *s = study->s;
    work w = {.c = c, .d = d, .study = study, .s = s, .m = s->nrows};
    const char *why;
    vv_status status =
        vv_formalism_run(c, vv_formalism_for(VV_FORMALISM_MULTIPLIERS), s, &w.by, &why);
    if (status != VV_OK || !solve_motion(&w)) return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
    make_balance(&w);
    list_redundant(&w);
    if (!vv_ctx_ok(c) || !solve_multipliers(&w)) {
        vv_document_paragraph(d, "remark",
                              "there are too many constraints to write out their forces");
        return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
    }
    if (s->rank == 0) {
        vv_document_paragraph(
            d, "remark",
            "the only constraints are norms of Euler parameters, which exert no contact force");
        return VV_OK;
    }
    vv_document_paragraph(
        d, "convention",
        "the force of a constraint f = 0 is its multiplier times ∂f/∂q' (∂f/∂q for a holonomic "
        "one) on each coordinate, on the side of the applied forces");
    for (int i = 0; i < w.m && vv_ctx_tick(c); i++) put_multiplier(&w, i);
    put_redundant(&w);
    prove_redundant(&w);
    prove_balance(&w);
    for (int i = 0; i < s->m->nrollings && vv_ctx_tick(c); i++) put_contact(&w, i);
    return vv_ctx_ok(c) ? w.status : vv_ctx_status(c);
}

const vv_topic vv_topic_reactions = {
    .name = "reactions",
    .title = "Forces of the constraints",
    .text = "every constraint force in symbols, and which combinations are determined",
    .needs = VV_NEEDS_MOTION | VV_NEEDS_LINEAR | VV_NEEDS_CONSTRAINTS,
    .fill = fill,
};
