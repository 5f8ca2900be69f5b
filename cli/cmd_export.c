#include "command.h"
#include "endings.h"

const char *const help_export =
    "  visviva export --c models/double_pendulum.vv -o double_pendulum.c\n"
    "\n"
    "Usage: visviva export --c|--python [OPTION]... FILE\n"
    "\n"
    "Writes the equations as a self-contained program: rates, accelerations, Jacobian, mass "
    "matrix,\n"
    "constraints, multipliers and reactions as functions of parameters, time and state. The state "
    "is the\n"
    "coordinates, then the speeds of the method. Parameters keep the model's values as defaults.\n"
    "\n"
    "  --c                        one self-contained file of C99; so does -o FILE.c\n"
    "  --python                   one module of Python, for numpy and array modules like it; so "
    "does -o FILE.py\n"
    "  --by NAME                  method, see below (default: chosen from the model)\n"
    "  --name PREFIX              prefix of names in the program (default: name of the model "
    "file)\n"
    "  --format json              diagnostics as JSON, if the model has errors\n";

int command_export(const arguments *a) {
    arguments with = *a;
    if (!with.options.target) with.options.target = target_of_ending(a);
    if (!with.options.target)
        return usage_error("export needs a format: --c, --python, or -o with the ending .c or .py");
    if (a->options.nby > 1) return usage_error("export takes one method");
    return run_on_model(&with, vv_command_export);
}
