#include "simulate/formulation/virtual_work.h"

#include <string.h>

#include "simulate/formulation/virtual_work_builder.h"

static bool allocate(vv_virtual_work_builder *k) {
    int rows = k->eq->nrows, most = 6 * k->s->m->nbodies + k->s->nq + rows + 1;
    vv_virtual_work *w = k->out;
    if (k->by_axes) most += 20 * k->s->m->nbodies + 27 * k->frames.n + 12 * rows;
    *w = (vv_virtual_work){.symbol = VV_ARRAY(k->c, vv_expr, most)};
    w->value = VV_ARRAY(k->c, vv_expr, most);
    w->times = VV_ARRAY(k->c, uint8_t, most);
    w->residual = VV_ARRAY(k->c, vv_expr, k->s->nq + 1);
    w->relation = VV_ARRAY(k->c, vv_expr, rows + 1);
    k->place = VV_ARRAY(k->c, vv_expr, most + rows + 1);
    k->motion = VV_ARRAY(k->c, vv_expr, most + rows + 1);
    k->turning = vv_power_start(k->c, 2 * k->s->m->nbodies);
    if (k->by_axes) vv_frame_axes_new(k->c, k->s, &k->frames, &k->axes);
    return vv_ctx_ok(k->c);
}

vv_expr vv_virtual_work_symbol(vv_virtual_work_builder *k, vv_expr e, int times) {
    static const char *const NAME[] = {"e", "σ'", "r''"};
    vv_virtual_work *w = k->out;
    for (int i = 0; i < w->n; i++)
        if (w->times[i] == times && vv_same(w->value[i], e)) return w->symbol[i];
    w->symbol[w->n] = vv_symbol_new(k->c, NAME[times], VV_SYM_OTHER);
    w->value[w->n] = e;
    w->times[w->n] = (uint8_t)times;
    return w->symbol[w->n++];
}

vv_expr vv_virtual_work_derivative(vv_virtual_work_builder *k, vv_expr e, int times) {
    const vv_expr *const of = times == 2 ? k->s->q : k->s->qd;
    for (int a = 0; a < k->s->nq; a++)
        if (vv_same(e, of[a])) return k->s->qdd[a];
    return vv_virtual_work_symbol(k, e, times);
}

vv_expr vv_virtual_work_rate(vv_virtual_work_builder *k, vv_expr place) {
    for (int a = 0; a < k->s->nq; a++)
        if (vv_same(place, k->s->q[a])) return k->s->qd[a];
    return vv_is_const(k->c, place) ? VV_ZERO : vv_virtual_work_symbol(k, place, 1);
}

bool vv_virtual_work_is_variable(const vv_virtual_work_builder *k, vv_expr e) {
    return vv_depends(k->c, e, k->s->nq, k->s->q) || vv_depends(k->c, e, k->s->nq, k->s->qd) ||
           vv_depends(k->c, e, k->axes.n, k->axes.name);
}

bool vv_virtual_work_uses_angles(const vv_virtual_work_builder *k) {
    const vv_frames *f = &k->frames;
    for (int i = 0; i < f->n; i++)
        if (f->frame[i].kind == VV_FRAME_MATRIX || f->frame[i].kind == VV_FRAME_ANGULAR_VELOCITY)
            return false;
    return true;
}

/* ---- reactions ------------------------------------------------------------------------------- */

/* A body that rolls on the world: the velocity of its contact point along a world axis. false: this
 * row is not one. */
static bool find_rolling(vv_virtual_work_builder *k, const vv_constraint_row *row,
                         vv_virtual_work_velocity *out) {
    const vv_model *m = k->s->m;
    const vv_constraint *con = &m->constraint[row->given];
    const vv_rolling *r = con->rolling >= 0 ? &m->rolling[con->rolling] : NULL;
    vv_expr slip[3];
    if (!r || row->finite.id || r->support_frame != VV_WORLD || r->support_body >= 0 ||
        !vv_vec_is_zero(r->support_velocity) || !vv_virtual_work_uses_angles(k))
        return false;
    /* friction has relations along axes of its own */
    if (!vv_same(row->raw, vv_symbol_map_apply(k->c, &k->s->maps.to_raw, con->value))) return false;
    if (!vv_vec_components(k->c, &m->frames, r->slip, VV_WORLD, slip)) return false;
    for (int i = 0; i < 3; i++)
        if (vv_same(slip[i], con->value))
            return vv_virtual_work_point_velocity(k, &m->body[r->body], r->at, i, out);
    return false;
}

static void add_rolling(vv_virtual_work_builder *k, int r, const vv_virtual_work_velocity *v) {
    vv_ctx *c = k->c;
    vv_expr against = vv_neg(c, k->eq->lambda[r]),
            sum = vv_add(c, vv_virtual_work_rate(k, v->place), v->turn);
    vv_virtual_work_add_position_term(k, vv_mul(c, against, v->place));
    vv_virtual_work_add_velocity_term(k, vv_mul(c, against, v->turn));
    for (int i = 0; i < v->n; i++) {
        vv_expr pull = vv_virtual_work_symbol(k, vv_mul(c, against, v->held[i]), 0);
        vv_virtual_work_add_position_term(k, vv_mul(c, pull, v->tip[i]));
        sum = vv_add(c, sum, vv_mul(c, v->held[i], vv_virtual_work_symbol(k, v->tip[i], 1)));
    }
    k->out->relation[r] = sum;
}

/* Through the gradient of a constraint, if its reaction acts along it. */
static void add_reaction(vv_virtual_work_builder *k, int r) {
    const vv_constraint_row *row = k->eq->row_of_lambda[r];
    vv_expr against = vv_neg(k->c, k->eq->lambda[r]), finite = row->finite;
    vv_virtual_work_velocity v;
    if (row->column == row->coefficient && find_rolling(k, row, &v)) {
        add_rolling(k, r, &v);
        return;
    }
    if (finite.id && k->by_axes) vv_frame_axes_substitute(&k->axes, 1, &finite);
    k->out->relation[r] = finite.id ? finite : row->velocity;
    if (row->column != row->coefficient) {
        vv_expr *residual = k->out->residual;
        for (int a = 0; a < k->s->nq; a++)
            residual[a] = vv_add(k->c, residual[a], vv_mul(k->c, against, row->column[a]));
    } else if (finite.id) {
        vv_virtual_work_add_position_term(k, vv_mul(k->c, against, finite));
    } else {
        vv_virtual_work_add_velocity_term(k, vv_mul(k->c, against, row->velocity));
    }
}

/* ---- assembly -------------------------------------------------------------------------------- */

/* Derivatives of the terms with respect to the coordinates, directly and through the axes that
 * these rotate. */
static void differentiate_places(vv_virtual_work_builder *k) {
    vv_ctx *c = k->c;
    int n = k->s->nq, all = n + k->axes.n;
    vv_expr *x = VV_ARRAY(c, vv_expr, all + 1), *g = VV_ARRAY(c, vv_expr, all + 1);
    if (!x || !g) return;
    memcpy(x, k->s->q, (size_t)n * sizeof *x);
    if (k->axes.n) memcpy(x + n, k->axes.name, (size_t)k->axes.n * sizeof *x);
    vv_gradient(c, vv_sum(c, k->nplace, k->place), all, x, g);
    if (k->by_axes) vv_virtual_work_inertia(k, g, g + n);
    for (int a = 0; a < n; a++) k->out->residual[a] = vv_add(c, k->out->residual[a], g[a]);
    if (k->by_axes) vv_frame_axes_pull_back(&k->axes, g + n, k->out->residual);
}

static void collect(vv_virtual_work_builder *k) {
    vv_ctx *c = k->c;
    int n = k->s->nq;
    vv_expr *g = VV_ARRAY(c, vv_expr, n + 1), *residual = k->out->residual;
    if (!g) return;
    vv_virtual_work_add_position_term(k,
                                      vv_neg(c, k->by_axes ? vv_virtual_work_gravity(k) : k->s->U));
    differentiate_places(k);
    for (int i = 0; i < k->turning.n; i++) vv_virtual_work_add_velocity_term(k, k->turning.term[i]);
    vv_gradient(c, vv_sum(c, k->nmotion, k->motion), n, k->s->qd, g);
    vv_subst(c, k->turning.n, k->turning.held, k->turning.value, n, g, g);
    for (int a = 0; a < n; a++) residual[a] = vv_sub(c, vv_add(c, residual[a], g[a]), k->s->Q[a]);
}

/* Adds the symbols of the axis components. */
static void add_names(vv_virtual_work_builder *k) {
    vv_virtual_work *w = k->out;
    for (int i = 0; i < k->axes.n; i++, w->n++) {
        w->symbol[w->n] = k->axes.name[i];
        w->value[w->n] = k->axes.value[i];
        w->times[w->n] = 0;
    }
}

vv_status vv_virtual_work_build(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                const bool *spare, vv_virtual_work *out) {
    vv_virtual_work_builder k = {.c = c, .s = s, .eq = eq, .out = out};
    k.frames = vv_frames_in_coordinates(c, s);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    k.by_axes = vv_virtual_work_suits_axes(&k);
    if (!allocate(&k)) return vv_ctx_status(c);
    for (int a = 0; a < s->nq; a++) out->residual[a] = VV_ZERO;
    if (!vv_virtual_work_bodies(&k)) return VV_E_BEYOND;
    for (int r = 0; r < eq->nmultipliers; r++) {
        if (spare[r])
            out->relation[r] = VV_ZERO;
        else
            add_reaction(&k, r);
    }
    collect(&k);
    add_names(&k);
    return vv_ctx_status(c);
}
