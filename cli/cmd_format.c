#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"

const char *const help_format =
    "  visviva format pendulum.vv\n"
    "\n"
    "Usage: visviva format [OPTION]... FILE\n"
    "\n"
    "Writes a model in the canonical layout, in place: single spaces, continued lines indented, "
    "comments of\n"
    "neighbouring lines in one column. Statements, comments and line breaks stay; a file with "
    "errors of syntax\n"
    "is left alone. - reads standard input and writes standard output.\n"
    "\n"
    "  --check                    write nothing; exit code 1 if the layout is another\n"
    "  -o FILE                    write to FILE instead; - for standard output\n"
    "  --memory MIB, --time S     budgets; exceeding one ends with exit code 5\n"
    "  --color=auto|always|never  colour of diagnostics; NO_COLOR is respected\n";

static vv_status format(vv_ctx *c, const arguments *a, const char *text, size_t length,
                        const char **result, size_t *result_length) {
    (void)result_length;
    const char *made;
    vv_status status = vv_layout_text(c, model_name(a), text, length, &made);
    if (status != VV_OK) return status;
    bool same = strlen(made) == length && !memcmp(made, text, length);
    *result = NULL;
    if (a->check && !same) say("%s: the layout is not the canonical one\n", a->file);
    if (a->check) return same ? VV_OK : VV_E_NO;
    const char *path = a->output ? a->output : a->file;
    if (same && path == a->file && strcmp(path, "-")) return VV_OK; /* its time stamp stays */
    return write_result(path, made) ? VV_E_IO : VV_OK;
}

int command_format(const arguments *a) {
    if (!a->file) return usage_error("format needs a model file");
    if (a->check && a->output) return usage_error("--check writes nothing: leave -o out");
    return run_on_text(a, format);
}
