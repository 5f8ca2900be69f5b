#include "analysis/equilibria/study_values.h"
#include "analysis/equilibria/equilibria_tolerances.h"

#include <math.h>

#include "algebra/algebra.h"
#include "prove/prove.h"

/* ---- signs --------------------------------------------------------------------------------- */

vv_expr vv_with_parameter_values(vv_ctx *c, const vv_model *m, vv_expr e) {
    for (int i = 0; i < m->nparameters; i++)
        if (m->parameter[i].has_value)
            e = vv_subst1(c, e, m->parameter[i].symbol, m->parameter[i].value);
    return e;
}

vv_sign vv_study_sign(vv_ctx *c, const vv_study *study, vv_expr e) {
    return vv_sign_given_facts(c, &study->s->facts, e);
}

/* The expressions in balls; false when something has no value. The balls are to be freed. */
static bool enclose(vv_ctx *c, const vv_study *study, const vv_equilibrium *at, int n,
                    const vv_expr *e, vv_enclosure *v) {
    enum { BITS = 256 };
    int numbers = at ? at->nnumbers : 0;
    vv_expr *symbol = VV_ARRAY(c, vv_expr, numbers + 1), *x = VV_ARRAY(c, vv_expr, n + 1);
    *v = (vv_enclosure){0};
    if (!symbol || !x) return false;
    for (int i = 0; i < n; i++) x[i] = vv_with_parameter_values(c, study->s->m, e[i]);
    if (!vv_enclosure_make(c, n, x, 0, BITS, v)) return false;
    for (int i = 0; i < numbers; i++) {
        int slot = vv_enclosure_slot(v, symbol[i] = at->number[i].symbol);
        if (slot < 0) continue;
        vv_ball_set_rat(v->b, slot, at->number[i].at);
        vv_ball_widen(v->b, slot, at->number[i].radius);
    }
    if (!vv_is_poison(vv_enclosure_unbound(v, numbers, symbol))) return false;
    vv_enclosure_run(v);
    return vv_ctx_ok(c);
}

bool vv_study_bounds(vv_ctx *c, const vv_study *study, const vv_equilibrium *at, vv_expr e,
                     double *low, double *high) {
    vv_enclosure v;
    bool known = enclose(c, study, at, 1, &e, &v) && vv_ball_is_finite(v.b, v.root[0]);
    if (known) vv_ball_bounds(v.b, v.root[0], low, high);
    vv_balls_free(v.b);
    return known;
}

bool vv_study_numbers(vv_ctx *c, const vv_study *study, const vv_equilibrium *at, int n,
                      const vv_expr *e, double *out) {
    vv_enclosure v;
    bool known = enclose(c, study, at, n, e, &v);
    for (int i = 0; i < n && known; i++) {
        known = vv_ball_is_finite(v.b, v.root[i]);
        out[i] = vv_ball_midpoint_double(v.b, v.root[i]);
    }
    vv_balls_free(v.b);
    return known;
}

void vv_study_put_matrix(vv_document *d, const vv_study *study, const vv_equilibrium *at,
                         const char *key, int rows, int columns, const vv_expr *e,
                         const vv_expr *chosen) {
    vv_ctx *c = d->c;
    int n = rows * columns;
    double *x = VV_ARRAY(c, double, n + 1), *radius = VV_ARRAY(c, double, n + 1), low, high;
    if (!x || !radius) return;
    for (int i = 0; i < n; i++) {
        if (vv_is_zero(e[i])) continue;
        bool known = !vv_is_poison(e[i]) &&
                     vv_study_bounds(c, study, at, chosen ? chosen[i] : e[i], &low, &high);
        if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c); /* not defined there */
        x[i] = known ? low + (high - low) / 2 : (double)NAN;
        radius[i] = known ? fmax(high - x[i], x[i] - low) : (double)NAN;
    }
    if (vv_ctx_ok(c)) vv_document_matrix(d, key, rows, columns, e, x, radius);
}

vv_sign vv_study_sign_at(vv_ctx *c, const vv_study *study, const vv_equilibrium *at, vv_expr e) {
    double low, high;
    if (!vv_study_bounds(c, study, at, e, &low, &high))
        return vv_known_sign(c, vv_with_parameter_values(c, study->s->m, e));
    return low > 0 ? VV_POSITIVE : high < 0 ? VV_NEGATIVE : VV_ANY_SIGN;
}

/* ---- positions of equilibrium -------------------------------------------------------------- */

bool vv_equilibrium_add_assumptions(vv_ctx *c, const vv_system *s, vv_equilibrium *e) {
    const vv_facts *f = &s->m->facts;
    vv_expr *all = VV_ARRAY(c, vv_expr, e->nconditions + f->npositive + 1);
    int n = e->nconditions;
    for (int i = 0; all && i < n; i++) all[i] = e->condition[i];
    for (int i = 0; all && i < f->npositive; i++) {
        vv_expr there = VV_POISON;
        vv_subst(c, s->nq, s->q, e->q, 1, &f->positive[i], &there);
        if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
        if (!there.id || vv_same(there, f->positive[i])) continue;
        vv_sign sign = vv_sign_given_facts(c, f, there);
        if (sign == VV_NEGATIVE) return false;
        if (sign == VV_ANY_SIGN && !vv_is_const(c, there))
            all[n++] = vv_sign_deciding_part(c, f, there);
    }
    if (all) e->condition = all, e->nconditions = n;
    return all != NULL;
}

bool vv_equilibrium_exists(vv_ctx *c, const vv_study *study, const vv_equilibrium *e) {
    bool exists = true;
    for (int a = 0; a < study->s->nq; a++)
        exists &= !e->q[a].id || !vv_is_poison(vv_values_insert(c, e->q[a]));
    for (int i = 0; i < e->nconditions; i++)
        exists &= vv_study_sign_at(c, study, e, e->condition[i]) != VV_NEGATIVE;
    return exists;
}

bool vv_equilibrium_is_in_box(vv_ctx *c, const vv_study *study, const vv_equilibrium *e, int a) {
    const vv_model *m = study->s->m;
    double x, y, low, high, far;
    for (int i = 0; i < m->nboxes; i++) {
        if (!vv_same(m->box[i].symbol, study->s->q[a])) continue;
        if (!vv_study_bounds(c, study, e, e->q[a], &x, &y) ||
            !vv_study_bounds(c, study, NULL, m->box[i].low, &low, &far) ||
            !vv_study_bounds(c, study, NULL, m->box[i].high, &far, &high))
            return true; /* not known */
        if (y >= low && x <= high) return true;
        const double turn = 6.283185307179586;
        vv_dimension dimension = m->coordinate[a].dimension;
        bool angle = !dimension.known || (!dimension.kg && !dimension.m && !dimension.s);
        double shifted = x + turn * ceil((low - x) / turn - VV_EQUILIBRIA_TURN_ROUNDING);
        return angle && vv_equilibrium_equations_are_periodic(c, study, a) && shifted <= high;
    }
    return true;
}

/* ---- ranges and names -------------------------------------------------------------------- */

const char *vv_equilibria_none_reason(vv_ctx *c, const vv_equilibria *all) {
    if (all->complete)
        return all->apart ? "there is no equilibrium for generic parameter values where "
                            "coordinates, speeds and forces are regular"
                          : "there is no equilibrium for generic parameter values";
    if (all->everywhere) return "every position is an equilibrium: none is distinguished";
    const char *text = vv_format(c, "no equilibrium is known%s%s", all->hindrance ? ": " : "",
                                 all->hindrance ? all->hindrance : "");
    return text ? text : "no equilibrium is known";
}

bool vv_parameter_range(vv_ctx *c, const vv_study *study, vv_expr parameter, double range[2]) {
    const vv_model *m = study->s->m;
    for (int i = 0; i < m->nboxes; i++)
        if (vv_same(m->box[i].symbol, parameter)) {
            vv_expr ends[] = {m->box[i].low, m->box[i].high};
            return vv_study_numbers(c, study, NULL, 2, ends, range) && range[0] < range[1];
        }
    return false;
}

static const char *text_of(vv_ctx *c, vv_expr e) {
    vv_buffer b = VV_BUFFER(c);
    vv_expr_write(c, e, &b);
    const char *text = vv_strdup(c, vv_buffer_text(&b));
    vv_buffer_free(&b);
    return text;
}

const char *vv_equilibrium_text(vv_ctx *c, const vv_system *s, const vv_equilibrium *e) {
    const char *text = NULL;
    for (int i = 0; i < s->nq; i++) {
        const char *name = vv_symbol_get(c, s->q[i])->name, *value = NULL;
        for (int k = 0; k < e->nnumbers; k++)
            if (vv_same(e->q[i], e->number[k].symbol)) value = e->number[k].text;
        if (vv_same(e->q[i], s->q[i])) continue;
        if (!value) value = text_of(c, e->q[i]);
        const char *one = vv_format(c, "%s = %s", name, value ? value : "?");
        text = text ? vv_format(c, "%s, %s", text, one) : one;
    }
    return text ? text : "anywhere";
}
