#include "simulate/contact/friction.h"

#include <string.h>

#include "algebra/algebra.h"
#include "kinematics/kinematics.h"
#include "simulate/diagnostics.h"

static bool has_limits(const vv_rolling *r) {
    return r->has_friction || r->resistance.id || r->pivoting.id;
}

bool vv_model_has_friction(const vv_model *m) {
    for (int i = 0; i < m->nrollings; i++)
        if (has_limits(&m->rolling[i])) return true;
    return false;
}

bool vv_simulation_possible(vv_ctx *c, const vv_system *s) {
    return vv_model_has_friction(s->m) || vv_system_is_driven(c, s) || s->of_lower_order ||
           vv_system_check_movable(c, s) == VV_OK;
}

typedef struct maker {
    vv_ctx *c;
    const vv_system *from;
    vv_system *s; /* with the contact rows */
    vv_friction *out;
} maker;

/* ---- axes ----------------------------------------------------------------------------------- */

static vv_expr dot(vv_ctx *c, const vv_expr a[3], const vv_expr b[3]) {
    vv_expr t[3];
    for (int i = 0; i < 3; i++) t[i] = vv_mul(c, a[i], b[i]);
    return vv_sum(c, 3, t);
}

static void cross(vv_ctx *c, const vv_expr a[3], const vv_expr b[3], vv_expr out[3]) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = vv_sub(c, vv_mul(c, a[j], b[k]), vv_mul(c, a[k], b[j]));
    }
}

static void unit(maker *k, vv_expr a[3]) {
    vv_ctx *c = k->c;
    int only = -1, count = 0;
    for (int i = 0; i < 3; i++)
        if (!vv_is_zero(a[i])) only = i, count++;
    if (count == 1 && vv_known_sign(c, a[only]) == VV_POSITIVE) {
        a[only] = VV_ONE;
        return;
    }
    vv_expr square = dot(c, a, a), length = vv_sqrt(c, square);
    if (vv_vanishes(c, &k->from->facts, vv_sub(c, square, VV_ONE))) return;
    for (int i = 0; i < 3; i++) a[i] = vv_div(c, a[i], length);
}

/* Tangents that form right-handed axes with the normal: a support axis if one is always tangent,
 * otherwise the image of the axes under the smallest rotation taking the third axis to the normal
 * [Frisvad2012]. */
static void tangents(maker *k, vv_friction_contact *t) {
    vv_ctx *c = k->c;
    for (int i = 0; i < 3; i++) {
        if (!vv_vanishes(c, &k->from->facts, t->n[i])) continue;
        for (int j = 0; j < 3; j++) t->along[0][j] = j == i ? VV_ONE : VV_ZERO;
        cross(c, t->n, t->along[0], t->along[1]);
        return;
    }
    vv_expr by = vv_div(c, VV_ONE, vv_add(c, VV_ONE, t->n[2]));
    for (int a = 0; a < 2; a++) {
        for (int j = 0; j < 2; j++)
            t->along[a][j] =
                vv_sub(c, a == j ? VV_ONE : VV_ZERO, vv_mul(c, by, vv_mul(c, t->n[a], t->n[j])));
        t->along[a][2] = vv_neg(c, t->n[a]);
    }
}

/* ---- constraints ---------------------------------------------------------------------------- */

static vv_expr in_coordinates(const maker *k, vv_expr e) {
    return vv_expr_in_coordinates(k->c, k->from, e);
}

/* Its index; -1 if it holds identically. */
static int add_row(maker *k, const vv_friction_contact *t, vv_expr value, const char *what) {
    vv_system *s = k->s;
    vv_constraint_row r = {.kind = VV_ROW_LINEAR, .span = t->rolling->span};
    r.label = vv_format(k->c, "%s, %s", t->rolling->label, what);
    r.raw = vv_symbol_map_apply(k->c, &s->maps.to_raw, value);
    if (vv_vanishes(k->c, &s->facts, r.raw)) return -1;
    r.velocity = vv_symbol_map_apply(k->c, &s->maps.to_coordinates, r.raw);
    r.acceleration = vv_symbol_map_time_derivative(k->c, &s->maps.coordinate_rates, r.velocity);
    r.coefficient = r.column = VV_ARRAY(k->c, vv_expr, s->nq + 1);
    r.offset = VV_ZERO;
    if (!r.coefficient) return -1;
    vv_gradient(k->c, r.velocity, s->nq, s->qd, r.coefficient);
    vv_subst_zero(k->c, s->nq, s->qd, 1, &r.velocity, &r.offset);
    for (int i = 0; i < k->from->m->nconstraints; i++)
        if (k->from->m->constraint[i].rolling >= 0 &&
            &k->from->m->rolling[k->from->m->constraint[i].rolling] == t->rolling)
            r.given = i;
    s->row[s->nrows] = r;
    return s->nrows++;
}

static int rank_of(maker *k, const vv_expr *a, const vv_expr *b) {
    int nq = k->s->nq, rank = 2;
    vv_expr *m = VV_ARRAY(k->c, vv_expr, 2 * nq + 1);
    if (!m) return 2;
    memcpy(m, a, (size_t)nq * sizeof *m);
    memcpy(m + nq, b, (size_t)nq * sizeof *m);
    vv_generic_rank(k->c, &k->s->facts, 2, nq, m, &rank, NULL, NULL, NULL);
    return rank;
}

/* Adds a law to contact `at`. */
static void add_law(maker *k, int at, vv_friction_kind kind, vv_coulomb_law law, vv_expr limit,
                    vv_expr rest) {
    vv_friction *o = k->out;
    if (!law.n) return;
    for (int j = 0; j < law.n; j++) law.u[j] = k->s->row[law.row[j]].velocity;
    law.limit = in_coordinates(k, limit);
    law.rest = in_coordinates(k, rest.id ? rest : limit);
    static const char *const name[] = {"friction", "pivoting friction", "rolling friction"};
    law.name = vv_format(k->c, "%s, %s", name[kind], o->touch[at].rolling->label);
    law.normal = at;
    if (kind == VV_FRICTION_SLIP) o->coulomb.normal[at].slip = o->coulomb.n;
    o->touch[at].law[kind] = o->coulomb.n;
    o->contact[o->coulomb.n] = at;
    o->kind[o->coulomb.n] = kind;
    o->coulomb.law[o->coulomb.n++] = law;
}

/* Two components that are always collinear become one. */
static void straighten(maker *k, const vv_friction_contact *t, vv_coulomb_law *law,
                       const vv_expr v[2], const char *what) {
    vv_ctx *c = k->c;
    vv_constraint_row *a = &k->s->row[law->row[0]], *b = &k->s->row[law->row[1]];
    if (law->n < 2 || rank_of(k, a->coefficient, b->coefficient) > 1) return;
    int i = 0;
    while (i < k->s->nq && vv_vanishes(c, &k->s->facts, a->coefficient[i])) i++;
    if (i == k->s->nq || !vv_is_zero(a->offset) || !vv_is_zero(b->offset)) return;
    vv_expr e[3] = {a->coefficient[i], b->coefficient[i], VV_ZERO};
    unit(k, e);
    k->s->nrows = law->row[0];
    law->row[0] = add_row(k, t, vv_add(c, vv_mul(c, e[0], v[0]), vv_mul(c, e[1], v[1])), what);
    law->n = law->row[0] >= 0;
}

static void add_plane_law(maker *k, int at, vv_friction_kind kind, const vv_expr v[3],
                          vv_expr limit, vv_expr rest) {
    static const char *const what[] = {"slip", "pivoting", "rolling"};
    vv_friction_contact *t = &k->out->touch[at];
    vv_coulomb_law law = {0};
    vv_expr u[2];
    for (int j = 0; j < 2; j++) {
        u[j] = dot(k->c, t->along[j], v);
        int row = add_row(k, t, u[j], what[kind]);
        if (row >= 0) law.row[law.n++] = row;
    }
    straighten(k, t, &law, u, what[kind]);
    add_law(k, at, kind, law, limit, rest);
}

/* ---- the normal ----------------------------------------------------------------------------- */

/* A constraint of the model equivalent to the contact along its normal: the height of the contact
 * as a holonomic constraint. */
static bool stated_height(maker *k, vv_friction_contact *t, vv_contact_normal *n, int row,
                          int hard) {
    const vv_expr *own = k->s->row[row].coefficient;
    for (int r = 0; r < hard; r++) {
        const vv_constraint_row *other = &k->s->row[r];
        if (rank_of(k, own, other->coefficient) > 1) continue;
        int i = 0;
        while (i < k->s->nq && vv_vanishes(k->c, &k->s->facts, own[i])) i++;
        if (i == k->s->nq) continue;
        t->scale = vv_div(k->c, other->coefficient[i], own[i]);
        n->row = r;
        if (other->finite.id) n->gap = vv_div(k->c, other->finite, t->scale);
        return true;
    }
    return false;
}

/* Where the normal rotates: is h a function whose rate is the velocity along it, in any motion? */
static bool is_gap(maker *k, vv_expr h, const vv_constraint_row *row) {
    vv_expr rate = vv_symbol_map_time_derivative(k->c, &k->s->maps.coordinate_rates, h);
    return vv_vanishes(k->c, &k->s->facts, vv_sub(k->c, rate, row->velocity));
}

/* The velocity along the normal in world axes, in which the rotation of the support cancels. */
static vv_expr along_normal(maker *k, const vv_friction_contact *t) {
    const vv_frames *f = &k->from->m->frames;
    vv_expr n[3], slip[3];
    if (!vv_vec_components(k->c, f, t->rolling->normal, 0, n) ||
        !vv_vec_components(k->c, f, t->rolling->slip, 0, slip))
        return VV_POISON;
    unit(k, n);
    return in_coordinates(k, dot(k->c, n, slip));
}

/* A function that grows as the bodies separate, integrated from its differential; its rate is that
 * velocity times a factor that is always positive. */
static vv_expr integrated(maker *k, vv_expr velocity) {
    vv_ctx *c = k->c;
    const vv_system *s = k->s;
    int nq = s->nq, n = 0;
    vv_expr *x = VV_ARRAY(c, vv_expr, nq + 1), *a = VV_ARRAY(c, vv_expr, nq + 1), h, factor, by;
    for (int i = 0; x && a && velocity.id && i <= nq; i++) {
        x[n] = i < nq ? s->q[i] : s->m->t;
        if (i < nq)
            by = vv_diff(c, velocity, s->qd[i]);
        else
            vv_subst_zero(c, nq, s->qd, 1, &velocity, &by);
        a[n] = by;
        n += !vv_is_zero(by) || vv_depends(c, velocity, 1, &x[n]);
    }
    if (!n || !vv_form_integrating_factor(c, &s->facts, n, x, a, &h, &factor)) return VV_POISON;
    vv_sign sign = vv_known_sign(c, factor);
    return sign == VV_POSITIVE ? h : sign == VV_NEGATIVE ? vv_neg(c, h) : VV_POISON;
}

/* Height above the support, up to a constant: along a normal fixed in it, or one that rotates about
 * the support's origin, as for a sphere or a cylinder; otherwise a function that grows with it. */
static vv_expr height(maker *k, const vv_friction_contact *t, const vv_constraint_row *row) {
    const vv_rolling *r = t->rolling;
    const vv_frames *f = &k->from->m->frames;
    vv_expr p[3];
    bool turns = false;
    for (int i = 0; i < 3; i++)
        turns |= vv_depends(k->c, t->n[i], k->s->nq, k->s->q) ||
                 vv_depends(k->c, t->n[i], 1, &k->s->m->t);
    vv_vec origin = r->support_body >= 0 ? k->from->m->body[r->support_body].centre
                                         : f->frame[r->support_frame].origin;
    bool known = vv_vec_components(k->c, f, vv_vec_sub(k->c, r->at, origin), r->support_frame, p);
    vv_expr h = known ? dot(k->c, t->n, p) : VV_POISON;
    if (!turns || (known && is_gap(k, h, row))) return h;
    return integrated(k, along_normal(k, t));
}

static vv_status refuse_normal(maker *k, const vv_friction_contact *t, const char *why) {
    vv_diag_hint(k->c,
                 vv_diag_add(k->c, VV_ERROR, VV_D_FRICTION, t->rolling->span,
                             "the normal reaction of this contact is indeterminate: %s", why),
                 "give the body a coordinate along the normal; the contact then keeps it in place");
    return vv_ctx_fail(k->c, VV_E_BEYOND);
}

/* Where the coordinates keep the bodies in contact: N from Newton's law for all of them. */
static vv_status by_newton(maker *k, vv_friction_contact *t) {
    const char *why = NULL;
    vv_expr R[3];
    if (!vv_reaction_of_contact(k->c, k->from, (int)(t->rolling - k->from->m->rolling), R, &why))
        return vv_ctx_ok(k->c) ? refuse_normal(k, t, why) : vv_ctx_status(k->c);
    t->by_newton = in_coordinates(k, dot(k->c, t->n, R));
    return vv_ctx_status(k->c);
}

/* Where the contact places the body and conditions keep it there, or three constraints keep points
 * of two surfaces together, the normal constraint is redundant: how its multiplier and theirs share
 * N would be arbitrary. A height above a plane is a single constraint, and the same one. */
static bool placed_by_contact(maker *k, vv_friction_contact *t) {
    const char *why = NULL;
    const vv_rolling *r = t->rolling;
    vv_expr R[3];
    if (!r->kept || (r->apart.n && r->on_plane) ||
        !vv_reaction_of_contact(k->c, k->from, (int)(r - k->from->m->rolling), R, &why))
        return false;
    t->by_newton = in_coordinates(k, dot(k->c, t->n, R));
    return true;
}

static vv_status add_normal(maker *k, int at, int hard) {
    vv_friction_contact *t = &k->out->touch[at];
    vv_contact_normal *n = &k->out->coulomb.normal[at];
    n->row = add_row(k, t, dot(k->c, t->n, t->slip), "along the normal");
    t->scale = VV_ONE;
    if (n->row < 0) return by_newton(k, t);
    if (placed_by_contact(k, t)) {
        k->s->nrows--;
        n->row = -1;
        return VV_OK;
    }
    n->gap = height(k, t, &k->s->row[n->row]);
    if (t->rolling->restitution.id) n->restitution = in_coordinates(k, t->rolling->restitution);
    n->u = k->s->row[n->row].velocity;
    if (stated_height(k, t, n, n->row, hard)) k->s->nrows--;
    return vv_ctx_status(k->c);
}

/* ---- contacts ------------------------------------------------------------------------------- */

static vv_status axes_of(maker *k, vv_friction_contact *t) {
    const vv_frames *f = &k->from->m->frames;
    int support = t->rolling->support_frame;
    if (!vv_vec_components(k->c, f, t->rolling->normal, support, t->n) ||
        !vv_vec_components(k->c, f, t->rolling->slip, support, t->slip))
        return refuse_normal(k, t, "its normal cannot be expressed in the support's axes");
    unit(k, t->n);
    tangents(k, t);
    return vv_ctx_status(k->c);
}

/* N is not known yet: a placeholder symbol, substituted once the multipliers are known. */
static vv_status add_contact(maker *k, int at, int hard) {
    vv_friction_contact *t = &k->out->touch[at];
    const vv_rolling *r = t->rolling;
    vv_ctx *c = k->c;
    const vv_frames *f = &k->from->m->frames;
    vv_expr N = k->out->coulomb.normal[at].N, w[3];
    if (axes_of(k, t) != VV_OK || add_normal(k, at, hard) != VV_OK) return vv_ctx_status(c);
    if (r->has_friction) {
        vv_expr rest = r->friction_static.id ? vv_mul(c, r->friction_static, N) : VV_POISON;
        add_plane_law(k, at, VV_FRICTION_SLIP, t->slip, vv_mul(c, r->friction, N), rest);
    } else {
        for (int j = 0; j < 2; j++) add_row(k, t, dot(c, t->along[j], t->slip), "slip");
    }
    vv_vec spin = vv_vec_sub(c, vv_frame_angular_velocity(c, f, k->from->m->body[r->body].frame),
                             vv_frame_angular_velocity(c, f, r->support_frame));
    if (!(r->resistance.id || r->pivoting.id)) return vv_ctx_status(c);
    if (!vv_vec_components(c, f, spin, r->support_frame, w))
        return refuse_normal(k, t, "the rotation cannot be expressed in the support's axes");
    if (r->pivoting.id) {
        vv_coulomb_law law = {0};
        law.row[0] = add_row(k, t, dot(c, t->n, w), "pivoting");
        law.n = law.row[0] >= 0;
        add_law(k, at, VV_FRICTION_PIVOTING, law, vv_mul(c, r->pivoting, N), VV_POISON);
    }
    if (r->resistance.id)
        add_plane_law(k, at, VV_FRICTION_ROLLING, w, vv_mul(c, r->resistance, N), VV_POISON);
    return vv_ctx_status(c);
}

/* Rows that no frictional contact replaces: those of other constraints, and the no-pivoting row of
 * a contact, the fourth of its constraints. */
static bool is_hard(const vv_model *m, const vv_constraint_row *r) {
    const vv_constraint *con = &m->constraint[r->given];
    int before = 0;
    if (con->kind != VV_CON_ROLLING || con->rolling < 0 || !has_limits(&m->rolling[con->rolling]))
        return true;
    for (int i = 0; i < r->given; i++) before += m->constraint[i].rolling == con->rolling;
    return before >= 3;
}

static bool begin(maker *k) {
    vv_ctx *c = k->c;
    const vv_model *m = k->from->m;
    vv_friction *o = k->out;
    int most = m->nrollings;
    k->s = VV_NEW(c, vv_system);
    vv_constraint_row *row = VV_ARRAY(c, vv_constraint_row, k->from->nrows + 6 * most + 1);
    o->touch = VV_ARRAY(c, vv_friction_contact, most + 1);
    o->coulomb.law = VV_ARRAY(c, vv_coulomb_law, 3 * most + 1);
    o->coulomb.normal = VV_ARRAY(c, vv_contact_normal, most + 1);
    o->contact = VV_ARRAY(c, int, 3 * most + 1);
    o->kind = VV_ARRAY(c, vv_friction_kind, 3 * most + 1);
    if (!vv_ctx_ok(c)) return false;
    *k->s = *k->from;
    k->s->row = row;
    k->s->nrows = 0;
    for (int r = 0; r < k->from->nrows; r++)
        if (is_hard(m, &k->from->row[r])) row[k->s->nrows++] = k->from->row[r];
    for (int i = 0; i < m->nrollings; i++) {
        const vv_rolling *r = &m->rolling[i];
        if (!has_limits(r)) continue;
        o->touch[o->n] = (vv_friction_contact){
            .rolling = r, .point = vv_model_contact_name(c, r), .law = {-1, -1, -1}};
        o->coulomb.normal[o->n] =
            (vv_contact_normal){.point = o->touch[o->n].point, .rolling = i, .slip = -1};
        o->coulomb.normal[o->n++].N = vv_symbol_new(c, "N", VV_SYM_OTHER);
    }
    o->coulomb.nnormals = o->n;
    return vv_ctx_ok(c);
}

/* They are derived for contacts that roll. */
static vv_status refuse_reaction_forces(vv_ctx *c, const vv_system *s) {
    vv_diag_hint(
        c,
        vv_diag_add(c, VV_ERROR, VV_D_FRICTION, s->m->rolling[0].span,
                    "a contact with friction, and a force that depends on the reaction of "
                    "a constraint: both are not simulated together"),
        "use --form minimal, in which contacts only roll, or state the friction as a force");
    return vv_ctx_fail(c, VV_E_BEYOND);
}

vv_status vv_friction_build(vv_ctx *c, const vv_system *s, vv_friction *out) {
    *out = (vv_friction){0};
    if (s->napplied && s->m->nrollings) return refuse_reaction_forces(c, s);
    maker k = {.c = c, .from = s, .out = out};
    if (!begin(&k)) return vv_ctx_status(c);
    int hard = k.s->nrows;
    for (int i = 0; i < out->n; i++)
        if (add_contact(&k, i, hard) != VV_OK) return vv_ctx_status(c);
    out->s = k.s;
    return vv_ctx_status(c);
}

vv_status vv_friction_limits(vv_ctx *c, const vv_equations *eq, vv_friction *o) {
    for (int i = 0; i < o->n; i++) {
        vv_contact_normal *n = &o->coulomb.normal[i];
        const vv_friction_contact *t = &o->touch[i];
        vv_expr N = n->row >= 0 ? vv_mul(c, eq->lambda[n->row], t->scale) : t->by_newton,
                held = n->N;
        n->N = N;
        for (int l = 0; l < o->coulomb.n; l++) {
            if (o->contact[l] != i) continue;
            vv_coulomb_law *law = &o->coulomb.law[l];
            law->limit = vv_subst1(c, law->limit, held, N);
            law->rest = vv_subst1(c, law->rest, held, N);
        }
    }
    return vv_ctx_status(c);
}
