/* Shapes that the model states only to be seen: requested as tracks, kept in the axes of what
 * carries them. */
#include <math.h>
#include <string.h>

#include "scene/scene_data.h"
#include "scene/scene_tolerances.h"

enum { MOST_VISUALS = 400 };

static vv_scene_track ask(vv_sampler *a, vv_vec v) {
    return (vv_scene_track){.number = vv_sampler_vector(a, v)};
}

void vv_scene_request_visuals(vv_scene *k, vv_sampler *a) {
    const vv_model *m = k->s->m;
    int n = m->nvisuals < MOST_VISUALS ? m->nvisuals : MOST_VISUALS;
    k->visual = VV_ARRAY(k->c, vv_scene_visual, n + 1);
    for (int i = 0; k->visual && i < n; i++) {
        const vv_visual *v = &m->visual[i];
        vv_scene_visual *out = &k->visual[k->nvisuals++];
        *out = (vv_scene_visual){.name = v->name, .kind = v->kind, .body = v->body};
        out->has_ends = v->has_ends;
        out->pose = (vv_pose){.at = ask(a, v->at),
                              .x = ask(a, vv_vec_axis(k->c, v->frame, 0)),
                              .y = ask(a, vv_vec_axis(k->c, v->frame, 1)),
                              .turns = true};
        if (v->has_ends) out->to = ask(a, v->to), out->span = vv_vec_sub(k->c, v->to, v->at);
        out->has_axis = v->has_axis;
        if (v->has_axis) out->axis = ask(a, v->axis);
        for (int j = 0; j < 3; j++)
            out->size[j] = v->size[j].id ? vv_parameter_value(k->c, m, v->size[j]) : 0;
    }
}

/* The direction of its axis along those of its carrier: as stated, else that of a wheel, else z. */
static void own_axis(const vv_scene *k, const vv_scene_visual *v, double out[3]) {
    const vv_body_shape *f = v->body >= 0 ? &k->body[v->body].form : NULL;
    bool wheel = f && (f->kind == VV_BODY_SHAPE_HOOP || f->kind == VV_BODY_SHAPE_DISC);
    for (int a = 0; a < 3; a++) out[a] = a == (wheel && f->axis >= 0 ? f->axis : 2);
    if (!v->has_axis || !v->axis.x[0]) return;
    double axis[3][3], d[3];
    vv_scene_track_at(&v->axis, 0, d);
    vv_pose_axes(&v->pose, 0, axis);
    double size = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    for (int a = 0; a < 3 && size > 0; a++)
        out[a] = (d[0] * axis[a][0] + d[1] * axis[a][1] + d[2] * axis[a][2]) / size;
}

void vv_scene_across(const double z[3], double x[3], double y[3]) {
    int least = 0;
    for (int a = 1; a < 3; a++)
        if (fabs(z[a]) < fabs(z[least])) least = a;
    double e[3] = {least == 0, least == 1, least == 2}, along = z[least], size = 0;
    for (int a = 0; a < 3; a++) x[a] = e[a] - along * z[a], size += x[a] * x[a];
    for (int a = 0; a < 3; a++) x[a] /= sqrt(size);
    y[0] = z[1] * x[2] - z[2] * x[1];
    y[1] = z[2] * x[0] - z[0] * x[2];
    y[2] = z[0] * x[1] - z[1] * x[0];
}

/* Its own axes in those of the carrier, row by row; those of the carrier for what has no axis. */
static void own_axes(const vv_scene *k, const vv_scene_visual *v, double out[3][3]) {
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) out[a][b] = a == b;
    if (v->has_ends || !strcmp(v->kind, "box") || !strcmp(v->kind, "sphere")) return;
    own_axis(k, v, out[2]);
    if (out[2][2] < 1) vv_scene_across(out[2], out[0], out[1]);
}

/* Is the place at rest in the carrier? Its coordinates there at the start. */
static bool own_place(const vv_scene *k, const vv_scene_visual *v, const vv_scene_track *t,
                      double out[3]) {
    const vv_pose *p = v->body >= 0 ? &k->body[v->body].pose : NULL;
    double size = 0;
    if (!p || !p->turns || !p->x.x[0]) return false;
    for (int i = 0; i < k->run.rows; i++) {
        double at[3], own[3];
        vv_scene_track_at(t, i, at);
        vv_pose_own(p, i, at, own);
        for (int a = 0; a < 3; a++) {
            if (i == 0) out[a] = own[a], size = fmax(size, fabs(own[a]));
            if (fabs(own[a] - out[a]) > VV_SCENE_SAME_PIVOT * (1 + size)) return false;
        }
    }
    return k->run.rows > 0;
}

/* A body that a particle stands for has no axes: what is on it stays parallel to the world. */
static void place(vv_scene *k, vv_scene_visual *v) {
    own_axes(k, v, v->own);
    v->is_rigid = own_place(k, v, &v->pose.at, v->offset) &&
                  (!v->has_ends || own_place(k, v, &v->to, v->end));
    if (v->body >= 0) k->body[v->body].has_visual = true;
}

static bool is_drawable(const vv_scene_visual *v) {
    for (int i = 0; i < 3; i++)
        if (!(v->size[i] >= 0) || !isfinite(v->size[i])) return false;
    return v->pose.at.x[0] && v->pose.x.x[0] && v->pose.y.x[0] && (!v->has_ends || v->to.x[0]);
}

void vv_scene_place_visuals(vv_scene *k) {
    int kept = 0;
    for (int i = 0; i < k->nvisuals; i++) {
        vv_scene_visual *v = &k->visual[i];
        if (!is_drawable(v)) continue;
        place(k, v);
        k->visual[kept++] = *v;
    }
    k->nvisuals = kept;
}

double vv_scene_visual_radius(const vv_scene_visual *v) {
    if (!strcmp(v->kind, "box"))
        return sqrt(v->size[0] * v->size[0] + v->size[1] * v->size[1] + v->size[2] * v->size[2]) /
               2;
    if (!strcmp(v->kind, "cylinder")) return hypot(v->size[0], v->size[1] / 2);
    if (!strcmp(v->kind, "cone")) return fmax(v->size[0], v->size[1]);
    return v->size[0];
}

void vv_scene_visual_axes(const vv_scene_visual *v, int row, double out[3][3]) {
    double axis[3][3];
    vv_pose_axes(&v->pose, row, axis);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            out[a][b] = 0;
            for (int j = 0; j < 3; j++) out[a][b] += v->own[a][j] * axis[j][b];
        }
}
