/* Angles and lengths in a sketch. A vector of the mechanism that depends on one coordinate q only
 * and keeps its length makes the angle q with its direction at q = 0; a length that equals a
 * parameter or a coordinate bears its name. Both are proved, not read off. */
#include <math.h>
#include <string.h>

#include "scene/scene_tolerances.h"
#include "scene/sketch_view.h"

enum { MOST_SPANS = 16, ARC = 32 };

/* A vector of the mechanism: from a place of the sketch. */
typedef struct span {
    double from[3], to[3]; /* at the start */
    vv_vec d;
    vv_expr part[3]; /* in the world */
    bool is_bar;     /* the vector is from its centre to one end */
    bool free_ends;  /* of a bar that no joint holds in the world: either end may come first */
} span;

static int add_link_spans(const vv_scene *k, span *out) {
    int n = 0;
    for (int i = 0; i < k->nlinks && n < MOST_SPANS; i++) {
        span *s = &out[n];
        s->d = k->link[i].span;
        vv_scene_track_at(&k->link[i].from, 0, s->from);
        vv_scene_track_at(&k->link[i].to, 0, s->to);
        if (vv_vec_components(k->c, &k->s->m->frames, s->d, 0, s->part)) n++;
    }
    return n;
}

/* Rods and ropes that the model states to be seen. */
static int add_shape_spans(const vv_scene *k, int n, span *out) {
    for (int i = 0; i < k->nvisuals && n < MOST_SPANS; i++) {
        const vv_scene_visual *v = &k->visual[i];
        span *s = &out[n];
        if (!v->has_ends || !v->pose.at.x[0] || !v->to.x[0]) continue;
        *s = (span){.d = v->span};
        vv_scene_track_at(&v->pose.at, 0, s->from);
        vv_scene_track_at(&v->to, 0, s->to);
        if (vv_vec_components(k->c, &k->s->m->frames, s->d, 0, s->part)) n++;
    }
    return n;
}

/* Of bars: from the joint that the world holds, or from the end opposite to the joint. */
static int add_bar_spans(const vv_scene *k, int n, span *out) {
    for (int i = 0; i < k->nbodies && n < MOST_SPANS; i++) {
        const vv_scene_body *b = &k->body[i];
        span *s = &out[n];
        double own[2][3];
        if (b->form.kind != VV_BODY_SHAPE_BAR || !b->pose.x.x[0] || b->has_visual) continue;
        for (int a = 0; a < 3; a++) own[0][a] = b->form.half[a], own[1][a] = -own[0][a];
        bool held = b->form.joint_fixed;
        vv_pose_world(&b->pose, 0, own[held ? 0 : 1], s->from);
        vv_pose_world(&b->pose, 0, own[held ? 1 : 0], s->to);
        s->free_ends = !held, s->is_bar = true;
        s->d = held ? vv_vec_sub(k->c, vv_vec_zero(), b->form.joint) : b->form.joint;
        if (vv_vec_components(k->c, &k->s->m->frames, s->d, 0, s->part)) n++;
    }
    return n;
}

static vv_expr square(vv_ctx *c, const vv_expr x[3]) {
    vv_expr sum = VV_ZERO;
    for (int a = 0; a < 3; a++) sum = vv_add(c, sum, vv_mul(c, x[a], x[a]));
    return sum;
}

static bool unit(double x[3]) {
    double n = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    for (int a = 0; a < 3 && n > 0; a++) x[a] /= n;
    return n > 0 && isfinite(n);
}

/* A number to nine decimals, more than a picture shows. */
static vv_expr decimal(vv_ctx *c, double x) {
    const double most = 1e9;
    return fabs(x) < most ? vv_div(c, vv_int(c, llround(x * most)), vv_int(c, 1000000000))
                          : VV_POISON;
}

/* Value of an expression of the coordinates at the start, but for q = 0. */
static double at_zero(const vv_scene *k, vv_expr e, int q) {
    vv_ctx *c = k->c;
    e = vv_subst1(c, e, k->s->q[q], VV_ZERO);
    for (int i = 0; i < k->s->nq; i++) {
        const char *name = vv_symbol_get(c, k->s->q[i])->name;
        for (int j = 0; j < k->run.table.columns && vv_depends(c, e, 1, &k->s->q[i]); j++)
            if (!strcmp(k->run.table.name[j], name))
                e = vv_subst1(c, e, k->s->q[i],
                              decimal(c, vv_csv_table_column(&k->run.table, j)[0]));
    }
    return vv_parameter_value(c, k->s->m, e);
}

/* Is q the angle by which the vector has turned? Its direction at q = 0, and that of its rate. */
static bool turned_by(const vv_scene *k, const span *s, int q, double zero[3], double rate[3]) {
    vv_ctx *c = k->c;
    vv_expr d[3];
    for (int a = 0; a < 3; a++) d[a] = vv_diff(c, s->part[a], k->s->q[q]);
    if (!vv_depends(c, square(c, d), k->s->nq, k->s->q) && vv_is_zero(square(c, d))) return false;
    if (!vv_vanishes(c, &k->s->facts, vv_sub(c, square(c, d), square(c, s->part)))) return false;
    for (int a = 0; a < 3; a++) {
        zero[a] = at_zero(k, s->part[a], q);
        rate[a] = at_zero(k, d[a], q);
    }
    return unit(zero) && unit(rate);
}

static void put_arc(vv_sketch_view *v, const span *s, int q, const double zero[3],
                    const double rate[3]) {
    double along[3], length = 0, x = 0, y = 0, p[3 * (ARC + 1)], line[6], xy[2], centre[2];
    for (int a = 0; a < 3; a++) along[a] = s->to[a] - s->from[a], length += along[a] * along[a];
    length = sqrt(length);
    for (int a = 0; a < 3; a++) x += along[a] * zero[a], y += along[a] * rate[a];
    double angle = atan2(y, x), r = 0.42 * length;
    if (!(fabs(angle) > VV_SKETCH_LEAST_ANGLE)) return;
    for (int i = 0; i <= ARC; i++)
        for (int a = 0; a < 3; a++)
            p[3 * i + a] =
                s->from[a] + r * (cos(angle * i / ARC) * zero[a] + sin(angle * i / ARC) * rate[a]);
    for (int a = 0; a < 3; a++)
        line[a] = s->from[a], line[3 + a] = s->from[a] + 0.62 * length * zero[a];
    vv_shape *dashed = vv_sketch_line(v, 2, line, VV_INK_FAINT, 1);
    if (dashed) dashed->dashes = 2;
    vv_sketch_line(v, ARC + 1, p, VV_INK_TEXT, 1);
    if (!v->d) return;
    vv_sketch_project(v, p + 3 * (ARC / 2), xy);
    vv_sketch_project(v, s->from, centre);
    vv_sketch_name(v, xy, xy[0] - centre[0], xy[1] - centre[1], 12, VV_INK_TEXT,
                   vv_symbol_get(v->k->c, v->k->s->q[q])->name);
    v->label[v->nlabels - 1].slanted = true;
}

/* The parameter or coordinate that is the length of the vector; poison: none. */
static vv_expr length_name(const vv_scene *k, const span *s, double length) {
    const vv_model *m = k->s->m;
    /* half a bar, from its centre, has been stated */
    bool half = s->is_bar;
    vv_expr whole = vv_mul(k->c, half ? vv_int(k->c, 4) : VV_ONE, square(k->c, s->part));
    for (int i = 0; i < m->nparameters + k->s->nq && vv_ctx_tick(k->c); i++) {
        bool fixed = i < m->nparameters;
        vv_expr e = fixed ? m->parameter[i].symbol : k->s->q[i - m->nparameters];
        if (fixed && !(fabs(vv_parameter_value(k->c, m, e) - length) <= VV_SCENE_RIGID * length))
            continue;
        if (!fixed && !vv_depends(k->c, whole, 1, &e)) continue;
        if (vv_vanishes(k->c, &k->s->facts, vv_sub(k->c, whole, vv_mul(k->c, e, e)))) return e;
    }
    return VV_POISON;
}

static void put_length(vv_sketch_view *v, const span *s) {
    double length = 0, a[2], b[2], middle[2];
    for (int i = 0; i < 3; i++) length += (s->to[i] - s->from[i]) * (s->to[i] - s->from[i]);
    vv_expr e = length > 0 ? length_name(v->k, s, sqrt(length)) : VV_POISON;
    if (!e.id || !v->d) return;
    vv_sketch_project(v, s->from, a);
    vv_sketch_project(v, s->to, b);
    for (int i = 0; i < 2; i++) middle[i] = (a[i] + b[i]) / 2;
    vv_sketch_name(v, middle, a[1] - b[1], b[0] - a[0], 12, VV_INK_TEXT,
                   vv_symbol_get(v->k->c, e)->name);
    v->label[v->nlabels - 1].slanted = true;
}

/* Of the two ends of a bar the one comes first from which the angle is that with the positive axis.
 */
static void choose_end(span *s, double zero[3], double rate[3]) {
    int big = 0;
    for (int a = 1; a < 3; a++)
        if (fabs(zero[a]) > fabs(zero[big])) big = a;
    if (!s->free_ends || zero[big] > 0) return;
    for (int a = 0; a < 3; a++) {
        double from = s->from[a];
        s->from[a] = s->to[a], s->to[a] = from;
        zero[a] = -zero[a], rate[a] = -rate[a];
    }
}

void vv_sketch_marks(vv_sketch_view *v) {
    const vv_scene *k = v->k;
    span *s = VV_ARRAY(k->c, span, MOST_SPANS + 1);
    int n = s ? add_bar_spans(k, add_link_spans(k, s), s) : 0;
    n = s ? add_shape_spans(k, n, s) : 0;
    bool *marked = VV_ARRAY(k->c, bool, k->s->nq + 1);
    for (int i = 0; marked && i < n && v->nlabels + 2 < VV_SKETCH_MOST_LABELS; i++) {
        double zero[3], rate[3];
        for (int q = 0; q < k->s->nq && vv_ctx_tick(k->c); q++) {
            if (marked[q] || !turned_by(k, &s[i], q, zero, rate)) continue;
            choose_end(&s[i], zero, rate);
            put_arc(v, &s[i], q, zero, rate);
            marked[q] = true;
            break;
        }
        put_length(v, &s[i]);
    }
}
