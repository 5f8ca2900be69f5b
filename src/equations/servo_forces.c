#include "equations/servo_forces.h"

#include "equations/mass_matrix.h"
#include "kinematics/kinematics.h"

typedef struct account {
    vv_ctx *c;
    const vv_system *s;
    const vv_equations *eq;
    vv_expr *E;     /* dS/dw' - Q or an equivalent: the record at zero effort (n) */
    vv_expr *F;     /* (10): on the displacements on which the servos do no work (n - j) */
    vv_expr *force; /* λ in q, w, w', t (j) */
    vv_servo_forces *out;
} account;

/* ---- the servo constraints, substituted ---------------------------------------------------- */

vv_expr vv_servo_forces_substitute(vv_ctx *c, const vv_servo_forces *e, vv_expr x) {
    if (e->nused) vv_subst(c, e->nused, e->used, e->used_value, 1, &x, &x);
    return x;
}

static void use(account *k, vv_expr symbol, vv_expr value) {
    vv_servo_forces *o = k->out;
    vv_subst(k->c, 1, &symbol, &value, o->nused, o->used_value, o->used_value);
    o->used[o->nused] = symbol;
    o->used_value[o->nused++] = value;
}

/* x = value from e = 0, linear in x with a coefficient that is a number or of known sign. */
static bool solve_linear(vv_ctx *c, vv_expr e, vv_expr x, vv_expr *value) {
    vv_expr a = vv_diff(c, e, x);
    vv_sign sign = vv_known_sign(c, a);
    bool plain = vv_is_const(c, a)
                     ? !vv_is_zero(a)
                     : sign == VV_POSITIVE || sign == VV_NEGATIVE || sign == VV_NONZERO;
    if (!plain || vv_depends(c, a, 1, &x)) return false;
    *value = vv_neg(c, vv_div(c, vv_subst1(c, e, x, VV_ZERO), a));
    return true;
}

/* Driven coordinates first: Σ is described by its motion, the obstacles follow. */
static int in_order(const vv_servos *v, int i, int nq) {
    if (i < v->k) return v->driven[i];
    int a = nq - 1 - (i - v->k); /* then as declared, from the last */
    return a;
}

static int speed_of(const vv_system *s, int a) {
    for (int i = 0; i < s->n; i++)
        if (vv_same(s->w[i], s->qd[a])) return i;
    return -1;
}

/* Solves the velocity constraint for a speed: that of the coordinate just eliminated, or of a
 * driven one. */
static void use_velocity(account *k, vv_expr e, int preferred) {
    vv_ctx *c = k->c;
    const vv_system *s = k->s;
    const vv_servos *v = &s->servo;
    vv_expr value, rate;
    for (int i = -1; i < v->k + s->nq + s->n; i++) {
        int a = i < 0 ? preferred : i < v->k + s->nq ? in_order(v, i, s->nq) : -1;
        int w = i >= v->k + s->nq ? i - v->k - s->nq : a < 0 ? -1 : speed_of(s, a);
        if (w < 0 || !solve_linear(c, e, s->w[w], &value)) continue;
        rate = vv_servo_forces_substitute(
            c, k->out, vv_symbol_map_time_derivative(c, &s->maps.speed_rates, value));
        use(k, s->w[w], value);
        use(k, s->wd[w], vv_servo_forces_substitute(c, k->out, rate));
        return;
    }
}

static void use_relation(account *k, const vv_constraint_row *row) {
    vv_ctx *c = k->c;
    const vv_system *s = k->s;
    vv_expr value, e = row->velocity;
    int which = -1;
    vv_expr g = row->finite.id ? vv_servo_forces_substitute(c, k->out, row->finite) : VV_POISON;
    for (int i = 0; g.id && i < s->servo.k + s->nq && which < 0; i++) {
        int a = in_order(&s->servo, i, s->nq);
        if (!solve_linear(c, g, s->q[a], &value)) continue;
        use(k, s->q[a], value);
        which = a;
    }
    vv_subst(c, s->nq, s->qd, s->rate, 1, &e, &e);
    use_velocity(k, vv_servo_forces_substitute(c, k->out, e), which);
}

/* ---- forces and power ---------------------------------------------------------------------- */

/* E, F and λ from the record. */
static bool split_equations(account *k) {
    vv_ctx *c = k->c;
    const vv_servos *v = &k->s->servo;
    int n = k->s->n, j = v->j, m = 0;
    vv_expr *M = VV_MATRIX(c, vv_expr, j, j);
    k->E = VV_ARRAY(c, vv_expr, n + 1);
    k->F = VV_ARRAY(c, vv_expr, n + 1);
    k->force = VV_ARRAY(c, vv_expr, j + 1);
    if (!M || !k->E || !k->F || !k->force) return false;
    vv_subst_zero(c, j, v->force, n, k->eq->residual, k->E);
    for (int i = 0; i < n; i++) {
        bool solved = false;
        vv_expr e = k->E[i];
        for (int r = 0; r < j; r++) {
            solved |= v->solved[r] == i;
            e = vv_add(c, e, vv_mul(c, v->by[r * n + i], k->E[v->solved[r]]));
        }
        if (!solved) k->F[m++] = e;
    }
    for (int r = 0; r < j; r++) {
        k->force[r] = k->E[v->solved[r]];
        for (int l = 0; l < j; l++) M[r * j + l] = v->action[l * n + v->solved[r]];
    }
    return vv_solve(c, j, vv_factor(c, j, M), k->force, k->force) == VV_OK;
}

/* The w' not determined by the constraints, from F = 0: in closed form up to two of them. */
static int closed_accelerations(account *k, vv_expr *from, vv_expr *to) {
    vv_ctx *c = k->c;
    int n = k->s->n, m = n - k->s->servo.j, left = 0;
    vv_expr b[2], M[4], F[2];
    if (m > 2 || m < 1) return m == 0 ? 0 : -1;
    for (int i = 0; i < n; i++) {
        bool used = false;
        for (int u = 0; u < k->out->nused; u++) used |= vv_same(k->out->used[u], k->s->wd[i]);
        if (used) continue;
        if (left == m) return -1;
        from[left++] = k->s->wd[i];
    }
    for (int i = 0; i < m; i++) F[i] = vv_servo_forces_substitute(c, k->out, k->F[i]);
    vv_jacobian(c, m, F, m, from, M);
    vv_subst_zero(c, m, from, m, F, b);
    for (int i = 0; i < m; i++) b[i] = vv_neg(c, b[i]);
    vv_expr det = m == 1 ? M[0] : vv_sub(c, vv_mul(c, M[0], M[3]), vv_mul(c, M[1], M[2]));
    if (left < m || vv_is_identically_zero(c, &k->s->facts, det) != VV_FALSE) return -1;
    to[0] = m == 1 ? b[0] : vv_sub(c, vv_mul(c, b[0], M[3]), vv_mul(c, M[1], b[1]));
    if (m == 2) to[1] = vv_sub(c, vv_mul(c, M[0], b[1]), vv_mul(c, b[0], M[2]));
    for (int i = 0; i < m; i++) to[i] = vv_div(c, to[i], det);
    return m;
}

static void forces(account *k) {
    vv_ctx *c = k->c;
    const vv_system *s = k->s;
    const vv_servos *v = &s->servo;
    vv_servo_forces *o = k->out;
    int nq = s->nq, known;
    vv_expr from[2], to[2], *t = VV_ARRAY(c, vv_expr, v->j + 1), *p = VV_ARRAY(c, vv_expr, nq + 1);
    if (!t || !p) return;
    for (int a = 0; a < nq; a++) {
        bool any = false;
        for (int r = 0; r < v->j; r++) {
            any |= !vv_is_zero(v->through[r * nq + a]);
            t[r] = vv_mul(c, k->force[r], v->through[r * nq + a]);
        }
        if (!any) continue;
        vv_expr Q = vv_servo_forces_substitute(c, o, vv_sum(c, v->j, t));
        p[o->n] = vv_mul(c, Q, vv_servo_forces_substitute(c, o, s->rate[a]));
        o->at[o->n] = a;
        o->force[o->n++] = Q;
    }
    o->power = vv_sum(c, o->n, p);
    known = closed_accelerations(k, from, to);
    for (int i = 0; i < o->n && known >= 0; i++)
        vv_subst(c, known, from, to, 1, &o->force[i], &o->by_state[i]);
    if (known >= 0) vv_subst(c, known, from, to, 1, &o->power, &o->power_by_state);
}

/* ---- equilibrium --------------------------------------------------------------------------- */

static bool has_coordinates(vv_ctx *c, const vv_system *s, vv_expr e) {
    return vv_depends(c, e, s->nq, s->q);
}

vv_expr vv_expr_at_rest(vv_ctx *c, const vv_system *s, vv_expr e) {
    vv_subst_zero(c, s->n, s->wd, 1, &e, &e);
    vv_subst_zero(c, s->n, s->w, 1, &e, &e);
    return e;
}

static void must_vanish(account *k, vv_expr e) {
    e = vv_servo_forces_substitute(k->c, k->out, e);
    if (vv_depends(k->c, e, 1, &k->s->m->t))
        k->out->restless = "the forces depend on time";
    else if (!vv_vanishes(k->c, &k->s->facts, e))
        k->out->rest[k->out->nrest++] = e;
}

/* At rest P is its value at w = w' = 0; a nonholonomic servo constraint gives no condition
 * unless it has a velocity-free part [M-SERVO-EQUIL]. */
static void rest(account *k) {
    vv_ctx *c = k->c;
    const vv_system *s = k->s;
    const vv_servos *v = &s->servo;
    vv_servo_forces *o = k->out;
    for (int a = 0; a < s->nq && !o->restless; a++)
        if (!vv_vanishes(c, &s->facts, vv_expr_at_rest(k->c, k->s, s->rate[a])))
            o->restless = "a contact moves by itself";
    for (int r = 0; r < v->r && !o->restless; r++) {
        vv_expr e = v->row[r].velocity;
        vv_subst(c, s->nq, s->qd, s->rate, 1, &e, &e);
        e = vv_expr_at_rest(k->c, k->s, e);
        if (vv_vanishes(c, NULL, e)) continue;
        if (v->row[r].finite.id || !has_coordinates(c, s, e))
            o->restless = vv_format(c, "the %s keeps it moving", v->row[r].label);
        else
            must_vanish(k, e);
    }
    for (int i = 0; i < s->n - v->j && !o->restless; i++)
        must_vanish(k, vv_expr_at_rest(k->c, k->s, k->F[i]));
}

/* ---- parameters without influence ---------------------------------------------------------- */

static bool changes(account *k, vv_expr p, const vv_expr *x) {
    vv_ctx *c = k->c;
    const vv_system *s = k->s;
    for (int r = 0; r < s->servo.r + s->servo.nhidden; r++)
        if (vv_depends(c, s->servo.row[r].velocity, 1, &p) ||
            (s->servo.row[r].finite.id && vv_depends(c, s->servo.row[r].finite, 1, &p)))
            return true;
    for (int i = 0; i < s->nq + s->n; i++) {
        vv_expr e = i < s->nq ? s->rate[i] : x[i - s->nq];
        if (vv_depends(c, e, 1, &p) && !vv_vanishes(c, &s->facts, vv_diff(c, e, p))) return true;
    }
    return false;
}

static void idle(account *k) {
    enum { MOST = 600 }; /* derivatives examined */
    const vv_model *m = k->s->m;
    vv_expr *x = VV_ARRAY(k->c, vv_expr, k->eq->nunknowns + 1);
    if (!x || m->nparameters * k->s->n > MOST) return;
    if (vv_equations_solve(k->c, k->eq, x) != VV_OK) return;
    for (int i = 0; i < m->nparameters && vv_ctx_ok(k->c); i++)
        if (!changes(k, m->parameter[i].symbol, x))
            k->out->idle[k->out->nidle++] = m->parameter[i].symbol;
}

/* ---- energy -------------------------------------------------------------------------------- */

/* Nothing but the servos moves by itself: T is of degree 2, and neither T, U, the forces nor the
 * contacts depend on time. */
static bool is_scleronomic(vv_ctx *c, const vv_system *s) {
    const vv_facts *f = &s->facts;
    vv_expr t = s->m->t, e;
    bool still = vv_vanishes(c, f, s->T_degree[1]) && vv_vanishes(c, f, s->T_degree[0]) &&
                 !vv_depends(c, s->T, 1, &t) && !vv_depends(c, s->U, 1, &t);
    for (int a = 0; a < s->nq && still; a++) {
        vv_subst_zero(c, s->n, s->w, 1, &s->rate[a], &e);
        still = vv_vanishes(c, f, e);
    }
    return still;
}

vv_status vv_servo_forces_energy_balance(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                         const vv_prove_options *o, vv_energy_balance *out) {
    const vv_servos *v = &s->servo;
    vv_conservative_forces x;
    *out = (vv_energy_balance){.proof = {.which = -1}};
    if (!is_scleronomic(c, s) || vv_conservative_forces_find(c, s, &x) != VV_OK)
        return vv_ctx_status(c);
    bool exact = x.any && x.exact == VV_TRUE && x.U.id && !vv_depends(c, x.U, 1, &s->m->t);
    vv_expr *y = VV_ARRAY(c, vv_expr, eq->nunknowns + 1), e;
    if (!y || vv_equations_solve(c, eq, y) != VV_OK) return vv_ctx_status(c);
    out->applies = true;
    out->all_in_energy = !x.any || exact;
    out->energy = vv_sub(c, s->T, exact ? vv_add(c, s->U, x.U) : s->U);
    e = vv_symbol_map_time_derivative(c, &s->maps.coordinate_rates, out->energy);
    for (int a = 0; a < s->nq; a++) {
        vv_expr Q = exact ? VV_ZERO : s->Q[a];
        for (int r = 0; r < v->j; r++)
            Q = vv_add(c, Q, vv_mul(c, v->force[r], v->through[r * s->nq + a]));
        e = vv_sub(c, e, vv_mul(c, Q, s->qd[a]));
    }
    vv_subst(c, s->nq, s->qdd, s->rate_rate, 1, &e, &e);
    vv_subst(c, s->nq, s->qd, s->rate, 1, &e, &e);
    vv_subst(c, eq->nunknowns, eq->unknown, y, 1, &e, &e);
    return vv_prove_zero(c, &s->facts, 1, &e, o, &out->proof);
}

vv_status vv_servo_forces_find(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                               vv_servo_forces *out) {
    const vv_servos *v = &s->servo;
    account k = {.c = c, .s = s, .eq = eq, .out = out};
    *out = (vv_servo_forces){.at = VV_ARRAY(c, int, s->nq + 1)};
    out->force = VV_ARRAY(c, vv_expr, s->nq + 1);
    out->by_state = VV_ARRAY(c, vv_expr, s->nq + 1);
    out->rest = VV_ARRAY(c, vv_expr, s->n + v->r + 1);
    out->motion = VV_ARRAY(c, vv_expr, s->n + 1);
    out->idle = VV_ARRAY(c, vv_expr, s->m->nparameters + 1);
    out->used = VV_ARRAY(c, vv_expr, 3 * v->r + 1);
    out->used_value = VV_ARRAY(c, vv_expr, 3 * v->r + 1);
    if (!vv_ctx_ok(c) || !v->by || eq->w != s->w || eq->dual || eq->nmultipliers != v->r)
        return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
    for (int r = 0; r < v->r; r++) use_relation(&k, &v->row[r]);
    if (!split_equations(&k)) return vv_ctx_status(c);
    for (int i = 0; i < s->n - v->j; i++)
        out->motion[out->nmotion++] = vv_servo_forces_substitute(c, out, k.F[i]);
    forces(&k);
    rest(&k);
    idle(&k);
    return vv_ctx_status(c);
}
