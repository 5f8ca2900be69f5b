/* The direction from which a motion is seen: a plane motion along the normal of its plane. */
#include <math.h>
#include <string.h>

#include "scene/scene_data.h"
#include "scene/scene_tolerances.h"

/* The world axis opposite to gravity, else z. */
static void find_up(vv_scene *k, double up[3]) {
    const vv_model *m = k->s->m;
    vv_expr part[3];
    double g[3] = {0};
    up[0] = up[1] = 0, up[2] = 1;
    if (!vv_vec_components(k->c, &m->frames, m->gravity, 0, part)) return;
    for (int a = 0; a < 3; a++) g[a] = vv_parameter_value(k->c, m, part[a]);
    double size = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    if (!(size > 0) || !isfinite(size)) return;
    for (int a = 0; a < 3; a++) up[a] = -g[a] / size;
}

/* Extent of the motion along axis a, of a track. */
static void reach(const vv_scene *k, const vv_scene_track *t, int a, double *low, double *high) {
    for (int i = 0; t->x[a] && i < k->run.rows; i++) {
        double v = t->x[a][i];
        if (isfinite(v)) *low = fmin(*low, v), *high = fmax(*high, v);
    }
}

static double extent(const vv_scene *k, int a) {
    double low = 1e300, high = -1e300;
    for (int i = 0; i < k->nbodies; i++) reach(k, &k->body[i].pose.at, a, &low, &high);
    for (int i = 0; i < k->npaths; i++) reach(k, &k->path[i].at, a, &low, &high);
    for (int i = 0; i < k->ncontacts; i++) reach(k, &k->contact[i].at, a, &low, &high);
    for (int i = 0; i < k->nlinks; i++) {
        reach(k, &k->link[i].from, a, &low, &high);
        reach(k, &k->link[i].to, a, &low, &high);
    }
    return high > low ? high - low : 0;
}

/* Does the body rotate about the world axis a only? Its component along a of each axis is then
 * constant. */
static bool turns_about(const vv_scene *k, const vv_pose *p, int a) {
    if (!p->turns || !p->x.x[0] || !p->y.x[0]) return true;
    for (int i = 0; i < k->run.rows; i++)
        if (fabs(p->x.x[a][i] - p->x.x[a][0]) > VV_SCENE_SAME_PLANE ||
            fabs(p->y.x[a][i] - p->y.x[a][0]) > VV_SCENE_SAME_PLANE)
            return false;
    return true;
}

/* A surface in space is not seen from its edge. */
static bool is_normal(const vv_scene *k, int a, double most) {
    bool is = extent(k, a) <= VV_SCENE_SAME_PLANE * most && !k->nsurfaces;
    for (int i = 0; i < k->nvisuals && is; i++) is = turns_about(k, &k->visual[i].pose, a);
    for (int i = 0; i < k->nbodies && is; i++) is = turns_about(k, &k->body[i].pose, a);
    return is;
}

void vv_scene_find_view(vv_scene *k) {
    static const int order[] = {1, 0, 2}; /* a motion along a line is seen from the front */
    double most = fmax(extent(k, 0), fmax(extent(k, 1), extent(k, 2)));
    double *n = k->normal;
    find_up(k, k->up);
    memset(n, 0, sizeof k->normal);
    k->is_plane = false;
    for (int j = 0; j < 3 && !k->is_plane && most > 0; j++)
        if (is_normal(k, order[j], most)) k->is_plane = true, n[order[j]] = 1;
    if (!k->is_plane) return;
    double *up = k->up, along = fabs(up[0] * n[0] + up[1] * n[1] + up[2] * n[2]);
    if (along > VV_SCENE_EDGE_ON) { /* seen from above, with y upwards, or x if y is the normal */
        up[0] = n[1], up[1] = 1 - n[1], up[2] = 0;
    } else { /* the part of `up` in the plane */
        double size = 0;
        for (int a = 0; a < 3; a++) up[a] *= 1 - n[a], size += up[a] * up[a];
        for (int a = 0; a < 3; a++) up[a] /= sqrt(size);
    }
    /* towards the viewer, so that the largest component of the direction to the right is positive
     */
    double right[] = {up[1] * n[2] - up[2] * n[1], up[2] * n[0] - up[0] * n[2],
                      up[0] * n[1] - up[1] * n[0]};
    int big = 0;
    for (int a = 1; a < 3; a++)
        if (fabs(right[a]) > fabs(right[big])) big = a;
    if (right[big] < 0) n[0] = -n[0], n[1] = -n[1], n[2] = -n[2];
}
