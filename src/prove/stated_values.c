/* Does what was decided for general values of the parameters hold at those which the model
 * states? One point modulo a prime answers in most cases; where it does not, because a divisor
 * vanishes there or a function may have a special value, the values are put in exactly. */
#include "prove/modular_prover.h"
#include "prove/prove_internal.h"

bool vv_values_occur_in(vv_ctx *c, int n, const vv_expr *e) {
    for (int i = 0; i < n; i++)
        if (vv_values_occur(c, e[i])) return true;
    return false;
}

/* Defined with the values put in, and nonzero there unless `zero` is expected? */
static bool holds_with_values(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, bool zero) {
    for (int i = 0; i < n; i++) {
        vv_expr there = vv_values_insert(c, e[i]);
        if (vv_is_poison(there)) return false;
        if (!zero) return vv_is_identically_zero(c, f, there) == VV_FALSE;
    }
    return true;
}

void vv_decision_check_values(vv_ctx *c, const vv_facts *f, int n, const vv_expr *ruled,
                              const struct vv_prover_program *p, bool zero) {
    bool any = false;
    if (!vv_ctx_ok(c) || !vv_values_occur_in(c, n, ruled)) return;
    vv_truth there =
        vv_modular_at_values(c, p, VV_PROVE_DEFAULT_SEED, vv_modular_roots_vanish, NULL, &any);
    if (!any || there == (zero ? VV_TRUE : VV_FALSE)) return;
    if (!holds_with_values(c, f, n, ruled, zero)) vv_values_add_exception(c);
}
