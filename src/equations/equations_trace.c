/* --trace=equations and --trace=shape. */
#include "equations/mass_matrix.h"

#include "base/base.h"

void vv_equations_trace_residuals(vv_ctx *c, const vv_equations *eq) {
    vv_buffer b = VV_BUFFER(c);
    vv_buffer_printf(&b, "%s: equations %d, speeds %d, multipliers %d, constraints kept %d\n",
                     eq->method, eq->nequations, eq->n, eq->nmultipliers, eq->nrows);
    for (int i = 0; i < eq->nequations; i++) {
        vv_buffer_printf(&b, "%s, residual %d: 0 = ", eq->method, i);
        vv_expr_write_brief(c, eq->residual[i], &b);
        vv_buffer_char(&b, '\n');
    }
    vv_trace_lines(VV_TRACE_EQUATIONS, &b);
}

void vv_equations_trace_mass_matrix(vv_ctx *c, const vv_equations *eq) {
    vv_buffer b = VV_BUFFER(c);
    int n = eq->nunknowns;
    vv_buffer_printf(&b, "%s: unknowns %d\n", eq->method, n);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
            if (vv_is_zero(eq->matrix[i * n + k])) continue;
            vv_buffer_printf(&b, "M[%d,%d] = ", i, k);
            vv_expr_write_brief(c, eq->matrix[i * n + k], &b);
            vv_buffer_char(&b, '\n');
        }
        vv_buffer_printf(&b, "f[%d] = ", i);
        vv_expr_write_brief(c, eq->rhs[i], &b);
        vv_buffer_char(&b, '\n');
    }
    vv_trace_lines(VV_TRACE_SHAPE, &b);
}
