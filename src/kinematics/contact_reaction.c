#include "kinematics/contact_reaction.h"

#include <string.h>

#include "algebra/algebra.h"
#include "geometry/geometry.h"
#include "kinematics/constraint_forces.h"

/* ---- springs and dampers between points ---------------------------------------------------- A
 * force belongs to the body in which its point is fixed, or to the ground if it does not move. */

typedef enum { END_ELSEWHERE, END_GROUND, END_BODY } end_of;

static bool is_fixed(vv_ctx *c, const vv_system *s, vv_vec apart, int frame) {
    vv_expr x[3];
    if (!vv_vec_components(c, &s->m->frames, apart, frame, x)) return false;
    for (int k = 0; k < 3; k++)
        if (vv_depends(c, x[k], s->nq, s->q) || vv_depends(c, x[k], 1, &s->m->t)) return false;
    return true;
}

static end_of end_at(vv_ctx *c, const vv_system *s, vv_vec at) {
    const vv_model *m = s->m;
    vv_expr x[3];
    for (int b = 0; b < m->nbodies; b++)
        if (is_fixed(c, s, vv_vec_sub(c, at, m->body[b].centre), m->body[b].frame)) return END_BODY;
    if (!vv_vec_components(c, &m->frames, at, 0, x)) return END_ELSEWHERE;
    for (int k = 0; k < 3; k++)
        if (vv_depends(c, x[k], s->nq, s->q)) return END_ELSEWHERE;
    return END_GROUND;
}

static bool is_placed(vv_ctx *c, const vv_system *s, const vv_spring_damper *link) {
    return link->pull.id && end_at(c, s, link->from) != END_ELSEWHERE &&
           end_at(c, s, link->to) != END_ELSEWHERE;
}

/* Its contribution to the generalized forces Q[a] that do not come from U. */
static vv_expr damping_on(vv_ctx *c, const vv_spring_damper *link, vv_expr q) {
    return vv_scale(c, vv_rat_make(c, -1, 2), vv_mul(c, link->pull, vv_diff(c, link->square, q)));
}

/* The forces of all springs and dampers on the bodies. */
static vv_vec link_forces(vv_ctx *c, const vv_system *s) {
    vv_vec sum = vv_vec_zero();
    for (int i = 0; i < s->m->nlinks; i++) {
        const vv_spring_damper *link = &s->m->link[i];
        if (!is_placed(c, s, link)) continue;
        vv_vec f = vv_vec_scale(c, link->pull, vv_vec_sub(c, link->to, link->from));
        if (end_at(c, s, link->from) == END_BODY) sum = vv_vec_add(c, sum, f);
        if (end_at(c, s, link->to) == END_BODY) sum = vv_vec_sub(c, sum, f);
    }
    return sum;
}

/* ---- the force by Newton's law ------------------------------------------------------------- */

/* Does anything but dampers between points contribute to the virtual work? */
static bool has_works(vv_ctx *c, const vv_system *s) {
    const vv_model *m = s->m;
    for (int a = 0; a < m->nq; a++) {
        vv_expr work = m->work[a];
        for (int i = 0; i < m->nlinks && !vv_is_zero(work); i++)
            if (m->link[i].damper && is_placed(c, s, &m->link[i]))
                work = vv_sub(c, work, damping_on(c, &m->link[i], s->q[a]));
        if (!vv_vanishes(c, &m->facts, work)) return true;
    }
    return false;
}

/* NULL if only the contact, gravity, springs and stated forces act on the bodies from outside
 * (bodies may roll on each other); otherwise the obstacle. */
static const char *obstacle_to_newton(vv_ctx *c, const vv_system *s, int contact) {
    const vv_model *m = s->m;
    if (contact < 0) return "no body rolls at this point";
    for (int i = 0; i < m->nrollings; i++)
        if ((m->rolling[i].support_body >= 0) == (i == contact))
            return "other bodies or contacts act on this one";
    for (int i = 0; i < m->nconstraints; i++) {
        const vv_constraint *con = &m->constraint[i];
        bool own = con->rolling >= 0 || /* or it places the contact, by the same statement */
                   con->span.begin == m->rolling[contact].span.begin;
        if (con->kind != VV_CON_NORM && !own) return "other constraints act on this body";
    }
    if (has_works(c, s)) return "stated virtual work has no point of application";
    vv_expr other = m->force_function;
    for (int i = 0; i < m->nlinks; i++)
        if (!m->link[i].damper && is_placed(c, s, &m->link[i]))
            other = vv_sub(c, other, m->link[i].U);
    for (int b = 0; b < m->nbodies && !vv_vec_is_zero(m->gravity); b++) {
        vv_expr weight = VV_ZERO;
        if (!vv_vec_dot(c, &m->frames, m->gravity, m->body[b].centre, &weight))
            return "gravity cannot be expressed in known axes";
        other = vv_sub(c, other, vv_mul(c, m->body[b].mass, weight));
    }
    for (int a = 0; a < m->nq; a++)
        if (!vv_vanishes(c, &m->facts, vv_diff(c, other, s->q[a])))
            return "only gravity and springs between body points have a known point of "
                   "application; another force function has none";
    return m->has_kinetic ? "an energy stated directly has no bodies" : NULL;
}

/* From the momentum of all bodies: forces between them cancel. */
static bool by_newton(vv_ctx *c, const vv_system *s, int frame, vv_expr out[3], const char **why) {
    const vv_model *m = s->m;
    vv_vec R = vv_vec_zero();
    for (int b = 0; b < m->nbodies; b++) {
        vv_vec v = vv_vec_rate(c, &m->frames, m->body[b].centre),
               a = vv_vec_sub(c, vv_vec_rate(c, &m->frames, v), m->gravity);
        R = vv_vec_add(c, R, vv_vec_scale(c, m->body[b].mass, a));
    }
    for (int i = 0; i < m->nloads; i++)
        if (!m->load[i].is_torque) R = vv_vec_sub(c, R, m->load[i].force);
    R = vv_vec_sub(c, R, link_forces(c, s));
    *why = "the force cannot be expressed in the requested axes";
    return vv_vec_components(c, &m->frames, R, frame, out);
}

bool vv_reaction_at_point(vv_ctx *c, const vv_system *s, vv_vec at, vv_expr out[3],
                          const char **why) {
    *why = s->m->nbodies == 1 ? obstacle_to_newton(c, s, vv_model_contact_at(c, s->m, at))
                              : "other bodies or contacts act on this one";
    return !*why && by_newton(c, s, 0, out, why);
}

bool vv_reaction_of_contact(vv_ctx *c, const vv_system *s, int contact, vv_expr out[3],
                            const char **why) {
    *why = obstacle_to_newton(c, s, contact);
    return !*why && by_newton(c, s, s->m->rolling[contact].support_frame, out, why);
}

/* ---- by multipliers -------------------------------------------------------------------------- */

/* What is asked about the forces of a motion. */
typedef struct query {
    vv_ctx *c;
    const vv_system *s;
    const vv_expr *lambda; /* multipliers of the rows, eliminated when first needed */
} query;

static bool need_multipliers(query *k, const char **why) {
    vv_expr *out = k->lambda ? NULL : VV_ARRAY(k->c, vv_expr, k->s->nrows + 1);
    if (k->lambda) return true;
    if (!out || !vv_multipliers_eliminate(k->c, k->s, out, why)) return false;
    k->lambda = out;
    return true;
}

/* The slip of a contact by the rates, along those world axes on which it can have a component. */
typedef struct slip_directions {
    int n, axis[3];
    vv_expr *J; /* (n x nq) */
} slip_directions;

/* Does nothing push the body along this axis, along which it does not move either? */
static bool is_at_rest_along(query *k, const vv_body *b, int axis) {
    vv_ctx *c = k->c;
    const vv_model *m = k->s->m;
    vv_vec v = vv_vec_rate(c, &m->frames, b->centre),
           a = vv_vec_sub(c, vv_vec_rate(c, &m->frames, v), m->gravity);
    vv_expr x[3];
    if (!vv_vec_components(c, &m->frames, a, 0, x) || !vv_vanishes(c, &k->s->facts, x[axis]))
        return false;
    for (int i = 0; i < m->nloads; i++)
        if (!m->load[i].is_torque && (!vv_vec_components(c, &m->frames, m->load[i].force, 0, x) ||
                                      !vv_vanishes(c, &k->s->facts, x[axis])))
            return false;
    return true;
}

/* False where the coordinates keep the contact along an axis: no multiplier gives that force. */
static bool list_slip(query *k, const vv_rolling *r, slip_directions *out) {
    vv_ctx *c = k->c;
    const vv_system *s = k->s;
    vv_expr v[3], n[3];
    *out = (slip_directions){.J = VV_MATRIX(c, vv_expr, 3, s->nq)};
    if (!out->J || !vv_vec_components(c, &s->m->frames, r->slip, 0, v) ||
        !vv_vec_components(c, &s->m->frames, r->normal, 0, n))
        return false;
    for (int i = 0; i < 3; i++) {
        vv_expr u = vv_expr_in_coordinates(c, s, v[i]);
        if (!vv_vanishes(c, &s->facts, u)) {
            vv_gradient(c, u, s->nq, s->qd, out->J + out->n * s->nq);
            out->axis[out->n++] = i;
        } else if (!vv_vanishes(c, &s->facts, n[i]) ||
                   !is_at_rest_along(k, &s->m->body[r->body], i)) {
            return false;
        }
    }
    return out->n > 0;
}

/* Is the force of the row along the slip, not a couple? */
static bool is_along(query *k, const slip_directions *d, const vv_constraint_row *r) {
    int nq = k->s->nq, rank = d->n + 1;
    vv_expr *m = VV_MATRIX(k->c, vv_expr, d->n + 1, nq);
    if (!m) return false;
    memcpy(m, d->J, (size_t)(d->n * nq) * sizeof *m);
    memcpy(m + d->n * nq, r->column, (size_t)nq * sizeof *m);
    vv_generic_rank(k->c, &k->s->facts, d->n + 1, nq, m, &rank, NULL, NULL, NULL);
    return rank == d->n;
}

/* The generalized forces of a contact, each multiplier of which the motion determines, if there is
 * one for each direction of slip; *why changes only if they share their forces with others. */
static bool contact_force(query *k, int rolling, const slip_directions *d, vv_expr *force,
                          const char **why) {
    const vv_system *s = k->s;
    int found = 0;
    for (int a = 0; a < s->nq; a++) force[a] = VV_ZERO;
    for (int r = 0; r < s->nrows; r++) {
        if (s->m->constraint[s->row[r].given].rolling != rolling || !is_along(k, d, &s->row[r]))
            continue;
        const char *refusal = vv_multiplier_refusal(k->c, s, r);
        if (refusal) *why = refusal;
        if (refusal || !need_multipliers(k, why)) return false;
        found++;
        for (int a = 0; a < s->nq; a++)
            force[a] = vv_add(k->c, force[a], vv_mul(k->c, k->lambda[r], s->row[r].column[a]));
    }
    return found == d->n;
}

/* R does the same work on the slip: (J J^T) R = J sum λ A. */
static bool by_multipliers(query *k, int rolling, vv_expr out[3], const char **why) {
    vv_ctx *c = k->c;
    int nq = k->s->nq;
    slip_directions d;
    vv_expr *force = VV_ARRAY(c, vv_expr, nq + 1), *t = VV_ARRAY(c, vv_expr, nq + 1), M[9], R[3];
    if (!force || !t || !list_slip(k, &k->s->m->rolling[rolling], &d) ||
        !contact_force(k, rolling, &d, force, why))
        return false;
    for (int i = 0; i < d.n; i++) {
        for (int a = 0; a < nq; a++) t[a] = vv_mul(c, d.J[i * nq + a], force[a]);
        R[i] = vv_sum(c, nq, t);
        for (int j = 0; j < d.n; j++) {
            for (int a = 0; a < nq; a++) t[a] = vv_mul(c, d.J[i * nq + a], d.J[j * nq + a]);
            M[i * d.n + j] = vv_sum(c, nq, t);
        }
    }
    if (!vv_solve_by_minors(c, &k->s->facts, d.n, M, R)) return false;
    for (int i = 0; i < 3; i++) out[i] = VV_ZERO;
    for (int i = 0; i < d.n; i++) out[d.axis[i]] = R[i];
    return vv_ctx_ok(c);
}

/* ---- reactions in expressions ------------------------------------------------------------------
 */

static bool force_at(query *k, int rolling, vv_expr out[3], const char **why) {
    *why = obstacle_to_newton(k->c, k->s, rolling);
    if (!*why) return by_newton(k->c, k->s, 0, out, why);
    return rolling >= 0 && by_multipliers(k, rolling, out, why);
}

/* N along the normal, and the magnitude of the rest. */
static bool split(query *k, int rolling, const vv_expr R[3], vv_expr *N, vv_expr *F) {
    vv_ctx *c = k->c;
    const vv_system *s = k->s;
    vv_expr n[3];
    if (!vv_vec_components(c, &s->m->frames, s->m->rolling[rolling].normal, 0, n)) return false;
    vv_expr square = vv_dot3(c, n, n), t[3], along = vv_dot3(c, n, R);
    *N = vv_vanishes(c, &s->facts, vv_sub(c, square, VV_ONE))
             ? along
             : vv_div(c, along, vv_sqrt(c, square));
    for (int i = 0; i < 3; i++) t[i] = vv_sub(c, R[i], vv_mul(c, n[i], vv_div(c, along, square)));
    *F = vv_sqrt_of_squares(c, vv_dot3(c, t, t));
    return true;
}

/* A constraint force in q, q', q'', t and multipliers that are given; false with *why. */
static bool value_of(query *k, const vv_reaction *r, vv_expr out[3], const char **why) {
    vv_expr N, F, R[3];
    if (r->kind == VV_REACTION_MULTIPLIER) {
        int row = vv_multiplier_row(k->c, k->s, r, why);
        if (row < 0 || !need_multipliers(k, why)) return false;
        for (int i = 0; i < 3; i++) out[i] = k->lambda[row];
        return true;
    }
    if (!force_at(k, r->rolling, R, why)) return false;
    if (r->kind != VV_REACTION_FORCE && !split(k, r->rolling, R, &N, &F)) {
        *why = "its normal cannot be expressed in the world's axes";
        return false;
    }
    for (int i = 0; i < 3; i++)
        out[i] = r->kind == VV_REACTION_FORCE ? R[i] : r->kind == VV_REACTION_NORMAL ? N : F;
    return vv_ctx_ok(k->c);
}

bool vv_reaction_value(vv_ctx *c, const vv_system *s, const vv_expr *lambda, const vv_reaction *r,
                       vv_expr out[3], const char **why) {
    query k = {c, s, lambda};
    return value_of(&k, r, out, why);
}

/* Its symbols and their rates. */
static bool occurs(vv_ctx *c, const vv_reaction *r, int n, const vv_expr *e) {
    enum { ORDERS = 3 };
    vv_expr x[3 * ORDERS];
    for (int j = 0; j < 3 * ORDERS; j++)
        x[j] = j < 3 ? r->component[j] : vv_symbol_rate(c, x[j - 3]);
    for (int i = 0; i < n; i++)
        if (vv_depends(c, e[i], 3 * ORDERS, x)) return true;
    return false;
}

/* Values by Newton's law contain the forces that depend on reactions. */
static vv_status insert_applied(vv_ctx *c, const vv_system *s, const vv_expr *lambda, int n,
                                vv_expr *e) {
    vv_expr *value = VV_ARRAY(c, vv_expr, s->napplied + 1);
    const char *why;
    if (!s->napplied || s->sought || !value) return vv_ctx_status(c);
    if (!lambda) return vv_reaction_forces_insert(c, s, n, e);
    if (!vv_reaction_forces_values(c, s, lambda, value, &why)) return vv_ctx_status(c);
    return vv_subst(c, s->napplied, s->applied, value, n, e, e);
}

vv_status vv_reactions_substitute(vv_ctx *c, const vv_system *s, const vv_expr *lambda, int n,
                                  vv_expr *e) {
    int most = 6 * s->m->nreactions, pairs = 0;
    if (!most) return VV_OK;
    query k = {c, s, lambda};
    vv_expr *from = VV_ARRAY(c, vv_expr, most + 1), *to = VV_ARRAY(c, vv_expr, most + 1);
    for (int i = 0; from && to && i < s->m->nreactions; i++) {
        const vv_reaction *r = &s->m->reaction[i];
        vv_expr value[3];
        const char *why;
        if (!occurs(c, r, n, e) || !value_of(&k, r, value, &why)) continue;
        for (int j = 0; j < (r->kind == VV_REACTION_FORCE ? 3 : 1); j++) {
            from[pairs] = r->component[j], to[pairs++] = value[j];
            if (lambda) continue; /* the rates of multipliers are not known */
            if (vv_reaction_forces_insert(c, s, 1, &to[pairs - 1]) != VV_OK)
                return vv_ctx_status(c);
            from[pairs] = vv_symbol_rate(c, r->component[j]);
            to[pairs] = vv_symbol_map_time_derivative(c, &s->maps.coordinate_rates, to[pairs - 1]);
            pairs++;
        }
    }
    if (!from || !to || vv_subst(c, pairs, from, to, n, e, e) != VV_OK) return vv_ctx_status(c);
    return insert_applied(c, s, lambda, n, e);
}

const vv_reaction *vv_reactions_unresolved(vv_ctx *c, const vv_system *s, int n, const vv_expr *e) {
    for (int i = 0; i < s->m->nreactions; i++)
        if (occurs(c, &s->m->reaction[i], n, e)) return &s->m->reaction[i];
    return NULL;
}
