/* --trace=rows and --trace=speeds: what the kinematics found. */
#include "base/base.h"
#include "kinematics/system.h"

static void put(vv_ctx *c, vv_buffer *b, const char *before, vv_expr e) {
    vv_buffer_add(b, before);
    vv_expr_write_brief(c, e, b);
}

void vv_system_trace_rows(vv_ctx *c, const vv_system *s) {
    static const char *const kind[] = {[VV_ROW_HOLONOMIC] = "holonomic",
                                       [VV_ROW_LINEAR] = "linear in the velocities",
                                       [VV_ROW_NONLINEAR] = "nonlinear in the velocities",
                                       [VV_ROW_SERVO] = "servo"};
    static const char *const finding[] = {[VV_FINDING_IDENTICAL] = "identical",
                                          [VV_FINDING_REDUNDANT] = "redundant",
                                          [VV_FINDING_CONTRADICTORY] = "contradictory"};
    vv_buffer b = VV_BUFFER(c);
    vv_buffer_printf(&b, "constraints %d, rows %d, rank %d, degrees of freedom %d\n",
                     s->m->nconstraints, s->nrows, s->rank, s->freedom);
    for (int r = 0; r < s->nrows; r++) {
        const vv_constraint_row *row = &s->row[r];
        vv_buffer_printf(&b, "row %d, %s, %s: ", r, kind[row->kind], row->label ? row->label : "");
        put(c, &b, "0 = ", row->velocity);
        vv_buffer_char(&b, '\n');
    }
    for (int i = 0; i < s->nfindings; i++)
        vv_buffer_printf(&b, "constraint %d is %s: %s\n", s->finding[i].constraint,
                         finding[s->finding[i].kind], s->finding[i].text);
    vv_trace_lines(VV_TRACE_ROWS, &b);
}

void vv_system_trace_speeds(vv_ctx *c, const vv_system *s) {
    vv_buffer b = VV_BUFFER(c);
    vv_buffer_printf(&b, "generalized speeds %d%s\n", s->n,
                     s->speeds_ok ? "" : ", which do not determine the velocities");
    for (int i = 0; i < s->n; i++) {
        put(c, &b, "", s->w[i]);
        put(c, &b, " = ", s->speed[i]);
        vv_buffer_char(&b, '\n');
    }
    for (int i = 0; i < s->nq && s->rate && s->speeds_ok; i++) {
        put(c, &b, "", s->qd[i]);
        put(c, &b, " = ", s->rate[i]);
        vv_buffer_char(&b, '\n');
    }
    vv_trace_lines(VV_TRACE_SPEEDS, &b);
}
