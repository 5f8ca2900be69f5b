/* A scene as glTF 2.0 in one binary file (.glb) [glTF2]: a node for each body, link and shape,
 * whose places, rotations and lengths are the samples of the run as channels of one animation. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scene/gltf_shapes.h"
#include "scene/scene_data.h"

enum { FLOAT = 5126, UNSIGNED_SHORT = 5123, COLOURS = VV_INK_COLOURS + 1 };

typedef struct file {
    const vv_scene *k;
    vv_ctx *c;
    vv_buffer bytes, views, accessors, meshes, nodes, samplers, channels, roots;
    int nviews, nmeshes, nnodes, nsamplers, nchannels;
    int shape[VV_GLTF_SHAPES][3];      /* accessors of places, normals, indices; 0: none yet */
    int mesh[VV_GLTF_SHAPES][COLOURS]; /* 1 + number */
    int times;
    double size; /* thickness of what has none */
} file;

/* ---- accessors ------------------------------------------------------------------------------ */

/* A view of the bytes and its accessor, which have the same number. */
static int add(file *f, const void *data, size_t length, int component, int count,
               const char *type) {
    while (f->bytes.length % 4) vv_buffer_char(&f->bytes, '\0');
    vv_buffer_printf(&f->views, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}",
                     f->nviews ? "," : "", f->bytes.length, length);
    vv_buffer_add_n(&f->bytes, data, length);
    vv_buffer_printf(&f->accessors,
                     "%s{\"bufferView\":%d,\"componentType\":%d,\"count\":%d,\"type\":\"%s\"",
                     f->nviews ? "," : "", f->nviews, component, count, type);
    return f->nviews++;
}

static void put_bound(file *f, const char *key, int width, const float *x) {
    vv_buffer_printf(&f->accessors, ",\"%s\":[", key);
    for (int a = 0; a < width; a++)
        vv_buffer_printf(&f->accessors, "%s%.9g", a ? "," : "", (double)x[a]);
    vv_buffer_char(&f->accessors, ']');
}

/* Numbers in groups of `width`; with their bounds, which places and times must have. */
static int add_floats(file *f, const float *x, int count, int width, bool bounds) {
    static const char *const type[] = {"", "SCALAR", "", "VEC3", "VEC4"};
    float low[4], high[4];
    int n = add(f, x, sizeof *x * (size_t)count * (size_t)width, FLOAT, count, type[width]);
    for (int a = 0; a < width; a++) low[a] = high[a] = x[a];
    for (int i = 0; i < count; i++)
        for (int a = 0; a < width; a++) {
            low[a] = fminf(low[a], x[width * i + a]);
            high[a] = fmaxf(high[a], x[width * i + a]);
        }
    if (bounds) put_bound(f, "min", width, low), put_bound(f, "max", width, high);
    vv_buffer_char(&f->accessors, '}');
    return n;
}

/* ---- meshes --------------------------------------------------------------------------------- */

static int mesh_of(file *f, vv_gltf_shape shape, int colour) {
    int *known = &f->mesh[shape][colour], *part = f->shape[shape];
    if (*known) return *known - 1;
    if (!part[2]) {
        vv_gltf_mesh m = vv_gltf_mesh_of(f->c, shape);
        if (!m.nvertices) return 0;
        part[0] = add_floats(f, m.place, m.nvertices, 3, true);
        part[1] = add_floats(f, m.normal, m.nvertices, 3, false);
        part[2] = add(f, m.index, sizeof *m.index * (size_t)m.nindices, UNSIGNED_SHORT, m.nindices,
                      "SCALAR");
        vv_buffer_char(&f->accessors, '}');
    }
    vv_buffer_printf(&f->meshes,
                     "%s{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d},"
                     "\"indices\":%d,\"material\":%d}]}",
                     f->nmeshes ? "," : "", part[0], part[1], part[2], colour);
    *known = ++f->nmeshes;
    return *known - 1;
}

static void put_materials(vv_buffer *out) {
    vv_buffer_add(out, "\"materials\":[");
    for (int i = 0; i < COLOURS; i++) {
        unsigned rgb = i + 1 < COLOURS ? vv_ink_colour((vv_ink)(VV_INK_SERIES + i)) : 0x8C95A3;
        vv_buffer_printf(out, "%s{\"pbrMetallicRoughness\":{\"baseColorFactor\":[", i ? "," : "");
        for (int a = 16; a >= 0; a -= 8) /* linear, from sRGB */
            vv_buffer_printf(out, "%.4g,", pow((rgb >> a & 255) / 255.0, 2.2));
        vv_buffer_add(out, "1],\"metallicFactor\":0,\"roughnessFactor\":0.5}}");
    }
    vv_buffer_add(out, "]");
}

/* ---- nodes ---------------------------------------------------------------------------------- */

/* Scalar last, as glTF has it. */
static void rotation(double axis[3][3], double out[4]) {
    double q[4];
    vv_scene_quaternion(axis[0], axis[1], q);
    for (int a = 0; a < 3; a++) out[a] = q[a + 1];
    out[3] = q[0];
}

static void put_list(vv_buffer *out, const char *key, int n, const double *x) {
    vv_buffer_printf(out, ",\"%s\":[", key);
    for (int i = 0; i < n; i++) vv_buffer_printf(out, "%s%.9g", i ? "," : "", x[i]);
    vv_buffer_char(out, ']');
}

/* A still part of another node, which names it as a child. */
static int add_part(file *f, vv_gltf_shape shape, int colour, const double at[3], double axis[3][3],
                    const double scale[3]) {
    double q[4];
    rotation(axis, q);
    int mesh = mesh_of(f, shape, colour);
    vv_buffer_printf(&f->nodes, "%s{\"mesh\":%d", f->nnodes ? "," : "", mesh);
    put_list(&f->nodes, "translation", 3, at);
    put_list(&f->nodes, "rotation", 4, q);
    put_list(&f->nodes, "scale", 3, scale);
    vv_buffer_char(&f->nodes, '}');
    return f->nnodes++;
}

/* A channel of the animation: samples of `path` of the node. */
static void add_channel(file *f, int node, const char *path, int width, const float *x) {
    int n = add_floats(f, x, f->k->run.rows, width, false);
    vv_buffer_printf(&f->samplers, "%s{\"input\":%d,\"output\":%d}", f->nsamplers ? "," : "",
                     f->times, n);
    vv_buffer_printf(&f->channels, "%s{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}",
                     f->nchannels++ ? "," : "", f->nsamplers++, node, path);
}

/* A node of the scene: named, with these children or a mesh of its own (-1: none). */
static int begin_node(file *f, const char *name, int mesh, const char *children) {
    vv_json j;
    vv_buffer quoted = VV_BUFFER(f->c);
    vv_json_begin(&j, &quoted);
    vv_json_string(&j, name);
    vv_buffer_printf(&f->nodes, "%s{\"name\":%s", f->nnodes ? "," : "", vv_buffer_text(&quoted));
    if (mesh >= 0) vv_buffer_printf(&f->nodes, ",\"mesh\":%d", mesh);
    if (*children) vv_buffer_printf(&f->nodes, ",\"children\":[%s]", children);
    vv_buffer_char(&f->nodes, '}');
    vv_buffer_printf(&f->roots, "%s%d", f->roots.length ? "," : "", f->nnodes);
    vv_buffer_free(&quoted);
    return f->nnodes++;
}

/* Samples of a rotation, each the nearer one of its two quaternions. */
static void put_rotation(double axis[3][3], int i, float *out) {
    double q[4], along = 0;
    rotation(axis, q);
    for (int a = 0; a < 4 && i; a++) along += q[a] * (double)out[4 * (i - 1) + a];
    for (int a = 0; a < 4; a++) out[4 * i + a] = (float)(along < 0 ? -q[a] : q[a]);
}

static void animate_pose(file *f, int node, const vv_pose *p) {
    int rows = f->k->run.rows;
    float *at = VV_ARRAY(f->c, float, 3 * rows + 1), *turn = VV_ARRAY(f->c, float, 4 * rows + 1);
    for (int i = 0; at && turn && i < rows; i++) {
        double x[3], axis[3][3];
        vv_scene_track_at(&p->at, i, x);
        vv_pose_axes(p, i, axis);
        for (int a = 0; a < 3; a++) at[3 * i + a] = (float)x[a];
        put_rotation(axis, i, turn);
    }
    if (!at || !turn) return;
    add_channel(f, node, "translation", 3, at);
    if (p->turns) add_channel(f, node, "rotation", 4, turn);
}

/* The axes of what lies from one point to another: z along it. */
static double axes_along(const double from[3], const double to[3], double axis[3][3]) {
    double length = 0, *z = axis[2];
    for (int a = 0; a < 3; a++) z[a] = to[a] - from[a], length += z[a] * z[a];
    length = sqrt(length);
    for (int a = 0; a < 3; a++) z[a] = length > 0 ? z[a] / length : a == 2;
    vv_scene_across(z, axis[0], axis[1]);
    return length;
}

/* Something of thickness r that lies between two moving points. */
static void add_between(file *f, const char *name, vv_gltf_shape shape, int colour, double r,
                        const vv_scene_track *from, const vv_scene_track *to) {
    int rows = f->k->run.rows, node = begin_node(f, name, mesh_of(f, shape, colour), "");
    float *at = VV_ARRAY(f->c, float, 3 * rows + 1), *turn = VV_ARRAY(f->c, float, 4 * rows + 1),
          *scale = VV_ARRAY(f->c, float, 3 * rows + 1);
    for (int i = 0; at && turn && scale && i < rows; i++) {
        double a[3], b[3], axis[3][3];
        vv_scene_track_at(from, i, a);
        vv_scene_track_at(to, i, b);
        double length = axes_along(a, b, axis);
        put_rotation(axis, i, turn);
        for (int j = 0; j < 3; j++) {
            at[3 * i + j] = (float)a[j];
            scale[3 * i + j] = (float)(j < 2 ? r : length);
        }
    }
    if (!at || !turn || !scale) return;
    add_channel(f, node, "translation", 3, at);
    add_channel(f, node, "rotation", 4, turn);
    add_channel(f, node, "scale", 3, scale);
}

/* ---- the parts of a scene -------------------------------------------------------------------- */

static const double HERE[3] = {0};

static int add_rod(file *f, int colour, double r, const double from[3], const double to[3]) {
    double axis[3][3], scale[] = {r, r, axes_along(from, to, axis)};
    return add_part(f, VV_GLTF_ROD, colour, from, axis, scale);
}

static int add_form(file *f, const vv_body_shape *s, int colour) {
    double axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, r = s->radius, scale[] = {r, r, r},
           end[3];
    if (s->kind == VV_BODY_SHAPE_BAR) {
        for (int a = 0; a < 3; a++) end[a] = -s->half[a];
        return add_rod(f, colour, 2 * f->size, end, s->half);
    }
    if (s->kind == VV_BODY_SHAPE_ELLIPSOID) {
        for (int a = 0; a < 3; a++) /* columns are its axes */
            for (int b = 0; b < 3; b++) axis[a][b] = s->axes[3 * b + a];
        return add_part(f, VV_GLTF_BALL, colour, HERE, axis, s->semi);
    }
    bool wheel = s->kind == VV_BODY_SHAPE_HOOP || s->kind == VV_BODY_SHAPE_DISC;
    int z = s->axis < 0 ? 2 : s->axis;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) axis[a][b] = b == (z + 1 + a) % 3;
    if (s->kind == VV_BODY_SHAPE_DISC) scale[2] = 0.1 * r;
    return add_part(f,
                    !wheel                          ? VV_GLTF_BALL
                    : s->kind == VV_BODY_SHAPE_HOOP ? VV_GLTF_RING
                                                    : VV_GLTF_CYLINDER,
                    colour, HERE, axis, scale);
}

static int add_visual(file *f, const vv_scene_visual *v, int colour, const double at[3]) {
    static const struct {
        const char *kind;
        vv_gltf_shape shape;
        int size[3];
    } known[] = {{"cylinder", VV_GLTF_CYLINDER, {0, 0, 1}},
                 {"cone", VV_GLTF_CONE, {0, 0, 1}},
                 {"ring", VV_GLTF_RING, {0, 0, 0}},
                 {"sphere", VV_GLTF_BALL, {0, 0, 0}},
                 {"box", VV_GLTF_CUBE, {0, 1, 2}}};
    double own[3][3], scale[3];
    memcpy(own, v->own, sizeof own);
    if (v->has_ends)
        return add_rod(f, colour, v->size[0] > 0 ? v->size[0] : 0.4 * f->size, at, v->end);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i].kind, v->kind)) {
            for (int a = 0; a < 3; a++) scale[a] = v->size[known[i].size[a]];
            return add_part(f, known[i].shape, colour, at, own, scale);
        }
    return add_part(f, VV_GLTF_BALL, colour, at, own, (double[]){f->size, f->size, f->size});
}

static void add_body(file *f, int i) {
    const vv_scene_body *b = &f->k->body[i];
    int colour = i % VV_INK_COLOURS;
    vv_buffer children = VV_BUFFER(f->c);
    if (!b->pose.at.x[0]) return;
    for (int j = 0; j < f->k->nvisuals; j++) {
        const vv_scene_visual *v = &f->k->visual[j];
        if (v->body == i && v->is_rigid)
            vv_buffer_printf(&children, "%s%d", children.length ? "," : "",
                             add_visual(f, v, colour, v->offset));
    }
    if (!b->has_visual) vv_buffer_printf(&children, "%d", add_form(f, &b->form, colour));
    animate_pose(f, begin_node(f, b->name, -1, vv_buffer_text(&children)), &b->pose);
    vv_buffer_free(&children);
}

static void add_moving_visual(file *f, const vv_scene_visual *v) {
    int colour = v->body < 0 ? COLOURS - 1 : v->body % VV_INK_COLOURS;
    double r = v->size[0] > 0 ? v->size[0] : 0.4 * f->size;
    if (v->is_rigid) return;
    if (v->has_ends) {
        add_between(f, v->name, VV_GLTF_ROD, colour, r, &v->pose.at, &v->to);
        return;
    }
    char child[16];
    snprintf(child, sizeof child, "%d", add_visual(f, v, colour, HERE));
    animate_pose(f, begin_node(f, v->name, -1, child), &v->pose);
}

static void add_all(file *f) {
    static const char *const name[] = {"rod", "spring", "damper"};
    for (int i = 0; i < f->k->nbodies; i++) add_body(f, i);
    for (int i = 0; i < f->k->nvisuals; i++) add_moving_visual(f, &f->k->visual[i]);
    for (int i = 0; i < f->k->nlinks; i++) {
        const vv_scene_link *l = &f->k->link[i];
        bool spring = l->kind == VV_LINK_SPRING;
        add_between(f, name[l->kind], spring ? VV_GLTF_COIL : VV_GLTF_ROD, COLOURS - 1,
                    spring ? 2.4 * f->size : 0.6 * f->size, &l->from, &l->to);
    }
}

/* ---- the file -------------------------------------------------------------------------------- */

/* The root turns the scene so that `up` is y, which is up in glTF. */
static void put_root(file *f, vv_buffer *out) {
    const double *up = f->k->up;
    double axis[3][3], q[4], size = 0;
    vv_scene_across(up, axis[0], axis[1]);
    /* rows that take the world to glTF: x stays to the right, up becomes y */
    double turn[3][3];
    for (int a = 0; a < 3; a++) {
        double *right = f->k->is_plane ? NULL : axis[0];
        turn[0][a] = right ? right[a] : 0;
    }
    if (f->k->is_plane) {
        const double *n = f->k->normal;
        turn[0][0] = up[1] * n[2] - up[2] * n[1];
        turn[0][1] = up[2] * n[0] - up[0] * n[2];
        turn[0][2] = up[0] * n[1] - up[1] * n[0];
    }
    for (int a = 0; a < 3; a++) turn[1][a] = up[a], size += up[a] * up[a];
    for (int a = 0; a < 3; a++)
        turn[2][a] = turn[0][(a + 1) % 3] * turn[1][(a + 2) % 3] -
                     turn[0][(a + 2) % 3] * turn[1][(a + 1) % 3];
    double columns[3][3];
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) columns[a][b] = turn[b][a];
    rotation(columns, q);
    vv_buffer_printf(out, "%s{\"name\":\"scene\",\"children\":[%s]", f->nnodes ? "," : "",
                     vv_buffer_text(&f->roots));
    put_list(out, "rotation", 4, q);
    vv_buffer_char(out, '}');
}

static void put_text(file *f, vv_buffer *out) {
    while (f->bytes.length % 4) vv_buffer_char(&f->bytes, '\0');
    vv_buffer_printf(out, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"visviva %s\"},",
                     VV_VERSION);
    vv_buffer_printf(out, "\"scene\":0,\"scenes\":[{\"nodes\":[%d]}],\"nodes\":[%s", f->nnodes,
                     vv_buffer_text(&f->nodes));
    put_root(f, out);
    vv_buffer_printf(out, "],\"meshes\":[%s],", vv_buffer_text(&f->meshes));
    put_materials(out);
    vv_buffer_printf(out, ",\"animations\":[{\"name\":\"motion\",\"samplers\":[%s],\"channels\":[",
                     vv_buffer_text(&f->samplers));
    vv_buffer_printf(out, "%s]}],\"accessors\":[", vv_buffer_text(&f->channels));
    vv_buffer_printf(out, "%s],\"bufferViews\":[", vv_buffer_text(&f->accessors));
    vv_buffer_printf(out, "%s],\"buffers\":[{\"byteLength\":%zu}]}", vv_buffer_text(&f->views),
                     f->bytes.length);
    while (out->length % 4) vv_buffer_char(out, ' ');
}

static void put_word(vv_buffer *out, uint32_t x) {
    for (int i = 0; i < 4; i++) vv_buffer_char(out, (char)(x >> 8 * i & 255));
}

void vv_scene_gltf(const vv_scene *k, vv_buffer *out) {
    file *f = VV_NEW(k->c, file);
    vv_buffer text = VV_BUFFER(k->c);
    float *times = VV_ARRAY(k->c, float, k->run.rows + 1);
    if (!f || !times) return;
    *f = (file){.k = k,
                .c = k->c,
                .bytes = text,
                .views = text,
                .accessors = text,
                .meshes = text,
                .nodes = text,
                .samplers = text,
                .channels = text,
                .roots = text};
    for (int a = 0; a < 3; a++) f->size = fmax(f->size, 0.011 * (k->high[a] - k->low[a]));
    for (int i = 0; i < k->run.rows; i++) times[i] = (float)k->run.time[i];
    f->times = add_floats(f, times, k->run.rows, 1, true);
    add_all(f);
    put_text(f, &text);
    put_word(out, 0x46546C67); /* "glTF" */
    put_word(out, 2);
    put_word(out, (uint32_t)(12 + 8 + text.length + 8 + f->bytes.length));
    put_word(out, (uint32_t)text.length);
    put_word(out, 0x4E4F534A); /* "JSON" */
    vv_buffer_add_n(out, vv_buffer_text(&text), text.length);
    put_word(out, (uint32_t)f->bytes.length);
    put_word(out, 0x004E4942); /* "BIN" */
    vv_buffer_add_n(out, vv_buffer_text(&f->bytes), f->bytes.length);
}
