#include "capi/elements.h"

#include <math.h>
#include <string.h>

#include "evaluate/evaluate.h"
#include "scene/scene.h"
#include "simulate/run/run.h"

typedef struct finder {
    vv_ctx *c;
    const vv_command_mechanism *m;
    const vv_model *model;
    const vv_system *s;
    vv_elements *out;
} finder;

static vv_element *new_element(finder *f, vv_kind k, const char *name, int index) {
    vv_element *e = &f->out->list[k][f->out->count[k]++];
    *e = (vv_element){
        .name = name ? name : "", .unit = "", .word = "", .index = index, .value = (double)NAN};
    return e;
}

static bool room(finder *f, vv_kind k, int n) {
    f->out->list[k] = VV_ARRAY(f->c, vv_element, n + 1);
    return f->out->list[k] != NULL;
}

static const char *written(finder *f, vv_expr e) {
    vv_buffer b = VV_BUFFER(f->c);
    vv_expr_write(f->c, e, &b);
    return vv_buffer_text(&b);
}

static const char *unit_of(finder *f, vv_expr e) {
    const char *unit = vv_columns_unit(f->c, f->model, e);
    return unit ? unit : "";
}

char *vv_stated_text(vv_ctx *c, const vv_command_mechanism *m, vv_span span) {
    const char *text = m->tree.text;
    size_t begin = span.begin, end = span.end < m->tree.length ? span.end : m->tree.length;
    if (begin > end) begin = end;
    while (begin < end && strchr(" \t\r\n", text[begin])) begin++;
    while (end > begin && strchr(" \t\r\n", text[end - 1])) end--;
    return vv_strndup(c, text + begin, end - begin);
}

/* ---- names of scalars ---- */

static void find_parameters(finder *f) {
    const vv_model *m = f->model;
    vv_parameter_values values;
    if (!room(f, VV_KIND_PARAMETER, m->nparameters)) return;
    if (vv_parameter_values_from_model(f->c, m, &values) != VV_OK) return;
    for (int i = 0, k = 0; i < m->nparameters; i++) {
        const vv_parameter *p = &m->parameter[i];
        vv_element *e = new_element(f, VV_KIND_PARAMETER, written(f, p->symbol), i);
        e->unit = unit_of(f, p->symbol);
        e->word = p->shapes ? "structural" : "constant";
        e->span = p->span;
        if (k < values.n && vv_same(values.symbol[k], p->symbol)) e->value = values.value[k++];
    }
}

static bool is_eliminated(const finder *f, vv_expr q) {
    for (int i = 0; i < f->s->elimination.n; i++)
        if (vv_same(f->s->elimination.symbol[i], q)) return true;
    return false;
}

/* A position that is not stated is 0, if no constraint moves it. */
static void find_starts(finder *f) {
    const vv_model *m = f->model;
    vv_element *list = f->out->list[VV_KIND_COORDINATE];
    bool bound = false;
    for (int i = 0; i < f->s->nrows; i++) bound |= f->s->row[i].kind == VV_ROW_HOLONOMIC;
    for (int i = 0; i < m->nq; i++)
        if (!bound || m->coordinate[i].internal) list[i].value = m->coordinate[i].begins;
    for (int k = 0; k < m->nstarts; k++)
        for (int i = 0; i < m->nq; i++)
            if (vv_same(m->start[k].symbol, m->coordinate[i].q))
                list[i].value = vv_parameter_value(f->c, m, m->start[k].value);
}

static void find_coordinates(finder *f) {
    const vv_model *m = f->model;
    if (!room(f, VV_KIND_COORDINATE, m->nq)) return;
    for (int i = 0; i < m->nq; i++) {
        const vv_coordinate *q = &m->coordinate[i];
        vv_element *e = new_element(f, VV_KIND_COORDINATE, written(f, q->q), i);
        bool dependent = q->dependent || is_eliminated(f, q->q);
        e->unit = unit_of(f, q->q);
        e->word = q->internal ? "orientation" : dependent ? "dependent" : "independent";
        e->span = q->span;
    }
    find_starts(f);
}

static const vv_speed *declared(const finder *f, vv_expr w) {
    for (int i = 0; i < f->model->nspeeds; i++)
        if (vv_same(f->model->speed[i].symbol, w)) return &f->model->speed[i];
    return NULL;
}

static void find_speeds(finder *f) {
    int n = f->s->speeds_ok ? f->s->n : 0;
    if (!room(f, VV_KIND_SPEED, n)) return;
    for (int i = 0; i < n; i++) {
        const vv_speed *stated = declared(f, f->s->w[i]);
        vv_element *e = new_element(f, VV_KIND_SPEED, written(f, f->s->w[i]), i);
        e->unit = unit_of(f, f->s->speed[i]);
        e->word = stated ? "declared" : "chosen";
        if (stated) e->span = stated->span;
    }
}

/* The statement that declares a name; of a member of a family: that of the family. */
static const vv_node *declaration(const finder *f, vv_node_kind kind, const char *name) {
    size_t n = strcspn(name, "[.");
    for (int i = 0; i < f->m->tree.n; i++) {
        const vv_node *k = f->m->tree.statement[i];
        while (k->kind == VV_N_FOR) k = k->kid[1];
        if (k->kind == kind && !strncmp(k->name, name, n) && !k->name[n]) return k;
    }
    return NULL;
}

/* The unit with which an input is declared, as unit_of writes it. */
static const char *declared_unit(finder *f, const vv_node *n) {
    enum { UNIT = 1 };
    vv_unit u;
    const vv_node *stated = n ? n->kid[UNIT] : NULL;
    if (!stated || !vv_unit_parse(stated->name, strlen(stated->name), &u, NULL)) return "";
    return vv_columns_dimension_text(f->c, (vv_dimension){true, u.kg, u.m, u.s});
}

static vv_span declared_at(const finder *f, vv_node_kind kind, const char *name) {
    const vv_node *n = declaration(f, kind, name);
    return n ? n->name_span : (vv_span){0};
}

static void find_signals(finder *f) {
    const vv_model *m = f->model;
    if (!room(f, VV_KIND_INPUT, m->ninputs) || !room(f, VV_KIND_OUTPUT, m->noutputs)) return;
    for (int i = 0; i < m->ninputs; i++) {
        vv_element *e = new_element(f, VV_KIND_INPUT, written(f, m->input[i]), i);
        e->unit = declared_unit(f, declaration(f, VV_N_INPUT, e->name));
        e->span = declared_at(f, VV_N_INPUT, e->name);
    }
    for (int i = 0; i < m->noutputs; i++) {
        vv_element *e = new_element(f, VV_KIND_OUTPUT, m->output[i].name, i);
        e->unit = unit_of(f, m->output[i].value);
        e->span = declared_at(f, VV_N_OUTPUT, e->name);
    }
}

/* ---- geometry and mechanics ---- */

static const char *word_of_frame(const finder *f, const vv_frame *frame, const char *name) {
    enum { FREE = 4 }; /* the angles or speeds of a free frame */
    const vv_node *n = declaration(f, VV_N_FRAME, name);
    if (frame->kind == VV_FRAME_ROOT) return "inertial";
    if (frame->kind == VV_FRAME_ANGULAR_VELOCITY) return "turning";
    return n && n->kid[FREE] ? "free" : "turned";
}

static void find_frames(finder *f) {
    const vv_frames *frames = &f->model->frames;
    if (!room(f, VV_KIND_FRAME, frames->n)) return;
    for (int i = 0; i < frames->n; i++) {
        const vv_frame *frame = &frames->frame[i];
        if (i > 0 && !frame->name) continue;
        vv_element *e = new_element(f, VV_KIND_FRAME, vv_frame_name(f->model, i), i);
        e->word = word_of_frame(f, frame, e->name);
        e->span = frame->span;
    }
}

static void find_points(finder *f) {
    const vv_model *m = f->model;
    if (!room(f, VV_KIND_POINT, m->npoints)) return;
    for (int i = 0; i < m->npoints; i++)
        new_element(f, VV_KIND_POINT, m->point[i].name, i)->span = m->point[i].span;
}

static void find_bodies(finder *f) {
    const vv_model *m = f->model;
    if (!room(f, VV_KIND_BODY, m->nbodies)) return;
    for (int i = 0; i < m->nbodies; i++) {
        const vv_body *b = &m->body[i];
        const char *name = b->name ? b->name : vv_stated_text(f->c, f->m, b->span);
        vv_element *e = new_element(f, VV_KIND_BODY, name, i);
        e->word = b->frame < 0 || !b->name ? "particle" : b->planar ? "planar" : "rigid";
        e->span = b->span;
    }
}

static const char *word_of_constraint(const finder *f, int given) {
    static const char *const found[] = {[VV_FINDING_IDENTICAL] = "identity",
                                        [VV_FINDING_REDUNDANT] = "redundant",
                                        [VV_FINDING_CONTRADICTORY] = "contradictory"};
    static const char *const row[] = {[VV_ROW_HOLONOMIC] = "finite",
                                      [VV_ROW_LINEAR] = "linear",
                                      [VV_ROW_NONLINEAR] = "nonlinear",
                                      [VV_ROW_SERVO] = ""};
    for (int i = 0; i < f->s->nfindings; i++)
        if (f->s->finding[i].constraint == given) return found[f->s->finding[i].kind];
    for (int i = 0; i < f->s->nrows; i++)
        if (f->s->row[i].given == given) return row[f->s->row[i].kind];
    return f->model->constraint[given].order ? "" : "finite";
}

static void find_constraints(finder *f) {
    const vv_model *m = f->model;
    if (!room(f, VV_KIND_CONSTRAINT, m->nconstraints) || !room(f, VV_KIND_SERVO, m->nconstraints))
        return;
    for (int i = 0; i < m->nconstraints; i++) {
        const vv_constraint *con = &m->constraint[i];
        if (con->kind == VV_CON_NORM) continue;
        bool servo = con->kind == VV_CON_SERVO;
        vv_element *e = new_element(f, servo ? VV_KIND_SERVO : VV_KIND_CONSTRAINT,
                                    con->label ? con->label : con->text, i);
        if (!servo) e->word = word_of_constraint(f, i);
        e->span = con->span;
    }
}

/* Loads, then springs and dampers; their index goes on. */
static void find_forces(finder *f) {
    const vv_model *m = f->model;
    if (!room(f, VV_KIND_FORCE, m->nloads + m->nlinks)) return;
    for (int i = 0; i < m->nloads; i++) {
        const char *name = vv_stated_text(f->c, f->m, m->load[i].span);
        vv_element *e = new_element(f, VV_KIND_FORCE, name, i);
        e->word = m->load[i].is_torque ? "torque" : "force";
        e->span = m->load[i].span;
    }
    for (int i = 0; i < m->nlinks; i++) {
        const vv_spring_damper *k = &m->link[i];
        const char *name = vv_stated_text(f->c, f->m, k->span);
        vv_element *e = new_element(f, VV_KIND_FORCE, name, m->nloads + i);
        e->word = k->damper ? "damper" : "spring";
        e->span = k->span;
    }
}

static void find_events(finder *f) {
    const vv_model *m = f->model;
    if (!room(f, VV_KIND_EVENT, m->nwhens)) return;
    for (int i = 0; i < m->nwhens; i++) {
        const vv_model_event *w = &m->when[i];
        if (w->quiet) continue;
        vv_element *e = new_element(f, VV_KIND_EVENT, w->text, i);
        e->word = w->stop ? "stop" : w->nlaws + w->nsets ? "law" : "record";
        e->span = w->span;
    }
}

static void find_claims(finder *f) {
    const vv_model *m = f->model;
    if (!room(f, VV_KIND_CLAIM, m->nclaims)) return;
    for (int i = 0; i < m->nclaims; i++) {
        vv_element *e = new_element(f, VV_KIND_CLAIM, m->claim[i].text, i);
        e->word = m->claim[i].word;
        e->span = m->claim[i].span;
    }
}

vv_status vv_elements_find(vv_ctx *c, const vv_command_mechanism *m, vv_elements *out) {
    finder f = {.c = c, .m = m, .model = &m->model, .s = &m->system, .out = out};
    *out = (vv_elements){0};
    find_parameters(&f);
    find_coordinates(&f);
    find_speeds(&f);
    find_signals(&f);
    find_frames(&f);
    find_points(&f);
    find_bodies(&f);
    find_constraints(&f);
    find_forces(&f);
    find_events(&f);
    find_claims(&f);
    return vv_ctx_status(c);
}
