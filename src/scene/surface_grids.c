/* Surfaces of the model as grids of points. */
#include <math.h>

#include "evaluate/tape/tape.h"
#include "evaluate/evaluate.h"
#include "geometry/geometry.h"
#include "scene/scene_data.h"
#include "scene/scene_tolerances.h"

enum { CELLS = 48 };
static const double TURN = 6.28318530717958647692;

typedef struct chart {
    const vv_scene *k;
    vv_tape *tape; /* in: u, v.  out: a point */
    double *scratch;
} chart;

static void point_at(const chart *c, double u, double v, double out[3]) {
    double in[] = {u, v};
    vv_tape_run(c->tape, in, out, c->scratch);
}

/* false if a parameter has no value, or memory is exhausted */
static bool open_chart(const vv_scene *k, const vv_surface *s, chart *out) {
    vv_parameter_values fixed;
    if (vv_parameter_values_from_model(k->c, k->s->m, &fixed) != VV_OK) return false;
    vv_tape_plan plan = {.nin = 2,
                         .in = s->u,
                         .nfixed = fixed.n,
                         .fixed = fixed.symbol,
                         .value = fixed.value,
                         .nout = 3,
                         .out = s->x};
    *out = (chart){.k = k, .tape = vv_tape_build(k->c, &plan, NULL)};
    if (vv_ctx_status(k->c) == VV_E_BEYOND) vv_ctx_clear_failure(k->c);
    out->scratch = out->tape ? VV_ARRAY(k->c, double, out->tape->nslots + 1) : NULL;
    if (out->scratch) vv_tape_prepare(out->tape, out->scratch);
    return out->scratch != NULL;
}

/* Does a whole turn of this parameter give the same point? */
static bool is_angle(const chart *c, int which) {
    static const double at[][2] = {{0.3, 0.7}, {1.1, -0.4}, {-0.8, 2.3}};
    for (int i = 0; i < 3; i++) {
        double p[3], q[3];
        point_at(c, at[i][0], at[i][1], p);
        point_at(c, at[i][0] + (which == 0 ? TURN : 0), at[i][1] + (which == 1 ? TURN : 0), q);
        for (int a = 0; a < 3; a++)
            if (!(fabs(p[a] - q[a]) < VV_SCENE_PERIODIC)) return false;
    }
    return true;
}

/* The range of the contact coordinate of this name, slightly extended. */
static void range_of(const chart *c, const char *name, int which, double range[2]) {
    range[0] = is_angle(c, which) ? 0 : -1;
    range[1] = is_angle(c, which) ? TURN : 1;
    int column = vv_csv_table_find(&c->k->run.table, name);
    if (is_angle(c, which) || column < 0) return;
    const double *x = vv_csv_table_column(&c->k->run.table, column);
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (int i = 0; i < c->k->run.rows; i++)
        if (isfinite(x[i])) low = fmin(low, x[i]), high = fmax(high, x[i]);
    if (!(low <= high)) return;
    double more = fmax(0.35 * (high - low), 0.1 * fmax(fabs(low), fabs(high)));
    range[0] = low - more, range[1] = high + more;
}

static void fill(const vv_scene *k, const vv_stated_surface *s, vv_scene_surface *out) {
    chart c;
    double range[2][2];
    if (!s->shape->has_chart || !open_chart(k, s->shape, &c)) return;
    out->point = VV_ARRAY(k->c, double, (CELLS + 1) * (CELLS + 1) * 3);
    if (!out->point) return;
    for (int i = 0; i < 2; i++) range_of(&c, s->parameter[i], i, range[i]);
    out->nu = out->nv = CELLS;
    for (int i = 0; i <= CELLS; i++)
        for (int j = 0; j <= CELLS; j++)
            point_at(&c, range[0][0] + (range[0][1] - range[0][0]) * i / CELLS,
                     range[1][0] + (range[1][1] - range[1][0]) * j / CELLS,
                     out->point + 3 * (i * (CELLS + 1) + j));
}

void vv_scene_grid_surfaces(vv_scene *k) {
    int kept = 0;
    for (int i = 0; i < k->nsurfaces && vv_ctx_ok(k->c); i++) {
        vv_scene_surface s = k->surface[i];
        if (s.pose.at.x[0]) fill(k, &k->s->m->surface[i], &s);
        if (s.pose.at.x[0] && !s.point && !k->s->m->surface[i].shape->has_chart)
            vv_scene_mesh_implicit(k, k->s->m->surface[i].shape, &s);
        if (s.point || s.ntriangles) k->surface[kept++] = s;
    }
    k->nsurfaces = kept;
}
