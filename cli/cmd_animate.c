#include "command.h"

#include <string.h>

const char *const help_animate =
    "  visviva animate models/double_pendulum.vv -o pendulum.html\n"
    "\n"
    "Usage: visviva animate [OPTION]... FILE -o FILE.html|.gif|.glb|.json\n"
    "\n"
    "Runs the model and writes its motion as one file. The extension of -o selects the format:\n"
    "\n"
    "  .html                      a page: the scene, to be turned, played and saved as WebM\n"
    "  .gif                       a line drawing that moves, at most 1500 frames\n"
    "  .glb                       glTF 2.0 for other tools: bodies and links with their animation\n"
    "  .json                      the sampled scene as data\n"
    "\n"
    "  --fps N                    frames of a GIF in a second (default 25)\n"
    "  --until T, --every DT, --method NAME, --form F, --tolerance R\n"
    "                             as for run\n"
    "  --format json              diagnostics as JSON, if the model has errors\n";

/* The format that the ending of the file names; NULL: none. */
static const char *format_of(const arguments *a) {
    for (int i = 0; a->output && vv_animation_name(i); i++)
        if (ends_with(a->output, vv_animation_ending(i))) return vv_animation_name(i);
    return NULL;
}

static vv_status animate(vv_ctx *c, const arguments *a, const char *text, size_t length,
                         const char **bytes, size_t *n) {
    vv_command_mechanism *m;
    vv_animation_options o = {.format = format_of(a), .rate = a->rate, .run = &a->run};
    vv_status status = open_model(c, a, text, length, &m);
    return status == VV_OK ? vv_command_animate(c, m, &o, bytes, n) : status;
}

int command_animate(const arguments *a) {
    if (!format_of(a))
        return usage_error("animate needs a file: -o motion.html; its extension is one of .html, "
                           ".gif, .glb, .json");
    return run_on_text(a, animate);
}
