#include "verify/proof_check.h"

#include "verify/interval.h"
#include "verify/modular.h"
#include "verify/theorems.h"

static vv_found check_proved(const vv_certificate *k, const vv_statement *p) {
    vv_found out = {.word = VV_HOLDS};
    if (p->kind == VV_K_ZERO && vv_interval_refutes(k, p, &out.points)) {
        out.word = VV_FAILS;
        out.why = "it is not zero at a real point that satisfies the facts";
        return out;
    }
    vv_modular_answer m = vv_modular_check(k, p);
    if (m.word == VV_M_ZERO) return out;
    out.undefined = m.undefined && !out.points;
    out.word = m.word == VV_M_NONZERO && !out.points ? VV_FAILS : VV_OPEN;
    out.why = m.word == VV_M_UNKNOWN ? m.why
              : out.points           ? "it vanishes at real points, but not modulo primes"
                                     : "it does not vanish modulo a prime";
    return out;
}

static vv_found check_refuted(const vv_certificate *k, const vv_statement *p) {
    vv_found out = {.word = VV_HOLDS};
    int rank = -1;
    if (p->kind == VV_K_ROW_SPACE) {
        vv_modular_answer m = vv_modular_check(k, p);
        if (m.word == VV_M_ZERO)
            return (vv_found){.word = VV_FAILS, .why = "the row is a combination of the others"};
        if (m.word == VV_M_UNKNOWN) return (vv_found){.word = VV_OPEN, .why = m.why};
        rank = m.rank;
    }
    if (p->at_point) {
        if (vv_interval_check_witness(k, p, rank, &out.why) != VV_POINT_TRUE) out.word = VV_FAILS;
        return out;
    }
    if (p->kind == VV_K_ZERO && vv_interval_refutes(k, p, &out.points)) return out;
    vv_modular_answer m = vv_modular_check(k, p);
    out.word = m.word == VV_M_ZERO ? VV_FAILS : VV_OPEN;
    out.why = m.word == VV_M_ZERO ? "it vanishes modulo primes" : "it has no witness";
    return out;
}

/* A conjunction: what its parts are. */
static vv_found check_all(const vv_statement *p, const vv_certificate *k, const vv_found *before) {
    vv_found out = {.word = VV_HOLDS};
    if (p->trusted)
        out =
            (vv_found){.word = VV_OPEN, .why = "a case was excluded by the engine's own reasoning"};
    for (int i = 0; i < p->of.n; i++) {
        const vv_found *part = &before[p->of.at[i]];
        if (!k->proof[p->of.at[i]].proved)
            return (vv_found){.word = VV_FAILS, .why = "a part of it is refuted, not proved"};
        if (part->word == VV_FAILS) return *part;
        if (part->word == VV_OPEN) out = *part;
    }
    return out;
}

vv_found vv_proof_check_zero(const vv_certificate *k, int facts, const vv_list *of) {
    vv_statement p = {.kind = VV_K_ZERO, .facts = facts, .proved = true, .of = *of};
    return check_proved(k, &p);
}

vv_found vv_proof_check(vv_certificate *k, int i, const vv_found *before) {
    const vv_statement *p = &k->proof[i];
    return p->kind == VV_K_ALL       ? check_all(p, k, before)
           : p->kind == VV_K_THEOREM ? vv_theorem_check(k, p)
           : p->proved               ? check_proved(k, p)
                                     : check_refuted(k, p);
}
