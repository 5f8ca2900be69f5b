/* Where bodies are joined: points that two of them, or one and the world, carry with them. */
#include <math.h>

#include "scene/scene_data.h"
#include "scene/scene_tolerances.h"

enum { MOST_POINTS = 64, MOST_CARRIERS = 24, MOST_PIVOTS = 200 };

/* Columns of the points that a model with bodies names; the world's origin comes first. */
void vv_scene_request_points(vv_scene *k, vv_sampler *a) {
    const vv_model *m = k->s->m;
    int n = m->npoints < MOST_POINTS ? m->npoints : MOST_POINTS;
    k->pivot = VV_ARRAY(k->c, vv_scene_pivot, MOST_PIVOTS + 2);
    if (!k->pivot) return;
    k->pivot[k->npivots++] = (vv_scene_pivot){.at.number = -1};
    for (int i = 0; i < n; i++)
        k->pivot[k->npivots++] =
            (vv_scene_pivot){.at.number = vv_sampler_vector(a, m->point[i].at)};
}

/* The track of a place that is fixed in the pose. */
static vv_scene_track place_track(const vv_scene *k, const vv_pose *p, const double own[3]) {
    double *x = VV_ARRAY(k->c, double, 3 * k->run.rows + 3);
    vv_scene_track t = {.number = -1};
    for (int i = 0; x && i < k->run.rows; i++) {
        double at[3];
        vv_pose_world(p, i, own, at);
        for (int a = 0; a < 3; a++) x[a * k->run.rows + i] = at[a];
    }
    for (int a = 0; x && a < 3; a++) t.x[a] = x + a * k->run.rows;
    return t;
}

/* Is the point at rest in the pose (NULL: in the world)? */
static bool carried(const vv_scene *k, const vv_scene_track *t, const vv_pose *p, double size) {
    double first[3] = {0};
    for (int i = 0; i < k->run.rows; i++) {
        double at[3], own[3];
        vv_scene_track_at(t, i, at);
        if (p)
            vv_pose_own(p, i, at, own);
        else
            for (int a = 0; a < 3; a++) own[a] = at[a];
        for (int a = 0; a < 3; a++) {
            if (i == 0) first[a] = own[a];
            if (!(fabs(own[a] - first[a]) <= VV_SCENE_SAME_PIVOT * size)) return false;
        }
    }
    return true;
}

static bool same_place(const vv_scene *k, const vv_scene_track *a, const vv_scene_track *b,
                       double size) {
    for (int i = 0; i < k->run.rows; i++) {
        double p[3], q[3];
        vv_scene_track_at(a, i, p);
        vv_scene_track_at(b, i, q);
        for (int j = 0; j < 3; j++)
            if (!(fabs(p[j] - q[j]) <= VV_SCENE_SAME_PIVOT * size)) return false;
    }
    return true;
}

/* Does a link end here? */
static bool holds_link(const vv_scene *k, const vv_scene_track *t, double size) {
    for (int i = 0; i < k->nlinks; i++)
        if (same_place(k, &k->link[i].from, t, size) || same_place(k, &k->link[i].to, t, size))
            return true;
    return false;
}

/* The ends of bars and links, where their joints may be although no point is named. */
static void add_ends(vv_scene *k) {
    for (int i = 0; i < k->nbodies && k->npivots < MOST_PIVOTS; i++)
        if (k->body[i].form.kind == VV_BODY_SHAPE_BAR && k->body[i].pose.x.x[0])
            for (int side = -1; side < 2; side += 2) {
                double own[3];
                for (int a = 0; a < 3; a++) own[a] = side * k->body[i].form.half[a];
                k->pivot[k->npivots++].at = place_track(k, &k->body[i].pose, own);
            }
    for (int i = 0; i < k->nlinks && k->npivots < MOST_PIVOTS; i++) {
        k->pivot[k->npivots++].at = k->link[i].from;
        k->pivot[k->npivots++].at = k->link[i].to;
    }
}

/* Number of bodies that carry the point; the world counts if it is at rest. */
static int count_carriers(const vv_scene *k, vv_scene_pivot *p, double size) {
    int n = 0;
    p->fixed = carried(k, &p->at, NULL, size);
    for (int i = 0; i < k->nbodies && i < MOST_CARRIERS; i++) {
        const vv_scene_body *b = &k->body[i];
        if (b->pose.turns && b->pose.x.x[0] && b->pose.at.x[0])
            n += carried(k, &p->at, &b->pose, size);
    }
    return n + (p->fixed && (n || holds_link(k, &p->at, size)) ? 2 : 0);
}

void vv_scene_find_pivots(vv_scene *k) {
    double size = 0;
    int n = 0;
    if (!k->pivot || k->run.rows < 3) return;
    add_ends(k);
    for (int a = 0; a < 3; a++) size = fmax(size, k->high[a] - k->low[a]);
    for (int i = 0; i < k->npivots; i++) {
        vv_scene_pivot p = k->pivot[i];
        bool known = i > 0 && !p.at.x[0]; /* only the world's origin has no columns */
        for (int j = 0; j < n && !known; j++) known = same_place(k, &p.at, &k->pivot[j].at, size);
        if (!known && count_carriers(k, &p, size) > 1) k->pivot[n++] = p;
    }
    k->npivots = n;
}
