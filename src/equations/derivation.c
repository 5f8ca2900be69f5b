#include "equations/derivation.h"

#include <string.h>

static vv_derivation *steps_of(vv_ctx *c, vv_equations *out) {
    if (!out->steps) out->steps = VV_NEW(c, vv_derivation);
    return out->steps;
}

static void add(vv_ctx *c, vv_equations *out, vv_derivation_step step) {
    vv_derivation *s = steps_of(c, out);
    if (!s) return;
    if (s->n == s->room) {
        int room = s->room ? 2 * s->room : 16;
        vv_derivation_step *grown = VV_ARRAY(c, vv_derivation_step, room);
        if (!grown) return;
        if (s->n) memcpy(grown, s->step, (size_t)s->n * sizeof *grown);
        s->step = grown;
        s->room = room;
    }
    s->step[s->n++] = step;
}

static void add_all(vv_ctx *c, vv_equations *out, vv_derivation_step like, int n, const vv_expr *x,
                    const vv_expr *value) {
    for (int i = 0; i < n; i++) {
        like.x = x[i];
        like.value = value[i];
        add(c, out, like);
    }
}

void vv_derivation_begin(vv_ctx *c, vv_equations *out, const char *title, const char *text) {
    add(c, out, (vv_derivation_step){.kind = VV_DERIVATION_TITLE, .letter = title, .text = text});
}

void vv_derivation_value(vv_ctx *c, vv_equations *out, const char *letter, vv_expr value) {
    add(c, out,
        (vv_derivation_step){.kind = VV_DERIVATION_VALUE, .letter = letter, .value = value});
}

void vv_derivation_twice(vv_ctx *c, vv_equations *out, const char *letter, vv_expr value) {
    add(c, out,
        (vv_derivation_step){.kind = VV_DERIVATION_TWICE, .letter = letter, .value = value});
}

void vv_derivation_components(vv_ctx *c, vv_equations *out, const char *letter, int n,
                              const vv_expr *x, const vv_expr *value) {
    add_all(c, out, (vv_derivation_step){.kind = VV_DERIVATION_COMPONENT, .letter = letter}, n, x,
            value);
}

void vv_derivation_partials(vv_ctx *c, vv_equations *out, const char *letter, int n,
                            const vv_expr *x, const vv_expr *value) {
    add_all(c, out, (vv_derivation_step){.kind = VV_DERIVATION_PARTIAL, .letter = letter}, n, x,
            value);
}

void vv_derivation_rates(vv_ctx *c, vv_equations *out, const char *letter, int n, const vv_expr *x,
                         const vv_expr *value, const vv_symbol_map *rates) {
    vv_symbol_map *own = VV_NEW(c, vv_symbol_map);
    if (!own) return;
    *own = *rates;
    add_all(c, out,
            (vv_derivation_step){.kind = VV_DERIVATION_RATE, .letter = letter, .rates = own}, n, x,
            value);
}

void vv_derivation_law(vv_ctx *c, vv_equations *out, const char *law) {
    vv_derivation *s = steps_of(c, out);
    if (s) s->law = law;
}
