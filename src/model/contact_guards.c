/* Guards that a run monitors at its contacts: edges of a surface, points where a chart or the
 * surface itself is singular, and surfaces that interpenetrate next to the contact. */
#include <string.h>

#include "geometry/geometry.h"
#include "model/contacts.h"
#include "algebra/algebra.h"

/* ---- edges and singular points of a chart ---------------------------------------------------- */

static void push_guard(elaborator *el, vv_guard guard) {
    vv_guard *g = VV_PUSH(el, el->m->guard, el->m->nguards, el->gdcap);
    if (g) *g = guard;
}

/* One side of `u in (a, b)`: positive inside; a run stops where it vanishes. */
static void guard_edge(elaborator *el, const vv_def *surface, const char *name, vv_expr inside,
                       const vv_node *at) {
    const char *edge = vv_format(el->c, "%s = %s", name, vv_source_text(el, at, surface->env));
    const char *text = edge ? vv_format(el->c, "%s ends at %s", surface->key, edge) : NULL;
    vv_model_event w = {
        .value = inside, .direction = -1, .stop = true, .text = text, .span = at->span};
    vv_model_event *place = VV_PUSH(el, el->m->when, el->m->nwhens, el->whcap);
    if (place) *place = w;
    push_guard(el, (vv_guard){VV_GUARD_EDGE, inside, surface->key, edge, at->span});
}

static void guard_limits(elaborator *el, const vv_def *surface, const vv_expr *q, int n) {
    const vv_surface_def *s = vv_surface_def_of(el, surface);
    const vv_node *node = surface->node;
    for (int i = node->kind == VV_N_CURVE ? 3 : 7; i < node->n; i++) {
        const vv_node *box = node->kid[i];
        const char *name =
            box->kid[0]->kind == VV_N_PRIME ? NULL : vv_def_key(el, box->kid[0], surface->env);
        int which = 0;
        while (which < n && (!name || !s->name[which] || strcmp(name, s->name[which]))) which++;
        vv_expr low = vv_eval_scalar(el, box->kid[1], surface->env),
                high = vv_eval_scalar(el, box->kid[2], surface->env);
        if (!low.id || !high.id) return;
        if (which == n) {
            vv_surface_contact_error(el, box->kid[0]->span,
                                     "limit the parameters that the surface names",
                                     "this is not a parameter of the surface");
            return;
        }
        guard_edge(el, surface, name, vv_sub(el->c, q[which], low), box->kid[1]);
        guard_edge(el, surface, name, vv_sub(el->c, high, q[which]), box->kid[2]);
    }
}

/* Is the curvature of the surface infinite where f vanishes? */
static bool is_tip(elaborator *el, const vv_trihedron *t, vv_expr f) {
    vv_factors bend;
    for (int i = 0; i < 2; i++) {
        vv_expr e = i ? vv_mean_curvature(el->c, t) : vv_gauss_curvature(el->c, t);
        if (!e.id || !vv_factorise(el->c, e, &bend)) continue;
        for (int j = 0; j < bend.n; j++)
            if (bend.power[j] < 0 && vv_same(bend.factor[j], f)) return true;
    }
    return false;
}

/* At a pole the parameters of a sphere are singular, not the sphere, and a motion continues. The
 * apex of a cone is a singular point of the surface itself: a run stops there. */
static void guard_tips(elaborator *el, const vv_def *surface, const vv_expr *q) {
    const vv_surface_def *s = vv_surface_def_of(el, surface);
    vv_factors area;
    if (!vv_factorise(el->c, s->trihedron.area, &area)) return;
    for (int i = 0; i < area.n; i++) {
        vv_expr f = area.factor[i];
        vv_sign sign = vv_known_sign(el->c, f);
        if (sign == VV_POSITIVE || sign == VV_NEGATIVE || sign == VV_NONZERO) continue;
        if (!vv_depends(el->c, f, 2, s->shape.u) || !is_tip(el, &s->trihedron, f)) continue;
        vv_subst(el->c, 2, s->shape.u, q, 1, &f, &f);
        const char *text = vv_format(el->c, "the contact reaches a point of %s", surface->key);
        text = text ? vv_format(el->c, "%s where its curvature is infinite", text) : NULL;
        vv_model_event w = {
            .value = f, .stop = true, .quiet = true, .text = text, .span = surface->span};
        vv_model_event *place = VV_PUSH(el, el->m->when, el->m->nwhens, el->whcap);
        if (place) *place = w;
    }
}

static void guard_surface(elaborator *el, const vv_surface_contact *k, const vv_def *surface,
                          const vv_expr *q, int n) {
    const vv_surface_def *s = vv_surface_def_of(el, surface);
    if (!q || !n || n > 2 || !s->has_trihedron) return;
    guard_limits(el, surface, q, n);
    if (surface == k->on && k->axes == k->support_frame) return; /* the plane has no chart here */
    vv_expr area = s->trihedron.area;
    if (n == 2) /* of any units */
        area = vv_div(el->c, vv_scale(el->c, vv_rat_int(2), area),
                      vv_add(el->c, s->trihedron.E, s->trihedron.G));
    vv_subst(el->c, n, s->shape.u, q, 1, &area, &area);
    if (!vv_is_const(el->c, area))
        push_guard(el, (vv_guard){VV_GUARD_CHART, area, surface->key, NULL, k->node->span});
    if (n == 2) guard_tips(el, surface, q);
}

/* ---- curvatures at the contact --------------------------------------------------------------- */

/* Curvature as a quadratic form. */
typedef vv_expr form[3][3];

/* The body's curvature by Hadamard's parameters: that of its own trihedron, turned by φ and
 * reversed. */
static void own_turned(elaborator *el, const vv_surface_contact *k, form out) {
    vv_ctx *c = el->c;
    vv_expr x[3], b[3], co = vv_cos(c, k->angle[0]), si = vv_sin(c, k->angle[0]);
    vv_trihedron t = vv_trihedron_at(el, vv_surface_def_of(el, k->by), 2, k->own, x);
    vv_curvature_matrix(c, &t, b);
    vv_expr cc = vv_mul(c, co, co), ss = vv_mul(c, si, si), cs = vv_mul(c, co, si),
            two = vv_scale(c, vv_rat_int(2), vv_mul(c, cs, b[1]));
    out[0][0] = vv_add(c, vv_add(c, vv_mul(c, cc, b[0]), two), vv_mul(c, ss, b[2]));
    out[0][1] = out[1][0] =
        vv_add(c, vv_mul(c, cs, vv_sub(c, b[0], b[2])), vv_mul(c, vv_sub(c, ss, cc), b[1]));
    out[1][1] = vv_add(c, vv_sub(c, vv_mul(c, ss, b[0]), two), vv_mul(c, cc, b[2]));
}

/* From an equation: - d²F/|dF|, along its own axes. */
static void form_of_equation(elaborator *el, const vv_surface *s, const vv_expr *q, form out) {
    vv_ctx *c = el->c;
    vv_expr g[3];
    vv_surface_gradient(c, s, g);
    vv_expr length = vv_sqrt(c, vv_dot3(c, g, g));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out[i][j] = vv_neg(c, vv_div(c, vv_diff(c, g[i], s->at[j]), length));
    vv_subst(c, 3, s->at, q, 9, out[0], out[0]);
}

/* From a chart: its curvature in the axes of its trihedron, transformed to its own axes. */
static void form_of_chart(elaborator *el, const vv_surface_def *s, const vv_expr *q, form out) {
    vv_ctx *c = el->c;
    vv_expr x[3], b[3];
    vv_trihedron t = vv_trihedron_at(el, s, 2, q, x);
    vv_curvature_matrix(c, &t, b);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            vv_expr *e = t.axis[0], *f = t.axis[1],
                    mixed = vv_add(c, vv_mul(c, e[i], f[j]), vv_mul(c, f[i], e[j]));
            out[i][j] = vv_mul(c, b[0], vv_mul(c, e[i], e[j]));
            out[i][j] = vv_add(c, out[i][j], vv_mul(c, b[1], mixed));
            out[i][j] = vv_add(c, out[i][j], vv_mul(c, b[2], vv_mul(c, f[i], f[j])));
        }
}

/* Sum x²/a² = 1 where its normal is n: |d(sum)/2| is 1/root(sum a² n²). For a sphere simply 1/a. */
static bool form_of_quadric(elaborator *el, const vv_surface_contact *k, form out) {
    vv_ctx *c = el->c;
    const vv_surface *s = &vv_surface_def_of(el, k->by)->shape;
    vv_expr n[3], t[3], root = s->round ? vv_signed_root(c, s->square[0]) : VV_POISON;
    if (!s->round) {
        if (!vv_vec_components(c, &el->m->frames, k->normal, k->frame, n)) return false;
        for (int i = 0; i < 3; i++) t[i] = vv_mul(c, s->square[i], vv_mul(c, n[i], n[i]));
        root = vv_sqrt(c, vv_sum(c, 3, t));
    }
    for (int i = 0; i < 3; i++) {
        vv_expr bend = s->round ? vv_pow_int(c, root, -1) : vv_div(c, root, s->square[i]);
        for (int j = 0; j < 3; j++) out[i][j] = VV_ZERO;
        out[i][i] = s->hollow ? bend : vv_neg(c, bend);
    }
    return true;
}

/* Transforms a form from the body's axes to others: T A T', where T holds their directions in
 * the body. */
static bool turn_form(elaborator *el, const vv_surface_contact *k, int axes, form a) {
    vv_ctx *c = el->c;
    vv_expr T[3][3], half[3][3];
    for (int i = 0; i < 3; i++)
        if (!vv_vec_components(c, &el->m->frames, vv_vec_axis(c, axes, i), k->frame, T[i]))
            return false;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) half[i][j] = vv_dot3(c, T[i], a[j]); /* a is symmetric */
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) a[i][j] = vv_dot3(c, half[i], T[j]);
    return true;
}

/* The body's curvature towards its outside, in the axes of the contact. False if unknown. */
static bool own_form(elaborator *el, const vv_surface_contact *k, form out) {
    const vv_surface_def *by = vv_surface_def_of(el, k->by);
    if (by->shape.curve) return false;
    if (!k->frame_stated) return own_turned(el, k, out), true;
    if (by->shape.gauss == VV_GAUSS_QUADRIC && !k->nown) {
        if (!form_of_quadric(el, k, out)) return false;
        return by->shape.round || turn_form(el, k, k->axes, out);
    }
    if (k->nown == 2 && by->has_trihedron)
        form_of_chart(el, by, k->own, out);
    else if (k->nown == 3 && by->shape.has_equation)
        form_of_equation(el, &by->shape, k->own, out);
    else
        return false;
    return turn_form(el, k, k->axes, out);
}

/* The support's. */
static bool other_form(elaborator *el, const vv_surface_contact *k, form out) {
    const vv_surface_def *on = vv_surface_def_of(el, k->on);
    vv_expr x[3], b[3];
    if (k->axes == k->support_frame) {
        if (k->nother != 3 || !on->shape.has_equation) return false;
        form_of_equation(el, &on->shape, k->other, out);
        return true;
    }
    if (!on->has_trihedron) return false;
    vv_trihedron t = vv_trihedron_at(el, on, 2, k->other, x);
    vv_curvature_matrix(el->c, &t, b);
    out[0][0] = b[0], out[0][1] = out[1][0] = b[1], out[1][1] = b[2];
    return true;
}

/* Trace and determinant of a form restricted to the plane orthogonal to the unit vector n: tr A
 * - n A n and n adj(A) n. */
static void across_normal(vv_ctx *c, form a, const vv_expr n[3], vv_expr *trace, vv_expr *det) {
    vv_expr d[3], m[3], adj[3];
    *trace = vv_add(c, a[0][0], vv_add(c, a[1][1], a[2][2]));
    for (int i = 0; i < 3; i++) m[i] = vv_dot3(c, a[i], n);
    *trace = vv_sub(c, *trace, vv_dot3(c, m, n));
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) { /* cofactors of a[i][j], signs by the cyclic order */
            int p = (i + 1) % 3, q = (i + 2) % 3, r = (j + 1) % 3, s = (j + 2) % 3;
            adj[j] = vv_sub(c, vv_mul(c, a[p][r], a[q][s]), vv_mul(c, a[p][s], a[q][r]));
        }
        d[i] = vv_dot3(c, adj, n);
    }
    *det = vv_dot3(c, d, n);
}

/* Near the contact the gap is -(κ_own + κ_other)/2 in every direction: trace and determinant. */
static void guard_fit(elaborator *el, const vv_surface_contact *k) {
    vv_ctx *c = el->c;
    form own, other;
    vv_expr n[3], trace, det;
    bool chart = k->axes != k->support_frame;
    int size = chart ? 2 : 3;
    if (vv_surface_def_of(el, k->on)->shape.curve || !other_form(el, k, other) ||
        !own_form(el, k, own))
        return;
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) own[i][j] = vv_neg(c, vv_add(c, own[i][j], other[i][j]));
    if (chart) {
        trace = vv_add(c, own[0][0], own[1][1]);
        det = vv_sub(c, vv_mul(c, own[0][0], own[1][1]), vv_mul(c, own[0][1], own[0][1]));
    } else {
        if (!vv_vec_components(c, &el->m->frames, k->normal, k->axes, n)) return;
        across_normal(c, own, n, &trace, &det);
    }
    const char *both = vv_format(c, "%s' and '%s", k->by->key, k->on->key);
    push_guard(el, (vv_guard){VV_GUARD_CURVATURE, trace, both, NULL, k->node->span});
    push_guard(el, (vv_guard){VV_GUARD_CURVATURE, det, both, NULL, k->node->span});
}

void vv_surface_contact_add_guards(elaborator *el, const vv_surface_contact *k) {
    guard_surface(el, k, k->on, k->nother == 2 ? k->other : NULL, 2);
    guard_surface(el, k, k->by, k->own, k->nown);
    guard_fit(el, k);
}
