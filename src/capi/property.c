/* Properties of things as formulas. */
#include <string.h>

#include "capi/formula/formula.h"
#include "capi/handle.h"

/* A scalar, a vector along the axes of the world, or a tensor. */
typedef struct result {
    int rows, columns; /* 0: the thing has no such property */
    vv_expr x[9];
} result;

typedef struct reader {
    vv_ctx *c;
    const vv_command_mechanism *m;
    const vv_model *model;
    vv_frames frames; /* with d/dt in q, q' */
} reader;

/* What a kind can be asked for beside its source; false: no such key. */
typedef bool property(reader *r, int i, const char *key, result *out);

static bool is(const char *key, const char *name) { return !strcmp(key, name); }

static void scalar(result *out, vv_expr e) {
    *out = (result){.rows = e.id != 0, .columns = 1, .x = {e}};
}

static void vector(reader *r, result *out, vv_vec v) {
    bool known = vv_vec_components(r->c, &r->frames, v, 0, out->x);
    out->rows = known ? 3 : 0, out->columns = 1;
}

static void velocity(reader *r, result *out, vv_vec at) {
    vector(r, out, vv_vec_rate(r->c, &r->frames, at));
}

static bool of_parameter(reader *r, int i, const char *key, result *out) {
    const vv_parameter *p = &r->model->parameter[i];
    if (!is(key, "value")) return false;
    if (p->has_value) scalar(out, p->value);
    return true;
}

static bool of_speed(reader *r, int i, const char *key, result *out) {
    if (!is(key, "value")) return false;
    scalar(out, r->m->system.speed[i]);
    return true;
}

static bool of_output(reader *r, int i, const char *key, result *out) {
    if (!is(key, "value")) return false;
    scalar(out, r->model->output[i].value);
    return true;
}

static bool of_frame(reader *r, int i, const char *key, result *out) {
    if (is(key, "origin"))
        vector(r, out, r->frames.frame[i].origin);
    else if (is(key, "spin"))
        vector(r, out, vv_frame_angular_velocity(r->c, &r->frames, i));
    else
        return false;
    return true;
}

static bool of_point(reader *r, int i, const char *key, result *out) {
    if (is(key, "position"))
        vector(r, out, r->model->point[i].at);
    else if (is(key, "velocity"))
        velocity(r, out, r->model->point[i].at);
    else
        return false;
    return true;
}

static bool of_body(reader *r, int i, const char *key, result *out) {
    const vv_body *b = &r->model->body[i];
    if (is(key, "mass")) {
        scalar(out, b->mass);
    } else if (is(key, "centre")) {
        vector(r, out, b->centre);
    } else if (is(key, "velocity")) {
        velocity(r, out, b->centre);
    } else if (is(key, "inertia")) {
        out->rows = b->frame < 0 ? 0 : 3, out->columns = 3;
        memcpy(out->x, b->inertia, sizeof b->inertia);
    } else {
        return false;
    }
    return true;
}

static bool of_constraint(reader *r, int i, const char *key, result *out) {
    if (!is(key, "law")) return false;
    scalar(out, r->model->constraint[i].value);
    return true;
}

static bool of_force(reader *r, int i, const char *key, result *out) {
    bool load = i < r->model->nloads;
    const vv_load *l = load ? &r->model->load[i] : NULL;
    const vv_spring_damper *k = load ? NULL : &r->model->link[i - r->model->nloads];
    if (is(key, "law")) {
        if (l)
            vector(r, out, l->is_torque ? l->torque : l->force);
        else
            scalar(out, vv_mul(r->c, k->pull, vv_sqrt(r->c, k->square)));
    } else if (is(key, "point")) {
        if (l && !l->is_torque) vector(r, out, l->at);
    } else {
        return false;
    }
    return true;
}

static bool of_event(reader *r, int i, const char *key, result *out) {
    if (!is(key, "law")) return false;
    scalar(out, r->model->when[i].value);
    return true;
}

static bool of_claim(reader *r, int i, const char *key, result *out) {
    if (!is(key, "law")) return false;
    scalar(out, r->model->claim[i].value);
    return true;
}

static property *const PROPERTIES[VV_KINDS] = {[VV_KIND_PARAMETER] = of_parameter,
                                               [VV_KIND_SPEED] = of_speed,
                                               [VV_KIND_OUTPUT] = of_output,
                                               [VV_KIND_FRAME] = of_frame,
                                               [VV_KIND_POINT] = of_point,
                                               [VV_KIND_BODY] = of_body,
                                               [VV_KIND_CONSTRAINT] = of_constraint,
                                               [VV_KIND_SERVO] = of_constraint,
                                               [VV_KIND_FORCE] = of_force,
                                               [VV_KIND_EVENT] = of_event,
                                               [VV_KIND_CLAIM] = of_claim};

/* ---- the context of formulas ---- */

/* Formulas are made in a context of their own, kept for the next, with the lock held. It is given
 * up after a failure, and when formulas have made it large. */
static vv_status take_scratch(vv_mechanism *m) {
    enum { MOST_GROWTH = 16 << 20 }; /* bytes */
    if (m->scratch && vv_ctx_bytes(m->scratch) > m->scratch_begins + MOST_GROWTH)
        vv_mechanism_drop_scratch(m);
    if (m->scratch) return VV_OK;
    vv_status s = vv_handle_open(m, NULL, &m->scratch, &m->scratch_m);
    if (s != VV_OK) return s;
    vv_diag_rollback(m->scratch,
                     (vv_diag_mark){0}); /* the notes have been told when it was loaded */
    m->scratch_begins = vv_ctx_bytes(m->scratch);
    return s;
}

void vv_mechanism_drop_scratch(vv_mechanism *m) {
    vv_ctx_free(m->scratch);
    m->scratch = NULL, m->scratch_m = NULL;
}

static vv_status give_source(const vv_mechanism *m, const vv_element *e, char **out) {
    size_t begin = e->span.begin, end = e->span.end;
    if (begin >= end || end > m->length) return vv_beyond("'%s' is not stated by itself", e->name);
    return vv_give(m->text + begin, end - begin, out);
}

static vv_status write_property(vv_mechanism *m, vv_kind k, const vv_element *e, const char *key,
                                vv_syntax syntax, char **out) {
    vv_status s = take_scratch(m);
    if (s != VV_OK) return s;
    vv_ctx *c = m->scratch;
    reader r = {.c = c, .m = m->scratch_m, .model = &m->scratch_m->model};
    r.frames = vv_frames_in_coordinates(c, &m->scratch_m->system);
    result x = {0};
    if (!PROPERTIES[k] || !PROPERTIES[k](&r, e->index, key, &x))
        return vv_usage("there is no property '%s' of '%s'", key, e->name);
    if (vv_ctx_ok(c) && !x.rows) return vv_beyond("'%s' has no %s", e->name, key);
    vv_buffer b = VV_BUFFER(c);
    s = vv_formula_write(c, x.rows, x.columns, x.x, syntax, &b);
    s = s == VV_OK ? vv_give(vv_buffer_text(&b), b.length, out) : vv_call_end(c, s);
    vv_buffer_free(&b);
    vv_diag_rollback(c, (vv_diag_mark){0});
    if (!vv_ctx_ok(c)) vv_mechanism_drop_scratch(m);
    return s;
}

vv_status vv_mechanism_property(const vv_mechanism *m, vv_kind k, int i, const char *key,
                                vv_syntax s, char **out) {
    if (out) *out = NULL;
    if (!m || !key || !out) return vv_usage("vv_mechanism_property: an argument is NULL");
    const vv_element *e = vv_mechanism_element(m, k, i);
    if (!e) return vv_usage("vv_mechanism_property: there is no such thing");
    if ((unsigned)s > VV_SYNTAX_MATHML) return vv_usage("there is no syntax %d", (int)s);
    vv_entry here;
    vv_enter(&here, NULL);
    vv_mechanism *own = (vv_mechanism *)(uintptr_t)m; /* what formulas need is behind its lock */
    vv_status done = vv_handle_lock_take(&own->lock, "vv_mechanism_property");
    if (done == VV_OK) {
        done = is(key, "source") ? give_source(m, e, out) : write_property(own, k, e, key, s, out);
        vv_handle_lock_give(&own->lock);
    }
    return vv_leave(&here, done);
}
