#include "report/named_form.h"

#include <string.h>

#include "report/render/render.h"

enum { MOST_COST = 1 << 20 };

static void name_common(vv_ctx *c, vv_named_form *x) {
    vv_name_subexpressions(c, x->n, x->e, x->e, &x->nparts, &x->part);
    x->cost = 0;
    for (int i = 0; i < x->n; i++) x->cost += vv_format_cost(c, x->e[i], MOST_COST);
    for (int i = 0; i < x->nparts; i++)
        x->cost += 2 + vv_format_cost(c, x->part[i].value, MOST_COST);
}

vv_named_form vv_named_form_of(vv_ctx *c, int n, const vv_expr *e) {
    vv_named_form out = {.n = n, .e = VV_ARRAY(c, vv_expr, n + 1)};
    if (!out.e) return out;
    memcpy(out.e, e, (size_t)n * sizeof *e);
    name_common(c, &out);
    return out;
}

vv_named_form vv_named_form_again(vv_ctx *c, const vv_simplify_options *how,
                                  const vv_named_form *x) {
    vv_named_form out = {.n = x->n, .e = VV_ARRAY(c, vv_expr, x->n + 1)};
    vv_expr *symbol = VV_ARRAY(c, vv_expr, x->nparts + 1),
            *value = VV_ARRAY(c, vv_expr, x->nparts + 1);
    if (!out.e || !symbol || !value) return (vv_named_form){0};
    for (int i = 0; i < x->nparts; i++) {
        symbol[i] = x->part[i].symbol;
        value[i] = x->part[i].value;
        vv_simplify(c, how, value[i], &value[i]);
        vv_subst(c, i, symbol, value, 1, &value[i], &value[i]);
    }
    vv_subst(c, x->nparts, symbol, value, x->n, x->e, out.e);
    name_common(c, &out);
    return out;
}

vv_named_form vv_named_form_shorter(vv_named_form a, vv_named_form b) {
    return b.e && (!a.e || b.cost <= a.cost) ? b : a;
}
