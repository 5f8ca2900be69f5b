#include "prove/prove.h"

#include <math.h>

#include "base/base.h"
#include "prove/modular_prover.h"
#include "prove/refute.h"
#include "prove/prove_internal.h"

/* A part that is not generalized rarely benefits from more. */
enum { STANDARD_TERMS = 100000, PLAIN_TERMS = 20000 };

const vv_expr *vv_facts_rewrite_all(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e) {
    if (!f || f->nrules == 0) return e;
    vv_expr *out = VV_ARRAY(c, vv_expr, n + 1);
    for (int i = 0; out && i < n; i++) out[i] = e[i];
    for (int round = 0; out && round < VV_PROVE_MAX_ROUNDS; round++) {
        vv_mark m = vv_arena_mark(c);
        vv_expr *next = VV_ARRAY(c, vv_expr, n + 1);
        bool changed = false;
        if (!next || vv_subst(c, f->nrules, f->from, f->to, n, out, next) != VV_OK) return NULL;
        for (int i = 0; i < n; i++) {
            changed |= out[i].id != next[i].id;
            out[i] = next[i];
        }
        vv_arena_release(c, m);
        if (!changed) break;
    }
    return out;
}

/* ---- assumptions used ----------------------------------------------------------------------- */

static void note(vv_buffer *b, vv_ctx *c, vv_expr e, const char *relation) {
    if (b->length) vv_buffer_add(b, ", ");
    vv_expr_write(c, e, b);
    vv_buffer_add(b, relation);
}

/* Instructions of the symbols with a declared sign, in the order of declaration: the order in
 * the program is an accident of construction. */
static int *signed_symbols(vv_ctx *c, const vv_prover_program *p, int *n) {
    int *list = VV_ARRAY(c, int, p->nins + 1);
    *n = 0;
    for (int i = 0; list && i < p->nins; i++) {
        if (p->ins[i].op != VV_P_SYMBOL) continue;
        int index = vv_symbol_get(c, (vv_expr){p->ins[i].aux})->index, at = (*n)++;
        for (; at > 0; at--) {
            uint32_t before = p->ins[list[at - 1]].aux;
            if (vv_symbol_get(c, (vv_expr){before})->index <= index) break;
            list[at] = list[at - 1];
        }
        list[at] = i;
    }
    return list;
}

/* Signs matter only if a branch was chosen. */
static const char *assumptions(vv_ctx *c, const vv_prover_program *p, const vv_facts *f) {
    static const char *const relation[] = {[VV_ANY_SIGN] = "",
                                           [VV_POSITIVE] = " > 0",
                                           [VV_NEGATIVE] = " < 0",
                                           [VV_NONNEGATIVE] = " >= 0",
                                           [VV_NONZERO] = ""};
    if (p->nsqrt + p->nbranches == 0) return NULL;
    vv_buffer b = VV_BUFFER(c);
    int n, *list = signed_symbols(c, p, &n);
    for (int i = 0; list && i < n; i++) {
        const vv_prover_instruction *in = &p->ins[list[i]];
        uint32_t sign = p->word[in->first];
        if (relation[sign][0]) note(&b, c, (vv_expr){in->aux}, relation[sign]);
    }
    for (int i = 0; p->npositive && f && i < f->npositive; i++)
        if (!vv_symbol_get(c, f->positive[i])) note(&b, c, f->positive[i], " > 0");
    return b.length ? vv_buffer_text(&b) : NULL;
}

static bool has_root(vv_ctx *c, vv_expr e) {
    int n = 0;
    const uint32_t *order = vv_expr_topological_order(c, 1, &e, &n);
    for (int i = 0; order && i < n; i++) {
        vv_op op = vv_expr_op(c, (vv_expr){order[i]});
        if (op == VV_SQRT || op == VV_ASIN || op == VV_ACOS || op == VV_LOG) return true;
    }
    return false;
}

/* What the rules put in the place of symbols, where it is not real everywhere. */
static bool keep_real(vv_ctx *c, const vv_facts *f, vv_facts *out) {
    vv_expr *real = VV_ARRAY(c, vv_expr, f->nrules + 1);
    int n = 0;
    if (!real) return false;
    for (int i = 0; i < f->nrules; i++)
        if (vv_symbol_get(c, f->from[i]) && has_root(c, f->to[i])) real[n++] = f->from[i];
    if (!n) return true;
    out->nreal = n;
    out->real = vv_facts_rewrite_all(c, f, n, real);
    return out->real != NULL;
}

bool vv_facts_without_rules(vv_ctx *c, const vv_facts *f, vv_facts *out) {
    vv_expr *positive = VV_ARRAY(c, vv_expr, f->npositive + f->nrules + 1),
            *nonzero = VV_ARRAY(c, vv_expr, f->nnonzero + f->nrules + 1);
    *out = *f;
    out->nrules = 0;
    if (!positive || !nonzero) return false;
    for (int i = 0; i < f->npositive; i++) positive[i] = f->positive[i];
    for (int i = 0; i < f->nnonzero; i++) nonzero[i] = f->nonzero[i];
    for (int i = 0; i < f->nrules; i++) {
        const vv_symbol *s = vv_symbol_get(c, f->from[i]);
        vv_sign sign = s ? s->sign : VV_ANY_SIGN;
        for (int k = 0; k < f->npositive; k++)
            if (vv_same(f->positive[k], f->from[i])) sign = VV_ANY_SIGN; /* already listed */
        if (sign == VV_NONNEGATIVE && vv_is_zero(f->to[i]))
            continue; /* the sign does not restrict it */
        if (sign == VV_NONZERO) nonzero[out->nnonzero++] = f->from[i];
        if (sign == VV_POSITIVE || sign == VV_NONNEGATIVE) positive[out->npositive++] = f->from[i];
        if (sign == VV_NEGATIVE) positive[out->npositive++] = vv_neg(c, f->from[i]);
    }
    out->positive = vv_facts_rewrite_all(c, f, out->npositive, positive);
    out->nonzero = vv_facts_rewrite_all(c, f, out->nnonzero, nonzero);
    return out->positive && out->nonzero && keep_real(c, f, out);
}

/* ---- proving -------------------------------------------------------------------------------- */

static bool all_structurally_zero(int n, const vv_expr *e) {
    for (int i = 0; i < n; i++)
        if (!vv_is_zero(e[i])) return false;
    return true;
}

static void refute(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e,
                   const vv_modular_result *found, vv_proof *out) {
    if (vv_refute(c, f, n, e, out->seed, 0, vv_ball_roots_differ, NULL, out)) return;
    out->which = -1;
    /* zero at real points to a thousand bits contradicts a nonzero residue: then no verdict */
    if (!found->certain || out->points) return;
    out->verdict = VV_REFUTED; /* a value that is nonzero modulo p is nonzero */
    out->means = VV_MEANS_MODULAR;
    out->which = found->which;
}

/* Exactly zero: as a more general identity if there is one, otherwise as it stands. */
static bool confirm(vv_ctx *c, vv_prover_program *p, uint64_t seed, size_t terms) {
    vv_prover_program *general = p && !p->beyond ? vv_prover_program_generalise(c, p, seed) : NULL;
    if (!general) return false;
    if (vv_exact_prove_zero(c, general, terms)) return true;
    return general != p && vv_exact_prove_zero(c, p, terms < PLAIN_TERMS ? terms : PLAIN_TERMS);
}

/* All together, which shares work; otherwise one by one: each may be generalized in its own way. */
static bool confirm_all(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, uint64_t seed,
                        size_t terms) {
    vv_mark m = vv_arena_mark(c);
    bool good = confirm(c, vv_prover_program_make(c, f, n, e), seed, terms);
    vv_arena_release(c, m);
    if (good || n == 1) return good;
    for (int i = 0; i < n; i++) {
        if (vv_is_zero(e[i])) continue;
        good = confirm(c, vv_prover_program_make(c, f, 1, &e[i]), seed, terms);
        vv_arena_release(c, m);
        if (!good) return false;
    }
    return true;
}

/* A point at which k roots exist is found after 2^k attempts. Most identities with many roots hold
 * for any values of them: that is tried first. */
static vv_status run_modular(vv_ctx *c, const vv_prover_program *p, uint64_t seed, double bound,
                             vv_modular_result *found) {
    enum { MANY_ROOTS = 8 };
    vv_mark m = vv_arena_mark(c);
    vv_prover_program *any = p->nsqrt > MANY_ROOTS ? vv_prover_program_free_roots(c, p) : NULL;
    *found = (vv_modular_result){.verdict = VV_UNDECIDED, .which = -1};
    if (any) vv_modular_run(c, any, seed, bound, 1, vv_modular_roots_vanish, NULL, found);
    vv_arena_release(c, m);
    if (found->verdict == VV_PROVED || !vv_ctx_ok(c)) return vv_ctx_status(c);
    return vv_modular_run(c, p, seed, bound, 1, vv_modular_roots_vanish, NULL, found);
}

static void decide(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, const vv_expr *ruled,
                   const vv_prove_options *o, vv_proof *out) {
    vv_prover_program *p = vv_prover_program_make(c, f, n, ruled);
    size_t terms = o->exact_terms ? o->exact_terms : STANDARD_TERMS;
    vv_modular_result found;
    double bound = o->bound_log2 < 0 ? o->bound_log2 : VV_PROVE_DEFAULT_BOUND;
    if (!p || run_modular(c, p, out->seed, bound, &found) != VV_OK) return;
    out->lanes = out->primes = found.lanes;
    bool exact = o->exact_only || o->want_exact || found.verdict == VV_UNDECIDED;
    if (found.verdict != VV_REFUTED && exact &&
        (confirm_all(c, f, n, e, out->seed, terms) || /* most hold without rules, and are shorter */
         (ruled != e && confirm_all(c, f, n, ruled, out->seed, terms)))) {
        out->verdict = VV_PROVED;
        out->means = VV_MEANS_EXACT;
    } else if (found.verdict == VV_PROVED && !o->exact_only) {
        out->verdict = VV_PROVED;
        out->means = VV_MEANS_MODULAR;
        out->log2_bound = found.log2_bound;
    } else if (found.verdict != VV_PROVED) {
        refute(c, f, n, ruled, &found, out);
    }
    if (out->verdict == VV_PROVED) {
        out->assumed = assumptions(c, p, f);
        vv_decision_check_values(c, f, n, ruled, p, true);
    }
}

/* Again without square roots of squares. */
static void decide_squares(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e,
                           const vv_prove_options *o, vv_proof *out) {
    const vv_expr *plain = vv_ctx_ok(c) ? vv_resolve_perfect_squares(c, f, n, e) : NULL;
    if (!plain) return;
    if (all_structurally_zero(n, plain)) {
        out->verdict = VV_PROVED;
        out->means = VV_MEANS_EXACT;
    } else {
        decide(c, f, n, plain, plain, o, out);
    }
    vv_prover_program *p = out->verdict == VV_PROVED ? vv_prover_program_make(c, f, n, e) : NULL;
    if (p) out->assumed = assumptions(c, p, f);
}

bool vv_facts_leave_open(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e) {
    int nsymbols = 0;
    vv_expr *symbol = f && f->nopen ? vv_expr_symbols(c, f->nopen, f->open, &nsymbols) : NULL;
    for (int i = 0; symbol && i < n; i++)
        if (vv_depends(c, e[i], nsymbols, symbol)) return true;
    return false;
}

/* Withdraws a verdict that may be invalid on constraints not expressed by rules. */
static void withdraw(vv_ctx *c, const vv_facts *f, int n, const vv_expr *ruled, vv_proof *out) {
    bool one = out->which >= 0 && out->which < n;
    if (out->verdict == VV_REFUTED &&
        vv_facts_leave_open(c, f, one ? 1 : n, one ? ruled + out->which : ruled))
        *out = (vv_proof){.which = -1, .seed = out->seed};
}

/* ---- branches ------------------------------------------------------------------------------- */

/* Functions that analytic continuation around a branch point may change: what holds with one
 * sign of a root in the rules need not hold with the other if one of these is present. A
 * meromorphic function of the root carries over from one sign to the other. */
static bool has_branches(vv_ctx *c, int n, const vv_expr *e) {
    int nodes = 0;
    uint32_t *order = vv_expr_topological_order(c, n, e, &nodes);
    for (int i = 0; order && i < nodes; i++) {
        vv_op op = vv_expr_op(c, (vv_expr){order[i]});
        if (op == VV_POW || (op >= VV_LOG && op <= VV_ATAN) || (op >= VV_ABS && op <= VV_PIECEWISE))
            return true;
    }
    return false;
}

/* The facts with the opposite sign of the roots in the set. */
static bool on_branch(vv_ctx *c, const vv_facts *f, unsigned set, vv_facts *out) {
    vv_expr *to = VV_ARRAY(c, vv_expr, f->nrules + 1),
            *root = VV_ARRAY(c, vv_expr, f->nbranches + 1);
    *out = *f;
    if (!to || !root) return false;
    for (int i = 0; i < f->nrules; i++) to[i] = f->to[i];
    for (int i = 0; i < f->nbranches; i++) root[i] = f->branch[i];
    for (int i = 0; i < f->nbranches; i++) {
        vv_expr from = root[i], minus = vv_neg(c, root[i]);
        if (!(set >> i & 1)) continue;
        vv_subst(c, 1, &from, &minus, f->nrules, to, to);
        vv_subst(c, 1, &from, &minus, f->nbranches - i - 1, root + i + 1, root + i + 1);
    }
    out->to = to;
    out->nbranches = 0;
    return vv_ctx_ok(c);
}

enum { MOST_BRANCHES = 4 };

static unsigned branch_sets(const vv_facts *f) {
    return 1u << (f->nbranches < MOST_BRANCHES ? f->nbranches : MOST_BRANCHES);
}

/* Proved with one sign of each root: with the others, too? */
static void prove_branches(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e,
                           const vv_prove_options *o, vv_proof *out) {
    if (!f || !f->nbranches || !has_branches(c, n, e)) return;
    for (unsigned set = 1; set < branch_sets(f) && out->verdict == VV_PROVED; set++) {
        vv_facts there;
        vv_proof p;
        if (!on_branch(c, f, set, &there) || vv_prove_zero(c, &there, n, e, o, &p) != VV_OK) return;
        if (p.verdict != VV_PROVED)
            *out = p;
        else
            out->record = vv_proof_record_join(out->record, p.record);
    }
}

/* sign(s) of an unknown s that the rules add where a constraint is a product: its values are the
 * sheets. Poison if there is none. */
static vv_expr sheet_sign(vv_ctx *c, int n, const vv_expr *e) {
    int nodes = 0;
    uint32_t *order = vv_expr_topological_order(c, n, e, &nodes);
    for (int i = 0; order && i < nodes; i++) {
        vv_expr node = {order[i]};
        const vv_symbol *s =
            vv_expr_op(c, node) == VV_SIGN ? vv_symbol_get(c, vv_expr_child(c, node, 0)) : NULL;
        if (s && s->kind == VV_SYM_OTHER) return node;
    }
    return VV_POISON;
}

/* Random points leave out a sheet on which a divisor vanishes everywhere. Do the expressions vanish
 * on each sheet? `ruled`: by the rules of the facts. */
static bool vanish_on_sheets(vv_ctx *c, const vv_facts *f, int n, const vv_expr *ruled, int depth) {
    enum { MOST_SHEETS = 4 };
    vv_expr sign = f && f->nrules && n ? sheet_sign(c, n, ruled) : VV_POISON;
    vv_expr *there = sign.id ? VV_ARRAY(c, vv_expr, n) : NULL;
    vv_facts plain;
    if (!sign.id) return true;
    if (!there || depth == MOST_SHEETS || !vv_facts_without_rules(c, f, &plain)) return false;
    for (int side = -1; side <= 1; side += 2) {
        vv_expr to = vv_int(c, side);
        vv_subst(c, 1, &sign, &to, n, ruled, there);
        if (vv_ctx_status(c) == VV_E_MODEL) return vv_ctx_clear_failure(c), false;
        for (int i = 0; i < n; i++)
            if (!there[i].id || !vv_vanishes(c, &plain, there[i])) return false;
        if (!vanish_on_sheets(c, f, n, there, depth + 1)) return false;
    }
    return vv_ctx_ok(c);
}

static void trace_identity(vv_ctx *c, vv_expr e, const char *verdict) {
    vv_buffer b = VV_BUFFER(c);
    vv_buffer_printf(&b, "%s: 0 = ", verdict);
    vv_expr_write_brief(c, e, &b);
    vv_trace_lines(VV_TRACE_PROVE, &b);
}

static void trace_proof(vv_ctx *c, int n, const vv_expr *e, const vv_proof *p) {
    const char *verdict = vv_proof_text(c, p);
    for (int i = 0; i < n; i++)
        if (p->which < 0 || p->which == i) trace_identity(c, e[i], verdict);
}

/* A refutation at other values than the stated ones holds there too if the difference is the same
 * number everywhere: that it is one is proved. */
static void widen_to_stated(vv_ctx *c, const vv_facts *f, int n, const vv_expr *ruled,
                            vv_proof *out) {
    const double PARTS = 64, MOST = 1e6; /* numbers tried: small ones with this denominator */
    double k = out->witness_residual * PARTS;
    bool wanted = out->verdict == VV_REFUTED && n == 1 && out->nwitness && !out->stated;
    if (!wanted || !vv_values_stated(c) || !(fabs(k) < MOST) || k != rint(k)) return;
    vv_expr number = vv_ratio(c, (int64_t)k, (int64_t)PARTS);
    out->stated = vv_vanishes(c, f, vv_sub(c, ruled[0], number));
}

vv_status vv_prove_zero(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e,
                        const vv_prove_options *o, vv_proof *out) {
    static const vv_prove_options standard = {0};
    if (!o) o = &standard;
    *out = (vv_proof){.which = -1, .seed = o->seed ? o->seed : VV_PROVE_DEFAULT_SEED};
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    vv_mark mark = vv_arena_mark(c);
    vv_facts there;
    const vv_expr *ruled = vv_facts_rewrite_all(c, f, n, e);
    if (ruled && all_structurally_zero(n, ruled)) {
        out->verdict = VV_PROVED;
        out->means = VV_MEANS_EXACT;
    } else if (ruled) {
        decide(c, f, n, e, ruled, o, out);
        if (out->verdict == VV_UNDECIDED) decide_squares(c, f, n, ruled, o, out);
        if (out->verdict == VV_UNDECIDED && f && f->nrules && vv_facts_without_rules(c, f, &there))
            decide(c, &there, n, ruled, ruled, o, out);
        if (out->verdict == VV_PROVED && !vanish_on_sheets(c, f, n, ruled, 0))
            *out = (vv_proof){.which = -1,
                              .seed = out->seed,
                              .theorem = "a divisor vanishes on a sheet of the constraints: state "
                                         "the factor that vanishes"};
        withdraw(c, f, n, ruled, out);
        widen_to_stated(c, f, n, ruled, out);
    }
    vv_proof_record_zero(c, f, n, e, out);
    if (out->verdict == VV_PROVED) prove_branches(c, f, n, e, o, out);
    if (!vv_ctx_ok(c)) out->verdict = VV_UNDECIDED; /* memory or time was refused: no verdict */
    if (vv_trace(c, VV_TRACE_PROVE)) trace_proof(c, n, e, out);
    vv_arena_release(c, mark);
    return vv_ctx_status(c);
}

/* A vv_ball_test; data: the sign. */
static bool has_signs(vv_balls *b, int n, const int *root, int scratch, void *data, int *which,
                      double *residual) {
    int positive = 0;
    (void)scratch;
    for (int i = 0; i < n; i++) {
        positive += vv_ball_is_positive(b, root[i]);
        if (*(int *)data > 0 || !vv_ball_is_negative(b, root[i])) continue;
        *which = i;
        *residual = vv_ball_midpoint_double(b, root[i]);
        return true;
    }
    return *(int *)data > 0 && positive == n;
}

bool vv_sign_witness_find(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, int sign,
                          uint64_t seed, vv_proof *out) {
    *out = (vv_proof){.which = -1, .seed = seed ? seed : VV_PROVE_DEFAULT_SEED};
    const vv_expr *ruled = vv_facts_rewrite_all(c, f, n, e);
    if (!ruled || !vv_ctx_ok(c) || vv_facts_leave_open(c, f, n, ruled)) return false;
    return vv_refute(c, f, n, ruled, out->seed, 0, has_signs, &sign, out);
}

bool vv_sign_witness_search(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, int sign,
                            uint64_t seed, vv_proof *out) {
    if (vv_sign_witness_find(c, f, n, e, sign, seed, out)) return true;
    const vv_expr *ruled = vv_facts_rewrite_all(c, f, n, e);
    if (!ruled || !vv_ctx_ok(c) || vv_facts_leave_open(c, f, n, ruled)) return false;
    vv_refute_walk w = {sign > 0, has_signs, &sign};
    return vv_refute_by_walk(c, f, n, ruled, out->seed, &w, out);
}

static vv_truth quick(vv_ctx *c, const vv_facts *f, vv_expr e, bool only_proof) {
    if (vv_is_zero(e)) return VV_TRUE;
    if (vv_is_poison(e) || !vv_ctx_ok(c)) return VV_UNKNOWN;
    if (vv_is_const(c, e)) return VV_FALSE;
    vv_mark mark = vv_arena_mark(c);
    vv_truth answer = VV_UNKNOWN;
    if (only_proof && vv_float_refutes_zero(c, f, e)) {
        vv_arena_release(c, mark);
        return VV_UNKNOWN;
    }
    const vv_expr *ruled = vv_facts_rewrite_all(c, f, 1, &e);
    vv_prover_program *p = ruled ? vv_prover_program_make(c, f, 1, ruled) : NULL;
    vv_modular_result found;
    if (p && run_modular(c, p, VV_PROVE_DEFAULT_SEED, VV_PROVE_DEFAULT_BOUND, &found) == VV_OK) {
        vv_proof proof = {.seed = VV_PROVE_DEFAULT_SEED};
        if (found.verdict == VV_PROVED)
            answer = VV_TRUE;
        else if (found.verdict == VV_REFUTED && found.certain)
            answer = VV_FALSE;
        else if (!only_proof &&
                 vv_refute(c, f, 1, ruled, proof.seed, 0, vv_ball_roots_differ, NULL, &proof))
            answer = VV_FALSE;
        if (answer != VV_UNKNOWN || found.verdict == VV_REFUTED)
            vv_decision_check_values(c, f, 1, ruled, p, answer == VV_TRUE);
    }
    if (answer == VV_TRUE && !vanish_on_sheets(c, f, 1, ruled, 0)) answer = VV_UNKNOWN;
    for (unsigned set = 1; answer == VV_TRUE && f && f->nbranches && set < branch_sets(f); set++) {
        vv_facts there;
        if (set == 1 && !has_branches(c, 1, &e)) break;
        answer = on_branch(c, f, set, &there) ? quick(c, &there, e, only_proof) : VV_UNKNOWN;
    }
    vv_arena_release(c, mark);
    return answer;
}

/* The quick question, traced unless the answer was seen at once. */
static vv_truth answer_quickly(vv_ctx *c, const vv_facts *f, vv_expr e, bool only_proof) {
    vv_truth answer = quick(c, f, e, only_proof);
    if (vv_trace(c, VV_TRACE_PROVE) && !vv_is_zero(e) && !vv_is_poison(e) && !vv_is_const(c, e))
        trace_identity(c, e,
                       answer == VV_TRUE    ? "quickly: zero modulo random primes"
                       : answer == VV_FALSE ? "quickly: not zero"
                                            : "quickly: not proved");
    return answer;
}

vv_truth vv_is_identically_zero(vv_ctx *c, const vv_facts *f, vv_expr e) {
    return answer_quickly(c, f, e, false);
}

bool vv_vanishes(vv_ctx *c, const vv_facts *f, vv_expr e) {
    return answer_quickly(c, f, e, true) == VV_TRUE;
}

/* ---- text ----------------------------------------------------------------------------------- */

static void write_witness(vv_ctx *c, const vv_proof *p, vv_buffer *b) {
    enum { MOST = 12 };
    for (int i = 0; i < p->nwitness && i < MOST; i++) {
        vv_buffer_add(b, i ? ", " : " at ");
        vv_expr_write(c, p->witness_symbol[i], b);
        vv_buffer_add(b, " = ");
        vv_rat_write(b, p->witness_value[i]);
    }
    if (p->nwitness > MOST) vv_buffer_add(b, ", ...");
}

const char *vv_proof_text(vv_ctx *c, const vv_proof *p) {
    vv_buffer b = VV_BUFFER(c);
    if (p->verdict == VV_UNDECIDED)
        vv_buffer_add(&b, "not decided");
    else
        vv_buffer_add(&b, p->verdict == VV_PROVED ? "proved" : "refuted");
    if (p->theorem)
        vv_buffer_printf(&b, ": %s", p->theorem);
    else if (p->means == VV_MEANS_EXACT)
        vv_buffer_add(&b, " exactly");
    if (p->means == VV_MEANS_MODULAR && p->verdict == VV_PROVED)
        vv_buffer_printf(&b, " modulo %d random primes, error below 2^%.0f", p->primes,
                         ceil(p->log2_bound)); /* an upper bound: not rounded down */
    if (p->means == VV_MEANS_MODULAR && p->verdict == VV_REFUTED)
        vv_buffer_add(&b, " modulo a random prime, where it is non-zero");
    if (p->means == VV_MEANS_BALL) {
        if (!p->theorem) vv_buffer_add(&b, " by ball arithmetic");
        write_witness(c, p, &b);
        if (!p->theorem) vv_buffer_printf(&b, ": the difference is %.6g", p->witness_residual);
    }
    if (p->except) vv_buffer_printf(&b, " between events; it changes at %s", p->except);
    if (p->assumed) vv_buffer_printf(&b, "; assuming %s", p->assumed);
    return vv_buffer_text(&b);
}
