/* Number of lanes for a given error bound. Without choices, a lane errs with probability at most
 * ε (error_bound.c), and n lanes with their own primes and points with ε^n. Choices are square
 * roots, abs, sign, min, max and conditions. A real point shows one combination of them; a lane
 * shows a random one, given by the quadratic character and uniform on the combinations
 * compatible with multiplication; so the real one occurs with probability at least 2^-k for k
 * choices, and n lanes err with probability at most (1 - 2^-k (1 - ε))^n. A square root of f
 * that is irreducible over the previous ones need not be counted: its two values are conjugate,
 * so an expression vanishes with both or with none. That f is not a square there is established
 * by a point at which all earlier roots exist and f is a non-square. */
#include "prove/modular_prover.h"
#include "prove/prove_tolerances.h"

#include <math.h>

enum {
    MOST_CHOICES = 6,
    MOST_BARREN = 64,      /* divisions by zero before the first success */
    MOST_FUTILE = 1 << 14, /* attempts of any kind before the first success */
    MOST_TRIES = 1 << 17
};

typedef struct tally {
    bool *irreducible; /* per instruction */
    bool *tainted;     /* per slot: the value depends on a choice */
    int unknown;       /* square roots not yet known to be irreducible */
    int choices;       /* k, as last counted */
    int lanes, tries, barren;
} tally;

static void note_root(const vv_prover_program *p, tally *t, int instruction) {
    const vv_prover_instruction *in = &p->ins[instruction];
    bool tracked = in->op == VV_P_SQRT ? in->aux == 0 : in->op == VV_P_ROOT;
    if (!tracked || t->irreducible[instruction] || t->unknown == 0) return;
    t->irreducible[instruction] = true;
    t->unknown--;
}

/* ---- counting choices
 * ---------------------------------------------------------------------------- */

static bool is_branch(vv_prover_op op) {
    return op == VV_P_ABS || op == VV_P_SIGN || op == VV_P_MIN || op == VV_P_MAX ||
           op == VV_P_LESS || op == VV_P_LESSEQ;
}

static bool any_tainted(const bool *tainted, const uint32_t *w, uint32_t n, uint32_t by) {
    for (uint32_t i = 0; i < n; i++)
        if (tainted[w[i * by]]) return true;
    return false;
}

static bool reads_tainted(const vv_prover_program *p, const bool *tainted,
                          const vv_prover_instruction *in) {
    const uint32_t *w = p->word + in->first;
    switch ((int)in->op) {
    case VV_P_CONST:
    case VV_P_SYMBOL:
    case VV_P_PI: return false;
    case VV_P_ADD:
    case VV_P_MUL: return any_tainted(tainted, w, in->n, 2);
    case VV_P_ROOT: return tainted[w[0]];
    case VV_P_SOLVE: {
        const vv_prover_instruction *f = &p->ins[in->aux];
        return any_tainted(tainted, w, in->n, 1) ||
               any_tainted(tainted, p->word + f->first, f->n, 1);
    }
    case VV_P_TURN:
    case VV_P_STRETCH:
        for (uint32_t i = 0; i < in->n; i++) {
            const vv_prover_term *t = &p->term[in->first + i];
            if (tainted[t->value] || tainted[t->partner]) return true;
        }
        return false;
    default: return any_tainted(tainted, w, in->n, 1);
    }
}

/* k: the branches, the roots not known to be irreducible, and the irreducible ones whose
 * radicand depends on a choice (they were found irreducible for some choices only). */
static int count_choices(const vv_prover_program *p, tally *t) {
    int k = p->nbranches;
    for (int i = 0; i < p->nins; i++) {
        const vv_prover_instruction *in = &p->ins[i];
        bool taint = reads_tainted(p, t->tainted, in);
        bool root = (in->op == VV_P_SQRT && !in->aux) ||
                    (in->op == VV_P_ROOT && p->word[in->first + 2] % 2 == 0);
        if (root && (taint || !t->irreducible[i])) {
            k++;
            taint = true;
        }
        taint |= is_branch((vv_prover_op)in->op);
        for (uint32_t s = 0, n = vv_prover_slots_written(in); s < n; s++)
            t->tainted[in->dst + s] = taint;
    }
    return k;
}

/* Lanes needed for the bound with present knowledge; HUGE_VAL if it cannot be reached. */
static double lanes_needed(const vv_prover_program *p, tally *t, double error, double bound_log2) {
    if (error > -4) return HUGE_VAL;
    int k = t->choices = p->nbranches + p->nsqrt ? count_choices(p, t) : 0;
    if (k == 0) return fmax(1, ceil(bound_log2 / error));
    if (k > MOST_CHOICES) return HUGE_VAL;
    double miss = log2(1 - exp2(-k) * (1 - exp2(error)));
    return ceil(bound_log2 / miss);
}

static double bound_reached(const tally *t, double error) {
    int k = t->choices;
    if (k == 0) return error * t->lanes;
    return log2(1 - exp2(-k) * (1 - exp2(error))) * t->lanes;
}

/* Attempts worth making only to see roots fail: a few times the expected number for each root. */
static int patience(const vv_prover_program *p) { return p->nsqrt > 10 ? 0 : 12 << p->nsqrt; }

static bool give_up(vv_ctx *c, const vv_prover_program *p, const tally *t) {
    if (t->lanes == 0 && (t->barren > MOST_BARREN || t->tries > MOST_FUTILE)) return true;
    if (t->tries > MOST_TRIES || (double)t->tries * p->nins > VV_PROVE_MOST_STEPS) return true;
    return !vv_ctx_tick(c);
}

static void run_lanes(vv_ctx *c, const vv_prover_program *p, vv_modular_point *lane, uint64_t seed,
                      double bound_log2, int minors, vv_modular_test *test, void *data, tally *t,
                      vv_modular_result *out) {
    uint64_t state = seed;
    double error = 0, wanted = 0;
    while (!give_up(c, p, t)) {
        t->tries++;
        vv_modular_point_status end = vv_modular_point_run(p, lane, &state);
        if (end == VV_MODULAR_POINT_NO_ROOT) note_root(p, t, lane->failed);
        if (end == VV_MODULAR_POINT_DIVISION_BY_ZERO) t->barren++;
        if (end != VV_MODULAR_POINT_DONE) continue;
        t->lanes++;
        if (!test(p, lane, data, &out->which)) {
            out->verdict = VV_REFUTED;
            out->certain = p->faithful && p->nsqrt == 0;
            break;
        }
        if (t->lanes == 1) {
            error = vv_modular_error_bound(c, p, minors);
            if (!(error <= -4)) break;
        }
        if (t->unknown && t->tries < patience(p)) continue;
        if (t->lanes < wanted) continue;
        double needed = lanes_needed(p, t, error, bound_log2);
        if (needed == HUGE_VAL) break;
        if (t->lanes < needed) {
            wanted = needed; /* choices are not counted again before this many */
            continue;
        }
        out->verdict = VV_PROVED;
        out->log2_bound = bound_reached(t, error);
        break;
    }
    out->lanes = t->lanes;
}

vv_status vv_modular_run(vv_ctx *c, const vv_prover_program *p, uint64_t seed, double bound_log2,
                         int minors, vv_modular_test *test, void *data, vv_modular_result *out) {
    *out = (vv_modular_result){.verdict = VV_UNDECIDED, .which = -1};
    if (p->beyond) return vv_ctx_status(c);
    vv_mark m = vv_arena_mark(c);
    vv_modular_point lane;
    tally t = {.unknown = p->nsqrt};
    t.irreducible = VV_ARRAY(c, bool, p->nins + 1);
    t.tainted = VV_ARRAY(c, bool, p->nslots + 1);
    if (vv_modular_point_alloc(c, p, &lane) && t.irreducible && t.tainted)
        run_lanes(c, p, &lane, seed, bound_log2, minors, test, data, &t, out);
    vv_arena_release(c, m);
    return vv_ctx_status(c);
}

/* ---- stated values ------------------------------------------------------------------------- */

static bool is_rational_operation(vv_prover_op op) {
    return op == VV_P_CONST || op == VV_P_SYMBOL || op == VV_P_PI || op == VV_P_ADD ||
           op == VV_P_MUL || op == VV_P_INV || op == VV_P_FACTOR || op == VV_P_SOLVE;
}

/* The stated values by instruction; false if one is not rational, or does not enter rationally. */
static bool read_stated(vv_ctx *c, const vv_prover_program *p, const vv_rat **stated, bool *any) {
    bool *depends = VV_ARRAY(c, bool, p->nslots + 1);
    if (!depends) return false;
    for (int i = 0; i < p->nins; i++) {
        const vv_prover_instruction *in = &p->ins[i];
        vv_prover_op op = (vv_prover_op)in->op;
        bool on = reads_tainted(p, depends, in);
        const vv_symbol *s = op == VV_P_SYMBOL ? vv_symbol_get(c, (vv_expr){in->aux}) : NULL;
        if (s && s->stated.id) {
            vv_rat *value = VV_NEW(c, vv_rat);
            *any = on = true;
            if (!value || !vv_is_const(c, s->stated)) return false;
            *value = vv_expr_rational(c, s->stated);
            stated[i] = value;
        }
        if (on && !is_rational_operation(op)) return false;
        for (uint32_t k = 0, n = vv_prover_slots_written(in); k < n && op != VV_P_FACTOR; k++)
            depends[in->dst + k] = on;
    }
    return true;
}

static const vv_rat *const *stated_values(vv_ctx *c, const vv_prover_program *p, bool *any) {
    const vv_rat **stated = VV_ARRAY(c, const vv_rat *, p->nins + 1);
    *any = false;
    return stated && !p->beyond && read_stated(c, p, stated, any) && *any ? stated : NULL;
}

vv_truth vv_modular_at_values(vv_ctx *c, const vv_prover_program *p, uint64_t seed,
                              vv_modular_test *test, void *data, bool *any) {
    enum { TRIES = 24, BARREN = 3 };
    vv_mark mark = vv_arena_mark(c);
    vv_truth answer = VV_UNKNOWN;
    vv_modular_point lane;
    const vv_rat *const *stated = stated_values(c, p, any);
    int which, barren = 0;
    if (stated && vv_modular_point_alloc(c, p, &lane)) {
        lane.stated = stated;
        for (int i = 0; i < TRIES && barren < BARREN && answer == VV_UNKNOWN; i++) {
            vv_modular_point_status end = vv_modular_point_run(p, &lane, &seed);
            barren += end == VV_MODULAR_POINT_DIVISION_BY_ZERO;
            if (end == VV_MODULAR_POINT_DONE)
                answer = test(p, &lane, data, &which) ? VV_TRUE : VV_FALSE;
        }
    }
    vv_arena_release(c, mark);
    return answer;
}

bool vv_modular_roots_vanish(const vv_prover_program *p, const vv_modular_point *lane, void *data,
                             int *which) {
    (void)data;
    for (int i = 0; i < p->nroots; i++)
        if (lane->value[p->root[i]]) {
            *which = i;
            return false;
        }
    return true;
}
