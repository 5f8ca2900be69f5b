#include "equations/derivation.h"

#include <string.h>

static vv_steps *steps_of(vv_ctx *c, vv_equations *out) {
    if (!out->steps) out->steps = VV_NEW(c, vv_steps);
    return out->steps;
}

static void add(vv_ctx *c, vv_equations *out, vv_step step) {
    vv_steps *s = steps_of(c, out);
    if (!s) return;
    if (s->n == s->room) {
        int room = s->room ? 2 * s->room : 16;
        vv_step *grown = VV_ARRAY(c, vv_step, room);
        if (!grown) return;
        if (s->n) memcpy(grown, s->step, (size_t)s->n * sizeof *grown);
        s->step = grown;
        s->room = room;
    }
    s->step[s->n++] = step;
}

static void add_all(vv_ctx *c, vv_equations *out, vv_step like, int n, const vv_expr *x,
                    const vv_expr *value) {
    for (int i = 0; i < n; i++) {
        like.x = x[i];
        like.value = value[i];
        add(c, out, like);
    }
}

void vv_steps_begin(vv_ctx *c, vv_equations *out, const char *title, const char *text) {
    add(c, out, (vv_step){.kind = VV_STEP_TITLE, .letter = title, .text = text});
}

void vv_steps_value(vv_ctx *c, vv_equations *out, const char *letter, vv_expr value) {
    add(c, out, (vv_step){.kind = VV_STEP_VALUE, .letter = letter, .value = value});
}

void vv_steps_twice(vv_ctx *c, vv_equations *out, const char *letter, vv_expr value) {
    add(c, out, (vv_step){.kind = VV_STEP_TWICE, .letter = letter, .value = value});
}

void vv_steps_of(vv_ctx *c, vv_equations *out, const char *letter, int n, const vv_expr *x,
                 const vv_expr *value) {
    add_all(c, out, (vv_step){.kind = VV_STEP_OF, .letter = letter}, n, x, value);
}

void vv_steps_partials(vv_ctx *c, vv_equations *out, const char *letter, int n, const vv_expr *x,
                       const vv_expr *value) {
    add_all(c, out, (vv_step){.kind = VV_STEP_PARTIAL, .letter = letter}, n, x, value);
}

void vv_steps_rates(vv_ctx *c, vv_equations *out, const char *letter, int n, const vv_expr *x,
                    const vv_expr *value, const vv_rates *rates) {
    vv_rates *own = VV_NEW(c, vv_rates);
    if (!own) return;
    *own = *rates;
    add_all(c, out, (vv_step){.kind = VV_STEP_RATE, .letter = letter, .rates = own}, n, x, value);
}

void vv_steps_law(vv_ctx *c, vv_equations *out, const char *law) {
    vv_steps *s = steps_of(c, out);
    if (s) s->law = law;
}
