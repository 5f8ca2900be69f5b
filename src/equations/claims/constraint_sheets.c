#include "equations/claims/constraint_sheets.h"

#include "algebra/algebra.h"
#include "equations/claims/claim_conditions.h"
#include "kinematics/kinematics.h"

/* A finite constraint as the model states it; long ones have no factors worth the search. */
static bool is_stated(vv_ctx *c, const vv_system *s, const vv_constraint_row *row) {
    enum { MOST_NODES = 200 };
    int n = 0;
    const vv_constraint *by = row->given >= 0 ? &s->m->constraint[row->given] : NULL;
    return row->kind == VV_ROW_HOLONOMIC && by && by->rolling < 0 && !by->touch &&
           vv_expr_topological_order(c, 1, &row->finite, &n) && n <= MOST_NODES;
}

/* The sign of a root: the other one is tried, too. */
static bool has_two_signs(vv_ctx *c, const vv_facts *f, vv_expr e) {
    int n = 0;
    for (int i = 0; i < f->nbranches; i++)
        if (vv_depends(c, e, 1, &f->branch[i])) return true;
    vv_expr *symbol = vv_expr_symbols(c, 1, &e, &n);
    for (int i = 0; symbol && i < n; i++)
        if (vv_symbol_get(c, symbol[i])->kind == VV_SYM_OTHER) return true;
    return false;
}

/* May a factor of a constraint vanish, and does it not under the rules? */
static bool is_left_out(vv_ctx *c, const vv_system *s, vv_expr factor) {
    if (!vv_depends(c, factor, s->nq, s->q) || vv_claim_never_zero(c, factor) ||
        vv_claim_excluded(c, &s->facts, factor))
        return false;
    vv_expr there = vv_facts_rewrite(c, &s->facts, factor);
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
    return there.id && !has_two_signs(c, &s->facts, there) &&
           vv_is_identically_zero(c, &s->facts, there) == VV_FALSE;
}

/* The rules of the manifold with a factor in the place of its constraint. */
static bool solve_sheet(vv_ctx *c, const vv_system *s, int row, vv_expr factor, vv_facts *out) {
    *out = s->m->facts;
    for (int r = 0; r < s->nrows; r++) {
        vv_expr g = r == row ? factor : s->row[r].finite;
        if (s->row[r].kind == VV_ROW_HOLONOMIC && !vv_manifold_add_rule(c, s->m, out, g))
            return false;
    }
    return s->m->nfree == 0 && vv_ctx_ok(c);
}

static const char *describe(vv_ctx *c, const char *label, vv_expr factor) {
    vv_buffer b = VV_BUFFER(c);
    vv_buffer_printf(&b, "%s also has the sheet ", label);
    vv_expr_write(c, factor, &b);
    vv_buffer_add(&b, " = 0, for which it was not decided: state the factor that vanishes");
    return vv_strdup(c, vv_buffer_text(&b));
}

vv_sheets vv_sheets_left_out(vv_ctx *c, const vv_system *s) {
    vv_sheets out = {.known = true};
    int last = -1;
    for (int r = 0; r < s->nrows; r++) {
        vv_factors f;
        if (!is_stated(c, s, &s->row[r]) || !vv_factorise(c, s->row[r].finite, &f)) continue;
        for (int i = 0; i < f.n && f.n > 1; i++) {
            if (f.power[i] < 0 || !is_left_out(c, s, f.factor[i])) continue;
            if (!out.why) out.why = describe(c, s->row[r].label, f.factor[i]);
            out.known &= (last < 0 || last == r) && out.n < VV_SHEETS_MAX;
            if (out.known) out.known = solve_sheet(c, s, r, f.factor[i], &out.facts[out.n]);
            out.n++, last = r;
        }
    }
    return out;
}
