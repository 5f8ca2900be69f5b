#include "command.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const help_plot =
    "  visviva plot models/rolling_hoop.vv --x x --y y -o track.svg\n"
    "\n"
    "Usage: visviva plot [OPTION]... FILE.vv|TABLE\n"
    "\n"
    "Draws what the model shows, or the requested curves, along a run; or the columns of a table "
    "written by\n"
    "run or sweep (.csv, .json, .npy, .npz, .h5). The ending of -o selects the format: .svg, .png "
    "or "
    ".pdf. Writes\n"
    "SVG to standard output; on a terminal, to a file that it names. Reads a model or a table from "
    "standard input\n"
    "(-).\n"
    "\n"
    "  --x EXPR                   starts a plot over this quantity (default: time)\n"
    "  --y EXPR                   a curve; may be repeated. A vector gives three curves;\n"
    "                             response(p), stability(p, q): over parameters instead of time\n"
    "  --vary NAME=VALUES         a curve for each value, as for sweep; may be repeated\n"
    "  --members N, --seed N      as for sweep\n"
    "  --points                   dots instead of lines\n"
    "  --recorded                 only the rows that record writes, as dots: a Poincaré section\n"
    "  --after T                  only what is not before this time\n"
    "  --xlim A:B, --ylim A:B     limits of the axes\n"
    "  --log x|y|xy               logarithmic axes\n"
    "  --size WxH                 of each plot, in millimetres\n"
    "  --portrait                 the phase plane of a single coordinate: motions, nullclines, "
    "equilibria\n"
    "  --sketch                   the mechanism at several instants, with its paths\n"
    "  --until T, --every DT, --method NAME, --form F, --tolerance R\n"
    "                             as for run\n"
    "  --format json              diagnostics as JSON, if the model has errors\n";

static vv_plot_options options(const arguments *a) {
    return (vv_plot_options){.ncurves = a->ncurves,
                             .curve = a->curve,
                             .sketch = a->sketch,
                             .portrait = a->portrait,
                             .format = ends_with(a->output, ".png")   ? "png"
                                       : ends_with(a->output, ".pdf") ? "pdf"
                                                                      : "svg",
                             .style = a->style,
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
    vv_sweep_options sweep = {.run = a->run, .nvary = a->nvary, .vary = a->vary};
    sweep.members = a->members, sweep.seed = a->options.seed;
    sweep.nsettings = a->nsettings, sweep.setting = a->setting, sweep.limits = a->limits;
    if (a->nvary) o.sweep = &sweep;
    vv_status status = open_model(c, a, text, length, &m);
    return status == VV_OK ? vv_command_plot(c, m, &o, bytes, n) : status;
}

/* The first bytes of the other formats of tables: JSON, NumPy's, HDF5. */
static bool is_data(const char *text, size_t length) {
    static const char *const first[] = {"{", "\x93NUMPY", "PK\x03\x04", "\x89HDF"};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        if (length >= strlen(first[i]) && !memcmp(text, first[i], strlen(first[i]))) return true;
    return false;
}

/* In a table with several columns a comma follows the first name; no statement starts like that. */
static bool is_table(const char *text, size_t length) {
    size_t n = 0;
    if (is_data(text, length)) return true;
    while (n < length && text[n] != ',' && text[n] != ' ' && text[n] != '#' && text[n] != '\n') n++;
    return n && n < length && text[n] == ',';
}

/* Is the file named like a table? */
static bool is_named_table(const char *path) {
    for (int i = 0; vv_output_name(i); i++)
        if (ends_with(path, vv_output_ending(i))) return true;
    return ends_with(path, ".hdf5");
}

static vv_status plot_either(vv_ctx *c, const arguments *a, const char *text, size_t length,
                             const char **bytes, size_t *n) {
    bool table = is_named_table(a->file) || is_table(text, length);
    return table ? plot_table(c, a, text, length, bytes, n)
                 : plot_model(c, a, text, length, bytes, n);
}

/* The name of the model with .svg, or with a number before that if there is such a file. */
static const char *free_name(const arguments *a, char *room, size_t n) {
    const char *slash = strrchr(a->file, '/'), *name = slash ? slash + 1 : a->file,
               *dot = strrchr(name, '.');
    int length = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
    if (!strcmp(name, "-")) name = "plot", length = (int)strlen(name);
    snprintf(room, n, "%.*s.svg", length, name);
    for (int i = 2; !access(room, F_OK) && i < INT_MAX; i++)
        snprintf(room, n, "%.*s-%d.svg", length, name, i);
    return room;
}

int command_plot(const arguments *a) {
    arguments own = *a;
    char room[PATH_MAX];
    if (a->abscissa) return usage_error("--x %s needs a --y after it", a->abscissa);
    if (!a->file) return usage_error("plot needs a model file or a table");
    if (!a->output && isatty(STDOUT_FILENO)) own.output = free_name(a, room, sizeof room);
    bool table = is_named_table(a->file) || !strcmp(a->file, "-");
    int code = table ? run_on_table(&own, plot_either) : run_on_text(&own, plot_model);
    if (own.output != a->output && !access(own.output, F_OK)) say("written: %s\n", own.output);
    return code;
}
