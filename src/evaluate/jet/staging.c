/* Closed motions: recognizes products that are derivatives, and determines which variables run
 * ahead.
 * Coefficient k of the accelerations determines w at k + 1 and q at k + 2. In pass k, functions
 * of the positions may therefore be known to order k + 2, functions of positions and speeds to k
 * + 1: the number of extra orders is the `lead`. Position constraints are then imposed two
 * orders ahead on the same variables, and derivatives of functions of the positions are
 * coefficients already available: cos(q) q'' - sin(q) q'^2 = sin(q)'', sin(q) q'' + cos(q) q'^2
 * = -cos(q)'' cost no convolution, because (f'')_k = (k + 1)(k + 2) f_(k+2). */
#include "evaluate/jet/staging.h"

#include <string.h>

#include "evaluate/jet/factoring.h"

#define NOBODY UINT32_MAX

typedef struct stage {
    vv_jet *j;
    vv_jet_instruction *list;
    const vv_jet_dae *closure;
    uint32_t *maker;     /* instruction that defines a variable, or NOBODY (nvariables) */
    bool *wanted;        /* needed by results (nvariables) */
    bool *of_rates;      /* needed by the rates of the coordinates (nvariables) */
    const uint32_t *out; /* variables of the results */
} stage;

/* ---- recognition ---------------------------------------------------------------------------- */

static void find_makers(stage *s) {
    for (int v = 0; v < s->j->nvariables; v++) s->maker[v] = NOBODY;
    for (int k = 0; k < s->j->ninstructions; k++)
        s->maker[s->list[k].out] = s->maker[s->list[k].second] = (uint32_t)k;
}

static const vv_jet_instruction *made_by(const stage *s, uint32_t v) {
    return s->maker[v] == NOBODY ? NULL : &s->list[s->maker[v]];
}

/* The index of the speed that is the rate of this coordinate; -1 if the rate is not a single
 * speed. */
static int speed_of(const stage *s, uint32_t q) {
    uint32_t nq = (uint32_t)s->closure->nq, n = (uint32_t)s->closure->n;
    if (q >= nq || s->out[q] < nq || s->out[q] >= nq + n) return -1;
    return (int)(s->out[q] - nq);
}

/* The sine or cosine of a coordinate whose rate is a speed. */
typedef struct trig {
    uint32_t angle, other; /* that coordinate; the cosine or sine paired with it */
    int speed;
    bool cosine;
} trig;

static bool is_trig(const stage *s, uint32_t v, trig *out) {
    const vv_jet_instruction *i = made_by(s, v);
    if (!i || i->op != VV_JET_SINCOS || speed_of(s, i->a) < 0) return false;
    *out = (trig){i->a, v == i->out ? i->second : i->out, speed_of(s, i->a), v == i->second};
    return true;
}

static bool is_speed(const stage *s, uint32_t v, int speed) {
    return v == (uint32_t)(s->closure->nq + speed);
}

static bool is_acceleration(const stage *s, uint32_t v, int speed) {
    return v == (uint32_t)(s->closure->nq + s->closure->n + speed);
}

static bool is_square(const stage *s, uint32_t v, int speed) {
    const vv_jet_instruction *i = made_by(s, v);
    return i && i->op == VV_JET_MUL && is_speed(s, i->a, speed) && is_speed(s, i->b, speed);
}

/* ---- derivatives ---------------------------------------------------------------------------- */

/* k w' x + rest_k rest, for the acceleration of a speed and a given x. */
typedef struct term {
    double k, rest_k;
    uint32_t rest;
} term;

static bool is_product(const stage *s, const vv_jet_instruction *i, int speed, uint32_t x) {
    return (i->a == x && is_acceleration(s, i->b, speed)) ||
           (i->b == x && is_acceleration(s, i->a, speed));
}

static bool find_term(const stage *s, uint32_t v, int speed, uint32_t x, term *out) {
    const vv_jet_instruction *i = made_by(s, v);
    if (!i) return false;
    *out = (term){1, 0, x};
    if (i->op == VV_JET_MUL) return is_product(s, i, speed, x);
    *out = (term){i->ka, i->kb, i->op == VV_JET_MADD ? i->c : i->b};
    if (i->op == VV_JET_MADD) return is_product(s, i, speed, x);
    if (i->op != VV_JET_LINEAR) return false;
    const vv_jet_instruction *a = made_by(s, i->a), *b = made_by(s, i->b);
    if (a && a->op == VV_JET_MUL && is_product(s, a, speed, x)) return true;
    *out = (term){i->kb, i->ka, i->a};
    return b && b->op == VV_JET_MUL && is_product(s, b, speed, x);
}

/* Turns i into ka times a derivative of a, plus kb times b. */
static void become_rate(vv_jet_instruction *i, int times, double ka, uint32_t a, double kb,
                        uint32_t b) {
    *i = (vv_jet_instruction){.op = VV_JET_RATE,
                              .out = i->out,
                              .second = i->out,
                              .a = a,
                              .b = kb != 0 ? b : a,
                              .c = a,
                              .ka = ka,
                              .kb = kb,
                              .times = times};
}

/* ka f w^2 + kb c, where f is a sine or cosine and c completes it: -ka f'' and a remainder. */
static bool second_derivative(stage *s, vv_jet_instruction *i, uint32_t f, uint32_t square) {
    trig x;
    term t;
    if (i->op != VV_JET_MADD || !is_trig(s, f, &x) || !is_square(s, square, x.speed)) return false;
    if (!find_term(s, i->c, x.speed, x.other, &t)) return false;
    if (i->kb * t.k != (x.cosine ? i->ka : -i->ka)) return false;
    become_rate(i, 2, -i->ka, f, i->kb * t.rest_k, t.rest);
    i->c = x.other; /* sin'' = (cos q')', cos'' = - (sin q')' */
    if (x.cosine) i->ka = -i->ka;
    i->angle = x.angle;
    i->acceleration = (uint32_t)(s->closure->nq + s->closure->n + x.speed);
    return true;
}

/* w cos = sin', w sin = -cos', unless the rates depend on it. */
static bool first_derivative(stage *s, vv_jet_instruction *i, uint32_t f, uint32_t speed) {
    trig x;
    bool alone = i->op == VV_JET_MUL;
    if ((!alone && i->op != VV_JET_MADD) || s->of_rates[i->out]) return false;
    if (!is_trig(s, f, &x) || !is_speed(s, speed, x.speed)) return false;
    double k = (x.cosine ? 1 : -1) * (alone ? 1 : i->ka);
    become_rate(i, 1, k, x.other, alone ? 0 : i->kb, i->c);
    return true;
}

typedef bool derivative(stage *s, vv_jet_instruction *i, uint32_t f, uint32_t with);

static int find_derivatives(stage *s, derivative *rule) {
    int found = 0;
    for (int k = 0; k < s->j->ninstructions; k++) {
        vv_jet_instruction *i = &s->list[k];
        found += rule(s, i, i->a, i->b) || rule(s, i, i->b, i->a);
    }
    return found;
}

/* If nothing runs ahead and w cos or w sin is needed anyway: the sine or cosine follows from it,
 * one order later, without a convolution of its own. */
static void find_known_rates(stage *s) {
    for (int k = 0; k < s->j->ninstructions; k++) {
        const vv_jet_instruction *i = &s->list[k];
        trig x;
        bool first = is_trig(s, i->a, &x) && is_speed(s, i->b, x.speed);
        if (i->op != VV_JET_MUL || !s->wanted[i->out]) continue;
        if (!first && !(is_trig(s, i->b, &x) && is_speed(s, i->a, x.speed))) continue;
        vv_jet_instruction *both = &s->list[s->maker[first ? i->a : i->b]];
        if (x.cosine)
            both->b = i->out;
        else
            both->c = i->out;
    }
}

/* ---- multiples ------------------------------------------------------------------------------ */

static bool is_constant(const stage *s, uint32_t v) {
    return v >= (uint32_t)s->j->nin && v < (uint32_t)(s->j->nin + s->j->nconstants);
}

/* v = k x + constant: x and k. */
static bool is_multiple(const stage *s, uint32_t v, double *k, uint32_t *x) {
    const vv_jet_instruction *i = made_by(s, v);
    if (!i || i->op != VV_JET_LINEAR) return false;
    bool a = i->ka != 0 && !is_constant(s, i->a), b = i->kb != 0 && !is_constant(s, i->b);
    *k = a ? i->ka : i->kb, *x = a ? i->a : i->b;
    return a != b;
}

/* ka x^(times) alone, not used elsewhere. */
static const vv_jet_instruction *lone_rate(const stage *s, const uint32_t *uses, uint32_t v) {
    const vv_jet_instruction *i = made_by(s, v);
    bool plain = i && i->op == VV_JET_RATE && !i->acceleration && i->kb == 0;
    return plain && uses[v] == 1 ? i : NULL;
}

/* (k x + constant)' = k x', and k x' + l b is one instruction. */
static void fold(const stage *s, const uint32_t *uses, vv_jet_instruction *i) {
    double k;
    uint32_t x;
    const vv_jet_instruction *rate;
    if (i->op == VV_JET_RATE && !i->acceleration && is_multiple(s, i->a, &k, &x)) {
        if (i->b == i->a && i->kb == 0) i->b = x;
        i->a = i->c = x, i->ka *= k;
    }
    if (i->op != VV_JET_LINEAR || i->ka == 0 || i->kb == 0 || i->a == i->b) return;
    if ((rate = lone_rate(s, uses, i->a)))
        become_rate(i, rate->times, i->ka * rate->ka, rate->a, i->kb, i->b);
    else if ((rate = lone_rate(s, uses, i->b)))
        become_rate(i, rate->times, i->kb * rate->ka, rate->a, i->ka, i->a);
}

/* Folds multiples; variables left without a use are no longer needed by results. */
static void fold_multiples(const stage *s, uint32_t *uses) {
    for (int i = 0; i < s->j->nout; i++) uses[s->out[i]]++;
    for (int k = 0; k < s->j->ninstructions; k++) {
        const vv_jet_instruction *i = &s->list[k];
        uses[i->a]++;
        if (i->b != i->a) uses[i->b]++;
        if (i->c != i->a && i->c != i->b) uses[i->c]++;
    }
    for (int k = 0; k < s->j->ninstructions; k++) fold(s, uses, &s->list[k]);
}

/* ---- order ---------------------------------------------------------------------------------- */

/* Marks the variables on which some results depend. */
static void mark(const stage *s, int first, int last, bool *wanted) {
    memset(wanted, 0, (size_t)s->j->nvariables * sizeof *wanted);
    for (int i = first; i < last; i++) wanted[s->out[i]] = true;
    for (int k = s->j->ninstructions; k-- > 0;) {
        const vv_jet_instruction *i = &s->list[k];
        if (wanted[i->out] || wanted[i->second]) wanted[i->a] = wanted[i->b] = wanted[i->c] = true;
    }
}

static int least(int a, int b) { return a < b ? a : b; }

static void find_leads(const stage *s, uint8_t *lead) {
    const vv_jet *j = s->j;
    int nq = s->closure->nq, n = s->closure->n, m = s->closure->m;
    memset(lead, 2, (size_t)j->nvariables);
    memset(lead + nq, 1, (size_t)n);
    memset(lead + nq + n, 0, (size_t)(n + m));
    for (int k = 0; k < j->ninstructions; k++) {
        const vv_jet_instruction *i = &s->list[k];
        int own = least(least(lead[i->a] - i->times, lead[i->b]), lead[i->c] - i->times);
        lead[i->out] = lead[i->second] = (uint8_t)own;
    }
}

/* The rates first, because they give the newest positions; then the variables that run ahead,
 * largest lead first. */
static int sweep_of(const stage *s, const uint8_t *lead, const vv_jet_instruction *i) {
    int own = lead[i->out];
    return own == 0 ? 3 : own == 2 ? 1 : s->of_rates[i->out] ? 0 : 2;
}

/* In that order, without variables that no result needs. */
static bool put_in_order(vv_ctx *c, const stage *s, const uint8_t *lead) {
    vv_jet *j = s->j;
    vv_mark mark = vv_arena_mark(c);
    vv_jet_instruction *sorted = VV_ARRAY_UNINIT(c, vv_jet_instruction, j->ninstructions + 1);
    int n = 0;
    for (int sweep = 0; sorted && sweep < VV_JET_STAGES; sweep++) {
        for (int k = 0; k < j->ninstructions; k++) {
            const vv_jet_instruction *i = &s->list[k];
            if ((s->wanted[i->out] || s->wanted[i->second]) && sweep_of(s, lead, i) == sweep)
                sorted[n++] = *i;
        }
        j->sweep[sweep] = n;
    }
    if (!sorted) return false;
    memcpy(s->list, sorted, (size_t)n * sizeof *sorted);
    j->ninstructions = n;
    vv_arena_release(c, mark);
    return true;
}

bool vv_jet_stage(vv_ctx *c, vv_jet *j, vv_jet_instruction *list, const uint32_t *out,
                  const vv_jet_dae *closure, bool *late, uint8_t *lead) {
    size_t n = (size_t)j->nvariables + 1;
    stage s = {
        j,  list, closure, VV_ARRAY(c, uint32_t, n), VV_ARRAY(c, bool, n), VV_ARRAY(c, bool, n),
        out};
    if (!vv_ctx_ok(c)) return false;
    find_makers(&s);
    mark(&s, 0, closure->nq, s.of_rates);
    bool ahead =
        find_derivatives(&s, second_derivative) > 0 || closure->m > 0 || closure->nrates > 0;
    if (ahead) find_derivatives(&s, first_derivative);
    if (!vv_jet_factor_products(c, j, list, out, late)) return false;
    find_makers(&s);
    if (ahead) {
        uint32_t *uses = VV_ARRAY(c, uint32_t, n);
        if (!uses) return false;
        fold_multiples(&s, uses);
        find_leads(&s, lead);
    }
    j->depth = ahead ? 2 : 0;
    mark(&s, 0, closure->nq, s.of_rates);
    mark(&s, 0, j->nout, s.wanted);
    if (!ahead) find_known_rates(&s);
    return put_in_order(c, &s, lead);
}
