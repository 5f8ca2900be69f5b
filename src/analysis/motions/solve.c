/* Closed forms of motions: coordinates whose equation of motion contains no other coordinate.
 *
 *   linear     q'' = -κ q - 2δ q' + F(t), κ and δ constant, F a sum of harmonic terms
 *   quadratic  q'' = a q'^2 + b(q), a constant, b a polynomial or a sum of harmonic terms of q:
 *              the integrating factor exp(-2 a q) makes it linear in q'^2 [Euler]
 *
 * Each solution has the initial values as its constants and is proved by insertion, case by case
 * where signs of parameters are not known. */
#include "analysis/forced/forced.h"
#include "analysis/analysis.h"
#include "analysis/solve/solve.h"
#include "algebra/algebra.h"
#include "equations/stability/stability.h"
#include "geometry/geometry.h"

enum { MOST = VV_DETERMINANT_MAX, MOST_DEGREE = 4 };

typedef struct work {
    vv_ctx *c;
    vv_document *d;
    const vv_study *study;
    const vv_system *s;
    vv_facts facts;     /* of the case at hand */
    vv_expr t, q, v, f; /* q' = v, q'' = f(q, v, t) */
    vv_expr q0, v0;     /* at t = 0 */
    vv_status status;
} work;

static bool vanishes(work *w, vv_expr e) { return vv_vanishes(w->c, &w->facts, e); }

/* In value, not only in form. */
static bool depends(work *w, vv_expr e, vv_expr x) {
    return vv_depends(w->c, e, 1, &x) && !vanishes(w, vv_diff(w->c, e, x));
}

static vv_expr square(vv_ctx *c, vv_expr e) { return vv_mul(c, e, e); }
static vv_expr twice(vv_ctx *c, vv_expr e) { return vv_mul(c, vv_int(c, 2), e); }

static vv_expr exponential(vv_ctx *c, vv_expr e) { return vv_call(c, VV_EXP, 1, &e); }

/* The facts with e > 0, or e != 0, added. */
static vv_facts with_fact(work *w, bool positive, vv_expr e) {
    vv_facts out = w->facts;
    int n = positive ? out.npositive : out.nnonzero;
    const vv_expr *old = positive ? out.positive : out.nonzero;
    vv_expr *all = VV_ARRAY(w->c, vv_expr, n + 1);
    if (!all) return out;
    for (int i = 0; i < n; i++) all[i] = old[i];
    all[n] = e;
    if (positive)
        out.positive = all, out.npositive++;
    else
        out.nonzero = all, out.nnonzero++;
    return out;
}

static void prove(work *w, const char *what, int n, const vv_expr *e) {
    vv_proof p;
    if (vv_prove_zero(w->c, &w->facts, n, e, w->study->how, &p) != VV_OK) return;
    if (vv_topic_verdict(w->d, "proof", what, &p, NULL) == VV_E_BEYOND) w->status = VV_E_BEYOND;
}

/* ---- linear equations ---- */

typedef struct linear_law {
    vv_expr kappa, delta, D; /* D = κ - δ^2 */
    int n;
    vv_harmonic force[VV_HARMONICS_MOST];
} linear_law;

static bool read_linear(work *w, linear_law *k) {
    vv_ctx *c = w->c;
    vv_expr fq = vv_diff(c, w->f, w->q), fv = vv_diff(c, w->f, w->v), F = w->f;
    const vv_expr state[] = {w->q, w->v, w->t};
    for (int i = 0; i < 3; i++) {
        if (depends(w, fq, state[i]) || depends(w, fv, state[i])) return false;
        fq = vv_subst1(c, fq, state[i], VV_ZERO), fv = vv_subst1(c, fv, state[i], VV_ZERO);
    }
    vv_subst_zero(c, 2, state, 1, &F, &F);
    *k = (linear_law){.kappa = vv_factored(c, vv_neg(c, fq)),
                      .delta = vv_factored(c, vv_neg(c, vv_half(c, fv)))};
    if (vanishes(w, k->kappa)) k->kappa = VV_ZERO;
    if (vanishes(w, k->delta)) k->delta = VV_ZERO;
    k->D = vv_sub(c, k->kappa, square(c, k->delta));
    if (vanishes(w, k->D)) k->D = VV_ZERO;
    k->n = vanishes(w, F) ? 0 : vv_harmonics_of(c, F, w->t, k->force);
    vv_expr law = vv_sub(c, F, vv_mul(c, k->kappa, w->q));
    law = vv_sub(c, law, vv_mul(c, twice(c, k->delta), w->v));
    /* the derivatives of |x|, sign(x) and cases do not tell their jumps */
    return k->n >= 0 && vanishes(w, vv_sub(c, w->f, law)) && vv_ctx_ok(c);
}

/* The motion that one term of the force keeps up. */
static vv_expr forced(work *w, const linear_law *k, const vv_harmonic *h) {
    vv_ctx *c = w->c;
    vv_expr a = h->amplitude, W = h->frequency, t = w->t;
    if (vv_is_zero(W) || vanishes(w, W)) {
        a = vv_mul(c, a, vv_cos(c, h->phase));
        if (!vv_is_zero(k->kappa)) return vv_div(c, a, k->kappa);
        if (!vv_is_zero(k->delta)) return vv_div(c, vv_mul(c, a, t), twice(c, k->delta));
        return vv_half(c, vv_mul(c, a, square(c, t)));
    }
    vv_expr angle = vv_add(c, vv_mul(c, W, t), h->phase), apart = vv_sub(c, k->kappa, square(c, W)),
            damped = vv_mul(c, twice(c, k->delta), W);
    if (vv_is_zero(k->delta) && vanishes(w, apart)) /* resonance */
        return vv_div(c, vv_mul(c, vv_mul(c, a, t), vv_sin(c, angle)), twice(c, W));
    if (vv_is_zero(k->delta)) return vv_div(c, vv_mul(c, a, vv_cos(c, angle)), apart);
    vv_expr sum =
        vv_add(c, vv_mul(c, apart, vv_cos(c, angle)), vv_mul(c, damped, vv_sin(c, angle)));
    return vv_div(c, vv_mul(c, a, sum), vv_add(c, square(c, apart), square(c, damped)));
}

/* Free motions u with u, u' = 1, 0 and 0, 1 at t = 0; sign: of D. */
static void free_motions(work *w, const linear_law *k, int sign, vv_expr u[2]) {
    vv_ctx *c = w->c;
    vv_expr t = w->t, decay = exponential(c, vv_neg(c, vv_mul(c, k->delta, t)));
    if (vv_is_zero(k->kappa) && !vv_is_zero(k->delta)) {
        vv_expr rate = twice(c, k->delta), e = exponential(c, vv_neg(c, vv_mul(c, rate, t)));
        u[0] = VV_ONE, u[1] = vv_div(c, vv_sub(c, VV_ONE, e), rate);
        return;
    }
    if (sign == 0) {
        u[1] = vv_mul(c, t, decay);
        u[0] = vv_mul(c, vv_add(c, VV_ONE, vv_mul(c, k->delta, t)), decay);
        return;
    }
    vv_expr rate = vv_sqrt(c, sign > 0 ? k->D : vv_neg(c, k->D)), turn = vv_mul(c, rate, t);
    vv_expr C = vv_call(c, sign > 0 ? VV_COS : VV_COSH, 1, &turn),
            S = vv_call(c, sign > 0 ? VV_SIN : VV_SINH, 1, &turn);
    u[1] = vv_div(c, vv_mul(c, decay, S), rate);
    u[0] = vv_mul(c, decay, vv_add(c, C, vv_div(c, vv_mul(c, k->delta, S), rate)));
}

static void put_solution(work *w, const linear_law *k, int sign) {
    vv_ctx *c = w->c;
    vv_expr u[2], kept = VV_ZERO;
    free_motions(w, k, sign, u);
    for (int i = 0; i < k->n; i++) kept = vv_add(c, kept, forced(w, k, &k->force[i]));
    vv_expr rate = vv_diff(c, kept, w->t), at = vv_subst1(c, kept, w->t, VV_ZERO),
            going = vv_subst1(c, rate, w->t, VV_ZERO);
    vv_expr x =
        vv_add(c, vv_mul(c, vv_sub(c, w->q0, at), u[0]), vv_mul(c, vv_sub(c, w->v0, going), u[1]));
    x = vv_add(c, x, kept);
    vv_expr v = vv_diff(c, x, w->t), from[] = {w->q, w->v}, to[] = {x, v}, f = w->f;
    vv_subst(c, 2, from, to, 1, &f, &f);
    const vv_expr zero[] = {vv_sub(c, vv_diff(c, v, w->t), f),
                            vv_sub(c, vv_subst1(c, x, w->t, VV_ZERO), w->q0),
                            vv_sub(c, vv_subst1(c, v, w->t, VV_ZERO), w->v0)};
    vv_document_definition(w->d, "solution", w->q, x, NULL);
    prove(w, "inserted into the equation of motion, with its values at t = 0", 3, zero);
}

/* A symbol by which e = 0 is solved, and its value; false: e is linear in none. */
static bool solve_linearly(work *w, vv_expr e, vv_expr *symbol, vv_expr *value) {
    vv_ctx *c = w->c;
    int n;
    vv_expr *all = vv_expr_symbols(c, 1, &e, &n);
    for (int i = 0; all && i < n; i++) {
        vv_expr slope = vv_diff(c, e, all[i]);
        if (depends(w, slope, all[i]) || vanishes(w, slope)) continue;
        vv_expr rest = vv_subst1(c, e, all[i], VV_ZERO);
        *symbol = all[i], *value = vv_neg(c, vv_div(c, rest, slope));
        return true;
    }
    return false;
}

/* The same by a factor that may vanish, with a positive coefficient of the value if possible:
 * w = r of w^2 = r^2. */
static bool solve_by_factor(work *w, vv_expr e, vv_expr *symbol, vv_expr *value) {
    vv_ctx *c = w->c;
    vv_factors f;
    bool found = solve_linearly(w, e, symbol, value);
    if (found || !vv_factorise(c, e, &f)) return found;
    for (int i = 0; i < f.n; i++) {
        vv_expr x, is;
        vv_rat k;
        if (f.power[i] < 0 || vv_sign_given_facts(c, &w->facts, f.factor[i]) != VV_ANY_SIGN ||
            !solve_linearly(w, f.factor[i], &x, &is))
            continue;
        vv_split_rational(c, is, &k);
        if (found && vv_rat_sign(k) < 0) continue;
        *symbol = x, *value = is, found = true;
    }
    return found;
}

static void put_linear(work *w, bool special);

/* The case e = 0, in which a parameter is given by the others. */
static void put_special(work *w, vv_expr e, const char *title) {
    vv_expr symbol, value;
    if (!solve_by_factor(w, e, &symbol, &value)) return;
    work own = *w;
    own.f = vv_subst1(w->c, w->f, symbol, value);
    vv_document_begin(w->d, "case", true, title);
    vv_document_definition(w->d, "where", symbol, value, NULL);
    put_linear(&own, true);
    vv_document_end(w->d);
    if (own.status != VV_OK) w->status = own.status;
}

static void put_sign(work *w, const linear_law *k, int sign, const char *title) {
    work own = *w;
    own.facts = with_fact(w, true, sign > 0 ? k->D : vv_neg(w->c, k->D));
    vv_document_begin(w->d, "case", true, title);
    vv_document_inequality(w->d, "where", k->D, sign > 0 ? ">" : "<", VV_ZERO, NULL);
    put_solution(&own, k, sign);
    vv_document_end(w->d);
    if (own.status != VV_OK) w->status = own.status;
}

/* Terms of the force that may be in resonance: elsewhere their frequencies are apart from it. */
static void exclude_resonance(work *w, const linear_law *k) {
    for (int i = 0; i < k->n && vv_is_zero(k->delta); i++) {
        vv_expr W = k->force[i].frequency, apart = vv_sub(w->c, k->kappa, square(w->c, W));
        if (vv_is_zero(W) || vanishes(w, apart) || vv_is_const(w->c, apart)) continue;
        if (vv_sign_given_facts(w->c, &w->facts, apart) != VV_ANY_SIGN) continue;
        w->facts = with_fact(w, false, apart);
        vv_document_inequality(w->d, "where", square(w->c, W), "≠", k->kappa, NULL);
    }
}

static void put_linear(work *w, bool special) {
    linear_law k;
    if (!read_linear(w, &k)) return;
    vv_sign sign = vv_is_zero(k.D) ? VV_ANY_SIGN : vv_sign_given_facts(w->c, &w->facts, k.D);
    bool damped = !vv_is_zero(k.delta), bare = vv_is_zero(k.kappa);
    const vv_facts before = w->facts;
    exclude_resonance(w, &k);
    if (vv_is_zero(k.D) || bare) {
        put_solution(w, &k, 0);
    } else if (sign == VV_POSITIVE || sign == VV_NEGATIVE) {
        put_solution(w, &k, sign == VV_POSITIVE ? 1 : -1);
    } else {
        vv_sign below = vv_sign_given_facts(w->c, &w->facts, vv_neg(w->c, k.D));
        if (below != VV_NONNEGATIVE) put_sign(w, &k, 1, damped ? "Weak damping" : "Oscillation");
        if (sign != VV_NONNEGATIVE) put_sign(w, &k, -1, damped ? "Strong damping" : "Departure");
        if (!special) put_special(w, k.D, damped ? "Critical damping" : "No restoring force");
    }
    w->facts = before;
    for (int i = 0; i < k.n && !special && !damped; i++) {
        vv_expr W = k.force[i].frequency, apart = vv_sub(w->c, k.kappa, square(w->c, W));
        if (!vv_is_zero(W) && !vv_is_const(w->c, apart) && !vanishes(w, apart) &&
            vv_sign_given_facts(w->c, &w->facts, apart) == VV_ANY_SIGN)
            put_special(w, apart, "Resonance");
    }
}

/* ---- quadratic in the rate ---- */

/* A solution p of p' = 2 a p + 2 b(q), b a polynomial. */
static bool by_powers(work *w, vv_expr a, vv_expr b, vv_expr *p) {
    vv_ctx *c = w->c;
    vv_expr k[MOST_DEGREE + 1], above = VV_ZERO;
    int n = vv_polynomial_coefficients(c, b, w->q, MOST_DEGREE, k);
    *p = VV_ZERO;
    for (int i = n; i >= 0; i--) {
        vv_expr power = vv_pow_int(c, w->q, vv_is_zero(a) ? i + 1 : i), coefficient;
        if (vv_is_zero(a)) {
            coefficient = vv_div(c, twice(c, k[i]), vv_int(c, i + 1));
        } else {
            vv_expr from = vv_mul(c, vv_int(c, i + 1), above);
            coefficient = vv_div(c, vv_sub(c, from, twice(c, k[i])), twice(c, a));
            above = coefficient;
        }
        *p = vv_add(c, *p, vv_mul(c, coefficient, power));
    }
    return n >= 0;
}

/* The same for a sum of harmonic terms in q. */
static bool by_harmonics(work *w, vv_expr a, vv_expr b, vv_expr *p) {
    vv_ctx *c = w->c;
    vv_harmonic h[VV_HARMONICS_MOST];
    int n = vv_harmonics_of(c, b, w->q, h);
    *p = VV_ZERO;
    for (int i = 0; i < n; i++) {
        vv_expr W = h[i].frequency, B = h[i].amplitude, part;
        if (vv_is_zero(W)) {
            vv_expr constant = vv_mul(c, B, vv_cos(c, h[i].phase));
            if (!by_powers(w, a, constant, &part)) return false;
        } else {
            vv_expr angle = vv_add(c, vv_mul(c, W, w->q), h[i].phase),
                    sum = vv_sub(c, vv_mul(c, W, vv_sin(c, angle)),
                                 vv_mul(c, twice(c, a), vv_cos(c, angle))),
                    below = vv_add(c, square(c, W), square(c, twice(c, a)));
            part = vv_div(c, vv_mul(c, twice(c, B), sum), below);
        }
        *p = vv_add(c, *p, part);
    }
    return n >= 0;
}

/* q'^2 = p(q) + (v0^2 - p(q0)) exp(2 a (q - q0)) */
static bool put_quadratic(work *w) {
    vv_ctx *c = w->c;
    vv_expr k[3] = {VV_ZERO, VV_ZERO, VV_ZERO}, p, T[] = {w->t};
    if (vv_depends(c, w->f, 1, T) || vv_polynomial_coefficients(c, w->f, w->v, 2, k) < 0)
        return false;
    if (!vanishes(w, k[1]) || depends(w, k[2], w->q)) return false;
    vv_expr a = vanishes(w, k[2]) ? VV_ZERO : vv_subst1(c, k[2], w->q, VV_ZERO);
    if (!by_powers(w, a, k[0], &p) && !by_harmonics(w, a, k[0], &p)) return false;
    vv_expr decay = exponential(c, vv_neg(c, twice(c, vv_mul(c, a, w->q))));
    vv_expr constant = vv_mul(c, vv_sub(c, square(c, w->v), p), decay);
    vv_expr travelled = vv_sub(c, w->q, w->q0), start = vv_subst1(c, p, w->q, w->q0);
    vv_expr grown = exponential(c, twice(c, vv_mul(c, a, travelled)));
    vv_document_definition(w->d, "speed_squared", vv_pow_int(c, w->v, 2),
                           vv_add(c, p, vv_mul(c, vv_sub(c, square(c, w->v0), start), grown)),
                           NULL);
    const vv_expr rate = vv_add(c, vv_mul(c, vv_diff(c, constant, w->q), w->v),
                                vv_mul(c, vv_diff(c, constant, w->v), w->f));
    prove(w, "its constant is a first integral", 1, &rate);
    return true;
}

/* f where the rate has the given sign: |v| and sign(v) are replaced. */
static vv_expr with_sign(work *w, int sign) {
    vv_ctx *c = w->c;
    const vv_expr from[] = {vv_call(c, VV_ABS, 1, &w->v), vv_call(c, VV_SIGN, 1, &w->v)},
                  to[] = {sign > 0 ? w->v : vv_neg(c, w->v), vv_int(c, sign)};
    vv_expr f = w->f;
    vv_subst(c, 2, from, to, 1, &f, &f);
    return f;
}

static bool put_branch(work *w, int sign) {
    work own = *w;
    own.f = with_sign(w, sign);
    vv_document_begin(w->d, "case", true, sign > 0 ? "Forwards" : "Backwards");
    vv_document_inequality(w->d, "where", w->v, sign > 0 ? ">" : "<", VV_ZERO, NULL);
    bool found = put_quadratic(&own);
    if (!found) vv_document_paragraph(w->d, "remark", "%s", "no closed form of these kinds");
    vv_document_end(w->d);
    if (own.status != VV_OK) w->status = own.status;
    return found;
}

/* ---- each coordinate ---- */

static void put_coordinate(work *w, const char *label) {
    vv_ctx *c = w->c;
    linear_law k;
    const char *name = vv_symbol_get(c, w->q)->name;
    w->q0 = vv_symbol_new(c, vv_format(c, "%s_0", name), VV_SYM_OTHER);
    w->v0 = vv_symbol_new(c, vv_format(c, "v_%s", name), VV_SYM_OTHER);
    vv_document_begin(w->d, "coordinate", true, label);
    vv_document_paragraph(w->d, "constants", "%s_0 and v_%s are %s and %s' at t = 0", name, name,
                          name, name);
    bool rough = !vv_same(with_sign(w, 1), w->f);
    if (read_linear(w, &k)) {
        put_linear(w, false);
    } else if (rough) {
        put_branch(w, 1);
        put_branch(w, -1);
    } else if (!put_quadratic(w)) {
        vv_document_paragraph(
            w->d, "remark", "%s",
            "no closed form of these kinds: linear with constant coefficients and a force that is "
            "a sum of harmonic terms; quadratic in the rate with a constant coefficient, beside a "
            "polynomial or a sum of harmonic terms of the coordinate");
    }
    vv_document_end(w->d);
}

/* w'[i] as functions of the state, if there are few. */
static bool accelerations(vv_ctx *c, const vv_study *study, vv_expr *out) {
    const vv_equations *eq = study->eq;
    int n = study->s->n;
    return n <= MOST && eq->nunknowns == n &&
           vv_solve_cramer(c, &study->s->facts, n, eq->matrix, 1, eq->rhs, out);
}

/* f without the other coordinates and speeds, on which it does not depend; false: it does. */
static bool alone(work *w, int i) {
    const vv_system *s = w->s;
    for (int a = 0; a < s->nq; a++)
        if (!vv_same(s->q[a], w->q)) {
            if (depends(w, w->f, s->q[a])) return false;
            w->f = vv_subst1(w->c, w->f, s->q[a], VV_ZERO);
        }
    for (int k = 0; k < s->n; k++)
        if (k != i) {
            if (depends(w, w->f, s->w[k])) return false;
            w->f = vv_subst1(w->c, w->f, s->w[k], VV_ZERO);
        }
    return true;
}

/* The coordinate whose rate is speed i; -1: none. */
static int coordinate_of(const vv_system *s, int i) {
    for (int a = 0; a < s->nq; a++)
        if (vv_same(s->rate[a], s->w[i])) return a;
    return -1;
}

static vv_status fill(vv_ctx *c, const vv_study *study, vv_document *d) {
    const vv_system *s = study->s;
    vv_expr f[MOST];
    work *w = VV_NEW(c, work);
    if (!w) return vv_ctx_status(c);
    *w = (work){.c = c, .d = d, .study = study, .s = s, .facts = s->facts, .t = s->m->t};
    if (!accelerations(c, study, f)) {
        vv_document_paragraph(d, "remark", "%s", "too many speeds for accelerations in symbols");
        return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
    }
    bool any = false;
    for (int i = 0; i < s->n && vv_ctx_tick(c); i++) {
        int a = coordinate_of(s, i);
        if (a < 0) continue;
        any = true;
        w->q = s->q[a], w->v = s->w[i], w->f = f[i], w->facts = s->facts;
        const char *name = vv_symbol_get(c, w->q)->name;
        bool free = alone(w, i);
        if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c), free = false; /* 1/x at 0 */
        if (free)
            put_coordinate(w, vv_format(c, "The coordinate %s", name));
        else
            vv_document_paragraph(
                d, "coupled",
                "the equation of %s contains other coordinates: see modes and reduction", name);
    }
    if (!any)
        vv_document_paragraph(
            d, "remark", "%s",
            "no closed form of these kinds: no speed is the rate of a coordinate");
    return vv_ctx_ok(c) ? w->status : vv_ctx_status(c);
}

const vv_topic vv_topic_solve = {
    .name = "solve",
    .title = "Solutions in closed form",
    .text = "motions in closed form: linear equations, one coordinate by an integrating factor",
    .needs = VV_NEEDS_MOTION | VV_NEEDS_LINEAR | VV_TAKES_SERVO_MOTION | VV_ON_REQUEST,
    .fill = fill,
};
