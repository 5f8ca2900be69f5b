#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const help_plot =
    "  visviva plot models/rolling_hoop.vv --x x --y y -o track.svg\n"
    "\n"
    "Usage: visviva plot [OPTION]... FILE.vv|TABLE.csv\n"
    "\n"
    "Draws what the model shows, or the requested curves, along a run; or the columns of a table "
    "written by\n"
    "run. Writes SVG to standard output; the extension of -o (.svg, .png or .pdf) selects the "
    "format. Reads a\n"
    "model or a table from standard input (-), recognized by its first line.\n"
    "\n"
    "  --x EXPR                   starts a plot over this quantity (default: time)\n"
    "  --y EXPR                   a curve; may be repeated. A vector gives three curves;\n"
    "                             response(p), stability(p, q): over parameters instead of time\n"
    "  --sketch                   the mechanism at several instants, with its paths\n"
    "  --until T, --every DT, --method NAME, --form F, --tolerance R\n"
    "                             as for run\n"
    "  --format json              diagnostics as JSON, if the model has errors\n";

static vv_plot_options options(const arguments *a) {
    return (vv_plot_options){.ncurves = a->ncurves,
                             .curve = a->curve,
                             .sketch = a->sketch,
                             .format = ends_with(a->output, ".png")   ? "png"
                                       : ends_with(a->output, ".pdf") ? "pdf"
                                                                      : "svg",
                             .run = &a->run};
}

static vv_status plot_table(vv_ctx *c, const arguments *a, const char *text, size_t length,
                            const char **bytes, size_t *n) {
    vv_plot_options o = options(a);
    return vv_command_plot_table(c, a->file, text, length, &o, bytes, n);
}

static vv_status plot_model(vv_ctx *c, const arguments *a, const char *text, size_t length,
                            const char **bytes, size_t *n) {
    vv_command_mechanism *m;
    vv_plot_options o = options(a);
    vv_status status = open_model(c, a, text, length, &m);
    return status == VV_OK ? vv_command_plot(c, m, &o, bytes, n) : status;
}

/* In a table with several columns a comma follows the first name; no statement starts like that. */
static bool is_table(const char *text, size_t length) {
    size_t n = 0;
    while (n < length && text[n] != ',' && text[n] != ' ' && text[n] != '#' && text[n] != '\n') n++;
    return n && n < length && text[n] == ',';
}

static vv_status plot_either(vv_ctx *c, const arguments *a, const char *text, size_t length,
                             const char **bytes, size_t *n) {
    bool table = ends_with(a->file, ".csv") || is_table(text, length);
    return table ? plot_table(c, a, text, length, bytes, n)
                 : plot_model(c, a, text, length, bytes, n);
}

int command_plot(const arguments *a) {
    if (a->abscissa) return usage_error("--x %s needs a --y after it", a->abscissa);
    if (ends_with(a->file, ".csv") || !strcmp(a->file, "-")) return run_on_table(a, plot_either);
    return run_on_text(a, plot_model);
}
