#include "analysis/steady/steady_existence.h"

#include "algebra/algebra.h"
#include "equations/stability/stability.h"

/* ---- conditions that exclude each other ------------------------------------------------------ */

/* Is the family undefined where e = 0? Solves for a symbol in which e is linear. */
static bool is_undefined_where_zero(const vv_steady_unknowns *u, const vv_solution_family *f,
                                    vv_expr e) {
    vv_ctx *c = u->c;
    int n = 0;
    vv_expr *x = vv_expr_symbols(c, 1, &e, &n);
    for (int i = 0; x && i < n; i++) {
        vv_expr slope = vv_diff(c, e, x[i]);
        if (!vv_is_const(c, slope) || vv_is_zero(slope)) continue;
        vv_expr there = vv_sub(c, x[i], vv_div(c, e, slope));
        there = vv_flatten_sum(c, there, 64);
        for (int k = 0; k < u->nx; k++) vv_subst1(c, f->value[k], x[i], there);
        if (vv_ctx_status(c) != VV_E_MODEL) return false;
        vv_ctx_clear_failure(c);
        return true;
    }
    return false;
}

/* Is e, or its root, a factor or a divisor of what must not be zero? */
static bool is_excluded(vv_ctx *c, const vv_solution_family *f, vv_expr e) {
    for (int i = 0; i < f->nnonzero; i++) {
        vv_factors k;
        if (!vv_factorise(c, f->nonzero[i], &k)) continue;
        for (int j = 0; j < k.n; j++) {
            vv_expr g = k.factor[j];
            if (vv_expr_op(c, g) == VV_SQRT) g = vv_expr_child(c, g, 0);
            if (vv_is_zero(vv_flatten_sum(c, vv_sub(c, g, e), 64)) ||
                vv_is_zero(vv_flatten_sum(c, vv_add(c, g, e), 64)))
                return true;
        }
    }
    return false;
}

/* Two quantities that must not be negative are opposite, and the family divides by them. */
static bool has_opposite_conditions(const vv_steady_unknowns *u, const vv_solution_family *f) {
    vv_ctx *c = u->c;
    for (int i = 0; i < f->nreal; i++)
        for (int k = i + 1; k < f->nreal; k++) {
            vv_rat a, b;
            vv_expr one = vv_sign_deciding_part(c, &u->s->facts, f->real[i]),
                    other = vv_sign_deciding_part(c, &u->s->facts, f->real[k]);
            one = vv_split_rational(c, one, &a), other = vv_split_rational(c, other, &b);
            bool opposite = vv_same(one, other) && vv_rat_sign(a) != vv_rat_sign(b);
            opposite |= vv_is_zero(vv_flatten_sum(c, vv_add(c, one, other), 64)) &&
                        vv_rat_sign(a) == vv_rat_sign(b);
            if (opposite && (is_excluded(c, f, one) || is_undefined_where_zero(u, f, one)))
                return true;
        }
    return false;
}

/* ---- assumptions on coordinates -------------------------------------------------------------- */

static bool is_weak(const vv_model *m, vv_expr e) {
    for (int i = 0; i < m->nweak; i++)
        if (vv_same(m->weak[i], e)) return true;
    return false;
}

/* An assumption e > 0 on these motions; poison: it says no more than for all. */
static vv_expr assumed(const vv_steady_unknowns *u, const vv_solution_family *f, vv_expr e) {
    vv_expr there = vv_solution_family_substitute(u->c, u->nx, u->x, f, e);
    if (vv_ctx_status(u->c) == VV_E_MODEL) vv_ctx_clear_failure(u->c);
    return there.id && !vv_same(there, e) ? there : VV_POISON;
}

bool vv_steady_is_contradictory(const vv_steady_unknowns *u, const vv_solution_family *f) {
    const vv_facts *facts = &u->s->m->facts;
    for (int i = 0; i < facts->npositive; i++) {
        vv_expr e = assumed(u, f, facts->positive[i]);
        if (!e.id) continue;
        vv_sign sign = vv_sign_given_facts(u->c, facts, e),
                opposite = vv_sign_given_facts(u->c, facts, vv_neg(u->c, e));
        if (sign == VV_NEGATIVE || (!is_weak(u->s->m, facts->positive[i]) &&
                                    (vv_is_zero(e) || opposite == VV_NONNEGATIVE)))
            return true;
    }
    return has_opposite_conditions(u, f);
}

void vv_steady_put_existence(const vv_steady_unknowns *u, const vv_study *study,
                             const vv_solution_family *f) {
    vv_ctx *c = u->c;
    const vv_facts *facts = &u->s->m->facts;
    for (int i = 0; i < f->nnonzero; i++) {
        vv_sign s = vv_study_sign(c, study, f->nonzero[i]);
        vv_rat k; /* regardless of sign */
        vv_expr e = vv_split_rational(c, vv_sign_deciding_part(c, &u->s->facts, f->nonzero[i]), &k);
        if (s == VV_ANY_SIGN || s == VV_NONNEGATIVE)
            vv_document_definition(u->d, "nonzero", e, VV_POISON, "not zero");
    }
    for (int i = 0; i < f->nreal; i++)
        if (vv_study_sign(c, study, f->real[i]) != VV_POSITIVE)
            vv_document_definition(u->d, "real", vv_sign_deciding_part(c, &u->s->facts, f->real[i]),
                                   VV_POISON, "must not be negative, otherwise it does not exist");
    for (int i = 0; i < facts->npositive; i++) {
        vv_expr e = assumed(u, f, facts->positive[i]);
        bool weak = is_weak(u->s->m, facts->positive[i]);
        vv_sign sign = e.id ? vv_study_sign(c, study, e) : VV_POSITIVE;
        if (sign != VV_POSITIVE && !(weak && (sign == VV_NONNEGATIVE || vv_is_zero(e))))
            vv_document_definition(u->d, "assumed", vv_sign_deciding_part(c, &u->s->facts, e),
                                   VV_POISON,
                                   weak ? "must not be negative, by an assumption"
                                        : "must be positive, by an assumption");
    }
}

/* ---- smoothness ------------------------------------------------------------------------------ */

typedef struct motion {
    const vv_steady_unknowns *u;
    const vv_solution_family *f;
} motion;

static vv_expr on_motion(vv_ctx *c, vv_expr e, const void *data) {
    const motion *m = data;
    return vv_solution_family_substitute(c, m->u->nx, m->u->x, m->f, e);
}

bool vv_steady_is_nonsmooth(const vv_steady_unknowns *u, const vv_study *study,
                            const vv_solution_family *f) {
    motion m = {u, f};
    return vv_force_is_nonsmooth(u->c, u->s, &u->s->facts, study->eq, on_motion, &m, NULL);
}
