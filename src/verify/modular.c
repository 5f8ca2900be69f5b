#include "verify/modular.h"

#include <math.h>

#include "verify/prime_lane.h"

enum {
    FIRST_BITS = 256,
    SPARE_BITS = 160, /* beyond the degree: the error of one point is below 2^-100 */
    MOST_BITS = 2000,
    MOST_CHOICES = 6,
    LANES_EACH = 70, /* per pattern of signs: one that is missed has probability below 2^-100 */
    LANES_PER_PRIME = 16,
    MOST_TRIES = 4000 /* points without roots, in a row */
};

/* The nodes a check evaluates: those of the statement and the facts that are required. */
static vv_list *order_of(const vv_certificate *k, const vv_statement *p, bool require) {
    const vv_premises *f = &k->facts[p->facts];
    int n = p->of.n, *roots = VV_ARRAY(k->c, int, n + f->positive.n + 1);
    if (!roots) return NULL;
    for (int i = 0; i < p->of.n; i++) roots[i] = p->of.at[i];
    for (int i = 0; require && i < f->positive.n; i++) roots[n++] = f->positive.at[i];
    return vv_certificate_order(k, f, n, roots);
}

/* Draws points until one exists. */
static vv_lane_end run_somewhere(vv_lane *l, int bits, bool fresh) {
    vv_lane_end end = VV_LANE_NO_ROOT;
    for (int i = 0; i < MOST_TRIES && vv_ctx_tick(l->k->c); i++) {
        if (fresh || i % LANES_PER_PRIME == LANES_PER_PRIME - 1) vv_lane_draw_prime(l, bits);
        fresh = false;
        vv_lane_draw_key(l);
        end = vv_lane_run(l);
        if (end == VV_LANE_GOOD || end == VV_LANE_BEYOND) return end;
        if (end == VV_LANE_DIVISION && i > 20) return end;
    }
    return end;
}

static bool holds(const vv_lane *l, const vv_statement *p, vv_modular_answer *out) {
    if (p->kind == VV_K_ROW_SPACE) {
        int rows = p->of.n / p->columns;
        out->rank = vv_lane_rank(l, &p->of, rows - 1, p->columns);
        return vv_lane_rank(l, &p->of, rows, p->columns) == out->rank;
    }
    for (int i = 0; i < p->of.n; i++)
        if (mpz_sgn(l->value[l->place[p->of.at[i]]])) return false;
    return true;
}

static vv_modular_answer unknown(const char *why) {
    return (vv_modular_answer){.word = VV_M_UNKNOWN, .why = why};
}

static const char *reason(vv_lane_end end) {
    return end == VV_LANE_DIVISION ? "a divisor vanishes identically"
           : end == VV_LANE_BEYOND ? "a function has no rule modulo primes"
                                   : "no point modulo a prime has all roots";
}

static vv_modular_answer stopped(vv_lane_end end) {
    vv_modular_answer out = unknown(reason(end));
    out.undefined = end == VV_LANE_DIVISION;
    return out;
}

static vv_modular_answer run_lanes(vv_lane *l, const vv_statement *p) {
    vv_modular_answer out = {.word = VV_M_ZERO, .bits = FIRST_BITS};
    vv_lane_end end = run_somewhere(l, out.bits, true);
    if (end != VV_LANE_GOOD) return stopped(end);
    double need = log2(vv_lane_degree(l, &p->of) + 1) + SPARE_BITS;
    if (p->kind == VV_K_ROW_SPACE) need += log2(p->of.n + 1);
    if (!(need < MOST_BITS)) return unknown("its degree is too large");
    if (need > out.bits) out.bits = (int)need + 1;
    for (int want = 2; out.lanes < want; out.lanes++) {
        end = run_somewhere(l, out.bits, out.lanes % LANES_PER_PRIME == 0);
        if (end != VV_LANE_GOOD || !vv_ctx_ok(l->k->c)) return stopped(end);
        if (!holds(l, p, &out)) {
            out.word = VV_M_NONZERO;
            return out;
        }
        int choices = vv_lane_choices(l);
        if (choices > MOST_CHOICES && out.lanes > 20)
            return unknown("too many signs and branches are chosen in it");
        want = choices ? LANES_EACH << (choices < MOST_CHOICES ? choices : MOST_CHOICES) : 2;
    }
    return out;
}

vv_modular_answer vv_modular_check(const vv_certificate *k, const vv_statement *p) {
    vv_modular_answer out = unknown("memory was refused");
    for (int require = 0; require < 2; require++) {
        const vv_premises *f = &k->facts[p->facts];
        vv_mark mark = vv_arena_mark(k->c);
        vv_lane l;
        if (require && !f->positive.n) break;
        const vv_list *order = order_of(k, p, require);
        if (!order) {
            out = unknown("its rules go in a circle");
        } else {
            if (vv_lane_make(&l, k, f, order)) {
                l.require = require;
                out = run_lanes(&l, p);
            }
            vv_lane_free(&l);
        }
        vv_arena_release(k->c, mark);
        if (out.word == VV_M_ZERO) break;
    }
    return out;
}
