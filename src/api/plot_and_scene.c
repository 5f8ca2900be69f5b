/* Plots, sketches and scenes of a motion. */
#include <string.h>

#include "api/mechanism.h"
#include "output/output.h"
#include "scene/scene.h"
#include "simulate/contact/contact.h"

enum { PLOT_ROWS = 800, MEMBER_ROWS = 400, SCENE_ROWS = 900, SKETCHES = 9 };

vv_status vv_command_refuse_picture(vv_ctx *c, const char *what, const char *hint) {
    vv_diag_hint(c, vv_diag_add(c, VV_ERROR, VV_D_NO_PICTURE, (vv_span){0}, "%s", what), "%s",
                 hint);
    return vv_ctx_fail(c, VV_E_BEYOND);
}

/* Writes the drawing in the requested format. */
static vv_status write(vv_ctx *c, const vv_drawing *d, const char *format, const char **bytes,
                       size_t *length) {
    vv_buffer b = VV_BUFFER(c);
    if (!d) return vv_ctx_status(c);
    bool png = format && !strcmp(format, "png"), pdf = format && !strcmp(format, "pdf");
    const char *why = png || pdf ? vv_drawing_cairo_missing() : NULL;
    if (why)
        return vv_command_refuse_picture(
            c, vv_format(c, "%s needs cairo, which is missing: %s", png ? "PNG" : "PDF", why),
            "write an SVG file: -o plot.svg");
    if (png && vv_drawing_png(d, 2, &b) == VV_E_BEYOND)
        return vv_command_refuse_picture(c, "the picture is too large for a bitmap",
                                         "write an SVG file");
    if (pdf) vv_drawing_pdf(d, &b);
    if (!png && !pdf) vv_drawing_svg(d, true, &b);
    *bytes = vv_buffer_text(&b);
    *length = b.length;
    return vv_ctx_status(c);
}

static bool known(const vv_plot_options *o) {
    return !o || !o->format || !strcmp(o->format, "svg") || !strcmp(o->format, "png") ||
           !strcmp(o->format, "pdf");
}

vv_status vv_command_build_scene(vv_ctx *c, const vv_command_mechanism *m, const vv_run_options *o,
                                 int rows, vv_scene *out) {
    const vv_system *s = vv_command_in_motion(m);
    if (!vv_simulation_possible(c, s)) return vv_ctx_status(c);
    if (vv_system_check_mechanics(c, s) != VV_OK) return vv_ctx_status(c);
    if (o && o->nrecorded) return vv_scene_build(c, s, o, rows, out);
    vv_system *rest = VV_NEW(c, vv_system); /* as a run has it: inputs are 0 */
    if (!rest || vv_system_without_inputs(c, s, rest) != VV_OK) return vv_ctx_status(c);
    return vv_scene_build(c, rest, o, rows, out);
}

/* Draws the curves that are charts of the model; keeps the others and returns their number. */
static int draw_charts(vv_ctx *c, const vv_command_mechanism *m, const vv_plot_options *o,
                       vv_curve *rest, vv_drawing_list *p) {
    int left = 0;
    for (int k = 0; o && k < o->ncurves; k++) {
        bool drawn = false;
        for (int i = m->model.ncharts - 1; i >= 0 && !drawn && vv_ctx_ok(c); i--) {
            drawn = !strcmp(m->model.chart[i].text, o->curve[k].y);
            if (drawn) vv_parameter_chart_draw(c, &m->system, &m->model.chart[i], p);
        }
        if (!drawn) rest[left++] = o->curve[k];
    }
    for (int i = 0; (!o || !o->ncurves) && i < m->model.ncharts && vv_ctx_ok(c); i++)
        vv_parameter_chart_draw(c, &m->system, &m->model.chart[i], p);
    return left;
}

/* Does the request, or what the model shows, need a run? */
static bool wants_motion(vv_ctx *c, const vv_command_mechanism *m, const vv_plot_options *o,
                         int curves) {
    if (o && (o->sketch || o->ncurves)) return o->sketch || curves > 0;
    return !m->model.ncharts || vv_run_duration(c, &m->model, o ? o->run : NULL) > 0;
}

/* Draws the run, as a sketch or as curves; *d: the sketch. */
static vv_status draw_motion(vv_ctx *c, const vv_command_mechanism *m, const vv_plot_options *o,
                             int n, const vv_curve *curve, vv_drawing_list *p, vv_drawing **d) {
    vv_scene k;
    vv_status run = vv_command_build_scene(c, m, o ? o->run : NULL, PLOT_ROWS, &k);
    if (!vv_ctx_ok(c)) return vv_final_status(c);
    if (o && o->sketch && !vv_scene_has_bodies(&k))
        return vv_command_refuse_picture(
            c, "there is nothing to draw: the model states energies but no bodies",
            "plot coordinates: visviva plot FILE --y θ");
    if (o && o->sketch)
        *d = vv_sketch_motion(&k, SKETCHES);
    else if (n)
        vv_run_plots_chosen(&k, n, curve, p);
    else
        vv_run_plots_shown(&k, p);
    return vv_ctx_ok(c) ? run : vv_final_status(c);
}

static bool append(void *to, const char *bytes, size_t n) {
    vv_buffer_add_n(to, bytes, n);
    return vv_ctx_ok(((vv_buffer *)to)->ctx);
}

/* Draws the motions of all members of a sweep. */
static vv_status draw_members(vv_ctx *c, const vv_command_mechanism *m, const vv_plot_options *o,
                              vv_drawing_list *p) {
    vv_sweep_options sweep = *o->sweep;
    vv_buffer lines = VV_BUFFER(c);
    vv_csv_table t;
    double until = vv_run_duration(c, &m->model, &sweep.run);
    sweep.run.output = NULL, sweep.run.output_format = "csv";
    sweep.run.write = append, sweep.run.write_data = &lines;
    sweep.recorded = o->style.recorded;
    sweep.has_after = o->style.has_after, sweep.after = o->style.after;
    if (!(sweep.run.every > 0) && until > 0) sweep.run.every = until / MEMBER_ROWS;
    vv_status status = vv_command_sweep(c, m, &sweep);
    if (!vv_ctx_ok(c)) return vv_final_status(c);
    if (vv_csv_table_read(c, vv_buffer_text(&lines), lines.length, &t) != VV_OK)
        return vv_final_status(c);
    vv_csv_table_plots(c, &t, o->ncurves, o->curve, p);
    return vv_ctx_ok(c) ? status : vv_final_status(c);
}

static vv_status draw_portrait(vv_ctx *c, const vv_command_mechanism *m, vv_drawing_list *p) {
    const vv_system *s = vv_command_in_motion(m);
    vv_system *rest = VV_NEW(c, vv_system);
    if (!rest || vv_system_check_mechanics(c, s) != VV_OK) return vv_final_status(c);
    if (vv_system_without_inputs(c, s, rest) == VV_OK) vv_phase_portrait_draw(c, rest, p);
    return vv_final_status(c);
}

vv_status vv_command_plot(vv_ctx *c, const vv_command_mechanism *m, const vv_plot_options *o,
                          const char **bytes, size_t *length) {
    vv_drawing_list p = {0};
    if (o) p.style = &o->style;
    vv_drawing *d = NULL;
    vv_status run = VV_OK;
    vv_curve *rest = VV_ARRAY(c, vv_curve, (o ? o->ncurves : 0) + 1);
    *bytes = "", *length = 0;
    if (!known(o)) return VV_E_USAGE;
    bool portrait = o && o->portrait, members = o && o->sweep && !o->sketch;
    if (portrait) run = draw_portrait(c, m, &p);
    bool done = portrait || members;
    int n = rest && !(o && o->sketch) && !done ? draw_charts(c, m, o, rest, &p) : 0;
    if (members && !portrait) run = draw_members(c, m, o, &p);
    if (vv_ctx_ok(c) && !done && wants_motion(c, m, o, n))
        run = draw_motion(c, m, o, n, rest, &p, &d);
    if (!vv_ctx_ok(c)) return vv_final_status(c);
    if (!d) d = vv_drawing_list_stack(c, &p, m->model.title);
    vv_status written = write(c, d, o ? o->format : NULL, bytes, length);
    return written == VV_OK ? run : vv_final_status(c);
}

vv_status vv_command_plot_table(vv_ctx *c, const char *file, const char *text, size_t length,
                                const vv_plot_options *o, const char **bytes, size_t *out_length) {
    vv_csv_table t;
    vv_drawing_list p = {0};
    *bytes = "", *out_length = 0;
    if (!o || !known(o) || o->sketch) return VV_E_USAGE;
    vv_diag_source(c, file, text, length);
    p.style = &o->style;
    if (vv_table_read(c, text, length, &t) != VV_OK) return vv_final_status(c);
    vv_csv_table_plots(c, &t, o->ncurves, o->curve, &p);
    vv_drawing *d = vv_ctx_ok(c) ? vv_drawing_list_stack(c, &p, "plot") : NULL;
    return write(c, d, o->format, bytes, out_length);
}

vv_status vv_command_scene(vv_ctx *c, const vv_command_mechanism *m, const vv_run_options *o,
                           const char **json) {
    vv_scene k;
    vv_buffer b = VV_BUFFER(c);
    *json = "";
    vv_status run = vv_command_build_scene(c, m, o, SCENE_ROWS, &k);
    if (!vv_ctx_ok(c)) return vv_final_status(c);
    vv_scene_json(&k, vv_sketch_motion(&k, SKETCHES), &b);
    *json = vv_buffer_text(&b);
    return vv_ctx_ok(c) ? run : vv_final_status(c);
}
