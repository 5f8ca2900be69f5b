#include "kinematics/contact_reaction.h"

/* The contact at this point; -1 if none. */
static int contact_at(vv_ctx *c, const vv_system *s, vv_vec at) {
    const vv_model *m = s->m;
    for (int i = 0; i < m->nrollings; i++) {
        vv_expr d[3];
        vv_vec apart = vv_vec_sub(c, m->rolling[i].at, at);
        if (!vv_vec_components(c, &m->frames, apart, vv_vec_cheapest_frame(&m->frames, at), d))
            continue;
        bool same = true;
        for (int k = 0; k < 3 && same; k++)
            same = vv_is_zero(d[k]) || vv_vanishes(c, &m->facts, d[k]);
        if (same) return i;
    }
    return -1;
}

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
    *why = s->m->nbodies == 1 ? obstacle_to_newton(c, s, contact_at(c, s, at))
                              : "other bodies or contacts act on this one";
    return !*why && by_newton(c, s, 0, out, why);
}

bool vv_reaction_of_contact(vv_ctx *c, const vv_system *s, int contact, vv_expr out[3],
                            const char **why) {
    *why = obstacle_to_newton(c, s, contact);
    return !*why && by_newton(c, s, s->m->rolling[contact].support_frame, out, why);
}

/* Symbols of reactions and their rates, and their values in terms of q, q', q'', t. */
static int list_reactions(vv_ctx *c, const vv_system *s, vv_expr *from, vv_expr *to) {
    const vv_model *m = s->m;
    int n = 0;
    for (int i = 0; i < m->nreactions; i++) {
        vv_expr value[3];
        const char *why;
        if (!vv_reaction_at_point(c, s, m->reaction[i].at, value, &why)) continue;
        for (int k = 0; k < 3; k++) from[n] = m->reaction[i].component[k], to[n++] = value[k];
    }
    return n;
}

vv_status vv_reactions_substitute(vv_ctx *c, const vv_system *s, int n, vv_expr *e) {
    int most = 3 * s->m->nreactions, pairs = 0;
    if (!most) return VV_OK;
    vv_expr *from = VV_ARRAY(c, vv_expr, most + 1), *to = VV_ARRAY(c, vv_expr, most + 1);
    if (from && to) pairs = list_reactions(c, s, from, to);
    return from && to ? vv_subst(c, pairs, from, to, n, e, e) : vv_ctx_status(c);
}

const vv_reaction *vv_reactions_unresolved(vv_ctx *c, const vv_system *s, vv_expr e) {
    for (int i = 0; i < s->m->nreactions; i++)
        if (vv_depends(c, e, 3, s->m->reaction[i].component)) return &s->m->reaction[i];
    return NULL;
}
