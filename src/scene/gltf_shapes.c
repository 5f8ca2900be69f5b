#include "scene/gltf_shapes.h"

#include <math.h>

static const double TURN = 6.28318530717958647692;
enum { SIDES = 40, ROUND = 16, WINDINGS = 10, STEPS = 120 };

/* A grid of points with normals, closed or not: its triangles have the normal du x dv. */
static vv_gltf_mesh grid(vv_ctx *c, int nu, int nv) {
    vv_gltf_mesh m = {.nvertices = (nu + 1) * (nv + 1), .nindices = 6 * nu * nv};
    m.place = VV_ARRAY(c, float, 3 * m.nvertices);
    m.normal = VV_ARRAY(c, float, 3 * m.nvertices);
    m.index = VV_ARRAY(c, uint16_t, m.nindices);
    if (!m.place || !m.normal || !m.index) return (vv_gltf_mesh){0};
    for (int i = 0, n = 0; i < nu; i++)
        for (int j = 0; j < nv; j++) {
            int a = i * (nv + 1) + j, b = a + nv + 1;
            const int corner[] = {a, b, b + 1, a, b + 1, a + 1};
            for (int k = 0; k < 6; k++) m.index[n++] = (uint16_t)corner[k];
        }
    return m;
}

static void put(vv_gltf_mesh *m, int at, const double p[3], const double n[3]) {
    double size = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int a = 0; a < 3; a++) {
        m->place[3 * at + a] = (float)p[a];
        m->normal[3 * at + a] = (float)(n[a] / size);
    }
}

/* A profile of (radius, height, normal in that plane), from below, turned about z. */
static vv_gltf_mesh lathe(vv_ctx *c, int n, double profile[][4]) {
    vv_gltf_mesh m = grid(c, SIDES, n - 1);
    for (int i = 0; m.nvertices && i <= SIDES; i++)
        for (int j = 0; j < n; j++) {
            double w = TURN * i / SIDES, x = cos(w), y = sin(w), *q = profile[j];
            put(&m, i * n + j, (double[]){q[0] * x, q[0] * y, q[1]},
                (double[]){q[2] * x, q[2] * y, q[3]});
        }
    return m;
}

static vv_gltf_mesh cylinder(vv_ctx *c, double low) {
    double profile[][4] = {{0, low, 0, -1},    {1, low, 0, -1},    {1, low, 1, 0},
                           {1, low + 1, 1, 0}, {1, low + 1, 0, 1}, {0, low + 1, 0, 1}};
    return lathe(c, 6, profile);
}

static vv_gltf_mesh cone(vv_ctx *c) {
    double profile[][4] = {{0, 0, 0, -1}, {1, 0, 0, -1}, {1, 0, 1, 1}, {0, 1, 1, 1}};
    return lathe(c, 4, profile);
}

/* A circle of radius k about (middle, 0): from below over the outside to above; all of it, or half.
 */
static vv_gltf_mesh turned_circle(vv_ctx *c, double middle, double k, double whole) {
    double profile[2 * ROUND + 1][4];
    for (int j = 0; j <= 2 * ROUND; j++) {
        double b = -TURN / 4 + whole * TURN * j / (2 * ROUND), x = cos(b), y = sin(b);
        profile[j][0] = fmax(middle + k * x, 0), profile[j][1] = k * y;
        profile[j][2] = x, profile[j][3] = y;
    }
    return lathe(c, 2 * ROUND + 1, profile);
}

static vv_gltf_mesh cube(vv_ctx *c) {
    vv_gltf_mesh m = grid(c, 11, 1); /* 24 vertices; the indices are written anew */
    m.nindices = 36;
    for (int face = 0; m.nvertices && face < 6; face++) {
        int a = face / 2, side = face % 2 ? 1 : -1, at = 4 * face;
        for (int k = 0; k < 4; k++) {
            double p[3], n[3] = {0};
            p[a] = side / 2.0, n[a] = side;
            p[(a + 1) % 3] = (k == 1 || k == 2) - 0.5;
            p[(a + 2) % 3] = (k > 1) - 0.5;
            put(&m, at + k, p, n);
        }
        const int order[] = {0, 1, 2, 0, 2, 3};
        for (int k = 0; k < 6; k++)
            m.index[6 * face + k] = (uint16_t)(at + (side > 0 ? order[k] : order[5 - k]));
    }
    return m;
}

/* A helix of radius 1 about z, as a tube, narrower at the ends. */
static vv_gltf_mesh coil(vv_ctx *c) {
    enum { AROUND = 8 };
    vv_gltf_mesh m = grid(c, STEPS, AROUND);
    const double thick = 0.16;
    for (int i = 0; m.nvertices && i <= STEPS; i++) {
        double s = (double)i / STEPS, w = TURN * WINDINGS * s,
               r = fmin(1, 0.3 + 8 * fmin(s, 1 - s)), x = cos(w), y = sin(w);
        for (int j = 0; j <= AROUND; j++) {
            double b = TURN * j / AROUND, out = cos(b), up = sin(b);
            put(&m, i * (AROUND + 1) + j,
                (double[]){(r + thick * out) * x, (r + thick * out) * y, s + 0.012 * up},
                (double[]){out * x, out * y, up});
        }
    }
    return m;
}

vv_gltf_mesh vv_gltf_mesh_of(vv_ctx *c, vv_gltf_shape shape) {
    switch (shape) {
    case VV_GLTF_BALL: return turned_circle(c, 0, 1, 0.5);
    case VV_GLTF_CYLINDER: return cylinder(c, -0.5);
    case VV_GLTF_ROD: return cylinder(c, 0);
    case VV_GLTF_CONE: return cone(c);
    case VV_GLTF_CUBE: return cube(c);
    case VV_GLTF_RING: return turned_circle(c, 0.955, 0.045, 1);
    case VV_GLTF_COIL: return coil(c);
    case VV_GLTF_SHAPES: break;
    }
    return (vv_gltf_mesh){0};
}
