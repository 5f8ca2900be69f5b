/* --trace=model: the elaborated model in lines. */
#include "base/base.h"
#include "model/elaborate.h"

static void put_symbols(vv_ctx *c, vv_buffer *b, const char *what, int n, const vv_expr *symbol) {
    vv_buffer_printf(b, "%s %d:", what, n);
    for (int i = 0; i < n; i++) {
        vv_buffer_add(b, i ? ", " : " ");
        vv_expr_write_brief(c, symbol[i], b);
    }
    vv_buffer_char(b, '\n');
}

static void put_bodies(vv_ctx *c, const vv_model *m, vv_buffer *b) {
    for (int i = 0; i < m->nbodies; i++) {
        const vv_body *k = &m->body[i];
        vv_buffer_printf(b, "body %d %s in frame %s: mass ", i, k->name ? k->name : "(particle)",
                         k->frame < 0 ? "(none)" : vv_frame_name(m, k->frame));
        vv_expr_write_brief(c, k->mass, b);
        vv_buffer_char(b, '\n');
    }
}

static void put_frames(vv_ctx *c, const vv_model *m, vv_buffer *b) {
    static const char *const kind[] = {[VV_FRAME_ROOT] = "root",
                                       [VV_FRAME_ROTATION] = "rotation by",
                                       [VV_FRAME_MATRIX] = "by a matrix",
                                       [VV_FRAME_ANGULAR_VELOCITY] = "by its angular velocity"};
    for (int i = 0; i < m->frames.n; i++) {
        const vv_frame *f = &m->frames.frame[i];
        vv_buffer_printf(b, "frame %d %s: %s", i, vv_frame_name(m, i), kind[f->kind]);
        if (f->kind == VV_FRAME_ROTATION) {
            vv_buffer_char(b, ' ');
            vv_expr_write_brief(c, f->angle, b);
            vv_buffer_printf(b, " about %c", 'x' + f->axis);
        }
        if (f->parent >= 0) vv_buffer_printf(b, ", parent %s", vv_frame_name(m, f->parent));
        vv_buffer_char(b, '\n');
    }
}

static void put_constraints(vv_ctx *c, const vv_model *m, vv_buffer *b) {
    for (int i = 0; i < m->nconstraints; i++) {
        const vv_constraint *k = &m->constraint[i];
        vv_buffer_printf(b, "constraint %d, order %d, %s: 0 = ", i, k->order,
                         k->label ? k->label : k->text);
        vv_expr_write_brief(c, k->value, b);
        vv_buffer_char(b, '\n');
    }
}

void vv_model_trace(vv_ctx *c, const vv_model *m) {
    vv_buffer b = VV_BUFFER(c);
    vv_mark mark = vv_arena_mark(c);
    vv_expr *list = VV_ARRAY(c, vv_expr, m->nparameters + m->nq + m->nspeeds + 1);
    if (!list) return;
    for (int i = 0; i < m->nparameters; i++) list[i] = m->parameter[i].symbol;
    put_symbols(c, &b, "parameters", m->nparameters, list);
    for (int i = 0; i < m->nq; i++) list[i] = m->coordinate[i].q;
    put_symbols(c, &b, "coordinates", m->nq, list);
    for (int i = 0; i < m->nspeeds; i++) list[i] = m->speed[i].symbol;
    put_symbols(c, &b, "declared speeds", m->nspeeds, list);
    put_frames(c, m, &b);
    put_bodies(c, m, &b);
    put_constraints(c, m, &b);
    vv_buffer_add(&b, "force function U = ");
    vv_expr_write_brief(c, m->force_function, &b);
    vv_trace_lines(VV_TRACE_MODEL, &b);
    vv_arena_release(c, mark);
}
