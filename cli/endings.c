#include "endings.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ENDINGS = 32 };

typedef struct endings {
    int n;
    char text[MOST_ENDINGS][16]; /* with its dot */
} endings;

static void add(endings *e, const char *ending) {
    for (int i = 0; ending && i < e->n; i++)
        if (!strcmp(e->text[i], ending)) return;
    if (ending && e->n < MOST_ENDINGS) snprintf(e->text[e->n++], sizeof *e->text, "%s", ending);
}

static void add_reports(endings *e) {
    for (int i = 0; vv_format_name(i); i++) add(e, vv_format_ending(i));
    add(e, ".pdf");
}

static void add_arrays(endings *e) {
    for (int i = 0; vv_output_name(i); i++)
        if (vv_output_has_arrays(i)) add(e, vv_output_ending(i));
}

static void add_program(endings *e, const char *target) {
    for (int i = 0; vv_export_name(i); i++)
        if (!target || !strcmp(vv_export_name(i), target)) add(e, vv_export_ending(i));
}

/* The endings that a command can write, those in a message first. */
static void list_endings(const command *k, const arguments *a, endings *e) {
    static const char *const pictures[] = {".svg", ".png", ".pdf"};
    if (a->fragment) {
        add(e, ".tex");
        return;
    }
    switch (k->product) {
    case NO_PRODUCT: return;
    case REPORT: add_reports(e); return;
    case STUDY: add_reports(e), add_arrays(e); return;
    case TABLE:
        for (int i = 0; vv_output_name(i); i++) add(e, vv_output_ending(i));
        return;
    case PICTURE:
        for (int i = 0; i < 3; i++) add(e, pictures[i]);
        return;
    case MOTION:
        for (int i = 0; vv_animation_name(i); i++) add(e, vv_animation_ending(i));
        return;
    case PROGRAM: add_program(e, a->options.target); return;
    case ANSWER: add(e, ".txt"); return;
    case MODEL: add(e, ".vv"); return;
    }
}

/* Other spellings of an ending. */
static const char *spelt(const char *ending) {
    if (!strcmp(ending, ".htm")) return ".html";
    return !strcmp(ending, ".hdf5") ? ".h5" : ending;
}

/* From the last dot of the file name; NULL: it has no ending. */
static const char *ending_of(const char *path) {
    const char *slash = path ? strrchr(path, '/') : NULL, *name = slash ? slash + 1 : path;
    const char *dot = name ? strrchr(name, '.') : NULL;
    return dot && dot != name && dot[1] ? dot : NULL;
}

/* Does an option say what is written, whatever the ending? */
static bool is_stated(const command *k, const arguments *a) {
    if (a->fragment) return false;
    if (k->product == TABLE) return a->run.output_format || a->options.format;
    return (k->product == REPORT || k->product == STUDY) && a->options.format;
}

int refuse_foreign_ending(const command *k, const arguments *a) {
    const char *ending = ending_of(a->output);
    endings known = {0};
    list_endings(k, a, &known);
    if (!ending || !known.n || is_stated(k, a)) return 0;
    for (int i = 0; i < known.n; i++)
        if (!strcmp(known.text[i], spelt(ending))) return 0;
    say("visviva: -o %s: %s writes", a->output, k->name);
    for (int i = 0; i < known.n; i++)
        say("%s %s", i == 0 ? "" : i + 1 < known.n ? "," : " or", known.text[i]);
    if (k->product == REPORT || k->product == STUDY) say("; --format states another format");
    if (k->product == TABLE) say("; --output-format states the format");
    return usage_hint(NULL);
}

const char *report_format(const arguments *a) {
    const char *ending = ending_of(a->output);
    if (a->fragment) return "fragment";
    if (a->options.format) return a->options.format;
    if (!ending) return NULL;
    if (!strcmp(ending, ".pdf")) return "latex";
    for (int i = 0; vv_format_name(i); i++)
        if (!strcmp(vv_format_ending(i), spelt(ending))) return vv_format_name(i);
    return NULL;
}

const char *target_of_ending(const arguments *a) {
    const char *ending = ending_of(a->output);
    for (int i = 0; ending && vv_export_name(i); i++)
        if (!strcmp(vv_export_ending(i), ending)) return vv_export_name(i);
    return NULL;
}

const char *array_format(const arguments *a) {
    const char *ending = ending_of(a->output);
    if (a->options.format || !ending) return NULL;
    for (int i = 0; vv_output_name(i); i++)
        if (vv_output_has_arrays(i) && !strcmp(vv_output_ending(i), ending))
            return vv_output_name(i);
    return NULL;
}
