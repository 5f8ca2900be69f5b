#include "scene/scene_data.h"
#include "scene/scene_tolerances.h"

#include <math.h>
#include <string.h>

#include "equations/equations.h"
#include "formalism/formalism.h"
#include "lang/lang.h"

enum { MOST_FRAMES = 24, MOST_RODS = 400, MOST_NUMBERS = 600000, LEAST_ROWS = 60 };

static vv_scene_track ask(vv_sampler *k, vv_vec v) {
    return (vv_scene_track){.number = vv_sampler_vector(k, v)};
}

static vv_pose request_pose(vv_sampler *k, vv_vec at, int frame) {
    vv_pose p = {.at = ask(k, at), .turns = frame >= 0, .x.number = -1, .y.number = -1};
    if (frame < 0) return p;
    p.x = ask(k, vv_vec_axis(k->c, frame, 0));
    p.y = ask(k, vv_vec_axis(k->c, frame, 1));
    return p;
}

/* ---- units --------------------------------------------------------------------------------- */

/* A parameter, or a coordinate, keeps the unit of the model: N/m, N*m. */
static const char *stated_unit(const vv_model *m, vv_expr e) {
    for (int i = 0; i < m->nparameters; i++)
        if (vv_same(m->parameter[i].symbol, e)) return m->parameter[i].unit;
    for (int i = 0; i < m->nq; i++)
        if (vv_same(m->coordinate[i].q, e)) return m->coordinate[i].unit;
    return NULL;
}

const char *vv_scene_unit(vv_ctx *c, const vv_model *m, vv_expr e) {
    const char *clash = NULL;
    vv_dimension d = vv_model_dimension(c, m, e, &clash);
    const vv_symbol *s = vv_symbol_get(c, e);
    if (!d.known || clash) return NULL;
    const char *stated = stated_unit(m, e);
    if (stated) return stated;
    bool angle = d.kg == 0 && d.m == 0 && s && (s->kind == VV_SYM_COORDINATE);
    if (angle && d.s == 0) return "rad";
    if (angle && d.s == -1) return "rad/s";
    if (!d.kg && !d.m && !d.s) return NULL;
    if (d.kg == 1 && d.m == 2 && d.s == -2) return "J";
    if (d.kg == 1 && d.m == 1 && d.s == -2) return "N";
    if (d.kg == 1 && d.m == 2 && d.s == -3) return "W";
    return vv_unit_dimension_text(c, d.kg, d.m, d.s);
}

bool vv_scene_has_units(const vv_model *m) {
    bool units = false;
    for (int i = 0; i < m->nparameters; i++) units |= m->parameter[i].dimension.known;
    for (int i = 0; i < m->nq; i++) units |= m->coordinate[i].dimension.known;
    return units;
}

/* ---- requests to the sampler --------------------------------------------------------------- */

static void request_bodies(vv_scene *k, vv_sampler *a) {
    const vv_model *m = k->s->m;
    k->body = VV_ARRAY(k->c, vv_scene_body, m->nbodies + 1);
    for (int i = 0; k->body && i < m->nbodies; i++) {
        const vv_body *b = &m->body[i];
        k->body[k->nbodies++] = (vv_scene_body){
            .name = b->name ? b->name : vv_format(k->c, "mass %d", i + 1),
            .pose = request_pose(a, b->centre, b->frame),
        };
    }
}

/* Frames are drawn at their origin; those of a body at its centre. */
static void request_frames(vv_scene *k, vv_sampler *a) {
    const vv_model *m = k->s->m;
    k->frame = VV_ARRAY(k->c, vv_scene_frame, MOST_FRAMES + 1);
    for (int i = 1; k->frame && i < m->frames.n && k->nframes < MOST_FRAMES; i++) {
        const vv_frame *f = &m->frames.frame[i];
        vv_vec at = f->origin;
        if (!f->name) continue;
        for (int b = 0; b < m->nbodies && vv_vec_is_zero(at); b++)
            if (m->body[b].frame == i || m->body[b].inertia_frame == i) at = m->body[b].centre;
        k->frame[k->nframes++] = (vv_scene_frame){f->name, request_pose(a, at, i)};
    }
}

static void request_contacts(vv_scene *k, vv_sampler *a) {
    const vv_model *m = k->s->m;
    k->contact = VV_ARRAY(k->c, vv_scene_contact, m->nrollings + 1);
    for (int i = 0; k->contact && i < m->nrollings; i++) {
        const vv_rolling *r = &m->rolling[i];
        int support = r->support_body >= 0 ? r->support_body : r->support_frame ? -2 : -1;
        k->contact[k->ncontacts++] = (vv_scene_contact){.name = r->label,
                                                        .body = r->body,
                                                        .support = support,
                                                        .at = ask(a, r->at),
                                                        .normal = ask(a, r->normal)};
    }
}

static void request_arrows(vv_scene *k, vv_sampler *a) {
    const vv_model *m = k->s->m;
    k->arrow = VV_ARRAY(k->c, vv_scene_arrow, m->nloads + m->nbodies + m->nrollings + k->s->nq + 1);
    if (!k->arrow) return;
    for (int i = 0; i < m->nloads; i++)
        if (!m->load[i].is_torque)
            k->arrow[k->narrows++] =
                (vv_scene_arrow){vv_format(k->c, "force %d", i + 1), VV_ARROW_FORCE,
                                 ask(a, m->load[i].at), ask(a, m->load[i].force)};
    for (int i = 0; i < m->nloads; i++)
        if (m->load[i].is_torque && m->load[i].body >= 0)
            k->arrow[k->narrows++] =
                (vv_scene_arrow){vv_format(k->c, "torque %d", i + 1), VV_ARROW_COUPLE,
                                 k->body[m->load[i].body].pose.at, ask(a, m->load[i].torque)};
    for (int i = 0; i < m->nbodies && !vv_vec_is_zero(m->gravity); i++)
        k->arrow[k->narrows++] = (vv_scene_arrow){
            vv_format(k->c, "weight of %s", k->body[i].name), VV_ARROW_WEIGHT, k->body[i].pose.at,
            ask(a, vv_vec_scale(k->c, m->body[i].mass, m->gravity))};
    for (int i = 0; i < m->nrollings; i++) {
        int force = vv_sampler_reaction(a, m->rolling[i].at);
        if (force >= 0)
            k->arrow[k->narrows++] =
                (vv_scene_arrow){vv_format(k->c, "reaction at %s", m->rolling[i].label),
                                 VV_ARROW_REACTION,
                                 k->contact[i].at,
                                 {.number = force}};
    }
}

static void request_surfaces(vv_scene *k, vv_sampler *a) {
    const vv_model *m = k->s->m;
    k->surface = VV_ARRAY(k->c, vv_scene_surface, m->nsurfaces + 1);
    for (int i = 0; k->surface && i < m->nsurfaces; i++) {
        const vv_stated_surface *s = &m->surface[i];
        bool fixed = s->frame == 0 && vv_vec_is_zero(s->origin);
        k->surface[k->nsurfaces++] =
            (vv_scene_surface){.name = s->name,
                               .body = s->body,
                               .fixed = fixed,
                               .pose = request_pose(a, s->origin, s->frame)};
    }
}

static void request_links(vv_scene *k, vv_sampler *a) {
    const vv_model *m = k->s->m;
    k->link = VV_ARRAY(k->c, vv_scene_link, m->nlinks + MOST_RODS + 1);
    for (int i = 0; k->link && i < m->nlinks; i++)
        k->link[k->nlinks++] = (vv_scene_link){m->link[i].damper ? VV_LINK_DAMPER : VV_LINK_SPRING,
                                               ask(a, m->link[i].from), ask(a, m->link[i].to),
                                               vv_vec_sub(k->c, m->link[i].to, m->link[i].from)};
}

/* Partial velocity of a body's centre, or partial angular velocity, for a coordinate's rate, in
 * world axes; false if it vanishes. */
static bool partial_velocity(const vv_scene *k, int body, int q, bool turn, vv_expr out[3]) {
    const vv_model *m = k->s->m;
    const vv_body *b = &m->body[body];
    vv_expr part[3];
    bool moves = false;
    if (turn && b->frame < 0) return false;
    vv_vec v = turn ? vv_frame_angular_velocity(k->c, &m->frames, b->frame) : b->centre;
    if (!vv_vec_components(k->c, &m->frames, v, 0, part)) return false;
    for (int i = 0; i < 3; i++) {
        out[i] = vv_diff(k->c, part[i], turn ? k->s->qd[q] : k->s->q[q]);
        moves |= !vv_is_zero(out[i]);
    }
    return moves;
}

/* The effort Q on a coordinate as an arrow at the first body that it moves: a couple C about the
 * axis if it rotates the body, C.ω = Q, else the force F along its path, F.∂r/∂q = Q. */
static void request_effort_arrow(vv_scene *k, vv_sampler *a, int q, vv_expr effort,
                                 const char *name) {
    vv_ctx *c = k->c;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < k->nbodies; i++) {
            vv_expr d[3], square = VV_ZERO, part[3];
            if (!partial_velocity(k, i, q, pass == 0, d)) continue;
            for (int j = 0; j < 3; j++) square = vv_add(c, square, vv_mul(c, d[j], d[j]));
            vv_expr size = vv_div(c, effort, square);
            for (int j = 0; j < 3; j++) part[j] = vv_mul(c, size, d[j]);
            vv_vec arrow = vv_vec_make(c, 0, part[0], part[1], part[2]);
            k->arrow[k->narrows++] =
                (vv_scene_arrow){name, pass == 0 ? VV_ARROW_EFFORT_COUPLE : VV_ARROW_EFFORT,
                                 k->body[i].pose.at, ask(a, arrow)};
            return;
        }
}

/* Generalized forces of the servos, if they can be expressed in the state. */
static void request_efforts(vv_scene *k, vv_sampler *a, int *number) {
    const vv_system *s = k->s;
    const vv_formalism *f = s->nservos ? vv_formalism_for(VV_FORMALISM_SPEEDS) : NULL;
    vv_equations *eq = f ? VV_NEW(k->c, vv_equations) : NULL;
    const char *why;
    vv_servo_forces e;
    if (!eq || vv_formalism_run(k->c, f, s, eq, &why) != VV_OK ||
        vv_servo_forces_find(k->c, s, eq, &e) != VV_OK)
        return;
    for (int i = 0; i < e.n; i++) {
        const vv_symbol *q = vv_symbol_get(k->c, s->q[e.at[i]]);
        vv_expr force = e.by_state[i].id ? e.by_state[i] : e.force[i];
        k->value[k->nvalues] = (vv_scene_value){
            .name = vv_format(k->c, "servo effort on %s", q ? q->name : "?"), .effort = true};
        number[k->nvalues] = vv_sampler_scalar(a, force);
        if (k->arrow) request_effort_arrow(k, a, e.at[i], force, k->value[k->nvalues].name);
        if (number[k->nvalues] >= 0) k->nvalues++;
    }
}

/* The unit of the first nonzero component. */
static const char *vector_unit(vv_scene *k, const vv_show *w) {
    const vv_model *m = k->s->m;
    vv_expr part[3];
    const char *unit = NULL;
    if (w->reaction) {
        const char *mass = m->nbodies ? vv_scene_unit(k->c, m, m->body[0].mass) : NULL;
        return mass && !strcmp(mass, "kg") ? "N" : NULL;
    }
    if (!vv_vec_components(k->c, &m->frames, w->v, 0, part)) return NULL;
    for (int i = 0; i < 3 && !unit; i++)
        if (!vv_is_zero(part[i])) unit = vv_scene_unit(k->c, m, part[i]);
    return unit;
}

static int *request_values(vv_scene *k, vv_sampler *a) {
    const vv_model *m = k->s->m;
    int *number = VV_ARRAY(k->c, int, m->nshows + k->s->nq + 1);
    k->value = VV_ARRAY(k->c, vv_scene_value, m->nshows + k->s->nq + 1);
    k->path = VV_ARRAY(k->c, vv_scene_path, m->nshows + 1);
    k->vector = VV_ARRAY(k->c, vv_scene_vector, m->nshows + 1);
    if (!number || !k->value || !k->path || !k->vector) return NULL;
    for (int i = 0; i < m->nshows; i++) {
        const vv_show *w = &m->show[i];
        if (w->path) k->path[k->npaths++] = (vv_scene_path){w->text, ask(a, w->v)};
        if (w->vector && !w->path) {
            int asked = w->reaction ? vv_sampler_reaction(a, w->v) : vv_sampler_vector(a, w->v);
            k->vector[k->nvectors++] = (vv_scene_vector){
                .name = w->text, .unit = vector_unit(k, w), .value.number = asked};
        }
        if (w->vector) continue;
        number[k->nvalues] = vv_sampler_scalar(a, w->value);
        k->value[k->nvalues++] =
            (vv_scene_value){.name = w->text, .unit = vv_scene_unit(k->c, m, w->value)};
    }
    request_efforts(k, a, number);
    return number;
}

/* ---- sampled results ----------------------------------------------------------------------- */

static bool resolve(vv_scene *k, vv_scene_track *t) {
    for (int i = 0; i < 3; i++) t->x[i] = vv_samples_vector(k->c, &k->run, t->number, i);
    return t->x[0] && t->x[1] && t->x[2];
}

static bool resolve_pose(vv_scene *k, vv_pose *p) {
    bool at = resolve(k, &p->at), x = resolve(k, &p->x), y = resolve(k, &p->y);
    return at && (!p->turns || (x && y));
}

/* Keeps the entries that have columns. */
#define KEEP(array, n, test)                                                                       \
    do {                                                                                           \
        int kept = 0;                                                                              \
        for (int i = 0; i < (n); i++)                                                              \
            if (test) (array)[kept++] = (array)[i];                                                \
        (n) = kept;                                                                                \
    } while (0)

static void answer(vv_scene *k, const int *number) {
    for (int i = 0; i < k->nbodies; i++)
        resolve_pose(k, &k->body[i].pose); /* indices are preserved */
    for (int i = 0; i < k->nvisuals; i++) {
        resolve_pose(k, &k->visual[i].pose);
        if (k->visual[i].has_ends) resolve(k, &k->visual[i].to);
        if (k->visual[i].has_axis) resolve(k, &k->visual[i].axis);
    }
    for (int i = 0; i < k->nsurfaces; i++) resolve_pose(k, &k->surface[i].pose);
    KEEP(k->frame, k->nframes, resolve_pose(k, &k->frame[i].pose));
    KEEP(k->path, k->npaths, resolve(k, &k->path[i].at));
    KEEP(k->contact, k->ncontacts, resolve(k, &k->contact[i].at));
    for (int i = 0; i < k->ncontacts; i++) resolve(k, &k->contact[i].normal);
    for (int i = 1; i < k->npivots; i++) resolve(k, &k->pivot[i].at);
    KEEP(k->link, k->nlinks, resolve(k, &k->link[i].from) && resolve(k, &k->link[i].to));
    KEEP(k->arrow, k->narrows, resolve(k, &k->arrow[i].at) && resolve(k, &k->arrow[i].force));
    for (int i = 0; i < k->nvalues; i++)
        k->value[i].value = vv_samples_scalar(k->c, &k->run, number[i]);
    KEEP(k->value, k->nvalues, k->value[i].value != NULL);
    KEEP(k->vector, k->nvectors, resolve(k, &k->vector[i].value));
}

/* ---- rods ---------------------------------------------------------------------------------- */

typedef struct place {
    vv_vec at;
    vv_scene_track track;
} place;

/* Is the distance the same in all rows, and nonzero? A filter before the proof. */
static bool looks_rigid(const vv_scene *k, const place *a, const place *b) {
    double first = 0;
    for (int i = 0; i < k->run.rows; i++) {
        double p[3], q[3], d;
        vv_scene_track_at(&a->track, i, p);
        vv_scene_track_at(&b->track, i, q);
        d = sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) +
                 (p[2] - q[2]) * (p[2] - q[2]));
        if (i == 0) first = d;
        if (!(d > 0) || !(fabs(d - first) <= VV_SCENE_RIGID * first)) return false;
    }
    return k->run.rows > 0;
}

/* In every motion, not just in this one. */
static bool is_rigid(const vv_scene *k, const place *a, const place *b) {
    vv_expr square;
    vv_vec d = vv_vec_sub(k->c, a->at, b->at);
    if (!vv_vec_dot(k->c, &k->s->m->frames, d, d, &square) || !k->s->speeds_ok) return false;
    /* what only a servo keeps is no rod */
    const vv_symbol_map *rates =
        k->s->nservos ? &k->s->maps.coordinate_rates : &k->s->maps.speed_rates;
    vv_expr rate = vv_symbol_map_time_derivative(k->c, rates, square);
    return vv_vanishes(k->c, &k->s->facts, rate);
}

static void find_rods(vv_scene *k) {
    const vv_model *m = k->s->m;
    place *p = VV_ARRAY(k->c, place, m->nbodies + k->nframes + 2);
    int n = 1; /* the world origin: no track, no body */
    if (!p || !k->link || k->run.rows < 3) return;
    for (int i = 0; i < k->nbodies; i++)
        if (k->body[i].pose.at.x[0] && k->body[i].form.kind != VV_BODY_SHAPE_BAR &&
            !k->body[i].has_visual)
            p[n++] = (place){m->body[i].centre, k->body[i].pose.at};
    int rods = 0;
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n && rods < MOST_RODS && vv_ctx_tick(k->c); b++)
            if (looks_rigid(k, &p[a], &p[b]) && is_rigid(k, &p[a], &p[b])) {
                k->link[k->nlinks++] = (vv_scene_link){VV_LINK_ROD, p[a].track, p[b].track,
                                                       vv_vec_sub(k->c, p[b].at, p[a].at)};
                rods++;
            }
}

/* ---- entry point --------------------------------------------------------------------------- */

/* A track without columns stays at the world origin. */
static void widen(vv_scene *k, const vv_scene_track *t, double by, int but) {
    for (int i = 0; i < k->run.rows; i++)
        for (int a = 0; a < 3; a++) {
            double v = t->x[a] ? t->x[a][i] : 0;
            if (!isfinite(v)) continue;
            k->low[a] = fmin(k->low[a], a == but ? v : v - by);
            k->high[a] = fmax(k->high[a], a == but ? v : v + by);
        }
}

double vv_body_shape_radius(const vv_body_shape *f) {
    if (f->kind == VV_BODY_SHAPE_ELLIPSOID) return fmax(f->semi[0], fmax(f->semi[1], f->semi[2]));
    if (f->kind == VV_BODY_SHAPE_BAR)
        return sqrt(f->half[0] * f->half[0] + f->half[1] * f->half[1] + f->half[2] * f->half[2]);
    return f->radius;
}

/* The world axis normal to a plane motion, along which the body is not described; -1 if there is
 * none. */
static int plane_normal(const vv_scene *k, const vv_body *b) {
    if (!b->planar) return -1;
    vv_expr x[3];
    vv_vec axis = vv_vec_axis(k->c, b->frame, b->planar_axis);
    if (!vv_vec_components(k->c, &k->s->m->frames, axis, 0, x)) return -1;
    for (int a = 0; a < 3; a++)
        if (vv_same(x[a], VV_ONE)) return a;
    return -1;
}

static void find_box(vv_scene *k) {
    for (int a = 0; a < 3; a++) k->low[a] = 1e300, k->high[a] = -1e300;
    for (int i = 0; i < k->nbodies; i++)
        if (k->body[i].pose.at.x[0] && !k->body[i].has_visual)
            widen(k, &k->body[i].pose.at, vv_body_shape_radius(&k->body[i].form),
                  plane_normal(k, &k->s->m->body[i]));
    for (int i = 0; i < k->nvisuals; i++) {
        widen(k, &k->visual[i].pose.at, vv_scene_visual_radius(&k->visual[i]), -1);
        if (k->visual[i].has_ends) widen(k, &k->visual[i].to, k->visual[i].size[0], -1);
    }
    for (int i = 0; i < k->npaths; i++) widen(k, &k->path[i].at, 0, -1);
    for (int i = 0; i < k->ncontacts; i++) widen(k, &k->contact[i].at, 0, -1);
    for (int i = 0; i < k->nlinks; i++) {
        widen(k, &k->link[i].from, 0, -1);
        widen(k, &k->link[i].to, 0, -1);
    }
    for (int a = 0; a < 3; a++)
        if (k->low[a] > k->high[a]) k->low[a] = -1, k->high[a] = 1;
}

bool vv_scene_has_bodies(const vv_scene *k) {
    for (int i = 0; i < k->nbodies; i++)
        if (k->body[i].pose.at.x[0]) return true;
    return k->npaths > 0 || k->nlinks > 0;
}

vv_status vv_scene_build(vv_ctx *c, const vv_system *s, const vv_run_options *o, int rows,
                         vv_scene *k) {
    *k = (vv_scene){.c = c, .s = s, .title = s->m->title};
    vv_sampler a = {.c = c, .s = s};
    request_bodies(k, &a);
    request_frames(k, &a);
    request_contacts(k, &a);
    vv_scene_request_points(k, &a);
    if (vv_ctx_ok(c)) request_arrows(k, &a);
    request_links(k, &a);
    request_surfaces(k, &a);
    vv_scene_request_visuals(k, &a);
    int *number = request_values(k, &a);
    if (!number || !vv_ctx_ok(c)) return vv_ctx_status(c);
    /* many bodies: fewer instants, so that a page stays manageable */
    int fewer = MOST_NUMBERS / (3 * a.n + 1);
    if (fewer < rows) rows = fewer > LEAST_ROWS ? fewer : LEAST_ROWS;
    vv_status status = vv_sampler_run(&a, o, rows, &k->run);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    answer(k, number);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    vv_scene_find_shapes(k);
    vv_scene_place_visuals(k);
    vv_scene_grid_surfaces(k);
    find_rods(k);
    find_box(k);
    vv_scene_find_pivots(k);
    vv_scene_find_view(k);
    return vv_ctx_ok(c) ? status : vv_ctx_status(c);
}
