/* Scenes: shapes inferred from the numbers, rods, tracks; and failed allocations. */
#include <math.h>

#include "api/mechanism.h"
#include "scene/run_plots.h"
#include "scene/sketch.h"
#include "tap.h"

static vv_status scene_of(vv_ctx *c, const char *text, vv_scene *out) {
    vv_command_mechanism *m;
    vv_status status = vv_command_load(c, "scene.vv", text, strlen(text), 0, NULL, &m);
    return status == VV_OK ? vv_scene_build(c, &m->system, NULL, 50, out) : status;
}

#define WHEEL(moment)                                                                              \
    "parameter m = 2, a = 0.5, g = 9.81\n"                                                         \
    "coordinate x, y, ψ, θ, φ\n"                                                                \
    "frame R = world turned ψ about z, θ about x\n"                                              \
    "frame H = R turned φ about z\n"                                                              \
    "point G = x*world.x + y*world.y + a*sin(θ)*world.z\n"                                        \
    "point P = G - a*R.y\n"                                                                        \
    "body wheel: mass m, centre G, frame H, inertia (" moment "/2, " moment "/2, " moment          \
    ") along R\n"                                                                                  \
    "gravity -g*world.z\n"                                                                         \
    "rolling wheel on world at P, normal world.z\n"                                                \
    "start θ = 1.3, φ' = -8, ψ' = 0.3\nrun 1\nshow path(G), energy, reaction(P)\n"

static void test_wheels(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_scene k;
    is_int(scene_of(c, WHEEL("m*a^2"), &k), VV_OK, "a hoop runs");
    is_int((int)k.body[0].form.kind, VV_BODY_SHAPE_HOOP, "its moment makes it a hoop");
    ok(fabs(k.body[0].form.radius - 0.5) < 1e-12, "of the radius at which it rolls");
    is_int(k.body[0].form.axis, 2, "about its own axis z");
    is_int(k.ncontacts, 1, "one contact");
    is_int(k.npaths, 1, "one path");
    is_int(k.nvalues, 1, "one value");
    is_int(k.nlinks, 0, "no rod");
    double worst = 0, height = 0;
    for (int i = 0; i < k.run.rows; i++) {
        double p[3], q[3], x[3], y[3], d[3];
        vv_scene_track_at(&k.contact[0].at, i, p);
        vv_scene_track_at(&k.body[0].pose.at, i, q);
        vv_scene_track_at(&k.body[0].pose.x, i, x);
        vv_scene_track_at(&k.body[0].pose.y, i, y);
        for (int a = 0; a < 3; a++) d[a] = p[a] - q[a];
        double u = d[0] * x[0] + d[1] * x[1] + d[2] * x[2],
               v = d[0] * y[0] + d[1] * y[1] + d[2] * y[2];
        worst = fmax(worst, fabs(u * u + v * v - 0.25));
        height = fmax(height, fabs(p[2]));
    }
    ok(worst < 1e-12, "the contact lies on its rim (%.2g)", worst);
    ok(height < 1e-12, "and on the plane (%.2g)", height);
    is_int(scene_of(c, WHEEL("m*a^2/2"), &k), VV_OK, "a disc runs");
    is_int((int)k.body[0].form.kind, VV_BODY_SHAPE_DISC, "half the moment makes it a disc");
    vv_ctx_free(c);
}

/* A brick 2p x 2q x 2r has moments m (q^2 + r^2)/3, ...: its ellipsoid has the semi-axes
 * sqrt(5/3) (p, q, r). Stated in rotated axes, the tensor is not diagonal. */
static void test_ellipsoid(void) {
    static const char text[] =
        "parameter m = 3, p = 1, q = 2, r = 3, g = 9.81, h = 0.4\n"
        "let A = m*(q^2 + r^2)/3, B = m*(r^2 + p^2)/3, C = m*(p^2 + q^2)/3\n"
        "frame F = world free (w1, w2, w3)\ncoordinate x\n"
        "body brick: mass m, centre x*world.x, frame F, inertia ((A*cos(h)^2 + B*sin(h)^2, "
        "(A - B)*sin(h)*cos(h), 0), ((A - B)*sin(h)*cos(h), A*sin(h)^2 + B*cos(h)^2, 0), (0, 0, "
        "C))\n"
        "start x' = 1, w1 = 0.3, w2 = 1\nrun 1\n";
    vv_ctx *c = vv_ctx_new(NULL);
    vv_scene k;
    is_int(scene_of(c, text, &k), VV_OK, "a brick flies");
    const vv_body_shape *f = &k.body[0].form;
    is_int((int)f->kind, VV_BODY_SHAPE_ELLIPSOID, "it is drawn as its ellipsoid");
    double found[3] = {0}, unit = sqrt(5.0 / 3);
    for (int want = 1; want <= 3; want++)
        for (int i = 0; i < 3; i++)
            if (fabs(f->semi[i] - want * unit) < 1e-9) {
                found[want - 1]++;
                double along = fabs(f->axes[i] * cos(0.4) + f->axes[3 + i] * sin(0.4));
                if (want == 1) ok(fabs(along - 1) < 1e-9, "the shortest axis lies as stated");
            }
    ok(found[0] == 1 && found[1] == 1 && found[2] == 1, "its semi-axes: %.6g %.6g %.6g", f->semi[0],
       f->semi[1], f->semi[2]);
    vv_ctx_free(c);
}

/* In plane motion one moment is known: a link with a joint off its centre is a rod along it, a
 * body without one a disc; neither has thickness across the plane. */
static void test_planar(void) {
    static const char text[] =
        "parameter m = 3, l = 2, h = 0.3\ncoordinate α, β, x, y\n"
        "frame E = world turned α about z\nframe F = world turned β about z\n"
        "point A = l*(cos(h)*E.x + sin(h)*E.y), Q = (x + 2*l)*world.x\n"
        "body link: mass m, centre A/2, frame E, inertia m*l^2/12 about z\n"
        "body plate: mass m, centre x*world.x + y*world.y, frame F, inertia m*l^2/12 about z\n"
        "start α' = 1, β' = 1, x' = 1, y' = 1\nrun 1\n";
    vv_ctx *c = vv_ctx_new(NULL);
    vv_scene k;
    is_int(scene_of(c, text, &k), VV_OK, "a link and a plate move in a plane");
    const vv_body_shape *f = &k.body[0].form, *g = &k.body[1].form;
    double half = vv_body_shape_radius(f), along = f->half[0] * cos(0.3) + f->half[1] * sin(0.3);
    is_int((int)f->kind, VV_BODY_SHAPE_BAR, "the link is a bar");
    ok(fabs(half - 1) < 1e-12, "the uniform one with its moment is so long: %.6g", 2 * half);
    ok(fabs(fabs(along) - half) < 1e-12, "it lies along the joint (%.6g)", along);
    is_int((int)g->kind, VV_BODY_SHAPE_DISC, "what is fixed nowhere in the plate leaves it a disc");
    ok(g->axis == 2 && fabs(g->radius - sqrt(2.0 / 3)) < 1e-12, "with its moment: %.6g", g->radius);
    ok(k.high[2] - k.low[2] < 1e-12, "the picture is flat: seen across the plane");
    vv_ctx_free(c);
}

/* A crank and a coupler: joints in the world, between the two, and none at the free end. */
static void test_pivots(void) {
    static const char text[] =
        "coordinate α, β\nframe E = world turned α about z\nframe F = world turned β about z\n"
        "point A = 2*E.x, B = A + F.x\n"
        "body crank: mass 1, centre A/2, frame E, inertia 1/3 about z\n"
        "body coupler: mass 1, centre (A + B)/2, frame F, inertia 1/12 about z\n"
        "start α' = 1, β' = 3\nrun 1\n";
    vv_ctx *c = vv_ctx_new(NULL);
    vv_scene k;
    is_int(scene_of(c, text, &k), VV_OK, "a crank and a coupler move");
    is_int(k.npivots, 2, "they have two joints");
    int fixed = 0;
    double apart = 0;
    for (int i = 0; i < k.npivots; i++) {
        double at[3];
        vv_scene_track_at(&k.pivot[i].at, 5, at);
        fixed += k.pivot[i].fixed;
        apart = fmax(apart, sqrt(at[0] * at[0] + at[1] * at[1]));
    }
    is_int(fixed, 1, "one of them in the world");
    ok(fabs(apart - 2) < 1e-9, "the other at the end of the crank: %.6g", apart);
    vv_ctx_free(c);
}

/* From where a motion is seen: the normal of its plane, towards the viewer, and what is up. */
static void test_view(void) {
    static const struct view {
        const char *text, *title;
        bool plane;
        double up[3], normal[3];
    } views[] = {
        {"coordinate θ\nmass 1 at sin(θ)*world.x - cos(θ)*world.z\ngravity -9.81*world.z\n"
         "start θ = 1\nrun 1\n",
         "a pendulum",
         true,
         {0, 0, 1},
         {0, -1, 0}},
        {"coordinate θ\nmass 1 at sin(θ)*world.x + cos(θ)*world.z\ngravity 9.81*world.z\n"
         "start θ = 1\nrun 1\n",
         "a pendulum, z downwards",
         true,
         {0, 0, -1},
         {0, 1, 0}},
        {"coordinate x, y\nmass 1 at x*world.x + y*world.y\ngravity -9.81*world.z\n"
         "start x' = 1, y' = 2, x = 1\nrun 1\n",
         "a slide on a table",
         true,
         {0, 1, 0},
         {0, 0, 1}},
        {"coordinate φ, ψ\nframe D = world turned φ about z, ψ about x\n"
         "body top: mass 1, centre world.origin, frame D, inertia (1, 1, 2)\n"
         "start φ' = 1, ψ' = 2\nrun 1\n",
         "a gimbal",
         false,
         {0, 0, 1},
         {0, 0, 0}},
    };
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        vv_ctx *c = vv_ctx_new(NULL);
        vv_scene k;
        is_int(scene_of(c, views[i].text, &k), VV_OK, "%s", views[i].title);
        double off = 0;
        for (int a = 0; a < 3; a++)
            off = fmax(
                off, fmax(fabs(k.up[a] - views[i].up[a]), fabs(k.normal[a] - views[i].normal[a])));
        ok(k.is_plane == views[i].plane && off < 1e-12, "%s: seen as it should be (%g)",
           views[i].title, off);
        vv_ctx_free(c);
    }
}

/* What is stated to be seen: a ring on a wheel lies about its axle, a rod keeps its place in the
 * body that it names, a rope follows two points; none of them changes the mass or the box of the
 * dynamics. */
static void test_visuals(void) {
    static const char text[] =
        "parameter r = 0.3\ncoordinate x, φ\nframe D = world turned φ about y\n"
        "point G = x*world.x + r*world.z\n"
        "body wheel: mass 1, centre G, frame D, inertia (1, 1, 1)\n"
        "rolling wheel on world at G - r*world.z, normal world.z\n"
        "shape tyre: ring r = r, w = r/10 on wheel\n"
        "shape spoke: rod r = 0.01 between G and G + r*D.x on wheel\n"
        "shape flag: box x = 0.1, y = 0.2, z = 0.3 on world at G + world.z\n"
        "shape string: rope between world.z and G\n"
        "start φ' = 2\nrun 1\n";
    vv_ctx *c = vv_ctx_new(NULL);
    vv_scene k;
    is_int(scene_of(c, text, &k), VV_OK, "a wheel with shapes rolls");
    is_int(k.nvisuals, 4, "each is there");
    double axis[3][3], worst = 0;
    for (int i = 0; i < k.run.rows; i++) {
        vv_scene_visual_axes(&k.visual[0], i, axis);
        worst = fmax(worst, fabs(fabs(axis[2][1]) - 1));
    }
    ok(worst < 1e-9, "the tyre lies about the axle, y, at all times (%g)", worst);
    const vv_scene_visual *rod = &k.visual[1];
    ok(rod->is_rigid && fabs(rod->end[0] - 0.3) < 1e-9 && fabs(rod->end[2]) < 1e-9,
       "the spoke ends at r x of the wheel: %g %g %g", rod->end[0], rod->end[1], rod->end[2]);
    ok(!k.visual[2].is_rigid && !k.visual[3].is_rigid, "what the world carries moves as stated");
    ok(k.body[0].has_visual && k.high[2] > 1.3 && k.low[2] < 1e-9, "the box has them all");
    vv_ctx_free(c);
}

/* ---- labels of a sketch ---- */

/* Every model of the screenshots, as its report sketches it. */
static char *read_model(const char *name, size_t *n) {
    char path[256];
    snprintf(path, sizeof path, "models/%s.vv", name);
    FILE *f = fopen(path, "rb");
    char *text = f ? calloc(1 << 16, 1) : NULL;
    *n = text ? fread(text, 1, (1 << 16) - 1, f) : 0;
    if (f) fclose(f);
    return text;
}

/* The box of a centred text whose letters are 0.56 of their size wide, as drawings measure them. */
static void box_of(const vv_shape *s, double low[2], double high[2]) {
    double wide = vv_drawing_measure(s->text, s->size) / 2;
    low[0] = s->xy[0] - wide, high[0] = s->xy[0] + wide;
    low[1] = s->xy[1] - 0.8 * s->size, high[1] = s->xy[1] + 0.25 * s->size;
}

static int overlaps(const vv_drawing *d, int *outside) {
    int n = 0;
    for (int i = 0; i < d->n; i++) {
        double low[2], high[2], l[2], h[2];
        if (!d->shape[i].is_text) continue;
        box_of(&d->shape[i], low, high);
        *outside += low[0] < 0 || low[1] < 0 || high[0] > d->width || high[1] > d->height;
        for (int j = 0; j < i; j++) {
            if (!d->shape[j].is_text) continue;
            box_of(&d->shape[j], l, h);
            n += low[0] < h[0] && l[0] < high[0] && low[1] < h[1] && l[1] < high[1];
        }
    }
    return n;
}

static bool has_text(const vv_drawing *d, const char *text) {
    for (int i = 0; i < d->n; i++)
        if (d->shape[i].is_text && !strcmp(d->shape[i].text, text)) return true;
    return false;
}

static void test_labels(void) {
    static const struct {
        const char *name, *angle, *length; /* what must be marked, or NULL */
    } models[] = {
        {"double_pendulum", "θ2", "l1"}, {"fourbar", "β", "c"},   {"rolling_hoop", NULL, NULL},
        {"spring_pendulum", "θ", "r"},   {"bicycle", NULL, NULL}, {"top", NULL, NULL},
        {"crane", NULL, NULL},           {"segway", NULL, NULL},  {"friction/incline", NULL, NULL},
        {"bead_on_hoop", NULL, "R"},     {"twocars", NULL, NULL}, {"chaplygin_sleigh", "θ", NULL},
    };
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        vv_ctx *c = vv_ctx_new(NULL);
        vv_scene k;
        size_t n;
        int outside = 0;
        char *text = read_model(models[i].name, &n);
        vv_command_mechanism *m;
        vv_status read = vv_command_load(c, "model.vv", text ? text : "", n, 0, NULL, &m);
        k.run.rows = 0;
        if (read == VV_OK) vv_command_build_scene(c, m, NULL, 50, &k); /* inputs are 0 */
        vv_drawing *d = read == VV_OK ? vv_sketch_start(&k) : NULL;
        if (ok(d != NULL, "%s: a sketch", models[i].name)) {
            is_int(overlaps(d, &outside), 0, "%s: no label lies over another", models[i].name);
            is_int(outside, 0, "%s: none leaves the page", models[i].name);
            if (models[i].angle)
                ok(has_text(d, models[i].angle), "%s: the angle %s is marked", models[i].name,
                   models[i].angle);
            if (models[i].length)
                ok(has_text(d, models[i].length), "%s: the length %s is marked", models[i].name,
                   models[i].length);
        }
        free(text);
        vv_ctx_free(c);
    }
}

/* Teeth of a spring stand square to its axis: each leg between two of them has the same slope as
 * every other of its sense, measured along the axis. */
static void test_spring(void) {
    static const char text[] = "coordinate x, z\nmass 1 at x*world.x + z*world.z\n"
                               "spring 1 between 3*world.z and x*world.x + z*world.z\n"
                               "start x = 2, z' = 1\nrun 1\n";
    vv_ctx *c = vv_ctx_new(NULL);
    vv_scene k;
    is_int(scene_of(c, text, &k), VV_OK, "a spring swings");
    vv_drawing *d = vv_sketch_start(&k);
    const vv_shape *s = NULL;
    for (int i = 0; d && i < d->n; i++)
        if (!d->shape[i].is_text && d->shape[i].n > 10) s = &d->shape[i];
    if (!ok(s != NULL, "it is a zigzag")) return;
    const double *a = s->xy, *b = s->xy + 2 * (s->n - 1);
    double x = b[0] - a[0], y = b[1] - a[1], length = sqrt(x * x + y * y), worst = 0, step = 0;
    for (int i = 3; i + 2 < s->n - 1; i++) {
        const double *p = s->xy + 2 * i;
        double along = ((p[2] - p[0]) * x + (p[3] - p[1]) * y) / length,
               off = ((p[0] - a[0]) * -y + (p[1] - a[1]) * x) / length;
        if (i == 3) step = along;
        worst = fmax(worst, fmax(fabs(along - step), fabs(fabs(off) - 5)));
    }
    ok(step > 0 && worst < 1e-9, "its teeth are equal and square to the axis (%g, %g)", step,
       worst);
    vv_ctx_free(c);
}

static void test_rods(void) {
    static const char orbit[] =
        "parameter k = 1\ncoordinate x, y\nmass 1 at x*world.x + y*world.y\n"
        "potential -k/sqrt(x^2 + y^2)\nstart x = 1, y' = 1\nrun 1\n";
    static const char cartesian[] =
        "parameter l = 2, g = 9.81\ncoordinate x, z\nmass 1 at x*world.x + z*world.z\n"
        "gravity -g*world.z\nconstraint x^2 + z^2 = l^2\nstart x = 2, z = 0\nrun 1\n";
    vv_ctx *c = vv_ctx_new(NULL);
    vv_scene k;
    is_int(scene_of(c, orbit, &k), VV_OK, "a circular orbit runs");
    is_int(k.nlinks, 0, "a constant distance that need not be constant is no rod");
    is_int(scene_of(c, cartesian, &k), VV_OK, "a pendulum in Cartesian coordinates runs");
    is_int(k.nlinks, 1, "a distance that a constraint keeps is one");
    vv_ctx_free(c);
}

/* Everything that makes pictures, under limits; VV_OK or the failure. */
static vv_status all_pictures(const char *text, const vv_limits *limits, long *allocations) {
    vv_ctx *c = vv_ctx_new(limits);
    if (!c) return VV_E_NOMEM;
    const char *out;
    vv_run_options run = {.has_until = true, .until = 0.2, .every = 0.02};
    vv_command_options o = {.format = "html"};
    vv_status status =
        vv_command_report(c, "scene.vv", text, strlen(text), 0, NULL, &o, &run, &out);
    o.format = "latex";
    if (status == VV_OK)
        status = vv_command_report(c, "scene.vv", text, strlen(text), 0, NULL, &o, &run, &out);
    if (vv_ctx_status(c) != status && status != VV_OK) status = VV_E_INTERNAL;
    if (allocations) *allocations = vv_ctx_allocations(c);
    vv_ctx_free(c);
    return status;
}

static void test_refusals(void) {
    static const char text[] =
        "system \"two\"\nparameter m = 1, l = 1, g = 9.81, k = 2\ncoordinate θ, x\n"
        "point P = x*world.x + l*(sin(θ)*world.x - cos(θ)*world.z)\nmass m at P\nmass m at "
        "x*world.x\n"
        "gravity -g*world.z\nspring k between x*world.x and world.z\nforce world.x at P\n"
        "start θ = 1\nrun 1\nshow path(P), energy, velocity(P)\n";
    long total = 0, tried = 0, wrong = 0;
    is_int(all_pictures(text, NULL, &total), VV_OK, "a report is made");
    for (long n = 1; n <= total; n += 1 + n / effort(40)) {
        vv_status s = all_pictures(text, &(vv_limits){.refuse_at = n}, NULL);
        tried++;
        if (s != VV_E_NOMEM && wrong++ < 5)
            diag("allocation %ld of %ld refused: %s", n, total, vv_status_text(s));
    }
    ok(!wrong, "each of %ld refusals among %ld allocations is reported", tried, total);
}

/* One motor keeps a wheel rotating, another a car at its distance: their efforts by Newton's
 * equations. On the wheel C = I α'' + c α'; on the car F = m x'' = m y'' = -m k y/M. */
static void test_efforts(void) {
    static const char text[] =
        "parameter m = 1, M = 2, k = 3, I = 0.2, c = 0.3\ncoordinate x, y, α\n"
        "frame D = world turned α about z\n"
        "point A = x*world.x, B = y*world.x, O = 5*world.y\n"
        "mass m at A\nmass M at B\n"
        "body wheel: mass 1, centre O, frame D, inertia (0.1, 0.1, I)\n"
        "torque -c*spin(wheel) on wheel\nspring k on y\nservo x - y = 1 through x\n"
        "servo α' = 2 + sin(t) through α\nstart y = 1, x = 2, α' = 2\nrun 3\n";
    vv_ctx *c = vv_ctx_new(NULL);
    vv_scene k;
    is_int(scene_of(c, text, &k), VV_OK, "two servos run");
    const vv_scene_arrow *force = NULL, *couple = NULL, *torque = NULL;
    for (int i = 0; i < k.narrows; i++) {
        if (k.arrow[i].kind == VV_ARROW_EFFORT) force = &k.arrow[i];
        if (k.arrow[i].kind == VV_ARROW_EFFORT_COUPLE) couple = &k.arrow[i];
        if (k.arrow[i].kind == VV_ARROW_COUPLE) torque = &k.arrow[i];
    }
    ok(force && couple && torque, "a force, a couple, and the torque that is stated");
    double worst = 0;
    for (int i = 0; force && couple && torque && i < k.run.rows; i++) {
        double t = k.run.time[i], y[3], f[3], n[3], r[3];
        vv_scene_track_at(&k.body[2].pose.at, i, y); /* bodies, then masses */
        vv_scene_track_at(&force->force, i, f);
        vv_scene_track_at(&couple->force, i, n);
        vv_scene_track_at(&torque->force, i, r);
        worst = fmax(worst, fabs(f[0] + 3 * y[0] / 2) + fabs(f[1]) + fabs(f[2]));
        worst = fmax(worst, fabs(n[2] - (0.2 * cos(t) + 0.3 * (2 + sin(t)))) + fabs(n[0]));
        worst = fmax(worst, fabs(r[2] + 0.3 * (2 + sin(t))));
    }
    ok(k.run.rows > 10 && worst < 1e-9, "as Newton's equations have them (%.2g)", worst);
    vv_ctx_free(c);
}

/* A stone whose surface is given by an equation only: its triangles are closed (Euler's V - E +
 * F = 2, with 2 E = 3 F), lie on it up to its ends, and have its normals. */
static void test_mesh(void) {
    static const char text[] = "parameter m = 1, a = 0.2, b = 0.03, c = 0.02, g = 9.81\n"
                               "frame S = world free (p, q, r)\n"
                               "body stone: mass m, frame S, inertia (1e-4, 2e-3, 2e-3)\n"
                               "surface shell on stone: x^2/a^2 + y^2/b^2 + z^2/c^2 = 1\n"
                               "surface ground on world: z = 0\n"
                               "gravity -g*world.z\nrolling stone by shell on ground(ξ, η)\n"
                               "start S = world turned 0.01 about x, r = -5\nrun 0.2\n";
    vv_ctx *c = vv_ctx_new(NULL);
    vv_scene k;
    is_int(scene_of(c, text, &k), VV_OK, "a stone lies on the ground");
    is_int(k.nsurfaces, 1, "its surface is seen, the ground is not meshed");
    const vv_scene_surface *s = &k.surface[0];
    is_int(s->ntriangles, 2 * s->nvertices - 4, "it is closed");
    double off = 0, aside = 0, reach[3] = {0};
    static const double semi[] = {0.2, 0.03, 0.02};
    for (int i = 0; i < s->nvertices; i++) {
        const double *p = s->vertex + 3 * i, *n = s->normal + 3 * i;
        double F = -1, slope[3], size = 0, along = 0;
        for (int a = 0; a < 3; a++) {
            F += p[a] * p[a] / semi[a] / semi[a];
            slope[a] = p[a] / semi[a] / semi[a];
            size += slope[a] * slope[a];
            along += slope[a] * n[a];
            reach[a] = fmax(reach[a], fabs(p[a]) / semi[a]);
        }
        off = fmax(off, fabs(F));
        aside = fmax(aside, fabs(along / sqrt(size) - 1));
    }
    ok(off < 1e-9, "vertices lie on it (%.2g)", off);
    ok(aside < 1e-6, "normals are those of the equation (%.2g)", aside);
    for (int a = 0; a < 3; a++) ok(reach[a] > 0.98, "it is whole along %c", "xyz"[a]);
    bool inside = true;
    for (int i = 0; i < 3 * s->ntriangles; i++)
        inside &= s->triangle[i] >= 0 && s->triangle[i] < s->nvertices;
    ok(inside, "triangles have corners that there are");
    vv_ctx_free(c);
}

int main(void) {
    test_wheels();
    test_mesh();
    test_efforts();
    test_ellipsoid();
    test_planar();
    test_pivots();
    test_view();
    test_visuals();
    test_labels();
    test_spring();
    test_rods();
    test_refusals();
    return done_testing();
}
