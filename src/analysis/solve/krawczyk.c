#include "analysis/solve/krawczyk.h"
#include "analysis/solve/solve_tolerances.h"

#include <math.h>
#include <string.h>

#include "prove/prove.h"

enum { N = VV_KRAWCZYK_UNKNOWNS, BITS = 64, FINE_BITS = 256, MOST_BOXES = 2048, NEWTON_STEPS = 12 };

/* Fractions of the box: the whole box is processed down to one fraction before anything smaller
 * is examined, so that a point where forces are undefined does not consume the entire budget.
 * Below the last, a box is not bisected further. */
static const double SHARE[] = {0.1, 0.01, 0x1p-14, 1e-7};
enum { SHARES = sizeof SHARE / sizeof *SHARE };

typedef struct box {
    double low[N], high[N];
} box;

/* A known zero, and a box in which it is the only one. */
typedef struct known {
    double at[N];
    box alone;
} known;

typedef struct search {
    vv_ctx *c;
    vv_krawczyk *s;
    vv_enclosure v; /* f, then its derivatives row by row */
    int slot[N];    /* of the unknowns; -1 if one does not occur */
    int n, nknown;
    known known[VV_KRAWCZYK_ZEROS];
    box *stack, *later; /* boxes for the next fraction */
    int depth, nlater, share;
    long spent;
} search;

/* ---- evaluation ---------------------------------------------------------------------------- */

static void run_on(search *k, const box *b) {
    for (int i = 0; i < k->n; i++)
        if (k->slot[i] >= 0) vv_ball_set_interval(k->v.b, k->slot[i], b->low[i], b->high[i]);
    vv_enclosure_run(&k->v);
    k->spent += k->v.count;
    k->s->boxes++;
}

static int f_slot(const search *k, int i) { return k->v.root[i]; }
static int j_slot(const search *k, int i, int j) { return k->v.root[k->n + i * k->n + j]; }

static bool is_excluded(const search *k) {
    for (int i = 0; i < k->n; i++)
        if (vv_ball_excludes_zero(k->v.b, f_slot(k, i))) return true;
    return false;
}

/* Inverse of the midpoints of the derivatives; false if singular. */
static bool invert(const search *k, double *Y) {
    double a[N * N];
    int n = k->n;
    for (int i = 0; i < n * n; i++) {
        a[i] = vv_ball_midpoint_double(k->v.b, k->v.root[n + i]);
        if (!isfinite(a[i])) return false;
        Y[i] = i / n == i % n;
    }
    for (int p = 0; p < n; p++) {
        int r = p;
        for (int i = p + 1; i < n; i++)
            if (fabs(a[i * n + p]) > fabs(a[r * n + p])) r = i;
        if (fabs(a[r * n + p]) < VV_KRAWCZYK_SINGULAR) return false;
        for (int j = 0; j < n && r != p; j++) {
            double t = a[p * n + j];
            a[p * n + j] = a[r * n + j], a[r * n + j] = t;
            t = Y[p * n + j], Y[p * n + j] = Y[r * n + j], Y[r * n + j] = t;
        }
        for (int i = 0; i < n; i++) {
            double q = i == p ? 0 : a[i * n + p] / a[p * n + p];
            for (int j = 0; j < n && q != 0; j++)
                a[i * n + j] -= q * a[p * n + j], Y[i * n + j] -= q * Y[p * n + j];
        }
    }
    for (int i = 0; i < n * n; i++) Y[i] /= a[i / n * n + i / n];
    return true;
}

/* ---- the Krawczyk operator ----------------------------------------------------------------- */

/* Extra slots: midpoint m (n), f(m) (n), result (n), three others. */
static int extra(const search *k, int part, int i) { return k->v.scratch + part * k->n + i; }

/* m - Y f(m) + (1 - Y J(X)) (X - m) in the result slots; the derivatives on X, f(m) and m are in
 * their slots. */
static void krawczyk(search *k, const double *Y, const box *X) {
    vv_balls *b = k->v.b;
    int n = k->n, t = extra(k, 3, 0), u = t + 1, x = t + 2;
    for (int i = 0; i < n; i++) {
        int out = extra(k, 2, i);
        vv_ball_copy(b, out, extra(k, 0, i));
        for (int j = 0; j < n; j++) { /* - Y f(m) */
            vv_ball_set_interval(b, t, Y[i * n + j], Y[i * n + j]);
            vv_ball_mul(b, t, t, extra(k, 1, j));
            vv_ball_sub(b, out, out, t);
        }
        for (int j = 0; j < n; j++) {
            vv_ball_set_rat(b, u, vv_rat_int(i == j));
            for (int l = 0; l < n; l++) {
                vv_ball_set_interval(b, t, Y[i * n + l], Y[i * n + l]);
                vv_ball_mul(b, t, t, j_slot(k, l, j));
                vv_ball_sub(b, u, u, t);
            }
            vv_ball_set_interval(b, x, X->low[j], X->high[j]);
            vv_ball_sub(b, x, x, extra(k, 0, j));
            vv_ball_mul(b, u, u, x);
            vv_ball_add(b, out, out, u);
        }
    }
}

/* The operator on X, with the derivatives there. False if f is undefined at the midpoint. */
static bool operate(search *k, const box *X) {
    double Y[N * N];
    box middle;
    for (int i = 0; i < k->n; i++) middle.low[i] = middle.high[i] = 0.5 * (X->low[i] + X->high[i]);
    run_on(k, &middle);
    for (int i = 0; i < k->n; i++) {
        vv_ball_copy(k->v.b, extra(k, 1, i), f_slot(k, i));
        vv_ball_set_interval(k->v.b, extra(k, 0, i), middle.low[i], middle.high[i]);
    }
    if (!invert(k, Y)) return false;
    run_on(k, X);
    krawczyk(k, Y, X);
    return true;
}

typedef enum outcome { NOTHING, EMPTY, INSIDE, SMALLER } outcome;

/* Compares the result with X, which is replaced by the intersection. */
static outcome compare(search *k, box *X) {
    bool inside = true, smaller = false;
    for (int i = 0; i < k->n; i++) {
        double low, high;
        vv_ball_bounds(k->v.b, extra(k, 2, i), &low, &high);
        if (!(high - low < HUGE_VAL)) return NOTHING;
        if (low > X->high[i] || high < X->low[i]) return EMPTY;
        inside &= low > X->low[i] && high < X->high[i];
        double l = fmax(low, X->low[i]), h = fmin(high, X->high[i]);
        smaller |= h - l < 0.7 * (X->high[i] - X->low[i]);
        X->low[i] = l, X->high[i] = h;
    }
    return inside ? INSIDE : smaller ? SMALLER : NOTHING;
}

/* ---- zeros --------------------------------------------------------------------------------- */

/* Newton's method from the midpoint of X, in doubles. */
static bool newton(search *k, const box *X, double *at) {
    double Y[N * N];
    box p;
    for (int i = 0; i < k->n; i++) at[i] = 0.5 * (X->low[i] + X->high[i]);
    for (int step = 0; step < NEWTON_STEPS; step++) {
        double most = 0;
        for (int i = 0; i < k->n; i++) p.low[i] = p.high[i] = at[i];
        run_on(k, &p);
        if (!invert(k, Y)) return false;
        for (int i = 0; i < k->n; i++) {
            double d = 0, width = X->high[i] - X->low[i];
            for (int j = 0; j < k->n; j++)
                d += Y[i * k->n + j] * vv_ball_midpoint_double(k->v.b, f_slot(k, j));
            at[i] -= d;
            if (!(fabs(at[i] - 0.5 * (X->low[i] + X->high[i])) < width)) return false;
            most = fmax(most, fabs(d) / (fabs(at[i]) + width));
        }
        if (most < VV_KRAWCZYK_SETTLED) return true;
    }
    return true;
}

static box around(const search *k, const double *at, const box *X, double share) {
    box b;
    for (int i = 0; i < k->n; i++) {
        double r = share * (X->high[i] - X->low[i]) + VV_KRAWCZYK_ROUNDING * fabs(at[i]) +
                   VV_KRAWCZYK_LEAST_WIDTH;
        b.low[i] = at[i] - r, b.high[i] = at[i] + r;
    }
    return b;
}

/* The zero to many digits: iterates the operator on its own result. */
static void refine(search *k, box X, vv_krawczyk_zero *out) {
    vv_balls *b = k->v.b;
    double Y[N * N];
    int n = k->n;
    vv_balls_set_bits(b, FINE_BITS);
    for (int round = 0; round < 6 && vv_ctx_ok(k->c); round++) {
        for (int i = 0; i < n; i++) { /* at the midpoint */
            if (round == 0) vv_ball_set_interval(b, extra(k, 2, i), X.low[i], X.high[i]);
            vv_ball_midpoint(b, extra(k, 0, i), extra(k, 2, i));
            if (k->slot[i] >= 0) vv_ball_copy(b, k->slot[i], extra(k, 0, i));
        }
        vv_enclosure_run(&k->v);
        if (!invert(k, Y)) break;
        for (int i = 0; i < n; i++) vv_ball_copy(b, extra(k, 1, i), f_slot(k, i));
        for (int i = 0; i < n; i++)
            if (k->slot[i] >= 0) vv_ball_copy(b, k->slot[i], extra(k, 2, i));
        vv_enclosure_run(&k->v);
        k->spent += 2 * k->v.count;
        for (int i = 0; i < n; i++) /* outward: the product with (X - m) is in doubles */
            vv_ball_bounds(b, extra(k, 2, i), &X.low[i], &X.high[i]);
        krawczyk(k, Y, &X);
    }
    for (int i = 0; i < n; i++) {
        vv_buffer text = VV_BUFFER(k->c);
        out->at[i] = vv_ball_midpoint_rat(k->c, b, extra(k, 2, i));
        out->radius[i] = vv_ball_radius(b, extra(k, 2, i));
        vv_ball_write(b, extra(k, 2, i), 18, &text);
        out->text[i] = vv_strdup(k->c, vv_buffer_text(&text));
        vv_buffer_free(&text);
    }
    vv_balls_set_bits(b, BITS);
}

static bool contains(int n, const box *outer, const box *inner) {
    for (int i = 0; i < n; i++)
        if (inner->low[i] < outer->low[i] || inner->high[i] > outer->high[i]) return false;
    return true;
}

static bool holds(int n, const box *b, const double *at) {
    for (int i = 0; i < n; i++)
        if (at[i] < b->low[i] || at[i] > b->high[i]) return false;
    return true;
}

/* Keeps a zero of the original box: inside, or so close to its boundary that the digits do not
 * decide. */
static void keep(search *k, const box *inside) {
    vv_krawczyk *s = k->s;
    vv_krawczyk_zero z = {0};
    refine(k, *inside, &z);
    for (int i = 0; i < k->n; i++) {
        double x = vv_rat_double(z.at[i]), slack = VV_KRAWCZYK_BORDER * (s->high[i] - s->low[i]);
        if (x < s->low[i] - slack || x > s->high[i] + slack) return;
    }
    s->zero[s->nzeros++] = z;
}

/* A zero near X that is not yet known, and the widest box found in which it is unique. */
static bool accept(search *k, const box *X) {
    /* boxes about the zero, relative to the width of X: start where rounding leaves room, grow
     * tenfold until one provably contains it or none will, then double while they do */
    double at[N];
    if (k->nknown == VV_KRAWCZYK_ZEROS || !newton(k, X, at)) return false;
    for (int i = 0; i < k->nknown; i++)
        if (holds(k->n, &k->known[i].alone, at)) return false;
    box best = {{0}, {0}};
    bool found = false;
    for (double share = VV_KRAWCZYK_FIRST_BOX; share < VV_KRAWCZYK_WIDEST_BOX;
         share *= found ? 2 : 10) {
        box b = around(k, at, X, share), image = b;
        bool inside = operate(k, &b) && compare(k, &image) == INSIDE;
        if (inside) {
            if (!found) keep(k, &image);
            best = b;
        } else if (found) {
            break;
        }
        found |= inside;
        if (!found && share > VV_KRAWCZYK_LAST_BOX) break;
    }
    if (!found) return false;
    known *z = &k->known[k->nknown++];
    z->alone = best;
    memcpy(z->at, at, sizeof at);
    return true;
}

/* X contains exactly one zero, in its sub-box `image`: it is already known, or becomes known. */
static void meet(search *k, const box *X, const box *image) {
    for (int i = 0; i < k->nknown; i++)
        if (holds(k->n, X, k->known[i].at)) return;
    if (k->nknown == VV_KRAWCZYK_ZEROS) {
        k->s->left++;
        return;
    }
    known *z = &k->known[k->nknown++];
    z->alone = *X;
    for (int i = 0; i < k->n; i++) z->at[i] = 0.5 * (image->low[i] + image->high[i]);
    keep(k, image);
}

/* ---- branch and bound ---------------------------------------------------------------------- */

static void halve(search *k, const box *X) {
    const vv_krawczyk *s = k->s;
    int widest = 0;
    double most = 0;
    for (int i = 0; i < k->n; i++) {
        double share = (X->high[i] - X->low[i]) / (s->high[i] - s->low[i]);
        if (share > most) most = share, widest = i;
    }
    if (most < SHARE[k->share] && k->share < SHARES - 1 && k->nlater < MOST_BOXES) {
        k->later[k->nlater++] = *X;
        return;
    }
    if (most < SHARE[SHARES - 1] || k->depth + 2 > MOST_BOXES) { /* stays open */
        for (int i = 0; i < k->n; i++) k->s->around[i] = 0.5 * (X->low[i] + X->high[i]);
        k->s->widest = fmax(k->s->widest, X->high[widest] - X->low[widest]);
        k->s->left++;
        return;
    }
    /* not at the midpoint, where zeros of symmetric functions lie */
    double cut = X->low[widest] + 0.4871 * (X->high[widest] - X->low[widest]);
    box *a = &k->stack[k->depth++], *b = &k->stack[k->depth++];
    *a = *b = *X;
    a->high[widest] = cut, b->low[widest] = cut;
}

static void visit(search *k, box X) {
    for (int i = 0; i < k->nknown; i++)
        if (contains(k->n, &k->known[i].alone, &X)) return;
    run_on(k, &X);
    if (is_excluded(k)) return;
    if (operate(k, &X)) {
        box image = X;
        outcome o = compare(k, &image);
        if (o == EMPTY) return;
        if (o == INSIDE) { /* exactly one in X */
            meet(k, &X, &image);
            return;
        }
        if (o != NOTHING) {
            accept(k, &X);
            X = image;
            for (int i = 0; i < k->nknown; i++)
                if (contains(k->n, &k->known[i].alone, &X)) return;
        } else {
            accept(k, &X);
        }
    }
    halve(k, &X);
}

static bool prepare(search *k) {
    vv_krawczyk *s = k->s;
    int n = s->n;
    vv_expr *e = VV_ARRAY(k->c, vv_expr, n + n * n + 1);
    k->stack = VV_ARRAY(k->c, box, MOST_BOXES + 2);
    k->later = VV_ARRAY(k->c, box, MOST_BOXES + 2);
    s->zero = VV_ARRAY(k->c, vv_krawczyk_zero, VV_KRAWCZYK_ZEROS + 1);
    if (!e || !k->stack || !k->later || !s->zero || n > N) return false;
    memcpy(e, s->f, (size_t)n * sizeof *e);
    for (int i = 0; i < n; i++) vv_gradient(k->c, s->f[i], n, s->x, e + n + i * n);
    if (!vv_enclosure_make(k->c, n + n * n, e, 3 * n + 3, BITS, &k->v)) return false;
    for (int i = 0; i < n; i++) k->slot[i] = vv_enclosure_slot(&k->v, s->x[i]);
    return vv_is_poison(vv_enclosure_unbound(&k->v, n, s->x));
}

/* Makes the postponed boxes the current ones, the first on top. */
static bool take_later(search *k) {
    if (!k->nlater) return false;
    for (int i = 0; i < k->nlater; i++) k->stack[i] = k->later[k->nlater - 1 - i];
    k->depth = k->nlater;
    k->nlater = 0;
    k->share++;
    return true;
}

static void leave_open(search *k, int n, const box *part) {
    vv_krawczyk *s = k->s;
    s->left += n;
    for (int d = 0; d < n; d++)
        for (int i = 0; i < s->n; i++) {
            s->around[i] = 0.5 * (part[d].low[i] + part[d].high[i]);
            s->widest = fmax(s->widest, part[d].high[i] - part[d].low[i]);
        }
}

bool vv_krawczyk_run(vv_ctx *c, vv_krawczyk *s) {
    search *k = VV_NEW(c, search);
    if (!k) return false;
    *k = (search){.c = c, .s = s, .n = s->n};
    s->nzeros = s->left = 0;
    s->boxes = 0;
    s->widest = 0;
    bool ready = prepare(k);
    if (ready) {
        box all;
        for (int i = 0; i < s->n; i++) all.low[i] = s->low[i], all.high[i] = s->high[i];
        k->stack[k->depth++] = all;
    }
    while (ready && (k->depth || take_later(k)) && vv_ctx_tick(c)) {
        if (k->spent > s->work) break;
        visit(k, k->stack[--k->depth]);
    }
    leave_open(k, k->nlater, k->later);
    leave_open(k, k->depth, k->stack);
    vv_balls_free(k->v.b);
    return ready && vv_ctx_ok(c);
}
