#include "model/vector.h"

#include <string.h>

/* Components with at most this many terms are flattened, so that like terms of different
 * rotations combine; long sums (positions along a chain) stay nested, which keeps their size
 * linear. */
enum { TIDY_TERMS = 24 };

int vv_frame_add(vv_ctx *c, vv_frames *f, vv_frame proto) {
    if (f->n == f->capacity) {
        int capacity = f->capacity ? 2 * f->capacity : 16;
        vv_frame *grown = vv_block_resize(c, f->frame, (size_t)capacity * sizeof *grown);
        if (!grown) return -1;
        f->frame = grown;
        f->capacity = capacity;
    }
    proto.depth = proto.parent >= 0 ? f->frame[proto.parent].depth + 1 : 0;
    f->frame[f->n] = proto;
    return f->n++;
}

vv_vec vv_vec_zero(void) { return (vv_vec){0}; }

bool vv_vec_is_zero(vv_vec a) {
    for (int i = 0; i < a.n; i++)
        for (int k = 0; k < 3; k++)
            if (!vv_is_zero(a.part[i].x[k])) return false;
    return true;
}

vv_vec vv_vec_make(vv_ctx *c, int frame, vv_expr x, vv_expr y, vv_expr z) {
    vv_vec v = {1, VV_NEW(c, vv_vec_part)};
    if (!v.part) return vv_vec_zero();
    *v.part = (vv_vec_part){frame, {x, y, z}};
    return v;
}

vv_vec vv_vec_axis(vv_ctx *c, int frame, int axis) {
    vv_expr e[3] = {VV_ZERO, VV_ZERO, VV_ZERO};
    e[axis] = VV_ONE;
    return vv_vec_make(c, frame, e[0], e[1], e[2]);
}

/* Drops parts that cancelled. */
static vv_vec drop_zeros(vv_vec v) {
    int kept = 0;
    for (int i = 0; i < v.n; i++) {
        const vv_expr *x = v.part[i].x;
        if (!vv_is_zero(x[0]) || !vv_is_zero(x[1]) || !vv_is_zero(x[2])) v.part[kept++] = v.part[i];
    }
    v.n = kept;
    return v;
}

/* a + k b */
static vv_vec combine(vv_ctx *c, vv_vec a, vv_rat k, vv_vec b) {
    if (b.n == 0) return a;
    vv_vec v = {0, VV_ARRAY(c, vv_vec_part, a.n + b.n)};
    if (!v.part) return vv_vec_zero();
    for (int i = 0; i < a.n; i++) v.part[v.n++] = a.part[i];
    for (int i = 0; i < b.n; i++) {
        int at = 0;
        while (at < v.n && v.part[at].frame != b.part[i].frame) at++;
        if (at == v.n) v.part[v.n++] = (vv_vec_part){b.part[i].frame, {VV_ZERO, VV_ZERO, VV_ZERO}};
        for (int j = 0; j < 3; j++)
            v.part[at].x[j] = vv_add(c, v.part[at].x[j], vv_scale(c, k, b.part[i].x[j]));
    }
    return drop_zeros(v);
}

vv_vec(vv_vec_add)(vv_ctx *c, vv_vec a, vv_vec b) { return combine(c, a, vv_rat_int(1), b); }
/* Differences of positions are flattened: common parts cancel. */
vv_vec(vv_vec_sub)(vv_ctx *c, vv_vec a, vv_vec b) {
    return b.n ? drop_zeros(vv_vec_flatten(c, combine(c, a, vv_rat_int(-1), b))) : a;
}

vv_vec(vv_vec_scale)(vv_ctx *c, vv_expr k, vv_vec a) {
    vv_vec v = {a.n, VV_ARRAY(c, vv_vec_part, a.n)};
    if (!v.part || vv_is_zero(k)) return vv_vec_zero();
    for (int i = 0; i < a.n; i++) {
        v.part[i].frame = a.part[i].frame;
        for (int j = 0; j < 3; j++) v.part[i].x[j] = vv_mul(c, k, a.part[i].x[j]);
    }
    return v;
}

vv_vec vv_vec_flatten(vv_ctx *c, vv_vec a) {
    for (int i = 0; i < a.n; i++)
        for (int j = 0; j < 3; j++) a.part[i].x[j] = vv_flatten_sum(c, a.part[i].x[j], TIDY_TERMS);
    return a;
}

vv_vec vv_vec_subst(vv_ctx *c, int n, const vv_expr *from, const vv_expr *to, vv_vec a) {
    vv_vec v = {a.n, VV_ARRAY(c, vv_vec_part, a.n)};
    if (!v.part) return vv_vec_zero();
    for (int i = 0; i < a.n; i++) {
        v.part[i].frame = a.part[i].frame;
        vv_subst(c, n, from, to, 3, a.part[i].x, v.part[i].x);
    }
    return vv_vec_flatten(c, v);
}

/* ---- change of axes ------------------------------------------------------------------------ */

/* One elementary step between a frame and its parent; up: from here to the parent. */
static void step(vv_ctx *c, const vv_frame *f, bool up, vv_expr x[3]) {
    if (f->kind == VV_FRAME_MATRIX) {
        vv_expr y[3];
        for (int i = 0; i < 3; i++) {
            vv_expr t[3];
            for (int j = 0; j < 3; j++)
                t[j] = vv_mul(c, f->matrix[up ? 3 * i + j : 3 * j + i], x[j]);
            y[i] = vv_sum(c, 3, t);
        }
        memcpy(x, y, sizeof y);
        return;
    }
    /* turned by `angle` about `axis`: with i, j the other two axes in cyclic order, parent_i =
     * x_i cos - x_j sin, parent_j = x_i sin + x_j cos */
    int i = (f->axis + 1) % 3, j = (f->axis + 2) % 3;
    if (vv_is_zero(x[i]) && vv_is_zero(x[j])) return;
    vv_expr co = vv_cos(c, f->angle), si = vv_sin(c, f->angle);
    if (!up) si = vv_neg(c, si);
    vv_expr xi = vv_sub(c, vv_mul(c, x[i], co), vv_mul(c, x[j], si));
    vv_expr xj = vv_add(c, vv_mul(c, x[i], si), vv_mul(c, x[j], co));
    x[i] = xi;
    x[j] = xj;
}

static int common_frame(const vv_frames *f, int a, int b) {
    while (a != b) {
        if (a < 0 || b < 0) return -1;
        if (f->frame[a].depth >= f->frame[b].depth)
            a = f->frame[a].parent;
        else
            b = f->frame[b].parent;
    }
    return a;
}

/* The frames from a root down to `frame`, by their depths; the lists of parts that join it at
 * each. */
typedef struct descent {
    int depth;
    int *frame; /* (depth + 1) */
    int *first; /* of the parts that join here, -1: none (depth + 1) */
    int *next;  /* (parts) */
} descent;

static bool descent_new(vv_ctx *c, const vv_frames *f, int parts, int frame, descent *out) {
    int depth = f->frame[frame].depth, *all = VV_ARRAY_UNINIT(c, int, 2 * (depth + 1) + parts);
    if (!all) return false;
    *out = (descent){depth, all, all + depth + 1, all + 2 * (depth + 1)};
    for (int d = depth, k = frame; d >= 0; d--, k = f->frame[k].parent)
        out->frame[d] = k, out->first[d] = -1;
    return true;
}

/* The first frame of the descent among the ancestors of one, by its depth; -1: none. */
static int joins_at(const vv_frames *f, const descent *s, int frame) {
    for (int k = frame; k >= 0; k = f->frame[k].parent) {
        int d = f->frame[k].depth;
        if (d <= s->depth && s->frame[d] == k) return d;
    }
    return -1;
}

/* Of so many parts, those of one branch are summed before they are rotated. */
enum { FEW_PARTS = 8 };

static void climb(vv_ctx *c, const vv_frames *f, int from, int to, vv_expr x[3]) {
    for (int k = from; k != to; k = f->frame[k].parent) step(c, &f->frame[k], true, x);
}

static void add3(vv_ctx *c, vv_expr to[3], const vv_expr x[3]) {
    for (int j = 0; j < 3; j++) to[j] = vv_add(c, to[j], x[j]);
}

static bool is_above(const vv_frames *f, int a, int b) {
    while (f->frame[b].depth > f->frame[a].depth) b = f->frame[b].parent;
    return a == b;
}

/* The parts that join the descent at depth d. */
static void join(vv_ctx *c, const vv_frames *f, vv_vec a, const descent *s, int d, vv_expr sum[3]) {
    int here = s->frame[d], at = here;
    bool many = a.n > FEW_PARTS;
    vv_expr x[3] = {VV_ZERO, VV_ZERO, VV_ZERO};
    for (int i = s->first[d]; i >= 0; i = s->next[i]) {
        const vv_vec_part *p = &a.part[i];
        bool on = many && is_above(f, p->frame, at);
        climb(c, f, at, on ? p->frame : here, x);
        if (!on) add3(c, sum, x);
        if (on)
            add3(c, x, p->x);
        else
            memcpy(x, p->x, sizeof x);
        at = p->frame;
    }
    climb(c, f, at, here, x);
    add3(c, sum, x);
}

/* Parts are accumulated along the chain, so that each step rotates the sum once; parts outside
 * the chain root..frame are converted to it. */
static bool accumulate(vv_ctx *c, const vv_frames *f, vv_vec a, descent *s, vv_expr sum[3]) {
    int top = s->depth; /* topmost frame of the chain that has a part */
    for (int k = 0; k < a.n; k++) {
        int i = a.n > FEW_PARTS ? k : a.n - 1 - k; /* of many, the innermost first */
        int d = joins_at(f, s, a.part[i].frame);
        if (d < 0) return false;
        if (d < top) top = d;
        s->next[i] = s->first[d];
        s->first[d] = i;
    }
    for (int d = top; d <= s->depth; d++) {
        if (!vv_ctx_tick(c)) return false;
        if (d != top) step(c, &f->frame[s->frame[d]], false, sum);
        if (s->first[d] >= 0) join(c, f, a, s, d, sum);
    }
    return true;
}

bool vv_vec_components(vv_ctx *c, const vv_frames *f, vv_vec a, int frame, vv_expr out[3]) {
    vv_expr sum[3] = {VV_ZERO, VV_ZERO, VV_ZERO};
    vv_mark mark = vv_arena_mark(c);
    descent s;
    for (int j = 0; j < 3; j++) out[j] = VV_ZERO;
    bool done = descent_new(c, f, a.n, frame, &s) && accumulate(c, f, a, &s, sum),
         plain = a.n > FEW_PARTS || (a.n == 1 && a.part[0].frame == frame);
    vv_arena_release(c, mark);
    for (int j = 0; done && j < 3; j++)
        out[j] = plain ? sum[j] : vv_flatten_sum(c, sum[j], TIDY_TERMS);
    return done;
}

static int distance(const vv_frames *f, int a, int b) {
    int top = common_frame(f, a, b);
    if (top < 0) return 1000;
    return f->frame[a].depth + f->frame[b].depth - 2 * f->frame[top].depth;
}

/* Are the frames of all parts among the ancestors of one? */
static bool lead_down_to(const vv_frames *f, vv_vec a, int frame) {
    int k = frame;
    for (int i = a.n; i-- > 0;) { /* usually in the order of their depths */
        int own = a.part[i].frame, depth = f->frame[own].depth;
        if (depth > f->frame[k].depth) k = frame;
        while (f->frame[k].depth > depth) k = f->frame[k].parent;
        if (k != own) return false;
    }
    return true;
}

/* Where many parts meet: in the innermost frame if the others lead down to it. The sum of the parts
 * down to a frame is then that down to its parent, rotated, plus one part: all bodies of a chain
 * share it. Otherwise in the outermost frame that they have in common. */
static int shared_frame(const vv_frames *f, vv_vec a, vv_vec b) {
    int inner = a.part[0].frame, outer = inner;
    for (int i = 0; i < a.n + b.n; i++) {
        int k = i < a.n ? a.part[i].frame : b.part[i - a.n].frame;
        if (f->frame[k].depth > f->frame[inner].depth) inner = k;
    }
    if (lead_down_to(f, a, inner) && lead_down_to(f, b, inner)) return inner;
    for (int i = 0; i < a.n + b.n && outer >= 0; i++)
        outer = common_frame(f, outer, i < a.n ? a.part[i].frame : b.part[i - a.n].frame);
    return outer >= 0 ? outer : inner;
}

static int cheapest_of_few(const vv_frames *f, vv_vec a) {
    int best = 0, cost = -1;
    for (int i = 0; i < a.n; i++) {
        int sum = 0;
        for (int k = 0; k < a.n; k++) sum += distance(f, a.part[k].frame, a.part[i].frame);
        if (cost < 0 || sum < cost || (sum == cost && a.part[i].frame > best))
            best = a.part[i].frame, cost = sum;
    }
    return best;
}

static int meeting_frame(const vv_frames *f, vv_vec a, vv_vec b) {
    vv_vec_part all[2 * FEW_PARTS];
    if (a.n > FEW_PARTS || b.n > FEW_PARTS) return shared_frame(f, a, b);
    for (int i = 0; i < a.n; i++) all[i] = a.part[i];
    for (int i = 0; i < b.n; i++) all[a.n + i] = b.part[i];
    return cheapest_of_few(f, (vv_vec){a.n + b.n, all});
}

int vv_vec_cheapest_frame(const vv_frames *f, vv_vec a) {
    return a.n > FEW_PARTS ? shared_frame(f, a, vv_vec_zero()) : cheapest_of_few(f, a);
}

static bool dot_in(vv_ctx *c, const vv_frames *f, vv_vec a, vv_vec b, int frame, vv_expr *out) {
    vv_expr x[3], y[3], t[3];
    if (!vv_vec_components(c, f, a, frame, x) || !vv_vec_components(c, f, b, frame, y))
        return false;
    for (int i = 0; i < 3; i++) t[i] = vv_mul(c, x[i], y[i]);
    *out = vv_sum(c, 3, t);
    return true;
}

/* A vector with one part is converted to each part of the other: gravity then meets a horizontal
 * position in the world and gives zero there, instead of terms that cancel after rotation. */
bool vv_vec_dot(vv_ctx *c, const vv_frames *f, vv_vec a, vv_vec b, vv_expr *out) {
    *out = VV_ZERO;
    if (a.n == 0 || b.n == 0) return true;
    if (b.n == 1 && a.n > 1) {
        vv_vec swap = a;
        a = b;
        b = swap;
    }
    if (a.n > 1) return dot_in(c, f, a, b, meeting_frame(f, a, b), out);
    for (int i = 0; i < b.n; i++) {
        vv_expr e;
        if (!dot_in(c, f, a, (vv_vec){1, &b.part[i]}, b.part[i].frame, &e)) return false;
        *out = vv_add(c, *out, e);
    }
    return true;
}

static vv_expr cross_component(vv_ctx *c, const vv_expr x[3], const vv_expr y[3], int i) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    return vv_sub(c, vv_mul(c, x[j], y[k]), vv_mul(c, x[k], y[j]));
}

bool vv_vec_cross(vv_ctx *c, const vv_frames *f, vv_vec a, vv_vec b, vv_vec *out) {
    *out = vv_vec_zero();
    if (a.n == 0 || b.n == 0) return true;
    int frame = meeting_frame(f, a, b);
    vv_expr x[3], y[3];
    if (!vv_vec_components(c, f, a, frame, x) || !vv_vec_components(c, f, b, frame, y))
        return false;
    *out = vv_vec_make(c, frame, cross_component(c, x, y, 0), cross_component(c, x, y, 1),
                       cross_component(c, x, y, 2));
    return true;
}

/* ---- motion -------------------------------------------------------------------------------- */

static vv_expr rate1(vv_ctx *c, const vv_frames *f, vv_expr e) {
    vv_expr out = VV_POISON;
    for (int i = 0; i < f->nrates; i++) /* usually of a coordinate: q' */
        if (vv_same(f->symbol[i], e)) return f->rate[i];
    vv_total_derivative(c, f->nrates, f->symbol, f->rate, 1, &e, &out);
    return out;
}

vv_expr vv_frame_angle_rate(vv_ctx *c, const vv_frames *f, int frame) {
    return rate1(c, f, f->frame[frame].angle);
}

/* Parts come from the frame outwards, each along axes of its own but where a free frame carries the
 * next one. */
static void add_spin(vv_ctx *c, vv_vec *w, int frame, const vv_expr x[3]) {
    if (!w->n || w->part[w->n - 1].frame != frame)
        w->part[w->n++] = (vv_vec_part){frame, {VV_ZERO, VV_ZERO, VV_ZERO}};
    for (int j = 0; j < 3; j++) w->part[w->n - 1].x[j] = vv_add(c, w->part[w->n - 1].x[j], x[j]);
}

vv_vec vv_frame_angular_velocity(vv_ctx *c, const vv_frames *f, int frame) {
    vv_vec w = {0, VV_ARRAY(c, vv_vec_part, f->frame[frame].depth + 1)};
    for (int k = frame; w.part && k >= 0; k = f->frame[k].parent) {
        const vv_frame *fr = &f->frame[k];
        vv_expr x[3] = {VV_ZERO, VV_ZERO, VV_ZERO};
        if (fr->kind == VV_FRAME_ROOT) break;
        if (fr->kind == VV_FRAME_ROTATION) {
            /* the axis is common to both frames: written in the parent it combines with the
             * other rotations */
            x[fr->axis] = rate1(c, f, fr->angle);
            add_spin(c, &w, fr->parent, x);
        } else {
            add_spin(c, &w, fr->spin_in_parent ? fr->parent : k, fr->spin);
        }
    }
    return drop_zeros(w);
}

/* Angular velocities of frames along their own axes: the parts of many vectors share frames. */
typedef struct spins {
    bool *known;
    vv_expr (*w)[3];
} spins;

/* angular velocity of the frame x part, in the frame's own components; the world does not rotate */
static void add_turning(vv_ctx *c, const vv_frames *f, const vv_vec_part *p, spins *s,
                        vv_expr d[3]) {
    int k = p->frame;
    if (f->frame[k].kind == VV_FRAME_ROOT) return;
    if (!s->known[k])
        s->known[k] = vv_vec_components(c, f, vv_frame_angular_velocity(c, f, k), k, s->w[k]);
    for (int j = 0; j < 3; j++) d[j] = vv_add(c, d[j], cross_component(c, s->w[k], p->x, j));
}

void vv_vec_rate_all(vv_ctx *c, const vv_frames *f, int n, const vv_vec *a, vv_vec *out) {
    int total = 0, k = 0;
    for (int i = 0; i < n; i++) total += a[i].n;
    vv_vec_part *part = VV_ARRAY(c, vv_vec_part, total + 1);
    vv_expr *x = VV_ARRAY(c, vv_expr, 3 * total + 1);
    spins known = {VV_ARRAY(c, bool, f->n + 1), vv_alloc_array(c, (size_t)f->n + 1, 3 * sizeof *x)};
    if (!part || !x || !known.known || !known.w) {
        for (int i = 0; i < n; i++) out[i] = vv_vec_zero();
        return;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < a[i].n; j++) memcpy(x + 3 * k++, a[i].part[j].x, sizeof a[i].part[j].x);
    vv_total_derivative(c, f->nrates, f->symbol, f->rate, 3 * total, x, x);
    k = 0;
    for (int i = 0; i < n; i++) {
        vv_vec v = {0, part + k};
        for (int j = 0; j < a[i].n; j++, k++) {
            vv_expr *d = x + 3 * k;
            add_turning(c, f, &a[i].part[j], &known, d);
            if (vv_is_zero(d[0]) && vv_is_zero(d[1]) && vv_is_zero(d[2])) continue;
            v.part[v.n++] = (vv_vec_part){a[i].part[j].frame, {d[0], d[1], d[2]}};
        }
        out[i] = v;
    }
}

vv_vec vv_vec_rate(vv_ctx *c, const vv_frames *f, vv_vec a) {
    vv_vec_rate_all(c, f, 1, &a, &a);
    return a;
}
