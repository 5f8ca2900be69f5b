/* What a caller sets: values of parameters, read where the parameter is defined, and initial
 * values, put over those that the text states. */
#include <string.h>

#include "lang/lang.h"
#include "model/elaborate.h"

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
