/* The values of parameters: noted beside their symbols, or put in their place; those that a caller
 * sets, as also initial values, put over those that the text states. */
#include <string.h>

#include "lang/lang.h"
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

/* ---- settings ---- */

/* theta' names what θ' names in the text. */
static const char *canonical(vv_ctx *c, const char *name) {
    size_t stem = strcspn(name, "'[");
    const char *key = vv_name_canonical(c, name, stem);
    return key ? vv_format(c, "%s%s", key, name + stem) : NULL;
}

const vv_setting *vv_settings_canonical(vv_ctx *c, int n, const vv_setting *setting) {
    vv_setting *out = VV_ARRAY(c, vv_setting, n + 1);
    for (int i = 0; out && i < n; i++) {
        const char *key = canonical(c, setting[i].name);
        out[i] = (vv_setting){key ? key : setting[i].name, setting[i].value};
    }
    return out ? out : setting;
}

const char *vv_setting_find(elaborator *el, const char *key) {
    const char *value = NULL;
    for (int i = 0; i < el->nsettings; i++)
        if (!strcmp(el->setting[i].name, key)) {
            el->setting_used[i] = true;
            value = el->setting[i].value;
        }
    return value;
}

void vv_setting_locate_faults(elaborator *el, int first, const char *name, const char *text) {
    for (int i = first; i < vv_diag_count(el->c); i++) {
        vv_diag *d = (vv_diag *)(uintptr_t)vv_diag_at(el->c, i);
        const char *message = vv_format(el->c, "--set %s=%s: %s", name, text, d->message);
        if (message) d->message = message;
        d->span = (vv_span){0};
    }
}

vv_expr vv_model_find_start(vv_ctx *c, const vv_model *m, const char *name) {
    size_t n = strlen(name);
    bool rate = n > 1 && name[n - 1] == '\'';
    for (int i = 0; i < m->nq; i++) {
        const char *q = vv_symbol_get(c, m->coordinate[i].q)->name;
        if (strlen(q) == n - rate && !strncmp(q, name, n - rate))
            return rate ? m->coordinate[i].qd : m->coordinate[i].q;
    }
    for (int i = 0; i < m->nspeeds; i++)
        if (!strcmp(vv_symbol_get(c, m->speed[i].symbol)->name, name)) return m->speed[i].symbol;
    return VV_POISON;
}

/* The value as a start statement would read it; of several settings of one name the last holds. */
static void apply_start(elaborator *el, const vv_setting *s, vv_expr symbol) {
    const vv_node *value = vv_parse_expression(el->c, "--set", s->value, strlen(s->value));
    vv_expr e;
    if (!value || !vv_start_value(el, symbol, value, NULL, &e)) return;
    vv_model *m = el->m;
    for (int i = 0; i < m->nstarts; i++)
        if (vv_same(m->start[i].symbol, symbol)) {
            m->start[i].value = e;
            return;
        }
    vv_assignment *place = VV_PUSH(el, m->start, m->nstarts, el->stcap);
    if (place) *place = (vv_assignment){.symbol = symbol, .value = e};
}

void vv_apply_start_settings(elaborator *el) {
    for (int i = 0; i < el->nsettings && el->setting_used; i++) {
        const vv_setting *s = &el->setting[i];
        int first = vv_diag_count(el->c);
        vv_expr symbol =
            el->setting_used[i] ? VV_POISON : vv_model_find_start(el->c, el->m, s->name);
        if (!symbol.id) continue;
        el->setting_used[i] = true;
        apply_start(el, s, symbol);
        vv_setting_locate_faults(el, first, s->name, s->value);
    }
}

/* Coordinates too: an unknown name is often one of them, misspelt. */
static const char *nearest(elaborator *el, const char *name) {
    const char **known = VV_ARRAY(el->c, const char *, el->ndefs + 1);
    int n = 0;
    for (int k = 0; known && k < el->ndefs; k++)
        if (el->order[k]->kind == DEF_PARAMETER || el->order[k]->kind == DEF_COORDINATE)
            known[n++] = el->order[k]->key;
    return known ? vv_nearest_name(el->c, name, n, known) : NULL;
}

void vv_check_settings(elaborator *el) {
    for (int i = 0; i < el->nsettings; i++) {
        if (!el->setting_used || el->setting_used[i]) continue;
        const char *name = el->setting[i].name, *near = nearest(el, name);
        vv_diag *d = vv_model_error(el, VV_D_SETTING, (vv_span){0},
                                    "--set %s: the model has no parameter of that name, nor a "
                                    "coordinate, rate or speed to start with",
                                    name);
        if (near) vv_diag_hint(el->c, d, "did you mean '%s'?", near);
    }
}
