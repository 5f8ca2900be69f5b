#include "scene/phase_portrait.h"
#include "scene/scene_tolerances.h"

#include <math.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "formalism/formalism.h"
#include "simulate/contact/contact.h"

enum {
    CELLS_X = 44,
    CELLS_Y = 30,
    SEEDS_X = 11,
    SEEDS_Y = 9,
    MOST_STEPS = 3000,
    SHORTEST = 30,
    GRID = 160
};
enum { SAMPLES = 4000, HALVINGS = 60, MOST_EQUILIBRIA = 64, KINDS = 5 };

typedef struct portrait {
    vv_ctx *c;
    const vv_system *s;
    const vv_tape *tape;
    double *scratch, *out;
    double low[2], high[2];       /* of the coordinate and its rate */
    int owner[CELLS_X * CELLS_Y]; /* number of the motion that was there first, 0: none */
    int n, room;                  /* points of the motions, with gaps between them */
    double *x, *y;
    int narrows;
    double arrow[4 * SEEDS_X * SEEDS_Y]; /* place and direction */
} portrait;

static vv_status refuse(vv_ctx *c, const char *what, const char *hint) {
    if (vv_ctx_status(c) == VV_E_BEYOND) vv_ctx_clear_failure(c); /* said here */
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    vv_diag_hint(c, vv_diag_add(c, VV_ERROR, VV_D_NO_PICTURE, (vv_span){0}, "%s", what), "%s",
                 hint);
    return vv_ctx_fail(c, VV_E_BEYOND);
}

static double acceleration_at(portrait *p, double q, double rate, double t) {
    double in[] = {q, rate, t};
    vv_tape_run(p->tape, in, p->out, p->scratch);
    return p->out[0];
}

static double acceleration(portrait *p, double q, double rate) {
    return acceleration_at(p, q, rate, 0);
}

static double width(const portrait *p, int k) { return p->high[k] - p->low[k]; }

/* ---- motions -------------------------------------------------------------------------------- */

/* The direction of motion in the plane, each axis by its width. */
static bool direction(portrait *p, const double *z, double *out) {
    double v[] = {z[1] / width(p, 0), acceleration(p, z[0], z[1]) / width(p, 1)},
           size = hypot(v[0], v[1]);
    if (!(size > 0) || !isfinite(size)) return false;
    out[0] = v[0] / size * width(p, 0), out[1] = v[1] / size * width(p, 1);
    return true;
}

/* A step of this length by the classical method of Runge and Kutta. */
static bool step(portrait *p, double length, double *z) {
    static const double AT[] = {0, 0.5, 0.5, 1}, WEIGHT[] = {1, 2, 2, 1};
    double k[2] = {0, 0}, sum[2] = {0, 0};
    for (int i = 0; i < 4; i++) {
        double here[] = {z[0] + AT[i] * length * k[0], z[1] + AT[i] * length * k[1]};
        if (!direction(p, here, k)) return false;
        for (int a = 0; a < 2; a++) sum[a] += WEIGHT[i] * k[a];
    }
    for (int a = 0; a < 2; a++) z[a] += length / 6 * sum[a];
    return true;
}

static int cell_of(const portrait *p, const double *z) {
    double x = (z[0] - p->low[0]) / width(p, 0), y = (z[1] - p->low[1]) / width(p, 1);
    if (!(x >= 0 && x < 1 && y >= 0 && y < 1)) return -1;
    return (int)(y * CELLS_Y) * CELLS_X + (int)(x * CELLS_X);
}

static void add_point(portrait *p, double x, double y) {
    if (p->n == p->room) {
        int room = p->room ? 2 * p->room : 4096;
        double *gx = VV_ARRAY(p->c, double, room), *gy = VV_ARRAY(p->c, double, room);
        if (!gx || !gy) return;
        if (p->n) memcpy(gx, p->x, (size_t)p->n * sizeof *gx);
        if (p->n) memcpy(gy, p->y, (size_t)p->n * sizeof *gy);
        p->x = gx, p->y = gy, p->room = room;
    }
    p->x[p->n] = x, p->y[p->n++] = y;
}

/* Distance of two places, each axis by its width. */
static double apart(const portrait *p, const double *a, const double *b) {
    return hypot((a[0] - b[0]) / width(p, 0), (a[1] - b[1]) / width(p, 1));
}

/* Follows the motion until it leaves the window, meets another, closes, or rests. */
static int follow(portrait *p, const double *seed, double length, int number) {
    double z[] = {seed[0], seed[1]};
    int steps = 0;
    add_point(p, z[0], z[1]);
    while (steps < MOST_STEPS && vv_ctx_tick(p->c)) {
        double before[] = {z[0], z[1]};
        if (!step(p, length, z)) break;
        int cell = cell_of(p, z);
        if (cell < 0 || (p->owner[cell] && p->owner[cell] != number)) break;
        if (apart(p, z, before) < VV_PORTRAIT_REST * fabs(length)) break;
        p->owner[cell] = number;
        add_point(p, z[0], z[1]);
        if (++steps > 20 && apart(p, z, seed) < 0.75 * fabs(length)) {
            add_point(p, seed[0], seed[1]);
            break;
        }
    }
    add_point(p, (double)NAN, (double)NAN);
    return steps;
}

/* Halfway along a motion, points from .. end - 1, or before it winds about an equilibrium; not at
 * the seeds, which are a grid. */
static void add_arrow(portrait *p, int from, int end) {
    enum { FAR = 120 };
    int half = (end - from) / 2, middle = from + (half < FAR ? half : FAR);
    double at[] = {p->x[middle], p->y[middle]}, *a = p->arrow + 4 * p->narrows;
    if (!isfinite(at[0]) || !direction(p, at, a + 2)) return;
    a[0] = at[0], a[1] = at[1], p->narrows++;
}

static void put_motions(portrait *p) {
    static const double LENGTH = 0.004; /* of the window */
    for (int i = 0; i < SEEDS_X * SEEDS_Y; i++) {
        /* from the middle outwards, so that long motions come first */
        int a = i % SEEDS_X, b = i / SEEDS_X;
        a = SEEDS_X / 2 + (a % 2 ? -(a + 1) / 2 : a / 2);
        b = SEEDS_Y / 2 + (b % 2 ? -(b + 1) / 2 : b / 2);
        double seed[] = {p->low[0] + (a + 0.5) / SEEDS_X * width(p, 0),
                         p->low[1] + (b + 0.53) / SEEDS_Y * width(p, 1)};
        int cell = cell_of(p, seed), from = p->n;
        if (cell < 0 || p->owner[cell]) continue;
        p->owner[cell] = i + 1;
        int steps = follow(p, seed, LENGTH, i + 1);
        bool closed = p->n > from + 3 && p->x[p->n - 2] == seed[0] && p->y[p->n - 2] == seed[1];
        int middle = p->n;
        if (!closed) steps += follow(p, seed, -LENGTH, i + 1);
        if (steps < SHORTEST)
            p->n = from;
        else if (middle - from > p->n - middle)
            add_arrow(p, from, middle);
        else
            add_arrow(p, middle, p->n);
    }
}

/* ---- nullclines ----------------------------------------------------------------------------- */

/* Where the acceleration vanishes, cell by cell [marching squares]. */
static void put_nullcline(portrait *p, int *n, double **x, double **y) {
    int most = 3 * 2 * GRID * GRID;
    double *value = VV_MATRIX(p->c, double, GRID + 1, GRID + 1);
    *n = 0, *x = VV_ARRAY(p->c, double, most), *y = VV_ARRAY(p->c, double, most);
    if (!value || !*x || !*y) return;
    for (int i = 0; i < (GRID + 1) * (GRID + 1); i++)
        value[i] = acceleration(p, p->low[0] + i % (GRID + 1) * width(p, 0) / GRID,
                                p->low[1] + i / (GRID + 1) * width(p, 1) / GRID);
    for (int j = 0; j < GRID && vv_ctx_tick(p->c); j++)
        for (int i = 0; i < GRID; i++) {
            static const int DI[] = {0, 1, 1, 0}, DJ[] = {0, 0, 1, 1};
            int cuts = 0;
            for (int k = 0; k < 4; k++) { /* the sides of the cell */
                int l = (k + 1) % 4;
                double a = value[(j + DJ[k]) * (GRID + 1) + i + DI[k]],
                       b = value[(j + DJ[l]) * (GRID + 1) + i + DI[l]];
                if (!(a * b < 0 || (a == 0 && b != 0)) || cuts == 2) continue;
                double t = a / (a - b);
                (*x)[*n] = p->low[0] + (i + DI[k] + t * (DI[l] - DI[k])) * width(p, 0) / GRID;
                (*y)[*n] = p->low[1] + (j + DJ[k] + t * (DJ[l] - DJ[k])) * width(p, 1) / GRID;
                ++*n, cuts++;
            }
            if (cuts == 1) --*n;
            if (cuts == 2) (*x)[*n] = (*y)[*n] = (double)NAN, ++*n;
        }
}

/* ---- equilibria ----------------------------------------------------------------------------- */

static const char *const KIND[KINDS] = {"centre", "sink", "source", "saddle", "undecided"};
enum { CENTRE, SINK, SOURCE, SADDLE, UNDECIDED };

/* By the linearized motion: q'' = a q + b q'. */
static int kind_at(portrait *p, double q) {
    double h[] = {VV_PORTRAIT_DIFFERENCE * width(p, 0), VV_PORTRAIT_DIFFERENCE * width(p, 1)};
    double a = (acceleration(p, q + h[0], 0) - acceleration(p, q - h[0], 0)) / (2 * h[0]),
           b = (acceleration(p, q, h[1]) - acceleration(p, q, -h[1])) / (2 * h[1]);
    double size = fabs(a) + b * b;
    if (!(fabs(a) > VV_PORTRAIT_ZERO * size)) return UNDECIDED;
    if (a > 0) return SADDLE;
    if (fabs(b) < VV_PORTRAIT_ZERO * sqrt(size)) return CENTRE;
    return b < 0 ? SINK : SOURCE;
}

static double bisected(portrait *p, double a, double b) {
    bool rises = acceleration(p, a, 0) < 0;
    for (int i = 0; i < HALVINGS; i++) {
        double m = (a + b) / 2;
        if ((acceleration(p, m, 0) < 0) == rises)
            a = m;
        else
            b = m;
    }
    return (a + b) / 2;
}

/* In place q, with its kind; returns their number. */
static int find_equilibria(portrait *p, double *q, int *kind) {
    int n = 0;
    /* not at the ends of the window, nor at a middle where most equilibria are */
    double before = p->low[0], step = width(p, 0) / (SAMPLES + 0.618),
           was = acceleration(p, before, 0);
    for (int i = 1; i <= SAMPLES && n < MOST_EQUILIBRIA; i++) {
        double at = p->low[0] + (i + 0.309) * step, is = acceleration(p, at, 0);
        if (isfinite(was) && isfinite(is) && (was < 0) != (is < 0)) {
            q[n] = bisected(p, before, at);
            double there = fabs(acceleration(p, q[n], 0)); /* a pole changes the sign too */
            if (there <= fabs(was) + fabs(is)) kind[n] = kind_at(p, q[n]), n++;
        }
        before = at, was = is;
    }
    return n;
}

/* ---- the window ----------------------------------------------------------------------------- */

static bool coordinate_range(portrait *p, const vv_plot_style *style) {
    const vv_model *m = p->s->m;
    const double TURN = 4.2; /* a little more than half a turn to each side */
    vv_dimension d = m->coordinate[0].dimension;
    if (style && style->has_x) return p->low[0] = style->x[0], p->high[0] = style->x[1], true;
    for (int i = 0; i < m->nboxes; i++) {
        if (!vv_same(m->box[i].symbol, m->coordinate[0].q)) continue;
        p->low[0] = vv_parameter_value(p->c, m, m->box[i].low);
        p->high[0] = vv_parameter_value(p->c, m, m->box[i].high);
        return p->low[0] < p->high[0];
    }
    p->low[0] = -TURN, p->high[0] = TURN;
    return !(d.known && (d.m || d.kg));
}

/* As fast as the steepest fall within the window makes a motion, and a little more. */
static void rate_range(portrait *p, const vv_plot_style *style) {
    double work = 0, low = 0, high = 0, step = width(p, 0) / SAMPLES;
    if (style && style->has_y) {
        p->low[1] = style->y[0], p->high[1] = style->y[1];
        return;
    }
    for (int i = 0; i < SAMPLES; i++) {
        double a = acceleration(p, p->low[0] + (i + 0.5) * step, 0);
        if (isfinite(a)) work += a * step;
        low = fmin(low, work), high = fmax(high, work);
    }
    p->high[1] = high > low ? 1.3 * sqrt(2 * (high - low)) : 1;
    p->low[1] = -p->high[1];
}

/* ---- the plot ------------------------------------------------------------------------------- */

static const char *with_unit(vv_ctx *c, const char *name, const char *unit) {
    return unit ? vv_format(c, "%s [%s]", name, unit) : name;
}

static void draw(portrait *p, vv_drawing_list *out) {
    enum { MOTIONS, REST, NULLCLINE, EQUILIBRIA };
    const vv_coordinate *own = &p->s->m->coordinate[0];
    const char *name = vv_symbol_get(p->c, own->q)->name;
    double q[MOST_EQUILIBRIA], zero[KINDS][MOST_EQUILIBRIA] = {{0}}, place[KINDS][MOST_EQUILIBRIA],
                               rest[] = {0, 0}, *x, *y;
    int kind[MOST_EQUILIBRIA], count[KINDS] = {0}, n;
    vv_series series[EQUILIBRIA + KINDS];
    put_motions(p);
    put_nullcline(p, &n, &x, &y);
    series[MOTIONS] = (vv_series){.n = p->n, .x = p->x, .y = p->y, .style = 1, .plain = true};
    const double ends[] = {p->low[0], p->high[0]};
    series[REST] = (vv_series){
        .label = vv_format(p->c, "%s' = 0", name), .n = 2, .x = ends, .y = rest, .style = 7};
    series[NULLCLINE] = (vv_series){.label = vv_format(p->c, "%s'' = 0", name),
                                    .n = n,
                                    .x = x,
                                    .y = y,
                                    .style = 2,
                                    .plain = true};
    int all = find_equilibria(p, q, kind), shown = EQUILIBRIA;
    for (int i = 0; i < all; i++) place[kind[i]][count[kind[i]]++] = q[i];
    for (int k = 0; k < KINDS; k++)
        if (count[k])
            series[shown++] = (vv_series){.label = KIND[k],
                                          .n = count[k],
                                          .x = place[k],
                                          .y = zero[k],
                                          .dots = 9,
                                          .style = k == CENTRE || k == SINK ? 3 : 4,
                                          .hollow = k != CENTRE && k != SINK};
    vv_plot plot = {.x_label = with_unit(p->c, name, vv_scene_unit(p->c, p->s->m, own->q)),
                    .y_label = with_unit(p->c, vv_format(p->c, "%s'", name),
                                         vv_scene_unit(p->c, p->s->m, own->qd)),
                    .x_range = ends,
                    .y_range = (const double[]){p->low[1], p->high[1]},
                    .nseries = shown,
                    .series = series,
                    .narrows = p->narrows,
                    .arrow = p->arrow,
                    .height = 440};
    vv_drawing_list_plot(p->c, out, &plot, vv_format(p->c, "phase portrait of %s", name));
}

/* Why the phase plane is not that of one coordinate; NULL: it is. */
static const char *obstacle(const vv_system *s) {
    if (s->m->nq != 1 || s->freedom != 1) return "it has not one coordinate with one freedom";
    return vv_model_has_friction(s->m) ? "a contact with friction sticks and slides" : NULL;
}

vv_status vv_phase_portrait_draw(vv_ctx *c, const vv_system *s, vv_drawing_list *out) {
    portrait *p = VV_NEW(c, portrait);
    vv_equations *eq = VV_NEW(c, vv_equations);
    vv_parameter_values values;
    const char *why = obstacle(s);
    if (!p || !eq) return vv_ctx_status(c);
    if (!why && vv_formalism_run(c, vv_formalism_in_speeds(s), s, eq, &why) != VV_OK && !why)
        why = "no equations of motion could be derived";
    if (why)
        return refuse(c, vv_format(c, "no phase portrait: %s", why),
                      "plot motions of several starts: --vary θ=0.5:2:4 --x θ --y \"θ'\"");
    *p = (portrait){.c = c, .s = s};
    if (vv_parameter_values_from_model(c, s->m, &values) != VV_OK) return vv_ctx_status(c);
    p->tape = vv_acceleration_tape(c, eq, s->m, &values, 0, NULL, &why);
    if (!p->tape)
        return refuse(c, vv_format(c, "no phase portrait: %s", why ? why : "no numbers"),
                      "every parameter needs a value: --set NAME=VALUE");
    p->scratch = VV_ARRAY(c, double, p->tape->nslots + 1);
    p->out = VV_ARRAY(c, double, p->tape->nout + 1);
    if (!p->scratch || !p->out) return vv_ctx_status(c);
    vv_tape_prepare(p->tape, p->scratch);
    if (!coordinate_range(p, out->style))
        return refuse(c, "a phase portrait needs the range of the coordinate",
                      "state it: --xlim -1:1, or box in the model");
    rate_range(p, out->style);
    for (int i = 0; i < 8; i++) {
        double q = p->low[0] + (i + 0.37) / 8 * width(p, 0), v = 0.3 * p->high[1];
        double first = acceleration_at(p, q, v, 0), later = acceleration_at(p, q, v, 0.7310585786);
        if (first != later && isfinite(first))
            return refuse(c, "no phase portrait: the acceleration depends on the time",
                          "draw points at equal phases: --recorded");
    }
    draw(p, out);
    return vv_ctx_status(c);
}
