#include "command.h"

const char *const help_derive =
    "  visviva derive models/book/hoop.vv --by multipliers --by appell\n"
    "\n"
    "Usage: visviva derive [OPTION]... FILE\n"
    "\n"
    "Prints the equations of motion. The default method is that for servo constraints if the model "
    "has any;\n"
    "otherwise Lagrange's if all constraints are holonomic and can be solved for coordinates, "
    "Appell's if some\n"
    "are linear in the velocities or speeds are declared, and Lagrange's with multipliers in all "
    "other cases.\n"
    "\n"
    "  --by NAME                  method, see below; may be repeated\n"
    "  --relative-to FRAME        motion relative to a frame with prescribed motion: by the "
    "absolute energy,\n"
    "                             with fictitious forces, by Gilbert's mixed method, and under "
    "apparent gravity\n"
    "  --contact                  also the system in which contacts keep the servo constraints\n"
    "  --steps                    the derivation written out: energies, derivatives, forces\n"
    "  --at-values                put the parameters' values in from the start, exactly\n"
    "  --full                     long formulas written out, without named parts\n"
    "  --fragment                 LaTeX without preamble, for \\input in a text of your own\n"
    "  --format NAME              report format, see below\n";

int command_derive(const arguments *a) { return run_on_model(a, vv_command_derive); }
