#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "listing.h"
#include "web/web.h"

const char *const help_begin =
    "  visviva new pendulum\n"
    "\n"
    "Usage: visviva new [OPTION]... KIND\n"
    "\n"
    "Writes a commented model to begin with, KIND.vv in this folder, which every command "
    "understands.\n"
    "A file that is there is left alone.\n"
    "\n"
    "  KIND                       pendulum, cart, rolling, linkage or servo\n"
    "  -o FILE                    write to FILE instead; - for standard output\n";

/* The files of cli/models, embedded. */
extern const vv_web_entry new_entries[];

static const char *const KINDS[][2] = {
    {"pendulum", "a mass on a rod, with a damper"},
    {"cart", "a cart with an inverted pendulum: input, outputs, linearization"},
    {"rolling", "a disc that rolls on a plane"},
    {"linkage", "a four-bar linkage: bodies, frames, constraints"},
    {"servo", "a crane whose drives lead the load along a path"},
};
enum { NKINDS = sizeof KINDS / sizeof *KINDS };

static const char *kind_name(int i) { return i < NKINDS ? KINDS[i][0] : NULL; }
static const char *kind_text(int i) { return i < NKINDS ? KINDS[i][1] : NULL; }

const listing KINDS_OF_MODEL = {"kind of model", "Kinds", "visviva new --help", kind_name,
                                kind_text};

int command_begin(const arguments *a) {
    char name[64], own[64];
    const char *kind;
    struct stat there;
    if (!a->file)
        return usage_error("new needs a kind of model: pendulum, cart, rolling, linkage or servo");
    int error = choose(&KINDS_OF_MODEL, a->file, &kind);
    if (error) return error;
    snprintf(name, sizeof name, "%s.vv", kind);
    const char *path = a->output ? a->output : strcpy(own, name);
    if (strcmp(path, "-") && !stat(path, &there) && S_ISREG(there.st_mode))
        return usage_error("%s is there already: choose another file with -o", path);
    const vv_web_entry *model = vv_web_find(new_entries, name);
    if (!model) return vv_status_exit_code(VV_E_INTERNAL);
    int code = write_bytes(path, (const char *)model->bytes, model->length);
    if (!code && strcmp(path, "-"))
        say("%s written; next: visviva check %s, or derive, prove, run, report, lab\n", path, path);
    return code;
}
