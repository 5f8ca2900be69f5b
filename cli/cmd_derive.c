#include "command.h"

const char *const help_derive =
    "  visviva derive models/book/hoop.vv --by multipliers --by appell\n\n"
    "Usage: visviva derive [OPTION]... FILE\n\n"
    "Prints the equations of motion. Without --by those of servos, where the model has any; else "
    "Lagrange's\n"
    "when all constraints are finite and can be solved for coordinates; Appell's when some are "
    "linear in the\n"
    "velocities, or speeds are declared; with multipliers otherwise, and when one is not linear in "
    "them.\n\n"
    "  --by NAME                  method, see below; may be repeated\n"
    "  --relative-to FRAME        motion relative to a frame that time alone moves: by the "
    "absolute "
    "energy,\n"
    "                             with fictitious forces, by Gilbert's mixed method, and under "
    "apparent gravity\n"
    "  --contact                  beside servos the twin in which contacts keep their relations\n"
    "  --steps                    the derivation written out: energies, derivatives, forces\n"
    "  --format NAME              form of the report, see below\n";

int command_derive(const arguments *a) { return run_on_model(a, vv_mechanism_derive); }
