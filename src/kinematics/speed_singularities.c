/* Where do the declared speeds become dependent? The matrix of the speeds and the constraints
 * with respect to the velocities is generically regular; its determinant shows where it is not. */
#include "kinematics/system.h"

/* Determinant by expansion along rows, with minors stored by their set of columns. */
vv_expr vv_determinant_by_minors(vv_ctx *c, int n, const vv_expr *a) {
    size_t sets = (size_t)1 << n;
    vv_expr *minor = VV_ARRAY(c, vv_expr, sets);
    if (!minor) return VV_POISON;
    minor[0] = VV_ONE;
    for (size_t set = 1; set < sets && vv_ctx_ok(c); set++) {
        int row = __builtin_popcountll((unsigned long long)set) - 1, sign = 1;
        minor[set] = VV_ZERO;
        for (int j = n - 1; j >= 0; j--) {
            size_t bit = (size_t)1 << j;
            if (!(set & bit)) continue;
            vv_expr m = minor[set ^ bit], x = a[row * n + j];
            if (!vv_is_zero(m) && !vv_is_zero(x)) {
                vv_expr t = vv_mul(c, x, m);
                minor[set] = sign > 0 ? vv_add(c, minor[set], t) : vv_sub(c, minor[set], t);
            }
            sign = -sign;
        }
    }
    return vv_ctx_ok(c) ? minor[sets - 1] : VV_POISON;
}

vv_expr vv_speed_determinant(vv_ctx *c, const vv_system *s) {
    enum { MOST = 10 };
    int n = s->nv, declared = 0;
    for (int i = 0; i < s->m->nspeeds; i++)
        declared += !s->m->speed[i].free && !s->m->speed[i].auxiliary && s->m->speed[i].value.id;
    if (!declared || !s->speeds_ok || n > MOST || s->n + s->rank != n) return VV_POISON;
    vv_expr *a = VV_MATRIX(c, vv_expr, n, n), *w = VV_ARRAY(c, vv_expr, n + 1);
    if (!a || !w) return VV_POISON;
    for (int i = 0; i < s->n; i++) {
        w[i] = s->w[i];
        for (int k = 0; k < s->m->nspeeds; k++)
            if (vv_same(s->m->speed[k].symbol, s->w[i]) && !s->m->speed[k].free)
                w[i] = vv_symbol_map_apply(c, &s->to_raw, s->m->speed[k].value);
    }
    for (int r = 0; r < s->rank; r++) w[s->n + r] = s->row[r].raw;
    vv_jacobian(c, n, w, n, s->v, a);
    return vv_determinant_by_minors(c, n, a);
}
