#include "command.h"

const char *const help_check =
    "  visviva check models/book/hoop.vv\n"
    "\n"
    "Usage: visviva check [OPTION]... FILE\n"
    "\n"
    "Reads a model and summarizes it: coordinates, degrees of freedom, every constraint with its\n"
    "classification (holonomic, nonholonomic, redundant, identical, contradictory), energies and "
    "forces.\n"
    "\n"
    "  --at-values                put the parameters' values in from the start, exactly\n"
    "  --full                     long formulas written out, without named parts\n"
    "  --fragment                 LaTeX without preamble, for \\input in a text of your own\n"
    "  --format NAME              report format, see below\n";

int command_check(const arguments *a) { return run_on_model(a, vv_command_check); }
