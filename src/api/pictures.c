/* Plots, sketches and scenes of a motion. */
#include <string.h>

#include "api/mechanism.h"
#include "scene/curves.h"
#include "scene/sketch.h"
#include "simulate/friction.h"

enum { PLOT_ROWS = 800, SCENE_ROWS = 900, SKETCHES = 9 };

static vv_status refuse(vv_ctx *c, const char *what, const char *hint) {
    vv_diag_hint(c, vv_diag_add(c, VV_ERROR, VV_D_NO_PICTURE, (vv_span){0}, "%s", what), "%s",
                 hint);
    return vv_ctx_fail(c, VV_E_BEYOND);
}

/* The drawing in the form asked for. */
static vv_status write(vv_ctx *c, const vv_drawing *d, const char *format, const char **bytes,
                       size_t *length) {
    vv_buffer b = VV_BUFFER(c);
    if (!d) return vv_ctx_status(c);
    if (format && !strcmp(format, "png")) {
        const char *why = vv_drawing_no_png();
        if (why)
            return refuse(c, vv_format(c, "PNG needs cairo, which is missing: %s", why),
                          "write an SVG file: -o plot.svg");
        if (vv_drawing_png(d, 2, &b) == VV_E_BEYOND)
            return refuse(c, "the picture is too large for a bitmap", "write an SVG file");
    } else {
        vv_drawing_svg(d, true, &b);
    }
    *bytes = vv_buffer_text(&b);
    *length = b.length;
    return vv_ctx_status(c);
}

static bool known(const vv_plot_options *o) {
    return !o || !o->format || !strcmp(o->format, "svg") || !strcmp(o->format, "png");
}

static vv_status movable(vv_ctx *c, const vv_system *s) {
    if (!vv_friction_stated(s->m) && vv_system_movable(c, s) != VV_OK) return vv_ctx_status(c);
    return vv_system_has_mechanics(c, s);
}

vv_status vv_mechanism_plot(vv_ctx *c, const vv_mechanism *m, const vv_plot_options *o,
                            const char **bytes, size_t *length) {
    vv_scene k;
    vv_pictures p = {0};
    *bytes = "", *length = 0;
    if (!known(o)) return VV_E_USAGE;
    if (movable(c, &m->system) != VV_OK) return vv_outcome(c);
    vv_status run = vv_scene_build(c, &m->system, o ? o->run : NULL, PLOT_ROWS, &k);
    if (!vv_ctx_ok(c)) return vv_outcome(c);
    vv_drawing *d = NULL;
    if (o && o->sketch) {
        if (!vv_scene_has_bodies(&k))
            return refuse(c, "there is nothing to be seen: the model states energies, no bodies",
                          "plot coordinates: visviva plot FILE --y θ");
        d = vv_sketch_motion(&k, SKETCHES);
    } else {
        if (o && o->ncurves)
            vv_curves_chosen(&k, o->ncurves, o->curve, &p);
        else
            vv_curves_shown(&k, &p);
        if (vv_ctx_ok(c)) d = vv_pictures_join(c, &p, m->model.title);
    }
    vv_status written = write(c, d, o ? o->format : NULL, bytes, length);
    return written == VV_OK ? run : vv_outcome(c);
}

vv_status vv_table_plot(vv_ctx *c, const char *text, size_t length, const vv_plot_options *o,
                        const char **bytes, size_t *out_length) {
    vv_grid t;
    vv_pictures p = {0};
    *bytes = "", *out_length = 0;
    if (!known(o) || (o && o->sketch)) return VV_E_USAGE;
    if (vv_grid_read(c, text, length, &t) != VV_OK) return vv_outcome(c);
    vv_curves_grid(c, &t, o ? o->ncurves : 0, o ? o->curve : NULL, &p);
    vv_drawing *d = vv_ctx_ok(c) ? vv_pictures_join(c, &p, "plot") : NULL;
    return write(c, d, o ? o->format : NULL, bytes, out_length);
}

vv_status vv_mechanism_scene(vv_ctx *c, const vv_mechanism *m, const vv_run_options *o,
                             const char **json) {
    vv_scene k;
    vv_buffer b = VV_BUFFER(c);
    *json = "";
    if (movable(c, &m->system) != VV_OK) return vv_outcome(c);
    vv_status run = vv_scene_build(c, &m->system, o, SCENE_ROWS, &k);
    if (!vv_ctx_ok(c)) return vv_outcome(c);
    vv_scene_json(&k, &b);
    *json = vv_buffer_text(&b);
    return vv_ctx_ok(c) ? run : vv_outcome(c);
}
