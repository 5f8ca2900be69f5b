#include "analysis/forced/harmonic_terms.h"

typedef struct list {
    vv_ctx *c;
    vv_expr t;
    int n;
    vv_harmonic *out;
} list;

/* cos(-w t + α) = cos(w t - α) */
static vv_harmonic forwards(vv_ctx *c, vv_harmonic h) {
    vv_rat k;
    vv_split_rational(c, h.frequency, &k);
    if (vv_rat_sign(k) < 0) h.frequency = vv_neg(c, h.frequency), h.phase = vv_neg(c, h.phase);
    return h;
}

static bool add(list *l, vv_harmonic h) {
    h = forwards(l->c, h);
    for (int i = 0; i < l->n; i++)
        if (vv_same(l->out[i].frequency, h.frequency) && vv_same(l->out[i].phase, h.phase)) {
            l->out[i].amplitude = vv_add(l->c, l->out[i].amplitude, h.amplitude);
            return true;
        }
    if (l->n == VV_HARMONICS_MOST) return false;
    l->out[l->n++] = h;
    return true;
}

/* k times cos or sin of an argument that is linear in t. */
static bool add_wave(list *l, vv_expr k, vv_op op, vv_expr argument) {
    vv_ctx *c = l->c;
    vv_expr w = vv_diff(c, argument, l->t);
    if (vv_depends(c, w, 1, &l->t)) return false;
    vv_expr phase = vv_subst1(c, argument, l->t, VV_ZERO);
    if (op == VV_SIN) phase = vv_sub(c, phase, vv_mul(c, vv_ratio(c, 1, 2), vv_pi(c)));
    return add(l, (vv_harmonic){k, w, phase});
}

/* k cos(x[0]) cos(x[1]) ... : 2^(1 - n) times the sum of cos(x[0] ± x[1] ± ...) over all signs. */
static bool add_waves(list *l, vv_expr k, int n, const vv_expr *x) {
    vv_ctx *c = l->c;
    k = vv_div(c, k, vv_int(c, 1 << (n - 1)));
    for (int signs = 0; signs < 1 << (n - 1); signs++) {
        vv_expr sum = x[0];
        for (int i = 1; i < n; i++)
            sum = signs >> (i - 1) & 1 ? vv_add(c, sum, x[i]) : vv_sub(c, sum, x[i]);
        if (!add_wave(l, k, VV_COS, sum)) return false;
    }
    return true;
}

/* k f g ... with a few factors that depend on t, sines or cosines. */
static bool add_product(list *l, vv_expr e) {
    enum { MOST_FACTORS = 6 };
    vv_ctx *c = l->c;
    vv_expr k = VV_ONE, wave[MOST_FACTORS];
    int n = 0;
    for (int i = 0; i < vv_expr_arity(c, e); i++) {
        vv_expr f = vv_expr_child(c, e, i);
        int power = vv_expr_exponent(c, e, i);
        if (!vv_depends(c, f, 1, &l->t)) {
            k = vv_mul(c, k, vv_pow_int(c, f, power));
            continue;
        }
        vv_op op = vv_expr_op(c, f);
        if (power < 1 || power > MOST_FACTORS - n || (op != VV_SIN && op != VV_COS)) return false;
        for (int p = 0; p < power; p++) {
            vv_expr x = vv_expr_child(c, f, 0);
            if (op == VV_SIN) x = vv_sub(c, x, vv_mul(c, vv_ratio(c, 1, 2), vv_pi(c)));
            wave[n++] = x;
        }
    }
    return n ? add_waves(l, k, n, wave) : add(l, (vv_harmonic){k, VV_ZERO, VV_ZERO});
}

static bool add_term(list *l, vv_expr e) {
    vv_ctx *c = l->c;
    vv_op op = vv_expr_op(c, e);
    if (!vv_depends(c, e, 1, &l->t)) return add(l, (vv_harmonic){e, VV_ZERO, VV_ZERO});
    if (op == VV_SIN || op == VV_COS) return add_wave(l, VV_ONE, op, vv_expr_child(c, e, 0));
    return op == VV_MUL && add_product(l, e);
}

int vv_harmonics_of(vv_ctx *c, vv_expr e, vv_expr t, vv_harmonic *out) {
    enum { MOST_TERMS = 64 };
    list l = {.c = c, .t = t, .out = out};
    e = vv_flatten_sum(c, e, MOST_TERMS);
    if (vv_expr_op(c, e) != VV_ADD) {
        if (!vv_is_zero(e) && !add_term(&l, e)) return -1;
    } else {
        for (int i = 0; i < vv_expr_arity(c, e); i++) {
            vv_harmonic one[VV_HARMONICS_MOST];
            list term = {.c = c, .t = t, .out = one};
            if (!add_term(&term, vv_expr_child(c, e, i))) return -1;
            for (int k = 0; k < term.n; k++) {
                one[k].amplitude = vv_scale(c, vv_expr_coefficient(c, e, i), one[k].amplitude);
                if (!add(&l, one[k])) return -1;
            }
        }
    }
    return vv_ctx_ok(c) ? l.n : -1;
}
