#include "scene/sketch.h"
#include "scene/scene_tolerances.h"

#include <math.h>
#include <string.h>

#include "base/base.h"

#include "scene/sketch_view.h"

enum { WIDTH = VV_SKETCH_WIDTH, MOST_HEIGHT = 410, LEAST_HEIGHT = 180, MARGIN = 34, ROUND = 60 };
static const double PI = 3.14159265358979323846;
typedef vv_sketch_view view;

static double dot3(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void vv_sketch_project(const view *v, const double p[3], double out[2]) {
    out[0] = v->x0 + v->scale * dot3(p, v->right);
    out[1] = v->y0 - v->scale * dot3(p, v->up);
}

void vv_sketch_include(view *v, const double p[3]) {
    double x = dot3(p, v->right), y = dot3(p, v->up);
    if (!isfinite(x) || !isfinite(y)) return;
    v->low[0] = fmin(v->low[0], x), v->high[0] = fmax(v->high[0], x);
    v->low[1] = fmin(v->low[1], y), v->high[1] = fmax(v->high[1], y);
}

vv_shape *vv_sketch_line(view *v, int n, const double *p, vv_ink ink, double width) {
    double *xy = VV_ARRAY(v->k->c, double, 2 * n + 2);
    for (int i = 0; xy && i < n; i++)
        if (v->d)
            vv_sketch_project(v, p + 3 * i, xy + 2 * i);
        else
            vv_sketch_include(v, p + 3 * i);
    return xy && v->d ? vv_drawing_path(v->d, n, xy, ink, width) : NULL;
}

/* Reserves room for a label that may be at the edge; letters are about 0.6 of their size wide. */
static void make_room(view *v, const char *word, double size) {
    double width = 12 + 0.6 * size * vv_utf8_width(word, strlen(word));
    v->words = fmin(fmax(v->words, width), WIDTH / 4.0);
}

/* ---- the direction of view ------------------------------------------------------------------ */

/* Two horizontal directions that make a right-handed frame with `up`. */
static void horizontal(const double up[3], double east[3], double north[3]) {
    int first = fabs(up[0]) > 0.9 ? 1 : 0; /* x, unless that is up */
    double size = 0;
    for (int a = 0; a < 3; a++) {
        east[a] = (a == first) - up[first] * up[a];
        size += east[a] * east[a];
    }
    for (int a = 0; a < 3; a++) east[a] /= sqrt(size);
    north[0] = up[1] * east[2] - up[2] * east[1];
    north[1] = up[2] * east[0] - up[0] * east[2];
    north[2] = up[0] * east[1] - up[1] * east[0];
}

/* A plane motion is viewed along its normal; others from the side and above. */
static void choose_view(view *v) {
    const double azimuth = -0.62, height = 0.45, *up = v->k->up, *n = v->k->normal;
    double east[3], north[3], ca = cos(azimuth), sa = sin(azimuth), ch = cos(height),
                              sh = sin(height);
    if (v->k->is_plane) {
        for (int a = 0; a < 3; a++) v->up[a] = up[a];
        v->right[0] = up[1] * n[2] - up[2] * n[1];
        v->right[1] = up[2] * n[0] - up[0] * n[2];
        v->right[2] = up[0] * n[1] - up[1] * n[0];
        return;
    }
    horizontal(up, east, north);
    for (int a = 0; a < 3; a++) {
        v->right[a] = ca * east[a] + sa * north[a];
        v->up[a] = sh * (ca * north[a] - sa * east[a]) + ch * up[a];
    }
}

/* Fits the page to what was included. */
static void fit(view *v) {
    double w = v->high[0] - v->low[0], h = v->high[1] - v->low[1];
    if (!(w > 0)) w = 1;
    if (!(h > 0)) h = 1;
    v->scale = fmin((WIDTH - 2 * fmax(MARGIN, v->words)) / w, (MOST_HEIGHT - 2 * MARGIN) / h);
    double height = fmax(v->scale * h + 2 * MARGIN, LEAST_HEIGHT);
    v->x0 = WIDTH / 2.0 - v->scale * (v->low[0] + v->high[0]) / 2;
    v->y0 = height / 2 + v->scale * (v->low[1] + v->high[1]) / 2;
    v->d = vv_drawing_new(v->k->c, WIDTH, height, v->k->title);
}

/* ---- bodies --------------------------------------------------------------------------------- */

/* An ellipse about `at`, spanned by u and w; drawn, or only included in the bounds if there is
 * no page yet. */
void vv_sketch_ring(view *v, const double at[3], const double u[3], const double w[3], vv_ink ink,
                    double width, double opacity) {
    double xy[2 * ROUND];
    for (int i = 0; i < ROUND; i++) {
        double c = cos(2 * PI * i / ROUND), s = sin(2 * PI * i / ROUND), p[3];
        for (int a = 0; a < 3; a++) p[a] = at[a] + c * u[a] + s * w[a];
        if (v->d)
            vv_sketch_project(v, p, xy + 2 * i);
        else
            vv_sketch_include(v, p);
    }
    if (!v->d) return;
    vv_shape *s = vv_drawing_path(v->d, ROUND, xy, ink, width);
    s->closed = true;
    s->opacity = opacity;
}

static void scaled(const double a[3], double k, double out[3]) {
    for (int i = 0; i < 3; i++) out[i] = k * a[i];
}

static void put_round(view *v, const vv_body_shape *f, const double at[3], double axis[3][3],
                      vv_ink ink, double opacity) {
    double u[3][3];
    if (f->kind == VV_BODY_SHAPE_ELLIPSOID)
        for (int j = 0; j < 3; j++)
            for (int a = 0; a < 3; a++)
                u[j][a] = f->semi[j] * (f->axes[j] * axis[0][a] + f->axes[3 + j] * axis[1][a] +
                                        f->axes[6 + j] * axis[2][a]);
    else
        for (int j = 0; j < 3; j++) scaled(axis[j], f->radius, u[j]);
    for (int j = 0; j < 3; j++)
        vv_sketch_ring(v, at, u[j], u[(j + 1) % 3], ink, j == 0 ? 1.6 : 1, opacity);
}

/* A wheel: its rim and a spoke, so that its rotation is visible. */
static void put_wheel(view *v, const vv_body_shape *f, const double at[3], double axis[3][3],
                      vv_ink ink, double opacity) {
    double u[3], w[3], tip[3], xy[4];
    scaled(axis[(f->axis + 1) % 3], f->radius, u);
    scaled(axis[(f->axis + 2) % 3], f->radius, w);
    vv_sketch_ring(v, at, u, w, ink, f->kind == VV_BODY_SHAPE_HOOP ? 2.6 : 1.8, opacity);
    if (!v->d) return;
    for (int a = 0; a < 3; a++) tip[a] = at[a] + u[a];
    vv_sketch_project(v, at, xy);
    vv_sketch_project(v, tip, xy + 2);
    vv_drawing_path(v->d, 2, xy, ink, 1)->opacity = opacity;
}

/* A bar is as thick as its stroke. */
static void put_bar(view *v, const vv_scene_body *b, int row, vv_ink ink, double opacity) {
    double own[2][3], ends[6];
    for (int a = 0; a < 3; a++) own[0][a] = b->form.half[a], own[1][a] = -b->form.half[a];
    for (int i = 0; i < 2; i++) vv_pose_world(&b->pose, row, own[i], ends + 3 * i);
    vv_shape *s = vv_sketch_line(v, 2, ends, ink, 6);
    if (s) s->opacity = opacity;
}

static void put_body(view *v, int body, int row, double opacity) {
    const vv_scene_body *b = &v->k->body[body];
    vv_ink ink = (vv_ink)(VV_INK_SERIES + body % VV_INK_COLOURS);
    double at[3], axis[3][3], xy[2];
    if (!b->pose.at.x[0] || b->has_visual) return;
    vv_scene_track_at(&b->pose.at, row, at);
    vv_pose_axes(&b->pose, row, axis);
    if (b->form.kind == VV_BODY_SHAPE_HOOP || b->form.kind == VV_BODY_SHAPE_DISC) {
        put_wheel(v, &b->form, at, axis, ink, opacity);
    } else if (b->form.kind == VV_BODY_SHAPE_BAR) {
        put_bar(v, b, row, ink, opacity);
    } else if (b->form.kind == VV_BODY_SHAPE_POINT) {
        vv_sketch_include(v, at);
        if (!v->d) return;
        vv_sketch_project(v, at, xy);
        vv_drawing_path(v->d, 1, xy, ink, 9)->opacity = opacity;
    } else {
        put_round(v, &b->form, at, axis, ink, opacity);
    }
}

/* ---- lines ---------------------------------------------------------------------------------- */

static void put_track(view *v, const vv_scene_track *t, vv_ink ink, double width, int dashes) {
    double *xy = VV_ARRAY(v->k->c, double, 2 * v->k->run.rows + 2);
    for (int i = 0; xy && i < v->k->run.rows; i++) {
        double p[3];
        vv_scene_track_at(t, i, p);
        if (v->d)
            vv_sketch_project(v, p, xy + 2 * i);
        else
            vv_sketch_include(v, p);
    }
    if (xy && v->d && v->k->run.rows > 1)
        vv_drawing_path(v->d, v->k->run.rows, xy, ink, width)->dashes = dashes;
}

static void put_tracks(view *v) {
    for (int i = 0; i < v->k->ncontacts; i++)
        put_track(v, &v->k->contact[i].at, (vv_ink)(VV_INK_SERIES + 1), 1.8, 0);
    for (int i = 0; i < v->k->npaths; i++) put_track(v, &v->k->path[i].at, VV_INK_FAINT, 1.2, 1);
}

enum { MOST_TEETH = 40, LEAST_TEETH = 6 };
static const double LEAD = 0.1; /* of a spring's length: its straight ends */

/* As many as its length at the start has room for, at all instants. */
static int count_teeth(const view *v, const vv_scene_link *l) {
    const double pitch = 8; /* points */
    double from[3], to[3], a[2], b[2];
    vv_scene_track_at(&l->from, 0, from);
    vv_scene_track_at(&l->to, 0, to);
    vv_sketch_project(v, from, a);
    vv_sketch_project(v, to, b);
    double n = hypot(b[0] - a[0], b[1] - a[1]) / pitch;
    return n < LEAST_TEETH ? LEAST_TEETH : n < MOST_TEETH ? (int)n : MOST_TEETH;
}

/* A spring is a zigzag, anything else a line. */
static void put_link(view *v, const vv_scene_link *l, int row, double opacity) {
    double from[3], to[3], a[2], b[2], xy[2 * (MOST_TEETH + 4)];
    vv_scene_track_at(&l->from, row, from);
    vv_scene_track_at(&l->to, row, to);
    if (!v->d) {
        vv_sketch_include(v, from);
        vv_sketch_include(v, to);
        return;
    }
    vv_sketch_project(v, from, a);
    vv_sketch_project(v, to, b);
    double dx = b[0] - a[0], dy = b[1] - a[1], n = hypot(dx, dy);
    int teeth = l->kind == VV_LINK_SPRING && n > 1 ? count_teeth(v, l) : 0, m = 0;
    xy[m++] = a[0], xy[m++] = a[1];
    for (int i = -1; teeth && i <= teeth; i++) { /* straight ends, teeth square to the axis */
        double at = LEAD + (1 - 2 * LEAD) * fmin(fmax((i + 0.5) / teeth, 0), 1);
        double off = i < 0 || i == teeth ? 0 : (i % 2 ? 5 : -5) / n;
        xy[m++] = a[0] + at * dx - off * dy;
        xy[m++] = a[1] + at * dy + off * dx;
    }
    xy[m++] = b[0], xy[m++] = b[1];
    vv_shape *s = vv_drawing_path(v->d, m / 2, xy, VV_INK_TEXT, l->kind == VV_LINK_ROD ? 1.6 : 1.1);
    s->opacity = opacity;
    s->dashes = l->kind == VV_LINK_DAMPER ? 1 : 0;
}

/* A joint is a small circle; one that the world holds stands on a hatched triangle. */
static void put_pivots(view *v, int row, double opacity) {
    for (int i = 0; i < v->k->npivots; i++) {
        const vv_scene_pivot *p = &v->k->pivot[i];
        double at[3], c[2];
        vv_scene_track_at(&p->at, row, at);
        vv_sketch_include(v, at);
        if (!v->d || (!v->k->is_plane && !p->fixed)) continue;
        vv_sketch_project(v, at, c);
        if (p->fixed && v->k->is_plane) {
            double y = c[1] + 11, foot[] = {c[0], c[1], c[0] - 7, y, c[0] + 7, y};
            vv_drawing_path(v->d, 3, foot, VV_INK_TEXT, 1)->closed = true;
            for (int j = -1; j < 3; j++)
                vv_drawing_line(v->d, c[0] + 5 * j, y, c[0] + 5 * j - 4, y + 5, VV_INK_FAINT, 1);
        }
        vv_drawing_path(v->d, 1, c, VV_INK_TEXT, 7)->opacity = opacity;
        vv_drawing_path(v->d, 1, c, VV_INK_PAPER, 4.5)->opacity = opacity;
    }
}

static void put_all(view *v, int row, double opacity) {
    for (int i = 0; i < v->k->nlinks; i++) put_link(v, &v->k->link[i], row, opacity);
    for (int i = 0; i < v->k->nbodies; i++) put_body(v, i, row, opacity);
    vv_sketch_visuals(v, row, opacity);
    put_pivots(v, row, opacity);
}

/* ---- axes ----------------------------------------------------------------------------------- */

enum { MOST_AXES = 6 }; /* frames whose axes are drawn */

typedef struct drawn_frame {
    double at[3], axis[3][3];
    const char *name;
} drawn_frame;

/* Is axis j of two frames the same arrow? */
static bool same_axis(const drawn_frame *a, const drawn_frame *b, int j, double size) {
    double apart = 0, along = 0;
    for (int i = 0; i < 3; i++) {
        apart = fmax(apart, fabs(a->at[i] - b->at[i]));
        along += a->axis[j][i] * b->axis[j][i];
    }
    return apart < VV_SKETCH_SAME_POINT * size && along > VV_SKETCH_SAME_DIRECTION;
}

/* The names of all frames that share this axis, NULL if an earlier frame has it. */
static const char *axis_label(const view *v, int n, const drawn_frame *f, int k, int j,
                              double size) {
    const char *text = vv_format(v->k->c, "%s.%c", f[k].name, "xyz"[j]);
    for (int i = 0; i < k; i++)
        if (same_axis(&f[i], &f[k], j, size)) return NULL;
    for (int i = k + 1; i < n && text; i++)
        if (same_axis(&f[i], &f[k], j, size))
            text = vv_format(v->k->c, "%s, %s.%c", text, f[i].name, "xyz"[j]);
    return text;
}

static void put_axis(view *v, const drawn_frame *f, int j, double length, vv_ink ink,
                     const char *label) {
    double a[2], b[2], tip[3];
    for (int i = 0; i < 3; i++) tip[i] = f->at[i] + length * f->axis[j][i];
    if (!v->d) {
        vv_sketch_include(v, tip);
        make_room(v, label, 11);
        return;
    }
    vv_sketch_project(v, f->at, a);
    vv_sketch_project(v, tip, b);
    double dx = b[0] - a[0], dy = b[1] - a[1], n = hypot(dx, dy);
    if (n < fmax(6, 0.15 * v->scale * length)) return; /* along the line of sight */
    vv_drawing_line(v->d, a[0], a[1], b[0], b[1], ink, 1.2);
    vv_drawing_arrow_head(v->d, b[0], b[1], dx, dy, 7, ink);
    vv_sketch_name(v, b, dx, dy, 11, ink, label);
    if (v->nlabels) v->label[v->nlabels - 1].slanted = true;
}

static void put_frames(view *v) {
    drawn_frame f[MOST_AXES + 1] = {{{0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, "world"}};
    int n = 1;
    double size = 0;
    for (int a = 0; a < 2; a++) size = fmax(size, v->high[a] - v->low[a]);
    if (!(size > 0)) size = 1;
    for (int i = 0; i < v->k->nframes && i < MOST_AXES; i++, n++) {
        f[n].name = v->k->frame[i].name;
        vv_scene_track_at(&v->k->frame[i].pose.at, 0, f[n].at);
        vv_pose_axes(&v->k->frame[i].pose, 0, f[n].axis);
    }
    for (int k = 0; k < n; k++)
        for (int j = 0; j < 3; j++) {
            const char *label = axis_label(v, n, f, k, j, size);
            vv_ink ink = k ? (vv_ink)(VV_INK_SERIES + (k + 1) % VV_INK_COLOURS) : VV_INK_FAINT;
            if (label) put_axis(v, &f[k], j, (k ? 0.38 - 0.04 * k : 0.28) * size, ink, label);
        }
}

static void put_names(view *v) {
    for (int i = 0; i < v->k->nbodies; i++) {
        double at[3], xy[2];
        if (!v->k->body[i].pose.at.x[0]) continue;
        if (!v->d) {
            make_room(v, v->k->body[i].name, 12);
            continue;
        }
        vv_scene_track_at(&v->k->body[i].pose.at, 0, at);
        vv_sketch_project(v, at, xy);
        vv_sketch_name(v, xy, 1, -1, 12, VV_INK_TEXT, v->k->body[i].name);
    }
}

/* ---- entry points --------------------------------------------------------------------------- */

static view begin(const vv_scene *k) {
    view v = {.k = k, .low = {1e300, 1e300}, .high = {-1e300, -1e300}};
    choose_view(&v);
    return v;
}

vv_drawing *vv_sketch_start(const vv_scene *k) {
    view v = begin(k);
    if (!k->run.rows) return NULL;
    put_all(&v, 0, 1);
    double origin[3] = {0, 0, 0};
    vv_sketch_include(&v, origin);
    put_frames(&v);
    put_names(&v);
    vv_sketch_marks(&v);
    fit(&v);
    put_frames(&v);
    put_all(&v, 0, 1);
    put_names(&v);
    vv_sketch_marks(&v);
    vv_sketch_place_labels(&v);
    return v.d;
}

/* Bodies that stay in place, such as a top, would hide each other if drawn often. */
static int instants_of(const vv_scene *k, int most) {
    double size = 0, extent = 0;
    for (int i = 0; i < k->nbodies; i++)
        if (k->body[i].form.kind != VV_BODY_SHAPE_POINT)
            size = fmax(size, vv_body_shape_radius(&k->body[i].form));
    for (int a = 0; a < 3; a++) extent = fmax(extent, k->high[a] - k->low[a] - 2 * size);
    if (!(size > 0)) return most;
    double n = 2 + extent / size;
    return n < most ? (int)n : most;
}

vv_drawing *vv_sketch_motion(const vv_scene *k, int most) {
    view v = begin(k);
    int instants = instants_of(k, most);
    if (!k->run.rows) return NULL;
    put_tracks(&v);
    for (int i = 0; i < k->run.rows; i += k->run.rows / 40 + 1) put_all(&v, i, 1);
    fit(&v);
    put_tracks(&v);
    for (int j = 0; j < instants; j++) {
        int row = instants > 1 ? (k->run.rows - 1) * j / (instants - 1) : 0;
        put_all(&v, row, instants > 1 ? 0.25 + 0.75 * j / (instants - 1) : 1);
    }
    return v.d;
}

/* What comes first is fitted: tracks and bodies at all instants. */
bool vv_sketch_frames(const vv_scene *k, int n, bool (*take)(void *to, const vv_drawing *d),
                      void *to) {
    view fitted = begin(k);
    if (!k->run.rows || n < 1) return false;
    put_tracks(&fitted);
    for (int i = 0; i < k->run.rows; i += k->run.rows / 40 + 1) put_all(&fitted, i, 1);
    fit(&fitted);
    double end = k->run.time[k->run.rows - 1];
    for (int j = 0, row = 0; j < n; j++) {
        double t = n > 1 ? end * j / (n - 1) : 0;
        while (row + 1 < k->run.rows && k->run.time[row + 1] <= t * (1 + VV_SCENE_SAME_RADIUS))
            row++;
        vv_mark mark = vv_arena_mark(k->c);
        view v = fitted;
        v.d = vv_drawing_new(k->c, fitted.d->width, fitted.d->height, NULL);
        if (v.d) put_tracks(&v), put_all(&v, row, 1);
        bool more = v.d && take(to, v.d);
        if (j) vv_arena_release(k->c, mark); /* at the first one the taker makes room */
        if (!more || !vv_ctx_tick(k->c)) return false;
    }
    return true;
}
