/* The values of parameters: noted beside their symbols, or put in their place. */
#include <string.h>

#include "model/elaborate.h"

vv_expr vv_parameter_values_insert(elaborator *el, vv_expr e) {
    int n = 0;
    vv_mark mark = vv_arena_mark(el->c);
    vv_expr *from = VV_ARRAY(el->c, vv_expr, el->m->nparameters + 1),
            *to = VV_ARRAY(el->c, vv_expr, el->m->nparameters + 1);
    for (int i = 0; from && to && i < el->m->nparameters; i++) {
        const vv_parameter *p = &el->m->parameter[i];
        if (p->has_value) from[n] = p->symbol, to[n++] = p->value;
    }
    if (n) vv_subst(el->c, n, from, to, 1, &e, &e);
    vv_arena_release(el->c, mark);
    return e;
}

void vv_parameter_take_value(elaborator *el, vv_def *d) {
    const vv_parameter *p = &el->m->parameter[d->index];
    if (!p->has_value || d->varies) return;
    if (!el->at_values)
        vv_symbol_set_stated(el->c, p->symbol, p->value);
    else if (!d->stays)
        d->value.s = p->value;
}

/* Marks the parameters named in n, all members of a family. */
static void mark(elaborator *el, const vv_node *n, bool varies) {
    if (!n) return;
    for (int i = 0; (n->kind == VV_N_NAME || n->kind == VV_N_INDEX) && i < el->ndefs; i++) {
        vv_def *d = el->order[i];
        if (d->kind != DEF_PARAMETER || strcmp(d->node->name, n->name) != 0) continue;
        d->varies |= varies;
        d->stays = true;
    }
    for (int i = 0; i < n->n && n->kind != VV_N_INDEX; i++) mark(el, n->kid[i], varies);
}

void vv_parameters_mark_symbols(elaborator *el, const vv_node *n) {
    enum { NEGLECTED = 2 }; /* this part of a claim */
    if (!n) return;
    for (int i = 0; i < n->n; i++) {
        const vv_node *k = n->kid[i];
        if (n->kind == VV_N_WHEN && k && k->kind == VV_N_ASSIGN) mark(el, k->kid[0], true);
        if (n->kind == VV_N_PARTIAL && i > 0) mark(el, k, false);
        if (n->kind == VV_N_CLAIM && i == NEGLECTED) mark(el, k, false);
        vv_parameters_mark_symbols(el, k);
    }
}

bool vv_parameter_is_replaced(elaborator *el, const vv_node *n) {
    const vv_def *d = NULL;
    for (int i = 0; (n->kind == VV_N_NAME || n->kind == VV_N_INDEX) && i < el->ndefs && !d; i++)
        if (el->order[i]->kind == DEF_PARAMETER && !strcmp(el->order[i]->node->name, n->name))
            d = el->order[i];
    return el->at_values && d && !d->stays && d->index >= 0 && el->m->parameter[d->index].has_value;
}

const char *vv_model_values_text(vv_ctx *c, const vv_model *m) {
    enum { MOST = 12 };
    vv_buffer b = VV_BUFFER(c);
    int n = 0;
    for (int i = 0; i < m->nparameters; i++) {
        const vv_parameter *p = &m->parameter[i];
        if (!p->has_value || !p->used) continue;
        if (n++ == MOST) vv_buffer_add(&b, ", ...");
        if (n > MOST) continue;
        vv_buffer_add(&b, n > 1 ? ", " : "");
        vv_expr_write(c, p->symbol, &b);
        vv_buffer_add(&b, " = ");
        vv_expr_write(c, p->value, &b);
    }
    return vv_buffer_text(&b);
}
