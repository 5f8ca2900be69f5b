#include "command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "endings.h"

const char *const help_compare =
    "  visviva compare models/book/twosystems_first.vv models/book/twosystems_second.vv\n"
    "\n"
    "Usage: visviva compare [OPTION]... FILE OTHER\n"
    "\n"
    "Two mechanisms beside each other, in the coordinates, parameters and inputs that have the "
    "same "
    "names in both:\n"
    "energies T and U, the energy of acceleration S, the equations of motion, and the motions if "
    "both "
    "state a start\n"
    "and a run. What differs is shown. Exit code 0: the shared coordinates obey the same "
    "equations, "
    "1: they do not,\n"
    "4: not decided, or not to be compared.\n"
    "\n"
    "  --until T, --every DT, --method NAME, --tolerance R\n"
    "                             of the motions, as for run\n"
    "  --exact, --seed N          of the proofs, as for prove\n"
    "  --fragment                 LaTeX without preamble, for \\input in a text of your own\n"
    "  --format NAME              report format, see below\n";

static vv_beside other; /* read before the context is created */

static vv_status work(vv_ctx *c, const arguments *a, const char *text, size_t length,
                      const char **report, size_t *report_length) {
    vv_command_options o = a->options;
    o.format = report_format(a);
    o.beside = &other;
    const vv_source first = {.file = model_name(a),
                             .text = text,
                             .length = length,
                             .nsettings = a->nsettings,
                             .setting = a->setting};
    vv_status status = vv_command_compare(c, &first, &o, &a->run, report);
    return deliver_report(a, status, report, report_length);
}

int command_compare(const arguments *a) {
    if (!a->beside) return usage_error("compare needs two models");
    size_t length = 0;
    char *text = read_model(a->beside, &length);
    if (!text) {
        say("visviva: cannot read %s: %s\n", a->beside, strerror(errno));
        return vv_status_exit_code(VV_E_IO);
    }
    other = (vv_beside){.file = a->beside, .text = text, .length = length};
    int code = run_on_text(a, work);
    free(text);
    return code;
}
