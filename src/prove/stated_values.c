/* Does what was decided for general values of the parameters hold at those which the model
 * states? One point modulo a prime answers in most cases; where it does not, because a divisor
 * vanishes there or a function may have a special value, the values are put in exactly. */
#include "base/base.h"
#include "prove/modular_prover.h"
#include "prove/prove_internal.h"

bool vv_values_occur_in(vv_ctx *c, int n, const vv_expr *e) {
    for (int i = 0; i < n; i++)
        if (vv_values_occur(c, e[i])) return true;
    return false;
}

/* Defined with the values put in, and nonzero there unless `zero` is expected? */
static vv_truth holds_with_values(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e,
                                  bool zero) {
    for (int i = 0; i < n; i++) {
        vv_expr there = vv_values_insert(c, e[i]);
        if (vv_is_poison(there)) return VV_FALSE;
        vv_truth vanishes = zero ? VV_FALSE : vv_is_identically_zero(c, f, there);
        if (vanishes != VV_FALSE) return vanishes == VV_TRUE ? VV_FALSE : VV_UNKNOWN;
    }
    return VV_TRUE;
}

static void trace_exception(vv_ctx *c, vv_expr e, bool zero) {
    vv_buffer b = VV_BUFFER(c);
    vv_buffer_add(&b, zero ? "not defined at the stated values: " : "zero at the stated values: ");
    vv_expr_write_brief(c, e, &b);
    vv_trace_lines(VV_TRACE_PROVE, &b);
}

void vv_decision_check_values(vv_ctx *c, const vv_facts *f, int n, const vv_expr *ruled,
                              const struct vv_prover_program *p, bool zero) {
    bool any = false;
    if (!vv_ctx_ok(c) || !vv_values_occur_in(c, n, ruled)) return;
    vv_truth there =
        vv_modular_at_values(c, p, VV_PROVE_DEFAULT_SEED, vv_modular_roots_vanish, NULL, &any);
    if (!any || there == (zero ? VV_TRUE : VV_FALSE)) return;
    vv_truth holds = holds_with_values(c, f, n, ruled, zero);
    if (holds == VV_TRUE) return;
    vv_values_add_exception(c, holds == VV_FALSE);
    if (vv_trace(c, VV_TRACE_PROVE)) trace_exception(c, ruled[0], zero);
}
