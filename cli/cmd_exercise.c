#include "command.h"
#include "endings.h"

const char *const help_exercise =
    "  visviva exercise models/exercises/turning_axes.vvx\n"
    "  visviva exercise models/exercises/turning_axes.vvx --answer \"θ'' = 0\"\n"
    "\n"
    "Usage: visviva exercise [OPTION]... FILE\n"
    "\n"
    "A model with a hole: equations of motion, a constraint or a first integral that you state. "
    "The "
    "prover judges\n"
    "the answer. Exit code 0: it is right, 1: it is not, or cannot be judged, 4: not decided. FILE "
    "is "
    "described in\n"
    "doc/exercises.md.\n"
    "\n"
    "  --answer TEXT              a line of your answer; may be repeated\n"
    "  --hints N                  show the first N hints\n"
    "  --solution                 show an answer that is right\n"
    "  --fragment                 LaTeX without preamble, for \\input in a text of your own\n"
    "  --format NAME              report format, see below\n";

static vv_status work(vv_ctx *c, const arguments *a, const char *text, size_t length,
                      const char **report, size_t *report_length) {
    const vv_exercise_options o = {.nanswers = a->nanswers,
                                   .answer = a->answer,
                                   .hints = a->hints,
                                   .solution = a->solution,
                                   .format = report_format(a)};
    vv_status status = vv_command_exercise(c, model_name(a), text, length, &o, report);
    return deliver_report(a, status, report, report_length);
}

int command_exercise(const arguments *a) { return run_on_text(a, work); }
