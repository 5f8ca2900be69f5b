#include "simulate/virtual_work.h"

#include "formalism/parts.h"
#include "geometry/three.h"
#include "kinematics/motion.h"

enum { WORLD = 0 };

typedef struct work {
    vv_ctx *c;
    const vv_system *s;
    const vv_equations *eq;
    vv_frames frames;
    vv_virtual_work *out;
    vv_power turning;        /* of the rates of angular momenta on the rotations    */
    vv_expr *place, *motion; /* terms to be differentiated by q, and by q'          */
    int nplace, nmotion;
} work;

static bool allocate(work *k) {
    int rows = k->eq->nrows, most = 6 * k->s->m->nbodies + k->s->nq + rows + 1;
    vv_virtual_work *w = k->out;
    *w = (vv_virtual_work){.symbol = VV_ARRAY(k->c, vv_expr, most)};
    w->value = VV_ARRAY(k->c, vv_expr, most);
    w->times = VV_ARRAY(k->c, uint8_t, most);
    w->residual = VV_ARRAY(k->c, vv_expr, k->s->nq + 1);
    w->relation = VV_ARRAY(k->c, vv_expr, rows + 1);
    k->place = VV_ARRAY(k->c, vv_expr, most + rows + 1);
    k->motion = VV_ARRAY(k->c, vv_expr, most + rows + 1);
    k->turning = vv_power_start(k->c, k->s->m->nbodies);
    return vv_ctx_ok(k->c);
}

/* A name for a derivative by the time. */
static vv_expr name_rate(work *k, vv_expr e, int times) {
    vv_virtual_work *w = k->out;
    w->symbol[w->n] = vv_symbol_new(k->c, times == 2 ? "r''" : "σ'", VV_SYM_OTHER);
    w->value[w->n] = e;
    w->times[w->n] = (uint8_t)times;
    return w->symbol[w->n++];
}

/* Accelerations of coordinates have a name. */
static vv_expr derivative(work *k, vv_expr e, int times) {
    const vv_expr *const of = times == 2 ? k->s->q : k->s->qd;
    for (int a = 0; a < k->s->nq; a++)
        if (vv_same(e, of[a])) return k->s->qdd[a];
    return name_rate(k, e, times);
}

/* The velocity of a place. */
static vv_expr rate_of_place(work *k, vv_expr e) {
    for (int a = 0; a < k->s->nq; a++)
        if (vv_same(e, k->s->q[a])) return k->s->qd[a];
    return vv_is_const(k->c, e) ? VV_ZERO : name_rate(k, e, 1);
}

static bool moves(const work *k, vv_expr e) {
    return vv_depends(k->c, e, k->s->nq, k->s->q) || vv_depends(k->c, e, k->s->nq, k->s->qd);
}

/* m r''. r along the axes of the world, to be differentiated by the r without the dashes. */
static bool add_centre(work *k, const vv_body *b) {
    vv_expr r[3];
    if (vv_is_zero(b->mass)) return true;
    if (!vv_vec_in(k->c, &k->frames, b->centre, WORLD, r)) return false;
    for (int i = 0; i < 3; i++)
        if (moves(k, r[i]))
            k->place[k->nplace++] =
                vv_product(k->c, 3, (vv_expr[]){b->mass, derivative(k, r[i], 2), r[i]});
    return true;
}

/* σ' + Ω x σ along the axes of the inertia, on the rotation of the body. */
static bool add_rotation(work *k, const vv_body *b) {
    vv_expr w[3], sigma[3], spin[3], swept[3], rate[3];
    bool turns = false;
    for (int i = 0; i < 9; i++) turns |= !vv_is_zero(b->inertia[i]);
    if (!turns) return true;
    if (!vv_vec_in(k->c, &k->frames, vv_frame_spin(k->c, &k->frames, b->frame), b->inertia_frame,
                   w) ||
        !vv_vec_in(k->c, &k->frames, vv_frame_spin(k->c, &k->frames, b->inertia_frame),
                   b->inertia_frame, spin))
        return false;
    vv_apply3(k->c, b->inertia, w, sigma);
    vv_cross3(k->c, spin, sigma, swept);
    for (int i = 0; i < 3; i++)
        rate[i] = vv_add(k->c, moves(k, sigma[i]) ? derivative(k, sigma[i], 1) : VV_ZERO, swept[i]);
    vv_power_add(k->c, &k->turning, rate, w);
    return true;
}

/* By an energy: its momenta, and what it has beside them. */
static void add_energy(work *k, vv_expr T, vv_expr *residual) {
    int n = k->s->nq;
    vv_expr *p = VV_ARRAY(k->c, vv_expr, n + 1), *slope = VV_ARRAY(k->c, vv_expr, n + 1);
    if (!p || !slope) return;
    vv_gradient(k->c, T, n, k->s->qd, p);
    vv_gradient(k->c, T, n, k->s->q, slope);
    for (int a = 0; a < n; a++) {
        residual[a] = vv_sub(k->c, residual[a], slope[a]);
        if (moves(k, p[a])) residual[a] = vv_add(k->c, residual[a], derivative(k, p[a], 1));
    }
}

/* Rotations by angles are such whatever values these have; Euler's parameters turn by what they are
 * only where their squares sum to 1, and series ask what is near. */
static bool turn_by_angles(const vv_frames *f) {
    for (int i = 0; i < f->n; i++)
        if (f->frame[i].kind == VV_FRAME_MATRIX || f->frame[i].kind == VV_FRAME_TURNING)
            return false;
    return true;
}

static bool add_bodies(work *k, vv_expr *residual) {
    const vv_model *m = k->s->m;
    if (!turn_by_angles(&k->frames)) {
        add_energy(k, k->s->T, residual);
        return true;
    }
    for (int b = 0; b < m->nbodies; b++)
        if (!add_centre(k, &m->body[b]) || !add_rotation(k, &m->body[b])) return false;
    if (m->has_kinetic) add_energy(k, vv_in_coordinates(k->c, k->s, m->kinetic), residual);
    return true;
}

/* A body that rolls on the world: the velocity of its point along an axis of the world is that of
 * its centre, a derivative of a place, and what the turn about the centre adds. false: this is not
 * one. */
static bool find_turn(work *k, const vv_row *row, vv_expr *place, vv_expr *turn) {
    const vv_model *m = k->s->m;
    const vv_constraint *con = &m->constraint[row->given];
    const vv_rolling *r = con->rolling >= 0 ? &m->rolling[con->rolling] : NULL;
    vv_expr slip[3], centre[3], by[3];
    vv_vec v;
    if (!r || row->finite.id || r->support_frame != WORLD || r->support_body >= 0 ||
        !vv_vec_is_zero(r->support_velocity) || !turn_by_angles(&k->frames))
        return false;
    /* friction has relations along axes of its own */
    if (!vv_same(row->raw, vv_subst_map(k->c, &k->s->to_raw, con->value))) return false;
    const vv_body *b = &m->body[r->body];
    if (!vv_vec_in(k->c, &m->frames, r->slip, WORLD, slip) ||
        !vv_vec_in(k->c, &k->frames, b->centre, WORLD, centre) ||
        !vv_vec_cross(k->c, &k->frames, vv_frame_spin(k->c, &k->frames, b->frame),
                      vv_vec_sub(k->c, r->at, b->centre), &v) ||
        !vv_vec_in(k->c, &k->frames, v, WORLD, by))
        return false;
    for (int i = 0; i < 3; i++)
        if (vv_same(slip[i], con->value)) return *place = centre[i], *turn = by[i], true;
    return false;
}

static void add_rolling(work *k, int r, vv_expr place, vv_expr turn) {
    vv_expr against = vv_neg(k->c, k->eq->lambda[r]);
    k->place[k->nplace++] = vv_mul(k->c, against, place);
    k->motion[k->nmotion++] = vv_mul(k->c, against, turn);
    k->out->relation[r] = vv_add(k->c, rate_of_place(k, place), turn);
}

/* Reactions: by the gradient of their relation, where that is how they act. */
static void add_reactions(work *k, vv_expr *residual) {
    for (int r = 0; r < k->eq->nmultipliers; r++) {
        const vv_row *row = k->eq->row_of_lambda[r];
        vv_expr against = vv_neg(k->c, k->eq->lambda[r]), place, turn;
        k->out->relation[r] = row->finite.id ? row->finite : row->velocity;
        if (row->column == row->coefficient && find_turn(k, row, &place, &turn)) {
            add_rolling(k, r, place, turn);
            continue;
        }
        if (row->column != row->coefficient) {
            for (int a = 0; a < k->s->nq; a++)
                residual[a] = vv_add(k->c, residual[a], vv_mul(k->c, against, row->column[a]));
        } else if (row->finite.id) {
            k->place[k->nplace++] = vv_mul(k->c, against, row->finite);
        } else {
            k->motion[k->nmotion++] = vv_mul(k->c, against, row->velocity);
        }
    }
}

static void collect(work *k, vv_expr *residual) {
    vv_ctx *c = k->c;
    int n = k->s->nq;
    vv_expr *g = VV_ARRAY(c, vv_expr, n + 1);
    if (!g) return;
    k->place[k->nplace++] = vv_neg(c, k->s->U);
    vv_gradient(c, vv_sum(c, k->nplace, k->place), n, k->s->q, g);
    for (int a = 0; a < n; a++) residual[a] = vv_add(c, residual[a], g[a]);
    for (int i = 0; i < k->turning.n; i++) k->motion[k->nmotion++] = k->turning.term[i];
    vv_gradient(c, vv_sum(c, k->nmotion, k->motion), n, k->s->qd, g);
    vv_subst(c, k->turning.n, k->turning.held, k->turning.value, n, g, g);
    for (int a = 0; a < n; a++) residual[a] = vv_sub(c, vv_add(c, residual[a], g[a]), k->s->Q[a]);
}

vv_status vv_virtual_work_find(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                               vv_virtual_work *out) {
    work k = {.c = c, .s = s, .eq = eq, .out = out};
    k.frames = vv_frames_by_coordinates(c, s);
    if (!allocate(&k)) return vv_ctx_status(c);
    for (int a = 0; a < s->nq; a++) out->residual[a] = VV_ZERO;
    if (!add_bodies(&k, out->residual)) return VV_E_BEYOND;
    add_reactions(&k, out->residual);
    collect(&k, out->residual);
    return vv_ctx_status(c);
}
