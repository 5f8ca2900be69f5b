#include "prove/refute.h"
#include "prove/prove_tolerances.h"

#include <limits.h>
#include <math.h>

#include "prove/enclosure.h"
#include "prove/prime_field.h"
#include "prove/prove_internal.h"

enum {
    FIRST_BITS = 128,
    LAST_BITS = 1024,
    SMALL_DAG = 3000, /* nodes up to which many points are affordable */
    POINTS_SMALL = 24,
    POINTS_LARGE = 6,  /* valid points without success before giving up */
    MOST_POINTS = 400, /* points tried, most of them outside the domain */
    CLOSE_LOOKS = 3    /* points re-evaluated with LAST_BITS */
};

typedef struct evaluation {
    vv_enclosure at; /* roots: the expressions, positive facts, nonzero ones, real ones */
    vv_ctx *c;
    const vv_facts *facts;
    int nroots, npositive, nnonzero, nreal;
    int nown; /* symbols of all but the last */
    const vv_expr *own;
    bool stated; /* points have the stated values of the parameters */
} evaluation;

/* ---- preparing ------------------------------------------------------------------------------ */

static bool prepare(evaluation *v, const vv_facts *f, int n, const vv_expr *e, int extra) {
    vv_facts there = {0};
    if (f && !vv_facts_without_rules(v->c, f, &there)) return false;
    v->nroots = n;
    v->npositive = there.npositive;
    v->nnonzero = there.nnonzero;
    int all = n + v->npositive + v->nnonzero;
    vv_expr *roots = VV_ARRAY(v->c, vv_expr, all + there.nreal + 1);
    if (!roots) return false;
    for (int i = 0; i < all; i++)
        roots[i] = i < n                  ? e[i]
                   : i < n + v->npositive ? there.positive[i - n]
                                          : there.nonzero[i - n - v->npositive];
    if (there.nreal) v->own = vv_expr_symbols(v->c, all, roots, &v->nown);
    for (int i = 0; i < there.nreal; i++) /* of coordinates on which these depend */
        if (vv_depends(v->c, there.real[i], v->nown, v->own))
            roots[all + v->nreal++] = there.real[i];
    bool made = vv_enclosure_make(v->c, all + v->nreal, roots, extra, FIRST_BITS, &v->at);
    v->at.draws = true;
    return made;
}

/* ---- points --------------------------------------------------------------------------------- */

/* Small rationals of three magnitudes, so that domains such as |x| < 1 are hit; declared signs
 * hold. */
static vv_rat draw_value(vv_ctx *c, uint64_t seed, int point, uint32_t id, vv_sign sign) {
    uint64_t h = vv_splitmix_mix(vv_splitmix_mix(seed, (uint64_t)point), id);
    static const int64_t scale[] = {32, 128, 8};
    int64_t n = 1 + (int64_t)(h % 97);
    bool negative =
        sign == VV_NEGATIVE || ((sign == VV_ANY_SIGN || sign == VV_NONZERO) && (h >> 40 & 1));
    return vv_rat_make(c, negative ? -n : n, scale[point % 3]);
}

/* The sign of a symbol, declared or by a fact; other facts are handled by rejection. */
static vv_sign sign_at(const evaluation *v, vv_expr e) {
    const vv_symbol *s = vv_symbol_get(v->c, e);
    for (int i = 0; s && v->facts && i < v->facts->npositive; i++)
        if (vv_same(v->facts->positive[i], e)) return VV_POSITIVE;
    return s ? s->sign : VV_ANY_SIGN;
}

/* The stated value of the k-th drawn symbol; poison if it has none. */
static vv_expr stated_value(const evaluation *v, int k) {
    const vv_symbol *s = vv_symbol_get(v->c, (vv_expr){v->at.list[v->at.drawn[k]].id});
    return s ? s->stated : VV_POISON;
}

/* How many of the drawn symbols have stated values; -1 if one of these is not rational. */
static int count_stated(const evaluation *v) {
    int n = 0;
    for (int k = 0; k < v->at.ndrawn; k++) {
        vv_expr value = stated_value(v, k);
        if (value.id && !vv_is_const(v->c, value)) return -1;
        n += value.id != 0;
    }
    return n;
}

static void draw_point(evaluation *v, uint64_t seed, int point) {
    for (int k = 0; k < v->at.ndrawn; k++) {
        vv_expr e = {v->at.list[v->at.drawn[k]].id}, value = stated_value(v, k);
        v->at.value[k] = v->stated && value.id ? vv_expr_rational(v->c, value)
                                               : draw_value(v->c, seed, point, e.id, sign_at(v, e));
    }
}

static bool is_valid(const evaluation *v) {
    const int *r = v->at.root;
    for (int i = 0; i < v->nroots; i++)
        if (!vv_ball_is_finite(v->at.b, *r++)) return false;
    for (int i = 0; i < v->npositive; i++)
        if (!vv_ball_is_positive(v->at.b, *r++)) return false;
    for (int i = 0; i < v->nnonzero; i++)
        if (!vv_ball_excludes_zero(v->at.b, *r++)) return false;
    for (int i = 0; i < v->nreal; i++)
        if (!vv_ball_is_finite(v->at.b, *r++)) return false;
    return true;
}

/* Is it a symbol that only the last roots contain? The witness need not state it. */
static bool is_aside(const evaluation *v, vv_expr e) {
    bool own = !v->nreal || !vv_symbol_get(v->c, e);
    for (int i = 0; i < v->nown && !own; i++) own = vv_same(v->own[i], e);
    return !own;
}

/* Symbols in order of declaration, then general functions: reports do not depend on the order in
 * which expressions were built. */
static int witness_rank(vv_ctx *c, vv_expr e) {
    const vv_symbol *s = vv_symbol_get(c, e);
    return s ? s->index : INT_MAX;
}

static void sort_witness(vv_ctx *c, int n, vv_expr *symbol, vv_rat *value) {
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && witness_rank(c, symbol[k]) < witness_rank(c, symbol[k - 1]); k--) {
            vv_expr s = symbol[k];
            vv_rat r = value[k];
            symbol[k] = symbol[k - 1], value[k] = value[k - 1];
            symbol[k - 1] = s, value[k - 1] = r;
        }
}

static void fill_witness(evaluation *v, vv_proof *out) {
    size_t n = (size_t)v->at.ndrawn + 1; /* blocks: they outlive the prover's scratch memory */
    vv_expr *symbol = vv_block_resize(v->c, NULL, n * sizeof *symbol);
    vv_rat *value = vv_block_resize(v->c, NULL, n * sizeof *value);
    if (!symbol || !value) return;
    int stated = 0;
    for (int k = 0; k < v->at.ndrawn; k++) {
        vv_expr e = {v->at.list[v->at.drawn[k]].id};
        if (is_aside(v, e)) continue;
        symbol[stated] = e;
        value[stated++] = v->at.value[k];
    }
    sort_witness(v->c, stated, symbol, value);
    out->nwitness = stated;
    out->stated = v->stated;
    out->witness_symbol = symbol;
    out->witness_value = value;
}

static bool test_point(evaluation *v, uint64_t seed, int point, int bits, vv_ball_test *test,
                       void *data, vv_proof *out, bool *valid) {
    vv_balls_set_bits(v->at.b, bits);
    draw_point(v, seed, point);
    vv_enclosure_run(&v->at);
    *valid = is_valid(v);
    if (!*valid || !vv_ctx_ok(v->c)) return false;
    if (!test(v->at.b, v->nroots, v->at.root, v->at.scratch, data, &out->which,
              &out->witness_residual))
        return false;
    fill_witness(v, out);
    return vv_ctx_ok(v->c);
}

static bool search(evaluation *v, uint64_t seed, vv_ball_test *test, void *data, vv_proof *out) {
    int most = v->at.count <= SMALL_DAG ? POINTS_SMALL : POINTS_LARGE, found = 0,
        again[CLOSE_LOOKS] = {0};
    bool valid;
    for (int point = 0; point < MOST_POINTS && found < most && vv_ctx_tick(v->c); point++) {
        if (test_point(v, seed, point, FIRST_BITS, test, data, out, &valid)) return true;
        if (valid && found < CLOSE_LOOKS) again[found] = point;
        found += valid;
    }
    out->points = found;
    for (int i = 0; i < found && i < CLOSE_LOOKS && vv_ctx_tick(v->c); i++)
        if (test_point(v, seed, again[i], LAST_BITS, test, data, out, &valid)) return true;
    return false;
}

/* ---- a walk ---------------------------------------------------------------------------------- */

/* The sum of the absolute values of its terms: the magnitude of an expression if they did not
 * cancel. */
static vv_expr size_of(vv_ctx *c, vv_expr e) {
    enum { MOST_TERMS = 60 };
    vv_expr sum = vv_flatten_sum(c, e, MOST_TERMS), size = VV_ZERO;
    if (vv_expr_op(c, sum) != VV_ADD) return vv_call(c, VV_ABS, 1, &e);
    for (int i = 0; i < vv_expr_arity(c, sum); i++) {
        vv_expr t = vv_scale(c, vv_expr_coefficient(c, sum, i), vv_expr_child(c, sum, i));
        size = vv_add(c, size, vv_call(c, VV_ABS, 1, &t));
    }
    return size;
}

/* How far one of the expressions is from being negative or, `all`, the worst of them from being
 * positive, relative to their magnitudes, which follow them. Smaller is better. */
static double distance(const evaluation *v, bool all, int which) {
    int n = v->nroots / 2;
    double worst = -HUGE_VAL;
    for (int i = 0; i < n; i++) {
        double part = vv_ball_midpoint_double(v->at.b, v->at.root[i]) /
                      vv_ball_midpoint_double(v->at.b, v->at.root[n + i]);
        if (!all && i == which) return part;
        worst = fmax(worst, -part);
    }
    return worst;
}

/* x times a number near 1, as a nonzero multiple of 1/4096. */
static vv_rat near_by(vv_ctx *c, vv_rat x, double factor) {
    const double GRID = 4096;
    double n = nearbyint(vv_rat_double(x) * factor * GRID);
    if (n == 0 || !(fabs(n) < VV_REFUTE_MOST)) return x;
    return vv_rat_make(c, (int64_t)n, (int64_t)GRID);
}

/* Increases or decreases one symbol at a time as long as that reduces the distance. */
static bool walk(evaluation *v, const vv_refute_walk *w, int which, vv_proof *out) {
    enum { ROUNDS = 40 };
    static const double FACTOR[] = {1.5, 1 / 1.5, 1.1, 1 / 1.1, 1.02, 1 / 1.02, 1.004, 1 / 1.004};
    double best = distance(v, w->all, which);
    bool nearer = true;
    for (int round = 0; round < ROUNDS && nearer; round++) {
        nearer = false;
        for (int k = 0; k < v->at.ndrawn && vv_ctx_tick(v->c); k++)
            for (size_t i = 0; i < sizeof FACTOR / sizeof *FACTOR; i++) {
                if (v->stated && stated_value(v, k).id) break;
                vv_rat before = v->at.value[k];
                v->at.value[k] = near_by(v->c, before, FACTOR[i]);
                vv_enclosure_run(&v->at);
                double now = is_valid(v) ? distance(v, w->all, which) : HUGE_VAL;
                if (!(now < best)) {
                    v->at.value[k] = before;
                    continue;
                }
                best = now;
                nearer = true;
                if (!w->test(v->at.b, v->nroots / 2, v->at.root, v->at.scratch, w->data,
                             &out->which, &out->witness_residual))
                    continue;
                fill_witness(v, out);
                return vv_ctx_ok(v->c);
            }
    }
    return false;
}

static bool walk_from_points(evaluation *v, int n, uint64_t seed, const vv_refute_walk *w,
                             vv_proof *out) {
    enum { BEGINNINGS = 8 };
    bool done = false;
    for (int point = 0, begun = 0; point < MOST_POINTS && begun < BEGINNINGS && !done; point++) {
        draw_point(v, seed, point);
        vv_enclosure_run(&v->at);
        if (!vv_ctx_tick(v->c)) break;
        if (!is_valid(v)) continue;
        begun++;
        for (int which = 0; which < (w->all ? 1 : n) && !done; which++) {
            draw_point(v, seed, point);
            vv_enclosure_run(&v->at);
            done = walk(v, w, which, out);
        }
    }
    return done;
}

/* Points that have the stated values come first. */
static bool begin_with_stated(evaluation *v) {
    int n = count_stated(v);
    v->stated = n >= 0;
    return n > 0;
}

bool vv_refute_by_walk(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, uint64_t seed,
                       const vv_refute_walk *w, vv_proof *out) {
    evaluation v = {.c = c, .facts = f};
    bool done = false;
    vv_expr *both = VV_ARRAY(c, vv_expr, 2 * n + 1);
    for (int i = 0; both && i < n; i++) both[i] = e[i], both[n + i] = size_of(c, e[i]);
    if (both && prepare(&v, f, 2 * n, both, 0) && v.at.count <= SMALL_DAG) {
        bool again = begin_with_stated(&v);
        done = walk_from_points(&v, n, seed, w, out);
        v.stated = !again && v.stated;
        if (!done && again) done = walk_from_points(&v, n, seed, w, out);
    }
    vv_balls_free(v.at.b);
    if (!done) return false;
    out->verdict = VV_REFUTED;
    out->means = VV_MEANS_BALL;
    return true;
}

bool vv_refute(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, uint64_t seed, int extra,
               vv_ball_test *test, void *data, vv_proof *out) {
    evaluation v = {.c = c, .facts = f};
    bool refuted = false;
    if (prepare(&v, f, n, e, extra)) {
        bool again = begin_with_stated(&v);
        refuted = search(&v, seed, test, data, out);
        v.stated = !again && v.stated;
        if (!refuted && again) refuted = search(&v, seed, test, data, out);
    }
    vv_balls_free(v.at.b);
    if (!refuted) return false;
    out->verdict = VV_REFUTED;
    out->means = VV_MEANS_BALL;
    return true;
}

bool vv_ball_roots_differ(vv_balls *b, int n, const int *root, int scratch, void *data, int *which,
                          double *residual) {
    (void)scratch, (void)data;
    for (int i = 0; i < n; i++)
        if (vv_ball_excludes_zero(b, root[i])) {
            *which = i;
            *residual = vv_ball_midpoint_double(b, root[i]);
            return true;
        }
    return false;
}
