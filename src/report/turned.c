/* Angles of which only the difference matters, as of a car and its trailer on a plane without
 * direction: one of them is 0 while the expression is shortened, so that (sin a cos b - cos a sin
 * b)^2 is one square, and the difference stands in the place of the other afterwards. */
#include "expr/table.h"
#include "report/grouping.h"

enum { MOST_ANGLES = 4 };

static bool add_angle(vv_expr e, int *n, vv_expr *angle) {
    for (int i = 0; i < *n; i++)
        if (vv_same(angle[i], e)) return true;
    if (*n == MOST_ANGLES) return false;
    angle[(*n)++] = e;
    return true;
}

/* Symbols whose sine or cosine is taken, in the order of the table; none when they are many. */
static int angles_of(vv_ctx *c, vv_expr e, vv_expr angle[MOST_ANGLES]) {
    int count, n = 0;
    uint32_t *order = vv_expr_order(c, 1, &e, &count);
    for (int i = 0; order && i < count; i++) {
        vv_expr node = {order[i]};
        vv_op op = vv_expr_op(c, node);
        if (op != VV_SIN && op != VV_COS && op != VV_TAN) continue;
        vv_expr x = vv_expr_child(c, node, 0);
        if (vv_symbol_get(c, x) && !add_angle(x, &n, angle)) return 0;
    }
    return n;
}

vv_expr vv_presenter_turned(const vv_presenter *w, vv_expr e, vv_turned *out) {
    vv_expr angle[MOST_ANGLES];
    out->angle = out->by = VV_POISON;
    int n = angles_of(w->c, e, angle);
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n; k++) {
            vv_expr rate = vv_add(w->c, vv_diff(w->c, e, angle[i]), vv_diff(w->c, e, angle[k])),
                    still;
            if (!vv_vanishes(w->c, w->facts, rate)) continue;
            vv_subst(w->c, 1, &angle[k], (vv_expr[]){VV_ZERO}, 1, &e, &still);
            if (vv_is_poison(still)) {
                if (vv_ctx_status(w->c) == VV_E_MODEL) vv_ctx_forgive(w->c); /* a pole there */
                continue;
            }
            *out = (vv_turned){angle[i], angle[k]};
            return still;
        }
    return e;
}

vv_expr vv_presenter_turned_back(const vv_presenter *w, const vv_turned *t, vv_expr e) {
    vv_expr out;
    if (!t || vv_is_poison(t->angle) || vv_is_poison(e)) return e;
    vv_subst(w->c, 1, &t->angle, (vv_expr[]){vv_sub(w->c, t->angle, t->by)}, 1, &e, &out);
    return out;
}
