/* Shapes that the model states, as lines. */
#include <math.h>
#include <string.h>

#include "scene/sketch_view.h"

typedef struct pencil {
    vv_sketch_view *v;
    vv_ink ink;
    double opacity;
} pencil;

static void stroke(const pencil *p, int n, const double *xyz, double width) {
    vv_shape *s = vv_sketch_line(p->v, n, xyz, p->ink, width);
    if (s) s->opacity = p->opacity;
}

static void circle(const pencil *p, const double at[3], double axis[3][3], double r, double lift,
                   double width) {
    double c[3], u[3], w[3];
    for (int a = 0; a < 3; a++)
        c[a] = at[a] + lift * axis[2][a], u[a] = r * axis[0][a], w[a] = r * axis[1][a];
    vv_sketch_ring(p->v, c, u, w, p->ink, width, p->opacity);
}

/* From the centre to the rim, in the direction of its own x. */
static void spoke(const pencil *p, const double at[3], double axis[3][3], double r) {
    double line[6];
    for (int a = 0; a < 3; a++) line[a] = at[a], line[3 + a] = at[a] + r * axis[0][a];
    stroke(p, 2, line, 1);
}

static void box(const pencil *p, const double at[3], double axis[3][3], const double size[3]) {
    for (int i = 0; i < 12; i++) { /* an edge along each axis from each corner of a face */
        int along = i / 4, s = i % 2 ? 1 : -1, t = i / 2 % 2 ? 1 : -1;
        double line[6];
        for (int end = 0; end < 2; end++)
            for (int a = 0; a < 3; a++)
                line[3 * end + a] = at[a] + (end - 0.5) * size[along] * axis[along][a] +
                                    s * 0.5 * size[(along + 1) % 3] * axis[(along + 1) % 3][a] +
                                    t * 0.5 * size[(along + 2) % 3] * axis[(along + 2) % 3][a];
        stroke(p, 2, line, 1.1);
    }
}

static void cone(const pencil *p, const double at[3], double axis[3][3], double r, double h) {
    circle(p, at, axis, r, 0, 1.1);
    for (int i = 0; i < 4; i++) {
        int j = i / 2, sign = i % 2 ? 1 : -1;
        double line[6];
        for (int a = 0; a < 3; a++)
            line[a] = at[a] + sign * r * axis[j][a], line[3 + a] = at[a] + h * axis[2][a];
        stroke(p, 2, line, 1.1);
    }
}

static void put(const pencil *p, const vv_scene_visual *f, int row) {
    double at[3], axis[3][3], line[6];
    vv_scene_track_at(&f->pose.at, row, at);
    vv_scene_visual_axes(f, row, axis);
    if (f->has_ends) {
        vv_scene_track_at(&f->pose.at, row, line);
        vv_scene_track_at(&f->to, row, line + 3);
        double width = 2 * f->size[0] * p->v->scale;
        stroke(p, 2, line, fmin(fmax(width, strcmp(f->kind, "rope") ? 2 : 1), 12));
    } else if (!strcmp(f->kind, "box")) {
        box(p, at, axis, f->size);
    } else if (!strcmp(f->kind, "cone")) {
        cone(p, at, axis, f->size[0], f->size[1]);
    } else if (!strcmp(f->kind, "sphere")) {
        double u[3], w[3];
        for (int a = 0; a < 3; a++)
            u[a] = f->size[0] * p->v->right[a], w[a] = f->size[0] * p->v->up[a];
        vv_sketch_ring(p->v, at, u, w, p->ink, 1.4, p->opacity);
    } else {
        bool ring = !strcmp(f->kind, "ring");
        for (int side = -1; side < (ring ? 0 : 2); side += 2)
            circle(p, at, axis, f->size[0], ring ? 0 : side * f->size[1] / 2, ring ? 2.6 : 1.3);
        spoke(p, at, axis, f->size[0]);
    }
}

void vv_sketch_visuals(vv_sketch_view *v, int row, double opacity) {
    for (int i = 0; i < v->k->nvisuals; i++) {
        const vv_scene_visual *f = &v->k->visual[i];
        vv_ink ink = f->body < 0 ? VV_INK_TEXT : (vv_ink)(VV_INK_SERIES + f->body % VV_INK_COLOURS);
        put(&(pencil){v, ink, opacity}, f, row);
    }
}
