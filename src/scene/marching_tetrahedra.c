/* Triangulates surfaces given by an equation F(x, y, z) = 0 without a chart: a box around the
 * contact region is divided into cubes, these into six tetrahedra along a diagonal, and in each
 * the zero level is one triangle or two [DoiKoide1991]. Vertices lie on the surface, by
 * bisection of edges. */
#include <math.h>

#include "evaluate/tape/tape.h"
#include "evaluate/evaluate.h"
#include "geometry/geometry.h"
#include "scene/scene_data.h"
#include "scene/scene_tolerances.h"

enum { CELLS = 20, SIDE = CELLS + 1, CORNERS = SIDE * SIDE * SIDE, HALVINGS = 40 };

typedef struct mesher {
    const vv_scene *k;
    vv_tape *tape; /* in: x, y, z.  out: F */
    double *scratch;
    double low[3], high[3];
    double *value; /* at the corners                          (CORNERS) */
    int *vertex;   /* per edge: its vertex number + 1, 0: none (CORNERS * 8) */
    vv_scene_surface *out;
    int capacity, triangle_capacity;
} mesher;

static double level(const mesher *m, const double at[3]) {
    double F = (double)NAN;
    vv_tape_run(m->tape, at, &F, m->scratch);
    return F;
}

static bool open_equation(const vv_scene *k, const vv_surface *s, mesher *m) {
    vv_parameter_values fixed;
    if (vv_parameter_values_from_model(k->c, k->s->m, &fixed) != VV_OK) return false;
    vv_tape_plan plan = {.nin = 3,
                         .in = s->at,
                         .nfixed = fixed.n,
                         .fixed = fixed.symbol,
                         .value = fixed.value,
                         .nout = 1,
                         .out = &s->F};
    m->tape = vv_tape_build(k->c, &plan, NULL);
    if (vv_ctx_status(k->c) == VV_E_BEYOND) vv_ctx_clear_failure(k->c);
    m->scratch = m->tape ? VV_ARRAY(k->c, double, m->tape->nslots + 1) : NULL;
    m->value = VV_ARRAY(k->c, double, CORNERS);
    m->vertex = VV_ARRAY(k->c, int, CORNERS * 8);
    if (!m->scratch || !m->value || !m->vertex) return false;
    vv_tape_prepare(m->tape, m->scratch);
    return true;
}

/* ---- choosing the box ----------------------------------------------------------------------- */

static int number_of(const int at[3]) { return (at[2] * SIDE + at[1]) * SIDE + at[0]; }

static void corner(const mesher *m, int number, double out[3]) {
    int at[] = {number % SIDE, number / SIDE % SIDE, number / SIDE / SIDE};
    for (int a = 0; a < 3; a++) out[a] = m->low[a] + (m->high[a] - m->low[a]) * at[a] / CELLS;
}

/* Evaluates F at the corners and finds how the surface lies in the box: bounds of the cells it
 * crosses, and whether it reaches the faces. False if the surface is not in the box. */
static bool evaluate_corners(mesher *m, int from[3], int to[3], bool *reaches) {
    bool any = false;
    for (int a = 0; a < 3; a++) from[a] = CELLS, to[a] = 0;
    for (int i = 0; i < CORNERS; i++) {
        double p[3];
        corner(m, i, p);
        m->value[i] = level(m, p);
    }
    for (int i = 0; i < CORNERS; i++) {
        int at[] = {i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE}, next;
        for (int a = 0; a < 3; a++) {
            if (at[a] == CELLS) continue;
            at[a]++;
            next = number_of(at);
            at[a]--;
            if (!((m->value[i] < 0) != (m->value[next] < 0))) continue;
            any = true;
            for (int b = 0; b < 3; b++) {
                from[b] = at[b] < from[b] ? at[b] : from[b];
                to[b] = at[b] + (a == b) > to[b] ? at[b] + (a == b) : to[b];
            }
        }
    }
    *reaches = false;
    for (int a = 0; a < 3; a++) *reaches |= from[a] == 0 || to[a] == CELLS;
    return any;
}

/* Bounding box of the contact points in the axes of the surface; false if there are none. */
static bool contact_box(const vv_scene *k, const vv_scene_surface *s, double low[3],
                        double high[3]) {
    bool any = false;
    for (int a = 0; a < 3; a++) low[a] = (double)INFINITY, high[a] = -(double)INFINITY;
    for (int j = 0; j < k->ncontacts; j++) {
        const vv_scene_contact *c = &k->contact[j];
        if (s->body >= 0 ? c->body != s->body && c->support != s->body : c->support >= 0) continue;
        for (int i = 0; i < k->run.rows; i++) {
            double o[3], x[3], y[3], p[3], own[3] = {0};
            vv_scene_track_at(&s->pose.at, i, o);
            vv_scene_track_at(&s->pose.x, i, x);
            vv_scene_track_at(&s->pose.y, i, y);
            vv_scene_track_at(&c->at, i, p);
            double z[] = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2],
                          x[0] * y[1] - x[1] * y[0]};
            for (int a = 0; a < 3; a++)
                own[0] += (p[a] - o[a]) * x[a], own[1] += (p[a] - o[a]) * y[a],
                    own[2] += (p[a] - o[a]) * z[a];
            for (int a = 0; a < 3 && isfinite(own[0] + own[1] + own[2]); a++)
                low[a] = fmin(low[a], own[a]), high[a] = fmax(high[a], own[a]), any = true;
        }
    }
    return any;
}

/* Shrinks the box to the surface in it, twice, since coarse cells give its size only roughly;
 * and widens it again if that cut something off. */
static void fit(mesher *m, int from[3], int to[3]) {
    enum { TRIES = 8 };
    bool reaches = false;
    for (int i = 0; i < TRIES; i++) {
        for (int a = 0; a < 3; a++) {
            double cell = (m->high[a] - m->low[a]) / CELLS, begin = m->low[a];
            m->low[a] = begin + (reaches ? -1 : from[a] - 0.6) * cell;
            m->high[a] = begin + (reaches ? CELLS + 1 : to[a] + 0.6) * cell;
        }
        evaluate_corners(m, from, to, &reaches);
        if (i > 0 && !reaches) return;
    }
}

/* A closed surface entirely; otherwise the neighbourhood of the contact. */
static bool choose_box(mesher *m, const vv_scene_surface *s) {
    enum { WIDER = 9 };
    double low[3], high[3], far = 0, wide = 0;
    int from[3], to[3];
    bool reaches = true;
    if (!contact_box(m->k, s, low, high)) return false;
    for (int a = 0; a < 3; a++) {
        far = fmax(far, fmax(fabs(low[a]), fabs(high[a])));
        wide = fmax(wide, high[a] - low[a]);
    }
    double half = 1.3 * far;
    for (int i = 0; i < WIDER && half > 0; i++, half *= 1.7) {
        for (int a = 0; a < 3; a++) m->low[a] = -half, m->high[a] = half;
        if (evaluate_corners(m, from, to, &reaches) && !reaches) break;
    }
    if (!reaches) {
        fit(m, from, to);
    } else {
        double around = fmax(0.75 * wide, 0.35 * far);
        for (int a = 0; a < 3; a++) {
            double middle = (low[a] + high[a]) / 2;
            m->low[a] = middle - around, m->high[a] = middle + around;
        }
    }
    return evaluate_corners(m, from, to, &reaches);
}

/* ---- triangles ------------------------------------------------------------------------------ */

static void *widen(vv_ctx *c, const void *old, size_t had, size_t room, size_t each) {
    char *grown = vv_alloc_array(c, room, each);
    for (size_t i = 0; grown && i < had * each; i++) grown[i] = ((const char *)old)[i];
    return grown;
}

/* Unit gradient of F by finite differences. */
static void slope(const mesher *m, const double at[3], double out[3]) {
    double n = 0;
    for (int a = 0; a < 3; a++) {
        double step = VV_SCENE_GRADIENT_STEP * (m->high[a] - m->low[a]),
               p[] = {at[0], at[1], at[2]};
        p[a] = at[a] + step;
        out[a] = level(m, p);
        p[a] = at[a] - step;
        out[a] = (out[a] - level(m, p)) / (2 * step);
        n += out[a] * out[a];
    }
    for (int a = 0; a < 3; a++) out[a] = n > 0 ? out[a] / sqrt(n) : a == 2;
}

/* The vertex on the edge from a corner to another one farther along some of the axes; -1: out of
 * memory. */
static int vertex_on(mesher *m, int a, int b, int way) {
    vv_scene_surface *s = m->out;
    int *known = &m->vertex[a * 8 + way];
    if (*known) return *known - 1;
    if (s->nvertices == m->capacity) {
        int capacity = m->capacity ? 2 * m->capacity : 1024;
        size_t had = 3 * (size_t)s->nvertices, room = 3 * (size_t)capacity;
        s->vertex = widen(m->k->c, s->vertex, had, room, sizeof *s->vertex);
        s->normal = widen(m->k->c, s->normal, had, room, sizeof *s->normal);
        if (!s->vertex || !s->normal) return -1;
        m->capacity = capacity;
    }
    double p[3], q[3], *at = s->vertex + 3 * (size_t)s->nvertices;
    corner(m, a, p);
    corner(m, b, q);
    bool below = m->value[a] < 0;
    for (int i = 0; i < HALVINGS; i++) {
        for (int k = 0; k < 3; k++) at[k] = (p[k] + q[k]) / 2;
        double *end = (level(m, at) < 0) == below ? p : q;
        for (int k = 0; k < 3; k++) end[k] = at[k];
    }
    slope(m, at, s->normal + 3 * (size_t)s->nvertices);
    *known = ++s->nvertices;
    return *known - 1;
}

static bool add_triangle(mesher *m, int a, int b, int c) {
    vv_scene_surface *s = m->out;
    if (a < 0 || b < 0 || c < 0) return false;
    if (s->ntriangles == m->triangle_capacity) {
        int capacity = m->triangle_capacity ? 2 * m->triangle_capacity : 2048;
        s->triangle = widen(m->k->c, s->triangle, 3 * (size_t)s->ntriangles, 3 * (size_t)capacity,
                            sizeof *s->triangle);
        if (!s->triangle) return false;
        m->triangle_capacity = capacity;
    }
    int *t = s->triangle + 3 * (size_t)s->ntriangles++;
    t[0] = a, t[1] = b, t[2] = c;
    return true;
}

/* Corners of the tetrahedron by their bits x, y, z within the cube; each a subset of the next. */
static bool put_tetrahedron(mesher *m, int base, const int bits[4]) {
    int number[4], in[4], out[4], nin = 0, nout = 0, edge[4];
    for (int i = 0; i < 4; i++) {
        int at[] = {bits[i] & 1, bits[i] >> 1 & 1, bits[i] >> 2};
        number[i] = base + number_of(at);
        if (isnan(m->value[number[i]])) return true;
        if (m->value[number[i]] < 0)
            in[nin++] = i;
        else
            out[nout++] = i;
    }
    if (!nin || !nout) return true;
    int n = 0, order[4][2]; /* intersected edges, in cyclic order */
    for (int i = 0; i < nin; i++)
        for (int j = 0; j < nout; j++) {
            int o = i % 2 ? out[nout - 1 - j] : out[j];
            order[n][0] = in[i] < o ? in[i] : o, order[n][1] = in[i] < o ? o : in[i];
            n++;
        }
    for (int i = 0; i < n; i++)
        edge[i] = vertex_on(m, number[order[i][0]], number[order[i][1]],
                            bits[order[i][0]] ^ bits[order[i][1]]);
    return add_triangle(m, edge[0], edge[1], edge[2]) &&
           (n < 4 || add_triangle(m, edge[0], edge[2], edge[3]));
}

void vv_scene_mesh_implicit(vv_scene *k, const vv_surface *s, vv_scene_surface *out) {
    static const int TETRAHEDRA[6][4] = {{0, 1, 3, 7}, {0, 1, 5, 7}, {0, 2, 3, 7},
                                         {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 4, 6, 7}};
    mesher m = {.k = k, .out = out};
    if (!s->has_equation || (s->gauss == VV_GAUSS_PLANE && out->fixed))
        return; /* drawn as the ground */
    if (!open_equation(k, s, &m) || !choose_box(&m, out)) return;
    for (int i = 0; i < CORNERS && vv_ctx_tick(k->c); i++) {
        int at[] = {i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE};
        if (at[0] == CELLS || at[1] == CELLS || at[2] == CELLS) continue;
        for (int t = 0; t < 6; t++)
            if (!put_tetrahedron(&m, i, TETRAHEDRA[t])) return;
    }
}
