/* Products of sines and cosines as sums of sines and cosines of sums:
 * cos a cos b + sin a sin b becomes cos(a - b), 2 sin a cos a becomes sin(2a). */
#include "report/simplify/shortest_form.h"

enum { MOST_TERMS = 60, MOST_WAVES = 64, MOST_ANGLES = 24 };

/* k * cos(m . angles), or the sine */
typedef struct wave {
    vv_rat k;
    bool sine;
    int m[MOST_ANGLES];
} wave;

typedef struct waves {
    int n;
    wave at[MOST_WAVES];
} waves;

/* cos(-x) = cos x, sin(-x) = -sin x: the first multiple is positive. */
static void normalise(vv_ctx *c, wave *w, int nangles) {
    int first = 0;
    while (first < nangles && w->m[first] == 0) first++;
    if (first == nangles && w->sine) w->k = vv_rat_int(0);
    if (first == nangles || w->m[first] > 0) return;
    for (int i = 0; i < nangles; i++) w->m[i] = -w->m[i];
    if (w->sine) w->k = vv_rat_neg(c, w->k);
}

/* Product with cos or sin of one angle; each wave becomes two. */
static bool times(vv_atoms *a, waves *s, int angle, bool sine) {
    if (2 * s->n > MOST_WAVES) return false;
    int n = s->n;
    for (int i = 0; i < n; i++) {
        wave up = s->at[i], down = s->at[i];
        vv_rat half = vv_rat_mul(a->c, up.k, vv_rat_make(a->c, 1, 2)),
               minus = vv_rat_neg(a->c, half);
        bool was = up.sine;
        up.m[angle]++;
        down.m[angle]--;
        up.sine = down.sine = was != sine;
        /* cos cos: + +, sin cos: + +, cos sin: + -, sin sin: - + */
        up.k = was && sine ? minus : half;
        down.k = !was && sine ? minus : half;
        normalise(a->c, &up, a->nangles);
        normalise(a->c, &down, a->nangles);
        s->at[i] = up;
        s->at[s->n++] = down;
    }
    return true;
}

static vv_expr wave_expr(vv_atoms *a, const wave *w) {
    vv_rat k[MOST_ANGLES];
    vv_expr u[MOST_ANGLES];
    for (int i = 0; i < a->nangles; i++) {
        k[i] = vv_rat_int(w->m[i]);
        u[i] = a->angle[i].unit;
    }
    vv_expr argument = vv_sum_scaled(a->c, a->nangles, k, u);
    vv_expr e = w->sine ? vv_sin(a->c, argument) : vv_cos(a->c, argument);
    return vv_scale(a->c, w->k, e);
}

/* The angles of a monomial, and its degree in them. */
static int trig_degree(const vv_atoms *a, const int *e, int *nangles, bool *linear) {
    int degree = 0;
    *nangles = 0;
    *linear = true;
    for (int i = 0; i < a->nangles; i++) {
        int d = e[a->angle[i].sine] + e[a->angle[i].cosine];
        degree += d;
        *nangles += d > 0;
        *linear = *linear && d < 2;
    }
    return degree;
}

/* Contracts one term: the rest of the monomial times a sum of waves. */
static vv_expr contract_term(vv_atoms *a, vv_rat k, int *e) {
    waves s = {.n = 1, .at[0].k = k};
    for (int i = 0; i < a->nangles; i++) {
        int *sine = &e[a->angle[i].sine], *cosine = &e[a->angle[i].cosine];
        for (; *sine > 0; --*sine)
            if (!times(a, &s, i, true)) return VV_POISON;
        for (; *cosine > 0; --*cosine)
            if (!times(a, &s, i, false)) return VV_POISON;
    }
    vv_expr part[MOST_WAVES], rest = vv_atoms_monomial(a, vv_rat_int(1), e);
    for (int i = 0; i < s.n; i++) part[i] = vv_mul(a->c, rest, wave_expr(a, &s.at[i]));
    return vv_sum(a->c, s.n, part);
}

vv_expr vv_trig_contract(vv_atoms *a, vv_rational_function q, bool mixed) {
    vv_polyring *r = a->ring;
    int n = vv_poly_terms(r, q.n), *e = VV_ARRAY(a->c, int, a->n + 1), changed = 0;
    vv_expr *term = VV_ARRAY(a->c, vv_expr, n + 1);
    if (!e || !term || n > MOST_TERMS || a->nangles > MOST_ANGLES) return VV_POISON;
    if (!vv_poly_is_const(r, q.d)) return VV_POISON;
    for (int i = 0; i < n; i++) {
        vv_rat k = vv_poly_term(r, q.n, i, e);
        int nangles;
        bool linear;
        int degree = trig_degree(a, e, &nangles, &linear);
        bool take = degree > 1 && (!mixed || (linear && nangles > 1));
        changed += take;
        term[i] = take ? contract_term(a, k, e) : vv_atoms_monomial(a, k, e);
    }
    if (!changed) return VV_POISON;
    return vv_scale(a->c, vv_rat_inv(a->c, vv_poly_term(r, q.d, 0, NULL)), vv_sum(a->c, n, term));
}
