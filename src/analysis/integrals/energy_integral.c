#include "analysis/integrals/energy_integral.h"

#include "equations/equations.h"
#include "kinematics/kinematics.h"

/* The first row whose forces may do work in the motion, since it is not homogeneous in the
 * velocities. */
static const char *working_row(const vv_system *s) {
    for (int i = 0; i < s->nrows; i++)
        if (!vv_is_zero(s->row[i].offset)) return s->row[i].label;
    return NULL;
}

/* Force function of the forces not in U; poison if none is known. */
static vv_expr other_potential(vv_ctx *c, const vv_system *s, vv_truth *exact) {
    vv_conservative_forces e;
    *exact = VV_UNKNOWN;
    if (vv_conservative_forces_find(c, s, &e) != VV_OK) return VV_POISON;
    *exact = e.exact;
    return e.any ? e.U : VV_ZERO;
}

/* Which hypothesis of the theorem fails, or NULL. */
static const char *failing(vv_ctx *c, const vv_system *s, vv_expr other, vv_truth exact) {
    const char *row = working_row(s);
    if (s->worked) return "the servo forces do work";
    if (row)
        return vv_format(c, "\"%s\" is not homogeneous in the velocities: its force does work",
                         row);
    if (vv_depends(c, s->T, 1, &s->m->t)) return "the kinetic energy depends on time";
    if (vv_depends(c, s->U, 1, &s->m->t)) return "the force function depends on time";
    if (!vv_is_poison(other)) return NULL;
    return exact == VV_FALSE ? "the work of the forces is not an exact differential"
                             : "the force function of the other forces is not known";
}

/* T in the speeds: for bodies with a free frame from their own motion, since T in Euler
 * parameters contains powers of their norm. */
static vv_expr in_speeds(vv_ctx *c, const vv_system *s) {
    bool free = false;
    vv_kinematics m;
    vv_expr T;
    for (int i = 0; i < s->nq; i++) free |= s->m->coordinate[i].internal;
    if (free && !s->m->has_kinetic && vv_is_zero(s->T_degree[1]) && vv_is_zero(s->T_degree[0]) &&
        vv_kinematics_in_speeds(c, s, &m) == VV_OK &&
        vv_kinematics_kinetic_energy(c, s, &m, &T) == VV_OK)
        return T;
    return vv_expr_in_speeds(c, s, vv_sub(c, s->T_degree[2], s->T_degree[0]));
}

vv_energy_integral vv_energy_integral_of(vv_ctx *c, const vv_system *s) {
    vv_truth exact;
    vv_expr other = other_potential(c, s, &exact),
            U = vv_is_poison(other) ? s->U : vv_add(c, s->U, other);
    return (vv_energy_integral){.H = vv_sub(c, in_speeds(c, s), vv_expr_in_speeds(c, s, U)),
                                .moving =
                                    !vv_is_zero(s->T_degree[1]) || !vv_is_zero(s->T_degree[0]),
                                .fails = failing(c, s, other, exact)};
}

/* In value, not only syntactically. */
static bool is_free_of(vv_ctx *c, const vv_system *s, vv_expr e, int i) {
    return !vv_depends(c, e, 1, &s->q[i]) || vv_vanishes(c, &s->facts, vv_diff(c, e, s->q[i]));
}

vv_expr vv_cyclic_momentum(vv_ctx *c, const vv_system *s, int i) {
    vv_expr momentum = vv_diff(c, s->T, s->qd[i]);
    if (vv_is_zero(momentum) || !vv_is_zero(s->Q[i]) || !is_free_of(c, s, s->T, i) ||
        !is_free_of(c, s, s->U, i))
        return VV_POISON;
    return vv_expr_in_speeds(c, s, momentum);
}
