/* The motion of a mechanism as one file. */
#include "api/animation.h"

#include <string.h>

#include "api/mechanism.h"

enum { SAMPLES = 900, SKETCHES = 9, RATE = 25, MOST_FRAMES = 1500 };

static const struct format {
    const char *name, *ending, *text;
    void (*write)(const vv_scene *k, const vv_animation_options *o, vv_buffer *out);
} FORMATS[] = {
#define X(name, ending, text) {#name, ending, text, vv_animation_##name},
#include "api/animations.def"
#undef X
    {NULL, NULL, NULL, NULL},
};

const char *vv_animation_name(int i) { return FORMATS[i].name; }
const char *vv_animation_ending(int i) { return FORMATS[i].ending; }
const char *vv_animation_text(int i) { return FORMATS[i].text; }

void vv_animation_json(const vv_scene *k, const vv_animation_options *o, vv_buffer *out) {
    (void)o;
    vv_scene_json(k, vv_sketch_motion(k, SKETCHES), out);
}

/* ---- GIF ------------------------------------------------------------------------------------ */

static bool take_frame(void *to, const vv_drawing *d) { return vv_gif_frame(to, d) == VV_OK; }

static double rate_of(const vv_animation_options *o) { return o->rate > 0 ? o->rate : RATE; }

/* Duration and rate of the frames, refused before the run if they are too many. */
static vv_status check_frames(vv_ctx *c, const vv_command_mechanism *m,
                              const vv_animation_options *o, int *frames) {
    double n = vv_run_duration(c, &m->model, o->run) * rate_of(o) + 1;
    const char *why = vv_drawing_cairo_missing();
    *frames = 1;
    if (why)
        return vv_command_refuse_picture(c,
                                         vv_format(c, "GIF needs cairo, which is missing: %s", why),
                                         "write a page: -o motion.html");
    if (n > MOST_FRAMES)
        return vv_command_refuse_picture(
            c, vv_format(c, "a GIF of %.0f frames: at most %d", n, MOST_FRAMES),
            "shorten the motion by --until, take fewer frames by --fps, or save the page's "
            "animation "
            "as WebM");
    if (n > 1) *frames = (int)n; /* without a duration the run says so itself */
    return VV_OK;
}

void vv_animation_gif(const vv_scene *k, const vv_animation_options *o, vv_buffer *out) {
    vv_gif *g = vv_gif_begin(k->c, rate_of(o), out);
    double end = k->run.rows ? k->run.time[k->run.rows - 1] : 0;
    if (!g || !vv_sketch_frames(k, (int)(end * rate_of(o)) + 1, take_frame, g)) return;
    vv_gif_end(g);
}

void vv_animation_glb(const vv_scene *k, const vv_animation_options *o, vv_buffer *out) {
    (void)o;
    vv_scene_gltf(k, out);
}

const char *vv_scene_page(vv_ctx *c, const char *scene) {
    vv_buffer scenes = VV_BUFFER(c);
    const char *page = "";
    vv_document *d = vv_document_new(c, "scene", NULL);
    vv_buffer_add(&scenes, "[{\"title\":\"\",\"scene\":");
    vv_buffer_add(&scenes, scene);
    vv_buffer_add(&scenes, "}]");
    vv_document_animation(d, "animation", vv_buffer_text(&scenes));
    vv_report_render(d, VV_REPORT_HTML, &page);
    return page;
}

void vv_animation_html(const vv_scene *k, const vv_animation_options *o, vv_buffer *out) {
    vv_buffer scene = VV_BUFFER(k->c);
    vv_animation_json(k, o, &scene);
    vv_buffer_add(out, vv_scene_page(k->c, vv_buffer_text(&scene)));
    vv_buffer_free(&scene);
}

vv_status vv_command_animate(vv_ctx *c, const vv_command_mechanism *m,
                             const vv_animation_options *o, const char **bytes, size_t *length) {
    const struct format *f = FORMATS;
    vv_scene k;
    vv_buffer b = VV_BUFFER(c);
    *bytes = "", *length = 0;
    while (f->name && strcmp(f->name, o->format)) f++;
    if (!f->name) return VV_E_USAGE;
    int rows = SAMPLES;
    if (!strcmp(o->format, "gif") && check_frames(c, m, o, &rows) != VV_OK)
        return vv_final_status(c);
    vv_status run = vv_command_build_scene(c, m, o->run, rows, &k);
    if (!vv_ctx_ok(c)) return vv_final_status(c);
    if (!vv_scene_has_bodies(&k))
        return vv_command_refuse_picture(
            c, "there is nothing to draw: the model states energies but no bodies",
            "plot coordinates: visviva plot FILE --y θ");
    f->write(&k, o, &b);
    *bytes = vv_buffer_text(&b);
    *length = b.length;
    return vv_ctx_ok(c) ? run : vv_final_status(c);
}
