/* A scene as JSON, the input of web/scene.js. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "scene/scene_data.h"
#include "scene/scene_tolerances.h"

void vv_scene_string(vv_ctx *c, const char *s, vv_buffer *out) {
    vv_buffer b = VV_BUFFER(c);
    vv_json j;
    vv_json_begin(&j, &b);
    vv_json_string(&j, s);
    for (const char *p = vv_buffer_text(&b); *p; p++)
        if (*p == '<')
            vv_buffer_add(out, "\\u003c");
        else if (*p != '\n')
            vv_buffer_char(out, *p);
    vv_buffer_free(&b);
}

static void put_number(double x, vv_buffer *out) {
    if (isfinite(x))
        vv_buffer_printf(out, "%.6g", fabs(x) < VV_SCENE_ZERO ? 0 : x);
    else
        vv_buffer_add(out, "null");
}

static void put_numbers(const char *key, int n, const double *x, vv_buffer *out) {
    vv_buffer_printf(out, "\"%s\":[", key);
    for (int i = 0; i < n; i++) {
        if (i) vv_buffer_char(out, ',');
        put_number(x[i], out);
    }
    vv_buffer_char(out, ']');
}

static void put_track(const vv_scene *k, const char *key, const vv_scene_track *t, vv_buffer *out) {
    vv_buffer_printf(out, "\"%s\":[", key);
    for (int i = 0; i < k->run.rows; i++)
        for (int a = 0; a < 3; a++) {
            if (i || a) vv_buffer_char(out, ',');
            put_number(t->x[a] ? t->x[a][i] : 0, out);
        }
    vv_buffer_char(out, ']');
}

/* Rotation matrix, columns x, y, x cross y, as a quaternion, scalar first [Shepperd1978]. */
void vv_scene_quaternion(const double x[3], const double y[3], double q[4]) {
    double z[] = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
    double d[] = {x[0] + y[1] + z[2], x[0], y[1], z[2]};
    int best = 0;
    for (int i = 1; i < 4; i++)
        if (d[i] > d[best]) best = i;
    double raw[4][4] = {
        {1 + d[0], y[2] - z[1], z[0] - x[2], x[1] - y[0]},
        {y[2] - z[1], 1 + x[0] - y[1] - z[2], y[0] + x[1], z[0] + x[2]},
        {z[0] - x[2], y[0] + x[1], 1 - x[0] + y[1] - z[2], z[1] + y[2]},
        {x[1] - y[0], z[0] + x[2], z[1] + y[2], 1 - x[0] - y[1] + z[2]},
    };
    double n = 0;
    for (int i = 0; i < 4; i++) n += raw[best][i] * raw[best][i];
    for (int i = 0; i < 4; i++) q[i] = n > 0 ? raw[best][i] / sqrt(n) : i == 0;
}

/* The nearer of the two quaternions of a rotation, so that interpolation takes the short way. */
static void put_turns(const vv_scene *k, const vv_pose *p, vv_buffer *out) {
    double before[4] = {1, 0, 0, 0};
    vv_buffer_add(out, ",\"turn\":[");
    for (int i = 0; i < k->run.rows; i++) {
        double x[3], y[3], q[4], along = 0;
        vv_scene_track_at(&p->x, i, x);
        vv_scene_track_at(&p->y, i, y);
        vv_scene_quaternion(x, y, q);
        for (int a = 0; a < 4; a++) along += q[a] * before[a];
        for (int a = 0; a < 4; a++) {
            before[a] = along < 0 ? -q[a] : q[a];
            if (i || a) vv_buffer_char(out, ',');
            put_number(before[a], out);
        }
    }
    vv_buffer_add(out, "]");
}

static void put_pose(const vv_scene *k, const vv_pose *p, vv_buffer *out) {
    put_track(k, "at", &p->at, out);
    if (p->turns && p->x.x[0]) put_turns(k, p, out);
}

static void put_form(const vv_body_shape *f, vv_buffer *out) {
    static const char *const kind[] = {"point", "sphere", "rim", "disc", "bar", "ellipsoid"};
    vv_buffer_printf(out, ",\"form\":{\"kind\":\"%s\"", kind[f->kind]);
    if (f->kind == VV_BODY_SHAPE_ELLIPSOID) {
        double x[] = {f->axes[0], f->axes[3], f->axes[6]},
               y[] = {f->axes[1], f->axes[4], f->axes[7]}, q[4];
        vv_scene_quaternion(x, y,
                            q); /* the third axis in either direction: an ellipsoid is symmetric */
        vv_buffer_char(out, ',');
        put_numbers("semi", 3, f->semi, out);
        vv_buffer_char(out, ',');
        put_numbers("turn", 4, q, out);
    } else if (f->kind == VV_BODY_SHAPE_BAR) {
        vv_buffer_char(out, ',');
        put_numbers("half", 3, f->half, out);
    } else {
        vv_buffer_printf(out, ",\"radius\":%.6g,\"axis\":%d", f->radius, f->axis < 0 ? 2 : f->axis);
    }
    vv_buffer_char(out, '}');
}

static void begin_item(const vv_scene *k, int i, const char *name, vv_buffer *out) {
    vv_buffer_add(out, i ? ",\n{\"name\":" : "\n{\"name\":");
    vv_scene_string(k->c, name, out);
    vv_buffer_char(out, ',');
}

static void put_bodies(const vv_scene *k, vv_buffer *out) {
    bool any = false;
    vv_buffer_add(out, ",\"bodies\":[");
    for (int i = 0; i < k->nbodies; i++) {
        const vv_scene_body *b = &k->body[i];
        begin_item(k, any, b->name, out);
        if (b->pose.at.x[0])
            put_pose(k, &b->pose, out);
        else
            vv_buffer_add(out, "\"at\":null");
        put_form(&b->form, out);
        if (b->has_visual) vv_buffer_add(out, ",\"shaped\":true");
        vv_buffer_char(out, '}');
        any = true;
    }
    vv_buffer_add(out, "],\"frames\":[");
    for (int i = 0; i < k->nframes; i++) {
        begin_item(k, i, k->frame[i].name, out);
        put_pose(k, &k->frame[i].pose, out);
        vv_buffer_char(out, '}');
    }
    vv_buffer_add(out, "]");
}

static void put_lines(const vv_scene *k, vv_buffer *out) {
    static const char *const link[] = {"rod", "spring", "damper"};
    vv_buffer_add(out, ",\"paths\":[");
    for (int i = 0; i < k->npaths; i++) {
        begin_item(k, i, k->path[i].name, out);
        put_track(k, "at", &k->path[i].at, out);
        vv_buffer_char(out, '}');
    }
    vv_buffer_add(out, "],\"contacts\":[");
    for (int i = 0; i < k->ncontacts; i++) {
        begin_item(k, i, k->contact[i].name, out);
        vv_buffer_printf(out, "\"body\":%d,\"support\":%d,", k->contact[i].body,
                         k->contact[i].support);
        put_track(k, "at", &k->contact[i].at, out);
        if (k->contact[i].normal.x[0]) {
            vv_buffer_char(out, ',');
            put_track(k, "normal", &k->contact[i].normal, out);
        }
        vv_buffer_char(out, '}');
    }
    vv_buffer_add(out, "],\"pivots\":[");
    for (int i = 0; i < k->npivots; i++) {
        vv_buffer_printf(out, "%s{\"fixed\":%s,", i ? "," : "",
                         k->pivot[i].fixed ? "true" : "false");
        put_track(k, "at", &k->pivot[i].at, out);
        vv_buffer_char(out, '}');
    }
    vv_buffer_add(out, "],\"links\":[");
    for (int i = 0; i < k->nlinks; i++) {
        begin_item(k, i, link[k->link[i].kind], out);
        put_track(k, "from", &k->link[i].from, out);
        vv_buffer_char(out, ',');
        put_track(k, "to", &k->link[i].to, out);
        vv_buffer_char(out, '}');
    }
    vv_buffer_add(out, "]");
}

static void put_quantities(const vv_scene *k, vv_buffer *out) {
    static const char *const kind[] = {"force",  "weight", "reaction",
                                       "couple", "effort", "effort couple"};
    vv_buffer_add(out, ",\"arrows\":[");
    for (int i = 0; i < k->narrows; i++) {
        begin_item(k, i, k->arrow[i].name, out);
        vv_buffer_printf(out, "\"kind\":\"%s\",", kind[k->arrow[i].kind]);
        put_track(k, "at", &k->arrow[i].at, out);
        vv_buffer_char(out, ',');
        put_track(k, "force", &k->arrow[i].force, out);
        vv_buffer_char(out, '}');
    }
    vv_buffer_add(out, "],\"values\":[");
    for (int i = 0; i < k->nvalues; i++) {
        begin_item(k, i, k->value[i].name, out);
        vv_buffer_add(out, "\"unit\":");
        vv_scene_string(k->c, k->value[i].unit ? k->value[i].unit : "", out);
        vv_buffer_printf(out, ",\"effort\":%s,", k->value[i].effort ? "true" : "false");
        put_numbers("value", k->run.rows, k->value[i].value, out);
        vv_buffer_char(out, '}');
    }
    vv_buffer_add(out, "]");
}

/* Only visible digits: this is the longest part of a scene. */
static void put_short(const char *key, int n, const double *x, vv_buffer *out) {
    vv_buffer_printf(out, "\"%s\":[", key);
    for (int i = 0; i < n; i++) vv_buffer_printf(out, "%s%.4g", i ? "," : "", x[i]);
    vv_buffer_char(out, ']');
}

static void put_mesh(const vv_scene_surface *s, vv_buffer *out) {
    put_short("vertex", 3 * s->nvertices, s->vertex, out);
    vv_buffer_char(out, ',');
    put_short("normal", 3 * s->nvertices, s->normal, out);
    vv_buffer_add(out, ",\"triangle\":[");
    for (int i = 0; i < 3 * s->ntriangles; i++)
        vv_buffer_printf(out, "%s%d", i ? "," : "", s->triangle[i]);
    vv_buffer_char(out, ']');
}

static void put_surfaces(const vv_scene *k, vv_buffer *out) {
    vv_buffer_add(out, ",\"surfaces\":[");
    for (int i = 0; i < k->nsurfaces; i++) {
        const vv_scene_surface *s = &k->surface[i];
        begin_item(k, i, s->name, out);
        vv_buffer_printf(out, "\"body\":%d,\"nu\":%d,\"nv\":%d,", s->body, s->nu, s->nv);
        if (s->body < 0 && !s->fixed) {
            put_pose(k, &s->pose, out);
            vv_buffer_char(out, ',');
        }
        if (s->point)
            put_numbers("point", 3 * (s->nu + 1) * (s->nv + 1), s->point, out);
        else
            put_mesh(s, out);
        vv_buffer_char(out, '}');
    }
    vv_buffer_add(out, "]");
}

static void put_own(const vv_scene_visual *v, vv_buffer *out) {
    double q[4];
    vv_scene_quaternion(v->own[0], v->own[1], q);
    vv_buffer_printf(out, "\"body\":%d,", v->body);
    put_numbers("offset", 3, v->offset, out);
    vv_buffer_char(out, ',');
    if (v->has_ends)
        put_numbers("end", 3, v->end, out);
    else
        put_numbers("turn", 4, q, out);
}

/* The same from columns: its axes are those of its carrier, turned. */
static void put_moving(const vv_scene *k, const vv_scene_visual *v, vv_buffer *out) {
    double q[4];
    vv_scene_quaternion(v->own[0], v->own[1], q);
    put_pose(k, &v->pose, out);
    vv_buffer_char(out, ',');
    if (v->has_ends)
        put_track(k, "to", &v->to, out);
    else
        put_numbers("own", 4, q, out);
}

static void put_visuals(const vv_scene *k, vv_buffer *out) {
    vv_buffer_add(out, ",\"visuals\":[");
    for (int i = 0; i < k->nvisuals; i++) {
        const vv_scene_visual *v = &k->visual[i];
        begin_item(k, i, v->name, out);
        vv_buffer_printf(out, "\"kind\":\"%s\",\"carrier\":%d,", v->kind, v->body);
        put_numbers("size", 3, v->size, out);
        vv_buffer_char(out, ',');
        if (v->is_rigid)
            put_own(v, out);
        else
            put_moving(k, v, out);
        vv_buffer_char(out, '}');
    }
    vv_buffer_add(out, "]");
}

static void put_sketch(const vv_scene *k, const vv_drawing *sketch, vv_buffer *out) {
    vv_buffer svg = VV_BUFFER(k->c);
    vv_drawing_svg(sketch, false, &svg);
    vv_buffer_add(out, ",\"sketch\":");
    vv_scene_string(k->c, vv_buffer_text(&svg), out);
    vv_buffer_free(&svg);
}

void vv_scene_json(const vv_scene *k, const vv_drawing *sketch, vv_buffer *out) {
    vv_buffer_add(out, "{\"schema\":1,\"title\":");
    vv_scene_string(k->c, k->title ? k->title : "", out);
    vv_buffer_char(out, ',');
    put_numbers("time", k->run.rows, k->run.time, out);
    vv_buffer_char(out, ',');
    put_numbers("low", 3, k->low, out);
    vv_buffer_char(out, ',');
    put_numbers("high", 3, k->high, out);
    vv_buffer_char(out, ',');
    put_numbers("up", 3, k->up, out);
    if (k->is_plane) {
        vv_buffer_char(out, ',');
        put_numbers("normal", 3, k->normal, out);
    }
    put_bodies(k, out);
    put_lines(k, out);
    put_quantities(k, out);
    put_surfaces(k, out);
    put_visuals(k, out);
    if (sketch) put_sketch(k, sketch, out);
    vv_buffer_add(out, "}\n");
}
