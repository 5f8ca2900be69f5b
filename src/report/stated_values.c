#include "report/stated_values.h"

#include "algebra/algebra.h"

bool vv_at_values_ready(vv_at_values *at) {
    if (!at->asked) {
        at->asked = true;
        at->ready = at->open(at);
    }
    return at->ready;
}

/* What is decided at a point is decided for the stated values only if the point has them. A
 * statement is refuted at a point or by a theorem, for all; the proof of its negation is such a
 * refutation. */
bool vv_verdict_covers_values(const vv_proof *general, bool negated, bool exceptional) {
    vv_verdict refuted = negated ? VV_PROVED : VV_REFUTED;
    if (general->verdict == VV_UNDECIDED || exceptional) return false;
    if (general->nwitness) return general->stated;
    return general->verdict != refuted || general->means == VV_MEANS_EXACT;
}

static const char *join(vv_ctx *c, const char *a, const char *b) {
    return a && b ? vv_format(c, "%s; %s", a, b) : a ? a : b;
}

vv_proof vv_verdict_combine(vv_ctx *c, const vv_at_values *at, const vv_proof *general,
                            const vv_proof *there, const char **word, const char **remark) {
    const char *in_general = vv_format(c, "in general %s", vv_proof_text(c, general));
    vv_proof undecided = {.verdict = VV_UNDECIDED, .which = -1, .seed = general->seed};
    if (there->verdict == VV_PROVED && general->verdict == VV_PROVED) {
        if (!general->nwitness || general->stated) return *general;
        *remark = vv_format(c, "at the stated values %s", vv_model_values_text(c, at->s->m));
        return *there;
    }
    if (there->verdict == VV_PROVED) {
        bool refuted = general->verdict == VV_REFUTED;
        *word = refuted ? "refuted in general, holds at the stated values"
                        : "proved at the stated values";
        *remark = refuted ? join(c, in_general, *remark) : *remark;
        return *there;
    }
    if (there->verdict == VV_REFUTED) {
        *remark = vv_format(c, "at the stated values %s", vv_model_values_text(c, at->s->m));
        if (general->verdict == VV_PROVED) *remark = join(c, *remark, in_general);
        return *there;
    }
    if (general->verdict == VV_UNDECIDED) return general->theorem ? *general : *there;
    *remark = join(c, "not decided at the stated values", in_general);
    undecided.theorem = there->theorem;
    return undecided;
}

vv_proof vv_verdict_undefined(vv_ctx *c, const char *what, const char *why, const vv_proof *general,
                              const char **remark) {
    vv_proof undecided = {.verdict = VV_UNDECIDED, .which = -1, .seed = general->seed};
    if (general->verdict == VV_UNDECIDED) return *general;
    *remark = vv_format(c, "the %s is not defined at the stated values: %s; in general %s", what,
                        why, vv_proof_text(c, general));
    return undecided;
}

/* A condition at the stated values: an equation, or (sign > 0) an inequality; unknown if it does
 * not depend on these alone. */
static vv_truth condition_holds(vv_ctx *c, vv_expr e, int relation) {
    vv_expr there = vv_values_insert(c, e);
    int symbols = 1;
    if (!there.id || !vv_expr_symbols(c, 1, &there, &symbols) || symbols) return VV_UNKNOWN;
    if (relation <= 0) {
        vv_truth zero = vv_is_identically_zero(c, NULL, there);
        return relation == 0 || zero == VV_UNKNOWN ? zero : zero == VV_TRUE ? VV_FALSE : VV_TRUE;
    }
    vv_sign sign = vv_sign_given_facts(c, NULL, there);
    if (sign == VV_POSITIVE) return VV_TRUE;
    return sign == VV_NEGATIVE || vv_is_zero(there) ? VV_FALSE : VV_UNKNOWN;
}

bool vv_claim_admits_values(vv_ctx *c, const vv_claim *k) {
    for (int i = 0; i < k->nwhen; i++)
        if (condition_holds(c, k->when[i], 0) == VV_FALSE) return false;
    for (int i = 0; i < k->nnonzero; i++)
        if (condition_holds(c, k->nonzero[i], -1) == VV_FALSE) return false;
    for (int i = 0; i < k->npositive; i++) {
        bool boundary = k->weak[i] && condition_holds(c, k->positive[i], 0) == VV_TRUE;
        if (!boundary && condition_holds(c, k->positive[i], 1) == VV_FALSE) return false;
    }
    return true;
}
