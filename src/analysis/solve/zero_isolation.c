#include "analysis/solve/zero_isolation.h"
#include "analysis/solve/solve_tolerances.h"

#include <math.h>

#include "prove/prove.h"

enum { BITS = 128, MOST_WORK = 20000, MOST_DEPTH = 200 };

typedef struct search {
    vv_ctx *c;
    vv_enclosure v; /* of e and its derivative */
    int x;          /* slot of the variable */
    vv_zeros *out;
} search;

static void evaluate(search *s, double low, double high) {
    vv_ball_set_interval(s->v.b, s->x, low, high);
    vv_enclosure_run(&s->v);
    s->out->work++;
}

/* -1, 1, or 0 if uncertain; *zero if x is a zero to working precision. */
static int sign_at(search *s, double x, bool *zero) {
    evaluate(s, x, x);
    int e = s->v.root[0];
    double slope = fabs(vv_ball_midpoint_double(s->v.b, s->v.root[1]));
    *zero = vv_ball_is_finite(s->v.b, e) && vv_ball_contains_zero(s->v.b, e) &&
            vv_ball_radius(s->v.b, e) < VV_ZEROS_AT_ZERO * slope;
    return vv_ball_is_positive(s->v.b, e) ? 1 : vv_ball_is_negative(s->v.b, e) ? -1 : 0;
}

/* Bisects a sign change of a monotone function until the ends are adjacent doubles. */
static void refine(search *s, double low, double high, int at_low) {
    for (int i = 0; i < VV_ZEROS_BISECTIONS; i++) {
        double middle = low + (high - low) / 2;
        if (!(low < middle && middle < high)) break;
        bool zero;
        int sign = sign_at(s, middle, &zero);
        if (sign == 0) { /* limit of the ball precision */
            low = high = middle;
            break;
        }
        *(sign == at_low ? &low : &high) = middle;
    }
    if (s->out->n < VV_ZEROS_MOST)
        s->out->list[s->out->n++] = (vv_zero_bracket){low, high};
    else
        s->out->complete = false;
}

static void unclear(search *s, double low, double high) {
    vv_zeros *z = s->out;
    z->complete = false;
    if (z->nunclear && low <= z->unclear[z->nunclear - 1].high)
        z->unclear[z->nunclear - 1].high = high; /* extends the last interval */
    else if (z->nunclear < VV_ZEROS_UNDECIDED_MOST)
        z->unclear[z->nunclear++] = (vv_zero_bracket){low, high};
}

static void look(search *s, double low, double high, int depth) {
    if (!vv_ctx_tick(s->c)) return;
    evaluate(s, low, high);
    vv_balls *b = s->v.b;
    if (vv_ball_excludes_zero(b, s->v.root[0])) return;
    bool monotone = vv_ball_excludes_zero(b, s->v.root[1]);
    double middle = low + VV_ZEROS_SPLIT * (high - low);
    if (monotone) {
        bool zero[2];
        int at_low = sign_at(s, low, &zero[0]), at_high = sign_at(s, high, &zero[1]);
        if (zero[0] || zero[1])
            refine(s, zero[0] ? low : high, zero[0] ? low : high, -1);
        else if (!at_low || !at_high)
            unclear(s, low, high);
        else if (at_low != at_high)
            refine(s, low, high, at_low);
        return;
    }
    bool narrow = high - low < VV_ZEROS_NARROW * fmax(fabs(low), fabs(high)) ||
                  high - low < VV_ZEROS_NARROWEST;
    if (narrow || depth == 0 || s->out->work > MOST_WORK) {
        unclear(s, low, high);
        return;
    }
    look(s, low, middle, depth - 1);
    look(s, middle, high, depth - 1);
}

/* A zero at the common end of two subintervals is found in both. */
static void merge(vv_zeros *z) {
    int n = 0;
    for (int i = 0; i < z->n; i++)
        if (n == 0 || z->list[i].low > z->list[n - 1].high) z->list[n++] = z->list[i];
    z->n = n;
}

vv_status vv_zeros_find(vv_ctx *c, vv_expr x, vv_expr e, double low, double high, vv_zeros *out) {
    *out = (vv_zeros){.complete = true};
    vv_expr both[2] = {e, vv_diff(c, e, x)};
    search s = {.c = c, .out = out};
    if (!vv_enclosure_make(c, 2, both, 0, BITS, &s.v)) return vv_ctx_status(c);
    s.x = vv_enclosure_slot(&s.v, x);
    bool known = s.x >= 0 && vv_is_poison(vv_enclosure_unbound(&s.v, 1, &x));
    if (known) look(&s, low, high, MOST_DEPTH);
    merge(out);
    vv_balls_free(s.v.b);
    return !vv_ctx_ok(c) ? vv_ctx_status(c) : known ? VV_OK : VV_E_BEYOND;
}
