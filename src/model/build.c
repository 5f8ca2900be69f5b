/* From a syntax tree to a model. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "lang/lang.h"
#include "model/elaborate.h"

const char *vv_frame_name(const vv_model *m, int frame) {
    while (frame > 0 && !m->frames.frame[frame].name) frame = m->frames.frame[frame].parent;
    return frame <= 0 ? "world" : m->frames.frame[frame].name;
}

vv_status vv_model_servos_as_contacts(vv_ctx *c, const vv_model *m, vv_model *out) {
    *out = *m;
    out->nclaims = 0;
    out->effort = NULL;
    out->constraint = VV_ARRAY(c, vv_constraint, m->nconstraints + 1);
    out->speed = VV_ARRAY(c, vv_speed, m->nspeeds + 1);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    for (int i = 0; i < m->nconstraints; i++) {
        vv_constraint *k = &out->constraint[i];
        *k = m->constraint[i];
        if (k->kind != VV_CON_SERVO) continue;
        k->kind = VV_CON_EQUATION;
        k->nthrough = 0;
        k->label = vv_format(c, "constraint %s", k->text ? k->text : "");
    }
    for (int i = 0; i < m->nspeeds; i++) {
        out->speed[i] = m->speed[i];
        out->speed[i].auxiliary |= !m->speed[i].free;
    }
    return vv_ctx_status(c);
}

bool vv_model_has_letter(vv_ctx *c, const vv_model *m, const char *letter) {
    for (int i = 0; i < m->nparameters + m->nq + m->nspeeds; i++) {
        int k = i - m->nparameters, w = k - m->nq;
        vv_expr s = k < 0   ? m->parameter[i].symbol
                    : w < 0 ? m->coordinate[k].q
                            : m->speed[w].symbol;
        if (!strncmp(vv_symbol_get(c, s)->name, letter, strlen(letter))) return true;
    }
    return false;
}

bool vv_model_has_servo(const vv_model *m) {
    for (int i = 0; i < m->nconstraints; i++)
        if (m->constraint[i].kind == VV_CON_SERVO) return true;
    return false;
}

const char *vv_model_multiplier_letter(vv_ctx *c, const vv_model *m) {
    if (!vv_model_has_servo(m)) return vv_model_has_letter(c, m, "λ") ? "Λ" : "λ";
    return vv_model_has_letter(c, m, "Λ") ? "ρ" : "Λ";
}

/* The Euler parameters of a free frame satisfy: sum of squares is one. */
static void norm_constraints(elaborator *el) {
    vv_ctx *c = el->c;
    for (int i = 0; i + 3 < el->m->nq; i++) {
        if (!el->m->coordinate[i].internal) continue;
        vv_expr sum = VV_MINUS_ONE;
        vv_facts *f = &el->m->facts;
        if (!vv_array_grow(el, (void **)(uintptr_t)&f->unit, f->nunits, &el->unitcap,
                           sizeof *f->unit))
            return;
        vv_unit_vector *u = (vv_unit_vector *)(uintptr_t)&f->unit[f->nunits++];
        u->n = 4;
        for (int k = 0; k < 4; k++) {
            vv_expr e = u->x[k] = el->m->coordinate[i + k].q;
            sum = vv_add(c, sum, vv_mul(c, e, e));
        }
        vv_constraint *k = VV_PUSH(el, el->m->constraint, el->m->nconstraints, el->ccap);
        if (k)
            *k = (vv_constraint){.kind = VV_CON_NORM,
                                 .value = vv_flatten_sum(c, sum, 8),
                                 .rolling = -1,
                                 .label = "Euler parameters have unit norm",
                                 .text = "Euler parameters",
                                 .span = el->m->coordinate[i].span};
        i += 3;
    }
}

static void read_title(elaborator *el) {
    for (int i = 0; i < el->tree->n; i++) {
        const vv_node *n = el->tree->statement[i];
        if (n->kind == VV_N_SYSTEM) el->m->title = n->name;
    }
}

static void add_output(elaborator *el, const vv_def *d) {
    vv_model *m = el->m;
    vv_expr x[3];
    if (d->value.kind == VALUE_SCALAR) {
        m->output[m->noutputs++] = (vv_output){d->key, d->value.s};
        return;
    }
    if (!vv_vec_components(el->c, &m->frames, d->value.v, 0, x)) {
        vv_model_error(el, VV_D_FRAMES, d->span, "'%s' cannot be expressed in the world's axes",
                       d->key);
        return;
    }
    for (int i = 0; i < 3; i++)
        m->output[m->noutputs++] = (vv_output){vv_format(el->c, "%s.%c", d->key, 'x' + i), x[i]};
}

/* The three components of a direction are definitions of one statement. */
static void collect_directions(elaborator *el) {
    for (int i = 0; i + 2 < el->ndefs; i++) {
        const vv_def *const *d = (const vv_def *const *)&el->order[i];
        bool whole = d[0]->kind == DEF_DIRECTION && d[0]->index == 0;
        for (int k = 1; k < 3; k++)
            whole = whole && d[k]->kind == DEF_DIRECTION && d[k]->node == d[0]->node;
        for (int k = 0; k < 3; k++) whole = whole && d[k]->state == 2 && d[k]->ok;
        vv_direction *x =
            whole ? VV_PUSH(el, el->m->direction, el->m->ndirections, el->directioncap) : NULL;
        for (int k = 0; x && k < 3; k++) x->name[k] = d[k]->key, x->value[k] = d[k]->value.s;
    }
}

static void collect_points(elaborator *el) {
    for (int i = 0; i < el->ndefs; i++) {
        const vv_def *d = el->order[i];
        bool known = d->kind == DEF_POINT && d->state == 2 && d->ok;
        vv_point *place = known ? VV_PUSH(el, el->m->point, el->m->npoints, el->pointcap) : NULL;
        if (place) *place = (vv_point){d->key, d->value.v, d->span};
    }
}

/* Inputs and outputs, as declared. */
static void collect_signals(elaborator *el) {
    vv_model *m = el->m;
    int in = 0, out = 0;
    for (int i = 0; i < el->ndefs; i++) {
        in += el->order[i]->kind == DEF_INPUT;
        out += el->order[i]->kind == DEF_OUTPUT;
    }
    m->input = VV_ARRAY(el->c, vv_expr, in + 1);
    m->output = VV_ARRAY(el->c, vv_output, 3 * out + 1);
    for (int i = 0; i < el->ndefs && m->input && m->output; i++) {
        const vv_def *d = el->order[i];
        if (d->ok && d->kind == DEF_INPUT) m->input[m->ninputs++] = d->value.s;
        if (d->ok && d->kind == DEF_OUTPUT) add_output(el, d);
    }
}

static vv_status build(vv_ctx *c, const vv_tree *tree, int nsettings, const vv_setting *setting,
                       bool at_values, vv_rotation_chart chart, vv_model *out) {
    *out = (vv_model){.file = tree->file,
                      .title = tree->file,
                      .force_function = VV_ZERO,
                      .centrifugal = VV_ZERO,
                      .kinetic = VV_ZERO};
    elaborator *el = VV_NEW(c, elaborator);
    if (!el) return vv_ctx_status(c);
    el->c = c, el->m = out, el->tree = tree, el->nsettings = nsettings;
    el->setting = vv_settings_canonical(c, nsettings, setting);
    el->at_values = at_values;
    el->setting_used = VV_ARRAY(c, bool, nsettings + 1);
    el->chart = chart;
    int errors = vv_diag_errors(c);
    vv_frame_add(c, &out->frames, (vv_frame){.name = "world", .kind = VV_FRAME_ROOT, .parent = -1});
    vv_declare_all(el);
    vv_elaborate_statements(el, 0);
    vv_define_all(el);
    for (int stage = 1; stage <= 2 && vv_ctx_ok(c); stage++) vv_elaborate_statements(el, stage);
    norm_constraints(el);
    vv_check_loads(el);
    vv_check_speeds(el);
    el->energies_known = true;
    vv_define_all(el); /* definitions that refer to T, U, energy */
    collect_signals(el);
    collect_points(el);
    collect_directions(el);
    if (vv_ctx_ok(c) && vv_diag_errors(c) == errors) vv_collect_surfaces(el);
    bool moving = chart == CHART_EULER_PARAMETERS; /* other charts have no start */
    if (vv_ctx_ok(c) && moving) vv_elaborate_statements(el, 3);
    if (vv_ctx_ok(c) && moving) vv_apply_start_settings(el);
    vv_move_quiet_events_last(el);
    read_title(el);
    if (moving) vv_check_settings(el);
    bool symbols = !at_values; /* numbers have no dimension */
    if (vv_ctx_ok(c) && vv_diag_errors(c) == errors && symbols) vv_check_dimensions(c, out);
    if (vv_ctx_status(c) != VV_OK && vv_ctx_status(c) != VV_E_MODEL) return vv_ctx_status(c);
    if (vv_trace(c, VV_TRACE_MODEL)) vv_model_trace(c, out);
    return vv_diag_errors(c) > errors ? vv_ctx_fail(c, VV_E_MODEL) : vv_ctx_status(c);
}

vv_status vv_model_build(vv_ctx *c, const vv_tree *tree, int nsettings, const vv_setting *setting,
                         vv_model *out) {
    return build(c, tree, nsettings, setting, false, CHART_EULER_PARAMETERS, out);
}

vv_status vv_model_build_with(vv_ctx *c, const vv_tree *tree, int nsettings,
                              const vv_setting *setting, bool at_values, vv_model *out) {
    return build(c, tree, nsettings, setting, at_values, CHART_EULER_PARAMETERS, out);
}

vv_status vv_model_build_by_angles(vv_ctx *c, const vv_tree *tree, int nsettings,
                                   const vv_setting *setting, bool at_values, bool other,
                                   vv_model *out) {
    return build(c, tree, nsettings, setting, at_values, other ? CHART_ZXY : CHART_ZXZ, out);
}
